//! The contact of two lines: two edges, or two bodies that are round across a line.

use super::outline::{Outline, Point};
use crate::math::vector::{Vec2, greater};

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

    /// `None` of a line that is seen as a point.
    #[inline]
    fn surface(&self) -> Option<Surface<'_>> {
        let [from, to] = &self.ends;
        let edge = to.at - from.at;
        let long = edge.norm();
        let slope = (to.behind - from.behind) / long;
        let cosine = 1.0 / (1.0 + slope * slope).sqrt();
        let (along, sine) = (edge / long, slope * cosine);
        (long > 0.0).then_some(Surface { line: self, along, long, slope, sine, cosine })
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

/// What of a body is at a place.
struct Seen {
    behind: f64,
    /// How far the place is beside all of the body; not positive elsewhere.
    beside: f64,
}

impl Surface<'_> {
    /// How far behind the line is where it is nearest to a place.
    fn line_behind(&self, at: &Vec2) -> f64 {
        let from = &self.line.ends[0];
        from.behind + (at - from.at).dot(&self.along) * self.slope
    }

    /// Of a place beside the body as well, so that both numbers are continuous.
    fn at(&self, at: &Vec2) -> Seen {
        let Surface { along, long, slope, sine, cosine, .. } = *self;
        let (r, from) = (self.line.curvature, &self.line.ends[0]);
        let away = at - from.at;
        let (foot, aside) = (away.dot(&along), along.perp(&away));
        let square = greater(r * r - aside * aside, 0.0);
        // The body consists of balls about an axis. The line is where they are foremost, and this is the place on it of the ball that is
        // foremost at the place that is seen.
        let place = foot + (r - square.sqrt()) * sine;
        let beyond = greater(-place, place - long);
        let center = if self.line.ends_in_balls { place.clamp(0.0, long) } else { place };
        let off_center = foot - (center - r * sine);
        let high = greater(square - off_center * off_center, 0.0).sqrt();
        let behind = from.behind + center * slope + r * cosine - high;
        let beside = if beyond <= 0.0 || !self.line.ends_in_balls {
            beyond
        } else {
            (off_center * off_center + aside * aside).sqrt() - r
        };
        Seen { behind, beside }
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
    let surfaces = [a.surface()?, b.surface()?];
    let (p, mut q) = (a.ends, b.ends);
    let (u, mut v) = (surfaces[0].along, surfaces[1].along);
    let turned = u.dot(&v) < 0.0;
    if turned {
        q.reverse();
        v = -v;
    }
    let along = (u + v).normalize();
    // A place between them is nearer to each of them than across the middle one: the cosine of half of their angle.
    let lean = u.dot(&along);
    let across = Vec2::new(-along.y, along.x);
    // Places along the middle line; both bodies have one, if their lines reach there.
    let range = |of: &[Point; 2]| of.map(|end| end.at.dot(&along));
    let ([a0, a1], [b0, b1]) = (range(&p), range(&q));
    let (low, high) = (a0.max(b0), a1.min(b1));
    let long = high - low;
    if long.is_nan() || long <= slack {
        return None;
    }
    // How far places between the lines are from both in all, and where the point around each line is seen that is nearest to the other one.
    let sum = a.curvature + b.curvature;
    let part = if sum > 0.0 { a.curvature / sum } else { 0.0 };
    let nearest = |s: f64| {
        let on_a = p[0].at + u * ((s - a0) / lean);
        let on_b = q[0].at + v * ((s - b0) / lean);
        let between = on_b - on_a;
        (between.dot(&across) * lean, on_a + between * part)
    };
    // These, and how far behind the lines are there in all, change evenly along the middle one.
    let ((t0, first), (t1, last)) = (nearest(low), nearest(high));
    let lines_behind = |at| surfaces[0].line_behind(at) + surfaces[1].line_behind(at);
    let (behind0, behind1) = (lines_behind(&first), lines_behind(&last));
    let (tau, beta) = ((t1 - t0) / long, (behind1 - behind0) / long);
    let inside = if sum > 0.0 {
        // Within the sum of the radii aside, and of those places where the middles are not as deep in each other as the radii are, in
        // the part of a circle around. Heights are divided by how much higher than wide the ellipses are.
        let height = a.curvature / surfaces[0].cosine + b.curvature / surfaces[1].cosine;
        let flat = sum / height;
        let (rest, beta) = (sum - (depth + slack - behind0) * flat, beta * flat);
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
    let slope = (last - first) / long;
    // What is there, after how far that is from the region; not positive within.
    let seen = |s: f64| {
        let at = first + slope * (s - low);
        let [of_a, of_b] = surfaces.each_ref().map(|surface| surface.at(&at));
        let beside = greater(of_a.beside, of_b.beside);
        let off = greater(of_a.behind + of_b.behind - depth, beside);
        (off, [of_a.behind, of_b.behind].map(|behind| Point { at, behind }))
    };
    // The deepest point is at 0. Where the region ends on the way to both places, it is but a point.
    let crossing = |s: f64, is_beyond_deepest: bool| {
        let (off, points) = seen(s);
        let (s, points) = if off <= 2.0 * slack {
            (s, points)
        } else if is_beyond_deepest {
            shortened((s, off), seen, slack)?
        } else {
            return None;
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
    Some([crossing(places[0], places[0] < 0.0)?, crossing(places[1], places[1] > 0.0)?])
}

/// The last place of the region between the deepest point, at 0, and a place that is off it, with what is there. By the Illinois
/// algorithm (Dowell and Jarratt 1971): a secant through both, of which one counts half where it has stayed.
fn shortened<T>(
    (mut outside, mut over): (f64, f64),
    seen: impl Fn(f64) -> (f64, T),
    slack: f64,
) -> Option<(f64, T)> {
    let mut inside = 0.0;
    let (mut under, mut found) = seen(inside);
    if under.is_nan() || under > slack {
        return None;
    }
    let mut was_inside = None;
    for _ in 0..MOST_STEPS {
        let s = inside + (outside - inside) * (under / (under - over));
        let (off, points) = seen(s);
        let is_inside = off <= slack;
        let weight = if was_inside == Some(is_inside) { 0.5 } else { 1.0 };
        if is_inside {
            (inside, under, found) = (s, off, points);
            over *= weight;
        } else {
            (outside, over) = (s, off);
            under *= weight;
        }
        if off.abs() <= slack {
            break;
        }
        was_inside = Some(is_inside);
    }
    Some((inside, found))
}

/// The most steps of the search for an end. It mostly takes five.
const MOST_STEPS: u32 = 40;

/// Between which numbers a s^2 + 2 b s + c is not positive, where a is not negative.
fn zeros(a: f64, b: f64, c: f64) -> Option<[f64; 2]> {
    let root = b * b - a * c;
    if a <= 0.0 {
        return (c <= 0.0).then_some([f64::NEG_INFINITY, f64::INFINITY]);
    }
    (root >= 0.0).then(|| [-b - root.sqrt(), -b + root.sqrt()].map(|x| x / a))
}
