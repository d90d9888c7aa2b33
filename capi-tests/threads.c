/* Threads: the global machine is serialised by one lock, which is never held while a callback runs. */
#define _POSIX_C_SOURCE 200112L
#include <pthread.h>
#include <time.h>

#include "probe.h"

static DtShapeRef box;

static void nap(void)
{
    struct timespec t;
    t.tv_sec = 0;
    t.tv_nsec = 1000000;
    nanosleep(&t, NULL);
}

/* A flag shared by two threads, waited for at most ten seconds: 0 means that it was never raised. */
typedef struct Flag {
    pthread_mutex_t mutex;
    int raised;
} Flag;

static Flag entered = {PTHREAD_MUTEX_INITIALIZER, 0};
static Flag done = {PTHREAD_MUTEX_INITIALIZER, 0};
static Flag over = {PTHREAD_MUTEX_INITIALIZER, 0};

static void flag_set(Flag *flag, int value)
{
    pthread_mutex_lock(&flag->mutex);
    flag->raised = value;
    pthread_mutex_unlock(&flag->mutex);
}

static int flag_wait(Flag *flag)
{
    int i;
    for (i = 0; i < 10000; i++) {
        int raised;
        pthread_mutex_lock(&flag->mutex);
        raised = flag->raised;
        pthread_mutex_unlock(&flag->mutex);
        if (raised) {
            return 1;
        }
        nap();
    }
    return 0;
}

static void *build_from_another_thread(void *unused)
{
    (void)unused;
    dtCreateObject(OBJ(1), box);
    dtTranslate(1, 0, 0);
    return NULL;
}

static void *test_from_another_thread(void *count)
{
    *(DtCount *)count = dtTest();
    return NULL;
}

static void second_thread(void)
{
    pthread_t thread;
    DtCount count = 0;
    CHECK_LINE("Threads: calls from a second thread see the same world");
    probe_default(DT_SIMPLE_RESPONSE);
    dtCreateObject(OBJ(0), box);
    pthread_create(&thread, NULL, build_from_another_thread, NULL);
    pthread_join(thread, NULL);
    CHECK_INT("threads/calls-from-a-second-thread", probe_test(), 1);
    pthread_create(&thread, NULL, test_from_another_thread, &count);
    pthread_join(thread, NULL);
    CHECK_INT("threads/test-from-a-second-thread", count, 1);
    dtTranslate(50, 0, 0); /* the current object is the world's, not the thread's: OBJ(1) */
    CHECK_INT("threads/calls-from-a-second-thread", probe_test(), 0);
    probe_reset();
}

/* The callback waits until the other thread has called every kind of function: with the lock held it never would. */
static int other_thread_got_through;

static void wait_inside(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
    flag_set(&entered, 1);
    other_thread_got_through = flag_wait(&done);
}

static void count_only(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)object1;
    (void)object2;
    (void)coll_data;
    ++*(int *)client_data;
}

static int inner_calls;
static DtCount inner_count;

static void *call_meanwhile(void *unused)
{
    DtShapeRef sphere;
    (void)unused;
    if (!flag_wait(&entered)) {
        return NULL;
    }
    sphere = dtSphere(1);
    dtCreateObject(OBJ(10), sphere);
    dtTranslate(100, 0, 0);
    dtCreateObject(OBJ(11), sphere);
    dtTranslate(100, 0, 0);
    dtSetPairResponse(OBJ(10), OBJ(11), count_only, DT_SIMPLE_RESPONSE, &inner_calls);
    dtClearPairResponse(OBJ(0), OBJ(1)); /* else the waiting callback would run here as well */
    dtProceed();
    inner_count = dtTest();
    dtDeleteObject(OBJ(10));
    dtDeleteObject(OBJ(11));
    dtDeleteShape(sphere);
    flag_set(&done, 1);
    return NULL;
}

static void lock_is_free_inside_callbacks(void)
{
    pthread_t thread;
    int caching;
    CHECK_LINE("Threads: the lock is never held while a callback runs");
    for (caching = 0; caching < 2; caching++) {
        check_case("caching %d", caching);
        probe_reset();
        if (!caching) {
            dtDisableCaching();
        }
        dtCreateObject(OBJ(0), box);
        dtCreateObject(OBJ(1), box);
        flag_set(&entered, 0);
        flag_set(&done, 0);
        other_thread_got_through = 0;
        inner_calls = 0;
        inner_count = 0;
        pthread_create(&thread, NULL, call_meanwhile, NULL);
        dtSetPairResponse(OBJ(0), OBJ(1), wait_inside, DT_SIMPLE_RESPONSE, NULL);
        CHECK_INT("threads/outer-test-counts-its-own", dtTest(), 1);
        pthread_join(thread, NULL);
        CHECK("threads/lock-is-free-inside-callbacks", other_thread_got_through);
        CHECK_INT("threads/test-during-anothers-callback", inner_count, 1);
        CHECK_INT("threads/test-during-anothers-callback", inner_calls, 1);
    }
    probe_reset();
}

