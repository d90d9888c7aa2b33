/* Objects and placement: placements that are not finite, huge, or collapsed; shapes deleted while in use. */
#include "kinds.h"

static void break_placement(int way)
{
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    float f[16];
    int i;
    m[way % 2 ? 13 : 4] = way % 2 ? probe_nan() : probe_infinity();
    for (i = 0; i < 16; i++) {
        f[i] = (float)m[i];
    }
    switch (way) {
    case 0: dtRotate(0, 0, 0, 0); break;
    case 1: dtRotate(probe_nan(), 0, 0, 1); break;
    case 2: dtRotate(0, 0, probe_infinity(), 1); break;
    case 3: dtTranslate(0, probe_nan(), 0); break;
    case 4: dtTranslate(-probe_infinity(), 0, 0); break;
    case 5: dtScale(1, 1, probe_nan()); break;
    case 6: dtScale(probe_infinity(), 1, 1); break;
    case 7: case 8: dtLoadMatrixd(m); break;
    case 9: case 10: dtMultMatrixd(m); break;
    case 11: case 12: dtLoadMatrixf(f); break;
    default: dtMultMatrixf(f); break;
    }
}

/* For every kind: an object broken in every way hits nothing, not even itself later; a finite placement heals. */
static void broken_placements(int caching)
{
    DtShapeRef shapes[KIND_COUNT];
    DtShapeRef box = dtBox(2, 2, 2);
    int way, kind;

    CHECK_LINE("Objects: zero quaternion, NaN, infinity: hits nothing until the placement is finite");
    kind_make_all(shapes);
    for (kind = 0; kind < KIND_COUNT; kind++) {
        for (way = 0; way <= 14; way++) {
            probe_reset();
            if (!caching) {
                dtDisableCaching();
            }
            probe_default(DT_SMART_RESPONSE);
            dtCreateObject(OBJ(0), box);
            dtCreateObject(OBJ(1), shapes[kind]);
            dtCreateObject(OBJ(2), box);
            check_case("%s, way %d, caching %d", kind_table[kind].name, way, caching);
            CHECK_INT("extremes/finite-placement-hits", probe_test(), 3);
            dtSelectObject(OBJ(1));
            while (dtGetError() != DT_NO_ERROR) {
            }
            break_placement(way);
            CHECK_INT("extremes/zero-quaternion-nan-infinity-hits-nothing", probe_test(), 1);
            CHECK_INT("extremes/zero-quaternion-nan-infinity-raises-an-error", dtGetError(), DT_INVALID_VALUE);
            CHECK("extremes/others-still-hit", probe_called(OBJ(0), OBJ(2)) == 1);
            dtTranslate(0.25, 0, 0); /* a step from nowhere is nowhere */
            CHECK_INT("extremes/zero-quaternion-nan-infinity-hits-nothing", probe_test(), 1);
            dtProceed();
            probe_place(OBJ(0), 0.125, 0, 0);
            CHECK_INT("extremes/zero-quaternion-nan-infinity-hits-nothing", probe_test(), 1);
            CHECK("extremes/response-data-is-finite", probe_log_is_finite());
            dtSelectObject(OBJ(1));
            dtLoadIdentity();
            CHECK_INT("extremes/a-finite-placement-heals", probe_test(), 3);
            CHECK("extremes/response-data-is-finite", probe_log_is_finite());
            probe_place(OBJ(1), 50, 0, 0);
            CHECK_INT("extremes/a-finite-placement-heals", probe_test(), 1);
            probe_place(OBJ(1), 0, 0, 0);
            CHECK_INT("extremes/a-finite-placement-heals", probe_test(), 3);
        }
    }
    probe_reset();
    kind_delete_all(shapes);
    dtDeleteShape(box);
}

