/* A longjmp out of a callback, through dtTest: the library stays consistent, nested and repeated. */
#include <setjmp.h>

#include "kinds.h"

static jmp_buf jump;
static int calls_before_jump; /* how many callbacks return before one jumps */
static int nesting;           /* how many nested dtTest are entered before the jump */

static void jumper(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    probe_record(client_data, object1, object2, coll_data);
    if (nesting > 0) {
        nesting--;
        dtTest();
    } else if (calls_before_jump == 0) {
        longjmp(jump, 1);
    } else {
        calls_before_jump--;
    }
}

/* Tests until a callback jumps; 1 when it jumped. */
static int jumped(int calls, int depth)
{
    calls_before_jump = calls;
    nesting = depth;
    probe_count = 0;
    if (setjmp(jump) == 0) {
        dtTest();
        return 0;
    }
    return 1;
}

static void crowd(int caching, DtResponseType type, DtShapeRef *shapes)
{
    int i;
    probe_reset();
    if (!caching) {
        dtDisableCaching();
    }
    for (i = 0; i < 6; i++) {
        dtCreateObject(OBJ(i), shapes[i % 2 ? KIND_BOX : KIND_TETRAHEDRON]);
        dtTranslate(0.1 * i, 0, 0);
    }
    dtSetDefaultResponse(jumper, type, NULL);
}

/* All 15 pairs are called once by a test that is left alone. */
static void world_is_well(const char *name)
{
    dtSetDefaultResponse(probe_record, DT_SMART_RESPONSE, NULL);
    CHECK_INT(name, probe_test(), 15);
    CHECK_INT(name, probe_count, 15);
    CHECK(name, probe_log_is_finite());
    CHECK_INT(name, dtGetError(), DT_NO_ERROR);
}

static void jumps(int caching, DtResponseType type, DtShapeRef *shapes)
{
    int calls, depth, i;
    for (calls = 0; calls < 15; calls += 7) {
        for (depth = 0; depth < 4; depth++) {
            CHECK_LINE("Callbacks: a longjmp through dtTest leaves the library consistent");
            check_case("caching %d, type %d, after %d calls, %d deep", caching, (int)type, calls, depth);
            crowd(caching, type, shapes);
            CHECK_INT("longjmp/out-of-a-callback", jumped(calls, depth), 1);
            world_is_well("longjmp/the-next-test-is-right");
            /* Moves, deletions and creations after a jump, before any test. */
            crowd(caching, type, shapes);
            CHECK_INT("longjmp/out-of-a-callback", jumped(calls, depth), 1);
            dtDeleteObject(OBJ(0));
            probe_place(OBJ(1), 100, 0, 0);
            dtCreateObject(OBJ(6), shapes[KIND_SPHERE]);
            dtSetDefaultResponse(probe_record, DT_WITNESSED_RESPONSE, NULL);
            CHECK_INT("longjmp/changes-after-a-jump", probe_test(), 10); /* 2 to 6 */
            dtProceed();
            CHECK_INT("longjmp/changes-after-a-jump", probe_test(), 10);
        }
    }
    /* Again and again: nothing piles up that a test would have to wade through. */
    crowd(caching, type, shapes);
    for (i = 0; i < 2000; i++) {
        CHECK_INT("longjmp/two-thousand-times", jumped(i % 15, i % 3), 1);
    }
    world_is_well("longjmp/the-next-test-is-right");
}

/* After a jump the current object, the open shape and the settings are what they were. */
static void state_survives(DtShapeRef *shapes)
{
    DtShapeRef open_shape;
    CHECK_LINE("Callbacks: a longjmp through dtTest leaves the library consistent: state");
    crowd(1, DT_SIMPLE_RESPONSE, shapes);
    dtSelectObject(OBJ(3));
    open_shape = dtNewComplexShape();
    dtBegin(DT_SIMPLEX);
    dtVertex(0, 0, 0);
    CHECK_INT("longjmp/keeps-current-object-and-open-shape", jumped(3, 1), 1);
    dtTranslate(200, 0, 0);
    dtVertex(2, 0, 0);
    dtEnd();
    dtEndComplexShape();
    dtCreateObject(OBJ(7), open_shape);
    dtTranslate(199, 0, 0);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("longjmp/keeps-current-object-and-open-shape", probe_test(), 11); /* ten without 3, and (7,3) */
    CHECK_INT("longjmp/keeps-current-object-and-open-shape", probe_called(OBJ(7), OBJ(3)), 1);
    CHECK_INT("longjmp/keeps-current-object-and-open-shape", dtGetError(), DT_NO_ERROR);
    probe_reset();
    dtDeleteShape(open_shape);

    CHECK_LINE("Callbacks: a longjmp through dtTestObjects");
    crowd(1, DT_SIMPLE_RESPONSE, shapes);
    calls_before_jump = 0;
    if (setjmp(jump) == 0) {
        dtTestObjects(OBJ(0), OBJ(1));
        CHECK("longjmp/through-test-objects", 0);
    }
    world_is_well("longjmp/through-test-objects");
}

/* Tests that run deeper in the stack than one that was left count as nested in it. */
static void deeper(void)
{
    volatile char room[20000];
    int i;
    room[0] = 0;
    dtSetDefaultResponse(probe_record, DT_CONTACTS_RESPONSE, NULL);
    CHECK_INT("longjmp/deeper-tests-are-right", probe_test(), 15);
    for (i = 0; i < 100; i++) {
        CHECK_INT("longjmp/deeper-tests-are-right", probe_test(), 15);
        CHECK("longjmp/deeper-tests-are-right", probe_log_is_finite());
    }
    CHECK_INT("longjmp/deeper-tests-are-right", room[0], 0);
}

int main(void)
{
    static DtShapeRef shapes[KIND_COUNT];
    kind_make_all(shapes);
    jumps(1, DT_SIMPLE_RESPONSE, shapes);
    jumps(1, DT_SMART_RESPONSE, shapes);
    jumps(0, DT_WITNESSED_RESPONSE, shapes);
    state_survives(shapes);
    CHECK_LINE("Callbacks: tests deeper in the stack than one that was left by longjmp");
    crowd(1, DT_CONTACTS_RESPONSE, shapes);
    CHECK_INT("longjmp/out-of-a-callback", jumped(3, 0), 1);
    deeper();
    probe_reset();
    kind_delete_all(shapes);
    return check_finish();
}
