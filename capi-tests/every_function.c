/* Every function: its signature, that it links, and that one sensible call of it has its effect. */
#include "probe.h"

/* An incompatible declaration would not compile; a missing definition would not link. */
static int all_have_addresses(void)
{
    DtShapeRef (*box)(DtScalar, DtScalar, DtScalar) = dtBox;
    DtShapeRef (*cone)(DtScalar, DtScalar) = dtCone;
    DtShapeRef (*cylinder)(DtScalar, DtScalar) = dtCylinder;
    DtShapeRef (*sphere)(DtScalar) = dtSphere;
    DtShapeRef (*new_complex)(void) = dtNewComplexShape;
    void (*end_complex)(void) = dtEndComplexShape;
    void (*begin)(DtPolyType) = dtBegin;
    void (*end)(void) = dtEnd;
    void (*vertex)(DtScalar, DtScalar, DtScalar) = dtVertex;
    void (*base)(const void *) = dtVertexBase;
    void (*index)(DtIndex) = dtVertexIndex;
    void (*indices)(DtPolyType, DtCount, const DtIndex *) = dtVertexIndices;
    void (*range)(DtPolyType, DtIndex, DtCount) = dtVertexRange;
    void (*change)(DtShapeRef, const void *) = dtChangeVertexBase;
    void (*delete_shape)(DtShapeRef) = dtDeleteShape;
    void (*create)(DtObjectRef, DtShapeRef) = dtCreateObject;
    void (*delete_object)(DtObjectRef) = dtDeleteObject;
    void (*select)(DtObjectRef) = dtSelectObject;
    void (*identity)(void) = dtLoadIdentity;
    void (*loadf)(const float *) = dtLoadMatrixf;
    void (*loadd)(const double *) = dtLoadMatrixd;
    void (*multf)(const float *) = dtMultMatrixf;
    void (*multd)(const double *) = dtMultMatrixd;
    void (*translate)(DtScalar, DtScalar, DtScalar) = dtTranslate;
    void (*rotate)(DtScalar, DtScalar, DtScalar, DtScalar) = dtRotate;
    void (*scale)(DtScalar, DtScalar, DtScalar) = dtScale;
    void (*set_default)(DtResponse, DtResponseType, void *) = dtSetDefaultResponse;
    void (*clear_default)(void) = dtClearDefaultResponse;
    void (*set_object)(DtObjectRef, DtResponse, DtResponseType, void *) = dtSetObjectResponse;
    void (*clear_object)(DtObjectRef) = dtClearObjectResponse;
    void (*reset_object)(DtObjectRef) = dtResetObjectResponse;
    void (*set_pair)(DtObjectRef, DtObjectRef, DtResponse, DtResponseType, void *) = dtSetPairResponse;
    void (*clear_pair)(DtObjectRef, DtObjectRef) = dtClearPairResponse;
    void (*reset_pair)(DtObjectRef, DtObjectRef) = dtResetPairResponse;
    DtCount (*test)(void) = dtTest;
    void (*proceed)(void) = dtProceed;
    void (*enable)(void) = dtEnableCaching;
    void (*disable)(void) = dtDisableCaching;
    void (*tolerance)(DtScalar) = dtSetTolerance;
    DtShapeRef (*ellipsoid)(DtScalar, DtScalar, DtScalar) = dtEllipsoid;
    DtShapeRef (*make_point)(DtScalar, DtScalar, DtScalar) = dtPoint;
    DtShapeRef (*line_segment)(DtScalar, DtScalar, DtScalar, DtScalar, DtScalar, DtScalar) = dtLineSegment;
    DtShapeRef (*rectangle)(DtScalar, DtScalar) = dtRectangle;
    DtShapeRef (*disc)(DtScalar) = dtDisc;
    DtShapeRef (*ellipse)(DtScalar, DtScalar) = dtEllipse;
    DtShapeRef (*capsule)(DtScalar, DtScalar) = dtCapsule;
    DtShapeRef (*lozenge)(DtScalar, DtScalar, DtScalar) = dtLozenge;
    DtShapeRef (*round_box)(DtScalar, DtScalar, DtScalar, DtScalar) = dtRoundBox;
    DtShapeRef (*wheel)(DtScalar, DtScalar) = dtWheel;
    DtShapeRef (*frustum)(DtScalar, DtScalar, DtScalar, DtScalar, DtScalar) = dtFrustum;
    DtShapeRef (*sum)(DtShapeRef, DtShapeRef) = dtSum;
    DtShapeRef (*hull)(DtShapeRef, DtShapeRef) = dtHull;
    DtShapeRef (*placed)(DtShapeRef, const double *) = dtPlaced;
    DtBool (*get_matrixf)(DtObjectRef, float *) = dtGetMatrixf;
    DtBool (*get_matrixd)(DtObjectRef, double *) = dtGetMatrixd;
    DtBool (*get_bbox)(DtObjectRef, DtScalar *, DtScalar *) = dtGetBBox;
    DtShapeRef (*get_shape)(DtObjectRef) = dtGetShape;
    DtCount (*test_objects)(DtObjectRef, DtObjectRef) = dtTestObjects;
    DtError (*get_error)(void) = dtGetError;
    const char *(*error_string)(DtError) = dtErrorString;

    return box && cone && cylinder && sphere && new_complex && end_complex && begin && end && vertex && base &&
           index && indices && range && change && delete_shape && create && delete_object && select && identity &&
           loadf && loadd && multf && multd && translate && rotate && scale && set_default && clear_default &&
           set_object && clear_object && reset_object && set_pair && clear_pair && reset_pair && test && proceed &&
           enable && disable && tolerance && ellipsoid && make_point && line_segment && rectangle && disc && ellipse &&
           capsule && lozenge && round_box && wheel && frustum && sum && hull && placed && get_matrixf &&
           get_matrixd && get_bbox && get_shape && test_objects && get_error && error_string;
}

