/* This library through its C functions, as a program calls them: every query places both objects. */
#include "peer.h"

#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = 100000 };

typedef struct Run {
    const PeerCase *c;
    DtShapeRef *shapes;
    double (*columns)[16]; /* of the poses, as OpenGL has them */
    char *names;           /* an object's name is an address in here */
    int objects, hits;
    double (*points)[3];   /* of a mesh that is deformed */
    DtPolytopePair *pairs; /* of all contacts */
} Run;

static DtShapeRef make_hull(const PeerBody *body)
{
    DtShapeRef shape = dtNewComplexShape();
    int i;
    dtBegin(DT_POLYHEDRON);
    for (i = 0; i < body->point_count; ++i)
        dtVertex(body->points[i][0], body->points[i][1], body->points[i][2]);
    dtEnd();
    dtEndComplexShape();
    return shape;
}

static DtShapeRef make_mesh(const PeerBody *body, const double (*points)[3])
{
    DtShapeRef shape = dtNewComplexShape();
    int i;
    dtVertexBase(points);
    for (i = 0; i < body->triangle_count; ++i)
        dtVertexIndices(DT_SIMPLEX, 3, body->triangles[i]);
    dtEndComplexShape();
    return shape;
}

static DtShapeRef make_shape(const PeerBody *body)
{
    const double *s = body->size;
    switch (body->kind) {
    case PEER_BOX:
        return dtBox(2 * s[0], 2 * s[1], 2 * s[2]);
    case PEER_ELLIPSOID:
        return dtEllipsoid(s[0], s[1], s[2]);
    case PEER_ROUND_BOX:
        return dtRoundBox(2 * s[0], 2 * s[1], 2 * s[2], s[3]);
    case PEER_CONE:
        return dtCone(s[0], s[1]);
    case PEER_HULL:
        return make_hull(body);
    default:
        return make_mesh(body, body->points);
    }
}

static void count_hit(void *run, DtObjectRef a, DtObjectRef b, const DtCollData *data)
{
    (void)a;
    (void)b;
    (void)data;
    ++((Run *)run)->hits;
}

static int answers(const PeerCase *c)
{
    switch (c->question) {
    case PEER_INTERSECT:
    case PEER_DISTANCE:
    case PEER_DEPTH:
    case PEER_CAST:
    case PEER_TURN:
    case PEER_FIRST_CONTACT:
    case PEER_ALL_CONTACTS:
    case PEER_REFIT:
    case PEER_BUILD:
    case PEER_SCENE:
        return 1;
    default:
        return 0;
    }
}

static void *open_case(const PeerCase *c)
{
    Run *run;
    int i, k, objects;
    size_t poses;
    if (!answers(c))
        return NULL;
    run = calloc(1, sizeof *run);
    run->c = c;
    if (c->question == PEER_BUILD)
        return run;
    if (c->question == PEER_REFIT) {
        const size_t size = (size_t)c->bodies[0].point_count * sizeof *run->points;
        run->points = malloc(size);
        memcpy(run->points, c->bodies[0].points, size);
        run->shapes = malloc(sizeof *run->shapes);
        run->shapes[0] = make_mesh(&c->bodies[0], (const double(*)[3])run->points);
        return run;
    }
    objects = c->question == PEER_SCENE ? c->object_count : 2;
    run->shapes = malloc((size_t)c->body_count * sizeof *run->shapes);
    for (i = 0; i < c->body_count; ++i)
        run->shapes[i] = make_shape(&c->bodies[i]);
    run->names = malloc((size_t)objects);
    for (i = 0; i < objects; ++i)
        dtCreateObject(&run->names[i], run->shapes[i % c->body_count]);
    run->objects = objects;
    if (c->question == PEER_ALL_CONTACTS)
        run->pairs = malloc(MOST_PAIRS * sizeof *run->pairs);
    poses = (size_t)objects * c->query_count;
    run->columns = malloc(poses * sizeof *run->columns);
    for (i = 0; (size_t)i < poses; ++i)
        for (k = 0; k < 16; ++k) {
            const int row = k % 4, column = k / 4;
            run->columns[i][k] = row == 3      ? column == 3
                                 : column == 3 ? c->poses[i].origin[row]
                                               : c->poses[i].rotation[row][column];
        }
    dtSetDefaultResponse(count_hit, DT_SIMPLE_RESPONSE, run);
    return run;
}

