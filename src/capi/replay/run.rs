//! What one thread of the recording does again.

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use super::book::{Book, End, Replay};
use super::given::{Given, read_arguments, ready, recorded_count};
use super::scan::number;
use super::text;
use crate::capi::contacts::{DT_CONTACTS_RESPONSE, DT_DEPTH_RESPONSE};
use crate::capi::mesh_queries::DT_INTERSECTION_RESPONSE;
use crate::capi::recording::calls::{Arguments, Op, call};
use crate::capi::recording::format::{Bytes, Record, kinds};
use crate::capi::recording::raw::Raw;
use crate::capi::recording::told::{Listed, Told, put_callback};
use crate::capi::recording::values::{Answer, Kind, put_answer};
use crate::capi::{DtCollData, DtObjectRef, DtResponse};
use rustc_hash::FxHashMap;

/// Leaves callbacks, as an exception would, until so many are left.
struct Leave(usize);

fn leave(depth: usize) -> ! {
    resume_unwind(Box::new(Leave(depth)))
}

/// What the client's arrays held, as far as the call under way has read it.
#[derive(Default)]
struct Arrays {
    bases: Vec<u64>,
    vertices: FxHashMap<(u64, u32), [f64; 3]>,
    indices: Vec<u32>,
    /// What the call reads now and did not then.
    missing: Option<String>,
}

