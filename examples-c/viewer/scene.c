#include "scene.h"
#include "space.h"

#include <SOLID/solid_ext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

Scene scene;

void scene_clear(void)
{
    while (scene.body_count > 0) scene_remove(scene.bodies[scene.body_count - 1]);
    free(scene.bodies);
    memset(&scene, 0, sizeof scene);
    dtClearDefaultResponse();
}

void scene_add(Body *body, const Figure *figure, double x, double y, double z)
{
    scene.bodies = (Body **)realloc(scene.bodies, ((size_t)scene.body_count + 1) * sizeof *scene.bodies);
    if (scene.bodies == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    scene.bodies[scene.body_count++] = body;
    body->figure = figure;
    body->glow = 0.0;
    set(body->position, x, y, z);
    set(body->rotation, 0.0, 0.0, 0.0);
    body->rotation[3] = 1.0;
    body->matrix = NULL;
    set(body->colour, 0.75, 0.75, 0.75);
    if (figure->shape != NULL) dtCreateObject(body, figure->shape);
    scene_place(body);
}

void scene_remove(Body *body)
{
    int i = 0;

    while (i < scene.body_count && scene.bodies[i] != body) ++i;
    if (i == scene.body_count) return;
    --scene.body_count;
    memmove(&scene.bodies[i], &scene.bodies[i + 1], (size_t)(scene.body_count - i) * sizeof *scene.bodies);
    if (body->figure->shape != NULL) dtDeleteObject(body);
}

void scene_place(const Body *body)
{
    const double *p = body->position, *q = body->rotation;

    if (body->figure->shape == NULL) return;
    dtSelectObject((DtObjectRef)body);
    if (body->matrix != NULL) {
        dtLoadMatrixd(body->matrix);
        return;
    }
    dtLoadIdentity();
    dtTranslate(p[0], p[1], p[2]);
    dtRotate(q[0], q[1], q[2], q[3]);
}

void scene_begin(void)
{
    int i;

    ++scene.frame;
    scene.now = 0;
    scene.contact_count = 0;
    scene.line_count = 0;
    for (i = 0; i < scene.body_count; ++i) scene.bodies[i]->glow *= 0.8;
}

static void test_by(DtCount (*test)(void))
{
    clock_t start = clock();
    DtCount count = test();

    scene.test_seconds += (double)(clock() - start) / CLOCKS_PER_SEC;
    scene.now += (long)count;
    scene.collisions += (long)count;
}

void scene_test(void)
{
    test_by(dtTest);
}

void scene_test_motion(void)
{
    test_by(dtTestMotion);
}

void scene_glow(DtObjectRef body1, DtObjectRef body2)
{
    ((Body *)body1)->glow = 1.0;
    ((Body *)body2)->glow = 1.0;
}

void scene_contact(const double point[3], const double normal[3])
{
    Contact *contact = &scene.contacts[scene.contact_count];

    if (scene.contact_count == MOST_CONTACTS) return;
    ++scene.contact_count;
    memcpy(contact->point, point, sizeof contact->point);
    memcpy(contact->normal, normal, sizeof contact->normal);
}

void scene_line(const double from[3], const double to[3], const double colour[3])
{
    Line *line = &scene.lines[scene.line_count];

    if (scene.line_count == MOST_LINES) return;
    ++scene.line_count;
    memcpy(line->from, from, sizeof line->from);
    memcpy(line->to, to, sizeof line->to);
    memcpy(line->colour, colour, sizeof line->colour);
}

void scene_matrix(const Body *body, double matrix[16])
{
    double axes[3][3];
    int k;

    if (body->matrix != NULL) {
        memcpy(matrix, body->matrix, 16 * sizeof *matrix);
        return;
    }
    rotation_axes(body->rotation, axes);
    for (k = 0; k < 4; ++k) {
        memcpy(&matrix[4 * k], k < 3 ? axes[k] : body->position, sizeof axes[0]);
        matrix[4 * k + 3] = k < 3 ? 0.0 : 1.0;
    }
}

void scene_world(const Body *body, const double local[3], double world[3])
{
    double matrix[16];
    int k;

    scene_matrix(body, matrix);
    for (k = 0; k < 3; ++k) {
        world[k] = matrix[12 + k] + matrix[k] * local[0] + matrix[4 + k] * local[1] + matrix[8 + k] * local[2];
    }
}

void scene_box(const Body *body, double low[3], double high[3])
{
    const Mesh *mesh = &body->figure->mesh;
    double matrix[16];
    DtCount i;
    int k;

    scene_matrix(body, matrix);
    for (i = 0; i < mesh->vertex_count; ++i) {
        const double *v = &mesh->vertices[3 * i];

        for (k = 0; k < 3; ++k) {
            double x = matrix[12 + k] + matrix[k] * v[0] + matrix[4 + k] * v[1] + matrix[8 + k] * v[2];

            if (i == 0 || x < low[k]) low[k] = x;
            if (i == 0 || x > high[k]) high[k] = x;
        }
    }
}

void scene_witness(void *client_data, DtObjectRef body1, DtObjectRef body2, const DtCollData *coll_data)
{
    static const double unknown[3] = { 0.0, 0.0, 0.0 };
    double point[3];

    scene_world((const Body *)body1, coll_data->point1, point);
    scene_contact(point, unknown);
    scene_glow(body1, body2);
    (void)client_data;
}
