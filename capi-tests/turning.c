/* Objects that turn on orbits, what is left open of them, and casts of objects that collide at the start: DT_UNDECIDED,
   dtUndecidedTime, dtSetStopAtPenetration, dtCastObjectsTurning without a turn, and batches beside single queries. */
#include "probe.h"

#define KINDS 8

/* Shapes of all kinds, about one unit large. */
static DtShapeRef shape_of_kind(int kind)
{
    DtShapeRef shape;
    int i;
    switch (kind) {
    case 0:
        return dtBox(1, 0.75, 0.5);
    case 1:
        return dtSphere(0.5);
    case 2:
        return dtCone(0.5, 1);
    case 3:
        return dtCylinder(0.5, 1);
    case 4:
        return dtEllipsoid(0.5, 0.25, 0.75);
    case 5:
        return dtCapsule(0.25, 0.75);
    default:
        shape = dtNewComplexShape();
        if (kind == 6) {
            dtBegin(DT_POLYHEDRON);
            for (i = 0; i < 20; i++) {
                dtVertex(probe_between(-0.5, 0.5), probe_between(-0.5, 0.5), probe_between(-0.5, 0.5));
            }
            dtEnd();
        } else {
            for (i = 0; i < 12; i++) {
                double x = probe_between(-0.5, 0.5), y = probe_between(-0.5, 0.5), z = probe_between(-0.5, 0.5);
                dtBegin(DT_SIMPLEX);
                dtVertex(x, y, z);
                dtVertex(x + 0.25, y, z);
                dtVertex(x, y + 0.25, z + 0.125);
                dtEnd();
            }
        }
        dtEndComplexShape();
        return shape;
    }
}

static void turn_randomly(void)
{
    dtRotate(probe_between(-1, 1), probe_between(-1, 1), probe_between(-1, 1), probe_between(0.25, 1));
}

/* A ball goes round another one at a distance. */
static void orbit(double gap)
{
    DtShapeRef ball = dtSphere(0.5), arm = dtPoint(1.5 + gap, 0, 0);
    probe_reset();
    probe_create(OBJ(0), dtSum(arm, ball), 0, 0, 0);
    probe_create(OBJ(1), dtSphere(1), 0, 0, 0);
}

static void orbits(void)
{
    static const double gaps[] = {1e-3, 1e-4, 1e-5, 2e-6, 1e-2, 1e-1};
    static const double angles[] = {100, 31.4, 10, 6.28, 1000, 9000};
    DtMotion motion = {{0, 0, 0}, {0, 0, 0}};
    DtStop stop;
    int i;
    CHECK_LINE("Orbits at a constant distance");
    for (i = 0; i < 6; i++) {
        check_case("gap %g", gaps[i]);
        orbit(gaps[i]);
        motion.spin[1] = angles[i];
        CHECK("orbits/cast", dtCastObjectsTurning(OBJ(0), &motion, OBJ(1), NULL, NULL, NULL) == -1);
        dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
        dtProceed();
        dtSelectObject(OBJ(0));
        dtRotate(0, sin(angles[i] / 2), 0, cos(angles[i] / 2));
        dtSetSpin(OBJ(0), 0, angles[i], 0);
        CHECK_INT("orbits/test-motion", dtTestMotion(), 0);
        CHECK_INT("orbits/advance", dtAdvance(&stop, 1), 0);
        CHECK_INT("orbits/no-error", dtGetError(), DT_NO_ERROR);
    }
}

/* A gear of twelve teeth turns past a point that it misses by a millionth. */
static void gear(void)
{
    DtShapeRef shape = dtNewComplexShape();
    int i;
    probe_reset();
    dtBegin(DT_POLYHEDRON);
    for (i = 0; i < 12; i++) {
        dtVertex(cos(i * acos(-1.) / 6), 0, sin(i * acos(-1.) / 6));
    }
    dtEnd();
    dtEndComplexShape();
    probe_create(OBJ(0), shape, 0, 0, 0);
    probe_create(OBJ(1), dtPoint(1.000001, 0, 0), 0, 0, 0);
    dtSetTolerance(1e-9);
}

