/*
 * Physics: boxes, capsules and hulls of twelve points fall into a bowl of triangles, and come to rest. Nothing but the contacts of
 * DT_CONTACTS_RESPONSE holds them, whose numbers of features tell the solver which contact is which a step later.
 */
#include "../rng.h"
#include "demos.h"
#include "solver.h"
#include "space.h"

#include <math.h>
#include <stdio.h>

#define MOST 240
#define SIZE 16.0    /* of the bowl */
#define SQUARES 28
#define DEPTH 0.045  /* how much it rises with the square of the distance from the middle */
#define POINTS 12    /* of a hull */
#define KINDS 4
#define STEPS 4      /* a frame */
#define SECONDS_A_STEP 0.005
#define EACH 6       /* frames between two that are dropped */
#define SLOW 0.15    /* what is slower rests */

static Figure bowl_figure, figures[KINDS];
static Rigid bowl, bodies[MOST];
static int size, dropped;

static double ground(double x, double z)
{
    return DEPTH * (x * x + z * z);
}

static void make_bowl(void)
{
    DtCount i;

    figure_sheet(&bowl_figure, SIZE, SQUARES);
    for (i = 0; i < bowl_figure.mesh.vertex_count; ++i) {
        double *v = &bowl_figure.mesh.vertices[3 * i];

        v[1] = ground(v[0], v[2]);
    }
    figure_deformed(&bowl_figure);
    scene_add(&bowl.body, &bowl_figure, 0.0, 0.0, 0.0);
    rigid_box_mass(&bowl, 0.0, 0.0, 0.0);
    set(bowl.body.colour, 0.62, 0.64, 0.60);
}

static void start(int count)
{
    double points[POINTS][3];
    int i, k;

    size = count < MOST ? count : MOST;
    dropped = 0;
    rng_seed(5);
    solver_reset();
    make_bowl();
    figure_box(&figures[0], 1.2, 0.8, 1.0);
    figure_round_box(&figures[1], 0.0, 1.0, 0.0, 0.4); /* a capsule */
    for (i = 0; i < POINTS; ++i) {
        rng_direction(points[i]);
        for (k = 0; k < 3; ++k) points[i][k] *= 0.7;
    }
    figure_hull(&figures[2], points[0], POINTS);
    figure_box(&figures[3], 1.8, 0.5, 0.7);
}

static void drop(void)
{
    static const double extents[KINDS][3] = { { 1.2, 0.8, 1.0 }, { 0.8, 1.8, 0.8 }, { 1.1, 1.1, 1.1 }, { 1.8, 0.5, 0.7 } };
    static const double colours[KINDS][3] = {
        { 0.80, 0.62, 0.40 }, { 0.45, 0.62, 0.82 }, { 0.55, 0.75, 0.50 }, { 0.80, 0.50, 0.48 }
    };
    int kind = dropped % KINDS;
    Rigid *rigid = &bodies[dropped++];

    scene_add(&rigid->body, &figures[kind], rng_between(-2.5, 2.5), 8.0, rng_between(-2.5, 2.5));
    rng_rotation(rigid->body.rotation);
    scene_place(&rigid->body);
    rigid_box_mass(rigid, extents[kind][0], extents[kind][1], extents[kind][2]);
    set(rigid->body.colour, colours[kind][0], colours[kind][1], colours[kind][2]);
}

/* Of those in the bowl, and not below it; and how many of them rest. */
static int inside(int *resting)
{
    int i, count = 0;

    *resting = 0;
    for (i = 0; i < dropped; ++i) {
        const double *at = bodies[i].body.position;

        if (at[1] < ground(at[0], at[2])) continue;
        ++count;
        *resting += length(bodies[i].velocity) < SLOW;
    }
    return count;
}

static void step(void)
{
    int i, resting, held;

    scene_begin();
    if (dropped < size && (scene.frame - 1) % EACH == 0) drop();
    for (i = 0; i < STEPS; ++i) {
        scene.contact_count = 0; /* those of the last step are shown */
        solver_step(SECONDS_A_STEP);
    }
    held = inside(&resting);
    sprintf(scene.text, "after %.1f s: %d of %d bodies in the bowl, %d at rest; %d contacts", scene.frame * STEPS * SECONDS_A_STEP,
            held, dropped, resting, solver_contacts());
}

static void stop(void)
{
    int i;

    for (i = 0; i < KINDS; ++i) figure_free(&figures[i]);
    figure_free(&bowl_figure);
}

const Demo demo_physics = {
    "physics", "Physics", "+ and -: twice, half as many", 60, { 0.0, 2.0, 0.0 }, 26.0, 30.0, 28.0, start, step, NULL, stop
};
