/*
 * Geometries and usages that broke other libraries, each under the number it has in that library's tracker: the name of
 * a check is `regression/<library>-<issue>-<what>`. Whether bodies collide; the data of responses; crashes and hangs.
 * What is about distances, depths and casts is in regressions_queries.c.
 */
#include "kinds.h"

static const double pi = 3.14159265358979323846;

/* Hit or miss of two shapes, the second placed by a translation and a turn; asked twice, from either side. */
static int meets(DtShapeRef a, DtShapeRef b, double x, double y, double z, double ax, double ay, double az,
                 double angle)
{
    int first, second;
    probe_reset();
    probe_default(DT_SIMPLE_RESPONSE);
    dtCreateObject(OBJ(0), a);
    dtCreateObject(OBJ(1), b);
    dtTranslate(x, y, z);
    dtRotate(ax * sin(angle / 2), ay * sin(angle / 2), az * sin(angle / 2), cos(angle / 2));
    first = (int)dtTestObjects(OBJ(0), OBJ(1));
    second = (int)dtTestObjects(OBJ(1), OBJ(0));
    CHECK("regression/fcl-601-order-of-the-pair", first == second);
    return first;
}

static int meets_at(DtShapeRef a, DtShapeRef b, double x, double y, double z)
{
    return meets(a, b, x, y, z, 0, 1, 0, 0);
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
    DtShapeRef box = dtBox(2, 2, 2);
    int i;
    CHECK_LINE("boxes");
    CHECK("regression/parry-315-touching-boxes", meets_at(box, box, 2, 0, 0));
    CHECK("regression/parry-315-touching-boxes", meets_at(box, box, 2, 2, 0));
    CHECK("regression/parry-315-touching-boxes", meets_at(box, box, 2, 2, 2));
    CHECK("regression/parry-315-touching-boxes", !meets_at(box, box, 2.000000001, 0, 0));
    /* Centres on one line, deep in each other: the simplex collapses onto that line. */
    for (i = 0; i < 40; i++) {
        check_case("%d", i);
        CHECK("regression/openral-215-two-point-simplex", meets_at(box, box, i * 0.05, 0, 0));
    }
    CHECK("regression/mujoco-warp-1526-origin-on-a-face", meets_at(box, box, 1, 1, 0));
    CHECK("regression/mujoco-warp-1526-origin-on-a-face", meets_at(box, box, 1, 1, 1));
    CHECK("regression/sch-core-28-same-place", meets_at(box, box, 0, 0, 0));
    CHECK("regression/coal-809-thin-box", meets_at(dtBox(1, 1e-9, 1), dtBox(1, 1, 1), 0, 0.5, 0));
    CHECK("regression/coal-809-thin-box", !meets_at(dtBox(1, 1e-9, 1), dtBox(1, 1, 1), 0, 0.500001, 0));
    CHECK("regression/libccd-17-large-box", meets_at(dtBox(1e6, 1, 1e6), box, 3e5, 1.49, -4e5));
    CHECK("regression/libccd-17-large-box", !meets_at(dtBox(1e6, 1, 1e6), box, 3e5, 1.51, -4e5));
    CHECK("regression/opengjk-52-coordinates-near-9e4", meets_at(dtBox(180000, 2, 2), box, 90000.99, 0, 0));
    CHECK("regression/opengjk-52-coordinates-near-9e4", !meets_at(dtBox(180000, 2, 2), box, 90001.01, 0, 0));
}

