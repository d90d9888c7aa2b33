//! Two placed convex bodies, seen as one: their Minkowski difference A - B.
//!
//! Coordinates are along the world's axes with the origin at that of A, so that two bodies far from the world's
//! origin keep their precision, and no placement is ever inverted: mirrors, shears and singular ones are fine.

use wide::f64x2;

use super::both::Both;
use crate::math::power;
use crate::math::tolerance::{CLEAR_MARGIN, SUPPORT_ROUNDING, WORKING_RANGE};
use crate::math::vector::{abs, abs_matrix, is_finite};
use crate::math::{Aabb, Mat3, Placement, Vec3};
use crate::shape::{Any, Support};

#[cfg(test)]
mod tests;

/// Where the support searches of the two bodies start: one hint a body.
pub type Hints = [u32; 2];

/// Two placements, as seen along the world's axes from the origin of the first. Made once for all pairs of bodies, or of
/// their parts, that are so placed.
#[derive(Clone, Copy, Debug)]
pub struct Relation {
    basis_a: Mat3,
    basis_b: Mat3,
    /// From the origin of A to that of B.
    offset: Vec3,
    /// The relation is measured in units of two to this power.
    unit_exponent: i32,
    /// How far the coordinates reach from which differences are computed, axis by axis.
    reach: Vec3,
}

/// How far the coordinates of two placed bodies and of their differences reach, axis by axis.
#[inline(always)]
fn reach_of(reach_a: &Vec3, basis_a: &Mat3, reach_b: &Vec3, basis_b: &Mat3, offset: &Vec3) -> Vec3 {
    abs_matrix(basis_a) * reach_a + abs_matrix(basis_b) * reach_b + abs(offset)
}

/// Whether coordinates that reach so far lead to no over- or underflow.
#[inline(always)]
fn is_in_range(reach: &Vec3) -> bool {
    WORKING_RANGE.contains(&(reach.x + reach.y + reach.z))
}

/// A copy, number by number: what is copied as a whole, and then moved to where it is to be, is waited for.
#[inline(always)]
fn by_numbers(m: &Mat3) -> Mat3 {
    Mat3::new(m.m11, m.m12, m.m13, m.m21, m.m22, m.m23, m.m31, m.m32, m.m33)
}

impl Relation {
    /// From how far the bodies' local coordinates reach from their origins, and where these are. `None` where that
    /// leads out of the numbers' range.
    #[inline(never)]
    pub fn new(
        reach_a: &Vec3,
        placement_a: &Placement,
        reach_b: &Vec3,
        placement_b: &Placement,
    ) -> Option<Relation> {
        let offset = placement_b.origin - placement_a.origin;
        let reach = reach_of(reach_a, &placement_a.basis, reach_b, &placement_b.basis, &offset);
        if !is_in_range(&reach) {
            return Relation::rescaled(reach_a, placement_a, reach_b, placement_b);
        }
        let (basis_a, basis_b) = (by_numbers(&placement_a.basis), by_numbers(&placement_b.basis));
        Some(Relation { basis_a, basis_b, offset, unit_exponent: 0, reach })
    }

    /// The relation in a unit of length with which squares are in range: overlap does not depend on it, and powers of
    /// two change no digit. `None` if that is not possible.
    #[cold]
    #[inline(never)]
    fn rescaled(
        reach_a: &Vec3,
        placement_a: &Placement,
        reach_b: &Vec3,
        placement_b: &Placement,
    ) -> Option<Relation> {
        let offset = placement_b.origin - placement_a.origin;
        let (basis_a, basis_b) = (placement_a.basis, placement_b.basis);
        let mut this =
            Relation { basis_a, basis_b, offset, unit_exponent: 0, reach: Vec3::zeros() };
        this.measure(reach_a, reach_b);
        if this.reach == Vec3::zeros() {
            return Some(this);
        }
        if !this.reach.max().is_finite() {
            // The reach alone may overflow where the coordinates do not.
            this.multiply(-8);
            this.measure(reach_a, reach_b);
        }
        // The greatest coordinate alone would not tell: no number is less than any.
        if !(is_finite(&this.reach) && is_finite(&this.offset)) {
            return None;
        }
        this.multiply(-power::exponent(this.reach.max()));
        this.measure(reach_a, reach_b);
        Some(this)
    }

