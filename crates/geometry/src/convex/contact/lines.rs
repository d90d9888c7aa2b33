//! The contact of two lines: two edges, or two bodies that are round across a line.

use super::outline::{Outline, Point};
use crate::math::vector::Vec2;

/// A line as seen along the normal.
pub(super) struct Line {
    pub ends: [Point; 2],
    /// The radius of curvature across it; zero of a sharp edge.
    pub curvature: f64,
    /// Whether it ends in balls of this radius, as that of a capsule; others end in discs.
    pub ends_in_balls: bool,
}

impl Line {
    pub(super) fn of(outline: &Outline) -> Option<Line> {
        let [from, to, ..] = outline.points[..] else { return None };
        let Outline { curvature, ends_in_balls, .. } = *outline;
        Some(Line { ends: [from, to], curvature, ends_in_balls })
    }

    fn surface(&self) -> Surface<'_> {
        let [from, to] = &self.ends;
        let edge = to.at - from.at;
        let long = edge.norm();
        let slope = (to.behind - from.behind) / long;
        let cosine = 1.0 / (1.0 + slope * slope).sqrt();
        Surface { line: self, along: edge / long, long, slope, sine: slope * cosine, cosine }
    }
}

/// The surface about a line.
struct Surface<'a> {
    line: &'a Line,
    along: Vec2,
    long: f64,
    /// How much farther behind the line is for each unit along it, as it is seen: the tangent of the angle by which it leans.
    slope: f64,
    sine: f64,
    cosine: f64,
}

impl Surface<'_> {
    /// How far behind it is at a place beside the line; `None` where there is none.
    fn behind(&self, at: &Vec2, slack: f64) -> Option<f64> {
        let Surface { along, long, slope, sine, cosine, .. } = *self;
        let (r, [from, to]) = (self.line.curvature, &self.line.ends);
        let away = at - from.at;
        let (foot, aside) = (away.dot(&along), along.perp(&away));
        let part = if r > 0.0 { aside / r } else { 0.0 };
        // A plane across the line, as it is seen, cuts what is around in an ellipse, nearer to one end of the body the farther aside.
        let around = r - r * (1.0 - part * part).max(0.0).sqrt();
        let beside = foot + around * sine;
        if beside >= -slack && beside <= long + slack {
            return Some(from.behind + foot * slope + around / cosine);
        }
        if !self.line.ends_in_balls {
            return None;
        }
        let end = if beside < 0.0 { from } else { to };
        let off_center = at - end.at + along * (r * sine);
        let square = r * r - off_center.norm_squared();
        (square >= 0.0).then(|| end.behind + r * cosine - square.sqrt())
    }
}

/// Both bodies at one place of a line.
pub(super) struct Crossing {
    /// As seen of each.
    pub points: [Point; 2],
    /// Which end of the lines bounds the region here, if one does: the body, and the end.
    pub end: Option<[u32; 2]>,
}

/// The numbers of what of two bodies meets where an end of a line bounds the region, or none does, given those of both ends and of the whole
/// of each line.
pub(super) fn features(end: Option<[u32; 2]>, [of_a, of_b]: [[u32; 3]; 2]) -> [u32; 2] {
    match end {
        Some([0, end]) => [of_a[end as usize], of_b[2]],
        Some([_, end]) => [of_a[2], of_b[end as usize]],
        None => [of_a[2], of_b[2]],
    }
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
    let surfaces = [a.surface(), b.surface()];
    // The point around both lines that is nearest to the other one, if it is in the region.
    let points = |s: f64| {
        let [on_a, on_b] = both(s);
        let aside = ((on_b.at - on_a.at).dot(&across) * lean).clamp(-sum, sum);
        let share = if sum > 0.0 { aside / sum } else { 0.0 };
        let at = on_a.at + across * (share / lean * radii[0]);
        let behind = [surfaces[0].behind(&at, slack)?, surfaces[1].behind(&at, slack)?];
        let is_deep = behind[0] + behind[1] <= depth + 2.0 * slack;
        is_deep.then(|| behind.map(|behind| Point { at, behind }))
    };
    let crossing = |s: f64| {
        let (s, points) = match points(s) {
            Some(points) => (s, points),
            None => shortened(s, points)?,
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
        Some(Crossing { points, end: of_a.or(of_b) })
    };
    Some([crossing(places[0])?, crossing(places[1])?])
}

/// The last place on the way from the deepest point, at 0, to an estimated end of the region that has points, and these. Of lines that lean
/// the estimate may be too far.
fn shortened<T>(estimate: f64, points: impl Fn(f64) -> Option<T>) -> Option<(f64, T)> {
    let (mut inside, mut outside) = (0.0, estimate);
    let mut found = points(inside)?;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (inside + outside);
        match points(middle) {
            Some(points) => (found, inside) = (points, middle),
            None => outside = middle,
        }
    }
    Some((inside, found))
}

/// How often an estimate is halved that is too far: to rounding.
const HALVINGS: u32 = 40;

/// Between which numbers a s^2 + 2 b s + c is not positive, where a is not negative.
fn zeros(a: f64, b: f64, c: f64) -> Option<[f64; 2]> {
    let root = b * b - a * c;
    if a <= 0.0 {
        return (c <= 0.0).then_some([f64::NEG_INFINITY, f64::INFINITY]);
    }
    (root >= 0.0).then(|| [-b - root.sqrt(), -b + root.sqrt()].map(|x| x / a))
}
