/* Examples of the shapes of one call. */
#include "examples.h"

/* dtBox, dtGetBBox */
static void box(void)
{
    DtVector min, max;

    dtCreateObject(CRATE, dtBox(2, 1, 4));
    expect(dtGetBBox(CRATE, min, max));
    expect(near(min[0], -1) && near(min[1], -0.5) && near(min[2], -2));
    expect(near(max[0], 1) && near(max[1], 0.5) && near(max[2], 2));
}

/* dtCone */
static void cone(void)
{
    DtVector above = { 0, 3, 0 }, below = { 0, -3, 0 }, apex;

    dtCreateObject(CRATE, dtCone(1, 2));
    dtRayCastObject(CRATE, above, below, apex, NULL);
    expect(near(apex[1], 1));
}

/* dtCylinder */
static void cylinder(void)
{
    dtCreateObject(CRATE, dtCylinder(1, 2)); /* from y = -1 to y = 1 */
    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(0, 2, 0);
    expect(dtGetCommonPoint(BALL, CRATE, NULL)); /* it stands on the cylinder */
}

/* dtSphere */
static void sphere(void)
{
    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtTranslate(4, 0, 0);
    expect(near(dtGetClosestPair(BALL, CRATE, NULL, NULL), 2));
}

/* dtDeleteShape, dtGetShape */
static void delete_shape(void)
{
    DtShapeRef shape = dtSphere(1);

    dtCreateObject(BALL, shape);
    expect(dtGetShape(BALL) == shape);
    dtDeleteShape(shape); /* the ball keeps it */
    expect(dtGetShape(BALL) == NULL);
    dtDeleteShape(shape);
    expect(dtGetError() == DT_UNKNOWN_SHAPE);
}

/* dtEllipsoid */
static void ellipsoid(void)
{
    DtVector min, max;

    dtCreateObject(BALL, dtEllipsoid(1, 2, 3));
    dtGetBBox(BALL, min, max);
    expect(near(max[0], 1) && near(max[1], 2) && near(max[2], 3));
}

/* dtPoint */
static void point(void)
{
    dtCreateObject(BALL, dtPoint(0, 3, 0));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    expect(near(dtGetClosestPair(BALL, CRATE, NULL, NULL), 2));
}

/* dtLineSegment */
static void line_segment(void)
{
    dtCreateObject(BALL, dtLineSegment(-1, 2, 0, 1, 2, 0));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    expect(near(dtGetClosestPair(BALL, CRATE, NULL, NULL), 1));
}

/* dtRectangle */
static void rectangle(void)
{
    DtVector min, max;

    dtCreateObject(FLOOR, dtRectangle(10, 20));
    dtGetBBox(FLOOR, min, max);
    expect(near(max[0], 5) && near(max[1], 0) && near(max[2], 10));
}

/* dtDisc */
static void disc(void)
{
    DtVector min, max;

    dtCreateObject(FLOOR, dtDisc(2));
    dtGetBBox(FLOOR, min, max);
    expect(near(max[0], 2) && near(max[1], 0) && near(max[2], 2));
}

/* dtEllipse */
static void ellipse(void)
{
    DtVector min, max;

    dtCreateObject(FLOOR, dtEllipse(2, 1));
    dtGetBBox(FLOOR, min, max);
    expect(near(max[0], 2) && near(max[1], 0) && near(max[2], 1));
}

/* dtCapsule */
static void capsule(void)
{
    DtVector min, max;

    dtCreateObject(BALL, dtCapsule(0.5, 2));
    dtGetBBox(BALL, min, max);
    expect(near(max[0], 0.5) && near(max[1], 1.5)); /* its full height is 3 */
}

/* dtLozenge */
static void lozenge(void)
{
    DtVector min, max;

    dtCreateObject(CRATE, dtLozenge(2, 4, 0.5));
    dtGetBBox(CRATE, min, max);
    expect(near(max[0], 1.5) && near(max[1], 0.5) && near(max[2], 2.5));
}

/* dtRoundBox */
static void round_box(void)
{
    DtVector min, max;

    dtCreateObject(CRATE, dtRoundBox(2, 2, 4, 0.5));
    dtGetBBox(CRATE, min, max);
    expect(near(max[0], 1.5) && near(max[1], 1.5) && near(max[2], 2.5));
}

/* dtWheel */
static void wheel(void)
{
    DtVector min, max;

    dtCreateObject(BALL, dtWheel(1, 0.25));
    dtGetBBox(BALL, min, max);
    expect(near(max[0], 1.25) && near(max[1], 0.25));
}

/* dtFrustum */
static void frustum(void)
{
    DtVector above = { 0, 9, 0 }, below = { 0, 0, 0 }, apex;

    dtCreateObject(CRATE, dtFrustum(4, 4, 0, 0, 6)); /* a pyramid */
    dtRayCastObject(CRATE, above, below, apex, NULL);
    expect(near(apex[1], 3));
}

/* dtHalfSpace */
static void half_space(void)
{
    DtVector on_ball, on_ground;

    dtCreateObject(FLOOR, dtHalfSpace(0, 1, 0, 0)); /* the ground below y = 0 */
    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(1000, 3, 1000);
    expect(near(dtGetClosestPair(BALL, FLOOR, on_ball, on_ground), 2));
    expect(near(on_ground[0], 1000) && near(on_ground[1], 0));
}

/* dtPoints */
static void points(void)
{
    static const float seen[4][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 }, { 3, 0, 0 } };
    DtArray array = { seen, DT_POINTS, DT_FLOAT, 0, 4 };
    DtVector above = { 2.1, 3, 0 };
    DtCount number;

    dtCreateObject(FLOOR, dtPoints(&array, 0.5));
    expect(dtGetSurfacePoint(FLOOR, above, &number, NULL) && number == 2);
}

/* The support mapping of a box of half the extents that are its data. */
static void corner(void *client_data, const DtScalar *direction, DtScalar *point)
{
    const double *half = client_data;
    int i;

    for (i = 0; i < 3; ++i)
        point[i] = direction[i] < 0 ? -half[i] : half[i];
}

/* dtSupport */
static void support(void)
{
    static double half[3] = { 1, 2, 3 };
    DtVector on_crate, on_ball;

    dtCreateObject(CRATE, dtSupport(corner, half, NULL));
    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(0, 5, 0);
    expect(near(dtGetClosestPair(CRATE, BALL, on_crate, on_ball), 2));
}

void shape_examples(void)
{
    run(box);
    run(cone);
    run(cylinder);
    run(sphere);
    run(delete_shape);
    run(ellipsoid);
    run(point);
    run(line_segment);
    run(rectangle);
    run(disc);
    run(ellipse);
    run(capsule);
    run(lozenge);
    run(round_box);
    run(wheel);
    run(frustum);
    run(half_space);
    run(points);
    run(support);
}
