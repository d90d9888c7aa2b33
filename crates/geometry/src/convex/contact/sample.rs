//! The outlines of bodies of which only support points are known, by perturbed sampling (Olvång 2.6): directions a little off the
//! contact normal find the corners of the feature.
//!
//! - An outline is searched edge by edge, and not at fixed angles: of a polytope it has every vertex, up to a cap.
//! - Points that move with the angle are on a round surface. They are taken back to where they are at no angle.

use super::outline::{Frame, List, Outline, Point, area};
use crate::math::Vec3;
use crate::math::tolerance::{
    CORNER_ERRORS, EXTRAPOLATION_ERROR, FACE_LEANS, MANIFOLD_ANGLE, MANIFOLD_MERGE, MANIFOLD_SLACK,
    UNEVEN_STEPS,
};
use crate::math::vector::{Vec2, greater};

/// The most corners that are searched for.
const MOST_SAMPLED: usize = 16;

/// A point as it is seen, and a number that a vertex there always has.
pub(super) type Sample = (Point, u32);

/// A number for a place of a body: that of a cell of a grid. Whatever direction finds a vertex, its coordinates are the same.
pub(super) fn cell(local: &Vec3, extents: &Vec3) -> u32 {
    let along = |axis: usize| {
        // Aside by what no common number is a multiple of.
        let step = local[axis] / extents[axis] * CELLS + std::f64::consts::FRAC_1_PI;
        (step.floor() + 2.0 * CELLS) as u32
    };
    (0..3).fold(0, |number, axis| number * 4 * CELLS as u32 + along(axis))
}

/// How many cells the grid has from the origin of a body to its end.
const CELLS: f64 = 64.0;

/// The corners of the feature of a body, A or B, as `point` sees it along a direction: first four of them, then across each edge
/// between two corners, until there is nothing farther out.
pub(super) fn outline(
    frame: &Frame,
    body: usize,
    point: &mut dyn FnMut(&Vec3) -> Sample,
    into: &mut Outline,
) {
    let mut error = 0.0_f64;
    let mut corner_towards = |towards: Vec2| {
        let (found, corner_error) =
            corner(|t| point(&frame.off(body, &(towards * (MANIFOLD_ANGLE * t)))));
        error = error.max(corner_error);
        found
    };
    let mut corners: List<Sample> = [Vec2::x(), Vec2::y(), -Vec2::x(), -Vec2::y()]
        .into_iter()
        .map(&mut corner_towards)
        .collect();
    let mut from = 0;
    while from < corners.len() && corners.len() < MOST_SAMPLED {
        let (a, b) = (corners[from].0.at, corners[(from + 1) % corners.len()].0.at);
        let edge = b - a;
        let long = edge.norm();
        let same = MANIFOLD_MERGE * extent(&corners);
        if long > same {
            let out = Vec2::new(edge.y, -edge.x) / long;
            let point = corner_towards(out);
            if (point.0.at - a).dot(&out) > same {
                corners.insert(from + 1, point);
                continue;
            }
        }
        from += 1;
    }
    let first = corners[0];
    let spread = corners.iter().fold(0.0, |most: f64, corner| most.max(distance(corner, &first)));
    if spread <= CORNER_ERRORS * error + MANIFOLD_SLACK * extent(&corners) {
        // The one point of a round body, or a vertex.
        (corners, error) = (List::from_slice(&[Sample::default()]), 0.0);
    }
    let around = around(&corners);
    into.points = around.iter().map(|(point, _)| *point).collect();
    into.names = around.iter().map(|(_, name)| *name).collect();
    into.error = error;
    into.measure();
    into.keep_in_body();
}

