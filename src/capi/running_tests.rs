//! The tests that are running, and the data of their callbacks.
//!
//! A callback may be left by an exception or longjmp, and may switch to another stack, whose owner resumes it later, on another
//! thread, or never. None of this can be seen from here, nor told from stack addresses. So a test is known by a number that its
//! call holds: what it has is removed when the call returns, or when too much has been left by others.

use std::mem::size_of;
use std::sync::Weak;

use rustc_hash::FxHashSet;

use super::records::{CallbackData, SpareMemory};
use super::state::Callback;
use super::thread::{is_on_thread_stack, mark, thread};
use super::types::DtCollData;
use crate::scene::World;
use crate::scene::narrow_phase::ResponseData;
use solid_geometry::memory;
use solid_recording::ListKind;

#[cfg(test)]
mod tests;

/// So many tests that have not returned are always kept, the last to begin.
const ALWAYS_KEPT: usize = 64;

/// Older ones are kept as long as all take less memory than this, in bytes.
const MOST_KEPT: usize = 32 << 20;

/// What a test along the paths counts as at least: the world keeps a queue for it, and marks each change there.
const SIZE_OF_PATHS: usize = 128 << 10;

/// Tests whose stack frames are nearer to each other than this, in bytes, are taken to be on one stack by dtEndTest.
const NEAR: usize = 8 << 10;

/// The tests that are running in a context, and the data of their callbacks.
///
/// The data of a test stay readable until the thread's next test, and while the test runs.
#[derive(Default)]
pub struct RunningTests {
    /// The number of the last test.
    last: u64,
    /// Those that have run a callback and have not returned, in the order of their numbers.
    tests: Vec<RunningTest>,
    /// How many there were when their memory was last limited, or fewer.
    limited: usize,
    /// The data of tests that have returned, and the threads on which they have.
    ended: Vec<(Weak<()>, CallbackData)>,
    /// Empty data, whose memory is used again.
    spare: Vec<CallbackData>,
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
    number: u64,
    kind: TestKind,
    data: CallbackData,
    /// The thread on which it began, or last went on.
    mark: Weak<()>,
    /// The address of its stack frame, for dtEndTest alone.
    frame: usize,
    /// Whether it is to end after its callback.
    is_to_end: bool,
}

impl RunningTest {
    fn is_of(&self, thread: usize) -> bool {
        self.mark.as_ptr().addr() == thread
    }

    fn size(&self) -> usize {
        let paths = if matches!(self.kind, TestKind::Paths(_)) { SIZE_OF_PATHS } else { 0 };
        size_of::<RunningTest>() + self.data.size() + paths
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
        let thread = thread();
        let is_over =
            |(mark, _): &mut (Weak<()>, _)| mark.as_ptr().addr() == thread || mark.strong_count() == 0;
        for (_, mut data) in self.ended.extract_if(.., is_over) {
            data.clear(&mut self.chunks);
            self.spare.push(data);
        }
    }

    /// Removes the data of all callbacks.
    pub(super) fn clear_data(&mut self) {
        self.tests.iter_mut().for_each(|test| test.data.clear(&mut self.chunks));
        for (_, mut data) in self.ended.drain(..) {
            data.clear(&mut self.chunks);
            self.spare.push(data);
        }
    }

    /// The numbers of the cursors of the running tests along the paths.
    pub(super) fn motion_tests(&self) -> FxHashSet<u64> {
        let number = |test: &RunningTest| match test.kind {
            TestKind::Paths(number) => Some(number),
            _ => None,
        };
        self.tests.iter().filter_map(number).collect()
    }

    /// Lists a test with its stack frame at `frame`, before its first callback. Returns its number.
    #[cold]
    pub(super) fn list(&mut self, frame: usize, kind: TestKind) -> u64 {
        if self.tests.len() >= self.limited + ALWAYS_KEPT {
            self.limit();
        }
        let data = self.spare.pop().unwrap_or_default();
        let number = self.last + 1;
        let test = RunningTest { number, kind, data, mark: mark(), frame, is_to_end: false };
        memory::push(&mut self.tests, test);
        self.last = number;
        number
    }

