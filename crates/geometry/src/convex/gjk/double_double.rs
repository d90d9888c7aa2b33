//! GJK in double-double numbers (Hida, Li and Bailey 2001), for what double precision leaves open.
//!
//! The nearest feature of the simplex is found by geometry, from edges and normals, as the backup procedure of the algorithm's
//! first authors does (thesis 4.4.4): of thin features that is more exact than Johnson's determinants.

use super::enclosing::barycentric_of_origin;
use super::{GjkResult, Status};
use crate::convex::pair::{AnyPair, SupportPoint, VertexHints};
use crate::convex::witness::Witness;
use crate::math::scalar::Dd;
use crate::math::tolerance::{
    DETERMINANT_ROUNDING, DOUBLE_ITERATIONS, DOUBLE_NOISE, TOUCHING_CONVERGED,
};
use crate::math::{Mat3, Vec3};

#[cfg(test)]
mod tests;

/// A vector of double-double numbers.
pub(in crate::convex) type Vector = [Dd; 3];

const ZERO: Vector = [Dd::ZERO; 3];

/// What became of the simplex when a point was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::convex) enum Closest {
    /// The closest point lies on a feature of at most three points.
    Outside,
    /// The four points certainly enclose the origin.
    Enclosed,
    /// The point was there already, or leads no closer: nothing changed.
    Unchanged,
}

/// Up to four points of A - B, and the point of their hull closest to the origin.
pub(in crate::convex) struct Simplex {
    /// The slots in use, as a bit set: a point keeps its slot for as long as it stays.
    members: u8,
    points: [Vector; 4],
    /// The points of A and B in local coordinates.
    locals: [(Vec3, Vec3); 4],
    /// The barycentric coordinates of the closest point.
    barycentric: [Dd; 4],
}

impl Simplex {
    pub(in crate::convex) fn new() -> Self {
        let locals = [(Vec3::zeros(), Vec3::zeros()); 4];
        Simplex { members: 0, points: [ZERO; 4], locals, barycentric: [Dd::ZERO; 4] }
    }

    /// Up to three points of A - B. `None` of more, and unless the point of their hull closest to the origin is inside of that.
    pub(in crate::convex) fn of_feature(
        points: impl Iterator<Item = SupportPoint>,
    ) -> Option<Self> {
        let mut simplex = Simplex::new();
        for (slot, point) in points.enumerate().take(4) {
            simplex.points[slot] = difference(&point, None);
            simplex.locals[slot] = (point.local_a, point.local_b);
            simplex.members |= 1 << slot;
        }
        simplex.barycentric = barycentric_in(&simplex.points, simplex.members)?;
        Some(simplex)
    }

    fn slots(&self) -> impl Iterator<Item = usize> + use<> {
        let members = self.members;
        (0..4).filter(move |i| members & (1 << i) != 0)
    }

    /// Adds a support point, of which `y` is the difference where the search is made, and reduces the simplex to the feature
    /// closest to the origin.
    pub(in crate::convex) fn add(&mut self, point: &SupportPoint, y: Vector) -> Closest {
        if self.slots().any(|i| self.points[i] == y) {
            return Closest::Unchanged;
        }
        let old = self.members;
        let slot = (!old).trailing_zeros() as usize;
        (self.points[slot], self.locals[slot]) = (y, (point.local_a, point.local_b));
        if old.count_ones() == 3
            && let Some(barycentric) =
                barycentric_of_origin(&self.points, DETERMINANT_ROUNDING * Dd::ROUNDING)
        {
            (self.members, self.barycentric) = (15, barycentric);
            // Though the signs of the volumes are certain, those of a tetrahedron without thickness have too few digits for a
            // common point: one on a face is more exact.
            let error = square(&self.closest());
            self.reduce(1..15, Some(error));
            return Closest::Enclosed;
        }
        let least = (old != 0).then(|| square(&self.closest()));
        let subsets = (0..15).filter(|subset| subset & !old == 0).map(|subset| subset | 1 << slot);
        if self.reduce(subsets, least) { Closest::Outside } else { Closest::Unchanged }
    }

