/* Many queries about all objects in one call: dtBatchQuery. */
#include "floor.h"
#include "probe.h"

#define COUNT 30
#define ROWS 700
#define MOST (64 * ROWS)

static DtShapeRef shapes[4], box;
static double matrices[ROWS][16];
static DtVector starts[ROWS], ways[ROWS];
static DtQueryHit all[MOST], one[4096];
static DtCount rows[MOST];

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

static void scene(void)
{
    int i, k;
    for (i = 0; i < COUNT; i++) {
        probe_create(OBJ(i), shapes[i % 4], probe_between(-6, 6), probe_between(-6, 6), probe_between(-6, 6));
    }
    memset(matrices, 0, sizeof matrices);
    for (i = 0; i < ROWS; i++) {
        for (k = 0; k < 3; k++) {
            matrices[i][5 * k] = 1;
            matrices[i][12 + k] = probe_between(-6, 6);
            starts[i][k] = probe_between(-9, 9);
            ways[i][k] = probe_between(-9, 9);
        }
        matrices[i][15] = 1;
    }
}

/* Whether the hits of a row are those of a single query; where those of the next row begin. */
static DtCount compare(const char *check, DtCount next, int row, DtCount own)
{
    DtCount k;
    for (k = 0; k < own; k++, next++) {
        CHECK(check, rows[next] == (DtCount)row && probe_same_hits(&all[next], &one[k]));
    }
    return next;
}

static void rows_are_single_queries(void)
{
    static const DtCount most[2] = {0, 1};
    DtArray places = array_of(matrices, DT_COLUMN_MAJOR_4X4, ROWS), motions = array_of(ways, DT_POINTS, ROWS);
    DtArray from = array_of(starts, DT_POINTS, ROWS), names, left_out;
    DtObjectRef askers[COUNT];
    DtQueryFilter filter;
    DtMotion motion;
    DtVector to;
    DtCount count, next, total = 0, threads;
    int kind, row, i, k;
    CHECK_LINE("Batches of queries: each row is the single query");
    memset(&filter, 0, sizeof filter);
    memset(&motion, 0, sizeof motion);
    for (i = 0; i < COUNT; i++) {
        askers[i] = OBJ(i);
    }
    names = array_of(askers, DT_OBJECTS, COUNT);
    for (threads = 1; threads <= 3; threads += 2) {
        dtSetThreads(threads);
        scene();
        for (kind = DT_OVERLAP_QUERY; kind <= DT_CAST_QUERY; kind++) {
            for (i = 0; i < 2; i++) {
                filter.most = most[i];
                filter.limit = kind == DT_CLOSEST_QUERY ? 3 : 0;
                check_case("kind %d", kind);
                count = dtBatchQuery((DtQueryKind)kind, box, &places, &motions, &filter, all, rows, MOST);
                CHECK("batch-queries/rows", count <= MOST && count > 0);
                CHECK_INT("batch-queries/number-alone",
                          dtBatchQuery((DtQueryKind)kind, box, &places, &motions, &filter, NULL, NULL, 0), count);
                for (row = 0, next = 0; row < ROWS; row++) {
                    memcpy(motion.translation, ways[row], sizeof motion.translation);
                    next = compare("batch-queries/to-the-last-bit", next, row,
                                   dtQuery((DtQueryKind)kind, box, matrices[row], &motion, &filter, NULL, one, 4096));
                }
                CHECK_INT("batch-queries/to-the-last-bit", next, count);
                total += count;
                count = dtBatchQuery((DtQueryKind)kind, NULL, &names, NULL, &filter, all, rows, MOST);
                for (row = 0, next = 0; row < COUNT; row++) {
                    left_out = array_of(&askers[row], DT_OBJECTS, 1);
                    next = compare("batch-queries/objects", next, row,
                                   dtQuery((DtQueryKind)kind, NULL, NULL, NULL, &filter, &left_out, one, 4096));
                }
                CHECK_INT("batch-queries/objects", next, count);
            }
        }
        filter.most = 0;
        count = dtBatchQuery(DT_CAST_QUERY, NULL, &from, &motions, NULL, all, rows, MOST);
        for (row = 0, next = 0; row < ROWS; row++) {
            for (k = 0; k < 3; k++) {
                to[k] = starts[row][k] + ways[row][k];
            }
            next = compare("batch-queries/rays", next, row, dtQueryRay(starts[row], to, NULL, NULL, one, 4096));
        }
        CHECK_INT("batch-queries/rays", next, count);
        CHECK("batch-queries/rays", count > 0);
        CHECK_INT("batch-queries/no-bad-row", dtGetBadRow(), DT_NO_ROW);
        probe_reset();
    }
    CHECK("batch-queries/rows", total > ROWS);
    CHECK_INT("batch-queries/no-errors", dtGetError(), DT_NO_ERROR);
}

