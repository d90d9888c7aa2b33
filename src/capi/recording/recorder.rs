//! Writes calls as they are made.
//!
//! One call at a time is recorded: a lock is held from before its arguments are written until after its answer is, but
//! not while a callback runs. So the file tells in which order the calls of several threads took effect. A callback may be
//! left by longjmp, so what is on the stack beneath it holds nothing: the lock is taken and let go by hand.

use std::cell::Cell;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use once_cell::sync::OnceCell;
use parking_lot::Mutex;

use super::calls::{Arguments, MOST_ARGUMENTS, Op, call};
use super::format::kinds;
use super::told::put_callback;
use super::values::{put_answer, put_arguments};
use super::writer::Recorder;
use crate::capi::state::end_ordinary;
use crate::capi::test::Call;

/// The name of the file; `%p` in it stands for the number of the process.
const NAME: &str = "SOLID_RECORD";

/// No call is recorded.
const OFF: u8 = 0;
/// Calls are recorded.
const ON: u8 = 1;
/// The environment has not been looked at yet.
const UNKNOWN: u8 = 2;
/// Calls were recorded until something went wrong. Not `OFF`, since calls may be under way.
const FAILED: u8 = 3;

static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
static RECORDER: Mutex<Option<Recorder>> = Mutex::new(None);

thread_local! {
    /// The next call is the one that has just been written: it is to do its work.
    static PASSES: Cell<bool> = const { Cell::new(false) };
    /// The thread holds the recorder's lock.
    static HOLDS: Cell<bool> = const { Cell::new(false) };
    static NUMBER: Number = const { Number(Cell::new(None)) };
}

/// The thread's number in the recording, by the order of their first calls.
struct Number(Cell<Option<u32>>);

impl Drop for Number {
    fn drop(&mut self) {
        if let Some(number) = self.0.get() {
            thread_ended(number);
        }
    }
}

/// Whether calls may have to be recorded.
#[inline(always)]
pub fn is_on() -> bool {
    STATE.load(Relaxed) != OFF
}

/// Records nothing in this process.
pub fn turn_off() {
    STATE.store(OFF, Relaxed);
}

/// What the environment says; nothing in programs that run with another user's rights.
fn name() -> Option<OsString> {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        // SAFETY: a number from the kernel.
        if unsafe { libc::getauxval(libc::AT_SECURE) } != 0 {
            return None;
        }
    }
    std::env::var_os(NAME).filter(|name| !name.is_empty())
}

fn start() {
    static STARTED: OnceCell<()> = OnceCell::new();
    STARTED.get_or_init(|| {
        let Some(name) = name() else {
            return STATE.store(OFF, Relaxed);
        };
        let name = match name.to_str() {
            Some(text) => text.replace("%p", &std::process::id().to_string()).into(),
            None => name,
        };
        if let Err(error) = record_to(name.as_ref()) {
            STATE.store(OFF, Relaxed);
            eprintln!("libsolid: {NAME}: {}: {error}: nothing is recorded", name.display());
        }
    });
}

/// Records to a file from now on. To be called once in a process.
pub fn record_to(path: &Path) -> io::Result<()> {
    *RECORDER.lock() = Some(Recorder::create(path)?);
    // SAFETY: functions that may be called when the process ends, and in a child that it forks.
    unsafe {
        libc::atexit(trim);
        #[cfg(unix)]
        libc::pthread_atfork(None, None, Some(forked));
    }
    STATE.store(ON, Relaxed);
    end_ordinary();
    Ok(())
}

/// At the end of the process: gives back what the file has too much.
extern "C" fn trim() {
    if STATE.load(Relaxed) != OFF
        && let Some(mut recorder) = RECORDER.try_lock()
        && let Some(recorder) = recorder.as_mut()
    {
        recorder.trim();
    }
}

/// A child does not record: the file is its parent's.
#[cfg(unix)]
unsafe extern "C" fn forked() {
    turn_off();
}

/// Takes the lock, unless nothing is to be recorded here any more.
fn hold() -> bool {
    if STATE.load(Relaxed) == UNKNOWN {
        start();
    }
    if STATE.load(Relaxed) != ON {
        return false;
    }
    let guard = RECORDER.lock();
    let works = guard.as_ref().is_some_and(|recorder| recorder.is_whole);
    if works {
        std::mem::forget(guard);
        HOLDS.set(true);
    } else {
        STATE.store(FAILED, Relaxed);
    }
    works
}

