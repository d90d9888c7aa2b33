//! The outlines of bodies of which only support points are known, by perturbed sampling (Olvång 2.6): directions a little off the
//! contact normal find the corners of the feature.
//!
//! - An outline is searched edge by edge, and not at fixed angles: of a polytope it has every vertex, up to a cap.
//! - Points that move with the angle are on a round surface. They are taken back to where they are at no angle.

use super::outline::{Frame, List, Outline, Point, area};
use crate::math::Vec3;
use crate::math::tolerance::{MANIFOLD_ANGLE, MANIFOLD_MERGE, MANIFOLD_SLACK};
use crate::math::vector::Vec2;

/// The most corners that are searched for.
const MOST_SAMPLED: usize = 16;

/// The corners of the feature of a body, A or B, as `point` sees it along a direction: first four of them, then across each edge
/// between two corners, until there is nothing farther out.
pub(super) fn outline(
    frame: &Frame,
    body: usize,
    point: &mut dyn FnMut(&Vec3) -> Point,
    into: &mut Outline,
) {
    let mut error = 0.0_f64;
    let mut corner_towards = |towards: Vec2| {
        let (found, corner_error) =
            corner(|t| point(&frame.off(body, &(towards * (MANIFOLD_ANGLE * t)))));
        error = error.max(corner_error);
        found
    };
    let mut corners: List<Point> = [Vec2::x(), Vec2::y(), -Vec2::x(), -Vec2::y()]
        .into_iter()
        .map(&mut corner_towards)
        .collect();
    let mut from = 0;
    while from < corners.len() && corners.len() < MOST_SAMPLED {
        let (a, b) = (corners[from].at, corners[(from + 1) % corners.len()].at);
        let edge = b - a;
        let long = edge.norm();
        let same = MANIFOLD_MERGE * extent(&corners);
        if long > same {
            let out = Vec2::new(edge.y, -edge.x) / long;
            let point = corner_towards(out);
            if (point.at - a).dot(&out) > same {
                corners.insert(from + 1, point);
                continue;
            }
        }
        from += 1;
    }
    into.points = around(&corners);
    into.names = (0..into.points.len() as u32).collect();
    into.error = error;
    into.measure();
}

/// The convex hull of points and the origin (Andrew 1979, monotone chain); a line or a point where it is as narrow as rounding.
fn around(points: &[Point]) -> List<Point> {
    let mut order = List::from_slice(points);
    order.push(Point::default());
    order.sort_unstable_by(|a, b| a.at.x.total_cmp(&b.at.x).then(a.at.y.total_cmp(&b.at.y)));
    let flat = MANIFOLD_SLACK * extent(points).powi(2);
    let mut corners: List<Point> = List::new();
    for back in [false, true] {
        let base = corners.len();
        for step in 0..order.len() {
            let point = order[if back { order.len() - 1 - step } else { step }];
            while let [.., before, last] = &corners[base..] {
                if area(&before.at, &last.at, &point.at) > flat {
                    break;
                }
                corners.pop();
            }
            corners.push(point);
        }
        corners.pop();
    }
    if corners.is_empty() { List::from_slice(&order[..1]) } else { corners }
}

/// Where a corner of the feature lies that `point_at` finds at shares of the sampling angle. A vertex, and nearly a rim,
/// is found there at half of the angle too. On a round surface the point found moves with the angle: its place at
/// no angle at all is extrapolated, which is the foremost point, or the end of a straight line. Also a bound on the error
/// of the extrapolation.
fn corner(mut point_at: impl FnMut(f64) -> Point) -> (Point, f64) {
    let (mut t, mut wide, mut half) = (1.0, point_at(1.0), point_at(0.5));
    for _ in 0..HALVINGS {
        let moved = distance(&half.at, &wide.at);
        if is_same(&half, &wide) {
            return (wide, 0.0);
        }
        let narrow = point_at(0.25 * t);
        if moved < distance(&narrow.at, &half.at) {
            return (wide, 0.0);
        }
        if let Some(point) = at_no_angle([wide, half, narrow]) {
            return (point, EXTRAPOLATION_ERROR * moved);
        }
        // It jumps from one place to another in between. Both are vertices of one face that leans itself if it has been at
        // the first for a while, and rises less than behind an edge.
        let rises = wide.behind - half.behind > 0.5 * t * MANIFOLD_ANGLE * moved;
        if !rises && is_same(&point_at(0.875 * t), &wide) {
            return (wide, 0.0);
        }
        (t, wide, half) = (0.5 * t, half, narrow);
    }
    // Between many small facets there is no telling: a point of the surface, then.
    (half, 0.0)
}

/// Whether two points are one but for rounding.
fn is_same(a: &Point, b: &Point) -> bool {
    distance(&a.at, &b.at) <= MANIFOLD_SLACK * b.at.norm()
}

/// How often the angle is halved to avoid a jump, or a strong curvature.
const HALVINGS: u32 = 6;

/// Extrapolates a point, given at an angle, half and a quarter of it, to the angle zero; `None` if it does not move smoothly.
fn at_no_angle([wide, half, narrow]: [Point; 3]) -> Option<Point> {
    let (first, second) = (wide.at - half.at, half.at - narrow.at);
    if (first - second * 2.0).norm() > UNEVEN * first.norm() {
        return None;
    }
    let at = (narrow.at * 8.0 - half.at * 6.0 + wide.at) / 3.0;
    let behind = (8.0 * narrow.behind - 6.0 * half.behind + wide.behind) / 3.0;
    Some(Point { at, behind: behind.max(0.0) })
}

/// The largest second difference, relative to the distance moved, for which the extrapolation is accepted.
const UNEVEN: f64 = 0.01;

/// The error of the extrapolation is then below this part of that distance.
const EXTRAPOLATION_ERROR: f64 = 1e-3;

fn distance(a: &Vec2, b: &Vec2) -> f64 {
    (a - b).norm()
}

/// The largest coordinate of some points.
fn extent(points: &[Point]) -> f64 {
    points.iter().fold(0.0, |most: f64, point| most.max(point.at.amax()))
}
