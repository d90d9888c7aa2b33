/* Two tori, one of which turns and passes through the other, and the curves in which their surfaces intersect. */
#include "demos.h"
#include "scene.h"
#include "space.h"

#include <math.h>
#include <stdio.h>

#define STEPS 50 /* quadrangles around the torus, and around its tube: 2500 in all */

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
    still.glow *= 0.25; /* they nearly always collide: not to be red all the time */
    moving.glow *= 0.25;
}

static void stop(void)
{
    figure_free(&torus);
}

const Demo demo_tori = {
    "tori", "Two tori", "", 0,
    { 1.0, 0.0, 0.0 }, 15.0, 20.0, 35.0, start, step, NULL, stop
};
