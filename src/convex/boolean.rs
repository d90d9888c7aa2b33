//! The boolean question alone: the separating-axis GJK with the smallest state, in double precision.
//!
//! Thesis 4.4.2 (algorithm 4.2), Olvång 2.3.3 (algorithm 4). Only the direction towards the origin is of interest, so
//! that no step divides, and no witness is kept. The simplex begins with the difference of the bodies' centres, which
//! lies in A - B as any support point does and spares one of these. Two answers are certain: *apart*, where the margin
//! of an axis exceeds the rounding of checking it, and *enclosed*, where a tetrahedron of points of A - B has four
//! volumes of certain sign. All else is left to the search with all means ([`super::gjk::search`]).

use super::outcome::{Ending, How};
use super::pair::{Hints, Pair};
use crate::math::Vec3;
use crate::math::tolerance::{QUICK_ITERATIONS, VOLUME_ROUNDING};
use crate::shape::Support;

#[cfg(test)]
#[path = "boolean_tests.rs"]
mod tests;

/// The simplex: up to three points of A - B that make up the feature nearest to the origin.
enum Simplex {
    Empty,
    /// A point that the search did not come from.
    Inner(Vec3),
    Point(Vec3),
    Segment(Vec3, Vec3),
    Triangle(Triangle),
}

/// Three points that see the origin behind them: `b . (c x d)` is not negative.
struct Triangle {
    b: Vec3,
    c: Vec3,
    d: Vec3,
    /// `c x d`, `d x b` and `b x c`.
    products: [Vec3; 3],
    /// `b . (c x d)`
    volume: f64,
}

/// What becomes of a simplex with a new point.
enum Step {
    /// The search goes on against this direction.
    Against(Vec3, Simplex),
    /// The origin is enclosed for certain.
    Enclosed,
    /// Rounding hides where the origin is.
    Undecided,
}

/// A new point and one that the search did not come from: the origin may be nearest to either.
#[inline(always)]
fn any_segment(a: Vec3, b: Vec3) -> Step {
    let e = b - a;
    if e.dot(&b) <= 0.0 {
        Step::Against(b, Simplex::Point(b))
    } else if e.dot(&a) >= 0.0 {
        Step::Against(a, Simplex::Point(a))
    } else {
        segment(a, b)
    }
}

/// The segment of a new point and an old one; the origin is beside it.
#[inline(always)]
fn segment(a: Vec3, b: Vec3) -> Step {
    let e = b - a;
    let v = a * e.dot(&e) - e * a.dot(&e);
    Step::Against(v, Simplex::Segment(a, b))
}

/// The feature of the triangle of a new point and an old segment that is nearest to the origin.
#[inline(always)]
fn triangle(a: Vec3, b: Vec3, c: Vec3) -> Step {
    let (ab, bc, ca) = (a.cross(&b), b.cross(&c), c.cross(&a));
    let n = ab + bc + ca;
    if n.dot(&ab) < 0.0 {
        return segment(a, b);
    }
    if n.dot(&ca) < 0.0 {
        return segment(a, c);
    }
    face(a, b, c, [bc, ca, ab], n)
}

/// A triangle that the origin is in front of or behind.
#[inline(always)]
fn face(a: Vec3, b: Vec3, c: Vec3, [bc, ca, ab]: [Vec3; 3], n: Vec3) -> Step {
    let volume = a.dot(&bc);
    if volume >= 0.0 {
        Step::Against(n, Simplex::Triangle(Triangle { b: a, c: b, d: c, products: [bc, ca, ab], volume }))
    } else {
        let products = [-bc, -ab, -ca];
        Step::Against(-n, Simplex::Triangle(Triangle { b: a, c, d: b, products, volume: -volume }))
    }
}

