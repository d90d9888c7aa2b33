//! One thread of a replay: makes calls and compares their results.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use super::schedule::{End, Replay, Schedule, Turn};
use crate::arguments::{read_arguments, recorded_count};
use crate::format::{Bytes, Record, kinds};
use crate::functions::Function;
use crate::handles::{Name, translate};
use crate::layout::{Detail, Returns};
use crate::memory::{Encode, ListKind, PreparedCall};
use crate::text;

/// The payload of a panic that leaves callbacks, as an exception would, until the thread is in this many.
struct Unwind(usize);

fn unwind_to(depth: usize) -> ! {
    resume_unwind(Box::new(Unwind(depth)))
}

/// The contents of the client's arrays, as far as the current call has read them.
#[derive(Default)]
struct Arrays {
    bases: Vec<u64>,
    vertices: HashMap<(u64, u32), [f64; 3]>,
    indices: Vec<u32>,
    /// The first read of a vertex that was not recorded.
    missing: Option<String>,
}

thread_local! {
    static REPLAY: Cell<Option<(&'static Replay, u32)>> = const { Cell::new(None) };
    /// The number of callbacks that the thread is in.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The time that callbacks of the current call have taken.
    static CALLBACK_TIME: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    static ARRAYS: RefCell<Arrays> = RefCell::default();
}

/// A vertex that the current call reads.
pub fn vertex(array: usize, index: u32) -> [f64; 3] {
    ARRAYS.with_borrow_mut(|arrays| {
        let found = arrays.vertices.get(&(array as u64, index)).copied();
        found.unwrap_or_else(|| {
            arrays
                .missing
                .get_or_insert_with(|| format!("reads vertex {index} of the array at {array:#x}"));
            [0.0; 3]
        })
    })
}

/// The indices that the current call reads.
pub fn indices() -> Vec<u32> {
    ARRAYS.with_borrow(|arrays| arrays.indices.clone())
}

/// Replays a thread from its first record to its last.
pub fn run_thread(replay: &'static Replay, number: u32) {
    REPLAY.set(Some((replay, number)));
    Thread { replay, number, depth: 0 }.run();
}

/// A thread of the replay, in a callback at a depth.
#[derive(Clone, Copy)]
struct Thread {
    replay: &'static Replay,
    number: u32,
    depth: usize,
}

impl Thread {
    fn file(&self) -> &'static [u8] {
        &self.replay.file
    }

    /// Replays the records of the thread until its callback returns or the thread ends.
    fn run(self) {
        let Thread { replay, depth, .. } = self;
        loop {
            let (mut schedule, record) = replay.wait(self.number);
            let Some(record) = record else {
                drop(schedule);
                return if depth > 0 {
                    unwind_to(0)
                };
            };
            if let Some(function) = Function::from_number(record.kind) {
                self.make_call(function, &record, schedule);
                continue;
            }
            match (record.kind, record.number(&replay.file)) {
                (kinds::CALLBACK_RETURN, _) if depth > 0 => return schedule.advance(&replay.file),
                (kinds::UNWOUND, Some(to)) if to < depth as u64 => {
                    drop(schedule);
                    unwind_to(to as usize)
                }
                (kinds::UNWOUND, Some(to)) if to == depth as u64 => schedule.advance(&replay.file),
                (kinds::THREAD_END, _) if depth > 0 => {
                    drop(schedule);
                    unwind_to(0)
                }
                (kinds::THREAD_END, _) => {
                    replay.end_thread(&mut schedule);
                    return schedule.advance(&replay.file);
                }
                _ => replay.end(&mut schedule, End::Malformed(record.start)),
            }
        }
    }

    /// Makes a call and compares its result.
    fn make_call(self, function: Function, record: &Record, mut schedule: Turn) {
        schedule.advance(self.file());
        schedule.calls += 1;
        let number = schedule.calls;
        let Some(call) = prepare(function, record, self.file(), &mut schedule) else {
            return self.replay.end(&mut schedule, End::Malformed(record.start));
        };
        drop(schedule);
        let outer_time = CALLBACK_TIME.replace(Duration::ZERO);
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| call.run(self.replay.library)));
        let time = start.elapsed().saturating_sub(CALLBACK_TIME.replace(outer_time));
        DEPTH.set(self.depth);
        let result = match result {
            Ok(result) => result,
            Err(panic) => match panic.downcast_ref::<Unwind>() {
                Some(Unwind(to)) if *to >= self.depth => return,
                _ => resume_unwind(panic),
            },
        };
        let (mut schedule, next) = self.replay.wait(self.number);
        schedule.add_time(function, time);
        let Some(next) = next else { return };
        let payload = next.payload(self.file());
        let difference = match next.kind {
            kinds::RETURN => {
                let words = record.payload(self.file());
                compare(&mut schedule, function, &call, result, words, payload)
            }
            kinds::CALLBACK => {
                Some(difference(&text::callback(payload), "the callback is not called"))
            }
            kinds::UNWOUND | kinds::THREAD_END => {
                Some(difference("its callback did not return", "it does"))
            }
            _ => return self.replay.end(&mut schedule, End::Malformed(next.start)),
        };
        let Some(difference) = difference else {
            return schedule.advance(self.file());
        };
        let what = format!("{}\n  {difference}", text::call(function, record.payload(self.file())));
        if next.kind == kinds::RETURN {
            self.replay.note_difference(&mut schedule, number, what);
        } else {
            self.replay.end(&mut schedule, End::Differs(number, what));
        }
    }
}

