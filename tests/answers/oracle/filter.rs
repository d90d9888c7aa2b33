//! The quick oracle: most pairs are decided in doubles, and for certain; what it is not sure of is left to the careful one.
//!
//! A small GJK of its own looks for an axis or a tetrahedron of points of A - B. What it found is only believed when it is
//! checked with a bound on all rounding, [`ROUNDING`] times the pair's size s (both bodies' extents and the distance of
//! their origins). With u = 2^-53:
//!
//! - A direction n is pulled into a body's coordinates with an error of 3u in each product, and a body's support function
//!   changes by no more than its reach times that: 3u s |n|.
//! - The point that `Shape::support` tells there is one of the body up to 10u of its reach a coordinate (a division and a
//!   root of three squares), and is extreme up to another 20u s |n| (comparing two dot products); each level of sums and
//!   hulls, of which there are four at most, adds 10u.
//! - Turning the point, the difference of both, the origins' difference and the product with n: 10u s |n|.
//!
//! In all less than 100u s |n|, and `ROUNDING` is nine times that. Numbers so small that they underflow change nothing as
//! long as the size is in [`RANGE`]. Points of A - B are off by less than that too, so that a ball in the computed tetrahedron
//! which is larger than this is in A - B.

use super::body::Body;
use super::dd::{V3, add, cross, dot, neg, norm, scale, sub};
use super::search::Pair;
use super::verdict::{Distance, Verdict};

/// Bound of what rounding does to a support point or to its product with a unit vector, relative to the pair's size.
const ROUNDING: f64 = 1e-13;

/// Sizes of pairs that are looked at.
const RANGE: std::ops::Range<f64> = 1e-30..1e30;

/// Rounding of a product of three coordinates and of sums of six of them, or of an area: of the largest coordinate's power.
const PRODUCTS: f64 = 32.0 * f64::EPSILON;

const CAP: usize = 64;

/// An extreme point of A - B, and of both relative to their origins.
#[derive(Clone, Copy)]
struct Point {
    w: V3<f64>,
    on_a: V3<f64>,
    on_b: V3<f64>,
}

/// The nearest point of a simplex to the origin: the corners that it takes, and their weights.
struct Near {
    kept: [usize; 4],
    count: usize,
    weights: [f64; 4],
}

struct Simplex {
    points: [Point; 4],
    weights: [f64; 4],
    count: usize,
}

impl Simplex {
    fn combine(&self, of: impl Fn(&Point) -> V3<f64>) -> V3<f64> {
        (0..self.count)
            .fold([0.0; 3], |sum, i| add(sum, scale(of(&self.points[i]), self.weights[i])))
    }

    fn keep(&mut self, near: &Near) {
        let old = self.points;
        (0..near.count).for_each(|i| self.points[i] = old[near.kept[i]]);
        (self.weights, self.count) = (near.weights, near.count);
    }
}

fn is_in_range(pair: &Pair) -> bool {
    let numbers =
        [pair.a, pair.b].into_iter().flat_map(|body| body.at.linear.into_iter().flatten());
    RANGE.contains(&pair.size) && numbers.into_iter().all(f64::is_finite)
}

fn support(pair: &Pair, n: V3<f64>) -> Point {
    let (on_a, on_b) = (pair.a.arm(n), pair.b.arm(neg(n)));
    Point { w: add(sub(on_a, on_b), sub(pair.a.at.origin, pair.b.at.origin)), on_a, on_b }
}

/// How a search ended.
enum End {
    /// An axis from A to B, and by how much it separates at least.
    Apart([f64; 3], f64),
    Enclosed,
    Open,
}

