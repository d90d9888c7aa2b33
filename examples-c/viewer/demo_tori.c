/* Two tori, one of which turns and passes through the other, and the curves in which their surfaces intersect. */
#include "demos.h"
#include "scene.h"
#include "space.h"

#include <SOLID/solid_ext.h>

#include <math.h>
#include <stdio.h>

#define STEPS 50 /* quadrangles around the torus, and around its tube: 2500 in all */

#define MOST 4096u

static DtSegment segments[MOST];
static Figure torus;
static Body still, moving;

static void start(int size)
{
    figure_torus(&torus, 3.0, 1.0, STEPS);
    scene_add(&still, &torus, 0.0, 0.0, 0.0);
    scene_add(&moving, &torus, 4.0, 0.0, 0.0);
    set(still.colour, 0.42, 0.62, 0.82);
    set(moving.colour, 0.88, 0.78, 0.42);
    dtSetDefaultResponse(scene_witness, DT_WITNESSED_RESPONSE, NULL);
    (void)size;
}

/* The segments come curve by curve, end to end. */
static void show_curves(void)
{
    static const double red[3] = { 0.85, 0.05, 0.05 };
    DtCount count = dtGetIntersection(&still, &moving, segments, MOST), i;
    DtCount curves = 0;

    if (count > MOST) count = MOST;
    for (i = 0; i < count; ++i) {
        scene_line(segments[i].point1, segments[i].point2, red);
        curves = segments[i].curve + 1;
    }
    sprintf(scene.text, "%u segments of intersection, %u curves", count, curves);
}

static void step(void)
{
    static const double spin[3] = { 0.7, 0.4, 0.2 };
    double time;

    scene_begin();
    time = 0.01 * (double)scene.frame;
    set(moving.position, 4.5 * cos(time), 1.5 * sin(1.7 * time), 1.2 * sin(0.6 * time));
    rotation_turn(moving.rotation, spin, 0.02);
    scene_place(&moving);
    scene_test();
    show_curves();
    still.glow *= 0.2; /* they nearly always collide: not to be red all the time */
    moving.glow *= 0.2;
}

static void stop(void)
{
    figure_free(&torus);
}

const Demo demo_tori = {
    "tori", "Two tori", "", 0,
    { -0.5, 0.0, 0.0 }, 15.0, 20.0, 35.0, start, step, NULL, stop
};
