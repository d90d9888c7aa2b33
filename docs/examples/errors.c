/* What the lists of the reference say of errors is so; these are no examples. */
#include "examples.h"

#include <string.h>

/* What a call returns does not matter here. */
#define raises(error, call) ((void)(call), expect(dtGetError() == (error)))

#define NOTHING ((DtObjectRef)99)          /* no object */
#define NO_SHAPE ((DtShapeRef)7)           /* no shape */
#define UNKNOWN_TYPE 77

static const double unit_segment[6] = { 0, 0, 0, 1, 0, 0 };

static double not_a_number(void)
{
    double zero = 0;

    return zero / zero;
}

static void of_shapes(void)
{
    double matrix[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
    DtShapeRef sphere = dtSphere(1), empty, unfinished;

    empty = dtBox(not_a_number(), 1, 1);
    expect(empty != NULL && dtGetError() == DT_INVALID_VALUE);
    raises(DT_INVALID_VALUE, expect(dtSum(empty, sphere) != NULL));
    raises(DT_UNKNOWN_SHAPE, expect(dtHull(NO_SHAPE, empty) == NULL));
    raises(DT_INVALID_POINTER, expect(dtPlaced(sphere, NULL) == NULL));
    matrix[0] = not_a_number();
    raises(DT_INVALID_VALUE, expect(dtPlaced(sphere, matrix) != NULL));
    raises(DT_NO_ERROR, dtDeleteShape(NULL));
    raises(DT_UNKNOWN_SHAPE, dtDeleteShape(NO_SHAPE));
    raises(DT_UNKNOWN_SHAPE, expect(dtSaveShape(NO_SHAPE, NULL, 0) == 0));
    raises(DT_INVALID_VALUE, expect(dtSaveShape(empty, NULL, 0) == 0));
    raises(DT_INVALID_POINTER, expect(dtLoadShape(NULL, 9) == NULL));
    raises(DT_INVALID_VALUE, expect(dtLoadShape(matrix, sizeof matrix) == NULL));
    unfinished = dtNewComplexShape();
    raises(DT_INVALID_OPERATION, expect(dtSaveShape(unfinished, NULL, 0) == 0));
    raises(DT_INVALID_OPERATION, expect(dtSum(unfinished, sphere) == NULL));
    raises(DT_NO_ERROR, dtDeleteShape(unfinished)); /* which closes it */
    raises(DT_INVALID_OPERATION, dtBegin(DT_SIMPLEX));
    expect(strcmp(dtErrorString((DtError)UNKNOWN_TYPE), "an unknown error") == 0);
}

static void where_no_shape_is_open(void)
{
    raises(DT_INVALID_OPERATION, dtEndComplexShape());
    raises(DT_INVALID_OPERATION, dtBegin(DT_SIMPLEX));
    raises(DT_INVALID_OPERATION, dtEnd());
    raises(DT_INVALID_OPERATION, dtVertex(0, 0, 0));
    raises(DT_INVALID_OPERATION, dtVertexBase(unit_segment));
    raises(DT_INVALID_OPERATION, dtVertexPointer(DT_DOUBLE, 0, unit_segment));
    raises(DT_INVALID_OPERATION, dtVertexCount(2));
    raises(DT_INVALID_OPERATION, dtVertexIndex(0));
    raises(DT_INVALID_OPERATION, dtVertexIndices(DT_SIMPLEX, 3, faces));
    raises(DT_INVALID_OPERATION, dtVertexRange(DT_SIMPLEX, 0, 2));
}

static void of_the_open_shape(void)
{
    DtShapeRef shape = dtNewComplexShape();

    expect(dtNewComplexShape() == shape);
    raises(DT_INVALID_ENUM, dtBegin((DtPolyType)UNKNOWN_TYPE));
    raises(DT_NO_ERROR, dtEnd());
    raises(DT_INVALID_ENUM, dtVertexPointer((DtVertexType)UNKNOWN_TYPE, 0, unit_segment));
    raises(DT_INVALID_POINTER, dtVertexIndices(DT_SIMPLEX, 3, NULL));
    raises(DT_NO_ERROR, dtVertexIndices(DT_SIMPLEX, 0, NULL));
    raises(DT_INVALID_OPERATION, dtMorphVertexBase(shape, unit_segment, unit_segment, 0.5));
    raises(DT_INVALID_OPERATION, expect(!dtSetSolid(shape, DT_TRUE)));
    raises(DT_INVALID_POINTER, dtChangeVertexBase(shape, NULL));
    dtVertexRange(DT_SIMPLEX, 0, 2);
    raises(DT_INVALID_OPERATION, dtEndComplexShape()); /* indices without an array */
    expect(dtGetBadPolygon() == 0);
    dtDeleteShape(shape);
}

static void of_deformation(void)
{
    DtShapeRef shape = dtNewComplexShape(), sphere = dtSphere(1);

    dtChangeVertexBase(shape, unit_segment); /* as dtVertexBase, while it is open */
    dtVertexRange(DT_SIMPLEX, 0, 2);
    dtEndComplexShape();
    raises(DT_INVALID_POINTER, dtChangeVertexBase(shape, NULL));
    raises(DT_UNKNOWN_SHAPE, dtChangeVertexBase(NO_SHAPE, unit_segment));
    raises(DT_INVALID_OPERATION, dtChangeVertexBase(sphere, unit_segment));
    raises(DT_INVALID_ENUM, dtChangeVertexPointer(shape, (DtVertexType)UNKNOWN_TYPE, 0, unit_segment));
    raises(DT_INVALID_POINTER, dtChangeVertexPointer(shape, DT_DOUBLE, 0, NULL));
    raises(DT_INVALID_VALUE, dtMorphVertexBase(shape, unit_segment, unit_segment, not_a_number()));
    raises(DT_INVALID_POINTER, dtMorphVertexBase(shape, unit_segment, NULL, 0));
    raises(DT_NO_ERROR, expect(!dtSetSolid(shape, DT_FALSE)));
    raises(DT_UNKNOWN_SHAPE, expect(!dtSetSolid(NO_SHAPE, DT_TRUE)));
    raises(DT_INVALID_ENUM, dtSetCollisionMethod((DtCollisionMethod)UNKNOWN_TYPE));
    raises(DT_INVALID_VALUE, dtSetSubdivisionLevels(31));
}

static void of_objects(void)
{
    double matrix[16];
    DtVector min, max;

    raises(DT_INVALID_OPERATION, dtTranslate(1, 0, 0)); /* none is current */
    raises(DT_UNKNOWN_SHAPE, dtCreateObject(BALL, NO_SHAPE));
    dtCreateObject(BALL, dtSphere(1));
    raises(DT_INVALID_OPERATION, dtCreateObject(BALL, dtSphere(2)));
    expect(dtGetBBox(BALL, min, max) && near(max[0], 2));
    raises(DT_UNKNOWN_OBJECT, dtDeleteObject(NOTHING));
    raises(DT_UNKNOWN_OBJECT, dtSelectObject(NOTHING));
    raises(DT_INVALID_POINTER, dtLoadMatrixd(NULL));
    raises(DT_INVALID_POINTER, dtMultMatrixf(NULL));
    raises(DT_INVALID_VALUE, dtRotate(0, 0, 0, 0));
    raises(DT_NO_ERROR, expect(!dtGetBBox(BALL, min, max))); /* it collides with nothing */
    dtLoadIdentity();
    expect(dtGetBBox(BALL, min, max));
    raises(DT_INVALID_POINTER, expect(!dtGetMatrixd(BALL, NULL)));
    raises(DT_UNKNOWN_OBJECT, expect(!dtGetMatrixd(NOTHING, matrix)));
    raises(DT_INVALID_POINTER, expect(!dtGetBBox(BALL, NULL, max)));
    raises(DT_UNKNOWN_OBJECT, expect(dtGetTreeBoxes(NOTHING, 0, NULL, 0) == 0));
    raises(DT_UNKNOWN_OBJECT, expect(dtGetShape(NOTHING) == NULL));
    raises(DT_UNKNOWN_OBJECT, expect(!dtToWorld(NOTHING, min, max)));
    raises(DT_INVALID_POINTER, expect(!dtToLocal(BALL, NULL, max)));
    raises(DT_INVALID_POINTER, expect(!dtVertexFaceImpact(NULL, NULL, NULL)));
    raises(DT_INVALID_POINTER, expect(!dtEdgeEdgeImpact(NULL, NULL, NULL)));
    raises(DT_INVALID_OPERATION, dtEndTest());
    raises(DT_INVALID_ENUM, expect(dtGetLines((DtDrawing)UNKNOWN_TYPE, NULL, 0) == 0));
    raises(DT_INVALID_ENUM, expect(dtDebugDraw((DtDrawing)UNKNOWN_TYPE, NULL, NULL) == 0));
    raises(DT_UNKNOWN_OBJECT, dtSetFilter(NOTHING, 1, 1));
}

static void of_responses(void)
{
    raises(DT_INVALID_POINTER, dtSetDefaultResponse(NULL, DT_SIMPLE_RESPONSE, NULL));
    raises(DT_NO_ERROR, dtSetDefaultResponse(NULL, DT_NO_RESPONSE, NULL));
    raises(DT_INVALID_ENUM, dtSetObjectResponse(BALL, count, (DtResponseType)UNKNOWN_TYPE, NULL));
    raises(DT_INVALID_OPERATION, dtSetPairResponse(BALL, BALL, NULL, DT_NO_RESPONSE, NULL));
    raises(DT_INVALID_OPERATION, dtClearPairResponse(BALL, BALL));
    raises(DT_NO_ERROR, dtResetPairResponse(BALL, BALL));
    raises(DT_NO_ERROR, dtResetObjectResponse(NOTHING));
}

static void of_queries(void)
{
    DtVector zero = { 0, 0, 0 }, one = { 1, 1, 1 }, bad = { 0, 0, 0 };
    DtObjectRef found[2];
    DtContact contact;
    DtMotion turning;

    bad[0] = not_a_number();
    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(1, 1, 1));
    raises(DT_NO_ERROR, expect(dtTestObjects(BALL, BALL) == 0));
    raises(DT_UNKNOWN_OBJECT, expect(dtTestObjects(BALL, NOTHING) == 0));
    raises(DT_INVALID_OPERATION, expect(dtGetClosestPair(BALL, BALL, NULL, NULL) == -1));
    raises(DT_UNKNOWN_OBJECT, expect(!dtGetCommonPoint(BALL, NOTHING, NULL)));
    raises(DT_INVALID_VALUE, expect(!dtWithinDistance(BALL, CRATE, -1)));
    raises(DT_INVALID_VALUE, expect(!dtWithinDistance(BALL, CRATE, bad[0])));
    raises(DT_UNKNOWN_OBJECT, expect(dtGetPenDepth(BALL, NOTHING, NULL, NULL, NULL) == -1));
    raises(DT_INVALID_VALUE, expect(!dtGetSignedDistance(BALL, bad, NULL, NULL, NULL)));
    raises(DT_INVALID_VALUE, expect(!dtGetSeparation(BALL, CRATE, -1, 0, NULL, NULL)));
    raises(DT_INVALID_VALUE, expect(dtGetClash(BALL, CRATE, -1, 0, NULL, NULL, 0) == 0));
    raises(DT_INVALID_OPERATION, expect(dtGetContacts(BALL, BALL, &contact, 1) == 0));
    raises(DT_INVALID_OPERATION, expect(dtGetContactPatches(BALL, BALL, 0, NULL, NULL, 0) == 0));
    raises(DT_INVALID_VALUE, expect(dtCastObjects(BALL, bad, CRATE, NULL, NULL, NULL) == -1));
    turning.translation[0] = turning.translation[1] = turning.translation[2] = 0;
    turning.spin[0] = turning.spin[1] = turning.spin[2] = bad[0];
    raises(DT_INVALID_VALUE, expect(dtCastObjectsTurning(BALL, &turning, CRATE, NULL, NULL, NULL) == -1));
    raises(DT_INVALID_OPERATION, expect(dtCastObjectsTurning(BALL, NULL, BALL, NULL, NULL, NULL) == -1));
    raises(DT_INVALID_VALUE, dtSetSpin(BALL, bad[0], 0, 0));
    raises(DT_UNKNOWN_OBJECT, dtSetSpin(NOTHING, 0, 0, 1));
    raises(DT_INVALID_VALUE, dtSetPivot(BALL, 0, bad[0], 0));
    raises(DT_UNKNOWN_OBJECT, dtSetPivot(NOTHING, 0, 0, 1));
    raises(DT_INVALID_VALUE, expect(!dtRayCast(bad, one, NULL)));
    raises(DT_INVALID_POINTER, expect(dtRayCastAll(one, NULL, NULL, 0) == 0));
    raises(DT_UNKNOWN_OBJECT, expect(dtRayCastObject(NOTHING, zero, one, NULL, NULL) == -1));
    raises(DT_INVALID_VALUE, expect(dtQueryBox(bad, one, found, 2) == 0));
    raises(DT_INVALID_VALUE, expect(dtQueryBox(one, zero, found, 2) == 0));
    raises(DT_INVALID_POINTER, expect(dtQueryBox(zero, one, NULL, 2) == 0));
    raises(DT_INVALID_OPERATION, expect(dtSelfCollisions(BALL, 0, NULL) == 0));
    raises(DT_INVALID_POINTER, expect(dtSelfCollisions(BALL, 1, NULL) == 0));
    raises(DT_INVALID_OPERATION, expect(dtSelfCollisionsMotion(BALL, NULL, 0) == 0));
    raises(DT_INVALID_POINTER, expect(dtSelfCollisionsMotion(BALL, NULL, 1) == 0));
    raises(DT_INVALID_POINTER, expect(dtGetAllCollidingPolytopes(NULL, 1) == 0));
    raises(DT_INVALID_OPERATION, expect(dtGetIntersection(BALL, CRATE, NULL, 0) == 0));
    raises(DT_INVALID_OPERATION, expect(dtGetCollidingPolytopes(BALL, BALL, NULL, 0) == 0));
    dtTranslate(bad[0], 0, 0);
    expect(dtGetError() == DT_INVALID_VALUE);
    raises(DT_INVALID_OPERATION, expect(dtGetClosestPair(BALL, CRATE, NULL, NULL) == -1));
    raises(DT_NO_ERROR, expect(dtGetCollidingPolytopes(BALL, CRATE, NULL, 0) == 0));
}

