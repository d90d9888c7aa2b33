//! This library at the level of its Rust modules, as its peers are asked: placements are made outside the timer.

use super::case::{Answer, Body, Case, Kind, Peer, Pose, Question, Session};
use solid_geometry::Motion;
use solid_geometry::convex::cast::cast;
use solid_geometry::convex::epa::Workspace;
use solid_geometry::convex::turning::{MovingPair, first_contact};
use solid_geometry::convex::{
    Coherence, RelativePlacement, closest_points, overlap, penetration_depth,
};
use solid_geometry::math::{Mat3, Placement, Vec3};
use solid_geometry::mesh::{Builder, LeafTest, PolytopeKind, PolytopeSoup, first_pair};
use solid_geometry::shape::{Polytope, Primitive, Support};

/// The library under test.
pub struct Solid {
    name: &'static str,
    /// The relative error that is asked for.
    tolerance: f64,
    /// Whether it answers but what depends on the tolerance.
    only_lengths: bool,
}

impl Solid {
    /// With the default of dtSetTolerance.
    pub const USUAL: Solid = Solid { name: "solid", tolerance: 1e-6, only_lengths: false };
    /// As exact as can be asked for.
    pub const TIGHT: Solid = Solid { name: "solid-tight", tolerance: 1e-13, only_lengths: true };
}

pub fn place(pose: &Pose) -> Placement {
    let r = &pose.rotation;
    let basis =
        Mat3::new(r[0][0], r[0][1], r[0][2], r[1][0], r[1][1], r[1][2], r[2][0], r[2][1], r[2][2]);
    Placement { basis, origin: Vec3::from(pose.origin) }
}

fn primitive(body: &Body) -> Option<Primitive> {
    let [x, y, z, w] = body.size;
    match body.kind {
        Kind::Box => Some(Primitive::Box(Vec3::new(x, y, z))),
        Kind::Ellipsoid => Some(Primitive::Ellipsoid(Vec3::new(x, y, z))),
        Kind::RoundBox => Some(Primitive::Round { half: Vec3::new(x, y, z), radius: w }),
        Kind::Cone => Some(Primitive::Cone { radius: x, half_height: y / 2.0 }),
        _ => None,
    }
}

pub fn points(of: &[[f64; 3]]) -> Vec<Vec3> {
    of.iter().map(|p| Vec3::from(*p)).collect()
}

fn soup(points: &[Vec3], triangles: &[[u32; 3]]) -> PolytopeSoup {
    let mut builder = Builder::new();
    for triangle in triangles {
        builder.vertex_indices(PolytopeKind::Simplex, triangle);
    }
    builder.finish(Some(&|i: u32| points[i as usize])).0
}

/// Of turning casts.
fn motions(case: &Case) -> Vec<[Motion; 2]> {
    let of = |query: usize, body: usize, sweep: &Vec3| {
        let (start, spin) = (case.pair(query)[body], Vec3::from(case.spins[2 * query + body]));
        Motion::turning(&place(start), sweep, &spin).expect("it is finite")
    };
    let queries = 0..case.spins.len() / 2;
    queries.map(|i| [of(i, 0, &Vec3::zeros()), of(i, 1, &case.sweeps[i].into())]).collect()
}

impl Peer for Solid {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn version(&self) -> String {
        "this library".to_owned()
    }

    fn open<'a>(&'a self, case: &'a Case) -> Option<Box<dyn Session + 'a>> {
        let bodies = &case.bodies;
        let poses = || -> Vec<[Placement; 2]> {
            (0..case.queries).map(|i| case.pair(i).map(place)).collect()
        };
        if self.only_lengths
            && !matches!(
                case.question,
                Question::Distance | Question::Depth | Question::Cast | Question::Turn
            )
        {
            return None;
        }
        let (tolerance, work) = (self.tolerance, Workspace::default());
        match case.question {
            Question::Build => Some(Box::new(Building {
                points: points(&bodies[0].points),
                triangles: &bodies[0].triangles,
            })),
            Question::Refit => {
                let arrays = [points(&bodies[0].points), points(&bodies[0].other_points)];
                Some(Box::new(Refitting { soup: soup(&arrays[0], &bodies[0].triangles), arrays }))
            }
            Question::FirstContact | Question::AllContacts => {
                let make = |body: &Body| soup(&points(&body.points), &body.triangles);
                let soups = [make(&bodies[0]), make(&bodies[1])];
                Some(Box::new(Meshes { question: case.question, soups, poses: poses() }))
            }
            Question::Intersect
            | Question::Distance
            | Question::Depth
            | Question::Cast
            | Question::Turn => {
                let (poses, motions) = (poses(), motions(case));
                Some(match (primitive(&bodies[0]), primitive(&bodies[1])) {
                    (Some(a), Some(b)) => {
                        Box::new(Convex { case, a, b, poses, motions, tolerance, work })
                    }
                    _ => {
                        let [a, b] =
                            [0, 1].map(|i: usize| Polytope::new(&points(&bodies[i].points)));
                        Box::new(Convex { case, a, b, poses, motions, tolerance, work })
                    }
                })
            }
            _ => None,
        }
    }
}

