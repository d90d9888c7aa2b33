//! Primitive shapes that SOLID 2.0 does not have. The axis of symmetry is the y-axis, as in VRML.

use super::errors::DtError;
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals};
use super::shapes::{as_pointer, magnitudes, new_shape};
use super::state::with_state;
use super::types::DtShapeRef;
use crate::scene::shapes::Shape;
use solid_geometry::math::Vec3;
use solid_geometry::shape::{HalfSpace, Primitive};

/// Makes a shape that is a single point. As an operand of dtSum it moves the other shape.
///
/// - `x`, `y`, `z`: its coordinates
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if a coordinate is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtPoint(x: DtScalar, y: DtScalar, z: DtScalar) -> DtShapeRef {
    recorded!(dtPoint(x, y, z));
    let point = Vec3::from(reals([x, y, z]));
    let point = Primitive::Segment { from: point, to: point };
    new_shape(Function::dtPoint, point)
}

/// Makes the line segment between two points.
///
/// - `x1`, `y1`, `z1`: one end
/// - `x2`, `y2`, `z2`: the other; if they are the same, the shape is a point
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if a coordinate is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
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
    new_shape(Function::dtLineSegment, segment)
}

/// Makes a rectangle in the local plane y = 0, centred at the local origin.
///
/// - `x`, `z`: its full extents; a negative one counts as its absolute value
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if an extent is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtRectangle(x: DtScalar, z: DtScalar) -> DtShapeRef {
    recorded!(dtRectangle(x, z));
    let [x, z] = magnitudes([x, z]);
    let half = Vec3::new(x, 0.0, z) * 0.5;
    new_shape(Function::dtRectangle, Primitive::Box(half))
}

/// Makes a disc in the local plane y = 0, centred at the local origin.
///
/// - `radius`: a negative one counts as its absolute value
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if the radius is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtDisc(radius: DtScalar) -> DtShapeRef {
    recorded!(dtDisc(radius));
    let [radius] = magnitudes([radius]);
    let disc = Primitive::Cylinder { radius, half_height: 0.0 };
    new_shape(Function::dtDisc, disc)
}

/// Makes a filled ellipse in the local plane y = 0, centred at the local origin.
///
/// - `rx`, `rz`: its radii along the local axes; a negative one counts as its absolute value
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if a radius is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEllipse(rx: DtScalar, rz: DtScalar) -> DtShapeRef {
    recorded!(dtEllipse(rx, rz));
    let [rx, rz] = magnitudes([rx, rz]);
    let radii = Vec3::new(rx, 0.0, rz);
    new_shape(Function::dtEllipse, Primitive::Ellipsoid(radii))
}

/// Makes a capsule about the local y-axis: all points within a radius of the line segment from
/// y = `-height / 2` to y = `height / 2`. Its full height is `height + 2 * radius`.
///
/// - `radius`: the distance from the segment
/// - `height`: the length of the segment; negative dimensions count as their absolute values
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtCapsule(radius: DtScalar, height: DtScalar) -> DtShapeRef {
    recorded!(dtCapsule(radius, height));
    let [radius, height] = magnitudes([radius, height]);
    let capsule = Primitive::Round { half: Vec3::new(0.0, height * 0.5, 0.0), radius };
    new_shape(Function::dtCapsule, capsule)
}

/// Makes a lozenge: all points within a radius of the rectangle dtRectangle(x, z).
///
/// - `x`, `z`: the full extents of the rectangle
/// - `radius`: the distance from it; negative dimensions count as their absolute values
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtLozenge(x: DtScalar, z: DtScalar, radius: DtScalar) -> DtShapeRef {
    recorded!(dtLozenge(x, z, radius));
    let [x, z, radius] = magnitudes([x, z, radius]);
    let half = Vec3::new(x, 0.0, z) * 0.5;
    let lozenge = Primitive::Round { half, radius };
    new_shape(Function::dtLozenge, lozenge)
}

/// Makes a rounded box: all points within a radius of the box dtBox(x, y, z). Its full extents
/// are larger than those by `2 * radius`.
///
/// - `x`, `y`, `z`: the full extents of the box
/// - `radius`: the distance from it; negative dimensions count as their absolute values
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
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
    new_shape(Function::dtRoundBox, rounded)
}

/// Makes a wheel about the local y-axis: all points within a distance of the disc
/// dtDisc(radius). Its outer radius is `radius + rounding`.
///
/// - `radius`: that of the disc
/// - `rounding`: the distance from it; negative dimensions count as their absolute values
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtWheel(radius: DtScalar, rounding: DtScalar) -> DtShapeRef {
    recorded!(dtWheel(radius, rounding));
    let [radius, rounding] = magnitudes([radius, rounding]);
    let wheel = Primitive::Wheel { radius, rounding };
    new_shape(Function::dtWheel, wheel)
}

/// Makes a frustum about the local y-axis: the convex hull of two rectangles, one at y =
/// `-height / 2` and one at y = `height / 2`.
///
/// If both upper extents are 0 it is a pyramid; if one of them is, a wedge. For the frustum of
/// a cone, pass two discs to dtHull.
///
/// - `x1`, `z1`: the full extents of the lower rectangle
/// - `x2`, `z2`: those of the upper one
/// - `height`: the distance between them; negative dimensions count as their absolute values
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
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
    new_shape(Function::dtFrustum, frustum)
}

/// Makes a half-space: all points `p` with `(x, y, z) . p <= offset`. The vector points out of it,
/// and `dtHalfSpace(0, 1, 0, 0)` is the ground below y = 0. The only shape without bounds.
///
/// An object places it like other shapes; under a matrix that flattens it hits nothing. It is no
/// operand of dtSum and dtHull. The depth of two half-spaces is infinite unless they face each
/// other: no translation separates others.
///
/// - `x`, `y`, `z`: the normal of its plane, of any length
/// - `offset`: the distance of the plane from the origin along the normal, times its length
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths, times the length of the normal
/// - errors: DT_INVALID_VALUE if a number is NaN or infinite, or the normal is zero; the shape
///   then collides with nothing
/// - cost: O(1). Unless the plane is along two of the world's axes, an object is near all others: a
///   convex one takes a support point a test, a mesh a walk of its tree
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtHalfSpace(
    x: DtScalar,
    y: DtScalar,
    z: DtScalar,
    offset: DtScalar,
) -> DtShapeRef {
    recorded!(dtHalfSpace(x, y, z, offset));
    let [x, y, z, offset] = reals([x, y, z, offset]);
    with_state(Function::dtHalfSpace, std::ptr::null_mut(), |state| {
        let half_space = HalfSpace::new(Vec3::new(x, y, z), offset);
        let is_valid = half_space.is_some();
        state.check(is_valid, DtError::DT_INVALID_VALUE, "no numbers of a half-space");
        let shape = half_space.map_or(Shape::Void, |found| Shape::Primitive(found.into()));
        as_pointer(state.world.shapes.insert(shape))
    })
}
