/*
 * Meshes: two teapots, then two scanned bunnies, at 10,000 random placements each.
 *
 *     meshes [placements [file.obj ...]]
 *
 * Any OBJ file can be given; the cube in which the two copies are placed follows from its size. For the two models that
 * come with the examples, the number of hits in 10,000 placements is known. It was counted once by another program that
 * shares nothing with SOLID: a tree of spheres over each mesh, and edges of the one against triangles of the other.
 */
#include "obj.h"
#include "placements.h"
#include "rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Model {
    const char *path;
    int known_hits; /* in KNOWN_COUNT placements; -1 if nobody has counted them */
} Model;

#define KNOWN_COUNT 10000
static const Model models[2] = {
    { "examples-c/models/teapot.obj", 5868 },
    { "examples-c/models/bunny.obj", 6217 }
};

/* Moves the mesh so that its box is centred at the origin, and returns the radius of the sphere around it there. */
static double centre(Mesh *mesh)
{
    double low[3], high[3], radius2 = 0.0;
    DtCount i, k;

    for (k = 0; k < 3; ++k) low[k] = high[k] = mesh->vertices[k];
    for (i = 0; i < mesh->vertex_count; ++i) {
        for (k = 0; k < 3; ++k) {
            double x = mesh->vertices[3 * i + k];

            if (x < low[k]) low[k] = x;
            if (x > high[k]) high[k] = x;
        }
    }
    for (i = 0; i < mesh->vertex_count; ++i) {
        double squared = 0.0;

        for (k = 0; k < 3; ++k) {
            double *x = &mesh->vertices[3 * i + k];

            *x -= 0.5 * (low[k] + high[k]);
            squared += *x * *x;
        }
        if (squared > radius2) radius2 = squared;
    }
    return sqrt(radius2);
}

/* Two copies whose spheres are apart cannot touch: counts the answers that say otherwise. */
static int impossible_hits(const PlacedPair *pairs, int count, double radius)
{
    int i, k, impossible = 0;

    for (i = 0; i < count; ++i) {
        double squared = 0.0;

        for (k = 0; k < 3; ++k) {
            double x = pairs[i].placement[0].position[k] - pairs[i].placement[1].position[k];

            squared += x * x;
        }
        if (pairs[i].hit && squared > 4.0 * radius * radius * (1.0 + 1e-9)) ++impossible;
    }
    return impossible;
}

/* Returns 0 if all is well. */
static int run(const Model *model, int count)
{
    Mesh mesh;
    DtShapeRef shape;
    PlacedPair *pairs;
    double radius, cube, microseconds;
    int hits, wrong;

    if (!obj_read(model->path, &mesh)) return 1;
    radius = centre(&mesh);
    cube = 1.65 * radius; /* about 60 % of the placements will hit */
    shape = mesh_shape(&mesh, DT_POLYGON);
    printf("%s: %u vertices, %u faces, in a cube of edge %.2f\n", model->path, mesh.vertex_count, mesh.face_count,
           cube);
    mesh_free(&mesh); /* SOLID has a copy of what it needs */

    rng_seed(1);
    pairs = random_pairs(count, cube);
    hits = test_pairs(shape, pairs, count, &microseconds);
    printf("  %d of %d placements hit: %.1f %%, %.2f microseconds a placement\n", hits, count, 100.0 * hits / count,
           microseconds);

    wrong = impossible_hits(pairs, count, radius);
    if (wrong != 0) printf("  WRONG: %d pairs hit though their spheres are apart\n", wrong);
    if (count == KNOWN_COUNT && model->known_hits >= 0 && hits != model->known_hits) {
        printf("  WRONG: an independent count gives %d hits\n", model->known_hits);
        ++wrong;
    }
    dtDeleteShape(shape);
    free(pairs);
    return wrong;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : KNOWN_COUNT;
    int i, wrong = 0;

    if (count < 1) {
        fprintf(stderr, "usage: meshes [placements [file.obj ...]]\n");
        return 2;
    }
    for (i = 0; argc <= 2 && i < 2; ++i) wrong += run(&models[i], count);
    for (i = 2; i < argc; ++i) {
        Model model;

        model.path = argv[i];
        model.known_hits = -1;
        wrong += run(&model, count);
    }
    return wrong != 0;
}
