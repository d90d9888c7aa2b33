#include "placements.h"
#include "rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

PlacedPair *random_pairs(int count, double cube)
{
    PlacedPair *pairs = (PlacedPair *)malloc(((size_t)count + 1) * sizeof *pairs);
    int i, j, k;

    if (pairs == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    for (i = 0; i < count; ++i) {
        for (j = 0; j < 2; ++j) {
            Placement *placement = &pairs[i].placement[j];

            for (k = 0; k < 3; ++k) placement->position[k] = rng_between(-0.5 * cube, 0.5 * cube);
            rng_rotation(placement->rotation);
        }
        pairs[i].hit = 0;
    }
    return pairs;
}

static void place(DtObjectRef object, const Placement *to)
{
    dtSelectObject(object);
    dtLoadIdentity();
    dtTranslate(to->position[0], to->position[1], to->position[2]);
    dtRotate(to->rotation[0], to->rotation[1], to->rotation[2], to->rotation[3]);
}

/* SOLID calls this for a pair that collides. dtTest counts the calls, which is all we want to know here. */
static void collide(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
}

int test_pairs(DtShapeRef shape, PlacedPair *pairs, int count, double *microseconds)
{
    int object1, object2; /* any pointer can name an object: here only the addresses matter */
    int i, hits = 0;
    clock_t start;

    dtCreateObject(&object1, shape);
    dtCreateObject(&object2, shape);
    dtSetDefaultResponse(collide, DT_SIMPLE_RESPONSE, NULL);

    start = clock();
    for (i = 0; i < count; ++i) {
        place(&object1, &pairs[i].placement[0]);
        place(&object2, &pairs[i].placement[1]);
        pairs[i].hit = dtTest() != 0;
        hits += pairs[i].hit;
    }
    *microseconds = count == 0 ? 0.0 : 1e6 * (double)(clock() - start) / CLOCKS_PER_SEC / count;

    dtDeleteObject(&object1);
    dtDeleteObject(&object2);
    return hits;
}

void to_world(const Placement *placement, const double p[3], double world[3])
{
    const double *q = placement->rotation;
    double t[3]; /* twice the cross product of the quaternion's vector part and p */

    t[0] = 2.0 * (q[1] * p[2] - q[2] * p[1]);
    t[1] = 2.0 * (q[2] * p[0] - q[0] * p[2]);
    t[2] = 2.0 * (q[0] * p[1] - q[1] * p[0]);
    world[0] = placement->position[0] + p[0] + q[3] * t[0] + q[1] * t[2] - q[2] * t[1];
    world[1] = placement->position[1] + p[1] + q[3] * t[1] + q[2] * t[0] - q[0] * t[2];
    world[2] = placement->position[2] + p[2] + q[3] * t[2] + q[0] * t[1] - q[1] * t[0];
}
