//! Surfaces of complex shapes: how contacts with them are, and which polytope a point is on.

use super::batch::{Answers, BadRow, answered};
use super::batch_arrays::{DtArray, Kind, open_two};
use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::pair::{raise, read, refuse};
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals, scalar};
use super::shapes::as_handle;
use super::state::{State, with_state};
use super::types::{DtCount, DtObjectRef, DtShapeRef, DtVector};
use solid_geometry::mesh::SurfaceContacts;

/// Makes each polygon of a complex shape have contacts by itself, as if it had no neighbours; or
/// those of the surface again, as new complex shapes have.
///
/// The normal of a contact with a surface is that of a polygon, or at an edge or a vertex between
/// those of the polygons that meet there, if these bend away from the other object. At inner edges
/// that are flat or hollow there is no contact of the edge, so that nothing that moves over a flat
/// floor is stopped by them; and the polygons in one plane that share edges have the contacts of
/// one face. Vertices in the same place are one, whatever their indices. If each polygon has
/// contacts by itself, its normal and depth are those of the shortest way out of the polygon.
///
/// This is about dtGetContacts, dtGetContactPatches, dtGetPenDepth and the responses with depths and
/// contacts. dtSaveShape saves it with the shape.
///
/// - `shape`: a finished complex shape
/// - `inner`: DT_FALSE for contacts of the surface, otherwise those of each polygon by itself
/// - returns: DT_TRUE; DT_FALSE on an error
/// - frame: none
/// - units: none
/// - errors: DT_UNKNOWN_SHAPE if the shape does not exist, DT_INVALID_OPERATION if it is not a
///   finished complex shape
/// - cost: O(1). Contacts of the surface need a table of some 14 to 16 bytes a triangle, which is
///   made in O(n) when they are first asked for, and after each deformation
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetInnerEdges(shape: DtShapeRef, inner: DtBool) -> DtBool {
    recorded!(dtSetInnerEdges(shape, inner));
    with_state(Function::dtSetInnerEdges, DT_FALSE, |state| {
        change(state, shape, |how| how.inner_edges = inner != DT_FALSE)
    })
}

/// Sets the angle below which an edge of a complex shape counts as flat: there contacts have the
/// normal of a polygon, not one between those of two. A quarter of a degree at first.
///
/// - `shape`: a finished complex shape
/// - `angle`: the angle between the normals of the two polygons, from 0 to pi
/// - returns: DT_TRUE; DT_FALSE on an error
/// - frame: none
/// - units: radians
/// - errors: those of dtSetInnerEdges; DT_INVALID_VALUE if `angle` is negative, greater than pi or
///   NaN. Nothing changes
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetFlatAngle(shape: DtShapeRef, angle: DtScalar) -> DtBool {
    recorded!(dtSetFlatAngle(shape, angle));
    with_state(Function::dtSetFlatAngle, DT_FALSE, |state| {
        let [angle] = reals([angle]);
        let is_angle = (0.0..=MOST_ANGLE).contains(&angle);
        if !state.check(is_angle, DtError::DT_INVALID_VALUE, "the angle is not from 0 to pi") {
            return DT_FALSE;
        }
        change(state, shape, |how| how.flat_angle = angle.min(std::f64::consts::PI))
    })
}

/// Pi, rounded up as a float may be.
const MOST_ANGLE: f64 = 3.141_592_8;

/// Gives the polygons of a complex shape one side: contacts push out of the front of each, from
/// where its vertices go around counterclockwise, however deep an object is behind it. Otherwise,
/// as at first, they push to the side on which the centre of the other object is: that of its box,
/// or the mean of the vertices of a complex shape. Of two complex shapes the smaller one decides. The normals of a solid always point out of it: see
/// dtSetSolid.
///
/// Whether objects collide is the same either way.
///
/// - `shape`: a finished complex shape
/// - `one_sided`: DT_FALSE for both sides, otherwise the front alone
/// - returns: DT_TRUE; DT_FALSE on an error
/// - frame: none
/// - units: none
/// - errors: those of dtSetInnerEdges
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetOneSided(shape: DtShapeRef, one_sided: DtBool) -> DtBool {
    recorded!(dtSetOneSided(shape, one_sided));
    with_state(Function::dtSetOneSided, DT_FALSE, |state| {
        change(state, shape, |how| how.one_sided = one_sided != DT_FALSE)
    })
}

/// Changes how contacts with a surface are.
fn change(
    state: &mut State,
    shape: DtShapeRef,
    change: impl FnOnce(&mut SurfaceContacts),
) -> DtBool {
    let handle = as_handle(shape);
    let is_known = state.world.shapes.slot_or_shared(handle).is_some();
    if !state.check(is_known, DtError::DT_UNKNOWN_SHAPE, "there is no such shape") {
        return DT_FALSE;
    }
    let changed = state.world.deform(handle, |soup| {
        let mut how = *soup.surface_contacts();
        change(&mut how);
        soup.set_surface_contacts(how)
    });
    let what = "the shape is not a finished complex one";
    DtBool::from(state.check(changed.is_some(), DtError::DT_INVALID_OPERATION, what))
}

