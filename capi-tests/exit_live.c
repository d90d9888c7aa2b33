/* Exits with live objects and an open shape: from main, from a callback, from atexit, from a second thread. */
#define _POSIX_C_SOURCE 200112L
#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

#define EXPECTED_STATUS 17

static void live_world(void)
{
    static const double v[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    DtShapeRef box = dtBox(2, 2, 2);
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), box);
    dtDeleteShape(box);
    dtSetDefaultResponse(probe_record, DT_SMART_RESPONSE, NULL);
    dtTest();
    dtNewComplexShape();
    dtVertexBase(v);
    dtBegin(DT_POLYGON);
    dtVertexIndex(0);
}

static void exit_inside(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
    exit(EXPECTED_STATUS);
}

/* Also a second call of exit's work from inside: objects change while the process ends. */
static void at_exit(void)
{
    dtEndComplexShape();
    if (probe_test() == 0) {
        _exit(1);
    }
    dtDeleteObject(OBJ(0));
    dtProceed();
    if (probe_test() != 0) {
        _exit(2);
    }
}

static void *leave(void *unused)
{
    (void)unused;
    dtTest();
    exit(EXPECTED_STATUS);
    return NULL;
}

static void child(int way)
{
    pthread_t thread;
    live_world();
    switch (way) {
    case 0:
        exit(EXPECTED_STATUS);
    case 1:
        dtSetDefaultResponse(exit_inside, DT_SIMPLE_RESPONSE, NULL);
        dtTest();
        _exit(3);
    case 2:
        atexit(at_exit);
        exit(EXPECTED_STATUS);
    default:
        if (pthread_create(&thread, NULL, leave, NULL) == 0) {
            pthread_join(thread, NULL);
        }
        _exit(4);
    }
}

static void in_child(const char *name, int way)
{
    int status = 0;
    pid_t pid;
    fflush(stdout);
    pid = fork();
    if (pid == 0) {
        child(way);
        _exit(5);
    }
    check_case("way %d", way);
    CHECK(name, pid > 0 && waitpid(pid, &status, 0) == pid);
    CHECK(name, WIFEXITED(status));
    if (WIFEXITED(status)) {
        CHECK_INT(name, WEXITSTATUS(status), EXPECTED_STATUS);
    }
}

/* A child made by fork uses the world it inherited; the parent's is not touched by it. */
static void forked(void)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        int ok = probe_test() == 1;
        dtDeleteObject(OBJ(0));
        ok = ok && probe_test() == 0;
        _exit(ok ? EXPECTED_STATUS : 6);
    }
    CHECK("exit/fork-inherits-the-world", pid > 0 && waitpid(pid, &status, 0) == pid);
    CHECK_INT("exit/fork-inherits-the-world", WIFEXITED(status) ? WEXITSTATUS(status) : -1, EXPECTED_STATUS);
    CHECK_INT("exit/fork-inherits-the-world", probe_test(), 1);
}

#define CROWD 700

static char crowd[CROWD];

/* Moves all objects a little and tests them: so many pairs that threads are of use. */
static DtCount test_crowd(double shift)
{
    int i;
    for (i = 0; i < CROWD; i++) {
        dtSelectObject(&crowd[i]);
        dtLoadIdentity();
        dtTranslate(i % 10 * 0.9 + shift, i / 10 % 10 * 0.9, i / 100 * 0.9);
    }
    return dtTest();
}

static void make_crowd(void)
{
    DtShapeRef box = dtBox(1, 1, 1);
    int i;
    for (i = 0; i < CROWD; i++) {
        dtCreateObject(&crowd[i], box);
    }
    dtDeleteShape(box);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
}

/* The threads of dtSetThreads stay in the parent: a child works alone, makes its own, ends them, and may begin with either end. */
static int crowded_child(int way, DtContext context, DtCount count)
{
    int ok = 1;
    if (way == 0) {
        ok = test_crowd(0.01) == count;
        dtSetThreads(2);
        ok = ok && test_crowd(0.02) == count;
    }
    if (way <= 1) {
        dtSetThreads(1);
        ok = ok && test_crowd(0.01) == count;
    }
    dtDeleteContext(context);
    return ok;
}

static void forked_with_threads(void)
{
    int status, way;
    DtCount count;
    pid_t pid;
    DtContext context = dtNewContext();
    dtMakeCurrent(context);
    make_crowd();
    dtSetThreads(2);
    count = test_crowd(0);
    CHECK("exit/fork-after-threads", count > CROWD);
    for (way = 0; way < 3; way++) {
        status = 0;
        check_case("way %d", way);
        fflush(stdout);
        pid = fork();
        if (pid == 0) {
            alarm(60);
            _exit(crowded_child(way, context, count) ? EXPECTED_STATUS : 7);
        }
        CHECK("exit/fork-after-threads", pid > 0 && waitpid(pid, &status, 0) == pid);
        CHECK_INT("exit/fork-after-threads", WIFEXITED(status) ? WEXITSTATUS(status) : -1, EXPECTED_STATUS);
        CHECK_INT("exit/fork-after-threads", (int)test_crowd(0.03), (int)count);
    }
    dtDeleteContext(context);
}

int main(void)
{
    CHECK_LINE("Robust: exit with live objects and an open shape");
    in_child("exit/from-main", 0);
    in_child("exit/from-a-callback", 1);
    in_child("exit/calls-from-atexit", 2);
    in_child("exit/from-a-second-thread", 3);
    live_world();
    forked();
    forked_with_threads();
    CHECK_INT("exit/with-live-objects", probe_test(), 1);
    return check_finish(); /* and this exit itself: two objects and an open shape are alive */
}
