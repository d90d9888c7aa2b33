//! dtTest: finds one collision at a time and calls its callback without holding a lock.

use super::contexts::{current_number, with_context};
use super::recording::recorder::{is_on, run_callback};
use super::recording::{Function, recorded};
use super::running_tests::TestKind;
use super::state::{Callback, State};
use super::types::{DtCollData, DtCount, DtObjectRef};
use crate::scene::narrow_phase::ResponseData;
use crate::scene::response::ContactQuery;
use crate::scene::test::Event;
use solid_recording::{CallbackArguments, ListKind, Raw};

/// A callback and its arguments. It owns nothing, since a stack frame that is left by longjmp drops nothing.
#[derive(Clone, Copy)]
pub(super) struct Call {
    callback: Callback,
    first: DtObjectRef,
    second: DtObjectRef,
    data: *const DtCollData,
    /// The list that follows the collision data.
    list: Option<ListKind>,
}

impl Call {
    /// The callback of an event and its data, of the listed test with a number.
    #[inline]
    pub(super) fn of(
        state: &mut State,
        event: &Event<Callback>,
        data: Option<ResponseData>,
        test: u64,
    ) -> Call {
        let list = match event.kind {
            ContactQuery::Depth | ContactQuery::Contacts => Some(ListKind::Contacts),
            ContactQuery::Intersection => Some(ListKind::Segments),
            ContactQuery::Hit | ContactQuery::ClosestBefore | ContactQuery::CommonPoint => None,
        };
        let State { tests, world, .. } = state;
        let data = data.map_or(std::ptr::null(), |data| tests.store(test, &data, list, world));
        let [first, second] =
            [event.first, event.second].map(std::ptr::with_exposed_provenance_mut);
        Call { callback: event.callback, first, second, data, list }
    }

    /// The arguments of the client's function.
    pub(super) fn arguments(&self) -> CallbackArguments {
        let Callback { function, client_data } = self.callback;
        let identifiers = [function.raw(), client_data as u64, self.first.raw(), self.second.raw()];
        CallbackArguments { identifiers, data: self.data.cast(), list: self.list }
    }

    /// Calls the client's function, and records this if calls are recorded. The lock must not be held. Of a response that was loaded
    /// there may be none.
    #[inline]
    pub(super) fn run(&self) {
        if self.callback.function.is_some() && !(is_on() && run_callback(self)) {
            self.run_function();
        }
    }

    /// Calls the client's function without recording.
    #[inline]
    pub(super) fn run_function(&self) {
        let client_data = std::ptr::with_exposed_provenance_mut(self.callback.client_data);
        if let Some(function) = self.callback.function {
            // SAFETY: the client has registered this function with this data.
            unsafe { function(client_data, self.first, self.second, self.data) }
        }
    }
}

/// Tests all pairs of objects for collision and calls the response of each pair that collides.
///
/// Callbacks come in the order in which their object1, then their object2, was created. In a
/// pair of a complex shape and a primitive, object1 has the complex shape; otherwise object1
/// was created first. Changes made by a callback apply at once to the pairs that have not been
/// tested yet; pairs with objects that a callback creates are left to the next test.
///
/// - returns: the number of callbacks called; a response that dtLoadWorld has made and that calls no
///   function yet counts as well
/// - frame: that of the callbacks' data: see their types
/// - units: lengths, in the callbacks' data
/// - errors: none
/// - cost: O(n log n + k) for n objects, of which most have moved, and k pairs whose boxes
///   overlap; O(m log n + k) if only a few, m, have moved. A pair of convex objects takes about
///   a microsecond, once after each move; complex shapes are searched through their trees
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtTest() -> DtCount {
    recorded!(dtTest());
    let mut count: DtCount = 0;
    let frame = (&raw const count).addr();
    // The test stays in its context, even if a callback makes another one current.
    let context = current_number();
    let mut test = None;
    // Its number, once it has run a callback.
    let mut listed = None;
    loop {
        let mut call = None;
        // The call is written in place: copies of what was just written would be store-forwarding stalls.
        with_context(Function::dtTest, context, (), |state| {
            let is_to_end = listed.is_some_and(|number| state.tests.is_to_end(number));
            let cursor = test.get_or_insert_with(|| {
                state.tests.begin();
                state.world.begin_test()
            });
            let event = if is_to_end { None } else { state.world.next_event(cursor) };
            // The event is read where it was written, for the same reason.
            let Some(event) = &event else {
                if let Some(number) = listed.take() {
                    state.tests.end(number);
                }
                return;
            };
            let number = *listed.get_or_insert_with(|| state.tests.list(frame, TestKind::All));
            let data = state.world.found_data(event);
            call = Some(Call::of(state, event, data, number));
        });
        let Some(call) = &call else { break };
        call.run();
        count += 1;
    }
    // An error has ended the test: it is still listed.
    if let Some(number) = listed {
        with_context(Function::dtTest, context, (), |state| state.tests.end(number));
    }
    count
}

/// Tests one pair of objects, as they are placed now, and calls its response if they collide.
///
/// - `object1`, `object2`: their names; the order of the callback's objects is that of dtTest. If
///   both are the same object, nothing happens
/// - returns: the number of callbacks called: 0 or 1
/// - frame: that of the callback's data: see its type
/// - units: lengths, in the callback's data
/// - errors: DT_UNKNOWN_OBJECT if an object does not exist; nothing happens
/// - cost: O(1), less than a microsecond, for two primitives; up to O(n m) for complex shapes
///   of n and m polytopes, which are searched through their trees
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtTestObjects(object1: DtObjectRef, object2: DtObjectRef) -> DtCount {
    recorded!(dtTestObjects(object1, object2));
    let mut count: DtCount = 0;
    let frame = (&raw const count).addr();
    let context = current_number();
    let call = with_context(Function::dtTestObjects, context, None, |state| {
        let known =
            state.world.has_object(object1.addr()) && state.world.has_object(object2.addr());
        if !state.check_object(known) {
            return None;
        }
        state.tests.begin();
        let event = state.world.test_pair(object1.addr(), object2.addr())?;
        let number = state.tests.list(frame, TestKind::Pair);
        let data = state.world.found_data(&event);
        Some((Call::of(state, &event, data, number), number))
    });
    if let Some((call, number)) = call {
        call.run();
        count += 1;
        with_context(Function::dtTestObjects, context, (), |state| state.tests.end(number));
    }
    count
}