static void bad_rows_and_arguments(void)
{
    DtArray places = array_of(matrices, DT_COLUMN_MAJOR_4X4, 3), motion = array_of(ways, DT_POINTS, 2);
    DtArray points = array_of(starts, DT_POINTS, 3), names;
    DtObjectRef askers[2];
    DtQueryFilter filter;
    DtCount count;
    CHECK_LINE("Batches of queries: what is wrong");
    scene();
    count = dtBatchQuery(DT_CLOSEST_QUERY, box, &places, NULL, NULL, NULL, NULL, 0);
    matrices[1][12] = probe_infinity();
    CHECK_INT("batch-queries/bad-row", dtBatchQuery(DT_CLOSEST_QUERY, box, &places, NULL, NULL, all, rows, MOST), count / 3 * 2);
    CHECK_INT("batch-queries/bad-row", dtGetBadRow(), 1);
    CHECK_INT("batch-queries/bad-row", dtGetError(), DT_INVALID_OPERATION);
    CHECK("batch-queries/bad-row", rows[0] == 0 && rows[count / 3] == 2);
    askers[0] = OBJ(1);
    askers[1] = OBJ(60);
    names = array_of(askers, DT_OBJECTS, 2);
    dtBatchQuery(DT_OVERLAP_QUERY, NULL, &names, NULL, NULL, all, rows, MOST);
    CHECK_INT("batch-queries/unknown-object", dtGetBadRow(), 1);
    CHECK_INT("batch-queries/unknown-object", dtGetError(), DT_UNKNOWN_OBJECT);
    dtBatchQuery(DT_OVERLAP_QUERY, (DtShapeRef)askers, &places, NULL, NULL, all, rows, MOST);
    CHECK_INT("batch-queries/unknown-shape", dtGetError(), DT_UNKNOWN_SHAPE);
    places.count = 0;
    dtBatchQuery(DT_OVERLAP_QUERY, (DtShapeRef)askers, &places, NULL, NULL, all, rows, MOST);
    CHECK_INT("batch-queries/unknown-shape-of-no-rows", dtGetError(), DT_UNKNOWN_SHAPE);
    CHECK_INT("batch-queries/unknown-shape-of-no-rows", dtGetBadRow(), DT_NO_ROW);
    places.count = 3;
    all[0].object = OBJ(50);
    CHECK_INT("batch-queries/kind", dtBatchQuery((DtQueryKind)9, box, &places, NULL, NULL, all, rows, MOST), 0);
    CHECK_INT("batch-queries/kind", dtGetError(), DT_INVALID_ENUM);
    CHECK_INT("batch-queries/rays-are-cast", dtBatchQuery(DT_CLOSEST_QUERY, NULL, &points, NULL, NULL, all, rows, MOST), 0);
    CHECK_INT("batch-queries/rays-are-cast", dtGetError(), DT_INVALID_ENUM);
    CHECK_INT("batch-queries/null", dtBatchQuery(DT_CLOSEST_QUERY, box, NULL, NULL, NULL, all, rows, MOST), 0);
    CHECK_INT("batch-queries/null", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("batch-queries/null", dtBatchQuery(DT_CLOSEST_QUERY, NULL, &places, NULL, NULL, all, rows, MOST), 0);
    CHECK_INT("batch-queries/null", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("batch-queries/lengths", dtBatchQuery(DT_CAST_QUERY, box, &places, &motion, NULL, all, rows, MOST), 0);
    CHECK_INT("batch-queries/lengths", dtGetError(), DT_INVALID_VALUE);
    memset(&filter, 0, sizeof filter);
    filter.limit = -1;
    CHECK_INT("batch-queries/limit", dtBatchQuery(DT_CLOSEST_QUERY, box, &places, NULL, &filter, all, rows, MOST), 0);
    CHECK_INT("batch-queries/limit", dtGetError(), DT_INVALID_VALUE);
    CHECK("batch-queries/nothing-is-written", all[0].object == OBJ(50));
    probe_reset();
}

int main(void)
{
    shapes[0] = dtSphere(1);
    shapes[1] = dtBox(2, 1, 3);
    shapes[2] = dtCylinder(0.7, 2);
    shapes[3] = make_floor(4);
    box = dtBox(2, 1.5, 1);
    rows_are_single_queries();
    bad_rows_and_arguments();
    return check_finish();
}
