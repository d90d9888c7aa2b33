/*
 * The experiment of section 5.2.4 of the SOLID thesis: two copies of a shape are placed at random, again and again, and
 * tested for intersection. The origins of their local coordinate systems lie anywhere in a cube, their orientations are
 * uniform. The smaller the cube, the more placements hit.
 */
#ifndef EXAMPLES_PLACEMENTS_H
#define EXAMPLES_PLACEMENTS_H

#include <SOLID/solid.h>

typedef struct Placement {
    double position[3];
    double rotation[4]; /* a unit quaternion */
} Placement;

typedef struct PlacedPair {
    Placement placement[2];
    int hit; /* what dtTest said */
} PlacedPair;

/* Draws the placements, in a cube with this edge. The caller frees the array. */
PlacedPair *random_pairs(int count, double cube);

/* Tests them all on two objects of the shape. Returns the number of hits, and the microseconds for one placement. */
int test_pairs(DtShapeRef shape, PlacedPair *pairs, int count, double *microseconds);

/* The point p of the object's local coordinate system, in world coordinates. */
void to_world(const Placement *placement, const double p[3], double world[3]);

#endif
