//! parry3d in double precision, each question by the function that its users call for it.

use super::case::{Answer, Body, Case, Kind, Peer, Pose, Question, Session};
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::{Pose as Place, Rotation, Vector};
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry3d_f64::query::details::{
    cast_shapes_support_map_support_map, closest_points_support_map_support_map,
    contact_support_map_support_map, intersection_test_support_map_support_map,
};
use parry3d_f64::query::{
    self, ClosestPoints, ContactManifold, DefaultQueryDispatcher, NonlinearRigidMotion,
    PersistentQueryDispatcher, PointQuery, Ray, ShapeCastOptions, Unsupported,
};
use parry3d_f64::shape::{
    Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, RoundCuboid, Segment, Shape,
    SupportMap, TriMesh, Triangle,
};

/// The crate.
pub struct Parry;

/// Its users write such a shape themselves: parry has no ellipsoid.
#[derive(Clone, Copy)]
struct Ellipsoid(Vector);

impl SupportMap for Ellipsoid {
    fn local_support_point(&self, direction: Vector) -> Vector {
        let scaled = self.0 * direction;
        self.0 * (scaled / scaled.length())
    }
}

pub fn place(pose: &Pose) -> Place {
    let [x, y, z, w] = pose.quaternion;
    Place::from_parts(Vector::from(pose.origin), Rotation::from_xyzw(x, y, z, w))
}

fn vectors(points: &[[f64; 3]]) -> Vec<Vector> {
    points.iter().map(|p| Vector::from(*p)).collect()
}

fn mesh(body: &Body) -> TriMesh {
    TriMesh::new(vectors(&body.points), body.triangles.clone()).expect("a mesh with triangles")
}

fn cuboid(body: &Body) -> Cuboid {
    Cuboid::new(Vector::new(body.size[0], body.size[1], body.size[2]))
}

fn hull(body: &Body) -> ConvexPolyhedron {
    ConvexPolyhedron::from_convex_hull(&vectors(&body.points))
        .expect("a hull of points in general position")
}

pub fn shape(body: &Body) -> Box<dyn Shape> {
    match body.kind {
        Kind::Box => Box::new(cuboid(body)),
        Kind::RoundBox => {
            Box::new(RoundCuboid { inner_shape: cuboid(body), border_radius: body.size[3] })
        }
        Kind::Cone => Box::new(Cone::new(body.size[1] / 2.0, body.size[0])),
        Kind::Hull => Box::new(hull(body)),
        Kind::Mesh => Box::new(mesh(body)),
        Kind::Sphere | Kind::Point => Box::new(Ball::new(body.size[0])),
        Kind::Capsule => Box::new(Capsule::new_y(body.size[1] / 2.0, body.size[0])),
        Kind::Cylinder => Box::new(Cylinder::new(body.size[1] / 2.0, body.size[0])),
        Kind::Triangle => {
            let [a, b, c] = [0, 1, 2].map(|i| Vector::from(body.points[i]));
            Box::new(Triangle::new(a, b, c))
        }
        Kind::Segment => {
            let [a, b] = [0, 1].map(|i| Vector::from(body.points[i]));
            Box::new(Segment::new(a, b))
        }
        Kind::Ellipsoid => unreachable!("parry has no ellipsoid; it goes by its support map"),
    }
}

impl Peer for Parry {
    fn name(&self) -> String {
        "parry".to_owned()
    }

    fn version(&self) -> String {
        "0.31 (parry3d-f64)".to_owned()
    }

    fn open<'a>(&'a self, case: &'a Case) -> Option<Box<dyn Session + 'a>> {
        let bodies = &case.bodies;
        match case.question {
            Question::Scene | Question::SceneBroad => Some(Box::new(Scene::new(case))),
            Question::Build => Some(Box::new(Building { body: &bodies[0] })),
            Question::Refit => Some(Box::new(Refitting {
                mesh: mesh(&bodies[0]),
                points: [vectors(&bodies[0].points), vectors(&bodies[0].other_points)],
            })),
            Question::AllContacts => None,
            _ => {
                let poses: Vec<[Place; 2]> =
                    (0..case.queries).map(|i| case.pair(i).map(place)).collect();
                let motions = motions(case);
                let is_custom = bodies.iter().any(|body| body.kind == Kind::Ellipsoid);
                if case.question == Question::Turn && is_custom {
                    return None; // it has no such function of support maps alone
                }
                // Custom shapes go by their support maps, without a dispatch.
                Some(match [bodies[0].kind, bodies[1].kind] {
                    [Kind::Ellipsoid, Kind::Ellipsoid] => Box::new(Mapped {
                        case,
                        poses,
                        a: ellipsoid(&bodies[0]),
                        b: ellipsoid(&bodies[1]),
                    }),
                    [Kind::Box, Kind::Ellipsoid] => Box::new(Mapped {
                        case,
                        poses,
                        a: cuboid(&bodies[0]),
                        b: ellipsoid(&bodies[1]),
                    }),
                    _ => {
                        let [a, b] = [shape(&bodies[0]), shape(&bodies[1])];
                        let made = Dispatched { case, poses, motions, a, b };
                        made.ask(0, &mut Answer::default()).ok()?;
                        Box::new(made)
                    }
                })
            }
        }
    }
}

