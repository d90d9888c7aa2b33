//! Who tests the pairs of faces (report 4.4). What is found is the same; its order is made the same by sorting it.

use std::thread::{Builder, Scope, scope};

use parking_lot::{Condvar, Mutex};

use super::FacePair;
use super::settings::Threads;
use super::walk::Walk;

/// How many pairs are handed over at once: enough that handing over does not count.
const BATCH: usize = 128;

/// From how many batches on other threads are worth their start.
const BATCHES_WORTH_THREADS: usize = 8;

/// The most threads.
const MOST_THREADS: usize = 256;

/// What a candidate, two places among the items, is made of; `None` if it is no pair.
pub(super) type Test<'a> = &'a (dyn Fn(&(u32, u32)) -> Option<FacePair> + Sync);

/// Walks the cells and gives `found` what `test` makes of each candidate, in no particular order.
///
/// `candidates` is memory, used where pairs are listed before they are tested: to be divided, or since they repeat.
pub(super) fn find(
    walk: &mut Walk<'_>,
    threads: Threads,
    test: Test<'_>,
    candidates: &mut Vec<(u32, u32)>,
    found: &mut Vec<FacePair>,
) {
    found.clear();
    let count = match threads {
        Threads::One => 1,
        Threads::Divided(count) | Threads::ProducerAndConsumers(count) => {
            count.clamp(1, MOST_THREADS)
        }
    };
    match threads {
        Threads::ProducerAndConsumers(_) if count > 1 && !walk.repeats() => {
            produce(walk, count, test, found)
        }
        _ if count == 1 && !walk.repeats() => walk.run(&mut |i, j| found.extend(test(&(i, j)))),
        _ => {
            list(walk, candidates);
            match count {
                1 => found.extend(candidates.iter().filter_map(test)),
                _ => divide(candidates, count, test, found),
            }
        }
    }
}

/// All candidates, each once.
fn list(walk: &mut Walk<'_>, candidates: &mut Vec<(u32, u32)>) {
    candidates.clear();
    walk.run(&mut |i, j| candidates.push((i, j)));
    if walk.repeats() {
        candidates.sort_unstable();
        candidates.dedup();
    }
}

/// One program, many data: each thread tests an equal part.
fn divide(candidates: &[(u32, u32)], threads: usize, test: Test<'_>, found: &mut Vec<FacePair>) {
    let share = candidates.len().div_ceil(threads).max(BATCH * BATCHES_WORTH_THREADS / 2);
    let results = Mutex::new(found);
    let mut parts = candidates.chunks(share);
    let own = parts.next().unwrap_or_default();
    scope(|scope| {
        let results = &results;
        for part in parts {
            if !starts(scope, move || hand_in(part, test, results)) {
                hand_in(part, test, results);
            }
        }
        hand_in(own, test, results);
    });
}

/// Starts a thread; `false` where the system has no more.
fn starts<'s>(scope: &'s Scope<'s, '_>, work: impl FnOnce() + Send + 's) -> bool {
    Builder::new().spawn_scoped(scope, work).is_ok()
}

/// Batches of candidates that wait for a thread.
#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    called: Condvar,
}

#[derive(Default)]
struct Waiting {
    batches: Vec<Vec<(u32, u32)>>,
    over: bool,
}

impl Queue {
    fn push(&self, batch: Vec<(u32, u32)>) {
        self.waiting.lock().batches.push(batch);
        self.called.notify_one();
    }

    /// The next batch, once there is one; `None` where there will be none.
    fn pop(&self) -> Option<Vec<(u32, u32)>> {
        let mut waiting = self.waiting.lock();
        loop {
            match waiting.batches.pop() {
                None if !waiting.over => self.called.wait(&mut waiting),
                batch => return batch,
            }
        }
    }
}

/// The end of a queue, by a panic too: nobody waits for ever.
struct End<'a>(&'a Queue);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.waiting.lock().over = true;
        self.0.called.notify_all();
    }
}

/// The walk hands over candidates as it finds them, and the other threads test them, which start when there are many; at the
/// end its thread helps.
fn produce(walk: &mut Walk<'_>, threads: usize, test: Test<'_>, found: &mut Vec<FacePair>) {
    let (results, queue) = (Mutex::new(found), Queue::default());
    let consume = || {
        while let Some(batch) = queue.pop() {
            hand_in(&batch, test, &results);
        }
    };
    scope(|scope| {
        let end = End(&queue);
        let (mut batch, mut batches) = (Vec::with_capacity(BATCH), 0);
        walk.run(&mut |i, j| {
            batch.push((i, j));
            if batch.len() == BATCH {
                queue.push(std::mem::replace(&mut batch, Vec::with_capacity(BATCH)));
                batches += 1;
                if batches == BATCHES_WORTH_THREADS {
                    // Where the system has fewer threads, fewer do the work.
                    (1..threads).all(|_| starts(scope, consume));
                }
            }
        });
        drop(end);
        hand_in(&batch, test, &results);
        consume();
    });
}

/// Tests some candidates and adds what is found to all results.
fn hand_in(candidates: &[(u32, u32)], test: Test<'_>, results: &Mutex<&mut Vec<FacePair>>) {
    let found: Vec<FacePair> = candidates.iter().filter_map(test).collect();
    results.lock().extend(found);
}
