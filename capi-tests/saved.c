/* Shapes as bytes: dtSaveShape, dtLoadShape. */
#include "kinds.h"
#include "probe.h"

static unsigned char saved[1 << 20], again[1 << 20];

/* A closed box of twelve triangles over an array. */
static const double box[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const DtIndex sides[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                     {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};

static DtShapeRef make_box(void)
{
    int i;
    DtShapeRef shape = dtNewComplexShape();
    dtVertexBase(box);
    for (i = 0; i < 12; i++) {
        dtVertexIndices(DT_SIMPLEX, 3, sides[i]);
    }
    dtEndComplexShape();
    return shape;
}

static DtShapeRef copy(DtShapeRef shape)
{
    DtCount size = dtSaveShape(shape, saved, sizeof saved);
    CHECK("saved/saved", size > 24 && size <= sizeof saved);
    CHECK_INT("saved/size", dtSaveShape(shape, NULL, 0), size);
    return dtLoadShape(saved, size);
}

/* A sum of one hull many times, and of a mesh, which counts as its hull each time, is not much larger than the hull. */
static void shared_parts(void)
{
    DtShapeRef part[2], sum, next, loaded;
    DtCount alone, size;
    DtVector low[2], high[2];
    int kind, i;
    part[1] = make_box();
    part[0] = dtHull(part[1], part[1]);
    alone = dtSaveShape(part[0], NULL, 0);
    for (kind = 0; kind < 2; kind++) {
        sum = dtSum(part[kind], dtCone(1, 2));
        for (i = 1; i < 256; i++) {
            next = dtSum(sum, part[kind]);
            dtDeleteShape(sum);
            sum = next;
        }
        size = dtSaveShape(sum, saved, sizeof saved);
        CHECK("saved/shared-parts-once", size > alone && size < alone + 256 * 16);
        loaded = dtLoadShape(saved, size);
        CHECK("saved/shared-parts-once", loaded != NULL);
        CHECK_INT("saved/shared-parts-once", dtSaveShape(loaded, again, sizeof again), size);
        CHECK("saved/shared-parts-once", memcmp(saved, again, size) == 0);
        dtCreateObject(OBJ(2), sum);
        dtCreateObject(OBJ(3), loaded);
        CHECK("saved/shared-parts-once", dtGetBBox(OBJ(2), low[0], high[0]) && dtGetBBox(OBJ(3), low[1], high[1]));
        CHECK("saved/shared-parts-once", memcmp(low[0], low[1], sizeof low[0]) == 0);
        CHECK("saved/shared-parts-once", memcmp(high[0], high[1], sizeof high[0]) == 0);
        dtDeleteObject(OBJ(2));
        dtDeleteObject(OBJ(3));
        dtDeleteShape(sum);
        dtDeleteShape(loaded);
    }
}

/* Two objects of a shape and of its copy give the same distances and contacts. */
static void every_kind(void)
{
    DtShapeRef shapes[KIND_COUNT], loaded, partner = dtBox(0.5, 1, 0.75);
    DtVector p, q, r, s;
    DtContact contacts[2][64];
    DtScalar distance;
    DtCount size, count;
    int kind, i;
    CHECK_LINE("Saved shapes: the loaded one is the saved one");
    kind_make_all(shapes);
    for (kind = 0; kind < KIND_COUNT; kind++) {
        check_case("kind %d", kind);
        loaded = copy(shapes[kind]);
        CHECK("saved/loaded", loaded != NULL && loaded != shapes[kind]);
        size = dtSaveShape(shapes[kind], saved, sizeof saved);
        CHECK_INT("saved/saved-again", dtSaveShape(loaded, again, sizeof again), size);
        CHECK("saved/saved-again", memcmp(saved, again, size) == 0);
        dtCreateObject(OBJ(0), partner);
        for (i = 0; i < 20; i++) {
            probe_create(OBJ(1), shapes[kind], probe_between(-1, 1), probe_between(-1, 1), probe_between(-1, 1));
            dtRotate(probe_between(-1, 1), probe_between(-1, 1), probe_between(-1, 1), 1);
            distance = dtGetClosestPair(OBJ(0), OBJ(1), p, q);
            count = dtGetContacts(OBJ(0), OBJ(1), contacts[0], 64);
            {
                double matrix[16];
                dtGetMatrixd(OBJ(1), matrix);
                dtDeleteObject(OBJ(1));
                dtCreateObject(OBJ(1), loaded);
                dtLoadMatrixd(matrix);
            }
            CHECK("saved/the-same-answers", dtGetClosestPair(OBJ(0), OBJ(1), r, s) == distance);
            CHECK("saved/the-same-answers", memcmp(p, r, sizeof p) == 0 && memcmp(q, s, sizeof q) == 0);
            CHECK_INT("saved/the-same-answers", dtGetContacts(OBJ(0), OBJ(1), contacts[1], 64), count);
            CHECK("saved/the-same-answers", memcmp(contacts[0], contacts[1], (count < 64 ? count : 64) * sizeof contacts[0][0]) == 0);
            dtDeleteObject(OBJ(1));
        }
        dtDeleteObject(OBJ(0));
        dtDeleteShape(loaded);
    }
    kind_delete_all(shapes);
    dtDeleteShape(partner);
    CHECK_INT("saved/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

/* A solid stays one, and deforms as the saved one does. */
static void solids(void)
{
    DtShapeRef shape = make_box(), point = probe_point(), loaded;
    double moved[8][3];
    int i;
    CHECK_LINE("Saved shapes: solids, deformation");
    CHECK_INT("saved/solid", dtSetSolid(shape, DT_TRUE), DT_TRUE);
    loaded = copy(shape);
    dtCreateObject(OBJ(0), loaded);
    CHECK("saved/solid", probe_touches(OBJ(0), point, 0.5, 0.5, 0.5));
    for (i = 0; i < 8; i++) {
        moved[i][0] = box[i][0] + 10;
        moved[i][1] = box[i][1];
        moved[i][2] = 2 * box[i][2];
    }
    dtChangeVertexBase(loaded, moved);
    CHECK("saved/deformed", !probe_touches(OBJ(0), point, 0.5, 0.5, 0.5));
    CHECK("saved/deformed", probe_touches(OBJ(0), point, 10.5, 0.5, 1.75));
    dtDeleteShape(shape);
    /* As it is now. */
    shape = copy(loaded);
    dtCreateObject(OBJ(1), shape);
    CHECK("saved/deformed", probe_touches(OBJ(1), point, 10.5, 0.5, 1.75));
    CHECK_INT("saved/no-errors", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(loaded);
    dtDeleteShape(shape);
    dtDeleteShape(point);
    probe_reset();
}

static void bad_bytes(void)
{
    DtShapeRef shape = make_box(), unfinished;
    DtCount size = dtSaveShape(shape, saved, sizeof saved), i;
    CHECK_LINE("Saved shapes: damaged bytes and bad arguments");
    memset(again, 77, sizeof again);
    CHECK_INT("saved/no-more-than-there-is-room-for", dtSaveShape(shape, again, 30), size);
    CHECK("saved/no-more-than-there-is-room-for", memcmp(saved, again, 30) == 0 && again[30] == 77);
    for (i = 0; i < size; i += 7) {
        check_case("byte %d", (int)i);
        saved[i] ^= 16;
        CHECK_POINTER("saved/damaged", dtLoadShape(saved, size), NULL);
        CHECK_INT("saved/damaged", dtGetError(), DT_INVALID_VALUE);
        saved[i] ^= 16;
        CHECK_POINTER("saved/cut-off", dtLoadShape(saved, i), NULL);
        CHECK_INT("saved/cut-off", dtGetError(), DT_INVALID_VALUE);
    }
    CHECK_POINTER("saved/null", dtLoadShape(NULL, size), NULL);
    CHECK_INT("saved/null", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("saved/unknown", dtSaveShape((DtShapeRef)5, saved, sizeof saved), 0);
    CHECK_INT("saved/unknown", dtGetError(), DT_UNKNOWN_SHAPE);
    unfinished = dtNewComplexShape();
    CHECK_INT("saved/unfinished", dtSaveShape(unfinished, saved, sizeof saved), 0);
    CHECK_INT("saved/unfinished", dtGetError(), DT_INVALID_OPERATION);
    dtEndComplexShape();
    CHECK_INT("saved/empty", dtSaveShape(unfinished, saved, sizeof saved), 0);
    CHECK_INT("saved/empty", dtGetError(), DT_INVALID_VALUE);
    dtDeleteShape(unfinished);
    dtDeleteShape(shape);
}

int main(void)
{
    every_kind();
    shared_parts();
    solids();
    bad_bytes();
    return check_finish();
}