static int huge_pair(DtShapeRef *shapes, int a, int b, int direction, double scale, double gap)
{
    const double *ea = kind_table[a].extreme[direction];
    const double *eb = kind_table[b].extreme[direction ^ 1];
    double at[3];
    DtCount hits;
    int k;
    for (k = 0; k < 3; k++) {
        at[k] = (ea[k] - eb[k]) * scale;
    }
    at[direction / 2] += (direction % 2 == 0 ? gap : -gap) * scale;
    dtCreateObject(OBJ(0), shapes[a]);
    dtScale(scale, scale, scale);
    dtCreateObject(OBJ(1), shapes[b]);
    dtTranslate(at[0], at[1], at[2]);
    dtScale(scale, scale, scale);
    probe_default(DT_SMART_RESPONSE);
    hits = probe_test();
    dtDeleteObject(OBJ(0));
    dtDeleteObject(OBJ(1));
    return hits != 0;
}

/* Extents and distances of 1e299, up to five of them: squares of all of these overflow. */
static void huge_coordinates(void)
{
    static const double scales[] = {1e10, 1e100, 1e154, 1e200, 1e299};
    DtShapeRef shapes[KIND_COUNT];
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef sphere = dtSphere(1);
    int a, b, direction, s;

    CHECK_LINE("Objects: coordinates to 1e300 give neither wrong answers nor crashes");
    kind_make_all(shapes);
    for (s = 0; s < 5; s++) {
        for (a = 0; a < KIND_COUNT; a++) {
            for (b = 0; b < KIND_COUNT; b++) {
                for (direction = 0; direction < 6; direction++) {
                    check_case("scale %g, %s against %s, direction %d", scales[s], kind_table[a].name,
                               kind_table[b].name, direction);
                    CHECK("extremes/coordinates-to-1e300-miss", !huge_pair(shapes, a, b, direction, scales[s], 0.25));
                    if (kind_table[a].gauge != NULL || kind_table[b].gauge != NULL) {
                        CHECK("extremes/coordinates-to-1e300-hit",
                              huge_pair(shapes, a, b, direction, scales[s], -0.0625));
                    }
                    CHECK("extremes/coordinates-to-1e300-finite-data", probe_log_is_finite());
                }
            }
        }
    }
    probe_reset();
    CHECK_LINE("Objects: coordinates to 1e300: far away, moderate size");
    CHECK("extremes/far-apart-objects-miss", !probe_pair(box, 1e300, 0, 0, sphere, -1e300, 0, 0));
    CHECK("extremes/far-apart-objects-miss", !probe_pair(box, 1e300, 1e300, 1e300, box, -1e300, -1e300, -1e300));
    CHECK("extremes/far-objects-at-one-place-hit", probe_pair(box, 1e300, 1e300, 0, sphere, 1e300, 1e300, 0));
    kind_delete_all(shapes);
    dtDeleteShape(box);
    dtDeleteShape(sphere);
}

/* Two objects that collide, of which the first is flattened: every function that is about a pair tells so. */
static void flat_body_for_all(void)
{
    static const double motion[3] = {0, 0, 1};
    dtGetError();
    CHECK("extremes/scaled-to-zero-collides-for-every-function", dtGetClosestPair(OBJ(0), OBJ(1), NULL, NULL) == 0);
    CHECK("extremes/scaled-to-zero-collides-for-every-function", dtGetCommonPoint(OBJ(0), OBJ(1), NULL));
    CHECK("extremes/scaled-to-zero-collides-for-every-function", dtWithinDistance(OBJ(0), OBJ(1), 0));
    CHECK("extremes/scaled-to-zero-collides-for-every-function", dtCastObjects(OBJ(0), motion, OBJ(1), NULL, NULL, NULL) == 0);
    CHECK("extremes/scaled-to-zero-collides-for-every-function", dtGetPenDepth(OBJ(0), OBJ(1), NULL, NULL, NULL) > 0);
    CHECK("extremes/scaled-to-zero-collides-for-every-function", dtGetContacts(OBJ(0), OBJ(1), NULL, 0) > 0);
    CHECK("extremes/scaled-to-zero-collides-for-every-function", dtGetContactPatches(OBJ(0), OBJ(1), 4, NULL, NULL, 0) > 0);
    CHECK("extremes/scaled-to-zero-collides-for-every-function", dtGetCollidingPolytopes(OBJ(0), OBJ(1), NULL, 0) > 0);
    CHECK_INT("extremes/scaled-to-zero-collides-for-every-function", dtTestObjects(OBJ(0), OBJ(1)), 1);
    CHECK_INT("extremes/scaled-to-zero-collides-for-every-function", dtTestMotion(), 1);
    CHECK_INT("extremes/scaled-to-zero-collides-for-every-function", dtGetError(), DT_NO_ERROR);
}