thread_local! {
    static REPLAY: Cell<Option<(&'static Replay, u32)>> = const { Cell::new(None) };
    /// How many callbacks the thread is in.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The time that callbacks of the call under way have taken.
    static AWAY: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    static ARRAYS: RefCell<Arrays> = RefCell::default();
}

/// A vertex that the call under way reads.
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

/// The indices that the call under way reads.
pub fn indices() -> Vec<u32> {
    ARRAYS.with_borrow(|arrays| arrays.indices.clone())
}

/// Does all that a thread of the recording did.
pub fn run_thread(replay: &'static Replay, me: u32) {
    REPLAY.set(Some((replay, me)));
    run(replay, me, 0);
}

/// Goes through the records of a thread until its callback is left, or to its end.
fn run(replay: &'static Replay, me: u32, depth: usize) {
    loop {
        let (mut book, record) = replay.wait(me);
        let Some(record) = record else {
            drop(book);
            return if depth > 0 {
                leave(0)
            };
        };
        if let Some(op) = Op::of(record.kind) {
            book.turn_page(&replay.file);
            book.calls += 1;
            make(replay, me, depth, op, &record, book);
            continue;
        }
        match (record.kind, number(&replay.file, &record)) {
            (kinds::LEFT, _) if depth > 0 => return book.turn_page(&replay.file),
            (kinds::ABANDONED, Some(to)) if to < depth as u64 => {
                drop(book);
                leave(to as usize)
            }
            (kinds::ABANDONED, Some(to)) if to == depth as u64 => book.turn_page(&replay.file),
            (kinds::THREAD_END, _) if depth > 0 => {
                drop(book);
                leave(0)
            }
            (kinds::THREAD_END, _) => {
                replay.end_thread(&mut book);
                return book.turn_page(&replay.file);
            }
            _ => replay.finish(&mut book, End::Malformed(record.at)),
        }
    }
}

/// Makes a call, and compares what comes of it.
fn make(
    replay: &'static Replay,
    me: u32,
    depth: usize,
    op: Op,
    record: &Record,
    mut book: super::book::Turn,
) {
    let call_number = book.calls;
    let given = read_arguments(op, replay.payload(record)).and_then(|given| {
        read_arrays(replay, &mut book)?;
        Some(translated(op, given, &mut book))
    });
    let Some(given) = given else {
        return replay.finish(&mut book, End::Malformed(record.at));
    };
    let end = book.next().filter(|next| next.kind == kinds::END);
    let count = end.and_then(|end| recorded_count(op, replay.payload(&end)));
    drop(book);
    let ready = ready(op, given, count);
    let outer = AWAY.replace(Duration::ZERO);
    let start = Instant::now();
    // SAFETY: the arguments were made for this function, with room for what it writes.
    let answered = catch_unwind(AssertUnwindSafe(|| unsafe { call(op, &ready.arguments) }));
    let time = start.elapsed().saturating_sub(AWAY.replace(outer));
    DEPTH.set(depth);
    let answer = match answered {
        Ok(answer) => answer,
        Err(why) => match why.downcast_ref::<Leave>() {
            Some(Leave(to)) if *to >= depth => return,
            _ => resume_unwind(why),
        },
    };
    let (mut book, next) = replay.wait(me);
    book.count(op, time);
    let Some(next) = next else { return };
    let difference = match next.kind {
        kinds::END => compare(replay, &mut book, op, &ready.arguments, answer, record, &next),
        kinds::CALLBACK => Some(format!(
            "recorded: {}\n  now: it is not made",
            text::callback(replay.payload(&next))
        )),
        kinds::ABANDONED | kinds::THREAD_END => {
            Some("recorded: its callback did not return\n  now: it does".to_string())
        }
        _ => return replay.finish(&mut book, End::Malformed(next.at)),
    };
    if let Some(difference) = difference {
        let words = text::call(op, replay.payload(record));
        let is_an_answer = next.kind == kinds::END;
        let what = format!("{words}\n  {difference}");
        if is_an_answer {
            replay.differs(&mut book, call_number, what);
        } else {
            replay.finish(&mut book, End::Differs(call_number, what));
        }
    } else {
        book.turn_page(&replay.file);
    }
}

/// Takes in what a call read of the client's arrays.
fn read_arrays(replay: &Replay, book: &mut Book) -> Option<()> {
    ARRAYS.with_borrow_mut(|arrays| {
        *arrays = Arrays::default();
        while let Some(next) = book.next() {
            let mut bytes = Bytes(replay.payload(&next));
            match next.kind {
                kinds::ARRAY => arrays.bases.push(bytes.number()?),
                kinds::VERTEX => {
                    let base = *arrays.bases.get(usize::try_from(bytes.number()?).ok()?)?;
                    let index = u32::try_from(bytes.number()?).ok()?;
                    let mut vertex = [0.0; 3];
                    let size = bytes.0.len() / 3;
                    for x in &mut vertex {
                        let bits = bytes.bits(size)?;
                        *x = if size == 4 {
                            f32::from_bits(bits as u32).into()
                        } else {
                            f64::from_bits(bits)
                        };
                    }
                    arrays.vertices.insert((base, index), vertex);
                }
                kinds::INDICES => {
                    while !bytes.0.is_empty() {
                        arrays.indices.push(bytes.number()? as u32);
                    }
                }
                _ => break,
            }
            book.turn_page(&replay.file);
        }
        Some(())
    })
}

/// Arguments whose handles and callbacks are those of now.
fn translated(op: Op, mut given: Vec<Given>, book: &mut Book) -> Vec<Given> {
    let number = |given: &[Given], i: usize| match given.get(i) {
        Some(Given::Number(number)) => *number,
        _ => 0,
    };
    for (i, kind) in op.signature().arguments.iter().enumerate() {
        let raw = number(&given, i);
        match kind {
            Kind::Shape => given[i] = Given::Number(book.shapes.now(raw)),
            Kind::Context => given[i] = Given::Number(book.contexts.now(raw)),
            Kind::Function if raw != 0 => {
                let registered = [raw, number(&given, i + 2), number(&given, i + 1)];
                given[i] = Given::Number(DtResponse::raw(Some(respond)));
                given[i + 2] = Given::Number(book.place_of(registered) as u64);
            }
            _ => {}
        }
    }
    given
}

/// What is not as recorded, in words.
fn compare(
    replay: &Replay,
    book: &mut Book,
    op: Op,
    arguments: &Arguments,
    mut answer: u64,
    call: &Record,
    end: &Record,
) -> Option<String> {
    let recorded = replay.payload(end);
    let met = match op.signature().answer {
        Answer::Shape => Some(book.shapes.meets(Bytes(recorded).number().unwrap_or(0), answer)),
        Answer::Context => Some(book.contexts.meets(Bytes(recorded).number().unwrap_or(0), answer)),
        _ => None,
    };
    if let Some(met) = met {
        answer = met.unwrap_or(answer);
    }
    let mut now = Vec::new();
    // SAFETY: the function has been called with these arguments, and has answered so.
    unsafe { put_answer(&mut now, op.signature(), arguments, answer) };
    if let Some(missing) = ARRAYS.with_borrow_mut(|arrays| arrays.missing.take()) {
        return Some(format!("recorded: it does not read that\n  now: it {missing}"));
    }
    if now == recorded && met.is_none_or(|met| met.is_some()) {
        return None;
    }
    let words = replay.payload(call);
    let [then, now] = [recorded, &now].map(|answer| text::answer(op, words, answer));
    Some(format!("recorded: {then}\n  now: {now}"))
}

/// The function, its data and the objects of a recorded callback.
fn names_of(payload: &[u8]) -> Option<[u64; 4]> {
    let mut bytes = Bytes(payload);
    Some([bytes.number()?, bytes.number()?, bytes.number()?, bytes.number()?])
}

/// Stands in for all callbacks of the client's; its data is the place where the callback was registered.
unsafe extern "C-unwind" fn respond(
    place: *mut c_void,
    first: DtObjectRef,
    second: DtObjectRef,
    data: *const DtCollData,
) {
    let Some((replay, me)) = REPLAY.get() else {
        return;
    };
    let start = Instant::now();
    let depth = DEPTH.get();
    let (mut book, next) = replay.wait(me);
    let Some(next) = next else {
        drop(book);
        leave(0)
    };
    let [function, client_data, kind] =
        book.registered.get(place.addr()).copied().unwrap_or_default();
    let names = [function, client_data, first.raw(), second.raw()];
    let list = match u32::try_from(kind) {
        Ok(DT_DEPTH_RESPONSE | DT_CONTACTS_RESPONSE) => Some(Listed::Contacts),
        Ok(DT_INTERSECTION_RESPONSE) => Some(Listed::Segments),
        _ => None,
    };
    let mut now = Vec::new();
    // SAFETY: the library has made these data for this callback.
    unsafe { put_callback(&mut now, &Told { names, data, list }) };
    let recorded = Some(replay.payload(&next)).filter(|_| next.kind == kinds::CALLBACK);
    if recorded == Some(now.as_slice()) {
        book.turn_page(&replay.file);
    } else {
        let then = recorded.map_or("no more callbacks".into(), text::callback);
        let words = format!("in a test\n  recorded: {then}\n  now: {}", text::callback(&now));
        let number = book.calls;
        // The same callback with other data is an answer; another has no calls that could be made in it.
        if recorded.is_some_and(|recorded| names_of(recorded) == Some(names)) {
            replay.differs(&mut book, number, words);
        } else {
            replay.finish(&mut book, End::Differs(number, words));
        }
        if book.is_over() {
            drop(book);
            leave(0)
        }
    }
    drop(book);
    DEPTH.set(depth + 1);
    run(replay, me, depth + 1);
    DEPTH.set(depth);
    AWAY.set(AWAY.get() + start.elapsed());
}
