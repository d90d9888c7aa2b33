/* The transformations of VRML, as matrices in the order of dtLoadMatrixd: column by column. */
#include "make.h"

#include <math.h>
#include <string.h>

typedef double Matrix[16];

static const double identity[16] = {
    1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0
};
static const double zero[3] = { 0.0, 0.0, 0.0 }, one[3] = { 1.0, 1.0, 1.0 };
static const double unturned[4] = { 0.0, 0.0, 1.0, 0.0 };

/* matrix = matrix * right */
static void multiply(double matrix[16], const double right[16])
{
    Matrix left;
    int row, column, k;

    memcpy(left, matrix, sizeof left);
    for (column = 0; column < 4; ++column) {
        for (row = 0; row < 4; ++row) {
            double sum = 0.0;

            for (k = 0; k < 4; ++k) sum += left[4 * k + row] * right[4 * column + k];
            matrix[4 * column + row] = sum;
        }
    }
}

static void translate(double matrix[16], const double v[3], double sign)
{
    Matrix m;
    int k;

    memcpy(m, identity, sizeof m);
    for (k = 0; k < 3; ++k) m[12 + k] = sign * v[k];
    multiply(matrix, m);
}

static void scale(double matrix[16], const double factors[3])
{
    Matrix m;
    int k;

    memcpy(m, identity, sizeof m);
    for (k = 0; k < 3; ++k) m[5 * k] = factors[k];
    multiply(matrix, m);
}

/* By an axis of any length and an angle in radians: c + (1 - c) a a' + s [a]. No axis, no rotation. */
static void rotate(double matrix[16], const double r[4], double sign)
{
    double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]), c = cos(r[3]), s = sign * sin(r[3]), a[3];
    Matrix m;
    int i, k;

    if (length == 0.0) return;
    for (k = 0; k < 3; ++k) a[k] = r[k] / length;
    memcpy(m, identity, sizeof m);
    for (i = 0; i < 3; ++i) {
        for (k = 0; k < 3; ++k) m[4 * i + k] = (i == k ? c : 0.0) + (1.0 - c) * a[i] * a[k];
    }
    m[1] += s * a[2];
    m[4] -= s * a[2];
    m[6] += s * a[0];
    m[9] -= s * a[0];
    m[8] += s * a[1];
    m[2] -= s * a[1];
    multiply(matrix, m);
}

/* Of both versions, which differ in a name: T C R SR S SR' C'. */
static void transform(Maker *maker, const VrmlNode *node, double matrix[16])
{
    double translation[3], center[3], rotation[4], orientation[4], factors[3];

    vrml_numbers(maker, node, "translation", 3, zero, translation);
    vrml_numbers(maker, node, "center", 3, zero, center);
    vrml_numbers(maker, node, "rotation", 4, unturned, rotation);
    vrml_numbers(maker, node, "scaleOrientation", 4, unturned, orientation);
    vrml_numbers(maker, node, maker->version == 1 ? "scaleFactor" : "scale", 3, one, factors);
    translate(matrix, translation, 1.0);
    translate(matrix, center, 1.0);
    rotate(matrix, rotation, 1.0);
    rotate(matrix, orientation, 1.0);
    scale(matrix, factors);
    rotate(matrix, orientation, -1.0);
    translate(matrix, center, -1.0);
}

void vrml_transform(Maker *maker, const VrmlNode *node, double matrix[16])
{
    Matrix values;

    if (strcmp(node->type, "Transform") == 0) {
        transform(maker, node, matrix);
    } else if (strcmp(node->type, "Translation") == 0) {
        vrml_numbers(maker, node, "translation", 3, zero, values);
        translate(matrix, values, 1.0);
    } else if (strcmp(node->type, "Rotation") == 0) {
        vrml_numbers(maker, node, "rotation", 4, unturned, values);
        rotate(matrix, values, 1.0);
    } else if (strcmp(node->type, "Scale") == 0) {
        vrml_numbers(maker, node, "scaleFactor", 3, one, values);
        scale(matrix, values);
    } else if (strcmp(node->type, "MatrixTransform") == 0) {
        /* It stands by rows, for vectors that are rows: these are the same numbers. */
        vrml_numbers(maker, node, "matrix", 16, identity, values);
        multiply(matrix, values);
    }
}
