/* Examples of depths and contacts. */
#include "examples.h"

/* dtGetPenDepth */
static void pen_depth(void)
{
    DtVector normal;
    double depth;

    dtCreateObject(FLOOR, dtBox(10, 2, 10)); /* up to y = 1 */
    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(0, 1.75, 0);
    depth = dtGetPenDepth(BALL, FLOOR, normal, NULL, NULL);
    expect(near(depth, 0.25) && near(normal[1], 1));
    dtTranslate(depth * normal[0], depth * normal[1], depth * normal[2]); /* it rests on the floor */
    expect(near(dtGetPenDepth(BALL, FLOOR, NULL, NULL, NULL), 0));
}

/* dtGetContacts */
static void contacts(void)
{
    DtContact found[16];
    DtCount i, n;

    dtCreateObject(FLOOR, dtBox(10, 2, 10)); /* up to y = 1 */
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtTranslate(0, 1.9, 0);
    n = dtGetContacts(CRATE, FLOOR, found, 16);
    expect(n == 4); /* the corners of the crate's lower side */
    for (i = 0; i < n; ++i) expect(near(found[i].depth, 0.1) && near(found[i].normal[1], 1));
}

/* dtGetContactPatches */
static void contact_patches(void)
{
    DtContact found[16];
    DtCount patches[16];

    dtCreateObject(CRATE, dtNewComplexShape()); /* two feet */
    dtBegin(DT_SIMPLEX);
    dtVertex(-2, 0, 0);
    dtEnd();
    dtBegin(DT_SIMPLEX);
    dtVertex(2, 0, 0);
    dtEnd();
    dtEndComplexShape();
    dtCreateObject(FLOOR, dtBox(10, 0, 10));
    expect(dtGetContactPatches(CRATE, FLOOR, 4, found, patches, 16) == 2);
    expect(patches[0] == 0 && patches[1] == 1);
}

/* dtGetSignedDistance */
static void signed_distance(void)
{
    static const DtVector at = {0.1, 0.2, 0.3};
    DtScalar distance;
    DtVector gradient;
    DtShapeRef shape = tetrahedron();

    dtSetSolid(shape, DT_TRUE);
    dtCreateObject(CRATE, shape);
    expect(dtGetSignedDistance(CRATE, at, &distance, gradient, NULL));
    expect(near(distance, -0.1) && near(gradient[0], -1)); /* the face at x = 0 */
}

/* dtBatchSignedDistances */
static void signed_distances(void)
{
    static const double places[3][3] = {{3, 0, 0}, {0, 0.75, 0}, {0, 0, -1}};
    DtObjectRef ball = BALL;
    DtArray objects = {NULL, DT_OBJECTS, DT_DOUBLE, 0, 1}, points = {NULL, DT_POINTS, DT_DOUBLE, 0, 3};
    DtSignedDistance found[3];

    dtCreateObject(BALL, dtSphere(1));
    objects.base = &ball;
    points.base = places;
    expect(dtBatchSignedDistances(&objects, &points, found, 3) == 3);
    expect(near(found[0].distance, 2) && near(found[1].distance, -0.25) && near(found[2].distance, 0));
    expect(near(found[1].gradient[1], 1) && near(found[1].nearest[1], 1));
}

/* dtGetSeparation */
static void separation(void)
{
    DtScalar bounds[2];
    DtVector by;
    DtShapeRef shape = tetrahedron();

    dtSetSolid(shape, DT_TRUE);
    dtCreateObject(CRATE, shape);
    dtCreateObject(BALL, dtSphere(0.1));
    dtTranslate(0.1, 0.2, 0.3);
    expect(dtGetSeparation(BALL, CRATE, 0.01, 0, by, bounds));
    expect(near(by[0], -0.2) && near(bounds[0], 0.2) && near(bounds[1], 0.2));
}

/* A floor of two triangles at y = 0, with their fronts up. */
static DtShapeRef two_triangles(void)
{
    DtShapeRef shape = dtNewComplexShape();

    dtBegin(DT_SIMPLEX), dtVertex(-4, 0, -4), dtVertex(-4, 0, 4), dtVertex(4, 0, -4), dtEnd();
    dtBegin(DT_SIMPLEX), dtVertex(4, 0, -4), dtVertex(-4, 0, 4), dtVertex(4, 0, 4), dtEnd();
    dtEndComplexShape();
    return shape;
}

/* dtSetInnerEdges */
static void inner_edges(void)
{
    DtShapeRef shape = two_triangles();

    dtCreateObject(FLOOR, shape);
    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(0.1, 0.9, 0.1); /* beside the diagonal */
    expect(dtGetContacts(BALL, FLOOR, NULL, 0) == 1);
    expect(dtSetInnerEdges(shape, DT_TRUE));
    expect(dtGetContacts(BALL, FLOOR, NULL, 0) == 2); /* one at the edge of the other triangle */
}