    /// Reduces the simplex to that of some subsets of the points of which a point is closest to the origin, if the square of
    /// its distance is below `least`; returns whether there is one.
    fn reduce(&mut self, subsets: impl Iterator<Item = u8>, mut least: Option<Dd>) -> bool {
        let mut nearest = None;
        for subset in subsets {
            let Some(barycentric) = barycentric_in(&self.points, subset) else {
                continue;
            };
            let length2 = square(&combination(&self.points, subset, &barycentric));
            if least.is_none_or(|least| length2 < least) {
                (nearest, least) = (Some((subset, barycentric)), Some(length2));
            }
        }
        if let Some(nearest) = nearest {
            (self.members, self.barycentric) = nearest;
        }
        nearest.is_some()
    }

    /// The point of the simplex closest to the origin.
    pub(in crate::convex) fn closest(&self) -> Vector {
        combination(&self.points, self.members, &self.barycentric)
    }

    /// The part of a vector that is normal to the simplex, of up to three points.
    pub(in crate::convex) fn straightened(&self, v: &Vec3) -> Vector {
        let v = [v.x, v.y, v.z].map(Dd::from);
        let mut slots = self.slots();
        let Some(first) = slots.next() else { return v };
        let mut edges = slots.map(|i| minus(&self.points[i], &self.points[first]));
        let along = |onto: &Vector| {
            let part = dot(&v, onto) / square(onto);
            onto.map(|x| x * part)
        };
        match (edges.next(), edges.next()) {
            (None, _) => v,
            (Some(edge), None) => minus(&v, &along(&edge)),
            (Some(edge), Some(other)) => along(&cross(&edge, &other)),
        }
    }

    /// The largest squared length of the points: the scale of their rounding errors.
    fn largest_length2(&self) -> f64 {
        self.slots().map(|i| square(&self.points[i]).to_f64()).fold(0.0, f64::max)
    }

    /// The points of both bodies that the closest point is the difference of. Zeros for the empty simplex.
    pub(in crate::convex) fn witness(&self) -> Witness {
        let mut witness = Witness::default();
        for i in self.slots() {
            let weight = self.barycentric[i].to_f64();
            witness.local_a += self.locals[i].0 * weight;
            witness.local_b += self.locals[i].1 * weight;
        }
        witness.difference = to_f64(&self.closest());
        witness
    }
}

/// The vector, rounded.
pub(in crate::convex) fn to_f64(v: &Vector) -> Vec3 {
    Vec3::from(v.map(Dd::to_f64))
}

/// The point of A - B, under a linear map.
pub(in crate::convex) fn difference(point: &SupportPoint, map: Option<&Mat3>) -> Vector {
    let d = [0, 1, 2].map(|axis| Dd::difference(point.a[axis], point.b[axis]));
    match map {
        None => d,
        Some(m) => [0, 1, 2].map(|row| dot(&[0, 1, 2].map(|k| Dd::from(m[(row, k)])), &d)),
    }
}

