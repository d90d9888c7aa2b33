/* Inside a callback: moves, deletions, creations, response changes, nested tests, every function. */
#include "kinds.h"

typedef void (*Action)(DtObjectRef object1, DtObjectRef object2);

static DtShapeRef box;
static Action action;   /* what the callback does after it has logged the call */
static int action_runs; /* how often it may still do so */

static void act(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    probe_record(client_data, object1, object2, coll_data);
    if (action != NULL && action_runs > 0) {
        action_runs--;
        action(object1, object2);
    }
}

/* `n` boxes that all overlap about the origin, created in order. */
static void crowd(int n, DtResponseType type, int caching)
{
    int i;
    probe_reset();
    if (!caching) {
        dtDisableCaching();
    }
    for (i = 0; i < n; i++) {
        dtCreateObject(OBJ(i), box);
    }
    dtSetDefaultResponse(act, type, NULL);
}

static DtCount test_with(Action wanted, int runs)
{
    DtCount count;
    action = wanted;
    action_runs = runs;
    count = probe_test();
    action = NULL;
    return count;
}

/* The log of at most 9 calls as text, "01 02 12". */
static int log_is(const char *expected)
{
    char text[64];
    char *end = text;
    int i;
    *end = '\0';
    for (i = 0; i < probe_count && i < 9; i++) {
        end += sprintf(end, "%s%d%d", i > 0 ? " " : "", probe_index(probe_log[i].object1),
                       probe_index(probe_log[i].object2));
    }
    return strcmp(text, expected) == 0;
}

static void move_0_away(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    probe_place(OBJ(0), 100, 0, 0);
}

static void move_2_away(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    probe_place(OBJ(2), 100, 0, 0);
}

static void move_2_here(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    probe_place(OBJ(2), 0, 0, 0);
}

static void move_0_to_2(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    probe_place(OBJ(0), 50, 0, 0);
}

static void move_both_apart(DtObjectRef a, DtObjectRef b)
{
    static double somewhere = 1000.0;
    probe_place(a, somewhere, 0, 0);
    probe_place(b, 0, somewhere, 0);
    somewhere += 10.0;
}

static void moves(int caching)
{
    CHECK_LINE("Callbacks: moves apply at once to the pairs not yet tested in this dtTest");
    check_case("caching %d", caching);
    crowd(3, DT_SIMPLE_RESPONSE, caching);
    CHECK_INT("callbacks/moved-away-is-not-hit-any-more", test_with(move_0_away, 1), 2);
    CHECK("callbacks/moved-away-is-not-hit-any-more", log_is("01 12"));
    crowd(3, DT_SIMPLE_RESPONSE, caching);
    CHECK_INT("callbacks/moved-away-is-not-hit-any-more", test_with(move_2_away, 1), 1);
    CHECK("callbacks/moved-away-is-not-hit-any-more", log_is("01"));

    /* 2 comes in when (0,1) is called: (0,2) and (1,2) follow. */
    crowd(3, DT_SIMPLE_RESPONSE, caching);
    probe_place(OBJ(2), 100, 0, 0);
    CHECK_INT("callbacks/moved-in-is-hit-in-this-test", test_with(move_2_here, 1), 3);
    CHECK("callbacks/moved-in-is-hit-in-this-test", log_is("01 02 12"));
    /* 2 and 3 meet far out; when (0,1) is called, 0 goes there: (0,2) and (0,3), no more with 1. */
    crowd(4, DT_SIMPLE_RESPONSE, caching);
    probe_place(OBJ(2), 50, 0, 0);
    probe_place(OBJ(3), 50, 0, 0);
    CHECK_INT("callbacks/moved-in-is-hit-in-this-test", test_with(move_0_to_2, 1), 4);
    CHECK("callbacks/moved-in-is-hit-in-this-test", log_is("01 02 03 23"));
    /* The pair (0,1) has been tested when (2,3) is called: that they meet now is for the next test. */
    crowd(4, DT_SIMPLE_RESPONSE, caching);
    probe_place(OBJ(0), 0, 50, 0);
    probe_place(OBJ(1), 50, 0, 0);
    CHECK_INT("callbacks/tested-pairs-are-not-tested-again", test_with(move_0_to_2, 1), 1);
    CHECK("callbacks/tested-pairs-are-not-tested-again", log_is("23"));
    CHECK_INT("callbacks/tested-pairs-are-not-tested-again", test_with(NULL, 0), 2);
    CHECK("callbacks/tested-pairs-are-not-tested-again", log_is("01 23"));

    CHECK_LINE("Callbacks: the game moves both objects of the pair");
    crowd(6, DT_SMART_RESPONSE, caching);
    dtProceed();
    CHECK_INT("callbacks/moving-both-objects-of-the-pair", test_with(move_both_apart, 100), 3);
    CHECK("callbacks/moving-both-objects-of-the-pair", log_is("01 23 45"));
    CHECK("callbacks/moving-both-objects-of-the-pair", probe_log_is_finite());
    CHECK_INT("callbacks/moving-both-objects-of-the-pair", test_with(NULL, 0), 0);
}

