//! Newton's method on the support function of two round bodies.
//!
//! The distance of two bodies, whether they overlap, their penetration depth and their first contact along a ray are the
//! least value of the support function of B - A over unit vectors, or over a plane of vectors. That function is the largest of
//! a few smooth ones: those of pairs of smooth patches of the surfaces. Each step here is one of sequential quadratic
//! programming on the patches that are known, with a Levenberg-Marquardt parameter as a safeguard; newton.md has the
//! mathematics and the sources.
//!
//! The method only proposes: every answer is proved by support points of the bodies, and where it leads to none, GJK and the
//! expanding polytope go on.

mod active;
mod cap;
mod cast;
mod depth;
mod disc;
mod distance;
mod intersection;
mod patches;
mod step;

pub use active::ActiveSet;
pub use cast::contact_near;
pub use depth::{LocalMinimum, local_minimum, stationary_points};
pub use distance::{ClosestPoints, Target, closest_points};
pub use intersection::{decide, deepest_points};

use crate::convex::gjk::Witness;
use crate::convex::pair::{Pair, VertexHints};
use crate::math::Vec3;
use crate::math::tolerance::NEWTON_STEPS;
use crate::math::vector::tangents;
use crate::shape::Any;

#[cfg(test)]
mod tests;

/// Steps are no longer than this tangent: a parabola is a poor approximation farther away.
const LONGEST_STEP: f64 = 0.5;

/// The vectors over which the support function is minimised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chart {
    /// Unit vectors: newton.md, (2).
    Sphere,
    /// Vectors with a dot product of one with a unit vector, and two tangents across that: newton.md, (3).
    Plane(Vec3, [Vec3; 2]),
}

impl Chart {
    fn tangents(&self, n: &Vec3) -> [Vec3; 2] {
        match self {
            Chart::Sphere => tangents(n),
            Chart::Plane(_, tangents) => *tangents,
        }
    }

    /// The vector along which the closest points of a minimum differ.
    fn axis(&self, n: &Vec3) -> Vec3 {
        match self {
            Chart::Sphere => *n,
            Chart::Plane(along, _) => *along,
        }
    }

    fn normalized(&self, v: &Vec3) -> Vec3 {
        match self {
            Chart::Sphere => v / v.norm(),
            Chart::Plane(along, _) => v / v.dot(along),
        }
    }
}

/// The state of an iteration.
struct Iterate<'a> {
    pair: &'a Pair<'a, Any<'a>, Any<'a>>,
    hints: &'a mut VertexHints,
    set: &'a mut ActiveSet,
    n: Vec3,
    tangents: [Vec3; 2],
    /// The place of the largest patch in the set, and its value.
    place: usize,
    value: f64,
    /// The points of the active patches, weighted by their multipliers, and the residual: it is zero at a minimum.
    witness: Witness,
    residual: f64,
    /// Whether the value is that of the bodies, and not of the known patches alone.
    is_exact: bool,
}

/// How an iteration goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Continue,
    /// Evaluates the bodies where only the known patches have been evaluated.
    Verify,
    /// The search ends, with or without an answer.
    Stop,
}

/// A query, which checks each iterate.
trait Criterion {
    /// Looks at an iterate.
    fn check(&mut self, iterate: &mut Iterate<'_>) -> Decision;

    /// Looks at an iterate that was accepted, with derivatives.
    fn check_derivatives(&mut self, _iterate: &mut Iterate<'_>) -> Decision {
        Decision::Continue
    }

    /// Whether to give up, from the value that is predicted after the step.
    fn is_hopeless(&self, _iterate: &Iterate<'_>, _predicted: f64) -> bool {
        false
    }

    /// The longest step.
    fn longest(&self, _n: &Vec3) -> f64 {
        LONGEST_STEP
    }
}

/// How a minimisation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The criterion stopped it.
    Stopped,
    /// At a non-smooth point of a patch.
    NonSmooth,
    /// Without a finite step.
    Singular,
    Capped,
}

/// Minimises the support function from a vector, until the criterion stops it.
#[inline(never)]
fn minimize(
    pair: &Pair<'_, Any<'_>, Any<'_>>,
    hints: &mut VertexHints,
    set: &mut ActiveSet,
    from: &Vec3,
    criterion: &mut dyn Criterion,
) -> End {
    let chart = *set.chart();
    let n = chart.normalized(from);
    let mut at = Iterate {
        pair,
        hints,
        witness: set.witness(),
        set,
        n,
        tangents: [Vec3::zeros(); 2],
        place: 0,
        value: f64::INFINITY,
        residual: f64::INFINITY,
        is_exact: true,
    };
    // Where the last step was made from, and the value there.
    let (mut base, mut base_value, mut base_residual) = (n, f64::INFINITY, f64::INFINITY);
    let mut is_new_active = false;
    for _ in 0..NEWTON_STEPS {
        at.evaluate();
        if at.set.active().is_empty() {
            at.set.activate(at.place);
        }
        at.witness = at.set.witness();
        at.residual = (at.witness.difference + chart.axis(&at.n) * at.value).norm();
        match criterion.check(&mut at) {
            Decision::Stop => return End::Stopped,
            Decision::Verify if !at.is_exact => {
                at.is_exact = true;
                continue;
            }
            _ => {}
        }
        let is_known = at.set.is_known(at.place);
        if is_known && at.value > base_value && at.residual > base_residual {
            // Another patch is larger there. Only once in a row: the step may drop it again.
            is_new_active = !is_new_active && at.set.has_room_for(at.place);
            if is_new_active {
                at.set.activate(at.place);
            } else {
                at.set.damp(at.place);
            }
            (at.n, at.is_exact, base_value) = (base, false, f64::INFINITY);
            continue;
        }
        if base_value < f64::INFINITY {
            at.set.reduce_damping(if at.residual < 0.1 * base_residual { 0.0 } else { 0.25 });
            is_new_active = false;
        }
        (base, base_value, base_residual) = (at.n, at.value, at.residual);
        at.tangents = chart.tangents(&at.n);
        if at.set.differentiate(at.place, &at.tangents).is_err() {
            return End::NonSmooth;
        }
        match criterion.check_derivatives(&mut at) {
            Decision::Stop => return End::Stopped,
            Decision::Verify if !at.is_exact => {
                (at.is_exact, base_value) = (true, f64::INFINITY);
                continue;
            }
            _ => {}
        }
        let is_active = at.set.is_active(at.place);
        at.set.activate(at.place);
        let longest = criterion.longest(&at.n);
        let Some(step) = at.set.step(longest) else {
            return End::Singular;
        };
        let first = &at.set.active()[0].jet;
        if is_known && criterion.is_hopeless(&at, first.value + first.gradient.dot(&step)) {
            return End::Stopped;
        }
        at.n = chart.normalized(&(at.n + at.tangents[0] * step.x + at.tangents[1] * step.y));
        // The known patches suffice, unless one was new or the step was cut.
        at.is_exact = !is_active || step.norm() > 0.99 * longest;
    }
    End::Capped
}

impl Iterate<'_> {
    fn evaluate(&mut self) {
        self.place = if self.is_exact {
            self.set.evaluate(self.pair, &self.n, self.hints)
        } else {
            self.set.evaluate_known(&self.n)
        };
        self.value = self.set.member(self.place).jet.value;
    }
}
