/*
 * Checks the mathematics of the C++ helper headers in include/3D. It needs no library, only the headers:
 *
 *     c++ -I include capi-tests/headers3d.cpp && ./a.out
 *
 * It is meant to be compiled as C++98 and every later standard, with and without SOLID_3D_NO_LEAKS. One line is printed
 * for each group of checks, and the exit status is 1 if any of them fails.
 */
#include <3D/Basic.h>
#include <3D/Matrix.h>
#include <3D/Point.h>
#include <3D/Quaternion.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#ifdef SOLID_3D_NO_LEAKS
// Nothing may have been leaked: these names are free for the client, at global scope.
static int X = 17;
static int EPSILON = 18;
static int rnd() { return 19; }
static int min(int a, int b) { return a + b; }
#endif

static int passed = 0, failed = 0;
static std::string wrong; // the failed checks of the current group

/* Remembers a failed check of the current group. */
static void check(bool good, int line, const char *what) {
    if (good) return;
    std::ostringstream out;
    out << " [line " << line << ": " << what << ']';
    if (wrong.size() < 2000) wrong += out.str();
}

#define CHECK(condition) check((condition), __LINE__, #condition)

static void run(const char *name, void (*group)()) {
    wrong.clear();
    group();
    ++(wrong.empty() ? passed : failed);
    std::printf("%s %s%s\n", wrong.empty() ? "ok" : "FAIL", name, wrong.c_str());
}

static bool near(double a, double b, double slack = 1e-13) { return std::fabs(a - b) <= slack; }

static bool near(const Tuple3 &a, const Tuple3 &b, double slack = 1e-13) {
    return near(a[0], b[0], slack) && near(a[1], b[1], slack) && near(a[2], b[2], slack);
}

static bool near(const Tuple4 &a, const Tuple4 &b, double slack = 1e-13) {
    return near(a[0], b[0], slack) && near(a[1], b[1], slack) && near(a[2], b[2], slack) && near(a[3], b[3], slack);
}

static bool near(const Matrix &a, const Matrix &b, double slack = 1e-13) {
    return near(a[0], b[0], slack) && near(a[1], b[1], slack) && near(a[2], b[2], slack);
}

/* The product of quaternions, written out from i j = k and so on; and v' = q v q*, the definition of a rotation. */
static void hamilton(const double p[4], const double q[4], double out[4]) {
    out[0] = p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1];
    out[1] = p[3] * q[1] + p[1] * q[3] + p[2] * q[0] - p[0] * q[2];
    out[2] = p[3] * q[2] + p[2] * q[3] + p[0] * q[1] - p[1] * q[0];
    out[3] = p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2];
}

static Vector rotated(const Quaternion &q, const Vector &v) {
    const double a[4] = {q[0], q[1], q[2], q[3]}, c[4] = {-q[0], -q[1], -q[2], q[3]};
    const double b[4] = {v[0], v[1], v[2], 0.0};
    double ab[4], abc[4];
    hamilton(a, b, ab);
    hamilton(ab, c, abc);
    return Vector(abc[0], abc[1], abc[2]);
}

static void testNames() {
#ifdef SOLID_3D_NO_LEAKS
    CHECK(X == 17 && EPSILON == 18 && rnd() == 19 && min(1, 2) == 3);
    CHECK(solid3d::min(1, 2) == 1 && solid3d::max(1, 2) == 2);
#else
    // As old programs write it: no prefix anywhere, and std's names at hand.
    Scalar s = min(1.0, max(0.5, 0.25));
    CHECK(s == 0.5);
    const double numbers[3] = {3.0, 1.0, 2.0};
    CHECK(*min_element(numbers, numbers + 3) == 1.0);
    CHECK(X == 0 && Y == 1 && Z == 2 && W == 3);
    CHECK(rads(180.0) * 2.0 == TWO_PI && degs(TWO_PI) == 360.0);
    CHECK(eqz(EPSILON / 2.0) && !eqz(EPSILON * 2.0) && sgn(-3.0) == -1 && rnd() < 1.0);
    ostringstream out;
    out << sqrt(fabs(-4.0)) << flush;
    CHECK(out.str() == "2" && !cin.bad());
    assert(atoi("7") == 7);
    vector<Point> points(2, Point(1.0, 2.0, 3.0)); // nothing but the 3D headers has included it
    CHECK(points.size() == 2 && points[1][Z] == 3.0);
    Quaternion q(0.0, 0.0, 0.0, 1.0);
    CHECK(q[X] == 0.0 && q[Y] == 0.0 && q[Z] == 0.0 && q[W] == 1.0);
#endif
}

