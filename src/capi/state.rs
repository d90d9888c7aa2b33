//! What a context has, and the boundary that no panic crosses.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use super::contexts::with_current;
use super::errors::DtError;
use super::lock::Lock;
use super::test::RunningTests;
use super::types::{DtCollData, DtObjectRef};
use crate::scene::World;
use crate::scene::shapes::ShapeHandle;
use solid_geometry::mesh::Builder;

/// A client's function and the data it wants to be given.
#[derive(Clone, Copy)]
pub struct Callback {
    /// The function.
    pub function:
        unsafe extern "C-unwind" fn(*mut c_void, DtObjectRef, DtObjectRef, *const DtCollData),
    /// The client's data, as a number: it is only handed back.
    pub client_data: usize,
}

/// A complex shape between dtNewComplexShape and dtEndComplexShape.
pub struct OpenShape {
    /// Its handle, given out already.
    pub handle: ShapeHandle,
    /// What it is made of so far.
    pub builder: Builder,
}

/// All that the functions share.
#[derive(Default)]
pub struct State {
    /// The world.
    pub world: World<Callback>,
    /// The complex shape being built. Each call takes it out and puts it back: a pointer.
    pub open: Option<Box<OpenShape>>,
    /// The first polytope with a problem when a complex shape was last finished or changed.
    pub bad_polygon: Option<u32>,
    /// Tests under way, and the data of their callbacks.
    pub tests: RunningTests,
    /// The time of the contact that dtTestMotion told last.
    pub contact_time: f64,
    error: Option<DtError>,
}

/// With this in the environment, errors are printed as they happen.
const PRINT_ERRORS: &str = "SOLID_PRINT_ERRORS";

static PRINTS_ERRORS: LazyLock<bool> = LazyLock::new(|| std::env::var_os(PRINT_ERRORS).is_some());

impl State {
    /// Notes an error, unless an earlier one has not been asked for yet.
    #[cold]
    pub fn error(&mut self, error: DtError, what: &str) {
        self.error.get_or_insert(error);
        if *PRINTS_ERRORS {
            eprintln!("libsolid: {what}");
        }
    }

    /// Notes an error if something is not as it should be; passes on whether it is.
    #[inline]
    pub fn check(&mut self, holds: bool, error: DtError, what: &str) -> bool {
        if !holds {
            self.error(error, what);
        }
        holds
    }

    /// The first error since the last time.
    pub fn take_error(&mut self) -> DtError {
        self.error.take().unwrap_or(DtError::DT_NO_ERROR)
    }
}

/// Runs `work` on the thread's context. A panic ends here: it becomes an error, and the answer is `otherwise`.
///
/// `work` runs no foreign code.
pub fn with_state<R>(otherwise: R, work: impl FnOnce(&mut State) -> R) -> R {
    with_current(|lock| with_lock(lock, otherwise, work))
}

/// Runs `work` on a context. A panic ends here.
pub(super) fn with_lock<R>(
    lock: &Lock<State>,
    otherwise: R,
    work: impl FnOnce(&mut State) -> R,
) -> R {
    let mut guard = lock.lock();
    let state = guard.get();
    catch_unwind(AssertUnwindSafe(|| work(&mut *state))).unwrap_or_else(|panic| {
        note(state, panic);
        otherwise
    })
}

/// Notes that a panic has ended here. Once in the library, not in each function of it.
#[cold]
fn note(state: &mut State, panic: Box<dyn Any + Send>) {
    state.error(DtError::DT_INTERNAL_ERROR, "an internal error; please report it");
    drop(panic);
}

/// Whether the thread's context is consistent. For tests: what is wrong is printed.
#[doc(hidden)]
pub fn is_context_valid() -> bool {
    with_state(false, |state| {
        state.world.validate();
        true
    })
}
