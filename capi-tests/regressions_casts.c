/*
 * Geometries and usages of casts and rays that broke other libraries, each under the number it has in that library's
 * tracker: the name of a check is `regression/<library>-<issue>-<what>`.
 */
#include "probe.h"

static DtScalar *vec(DtVector v, DtScalar x, DtScalar y, DtScalar z)
{
    v[0] = x;
    v[1] = y;
    v[2] = z;
    return v;
}

static int all_finite(const DtScalar *v)
{
    return v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0;
}

/* The contact of a ball that falls on a box is as sharp as that of one nearby, and so is its normal. */
static void normals(void)
{
    int i;
    double time;
    DtVector m, p, n;
    DtShapeRef box = dtBox(20, 2, 20);
    DtShapeRef ball = dtSphere(0.5);
    DtShapeRef small = dtBox(1, 1, 1);
    CHECK_LINE("normals");
    for (i = 0; i < 200; i++) {
        double x = 0.037 * i - 4, z = 0.9 * x * x - 3;
        probe_create(OBJ(0), box, 0, 0, 0);
        probe_create(OBJ(1), i % 2 != 0 ? ball : small, x, 3, z < 9 ? z : 9);
        time = dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, 0.1 * x, -3, 0), p, n);
        CHECK_NEAR("regression/parry-193-normals-of-a-cast", time, 0.5, 1e-9);
        CHECK_VECTOR("regression/parry-193-normals-of-a-cast", n, 0, -1, 0, 1e-5);
        CHECK("regression/bullet-596-point-on-both", fabs(p[1] - 1) < 1e-6 && fabs(p[0] - 1.05 * x) <= 0.5 + 1e-6);
        time = dtRayCastObject(OBJ(0), vec(m, x, 3, z < 9 ? z : 9), vec(p, x, -1, 0), p, n);
        CHECK_NEAR("regression/parry-pr183-normal-of-a-ray", time, 0.5, 1e-12);
        CHECK_VECTOR("regression/parry-pr183-normal-of-a-ray", n, 0, 1, 0, 1e-9);
    }
    /* Whichever is asked about first, and from whichever side. */
    probe_create(OBJ(1), small, 0, -3, 0);
    dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, 0, 3, 0), p, n);
    CHECK_VECTOR("regression/bullet-182-direction-of-normals", n, 0, 1, 0, 1e-9);
    dtCastObjects(OBJ(1), m, OBJ(0), NULL, p, n);
    CHECK_VECTOR("regression/bullet-182-direction-of-normals", n, 0, -1, 0, 1e-9);
    dtDeleteShape(box);
    dtDeleteShape(ball);
    dtDeleteShape(small);
    probe_reset();
}

static void far_away(void)
{
    int i;
    DtVector f, t, p, n;
    DtShapeRef ball = dtSphere(0.5);
    DtShapeRef box = dtBox(1, 1, 1);
    CHECK_LINE("from far away");
    for (i = 0; i < 2; i++) {
        probe_create(OBJ(0), i == 0 ? ball : box, 0, 0, 0);
        CHECK_NEAR("regression/parry-429-from-500-metres",
                   dtRayCastObject(OBJ(0), vec(f, 500, 0, 0), vec(t, -500, 0, 0), p, n), 0.4995, 1e-12);
        CHECK_VECTOR("regression/parry-429-from-500-metres", p, 0.5, 0, 0, 1e-9);
        probe_create(OBJ(1), ball, 500, 0, 0);
        CHECK_NEAR("regression/parry-429-from-500-metres",
                   dtCastObjects(OBJ(0), NULL, OBJ(1), vec(t, -1000, 0, 0), p, n), 0.499, 1e-12);
        CHECK_VECTOR("regression/parry-429-from-500-metres", p, 0.5, 0, 0, 1e-9);
        /* Past it by a hair, at any distance. */
        CHECK("regression/avian-821-missed-casts",
              dtCastObjects(OBJ(0), NULL, OBJ(1), vec(t, -1000, 0.999999, 0), NULL, NULL) >= 0);
        probe_place(OBJ(1), 500, 1.0000001, 0);
        CHECK("regression/avian-821-missed-casts",
              dtCastObjects(OBJ(0), NULL, OBJ(1), vec(t, -1000, 0, 0), NULL, NULL) == -1);
        probe_place(OBJ(1), 500, 0.9999999, 0);
        CHECK("regression/avian-821-missed-casts",
              dtCastObjects(OBJ(0), NULL, OBJ(1), vec(t, -1000, 0, 0), NULL, NULL) >= 0);
    }
    dtDeleteShape(ball);
    dtDeleteShape(box);
    probe_reset();
}