static void testBasic() {
    const double pi = std::acos(-1.0);
    CHECK(solid3d::X == 0 && solid3d::Y == 1 && solid3d::Z == 2 && solid3d::W == 3);
    CHECK(sizeof(solid3d::Scalar) == sizeof(double));
    CHECK(solid3d::TWO_PI == 2.0 * pi);
    CHECK(near(solid3d::DEGS_PER_RAD, 180.0 / pi, 1e-13) && near(solid3d::RADS_PER_DEG, pi / 180.0, 1e-17));
    CHECK(solid3d::EPSILON == 1e-10 && solid3d::EPSILON2 == 1e-20);
    CHECK(near(solid3d::rads(90.0), pi / 2.0) && near(solid3d::degs(pi), 180.0));
    CHECK(solid3d::sgn(-2.5) == -1 && solid3d::sgn(0.0) == 0 && solid3d::sgn(-0.0) == 0 && solid3d::sgn(1e-300) == 1);
    CHECK(solid3d::eqz(0.0) && solid3d::eqz(-9e-11) && !solid3d::eqz(1.1e-10) && !solid3d::eqz(-1.0));

    double a = 3.0, b = 3.0;
    solid3d::set_min(a, 4.0);
    solid3d::set_max(b, 2.0);
    CHECK(a == 3.0 && b == 3.0);
    solid3d::set_min(a, 2.0);
    solid3d::set_max(b, 4.0);
    CHECK(a == 2.0 && b == 4.0);
}

static void testRnd() {
    const int n = 100000;
    int bins[10] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    std::srand(1);
    for (int i = 0; i < n; ++i) {
        const double r = solid3d::rnd();
        CHECK(r > 0.0 && r < 1.0);
        ++bins[static_cast<int>(r * 10.0)];
    }
    for (int i = 0; i < 10; ++i) CHECK(std::abs(bins[i] - n / 10) < 500); // five standard deviations
    std::srand(1);
    const double first = solid3d::rnd();
    std::srand(1);
    CHECK(solid3d::rnd() == first);
}

