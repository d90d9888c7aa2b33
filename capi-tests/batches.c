/* Many queries in one call: dtBatchPairs, dtBatchContacts, dtBatchCasts, dtBatchRays, dtBatchChain, dtGetBadRow. */
#include "floor.h"
#include "probe.h"

#define ROWS 600

/* Placements in double precision, row by row, and the numbers of shapes. */
static double matrices[2][ROWS][16];
static DtVector motions[2][ROWS];
static DtObjectRef names[2][ROWS];
static DtScalar values[ROWS];
static DtContact contacts[ROWS];
static DtRayHit hits[ROWS];
static DtShapeRef shapes[4];

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

/* A random turn and translation, as a matrix row by row and as a position and a quaternion. */
static void random_placement(double *matrix, double *seven, double size)
{
    double q[4], length = 0, x, y, z, w;
    int i;
    for (i = 0; i < 4; i++) {
        q[i] = probe_between(-1, 1);
        length += q[i] * q[i];
    }
    for (i = 0; i < 4; i++) {
        q[i] /= sqrt(length);
    }
    x = q[0], y = q[1], z = q[2], w = q[3];
    matrix[0] = 1 - 2 * (y * y + z * z), matrix[1] = 2 * (x * y - w * z), matrix[2] = 2 * (x * z + w * y);
    matrix[4] = 2 * (x * y + w * z), matrix[5] = 1 - 2 * (x * x + z * z), matrix[6] = 2 * (y * z - w * x);
    matrix[8] = 2 * (x * z - w * y), matrix[9] = 2 * (y * z + w * x), matrix[10] = 1 - 2 * (x * x + y * y);
    for (i = 0; i < 3; i++) {
        seven[i] = matrix[4 * i + 3] = probe_between(-size, size);
        matrix[12 + i] = 0;
    }
    memcpy(seven + 3, q, sizeof q);
    matrix[15] = 1;
}

/* Places an object as a matrix row by row says. */
static void place(DtObjectRef object, const double *matrix)
{
    double columns[16];
    int i, j;
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 4; j++) {
            columns[4 * j + i] = matrix[4 * i + j];
        }
    }
    dtSelectObject(object);
    dtLoadMatrixd(columns);
}

/* Four objects, of which the one with the mesh is created last, and rows of random ones. */
static void scene(void)
{
    double seven[7];
    int i, side;
    for (i = 0; i < 4; i++) {
        probe_create(OBJ(i), shapes[i], 0, 0, 0);
    }
    for (i = 0; i < ROWS; i++) {
        for (side = 0; side < 2; side++) {
            random_placement(matrices[side][i], seven, 2);
            motions[side][i][0] = probe_between(-4, 4);
            motions[side][i][1] = probe_between(-4, 4);
            motions[side][i][2] = probe_between(-4, 4);
        }
        names[0][i] = OBJ(i % 4);
        names[1][i] = OBJ((i % 4 + 1 + i / 4 % 3) % 4);
    }
}

