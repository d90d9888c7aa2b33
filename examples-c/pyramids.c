/*
 * Pyramids: the first program to read.
 *
 * It shows the whole life of a collision: make a shape, make objects of it, move them, test, and hear of the collisions
 * in a callback. The shape is the pyramid of the SOLID manual, two tetrahedra side by side. It is made in each of the
 * ways in which SOLID takes vertices, and every time the same must come out.
 */
#include <SOLID/solid.h>

#include <math.h>
#include <stdio.h>

/* An object of our own. SOLID knows it by its address only, and hands that address back in the callback. */
typedef struct Pyramid {
    const char *name;
    double position[3];
} Pyramid;

/* The vertices: a square base in the plane y = 0, and the apex above its centre. */
static const DtScalar vertices[5 * 3] = {
     1.0, 0.00,  1.0, /* 0 */
     1.0, 0.00, -1.0, /* 1 */
    -1.0, 0.00, -1.0, /* 2 */
    -1.0, 0.00,  1.0, /* 3 */
     0.0, 1.27,  0.0  /* 4, the apex */
};

/* First way: each vertex by value. What stands between dtBegin and dtEnd is one polytope of the shape. */
static DtShapeRef pyramid_by_value(void)
{
    DtShapeRef pyramid = dtNewComplexShape();

    dtBegin(DT_SIMPLEX);
    dtVertex(1.0, 0.0, 1.0);
    dtVertex(1.0, 0.0, -1.0);
    dtVertex(-1.0, 0.0, -1.0);
    dtVertex(0.0, 1.27, 0.0);
    dtEnd();

    dtBegin(DT_SIMPLEX);
    dtVertex(1.0, 0.0, 1.0);
    dtVertex(-1.0, 0.0, 1.0);
    dtVertex(-1.0, 0.0, -1.0);
    dtVertex(0.0, 1.27, 0.0);
    dtEnd();

    dtEndComplexShape();
    return pyramid;
}

/* Second way: the vertices are in an array, and each is named by its index there. */
static DtShapeRef pyramid_by_index(void)
{
    DtShapeRef pyramid = dtNewComplexShape();

    dtVertexBase(vertices);

    dtBegin(DT_SIMPLEX);
    dtVertexIndex(0);
    dtVertexIndex(1);
    dtVertexIndex(2);
    dtVertexIndex(4);
    dtEnd();

    dtBegin(DT_SIMPLEX);
    dtVertexIndex(0);
    dtVertexIndex(3);
    dtVertexIndex(2);
    dtVertexIndex(4);
    dtEnd();

    dtEndComplexShape();
    return pyramid;
}

/* Third way: the indices are in arrays too. */
static DtShapeRef pyramid_by_indices(void)
{
    static const DtIndex tetrahedron1[4] = { 0, 1, 2, 4 };
    static const DtIndex tetrahedron2[4] = { 0, 3, 2, 4 };
    DtShapeRef pyramid = dtNewComplexShape();

    dtVertexBase(vertices);
    dtVertexIndices(DT_SIMPLEX, 4, tetrahedron1);
    dtVertexIndices(DT_SIMPLEX, 4, tetrahedron2);
    dtEndComplexShape();
    return pyramid;
}

/* And for vertices that stand in a row: a range. The pyramid is convex, so it can be one polyhedron, their hull. */
static DtShapeRef pyramid_by_range(void)
{
    DtShapeRef pyramid = dtNewComplexShape();

    dtVertexBase(vertices);
    dtVertexRange(DT_POLYHEDRON, 0, 5);
    dtEndComplexShape();
    return pyramid;
}

/*
 * The response: dtTest calls this for every pair of objects that collide. We asked for DT_WITNESSED_RESPONSE, so
 * coll_data holds a point that the objects share, once in the local coordinates of each.
 */
static void collide(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    const Pyramid *pyramid1 = (const Pyramid *)object1;
    const Pyramid *pyramid2 = (const Pyramid *)object2;
    int *mistakes = (int *)client_data;
    double point[3];
    int i;

    /* Our pyramids are only moved, not turned: from local to world coordinates it takes an addition. */
    for (i = 0; i < 3; ++i) {
        point[i] = pyramid1->position[i] + coll_data->point1[i];
        if (fabs(point[i] - (pyramid2->position[i] + coll_data->point2[i])) > 1e-9) ++*mistakes;
    }
    printf("  %s and %s share the point (%.3f, %.3f, %.3f)\n", pyramid1->name, pyramid2->name, point[0], point[1],
           point[2]);
}

static void move(Pyramid *pyramid, double x, double y, double z)
{
    pyramid->position[0] = x;
    pyramid->position[1] = y;
    pyramid->position[2] = z;
    dtSelectObject(pyramid); /* the commands that follow are about this object */
    dtLoadIdentity();
    dtTranslate(x, y, z);
}

/* Khufu stands still and Khafre comes nearer. Their bases are 2 wide, so from a distance of 2 on they collide. */
static int run(const char *title, DtShapeRef shape)
{
    static const double distances[4] = { 3.0, 2.1, 2.0, 1.5 }; /* at 2.0 they just touch, which counts */
    static const DtCount expected[4] = { 0, 0, 1, 1 };
    Pyramid khufu, khafre;
    int i, mistakes = 0;

    khufu.name = "Khufu";
    khafre.name = "Khafre";
    printf("%s\n", title);

    dtCreateObject(&khufu, shape); /* one shape serves any number of objects */
    dtCreateObject(&khafre, shape);
    dtSetDefaultResponse(collide, DT_WITNESSED_RESPONSE, &mistakes);

    move(&khufu, 0.0, 0.0, 0.0);
    for (i = 0; i < 4; ++i) {
        DtCount collisions;

        move(&khafre, distances[i], 0.0, 0.0);
        printf(" %.1f apart\n", distances[i]);
        collisions = dtTest();
        if (collisions == 0) printf("  no collision\n");
        if (collisions != expected[i]) ++mistakes;
    }

    dtDeleteObject(&khufu);
    dtDeleteObject(&khafre);
    dtDeleteShape(shape);
    if (mistakes != 0) printf(" WRONG: the pyramids must collide at 2.0 and 1.5 apart, and not before\n");
    return mistakes;
}

int main(void)
{
    int mistakes = 0;

    mistakes += run("Vertices by value (dtVertex)", pyramid_by_value());
    mistakes += run("Vertices by index (dtVertexIndex)", pyramid_by_index());
    mistakes += run("Vertices by lists of indices (dtVertexIndices)", pyramid_by_indices());
    mistakes += run("Vertices by range, as one polyhedron (dtVertexRange)", pyramid_by_range());
    if (mistakes == 0) printf("All four ways agree.\n");
    return mistakes != 0;
}
