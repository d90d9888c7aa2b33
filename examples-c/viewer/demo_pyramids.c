/* Pyramids: three that stand, one that flies; where two collide, a point that both share. */
#include "demos.h"
#include "scene.h"
#include "space.h"

#include <math.h>
#include <string.h>

static Figure large, middle, small_one, ground;
static Body standing[3], flying, desert;
static int steered, held[KEY_PAGE_DOWN + 1]; /* steered: somebody flies it, by the keys that are held */

/* The pyramid of the SOLID manual: a square base, and two tetrahedra side by side. */
static void pyramid(Figure *figure, double size)
{
    static const DtIndex tetrahedra[2][4] = { { 0, 1, 2, 4 }, { 0, 3, 2, 4 } };
    Mesh *mesh = &figure->mesh;
    DtIndex i;

    mesh_init(mesh);
    mesh_vertex(mesh, size, 0.0, size);
    mesh_vertex(mesh, size, 0.0, -size);
    mesh_vertex(mesh, -size, 0.0, -size);
    mesh_vertex(mesh, -size, 0.0, size);
    mesh_vertex(mesh, 0.0, 1.27 * size, 0.0);
    mesh_quad(mesh, 0, 3, 2, 1);
    for (i = 0; i < 4; ++i) mesh_triangle(mesh, i, (i + 1) % 4, 4);
    figure->round = figure->soup = 0;
    figure->normals = NULL;
    figure->shape = dtNewComplexShape();
    dtVertexBase(mesh->vertices);
    dtVertexIndices(DT_SIMPLEX, 4, tetrahedra[0]);
    dtVertexIndices(DT_SIMPLEX, 4, tetrahedra[1]);
    dtEndComplexShape();
}

static void start(int size)
{
    int i;

    pyramid(&large, 2.0);
    pyramid(&middle, 1.6);
    pyramid(&small_one, 1.0);
    figure_sheet(&ground, 16.0, 1);
    figure_scenery(&ground);
    scene_add(&desert, &ground, 0.0, -0.01, 0.0);
    set(desert.colour, 0.82, 0.74, 0.55);
    scene_add(&standing[0], &large, 0.0, 0.0, 0.0);
    scene_add(&standing[1], &middle, -4.2, 0.0, 2.5);
    scene_add(&standing[2], &small_one, 3.6, 0.0, 3.2);
    for (i = 0; i < 3; ++i) {
        set(standing[i].colour, i == 1 ? 0.74 : 0.86, i == 1 ? 0.50 : 0.72, i == 1 ? 0.34 : 0.36); /* of two stones */
    }
    scene_add(&flying, &small_one, 6.0, 3.0, 0.0);
    set(flying.colour, 0.30, 0.55, 0.85);
    dtSetDefaultResponse(scene_witness, DT_WITNESSED_RESPONSE, NULL);
    steered = 0;
    memset(held, 0, sizeof held);
    (void)size;
}

/* The path it takes by itself: from one to the next, and through each. */
static void path(double time)
{
    flying.position[0] = 4.4 * cos(time) - 0.4;
    flying.position[1] = 1.3 + 0.9 * cos(3.0 * time);
    flying.position[2] = 3.0 + 2.2 * sin(2.0 * time);
}

static void step(void)
{
    static const double spin[3] = { 0.6, 0.9, 0.3 };

    scene_begin();
    if (steered) {
        flying.position[0] += 0.06 * (held[KEY_RIGHT] - held[KEY_LEFT]);
        flying.position[1] += 0.06 * (held[KEY_PAGE_UP] - held[KEY_PAGE_DOWN]);
        flying.position[2] += 0.06 * (held[KEY_DOWN] - held[KEY_UP]);
    } else {
        path(0.015 * (double)scene.frame);
        rotation_turn(flying.rotation, spin, 0.03);
    }
    scene_place(&flying);
    scene_test();
}

static void key(int which, int down)
{
    if (which < KEY_LEFT || which > KEY_PAGE_DOWN) return;
    held[which] = down;
    steered = 1;
}

static void stop(void)
{
    figure_free(&large);
    figure_free(&middle);
    figure_free(&small_one);
    figure_free(&ground);
}

const Demo demo_pyramids = {
    "pyramids", "Pyramids", "arrows, page up, page down: fly the blue one", 0,
    { 0.0, 0.8, 1.5 }, 12.0, 25.0, 22.0, start, step, key, stop
};