/* Of two triangles that cross, one becomes a segment that goes through the other: no function refuses. */
static void crossing_triangles(void)
{
    static const double from[3] = {-0.5, 2, 0.25}, to[3] = {-0.5, -2, 0.25};
    DtShapeRef triangles[2];
    DtVector normal;
    int i;

    CHECK_LINE("Objects: a complex shape scaled to zero still works");
    for (i = 0; i < 2; i++) {
        triangles[i] = dtNewComplexShape();
        dtBegin(DT_POLYGON);
        dtVertex(-1, i == 0 ? 0 : -1, i == 0 ? -1 : 0);
        dtVertex(1, i == 0 ? 0.5 : -1, i == 0 ? -1 : 0);
        dtVertex(0, 1, 1);
        dtEnd();
        dtEndComplexShape();
    }
    dtGetError();
    dtCreateObject(OBJ(0), triangles[0]);
    dtScale(1, 0, 1);
    dtCreateObject(OBJ(1), triangles[1]);
    CHECK_INT("extremes/flattened-triangle-crosses-another", dtGetAllCollidingPolytopes(NULL, 0), 1);
    CHECK_INT("extremes/flattened-triangle-crosses-another", dtGetCollidingPolytopes(OBJ(0), OBJ(1), NULL, 0), 1);
    CHECK_INT("extremes/flattened-triangle-crosses-another", dtGetIntersection(OBJ(0), OBJ(1), NULL, 0), 1);
    CHECK_NEAR("extremes/flattened-triangle-crosses-another", dtRayCastObject(OBJ(0), from, to, NULL, normal), -1, 0);
    dtSelectObject(OBJ(0));
    dtScale(4, 1, 4);
    CHECK_NEAR("extremes/flattened-triangle-crosses-another", dtRayCastObject(OBJ(0), from, to, NULL, normal), 0.5, 1e-12);
    CHECK_VECTOR("extremes/flattened-triangle-crosses-another", normal, 0, 1, 0, 1e-12);
    CHECK_INT("extremes/flattened-triangle-crosses-another", dtGetError(), DT_NO_ERROR);
    probe_reset();
    dtDeleteShape(triangles[0]);
    dtDeleteShape(triangles[1]);
}

/* Every kind flattened to a plane, a line, a point: the probe box at the origin is met, the one outside the
   flattened shape is not, and the way back leads to the old answers. */
