/* Objects and placement: references, the current object, transforms, extreme and broken placements. */
#include <time.h>

#include "kinds.h"

#define HALF_TURN_ROOT 0.70710678118654752440 /* sine and cosine of 45 degrees: a quarter turn */

static DtShapeRef point;

static int inside(DtObjectRef object, double x, double y, double z)
{
    return probe_touches(object, point, x, y, z);
}

static void references(void)
{
    DtShapeRef box = dtBox(2, 2, 2);

    CHECK_LINE("Objects: any pointer is a valid reference, NULL included");
    dtCreateObject(NULL, box);
    dtTranslate(5, 0, 0);
    dtCreateObject((DtObjectRef)(size_t)-1, box);
    dtCreateObject((DtObjectRef)1, box);
    dtTranslate(20, 0, 0);
    probe_default(DT_SIMPLE_RESPONSE);
    CHECK_INT("placement/null-reference", probe_test(), 0);
    dtSelectObject(NULL);
    dtTranslate(-4, 0, 0); /* now at 1: it meets the one at 0 */
    CHECK_INT("placement/null-reference", probe_test(), 1);
    CHECK_INT("placement/null-reference", probe_called(NULL, (DtObjectRef)(size_t)-1), 1);
    dtSetObjectResponse(NULL, probe_record, DT_NO_RESPONSE, NULL);
    CHECK_INT("placement/null-reference", probe_test(), 0);
    dtDeleteObject(NULL);
    dtDeleteObject((DtObjectRef)1);
    dtCreateObject(OBJ(0), box);
    CHECK_INT("placement/any-pointer-is-a-reference", probe_test(), 1);
    dtDeleteObject((DtObjectRef)(size_t)-1);
    CHECK_INT("placement/any-pointer-is-a-reference", probe_test(), 0);
    probe_reset();

    CHECK_LINE("Objects: a new object has the identity placement and is current");
    dtCreateObject(OBJ(0), box);
    CHECK("placement/new-object-has-the-identity", inside(OBJ(0), 1, 1, 1) && !inside(OBJ(0), 1.001, 0, 0));
    dtCreateObject(OBJ(1), box);
    dtTranslate(10, 0, 0);
    CHECK("placement/new-object-is-current", inside(OBJ(1), 10, 0, 0) && inside(OBJ(0), 0, 0, 0));
    probe_reset();

    CHECK_LINE("Objects: selecting an unknown object is ignored and the current one stays");
    dtCreateObject(OBJ(0), box);
    dtSelectObject(OBJ(5));
    dtTranslate(10, 0, 0);
    CHECK("placement/selecting-the-unknown-keeps-the-current", inside(OBJ(0), 10, 0, 0) && !inside(OBJ(0), 0, 0, 0));
    probe_reset();

    CHECK_LINE("Objects: deleting the current object leaves none; transforms then do nothing");
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), box);
    dtDeleteObject(OBJ(1));
    dtTranslate(10, 0, 0);
    dtScale(3, 3, 3);
    CHECK("placement/deleting-the-current-leaves-none", inside(OBJ(0), 1, 1, 1) && !inside(OBJ(0), 1.1, 0, 0));
    dtCreateObject(OBJ(1), box);
    dtSelectObject(OBJ(0));
    dtDeleteObject(OBJ(1));
    dtTranslate(10, 0, 0);
    CHECK("placement/deleting-another-keeps-the-current", inside(OBJ(0), 10, 0, 0));
    probe_reset();

    CHECK_LINE("Objects: unknown or repeated dtDeleteObject: nothing happens");
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), box);
    dtDeleteObject(OBJ(7));
    dtDeleteObject(OBJ(1));
    dtDeleteObject(OBJ(1));
    CHECK("placement/repeated-deletion-does-nothing", inside(OBJ(0), 0, 0, 0));
    dtDeleteObject(OBJ(0));
    dtDeleteObject(OBJ(0));
    probe_default(DT_SIMPLE_RESPONSE);
    CHECK_INT("placement/repeated-deletion-does-nothing", probe_test(), 0);
    probe_reset();

    CHECK_LINE("Objects: dtCreateObject with a reference in use replaces that object");
    probe_default(DT_SIMPLE_RESPONSE);
    dtCreateObject(OBJ(0), box);
    dtTranslate(10, 0, 0);
    dtCreateObject(OBJ(1), box);
    dtTranslate(10, 0, 0);
    CHECK_INT("placement/reference-in-use-is-replaced", probe_test(), 1);
    dtCreateObject(OBJ(0), point);
    CHECK_INT("placement/reference-in-use-is-replaced", probe_test(), 0);
    dtTranslate(10, 0, 0); /* the new object is current */
    CHECK_INT("placement/reference-in-use-is-replaced", probe_test(), 1);
    dtDeleteObject(OBJ(0));
    CHECK_INT("placement/reference-in-use-leaves-no-ghost", probe_test(), 0);
    probe_reset();
    dtDeleteShape(box);
}

