/* Misuse: everything that is ignored or repaired leaves the library right, and says so through dtGetError. */
#include "kinds.h"

static DtShapeRef box;

static void drain(void)
{
    while (dtGetError() != DT_NO_ERROR) {
    }
}

/* The error of the call just made, once. */
#define RAISES(name, code)                                                                                     \
    do {                                                                                                       \
        CHECK_INT(name, dtGetError(), code);                                                                   \
        CHECK_INT(name, dtGetError(), DT_NO_ERROR);                                                            \
    } while (0)

/* Where more than one code is sensible: any of two, once. */
#define RAISES_EITHER(name, code, other)                                                                       \
    do {                                                                                                       \
        int raised = (int)dtGetError();                                                                        \
        check_record(name, raised == (code) || raised == (other), __FILE__, __LINE__, "error %d", raised);     \
        CHECK_INT(name, dtGetError(), DT_NO_ERROR);                                                            \
    } while (0)

/* Two boxes that meet, a third that does not: the world is as it should be. */
static void world_is_well(const char *name)
{
    probe_reset();
    probe_default(DT_SMART_RESPONSE);
    probe_create(OBJ(0), box, 0, 0, 0);
    probe_create(OBJ(1), box, 1, 0, 0);
    probe_create(OBJ(2), box, 5, 0, 0);
    CHECK_INT(name, probe_test(), 1);
    CHECK(name, probe_called(OBJ(0), OBJ(1)) == 1 && probe_log_is_finite());
    probe_reset();
}

static void null_pointers(void)
{
    DtShapeRef s;

    CHECK_LINE("Misuse: NULL where data is needed");
    probe_reset();
    dtCreateObject(OBJ(0), box);
    dtTranslate(10, 0, 0);
    dtLoadMatrixf(NULL);
    RAISES("misuse/null-matrix", DT_INVALID_POINTER);
    dtLoadMatrixd(NULL);
    RAISES("misuse/null-matrix", DT_INVALID_POINTER);
    dtMultMatrixf(NULL);
    RAISES("misuse/null-matrix", DT_INVALID_POINTER);
    dtMultMatrixd(NULL);
    RAISES("misuse/null-matrix", DT_INVALID_POINTER);
    CHECK("misuse/null-matrix-leaves-the-placement", probe_touches(OBJ(0), box, 10, 0, 0));
    CHECK("misuse/null-matrix-leaves-the-placement", !probe_touches(OBJ(0), box, 0, 0, 0));

    CHECK_LINE("Misuse: an object of no shape");
    drain();
    dtCreateObject(OBJ(1), NULL);
    RAISES_EITHER("misuse/object-of-null-shape", DT_UNKNOWN_SHAPE, DT_INVALID_POINTER);
    CHECK("misuse/object-of-null-shape-hits-nothing", !probe_touches(OBJ(1), box, 0, 0, 0));
    drain();
    s = dtBox(1, 1, 1);
    dtDeleteShape(s);
    dtCreateObject(OBJ(2), s);
    RAISES("misuse/object-of-deleted-shape", DT_UNKNOWN_SHAPE);
    CHECK("misuse/object-of-null-shape-hits-nothing", !probe_touches(OBJ(2), box, 0, 0, 0));
    drain();
    dtCreateObject(OBJ(3), &probe_log); /* a pointer that never was a shape */
    RAISES("misuse/object-of-unknown-shape", DT_UNKNOWN_SHAPE);
    dtDeleteShape(&probe_log);
    RAISES("misuse/deleting-an-unknown-shape", DT_UNKNOWN_SHAPE);

    CHECK_LINE("Misuse: NULL callbacks");
    dtSetDefaultResponse(NULL, DT_SIMPLE_RESPONSE, NULL);
    RAISES("misuse/null-callback", DT_INVALID_POINTER);
    dtSetObjectResponse(OBJ(0), NULL, DT_SMART_RESPONSE, NULL);
    RAISES("misuse/null-callback", DT_INVALID_POINTER);
    dtSetPairResponse(OBJ(0), OBJ(1), NULL, DT_WITNESSED_RESPONSE, NULL);
    RAISES("misuse/null-callback", DT_INVALID_POINTER);
    dtSetDefaultResponse(NULL, DT_NO_RESPONSE, NULL);
    CHECK_INT("misuse/null-callback-without-response-is-no-error", dtGetError(), DT_NO_ERROR);
    dtResetPairResponse(OBJ(0), OBJ(1));
    world_is_well("misuse/the-world-survives-null-pointers");
}

