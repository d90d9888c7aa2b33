/* Complex shapes: building, vertex arrays, deformation, odd orders of calls. */
#include "probe.h"

static DtShapeRef point;

static int inside(DtObjectRef object, double x, double y, double z)
{
    return probe_touches(object, point, x, y, z);
}

static void triangle_at(double x)
{
    dtBegin(DT_SIMPLEX);
    dtVertex(x, -1.0, -1.0);
    dtVertex(x, 1.0, -1.0);
    dtVertex(x, 0.0, 1.0);
    dtEnd();
}

static void builder_order(void)
{
    DtShapeRef a, b, primitive;

    CHECK_LINE("Complex: dtNewComplexShape with one open returns the open shape");
    a = dtNewComplexShape();
    triangle_at(1.0);
    b = dtNewComplexShape();
    CHECK_POINTER("complex/new-with-one-open-returns-the-open-shape", b, a);
    triangle_at(2.0);
    dtEndComplexShape();
    b = dtNewComplexShape();
    CHECK("complex/new-after-end-is-another-shape", b != NULL && b != a);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), a);
    CHECK("complex/new-with-one-open-returns-the-open-shape", inside(OBJ(0), 1, 0, 0) && inside(OBJ(0), 2, 0, 0));

    CHECK_LINE("Complex: empty polytopes are skipped; an empty complex never hits");
    dtCreateObject(OBJ(1), b);
    CHECK("complex/empty-never-hits", !inside(OBJ(1), 0, 0, 0));
    dtDeleteObject(OBJ(1));
    dtDeleteShape(b);
    b = dtNewComplexShape();
    dtBegin(DT_SIMPLEX);
    dtEnd();
    triangle_at(3.0);
    dtBegin(DT_POLYGON);
    dtEnd();
    dtBegin(DT_POLYHEDRON);
    dtEnd();
    dtVertexIndices(DT_SIMPLEX, 0, NULL);
    dtVertexRange(DT_POLYGON, 0, 0);
    dtEndComplexShape();
    dtCreateObject(OBJ(1), b);
    CHECK("complex/empty-polytopes-are-skipped", inside(OBJ(1), 3, 0, 0));
    CHECK("complex/empty-polytopes-are-skipped", !inside(OBJ(1), 0, 0, 0));
    probe_reset();
    dtDeleteShape(a);
    dtDeleteShape(b);

    CHECK_LINE("Complex: a primitive may be made while a complex shape is open");
    a = dtNewComplexShape();
    dtBegin(DT_SIMPLEX);
    dtVertex(0, 0, 0);
    primitive = dtBox(2, 2, 2);
    dtVertex(8, 0, 0);
    dtEnd();
    dtEndComplexShape();
    dtCreateObject(OBJ(0), a);
    probe_create(OBJ(1), primitive, 0, 20, 0);
    CHECK("complex/primitive-while-open", inside(OBJ(0), 4, 0, 0));
    CHECK("complex/primitive-while-open", inside(OBJ(1), 1, 21, 1) && !inside(OBJ(1), 1.001, 20, 0));
    probe_reset();
    dtDeleteShape(a);
    dtDeleteShape(primitive);
}

