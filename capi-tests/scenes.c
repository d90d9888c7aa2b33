/* Scenes: broad phases and boxes by choice, box queries, statistics. */
#include "probe.h"

static DtShapeRef box;

/* The callbacks of some frames of tumbling boxes, as a number. */
static unsigned long signature(int phase, int boxes)
{
    unsigned long hash = 5381;
    int frame, i, count;
    probe_default(DT_WITNESSED_RESPONSE);
    dtSetBroadPhase((DtBroadPhase)phase);
    dtSetBoxes((DtBool)boxes);
    for (i = 0; i < 30; i++) {
        dtCreateObject(OBJ(i), box);
    }
    for (frame = 0; frame < 12; frame++) {
        for (i = 0; i < 30; i += frame % 3 + 1) {
            dtSelectObject(OBJ(i));
            dtLoadIdentity();
            dtTranslate((i * 7 + frame) % 11, (i * 5 + 2 * frame) % 7, (i + frame) % 5);
            dtRotate(0.1 * frame, 0.3, 0.1 * i, 1);
        }
        count = (int)probe_test();
        for (i = 0; i < count; i++) {
            hash = hash * 33 + (unsigned long)(char *)probe_log[i].object1 % 1000;
            hash = hash * 33 + (unsigned long)(char *)probe_log[i].object2 % 1000;
        }
        hash = hash * 33 + (unsigned long)count;
    }
    for (i = 0; i < 30; i++) {
        dtDeleteObject(OBJ(i));
    }
    dtSetBroadPhase(DT_AUTOMATIC);
    dtSetBoxes(DT_FALSE);
    probe_reset();
    return hash;
}

