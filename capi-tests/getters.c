/* dtGetMatrixf, dtGetMatrixd, dtGetBBox, dtGetTreeBoxes, dtGetShape. */
#include "kinds.h"

static const double turned[16] = {0.6, 0.8, 0, 0, -1.6, 1.2, 0, 0, 0.5, 0, -3, 0, 10, -20, 30, 1};

static void matrices(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    double m[17];
    float f[17];
    int i;

    CHECK_LINE("Getters: dtGetMatrixd gives what dtLoadMatrixd was given");
    dtCreateObject(OBJ(0), box);
    m[16] = 77;
    CHECK_INT("getters/matrix-of-a-new-object", dtGetMatrixd(OBJ(0), m), DT_TRUE);
    for (i = 0; i < 16; i++) {
        CHECK("getters/matrix-of-a-new-object", m[i] == (i % 5 == 0 ? 1.0 : 0.0));
    }
    dtLoadMatrixd(turned);
    CHECK_INT("getters/matrix-comes-back", dtGetMatrixd(OBJ(0), m), DT_TRUE);
    CHECK("getters/matrix-comes-back", memcmp(m, turned, sizeof turned) == 0 && m[16] == 77);
    f[16] = 88;
    CHECK_INT("getters/matrix-comes-back", dtGetMatrixf(OBJ(0), f), DT_TRUE);
    for (i = 0; i < 16; i++) {
        CHECK("getters/matrix-comes-back", f[i] == (float)turned[i]);
    }
    CHECK("getters/matrix-comes-back", f[16] == 88);
    dtLoadIdentity();
    dtTranslate(1, 2, 3);
    dtScale(2, -2, 2);
    CHECK_INT("getters/matrix-after-transforms", dtGetMatrixd(OBJ(0), m), DT_TRUE);
    CHECK("getters/matrix-after-transforms", m[0] == 2 && m[5] == -2 && m[10] == 2 && m[12] == 1 && m[13] == 2);
    dtTranslate(probe_nan(), 0, 0);
    CHECK_INT("getters/matrix-that-is-no-number", dtGetMatrixd(OBJ(0), m), DT_TRUE);
    CHECK("getters/matrix-that-is-no-number", !probe_is_finite(m[12]) && m[0] == 2);
    probe_reset();

    CHECK_LINE("Getters: unknown objects and NULL raise errors, and nothing is written");
    m[0] = 5;
    f[0] = 5;
    CHECK_INT("getters/matrix-of-the-unknown", dtGetMatrixd(OBJ(0), m), DT_FALSE);
    CHECK_INT("getters/matrix-of-the-unknown", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("getters/matrix-of-the-unknown", dtGetMatrixf(OBJ(0), f), DT_FALSE);
    CHECK_INT("getters/matrix-of-the-unknown", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK("getters/matrix-of-the-unknown", m[0] == 5 && f[0] == 5);
    dtCreateObject(OBJ(0), box);
    CHECK_INT("getters/null-raises-an-error", dtGetMatrixd(OBJ(0), NULL), DT_FALSE);
    CHECK_INT("getters/null-raises-an-error", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("getters/null-raises-an-error", dtGetMatrixf(OBJ(0), NULL), DT_FALSE);
    CHECK_INT("getters/null-raises-an-error", dtGetError(), DT_INVALID_POINTER);
    probe_reset();
    dtDeleteShape(box);
}

/* The box of every kind at the identity is that of its extreme points. */
static void boxes(void)
{
    static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const double sheared[16] = {1, 1, 0, 0, -1, 1, 0, 0, 0, 0, 2, 0, 10, 0, 0, 1};
    static double bad[12];
    DtShapeRef shapes[KIND_COUNT];
    DtShapeRef mesh, empty, open;
    DtVector min, max;
    int kind, k;

    CHECK_LINE("Getters: dtGetBBox is the least box but for rounding");
    kind_make_all(shapes);
    for (kind = 0; kind < KIND_COUNT; kind++) {
        check_case("%s", kind_table[kind].name);
        dtCreateObject(OBJ(0), shapes[kind]);
        CHECK_INT("getters/box-of-every-kind", dtGetBBox(OBJ(0), min, max), DT_TRUE);
        for (k = 0; k < 3; k++) {
            double high = kind_table[kind].extreme[2 * k][k];
            double low = kind_table[kind].extreme[2 * k + 1][k];
            if (kind == KIND_TRIANGLE) {
                low = 0; /* the table has other points there */
            }
            CHECK("getters/box-of-every-kind", max[k] >= high && max[k] <= high + 1e-12);
            CHECK("getters/box-of-every-kind", min[k] <= low && min[k] >= low - 1e-12);
        }
    }
    /* A simplex under a shear: its vertices go to (10,0,0), (11,1,0), (9,1,0), (10,0,2). */
    mesh = probe_polytope(DT_SIMPLEX, 4, corners);
    dtCreateObject(OBJ(0), mesh);
    dtLoadMatrixd(sheared);
    CHECK_INT("getters/box-of-a-placed-soup", dtGetBBox(OBJ(0), min, max), DT_TRUE);
    CHECK_VECTOR("getters/box-of-a-placed-soup", min, 9, 0, 0, 1e-12);
    CHECK_VECTOR("getters/box-of-a-placed-soup", max, 11, 1, 2, 1e-12);
    /* A ball, turned and scaled unevenly. */
    dtCreateObject(OBJ(0), shapes[KIND_SPHERE]);
    dtLoadMatrixd(turned);
    CHECK_INT("getters/box-of-a-placed-ball", dtGetBBox(OBJ(0), min, max), DT_TRUE);
    CHECK_NEAR("getters/box-of-a-placed-ball", max[0], 10 + sqrt(0.36 + 2.56 + 0.25), 1e-12);
    CHECK_NEAR("getters/box-of-a-placed-ball", min[1], -20 - sqrt(0.64 + 1.44), 1e-12);
    CHECK_NEAR("getters/box-of-a-placed-ball", max[2], 33, 1e-12);
    CHECK_INT("getters/box-of-a-placed-ball", dtGetError(), DT_INVALID_OPERATION); /* the references were in use */

    CHECK_LINE("Getters: what can hit nothing has no box; the unknown and NULL raise errors");
    min[0] = 5;
    max[0] = 6;
    dtTranslate(probe_infinity(), 0, 0);
    dtGetError();
    CHECK_INT("getters/no-box-where-nothing-is", dtGetBBox(OBJ(0), min, max), DT_FALSE);
    empty = dtNewComplexShape();
    dtEndComplexShape();
    dtCreateObject(OBJ(1), empty);
    CHECK_INT("getters/no-box-where-nothing-is", dtGetBBox(OBJ(1), min, max), DT_FALSE);
    for (k = 0; k < 12; k++) {
        bad[k] = probe_nan();
    }
    open = dtNewComplexShape();
    dtCreateObject(OBJ(2), open);
    CHECK_INT("getters/no-box-where-nothing-is", dtGetBBox(OBJ(2), min, max), DT_FALSE);
    dtVertexBase(bad);
    dtVertexRange(DT_SIMPLEX, 0, 4);
    dtEndComplexShape();
    dtGetError();
    CHECK_INT("getters/no-box-where-nothing-is", dtGetBBox(OBJ(2), min, max), DT_FALSE);
    CHECK_INT("getters/no-box-where-nothing-is", dtGetError(), DT_NO_ERROR);
    CHECK_INT("getters/box-of-the-unknown", dtGetBBox(OBJ(9), min, max), DT_FALSE);
    CHECK_INT("getters/box-of-the-unknown", dtGetError(), DT_UNKNOWN_OBJECT);
    dtCreateObject(OBJ(0), shapes[KIND_BOX]);
    dtGetError();
    CHECK_INT("getters/null-raises-an-error", dtGetBBox(OBJ(0), NULL, max), DT_FALSE);
    CHECK_INT("getters/null-raises-an-error", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("getters/null-raises-an-error", dtGetBBox(OBJ(0), min, NULL), DT_FALSE);
    CHECK_INT("getters/null-raises-an-error", dtGetError(), DT_INVALID_POINTER);
    CHECK("getters/null-raises-an-error", min[0] == 5 && max[0] == 6);
    probe_reset();
    dtDeleteShape(mesh);
    dtDeleteShape(empty);
    dtDeleteShape(open);
    kind_delete_all(shapes);
}

/* The levels of the tree over a strip of 64 triangles: each covers it, the last has a box for each triangle. */
static void check_tree_boxes(void)
{
    static DtBox boxes[64];
    DtShapeRef strip = dtNewComplexShape(), ball;
    DtCount count, last = 0, level, i;

    CHECK_LINE("Getters: dtGetTreeBoxes gives the boxes of a level, in the coordinates of the shape");
    for (i = 0; i < 64; i++) {
        dtBegin(DT_SIMPLEX);
        dtVertex(i, 0, 0);
        dtVertex(i + 1, 0, 0);
        dtVertex(i, 1, i % 2);
        dtEnd();
    }
    dtEndComplexShape();
    dtCreateObject(OBJ(0), strip);
    dtTranslate(100, 0, 0);
    CHECK_INT("getters/tree-root", dtGetTreeBoxes(OBJ(0), 0, boxes, 64), 1);
    CHECK_VECTOR("getters/tree-root", boxes[0].min, 0, 0, 0, 1e-4);
    CHECK_VECTOR("getters/tree-root", boxes[0].max, 64, 1, 1, 1e-4);
    for (level = 1; level < 10; level++) {
        double reached = 0;

        count = dtGetTreeBoxes(OBJ(0), level, boxes, 64);
        CHECK("getters/tree-levels", count >= last && count <= 64);
        for (i = 0; i < count; i++) {
            reached += boxes[i].max[0] - boxes[i].min[0];
        }
        CHECK("getters/tree-levels-cover", reached > 63.9 && reached < 64.1);
        last = count;
    }
    CHECK_INT("getters/tree-leaves", last, 64);
    CHECK_INT("getters/tree-number-alone", dtGetTreeBoxes(OBJ(0), 9, NULL, 7), 64);
    boxes[1].min[0] = 5;
    CHECK_INT("getters/tree-as-many-as-wanted", dtGetTreeBoxes(OBJ(0), 9, boxes, 1), 64);
    CHECK("getters/tree-as-many-as-wanted", boxes[1].min[0] == 5);
    CHECK_INT("getters/tree-levels", dtGetError(), DT_NO_ERROR);
    ball = dtSphere(2);
    dtCreateObject(OBJ(1), ball);
    CHECK_INT("getters/tree-of-a-ball", dtGetTreeBoxes(OBJ(1), 3, boxes, 64), 1);
    CHECK_VECTOR("getters/tree-of-a-ball", boxes[0].max, 2, 2, 2, 1e-9);
    dtTranslate(probe_nan(), 0, 0);
    dtGetError();
    CHECK_INT("getters/tree-of-nothing", dtGetTreeBoxes(OBJ(1), 0, boxes, 64), 0);
    CHECK_INT("getters/tree-of-nothing", dtGetError(), DT_NO_ERROR);
    CHECK_INT("getters/tree-of-the-unknown", dtGetTreeBoxes(OBJ(9), 0, boxes, 64), 0);
    CHECK_INT("getters/tree-of-the-unknown", dtGetError(), DT_UNKNOWN_OBJECT);
    probe_reset();
    dtDeleteShape(strip);
    dtDeleteShape(ball);
}

/* Object 0 is placed such that the results are greater than any number, in part as a difference of such. */
static void points_beyond_numbers(void)
{
    DtVector point = {1e308, 1e308, 1e308}, out = {7, 7, 7};

    dtLoadIdentity();
    dtRotate(0, 0, 0.38268343236508977, 0.9238795325112867);
    dtScale(1e10, 1e10, 1e10);
    CHECK_INT("getters/point-beyond-numbers", dtToWorld(OBJ(0), point, out), DT_FALSE);
    CHECK_INT("getters/point-beyond-numbers", dtGetError(), DT_INVALID_VALUE);
    dtScale(1e-20, 1e-20, 1e-20);
    CHECK_INT("getters/point-beyond-numbers", dtToLocal(OBJ(0), point, out), DT_FALSE);
    CHECK_INT("getters/point-beyond-numbers", dtGetError(), DT_INVALID_VALUE);
    CHECK("getters/point-beyond-numbers", out[0] == 7 && out[1] == 7 && out[2] == 7);
    dtLoadIdentity();
}

static void points(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    DtVector local = {1, 2, 3}, world, back;
    const double nan = probe_nan();
    int i;

    CHECK_LINE("Getters: dtToWorld, dtToLocal");
    dtCreateObject(OBJ(0), box);
    dtTranslate(10, 0, 0);
    dtRotate(0, 0, 1, 1); /* a quarter turn about z */
    dtScale(2, 1, 1);
    CHECK_INT("getters/to-world", dtToWorld(OBJ(0), local, world), DT_TRUE);
    CHECK("getters/to-world", fabs(world[0] - 8) < 1e-12 && fabs(world[1] - 2) < 1e-12 && world[2] == 3);
    CHECK_INT("getters/to-local", dtToLocal(OBJ(0), world, back), DT_TRUE);
    for (i = 0; i < 3; i++) {
        CHECK("getters/to-local", fabs(back[i] - local[i]) < 1e-12);
    }
    CHECK_INT("getters/to-world-in-place", dtToWorld(OBJ(0), local, local), DT_TRUE);
    CHECK("getters/to-world-in-place", local[0] == world[0] && local[1] == world[1]);
    dtScale(1, 1, 0);
    CHECK_INT("getters/to-local-of-a-flat-object", dtToLocal(OBJ(0), world, back), DT_TRUE);
    CHECK("getters/to-local-of-a-flat-object", fabs(back[0] - 1) < 1e-12 && fabs(back[1] - 2) < 1e-12 && back[2] == 0);
    CHECK_INT("getters/point-errors", dtGetError(), DT_NO_ERROR);
    CHECK_INT("getters/point-errors", dtToWorld(OBJ(9), local, world), DT_FALSE);
    CHECK_INT("getters/point-errors", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("getters/point-errors", dtToLocal(OBJ(0), NULL, world), DT_FALSE);
    CHECK_INT("getters/point-errors", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("getters/point-errors", dtToWorld(OBJ(0), local, NULL), DT_FALSE);
    CHECK_INT("getters/point-errors", dtGetError(), DT_INVALID_POINTER);
    points_beyond_numbers();
    dtTranslate(nan, 0, 0);
    dtGetError();
    CHECK_INT("getters/point-errors", dtToLocal(OBJ(0), world, back), DT_FALSE);
    CHECK_INT("getters/point-errors", dtGetError(), DT_INVALID_OPERATION);
    probe_reset();
    dtDeleteShape(box);
}

static int seen;

/* Getters work inside a callback too. */
static void look(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    double m[16];
    DtVector min, max;
    (void)coll_data;
    CHECK("getters/inside-a-callback", dtGetShape(object1) == client_data && dtGetShape(object2) == client_data);
    CHECK_INT("getters/inside-a-callback", dtGetMatrixd(object2, m), DT_TRUE);
    CHECK_INT("getters/inside-a-callback", dtGetBBox(object2, min, max), DT_TRUE);
    CHECK("getters/inside-a-callback", m[12] == 0.5 && fabs(max[0] - 1.5) < 1e-12);
    seen++;
}

static void shapes(void)
{
    DtShapeRef box = dtBox(2, 2, 2);

    CHECK_LINE("Getters: dtGetShape");
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), box);
    dtTranslate(0.5, 0, 0);
    CHECK_POINTER("getters/shape-of-an-object", dtGetShape(OBJ(0)), box);
    dtSetDefaultResponse(look, DT_SIMPLE_RESPONSE, box);
    CHECK_INT("getters/inside-a-callback", dtTest(), 1);
    CHECK_INT("getters/inside-a-callback", seen, 1);
    CHECK_INT("getters/shape-of-an-object", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(box);
    CHECK_POINTER("getters/shape-that-was-deleted", dtGetShape(OBJ(0)), NULL);
    CHECK_INT("getters/shape-that-was-deleted", dtGetError(), DT_NO_ERROR);
    dtDeleteObject(OBJ(0));
    CHECK_POINTER("getters/shape-of-the-unknown", dtGetShape(OBJ(0)), NULL);
    CHECK_INT("getters/shape-of-the-unknown", dtGetError(), DT_UNKNOWN_OBJECT);
    probe_reset();
}

int main(void)
{
    matrices();
    boxes();
    check_tree_boxes();
    shapes();
    points();
    return check_finish();
}
