#ifndef SOLID_SOLID_H
#define SOLID_SOLID_H
#ifdef __cplusplus
extern "C" {
#endif
typedef double DtScalar;
typedef DtScalar DtVector[3];
typedef unsigned int DtIndex;
typedef unsigned int DtCount;
typedef void *DtObjectRef;
typedef void *DtShapeRef;
typedef enum DtPolyType { DT_SIMPLEX = 0, DT_POLYGON = 1, DT_POLYHEDRON = 2 } DtPolyType;
typedef enum DtResponseType { DT_NO_RESPONSE = 0, DT_SIMPLE_RESPONSE = 1, DT_SMART_RESPONSE = 2, DT_WITNESSED_RESPONSE = 3 } DtResponseType;
typedef struct DtCollData { DtVector point1; DtVector point2; DtVector normal; } DtCollData;
typedef void (*DtResponse)(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data);
DtShapeRef dtBox(DtScalar x, DtScalar y, DtScalar z);
DtShapeRef dtCone(DtScalar radius, DtScalar height);
DtShapeRef dtCylinder(DtScalar radius, DtScalar height);
DtShapeRef dtSphere(DtScalar radius);
DtShapeRef dtNewComplexShape(void);
void dtEndComplexShape(void);
void dtBegin(DtPolyType type);
void dtEnd(void);
void dtVertex(DtScalar x, DtScalar y, DtScalar z);
void dtVertexBase(const void *base);
void dtVertexIndex(DtIndex index);
void dtVertexIndices(DtPolyType type, DtCount count, const DtIndex *indices);
void dtVertexRange(DtPolyType type, DtIndex first, DtCount count);
void dtChangeVertexBase(DtShapeRef shape, const void *base);
void dtDeleteShape(DtShapeRef shape);
void dtCreateObject(DtObjectRef object, DtShapeRef shape);
void dtDeleteObject(DtObjectRef object);
void dtSelectObject(DtObjectRef object);
void dtLoadIdentity(void);
void dtLoadMatrixf(const float *m);
void dtLoadMatrixd(const double *m);
void dtMultMatrixf(const float *m);
void dtMultMatrixd(const double *m);
void dtTranslate(DtScalar x, DtScalar y, DtScalar z);
void dtRotate(DtScalar x, DtScalar y, DtScalar z, DtScalar w);
void dtScale(DtScalar x, DtScalar y, DtScalar z);
void dtSetDefaultResponse(DtResponse response, DtResponseType type, void *client_data);
void dtClearDefaultResponse(void);
void dtSetObjectResponse(DtObjectRef object, DtResponse response, DtResponseType type, void *client_data);
void dtClearObjectResponse(DtObjectRef object);
void dtResetObjectResponse(DtObjectRef object);
void dtSetPairResponse(DtObjectRef object1, DtObjectRef object2, DtResponse response, DtResponseType type, void *client_data);
void dtClearPairResponse(DtObjectRef object1, DtObjectRef object2);
void dtResetPairResponse(DtObjectRef object1, DtObjectRef object2);
DtCount dtTest(void);
void dtProceed(void);
void dtEnableCaching(void);
void dtDisableCaching(void);
void dtSetTolerance(DtScalar tolerance);
#ifdef __cplusplus
}
#endif
#endif