/* The dedicated test of two boxes, and that of two point sets. */
static void boxes_as_polyhedra(void)
{
    DtShapeRef box = dtBox(2, 2, 2), points = cube_of_points(1);
    int i, hits = 0;
    CHECK_LINE("boxes against themselves as polyhedra");
    for (i = 0; i < 500; i++) {
        double x = probe_between(-3, 3), y = probe_between(-3, 3), z = probe_between(-3, 3);
        double ax = probe_between(-1, 1), ay = probe_between(-1, 1), az = probe_between(-1, 1);
        double length = sqrt(ax * ax + ay * ay + az * az), angle = probe_between(0, 6);
        int exact;
        ax /= length, ay /= length, az /= length;
        exact = meets(points, points, x, y, z, ax, ay, az, angle);
        check_case("%.17g %.17g %.17g, %.17g about %.17g %.17g %.17g", x, y, z, angle, ax, ay, az);
        CHECK("regression/parry-pr318-box-box-as-the-general-way", meets(box, box, x, y, z, ax, ay, az, angle) == exact);
        CHECK("regression/bullet-1703-box-box-without-margin", meets(box, points, x, y, z, ax, ay, az, angle) == exact);
        hits += exact;
    }
    CHECK("regression/parry-pr318-box-box-as-the-general-way", hits > 50 && hits < 450);
}

static void round_bodies(void)
{
    DtShapeRef box = dtBox(2, 2, 2), cylinder = dtCylinder(1, 2), ball = dtSphere(0.5), capsule = dtCapsule(0.5, 2);
    double corner = 1 + 0.5 / sqrt(3.0), t;
    CHECK_LINE("balls, capsules, cylinders");
    CHECK("regression/parry-34-ball-centre-on-a-corner", meets_at(box, ball, 1, 1, 1));
    CHECK("regression/parry-pr148-ball-centre-on-a-surface", meets_at(box, ball, 1, 0.25, 0));
    CHECK("regression/parry-34-ball-centre-on-a-corner", !meets_at(box, ball, corner + 1e-9, corner + 1e-9, corner + 1e-9));
    /* A capsule that leans on an edge of the box, along its length. */
    for (t = -1; t <= 1; t += 0.125) {
        double lean = pi / 4, away = 1 + sqrt(0.5) * 0.5;
        check_case("at %g", t);
        CHECK("regression/parry-70-capsule-and-box",
              meets(box, capsule, away - 1e-9 - t * sin(lean), away - 1e-9 + t * cos(lean), 0, 0, 0, 1, lean));
        CHECK("regression/parry-70-capsule-and-box",
              !meets(box, capsule, away + 1e-9 - t * sin(lean), away + 1e-9 + t * cos(lean), 0, 0, 0, 1, lean));
    }
    /* Cylinders that lean: rim against flat side, rim against rim, side against side. */
    for (t = 0.05; t < 1.5; t += 0.1) {
        double low = cos(t) + sin(t); /* the lowest point of one turned by t about z */
        check_case("turned by %g", t);
        CHECK("regression/fcl-122-tilted-cylinders", meets(cylinder, cylinder, 0, 1 + low - 1e-9, 0, 0, 0, 1, t) ==
                                                        (fabs(cos(t) - sin(t)) <= 1));
        CHECK("regression/fcl-122-tilted-cylinders", !meets(cylinder, cylinder, 0, 1 + low + 1e-9, 0, 0, 0, 1, t));
        CHECK("regression/jolt-1008-cylinder-on-box", meets(dtBox(9, 2, 9), cylinder, 0, 1 + low - 1e-9, 0, 0, 0, 1, t));
        CHECK("regression/jolt-1008-cylinder-on-box", !meets(dtBox(9, 2, 9), cylinder, 0, 1 + low + 1e-9, 0, 0, 0, 1, t));
    }
    CHECK("regression/jolt-1734-thin-cylinder", meets(dtCylinder(1, 1e-6), dtCylinder(1, 1e-6), 0.5, 0, 0, 0, 0, 1, 1));
    CHECK("regression/jolt-2103-long-cylinder", meets(dtCylinder(1e-3, 1e3), ball, 0.5, 499, 0, 0, 0, 1, 0));
    CHECK("regression/jolt-2103-long-cylinder", !meets(dtCylinder(1e-3, 1e3), ball, 0.502, 499, 0, 0, 0, 1, 0));
    CHECK("regression/coal-621-rounded-boxes", meets_at(dtRoundBox(2, 2, 2, 0.25), dtRoundBox(2, 2, 2, 0.25), 2.5 - 1e-9, 0, 0));
    CHECK("regression/coal-755-rounded-boxes-apart", !meets_at(dtRoundBox(2, 2, 2, 0.25), dtRoundBox(2, 2, 2, 0.25), 2.5 + 1e-9, 0, 0));
}

