//! What a program may choose and ask of a scene as a whole.

use std::ffi::{c_double, c_uint};
use std::sync::Arc;

use super::errors::DtError;
use super::ext_types::{DT_FALSE, DtBool};
use super::pair::{read, write_list};
use super::recording::recorded;
use super::scalar::DtScalar;
use super::state::with_state;
use super::team::Pool;
use super::types::{DtCount, DtObjectRef};
use crate::scene::settings::BroadPhaseKind;
use solid_geometry::broad::Team;
use solid_geometry::math::Aabb;

/// How the pairs of objects that may touch are found. Answers do not depend on it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtBroadPhase {
    /// The library chooses, by counting what it costs: a fresh sweep while most objects move, a tree of boxes
    /// while few do, sorted lists while many tremble in a heap.
    DT_AUTOMATIC = 0,
    /// Sorted lists of the ends of boxes on three axes, kept up to date while few objects move; a fresh sweep
    /// while many do. Best where boxes tremble and overlap much.
    DT_SWEEP_AND_PRUNE = 1,
    /// A tree of boxes. Best where few of many objects move, and for boxes of all sizes.
    DT_BOX_TREE = 2,
    /// A uniform grid: for objects of like size, evenly spread. Every test costs as if all had moved.
    DT_UNIFORM_GRID = 3,
    /// Spatial hashing, for objects of few sizes in a world without bounds. Every test costs as if all had moved.
    DT_SPATIAL_HASHING = 4,
    /// Every box with every other: for tests.
    DT_BRUTE_FORCE = 5,
}

/// A `DtBroadPhase` as C may pass it: any number.
pub type DtBroadPhaseArgument = c_uint;

/// What a scene has, and what has been done since its context was made.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtStatistics {
    /// Objects.
    pub objects: c_double,
    /// Pairs of objects whose boxes overlap.
    pub pairs: c_double,
    /// Boxes that finding these has compared: a measure of work that does not depend on the machine.
    pub box_tests: c_double,
    /// Pairs of objects that were tested for collision.
    pub pair_tests: c_double,
    /// Pairs of their convex parts that were tested: primitives and polytopes whose boxes overlap, and whose balls do not
    /// tell.
    pub primitive_tests: c_double,
    /// How many pairs of objects were told apart by the axis remembered from the last time.
    pub axis_cache_hits: c_double,
    /// Seconds spent in bringing boxes and pairs up to date, since the first call of dtGetStatistics.
    pub commit_seconds: c_double,
    /// Seconds spent in testing pairs, callbacks not included, since then.
    pub test_seconds: c_double,
}

/// Chooses the broad phase, one of `DtBroadPhase`; at first it is DT_AUTOMATIC. Costs as much as putting all
/// objects in anew. May be called at any time, inside callbacks too.
///
/// dtTestMotion finds its pairs by a tree of boxes around whole ways; after DT_SWEEP_AND_PRUNE by queued swaps, which is slower
/// in all scenes that were measured, and least so where all objects move alike.
///
/// Another number: nothing happens, and DT_INVALID_ENUM is raised.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetBroadPhase(phase: DtBroadPhaseArgument) {
    recorded!(dtSetBroadPhase(phase));
    with_state((), |state| match BroadPhaseKind::ALL.get(phase as usize) {
        Some(kind) => state.world.set_broad_phase(*kind),
        None => {
            state.error(DtError::DT_INVALID_ENUM, "dtSetBroadPhase: there is no such broad phase")
        }
    });
}

/// Chooses the boxes of objects: DT_FALSE, as it is at first, boxes that fit the objects as they are turned; else
/// (as in SOLID 1.0) cubes that are as large however an object is turned. Answers do not depend on it.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetBoxes(fixed: DtBool) {
    recorded!(dtSetBoxes(fixed));
    with_state((), |state| state.world.set_fixed_boxes(fixed != DT_FALSE));
}

/// The most threads of dtSetThreads.
const MOST_THREADS: DtCount = 256;

