//! The support function of a pair of smooth patches, and its derivatives (newton.md, (4) to (6)).

use wide::f64x2;

use crate::convex::lanes::Vec3x2;
use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::FLAT_ELLIPSOID;
use crate::math::vector::{Mat2, Vec2};
use crate::shape::{Any, SmoothPatch, Support};

/// The placements of both bodies; that of A is negated, since A is subtracted.
#[derive(Clone, Copy)]
pub struct Frames {
    columns: [Vec3x2; 3],
    offset: Vec3,
}

/// A direction in the local coordinates of both bodies.
#[derive(Clone, Copy)]
pub struct LocalDirection {
    /// Negated for A.
    pub towards: Vec3x2,
    /// The dot product with the vector from the origin of A to that of B.
    offset: f64,
}

impl Frames {
    pub fn new(relative: &RelativePlacement) -> Frames {
        let signs = f64x2::new([-1.0, 1.0]);
        let columns = Vec3x2::columns(relative.basis_a(), relative.basis_b())
            .map(|column| column.times(signs));
        Frames { columns, offset: relative.offset() }
    }

    pub fn localize(&self, v: &Vec3) -> LocalDirection {
        let twice = Vec3x2::twice(v);
        let [x, y, z] = self.columns.each_ref().map(|column| column.dot(&twice));
        LocalDirection { towards: Vec3x2 { x, y, z }, offset: self.offset.dot(v) }
    }

    /// The point of A minus that of B, from local coordinates to world axes.
    pub fn difference(&self, points: &Vec3x2) -> Vec3 {
        let [p, q, r] = &self.columns;
        let placed = Vec3x2 {
            x: p.x * points.x + q.x * points.y + r.x * points.z,
            y: p.y * points.x + q.y * points.y + r.y * points.z,
            z: p.z * points.x + q.z * points.y + r.z * points.z,
        };
        let [minus_a, b] = placed.vectors();
        -minus_a - (b + self.offset)
    }
}

fn sum(x: f64, lanes: f64x2) -> f64 {
    let [a, b] = lanes.to_array();
    x + a + b
}

/// The patch of a body at its support point along a local direction, and whether it is smooth; if not, it is that point.
#[inline]
pub fn patch_along(body: Any<'_>, towards: &Vec3, hint: &mut u32) -> (SmoothPatch, bool) {
    // Primitives are inlined: a patch returned through memory is a store-forwarding stall.
    let patch = match body.as_primitive() {
        Some((primitive, unrounded)) => primitive.smooth_patch(towards, unrounded),
        None => body.smooth_patch(towards, false),
    };
    match patch {
        Some(patch) => (patch, true),
        None => (SmoothPatch::corner(body.support(towards, hint)), false),
    }
}

/// A patch of A and one of B.
#[derive(Clone, Copy)]
pub struct PatchPair {
    centers: Vec3x2,
    radii: Vec3x2,
    /// A mask: all bits are set for bodies whose patch has nonzero radii.
    is_round: f64x2,
}

/// The value and the derivatives of a patch pair's support function at a vector.
#[derive(Clone, Copy)]
pub struct Jet {
    /// The support points of both patches, in local coordinates.
    pub points: Vec3x2,
    /// The support function of B - A.
    pub value: f64,
    /// Its gradient along two tangents.
    pub gradient: Vec2,
    /// Its Hessian along two tangents.
    pub hessian: Mat2,
    /// The direction scaled by the radii, and the reciprocal of its length; zero for a corner.
    pub(super) scaled: Vec3x2,
    pub(super) inverse: f64x2,
}

impl Jet {
    pub const NONE: Jet = Jet {
        points: Vec3x2::ZERO,
        value: 0.0,
        gradient: Vec2::new(0.0, 0.0),
        hessian: Mat2::new(0.0, 0.0, 0.0, 0.0),
        scaled: Vec3x2::ZERO,
        inverse: f64x2::ZERO,
    };
}

/// A non-smooth point: the direction is normal to a disc, which is flat there.
#[derive(Debug)]
pub struct NonSmooth;

impl PatchPair {
    pub const NONE: PatchPair =
        PatchPair { centers: Vec3x2::ZERO, radii: Vec3x2::ZERO, is_round: f64x2::ZERO };

    pub fn new([a, b]: &[SmoothPatch; 2]) -> PatchPair {
        let radii = Vec3x2::new(&a.radii, &b.radii);
        PatchPair { centers: Vec3x2::new(&a.center, &b.center), radii, is_round: radii.is_any() }
    }

    pub fn is_smooth(&self) -> bool {
        self.is_round.to_bitmask() != 0
    }

    pub fn is(&self, other: &PatchPair) -> bool {
        self.centers.is(&other.centers) && self.radii.is(&other.radii)
    }

    pub fn patches(&self) -> [SmoothPatch; 2] {
        let ([p, q], [r, s]) = (self.centers.vectors(), self.radii.vectors());
        [SmoothPatch { center: p, radii: r }, SmoothPatch { center: q, radii: s }]
    }

    /// The value at a vector of any length, and the support points: newton.md, (4).
    #[inline]
    pub fn evaluate(&self, direction: &LocalDirection, jet: &mut Jet) {
        let scaled = direction.towards.by_axis(&self.radii);
        let inverse = (f64x2::ONE / scaled.dot(&scaled).sqrt()) & self.is_round;
        let points = self.centers.plus(&self.radii.by_axis(&scaled.times(inverse)));
        jet.value = sum(direction.offset, points.dot(&direction.towards));
        (jet.points, jet.scaled, jet.inverse) = (points, scaled, inverse);
    }

    /// The derivatives along two tangents, after [`PatchPair::evaluate`]: newton.md, (5) and (6). The Hessian is interpolated by
    /// `majorization` towards that of the majorant: (7).
    #[inline]
    pub fn differentiate(
        &self,
        tangents: &[LocalDirection; 2],
        majorization: f64,
        jet: &mut Jet,
    ) -> Result<(), NonSmooth> {
        let Jet { scaled, inverse, .. } = *jet;
        let [y, z] = tangents.each_ref().map(|tangent| tangent.towards.by_axis(&self.radii));
        let (yy, yz, zz) = (y.dot(&y), y.dot(&z), z.dot(&z));
        let flatness = f64x2::splat(FLAT_ELLIPSOID) * (yy + zz) * (inverse * inverse);
        if flatness.simd_lt(f64x2::ONE).to_bitmask() != 3 {
            return Err(NonSmooth);
        }
        let slopes = [scaled.dot(&y) * inverse, scaled.dot(&z) * inverse];
        let [p, q] = slopes;
        let exact = f64x2::splat(1.0 - majorization);
        let [xx, xy, yy] = [yy - exact * p * p, yz - exact * p * q, zz - exact * q * q]
            .map(|square: f64x2| (square * inverse).reduce_add());
        jet.hessian = Mat2::new(xx, xy, xy, yy);
        let [x, y] = [0, 1].map(|i: usize| {
            let LocalDirection { towards, offset } = &tangents[i];
            sum(*offset, self.centers.dot(towards) + slopes[i])
        });
        jet.gradient = Vec2::new(x, y);
        Ok(())
    }
}
