//! Who tests the pairs of faces (report 4.4). What is found is the same; its order is made the same by sorting it.

use std::sync::{Mutex, PoisonError};

use rayon_core::{ThreadPool, ThreadPoolBuilder};

use super::method::FacePair;
use super::settings::Threads;
use super::walk::{Membership, Walk};

/// How many pairs are handed over at once: enough that handing over does not count.
const BATCH: usize = 128;

/// Threads that wait for work between two calls.
#[derive(Debug, Default)]
pub(super) struct Workers {
    pool: Option<ThreadPool>,
}

impl Workers {
    /// So many threads, made at the first call that asks for them; `None` for one, and where the system has no more.
    fn pool(&mut self, threads: usize) -> Option<&ThreadPool> {
        let threads = threads.min(MOST_THREADS);
        if self.pool.as_ref().is_none_or(|pool| pool.current_num_threads() != threads) {
            self.pool = None;
            if threads > 1 {
                self.pool = ThreadPoolBuilder::new().num_threads(threads).build().ok();
            }
        }
        self.pool.as_ref()
    }
}

/// More threads than this are not asked of the system.
const MOST_THREADS: usize = 256;

/// Walks the cells and gives `found` what `test` makes of each candidate, in no particular order.
///
/// `candidates` is memory, used where pairs are listed before they are tested: to be divided, or since they repeat.
pub(super) fn find<M: Membership>(
    walk: &mut Walk<'_, M>,
    threads: Threads,
    workers: &mut Workers,
    test: &(impl Fn(&[u32; 2]) -> Option<FacePair> + Sync),
    candidates: &mut Vec<[u32; 2]>,
    found: &mut Vec<FacePair>,
) {
    found.clear();
    let pool = match threads {
        Threads::One => None,
        Threads::Divided(count) | Threads::ProducerAndConsumers(count) => workers.pool(count),
    };
    match pool {
        Some(pool) if !M::REPEATS && matches!(threads, Threads::ProducerAndConsumers(_)) => {
            produce(walk, pool, test, found);
        }
        None if !M::REPEATS => walk.run(&mut |i, j| found.extend(test(&[i, j]))),
        pool => {
            list(walk, candidates);
            match pool {
                Some(pool) => divide(candidates, pool, test, found),
                None => found.extend(candidates.iter().filter_map(test)),
            }
        }
    }
}

/// All candidates, each once.
fn list<M: Membership>(walk: &mut Walk<'_, M>, candidates: &mut Vec<[u32; 2]>) {
    candidates.clear();
    walk.run(&mut |i, j| candidates.push([i, j]));
    if M::REPEATS {
        candidates.sort_unstable();
        candidates.dedup();
    }
}

/// One program, many data: each thread tests an equal part.
fn divide(
    candidates: &[[u32; 2]],
    pool: &ThreadPool,
    test: &(impl Fn(&[u32; 2]) -> Option<FacePair> + Sync),
    found: &mut Vec<FacePair>,
) {
    let share = candidates.len().div_ceil(pool.current_num_threads()).max(BATCH);
    let results = Mutex::new(found);
    pool.scope(|scope| {
        for part in candidates.chunks(share) {
            let results = &results;
            scope.spawn(move |_| hand_in(part, test, results));
        }
    });
}

/// The walk hands over candidates as it finds them, and the other threads test them; at the end its thread helps.
fn produce<M: Membership>(
    walk: &mut Walk<'_, M>,
    pool: &ThreadPool,
    test: &(impl Fn(&[u32; 2]) -> Option<FacePair> + Sync),
    found: &mut Vec<FacePair>,
) {
    let results = Mutex::new(found);
    pool.scope(|scope| {
        let results = &results;
        let mut batch = Vec::with_capacity(BATCH);
        walk.run(&mut |i, j| {
            batch.push([i, j]);
            if batch.len() == BATCH {
                let full = std::mem::replace(&mut batch, Vec::with_capacity(BATCH));
                scope.spawn(move |_| hand_in(&full, test, results));
            }
        });
        hand_in(&batch, test, results);
    });
}

/// Tests some candidates and adds what is found to all results.
fn hand_in(
    candidates: &[[u32; 2]],
    test: &(impl Fn(&[u32; 2]) -> Option<FacePair> + Sync),
    results: &Mutex<&mut Vec<FacePair>>,
) {
    let found: Vec<FacePair> = candidates.iter().filter_map(test).collect();
    // Whoever panicked left the list whole; the panic itself is passed on by the scope.
    results.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
}
