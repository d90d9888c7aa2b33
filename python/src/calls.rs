//! Calls that may take long: the interpreter is released meanwhile, and its signals are looked at.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use solid::capi::host::with_default_environment;
use solid_geometry::interrupt::{Interrupted, interruptible};

thread_local! {
    /// Whether this thread is the one that gets signals, in the process for which that was found.
    static GETS_SIGNALS: Cell<Option<(u32, bool)>> = const { Cell::new(None) };
}

fn gets_signals(py: Python<'_>) -> PyResult<bool> {
    let process = std::process::id();
    if let Some((_, gets_signals)) = GETS_SIGNALS.get().filter(|(known, _)| *known == process) {
        return Ok(gets_signals);
    }
    let threading = py.import("threading")?;
    let main = threading.call_method0("main_thread")?.getattr("ident")?;
    let gets_signals = threading.call_method0("get_ident")?.eq(main)?;
    GETS_SIGNALS.set(Some((process, gets_signals)));
    Ok(gets_signals)
}

thread_local! {
    /// What a support function raised in the work of this thread; `None` outside of that.
    static RAISED: RefCell<Option<Option<PyErr>>> = const { RefCell::new(None) };
}

/// What one raised on a thread that helps with the work of another.
static RAISED_BY_HELPER: Mutex<Option<PyErr>> = Mutex::new(None);
static HAS_HELPER_RAISED: AtomicBool = AtomicBool::new(false);

/// Whether the work that this thread does is to end with an exception.
pub fn has_raised() -> bool {
    RAISED.with_borrow(|own| matches!(own, Some(Some(_)))) || HAS_HELPER_RAISED.load(Relaxed)
}

/// Ends the work that this thread does, or helps with, with an exception: the call of Python's that it belongs to raises it.
pub fn raise_later(error: PyErr) {
    let is_own = RAISED.with_borrow(Option::is_some);
    if is_own {
        RAISED.set(Some(Some(error)));
    } else {
        *RAISED_BY_HELPER.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        HAS_HELPER_RAISED.store(true, Relaxed);
    }
}

/// Runs `work`, and raises what a support function has raised meanwhile.
fn raising<R>(py: Python<'_>, work: impl FnOnce(Python<'_>) -> PyResult<R>) -> PyResult<R> {
    let outer = RAISED.replace(Some(None));
    let result = work(py);
    let own = RAISED.replace(outer).flatten();
    // Both may have raised something.
    let by_helper = if HAS_HELPER_RAISED.swap(false, Relaxed) {
        RAISED_BY_HELPER.lock().unwrap_or_else(PoisonError::into_inner).take()
    } else {
        None
    };
    match own.or(by_helper) {
        Some(error) => Err(error),
        None => result,
    }
}

/// Runs `work` with the interpreter released, in the default floating-point environment, whatever other modules have set. On the
/// main thread the handlers of signals run meanwhile; if one raises an exception, the work ends. So it does with what a support function raises.
pub fn detached<R: Send>(py: Python<'_>, work: impl FnOnce() -> R + Send) -> PyResult<R> {
    raising(py, |py| interruptibly(py, work))
}

fn interruptibly<R: Send>(py: Python<'_>, work: impl FnOnce() -> R + Send) -> PyResult<R> {
    if !gets_signals(py)? {
        return Ok(py.detach(|| with_default_environment(work)));
    }
    let raised = Arc::new(Mutex::new(None::<PyErr>));
    let by_handler = Arc::clone(&raised);
    let is_to_end = move || {
        let error = Python::attach(|py| py.check_signals()).err();
        let ends = error.is_some();
        *by_handler.lock().unwrap_or_else(PoisonError::into_inner) = error;
        ends
    };
    let work = || with_default_environment(|| interruptible(is_to_end, work));
    py.detach(work).map_err(|Interrupted| {
        let error = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        error.unwrap_or_else(|| PyKeyboardInterrupt::new_err(()))
    })
}