static void choices(void)
{
    int phase;
    unsigned long expected = signature(DT_BRUTE_FORCE, DT_FALSE);
    CHECK_LINE("Scenes: the broad phase and the boxes change speed, never answers");
    for (phase = DT_AUTOMATIC; phase <= DT_BRUTE_FORCE; phase++) {
        check_case("broad phase %d", phase);
        CHECK("scenes/same-callbacks-by-every-broad-phase", signature(phase, DT_FALSE) == expected);
        CHECK("scenes/same-callbacks-with-fixed-boxes", signature(phase, DT_TRUE) == expected);
    }
    CHECK_INT("scenes/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    dtSetBroadPhase((DtBroadPhase)4);
    CHECK_INT("scenes/unknown-broad-phase", dtGetError(), DT_INVALID_ENUM);
    dtSetBroadPhase((DtBroadPhase)-1);
    CHECK_INT("scenes/unknown-broad-phase", dtGetError(), DT_INVALID_ENUM);
}

static DtCount changed;

static void change_phase(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
    dtSetBroadPhase((DtBroadPhase)(changed++ % 4));
    dtSetBoxes((DtBool)(changed % 2));
}

static void inside_callbacks(void)
{
    int i;
    CHECK_LINE("Scenes: chosen inside a callback");
    dtSetDefaultResponse(change_phase, DT_SIMPLE_RESPONSE, NULL);
    for (i = 0; i < 5; i++) {
        dtCreateObject(OBJ(i), box);
    }
    CHECK_INT("scenes/chosen-inside-a-callback", dtTest(), 10);
    dtSetBroadPhase(DT_AUTOMATIC);
    dtSetBoxes(DT_FALSE);
    probe_reset();
}

static void box_queries(void)
{
    static const DtScalar low[] = {-1, -1, -1}, high[] = {1, 1, 1};
    DtScalar broken[3];
    DtObjectRef found[4];
    int i;
    CHECK_LINE("Scenes: dtQueryBox");
    for (i = 0; i < 4; i++) {
        dtCreateObject(OBJ(i), box);
        dtTranslate(1.9 * i, 0, 0);
    }
    found[1] = OBJ(9);
    CHECK_INT("scenes/box-query", dtQueryBox(low, high, found, 4), 2);
    CHECK_POINTER("scenes/box-query", found[0], OBJ(0));
    CHECK_POINTER("scenes/box-query", found[1], OBJ(1));
    found[1] = OBJ(9);
    CHECK_INT("scenes/box-query-of-less-room", dtQueryBox(low, high, found, 1), 2);
    CHECK_POINTER("scenes/box-query-of-less-room", found[1], OBJ(9));
    CHECK_INT("scenes/box-query-counts", dtQueryBox(low, high, NULL, 0), 2);
    CHECK_INT("scenes/box-query-of-a-point", dtQueryBox(low, low, found, 4), 1);
    CHECK_INT("scenes/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    CHECK_INT("scenes/box-query-null", dtQueryBox(NULL, high, found, 4), 0);
    CHECK_INT("scenes/box-query-null", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("scenes/box-query-null", dtQueryBox(low, NULL, found, 4), 0);
    CHECK_INT("scenes/box-query-null", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("scenes/box-query-null", dtQueryBox(low, high, NULL, 4), 0);
    CHECK_INT("scenes/box-query-null", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("scenes/box-query-inside-out", dtQueryBox(high, low, found, 4), 0);
    CHECK_INT("scenes/box-query-inside-out", dtGetError(), DT_INVALID_VALUE);
    broken[0] = broken[1] = broken[2] = HUGE_VAL - HUGE_VAL;
    CHECK_INT("scenes/box-query-nan", dtQueryBox(broken, high, found, 4), 0);
    CHECK_INT("scenes/box-query-nan", dtGetError(), DT_INVALID_VALUE);
    CHECK_POINTER("scenes/box-query-touches-nothing-where-bad", found[0], OBJ(0));
    for (i = 0; i < 4; i++) {
        dtDeleteObject(OBJ(i));
    }
    CHECK_INT("scenes/box-query-of-an-empty-scene", dtQueryBox(low, high, found, 4), 0);
    probe_reset();
}

static void statistics(void)
{
    DtStatistics told, later;
    int i;
    CHECK_LINE("Scenes: dtGetStatistics");
    probe_default(DT_SIMPLE_RESPONSE);
    for (i = 0; i < 3; i++) {
        dtCreateObject(OBJ(i), box);
        dtTranslate(i < 2 ? 0 : 50, 0, 0);
    }
    dtGetStatistics(&told);
    CHECK("scenes/statistics", told.objects == 3 && told.pairs == 1);
    probe_test();
    dtGetStatistics(&later);
    CHECK("scenes/statistics", later.pair_tests == told.pair_tests + 1);
    CHECK("scenes/statistics", later.primitive_tests - told.primitive_tests <= 1);
    CHECK("scenes/statistics", later.primitive_tests >= told.primitive_tests);
    CHECK("scenes/statistics", later.box_tests >= told.box_tests && told.box_tests > 0);
    CHECK("scenes/statistics", later.commit_seconds >= told.commit_seconds && told.commit_seconds >= 0);
    CHECK("scenes/statistics", told.test_seconds == 0 && later.test_seconds > 0);
    CHECK_INT("scenes/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    dtGetStatistics(NULL);
    CHECK_INT("scenes/statistics-null", dtGetError(), DT_INVALID_POINTER);
    probe_reset();
}

/* The callbacks of some frames of many boxes, the data's bits included, as a number. Callbacks move boxes. */
static unsigned long hash_of_calls;
static char many[600];

static void push(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    unsigned char bytes[sizeof(DtCollData)];
    size_t i;
    (void)client_data;
    memcpy(bytes, coll_data, sizeof bytes);
    hash_of_calls = (hash_of_calls * 33 + (unsigned long)((char *)object1 - many)) % 1000000007UL;
    hash_of_calls = (hash_of_calls * 33 + (unsigned long)((char *)object2 - many)) % 1000000007UL;
    for (i = 0; i < sizeof bytes; i++) {
        hash_of_calls = (hash_of_calls * 33 + bytes[i]) % 1000000007UL;
    }
    if (hash_of_calls % 3 == 0) {
        dtSelectObject(object1);
        dtTranslate(0.5, 0.25, 0);
    } else if (hash_of_calls % 17 == 0) {
        dtSetThreads((DtCount)(1 + hash_of_calls % 4));
    }
}

static unsigned long by_threads(DtCount threads)
{
    int frame, i;
    hash_of_calls = 5381;
    dtSetThreads(threads);
    dtSetDefaultResponse(push, DT_WITNESSED_RESPONSE, NULL);
    for (i = 0; i < 600; i++) {
        dtCreateObject((DtObjectRef)&many[i], box);
    }
    for (frame = 0; frame < 6; frame++) {
        for (i = 0; i < 600; i++) {
            dtSelectObject((DtObjectRef)&many[i]);
            dtLoadIdentity();
            dtTranslate((i * 7 + frame) % 23, (i * 5 + 2 * frame) % 17, (i + frame) % 13);
            dtRotate(0.1 * frame, 0.3, 0.1 * (i % 10), 1);
        }
        hash_of_calls = hash_of_calls * 33 + dtTest();
        dtProceed();
    }
    for (i = 0; i < 600; i++) {
        dtDeleteObject((DtObjectRef)&many[i]);
    }
    dtSetThreads(1);
    probe_reset();
    return hash_of_calls;
}

static void threads(void)
{
    unsigned long expected = by_threads(1);
    CHECK_LINE("Scenes: dtSetThreads changes speed, never answers");
    CHECK("scenes/same-bits-by-any-number-of-threads", by_threads(2) == expected);
    CHECK("scenes/same-bits-by-any-number-of-threads", by_threads(7) == expected);
    CHECK_INT("scenes/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    dtSetThreads(0);
    CHECK_INT("scenes/no-thread", dtGetError(), DT_INVALID_VALUE);
    dtSetThreads(10000);
    CHECK_INT("scenes/too-many-threads", dtGetError(), DT_INVALID_VALUE);
    CHECK("scenes/bad-numbers-of-threads-lose-nothing", by_threads(3) == expected);
}

int main(void)
{
    box = dtBox(2, 2, 2);
    choices();
    inside_callbacks();
    box_queries();
    statistics();
    threads();
    dtDeleteShape(box);
    return check_finish();
}
