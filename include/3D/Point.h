/* Points of three-dimensional space. */
#ifndef SOLID_3D_POINT_H
#define SOLID_3D_POINT_H

#include "Vector.h"

/* A point is stored as the vector from the origin to it, and a Point may be passed wherever a Vector is expected. */
class Point : public Vector {
public:
    Point() {} // uninitialised
    Point(const float v[3]) : Vector(v) {}
    Point(const double v[3]) : Vector(v) {}
    Point(double x, double y, double z) : Vector(x, y, z) {}
    Point(const Vector &fromOrigin) : Vector(fromOrigin) {}

    /* Move this point to the lower, or the upper, corner of the box around itself and p. */
    void setInf(const Point &p) {
        for (int i = 0; i < 3; ++i) solid3d::set_min(co[i], p[i]);
    }
    void setSup(const Point &p) {
        for (int i = 0; i < 3; ++i) solid3d::set_max(co[i], p[i]);
    }
};

#if __cplusplus < 201103L
// Not an iterator: see Vector.h.
namespace std {
template <> struct iterator_traits<Point> {};
} // namespace std
#endif

inline Point operator+(const Point &p, const Vector &v) { return Point(p[0] + v[0], p[1] + v[1], p[2] + v[2]); }
inline Point operator-(const Point &p, const Vector &v) { return Point(p[0] - v[0], p[1] - v[1], p[2] - v[2]); }
inline Vector operator-(const Point &a, const Point &b) { return Vector(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

/* Lexicographic order: by x, then y, then z. A strict weak order, so points can be sorted and be keys of a map. */
inline bool operator<(const Point &a, const Point &b) {
    if (a[0] != b[0]) return a[0] < b[0];
    if (a[1] != b[1]) return a[1] < b[1];
    return a[2] < b[2];
}

/* The lower and the upper corner of the axis-aligned box around a and b. */
inline Point inf(const Point &a, const Point &b) {
    Point p(a);
    p.setInf(b);
    return p;
}

inline Point sup(const Point &a, const Point &b) {
    Point p(a);
    p.setSup(b);
    return p;
}

/* The affine combination (1 - t) a + t b: a at t = 0, b at t = 1, both exactly. */
inline Point affine(const Point &a, const Point &b, double t) {
    const double s = 1.0 - t;
    return Point(s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2]);
}

inline double distance2(const Point &a, const Point &b) { return length2(a - b); } // the squared distance
inline double distance(const Point &a, const Point &b) { return length(a - b); }

#endif
