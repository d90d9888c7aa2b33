/* PhysX, in single precision, as it is made for: which triangles of two meshes share a point. */
#include "peer.h"

#include <PxPhysicsAPI.h>

#include <memory>
#include <vector>

using namespace physx;

namespace {

struct Run {
    const PeerCase *c;
    PxTriangleMesh *meshes[2];
    std::vector<PxTransform> poses; /* two a query */

    ~Run()
    {
        for (PxTriangleMesh *mesh : meshes)
            if (mesh != nullptr)
                mesh->release();
    }
};

/* Counts pairs, which are told by the hundred, or stops at the first one where that is all that is asked. */
struct Count : PxReportCallback<PxGeomIndexPair> {
    bool all;
    int count = 0;

    explicit Count(bool all_) : PxReportCallback(nullptr, all_ ? 0 : 1), all(all_) {}

    bool flushResults(PxU32 found, const PxGeomIndexPair *) override
    {
        count += (int)found;
        return all;
    }
};

PxTriangleMesh *mesh_of(const PeerBody &body)
{
    std::vector<PxVec3> points;
    for (int i = 0; i < body.point_count; ++i) {
        const double *p = body.points[i];
        points.emplace_back((float)p[0], (float)p[1], (float)p[2]);
    }
    PxTriangleMeshDesc mesh;
    mesh.points.stride = sizeof(PxVec3);
    mesh.points.data = points.data();
    mesh.points.count = (PxU32)points.size();
    mesh.triangles.stride = 3 * sizeof(unsigned);
    mesh.triangles.data = body.triangles;
    mesh.triangles.count = (PxU32)body.triangle_count;
    PxCookingParams how{PxTolerancesScale()};
    how.midphaseDesc.setToDefault(PxMeshMidPhase::eBVH34); /* the one that knows two meshes */
    return PxCreateTriangleMesh(how, mesh, *PxGetStandaloneInsertionCallback());
}

PxTransform pose_of(const PeerPose &pose)
{
    const double *q = pose.quaternion, *at = pose.origin;
    return PxTransform(PxVec3((float)at[0], (float)at[1], (float)at[2]),
                       PxQuat((float)q[0], (float)q[1], (float)q[2], (float)q[3]).getNormalized());
}

void *open_case(const PeerCase *c)
{
    static PxDefaultAllocator allocator;
    static PxDefaultErrorCallback errors;
    static PxFoundation *ready = PxCreateFoundation(PX_PHYSICS_VERSION, allocator, errors);
    if (ready == nullptr || (c->question != PEER_FIRST_CONTACT && c->question != PEER_ALL_CONTACTS))
        return nullptr;
    auto run = std::make_unique<Run>(Run{c, {nullptr, nullptr}, {}});
    for (int i = 0; i < 2; ++i) {
        run->meshes[i] = c->bodies[i].kind == PEER_MESH ? mesh_of(c->bodies[i]) : nullptr;
        if (run->meshes[i] == nullptr)
            return nullptr;
    }
    for (int i = 0; i < 2 * c->query_count; ++i)
        run->poses.push_back(pose_of(c->poses[i]));
    return run.release();
}

void run_case(void *state, int from, int to, PeerAnswer *answers)
{
    const Run &run = *static_cast<Run *>(state);
    const PxTriangleMeshGeometry a(run.meshes[0]), b(run.meshes[1]);
    for (int i = from; i < to; ++i) {
        Count found(run.c->question == PEER_ALL_CONTACTS);
        const PxTransform *at = &run.poses[2 * (size_t)i];
        answers[i - from].hit = PxMeshQuery::findOverlapTriangleMesh(found, a, at[0], b, at[1]);
        answers[i - from].count = found.count;
    }
}

void close_case(void *state)
{
    delete static_cast<Run *>(state);
}

const PeerEntry entries[] = {{"physx", open_case, run_case, close_case}};

} // namespace

const PeerLibrary *peer_library(void)
{
    static const PeerLibrary library = {PACKAGE_VERSION, entries, 1};
    return &library;
}
