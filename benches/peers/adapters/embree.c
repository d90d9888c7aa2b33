/* Embree, in single precision: trees over the triangles of a mesh, built and refitted by one thread. */
#include "peer.h"

#include <embree3/rtcore.h>
#include <stdlib.h>
#include <string.h>

typedef struct Run {
    const PeerBody *body;
    int refits;
    RTCDevice device;
    RTCScene scene;       /* of one that is refitted */
    RTCGeometry geometry; /* likewise, held by the scene */
    float (*points[2])[3];
} Run;

static float (*floats_of(const double (*points)[3], int count))[3]
{
    float(*made)[3] = malloc((size_t)count * sizeof *made);
    int i;
    for (i = 0; i < 3 * count; ++i)
        made[i / 3][i % 3] = (float)points[i / 3][i % 3];
    return made;
}

static RTCScene build(Run *run)
{
    const PeerBody *body = run->body;
    RTCScene scene = rtcNewScene(run->device);
    RTCGeometry geometry = rtcNewGeometry(run->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void *points = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof *run->points[0],
                                           (size_t)body->point_count);
    void *triangles = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, sizeof *body->triangles,
                                              (size_t)body->triangle_count);
    memcpy(points, run->points[0], (size_t)body->point_count * sizeof *run->points[0]);
    memcpy(triangles, body->triangles, (size_t)body->triangle_count * sizeof *body->triangles);
    if (run->refits) {
        /* A tree of trees, of which those of the geometries are refitted. */
        rtcSetSceneFlags(scene, RTC_SCENE_FLAG_DYNAMIC);
        rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
        rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_REFIT);
    }
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
    run->geometry = geometry;
    return scene;
}

static void *open_case(const PeerCase *c)
{
    Run *run;
    if (c->question != PEER_BUILD && c->question != PEER_REFIT)
        return NULL;
    run = calloc(1, sizeof *run);
    run->body = &c->bodies[0];
    run->refits = c->question == PEER_REFIT;
    run->device = rtcNewDevice("threads=1");
    run->points[0] = floats_of(run->body->points, run->body->point_count);
    if (run->refits) {
        run->points[1] = floats_of(run->body->other_points, run->body->point_count);
        run->scene = build(run);
    }
    return run;
}

static void run_case(void *state, int from, int to, PeerAnswer *answers)
{
    Run *run = state;
    int i;
    (void)answers;
    for (i = from; i < to; ++i) {
        if (run->refits) {
            memcpy(rtcGetGeometryBufferData(run->geometry, RTC_BUFFER_TYPE_VERTEX, 0), run->points[i % 2],
                   (size_t)run->body->point_count * sizeof *run->points[0]);
            rtcUpdateGeometryBuffer(run->geometry, RTC_BUFFER_TYPE_VERTEX, 0);
            rtcCommitGeometry(run->geometry);
            rtcCommitScene(run->scene);
        } else {
            rtcReleaseScene(build(run));
        }
    }
}

static void close_case(void *state)
{
    Run *run = state;
    if (run->scene)
        rtcReleaseScene(run->scene);
    rtcReleaseDevice(run->device);
    free(run->points[0]);
    free(run->points[1]);
    free(run);
}

static const PeerEntry entries[] = {{"embree", open_case, run_case, close_case}};

const PeerLibrary *peer_library(void)
{
    static const PeerLibrary library = {PACKAGE_VERSION, entries, 1};
    return &library;
}