    /// Removes old tests where all take too much memory. One that goes on nevertheless ends then.
    #[cold]
    fn limit(&mut self) {
        let size: usize = self.tests.iter().map(RunningTest::size).sum();
        let mut excess = size.saturating_sub(MOST_KEPT);
        if excess > 0 {
            let (old, new) = self.tests.split_at(self.tests.len() - ALWAYS_KEPT);
            // Of tests at one place in a stack all but the last have been left, as a rule: these go first.
            let mut frames: FxHashSet<usize> = new.iter().map(|test| test.frame).collect();
            let is_replaced: Vec<bool> =
                old.iter().rev().map(|test| !frames.insert(test.frame)).collect();
            let mut is_replaced = is_replaced.into_iter().rev();
            self.tests.retain(|test| {
                let is_removed = is_replaced.next() == Some(true);
                excess = excess.saturating_sub(if is_removed { test.size() } else { 0 });
                !is_removed
            });
            let old = self.tests.len() - ALWAYS_KEPT;
            let is_excess = |test: &&RunningTest| {
                let is_excess = excess > 0;
                excess = excess.saturating_sub(test.size());
                is_excess
            };
            let count = self.tests[..old].iter().take_while(is_excess).count();
            self.tests.drain(..count);
        }
        self.limited = self.tests.len();
    }

    /// The place of a listed test.
    #[inline]
    fn position(&self, number: u64) -> Option<usize> {
        match self.tests.last() {
            Some(last) if last.number == number => Some(self.tests.len() - 1),
            _ => self.tests.binary_search_by_key(&number, |test| test.number).ok(),
        }
    }

    /// Ends a listed test.
    #[cold]
    pub(super) fn end(&mut self, number: u64) {
        let Some(place) = self.position(number) else { return };
        let test = self.tests.remove(place);
        self.limited = self.limited.min(self.tests.len());
        self.ended.push((mark(), test.data));
    }

    /// The tests of a context that is deleted go on to keep their data: callbacks may be reading them.
    pub(super) fn adopt(&mut self, others: RunningTests) {
        for mut test in others.tests.into_iter().filter(|test| test.data.size() > 0) {
            self.list(test.frame, TestKind::Pair);
            if let Some(last) = self.tests.last_mut() {
                std::mem::swap(&mut last.data, &mut test.data);
            }
        }
    }

    /// Whether the listed test, which goes on after a callback, is to end.
    #[inline]
    pub(super) fn is_to_end(&mut self, number: u64) -> bool {
        let Some(place) = self.position(number) else { return true };
        let [test, later @ ..] = &mut self.tests[place..] else { return true };
        if !test.is_of(thread()) {
            test.mark = mark();
        }
        // A test that was nested in this one and left by longjmp may have been taken for the innermost.
        for left in later {
            if left.frame < test.frame && test.frame - left.frame < NEAR {
                test.is_to_end |= std::mem::take(&mut left.is_to_end);
            }
        }
        test.is_to_end
    }

    /// Has a test end after its callback, in which dtEndTest has been called with its stack frame at `frame`. `false` if the
    /// thread runs none.
    ///
    /// It is the one whose frame is the nearest above, in the thread or in a stack that may have come from another thread.
    pub(super) fn end_early(&mut self, frame: usize) -> bool {
        let thread = thread();
        let is_other = |test: &RunningTest| !test.is_of(thread);
        let may_have_moved = self.tests.iter().any(is_other) && !is_on_thread_stack(frame);
        let can_end = |test: &RunningTest| {
            test.kind != TestKind::Pair && (may_have_moved || test.is_of(thread))
        };
        let above = self.tests.iter().rev().filter(|test| can_end(test) && test.frame > frame);
        let Some(mut found) = above.min_by_key(|test| test.frame) else {
            // The callback goes on in another stack.
            let last = self.tests.iter_mut().rfind(|test| can_end(test) && test.is_of(thread));
            return last.map(|test| test.is_to_end = true).is_some();
        };
        // If a later one is above it in the same stack, it has been left by longjmp.
        let later = |than: &RunningTest| {
            let is_near = |f: usize| (than.frame..than.frame + NEAR).contains(&f);
            self.tests.iter().rev().find(|t| t.number > than.number && can_end(t) && is_near(t.frame))
        };
        while let Some(later) = later(found) {
            found = later;
        }
        let place = self.position(found.number);
        place.into_iter().for_each(|place| self.tests[place].is_to_end = true);
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
        let Some(place) = self.position(number) else { return std::ptr::null() };
        self.tests[place].data.add(data, list, world, &mut self.chunks)
    }
}