/* dtSetFlatAngle */
static void flat_angle(void)
{
    DtShapeRef shape = two_triangles();

    expect(dtSetFlatAngle(shape, 0.02)); /* edges of up to about a degree */
    expect(!dtSetFlatAngle(shape, -1) && dtGetError() == DT_INVALID_VALUE);
    dtDeleteShape(shape);
}

/* dtSetOneSided */
static void one_sided(void)
{
    DtVector normal;
    DtShapeRef shape = two_triangles();

    dtCreateObject(FLOOR, shape);
    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(1, -0.25, 0); /* more than half of it is below */
    expect(near(dtGetPenDepth(BALL, FLOOR, normal, NULL, NULL), 0.75) && near(normal[1], -1));
    expect(dtSetOneSided(shape, DT_TRUE));
    expect(near(dtGetPenDepth(BALL, FLOOR, normal, NULL, NULL), 1.25) && near(normal[1], 1));
}

/* dtGetSurfacePoint */
static void surface_point(void)
{
    DtVector from = { 2, 5, 2 }, to = { 2, -5, 2 }, point, weights;
    DtCount polytope;

    dtCreateObject(FLOOR, two_triangles());
    dtRayCastObject(FLOOR, from, to, point, NULL);
    expect(dtGetSurfacePoint(FLOOR, point, &polytope, weights));
    expect(polytope == 1); /* the second triangle */
    expect(near(weights[0], 0.25) && near(weights[1], 0.25) && near(weights[2], 0.5));
}

/* dtBatchSurfacePoints */
static void surface_points(void)
{
    DtObjectRef floor = FLOOR;
    DtContact contacts[16];
    DtSurfacePoint found[16];
    DtArray objects = { NULL, DT_OBJECTS, DT_DOUBLE, 0, 1 }, points = { NULL, DT_POINTS, DT_DOUBLE, sizeof(DtContact), 0 };

    dtCreateObject(FLOOR, two_triangles());
    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(2, 0.75, 2);
    points.count = dtGetContacts(BALL, FLOOR, contacts, 16);
    points.base = contacts[0].point2; /* and of all others */
    objects.base = &floor;
    expect(dtBatchSurfacePoints(&objects, &points, found, 16) == 1);
    expect(found[0].polytope == 1); /* the second triangle */
    expect(near(found[0].weights[0], 0.25) && near(found[0].weights[2], 0.5));
}

/* dtMatchContacts */
static void match_contacts(void)
{
    DtContact contacts[16];
    DtContactId ids[2][16]; /* of the last frame, and of this one */
    DtCount counts[2], places[16], i;
    int frame;

    dtCreateObject(FLOOR, dtBox(10, 2, 10));
    dtCreateObject(CRATE, dtBox(1, 1, 1));
    dtTranslate(0, 1.4375, 0);
    for (frame = 0; frame < 2; ++frame) {
        counts[frame] = dtGetContacts(CRATE, FLOOR, contacts, 16);
        for (i = 0; i < counts[frame]; ++i) {
            ids[frame][i].object1 = CRATE;
            ids[frame][i].object2 = FLOOR;
            ids[frame][i].feature1 = contacts[i].feature1;
            ids[frame][i].feature2 = contacts[i].feature2;
        }
        dtTranslate(0.0625, 0, 0); /* it slides */
    }
    expect(dtMatchContacts(ids[0], counts[0], ids[1], counts[1], places, 16) == 4);
    for (i = 0; i < 4; ++i)
        expect(places[i] != DT_NO_ROW); /* where its impulse was a frame ago */
}

/* dtGetClash */
static void clash(void)
{
    DtClash found;

    dtCreateObject(CRATE, dtBox(4, 4, 0.5)); /* a wall */
    dtCreateObject(BALL, dtBox(0.5, 0.25, 3)); /* a beam through it */
    dtTranslate(1, 0, 0.25);
    expect(dtGetClash(CRATE, BALL, 0, 0.01, &found, NULL, 0) > 0); /* segments of the curves */
    expect(found.kind == DT_PIERCING_CLASH && found.inner == 2); /* the second goes through the first */
    expect(near(found.volume, 0.5 * 0.25 * 0.5) && near(found.center[0], 1));
}

void contact_examples(void)
{
    run(pen_depth);
    run(contacts);
    run(contact_patches);
    run(signed_distance);
    run(signed_distances);
    run(separation);
    run(inner_edges);
    run(flat_angle);
    run(one_sided);
    run(surface_point);
    run(surface_points);
    run(match_contacts);
    run(clash);
}
