#include "space.h"

#include <math.h>

double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double length(const double a[3])
{
    return sqrt(dot(a, a));
}

void cross(const double a[3], const double b[3], double result[3])
{
    result[0] = a[1] * b[2] - a[2] * b[1];
    result[1] = a[2] * b[0] - a[0] * b[2];
    result[2] = a[0] * b[1] - a[1] * b[0];
}

void set(double a[3], double x, double y, double z)
{
    a[0] = x;
    a[1] = y;
    a[2] = z;
}

void add_scaled(double a[3], double factor, const double b[3])
{
    int k;

    for (k = 0; k < 3; ++k) a[k] += factor * b[k];
}

void between(const double a[3], const double b[3], double result[3])
{
    int k;

    for (k = 0; k < 3; ++k) result[k] = b[k] - a[k];
}

double normalise(double a[3])
{
    double was = length(a);
    int k;

    for (k = 0; was > 0.0 && k < 3; ++k) a[k] /= was;
    return was;
}

void rotation_about(const double axis[3], double angle, double q[4])
{
    double scale = sin(0.5 * angle) / length(axis);

    set(q, axis[0] * scale, axis[1] * scale, axis[2] * scale);
    q[3] = cos(0.5 * angle);
}

void rotation_turn(double q[4], const double spin[3], double time)
{
    double turned[4], step[4], angle = length(spin) * time, size;
    int k;

    if (angle == 0.0) return;
    rotation_about(spin, angle, step);
    cross(step, q, turned); /* the product step * q */
    for (k = 0; k < 3; ++k) turned[k] += step[3] * q[k] + q[3] * step[k];
    turned[3] = step[3] * q[3] - dot(step, q);
    size = sqrt(dot(turned, turned) + turned[3] * turned[3]);
    for (k = 0; k < 4; ++k) q[k] = turned[k] / size;
}

void rotation_axes(const double q[4], double axes[3][3])
{
    double x = q[0], y = q[1], z = q[2], w = q[3];

    set(axes[0], 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w));
    set(axes[1], 2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w));
    set(axes[2], 2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y));
}
