//! One of the smooth functions that a support function is made of: that of a patch of A and one of B.

use wide::f64x2;

use super::frame::{Seen, sum};
use crate::convex::lanes::Vec3x2;
use crate::math::Vec3;
use crate::math::tolerance::ROUND_REACH;
use crate::shape::{Any, Patch};

/// One of the smooth functions: a patch of A and one of B, and the share of their points in the closest ones.
#[derive(Clone, Copy)]
pub struct Piece {
    centers: Vec3x2,
    radii: Vec3x2,
    /// Which patches have radii, as all bits of a number.
    round: f64x2,
    pub share: f64,
}

/// The patch that a body has along a vector in local coordinates; and whether it is round there.
#[inline(always)]
pub fn patch_along(body: Any<'_>, towards: &Vec3, hint: &mut u32) -> (Patch, bool) {
    if let Some((solid, of_core)) = body.as_primitive() {
        // By value: what is returned through memory has to wait.
        if let Some(patch) = solid.patch_along(towards, of_core) {
            return (patch, true);
        }
    } else {
        let mut patch = Patch::corner(Vec3::zeros());
        if body.patch(towards, false, &mut patch) {
            return (patch, true);
        }
    }
    (Patch::corner(body.support(towards, hint)), false)
}

/// A piece's function at a unit vector: its value, and how that changes across the vector.
#[derive(Clone, Copy)]
pub struct Local {
    /// The points of both bodies, in local coordinates.
    pub points: Vec3x2,
    /// How far the difference of B's less A's reaches along the vector, and along the tangents.
    pub reach: f64,
    pub slope: [f64; 2],
    /// The second derivative on the plane across the vector: xx, xy, yy.
    pub curvature: [f64; 3],
    /// Of each body's ellipsoid, in the coordinates in which it is the unit ball: the vector, one by its length, and the same
    /// if the vector itself had length one.
    pub x: Vec3x2,
    pub inverse: f64x2,
    pub inverse_of_unit: f64x2,
}

impl Local {
    /// None yet.
    pub const NONE: Local = Local {
        points: Vec3x2::ZERO,
        reach: 0.0,
        slope: [0.0; 2],
        curvature: [0.0; 3],
        x: Vec3x2::ZERO,
        inverse: f64x2::ZERO,
        inverse_of_unit: f64x2::ZERO,
    };
}

/// Where a function has a kink, or is not known.
pub struct Kink;

impl Piece {
    pub const NONE: Piece =
        Piece { centers: Vec3x2::ZERO, radii: Vec3x2::ZERO, round: f64x2::ZERO, share: 0.0 };

    /// Of a patch of A and one of B.
    #[inline(always)]
    pub fn new([a, b]: &[Patch; 2]) -> Piece {
        let radii = Vec3x2::new(&a.radii, &b.radii);
        Piece {
            centers: Vec3x2::new(&a.center, &b.center),
            radii,
            round: radii.is_any(),
            share: 0.0,
        }
    }

    /// Whether it is that of the same patches.
    #[inline(always)]
    pub fn is(&self, other: &Piece) -> bool {
        self.centers.is(&other.centers) && self.radii.is(&other.radii)
    }

    /// A patch of A and one of B.
    pub fn patches(&self) -> [Patch; 2] {
        let (centers, radii) = (self.centers.vectors(), self.radii.vectors());
        [0, 1].map(|i: usize| Patch { center: centers[i], radii: radii[i] })
    }

    /// How far the piece reaches along a vector, and where; the length of the vector, which is not waited for, is taken for
    /// one.
    #[inline(always)]
    pub fn reach(&self, seen: &Seen, length: f64, local: &mut Local) {
        let x = seen.towards.by_axis(&self.radii);
        let inverse = (f64x2::ONE / x.dot(&x).sqrt()) & self.round;
        let points = self.centers.plus(&self.radii.by_axis(&x.times(inverse)));
        local.reach = sum(seen.offset, points.dot(&seen.towards));
        // As a rule it has length one, and nothing is waited for.
        if length != 1.0 {
            local.reach /= length;
        }
        (local.points, local.x, local.inverse) = (points, x, inverse);
        local.inverse_of_unit = inverse * f64x2::splat(length);
    }

    /// How that changes along two tangents, after [`Piece::reach`]. An ellipsoid does not bend towards the vector where it is
    /// narrow; all but this part of that is taken for bending: the parabola is then nowhere below the piece.
    #[inline(always)]
    pub fn bend(&self, tangents: &[Seen; 2], narrow: f64, local: &mut Local) -> Result<(), Kink> {
        let inverse = local.inverse_of_unit;
        let [y, z] = tangents.each_ref().map(|seen| seen.towards.by_axis(&self.radii));
        let (yy, yz, zz) = (y.dot(&y), y.dot(&z), z.dot(&z));
        let too_far = f64x2::splat(ROUND_REACH) * (yy + zz) * (inverse * inverse);
        if too_far.simd_lt(f64x2::ONE).to_bitmask() != 3 {
            return Err(Kink);
        }
        // What depends on the length of `x` comes last: that takes longest.
        let (p, q) = (local.x.dot(&y) * local.inverse, local.x.dot(&z) * local.inverse);
        let narrow = f64x2::splat(narrow);
        local.curvature = [yy - narrow * (p * p), yz - narrow * (p * q), zz - narrow * (q * q)]
            .map(|square| (square * inverse).reduce_add());
        local.slope = [0, 1].map(|i: usize| {
            let seen = &tangents[i];
            sum(seen.offset, self.centers.dot(&seen.towards) + [p, q][i])
        });
        Ok(())
    }
}
