//! Many casts and rays in one call.

use super::batch::{Answers, BadRow, answered};
use super::batch_arrays::{DtArray, Kind, PairArrays, open_two};
use super::casts::{DtRayHit, record};
use super::recording::{Function, recorded};
use super::state::with_state;
use super::types::DtCount;
use crate::scene::batch::PairRows;
use crate::scene::object::ObjectRef;
use solid_geometry::math::Vec3;
use solid_geometry::query::CastHit;

/// The hit of a row; of one without a hit, or without an answer, the time is -1.
fn hit_of_row(object: ObjectRef, hit: Option<CastHit>) -> DtRayHit {
    let none = CastHit { time: -1.0, point: Vec3::zeros(), normal: Vec3::zeros() };
    record(object, &hit.unwrap_or(none))
}

/// Moves many pairs of objects, each as dtCastObjects does, and finds when they first touch. The
/// rows are those of dtBatchPairs.
///
/// - `objects1`, `placements1`, `objects2`, `placements2`: as in dtBatchPairs
/// - `motions1`, `motions2`: the translations, with the layout DT_POINTS; NULL means no motion
/// - `hits`: receives for each of the first rows object2, the time from 0 to 1, the point of
///   contact, and the normal, which points from object2 towards object1. The time is -1 if they do
///   not touch or the row has no answer
/// - `most`: how many rows there is space for. The others are not answered
/// - returns: the number of rows; 0 if an argument is bad
/// - frame: world coordinates
/// - units: lengths; times are fractions of the motion
/// - errors: those of dtBatchPairs
/// - cost: that of dtCastObjects for each row
///
/// # Safety
///
/// Each array is NULL or has the rows that it describes. `hits` is NULL or has space for `most`,
/// apart from the arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtBatchCasts(
    objects1: *const DtArray,
    placements1: *const DtArray,
    motions1: *const DtArray,
    objects2: *const DtArray,
    placements2: *const DtArray,
    motions2: *const DtArray,
    hits: *mut DtRayHit,
    most: DtCount,
) -> DtCount {
    recorded!(dtBatchCasts(
        objects1,
        placements1,
        motions1,
        objects2,
        placements2,
        motions2,
        hits,
        most
    ));
    let columns = [[objects1, objects2], [placements1, placements2], [motions1, motions2]];
    // SAFETY: the caller promises the same.
    let hits = unsafe { Answers::new(hits, most) };
    with_state(Function::dtBatchCasts, 0, |state| {
        state.bad_row = None;
        // SAFETY: the caller promises the same.
        let Some(pairs) = (unsafe { PairArrays::open(state, columns) }) else { return 0 };
        let rows = answered(pairs.rows, most, hits.is_written());
        let mut bad = BadRow::default();
        state.world.batch_casts(&pairs, rows, &mut |row, hit| {
            let hit = bad.check(row, hit).flatten();
            hits.put(row, hit_of_row(pairs.object(1, row), hit));
        });
        bad.raise(state);
        pairs.rows as DtCount
    })
}

/// Casts many rays at all objects as they are placed now, each as dtRayCast does, and finds the first
/// hit of each.
///
/// - `from`, `to`: the ends of the rays: arrays with the layout DT_POINTS, of the same number of
///   rows; one row serves for all
/// - `hits`: receives the hits of the first rays. A ray that hits nothing, or has no answer, has
///   the time -1 and the object NULL
/// - `most`: how many there is space for. The other rays are not cast
/// - returns: the number of rays; 0 if an argument is bad
/// - frame: world coordinates
/// - units: lengths; the time of a hit is a fraction of the ray
/// - errors: those of dtBatchPairs
/// - cost: that of dtRayCast for each ray, in which the objects are at rest
///
/// # Safety
///
/// Each array is NULL or has the rows that it describes. `hits` is NULL or has space for `most`,
/// apart from the arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtBatchRays(
    from: *const DtArray,
    to: *const DtArray,
    hits: *mut DtRayHit,
    most: DtCount,
) -> DtCount {
    recorded!(dtBatchRays(from, to, hits, most));
    // SAFETY: the caller promises the same.
    let hits = unsafe { Answers::new(hits, most) };
    with_state(Function::dtBatchRays, 0, |state| {
        state.bad_row = None;
        // SAFETY: the caller promises the same.
        let ends = unsafe { open_two(state, [from, to].map(|ends| (ends, Kind::Points))) };
        let Some(([from, to], count)) = ends else { return 0 };
        let rows = answered(count, most, hits.is_written());
        let mut bad = BadRow::default();
        state.world.batch_rays(rows, &|row| [from.point(row), to.point(row)], &mut |row, hit| {
            let hit = bad.check(row, hit).flatten();
            let object = hit.map_or(0, |hit| hit.object);
            hits.put(row, hit_of_row(object, hit.map(|hit| hit.found)));
        });
        bad.raise(state);
        count as DtCount
    })
}