static void begin_and_end(void)
{
    DtShapeRef s;

    /* All four vertices make one tetrahedron when the first dtEnd comes. */
    CHECK_LINE("Complex: nested dtBegin joins the polytope that the next dtEnd closes");
    s = dtNewComplexShape();
    dtBegin(DT_SIMPLEX);
    dtVertex(0, 0, 0);
    dtVertex(4, 0, 0);
    dtBegin(DT_SIMPLEX);
    dtVertex(0, 4, 0);
    dtVertex(0, 0, 4);
    dtEnd();
    dtEnd();
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    CHECK("complex/nested-begin-joins-the-polytope", inside(OBJ(0), 0.5, 0.5, 0.5));
    CHECK("complex/nested-begin-joins-the-polytope", !inside(OBJ(0), 3, 3, 3));
    probe_reset();
    dtDeleteShape(s);

    CHECK_LINE("Complex: vertices outside dtBegin join the polytope that the next dtEnd closes");
    s = dtNewComplexShape();
    dtVertex(0, 0, 0);
    dtVertex(4, 0, 0);
    dtBegin(DT_SIMPLEX);
    dtVertex(0, 4, 0);
    dtEnd();
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    CHECK("complex/vertices-outside-begin-join-the-next", inside(OBJ(0), 1, 1, 0));
    CHECK("complex/vertices-outside-begin-join-the-next", !inside(OBJ(0), 3, 3, 0));
    probe_reset();
    dtDeleteShape(s);

    CHECK_LINE("Complex: a missing dtEnd drops that polytope");
    s = dtNewComplexShape();
    triangle_at(1.0);
    dtBegin(DT_SIMPLEX);
    dtVertex(10, 0, 0);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    CHECK("complex/missing-end-drops-the-polytope", inside(OBJ(0), 1, 0, 0));
    CHECK("complex/missing-end-drops-the-polytope", !inside(OBJ(0), 10, 0, 0));
    probe_reset();
    dtDeleteShape(s);
    s = dtNewComplexShape();
    dtBegin(DT_SIMPLEX);
    dtVertex(20, 0, 0);
    dtEnd();
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    CHECK("complex/dropped-vertices-do-not-join-the-next-shape", inside(OBJ(0), 20, 0, 0));
    CHECK("complex/dropped-vertices-do-not-join-the-next-shape", !inside(OBJ(0), 10, 0, 0));
    CHECK("complex/dropped-vertices-do-not-join-the-next-shape", !inside(OBJ(0), 15, 0, 0));
    probe_reset();
    dtDeleteShape(s);
}

/* Three ways to name the vertices 0..3 of the unit tetrahedron scaled by 4. */
static const double tetrahedron[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4};
static const double shifted[] = {100, 0, 0, 104, 0, 0, 100, 4, 0, 100, 0, 4};

static void vertex_base(void)
{
    static const DtIndex list[] = {3, 1, 0, 2};
    DtShapeRef s;
    int way;

    CHECK_LINE("Complex: vertices by index, by list and by range of packed doubles");
    for (way = 0; way < 3; way++) {
        s = dtNewComplexShape();
        dtVertexBase(tetrahedron);
        if (way == 0) {
            dtBegin(DT_SIMPLEX);
            dtVertexIndex(0);
            dtVertexIndex(1);
            dtVertexIndex(2);
            dtVertexIndex(3);
            dtEnd();
        } else if (way == 1) {
            dtVertexIndices(DT_SIMPLEX, 4, list);
        } else {
            dtVertexRange(DT_SIMPLEX, 0, 4);
        }
        dtEndComplexShape();
        dtCreateObject(OBJ(0), s);
        check_case("way %d", way);
        CHECK("complex/vertex-base-is-packed-doubles", inside(OBJ(0), 1, 1, 1) && inside(OBJ(0), 0, 0, 4));
        CHECK("complex/vertex-base-is-packed-doubles", !inside(OBJ(0), 2, 2, 2));
        probe_reset();
        dtDeleteShape(s);
    }
    CHECK_LINE("Complex: vertices by index, by list and by range of packed doubles");
    s = dtNewComplexShape();
    dtVertexBase(tetrahedron);
    dtVertexRange(DT_SIMPLEX, 2, 2); /* vertices 2 and 3: the segment from (0,4,0) to (0,0,4) */
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    CHECK("complex/vertex-range-starts-at-first", inside(OBJ(0), 0, 2, 2) && !inside(OBJ(0), 2, 2, 0));
    probe_reset();
    dtDeleteShape(s);

    CHECK_LINE("Complex: one base a shape, the last one wins and may come after the indices");
    s = dtNewComplexShape();
    dtVertexBase(tetrahedron);
    dtVertexRange(DT_SIMPLEX, 0, 4);
    dtVertexBase(shifted);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    CHECK("complex/last-vertex-base-wins", inside(OBJ(0), 101, 1, 1) && !inside(OBJ(0), 1, 1, 1));
    probe_reset();
    dtDeleteShape(s);
    s = dtNewComplexShape();
    dtVertexIndices(DT_POLYHEDRON, 4, list);
    dtVertexBase(tetrahedron);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    CHECK("complex/vertex-base-may-come-after-the-indices", inside(OBJ(0), 1, 1, 1) && !inside(OBJ(0), 2, 2, 2));
    probe_reset();
    dtDeleteShape(s);

    CHECK_LINE("Complex: one base a shape");
    s = dtNewComplexShape();
    dtVertexBase(tetrahedron);
    dtEndComplexShape();
    dtDeleteShape(s);
    s = dtNewComplexShape();
    dtVertexBase(shifted);
    dtVertexRange(DT_SIMPLEX, 0, 1);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    CHECK("complex/vertex-base-is-per-shape", inside(OBJ(0), 100, 0, 0) && !inside(OBJ(0), 0, 0, 0));
    probe_reset();
    dtDeleteShape(s);
}

