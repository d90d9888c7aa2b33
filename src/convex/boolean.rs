//! The boolean question alone: the separating-axis GJK with the smallest state, in double precision.
//!
//! Thesis 4.4.2 (algorithm 4.2), Olvång 2.3.3 (algorithm 4). Only the direction towards the origin is of interest, so
//! that no step divides, and no witness is kept. Two answers are certain: *apart*, where the margin of an axis exceeds
//! the rounding of checking it, and *enclosed*, where a tetrahedron of support points has four volumes of certain sign.
//! All else is left to the search with all means ([`super::gjk::search`]).

use super::gjk::How;
use super::pair::{Hints, Pair};
use crate::math::Vec3;
use crate::math::tolerance::{QUICK_ITERATIONS, VOLUME_ROUNDING};
use crate::shape::Support;

/// The end of a quick search.
#[derive(Clone, Copy, Debug)]
pub struct Quick {
    /// How it ended; an answer if [`How::Apart`] or [`How::Enclosed`].
    pub how: How,
    /// The last axis: from B towards A, along world axes, of any length.
    pub axis: Vec3,
    /// The axis' margin in units of the rounding error of checking it.
    pub margin: f64,
    /// Support points computed.
    pub iterations: u32,
}

/// The simplex: up to three points of A - B that make up the feature nearest to the origin.
enum Simplex {
    Empty,
    Point(Vec3),
    Segment(Vec3, Vec3),
    Triangle(Triangle),
}

/// Three points that see the origin from the front: `b . (c x d)` is not negative.
struct Triangle {
    b: Vec3,
    /// `c x d`, `d x b` and `b x c`.
    products: [Vec3; 3],
    c: Vec3,
    d: Vec3,
    /// `b . (c x d)`
    volume: f64,
}

/// What becomes of a simplex with a new point.
enum Step {
    /// Searching goes on against this direction.
    Against(Vec3, Simplex),
    /// The origin is enclosed for certain.
    Enclosed,
    /// Rounding hides where the origin is.
    Undecided,
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

/// The tetrahedron of a new point and an old triangle. `least` bounds the rounding of its volumes.
#[inline(always)]
fn tetrahedron(a: Vec3, old: &Triangle, least: f64) -> Step {
    // The shares of the three old points in the origin.
    let [in_b, in_c, in_d] = old.products.map(|product| -a.dot(&product));
    let (b, c, d) = (old.b, old.c, old.d);
    let out = (in_b <= least, in_c <= least, in_d <= least);
    match out {
        (false, false, false) if old.volume > least => Step::Enclosed,
        (false, false, true) => triangle(a, b, c),
        (false, true, false) => triangle(a, d, b),
        (true, false, false) => triangle(a, c, d),
        (false, true, true) => two_triangles(a, b, c, d),
        (true, false, true) => two_triangles(a, c, d, b),
        (true, true, false) => two_triangles(a, d, b, c),
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

/// Searches for a separating axis from `start`. Ends after [`QUICK_ITERATIONS`].
#[inline]
pub fn search<A: Support, B: Support>(pair: &Pair<A, B>, start: Vec3, hints: &mut Hints) -> Quick {
    let reach = pair.largest_reach();
    let least = VOLUME_ROUNDING * reach * reach * reach;
    let mut axis = start;
    let mut simplex = Simplex::Empty;
    for used in 1..=QUICK_ITERATIONS {
        let ending = |how, margin| Quick { how, axis, margin, iterations: used };
        let point = pair.support_against(&axis, hints).difference();
        let (along, rounding) = (axis.dot(&point), pair.rounding(&axis));
        if along > rounding {
            return ending(How::Apart, along / rounding);
        }
        let step = match simplex {
            Simplex::Empty => Step::Against(point, Simplex::Point(point)),
            Simplex::Point(b) => segment(point, b),
            Simplex::Segment(b, c) => triangle(point, b, c),
            Simplex::Triangle(ref old) => tetrahedron(point, old, least),
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
    Quick { how: How::Capped, axis, margin: 0.0, iterations: QUICK_ITERATIONS }
}
