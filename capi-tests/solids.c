/* Closed meshes as solids: signed distances, separations, and the depths and contacts of bodies inside. */
#include "probe.h"

#define MOST 32

static const double cube_corners[24] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
static const DtIndex cube_faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                          {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
/* An L: two arms, 1 wide, from 0 to 2; from z = 0 to 1. */
static const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};

static DtShapeRef cube(void)
{
    int i;
    DtShapeRef shape = dtNewComplexShape();
    dtVertexBase(cube_corners);
    for (i = 0; i < 12; ++i) dtVertexIndices(DT_SIMPLEX, 3, cube_faces[i]);
    dtEndComplexShape();
    CHECK_INT("solids/closed", dtSetSolid(shape, DT_TRUE), DT_TRUE);
    return shape;
}

static void triangle(const double *p, const double *q, const double *r)
{
    dtBegin(DT_SIMPLEX);
    dtVertex(p[0], p[1], p[2]);
    dtVertex(q[0], q[1], q[2]);
    dtVertex(r[0], r[1], r[2]);
    dtEnd();
}

static DtShapeRef ell(void)
{
    static const int cover[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    double low[6][3], high[6][3];
    int i;
    DtShapeRef shape = dtNewComplexShape();
    for (i = 0; i < 6; ++i) {
        low[i][0] = high[i][0] = outline[i][0];
        low[i][1] = high[i][1] = outline[i][1];
        low[i][2] = 0;
        high[i][2] = 1;
    }
    for (i = 0; i < 4; ++i) {
        triangle(low[cover[i][0]], low[cover[i][2]], low[cover[i][1]]);
        triangle(high[cover[i][0]], high[cover[i][1]], high[cover[i][2]]);
    }
    for (i = 0; i < 6; ++i) {
        int k = (i + 1) % 6;
        triangle(low[i], low[k], high[k]);
        triangle(low[i], high[k], high[i]);
    }
    dtEndComplexShape();
    CHECK_INT("solids/closed", dtSetSolid(shape, DT_TRUE), DT_TRUE);
    return shape;
}

static void signed_distances(void)
{
    DtVector point, gradient, nearest;
    double distance = 7;
    DtShapeRef open;
    CHECK_LINE("Solids: the signed distance of a point, its gradient and the nearest point");
    dtCreateObject(OBJ(0), cube());
    dtTranslate(10, 0, 0);
    dtCreateObject(OBJ(1), dtSphere(2));
    point[0] = 10.5, point[1] = 0.5, point[2] = 0.9;
    CHECK_INT("solids/distance", dtGetSignedDistance(OBJ(0), point, &distance, gradient, nearest), DT_TRUE);
    CHECK_NEAR("solids/distance", distance, -0.1, 1e-12);
    CHECK_VECTOR("solids/gradient", gradient, 0, 0, 1, 1e-12);
    CHECK_VECTOR("solids/nearest", nearest, 10.5, 0.5, 1, 1e-12);
    point[2] = 3;
    CHECK_INT("solids/distance", dtGetSignedDistance(OBJ(0), point, &distance, NULL, NULL), DT_TRUE);
    CHECK_NEAR("solids/distance", distance, 2, 1e-12);
    point[0] = point[1] = 0, point[2] = 0.5;
    CHECK_INT("solids/distance-of-a-primitive", dtGetSignedDistance(OBJ(1), point, &distance, gradient, NULL), DT_TRUE);
    CHECK_NEAR("solids/distance-of-a-primitive", distance, -1.5, 1e-9);
    CHECK_VECTOR("solids/gradient", gradient, 0, 0, 1, 1e-6);
    CHECK_INT("solids/no-errors", dtGetError(), DT_NO_ERROR);

    CHECK_LINE("Solids: bad input of dtGetSignedDistance raises an error and writes nothing");
    open = dtNewComplexShape();
    triangle(cube_corners, cube_corners + 3, cube_corners + 6);
    dtEndComplexShape();
    dtCreateObject(OBJ(2), open);
    distance = 7;
    CHECK_INT("solids/open-mesh", dtGetSignedDistance(OBJ(2), point, &distance, NULL, NULL), DT_FALSE);
    CHECK_INT("solids/open-mesh", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("solids/bad-point", dtGetSignedDistance(OBJ(0), NULL, &distance, NULL, NULL), DT_FALSE);
    CHECK_INT("solids/bad-point", dtGetError(), DT_INVALID_VALUE);
    point[0] = probe_nan();
    CHECK_INT("solids/bad-point", dtGetSignedDistance(OBJ(0), point, &distance, NULL, NULL), DT_FALSE);
    CHECK_INT("solids/bad-point", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("solids/unknown-object", dtGetSignedDistance(NULL, cube_corners, &distance, NULL, NULL), DT_FALSE);
    CHECK_INT("solids/unknown-object", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_NEAR("solids/writes-nothing", distance, 7, 0);
    probe_reset();
}

/* Whether two objects are apart once the first is translated; then it is back. */
static int parts(DtObjectRef first, DtObjectRef second, const double *by, double factor)
{
    double m[16];
    int apart;
    dtGetMatrixd(first, m);
    dtSelectObject(first);
    m[12] += by[0] * factor, m[13] += by[1] * factor, m[14] += by[2] * factor;
    dtLoadMatrixd(m);
    apart = !dtGetCommonPoint(first, second, NULL);
    m[12] -= by[0] * factor, m[13] -= by[1] * factor, m[14] -= by[2] * factor;
    dtLoadMatrixd(m);
    return apart;
}

/* Many points in one call: to the bit those of single calls. */
static void batches(void)
{
    static const double places[4][3] = { { 1.5, 0.8, 0.5 }, { 1.2, 1.3, 0.5 }, { 9, -3, 4 }, { 0.1, 1.9, 0.5 } };
    DtArray objects = { NULL, DT_OBJECTS, DT_DOUBLE, 0, 1 }, points = { NULL, DT_POINTS, DT_DOUBLE, 0, 4 };
    DtSignedDistance found[5];
    DtScalar distance;
    DtVector gradient, nearest;
    DtObjectRef names[4];
    DtShapeRef open;
    int i, same = 1;
    CHECK_LINE("Solids: signed distances of many points in one call");
    names[0] = OBJ(0), names[1] = OBJ(1), names[2] = OBJ(2), names[3] = OBJ(0);
    dtCreateObject(OBJ(0), ell());
    dtCreateObject(OBJ(1), dtSphere(0.5));
    objects.base = names, points.base = places;
    found[4].distance = 7;
    CHECK_INT("solids/batch", dtBatchSignedDistances(&objects, &points, found, 4), 4);
    CHECK_NEAR("solids/batch", found[0].distance, -0.2, 1e-9);
    for (i = 0; i < 4; ++i) {
        dtGetSignedDistance(OBJ(0), places[i], &distance, gradient, nearest);
        same &= found[i].distance == distance && memcmp(found[i].gradient, gradient, sizeof gradient) == 0
            && memcmp(found[i].nearest, nearest, sizeof nearest) == 0;
    }
    CHECK("solids/batch-same", same && found[4].distance == 7);
    objects.count = 2, points.count = 2;
    CHECK_INT("solids/batch-objects", dtBatchSignedDistances(&objects, &points, found, 4), 2);
    dtGetSignedDistance(OBJ(1), places[1], &distance, NULL, NULL);
    CHECK_NEAR("solids/batch-objects", found[1].distance, distance, 0);
    found[1].distance = 7;
    CHECK_INT("solids/batch-room", dtBatchSignedDistances(&objects, &points, found, 1), 2);
    CHECK_INT("solids/batch-room", dtBatchSignedDistances(&objects, &points, NULL, 0), 2);
    CHECK_NEAR("solids/batch-room", found[1].distance, 7, 0);
    CHECK_INT("solids/no-errors", dtGetError(), DT_NO_ERROR);

    CHECK_LINE("Solids: bad input of dtBatchSignedDistances raises an error, row by row");
    objects.count = 4, points.count = 4;
    CHECK_INT("solids/batch-bad-row", dtBatchSignedDistances(&objects, &points, found, 4), 4);
    CHECK_INT("solids/batch-bad-row", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("solids/batch-bad-row", dtGetBadRow(), 2);
    CHECK_VECTOR("solids/batch-bad-row", found[2].gradient, 0, 0, 0, 0);
    CHECK_NEAR("solids/batch-bad-row", found[3].distance, -0.1, 1e-9);
    open = dtNewComplexShape();
    triangle(cube_corners, cube_corners + 3, cube_corners + 6);
    dtEndComplexShape();
    dtCreateObject(OBJ(2), open);
    CHECK_INT("solids/batch-open-mesh", dtBatchSignedDistances(&objects, &points, found, 4), 4);
    CHECK_INT("solids/batch-open-mesh", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("solids/batch-null", dtBatchSignedDistances(NULL, &points, found, 4), 0);
    CHECK_INT("solids/batch-null", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("solids/batch-null", dtBatchSignedDistances(&objects, NULL, found, 4), 0);
    CHECK_INT("solids/batch-null", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("solids/batch-layout", dtBatchSignedDistances(&points, &objects, found, 4), 0);
    CHECK_INT("solids/batch-layout", dtGetError(), DT_INVALID_ENUM);
    objects.count = 3;
    CHECK_INT("solids/batch-lengths", dtBatchSignedDistances(&objects, &points, found, 4), 0);
    CHECK_INT("solids/batch-lengths", dtGetError(), DT_INVALID_VALUE);
    probe_reset();
}

/* With a time limit a search begins where the last one of the pair ended. */
static void separations_again(void)
{
    DtVector first, by;
    double before[2], bounds[2];
    int i;
    CHECK_LINE("Solids: a search with a time limit begins with the last translation");
    dtCreateObject(OBJ(0), ell());
    dtCreateObject(OBJ(1), ell());
    dtTranslate(0.6, 0.7, 0.8);
    dtGetSeparation(OBJ(1), OBJ(0), 0.01, 0, first, before);
    for (i = 0; i < 20; ++i) {
        dtTranslate(0.001, 0.001, 0);
        CHECK("solids/again-separates", dtGetSeparation(OBJ(1), OBJ(0), 0.01, 10, by, bounds) && parts(OBJ(1), OBJ(0), by, 1));
        CHECK("solids/again-bounds", bounds[0] <= bounds[1] && bounds[0] <= 0.2 + 1e-9 && bounds[1] >= 0.2 - 1e-9);
    }
    dtLoadIdentity();
    dtTranslate(0.6, 0.7, 0.8);
    dtGetSeparation(OBJ(1), OBJ(0), 0.01, 0, by, bounds);
    CHECK("solids/again-without-a-limit", memcmp(first, by, sizeof by) == 0 && memcmp(before, bounds, sizeof bounds) == 0);
    CHECK_INT("solids/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void separations(void)
{
    DtVector by;
    double bounds[2];
    DtShapeRef open;
    CHECK_LINE("Solids: the least translation that separates, between two bounds");
    dtCreateObject(OBJ(0), ell());
    dtCreateObject(OBJ(1), dtSphere(0.1));
    dtTranslate(1.5, 0.8, 0.5);
    CHECK_INT("solids/separation", dtGetSeparation(OBJ(1), OBJ(0), 0.01, 0, by, bounds), DT_TRUE);
    CHECK_VECTOR("solids/separation", by, 0, 0.3, 0, 1e-9);
    CHECK("solids/bounds", bounds[0] > 0.297 && bounds[0] <= bounds[1] && fabs(bounds[1] - 0.3) < 1e-9);
    CHECK("solids/separates", parts(OBJ(1), OBJ(0), by, 1) && !parts(OBJ(1), OBJ(0), by, 0.999999));
    CHECK_INT("solids/separation", dtGetSeparation(OBJ(0), OBJ(1), 0.01, 0.5, by, NULL), DT_TRUE);
    CHECK_VECTOR("solids/separation-swapped", by, 0, -0.3, 0, 1e-9);
    dtTranslate(0, 5, 0);
    CHECK_INT("solids/separation-apart", dtGetSeparation(OBJ(1), OBJ(0), 0.01, 0, by, bounds), DT_FALSE);
    CHECK_INT("solids/no-errors", dtGetError(), DT_NO_ERROR);

    CHECK_LINE("Solids: bad input of dtGetSeparation raises an error and writes nothing");
    open = dtNewComplexShape();
    triangle(cube_corners, cube_corners + 3, cube_corners + 6);
    dtEndComplexShape();
    dtCreateObject(OBJ(2), open);
    bounds[0] = bounds[1] = 7;
    CHECK_INT("solids/separation-of-an-open-mesh", dtGetSeparation(OBJ(2), OBJ(0), 0.01, 0, by, bounds), DT_FALSE);
    CHECK_INT("solids/separation-of-an-open-mesh", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("solids/bad-gap", dtGetSeparation(OBJ(1), OBJ(0), -1, 0, by, bounds), DT_FALSE);
    CHECK_INT("solids/bad-gap", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("solids/bad-time", dtGetSeparation(OBJ(1), OBJ(0), 0, probe_nan(), by, bounds), DT_FALSE);
    CHECK_INT("solids/bad-time", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("solids/with-itself", dtGetSeparation(OBJ(1), OBJ(1), 0, 0, by, bounds), DT_FALSE);
    CHECK_INT("solids/with-itself", dtGetError(), DT_INVALID_OPERATION);
    CHECK_NEAR("solids/writes-nothing", bounds[0] + bounds[1], 14, 0);
    probe_reset();
}

static void depths(void)
{
    DtShapeRef shapes[5];
    DtVector n, p, q;
    DtContact found[MOST];
    double z;
    DtCount i, k, count;
    CHECK_LINE("Solids: the depth of a body in a solid points out of it, and separates");
    dtCreateObject(OBJ(0), cube());
    shapes[0] = dtSphere(0.1);
    shapes[1] = dtBox(0.2, 0.2, 0.2);
    shapes[2] = dtCylinder(0.1, 0.2);
    shapes[3] = dtRoundBox(0.1, 0.1, 0.1, 0.05);
    shapes[4] = cube();
    for (k = 0; k < 5; ++k) {
        for (z = 1.08; z > 0.72; z -= 0.04) {
            double d, size = k == 4 ? 0.2 : 1;
            dtCreateObject(OBJ(1), shapes[k]);
            dtTranslate(k == 4 ? 0.2 : 0.3, k == 4 ? 0.3 : 0.4, k == 4 ? z - 0.1 : z);
            dtScale(size, size, size);
            d = dtGetPenDepth(OBJ(1), OBJ(0), n, p, q);
            CHECK_NEAR("solids/depth", d, 1.1 - z, 1e-9);
            CHECK_VECTOR("solids/depth-points-out", n, 0, 0, 1, 1e-6);
            CHECK("solids/depth-separates", parts(OBJ(1), OBJ(0), n, d * 1.000001));
            CHECK_NEAR("solids/points-are-one-depth-apart", q[2] - p[2], d, 1e-6);
            CHECK_NEAR("solids/points-are-one-depth-apart", q[2], 1, 1e-6);
            count = dtGetContacts(OBJ(1), OBJ(0), found, MOST);
            CHECK("solids/contacts", count >= 1 && count <= 16);
            for (i = 0; i < count && i < MOST; ++i) {
                CHECK_NEAR("solids/contacts-point-out", found[i].normal[2], 1, 1e-6);
                CHECK_NEAR("solids/depth-of-contacts", found[i].depth, d, 1e-6);
                CHECK_NEAR("solids/points-of-contacts", found[i].point2[2], 1, 1e-6);
            }
            if (k == 1 || k == 4) CHECK_INT("solids/four-contacts", count, 4);
            CHECK("solids/depth-swapped", fabs(dtGetPenDepth(OBJ(0), OBJ(1), p, NULL, NULL) - d) < 1e-9 && p[2] < -0.99);
            dtDeleteObject(OBJ(1));
        }
    }
    CHECK_LINE("Solids: a box in the notch of an L has contacts with both sides");
    dtDeleteObject(OBJ(0));
    dtCreateObject(OBJ(0), ell());
    dtCreateObject(OBJ(1), dtBox(1, 1, 0.5));
    dtTranslate(1.47, 1.46, 0.5);
    CHECK_NEAR("solids/notch", dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL), 0.05, 1e-9);
    CHECK_VECTOR("solids/notch", n, 0.6, 0.8, 0, 1e-6);
    count = dtGetContacts(OBJ(1), OBJ(0), found, MOST);
    CHECK_INT("solids/notch-contacts", count, 8);
    for (i = 0; i < count && i < MOST; ++i) {
        int right = fabs(found[i].normal[0] - 1) < 1e-6, up = fabs(found[i].normal[1] - 1) < 1e-6;
        CHECK("solids/notch-contacts", right != up && fabs(found[i].depth - (right ? 0.03 : 0.04)) < 1e-6);
    }
    CHECK_LINE("Solids: responses have the depth and the contacts of the solid");
    dtSetDefaultResponse(probe_record, DT_DEPTH_RESPONSE, NULL);
    CHECK_INT("solids/response", dtTest(), 1);
    CHECK_NEAR("solids/response", fabs(probe_log[0].data.normal[0]), 0.03, 1e-9);
    CHECK_NEAR("solids/response", fabs(probe_log[0].data.normal[1]), 0.04, 1e-9);
    CHECK_INT("solids/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void clashes(void)
{
    static const struct { double x, y, z, at; unsigned kind, inner; double volume; } cases[] = {
        {1, 1, 1, 3, DT_APART, 0, 0},
        {1, 1, 1, 1.05, DT_CLEARANCE_CLASH, 0, 0},
        {1, 1, 1, 1, DT_TOUCHING_CLASH, 0, 0},
        {1, 1, 1, 0.995, DT_TOUCHING_CLASH, 0, 0.005},
        {1, 1, 1, 0.75, DT_OVERLAPPING_CLASH, 0, 0.25},
        {3, 0.5, 0.5, 0.25, DT_PIERCING_CLASH, 2, 0.25},
        {0.5, 0.5, 0.5, 0.125, DT_CONTAINED_CLASH, 2, 0.125},
        {1, 1, 1, 0, DT_DUPLICATE_CLASH, 0, 1}
    };
    DtClash found, swapped;
    DtSegment curves[MOST];
    unsigned i;
    DtCount count;
    DtShapeRef open;

    CHECK_LINE("Solids: the kinds of clashes, and the volume in common");
    dtCreateObject(OBJ(0), cube());
    dtTranslate(-0.5, -0.5, -0.5);
    for (i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        dtCreateObject(OBJ(1), dtBox(cases[i].x, cases[i].y, cases[i].z));
        dtTranslate(cases[i].at, 0, 0);
        count = dtGetClash(OBJ(0), OBJ(1), 0.1, 0.01, &found, NULL, 0);
        CHECK_INT("solids/clash-kind", found.kind, cases[i].kind);
        CHECK_INT("solids/clash-inner", found.inner, cases[i].inner);
        CHECK_NEAR("solids/clash-volume", found.volume, cases[i].volume, 1e-6);
        CHECK("solids/clash-curves", (count > 0) == (cases[i].kind == DT_OVERLAPPING_CLASH || cases[i].kind == DT_PIERCING_CLASH) ||
              cases[i].kind == DT_TOUCHING_CLASH || cases[i].kind == DT_DUPLICATE_CLASH);
        CHECK_INT("solids/clash-curves", dtGetClash(OBJ(0), OBJ(1), 0.1, 0.01, NULL, curves, MOST), count);
        dtGetClash(OBJ(1), OBJ(0), 0.1, 0.01, &swapped, NULL, 0);
        CHECK_INT("solids/clash-swapped", swapped.kind, cases[i].kind);
        CHECK_NEAR("solids/clash-swapped", swapped.volume, found.volume, 1e-6);
        CHECK_NEAR("solids/clash-swapped", swapped.protrusion1, found.protrusion2, 0.02);
        dtDeleteObject(OBJ(1));
    }
    CHECK_LINE("Solids: bad input of dtGetClash raises an error and gives zeros");
    dtCreateObject(OBJ(1), dtBox(1, 1, 1));
    CHECK_INT("solids/clash-bad-limits", dtGetClash(OBJ(0), OBJ(1), -1, 0, &found, curves, MOST), 0);
    CHECK_INT("solids/clash-bad-limits", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("solids/clash-bad-limits", dtGetClash(OBJ(0), OBJ(1), 0, probe_nan(), &found, curves, MOST), 0);
    CHECK_INT("solids/clash-bad-limits", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("solids/clash-unknown-object", dtGetClash(OBJ(0), OBJ(7), 0, 0, &found, curves, MOST), 0);
    CHECK_INT("solids/clash-unknown-object", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_NEAR("solids/clash-unknown-object", found.volume + found.kind, 0, 0);
    open = dtNewComplexShape();
    triangle(cube_corners, cube_corners + 3, cube_corners + 6);
    dtEndComplexShape();
    dtCreateObject(OBJ(2), open);
    dtTranslate(-0.5, -0.5, -0.4);
    dtGetClash(OBJ(2), OBJ(1), 0, 0, &found, NULL, 0);
    CHECK_NEAR("solids/clash-of-an-open-mesh", found.volume, -1, 0);
    CHECK_INT("solids/clash-of-an-open-mesh", found.kind, DT_OVERLAPPING_CLASH);
    CHECK_INT("solids/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

int main(void)
{
    clashes();
    signed_distances();
    batches();
    separations();
    separations_again();
    depths();
    return check_finish();
}