static void deformation(void)
{
    double vertices[12];
    DtShapeRef s;
    int i, caching;

    for (caching = 0; caching < 2; caching++) {
        CHECK_LINE("Complex: in-place edits need dtChangeVertexBase; all instances follow");
        check_case("caching %d", caching);
        memcpy(vertices, tetrahedron, sizeof vertices);
        s = dtNewComplexShape();
        dtVertexBase(vertices);
        dtVertexRange(DT_SIMPLEX, 0, 4);
        dtEndComplexShape();
        probe_create(OBJ(0), s, 0, 0, 0);
        probe_create(OBJ(1), s, 0, 50, 0);
        dtRotate(0, 0, 1, 0); /* half a turn about z: x and y change sign */
        if (!caching) {
            dtDisableCaching();
        }
        probe_test();
        for (i = 0; i < 4; i++) {
            vertices[3 * i] += 10.0;
        }
        CHECK("complex/in-place-edit-waits-for-change-vertex-base", inside(OBJ(0), 1, 1, 1));
        CHECK("complex/in-place-edit-waits-for-change-vertex-base", !inside(OBJ(0), 11, 1, 1));
        dtChangeVertexBase(s, vertices);
        CHECK("complex/change-vertex-base-refits", inside(OBJ(0), 11, 1, 1) && !inside(OBJ(0), 1, 1, 1));
        CHECK("complex/change-vertex-base-moves-all-instances", inside(OBJ(1), -11, 49, 1));
        CHECK("complex/change-vertex-base-moves-all-instances", !inside(OBJ(1), -1, 49, 1));
        dtChangeVertexBase(s, tetrahedron);
        CHECK("complex/change-vertex-base-to-another-array", inside(OBJ(0), 1, 1, 1) && inside(OBJ(1), -1, 49, 1));
        CHECK("complex/change-vertex-base-to-another-array", !inside(OBJ(0), 11, 1, 1));
        probe_reset();
        dtDeleteShape(s);
    }
    {
        /* A pair that stands still: the deformation alone starts and ends the collision. */
        DtShapeRef box = dtBox(2, 2, 2);
        CHECK_LINE("Complex: dtChangeVertexBase refits without moving any object");
        memcpy(vertices, shifted, sizeof vertices);
        s = dtNewComplexShape();
        dtVertexBase(vertices);
        dtVertexRange(DT_SIMPLEX, 0, 4);
        dtEndComplexShape();
        dtCreateObject(OBJ(0), s);
        dtCreateObject(OBJ(1), box);
        probe_default(DT_SIMPLE_RESPONSE);
        CHECK_INT("complex/deformation-alone-starts-a-collision", probe_test(), 0);
        dtChangeVertexBase(s, tetrahedron);
        CHECK_INT("complex/deformation-alone-starts-a-collision", probe_test(), 1);
        dtChangeVertexBase(s, vertices);
        CHECK_INT("complex/deformation-alone-ends-a-collision", probe_test(), 0);
        probe_reset();
        dtDeleteShape(s);
        dtDeleteShape(box);
    }
}