static void clear_0(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    dtClearObjectResponse(OBJ(0));
}

static void pair_12_only(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    dtSetPairResponse(OBJ(2), OBJ(1), act, DT_WITNESSED_RESPONSE, OBJ(40));
    dtClearDefaultResponse();
}

static void response_changes(int caching)
{
    CHECK_LINE("Callbacks: response changes apply at once to the pairs not yet tested");
    check_case("caching %d", caching);
    crowd(3, DT_SIMPLE_RESPONSE, caching);
    CHECK_INT("callbacks/response-changes-apply-at-once", test_with(clear_0, 1), 2);
    CHECK("callbacks/response-changes-apply-at-once", log_is("01 12"));
    crowd(3, DT_SIMPLE_RESPONSE, caching);
    CHECK_INT("callbacks/response-changes-apply-at-once", test_with(pair_12_only, 1), 2);
    CHECK("callbacks/response-changes-apply-at-once", log_is("01 12"));
    CHECK("callbacks/response-changes-apply-at-once",
          probe_log[1].pointer != NULL && probe_log[1].client_data == OBJ(40));
}

static void delete_0(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    dtDeleteObject(OBJ(0));
}

static void delete_both(DtObjectRef a, DtObjectRef b)
{
    dtDeleteObject(a);
    dtDeleteObject(b);
}

static void delete_all(DtObjectRef a, DtObjectRef b)
{
    int i;
    (void)a;
    (void)b;
    for (i = 0; i < 10; i++) {
        dtDeleteObject(OBJ(i));
    }
}

static void recreate_1(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    dtDeleteObject(OBJ(1));
    dtCreateObject(OBJ(1), box);
}

static void create_9(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    dtCreateObject(OBJ(9), box);
}

static void deletions_and_creations(int caching)
{
    CHECK_LINE("Callbacks: deleted objects are skipped");
    check_case("caching %d", caching);
    crowd(4, DT_SIMPLE_RESPONSE, caching);
    CHECK_INT("callbacks/deleted-objects-are-skipped", test_with(delete_0, 1), 4);
    CHECK("callbacks/deleted-objects-are-skipped", log_is("01 12 13 23"));
    crowd(4, DT_SIMPLE_RESPONSE, caching);
    CHECK_INT("callbacks/deleted-objects-are-skipped", test_with(delete_both, 10), 2);
    CHECK("callbacks/deleted-objects-are-skipped", log_is("01 23"));
    CHECK_INT("callbacks/deleted-objects-are-skipped", test_with(NULL, 0), 0);
    crowd(10, DT_SMART_RESPONSE, caching);
    CHECK_INT("callbacks/deleting-everything", test_with(delete_all, 1), 1);
    CHECK_INT("callbacks/deleting-everything", test_with(NULL, 0), 0);

    CHECK_LINE("Callbacks: pairs with objects created inside are tested by the next dtTest");
    crowd(3, DT_SIMPLE_RESPONSE, caching);
    CHECK_INT("callbacks/created-objects-wait-for-the-next-test", test_with(create_9, 1), 3);
    CHECK("callbacks/created-objects-wait-for-the-next-test", log_is("01 02 12"));
    CHECK_INT("callbacks/created-objects-wait-for-the-next-test", test_with(NULL, 0), 6);
    CHECK("callbacks/created-objects-wait-for-the-next-test", log_is("01 02 09 12 19 29"));
    crowd(3, DT_SIMPLE_RESPONSE, caching);
    CHECK_INT("callbacks/recreated-object-is-a-new-one", test_with(recreate_1, 1), 2);
    CHECK("callbacks/recreated-object-is-a-new-one", log_is("01 02"));
    CHECK_INT("callbacks/recreated-object-is-a-new-one", test_with(NULL, 0), 3);
    CHECK("callbacks/recreated-object-is-a-new-one", log_is("02 01 21"));
}