static void scales(void)
{
    double scale;
    CHECK_LINE("the same at every scale, however small the gap");
    for (scale = 1e-9; scale < 1e10; scale *= 10) {
        DtShapeRef box = dtBox(2 * scale, scale, scale), ball = dtSphere(scale);
        check_case("scale %g", scale);
        CHECK("regression/coal-604-tolerance-scales", meets_at(box, ball, 2 * scale, 0, 0));
        CHECK("regression/coal-609-no-false-hit", !meets_at(box, ball, 2 * scale * (1 + 1e-12), 0, 0));
        CHECK("regression/fcl-366-apart-is-not-undecided", !meets(box, ball, scale * 1.8, scale * 1.3, 0, 0, 0, 1, 1));
        CHECK("regression/fcl-335-negative-coordinates",
              meets_at(box, ball, -1.9 * scale, 0, 0) && meets_at(box, ball, 0, -1.4 * scale, 0));
    }
}

static void triangles(void)
{
    static const double sliver[9] = {0, 0, 0, 1000, 1e-7, 0, 2000, 0, 0};
    static const double long_edges[9] = {-1e6, 0, -1e6, 1e6, 0, -1e6, 0, 0, 1e6};
    static const double line[9] = {0, 0, 0, 1, 0, 0, 0.5, 0, 0};
    static const double tiny[9] = {0, 0, 0, 1e-23, 0, 0, 0, 1e-23, 0};
    static const double flat[9] = {-1, 0, -1, 1, 0, -1, 0, 0, 1};
    DtShapeRef ball = dtSphere(0.5), triangle = probe_polytope(DT_SIMPLEX, 3, flat);
    CHECK_LINE("triangles");
    CHECK("regression/jolt-886-slivers", meets_at(probe_polytope(DT_SIMPLEX, 3, sliver), ball, 500, 0.49, 0));
    CHECK("regression/jolt-886-slivers", !meets_at(probe_polytope(DT_SIMPLEX, 3, sliver), ball, 500, 0, 0.51));
    CHECK("regression/jolt-pr2065-long-edges", meets_at(probe_polytope(DT_SIMPLEX, 3, long_edges), ball, 1234.5, 0.499999, 99));
    CHECK("regression/jolt-pr2065-long-edges", !meets_at(probe_polytope(DT_SIMPLEX, 3, long_edges), ball, 1234.5, 0.500001, 99));
    CHECK("regression/jolt-940-degenerate-triangle", meets_at(probe_polytope(DT_SIMPLEX, 3, line), ball, 0.5, 0.25, 0));
    CHECK("regression/jolt-pr289-degenerate-triangle-missed", !meets_at(probe_polytope(DT_SIMPLEX, 3, line), ball, 0.5, 0.75, 0));
    CHECK("regression/bullet-93-degenerate-simplex", meets_at(probe_polytope(DT_POLYHEDRON, 3, line), probe_polytope(DT_POLYHEDRON, 3, line), 0.5, 0, 0));
    CHECK("regression/parry-49-hull-of-size-1e-23", meets_at(probe_polytope(DT_POLYHEDRON, 3, tiny), ball, 0.25, 0, 0));
    CHECK("regression/ncollide-17-tiny-mesh", meets_at(probe_polytope(DT_SIMPLEX, 3, tiny), probe_polytope(DT_SIMPLEX, 3, tiny), 5e-24, 0, 0));
    CHECK("regression/ncollide-17-tiny-mesh", !meets_at(probe_polytope(DT_SIMPLEX, 3, tiny), probe_polytope(DT_SIMPLEX, 3, tiny), 2e-23, 0, 0));
    CHECK("regression/opengjk-41-coplanar-triangles", meets_at(triangle, triangle, 0.5, 0, 0.5));
    CHECK("regression/opengjk-56-coplanar-triangles-apart", !meets_at(triangle, triangle, 2.5, 0, 0));
    CHECK("regression/ncollide-157-intersecting-in-a-point", meets_at(triangle, triangle, 0, 0, 2));
    CHECK("regression/box2d-625-empty-simplex", !meets_at(probe_polytope(DT_SIMPLEX, 0, flat), ball, 0, 0, 0));
}

