/* Jolt's questions about a whole world, in single precision, as it is made for: its bodies at rest, its query without locks. */
#include "peer.h"

#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/CastResult.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/RayCast.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/ShapeCast.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include <memory>

using namespace JPH;

namespace {

/* One layer, in which all collide. */
struct OneLayer final : BroadPhaseLayerInterface {
    uint GetNumBroadPhaseLayers() const override
    {
        return 1;
    }
    BroadPhaseLayer GetBroadPhaseLayer(ObjectLayer) const override
    {
        return BroadPhaseLayer(0);
    }
};

struct Run {
    const PeerCase *c;
    OneLayer layers;
    ObjectVsBroadPhaseLayerFilter all_layers;
    ObjectLayerPairFilter all_pairs;
    PhysicsSystem world;
    RefConst<Shape> shapes[2];
};

Vec3 vector_of(const double *v)
{
    return Vec3((float)v[0], (float)v[1], (float)v[2]);
}

Quat turn_of(const PeerPose &pose)
{
    const double *q = pose.quaternion;
    return Quat((float)q[0], (float)q[1], (float)q[2], (float)q[3]).Normalized();
}

RefConst<Shape> shape_of(const PeerBody &body)
{
    switch (body.kind) {
    case PEER_BOX:
        return new BoxShape(vector_of(body.size), 0);
    case PEER_CAPSULE:
        return new CapsuleShape((float)body.size[1] / 2, (float)body.size[0]);
    default:
        return nullptr;
    }
}

bool prepare()
{
    RegisterDefaultAllocator();
    Factory::sInstance = new Factory;
    RegisterTypes();
    return true;
}

/* It has no question for the nearest body. */
void *open_case(const PeerCase *c)
{
    const bool known = c->question == PEER_INTERSECT || c->question == PEER_CAST || c->question == PEER_RAY;
    if (!known || c->object_count <= 2)
        return nullptr;
    static const bool ready = prepare();
    if (!ready)
        return nullptr;
    auto run = std::make_unique<Run>();
    run->c = c;
    for (int i = 0; i < 2; ++i) {
        run->shapes[i] = shape_of(c->bodies[i]);
        if (run->shapes[i] == nullptr)
            return nullptr;
    }
    const uint count = (uint)c->object_count;
    run->world.Init(count, 0, 1024, 1024, run->layers, run->all_layers, run->all_pairs);
    BodyInterface &bodies = run->world.GetBodyInterfaceNoLock();
    std::vector<BodyID> added;
    for (uint i = 0; i < count; ++i) {
        const PeerPose &pose = c->poses[i];
        const BodyCreationSettings made(run->shapes[i % 2], vector_of(pose.origin), turn_of(pose), EMotionType::Static, 0);
        added.push_back(bodies.CreateBody(made)->GetID());
    }
    const auto state = bodies.AddBodiesPrepare(added.data(), (int)count);
    bodies.AddBodiesFinalize(added.data(), (int)count, state, EActivation::DontActivate);
    run->world.OptimizeBroadPhase();
    return run.release();
}

void ask(const Run &run, int i, PeerAnswer &answer)
{
    const NarrowPhaseQuery &query = run.world.GetNarrowPhaseQueryNoLock();
    const PeerPose &pose = run.c->poses[run.c->object_count + i];
    const Vec3 way = vector_of(run.c->sweeps[i]), from = vector_of(pose.origin);
    const Mat44 at = Mat44::sRotationTranslation(turn_of(pose), from);
    if (run.c->question == PEER_RAY) {
        RayCastResult hit;
        answer.hit = query.CastRay(RRayCast(from, way), hit);
        answer.value = answer.hit ? hit.mFraction : 0;
    } else if (run.c->question == PEER_CAST) {
        ClosestHitCollisionCollector<CastShapeCollector> first;
        ShapeCastSettings how;
        how.mBackFaceModeConvex = EBackFaceMode::CollideWithBackFaces; /* also what it overlaps at first and moves out of */
        query.CastShape(RShapeCast(run.shapes[0], Vec3::sReplicate(1), at, way), how, from, first);
        answer.hit = first.HadHit();
        answer.value = answer.hit ? first.mHit.mFraction : 0;
    } else {
        AllHitCollisionCollector<CollideShapeCollector> all;
        query.CollideShape(run.shapes[0], Vec3::sReplicate(1), at, CollideShapeSettings(), from, all);
        answer.hit = all.HadHit();
        answer.value = (double)all.mHits.size();
    }
}

void run_case(void *state, int from, int to, PeerAnswer *answers)
{
    for (int i = from; i < to; ++i)
        ask(*static_cast<Run *>(state), i, answers[i - from]);
}

void close_case(void *state)
{
    delete static_cast<Run *>(state);
}

const PeerEntry entries[] = {{"jolt", open_case, run_case, close_case}};

} // namespace

const PeerLibrary *peer_library(void)
{
    static const PeerLibrary library = {PACKAGE_VERSION, entries, 1};
    return &library;
}