/// GJK in doubles, from the difference of the origins. It ends at the first axis that separates by more than `enough`, or,
/// where a relative error is wanted, when the distance is known to that.
fn search(pair: &Pair, enough: f64, relative: Option<f64>) -> (End, Simplex, f64) {
    let bound = ROUNDING * pair.size;
    let start = sub(pair.a.at.origin, pair.b.at.origin);
    let mut v = if norm::<f64>(start) > 0.0 { start } else { [1.0, 0.0, 0.0] };
    let first = support(pair, neg(v));
    let mut simplex = Simplex { points: [first; 4], weights: [1.0, 0.0, 0.0, 0.0], count: 0 };
    let mut best = ([0.0; 3], 0.0);
    let mut next = first;
    let mut upper = f64::INFINITY;
    for _ in 0..CAP {
        let length: f64 = norm(v);
        let lower = dot(v, next.w) / length * (1.0 - 1e-12) - bound;
        if lower > best.1 {
            best = (scale(v, -1.0 / length), lower);
            if relative.is_none() && lower > enough {
                return (End::Apart(best.0, lower), simplex, upper);
            }
        }
        if relative.is_some_and(|relative| upper * (1.0 - relative) - 4.0 * bound <= best.1) {
            break;
        }
        simplex.points[simplex.count] = next;
        simplex.count += 1;
        let near = nearest(&simplex.points[..simplex.count]);
        simplex.keep(&near);
        if simplex.count == 4 {
            return (End::Enclosed, simplex, 0.0);
        }
        let closest = simplex.combine(|point| point.w);
        let distance: f64 = norm(closest);
        // No progress: rounding is all that is left.
        if distance >= upper || distance <= bound {
            break;
        }
        (upper, v) = (distance, closest);
        next = support(pair, neg(v));
    }
    (if best.1 > 0.0 { End::Apart(best.0, best.1) } else { End::Open }, simplex, upper)
}

/// The pair's verdict where doubles are enough to prove one; of misses, one wider than `enough`.
pub fn decide(pair: &Pair, enough: f64) -> Option<Verdict> {
    if !is_in_range(pair) {
        return None;
    }
    match search(pair, enough, None) {
        (End::Apart(axis, gap), ..) if gap > enough => Some(Verdict::Miss { gap_lower: gap, axis }),
        (End::Enclosed, simplex, _) => hit(pair, &simplex),
        _ => None,
    }
}

/// Bounds of the distance, to a relative error or to [`ROUNDING`] if the search gets there; `None` where no axis is proved to
/// separate. The upper bound is the distance of two points.
pub fn distance(a: &Body, b: &Body, relative: f64) -> Option<Distance> {
    let pair = Pair::new(a, b);
    if !is_in_range(&pair) {
        return None;
    }
    let (End::Apart(axis, lower), simplex, upper) = search(&pair, 0.0, Some(relative)) else {
        return None;
    };
    let upper = upper * (1.0 + 1e-12) + ROUNDING * pair.size;
    let on_a = add(simplex.combine(|point| point.on_a), a.at.origin);
    let on_b = add(simplex.combine(|point| point.on_b), b.at.origin);
    Some(Distance { lower, upper, axis, on_a, on_b })
}

/// A hit, if the tetrahedron has a ball around the origin in it that is larger than all rounding.
fn hit(pair: &Pair, simplex: &Simplex) -> Option<Verdict> {
    let w = simplex.points.map(|point| point.w);
    let widest = w.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    let volumes = corner_volumes(&w);
    let sum: f64 = volumes.iter().sum();
    let mut depth = f64::INFINITY;
    for i in 0..4 {
        let [p, q, r] = std::array::from_fn(|k| w[(i + 1 + k) % 4]);
        let area = norm::<f64>(cross(sub(q, p), sub(r, p))) + PRODUCTS * widest * widest;
        depth = depth.min((volumes[i] * sum.signum() - PRODUCTS * widest * widest * widest) / area);
    }
    let weights = volumes.map(|volume| volume / sum);
    let combine = |of: fn(&Point) -> V3<f64>| {
        (0..4).fold([0.0; 3], |all, i| add(all, scale(of(&simplex.points[i]), weights[i])))
    };
    let aside: f64 = norm(combine(|point| point.w));
    let point = add(combine(|point| point.on_a), pair.a.at.origin);
    let depth_lower = depth * (1.0 - 1e-12) - ROUNDING * pair.size;
    (depth_lower > 0.0 && aside <= 1e-14 * pair.size).then_some(Verdict::Hit { depth_lower, point })
}

