/* Four doubles in a row: the storage of a Quaternion. */
#ifndef SOLID_3D_TUPLE4_H
#define SOLID_3D_TUPLE4_H

#include "Basic.h"

class Tuple4 {
public:
    Tuple4() {} // uninitialised
    Tuple4(const float v[4]) { setValue(v); }
    Tuple4(const double v[4]) { setValue(v); }
    Tuple4(double x, double y, double z, double w) { setValue(x, y, z, w); }

    double &operator[](int i) { return co[i]; }
    const double &operator[](int i) const { return co[i]; }

    double *getValue() { return co; }
    const double *getValue() const { return co; }
    void getValue(float v[4]) const {
        for (int i = 0; i < 4; ++i) v[i] = static_cast<float>(co[i]);
    }
    void getValue(double v[4]) const {
        for (int i = 0; i < 4; ++i) v[i] = co[i];
    }
    void getValue(double &x, double &y, double &z, double &w) const {
        x = co[0];
        y = co[1];
        z = co[2];
        w = co[3];
    }

    void setValue(const float v[4]) { setValue(v[0], v[1], v[2], v[3]); }
    void setValue(const double v[4]) { setValue(v[0], v[1], v[2], v[3]); }
    void setValue(double x, double y, double z, double w) {
        co[0] = x;
        co[1] = y;
        co[2] = z;
        co[3] = w;
    }

protected:
    double co[4];
};

/* Exact comparison, coordinate by coordinate. */
inline bool operator==(const Tuple4 &a, const Tuple4 &b) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
}

inline bool operator!=(const Tuple4 &a, const Tuple4 &b) { return !(a == b); }

/* Writes "x y z w". */
inline std::ostream &operator<<(std::ostream &out, const Tuple4 &t) {
    return out << t[0] << ' ' << t[1] << ' ' << t[2] << ' ' << t[3];
}

#endif
