//! When two moving triangles first touch: vertices move along straight lines at constant speed from time 0 to 1.
//!
//! A first touch is a vertex on a face or an edge on an edge. The times at which the four points concerned lie in one
//! plane come from a cubic; there, a search over time and the two parameters of the place halves boxes, and discards
//! those over which the difference of the two points, which is linear in each of the three, cannot be zero. Nothing is
//! decided by a root that was rounded: what is not discarded is a contact to within the reported gap.

#[cfg(test)]
mod tests;

use super::cubic::Cubic;
use super::exact::triangles_meet;
use solid_geometry::math::Vec3;
use solid_geometry::math::tolerance::{CONTACT_GAP, CONTACT_ROUNDING, ROUNDING};

/// A triangle now and later.
pub type Moving = [[Vec3; 3]; 2];

/// The first contact of two moving triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Until then, without that time itself, they surely do not touch.
    pub free: f64,
    /// At that time they are no farther apart than `gap`. Later than `free` by rounding alone, unless the search ended at
    /// its cap: then contacts in between, of features that slide along each other, were left open.
    pub time: f64,
    /// How far apart they are then at most, along each axis; zero where they overlap from the start.
    pub gap: f64,
}

/// The most boxes that are visited for two features; [`Contact::free`] describes what is undecided then.
const MOST_BOXES: u32 = 2048;

/// The open boxes: depth first, so that three halvings of each width are enough.
const DEPTH: usize = 192;

/// The first contact of two moving triangles, `None` if they surely do not touch between the times 0 and 1.
///
/// Complete: no touch is missed. A contact that is reported is one to within [`CONTACT_GAP`] of the largest coordinate,
/// or its gap.
pub fn first_contact(s: &Moving, t: &Moving) -> Option<Contact> {
    if triangles_meet(&s[0], &t[0]) {
        return Some(Contact { free: 0.0, time: 0.0, gap: 0.0 });
    }
    let points = s.iter().chain(t).flatten();
    let reach = points.fold(0.0, |most: f64, p| most.max(p.amax()));
    let path = |m: &Moving, i: usize| [m[0][i], m[1][i]];
    let mut best = Search { reach, free: f64::INFINITY, found: None };
    for i in 0..3 {
        let (s0, s1, s2) = (path(s, i), path(s, (i + 1) % 3), path(s, (i + 2) % 3));
        let (t0, t1, t2) = (path(t, i), path(t, (i + 1) % 3), path(t, (i + 2) % 3));
        best.run(&Feature::vertex_face(&s0, &[t0, t1, t2]));
        best.run(&Feature::vertex_face(&t0, &[s0, s1, s2]));
        for j in 0..3 {
            let (a, b) = (path(t, j), path(t, (j + 1) % 3));
            best.run(&Feature::edge_edge(&[s0, s1], &[a, b]));
        }
    }
    best.result()
}

/// The path of a point: where it is at the times 0 and 1.
type Path = [Vec3; 2];

fn minus(p: &Path, q: &Path) -> Path {
    [p[0] - q[0], p[1] - q[1]]
}

/// A difference of points, `origin + along[0] u + along[1] v`, whose vectors all move.
struct Feature {
    origin: Path,
    along: [Path; 2],
    /// Whether u + v is at most one, as within a triangle.
    triangular: bool,
}

impl Feature {
    /// From a vertex to the points of a triangle.
    fn vertex_face(p: &Path, [a, b, c]: &[Path; 3]) -> Feature {
        Feature { origin: minus(a, p), along: [minus(b, a), minus(c, a)], triangular: true }
    }

    /// From the points of one edge to those of another.
    fn edge_edge([a, b]: &[Path; 2], [c, d]: &[Path; 2]) -> Feature {
        Feature { origin: minus(c, a), along: [minus(d, c), minus(a, b)], triangular: false }
    }
}

/// A range of time and of both parameters.
#[derive(Clone, Copy)]
struct Range {
    low: [f64; 3],
    high: [f64; 3],
}

/// The search for the first contact of any of the features.
struct Search {
    reach: f64,
    /// The least time of what was left open or found.
    free: f64,
    /// The time and the gap of the first contact found.
    found: Option<(f64, f64)>,
}

impl Search {
    fn result(&self) -> Option<Contact> {
        let (time, gap) = self.found?;
        Some(Contact { free: self.free.min(time), time, gap })
    }

