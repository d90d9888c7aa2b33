/* Shapes that SOLID 2.0 lacks: what they are, sums and hulls, flat and bad dimensions, lifetimes. */
#include "kinds.h"

#define NEAR 1e-6

static DtShapeRef point;

static void member(const char *name, DtShapeRef shape, double x, double y, double z, int expected)
{
    dtCreateObject(OBJ(0), shape);
    check_case("point (%g, %g, %g)", x, y, z);
    CHECK_INT(name, probe_touches(OBJ(0), point, x, y, z), expected);
    dtDeleteObject(OBJ(0));
}

/* Inside by a hair, outside by a hair, along one direction from the centre. */
static void boundary(const char *name, DtShapeRef shape, double x, double y, double z)
{
    member(name, shape, (1.0 - NEAR) * x, (1.0 - NEAR) * y, (1.0 - NEAR) * z, 1);
    member(name, shape, (1.0 + NEAR) * x, (1.0 + NEAR) * y, (1.0 + NEAR) * z, 0);
}

static void thin_shapes(void)
{
    DtShapeRef s;

    CHECK_LINE("More shapes: point, segment, rectangle, disc, ellipse");
    s = dtPoint(1, 2, -3);
    member("more/point-is-where-it-was-put", s, 1, 2, -3, 1);
    member("more/point-is-where-it-was-put", s, 1, 2, -3 + 1e-9, 0);
    dtDeleteShape(s);
    s = dtLineSegment(-1, 0, 2, 3, 4, 2);
    member("more/segment-joins-its-ends", s, -1, 0, 2, 1);
    member("more/segment-joins-its-ends", s, 3, 4, 2, 1);
    member("more/segment-joins-its-ends", s, 1, 2, 2, 1);
    member("more/segment-joins-its-ends", s, 1, 2, 2 + 1e-9, 0);
    member("more/segment-joins-its-ends", s, 3.001, 4.001, 2, 0);
    dtDeleteShape(s);
    s = dtRectangle(2, 4);
    member("more/rectangle-lies-in-y-0", s, 1, 0, -2, 1);
    member("more/rectangle-lies-in-y-0", s, 0.5, 0, 1.5, 1);
    member("more/rectangle-lies-in-y-0", s, 0.5, 1e-9, 1.5, 0);
    member("more/rectangle-lies-in-y-0", s, 1 + 1e-9, 0, 0, 0);
    dtDeleteShape(s);
    s = dtDisc(5);
    member("more/disc-lies-in-y-0", s, 3, 0, 4 - 1e-9, 1);
    member("more/disc-lies-in-y-0", s, 3, 0, 4 + 1e-9, 0);
    member("more/disc-lies-in-y-0", s, 1, 1e-9, 1, 0);
    dtDeleteShape(s);
    s = dtEllipse(5, 10);
    member("more/ellipse-lies-in-y-0", s, 3, 0, 8 - 1e-9, 1);
    member("more/ellipse-lies-in-y-0", s, 3, 0, 8 + 1e-9, 0);
    member("more/ellipse-lies-in-y-0", s, 0, -1e-9, 0, 0);
    dtDeleteShape(s);
}

