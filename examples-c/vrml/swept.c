/* The geometries of VRML 2.0 that are made by a rule: ElevationGrid and Extrusion. */
#include "make.h"

#include <math.h>
#include <string.h>

#define MOST_SWEPT 1000000.0 /* vertices of one geometry */

/* The numbers of a field in groups of so many, or the usual ones; returns how many groups there are. */
static unsigned groups(Maker *maker, const VrmlNode *node, const char *name, unsigned size, const double *usual,
                       unsigned usual_count, const double **numbers)
{
    const VrmlField *field = vrml_field(node, name);

    *numbers = field != NULL ? field->numbers : usual;
    if (field == NULL) return usual_count;
    if (field->number_count % size != 0 || field->number_count == 0) {
        vrml_fail(maker, field->line, "the numbers of a list do not come in groups of the right size");
    }
    return field->number_count / size;
}

void vrml_fill_grid(Maker *maker, Mesh *mesh, const VrmlNode *node)
{
    static const double zero = 0.0, one = 1.0;
    const VrmlField *heights = vrml_field(node, "height");
    double columns, rows, dx, dz;
    DtIndex x, z, width;

    vrml_numbers(maker, node, "xDimension", 1, &zero, &columns);
    vrml_numbers(maker, node, "zDimension", 1, &zero, &rows);
    vrml_numbers(maker, node, "xSpacing", 1, &one, &dx);
    vrml_numbers(maker, node, "zSpacing", 1, &one, &dz);
    if (columns < 2.0 || rows < 2.0 || columns != floor(columns) || rows != floor(rows)) {
        vrml_fail(maker, node->line, "a grid needs two rows and two columns");
    }
    if (heights == NULL || heights->number_count != columns * rows) {
        vrml_fail(maker, node->line, "a grid needs a height for each of its points");
    }
    width = (DtIndex)columns;
    for (z = 0; z < rows; ++z) {
        for (x = 0; x < width; ++x) mesh_vertex(mesh, x * dx, heights->numbers[z * width + x], z * dz);
    }
    for (z = 1; z < rows; ++z) {
        for (x = 1; x < width; ++x) {
            DtIndex far = z * width + x, near = far - width; /* its four corners need not be in one plane */

            mesh_triangle(mesh, near - 1, far - 1, far);
            mesh_triangle(mesh, near - 1, far, near);
        }
    }
}

