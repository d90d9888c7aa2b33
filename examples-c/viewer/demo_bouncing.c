/*
 * Bouncing: polyhedra that tumble and bounce in a cube, frame by frame as in examples-c/bouncing.c, with 20 vertices
 * each; so both programs count the same collisions.
 */
#include "../rng.h"
#include "demos.h"
#include "scene.h"
#include "space.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERTICES 20
#define DENSITY 0.05     /* the part of the cube that the bodies fill, each counted as its unit sphere */
#define TRANSLATION 0.05 /* in a frame */
#define ROTATION (10.0 * PI / 180.0)

typedef struct Tumbler {
    Body body; /* first: a Body * is a Tumbler * */
    Figure figure;
    double velocity[3], axis[3], angle;
} Tumbler;

static Tumbler *tumblers;
static int count;
static double half_edge;

/* Two that collide exchange their velocities, unless they are flying apart already. */
static void exchange(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Tumbler *tumbler1 = (Tumbler *)object1, *tumbler2 = (Tumbler *)object2;
    double apart[3], closing[3], point[3];
    static const double unknown[3] = { 0.0, 0.0, 0.0 };

    between(tumbler1->body.position, tumbler2->body.position, apart);
    between(tumbler2->velocity, tumbler1->velocity, closing);
    if (dot(apart, closing) > 0.0) {
        memcpy(closing, tumbler1->velocity, sizeof closing);
        memcpy(tumbler1->velocity, tumbler2->velocity, sizeof closing);
        memcpy(tumbler2->velocity, closing, sizeof closing);
    }
    scene_world(&tumbler1->body, coll_data->point1, point);
    scene_contact(point, unknown);
    scene_glow(object1, object2);
    (void)client_data;
}

static void create(Tumbler *tumbler)
{
    double vertices[VERTICES][3], at[3];
    int i, k;

    for (i = 0; i < VERTICES; ++i) rng_direction(vertices[i]);
    figure_hull(&tumbler->figure, vertices[0], VERTICES);
    for (k = 0; k < 3; ++k) at[k] = rng_between(-half_edge, half_edge);
    rng_direction(tumbler->velocity);
    for (k = 0; k < 3; ++k) tumbler->velocity[k] *= TRANSLATION;
    rng_direction(tumbler->axis);
    tumbler->angle = 0.0;
    scene_add(&tumbler->body, &tumbler->figure, at[0], at[1], at[2]);
}

static void start(int size)
{
    int i;

    count = size;
    half_edge = 0.5 * pow(count * 4.0 / 3.0 * PI / DENSITY, 1.0 / 3.0);
    tumblers = (Tumbler *)calloc((size_t)count, sizeof *tumblers);
    if (tumblers == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    rng_seed(1);
    for (i = 0; i < count; ++i) {
        create(&tumblers[i]);
        set(tumblers[i].body.colour, 0.35 + 0.1 * (i % 3), 0.55 + 0.08 * (i % 4), 0.75 - 0.1 * (i % 5));
    }
    dtSetDefaultResponse(exchange, DT_WITNESSED_RESPONSE, NULL);
}

static void move(Tumbler *tumbler)
{
    double s;
    int k;

    for (k = 0; k < 3; ++k) {
        double *x = &tumbler->body.position[k];

        /* Off the walls. The test for the direction lets a body come back that is outside already. */
        if (fabs(*x) > half_edge && *x * tumbler->velocity[k] > 0.0) tumbler->velocity[k] = -tumbler->velocity[k];
        *x += tumbler->velocity[k];
    }
    tumbler->angle += ROTATION;
    s = sin(0.5 * tumbler->angle); /* to the last digit as that program has it */
    set(tumbler->body.rotation, tumbler->axis[0] * s, tumbler->axis[1] * s, tumbler->axis[2] * s);
    tumbler->body.rotation[3] = cos(0.5 * tumbler->angle);
    scene_place(&tumbler->body);
}

static void draw_cube(void)
{
    static const double grey[3] = { 0.45, 0.48, 0.52 };
    int i, axis;

    for (axis = 0; axis < 3; ++axis) {
        for (i = 0; i < 4; ++i) {
            double from[3], to[3];

            from[axis] = -half_edge;
            from[(axis + 1) % 3] = i & 1 ? half_edge : -half_edge;
            from[(axis + 2) % 3] = i & 2 ? half_edge : -half_edge;
            memcpy(to, from, sizeof to);
            to[axis] = half_edge;
            scene_line(from, to, grey);
        }
    }
}

static void step(void)
{
    int i;

    scene_begin();
    for (i = 0; i < count; ++i) move(&tumblers[i]);
    scene_test();
    draw_cube();
    sprintf(scene.text, "%d polyhedra of %d vertices", count, VERTICES);
}

static void stop(void)
{
    int i;

    for (i = 0; i < count; ++i) figure_free(&tumblers[i].figure);
    free(tumblers);
}

const Demo demo_bouncing = {
    "bouncing", "Bouncing polyhedra", "+ and -: twice, half as many", 20,
    { 0.0, 0.0, 0.0 }, 0.0, 30.0, 20.0, start, step, NULL, stop
};
