/*
 * A sheet that waves, and balls on it. Each frame changes the vertices of the sheet; smart response tells where it and a
 * ball were closest in the frame before, and so in which direction to bounce.
 */
#include "demos.h"
#include "scene.h"
#include "space.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE 10.0
#define SQUARES 30
#define RADIUS 0.45
#define FRAME 0.02 /* seconds */
#define GRAVITY 9.81
#define BOUNCE 0.7 /* how much of its speed a ball keeps */
#define TRIES 200  /* to move balls free in a frame */

typedef struct Ball {
    Body body; /* first: a Body * is a Ball * */
    double velocity[3];
} Ball;

static Figure cloth, sphere;
static Body sheet;
static Ball *balls;
static int count;

/* A bowl, so that the balls stay in it, with a wave that runs through. */
static void deform(double time)
{
    DtCount i;

    for (i = 0; i < cloth.mesh.vertex_count; ++i) {
        double *v = &cloth.mesh.vertices[3 * i], x = v[0], z = v[2];

        v[1] = 0.1 * (x * x + z * z) + 0.25 * sin(1.5 * x + 0.5 * z - 3.0 * time);
    }
    figure_deformed(&cloth);
}

/* Pushes a ball away, by its part of what is needed, and turns its velocity round. */
static void push(Ball *ball, const double away[3], double closing, double part)
{
    if (closing < 0.0) add_scaled(ball->velocity, -(1.0 + BOUNCE) * closing * part, away);
    add_scaled(ball->body.position, 0.02 * part, away);
    scene_place(&ball->body);
}

static void bounce(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Ball *ball1 = object1 == (DtObjectRef)&sheet ? NULL : (Ball *)object1;
    Ball *ball2 = object2 == (DtObjectRef)&sheet ? NULL : (Ball *)object2;
    double away[3], point[3], part = ball1 != NULL && ball2 != NULL ? 0.5 : 1.0, closing;

    set(away, coll_data->normal[0], coll_data->normal[1], coll_data->normal[2]); /* from object2 to object1 */
    if (normalise(away) == 0.0) set(away, 0.0, ball1 != NULL ? 1.0 : -1.0, 0.0); /* they collided before: up */
    closing = (ball1 != NULL ? dot(ball1->velocity, away) : 0.0) - (ball2 != NULL ? dot(ball2->velocity, away) : 0.0);
    if (ball1 != NULL) push(ball1, away, closing, part);
    scene_world((const Body *)object1, coll_data->point1, point);
    scene_contact(point, away);
    if (ball2 != NULL) {
        set(away, -away[0], -away[1], -away[2]);
        push(ball2, away, closing, part);
    }
    scene_glow(object1, object2);
    sheet.glow = 0.0; /* it would glow all the time */
    (void)client_data;
}

static void start(int size)
{
    int i;

    count = size;
    balls = (Ball *)calloc((size_t)count, sizeof *balls);
    if (balls == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    figure_sheet(&cloth, SIZE, SQUARES);
    figure_sphere(&sphere, RADIUS);
    deform(0.0);
    scene_add(&sheet, &cloth, 0.0, 0.0, 0.0);
    set(sheet.colour, 0.45, 0.70, 0.55);
    for (i = 0; i < count; ++i) {
        double around = 2.4 * i;

        scene_add(&balls[i].body, &sphere, 0.8 * sqrt(i + 1.0) * cos(around), 4.0 + 0.25 * i,
                  0.8 * sqrt(i + 1.0) * sin(around));
        set(balls[i].body.colour, 0.85, 0.60 + 0.03 * (i % 5), 0.35);
    }
    dtSetDefaultResponse(bounce, DT_SMART_RESPONSE, NULL);
    dtProceed();
}

static void step(void)
{
    int i, tries = 0;
    long before;

    scene_begin();
    deform(FRAME * (double)scene.frame);
    for (i = 0; i < count; ++i) {
        balls[i].velocity[1] -= GRAVITY * FRAME;
        add_scaled(balls[i].body.position, FRAME, balls[i].velocity);
        scene_place(&balls[i].body);
    }
    do { /* until nothing collides: what dtProceed ends shall be a frame without collisions */
        before = scene.now;
        scene_test();
    } while (scene.now != before && ++tries < TRIES);
    dtProceed();
    sprintf(scene.text, "%u triangles, %d balls", cloth.mesh.face_count, count);
}

static void stop(void)
{
    figure_free(&cloth);
    figure_free(&sphere);
    free(balls);
}

const Demo demo_sheet = {
    "sheet", "A deforming sheet", "+ and -: twice, half as many balls", 8,
    { 0.0, 1.5, 0.0 }, 13.0, 30.0, 30.0, start, step, NULL, stop
};
