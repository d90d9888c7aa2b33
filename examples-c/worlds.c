/*
 * Worlds: scenes from VRML files, versions 1.0 and 2.0, and what collides in them.
 *
 *     worlds [file.wrl ...]
 *
 * Every geometry of the file becomes an object, under its DEF names. The two files that come with the examples hold the
 * same room, once in each version; what collides there was worked out by hand.
 */
#include "vrml/vrml.h"

#include <stdio.h>
#include <string.h>

#define KNOWN_COLLISIONS 14
static const char *const known[2] = { "examples-c/models/room-1.wrl", "examples-c/models/room-2.wrl" };

/* The world coordinates of a point of a part. */
static void to_world(const VrmlPart *part, const double local[3], double world[3])
{
    int row, k;

    for (row = 0; row < 3; ++row) {
        world[row] = part->matrix[12 + row];
        for (k = 0; k < 3; ++k) world[row] += part->matrix[4 * k + row] * local[k];
    }
}

static void report(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    const VrmlPart *part1 = (const VrmlPart *)object1, *part2 = (const VrmlPart *)object2;
    double point[3];

    to_world(part1, coll_data->point1, point);
    printf("  %s and %s share the point (%.3f, %.3f, %.3f)\n", part1->name, part2->name, point[0], point[1], point[2]);
    (void)client_data;
}

/* Returns the number of collisions, or -1 if the file cannot be read. */
static long run(const char *path)
{
    VrmlScene scene;
    DtCount i, collisions;

    if (!vrml_read(path, &scene)) return -1;
    printf("%s: %u parts of %u shapes\n", path, scene.part_count, scene.shape_count);
    for (i = 0; i < scene.part_count; ++i) {
        VrmlPart *part = &scene.parts[i];

        dtCreateObject(part, scene.shapes[part->shape].shape);
        dtLoadMatrixd(part->matrix); /* any affine map: scaled, sheared or mirrored */
    }
    collisions = dtTest();
    printf("  %u collisions\n", collisions);
    for (i = 0; i < scene.part_count; ++i) dtDeleteObject(&scene.parts[i]);
    vrml_free(&scene);
    return (long)collisions;
}

int main(int argc, char **argv)
{
    int i, status = 0;

    dtSetDefaultResponse(report, DT_WITNESSED_RESPONSE, NULL);
    for (i = 1; i < argc; ++i) {
        if (run(argv[i]) < 0) status = 1;
    }
    for (i = 0; argc == 1 && i < 2; ++i) {
        long collisions = run(known[i]);

        if (collisions == KNOWN_COLLISIONS) continue;
        printf("  WRONG: there must be %d\n", KNOWN_COLLISIONS);
        status = 1;
    }
    return status;
}
