//! The separation of a half-space and another body: along the normal of the plane, by the depth of the body's lowest point.

use super::escape::lengthened;
use super::{Separation, are_apart};
use crate::convex::epa::Workspace;
use crate::math::tolerance::{PIECE_ROUNDING, TIGHTEST_DEPTH_TOLERANCE};
use crate::query::{BodyPair, Penetration};

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
        let reach = 2.0 * (extents.sum() + offset.abs().sum());
        let translation =
            lengthened(&deepest.normal, deepest.depth, reach, |by| are_apart([a, b], by));
        let lower = (deepest.depth - PIECE_ROUNDING * (reach + deepest.depth)).max(0.0);
        Some(Separation { translation, lower, local })
    }
}
