/*
 * Worlds: scenes from VRML files, versions 1.0 and 2.0, and what collides in them.
 *
 *     worlds [file.wrl ...]
 *
 * Every geometry of the file becomes an object, under its DEF names; those that an interpolator moves together become one, of a compound,
 * and what collides is named by the part. The collisions that begin on the way are found by dtTestMotion. The two files that come with the examples hold the
 * same room, once in each version; what collides there was worked out by hand.
 */
#include "vrml/vrml.h"

#include <SOLID/solid_ext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KNOWN_COLLISIONS 14
#define FRAMES 60
static const char *const known[2] = { "examples-c/models/room-1.wrl", "examples-c/models/room-2.wrl" };

static VrmlScene scene;

/* The world coordinates of a point of a body. */
static void to_world(const VrmlBody *body, const double local[3], double world[3])
{
    int row, k;

    for (row = 0; row < 3; ++row) {
        world[row] = body->matrix[12 + row];
        for (k = 0; k < 3; ++k) world[row] += body->matrix[4 * k + row] * local[k];
    }
}

/* The name of the part of an object that has a point, in the object's coordinates. */
static const char *name_at(DtObjectRef object, const double local[3])
{
    const VrmlBody *body = (const VrmlBody *)object;
    DtCount number = 0;
    double point[3];

    to_world(body, local, point);
    dtGetSurfacePoint(object, point, &number, NULL);
    return vrml_part(&scene, body, number)->name;
}

static void report(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    double point[3];

    to_world((const VrmlBody *)object1, coll_data->point1, point);
    printf("  %s and %s share the point (%.3f, %.3f, %.3f)\n", name_at(object1, coll_data->point1),
           name_at(object2, coll_data->point2), point[0], point[1], point[2]);
    (void)client_data;
}

/* The pairs that collided at the end of the previous frame. */
typedef struct Touching {
    DtObjectRef (*pairs)[2];
    DtCount count;
    double begin, length; /* of the frame, in seconds */
} Touching;

static int touches(const Touching *touching, DtObjectRef object1, DtObjectRef object2)
{
    DtCount i = 0;

    while (i < touching->count && (touching->pairs[i][0] != object1 || touching->pairs[i][1] != object2)) ++i;
    return i < touching->count;
}

static void collect(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Touching *touching = (Touching *)client_data;
    DtCount count = touching->count;

    if ((count & (count - 1)) == 0) { /* full: it doubles */
        void *larger = realloc(touching->pairs, (count == 0 ? 1 : 2 * (size_t)count) * sizeof *touching->pairs);

        if (larger == NULL) exit(1);
        touching->pairs = (DtObjectRef(*)[2])larger;
    }
    touching->pairs[count][0] = object1;
    touching->pairs[count][1] = object2;
    ++touching->count;
    (void)coll_data;
}

static void report_beginning(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    const Touching *touching = (const Touching *)client_data;

    if (touches(touching, object1, object2)) return;
    printf("  at %.3f s %s and %s collide\n", touching->begin + dtContactTime() * touching->length,
           name_at(object1, coll_data->point1), name_at(object2, coll_data->point2));
}

static void place(void)
{
    DtCount i;

    for (i = 0; i < scene.body_count; ++i) {
        dtSelectObject(&scene.bodies[i]);
        dtLoadMatrixd(scene.bodies[i].matrix); /* any affine map: scaled, sheared or mirrored */
    }
}

/* What deforms is no part of a compound, but does not collide with what moves with it either. */
static void join_groups(void)
{
    DtCount i, j;

    for (i = 0; i < scene.body_count; ++i) {
        DtIndex group = scene.parts[scene.bodies[i].first].group;

        for (j = 0; j < i && group != 0; ++j) {
            if (scene.parts[scene.bodies[j].first].group == group) dtClearPairResponse(&scene.bodies[j], &scene.bodies[i]);
        }
    }
}

/* Lets what moves move, and tells what it meets. */
static void play(void)
{
    Touching touching;
    int frame;

    touching.pairs = NULL;
    touching.length = scene.duration / FRAMES;
    for (frame = 0; frame <= FRAMES; ++frame) {
        touching.begin = (frame - 1) * touching.length;
        vrml_move(&scene, frame * touching.length);
        place();
        dtSetDefaultResponse(report_beginning, DT_WITNESSED_RESPONSE, &touching);
        if (frame > 0) dtTestMotion();
        touching.count = 0;
        dtSetDefaultResponse(collect, DT_SIMPLE_RESPONSE, &touching);
        dtTest();
        dtProceed();
    }
    free(touching.pairs);
    dtSetDefaultResponse(report, DT_WITNESSED_RESPONSE, NULL);
}

/* Returns the number of collisions, or -1 if the file cannot be read. */
static long run(const char *path)
{
    DtCount i, collisions;

    if (!vrml_read(path, &scene)) return -1;
    printf("%s: %u parts of %u shapes\n", path, scene.part_count, scene.shape_count);
    for (i = 0; i < scene.body_count; ++i) dtCreateObject(&scene.bodies[i], scene.bodies[i].shape);
    place();
    join_groups();
    collisions = dtTest();
    printf("  %u collisions\n", collisions);
    if (scene.duration > 0.0) play();
    for (i = 0; i < scene.body_count; ++i) dtDeleteObject(&scene.bodies[i]);
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