static void testTuples() {
    const float f[4] = {1.5f, 2.5f, 3.5f, 4.5f};
    const double d[4] = {1.5, 2.5, 3.5, 4.5};
    CHECK(Tuple3(f) == Tuple3(d) && Tuple3(1.5, 2.5, 3.5) == Tuple3(d));
    CHECK(Tuple4(f) == Tuple4(d) && Tuple4(1.5, 2.5, 3.5, 4.5) == Tuple4(d));
    for (int i = 0; i < 4; ++i) { // one coordinate off is unequal
        Tuple3 t3(d);
        Tuple4 t4(d);
        t3[i % 3] = t4[i] = 0.0;
        CHECK(t3 != Tuple3(d) && t4 != Tuple4(d));
    }

    Tuple3 t;
    t.setValue(7.0, 8.0, 9.0);
    CHECK(t[0] == 7.0 && t[1] == 8.0 && t[2] == 9.0);
    t.setValue(f);
    CHECK(t == Tuple3(d));
    t.setValue(7.0, 8.0, 9.0);
    t.setValue(d);
    CHECK(t == Tuple3(f));
    t[1] = -1.0;
    const Tuple3 &fixed = t;
    CHECK(fixed[1] == -1.0 && &fixed[1] == &t[1] && fixed.getValue() == &fixed[0] && t.getValue() == &t[0]);
    float gf[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    double gd[4] = {0.0, 0.0, 0.0, 0.0}, x, y, z, w;
    t.getValue(gf);
    t.getValue(gd);
    t.getValue(x, y, z);
    CHECK(gf[0] == 1.5f && gf[1] == -1.0f && gf[2] == 3.5f && gf[3] == 0.0f);
    CHECK(gd[0] == 1.5 && gd[1] == -1.0 && gd[2] == 3.5 && gd[3] == 0.0 && x == 1.5 && y == -1.0 && z == 3.5);

    Tuple4 u;
    u.setValue(6.0, 7.0, 8.0, 9.0);
    CHECK(u[0] == 6.0 && u[1] == 7.0 && u[2] == 8.0 && u[3] == 9.0);
    u.setValue(f);
    CHECK(u == Tuple4(d));
    u[3] = 5.0;
    u.getValue(gf);
    u.getValue(gd);
    u.getValue(x, y, z, w);
    CHECK(gf[0] == 1.5f && gf[3] == 5.0f && gd[1] == 2.5 && gd[3] == 5.0);
    CHECK(x == 1.5 && y == 2.5 && z == 3.5 && w == 5.0);
    u.setValue(d);
    CHECK(u == Tuple4(f));
    const Tuple4 &fixed4 = u;
    CHECK(fixed4[2] == 3.5 && fixed4.getValue() == &u[0] && u.getValue() == &u[0]);

    std::ostringstream out;
    out << Tuple3(1.0, -2.5, 3.0) << '|' << Tuple4(1.0, 2.0, 3.0, 0.5);
    CHECK(out.str() == "1 -2.5 3|1 2 3 0.5");
}

static void testLayout() {
    CHECK(sizeof(Tuple3) == 24 && sizeof(Vector) == 24 && sizeof(Point) == 24);
    CHECK(sizeof(Tuple4) == 32 && sizeof(Quaternion) == 32 && sizeof(Matrix) == 72);
    Point points[2];
    points[0].setValue(1.0, 2.0, 3.0);
    points[1].setValue(4.0, 5.0, 6.0);
    const void *base = points; // as dtVertexBase takes it
    const double *numbers = static_cast<const double *>(base);
    for (int i = 0; i < 6; ++i) CHECK(numbers[i] == i + 1.0);
    const Matrix m(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0);
    numbers = m[0].getValue();
    CHECK(&m[1][0] == numbers + 3 && &m[2][2] == numbers + 8);
}

static void testVectorAssignment() {
    const double d[3] = {1.0, 2.0, 4.0};
    const float f[3] = {1.0f, 2.0f, 4.0f};
    Vector v(d);
    CHECK(v == Vector(f) && v == Vector(1.0, 2.0, 4.0));
    v += Vector(1.0, 1.0, 2.0);
    CHECK(v == Vector(2.0, 3.0, 6.0));
    v -= Vector(0.0, 1.0, 2.0);
    CHECK(v == Vector(2.0, 2.0, 4.0));
    v *= 3.0;
    CHECK(v == Vector(6.0, 6.0, 12.0));
    v /= 2.0;
    CHECK(v == Vector(3.0, 3.0, 6.0));
    v /= v[0];
    CHECK(v == Vector(1.0, 1.0, 2.0));
    ((v += v) *= 2.0) -= Vector(4.0, 0.0, 0.0);
    CHECK(v == Vector(0.0, 4.0, 8.0));
}

static void testVectorArithmetic() {
    const Vector a(1.0, 2.0, 3.0), b(-4.0, 5.0, 0.5);
    CHECK(a + b == Vector(-3.0, 7.0, 3.5) && a - b == Vector(5.0, -3.0, 2.5));
    CHECK(+a == a && -a == Vector(-1.0, -2.0, -3.0));
    CHECK(a * 2.0 == Vector(2.0, 4.0, 6.0) && 2.0 * a == a * 2.0 && a / 2.0 == Vector(0.5, 1.0, 1.5));
    CHECK(dot(a, b) == 7.5);
    CHECK(cross(Vector(1.0, 0.0, 0.0), Vector(0.0, 1.0, 0.0)) == Vector(0.0, 0.0, 1.0));
    CHECK(cross(Vector(0.0, 1.0, 0.0), Vector(0.0, 0.0, 1.0)) == Vector(1.0, 0.0, 0.0));
    CHECK(cross(a, b) == Vector(-14.0, -12.5, 13.0) && cross(b, a) == -cross(a, b));
    CHECK(triple(a, b, Vector(0.0, 0.0, 2.0)) == 26.0 && triple(b, a, Vector(0.0, 0.0, 2.0)) == -26.0);
}

static void testVectorLength() {
    const Vector v(2.0, -3.0, 6.0);
    CHECK(v.length2() == 49.0 && v.length() == 7.0 && length2(v) == 49.0 && length(v) == 7.0);
    CHECK(near(v.normalized(), Vector(2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0)) && v[0] == 2.0);
    Vector u(v);
    CHECK(&u.normalize() == &u && near(u.length(), 1.0) && u == v.normalized());
    CHECK(Vector(0.0, 0.0, 9e-11).approxZero() && !Vector(0.0, 0.0, 2e-10).approxZero());
    CHECK(approxZero(Vector(5e-11, -5e-11, 5e-11)) && !approxZero(v));
    CHECK(approxEqual(v, v + Vector(0.0, 5e-11, 0.0)) && !approxEqual(v, v + Vector(0.0, 5e-10, 0.0)));
}

static void testVectorDirections() {
    const double pi = std::acos(-1.0);
    const Vector x(1.0, 0.0, 0.0);
    CHECK(near(angle(x, Vector(0.0, 5.0, 0.0)), pi / 2.0) && near(angle(x, Vector(-2.0, 0.0, 0.0)), pi));
    CHECK(near(angle(Vector(3.0, 3.0, 0.0), 7.0 * x), pi / 4.0) && angle(x, x) == 0.0);
    CHECK(near(angle(x, Vector(1.0, 1e-9, 0.0)), 1e-9, 1e-20)); // an arccosine would say 0
    CHECK(Vector(-3.0, 2.0, 1.0).closestAxis() == 0 && Vector(1.0, -3.0, 2.0).closestAxis() == 1);
    CHECK(Vector(1.0, 2.0, -3.0).closestAxis() == 2 && Vector(2.0, 1.0, -3.0).closestAxis() == 2);
    CHECK(Vector(3.0, 1.0, -2.0).closestAxis() == 0 && Vector(2.0, -3.0, 1.0).closestAxis() == 1);
}

static void testVectorRandom() {
    const int n = 100000;
    Vector sum(0.0, 0.0, 0.0);
    double squares[3] = {0.0, 0.0, 0.0}, mixed = 0.0;
    int octants[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    std::srand(2);
    for (int i = 0; i < n; ++i) {
        const Vector v = Vector::random();
        CHECK(near(v.length(), 1.0));
        sum += v;
        for (int j = 0; j < 3; ++j) squares[j] += v[j] * v[j];
        mixed += v[0] * v[1];
        ++octants[(v[0] > 0.0) + 2 * (v[1] > 0.0) + 4 * (v[2] > 0.0)];
    }
    for (int j = 0; j < 3; ++j) {
        CHECK(std::fabs(sum[j] / n) < 0.01);
        CHECK(near(squares[j] / n, 1.0 / 3.0, 0.006));
    }
    CHECK(std::fabs(mixed / n) < 0.005);
    for (int k = 0; k < 8; ++k) CHECK(std::abs(octants[k] - n / 8) < 550);
}

static void testPoint() {
    const Point p(1.0, 2.0, 3.0), q(4.0, -2.0, 3.0);
    const Vector v(0.5, 1.5, -2.0);
    const double d[3] = {1.0, 2.0, 3.0};
    const float f[3] = {1.0f, 2.0f, 3.0f};
    CHECK(Point(d) == p && Point(f) == p && Point(Vector(d)) == p);
    const Point above = p + v, below = p - v;
    const Vector between = q - p;
    CHECK(above == Point(1.5, 3.5, 1.0) && below == Point(0.5, 0.5, 5.0) && between == Vector(3.0, -4.0, 0.0));
    CHECK(distance(p, q) == 5.0 && distance2(p, q) == 25.0 && distance(Vector(p), Vector(q)) == 5.0);
    CHECK(affine(p, q, 0.0) == p && affine(p, q, 1.0) == q && affine(p, q, 0.5) == Point(2.5, 0.0, 3.0));
    CHECK(near(affine(p, q, 2.0), Point(7.0, -6.0, 3.0)) && near(affine(p, q, -1.0), Point(-2.0, 6.0, 3.0)));
    CHECK(inf(p, q) == Point(1.0, -2.0, 3.0) && sup(p, q) == Point(4.0, 2.0, 3.0));
    Point r(p);
    r.setInf(q);
    CHECK(r == inf(p, q));
    r = p;
    r.setSup(q);
    CHECK(r == sup(p, q));
    r += v; // a Point is a Vector
    CHECK(r == Point(4.5, 3.5, 1.0) && dot(p, q) == 9.0 && p.length2() == 14.0);
}

static void testPointOrder() {
    const Point p(1.0, 2.0, 3.0);
    CHECK(!(p < p) && p < Point(2.0, 0.0, 0.0) && !(Point(2.0, 0.0, 0.0) < p));
    CHECK(p < Point(1.0, 3.0, 0.0) && !(Point(1.0, 3.0, 0.0) < p));
    CHECK(p < Point(1.0, 2.0, 4.0) && !(Point(1.0, 2.0, 4.0) < p));
    Point sorted[4] = {Point(2.0, 0.0, 0.0), Point(1.0, 2.0, 4.0), Point(1.0, 3.0, 0.0), p};
    std::sort(sorted, sorted + 4);
    CHECK(sorted[0] == p && sorted[1] == Point(1.0, 2.0, 4.0) && sorted[2] == Point(1.0, 3.0, 0.0));
}

static void testQuaternionAlgebra() {
    const Quaternion one(0.0, 0.0, 0.0, 1.0), i(1.0, 0.0, 0.0, 0.0), j(0.0, 1.0, 0.0, 0.0), k(0.0, 0.0, 1.0, 0.0);
    CHECK(i * j == k && j * k == i && k * i == j && j * i == -k && k * j == -i && i * k == -j);
    CHECK(i * i == -one && j * j == -one && k * k == -one && i * one == i && one * k == k);

    const float f[4] = {1.0f, 2.0f, 3.0f, 4.0f};
    const double d[4] = {1.0, 2.0, 3.0, 4.0};
    const Quaternion a(f), b(5.0, -6.0, 7.0, 2.0);
    CHECK(Quaternion(d) == a);
    CHECK(a + b == Quaternion(6.0, -4.0, 10.0, 6.0) && a - b == Quaternion(-4.0, 8.0, -4.0, 2.0));
    CHECK(a * 2.0 == Quaternion(2.0, 4.0, 6.0, 8.0) && 2.0 * a == a * 2.0 && a / 2.0 == Quaternion(0.5, 1.0, 1.5, 2.0));
    double product[4];
    hamilton(d, b.getValue(), product);
    CHECK(a * b == Quaternion(product));
    Quaternion q(a);
    CHECK((q += b) == a + b && (q -= b) == a && (q *= 2.0) == a * 2.0 && (q /= 2.0) == a);
    CHECK((q *= b) == a * b);
    q = a;
    CHECK((q *= q) == a * a); // aliased
    CHECK(dot(a, b) == 22.0 && a.length2() == 30.0 && near(a.length(), std::sqrt(30.0)));
    CHECK(length2(a) == 30.0 && length(a) == a.length());
    CHECK(near(a.normalized(), a / std::sqrt(30.0)) && a[0] == 1.0);
    q = a;
    CHECK(q.normalize() == a.normalized() && near(q.length(), 1.0));
    q = a;
    CHECK(q.conjugate() == Quaternion(-1.0, -2.0, -3.0, 4.0) && conjugate(a) == q && a[0] == 1.0);
    CHECK(near(a * conjugate(a), Quaternion(0.0, 0.0, 0.0, 30.0)));
    CHECK(near(a * a.inverse(), one) && near(a.inverse() * a, one) && inverse(a) == a.inverse());
    q = a;
    CHECK(q.invert() == a.inverse() && q == a.inverse());
}

static void testQuaternionRotation() {
    const double pi = std::acos(-1.0), h = std::sqrt(0.5);
    const Vector x(1.0, 0.0, 0.0), y(0.0, 1.0, 0.0), z(0.0, 0.0, 1.0);
    CHECK(near(Quaternion(x, pi / 2.0), Quaternion(h, 0.0, 0.0, h)));
    CHECK(near(Quaternion(7.0 * y, pi / 2.0), Quaternion(0.0, h, 0.0, h))); // any length of axis will do
    CHECK(near(Quaternion(z, pi), Quaternion(0.0, 0.0, 1.0, 0.0)));
    Quaternion q;
    q.setRotation(Vector(1.0, 2.0, 3.0), 0.7);
    CHECK(near(q.length(), 1.0) && q == Quaternion(Vector(1.0, 2.0, 3.0), 0.7));
    // Counter-clockwise, seen against the axis: about z, x goes to y.
    CHECK(near(rotated(Quaternion(z, pi / 2.0), x), y) && near(rotated(Quaternion(x, pi / 2.0), y), z));
    CHECK(near(rotated(Quaternion(y, pi / 2.0), z), x));
    // The product turns by its right factor first.
    const Quaternion both = Quaternion(y, pi / 2.0) * Quaternion(x, pi / 2.0);
    CHECK(near(rotated(both, y), x));
}

static void testQuaternionEuler() {
    const Vector x(1.0, 0.0, 0.0), y(0.0, 1.0, 0.0), z(0.0, 0.0, 1.0);
    CHECK(near(Quaternion(0.4, 0.0, 0.0), Quaternion(y, 0.4)));
    CHECK(near(Quaternion(0.0, 0.4, 0.0), Quaternion(x, 0.4)));
    CHECK(near(Quaternion(0.0, 0.0, 0.4), Quaternion(z, 0.4)));
    std::srand(3);
    for (int i = 0; i < 1000; ++i) {
        const double yaw = 10.0 * solid3d::rnd() - 5.0, pitch = 10.0 * solid3d::rnd() - 5.0;
        const double roll = 10.0 * solid3d::rnd() - 5.0;
        const Quaternion byParts = Quaternion(y, yaw) * Quaternion(x, pitch) * Quaternion(z, roll);
        CHECK(near(Quaternion(yaw, pitch, roll), byParts));
        // Roll first, then pitch, then yaw, one after the other.
        const Vector v = Vector::random(), rolled = rotated(Quaternion(z, roll), v);
        const Vector turned = rotated(Quaternion(y, yaw), rotated(Quaternion(x, pitch), rolled));
        Quaternion q;
        q.setEuler(yaw, pitch, roll);
        CHECK(near(rotated(q, v), turned));
    }
}

static void testQuaternionRandom() {
    // Uniform orientations carry any vector to a uniform direction, and turn by angles of density (1 - cos a) / pi.
    const int n = 100000;
    const double pi = std::acos(-1.0);
    Vector sum(0.0, 0.0, 0.0);
    double moments[4] = {0.0, 0.0, 0.0, 0.0};
    int small = 0, hemisphere = 0;
    std::srand(4);
    for (int i = 0; i < n; ++i) {
        const Quaternion q = Quaternion::random();
        CHECK(near(q.length(), 1.0));
        const Vector v = Matrix(q) * Vector(0.6, 0.0, 0.8);
        sum += v;
        hemisphere += v[2] > 0.5;
        for (int j = 0; j < 4; ++j) moments[j] += q[j] * q[j];
        small += 2.0 * std::acos(std::min(1.0, std::fabs(q[3]))) < pi / 2.0;
    }
    for (int j = 0; j < 3; ++j) CHECK(std::fabs(sum[j] / n) < 0.01);
    for (int j = 0; j < 4; ++j) CHECK(near(moments[j] / n, 0.25, 0.005));
    CHECK(near(hemisphere / double(n), 0.25, 0.008));
    CHECK(near(small / double(n), 0.5 - 1.0 / pi, 0.008));
}

static void testMatrixForms() {
    float f[16];
    double d[16];
    for (int i = 0; i < 16; ++i) d[i] = f[i] = static_cast<float>(i);
    const Matrix columns(0.0, 4.0, 8.0, 1.0, 5.0, 9.0, 2.0, 6.0, 10.0); // given by rows
    CHECK(Matrix(f) == columns && Matrix(d) == columns);
    Matrix m;
    m.setValue(f);
    CHECK(m == columns);
    m.setIdentity();
    CHECK(m == Matrix(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0) && m == Matrix(1.0, 1.0, 1.0));
    m.setValue(d);
    CHECK(m == columns && m != Matrix(1.0, 1.0, 1.0));
    CHECK(columns[0] == Vector(0.0, 4.0, 8.0) && columns[2][1] == 6.0);
    m[2][1] = 7.0;
    CHECK(m[2] == Vector(2.0, 7.0, 10.0) && m != columns);
    m.setScaling(2.0, 3.0, 4.0);
    CHECK(m == Matrix(2.0, 3.0, 4.0) && m * Vector(1.0, 1.0, 1.0) == Vector(2.0, 3.0, 4.0));
    float gf[16];
    double gd[16];
    for (int i = 0; i < 16; ++i) gd[i] = gf[i] = -1.0f;
    columns.getValue(gf);
    columns.getValue(gd);
    for (int i = 0; i < 16; ++i) {
        const double expected = i < 12 && i % 4 != 3 ? i : -1.0;
        CHECK(gd[i] == expected && gf[i] == static_cast<float>(expected));
    }
    std::ostringstream out;
    out << Matrix(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0);
    CHECK(out.str() == "1 2 3\n4 5 6\n7 8 9\n");
}

static void testMatrixRotation() {
    std::srand(5);
    for (int i = 0; i < 1000; ++i) {
        const Quaternion p = Quaternion::random(), q = Quaternion::random();
        const Vector v = Vector::random();
        const Matrix m(p);
        CHECK(near(m * v, rotated(p, v)));
        CHECK(near(v * m, rotated(conjugate(p), v)));
        CHECK(near(Matrix(p * q), m * Matrix(q)));
        CHECK(near(Matrix(p * (0.1 + 5.0 * solid3d::rnd())), m)); // any length of quaternion will do
        CHECK(near(Matrix(-p), m));
        CHECK(near(m.determinant(), 1.0) && near(m.inverse(), m.transpose()));
        Matrix set;
        set.setRotation(p);
        CHECK(set == m);
    }
}

static void testMatrixAlgebra() {
    const Matrix a(1.0, 2.0, 3.0, 0.0, 1.0, 4.0, 5.0, 6.0, 0.0), b(2.0, 0.0, 1.0, -1.0, 3.0, 0.0, 0.5, 1.0, -2.0);
    const Vector v(1.0, -1.0, 2.0);
    CHECK(a * v == Vector(5.0, 7.0, -1.0) && v * a == Vector(11.0, 13.0, -1.0));
    CHECK(a.tdot(0, v) == 11.0 && a.tdot(1, v) == 13.0 && a.tdot(2, v) == -1.0);
    CHECK(a * b == Matrix(1.5, 9.0, -5.0, 1.0, 7.0, -8.0, 4.0, 18.0, 5.0));
    Matrix m(a);
    m *= b;
    CHECK(m == a * b);
    m = a;
    m *= m; // aliased
    CHECK(m == Matrix(16.0, 22.0, 11.0, 20.0, 25.0, 4.0, 5.0, 16.0, 39.0));
    CHECK(a.transpose() == Matrix(1.0, 0.0, 5.0, 2.0, 1.0, 6.0, 3.0, 4.0, 0.0) && transpose(a) == a.transpose());
    CHECK(multTransposeLeft(a, b) == a.transpose() * b && a.transpose() * v == v * a);
    CHECK(a.determinant() == 1.0 && determinant(b) == -14.5);
    CHECK(a.adjoint() == Matrix(-24.0, 18.0, 5.0, 20.0, -15.0, -4.0, -5.0, 4.0, 1.0) && adjoint(a) == a.adjoint());
    CHECK(near(b * b.adjoint(), Matrix(-14.5, -14.5, -14.5)) && near(b.adjoint() * b, Matrix(-14.5, -14.5, -14.5)));
    CHECK(a.inverse() == a.adjoint()); // the determinant is 1
    CHECK(near(b * b.inverse(), Matrix(1.0, 1.0, 1.0)) && inverse(b) == b.inverse());
    const Matrix singular(1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 0.0, 1.0, 1.0);
    CHECK(singular.determinant() == 0.0 && singular * singular.adjoint() == Matrix(0.0, 0.0, 0.0));
    CHECK(b.absolute() == Matrix(2.0, 0.0, 1.0, 1.0, 3.0, 0.0, 0.5, 1.0, 2.0) && absolute(b) == b.absolute());
}

int main() {
    run("names", testNames);
    run("basic", testBasic);
    run("rnd", testRnd);
    run("tuples", testTuples);
    run("layout", testLayout);
    run("vector-assignment", testVectorAssignment);
    run("vector-arithmetic", testVectorArithmetic);
    run("vector-length", testVectorLength);
    run("vector-directions", testVectorDirections);
    run("vector-random", testVectorRandom);
    run("point", testPoint);
    run("point-order", testPointOrder);
    run("quaternion-algebra", testQuaternionAlgebra);
    run("quaternion-rotation", testQuaternionRotation);
    run("quaternion-euler", testQuaternionEuler);
    run("quaternion-random", testQuaternionRandom);
    run("matrix-forms", testMatrixForms);
    run("matrix-rotation", testMatrixRotation);
    run("matrix-algebra", testMatrixAlgebra);
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
