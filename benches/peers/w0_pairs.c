/*
 * Two objects at random placements: tori of 5000 triangles, and single convex bodies.
 * The time is that of placing both (four dt calls each) and testing; "/test" is what
 * remains of it when the time of placing without a test, "/move", is taken off.
 */
#include "w0.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

enum { RING = 50 }; /* quads around and along the tube */

typedef struct Pose {
    double position[3], rotation[4];
} Pose;

static void place(const Dt *dt, int number, const Pose *pose)
{
    dt->SelectObject(object_ref(number));
    dt->LoadIdentity();
    dt->Translate(pose->position[0], pose->position[1], pose->position[2]);
    dt->Rotate(pose->rotation[0], pose->rotation[1], pose->rotation[2], pose->rotation[3]);
}

static Pose *random_poses(int count, double edge, uint64_t seed)
{
    Pose *poses = malloc((size_t)count * sizeof *poses);
    Random random;
    int i, k;
    random.state = seed;
    if (!poses)
        abort();
    for (i = 0; i < count; ++i) {
        for (k = 0; k < 3; ++k)
            poses[i].position[k] = (random_unit(&random) - 0.5) * edge;
        random_quaternion(&random, poses[i].rotation);
    }
    return poses;
}

/*
 * Places objects 1 and 2 at poses[2 i] and poses[2 i + 1] for every i and, when
 * `test` is set, tests. Returns the time in nanoseconds a placement.
 */
static double run_placements(const Dt *dt, const Pose *poses, int placements, Recorder *recorder,
                             int test)
{
    double start = cpu_ns();
    int i;
    for (i = 0; i < placements; ++i) {
        place(dt, 1, &poses[2 * i]);
        place(dt, 2, &poses[2 * i + 1]);
        if (test) {
            recorder->frame = (uint64_t)i;
            dt->Test();
        }
    }
    return (cpu_ns() - start) / placements;
}

/*
 * Rounds of whole placements and of placing alone. Every round has `placements` of its
 * own, the first to warm up.
 */
static void run_rounds(const Peers *peers, const char *name, const char *unit_name,
                       const Pose *poses, int placements)
{
    Figure whole = {name, "", unit_name, {{0}}}, moving = {name, "/move", unit_name, {{0}}},
           testing = {name, "/test", unit_name, {{0}}};
    Recorder recorders[MAX_PEERS] = {{{NULL, 0, 0}, 0}};
    const double unit = strcmp(unit_name, "us") == 0 ? 1e3 : 1;
    long errors[MAX_PEERS] = {0};
    int peer, round;
    size_t hits = 0;
    for (round = 0; round <= peers->rounds; ++round) {
        const Pose *slice = &poses[2 * placements * round];
        for (peer = 0; peer < peers->count; ++peer) {
            const Dt *dt = &peers->dt[peer];
            double time, move;
            dt->SetDefaultResponse(record_hit, RESPONSE_SIMPLE, &recorders[peer]);
            time = run_placements(dt, slice, placements, &recorders[peer], 1);
            move = run_placements(dt, slice, placements, &recorders[peer], 0);
            if (round > 0) {
                whole.rounds[peer][round - 1] = time / unit;
                moving.rounds[peer][round - 1] = move / unit;
                testing.rounds[peer][round - 1] = (time - move) / unit;
            }
        }
        hits += recorders[peers->count - 1].hits.count;
        compare_hits(recorders, peers->count, errors);
    }
    fprintf(stderr, "  %.1f %% hits\n", 100.0 * (double)hits / placements / (peers->rounds + 1));
    report("W0", &whole, peers->names, peers->count, peers->rounds, errors);
    report("W0", &moving, peers->names, peers->count, peers->rounds, NULL);
    report("W0", &testing, peers->names, peers->count, peers->rounds, NULL);
}

/* The torus as triangles over one vertex array, which must outlive the shape. */
static double torus_vertices[RING * RING][3];
static unsigned torus_indices[2 * RING * RING][3];

static void make_torus(double large, double small)
{
    int i, j;
    for (i = 0; i < RING; ++i) {
        for (j = 0; j < RING; ++j) {
            const double a = 2 * PI * i / RING, b = 2 * PI * j / RING;
            double *v = torus_vertices[i * RING + j];
            unsigned(*t)[3] = &torus_indices[2 * (i * RING + j)];
            const unsigned i1 = (unsigned)((i + 1) % RING), j1 = (unsigned)((j + 1) % RING);
            v[0] = (large + small * cos(b)) * cos(a);
            v[1] = (large + small * cos(b)) * sin(a);
            v[2] = small * sin(b);
            t[0][0] = t[1][0] = (unsigned)(i * RING + j);
            t[0][1] = i1 * RING + (unsigned)j;
            t[0][2] = t[1][1] = i1 * RING + j1;
            t[1][2] = (unsigned)(i * RING) + j1;
        }
    }
}

