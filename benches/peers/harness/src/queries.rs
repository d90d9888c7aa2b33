//! This library by the functions of `solid_geometry::query`, which programs call: shapes of any kind, nothing remembered
//! between two queries. Placements are made outside the timer, as for parry.

use super::case::{Answer, Body, Case, Kind, Peer, Question, Session};
use super::solid::{place, points};
use solid_geometry::query::{self, Contact};
use solid_geometry::{Placement, Shape, Vec3};

/// The library under test.
pub struct Queries;

pub fn shape(body: &Body) -> Shape {
    let [x, y, z, w] = body.size;
    let made = match body.kind {
        Kind::Box => Shape::cuboid([2.0 * x, 2.0 * y, 2.0 * z]),
        Kind::Ellipsoid => Shape::ellipsoid([x, y, z]),
        Kind::RoundBox => Shape::round_box([2.0 * x, 2.0 * y, 2.0 * z], w),
        Kind::Cone => Shape::cone(x, y),
        Kind::Hull | Kind::Triangle => Shape::polytope(&points(&body.points)),
        Kind::Mesh => Shape::mesh(&points(&body.points), &body.triangles),
        Kind::Sphere => Shape::sphere(x),
        Kind::Capsule => Shape::capsule(x, y),
        Kind::Cylinder => Shape::cylinder(x, y),
        Kind::Segment => Shape::segment(body.points[0], body.points[1]),
        Kind::Point => Shape::point([0.0; 3]),
    };
    made.expect("a shape of finite size")
}

/// Where two bodies touch.
pub struct Touching([Shape; 2]);

impl Touching {
    pub fn new(bodies: &[Body; 2]) -> Touching {
        Touching([0, 1].map(|i| shape(&bodies[i])))
    }

    /// How far the second body is from the first one, at the origin, when it touches that one on its way there from a
    /// direction. `None` if it passes by.
    pub fn distance(&self, turned: &Placement, direction: [f64; 3]) -> Option<f64> {
        const FAR: f64 = 8.0;
        let [a, b] = &self.0;
        let start = Placement { origin: Vec3::from(direction.map(|x| FAR * x)), ..*turned };
        let way = Vec3::from(direction.map(|x| -FAR * x));
        let hit = query::cast(a, &Placement::IDENTITY, Vec3::zeros(), b, &start, way)?;
        Some(FAR * (1.0 - hit.time))
    }
}

impl Peer for Queries {
    fn name(&self) -> String {
        "solid".to_owned()
    }

    fn version(&self) -> String {
        "this library".to_owned()
    }

    fn open<'a>(&'a self, case: &'a Case) -> Option<Box<dyn Session + 'a>> {
        let poses = (0..case.queries).map(|i| case.pair(i).map(place)).collect();
        Some(Box::new(Asking { case, shapes: [0, 1].map(|i| shape(&case.bodies[i])), poses }))
    }
}

struct Asking<'a> {
    case: &'a Case,
    shapes: [Shape; 2],
    poses: Vec<[Placement; 2]>,
}

fn set_depth(answer: &mut Answer, found: &Contact) {
    answer.hit = 1;
    answer.value = found.depth;
    answer.normal = found.normal.into();
}

impl Session for Asking<'_> {
    fn run(&mut self, from: usize, to: usize, answers: &mut [Answer]) {
        let [a, b] = &self.shapes;
        for (i, answer) in (from..to).zip(answers) {
            let [pa, pb] = &self.poses[i];
            match self.case.question {
                Question::Intersect => answer.hit = i32::from(query::intersects(a, pa, b, pb)),
                Question::OnlyDistance => {
                    if let Some(distance) = query::distance(a, pa, b, pb) {
                        answer.hit = i32::from(distance == 0.0);
                        answer.value = distance;
                    }
                }
                Question::Distance => {
                    if let Some(found) = query::closest_points(a, pa, b, pb) {
                        answer.hit = i32::from(found.distance == 0.0);
                        answer.value = found.distance;
                        let [a, b] = found.points;
                        (answer.a, answer.b) = (a.into(), b.into());
                    }
                }
                Question::Depth => {
                    if let Some(found) = query::penetration(a, pa, b, pb) {
                        set_depth(answer, &found);
                    }
                }
                Question::Contacts => {
                    let found = query::contacts(a, pa, b, pb);
                    answer.count = found.len() as i32;
                    answer.hit = i32::from(!found.is_empty());
                }
                Question::Cast => {
                    let sweep = Vec3::from(self.case.sweeps[i]);
                    if let Some(found) = query::cast(a, pa, Vec3::zeros(), b, pb, sweep) {
                        (answer.hit, answer.value) = (1, found.time);
                    }
                }
                Question::Ray => {
                    let to = pb.origin + Vec3::from(self.case.sweeps[i]);
                    if let Some(found) = query::ray(a, pa, pb.origin, to) {
                        (answer.hit, answer.value) = (1, found.time);
                        answer.normal = found.normal.into();
                    }
                }
                _ => unreachable!("not asked of pairs of the matrix"),
            }
        }
    }
}
