//! Calls that may take long: the interpreter is released meanwhile, and its signals are looked at.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use solid::capi::host::with_default_environment;
use solid_geometry::interrupt::{Interrupted, interruptible, work};

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

/// What support functions have raised, by the work whose threads they ran on.
static RAISED: Mutex<Vec<(Option<usize>, PyErr)>> = Mutex::new(Vec::new());

/// How many that are.
static RAISED_COUNT: AtomicUsize = AtomicUsize::new(0);

fn raised() -> MutexGuard<'static, Vec<(Option<usize>, PyErr)>> {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the work that this thread does, or helps with, is to end with an exception.
pub fn has_raised() -> bool {
    RAISED_COUNT.load(Relaxed) > 0 && raised().iter().any(|(of, _)| *of == work())
}

/// Has the call of Python's that this thread works for, or helps, raise an exception; of several the first.
pub fn raise_later(error: PyErr) {
    if !has_raised() {
        let mut raised = raised();
        raised.push((work(), error));
        RAISED_COUNT.store(raised.len(), Relaxed);
    }
}

/// What a support function has raised in some work, or outside of any that is known.
fn take_raised(of: Option<usize>) -> Option<PyErr> {
    if RAISED_COUNT.load(Relaxed) == 0 {
        return None;
    }
    let mut all = raised();
    let own = Vec::from_iter(all.extract_if(.., |(by, _)| *by == of || by.is_none()));
    RAISED_COUNT.store(all.len(), Relaxed);
    // What goes with the others may call the package again.
    drop(all);
    own.into_iter().next().map(|(_, error)| error)
}

/// Runs a task with the interpreter released, in the default floating-point environment, whatever other modules have set. On the
/// main thread the handlers of signals run meanwhile; if one raises an exception, the work ends. So it does with what a support function raises.
pub fn detached<R: Send>(py: Python<'_>, task: impl FnOnce() -> R + Send) -> PyResult<R> {
    let gets_signals = gets_signals(py)?;
    let by_handler = Arc::new(Mutex::new(None::<PyErr>));
    let of_handler = Arc::clone(&by_handler);
    let is_to_end = move || {
        let error = gets_signals.then(|| Python::attach(|py| py.check_signals()).err()).flatten();
        let ends = error.is_some();
        *of_handler.lock().unwrap_or_else(PoisonError::into_inner) = error;
        ends
    };
    let mut own = None;
    let all = || {
        own = work();
        task()
    };
    let result = py.detach(|| with_default_environment(|| interruptible(is_to_end, all)));
    if let Some(error) = take_raised(own) {
        return Err(error);
    }
    result.map_err(|Interrupted| {
        let error = by_handler.lock().unwrap_or_else(PoisonError::into_inner).take();
        error.unwrap_or_else(|| PyKeyboardInterrupt::new_err(()))
    })
}