/* Two threads test the same paths: the first waits in its first callback until the second is in its own, which waits there
   until the first is done. */
enum { WALLS = 5 };

static pthread_t first_thread;
static int calls_of[2];
static DtError end_without_a_test;

static void wait_for_the_other(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    const int of = pthread_equal(pthread_self(), first_thread) ? 0 : 1;
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
    if (calls_of[of]++ == 0) {
        flag_set(of == 0 ? &entered : &done, 1);
        other_thread_got_through &= flag_wait(of == 0 ? &done : &over);
    }
}

static void *test_the_paths(void *count)
{
    if (flag_wait(&entered)) {
        dtEndTest(); /* the other thread's test is none of this one's */
        end_without_a_test = dtGetError();
        *(DtCount *)count = dtTestMotion();
    }
    return NULL;
}

static void two_tests_along_the_paths(void)
{
    DtCount counts[2] = {0, 0};
    pthread_t thread;
    int i;
    CHECK_LINE("Threads: two of them test the same paths");
    probe_reset();
    for (i = 0; i < WALLS; i++) {
        dtCreateObject(OBJ(i), box);
        dtTranslate(4.0 * i, 0, 0);
    }
    dtCreateObject(OBJ(WALLS), box);
    dtTranslate(-10, 0, 0);
    dtSetDefaultResponse(wait_for_the_other, DT_SMART_RESPONSE, NULL);
    dtProceed();
    dtTranslate(60, 0, 0);
    flag_set(&entered, 0);
    flag_set(&done, 0);
    other_thread_got_through = 1;
    first_thread = pthread_self();
    pthread_create(&thread, NULL, test_the_paths, &counts[1]);
    counts[0] = dtTestMotion();
    flag_set(&over, 1);
    pthread_join(thread, NULL);
    CHECK("threads/side-by-side-along-the-paths", other_thread_got_through);
    CHECK_INT("threads/side-by-side-along-the-paths", counts[0], WALLS);
    CHECK_INT("threads/side-by-side-along-the-paths", counts[1], WALLS);
    CHECK_INT("threads/end-of-anothers-test", end_without_a_test, DT_INVALID_OPERATION);
    probe_reset();
}

/* Each worker builds, moves, tests and deletes objects of its own as fast as it can. The current object is shared,
   so placements interleave; what must hold: it ends, nothing crashes, and the counts are those of the callbacks. */
typedef struct Worker {
    int first;
    unsigned long counted;
} Worker;

static pthread_mutex_t calls_mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned long calls_in_all = 0;

static void touch_world(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)coll_data;
    pthread_mutex_lock(&calls_mutex);
    calls_in_all++;
    pthread_mutex_unlock(&calls_mutex);
    dtSelectObject(object1);
    dtTranslate(0.01, 0, 0);
    dtSelectObject(object2);
    dtTranslate(-0.01, 0, 0);
}

static void *hammer(void *argument)
{
    Worker *worker = (Worker *)argument;
    int turn, i;
    for (turn = 0; turn < 400; turn++) {
        DtShapeRef shape = turn % 2 ? dtSphere(1) : probe_point();
        for (i = 0; i < 5; i++) {
            dtCreateObject(OBJ(worker->first + i), i % 2 ? box : shape);
            dtTranslate(0.1 * i, 0, 0);
            dtSetPairResponse(OBJ(worker->first), OBJ(worker->first + i), touch_world, DT_SMART_RESPONSE, NULL);
        }
        dtDeleteShape(shape);
        if (turn % 3 == 0) {
            dtDisableCaching();
        } else {
            dtEnableCaching();
        }
        worker->counted += dtTest();
        dtProceed();
        (void)dtGetError();
        for (i = 0; i < 5; i++) {
            dtDeleteObject(OBJ(worker->first + i));
        }
    }
    return NULL;
}

static void hammering(void)
{
    pthread_t threads[3];
    Worker workers[3];
    unsigned long counted = 0;
    int i;
    CHECK_LINE("Threads: threads that hammer the one machine");
    for (i = 0; i < 3; i++) {
        workers[i].first = 20 + 10 * i;
        workers[i].counted = 0;
        pthread_create(&threads[i], NULL, hammer, &workers[i]);
    }
    for (i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        counted += workers[i].counted;
    }
    check_case("%lu callbacks, %lu counted", calls_in_all, counted);
    CHECK("threads/hammering", counted > 0 && counted == calls_in_all);
    CHECK_INT("threads/nothing-left-after-hammering", dtTest(), 0);
    probe_reset();
    probe_default(DT_SMART_RESPONSE);
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), box);
    CHECK_INT("threads/the-world-survives-hammering", probe_test(), 1);
    CHECK("threads/the-world-survives-hammering", probe_log_is_finite());
    probe_reset();
}

int main(void)
{
    box = dtBox(2, 2, 2);
    second_thread();
    lock_is_free_inside_callbacks();
    two_tests_along_the_paths();
    hammering();
    dtDeleteShape(box);
    return check_finish();
}
