/* Height fields: terrain over a grid. */
#include "probe.h"

static DtArray array_of(const void *base, unsigned type, DtCount stride, DtCount count)
{
    DtArray array;
    array.base = base, array.layout = DT_HEIGHTS, array.type = type, array.stride = stride, array.count = count;
    return array;
}

static DtShapeRef field_of(const double *heights, DtCount columns, DtCount rows)
{
    DtArray array = array_of(heights, DT_DOUBLE, 0, columns * rows);
    return dtHeightField(&array, columns, 1, 1, DT_FALLING);
}

/* 20 by 20 heights, and a complex shape of the same triangles. */
static double hills[400];

static DtShapeRef mesh_of_hills(void)
{
    DtShapeRef mesh = dtNewComplexShape();
    unsigned x, z;
    for (z = 0; z < 19; ++z) {
        for (x = 0; x < 19; ++x) {
            const double *h = hills + 20 * z + x;
            dtBegin(DT_SIMPLEX);
            dtVertex(x, h[0], z), dtVertex(x, h[20], z + 1.0), dtVertex(x + 1.0, h[1], z);
            dtEnd();
            dtBegin(DT_SIMPLEX);
            dtVertex(x + 1.0, h[1], z), dtVertex(x, h[20], z + 1.0), dtVertex(x + 1.0, h[21], z + 1.0);
            dtEnd();
        }
    }
    dtEndComplexShape();
    return mesh;
}

