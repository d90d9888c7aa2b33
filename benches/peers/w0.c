/*
 * W0: the original SOLID 2.0 and our library, both loaded into this one program, run
 * the same scenes with their rounds interleaved.
 *
 *     w0 [--quick] [--only case-prefix] --ours libsolid.so [--original simuv2.so game_stub.so]
 *
 * One line a case and peer on stdout: workload, case, peer, median, minimum, maximum
 * of the rounds, unit, errors, ratio to the original. `errors` counts the hits that
 * only the other peer reported: the two differ there, which says nothing yet about who
 * is right. Every case runs in a process of its own, so that neither a crash of a
 * library nor what it leaves behind touches the next one.
 */
#define _GNU_SOURCE
#include "w0.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CASE_SECONDS = 180 }; /* a case that takes longer hangs */

DtObject object_ref(int number)
{
    return (DtObject)(uintptr_t)number;
}

void record_hit(void *client, DtObject object1, DtObject object2, const CollData *data)
{
    Recorder *recorder = client;
    uint64_t i = (uintptr_t)object1, j = (uintptr_t)object2;
    (void)data;
    hits_add(&recorder->hits,
             recorder->frame << 40 | (i < j ? i << 20 | j : j << 20 | i));
}

void compare_hits(Recorder *recorders, int peer_count, long *errors)
{
    int peer;
    if (peer_count == 2) {
        hits_sort(&recorders[0].hits);
        hits_sort(&recorders[1].hits);
        errors[0] += (long)hits_missing(&recorders[0].hits, &recorders[1].hits);
        errors[1] += (long)hits_missing(&recorders[1].hits, &recorders[0].hits);
    }
    for (peer = 0; peer < peer_count; ++peer)
        recorders[peer].hits.count = 0;
}

DtShape unit_hull(const Dt *dt, Random *random, int count)
{
    DtShape shape = dt->NewComplexShape();
    double v[3];
    dt->Begin(POLY_POLYHEDRON);
    while (count-- > 0) {
        random_direction(random, v);
        dt->Vertex(v[0], v[1], v[2]);
    }
    dt->End();
    dt->EndComplexShape();
    return shape;
}

typedef struct Scene {
    const char *name;
    Setting setting;
} Scene;

/*
 * Frames a round: some 3 ms where that is possible, so that on a busy machine most rounds
 * are not interrupted, and the median is of such. The last three groups are the thesis's
 * figures 4.8 to 4.10.
 */
static const Scene scenes[] = {
    {"hulls-20x20", {20, 20, 1, 400, .05, .05, 10}},
    {"hulls-200x20", {200, 20, 1, 30, .05, .05, 10}},
    {"hulls-2000x20", {2000, 20, 1, 4, .05, .05, 10}},
    {"hulls-20x100", {20, 100, 1, 250, .05, .05, 10}},
    {"hulls-20x500", {20, 500, 1, 80, .05, .05, 10}},
    {"hulls-20x20-uncached", {20, 20, 0, 250, .05, .05, 10}},
    {"hulls-200x20-uncached", {200, 20, 0, 5, .05, .05, 10}},
    {"hulls-2000x20-uncached", {2000, 20, 0, 1, .05, .05, 10}},
    {"density-1", {20, 20, 1, 400, .01, .05, 10}},
    {"density-2", {20, 20, 1, 400, .02, .05, 10}},
    {"density-5", {20, 20, 1, 400, .05, .05, 10}},
    {"density-10", {20, 20, 1, 400, .10, .05, 10}},
    {"density-20", {20, 20, 1, 400, .20, .05, 10}},
    {"speed-1", {20, 20, 1, 400, .05, .01, 10}},
    {"speed-2", {20, 20, 1, 400, .05, .02, 10}},
    {"speed-5", {20, 20, 1, 400, .05, .05, 10}},
    {"speed-10", {20, 20, 1, 400, .05, .10, 10}},
    {"speed-20", {20, 20, 1, 400, .05, .20, 10}},
    {"turn-1", {20, 20, 1, 400, .05, .05, 1}},
    {"turn-5", {20, 20, 1, 400, .05, .05, 5}},
    {"turn-10", {20, 20, 1, 400, .05, .05, 10}},
    {"turn-20", {20, 20, 1, 400, .05, .05, 20}},
    {"turn-40", {20, 20, 1, 400, .05, .05, 40}},
};

typedef struct Arguments {
    int quick;
    const char *only, *ours, *original, *stub;
} Arguments;

static int wanted(const Arguments *arguments, const char *name)
{
    return !arguments->only || strncmp(name, arguments->only, strlen(arguments->only)) == 0;
}

static void open_peers(Peers *peers, const Arguments *arguments)
{
    peers->count = 0;
    peers->rounds = arguments->quick ? 11 : 41;
    if (arguments->ours) {
        if (dt_open(&peers->dt[peers->count], "solid-c", arguments->ours, NULL) != 0)
            exit(2);
        ++peers->count;
    }
    if (arguments->original) {
        if (dt_open(&peers->dt[peers->count], "solid2", arguments->original, arguments->stub) != 0)
            exit(2);
        ++peers->count;
    }
    peers->names[0] = peers->dt[0].peer;
    peers->names[1] = peers->dt[1].peer;
}

/* Runs one case in a child process. Returns 1 when it did not come to its end. */
static int run_case(const Arguments *arguments, const char *name, const Scene *scene, int caching)
{
    Peers peers;
    int status = 0;
    pid_t child;
    if (!wanted(arguments, name))
        return 0;
    fprintf(stderr, "W0 %s ...\n", name);
    child = fork();
    if (child == 0) {
        alarm(CASE_SECONDS);
        open_peers(&peers, arguments);
        if (scene)
            run_scene(&peers, scene->name, &scene->setting);
        else if (strcmp(name, "tori") == 0)
            run_tori(&peers, 500);
        else
            run_pair(&peers, name + strlen("pair-"), caching, strstr(name, "2000") ? 200 : 2000);
        fflush(stdout);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
        if (WIFSIGNALED(status))
            fprintf(stderr, "W0 %s ended by signal %d\n", name, WTERMSIG(status));
        else
            fprintf(stderr, "W0 %s failed\n", name);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    Arguments arguments = {0, NULL, NULL, NULL, NULL};
    char name[64];
    size_t i;
    int failed = 0, kind, caching;
    for (i = 1; i < (size_t)argc; ++i) {
        if (strcmp(argv[i], "--quick") == 0)
            arguments.quick = 1;
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < (size_t)argc)
            arguments.only = argv[++i];
        else if (strcmp(argv[i], "--ours") == 0 && i + 1 < (size_t)argc)
            arguments.ours = argv[++i];
        else if (strcmp(argv[i], "--original") == 0 && i + 2 < (size_t)argc) {
            arguments.original = argv[++i];
            arguments.stub = argv[++i];
        } else {
            fprintf(stderr, "w0: what is '%s'?\n", argv[i]);
            return 2;
        }
    }
    if (!arguments.ours && !arguments.original) {
        fputs("w0: no library given\n", stderr);
        return 2;
    }
    pin_to_one_cpu();
    for (i = 0; i < sizeof scenes / sizeof *scenes; ++i)
        failed += run_case(&arguments, scenes[i].name, &scenes[i], 0);
    failed += run_case(&arguments, "tori", NULL, 1);
    for (caching = 0; caching <= 1; ++caching) {
        for (kind = 0; pair_kinds[kind]; ++kind) {
            snprintf(name, sizeof name, "pair-%s", pair_kinds[kind]);
            failed += run_case(&arguments, name, NULL, caching);
        }
    }
    return failed ? 1 : 0;
}
