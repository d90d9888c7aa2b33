/* Geometry nodes become shapes, and parts of the scene. */
#include "make.h"

#include <SOLID/solid_ext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PARTS 100000u

void vrml_fail(Maker *maker, int line, const char *what)
{
    sprintf(maker->error, "line %d: %s", line, what);
    longjmp(maker->failed, 1);
}

void *vrml_grown(Maker *maker, void *array, DtCount count, size_t size)
{
    if (count != 0 && (count & (count - 1)) != 0) return array;
    array = realloc(array, (count == 0 ? 1 : 2 * (size_t)count) * size);
    if (array == NULL) vrml_fail(maker, 0, "out of memory");
    return array;
}

void vrml_numbers(Maker *maker, const VrmlNode *node, const char *name, unsigned count, const double *usual,
                  double *result)
{
    const VrmlField *field = vrml_field(node, name);

    if (field != NULL && field->number_count != count) {
        char what[3 * VRML_WORD];

        sprintf(what, "'%s' has %u numbers, not %u", name, field->number_count, count);
        vrml_fail(maker, field->line, what);
    }
    memcpy(result, field != NULL ? field->numbers : usual, count * sizeof *result);
}

/* One length, which is not negative. */
static double measure(Maker *maker, const VrmlNode *node, const char *name, double usual)
{
    double value;

    vrml_numbers(maker, node, name, 1, &usual, &value);
    if (value < 0.0) vrml_fail(maker, vrml_field(node, name)->line, "a length is negative");
    return value;
}

/* A solid, of the usual dimensions where the node gives none; returns 0 if it is no solid. */
static int fill_solid(Maker *maker, VrmlShape *shape, const VrmlNode *node)
{
    static const double cube[3] = { 2.0, 2.0, 2.0 };
    const char *type = node->type;
    double *size = shape->size;

    if (strcmp(type, "Box") == 0) {
        shape->kind = VRML_BOX;
        vrml_numbers(maker, node, "size", 3, cube, size);
        if (size[0] < 0.0 || size[1] < 0.0 || size[2] < 0.0) vrml_fail(maker, node->line, "a length is negative");
    } else if (strcmp(type, "Cube") == 0) {
        shape->kind = VRML_BOX;
        size[0] = measure(maker, node, "width", 2.0);
        size[1] = measure(maker, node, "height", 2.0);
        size[2] = measure(maker, node, "depth", 2.0);
    } else if (strcmp(type, "Cone") == 0) {
        shape->kind = VRML_CONE;
        size[0] = measure(maker, node, "bottomRadius", 1.0);
        size[1] = measure(maker, node, "height", 2.0);
    } else if (strcmp(type, "Cylinder") == 0) {
        shape->kind = VRML_CYLINDER;
        size[0] = measure(maker, node, "radius", 1.0);
        size[1] = measure(maker, node, "height", 2.0);
    } else if (strcmp(type, "Sphere") == 0) {
        shape->kind = VRML_SPHERE;
        size[0] = measure(maker, node, "radius", 1.0);
    } else {
        return 0;
    }
    return 1;
}

/* A face, or a line of several segments, from the indices between two -1. */
static void add_face(Maker *maker, Mesh *mesh, const double *indices, unsigned count, int lines, int line)
{
    unsigned i;

    if (lines && count < 2) vrml_fail(maker, line, "a line of one vertex");
    if (!lines && count < 3) vrml_fail(maker, line, "a face of fewer than 3 vertices");
    for (i = 0; i < count; ++i) {
        mesh_index(mesh, (DtIndex)indices[i]);
        if (!lines || i == 0) continue;
        mesh_end_face(mesh);
        if (i + 1 < count) mesh_index(mesh, (DtIndex)indices[i]);
    }
    if (!lines) mesh_end_face(mesh);
}

static void add_faces(Maker *maker, Mesh *mesh, const VrmlNode *node, int lines)
{
    const VrmlField *field = vrml_field(node, "coordIndex");
    unsigned i, start = 0;

    if (field == NULL || field->number_count == 0) vrml_fail(maker, node->line, "no coordIndex");
    for (i = 0; i <= field->number_count; ++i) {
        double index = i < field->number_count ? field->numbers[i] : -1.0; /* the last -1 may be left out */

        if (index == -1.0) {
            if (i > start) add_face(maker, mesh, field->numbers + start, i - start, lines, field->line);
            start = i + 1;
        } else if (index < 0.0 || index >= mesh->vertex_count || index != (double)(DtIndex)index) {
            char what[120];

            sprintf(what, "coordIndex %.15g is none of the %u vertices", index, mesh->vertex_count);
            vrml_fail(maker, field->line, what);
        }
    }
    if (mesh->face_count == 0) vrml_fail(maker, field->line, "no faces");
}

/* Each point, or in VRML 1.0 those of a range. */
static void add_points(Maker *maker, Mesh *mesh, const VrmlNode *node)
{
    double first = measure(maker, node, "startIndex", 0.0), count = -1.0;
    DtIndex i;

    vrml_numbers(maker, node, "numPoints", 1, &count, &count);
    if (count < 0.0) count = mesh->vertex_count - first;
    if (first + count > mesh->vertex_count) vrml_fail(maker, node->line, "more points than there are vertices");
    for (i = 0; i < count; ++i) {
        mesh_index(mesh, (DtIndex)first + i);
        mesh_end_face(mesh);
    }
    if (mesh->face_count == 0) vrml_fail(maker, node->line, "no points");
}