static void place(Run *run, int first)
{
    int i;
    for (i = 0; i < run->objects; ++i) {
        dtSelectObject(&run->names[i]);
        dtLoadMatrixd(run->columns[first + i]);
    }
}

static void ask(Run *run, int i, PeerAnswer *answer)
{
    switch (run->c->question) {
    case PEER_INTERSECT:
    case PEER_FIRST_CONTACT:
        place(run, 2 * i);
        answer->hit = dtTestObjects(&run->names[0], &run->names[1]) > 0;
        break;
    case PEER_DISTANCE:
        place(run, 2 * i);
        answer->value = dtGetClosestPair(&run->names[0], &run->names[1], answer->a, answer->b);
        answer->hit = answer->value == 0;
        break;
    case PEER_DEPTH:
        place(run, 2 * i);
        answer->value = dtGetPenDepth(&run->names[0], &run->names[1], answer->normal, NULL, NULL);
        answer->hit = answer->value >= 0;
        break;
    case PEER_CAST:
        place(run, 2 * i);
        answer->value = dtCastObjects(&run->names[0], NULL, &run->names[1], run->c->sweeps[i], NULL, NULL);
        answer->hit = answer->value >= 0;
        break;
    case PEER_TURN: {
        DtMotion motions[2] = {{{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}};
        memcpy(motions[1].translation, run->c->sweeps[i], sizeof motions[1].translation);
        memcpy(motions[0].spin, run->c->spins[2 * i], sizeof motions[0].spin);
        memcpy(motions[1].spin, run->c->spins[2 * i + 1], sizeof motions[1].spin);
        place(run, 2 * i);
        answer->value = dtCastObjectsTurning(&run->names[0], &motions[0], &run->names[1], &motions[1], NULL, NULL);
        answer->hit = answer->value >= 0;
        break;
    }
    case PEER_ALL_CONTACTS:
        place(run, 2 * i);
        answer->count = dtGetCollidingPolytopes(&run->names[0], &run->names[1], run->pairs, MOST_PAIRS);
        answer->hit = answer->count > 0;
        break;
    case PEER_SCENE:
        place(run, i * run->objects);
        run->hits = 0;
        dtTest();
        answer->count = run->hits;
        break;
    default:
        break;
    }
}

static void run_queries(void *state, int from, int to, PeerAnswer *answers_)
{
    Run *run = state;
    const PeerBody *body = &run->c->bodies[0];
    int i;
    if (run->objects)
        dtSetDefaultResponse(count_hit, DT_SIMPLE_RESPONSE, run);
    for (i = from; i < to; ++i) {
        if (run->c->question == PEER_BUILD) {
            dtDeleteShape(make_mesh(body, body->points));
        } else if (run->c->question == PEER_REFIT) {
            memcpy(run->points, i % 2 ? body->other_points : body->points,
                   (size_t)body->point_count * sizeof *run->points);
            dtChangeVertexBase(run->shapes[0], run->points);
        } else {
            ask(run, i, &answers_[i - from]);
        }
    }
}

static void close_case(void *state)
{
    Run *run = state;
    int i;
    for (i = 0; i < run->objects; ++i)
        dtDeleteObject(&run->names[i]);
    if (run->objects)
        dtClearDefaultResponse();
    for (i = 0; run->shapes && i < run->c->body_count; ++i)
        dtDeleteShape(run->shapes[i]);
    free(run->shapes);
    free(run->columns);
    free(run->names);
    free(run->points);
    free(run->pairs);
    free(run);
}

static const PeerEntry entries[] = {{"solid-c", open_case, run_queries, close_case}};

const PeerLibrary *peer_library(void)
{
    static const PeerLibrary library = {PACKAGE_VERSION, entries, 1};
    return &library;
}