static void thick_shapes(void)
{
    DtShapeRef s;

    CHECK_LINE("More shapes: capsule, lozenge, rounded box, wheel, frustum");
    s = dtCapsule(1, 4); /* from y = -3 to 3 */
    boundary("more/capsule-along-y", s, 0, 3, 0);
    boundary("more/capsule-along-y", s, 1, 0, 0);
    boundary("more/capsule-along-y", s, 0.6, 2, 0.8);
    boundary("more/capsule-along-y", s, 0, -2.6, 0.8);
    dtDeleteShape(s);
    s = dtLozenge(2, 4, 0.5);
    boundary("more/lozenge-lies-in-y-0", s, 1.5, 0, 0);
    boundary("more/lozenge-lies-in-y-0", s, 0, 0.5, 0);
    boundary("more/lozenge-lies-in-y-0", s, 0, 0, -2.5);
    boundary("more/lozenge-lies-in-y-0", s, 1.3, 0.4, 1);
    dtDeleteShape(s);
    s = dtRoundBox(2, 4, 6, 5);
    boundary("more/round-box-extents", s, 6, 0, 0);
    boundary("more/round-box-extents", s, 0, -7, 0);
    boundary("more/round-box-extents", s, 0, 0, 8);
    boundary("more/round-box-extents", s, 4, 2, 7);
    dtDeleteShape(s);
    s = dtWheel(10, 5);
    boundary("more/wheel-about-y", s, 15, 0, 0);
    boundary("more/wheel-about-y", s, 0, 5, 0);
    boundary("more/wheel-about-y", s, 5, 4, 12);
    boundary("more/wheel-about-y", s, 5, -4, -12);
    dtDeleteShape(s);
    s = dtFrustum(4, 2, 2, 0, 2); /* a roof: half extents 2 and 1 at y = -1, 1 and 0 at y = 1 */
    boundary("more/frustum-of-two-rectangles", s, 2, -1, 1);
    boundary("more/frustum-of-two-rectangles", s, 1, 1, 0);
    boundary("more/frustum-of-two-rectangles", s, 1.5, 0, 0.5);
    boundary("more/frustum-of-two-rectangles", s, 0, 0, -0.5);
    dtDeleteShape(s);
}

static void flat_dimensions(void)
{
    DtShapeRef s;

    CHECK_LINE("More shapes: zero dimensions are fine, negative ones count by magnitude");
    s = dtCapsule(0, 2);
    member("more/zero-dimensions", s, 0, 1, 0, 1);
    member("more/zero-dimensions", s, 1e-9, 0, 0, 0);
    dtDeleteShape(s);
    s = dtCapsule(1, 0);
    boundary("more/zero-dimensions", s, 0.6, 0.8, 0);
    dtDeleteShape(s);
    s = dtLozenge(0, 0, 0);
    member("more/zero-dimensions", s, 0, 0, 0, 1);
    member("more/zero-dimensions", s, 0, 0, 1e-9, 0);
    dtDeleteShape(s);
    s = dtWheel(2, 0);
    member("more/zero-dimensions", s, 0, 0, 2, 1);
    member("more/zero-dimensions", s, 0, 1e-9, 0, 0);
    dtDeleteShape(s);
    s = dtWheel(0, 2);
    boundary("more/zero-dimensions", s, 1.2, 1.6, 0);
    dtDeleteShape(s);
    s = dtFrustum(2, 2, 0, 0, 2); /* a pyramid */
    boundary("more/zero-dimensions", s, 0, 1, 0);
    boundary("more/zero-dimensions", s, 0.5, 0, 0.5);
    dtDeleteShape(s);
    s = dtFrustum(2, 1, 1, 2, 0); /* an octagon */
    member("more/zero-dimensions", s, 0.75, 0, 0.75, 1);
    member("more/zero-dimensions", s, 0.75 + 1e-9, 0, 0.75, 0);
    member("more/zero-dimensions", s, 0.5, 1e-9, 0.5, 0);
    dtDeleteShape(s);
    s = dtRectangle(0, 2);
    member("more/zero-dimensions", s, 0, 0, -1, 1);
    member("more/zero-dimensions", s, 1e-9, 0, 0, 0);
    dtDeleteShape(s);
    s = dtLineSegment(1, 1, 1, 1, 1, 1);
    member("more/zero-dimensions", s, 1, 1, 1, 1);
    member("more/zero-dimensions", s, 1, 1, 1 + 1e-9, 0);
    dtDeleteShape(s);

    s = dtCapsule(-1, -4);
    boundary("more/negative-dimensions-count-by-magnitude", s, 0, 3, 0);
    dtDeleteShape(s);
    s = dtLozenge(-2, -4, -0.5);
    boundary("more/negative-dimensions-count-by-magnitude", s, 1.5, 0, 0);
    dtDeleteShape(s);
    s = dtRoundBox(-2, 4, -6, -5);
    boundary("more/negative-dimensions-count-by-magnitude", s, 4, 2, 7);
    dtDeleteShape(s);
    s = dtWheel(-10, -5);
    boundary("more/negative-dimensions-count-by-magnitude", s, 5, 4, 12);
    dtDeleteShape(s);
    s = dtFrustum(-4, 2, -2, 0, -2);
    boundary("more/negative-dimensions-count-by-magnitude", s, 2, -1, 1);
    dtDeleteShape(s);
    s = dtDisc(-5);
    boundary("more/negative-dimensions-count-by-magnitude", s, 3, 0, 4);
    dtDeleteShape(s);
    s = dtEllipse(-5, -10);
    boundary("more/negative-dimensions-count-by-magnitude", s, 3, 0, 8);
    dtDeleteShape(s);
    s = dtRectangle(-2, 4);
    boundary("more/negative-dimensions-count-by-magnitude", s, 1, 0, 2);
    dtDeleteShape(s);
}

