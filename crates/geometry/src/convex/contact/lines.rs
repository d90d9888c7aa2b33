//! The contact of two lines: two edges, or two bodies that are round across a line.

use super::outline::{Outline, Point};
use crate::math::vector::Vec2;

/// A line as seen along the normal.
pub(super) struct Line {
    pub ends: [Point; 2],
    /// The radius of curvature across it; zero of a sharp edge.
    pub curvature: f64,
}

impl Line {
    pub(super) fn of(outline: &Outline) -> Option<Line> {
        let [from, to, ..] = outline.points[..] else { return None };
        Some(Line { ends: [from, to], curvature: outline.curvature })
    }
}

/// Both bodies at one place of a line.
pub(super) struct Crossing {
    /// As seen of each.
    pub points: [Point; 2],
    /// Which end of the lines bounds the region here, if one does: the body, and the end.
    pub end: Option<[u32; 2]>,
}

/// The ends of the region of two lines: where they are parallel, those of the part in which they lie above each other; where they
/// cross, the places on both sides at which the bodies are no longer in each other. Equation (6) of the theory's page.
/// `None` where it is but a point.
pub(super) fn ends([a, b]: &[Line; 2], depth: f64, slack: f64) -> Option<[Crossing; 2]> {
    let (p, mut q) = (a.ends, b.ends);
    let (along_a, along_b) = (p[1].at - p[0].at, q[1].at - q[0].at);
    let turned = along_a.dot(&along_b) < 0.0;
    if turned {
        q.reverse();
    }
    let (u, v) = (along_a.try_normalize(0.0)?, (q[1].at - q[0].at).try_normalize(0.0)?);
    let along = (u + v).normalize();
    // A place between them is nearer to each of them than across the middle one: the cosine of half of their angle.
    let lean = u.dot(&along);
    let across = Vec2::new(-along.y, along.x);
    // Places along the middle line; both bodies have one, if their lines reach there.
    let range = |of: &[Point; 2]| [of[0].at.dot(&along), of[1].at.dot(&along)];
    let ([a0, a1], [b0, b1]) = (range(&p), range(&q));
    let at = |of: &[Point; 2], [from, to]: [f64; 2], s: f64| {
        of[0].towards(&of[1], (s - from) / (to - from))
    };
    let both = |s: f64| [at(&p, [a0, a1], s), at(&q, [b0, b1], s)];
    let radii = [a.curvature, b.curvature];
    let sum = radii[0] + radii[1];
    let (low, high) = (a0.max(b0), a1.min(b1));
    let long = high - low;
    if long.is_nan() || long <= slack {
        return None;
    }
    // How far places between the lines are from both, and the lines behind in all, change evenly along the middle one.
    let aside_and_behind = |s: f64| {
        let [of_a, of_b] = both(s);
        ((of_b.at - of_a.at).dot(&across) * lean, of_a.behind + of_b.behind)
    };
    let ((t0, behind0), (t1, behind1)) = (aside_and_behind(low), aside_and_behind(high));
    let (tau, beta) = ((t1 - t0) / long, (behind1 - behind0) / long);
    let inside = if sum > 0.0 {
        // Within the sum of the radii aside, and of those places where the middles are not as deep in each other as the radii are, in
        // the part of a circle around.
        let rest = sum - depth - slack + behind0;
        let aside = zeros(tau * tau, t0 * tau, t0 * t0 - sum * sum)?;
        let (a, b) = (tau * tau + beta * beta, t0 * tau + rest * beta);
        let around = zeros(a, b, t0 * t0 + rest * rest - sum * sum);
        let is_shallow = |s: f64| rest + if beta == 0.0 { 0.0 } else { beta * s } > 0.0;
        let [low, high] = aside.map(is_shallow);
        [if low { around?[0] } else { aside[0] }, if high { around?[1] } else { aside[1] }]
    } else if t0.abs().max(t1.abs()) > slack {
        return None;
    } else {
        let end = (depth + slack - behind0) / beta;
        if beta > 0.0 {
            [0.0, end]
        } else if beta < 0.0 {
            [end, long]
        } else {
            [0.0, long]
        }
    };
    // An end is met exactly, or rounding would decide which features meet.
    let [start, end] = [inside[0].max(0.0), inside[1].min(long)];
    let places = [low + start, if end == long { high } else { low + end }];
    let between = places[1] - places[0];
    if between.is_nan() || between <= 2.0 * slack {
        return None;
    }
    let crossing = |s: f64| {
        let points = both(s);
        let aside = ((points[1].at - points[0].at).dot(&across) * lean).clamp(-sum, sum);
        let share = if sum > 0.0 { aside / sum } else { 0.0 };
        // On each the point around the line that is nearest to the other line.
        let down = 1.0 - (1.0 - share * share).max(0.0).sqrt();
        let moved = |k: usize, sign: f64| Point {
            at: points[k].at + across * (sign * share / lean * radii[k]),
            behind: points[k].behind + radii[k] * down,
        };
        let end = |low: f64, high: f64| {
            if s <= low {
                Some(0)
            } else if s >= high {
                Some(1)
            } else {
                None
            }
        };
        let of_a = end(a0, a1).map(|k| [0, k]);
        let of_b = end(b0, b1).map(|k| [1, if turned { 1 - k } else { k }]);
        Crossing { points: [moved(0, 1.0), moved(1, -1.0)], end: of_a.or(of_b) }
    };
    Some([crossing(places[0]), crossing(places[1])])
}

/// Between which numbers a s^2 + 2 b s + c is not positive, where a is not negative.
pub(super) fn zeros(a: f64, b: f64, c: f64) -> Option<[f64; 2]> {
    let root = b * b - a * c;
    if a <= 0.0 {
        return (c <= 0.0).then_some([f64::NEG_INFINITY, f64::INFINITY]);
    }
    (root >= 0.0).then(|| [-b - root.sqrt(), -b + root.sqrt()].map(|x| x / a))
}