impl Outline {
    /// Makes sure that the plane of a polygon is nowhere in front of its corners, of which rounded bodies have none in a plane: what is
    /// between corners is in the body then. One that leans by more than what is looked for is no face of the body, but is as narrow as
    /// a line, and becomes that.
    fn keep_in_body(&mut self) {
        let Some(plane) = &mut self.plane else { return };
        if plane.cosine * plane.cosine * (1.0 + FACE_LEANS * FACE_LEANS) < 1.0 {
            return self.keep_longest();
        }
        let in_front = |p: &Point| p.behind - plane.behind(&p.at);
        let (most, off) = self
            .points
            .iter()
            .map(in_front)
            .fold((0.0, 0.0), |(most, off), by| (greater(by, most), greater(by.abs(), off)));
        plane.move_behind(most);
        self.is_bent = off > CORNER_ERRORS * self.error + MANIFOLD_SLACK * self.reach;
    }
}

/// The convex hull of points (Andrew 1979, monotone chain); a line or a point where it is as narrow as rounding.
fn around(points: &[Sample]) -> List<Sample> {
    let mut order = List::from_slice(points);
    order.sort_unstable_by(|(a, _), (b, _)| {
        a.at.x.total_cmp(&b.at.x).then(a.at.y.total_cmp(&b.at.y))
    });
    let flat = MANIFOLD_SLACK * extent(points).powi(2);
    let mut corners: List<Sample> = List::new();
    for back in [false, true] {
        let base = corners.len();
        for step in 0..order.len() {
            let point = order[if back { order.len() - 1 - step } else { step }];
            while let [.., (before, _), (last, _)] = &corners[base..] {
                if area(&before.at, &last.at, &point.0.at) > flat {
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
fn corner(mut point_at: impl FnMut(f64) -> Sample) -> (Sample, f64) {
    let (mut t, mut wide, mut half) = (1.0, point_at(1.0), point_at(0.5));
    for _ in 0..HALVINGS {
        let moved = distance(&half, &wide);
        if is_same(&half, &wide) {
            return (wide, 0.0);
        }
        let narrow = point_at(0.25 * t);
        if moved < distance(&narrow, &half) {
            return (wide, 0.0);
        }
        if let Some(point) = at_no_angle([wide.0, half.0, narrow.0]) {
            return ((point, narrow.1), EXTRAPOLATION_ERROR * moved);
        }
        // It jumps from one place to another in between. Both are vertices of one face that leans itself if it has been at
        // the first for a while, and rises less than behind an edge.
        let rises = wide.0.behind - half.0.behind > 0.5 * t * MANIFOLD_ANGLE * moved;
        if !rises && is_same(&point_at(0.875 * t), &wide) {
            return (wide, 0.0);
        }
        (t, wide, half) = (0.5 * t, half, narrow);
    }
    // Between many small facets there is no telling: a point of the surface, then.
    (half, 0.0)
}

/// Whether two points are one but for rounding.
fn is_same(a: &Sample, b: &Sample) -> bool {
    distance(a, b) <= MANIFOLD_SLACK * b.0.at.norm()
}

/// How often the angle is halved to avoid a jump, or a strong curvature.
const HALVINGS: u32 = 6;

/// Extrapolates a point, given at an angle, half and a quarter of it, to the angle zero; `None` if it does not move smoothly.
fn at_no_angle([wide, half, narrow]: [Point; 3]) -> Option<Point> {
    let (first, second) = (wide.at - half.at, half.at - narrow.at);
    if (first - second * 2.0).norm() > UNEVEN_STEPS * first.norm() {
        return None;
    }
    let at = (narrow.at * 8.0 - half.at * 6.0 + wide.at) / 3.0;
    let behind = (8.0 * narrow.behind - 6.0 * half.behind + wide.behind) / 3.0;
    Some(Point { at, behind: behind.max(0.0) })
}

fn distance((a, _): &Sample, (b, _): &Sample) -> f64 {
    (a.at - b.at).norm()
}

/// The largest coordinate of some points.
fn extent(points: &[Sample]) -> f64 {
    points.iter().fold(0.0, |most: f64, (point, _)| most.max(point.at.amax()))
}