static DtShapeRef bad_shape(int which, double x)
{
    switch (which) {
    case 0: return dtPoint(x, 0, 0);
    case 1: return dtPoint(0, 0, x);
    case 2: return dtLineSegment(0, x, 0, 1, 1, 1);
    case 3: return dtLineSegment(0, 0, 0, 1, 1, x);
    case 4: return dtRectangle(x, 1);
    case 5: return dtRectangle(1, x);
    case 6: return dtDisc(x);
    case 7: return dtEllipse(1, x);
    case 8: return dtCapsule(x, 1);
    case 9: return dtCapsule(1, x);
    case 10: return dtLozenge(1, x, 1);
    case 11: return dtLozenge(1, 1, x);
    case 12: return dtRoundBox(1, 1, x, 1);
    case 13: return dtRoundBox(1, 1, 1, x);
    case 14: return dtWheel(x, 1);
    case 15: return dtWheel(1, x);
    case 16: return dtFrustum(x, 1, 1, 1, 1);
    case 17: return dtFrustum(1, 1, x, 1, 1);
    case 18: return dtFrustum(1, 1, 1, x, 1);
    default: return dtFrustum(1, 1, 1, 1, x);
    }
}

static void non_finite_dimensions(void)
{
    DtShapeRef big = dtBox(100, 100, 100);
    double bad[3];
    int i, n;

    bad[0] = probe_nan();
    bad[1] = probe_infinity();
    bad[2] = -probe_infinity();
    CHECK_LINE("More shapes: a NaN or infinite dimension makes a shape that hits nothing, and an error");
    for (i = 0; i < 3; i++) {
        for (n = 0; n < 20; n++) {
            DtShapeRef s, sum;
            probe_reset();
            s = bad_shape(n, bad[i]);
            check_case("dimension %g in call %d", bad[i], n);
            CHECK_INT("more/non-finite-dimension-raises-an-error", dtGetError(), DT_INVALID_VALUE);
            CHECK_INT("more/non-finite-dimension-raises-an-error", dtGetError(), DT_NO_ERROR);
            CHECK("more/non-finite-dimension-is-still-a-shape", s != NULL);
            CHECK("more/non-finite-dimension-hits-nothing", !probe_pair(s, 0, 0, 0, big, 0, 0, 0));
            sum = i % 2 ? dtSum(s, big) : dtHull(big, s);
            CHECK_INT("more/operand-that-hits-nothing-raises-an-error", dtGetError(), DT_INVALID_VALUE);
            CHECK("more/operand-that-hits-nothing-makes-such-a-shape", sum != NULL);
            CHECK("more/operand-that-hits-nothing-makes-such-a-shape", !probe_pair(sum, 0, 0, 0, big, 0, 0, 0));
            dtDeleteShape(s);
            dtDeleteShape(sum);
        }
    }
    probe_reset();
    dtDeleteShape(big);
}

