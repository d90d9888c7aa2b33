/*
 * Many hulls that bounce in a box, after the multi-body simulation by which van den
 * Bergen compared ISA-GJK with others (thesis, section 4.4.3): by default they take 5 % of
 * the box, and a frame moves each of them by 5 % of its radius and turns it by 10 degrees.
 *
 * They bounce off the walls only and pass through each other: were the answers of a
 * library to steer them, two libraries that disagree once would be given different
 * scenes from there on.
 */
#include "w0.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

typedef struct Body {
    double position[3], velocity[3];
    double rotation[4], turn[4]; /* quaternions (x, y, z, w); a frame's turn */
} Body;

typedef struct Scene {
    Body *bodies;
    int count;
    double reach; /* centres stay within this distance of the planes through 0 */
} Scene;

static void quaternion_product(const double a[4], const double b[4], double out[4])
{
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
    out[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

/* The balls around the hulls take `density` of the box. */
static void scene_init(Scene *scene, const Setting *setting, Random *random)
{
    const int count = setting->objects;
    const double edge = cbrt(count * 4.0 / 3.0 * PI / setting->density);
    const double half_turn = setting->degrees / 2 * PI / 180.0;
    int i, k;
    scene->count = count;
    scene->reach = edge / 2 - 1;
    scene->bodies = malloc((size_t)count * sizeof *scene->bodies);
    if (!scene->bodies)
        abort();
    for (i = 0; i < count; ++i) {
        Body *body = &scene->bodies[i];
        double axis[3];
        random_direction(random, body->velocity);
        random_direction(random, axis);
        random_quaternion(random, body->rotation);
        for (k = 0; k < 3; ++k) {
            body->position[k] = (2 * random_unit(random) - 1) * scene->reach;
            body->velocity[k] *= setting->speed;
            body->turn[k] = axis[k] * sin(half_turn);
        }
        body->turn[3] = cos(half_turn);
    }
}

static void scene_step(Scene *scene)
{
    int i, k;
    for (i = 0; i < scene->count; ++i) {
        Body *body = &scene->bodies[i];
        double turned[4];
        for (k = 0; k < 3; ++k) {
            body->position[k] += body->velocity[k];
            if (fabs(body->position[k]) > scene->reach)
                body->velocity[k] = copysign(body->velocity[k], -body->position[k]);
        }
        quaternion_product(body->turn, body->rotation, turned);
        for (k = 0; k < 4; ++k)
            body->rotation[k] = turned[k];
    }
}

static void place_all(const Dt *dt, const Scene *scene)
{
    int i;
    for (i = 0; i < scene->count; ++i) {
        const Body *body = &scene->bodies[i];
        dt->SelectObject(object_ref(i + 1));
        dt->LoadIdentity();
        dt->Translate(body->position[0], body->position[1], body->position[2]);
        dt->Rotate(body->rotation[0], body->rotation[1], body->rotation[2], body->rotation[3]);
    }
}

/* What the clock of a round is, and room for the times of its frames. */
typedef struct Watch {
    double (*clock)(void);
    double cost;
    double *move, *test, *sorted; /* microseconds a frame */
} Watch;

static void watch_init(Watch *watch, int objects, int frames)
{
    /* The CPU clock is too slow to read for frames of a few microseconds. */
    watch->clock = objects < 100 ? wall_ns : cpu_ns;
    watch->cost = clock_cost_ns(watch->clock);
    watch->move = malloc(3 * (size_t)frames * sizeof *watch->move);
    if (!watch->move)
        abort();
    watch->test = watch->move + frames;
    watch->sorted = watch->test + frames;
}

/*
 * The means over a round's frames. A frame of many times the median was interrupted, and
 * is left out.
 */
static void watch_means(Watch *watch, int frames, double *move, double *test)
{
    double limit;
    int frame, kept = 0;
    for (frame = 0; frame < frames; ++frame)
        watch->sorted[frame] = watch->move[frame] + watch->test[frame];
    limit = 10 * median_of(watch->sorted, frames);
    *move = *test = 0;
    for (frame = 0; frame < frames; ++frame) {
        if (watch->move[frame] + watch->test[frame] > limit)
            continue;
        *move += watch->move[frame];
        *test += watch->test[frame];
        ++kept;
    }
    *move /= kept;
    *test /= kept;
}

static void run_round(const Dt *dt, Scene *scene, Recorder *recorder, int frames, Watch *watch)
{
    int frame;
    for (frame = 0; frame < frames; ++frame) {
        double start, placed;
        scene_step(scene);
        recorder->frame = (uint64_t)frame;
        start = watch->clock();
        place_all(dt, scene);
        placed = watch->clock();
        dt->Test();
        watch->test[frame] = (watch->clock() - placed - watch->cost) / 1e3;
        watch->move[frame] = (placed - start - watch->cost) / 1e3;
    }
}

void run_scene(const Peers *peers, const char *name, const Setting *setting)
{
    const int objects = setting->objects, frames = setting->frames;
    Scene scenes[MAX_PEERS];
    Recorder recorders[MAX_PEERS] = {{{NULL, 0, 0}, 0}};
    Figure whole = {name, "", "us", {{0}}}, moving = {name, "/move", "us", {{0}}},
           testing = {name, "/test", "us", {{0}}};
    Watch watch;
    long errors[MAX_PEERS] = {0};
    size_t hits = 0;
    int peer, round, i;
    watch_init(&watch, objects, frames);
    for (peer = 0; peer < peers->count; ++peer) {
        const Dt *dt = &peers->dt[peer];
        Random random = {20 + (uint64_t)setting->vertices};
        DtShape shape = unit_hull(dt, &random, setting->vertices);
        scene_init(&scenes[peer], setting, &random);
        if (!setting->caching)
            dt->DisableCaching();
        dt->SetDefaultResponse(record_hit, RESPONSE_SIMPLE, &recorders[peer]);
        for (i = 0; i < objects; ++i)
            dt->CreateObject(object_ref(i + 1), shape);
    }
    /* Round 0 warms up: it sorts the objects for the first time. */
    for (round = 0; round <= peers->rounds; ++round) {
        for (peer = 0; peer < peers->count; ++peer) {
            double move, test;
            run_round(&peers->dt[peer], &scenes[peer], &recorders[peer], frames, &watch);
            watch_means(&watch, frames, &move, &test);
            if (round > 0) {
                moving.rounds[peer][round - 1] = move;
                testing.rounds[peer][round - 1] = test;
                whole.rounds[peer][round - 1] = move + test;
            }
        }
        hits += recorders[0].hits.count;
        compare_hits(recorders, peers->count, errors);
    }
    fprintf(stderr, "  %zu hits in %d frames\n", hits, (peers->rounds + 1) * frames);
    report("W0", &whole, peers->names, peers->count, peers->rounds, errors);
    report("W0", &moving, peers->names, peers->count, peers->rounds, NULL);
    report("W0", &testing, peers->names, peers->count, peers->rounds, NULL);
}
