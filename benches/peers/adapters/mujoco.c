/*
 * MuJoCo, from the wheel of its Python package: signed distances of convex pairs. Its shapes are geoms of a model that nobody
 * simulates; a query reads where they are from two arrays, which are written here.
 */
#include "peer.h"

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Place {
    mjtNum origin[3], turn[9];
} Place;

typedef struct Run {
    int question;
    mjModel *model;
    mjData *data;
    Place *places; /* two a query */
} Run;

static int about_z(int kind)
{
    return kind == PEER_CAPSULE || kind == PEER_CYLINDER;
}

/* Its meshes collide as their convex hulls; it has no cones and no rounded boxes. */
static int knows(const PeerBody *body)
{
    return body->kind == PEER_BOX || body->kind == PEER_ELLIPSOID || body->kind == PEER_SPHERE || body->kind == PEER_HULL ||
           about_z(body->kind);
}

static void add_hull(mjSpec *spec, mjsGeom *geom, const PeerBody *body, int number)
{
    char name[16];
    float *points = malloc(3 * (size_t)body->point_count * sizeof *points);
    mjsMesh *mesh = mjs_addMesh(spec, NULL);
    int i;
    sprintf(name, "hull %d", number);
    for (i = 0; i < 3 * body->point_count; ++i)
        points[i] = (float)body->points[i / 3][i % 3];
    mjs_setName(mesh->element, name);
    mjs_setFloat(mesh->uservert, points, 3 * body->point_count);
    mjs_setString(geom->meshname, name);
    geom->type = mjGEOM_MESH;
    free(points);
}

static void add_body(mjSpec *spec, const PeerBody *body, int number)
{
    mjsGeom *geom = mjs_addGeom(mjs_addBody(mjs_findBody(spec, "world"), NULL), NULL);
    const double *size = body->size;
    switch (body->kind) {
    case PEER_HULL:
        add_hull(spec, geom, body, number);
        return;
    case PEER_CAPSULE:
    case PEER_CYLINDER:
        geom->type = body->kind == PEER_CAPSULE ? mjGEOM_CAPSULE : mjGEOM_CYLINDER;
        geom->size[0] = size[0];
        geom->size[1] = size[1] / 2;
        return;
    case PEER_SPHERE:
        geom->type = mjGEOM_SPHERE;
        geom->size[0] = size[0];
        return;
    default:
        geom->type = body->kind == PEER_BOX ? mjGEOM_BOX : mjGEOM_ELLIPSOID;
        memcpy(geom->size, size, 3 * sizeof *size);
    }
}

/* Capsules and cylinders lie about z there, about y here. A mesh was moved to its centre of mass and turned to its axes. */
static void place(const mjModel *model, int geom, int kind, const PeerPose *pose, Place *to)
{
    mjtNum turn[9], own[9];
    int i;
    for (i = 0; i < 3; ++i) {
        const double *row = pose->rotation[i];
        turn[3 * i] = row[0];
        turn[3 * i + 1] = about_z(kind) ? -row[2] : row[1];
        turn[3 * i + 2] = about_z(kind) ? row[1] : row[2];
    }
    mju_quat2Mat(own, model->geom_quat + 4 * geom);
    mju_mulMatMat(to->turn, turn, own, 3, 3, 3);
    mju_mulMatVec3(to->origin, turn, model->geom_pos + 3 * geom);
    mju_addTo3(to->origin, pose->origin);
}

static void *open_case(const PeerCase *c)
{
    mjSpec *spec;
    Run *run;
    int i;
    if ((c->question != PEER_DISTANCE && c->question != PEER_ONLY_DISTANCE && c->question != PEER_DEPTH) ||
        !knows(&c->bodies[0]) || !knows(&c->bodies[1]))
        return NULL;
    spec = mj_makeSpec();
    /* With the settings it has by itself, one answer of six about smooth bodies is off by more than a thousandth. */
    spec->option.ccd_iterations = 200;
    spec->option.ccd_tolerance = 1e-8;
    add_body(spec, &c->bodies[0], 0);
    add_body(spec, &c->bodies[1], 1);
    run = malloc(sizeof *run);
    run->question = c->question;
    run->model = mj_compile(spec, NULL);
    if (run->model == NULL) {
        fprintf(stderr, "mujoco: %s\n", mjs_getError(spec));
        mj_deleteSpec(spec);
        free(run);
        return NULL;
    }
    mj_deleteSpec(spec);
    run->data = mj_makeData(run->model);
    run->places = malloc(2 * (size_t)c->query_count * sizeof *run->places);
    for (i = 0; i < 2 * c->query_count; ++i)
        place(run->model, i % 2, c->bodies[i % 2].kind, &c->poses[i], &run->places[i]);
    return run;
}

static void answer(Run *run, const Place *pair, PeerAnswer *to)
{
    mjtNum ends[6], apart[3];
    const int points = run->question != PEER_ONLY_DISTANCE;
    int i;
    for (i = 0; i < 2; ++i) {
        memcpy(run->data->geom_xpos + 3 * i, pair[i].origin, sizeof pair[i].origin);
        memcpy(run->data->geom_xmat + 9 * i, pair[i].turn, sizeof pair[i].turn);
    }
    to->value = mj_geomDistance(run->model, run->data, 0, 1, 1e3, points ? ends : NULL);
    to->hit = to->value <= 0;
    if (run->question == PEER_DEPTH) {
        to->value = -to->value;
        /* From the deepest point of the first body to that of the second. */
        mju_sub3(apart, ends + 3, ends);
        mju_normalize3(apart);
        memcpy(to->normal, apart, sizeof apart);
    } else if (points) {
        memcpy(to->a, ends, sizeof to->a);
        memcpy(to->b, ends + 3, sizeof to->b);
    }
}

static void run_queries(void *state, int from, int to, PeerAnswer *answers)
{
    Run *run = state;
    int i;
    for (i = from; i < to; ++i)
        answer(run, &run->places[2 * i], &answers[i - from]);
}

static void close_case(void *state)
{
    Run *run = state;
    mj_deleteData(run->data);
    mj_deleteModel(run->model);
    free(run->places);
    free(run);
}

static const PeerEntry entries[] = {{"mujoco", open_case, run_queries, close_case}};

const PeerLibrary *peer_library(void)
{
    static const PeerLibrary library = {PACKAGE_VERSION, entries, 1};
    return &library;
}
