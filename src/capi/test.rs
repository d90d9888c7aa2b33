//! dtTest: finds one collision at a time and calls its callback without holding a lock.

use std::sync::{Arc, Weak};

use super::contexts::{current_number, with_context};
use super::recording::recorder::{is_on, run_callback};
use super::recording::{Function, recorded};
use super::records::{CallbackData, DataMark};
use super::state::{Callback, State};
use super::types::{DtCollData, DtCount, DtObjectRef};
use crate::scene::World;
use crate::scene::narrow_phase::ResponseData;
use crate::scene::response::ResponseKind;
use crate::scene::test::Event;
use solid_recording::{CallbackArguments, ListKind, Raw};

/// The running tests and the data of their callbacks.
///
/// The data of a test must stay readable until the thread's next test, and those of a callback as long as it runs: a nested test
/// must not overwrite them. A test that was left by an exception or longjmp must not count as running: it has ended if a later
/// test of the same thread has a stack frame at or above its own, if one with its frame above goes on, or if its thread has ended.
#[derive(Default)]
pub struct RunningTests {
    /// Those that have run a callback; of each thread the innermost is last.
    tests: Vec<RunningTest>,
    /// The threads that have run callbacks.
    threads: Vec<TestingThread>,
    /// Whether any of them has data.
    has_data: bool,
}

/// A thread that has run callbacks, and their data.
struct TestingThread {
    mark: Weak<()>,
    data: CallbackData,
}

impl TestingThread {
    fn is(&self, thread: usize) -> bool {
        self.mark.as_ptr().addr() == thread
    }
}

/// What a call tests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TestKind {
    /// All pairs: dtTest.
    All,
    /// All pairs on their paths: dtTestMotion, by the number of its cursor.
    Paths(u64),
    /// One pair: dtTestObjects, which has no rest that dtEndTest could leave.
    Pair,
}

/// A call that has run a callback.
struct RunningTest {
    /// Identified by the address of its `MARK`.
    thread: usize,
    /// The address of its stack frame.
    frame: usize,
    kind: TestKind,
    /// Up to here its thread's data are those of its callbacks, and of what it is nested in.
    data: DataMark,
    /// Whether it is to end after its callback.
    is_to_end: bool,
}

thread_local! {
    static MARK: Arc<()> = Arc::new(());
}

/// The address of the calling thread's `MARK`; zero while the thread is ending.
#[inline]
fn thread() -> usize {
    MARK.try_with(|mark| Arc::as_ptr(mark).addr()).unwrap_or(0)
}

impl RunningTests {
    /// A test begins with its stack frame at `frame`. Removes the data of the thread's earlier tests, except for those in whose
    /// callbacks it is.
    #[inline]
    pub(super) fn begin(&mut self, frame: usize) {
        if !self.tests.is_empty() {
            self.remove_ended(frame);
        }
        if self.has_data {
            self.remove_data();
        }
    }

    #[cold]
    fn remove_data(&mut self) {
        let thread = thread();
        let around = self.tests.iter().rfind(|test| test.thread == thread);
        let mark = around.map_or(DataMark::default(), |test| test.data);
        let of_thread = self.threads.iter_mut().find(|of| of.is(thread));
        of_thread.into_iter().for_each(|of| of.data.truncate(mark));
        self.has_data = self.threads.iter().any(|of| of.data.mark() != DataMark::default());
    }

    /// Removes the data of all callbacks.
    pub(super) fn clear_data(&mut self) {
        self.threads.iter_mut().for_each(|of| of.data.truncate(DataMark::default()));
        self.has_data = false;
    }

    /// Whether a test along the paths is running.
    pub(super) fn has_motion_test(&self, number: u64) -> bool {
        self.tests.iter().any(|test| test.kind == TestKind::Paths(number))
    }

    /// Lists the test with its stack frame at `frame`, before its first callback.
    #[cold]
    pub(super) fn list(&mut self, frame: usize, kind: TestKind) {
        let thread = thread();
        let data = match self.threads.iter().find(|of| of.is(thread)) {
            Some(of) => of.data.mark(),
            // As long as a weak reference to a mark exists, no other mark has its address.
            None => {
                self.threads.retain(|of| of.mark.strong_count() > 0);
                let new = |mark: &Arc<()>| TestingThread {
                    mark: Arc::downgrade(mark),
                    data: CallbackData::default(),
                };
                self.threads.extend(MARK.try_with(new));
                DataMark::default()
            }
        };
        self.tests.push(RunningTest { thread, frame, kind, data, is_to_end: false });
    }

    /// Ends the listed test with its stack frame at `frame`.
    #[cold]
    pub(super) fn end(&mut self, frame: usize) {
        // Stacks of different threads do not overlap.
        if self.tests.last().is_some_and(|test| test.frame == frame) {
            self.tests.pop();
        } else {
            self.remove_ended(frame);
        }
    }

    /// Removes the tests that have ended: those of this thread at or below `frame`, and those of threads that have ended.
    fn remove_ended(&mut self, frame: usize) {
        let (thread, threads) = (thread(), &self.threads);
        let lives = |of| threads.iter().any(|it| it.is(of) && it.mark.strong_count() > 0);
        self.tests
            .retain(|test| lives(test.thread) && !(test.thread == thread && test.frame <= frame));
    }

