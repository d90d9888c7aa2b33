//! The first contact of two bodies of which one is translated.

use std::ops::ControlFlow;

use super::parts::{Bodies, PartIndices, PartVisitor, visit_by_bounds};
use crate::bvh::CenteredBox;
use crate::convex::distance::distance;
use crate::convex::gjk::Witness;
use crate::convex::pair::{Hints, Pair, Relation};
use crate::math::tolerance::{BOX_ROUNDING, CLEAR_MARGIN};
use crate::math::vector::abs;
use crate::math::{Placement, Vec3};
use crate::shape::Support;

/// The first contact of two bodies on their way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// When: zero if the bodies share a point from the start.
    pub time: f64,
    /// A point of each body, in its local coordinates, which meet then; in the order of the question.
    pub locals: [Vec3; 2],
    /// The normal there, a unit vector along world axes from the second body to the first; zero if the bodies share a
    /// point from the start.
    pub normal: Vec3,
}

/// Steps to a contact. Each solves for a plane that separates the bodies, as Newton's method does: a few are enough, but
/// where a ball is grazed every step halves what is left.
const STEPS: usize = 64;

/// Relative error of the distances on the way.
const WAY_TOLERANCE: f64 = 1e-6;

/// The first contact of two bodies, of which the second is moved by `motion` from time 0 to time 1; `None` if there is
/// none. Touching is contact.
pub fn first_contact(bodies: &Bodies<'_>, motion: &Vec3) -> Option<Contact> {
    // Of the body B, in the relation's units.
    let unit = bodies.relation.to_relation_units(1.0);
    let motion = bodies.directed(*motion);
    let mut first = First { placements: bodies.placements, motion, limit: 1.0, found: None };
    let moved = motion * unit;
    let _ = visit_by_bounds(bodies, &mut first, |axes| {
        let motion = axes * moved;
        move |differences: &CenteredBox| entry(differences, &motion)
    });
    let Approach { time, witness, normal } = first.found?;
    Some(Contact {
        time,
        locals: bodies.in_order(witness.local_a, witness.local_b),
        normal: bodies.directed(normal),
    })
}

/// No parts whose differences are in a box meet before this time.
fn entry(differences: &CenteredBox, motion: &Vec3) -> f64 {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    let half = differences.half + (differences.half + abs(&differences.center) + abs(motion)) * BOX_ROUNDING;
    for axis in 0..3 {
        let (center, half, rate) = (differences.center[axis], half[axis], motion[axis]);
        if rate == 0.0 {
            if center.abs() > half {
                return f64::INFINITY;
            }
            continue;
        }
        let times = [(center - half) / rate, (center + half) / rate];
        first = first.max(times[0].min(times[1]));
        last = last.min(times[0].max(times[1]));
    }
    if first <= last * (1.0 + BOX_ROUNDING) + f64::MIN_POSITIVE {
        first * (1.0 - BOX_ROUNDING)
    } else {
        f64::INFINITY
    }
}

struct Approach {
    time: f64,
    witness: Witness,
    normal: Vec3,
}

/// The first contact of parts so far.
struct First<'a> {
    placements: [&'a Placement; 2],
    /// Of B, in world units.
    motion: Vec3,
    limit: f64,
    found: Option<Approach>,
}

impl PartVisitor for First<'_> {
    fn visit<A: Support, B: Support>(
        &mut self,
        a: &A,
        b: &B,
        _: PartIndices,
        _: &Relation,
    ) -> ControlFlow<()> {
        if let Some(found) = self.approach(a, b) {
            self.limit = found.time;
            self.found = Some(found);
        }
        if self.limit == 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn limit(&self) -> f64 {
        self.limit
    }
}

impl First<'_> {
    /// From plane to plane that separates two convex parts: none of them can meet before.
    fn approach<A: Support, B: Support>(&self, a: &A, b: &B) -> Option<Approach> {
        let (mut time, mut normal) = (0.0, Vec3::zeros());
        let mut hints: Hints = [0; 2];
        let mut last = None;
        for _ in 0..STEPS {
            let there =
                Placement { origin: self.placements[1].origin + self.motion * time, ..*self.placements[1] };
            let relation = Relation::new(&a.reach(), self.placements[0], &b.reach(), &there)?;
            let found = distance(a, b, &relation, WAY_TOLERANCE, &mut hints);
            let witness = found.witness;
            if found.upper == 0.0 {
                return Some(Approach { time, witness, normal });
            }
            let direction = witness.difference / witness.difference.norm();
            let gap = direction.dot(&Pair::new(a, b, &relation).difference_against(&direction, &mut hints));
            let rate = direction.dot(&self.motion) * relation.to_relation_units(1.0);
            // The plane stays between them.
            if gap > 0.0 && rate <= 0.0 {
                return None;
            }
            normal = direction;
            let (then, rounding) = (time + gap / rate, CLEAR_MARGIN * relation.rounding());
            if gap <= rounding || then == time {
                return Some(Approach { time, witness, normal });
            }
            if then > self.limit {
                return None;
            }
            time = then;
            last = Some(Approach { time, witness, normal });
        }
        last
    }
}
