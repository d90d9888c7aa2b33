/*
 * Geometries that broke the depths and contacts of other libraries, each under the number it has in that library's
 * tracker, as in regressions.c.
 */
#include "kinds.h"

#define MOST 16

/*
 * The depth of OBJ(0) in OBJ(1) as they are placed, -1 if they are apart; and what every depth must be, under the
 * issues that were about it.
 */
static double depth_now(double *n)
{
    DtContact c[MOST];
    double m[3], p[3], q[3], d, other;
    int k;
    DtCount i, count;
    DtBool hit = dtGetCommonPoint(OBJ(0), OBJ(1), NULL);
    n[0] = n[1] = n[2] = 0;
    d = dtGetPenDepth(OBJ(0), OBJ(1), n, p, q);
    other = dtGetPenDepth(OBJ(1), OBJ(0), m, NULL, NULL);
    count = dtGetContacts(OBJ(0), OBJ(1), c, MOST);
    CHECK("regression/coal-147-no-answer-is-not-apart", (d >= 0) == (hit == DT_TRUE));
    CHECK("regression/ncollide-157-intersecting-without-contact", (count > 0) == (hit == DT_TRUE));
    CHECK("regression/fcl-601-order-of-the-pair", d == other);
    CHECK("regression/libccd-25-not-a-number", probe_is_finite(d));
    if (d < 0) {
        return d;
    }
    CHECK_NEAR("regression/box2d-917-zero-normal", probe_length(n), 1, 1e-9);
    for (k = 0; k < 3; k++) {
        CHECK_NEAR("regression/fcl-384-which-way-a-normal-points", m[k], -n[k], 1e-12);
        CHECK("regression/parry-378-deepest-points-far-away", fabs(q[k] - p[k]) <= d * 1.001 + 1e-2);
    }
    for (i = 0; i < count && i < MOST; i++) {
        CHECK("regression/fcl-106-contacts", c[i].depth >= 0 && c[i].depth <= d * (1 + 1e-6) + 1e-6);
        CHECK_NEAR("regression/fcl-106-contacts", probe_length(c[i].normal), 1, 1e-9);
    }
    return d;
}

static double depth_at(DtShapeRef a, DtShapeRef b, double x, double y, double z, double *n)
{
    probe_reset();
    dtCreateObject(OBJ(1), b);
    dtCreateObject(OBJ(0), a);
    dtTranslate(x, y, z);
    return depth_now(n);
}

static DtShapeRef cube_of_points(double half)
{
    double v[24];
    int i;
    for (i = 0; i < 8; i++) {
        v[3 * i] = i & 1 ? half : -half;
        v[3 * i + 1] = i & 2 ? half : -half;
        v[3 * i + 2] = i & 4 ? half : -half;
    }
    return probe_polytope(DT_POLYHEDRON, 8, v);
}

