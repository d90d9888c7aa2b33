//! Intersection of round bodies near contact, from the minimum of the support function.
//!
//! Near contact GJK only halves its error in each step, and its tetrahedra become too thin for the signs of their volumes to be
//! certain. If the minimum of the support function is negative, its direction separates the bodies. Otherwise the origin is
//! below a point of the surface of A - B; GJK started at this point encloses the origin in a few steps by a tetrahedron
//! that is not thin.

use super::{ActiveSet, Chart, Criterion, Decision, Iterate, minimize};
use crate::convex::pair::{AnyPair, SupportPoint, VertexHints};
use crate::convex::witness::Witness;
use crate::math::Vec3;

#[cfg(test)]
mod tests;

/// The most support points.
const MOST_EVALUATIONS: u32 = 12;

/// The origin counts as below a point of the surface if its lateral distance from the point is at most this fraction of the depth.
const LATERAL: f64 = 0.25;

/// The deepest points of the surfaces of two bodies that overlap a little along an axis from B towards A.
pub(crate) fn deepest_points(
    pair: &AnyPair<'_>,
    axis: &Vec3,
    hints: &mut VertexHints,
) -> Option<SupportPoint> {
    match contact_along(pair, axis, hints)?.0 {
        Contact::Apart(_) => None,
        Contact::Touching(Witness { local_a, local_b, .. })
        | Contact::Below(Witness { local_a, local_b, .. }, _) => {
            Some(pair.point_of(local_a, local_b))
        }
    }
}

/// How two bodies are near an axis.
pub(crate) enum Contact {
    /// The axis separates the bodies.
    Apart(Vec3),
    /// These points are the same but for rounding.
    Touching(Witness),
    /// The origin is below the difference of these points of the surfaces, whose normal this is, from B to A.
    Below(Witness, Vec3),
}

/// How two bodies are that nearly touch along an axis from B towards A, and the number of support points computed. `None` if neither is
/// round, or the method does not converge.
#[cold]
pub(crate) fn contact_along(
    pair: &AnyPair<'_>,
    axis: &Vec3,
    hints: &mut VertexHints,
) -> Option<(Contact, u32)> {
    let mut set = ActiveSet::new(Chart::Sphere, pair.relative());
    let mut search = Search { found: None, evaluations: 0 };
    minimize(pair, hints, &mut set, axis, &mut search);
    search.found.map(|contact| (contact, search.evaluations))
}

struct Search {
    found: Option<Contact>,
    evaluations: u32,
}

impl Criterion for Search {
    fn check(&mut self, at: &mut Iterate<'_>) -> Decision {
        if at.pair.touches(&at.witness) {
            self.found = Some(Contact::Touching(at.witness));
            return Decision::Stop;
        }
        let is_over = at.is_exact && self.evaluations == MOST_EVALUATIONS;
        if is_over || !at.set.is_smooth() {
            return Decision::Stop;
        }
        self.evaluations += u32::from(at.is_exact);
        let witness = at.witness;
        let lateral = witness.difference - at.n * witness.difference.dot(&at.n);
        let least = at.set.active().iter().fold(f64::INFINITY, |x, of| x.min(of.jet.value));
        let is_below = at.set.is_known(at.place)
            && lateral.norm() < LATERAL * at.value
            && least > 0.5 * at.value;
        let is_apart = -at.value > at.pair.rounding(&at.n);
        if !at.is_exact && (is_below || is_apart) {
            if !at.verify() {
                return Decision::Repeat;
            }
            if self.evaluations == MOST_EVALUATIONS {
                return Decision::Stop;
            }
            self.evaluations += 1;
        }
        if is_apart && separates(at) {
            self.found = Some(Contact::Apart(at.n));
            self.evaluations += 1;
            return Decision::Stop;
        }
        if is_below {
            self.found = Some(Contact::Below(witness, at.n));
            return Decision::Stop;
        }
        Decision::Continue
    }
}

/// Whether the direction certainly separates the bodies.
fn separates(at: &mut Iterate<'_>) -> bool {
    let point = at.pair.support_against(&at.n, at.hints);
    at.n.dot(&point.difference()) > at.pair.rounding(&at.n)
}
