//! Two concentric balls: one that holds a body, and one that the body holds. They settle most pairs of bodies that
//! are not near contact by one distance, and pairs of spheres altogether.

use crate::math::tolerance::{BALL_ROUNDING, ROTATION_SLACK};
use crate::math::vector::xy;
use crate::math::{Mat3, Placement, Vec3};

#[cfg(test)]
mod tests;

/// How much a rotation stretches lengths at least and at most, as it is computed.
pub const RIGID_STRETCHES: [f64; 2] = [1.0 - ROTATION_SLACK, 1.0 + ROTATION_SLACK];

/// Balls about a common centre: the body holds the inner and lies in the outer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balls {
    /// The common centre.
    pub center: Vec3,
    /// The radius of a ball within the body; zero if none is known.
    pub inner: f64,
    /// The radius of a ball around the body; infinite if none is known.
    pub outer: f64,
}

/// What the balls of two bodies tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The outer balls are apart, beyond doubt.
    Apart,
    /// The inner balls overlap, beyond doubt.
    Overlapping,
    /// Nothing.
    Nothing,
}

impl Balls {
    /// Those of a body of which nothing is known.
    pub const UNKNOWN: Balls =
        Balls { center: Vec3::new(0.0, 0.0, 0.0), inner: 0.0, outer: f64::INFINITY };

    /// The balls of the placed body. The [`stretches`] are those of the placement, and `rounding` is how far rounding may have moved the centre; both balls make up for
    /// it. The inner radius is not positive if no ball within is known.
    #[inline(always)]
    pub fn placed(
        &self,
        placement: &Placement,
        [least, largest]: [f64; 2],
        rounding: f64,
    ) -> Balls {
        // A radius of zero or infinity stays so, whatever the stretch: their product may be no number.
        let stays = self.outer == 0.0 || !self.outer.is_finite();
        let outer = if stays { self.outer } else { self.outer * largest };
        Balls {
            center: placement.apply(&self.center),
            inner: self.inner * least * (1.0 - BALL_ROUNDING) - rounding,
            outer: outer * (1.0 + BALL_ROUNDING) + rounding,
        }
    }

    /// The same in less memory: the radii in single precision, rounded to the safe side.
    #[inline]
    pub fn packed(&self) -> PackedBalls {
        PackedBalls {
            center: self.center,
            inner: (self.inner as f32).min(f32::MAX) * (1.0 - 4.0 * f32::EPSILON)
                - f32::MIN_POSITIVE,
            outer: (self.outer as f32) * (1.0 + 4.0 * f32::EPSILON) + f32::MIN_POSITIVE,
        }
    }
}

/// The balls of a placed body, as an object keeps them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PackedBalls {
    center: Vec3,
    inner: f32,
    outer: f32,
}

impl PackedBalls {
    /// Whether the outer one holds the body; there is none if nothing is known.
    #[inline]
    pub fn are_bounds(&self) -> bool {
        self.outer < f32::INFINITY
    }

    /// Compares the placed balls of two bodies.
    #[inline]
    pub fn tell(&self, other: &PackedBalls) -> Told {
        let (a, b) = (&self.center, &other.center);
        let (across, along) = (xy(a) - xy(b), a.z - b.z);
        let distance2 = (across * across).reduce_add() + along * along;
        // Outside of this range squares lose their digits.
        if !(distance2 > 1e-280 && distance2 < 1e280) {
            return Told::Nothing;
        }
        // Squares are compared, since most pairs would wait for the root. Those of radii stay in range, but infinity.
        let outer = (f64::from(self.outer) + f64::from(other.outer)) * (1.0 + BALL_ROUNDING);
        let inner = (f64::from(self.inner) + f64::from(other.inner)) * (1.0 - BALL_ROUNDING);
        if distance2 > outer * outer {
            Told::Apart
        } else if self.inner > 0.0 && other.inner > 0.0 && distance2 < inner * inner {
            Told::Overlapping
        } else {
            Told::Nothing
        }
    }
}

/// Bounds on how much a linear map stretches lengths at least and at most: the singular values, by Gershgorin's
/// circles about those of the columns' dot products. Exact for rotations and scalings along the local axes.
#[inline(always)]
pub fn stretches(m: &Mat3) -> [f64; 2] {
    let (x, y, z) = (m.column(0), m.column(1), m.column(2));
    let (xy, xz, yz) = (x.dot(&y).abs(), x.dot(&z).abs(), y.dot(&z).abs());
    let (xx, yy, zz) = (x.dot(&x), y.dot(&y), z.dot(&z));
    let min = |a: f64, b: f64| if a < b { a } else { b };
    let max = |a: f64, b: f64| if a > b { a } else { b };
    let least2 = min(min(xx - xy - xz, yy - xy - yz), zz - xz - yz);
    let largest2 = max(max(xx + xy + xz, yy + xy + yz), zz + xz + yz);
    if least2 > 1.0 - ROTATION_SLACK && largest2 < 1.0 + ROTATION_SLACK {
        // Most placements are rigid: no root need be taken.
        RIGID_STRETCHES
    } else if largest2 > 1e-280 && largest2 < 1e280 {
        [max(least2, 0.0).sqrt(), largest2.sqrt()]
    } else {
        // Squares out of range: nothing is known.
        [0.0, f64::INFINITY]
    }
}
