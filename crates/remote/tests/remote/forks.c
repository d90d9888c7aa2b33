/* Forks before the first dt call, after it, and in a callback. Each process that has no server says so and goes on; the parent's
   world is undisturbed, also while a child is alive. */
#define _POSIX_C_SOURCE 200112L
#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define OBJECT(n) ((DtObjectRef)(16 * (size_t)(n)))

static void expect(int holds, const char *what)
{
    if (!holds) {
        printf("FAILED: %s\n", what);
        fflush(stdout);
        _exit(1);
    }
}

/* Waits for a child, which must end well. */
static void await(pid_t child)
{
    int status = -1;
    expect(child > 0 && waitpid(child, &status, 0) == child, "a child");
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a child that ends well");
}

static void ignore(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *data)
{
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)data;
}

/* Two balls that overlap. */
static void make_world(void)
{
    DtShapeRef ball = dtSphere(1);
    dtCreateObject(OBJECT(1), ball);
    dtCreateObject(OBJECT(2), ball);
    dtTranslate(1, 0, 0);
    dtSetDefaultResponse(ignore, DT_SIMPLE_RESPONSE, NULL);
}

/* What a child sees of its parent's world. */
static void has_no_server(void)
{
    DtVector a, b;
    expect(dtTest() == 0, "no collisions without a server");
    expect(dtGetError() == DT_INTERNAL_ERROR, "an error");
    expect(dtGetError() == DT_NO_ERROR, "an error once");
    expect(dtSphere(1) == NULL && dtNewComplexShape() == NULL, "no shapes");
    expect(dtGetClosestPair(OBJECT(1), OBJECT(2), a, b) < 0, "no distance");
    dtDeleteObject(OBJECT(1));
    dtDeleteObject(OBJECT(2));
    dtSetDefaultResponse(NULL, DT_NO_RESPONSE, NULL);
    dtProceed();
    expect(dtTest() == 0 && dtGetError() == DT_INTERNAL_ERROR, "no collisions afterwards");
}

static int forks;

/* Only in the first callback. */
static void fork_inside(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *data)
{
    pid_t child;
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)data;
    if (forks++ != 0) {
        return;
    }
    child = fork();
    if (child == 0) {
        has_no_server();
        exit(0);
    }
    await(child);
    dtSelectObject(OBJECT(1));
    dtTranslate(0, 0.1, 0);
}

int main(void)
{
    int pipe_ends[2], i;
    char byte = 0;
    /* exit would flush what the parent has printed a second time. */
    pid_t child = fork();
    if (child == 0) {
        make_world();
        expect(dtTest() == 1 && dtGetError() == DT_NO_ERROR, "a world of the child's own");
        exit(0);
    }
    make_world();
    expect(dtTest() == 1, "a collision");
    await(child);

    /* Ends by exit and by _exit, with calls that the parent has not yet sent. */
    for (i = 0; i < 2; i++) {
        dtSelectObject(OBJECT(2));
        dtTranslate(0, 0.1, 0);
        child = fork();
        if (child == 0) {
            has_no_server();
            if (i == 0) {
                exit(0);
            }
            _exit(0);
        }
        await(child);
        expect(dtTest() == 1, "the parent's collision, after a child");
    }

    /* A child that stays, and forks itself, while the parent works. */
    expect(pipe(pipe_ends) == 0, "a pipe");
    child = fork();
    if (child == 0) {
        close(pipe_ends[1]);
        expect(read(pipe_ends[0], &byte, 1) == 0, "the end of the pipe");
        child = fork();
        if (child == 0) {
            has_no_server();
            exit(0);
        }
        await(child);
        exit(0);
    }
    close(pipe_ends[0]);
    for (i = 0; i < 100; i++) {
        dtSelectObject(OBJECT(2));
        dtTranslate(0, i % 2 == 0 ? 5 : -5, 0);
        expect(dtTest() == (DtCount)(i % 2), "the parent's collisions, beside a child");
    }
    close(pipe_ends[1]);
    await(child);

    dtSetDefaultResponse(fork_inside, DT_SIMPLE_RESPONSE, NULL);
    expect(dtTest() == 1 && forks == 1, "a collision, in whose callback the program forks");
    expect(dtTest() == 1 && forks == 2, "a collision after it");
    expect(dtGetError() == DT_NO_ERROR, "no error");
    printf("all as expected\n");
    return 0;
}
