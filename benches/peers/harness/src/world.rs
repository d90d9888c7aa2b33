//! Questions about a whole world (W12): what a body overlaps, what is nearest to it, what it or a ray meets on its way. This library by
//! [`solid::space::Queries`], beside parry's tree of boxes with its queries of pairs at the leaves, which is what rapier's query pipeline
//! does, both in double precision, and Jolt's query in single precision. Answers are held to a look at all objects with parry's queries.

use super::case::{Answer, Body, Case, Kind, Peer, Pose, Question, Session};
use super::measure::{Faults, Plan, measure};
use super::parry::{place as place_in_parry, shape as shape_of_parry};
use super::random::{Random, random_pose};
use super::solid::place;
use super::workloads::{NS, Setting, case};
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::{Pose as Place, Vector};
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhNode};
use parry3d_f64::query::{Ray, ShapeCastOptions, cast_shapes, distance, intersection_test};
use parry3d_f64::shape::Shape;
use solid::space::{QueryFilter, ShapeId, Space};
use solid_geometry::Vec3;

/// Objects are as dense as this: a cube of that volume for each.
const ROOM: f64 = 20.0;
/// How far a body flies that is cast.
const FLIGHT: f64 = 10.0;

/// A world of boxes and capsules about one in size, and the poses of a box that asks, with ways that go as far as `reach`, or across the
/// whole world.
fn world(
    name: &str,
    question: Question,
    objects: usize,
    queries: usize,
    reach: Option<f64>,
) -> Case {
    let mut random = Random::new(59);
    let edge = (objects as f64 * ROOM).cbrt();
    let bodies = vec![
        Body::solid(Kind::Box, [0.5, 0.5, 0.5, 0.0]),
        Body::solid(Kind::Capsule, [0.5, 1.0, 0.0, 0.0]),
    ];
    let poses = (0..objects + queries).map(|_| random_pose(&mut random, edge)).collect();
    let mut made = case(&format!("{name}-{objects}"), question, bodies, poses);
    (made.objects, made.queries) = (objects, queries);
    made.sweeps = (0..queries)
        .map(|i| match reach {
            Some(reach) => random.on_sphere().map(|x| x * reach),
            None => {
                let (to, from) = (random.point(0.5 * edge), made.poses[objects + i].origin);
                std::array::from_fn(|k| to[k] - from[k])
            }
        })
        .collect();
    made
}

fn asker(case: &Case, query: usize) -> &Pose {
    &case.poses[case.objects + query]
}

/// This library.
struct Ours;

struct OurSession<'a> {
    case: &'a Case,
    space: Space,
    asker: ShapeId,
}

impl Peer for Ours {
    fn name(&self) -> String {
        "solid".to_owned()
    }

    fn version(&self) -> String {
        "this library".to_owned()
    }

    fn open<'a>(&'a self, case: &'a Case) -> Option<Box<dyn Session + 'a>> {
        let mut space = Space::new();
        let shapes: Vec<ShapeId> =
            case.bodies.iter().map(|body| space.define(super::queries::shape(body))).collect();
        for (i, pose) in case.poses[..case.objects].iter().enumerate() {
            let object = space.create_object(shapes[i % 2]).expect("there is room");
            space.place(object, place(pose)).expect("a finite placement");
        }
        Some(Box::new(OurSession { case, space, asker: shapes[0] }))
    }
}

impl Session for OurSession<'_> {
    fn run(&mut self, from: usize, to: usize, answers: &mut [Answer]) {
        let (all, first) =
            (QueryFilter::default(), QueryFilter { most: 1, ..QueryFilter::default() });
        let mut queries = self.space.queries();
        for (i, answer) in (from..to).zip(answers) {
            let (pose, way) = (asker(self.case, i), Vec3::from(self.case.sweeps[i]));
            let at = place(pose);
            let wanted = "finite numbers";
            let found = match self.case.question {
                Question::Intersect => {
                    let found = queries.overlaps(self.asker, Some(&at), &all).expect(wanted);
                    (!found.is_empty()).then_some(found.len() as f64)
                }
                Question::Distance => {
                    let found = queries.closest(self.asker, Some(&at), &first).expect(wanted);
                    found.first().map(|hit| hit.found.distance)
                }
                Question::Cast => {
                    let found = queries.cast(self.asker, Some(&at), way, Vec3::zeros(), &first);
                    found.expect(wanted).first().map(|hit| hit.contact.time)
                }
                _ => {
                    let from = Vec3::from(pose.origin);
                    let found = queries.ray(from, from + way, &first).expect(wanted);
                    found.first().map(|hit| hit.contact.time)
                }
            };
            (answer.hit, answer.value) = (i32::from(found.is_some()), found.unwrap_or(0.0));
        }
    }
}

