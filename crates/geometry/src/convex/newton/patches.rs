//! The support function of a pair of smooth patches, and its derivatives (newton.md, (4) to (6)).

use wide::f64x2;

use super::step::Symmetric;
use crate::convex::lanes::Vec3x2;
use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::FLAT_ELLIPSOID;
use crate::math::vector::Vec2;
use crate::shape::{Any, SmoothPatch, Support};

/// The placements of both bodies; that of A is negated, since A is subtracted.
#[derive(Clone, Copy)]
pub(super) struct Frames {
    columns: [Vec3x2; 3],
    offset: Vec3,
}

/// A direction in the local coordinates of both bodies.
#[derive(Clone, Copy)]
pub(crate) struct LocalDirection {
    /// Negated for A.
    pub towards: Vec3x2,
    /// The dot product with the vector from the origin of A to that of B.
    offset: f64,
}

impl Frames {
    pub(super) fn new(relative: &RelativePlacement) -> Frames {
        let signs = f64x2::new([-1.0, 1.0]);
        let columns = Vec3x2::columns(relative.basis_a(), relative.basis_b())
            .map(|column| column.times(signs));
        Frames { columns, offset: relative.offset() }
    }

    pub(super) fn localize(&self, v: &Vec3) -> LocalDirection {
        let twice = Vec3x2::twice(v);
        let [x, y, z] = self.columns.each_ref().map(|column| column.dot(&twice));
        LocalDirection { towards: Vec3x2 { x, y, z }, offset: self.offset.dot(v) }
    }