    /// Has the innermost test of this thread end after its callback. `false` if none is running.
    pub(super) fn end_early(&mut self) -> bool {
        let thread = thread();
        let can_end =
            |test: &&mut RunningTest| test.thread == thread && test.kind != TestKind::Pair;
        let innermost = self.tests.iter_mut().rfind(can_end);
        innermost.map(|test| test.is_to_end = true).is_some()
    }

    /// Whether the listed test with its stack frame at `frame`, which goes on after a callback, is to end.
    #[inline]
    pub(super) fn is_to_end(&mut self, frame: usize) -> bool {
        if self.tests.last().is_some_and(|test| test.frame != frame) {
            self.remove_left(frame);
        }
        self.tests.iter().any(|test| test.frame == frame && test.is_to_end)
    }

    /// Removes the tests that were nested in one with its stack frame at `frame` and left by an exception or longjmp. One of
    /// them may have been taken for the innermost.
    #[cold]
    fn remove_left(&mut self, frame: usize) {
        let thread = thread();
        let is_left = |test: &mut RunningTest| test.thread == thread && test.frame < frame;
        let left = self.tests.extract_if(.., is_left);
        let is_to_end = left.fold(false, |ends, test| ends | test.is_to_end);
        let this = self.tests.iter_mut().find(|test| test.frame == frame);
        this.into_iter().for_each(|test| test.is_to_end |= is_to_end);
    }

    /// Stores the data of a callback for the client to read, and the list that follows them: of the listed test with its stack
    /// frame at `frame`.
    fn store(
        &mut self,
        data: &ResponseData,
        list: Option<ListKind>,
        world: &World<Callback>,
        frame: usize,
    ) -> *const DtCollData {
        let this = self.tests.iter_mut().rfind(|test| test.frame == frame);
        let Some(test) = this else { return std::ptr::null() };
        let of_thread = self.threads.iter_mut().find(|of| of.is(test.thread));
        let Some(TestingThread { data: stored, .. }) = of_thread else { return std::ptr::null() };
        self.has_data = true;
        let place = stored.add(data, list, world);
        test.data = stored.mark();
        place
    }
}

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
    /// The callback of an event and its data, of the listed test with its stack frame at `frame`.
    #[inline]
    pub(super) fn of(
        state: &mut State,
        event: &Event<Callback>,
        data: Option<ResponseData>,
        frame: usize,
    ) -> Call {
        let list = match event.kind {
            ResponseKind::Depth | ResponseKind::Contacts => Some(ListKind::Contacts),
            ResponseKind::Intersection => Some(ListKind::Segments),
            ResponseKind::Simple | ResponseKind::Smart | ResponseKind::Witnessed => None,
        };
        let State { tests, world, .. } = state;
        let data = data.map_or(std::ptr::null(), |data| tests.store(&data, list, world, frame));
        let [first, second] =
            [event.first, event.second].map(std::ptr::with_exposed_provenance_mut);
        Call { callback: event.callback, first, second, data, list }
    }

    /// The arguments of the client's function.
    pub(super) fn arguments(&self) -> CallbackArguments {
        let Callback { function, client_data } = self.callback;
        let function = Some(function).raw();
        let identifiers = [function, client_data as u64, self.first.raw(), self.second.raw()];
        CallbackArguments { identifiers, data: self.data.cast(), list: self.list }
    }

    /// Calls the client's function, and records this if calls are recorded. The lock must not be held.
    #[inline]
    pub(super) fn run(&self) {
        if !(is_on() && run_callback(self)) {
            self.run_function();
        }
    }

    /// Calls the client's function without recording.
    #[inline]
    pub(super) fn run_function(&self) {
        let client_data = std::ptr::with_exposed_provenance_mut(self.callback.client_data);
        // SAFETY: the client has registered this function with this data.
        unsafe { (self.callback.function)(client_data, self.first, self.second, self.data) }
    }
}

/// Tests all pairs of objects for collision and calls the response of each pair that collides.
///
/// Callbacks come in the order in which their object1, then their object2, was created. In a
/// pair of a complex shape and a primitive, object1 has the complex shape; otherwise object1
/// was created first. Changes made by a callback apply at once to the pairs that have not been
/// tested yet; pairs with objects that a callback creates are left to the next test.
///
/// - returns: the number of callbacks called
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
    let mut is_listed = false;
    loop {
        let mut call = None;
        // The call is written in place: copies of what was just written would be store-forwarding stalls.
        with_context(Function::dtTest, context, (), |state| {
            let is_to_end = is_listed && state.tests.is_to_end(frame);
            let cursor = test.get_or_insert_with(|| {
                state.tests.begin(frame);
                state.world.begin_test()
            });
            let event = if is_to_end { None } else { state.world.next_event(cursor) };
            // The event is read where it was written, for the same reason.
            let Some(event) = &event else { return };
            if !std::mem::replace(&mut is_listed, true) {
                state.tests.list(frame, TestKind::All);
            }
            let data = state.world.found_data(event);
            call = Some(Call::of(state, event, data, frame));
        });
        let Some(call) = &call else { break };
        call.run();
        count += 1;
    }
    if is_listed {
        with_context(Function::dtTest, context, (), |state| state.tests.end(frame));
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
        state.tests.begin(frame);
        let event = state.world.test_pair(object1.addr(), object2.addr())?;
        state.tests.list(frame, TestKind::Pair);
        let data = state.world.found_data(&event);
        Some(Call::of(state, &event, data, frame))
    });
    if let Some(call) = call {
        call.run();
        count += 1;
        with_context(Function::dtTestObjects, context, (), |state| state.tests.end(frame));
    }
    count
}