static void shapes_in_the_wrong_state(void)
{
    static const double triangle[] = {0, 0, 0, 4, 0, 0, 0, 4, 0};
    static const double moved[] = {100, 0, 0, 104, 0, 0, 100, 4, 0};
    static const DtIndex list[] = {0, 1, 2};
    DtShapeRef s;

    CHECK_LINE("Complex: building calls with none open: nothing happens");
    probe_reset();
    dtEndComplexShape();
    RAISES("misuse/end-complex-with-none-open", DT_INVALID_OPERATION);
    dtVertexBase(triangle);
    RAISES("misuse/vertex-base-with-none-open", DT_INVALID_OPERATION);
    dtBegin(DT_SIMPLEX);
    RAISES("misuse/begin-with-none-open", DT_INVALID_OPERATION);
    dtVertex(1, 2, 3);
    RAISES("misuse/vertex-with-none-open", DT_INVALID_OPERATION);
    dtVertexIndex(0);
    RAISES("misuse/vertex-with-none-open", DT_INVALID_OPERATION);
    dtVertexIndices(DT_SIMPLEX, 3, list);
    RAISES("misuse/vertex-with-none-open", DT_INVALID_OPERATION);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    RAISES("misuse/vertex-with-none-open", DT_INVALID_OPERATION);
    dtEnd();
    RAISES("misuse/end-with-none-open", DT_INVALID_OPERATION);
    s = dtNewComplexShape(); /* none of that is in it */
    dtBegin(DT_SIMPLEX);
    dtVertex(50, 0, 0);
    dtEnd();
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    CHECK("misuse/calls-with-none-open-leave-nothing-behind", !probe_touches(OBJ(0), box, 0, 0, 0));
    CHECK("misuse/calls-with-none-open-leave-nothing-behind", !probe_touches(OBJ(0), box, 25, 0, 0));
    CHECK("misuse/calls-with-none-open-leave-nothing-behind", probe_touches(OBJ(0), box, 50, 0, 0));
    probe_reset();
    dtDeleteShape(s);

    CHECK_LINE("Complex: dtChangeVertexBase on NULL, a primitive or a deleted shape: nothing happens");
    dtChangeVertexBase(NULL, triangle);
    RAISES_EITHER("misuse/change-vertex-base-of-null", DT_UNKNOWN_SHAPE, DT_INVALID_POINTER);
    dtChangeVertexBase(box, triangle);
    RAISES_EITHER("misuse/change-vertex-base-of-a-primitive", DT_INVALID_OPERATION, DT_INVALID_VALUE);
    s = dtNewComplexShape();
    dtVertexBase(triangle);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), s);
    dtChangeVertexBase(s, NULL);
    RAISES("misuse/change-vertex-base-to-null", DT_INVALID_POINTER);
    CHECK("misuse/change-vertex-base-to-null", probe_touches(OBJ(0), box, 2, 2, 0));
    dtDeleteShape(s);
    drain();
    dtChangeVertexBase(s, moved);
    RAISES("misuse/change-vertex-base-of-a-deleted-shape", DT_UNKNOWN_SHAPE);
    CHECK("misuse/change-vertex-base-of-a-deleted-shape", probe_touches(OBJ(0), box, 2, 2, 0));
    CHECK("misuse/change-vertex-base-of-a-deleted-shape", !probe_touches(OBJ(0), box, 102, 2, 0));
    drain();
    dtDeleteShape(s);
    RAISES("misuse/deleting-a-shape-twice", DT_UNKNOWN_SHAPE);
    dtDeleteShape(NULL);
    (void)dtGetError(); /* ignored as free(NULL) is, or reported: either will do */
    world_is_well("misuse/the-world-survives-building-out-of-order");

    CHECK_LINE("Complex: indices without a vertex base");
    s = dtNewComplexShape();
    dtVertexIndices(DT_SIMPLEX, 3, list);
    dtVertexRange(DT_POLYHEDRON, 0, 1000000);
    dtBegin(DT_SIMPLEX);
    dtVertex(50, 0, 0);
    dtEnd();
    dtEndComplexShape();
    CHECK("misuse/indices-without-a-base-raise-an-error", dtGetError() != DT_NO_ERROR);
    dtCreateObject(OBJ(0), s);
    CHECK("misuse/indices-without-a-base-hit-nothing", !probe_touches(OBJ(0), box, 0, 0, 0));
    probe_reset();
    dtDeleteShape(s);
    s = dtNewComplexShape();
    dtVertexBase(triangle);
    dtVertexIndices(DT_SIMPLEX, 3, NULL);
    RAISES("misuse/null-index-list", DT_INVALID_POINTER);
    dtEndComplexShape();
    dtDeleteShape(s);

    CHECK_LINE("Misuse: a shape deleted while it is open");
    s = dtNewComplexShape();
    dtBegin(DT_SIMPLEX);
    dtVertex(0, 0, 0);
    dtCreateObject(OBJ(0), s);
    dtDeleteShape(s);
    dtVertex(1, 0, 0);
    dtEnd();
    dtEndComplexShape();
    probe_default(DT_SMART_RESPONSE);
    (void)probe_test();
    world_is_well("misuse/deleting-the-open-shape");
}