/// The dot product.
pub(in crate::convex) fn dot(a: &Vector, b: &Vector) -> Dd {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The squared length.
pub(in crate::convex) fn square(a: &Vector) -> Dd {
    dot(a, a)
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The barycentric coordinates of the point of a segment closest to the origin; `None` unless it lies between the ends.
fn in_segment(a: &Vector, b: &Vector) -> Option<[Dd; 2]> {
    let edge = minus(b, a);
    let t = -(dot(a, &edge) / square(&edge));
    (t > Dd::ZERO && t < Dd::ONE).then_some([Dd::ONE - t, t])
}

/// The same of a triangle; `None` unless the point lies inside.
fn in_triangle(a: &Vector, b: &Vector, c: &Vector) -> Option<[Dd; 3]> {
    let (to_b, to_c) = (minus(b, a), minus(c, a));
    let normal = cross(&to_b, &to_c);
    // The areas that the origin, projected, makes with the edges.
    let of_b = dot(&normal, &cross(&to_c, a)) / square(&normal);
    let of_c = dot(&normal, &cross(a, &to_b)) / square(&normal);
    let of_a = Dd::ONE - of_b - of_c;
    let all = [of_a, of_b, of_c];
    all.iter().all(|x| *x > Dd::ZERO).then_some(all)
}

/// The barycentric coordinates of the point closest to the origin, by slot, in the hull of up to three of four points; `None`
/// unless it is inside of that.
fn barycentric_in(points: &[Vector; 4], members: u8) -> Option<[Dd; 4]> {
    let mut slots = [0; 4];
    let mut count = 0;
    for slot in (0..4).filter(|slot| members & (1 << slot) != 0) {
        slots[count] = slot;
        count += 1;
    }
    let [i, j, k, _] = slots;
    let mut all = [Dd::ZERO; 4];
    match count {
        1 => all[i] = Dd::ONE,
        2 => [all[i], all[j]] = in_segment(&points[i], &points[j])?,
        3 => [all[i], all[j], all[k]] = in_triangle(&points[i], &points[j], &points[k])?,
        _ => return None,
    }
    Some(all)
}

/// The point with these barycentric coordinates.
fn combination(points: &[Vector; 4], members: u8, barycentric: &[Dd; 4]) -> Vector {
    let mut sum = ZERO;
    for i in (0..4).filter(|i| members & (1 << i) != 0) {
        sum = [0, 1, 2].map(|k| sum[k] + points[i][k] * barycentric[i]);
    }
    sum
}

/// The search with its common point, if there is one: in coordinates in which A - B is round, and, as bodies that rounding alone
/// separates there may be farther apart along another axis, in those of the world.
#[cold]
pub(super) fn search(pair: &AnyPair<'_>, hints: &mut VertexHints) -> (GjkResult, Witness) {
    let map = pair.equalizing_map();
    let center = pair.initial_direction();
    let mapped = descend(pair, Simplex::new(), center, Some(&map), hints);
    if matches!(mapped.0.status, Status::Apart | Status::Enclosed) {
        return mapped;
    }
    let mut unmapped = descend(pair, Simplex::new(), center, None, hints);
    if unmapped.0.status == Status::Stalled {
        // The simplex is too narrow for certain orientations. Another one, started from its last axis, may not be.
        unmapped = descend(pair, Simplex::new(), unmapped.0.axis, None, hints);
    }
    if unmapped.0.status == Status::Apart {
        return unmapped;
    }
    // Of thin bodies, a distance that is short in the mapped coordinates may be long in those of the world.
    let apart = |witness: &Witness| {
        let relative = pair.relative();
        (relative.place_a(&witness.local_a) - relative.place_b(&witness.local_b)).norm_squared()
    };
    let witness = if apart(&unmapped.1) < apart(&mapped.1) { unmapped.1 } else { mapped.1 };
    (mapped.0, witness)
}

/// A common point of bodies that overlap a little, from the point of A - B that the origin is straight beneath. `None` if none is found
/// for certain.
#[cold]
pub(super) fn common_beneath(
    pair: &AnyPair<'_>,
    top: &SupportPoint,
    hints: &mut VertexHints,
) -> Option<Witness> {
    let mut simplex = Simplex::new();
    simplex.add(top, difference(top, None));
    let (found, witness) = descend(pair, simplex, top.difference(), None, hints);
    (found.status == Status::Enclosed).then_some(witness)
}

/// The separating-axis GJK (thesis, algorithm 4.2) from a simplex and the axis `start`, with the difference seen through `map`.
fn descend(
    pair: &AnyPair<'_>,
    mut simplex: Simplex,
    start: Vec3,
    map: Option<&Mat3>,
    hints: &mut VertexHints,
) -> (GjkResult, Witness) {
    let mut axis = start;
    let mut v: Option<Vector> = None;
    for iterations in 1..=DOUBLE_ITERATIONS {
        let end =
            |status, simplex: &Simplex| (GjkResult { status, axis, iterations }, simplex.witness());
        let point = pair.support_against(&axis, hints);
        if axis.dot(&point.difference()) > pair.rounding(&axis) {
            return end(Status::Apart, &simplex);
        }
        let y = difference(&point, map);
        // The lower bound of the distance has met the upper one, yet it is no more than rounding.
        if v.is_some_and(|v| {
            dot(&v, &y).to_f64() >= (1.0 - TOUCHING_CONVERGED) * square(&v).to_f64()
        }) {
            return end(Status::Touching, &simplex);
        }
        match simplex.add(&point, y) {
            Closest::Unchanged => return end(Status::Stalled, &simplex),
            Closest::Enclosed => return end(Status::Enclosed, &simplex),
            Closest::Outside => {}
        }
        let closest = simplex.closest();
        // Written so that a NaN ends the search as well.
        let away =
            square(&closest).to_f64() > DOUBLE_NOISE * DOUBLE_NOISE * simplex.largest_length2();
        if !away || pair.touches(&simplex.witness()) {
            return end(Status::Touching, &simplex);
        }
        v = Some(closest);
        axis = map.map_or(to_f64(&closest), |m| m.tr_mul(&to_f64(&closest)));
    }
    let iterations = DOUBLE_ITERATIONS;
    (GjkResult { status: Status::Capped, axis, iterations }, simplex.witness())
}