static void corners(const char *name, double cx, double cy, double cz, double hx, double hy, double hz)
{
    double in = 1 - 1e-9;
    double out = 1 + 1e-9;
    CHECK(name, inside(OBJ(0), cx + in * hx, cy + in * hy, cz + in * hz));
    CHECK(name, inside(OBJ(0), cx - in * hx, cy - in * hy, cz - in * hz));
    CHECK(name, !inside(OBJ(0), cx + out * hx, cy, cz) && !inside(OBJ(0), cx - out * hx, cy, cz));
    CHECK(name, !inside(OBJ(0), cx, cy + out * hy, cz) && !inside(OBJ(0), cx, cy - out * hy, cz));
    CHECK(name, !inside(OBJ(0), cx, cy, cz + out * hz) && !inside(OBJ(0), cx, cy, cz - out * hz));
}

static void transforms(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    double m[16] = {0, 1, 0, 0, -3, 0, 0, 0, 0, 0, 2, 0, 10, 20, 30, 1};
    float f[16];
    int i;

    CHECK_LINE("Objects: Translate, Rotate, Scale, MultMatrix post-multiply, as in OpenGL");
    /* Scaled to (2,3,1), a quarter turn about z swaps the half extents of x and y, then moved by 10. */
    dtCreateObject(OBJ(0), box);
    dtTranslate(10, 0, 0);
    dtRotate(0, 0, HALF_TURN_ROOT, HALF_TURN_ROOT);
    dtScale(2, 3, 1);
    corners("placement/transforms-post-multiply", 10, 0, 0, 3, 2, 1);
    /* The other way round: moved by 10 along x, turned to y, scaled to 30 along y. */
    dtCreateObject(OBJ(0), box);
    dtScale(2, 3, 1);
    dtRotate(0, 0, HALF_TURN_ROOT, HALF_TURN_ROOT);
    dtTranslate(10, 0, 0);
    corners("placement/transforms-post-multiply", 0, 30, 0, 2, 3, 1);
    dtSelectObject(OBJ(0));
    dtLoadIdentity();
    corners("placement/load-identity", 0, 0, 0, 1, 1, 1);

    /* The matrix: x axis to y, y axis to -3x, z axis to 2z, then (10,20,30). */
    CHECK_LINE("Objects: matrices are column-major; elements 3, 7, 11, 15 are ignored");
    dtSelectObject(OBJ(0));
    dtTranslate(99, 99, 99);
    dtLoadMatrixd(m);
    corners("placement/matrices-are-column-major", 10, 20, 30, 3, 1, 2);
    m[3] = 7.0;
    m[7] = probe_nan();
    m[11] = probe_infinity();
    m[15] = 0.0;
    dtSelectObject(OBJ(0));
    dtLoadMatrixd(m);
    corners("placement/matrix-elements-3-7-11-15-are-ignored", 10, 20, 30, 3, 1, 2);
    for (i = 0; i < 16; i++) {
        f[i] = (float)m[i];
    }
    dtSelectObject(OBJ(0));
    dtLoadIdentity();
    dtLoadMatrixf(f);
    corners("placement/load-matrixf", 10, 20, 30, 3, 1, 2);
    /* MultMatrix after a scaling by 2 about the origin: everything doubles. */
    dtSelectObject(OBJ(0));
    dtLoadIdentity();
    dtScale(2, 2, 2);
    dtMultMatrixd(m);
    corners("placement/mult-matrixd-post-multiplies", 20, 40, 60, 6, 2, 4);
    dtSelectObject(OBJ(0));
    dtLoadIdentity();
    dtScale(2, 2, 2);
    dtMultMatrixf(f);
    corners("placement/mult-matrixf-post-multiplies", 20, 40, 60, 6, 2, 4);

    /* A quarter turn about z takes (5,0,0) to (0,5,0). The quaternion's length does not matter. */
    CHECK_LINE("Objects: quaternions are (x, y, z, w) and are normalised");
    {
        static const double lengths[] = {HALF_TURN_ROOT, 1.0, -3.0, 1e6, 1e-6, 1e200, 1e-200};
        for (i = 0; i < 7; i++) {
            check_case("components %g", lengths[i]);
            dtSelectObject(OBJ(0));
            dtLoadIdentity();
            dtRotate(0, 0, lengths[i], lengths[i]);
            dtTranslate(5, 0, 0);
            corners("placement/quaternions-are-xyzw-and-normalised", 0, 5, 0, 1, 1, 1);
        }
        dtSelectObject(OBJ(0));
        dtLoadIdentity();
        dtRotate(1, 0, 0, 1); /* about x: y to z */
        dtTranslate(0, 5, 0);
        corners("placement/quaternions-are-xyzw-and-normalised", 0, 0, 5, 1, 1, 1);
        dtSelectObject(OBJ(0));
        dtLoadIdentity();
        dtRotate(0, 0, 0, -2); /* no turn at all */
        dtTranslate(0, 5, 0);
        corners("placement/quaternions-are-xyzw-and-normalised", 0, 5, 0, 1, 1, 1);
    }
    probe_reset();
    dtDeleteShape(box);
}