static void boxes(void)
{
    static const double offset[5] = {-1, -0.5, 0, 0.5, 1};
    DtShapeRef box = dtBox(1, 1, 1), points = cube_of_points(0.5);
    double n[3], d, due;
    int i, x, y, z;
    CHECK_LINE("boxes");
    for (i = 0; i < 2; i++) {
        DtShapeRef a = i ? points : box;
        for (x = 0; x < 5; x++) {
            for (y = 0; y < 5; y++) {
                for (z = 0; z < 5; z++) {
                    check_case("%d: %g %g %g", i, offset[x], offset[y], offset[z]);
                    d = depth_at(a, box, offset[x], offset[y], offset[z], n);
                    due = 1 - kind_max(fabs(offset[x]), kind_max(fabs(offset[y]), fabs(offset[z])));
                    CHECK_NEAR("regression/libccd-25-stacked-cubes", d, due, 1e-12);
                }
            }
        }
        for (x = 0; x < 40; x++) {
            check_case("%d: %d", i, x);
            CHECK_NEAR("regression/openral-215-two-point-simplex", depth_at(a, box, x * 0.025, 0, 0, n),
                       1 - x * 0.025, 1e-12);
        }
        check_case("%d", i);
        CHECK_NEAR("regression/parry-246-same-place", depth_at(a, a, 0, 0, 0, n), 1, 1e-12);
        CHECK_NEAR("regression/mujoco-warp-1526-origin-on-a-face", depth_at(a, box, 0.5, 0.5, 0, n), 0.5, 1e-12);
        CHECK_NEAR("regression/fcl-495-kissing", depth_at(a, box, 1, 0.25, 0, n), 0, 1e-12);
        CHECK_VECTOR("regression/fcl-375-normal-of-a-kiss", n, 1, 0, 0, 1e-9);
        CHECK_NEAR("regression/bullet-181-inverted-normal", depth_at(a, box, 0, -0.9, 0.25, n), 0.1, 1e-12);
        CHECK_VECTOR("regression/bullet-181-inverted-normal", n, 0, -1, 0, 1e-9);
    }
    CHECK_NEAR("regression/rapier-305-thin-box", depth_at(box, dtBox(20, 0.02, 20), 3, 0.495, -2, n), 0.015, 1e-12);
    CHECK_VECTOR("regression/rapier-305-thin-box", n, 0, 1, 0, 1e-9);
    CHECK_NEAR("regression/coal-809-thin-box", depth_at(box, dtBox(20, 1e-9, 20), 3, 0.25, -2, n), 0.25, 1e-8);
    CHECK_NEAR("regression/libccd-17-large-box", depth_at(box, dtBox(1e6, 1, 1e6), 3e5, 0.99, -4e5, n), 0.01, 1e-9);
    CHECK_VECTOR("regression/libccd-17-large-box", n, 0, 1, 0, 1e-9);
    CHECK_NEAR("regression/opengjk-52-coordinates-near-9e4", depth_at(dtBox(180000, 2, 2), box, 90000.25, 0, 0, n),
               0.25, 1e-9);
}

/* EPA of faces that are nearly parallel: it threw, and its failure was read as no collision. */
static void nearly_parallel(void)
{
    DtShapeRef box = dtBox(1, 1, 1), points = cube_of_points(0.5);
    double n[3], m[3], d, e;
    int i, k;
    CHECK_LINE("nearly parallel faces");
    for (i = 0; i < 340; i++) {
        double tilt = pow(10, -(i % 17));
        double x = probe_between(-0.9, 0.9), y = probe_between(-0.9, 0.9), z = probe_between(-0.9, 0.9);
        double u = tilt * probe_between(-1, 1), v = tilt * probe_between(-1, 1), w = tilt * probe_between(-1, 1);
        double found[2];
        check_case("%d: tilt %g", i, tilt);
        for (k = 0; k < 2; k++) {
            probe_reset();
            dtCreateObject(OBJ(1), k ? points : box);
            dtCreateObject(OBJ(0), k ? points : box);
            dtTranslate(x, y, z);
            dtRotate(u, v, w, 1);
            found[k] = depth_now(k ? m : n);
        }
        d = found[0], e = found[1];
        CHECK_NEAR("regression/fcl-319-epa-throws", d, e, 1e-9);
        CHECK("regression/fcl-319-epa-throws", dtGetError() == DT_NO_ERROR);
    }
}

