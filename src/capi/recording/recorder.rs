//! Writes calls as they are made.
//!
//! One call at a time is recorded: a lock is held from before its arguments are written until after its result is, except
//! while a callback runs. So the recording has the order in which calls of several threads took effect. A callback may be
//! left by longjmp, which drops nothing on the stack below it: so the lock is acquired and released explicitly.

use std::cell::Cell;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use parking_lot::Mutex;
use solid_recording::{Arguments, Detail, Function, MAX_ARGUMENTS, Writer};
use solid_recording::{append_arguments, append_callback, append_result, print_error};

use super::call;
use crate::capi::support::is_refused;
use crate::capi::test::Call;

/// The environment variable with the name of the file, in which `%p` stands for the number of the process.
const VARIABLE: &str = "SOLID_RECORD";

/// No call is recorded.
const OFF: u8 = 0;
/// Calls are recorded.
const ON: u8 = 1;
/// The environment has not been read yet.
const UNKNOWN: u8 = 2;
/// A write failed. Not `OFF`, since recorded calls may still be running.
const FAILED: u8 = 3;

static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
static WRITER: Mutex<Option<Writer>> = Mutex::new(None);

thread_local! {
    /// Whether the next call comes from [`record`] and is to do the function's work.
    static IS_INNER_CALL: Cell<bool> = const { Cell::new(false) };
    /// Whether the thread holds the lock of `WRITER`.
    static HOLDS_LOCK: Cell<bool> = const { Cell::new(false) };
    static NUMBER: ThreadNumber = const { ThreadNumber(Cell::new(None)) };
}

/// The thread's number in the recording, in the order of first calls.
struct ThreadNumber(Cell<Option<u32>>);

impl Drop for ThreadNumber {
    fn drop(&mut self) {
        if let Some(number) = self.0.get()
            && STATE.load(Relaxed) == ON
            && lock()
        {
            with_writer(|writer| writer.thread_ended(number));
            unlock();
        }
    }
}

/// Whether calls may have to be recorded.
#[inline]
pub fn is_on() -> bool {
    STATE.load(Relaxed) != OFF
}

/// Records nothing in this process.
pub fn disable_recording() {
    STATE.store(OFF, Relaxed);
}

/// The value of the environment variable; none in programs that run with another user's rights.
fn file_name() -> Option<OsString> {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        // SAFETY: only reads a number that the kernel has set.
        if unsafe { libc::getauxval(libc::AT_SECURE) } != 0 {
            return None;
        }
    }
    let name = std::env::var_os(VARIABLE).filter(|name| !name.is_empty())?;
    Some(match name.to_str() {
        Some(text) => text.replace("%p", &std::process::id().to_string()).into(),
        None => name,
    })
}

/// Reads the environment, once in a process.
fn initialize() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let Some(name) = file_name() else {
            return disable_recording();
        };
        if let Err(error) = start_recording(name.as_ref()) {
            disable_recording();
            let name = name.display();
            print_error(format_args!("{VARIABLE}: {name}: {error}: nothing is recorded"));
        }
    });
}

/// Records to a file from now on. May be called once in a process.
pub fn start_recording(path: &Path) -> io::Result<()> {
    *WRITER.lock() = Some(Writer::create(path, env!("CARGO_PKG_VERSION"))?);
    // SAFETY: both functions may run at the end of the process, and in a forked child, respectively.
    unsafe {
        libc::atexit(trim_file);
        #[cfg(unix)]
        libc::pthread_atfork(None, None, Some(disable_in_child));
    }
    STATE.store(ON, Relaxed);
    Ok(())
}

extern "C" fn trim_file() {
    solid_recording::align_stack!();
    if is_on()
        && let Some(mut writer) = WRITER.try_lock()
        && let Some(writer) = writer.as_mut()
    {
        writer.trim();
    }
}

