/* Examples of shapes that are made of others, and of objects' getters. */
#include "examples.h"

/* dtSum */
static void sum(void)
{
    DtVector min, max;
    DtShapeRef hall = dtBox(4, 2, 4), wall = dtSphere(0.5);

    dtCreateObject(CRATE, dtSum(hall, wall)); /* all within 0.5 of the box */
    dtGetBBox(CRATE, min, max);
    expect(near(max[0], 2.5) && near(max[1], 1.5));
    dtCreateObject(BALL, dtSum(wall, dtPoint(0, 7, 0))); /* a sphere about (0, 7, 0) */
    dtGetBBox(BALL, min, max);
    expect(near(min[1], 6.5) && near(max[1], 7.5));
}

/* dtHull */
static void hull(void)
{
    DtVector min, max;
    DtShapeRef large = dtSphere(2), small = dtSum(dtSphere(1), dtPoint(5, 0, 0));

    dtCreateObject(BALL, dtHull(large, small)); /* a drop */
    dtGetBBox(BALL, min, max);
    expect(near(min[0], -2) && near(max[0], 6));
}

/* dtPlaced */
static void placed(void)
{
    double lying[16] = { 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }; /* y becomes -x: columns first */
    DtVector min, max;

    dtCreateObject(BALL, dtPlaced(dtCapsule(1, 4), lying));
    dtGetBBox(BALL, min, max);
    expect(near(max[0], 3) && near(max[1], 1));
}

/* dtNewCompound, dtAddPart, dtEndCompound, dtGetPart */
static void compound(void)
{
    double m[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
    DtShapeRef dumbbell = dtNewCompound(), weight = dtSphere(1);
    DtVector point = { 3, 1, 0 };
    DtCount number, part;

    dtAddPart(dtBox(4, 0.5, 0.5), m);
    m[12] = -3; /* x */
    dtAddPart(weight, m);
    m[12] = 3;
    dtAddPart(weight, m);
    dtEndCompound();
    dtCreateObject(BALL, dumbbell);
    expect(dtGetSurfacePoint(BALL, point, &number, NULL));
    expect(dtGetPart(dumbbell, number, &part, NULL) && part == 2); /* the second weight */
}

/* dtHeightField, dtChangeHeights, dtGetHeight */
static void height_field(void)
{
    static const float heights[9] = { 0, 0, 0, 0, 2, 0, 0, 0, 0 }; /* a hill in the middle */
    static const float crater = -1;
    DtArray all, one;
    DtShapeRef hill;
    DtVector from = { 5, 9, 5 }, to = { 5, -9, 5 }, point, normal;
    DtScalar height;

    all.base = heights, all.layout = DT_HEIGHTS, all.type = DT_FLOAT, all.stride = 0, all.count = 9;
    hill = dtHeightField(&all, 3, 5, 5, DT_FALLING); /* 10 by 10 */
    dtCreateObject(CRATE, hill);
    dtRayCastObject(CRATE, from, to, point, normal);
    expect(near(point[1], 2));
    one = all, one.base = &crater, one.count = 1;
    dtChangeHeights(hill, 1, 1, 1, &one);
    dtRayCastObject(CRATE, from, to, point, normal);
    expect(near(point[1], -1));
    expect(dtGetHeight(hill, 1, 1, &height) && height == -1);
}

/* dtGetTreeBoxes */
static void tree_boxes(void)
{
    DtBox root[1];

    dtCreateObject(CRATE, tetrahedron());
    expect(dtGetTreeBoxes(CRATE, 0, root, 1) == 1); /* level 0: the whole shape */
    expect(near(root[0].min[0], 0) && near(root[0].max[0], 1));
    expect(dtGetTreeBoxes(CRATE, 1, NULL, 0) > 1); /* the number alone */
}

/* dtGetMatrixd */
static void matrixd(void)
{
    double m[16];

    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(1, 2, 3);
    expect(dtGetMatrixd(BALL, m));
    expect(m[12] == 1 && m[13] == 2 && m[14] == 3 && m[15] == 1);
}

/* dtGetMatrixf */
static void matrixf(void)
{
    float m[16];

    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(1, 2, 3);
    expect(dtGetMatrixf(BALL, m));
    expect(m[12] == 1 && m[13] == 2 && m[14] == 3 && m[15] == 1);
}

/* dtToWorld, dtToLocal */
static void points(void)
{
    DtVector corner = {1, 1, 1}, world, local;

    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtTranslate(5, 0, 0);
    dtToWorld(CRATE, corner, world);
    expect(world[0] == 6);
    dtToLocal(CRATE, world, local);
    expect(local[0] == 1);
}

void composed_examples(void)
{
    run(sum);
    run(hull);
    run(placed);
    run(compound);
    run(height_field);
    run(tree_boxes);
    run(matrixd);
    run(matrixf);
    run(points);
}
