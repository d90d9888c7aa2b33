/* The figures that are complex shapes. */
#include "figure.h"
#include "space.h"

#include <math.h>
#include <stdlib.h>

/* Whether no point lies outside of the plane through three of them. */
static int is_face(const double *points, int count, int i, int j, int k)
{
    double a[3], b[3], normal[3];
    int m;

    between(&points[3 * i], &points[3 * j], a);
    between(&points[3 * i], &points[3 * k], b);
    cross(a, b, normal);
    for (m = 0; m < count; ++m) {
        double out[3];

        between(&points[3 * i], &points[3 * m], out);
        if (m != i && m != j && m != k && dot(out, normal) > 0.0) return 0;
    }
    return 1;
}

static DtShapeRef polyhedron(const double *points, int count)
{
    DtShapeRef shape = dtNewComplexShape();

    dtVertexBase(points);
    dtVertexRange(DT_POLYHEDRON, 0, (DtCount)count);
    dtEndComplexShape();
    return shape;
}

void figure_hull(Figure *figure, const double *points, int count)
{
    int i, j, k;

    mesh_init(&figure->mesh);
    for (i = 0; i < count; ++i) mesh_vertex(&figure->mesh, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    for (i = 0; i < count; ++i) {
        for (j = i + 1; j < count; ++j) {
            for (k = j + 1; k < count; ++k) {
                if (is_face(points, count, i, j, k)) {
                    mesh_triangle(&figure->mesh, (DtIndex)i, (DtIndex)j, (DtIndex)k);
                } else if (is_face(points, count, i, k, j)) {
                    mesh_triangle(&figure->mesh, (DtIndex)i, (DtIndex)k, (DtIndex)j);
                }
            }
        }
    }
    figure->round = figure->soup = 0;
    figure->normals = NULL;
    figure->shape = polyhedron(points, count);
}

void figure_soup(Figure *figure, const Mesh *mesh, DtPolyType polygons)
{
    figure->mesh = *mesh;
    figure->round = 0;
    figure->soup = 1;
    figure->normals = NULL;
    figure->shape = mesh_shape(mesh, polygons);
}

void figure_torus(Figure *figure, double major, double minor, int steps)
{
    Mesh mesh;
    int i, j;

    mesh_init(&mesh);
    for (i = 0; i < steps; ++i) {
        for (j = 0; j < steps; ++j) {
            double around = 2.0 * PI * i / steps, tube = 2.0 * PI * j / steps, radius = major + minor * cos(tube);

            mesh_vertex(&mesh, radius * cos(around), radius * sin(around), minor * sin(tube));
        }
    }
    for (i = 0; i < steps; ++i) {
        for (j = 0; j < steps; ++j) {
            int next_i = (i + 1) % steps, next_j = (j + 1) % steps;

            mesh_quad(&mesh, (DtIndex)(i * steps + j), (DtIndex)(next_i * steps + j),
                      (DtIndex)(next_i * steps + next_j), (DtIndex)(i * steps + next_j));
        }
    }
    figure_soup(figure, &mesh, DT_POLYGON);
}

void figure_sheet(Figure *figure, double size, int squares)
{
    Mesh mesh;
    int i, j;

    mesh_init(&mesh);
    for (i = 0; i <= squares; ++i) {
        for (j = 0; j <= squares; ++j) {
            mesh_vertex(&mesh, size * i / squares - 0.5 * size, 0.0, size * j / squares - 0.5 * size);
        }
    }
    for (i = 0; i < squares; ++i) {
        for (j = 0; j < squares; ++j) {
            DtIndex a = (DtIndex)(i * (squares + 1) + j), b = a + (DtIndex)squares + 1;

            mesh_triangle(&mesh, a, a + 1, b); /* a square that bends is no polygon any more */
            mesh_triangle(&mesh, b + 1, b, a + 1);
        }
    }
    figure_soup(figure, &mesh, DT_POLYGON);
}

void figure_scenery(Figure *figure)
{
    dtDeleteShape(figure->shape);
    figure->shape = NULL;
}

void figure_free(Figure *figure)
{
    if (figure->shape != NULL) dtDeleteShape(figure->shape);
    free(figure->normals);
    mesh_free(&figure->mesh);
}
