//! dtTest: one collision at a time, its callback run with nothing held.

use std::sync::{Arc, Weak};

use super::contacts::{DtContact, DtContactData, record};
use super::contexts::{current_number, with_context};
use super::mesh_queries::{self, DtIntersectionData, DtSegment};
use super::recording::raw::Raw;
use super::recording::recorded;
use super::recording::recorder::{is_on, run_callback};
use super::records::Records;
use super::state::{Callback, State};
use super::types::{DtCollData, DtCount, DtObjectRef, vector};
use crate::scene::narrow_phase::ResponseData;
use crate::scene::response::ResponseKind;
use crate::scene::test::Event;
use solid_geometry::mesh::intersection_curve::Segment;
use solid_geometry::query::Contact;
use solid_recording::{CallbackArguments, ListKind};

/// The tests under way, and the response data that their callbacks were given.
///
/// The data of a test must stay readable until the next one. A test that is nested in another must not overwrite
/// the other's, and one that was left by an exception or longjmp must not count as under way: it is recognised by
/// its stack frame, which a later test of the same thread lies at or above, or by the end of its thread.
#[derive(Default)]
pub struct RunningTests {
    /// By thread, as the address of its mark, and by stack frame; the innermost last.
    tests: Vec<(usize, usize)>,
    /// The marks of the threads that have run callbacks.
    threads: Vec<Weak<()>>,
    data: Records<DtCollData>,
    contact_data: Records<DtContactData>,
    contacts: Records<DtContact>,
    intersection_data: Records<DtIntersectionData>,
    segments: Records<DtSegment>,
    /// Whether any data are kept.
    keeps: bool,
}

thread_local! {
    static MARK: Arc<()> = Arc::new(());
}

/// The address of the calling thread's mark; zero for a thread at its end.
#[inline]
fn thread() -> usize {
    MARK.try_with(|mark| Arc::as_ptr(mark).addr()).unwrap_or(0)
}

impl RunningTests {
    /// A test begins in the frame at `frame`. Unless it is nested in another, older data may go.
    #[inline]
    pub(super) fn begin(&mut self, frame: usize) {
        if !self.tests.is_empty() {
            self.forget(frame);
        }
        if self.tests.is_empty() && self.keeps {
            self.forget_data();
        }
    }

    fn forget_data(&mut self) {
        self.keeps = false;
        self.data.clear();
        self.contact_data.clear();
        self.contacts.clear();
        self.intersection_data.clear();
        self.segments.clear();
    }

    /// Whether no test is under way that has kept data, nor one of motion that has run a callback.
    pub(super) fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// The test in the frame at `frame` is about to run a callback that is given data: it counts as under way.
    #[cold]
    fn enter(&mut self, frame: usize) {
        let thread = thread();
        // While a mark is listed here no other thread's has its address.
        if !self.threads.iter().any(|mark| mark.as_ptr().addr() == thread) {
            self.threads.retain(|mark| mark.strong_count() > 0);
            self.threads.extend(MARK.try_with(Arc::downgrade));
        }
        self.tests.push((thread, frame));
    }

    /// The test in the frame at `frame`, which counts as under way, is over.
    #[cold]
    pub(super) fn end(&mut self, frame: usize) {
        // No other thread has a frame there while this one does.
        if self.tests.last().is_some_and(|&(_, at)| at == frame) {
            self.tests.pop();
        } else {
            self.forget(frame);
        }
    }

    /// Forgets the tests that are over: this thread's at or below `frame`, and those of threads that are gone.
    fn forget(&mut self, frame: usize) {
        let (thread, threads) = (thread(), &self.threads);
        let lives =
            |of| threads.iter().any(|mark| mark.as_ptr().addr() == of && mark.strong_count() > 0);
        self.tests.retain(|&(of, at)| lives(of) && !(of == thread && at <= frame));
    }

    /// Keeps the data of one callback where C can read it.
    fn keep(&mut self, data: &ResponseData) -> *const DtCollData {
        self.data.add([coll_data(data)].into_iter())
    }

