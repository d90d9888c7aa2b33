/* Programs that come to no good end, for tests/c_programs/recordings.rs: the recording of each must hold all that it did.
 *
 *     dying WAY
 *
 * Each dt call but those of callbacks is counted on the standard output before it is made. */
#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int ball, box;
static unsigned long calls = 0;
static jmp_buf elsewhere;

static void counted(void)
{
    calls++;
    printf("%lu\n", calls);
    fflush(stdout);
}

static void scene(void)
{
    static const double corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    DtShapeRef triangle;
    counted(), dtCreateObject(&ball, (counted(), dtSphere(1)));
    counted(), triangle = dtNewComplexShape();
    counted(), dtVertexBase(corners);
    counted(), dtVertexRange(DT_SIMPLEX, 0, 3);
    counted(), dtEndComplexShape();
    counted(), dtCreateObject(&box, triangle);
    counted(), dtTranslate(0.5, 0, 0);
}

static void respond(void *way, DtObjectRef object1, DtObjectRef object2, const DtCollData *data)
{
    (void)object1, (void)object2, (void)data;
    dtSelectObject(&box);
    if (way && strcmp((const char *)way, "aborts") == 0) {
        abort();
    }
    if (way && strcmp((const char *)way, "exits") == 0) {
        exit(0);
    }
    if (way && strcmp((const char *)way, "jumps") == 0) {
        longjmp(elsewhere, 1);
    }
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "ends";
    double point[3];
    int i;
    scene();
    if (strcmp(way, "segfaults") == 0) {
        counted(), dtNewComplexShape();
        counted(), dtVertexBase((const void *)16);
        counted(), dtVertexRange(DT_SIMPLEX, 0, 3);
        counted(), dtEndComplexShape();
    }
    counted(), dtSetDefaultResponse(respond, DT_SMART_RESPONSE, (void *)way);
    if (setjmp(elsewhere) == 0) {
        counted(), dtTest();
    }
    if (strcmp(way, "is-killed") == 0) {
        for (;;) {
            counted(), dtTranslate(0, 0, 1e-3);
        }
    }
    if (strcmp(way, "fills") == 0) {
        struct rlimit limit, small;
        getrlimit(RLIMIT_FSIZE, &limit);
        small = limit;
        small.rlim_cur = 100000;
        setrlimit(RLIMIT_FSIZE, &small);
        for (i = 0; i < 10000; i++) {
            counted(), dtTranslate(0, 0, 1e-3);
        }
        /* There is room again: what has ended does not go on, but a coverage counter can write its file. */
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (strcmp(way, "forks") == 0) {
        pid_t child = fork();
        if (child == 0) {
            dtTranslate(1, 2, 3);
            dtTest();
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    /* Both are written to the same place. */
    counted(), dtGetClosestPair(&ball, &box, point, point);
    counted(), dtProceed();
    return 0;
}