/// Six times the volumes of the tetrahedra of the origin and the face opposite to each corner; of one sign if it is inside.
fn corner_volumes(w: &[V3<f64>; 4]) -> [f64; 4] {
    let [a, b, c, d] = *w;
    let (cd, ab) = (cross(c, d), cross(a, b));
    [dot(b, cd), -dot(a, cd), dot(d, ab), -dot(c, ab)]
}

/// The nearest point to the origin. All four corners are taken if it is among them; nothing here is trusted.
fn nearest(points: &[Point]) -> Near {
    match *points {
        [_] => Near { kept: [0; 4], count: 1, weights: [1.0, 0.0, 0.0, 0.0] },
        [a, b] => segment([0, 1], a.w, b.w),
        [a, b, c] => triangle([0, 1, 2], a.w, b.w, c.w),
        [a, b, c, d] => tetrahedron(&[a.w, b.w, c.w, d.w]),
        _ => unreachable!("one to four points"),
    }
}

fn segment(numbers: [usize; 2], a: V3<f64>, b: V3<f64>) -> Near {
    let e = sub(b, a);
    let (along, square) = (-dot(a, e), dot(e, e));
    let [i, j] = numbers;
    let corner = |i: usize| Near { kept: [i, 0, 0, 0], count: 1, weights: [1.0, 0.0, 0.0, 0.0] };
    if along <= 0.0 || square <= 0.0 {
        return corner(i);
    }
    if along >= square {
        return corner(j);
    }
    let t = along / square;
    Near { kept: [i, j, 0, 0], count: 2, weights: [1.0 - t, t, 0.0, 0.0] }
}

fn triangle(numbers: [usize; 3], a: V3<f64>, b: V3<f64>, c: V3<f64>) -> Near {
    let [i, j, k] = numbers;
    let n = cross(sub(b, a), sub(c, a));
    let parts = [dot(n, cross(b, c)), dot(n, cross(c, a)), dot(n, cross(a, b))];
    let sum = parts[0] + parts[1] + parts[2];
    if sum > 0.0 && parts.iter().all(|part| *part > 0.0) {
        let weights = [parts[0] / sum, parts[1] / sum, parts[2] / sum, 0.0];
        return Near { kept: [i, j, k, 0], count: 3, weights };
    }
    // Nearest on an edge: the best of the three.
    let edges = [([i, j], a, b), ([j, k], b, c), ([k, i], c, a)];
    edges
        .map(|(two, p, q)| (square_of(&segment([0, 1], p, q), &[p, q]), segment(two, p, q)))
        .into_iter()
        .fold(
            (f64::INFINITY, Near { kept: [i, 0, 0, 0], count: 1, weights: [1.0, 0.0, 0.0, 0.0] }),
            |best, next| if next.0 < best.0 { next } else { best },
        )
        .1
}

fn square_of(near: &Near, corners: &[V3<f64>]) -> f64 {
    let p = (0..near.count)
        .fold([0.0; 3], |p, i| add(p, scale(corners[near.kept[i]], near.weights[i])));
    dot(p, p)
}

fn tetrahedron(w: &[V3<f64>; 4]) -> Near {
    let volumes = corner_volumes(w);
    let sum: f64 = volumes.iter().sum();
    let weights = volumes.map(|volume| volume / sum);
    if weights.iter().all(|weight| *weight > 0.0) {
        return Near { kept: [0, 1, 2, 3], count: 4, weights };
    }
    // Beyond a face: the best of those that the origin is beyond, the new corner's first.
    let mut best =
        (f64::INFINITY, Near { kept: [3, 0, 0, 0], count: 1, weights: [1.0, 0.0, 0.0, 0.0] });
    for [i, j, k] in [[0, 1, 3], [0, 2, 3], [1, 2, 3], [0, 1, 2]] {
        let near = triangle([i, j, k], w[i], w[j], w[k]);
        let square = square_of(&near, w);
        if square < best.0 {
            best = (square, near);
        }
    }
    best.1
}
