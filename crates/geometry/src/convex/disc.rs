//! The closest points of a disc, of a cone, a cylinder or a wheel, and a point that it faces: there the reach has a kink,
//! and Newton's method ([`crate::convex::smooth`]) no derivative.

use crate::convex::gjk::Witness;
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::smooth::{Found, Goal, proved, solved};
use crate::math::Vec3;
use crate::shape::{Any, Patch};

/// The square of the cosine of the angle to the normal of a disc within which the closest point may well be inside. Costs
/// time only.
const FACING: f64 = 0.8;

/// The closest points where one is inside of a disc: there the reach has no derivative. `v` is about from the other to it.
#[inline(never)]
pub(super) fn onto_disc(
    pair: &Pair<Any<'_>, Any<'_>>,
    patches: &[Patch; 2],
    v: &Vec3,
    goal: &Goal,
    hints: &mut VertexHints,
) -> Option<Found> {
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
        // In the disc's plane, as it is placed.
        let off = if body == 0 {
            point.b - relative.place_a(&patch.center)
        } else {
            point.a - relative.place_b(&patch.center)
        };
        let [x, y] = solved(&[u.dot(&u), u.dot(&w), w.dot(&w)], &[off.dot(&u), off.dot(&w)]);
        let outside = (x / patch.radii[i]) * (x / patch.radii[i])
            + (y / patch.radii[j]) * (y / patch.radii[j]);
        if outside > 1.0 {
            continue;
        }
        locals[body] = patch.center;
        locals[body][i] += x;
        locals[body][j] += y;
        let [local_a, local_b] = locals;
        let difference = relative.place_a(&local_a) - relative.place_b(&local_b);
        let length = difference.norm();
        let straight = normal * (along.signum() * length / normal.norm());
        let witness = Witness { local_a, local_b, difference };
        if let Some(found) = proved(pair, &witness, &straight, goal, hints) {
            return Some(found);
        }
        let lower = pair.gap_along(&straight, hints) / length;
        if goal.is_beyond_rounding(lower - goal.radius, length - goal.radius) {
            return Some(Found {
                witness: Witness { difference: straight, ..witness },
                axis: straight,
                lower,
                is_met: false,
            });
        }
    }
    None
}
