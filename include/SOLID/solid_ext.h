#ifndef SOLID_SOLID_EXT_H
#define SOLID_SOLID_EXT_H
#include "solid.h"
#ifdef __cplusplus
extern "C" {
#endif
typedef enum DtError {
    DT_NO_ERROR = 0,
    DT_INVALID_VALUE = 1,      /* NaN, infinity, zero quaternion, singular */
    DT_INVALID_ENUM = 2,       /* unknown DtPolyType / DtResponseType */
    DT_INVALID_OPERATION = 3,  /* call in the wrong order: no current object, no open shape, ... */
    DT_INVALID_POINTER = 4,    /* a NULL where data is needed */
    DT_UNKNOWN_OBJECT = 5,
    DT_UNKNOWN_SHAPE = 6,
    DT_INTERNAL_ERROR = 7
} DtError;
DtShapeRef dtEllipsoid(DtScalar rx, DtScalar ry, DtScalar rz);
DtCount dtTestObjects(DtObjectRef object1, DtObjectRef object2); /* callbacks run: 0 or 1 */
DtError dtGetError(void);              /* the first error since the last query; the query clears it */
const char *dtErrorString(DtError error); /* never NULL */
#ifdef __cplusplus
}
#endif
#endif