static void round_bodies(void)
{
    DtShapeRef ball = dtSphere(0.25), box = dtBox(1, 1, 1), cylinder = dtCylinder(0.5, 2);
    double n[3];
    int i;
    CHECK_LINE("round bodies");
    CHECK_NEAR("regression/parry-34-centre-on-a-corner", depth_at(ball, box, 0.5, 0.5, 0.5, n), 0.25, 1e-6);
    CHECK_NEAR("regression/parry-34-centre-on-an-edge", depth_at(ball, box, 0.5, 0.5, 0.1, n), 0.25, 1e-6);
    CHECK_NEAR("regression/parry-34-centre-on-a-face", depth_at(ball, box, 0.5, 0.1, 0.1, n), 0.25, 1e-6);
    CHECK_NEAR("regression/fcl-495-kissing", depth_at(ball, box, 0.75, 0, 0, n), 0, 1e-12);
    CHECK_VECTOR("regression/fcl-375-normal-of-a-kiss", n, 1, 0, 0, 1e-6);
    CHECK_NEAR("regression/parry-246-same-place", depth_at(ball, ball, 0, 0, 0, n), 0.5, 1e-6);
    CHECK_NEAR("regression/jolt-1008-cylinders", depth_at(cylinder, cylinder, 0, 1.75, 0, n), 0.25, 1e-6);
    CHECK_VECTOR("regression/jolt-1008-cylinders", n, 0, 1, 0, 1e-2);
    CHECK_NEAR("regression/jolt-1008-cylinders", depth_at(cylinder, cylinder, 0.75, 0, 0, n), 0.25, 1e-6);
    CHECK_VECTOR("regression/jolt-1008-cylinders", n, 1, 0, 0, 2e-2);
    /* Out of a plate by its edge, and not along the rod. */
    CHECK_NEAR("regression/fcl-545-depth-not-minimal",
               depth_at(dtCylinder(0.1, 10), dtBox(2, 0.1, 6), 0.75, 0, 0, n), 0.35, 1e-6);
    CHECK_VECTOR("regression/fcl-545-depth-not-minimal", n, 1, 0, 0, 1e-2);
    for (i = 0; i < 100; i++) {
        double tilt = pow(10, -(i % 10));
        check_case("%d", i);
        probe_reset();
        dtCreateObject(OBJ(1), cylinder);
        dtCreateObject(OBJ(0), cylinder);
        dtTranslate(probe_between(-0.8, 0.8), 1.9, probe_between(-0.8, 0.8));
        dtRotate(tilt, 0, tilt * probe_between(-1, 1), 1);
        depth_now(n);
        CHECK_INT("regression/fcl-122-tilted-cylinders", dtGetError(), DT_NO_ERROR);
    }
}

/* Triangles in large boxes, bodies without volume, and meshes. */
static void flat_bodies(void)
{
    static const double square[12] = {-4, 0, -4, 4, 0, -4, 4, 0, 4, -4, 0, 4};
    DtShapeRef box = dtBox(2, 2, 2), point = probe_point();
    double n[3], v[9];
    int i, k;
    CHECK_LINE("flat bodies");
    for (i = 0; i < 200; i++) {
        DtShapeRef triangle;
        for (k = 0; k < 9; k++) {
            v[k] = probe_between(-2, 2);
        }
        check_case("%d", i);
        triangle = probe_polytope(DT_SIMPLEX, 3, v);
        depth_at(triangle, box, 0.25, 0, 0, n);
        CHECK_INT("regression/parry-157-stuck", dtGetError(), DT_NO_ERROR);
        probe_reset();
        dtDeleteShape(triangle);
    }
    CHECK_NEAR("regression/bullet-4455-normalising-zero", depth_at(point, point, 0, 0, 0, n), 0, 1e-12);
    CHECK_NEAR("regression/bullet-4455-normalising-zero", depth_at(point, box, 0.75, 0, 0, n), 0.25, 1e-12);
    /* The depth in a mesh is that in its polygons. */
    CHECK_NEAR("regression/fcl-574-mesh-depth",
               depth_at(box, probe_polytope(DT_POLYGON, 4, square), 0.5, 0.9, 0.25, n), 0.1, 1e-9);
    CHECK_VECTOR("regression/fcl-574-mesh-depth", n, 0, 1, 0, 1e-9);
    CHECK_INT("regression/fcl-106-contacts", dtGetContacts(OBJ(0), OBJ(1), NULL, 0), 4);
}

int main(void)
{
    boxes();
    nearly_parallel();
    round_bodies();
    flat_bodies();
    probe_reset();
    return check_finish();
}
