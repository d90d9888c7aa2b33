/* Contacts with surfaces: normals at inner, convex and hollow edges, one-sided polygons, settings; which polytope a point is on. */
#include "probe.h"

#define MOST 64
#define SIDE 20

/* A floor of 2 * SIDE * SIDE triangles at y = 0, from -10 to 10, each corner with an index of its own; fronts up. */
static DtShapeRef make_floor(void)
{
    int i, k;
    DtShapeRef shape = dtNewComplexShape();
    for (i = -SIDE / 2; i < SIDE / 2; ++i)
        for (k = -SIDE / 2; k < SIDE / 2; ++k) {
            dtBegin(DT_SIMPLEX), dtVertex(i, 0, k), dtVertex(i, 0, k + 1), dtVertex(i + 1, 0, k), dtEnd();
            dtBegin(DT_SIMPLEX), dtVertex(i + 1, 0, k), dtVertex(i, 0, k + 1), dtVertex(i + 1, 0, k + 1), dtEnd();
        }
    dtEndComplexShape();
    return shape;
}

/* Two squares that meet at x = 0, z from -4 to 4, each falling by `slope` away from there. */
static DtShapeRef roof(double slope)
{
    int side;
    DtShapeRef shape = dtNewComplexShape();
    for (side = -1; side <= 1; side += 2) {
        dtBegin(DT_POLYGON);
        dtVertex(0, 0, -4), dtVertex(0, 0, 4), dtVertex(4 * side, -4 * slope, 4), dtVertex(4 * side, -4 * slope, -4);
        dtEnd();
    }
    dtEndComplexShape();
    return shape;
}

