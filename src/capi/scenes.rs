//! Settings of and queries about the whole world.

use std::ffi::{c_double, c_uint};

use super::errors::DtError;
use super::ext_types::{DT_FALSE, DtBool};
use super::pair::{read, write_list};
use super::recording::{Function, recorded};
use super::scalar::DtScalar;
use super::state::with_state;
use super::types::{DtCount, DtObjectRef};
use crate::scene::response::Filter;
use crate::scene::settings::{BroadPhaseKind, MAX_THREADS};
use solid_geometry::math::Aabb;
use solid_geometry::threads::Threads;

/// How pairs of objects with overlapping boxes are found. Results do not depend on it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtBroadPhase {
    /// The library chooses: it compares every box with every other for up to 32 objects. For more
    /// objects, it counts the work and uses a sweep from scratch while most objects move, and a
    /// tree of boxes while few move.
    DT_AUTOMATIC = 0,
    /// Incremental sweep and prune: sorted lists of the box ends on three axes, kept from test to
    /// test. Best where boxes move slightly and overlap a lot. Not used by dtTestMotion.
    DT_SWEEP_AND_PRUNE = 1,
    /// A tree of boxes. Best where few of many objects move, and for boxes of very different sizes.
    DT_BOX_TREE = 2,
    /// Compares every box with every other. For tests.
    DT_BRUTE_FORCE = 3,
}

/// A `DtBroadPhase` from C, which may be any number.
pub type DtBroadPhaseArgument = c_uint;

/// Numbers about a context, counted since it was made.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtStatistics {
    /// The number of objects.
    pub objects: c_double,
    /// The number of pairs of objects whose boxes overlap, without those of two objects that have no
    /// response.
    pub pairs: c_double,
    /// How many boxes were compared to find these pairs: a measure of work that does not depend on
    /// the machine.
    pub box_tests: c_double,
    /// How many pairs of objects were tested for collision.
    pub pair_tests: c_double,
    /// How many pairs of their convex parts were tested: primitives and polytopes whose boxes
    /// overlap and whose bounding spheres do not decide.
    pub primitive_tests: c_double,
    /// How many pairs of objects were separated by the cached axis.
    pub axis_cache_hits: c_double,
    /// Seconds spent updating boxes and pairs, since the first call of dtGetStatistics.
    pub commit_seconds: c_double,
    /// Seconds spent testing pairs since then, without callbacks.
    pub test_seconds: c_double,
}

/// Sets the broad phase of the current context. May be called at any time, also in a callback.
/// Results do not depend on it.
///
/// dtTestMotion finds its pairs by a tree of boxes around the paths of the objects, whatever is
/// set.
///
/// - `phase`: one of DtBroadPhase; DT_AUTOMATIC at first
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_ENUM if there is no such broad phase; nothing happens
/// - cost: O(n log n + k) for n objects and k pairs whose boxes overlap; O(n^2) for
///   DT_BRUTE_FORCE
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetBroadPhase(phase: DtBroadPhaseArgument) {
    recorded!(dtSetBroadPhase(phase));
    let all = [
        (DtBroadPhase::DT_AUTOMATIC as c_uint, BroadPhaseKind::Automatic),
        (DtBroadPhase::DT_SWEEP_AND_PRUNE as c_uint, BroadPhaseKind::SweepAndPrune),
        (DtBroadPhase::DT_BOX_TREE as c_uint, BroadPhaseKind::BoxTree),
        (DtBroadPhase::DT_BRUTE_FORCE as c_uint, BroadPhaseKind::BruteForce),
    ];
    with_state(Function::dtSetBroadPhase, (), |state| {
        if let Some(kind) = state.choose(&all, phase) {
            state.world.set_broad_phase(kind);
        }
    });
}

/// Sets which pairs of an object have responses, by categories that the client defines, such as
/// walls, players and bullets: a bit each. A pair has a response only if each of the two objects
/// is of a category in the mask of the other. Pairs that are left out are not tested.
///
/// - `object`: its name; the filter goes with the object
/// - `categories`: those of the object; all at first
/// - `mask`: the categories of the objects with which it has responses; all at first
/// - frame: none
/// - units: none
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist; nothing happens
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetFilter(object: DtObjectRef, categories: c_uint, mask: c_uint) {
    recorded!(dtSetFilter(object, categories, mask));
    with_state(Function::dtSetFilter, (), |state| {
        let exists = state.world.has_object(object.addr());
        if state.check_object(exists) {
            state.world.responses.set_filter(object.addr(), Filter { categories, mask });
        }
    });
}

/// Sets the kind of bounding boxes. Results do not depend on it.
///
/// - `fixed`: DT_FALSE, as at first, for boxes that fit the rotated objects; otherwise cubes
///   whose size does not depend on the rotation, as in SOLID 1.0
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(n) for n objects; the next test treats all of them as moved
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetBoxes(fixed: DtBool) {
    recorded!(dtSetBoxes(fixed));
    with_state(Function::dtSetBoxes, (), |state| state.world.set_fixed_boxes(fixed != DT_FALSE));
}