    /// Times from here on are of no interest.
    fn end(&self) -> f64 {
        self.found.map_or(1.0, |(time, _)| time)
    }

    fn run(&mut self, feature: &Feature) {
        let error = CONTACT_ROUNDING * self.reach;
        let whole = Range { low: [0.0; 3], high: [1.0; 3] };
        if self.end() <= 0.0 || width_at_zero(feature, &whole, error).is_none() {
            return;
        }
        let vectors = [feature.origin, feature.along[0], feature.along[1]];
        let slack = 2.0 * ROUNDING * self.reach;
        for [from, to] in Cubic::volume(&vectors, slack).roots(self.end()).iter() {
            let within = Range { low: [from, 0.0, 0.0], high: [to, 1.0, 1.0] };
            self.halve(feature, within, error);
        }
    }

    /// Halves a range until what is left is as narrow as rounding allows, early times first.
    fn halve(&mut self, feature: &Feature, whole: Range, error: f64) {
        let gap = CONTACT_GAP * self.reach;
        let (mut open, mut len) = ([whole; DEPTH], 1);
        let mut looked_at = 0;
        while len > 0 {
            len -= 1;
            let range = open[len];
            // A contact no earlier than the best, but for rounding of time.
            if range.low[0] >= self.end() * (1.0 - 4.0 * f64::EPSILON) {
                continue;
            }
            let Some(width) = width_at_zero(feature, &range, error) else {
                continue;
            };
            looked_at += 1;
            let is_out_of_room = looked_at >= MOST_BOXES || len + 2 > DEPTH;
            if width <= gap || is_out_of_room {
                self.note(range.low[0], width);
                continue;
            }
            let axis = widest(feature, &range);
            let middle = 0.5 * (range.low[axis] + range.high[axis]);
            let (mut lower, mut upper) = (range, range);
            lower.high[axis] = middle;
            upper.low[axis] = middle;
            // The one that is looked at first is pushed last.
            (open[len], open[len + 1]) = (upper, lower);
            len += 2;
        }
    }

    /// A range that could not be discarded.
    fn note(&mut self, time: f64, gap: f64) {
        self.free = self.free.min(time);
        // A narrow gap is a contact; a wide one is left open, and counts as one while there is no better.
        let is_better = |(best, best_gap): (f64, f64)| {
            let narrow = CONTACT_GAP * self.reach;
            (gap > narrow, time) < (best_gap > narrow, best)
        };
        if self.found.is_none_or(is_better) {
            self.found = Some((time, gap));
        }
    }
}

/// The widest extent of the differences over a range, if zero is among them to within `error`.
fn width_at_zero(feature: &Feature, range: &Range, error: f64) -> Option<f64> {
    let [_, u, v] = range.low;
    if feature.triangular && u + v > 1.0 {
        return None;
    }
    let mut low = Vec3::repeat(f64::INFINITY);
    let mut high = Vec3::repeat(f64::NEG_INFINITY);
    for time in [range.low[0], range.high[0]] {
        let at = |path: &Path| path[0] + (path[1] - path[0]) * time;
        let (origin, first, second) =
            (at(&feature.origin), at(&feature.along[0]), at(&feature.along[1]));
        for u in [range.low[1], range.high[1]] {
            for v in [range.low[2], range.high[2]] {
                let p = origin + first * u + second * v;
                low = low.inf(&p);
                high = high.sup(&p);
            }
        }
    }
    let holds_zero = (0..3).all(|i| low[i] <= error && high[i] >= -error);
    holds_zero.then(|| (high - low).max())
}

/// The parameter over whose range the difference changes most.
fn widest(feature: &Feature, range: &Range) -> usize {
    let speed = |path: &Path| (path[1] - path[0]).abs().max();
    let most = |path: &Path| path[0].abs().sup(&path[1].abs()).max();
    let of_time = speed(&feature.origin)
        + speed(&feature.along[0]) * range.high[1]
        + speed(&feature.along[1]) * range.high[2];
    let changes = [of_time, most(&feature.along[0]), most(&feature.along[1])];
    let change = |axis: usize| changes[axis] * (range.high[axis] - range.low[axis]);
    if change(0) >= change(1) && change(0) >= change(2) {
        0
    } else if change(1) >= change(2) {
        1
    } else {
        2
    }
}
