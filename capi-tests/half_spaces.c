/* Half-spaces: what is in one, what is refused, and the responses of objects on the ground. */
#include "kinds.h"

#define NEAR 1e-6

static int hits;
static DtCollData last;

static void hit(void *client_data, DtObjectRef a, DtObjectRef b, const DtCollData *data)
{
    (void)client_data;
    (void)a;
    (void)b;
    hits++;
    if (data != NULL) {
        last = *data;
    }
}

static int tested(void)
{
    hits = 0;
    dtTest();
    return hits;
}

static void members(void)
{
    static const double flat[16] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    DtShapeRef point = dtPoint(0, 0, 0);
    DtShapeRef ground = dtHalfSpace(0, 2, 0, 2); /* y <= 1 */
    DtShapeRef slope = dtHalfSpace(1, 1, 0, 0);
    DtVector min, max;

    CHECK_LINE("Half-spaces: points on either side, near and far");
    CHECK("half-space/points", probe_pair(ground, 0, 0, 0, point, 5, 1, -7));
    CHECK("half-space/points", probe_pair(ground, 0, 0, 0, point, 1e9, -1e9, 1e9));
    CHECK("half-space/points", !probe_pair(ground, 0, 0, 0, point, 1e9, 1 + NEAR, 1e9));
    CHECK("half-space/points", probe_pair(ground, 0, 3, 0, point, 2, 4 - NEAR, 0));
    CHECK("half-space/points", !probe_pair(ground, 0, 3, 0, point, 2, 4 + NEAR, 0));
    CHECK("half-space/points", probe_pair(slope, 0, 0, 0, point, 1000, -1000, 50));
    CHECK("half-space/points", !probe_pair(slope, 0, 0, 0, point, 1000, -1000 + NEAR, 50));

    CHECK_LINE("Half-spaces: boxes are infinite");
    dtCreateObject(OBJ(0), ground);
    CHECK("half-space/box", dtGetBBox(OBJ(0), min, max));
    CHECK("half-space/box", max[1] >= 1 && max[1] < 1 + NEAR);
    CHECK("half-space/box", max[0] == probe_infinity() && min[1] == -probe_infinity());
    dtLoadMatrixd(flat);
    CHECK("half-space/flattened", !dtGetBBox(OBJ(0), min, max));
    dtGetError();
    dtDeleteObject(OBJ(0));
    dtDeleteShape(slope);
    dtDeleteShape(ground);
    dtDeleteShape(point);
}

static void refused(void)
{
    DtShapeRef ball = dtSphere(1), ground = dtHalfSpace(0, 1, 0, 0), bad;
    double numbers[3];
    int i, n;

    numbers[0] = probe_nan();
    numbers[1] = probe_infinity();
    numbers[2] = -probe_infinity();
    CHECK_LINE("Half-spaces: numbers that are none, and no normal");
    for (i = 0; i < 3; i++) {
        for (n = 0; n < 4; n++) {
            bad = dtHalfSpace(n == 0 ? numbers[i] : 1, n == 1 ? numbers[i] : 1, n == 2 ? numbers[i] : 1,
                              n == 3 ? numbers[i] : 0);
            CHECK_INT("half-space/bad-numbers", dtGetError(), DT_INVALID_VALUE);
            CHECK("half-space/bad-numbers", bad != NULL && !probe_pair(bad, 0, 0, 0, ball, 0, 0, 0));
            dtDeleteShape(bad);
        }
    }
    bad = dtHalfSpace(0, 0, 0, 1);
    CHECK_INT("half-space/no-normal", dtGetError(), DT_INVALID_VALUE);
    CHECK("half-space/no-normal", bad != NULL && !probe_pair(bad, 0, 0, 0, ball, 0, 0, 0));
    dtDeleteShape(bad);
    CHECK_POINTER("half-space/no-operand", dtSum(ground, ball), NULL);
    CHECK_INT("half-space/no-operand", dtGetError(), DT_INVALID_OPERATION);
    CHECK_POINTER("half-space/no-operand", dtHull(ball, ground), NULL);
    CHECK_INT("half-space/no-operand", dtGetError(), DT_INVALID_OPERATION);
    CHECK("half-space/no-operand", probe_pair(ground, 0, 0, 0, ball, 0, 1, 0));
    dtDeleteShape(ground);
    dtDeleteShape(ball);
}

static void placed_and_saved(void)
{
    static const double quarter[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1};
    static unsigned char bytes[200];
    DtShapeRef point = dtPoint(0, 0, 0), ground = dtHalfSpace(0, 1, 0, 0);
    DtShapeRef wall = dtPlaced(ground, quarter); /* x >= 5 */
    DtShapeRef loaded;
    DtCount count = dtSaveShape(wall, bytes, sizeof bytes);

    CHECK_LINE("Half-spaces: placed, saved and loaded");
    CHECK("half-space/saved", count > 0 && count <= sizeof bytes);
    loaded = dtLoadShape(bytes, count);
    CHECK("half-space/saved", loaded != NULL);
    CHECK("half-space/placed", probe_pair(wall, 0, 0, 0, point, 5 + NEAR, 9, 9));
    CHECK("half-space/placed", !probe_pair(wall, 0, 0, 0, point, 5 - NEAR, 9, 9));
    CHECK("half-space/saved", probe_pair(loaded, 0, 0, 0, point, 5 + NEAR, 9, 9));
    CHECK("half-space/saved", !probe_pair(loaded, 0, 0, 0, point, 5 - NEAR, 9, 9));
    dtDeleteShape(loaded);
    dtDeleteShape(wall);
    dtDeleteShape(ground);
    dtDeleteShape(point);
}

