/* ODE: boxes by the separating axis test, triangle meshes, and the sweep-and-prune space. */
#include "peer.h"

#include <ode/ode.h>
#include <stdlib.h>
#include <string.h>

typedef struct Run {
    const PeerCase *c;
    dGeomID geoms[2];
    dTriMeshDataID data[2];
    dMatrix3 *rotations;
    dContactGeom *contacts;
    /* Scenes */
    dSpaceID space;
    dGeomID *objects;
    int count;
    /* Refits: the array that the mesh reads */
    double (*points)[3];
} Run;

enum { MOST_CONTACTS = 8192 };

/* It tells of every close pair of contacts that it keeps. */
static void be_quiet(int number, const char *text, va_list arguments)
{
    (void)number;
    (void)text;
    (void)arguments;
}

static void start(void)
{
    static int started;
    if (!started) {
        dSetMessageHandler(be_quiet);
        dInitODE2(0);
        dAllocateODEDataForThread(dAllocateMaskAll);
        started = 1;
    }
}

static dTriMeshDataID build(const double (*points)[3], const PeerBody *body)
{
    dTriMeshDataID data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(data, points, 3 * sizeof(double), body->point_count, body->triangles,
                                3 * body->triangle_count, 3 * sizeof(unsigned));
    return data;
}

static dGeomID make(Run *run, int i)
{
    const PeerBody *body = &run->c->bodies[i];
    if (body->kind == PEER_BOX)
        return dCreateBox(0, 2 * body->size[0], 2 * body->size[1], 2 * body->size[2]);
    run->data[i] = build(body->points, body);
    return dCreateTriMesh(0, run->data[i], 0, 0, 0);
}

static void *open_scene(Run *run)
{
    const PeerCase *c = run->c;
    int i;
    run->space = dSweepAndPruneSpaceCreate(0, dSAP_AXES_XYZ);
    run->objects = malloc((size_t)c->object_count * sizeof *run->objects);
    /* Only the broad phase is asked: spheres have the hulls' boxes, nearly. */
    for (i = 0; i < c->object_count; ++i)
        run->objects[i] = dCreateSphere(run->space, 1);
    return run;
}

static void *open_case(const PeerCase *c)
{
    Run *run;
    int i, k, wanted;
    wanted = c->question == PEER_SCENE_BROAD || c->question == PEER_FIRST_CONTACT ||
             c->question == PEER_ALL_CONTACTS || c->question == PEER_BUILD ||
             c->question == PEER_REFIT ||
             (c->question == PEER_INTERSECT && c->bodies[0].kind == PEER_BOX &&
              c->bodies[1].kind == PEER_BOX);
    if (!wanted)
        return NULL;
    start();
    run = calloc(1, sizeof *run);
    run->c = c;
    if (c->question == PEER_SCENE_BROAD)
        return open_scene(run);
    run->contacts = malloc(MOST_CONTACTS * sizeof *run->contacts);
    if (c->question == PEER_BUILD)
        return run;
    if (c->question == PEER_REFIT) {
        const size_t size = (size_t)c->bodies[0].point_count * sizeof *run->points;
        run->points = malloc(size);
        memcpy(run->points, c->bodies[0].points, size);
        run->data[0] = build((const double(*)[3])run->points, &c->bodies[0]);
        run->geoms[0] = dCreateTriMesh(0, run->data[0], 0, 0, 0);
        return run;
    }
    run->rotations = malloc(2 * (size_t)c->query_count * sizeof *run->rotations);
    for (i = 0; i < 2 * c->query_count; ++i)
        for (k = 0; k < 12; ++k)
            run->rotations[i][k] = k % 4 == 3 ? 0 : c->poses[i].rotation[k / 4][k % 4];
    run->geoms[0] = make(run, 0);
    run->geoms[1] = make(run, 1);
    return run;
}

static void count_pair(void *run, dGeomID a, dGeomID b)
{
    (void)a;
    (void)b;
    ++((Run *)run)->count;
}

static void run_frame(Run *run, int frame, PeerAnswer *to)
{
    const int n = run->c->object_count;
    const PeerPose *poses = run->c->poses + (size_t)frame * n;
    int i;
    for (i = 0; i < n; ++i)
        dGeomSetPosition(run->objects[i], poses[i].origin[0], poses[i].origin[1], poses[i].origin[2]);
    run->count = 0;
    dSpaceCollide(run->space, run, count_pair);
    to->count = run->count;
}

static int by_triangles(const void *a, const void *b)
{
    const dContactGeom *x = a, *y = b;
    return x->side1 != y->side1 ? (x->side1 > y->side1) - (x->side1 < y->side1)
                                : (x->side2 > y->side2) - (x->side2 < y->side2);
}

static void run_query(Run *run, int i, PeerAnswer *to)
{
    /* Without CONTACTS_UNIMPORTANT, with which it misses a part of the hits. */
    const int most = run->c->question == PEER_ALL_CONTACTS ? MOST_CONTACTS : 1;
    int k;
    for (k = 0; k < 2; ++k) {
        const double *p = run->c->poses[2 * i + k].origin;
        dGeomSetPosition(run->geoms[k], p[0], p[1], p[2]);
        dGeomSetRotation(run->geoms[k], run->rotations[2 * i + k]);
    }
    to->count = dCollide(run->geoms[0], run->geoms[1], most, run->contacts, sizeof *run->contacts);
    to->hit = to->count > 0;
    if (most > 1) {
        /* It tells points; pairs of triangles are asked for. */
        const int points = to->count;
        qsort(run->contacts, (size_t)points, sizeof *run->contacts, by_triangles);
        for (k = 1; k < points; ++k)
            to->count -= by_triangles(&run->contacts[k - 1], &run->contacts[k]) == 0;
    }
}

static void run_queries(void *state, int from, int to, PeerAnswer *answers)
{
    Run *run = state;
    int i;
    for (i = from; i < to; ++i) {
        const PeerBody *body = &run->c->bodies[0];
        switch (run->c->question) {
        case PEER_SCENE_BROAD:
            run_frame(run, i, &answers[i - from]);
            break;
        case PEER_BUILD: {
            dTriMeshDataID data = build(body->points, body);
            dGeomID geom = dCreateTriMesh(0, data, 0, 0, 0);
            dGeomDestroy(geom);
            dGeomTriMeshDataDestroy(data);
            break;
        }
        case PEER_REFIT:
            memcpy(run->points, i % 2 ? body->other_points : body->points,
                   (size_t)body->point_count * sizeof *run->points);
            dGeomTriMeshDataUpdate(run->data[0]);
            break;
        default:
            run_query(run, i, &answers[i - from]);
        }
    }
}

static void close_case(void *state)
{
    Run *run = state;
    int k;
    for (k = 0; k < 2; ++k) {
        if (run->geoms[k])
            dGeomDestroy(run->geoms[k]);
        if (run->data[k])
            dGeomTriMeshDataDestroy(run->data[k]);
    }
    if (run->space)
        dSpaceDestroy(run->space);
    free(run->objects);
    free(run->rotations);
    free(run->contacts);
    free(run->points);
    free(run);
}

static const PeerEntry entries[] = {{"ode", open_case, run_queries, close_case}};

const PeerLibrary *peer_library(void)
{
    static const PeerLibrary library = {PACKAGE_VERSION, entries, 1};
    return &library;
}