static void of_batches(void)
{
    DtObjectRef ball = BALL, nothing = NOTHING;
    double places[2][3] = { { 0, 0, 0 }, { 0, 0, 0 } };
    DtArray objects = { NULL, DT_OBJECTS, DT_DOUBLE, 0, 1 }, points = { NULL, DT_POINTS, DT_DOUBLE, 0, 2 };
    DtScalar value;

    dtCreateObject(BALL, dtSphere(1));
    raises(DT_INVALID_POINTER, expect(dtBatchPairs(NULL, NULL, &objects, NULL, DT_COLLIDES, &value, NULL, 1) == 0));
    raises(DT_INVALID_POINTER, expect(dtBatchContacts(&objects, NULL, &objects, NULL, NULL, NULL, 0) == 0));
    objects.base = &nothing;
    raises(DT_UNKNOWN_OBJECT, expect(dtBatchPairs(&objects, NULL, &objects, NULL, DT_COLLIDES, &value, NULL, 1) == 1));
    expect(value == -1 && dtGetBadRow() == 0);
    objects.base = &ball;
    points.base = places;
    raises(DT_INVALID_ENUM, expect(dtBatchPairs(&objects, &points, &objects, NULL, DT_COLLIDES, &value, NULL, 1) == 0));
    raises(DT_INVALID_ENUM, expect(dtBatchChain(&objects, &points, NULL, DT_COLLIDES, NULL, &value, NULL, 1) == 0));
    raises(DT_INVALID_ENUM, expect(dtBatchPairs(&objects, NULL, &objects, NULL, (DtQuestion)UNKNOWN_TYPE, &value, NULL, 1) == 0));
    raises(DT_INVALID_OPERATION, expect(dtBatchCasts(&objects, NULL, &points, &objects, NULL, NULL, NULL, 0) == 2)); /* with itself */
    objects.count = 3;
    raises(DT_INVALID_VALUE, expect(dtBatchCasts(&objects, NULL, &points, &objects, NULL, NULL, NULL, 0) == 0));
    places[1][2] = not_a_number();
    raises(DT_INVALID_VALUE, expect(dtBatchRays(&points, &points, NULL, 0) == 2));
    expect(dtGetBadRow() == 1);
    raises(DT_INVALID_POINTER, expect(dtBatchRays(&points, NULL, NULL, 0) == 0));
    raises(DT_INVALID_POINTER, expect(dtBatchSurfacePoints(NULL, &points, NULL, 0) == 0));
    raises(DT_INVALID_POINTER, expect(dtBatchSignedDistances(NULL, &points, NULL, 0) == 0));
    raises(DT_INVALID_POINTER, expect(dtMatchContacts(NULL, 1, NULL, 0, NULL, 0) == 0));
}

static void of_settings(void)
{
    raises(DT_INVALID_POINTER, dtGetStatistics(NULL));
    raises(DT_INVALID_VALUE, dtSetThreads(0));
    raises(DT_INVALID_VALUE, dtSetThreads(257));
    raises(DT_INVALID_ENUM, dtSetBroadPhase((DtBroadPhase)UNKNOWN_TYPE));
    raises(DT_INVALID_ENUM, dtSetMotion((DtMotionKind)UNKNOWN_TYPE));
    raises(DT_INVALID_VALUE, dtSetTolerance(not_a_number()));
    raises(DT_NO_ERROR, dtSetTolerance(-1));
    raises(DT_INVALID_OPERATION, dtMakeCurrent((DtContext)5));
    raises(DT_INVALID_OPERATION, dtDeleteContext(NULL));
    raises(DT_INVALID_OPERATION, dtDeleteContext((DtContext)5));
}

void error_claims(void)
{
    run(of_shapes);
    run(where_no_shape_is_open);
    run(of_the_open_shape);
    run(of_deformation);
    run(of_objects);
    run(of_responses);
    run(of_queries);
    run(of_batches);
    run(of_settings);
}
