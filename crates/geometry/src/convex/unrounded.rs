//! Bodies without their rounding: distances and casts are found between unrounded shapes, and the rounding radii are
//! added afterwards.
//!
//! An unrounded sphere is a point, an unrounded capsule a segment: GJK is done with them in one or two steps. A rounding
//! ball stays a ball under similarities alone; under other linear maps the body itself is taken.

use crate::convex::boxes::sat::Block;
use crate::convex::pair::{Pair, SupportPoint, VertexHints};
use crate::convex::relative::RelativePlacement;
use crate::convex::witness::Witness;
use crate::math::tolerance::{CLOSED_FORM_SCALES, LEAST_SQUARE, SIMILARITY, USUAL_UNITS};
use crate::math::{Aabb, Mat3, Vec3, power};
use crate::shape::core::Core;
use crate::shape::{Any, Primitive, SmoothPatch, Support};

/// A body without its rounding; the body itself if it is not rounded, or if its placement is not a similarity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unrounded<'a, S: ?Sized> {
    body: &'a S,
    /// The rounding radius that is left out, in local units; zero if this is the body itself.
    pub margin: f64,
    /// The rounding radius in the units of the relative placement.
    pub radius: f64,
}

/// The scale factor of a linear map that is a similarity; `None` for other maps.
pub(crate) fn similarity(m: &Mat3) -> Option<f64> {
    let square = m.column(0).norm_squared();
    if SQUARES.contains(&square) { similarity_by(m, square) } else { similarity_of_any_unit(m) }
}

/// The scale of a similarity, if it is one of those for which there are closed forms.
pub(super) fn usual_scale(basis: &Mat3) -> Option<f64> {
    similarity(basis).filter(|scale| CLOSED_FORM_SCALES.contains(scale))
}

/// Squares of columns with which none over- or underflows where it matters.
const SQUARES: std::ops::Range<f64> = LEAST_SQUARE..1e300;

/// As [`similarity`], in a unit in which the greatest coordinate is about 1.
#[cold]
fn similarity_of_any_unit(m: &Mat3) -> Option<f64> {
    let unit = power::of_two(power::exponent(m.amax()).clamp(-1022, 1023));
    let m = m / unit;
    let square = m.column(0).norm_squared();
    if SQUARES.contains(&square) {
        similarity_by(&m, square).map(|scale| scale * unit)
    } else {
        None
    }
}

/// As [`similarity`], of a map whose first column has this square.
fn similarity_by(m: &Mat3, square: f64) -> Option<f64> {
    let (x, y, z) = (m.column(0), m.column(1), m.column(2));
    let slack = SIMILARITY * square;
    let alike =
        (y.norm_squared() - square).abs() <= slack && (z.norm_squared() - square).abs() <= slack;
    let upright = x.dot(&y).abs() <= slack && x.dot(&z).abs() <= slack && y.dot(&z).abs() <= slack;
    (alike && upright).then(|| square.sqrt())
}

impl<'a, S: Support + ?Sized> Unrounded<'a, S> {
    /// A body placed by a linear map, without its rounding.
    #[inline]
    pub(crate) fn new(body: &'a S, basis: &Mat3) -> Self {
        let margin = body.margin();
        let stretch = if margin > 0.0 { similarity(basis) } else { None };
        match stretch {
            Some(stretch) => Unrounded { body, margin, radius: margin * stretch },
            None => Unrounded { body, margin: 0.0, radius: 0.0 },
        }
    }

    /// A local vector of the length of the margin for a world vector of length 1, and of a part of it for a part. `basis` is the
    /// linear part of the placement.
    #[inline]
    fn outwards(&self, basis: &Mat3, normal: &Vec3) -> Vec3 {
        if self.radius == 0.0 {
            return Vec3::zeros();
        }
        if USUAL_UNITS.contains(&self.margin) && USUAL_UNITS.contains(&self.radius) {
            return basis.tr_mul(normal) * (self.margin * self.margin / self.radius);
        }
        self.outwards_in_units(basis, normal)
    }

    /// As [`Unrounded::outwards`], of any margin.
    #[cold]
    fn outwards_in_units(&self, basis: &Mat3, normal: &Vec3) -> Vec3 {
        // The margin, and the stretch from it to the radius, are multiplied by parts: either may be at an end of the range.
        let [of_margin, of_radius] = [self.margin, self.radius].map(power::exponent);
        let [margin, radius] =
            [power::scale(self.margin, -of_margin), power::scale(self.radius, -of_radius)];
        let [half, unit] = [(of_margin - of_radius) / 2, of_margin.max(-1022)];
        let [half, other_half] = [half, of_margin - of_radius - half].map(power::of_two);
        let rest = power::scale(margin * margin / radius, of_margin - unit);
        basis.tr_mul(normal) * half * other_half * rest * power::of_two(unit)
    }
}

