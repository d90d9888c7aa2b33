//! Portal discovery: the first triangle of points of A - B that the ray passes through.

use super::{Missed, PortalSearch};
use crate::convex::portal::{Corner, Portal};
use crate::math::Vec3;
use crate::math::vector::Vec2;

/// The weight of the ray's direction, relative to the lateral direction, in the first search directions. It is halved from step
/// to step.
const FIRST_TILT: f64 = 1.0;

/// The most support points of a discovery; rays that need more graze the bodies. With half as many, one path in fifty thousand
/// would need double-double numbers.
const DISCOVERY_ITERATIONS: u32 = 32;

impl PortalSearch<'_> {
    /// Portal discovery: searches the projection of A - B along the ray for a triangle around the origin. `None` if rounding
    /// hides whether there is one.
    pub(super) fn discover(&mut self, start: &Vec3) -> Result<Option<Portal>, Missed> {
        let first = self.support_against(start)?;
        let mut kept = [first; 2];
        let mut count = 1;
        let mut tilt = FIRST_TILT;
        while self.iterations < DISCOVERY_ITERATIONS {
            let (nearest, share) = if count == 1 {
                (kept[0].lateral, 0.0)
            } else {
                nearest_on_segment(&kept[0].lateral, &kept[1].lateral)
            };
            let distance = nearest.norm();
            let is_outside = distance > self.ray.rounding;
            if !is_outside {
                return Ok(None);
            }
            let [u, v] = &self.ray.tangents;
            let outwards = (u * nearest.x + v * nearest.y) / distance;
            let n = (outwards + self.ray.along * tilt).normalize();
            let new = self.support_against(&n)?;
            let step = new.lateral.dot(&nearest) / distance;
            if step >= distance - self.ray.rounding {
                if tilt == 0.0 {
                    return Ok(None);
                }
                tilt = 0.0;
                continue;
            }
            tilt = if step > 0.0 { tilt * 0.5 } else { tilt };
            if count == 1 {
                (kept[1], count) = (new, 2);
            } else {
                let from_second = kept[1].lateral.perp(&new.lateral);
                let to_first = new.lateral.perp(&kept[0].lateral);
                if from_second >= 0.0 && to_first >= 0.0 {
                    return Ok(Some(Portal { corners: [kept[0], kept[1], new] }));
                }
                kept[replaced(&kept, &new, share, [from_second, to_first])] = new;
            }
            // Counterclockwise: the origin is to the left of the segment.
            if kept[0].lateral.perp(&kept[1].lateral) < 0.0 {
                kept.swap(0, 1);
            }
        }
        Ok(None)
    }
}

/// Which of two corners a new one replaces. The point of the old segment nearest to the origin is at `share` from its first to
/// its second end. If it is an end, that end stays. Otherwise the new edge that the origin is outside of stays; if it is
/// outside of both, the nearer one.
fn replaced(
    kept: &[Corner; 2],
    new: &Corner,
    share: f64,
    [from_second, to_first]: [f64; 2],
) -> usize {
    let second = if share <= 0.0 || share >= 1.0 {
        share <= 0.0
    } else if from_second < 0.0 && to_first < 0.0 {
        let [to_first, to_second] = kept
            .each_ref()
            .map(|corner| nearest_on_segment(&corner.lateral, &new.lateral).0.norm_squared());
        to_first < to_second
    } else {
        from_second >= 0.0
    };
    usize::from(second)
}

/// The point of a segment that is nearest to the origin, and where it is from 0, the first end, to 1, the second.
fn nearest_on_segment(a: &Vec2, b: &Vec2) -> (Vec2, f64) {
    let edge = b - a;
    let along = -a.dot(&edge) / edge.norm_squared();
    let share = if along > 0.0 { along.min(1.0) } else { 0.0 };
    (a + edge * share, share)
}
