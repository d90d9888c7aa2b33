//! Shapes that SOLID 2.0 lacks.
//!
//! The y-axis is the axis of all that is round, long or flat, as in VRML. Dimensions are taken as by dtBox: negative ones
//! count by magnitude, zero ones make the shape flat or sharp, others that are not finite make a shape that hits nothing.

use super::recording::recorded;
use super::scalar::{DtScalar, reals};
use super::shapes::{insert, magnitudes};
use super::state::with_state;
use super::types::DtShapeRef;
use solid_geometry::math::Vec3;
use solid_geometry::shape::Primitive;

/// Makes a point at `(x, y, z)` in its local coordinates.
///
/// In dtSum it moves the other shape. NaN and infinities make a shape that hits nothing, and raise DT_INVALID_VALUE.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtPoint(x: DtScalar, y: DtScalar, z: DtScalar) -> DtShapeRef {
    recorded!(dtPoint(x, y, z));
    with_state(std::ptr::null_mut(), |state| {
        let point = Vec3::from(reals([x, y, z]));
        let point = Primitive::Segment { from: point, to: point };
        insert(state, point, "dtPoint: a coordinate is not a finite number")
    })
}

/// Makes the line segment from `(x1, y1, z1)` to `(x2, y2, z2)` in its local coordinates.
///
/// NaN and infinities make a shape that hits nothing, and raise DT_INVALID_VALUE.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtLineSegment(
    x1: DtScalar,
    y1: DtScalar,
    z1: DtScalar,
    x2: DtScalar,
    y2: DtScalar,
    z2: DtScalar,
) -> DtShapeRef {
    recorded!(dtLineSegment(x1, y1, z1, x2, y2, z2));
    with_state(std::ptr::null_mut(), |state| {
        let segment =
            Primitive::Segment { from: reals([x1, y1, z1]).into(), to: reals([x2, y2, z2]).into() };
        insert(state, segment, "dtLineSegment: a coordinate is not a finite number")
    })
}

/// Makes a rectangle in the plane y = 0, centred at the origin, with full extents `x` and `z`.
///
/// Extents are taken as by dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtRectangle(x: DtScalar, z: DtScalar) -> DtShapeRef {
    recorded!(dtRectangle(x, z));
    with_state(std::ptr::null_mut(), |state| {
        let [x, z] = magnitudes([x, z]);
        let half = Vec3::new(x, 0.0, z) * 0.5;
        insert(state, Primitive::Box(half), "dtRectangle: an extent is not a finite number")
    })
}

/// Makes a disc in the plane y = 0, centred at the origin. The radius is taken as by dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtDisc(radius: DtScalar) -> DtShapeRef {
    recorded!(dtDisc(radius));
    with_state(std::ptr::null_mut(), |state| {
        let [radius] = magnitudes([radius]);
        let disc = Primitive::Cylinder { radius, half_height: 0.0 };
        insert(state, disc, "dtDisc: the radius is not a finite number")
    })
}

/// Makes an ellipse with its inside, in the plane y = 0, centred at the origin, with radii `rx` and `rz`.
///
/// Radii are taken as by dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEllipse(rx: DtScalar, rz: DtScalar) -> DtShapeRef {
    recorded!(dtEllipse(rx, rz));
    with_state(std::ptr::null_mut(), |state| {
        let [rx, rz] = magnitudes([rx, rz]);
        let radii = Vec3::new(rx, 0.0, rz);
        insert(state, Primitive::Ellipsoid(radii), "dtEllipse: a radius is not a finite number")
    })
}

/// Makes a capsule about the y-axis: all points within `radius` of the segment from `-height / 2` to `height / 2`.
///
/// Dimensions are taken as by dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtCapsule(radius: DtScalar, height: DtScalar) -> DtShapeRef {
    recorded!(dtCapsule(radius, height));
    with_state(std::ptr::null_mut(), |state| {
        let [radius, height] = magnitudes([radius, height]);
        let capsule = Primitive::Round { half: Vec3::new(0.0, height * 0.5, 0.0), radius };
        insert(state, capsule, "dtCapsule: a dimension is not a finite number")
    })
}

/// Makes a lozenge: all points within `radius` of the rectangle that dtRectangle makes of `x` and `z`.
///
/// Dimensions are taken as by dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtLozenge(x: DtScalar, z: DtScalar, radius: DtScalar) -> DtShapeRef {
    recorded!(dtLozenge(x, z, radius));
    with_state(std::ptr::null_mut(), |state| {
        let [x, z, radius] = magnitudes([x, z, radius]);
        let half = Vec3::new(x, 0.0, z) * 0.5;
        let lozenge = Primitive::Round { half, radius };
        insert(state, lozenge, "dtLozenge: a dimension is not a finite number")
    })
}

/// Makes a rounded box: all points within `radius` of the box that dtBox makes of `x`, `y` and `z`. Its full extents are
/// larger than those by twice the radius.
///
/// Dimensions are taken as by dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtRoundBox(
    x: DtScalar,
    y: DtScalar,
    z: DtScalar,
    radius: DtScalar,
) -> DtShapeRef {
    recorded!(dtRoundBox(x, y, z, radius));
    with_state(std::ptr::null_mut(), |state| {
        let [x, y, z, radius] = magnitudes([x, y, z, radius]);
        let rounded = Primitive::Round { half: Vec3::new(x, y, z) * 0.5, radius };
        insert(state, rounded, "dtRoundBox: a dimension is not a finite number")
    })
}

/// Makes a wheel about the y-axis: all points within `rounding` of the disc that dtDisc makes of `radius`. Its outermost
/// radius is the sum of both.
///
/// Dimensions are taken as by dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtWheel(radius: DtScalar, rounding: DtScalar) -> DtShapeRef {
    recorded!(dtWheel(radius, rounding));
    with_state(std::ptr::null_mut(), |state| {
        let [radius, rounding] = magnitudes([radius, rounding]);
        let wheel = Primitive::Wheel { radius, rounding };
        insert(state, wheel, "dtWheel: a dimension is not a finite number")
    })
}

/// Makes the frustum of a pyramid about the y-axis: the convex hull of a rectangle of full extents `x1` and `z1` along x
/// and z at `y = -height / 2`, and one of `x2` and `z2` at `y = height / 2`.
///
/// A pyramid where the upper is zero, a wedge where one of its extents is. The frustum of a cone is the hull of two discs
/// moved along y: see dtHull. Dimensions are taken as by dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtFrustum(
    x1: DtScalar,
    z1: DtScalar,
    x2: DtScalar,
    z2: DtScalar,
    height: DtScalar,
) -> DtShapeRef {
    recorded!(dtFrustum(x1, z1, x2, z2, height));
    with_state(std::ptr::null_mut(), |state| {
        let [x1, z1, x2, z2, height] =
            magnitudes([x1, z1, x2, z2, height]).map(|extent| extent * 0.5);
        let frustum = Primitive::Frustum { bottom: [x1, z1], top: [x2, z2], half_height: height };
        insert(state, frustum, "dtFrustum: a dimension is not a finite number")
    })
}
