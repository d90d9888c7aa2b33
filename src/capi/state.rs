//! The state of a context, and the boundary that no panic crosses.

use once_cell::sync::Lazy;
use std::any::Any;
use std::ffi::c_uint;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

use super::contexts::with_current;
use super::errors::DtError;
use super::floating_point::with_default_environment;
use super::lock::Lock;
use super::pair::refuse;
use super::running_tests::RunningTests;
use super::support::{has_faults, is_refused, raise_faults};
use super::types::DtResponse;
use crate::scene::World;
use crate::scene::pair_queries::QueryError;
use crate::scene::shapes::ShapeHandle;
use solid_geometry::Placement;
use solid_geometry::memory::OutOfMemory;
use solid_geometry::mesh::Builder;
use solid_recording::{Function, VertexArray, print_error};

/// A client's function and its client data.
#[derive(Clone, Copy)]
pub struct Callback {
    /// The function; `None` of a response that was loaded, until the program says which one it calls.
    pub function: DtResponse,
    /// The client data, as a number, since it is only passed to the function.
    pub client_data: usize,
}

/// A complex shape between dtNewComplexShape and dtEndComplexShape.
pub struct OpenShape {
    /// Its handle, which the client has.
    pub handle: ShapeHandle,
    /// The polytopes added so far.
    pub builder: Builder,
    /// The client's array that all indices refer to.
    pub array: Option<VertexArray>,
}

/// A compound between dtNewCompound and dtEndCompound.
pub struct OpenCompound {
    /// Its handle, which the client has.
    pub handle: ShapeHandle,
    /// The parts added so far.
    pub parts: Vec<(solid_geometry::Shape, Placement)>,
}

/// The state that all functions share.
#[derive(Default)]
pub struct State {
    /// The world.
    pub world: World<Callback>,
    /// The open complex shape. Boxed, since each call takes it out and puts it back.
    pub open: Option<Box<OpenShape>>,
    /// The open compound.
    pub open_compound: Option<OpenCompound>,
    /// The first polytope with a problem when a complex shape was last finished or changed.
    pub bad_polygon: Option<u32>,
    /// The first row without an answer of the last batch.
    pub bad_row: Option<u32>,
    /// The running tests, and the data of their callbacks.
    pub tests: RunningTests,
    /// The time of the last callback of dtTestMotion.
    pub contact_time: f64,
    /// Until when the objects are apart that were last left open.
    pub undecided_time: f64,
    /// The stored error.
    pub error: Option<DtError>,
    /// The dt function at work, for the texts of errors.
    pub function: Option<Function>,
    /// What was noticed of support functions of shapes that were made here, once there is one.
    pub faults: Option<Arc<AtomicU8>>,
}

/// If this environment variable is set, neither to nothing nor to 0, errors are printed when they occur.
const PRINT_ERRORS: &str = "SOLID_PRINT_ERRORS";

static PRINTS_ERRORS: Lazy<bool> = Lazy::new(|| {
    std::env::var_os(PRINT_ERRORS).is_some_and(|value| !value.is_empty() && value != "0")
});

impl State {
    /// Raises an error: stores it, unless an earlier one is still stored.
    #[cold]
    pub fn error(&mut self, error: DtError, what: &str) {
        self.error.get_or_insert(error);
        let (name, colon) = self.function.map_or(("", ""), |function| (function.name(), ": "));
        let what = format_args!("{name}{colon}{what}");
        super::host::note(what);
        if *PRINTS_ERRORS {
            print_error(what);
        }
    }

    /// Raises an error unless `holds`; returns `holds`.
    #[inline]
    pub fn check(&mut self, holds: bool, error: DtError, what: &str) -> bool {
        if !holds {
            self.error(error, what);
        }
        holds
    }

    /// Raises DT_UNKNOWN_OBJECT unless an object is known; returns `is_known`.
    #[inline]
    pub fn check_object(&mut self, is_known: bool) -> bool {
        self.check(is_known, DtError::DT_UNKNOWN_OBJECT, "there is no such object")
    }

