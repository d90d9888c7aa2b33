/* Jolt Physics, in single precision, as it is made for: pairs of convex shapes, each with the support function of its shape. */
#include "peer.h"

#include <Jolt/Jolt.h>

#include <Jolt/Core/Memory.h>
#include <Jolt/Geometry/ConvexSupport.h>
#include <Jolt/Geometry/EPAPenetrationDepth.h>
#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/PhysicsSettings.h>

#include <memory>
#include <vector>

using namespace JPH;

namespace {

struct Run {
    const PeerCase *c;
    RefConst<Shape> shapes[2];
    ConvexShape::SupportBuffer buffers[2];
    const ConvexShape::Support *supports[2];
    std::vector<Mat44> poses; /* of the centres of mass, two a query */
    std::vector<Vec3> sweeps;
    Vec3 axis;
};

Vec3 vector_of(const double *v)
{
    return Vec3((float)v[0], (float)v[1], (float)v[2]);
}

/* It has neither ellipsoids nor cones, and rounds boxes by a twentieth of a metre at most. */
RefConst<Shape> shape_of(const PeerBody &body)
{
    if (body.kind == PEER_BOX)
        return new BoxShape(vector_of(body.size), 0);
    if (body.kind != PEER_HULL)
        return nullptr;
    std::vector<Vec3> points;
    for (int i = 0; i < body.point_count; ++i)
        points.push_back(vector_of(body.points[i]));
    const auto made = ConvexHullShapeSettings(points.data(), (int)points.size(), 0).Create();
    return made.IsValid() ? made.Get() : nullptr;
}

Mat44 pose_of(const PeerPose &pose, const Shape &shape)
{
    const double *q = pose.quaternion;
    const Quat turn = Quat((float)q[0], (float)q[1], (float)q[2], (float)q[3]).Normalized();
    return Mat44::sRotationTranslation(turn, vector_of(pose.origin)) * Mat44::sTranslation(shape.GetCenterOfMass());
}

void *open_case(const PeerCase *c)
{
    static const bool ready = (RegisterDefaultAllocator(), true);
    const bool known = c->question == PEER_INTERSECT || c->question == PEER_DISTANCE || c->question == PEER_DEPTH ||
                       c->question == PEER_CAST;
    if (!ready || !known || c->object_count > 2)
        return nullptr;
    auto run = std::make_unique<Run>();
    run->c = c;
    run->axis = Vec3::sAxisX();
    for (int i = 0; i < 2; ++i) {
        run->shapes[i] = shape_of(c->bodies[i]);
        if (run->shapes[i] == nullptr)
            return nullptr;
        run->supports[i] = static_cast<const ConvexShape *>(run->shapes[i].GetPtr())
                               ->GetSupportFunction(ConvexShape::ESupportMode::Default, run->buffers[i], Vec3::sReplicate(1));
    }
    for (int i = 0; i < 2 * c->query_count; ++i)
        run->poses.push_back(pose_of(c->poses[i], *run->shapes[i % 2]));
    for (int i = 0; c->question == PEER_CAST && i < c->query_count; ++i)
        run->sweeps.push_back(vector_of(c->sweeps[i]));
    return run.release();
}

void put(Vec3Arg v, double *to)
{
    for (int k = 0; k < 3; ++k)
        to[k] = v[k];
}

/* In the coordinates of the first body, as its engine does. */
void ask(Run &run, int i, PeerAnswer &answer)
{
    const Mat44 &first = run.poses[2 * (size_t)i];
    const Mat44 back = first.InversedRotationTranslation();
    const Mat44 placed = back * run.poses[2 * (size_t)i + 1];
    const ConvexShape::Support &a = *run.supports[0], &b = *run.supports[1];
    const TransformedConvexObject<ConvexShape::Support> other(placed, b);
    const float near_enough = cDefaultCollisionTolerance;
    Vec3 axis = run.c->coherent ? run.axis : Vec3::sAxisX();
    Vec3 on_a, on_b;
    switch (run.c->question) {
    case PEER_INTERSECT: {
        GJKClosestPoint gjk;
        answer.hit = gjk.Intersects(a, other, near_enough, axis);
        run.axis = answer.hit ? Vec3::sAxisX() : axis;
        break;
    }
    case PEER_DISTANCE: {
        GJKClosestPoint gjk;
        const float square = gjk.GetClosestPoints(a, other, near_enough, FLT_MAX, axis, on_a, on_b);
        answer.hit = square <= 0;
        answer.value = std::sqrt(square);
        put(first * on_a, answer.a);
        put(first * on_b, answer.b);
        break;
    }
    case PEER_DEPTH: {
        EPAPenetrationDepth epa;
        answer.hit = epa.GetPenetrationDepth(a, a, 0, other, other, 0, near_enough, cDefaultPenetrationTolerance, axis, on_a,
                                             on_b);
        if (answer.hit) {
            answer.value = (on_b - on_a).Length();
            /* Its axis is that along which the second body leaves. */
            put(first.Multiply3x3(-axis).NormalizedOr(Vec3::sAxisX()), answer.normal);
        }
        break;
    }
    default: {
        GJKClosestPoint gjk;
        float part = 1;
        answer.hit = gjk.CastShape(placed, back.Multiply3x3(run.sweeps[(size_t)i]), near_enough, b, a, part);
        answer.value = part;
    }
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