static void answers(void)
{
    DtVector p, q, m, n, from, to;
    DtContact contacts[64], others[64];
    DtCount number = 0;
    int i;
    CHECK_LINE("Height fields: answers are those of a complex shape of the same triangles");
    for (i = 0; i < 400; ++i) hills[i] = (i * 37 % 11) / 8.0;
    dtCreateObject(OBJ(0), field_of(hills, 20, 20));
    dtCreateObject(OBJ(1), mesh_of_hills());
    dtCreateObject(OBJ(2), dtBox(2.2, 1, 1.7));
    dtGetBBox(OBJ(0), p, q);
    CHECK("height-fields/box", q[0] > 18.99 && q[0] < 19.01 && q[1] > 1.24 && q[1] < 1.26 && p[1] < 0);
    for (i = 0; i < 40; ++i) {
        DtScalar x = 1 + 0.43 * i, z = 17 - 0.37 * i, depth;
        dtLoadIdentity(), dtTranslate(x, 4, z), dtRotate(0.1, 0.2, 0, 1);
        CHECK_NEAR("height-fields/distance", dtGetClosestPair(OBJ(2), OBJ(0), p, q), dtGetClosestPair(OBJ(2), OBJ(1), m, n), 1e-6);
        from[0] = x, from[1] = 3, from[2] = z, to[0] = x + 1, to[1] = -1, to[2] = z;
        CHECK_NEAR("height-fields/ray", dtRayCastObject(OBJ(0), from, to, p, n), dtRayCastObject(OBJ(1), from, to, q, m), 1e-9);
        CHECK_VECTOR("height-fields/ray", n, m[0], m[1], m[2], 1e-9);
        dtLoadIdentity(), dtTranslate(x, 1, z), dtRotate(0.1, 0.2, 0, 1);
        depth = dtGetPenDepth(OBJ(2), OBJ(1), n, NULL, NULL);
        CHECK_NEAR("height-fields/depth", dtGetPenDepth(OBJ(2), OBJ(0), m, NULL, NULL), depth, 1e-6);
        CHECK_INT("height-fields/contacts", dtGetContacts(OBJ(2), OBJ(0), contacts, 64), dtGetContacts(OBJ(2), OBJ(1), others, 64));
    }
    dtDeleteObject(OBJ(1));
    dtSetDefaultResponse(probe_record, DT_WITNESSED_RESPONSE, NULL);
    CHECK_INT("height-fields/test", dtTest(), 1);
    p[0] = 2.9, p[1] = 0.5, p[2] = 1.9;
    CHECK_INT("height-fields/number", dtGetSurfacePoint(OBJ(0), p, &number, NULL), DT_TRUE);
    CHECK_INT("height-fields/number", number, 2 * (19 + 2) + 1);
    CHECK_INT("height-fields/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

/* The height of the surface at a point, or -1. */
static DtScalar height_at(DtShapeRef shape, double x, double z)
{
    DtVector from, to, p, n;
    DtScalar time;
    from[0] = to[0] = x, from[2] = to[2] = z, from[1] = 9, to[1] = -1;
    dtCreateObject(OBJ(5), shape);
    time = dtRayCastObject(OBJ(5), from, to, p, n);
    dtDeleteObject(OBJ(5));
    return time < 0 || time > 1 ? -1 : 9 - 10 * time;
}

static void grids(void)
{
    static float floats[8];
    static double flat[9], ridge[4] = {0, 1, 1, 0};
    DtArray array;
    CHECK_LINE("Height fields: holes, diagonals, strides");
    array = array_of(ridge, DT_DOUBLE, 0, 4);
    CHECK_NEAR("height-fields/diagonal", height_at(dtHeightField(&array, 2, 1, 1, DT_FALLING), 0.5, 0.5), 1, 1e-9);
    CHECK_NEAR("height-fields/diagonal", height_at(dtHeightField(&array, 2, 1, 1, DT_RISING), 0.5, 0.5), 0, 1e-9);
    CHECK_NEAR("height-fields/diagonal", height_at(dtHeightField(&array, 2, 1, 1, DT_ALTERNATING), 0.5, 0.5), 1, 1e-9);
    floats[0] = 3, floats[2] = 3, floats[4] = 3, floats[6] = 3;
    array = array_of(floats, DT_FLOAT, 8, 4);
    CHECK_NEAR("height-fields/stride", height_at(dtHeightField(&array, 2, 1, 4, DT_RISING), 0.5, 3.5), 3, 1e-6);
    dtCreateObject(OBJ(0), field_of(flat, 3, 3));
    CHECK_INT("height-fields/drawn", dtGetLines(DT_DRAW_SHAPES, NULL, 0), 16);
    dtDeleteObject(OBJ(0));
    ridge[3] = probe_nan();
    array = array_of(ridge, DT_DOUBLE, 0, 4);
    CHECK_NEAR("height-fields/hole", height_at(dtHeightField(&array, 2, 1, 1, DT_FALLING), 0.9, 0.9), -1, 0);
    CHECK("height-fields/hole", height_at(dtHeightField(&array, 2, 1, 1, DT_FALLING), 0.3, 0.3) > 0);
    CHECK_INT("height-fields/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void rolls(void)
{
    static double flat[400];
    DtVector n;
    int i;
    CHECK_LINE("Height fields: a ball that rolls along sees no edges");
    dtCreateObject(OBJ(0), field_of(flat, 20, 20));
    dtCreateObject(OBJ(1), dtSphere(0.5));
    for (i = 0; i < 200; ++i) {
        dtLoadIdentity(), dtTranslate(1 + 0.08 * i, 0.49, 2 + 0.07 * i);
        dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, NULL);
        CHECK_VECTOR("height-fields/rolls", n, 0, 1, 0, 1e-9);
    }
    CHECK_INT("height-fields/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static char bytes[1 << 12];

static void changes(void)
{
    static const double HERE[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static double flat[25], hill[2] = {3, 4};
    DtShapeRef field = field_of(flat, 5, 5), copy, compound = dtNewCompound();
    DtArray two = array_of(hill, DT_DOUBLE, 0, 2);
    DtScalar height = 9;
    DtCount size;
    CHECK_LINE("Height fields: heights change in place");
    dtAddPart(field, HERE), dtEndCompound();
    dtCreateObject(OBJ(0), field);
    dtCreateObject(OBJ(1), dtSphere(0.5)), dtTranslate(2, 4, 2);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("height-fields/changed", dtTest(), 0);
    dtChangeHeights(field, 1, 2, 2, &two);
    CHECK_INT("height-fields/changed", dtTest(), 1);
    CHECK_INT("height-fields/changed", dtGetHeight(field, 2, 2, &height), DT_TRUE);
    CHECK_NEAR("height-fields/changed", height, 4, 0);
    CHECK_NEAR("height-fields/kept-by-others", height_at(compound, 2, 2), 0, 1e-9);
    size = dtSaveShape(field, bytes, sizeof bytes);
    CHECK("height-fields/saved", size > 0 && size < sizeof bytes);
    copy = dtLoadShape(bytes, size);
    CHECK_NEAR("height-fields/saved", height_at(copy, 2, 2), 4, 1e-9);
    hill[1] = probe_nan();
    dtChangeHeights(field, 1, 2, 2, &two);
    CHECK_INT("height-fields/hole", dtGetHeight(field, 2, 2, &height), DT_TRUE);
    CHECK("height-fields/hole", height != height);
    CHECK_INT("height-fields/hole", dtTest(), 0);
    CHECK_INT("height-fields/null-result", dtGetHeight(field, 1, 2, NULL), DT_TRUE);
    CHECK_INT("height-fields/no-errors", dtGetError(), DT_NO_ERROR);
    hill[1] = probe_infinity();
    dtChangeHeights(field, 1, 2, 2, &two);
    CHECK_INT("height-fields/bad-change", dtGetError(), DT_INVALID_VALUE);
    hill[1] = 0;
    dtChangeHeights(field, 4, 2, 2, &two);
    CHECK_INT("height-fields/bad-change", dtGetError(), DT_INVALID_VALUE);
    dtChangeHeights(field, 0, 0, 0, &two);
    CHECK_INT("height-fields/bad-change", dtGetError(), DT_INVALID_VALUE);
    dtChangeHeights(field, 0, 0, 3, &two);
    CHECK_INT("height-fields/bad-change", dtGetError(), DT_INVALID_VALUE);
    dtChangeHeights(field, 0, 0, 2, NULL);
    CHECK_INT("height-fields/bad-change", dtGetError(), DT_INVALID_POINTER);
    two.base = NULL;
    dtChangeHeights(field, 0, 0, 2, &two);
    CHECK_INT("height-fields/bad-change", dtGetError(), DT_INVALID_POINTER);
    two.count = 0;
    dtChangeHeights(field, 0, 0, 0, &two);
    CHECK_INT("height-fields/no-change", dtGetError(), DT_NO_ERROR);
    two = array_of(hill, DT_DOUBLE, 0, 2);
    dtChangeHeights(compound, 0, 0, 2, &two);
    CHECK_INT("height-fields/bad-change", dtGetError(), DT_INVALID_OPERATION);
    dtChangeHeights(NULL, 0, 0, 2, &two);
    CHECK_INT("height-fields/bad-change", dtGetError(), DT_UNKNOWN_SHAPE);
    dtGetHeight(field, 1, 2, &height);
    CHECK_NEAR("height-fields/bad-change", height, 3, 0);
    CHECK_INT("height-fields/bad-height", dtGetHeight(field, 5, 0, &height), DT_FALSE);
    CHECK_INT("height-fields/bad-height", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("height-fields/bad-height", dtGetHeight(compound, 0, 0, &height), DT_FALSE);
    CHECK_INT("height-fields/bad-height", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("height-fields/bad-height", dtGetHeight(NULL, 0, 0, &height), DT_FALSE);
    CHECK_INT("height-fields/bad-height", dtGetError(), DT_UNKNOWN_SHAPE);
    CHECK_NEAR("height-fields/bad-height", height, 3, 0);
    probe_reset();
}

static void bad_fields(void)
{
    static double heights[6];
    DtArray array = array_of(heights, DT_DOUBLE, 0, 6), other;
    DtVector p, q;
    DtShapeRef holes;
    int i;
    CHECK_LINE("Height fields: bad input raises an error");
    CHECK("height-fields/bad-array", dtHeightField(NULL, 3, 1, 1, DT_RISING) == NULL);
    CHECK_INT("height-fields/bad-array", dtGetError(), DT_INVALID_POINTER);
    other = array_of(NULL, DT_DOUBLE, 0, 6);
    CHECK("height-fields/bad-array", dtHeightField(&other, 3, 1, 1, DT_RISING) == NULL);
    CHECK_INT("height-fields/bad-array", dtGetError(), DT_INVALID_POINTER);
    /* NULL without rows is an empty array, not a pointer that is missing. */
    for (i = 0; i < 4; ++i) {
        other = array_of(i < 2 ? NULL : heights, DT_DOUBLE, 0, 0);
        CHECK("height-fields/bad-field", dtHeightField(&other, i % 2 * 3, 1, 1, DT_RISING) == NULL);
        CHECK_INT("height-fields/bad-field", dtGetError(), DT_INVALID_VALUE);
    }
    other = array_of(heights, 7, 0, 6);
    CHECK("height-fields/bad-array", dtHeightField(&other, 3, 1, 1, DT_RISING) == NULL);
    CHECK_INT("height-fields/bad-array", dtGetError(), DT_INVALID_ENUM);
    other = array, other.layout = DT_POINTS;
    CHECK("height-fields/bad-array", dtHeightField(&other, 3, 1, 1, DT_RISING) == NULL);
    CHECK_INT("height-fields/bad-array", dtGetError(), DT_INVALID_ENUM);
    CHECK("height-fields/bad-field", dtHeightField(&array, 3, 1, 1, 4) == NULL);
    CHECK_INT("height-fields/bad-field", dtGetError(), DT_INVALID_ENUM);
    CHECK("height-fields/bad-field", dtHeightField(&array, 0, 1, 1, DT_RISING) == NULL);
    CHECK_INT("height-fields/bad-field", dtGetError(), DT_INVALID_VALUE);
    CHECK("height-fields/bad-field", dtHeightField(&array, 4, 1, 1, DT_RISING) == NULL);
    CHECK_INT("height-fields/bad-field", dtGetError(), DT_INVALID_VALUE);
    CHECK("height-fields/bad-field", dtHeightField(&array, 6, 1, 1, DT_RISING) == NULL);
    CHECK_INT("height-fields/bad-field", dtGetError(), DT_INVALID_VALUE);
    CHECK("height-fields/bad-field", dtHeightField(&array, 3, 0, 1, DT_RISING) == NULL);
    CHECK_INT("height-fields/bad-field", dtGetError(), DT_INVALID_VALUE);
    CHECK("height-fields/bad-field", dtHeightField(&array, 3, 1, probe_nan(), DT_RISING) == NULL);
    CHECK_INT("height-fields/bad-field", dtGetError(), DT_INVALID_VALUE);
    heights[2] = probe_infinity();
    CHECK("height-fields/bad-field", dtHeightField(&array, 3, 1, 1, DT_RISING) == NULL);
    CHECK_INT("height-fields/bad-field", dtGetError(), DT_INVALID_VALUE);
    for (i = 0; i < 6; ++i) heights[i] = probe_nan();
    holes = dtHeightField(&array, 3, 1, 1, DT_RISING);
    CHECK("height-fields/all-holes", holes != NULL);
    dtCreateObject(OBJ(0), holes), dtCreateObject(OBJ(1), dtSphere(5));
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("height-fields/all-holes", dtTest(), 0);
    CHECK_INT("height-fields/all-holes", dtGetError(), DT_NO_ERROR);
    dtGetClosestPair(OBJ(0), OBJ(1), p, q);
    CHECK_INT("height-fields/all-holes", dtGetError(), DT_INVALID_OPERATION);
    for (i = 0; i < 6; ++i) heights[i] = 1;
    dtChangeHeights(holes, 0, 0, 3, &array);
    CHECK_INT("height-fields/all-holes", dtTest(), 1);
    probe_reset();
}

int main(void)
{
    answers();
    grids();
    rolls();
    changes();
    bad_fields();
    return check_finish();
}