    /// The point of A minus that of B, from local coordinates to world axes.
    pub(super) fn difference(&self, points: &Vec3x2) -> Vec3 {
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

/// Stores the patch of a body at its support point along a local direction; returns whether it is smooth. If not, it is that
/// point.
pub(super) fn patch_along(
    body: Any<'_>,
    towards: &Vec3,
    hint: &mut u32,
    stored: &mut SmoothPatch,
) -> bool {
    let patch = match body.as_primitive() {
        Some((primitive, unrounded)) => primitive.smooth_patch(towards, unrounded),
        None => body.smooth_patch(towards, false),
    };
    // Stored here, and not returned: copying a patch that was just written is a store-forwarding stall.
    match patch {
        Some(patch) => (stored.center, stored.radii) = (patch.center, patch.radii),
        None => *stored = SmoothPatch::corner(body.support(towards, hint)),
    }
    patch.is_some()
}

/// A patch of A and one of B.
#[derive(Clone, Copy, Default)]
pub(super) struct PatchPair {
    centers: Vec3x2,
    radii: Vec3x2,
    /// A mask: all bits are set for bodies whose patch has nonzero radii.
    is_round: f64x2,
}

/// The value and the derivatives of a patch pair's support function at a vector.
#[derive(Clone, Copy, Default)]
pub(crate) struct Jet {
    /// The support points of both patches, in local coordinates.
    pub points: Vec3x2,
    /// The support function of B - A.
    pub value: f64,
    /// Its gradient along two tangents.
    pub gradient: Vec2,
    /// Its Hessian along two tangents.
    pub hessian: Symmetric,
    /// The unit vector along x = R n, and 1 / |x|; zeros for a corner.
    pub(super) unit: Vec3x2,
    pub(super) inverse: f64x2,
}

/// A non-smooth point: the direction is normal to a disc, which is flat there.
#[derive(Debug)]
pub(crate) struct NonSmooth;

impl PatchPair {
    pub(super) fn new([a, b]: &[SmoothPatch; 2]) -> PatchPair {
        let radii = Vec3x2::new(&a.radii, &b.radii);
        PatchPair { centers: Vec3x2::new(&a.center, &b.center), radii, is_round: radii.is_any() }
    }

    pub(super) fn is_smooth(&self) -> bool {
        self.is_round.to_bitmask() != 0
    }

    pub(super) fn is(&self, other: &PatchPair) -> bool {
        self.centers.is(&other.centers) && self.radii.is(&other.radii)
    }

    pub(super) fn patches(&self) -> [SmoothPatch; 2] {
        let ([p, q], [r, s]) = (self.centers.vectors(), self.radii.vectors());
        [SmoothPatch { center: p, radii: r }, SmoothPatch { center: q, radii: s }]
    }

    /// The value at the unit vector along a direction of this length, and the support points: newton.md, (4). The length comes
    /// last, so that nothing waits for its square root.
    #[inline]
    pub(super) fn evaluate(&self, direction: &LocalDirection, length: f64, jet: &mut Jet) {
        let scaled = direction.towards.by_axis(&self.radii);
        let inverse = (f64x2::ONE / scaled.dot(&scaled).sqrt()) & self.is_round;
        let unit = scaled.times(inverse);
        let points = self.centers.plus(&self.radii.by_axis(&unit));
        jet.value = sum(direction.offset, points.dot(&direction.towards)) * (1.0 / length);
        (jet.points, jet.unit, jet.inverse) = (points, unit, inverse * f64x2::splat(length));
    }

    /// The ellipsoids at a vector and two tangents, after [`PatchPair::evaluate`].
    #[inline]
    pub(super) fn ellipsoids(&self, tangents: &[LocalDirection; 2], jet: &Jet) -> Ellipsoids {
        let [y, z] = tangents.each_ref().map(|tangent| tangent.towards.by_axis(&self.radii));
        Ellipsoids {
            inverse: jet.inverse,
            slopes: [jet.unit.dot(&y), jet.unit.dot(&z)],
            squares: [y.dot(&y), y.dot(&z), z.dot(&z)],
        }
    }

    /// The derivatives along two tangents, after [`PatchPair::evaluate`]: newton.md, (5) and (6). The Hessian is interpolated by
    /// `majorization` towards that of the majorant: (7).
    #[inline]
    pub(super) fn differentiate(
        &self,
        tangents: &[LocalDirection; 2],
        majorization: f64,
        jet: &mut Jet,
    ) -> Result<(), NonSmooth> {
        let ellipsoids = self.ellipsoids(tangents, jet);
        let Ellipsoids { inverse, slopes, squares: [yy, _, zz] } = ellipsoids;
        let flatness = f64x2::splat(FLAT_ELLIPSOID) * (yy + zz) * (inverse * inverse);
        if flatness.simd_lt(f64x2::ONE).to_bitmask() != 3 {
            return Err(NonSmooth);
        }
        let [xx, xy, yy] = ellipsoids.hessian(majorization).map(f64x2::reduce_add);
        jet.hessian = Symmetric { xx, xy, yy };
        let [x, y] = [0, 1].map(|i: usize| {
            let LocalDirection { towards, offset } = &tangents[i];
            sum(*offset, self.centers.dot(towards) + slopes[i])
        });
        jet.gradient = Vec2::new(x, y);
        Ok(())
    }
}

/// The ellipsoids of a patch pair, that of A and that of B in lanes: |x| and the dot products of newton.md, (5) and (6). All are
/// zero for a corner.
#[derive(Clone, Copy)]
pub(crate) struct Ellipsoids {
    /// 1 / |x|.
    pub inverse: f64x2,
    /// x.y / |x| and x.z / |x|.
    pub slopes: [f64x2; 2],
    /// y.y, y.z and z.z.
    pub squares: [f64x2; 3],
}

impl Ellipsoids {
    /// The entries of the Hessian (6), interpolated by `majorization` towards that of the majorant (7).
    #[inline]
    pub(crate) fn hessian(&self, majorization: f64) -> [f64x2; 3] {
        let ([p, q], [yy, yz, zz]) = (self.slopes, self.squares);
        let exact = f64x2::splat(1.0 - majorization);
        [yy - exact * p * p, yz - exact * p * q, zz - exact * q * q].map(|x| x * self.inverse)
    }
}
