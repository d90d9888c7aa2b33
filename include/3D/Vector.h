/* Vectors of three-dimensional space: differences of points, directions, axes. */
#ifndef SOLID_3D_VECTOR_H
#define SOLID_3D_VECTOR_H

#include "Tuple3.h"

#include <iterator>

class Vector : public Tuple3 {
public:
    Vector() {} // uninitialised
    Vector(const float v[3]) : Tuple3(v) {}
    Vector(const double v[3]) : Tuple3(v) {}
    Vector(double x, double y, double z) : Tuple3(x, y, z) {}

    Vector &operator+=(const Vector &v) {
        for (int i = 0; i < 3; ++i) co[i] += v[i];
        return *this;
    }
    Vector &operator-=(const Vector &v) {
        for (int i = 0; i < 3; ++i) co[i] -= v[i];
        return *this;
    }
    Vector &operator*=(double s) {
        for (int i = 0; i < 3; ++i) co[i] *= s;
        return *this;
    }
    Vector &operator/=(double s) {
        assert(s != 0.0);
        for (int i = 0; i < 3; ++i) co[i] /= s;
        return *this;
    }

    double length2() const { return co[0] * co[0] + co[1] * co[1] + co[2] * co[2]; } // the squared length
    double length() const { return std::sqrt(length2()); }

    /* True if shorter than EPSILON. */
    bool approxZero() const { return length2() < solid3d::EPSILON2; }

    /* Scales to length 1, in place or as a copy. The vector must not be zero. */
    Vector &normalize() { return *this /= length(); }
    Vector normalized() const { return Vector(*this).normalize(); }

    /* The index (X, Y or Z) of the axis nearest in direction, in either orientation. */
    int closestAxis() const {
        const double x = std::fabs(co[0]), y = std::fabs(co[1]), z = std::fabs(co[2]);
        return x < y ? (y < z ? solid3d::Z : solid3d::Y) : (x < z ? solid3d::Z : solid3d::X);
    }

    /* A unit vector, uniform over the sphere. */
    static Vector random();
};

#if __cplusplus < 201103L
// Not an iterator. In C++98 a call of distance(p, q) also considers std::distance; without this specialization that
// would be a compile error.
namespace std {
template <> struct iterator_traits<Vector> {};
} // namespace std
#endif

inline Vector operator+(const Vector &a, const Vector &b) { return Vector(a) += b; }
inline Vector operator-(const Vector &a, const Vector &b) { return Vector(a) -= b; }
inline Vector operator+(const Vector &v) { return v; }
inline Vector operator-(const Vector &v) { return Vector(-v[0], -v[1], -v[2]); }
inline Vector operator*(const Vector &v, double s) { return Vector(v) *= s; }
inline Vector operator*(double s, const Vector &v) { return v * s; }
inline Vector operator/(const Vector &v, double s) { return Vector(v) /= s; }

inline double dot(const Vector &a, const Vector &b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

inline Vector cross(const Vector &a, const Vector &b) {
    return Vector(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}

/* The volume of the parallelepiped of a, b and c; positive if they are right-handed. */
inline double triple(const Vector &a, const Vector &b, const Vector &c) { return dot(a, cross(b, c)); }

inline double length2(const Vector &v) { return v.length2(); }
inline double length(const Vector &v) { return v.length(); }
inline bool approxZero(const Vector &v) { return v.approxZero(); }
inline bool approxEqual(const Vector &a, const Vector &b) { return (a - b).approxZero(); }

/* The angle between two vectors, 0 to pi. Computed by the arctangent, since the arccosine is inaccurate for small angles. */
inline double angle(const Vector &a, const Vector &b) { return std::atan2(length(cross(a, b)), dot(a, b)); }

inline Vector Vector::random() {
    // Archimedes: the height of a uniformly distributed point on the sphere is uniformly distributed.
    const double z = 2.0 * solid3d::rnd() - 1.0;
    const double turn = solid3d::TWO_PI * solid3d::rnd();
    const double r = std::sqrt((1.0 - z) * (1.0 + z));
    return Vector(r * std::cos(turn), r * std::sin(turn), z);
}

#endif
