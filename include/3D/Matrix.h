/* Linear maps of three-dimensional space: 3 x 3 matrices, stored by rows. */
#ifndef SOLID_3D_MATRIX_H
#define SOLID_3D_MATRIX_H

#include "Quaternion.h"
#include "Vector.h"

/*
 * m[i] is row i, m[i][j] an element. Vectors are columns, so m * v maps v, and m * n maps by n first, then by m.
 * Arrays of 16 numbers are OpenGL's: column after column, four numbers to a column; only the upper left 3 x 3 counts.
 */
class Matrix {
public:
    Matrix() {} // uninitialised
    Matrix(const float m[16]) { setValue(m); }
    Matrix(const double m[16]) { setValue(m); }
    Matrix(const Quaternion &q) { setRotation(q); }
    Matrix(double x, double y, double z) { setScaling(x, y, z); }
    Matrix(double xx, double xy, double xz, double yx, double yy, double yz, double zx, double zy, double zz) {
        setValue(xx, xy, xz, yx, yy, yz, zx, zy, zz);
    }

    Vector &operator[](int i) { return row[i]; }
    const Vector &operator[](int i) const { return row[i]; }

    void setValue(const float m[16]) { setValue(m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]); }
    void setValue(const double m[16]) { setValue(m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]); }
    /* Nine elements, row by row. */
    void setValue(double xx, double xy, double xz, double yx, double yy, double yz, double zx, double zy, double zz) {
        row[0].setValue(xx, xy, xz);
        row[1].setValue(yx, yy, yz);
        row[2].setValue(zx, zy, zz);
    }

    /* Writes the nine elements to their places in an OpenGL matrix, and leaves the other seven numbers unchanged. */
    void getValue(float m[16]) const {
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) m[4 * j + i] = static_cast<float>(row[i][j]);
    }
    void getValue(double m[16]) const {
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) m[4 * j + i] = row[i][j];
    }

    /* The rotation of a quaternion of any length but zero. */
    void setRotation(const Quaternion &q) {
        const double n = q.length2();
        assert(n != 0.0);
        const double s = 2.0 / n;
        const double xs = q[0] * s, ys = q[1] * s, zs = q[2] * s;
        const double wx = q[3] * xs, wy = q[3] * ys, wz = q[3] * zs;
        const double xx = q[0] * xs, xy = q[0] * ys, xz = q[0] * zs;
        const double yy = q[1] * ys, yz = q[1] * zs, zz = q[2] * zs;
        setValue(1.0 - (yy + zz), xy - wz, xz + wy, xy + wz, 1.0 - (xx + zz), yz - wx, xz - wy, yz + wx,
                 1.0 - (xx + yy));
    }
    void setScaling(double x, double y, double z) { setValue(x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z); }
    void setIdentity() { setScaling(1.0, 1.0, 1.0); }

    /* this = this * m */
    Matrix &operator*=(const Matrix &m) {
        Matrix product; // a copy, since m may be this matrix
        for (int i = 0; i < 3; ++i) product[i].setValue(m.tdot(0, row[i]), m.tdot(1, row[i]), m.tdot(2, row[i]));
        return *this = product;
    }

    /* The dot product of column j with v: one coordinate of the transposed matrix times v. */
    double tdot(int j, const Vector &v) const { return row[0][j] * v[0] + row[1][j] * v[1] + row[2][j] * v[2]; }

    double determinant() const { return triple(row[0], row[1], row[2]); }

    Matrix transpose() const {
        return Matrix(row[0][0], row[1][0], row[2][0], row[0][1], row[1][1], row[2][1], row[0][2], row[1][2],
                      row[2][2]);
    }

    /* The transposed matrix of cofactors: m * m.adjoint() is the determinant times the identity, singular or not. */
    Matrix adjoint() const {
        const Vector a = cross(row[1], row[2]), b = cross(row[2], row[0]), c = cross(row[0], row[1]);
        return Matrix(a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2]);
    }

    /* The inverse. The matrix must not be singular. */
    Matrix inverse() const {
        const double d = determinant();
        assert(d != 0.0);
        Matrix m(adjoint());
        for (int i = 0; i < 3; ++i) m[i] /= d;
        return m;
    }

    /* The matrix of the absolute values of the elements. */
    Matrix absolute() const {
        Matrix m;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) m[i][j] = std::fabs(row[i][j]);
        return m;
    }

private:
    Vector row[3];
};

inline Vector operator*(const Matrix &m, const Vector &v) { return Vector(dot(m[0], v), dot(m[1], v), dot(m[2], v)); }

/* The transpose of m, times v. For a rotation this is the inverse map. */
inline Vector operator*(const Vector &v, const Matrix &m) { return Vector(m.tdot(0, v), m.tdot(1, v), m.tdot(2, v)); }

inline Matrix operator*(const Matrix &a, const Matrix &b) { return Matrix(a) *= b; }

/* The transpose of a, times b. For rotations: b relative to a. */
inline Matrix multTransposeLeft(const Matrix &a, const Matrix &b) { return a.transpose() * b; }

inline double determinant(const Matrix &m) { return m.determinant(); }
inline Matrix transpose(const Matrix &m) { return m.transpose(); }
inline Matrix adjoint(const Matrix &m) { return m.adjoint(); }
inline Matrix inverse(const Matrix &m) { return m.inverse(); }
inline Matrix absolute(const Matrix &m) { return m.absolute(); }

inline bool operator==(const Matrix &a, const Matrix &b) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; }
inline bool operator!=(const Matrix &a, const Matrix &b) { return !(a == b); }

/* Writes each row on a line. */
inline std::ostream &operator<<(std::ostream &out, const Matrix &m) {
    return out << m[0] << '\n' << m[1] << '\n' << m[2] << '\n';
}

#endif
