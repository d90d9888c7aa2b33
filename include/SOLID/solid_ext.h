/* What SOLID 2.0 lacks, in the same manner and on the same objects.
 *
 * Generated from the library's source by cbindgen; do not edit. */

#ifndef SOLID_SOLID_EXT_H
#define SOLID_SOLID_EXT_H

#include "solid.h"

/**
 * What was wrong with a call.
 */
typedef enum DtError {
    /**
     * Nothing.
     */
    DT_NO_ERROR = 0,
    /**
     * A number that is infinite or no number, or a quaternion of length zero.
     */
    DT_INVALID_VALUE = 1,
    /**
     * A type that does not exist.
     */
    DT_INVALID_ENUM = 2,
    /**
     * A call in the wrong order: no current object, no open shape, a shape that cannot be deformed.
     */
    DT_INVALID_OPERATION = 3,
    /**
     * NULL where data is needed.
     */
    DT_INVALID_POINTER = 4,
    /**
     * An object reference that names no object.
     */
    DT_UNKNOWN_OBJECT = 5,
    /**
     * A shape reference that names no shape.
     */
    DT_UNKNOWN_SHAPE = 6,
    /**
     * A fault of the library.
     */
    DT_INTERNAL_ERROR = 7
} DtError;

/**
 * A truth value: DT_FALSE or DT_TRUE.
 */
typedef unsigned int DtBool;

/**
 * It is not so.
 */
#define DT_FALSE 0

/**
 * It is so.
 */
#define DT_TRUE 1

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns the first error since the last call of this function, or DT_NO_ERROR.
 *
 * With SOLID_PRINT_ERRORS in the environment every error is printed to the standard error stream as well.
 */
enum DtError dtGetError(void);

/**
 * Returns a sentence that says what an error means: never NULL, never to be freed.
 */
const char *dtErrorString(DtError error);

/**
 * Makes an ellipsoid centred at the origin of its local coordinates, with radii rx, ry and rz along the axes.
 *
 * Radii are taken as by dtBox.
 */
DtShapeRef dtEllipsoid(DtScalar rx, DtScalar ry, DtScalar rz);

/**
 * Tests one pair of objects and runs its response if they collide; returns the number of callbacks run, 0 or 1.
 *
 * An unknown object: nothing happens, and DT_UNKNOWN_OBJECT is raised.
 */
DtCount dtTestObjects(DtObjectRef object1, DtObjectRef object2);

#ifdef __cplusplus
}
#endif

#endif  /* SOLID_SOLID_EXT_H */