/// Lets so many threads, 1 to 256, work in the tests of the current context from now on, the calling one included; at
/// first there is 1. Callbacks still run one by one on the calling thread, in the same order, and get the same data, to
/// the last bit.
///
/// Worth it from some hundred objects on, up to the number of the machine's cores; what is decided by subdivision of space
/// (dtSetCollisionMethod) is shared among them too. All pairs are decided before the
/// first callback runs; those with an object that a callback moves are decided again when it is their turn. May be
/// called at any time, inside callbacks too.
///
/// Another number, or more threads than the system gives: nothing happens, and DT_INVALID_VALUE is raised.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetThreads(threads: DtCount) {
    recorded!(dtSetThreads(threads));
    // Outside of the machine, which must not see threads come.
    let team: Option<Option<Arc<dyn Team>>> = match threads {
        1 => Some(None),
        2..=MOST_THREADS => Pool::new(threads as usize).ok().map(|pool| Some(Arc::new(pool) as _)),
        _ => None,
    };
    let previous = with_state(None, |state| match team {
        Some(team) => state.world.set_team(team),
        None => {
            state.error(DtError::DT_INVALID_VALUE, "dtSetThreads: not so many threads");
            None
        }
    });
    // Waits for its threads.
    drop(previous);
}

/// Finds the objects whose bounding boxes overlap a box with the corners `min` and `max`, along the world's axes; what
/// touches overlaps. Returns how many they are, and writes the first `capacity` of them to `objects`, in the
/// order of their creation.
///
/// The objects may be outside of the box themselves: their bounding boxes are what is looked at. Costs O(log n + k) for k
/// objects in scenes at rest. While most of n objects move, the first 64 boxes after a move cost O(n), the next
/// O(n log n), which makes the others as cheap.
///
/// `min` and `max` point to three numbers each; `objects` to room for `capacity`, or is NULL where that is 0. NULL
/// otherwise: returns 0, and DT_INVALID_POINTER is raised. A number that is no number, or a corner that is greater than
/// the other: returns 0, and DT_INVALID_VALUE is raised.
///
/// # Safety
///
/// The pointers are NULL or point to as many values as said.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtQueryBox(
    min: *const DtScalar,
    max: *const DtScalar,
    objects: *mut DtObjectRef,
    capacity: DtCount,
) -> DtCount {
    recorded!(dtQueryBox(min, max, objects, capacity));
    // SAFETY: the same promise is asked of our caller.
    let corners = unsafe { [read(min), read(max)] };
    let nowhere = objects.is_null() && capacity > 0;
    with_state(0, |state| {
        let ([Some(min), Some(max)], false) = (corners, nowhere) else {
            state.error(DtError::DT_INVALID_POINTER, "dtQueryBox: NULL");
            return 0;
        };
        let aabb = Aabb { min, max };
        if !state.check(!aabb.is_empty(), DtError::DT_INVALID_VALUE, "dtQueryBox: no box") {
            return 0;
        }
        let references = state.world.query_box(&aabb).map(std::ptr::with_exposed_provenance_mut);
        // SAFETY: the same promise is asked of our caller.
        unsafe { write_list(references, objects, capacity) }
    })
}

/// Writes what the scene has and what has been done. Costs a commit of what has moved, if anything has.
///
/// NULL: nothing happens, and DT_INVALID_POINTER is raised.
///
/// # Safety
///
/// `statistics` is NULL or points to a DtStatistics.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetStatistics(statistics: *mut DtStatistics) {
    recorded!(dtGetStatistics(statistics));
    let told = with_state(None, |state| {
        let name = "dtGetStatistics: NULL";
        let named = state.check(!statistics.is_null(), DtError::DT_INVALID_POINTER, name);
        named.then(|| state.world.statistics())
    });
    let Some(told) = told else { return };
    let told = DtStatistics {
        objects: told.objects as c_double,
        pairs: told.pairs as c_double,
        box_tests: told.box_tests as c_double,
        pair_tests: told.pair_tests as c_double,
        primitive_tests: told.part_tests as c_double,
        axis_cache_hits: told.axis_hits as c_double,
        commit_seconds: told.commit_seconds,
        test_seconds: told.test_seconds,
    };
    // SAFETY: not NULL, so there is room for a DtStatistics as the caller promises; no alignment is asked for.
    unsafe { statistics.write_unaligned(told) };
}
