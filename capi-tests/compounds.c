/* Compounds: shapes that consist of others. */
#include "probe.h"

static const double HERE[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

static const double *at(double x, double y, double z)
{
    static double m[16];
    int i;
    for (i = 0; i < 16; ++i) m[i] = HERE[i];
    m[12] = x, m[13] = y, m[14] = z;
    return m;
}

/* A board whose top is at y = 2.2, on two legs, at x = -2 and x = 2; the shapes of the parts are deleted. */
static DtShapeRef table(void)
{
    DtShapeRef whole = dtNewCompound(), board = dtBox(6, 0.2, 2), leg = dtBox(0.2, 2, 0.2);
    dtAddPart(board, at(0, 2.1, 0));
    dtAddPart(leg, at(-2, 1, 0));
    dtAddPart(leg, at(2, 1, 0));
    dtEndCompound();
    dtDeleteShape(board), dtDeleteShape(leg);
    return whole;
}

static void tests(void)
{
    DtVector p, q, n, from, to, min, max;
    DtContact contacts[16];
    CHECK_LINE("Compounds: what a part holds, the compound holds");
    dtCreateObject(OBJ(0), table());
    dtCreateObject(OBJ(1), dtSphere(0.5));
    dtTranslate(0, 1, 0);
    CHECK_INT("compounds/between-the-legs", dtTest(), 0);
    CHECK_NEAR("compounds/distance", dtGetClosestPair(OBJ(1), OBJ(0), p, q), 0.5, 1e-9);
    CHECK_VECTOR("compounds/distance", q, 0, 2, 0, 1e-6);
    dtGetBBox(OBJ(0), min, max);
    CHECK("compounds/box", max[0] > 2.99 && max[0] < 3.01 && max[1] < 2.21 && min[1] > -0.01);
    dtSetDefaultResponse(probe_record, DT_WITNESSED_RESPONSE, NULL);
    dtSelectObject(OBJ(1)), dtTranslate(-1.5, 0, 0);
    CHECK_INT("compounds/leg", dtTest(), 1);
    CHECK_NEAR("compounds/depth", dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL), 0.1, 1e-9);
    CHECK_VECTOR("compounds/depth", n, 1, 0, 0, 1e-6);
    dtCreateObject(OBJ(2), dtHalfSpace(0, 1, 0, 0.125));
    CHECK_INT("compounds/contacts", dtGetContacts(OBJ(0), OBJ(2), contacts, 16), 8);
    CHECK_NEAR("compounds/contacts", contacts[7].depth, 0.125, 1e-9);
    from[0] = to[0] = 2, from[1] = 9, to[1] = -1, from[2] = to[2] = 0;
    CHECK_NEAR("compounds/ray", dtRayCastObject(OBJ(0), from, to, p, n), 0.68, 1e-9);
    CHECK_VECTOR("compounds/ray", n, 0, 1, 0, 1e-9);
    CHECK_INT("compounds/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void solids(void)
{
    DtScalar distance, bounds[2];
    DtVector point, by, gradient;
    DtShapeRef odd = dtNewCompound();
    int i;
    CHECK_LINE("Compounds: signed distances, and the least translation");
    dtAddPart(dtSphere(1), HERE);
    dtAddPart(dtHalfSpace(0, 1, 0, 0), HERE);
    dtEndCompound();
    dtCreateObject(OBJ(0), table());
    dtCreateObject(OBJ(1), dtSphere(0.25));
    dtTranslate(1, 2.125, 0);
    point[0] = 0, point[1] = 3, point[2] = 0;
    CHECK("compounds/signed-distance", dtGetSignedDistance(OBJ(0), point, &distance, gradient, NULL));
    CHECK_NEAR("compounds/signed-distance", distance, 0.8, 1e-12);
    CHECK_VECTOR("compounds/signed-distance", gradient, 0, 1, 0, 1e-12);
    CHECK("compounds/separation", dtGetSeparation(OBJ(1), OBJ(0), 0.01, 0, by, bounds));
    CHECK_NEAR("compounds/separation", bounds[1], 0.325, 1e-9); /* up, off the board */
    CHECK("compounds/separation", bounds[0] > 0.99 * bounds[1] - 1e-9 && bounds[0] <= bounds[1]);
    dtSelectObject(OBJ(1)), dtTranslate(by[0], by[1], by[2]);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("compounds/separation", dtTest(), 0);
    CHECK("compounds/separation", !dtGetSeparation(OBJ(1), OBJ(0), 0.01, 0, by, bounds));
    CHECK_INT("compounds/separation", dtGetError(), DT_NO_ERROR);
    dtCreateObject(OBJ(2), odd);
    dtTranslate(1, 2.125, 0);
    for (i = 0; i < 2; ++i) {
        CHECK("compounds/endless", !dtGetSeparation(OBJ(i), OBJ(2), 0.01, 0, by, bounds));
        CHECK_INT("compounds/endless", dtGetError(), DT_INVALID_OPERATION);
    }
    probe_reset();
}

static void numbers(void)
{
    DtVector point;
    DtCount number = 0, part = 9, polytope = 9;
    DtShapeRef whole, mesh, inner;
    CHECK_LINE("Compounds: the numbers of answers name a part, and a polytope in it");
    mesh = dtNewComplexShape();
    dtBegin(DT_SIMPLEX), dtVertex(0, 0, 0), dtVertex(1, 0, 0), dtVertex(0, 0, 1), dtEnd();
    dtBegin(DT_SIMPLEX), dtVertex(1, 0, 0), dtVertex(0, 0, 1), dtVertex(1, 0, 1), dtEnd();
    dtEndComplexShape();
    inner = table();
    whole = dtNewCompound();
    CHECK("compounds/open", dtNewCompound() == whole);
    dtAddPart(inner, HERE), dtAddPart(mesh, at(9, 0, 0)), dtAddPart(inner, at(20, 0, 0));
    dtEndCompound();
    dtCreateObject(OBJ(0), whole);
    point[0] = 9.9, point[1] = 0, point[2] = 0.9;
    CHECK_INT("compounds/number", dtGetSurfacePoint(OBJ(0), point, &number, NULL), DT_TRUE);
    CHECK_INT("compounds/number", number, 4);
    CHECK_INT("compounds/part", dtGetPart(whole, number, &part, &polytope), DT_TRUE);
    CHECK("compounds/part", part == 1 && polytope == 1);
    CHECK_INT("compounds/nested", dtGetPart(whole, 7, &part, &polytope), DT_TRUE);
    CHECK("compounds/nested", part == 2 && polytope == 2);
    CHECK_INT("compounds/nested", dtGetPart(inner, polytope, &part, &polytope), DT_TRUE);
    CHECK("compounds/nested", part == 2 && polytope == 0);
    CHECK_INT("compounds/null-results", dtGetPart(whole, 0, NULL, NULL), DT_TRUE);
    CHECK_INT("compounds/no-errors", dtGetError(), DT_NO_ERROR);
    CHECK_INT("compounds/bad-number", dtGetPart(whole, 8, &part, NULL), DT_FALSE);
    CHECK_INT("compounds/bad-number", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("compounds/bad-number", dtGetPart(mesh, 0, &part, NULL), DT_FALSE);
    CHECK_INT("compounds/bad-number", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("compounds/bad-number", dtGetPart(NULL, 0, &part, NULL), DT_FALSE);
    CHECK_INT("compounds/bad-number", dtGetError(), DT_UNKNOWN_SHAPE);
    CHECK_INT("compounds/bad-number", part, 2);
    probe_reset();
}

static char bytes[1 << 16];

static void saved(void)
{
    DtCount size;
    DtVector p, q;
    CHECK_LINE("Compounds: saved and loaded, they answer the same");
    size = dtSaveShape(table(), bytes, sizeof bytes);
    CHECK("compounds/saved", size > 0 && size < sizeof bytes);
    dtCreateObject(OBJ(0), dtLoadShape(bytes, size));
    dtCreateObject(OBJ(1), dtSphere(0.5)), dtTranslate(0, 1, 0);
    CHECK_NEAR("compounds/saved", dtGetClosestPair(OBJ(1), OBJ(0), p, q), 0.5, 1e-9);
    CHECK_INT("compounds/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void bad_input(void)
{
    static const double flat[16] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    DtShapeRef ball = dtSphere(1), whole, open;
    int i;
    CHECK_LINE("Compounds: bad input raises an error and leaves the part out");
    dtAddPart(ball, HERE);
    CHECK_INT("compounds/none-open", dtGetError(), DT_INVALID_OPERATION);
    dtEndCompound();
    CHECK_INT("compounds/none-open", dtGetError(), DT_INVALID_OPERATION);
    whole = dtNewCompound();
    dtAddPart(NULL, HERE);
    CHECK_INT("compounds/bad-part", dtGetError(), DT_UNKNOWN_SHAPE);
    dtAddPart(ball, NULL);
    CHECK_INT("compounds/bad-part", dtGetError(), DT_INVALID_POINTER);
    dtAddPart(ball, at(probe_nan(), 0, 0));
    CHECK_INT("compounds/bad-part", dtGetError(), DT_INVALID_VALUE);
    dtAddPart(ball, flat);
    CHECK_INT("compounds/bad-part", dtGetError(), DT_INVALID_VALUE);
    dtAddPart(whole, HERE);
    CHECK_INT("compounds/in-itself", dtGetError(), DT_INVALID_OPERATION);
    open = dtNewComplexShape();
    dtAddPart(open, HERE);
    CHECK_INT("compounds/bad-part", dtGetError(), DT_INVALID_OPERATION);
    dtEndComplexShape();
    dtGetError();
    dtAddPart(open, HERE);
    CHECK_INT("compounds/bad-part", dtGetError(), DT_INVALID_VALUE);
    dtCreateObject(OBJ(0), whole);
    dtCreateObject(OBJ(1), ball);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("compounds/unfinished", dtTest(), 0);
    dtEndCompound();
    CHECK_INT("compounds/empty", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("compounds/empty", dtTest(), 0);
    for (i = 0, whole = ball; i < 4; ++i) {
        DtShapeRef inner = whole;
        whole = dtNewCompound();
        dtAddPart(inner, HERE);
        dtEndCompound();
    }
    CHECK_INT("compounds/nested-deep", dtGetError(), DT_NO_ERROR);
    dtNewCompound();
    dtAddPart(whole, HERE);
    CHECK_INT("compounds/nested-too-deep", dtGetError(), DT_INVALID_OPERATION);
    CHECK("compounds/no-operand", dtSum(whole, ball) == NULL);
    CHECK_INT("compounds/no-operand", dtGetError(), DT_INVALID_OPERATION);
    dtAddPart(ball, HERE);
    dtDeleteShape(dtNewCompound()); /* the open one */
    dtEndCompound();
    CHECK_INT("compounds/deleted", dtGetError(), DT_INVALID_OPERATION);
    dtChangeVertexBase(whole, HERE);
    CHECK_INT("compounds/does-not-deform", dtGetError(), DT_INVALID_OPERATION);
    probe_reset();
}

/* Layers of a wall touch: the volume in common is the sum of theirs. Parts that overlap have none. */
static void volumes(void)
{
    DtShapeRef wall = dtNewCompound(), odd, layer = dtBox(0.25, 4, 4);
    DtClash clash;
    CHECK_LINE("Compounds: the volume in common with others");
    dtAddPart(layer, at(0, 0, 0)), dtAddPart(layer, at(0.25, 0, 0)), dtAddPart(dtBox(0.5, 4, 4), at(0.625, 0, 0));
    dtEndCompound();
    odd = dtNewCompound();
    dtAddPart(layer, at(0, 0, 0)), dtAddPart(layer, at(0.125, 0, 0));
    dtEndCompound();
    dtCreateObject(OBJ(0), wall);
    dtCreateObject(OBJ(1), dtBox(4, 0.5, 0.5));
    dtGetClash(OBJ(1), OBJ(0), 0, 0, &clash, NULL, 0);
    CHECK_INT("compounds/volume", clash.kind, DT_OVERLAPPING_CLASH);
    CHECK_NEAR("compounds/volume", clash.volume, 0.25, 1e-12);
    CHECK_VECTOR("compounds/volume", clash.center, 0.375, 0, 0, 1e-12);
    dtTranslate(9, 0, 0);
    dtGetClash(OBJ(1), OBJ(0), 0, 0, &clash, NULL, 0);
    CHECK_NEAR("compounds/volume-apart", clash.volume, 0, 0);
    dtCreateObject(OBJ(2), odd), dtSelectObject(OBJ(1)), dtTranslate(-9, 0, 0);
    dtGetClash(OBJ(1), OBJ(2), 0, 0, &clash, NULL, 0);
    CHECK_NEAR("compounds/volume-of-overlapping-parts", clash.volume, -1, 0);
    CHECK_INT("compounds/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

int main(void)
{
    tests();
    solids();
    volumes();
    numbers();
    saved();
    bad_input();
    return check_finish();
}
