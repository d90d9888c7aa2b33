/* Meshes beyond SOLID 2.0: concave polygons, vertex arrays of any layout, intersection curves, all colliding polytopes. */
#include "probe.h"

static DtShapeRef point;

static int inside(DtObjectRef object, double x, double y, double z)
{
    return probe_touches(object, point, x, y, z);
}

/* A square of side 4 with a hole of side 2, in the plane z = 1, tied by a pair of edges. */
static const double ring[10][3] = {{-2, -2, 1}, {2, -2, 1},  {2, 2, 1},  {-2, 2, 1},  {-2, -2, 1},
                                   {-1, -1, 1}, {-1, 1, 1}, {1, 1, 1}, {1, -1, 1}, {-1, -1, 1}};

static void concave_polygons(void)
{
    DtShapeRef s;
    DtIndex backwards[10];
    int i, pass;

    CHECK_LINE("Meshes: a concave polygon, with a hole, in either sense");
    for (i = 0; i < 10; i++) {
        backwards[i] = 9 - i;
    }
    for (pass = 0; pass < 2; pass++) {
        check_case("pass %d", pass);
        s = dtNewComplexShape();
        dtVertexBase(ring);
        if (pass == 0) {
            dtVertexRange(DT_CONCAVE_POLYGON, 0, 10);
        } else {
            dtVertexIndices(DT_CONCAVE_POLYGON, 10, backwards);
        }
        dtEndComplexShape();
        CHECK_INT("meshes/concave-polygon", dtGetError(), DT_NO_ERROR);
        CHECK_INT("meshes/concave-polygon", dtGetBadPolygon(), DT_NO_POLYGON);
        dtCreateObject(OBJ(0), s);
        CHECK("meshes/concave-polygon", inside(OBJ(0), 1.5, 0, 1) && inside(OBJ(0), -1.5, -1.5, 1));
        CHECK("meshes/hole-of-a-polygon", !inside(OBJ(0), 0, 0, 1) && !inside(OBJ(0), 0.9, -0.9, 1));
        CHECK("meshes/hole-of-a-polygon", inside(OBJ(0), 1, 0, 1) && !inside(OBJ(0), 1.5, 0, 1.001));
        probe_reset();
        dtDeleteShape(s);
    }

    CHECK_LINE("Meshes: a concave polygon between dtBegin and dtEnd");
    s = dtNewComplexShape();
    dtBegin(DT_CONCAVE_POLYGON);
    dtVertex(0, 0, 0);
    dtVertex(4, 0, 0);
    dtVertex(4, 4, 0);
    dtVertex(2, 1, 0);
    dtVertex(0, 4, 0);
    dtEnd();
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    CHECK("meshes/concave-polygon", inside(OBJ(0), 2, 0.5, 0) && !inside(OBJ(0), 2, 2, 0));
    CHECK("meshes/concave-polygon", inside(OBJ(0), 3.5, 2.5, 0) && inside(OBJ(0), 0.5, 2.5, 0));
    probe_reset();
    dtDeleteShape(s);
}

