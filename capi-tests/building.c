/* Complex shapes of many parts: how building scales, and that it does not recurse deeply. */
#include <time.h>

#include "probe.h"

/* A strip of n triangles by value that share vertices, as a loader of meshes emits them. */
static double build_seconds(int n, DtShapeRef *shape)
{
    clock_t start = clock();
    int i;
    *shape = dtNewComplexShape();
    for (i = 0; i < n; i++) {
        dtBegin(DT_SIMPLEX);
        dtVertex(i, 0.0, 0.0);
        dtVertex(i + 1, 0.0, 0.0);
        dtVertex(i, 1.0, 0.0);
        dtEnd();
    }
    dtEndComplexShape();
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* Eight times the triangles: n log n costs about ten times as much, a quadratic build 64 times. */
static void by_value_is_not_quadratic(void)
{
    DtShapeRef point = dtSphere(0.0);
    DtShapeRef small, large;
    double few, many;

    CHECK_LINE("Complex: building n vertices by value costs O(n log n) at worst");
    few = build_seconds(20000, &small);
    many = build_seconds(160000, &large);
    check_case("20000 triangles %g s, 160000 triangles %g s", few, many);
    CHECK("building/by-value-is-not-quadratic", many < 30.0 * (few + 1e-3));
    dtCreateObject(OBJ(0), large);
    CHECK("building/by-value-strip-is-right", probe_touches(OBJ(0), point, 100000.25, 0.25, 0.0));
    CHECK("building/by-value-strip-is-right", probe_touches(OBJ(0), point, 159999.25, 0.25, 0.0));
    CHECK("building/by-value-strip-is-right", !probe_touches(OBJ(0), point, 100000.75, 0.75, 0.0));
    probe_reset();
    dtDeleteShape(point);
    dtDeleteShape(small);
    dtDeleteShape(large);
}

/* All vertices at one place, or each half as far out as the one before: no split at the middle ever balances.
   A recursion over such a tree is a million calls deep, or a thousand. */
static void a_million_polytopes(int clustered)
{
    enum { N = 1000000 };
    double *v = (double *)malloc(3 * sizeof(double) * (size_t)N);
    DtShapeRef point = dtSphere(0.0);
    DtShapeRef shape;
    double x = 1.0;
    int i;

    CHECK_LINE("Complex: a million polytopes build without deep recursion");
    check_case("clustered %d", clustered);
    if (v == NULL) {
        abort();
    }
    for (i = 0; i < N; i++) {
        v[3 * i] = x;
        v[3 * i + 1] = 2.0;
        v[3 * i + 2] = 3.0;
        if (!clustered) {
            x = i < 1000 ? x / 2.0 : x;
        }
    }
    shape = dtNewComplexShape();
    dtVertexBase(v);
    for (i = 0; i < N; i++) {
        dtVertexRange(DT_SIMPLEX, (DtIndex)i, 1);
    }
    dtEndComplexShape();
    free(v);
    dtCreateObject(OBJ(0), shape);
    CHECK("building/a-million-polytopes", probe_touches(OBJ(0), point, 1.0, 2.0, 3.0));
    CHECK("building/a-million-polytopes", !probe_touches(OBJ(0), point, 1.0, 2.0, 3.0001));
    if (!clustered) {
        CHECK("building/a-million-polytopes", probe_touches(OBJ(0), point, 1.0 / 1024.0, 2.0, 3.0));
        CHECK("building/a-million-polytopes", !probe_touches(OBJ(0), point, 0.75, 2.0, 3.0));
    }
    probe_reset();
    dtDeleteShape(shape);
    dtDeleteShape(point);
}

/* A torus of 50 x 50 quads against itself and against a probe: a mesh of the size clients use. */
static void a_torus(void)
{
    enum { N = 50 };
    static double v[N * N * 3];
    const double tau = 6.28318530717958648;
    DtShapeRef torus, ball;
    int i, j;

    CHECK_LINE("The real clients: two tori of 50 x 50 quads (radii 10 and 2)");
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++) {
            double rho = 10.0 + 2.0 * cos(tau * j / N);
            v[3 * (N * i + j)] = rho * cos(tau * i / N);
            v[3 * (N * i + j) + 1] = 2.0 * sin(tau * j / N);
            v[3 * (N * i + j) + 2] = rho * sin(tau * i / N);
        }
    }
    torus = dtNewComplexShape();
    dtVertexBase(v);
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++) {
            DtIndex quad[4];
            quad[0] = (DtIndex)(N * i + j);
            quad[1] = (DtIndex)(N * i + (j + 1) % N);
            quad[2] = (DtIndex)(N * ((i + 1) % N) + (j + 1) % N);
            quad[3] = (DtIndex)(N * ((i + 1) % N) + j);
            dtVertexIndices(DT_POLYGON, 4, quad);
        }
    }
    dtEndComplexShape();
    /* The tube is hollow: a ball of 1 on its circle misses, a ball of 2.1 hits; in the hole 7.9 misses. */
    ball = dtSphere(1.0);
    CHECK("building/torus-of-2500-quads", !probe_pair(torus, 0, 0, 0, ball, 10, 0, 0));
    CHECK("building/torus-of-2500-quads", !probe_pair(torus, 0, 0, 0, ball, 6.5, 0, 0));
    CHECK("building/torus-of-2500-quads", probe_pair(torus, 0, 0, 0, ball, 7.5, 0, 0));
    dtDeleteShape(ball);
    ball = dtSphere(2.1);
    CHECK("building/torus-of-2500-quads", probe_pair(torus, 0, 0, 0, ball, -10, 0, 0));
    dtDeleteShape(ball);
    /* Torus against torus: linked side by side they overlap, at 24.1 apart along x they do not, stacked 4.1
       apart they do not, 3.9 they do. */
    CHECK("building/torus-against-torus", probe_pair(torus, 0, 0, 0, torus, 23.9, 0, 0));
    CHECK("building/torus-against-torus", !probe_pair(torus, 0, 0, 0, torus, 24.1, 0, 0));
    CHECK("building/torus-against-torus", !probe_pair(torus, 0, 0, 0, torus, 0, 4.1, 0));
    CHECK("building/torus-against-torus", probe_pair(torus, 0, 0, 0, torus, 0, 3.9, 0));
    dtDeleteShape(torus);
}