static void broken_vertices(void)
{
    double bad[4];
    int i, type;
    bad[0] = probe_nan();
    bad[1] = probe_infinity();
    bad[2] = -probe_infinity();
    bad[3] = 1e300;
    CHECK_LINE("Misuse: NaN, infinite and huge vertices");
    for (i = 0; i < 4; i++) {
        for (type = DT_SIMPLEX; type <= DT_POLYHEDRON; type++) {
            double array[12];
            DtShapeRef s, indexed;
            memcpy(array, kind_tetrahedron, sizeof array);
            array[4] = bad[i];
            drain();
            s = probe_polytope((DtPolyType)type, 4, array);
            check_case("vertex %g, type %d", bad[i], type);
            CHECK_INT("misuse/broken-vertex-raises-an-error", dtGetError(), i < 3 ? DT_INVALID_VALUE : DT_NO_ERROR);
            indexed = dtNewComplexShape();
            dtVertexBase(array);
            dtVertexRange((DtPolyType)type, 0, 4);
            dtEndComplexShape();
            CHECK_INT("misuse/broken-vertex-raises-an-error", dtGetError(), i < 3 ? DT_INVALID_VALUE : DT_NO_ERROR);
            drain();
            probe_default(DT_SMART_RESPONSE);
            dtCreateObject(OBJ(0), s);
            dtCreateObject(OBJ(1), box);
            dtCreateObject(OBJ(2), indexed);
            probe_test();
            CHECK("misuse/broken-vertex-gives-finite-data", probe_log_is_finite());
            dtProceed();
            probe_test();
            CHECK("misuse/broken-vertex-gives-finite-data", probe_log_is_finite());
            /* Healed by a good array. */
            dtChangeVertexBase(indexed, kind_tetrahedron);
            probe_test();
            CHECK("misuse/broken-vertex-is-healed-by-a-good-array",
                  probe_called(OBJ(1), OBJ(2)) + probe_called(OBJ(2), OBJ(1)) == 1);
            CHECK("misuse/broken-vertex-gives-finite-data", probe_log_is_finite());
            probe_reset();
            dtDeleteShape(s);
            dtDeleteShape(indexed);
        }
    }
    world_is_well("misuse/the-world-survives-broken-vertices");
}

