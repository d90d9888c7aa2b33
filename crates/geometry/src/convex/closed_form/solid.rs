//! The closest points of a segment and a box, a cylinder or a cone.
//!
//! The square of the distance from a convex body is convex along a line p + t u. Half of its derivative, u . (p + t u - q) where q is the
//! body's nearest point, does not decrease: where it is zero, the line is nearest.

use super::shared::is_inside;
use super::{Frame, Proposal, between, nearest_local};
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::usual_scale;
use crate::math::Vec3;
use crate::math::tolerance::{DEPTH_ASIDE, NEAREST_ON_LINE};
use crate::shape::core::Core;

/// The closest points of a segment, the first or the second body, and a solid; `None` where they may touch within rounding.
pub(super) fn of_segment(
    segment: usize,
    ends: &[Vec3; 2],
    solid: &Core,
    (frames, relative): (&[Frame<'_>; 2], &RelativePlacement),
) -> Option<Proposal<[Vec3; 2]>> {
    let frame = &frames[1 - segment];
    let scale = usual_scale(frame.basis)?;
    let line = ends.each_ref().map(|p| frame.local_of_scale(&frames[segment].place(p), scale));
    let (along, on_solid) = nearest_on_line(&line, solid)?;
    let mut points = [between(ends, along); 2];
    points[1 - segment] = on_solid;
    let on_line = between(&line, along);
    if on_line != on_solid {
        return Some(Proposal::Closest(points));
    }
    let clear = DEPTH_ASIDE * relative.largest_coordinate() / scale;
    is_inside(&on_line, solid, clear).then_some(Proposal::Shared(points))
}

/// Where along a segment, from 0 to 1, it is nearest to a solid, and the nearest point of that: of a segment that passes through it, some
/// common point. `None` if the search does not end.
///
/// By the Illinois algorithm (Dowell and Jarratt 1971): secants through the last places before and behind the zero. The value at a place
/// that stays is halved; each further time its weight is the square of the last one, so that the search steps into what the segment
/// passes through instead of up to its surface.
fn nearest_on_line(line: &[Vec3; 2], solid: &Core) -> Option<(f64, Vec3)> {
    let along = line[1] - line[0];
    let length = along.norm();
    // Half of the derivative, how small it may be, and the nearest point.
    let at = |t: f64| {
        let p = between(line, t);
        let nearest = nearest_local(&p, solid);
        let away = p - nearest;
        (along.dot(&away), NEAREST_ON_LINE * length * away.norm(), nearest)
    };
    let (mut low, (mut under, _, first)) = (0.0, at(0.0));
    if under >= 0.0 {
        return Some((low, first));
    }
    let (mut high, (mut over, _, last)) = (1.0, at(1.0));
    if over <= 0.0 {
        return Some((high, last));
    }
    let (mut was_under, mut weight) = (None, 0.5);
    for _ in 0..MOST_STEPS {
        let t = low + (high - low) * (under / (under - over));
        let (slope, least, nearest) = at(t);
        if slope.abs() <= least {
            return Some((t, nearest));
        }
        let is_under = slope < 0.0;
        let has_stayed = was_under == Some(is_under);
        let by = if has_stayed { weight } else { 1.0 };
        if is_under {
            (low, under) = (t, slope);
            over *= by;
        } else {
            (high, over) = (t, slope);
            under *= by;
        }
        weight = if has_stayed { weight * weight } else { 0.5 };
        was_under = Some(is_under);
    }
    None
}

/// The most steps of the search. Mostly it takes a few.
const MOST_STEPS: u32 = 20;