/* Each called once; the final world is known: see the comments. */
static void each_called_once(void)
{
    static const double vertices[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4};
    static const double lifted[] = {0, 0, 2, 4, 0, 2, 0, 4, 2, 0, 0, 6};
    static const DtIndex face[] = {0, 1, 2};
    static const float by_ten_x[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1};
    static const double by_ten_y[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 10, 0, 1};
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef cone = dtCone(1, 2);
    DtShapeRef cylinder = dtCylinder(1, 2);
    DtShapeRef sphere = dtSphere(1);
    DtShapeRef ellipsoid = dtEllipsoid(1, 2, 3);
    DtShapeRef mesh = dtNewComplexShape();
    dtVertexBase(vertices);
    dtBegin(DT_SIMPLEX);
    dtVertexIndex(0);
    dtVertex(1, 1, 5);
    dtEnd();
    dtVertexIndices(DT_POLYGON, 3, face);
    dtVertexRange(DT_POLYHEDRON, 0, 4);
    dtEndComplexShape();
    dtChangeVertexBase(mesh, lifted);

    dtCreateObject(OBJ(0), box);
    dtLoadMatrixf(by_ten_x);
    dtMultMatrixd(by_ten_y);
    dtTranslate(-10, -10, 0); /* back at the origin */
    dtCreateObject(OBJ(1), cone);
    dtRotate(0, 0, 1, 0); /* half a turn: apex down, but no place changes */
    dtScale(1, 1, 1);
    dtCreateObject(OBJ(2), cylinder);
    dtLoadMatrixd(by_ten_y);
    dtMultMatrixf(by_ten_x); /* at (10, 10, 0): alone */
    dtCreateObject(OBJ(3), sphere);
    dtCreateObject(OBJ(4), ellipsoid);
    dtCreateObject(OBJ(5), mesh); /* from z = 2 on: meets the ellipsoid (z to 3) only */
    dtSelectObject(OBJ(3));
    dtTranslate(50, 0, 0);
    dtLoadIdentity();

    /* At the origin: box 0, cone 1, sphere 3, ellipsoid 4: six pairs, and (5,4). */
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK_LINE("The 39 functions, dtTestObjects and dtEllipsoid");
    CHECK_INT("functions/each-called-once", probe_test(), 7);
    CHECK_INT("functions/each-called-once", probe_called(OBJ(5), OBJ(4)), 1);
    dtClearObjectResponse(OBJ(0));
    CHECK_INT("functions/each-called-once", probe_test(), 4);
    dtResetObjectResponse(OBJ(0));
    dtSetObjectResponse(OBJ(1), probe_record, DT_NO_RESPONSE, NULL);
    CHECK_INT("functions/each-called-once", probe_test(), 4);
    dtClearPairResponse(OBJ(3), OBJ(4));
    CHECK_INT("functions/each-called-once", probe_test(), 3);
    dtSetPairResponse(OBJ(3), OBJ(4), probe_record, DT_WITNESSED_RESPONSE, NULL);
    CHECK_INT("functions/each-called-once", probe_test(), 4);
    dtClearDefaultResponse();
    CHECK_INT("functions/each-called-once", probe_test(), 1);
    dtResetPairResponse(OBJ(3), OBJ(4));
    CHECK_INT("functions/each-called-once", probe_test(), 0);
    dtResetObjectResponse(OBJ(1));
    dtProceed();
    dtDisableCaching();
    dtEnableCaching();
    dtSetTolerance(1e-4);
    dtSetDefaultResponse(probe_record, DT_SMART_RESPONSE, NULL);
    CHECK_INT("functions/test-objects-runs-the-response-of-one-pair", dtTestObjects(OBJ(0), OBJ(4)), 1);
    CHECK_INT("functions/test-objects-runs-the-response-of-one-pair", dtTestObjects(OBJ(0), OBJ(2)), 0);
    dtDeleteObject(OBJ(4));
    CHECK_INT("functions/each-called-once", probe_test(), 3);
    CHECK_INT("functions/each-called-once", dtGetError(), DT_NO_ERROR);
    CHECK("functions/each-called-once", dtErrorString(DT_NO_ERROR) != NULL);
    probe_reset();
    dtDeleteShape(box);
    dtDeleteShape(cone);
    dtDeleteShape(cylinder);
    dtDeleteShape(sphere);
    dtDeleteShape(ellipsoid);
    dtDeleteShape(mesh);
    CHECK_INT("functions/each-called-once", dtGetError(), DT_NO_ERROR);
}