static void map(const double *m, const double *p, double *world)
{
    int k;
    for (k = 0; k < 3; k++) {
        world[k] = m[k] * p[0] + m[4 + k] * p[1] + m[8 + k] * p[2] + m[12 + k];
    }
}

/* Every kind under mirrors, shears and uneven scalings: the solid ones by random points against their gauge,
   the thin ones by a point on them and one beyond. */
static void mirrors_and_shears(void)
{
    static const double matrices[][16] = {
        {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 4, 5, 1},
        {-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1},
        {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, -7, 2, 1, 1},
        {1, 0, 0, 0, 2, 1, 0, 0, -1, 3, 1, 0, 1, 1, 1, 1},
        {-2, 0.5, 0.25, 0, 1, -1, 0.5, 0, 0.5, 0.75, 1.5, 0, -10, 20, 5, 1},
        {1e-3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1e3, 0, 1, 2, 3, 1},
        {0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, -1, 0, 100, 0, 0, 1}};
    static const double on[KIND_COUNT][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0},
        {0, 0, 0}, {0, 0, 0}, {0, 0, 0},
        {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0},
                                             {0.75, 0.75, 0.75}, {0.5, 0.25, 0.25}, {0, 0, 0},
                                             {-0.75, 0.5, 0}, {0, 0, 0}, {-1, 0.5, 0.25}};
    static const double off[KIND_COUNT][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0},
        {0, 0, 0}, {0, 0, 0}, {0, 0, 0},
        {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 1},
                                              {-1.25, -1.25, -1.25}, {0.75, 0.75, -0.5}, {0, 0, 0},
                                              {-0.75, 0.5, 0.25}, {0, 0, 0}, {-0.75, 0.5, 0.25}};
    DtShapeRef shapes[KIND_COUNT];
    DtShapeRef tiny = dtSphere(1e-6);
    int kind, i, s;

    CHECK_LINE("Objects: mirrors and shears work on every shape");
    kind_make_all(shapes);
    for (kind = 0; kind < KIND_COUNT; kind++) {
        for (i = 0; i < (int)(sizeof matrices / sizeof matrices[0]); i++) {
            double p[3], world[3];
            dtCreateObject(OBJ(0), shapes[kind]);
            dtLoadMatrixd(matrices[i]);
            for (s = 0; s < (kind_table[kind].gauge != NULL ? 60 : 0); s++) {
                double gauge;
                p[0] = probe_between(-1.3, 1.3);
                p[1] = probe_between(-1.3, 1.3) * (kind == KIND_ELLIPSOID ? 2 : 1);
                p[2] = probe_between(-1.3, 1.3) * (kind == KIND_ELLIPSOID ? 3 : 1);
                gauge = kind_table[kind].gauge(p);
                if (fabs(gauge - 1.0) < 1e-6) {
                    continue;
                }
                map(matrices[i], p, world);
                check_case("%s, matrix %d, local point (%g, %g, %g)", kind_table[kind].name, i, p[0], p[1], p[2]);
                CHECK_INT("placement/mirrors-and-shears-of-solids",
                          inside(OBJ(0), world[0], world[1], world[2]), gauge < 1.0);
            }
            if (kind_table[kind].gauge == NULL) {
                check_case("%s, matrix %d", kind_table[kind].name, i);
                map(matrices[i], on[kind], world);
                CHECK("placement/mirrors-and-shears-of-thin-shapes",
                      probe_touches(OBJ(0), tiny, world[0], world[1], world[2]));
                map(matrices[i], off[kind], world);
                CHECK("placement/mirrors-and-shears-of-thin-shapes",
                      !probe_touches(OBJ(0), tiny, world[0], world[1], world[2]));
            }
        }
    }
    probe_reset();
    kind_delete_all(shapes);
    dtDeleteShape(tiny);
}

