//! Features of rounded bodies: those of the unrounded ones, moved by the radius.

use super::{Facing, Feature, Points, unit_vector};
use crate::math::Vec3;

/// The unit vector across a line that is nearest to `n`; of a line along `n`, any.
fn across(line: &Vec3, n: &Vec3) -> Vec3 {
    let along = line.normalize();
    let across = n - along * along.dot(n);
    let length = across.norm();
    if length > 0.0 {
        across / length
    } else {
        along.cross(&Vec3::ith(along.iamin(), 1.0)).normalize()
    }
}

impl Feature {
    /// Becomes the feature of the sum with a ball: moved along its normal, and with the foremost points of the rounding at its corners.
    pub(crate) fn round(&mut self, radius: f64, facing: &Facing<'_>) {
        if radius == 0.0 {
            return;
        }
        let n = facing.towards;
        // Where a placed ball, perhaps an ellipsoid, is farthest along a vector.
        let out = |c: &Vec3| facing.basis * (unit_vector(&facing.basis.tr_mul(c)) * radius);
        let flat = match (self.normal(), &self.corners[..]) {
            (Some(normal), _) => normal * normal.dot(&n).signum() / normal.norm(),
            (None, [p, q, ..]) => across(&(q - p), &n),
            _ => n,
        };
        let count = self.corners.len();
        let foremost = |i: usize| {
            let climbs = |other: usize| {
                let edge = self.corners[other % count] - self.corners[i];
                (edge, edge.dot(&n) > 0.0)
            };
            // The nearest direction of the corner's normal cone, as far as the face's edges bound it.
            match [climbs(i + 1), climbs(i + count - 1)] {
                [(_, false), (_, false)] => n,
                [(_, true), (_, true)] => flat,
                [(edge, true), (other, _)] | [(other, _), (edge, true)] => {
                    let c = n - edge * (edge.dot(&n) / edge.norm_squared());
                    if c.dot(&other) > 0.0 { flat } else { c }
                }
            }
        };
        let mut all = Points::new();
        (0..count).for_each(|i| all.push(self.corners[i] + out(&foremost(i))));
        self.foremost = all;
        let by = out(&flat);
        self.corners.iter_mut().for_each(|p| *p += by);
        if let Some([center, ..]) = &mut self.disc {
            *center += by;
        }
        self.ends_in_balls = self.curvature == 0.0;
        self.curvature += facing.radius_of(&by);
    }
}
