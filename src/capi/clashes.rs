//! Clashes: how two objects are in each other's way, all in one call.

use std::ffi::c_uint;

use super::errors::DtError;
use super::mesh_queries::{DtSegment, record};
use super::pair::{raise, refuse, write_list};
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals, scalar};
use super::state::with_state;
use super::types::{DtCount, DtObjectRef, DtVector, vector};
use solid_geometry::query::{Clash, ClashKind, ClashLimits};

/// How two objects clash.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtClashKind {
    /// They are farther apart than the clearance.
    #[default]
    DT_APART = 0,
    /// They are apart, but not by more than the clearance.
    DT_CLEARANCE_CLASH = 1,
    /// They share points, and overlap no deeper than the tolerance.
    DT_TOUCHING_CLASH = 2,
    /// They overlap, and are none of the following.
    DT_OVERLAPPING_CLASH = 3,
    /// One goes through the other: what sticks out of that is in several pieces.
    DT_PIERCING_CLASH = 4,
    /// One is inside the other: it sticks out no farther than the tolerance.
    DT_CONTAINED_CLASH = 5,
    /// Each is inside the other.
    DT_DUPLICATE_CLASH = 6,
}

/// How two objects clash, and how much. Points and vectors are in world coordinates.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtClash {
    /// The kind.
    pub kind: DtClashKind,
    /// 1 or 2: which object pierces the other or is inside of it; 0 for other kinds.
    pub inner: c_uint,
    /// The distance; 0 if and only if the objects collide.
    pub distance: DtScalar,
    /// The closest point of object1; of objects that collide, where it touches after the translation.
    pub point1: DtVector,
    /// The same of object2.
    pub point2: DtVector,
    /// A translation of object1 that separates them, as of dtGetSeparation; of complex shapes that are
    /// no solids, as of dtGetPenDepth. Its length is the depth.
    pub translation: DtVector,
    /// No translation that is shorter separates them; 0 where that is not known.
    pub least: DtScalar,
    /// The centre of the largest ball in what they have in common.
    pub deepest: DtVector,
    /// The radius of that ball, found by a search to 1 %.
    pub radius: DtScalar,
    /// How far object1 reaches into object2: how far points that they share are from object2's
    /// surface, at most. Found by a search to 1 %.
    pub protrusion1: DtScalar,
    /// How far object2 reaches into object1.
    pub protrusion2: DtScalar,
    /// The volume that they have in common; -1 if one is complex and no solid, or its polygons do not
    /// agree about which side is outside, or is a compound whose parts overlap each other where the other
    /// object may be, or consists of points. Of round shapes, that of polyhedra: for a ball 0.2 % less.
    pub volume: DtScalar,
    /// The centre of that volume.
    pub center: DtVector,
}

fn kind(kind: ClashKind) -> DtClashKind {
    match kind {
        ClashKind::Apart => DtClashKind::DT_APART,
        ClashKind::Clearance => DtClashKind::DT_CLEARANCE_CLASH,
        ClashKind::Touching => DtClashKind::DT_TOUCHING_CLASH,
        ClashKind::Overlapping => DtClashKind::DT_OVERLAPPING_CLASH,
        ClashKind::Piercing => DtClashKind::DT_PIERCING_CLASH,
        ClashKind::Contained => DtClashKind::DT_CONTAINED_CLASH,
        ClashKind::Duplicate => DtClashKind::DT_DUPLICATE_CLASH,
    }
}

fn record_clash(found: &Clash) -> DtClash {
    let has_inner = matches!(found.kind, ClashKind::Piercing | ClashKind::Contained);
    DtClash {
        kind: kind(found.kind),
        inner: if has_inner { found.inner + 1 } else { 0 },
        distance: scalar(found.distance),
        point1: vector(&found.points[0]),
        point2: vector(&found.points[1]),
        translation: vector(&found.translation),
        least: scalar(found.least),
        deepest: vector(&found.deepest),
        radius: scalar(found.radius),
        protrusion1: scalar(found.protrusions[0]),
        protrusion2: scalar(found.protrusions[1]),
        volume: scalar(found.volume.unwrap_or(-1.0)),
        center: vector(&found.center),
    }
}

/// Finds how two objects clash as they are placed now, as planners of buildings ask: apart within a
/// clearance, touching, overlapping, piercing, contained or equal; how deep, where the deepest, and
/// what volume they have in common.
///
/// The volume, the balls and the kinds from DT_PIERCING_CLASH on are about insides: each object's
/// shape is convex, or a solid (see dtSetSolid). Others, and compounds, have DT_OVERLAPPING_CLASH at
/// most; compounds of such shapes have the volume too, if their parts do not overlap each other.
///
/// The curves are those of dtGetIntersection, of convex shapes too; of round ones they are those of
/// polyhedra near them.
///
/// - `object1`, `object2`: their names
/// - `clearance`: objects that are no farther apart clash; 0 for those alone that collide
/// - `tolerance`: objects that overlap no deeper touch, and one that sticks out no farther is inside;
///   at least rounding, some 1e-10 of the coordinates
/// - `clash`: receives what is found; all zeros on an error; may be NULL
/// - `curves`: receives the first segments of the curves in which the surfaces cross; NULL to get the
///   number alone
/// - `capacity`: how many there is space for
/// - returns: the number of segments; 0 on an error
/// - frame: world coordinates
/// - units: lengths; volumes are their cubes
/// - errors: those of dtGetClosestPair; DT_INVALID_VALUE if `clearance` or `tolerance` is negative or
///   NaN
/// - cost: that of dtGetSeparation, some thousand signed distances, and O(k) for k pairs of polygons
///   that are above each other: some milliseconds for boxes, hulls and convex solids that collide,
///   up to 0.1 s for others, and more for meshes of many thousand polygons; apart, that of
///   dtGetClosestPair
///
/// # Safety
///
/// `clash` is NULL or has space for one, `curves` is NULL or has space for `capacity` segments.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetClash(
    object1: DtObjectRef,
    object2: DtObjectRef,
    clearance: DtScalar,
    tolerance: DtScalar,
    clash: *mut DtClash,
    curves: *mut DtSegment,
    capacity: DtCount,
) -> DtCount {
    recorded!(dtGetClash(object1, object2, clearance, tolerance, clash, curves, capacity));
    let [clearance, tolerance] = reals([clearance, tolerance]);
    let is_valid = clearance >= 0.0 && tolerance >= 0.0;
    if !is_valid {
        let what = "the clearance or the tolerance is negative or NaN";
        raise(Function::dtGetClash, DtError::DT_INVALID_VALUE, what);
    }
    let limits = ClashLimits { clearance, tolerance };
    let find = || {
        with_state(Function::dtGetClash, None, |state| {
            let (first, second) = (object1.addr(), object2.addr());
            let found = state.world.clash(first, second, limits).and_then(|clash| {
                let apart = clash.distance > 0.0;
                let bodies = state.world.bodies(first, second)?;
                Ok((clash, if apart { Vec::new() } else { bodies.clash_curves() }))
            });
            found.map_or_else(|why| refuse(state, why), Some)
        })
    };
    let found = is_valid.then(find).flatten();
    let (record_of, segments) = match &found {
        Some((clash, segments)) => (record_clash(clash), segments.as_slice()),
        None => (DtClash::default(), &[][..]),
    };
    // SAFETY: the caller promises the same.
    unsafe {
        if !clash.is_null() {
            clash.write_unaligned(record_of);
        }
        write_list(segments.iter().map(record), curves, capacity)
    }
}