/// Two convex bodies, by the functions of `solid_geometry::convex`.
struct Convex<'a, A, B> {
    case: &'a Case,
    a: A,
    b: B,
    poses: Vec<[Placement; 2]>,
    motions: Vec<[Motion; 2]>,
    /// Relative; of turning casts a distance, as bodies are about one in size.
    tolerance: f64,
    work: Workspace,
}

impl<A: Support, B: Support> Convex<'_, A, B> {
    fn distance(
        &self,
        [pa, pb]: &[Placement; 2],
        relation: &RelativePlacement,
        answer: &mut Answer,
    ) {
        let witness = closest_points(&self.a, &self.b, relation, self.tolerance, &mut [0; 2]);
        answer.a = pa.apply(&witness.local_a).into();
        answer.b = pb.apply(&witness.local_b).into();
        answer.value = witness.difference.norm();
        answer.hit = i32::from(answer.value == 0.0);
    }

    fn cast(&self, sweep: &[f64; 3], relation: &RelativePlacement, answer: &mut Answer) {
        let motion = Vec3::from(*sweep);
        if let Some(found) =
            cast(&self.a, &self.b, relation, &motion, 1.0, self.tolerance, &mut [0; 2])
        {
            answer.hit = 1;
            answer.value = found.time;
            answer.normal = found.normal.into();
        }
    }

    fn turning_cast(&self, motions: &[Motion; 2], answer: &mut Answer) {
        let extents = [self.a.absolute_extents(), self.b.absolute_extents()];
        let Some(pair) = MovingPair::new(motions, &extents) else { return };
        let (a, b) = (&self.a, &self.b);
        let found = first_contact(a, b, &pair, 0.0..1.0, self.tolerance, &mut [0; 2]);
        if let Ok(Some(found)) = found {
            answer.hit = 1;
            answer.value = found.time;
            answer.normal = found.normal.into();
        }
    }

    fn depth(&self, relation: &RelativePlacement, work: &mut Workspace, answer: &mut Answer) {
        if let Some(found) = penetration_depth(&self.a, &self.b, relation, self.tolerance, work) {
            answer.hit = 1;
            answer.value = found.depth;
            answer.normal = found.normal.into();
        }
    }
}

impl<A: Support, B: Support> Session for Convex<'_, A, B> {
    fn run(&mut self, from: usize, to: usize, answers: &mut [Answer]) {
        let (a, b) = (&self.a, &self.b);
        let mut kept = Coherence::default();
        let mut work = std::mem::take(&mut self.work);
        for (i, answer) in (from..to).zip(answers) {
            let poses = &self.poses[i];
            if self.case.question == Question::Intersect {
                if !self.case.coherent {
                    kept = Coherence::default();
                }
                answer.hit = i32::from(overlap(a, &poses[0], b, &poses[1], &mut kept));
                continue;
            }
            if self.case.question == Question::Turn {
                self.turning_cast(&self.motions[i], answer);
                continue;
            }
            let Some(relation) = RelativePlacement::new(
                &a.absolute_extents(),
                &poses[0],
                &b.absolute_extents(),
                &poses[1],
            ) else {
                continue;
            };
            match self.case.question {
                Question::Distance => self.distance(poses, &relation, answer),
                Question::Cast => self.cast(&self.case.sweeps[i], &relation, answer),
                _ => self.depth(&relation, &mut work, answer),
            }
        }
        self.work = work;
    }
}

struct Meshes {
    question: Question,
    soups: [PolytopeSoup; 2],
    poses: Vec<[Placement; 2]>,
}

impl Session for Meshes {
    fn run(&mut self, from: usize, to: usize, answers: &mut [Answer]) {
        let [a, b] = &self.soups;
        for ([pa, pb], answer) in self.poses[from..to].iter().zip(answers) {
            let Some(relation) =
                RelativePlacement::new(&a.absolute_extents(), pa, &b.absolute_extents(), pb)
            else {
                continue;
            };
            let mut leaf_test = LeafTest::new(a, b, &relation);
            let mut coherence = Coherence::default();
            let first_only = self.question == Question::FirstContact;
            let found = first_pair(a, pa, b, pb, |i, j| {
                let meet = leaf_test.intersects(i, j, &mut coherence);
                answer.count += i32::from(meet);
                meet && first_only
            });
            answer.hit = i32::from(found.is_some() || answer.count > 0);
        }
    }
}

struct Building<'a> {
    points: Vec<Vec3>,
    triangles: &'a [[u32; 3]],
}

impl Session for Building<'_> {
    fn run(&mut self, from: usize, to: usize, _: &mut [Answer]) {
        for _ in from..to {
            std::hint::black_box(soup(&self.points, self.triangles));
        }
    }
}

struct Refitting {
    soup: PolytopeSoup,
    arrays: [Vec<Vec3>; 2],
}

impl Session for Refitting {
    fn run(&mut self, from: usize, to: usize, _: &mut [Answer]) {
        for i in from..to {
            let array = &self.arrays[i % 2];
            self.soup.change_vertices(&|k: u32| array[k as usize]);
            // All of the tree, as the peers do, and not what a query would ask for alone.
            std::hint::black_box(self.soup.tree());
        }
    }
}
