//! Two placed convex bodies, seen as one: their Minkowski difference A - B.
//!
//! Coordinates are along the world's axes with the origin at that of A, so that two bodies far from the world's
//! origin keep their precision, and no placement is ever inverted: mirrors, shears and singular ones are fine.

use wide::f64x2;

use crate::convex::lanes::Vec3x2;
use crate::convex::relative::RelativePlacement;
use crate::convex::witness::Witness;
use crate::math::tolerance::{CLEAR_MARGIN, SUPPORT_ROUNDING, TOUCHING_ROUNDING};
use crate::math::vector::direction;
use crate::math::{Aabb, Mat3, Vec3};
use crate::shape::Support;

/// The start of the support searches of the two bodies: a vertex each (warm start).
pub type VertexHints = [u32; 2];

/// Two bodies and their relative placement.
pub struct Pair<'a, A: ?Sized, B: ?Sized> {
    a: &'a A,
    b: &'a B,
    relative: &'a RelativePlacement,
}

/// Two bodies of any types: see [`Any`](crate::shape::Any).
pub(crate) type AnyPair<'a> = Pair<'a, dyn Support + 'a, dyn Support + 'a>;

/// A point of A - B and the two points it is the difference of.
#[derive(Clone, Copy)]
pub struct SupportPoint {
    // The local points are not neighbours: those are copied together, split otherwise than they were written, a store-forwarding stall.
    /// The point of A in its local coordinates.
    pub local_a: Vec3,
    /// The point of A, along world axes.
    pub a: Vec3,
    /// The point of B in its local coordinates.
    pub local_b: Vec3,
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

impl<'a, A: Support + ?Sized, B: Support + ?Sized> Pair<'a, A, B> {
    /// Two bodies under a relative placement, which must have been made of their absolute extents or of larger ones.
    #[inline]
    pub fn new(a: &'a A, b: &'a B, relative: &'a RelativePlacement) -> Self {
        Pair { a, b, relative }
    }

    /// The bodies.
    #[inline]
    pub(crate) fn bodies(&self) -> (&'a A, &'a B) {
        (self.a, self.b)
    }

    /// Whether both are known to be the hulls of finitely many points.
    #[inline]
    pub(crate) fn are_polytopes(&self) -> bool {
        self.a.is_polytope() && self.b.is_polytope()
    }

    /// Whether either may be round somewhere.
    #[inline]
    pub(crate) fn are_round(&self) -> bool {
        !self.are_polytopes() || self.a.margin() > 0.0 || self.b.margin() > 0.0
    }

    /// How they are placed.
    #[inline]
    pub(crate) fn relative(&self) -> &'a RelativePlacement {
        self.relative
    }