impl<S: Support + ?Sized> Support for Unrounded<'_, S> {
    fn any(&self) -> Any<'_> {
        self
    }

    // Always inlined: 10 % of W2 for boxes, 6 % for rounded ones, as returning the point through memory costs as much as finding it.
    #[inline(always)]
    fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        if self.margin > 0.0 {
            self.body.unrounded_support(direction, hint)
        } else {
            self.body.support(direction, hint)
        }
    }

    #[inline]
    fn support_value(&self, direction: &Vec3, hint: &mut u32) -> f64 {
        if self.margin > 0.0 {
            direction.dot(&self.body.unrounded_support(direction, hint))
        } else {
            self.body.support_value(direction, hint)
        }
    }

    #[inline]
    fn smooth_patch(&self, direction: &Vec3, _unrounded: bool) -> Option<SmoothPatch> {
        self.body.smooth_patch(direction, self.margin > 0.0)
    }

    #[inline]
    fn as_primitive(&self) -> Option<(&Primitive, bool)> {
        self.body.as_primitive().map(|(solid, unrounded)| (solid, unrounded || self.margin > 0.0))
    }

    #[inline]
    fn core(&self, _unrounded: bool) -> Option<Core> {
        let is_unrounded = self.margin > 0.0 || self.body.margin() == 0.0;
        if is_unrounded { self.body.core(true) } else { None }
    }

    #[inline]
    fn flat_sides(&self) -> [bool; 3] {
        self.body.flat_sides()
    }

    #[inline]
    fn is_polytope(&self) -> bool {
        (self.margin > 0.0 || self.body.margin() == 0.0) && self.body.is_polytope()
    }

    #[inline]
    fn unrounded_box(&self) -> Option<Vec3> {
        if self.margin > 0.0 || self.body.margin() == 0.0 {
            self.body.unrounded_box()
        } else {
            None
        }
    }

    /// The box of the whole body.
    #[inline]
    fn bounds(&self) -> Aabb {
        self.body.bounds()
    }

    #[inline]
    fn center(&self) -> Vec3 {
        self.body.center()
    }

    #[inline]
    fn absolute_extents(&self) -> Vec3 {
        self.body.absolute_extents()
    }

    #[inline]
    fn facet(&self) -> Option<[Vec3; 2]> {
        self.body.facet()
    }
}

/// Two bodies without their rounding, and their relative placement.
#[derive(Clone, Copy)]
pub(crate) struct UnroundedPair<'a, A: ?Sized, B: ?Sized> {
    a: Unrounded<'a, A>,
    b: Unrounded<'a, B>,
    relative: &'a RelativePlacement,
}

/// Two bodies of any types without their rounding.
pub(crate) type AnyUnroundedPair<'a> = UnroundedPair<'a, dyn Support + 'a, dyn Support + 'a>;

impl<'a, A: Support + ?Sized, B: Support + ?Sized> UnroundedPair<'a, A, B> {
    /// Two bodies without their rounding.
    #[inline]
    pub(crate) fn new(a: &'a A, b: &'a B, relative: &'a RelativePlacement) -> Self {
        UnroundedPair {
            a: Unrounded::new(a, relative.basis_a()),
            b: Unrounded::new(b, relative.basis_b()),
            relative,
        }
    }

    /// The unrounded bodies as a pair.
    #[inline]
    pub(crate) fn pair(&self) -> Pair<'_, Unrounded<'a, A>, Unrounded<'a, B>> {
        Pair::new(&self.a, &self.b, self.relative)
    }

    /// The pair in which the unrounded bodies are all there is: the same support points, and no radii.
    pub(crate) fn without_radii(&self) -> Self {
        let (a, b) = (Unrounded { radius: 0.0, ..self.a }, Unrounded { radius: 0.0, ..self.b });
        UnroundedPair { a, b, relative: self.relative }
    }

    /// Whether both are the hulls of finitely many points.
    #[inline]
    pub(crate) fn are_polytopes(&self) -> bool {
        self.pair().are_polytopes()
    }

    /// Both bodies as boxes, with their local half extents; `None` if one is not a box.
    pub(crate) fn boxes(&self) -> Option<[(Vec3, Block); 2]> {
        let (half_a, half_b) = (self.a.unrounded_box()?, self.b.unrounded_box()?);
        let block_a = Block::new(&half_a, self.relative.basis_a(), &Vec3::zeros());
        let block_b = Block::new(&half_b, self.relative.basis_b(), &self.relative.offset());
        Some([(half_a, block_a), (half_b, block_b)])
    }

    /// The sum of the rounding radii: the distance of the unrounded bodies minus that of the bodies.
    #[inline]
    pub(crate) fn radius(&self) -> f64 {
        self.a.radius + self.b.radius
    }

    /// The rounding radii that are left out, in local units.
    pub(crate) fn margins(&self) -> [f64; 2] {
        [self.a.margin, self.b.margin]
    }

    /// The support point of the unrounded A - B against `v`.
    #[inline]
    pub(crate) fn support_against(&self, v: &Vec3, hints: &mut VertexHints) -> SupportPoint {
        self.pair().support_against(v, hints)
    }

    /// Moves each point of the unrounded bodies by its rounding radius along `normal`, the unit vector from B to A, and updates
    /// the difference.
    #[inline]
    pub(crate) fn surface(&self, unrounded: &Witness, normal: &Vec3) -> Witness {
        let mut witness = *unrounded;
        witness.local_a -= self.a.outwards(self.relative.basis_a(), normal);
        witness.local_b += self.b.outwards(self.relative.basis_b(), normal);
        witness.difference -= normal * self.radius();
        witness
    }

    /// A common point of the bodies, given points of the unrounded bodies that are no farther apart than the sum of the radii.
    pub(crate) fn shared(&self, unrounded: &Witness) -> Witness {
        let fraction = unrounded.difference / self.radius();
        Witness { difference: Vec3::zeros(), ..self.surface(unrounded, &fraction) }
    }
}