/* Time of many runs of transforms that pass the origin, with n objects in a row about it. */
static double run_seconds(int n)
{
    static char crowd[4000];
    DtShapeRef box = dtBox(0.1, 0.1, 0.1);
    clock_t start;
    double seconds;
    int i;
    for (i = 0; i < n; i++) {
        dtCreateObject(&crowd[i], box);
        dtTranslate(i - 0.5 * n, i - 0.5 * n, i - 0.5 * n);
    }
    dtCreateObject(OBJ(0), box);
    dtTest();
    start = clock();
    for (i = 0; i < 30000; i++) {
        dtLoadIdentity();
        dtTranslate(5000, 5000, 5000);
        dtRotate(0, 0, 0, 1);
        dtScale(1, 1, 1);
    }
    dtTest();
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    for (i = 0; i < n; i++) {
        dtDeleteObject(&crowd[i]);
    }
    probe_reset();
    dtDeleteShape(box);
    return seconds;
}

/* If each LoadIdentity moved the object in the broad phase, a run would cost in proportion to the crowd. */
static void placement_is_lazy(void)
{
    double few = run_seconds(10);
    double many = run_seconds(4000);
    CHECK_LINE("Objects: placement is lazy: a run of transforms costs one update");
    check_case("10 objects %g s, 4000 objects %g s", few, many);
    CHECK("placement/a-run-of-transforms-costs-one-update", many < 10.0 * (few + 5e-3));
}

int main(void)
{
    point = dtSphere(0.0);
    references();
    transforms();
    mirrors_and_shears();
    placement_is_lazy();
    dtDeleteShape(point);
    return check_finish();
}