/// parry.
struct Theirs;

struct TheirWorld<'a> {
    case: &'a Case,
    shapes: Vec<Box<dyn Shape>>,
    places: Vec<Place>,
    tree: Bvh,
}

impl Peer for Theirs {
    fn name(&self) -> String {
        "parry".to_owned()
    }

    fn version(&self) -> String {
        "0.31 (parry3d-f64)".to_owned()
    }

    fn open<'a>(&'a self, case: &'a Case) -> Option<Box<dyn Session + 'a>> {
        Some(Box::new(TheirWorld::new(case)))
    }
}

fn options() -> ShapeCastOptions {
    ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() }
}

impl<'a> TheirWorld<'a> {
    fn new(case: &'a Case) -> TheirWorld<'a> {
        let shapes: Vec<Box<dyn Shape>> = case.bodies.iter().map(shape_of_parry).collect();
        let places: Vec<Place> = case.poses.iter().map(place_in_parry).collect();
        let boxes: Vec<Aabb> =
            (0..case.objects).map(|i| shapes[i % 2].compute_aabb(&places[i])).collect();
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
        TheirWorld { case, shapes, places, tree }
    }

    fn shape(&self, object: usize) -> &dyn Shape {
        &*self.shapes[object % 2]
    }

    fn overlaps(&self, query: usize, object: usize) -> bool {
        let at = &self.places[self.case.objects + query];
        intersection_test(at, self.shape(0), &self.places[object], self.shape(object))
            .expect("it knows both")
            .intersecting
    }

    fn distance(&self, query: usize, object: usize) -> f64 {
        let at = &self.places[self.case.objects + query];
        distance(at, self.shape(0), &self.places[object], self.shape(object))
            .expect("it knows both")
            .distance
    }

    fn ray(&self, query: usize) -> Ray {
        let from = asker(self.case, query).origin;
        Ray::new(Vector::from(from), Vector::from(self.case.sweeps[query]))
    }

    fn entered(&self, ray: &Ray, object: usize, limit: f64) -> Option<f64> {
        self.shape(object).cast_ray(&self.places[object], ray, limit, true)
    }

    fn met(&self, query: usize, object: usize, limit: f64) -> Option<f64> {
        let (at, way) = (&self.places[self.case.objects + query], self.ray(query).dir);
        let options = ShapeCastOptions { max_time_of_impact: limit, ..options() };
        let (zero, place) = (Vector::ZERO, &self.places[object]);
        cast_shapes(at, way, self.shape(0), place, zero, self.shape(object), options)
            .expect("it knows both")
            .map(|hit| hit.time_of_impact)
    }

    /// Looks at all objects.
    fn known(&self, query: usize) -> Option<f64> {
        let all = 0..self.case.objects;
        let least = |times: &mut dyn Iterator<Item = f64>| times.min_by(f64::total_cmp);
        match self.case.question {
            Question::Intersect => {
                let count = all.filter(|&object| self.overlaps(query, object)).count();
                (count > 0).then_some(count as f64)
            }
            Question::Distance => least(&mut all.map(|object| self.distance(query, object))),
            Question::Cast => least(&mut all.filter_map(|object| self.met(query, object, 1.0))),
            _ => {
                let ray = self.ray(query);
                least(&mut all.filter_map(|object| self.entered(&ray, object, 1.0)))
            }
        }
    }

    fn found(&self, query: usize) -> Option<f64> {
        let own = self.shape(0).compute_aabb(&self.places[self.case.objects + query]);
        match self.case.question {
            Question::Intersect => {
                let near = self.tree.intersect_aabb(&own);
                let count = near.filter(|&object| self.overlaps(query, object as usize)).count();
                (count > 0).then_some(count as f64)
            }
            Question::Distance => {
                let gap = |node: &BvhNode, _: f64| {
                    let apart = (node.mins() - own.maxs).max(own.mins - node.maxs());
                    apart.max(Vector::ZERO).length()
                };
                let of = |object: u32, _: f64| Some(self.distance(query, object as usize));
                self.tree.find_best(f64::MAX, gap, of).map(|(_, distance)| distance)
            }
            Question::Cast => {
                let (ray, half) = (self.ray(query), own.half_extents());
                let ray = Ray::new(own.center(), ray.dir);
                let entry = |node: &BvhNode, limit: f64| {
                    let widened = Aabb::new(node.mins() - half, node.maxs() + half);
                    BvhNode::leaf(widened, 0).cast_ray(&ray, limit)
                };
                let of = |object: u32, limit: f64| self.met(query, object as usize, limit);
                self.tree.find_best(1.0, entry, of).map(|(_, time)| time)
            }
            _ => {
                let ray = self.ray(query);
                let of = |object: u32, limit: f64| self.entered(&ray, object as usize, limit);
                self.tree.cast_ray(&ray, 1.0, of).map(|(_, time)| time)
            }
        }
    }
}

impl Session for TheirWorld<'_> {
    fn run(&mut self, from: usize, to: usize, answers: &mut [Answer]) {
        for (i, answer) in (from..to).zip(answers) {
            let found = self.found(i);
            (answer.hit, answer.value) = (i32::from(found.is_some()), found.unwrap_or(0.0));
        }
    }
}