static void bad_polygons(void)
{
    static const double bow[4][3] = {{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 2.5, 0}};
    static const double bent[4][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 1}, {0, 2, 0}};
    static const double good[3][3] = {{5, 0, 0}, {7, 0, 0}, {5, 2, 0}};
    DtShapeRef s;
    int i;

    CHECK_LINE("Meshes: a polygon that crosses itself is left out, and named");
    s = dtNewComplexShape();
    dtVertexBase(good);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtBegin(DT_CONCAVE_POLYGON);
    for (i = 0; i < 4; i++) {
        dtVertex(bow[i][0], bow[i][1], bow[i][2]);
    }
    dtEnd();
    dtEndComplexShape();
    CHECK_INT("meshes/polygon-that-crosses-itself", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("meshes/bad-polygon-is-named", dtGetBadPolygon(), 1);
    dtCreateObject(OBJ(0), s);
    CHECK("meshes/polygon-that-crosses-itself", inside(OBJ(0), 5.5, 0.5, 0) && !inside(OBJ(0), 2, 1, 0));
    probe_reset();
    dtDeleteShape(s);

    CHECK_LINE("Meshes: a polygon that is not flat is taken as it is, and named");
    s = dtNewComplexShape();
    dtVertexBase(bent);
    dtVertexRange(DT_CONCAVE_POLYGON, 0, 4);
    dtEndComplexShape();
    CHECK_INT("meshes/polygon-that-is-not-flat", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("meshes/bad-polygon-is-named", dtGetBadPolygon(), 0);
    dtCreateObject(OBJ(0), s);
    CHECK("meshes/polygon-that-is-not-flat", inside(OBJ(0), 0, 0, 0) && inside(OBJ(0), 2, 2, 1));
    probe_reset();
    dtDeleteShape(s);

    CHECK_LINE("Meshes: indices past the announced end, and indices without an array");
    s = dtNewComplexShape();
    dtVertexBase(good);
    dtVertexCount(3);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtVertexRange(DT_SIMPLEX, 1, 3);
    dtEndComplexShape();
    CHECK_INT("meshes/index-past-the-end", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("meshes/bad-polygon-is-named", dtGetBadPolygon(), 1);
    dtCreateObject(OBJ(0), s);
    CHECK("meshes/index-past-the-end", inside(OBJ(0), 5.5, 0.5, 0));
    probe_reset();
    dtDeleteShape(s);

    CHECK_LINE("Meshes: a vertex that is not finite names its polygon, until it is healed");
    {
        double vertices[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 0, 0}, {6, 0, 0}, {5, 1, 0}};
        s = dtNewComplexShape();
        dtVertexBase(vertices);
        dtVertexRange(DT_SIMPLEX, 0, 3);
        dtVertexRange(DT_SIMPLEX, 3, 3);
        vertices[4][1] = 0.0 / (vertices[0][0] * 0.0);
        dtEndComplexShape();
        CHECK_INT("meshes/vertex-that-is-no-number", dtGetError(), DT_INVALID_VALUE);
        CHECK_INT("meshes/bad-polygon-is-named", dtGetBadPolygon(), 1);
        vertices[4][1] = 0;
        dtChangeVertexBase(s, vertices);
        CHECK_INT("meshes/vertex-that-is-no-number", dtGetError(), DT_NO_ERROR);
        CHECK_INT("meshes/bad-polygon-is-named", dtGetBadPolygon(), DT_NO_POLYGON);
        dtCreateObject(OBJ(0), s);
        CHECK("meshes/vertex-that-is-no-number", inside(OBJ(0), 5.2, 0.2, 0));
        probe_reset();
        dtDeleteShape(s);
    }
}

struct vertex {
    char tag;
    float position[3];
    char more;
};

static void vertex_pointers(void)
{
    struct vertex vertices[3];
    static const float corners[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    static const double wide[3][5] = {{9, 0, 0, 2, 9}, {9, 4, 0, 2, 9}, {9, 0, 4, 2, 9}};
    char unaligned[1 + sizeof corners];
    DtShapeRef s;
    int i;

    CHECK_LINE("Meshes: dtVertexPointer takes floats and doubles, any stride, any alignment");
    for (i = 0; i < 3; i++) {
        memcpy(vertices[i].position, corners[i], sizeof corners[i]);
    }
    memcpy(unaligned + 1, corners, sizeof corners);
    for (i = 0; i < 3; i++) {
        check_case("layout %d", i);
        s = dtNewComplexShape();
        if (i == 0) {
            dtVertexPointer(DT_FLOAT, 0, unaligned + 1);
        } else if (i == 1) {
            dtVertexPointer(DT_FLOAT, sizeof vertices[0], vertices[0].position);
        } else {
            dtVertexPointer(DT_DOUBLE, sizeof wide[0], &wide[0][1]);
        }
        dtVertexRange(DT_SIMPLEX, 0, 3);
        dtEndComplexShape();
        CHECK_INT("meshes/vertex-pointer", dtGetError(), DT_NO_ERROR);
        dtCreateObject(OBJ(0), s);
        CHECK("meshes/vertex-pointer", inside(OBJ(0), 1, 1, i == 2 ? 2 : 0) && !inside(OBJ(0), 1, 1, 1));
        /* The array is not read any more. */
        memset(unaligned, 0x7f, sizeof unaligned);
        CHECK("meshes/vertex-pointer", inside(OBJ(0), 1, 1, i == 2 ? 2 : 0));
        dtChangeVertexPointer(s, DT_DOUBLE, sizeof wide[0], &wide[0][1]);
        CHECK("meshes/change-vertex-pointer", inside(OBJ(0), 1, 1, 2) && !inside(OBJ(0), 1, 1, 0));
        dtChangeVertexPointer(s, DT_FLOAT, 0, corners);
        CHECK("meshes/change-vertex-pointer", inside(OBJ(0), 1, 1, 0) && !inside(OBJ(0), 1, 1, 2));
        CHECK_INT("meshes/change-vertex-pointer", dtGetError(), DT_NO_ERROR);
        probe_reset();
        dtDeleteShape(s);
    }

    CHECK_LINE("Meshes: bad calls of the vertex array functions change nothing");
    dtVertexPointer(DT_FLOAT, 0, corners);
    CHECK_INT("meshes/vertex-pointer-misused", dtGetError(), DT_INVALID_OPERATION);
    dtVertexCount(3);
    CHECK_INT("meshes/vertex-pointer-misused", dtGetError(), DT_INVALID_OPERATION);
    s = dtNewComplexShape();
    dtVertexPointer(DT_FLOAT, 0, corners);
    dtVertexPointer((DtVertexType)0x1405, 0, wide);
    CHECK_INT("meshes/vertex-pointer-misused", dtGetError(), DT_INVALID_ENUM);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    CHECK("meshes/vertex-pointer-misused", inside(OBJ(0), 1, 1, 0));
    dtChangeVertexPointer(s, (DtVertexType)1, 0, wide);
    CHECK_INT("meshes/vertex-pointer-misused", dtGetError(), DT_INVALID_ENUM);
    dtChangeVertexPointer(s, DT_DOUBLE, 0, NULL);
    CHECK_INT("meshes/vertex-pointer-misused", dtGetError(), DT_INVALID_POINTER);
    dtChangeVertexPointer(NULL, DT_DOUBLE, 0, wide);
    CHECK_INT("meshes/vertex-pointer-misused", dtGetError(), DT_UNKNOWN_SHAPE);
    dtChangeVertexPointer(point, DT_DOUBLE, 0, wide);
    CHECK_INT("meshes/vertex-pointer-misused", dtGetError(), DT_INVALID_OPERATION);
    CHECK("meshes/vertex-pointer-misused", inside(OBJ(0), 1, 1, 0));
    probe_reset();
    dtDeleteShape(s);
    s = dtNewComplexShape();
    dtVertexPointer(DT_FLOAT, 0, corners);
    dtVertexPointer(DT_FLOAT, 0, NULL);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtEndComplexShape();
    CHECK_INT("meshes/vertex-pointer-misused", dtGetError(), DT_INVALID_OPERATION);
    dtDeleteShape(s);
}

/* The surface of a cube of six squares. */
static DtShapeRef cube(double half)
{
    DtShapeRef s = dtNewComplexShape();
    int axis, side, k;
    for (axis = 0; axis < 3; axis++) {
        for (side = -1; side <= 1; side += 2) {
            dtBegin(DT_POLYGON);
            for (k = 0; k < 4; k++) {
                double p[3];
                p[axis] = side * half;
                p[(axis + 1) % 3] = k == 1 || k == 2 ? half : -half;
                p[(axis + 2) % 3] = k >= 2 ? half : -half;
                dtVertex(p[0], p[1], p[2]);
            }
            dtEnd();
        }
    }
    dtEndComplexShape();
    return s;
}

static void intersections(void)
{
    DtShapeRef one = cube(1), box = dtBox(2, 2, 2);
    DtSegment segments[64], untouched;
    DtPolytopePair pairs[64];
    DtCount count, i;
    double length = 0;

    CHECK_LINE("Meshes: the intersection of two closed surfaces is closed curves, each segment with its polygons");
    dtCreateObject(OBJ(0), one);
    dtCreateObject(OBJ(1), one);
    dtTranslate(1, 1, 1);
    dtCreateObject(OBJ(2), box);
    dtTranslate(-1.5, 0, 0);
    count = dtGetIntersection(OBJ(0), OBJ(1), segments, 64);
    CHECK("meshes/intersection", count >= 6 && count <= 64);
    CHECK_INT("meshes/intersection", dtGetIntersection(OBJ(0), OBJ(1), NULL, 64), count);
    for (i = 0; i < count && i < 64; i++) {
        const DtSegment *s = &segments[i], *next = &segments[(i + 1) % count];
        int axis1 = (int)s->polygon1 / 2, axis2 = (int)s->polygon2 / 2;
        check_case("segment %d", (int)i);
        CHECK("meshes/intersection-is-closed", memcmp(s->point2, next->point1, sizeof s->point2) == 0);
        CHECK_INT("meshes/intersection-is-closed", s->curve, 0);
        /* The squares at +1 of the one and at 0 of the other. */
        CHECK("meshes/intersection", s->polygon1 % 2 == 1 && s->polygon2 % 2 == 0 && axis1 != axis2);
        CHECK_NEAR("meshes/intersection", s->point1[axis1], 1, 1e-14);
        CHECK_NEAR("meshes/intersection", s->point2[axis2], 0, 1e-14);
        length += fabs(s->point1[0] - s->point2[0]) + fabs(s->point1[1] - s->point2[1]) +
                  fabs(s->point1[2] - s->point2[2]);
    }
    CHECK_NEAR("meshes/intersection", length, 6, 1e-12);
    memset(&untouched, 0x55, sizeof untouched);
    segments[2] = untouched;
    CHECK_INT("meshes/intersection", dtGetIntersection(OBJ(0), OBJ(1), segments, 2), count);
    CHECK("meshes/intersection", memcmp(&segments[2], &untouched, sizeof untouched) == 0);
    CHECK_INT("meshes/intersection", dtGetError(), DT_NO_ERROR);

    CHECK_LINE("Meshes: all colliding polytopes, ascending");
    CHECK_INT("meshes/colliding-polytopes", dtGetCollidingPolytopes(OBJ(0), OBJ(1), pairs, 64), 6);
    for (i = 0; i < 6; i++) {
        CHECK("meshes/colliding-polytopes", pairs[i].polytope1 % 2 == 1 && pairs[i].polytope2 % 2 == 0);
        CHECK("meshes/colliding-polytopes", pairs[i].polytope1 / 2 != pairs[i].polytope2 / 2);
        CHECK("meshes/colliding-polytopes", i == 0 || pairs[i - 1].polytope1 < pairs[i].polytope1 ||
                                                (pairs[i - 1].polytope1 == pairs[i].polytope1 &&
                                                 pairs[i - 1].polytope2 < pairs[i].polytope2));
    }
    CHECK_INT("meshes/colliding-polytopes", dtGetCollidingPolytopes(OBJ(2), OBJ(0), pairs, 64), 5);
    CHECK("meshes/colliding-polytopes", pairs[4].polytope1 == 0 && pairs[4].polytope2 == 5);
    CHECK_INT("meshes/colliding-polytopes", dtGetCollidingPolytopes(OBJ(2), OBJ(1), NULL, 0), 0);
    CHECK_INT("meshes/colliding-polytopes", dtGetError(), DT_NO_ERROR);

    CHECK_LINE("Meshes: bad arguments of the queries");
    CHECK_INT("meshes/queries-misused", dtGetIntersection(OBJ(0), OBJ(9), segments, 64), 0);
    CHECK_INT("meshes/queries-misused", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("meshes/queries-misused", dtGetIntersection(OBJ(0), OBJ(0), segments, 64), 0);
    CHECK_INT("meshes/queries-misused", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("meshes/queries-misused", dtGetIntersection(OBJ(0), OBJ(2), segments, 64), 0);
    CHECK_INT("meshes/queries-misused", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("meshes/queries-misused", dtGetCollidingPolytopes(NULL, OBJ(0), pairs, 64), 0);
    CHECK_INT("meshes/queries-misused", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("meshes/queries-misused", dtGetCollidingPolytopes(OBJ(2), OBJ(2), pairs, 64), 0);
    CHECK_INT("meshes/queries-misused", dtGetError(), DT_INVALID_OPERATION);
    dtDeleteObject(OBJ(2));
    probe_reset();
    dtDeleteShape(one);
    dtDeleteShape(box);
}

static int crossings;
static int nested;

/* The segments are those of the query, and stay as they are while others are asked for and tests run. */
/* Field by field: what lies between fields is any. */
static int same_segments(const DtSegment *a, const DtSegment *b, DtCount count)
{
    DtCount i;

    for (i = 0; i < count; i++) {
        if (memcmp(a[i].point1, b[i].point1, sizeof a[i].point1) != 0
            || memcmp(a[i].point2, b[i].point2, sizeof a[i].point2) != 0 || a[i].polygon1 != b[i].polygon1
            || a[i].polygon2 != b[i].polygon2 || a[i].curve != b[i].curve) {
            return 0;
        }
    }
    return 1;
}

static void cross(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    static DtSegment segments[64], before[64];
    const DtIntersectionData *found = (const DtIntersectionData *)coll_data;
    DtCount count = dtGetIntersection(object1, object2, segments, 64);
    (void)client_data;
    crossings++;
    CHECK("meshes/intersection-response", found != NULL);
    if (object1 == OBJ(2) || object2 == OBJ(2)) {
        CHECK_INT("meshes/intersection-response-of-a-box", found->count, 0);
        CHECK_INT("meshes/intersection-response-of-a-box", dtGetError(), DT_INVALID_OPERATION);
        return;
    }
    CHECK_INT("meshes/intersection-response", found->count, count);
    CHECK("meshes/intersection-response", count >= 6 && count <= 64);
    CHECK("meshes/intersection-response", same_segments(found->segments, segments, count));
    CHECK_NEAR("meshes/intersection-response-common-point", found->data.point1[0], found->data.point2[0] + 1, 1e-9);
    if (nested++ == 0) {
        memcpy(before, found->segments, count * sizeof before[0]);
        dtTest();
        CHECK("meshes/intersection-response-nested", same_segments(found->segments, before, count));
    }
}

static void intersection_response(void)
{
    DtShapeRef one = cube(1), box = dtBox(2, 2, 2);
    CHECK_LINE("Meshes: the intersection as a response");
    dtCreateObject(OBJ(0), one);
    dtCreateObject(OBJ(1), one);
    dtTranslate(1, 1, 1);
    dtCreateObject(OBJ(2), box);
    dtTranslate(-1.5, 0, 0);
    crossings = nested = 0;
    dtSetDefaultResponse(cross, DT_INTERSECTION_RESPONSE, NULL);
    CHECK_INT("meshes/intersection-response", dtTest(), 2);
    CHECK_INT("meshes/intersection-response", crossings, 4);
    CHECK_INT("meshes/intersection-response-of-one-pair", dtTestObjects(OBJ(0), OBJ(1)), 1);
    CHECK_INT("meshes/intersection-response", crossings, 5);
    CHECK_INT("meshes/intersection-response", dtGetError(), DT_NO_ERROR);
    probe_place(OBJ(1), 9, 9, 9);
    probe_place(OBJ(2), 9, -9, 9);
    CHECK_INT("meshes/intersection-response-apart", dtTest(), 0);
    probe_reset();
    dtDeleteShape(one);
    dtDeleteShape(box);
}

/* Three corners a triangle, for tetrahedra whose triangles meet by their places alone. */
static const double tetrahedron[12][3] = {{0, 0, 0}, {0, 4, 0}, {4, 0, 0}, {0, 0, 0}, {4, 0, 0}, {0, 0, 4},
                                          {4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {0, 0, 0}, {0, 0, 4}, {0, 4, 0}};

static DtShapeRef four_triangles(const double (*corners)[3], int count)
{
    DtShapeRef s = dtNewComplexShape();
    int i;
    dtVertexBase(corners);
    for (i = 0; i < count; i++) {
        dtVertexRange(DT_SIMPLEX, 3 * (DtIndex)i, 3);
    }
    dtEndComplexShape();
    return s;
}

static void solids(void)
{
    DtShapeRef hollow = cube(2), small = cube(0.25), s;
    double corners[12][3];

    CHECK_LINE("Meshes: what is within a solid collides with it, what is within a surface does not");
    dtCreateObject(OBJ(0), hollow);
    CHECK("meshes/solid", !inside(OBJ(0), 0, 0, 0) && inside(OBJ(0), 2, 0, 0));
    CHECK_INT("meshes/solid", dtSetSolid(hollow, DT_TRUE), DT_TRUE);
    CHECK_INT("meshes/solid", dtGetError(), DT_NO_ERROR);
    CHECK("meshes/solid", inside(OBJ(0), 0, 0, 0) && inside(OBJ(0), 1, -1, 1.5) && !inside(OBJ(0), 3, 0, 0));
    dtCreateObject(OBJ(1), small);
    dtTranslate(1, 1, 1);
    dtSetDefaultResponse(probe_record, DT_WITNESSED_RESPONSE, NULL);
    CHECK_INT("meshes/solid-holds-a-soup", dtTest(), 1);
    CHECK_NEAR("meshes/solid-holds-a-soup", probe_log[0].data.point1[0], 1 + probe_log[0].data.point2[0], 1e-12);
    CHECK_NEAR("meshes/solid-holds-a-soup", probe_log[0].data.point1[2], 1 + probe_log[0].data.point2[2], 1e-12);
    dtTranslate(0, 0, 3);
    CHECK_INT("meshes/solid-holds-a-soup", dtTest(), 0);
    dtTranslate(0, 0, -3);
    dtSetDefaultResponse(probe_record, DT_SMART_RESPONSE, NULL);
    dtProceed();
    probe_count = 0;
    CHECK_INT("meshes/solid-smart-response", dtTest(), 1);
    CHECK_NEAR("meshes/solid-smart-response",
               fabs(probe_log[0].data.normal[0]) + fabs(probe_log[0].data.normal[1]) + fabs(probe_log[0].data.normal[2]),
               0.75, 1e-6);
    CHECK_INT("meshes/solid", dtSetSolid(hollow, DT_FALSE), DT_FALSE);
    CHECK_INT("meshes/solid", dtTest(), 0);
    CHECK_INT("meshes/solid", dtGetError(), DT_NO_ERROR);
    probe_reset();

    CHECK_LINE("Meshes: what is not closed is no solid, and names a polygon");
    s = four_triangles(tetrahedron, 3);
    CHECK_INT("meshes/open-surface", dtSetSolid(s, DT_TRUE), DT_FALSE);
    CHECK_INT("meshes/open-surface", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("meshes/open-surface", dtGetBadPolygon(), 0);
    dtDeleteShape(s);

    CHECK_LINE("Meshes: a solid stays one while it is deformed, until it is torn");
    s = four_triangles(tetrahedron, 4);
    CHECK_INT("meshes/deformed-solid", dtSetSolid(s, DT_TRUE), DT_TRUE);
    dtCreateObject(OBJ(0), s);
    CHECK("meshes/deformed-solid", inside(OBJ(0), 1, 1, 1) && !inside(OBJ(0), 2, 2, 1));
    memcpy(corners, tetrahedron, sizeof corners);
    corners[5][2] = corners[8][2] = corners[10][2] = 1;
    dtChangeVertexBase(s, corners);
    CHECK_INT("meshes/deformed-solid", dtGetError(), DT_NO_ERROR);
    CHECK("meshes/deformed-solid", !inside(OBJ(0), 1, 1, 1) && inside(OBJ(0), 1, 1, 0.4));
    corners[5][2] = 2;
    dtChangeVertexBase(s, corners);
    CHECK_INT("meshes/torn-solid", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("meshes/torn-solid", dtGetBadPolygon(), 1);
    CHECK("meshes/torn-solid", !inside(OBJ(0), 1, 1, 0.4));

    CHECK_LINE("Meshes: a shape between two vertex arrays");
    dtMorphVertexBase(s, tetrahedron, corners, 0);
    CHECK_INT("meshes/morph", dtGetError(), DT_NO_ERROR);
    CHECK("meshes/morph", inside(OBJ(0), 0, 0, 4) && inside(OBJ(0), 0, 2, 2));
    dtMorphVertexBase(s, tetrahedron, corners, 0.5);
    CHECK("meshes/morph", !inside(OBJ(0), 0, 0, 4) && inside(OBJ(0), 0, 0, 3) && inside(OBJ(0), 0, 0, 2.5));
    dtMorphVertexBase(s, tetrahedron, corners, 1);
    CHECK("meshes/morph", inside(OBJ(0), 0, 0, 2) && inside(OBJ(0), 0, 0, 1) && inside(OBJ(0), 0, 2, 0.5));
    CHECK_INT("meshes/morph", dtGetError(), DT_NO_ERROR);
    dtMorphVertexBase(s, tetrahedron, corners, 0.0 / (corners[0][0] * 0.0));
    CHECK_INT("meshes/morph-misused", dtGetError(), DT_INVALID_VALUE);
    dtMorphVertexBase(s, NULL, corners, 0);
    CHECK_INT("meshes/morph-misused", dtGetError(), DT_INVALID_POINTER);
    dtMorphVertexBase(s, tetrahedron, NULL, 0);
    CHECK_INT("meshes/morph-misused", dtGetError(), DT_INVALID_POINTER);
    dtMorphVertexBase(NULL, tetrahedron, corners, 0);
    CHECK_INT("meshes/morph-misused", dtGetError(), DT_UNKNOWN_SHAPE);
    dtMorphVertexBase(point, tetrahedron, corners, 0);
    CHECK_INT("meshes/morph-misused", dtGetError(), DT_INVALID_OPERATION);
    CHECK("meshes/morph-misused", inside(OBJ(0), 0, 0, 1));
    probe_reset();
    dtDeleteShape(s);

    CHECK_LINE("Meshes: bad calls of dtSetSolid change nothing");
    CHECK_INT("meshes/solid-misused", dtSetSolid(NULL, DT_TRUE), DT_FALSE);
    CHECK_INT("meshes/solid-misused", dtGetError(), DT_UNKNOWN_SHAPE);
    CHECK_INT("meshes/solid-misused", dtSetSolid(point, DT_TRUE), DT_FALSE);
    CHECK_INT("meshes/solid-misused", dtGetError(), DT_INVALID_OPERATION);
    s = dtNewComplexShape();
    CHECK_INT("meshes/solid-misused", dtSetSolid(s, DT_TRUE), DT_FALSE);
    CHECK_INT("meshes/solid-misused", dtGetError(), DT_INVALID_OPERATION);
    dtEndComplexShape();
    dtDeleteShape(s);
    dtDeleteShape(hollow);
    dtDeleteShape(small);
}

int main(void)
{
    point = dtSphere(0);
    concave_polygons();
    bad_polygons();
    vertex_pointers();
    intersections();
    intersection_response();
    solids();
    return check_finish();
}