/// A child does not record: the file is its parent's.
#[cfg(unix)]
unsafe extern "C" fn disable_in_child() {
    solid_recording::align_stack!();
    disable_recording();
}

// A callback may be resumed by another thread: what concerns the thread is not inlined into functions that run callbacks, in which its
// place would be computed once.

/// Acquires the lock, unless nothing is recorded any more. Returns whether it is held.
#[inline(never)]
fn lock() -> bool {
    if STATE.load(Relaxed) == UNKNOWN {
        initialize();
    }
    if STATE.load(Relaxed) != ON {
        return false;
    }
    let guard = WRITER.lock();
    if guard.as_ref().is_none_or(|writer| writer.has_failed()) {
        STATE.store(FAILED, Relaxed);
        return false;
    }
    std::mem::forget(guard);
    HOLDS_LOCK.set(true);
    true
}

/// Releases the lock if this thread holds it.
#[inline(never)]
fn unlock() {
    if HOLDS_LOCK.replace(false) {
        // SAFETY: the thread holds the lock.
        unsafe { WRITER.force_unlock() };
    }
}

/// Runs `work` on the writer if this thread holds the lock.
#[inline(never)]
pub fn with_writer<R>(work: impl FnOnce(&mut Writer) -> R) -> Option<R> {
    if !HOLDS_LOCK.get() {
        return None;
    }
    // SAFETY: the thread holds the lock, and `work` does not call this function.
    let writer = unsafe { &mut *WRITER.data_ptr() };
    writer.as_mut().map(work)
}

/// The thread's number. A thread that is ending has lost its number and gets another.
fn thread_number(writer: &mut Writer) -> u32 {
    let known = NUMBER.try_with(|number| number.0.get()).ok().flatten();
    known.unwrap_or_else(|| {
        let new = writer.new_thread();
        let _ = NUMBER.try_with(|number| number.0.set(Some(new)));
        new
    })
}

/// Records a call, makes it, and returns its result. `None` means that the function is to do its work.
#[cold]
pub fn record(function: Function, given: &[u64]) -> Option<u64> {
    if is_refused() || IS_INNER_CALL.replace(false) || !lock() {
        return None;
    }
    let mut arguments: Arguments = [0; MAX_ARGUMENTS];
    arguments[..given.len()].copy_from_slice(given);
    let frame = (&raw const arguments).addr();
    with_writer(|writer| {
        let thread = thread_number(writer);
        writer.call(thread, frame, function, |payload| {
            // SAFETY: the client has called the function with these arguments.
            unsafe { append_arguments(payload, function, &arguments) }
        });
    });
    IS_INNER_CALL.set(true);
    // SAFETY: as above.
    let result = unsafe { call(function, &arguments) };
    with_writer(|writer| {
        writer.call_returned(|payload| {
            // SAFETY: the function has returned this for these arguments.
            unsafe { append_result(payload, function, &arguments, result, Detail::Repeatable) }
        });
    });
    unlock();
    Some(result)
}

/// Runs and records a callback of a recorded call. Returns `false`, and does nothing, if the call is not recorded.
///
/// The stack address of `space` identifies the callback. If the callback is left by longjmp or an exception, the thread's
/// next call has a frame above it: the functions of the library need less stack than `space`. Not inlined, so that the
/// callers do not reserve it too.
#[cold]
#[inline(never)]
pub(in crate::capi) fn run_callback(call: &Call) -> bool {
    let space = std::mem::MaybeUninit::<[u8; 4096]>::uninit();
    let frame = std::hint::black_box(&raw const space).addr();
    let begun = with_writer(|writer| {
        writer.callback(frame, |payload| {
            // SAFETY: the data are the library's own.
            unsafe { append_callback(payload, &call.arguments()) }
        })
    });
    let Some(begun) = begun else { return false };
    unlock();
    call.run_function();
    lock();
    with_writer(|writer| writer.callback_returned(begun));
    std::hint::black_box(&space);
    true
}
