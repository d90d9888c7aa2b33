/* Memory: storms of creation and destruction, arrays that die early. Nothing may be left when all is deleted:
   the driver runs this program under a leak checker when there is one, so the sizes here are moderate. */
#include "kinds.h"

#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
#include <malloc.h>
static double bytes_in_use(void)
{
    struct mallinfo2 all = mallinfo2();
    return (double)all.uordblks + (double)all.hblkhd;
}
#else
static double bytes_in_use(void)
{
    return 0.0; /* not known here; the leak checker still looks at the end */
}
#endif

static void storm_of_shapes(void)
{
    int i, kind;
    CHECK_LINE("Memory: shapes created and deleted, with and without objects");
    for (i = 0; i < 50; i++) {
        DtShapeRef shapes[KIND_COUNT];
        kind_make_all(shapes);
        for (kind = 0; kind < KIND_COUNT; kind++) {
            dtCreateObject(OBJ(kind), shapes[kind]);
        }
        if (i % 2) {
            kind_delete_all(shapes); /* before the objects: they keep them until they go */
        }
        probe_default(i % 3 ? DT_SMART_RESPONSE : DT_WITNESSED_RESPONSE);
        CHECK("memory/storm-of-shapes", probe_test() > 0);
        dtProceed();
        for (kind = 0; kind < KIND_COUNT; kind++) {
            dtDeleteObject(OBJ(kind));
        }
        if (i % 2 == 0) {
            kind_delete_all(shapes);
        }
        CHECK_INT("memory/storm-of-shapes", probe_test(), 0);
    }
    probe_reset();
}

static void storm_of_objects(void)
{
    DtShapeRef box = dtBox(1, 1, 1);
    int i;
    CHECK_LINE("Memory: objects created and deleted, their responses and cached pairs with them");
    probe_default(DT_SMART_RESPONSE);
    for (i = 0; i < 3000; i++) {
        DtObjectRef object = OBJ(i % 20);
        dtDeleteObject(object);
        dtCreateObject(object, box);
        dtTranslate(0.3 * (i % 7), 0.2 * (i % 5), 0);
        dtSetObjectResponse(object, probe_record, DT_SIMPLE_RESPONSE, NULL);
        dtSetPairResponse(object, OBJ((i + 1) % 20), probe_record, DT_SIMPLE_RESPONSE, NULL);
        if (i % 50 == 0) {
            probe_test();
            dtProceed();
            if (i % 100 == 0) {
                dtDisableCaching();
            } else {
                dtEnableCaching();
            }
        }
    }
    for (i = 0; i < 20; i++) {
        dtDeleteObject(OBJ(i));
    }
    CHECK_INT("memory/storm-of-objects", probe_test(), 0);
    for (i = 0; i < 20; i++) {
        dtResetPairResponse(OBJ(i), OBJ((i + 1) % 20));
    }
    /* Replaced objects and responses without objects. */
    for (i = 0; i < 100; i++) {
        dtCreateObject(OBJ(0), box);
        dtSetObjectResponse(OBJ(30), probe_record, DT_SIMPLE_RESPONSE, NULL);
        dtSetPairResponse(OBJ(31), OBJ(32), probe_record, DT_SIMPLE_RESPONSE, NULL);
        dtResetObjectResponse(OBJ(30));
        dtResetPairResponse(OBJ(32), OBJ(31));
    }
    probe_default(DT_SMART_RESPONSE);
    CHECK_INT("memory/replaced-objects", probe_test(), 0);
    probe_reset();
    dtDeleteShape(box);
}

static void dying_arrays(void)
{
    DtShapeRef ball = dtSphere(0.5);
    int turn, i;
    CHECK_LINE("Complex: a client may free its array after dtEndComplexShape and dtChangeVertexBase");
    for (turn = 0; turn < 40; turn++) {
        int n = 30 + 10 * turn;
        double *v = (double *)malloc(3 * sizeof(double) * (size_t)n);
        DtIndex *list = (DtIndex *)malloc(sizeof(DtIndex) * (size_t)n);
        DtShapeRef shape = dtNewComplexShape();
        if (v == NULL || list == NULL) {
            abort();
        }
        dtVertexBase(v); /* filled only now: it is read at dtEndComplexShape */
        for (i = 0; i < n; i++) {
            v[3 * i] = i;
            v[3 * i + 1] = i % 3;
            v[3 * i + 2] = i % 5;
            list[i] = (DtIndex)i;
        }
        for (i = 0; i + 3 <= n; i += 3) {
            dtVertexIndices(DT_SIMPLEX, 3, list + i);
        }
        dtVertexRange(DT_POLYHEDRON, 0, (DtCount)n);
        free(list);
        dtEndComplexShape();
        free(v);
        probe_default(DT_SMART_RESPONSE);
        dtCreateObject(OBJ(0), shape);
        probe_create(OBJ(1), ball, 10, 1, 2);
        CHECK_INT("memory/arrays-freed-after-end", probe_test(), 1);
        dtProceed();
        v = (double *)calloc((size_t)n, 3 * sizeof(double));
        if (v == NULL) {
            abort();
        }
        v[0] = 10;
        v[1] = 1;
        v[2] = 2; /* one vertex in the ball, the others at the origin */
        dtChangeVertexBase(shape, v);
        free(v);
        CHECK_INT("memory/arrays-freed-after-change", probe_test(), 1);
        dtProceed();
        CHECK_INT("memory/arrays-freed-after-change", probe_test(), 1);
        dtDeleteObject(OBJ(0));
        dtDeleteObject(OBJ(1));
        dtDeleteShape(shape);
    }
    probe_reset();
    dtDeleteShape(ball);
}

static void unfinished_business(void)
{
    int i;
    CHECK_LINE("Memory: shapes deleted while open, polytopes dropped, empty shapes");
    for (i = 0; i < 50; i++) {
        DtShapeRef shape = dtNewComplexShape();
        int k;
        for (k = 0; k < i; k++) {
            dtBegin(DT_POLYHEDRON);
            dtVertex(k, 0, 0);
            dtVertex(0, k, 0);
            if (k % 2) {
                dtEnd();
            }
        }
        if (i % 3 == 0) {
            dtDeleteShape(shape);
            dtEndComplexShape();
        } else {
            dtEndComplexShape();
            dtCreateObject(OBJ(0), shape);
            dtDeleteShape(shape);
            dtDeleteShape(shape);
            dtTest();
            dtDeleteObject(OBJ(0));
        }
    }
    (void)dtGetError();
    CHECK_INT("memory/unfinished-business", dtTest(), 0);
    probe_reset();
}

static void everything(void)
{
    storm_of_shapes();
    storm_of_objects();
    dying_arrays();
    unfinished_business();
}

/* A leak checker does not see what the library still points to: the same storms again must not need more. Tables
   keep the capacity of their fullest moment, which takes some rounds to come. Then one byte lost with each object
   created would be 80,000. */
static void nothing_grows(void)
{
    double before, after;
    int round;
    for (round = 0; round < 30; round++) {
        everything();
    }
    before = bytes_in_use();
    for (round = 0; round < 20; round++) {
        everything();
    }
    after = bytes_in_use();
    CHECK_LINE("Memory: the same storms again need no more memory");
    check_case("%.0f bytes before, %.0f after twenty rounds", before, after);
    CHECK("memory/nothing-grows", after <= before + 16384.0);
}

/* With an argument (under a leak checker, which is slow): two rounds only. */
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        everything();
        everything();
    } else {
        nothing_grows();
    }
    dtClearDefaultResponse();
    return check_finish();
}
