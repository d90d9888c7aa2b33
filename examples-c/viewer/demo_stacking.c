/*
 * Stacking: a stack of boxes and one of rounded boxes, the test of Olvång's report (4.2) for depths and contacts: a stack
 * stands only if all contacts are good. Boxes of 4 x 2 x 4, each off the middle by up to 0.2; 200 steps a second.
 */
#include "../rng.h"
#include "demos.h"
#include "solver.h"
#include "space.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_HIGH 30
#define HALF_WAY 4.5 /* from the middle to each stack */
#define ROUNDING 0.3
#define STEPS 4      /* a frame */
#define SECONDS_A_STEP 0.005
#define LEAN 1.0     /* a box that has gone farther than this from its place stands no more */

static Figure box, round_box, floor_box, ball;
static Rigid stacks[2][MOST_HIGH], ground, shot;
static double places[2][MOST_HIGH][3];
static int high, shots;

static void start(int size)
{
    int stack, i;

    high = size < MOST_HIGH ? size : MOST_HIGH;
    shots = 0;
    rng_seed(3);
    solver_reset();
    figure_box(&box, 4.0, 2.0, 4.0);
    figure_round_box(&round_box, 4.0 - 2.0 * ROUNDING, 2.0 - 2.0 * ROUNDING, 4.0 - 2.0 * ROUNDING, ROUNDING);
    figure_box(&floor_box, 40.0, 2.0, 40.0);
    figure_sphere(&ball, 1.2);
    scene_add(&ground.body, &floor_box, 0.0, -1.0, 0.0);
    rigid_box_mass(&ground, 0.0, 0.0, 0.0);
    set(ground.body.colour, 0.62, 0.64, 0.60);
    for (stack = 0; stack < 2; ++stack) {
        for (i = 0; i < high; ++i) {
            Rigid *rigid = &stacks[stack][i];
            double *place = places[stack][i];

            set(place, (stack == 0 ? -HALF_WAY : HALF_WAY) + rng_between(-0.2, 0.2), 1.0 + 2.0 * i,
                rng_between(-0.2, 0.2));
            scene_add(&rigid->body, stack == 0 ? &box : &round_box, place[0], place[1], place[2]);
            rigid_box_mass(rigid, 4.0, 2.0, 4.0);
            set(rigid->body.colour, stack == 0 ? 0.80 : 0.45 + 0.15 * (i % 2), 0.62 + 0.10 * (i % 2),
                stack == 0 ? 0.40 : 0.82);
        }
    }
}

static int standing(int stack)
{
    int i, count = 0;

    for (i = 0; i < high; ++i) {
        double gone[3];

        between(places[stack][i], stacks[stack][i].body.position, gone);
        count += length(gone) < LEAN;
    }
    return count;
}

static void step(void)
{
    int i;

    scene_begin();
    for (i = 0; i < STEPS; ++i) {
        scene.contact_count = 0; /* those of the last step are shown */
        solver_step(SECONDS_A_STEP);
    }
    sprintf(scene.text, "standing after %.1f s: %d of %d boxes, %d of %d rounded boxes; %d contacts",
            scene.frame * STEPS * SECONDS_A_STEP, standing(0), high, standing(1), high, solver_contacts());
}

/* Space: a heavy ball at one stack, then at the other. */
static void key(int which, int down)
{
    if (which != ' ' || !down) return;
    scene_remove(&shot.body);
    scene_add(&shot.body, &ball, shots % 2 == 0 ? -HALF_WAY : HALF_WAY, 1.2 * high, 25.0);
    rigid_box_mass(&shot, 4.0, 4.0, 4.0);
    set(shot.velocity, 0.0, 2.0, -35.0);
    set(shot.body.colour, 0.25, 0.25, 0.28);
    ++shots;
}

static void stop(void)
{
    figure_free(&box);
    figure_free(&round_box);
    figure_free(&floor_box);
    figure_free(&ball);
}

const Demo demo_stacking = {
    "stacking", "Stacks", "space: shoot; + and -: twice, half as high", 15,
    { 0.0, 14.5, 0.0 }, 64.0, 35.0, 8.0, start, step, key, stop
};
