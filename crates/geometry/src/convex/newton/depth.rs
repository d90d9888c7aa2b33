//! Local minima of the support function of overlapping round bodies: candidates for the penetration depth. Each has a cap of
//! directions in which no support value is certainly lower.

use super::cap::{Cap, cap};
use super::{ActiveSet, Chart, Criterion, Decision, Iterate, minimize};
use crate::convex::pair::{AnyPair, VertexHints};
use crate::math::Vec3;
use crate::math::tolerance::{DEPTH_ASIDE, DESCENT_STEPS};

/// A local minimum of the support function over unit vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalMinimum {
    /// The unit vector.
    pub normal: Vec3,
    /// The support value along it.
    pub depth: f64,
    /// The tangent of the angle of the cap around `normal` in which no support value is lower than the least known one.
    pub cap: f64,
    /// This multiple of `normal` may be added to the body without changing its support function outside of the cap:
    /// newton.md, (20). Zero without a cap.
    pub apex: f64,
    /// The deepest points of A and of B, in local coordinates; meaningless without a cap.
    pub locals: [Vec3; 2],
    /// Support points computed.
    pub iterations: u32,
}

impl LocalMinimum {
    /// Whether a unit vector is within the cap.
    pub(crate) fn contains(&self, n: &Vec3) -> bool {
        let cosine = self.normal.dot(n);
        let sine2 = (n - self.normal * cosine).norm_squared();
        self.apex > 0.0 && cosine > 0.0 && sine2 <= self.cap * self.cap * cosine * cosine
    }
}

/// Descends from a unit vector to a local minimum. In its cap no support value is less, by more than the relative `tolerance`,
/// than the lesser of that at the minimum and `known`. If there is no cap, returns the least value found. The descent ends when
/// it enters the cap of one of the known `minima`.
pub(crate) fn local_minimum(
    pair: &AnyPair<'_>,
    hints: &mut VertexHints,
    from: &Vec3,
    known: f64,
    tolerance: f64,
    minima: &[LocalMinimum],
) -> LocalMinimum {
    let mut set = ActiveSet::new(Chart::Sphere, pair.relative());
    let none = LocalMinimum {
        normal: *from,
        depth: f64::INFINITY,
        cap: 0.0,
        apex: 0.0,
        locals: [*from; 2],
        iterations: 0,
    };
    let mut search = Descent { known, tolerance, minima, least: none, capped: none };
    minimize(pair, hints, &mut set, from, &mut search);
    let Descent { least, capped, .. } = search;
    let best = if capped.cap > 0.0 { capped } else { least };
    LocalMinimum { iterations: least.iterations, ..best }
}

struct Descent<'a> {
    known: f64,
    tolerance: f64,
    minima: &'a [LocalMinimum],
    /// The least value and the number of support points so far.
    least: LocalMinimum,
    /// The widest cap.
    capped: LocalMinimum,
}

impl Descent<'_> {
    /// Counts an exact value.
    fn count(&mut self, at: &Iterate<'_>) {
        self.least.iterations += 1;
        if at.value < self.least.depth {
            (self.least.normal, self.least.depth) = (at.n, at.value);
        }
    }
}

impl Criterion for Descent<'_> {
    fn check(&mut self, at: &mut Iterate<'_>) -> Decision {
        let is_known = self.minima.iter().any(|minimum| minimum.contains(&at.n));
        if is_known || self.least.iterations == DESCENT_STEPS {
            return Decision::Stop;
        }
        if at.is_exact {
            self.count(at);
        }
        Decision::Continue
    }

    fn check_derivatives(&mut self, at: &mut Iterate<'_>) -> Decision {
        if at.value <= 0.0 && !at.is_exact {
            return Decision::Repeat;
        }
        let least = at.value.min(self.known);
        let level = least - 0.75 * self.tolerance * least.abs();
        let Cap { width, apex, is_steep } = cap(at.set, &at.tangents, at.value, level);
        if width == 0.0 {
            return Decision::Continue;
        }
        if !at.is_exact {
            if !at.verify() {
                return Decision::Repeat;
            }
            if self.least.iterations == DESCENT_STEPS {
                return Decision::Stop;
            }
            self.count(at);
        }
        if width > self.capped.cap {
            let witness = at.witness;
            self.capped = LocalMinimum {
                normal: at.n,
                depth: at.value,
                cap: width,
                apex,
                locals: [witness.local_a, witness.local_b],
                iterations: 0,
            };
        }
        if is_steep { Decision::Continue } else { Decision::Stop }
    }
}

/// The longest step near a minimum.
const LONGEST_AT_MINIMUM: f64 = 0.05;

/// The local minimum near a unit vector, to nearly full precision: its direction, and the points of A and B, in local coordinates,
/// whose difference is parallel to it. `None` at a non-smooth point, or if the method does not converge.
#[cold]
pub(crate) fn stationary_points(
    pair: &AnyPair<'_>,
    hints: &mut VertexHints,
    from: &Vec3,
) -> Option<(Vec3, [Vec3; 2])> {
    let mut set = ActiveSet::new(Chart::Sphere, pair.relative());
    let mut search = Alignment { lateral: DEPTH_ASIDE * pair.largest_coordinate(), found: None };
    minimize(pair, hints, &mut set, from, &mut search);
    search.found
}

struct Alignment {
    /// The largest lateral distance of the points.
    lateral: f64,
    found: Option<(Vec3, [Vec3; 2])>,
}

impl Criterion for Alignment {
    fn check(&mut self, at: &mut Iterate<'_>) -> Decision {
        let points = at.witness;
        let is_aligned = (points.difference + at.n * at.value).norm() <= self.lateral;
        // The norm is NaN at a non-smooth point.
        if !is_aligned {
            return Decision::Continue;
        }
        if !at.is_exact && !at.verify() {
            return Decision::Repeat;
        }
        self.found = Some((at.n, [points.local_a, points.local_b]));
        Decision::Stop
    }

    fn longest(&self, _n: &Vec3) -> f64 {
        LONGEST_AT_MINIMUM
    }
}