static int same(const DtScalar *a, const DtScalar *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static void pairs_are_single_queries(void)
{
    DtArray objects1 = array_of(names[0], DT_OBJECTS, ROWS), objects2 = array_of(names[1], DT_OBJECTS, ROWS);
    DtArray at1 = array_of(matrices[0], DT_ROW_MAJOR_4X4, ROWS), at2 = array_of(matrices[1], DT_ROW_MAJOR_4X4, ROWS);
    static DtScalar distances[ROWS], depths[ROWS];
    static DtContact nearest[ROWS], deepest[ROWS], all[16 * ROWS], one[512];
    static DtCount rows[16 * ROWS];
    DtCount count, next = 0, own, k;
    DtScalar expected;
    DtContact single;
    int i, collisions = 0;
    CHECK_LINE("Batches: each row is the single query");
    scene();
    CHECK_INT("batches/pairs", dtBatchPairs(&objects1, &at1, &objects2, &at2, DT_COLLIDES, values, contacts, ROWS), ROWS);
    CHECK_INT("batches/pairs", dtBatchPairs(&objects1, &at1, &objects2, &at2, DT_DISTANCE, distances, nearest, ROWS), ROWS);
    CHECK_INT("batches/pairs", dtBatchPairs(&objects1, &at1, &objects2, &at2, DT_DEPTH, depths, deepest, ROWS), ROWS);
    count = dtBatchContacts(&objects1, &at1, &objects2, &at2, all, rows, 16 * ROWS);
    CHECK("batches/contacts", count <= 16 * ROWS);
    CHECK_INT("batches/contacts", dtBatchContacts(&objects1, &at1, &objects2, &at2, NULL, NULL, 0), count);
    CHECK_INT("batches/casts",
              dtBatchCasts(&objects1, &at1, NULL, &objects2, &at2, NULL, hits, 10), ROWS);
    for (i = 0; i < ROWS; i++) {
        check_case("row %d", i);
        place(names[0][i], matrices[0][i]);
        place(names[1][i], matrices[1][i]);
        expected = dtGetClosestPair(names[0][i], names[1][i], single.point1, single.point2);
        CHECK("batches/pairs-to-the-last-bit", distances[i] == expected);
        CHECK("batches/pairs-to-the-last-bit", same(single.point1, nearest[i].point1, sizeof(DtVector)));
        CHECK("batches/pairs-to-the-last-bit", same(single.point2, nearest[i].point2, sizeof(DtVector)));
        CHECK("batches/collides", values[i] == (expected == 0));
        collisions += expected == 0;
        expected = dtGetPenDepth(names[0][i], names[1][i], single.normal, single.point1, single.point2);
        CHECK("batches/pairs-to-the-last-bit", depths[i] == expected);
        if (expected >= 0) {
            CHECK("batches/pairs-to-the-last-bit", same(single.point1, deepest[i].point1, sizeof(DtVector)));
            CHECK("batches/pairs-to-the-last-bit", same(single.normal, deepest[i].normal, sizeof(DtVector)));
            CHECK("batches/pairs-to-the-last-bit", deepest[i].depth == expected);
        } else {
            CHECK("batches/apart-has-no-contact", deepest[i].depth == 0 && deepest[i].normal[0] == 0);
        }
        own = dtGetContacts(names[0][i], names[1][i], one, 512);
        for (k = 0; k < own && next < count; k++, next++) {
            CHECK("batches/contacts-to-the-last-bit", rows[next] == (DtCount)i);
            CHECK("batches/contacts-to-the-last-bit", same(all[next].point1, one[k].point1, sizeof one[k]));
        }
    }
    CHECK_INT("batches/contacts-to-the-last-bit", next, count);
    CHECK_INT("batches/contacts-swapped", dtBatchContacts(&objects2, &at2, &objects1, &at1, all, rows, 16 * ROWS), count);
    CHECK("batches/collides", collisions > ROWS / 10 && collisions < ROWS);
    CHECK_INT("batches/no-errors", dtGetError(), DT_NO_ERROR);
    CHECK_INT("batches/no-bad-row", dtGetBadRow(), DT_NO_ROW);
    probe_reset();
}

static void casts_are_single_queries(void)
{
    DtArray objects1 = array_of(names[0], DT_OBJECTS, ROWS), objects2 = array_of(names[1], DT_OBJECTS, ROWS);
    DtArray at1 = array_of(matrices[0], DT_ROW_MAJOR_4X4, ROWS), at2 = array_of(matrices[1], DT_ROW_MAJOR_4X4, ROWS);
    DtArray by1 = array_of(motions[0], DT_POINTS, ROWS), by2 = array_of(motions[1], DT_POINTS, ROWS);
    DtVector point, normal;
    DtRayHit hit;
    DtScalar time;
    int i;
    CHECK_LINE("Batches: casts and rays");
    scene();
    CHECK_INT("batches/casts", dtBatchCasts(&objects1, &at1, &by1, &objects2, &at2, &by2, hits, ROWS), ROWS);
    for (i = 0; i < ROWS; i++) {
        check_case("row %d", i);
        place(names[0][i], matrices[0][i]);
        place(names[1][i], matrices[1][i]);
        time = dtCastObjects(names[0][i], motions[0][i], names[1][i], motions[1][i], point, normal);
        CHECK("batches/casts-to-the-last-bit", hits[i].time == time && hits[i].object == names[1][i]);
        if (time >= 0) {
            CHECK("batches/casts-to-the-last-bit", same(hits[i].point, point, sizeof point));
            CHECK("batches/casts-to-the-last-bit", same(hits[i].normal, normal, sizeof normal));
        }
    }
    for (i = 0; i < 4; i++) {
        probe_place(OBJ(i), 3.0 * i, 0, 0);
    }
    CHECK_INT("batches/rays", dtBatchRays(&by1, &by2, hits, ROWS), ROWS);
    for (i = 0; i < ROWS; i++) {
        check_case("ray %d", i);
        if (dtRayCast(motions[0][i], motions[1][i], &hit)) {
            CHECK("batches/rays-to-the-last-bit", hits[i].object == hit.object && hits[i].time == hit.time);
            CHECK("batches/rays-to-the-last-bit", same(hits[i].point, hit.point, sizeof hit.point));
        } else {
            CHECK("batches/rays-to-the-last-bit", hits[i].object == NULL && hits[i].time == -1);
        }
    }
    CHECK_INT("batches/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

/* The same placements in every layout, in single precision where they are whole, with gaps, not aligned. */
static void layouts(void)
{
    static double sevens[ROWS][7], other[ROWS][16], wide[ROWS][20];
    static float singles[ROWS][16];
    static char bytes[ROWS * 57 + 1];
    static DtScalar expected[ROWS];
    DtArray ball, box, at;
    DtObjectRef first = OBJ(0), second = OBJ(3);
    int i, j, k;
    CHECK_LINE("Batches: layouts");
    scene();
    ball = array_of(&first, DT_OBJECTS, 1);
    box = array_of(&second, DT_OBJECTS, 1);
    for (i = 0; i < ROWS; i++) {
        random_placement(matrices[0][i], sevens[i], 4);
        for (j = 0; j < 16; j++) {
            other[i][j] = matrices[0][i][4 * (j % 4) + j / 4];
            wide[i][j] = matrices[0][i][j];
        }
    }
    at = array_of(matrices[0], DT_ROW_MAJOR_4X4, ROWS);
    dtBatchPairs(&ball, &at, &box, NULL, DT_DISTANCE, expected, NULL, ROWS);
    at = array_of(other, DT_COLUMN_MAJOR_4X4, ROWS);
    dtBatchPairs(&ball, &at, &box, NULL, DT_DISTANCE, values, NULL, ROWS);
    CHECK("batches/column-major", same(values, expected, sizeof values));
    at = array_of(wide, DT_ROW_MAJOR_3X4, ROWS);
    at.stride = sizeof wide[0];
    dtBatchPairs(&ball, &at, &box, NULL, DT_DISTANCE, values, NULL, ROWS);
    CHECK("batches/strides", same(values, expected, sizeof values));
    for (i = 0; i < ROWS; i++) {
        for (j = 0; j < 12; j++) {
            wide[i][j] = matrices[0][i][4 * (j % 3) + j / 3];
        }
    }
    at.layout = DT_COLUMN_MAJOR_3X4;
    dtBatchPairs(&ball, &at, &box, NULL, DT_DISTANCE, values, NULL, ROWS);
    CHECK("batches/column-major", same(values, expected, sizeof values));
    at = array_of(sevens, DT_POSITION_XYZW, ROWS);
    dtBatchPairs(&ball, &at, &box, NULL, DT_DISTANCE, values, NULL, ROWS);
    for (i = 0; i < ROWS; i++) {
        double w = sevens[i][6];
        CHECK_NEAR("batches/quaternions", values[i], expected[i], 1e-9);
        memmove(sevens[i] + 4, sevens[i] + 3, 3 * sizeof w);
        sevens[i][3] = w;
        /* One byte, then the row: no row is aligned. */
        memcpy(bytes + 1 + 57 * i, sevens[i], sizeof sevens[i]);
    }
    memcpy(expected, values, sizeof values);
    at = array_of(bytes + 1, DT_POSITION_WXYZ, ROWS);
    at.stride = 57;
    dtBatchPairs(&ball, &at, &box, NULL, DT_DISTANCE, values, NULL, ROWS);
    CHECK("batches/not-aligned", same(values, expected, sizeof values));
    for (i = 0; i < ROWS; i++) {
        for (k = 0; k < 16; k++) {
            singles[i][k] = (float)matrices[0][i][k];
            matrices[0][i][k] = singles[i][k];
        }
    }
    at = array_of(matrices[0], DT_ROW_MAJOR_4X4, ROWS);
    dtBatchPairs(&ball, &at, &box, NULL, DT_DISTANCE, expected, NULL, ROWS);
    at = array_of(singles, DT_ROW_MAJOR_4X4, ROWS);
    at.type = DT_FLOAT;
    dtBatchPairs(&ball, &at, &box, NULL, DT_DISTANCE, values, NULL, ROWS);
    CHECK("batches/floats", same(values, expected, sizeof values));
    CHECK_INT("batches/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

/* Many rows, so that there are several parts and threads: the same bits, and the first collision. */
static void threads_and_ends(void)
{
    enum { MANY = 40000 };
    static double sevens[MANY][7];
    static DtScalar alone[MANY], together[MANY];
    DtObjectRef first = OBJ(0), second = OBJ(1);
    DtArray ball = array_of(&first, DT_OBJECTS, 1), box = array_of(&second, DT_OBJECTS, 1);
    DtArray at = array_of(sevens, DT_POSITION_XYZW, MANY);
    DtCount expected = 0;
    int i;
    CHECK_LINE("Batches: threads, the first collision");
    scene();
    for (i = 0; i < MANY; i++) {
        sevens[i][0] = 2.5 + 1e-4 * (i % 7777);
        sevens[i][6] = 1;
    }
    sevens[30011][0] = 1;
    sevens[35000][0] = 1;
    dtBatchPairs(&ball, &at, &box, NULL, DT_DISTANCE, alone, NULL, MANY);
    dtSetThreads(2);
    dtBatchPairs(&ball, &at, &box, NULL, DT_DISTANCE, together, NULL, MANY);
    CHECK("batches/threads", same(alone, together, sizeof alone));
    while (alone[expected] != 0) {
        expected++;
    }
    CHECK_INT("batches/first-collision", dtBatchPairs(&ball, &at, &box, NULL, DT_FIRST_COLLISION, NULL, NULL, 0), expected + 1);
    CHECK_INT("batches/first-collision", dtBatchPairs(&ball, &at, &box, NULL, DT_FIRST_COLLISION, together, NULL, MANY), expected + 1);
    CHECK("batches/first-collision", together[expected] == 1 && together[expected - 1] == 0);
    at.count = expected;
    CHECK_INT("batches/no-collision", dtBatchPairs(&ball, &at, &box, NULL, DT_FIRST_COLLISION, together, NULL, MANY), expected);
    at.count = MANY;
    together[7] = 77;
    CHECK_INT("batches/no-more-than-there-is-room-for", dtBatchPairs(&ball, &at, &box, NULL, DT_DISTANCE, together, NULL, 7), MANY);
    CHECK("batches/no-more-than-there-is-room-for", together[7] == 77 && together[6] == alone[6]);
    dtSetThreads(1);
    CHECK_INT("batches/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

/* A bad row leaves the others. */
static void bad_rows(void)
{
    DtArray objects1, objects2, at1, at2, short_one;
    DtCount question;
    CHECK_LINE("Batches: bad rows and bad arguments");
    scene();
    names[0][5] = OBJ(40);
    matrices[1][9][3] = probe_nan();
    objects1 = array_of(names[0], DT_OBJECTS, ROWS);
    objects2 = array_of(names[1], DT_OBJECTS, ROWS);
    at1 = array_of(matrices[0], DT_ROW_MAJOR_4X4, ROWS);
    at2 = array_of(matrices[1], DT_ROW_MAJOR_4X4, ROWS);
    for (question = DT_COLLIDES; question <= DT_DEPTH; question++) {
        if (question == DT_FIRST_COLLISION) {
            continue;
        }
        check_case("question %d", (int)question);
        CHECK_INT("batches/bad-rows",
                  dtBatchPairs(&objects1, &at1, &objects2, &at2, (DtQuestion)question, values, contacts, ROWS), ROWS);
        CHECK("batches/bad-rows", values[5] == -1 && values[9] == -1 && contacts[9].depth == 0);
        CHECK_INT("batches/bad-rows", dtGetBadRow(), 5);
        CHECK_INT("batches/bad-rows", dtGetError(), DT_UNKNOWN_OBJECT);
    }
    CHECK("batches/other-rows", values[4] >= -1 && values[6] >= -1);
    names[0][5] = OBJ(0);
    CHECK_INT("batches/bad-rows", dtBatchCasts(&objects1, &at1, NULL, &objects2, &at2, NULL, hits, ROWS), ROWS);
    CHECK("batches/bad-rows", hits[9].time == -1 && hits[8].time >= -1);
    CHECK_INT("batches/bad-rows", dtGetBadRow(), 9);
    CHECK_INT("batches/bad-rows", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("batches/bad-rows", dtBatchPairs(&objects1, &at1, &objects2, &at1, DT_COLLIDES, values, NULL, ROWS), ROWS);
    CHECK_INT("batches/good-rows-again", dtGetBadRow(), DT_NO_ROW);
    CHECK_INT("batches/good-rows-again", dtGetError(), DT_NO_ERROR);

    short_one = array_of(matrices[0], DT_ROW_MAJOR_4X4, ROWS - 1);
    values[0] = 77;
    CHECK_INT("batches/lengths", dtBatchPairs(&objects1, &at1, &objects2, &short_one, DT_COLLIDES, values, NULL, ROWS), 0);
    CHECK_INT("batches/lengths", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("batches/null", dtBatchPairs(NULL, &at1, &objects2, &at2, DT_COLLIDES, values, NULL, ROWS), 0);
    CHECK_INT("batches/null", dtGetError(), DT_INVALID_POINTER);
    short_one = array_of(NULL, DT_ROW_MAJOR_4X4, ROWS);
    CHECK_INT("batches/null", dtBatchPairs(&objects1, &short_one, &objects2, &at2, DT_COLLIDES, values, NULL, ROWS), 0);
    CHECK_INT("batches/null", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("batches/layouts", dtBatchPairs(&at1, &at1, &objects2, &at2, DT_COLLIDES, values, NULL, ROWS), 0);
    CHECK_INT("batches/layouts", dtGetError(), DT_INVALID_ENUM);
    at1.type = (DtVertexType)5;
    CHECK_INT("batches/types", dtBatchPairs(&objects1, &at1, &objects2, &at2, DT_COLLIDES, values, NULL, ROWS), 0);
    CHECK_INT("batches/types", dtGetError(), DT_INVALID_ENUM);
    CHECK_INT("batches/questions", dtBatchPairs(&objects1, NULL, &objects2, NULL, (DtQuestion)9, values, NULL, ROWS), 0);
    CHECK_INT("batches/questions", dtGetError(), DT_INVALID_ENUM);
    CHECK("batches/nothing-is-written", values[0] == 77);
    short_one = array_of(NULL, DT_OBJECTS, 0);
    CHECK_INT("batches/no-rows", dtBatchPairs(&short_one, NULL, &short_one, NULL, DT_COLLIDES, values, NULL, ROWS), 0);
    CHECK_INT("batches/no-rows", dtBatchContacts(&short_one, NULL, &short_one, NULL, NULL, NULL, 0), 0);
    CHECK_INT("batches/no-rows", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

/* Three balls in a row above a floor, in configurations that are more and more curled up. */
static void chains(void)
{
    static const unsigned char neighbours[9] = {0, 1, 0, 0, 0, 1, 0, 0, 0};
    static const unsigned char and_others[12] = {0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1};
    static double at[4][3][16];
    static const double xs[4][3] = {{0, 1.9, 3.8}, {0, 1.9, 3.7}, {0, 1.9, 1.5}, {0, 1.9, 3.8}};
    static const double ys[4] = {3, 0.75, 3, 3};
    DtObjectRef balls[3], nobody = OBJ(40);
    DtObjectPair pairs[4];
    DtArray links, places, flags, unknown;
    int i, j;
    CHECK_LINE("Batches: chains");
    memset(at, 0, sizeof at);
    probe_create(OBJ(9), shapes[3], 0, 0, 0);
    for (i = 0; i < 3; i++) {
        balls[i] = OBJ(i);
        probe_create(balls[i], shapes[0], 100, 100, 100);
    }
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 3; j++) {
            at[i][j][0] = at[i][j][5] = at[i][j][10] = at[i][j][15] = 1;
            at[i][j][3] = xs[i][j];
            at[i][j][7] = ys[i];
        }
    }
    links = array_of(balls, DT_OBJECTS, 3);
    places = array_of(at, DT_ROW_MAJOR_4X4, 12);
    flags = array_of(neighbours, DT_FLAGS, 9);
    CHECK_INT("batches/chain", dtBatchChain(&links, &places, &flags, DT_COLLIDES, pairs, values, NULL, 4), 4);
    CHECK("batches/chain", values[0] == 0 && values[1] == 1 && values[2] == 1 && values[3] == 0);
    CHECK("batches/chain-pair", pairs[0].object1 == NULL && pairs[0].object2 == NULL);
    CHECK("batches/chain-pair", pairs[1].object1 == OBJ(0) && pairs[1].object2 == OBJ(9));
    CHECK("batches/chain-pair", pairs[2].object1 == OBJ(0) && pairs[2].object2 == OBJ(2));
    CHECK_INT("batches/chain-first", dtBatchChain(&links, &places, &flags, DT_FIRST_COLLISION, pairs, values, NULL, 4), 2);
    CHECK_INT("batches/chain", dtBatchChain(&links, &places, &flags, DT_DISTANCE, pairs, values, contacts, 4), 4);
    CHECK_NEAR("batches/chain-nearest", values[0], 1.8, 1e-6);
    CHECK("batches/chain-nearest", values[1] == 0 && values[2] == 0 && pairs[0].object2 == OBJ(2));
    CHECK_NEAR("batches/chain-nearest", contacts[0].point2[0], 2.8, 1e-6);
    CHECK_INT("batches/chain", dtBatchChain(&links, &places, &flags, DT_DEPTH, pairs, values, contacts, 4), 4);
    CHECK("batches/chain-deepest", values[0] == -1 && pairs[1].object2 == OBJ(9));
    CHECK_NEAR("batches/chain-deepest", values[1], 0.25, 1e-6);
    CHECK_NEAR("batches/chain-deepest", values[2], 0.5, 1e-6);
    CHECK_NEAR("batches/chain-deepest", contacts[2].normal[0], -1, 1e-6);
    CHECK_INT("batches/chain-all-pairs", dtBatchChain(&links, &places, NULL, DT_COLLIDES, NULL, values, NULL, 4), 4);
    CHECK("batches/chain-all-pairs", values[0] == 1 && values[3] == 1);
    flags = array_of(and_others, DT_FLAGS, 12);
    CHECK_INT("batches/chain-others", dtBatchChain(&links, &places, &flags, DT_COLLIDES, NULL, values, NULL, 4), 4);
    CHECK("batches/chain-others", values[1] == 0 && values[2] == 1);
    flags = array_of(neighbours, DT_FLAGS, 9);
    dtSetFilter(OBJ(9), 2, 2);
    dtSetFilter(OBJ(0), 1, 1);
    dtBatchChain(&links, &places, &flags, DT_COLLIDES, pairs, values, NULL, 4);
    CHECK("batches/chain-filters", values[1] == 1 && pairs[1].object1 == OBJ(1));
    at[1][2][7] = probe_infinity();
    dtBatchChain(&links, &places, &flags, DT_COLLIDES, pairs, values, NULL, 4);
    CHECK("batches/chain-bad-rows", values[0] == 0 && values[1] == -1 && values[2] == 1 && pairs[1].object1 == NULL);
    CHECK_INT("batches/chain-bad-rows", dtGetBadRow(), 1);
    CHECK_INT("batches/chain-bad-rows", dtGetError(), DT_INVALID_VALUE);
    places.count = 11;
    CHECK_INT("batches/chain-misused", dtBatchChain(&links, &places, &flags, DT_COLLIDES, NULL, values, NULL, 4), 0);
    CHECK_INT("batches/chain-misused", dtGetError(), DT_INVALID_VALUE);
    places.count = 12;
    flags.count = 10;
    CHECK_INT("batches/chain-misused", dtBatchChain(&links, &places, &flags, DT_COLLIDES, NULL, values, NULL, 4), 0);
    CHECK_INT("batches/chain-misused", dtGetError(), DT_INVALID_VALUE);
    unknown = array_of(&nobody, DT_OBJECTS, 1);
    CHECK_INT("batches/chain-misused", dtBatchChain(&unknown, &places, NULL, DT_COLLIDES, NULL, values, NULL, 4), 0);
    CHECK_INT("batches/chain-misused", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("batches/chain-misused", dtBatchChain(NULL, &places, NULL, DT_COLLIDES, NULL, values, NULL, 4), 0);
    CHECK_INT("batches/chain-misused", dtGetError(), DT_INVALID_POINTER);
    probe_reset();
}

int main(void)
{
    shapes[0] = dtSphere(1);
    shapes[1] = dtBox(2, 1, 3);
    shapes[2] = dtCylinder(0.7, 2);
    shapes[3] = make_floor(4);
    pairs_are_single_queries();
    casts_are_single_queries();
    layouts();
    threads_and_ends();
    bad_rows();
    chains();
    return check_finish();
}
