/*
 * The stack has any alignment that the ABI of its time had: programs of 1999 for 32 bits align it to 4 bytes, and compilers of
 * today count on 16. Compiled with -m32 -mpreferred-stack-boundary=2, all of this runs with each of the four; elsewhere it runs too.
 */
#define _POSIX_C_SOURCE 200112L
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

#define EXPECTED_STATUS 17

static unsigned int seen; /* a bit for each alignment of the stack, in words of 4 bytes */

static void note_alignment(const void *local)
{
    seen |= 1u << ((size_t)local / 4 % 4);
}

static int inner_count = 0;

static void inside(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    int local = 0;
    double point1[3], point2[3];
    note_alignment(&local);
    inner_count += dtGetClosestPair(object1, object2, point1, point2) == 0.0;
    dtSelectObject(object2);
    dtTranslate(0.01, 0, 0);
    (void)client_data;
    (void)coll_data;
}

static void tests_and_callbacks(void)
{
    DtShapeRef box = dtBox(2, 2, 2), cone = dtCone(1, 2);
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), cone);
    dtRotate(0, 0, 0.6, 0.8);
    dtTranslate(0.5, 0.25, 0);
    dtSetDefaultResponse(inside, DT_SMART_RESPONSE, NULL);
    inner_count = 0;
    CHECK_INT("alignment/tests-and-callbacks", dtTest(), 1);
    CHECK_INT("alignment/tests-and-callbacks", inner_count, 1);
    dtProceed();
    CHECK_INT("alignment/tests-and-callbacks", dtTestMotion() > 0, 1);
    dtDeleteObject(OBJ(0));
    dtDeleteObject(OBJ(1));
    dtDeleteShape(box);
    dtDeleteShape(cone);
}

static void complex_shapes(void)
{
    static double v[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    static const DtIndex face[4] = {0, 1, 4, 2};
    DtShapeRef mesh = dtNewComplexShape();
    dtVertexBase(v);
    dtVertexRange(DT_POLYHEDRON, 0, 8);
    dtVertexIndices(DT_POLYGON, 4, face);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), mesh);
    dtCreateObject(OBJ(1), mesh);
    dtTranslate(0.5, 0, 0);
    dtSetDefaultResponse(probe_record, DT_WITNESSED_RESPONSE, NULL);
    CHECK_INT("alignment/complex-shapes", probe_test(), 1);
    dtChangeVertexBase(mesh, v);
    CHECK_INT("alignment/complex-shapes", probe_test(), 1);
    dtDeleteObject(OBJ(0));
    dtDeleteObject(OBJ(1));
    dtDeleteShape(mesh);
}

static void contexts_and_threads(void)
{
    DtContext context = dtNewContext();
    dtMakeCurrent(context);
    dtSetThreads(2);
    tests_and_callbacks();
    CHECK("alignment/contexts-and-threads", dtGetError() == DT_NO_ERROR);
    dtDeleteContext(context);
}

/* exit runs what the library has left to do on the stack of its caller. */
static void exit_and_fork(void)
{
    int status = 0;
    pid_t pid;
    fflush(stdout);
    pid = fork();
    if (pid == 0) {
        dtMakeCurrent(dtNewContext());
        dtCreateObject(OBJ(0), dtSphere(1));
        dtNewComplexShape();
        fclose(stdout);
        exit(EXPECTED_STATUS);
    }
    CHECK("alignment/exit-and-fork", pid > 0 && waitpid(pid, &status, 0) == pid);
    CHECK_INT("alignment/exit-and-fork", WIFEXITED(status) ? WEXITSTATUS(status) : -1, EXPECTED_STATUS);
}

static void all(void)
{
    int local = 0;
    note_alignment(&local);
    tests_and_callbacks();
    complex_shapes();
    contexts_and_threads();
    exit_and_fork();
}

/* Frames of different sizes before the same calls. */
#define WITH_PADDING(words) \
    static void with_##words(void) \
    { \
        volatile int padding[words]; \
        padding[0] = words; \
        all(); \
        padding[words - 1] = padding[0]; \
    }
WITH_PADDING(1)
WITH_PADDING(2)
WITH_PADDING(3)
WITH_PADDING(4)

int main(void)
{
    /* Not called by their names, or they become parts of one frame. */
    static void (*volatile const ways[4])(void) = {with_1, with_2, with_3, with_4};
    int i;
    CHECK_LINE("Robust: stacks that are aligned to 4 bytes");
    for (i = 0; i < 4; i++) {
        ways[i]();
    }
#if defined(__i386__)
    CHECK_INT("alignment/tests-and-callbacks", seen, 15);
#endif
    return check_finish();
}