static void left_open(void)
{
    DtMotion motion = {{0, 0, 0}, {0, 9000, 0}};
    DtScalar until, point[3] = {7, 7, 7};
    DtStop stop;
    CHECK_LINE("What is left open");
    gear();
    CHECK("open/cast", dtCastObjectsTurning(OBJ(0), &motion, OBJ(1), NULL, point, NULL) == -1);
    CHECK_INT("open/cast", dtGetError(), DT_UNDECIDED);
    until = dtUndecidedTime();
    CHECK("open/time", until > 0 && until < 1);
    CHECK("open/writes-nothing", point[0] == 7);
    CHECK("open/again", dtCastObjectsTurning(OBJ(0), &motion, OBJ(1), NULL, NULL, NULL) == -1);
    CHECK("open/again", dtUndecidedTime() == until);
    CHECK_INT("open/again", dtGetError(), DT_UNDECIDED);
    /* They are apart until then. */
    motion.spin[1] *= 0.99 * until;
    CHECK("open/apart-until-then", dtCastObjectsTurning(OBJ(0), &motion, OBJ(1), NULL, NULL, NULL) == -1);
    CHECK_INT("open/apart-until-then", dtGetError(), DT_NO_ERROR);

    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    dtProceed();
    dtSetSpin(OBJ(0), 0, 9000, 0);
    dtSelectObject(OBJ(0));
    dtRotate(0, sin(4500.), 0, cos(4500.));
    CHECK_INT("open/test-motion-calls-nothing", dtTestMotion(), 0);
    CHECK_INT("open/test-motion", dtGetError(), DT_UNDECIDED);
    CHECK("open/test-motion", dtUndecidedTime() > 0 && dtUndecidedTime() < 1);
    CHECK_INT("open/advance-has-no-stop", dtAdvance(&stop, 1), 0);
    CHECK_INT("open/advance", dtGetError(), DT_UNDECIDED);
    /* It has stopped where it is certainly apart. */
    CHECK("open/advance-goes-no-farther", dtGetClosestPair(OBJ(0), OBJ(1), NULL, NULL) > 0);
    dtSetTolerance(1e-6);
}

