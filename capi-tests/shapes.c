/* Shapes: what the primitives are, closed sets, the hit boundary, degenerate and bad dimensions. */
#include "kinds.h"

#define NEAR 1e-6

static DtShapeRef point;

/* Inside by a hair, outside by a hair, along one direction from the centre. */
static void boundary(const char *name, DtShapeRef shape, double x, double y, double z)
{
    double in = 1.0 - NEAR;
    double out = 1.0 + NEAR;
    dtCreateObject(OBJ(0), shape);
    check_case("boundary point (%g, %g, %g)", x, y, z);
    CHECK(name, probe_touches(OBJ(0), point, in * x, in * y, in * z));
    CHECK(name, !probe_touches(OBJ(0), point, out * x, out * y, out * z));
    dtDeleteObject(OBJ(0));
}

static void primitives(void)
{
    DtShapeRef shape;

    CHECK_LINE("Shapes: full extents of the box; cone and cylinder along y, apex up; all centred");
    shape = dtBox(2.0, 4.0, 6.0);
    boundary("shapes/box-full-extents", shape, 1.0, 0.0, 0.0);
    boundary("shapes/box-full-extents", shape, 0.0, -2.0, 0.0);
    boundary("shapes/box-full-extents", shape, 0.0, 0.0, 3.0);
    boundary("shapes/box-full-extents", shape, -1.0, 2.0, -3.0);
    dtDeleteShape(shape);

    shape = dtSphere(2.0);
    boundary("shapes/sphere-centred", shape, 2.0, 0.0, 0.0);
    boundary("shapes/sphere-centred", shape, 0.0, -1.2, 1.6); /* a 3-4-5 triangle times 0.4 */
    dtDeleteShape(shape);

    /* Radius 3, height 4: base at y = -2, apex at y = +2, radius 1.5 at the middle. */
    shape = dtCone(3.0, 4.0);
    boundary("shapes/cone-axis-y-apex-up", shape, 0.0, 2.0, 0.0);
    boundary("shapes/cone-axis-y-apex-up", shape, 0.0, -2.0, 0.0);
    boundary("shapes/cone-axis-y-apex-up", shape, 1.5, 0.0, 0.0);
    boundary("shapes/cone-axis-y-apex-up", shape, 0.0, 0.0, -1.5);
    boundary("shapes/cone-axis-y-apex-up", shape, 3.0, -2.0, 0.0);
    dtCreateObject(OBJ(0), shape);
    CHECK("shapes/cone-axis-y-apex-up", !probe_touches(OBJ(0), point, 2.0, 1.9, 0.0));
    CHECK("shapes/cone-axis-y-apex-up", probe_touches(OBJ(0), point, 2.0, -1.9, 0.0));
    dtDeleteObject(OBJ(0));
    dtDeleteShape(shape);

    shape = dtCylinder(3.0, 4.0);
    boundary("shapes/cylinder-axis-y", shape, 0.0, 2.0, 0.0);
    boundary("shapes/cylinder-axis-y", shape, 0.0, -2.0, 0.0);
    boundary("shapes/cylinder-axis-y", shape, 3.0, 2.0, 0.0);
    boundary("shapes/cylinder-axis-y", shape, 1.8, -2.0, 2.4);
    dtDeleteShape(shape);

    shape = dtEllipsoid(1.0, 2.0, 3.0);
    boundary("shapes/ellipsoid-radii", shape, 1.0, 0.0, 0.0);
    boundary("shapes/ellipsoid-radii", shape, 0.0, -2.0, 0.0);
    boundary("shapes/ellipsoid-radii", shape, 0.0, 0.0, 3.0);
    boundary("shapes/ellipsoid-radii", shape, 0.6, 1.6, 0.0);
    dtDeleteShape(shape);
}

/* One pair: b's extreme point along -axis lies at a's along +axis, plus a gap. */
static int meets(DtShapeRef *shapes, int a, int b, int direction, double gap)
{
    const double *ea = kind_table[a].extreme[direction];
    const double *eb = kind_table[b].extreme[direction ^ 1];
    double at[3];
    int k;
    for (k = 0; k < 3; k++) {
        at[k] = ea[k] - eb[k];
    }
    at[direction / 2] += direction % 2 == 0 ? gap : -gap;
    return probe_pair(shapes[a], 0.0, 0.0, 0.0, shapes[b], at[0], at[1], at[2]);
}