    /// Multiplies all lengths by a power of two.
    fn multiply(&mut self, exponent: i32) {
        // In two steps: the power itself may be out of range.
        for part in [exponent / 2, exponent - exponent / 2] {
            let factor = power::of_two(part);
            self.basis_a *= factor;
            self.basis_b *= factor;
            self.offset *= factor;
        }
        self.unit_exponent -= exponent;
    }

    fn measure(&mut self, reach_a: &Vec3, reach_b: &Vec3) {
        self.reach = reach_of(reach_a, &self.basis_a, reach_b, &self.basis_b, &self.offset);
    }

    /// A point of A: along world axes, from the origin of A, in the units of the relation.
    #[inline]
    pub fn place_a(&self, local: &Vec3) -> Vec3 {
        times(&self.basis_a, local)
    }

    /// The same of B.
    #[inline]
    pub fn place_b(&self, local: &Vec3) -> Vec3 {
        times(&self.basis_b, local) + self.offset
    }

    /// The largest coordinate that occurs.
    #[inline]
    pub fn largest_reach(&self) -> f64 {
        self.reach.max()
    }

    /// The linear part of A's placement, in the units of the relation.
    #[inline]
    pub fn basis_a(&self) -> &Mat3 {
        &self.basis_a
    }

    /// The linear part of B's placement, in the units of the relation.
    #[inline]
    pub fn basis_b(&self) -> &Mat3 {
        &self.basis_b
    }

    /// The columns of both placements' linear parts and their origins, all of B turned round: so what is placed adds up to the
    /// difference.
    #[inline(always)]
    pub fn frames(&self) -> [Both; 4] {
        let [x, y, z] = Both::columns(&self.basis_a, &self.basis_b);
        let all = [x, y, z, Both::new(&Vec3::zeros(), &self.offset)];
        all.map(|column| column.times(f64x2::new([1.0, -1.0])))
    }

    /// From the origin of A to that of B, along world axes, in the units of the relation.
    #[inline]
    pub fn offset(&self) -> Vec3 {
        self.offset
    }

    /// How far the coordinates reach from which differences are computed, axis by axis, in the units of the relation.
    #[inline]
    pub fn reach(&self) -> Vec3 {
        self.reach
    }

    /// The same two placements the other way round, exactly.
    pub fn swapped(&self) -> Relation {
        Relation { basis_a: self.basis_b, basis_b: self.basis_a, offset: -self.offset, ..*self }
    }

    /// The same with B translated, in the units of the relation.
    pub fn moved(&self, by: &Vec3) -> Relation {
        Relation { offset: self.offset + by, reach: self.reach + abs(by), ..*self }
    }

    /// Whether this and not [`Relation::swapped`] is the order in which a pair is looked at, so that both get the same
    /// answer. The bodies' reaches tell apart placements that do not.
    pub fn comes_first(&self, reach_a: &Vec3, reach_b: &Vec3) -> bool {
        let offset = self.offset.iter().map(|x| (*x, -x));
        let bases = self.basis_a.iter().copied().zip(self.basis_b.iter().copied());
        let reaches = reach_a.iter().copied().zip(reach_b.iter().copied());
        let unequal = offset.chain(bases).chain(reaches).find(|(x, y)| x != y);
        unequal.is_none_or(|(x, y)| x < y)
    }

    /// A bound on the rounding error of support points along any unit vector.
    #[inline]
    pub fn rounding(&self) -> f64 {
        SUPPORT_ROUNDING * self.reach.sum()
    }

    /// A length given in the units of the placements; infinite or zero where it leaves the numbers' range.
    #[inline]
    pub fn to_relation_units(&self, length: f64) -> f64 {
        let half = -self.unit_exponent / 2;
        length * power::of_two(half) * power::of_two(-self.unit_exponent - half)
    }

    /// A vector in the units of the placements.
    #[inline]
    pub fn in_world_units(&self, v: &Vec3) -> Vec3 {
        if self.unit_exponent == 0 {
            return *v;
        }
        let half = self.unit_exponent / 2;
        v * power::of_two(half) * power::of_two(self.unit_exponent - half)
    }
}

/// The product of a matrix and a vector; where it counts, the general one of the linear algebra crate is a call.
#[inline]
fn times(m: &Mat3, v: &Vec3) -> Vec3 {
    Vec3::new(
        m.m11 * v.x + m.m12 * v.y + m.m13 * v.z,
        m.m21 * v.x + m.m22 * v.y + m.m23 * v.z,
        m.m31 * v.x + m.m32 * v.y + m.m33 * v.z,
    )
}

