/* A C++ exception out of a callback, through dtTest: it is caught outside, the library is consistent and its lock
   is free: another thread's call returns. C++98 to C++20. */
#include <stdexcept>
#include <string>

#include <pthread.h>

#include "kinds.h"

namespace {

struct Collision {
    DtObjectRef first;
    DtObjectRef second;
};

/* Counts its own: every automatic object between throw and catch must have been destroyed. */
struct Guard {
    static int alive;
    Guard() { ++alive; }
    ~Guard() { --alive; }
};
int Guard::alive = 0;

int calls_before_throw = 0;
int nesting = 0;
bool catch_inside = false;

} // namespace

extern "C" {

static void throwing(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Guard guard;
    probe_record(client_data, object1, object2, coll_data);
    if (nesting > 0) {
        --nesting;
        if (catch_inside) {
            try {
                dtTest();
            } catch (const Collision &) {
                calls_before_throw = 1000; /* handled: the outer test goes on */
            }
        } else {
            dtTest();
        }
    } else if (calls_before_throw == 0) {
        Collision collision = {object1, object2};
        throw collision;
    } else {
        --calls_before_throw;
    }
}

static void throwing_string(void *, DtObjectRef, DtObjectRef, const DtCollData *)
{
    throw std::runtime_error(std::string("a collision"));
}

static void *call_from_another_thread(void *count)
{
    *static_cast<DtCount *>(count) = dtTest();
    return NULL;
}

} // extern "C"

static bool throws(int calls, int depth)
{
    calls_before_throw = calls;
    nesting = depth;
    probe_count = 0;
    try {
        Guard guard;
        dtTest();
    } catch (const Collision &collision) {
        return probe_index(collision.first) >= 0 && probe_index(collision.second) >= 0;
    }
    return false;
}

static void crowd(bool caching, DtResponseType type, DtShapeRef *shapes)
{
    probe_reset();
    if (!caching) {
        dtDisableCaching();
    }
    for (int i = 0; i < 6; i++) {
        dtCreateObject(OBJ(i), shapes[i % 2 ? KIND_BOX : KIND_TETRAHEDRON]);
        dtTranslate(0.1 * i, 0, 0);
    }
    dtSetDefaultResponse(throwing, type, NULL);
}

static void world_is_well(const char *name)
{
    DtCount count = 0;
    pthread_t thread;
    dtSetDefaultResponse(probe_record, DT_SMART_RESPONSE, NULL);
    CHECK_INT(name, probe_test(), 15);
    CHECK(name, probe_log_is_finite());
    probe_count = 0;
    pthread_create(&thread, NULL, call_from_another_thread, &count); /* a lock left held would hang here */
    pthread_join(thread, NULL);
    CHECK_INT(name, count, 15);
    CHECK_INT(name, probe_count, 15);
    CHECK_INT(name, dtGetError(), DT_NO_ERROR);
}

static void exceptions(bool caching, DtResponseType type, DtShapeRef *shapes)
{
    for (int calls = 0; calls < 15; calls += 7) {
        for (int depth = 0; depth < 4; depth++) {
            CHECK_LINE("Callbacks: a C++ exception through dtTest leaves the library consistent");
            check_case("caching %d, type %d, after %d calls, %d deep", caching ? 1 : 0, static_cast<int>(type), calls,
                       depth);
            crowd(caching, type, shapes);
            CHECK("exception/out-of-a-callback", throws(calls, depth));
            CHECK_INT("exception/destructors-run", Guard::alive, 0);
            world_is_well("exception/the-next-test-is-right");
            crowd(caching, type, shapes);
            CHECK("exception/out-of-a-callback", throws(calls, depth));
            dtDeleteObject(OBJ(0));
            probe_place(OBJ(1), 100, 0, 0);
            dtCreateObject(OBJ(6), shapes[KIND_SPHERE]);
            dtSetDefaultResponse(probe_record, DT_WITNESSED_RESPONSE, NULL);
            CHECK_INT("exception/changes-after-it", probe_test(), 10);
            dtProceed();
            CHECK_INT("exception/changes-after-it", probe_test(), 10);
        }
    }
    crowd(caching, type, shapes);
    for (int i = 0; i < 500; i++) {
        CHECK("exception/five-hundred-times", throws(i % 15, i % 3));
    }
    CHECK_INT("exception/destructors-run", Guard::alive, 0);
    world_is_well("exception/the-next-test-is-right");
}

static void caught_in_an_outer_callback(DtShapeRef *shapes)
{
    CHECK_LINE("Callbacks: an exception of a nested dtTest, caught in the outer callback");
    crowd(true, DT_SIMPLE_RESPONSE, shapes);
    catch_inside = true;
    calls_before_throw = 2;
    nesting = 1;
    probe_count = 0;
    /* The outer test's first callback nests; the nested one logs three calls, the third throws and is caught; the
       outer one then runs its other fourteen. */
    CHECK_INT("exception/caught-in-an-outer-callback", dtTest(), 15);
    CHECK_INT("exception/caught-in-an-outer-callback", probe_count, 18);
    catch_inside = false;
    world_is_well("exception/the-next-test-is-right");
}

static void other_ways(DtShapeRef *shapes)
{
    CHECK_LINE("Callbacks: an exception through dtTestObjects; one with a payload");
    crowd(true, DT_SIMPLE_RESPONSE, shapes);
    calls_before_throw = 0;
    nesting = 0;
    bool caught = false;
    try {
        dtTestObjects(OBJ(0), OBJ(1));
    } catch (const Collision &) {
        caught = true;
    }
    CHECK("exception/through-test-objects", caught);
    world_is_well("exception/the-next-test-is-right");
    dtSetDefaultResponse(throwing_string, DT_WITNESSED_RESPONSE, NULL);
    std::string text;
    try {
        dtTest();
    } catch (const std::exception &error) {
        text = error.what();
    }
    CHECK("exception/keeps-its-payload", text == "a collision");
    world_is_well("exception/the-next-test-is-right");
}

int main()
{
    static DtShapeRef shapes[KIND_COUNT];
    kind_make_all(shapes);
    exceptions(true, DT_SIMPLE_RESPONSE, shapes);
    exceptions(true, DT_SMART_RESPONSE, shapes);
    exceptions(false, DT_WITNESSED_RESPONSE, shapes);
    caught_in_an_outer_callback(shapes);
    other_ways(shapes);
    probe_reset();
    kind_delete_all(shapes);
    return check_finish();
}
