//! Clipping of an outline to half planes (Sutherland and Hodgman 1974).

use super::outline::{List, Outline, Point, area};
use crate::math::vector::Vec2;

/// What an edge of a region lies on: an edge of the incident outline, a side of the reference, or the reference's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Incident(u32),
    Reference(u32),
    Plane,
}

/// A corner of a region, and the side that leads from it to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub point: Point,
    pub side: Side,
}

/// The part of an outline that is within the sides of another; corners less than `slack` outside count as within.
pub(super) fn within(incident: &Outline, reference: &Outline, slack: f64) -> List<Corner> {
    let corner =
        |(i, point): (usize, &Point)| Corner { point: *point, side: Side::Incident(i as u32) };
    let mut corners: List<Corner> = incident.points.iter().enumerate().map(corner).collect();
    let sides = &reference.points;
    let mut lowest = 0.0_f64;
    for (i, from) in sides.iter().enumerate() {
        let next = if i + 1 == sides.len() { 0 } else { i + 1 };
        let edge = sides[next].at - from.at;
        let length = edge.norm();
        // The direction of a shorter one is rounding.
        if length > slack {
            let along = edge / length;
            let height = |point: &Point| along.perp(&(point.at - from.at));
            lowest = lowest.min(cut(&mut corners, Side::Reference(i as u32), slack, height));
        }
    }
    if lowest < 0.0 && corners.len() > 1 {
        // Corners within slack of both edges of a narrow wedge may lie far beyond its tip.
        let long = longest(sides);
        let along = |p: &Point| p.at.dot(&long);
        let [low, high] = sides
            .iter()
            .map(along)
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
        cut(&mut corners, Side::Plane, slack, |p| along(p) - low);
        cut(&mut corners, Side::Plane, slack, |p| high - along(p));
    }
    corners
}

/// The direction in which an outline is about longest.
fn longest(points: &[Point]) -> Vec2 {
    let from = points.first().copied().unwrap_or_default();
    let farthest = points.iter().fold(Vec2::zeros(), |best, p| {
        let v = p.at - from.at;
        if v.norm_squared() > best.norm_squared() { v } else { best }
    });
    farthest.try_normalize(0.0).unwrap_or_default()
}

/// Clips a polygon to where `height` is not negative. Corners less than `slack` below count as above; returns how low one of them is.
pub(super) fn cut(
    corners: &mut List<Corner>,
    side: Side,
    slack: f64,
    height: impl Fn(&Point) -> f64,
) -> f64 {
    let lowest = corners.iter().fold(0.0_f64, |low, corner| low.min(height(&corner.point)));
    if lowest >= -slack {
        return lowest;
    }
    let (mut kept, mut lowest) = (List::new(), 0.0_f64);
    let Some(last) = corners.last() else { return 0.0 };
    let (mut before, mut height_before) = (last, height(&last.point));
    for here in corners.iter() {
        let height_here = height(&here.point);
        let (was_in, is_in) = (height_before >= -slack, height_here >= -slack);
        if was_in != is_in {
            let part = (height_before / (height_before - height_here)).clamp(0.0, 1.0);
            let point = before.point.towards(&here.point, part);
            kept.push(Corner { point, side: if was_in { side } else { before.side } });
        }
        if is_in {
            kept.push(*here);
            lowest = lowest.min(height_here);
        }
        (before, height_before) = (here, height_here);
    }
    // Only those that there are: a list has room for many.
    corners.clear();
    corners.extend_from_slice(&kept);
    lowest
}

/// Leaves out corners that are repeated within `merge`, those that are no farther than `merge` from the line between their
/// neighbours, and where there are more than `most` those that matter least.
pub(super) fn simplify(corners: &mut List<Corner>, merge: f64, most: usize) {
    let mut i = 1;
    while i < corners.len() {
        let at = corners[i].point.at;
        let earlier = corners[..i].iter().position(|other| (other.point.at - at).amax() <= merge);
        match earlier {
            Some(first) => {
                let again = corners.remove(i);
                if again.point.behind < corners[first].point.behind {
                    corners[first].point = again.point;
                }
            }
            None => i += 1,
        }
    }
    while corners.len() > 2 {
        let count = corners.len();
        // Twice the area that a corner adds, and whether it is but for `merge` on the line between its neighbours.
        let adds = |i: usize| {
            let before = if i == 0 { count - 1 } else { i - 1 };
            let next = if i + 1 == count { 0 } else { i + 1 };
            let [from, at, to] = [before, i, next].map(|k| corners[k].point.at);
            let cut_off = area(&from, &at, &to);
            (cut_off, cut_off * cut_off <= merge * merge * (to - from).norm_squared())
        };
        let least = (0..count).map(|i| (adds(i), i)).reduce(|best, other| {
            let ((cut_off, is_flat), _) = other;
            if (is_flat, -cut_off) > (best.0.1, -best.0.0) { other } else { best }
        });
        match least {
            Some(((_, is_flat), i)) if is_flat || count > most => corners.remove(i),
            _ => return,
        };
    }
}