    /// The pair with both types erased.
    #[inline]
    pub(crate) fn of_any(&self) -> AnyPair<'a> {
        Pair { a: self.a.any(), b: self.b.any(), relative: self.relative }
    }

    /// The support point of A - B against `v`: the one least far along it.
    #[inline]
    pub fn support_against(&self, v: &Vec3, hints: &mut VertexHints) -> SupportPoint {
        if self.relative.has_extreme_bases() {
            return support_of_extreme_bases(&self.of_any(), v, hints);
        }
        let local_a = self.a.support(&-self.relative.basis_a().tr_mul(v), &mut hints[0]);
        let local_b = self.b.support(&self.relative.basis_b().tr_mul(v), &mut hints[1]);
        self.point_of(local_a, local_b)
    }

    /// The difference of a point of A and one of B, in local coordinates.
    #[inline]
    pub(crate) fn point_of(&self, local_a: Vec3, local_b: Vec3) -> SupportPoint {
        let (a, b) = (self.relative.place_a(&local_a), self.relative.place_b(&local_b));
        SupportPoint { local_a, local_b, a, b }
    }

    /// The difference of [`Pair::support_against`] only, by the frames of the relative placement: the same to the last bit, with A and B in SIMD
    /// lanes (a sixth of W1 for polytopes, with the copy of placements by coordinates).
    #[inline]
    pub(super) fn difference_against(
        &self,
        frames: &[Vec3x2; 4],
        v: &Vec3,
        hints: &mut VertexHints,
    ) -> Vec3 {
        if self.relative.has_extreme_bases() {
            return support_of_extreme_bases(&self.of_any(), v, hints).difference();
        }
        let ([p, q, r, origin], against) = (frames, Vec3x2::twice(&-v));
        let [x, y, z] = [p, q, r].map(|column| column.dot(&against));
        let [towards_a, towards_b] = Vec3x2 { x, y, z }.vectors();
        let a = self.a.support(&towards_a, &mut hints[0]);
        let b = self.b.support(&towards_b, &mut hints[1]);
        let along = |column: &Vec3x2, a: f64, b: f64| column.times(f64x2::new([a, b]));
        let points =
            along(p, a.x, b.x).plus(&along(q, a.y, b.y)).plus(&along(r, a.z, b.z)).plus(origin);
        Vec3::new(points.x.reduce_add(), points.y.reduce_add(), points.z.reduce_add())
    }

    /// Whether `axis`, along world axes and of any length, separates the bodies by a clear margin. A zero axis separates
    /// nothing.
    #[inline]
    pub fn is_separated_by(&self, axis: &Vec3, hints: &mut VertexHints) -> bool {
        self.gap_along(axis, hints) > CLEAR_MARGIN * self.rounding(axis)
    }

    /// The least dot product of `axis` with a point of A - B: of a unit vector, the gap along it in the units of the
    /// relative placement, negative where the bodies overlap along it.
    #[inline]
    pub(crate) fn gap_along(&self, axis: &Vec3, hints: &mut VertexHints) -> f64 {
        if self.relative.has_extreme_bases() {
            let point = support_of_extreme_bases(&self.of_any(), axis, hints);
            return axis.dot(&point.difference());
        }
        let along_a = self.a.support_value(&-self.relative.basis_a().tr_mul(axis), &mut hints[0]);
        let along_b = self.b.support_value(&self.relative.basis_b().tr_mul(axis), &mut hints[1]);
        -(along_a + along_b + axis.dot(&self.relative.offset()))
    }

    /// A bound on the rounding error of `v . w`, where `w` is the support point of A - B against `v`.
    ///
    /// If `v . w` exceeds it then `v` separates the bodies, whatever was rounded on the way.
    #[inline]
    pub fn rounding(&self, v: &Vec3) -> f64 {
        SUPPORT_ROUNDING * v.abs().dot(&self.relative.absolute_extents())
    }

    /// Whether points of both bodies, in local coordinates, are so near to each other that no axis can be shown to separate the bodies:
    /// the gap along any axis is no more than the dot product with their difference, coordinate by coordinate within
    /// [`Pair::rounding`].
    #[inline]
    pub(crate) fn touch_at(&self, local_a: &Vec3, local_b: &Vec3) -> bool {
        self.are_near(local_a, local_b, TOUCHING_ROUNDING)
    }

    /// As [`Pair::touch_at`], of the points that a search has found.
    #[inline]
    pub(crate) fn touches(&self, points: &Witness) -> bool {
        self.touch_at(&points.local_a, &points.local_b)
    }

    /// Whether points of both bodies, in local coordinates, differ by no more than a part of the coordinates, axis by axis.
    #[inline]
    pub(crate) fn are_near(&self, local_a: &Vec3, local_b: &Vec3, part: f64) -> bool {
        let difference = self.relative.place_a(local_a) - self.relative.place_b(local_b);
        let most = self.relative.absolute_extents() * part;
        (0..3).all(|axis| difference[axis].abs() <= most[axis])
    }

    /// The default first direction of a search: from the centre of B to that of A, but not zero.
    pub fn initial_direction(&self) -> Vec3 {
        let d = self.inner_point();
        let is_zero = (d.x == 0.0) & (d.y == 0.0) & (d.z == 0.0);
        Vec3::new(if is_zero { 1.0 } else { d.x }, d.y, d.z)
    }

    /// The difference of the bodies' centres: a point of A - B, well inside and perhaps zero.
    #[inline]
    pub(crate) fn inner_point(&self) -> Vec3 {
        let mut d = -self.relative.offset();
        if !self.a.is_centered() {
            d += self.relative.basis_a() * self.a.center();
        }
        if !self.b.is_centered() {
            d -= self.relative.basis_b() * self.b.center();
        }
        d
    }

    /// The centres of the bodies, and their difference.
    pub(crate) fn centers(&self) -> (SupportPoint, Vec3) {
        let point = self.point_of(self.a.center(), self.b.center());
        (point, point.difference())
    }

    /// Axes that are likely to separate flat bodies: the normals of their facets, pointing from B to A.
    #[inline]
    pub(crate) fn facet_normals(&self) -> impl Iterator<Item = Vec3> {
        // One list, so that what is done with a normal is compiled once.
        let facets =
            [(self.a.facet(), self.relative.basis_a()), (self.b.facet(), self.relative.basis_b())];
        facets.into_iter().filter_map(|(facet, basis)| {
            let [u, v] = facet?;
            let normal = (basis * u).cross(&(basis * v));
            Some(if normal.dot(&self.inner_point()) < 0.0 { -normal } else { normal })
        })
    }

    /// The unit normals of the bodies' flat sides, of each two opposite ones that nearer to `towards`.
    pub(crate) fn flat_sides(&self, towards: &Vec3) -> [Option<Vec3>; 6] {
        let (a, b) = self.bodies();
        let flat = [a.flat_sides(), b.flat_sides()];
        let bases = [self.relative.basis_a(), self.relative.basis_b()];
        let mut sides = [None; 6];
        for (k, side) in sides.iter_mut().enumerate() {
            if flat[k / 3][k % 3] {
                *side = flat_side(bases[k / 3], k % 3, towards);
            }
        }
        sides
    }

    /// The largest coordinate difference that occurs.
    #[inline]
    pub(crate) fn largest_coordinate(&self) -> f64 {
        self.relative.absolute_extents().max()
    }

    /// A linear map under which A - B is about as wide in all directions.
    ///
    /// Overlap is invariant under linear maps but the number of GJK's iterations is not. The map is the inverse
    /// of the Cholesky factor of the bodies' second moments, taken from their boxes.
    pub(crate) fn equalizing_map(&self) -> Mat3 {
        let moments = |basis: &Mat3, bounds: Aabb| {
            let half = basis * Mat3::from_diagonal(&bounds.half_extents());
            half * half.transpose()
        };
        let mut sum = moments(self.relative.basis_a(), self.a.bounds())
            + moments(self.relative.basis_b(), self.b.bounds());
        let floor = sum.trace() * f64::EPSILON;
        for i in 0..3 {
            sum[(i, i)] += floor;
        }
        let inverse = inverse_cholesky_factor(&sum);
        if inverse.iter().all(|x| x.is_finite()) {
            inverse
        } else {
            Mat3::identity() / self.largest_coordinate()
        }
    }
}

/// As [`Pair::support_against`], where only [`RelativePlacement::towards`] may take vectors into local coordinates. Never inlined:
/// with `direction_of_product`, 30 kB of the library, once for each two kinds of bodies.
#[cold]
#[inline(never)]
fn support_of_extreme_bases(pair: &AnyPair<'_>, v: &Vec3, hints: &mut VertexHints) -> SupportPoint {
    let relative = pair.relative;
    let local_a = pair.a.support(&-relative.towards(relative.basis_a(), v), &mut hints[0]);
    let local_b = pair.b.support(&relative.towards(relative.basis_b(), v), &mut hints[1]);
    pair.point_of(local_a, local_b)
}

/// The unit normal of a flat side perpendicular to a local axis, or its opposite, whichever is nearer to `towards`.
fn flat_side(basis: &Mat3, axis: usize, towards: &Vec3) -> Option<Vec3> {
    let unit = direction(&basis.column((axis + 1) % 3).cross(&basis.column((axis + 2) % 3)))?;
    Some(if unit.dot(towards) < 0.0 { -unit } else { unit })
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
