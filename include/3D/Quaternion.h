/*
 * Quaternions (x, y, z, w), which represent rotations in SOLID.
 *
 *   Quaternion q(Vector(0, 1, 0), rads(90));
 *   dtRotate(q[X], q[Y], q[Z], q[W]);
 *
 * The unit quaternion (s sin(a/2), cos(a/2)) rotates by the angle a about the unit axis s, counter-clockwise if the axis
 * points at the viewer. The rotation p * q rotates by q first, then by p; q and -q are the same rotation.
 */
#ifndef SOLID_3D_QUATERNION_H
#define SOLID_3D_QUATERNION_H

#include "Tuple4.h"
#include "Vector.h"

class Quaternion : public Tuple4 {
public:
    Quaternion() {} // uninitialised
    Quaternion(const float v[4]) : Tuple4(v) {}
    Quaternion(const double v[4]) : Tuple4(v) {}
    Quaternion(double x, double y, double z, double w) : Tuple4(x, y, z, w) {}
    Quaternion(const Vector &axis, double radians) { setRotation(axis, radians); }
    Quaternion(double yaw, double pitch, double roll) { setEuler(yaw, pitch, roll); }

    /* The rotation by an angle in radians about an axis, which need not be a unit vector but must not be zero. */
    void setRotation(const Vector &axis, double radians) {
        const double d = axis.length();
        assert(d != 0.0);
        const double s = std::sin(0.5 * radians) / d;
        setValue(axis[0] * s, axis[1] * s, axis[2] * s, std::cos(0.5 * radians));
    }

    /* Roll about z, then pitch about x, then yaw about y, all three about the fixed axes; in radians. */
    void setEuler(double yaw, double pitch, double roll) {
        const double cy = std::cos(0.5 * yaw), sy = std::sin(0.5 * yaw);
        const double cp = std::cos(0.5 * pitch), sp = std::sin(0.5 * pitch);
        const double cr = std::cos(0.5 * roll), sr = std::sin(0.5 * roll);
        setValue(cy * sp * cr + sy * cp * sr, sy * cp * cr - cy * sp * sr, cy * cp * sr - sy * sp * cr,
                 cy * cp * cr + sy * sp * sr);
    }

    Quaternion &operator+=(const Quaternion &q) {
        for (int i = 0; i < 4; ++i) co[i] += q[i];
        return *this;
    }
    Quaternion &operator-=(const Quaternion &q) {
        for (int i = 0; i < 4; ++i) co[i] -= q[i];
        return *this;
    }
    Quaternion &operator*=(double s) {
        for (int i = 0; i < 4; ++i) co[i] *= s;
        return *this;
    }
    Quaternion &operator/=(double s) {
        assert(s != 0.0);
        for (int i = 0; i < 4; ++i) co[i] /= s;
        return *this;
    }
    /* this = this * q */
    Quaternion &operator*=(const Quaternion &q) {
        setValue(co[3] * q[0] + co[0] * q[3] + co[1] * q[2] - co[2] * q[1],
                 co[3] * q[1] + co[1] * q[3] + co[2] * q[0] - co[0] * q[2],
                 co[3] * q[2] + co[2] * q[3] + co[0] * q[1] - co[1] * q[0],
                 co[3] * q[3] - co[0] * q[0] - co[1] * q[1] - co[2] * q[2]);
        return *this;
    }

    double length2() const { return co[0] * co[0] + co[1] * co[1] + co[2] * co[2] + co[3] * co[3]; }
    double length() const { return std::sqrt(length2()); }

    /* Scales to length 1, in place or as a copy. The quaternion must not be zero. */
    Quaternion &normalize() { return *this /= length(); }
    Quaternion normalized() const { return Quaternion(*this).normalize(); }

    /* Negates the vector part, in place. Of a unit quaternion this is the inverse. */
    Quaternion &conjugate() {
        setValue(-co[0], -co[1], -co[2], co[3]);
        return *this;
    }

    /* The multiplicative inverse, in place or as a copy: q * q.inverse() is (0, 0, 0, 1). The quaternion must not be zero. */
    Quaternion &invert() {
        const double n = length2();
        return conjugate() /= n;
    }
    Quaternion inverse() const { return Quaternion(*this).invert(); }

    /* A random unit quaternion, uniformly distributed over all rotations. */
    static Quaternion random();
};

inline Quaternion operator+(const Quaternion &a, const Quaternion &b) { return Quaternion(a) += b; }
inline Quaternion operator-(const Quaternion &a, const Quaternion &b) { return Quaternion(a) -= b; }
inline Quaternion operator-(const Quaternion &q) { return Quaternion(-q[0], -q[1], -q[2], -q[3]); }
inline Quaternion operator*(const Quaternion &a, const Quaternion &b) { return Quaternion(a) *= b; }
inline Quaternion operator*(const Quaternion &q, double s) { return Quaternion(q) *= s; }
inline Quaternion operator*(double s, const Quaternion &q) { return q * s; }
inline Quaternion operator/(const Quaternion &q, double s) { return Quaternion(q) /= s; }

inline double dot(const Quaternion &a, const Quaternion &b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

inline double length2(const Quaternion &q) { return q.length2(); }
inline double length(const Quaternion &q) { return q.length(); }
inline Quaternion conjugate(const Quaternion &q) { return Quaternion(q).conjugate(); }
inline Quaternion inverse(const Quaternion &q) { return q.inverse(); }

inline Quaternion Quaternion::random() {
    // K. Shoemake, "Uniform random rotations": two independent circles whose squared radii add up to one.
    const double u = solid3d::rnd();
    const double a = solid3d::TWO_PI * solid3d::rnd();
    const double b = solid3d::TWO_PI * solid3d::rnd();
    const double r = std::sqrt(1.0 - u), s = std::sqrt(u);
    return Quaternion(r * std::sin(a), r * std::cos(a), s * std::sin(b), s * std::cos(b));
}

#endif