/// Of turning casts.
fn motions(case: &Case) -> Vec<[NonlinearRigidMotion; 2]> {
    let of = |query: usize, body: usize, sweep: Vector| {
        let spin = Vector::from(case.spins[2 * query + body]);
        NonlinearRigidMotion::new(place(case.pair(query)[body]), Vector::ZERO, sweep, spin)
    };
    let queries = 0..case.spins.len() / 2;
    queries.map(|i| [of(i, 0, Vector::ZERO), of(i, 1, case.sweeps[i].into())]).collect()
}

fn ellipsoid(body: &Body) -> Ellipsoid {
    Ellipsoid(Vector::new(body.size[0], body.size[1], body.size[2]))
}

fn options() -> ShapeCastOptions {
    ShapeCastOptions {
        max_time_of_impact: 1.0,
        stop_at_penetration: true,
        ..ShapeCastOptions::default()
    }
}

/// Shapes behind `dyn Shape`, by the functions of `query`.
struct Dispatched<'a> {
    case: &'a Case,
    poses: Vec<[Place; 2]>,
    motions: Vec<[NonlinearRigidMotion; 2]>,
    a: Box<dyn Shape>,
    b: Box<dyn Shape>,
}

impl Dispatched<'_> {
    /// An error if it has no such question about such a pair.
    fn ask(&self, i: usize, answer: &mut Answer) -> Result<(), Unsupported> {
        let (a, b, [pa, pb]) = (&*self.a, &*self.b, &self.poses[i]);
        match self.case.question {
            Question::OnlyDistance => {
                answer.value = query::distance(pa, a, pb, b)?.distance;
                answer.hit = i32::from(answer.value == 0.0);
            }
            Question::Distance => {
                set_closest(answer, query::closest_points(pa, a, pb, b, f64::MAX)?);
            }
            Question::Depth => {
                if let Some(contact) = query::contact(pa, a, pb, b, 0.0)? {
                    set_depth(answer, contact.dist, contact.normal1);
                }
            }
            Question::Contacts => {
                let mut found: Vec<ContactManifold<(), ()>> = Vec::new();
                let pose = pa.inv_mul(pb);
                DefaultQueryDispatcher
                    .contact_manifolds(&pose, a, b, 0.0, &mut found, &mut None)?;
                let points = found.iter().flat_map(|manifold| &manifold.points);
                answer.count = points.filter(|point| point.dist <= 0.0).count() as i32;
                answer.hit = i32::from(answer.count > 0);
            }
            Question::Cast => {
                let sweep = Vector::from(self.case.sweeps[i]);
                let found = query::cast_shapes(pa, Vector::ZERO, a, pb, sweep, b, options())?;
                if let Some(hit) = found {
                    (answer.hit, answer.value) = (1, hit.time_of_impact);
                }
            }
            Question::Ray => {
                let ray = Ray::new(pb.translation, self.case.sweeps[i].into());
                if let Some(hit) = a.cast_ray_and_get_normal(pa, &ray, 1.0, false) {
                    (answer.hit, answer.value) = (1, hit.time_of_impact);
                    answer.normal = hit.normal.into();
                }
            }
            Question::Turn => {
                let [ma, mb] = &self.motions[i];
                let found = query::cast_shapes_nonlinear(ma, a, mb, b, 0.0, 1.0, true)?;
                if let Some(hit) = found {
                    (answer.hit, answer.value) = (1, hit.time_of_impact);
                }
            }
            _ => answer.hit = i32::from(query::intersection_test(pa, a, pb, b)?.intersecting),
        }
        Ok(())
    }
}

impl Session for Dispatched<'_> {
    fn run(&mut self, from: usize, to: usize, answers: &mut [Answer]) {
        for (i, answer) in (from..to).zip(answers) {
            self.ask(i, answer).expect("open tried it");
        }
    }
}

/// Its normal leads from the first body outwards; ours is how the first body is to be moved.
fn set_depth(answer: &mut Answer, distance: f64, normal1: Vector) {
    answer.hit = 1;
    answer.value = -distance;
    answer.normal = (-normal1).into();
}

fn set_closest(answer: &mut Answer, found: ClosestPoints) {
    match found {
        ClosestPoints::WithinMargin(a, b) => {
            answer.value = (a - b).length();
            (answer.a, answer.b) = (a.into(), b.into());
        }
        ClosestPoints::Intersecting => answer.hit = 1,
        ClosestPoints::Disjoint => {}
    }
}

/// Support maps, by the functions for these.
struct Mapped<'a, A, B> {
    case: &'a Case,
    poses: Vec<[Place; 2]>,
    a: A,
    b: B,
}

