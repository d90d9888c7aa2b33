//! Finding candidates: the point of the Minkowski difference `A - B` nearest to the origin, by growing a simplex of its
//! extreme points, every sub-simplex tried at each step. Slow, and indifferent to how the simplex degenerates.
//!
//! Nothing here is trusted: `verdict` certifies what comes out.

use super::body::{Body, Placement};
use super::dd::{Real, V3, add, cross, dot, neg, norm, scale, sub, widen};

/// Two bodies and the size of the numbers that their comparison involves.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    pub a: &'a Body,
    pub b: &'a Body,
    /// Extents of both, and the distance between their origins: every `|w|` is below it.
    pub size: f64,
}

/// An extreme point of `A - B`.
#[derive(Clone, Copy, Debug)]
pub struct Vertex<R> {
    /// The points of the two bodies, each relative to its placement's origin.
    pub on_a: V3<R>,
    pub on_b: V3<R>,
    /// Their difference in world coordinates.
    pub w: V3<R>,
    /// The same under the warp that the search works in.
    x: V3<R>,
    /// The world direction it is extreme in.
    pub toward: V3<R>,
}

impl<'a> Pair<'a> {
    pub fn new(a: &'a Body, b: &'a Body) -> Pair<'a> {
        let apart: f64 = norm(sub(a.at.origin, b.at.origin));
        Pair { a, b, size: (a.extent() + b.extent() + apart) * (1.0 + 1e-12) }
    }

    /// The point of `A - B` extreme in world direction `n`.
    pub fn support<R: Real>(&self, n: V3<R>) -> Vertex<R> {
        let on_a = self.a.arm(n);
        let on_b = self.b.arm(neg(n));
        let w = add(sub(on_a, on_b), self.apart());
        Vertex { on_a, on_b, w, x: w, toward: n }
    }

    fn apart<R: Real>(&self) -> V3<R> {
        std::array::from_fn(|k| R::difference(self.a.at.origin[k], self.b.at.origin[k]))
    }

    /// The margin along `n`, pointing from A to B: least of B minus most of A, divided by the length of `n`.
    pub fn gap_along<R: Real>(&self, n: V3<R>) -> R {
        -dot(n, self.support(n).w) / norm(n)
    }
}

/// When a search may stop.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// As soon as an axis separates by more than this.
    Gap(f64),
    /// When the distance is known to this relative error.
    Distance(f64),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    Separated,
    /// The simplex holds the origin.
    Inside,
    Converged,
    Stalled,
    Capped,
}

/// What a search ended with.
#[derive(Clone, Debug)]
pub struct Found<R> {
    pub end: End,
    pub simplex: Vec<Vertex<R>>,
    pub weights: [R; 4],
    /// World direction from A to B with the best margin seen, and that margin.
    pub axis: V3<R>,
    pub lower: R,
    pub steps: usize,
}

impl<R: Real> Found<R> {
    /// A weighted sum over the simplex, whose weights sum to one.
    pub fn combine(&self, of: impl Fn(&Vertex<R>) -> V3<R>) -> V3<R> {
        let mut sum = [R::zero(); 3];
        for (vertex, weight) in self.simplex.iter().zip(self.weights) {
            sum = add(sum, scale(of(vertex), weight));
        }
        sum
    }

    /// The distance of two points of the bodies: an upper bound of the gap.
    pub fn upper(&self) -> R {
        if self.end == End::Inside { R::zero() } else { norm(self.combine(|vertex| vertex.w)) }
    }
}

/// A linear map under which the search works; hits and misses do not depend on it, the conditioning does.
pub type Warp = [[f64; 3]; 3];

pub fn search<R: Real>(
    pair: &Pair,
    start: V3<R>,
    goal: Goal,
    cap: usize,
    warp: Option<&Warp>,
) -> Found<R> {
    let map = warp.map(|rows| Placement { linear: *rows, origin: [0.0; 3] });
    let extreme = |v: V3<R>| -> Vertex<R> {
        let toward = neg(map.map_or(v, |m| m.pull(v)));
        let mut vertex = pair.support(toward);
        vertex.x = map.map_or(vertex.w, |m| m.turn(vertex.w));
        vertex
    };
    let first = extreme(if dot(start, start) > R::zero() { start } else { widen([1.0, 0.0, 0.0]) });
    let mut found = Found {
        end: End::Capped,
        simplex: vec![first],
        weights: [R::of(1.0), R::zero(), R::zero(), R::zero()],
        axis: first.toward,
        lower: -dot(first.toward, first.w) / norm(first.toward),
        steps: 0,
    };
    if let Goal::Gap(enough) = goal
        && found.lower.f64() > enough
    {
        found.end = End::Separated;
        return found;
    }
    let mut v = first.x;
    let mut failures = 0;
    for step in 1..=cap {
        found.steps = step;
        if dot(v, v) <= R::zero() {
            found.end = End::Stalled;
            return found;
        }
        let next = extreme(v);
        let lower = -dot(next.toward, next.w) / norm(next.toward);
        if lower > found.lower {
            (found.lower, found.axis) = (lower, next.toward);
        }
        if let Some(end) = reached(&found, goal, pair.size, map.is_some()) {
            found.end = end;
            return found;
        }
        if found.simplex.iter().any(|s| s.w == next.w) {
            found.end = End::Stalled;
            return found;
        }
        found.simplex.push(next);
        let points: Vec<V3<R>> = found.simplex.iter().map(|s| s.x).collect();
        let near = nearest(&points);
        found.weights = [R::zero(); 4];
        let mut kept = 0;
        for i in 0..points.len() {
            if near.mask >> i & 1 == 1 {
                found.simplex[kept] = found.simplex[i];
                found.weights[kept] = near.weights[i];
                kept += 1;
            }
        }
        found.simplex.truncate(kept);
        if kept == 4 {
            found.end = End::Inside;
            return found;
        }
        // Rounding alone keeps the distance from falling; a few such steps may still improve the axis.
        if dot(near.v, near.v) < dot(v, v) {
            failures = 0;
        } else {
            failures += 1;
            if failures > 3 {
                found.end = End::Stalled;
                return found;
            }
        }
        v = near.v;
    }
    found
}

