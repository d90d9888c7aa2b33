/* FCL in double precision. */
#include "fcl_like.h"

#include <fcl/fcl.h>

namespace {

struct CountPairs {
    bool narrow;
    int count;
    fcl::CollisionRequestd request;
};

bool count_pair(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *data)
{
    auto &pairs = *static_cast<CountPairs *>(data);
    if (pairs.narrow) {
        fcl::CollisionResultd result;
        pairs.count += fcl::collide(a, b, pairs.request, result) > 0;
    } else {
        ++pairs.count;
    }
    return false;
}

struct Traits {
    using Transform = fcl::Transform3d;
    using Geometry = fcl::CollisionGeometryd;
    using Vector = fcl::Vector3d;
    using Matrix = fcl::Matrix3d;
    using Triangle = fcl::Triangle;
    using Mesh = fcl::BVHModel<fcl::OBBd>;
    using FarMesh = Mesh; /* it is not asked how far apart */
    using BoxMesh = fcl::BVHModel<fcl::AABBd>;
    using Object = fcl::CollisionObjectd;
    using Manager = fcl::DynamicAABBTreeCollisionManagerd;

    static bool answers(const PeerCase &c)
    {
        switch (c.question) {
        case PEER_INTERSECT: /* it has no rounded boxes */
            return c.bodies[0].kind != PEER_ROUND_BOX && c.bodies[1].kind != PEER_ROUND_BOX;
        case PEER_DISTANCE:
        case PEER_DEPTH:
        case PEER_CAST:
        case PEER_TURN: /* its conservative advancement knows no ellipsoids, and errs in most of the others */
            return false;
        default:
            return true;
        }
    }

    static Transform transform(const Matrix &turn, const Vector &origin)
    {
        Transform result = Transform::Identity();
        result.linear() = turn;
        result.translation() = origin;
        return result;
    }

    static std::shared_ptr<Geometry> shape(const PeerBody &body)
    {
        const double *s = body.size;
        switch (body.kind) {
        case PEER_ELLIPSOID:
            return std::make_shared<fcl::Ellipsoidd>(s[0], s[1], s[2]);
        case PEER_CONE:
            return std::make_shared<fcl::Coned>(s[0], s[1]);
        case PEER_HULL: {
            auto points = std::make_shared<std::vector<Vector>>(
                fcl_like::points_of<Traits>(body.points, body.point_count));
            auto faces = std::make_shared<std::vector<int>>();
            for (int i = 0; i < body.triangle_count; ++i) {
                faces->push_back(3);
                for (int k = 0; k < 3; ++k)
                    faces->push_back((int)body.triangles[i][k]);
            }
            return std::make_shared<fcl::Convexd>(points, body.triangle_count, faces);
        }
        default:
            return std::make_shared<fcl::Boxd>(2 * s[0], 2 * s[1], 2 * s[2]);
        }
    }

    static std::unique_ptr<Object> object(const std::shared_ptr<Geometry> &shape, const Transform &pose)
    {
        shape->computeLocalAABB();
        return std::make_unique<Object>(shape, pose);
    }

    static int count_pairs(Manager &manager, bool narrow)
    {
        CountPairs pairs = {narrow, 0, request_for(1)};
        manager.collide(&pairs, count_pair);
        return pairs.count;
    }

    static fcl::CollisionRequestd request_for(size_t contacts)
    {
        fcl::CollisionRequestd request;
        request.num_max_contacts = contacts;
        request.enable_contact = false;
        request.gjk_solver_type = fcl::GST_LIBCCD;
        return request;
    }

    struct Asker {
        std::shared_ptr<Geometry> a, b;
        fcl::CollisionRequestd request;

        Asker(const PeerCase &c, std::shared_ptr<Geometry> a_, std::shared_ptr<Geometry> b_)
            : a(a_), b(b_), request(request_for(c.question == PEER_ALL_CONTACTS ? 1 << 20 : 1))
        {
        }

        void ask(const Transform &pa, const Transform &pb, PeerAnswer &answer)
        {
            fcl::CollisionResultd result;
            fcl::collide(a.get(), pa, b.get(), pb, request, result);
            answer.hit = result.isCollision();
            answer.count = (int)result.numContacts();
        }
    };
};

const PeerEntry entries[] = {
    {"fcl", fcl_like::open_case<Traits>, fcl_like::run_case<Traits>, fcl_like::close_case<Traits>}};

} // namespace

const PeerLibrary *peer_library(void)
{
    static const PeerLibrary library = {PACKAGE_VERSION, entries, 1};
    return &library;
}
