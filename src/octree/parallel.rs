//! Who tests the pairs of faces (report 4.4). What is found is the same; its order is made the same by sorting it.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{ScopedJoinHandle, scope};

use super::method::FacePair;
use super::settings::Threads;
use super::walk::{Membership, Walk};

/// How many pairs a producer hands over at once: enough that handing over does not count.
const BATCH: usize = 128;

/// Walks the cells and gives `found` what `test` makes of each candidate, in no particular order.
///
/// `candidates` is memory, used where pairs are listed before they are tested: to be divided, or since they repeat.
pub(super) fn find<M: Membership>(
    walk: &mut Walk<'_, M>,
    threads: Threads,
    test: &(impl Fn(&[u32; 2]) -> Option<FacePair> + Sync),
    candidates: &mut Vec<[u32; 2]>,
    found: &mut Vec<FacePair>,
) {
    found.clear();
    match threads {
        Threads::One if !M::REPEATS => walk.run(&mut |i, j| found.extend(test(&[i, j]))),
        Threads::ProducerAndConsumers(threads) if !M::REPEATS && threads > 1 => {
            produce(walk, threads, test, found);
        }
        Threads::One => {
            list(walk, candidates);
            found.extend(candidates.iter().filter_map(test));
        }
        Threads::Divided(threads) | Threads::ProducerAndConsumers(threads) => {
            list(walk, candidates);
            divide(candidates, threads, test, found);
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
    threads: usize,
    test: &(impl Fn(&[u32; 2]) -> Option<FacePair> + Sync),
    found: &mut Vec<FacePair>,
) {
    let share = candidates.len().div_ceil(threads.max(1)).max(BATCH);
    let (own, others) = candidates.split_at(share.min(candidates.len()));
    scope(|scope| {
        let work = |part| scope.spawn(move || <[_]>::iter(part).filter_map(test).collect::<Vec<_>>());
        let others: Vec<_> = others.chunks(share).map(work).collect();
        found.extend(own.iter().filter_map(test));
        others.into_iter().for_each(|other| found.extend(joined(other)));
    });
}

/// The calling thread finds candidates, the others test them; at the end it helps.
fn produce<M: Membership>(
    walk: &mut Walk<'_, M>,
    threads: usize,
    test: &(impl Fn(&[u32; 2]) -> Option<FacePair> + Sync),
    found: &mut Vec<FacePair>,
) {
    let (sender, receiver) = channel::<Vec<[u32; 2]>>();
    let receiver = Mutex::new(receiver);
    scope(|scope| {
        let consumer = || scope.spawn(|| consume(&receiver, test));
        let consumers: Vec<_> = (1..threads).map(|_| consumer()).collect();
        let mut batch = Vec::with_capacity(BATCH);
        walk.run(&mut |i, j| {
            batch.push([i, j]);
            if batch.len() == BATCH {
                // Nobody stops receiving before the sender is gone.
                let _ = sender.send(std::mem::replace(&mut batch, Vec::with_capacity(BATCH)));
            }
        });
        drop(sender);
        found.extend(batch.iter().filter_map(test));
        found.extend(consume(&receiver, test));
        consumers.into_iter().for_each(|consumer| found.extend(joined(consumer)));
    });
}

/// Tests batches until there are no more.
fn consume(
    receiver: &Mutex<Receiver<Vec<[u32; 2]>>>,
    test: impl Fn(&[u32; 2]) -> Option<FacePair>,
) -> Vec<FacePair> {
    let next = || receiver.lock().ok()?.recv().ok();
    std::iter::from_fn(next).flat_map(|batch| batch.into_iter().filter_map(|pair| test(&pair))).collect()
}

/// The result of a thread, or its panic.
fn joined<T>(handle: ScopedJoinHandle<'_, T>) -> T {
    handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
