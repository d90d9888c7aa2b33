/* How far two objects are apart: dtGetClosestPair, dtGetCommonPoint, dtWithinDistance. */
#include "floor.h"
#include "probe.h"

static void distances(void)
{
    DtVector p, q;
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef ball = dtSphere(1);
    CHECK_LINE("Distance: world coordinates, zero if and only if the objects collide");
    probe_create(OBJ(0), box, 0, 0, 0);
    probe_create(OBJ(1), ball, 5, 0.5, 0);
    CHECK_NEAR("pair_queries/distance", dtGetClosestPair(OBJ(0), OBJ(1), p, q), 3, 1e-12);
    CHECK_VECTOR("pair_queries/closest-points-in-world-coordinates", p, 1, 0.5, 0, 1e-12);
    CHECK_VECTOR("pair_queries/closest-points-in-world-coordinates", q, 4, 0.5, 0, 1e-12);
    CHECK_NEAR("pair_queries/distance", dtGetClosestPair(OBJ(1), OBJ(0), q, p), 3, 1e-12);
    CHECK_VECTOR("pair_queries/swapped-is-mirrored", p, 1, 0.5, 0, 1e-12);
    CHECK_VECTOR("pair_queries/swapped-is-mirrored", q, 4, 0.5, 0, 1e-12);
    CHECK_NEAR("pair_queries/points-may-be-null", dtGetClosestPair(OBJ(0), OBJ(1), NULL, NULL), 3, 1e-12);
    probe_place(OBJ(1), 2, 0, 0);
    CHECK("pair_queries/touching-is-distance-zero", dtGetClosestPair(OBJ(0), OBJ(1), p, q) == 0.0);
    CHECK_VECTOR("pair_queries/a-common-point-of-touching", p, 1, 0, 0, 1e-12);
    CHECK("pair_queries/a-common-point-of-touching", memcmp(p, q, sizeof p) == 0);
    CHECK_INT("pair_queries/common-point", dtGetCommonPoint(OBJ(0), OBJ(1), p), DT_TRUE);
    CHECK_VECTOR("pair_queries/common-point", p, 1, 0, 0, 1e-12);
    CHECK_INT("pair_queries/common-point", dtGetCommonPoint(OBJ(0), OBJ(1), NULL), DT_TRUE);
    CHECK_INT("pair_queries/no-errors", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(box);
    dtDeleteShape(ball);
    probe_reset();
}

static void within(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    CHECK_LINE("Within a distance: closed");
    probe_create(OBJ(0), box, 0, 0, 0);
    probe_create(OBJ(1), box, 5, 0, 0);
    CHECK_INT("pair_queries/within-is-closed", dtWithinDistance(OBJ(0), OBJ(1), 3), DT_TRUE);
    CHECK_INT("pair_queries/within", dtWithinDistance(OBJ(0), OBJ(1), 3.0001), DT_TRUE);
    CHECK_INT("pair_queries/within", dtWithinDistance(OBJ(0), OBJ(1), 2.9999), DT_FALSE);
    CHECK_INT("pair_queries/within-infinity", dtWithinDistance(OBJ(0), OBJ(1), probe_infinity()), DT_TRUE);
    CHECK_INT("pair_queries/within-zero-is-colliding", dtWithinDistance(OBJ(0), OBJ(1), 0), DT_FALSE);
    probe_place(OBJ(1), 2, 0, 0);
    CHECK_INT("pair_queries/within-zero-is-colliding", dtWithinDistance(OBJ(0), OBJ(1), 0), DT_TRUE);
    CHECK_INT("pair_queries/no-errors", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(box);
    probe_reset();
}

static void complex_shapes(void)
{
    DtVector p, q;
    DtShapeRef floor_shape = make_floor(20);
    DtShapeRef ball = dtSphere(1);
    CHECK_LINE("Distance: complex shapes, by their nearest parts");
    probe_create(OBJ(0), ball, 7.25, 3, 5.5);
    probe_create(OBJ(1), floor_shape, 0, 0, 0);
    CHECK_NEAR("pair_queries/distance-to-a-mesh", dtGetClosestPair(OBJ(0), OBJ(1), p, q), 2, 1e-9);
    CHECK_VECTOR("pair_queries/distance-to-a-mesh", p, 7.25, 2, 5.5, 1e-5);
    CHECK_VECTOR("pair_queries/distance-to-a-mesh", q, 7.25, 0, 5.5, 1e-5);
    CHECK_INT("pair_queries/within-of-a-mesh", dtWithinDistance(OBJ(1), OBJ(0), 2.001), DT_TRUE);
    CHECK_INT("pair_queries/within-of-a-mesh", dtWithinDistance(OBJ(1), OBJ(0), 1.999), DT_FALSE);
    probe_create(OBJ(2), floor_shape, 0.5, 4, 0.25);
    CHECK_NEAR("pair_queries/mesh-to-mesh", dtGetClosestPair(OBJ(1), OBJ(2), p, q), 4, 1e-9);
    CHECK_NEAR("pair_queries/mesh-to-mesh", q[1] - p[1], 4, 1e-9);
    dtRotate(0.3, 0, 0, 1);
    CHECK("pair_queries/mesh-to-mesh", dtGetClosestPair(OBJ(1), OBJ(2), p, q) == 0.0);
    CHECK_INT("pair_queries/common-point-of-meshes", dtGetCommonPoint(OBJ(1), OBJ(2), p), DT_TRUE);
    CHECK_NEAR("pair_queries/common-point-of-meshes", p[1], 0, 1e-9);
    CHECK_INT("pair_queries/no-errors", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(floor_shape);
    dtDeleteShape(ball);
    probe_reset();
}

/* Asks everything about a pair, which shall have no answer, and raise this error each time. */
static void refused(DtObjectRef first, DtObjectRef second, DtError error)
{
    DtVector p = {7, 8, 9};
    DtVector q = {7, 8, 9};
    CHECK("pair_queries/no-answer", dtGetClosestPair(first, second, p, q) == -1.0);
    CHECK_INT("pair_queries/errors", dtGetError(), error);
    CHECK_INT("pair_queries/no-answer", dtGetCommonPoint(first, second, p), DT_FALSE);
    CHECK_INT("pair_queries/errors", dtGetError(), error);
    CHECK_INT("pair_queries/no-answer", dtWithinDistance(first, second, 1e9), DT_FALSE);
    CHECK_INT("pair_queries/errors", dtGetError(), error);
    CHECK_VECTOR("pair_queries/no-answer-writes-nothing", p, 7, 8, 9, 0);
    CHECK_VECTOR("pair_queries/no-answer-writes-nothing", q, 7, 8, 9, 0);
}

static void bad_input(void)
{
    DtVector p = {7, 8, 9};
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef none = dtBox(2, probe_nan(), 2);
    DtShapeRef empty = dtNewComplexShape();
    CHECK_LINE("Queries of pairs: bad input");
    dtEndComplexShape();
    dtGetError();
    probe_create(OBJ(0), box, 0, 0, 0);
    probe_create(OBJ(1), box, 5, 0, 0);
    refused(OBJ(0), OBJ(9), DT_UNKNOWN_OBJECT);
    refused(OBJ(9), OBJ(0), DT_UNKNOWN_OBJECT);
    refused(NULL, OBJ(0), DT_UNKNOWN_OBJECT);
    refused(OBJ(0), OBJ(0), DT_INVALID_OPERATION);
    CHECK_INT("pair_queries/bad-distances", dtWithinDistance(OBJ(0), OBJ(1), probe_nan()), DT_FALSE);
    CHECK_INT("pair_queries/bad-distances", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("pair_queries/bad-distances", dtWithinDistance(OBJ(0), OBJ(1), -1), DT_FALSE);
    CHECK_INT("pair_queries/bad-distances", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("pair_queries/apart-writes-no-point", dtGetCommonPoint(OBJ(0), OBJ(1), p), DT_FALSE);
    CHECK_VECTOR("pair_queries/apart-writes-no-point", p, 7, 8, 9, 0);
    CHECK_INT("pair_queries/no-errors", dtGetError(), DT_NO_ERROR);
    dtCreateObject(OBJ(2), none);
    refused(OBJ(0), OBJ(2), DT_INVALID_OPERATION);
    dtCreateObject(OBJ(3), empty);
    refused(OBJ(3), OBJ(0), DT_INVALID_OPERATION);
    dtSelectObject(OBJ(1));
    dtTranslate(probe_nan(), 0, 0);
    dtGetError();
    refused(OBJ(0), OBJ(1), DT_INVALID_OPERATION);
    dtDeleteShape(box);
    dtDeleteShape(none);
    dtDeleteShape(empty);
    probe_reset();
}

static double asked_inside;

static void ask_inside(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)coll_data;
    asked_inside = dtGetClosestPair(object1, object2, NULL, NULL) + dtGetClosestPair(OBJ(0), OBJ(2), NULL, NULL);
}

static void inside_a_callback(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    CHECK_LINE("Queries of pairs: inside of callbacks");
    probe_create(OBJ(0), box, 0, 0, 0);
    probe_create(OBJ(1), box, 1, 0, 0);
    probe_create(OBJ(2), box, 9, 0, 0);
    dtSetDefaultResponse(ask_inside, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("pair_queries/inside-a-callback", dtTest(), 1);
    CHECK_NEAR("pair_queries/inside-a-callback", asked_inside, 7, 1e-12);
    dtDeleteShape(box);
    probe_reset();
}

int main(void)
{
    distances();
    within();
    complex_shapes();
    bad_input();
    inside_a_callback();
    return check_finish();
}
