#include "figure.h"
#include "space.h"

#include <SOLID/solid_ext.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define AROUND 24 /* faces around a thing that is round */
#define CORNER 4  /* and across an eighth of a circle */

/* A vertex normal is the sum of those of the faces around, by their areas. */
void figure_normals(Figure *figure)
{
    const Mesh *mesh = &figure->mesh;
    DtCount face, i, corner;

    for (i = 0; i < mesh->vertex_count; ++i) set(&figure->normals[3 * i], 0.0, 0.0, 0.0);
    for (face = 0; face < mesh->face_count; ++face) {
        DtCount start = mesh->face_starts[face], end = mesh->face_starts[face + 1];
        const double *first = &mesh->vertices[3 * mesh->indices[start]];

        for (i = start + 1; i + 1 < end; ++i) {
            double a[3], b[3], normal[3];

            between(first, &mesh->vertices[3 * mesh->indices[i]], a);
            between(first, &mesh->vertices[3 * mesh->indices[i + 1]], b);
            cross(a, b, normal);
            for (corner = start; corner < end; ++corner) {
                add_scaled(&figure->normals[3 * mesh->indices[corner]], 1.0, normal);
            }
        }
    }
    for (i = 0; i < mesh->vertex_count; ++i) normalise(&figure->normals[3 * i]);
}