static DtShape build_torus(const Dt *dt)
{
    DtShape shape = dt->NewComplexShape();
    int i;
    dt->VertexBase(torus_vertices);
    for (i = 0; i < 2 * RING * RING; ++i)
        dt->VertexIndices(POLY_SIMPLEX, 3, torus_indices[i]);
    dt->EndComplexShape();
    return shape;
}

void run_tori(const Peers *peers, int placements)
{
    /* The cube of the origins, tuned so that some 62.8 % of the placements hit. */
    const double edge = 19.9;
    Pose *poses = random_poses(2 * placements * (peers->rounds + 1), edge, 7);
    Figure build = {"tori", "/build", "ms", {{0}}};
    DtShape shapes[MAX_PEERS];
    int peer, round;
    make_torus(10, 2);
    for (round = 0; round <= peers->rounds; ++round) {
        for (peer = 0; peer < peers->count; ++peer) {
            const double start = cpu_ns();
            shapes[peer] = build_torus(&peers->dt[peer]);
            if (round > 0)
                build.rounds[peer][round - 1] = (cpu_ns() - start) / 1e6;
            if (round < peers->rounds)
                peers->dt[peer].DeleteShape(shapes[peer]);
        }
    }
    report("W0", &build, peers->names, peers->count, peers->rounds, NULL);
    for (peer = 0; peer < peers->count; ++peer) {
        peers->dt[peer].CreateObject(object_ref(1), shapes[peer]);
        peers->dt[peer].CreateObject(object_ref(2), shapes[peer]);
    }
    run_rounds(peers, "tori", "us", poses, placements);
    free(poses);
}

const char *const pair_kinds[] = {"box-box",          "sphere-sphere",     "cone-cylinder",
                                  "polyhedra-20",     "polyhedra-200",     "polyhedra-2000",
                                  NULL};

static void make_pair(const Dt *dt, const char *kind, DtShape pair[2])
{
    Random random = {3};
    if (strcmp(kind, "box-box") == 0) {
        pair[0] = dt->Box(2, 2, 2);
        pair[1] = dt->Box(2, 2, 2);
    } else if (strcmp(kind, "sphere-sphere") == 0) {
        pair[0] = dt->Sphere(1);
        pair[1] = dt->Sphere(1);
    } else if (strcmp(kind, "cone-cylinder") == 0) {
        pair[0] = dt->Cone(1, 2);
        pair[1] = dt->Cylinder(1, 2);
    } else {
        const int vertices = atoi(kind + strlen("polyhedra-"));
        pair[0] = unit_hull(dt, &random, vertices);
        pair[1] = unit_hull(dt, &random, vertices);
    }
}

/* The edge of the cube of origins at which about half of the placements hit. */
static double half_hitting_edge(const char *kind)
{
    static const struct {
        const char *kind;
        double edge;
    } edges[] = {{"box-box", 4.15},       {"sphere-sphere", 3.0},  {"cone-cylinder", 3.15},
                 {"polyhedra-20", 2.6},   {"polyhedra-200", 2.97}, {"polyhedra-2000", 3.0}};
    size_t i;
    for (i = 0; i < sizeof edges / sizeof *edges; ++i)
        if (strcmp(edges[i].kind, kind) == 0)
            return edges[i].edge;
    return 3;
}

void run_pair(const Peers *peers, const char *kind, int caching, int placements)
{
    char name[64];
    Pose *poses = random_poses(2 * placements * (peers->rounds + 1), half_hitting_edge(kind), 11);
    int peer;
    snprintf(name, sizeof name, "pair-%s%s", kind, caching ? "" : "-uncached");
    for (peer = 0; peer < peers->count; ++peer) {
        const Dt *dt = &peers->dt[peer];
        DtShape pair[2];
        if (!caching)
            dt->DisableCaching();
        make_pair(dt, kind, pair);
        dt->CreateObject(object_ref(1), pair[0]);
        dt->CreateObject(object_ref(2), pair[1]);
    }
    run_rounds(peers, name, "ns", poses, placements);
    free(poses);
}
