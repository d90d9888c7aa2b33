//! Closest points inside a disc, such as the base of a cone or cylinder: there the support function is not differentiable and
//! Newton's method fails.

use super::distance::{Target, proved};
use super::step::Symmetric;
use crate::convex::distance::{Estimate, Status};
use crate::convex::pair::{AnyPair, VertexHints};
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::vector::Vec2;
use crate::shape::SmoothPatch;

/// A disc is tried if the squared cosine of the angle between its normal and the direction is at least this. Affects only speed.
const FACING: f64 = 0.8;

/// The closest points of a disc and the other body, if the other body's support point against the normal projects into the disc.
/// `v` is approximately the direction between them.
pub(super) fn above_disc(
    pair: &AnyPair<'_>,
    patches: &[SmoothPatch; 2],
    v: &Vec3,
    target: &Target,
    hints: &mut VertexHints,
) -> Option<Estimate> {
    let relative = pair.relative();
    for (body, patch) in patches.iter().enumerate() {
        let Some([i, j]) = patch.disc() else { continue };
        let basis = [relative.basis_a(), relative.basis_b()][body];
        let (u, w) = (basis.column(i), basis.column(j));
        let normal = u.cross(&w);
        let along = normal.dot(v);
        if along * along < FACING * normal.norm_squared() * v.norm_squared() {
            continue;
        }
        let point = pair.support_against(&(normal * along), hints);
        let mut locals = [point.local_a, point.local_b];
        let offset = if body == 0 {
            point.b - relative.place_a(&patch.center)
        } else {
            point.a - relative.place_b(&patch.center)
        };
        // The projection of the point, in the coordinates of the disc.
        let products = Symmetric::new(u.dot(&u), u.dot(&w), w.dot(&w));
        let foot = products.solve(&Vec2::new(offset.dot(&u), offset.dot(&w)));
        let ratio = Vec2::new(foot.x / patch.radii[i], foot.y / patch.radii[j]);
        if ratio.norm_squared() > 1.0 {
            continue;
        }
        locals[body] = patch.center;
        locals[body][i] += foot.x;
        locals[body][j] += foot.y;
        let [local_a, local_b] = locals;
        let difference = relative.place_a(&local_a) - relative.place_b(&local_b);
        let length = difference.norm();
        let axis = normal * (along.signum() * length / normal.norm());
        let witness = Witness { local_a, local_b, difference };
        if let Some(points) = proved(pair, &witness, &axis, target, hints) {
            return Some(points);
        }
        let lower = pair.gap_along(&axis, hints) / length;
        if target.is_beyond_rounding(lower, length) {
            let witness = Witness { difference: axis, ..witness };
            return Some(target.estimate(Status::Open, witness, axis, lower));
        }
    }
    None
}