fn reached<R: Real>(found: &Found<R>, goal: Goal, size: f64, warped: bool) -> Option<End> {
    match goal {
        Goal::Gap(enough) => {
            if found.lower.f64() > enough {
                return Some(End::Separated);
            }
            if warped {
                return None;
            }
            let upper = found.upper();
            let close = upper.f64() <= 1e-30 * size
                || found.lower > R::zero() && (upper - found.lower).f64() <= 1e-4 * upper.f64();
            close.then_some(End::Converged)
        }
        Goal::Distance(relative) => {
            let upper = found.upper();
            let close = (upper - found.lower).f64() <= relative * upper.f64();
            close.then_some(End::Converged)
        }
    }
}

struct Nearest<R> {
    mask: usize,
    weights: [R; 4],
    v: V3<R>,
}

/// The point of the hull of up to four points nearest to the origin: the best of all sub-simplices whose affine hull
/// has its nearest point inside. All four are kept only when the origin is strictly inside.
fn nearest<R: Real>(points: &[V3<R>]) -> Nearest<R> {
    let zero = R::zero();
    let mut best: Option<(R, Nearest<R>)> = None;
    for mask in 1usize..1 << points.len() {
        let picked: Vec<usize> = (0..points.len()).filter(|i| mask >> i & 1 == 1).collect();
        let p: Vec<V3<R>> = picked.iter().map(|&i| points[i]).collect();
        let Some((v, w)) = affine_nearest(&p) else {
            continue;
        };
        if w[..p.len()].iter().any(|&x| x <= zero) {
            continue;
        }
        let square = dot(v, v);
        if best.as_ref().is_none_or(|(least, _)| square < *least || picked.len() == 4) {
            let mut weights = [zero; 4];
            for (i, x) in picked.iter().zip(w) {
                weights[*i] = x;
            }
            best = Some((square, Nearest { mask, weights, v }));
        }
    }
    best.expect("a vertex is always a candidate").1
}

/// The nearest point of the affine hull and its barycentric weights; `None` when the points are dependent.
fn affine_nearest<R: Real>(p: &[V3<R>]) -> Option<(V3<R>, [R; 4])> {
    let zero = R::zero();
    match *p {
        [a] => Some((a, [R::of(1.0), zero, zero, zero])),
        [a, b] => {
            let e = sub(b, a);
            let square = dot(e, e);
            if square <= zero {
                return None;
            }
            let t = -dot(a, e) / square;
            Some((add(a, scale(e, t)), [R::of(1.0) - t, t, zero, zero]))
        }
        [a, b, c] => {
            let n = cross(sub(b, a), sub(c, a));
            let square = dot(n, n);
            if square <= zero {
                return None;
            }
            let (x, y, z) = (dot(n, cross(b, c)), dot(n, cross(c, a)), dot(n, cross(a, b)));
            let sum = x + y + z;
            Some((scale(n, dot(n, a) / square), [x / sum, y / sum, z / sum, zero]))
        }
        [a, b, c, d] => {
            let w = corner_volumes(a, b, c, d);
            let sum = w[0] + w[1] + w[2] + w[3];
            if sum == zero {
                return None;
            }
            Some(([zero; 3], w.map(|x| x / sum)))
        }
        _ => None,
    }
}

/// Six times the signed volumes of the tetrahedra that the origin makes with the faces opposite to each point: all of
/// one sign when the origin is inside.
pub fn corner_volumes<R: Real>(a: V3<R>, b: V3<R>, c: V3<R>, d: V3<R>) -> [R; 4] {
    [dot(b, cross(c, d)), -dot(a, cross(c, d)), dot(a, cross(b, d)), -dot(a, cross(b, c))]
}
