//! The tests that are running, and the data of their callbacks.
//!
//! Each is known by a number that its call holds, since callbacks may leave it, and may switch to other stacks: see `kept.rs` in
//! `crates/recording`.

use std::mem::size_of;

use rustc_hash::FxHashSet;

use super::records::{CallbackData, SpareMemory};
use super::state::Callback;
use super::thread::{Thread, is_on_thread_stack, thread_number};
use super::types::DtCollData;
use crate::scene::World;
use crate::scene::narrow_phase::ResponseData;
use solid_geometry::memory;
use solid_recording::{Call, Kept, ListKind};

/// What a test along the paths counts as at least: the world keeps a queue for it, and marks each change there.
const SIZE_OF_PATHS: usize = 128 << 10;

/// Tests whose stack frames are nearer to each other than this, in bytes, are taken to be on one stack by dtEndTest.
const NEAR: usize = 8 << 10;

/// The tests that are running in a context, and the data of their callbacks.
///
/// The data of a test stay readable until the thread's next test, and while the test runs.
#[derive(Default)]
pub struct RunningTests {
    /// Those that have run a callback and have not returned. Their stack frames are for dtEndTest alone.
    tests: Kept<RunningTest>,
    /// The data of tests that have returned, and the threads on which they have.
    ended: Vec<(Thread, Box<CallbackData>)>,
    /// Empty data, whose memory is used again.
    #[expect(clippy::vec_box, reason = "the boxes themselves are used again")]
    spare: Vec<Box<CallbackData>>,
    chunks: SpareMemory,
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
    kind: TestKind,
    /// Once a callback has had data.
    data: Option<Box<CallbackData>>,
    /// The number of the thread on which it began, or last went on.
    thread: u64,
    /// Whether it is to end after its callback.
    is_to_end: bool,
}

impl RunningTest {
    fn size(&self) -> usize {
        let paths = if matches!(self.kind, TestKind::Paths(_)) { SIZE_OF_PATHS } else { 0 };
        let data = self.data.as_ref().map_or(0, |data| size_of::<CallbackData>() + data.size());
        size_of::<RunningTest>() + data + paths
    }
}

impl RunningTests {
    /// A test begins: removes the data of the thread's tests that have returned.
    #[inline]
    pub(super) fn begin(&mut self) {
        if !self.ended.is_empty() {
            self.remove_ended();
        }
    }

    #[cold]
    fn remove_ended(&mut self) {
        let number = thread_number();
        let is_over = |(thread, _): &mut (Thread, _)| thread.number == number || thread.has_ended();
        for (_, mut data) in self.ended.extract_if(.., is_over) {
            data.clear(&mut self.chunks);
            self.spare.push(data);
        }
    }

    /// Removes the data of all callbacks.
    pub(super) fn clear_data(&mut self) {
        let running = self.tests.calls.iter_mut().filter_map(|test| test.value.data.take());
        for mut data in running.chain(self.ended.drain(..).map(|(_, data)| data)) {
            data.clear(&mut self.chunks);
            self.spare.push(data);
        }
    }

    /// The numbers of the cursors of the running tests along the paths.
    pub(super) fn motion_tests(&self) -> FxHashSet<u64> {
        let number = |test: &Call<RunningTest>| match test.value.kind {
            TestKind::Paths(number) => Some(number),
            _ => None,
        };
        self.tests.calls.iter().filter_map(number).collect()
    }

    /// Lists a test with its stack frame at `frame`, before its first callback. Returns its number.
    pub(super) fn list(&mut self, frame: usize, kind: TestKind) -> u64 {
        let test = RunningTest { kind, data: None, thread: thread_number(), is_to_end: false };
        self.tests.keep(frame, test, RunningTest::size).unwrap_or_else(|| memory::run_out())
    }

    /// Ends a listed test.
    pub(super) fn end(&mut self, number: u64) {
        if let Some(data) = self.tests.take(number).and_then(|test| test.data) {
            self.ended.push((Thread::current(), data));
        }
    }

    /// The tests of a context that is deleted go on to keep their data: callbacks may be reading them.
    pub(super) fn adopt(&mut self, others: RunningTests) {
        for Call { frame, value, .. } in others.tests.calls {
            if value.data.is_some() {
                let test = RunningTest { kind: TestKind::Pair, ..value };
                self.tests.keep(frame, test, RunningTest::size);
            }
        }
    }

    /// Whether the listed test, which goes on after a callback, is to end.
    #[inline]
    pub(super) fn is_to_end(&mut self, number: u64) -> bool {
        let Some(place) = self.tests.position(number) else { return true };
        let [test, later @ ..] = &mut self.tests.calls[place..] else { return true };
        test.value.thread = thread_number();
        // A test that was nested in this one and left by longjmp may have been taken for the innermost.
        for left in later {
            if left.frame < test.frame && test.frame - left.frame < NEAR {
                test.value.is_to_end |= std::mem::take(&mut left.value.is_to_end);
            }
        }
        test.value.is_to_end
    }

    /// Has a test end after its callback, in which dtEndTest has been called with its stack frame at `frame`. `false` if the
    /// thread runs none.
    ///
    /// It is the one whose frame is the nearest above, in the thread or in a stack that may have come from another thread.
    pub(super) fn end_early(&mut self, frame: usize) -> bool {
        let (thread, tests) = (thread_number(), &mut self.tests.calls);
        let is_here = |test: &Call<RunningTest>| test.value.thread == thread;
        let may_have_moved = !tests.iter().all(is_here) && !is_on_thread_stack(frame);
        let can_end = |test: &&Call<RunningTest>| {
            test.value.kind != TestKind::Pair && (may_have_moved || is_here(test))
        };
        let above = tests.iter().rev().filter(can_end).filter(|test| test.frame > frame);
        let found = match above.min_by_key(|test| test.frame) {
            // If a later one is above it in the same stack, it has been left by longjmp.
            Some(nearest) => {
                let stack = nearest.frame..nearest.frame + NEAR;
                tests.iter().rev().filter(can_end).find(|test| stack.contains(&test.frame))
            }
            // The callback goes on in another stack.
            None => tests.iter().rev().filter(can_end).find(|test| is_here(test)),
        };
        let Some(number) = found.map(|test| test.number) else { return false };
        tests.iter_mut().for_each(|test| test.value.is_to_end |= test.number == number);
        true
    }

    /// Stores the data of a listed test's callback for the client to read, and the list that follows them.
    pub(super) fn store(
        &mut self,
        number: u64,
        data: &ResponseData,
        list: Option<ListKind>,
        world: &World<Callback>,
    ) -> *const DtCollData {
        let Some(place) = self.tests.position(number) else { return std::ptr::null() };
        let kept = &mut self.tests.calls[place].value.data;
        let kept = kept.get_or_insert_with(|| self.spare.pop().unwrap_or_else(new_data));
        kept.add(data, list, world, &mut self.chunks)
    }
}

#[cold]
fn new_data() -> Box<CallbackData> {
    memory::ensure(size_of::<CallbackData>());
    Box::default()
}
