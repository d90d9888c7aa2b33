/* Shapes: simplices, polygons and polyhedra, degenerate in every way the contract allows. */
#include <time.h>

#include "kinds.h"

static DtShapeRef point;

/* OBJ(0) is the polytope under test. */
static void in(const char *name, double x, double y, double z)
{
    CHECK(name, probe_touches(OBJ(0), point, x, y, z));
}

static void out(const char *name, double x, double y, double z)
{
    CHECK(name, !probe_touches(OBJ(0), point, x, y, z));
}

static void make(DtPolyType type, int count, const double *vertices)
{
    DtShapeRef shape = probe_polytope(type, count, vertices);
    dtDeleteObject(OBJ(0));
    dtCreateObject(OBJ(0), shape);
    dtDeleteShape(shape); /* the object keeps it */
}

static void independent_simplices(void)
{
    static const double v[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4};

    CHECK_LINE("Shapes: simplices of 1 to 4 vertices");
    make(DT_SIMPLEX, 1, v);
    in("polytopes/simplex-of-one-vertex", 0, 0, 0);
    out("polytopes/simplex-of-one-vertex", 1e-9, 0, 0);
    make(DT_SIMPLEX, 2, v);
    in("polytopes/simplex-of-two-vertices", 0, 0, 0);
    in("polytopes/simplex-of-two-vertices", 3, 0, 0);
    in("polytopes/simplex-of-two-vertices", 4, 0, 0);
    out("polytopes/simplex-of-two-vertices", 4.0001, 0, 0);
    out("polytopes/simplex-of-two-vertices", 2, 1e-9, 0);
    make(DT_SIMPLEX, 3, v);
    in("polytopes/simplex-of-three-vertices", 1, 1, 0);
    in("polytopes/simplex-of-three-vertices", 2, 2, 0);
    out("polytopes/simplex-of-three-vertices", 2.0001, 2, 0);
    out("polytopes/simplex-of-three-vertices", 1, 1, 1e-9);
    make(DT_SIMPLEX, 4, v);
    in("polytopes/simplex-of-four-vertices", 1, 1, 1);
    in("polytopes/simplex-of-four-vertices", 0, 1, 1);
    out("polytopes/simplex-of-four-vertices", -1e-9, 1, 1);
    out("polytopes/simplex-of-four-vertices", 1.5, 1.5, 1.5);
}

/* Every simplex on the line y = z = 0 whose hull is [0, 4]: vertices at 0 or 4, and between. */
static void dependent_simplices(void)
{
    static const double ends[] = {0, 1, 4, 3};
    double v[12];
    int count, code, i;

    CHECK_LINE("Shapes: simplices affinely dependent, vertices repeated");
    for (count = 1; count <= 4; count++) {
        int codes = 1 << (2 * count);
        for (code = 0; code < codes; code++) {
            double low = 5.0;
            double high = -1.0;
            for (i = 0; i < count; i++) {
                double x = ends[(code >> (2 * i)) & 3];
                v[3 * i] = x;
                v[3 * i + 1] = 7.0;
                v[3 * i + 2] = -2.0;
                low = x < low ? x : low;
                high = x > high ? x : high;
            }
            make(DT_SIMPLEX, count, v);
            check_case("%d vertices on a line, code %d", count, code);
            in("polytopes/dependent-simplex-on-a-line", low, 7, -2);
            in("polytopes/dependent-simplex-on-a-line", high, 7, -2);
            in("polytopes/dependent-simplex-on-a-line", 0.5 * (low + high), 7, -2);
            out("polytopes/dependent-simplex-on-a-line", low - 1e-6, 7, -2);
            out("polytopes/dependent-simplex-on-a-line", high + 1e-6, 7, -2);
            out("polytopes/dependent-simplex-on-a-line", 0.5 * (low + high), 7 + 1e-6, -2);
        }
    }
    {
        /* Four in a plane: convex position, one inside the triangle of the others, one on an edge, one twice. */
        static const double square[] = {0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0};
        static const double crossed[] = {0, 0, 0, 4, 4, 0, 4, 0, 0, 0, 4, 0};
        static const double inner[] = {0, 0, 0, 4, 0, 0, 1, 1, 0, 0, 4, 0};
        static const double edge[] = {0, 0, 0, 4, 0, 0, 2, 2, 0, 0, 4, 0};
        static const double twice[] = {0, 0, 0, 4, 0, 0, 4, 0, 0, 0, 4, 0};
        const double *cases[5];
        cases[0] = square;
        cases[1] = crossed;
        cases[2] = inner;
        cases[3] = edge;
        cases[4] = twice;
        for (i = 0; i < 5; i++) {
            check_case("planar tetrahedron %d", i);
            make(DT_SIMPLEX, 4, cases[i]);
            in("polytopes/dependent-simplex-in-a-plane", 1, 1, 0);
            in("polytopes/dependent-simplex-in-a-plane", 1.5, 2, 0);
            in("polytopes/dependent-simplex-in-a-plane", 0, 3, 0);
            out("polytopes/dependent-simplex-in-a-plane", 1, 1, 1e-6);
            out("polytopes/dependent-simplex-in-a-plane", -1e-6, 3, 0);
            if (i < 2) {
                in("polytopes/dependent-simplex-in-a-plane", 3, 3, 0);
            } else {
                out("polytopes/dependent-simplex-in-a-plane", 3, 3, 0);
            }
        }
    }
}

