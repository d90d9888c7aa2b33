/* Points with a radius. */
#include "probe.h"

#include <float.h>

static DtArray array(const void *base, DtCount count)
{
    DtArray all;
    all.base = base, all.layout = DT_POINTS, all.type = DT_DOUBLE, all.stride = 0, all.count = count;
    return all;
}

/* A wall of 100 by 100 points in the plane z = 0, at a distance of 0.1 from each other, as a camera sees it: floats, with colours. */
typedef struct {
    float point[3];
    unsigned char colour[4];
} Pixel;

static Pixel pixels[100][100];

static DtArray wall(void)
{
    DtArray all = array(pixels, 10000);
    int i, j;
    for (i = 0; i < 100; ++i) {
        for (j = 0; j < 100; ++j) {
            pixels[i][j].point[0] = (float)(j * 0.125), pixels[i][j].point[1] = (float)(i * 0.125), pixels[i][j].point[2] = 0;
        }
    }
    all.type = DT_FLOAT, all.stride = sizeof(Pixel);
    return all;
}

static void tests(void)
{
    DtVector p, q, n, from, to, min, max;
    DtContact contacts[16];
    DtArray all = wall();
    DtCount number = 0;
    CHECK_LINE("Points: a ball about each, in the order of the array");
    dtCreateObject(OBJ(0), dtPoints(&all, 0.0625));
    memset(pixels, 0, sizeof pixels); /* they were copied */
    dtCreateObject(OBJ(1), dtSphere(0.5));
    dtTranslate(5, 5, 2);
    CHECK_INT("points/apart", dtTest(), 0);
    CHECK_NEAR("points/distance", dtGetClosestPair(OBJ(1), OBJ(0), p, q), 1.4375, 1e-9);
    CHECK_VECTOR("points/distance", q, 5, 5, 0.0625, 1e-6);
    dtGetBBox(OBJ(0), min, max);
    CHECK("points/box", max[0] > 12.43 && max[0] < 12.45 && min[2] < -0.0624 && max[2] < 0.063);
    dtSetDefaultResponse(probe_record, DT_WITNESSED_RESPONSE, NULL);
    dtSelectObject(OBJ(1)), dtTranslate(0, 0, -1.5);
    CHECK_INT("points/test", dtTest(), 1);
    CHECK_NEAR("points/depth", dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL), 0.0625, 1e-9);
    CHECK_VECTOR("points/depth", n, 0, 0, 1, 1e-6);
    CHECK_INT("points/contacts", dtGetContacts(OBJ(1), OBJ(0), contacts, 16) > 4, 1);
    CHECK_NEAR("points/contacts", contacts[0].depth, 0.0625, 1e-9);
    from[0] = to[0] = 2.5, from[1] = to[1] = 3.75, from[2] = 9, to[2] = -1;
    CHECK_NEAR("points/ray", dtRayCastObject(OBJ(0), from, to, p, n), 0.89375, 1e-9);
    CHECK_VECTOR("points/ray", n, 0, 0, 1, 1e-9);
    from[0] = to[0] = 2.5625, from[1] = to[1] = 3.8125; /* between four of them */
    CHECK("points/ray-between", dtRayCastObject(OBJ(0), from, to, p, n) < 0);
    from[0] = 12.4, from[1] = 0, from[2] = 1;
    CHECK_INT("points/number", dtGetSurfacePoint(OBJ(0), from, &number, NULL), DT_TRUE);
    CHECK_INT("points/number", number, 99);
    CHECK_INT("points/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void radii(void)
{
    static const double balls[3][4] = {{0, 0, 0, 1}, {5, 0, 0, -2}, {0, 9, 0, 0}};
    DtArray all = array(balls, 3);
    DtVector p, q;
    CHECK_LINE("Points: each with a radius of its own");
    all.layout = DT_BALLS;
    dtCreateObject(OBJ(0), dtPoints(&all, -0.5));
    dtCreateObject(OBJ(1), dtPoint(10, 0, 0));
    CHECK_NEAR("points/own-radius", dtGetClosestPair(OBJ(0), OBJ(1), p, q), 2.5, 1e-9);
    dtSelectObject(OBJ(1)), dtTranslate(-10, 12, 0);
    CHECK_NEAR("points/own-radius", dtGetClosestPair(OBJ(0), OBJ(1), p, q), 2.5, 1e-9);
    CHECK_INT("points/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static char bytes[1 << 20];

static void saved(void)
{
    DtArray all = wall();
    DtCount size;
    DtVector p, q;
    CHECK_LINE("Points: saved and loaded, they answer the same; in compounds too");
    size = dtSaveShape(dtPoints(&all, 0.0625), bytes, sizeof bytes);
    CHECK("points/saved", size > 0 && size < sizeof bytes);
    dtCreateObject(OBJ(0), dtLoadShape(bytes, size));
    dtCreateObject(OBJ(1), dtSphere(0.5)), dtTranslate(5, 5, 2);
    CHECK_NEAR("points/saved", dtGetClosestPair(OBJ(1), OBJ(0), p, q), 1.4375, 1e-9);
    {
        static const double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1};
        DtShapeRef whole = dtNewCompound();
        dtAddPart(dtPoints(&all, 0.0625), m);
        dtAddPart(dtBox(1, 1, 1), m);
        dtEndCompound();
        dtCreateObject(OBJ(2), whole);
        CHECK_NEAR("points/in-a-compound", dtGetClosestPair(OBJ(1), OBJ(2), p, q), 0.4375, 1e-9);
    }
    CHECK_INT("points/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void bad_input(void)
{
    double some[2][3] = {{0, 0, 0}, {1, 0, 0}};
    DtArray all = array(some, 2);
    DtShapeRef shape;
    int i;
    CHECK_LINE("Points: bad input raises an error");
    CHECK("points/null", dtPoints(NULL, 1) == NULL);
    CHECK_INT("points/null", dtGetError(), DT_INVALID_POINTER);
    all.base = NULL;
    CHECK("points/null", dtPoints(&all, 1) == NULL);
    CHECK_INT("points/null", dtGetError(), DT_INVALID_POINTER);
    all = array(some, 2), all.layout = DT_OBJECTS;
    CHECK("points/layout", dtPoints(&all, 1) == NULL);
    CHECK_INT("points/layout", dtGetError(), DT_INVALID_ENUM);
    all = array(some, 2), all.type = 7;
    CHECK("points/layout", dtPoints(&all, 1) == NULL);
    CHECK_INT("points/layout", dtGetError(), DT_INVALID_ENUM);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    dtCreateObject(OBJ(1), dtSphere(5));
    /* NULL without rows is an empty array, not a pointer that is missing. */
    for (i = 0; i < 5; ++i) {
        all = array(i == 4 ? NULL : some, i % 4 == 0 ? 0 : 2);
        some[1][2] = i == 1 ? probe_nan() : i == 2 ? DBL_MAX : 0;
        shape = dtPoints(&all, i == 3 ? (DtScalar)probe_nan() : i == 2 ? (DtScalar)DBL_MAX : 1);
        CHECK("points/bad", shape != NULL);
        CHECK_INT("points/bad", dtGetError(), DT_INVALID_VALUE);
        dtCreateObject(OBJ(0), shape);
        CHECK_INT("points/bad-collide-with-nothing", dtTest(), 0);
        dtDeleteObject(OBJ(0)), dtDeleteShape(shape);
    }
    some[1][2] = 0;
    all = array(some, 2);
    shape = dtPoints(&all, -1);
    CHECK_INT("points/negative", dtGetError(), DT_NO_ERROR);
    dtCreateObject(OBJ(0), shape), dtTranslate(0, 6.5, 0);
    CHECK_INT("points/negative", dtTest(), 0);
    dtTranslate(0, -0.5625, 0);
    CHECK_INT("points/negative", dtTest(), 1);
    CHECK("points/no-operand", dtSum(shape, shape) == NULL);
    CHECK_INT("points/no-operand", dtGetError(), DT_INVALID_OPERATION);
    dtChangeVertexBase(shape, some);
    CHECK_INT("points/does-not-deform", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("points/no-part", dtGetPart(shape, 0, NULL, NULL), DT_FALSE);
    CHECK_INT("points/no-part", dtGetError(), DT_INVALID_OPERATION);
    probe_reset();
}

int main(void)
{
    tests();
    radii();
    saved();
    bad_input();
    return check_finish();
}
