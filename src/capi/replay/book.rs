//! The recording as its threads go through it: each takes what it did, when it is its turn.

use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::handles::Handles;
use super::scan::{Scan, number, payload};
use crate::capi::recording::calls::{OPS, Op};
use crate::capi::recording::format::{Reader, Record, kinds};
use rustc_hash::FxHashMap;

/// How a replay ended.
#[derive(Clone, Debug)]
pub enum End {
    /// All was as recorded, as far as the recording goes.
    AsRecorded,
    /// Something was not: the call's number, and what.
    Differs(u64, String),
    /// The recording makes no sense, at this byte.
    Malformed(usize),
    /// The system gives no more threads.
    NoThread,
}

/// How often a function was called, and how long it took in all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timed {
    /// Calls.
    pub calls: u64,
    /// Time, without that of the calls made by callbacks.
    pub time: Duration,
}

/// What came of a replay.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// How many calls were made.
    pub calls: u64,
    /// What was passed over: the calls' numbers, and how their answers differ.
    pub passed: Vec<(u64, String)>,
    /// The time of each function, by its number.
    pub times: Vec<Timed>,
}

/// A callback as it was registered: the function, the data, the type of response.
pub type Registered = [u64; 3];

pub struct Book {
    reader: Reader,
    next: Option<Record>,
    thread: u32,
    /// The number of the last call.
    pub calls: u64,
    pub shapes: Handles,
    pub contexts: Handles,
    pub registered: Vec<Registered>,
    pub places: FxHashMap<Registered, usize>,
    pub times: Vec<Timed>,
    workers: FxHashMap<u32, JoinHandle<()>>,
    known: u32,
    /// One that is to be waited for before anything else is done.
    ended: Option<u32>,
    /// Those that have ended.
    over: Vec<u32>,
    end: Option<End>,
    /// What differed, where the replay goes on.
    passed: Vec<(u64, String)>,
}

/// What the threads of a replay share.
pub struct Replay {
    pub file: Vec<u8>,
    /// Whether it goes on where an answer differs.
    goes_on: bool,
    book: Mutex<Book>,
    changed: Condvar,
    /// Starts a thread of the recording.
    start: fn(&'static Replay, u32) -> std::io::Result<JoinHandle<()>>,
}

/// The book while it is this thread's turn.
pub type Turn = MutexGuard<'static, Book>;

impl Replay {
    pub fn new(
        file: Vec<u8>,
        scan: &Scan,
        goes_on: bool,
        start: fn(&'static Replay, u32) -> std::io::Result<JoinHandle<()>>,
    ) -> Replay {
        let mut book = Book {
            reader: Reader::new(scan.header),
            next: None,
            thread: 0,
            calls: 0,
            shapes: Handles::default(),
            contexts: Handles::default(),
            registered: Vec::new(),
            places: FxHashMap::default(),
            times: vec![Timed::default(); OPS.len() + 1],
            workers: FxHashMap::default(),
            known: u32::from(!scan.first_ends),
            ended: None,
            over: Vec::new(),
            end: None,
            passed: Vec::new(),
        };
        book.turn_page(&file);
        Replay { file, goes_on, book: Mutex::new(book), changed: Condvar::new(), start }
    }

    /// Waits until the next record is this thread's; `None` if there is none any more.
    pub fn wait(&'static self, me: u32) -> (Turn, Option<Record>) {
        let mut book = self.book.lock();
        loop {
            if let Some(ended) = book.ended {
                if let Some(worker) = book.workers.remove(&ended) {
                    // Its thread-local context goes before what comes next.
                    MutexGuard::unlocked(&mut book, || drop(worker.join()));
                    book.ended = None;
                    self.changed.notify_all();
                    continue;
                }
            } else if let Some(end) = self.look(&mut book) {
                book.end.get_or_insert(end);
                self.changed.notify_all();
            }
            if book.end.is_some() {
                return (book, None);
            }
            if book.thread == me && book.ended.is_none() {
                let next = book.next;
                return (book, next);
            }
            self.changed.wait(&mut book);
        }
    }

    /// Goes past changes of threads; tells if the replay is at its end.
    fn look(&'static self, book: &mut Book) -> Option<End> {
        if book.end.is_some() {
            return None;
        }
        loop {
            let Some(record) = book.next else {
                return Some(End::AsRecorded);
            };
            if record.kind == kinds::THREAD {
                let thread =
                    number(&self.file, &record).and_then(|thread| u32::try_from(thread).ok());
                let Some(thread) = thread.filter(|thread| *thread <= book.known.max(1)) else {
                    return Some(End::Malformed(record.at));
                };
                book.thread = thread;
                book.turn_page(&self.file);
                self.changed.notify_all();
            }
            if book.thread >= book.known {
                book.known = book.thread + 1;
                match (self.start)(self, book.thread) {
                    Ok(worker) => drop(book.workers.insert(book.thread, worker)),
                    Err(_) => return Some(End::NoThread),
                }
            }
            match book.next {
                None => return Some(End::AsRecorded),
                Some(next) if next.kind == kinds::THREAD => {}
                Some(next) => {
                    return book.over.contains(&book.thread).then_some(End::Malformed(next.at));
                }
            }
        }
    }

    /// This thread of the recording is at its end.
    pub fn end_thread(&self, book: &mut Book) {
        book.over.push(book.thread);
        if book.workers.contains_key(&book.thread) {
            book.ended = Some(book.thread);
        }
        self.changed.notify_all();
    }

    /// Ends the replay.
    pub fn finish(&self, book: &mut Book, end: End) {
        book.end.get_or_insert(end);
        self.changed.notify_all();
    }

    /// Takes down what differs, and ends the replay unless it can go on.
    pub fn differs(&self, book: &mut Book, number: u64, what: String) {
        if self.goes_on {
            book.passed.push((number, what));
            book.turn_page(&self.file);
        } else {
            self.finish(book, End::Differs(number, what));
        }
    }

    /// What a record holds.
    pub fn payload(&self, record: &Record) -> &[u8] {
        payload(&self.file, record)
    }

    /// Waits for the end, and for all threads; what came of it.
    pub fn conclude(&'static self) -> Outcome {
        drop(self.wait(u32::MAX));
        let workers: Vec<_> = self.book.lock().workers.drain().collect();
        for (_, worker) in workers {
            // A thread that panics has been told by the panic.
            let _ = worker.join();
        }
        let mut book = self.book.lock();
        Outcome {
            end: book.end.take().unwrap_or(End::AsRecorded),
            calls: book.calls,
            passed: std::mem::take(&mut book.passed),
            times: std::mem::take(&mut book.times),
        }
    }
}

impl Book {
    /// Goes on to the next record.
    pub fn turn_page(&mut self, file: &[u8]) {
        self.next = self.reader.next(file).ok().flatten();
    }

    /// Whether the replay is at its end.
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The next record, whosever it is.
    pub fn next(&self) -> Option<Record> {
        self.next
    }

    /// Where a callback is registered; it is if it has not been.
    pub fn place_of(&mut self, registered: Registered) -> usize {
        let all = &mut self.registered;
        *self.places.entry(registered).or_insert_with(|| {
            all.push(registered);
            all.len() - 1
        })
    }

    /// Counts a call and its time.
    pub fn count(&mut self, op: Op, time: Duration) {
        let timed = &mut self.times[op as usize];
        timed.calls += 1;
        timed.time += time;
    }
}
