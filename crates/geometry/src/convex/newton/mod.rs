//! Newton's method on the support function of two round bodies.
//!
//! Distance, overlap, penetration depth and the first contact along a ray are minima of the support function of B - A, over
//! unit vectors or over a plane of vectors. This function is the maximum of a few smooth functions, one for each pair of
//! smooth patches of the surfaces. Each step is one of sequential quadratic programming over the known patch pairs, with a
//! Levenberg-Marquardt parameter; `newton.md` has the mathematics and the sources.
//!
//! Every result is proved by support points of the bodies. If the method does not converge, GJK or the expanding polytope
//! algorithm continues.

mod active;
mod cap;
mod cast;
mod depth;
mod disc;
mod distance;
mod intersection;
mod patches;
mod step;

pub(super) use active::ActiveSet;
pub(super) use cast::contact_near;
pub(super) use depth::{LocalMinimum, local_minimum, stationary_points};
pub(super) use distance::{Target, closest_points, closest_points_from};
pub(super) use intersection::{Contact, contact_along, deepest_points};

use crate::convex::pair::{AnyPair, VertexHints};
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::tolerance::NEWTON_STEPS;
use crate::math::vector::tangents;

#[cfg(test)]
mod tests;

/// The longest step, as the tangent of an angle: the quadratic model is poor beyond it.
const LONGEST_STEP: f64 = 0.5;

/// The vectors over which the support function is minimised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Chart {
    /// Unit vectors: newton.md, (2).
    Sphere,
    /// Vectors whose dot product with a unit vector is one; with two tangents perpendicular to it: newton.md, (3).
    Plane(Vec3, [Vec3; 2]),
}

impl Chart {
    fn tangents(&self, n: &Vec3) -> [Vec3; 2] {
        match self {
            Chart::Sphere => tangents(n),
            Chart::Plane(_, tangents) => *tangents,
        }
    }

    /// The direction of the difference of the closest points at a minimum.
    fn axis(&self, n: &Vec3) -> Vec3 {
        match self {
            Chart::Sphere => *n,
            Chart::Plane(along, _) => *along,
        }
    }

    /// What a vector has to be divided by.
    fn length(&self, v: &Vec3) -> f64 {
        match self {
            Chart::Sphere => v.norm(),
            Chart::Plane(along, _) => v.dot(along),
        }
    }
}

/// The state of an iteration.
struct Iterate<'a> {
    pair: &'a AnyPair<'a>,
    hints: &'a mut VertexHints,
    set: &'a mut ActiveSet,
    /// A vector of the chart. At first, and after a step, it is longer by the factor `length` until it is evaluated, so that
    /// evaluation does not wait for the root in that.
    n: Vec3,
    length: f64,
    tangents: [Vec3; 2],
    /// The index of the patch pair with the largest value in the set, and that value.
    place: usize,
    value: f64,
    /// The points of the active patches, weighted by their multipliers, and the residual, which is zero at a minimum.
    witness: Witness,
    residual: f64,
    /// Whether the value is exact for the bodies, or only for the known patches.
    is_exact: bool,
}

/// How the iteration continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Continue,
    /// It repeats the iterate, with the support points of the bodies: [`Iterate::verify`] failed.
    Repeat,
    /// It ends, with or without a result.
    Stop,
}

/// The stopping criterion of a query.
trait Criterion {
    /// Checks an iterate.
    fn check(&mut self, iterate: &mut Iterate<'_>) -> Decision;

    /// Checks an accepted iterate, with derivatives.
    fn check_derivatives(&mut self, _iterate: &mut Iterate<'_>) -> Decision {
        Decision::Continue
    }

    /// Whether to give up, given the predicted value after the step.
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
    /// There is no finite step.
    Singular,
    Capped,
}

/// Minimises the support function from a vector, until the criterion stops it.
fn minimize(
    pair: &AnyPair<'_>,
    hints: &mut VertexHints,
    set: &mut ActiveSet,
    from: &Vec3,
    criterion: &mut dyn Criterion,
) -> End {
    let chart = set.chart;
    let mut at = Iterate {
        pair,
        hints,
        set,
        n: *from,
        length: chart.length(from),
        tangents: [Vec3::zeros(); 2],
        place: 0,
        value: f64::INFINITY,
        witness: Witness::default(),
        residual: f64::INFINITY,
        is_exact: true,
    };
    // The last accepted iterate, its value and its residual.
    let (mut base, mut base_value, mut base_residual) = (*from, f64::INFINITY, f64::INFINITY);
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
            Decision::Repeat => {
                at.is_exact = true;
                continue;
            }
            Decision::Continue => {}
        }
        let is_known = at.set.is_known(at.place);
        if is_known && at.value > base_value && at.residual > base_residual {
            // Another patch is larger there and becomes active. Only once in a row, as the step may deactivate it again.
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
            Decision::Repeat => {
                (at.is_exact, base_value) = (true, f64::INFINITY);
                continue;
            }
            Decision::Continue => {}
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
        at.n += at.tangents[0] * step.x + at.tangents[1] * step.y;
        at.length = chart.length(&at.n);
        // Evaluating the known patches suffices, unless one was new or the step was shortened.
        at.is_exact = !is_active || step.norm() > 0.99 * longest;
    }
    End::Capped
}

impl Iterate<'_> {
    fn evaluate(&mut self) {
        self.place = if self.is_exact {
            self.set.evaluate(self.pair, &self.n, self.length, self.hints)
        } else {
            self.set.evaluate_known(&self.n, self.length)
        };
        self.n *= 1.0 / self.length;
        self.length = 1.0;
        self.value = self.set.member(self.place).jet.value;
    }

    /// Whether the value, if it is that of the known patches, is exact for the bodies too: their support points are on the same
    /// patches. Nothing else of the iterate changes.
    fn verify(&mut self) -> bool {
        self.is_exact = self.set.place_along(self.pair, &self.n, self.hints) == self.place;
        self.is_exact
    }
}