static void client_arrays(void)
{
    double *array = (double *)malloc(sizeof tetrahedron);
    DtIndex *list = (DtIndex *)malloc(4 * sizeof *list);
    DtShapeRef s = dtNewComplexShape();
    DtIndex i;

    CHECK_LINE("Complex: vertices are copied at dtEndComplexShape and at dtChangeVertexBase");
    if (array == NULL || list == NULL) {
        abort();
    }
    for (i = 0; i < 4; i++) {
        list[i] = i;
    }
    memcpy(array, tetrahedron, sizeof tetrahedron);
    dtVertexBase(array);
    dtVertexIndices(DT_SIMPLEX, 4, list);
    memset(list, 0xff, 4 * sizeof *list); /* indices are read by the call itself */
    free(list);
    dtEndComplexShape();
    memset(array, 0xff, sizeof tetrahedron);
    free(array);
    dtCreateObject(OBJ(0), s);
    CHECK("complex/array-may-be-freed-after-end", inside(OBJ(0), 1, 1, 1) && !inside(OBJ(0), 2, 2, 2));
    array = (double *)malloc(sizeof shifted);
    if (array == NULL) {
        abort();
    }
    memcpy(array, shifted, sizeof shifted);
    dtChangeVertexBase(s, array);
    memset(array, 0xff, sizeof shifted);
    free(array);
    CHECK("complex/array-may-be-freed-after-change", inside(OBJ(0), 101, 1, 1) && !inside(OBJ(0), 1, 1, 1));
    probe_reset();
    dtDeleteShape(s);

    /* A segment from the by-value (0,0,0) to the indexed vertex 1, (4,0,0) and later (104,0,0). */
    CHECK_LINE("Complex: by-value and indexed vertices may mix in one shape");
    s = dtNewComplexShape();
    dtVertexBase(tetrahedron);
    dtBegin(DT_SIMPLEX);
    dtVertex(0, 0, 0);
    dtVertexIndex(1);
    dtEnd();
    dtBegin(DT_SIMPLEX);
    dtVertex(0, 30, 0);
    dtEnd();
    dtVertexRange(DT_SIMPLEX, 3, 1);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    CHECK("complex/value-and-index-mix", inside(OBJ(0), 2, 0, 0) && inside(OBJ(0), 0, 30, 0) &&
                                             inside(OBJ(0), 0, 0, 4) && !inside(OBJ(0), 50, 0, 0));
    dtChangeVertexBase(s, shifted);
    CHECK("complex/by-value-vertices-stay-when-the-base-changes",
          inside(OBJ(0), 0, 0, 0) && inside(OBJ(0), 50, 0, 0) && inside(OBJ(0), 0, 30, 0) &&
              inside(OBJ(0), 100, 0, 4) && !inside(OBJ(0), 0, 0, 4));
    probe_reset();
    dtDeleteShape(s);
}

static void unfinished(void)
{
    DtShapeRef box = dtBox(50, 50, 50);
    DtShapeRef s = dtNewComplexShape();

    CHECK_LINE("Complex: an object of an unfinished shape hits nothing until the shape is finished");
    probe_default(DT_SMART_RESPONSE);
    dtCreateObject(OBJ(0), s);
    dtCreateObject(OBJ(1), box);
    CHECK_INT("complex/unfinished-shape-hits-nothing", probe_test(), 0);
    triangle_at(1.0);
    CHECK_INT("complex/unfinished-shape-hits-nothing", probe_test(), 0);
    dtProceed();
    dtSelectObject(OBJ(0));
    dtTranslate(1, 0, 0);
    CHECK_INT("complex/unfinished-shape-hits-nothing", probe_test(), 0);
    dtEndComplexShape();
    CHECK_INT("complex/finished-shape-hits", probe_test(), 1);
    CHECK("complex/finished-shape-hits", probe_log_is_finite());
    CHECK("complex/finished-shape-hits", inside(OBJ(0), 2, 0, 0) && !inside(OBJ(0), 1, 0, 0));
    probe_reset();
    dtDeleteShape(s);
    dtDeleteShape(box);
}

int main(void)
{
    point = dtSphere(0.0);
    builder_order();
    begin_and_end();
    vertex_base();
    deformation();
    client_arrays();
    unfinished();
    dtDeleteShape(point);
    return check_finish();
}