/// Lets the lock go, if the thread holds it.
fn release() {
    if HOLDS.replace(false) {
        // SAFETY: the thread holds it.
        unsafe { RECORDER.force_unlock() };
    }
}

/// Works with the recorder if this thread holds its lock.
pub(super) fn if_held(work: impl FnOnce(&mut Recorder)) -> bool {
    let holds = HOLDS.get();
    if holds {
        // SAFETY: the thread holds the lock, and `work` does not come back here.
        let recorder = unsafe { &mut *RECORDER.data_ptr() };
        recorder.as_mut().map(work);
    }
    holds
}

/// The thread's number. At its end a thread has lost it, and counts as another.
fn own_number(recorder: &mut Recorder) -> u32 {
    let known = NUMBER.try_with(|own| own.0.get()).ok().flatten();
    known.unwrap_or_else(|| {
        let new = recorder.new_thread();
        let _ = NUMBER.try_with(|own| own.0.set(Some(new)));
        new
    })
}

/// Records a call and makes it; returns its answer. `None`: the function is to do its work, unrecorded.
#[cold]
#[inline(never)]
pub fn record(op: Op, given: &[u64]) -> Option<u64> {
    if PASSES.replace(false) {
        return None;
    }
    let mut arguments: Arguments = [0; MOST_ARGUMENTS];
    arguments[..given.len()].copy_from_slice(given);
    if !hold() {
        return None;
    }
    begin(op, &arguments, (&raw const arguments).addr());
    PASSES.set(true);
    // SAFETY: the client has called the function with these arguments.
    let answer = unsafe { call(op, &arguments) };
    end(op, &arguments, answer);
    Some(answer)
}

fn begin(op: Op, arguments: &Arguments, here: usize) {
    if_held(|recorder| {
        let number = own_number(recorder);
        recorder.switch_to(number);
        let depth = recorder.callbacks().iter().take_while(|mark| **mark > here).count();
        recorder.settle(depth);
        recorder.forget_arrays();
        // SAFETY: the client has called the function with these arguments.
        unsafe { put_arguments(&mut recorder.payload, op.signature(), arguments) };
        recorder.emit(op as u8);
    });
}

fn end(op: Op, arguments: &Arguments, answer: u64) {
    if_held(|recorder| {
        // SAFETY: the function has been called with these arguments, and has answered so.
        unsafe { put_answer(&mut recorder.payload, op.signature(), arguments, answer) };
        recorder.emit(kinds::END);
    });
    release();
}

/// Runs a callback of a call that is recorded; else says that it is none.
#[cold]
#[inline(never)]
pub(in crate::capi) fn run_callback(call: &Call) -> bool {
    let begun = if_held(|recorder| {
        // SAFETY: the data are the library's own.
        unsafe { put_callback(&mut recorder.payload, &call.told()) };
        recorder.emit(kinds::CALLBACK);
    });
    if begun {
        run_marked(call);
    }
    begun
}

/// Runs the client's function. That it was left by longjmp or an exception is seen at the thread's next call: which lies
/// above the mark on the stack, since no function of ours needs as much of it as lies between.
#[inline(never)]
fn run_marked(call: &Call) {
    let space = std::mem::MaybeUninit::<[u8; 4096]>::uninit();
    let mark = std::hint::black_box(&raw const space).addr();
    let mut depth = 0;
    let mut thread = 0;
    if_held(|recorder| {
        depth = recorder.callbacks().len();
        thread = recorder.thread;
        recorder.callbacks().push(mark);
    });
    release();
    call.run_function();
    hold();
    if_held(|recorder| {
        recorder.switch_to(thread);
        recorder.settle(depth + 1);
        recorder.callbacks().truncate(depth);
        recorder.emit(kinds::LEFT);
    });
    std::hint::black_box(&space);
}

fn thread_ended(number: u32) {
    if STATE.load(Relaxed) == ON && hold() {
        if_held(|recorder| {
            recorder.switch_to(number);
            recorder.emit(kinds::THREAD_END);
        });
        release();
    }
}
