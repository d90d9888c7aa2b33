/*
 * What FCL and coal, which grew out of it, have in common: the adapters differ in names and in a
 * few calls, which `Traits` has. Meshes have trees of OBBs; for distances of rectangle-swept spheres beside these; those
 * that are built and refitted, which takes OBBs ten times as long, of AABBs.
 */
#ifndef PEERS_FCL_LIKE_H
#define PEERS_FCL_LIKE_H

#include "peer.h"

#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace fcl_like {

template <typename Traits> struct Run {
    using Transform = typename Traits::Transform;
    using Geometry = std::shared_ptr<typename Traits::Geometry>;

    const PeerCase *c;
    std::vector<Geometry> shapes;
    std::vector<Transform> poses;
    std::unique_ptr<typename Traits::Asker> asker;
    std::vector<std::unique_ptr<typename Traits::Object>> objects;
    std::unique_ptr<typename Traits::Manager> manager;
    std::vector<typename Traits::Vector> points[2];
    std::shared_ptr<typename Traits::BoxMesh> mesh;
};

/* Cones, capsules and cylinders lie about z there, about y here. */
template <typename Traits> typename Traits::Transform pose_of(const PeerPose &pose, int kind)
{
    typename Traits::Matrix turn;
    for (int i = 0; i < 3; ++i) {
        const double *row = pose.rotation[i];
        if (kind == PEER_CONE || kind == PEER_CAPSULE || kind == PEER_CYLINDER)
            turn.row(i) << row[0], -row[2], row[1];
        else
            turn.row(i) << row[0], row[1], row[2];
    }
    return Traits::transform(turn, typename Traits::Vector(pose.origin[0], pose.origin[1], pose.origin[2]));
}

template <typename Traits>
std::vector<typename Traits::Vector> points_of(const double (*points)[3], int count)
{
    std::vector<typename Traits::Vector> result;
    for (int i = 0; i < count; ++i)
        result.emplace_back(points[i][0], points[i][1], points[i][2]);
    return result;
}

template <typename Traits, typename Mesh>
std::shared_ptr<Mesh> mesh_of(const std::vector<typename Traits::Vector> &points,
                                               const PeerBody &body)
{
    auto mesh = std::make_shared<Mesh>();
    std::vector<typename Traits::Triangle> triangles;
    for (int i = 0; i < body.triangle_count; ++i)
        triangles.emplace_back(body.triangles[i][0], body.triangles[i][1], body.triangles[i][2]);
    mesh->beginModel();
    mesh->addSubModel(points, triangles);
    mesh->endModel();
    return mesh;
}

template <typename Traits> void open_scene(Run<Traits> &run)
{
    const PeerCase &c = *run.c;
    for (int i = 0; i < c.object_count; ++i)
        run.objects.push_back(Traits::object(run.shapes[i % c.body_count], run.poses[i]));
    run.manager.reset(new typename Traits::Manager);
    std::vector<typename Traits::Object *> all;
    for (auto &object : run.objects)
        all.push_back(object.get());
    run.manager->registerObjects(all);
    run.manager->setup();
}

template <typename Traits> void *open_case(const PeerCase *c)
{
    if (!Traits::answers(*c))
        return nullptr;
    auto run = std::make_unique<Run<Traits>>();
    run->c = c;
    const bool scene = c->question == PEER_SCENE || c->question == PEER_SCENE_BROAD;
    if (c->question == PEER_BUILD || c->question == PEER_REFIT) {
        const PeerBody &body = c->bodies[0];
        run->points[0] = points_of<Traits>(body.points, body.point_count);
        if (c->question == PEER_REFIT) {
            run->points[1] = points_of<Traits>(body.other_points, body.point_count);
            run->mesh = mesh_of<Traits, typename Traits::BoxMesh>(run->points[0], body);
        }
        return run.release();
    }
    for (int i = 0; i < c->body_count; ++i) {
        const PeerBody &body = c->bodies[i];
        if (body.kind == PEER_MESH && c->question == PEER_DISTANCE)
            run->shapes.push_back(mesh_of<Traits, typename Traits::FarMesh>(
                points_of<Traits>(body.points, body.point_count), body));
        else if (body.kind == PEER_MESH)
            run->shapes.push_back(mesh_of<Traits, typename Traits::Mesh>(
                points_of<Traits>(body.points, body.point_count), body));
        else
            run->shapes.push_back(Traits::shape(body));
    }
    const int a_query = scene ? c->object_count : 2;
    const size_t count = (size_t)a_query * c->query_count;
    for (size_t i = 0; i < count; ++i)
        run->poses.push_back(pose_of<Traits>(c->poses[i], c->bodies[i % a_query % c->body_count].kind));
    if (scene)
        open_scene(*run);
    else
        run->asker.reset(new typename Traits::Asker(*c, run->shapes[0], run->shapes[1]));
    return run.release();
}

template <typename Traits> void run_case(void *state, int from, int to, PeerAnswer *answers)
{
    auto &run = *static_cast<Run<Traits> *>(state);
    const PeerCase &c = *run.c;
    for (int i = from; i < to; ++i) {
        PeerAnswer &answer = answers[i - from];
        switch (c.question) {
        case PEER_BUILD:
            mesh_of<Traits, typename Traits::BoxMesh>(run.points[0], c.bodies[0]);
            break;
        case PEER_REFIT:
            run.mesh->beginUpdateModel();
            run.mesh->updateSubModel(run.points[i % 2]);
            run.mesh->endUpdateModel(true, true);
            break;
        case PEER_SCENE:
        case PEER_SCENE_BROAD:
            for (int k = 0; k < c.object_count; ++k) {
                run.objects[k]->setTransform(run.poses[(size_t)i * c.object_count + k]);
                run.objects[k]->computeAABB();
            }
            run.manager->update();
            answer.count = Traits::count_pairs(*run.manager, c.question == PEER_SCENE);
            break;
        default:
            run.asker->ask(run.poses[2 * (size_t)i], run.poses[2 * (size_t)i + 1], answer);
        }
    }
}

template <typename Traits> void close_case(void *state)
{
    delete static_cast<Run<Traits> *>(state);
}

} // namespace fcl_like

#endif