/* The vertices of a set: in VRML 2.0 those of its own Coordinate node, else the current ones. */
static const VrmlField *points_of(Maker *maker, const VrmlNode *node, const State *state)
{
    const VrmlField *coord = vrml_field(node, "coord"), *points = state->points;

    if (maker->version == 2) {
        points = coord != NULL && coord->node_count == 1 ? vrml_field(coord->nodes[0], "point") : NULL;
    }
    if (points == NULL || points->number_count == 0) vrml_fail(maker, node->line, "there are no vertices for this");
    if (points->number_count % 3 != 0) vrml_fail(maker, points->line, "the numbers of 'point' do not come in threes");
    return points;
}

static int is_swept(const VrmlNode *node)
{
    return strcmp(node->type, "ElevationGrid") == 0 || strcmp(node->type, "Extrusion") == 0;
}

static int is_set(const VrmlNode *node)
{
    return strcmp(node->type, "IndexedFaceSet") == 0 || strcmp(node->type, "IndexedLineSet") == 0
        || strcmp(node->type, "PointSet") == 0;
}

/* Whether the faces may be concave: "convex FALSE" in VRML 2.0. */
static int is_concave(Maker *maker, const VrmlNode *node, const State *state)
{
    double usual = 1.0, convex;

    if (maker->version == 1) return state->concave;
    vrml_numbers(maker, node, "convex", 1, &usual, &convex);
    return convex == 0.0;
}

static void fill_mesh(Maker *maker, VrmlShape *shape, const VrmlNode *node, const VrmlField *points)
{
    unsigned i;

    shape->kind = VRML_MESH;
    if (is_swept(node)) {
        if (node->type[1] == 'l') vrml_fill_grid(maker, &shape->mesh, node);
        else vrml_fill_extrusion(maker, &shape->mesh, node);
        return;
    }
    for (i = 0; i < points->number_count; i += 3) {
        mesh_vertex(&shape->mesh, points->numbers[i], points->numbers[i + 1], points->numbers[i + 2]);
    }
    if (node->type[0] == 'P') add_points(maker, &shape->mesh, node);
    else add_faces(maker, &shape->mesh, node, strcmp(node->type, "IndexedLineSet") == 0);
}

static DtShapeRef solid_shape(const VrmlShape *shape)
{
    const double *size = shape->size;

    switch (shape->kind) {
    case VRML_BOX: return dtBox(size[0], size[1], size[2]);
    case VRML_CONE: return dtCone(size[0], size[1]);
    case VRML_CYLINDER: return dtCylinder(size[0], size[1]);
    case VRML_SPHERE: return dtSphere(size[0]);
    default: return mesh_shape(&shape->mesh, shape->concave ? DT_CONCAVE_POLYGON : DT_POLYGON);
    }
}

/* The shape of a geometry node: that of an earlier USE of the same node, or a new one. NULL: it is no geometry. */
static const VrmlShape *shape_of(Maker *maker, const VrmlNode *node, const State *state)
{
    VrmlScene *scene = maker->scene;
    const VrmlField *points = is_set(node) ? points_of(maker, node, state) : NULL;
    int swept = maker->version == 2 && is_swept(node);
    int concave = (points != NULL || swept) && is_concave(maker, node, state);
    VrmlShape *shape;
    DtIndex i;

    for (i = 0; i < scene->shape_count; ++i) {
        shape = &scene->shapes[i];
        if (shape->geometry == node && shape->points == points && shape->concave == concave) return shape;
    }
    scene->shapes = (VrmlShape *)vrml_grown(maker, scene->shapes, scene->shape_count, sizeof *scene->shapes);
    shape = &scene->shapes[i];
    memset(shape, 0, sizeof *shape);
    if (points == NULL && !swept && !fill_solid(maker, shape, node)) return NULL;
    ++scene->shape_count; /* from here on it is freed, whatever happens */
    mesh_init(&shape->mesh);
    shape->geometry = node;
    shape->points = points;
    shape->concave = concave;
    if (points != NULL || swept) fill_mesh(maker, shape, node, points);
    shape->shape = solid_shape(shape);
    return shape;
}

int vrml_add_part(Maker *maker, const VrmlNode *node, const State *state)
{
    VrmlScene *scene = maker->scene;
    const VrmlShape *shape = shape_of(maker, node, state);
    VrmlPart *part;

    if (shape == NULL) return 0;
    if (maker->moves) {
        memcpy(scene->parts[maker->placed++].matrix, state->matrix, sizeof state->matrix);
        return 1;
    }
    if (scene->part_count == MOST_PARTS) vrml_fail(maker, node->line, "too many parts in one scene");
    scene->parts = (VrmlPart *)vrml_grown(maker, scene->parts, scene->part_count, sizeof *scene->parts);
    part = &scene->parts[scene->part_count++];
    strcpy(part->name, state->name[0] != '\0' ? state->name : node->type);
    part->shape = (DtIndex)(shape - scene->shapes);
    part->line = node->line;
    part->group = state->group;
    part->body = part->next = 0;
    memcpy(part->matrix, state->matrix, sizeof part->matrix);
    memcpy(part->local, state->local, sizeof part->local);
    return 1;
}
