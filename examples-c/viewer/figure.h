/* Figures: one description of a thing, of which both its shape for SOLID and its picture are made. */
#ifndef VIEWER_FIGURE_H
#define VIEWER_FIGURE_H

#include "../mesh.h"

#include <SOLID/solid_ext.h>

typedef struct Figure {
    Mesh mesh;        /* what is drawn; faces anticlockwise, seen from outside */
    int round;        /* shaded as if curved: neighbouring faces share their normals */
    double *normals;  /* of the vertices if it is round, else NULL */
    DtShapeRef shape; /* NULL for mere scenery */
    int soup;         /* the faces of the mesh are the polytopes of the shape, in the same order */
} Figure;

/* A figure at a place in another one; its rotation is a unit quaternion. */
typedef struct Part {
    const Figure *figure;
    double position[3], rotation[4];
} Part;

/* These make figure anew. Dimensions are those of the shapes of the same name. */
void figure_box(Figure *figure, double x, double y, double z);
void figure_round_box(Figure *figure, double x, double y, double z, double radius);
void figure_sphere(Figure *figure, double radius);
void figure_cone(Figure *figure, double radius, double height);
void figure_cylinder(Figure *figure, double radius, double height);

/* The convex hull of points in general position, as one polyhedron. Compares all of them: for a hundred at most. */
void figure_hull(Figure *figure, const double *points, int count);

/* A torus about the z-axis, of steps * steps quadrangles: a soup. */
void figure_torus(Figure *figure, double major, double minor, int steps);

/* A square sheet about the origin in the plane y = 0, of 2 * squares * squares triangles: a soup. */
void figure_sheet(Figure *figure, double size, int squares);

/* Takes a mesh over, as a soup, as mesh_shape does. */
void figure_soup(Figure *figure, const Mesh *mesh, DtPolyType polygons);

/* A compound of round figures, which must live as long as it is made. */
void figure_compound(Figure *figure, const Part *parts, int count);

/* Points, three numbers each, with a radius. */
void figure_points(Figure *figure, const double *points, int count, double radius);

/* A height field from x = 0 and z = 0 on, row by row along x. */
void figure_terrain(Figure *figure, const double *heights, int columns, int rows, double spacing);

/* Gives so many of its rows new heights, from a first one on; heights has all. */
void figure_change_heights(Figure *figure, const double *heights, int columns, int first, int count);

/* The body of a support function, which needs no client data. */
void figure_own(Figure *figure, DtSupport support);

/* For those who make figures: after its mesh was made, its shape and, if it is round, its normals. */
void figure_finish(Figure *figure, int round, DtShapeRef shape);
void figure_normals(Figure *figure);

/* Makes it scenery: no shape. */
void figure_scenery(Figure *figure);

/* After its vertices were moved: brings shape and normals up to date. */
void figure_deformed(Figure *figure);

void figure_free(Figure *figure);

#endif
