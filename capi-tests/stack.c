/* A stack of ten boxes on a floor of triangles, by sequential impulses (Catto 2005): it stands a minute, or as many seconds as are given.
   A box on the other side of a triangle's edge than its neighbours, or pushed aside by one, brings it down. */
#include "probe.h"

#define BOXES 10
#define MOST 32
#define SIDE 20

/* Cubes of side 1 and mass 1. */
#define INVERSE_MASS 1.0
#define INVERSE_INERTIA 6.0
#define FRICTION 0.6

typedef struct Body {
    double at[3], turn[4], velocity[3], spin[3];
} Body;

typedef struct Constraint {
    int first, second; /* of the floor -1 */
    double arms[2][3], directions[3][3], bias, impulses[3];
} Constraint;

static Body bodies[BOXES];
static Constraint constraints[BOXES * MOST];
static int count;

static void cross(const double *a, const double *b, double *result)
{
    result[0] = a[1] * b[2] - a[2] * b[1];
    result[1] = a[2] * b[0] - a[0] * b[2];
    result[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The velocity of the first body relative to the second along a direction, and the mass that an impulse along it moves. */
static double velocity(const Constraint *of, const double *direction, double *mass)
{
    double arm[3], sum = 0, inverse = 0;
    int side;
    for (side = 0; side < 2; ++side) {
        int body = side ? of->second : of->first;
        if (body < 0) continue;
        cross(of->arms[side], direction, arm);
        sum += (side ? -1 : 1) * (dot(bodies[body].velocity, direction) + dot(bodies[body].spin, arm));
        inverse += INVERSE_MASS + INVERSE_INERTIA * dot(arm, arm);
    }
    *mass = 1 / inverse;
    return sum;
}

static void apply(const Constraint *of, const double *direction, double impulse)
{
    double arm[3];
    int side, k;
    for (side = 0; side < 2; ++side) {
        int body = side ? of->second : of->first;
        double by = side ? -impulse : impulse;
        if (body < 0) continue;
        cross(of->arms[side], direction, arm);
        for (k = 0; k < 3; ++k) {
            bodies[body].velocity[k] += INVERSE_MASS * by * direction[k];
            bodies[body].spin[k] += INVERSE_INERTIA * by * arm[k];
        }
    }
}

static void solve(Constraint *of)
{
    int k;
    for (k = 2; k >= 0; --k) { /* friction, then the normal */
        double mass, before = of->impulses[k], most = FRICTION * of->impulses[0];
        double change = -velocity(of, of->directions[k], &mass) + (k ? 0 : of->bias), now;
        now = before + mass * change;
        if (k == 0) now = now < 0 ? 0 : now;
        else now = now < -most ? -most : now > most ? most : now;
        of->impulses[k] = now;
        apply(of, of->directions[k], now - before);
    }
}

static void collect(int body, double step)
{
    DtContact found[MOST];
    int other = body - 1, k;
    DtCount n = dtGetContacts(OBJ(body), other < 0 ? OBJ(BOXES) : OBJ(other), found, MOST), i;
    for (i = 0; i < n && i < MOST; ++i) {
        Constraint *of = &constraints[count++];
        double axis[3] = {1, 0, 0}, length;
        memset(of, 0, sizeof *of);
        of->first = body, of->second = other;
        for (k = 0; k < 3; ++k) {
            double middle = (found[i].point1[k] + found[i].point2[k]) / 2;
            of->arms[0][k] = middle - bodies[body].at[k];
            of->arms[1][k] = other < 0 ? 0 : middle - bodies[other].at[k];
            of->directions[0][k] = found[i].normal[k];
        }
        cross(found[i].normal, axis, of->directions[1]);
        length = sqrt(dot(of->directions[1], of->directions[1]));
        for (k = 0; k < 3; ++k) of->directions[1][k] /= length;
        cross(found[i].normal, of->directions[1], of->directions[2]);
        of->bias = found[i].depth > 0.001 ? 0.2 / step * (found[i].depth - 0.001) : 0;
    }
}

static void move(Body *body, double step)
{
    double *w = body->spin, *q = body->turn, change[4], length;
    int k;
    change[0] = w[0] * q[3] + w[1] * q[2] - w[2] * q[1];
    change[1] = w[1] * q[3] + w[2] * q[0] - w[0] * q[2];
    change[2] = w[2] * q[3] + w[0] * q[1] - w[1] * q[0];
    change[3] = -dot(w, q);
    for (k = 0; k < 3; ++k) body->at[k] += step * body->velocity[k];
    for (k = 0; k < 4; ++k) q[k] += 0.5 * step * change[k];
    length = sqrt(dot(q, q) + q[3] * q[3]);
    for (k = 0; k < 4; ++k) q[k] /= length;
}

static void frame(double step)
{
    int i, round;
    count = 0;
    for (i = 0; i < BOXES; ++i) {
        Body *body = &bodies[i];
        body->velocity[1] -= 9.81 * step;
        dtSelectObject(OBJ(i)), dtLoadIdentity();
        dtTranslate(body->at[0], body->at[1], body->at[2]);
        dtRotate(body->turn[0], body->turn[1], body->turn[2], body->turn[3]);
    }
    for (i = 0; i < BOXES; ++i) collect(i, step);
    for (round = 0; round < 60; ++round)
        for (i = 0; i < count; ++i) solve(&constraints[i]);
    for (i = 0; i < BOXES; ++i) move(&bodies[i], step);
}

static DtShapeRef make_floor(void)
{
    static double corners[(SIDE + 1) * (SIDE + 1)][3];
    DtShapeRef shape = dtNewComplexShape();
    DtIndex i, k;
    for (i = 0; i <= SIDE; ++i)
        for (k = 0; k <= SIDE; ++k) {
            double *corner = corners[i * (SIDE + 1) + k];
            corner[0] = i - SIDE / 2.0 + probe_between(-0.3, 0.3);
            corner[2] = k - SIDE / 2.0 + probe_between(-0.3, 0.3);
        }
    dtVertexBase(corners);
    for (i = 0; i < SIDE; ++i)
        for (k = 0; k < SIDE; ++k) {
            DtIndex at = i * (SIDE + 1) + k, one[3], other[3];
            one[0] = at, one[1] = other[1] = at + 1, one[2] = other[0] = at + SIDE + 1, other[2] = at + SIDE + 2;
            dtVertexIndices(DT_SIMPLEX, 3, one), dtVertexIndices(DT_SIMPLEX, 3, other);
        }
    dtEndComplexShape();
    return shape;
}

int main(int argc, char **argv)
{
    DtShapeRef box = dtBox(1, 1, 1);
    double step = 1.0 / 120, time = 0, seconds = argc > 1 ? atof(argv[1]) : 60, lowest = 9, aside;
    int i;
    CHECK_LINE("Surfaces: a stack of ten boxes stands on a floor of triangles");
    dtCreateObject(OBJ(BOXES), make_floor());
    for (i = 0; i < BOXES; ++i) {
        dtCreateObject(OBJ(i), box);
        bodies[i].at[0] = 0.3 + 0.02 * (i * 7 % 5 - 2);
        bodies[i].at[1] = 0.5 + i;
        bodies[i].at[2] = -0.2 + 0.02 * (i * 3 % 5 - 2);
        bodies[i].turn[3] = 1;
    }
    for (; time < seconds; time += step) {
        frame(step);
        lowest = bodies[BOXES - 1].at[1] < lowest ? bodies[BOXES - 1].at[1] : lowest;
    }
    aside = fabs(bodies[BOXES - 1].at[0] - bodies[0].at[0]) + fabs(bodies[BOXES - 1].at[2] - bodies[0].at[2]);
    CHECK("surfaces/stack-stands", lowest > 8.9 && fabs(bodies[BOXES - 1].at[1] - 9.49) < 0.02 && aside < 0.5);
    CHECK("surfaces/stack-on-the-floor", fabs(bodies[0].at[1] - 0.4985) < 0.01);
    CHECK_INT("surfaces/stack-errors", dtGetError(), DT_NO_ERROR);
    return check_finish();
}
