//! dtTestMotion: collisions between the previous placements and the present ones; dtAdvance, dtEndTest.

use super::contexts::{current_number, with_context};
use super::errors::DtError;
use super::pair::{refuse, write_list};
use super::recording::{Function, recorded};
use super::running_tests::TestKind;
use super::scalar::{DtScalar, scalar};
use super::state::{State, with_state};
use super::test::Call;
use super::types::{DtCount, DtObjectRef, DtVector, vector};
use crate::scene::motion::MotionCursor;
use crate::scene::pair_queries::QueryError;

/// Raises the errors of objects whose paths are not known.
fn check_paths(state: &mut State) {
    if state.world.take_faces_left_out() {
        let what = "polytopes with a vertex that was or is not a number below 1e75";
        state.error(DtError::DT_INVALID_VALUE, what);
    }
    if state.world.take_lacks_rotation() {
        let what = "an object is mirrored or flattened in one frame and not in the other";
        state.error(DtError::DT_INVALID_VALUE, what);
    }
    if let Some(open) = state.world.take_undecided() {
        refuse::<()>(state, QueryError::Undecided(open));
    }
}

/// The next callback of the listed test with a number.
fn next_call(context: usize, cursor: &mut MotionCursor, number: u64) -> Option<Call> {
    with_context(Function::dtTestMotion, context, None, |state| {
        if state.tests.is_to_end(number) {
            return None;
        }
        let found = state.world.next_contact(cursor);
        check_paths(state);
        let found = found?;
        state.contact_time = found.time;
        Some(Call::of(state, &found.event, found.data, number))
    })
}

/// Two objects that would meet: why they have stopped.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtStop {
    /// The first.
    pub object1: DtObjectRef,
    /// The second.
    pub object2: DtObjectRef,
    /// When they stopped, just before their contact: from 0 at the last dtProceed to 1 now.
    pub time: DtScalar,
    /// Half way between their closest points where they stopped, in world coordinates.
    pub point: DtVector,
    /// A unit vector from object2 towards object1, in world coordinates.
    pub normal: DtVector,
}

/// Moves each object from its placement at the last dtProceed towards its present placement, until
/// just before its first contact with another object. Objects that touch nothing reach their
/// present placements. No callback is called.
///
/// Objects move as for dtTestMotion, and those pairs are obstacles to each other that have a
/// response. A contact stops both objects; from then on they rest, and others that come to them
/// stop as well. Objects that have stopped are apart, by the tolerance of dtSetTolerance times the
/// longest half extent of the smaller one at most (of the other one, if it has no extent). Objects
/// that collide at the last dtProceed do not hold each other. The next dtProceed makes a frame of
/// what was reached; a spin of dtSetSpin is that of the whole way.
///
/// The vertices of a complex shape that dtChangeVertexBase has deformed since the last dtProceed
/// move along straight lines meanwhile, and stop with its object: the shape then has those that it
/// had on the way. The program's own array is not written; dtMorphVertexBase from the last vertices
/// to the present ones, at the time of the stop, makes the same. All objects of such a shape stop
/// together; if they have also been turned, each in another way, those that stop for another one's
/// contact may overlap what is near them. The linear part of such an object is its present one.
///
/// - `stops`: receives who stopped, in the order of the times; NULL to get the number alone
/// - `capacity`: how many there is space for
/// - returns: the number of pairs that have stopped each other
/// - frame: world coordinates
/// - units: lengths; times are fractions of the frame
/// - errors: DT_INVALID_VALUE if an object is mirrored, or flattened, in one of the two frames
///   alone, so that no rotation leads from one to the other: each of its points then moves along
///   a straight line; DT_UNDECIDED if objects that turn graze each other for too long: both then
///   stop at a time until which they are certainly apart, which is no stop in the list
/// - cost: that of dtTestMotion, and for each object that stops a cast against those near its way
///
/// # Safety
///
/// `stops` is NULL or has space for `capacity` of them.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtAdvance(stops: *mut DtStop, capacity: DtCount) -> DtCount {
    recorded!(dtAdvance(stops, capacity));
    let pointer = std::ptr::with_exposed_provenance_mut;
    with_state(Function::dtAdvance, 0, |state| {
        let found = state.world.advance();
        check_paths(state);
        let found = found.iter().map(|stop| DtStop {
            object1: pointer(stop.objects[0]),
            object2: pointer(stop.objects[1]),
            time: scalar(stop.time),
            point: vector(&stop.point),
            normal: vector(&stop.normal),
        });
        // SAFETY: the caller promises the same.
        unsafe { write_list(found, stops, capacity) }
    })
}

