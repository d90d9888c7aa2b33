/* coal, from the wheel of the Python package of that name. */
#include "fcl_like.h"

#include <coal/BVH/BVH_model.h>
#include <coal/broadphase/broadphase.h>
#include <coal/collision.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

namespace {

struct CountPairs : coal::CollisionCallBackBase {
    bool narrow = false;
    int count = 0;
    coal::CollisionRequest request;
    bool collide(coal::CollisionObject *a, coal::CollisionObject *b) override
    {
        if (narrow) {
            coal::CollisionResult result;
            count += coal::collide(a, b, request, result) > 0;
        } else {
            ++count;
        }
        return false;
    }
};

struct Traits {
    using Transform = coal::Transform3s;
    using Geometry = coal::CollisionGeometry;
    using Vector = coal::Vec3s;
    using Matrix = coal::Matrix3s;
    using Triangle = coal::Triangle;
    using Mesh = coal::BVHModel<coal::OBB>;
    using FarMesh = coal::BVHModel<coal::OBBRSS>;
    using BoxMesh = coal::BVHModel<coal::AABB>;
    using Object = coal::CollisionObject;
    using Manager = coal::DynamicAABBTreeArrayCollisionManager;

    static bool answers(const PeerCase &c)
    {
        for (int i = 0; i < c.body_count; ++i)
            switch (c.bodies[i].kind) {
            case PEER_TRIANGLE: /* by itself, it throws for most questions */
            case PEER_SEGMENT:
            case PEER_POINT:
                return false;
            }
        return c.question != PEER_CAST && c.question != PEER_TURN; /* it has no continuous collision of convex bodies */
    }

    static Transform transform(const Matrix &turn, const Vector &origin)
    {
        return Transform(turn, origin);
    }

    static std::shared_ptr<Geometry> shape(const PeerBody &body)
    {
        const double *s = body.size;
        switch (body.kind) {
        case PEER_ELLIPSOID:
            return std::make_shared<coal::Ellipsoid>(s[0], s[1], s[2]);
        case PEER_CONE:
            return std::make_shared<coal::Cone>(s[0], s[1]);
        case PEER_SPHERE:
            return std::make_shared<coal::Sphere>(s[0]);
        case PEER_CAPSULE:
            return std::make_shared<coal::Capsule>(s[0], s[1]);
        case PEER_CYLINDER:
            return std::make_shared<coal::Cylinder>(s[0], s[1]);
        case PEER_HULL: {
            auto points = std::make_shared<std::vector<Vector>>(
                fcl_like::points_of<Traits>(body.points, body.point_count));
            auto faces = std::make_shared<std::vector<Triangle>>();
            for (int i = 0; i < body.triangle_count; ++i)
                faces->emplace_back(body.triangles[i][0], body.triangles[i][1], body.triangles[i][2]);
            return std::make_shared<coal::Convex<Triangle>>(points, (unsigned)points->size(), faces,
                                                            (unsigned)faces->size());
        }
        default: {
            auto box = std::make_shared<coal::Box>(2 * s[0], 2 * s[1], 2 * s[2]);
            if (body.kind == PEER_ROUND_BOX)
                box->setSweptSphereRadius(s[3]);
            return box;
        }
        }
    }

    static std::unique_ptr<Object> object(const std::shared_ptr<Geometry> &shape, const Transform &pose)
    {
        return std::make_unique<Object>(shape, pose);
    }

    static coal::CollisionRequest boolean()
    {
        coal::CollisionRequest request(coal::NO_REQUEST, 1);
        request.distance_upper_bound = 0;
        return request;
    }

    static int count_pairs(Manager &manager, bool narrow)
    {
        CountPairs callback;
        callback.narrow = narrow;
        callback.request = boolean();
        manager.collide(&callback);
        return callback.count;
    }

    struct Asker {
        int question;
        std::shared_ptr<Geometry> a, b;
        coal::CollisionRequest collision;
        coal::DistanceRequest distance;
        coal::ComputeCollision collide;
        coal::ComputeDistance measure;

        Asker(const PeerCase &c, std::shared_ptr<Geometry> a_, std::shared_ptr<Geometry> b_)
            : question(c.question), a(a_), b(b_), collide(a.get(), b.get()), measure(a.get(), b.get())
        {
            collision = boolean();
            if (question == PEER_DEPTH)
                collision = coal::CollisionRequest(coal::CONTACT, 1);
            if (question == PEER_ALL_CONTACTS)
                collision.num_max_contacts = 1 << 20;
            if (c.coherent)
                collision.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
            distance = coal::DistanceRequest(question == PEER_DISTANCE, false);
        }

        void ask(const Transform &pa, const Transform &pb, PeerAnswer &answer)
        {
            if (question == PEER_DISTANCE || question == PEER_ONLY_DISTANCE) {
                coal::DistanceResult result;
                answer.value = measure(pa, pb, distance, result);
                answer.hit = answer.value <= 0;
                for (int k = 0; k < 3; ++k) {
                    answer.a[k] = result.nearest_points[0][k];
                    answer.b[k] = result.nearest_points[1][k];
                }
                return;
            }
            coal::CollisionResult result;
            if (question == PEER_FIRST_CONTACT || question == PEER_ALL_CONTACTS)
                coal::collide(a.get(), pa, b.get(), pb, collision, result);
            else
                collide(pa, pb, collision, result);
            if (collision.gjk_initial_guess == coal::GJKInitialGuess::CachedGuess)
                collision.updateGuess(result);
            answer.hit = result.isCollision();
            answer.count = (int)result.numContacts();
            if (question == PEER_DEPTH && answer.hit) {
                const coal::Contact &contact = result.getContact(0);
                answer.value = -contact.penetration_depth;
                /* Its normals lead from the first body to the second. */
                for (int k = 0; k < 3; ++k)
                    answer.normal[k] = -contact.normal[k];
            }
        }
    };
};

const PeerEntry entries[] = {
    {"coal", fcl_like::open_case<Traits>, fcl_like::run_case<Traits>, fcl_like::close_case<Traits>}};

} // namespace

const PeerLibrary *peer_library(void)
{
    static const PeerLibrary library = {PACKAGE_VERSION, entries, 1};
    return &library;
}
