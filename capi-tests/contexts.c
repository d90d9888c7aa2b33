/* Contexts: independent worlds that share shapes, each thread with its own current one. */
#define _POSIX_C_SOURCE 200112L
#include <pthread.h>

#include "probe.h"

static DtShapeRef box;

static void two_boxes(double distance)
{
    probe_default(DT_SIMPLE_RESPONSE);
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), box);
    dtTranslate(distance, 0, 0);
}

static void independent(void)
{
    DtContext a = dtNewContext(), b = dtNewContext();
    CHECK_LINE("Contexts: independent worlds that share shapes");
    CHECK("contexts/names-are-not-null-and-differ", a != NULL && b != NULL && a != b);
    CHECK_POINTER("contexts/the-first-is-null", dtCurrentContext(), NULL);
    two_boxes(1);
    dtMakeCurrent(a);
    CHECK_POINTER("contexts/make-current", dtCurrentContext(), a);
    CHECK_INT("contexts/objects-are-their-own", probe_test(), 0);
    two_boxes(50);
    CHECK_INT("contexts/objects-are-their-own", probe_test(), 0);
    dtMakeCurrent(b);
    two_boxes(1);
    CHECK_INT("contexts/shapes-are-shared", probe_test(), 1);
    dtMakeCurrent(NULL);
    CHECK_INT("contexts/objects-are-their-own", probe_test(), 1);
    dtMakeCurrent(a);
    dtSelectObject(OBJ(9));
    dtMakeCurrent(b);
    CHECK_INT("contexts/errors-are-their-own", dtGetError(), DT_NO_ERROR);
    dtMakeCurrent(a);
    CHECK_INT("contexts/errors-are-their-own", dtGetError(), DT_UNKNOWN_OBJECT);
    dtDeleteContext(b);
    dtDeleteContext(a); /* its own thread's */
    CHECK_POINTER("contexts/deleting-the-current-one", dtCurrentContext(), NULL);
    CHECK_INT("contexts/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    CHECK_INT("contexts/the-first-is-untouched", probe_test(), 1);
    probe_reset();
}

static void deformation(void)
{
    static double here[] = {-1, 0, -1, 1, 0, -1, 0, 0, 1};
    static double below[] = {-1, -9, -1, 1, -9, -1, 0, -9, 1};
    DtContext other = dtNewContext();
    DtShapeRef triangle = dtNewComplexShape();
    dtVertexBase(here);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtEndComplexShape();
    CHECK_LINE("Contexts: a deformation stays where it is made");
    probe_default(DT_SIMPLE_RESPONSE);
    dtCreateObject(OBJ(0), triangle);
    dtCreateObject(OBJ(1), box);
    dtMakeCurrent(other);
    probe_default(DT_SIMPLE_RESPONSE);
    dtCreateObject(OBJ(0), triangle);
    dtCreateObject(OBJ(1), box);
    CHECK_INT("contexts/shapes-are-shared", probe_test(), 1);
    dtChangeVertexBase(triangle, below);
    CHECK_INT("contexts/deformation-here", probe_test(), 0);
    dtMakeCurrent(NULL);
    CHECK_INT("contexts/no-deformation-there", probe_test(), 1);
    dtDeleteShape(triangle);
    dtMakeCurrent(other);
    dtChangeVertexBase(triangle, here);
    CHECK_INT("contexts/a-shape-deleted-elsewhere-stays", probe_test(), 1);
    dtMakeCurrent(NULL);
    dtDeleteContext(other);
    CHECK_INT("contexts/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stage = 0;

static void reach(int next)
{
    pthread_mutex_lock(&mutex);
    stage = next;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void wait_for(int wanted)
{
    pthread_mutex_lock(&mutex);
    while (stage < wanted) {
        pthread_cond_wait(&changed, &mutex);
    }
    pthread_mutex_unlock(&mutex);
}

static void *use_it(void *context)
{
    dtMakeCurrent((DtContext)context);
    dtCreateObject(OBJ(0), box);
    reach(1);
    wait_for(2);
    dtCreateObject(OBJ(1), box); /* still there */
    return (void *)(dtCurrentContext() == (DtContext)context && dtGetError() == DT_NO_ERROR ? context : NULL);
}

static void deleted_while_current(void)
{
    DtContext context = dtNewContext();
    pthread_t thread;
    void *result = NULL;
    CHECK_LINE("Contexts: deleted while current elsewhere: an error, nothing lost");
    pthread_create(&thread, NULL, use_it, context);
    wait_for(1);
    dtDeleteContext(context);
    CHECK_INT("contexts/deleted-while-current-elsewhere", dtGetError(), DT_INVALID_OPERATION);
    reach(2);
    pthread_join(thread, &result);
    CHECK_POINTER("contexts/deleted-while-current-elsewhere", result, context);
    dtDeleteContext(context); /* its thread is gone */
    CHECK_INT("contexts/deleted-when-its-thread-is-gone", dtGetError(), DT_NO_ERROR);
    dtDeleteContext(context);
    CHECK_INT("contexts/unknown", dtGetError(), DT_INVALID_OPERATION);
    dtDeleteContext(NULL);
    CHECK_INT("contexts/the-first-stays", dtGetError(), DT_INVALID_OPERATION);
    dtMakeCurrent(context);
    CHECK_INT("contexts/unknown", dtGetError(), DT_INVALID_OPERATION);
    CHECK_POINTER("contexts/unknown", dtCurrentContext(), NULL);
}

typedef struct Parallel {
    unsigned long counted, called;
} Parallel;

static void count_up(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)object1;
    (void)object2;
    (void)coll_data;
    ++*(unsigned long *)client_data;
}

static void *run_a_world(void *argument)
{
    Parallel *self = (Parallel *)argument;
    DtContext context = dtNewContext();
    int frame, i;
    dtMakeCurrent(context);
    dtSetDefaultResponse(count_up, DT_SMART_RESPONSE, &self->called);
    for (i = 0; i < 40; i++) {
        dtCreateObject(OBJ(i), box);
    }
    for (frame = 0; frame < 60; frame++) {
        for (i = 0; i < 40; i++) {
            dtSelectObject(OBJ(i));
            dtLoadIdentity();
            dtTranslate((i * 7 + frame) % 23, (i * 5) % 11, (i + frame) % 5);
        }
        self->counted += dtTest();
        dtProceed();
    }
    dtDeleteContext(context);
    return NULL;
}

static void in_parallel(void)
{
    pthread_t threads[3];
    Parallel worlds[3];
    int i;
    CHECK_LINE("Contexts: in parallel, each thread its own");
    memset(worlds, 0, sizeof worlds);
    for (i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, run_a_world, &worlds[i]);
    }
    for (i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    check_case("%lu callbacks", worlds[0].counted);
    CHECK("contexts/in-parallel", worlds[0].counted > 100 && worlds[0].counted == worlds[0].called);
    for (i = 1; i < 3; i++) {
        CHECK("contexts/in-parallel", worlds[i].counted == worlds[0].counted && worlds[i].called == worlds[0].called);
    }
    CHECK_POINTER("contexts/in-parallel", dtCurrentContext(), NULL);
}

static DtContext elsewhere;
static int inner_calls;

static void change_over(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
    dtMakeCurrent(elsewhere);
    inner_calls++;
}

static void inside_a_callback(void)
{
    int i;
    CHECK_LINE("Contexts: changed inside a callback, the test goes on where it began");
    elsewhere = dtNewContext();
    dtSetDefaultResponse(change_over, DT_SIMPLE_RESPONSE, NULL);
    for (i = 0; i < 3; i++) {
        dtCreateObject(OBJ(i), box);
    }
    CHECK_INT("contexts/changed-inside-a-callback", dtTest(), 3);
    CHECK_INT("contexts/changed-inside-a-callback", inner_calls, 3);
    CHECK_POINTER("contexts/changed-inside-a-callback", dtCurrentContext(), elsewhere);
    dtDeleteContext(elsewhere);
    CHECK_INT("contexts/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

int main(void)
{
    box = dtBox(2, 2, 2);
    independent();
    deformation();
    deleted_while_current();
    in_parallel();
    inside_a_callback();
    dtDeleteShape(box);
    return check_finish();
}