/* A soup of many triangles, all in one place or in a long row. */
static DtShapeRef soup(int count, double step)
{
    DtShapeRef shape = dtNewComplexShape();
    int i;
    for (i = 0; i < count; i++) {
        dtBegin(DT_SIMPLEX);
        dtVertex(i * step, 0, 0);
        dtVertex(i * step + 0.5, 0, 0);
        dtVertex(i * step, 0.5, 0);
        dtEnd();
    }
    dtEndComplexShape();
    return shape;
}

static void meshes(void)
{
    static double vertices[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    DtShapeRef row = soup(70000, 1), heap = soup(5000, 0), ball = dtSphere(0.1), shape;
    int i;
    CHECK_LINE("meshes");
    CHECK("regression/solid3-more-than-65536-triangles", meets_at(row, ball, 69999.1, 0.1, 0));
    CHECK("regression/solid3-more-than-65536-triangles", meets_at(row, ball, 65536.1, 0.1, 0));
    CHECK("regression/solid3-more-than-65536-triangles", !meets_at(row, ball, 69999.8, 0.1, 0));
    CHECK("regression/parry-215-endless-plane-split", meets_at(heap, ball, 0.1, 0.1, 0));
    CHECK("regression/parry-398-all-in-one-place", !meets_at(heap, ball, 0.1, 0.1, 0.2));
    dtDeleteShape(row);
    dtDeleteShape(heap);
    /* The convex object first, the complex one second. */
    shape = probe_polytope(DT_SIMPLEX, 3, vertices);
    CHECK("regression/solid3-convex-before-complex", meets_at(ball, shape, 0, 0, 0));
    /* A shape is deformed and its object does not move: its box must follow. */
    probe_reset();
    probe_default(DT_SIMPLE_RESPONSE);
    shape = dtNewComplexShape();
    dtVertexBase(vertices);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), shape);
    dtCreateObject(OBJ(1), ball);
    dtTranslate(0.2, 0.2, 50);
    CHECK_INT("regression/solid3-stale-boxes-after-a-deformation", dtTest(), 0);
    for (i = 0; i < 3; i++) {
        vertices[3 * i + 2] = 50;
    }
    dtChangeVertexBase(shape, vertices);
    CHECK_INT("regression/solid3-stale-boxes-after-a-deformation", dtTest(), 1);
    /* Shapes come and go. */
    for (i = 0; i < 2000; i++) {
        dtDeleteShape(soup(3, 1));
    }
    CHECK_INT("regression/solid3-leak-of-complex-shapes", dtGetError(), DT_NO_ERROR);
}

