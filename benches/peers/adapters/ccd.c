/* libccd: boolean and depth of convex pairs, by GJK + EPA and by MPR. */
#include "peer.h"

#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <math.h>
#include <stdlib.h>

typedef struct Placed {
    const PeerBody *body;
    ccd_vec3_t origin;
    ccd_quat_t turn, back;
} Placed;

typedef struct Run {
    int question, mpr;
    Placed *placed;
    ccd_t ccd;
} Run;

/* Supports in the style of libccd's own: the direction is turned back, the point turned on. */
static void local_support(const PeerBody *body, const ccd_vec3_t *d, ccd_vec3_t *out)
{
    const double x = d->v[0], y = d->v[1], z = d->v[2];
    switch (body->kind) {
    case PEER_BOX:
        ccdVec3Set(out, x < 0 ? -body->size[0] : body->size[0], y < 0 ? -body->size[1] : body->size[1],
                   z < 0 ? -body->size[2] : body->size[2]);
        break;
    case PEER_ROUND_BOX: {
        const double s = body->size[3] / sqrt(x * x + y * y + z * z);
        ccdVec3Set(out, (x < 0 ? -body->size[0] : body->size[0]) + s * x,
                   (y < 0 ? -body->size[1] : body->size[1]) + s * y,
                   (z < 0 ? -body->size[2] : body->size[2]) + s * z);
        break;
    }
    case PEER_ELLIPSOID: {
        const double a = body->size[0] * x, b = body->size[1] * y, c = body->size[2] * z;
        const double s = 1 / sqrt(a * a + b * b + c * c);
        ccdVec3Set(out, body->size[0] * a * s, body->size[1] * b * s, body->size[2] * c * s);
        break;
    }
    case PEER_CONE: {
        const double r = body->size[0], h = body->size[1] / 2, flat = sqrt(x * x + z * z);
        if (2 * h * y > r * flat)
            ccdVec3Set(out, 0, h, 0);
        else if (flat > 0)
            ccdVec3Set(out, r * x / flat, -h, r * z / flat);
        else
            ccdVec3Set(out, 0, -h, 0);
        break;
    }
    default: {
        int i, best = 0;
        double most = -1e300;
        for (i = 0; i < body->point_count; ++i) {
            const double *p = body->points[i], along = p[0] * x + p[1] * y + p[2] * z;
            if (along > most) {
                most = along;
                best = i;
            }
        }
        ccdVec3Set(out, body->points[best][0], body->points[best][1], body->points[best][2]);
    }
    }
}

static void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    const Placed *placed = object;
    ccd_vec3_t d;
    ccdVec3Copy(&d, direction);
    ccdQuatRotVec(&d, &placed->back);
    local_support(placed->body, &d, out);
    ccdQuatRotVec(out, &placed->turn);
    ccdVec3Add(out, &placed->origin);
}

static void center(const void *object, ccd_vec3_t *out)
{
    ccdVec3Copy(out, &((const Placed *)object)->origin);
}

static void *open_any(const PeerCase *c, int mpr)
{
    Run *run;
    int i;
    if (c->question != PEER_INTERSECT && c->question != PEER_DEPTH)
        return NULL;
    run = malloc(sizeof *run);
    run->question = c->question;
    run->mpr = mpr;
    run->placed = malloc(2 * (size_t)c->query_count * sizeof *run->placed);
    for (i = 0; i < 2 * c->query_count; ++i) {
        Placed *placed = &run->placed[i];
        const PeerPose *pose = &c->poses[i];
        placed->body = &c->bodies[i % 2];
        ccdVec3Set(&placed->origin, pose->origin[0], pose->origin[1], pose->origin[2]);
        ccdQuatSet(&placed->turn, pose->quaternion[0], pose->quaternion[1], pose->quaternion[2],
                   pose->quaternion[3]);
        ccdQuatInvert2(&placed->back, &placed->turn);
    }
    CCD_INIT(&run->ccd);
    run->ccd.support1 = run->ccd.support2 = support;
    run->ccd.center1 = run->ccd.center2 = center;
    run->ccd.max_iterations = 500;
    run->ccd.epa_tolerance = 1e-6;
    run->ccd.mpr_tolerance = 1e-6;
    return run;
}

static void *open_gjk(const PeerCase *c)
{
    return open_any(c, 0);
}

static void *open_mpr(const PeerCase *c)
{
    return open_any(c, 1);
}

static void answer(const Run *run, const Placed *pair, PeerAnswer *to)
{
    if (run->question == PEER_INTERSECT) {
        to->hit = run->mpr ? ccdMPRIntersect(&pair[0], &pair[1], &run->ccd)
                           : ccdGJKIntersect(&pair[0], &pair[1], &run->ccd);
    } else {
        ccd_real_t depth = 0;
        ccd_vec3_t direction, position;
        int k;
        const int status = (run->mpr ? ccdMPRPenetration : ccdGJKPenetration)(
            &pair[0], &pair[1], &run->ccd, &depth, &direction, &position);
        to->hit = status == 0;
        to->value = depth;
        /* Its direction is that in which the second object is to be moved. */
        for (k = 0; to->hit && k < 3; ++k)
            to->normal[k] = -direction.v[k];
    }
}

static void run_queries(void *state, int from, int to, PeerAnswer *answers)
{
    const Run *run = state;
    int i;
    for (i = from; i < to; ++i)
        answer(run, &run->placed[2 * i], &answers[i - from]);
}

static void close_run(void *state)
{
    free(((Run *)state)->placed);
    free(state);
}

static const PeerEntry entries[] = {{"libccd-mpr", open_mpr, run_queries, close_run},
                                    {"libccd-gjk", open_gjk, run_queries, close_run}};

const PeerLibrary *peer_library(void)
{
    static const PeerLibrary library = {PACKAGE_VERSION, entries, 2};
    return &library;
}