static void collapsed(int caching)
{
    static const double factors[][3] = {{0, 0, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}};
    DtShapeRef shapes[KIND_COUNT];
    DtShapeRef box = dtBox(1, 1, 1);
    int kind, i;

    CHECK_LINE("Objects: a complex shape scaled to zero still works");
    kind_make_all(shapes);
    if (!caching) {
        dtDisableCaching();
    }
    probe_default(DT_WITNESSED_RESPONSE);
    for (kind = 0; kind < KIND_COUNT; kind++) {
        for (i = 0; i < 7; i++) {
            int axis = factors[i][0] == 0 ? 0 : factors[i][1] == 0 ? 1 : 2;
            double where[3] = {0, 0, 0};
            check_case("%s, scaled by (%g, %g, %g), caching %d", kind_table[kind].name, factors[i][0], factors[i][1],
                       factors[i][2], caching);
            dtCreateObject(OBJ(0), shapes[kind]);
            dtTranslate(10, 20, 30);
            dtScale(factors[i][0], factors[i][1], factors[i][2]);
            /* Away along an axis that is scaled to zero: the flattened shape lies in the plane through 10,20,30. */
            where[axis] = 0.6;
            dtCreateObject(OBJ(1), box);
            dtTranslate(10 + where[0], 20 + where[1], 30 + where[2]);
            CHECK_INT("extremes/scaled-to-zero-misses-beside", probe_test(), 0);
            /* A box of 7 about the place holds all of it. */
            probe_place(OBJ(1), 10, 20, 30);
            dtScale(7, 7, 7);
            CHECK_INT("extremes/scaled-to-zero-hits", probe_test(), 1);
            CHECK("extremes/scaled-to-zero-has-finite-data", probe_log_is_finite());
            flat_body_for_all();
            dtProceed();
            dtSelectObject(OBJ(0));
            dtLoadIdentity();
            CHECK_INT("extremes/scaled-to-zero-and-back", probe_test(), 0);
            probe_place(OBJ(1), kind_table[kind].extreme[0][0], kind_table[kind].extreme[0][1],
                        kind_table[kind].extreme[0][2]);
            CHECK_INT("extremes/scaled-to-zero-and-back", probe_test(), 1);
            dtDeleteObject(OBJ(0));
            dtDeleteObject(OBJ(1));
        }
    }
    probe_reset();
    kind_delete_all(shapes);
    dtDeleteShape(box);
}

static void deleted_shapes(void)
{
    DtShapeRef shapes[KIND_COUNT];
    DtShapeRef box = dtBox(2, 2, 2);
    int kind;

    CHECK_LINE("Objects: dtDeleteShape while objects use it: they keep it until they go");
    kind_make_all(shapes);
    probe_default(DT_SMART_RESPONSE);
    for (kind = 0; kind < KIND_COUNT; kind++) {
        check_case("%s", kind_table[kind].name);
        dtCreateObject(OBJ(0), box);
        dtCreateObject(OBJ(1), shapes[kind]);
        dtCreateObject(OBJ(2), shapes[kind]);
        dtTranslate(50, 0, 0);
        dtDeleteShape(shapes[kind]);
        CHECK_INT("extremes/deleted-shape-stays-with-its-objects", probe_test(), 1);
        dtDeleteObject(OBJ(1));
        probe_place(OBJ(2), 0.25, 0, 0);
        CHECK_INT("extremes/deleted-shape-stays-with-its-objects", probe_test(), 1);
        dtProceed();
        probe_place(OBJ(2), 0.125, 0, 0);
        CHECK_INT("extremes/deleted-shape-stays-with-its-objects", probe_test(), 1);
        dtDeleteObject(OBJ(2));
        dtDeleteObject(OBJ(0));
    }
    CHECK_LINE("Objects: dtDeleteShape of NULL, or repeated: nothing happens");
    dtCreateObject(OBJ(0), box);
    dtDeleteShape(NULL);
    for (kind = 0; kind < KIND_COUNT; kind++) {
        dtDeleteShape(shapes[kind]);
    }
    dtCreateObject(OBJ(1), box);
    CHECK_INT("extremes/null-or-repeated-shape-deletion-does-nothing", probe_test(), 1);
    dtDeleteShape(box);
    dtDeleteShape(box);
    CHECK_INT("extremes/null-or-repeated-shape-deletion-does-nothing", probe_test(), 1);
    probe_reset();
}

int main(void)
{
    broken_placements(1);
    broken_placements(0);
    huge_coordinates();
    crossing_triangles();
    collapsed(1);
    collapsed(0);
    deleted_shapes();
    return check_finish();
}
