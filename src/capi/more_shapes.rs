//! Primitive shapes that SOLID 2.0 does not have. The axis of symmetry is the y-axis, as in VRML.

use super::recording::recorded;
use super::scalar::{DtScalar, reals};
use super::shapes::{magnitudes, new_shape};
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
    let point = Vec3::from(reals([x, y, z]));
    let point = Primitive::Segment { from: point, to: point };
    new_shape("dtPoint", point)
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
    let segment =
        Primitive::Segment { from: reals([x1, y1, z1]).into(), to: reals([x2, y2, z2]).into() };
    new_shape("dtLineSegment", segment)
}

/// Makes a rectangle in the local plane y = 0, centred at the local origin. `x` and `z` are its
/// full extents.
///
/// Bad extents are treated as in dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtRectangle(x: DtScalar, z: DtScalar) -> DtShapeRef {
    recorded!(dtRectangle(x, z));
    let [x, z] = magnitudes([x, z]);
    let half = Vec3::new(x, 0.0, z) * 0.5;
    new_shape("dtRectangle", Primitive::Box(half))
}

/// Makes a disc in the local plane y = 0, centred at the local origin. A bad radius is treated as
/// in dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtDisc(radius: DtScalar) -> DtShapeRef {
    recorded!(dtDisc(radius));
    let [radius] = magnitudes([radius]);
    let disc = Primitive::Cylinder { radius, half_height: 0.0 };
    new_shape("dtDisc", disc)
}

/// Makes a filled ellipse in the local plane y = 0, centred at the local origin, with radii `rx`
/// and `rz`.
///
/// Bad radii are treated as in dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEllipse(rx: DtScalar, rz: DtScalar) -> DtShapeRef {
    recorded!(dtEllipse(rx, rz));
    let [rx, rz] = magnitudes([rx, rz]);
    let radii = Vec3::new(rx, 0.0, rz);
    new_shape("dtEllipse", Primitive::Ellipsoid(radii))
}

/// Makes a capsule about the local y-axis: all points within `radius` of the line segment from y =
/// `-height / 2` to y = `height / 2`.
///
/// Its full height is `height + 2 * radius`. Bad dimensions are treated as in dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtCapsule(radius: DtScalar, height: DtScalar) -> DtShapeRef {
    recorded!(dtCapsule(radius, height));
    let [radius, height] = magnitudes([radius, height]);
    let capsule = Primitive::Round { half: Vec3::new(0.0, height * 0.5, 0.0), radius };
    new_shape("dtCapsule", capsule)
}

/// Makes a lozenge: all points within `radius` of the rectangle dtRectangle(x, z).
///
/// Bad dimensions are treated as in dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtLozenge(x: DtScalar, z: DtScalar, radius: DtScalar) -> DtShapeRef {
    recorded!(dtLozenge(x, z, radius));
    let [x, z, radius] = magnitudes([x, z, radius]);
    let half = Vec3::new(x, 0.0, z) * 0.5;
    let lozenge = Primitive::Round { half, radius };
    new_shape("dtLozenge", lozenge)
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
    let [x, y, z, radius] = magnitudes([x, y, z, radius]);
    let rounded = Primitive::Round { half: Vec3::new(x, y, z) * 0.5, radius };
    new_shape("dtRoundBox", rounded)
}

/// Makes a wheel about the local y-axis: all points within `rounding` of the disc dtDisc(radius).
/// Its outer radius is `radius + rounding`.
///
/// Bad dimensions are treated as in dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtWheel(radius: DtScalar, rounding: DtScalar) -> DtShapeRef {
    recorded!(dtWheel(radius, rounding));
    let [radius, rounding] = magnitudes([radius, rounding]);
    let wheel = Primitive::Wheel { radius, rounding };
    new_shape("dtWheel", wheel)
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
    let [x1, z1, x2, z2, height] = magnitudes([x1, z1, x2, z2, height]).map(|extent| extent * 0.5);
    let frustum = Primitive::Frustum { bottom: [x1, z1], top: [x2, z2], half_height: height };
    new_shape("dtFrustum", frustum)
}