/* What a shape is by definition and as a sum or a hull of simpler ones: the same answers. */
static void same(const char *name, DtShapeRef one, DtShapeRef other, DtShapeRef against)
{
    int i, hits = 0;
    for (i = 0; i < 200; i++) {
        double x = probe_between(-4, 4);
        double y = probe_between(-4, 4);
        double z = probe_between(-4, 4);
        int hit = probe_pair(one, 0, 0, 0, against, x, y, z);
        check_case("%s: the other at (%g, %g, %g)", name, x, y, z);
        CHECK_INT("more/sums-and-hulls-are-the-named-shapes", probe_pair(other, 0, 0, 0, against, x, y, z), hit);
        hits += hit;
    }
    CHECK("more/sums-and-hulls-are-the-named-shapes", hits > 2 && hits < 198);
    dtDeleteShape(one);
    dtDeleteShape(other);
}

/* Moved along y, the operand deleted. */
static DtShapeRef lifted(DtShapeRef shape, double y)
{
    return kind_compose(dtSum, dtPoint(0, y, 0), shape);
}

static void identities(void)
{
    DtShapeRef probe = dtCone(0.7, 0.5);
    DtShapeRef column = kind_compose(dtHull, dtPoint(0, 1, 0), dtPoint(0, -1, 0));

    CHECK_LINE("More shapes: sums and hulls are what they should be");
    same("capsule", dtCapsule(0.5, 2), dtSum(dtSphere(0.5), column), probe);
    same("cylinder", dtCylinder(1.5, 2), kind_compose(dtSum, dtDisc(1.5), dtLineSegment(0, -1, 0, 0, 1, 0)), probe);
    same("wheel", dtWheel(1, 0.5), kind_compose(dtSum, dtSphere(0.5), dtDisc(1)), probe);
    same("cone", dtCone(2, 3), kind_compose(dtHull, dtPoint(0, 1.5, 0), lifted(dtDisc(2), -1.5)), probe);
    same("frustum", dtFrustum(4, 3, 2, 1, 2),
         kind_compose(dtHull, lifted(dtRectangle(4, 3), -1), lifted(dtRectangle(2, 1), 1)), probe);
    same("box", dtBox(3, 2, 1), kind_compose(dtSum, dtBox(1, 1, 0), dtBox(2, 1, 1)), probe);
    same("round box", dtRoundBox(3, 2, 1, 0.5), kind_compose(dtSum, dtSphere(0.5), dtBox(3, 2, 1)), probe);
    same("hull with itself", dtCone(2, 3), kind_compose(dtHull, dtCone(2, 3), dtPoint(0, 0, 0)), probe);
    dtDeleteShape(column);
    dtDeleteShape(probe);
}