/// Two bodies, as a rule references to them, and their relation.
#[derive(Clone, Copy)]
pub struct Pair<'a, A, B> {
    a: A,
    b: B,
    relation: &'a Relation,
}

/// A point of A - B and the two points it is the difference of.
#[derive(Clone, Copy)]
pub struct SupportPoint {
    /// The point of A in its local coordinates.
    pub local_a: Vec3,
    /// The point of B in its local coordinates.
    pub local_b: Vec3,
    /// The point of A, along world axes.
    pub a: Vec3,
    /// The point of B, along world axes, from the origin of A.
    pub b: Vec3,
}

impl SupportPoint {
    /// The point of A - B.
    #[inline]
    pub fn difference(&self) -> Vec3 {
        self.a - self.b
    }
}

impl<'a, A: Support, B: Support> Pair<'a, A, B> {
    /// The bodies' coordinates reach no farther than the relation says.
    #[inline]
    pub fn new(a: A, b: B, relation: &'a Relation) -> Self {
        Pair { a, b, relation }
    }

    /// The bodies.
    #[inline]
    pub fn bodies(&self) -> (A, B)
    where
        A: Copy,
        B: Copy,
    {
        (self.a, self.b)
    }

    /// Whether both are the hulls of finitely many points.
    #[inline]
    pub fn are_polytopes(&self) -> bool {
        self.a.is_polytope() && self.b.is_polytope()
    }

    /// Whether either may be round somewhere: those given by their points are not.
    #[inline]
    pub fn are_round(&self) -> bool {
        // What the types tell comes first.
        self.a.as_primitive().is_some()
            || self.b.as_primitive().is_some()
            || !self.are_polytopes()
            || self.a.margin() > 0.0
            || self.b.margin() > 0.0
    }

