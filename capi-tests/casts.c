/* When and where moving objects and rays first touch: dtCastObjects, dtRayCastObject, dtRayCast, dtRayCastAll; and when
 * moving vertices, edges and faces do: dtVertexFaceImpact, dtEdgeEdgeImpact. */
#include "floor.h"
#include "probe.h"

static DtScalar *vec(DtVector v, DtScalar x, DtScalar y, DtScalar z)
{
    v[0] = x;
    v[1] = y;
    v[2] = z;
    return v;
}

static void objects(void)
{
    DtVector m, k, p, n;
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef ball = dtSphere(1);
    CHECK_LINE("Casts of objects: earliest contact, point and normal");
    probe_create(OBJ(0), box, 0, 0, 0);
    probe_create(OBJ(1), ball, 6, 0.5, 0);
    CHECK_NEAR("casts/time", dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, -8, 0, 0), p, n), 0.5, 1e-12);
    CHECK_VECTOR("casts/point-in-world-coordinates", p, 1, 0.5, 0, 1e-9);
    CHECK_VECTOR("casts/normal-from-object2-to-object1", n, -1, 0, 0, 1e-9);
    CHECK_NEAR("casts/swapped-is-mirrored", dtCastObjects(OBJ(1), m, OBJ(0), NULL, p, n), 0.5, 1e-12);
    CHECK_VECTOR("casts/swapped-is-mirrored", p, 1, 0.5, 0, 1e-9);
    CHECK_VECTOR("casts/swapped-is-mirrored", n, 1, 0, 0, 1e-9);
    CHECK_NEAR("casts/both-may-move", dtCastObjects(OBJ(0), vec(k, 3, 0, 1), OBJ(1), vec(m, -5, 0, 1), p, n), 0.5, 1e-12);
    CHECK_VECTOR("casts/both-may-move", p, 2.5, 0.5, 0.5, 1e-9);
    CHECK_NEAR("casts/outputs-may-be-null", dtCastObjects(OBJ(0), k, OBJ(1), m, NULL, NULL), 0.5, 1e-12);
    CHECK("casts/too-short-a-way", dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, -3.999, 0, 0), NULL, NULL) == -1);
    CHECK_NEAR("casts/the-end-belongs-to-it", dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, -4, 0, 0), NULL, NULL), 1, 1e-12);
    CHECK("casts/away", dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, 4, 0, 0), NULL, NULL) == -1);
    CHECK("casts/no-motion", dtCastObjects(OBJ(0), NULL, OBJ(1), NULL, NULL, NULL) == -1);
    CHECK("casts/no-motion", dtCastObjects(OBJ(0), m, OBJ(1), m, NULL, NULL) == -1);
    CHECK("casts/nothing-is-moved", dtGetClosestPair(OBJ(0), OBJ(1), NULL, NULL) == 4);
    probe_place(OBJ(1), 2, 0, 0);
    CHECK("casts/touching-start", dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, 1, 0, 0), p, n) == 0);
    CHECK_VECTOR("casts/touching-start", p, 1, 0, 0, 1e-12);
    CHECK_VECTOR("casts/touching-start", n, -1, 0, 0, 1e-9);
    probe_place(OBJ(1), 0, -1.5, 0);
    CHECK("casts/overlapping-start", dtCastObjects(OBJ(0), NULL, OBJ(1), NULL, p, n) == 0);
    CHECK_VECTOR("casts/overlapping-start-has-the-normal-of-the-depth", n, 0, 1, 0, 1e-6);
    CHECK_INT("casts/no-errors", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(box);
    dtDeleteShape(ball);
    probe_reset();
}

