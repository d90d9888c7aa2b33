//! The support points that the closed forms are made of, safe from over- and underflow of squares.

use wide::f64x2;

use crate::math::Vec3;
use crate::math::vector::length;

/// Shorter vectors are subnormal and have lost digits: a support point computed from one may lie outside the body.
const SHORTEST: f64 = f64::MIN_POSITIVE;

/// The distance of a point from the y-axis.
#[inline]
pub(super) fn distance_from_axis(p: &Vec3) -> f64 {
    length(&Vec3::new(p.x, 0.0, p.z))
}

/// The corner of a box of half extents farthest along `d`.
#[inline]
pub(super) fn corner(half: &Vec3, d: &Vec3) -> Vec3 {
    let side = |x: f64, h: f64| if x < 0.0 { -h } else { h };
    Vec3::new(side(d.x, half.x), side(d.y, half.y), side(d.z, half.z))
}

/// The point of a centred sphere farthest along `d`; the centre where no direction is farther.
#[inline]
pub(super) fn sphere(radius: f64, d: &Vec3) -> Vec3 {
    let long = length(d);
    if long >= SHORTEST { (d / long) * radius } else { Vec3::zeros() }
}

/// The point of an ellipsoid of radii along the axes farthest along `d`; the centre where no direction is farther.
#[inline]
pub(super) fn ellipsoid(radii: &Vec3, d: &Vec3) -> Vec3 {
    let scaled = d.component_mul(radii);
    let long = length(&scaled);
    if long < SHORTEST {
        Vec3::zeros()
    } else if long < f64::INFINITY {
        radii.component_mul(&(scaled / long))
    } else {
        ellipsoid_in_range(radii, d)
    }
}

/// As [`ellipsoid`], where the products of radii and the direction are beyond the range of numbers.
#[cold]
fn ellipsoid_in_range(radii: &Vec3, d: &Vec3) -> Vec3 {
    // Products of a direction no longer than 1/2 are in range, and so is their length.
    let direction = d / (4.0 * d.amax());
    let scaled = direction.component_mul(radii);
    radii.component_mul(&(scaled / length(&scaled)))
}

/// The point of a circle about the y-axis farthest along `d`; the centre where no direction is farther.
#[inline]
pub(super) fn circle(radius: f64, y: f64, d: &Vec3) -> Vec3 {
    let along = distance_from_axis(d);
    if along >= SHORTEST {
        // Divided first: the product of a radius and a direction may overflow.
        Vec3::new(radius * (d.x / along), y, radius * (d.z / along))
    } else {
        Vec3::new(0.0, y, 0.0)
    }
}

/// The apex of a cone about the y-axis, or else the point of the circle around its base farthest along `d`.
#[inline]
pub(super) fn cone(radius: f64, half_height: f64, d: &Vec3) -> Vec3 {
    let around = distance_from_axis(d);
    let (apex, base) = (2.0 * half_height * d.y, radius * around);
    // Without a branch, which would be mispredicted.
    let is_on_circle = f64x2::splat(apex).simd_le(f64x2::splat(base))
        & f64x2::splat(around).simd_ge(f64x2::splat(SHORTEST));
    let off_axis = f64x2::new([d.x, d.z]) / f64x2::splat(around) * f64x2::splat(radius);
    let [x, z] = (off_axis & is_on_circle).to_array();
    let sign = u64::from(apex <= base) << 63;
    Vec3::new(x, f64::from_bits(half_height.to_bits() ^ sign), z)
}