static void without_a_turn(void)
{
    DtScalar point[2][3], normal[2][3], times[2];
    DtMotion motions[2] = {{{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}};
    int i, j, k, round, hits = 0;
    CHECK_LINE("Casts without a turn are straight casts");
    for (i = 0; i < KINDS; i++) {
        for (j = 0; j < KINDS; j++) {
            for (round = 0; round < 12; round++) {
                check_case("kinds %d", 10 * i + j);
                probe_reset();
                probe_create(OBJ(0), shape_of_kind(i), probe_between(-1, 1), round % 4 ? 4 : 0.5, probe_between(-1, 1));
                turn_randomly();
                if (round % 3 == 0) {
                    dtScale(0.5, 2, 1);
                }
                probe_create(OBJ(1), shape_of_kind(j), 0, 0, 0);
                turn_randomly();
                for (k = 0; k < 3; k++) {
                    motions[0].translation[k] = probe_between(-1, 1) - (k == 1 ? 6 : 0);
                    motions[1].translation[k] = round % 2 ? probe_between(-1, 1) : 0;
                }
                memset(point, 0, sizeof point);
                memset(normal, 0, sizeof normal);
                times[0] = dtCastObjects(OBJ(0), motions[0].translation, OBJ(1), motions[1].translation, point[0], normal[0]);
                times[1] = dtCastObjectsTurning(OBJ(0), &motions[0], OBJ(1), &motions[1], point[1], normal[1]);
                CHECK("turn0/time", times[0] == times[1]);
                CHECK("turn0/point", memcmp(point[0], point[1], sizeof point[0]) == 0);
                CHECK("turn0/normal", memcmp(normal[0], normal[1], sizeof normal[0]) == 0);
                hits += times[0] >= 0;
            }
        }
    }
    CHECK("turn0/hits", hits > 200 && hits < KINDS * KINDS * 12);
    CHECK_INT("turn0/no-error", dtGetError(), DT_NO_ERROR);
}

static DtArray array_of(const void *base, DtLayout layout, DtCount count)
{
    DtArray array;
    array.base = base;
    array.layout = layout;
    array.type = DT_DOUBLE;
    array.stride = 0;
    array.count = count;
    return array;
}

static void chains(void)
{
    DtObjectRef links[2];
    double at[2][16];
    DtArray names, places;
    DtObjectPair pair;
    DtScalar value, expected;
    DtContact found, single;
    int i, round, depths = 0;
    CHECK_LINE("Chains are single queries, whichever object was made first");
    links[0] = OBJ(0), links[1] = OBJ(1);
    names = array_of(links, DT_OBJECTS, 2), places = array_of(at, DT_COLUMN_MAJOR_4X4, 2);
    for (round = 0; round < 300; round++) {
        check_case("round %d", round);
        probe_reset();
        for (i = 0; i < 8; i++) {
            double far = round % 2 ? 3 : 1;
            probe_create(OBJ((i + 2) % 8), shape_of_kind((round + i * (round / 8)) % KINDS), probe_between(-far, far),
                         probe_between(-far, far), probe_between(-far, far));
            turn_randomly();
        }
        for (i = 0; i < 2; i++) {
            dtSelectObject(OBJ(i));
            dtGetMatrixd(OBJ(i), at[i]);
        }
        CHECK_INT("chains/distance", dtBatchChain(&names, &places, NULL, DT_DISTANCE, &pair, &value, &found, 1), 1);
        expected = dtGetClosestPair(pair.object1, pair.object2, single.point1, single.point2);
        CHECK("chains/distance", value == expected);
        CHECK("chains/points", memcmp(found.point1, single.point1, sizeof(DtVector)) == 0);
        CHECK("chains/points", memcmp(found.point2, single.point2, sizeof(DtVector)) == 0);
        CHECK_INT("chains/depth", dtBatchChain(&names, &places, NULL, DT_DEPTH, &pair, &value, &found, 1), 1);
        if (pair.object1 != NULL) {
            depths++;
            expected = dtGetPenDepth(pair.object1, pair.object2, single.normal, single.point1, single.point2);
            CHECK("chains/depth", value == expected);
            CHECK("chains/normal", memcmp(found.normal, single.normal, sizeof(DtVector)) == 0);
        }
    }
    CHECK("chains/depths", depths > 50);
}

static void the_same_object(void)
{
    DtObjectRef one = OBJ(0), two[2];
    double at[2][7] = {{0, 0, 0, 0, 0, 0, 1}, {5, 0, 0, 0, 0, 0, 1}};
    DtArray names = array_of(&one, DT_OBJECTS, 1), links, places = array_of(at, DT_POSITION_XYZW, 2);
    DtObjectPair pairs[2];
    DtScalar answers[2];
    DtContact found[2];
    DtRayHit hits[2];
    DtCount rows[2];
    CHECK_LINE("An object against itself");
    two[0] = two[1] = OBJ(0);
    links = array_of(two, DT_OBJECTS, 2);
    probe_reset();
    probe_create(OBJ(0), dtBox(1, 1, 1), 0, 0, 0);
    dtGetClosestPair(OBJ(0), OBJ(0), NULL, NULL);
    CHECK_INT("same/single", dtGetError(), DT_INVALID_OPERATION);
    dtBatchPairs(&names, NULL, &names, &places, DT_COLLIDES, answers, NULL, 2);
    CHECK_INT("same/collides", dtGetError(), DT_INVALID_OPERATION);
    CHECK("same/bad-row", dtGetBadRow() == 0);
    dtBatchPairs(&names, NULL, &names, &places, DT_DISTANCE, answers, NULL, 2);
    CHECK_INT("same/distance", dtGetError(), DT_INVALID_OPERATION);
    CHECK("same/no-value", answers[0] == -1 && answers[1] == -1);
    dtBatchPairs(&names, NULL, &names, &places, DT_DEPTH, answers, NULL, 2);
    CHECK_INT("same/depth", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("same/contacts", dtBatchContacts(&names, NULL, &names, &places, found, rows, 2), 0);
    CHECK_INT("same/contacts", dtGetError(), DT_INVALID_OPERATION);
    dtBatchCasts(&names, NULL, NULL, &names, &places, NULL, hits, 2);
    CHECK_INT("same/casts", dtGetError(), DT_INVALID_OPERATION);
    CHECK("same/no-hit", hits[0].time == -1);
    CHECK_INT("same/chain", dtBatchChain(&links, &places, NULL, DT_DISTANCE, pairs, answers, NULL, 2), 0);
    CHECK_INT("same/chain", dtGetError(), DT_INVALID_OPERATION);
    one = OBJ(9);
    dtBatchPairs(&names, NULL, &names, &places, DT_DISTANCE, answers, NULL, 2);
    CHECK_INT("same/unknown-first", dtGetError(), DT_UNKNOWN_OBJECT);
}

/* The time of a cast of OBJ(0), the same by all ways. */
static DtScalar cast(double x, double y, double z)
{
    DtMotion motion = {{0, 0, 0}, {0, 0, 0}};
    DtVector by;
    DtObjectRef a = OBJ(0), b = OBJ(1);
    DtArray objects1 = array_of(&a, DT_OBJECTS, 1), objects2 = array_of(&b, DT_OBJECTS, 1), motions;
    DtScalar time;
    DtRayHit hit;
    by[0] = x, by[1] = y, by[2] = z;
    memcpy(motion.translation, by, sizeof by);
    motions = array_of(by, DT_POINTS, 1);
    time = dtCastObjects(a, by, b, NULL, NULL, NULL);
    CHECK("leaving/turning-too", dtCastObjectsTurning(a, &motion, b, NULL, NULL, NULL) == time);
    CHECK_INT("leaving/batches-too", dtBatchCasts(&objects1, NULL, &motions, &objects2, NULL, NULL, &hit, 1), 1);
    CHECK("leaving/batches-too", hit.time == time);
    return time;
}

static void leaving(void)
{
    DtMotion away = {{0, 3, 0}, {0, 1, 0}}, down = {{0, -3, 0}, {0, 1, 0}};
    int kind, round;
    CHECK_LINE("Objects that collide at the start");
    for (kind = 0; kind < 6; kind++) {
        DtScalar size[3], low[3], high[3];
        check_case("kind %d", kind);
        for (round = 0; round < 2; round++) { /* touching, and deep */
            probe_reset();
            probe_create(OBJ(0), shape_of_kind(kind), 0, 0, 0);
            dtGetBBox(OBJ(0), low, high);
            size[1] = (high[1] - low[1]) / 2;
            dtTranslate(0, 0.5 + size[1] * (round ? 0.75 : 1), 0);
            probe_create(OBJ(1), dtBox(20, 1, 20), 0, 0, 0);
            if (dtGetClosestPair(OBJ(0), OBJ(1), NULL, NULL) > 0) {
                continue; /* its box is larger than it is */
            }
            dtSetStopAtPenetration(DT_TRUE);
            CHECK("leaving/stops-unless-set", cast(0, 3, 0) == 0 && cast(3, 0, 0) == 0 && cast(0, -3, 0) == 0);
            dtSetStopAtPenetration(DT_FALSE);
            CHECK("leaving/away", cast(0, 3, 0) == -1);
            CHECK("leaving/along", cast(3, 0, 0) == -1);
            CHECK("leaving/towards", cast(0, -3, 0) == 0);
            CHECK("leaving/no-motion", cast(0, 0, 0) == -1);
            CHECK("leaving/turning-away", dtCastObjectsTurning(OBJ(0), &away, OBJ(1), NULL, NULL, NULL) == -1);
            CHECK("leaving/turning-towards", dtCastObjectsTurning(OBJ(0), &down, OBJ(1), NULL, NULL, NULL) == 0);
        }
    }
    CHECK_INT("leaving/no-error", dtGetError(), DT_NO_ERROR);

    /* dtTestMotion: a box slides on a floor. */
    probe_reset();
    probe_create(OBJ(0), dtBox(1, 1, 1), 0, 1, 0);
    probe_create(OBJ(1), dtBox(20, 1, 20), 0, 0, 0);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    dtProceed();
    dtSelectObject(OBJ(0));
    dtTranslate(2, 0, 0);
    CHECK_INT("leaving/test-motion", dtTestMotion(), 0);
    dtTranslate(0, -0.125, 0);
    CHECK_INT("leaving/test-motion-towards", dtTestMotion(), 1);
    dtSetStopAtPenetration(DT_TRUE);
    CHECK_INT("leaving/test-motion-unless-set", dtTestMotion(), 1);
}

int main(void)
{
    orbits();
    left_open();
    without_a_turn();
    chains();
    the_same_object();
    leaving();
    return check_finish();
}
