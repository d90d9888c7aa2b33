//! The methods that are compared on the pairs whose boxes overlap.

use super::super::counted::{Counted, Counter};
use super::film::{Film, OBJECTS};
use solid_geometry::convex::{Coherence, Pair, RelativePlacement, closest_points, intersect};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::Support;
use solid_papers::random::Random;
use solid_papers::separation::chung_wang::{Outcome, separating_axis};
use solid_papers::separation::{Planes, Workspace};

/// The default of dtSetTolerance.
const TOLERANCE: f64 = 1e-6;

/// The queries of a near pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Does it share a point? From the axis of the frame before (ISA-GJK), as the library asks.
    Remembered,
    /// Does it share a point? The same from the start.
    Fresh,
    /// By Chung and Wang's reflections, from the axis of the frame before.
    ChungWang,
    /// Its closest points, from the vertices of the frame before.
    Closest,
    /// A point that both share, by a linear program.
    CommonPoint,
    /// A plane between the two, by a linear program.
    PlaneBetween,
}

impl Method {
    pub const ALL: [Method; 6] = [
        Method::Remembered,
        Method::Fresh,
        Method::ChungWang,
        Method::Closest,
        Method::CommonPoint,
        Method::PlaneBetween,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Method::Remembered => "ISA-GJK",
            Method::Fresh => "from the start",
            Method::ChungWang => "Chung-Wang",
            Method::Closest => "closest points",
            Method::CommonPoint => "LP, common point",
            Method::PlaneBetween => "LP, plane between",
        }
    }

    /// Whether it asks support mappings.
    pub fn has_calls(self) -> bool {
        !matches!(self, Method::CommonPoint | Method::PlaneBetween)
    }
}

/// What is kept of a pair from frame to frame.
#[derive(Clone)]
struct Memory {
    coherence: Coherence,
    hints: [u32; 2],
    /// Chung and Wang's last axis.
    axis: Option<Vec3>,
    /// The last frame in which the pair was asked about.
    frame: usize,
}

/// Asks a method about all near pairs of a film.
pub struct Asker<'a> {
    film: &'a Film,
    planes: Planes,
    work: Workspace,
    /// The answers of the last round, in order.
    pub answers: Vec<bool>,
}

impl<'a> Asker<'a> {
    pub fn new(film: &'a Film) -> Asker<'a> {
        let planes = Planes::new(&film.points, &mut Random::new(84));
        Asker { film, planes, work: Workspace::default(), answers: Vec::new() }
    }

    /// All near pairs of all frames.
    pub fn ask(&mut self, method: Method) {
        let film = self.film;
        match method {
            Method::CommonPoint | Method::PlaneBetween => self.ask_program(method),
            _ => self.ask_supports(&film.hull, method),
        }
    }

    /// The same, and how often one body's support mapping was asked.
    pub fn count(&mut self, method: Method) -> u32 {
        let (film, counter) = (self.film, Counter::default());
        self.ask_supports(&Counted::new(&film.hull, &counter), method);
        counter.calls()
    }

    fn ask_program(&mut self, method: Method) {
        let Asker { film, planes, work, answers } = self;
        answers.clear();
        for (placements, near) in film.frames.iter().zip(&film.near) {
            for &[i, j] in near {
                let (p, q) = (&placements[i], &placements[j]);
                answers.push(match method {
                    Method::CommonPoint => planes.common_point(p, planes, q, work).is_some(),
                    _ => planes.plane_between(p, planes, q, work).is_none(),
                });
            }
        }
    }

    fn ask_supports<A: Support>(&mut self, a: &A, method: Method) {
        let fresh = Memory {
            coherence: Coherence::default(),
            hints: [0; 2],
            axis: None,
            frame: usize::MAX,
        };
        let mut memory = vec![fresh.clone(); OBJECTS * OBJECTS];
        let Asker { film, answers, .. } = self;
        answers.clear();
        for (frame, (placements, near)) in film.frames.iter().zip(&film.near).enumerate() {
            for &[i, j] in near {
                let memory = &mut memory[i * OBJECTS + j];
                // As the library: forgotten once the boxes were apart.
                if method == Method::Fresh || memory.frame.wrapping_add(1) != frame {
                    *memory = fresh.clone();
                }
                memory.frame = frame;
                let poses = [&placements[i], &placements[j]];
                answers.push(answer(a, &film.hull, poses, method, memory));
            }
        }
    }
}

fn answer<A: Support, B: Support>(
    a: &A,
    b: &B,
    [p, q]: [&Placement; 2],
    method: Method,
    memory: &mut Memory,
) -> bool {
    let relation = RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q)
        .expect("placements in range");
    match method {
        Method::Closest => {
            let witness = closest_points(a, b, &relation, TOLERANCE, &mut memory.hints);
            witness.difference == Vec3::zeros()
        }
        Method::ChungWang => {
            let pair = Pair::new(a, b, &relation);
            let start = memory.axis.unwrap_or_else(|| pair.initial_direction());
            let difference = |v: &Vec3| pair.support_against(v, &mut memory.hints).difference();
            let (outcome, _) = separating_axis(start, difference);
            match outcome {
                Outcome::Apart(axis) => memory.axis = Some(axis),
                Outcome::Intersecting => {}
                Outcome::Capped => panic!("Chung and Wang's iterations were used up"),
            }
            outcome == Outcome::Intersecting
        }
        _ => intersect(a, b, &relation, &mut memory.coherence),
    }
}