    /// Returns the value that `all` has for a number of a C enumeration. If there is none, raises DT_INVALID_ENUM and returns
    /// `None`.
    pub fn choose<T: Copy>(&mut self, all: &[(c_uint, T)], number: c_uint) -> Option<T> {
        let value = all.iter().find(|entry| entry.0 == number).map(|entry| entry.1);
        self.check(value.is_some(), DtError::DT_INVALID_ENUM, "the enumeration has no such number");
        value
    }

    /// Returns the stored error and removes it.
    pub fn take_error(&mut self) -> DtError {
        self.error.take().unwrap_or(DtError::DT_NO_ERROR)
    }
}

/// Runs `work` of a dt function, which texts of errors name, on the thread's context. A panic ends here: it becomes an error, and
/// the result is `otherwise`.
///
/// `work` calls no function of the client but support functions, whose calls are refused.
#[inline]
pub fn with_state<R>(
    function: impl Into<Option<Function>>,
    otherwise: R,
    work: impl FnOnce(&mut State) -> R,
) -> R {
    with_current(|lock| with_lock(lock, function, otherwise, work))
}

/// Runs `ask` of a dt function on the thread's context, which it only reads, as other threads may at the same time. If the context is
/// not ready, `prepare` changes it before. A panic ends here: it becomes an error, and the result is `None`, as is that of a query
/// without an answer, which raises its error.
pub(super) fn with_reader<R>(
    function: Function,
    is_ready: impl Fn(&State) -> bool,
    prepare: impl FnOnce(&mut State),
    ask: impl FnOnce(&State) -> Result<R, QueryError>,
) -> Option<R> {
    with_current(|lock| {
        if is_refused() {
            return None;
        }
        let mut guard = lock.read();
        if !is_ready(guard.get()) {
            drop(guard);
            let mut writer = lock.lock();
            let is_prepared = run(writer.get(), function, false, |state| {
                prepare(state);
                true
            });
            if !is_prepared {
                return None;
            }
            // No other thread changes anything in between.
            guard = writer.downgrade();
        }
        let state = guard.get();
        let asked = with_default_environment(|| catch_unwind(AssertUnwindSafe(|| ask(state))));
        let has_faults = has_faults(state);
        drop(guard);
        if has_faults {
            with_lock(lock, function, (), raise_faults);
        }
        match asked {
            Ok(Ok(found)) => Some(found),
            Ok(Err(why)) => with_lock(lock, function, None, |state| refuse(state, why)),
            Err(panic) => {
                with_lock(lock, function, (), |state| note(state, panic));
                None
            }
        }
    })
}

/// Runs `work` of a dt function on a context. A panic ends here.
#[inline]
pub(super) fn with_lock<R>(
    lock: &Lock<State>,
    function: impl Into<Option<Function>>,
    otherwise: R,
    work: impl FnOnce(&mut State) -> R,
) -> R {
    if is_refused() {
        return otherwise;
    }
    run(lock.lock().get(), function, otherwise, work)
}

/// Runs `work` of a dt function on a state. A panic ends here.
#[inline]
fn run<R>(
    state: &mut State,
    function: impl Into<Option<Function>>,
    otherwise: R,
    work: impl FnOnce(&mut State) -> R,
) -> R {
    state.function = function.into();
    let result = with_default_environment(|| {
        catch_unwind(AssertUnwindSafe(|| work(&mut *state))).unwrap_or_else(|panic| {
            note(state, panic);
            otherwise
        })
    });
    if has_faults(state) {
        raise_faults(state);
    }
    result
}

/// Raises the error of a panic, which is one of the library, or the end of work that has run out of memory.
#[cold]
fn note(state: &mut State, panic: Box<dyn Any + Send>) {
    if panic.is::<OutOfMemory>() {
        state.world.recover();
        return state.error(DtError::DT_OUT_OF_MEMORY, "out of memory");
    }
    state.error(DtError::DT_INTERNAL_ERROR, "an internal error; please report it");
}

/// Whether the thread's context is consistent, for tests. Prints what is wrong.
#[doc(hidden)]
pub fn is_context_valid() -> bool {
    with_state(None, false, |state| {
        state.world.validate();
        true
    })
}