static void scenes(void)
{
    DtShapeRef box = dtBox(1, 1, 1);
    long step;
    int i, j;
    CHECK_LINE("scenes");
    /* A stack, a block of touching cubes: every touching pair is told, once, with numbers. */
    probe_reset();
    probe_default(DT_WITNESSED_RESPONSE);
    for (i = 0; i < 27; i++) {
        probe_create(OBJ(i), box, i % 3, i / 3 % 3, i / 9);
    }
    probe_test();
    CHECK_INT("regression/coal-293-missing-pair", probe_count, 158);
    CHECK("regression/libccd-25-stacked-cubes", probe_log_is_finite());
    /* Inserted, moved and taken away at random, against a list. */
    probe_reset();
    probe_default(DT_SIMPLE_RESPONSE);
    {
        double at[40][3];
        int here[40];
        memset(here, 0, sizeof here);
        for (step = 0; step < 20000; step++) {
            int which = (int)(probe_random() * 40), expected = 0;
            double action = probe_random();
            for (i = 0; i < 3; i++) {
                at[which][i] = action < 0.5 || !here[which] ? probe_between(-3, 3) : at[which][i];
            }
            if (!here[which]) {
                dtCreateObject(OBJ(which), box);
                here[which] = 1;
            } else if (action > 0.8) {
                dtDeleteObject(OBJ(which));
                here[which] = 0;
            }
            if (here[which]) {
                probe_place(OBJ(which), at[which][0], at[which][1], at[which][2]);
            }
            if (step % 20 != 0) {
                continue;
            }
            for (i = 0; i < 40; i++) {
                for (j = 0; j < i; j++) {
                    expected += here[i] && here[j] && fabs(at[i][0] - at[j][0]) <= 1 &&
                                fabs(at[i][1] - at[j][1]) <= 1 && fabs(at[i][2] - at[j][2]) <= 1;
                }
            }
            check_case("step %ld", step);
            CHECK_INT("regression/parry-pr366-storm-of-inserts-and-removals", dtTest(), expected);
        }
    }
    /* Two bodies that tumble about each other, remembered from step to step, for long. */
    probe_reset();
    probe_default(DT_SMART_RESPONSE);
    dtCreateObject(OBJ(0), cube_of_points(1));
    dtCreateObject(OBJ(1), dtCone(1, 2));
    for (step = 0; step < 200000; step++) {
        double t = (double)step * 1e-3;
        dtSelectObject(OBJ(1));
        dtLoadIdentity();
        dtTranslate(2 * sin(t), 1.5 * sin(1.7 * t), 2 * cos(2.3 * t));
        dtRotate(0.01, 0.6, 0.0, 0.8);
        probe_test();
        dtProceed();
    }
    CHECK("regression/ncollide-181-a-long-run", probe_log_is_finite() && dtGetError() == DT_NO_ERROR);
}

static void response_data(void)
{
    double gap;
    CHECK_LINE("the data of responses");
    /* Closest points of a ball above a box: in the coordinates of each, their difference along the way between. */
    for (gap = 1e-7; gap < 2; gap *= 10) {
        probe_reset();
        probe_default(DT_SMART_RESPONSE);
        dtSetTolerance(1e-9);
        probe_create(OBJ(0), dtBox(8, 2, 8), 5, 0, 0);
        probe_create(OBJ(1), dtSphere(1), 6, 2 + gap, 0.5);
        dtProceed();
        probe_place(OBJ(1), 6, 1, 0.5);
        probe_test();
        check_case("gap %g", gap);
        CHECK_INT("regression/fcl-275-nearest-points", probe_count, 1);
        CHECK_VECTOR("regression/fcl-127-nearest-points", probe_log[0].data.point1, 1, 1, 0.5, 1e-4);
        CHECK_VECTOR("regression/fcl-171-each-in-its-own-frame", probe_log[0].data.point2, 0, -1, 0, 1e-4);
        CHECK("regression/box2d-917-normal-of-a-tiny-gap", fabs(probe_log[0].data.normal[1] + gap) <= 1e-8 * gap + 1e-15);
    }
    /* They touched a frame ago: a finite point, and no direction. */
    probe_reset();
    probe_default(DT_SMART_RESPONSE);
    probe_create(OBJ(0), dtBox(2, 2, 2), 0, 0, 0);
    probe_create(OBJ(1), dtBox(2, 2, 2), 0, 2, 0);
    dtProceed();
    probe_test();
    CHECK("regression/bullet-4455-normalising-zero", probe_count == 1 && probe_log_is_finite());
    CHECK("regression/libccd-22-null-and-nan", probe_length(probe_log[0].data.normal) == 0);
}

int main(void)
{
    boxes();
    boxes_as_polyhedra();
    round_bodies();
    scales();
    triangles();
    meshes();
    scenes();
    response_data();
    return check_finish();
}