/// Times and distances may be off by this part, and so much at least.
const ALLOWED: f64 = 1e-4;

fn judge(case: &Case, answers: &[Vec<Answer>], asked: usize, judged: usize) -> Vec<Faults> {
    let world = TheirWorld::new(case);
    let known: Vec<Option<f64>> = (0..asked.min(judged)).map(|i| world.known(i)).collect();
    let of_peer = |answers: &Vec<Answer>| {
        let (mut wrong, mut largest) = (0, 0.0_f64);
        for (known, answer) in known.iter().zip(answers) {
            let found = (answer.hit != 0).then_some(answer.value);
            let error = match (known, found) {
                (Some(x), Some(y)) => (x - y).abs() / x.abs().max(1.0),
                (None, None) => 0.0,
                _ => f64::INFINITY,
            };
            if error > ALLOWED {
                wrong += 1;
            } else {
                largest = largest.max(error);
            }
        }
        Faults { errors: Some(wrong), largest: Some(largest) }
    };
    answers.iter().map(of_peer).collect()
}

pub fn questions(setting: &Setting) {
    let mut peers: Vec<Box<dyn Peer + '_>> = vec![Box::new(Ours), Box::new(Theirs)];
    peers.extend(
        setting
            .peers
            .iter()
            .filter(|peer| peer.name() == "jolt")
            .map(|peer| Box::new(&**peer) as _),
    );
    for objects in [1000, 10_000, 100_000] {
        let plan = Plan {
            chunk: setting.either(1000, 400),
            rounds: setting.either(15, 5),
            unit: NS,
            ..Plan::default()
        };
        let queries = plan.chunk * setting.either(4, 1);
        // A look at all objects.
        let judged = setting.either(20_000_000, 2_000_000) / objects / 10;
        for (name, question, reach) in [
            ("overlap", Question::Intersect, Some(1.0)),
            ("closest", Question::Distance, Some(1.0)),
            ("cast", Question::Cast, Some(FLIGHT)),
            ("ray-short", Question::Ray, Some(FLIGHT)),
            ("ray-across", Question::Ray, None),
        ] {
            let made = world(name, question, objects, queries, reach);
            measure("W12", &made, &peers, &plan, |answers, asked| {
                judge(&made, answers, asked, judged)
            });
        }
    }
}