/* dtTestObjects: the same answer, order and response as dtTest gives for that pair. */
static void test_objects(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef mesh = probe_point();
    const DtCollData *data = &probe_log[0].data;
    CHECK_LINE("dtTestObjects(ref, ref): test one pair, run its response");
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), mesh);
    dtTranslate(1, 0, 0);
    probe_create(OBJ(2), box, 5, 0, 0);
    probe_count = 0;
    CHECK_INT("functions/test-objects-without-response", dtTestObjects(OBJ(0), OBJ(1)), 0);
    probe_default(DT_WITNESSED_RESPONSE);
    CHECK_INT("functions/test-objects-order-is-that-of-test", dtTestObjects(OBJ(0), OBJ(1)), 1);
    CHECK_INT("functions/test-objects-order-is-that-of-test", probe_called(OBJ(1), OBJ(0)), 1);
    CHECK_INT("functions/test-objects-order-is-that-of-test", dtTestObjects(OBJ(1), OBJ(0)), 1);
    CHECK_INT("functions/test-objects-order-is-that-of-test", probe_called(OBJ(1), OBJ(0)), 2);
    CHECK_VECTOR("functions/test-objects-data", data->point2, 1, 0, 0, 1e-9);
    /* A client reads coll_data after the call. */
    CHECK_VECTOR("functions/test-objects-data-is-readable-afterwards", probe_log[1].pointer->point2, 1, 0, 0, 1e-9);
    CHECK_INT("functions/test-objects-of-a-miss", dtTestObjects(OBJ(0), OBJ(2)), 0);
    probe_reset();
    dtDeleteShape(box);
    dtDeleteShape(mesh);
}

int main(void)
{
    CHECK_LINE("The 39 functions, dtTestObjects and dtEllipsoid, all with C linkage");
    CHECK("functions/signatures-and-linkage", all_have_addresses());
    each_called_once();
    test_objects();
    return check_finish();
}