/* A turned object moves along the world's axes, not along its own. */
static void frames(void)
{
    DtVector m, k, p, n;
    DtShapeRef box = dtBox(2, 2, 2);
    CHECK_LINE("frames");
    probe_create(OBJ(0), box, 0, 0, 0);
    probe_create(OBJ(1), box, 5, 0, 0);
    dtRotate(0, 0, sin(0.785398163397448), cos(0.785398163397448));
    CHECK_NEAR("regression/parry-423-motion-of-turned-objects",
               dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, -6, 0, 0), p, n), 0.5, 1e-9);
    CHECK_NEAR("regression/parry-423-motion-of-turned-objects",
               dtCastObjects(OBJ(0), vec(k, 3, 0, 0), OBJ(1), vec(m, -3, 0, 0), p, n), 0.5, 1e-9);
    CHECK("regression/parry-423-motion-of-turned-objects",
          dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, 0, -6, 0), p, n) == -1);
    dtDeleteShape(box);
    probe_reset();
}

static void starts(void)
{
    int i, j;
    double time;
    DtVector m, p, n;
    DtShapeRef shapes[3];
    shapes[0] = dtBox(2, 2, 2);
    shapes[1] = dtSphere(1);
    shapes[2] = dtCylinder(1, 2);
    CHECK_LINE("starts in contact, and no motion");
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 3; j++) {
            probe_create(OBJ(0), shapes[i], 0, 0, 0);
            probe_create(OBJ(1), shapes[j], 0, 2, 0);
            time = dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, 0, -1, 0), p, n);
            CHECK("regression/jolt-1787-cast-that-starts-touching", time == 0 && all_finite(p));
            CHECK_VECTOR("regression/jolt-pr217-normal-of-touching", n, 0, -1, 0, 1e-6);
            time = dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, 0, 0, 0), p, n);
            CHECK("regression/godot-pr34210-zero-motion", time == 0 && all_finite(p) && all_finite(n));
            probe_place(OBJ(1), 0, 1.5, 0);
            time = dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, 3, 0, 0), p, n);
            CHECK("regression/jolt-pr534-cast-that-starts-inside", time == 0 && all_finite(p));
            CHECK_NEAR("regression/jolt-pr217-normal-of-touching", n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-9);
            probe_place(OBJ(1), 0, 2.5, 0);
            CHECK("regression/godot-pr34210-zero-motion", dtCastObjects(OBJ(0), m, OBJ(1), m, p, n) == -1);
            dtGetError(); /* objects were replaced */
            vec(m, 0, -1, probe_nan());
            CHECK("regression/jolt-1383-nan-ends", dtCastObjects(OBJ(0), NULL, OBJ(1), m, p, n) == -1);
            CHECK_INT("regression/jolt-1383-nan-ends", dtGetError(), DT_INVALID_VALUE);
            /* From just beside it: not missed, and not early. */
            probe_place(OBJ(1), 0, 2 + 1e-9, 0);
            time = dtCastObjects(OBJ(0), NULL, OBJ(1), vec(m, 0, -1, 0), p, n);
            CHECK_NEAR("regression/parry-107-missed-time-of-impact", time, 1e-9, 1e-14);
        }
    }
    for (i = 0; i < 3; i++) {
        dtDeleteShape(shapes[i]);
    }
    probe_reset();
}

/* Distance 0, a common point, a depth and a contact at time 0: all or none of them. */
static void agreement(void)
{
    int i;
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef ball = dtSphere(1);
    CHECK_LINE("all questions agree at a kiss");
    probe_default(DT_SIMPLE_RESPONSE);
    for (i = -40; i <= 40; i++) {
        int hit;
        probe_create(OBJ(0), box, 0.1, 0.2, 0.3);
        probe_create(OBJ(1), i % 2 != 0 ? ball : box, 0.1, 2.2 + i * 2.220446049250313e-16, 0.3);
        hit = dtTestObjects(OBJ(0), OBJ(1)) != 0;
        CHECK_INT("regression/fcl-495-kissing", dtGetClosestPair(OBJ(0), OBJ(1), NULL, NULL) == 0, hit);
        CHECK_INT("regression/fcl-495-kissing", dtGetCommonPoint(OBJ(0), OBJ(1), NULL) != 0, hit);
        CHECK_INT("regression/fcl-495-kissing", dtWithinDistance(OBJ(0), OBJ(1), 0) != 0, hit);
        CHECK_INT("regression/fcl-495-kissing", dtGetPenDepth(OBJ(0), OBJ(1), NULL, NULL, NULL) >= 0, hit);
        CHECK_INT("regression/fcl-495-kissing", dtCastObjects(OBJ(0), NULL, OBJ(1), NULL, NULL, NULL) == 0, hit);
    }
    dtDeleteShape(box);
    dtDeleteShape(ball);
    probe_reset();
}

int main(void)
{
    normals();
    far_away();
    frames();
    starts();
    agreement();
    return check_finish();
}
