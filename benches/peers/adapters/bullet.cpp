/* Bullet in its double precision build. */
#include "peer.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include <memory>
#include <vector>

namespace {

struct Run {
    const PeerCase *c;
    std::vector<std::unique_ptr<btConvexShape>> shapes;
    std::vector<btTransform> poses, ends;
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    /* Meshes */
    std::unique_ptr<btTriangleIndexVertexArray> array;
    std::unique_ptr<btGImpactMeshShape> mesh;
    std::vector<double> points;
    /* Scenes */
    std::unique_ptr<btBroadphaseInterface> broad;
    std::vector<btBroadphaseProxy *> proxies;
};

/*
 * An ellipsoid, or a box to be rounded by the margin. Bullet has neither: its scaled sphere gives points that are not
 * the farthest, and its box keeps sharp corners where the margin is asked for. Users write such a class.
 */
class Core : public btConvexInternalShape {
  public:
    Core(const btVector3 &size, bool round, btScalar margin) : m_size(size), m_round(round)
    {
        m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
        setMargin(margin);
    }
    btVector3 localGetSupportingVertexWithoutMargin(const btVector3 &v) const override
    {
        if (m_round) {
            const btVector3 scaled = v * m_size;
            const btScalar length = scaled.length();
            return length > 0 ? m_size * scaled / length : btVector3(m_size.x(), 0, 0);
        }
        return btVector3(btFsels(v.x(), m_size.x(), -m_size.x()), btFsels(v.y(), m_size.y(), -m_size.y()),
                         btFsels(v.z(), m_size.z(), -m_size.z()));
    }
    void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3 *v, btVector3 *out, int n) const override
    {
        for (int i = 0; i < n; ++i)
            out[i] = localGetSupportingVertexWithoutMargin(v[i]);
    }
    void calculateLocalInertia(btScalar, btVector3 &inertia) const override
    {
        inertia.setZero();
    }
    const char *getName() const override
    {
        return "core";
    }

  private:
    btVector3 m_size;
    bool m_round;
};

std::unique_ptr<btConvexShape> shape_of(const PeerBody &body)
{
    const double *s = body.size;
    const btVector3 size(s[0], s[1], s[2]);
    std::unique_ptr<btConvexShape> shape;
    switch (body.kind) {
    case PEER_ELLIPSOID:
        return std::make_unique<Core>(size, true, 0);
    case PEER_ROUND_BOX:
        return std::make_unique<Core>(size, false, s[3]);
    case PEER_CONE:
        shape.reset(new btConeShape(s[0], s[1]));
        break;
    case PEER_HULL:
        shape.reset(new btConvexHullShape(&body.points[0][0], body.point_count, 3 * sizeof(double)));
        break;
    default:
        shape.reset(new btBoxShape(size));
    }
    shape->setMargin(0);
    return shape;
}

btTransform pose_of(const PeerPose &p)
{
    const auto &r = p.rotation;
    return btTransform(btMatrix3x3(r[0][0], r[0][1], r[0][2], r[1][0], r[1][1], r[1][2], r[2][0], r[2][1],
                                   r[2][2]),
                       btVector3(p.origin[0], p.origin[1], p.origin[2]));
}

std::unique_ptr<btTriangleIndexVertexArray> array_of(const PeerBody &body, const double *points)
{
    return std::make_unique<btTriangleIndexVertexArray>(
        body.triangle_count, (int *)&body.triangles[0][0], (int)(3 * sizeof(int)), body.point_count,
        const_cast<btScalar *>(points), (int)(3 * sizeof(double)));
}

void open_scene(Run &run)
{
    const PeerCase &c = *run.c;
    btVector3 low(1e30, 1e30, 1e30), high(-1e30, -1e30, -1e30);
    for (const btTransform &pose : run.poses) {
        low.setMin(pose.getOrigin() - btVector3(2, 2, 2));
        high.setMax(pose.getOrigin() + btVector3(2, 2, 2));
    }
    run.broad.reset(new bt32BitAxisSweep3(low, high, (unsigned)c.object_count + 8));
    for (int i = 0; i < c.object_count; ++i) {
        btVector3 min, max;
        btConvexShape *shape = run.shapes[i % c.body_count].get();
        shape->getAabb(run.poses[i], min, max);
        run.proxies.push_back(run.broad->createProxy(min, max, shape->getShapeType(),
                                                     (void *)(intptr_t)i, 1, 1, nullptr));
    }
}

bool answers(const PeerCase &c)
{
    switch (c.question) {
    case PEER_INTERSECT: /* the detector below answers more than that; no user would ask it so */
    case PEER_FIRST_CONTACT:
    case PEER_ALL_CONTACTS:
        return false;
    default:
        return true;
    }
}

void *open_case(const PeerCase *c)
{
    if (!answers(*c))
        return nullptr;
    auto run = std::make_unique<Run>();
    run->c = c;
    const PeerBody &first = c->bodies[0];
    if (c->question == PEER_BUILD || c->question == PEER_REFIT) {
        run->points.assign(&first.points[0][0], &first.points[0][0] + 3 * first.point_count);
        if (c->question == PEER_REFIT) {
            run->array = array_of(first, run->points.data());
            run->mesh.reset(new btGImpactMeshShape(run->array.get()));
            run->mesh->updateBound();
        }
        return run.release();
    }
    for (int i = 0; i < c->body_count; ++i)
        run->shapes.push_back(shape_of(c->bodies[i]));
    const bool scene = c->question == PEER_SCENE || c->question == PEER_SCENE_BROAD;
    const size_t count = (size_t)(scene ? c->object_count : 2) * c->query_count;
    for (size_t i = 0; i < count; ++i)
        run->poses.push_back(pose_of(c->poses[i]));
    for (size_t i = 0; c->question == PEER_TURN && i < count; ++i)
        run->ends.push_back(pose_of(c->ends[i]));
    if (scene)
        open_scene(*run);
    return run.release();
}

