//! The schedule of a replay: which thread makes the next call.

use std::collections::HashMap;
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::format::{Reader, Record, kinds};
use crate::functions::Function;
use crate::handles::{Callback, Handles};
use crate::memory::Library;
use crate::scan::Scan;

/// How a replay ended.
#[derive(Clone, Debug)]
pub enum End {
    /// The recording is at its end, and all results were as recorded, except those in [`Outcome::differences`].
    Complete,
    /// A result differs: the number of the call, and how.
    Differs(u64, String),
    /// The record at this byte makes no sense.
    Malformed(usize),
    /// A thread could not be started.
    NoThread,
}

/// How often a function was called, and how long that took in total.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timing {
    /// The number of calls.
    pub calls: u64,
    /// The total time, without the calls made by callbacks.
    pub time: Duration,
}

/// The result of a replay.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// The number of calls made.
    pub calls: u64,
    /// If the replay goes on where results differ: the numbers of the calls, and how they differ.
    pub differences: Vec<(u64, String)>,
    /// The times of the functions, by their numbers.
    pub times: Vec<Timing>,
}

type StartThread = fn(&'static Replay, u32) -> std::io::Result<JoinHandle<()>>;

/// What the threads of a replay share.
pub struct Replay {
    pub library: &'static Library,
    pub file: Vec<u8>,
    /// Whether to go on where a result differs.
    continues: bool,
    schedule: Mutex<Schedule>,
    changed: Condvar,
    start_thread: StartThread,
}

/// The position in the recording and the state that goes with it.
pub struct Schedule {
    reader: Reader,
    /// The next record.
    pub next: Option<Record>,
    /// The thread that the next record belongs to.
    thread: u32,
    /// The number of the last call.
    pub calls: u64,
    pub shapes: Handles,
    pub contexts: Handles,
    pub callbacks: Vec<Callback>,
    callback_indices: HashMap<Callback, usize>,
    times: Vec<Timing>,
    workers: HashMap<u32, JoinHandle<()>>,
    /// The number of threads started.
    started: u32,
    /// A thread to join before anything else happens.
    to_join: Option<u32>,
    /// The threads that have ended.
    ended: Vec<u32>,
    end: Option<End>,
    differences: Vec<(u64, String)>,
}

/// The schedule, locked.
pub type Turn = MutexGuard<'static, Schedule>;

impl Replay {
    pub fn new(
        library: &'static Library,
        file: Vec<u8>,
        scan: &Scan,
        continues: bool,
        start_thread: StartThread,
    ) -> Replay {
        let mut schedule = Schedule {
            reader: Reader::new(scan.header),
            next: None,
            thread: 0,
            calls: 0,
            shapes: Handles::default(),
            contexts: Handles::default(),
            callbacks: Vec::new(),
            callback_indices: HashMap::new(),
            times: vec![Timing::default(); Function::ALL.len() + 1],
            workers: HashMap::new(),
            started: u32::from(!scan.first_ends),
            to_join: None,
            ended: Vec::new(),
            end: None,
            differences: Vec::new(),
        };
        schedule.advance(&file);
        let (schedule, changed) = (Mutex::new(schedule), Condvar::new());
        Replay { library, file, continues, schedule, changed, start_thread }
    }

    /// Waits until the next record belongs to `thread`; returns `None` if the replay has ended.
    pub fn wait(&'static self, thread: u32) -> (Turn, Option<Record>) {
        let mut schedule = self.schedule.lock();
        loop {
            if let Some(ended) = schedule.to_join {
                if let Some(worker) = schedule.workers.remove(&ended) {
                    // Joined now, since the library frees the thread's context before the next record.
                    MutexGuard::unlocked(&mut schedule, || drop(worker.join()));
                    schedule.to_join = None;
                    self.changed.notify_all();
                    continue;
                }
            } else if let Some(end) = self.switch_threads(&mut schedule) {
                self.end(&mut schedule, end);
            }
            if schedule.end.is_some() {
                return (schedule, None);
            }
            if schedule.thread == thread && schedule.to_join.is_none() {
                let next = schedule.next;
                return (schedule, next);
            }
            self.changed.wait(&mut schedule);
        }
    }

    /// Skips records that switch threads, and starts the threads. Returns how the replay ends, if it does here.
    fn switch_threads(&'static self, schedule: &mut Schedule) -> Option<End> {
        if schedule.end.is_some() {
            return None;
        }
        loop {
            let Some(record) = schedule.next else {
                return Some(End::Complete);
            };
            if record.kind == kinds::THREAD {
                let thread = record.number(&self.file).and_then(|thread| thread.try_into().ok());
                let Some(thread) = thread.filter(|thread| *thread <= schedule.started.max(1))
                else {
                    return Some(End::Malformed(record.start));
                };
                schedule.thread = thread;
                schedule.advance(&self.file);
                self.changed.notify_all();
            }
            if schedule.thread >= schedule.started {
                schedule.started = schedule.thread + 1;
                match (self.start_thread)(self, schedule.thread) {
                    Ok(worker) => drop(schedule.workers.insert(schedule.thread, worker)),
                    Err(_) => return Some(End::NoThread),
                }
            }
            match schedule.next {
                None => return Some(End::Complete),
                Some(next) if next.kind == kinds::THREAD => {}
                Some(next) => {
                    let has_ended = schedule.ended.contains(&schedule.thread);
                    return has_ended.then_some(End::Malformed(next.start));
                }
            }
        }
    }

    /// The current thread of the recording has ended.
    pub fn end_thread(&self, schedule: &mut Schedule) {
        schedule.ended.push(schedule.thread);
        if schedule.workers.contains_key(&schedule.thread) {
            schedule.to_join = Some(schedule.thread);
        }
        self.changed.notify_all();
    }

    /// Ends the replay.
    pub fn end(&self, schedule: &mut Schedule, end: End) {
        schedule.end.get_or_insert(end);
        self.changed.notify_all();
    }

    /// Notes a difference. Ends the replay unless it goes on where results differ.
    pub fn note_difference(&self, schedule: &mut Schedule, number: u64, what: String) {
        if self.continues {
            schedule.differences.push((number, what));
            schedule.advance(&self.file);
        } else {
            self.end(schedule, End::Differs(number, what));
        }
    }

    /// Waits for the end and for all threads.
    pub fn finish(&'static self) -> Outcome {
        drop(self.wait(u32::MAX));
        let workers: Vec<_> = self.schedule.lock().workers.drain().collect();
        for (_, worker) in workers {
            // A panic has printed its message already.
            let _ = worker.join();
        }
        let mut schedule = self.schedule.lock();
        Outcome {
            end: schedule.end.take().unwrap_or(End::Complete),
            calls: schedule.calls,
            differences: std::mem::take(&mut schedule.differences),
            times: std::mem::take(&mut schedule.times),
        }
    }
}

impl Schedule {
    /// Goes on to the next record.
    pub fn advance(&mut self, file: &[u8]) {
        self.next = self.reader.next(file).ok().flatten();
    }

    /// Whether the replay has ended.
    pub fn has_ended(&self) -> bool {
        self.end.is_some()
    }

    /// The index of a callback in `callbacks`, to which it is added if necessary.
    pub fn callback_index(&mut self, callback: Callback) -> usize {
        *self.callback_indices.entry(callback).or_insert_with(|| {
            self.callbacks.push(callback);
            self.callbacks.len() - 1
        })
    }

    /// Adds the time of a call.
    pub fn add_time(&mut self, function: Function, time: Duration) {
        let timing = &mut self.times[function as usize];
        timing.calls += 1;
        timing.time += time;
    }
}
