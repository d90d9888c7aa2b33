//! How long the contents of two boxes that turn are apart.

use super::{MovingPair, proved_step};
use crate::convex::boxes::sat::Block;
use crate::math::tolerance::BOX_ROUNDING;
use crate::math::vector::direction;
use crate::math::{Aabb, Vec3};

/// The gap of two boxes along a unit vector from B to A.
fn gap([a, b]: &[Block; 2], unit: &Vec3) -> f64 {
    unit.dot(&(a.center - b.center)) - a.projected_radius(unit) - b.projected_radius(unit)
}

impl MovingPair {
    /// Until when what is in two local boxes is certainly apart, at most `limit`, if it is so until `from`; and whether it is then
    /// farther apart than the boxes are large.
    pub(crate) fn boxes_apart_until(
        &self,
        boxes: [&Aabb; 2],
        from: f64,
        limit: f64,
    ) -> (f64, bool) {
        let rest = limit - from;
        if rest <= 0.0 {
            return (limit, false);
        }
        let at = |time: f64| {
            let placements = self.placements_at(time);
            [0, 1].map(|i| {
                let (local, placement) = (boxes[i], &placements[i]);
                let center = placement.apply(&local.center());
                Block::new(&local.half_extents(), &placement.basis, &center)
            })
        };
        let placed = at(from);
        let between = placed[0].center - placed[1].center;
        let axes = placed.iter().flat_map(|body| body.edges).chain([between]);
        let units = axes.filter_map(|axis| {
            let unit = direction(&axis)?;
            Some(if unit.dot(&between) < 0.0 { -unit } else { unit })
        });
        let widest =
            units.map(|unit| (gap(&placed, &unit), unit)).max_by(|x, y| x.0.total_cmp(&y.0));
        let Some((widest, unit)) = widest else { return (from, false) };
        let slack = self.rounding + BOX_ROUNDING * self.reach;
        let now = widest - slack;
        if now <= 0.0 || now.is_nan() {
            return (from, false);
        }
        let curvatures = self.curvatures(boxes);
        let bend = curvatures[0].along(&unit) + curvatures[1].along(&unit);
        // As fast as anything in the boxes at most.
        let speed = -unit.dot(&self.relative_pivot_velocity())
            + curvatures[0].speed_along(&unit)
            + curvatures[1].speed_along(&unit);
        let longest = (8.0 * now / bend).sqrt();
        let slow = if speed > 0.0 { now / speed } else { f64::INFINITY };
        let step = if longest.max(slow) < rest { longest.max(slow) } else { rest };
        let then = gap(&at(from + step), &unit) - slack;
        let proved = proved_step(now, then, step, bend).max(slow.min(step));
        let until = if proved == rest { limit } else { from + proved };
        let size =
            placed.iter().map(|body| body.edges.iter().map(|edge| edge.norm_squared()).sum());
        let largest = size.fold(0.0_f64, f64::max);
        (until, now * now > largest)
    }
}