static void cross(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Gives a vector the length 1; returns 0, and leaves it, if it is zero up to rounding beside the size. */
static int normalise(double *v, double size)
{
    double length = sqrt(dot(v, v));
    int i;

    if (!(length > 1e-12 * size)) return 0;
    for (i = 0; i < 3; ++i) v[i] /= length;
    return 1;
}

static void difference(const double *a, const double *b, double *c)
{
    int i;
    for (i = 0; i < 3; ++i) c[i] = a[i] - b[i];
}

static int is_closed(const double *points, unsigned count, unsigned size)
{
    return count > 2 && memcmp(points, points + size * (count - 1), size * sizeof *points) == 0;
}

/* The spine, and for each of its points the neighbours between which it runs. */
typedef struct Spine {
    const double *points;
    unsigned count;
    int closed;
    double size; /* of differences of its points */
} Spine;

static const double *before(const Spine *spine, unsigned i)
{
    if (i > 0) return spine->points + 3 * (i - 1);
    return spine->closed ? spine->points + 3 * (spine->count - 2) : spine->points;
}

static const double *after(const Spine *spine, unsigned i)
{
    if (i + 1 < spine->count) return spine->points + 3 * (i + 1);
    return spine->closed ? spine->points + 3 : spine->points + 3 * i;
}

/* The normal of the plane in which the spine bends at a point; returns 0 where it is straight. */
static int bend(const Spine *spine, unsigned i, double *z)
{
    double forth[3], back[3];

    difference(after(spine, i), spine->points + 3 * i, forth);
    difference(before(spine, i), spine->points + 3 * i, back);
    cross(forth, back, z);
    return normalise(z, spine->size * spine->size);
}

/* A z-axis for a spine that is straight: the shortest rotation takes the y-axis to the spine, and z to this. */
static void straight_axis(const Spine *spine, double *z)
{
    double y[3];

    difference(spine->points + 3 * (spine->count - 1), spine->points, y);
    z[0] = z[1] = 0.0;
    z[2] = 1.0;
    if (!normalise(y, spine->size)) return;
    if (y[1] > -1.0 + 1e-12) {
        z[0] = -y[0] * y[2] / (1.0 + y[1]);
        z[1] = -y[2];
        z[2] = 1.0 - y[2] * y[2] / (1.0 + y[1]);
    } else {
        z[2] = -1.0; /* upside down, about the x-axis */
    }
}

/* The axes of the cross-section at a point of the spine: columns x, y and z. `z` is that of the point before. */
static void section_axes(const Spine *spine, unsigned i, double *z, double axes[3][3])
{
    double own[3];
    int k;

    if (bend(spine, i, own)) {
        double sign = dot(own, z) < 0.0 ? -1.0 : 1.0;
        for (k = 0; k < 3; ++k) z[k] = sign * own[k];
    }
    difference(after(spine, i), before(spine, i), axes[1]);
    if (!normalise(axes[1], spine->size)) axes[1][1] = 1.0;
    cross(axes[1], z, axes[0]);
    if (!normalise(axes[0], 1.0)) axes[0][0] = 1.0;
    cross(axes[0], axes[1], axes[2]);
}

/* Turns a vector about an axis, by Rodrigues' formula. */
static void turn(const double *rotation, double *v)
{
    double axis[3], across[3], c = cos(rotation[3]), s = sin(rotation[3]), along;
    int k;

    memcpy(axis, rotation, sizeof axis);
    if (!normalise(axis, 0.0)) return;
    cross(axis, v, across);
    along = dot(axis, v) * (1.0 - c);
    for (k = 0; k < 3; ++k) v[k] = v[k] * c + across[k] * s + axis[k] * along;
}

static void add_cap(Mesh *mesh, DtIndex first, unsigned count, int reversed)
{
    unsigned i;

    for (i = 0; i < count; ++i) mesh_index(mesh, first + (reversed ? count - 1 - i : i));
    mesh_end_face(mesh);
}

static int is_true(Maker *maker, const VrmlNode *node, const char *name)
{
    double usual = 1.0, value;

    vrml_numbers(maker, node, name, 1, &usual, &value);
    return value != 0.0;
}

void vrml_fill_extrusion(Maker *maker, Mesh *mesh, const VrmlNode *node)
{
    static const double square[10] = { 1, 1, 1, -1, -1, -1, -1, 1, 1, 1 }, upright[6] = { 0, 0, 0, 0, 1, 0 };
    static const double unturned[4] = { 0, 0, 1, 0 }, unscaled[2] = { 1, 1 };
    const double *section, *scales, *turns;
    unsigned corners, scale_count, turn_count, i, j, distinct;
    double z[3], low, high;
    Spine spine;

    corners = groups(maker, node, "crossSection", 2, square, 5, &section);
    spine.count = groups(maker, node, "spine", 3, upright, 2, &spine.points);
    scale_count = groups(maker, node, "scale", 2, unscaled, 1, &scales);
    turn_count = groups(maker, node, "orientation", 4, unturned, 1, &turns);
    if (corners < 2 || spine.count < 2) vrml_fail(maker, node->line, "an extrusion needs two points of each line");
    if ((scale_count != 1 && scale_count != spine.count) || (turn_count != 1 && turn_count != spine.count)) {
        vrml_fail(maker, node->line, "scales and orientations are one, or one for each point of the spine");
    }
    if ((double)corners * spine.count > MOST_SWEPT) vrml_fail(maker, node->line, "the extrusion is too large");
    spine.closed = is_closed(spine.points, spine.count, 3);
    low = high = spine.points[0];
    for (i = 0; i < 3 * spine.count; ++i) {
        if (spine.points[i] < low) low = spine.points[i];
        if (spine.points[i] > high) high = spine.points[i];
    }
    spine.size = high - low;
    /* Before its first bend, the spine has the axes of that. */
    for (i = 0; i < spine.count && !bend(&spine, i, z); ++i) continue;
    if (i == spine.count) straight_axis(&spine, z);
    for (i = 0; i < spine.count; ++i) {
        const double *scale = scales + (scale_count > 1 ? 2 * i : 0);
        double axes[3][3];

        section_axes(&spine, i, z, axes);
        for (j = 0; j < corners; ++j) {
            double v[3], p[3];
            int k;

            v[0] = scale[0] * section[2 * j];
            v[1] = 0.0;
            v[2] = scale[1] * section[2 * j + 1];
            turn(turns + (turn_count > 1 ? 4 * i : 0), v);
            for (k = 0; k < 3; ++k) {
                p[k] = spine.points[3 * i + k] + axes[0][k] * v[0] + axes[1][k] * v[1] + axes[2][k] * v[2];
            }
            mesh_vertex(mesh, p[0], p[1], p[2]);
        }
    }
    for (i = 1; i < spine.count; ++i) {
        for (j = 1; j < corners; ++j) {
            DtIndex above = i * corners + j, below = above - corners;

            mesh_triangle(mesh, below - 1, below, above);
            mesh_triangle(mesh, below - 1, above, above - 1);
        }
    }
    distinct = is_closed(section, corners, 2) ? corners - 1 : corners;
    if (distinct < 3 || spine.closed) return;
    if (is_true(maker, node, "beginCap")) add_cap(mesh, 0, distinct, 1);
    if (is_true(maker, node, "endCap")) add_cap(mesh, (spine.count - 1) * corners, distinct, 0);
}
