/* Examples of shapes that deform, and of queries about their polytopes. */
#include "examples.h"

/* dtChangeVertexBase */
static void change_vertex_base(void)
{
    double segment[6] = { 0, 0, 0, 1, 0, 0 };
    DtShapeRef shape = dtNewComplexShape();
    DtVector min, max;

    dtVertexBase(segment);
    dtVertexRange(DT_SIMPLEX, 0, 2);
    dtEndComplexShape();
    dtCreateObject(CRATE, shape);
    segment[3] = 5;
    dtChangeVertexBase(shape, segment);
    dtGetBBox(CRATE, min, max);
    expect(near(max[0], 5));
}

/* dtChangeVertexPointer */
static void change_vertex_pointer(void)
{
    double segment[6] = { 0, 0, 0, 1, 0, 0 };
    float longer[6] = { 0, 0, 0, 5, 0, 0 };
    DtShapeRef shape = dtNewComplexShape();
    DtVector min, max;

    dtVertexBase(segment);
    dtVertexRange(DT_SIMPLEX, 0, 2);
    dtEndComplexShape();
    dtCreateObject(CRATE, shape);
    dtChangeVertexPointer(shape, DT_FLOAT, 0, longer);
    dtGetBBox(CRATE, min, max);
    expect(near(max[0], 5));
}

/* dtMorphVertexBase */
static void morph_vertex_base(void)
{
    double flat[9] = { 0, 0, 0, 1, 0, 0, 0, 0, 1 }, high[9] = { 0, 2, 0, 1, 2, 0, 0, 2, 1 };
    DtShapeRef shape = dtNewComplexShape();
    DtVector min, max;

    dtVertexBase(flat);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtEndComplexShape();
    dtCreateObject(CRATE, shape);
    dtMorphVertexBase(shape, flat, high, 0.25); /* a quarter of the way */
    dtGetBBox(CRATE, min, max);
    expect(near(max[1], 0.5));
}

/* dtSetCollisionMethod, dtSetSubdivisionLevels */
static void collision_method(void)
{
    int collisions = 0;
    DtShapeRef shape = tetrahedron(); /* a complex shape of four triangles over the array `corners` */

    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &collisions);
    dtSetCollisionMethod(DT_SUBDIVISION);
    dtSetSubdivisionLevels(6);
    dtCreateObject(CRATE, shape);
    dtCreateObject(BALL, shape);
    dtTranslate(0.25, 0, 0);
    dtChangeVertexBase(shape, corners);
    dtTest();
    expect(collisions == 1);
}

/* dtSelfCollisions */
static void self_collisions(void)
{
    DtIndex pairs[2];

    dtCreateObject(CRATE, dtNewComplexShape());
    dtBegin(DT_SIMPLEX);
    dtVertex(-1, 0, -1);
    dtVertex(1, 0, -1);
    dtVertex(0, 0, 2);
    dtEnd();
    dtBegin(DT_SIMPLEX); /* a segment through the triangle */
    dtVertex(0, -1, 0);
    dtVertex(0, 1, 0);
    dtEnd();
    dtEndComplexShape();
    expect(dtSelfCollisions(CRATE, 1, pairs) == 1);
    expect(pairs[0] == 0 && pairs[1] == 1);
}

/* dtSelfCollisionsMotion */
static void self_collisions_motion(void)
{
    double flap[12] = { 0, 0, 0, 2, 0, 0, 1, -3, 0, 1, -1, 3 };
    DtIndex near_half[3] = { 0, 1, 2 }, far_half[3] = { 0, 1, 3 }; /* two triangles with a common edge */
    DtShapeRef shape = dtNewComplexShape();
    DtSelfContact contact;

    dtVertexBase(flap);
    dtVertexIndices(DT_SIMPLEX, 3, near_half);
    dtVertexIndices(DT_SIMPLEX, 3, far_half);
    dtEndComplexShape();
    dtCreateObject(CRATE, shape);
    dtProceed();
    flap[11] = -1; /* the tip goes from 3 above the first triangle to 1 below */
    dtChangeVertexBase(shape, flap);
    expect(dtSelfCollisionsMotion(CRATE, &contact, 1) == 1);
    expect(contact.polytope1 == 0 && contact.polytope2 == 1 && near(contact.time, 0.75));
}

/* dtGetAllCollidingPolytopes */
static void all_colliding_polytopes(void)
{
    DtCollidingPolytopes pairs[16];
    DtShapeRef shape = tetrahedron(); /* a complex shape of four triangles */
    DtCount found;

    dtCreateObject(CRATE, shape);
    dtCreateObject(BALL, shape);
    dtTranslate(0.5, 0, 0);
    found = dtGetAllCollidingPolytopes(pairs, 16);
    expect(found > 0 && found <= 16);
    expect(pairs[0].object1 == CRATE && pairs[0].object2 == BALL);
}

/* dtGetCollidingPolytopes */
static void colliding_polytopes(void)
{
    DtPolytopePair pairs[4];

    dtCreateObject(CRATE, tetrahedron()); /* a complex shape; its last triangle faces (1, 1, 1) */
    dtCreateObject(BALL, dtSphere(0.1));
    dtTranslate(0.35, 0.35, 0.35);
    expect(dtGetCollidingPolytopes(CRATE, BALL, pairs, 4) == 1);
    expect(pairs[0].polytope1 == 3 && pairs[0].polytope2 == 0);
}

/* dtGetIntersection */
static void intersection(void)
{
    DtSegment segments[16];
    DtShapeRef shape = tetrahedron(); /* a complex shape of four triangles, closed */
    DtCount found;

    dtCreateObject(CRATE, shape);
    dtCreateObject(BALL, shape);
    dtTranslate(0.5, 0.1, 0.1);
    found = dtGetIntersection(CRATE, BALL, segments, 16);
    expect(found >= 3 && found <= 16);
    expect(segments[0].point2[0] == segments[1].point1[0]); /* a curve: each begins where the last one ends */
}

void deforming_examples(void)
{
    run(change_vertex_base);
    run(change_vertex_pointer);
    run(morph_vertex_base);
    run(collision_method);
    run(self_collisions);
    run(self_collisions_motion);
    run(all_colliding_polytopes);
    run(colliding_polytopes);
    run(intersection);
}