static void frames_and_lifetimes(void)
{
    static const double quarter[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1};
    static const double corners[] = {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1};
    static double moved[12];
    DtShapeRef capsule = dtCapsule(0.5, 2);
    DtShapeRef mesh, sum, hull, placed;
    int i;

    CHECK_LINE("More shapes: frames of operands");
    placed = dtPlaced(capsule, quarter); /* along x, about (5, 0, 0) */
    member("more/placed-operand", placed, 5 - 1.5 + NEAR, 0, 0, 1);
    member("more/placed-operand", placed, 5 - 1.5 - NEAR, 0, 0, 0);
    member("more/placed-operand", placed, 5, 0.5 + NEAR, 0, 0);
    hull = dtHull(placed, capsule);
    member("more/hull-joins-its-operands", hull, 2, 0, 0, 1);
    member("more/hull-joins-its-operands", hull, 2, 0, 0.5 + NEAR, 0);
    member("more/hull-joins-its-operands", hull, 0, 1.5 - NEAR, 0, 1);
    member("more/hull-joins-its-operands", hull, 6.5 - NEAR, 0, 0, 1);
    dtDeleteShape(placed);
    dtDeleteShape(capsule);
    CHECK_LINE("More shapes: operands may be deleted, the sum keeps working");
    member("more/operands-may-be-deleted", hull, 2, 0, 0, 1);
    member("more/operands-may-be-deleted", hull, 6.5 - NEAR, 0, 0, 1);
    dtDeleteShape(hull);

    CHECK_LINE("More shapes: a complex operand is the hull of its vertices as they are");
    memcpy(moved, corners, sizeof moved);
    mesh = dtNewComplexShape();
    dtVertexBase(moved);
    dtVertexRange(DT_SIMPLEX, 0, 1);
    dtVertexRange(DT_SIMPLEX, 1, 1);
    dtVertexRange(DT_SIMPLEX, 2, 2);
    dtEndComplexShape();
    hull = dtHull(mesh, mesh);
    sum = dtSum(mesh, hull);
    member("more/hull-of-a-complex-shape", mesh, 0.2, 0.1, 0.1, 0);
    member("more/hull-of-a-complex-shape", hull, 0.2, 0.1, 0.1, 1);
    member("more/hull-of-a-complex-shape", hull, 0.99, 0.99, 0.99, 1);
    member("more/hull-of-a-complex-shape", hull, -0.5, -0.5, -0.5, 0);
    member("more/hull-of-a-complex-shape", sum, 1.99, 1.99, 1.99, 1);
    member("more/hull-of-a-complex-shape", sum, -1, -1, -1, 0);
    for (i = 0; i < 12; i++) {
        moved[i] += 10;
    }
    dtChangeVertexBase(mesh, moved);
    member("more/hull-keeps-what-it-was-made-of", hull, 0.2, 0.1, 0.1, 1);
    member("more/hull-keeps-what-it-was-made-of", hull, 10.2, 10.1, 10.1, 0);
    dtDeleteShape(mesh);
    member("more/hull-keeps-what-it-was-made-of", sum, 1.99, 1.99, 1.99, 1);
    dtDeleteShape(hull);
    dtDeleteShape(sum);
}

static void bad_operands(void)
{
    static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef gone = dtBox(1, 1, 1);
    DtShapeRef open, empty, bad;
    double matrix[16];

    CHECK_LINE("More shapes: operands that are unknown, unfinished or empty");
    dtDeleteShape(gone);
    CHECK_POINTER("more/unknown-operand", dtSum(box, gone), NULL);
    CHECK_INT("more/unknown-operand", dtGetError(), DT_UNKNOWN_SHAPE);
    CHECK_POINTER("more/unknown-operand", dtHull(gone, box), NULL);
    CHECK_INT("more/unknown-operand", dtGetError(), DT_UNKNOWN_SHAPE);
    CHECK_POINTER("more/unknown-operand", dtSum(NULL, NULL), NULL);
    CHECK_INT("more/unknown-operand", dtGetError(), DT_UNKNOWN_SHAPE);
    CHECK_POINTER("more/unknown-operand", dtHull((DtShapeRef)&matrix, box), NULL);
    CHECK_INT("more/unknown-operand", dtGetError(), DT_UNKNOWN_SHAPE);
    CHECK_POINTER("more/unknown-operand", dtPlaced(gone, identity), NULL);
    CHECK_INT("more/unknown-operand", dtGetError(), DT_UNKNOWN_SHAPE);
    CHECK_POINTER("more/placed-without-matrix", dtPlaced(box, NULL), NULL);
    CHECK_INT("more/placed-without-matrix", dtGetError(), DT_INVALID_POINTER);
    memcpy(matrix, identity, sizeof matrix);
    matrix[5] = probe_nan();
    bad = dtPlaced(box, matrix);
    CHECK_INT("more/placed-by-no-numbers", dtGetError(), DT_INVALID_VALUE);
    CHECK("more/placed-by-no-numbers", bad != NULL && !probe_pair(bad, 0, 0, 0, box, 0, 0, 0));
    dtDeleteShape(bad);
    bad = kind_compose(dtSum, dtSphere(1e308), dtSphere(1e308));
    CHECK_INT("more/sum-beyond-all-numbers", dtGetError(), DT_INVALID_VALUE);
    CHECK("more/sum-beyond-all-numbers", bad != NULL && !probe_pair(bad, 0, 0, 0, box, 0, 0, 0));
    dtDeleteShape(bad);

    open = dtNewComplexShape();
    CHECK_POINTER("more/unfinished-operand", dtSum(box, open), NULL);
    CHECK_INT("more/unfinished-operand", dtGetError(), DT_INVALID_OPERATION);
    CHECK_POINTER("more/unfinished-operand", dtHull(open, open), NULL);
    CHECK_INT("more/unfinished-operand", dtGetError(), DT_INVALID_OPERATION);
    dtEndComplexShape();
    empty = dtHull(open, box);
    CHECK_INT("more/empty-operand", dtGetError(), DT_INVALID_VALUE);
    CHECK("more/empty-operand", empty != NULL && !probe_pair(empty, 0, 0, 0, box, 0, 0, 0));
    dtDeleteShape(empty);
    dtDeleteShape(open);
    CHECK("more/the-box-is-still-a-box", probe_pair(box, 0, 0, 0, box, 1, 1, 1));
    dtDeleteShape(box);
}