/* The hull of 200 points deforms: doubled, flattened, one spike, and with every point but a few inside. */
static void deforming_polyhedron(void)
{
    enum { N = 200 };
    static double v[3 * N], w[3 * N];
    DtShapeRef point = dtSphere(0.0);
    DtShapeRef shape;
    int i, turn;
    for (i = 0; i < N; i++) {
        double y = 1.0 - 2.0 * (i + 0.5) / N;
        double r = sqrt(1.0 - y * y);
        v[3 * i] = r * cos(2.39996322972865332 * i);
        v[3 * i + 1] = y;
        v[3 * i + 2] = r * sin(2.39996322972865332 * i);
    }
    shape = dtNewComplexShape();
    dtVertexBase(v);
    dtVertexRange(DT_POLYHEDRON, 0, N);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), shape);
    CHECK_LINE("Complex: dtChangeVertexBase of a polyhedron: another hull");
    for (turn = 0; turn < 3; turn++) {
        check_case("turn %d", turn);
        CHECK("building/deformed-polyhedron", probe_touches(OBJ(0), point, 0.0, 0.9, 0.0));
        CHECK("building/deformed-polyhedron", !probe_touches(OBJ(0), point, 1.1, 0.0, 0.0));
        for (i = 0; i < 3 * N; i++) {
            w[i] = 2.0 * v[i];
        }
        dtChangeVertexBase(shape, w); /* doubled */
        CHECK("building/deformed-polyhedron", probe_touches(OBJ(0), point, 1.8, 0.0, 0.0));
        CHECK("building/deformed-polyhedron", !probe_touches(OBJ(0), point, 2.1, 0.0, 0.0));
        w[3 * 77] = 9.0;
        w[3 * 77 + 1] = w[3 * 77 + 2] = 0.0;
        dtChangeVertexBase(shape, w); /* a spike to x = 9 */
        CHECK("building/deformed-polyhedron", probe_touches(OBJ(0), point, 8.9, 0.0, 0.0));
        CHECK("building/deformed-polyhedron", !probe_touches(OBJ(0), point, 8.0, 1.0, 0.0));
        for (i = 0; i < N; i++) {
            w[3 * i + 2] = 0.0;
        }
        dtChangeVertexBase(shape, w); /* flat in z = 0 */
        CHECK("building/deformed-polyhedron", probe_touches(OBJ(0), point, 1.8, 0.0, 0.0));
        CHECK("building/deformed-polyhedron", !probe_touches(OBJ(0), point, 1.8, 0.0, 1e-6));
        for (i = 0; i < N; i++) {
            double l = i < 8 ? 5.0 : 0.1; /* eight corners of a cube, the others deep inside */
            w[3 * i] = i < 8 ? (i & 1 ? l : -l) : l * v[3 * i];
            w[3 * i + 1] = i < 8 ? (i & 2 ? l : -l) : l * v[3 * i + 1];
            w[3 * i + 2] = i < 8 ? (i & 4 ? l : -l) : l * v[3 * i + 2];
        }
        dtChangeVertexBase(shape, w);
        CHECK("building/deformed-polyhedron", probe_touches(OBJ(0), point, 4.9, -4.9, 4.9));
        CHECK("building/deformed-polyhedron", !probe_touches(OBJ(0), point, 5.1, 0.0, 0.0));
        dtChangeVertexBase(shape, v);
    }
    probe_reset();
    dtDeleteShape(shape);
    dtDeleteShape(point);
}

int main(void)
{
    deforming_polyhedron();
    by_value_is_not_quadratic();
    a_million_polytopes(1);
    a_million_polytopes(0);
    a_torus();
    return check_finish();
}