static void complex_shapes(void)
{
    DtVector m, p, n;
    DtShapeRef floor_shape = make_floor(20);
    DtShapeRef ball = dtSphere(1);
    CHECK_LINE("Casts of complex shapes: the earliest of all their parts");
    probe_create(OBJ(0), ball, 7.25, 5, 5.5);
    probe_create(OBJ(1), floor_shape, 0, 0, 0);
    CHECK_NEAR("casts/on-a-mesh", dtCastObjects(OBJ(0), vec(m, 2, -8, 1), OBJ(1), NULL, p, n), 0.5, 1e-9);
    CHECK_VECTOR("casts/on-a-mesh", p, 8.25, 0, 6, 1e-6);
    CHECK_VECTOR("casts/on-a-mesh", n, 0, 1, 0, 1e-6);
    CHECK("casts/beside-a-mesh", dtCastObjects(OBJ(0), vec(m, 40, -8, 0), OBJ(1), NULL, p, n) == -1);
    probe_create(OBJ(2), floor_shape, 0.5, 4, 0.25);
    CHECK_NEAR("casts/mesh-on-mesh", dtCastObjects(OBJ(1), NULL, OBJ(2), vec(m, 0, -8, 0), p, n), 0.5, 1e-9);
    CHECK_NEAR("casts/mesh-on-mesh", fabs(n[1]), 1, 1e-6);
    CHECK_NEAR("casts/ray-on-a-mesh", dtRayCastObject(OBJ(1), vec(m, 3.3, 2, 4.1), vec(p, 3.3, -2, 4.1), p, n), 0.5, 1e-12);
    CHECK_VECTOR("casts/ray-on-a-mesh", p, 3.3, 0, 4.1, 1e-9);
    CHECK_VECTOR("casts/ray-on-a-mesh", n, 0, 1, 0, 1e-9);
    CHECK_NEAR("casts/ray-from-below", dtRayCastObject(OBJ(1), vec(m, 3.3, -2, 4.1), vec(p, 3.3, 2, 4.1), p, n), 0.5, 1e-12);
    CHECK_VECTOR("casts/ray-from-below", n, 0, -1, 0, 1e-9);
    CHECK_INT("casts/no-errors", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(floor_shape);
    dtDeleteShape(ball);
    probe_reset();
}

static void rays(void)
{
    int i;
    DtVector f, t, p, n;
    DtRayHit hit, hits[4];
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef ball = dtSphere(1);
    CHECK_LINE("Rays: at an object, and through the scene");
    for (i = 0; i < 5; i++) {
        probe_create(OBJ(i), i % 2 == 0 ? ball : box, 4 * i, 0, 0);
    }
    vec(f, -3, 0, 0);
    vec(t, 17, 0, 0);
    CHECK_NEAR("casts/ray", dtRayCastObject(OBJ(2), f, t, p, n), 0.5, 1e-12);
    CHECK_VECTOR("casts/ray", p, 7, 0, 0, 1e-9);
    CHECK_VECTOR("casts/ray-normal-points-out", n, -1, 0, 0, 1e-9);
    CHECK_INT("casts/nearest", dtRayCast(f, t, &hit), DT_TRUE);
    CHECK("casts/nearest", hit.object == OBJ(0));
    CHECK_NEAR("casts/nearest", hit.time, 0.1, 1e-12);
    CHECK_VECTOR("casts/nearest", hit.point, -1, 0, 0, 1e-9);
    CHECK_VECTOR("casts/nearest", hit.normal, -1, 0, 0, 1e-9);
    CHECK_INT("casts/any", dtRayCast(f, t, NULL), DT_TRUE);
    CHECK_INT("casts/all", dtRayCastAll(f, t, hits, 4), 5);
    for (i = 0; i < 4; i++) {
        CHECK("casts/all-in-order", hits[i].object == OBJ(i));
        CHECK_NEAR("casts/all-in-order", hits[i].time, 0.1 + 0.2 * i, 1e-12);
    }
    CHECK_INT("casts/all-counted", dtRayCastAll(t, f, NULL, 0), 5);
    CHECK_INT("casts/all-the-other-way", dtRayCastAll(t, f, hits, 1), 5);
    CHECK("casts/all-the-other-way", hits[0].object == OBJ(4));
    probe_place(OBJ(0), 0, 9, 0);
    CHECK_INT("casts/follows-moves", dtRayCast(f, t, &hit), DT_TRUE);
    CHECK("casts/follows-moves", hit.object == OBJ(1));
    vec(t, -3, 100, 0);
    memset(&hit, 0, sizeof hit);
    CHECK_INT("casts/none", dtRayCast(f, t, &hit), DT_FALSE);
    CHECK("casts/none-writes-nothing", hit.object == NULL && hit.time == 0);
    CHECK_INT("casts/none", dtRayCastAll(f, t, hits, 4), 0);
    vec(f, 4.5, 0, 0);
    CHECK("casts/from-inside", dtRayCastObject(OBJ(1), f, t, p, n) == 0);
    CHECK_VECTOR("casts/from-inside", p, 4.5, 0, 0, 0);
    CHECK_VECTOR("casts/from-inside-the-way-out", n, 1, 0, 0, 1e-9);
    CHECK("casts/one-point", dtRayCastObject(OBJ(1), f, f, p, n) == 0);
    CHECK_INT("casts/one-point", dtRayCast(f, f, &hit), DT_TRUE);
    vec(f, 6, 0, 0);
    CHECK("casts/one-point", dtRayCastObject(OBJ(1), f, f, p, n) == -1);
    /* Twice at once: the older one. */
    probe_create(OBJ(9), box, 4, 0, 0);
    CHECK_INT("casts/ties", dtRayCast(vec(f, 0, 0, 0), vec(t, 9, 0, 0), &hit), DT_TRUE);
    CHECK("casts/ties", hit.object == OBJ(1));
    CHECK_INT("casts/no-errors", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(box);
    dtDeleteShape(ball);
    probe_reset();
}

/* Asks everything about these, which shall have no answer, and raise this error each time. */
static void refused(DtObjectRef first, DtObjectRef second, const DtScalar *motion, DtError error)
{
    DtVector p = {7, 8, 9};
    DtVector n = {7, 8, 9};
    CHECK("casts/no-answer", dtCastObjects(first, motion, second, NULL, p, n) == -1);
    CHECK_INT("casts/errors", dtGetError(), error);
    CHECK("casts/no-answer", dtCastObjects(first, NULL, second, motion, p, n) == -1);
    CHECK_INT("casts/errors", dtGetError(), error);
    CHECK_VECTOR("casts/no-answer-writes-nothing", p, 7, 8, 9, 0);
    CHECK_VECTOR("casts/no-answer-writes-nothing", n, 7, 8, 9, 0);
}

static void refused_ray(DtObjectRef object, const DtScalar *from, const DtScalar *to, DtError error)
{
    DtVector p = {7, 8, 9};
    DtVector n = {7, 8, 9};
    DtRayHit hit;
    memset(&hit, 0, sizeof hit);
    CHECK("casts/no-answer", dtRayCastObject(object, from, to, p, n) == -1);
    CHECK_INT("casts/errors", dtGetError(), error);
    CHECK_VECTOR("casts/no-answer-writes-nothing", p, 7, 8, 9, 0);
    CHECK_VECTOR("casts/no-answer-writes-nothing", n, 7, 8, 9, 0);
    if (error == DT_INVALID_POINTER || error == DT_INVALID_VALUE) {
        CHECK_INT("casts/no-answer", dtRayCast(from, to, &hit), DT_FALSE);
        CHECK_INT("casts/errors", dtGetError(), error);
        CHECK_INT("casts/no-answer", dtRayCastAll(from, to, &hit, 1), 0);
        CHECK_INT("casts/errors", dtGetError(), error);
        CHECK("casts/no-answer-writes-nothing", hit.object == NULL && hit.time == 0);
    }
}

static void bad_input(void)
{
    DtVector m, bad;
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef none = dtBox(2, probe_nan(), 2);
    DtShapeRef empty = dtNewComplexShape();
    CHECK_LINE("Casts: bad input");
    dtEndComplexShape();
    dtGetError();
    vec(m, -9, 0, 0);
    probe_create(OBJ(0), box, 0, 0, 0);
    probe_create(OBJ(1), box, 5, 0, 0);
    refused(OBJ(0), OBJ(9), m, DT_UNKNOWN_OBJECT);
    refused(NULL, OBJ(0), m, DT_UNKNOWN_OBJECT);
    refused(OBJ(0), OBJ(0), m, DT_INVALID_OPERATION);
    refused(OBJ(0), OBJ(1), vec(bad, probe_nan(), 0, 0), DT_INVALID_VALUE);
    refused(OBJ(0), OBJ(1), vec(bad, 0, probe_infinity(), 0), DT_INVALID_VALUE);
    refused_ray(OBJ(9), m, m, DT_UNKNOWN_OBJECT);
    refused_ray(OBJ(0), NULL, m, DT_INVALID_POINTER);
    refused_ray(OBJ(0), m, NULL, DT_INVALID_POINTER);
    refused_ray(OBJ(0), vec(bad, 0, 0, probe_nan()), m, DT_INVALID_VALUE);
    refused_ray(OBJ(0), m, vec(bad, 0, 0, -probe_infinity()), DT_INVALID_VALUE);
    dtCreateObject(OBJ(2), none);
    refused(OBJ(0), OBJ(2), m, DT_INVALID_OPERATION);
    refused_ray(OBJ(2), m, m, DT_INVALID_OPERATION);
    dtCreateObject(OBJ(3), empty);
    refused(OBJ(3), OBJ(0), m, DT_INVALID_OPERATION);
    CHECK_INT("casts/nothing-to-hit-is-passed-over", dtRayCastAll(vec(bad, 9, 0, 0), m, NULL, 0), 2);
    CHECK_INT("casts/no-errors", dtGetError(), DT_NO_ERROR);
    dtSelectObject(OBJ(1));
    dtTranslate(probe_nan(), 0, 0);
    dtGetError();
    refused(OBJ(0), OBJ(1), m, DT_INVALID_OPERATION);
    refused_ray(OBJ(1), m, m, DT_INVALID_OPERATION);
    dtDeleteShape(box);
    dtDeleteShape(none);
    dtDeleteShape(empty);
    probe_reset();
}

static void impacts(void)
{
    DtScalar start[12] = { 0.25, 1, 0.25, 0, 0, 0, 1, 0, 0, 0, 0, 1 }, end[12], times[2] = { 7, 7 };
    int i;

    CHECK_LINE("Impacts of moving points: dtVertexFaceImpact, dtEdgeEdgeImpact");
    for (i = 0; i < 12; i++) {
        end[i] = start[i];
    }
    CHECK_INT("impacts/none", dtVertexFaceImpact(start, end, times), DT_FALSE);
    CHECK("impacts/none-writes-nothing", times[0] == 7 && times[1] == 7);
    end[1] = 0;
    CHECK_INT("impacts/touching-at-the-end", dtVertexFaceImpact(start, end, times), DT_TRUE);
    CHECK("impacts/touching-at-the-end", times[0] <= 1 && times[1] == 1 && times[0] >= 1 - 1e-12);
    CHECK_INT("impacts/touching-at-the-start", dtVertexFaceImpact(end, start, times), DT_TRUE);
    CHECK("impacts/touching-at-the-start", times[0] == 0 && times[1] <= 1e-12);
    end[1] = -1;
    CHECK_INT("impacts/times-may-be-null", dtVertexFaceImpact(start, end, NULL), DT_TRUE);
    CHECK_INT("impacts/vertex-face", dtVertexFaceImpact(start, end, times), DT_TRUE);
    CHECK("impacts/vertex-face", times[0] <= 0.5 && 0.5 <= times[1] && times[1] - times[0] <= 1e-12);
    start[0] = end[0] = -1e-300; /* beside the triangle, by next to nothing */
    CHECK_INT("impacts/exact", dtVertexFaceImpact(start, end, times), DT_FALSE);
    start[0] = end[0] = 0; /* on its edge */
    CHECK_INT("impacts/exact", dtVertexFaceImpact(start, end, times), DT_TRUE);

    start[0] = end[0] = 1;
    start[3] = end[3] = -1; /* from (1, y, 0.25) to (-1, 0, 0), over the edge from (1, 0, 0) to (0, 0, 1) */
    CHECK_INT("impacts/edge-edge", dtEdgeEdgeImpact(start, end, times), DT_TRUE);
    CHECK("impacts/edge-edge", times[0] <= 0.5 && 0.5 <= times[1] && times[1] - times[0] <= 1e-12);
    for (i = 0; i < 12; i++) {
        start[i] = end[i] = 2;
    }
    CHECK_INT("impacts/all-points-are-the-same", dtEdgeEdgeImpact(start, end, times), DT_TRUE);
    CHECK("impacts/all-points-are-the-same", times[0] == 0 && times[1] == 0);
    CHECK_INT("impacts/no-errors", dtGetError(), DT_NO_ERROR);

    times[0] = 7;
    CHECK_INT("impacts/errors", dtEdgeEdgeImpact(NULL, end, times), DT_FALSE);
    CHECK_INT("impacts/errors", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("impacts/errors", dtVertexFaceImpact(start, NULL, times), DT_FALSE);
    CHECK_INT("impacts/errors", dtGetError(), DT_INVALID_POINTER);
    start[5] = probe_nan();
    CHECK_INT("impacts/errors", dtEdgeEdgeImpact(start, end, times), DT_FALSE);
    CHECK_INT("impacts/errors", dtGetError(), DT_INVALID_VALUE);
    start[5] = probe_infinity();
    CHECK_INT("impacts/errors", dtVertexFaceImpact(end, start, times), DT_FALSE);
    CHECK_INT("impacts/errors", dtGetError(), DT_INVALID_VALUE);
    CHECK("impacts/errors", times[0] == 7);
}

static double asked_inside;

static void ask_inside(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    DtVector f, t;
    DtRayHit hit;
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
    asked_inside = dtCastObjects(OBJ(0), NULL, OBJ(2), vec(t, -14, 0, 0), NULL, NULL);
    if (dtRayCast(vec(f, 20, 0, 0), vec(t, 10, 0, 0), &hit) != DT_FALSE) {
        asked_inside += hit.object == OBJ(2) ? 10 : 20;
    }
}

static void inside_a_callback(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    CHECK_LINE("Casts: inside of callbacks");
    probe_create(OBJ(0), box, 0, 0, 0);
    probe_create(OBJ(1), box, 1, 0, 0);
    probe_create(OBJ(2), box, 9, 0, 0);
    dtSetDefaultResponse(ask_inside, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("casts/inside-a-callback", dtTest(), 1);
    CHECK_NEAR("casts/inside-a-callback", asked_inside, 10.5, 1e-12);
    dtDeleteShape(box);
    probe_reset();
}

int main(void)
{
    objects();
    complex_shapes();
    rays();
    bad_input();
    impacts();
    inside_a_callback();
    return check_finish();
}