static void large_simplices(void)
{
    static const double cube[] = {-1, -1, -1, 1,  -1, -1, -1, 1, -1, 1, 1, -1,
                                  -1, -1, 1,  1,  -1, 1,  -1, 1, 1,  1, 1, 1};
    double repeated[16 * 3];

    CHECK_LINE("Shapes: more than four vertices in a simplex, or repeated ones, mean their hull");
    make(DT_SIMPLEX, 8, cube);
    in("polytopes/simplex-of-eight-vertices-is-their-hull", 0.9, -0.9, 0.9);
    in("polytopes/simplex-of-eight-vertices-is-their-hull", 0, 0, 0);
    out("polytopes/simplex-of-eight-vertices-is-their-hull", 1.0001, 0, 0);
    memcpy(repeated, cube, sizeof cube);
    memcpy(repeated + 24, cube, sizeof cube);
    make(DT_SIMPLEX, 16, repeated);
    in("polytopes/simplex-with-repeated-vertices-is-their-hull", 0.9, 0.9, -0.9);
    out("polytopes/simplex-with-repeated-vertices-is-their-hull", 0, 1.0001, 0);
}

/* Vertices of a regular n-gon of radius 2 in the frame (u, v) at the origin; `bump` moves every other one
   off the plane along w; `step` 1 or -1 is the winding; every vertex is given `times` times, and when
   `middles` is set the middle of each edge too. */
static int polygon(double *out_vertices, int n, int step, int times, int middles, double bump,
                   double frame[3][3])
{
    int i, t, k;
    int count = 0;
    for (i = 0; i < n; i++) {
        int half;
        for (half = 0; half <= middles; half++) {
            double a0 = 2.0 * 3.14159265358979324 * (step * i) / n;
            double a1 = 2.0 * 3.14159265358979324 * (step * (i + 1)) / n;
            double x = half ? cos(a0) + cos(a1) : 2.0 * cos(a0);
            double y = half ? sin(a0) + sin(a1) : 2.0 * sin(a0);
            double z = i % 2 && !half ? bump : 0.0;
            for (t = 0; t < times; t++) {
                for (k = 0; k < 3; k++) {
                    out_vertices[3 * count + k] = x * frame[0][k] + y * frame[1][k] + z * frame[2][k];
                }
                count++;
            }
        }
    }
    return count;
}

static void at(double *p, double x, double y, double z, double frame[3][3])
{
    int k;
    for (k = 0; k < 3; k++) {
        p[k] = x * frame[0][k] + y * frame[1][k] + z * frame[2][k];
    }
}

/* Probes with a sphere of radius 1e-3: inside up to 0.98 of the inner radius, outside from 1.02 of the outer
   one, and 0.01 off the plane. The bump of 1e-5 is well below the probe's radius. */
