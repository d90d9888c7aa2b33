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

/// Makes a shape that is the single point `(x, y, z)` in local coordinates.
///
/// As an operand of dtSum it moves the other shape. If a coordinate is NaN or infinite, the shape
/// collides with nothing and DT_INVALID_VALUE is raised.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtPoint(x: DtScalar, y: DtScalar, z: DtScalar) -> DtShapeRef {
    recorded!(dtPoint(x, y, z));
    with_state(std::ptr::null_mut(), |state| {
        let point = Vec3::from(reals([x, y, z]));
        let point = Primitive::Segment { from: point, to: point };
        insert(state, point, "dtPoint: a coordinate is not a finite number")
    })
}

/// Makes the line segment from `(x1, y1, z1)` to `(x2, y2, z2)` in local coordinates.
///
/// If a coordinate is NaN or infinite, the shape collides with nothing and DT_INVALID_VALUE is
/// raised.
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

/// Makes a rectangle in the local plane y = 0, centred at the local origin. `x` and `z` are its
/// full extents.
///
/// Bad extents are treated as in dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtRectangle(x: DtScalar, z: DtScalar) -> DtShapeRef {
    recorded!(dtRectangle(x, z));
    with_state(std::ptr::null_mut(), |state| {
        let [x, z] = magnitudes([x, z]);
        let half = Vec3::new(x, 0.0, z) * 0.5;
        insert(state, Primitive::Box(half), "dtRectangle: an extent is not a finite number")
    })
}

/// Makes a disc in the local plane y = 0, centred at the local origin. A bad radius is treated as
/// in dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtDisc(radius: DtScalar) -> DtShapeRef {
    recorded!(dtDisc(radius));
    with_state(std::ptr::null_mut(), |state| {
        let [radius] = magnitudes([radius]);
        let disc = Primitive::Cylinder { radius, half_height: 0.0 };
        insert(state, disc, "dtDisc: the radius is not a finite number")
    })
}

/// Makes a filled ellipse in the local plane y = 0, centred at the local origin, with radii `rx`
/// and `rz`.
///
/// Bad radii are treated as in dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEllipse(rx: DtScalar, rz: DtScalar) -> DtShapeRef {
    recorded!(dtEllipse(rx, rz));
    with_state(std::ptr::null_mut(), |state| {
        let [rx, rz] = magnitudes([rx, rz]);
        let radii = Vec3::new(rx, 0.0, rz);
        insert(state, Primitive::Ellipsoid(radii), "dtEllipse: a radius is not a finite number")
    })
}

/// Makes a capsule about the local y-axis: all points within `radius` of the line segment from y =
/// `-height / 2` to y = `height / 2`.
///
/// Its full height is `height + 2 * radius`. Bad dimensions are treated as in dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtCapsule(radius: DtScalar, height: DtScalar) -> DtShapeRef {
    recorded!(dtCapsule(radius, height));
    with_state(std::ptr::null_mut(), |state| {
        let [radius, height] = magnitudes([radius, height]);
        let capsule = Primitive::Round { half: Vec3::new(0.0, height * 0.5, 0.0), radius };
        insert(state, capsule, "dtCapsule: a dimension is not a finite number")
    })
}

/// Makes a lozenge: all points within `radius` of the rectangle dtRectangle(x, z).
///
/// Bad dimensions are treated as in dtBox.
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

/// Makes a rounded box: all points within `radius` of the box dtBox(x, y, z). Its full extents are
/// larger than `x`, `y` and `z` by `2 * radius`.
///
/// Bad dimensions are treated as in dtBox.
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

/// Makes a wheel about the local y-axis: all points within `rounding` of the disc dtDisc(radius).
/// Its outer radius is `radius + rounding`.
///
/// Bad dimensions are treated as in dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtWheel(radius: DtScalar, rounding: DtScalar) -> DtShapeRef {
    recorded!(dtWheel(radius, rounding));
    with_state(std::ptr::null_mut(), |state| {
        let [radius, rounding] = magnitudes([radius, rounding]);
        let wheel = Primitive::Wheel { radius, rounding };
        insert(state, wheel, "dtWheel: a dimension is not a finite number")
    })
}

/// Makes a frustum about the local y-axis: the convex hull of two rectangles. The lower one, at y =
/// `-height / 2`, has the full extents `x1` and `z1`; the upper one, at y = `height / 2`, has `x2`
/// and `z2`.
///
/// With `x2 = z2 = 0` it is a pyramid; with one of them 0 it is a wedge. For the frustum of a cone,
/// pass two discs to dtHull. Bad dimensions are treated as in dtBox.
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