fn difference(recorded: &str, now: &str) -> String {
    format!("recorded: {recorded}\n  now: {now}")
}

/// Decodes a call whose record was the last; `None` if it is malformed.
fn prepare(
    function: Function,
    record: &Record,
    file: &[u8],
    schedule: &mut Schedule,
) -> Option<PreparedCall> {
    let mut arguments = read_arguments(function, record.payload(file))?;
    read_arrays(file, schedule)?;
    translate(function, &mut arguments, |name| match name {
        Name::Shape(handle) => schedule.shapes.to_local(handle),
        Name::Context(handle) => schedule.contexts.to_local(handle),
        Name::Callback(callback) => schedule.callback_index(callback) as u64,
    });
    let next = schedule.next.filter(|next| next.kind == kinds::RETURN);
    let count = next.and_then(|next| recorded_count(function, next.payload(file)));
    Some(PreparedCall::new(function, arguments, count))
}

/// Reads the records of what the call read from the client's arrays.
fn read_arrays(file: &[u8], schedule: &mut Schedule) -> Option<()> {
    ARRAYS.with_borrow_mut(|arrays| {
        *arrays = Arrays::default();
        while let Some(next) = schedule.next {
            let mut bytes = Bytes(next.payload(file));
            match next.kind {
                kinds::ARRAY => arrays.bases.push(bytes.number()?),
                kinds::VERTEX => {
                    let base = *arrays.bases.get(usize::try_from(bytes.number()?).ok()?)?;
                    let index = u32::try_from(bytes.number()?).ok()?;
                    arrays.vertices.insert((base, index), read_vertex(&mut bytes)?);
                }
                kinds::INDICES => {
                    while !bytes.0.is_empty() {
                        arrays.indices.push(bytes.number()? as u32);
                    }
                }
                _ => break,
            }
            schedule.advance(file);
        }
        Some(())
    })
}

/// Reads three floats or three doubles.
fn read_vertex(bytes: &mut Bytes) -> Option<[f64; 3]> {
    let size = bytes.0.len() / 3;
    let mut vertex = [0.0; 3];
    for x in &mut vertex {
        let bits = bytes.bits(size)?;
        *x = if size == 4 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) };
    }
    Some(vertex)
}

/// Compares the result of a call with the recorded one. Returns how they differ.
fn compare(
    schedule: &mut Schedule,
    function: Function,
    call: &PreparedCall,
    mut result: u64,
    arguments: &[u8],
    recorded: &[u8],
) -> Option<String> {
    let handles = match function.signature().returns {
        Returns::Shape => Some(&mut schedule.shapes),
        Returns::Context => Some(&mut schedule.contexts),
        _ => None,
    };
    let mut is_consistent = true;
    if let Some(handles) = handles {
        let handle = Bytes(recorded).number().unwrap_or(0);
        is_consistent = handles.insert(handle, result);
        result = if is_consistent { handle } else { result };
    }
    let mut now = Vec::new();
    call.append_result(&mut now, result, Detail::Repeatable);
    if let Some(missing) = ARRAYS.with_borrow_mut(|arrays| arrays.missing.take()) {
        return Some(difference("it does not read that", &format!("it {missing}")));
    }
    if now == recorded && is_consistent {
        return None;
    }
    let [then, now] = [recorded, &now].map(|result| text::result(function, arguments, result));
    Some(difference(&then, &now))
}

/// Replays a callback with an index in the schedule. `encode` returns its arguments as they are recorded, given the
/// identifiers and the kind of list in its data.
pub fn run_callback(index: usize, [first, second]: [u64; 2], encode: Encode) {
    let Some((replay, number)) = REPLAY.get() else {
        return;
    };
    let start = Instant::now();
    let depth = DEPTH.get();
    let (mut schedule, next) = replay.wait(number);
    let Some(next) = next else {
        drop(schedule);
        unwind_to(0)
    };
    let [function, client_data, response_type] =
        schedule.callbacks.get(index).copied().unwrap_or_default();
    let identifiers = [function, client_data, first, second];
    let list = u32::try_from(response_type).ok().and_then(ListKind::of_response);
    let now = encode(identifiers, list);
    let recorded = Some(next)
        .filter(|next| next.kind == kinds::CALLBACK)
        .map(|next| next.payload(&replay.file));
    if recorded == Some(now.as_slice()) {
        schedule.advance(&replay.file);
    } else {
        let then = recorded.map_or("no more callbacks".into(), text::callback);
        let what = format!("in a test\n  {}", difference(&then, &text::callback(&now)));
        let call = schedule.calls;
        // If only the data differs, the calls made in the recorded callback can still be made.
        if recorded.is_some_and(|recorded| Bytes(recorded).numbers() == Some(identifiers)) {
            replay.note_difference(&mut schedule, call, what);
        } else {
            replay.end(&mut schedule, End::Differs(call, what));
        }
        if schedule.has_ended() {
            drop(schedule);
            unwind_to(0)
        }
    }
    drop(schedule);
    DEPTH.set(depth + 1);
    Thread { replay, number, depth: depth + 1 }.run();
    DEPTH.set(depth);
    CALLBACK_TIME.set(CALLBACK_TIME.get() + start.elapsed());
}