static void polygons(void)
{
    static double vertices[3 * 200];
    double frame[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    DtShapeRef small = dtSphere(1e-3);
    int oblique, n, step, times, middles, bumped, s;

    CHECK_LINE("Shapes: polygons of either winding; repeated, collinear, slightly non-planar vertices");
    for (oblique = 0; oblique < 2; oblique++) {
        if (oblique) {
            /* An orthonormal frame with no zero in it. */
            static const double rows[3][3] = {{2.0 / 3, 2.0 / 3, 1.0 / 3}, {-2.0 / 3, 1.0 / 3, 2.0 / 3},
                                              {1.0 / 3, -2.0 / 3, 2.0 / 3}};
            memcpy(frame, rows, sizeof rows);
        }
        for (n = 3; n <= 24; n += 7) {
            for (step = -1; step <= 1; step += 2) {
                for (times = 1; times <= 3; times++) {
                    for (middles = 0; middles <= 1; middles++) {
                        for (bumped = 0; bumped <= 1; bumped++) {
                            double inner = 2.0 * cos(3.14159265358979324 / n);
                            double p[3];
                            int count = polygon(vertices, n, step, times, middles, bumped ? 1e-5 : 0.0, frame);
                            make(DT_POLYGON, count, vertices);
                            for (s = 0; s < 12; s++) {
                                double angle = 0.5236 * s + 0.1;
                                double r = inner * 0.98 * sqrt((s + 0.5) / 12.0);
                                check_case("oblique %d, %d-gon, winding %d, times %d, middles %d, bump %d, sample %d",
                                           oblique, n, step, times, middles, bumped, s);
                                at(p, r * cos(angle), r * sin(angle), 0.0, frame);
                                CHECK("polytopes/polygon-inside-points-hit",
                                      probe_touches(OBJ(0), small, p[0], p[1], p[2]));
                                at(p, 2.04 * cos(angle), 2.04 * sin(angle), 0.0, frame);
                                CHECK("polytopes/polygon-outside-points-miss",
                                      !probe_touches(OBJ(0), small, p[0], p[1], p[2]));
                                at(p, r * cos(angle), r * sin(angle), s % 2 ? 0.01 : -0.01, frame);
                                CHECK("polytopes/polygon-points-off-its-plane-miss",
                                      !probe_touches(OBJ(0), small, p[0], p[1], p[2]));
                            }
                        }
                    }
                }
            }
        }
    }
    dtDeleteShape(small);
}

static void degenerate_polygons(void)
{
    static const double same[] = {1, 2, 3, 1, 2, 3, 1, 2, 3};
    static const double line[] = {0, 0, 0, 1, 0, 0, 4, 0, 0, 2, 0, 0};
    static const double back[] = {0, 0, 0, 4, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0};

    CHECK_LINE("Shapes: polygons of collinear or equal vertices");
    make(DT_POLYGON, 1, same);
    in("polytopes/polygon-of-one-point", 1, 2, 3);
    out("polytopes/polygon-of-one-point", 1, 2, 3.0001);
    make(DT_POLYGON, 3, same);
    in("polytopes/polygon-of-one-point", 1, 2, 3);
    out("polytopes/polygon-of-one-point", 1.0001, 2, 3);
    make(DT_POLYGON, 2, line);
    in("polytopes/polygon-on-a-line", 0.5, 0, 0);
    make(DT_POLYGON, 4, line);
    in("polytopes/polygon-on-a-line", 3.5, 0, 0);
    out("polytopes/polygon-on-a-line", 3.5, 1e-6, 0);
    make(DT_POLYGON, 5, back);
    in("polytopes/polygon-on-a-line", 3.5, 0, 0);
    out("polytopes/polygon-on-a-line", 4.0001, 0, 0);
}

static void polyhedra(void)
{
    static double v[3 * 400];
    int count = 0;
    int i, j, k;

    CHECK_LINE("Shapes: polyhedra may list interior and duplicate points");
    for (i = -2; i <= 2; i++) {
        for (j = -2; j <= 2; j++) {
            for (k = -2; k <= 2; k++) {
                v[3 * count] = 0.5 * i;
                v[3 * count + 1] = 0.5 * j;
                v[3 * count + 2] = 0.5 * k;
                count++;
            }
        }
    }
    memcpy(v + 3 * count, v, sizeof(double) * 3 * count);
    make(DT_POLYHEDRON, 2 * count, v);
    in("polytopes/polyhedron-with-interior-and-duplicate-points", 0, 0, 0);
    in("polytopes/polyhedron-with-interior-and-duplicate-points", 0.99, 0.99, -0.99);
    in("polytopes/polyhedron-with-interior-and-duplicate-points", 1, 1, 1);
    in("polytopes/polyhedron-with-interior-and-duplicate-points", -1, 0.3, 0.2);
    out("polytopes/polyhedron-with-interior-and-duplicate-points", -1.000001, 0.3, 0.2);

    CHECK_LINE("Shapes: polyhedra flat, on a line, of one point");
    for (i = 0; i < count; i++) {
        v[3 * i + 2] = 3.0;
    }
    make(DT_POLYHEDRON, count, v);
    in("polytopes/polyhedron-flat", 0.9, -0.9, 3);
    in("polytopes/polyhedron-flat", 1, 0.1, 3);
    out("polytopes/polyhedron-flat", 0.9, -0.9, 3.000001);
    out("polytopes/polyhedron-flat", 1.000001, 0, 3);
    for (i = 0; i < count; i++) {
        v[3 * i + 1] = -v[3 * i];
    }
    make(DT_POLYHEDRON, count, v);
    in("polytopes/polyhedron-on-a-line", 0.75, -0.75, 3);
    in("polytopes/polyhedron-on-a-line", 1, -1, 3);
    out("polytopes/polyhedron-on-a-line", 0.75, -0.74, 3);
    for (i = 0; i < count; i++) {
        v[3 * i] = v[3 * i + 1] = 1.0;
    }
    make(DT_POLYHEDRON, count, v);
    in("polytopes/polyhedron-of-one-point", 1, 1, 3);
    out("polytopes/polyhedron-of-one-point", 1, 1.000001, 3);
}

/* n points on the unit sphere in a spiral: their hull holds every point below cos(covering angle) and none
   above 1. */
static DtShapeRef ball(int n)
{
    static double v[3 * 2000];
    int i;
    for (i = 0; i < n; i++) {
        double y = 1.0 - 2.0 * (i + 0.5) / n;
        double r = sqrt(1.0 - y * y);
        double a = 2.39996322972865332 * i;
        v[3 * i] = r * cos(a);
        v[3 * i + 1] = y;
        v[3 * i + 2] = r * sin(a);
    }
    return probe_polytope(DT_POLYHEDRON, n, v);
}

static void large_polyhedra(void)
{
    static const int sizes[] = {64, 500, 2000};
    static const double inner[] = {0.85, 0.98, 0.99};
    int i, s;

    CHECK_LINE("Shapes: polyhedra of many vertices");
    for (i = 0; i < 3; i++) {
        DtShapeRef shape = ball(sizes[i]);
        dtDeleteObject(OBJ(0));
        dtCreateObject(OBJ(0), shape);
        for (s = 0; s < 300; s++) {
            double d[3], l;
            d[0] = probe_between(-1, 1);
            d[1] = probe_between(-1, 1);
            d[2] = probe_between(-1, 1);
            l = probe_length(d);
            check_case("%d vertices, direction (%g, %g, %g)", sizes[i], d[0] / l, d[1] / l, d[2] / l);
            in("polytopes/large-polyhedra", inner[i] * d[0] / l, inner[i] * d[1] / l, inner[i] * d[2] / l);
            out("polytopes/large-polyhedra", 1.001 * d[0] / l, 1.001 * d[1] / l, 1.001 * d[2] / l);
        }
        dtDeleteObject(OBJ(0));
        dtDeleteShape(shape);
    }
}

/* Processor time of many tests of two balls of n vertices that circle each other; the best of three. */
static double pair_seconds(int n)
{
    DtShapeRef shape = ball(n);
    double best = 1e30;
    int run, i;
    dtCreateObject(OBJ(0), shape);
    dtCreateObject(OBJ(1), shape);
    probe_default(DT_SIMPLE_RESPONSE);
    for (run = 0; run < 3; run++) {
        clock_t start = clock();
        double seconds;
        for (i = 0; i < 4000; i++) {
            double a = 0.7 * i;
            probe_place(OBJ(1), 1.99 * cos(a), 1.4 * sin(0.3 * a), 1.99 * sin(a));
            probe_test();
        }
        seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        best = seconds < best ? seconds : best;
    }
    probe_reset();
    dtDeleteShape(shape);
    return best;
}

/* A hundred times the vertices: linear support points would cost nearly a hundred times as much (the original:
   63 times); local search costs a few times. 20 leaves room for cold caches and busy machines. */
static void support_is_sublinear(void)
{
    double small = pair_seconds(20);
    double large = pair_seconds(2000);
    CHECK_LINE("Shapes: a polyhedron's support point costs sub-linearly in its vertices");
    check_case("20 vertices %g s, 2000 vertices %g s", small, large);
    CHECK("polytopes/support-cost-is-sublinear", large < 20.0 * (small + 1e-4));
}

int main(void)
{
    point = dtSphere(0.0);
    independent_simplices();
    dependent_simplices();
    large_simplices();
    polygons();
    degenerate_polygons();
    polyhedra();
    large_polyhedra();
    support_is_sublinear();
    probe_reset();
    dtDeleteShape(point);
    return check_finish();
}
