/*
 * Terrain: bodies roll over a height field, past a heap of points. There are balls, capsules, eggs, which a support function describes,
 * and compounds: jacks of three capsules, and dumbbells. A wave runs through the land: some rows of it change in each frame.
 */
#include "../rng.h"
#include "demos.h"
#include "solver.h"
#include "space.h"

#include <math.h>
#include <stdio.h>

#define MOST 200
#define SIDE 61         /* heights along a side */
#define SPACING 0.3
#define HALF (0.5 * (SIDE - 1) * SPACING)
#define HEAP 700        /* points */
#define KINDS 5
#define STEPS 4         /* a frame */
#define SECONDS_A_STEP 0.005
#define EACH 4          /* frames between two that are dropped */
#define WAVE 12         /* rows */
#define WAVE_HEIGHT 0.5
#define WAVE_SPEED 0.2  /* rows a frame */

static double heights[SIDE * SIDE], heap[3 * HEAP];
static Figure land_figure, heap_figure, rod, weight, handle, figures[KINDS];
static Rigid land, points, bodies[MOST];
static double crest; /* the row of the wave's middle */
static int size, dropped;

/* Hills, and a rim that keeps bodies on the land. */
static double ground(double x, double z)
{
    double far = (fabs(x) > fabs(z) ? fabs(x) : fabs(z)) / HALF;

    return 0.4 * sin(0.9 * x + 0.4) * cos(0.7 * z) + 0.2 * sin(1.9 * z - 0.8 * x) + 2.5 * pow(far, 6.0);
}

static double height(int column, int row)
{
    double away = fabs(row - crest) / (0.5 * WAVE);
    double wave = away < 1.0 ? WAVE_HEIGHT * 0.5 * (1.0 + cos(PI * away)) : 0.0;

    return ground(column * SPACING - HALF, row * SPACING - HALF) + wave;
}

static void set_heights(int first, int end)
{
    int row, column;

    for (row = first; row < end; ++row) {
        for (column = 0; column < SIDE; ++column) heights[row * SIDE + column] = height(column, row);
    }
}

/* The wave goes on; rows about it change, and no others. When it has left the land, it begins anew. */
static void move_wave(void)
{
    int first = (int)crest - WAVE / 2 - 1, end = (int)crest + WAVE / 2 + 2;

    crest += WAVE_SPEED;
    if (crest > SIDE + WAVE / 2) crest = -WAVE / 2;
    if (first < 0) first = 0;
    if (end > SIDE) end = SIDE;
    if (first >= end) return;
    set_heights(first, end);
    figure_change_heights(&land_figure, heights, SIDE, first, end - first);
}

/* An egg: half of an ellipsoid of revolution on half of another one. */
static void egg(void *client_data, const DtScalar *direction, DtScalar *point)
{
    static const double radius = 0.38;
    double along = direction[1] > 0.0 ? 0.62 : 0.38, scaled[3], far;

    set(scaled, radius * direction[0], along * direction[1], radius * direction[2]);
    far = length(scaled);
    set(point, radius * scaled[0] / far, along * scaled[1] / far, radius * scaled[2] / far);
    (void)client_data;
}

