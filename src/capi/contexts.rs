//! Contexts: several worlds in one process.

use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use once_cell::sync::Lazy;
use parking_lot::Mutex;

use super::errors::DtError;
use super::machine::Machine;
use super::recording::recorded;
use super::state::{
    State, end_ordinary, enter_ordinary, global, with_machine, with_state, work_on,
};
use crate::scene::World;
use solid_geometry::math::hash::Map;

/// Identifies a context. NULL is the context that exists from the start.
pub type DtContext = *mut c_void;

/// The number of the context that is there from the start.
pub(super) const GLOBAL: usize = 0;

/// Numbers are this far apart, so that they look like what C expects of a pointer.
const STEP: usize = 16;

struct Context {
    number: usize,
    machine: Machine<State>,
}

#[derive(Default)]
struct Contexts {
    last: usize,
    by_number: Map<usize, Arc<Context>>,
}

/// Whether there has ever been a context besides the global one. A thread that uses one knows.
static EXIST: AtomicBool = AtomicBool::new(false);
static CONTEXTS: Lazy<Mutex<Contexts>> = Lazy::new(Mutex::default);

thread_local! {
    /// The thread's context; `None` is the global one.
    static CURRENT: RefCell<Option<Arc<Context>>> = const { RefCell::new(None) };
}

#[inline]
pub(super) fn contexts_exist() -> bool {
    EXIST.load(Relaxed)
}

/// The machine of the thread's context. It lives for as long as the thread makes no other context current.
#[cold]
pub(super) fn current_machine() -> NonNull<Machine<State>> {
    let machine = |current: &RefCell<Option<Arc<Context>>>| {
        current.borrow().as_ref().map_or(global(), |context| &context.machine).into()
    };
    // A thread at its end has no context of its own any more.
    CURRENT.try_with(machine).unwrap_or(global().into())
}

/// The number of the thread's context.
#[inline]
pub(super) fn current_number() -> usize {
    if contexts_exist() { number_of_thread() } else { GLOBAL }
}

#[cold]
#[inline(never)]
fn number_of_thread() -> usize {
    let number = |current: &RefCell<Option<Arc<Context>>>| {
        current.borrow().as_ref().map_or(GLOBAL, |context| context.number)
    };
    CURRENT.try_with(number).unwrap_or(GLOBAL)
}

fn find(number: usize) -> Option<Arc<Context>> {
    CONTEXTS.lock().by_number.get(&number).map(Arc::clone)
}

/// Runs `work` on a context, the thread's or not. If it is gone, the answer is `otherwise`.
///
/// The work is passed on by its address: to be copied, it would have to wait for having been written.
pub(super) fn with_context<R>(
    number: usize,
    otherwise: R,
    mut work: impl FnMut(&mut State) -> R,
) -> R {
    if number == GLOBAL {
        let held = enter_ordinary().unwrap_or_else(|| global().enter());
        return work_on(held, otherwise, &mut work);
    }
    if number == current_number() {
        return with_state(otherwise, &mut work);
    }
    match find(number) {
        Some(context) => with_machine(&context.machine, otherwise, &mut work),
        None => otherwise,
    }
}

/// A number that changes whenever anyone works on a context; `None` if that is not the thread's, so that it is not known.
#[inline]
pub(super) fn entries(number: usize) -> Option<u64> {
    if number == GLOBAL {
        return Some(global().entries());
    }
    entries_of_thread(number)
}

#[inline(never)]
fn entries_of_thread(number: usize) -> Option<u64> {
    // SAFETY: no foreign code runs here, so that the thread makes no other context current.
    (number == current_number()).then(|| unsafe { current_machine().as_ref() }.entries())
}

/// Makes a context: an independent world without objects and responses, with all settings as they
/// are at first. It is not current in any thread. Returns its name, which is never NULL.
///
/// Threads that use different contexts never wait for each other. Contexts share shapes: a shape
/// made in one context, and finished if it is complex, may be used in all. A deformation applies
/// only to the context in which it is made; other contexts that have used the shape keep the old
/// vertices. dtDeleteShape in one context leaves the shape to the others that have used it. A shape
/// is freed with the last context that uses it, or by the context that made it.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtNewContext() -> DtContext {
    recorded!(dtNewContext());
    let world =
        with_machine(global(), World::default(), |state| World::sharing_shapes(&state.world));
    let mut contexts = CONTEXTS.lock();
    contexts.last += STEP;
    let number = contexts.last;
    let mut state = State::default();
    state.world = world;
    contexts.by_number.insert(number, Arc::new(Context { number, machine: Machine::new(state) }));
    EXIST.store(true, Relaxed);
    end_ordinary();
    std::ptr::without_provenance_mut(number)
}

/// Makes a context current for the calling thread: the functions that the thread calls then apply
/// to it. NULL is the context that exists from the start, which is current in every thread at
/// first. A running dtTest continues in its own context, whatever a callback makes current.
///
/// If the context does not exist, the current one stays and DT_INVALID_OPERATION is raised there.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtMakeCurrent(context: DtContext) {
    recorded!(dtMakeCurrent(context));
    let number = context.addr();
    let found = find(number);
    if number != GLOBAL && found.is_none() {
        return no_such_context("dtMakeCurrent: there is no such context");
    }
    make_current(found);
}

fn make_current(context: Option<Arc<Context>>) {
    // Taken out before it is dropped, which may free a world.
    let previous = CURRENT.try_with(|current| current.replace(context));
    drop(previous);
}

/// Returns the calling thread's current context.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtCurrentContext() -> DtContext {
    recorded!(dtCurrentContext());
    std::ptr::without_provenance_mut(current_number())
}

/// Deletes a context and everything in it. If it is the calling thread's current context, NULL
/// becomes current. A test running in it ends.
///
/// If the context is NULL, does not exist, or is current in another thread, nothing happens and
/// DT_INVALID_OPERATION is raised.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtDeleteContext(context: DtContext) {
    recorded!(dtDeleteContext(context));
    let number = context.addr();
    let own = number != GLOBAL && current_number() == number;
    let mut contexts = CONTEXTS.lock();
    // Known to the table and to its threads; nobody else holds on to it but for a moment, with the table locked or not.
    let uses = contexts.by_number.get(&number).map_or(0, Arc::strong_count);
    if uses == 0 || uses > 1 + usize::from(own) {
        drop(contexts);
        return no_such_context(
            "dtDeleteContext: there is no such context, or another thread uses it",
        );
    }
    let deleted = contexts.by_number.remove(&number);
    drop(contexts);
    if own {
        make_current(None);
    }
    drop(deleted);
}

fn no_such_context(what: &str) {
    with_state((), |state| state.error(DtError::DT_INVALID_OPERATION, what));
}
