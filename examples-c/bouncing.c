/*
 * Bouncing: polyhedra that tumble and bounce in a cube, the experiment of section 4.4.3 of the SOLID thesis.
 *
 *     bouncing [-nocache] [objects [vertices [frames [density [translation [rotation]]]]]]
 *
 *     objects      how many polyhedra there are (20)
 *     vertices     of each: a polyhedron is the hull of random points on the unit sphere (20)
 *     frames       to simulate (5000)
 *     density      the part of the cube that the objects fill, each counted as its unit sphere (0.05)
 *     translation  how far an object moves in a frame, as a part of its radius (0.05)
 *     rotation     how far it turns in a frame, in degrees (10)
 *
 * With -nocache SOLID keeps nothing from one frame to the next. That changes the speed and must change nothing else,
 * so the first frames are run both ways and compared.
 */
#include "rng.h"

#include <SOLID/solid.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PI 3.14159265358979323846
#define COMPARED_FRAMES 100

typedef struct Body {
    DtShapeRef shape;
    double position[3], velocity[3];
    double axis[3], angle;
} Body;

static int object_count = 20, vertex_count = 20, frame_count = 5000;
static double density = 0.05, translation = 0.05, rotation = 10.0;

static Body *bodies;
static int impossible; /* collisions of bodies whose unit spheres are apart */

static DtShapeRef random_polyhedron(void)
{
    DtShapeRef shape = dtNewComplexShape();
    int i;

    dtBegin(DT_POLYHEDRON); /* the hull of the vertices that follow */
    for (i = 0; i < vertex_count; ++i) {
        double v[3];

        rng_direction(v);
        dtVertex(v[0], v[1], v[2]);
    }
    dtEnd();
    dtEndComplexShape();
    return shape;
}

static void create(double half_edge)
{
    int i, k;

    rng_seed(1); /* every simulation starts from the same state */
    for (i = 0; i < object_count; ++i) {
        Body *body = &bodies[i];

        body->shape = random_polyhedron();
        for (k = 0; k < 3; ++k) body->position[k] = rng_between(-half_edge, half_edge);
        rng_direction(body->velocity);
        for (k = 0; k < 3; ++k) body->velocity[k] *= translation;
        rng_direction(body->axis);
        body->angle = 0.0;
        dtCreateObject(body, body->shape);
    }
}

static void destroy(void)
{
    int i;

    for (i = 0; i < object_count; ++i) {
        dtDeleteObject(&bodies[i]);
        dtDeleteShape(bodies[i].shape);
    }
}

static void move(Body *body, double half_edge)
{
    double s, c;
    int k;

    for (k = 0; k < 3; ++k) {
        /* Off the walls. The test for the direction lets a body come back that is outside already. */
        if (fabs(body->position[k]) > half_edge && body->position[k] * body->velocity[k] > 0.0) {
            body->velocity[k] = -body->velocity[k];
        }
        body->position[k] += body->velocity[k];
    }
    body->angle += rotation * PI / 180.0;
    s = sin(0.5 * body->angle);
    c = cos(0.5 * body->angle);

    dtSelectObject(body);
    dtLoadIdentity();
    dtTranslate(body->position[0], body->position[1], body->position[2]);
    dtRotate(body->axis[0] * s, body->axis[1] * s, body->axis[2] * s, c);
}

/* The response: two bodies that collide exchange their velocities, unless they are flying apart already. */
static void exchange(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Body *body1 = (Body *)object1, *body2 = (Body *)object2;
    double approach = 0.0, squared = 0.0;
    int k;

    for (k = 0; k < 3; ++k) {
        double offset = body2->position[k] - body1->position[k];

        approach += offset * (body1->velocity[k] - body2->velocity[k]);
        squared += offset * offset;
    }
    if (squared > 4.0 * (1.0 + 1e-9)) ++impossible;
    if (approach > 0.0) {
        double swap[3];

        memcpy(swap, body1->velocity, sizeof swap);
        memcpy(body1->velocity, body2->velocity, sizeof swap);
        memcpy(body2->velocity, swap, sizeof swap);
    }
    (void)client_data;
    (void)coll_data;
}

/* Runs the simulation from its start and returns the number of collisions. */
static double simulate(int frames, int caching, double *seconds)
{
    double half_edge = 0.5 * pow(object_count * 4.0 / 3.0 * PI / density, 1.0 / 3.0);
    double collisions = 0.0;
    clock_t start;
    int frame, i;

    if (caching) dtEnableCaching();
    else dtDisableCaching();
    create(half_edge);
    start = clock();
    for (frame = 0; frame < frames; ++frame) {
        for (i = 0; i < object_count; ++i) move(&bodies[i], half_edge);
        collisions += dtTest();
    }
    *seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    destroy();
    return collisions;
}

int main(int argc, char **argv)
{
    int caching = 1, compared;
    double seconds, collisions, with_cache, without_cache;

    if (argc > 1 && strcmp(argv[1], "-nocache") == 0) {
        caching = 0;
        --argc;
        ++argv;
    }
    if (argc > 1) object_count = atoi(argv[1]);
    if (argc > 2) vertex_count = atoi(argv[2]);
    if (argc > 3) frame_count = atoi(argv[3]);
    if (argc > 4) density = atof(argv[4]);
    if (argc > 5) translation = atof(argv[5]);
    if (argc > 6) rotation = atof(argv[6]);
    if (object_count < 1 || vertex_count < 1 || frame_count < 1 || density <= 0.0) {
        fprintf(stderr, "usage: bouncing [-nocache] [objects [vertices [frames [density [translation [rotation]]]]]]\n"
                        "all of them above zero\n");
        return 2;
    }
    bodies = (Body *)calloc((size_t)object_count, sizeof *bodies);
    if (bodies == NULL) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    dtSetDefaultResponse(exchange, DT_SIMPLE_RESPONSE, NULL);

    printf("%d polyhedra of %d vertices, caching %s\n", object_count, vertex_count, caching ? "on" : "off");
    collisions = simulate(frame_count, caching, &seconds);
    printf("%d frames: %.0f collisions", frame_count, collisions);
    if (seconds > 0.0) {
        printf(", %.0f frames a second, %.1f microseconds each", frame_count / seconds, 1e6 * seconds / frame_count);
    }
    printf("\n");

    compared = frame_count < COMPARED_FRAMES ? frame_count : COMPARED_FRAMES;
    with_cache = simulate(compared, 1, &seconds);
    without_cache = simulate(compared, 0, &seconds);
    printf("the first %d frames: %.0f collisions with caching, %.0f without\n", compared, with_cache, without_cache);
    if (with_cache != without_cache) printf("WRONG: these must be equal\n");
    if (impossible != 0) printf("WRONG: %d pairs collided that are too far apart for it\n", impossible);
    free(bodies);
    return with_cache != without_cache || impossible != 0;
}
