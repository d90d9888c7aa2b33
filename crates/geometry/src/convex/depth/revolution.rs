//! The depth of cylinders and cones whose axes are parallel: standing bodies, whatever their turns about the axes.
//!
//! Their difference is a body of revolution about an axis of that direction. Seen from the origin, the support function is least in the
//! plane of that axis and the origin, where the difference is a polygon: along the normal of one of its edges, which are those of
//! the discs and the flanks.

use super::{Depth, Status};
use crate::convex::epa::difference::{Difference, SupportMapping};
use crate::convex::pair::{AnyPair, VertexHints};
use crate::convex::unrounded::similarity;
use crate::math::Vec3;
use crate::math::tolerance::FLUSH;
use crate::math::vector::{direction, tangents};
use crate::shape::Any;
use crate::shape::core::Core;

/// The depth; `None` of other bodies, and of those that do not clearly overlap.
pub(super) fn depth(pair: &AnyPair<'_>, hints: &mut VertexHints) -> Option<Depth> {
    let ((a, b), relative) = (pair.bodies(), pair.relative());
    let (slope_a, slope_b) = (slope(a)?, slope(b)?);
    let (basis_a, basis_b) = (relative.basis_a(), relative.basis_b());
    if relative.has_extreme_bases() || similarity(basis_a).and(similarity(basis_b)).is_none() {
        return None;
    }
    let (up_a, up_b) =
        (direction(&basis_a.column(1).into())?, direction(&basis_b.column(1).into())?);
    if up_a.cross(&up_b).amax() > FLUSH {
        return None;
    }
    let offset = relative.offset();
    let across = up_a * up_a.dot(&offset) - offset;
    let is_coaxial = across.amax() <= FLUSH * relative.largest_coordinate();
    let radial = if is_coaxial { tangents(&up_a)[0] } else { direction(&across)? };
    let flank = |slope: f64, up: Vec3| (slope > 0.0).then(|| radial + up * slope);
    let directions =
        [Some(radial), Some(up_a), Some(-up_a), flank(slope_a, -up_a), flank(slope_b, up_b)];
    let mut difference = Difference::new(pair.of_any(), hints);
    let mut best: Option<Depth> = None;
    for normal in directions.into_iter().flatten() {
        let normal = normal.normalize();
        let vertex = difference.farthest(&normal);
        let depth = vertex.point.dot(&normal);
        if best.is_none_or(|best| depth < best.depth) {
            best = Some(Depth {
                depth,
                normal,
                local_a: vertex.local_a,
                local_b: vertex.local_b,
                lower: depth,
                status: Status::Converged,
                iterations: 5,
            });
        }
    }
    best.filter(|best| best.depth > pair.rounding(&best.normal))
}

/// The rise of the normal of a cone's flank towards the apex, zero of a cylinder; `None` of other bodies.
fn slope(body: Any<'_>) -> Option<f64> {
    match body.core(true)? {
        Core::Cylinder { .. } => Some(0.0),
        Core::Cone { radius, half_height } => Some(radius / (2.0 * half_height)),
        _ => None,
    }
}