static void make_bodies(void)
{
    static const double axes[3][3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    Part jack[3], dumbbell[3];
    int i;

    figure_round_box(&rod, 0.0, 0.8, 0.0, 0.13);
    figure_round_box(&handle, 0.0, 0.8, 0.0, 0.09);
    figure_sphere(&weight, 0.27);
    for (i = 0; i < 3; ++i) {
        jack[i].figure = &rod;
        set(jack[i].position, 0.0, 0.0, 0.0);
        rotation_about(axes[i], 0.5 * PI, jack[i].rotation);
        dumbbell[i] = jack[1]; /* about y, which a capsule does not show */
        dumbbell[i].figure = i == 0 ? &handle : &weight;
        set(dumbbell[i].position, 0.0, i == 0 ? 0.0 : i == 1 ? 0.42 : -0.42, 0.0);
    }
    figure_sphere(&figures[0], 0.4);
    figure_compound(&figures[1], jack, 3);
    figure_own(&figures[2], egg);
    figure_compound(&figures[3], dumbbell, 3);
    figure_round_box(&figures[4], 0.0, 0.6, 0.0, 0.28); /* a capsule */
}

static void start(int count)
{
    int i;

    size = count < MOST ? count : MOST;
    dropped = 0;
    crest = -WAVE / 2;
    rng_seed(9);
    solver_reset();
    set_heights(0, SIDE);
    figure_terrain(&land_figure, heights, SIDE, SIDE, SPACING);
    scene_add(&land.body, &land_figure, -HALF, 0.0, -HALF);
    rigid_box_mass(&land, 0.0, 0.0, 0.0);
    set(land.body.colour, 0.52, 0.66, 0.44);
    for (i = 0; i < HEAP; ++i) {
        double *p = &heap[3 * i];

        rng_direction(p);
        set(p, 1.6 * p[0], 1.3 * fabs(p[1]) - 0.3, 1.6 * p[2]);
    }
    figure_points(&heap_figure, heap, HEAP, 0.14);
    scene_add(&points.body, &heap_figure, 0.5, 0.0, -0.5);
    rigid_box_mass(&points, 0.0, 0.0, 0.0);
    set(points.body.colour, 0.72, 0.62, 0.50);
    make_bodies();
}

static void drop(void)
{
    static const double extents[KINDS][3] = {
        { 0.62, 0.62, 0.62 }, { 0.7, 0.7, 0.7 }, { 0.6, 0.8, 0.6 }, { 0.45, 1.1, 0.45 }, { 0.5, 0.9, 0.5 }
    };
    static const double colours[KINDS][3] = {
        { 0.45, 0.62, 0.82 }, { 0.85, 0.55, 0.40 }, { 0.93, 0.88, 0.76 }, { 0.60, 0.50, 0.75 }, { 0.90, 0.75, 0.35 }
    };
    int kind = dropped % KINDS;
    Rigid *rigid = &bodies[dropped++];

    scene_add(&rigid->body, &figures[kind], rng_between(-5.0, 5.0), 6.0, rng_between(-5.0, 5.0));
    rng_rotation(rigid->body.rotation);
    scene_place(&rigid->body);
    rigid_box_mass(rigid, extents[kind][0], extents[kind][1], extents[kind][2]);
    set(rigid->body.colour, colours[kind][0], colours[kind][1], colours[kind][2]);
}

/* Of those on the land, and not below it. */
static int above(void)
{
    int i, count = 0;

    for (i = 0; i < dropped; ++i) {
        const double *at = bodies[i].body.position;

        count += fabs(at[0]) < HALF && fabs(at[2]) < HALF && at[1] > ground(at[0], at[2]);
    }
    return count;
}

static void step(void)
{
    int i;

    scene_begin();
    if (dropped < size && (scene.frame - 1) % EACH == 0) drop();
    move_wave();
    for (i = 0; i < STEPS; ++i) {
        scene.contact_count = 0; /* those of the last step are shown */
        solver_step(SECONDS_A_STEP);
    }
    sprintf(scene.text, "after %.1f s: %d of %d bodies on the land, %d contacts", scene.frame * STEPS * SECONDS_A_STEP, above(), dropped,
            solver_contacts());
}

static void stop(void)
{
    int i;

    for (i = 0; i < KINDS; ++i) figure_free(&figures[i]);
    figure_free(&rod);
    figure_free(&handle);
    figure_free(&weight);
    figure_free(&heap_figure);
    figure_free(&land_figure);
}

const Demo demo_terrain = {
    "terrain", "A terrain that changes", "+ and -: twice, half as many", 60, { 0.0, 0.5, 0.0 }, 21.0, 35.0, 30.0, start, step, NULL, stop
};