/// The tetrahedron of a new point and an old triangle. Coordinates reach as far as `reach`.
#[inline(always)]
fn tetrahedron(a: Vec3, old: &Triangle, reach: f64) -> Step {
    let Triangle { b, c, d, volume, .. } = *old;
    // The shares of the three old points in the origin; a point without one is on the wrong side of the others' face.
    let shares = old.products.map(|product| -a.dot(&product));
    let all_above = |least: f64| shares.iter().all(|share| *share > least) && volume > least;
    if all_above(VOLUME_ROUNDING * reach * reach * reach) {
        return Step::Enclosed;
    }
    // Near the origin the points' own lengths bound the rounding more closely.
    let longest2 = [a, b, c, d].iter().fold(0.0, |most, p| if p.dot(p) > most { p.dot(p) } else { most });
    let least = VOLUME_ROUNDING * reach * longest2;
    match (shares[0] > least, shares[1] > least, shares[2] > least) {
        (true, true, true) if volume > least => Step::Enclosed,
        (true, true, false) => triangle(a, b, c),
        (true, false, true) => triangle(a, d, b),
        (false, true, true) => triangle(a, c, d),
        (true, false, false) => two_triangles(a, b, c, d),
        (false, true, false) => two_triangles(a, c, d, b),
        (false, false, true) => two_triangles(a, d, b, c),
        _ => Step::Undecided,
    }
}

/// Two triangles with the edge from `a` to `b`, and with `c` or `d`, that both see the origin.
#[inline(always)]
fn two_triangles(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Step {
    let (ab, bc, ca) = (a.cross(&b), b.cross(&c), c.cross(&a));
    let n = ab + bc + ca;
    if n.dot(&ab) < 0.0 {
        return triangle(a, d, b);
    }
    if n.dot(&ca) < 0.0 {
        return segment(a, c);
    }
    face(a, b, c, [bc, ca, ab], n)
}

/// Searches for a separating axis from the bodies' centres. An answer if it ends as [`How::Apart`] or
/// [`How::Enclosed`].
#[inline]
pub fn search<A: Support, B: Support>(pair: &Pair<A, B>, hints: &mut Hints) -> Ending {
    let inner = pair.inner_point();
    if inner == Vec3::zeros() {
        run(pair, Vec3::x(), Simplex::Empty, hints)
    } else {
        run(pair, inner, Simplex::Point(inner), hints)
    }
}

/// The same, from an axis that separated the bodies before.
#[inline]
pub fn search_from<A: Support, B: Support>(pair: &Pair<A, B>, axis: Vec3, hints: &mut Hints) -> Ending {
    let inner = pair.inner_point();
    let simplex = if inner == Vec3::zeros() { Simplex::Empty } else { Simplex::Inner(inner) };
    run(pair, axis, simplex, hints)
}

/// The search; ends after [`QUICK_ITERATIONS`]. One copy for each kind of pair: it is large.
#[inline(never)]
fn run<A: Support, B: Support>(
    pair: &Pair<A, B>,
    start: Vec3,
    mut simplex: Simplex,
    hints: &mut Hints,
) -> Ending {
    let reach = pair.largest_reach();
    let mut axis = start;
    for iterations in 1..=QUICK_ITERATIONS {
        let ending = |how, margin| Ending { how, axis, margin, iterations };
        let point = pair.difference_against(&axis, hints);
        let (along, rounding) = (axis.dot(&point), pair.rounding(&axis));
        if along > rounding {
            return ending(How::Apart, along / rounding);
        }
        let step = match simplex {
            // The points of the simplex are in one line or plane with the origin: there is no direction.
            _ if rounding == 0.0 => Step::Undecided,
            Simplex::Empty => Step::Against(point, Simplex::Point(point)),
            Simplex::Inner(b) => any_segment(point, b),
            Simplex::Point(b) => segment(point, b),
            Simplex::Segment(b, c) => triangle(point, b, c),
            Simplex::Triangle(ref old) => tetrahedron(point, old, reach),
        };
        match step {
            Step::Against(v, next) => {
                axis = v;
                simplex = next;
            }
            Step::Enclosed => return ending(How::Enclosed, 0.0),
            Step::Undecided => return ending(How::Stalled, 0.0),
        }
    }
    Ending { how: How::Capped, axis, margin: 0.0, iterations: QUICK_ITERATIONS }
}
