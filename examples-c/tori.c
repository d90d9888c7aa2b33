/*
 * Tori: the classic test of a collision library. Two tori of 50 x 50 quadrangles are placed at random, 10,000 times,
 * in a cube so small that about 64 % of the placements hit.
 *
 *     tori [placements]
 *
 * The answer is known without SOLID: a torus is all that lies within 2 of a circle of radius 10, so two of them collide
 * when their circles come within 4 of each other. Each answer is held against that, except the few that are too close
 * to call, since the quadrangles only approximate the torus.
 */
#include "placements.h"
#include "rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PI 3.14159265358979323846
#define MAJOR 10.0 /* from the centre of the torus to the middle of the tube */
#define MINOR 2.0  /* the radius of the tube */
#define STEPS 50   /* quadrangles around the torus, and around the tube */
#define CUBE 20.0  /* the edge of the cube that the centres are placed in */

/* The vertex array: dtVertexBase takes three doubles to a vertex, packed. */
static DtScalar vertices[STEPS * STEPS][3];

static DtShapeRef torus(void)
{
    DtShapeRef shape;
    DtIndex i, j;

    for (i = 0; i < STEPS; ++i) {
        for (j = 0; j < STEPS; ++j) {
            double around = 2.0 * PI * i / STEPS, tube = 2.0 * PI * j / STEPS;
            double radius = MAJOR + MINOR * cos(tube);

            vertices[i * STEPS + j][0] = radius * cos(around);
            vertices[i * STEPS + j][1] = radius * sin(around);
            vertices[i * STEPS + j][2] = MINOR * sin(tube);
        }
    }

    shape = dtNewComplexShape();
    dtVertexBase(vertices);
    for (i = 0; i < STEPS; ++i) {
        for (j = 0; j < STEPS; ++j) {
            DtIndex next_i = (i + 1) % STEPS, next_j = (j + 1) % STEPS;
            DtIndex quad[4];

            quad[0] = i * STEPS + j;
            quad[1] = next_i * STEPS + j;
            quad[2] = next_i * STEPS + next_j;
            quad[3] = i * STEPS + next_j;
            dtVertexIndices(DT_POLYGON, 4, quad);
        }
    }
    dtEndComplexShape();
    return shape;
}

/* How near the middle circles of two tori come to each other: sampled on the first, exact on the second. */
#define SAMPLES 500
#define SAMPLING_ERROR (PI * MAJOR / SAMPLES) /* no point of the first circle is farther than this from a sample */

static double circle_distance(const Placement *a, const Placement *b)
{
    static const double axis[3] = { 0.0, 0.0, 1.0 };
    double normal[3], nearest = HUGE_VAL;
    int i, k;

    to_world(b, axis, normal);
    for (k = 0; k < 3; ++k) normal[k] -= b->position[k];

    for (i = 0; i < SAMPLES; ++i) {
        double local[3], p[3], height = 0.0, squared = 0.0, in_plane, distance;

        local[0] = MAJOR * cos(2.0 * PI * i / SAMPLES);
        local[1] = MAJOR * sin(2.0 * PI * i / SAMPLES);
        local[2] = 0.0;
        to_world(a, local, p);
        for (k = 0; k < 3; ++k) {
            p[k] -= b->position[k];
            height += p[k] * normal[k];
            squared += p[k] * p[k];
        }
        in_plane = sqrt(squared - height * height > 0.0 ? squared - height * height : 0.0);
        distance = sqrt((in_plane - MAJOR) * (in_plane - MAJOR) + height * height);
        if (distance < nearest) nearest = distance;
    }
    return nearest;
}

/* Counts the answers that contradict the smooth tori. The quadrangles stray from those by less than the slack. */
static int contradictions(const PlacedPair *pairs, int count, int *unclear)
{
    const double slack = 0.06;
    int i, wrong = 0;

    *unclear = 0;
    for (i = 0; i < count; ++i) {
        double distance = circle_distance(&pairs[i].placement[0], &pairs[i].placement[1]);

        if (distance < 2.0 * MINOR - slack) wrong += !pairs[i].hit;
        else if (distance - SAMPLING_ERROR > 2.0 * MINOR + slack) wrong += pairs[i].hit;
        else ++*unclear;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 10000;
    DtShapeRef shape;
    PlacedPair *pairs;
    double microseconds;
    int hits, wrong, unclear;

    if (count < 1) {
        fprintf(stderr, "usage: tori [placements]\n");
        return 2;
    }
    shape = torus();
    pairs = random_pairs(count, CUBE);
    printf("two tori of %d quadrangles, centres anywhere in a cube of edge %.0f\n", STEPS * STEPS, CUBE);

    hits = test_pairs(shape, pairs, count, &microseconds);
    printf("%d of %d placements hit: %.1f %%\n", hits, count, 100.0 * hits / count);
    printf("%.2f microseconds a placement, moving both tori and testing them\n", microseconds);

    wrong = contradictions(pairs, count, &unclear);
    printf("held against the distance of the circles: %d right, %d too close to call, %d WRONG\n",
           count - unclear - wrong, unclear, wrong);

    dtDeleteShape(shape);
    free(pairs);
    return wrong != 0;
}
