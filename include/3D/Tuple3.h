/* Three doubles in a row: the storage that Vector and Point share. */
#ifndef SOLID_3D_TUPLE3_H
#define SOLID_3D_TUPLE3_H

#include "Basic.h"

/*
 * A tuple is its three coordinates and nothing else (24 bytes), so an array of Vectors or Points is an array of packed
 * doubles and may be passed to dtVertexBase directly.
 */
class Tuple3 {
public:
    Tuple3() {} // uninitialised, so that large arrays cost nothing
    Tuple3(const float v[3]) { setValue(v); }
    Tuple3(const double v[3]) { setValue(v); }
    Tuple3(double x, double y, double z) { setValue(x, y, z); }

    double &operator[](int i) { return co[i]; }
    const double &operator[](int i) const { return co[i]; }

    double *getValue() { return co; }
    const double *getValue() const { return co; }
    void getValue(float v[3]) const {
        for (int i = 0; i < 3; ++i) v[i] = static_cast<float>(co[i]);
    }
    void getValue(double v[3]) const {
        for (int i = 0; i < 3; ++i) v[i] = co[i];
    }
    void getValue(double &x, double &y, double &z) const {
        x = co[0];
        y = co[1];
        z = co[2];
    }

    void setValue(const float v[3]) { setValue(v[0], v[1], v[2]); }
    void setValue(const double v[3]) { setValue(v[0], v[1], v[2]); }
    void setValue(double x, double y, double z) {
        co[0] = x;
        co[1] = y;
        co[2] = z;
    }

protected:
    double co[3];
};

/* Exact comparison, coordinate by coordinate. For a comparison with slack see approxEqual in Vector.h. */
inline bool operator==(const Tuple3 &a, const Tuple3 &b) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

inline bool operator!=(const Tuple3 &a, const Tuple3 &b) { return !(a == b); }

/* Writes "x y z". */
inline std::ostream &operator<<(std::ostream &out, const Tuple3 &t) {
    return out << t[0] << ' ' << t[1] << ' ' << t[2];
}

#endif