/* Every kind of shape on the ground: lifted out by its depth it only just misses. */
static void every_kind(void)
{
    DtShapeRef shapes[KIND_COUNT];
    DtShapeRef ground = dtHalfSpace(0, 1, 0, 0);
    int kind;

    CHECK_LINE("Half-spaces: every kind of shape in the ground, and on it");
    kind_make_all(shapes);
    for (kind = 0; kind < KIND_COUNT; kind++) {
        DtVector p, q, n;
        DtScalar depth, gap;

        dtCreateObject(OBJ(0), ground);
        dtCreateObject(OBJ(1), shapes[kind]);
        dtTranslate(1e4, -0.25, -3e4);
        dtSetPairResponse(OBJ(0), OBJ(1), hit, DT_WITNESSED_RESPONSE, NULL);
        check_case("kind %d", kind);
        CHECK_INT("half-space/hits", tested(), 1);
        CHECK("half-space/common-point", last.point1[1] <= NEAR || last.point2[1] <= NEAR);
        depth = dtGetPenDepth(OBJ(1), OBJ(0), n, p, q);
        CHECK("half-space/depth", depth >= 0.25 - NEAR && n[1] > 1 - NEAR);
        CHECK("half-space/depth", fabs(q[1]) < NEAR && fabs(p[1] + depth) < NEAR);
        dtTranslate(0, depth + 0.5, 0);
        CHECK_INT("half-space/misses", tested(), 0);
        gap = dtGetClosestPair(OBJ(0), OBJ(1), p, q);
        CHECK("half-space/distance", fabs(gap - 0.5) < NEAR && fabs(p[1]) < NEAR && fabs(q[1] - 0.5) < NEAR);
        dtResetPairResponse(OBJ(0), OBJ(1));
        dtDeleteObject(OBJ(1));
        dtDeleteObject(OBJ(0));
        CHECK_INT("half-space/no-error", dtGetError(), DT_NO_ERROR);
    }
    for (kind = 0; kind < KIND_COUNT; kind++) {
        dtDeleteShape(shapes[kind]);
    }
    dtDeleteShape(ground);
}

/* A ball falls through the ground between two frames. */
static void in_motion(void)
{
    DtShapeRef ground = dtHalfSpace(1, 1, 0, 0), ball = dtSphere(1);
    DtVector from = {4, 4, 0}, to = {-4, -4, 0}, at, n;

    CHECK_LINE("Half-spaces: casts, rays and tests of what moves");
    dtCreateObject(OBJ(0), ground);
    dtCreateObject(OBJ(1), ball);
    dtSetPairResponse(OBJ(0), OBJ(1), hit, DT_SMART_RESPONSE, NULL);
    dtTranslate(3, 3, 7);
    tested();
    dtProceed();
    dtTranslate(-3.5, -3.5, 0);
    CHECK_INT("half-space/smart", tested(), 1);
    CHECK("half-space/smart", fabs(last.normal[0] + 3 - 0.70710678118) < NEAR);
    hits = 0;
    dtTestMotion();
    CHECK_INT("half-space/motion", hits, 1);
    CHECK("half-space/motion", dtRayCastObject(OBJ(0), from, to, at, n) >= 0);
    CHECK("half-space/ray", fabs(at[0]) < NEAR && fabs(at[1]) < NEAR && fabs(n[0] - 0.70710678118) < NEAR);
    dtResetPairResponse(OBJ(0), OBJ(1));
    dtDeleteObject(OBJ(1));
    dtDeleteObject(OBJ(0));
    dtDeleteShape(ball);
    dtDeleteShape(ground);
    CHECK_INT("half-space/no-error", dtGetError(), DT_NO_ERROR);
}

#define BALL(i) ((DtObjectRef)&balls[i])

/* Under each broad phase objects on the ground are found, and those high above are not. */
static void broad_phases(void)
{
    static char balls[300];
    static const DtBroadPhase kinds[] = {DT_SWEEP_AND_PRUNE, DT_BOX_TREE, DT_BRUTE_FORCE, DT_AUTOMATIC};
    DtShapeRef ground = dtHalfSpace(0, 1, 0, 0), slope = dtHalfSpace(0.1, 1, 0.1, -1), ball = dtSphere(0.5);
    unsigned k;
    int i;

    CHECK_LINE("Half-spaces: in every broad phase");
    for (k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        dtSetBroadPhase(kinds[k]);
        dtCreateObject(OBJ(0), ground);
        dtCreateObject(OBJ(1), slope);
        for (i = 0; i < 300; i++) {
            dtCreateObject(BALL(i), ball);
            dtTranslate(i % 20 * 2, i % 3 == 0 ? 0.25 : 40 + i, i / 20 * 2);
            dtSetPairResponse(OBJ(0), BALL(i), hit, DT_SIMPLE_RESPONSE, NULL);
        }
        check_case("broad phase %d", (int)kinds[k]);
        CHECK_INT("half-space/broad-phases", tested(), 100);
        dtSelectObject(OBJ(0));
        dtTranslate(0, -1, 0);
        CHECK_INT("half-space/broad-phases", tested(), 0);
        dtTranslate(0, 1000, 0);
        CHECK_INT("half-space/broad-phases", tested(), 300);
        for (i = 0; i < 300; i++) {
            dtResetPairResponse(OBJ(0), BALL(i));
            dtDeleteObject(BALL(i));
        }
        dtDeleteObject(OBJ(1));
        dtDeleteObject(OBJ(0));
    }
    dtDeleteShape(ball);
    dtDeleteShape(slope);
    dtDeleteShape(ground);
}

int main(void)
{
    members();
    refused();
    placed_and_saved();
    every_kind();
    in_motion();
    broad_phases();
    return check_finish();
}