static void unknown_enums(void)
{
    static const double triangle[] = {0, 0, 0, 4, 0, 0, 0, 4, 0};
    static const DtIndex list[] = {0, 1, 2};
    DtPolyType poly = (DtPolyType)99;
    DtResponseType type = (DtResponseType)99;
    DtShapeRef s;

    CHECK_LINE("Misuse: unknown enums");
    drain();
    s = dtNewComplexShape();
    dtVertexBase(triangle);
    dtBegin(poly);
    RAISES("misuse/unknown-poly-type", DT_INVALID_ENUM);
    dtEnd();
    drain();
    dtVertexIndices(poly, 3, list);
    RAISES("misuse/unknown-poly-type", DT_INVALID_ENUM);
    dtVertexRange(poly, 0, 3);
    RAISES("misuse/unknown-poly-type", DT_INVALID_ENUM);
    dtBegin((DtPolyType)-1);
    RAISES("misuse/unknown-poly-type", DT_INVALID_ENUM);
    dtEndComplexShape();
    dtDeleteShape(s);
    drain();
    dtSetDefaultResponse(probe_record, type, NULL);
    RAISES("misuse/unknown-response-type", DT_INVALID_ENUM);
    dtSetObjectResponse(OBJ(0), probe_record, (DtResponseType)-1, NULL);
    RAISES("misuse/unknown-response-type", DT_INVALID_ENUM);
    dtSetPairResponse(OBJ(0), OBJ(1), probe_record, type, NULL);
    RAISES("misuse/unknown-response-type", DT_INVALID_ENUM);
    dtResetPairResponse(OBJ(0), OBJ(1));
    world_is_well("misuse/the-world-survives-unknown-enums");
}

