/* Vectors, and rotations as unit quaternions (x, y, z, w). */
#ifndef VIEWER_SPACE_H
#define VIEWER_SPACE_H

#define PI 3.14159265358979323846

double dot(const double a[3], const double b[3]);
double length(const double a[3]);
void cross(const double a[3], const double b[3], double result[3]); /* result is neither of them */
void set(double a[3], double x, double y, double z);
void add_scaled(double a[3], double factor, const double b[3]); /* a += factor * b */
void between(const double a[3], const double b[3], double result[3]); /* from a to b */
double normalise(double a[3]); /* returns the length it had; zero stays zero */

/* The rotation about an axis of any length but zero, by an angle in radians. */
void rotation_about(const double axis[3], double angle, double q[4]);

/* Turns q by the angular velocity spin, in the world's axes, for a time. */
void rotation_turn(double q[4], const double spin[3], double time);

/* The columns of the matrix: where q takes the axes x, y and z. */
void rotation_axes(const double q[4], double axes[3][3]);

#endif
