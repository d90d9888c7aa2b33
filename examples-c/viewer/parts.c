/* The figures that are neither convex bodies of a kind nor complex shapes: compounds, points, height fields, and bodies of a function. */
#include "figure.h"
#include "space.h"

#include <math.h>
#include <string.h>

static DtArray array_of(const double *base, DtLayout layout, DtCount count)
{
    DtArray array;

    array.base = base;
    array.layout = layout;
    array.type = DT_DOUBLE;
    array.stride = 0;
    array.count = count;
    return array;
}

/* Adds a mesh, moved by a matrix. */
static void add_mesh(Mesh *mesh, const Mesh *part, const double m[16])
{
    DtIndex first = mesh->vertex_count;
    DtCount i, face;

    for (i = 0; i < part->vertex_count; ++i) {
        const double *v = &part->vertices[3 * i];
        double moved[3];
        int k;

        for (k = 0; k < 3; ++k) moved[k] = m[12 + k] + m[k] * v[0] + m[4 + k] * v[1] + m[8 + k] * v[2];
        mesh_vertex(mesh, moved[0], moved[1], moved[2]);
    }
    for (face = 0; face < part->face_count; ++face) {
        for (i = part->face_starts[face]; i < part->face_starts[face + 1]; ++i) mesh_index(mesh, first + part->indices[i]);
        mesh_end_face(mesh);
    }
}

void figure_compound(Figure *figure, const Part *parts, int count)
{
    DtShapeRef shape = dtNewCompound();
    int i;

    mesh_init(&figure->mesh);
    for (i = 0; i < count; ++i) {
        double axes[3][3], m[16];
        int k;

        rotation_axes(parts[i].rotation, axes);
        for (k = 0; k < 4; ++k) {
            memcpy(&m[4 * k], k < 3 ? axes[k] : parts[i].position, sizeof axes[0]);
            m[4 * k + 3] = k < 3 ? 0.0 : 1.0;
        }
        dtAddPart(parts[i].figure->shape, m);
        add_mesh(&figure->mesh, &parts[i].figure->mesh, m);
    }
    dtEndCompound();
    figure_finish(figure, 1, shape);
}

/* An icosahedron about a point. */
static void add_ball(Mesh *mesh, const double at[3], double radius)
{
    static const DtIndex faces[20][3] = {
        { 0, 11, 5 }, { 0, 5, 1 }, { 0, 1, 7 }, { 0, 7, 10 }, { 0, 10, 11 }, { 1, 5, 9 }, { 5, 11, 4 }, { 11, 10, 2 }, { 10, 7, 6 },
        { 7, 1, 8 }, { 3, 9, 4 }, { 3, 4, 2 }, { 3, 2, 6 }, { 3, 6, 8 }, { 3, 8, 9 }, { 4, 9, 5 }, { 2, 4, 11 }, { 6, 2, 10 },
        { 8, 6, 7 }, { 9, 8, 1 }
    };
    const double golden = 0.5 * (1.0 + sqrt(5.0)), size = radius / sqrt(1.0 + golden * golden);
    DtIndex first = mesh->vertex_count;
    int i;

    for (i = 0; i < 12; ++i) {
        double v[3];

        v[i / 4] = i & 1 ? size : -size;
        v[(i / 4 + 1) % 3] = i & 2 ? -golden * size : golden * size;
        v[(i / 4 + 2) % 3] = 0.0;
        mesh_vertex(mesh, at[0] + v[0], at[1] + v[1], at[2] + v[2]);
    }
    for (i = 0; i < 20; ++i) {
        const DtIndex *face = faces[i];

        mesh_triangle(mesh, first + face[0], first + face[1], first + face[2]);
    }
}

void figure_points(Figure *figure, const double *points, int count, double radius)
{
    DtArray array = array_of(points, DT_POINTS, (DtCount)count);
    int i;

    mesh_init(&figure->mesh);
    for (i = 0; i < count; ++i) add_ball(&figure->mesh, &points[3 * i], radius);
    figure_finish(figure, 1, dtPoints(&array, radius));
}

void figure_terrain(Figure *figure, const double *heights, int columns, int rows, double spacing)
{
    DtArray array = array_of(heights, DT_HEIGHTS, (DtCount)(columns * rows));
    int row, column;

    mesh_init(&figure->mesh);
    for (row = 0; row < rows; ++row) {
        for (column = 0; column < columns; ++column) {
            mesh_vertex(&figure->mesh, column * spacing, heights[row * columns + column], row * spacing);
        }
    }
    for (row = 0; row + 1 < rows; ++row) {
        for (column = 0; column + 1 < columns; ++column) {
            DtIndex a = (DtIndex)(row * columns + column), b = a + (DtIndex)columns;

            mesh_triangle(&figure->mesh, a, b, a + 1);
            mesh_triangle(&figure->mesh, a + 1, b, b + 1);
        }
    }
    figure_finish(figure, 1, dtHeightField(&array, (DtCount)columns, spacing, spacing, DT_FALLING));
}

void figure_change_heights(Figure *figure, const double *heights, int columns, int first, int count)
{
    DtArray array = array_of(&heights[first * columns], DT_HEIGHTS, (DtCount)(columns * count));
    int i;

    dtChangeHeights(figure->shape, 0, (DtCount)first, (DtCount)columns, &array);
    for (i = first * columns; i < (first + count) * columns; ++i) figure->mesh.vertices[3 * i + 1] = heights[i];
    figure_normals(figure);
}

#define AROUND 24 /* points of a support function around its axis, */
#define ALONG 12  /* and from pole to pole */

void figure_own(Figure *figure, DtSupport support)
{
    int i, k;

    mesh_init(&figure->mesh);
    for (i = 0; i <= ALONG; ++i) {
        for (k = 0; k < AROUND; ++k) {
            double down = PI * i / ALONG, around = 2.0 * PI * k / AROUND, direction[3], point[3];

            set(direction, sin(down) * sin(around), cos(down), sin(down) * cos(around));
            support(NULL, direction, point);
            mesh_vertex(&figure->mesh, point[0], point[1], point[2]);
        }
    }
    for (i = 0; i < ALONG; ++i) {
        for (k = 0; k < AROUND; ++k) {
            DtIndex a = (DtIndex)(i * AROUND + k), b = (DtIndex)(i * AROUND + (k + 1) % AROUND);

            mesh_quad(&figure->mesh, a, a + AROUND, b + AROUND, b);
        }
    }
    figure_finish(figure, 1, dtSupport(support, NULL, NULL));
}
