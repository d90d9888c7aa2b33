//! The algorithm of Chung and Wang for a separating axis of two polytopes (thesis 4.2.2). A baseline: the axis is
//! reflected at each support point, which converges slowly near contact.

use super::seidel::{HalfSpace, farthest};
use solid_geometry::math::Vec3;

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// This axis separates the polytopes, perhaps weakly.
    Apart(Vec3),
    /// No axis does: the origin is inside of the support points found.
    Intersecting,
    /// The iterations were used up.
    Capped,
}

/// The most support points asked for.
const ITERATIONS: usize = 500;

/// How often it is asked whether the support points enclose the origin.
const PERIOD: usize = 4;

/// Searches from `axis`. `support` gives the point of A - B that is least far along a direction.
pub fn separating_axis(axis: Vec3, mut support: impl FnMut(&Vec3) -> Vec3) -> (Outcome, usize) {
    let mut axis = axis.normalize();
    let mut found: Vec<Vec3> = Vec::new();
    let mut reflects = true;
    for used in 1..=ITERATIONS {
        let w = support(&axis);
        if axis.dot(&w) >= 0.0 {
            return (Outcome::Apart(axis), used);
        }
        // Once a point comes back, reflecting may go round in circles.
        reflects &= !found.contains(&w);
        found.push(w);
        let mut common = None;
        if !reflects || used % PERIOD == 0 {
            common = seen_from_one_side(&found);
            if common.is_none() {
                return (Outcome::Intersecting, used);
            }
        }
        let r = w.normalize();
        axis = match common {
            Some(n) if !reflects => n,
            _ => (axis - r * (2.0 * r.dot(&axis))).normalize(),
        };
    }
    (Outcome::Capped, ITERATIONS)
}

/// A unit vector with positive products with all points, if there is one: a linear program.
fn seen_from_one_side(points: &[Vec3]) -> Option<Vec3> {
    let in_front = |w: &Vec3| HalfSpace { normal: -w.normalize(), offset: -1.0 };
    let half_spaces: Vec<_> = points.iter().map(in_front).collect();
    // The shortest such vector is as far inside as can be; this one is not far from it.
    let along = points.iter().map(|w| w.normalize()).sum::<Vec3>();
    farthest(&half_spaces, &-along, 1e6).map(|n| n.normalize())
}
