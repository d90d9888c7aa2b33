//! The bottom of a dip to nearly all digits: the points that meet there lie one behind the other.

use super::across;
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::smooth::{Chart, Pieces};
use crate::math::Vec3;
use crate::math::tolerance::{DEPTH_ASIDE, DESCENT_STEPS};
use crate::shape::Any;

/// Steps at the bottom of a dip are no longer: what meets there is nearby. Costs time only.
const STEP_AT_BOTTOM: f64 = 0.05;

/// The bottom of the dip about a unit vector, to nearly all digits, by Newton's method: the direction, and the points of A and
/// B, in local coordinates, that meet along it. `None` at a kink of an ellipsoid, and where the method does not lead there.
/// It begins with pieces as a descent does.
#[cold]
#[inline(never)]
pub(in crate::convex) fn bottom(
    pair: &Pair<Any<'_>, Any<'_>>,
    hints: &mut VertexHints,
    from: &Vec3,
    kept: &mut Option<Pieces>,
) -> Option<(Vec3, [Vec3; 2])> {
    let pieces = kept.get_or_insert_with(|| Pieces::new(Chart::Sphere, pair.relative()));
    let aside = DEPTH_ASIDE * pair.largest_reach();
    let mut n = *from;
    for steps in 0..DESCENT_STEPS {
        let tangents = across(&n);
        let mut place = pieces.look(pair, &n, 1.0, hints);
        if steps == 0 && place == pieces.count() {
            place = pieces.restart(place);
        }
        pieces.bend(place, &tangents).ok()?;
        if pieces.count() == 0 {
            pieces.begin();
        }
        let points = pieces.witness();
        if (points.difference + n * pieces.local(place).reach).norm() <= aside {
            return Some((n, [points.local_a, points.local_b]));
        }
        pieces.include(place);
        let [x, y] = pieces.step(STEP_AT_BOTTOM)?;
        n = (n + tangents[0] * x + tangents[1] * y).normalize();
    }
    None
}
