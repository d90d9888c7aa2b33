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
use super::format::{kinds, put_header, put_number, put_record};
use super::sink::Sink;
use super::values::{Layout, put_answer, put_arguments, put_record as put_fields};
use crate::capi::contacts::DtContactData;
use crate::capi::mesh_queries::DtIntersectionData;
use crate::capi::test::Call;
use crate::capi::types::DtCollData;

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

pub(super) struct Recorder {
    sink: Sink,
    /// How many records there are.
    number: u32,
    /// Whose the last record is.
    thread: u32,
    /// The callbacks that each thread is in, by addresses on its stack that lie above all that they call.
    callbacks: Vec<Vec<usize>>,
    /// The arrays whose vertices the call under way has read.
    arrays: Vec<usize>,
    payload: Vec<u8>,
    bytes: Vec<u8>,
}

impl Recorder {
    /// Writes the payload as a record.
    fn emit(&mut self, kind: u8) {
        self.bytes.clear();
        put_record(&mut self.bytes, self.number, kind, &self.payload);
        self.payload.clear();
        self.number += 1;
        if STATE.load(Relaxed) == ON
            && let Err(error) = self.sink.append(&self.bytes)
        {
            STATE.store(FAILED, Relaxed);
            eprintln!("libsolid: {NAME}: {error}: recording ends");
        }
    }

    /// Writes a record of a single number.
    fn emit_number(&mut self, kind: u8, number: u64) {
        put_number(&mut self.payload, number);
        self.emit(kind);
    }

    /// What follows is of this thread.
    fn switch_to(&mut self, thread: u32) {
        if self.thread != thread {
            self.thread = thread;
            self.emit_number(kinds::THREAD, u64::from(thread));
        }
    }

    fn callbacks(&mut self) -> &mut Vec<usize> {
        let thread = self.thread as usize;
        if self.callbacks.len() <= thread {
            self.callbacks.resize_with(thread + 1, Vec::new);
        }
        &mut self.callbacks[thread]
    }

    /// The thread is in so many callbacks; if it was in more, they were left otherwise than by returning.
    fn settle(&mut self, depth: usize) {
        if self.callbacks().len() > depth {
            self.callbacks().truncate(depth);
            self.emit_number(kinds::ABANDONED, depth as u64);
        }
    }

    /// What was read from an array of the client's.
    pub(super) fn vertex(&mut self, array: usize, index: u32, coordinates: &[u8]) {
        let place = self.arrays.iter().position(|other| *other == array).unwrap_or_else(|| {
            self.arrays.push(array);
            self.emit_number(kinds::ARRAY, array as u64);
            self.arrays.len() - 1
        });
        put_number(&mut self.payload, place as u64);
        put_number(&mut self.payload, u64::from(index));
        self.payload.extend_from_slice(coordinates);
        self.emit(kinds::VERTEX);
    }

    /// Indices that were read.
    pub(super) fn indices(&mut self, indices: &[u32]) {
        indices.iter().for_each(|index| put_number(&mut self.payload, u64::from(*index)));
        self.emit(kinds::INDICES);
    }
}

/// What the environment says; nothing in programs that run with another user's rights.
fn name() -> Option<OsString> {
    #[cfg(target_os = "linux")]
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
        let Some(name) = name() else { return STATE.store(OFF, Relaxed) };
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
    let mut header = Vec::new();
    put_header(&mut header);
    let mut sink = Sink::create(path)?;
    sink.append(&header)?;
    *RECORDER.lock() = Some(Recorder {
        sink,
        number: 0,
        thread: 0,
        callbacks: Vec::new(),
        arrays: Vec::new(),
        payload: Vec::new(),
        bytes: Vec::new(),
    });
    // SAFETY: functions that may be called when the process ends, and in a child that it forks.
    unsafe {
        libc::atexit(trim);
        #[cfg(unix)]
        libc::pthread_atfork(None, None, Some(forked));
    }
    STATE.store(ON, Relaxed);
    Ok(())
}

/// At the end of the process: gives back what the file has too much.
extern "C" fn trim() {
    if STATE.load(Relaxed) != OFF
        && let Some(mut recorder) = RECORDER.try_lock()
        && let Some(recorder) = recorder.as_mut()
    {
        recorder.sink.trim();
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
    let is_there = guard.is_some();
    if is_there {
        std::mem::forget(guard);
        HOLDS.set(true);
    }
    is_there
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

fn own_number(recorder: &mut Recorder) -> u32 {
    let new = recorder.callbacks.len() as u32;
    // At its end a thread has lost its number, and counts as another.
    let number = NUMBER.try_with(|own| {
        own.0.get().unwrap_or_else(|| {
            own.0.set(Some(new));
            new
        })
    });
    let number = number.unwrap_or(new);
    if number == new {
        recorder.callbacks.push(Vec::new());
    }
    number
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
        recorder.arrays.clear();
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

/// What a callback is told.
pub struct Told {
    /// The function, the client's data, both objects.
    pub names: [u64; 4],
    /// The response data, or NULL.
    pub data: *const DtCollData,
    /// Whether these are the beginning of a DtContactData, or of a DtIntersectionData.
    pub list: Option<Listed>,
}

/// What response data go on with.
#[derive(Clone, Copy)]
pub enum Listed {
    /// Those of a DtContactData.
    Contacts,
    /// Those of a DtIntersectionData.
    Segments,
}

/// Appends what a callback is told.
///
/// # Safety
///
/// Its data are there.
pub unsafe fn put_callback(bytes: &mut Vec<u8>, told: &Told) {
    told.names.iter().for_each(|name| put_number(bytes, *name));
    let has_data = !told.data.is_null();
    bytes.push(match told.list {
        _ if !has_data => 0,
        None => 1,
        Some(Listed::Contacts) => 2,
        Some(Listed::Segments) => 3,
    });
    if !has_data {
        return;
    }
    // SAFETY: the callback's data are there, as the caller promises.
    unsafe {
        put_fields(bytes, Layout::CollData, told.data.cast());
        let (count, mut record, layout): (_, *const u8, _) = match told.list {
            None => return,
            Some(Listed::Contacts) => {
                let all = &*told.data.cast::<DtContactData>();
                (all.count, all.contacts.cast(), Layout::Contact)
            }
            Some(Listed::Segments) => {
                let all = &*told.data.cast::<DtIntersectionData>();
                (all.count, all.segments.cast(), Layout::Segment)
            }
        };
        put_number(bytes, u64::from(count));
        for _ in 0..count {
            record = put_fields(bytes, layout, record);
        }
    }
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