/// Finds the polytope of an object that a point of its surface is on, and the point's barycentric
/// coordinates: of the points of rays, casts, distances, depths and contacts.
///
/// Of a point that is on no polytope it is the one that is nearest to it in the local coordinates
/// of the object; of several one of them.
///
/// - `object`: its name
/// - `point`: the point
/// - `polytope`: receives the number of the polytope, from 0 in the order in which they were added
///   to the complex shape, empty ones not counted; 0 for a primitive. May be NULL
/// - `weights`: receives the barycentric coordinates of the point in the triangle, in the order of
///   its vertices: not negative, with the sum 1; zeros if the polytope is no triangle, or has no
///   area. May be NULL
/// - returns: DT_TRUE; DT_FALSE on an error
/// - frame: world coordinates
/// - units: lengths
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist; DT_INVALID_OPERATION if it collides
///   with nothing; DT_INVALID_VALUE if `point` is NULL or not finite. Nothing is written
/// - cost: O(log n) for a point on the surface of n polytopes, O(n) at worst
///
/// # Safety
///
/// `point` is NULL or points to three scalars. `polytope` is NULL or has space for a count,
/// `weights` is NULL or has space for three scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetSurfacePoint(
    object: DtObjectRef,
    point: *const DtScalar,
    polytope: *mut DtCount,
    weights: *mut DtScalar,
) -> DtBool {
    recorded!(dtGetSurfacePoint(object, point, polytope, weights));
    // SAFETY: the caller promises the same.
    let Some(point) = (unsafe { read(point) }) else {
        raise(Function::dtGetSurfacePoint, DtError::DT_INVALID_VALUE, "the point is NULL");
        return DT_FALSE;
    };
    let found = with_state(Function::dtGetSurfacePoint, None, |state| {
        let found = state.world.surface_point(object.addr(), &point);
        found.map_or_else(|why| refuse(state, why), Some)
    });
    let Some(found) = found else { return DT_FALSE };
    // SAFETY: the caller promises the same.
    unsafe {
        if !polytope.is_null() {
            polytope.write_unaligned(found.polytope);
        }
        if !weights.is_null() {
            for (i, weight) in found.weights.unwrap_or_default().into_iter().enumerate() {
                weights.wrapping_add(i).write_unaligned(scalar(weight));
            }
        }
    }
    DT_TRUE
}

/// Where a point is on the surface of an object.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtSurfacePoint {
    /// The barycentric coordinates of the point in the triangle, in the order of its vertices; zeros if the
    /// polytope is no triangle.
    pub weights: DtVector,
    /// The number of the polytope, as dtGetSurfacePoint has it: of a height field that of the triangle, of
    /// points that of the point. 0 for a primitive.
    pub polytope: DtCount,
    /// Of a compound the number of the part, in the order in which they were added; otherwise 0.
    pub part: DtCount,
    /// The number of the polytope in that part; of a part that is a compound one for dtGetPart.
    pub part_polytope: DtCount,
}

/// Finds for many points the polytope of an object that each is on, its part and the barycentric coordinates,
/// as dtGetSurfacePoint and dtGetPart do.
///
/// The points are read where answers have them: an array with the layout DT_POINTS may begin at the first
/// point of a list of DtContact, DtRayHit, DtQueryHit, DtNearPair or DtStop and have the size of the record as
/// its stride, and so may one with the layout DT_OBJECTS at its object. A row whose object is NULL, as of a
/// ray that hits nothing, is all zeros.
///
/// - `objects`: the objects: an array with the layout DT_OBJECTS
/// - `points`: the points: an array with the layout DT_POINTS, of the same number of rows; one row of either
///   serves for all
/// - `found`: receives the polytopes of the first rows; zeros where a row has no answer. May be NULL
/// - `most`: how many there is space for. The other rows are not answered
/// - returns: the number of rows; 0 if an argument is bad
/// - frame: world coordinates, where the objects are placed now
/// - units: lengths
/// - errors: those of dtBatchPairs
/// - cost: that of dtGetSurfacePoint for each row, divided among the threads
///
/// # Safety
///
/// Each array is NULL or has the rows that it describes. `found` is NULL or has space for `most`,
/// apart from the arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtBatchSurfacePoints(
    objects: *const DtArray,
    points: *const DtArray,
    found: *mut DtSurfacePoint,
    most: DtCount,
) -> DtCount {
    recorded!(dtBatchSurfacePoints(objects, points, found, most));
    // SAFETY: the caller promises the same.
    let output = unsafe { Answers::new(found, most) };
    with_state(Function::dtBatchSurfacePoints, 0, |state| {
        state.bad_row = None;
        // SAFETY: the caller promises the same.
        let columns =
            unsafe { open_two(state, [(objects, Kind::Objects), (points, Kind::Points)]) };
        let Some(([objects, points], count)) = columns else { return 0 };
        let (mut bad, world) = (BadRow::default(), &state.world);
        let rows = answered(count, most, output.is_written());
        let read = |row: usize| {
            let object = objects.object(row);
            let is_none = object == 0 && !world.has_object(object);
            (!is_none).then(|| (object, points.point(row)))
        };
        world.batch_surface_points(rows, &read, &mut |row, found| {
            let found = bad.check(row, found).flatten().map(|found| {
                let [part, part_polytope] = world.part_of(objects.object(row), found.polytope);
                let weights = found.weights.unwrap_or_default().map(scalar);
                DtSurfacePoint { weights, polytope: found.polytope, part, part_polytope }
            });
            output.put(row, found.unwrap_or_default());
        });
        bad.raise(state);
        count as DtCount
    })
}