impl<A: SupportMap, B: SupportMap> Session for Mapped<'_, A, B> {
    fn run(&mut self, from: usize, to: usize, answers: &mut [Answer]) {
        let (a, b) = (&self.a, &self.b);
        for (i, answer) in (from..to).zip(answers) {
            let [pa, pb] = &self.poses[i];
            let pose = pa.inv_mul(pb);
            match self.case.question {
                Question::Distance => {
                    let found = closest_points_support_map_support_map(&pose, a, b, f64::MAX);
                    set_closest(answer, found.transform_by(pa, pb));
                }
                Question::Depth => {
                    if let Some(contact) = contact_support_map_support_map(&pose, a, b, 0.0) {
                        set_depth(answer, contact.dist, pa.rotation * contact.normal1);
                    }
                }
                Question::Cast => {
                    let sweep = pa.rotation.inverse() * Vector::from(self.case.sweeps[i]);
                    if let Some(hit) =
                        cast_shapes_support_map_support_map(&pose, sweep, a, b, options())
                    {
                        (answer.hit, answer.value) = (1, hit.time_of_impact);
                    }
                }
                _ => answer.hit = i32::from(intersection_test_support_map_support_map(&pose, a, b)),
            }
        }
    }
}

/// The points of a mesh that are nearest to points, by parry's own function for these.
pub struct Projections;

impl Peer for Projections {
    fn name(&self) -> String {
        Parry.name()
    }

    fn version(&self) -> String {
        Parry.version()
    }

    fn open<'a>(&'a self, case: &'a Case) -> Option<Box<dyn Session + 'a>> {
        let points = (0..case.queries).map(|i| Vector::from(case.pair(i)[1].origin)).collect();
        Some(Box::new(Projecting { mesh: mesh(&case.bodies[0]), points }))
    }
}

struct Projecting {
    mesh: TriMesh,
    points: Vec<Vector>,
}

impl Session for Projecting {
    fn run(&mut self, from: usize, to: usize, answers: &mut [Answer]) {
        for (&point, answer) in self.points[from..to].iter().zip(answers) {
            let nearest = self.mesh.project_local_point(point, false).point;
            answer.value = (nearest - point).length();
            (answer.a, answer.b) = (nearest.into(), point.into());
        }
    }
}

struct Building<'a> {
    body: &'a Body,
}

impl Session for Building<'_> {
    fn run(&mut self, from: usize, to: usize, _: &mut [Answer]) {
        for _ in from..to {
            std::hint::black_box(mesh(self.body));
        }
    }
}

struct Refitting {
    mesh: TriMesh,
    points: [Vec<Vector>; 2],
}

impl Session for Refitting {
    fn run(&mut self, from: usize, to: usize, _: &mut [Answer]) {
        for i in from..to {
            self.mesh.set_vertices(&self.points[i % 2]);
        }
    }
}

/// A tree over all objects, updated and optimised as rapier does.
struct Scene<'a> {
    case: &'a Case,
    shapes: Vec<ConvexPolyhedron>,
    poses: Vec<Place>,
    tree: Bvh,
    workspace: BvhWorkspace,
    pairs: Vec<(u32, u32)>,
}

impl<'a> Scene<'a> {
    fn new(case: &'a Case) -> Scene<'a> {
        let shapes: Vec<ConvexPolyhedron> = case.bodies.iter().map(hull).collect();
        let poses: Vec<Place> = case.poses.iter().map(place).collect();
        let first: Vec<Aabb> =
            (0..case.objects).map(|i| shapes[i % shapes.len()].aabb(&poses[i])).collect();
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &first);
        Scene { case, shapes, poses, tree, workspace: BvhWorkspace::default(), pairs: Vec::new() }
    }
}

impl Session for Scene<'_> {
    fn run(&mut self, from: usize, to: usize, answers: &mut [Answer]) {
        let objects = self.case.objects;
        for (frame, answer) in (from..to).zip(answers) {
            let poses = &self.poses[frame * objects..(frame + 1) * objects];
            for (i, pose) in poses.iter().enumerate() {
                let bounds = self.shapes[i % self.shapes.len()].aabb(pose);
                self.tree.insert_or_update_partially(bounds, i as u32, 0.0);
            }
            self.tree.refit(&mut self.workspace);
            self.tree.optimize_incremental(&mut self.workspace);
            self.pairs.clear();
            let pairs = &mut self.pairs;
            self.tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |i, j| {
                pairs.push((i, j))
            });
            if self.case.question == Question::SceneBroad {
                answer.count = self.pairs.len() as i32;
                continue;
            }
            let shape = |i: u32| &self.shapes[i as usize % self.shapes.len()];
            let hits = self.pairs.iter().filter(|&&(i, j)| {
                let pose = poses[i as usize].inv_mul(&poses[j as usize]);
                intersection_test_support_map_support_map(&pose, shape(i), shape(j))
            });
            answer.count = hits.count() as i32;
        }
    }
}
