//! Contexts: several worlds in one process.

use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use once_cell::sync::Lazy;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::errors::DtError;
use super::lock::{Lock, find_thread_flag};
use super::pair::raise;
use super::recording::{Function, recorded};
use super::state::{State, with_lock};
use super::support::is_refused;
use crate::scene::World;

/// Identifies a context. NULL is the context that exists from the start.
pub type DtContext = *mut c_void;

/// The number of the context that exists from the start.
pub(super) const GLOBAL: usize = 0;

/// The distance between numbers, so that they are aligned as pointers are in C.
const STEP: usize = 16;

struct Context {
    number: usize,
    state: Lock<State>,
}

#[derive(Default)]
struct Contexts {
    last: usize,
    by_number: FxHashMap<usize, Arc<Context>>,
}

/// The context that exists from the start.
static GLOBAL_STATE: Lazy<Lock<State>> = Lazy::new(|| {
    // Windows ends the threads of a pool before it unloads a DLL at exit: to wait for them then would fail.
    if cfg!(not(windows)) {
        // SAFETY: the function may run at any time after this.
        unsafe { libc::atexit(free_at_exit) };
    }
    find_thread_flag();
    Lock::default()
});

/// Frees the contexts when the process exits or unloads the library. Leak checkers would otherwise report the hash tables
/// of programs that exit with live objects, since these are held by interior pointers.
extern "C" fn free_at_exit() {
    solid_recording::align_stack!();
    // If another thread still holds the lock, nothing is freed.
    let state = GLOBAL_STATE.try_lock().map(|mut state| std::mem::take(state.get()));
    let contexts = CONTEXTS.try_lock().map(|mut contexts| std::mem::take(&mut *contexts));
    drop((state, contexts));
}

/// Whether a second context was ever made. If not, `CURRENT` need not be read.
static EXIST: AtomicBool = AtomicBool::new(false);
static CONTEXTS: Lazy<Mutex<Contexts>> = Lazy::new(Mutex::default);

thread_local! {
    /// The thread's context; `None` is the global one.
    static CURRENT: RefCell<Option<Arc<Context>>> = const { RefCell::new(None) };
}

/// The thread's context; `None` is the global one.
#[inline]
fn current() -> Option<Arc<Context>> {
    if EXIST.load(Relaxed) { chosen() } else { None }
}

/// The context that the thread has made current.
#[cold]
fn chosen() -> Option<Arc<Context>> {
    // A thread that is ending has lost its context.
    CURRENT.try_with(|current| current.borrow().clone()).ok().flatten()
}

/// Runs `work` on the state of the thread's context.
#[inline]
pub(super) fn with_current<R>(work: impl FnOnce(&Lock<State>) -> R) -> R {
    let context = current();
    // Called in one place, so that it is compiled into the dt function and has its numbers in registers.
    work(context.as_ref().map_or_else(|| &*GLOBAL_STATE, |context| &context.state))
}

/// The number of the thread's context.
pub(super) fn current_number() -> usize {
    current().map_or(GLOBAL, |context| context.number)
}

fn find(number: usize) -> Option<Arc<Context>> {
    CONTEXTS.lock().by_number.get(&number).map(Arc::clone)
}

/// Runs `work` of a dt function on the context with a number. If that has been deleted, returns `otherwise`.
pub(super) fn with_context<R>(
    function: impl Into<Option<Function>>,
    number: usize,
    otherwise: R,
    work: impl FnOnce(&mut State) -> R,
) -> R {
    if number == GLOBAL {
        return with_lock(&GLOBAL_STATE, function, otherwise, work);
    }
    match current().filter(|context| context.number == number).or_else(|| find(number)) {
        Some(context) => with_lock(&context.state, function, otherwise, work),
        None => otherwise,
    }
}

/// Makes a context: an independent world without objects and responses, with all settings as
/// they are at first. It is not current in any thread.
///
/// Threads that use different contexts never wait for each other. Contexts share shapes: a
/// shape made in one context, and finished if it is complex, may be used in all. A deformation
/// applies only to the context in which it is made; other contexts that have used the shape
/// keep the old vertices. dtDeleteShape in one context leaves the shape to the others that have
/// used it. A shape is freed with the last context that uses it, or by the context that made
/// it. All contexts are freed when the process exits.
///
/// - returns: its name, which is never NULL
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtNewContext() -> DtContext {
    recorded!(dtNewContext());
    if is_refused() {
        return std::ptr::null_mut();
    }
    let world = with_context(Function::dtNewContext, GLOBAL, World::default(), |state| {
        World::sharing_shapes(&state.world)
    });
    let mut contexts = CONTEXTS.lock();
    contexts.last += STEP;
    let number = contexts.last;
    let state = State { world, ..State::default() };
    contexts.by_number.insert(number, Arc::new(Context { number, state: Lock::new(state) }));
    EXIST.store(true, Relaxed);
    std::ptr::without_provenance_mut(number)
}

/// Makes a context current for the calling thread: the functions that the thread calls then
/// apply to it. A running dtTest continues in its own context, whatever a callback makes
/// current.
///
/// - `context`: its name; NULL is the context that exists from the start, which is current in
///   every thread at first
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_OPERATION, in the current context, if the context does not exist; the
///   current one stays
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtMakeCurrent(context: DtContext) {
    recorded!(dtMakeCurrent(context));
    if is_refused() {
        return;
    }
    let number = context.addr();
    let found = find(number);
    if number != GLOBAL && found.is_none() {
        return raise(
            Function::dtMakeCurrent,
            DtError::DT_INVALID_OPERATION,
            "there is no such context",
        );
    }
    make_current(found);
}

fn make_current(context: Option<Arc<Context>>) {
    // Dropped after the borrow has ended, since this may free a world.
    let previous = CURRENT.try_with(|current| current.replace(context));
    drop(previous);
}

/// Returns the calling thread's current context.
///
/// - returns: its name, which dtNewContext returned; NULL for the context that exists from the
///   start
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtCurrentContext() -> DtContext {
    recorded!(dtCurrentContext());
    std::ptr::without_provenance_mut(current_number())
}

/// Deletes a context and everything in it. If it is the calling thread's current context, NULL
/// becomes current. A test running in it ends; the data of its callback stay readable there.
///
/// - `context`: its name
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_OPERATION if the context is NULL, does not exist, or is current in
///   another thread; nothing happens
/// - cost: O(n) for n objects, pairs and vertices in it
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtDeleteContext(context: DtContext) {
    recorded!(dtDeleteContext(context));
    if is_refused() {
        return;
    }
    let number = context.addr();
    let own = number != GLOBAL && current_number() == number;
    let mut contexts = CONTEXTS.lock();
    // The table and each thread in which the context is current have a reference.
    let uses = contexts.by_number.get(&number).map_or(0, Arc::strong_count);
    if uses == 0 || uses > 1 + usize::from(own) {
        drop(contexts);
        let what = "there is no such context, or another thread uses it";
        return raise(Function::dtDeleteContext, DtError::DT_INVALID_OPERATION, what);
    }
    let deleted = contexts.by_number.remove(&number);
    drop(contexts);
    if own {
        make_current(None);
    }
    if let Some(context) = deleted {
        let tests = std::mem::take(&mut context.state.lock().get().tests);
        with_context(Function::dtDeleteContext, GLOBAL, (), |state| state.tests.adopt(tests));
    }
}