static void unknown_objects(void)
{
    CHECK_LINE("Misuse: unknown, stale and repeated objects");
    probe_reset();
    dtSelectObject(OBJ(0));
    RAISES("misuse/selecting-the-unknown", DT_UNKNOWN_OBJECT);
    dtDeleteObject(OBJ(0));
    RAISES("misuse/deleting-the-unknown", DT_UNKNOWN_OBJECT);
    dtTranslate(1, 2, 3);
    RAISES("misuse/transform-with-none-current", DT_INVALID_OPERATION);
    dtRotate(0, 0, 0, 1);
    RAISES("misuse/transform-with-none-current", DT_INVALID_OPERATION);
    dtScale(1, 2, 3);
    RAISES("misuse/transform-with-none-current", DT_INVALID_OPERATION);
    dtLoadIdentity();
    RAISES("misuse/transform-with-none-current", DT_INVALID_OPERATION);
    dtCreateObject(OBJ(0), box);
    CHECK_INT("misuse/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    dtCreateObject(OBJ(0), box);
    CHECK("misuse/replacing-an-object-raises-an-error", dtGetError() != DT_NO_ERROR);
    CHECK_INT("misuse/replacing-an-object-raises-an-error", dtGetError(), DT_NO_ERROR);
    dtDeleteObject(OBJ(0));
    CHECK_INT("misuse/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    dtDeleteObject(OBJ(0));
    RAISES("misuse/deleting-an-object-twice", DT_UNKNOWN_OBJECT);
    dtSelectObject(OBJ(0));
    RAISES("misuse/selecting-a-deleted-object", DT_UNKNOWN_OBJECT);
    dtCreateObject(OBJ(0), box);
    dtSetPairResponse(OBJ(0), OBJ(0), probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK("misuse/self-pair-raises-an-error", dtGetError() != DT_NO_ERROR);
    CHECK_INT("misuse/test-objects-with-itself", dtTestObjects(OBJ(0), OBJ(0)), 0);
    drain();
    CHECK_INT("misuse/test-objects-of-the-unknown", dtTestObjects(OBJ(0), OBJ(9)), 0);
    RAISES("misuse/test-objects-of-the-unknown", DT_UNKNOWN_OBJECT);
    CHECK_INT("misuse/test-objects-of-the-unknown", dtTestObjects(OBJ(8), OBJ(9)), 0);
    RAISES("misuse/test-objects-of-the-unknown", DT_UNKNOWN_OBJECT);
    dtSetTolerance(probe_nan());
    RAISES("misuse/nan-tolerance", DT_INVALID_VALUE);
    world_is_well("misuse/the-world-survives-unknown-objects");
}

/* A long random sequence of all calls with good and bad arguments: it must end, and leave a sane world. */
static void storm(void)
{
    static const double values[] = {0, 1, -1, 0.5, 1e-3, 1e300, -1e300, 1e-300, 3, 2};
    static const double triangle[] = {0, 0, 0, 4, 0, 0, 0, 4, 0};
    DtShapeRef shapes[8];
    int i;
    CHECK_LINE("Misuse: any order of any calls neither crashes nor hangs");
    probe_seed = 99UL;
    for (i = 0; i < 8; i++) {
        shapes[i] = NULL;
    }
    for (i = 0; i < 20000; i++) {
        DtObjectRef o = OBJ((int)(12 * probe_random()));
        DtObjectRef p = OBJ((int)(12 * probe_random()));
        int slot = (int)(8 * probe_random());
        double x = values[(int)(10 * probe_random())];
        double y = values[(int)(10 * probe_random())];
        double z = probe_random() < 0.02 ? probe_nan() : values[(int)(10 * probe_random())];
        switch ((int)(28 * probe_random())) {
        case 0: case 1: dtDeleteShape(shapes[slot]); shapes[slot] = dtBox(x, y, z); break;
        case 2: dtDeleteShape(shapes[slot]); shapes[slot] = dtCone(x, z); break;
        case 3: dtDeleteShape(shapes[slot]); shapes[slot] = dtNewComplexShape(); break;
        case 4: dtBegin((DtPolyType)(int)(4 * probe_random())); break;
        case 5: case 6: dtVertex(x, y, z); break;
        case 7: dtEnd(); break;
        case 8: dtVertexBase(triangle); break;
        case 9: dtVertexRange(DT_SIMPLEX, 0, 3); break;
        case 10: dtEndComplexShape(); break;
        case 11: case 12: case 13: dtCreateObject(o, shapes[slot]); break;
        case 14: dtDeleteObject(o); break;
        case 15: dtSelectObject(o); break;
        case 16: dtTranslate(x, y, z); break;
        case 17: dtRotate(x, y, z, 1); break;
        case 18: dtScale(x, y, z); break;
        case 19: dtLoadIdentity(); break;
        case 20: dtChangeVertexBase(shapes[slot], triangle); break;
        case 21: dtSetDefaultResponse(probe_record, (DtResponseType)(int)(5 * probe_random()), NULL); break;
        case 22: dtSetObjectResponse(o, probe_record, DT_SMART_RESPONSE, NULL); break;
        case 23: dtSetPairResponse(o, p, probe_record, DT_WITNESSED_RESPONSE, NULL); break;
        case 24: dtResetPairResponse(o, p); dtResetObjectResponse(o); break;
        case 25: dtProceed(); break;
        case 26: if (x > 0) { dtDisableCaching(); } else { dtEnableCaching(); } break;
        default:
            check_case("step %d", i);
            CHECK("misuse/storm-counts-its-callbacks", probe_test() == (DtCount)probe_count);
            CHECK("misuse/storm-gives-finite-data", probe_log_is_finite());
        }
    }
    dtEndComplexShape();
    for (i = 0; i < 12; i++) {
        int j;
        for (j = 0; j < 12; j++) {
            dtResetPairResponse(OBJ(i), OBJ(j));
        }
    }
    for (i = 0; i < 8; i++) {
        dtDeleteShape(shapes[i]);
    }
    world_is_well("misuse/the-world-survives-the-storm");
}

int main(void)
{
    box = dtBox(2, 2, 2);
    null_pointers();
    shapes_in_the_wrong_state();
    broken_vertices();
    unknown_enums();
    unknown_objects();
    storm();
    dtDeleteShape(box);
    return check_finish();
}