static void flat_floor(void)
{
    static DtContact found[MOST];
    static DtCount patches[MOST];
    DtShapeRef shapes[6];
    DtVector n;
    DtCount count, i;
    int kind, step;
    CHECK_LINE("Surfaces: on a flat floor of triangles each body has the contacts that it has on one face");
    dtCreateObject(OBJ(0), make_floor());
    shapes[0] = dtSphere(0.5), shapes[1] = dtCapsule(0.25, 0.5), shapes[2] = dtBox(1, 1, 1);
    shapes[3] = dtCylinder(0.5, 1), shapes[4] = dtCone(0.5, 1), shapes[5] = dtRoundBox(0.6, 0.6, 0.6, 0.2);
    for (kind = 0; kind < 6; ++kind) {
        int normals = 1, counts = 1, depths = 1;
        dtCreateObject(OBJ(1), shapes[kind]);
        for (step = 0; step < 200; ++step) {
            double depth = step % 4 ? 0.001 * step : 0;
            dtSelectObject(OBJ(1)), dtLoadIdentity(), dtTranslate(0.0137 * step, 0.5 - depth, 0.0171 * step);
            count = dtGetContacts(OBJ(1), OBJ(0), found, MOST);
            counts &= count > 0 && count <= 16 && (kind != 2 || count == 4) && (kind > 1 || count == 1);
            for (i = 0; i < count && i < MOST; ++i)
                normals &= fabs(found[i].normal[0]) + fabs(found[i].normal[2]) < 1e-9 && found[i].normal[1] > 0;
            depths &= fabs(dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL) - depth) < 1e-9 && fabs(n[1] - 1) < 1e-9;
            count = dtGetContactPatches(OBJ(1), OBJ(0), 4, found, patches, MOST);
            counts &= count > 0 && count <= 4 && patches[count - 1] == 0;
        }
        CHECK("surfaces/flat-normals", normals);
        CHECK("surfaces/flat-counts", counts);
        CHECK("surfaces/flat-depths", depths);
        dtDeleteObject(OBJ(1));
    }
    CHECK_INT("surfaces/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void edges(void)
{
    DtVector n;
    DtShapeRef ridge = roof(1), valley = roof(-1), bend = roof(0.01);
    CHECK_LINE("Surfaces: the normal at a convex edge is between those of its faces, in a valley that of a face");
    dtCreateObject(OBJ(0), ridge), dtCreateObject(OBJ(1), dtSphere(1));
    dtTranslate(0.1, 0.9, 0.3);
    CHECK_NEAR("surfaces/ridge", dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL), 1 - sqrt(0.82), 1e-9);
    CHECK_VECTOR("surfaces/ridge", n, 0.1 / sqrt(0.82), 0.9 / sqrt(0.82), 0, 1e-6);
    CHECK_INT("surfaces/ridge", dtGetContacts(OBJ(1), OBJ(0), NULL, 0), 1);
    dtSelectObject(OBJ(0)), dtDeleteObject(OBJ(0)), dtCreateObject(OBJ(0), valley);
    dtSelectObject(OBJ(1)), dtLoadIdentity(), dtTranslate(0.1, 1.3, 0.3);
    CHECK_INT("surfaces/valley", dtGetContacts(OBJ(1), OBJ(0), NULL, 0), 2);
    CHECK_NEAR("surfaces/valley", dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL), 1 - 1.2 / sqrt(2.0), 1e-9);
    CHECK_VECTOR("surfaces/valley", n, -sqrt(0.5), sqrt(0.5), 0, 1e-9);
    CHECK_LINE("Surfaces: an edge counts as flat up to an angle, and with inner edges each polygon is alone");
    dtDeleteObject(OBJ(0)), dtCreateObject(OBJ(0), bend);
    dtSelectObject(OBJ(1)), dtLoadIdentity(), dtTranslate(0.001, 0.9, 0.3);
    dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL);
    CHECK("surfaces/bend", n[0] > 0.0009 && n[0] < 0.0013);
    CHECK_INT("surfaces/flat-angle", dtSetFlatAngle(bend, 0.05), DT_TRUE);
    dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL);
    CHECK_NEAR("surfaces/flat-angle", fabs(n[0]), 0.01 / sqrt(1.0001), 1e-9);
    dtDeleteObject(OBJ(0)), dtCreateObject(OBJ(0), valley);
    CHECK_INT("surfaces/inner-edges", dtSetInnerEdges(valley, DT_TRUE), DT_TRUE);
    dtSelectObject(OBJ(1)), dtLoadIdentity(), dtTranslate(1.5, 2.2, 0.3);
    CHECK_INT("surfaces/inner-edges", dtGetContacts(OBJ(1), OBJ(0), NULL, 0), 1);
    CHECK_INT("surfaces/inner-edges", dtSetInnerEdges(valley, DT_FALSE), DT_TRUE);
    CHECK_INT("surfaces/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void sides(void)
{
    DtVector n;
    DtShapeRef ground = make_floor();
    CHECK_LINE("Surfaces: contacts push to the side of the centre, or out of the front of one-sided polygons");
    dtCreateObject(OBJ(0), ground), dtCreateObject(OBJ(1), dtBox(1, 1, 1));
    dtTranslate(0.3, -0.4, 0.2);
    CHECK_NEAR("surfaces/two-sided", dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL), 0.1, 1e-9);
    CHECK_VECTOR("surfaces/two-sided", n, 0, -1, 0, 1e-9);
    CHECK_INT("surfaces/one-sided", dtSetOneSided(ground, DT_TRUE), DT_TRUE);
    CHECK_NEAR("surfaces/one-sided", dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL), 0.9, 1e-9);
    CHECK_VECTOR("surfaces/one-sided", n, 0, 1, 0, 1e-9);
    CHECK_VECTOR("surfaces/one-sided", (dtGetPenDepth(OBJ(0), OBJ(1), n, NULL, NULL), n), 0, -1, 0, 1e-9);
    CHECK_INT("surfaces/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void which_polytope(void)
{
    DtVector from, to, point, weights;
    DtCount polytope = 7;
    CHECK_LINE("Surfaces: the polytope that a point is on, and its barycentric coordinates");
    dtCreateObject(OBJ(0), make_floor());
    dtTranslate(3, 5, 0);
    from[0] = to[0] = 3.75, from[1] = 9, to[1] = 0, from[2] = to[2] = 0.5;
    CHECK_NEAR("surfaces/ray", dtRayCastObject(OBJ(0), from, to, point, NULL), 4.0 / 9, 1e-9);
    CHECK_INT("surfaces/polytope", dtGetSurfacePoint(OBJ(0), point, &polytope, weights), DT_TRUE);
    CHECK_INT("surfaces/polytope", polytope, 2 * (10 * SIDE + 10) + 1);
    CHECK_VECTOR("surfaces/weights", weights, 0.5, 0.25, 0.25, 1e-9);
    dtCreateObject(OBJ(1), dtSphere(1));
    CHECK_INT("surfaces/primitive", dtGetSurfacePoint(OBJ(1), point, &polytope, weights), DT_TRUE);
    CHECK_INT("surfaces/primitive", polytope, 0);
    CHECK_VECTOR("surfaces/primitive", weights, 0, 0, 0, 0);
    CHECK_INT("surfaces/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

/* Which polytope and which part the points of many answers are on: read where the answers are. */
static void which_of_many(void)
{
    static DtContact contacts[MOST];
    static DtSurfacePoint found[MOST];
    static const double ends[3][2][3] = {{{0.75, 9, 0.5}, {0.75, -9, 0.5}}, {{99, 9, 0}, {99, -9, 0}}, {{-2.5, 9, 3.25}, {-2.5, -9, 3.25}}};
    DtArray from, to, objects, points;
    DtObjectRef name = OBJ(0);
    DtRayHit hits[3];
    DtShapeRef ground = make_floor(), step = dtBox(1, 1, 1), whole;
    static const double here[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const double there[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -2.5, 0.5, 3.25, 1};
    DtCount i, count;
    int whole_points = 1;
    CHECK_LINE("Surfaces: polytopes, parts and barycentric coordinates of the points of many answers");
    whole = dtNewCompound(), dtAddPart(ground, here), dtAddPart(step, there), dtEndCompound();
    dtCreateObject(OBJ(0), whole);
    from.base = ends[0][0], to.base = ends[0][1], from.layout = to.layout = DT_POINTS, from.type = to.type = DT_DOUBLE;
    from.stride = to.stride = sizeof ends[0], from.count = to.count = 3;
    CHECK_INT("surfaces/many-rays", dtBatchRays(&from, &to, hits, 3), 3);
    objects.base = &hits[0].object, objects.layout = DT_OBJECTS, objects.type = DT_DOUBLE;
    points.base = hits[0].point, points.layout = DT_POINTS, points.type = sizeof(DtScalar) == 8 ? DT_DOUBLE : DT_FLOAT;
    objects.stride = points.stride = sizeof hits[0], objects.count = points.count = 3;
    CHECK_INT("surfaces/many", dtBatchSurfacePoints(&objects, &points, found, MOST), 3);
    CHECK_INT("surfaces/many", found[0].polytope, 2 * (10 * SIDE + 10) + 1);
    CHECK_INT("surfaces/many", found[0].part == 0 && found[0].part_polytope == found[0].polytope, 1);
    CHECK_VECTOR("surfaces/many", found[0].weights, 0.5, 0.25, 0.25, 1e-9);
    CHECK_INT("surfaces/many-missed", found[1].polytope + found[1].part + found[1].part_polytope, 0);
    CHECK_INT("surfaces/many-parts", found[2].part == 1 && found[2].part_polytope == 0, 1);
    CHECK_INT("surfaces/many-parts", found[2].polytope, 2 * SIDE * SIDE);
    CHECK_INT("surfaces/many-no-bad-row", dtGetBadRow(), DT_NO_ROW);

    dtCreateObject(OBJ(1), dtBox(1, 1, 1)), dtTranslate(4.25, 0.375, -2.125), dtRotate(0.01, 0.1, 0.02, 0.99);
    count = dtGetContacts(OBJ(1), OBJ(0), contacts, MOST);
    objects.base = &name, objects.count = 1;
    points.base = contacts[0].point2, points.stride = sizeof contacts[0], points.count = count;
    CHECK_INT("surfaces/many-contacts", dtBatchSurfacePoints(&objects, &points, found, MOST), count);
    for (i = 0; i < count; ++i) {
        /* The corners of a triangle of the floor, as it was made. */
        DtCount square = found[i].polytope / 2, odd = found[i].polytope % 2;
        double x = (double)(square / SIDE) - SIDE / 2 + (odd ? found[i].weights[0] + found[i].weights[2] : found[i].weights[2]);
        double z = (double)(square % SIDE) - SIDE / 2 + (odd ? found[i].weights[1] + found[i].weights[2] : found[i].weights[1]);
        whole_points &= fabs(x - contacts[i].point2[0]) + fabs(z - contacts[i].point2[2]) < 1e-4;
    }
    CHECK("surfaces/many-contacts", count == 4 && whole_points);
    CHECK_INT("surfaces/no-errors", dtGetError(), DT_NO_ERROR);
    name = OBJ(9), points.count = 2;
    CHECK_INT("surfaces/many-bad", dtBatchSurfacePoints(&objects, &points, found, MOST), 2);
    CHECK_INT("surfaces/many-bad", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("surfaces/many-bad", dtGetBadRow(), 0);
    CHECK_INT("surfaces/many-bad", dtBatchSurfacePoints(NULL, &points, found, MOST), 0);
    CHECK_INT("surfaces/many-bad", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("surfaces/many-bad", dtBatchSurfacePoints(&points, &points, found, MOST), 0);
    CHECK_INT("surfaces/many-bad", dtGetError(), DT_INVALID_ENUM);
    probe_reset();
}

/* What tells apart the contacts of a box and the floor, or a height field. */
static DtCount ids_of(DtContactId *ids, int swapped)
{
    static DtContact found[MOST];
    DtCount i, count = dtGetContacts(OBJ(swapped), OBJ(!swapped), found, MOST);
    for (i = 0; i < count; ++i) {
        ids[i].object1 = OBJ(swapped), ids[i].object2 = OBJ(!swapped);
        ids[i].feature1 = found[i].feature1, ids[i].feature2 = found[i].feature2;
    }
    return count;
}

static void matched(void)
{
    static DtContactId before[MOST], now[MOST];
    static double heights[21][21];
    DtCount counts[2], places[MOST], i, k;
    DtArray rows;
    int kind, step, all = 1, distinct = 1;
    CHECK_LINE("Surfaces: contacts have the same features in the next frame, and are matched by them");
    rows.base = heights, rows.layout = DT_HEIGHTS, rows.type = DT_DOUBLE, rows.stride = 0, rows.count = 21 * 21;
    for (kind = 0; kind < 3; ++kind) {
        dtCreateObject(OBJ(0), kind == 0 ? make_floor() : kind == 1 ? dtHeightField(&rows, 21, 1, 1, DT_RISING) : dtBox(20, 2, 20));
        if (kind > 0) dtTranslate(kind == 1 ? -10 : 0, kind == 1 ? 0 : -1, kind == 1 ? -10 : 0);
        dtCreateObject(OBJ(1), dtBox(1, 1, 1));
        counts[0] = 0;
        for (step = 0; step < 100; ++step) { /* It slides across the triangles and turns, and the order of the query changes. */
            dtSelectObject(OBJ(1)), dtLoadIdentity(), dtTranslate(-5 + 0.093 * step, 0.46, 2 - 0.071 * step);
            dtRotate(0.004, 0.01 * step, 0.003, 1);
            counts[1] = ids_of(now, step % 2);
            CHECK_INT("surfaces/matched-count", dtMatchContacts(before, counts[0], now, counts[1], places, MOST), counts[1]);
            for (i = 0; i < counts[1]; ++i) {
                all &= counts[1] == 4 && (step == 0 ? places[i] == DT_NO_ROW : places[i] < counts[0]);
                for (k = 0; k < i; ++k) distinct &= places[k] != places[i] || step == 0;
            }
            memcpy(before, now, sizeof now), counts[0] = counts[1];
        }
        CHECK("surfaces/matched", all && distinct);
        dtDeleteObject(OBJ(0)), dtDeleteObject(OBJ(1));
    }
    now[0].feature1 += 1000;
    CHECK_INT("surfaces/match-new", dtMatchContacts(before, 4, now, 4, places, 1), 4);
    CHECK_INT("surfaces/match-new", places[0], DT_NO_ROW);
    CHECK_INT("surfaces/match-nothing", dtMatchContacts(NULL, 0, NULL, 0, NULL, 0), 0);
    CHECK_INT("surfaces/no-errors", dtGetError(), DT_NO_ERROR);
    CHECK_INT("surfaces/match-null", dtMatchContacts(NULL, 1, now, 4, places, 4), 0);
    CHECK_INT("surfaces/match-null", dtGetError(), DT_INVALID_POINTER);
    probe_reset();
}

static void bad_input(void)
{
    DtVector point, weights;
    DtCount polytope = 7;
    DtShapeRef ground = make_floor(), open, ball = dtSphere(1);
    CHECK_LINE("Surfaces: bad input raises an error and changes nothing");
    point[0] = point[1] = point[2] = 0;
    weights[0] = 7;
    dtCreateObject(OBJ(0), ground);
    CHECK_INT("surfaces/bad-shape", dtSetInnerEdges(NULL, DT_TRUE), DT_FALSE);
    CHECK_INT("surfaces/bad-shape", dtGetError(), DT_UNKNOWN_SHAPE);
    CHECK_INT("surfaces/bad-shape", dtSetOneSided(ball, DT_TRUE), DT_FALSE);
    CHECK_INT("surfaces/bad-shape", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("surfaces/bad-angle", dtSetFlatAngle(ground, -0.1), DT_FALSE);
    CHECK_INT("surfaces/bad-angle", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("surfaces/bad-angle", dtSetFlatAngle(ground, 3.2), DT_FALSE);
    CHECK_INT("surfaces/bad-angle", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("surfaces/bad-angle", dtSetFlatAngle(ground, probe_nan()), DT_FALSE);
    CHECK_INT("surfaces/bad-angle", dtGetError(), DT_INVALID_VALUE);
    open = dtNewComplexShape();
    CHECK_INT("surfaces/bad-shape", dtSetFlatAngle(open, 0.1), DT_FALSE);
    CHECK_INT("surfaces/bad-shape", dtGetError(), DT_INVALID_OPERATION);
    dtEndComplexShape();
    dtGetError();
    CHECK_INT("surfaces/bad-point", dtGetSurfacePoint(OBJ(0), NULL, &polytope, weights), DT_FALSE);
    CHECK_INT("surfaces/bad-point", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("surfaces/bad-point", dtGetSurfacePoint(OBJ(5), point, &polytope, weights), DT_FALSE);
    CHECK_INT("surfaces/bad-point", dtGetError(), DT_UNKNOWN_OBJECT);
    point[1] = probe_nan();
    CHECK_INT("surfaces/bad-point", dtGetSurfacePoint(OBJ(0), point, &polytope, weights), DT_FALSE);
    CHECK_INT("surfaces/bad-point", dtGetError(), DT_INVALID_VALUE);
    CHECK("surfaces/writes-nothing", polytope == 7 && weights[0] == 7);
    point[1] = 0;
    CHECK_INT("surfaces/null-results", dtGetSurfacePoint(OBJ(0), point, NULL, NULL), DT_TRUE);
    probe_reset();
}

static double corners[6][3] = {{0, 0, 0}, {2, 0, 0}, {0, 0, 2}, {2, 0, 0}, {2, 0, 2}, {0, 0, 2}};

static void deformed(void)
{
    DtVector n;
    DtShapeRef shape = dtNewComplexShape();
    CHECK_LINE("Surfaces: vertices in the same place are one, and what a deformation changes is seen");
    dtVertexBase(corners);
    dtVertexRange(DT_SIMPLEX, 0, 3), dtVertexRange(DT_SIMPLEX, 3, 3);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), shape), dtCreateObject(OBJ(1), dtSphere(0.5));
    dtTranslate(0.9, 0.4, 0.9);
    CHECK_INT("surfaces/welded", dtGetContacts(OBJ(1), OBJ(0), NULL, 0), 1);
    CHECK_NEAR("surfaces/welded", dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL), 0.1, 1e-9);
    corners[0][1] = -1; /* the first triangle turns down about the diagonal, and the ball is beside it */
    dtChangeVertexBase(shape, corners);
    dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL);
    CHECK("surfaces/deformed", n[0] < -0.1 && n[2] < -0.1 && n[1] > 0.8);
    corners[0][1] = 0;
    dtChangeVertexBase(shape, corners);
    dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL);
    CHECK_VECTOR("surfaces/deformed-back", n, 0, 1, 0, 1e-9);
    CHECK_INT("surfaces/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

int main(void)
{
    flat_floor();
    edges();
    sides();
    which_polytope();
    which_of_many();
    matched();
    deformed();
    bad_input();
    return check_finish();
}