/* Ten thousand nested sums, hulls, and both in turn; a shape doubled fifty times. */
static void nested_without_end(void)
{
    DtShapeRef ball = dtSphere(0.5);
    int way, i;

    CHECK_LINE("More shapes: nested without end they are refused, and nothing breaks");
    for (way = 0; way < 4; way++) {
        DtShapeRef shape = dtCone(1, 2);
        int refused = 0;
        probe_reset();
        for (i = 0; i < 10000; i++) {
            DtShapeRef other = way == 3 ? shape : dtCylinder(0.001, i % 7 * 0.001);
            int sums = way == 0 || way == 3 || (way == 2 && i % 2);
            DtShapeRef next = sums ? dtSum(shape, other) : dtHull(shape, other);
            if (next == NULL) {
                refused++;
                CHECK_INT("more/nested-too-deep-is-refused", dtGetError(), DT_INVALID_OPERATION);
            } else {
                dtDeleteShape(shape);
                shape = next;
            }
            if (other != shape && way != 3) {
                dtDeleteShape(other);
            }
            if (refused > 20) {
                break;
            }
        }
        check_case("way %d: refused after %d", way, i - refused);
        CHECK("more/nested-too-deep-is-refused", refused > 0);
        CHECK("more/what-is-nested-still-works", probe_pair(shape, 0, 0, 0, ball, 0, 0, 0));
        CHECK("more/what-is-nested-still-works", !probe_pair(shape, 0, 0, 0, ball, 5000, 0, 0));
        dtDeleteShape(shape);
    }
    /* What has a closed form may be as deep as one likes. */
    {
        DtShapeRef shape = dtPoint(0, 0, 0);
        for (i = 0; i < 10000; i++) {
            shape = kind_compose(dtSum, shape, i % 2 ? dtPoint(0.001, 0, 0) : dtSphere(0.001));
        }
        CHECK_INT("more/closed-forms-nest-freely", dtGetError(), DT_NO_ERROR);
        member("more/closed-forms-nest-freely", shape, 10 - NEAR, 0, 0, 1);
        member("more/closed-forms-nest-freely", shape, 10 + NEAR, 0, 0, 0);
        member("more/closed-forms-nest-freely", shape, 0.0 - NEAR, 0, 0, 0);
        dtDeleteShape(shape);
    }
    probe_reset();
    dtDeleteShape(ball);
}

int main(void)
{
    point = dtSphere(0.0);
    thin_shapes();
    thick_shapes();
    flat_dimensions();
    non_finite_dimensions();
    identities();
    frames_and_lifetimes();
    bad_operands();
    nested_without_end();
    CHECK_LINE("More shapes: no error is left");
    CHECK_INT("more/no-error-is-left", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(point);
    return check_finish();
}