    /// How they are placed.
    #[inline]
    pub fn relation(&self) -> &'a Relation {
        self.relation
    }

    /// The same two as bodies of any kind.
    #[inline]
    pub fn of_any(&self) -> Pair<'_, Any<'_>, Any<'_>> {
        Pair { a: self.a.any(), b: self.b.any(), relation: self.relation }
    }

    /// The support point of A - B against `v`: the one least far along it.
    #[inline]
    pub fn support_against(&self, v: &Vec3, hints: &mut Hints) -> SupportPoint {
        let local_a = self.a.support(&-self.relation.basis_a.tr_mul(v), &mut hints[0]);
        let local_b = self.b.support(&self.relation.basis_b.tr_mul(v), &mut hints[1]);
        SupportPoint {
            local_a,
            local_b,
            a: self.relation.place_a(&local_a),
            b: self.relation.place_b(&local_b),
        }
    }

    /// The same, but the difference alone, by [`Relation::frames`]: to the same bits, both bodies at once.
    #[inline(always)]
    pub fn difference_against(&self, frames: &[Both; 4], v: &Vec3, hints: &mut Hints) -> Vec3 {
        let ([p, q, r, origin], against) = (frames, Both::twice(&-v));
        let [x, y, z] = [p, q, r].map(|column| column.dot(&against));
        let [towards_a, towards_b] = Both { x, y, z }.vectors();
        let a = self.a.support(&towards_a, &mut hints[0]);
        let b = self.b.support(&towards_b, &mut hints[1]);
        let along = |column: &Both, a: f64, b: f64| column.times(f64x2::new([a, b]));
        let points =
            along(p, a.x, b.x).plus(&along(q, a.y, b.y)).plus(&along(r, a.z, b.z)).plus(origin);
        Vec3::new(points.x.reduce_add(), points.y.reduce_add(), points.z.reduce_add())
    }

    /// Whether `axis` separates the bodies by a clear margin. A zero axis separates nothing.
    #[inline]
    pub fn is_separated_by(&self, axis: &Vec3, hints: &mut Hints) -> bool {
        self.gap_along(axis, hints) > CLEAR_MARGIN * self.rounding(axis)
    }

    /// The least dot product of `axis` with a point of A - B.
    #[inline]
    pub fn gap_along(&self, axis: &Vec3, hints: &mut Hints) -> f64 {
        let along_a = self.a.extent(&-self.relation.basis_a.tr_mul(axis), &mut hints[0]);
        let along_b = self.b.extent(&self.relation.basis_b.tr_mul(axis), &mut hints[1]);
        -(along_a + along_b + axis.dot(&self.relation.offset))
    }

    /// A bound on the rounding error of `v . w`, where `w` is the support point of A - B against `v`.
    ///
    /// If `v . w` exceeds it then `v` separates the bodies, whatever was rounded on the way.
    #[inline]
    pub fn rounding(&self, v: &Vec3) -> f64 {
        SUPPORT_ROUNDING * abs(v).dot(&self.relation.reach)
    }

    /// From the centre of B to that of A: where a search begins that knows nothing better.
    pub fn center_difference(&self) -> Vec3 {
        let d = self.inner_point();
        // In its place, so that it need not be written down.
        let is_zero = (d.x == 0.0) & (d.y == 0.0) & (d.z == 0.0);
        Vec3::new(if is_zero { 1.0 } else { d.x }, d.y, d.z)
    }

    /// The difference of the bodies' centres: a point of A - B, well inside and perhaps zero.
    #[inline]
    pub fn inner_point(&self) -> Vec3 {
        let mut d = -self.relation.offset;
        if !self.a.is_centered() {
            d += self.relation.basis_a * self.a.center();
        }
        if !self.b.is_centered() {
            d -= self.relation.basis_b * self.b.center();
        }
        d
    }

    /// Whether there are [`Pair::facet_normals`].
    #[inline]
    pub fn have_facets(&self) -> bool {
        self.a.facet().is_some() || self.b.facet().is_some()
    }

    /// Axes that are likely to separate flat bodies: the normals of their facets, pointing from B to A.
    #[inline]
    pub fn facet_normals(&self) -> impl Iterator<Item = Vec3> {
        // One list, so that what is done with a normal is compiled once.
        let facets =
            [(self.a.facet(), &self.relation.basis_a), (self.b.facet(), &self.relation.basis_b)];
        facets.into_iter().filter_map(|(facet, basis)| {
            let [u, v] = facet?;
            let normal = (basis * u).cross(&(basis * v));
            Some(if normal.dot(&self.inner_point()) < 0.0 { -normal } else { normal })
        })
    }

    /// The largest coordinate difference that occurs.
    #[inline]
    pub fn largest_reach(&self) -> f64 {
        self.relation.reach.max()
    }

    /// A linear map under which A - B is about as wide in all directions.
    ///
    /// Overlap is invariant under linear maps but the number of GJK's iterations is not. The map is the inverse
    /// of the Cholesky factor of the bodies' second moments, taken from their boxes.
    pub fn rounding_off(&self) -> Mat3 {
        let moments = |basis: &Mat3, bounds: Aabb| {
            let half = basis * Mat3::from_diagonal(&bounds.half_extents());
            half * half.transpose()
        };
        let mut sum = moments(&self.relation.basis_a, self.a.bounds())
            + moments(&self.relation.basis_b, self.b.bounds());
        let floor = sum.trace() * f64::EPSILON;
        for i in 0..3 {
            sum[(i, i)] += floor;
        }
        let inverse = inverse_cholesky_factor(&sum);
        if inverse.iter().all(|x| x.is_finite()) {
            inverse
        } else {
            Mat3::identity() / self.largest_reach()
        }
    }
}

/// The inverse of the lower Cholesky factor; not finite where the matrix is not positive definite.
fn inverse_cholesky_factor(m: &Mat3) -> Mat3 {
    let l11 = m[(0, 0)].sqrt();
    let l21 = m[(1, 0)] / l11;
    let l31 = m[(2, 0)] / l11;
    let l22 = (m[(1, 1)] - l21 * l21).sqrt();
    let l32 = (m[(2, 1)] - l31 * l21) / l22;
    let l33 = (m[(2, 2)] - l31 * l31 - l32 * l32).sqrt();
    let (i11, i22, i33) = (1.0 / l11, 1.0 / l22, 1.0 / l33);
    let i21 = -l21 * i11 * i22;
    let i32 = -l32 * i22 * i33;
    let i31 = -(l31 * i11 + l32 * i21) * i33;
    Mat3::new(i11, 0.0, 0.0, i21, i22, 0.0, i31, i32, i33)
}