static void touching_is_colliding(int caching)
{
    DtShapeRef shapes[KIND_COUNT];
    int a, b, direction;

    CHECK_LINE("Shapes: sets are closed: touching is colliding, for every pair of kinds");
    kind_make_all(shapes);
    if (!caching) {
        dtDisableCaching();
    }
    for (a = 0; a < KIND_COUNT; a++) {
        for (b = 0; b < KIND_COUNT; b++) {
            for (direction = 0; direction < 6; direction++) {
                int thick = kind_table[a].gauge != NULL || kind_table[b].gauge != NULL;
                check_case("%s against %s, direction %d, caching %d", kind_table[a].name, kind_table[b].name,
                           direction, caching);
                CHECK("shapes/touching-is-colliding-for-every-pair", meets(shapes, a, b, direction, 0.0));
                CHECK("shapes/gap-of-1e-9-is-a-miss-for-every-pair", !meets(shapes, a, b, direction, 1e-9));
                if (thick) {
                    CHECK("shapes/overlap-of-1e-9-is-a-hit-for-every-pair", meets(shapes, a, b, direction, -1e-9));
                }
            }
        }
    }
    kind_delete_all(shapes);
    probe_reset();
}

/* The boundary scales with the coordinates: no absolute distance is special. */
static void boundary_scales(void)
{
    static const double scales[] = {1e-100, 1e-30, 1e-12, 1e-6, 1.0, 1e6, 1e12, 1e30, 1e100};
    int i;

    CHECK_LINE("Shapes: a miss has a margin above rounding, about 1e-12 of the coordinates");
    for (i = 0; i < (int)(sizeof scales / sizeof scales[0]); i++) {
        double s = scales[i];
        DtShapeRef sphere = dtSphere(s);
        DtShapeRef box = dtBox(2.0 * s, 2.0 * s, 2.0 * s);
        DtShapeRef cone = dtCone(s, 2.0 * s);
        check_case("scale %g", s);
        CHECK("shapes/boundary-scales-with-the-shapes", probe_pair(sphere, 0, 0, 0, sphere, 1.999999 * s, 0, 0));
        CHECK("shapes/boundary-scales-with-the-shapes", !probe_pair(sphere, 0, 0, 0, sphere, 2.000001 * s, 0, 0));
        CHECK("shapes/boundary-scales-with-the-shapes", probe_pair(sphere, 0, 0, 0, box, 1.999999 * s, 0, 0));
        CHECK("shapes/boundary-scales-with-the-shapes", !probe_pair(sphere, 0, 0, 0, box, 2.000001 * s, 0, 0));
        CHECK("shapes/boundary-scales-with-the-shapes", probe_pair(cone, 0, 0, 0, cone, 0, 1.999999 * s, 0));
        CHECK("shapes/boundary-scales-with-the-shapes", !probe_pair(cone, 0, 0, 0, cone, 0, 2.000001 * s, 0));
        dtDeleteShape(sphere);
        dtDeleteShape(box);
        dtDeleteShape(cone);
    }
    {
        /* Far from the world's origin: 1e8 is exact, and 1e-2 is 1e-10 of it. */
        DtShapeRef box = dtBox(2.0, 2.0, 2.0);
        DtShapeRef sphere = dtSphere(1.0);
        check_case("at 1e8");
        CHECK("shapes/touching-far-from-the-origin", probe_pair(box, 1e8, 0, 0, box, 1e8 + 2.0, 0, 0));
        CHECK("shapes/touching-far-from-the-origin", probe_pair(box, 1e8, 0, 0, sphere, 1e8 + 2.0, 0, 0));
        CHECK("shapes/touching-far-from-the-origin", !probe_pair(box, 1e8, 0, 0, box, 1e8 + 2.01, 0, 0));
        CHECK("shapes/touching-far-from-the-origin", !probe_pair(sphere, 1e8, 0, 0, sphere, 1e8 + 2.01, 0, 0));
        dtDeleteShape(box);
        dtDeleteShape(sphere);
    }
    {
        /* A small box on a floor of 1e8: top of the floor at 0, resting 1e-6 above or in it. */
        DtShapeRef floor = dtBox(1e8, 2.0, 1e8);
        DtShapeRef box = dtBox(1.0, 1.0, 1.0);
        check_case("a box of size 1 on a floor of size 1e8");
        CHECK("shapes/box-on-a-huge-floor", !probe_pair(floor, 0, -1.0, 0, box, 3e7, 0.5 + 1e-6, 2e7));
        CHECK("shapes/box-on-a-huge-floor", probe_pair(floor, 0, -1.0, 0, box, 3e7, 0.5 - 1e-6, 2e7));
        CHECK("shapes/box-on-a-huge-floor", probe_pair(floor, 0, -1.0, 0, box, 3e7, 0.5, 2e7));
        dtDeleteShape(floor);
        dtDeleteShape(box);
    }
}