void detect(Run &run, const btConvexShape *a, const btConvexShape *b, const btTransform &pa,
            const btTransform &pb, btPointCollector &found)
{
    btGjkPairDetector detector(a, b, &run.simplex,
                               run.c->question == PEER_DEPTH || run.c->question == PEER_SCENE ? &run.epa
                                                                                              : nullptr);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = pa;
    input.m_transformB = pb;
    if (run.c->question == PEER_SCENE)
        input.m_maximumDistanceSquared = 0;
    detector.getClosestPoints(input, found, nullptr);
}

void ask_pair(Run &run, int i, PeerAnswer &answer)
{
    btPointCollector found;
    detect(run, run.shapes[0].get(), run.shapes[1].get(), run.poses[2 * (size_t)i],
           run.poses[2 * (size_t)i + 1], found);
    if (!found.m_hasResult) {
        answer.hit = run.c->question == PEER_DISTANCE;
        return;
    }
    const btScalar distance = found.m_distance;
    answer.hit = distance <= 0;
    answer.value = run.c->question == PEER_DEPTH ? -distance : distance;
    const btVector3 a = found.m_pointInWorld + found.m_normalOnBInWorld * distance;
    for (int k = 0; k < 3; ++k) {
        answer.normal[k] = found.m_normalOnBInWorld[k];
        answer.b[k] = found.m_pointInWorld[k];
        answer.a[k] = a[k];
    }
}

void cast_pair(Run &run, int i, PeerAnswer &answer)
{
    btSubsimplexConvexCast caster(run.shapes[1].get(), run.shapes[0].get(), &run.simplex);
    btConvexCast::CastResult result;
    result.m_fraction = 1;
    const btTransform &from = run.poses[2 * (size_t)i + 1], &other = run.poses[2 * (size_t)i];
    btTransform to = from;
    const double *sweep = run.c->sweeps[i];
    to.setOrigin(from.getOrigin() + btVector3(sweep[0], sweep[1], sweep[2]));
    answer.hit = caster.calcTimeOfImpact(from, to, other, other, result);
    answer.value = result.m_fraction;
}

void turn_pair(Run &run, int i, PeerAnswer &answer)
{
    btContinuousConvexCollision caster(run.shapes[0].get(), run.shapes[1].get(), &run.simplex, &run.epa);
    btConvexCast::CastResult result;
    result.m_fraction = 1;
    const size_t a = 2 * (size_t)i, b = a + 1;
    answer.hit = caster.calcTimeOfImpact(run.poses[a], run.ends[a], run.poses[b], run.ends[b], result);
    answer.value = result.m_fraction;
}

void run_frame(Run &run, int frame, PeerAnswer &answer)
{
    const PeerCase &c = *run.c;
    const btTransform *poses = &run.poses[(size_t)frame * c.object_count];
    for (int i = 0; i < c.object_count; ++i) {
        btVector3 min, max;
        run.shapes[i % c.body_count]->getAabb(poses[i], min, max);
        run.broad->setAabb(run.proxies[i], min, max, nullptr);
    }
    run.broad->calculateOverlappingPairs(nullptr);
    btBroadphasePairArray &pairs = run.broad->getOverlappingPairCache()->getOverlappingPairArray();
    answer.count = c.question == PEER_SCENE ? 0 : pairs.size();
    for (int p = 0; c.question == PEER_SCENE && p < pairs.size(); ++p) {
        const int i = (int)(intptr_t)pairs[p].m_pProxy0->m_clientObject;
        const int j = (int)(intptr_t)pairs[p].m_pProxy1->m_clientObject;
        btPointCollector found;
        detect(run, run.shapes[i % c.body_count].get(), run.shapes[j % c.body_count].get(), poses[i],
               poses[j], found);
        answer.count += found.m_hasResult && found.m_distance <= 0;
    }
}

void run_case(void *state, int from, int to, PeerAnswer *answers)
{
    Run &run = *static_cast<Run *>(state);
    const PeerBody &body = run.c->bodies[0];
    for (int i = from; i < to; ++i) {
        PeerAnswer &answer = answers[i - from];
        switch (run.c->question) {
        case PEER_BUILD: {
            auto array = array_of(body, run.points.data());
            btGImpactMeshShape mesh(array.get());
            mesh.updateBound();
            break;
        }
        case PEER_REFIT: {
            const double *points = i % 2 ? &body.other_points[0][0] : &body.points[0][0];
            std::copy(points, points + 3 * body.point_count, run.points.begin());
            run.mesh->postUpdate();
            run.mesh->updateBound();
            break;
        }
        case PEER_CAST:
            cast_pair(run, i, answer);
            break;
        case PEER_TURN:
            turn_pair(run, i, answer);
            break;
        case PEER_SCENE:
        case PEER_SCENE_BROAD:
            run_frame(run, i, answer);
            break;
        default:
            ask_pair(run, i, answer);
        }
    }
}

void close_case(void *state)
{
    Run *run = static_cast<Run *>(state);
    for (btBroadphaseProxy *proxy : run->proxies)
        run->broad->destroyProxy(proxy, nullptr);
    delete run;
}

const PeerEntry entries[] = {{"bullet", open_case, run_case, close_case}};

} // namespace

const PeerLibrary *peer_library(void)
{
    static const PeerLibrary library = {PACKAGE_VERSION, entries, 1};
    return &library;
}
