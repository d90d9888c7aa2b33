/* Examples of making complex shapes. */
#include "examples.h"

/* dtNewComplexShape, dtBegin, dtVertex, dtEnd, dtEndComplexShape */
static void by_value(void)
{
    DtShapeRef roof = dtNewComplexShape();

    dtBegin(DT_POLYGON);
    dtVertex(-1, 0, -1);
    dtVertex(-1, 0, 1);
    dtVertex(0, 1, 1);
    dtVertex(0, 1, -1);
    dtEnd();
    dtBegin(DT_POLYGON);
    dtVertex(0, 1, -1);
    dtVertex(0, 1, 1);
    dtVertex(1, 0, 1);
    dtVertex(1, 0, -1);
    dtEnd();
    dtEndComplexShape();

    dtCreateObject(CRATE, roof);
    dtCreateObject(BALL, dtSphere(0.5));
    dtTranslate(0, 1.25, 0);
    expect(dtGetCommonPoint(BALL, CRATE, NULL)); /* it meets the ridge */
}

/* dtVertexBase, dtVertexIndices */
static void by_indices(void)
{
    static const double corners[12] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    static const DtIndex faces[12] = { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3 };
    DtShapeRef shape = dtNewComplexShape();
    int i;

    dtVertexBase(corners);
    for (i = 0; i < 4; ++i) dtVertexIndices(DT_SIMPLEX, 3, faces + 3 * i);
    dtEndComplexShape(); /* the arrays are not needed any more */
    expect(dtGetBadPolygon() == DT_NO_POLYGON);
    dtDeleteShape(shape);
}

/* dtVertexIndex */
static void by_index(void)
{
    static const double corners[12] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };

    dtCreateObject(CRATE, dtNewComplexShape());
    dtVertexBase(corners);
    dtBegin(DT_SIMPLEX);
    dtVertexIndex(0);
    dtVertexIndex(1);
    dtVertexIndex(2);
    dtEnd();
    dtEndComplexShape();
    dtCreateObject(BALL, dtPoint(0.25, 0.25, 0));
    expect(dtGetCommonPoint(BALL, CRATE, NULL));
}

/* dtVertexRange */
static void by_range(void)
{
    static const double corners[12] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };

    dtCreateObject(CRATE, dtNewComplexShape());
    dtVertexBase(corners);
    dtVertexRange(DT_POLYHEDRON, 0, 4); /* the hull of all four */
    dtEndComplexShape();
    dtCreateObject(BALL, dtPoint(0.25, 0.25, 0.25)); /* inside */
    expect(dtGetCommonPoint(BALL, CRATE, NULL));
}

/* dtVertexPointer, dtVertexCount */
static void by_pointer(void)
{
    static const struct {
        float position[3];
        unsigned char colour[4];
    } vertices[3] = { { { 0, 0, 0 }, { 0 } }, { { 1, 0, 0 }, { 0 } }, { { 0, 1, 0 }, { 0 } } };

    dtCreateObject(CRATE, dtNewComplexShape());
    dtVertexPointer(DT_FLOAT, sizeof vertices[0], vertices);
    dtVertexCount(3);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtVertexRange(DT_SIMPLEX, 1, 3); /* past the end: left out */
    dtEndComplexShape();
    expect(dtGetError() == DT_INVALID_VALUE && dtGetBadPolygon() == 1);
}

/* dtSetSolid */
static void solid(void)
{
    DtShapeRef shape = tetrahedron(); /* of the four triangles around the origin and 1 on each axis */

    dtCreateObject(CRATE, shape);
    dtCreateObject(BALL, dtPoint(0.1, 0.1, 0.1));
    expect(!dtGetCommonPoint(BALL, CRATE, NULL)); /* inside a surface */
    expect(dtSetSolid(shape, DT_TRUE));
    expect(dtGetCommonPoint(BALL, CRATE, NULL));
}

/* dtGetBadPolygon */
static void bad_polygon(void)
{
    DtShapeRef shape = dtNewComplexShape();
    double zero = 0;

    dtBegin(DT_SIMPLEX);
    dtVertex(0, 0, 0);
    dtEnd();
    dtBegin(DT_SIMPLEX);
    dtVertex(1 / zero, 0, 0);
    dtEnd();
    dtEndComplexShape();
    expect(dtGetError() == DT_INVALID_VALUE);
    expect(dtGetBadPolygon() == 1); /* the second */
    dtDeleteShape(shape);
}

/* dtSaveShape, dtLoadShape */
static void save_and_load(void)
{
    static char bytes[4096]; /* a program would ask for the size, and write them to a file */
    DtShapeRef shape = tetrahedron(), loaded;
    DtCount size = dtSaveShape(shape, bytes, sizeof bytes);
    DtVector from = { 0.25, 9, 0.25 }, to = { 0.25, 0, 0.25 }, point;

    expect(size > 0 && size <= sizeof bytes && size == dtSaveShape(shape, NULL, 0));
    loaded = dtLoadShape(bytes, size);
    expect(loaded != NULL);
    dtCreateObject(CRATE, loaded);
    dtRayCastObject(CRATE, from, to, point, NULL);
    expect(near(point[1], 0.5));
}

void complex_examples(void)
{
    run(by_value);
    run(by_indices);
    run(by_index);
    run(by_range);
    run(by_pointer);
    run(solid);
    run(bad_polygon);
    run(save_and_load);
}
