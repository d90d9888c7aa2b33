/*
 * A stack of ten boxes on a floor of 800 triangles, each box turned by another angle, and the solver of examples-c/viewer with nothing
 * but the contacts of DT_CONTACTS_RESPONSE. It fails if a box has moved by a millimetre, or moves on, when the time is over.
 *
 *     stack SECONDS
 */
#include "../../examples-c/viewer/scene.h"
#include "../../examples-c/viewer/solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define HIGH 10
#define SECONDS_A_STEP 0.005

static Figure floor_figure, box_figure;
static Rigid ground, boxes[HIGH];
static double places[HIGH][3];

static void place_of(int i, double at[3])
{
    at[0] = 0.1 * (i % 3);
    at[1] = 0.5 + i;
    at[2] = -0.07 * (i % 2);
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 600.0, farthest = 0.0, fastest = 0.0;
    long step;
    int i, k;

    figure_sheet(&floor_figure, 20.0, 20);
    figure_box(&box_figure, 2.0, 1.0, 2.0);
    scene_add(&ground.body, &floor_figure, 0.0, 0.0, 0.0);
    rigid_box_mass(&ground, 0.0, 0.0, 0.0);
    for (i = 0; i < HIGH; ++i) {
        const double *at = places[i];

        place_of(i, places[i]);
        scene_add(&boxes[i].body, &box_figure, at[0], at[1], at[2]);
        boxes[i].body.rotation[1] = sin(0.15 + 0.05 * i);
        boxes[i].body.rotation[3] = cos(0.15 + 0.05 * i);
        scene_place(&boxes[i].body);
        rigid_box_mass(&boxes[i], 2.0, 1.0, 2.0);
    }
    solver_reset();
    for (step = 0; step * SECONDS_A_STEP < seconds; ++step) solver_step(SECONDS_A_STEP);
    for (i = 0; i < HIGH; ++i) {
        double moved = 0.0, speed = 0.0;

        for (k = 0; k < 3; ++k) {
            double by = boxes[i].body.position[k] - places[i][k];

            moved += by * by;
            speed += boxes[i].velocity[k] * boxes[i].velocity[k];
        }
        if (moved > farthest) farthest = moved;
        if (speed > fastest) fastest = speed;
    }
    printf("after %.0f s: moved %.3g at most, fastest %.3g, %d contacts\n", seconds, sqrt(farthest), sqrt(fastest), solver_contacts());
    return farthest < 1e-6 && fastest < 1e-10 ? 0 : 1;
}
