//! The separation of a half-space and another body: along the normal of the plane, by the depth of the body's lowest point.

use super::{Separation, moved};
use crate::convex::Coherence;
use crate::convex::epa::Workspace;
use crate::math::tolerance::{CUSHION, PIECE_ROUNDING, TIGHTEST_DEPTH_TOLERANCE};
use crate::query::{Answer, Body, BodyPair, Penetration, Question, collide};

impl BodyPair<'_> {
    /// The least translation that separates a half-space and another body that has an end; `None` if they are apart.
    pub(super) fn separation_from_plane(&self, work: &mut Workspace) -> Option<Separation> {
        let Penetration { deepest, local } = self.penetration(TIGHTEST_DEPTH_TOLERANCE, work)?;
        let [p, q] = self.bodies();
        let [a, b] = self.in_order(p, q);
        let other = if p.shape.half_space().is_some() { q } else { p };
        let extents = other.placement.basis.abs() * other.shape.absolute_extents();
        let offset = b.placement.origin - a.placement.origin;
        // How far the plane's own point is off the body is no more than these, and the depth.
        let reach = 2.0 * (extents.sum() + offset.abs().sum()) + deepest.depth;
        let mut more = (0.125 * CUSHION * reach).max(f64::MIN_POSITIVE);
        loop {
            let translation = deepest.normal * (deepest.depth + more);
            let placement = moved(a.placement, &translation);
            let away = Body { placement: &placement, ..a };
            let found = collide(away, b, Question::Parts, &mut Coherence::default(), &mut 0);
            // By more than all coordinates they are apart by any test.
            if found == Answer::Nothing || more > 4.0 * reach {
                let lower = (deepest.depth - PIECE_ROUNDING * reach).max(0.0);
                return Some(Separation { translation, lower, local });
            }
            more *= 2.0;
        }
    }
}