static void tolerance_leaves_the_boundary_alone(void)
{
    double tolerances[7];
    DtShapeRef shapes[KIND_COUNT];
    int t, a, b;

    tolerances[0] = 0.001;
    tolerances[1] = 0.5;
    tolerances[2] = 1e6;
    tolerances[3] = 0.0;
    tolerances[4] = -1.0;
    tolerances[5] = probe_nan();
    tolerances[6] = probe_infinity();
    CHECK_LINE("Shapes: dtSetTolerance never moves the hit boundary");
    kind_make_all(shapes);
    for (t = 0; t < 7; t++) {
        dtSetTolerance(tolerances[t]);
        for (a = 0; a < KIND_COUNT; a++) {
            for (b = 0; b < KIND_COUNT; b++) {
                check_case("tolerance %g, %s against %s", tolerances[t], kind_table[a].name, kind_table[b].name);
                CHECK("shapes/tolerance-never-moves-the-boundary", meets(shapes, a, b, 0, 0.0));
                CHECK("shapes/tolerance-never-moves-the-boundary", !meets(shapes, a, b, 0, 1e-9));
            }
        }
    }
    kind_delete_all(shapes);
    probe_reset();
}

static void member(const char *name, DtShapeRef shape, double x, double y, double z, int expected)
{
    dtCreateObject(OBJ(0), shape);
    check_case("point (%g, %g, %g)", x, y, z);
    CHECK_INT(name, probe_touches(OBJ(0), point, x, y, z), expected);
    dtDeleteObject(OBJ(0));
}

static void zero_extents(void)
{
    DtShapeRef s;

    CHECK_LINE("Shapes: zero extents are fine");
    s = dtBox(2.0, 0.0, 4.0);
    member("shapes/flat-box-is-a-rectangle", s, 1.0, 0.0, 2.0, 1);
    member("shapes/flat-box-is-a-rectangle", s, 0.3, 0.0, -1.7, 1);
    member("shapes/flat-box-is-a-rectangle", s, 0.3, 1e-9, 0.0, 0);
    member("shapes/flat-box-is-a-rectangle", s, 1.001, 0.0, 0.0, 0);
    dtDeleteShape(s);
    s = dtBox(0.0, 2.0, 0.0);
    member("shapes/thin-box-is-a-segment", s, 0.0, -1.0, 0.0, 1);
    member("shapes/thin-box-is-a-segment", s, 1e-9, 0.0, 0.0, 0);
    dtDeleteShape(s);
    s = dtBox(0.0, 0.0, 0.0);
    member("shapes/zero-box-is-a-point", s, 0.0, 0.0, 0.0, 1);
    member("shapes/zero-box-is-a-point", s, 0.0, 0.0, 1e-9, 0);
    dtDeleteShape(s);
    s = dtSphere(0.0);
    member("shapes/zero-sphere-is-a-point", s, 0.0, 0.0, 0.0, 1);
    member("shapes/zero-sphere-is-a-point", s, 0.0, 1e-9, 0.0, 0);
    CHECK("shapes/zero-sphere-is-a-point", probe_pair(s, 5.0, 0, 0, s, 5.0, 0, 0));
    dtDeleteShape(s);
    s = dtCone(1.0, 0.0);
    member("shapes/cone-of-height-zero-is-a-disc", s, 0.6, 0.0, 0.8 - 1e-9, 1);
    member("shapes/cone-of-height-zero-is-a-disc", s, 0.0, 1e-9, 0.0, 0);
    dtDeleteShape(s);
    s = dtCone(0.0, 2.0);
    member("shapes/cone-of-radius-zero-is-a-segment", s, 0.0, 1.0, 0.0, 1);
    member("shapes/cone-of-radius-zero-is-a-segment", s, 1e-9, 0.0, 0.0, 0);
    dtDeleteShape(s);
    s = dtCylinder(1.0, 0.0);
    member("shapes/cylinder-of-height-zero-is-a-disc", s, -0.6, 0.0, 0.8 - 1e-9, 1);
    member("shapes/cylinder-of-height-zero-is-a-disc", s, 0.0, -1e-9, 0.0, 0);
    dtDeleteShape(s);
    s = dtCylinder(0.0, 2.0);
    member("shapes/cylinder-of-radius-zero-is-a-segment", s, 0.0, -1.0, 0.0, 1);
    member("shapes/cylinder-of-radius-zero-is-a-segment", s, 0.0, 0.0, 1e-9, 0);
    dtDeleteShape(s);
    s = dtEllipsoid(1.0, 0.0, 2.0);
    member("shapes/flat-ellipsoid-is-an-ellipse", s, 0.6, 0.0, 1.6 - 1e-9, 1);
    member("shapes/flat-ellipsoid-is-an-ellipse", s, 0.0, 1e-9, 0.0, 0);
    dtDeleteShape(s);
}

