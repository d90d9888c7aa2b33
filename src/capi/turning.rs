//! How objects turn between two frames, and casts that turn.

use std::ffi::c_uint;

use super::casts::write_cast;
use super::errors::DtError;
use super::pair::refuse;
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals};
use super::state::with_state;
use super::types::{DtObjectRef, DtVector};
use crate::scene::turning::{MotionKind, is_spin};
use solid_geometry::math::Vec3;
use solid_geometry::math::vector::is_finite;

/// How dtTestMotion takes objects to move between two frames.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtMotionKind {
    /// The pivot moves along a straight line. The object turns about it at a constant angular
    /// velocity, by the shortest way or as dtSetSpin says, and scales evenly.
    DT_TURNING_MOTION = 0,
    /// The object has its present rotation and scale from the start, and moves along a straight
    /// line.
    DT_STRAIGHT_MOTION = 1,
    /// The object turns about an axis and moves along it, where it does not scale; else as
    /// DT_TURNING_MOTION.
    DT_SCREW_MOTION = 2,
}

/// A `DtMotionKind` from C, which may be any number.
pub type DtMotionKindArgument = c_uint;

/// How an object moves in a cast.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtMotion {
    /// The translation of its local origin, in world coordinates.
    pub translation: DtVector,
    /// Its rotation about its local origin: the axis, in world coordinates, times the angle in
    /// radians, which may exceed a full turn, up to 10,000 radians.
    pub spin: DtVector,
}

/// Reads a motion: its translation and its rotation vector; zeros for NULL.
///
/// # Safety
///
/// `motion` is NULL or points to a motion. It need not be aligned.
pub(super) unsafe fn read_motion(motion: *const DtMotion) -> [Vec3; 2] {
    if motion.is_null() {
        return [Vec3::zeros(); 2];
    }
    // SAFETY: not NULL, so it points to a motion as the caller promises.
    let DtMotion { translation, spin } = unsafe { motion.read_unaligned() };
    [reals(translation).into(), reals(spin).into()]
}

/// Sets how dtTestMotion takes the objects of the current context to move between two frames.
///
/// - `kind`: one of DtMotionKind; DT_TURNING_MOTION at first
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_ENUM if there is no such kind; nothing happens
/// - cost: O(n) for n objects
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetMotion(kind: DtMotionKindArgument) {
    recorded!(dtSetMotion(kind));
    let all = [
        (DtMotionKind::DT_TURNING_MOTION as c_uint, MotionKind::Turning),
        (DtMotionKind::DT_STRAIGHT_MOTION as c_uint, MotionKind::Straight),
        (DtMotionKind::DT_SCREW_MOTION as c_uint, MotionKind::Screw),
    ];
    with_state(Function::dtSetMotion, (), |state| {
        if let Some(kind) = state.choose(&all, kind) {
            state.world.set_motion_kind(kind);
        }
    });
}

/// Sets by how much an object turns from one frame to the next, for dtTestMotion: so that full
/// turns are seen, which the placements do not show. Of all rotations from the previous placement
/// to the present one, the object makes the one whose axis times angle is nearest to this vector;
/// the zero vector, as at first, asks for the shortest way.
///
/// - `object`: its name; the spin goes with the object
/// - `x`, `y`, `z`: the axis times the angle
/// - frame: along the axes of the world
/// - units: radians in a frame
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist; DT_INVALID_VALUE if a number is NaN,
///   or the angle more than 10,000; nothing happens
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetSpin(object: DtObjectRef, x: DtScalar, y: DtScalar, z: DtScalar) {
    recorded!(dtSetSpin(object, x, y, z));
    let spin = Vec3::from(reals([x, y, z]));
    with_state(Function::dtSetSpin, (), |state| {
        let what = "a number is not finite, or the angle too large";
        if state.check(is_spin(&spin), DtError::DT_INVALID_VALUE, what) {
            let known = state.world.set_spin(object.addr(), &spin);
            state.check_object(known);
        }
    });
}

/// Sets the point of an object that moves along a straight line from frame to frame, and about
/// which the object turns, for dtTestMotion: the hinge of a door. It is the local origin at first.
///
/// - `object`: its name; the pivot goes with the object
/// - `x`, `y`, `z`: the point
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist; DT_INVALID_VALUE if a number is NaN
///   or infinite; nothing happens
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetPivot(object: DtObjectRef, x: DtScalar, y: DtScalar, z: DtScalar) {
    recorded!(dtSetPivot(object, x, y, z));
    let pivot = Vec3::from(reals([x, y, z]));
    with_state(Function::dtSetPivot, (), |state| {
        let finite = is_finite(&pivot);
        if state.check(finite, DtError::DT_INVALID_VALUE, "a number is not finite") {
            let known = state.world.set_pivot(object.addr(), &pivot);
            state.check_object(known);
        }
    });
}

/// Moves and turns two objects from where they are placed now, and finds when they first touch.
/// The objects themselves are not changed.
///
/// No contact is earlier than the returned time. At that time the objects are no farther apart
/// than the tolerance of dtSetTolerance times the longest half extent of the smaller one (of the
/// other one, if it has no extent, such as a point), with the limits that dtTestMotion names, and
/// do not move apart. If neither turns, the result is that of dtCastObjects, to the last bit, with
/// its error: a part of the time.
/// dtSetStopAtPenetration tells what counts of objects that collide now.
///
/// - `object1`, `object2`: their names
/// - `motion1`, `motion2`: their motions; NULL means no motion
/// - `point`: receives the point of contact at that time; may be NULL
/// - `normal`: receives the contact normal: a unit vector that points from object2 towards
///   object1, that of dtGetPenDepth if they collide now; may be NULL
/// - returns: the time, from 0 to 1, 0 if and only if the objects collide now; -1 if they do
///   not touch, or on an error
/// - frame: world coordinates
/// - units: lengths and radians; the time is a fraction of the motion
/// - errors: DT_UNDECIDED if the objects graze each other for too long: whether they touch is open,
///   and they are apart until dtUndecidedTime; DT_INVALID_VALUE if a motion is NaN or infinite, or
///   an angle is more than 10,000; otherwise those of dtGetClosestPair. Nothing is written
/// - cost: O(1), some microseconds, for two primitives, and some milliseconds at most; complex
///   shapes are searched through their trees, earliest contacts first, and left open after some
///   tenth of a second
///
/// # Safety
///
/// `motion1` and `motion2` are NULL or point to a DtMotion; each of `point` and `normal` is NULL or
/// has space for three scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtCastObjectsTurning(
    object1: DtObjectRef,
    motion1: *const DtMotion,
    object2: DtObjectRef,
    motion2: *const DtMotion,
    point: *mut DtScalar,
    normal: *mut DtScalar,
) -> DtScalar {
    recorded!(dtCastObjectsTurning(object1, motion1, object2, motion2, point, normal));
    // SAFETY: the caller promises the same.
    let motions = [motion1, motion2].map(|motion| unsafe { read_motion(motion) });
    let found = with_state(Function::dtCastObjectsTurning, None, |state| {
        let found = state.world.cast_objects_turning([object1.addr(), object2.addr()], &motions);
        found.unwrap_or_else(|why| refuse(state, why))
    });
    // SAFETY: the caller promises the same.
    unsafe { write_cast(found, point, normal) }
}