static DtCount nested_counts[3];

static void nest(DtObjectRef a, DtObjectRef b)
{
    int depth = action_runs; /* read before the nested test changes it */
    (void)a;
    (void)b;
    nested_counts[depth] = dtTest();
}

static void nested_tests(int caching)
{
    CHECK_LINE("Callbacks: a nested dtTest runs in full, and the outer one counts only its own");
    check_case("caching %d", caching);
    crowd(3, DT_SIMPLE_RESPONSE, caching);
    CHECK_INT("callbacks/nested-test", test_with(nest, 1), 3);
    CHECK_INT("callbacks/nested-test-runs-in-full", nested_counts[0], 3);
    CHECK("callbacks/nested-test", log_is("01 01 02 12 02 12"));
    crowd(3, DT_SMART_RESPONSE, caching);
    CHECK_INT("callbacks/nested-test", test_with(nest, 3), 3);
    CHECK_INT("callbacks/nested-test-three-deep", nested_counts[2], 3);
    CHECK_INT("callbacks/nested-test-three-deep", nested_counts[1], 3);
    CHECK_INT("callbacks/nested-test-three-deep", nested_counts[0], 3);
    CHECK_INT("callbacks/nested-test-three-deep", probe_count, 12);
    CHECK_INT("callbacks/nested-test", test_with(NULL, 0), 3);
}

static DtCount pair_count;

static void test_pair(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    pair_count = dtTestObjects(OBJ(1), OBJ(2));
}

static void toggle(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    if (action_runs % 2) {
        dtDisableCaching();
    } else {
        dtEnableCaching();
    }
    dtProceed();
    dtSetTolerance(action_runs % 3 ? 1e-3 : 1e-9);
}

static void drop_shapes(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    dtDeleteShape(box);
}

static DtShapeRef built;