static void negative_dimensions(void)
{
    DtShapeRef s;

    CHECK_LINE("Shapes: negative dimensions count by magnitude");
    s = dtBox(-2.0, 4.0, -6.0);
    boundary("shapes/negative-dimensions-count-by-magnitude", s, 1.0, 2.0, 3.0);
    dtDeleteShape(s);
    s = dtSphere(-2.0);
    boundary("shapes/negative-dimensions-count-by-magnitude", s, 0.0, 2.0, 0.0);
    dtDeleteShape(s);
    s = dtCone(-3.0, -4.0);
    boundary("shapes/negative-dimensions-count-by-magnitude", s, 0.0, 2.0, 0.0);
    boundary("shapes/negative-dimensions-count-by-magnitude", s, 3.0, -2.0, 0.0);
    dtDeleteShape(s);
    s = dtCylinder(3.0, -4.0);
    boundary("shapes/negative-dimensions-count-by-magnitude", s, 3.0, 2.0, 0.0);
    dtDeleteShape(s);
    s = dtEllipsoid(-1.0, 2.0, -3.0);
    boundary("shapes/negative-dimensions-count-by-magnitude", s, 0.0, 0.0, 3.0);
    dtDeleteShape(s);
}

static void non_finite_dimensions(void)
{
    double bad[3];
    DtShapeRef s[11];
    DtShapeRef big = dtBox(100.0, 100.0, 100.0);
    int i, k;

    bad[0] = probe_nan();
    bad[1] = probe_infinity();
    bad[2] = -probe_infinity();
    CHECK_LINE("Shapes: a NaN or infinite dimension makes a shape that hits nothing, and an error");
    for (i = 0; i < 3; i++) {
        int n = 0;
        double x = bad[i];
        probe_reset();
        for (n = 0; n < 11; n++) {
            switch (n) {
            case 0: s[n] = dtBox(x, 1, 1); break;
            case 1: s[n] = dtBox(1, x, 1); break;
            case 2: s[n] = dtBox(1, 1, x); break;
            case 3: s[n] = dtSphere(x); break;
            case 4: s[n] = dtCone(x, 1); break;
            case 5: s[n] = dtCone(1, x); break;
            case 6: s[n] = dtCylinder(x, 1); break;
            case 7: s[n] = dtCylinder(1, x); break;
            case 8: s[n] = dtEllipsoid(x, 1, 1); break;
            case 9: s[n] = dtEllipsoid(1, x, 1); break;
            default: s[n] = dtEllipsoid(1, 1, x); break;
            }
            check_case("dimension %g in call %d", x, n);
            CHECK_INT("shapes/non-finite-dimension-raises-an-error", dtGetError(), DT_INVALID_VALUE);
            CHECK_INT("shapes/non-finite-dimension-raises-an-error", dtGetError(), DT_NO_ERROR);
            CHECK("shapes/non-finite-dimension-is-still-a-shape", s[n] != NULL);
            dtCreateObject(OBJ(n), s[n]);
        }
        probe_default(DT_SMART_RESPONSE);
        dtCreateObject(OBJ(20), big);
        for (k = 0; k < 2; k++) {
            CHECK_INT("shapes/non-finite-dimension-hits-nothing", probe_test(), 0);
            dtProceed();
            dtDisableCaching();
        }
        probe_reset();
        for (n = 0; n < 11; n++) {
            dtDeleteShape(s[n]);
        }
    }
    dtDeleteShape(big);
}

int main(void)
{
    point = dtSphere(0.0);
    primitives();
    touching_is_colliding(1);
    touching_is_colliding(0);
    boundary_scales();
    tolerance_leaves_the_boundary_alone();
    zero_extents();
    negative_dimensions();
    non_finite_dimensions();
    dtDeleteShape(point);
    return check_finish();
}