void figure_finish(Figure *figure, int round, DtShapeRef shape)
{
    figure->round = round;
    figure->soup = 0;
    figure->normals = NULL;
    figure->shape = shape;
    if (!round) return;
    figure->normals = (double *)malloc(3 * (size_t)figure->mesh.vertex_count * sizeof(double));
    if (figure->normals == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    figure_normals(figure);
}

void figure_deformed(Figure *figure)
{
    if (figure->shape != NULL) dtChangeVertexBase(figure->shape, figure->mesh.vertices);
    if (figure->round) figure_normals(figure);
}

/* A vertex that may be there already. */
static DtIndex shared_vertex(Mesh *mesh, const double v[3])
{
    DtIndex i;

    for (i = 0; i < mesh->vertex_count; ++i) {
        double apart[3];

        between(&mesh->vertices[3 * i], v, apart);
        if (dot(apart, apart) < 1e-18) return i;
    }
    return mesh_vertex(mesh, v[0], v[1], v[2]);
}

/* The vertex of a rounded box towards a point on the box around it. */
static DtIndex rounded(Mesh *mesh, const double half[3], double radius, const double p[3])
{
    double core[3], out[3];
    int k;

    for (k = 0; k < 3; ++k) {
        core[k] = p[k] < -half[k] ? -half[k] : p[k] > half[k] ? half[k] : p[k];
        out[k] = p[k] - core[k];
    }
    normalise(out);
    add_scaled(core, radius, out);
    return shared_vertex(mesh, core);
}

/* The lines of the grid on a side, along an axis: at the inner box, and beyond it at equal angles. */
#define LINES (2 * (CORNER + 1))

static double line(double half, double radius, int i)
{
    int steps = i <= CORNER ? CORNER - i : i - CORNER - 1;
    double x = half + radius * tan(PI / 4.0 * steps / CORNER);

    return i <= CORNER ? -x : x;
}

static void grid(Mesh *mesh, const double half[3], double radius, int axis, double side)
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3, i, j, k;

    for (i = 0; i + 1 < LINES; ++i) {
        for (j = 0; j + 1 < LINES; ++j) {
            static const int corners[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
            DtIndex quad[4];

            for (k = 0; k < 4; ++k) {
                const int *corner = corners[side > 0.0 ? k : 3 - k];
                double p[3];

                p[axis] = side * (half[axis] + radius);
                p[u] = line(half[u], radius, i + corner[0]);
                p[v] = line(half[v], radius, j + corner[1]);
                quad[k] = rounded(mesh, half, radius, p);
            }
            if (quad[0] == quad[1] || quad[1] == quad[2]) continue; /* the box has no extent there */
            mesh_quad(mesh, quad[0], quad[1], quad[2], quad[3]);
        }
    }
}

static void round_mesh(Mesh *mesh, double x, double y, double z, double radius)
{
    double half[3];
    int axis;

    set(half, 0.5 * x, 0.5 * y, 0.5 * z);
    mesh_init(mesh);
    for (axis = 0; axis < 3; ++axis) {
        grid(mesh, half, radius, axis, 1.0);
        grid(mesh, half, radius, axis, -1.0);
    }
}

void figure_round_box(Figure *figure, double x, double y, double z, double radius)
{
    round_mesh(&figure->mesh, x, y, z, radius);
    figure_finish(figure, 1, dtRoundBox(x, y, z, radius));
}

void figure_sphere(Figure *figure, double radius)
{
    round_mesh(&figure->mesh, 0.0, 0.0, 0.0, radius);
    figure_finish(figure, 1, dtSphere(radius));
}

void figure_box(Figure *figure, double x, double y, double z)
{
    static const DtIndex faces[6][4] = {
        { 0, 1, 3, 2 }, { 4, 6, 7, 5 }, { 0, 4, 5, 1 }, { 2, 3, 7, 6 }, { 0, 2, 6, 4 }, { 1, 5, 7, 3 }
    };
    int i;

    mesh_init(&figure->mesh);
    for (i = 0; i < 8; ++i) {
        mesh_vertex(&figure->mesh, i & 4 ? 0.5 * x : -0.5 * x, i & 2 ? 0.5 * y : -0.5 * y, i & 1 ? 0.5 * z : -0.5 * z);
    }
    for (i = 0; i < 6; ++i) mesh_quad(&figure->mesh, faces[i][0], faces[i][1], faces[i][2], faces[i][3]);
    figure_finish(figure, 0, dtBox(x, y, z));
}

/* A circle about the y-axis, towards +z from +x. Returns the index of its first vertex. */
static DtIndex circle(Mesh *mesh, double radius, double y)
{
    DtIndex first = mesh->vertex_count, i;

    for (i = 0; i < AROUND; ++i) {
        mesh_vertex(mesh, radius * cos(2.0 * PI * i / AROUND), y, radius * sin(2.0 * PI * i / AROUND));
    }
    return first;
}

/* A disc, seen from above or from below; its vertices are its own, for its edge is sharp. */
static void disc(Mesh *mesh, double radius, double y, int above)
{
    DtIndex first = circle(mesh, radius, y), i;

    for (i = 0; i < AROUND; ++i) mesh_index(mesh, first + (above ? AROUND - 1 - i : i));
    mesh_end_face(mesh);
}

void figure_cylinder(Figure *figure, double radius, double height)
{
    Mesh *mesh = &figure->mesh;
    DtIndex low, high, i;

    mesh_init(mesh);
    low = circle(mesh, radius, -0.5 * height);
    high = circle(mesh, radius, 0.5 * height);
    for (i = 0; i < AROUND; ++i) {
        DtIndex next = (i + 1) % AROUND;

        mesh_quad(mesh, low + next, low + i, high + i, high + next);
    }
    disc(mesh, radius, 0.5 * height, 1);
    disc(mesh, radius, -0.5 * height, 0);
    figure_finish(figure, 1, dtCylinder(radius, height));
}

void figure_cone(Figure *figure, double radius, double height)
{
    Mesh *mesh = &figure->mesh;
    DtIndex low, i;

    mesh_init(mesh);
    low = circle(mesh, radius, -0.5 * height);
    for (i = 0; i < AROUND; ++i) { /* each face has an apex of its own, since it has a normal of its own there */
        mesh_triangle(mesh, low + (i + 1) % AROUND, low + i, mesh_vertex(mesh, 0.0, 0.5 * height, 0.0));
    }
    disc(mesh, radius, -0.5 * height, 0);
    figure_finish(figure, 1, dtCone(radius, height));
}
