/* A scene from a VRML file, with all its placements, and a ball that flies through it. */
#include "../vrml/vrml.h"
#include "demos.h"
#include "scene.h"
#include "space.h"

#include <SOLID/solid_ext.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *world_file = "examples-c/models/room-2.wrl";

static VrmlScene vrml;
static Figure *figures, ball_figure; /* figures: as many as the scene has shapes */
static Figure wall_figures[2];
static Body *parts, ball, walls[2];
static int steered, held[KEY_PAGE_DOWN + 1];

static void make_figure(Figure *figure, VrmlShape *shape)
{
    const double *size = shape->size;

    switch (shape->kind) {
    case VRML_BOX: figure_box(figure, size[0], size[1], size[2]); break;
    case VRML_CONE: figure_cone(figure, size[0], size[1]); break;
    case VRML_CYLINDER: figure_cylinder(figure, size[0], size[1]); break;
    case VRML_SPHERE: figure_sphere(figure, size[0]); break;
    default:
        figure_soup(figure, &shape->mesh, shape->concave ? DT_CONCAVE_POLYGON : DT_POLYGON);
        mesh_init(&shape->mesh); /* the figure has it now */
    }
}

static void *or_exit(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return memory;
}

/* Two walls behind the parts, along the sides of the box around all: scenery, without which the eye has no hold. */
static void add_walls(void)
{
    const double thick = 0.05, beyond = 0.3;
    double low[3], high[3], l[3], h[3];
    DtCount i;
    int k;

    if (vrml.part_count == 0) return;
    scene_box(&parts[0], low, high);
    for (i = 1; i < vrml.part_count; ++i) {
        scene_box(&parts[i], l, h);
        for (k = 0; k < 3; ++k) {
            if (l[k] < low[k]) low[k] = l[k];
            if (h[k] > high[k]) high[k] = h[k];
        }
    }
    for (k = 0; k < 3; ++k) high[k] += k == 1 ? beyond : 0.0;
    figure_box(&wall_figures[0], high[0] - low[0], high[1] - low[1], thick);
    figure_box(&wall_figures[1], thick, high[1] - low[1], high[2] - low[2]);
    for (k = 0; k < 2; ++k) {
        figure_scenery(&wall_figures[k]);
        scene_add(&walls[k], &wall_figures[k], k == 0 ? 0.5 * (low[0] + high[0]) : low[0] - 0.5 * thick,
            0.5 * (low[1] + high[1]), k == 0 ? low[2] - 0.5 * thick : 0.5 * (low[2] + high[2]));
        set(walls[k].colour, 0.88, 0.86, 0.80);
    }
}

static void start(int size)
{
    DtCount i;

    if (!vrml_read(world_file, &vrml)) exit(1);
    figures = (Figure *)or_exit(calloc(vrml.shape_count, sizeof *figures));
    parts = (Body *)or_exit(calloc(vrml.part_count, sizeof *parts));
    for (i = 0; i < vrml.shape_count; ++i) make_figure(&figures[i], &vrml.shapes[i]);
    for (i = 0; i < vrml.part_count; ++i) {
        scene_add(&parts[i], &figures[vrml.parts[i].shape], 0.0, 0.0, 0.0);
        parts[i].matrix = vrml.parts[i].matrix;
        scene_place(&parts[i]);
        set(parts[i].colour, 0.55 + 0.1 * (i % 4), 0.60 + 0.08 * (i % 3), 0.80 - 0.12 * (i % 5));
    }
    add_walls();
    figure_sphere(&ball_figure, 0.15);
    scene_add(&ball, &ball_figure, 2.0, 1.0, 0.0);
    set(ball.colour, 0.20, 0.22, 0.26);
    dtSetObjectResponse(&ball, scene_witness, DT_WITNESSED_RESPONSE, NULL); /* all other pairs have none */
    steered = 0;
    memset(held, 0, sizeof held);
    (void)size;
}

static void step(void)
{
    DtCount i;

    scene_begin();
    if (vrml.duration > 0.0) vrml_move(&vrml, (double)scene.frame / 60.0);
    for (i = 0; i < vrml.shape_count; ++i) {
        Mesh *mesh = &figures[i].mesh;

        if (vrml.shapes[i].moved == NULL) continue;
        memcpy(mesh->vertices, vrml.shapes[i].moved, 3 * mesh->vertex_count * sizeof *mesh->vertices);
        figure_deformed(&figures[i]);
    }
    for (i = 0; i < vrml.part_count; ++i) {
        if (vrml.parts[i].group != 0) scene_place(&parts[i]);
    }
    if (steered) {
        ball.position[0] += 0.02 * (held[KEY_RIGHT] - held[KEY_LEFT]);
        ball.position[1] += 0.02 * (held[KEY_PAGE_UP] - held[KEY_PAGE_DOWN]);
        ball.position[2] += 0.02 * (held[KEY_DOWN] - held[KEY_UP]);
    } else {
        double time = 0.02 * (double)scene.frame;

        set(ball.position, cos(time), 1.25 + 0.7 * sin(1.7 * time), 0.5 * sin(2.0 * time));
    }
    scene_place(&ball);
    scene_test();
    sprintf(scene.text, "%u parts of %u shapes", vrml.part_count, vrml.shape_count);
}

static void key(int which, int down)
{
    if (which < KEY_LEFT || which > KEY_PAGE_DOWN) return;
    held[which] = down;
    steered = 1;
}

static void stop(void)
{
    DtCount i;

    for (i = 0; i < vrml.shape_count; ++i) figure_free(&figures[i]);
    for (i = 0; i < 2 && vrml.part_count > 0; ++i) figure_free(&wall_figures[i]);
    figure_free(&ball_figure);
    free(figures);
    free(parts);
    vrml_free(&vrml);
}

const Demo demo_world = {
    "world", "A scene from a VRML file", "arrows, page up, page down: fly the ball", 0,
    { 0.0, 1.4, 0.0 }, 11.0, 25.0, 18.0, start, step, key, stop
};
