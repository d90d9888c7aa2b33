//! The global machine, its lock, and the boundary that no panic crosses.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

use once_cell::sync::{Lazy, OnceCell};

use super::contexts::{contexts_exist, current_machine};
use super::errors::DtError;
use super::machine::{Held, Machine};
use super::process::{NEVER, is_set, is_single_threaded, single_thread_flag};
use super::recording::recorder::is_on;
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

static PRINTS_ERRORS: Lazy<bool> = Lazy::new(|| std::env::var_os(PRINT_ERRORS).is_some());
static STATE: OnceCell<Machine<State>> = OnceCell::new();

/// The C library's flag that there is one thread, while all else is as in most programs: the global machine has been made, there
/// is no other, and no call is recorded. Else one that is never set. To look here is to look once instead of four times.
static ORDINARY: AtomicPtr<u8> = AtomicPtr::new((&raw const NEVER).cast_mut());

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

/// The global machine: the context of threads that have chosen no other.
#[inline]
pub(super) fn global() -> &'static Machine<State> {
    STATE.get_or_init(Machine::default)
}

/// Runs `work` on the machine of the thread's context. A panic ends here: it becomes an error, and the answer is
/// `otherwise`.
pub fn with_state<R>(otherwise: R, work: impl FnOnce(&mut State) -> R) -> R {
    #[inline(never)]
    fn enter<'a>() -> Held<'a, State> {
        current().enter()
    }
    #[inline(never)]
    fn leave(held: Held<'_, State>) {
        drop(held);
    }
    let mut held = enter();
    let result = work_within(&mut held, otherwise, work);
    leave(held);
    result
}

/// The same for what is called for each object in each frame: the way in is compiled there, not once for all.
#[inline]
pub fn with_state_at_once<R>(otherwise: R, work: impl FnOnce(&mut State) -> R) -> R {
    with_machine(current(), otherwise, work)
}

/// Something is out of the ordinary from now on: there is another context, or calls are recorded.
pub(super) fn end_ordinary() {
    ORDINARY.store((&raw const NEVER).cast_mut(), Relaxed);
}

/// Notes that all is as in most programs, if it is.
#[inline]
pub(super) fn note_ordinary() {
    if STATE.get().is_some() && is_single_threaded() && !contexts_exist() && !is_on() {
        ORDINARY.store(std::ptr::from_ref(single_thread_flag()).cast_mut(), Relaxed);
    }
}

/// The state, if all is as in most programs and the thread is the only one.
#[inline(always)]
pub(super) fn enter_ordinary<'a>() -> Option<Held<'a, State>> {
    // SAFETY: never NULL, and flags live as long as the process.
    let is_ordinary = is_set(unsafe { &*ORDINARY.load(Relaxed) });
    // SAFETY: the machine was made before, and there is one thread.
    is_ordinary.then(|| unsafe { STATE.get_unchecked().enter_alone() })
}

/// All of a function that is called for each object in each frame: its name and arguments, and what it does with the state.
/// Where all is as in most programs, that is done at once; else as in all functions, and recorded.
macro_rules! at_once {
    ($name:ident($($argument:ident: $type:ty),*), $work:expr) => {
        #[inline(never)]
        fn as_ever($($argument: $type),*) {
            $crate::capi::recording::recorded!($name($($argument),*));
            $crate::capi::state::with_state_at_once((), |state| $work(state $(, $argument)*));
            $crate::capi::state::note_ordinary();
        }
        match $crate::capi::state::enter_ordinary() {
            Some(held) => $crate::capi::state::work_on(held, (), |state| $work(state $(, $argument)*)),
            None => as_ever($($argument),*),
        }
    };
}
pub(super) use at_once;

/// The machine of the thread's context, for work that runs no foreign code.
#[inline(always)]
fn current<'a>() -> &'a Machine<State> {
    if contexts_exist() {
        // SAFETY: the work runs no foreign code, so that the thread makes no other context current, which is as long
        // as the machine lives.
        unsafe { current_machine().as_ref() }
    } else {
        global()
    }
}

/// Runs `work` on a machine. A panic ends here.
#[inline(always)]
pub(super) fn with_machine<R>(
    machine: &Machine<State>,
    otherwise: R,
    work: impl FnOnce(&mut State) -> R,
) -> R {
    work_on(machine.enter(), otherwise, work)
}

/// Runs `work` on a machine that was entered.
#[inline(always)]
pub(super) fn work_on<R>(
    mut held: Held<'_, State>,
    otherwise: R,
    work: impl FnOnce(&mut State) -> R,
) -> R {
    work_within(&mut held, otherwise, work)
}

/// Runs `work` on the state of a machine that stays entered.
#[inline(always)]
fn work_within<R>(
    held: &mut Held<'_, State>,
    otherwise: R,
    work: impl FnOnce(&mut State) -> R,
) -> R {
    let state = held.get();
    match catch_unwind(AssertUnwindSafe(|| work(&mut *state))) {
        Ok(result) => result,
        Err(panic) => {
            note(state, panic);
            otherwise
        }
    }
}

/// Notes that a panic has ended here. Once in the library, not in each function of it.
#[cold]
#[inline(never)]
fn note(state: &mut State, panic: Box<dyn Any + Send>) {
    state.error(DtError::DT_INTERNAL_ERROR, "an internal error; please report it");
    drop(panic);
}