/// Sets the number of threads that tests of the current context use. Callbacks are still called
/// one after the other on the calling thread, in the same order, with exactly the same data. In
/// a process created by fork, the threads of the parent are missing: tests use the calling
/// thread alone until dtSetThreads is called there.
///
/// More threads are faster from some hundred objects on, up to the number of processor cores.
/// They share the subdivision of space (dtSetCollisionMethod) and the end of large complex shapes
/// too. All pairs are tested before
/// the first callback; pairs with an object that a callback moves are tested again. May be
/// called at any time, also in a callback.
///
/// - `threads`: from 1 to 256, the calling thread included; 1 at first
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_VALUE for another number, or more threads than the system provides;
///   nothing happens
/// - cost: O(threads): they are started, and the previous ones ended
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetThreads(threads: DtCount) {
    recorded!(dtSetThreads(threads));
    let threads = threads as usize;
    let is_valid = (1..=MAX_THREADS).contains(&threads);
    // Before the world is locked: a thread must not be started while it is.
    let threads = is_valid.then(|| Threads::new(threads).ok()).flatten();
    let previous = with_state(Function::dtSetThreads, None, |state| match threads {
        Some(threads) => Some(state.world.set_threads(threads)),
        None => {
            state.error(DtError::DT_INVALID_VALUE, "not so many threads");
            None
        }
    });
    // Dropped without the lock, since this joins the threads.
    drop(previous);
}

/// Finds the objects whose bounding boxes overlap or touch a box along the world axes. Only
/// bounding boxes are compared: the object itself may be outside the box.
///
/// - `min`, `max`: the corners of the box
/// - `objects`: receives the first objects, in the order of their creation; may be NULL if
///   `capacity` is 0
/// - `capacity`: how many there is space for; 0 to get the number alone
/// - returns: the number of objects; 0 on an error
/// - frame: world coordinates
/// - units: lengths
/// - errors: DT_INVALID_POINTER if `min` or `max` is NULL, or `objects` is NULL and `capacity`
///   is not 0; DT_INVALID_VALUE if a coordinate is NaN, or one of `min` is greater than that of
///   `max`. Nothing is written
/// - cost: O(log n + k log k) for k of n objects that are mostly at rest. If most objects move,
///   the first 64 queries after a move cost O(n) each; the next one costs O(n log n) and makes
///   later queries fast
///
/// # Safety
///
/// Each of `min` and `max` is NULL or points to three scalars; `objects` is NULL or has space for
/// `capacity` references.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtQueryBox(
    min: *const DtScalar,
    max: *const DtScalar,
    objects: *mut DtObjectRef,
    capacity: DtCount,
) -> DtCount {
    recorded!(dtQueryBox(min, max, objects, capacity));
    // SAFETY: the caller promises the same.
    let corners = unsafe { [read(min), read(max)] };
    let nowhere = objects.is_null() && capacity > 0;
    with_state(Function::dtQueryBox, 0, |state| {
        let ([Some(min), Some(max)], false) = (corners, nowhere) else {
            state.error(DtError::DT_INVALID_POINTER, "NULL");
            return 0;
        };
        let aabb = Aabb { min, max };
        if !state.check(!aabb.is_empty(), DtError::DT_INVALID_VALUE, "no box") {
            return 0;
        }
        let references = state.world.query_box(&aabb).map(std::ptr::with_exposed_provenance_mut);
        // SAFETY: the caller promises the same.
        unsafe { write_list(references, objects, capacity) }
    })
}

/// Writes numbers about the current context.
///
/// - `statistics`: receives them
/// - frame: none
/// - units: counts and seconds
/// - errors: DT_INVALID_POINTER if it is NULL; nothing happens
/// - cost: O(1), after the boxes of moved objects are updated
///
/// # Safety
///
/// `statistics` is NULL or points to a DtStatistics.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetStatistics(statistics: *mut DtStatistics) {
    recorded!(dtGetStatistics(statistics));
    let found = with_state(Function::dtGetStatistics, None, |state| {
        let is_valid = state.check(!statistics.is_null(), DtError::DT_INVALID_POINTER, "NULL");
        is_valid.then(|| state.world.statistics())
    });
    let Some(found) = found else { return };
    let record = DtStatistics {
        objects: found.objects as c_double,
        pairs: found.pairs as c_double,
        box_tests: found.box_tests as c_double,
        pair_tests: found.pair_tests as c_double,
        primitive_tests: found.part_tests as c_double,
        axis_cache_hits: found.axis_hits as c_double,
        commit_seconds: found.commit_seconds,
        test_seconds: found.test_seconds,
    };
    // SAFETY: not NULL, so there is space for a DtStatistics as the caller promises.
    unsafe { statistics.write_unaligned(record) };
}