static void build(DtObjectRef a, DtObjectRef b)
{
    static const double v[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const DtIndex list[] = {0, 1, 2};
    (void)a;
    (void)b;
    built = dtNewComplexShape();
    dtVertexBase(v);
    dtVertexIndices(DT_SIMPLEX, 3, list);
    dtEndComplexShape();
}

static const double here[] = {-1, -1, 0, 1, -1, 0, 0, 1, 0};
static const double there[] = {99, -1, 0, 101, -1, 0, 100, 1, 0};
static DtShapeRef soft;

static void deform(DtObjectRef a, DtObjectRef b)
{
    (void)a;
    (void)b;
    dtChangeVertexBase(soft, action_runs % 2 ? here : there);
}

/* Object 2 is a soft triangle, complex, so object1 of its pairs: order 01, 03, 13, 20, 21, 23. */
static void deformation(int caching)
{
    CHECK_LINE("Callbacks: dtChangeVertexBase inside applies at once to the pairs not yet tested");
    check_case("caching %d", caching);
    soft = dtNewComplexShape();
    dtVertexBase(here);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtEndComplexShape();
    crowd(4, DT_SMART_RESPONSE, caching);
    dtDeleteObject(OBJ(2));
    dtDeleteObject(OBJ(3));
    dtCreateObject(OBJ(2), soft);
    dtCreateObject(OBJ(3), box);
    CHECK_INT("callbacks/deforming-inside", test_with(deform, 1), 3); /* away at 01 */
    CHECK("callbacks/deforming-inside", log_is("01 03 13"));
    /* Two runs: back at 01 (one run left), away again at 03 (none left). Four: back at 01 and 13, then 20 sends it
       away while its other pairs are still to come. */
    CHECK_INT("callbacks/deforming-inside", test_with(deform, 2), 3);
    CHECK("callbacks/deforming-inside", log_is("01 03 13"));
    CHECK_INT("callbacks/deforming-inside", test_with(deform, 4), 4);
    CHECK("callbacks/deforming-inside", log_is("01 03 13 20"));
    CHECK("callbacks/deforming-inside", probe_log_is_finite());
    probe_reset();
    dtDeleteShape(soft);
}

static void settings_and_shapes(int caching)
{
    CHECK_LINE("Callbacks: caching, dtProceed, tolerance, shapes, dtTestObjects inside");
    check_case("caching %d", caching);
    crowd(3, DT_SIMPLE_RESPONSE, caching);
    CHECK_INT("callbacks/test-objects-inside", test_with(test_pair, 1), 3);
    CHECK_INT("callbacks/test-objects-inside", pair_count, 1);
    CHECK("callbacks/test-objects-inside", log_is("01 12 02 12"));
    crowd(6, DT_SMART_RESPONSE, caching);
    CHECK_INT("callbacks/toggling-caching-and-dtproceed-inside", test_with(toggle, 15), 15);
    CHECK("callbacks/toggling-caching-and-dtproceed-inside", probe_log_is_finite());
    dtSetTolerance(1e-6);
    crowd(4, DT_SMART_RESPONSE, caching);
    CHECK_INT("callbacks/shape-built-inside", test_with(build, 1), 6);
    probe_create(OBJ(10), built, 0.25, 0.25, 0);
    CHECK_INT("callbacks/shape-built-inside", test_with(NULL, 0), 10);
    dtDeleteShape(built);
    crowd(4, DT_WITNESSED_RESPONSE, caching);
    CHECK_INT("callbacks/shape-deleted-inside", test_with(drop_shapes, 6), 6);
    CHECK_INT("callbacks/shape-deleted-inside", test_with(NULL, 0), 6);
    CHECK("callbacks/shape-deleted-inside", probe_log_is_finite());
    probe_reset();
    box = dtBox(2, 2, 2);
}

static int ends_outer_too;

static void end_now(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    probe_record(client_data, object1, object2, coll_data);
    dtEndTest();
}

/* A nested test is ended by its callback, or after dtEndTest of the outer one; the other goes on. */
static void nest_and_end(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    probe_record(client_data, object1, object2, coll_data);
    if (ends_outer_too) {
        dtEndTest();
        dtSetDefaultResponse(probe_record, DT_WITNESSED_RESPONSE, NULL);
        pair_count = dtTest();
    } else {
        dtSetDefaultResponse(end_now, DT_WITNESSED_RESPONSE, NULL);
        pair_count = dtTest();
        dtSetDefaultResponse(probe_record, DT_WITNESSED_RESPONSE, NULL);
    }
}

static void ending(int caching)
{
    CHECK_LINE("Callbacks: dtEndTest");
    check_case("caching %d", caching);
    dtEndTest();
    CHECK_INT("callbacks/end-outside-of-a-test", dtGetError(), DT_INVALID_OPERATION);
    crowd(4, DT_SIMPLE_RESPONSE, caching);
    dtSetDefaultResponse(end_now, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("callbacks/end-after-the-first", probe_test(), 1);
    CHECK_INT("callbacks/end-after-the-first", probe_test(), 1);
    dtSetDefaultResponse(end_now, DT_SMART_RESPONSE, NULL);
    CHECK_INT("callbacks/end-after-the-first", probe_test(), 1);
    probe_count = 0;
    CHECK_INT("callbacks/end-a-motion-test", dtTestMotion(), 1);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("callbacks/all-again-after-an-end", probe_test(), 6);
    CHECK_INT("callbacks/all-again-after-an-end", dtTestMotion(), 6);

    dtSetDefaultResponse(nest_and_end, DT_WITNESSED_RESPONSE, NULL);
    ends_outer_too = 0;
    CHECK_INT("callbacks/end-a-nested-test-alone", probe_test(), 6);
    CHECK_INT("callbacks/end-a-nested-test-alone", pair_count, 1);
    dtSetDefaultResponse(nest_and_end, DT_WITNESSED_RESPONSE, NULL);
    ends_outer_too = 1;
    CHECK_INT("callbacks/end-the-outer-test-alone", probe_test(), 1);
    CHECK_INT("callbacks/end-the-outer-test-alone", pair_count, 6);
    CHECK_INT("callbacks/end-the-outer-test-alone", dtGetError(), DT_NO_ERROR);
}

int main(void)
{
    int caching;
    box = dtBox(2, 2, 2);
    for (caching = 0; caching < 2; caching++) {
        moves(caching);
        response_changes(caching);
        deletions_and_creations(caching);
        nested_tests(caching);
        deformation(caching);
        settings_and_shapes(caching);
        ending(caching);
    }
    probe_reset();
    dtDeleteShape(box);
    return check_finish();
}