/// Tests all pairs of objects for collision on their paths from their placements at the last
/// dtProceed (time 0) to their present placements (time 1), and calls the response of each
/// colliding pair in the order of the times. No object passes through another, however fast it
/// moves.
///
/// An object moves along a straight line, turns meanwhile at a constant angular velocity, by the
/// shortest way or as dtSetSpin says, and scales evenly; dtSetMotion has other motions. The time
/// is never late: no contact is earlier. At that time objects that turn are no farther apart than
/// the tolerance of dtSetTolerance times the longest half extent of the smaller one, or of the
/// other one, if that has no extent, such as a point; and they do not move apart. Others touch.
/// Tolerances count as 1e-10 of the objects' sizes and paths, and 1e-12 of these for each radian of
/// their turns, where that is more: rounding is not far below.
///
/// An object created since the last dtProceed does not move, nor does one whose previous
/// placement had NaN or an infinity. If dtChangeVertexBase has deformed a complex shape since
/// then, each of its vertices moves along a straight line from its old to its new world position,
/// also where its object turns. Objects that turn meet such a shape as they meet others; its half
/// extents count along the world's axes at the last dtProceed, and of a polytope of more than four
/// vertices they do not move apart unless all points that face them do. Between a deformed shape
/// and objects that do not turn, points, segments, and polytopes of up to four vertices are decided
/// exactly: as without rounding, for the world coordinates as double precision has them, with a
/// time that is early by at most 1e-12. Other polytopes and shapes touch where they are within
/// 1e-12 of the largest coordinate.
///
/// Responses are those of dtTest. All except simple ones receive the same data: point1 and
/// point2 are the points that meet, in the local coordinates of object1 and object2, and normal
/// is the unit contact normal in world coordinates, which points from object2 towards object1;
/// it is zero if the objects collide at time 0, which dtSetStopAtPenetration can restrict to those
/// that approach. Responses with contacts receive one contact, at
/// that time, with depth 0, in world coordinates. dtContactTime returns the time. Contacts at
/// the same time come in the order of dtTest.
///
/// Each pair comes at most once. Changes made by a callback apply at once: an object that it
/// moves or deletes has another path or none, and its later contacts are found again. A new
/// contact comes next even if its time has passed. Pairs with objects that a callback creates
/// are left to the next test.
///
/// - returns: the number of callbacks called
/// - frame: that of the callbacks' data: see above
/// - units: lengths, in the callbacks' data
/// - errors: DT_INVALID_VALUE if polytopes of a deformed shape that has just changed or is near
///   another object are left out, since a vertex has or had NaN or a coordinate of 1e75 or more;
///   and if an object is mirrored, or flattened, in one of the two frames alone, so that no
///   rotation leads from one to the other: each of its points then moves along a straight line.
///   DT_UNDECIDED if objects that turn graze each other for too long: whether they touch is open,
///   and no callback is called for them; they are apart until dtUndecidedTime
/// - cost: O(m log n + k) for m objects of n whose paths have changed since the last
///   dtTestMotion, and k pairs whose boxes meet on the way
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtTestMotion() -> DtCount {
    recorded!(dtTestMotion());
    let mut count: DtCount = 0;
    let frame = (&raw const count).addr();
    // The test stays in its context, even if a callback makes another one current.
    let context = current_number();
    let begun = with_context(Function::dtTestMotion, context, None, |state| {
        let State { tests, world, .. } = state;
        tests.begin();
        let running = tests.motion_tests();
        let cursor = world.begin_motion_test(|number| running.contains(&number));
        let number = tests.list(frame, TestKind::Paths(cursor.number()));
        Some((cursor, number))
    });
    let Some((mut cursor, number)) = begun else { return 0 };
    while let Some(call) = next_call(context, &mut cursor, number) {
        call.run();
        count += 1;
    }
    with_context(Function::dtTestMotion, context, (), |state| state.tests.end(number));
    count
}

/// Returns the time of contact of the last callback that dtTestMotion called in the current
/// context.
///
/// - returns: the time, from 0 at the last dtProceed to 1 now; 0 before the first callback
/// - frame: none
/// - units: a fraction of the frame
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtContactTime() -> DtScalar {
    recorded!(dtContactTime());
    scalar(with_state(Function::dtContactTime, 0.0, |state| state.contact_time))
}

/// Returns until when objects that turn are certainly apart, of which the last DT_UNDECIDED of the
/// current context left open whether they touch: by dtCastObjectsTurning, dtTestMotion or dtAdvance.
/// Of several pairs since dtGetError was last called it is the least of these times.
///
/// - returns: the time, from 0 at the start of the motion to 1 at its end; 0 before the first such
///   error
/// - frame: none
/// - units: a fraction of the motion
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtUndecidedTime() -> DtScalar {
    recorded!(dtUndecidedTime());
    scalar(with_state(Function::dtUndecidedTime, 0.0, |state| state.undecided_time))
}

/// Ends the running dtTest or dtTestMotion early. Called in a callback, of the innermost test of
/// the calling thread: it returns after this callback, and calls no other. The rest of its pairs
/// is left to the next test. Where several stacks have running tests, it ends that of the calling
/// stack: the one whose frame is the nearest above; if there is none above, the thread's last.
///
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_OPERATION if the calling thread runs no test in the current context; nothing
///   happens
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEndTest() {
    recorded!(dtEndTest());
    let here = 0_u8;
    let frame = (&raw const here).addr();
    with_state(Function::dtEndTest, (), |state| {
        let is_running = state.tests.end_early(frame);
        state.check(is_running, DtError::DT_INVALID_OPERATION, "no test is running");
    });
}