    /// The same with contacts.
    fn keep_contacts(&mut self, data: &ResponseData, contacts: &[Contact]) -> *const DtCollData {
        let count = DtCount::try_from(contacts.len()).unwrap_or(DtCount::MAX);
        let contacts = self.contacts.add(contacts.iter().map(record));
        let all = DtContactData { data: coll_data(data), count, contacts };
        self.contact_data.add([all].into_iter()).cast()
    }

    /// The same with segments.
    fn keep_segments(&mut self, data: &ResponseData, segments: &[Segment]) -> *const DtCollData {
        let count = DtCount::try_from(segments.len()).unwrap_or(DtCount::MAX);
        let segments = self.segments.add(segments.iter().map(mesh_queries::record));
        let all = DtIntersectionData { data: coll_data(data), count, segments };
        self.intersection_data.add([all].into_iter()).cast()
    }
}

fn coll_data(data: &ResponseData) -> DtCollData {
    DtCollData {
        point1: vector(&data.point1),
        point2: vector(&data.point2),
        normal: vector(&data.normal),
    }
}

/// A callback ready to be run: a plain value, so that a frame that is left by longjmp while it runs holds nothing
/// that would have to be dropped.
#[derive(Clone, Copy)]
pub(super) struct Call {
    callback: Callback,
    first: DtObjectRef,
    second: DtObjectRef,
    data: *const DtCollData,
    /// Whether the data are the beginning of something longer.
    list: Option<ListKind>,
}

impl Call {
    /// What an event asks for; `first` is the frame of the test, if it counts as under way from here on.
    pub(super) fn of(state: &mut State, event: &Event<Callback>, first: Option<usize>) -> Call {
        if let Some(frame) = first {
            state.tests.enter(frame);
        }
        let list = match event.kind {
            ResponseKind::Depth | ResponseKind::Contacts => Some(ListKind::Contacts),
            ResponseKind::Intersection => Some(ListKind::Segments),
            ResponseKind::Simple | ResponseKind::Smart | ResponseKind::Witnessed => None,
        };
        state.tests.keeps |= event.data.is_some();
        let data = match (&event.data, list) {
            (None, _) => std::ptr::null(),
            (Some(data), None) => state.tests.keep(data),
            (Some(data), Some(ListKind::Contacts)) => {
                state.tests.keep_contacts(data, state.world.found_contacts())
            }
            (Some(data), Some(ListKind::Segments)) => {
                state.tests.keep_segments(data, state.world.found_segments())
            }
        };
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

    /// Runs the client's function. The lock is not held.
    #[inline]
    pub(super) fn run(&self) {
        if !(is_on() && run_callback(self)) {
            self.run_function();
        }
    }

    /// Runs the client's function, unrecorded.
    #[inline]
    pub(super) fn run_function(&self) {
        let client_data = std::ptr::with_exposed_provenance_mut(self.callback.client_data);
        // SAFETY: the client gave this function as a callback of this type, with this data.
        unsafe { (self.callback.function)(client_data, self.first, self.second, self.data) }
    }
}

/// Tests all pairs of objects for collision and calls the response of each pair that collides.
/// Returns the number of callbacks called.
///
/// Callbacks come in the order in which their object1, then their object2, was created. In a pair
/// of a complex shape and a primitive, object1 has the complex shape; otherwise object1 was created
/// first. Changes made by a callback apply at once to the pairs that have not been tested yet;
/// pairs with objects that a callback creates are left to the next test.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtTest() -> DtCount {
    recorded!(dtTest());
    let mut count: DtCount = 0;
    let frame = (&raw const count).addr();
    // Callbacks may make another context current: the test goes on where it began.
    let context = current_number();
    let mut cursor = None;
    let mut is_listed = false;
    let mut next_call = || {
        with_context(context, None, |state| {
            let cursor = cursor.get_or_insert_with(|| {
                state.tests.begin(frame);
                state.world.begin_test()
            });
            let event = state.world.next_event(cursor)?;
            // Only tests that have kept data need be known.
            let begins = event.data.is_some() && !std::mem::replace(&mut is_listed, true);
            Some(Call::of(state, &event, begins.then_some(frame)))
        })
    };
    while let Some(call) = next_call() {
        call.run();
        count += 1;
    }
    if is_listed {
        with_context(context, (), |state| state.tests.end(frame));
    }
    count
}
