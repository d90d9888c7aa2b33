//! The threads of dtSetThreads.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread::{Builder, JoinHandle};

use parking_lot::{Condvar, Mutex};

use solid_geometry::broad::Team;

/// A pool of threads that sleep until they are asked to work. It allocates nothing once it is there.
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
    /// One asks at a time.
    turn: Mutex<()>,
}

/// So often a thread that waits for the next job, or for the others, looks before it goes to sleep: a fifth of a millisecond,
/// so that none sleeps between the jobs of a test. To be woken takes 50 microseconds, 20 of them the caller's. Where there
/// are more threads than processors, it would keep others from their work.
const LOOKS: u32 = 10_000;

#[cfg(unix)]
fn processors() -> usize {
    // SAFETY: it has no requirement.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) }).unwrap_or(1)
}

#[cfg(not(unix))]
fn processors() -> usize {
    1
}

/// Waits awake, for a while, until something holds.
#[inline(never)]
fn wait_for(looks: u32, holds: &dyn Fn() -> bool) {
    for _ in 0..looks {
        if holds() {
            return;
        }
        std::hint::spin_loop();
    }
}

#[derive(Default)]
struct Shared {
    /// The job's, to be looked at without the lock: what they tell may be out of date.
    number: AtomicU64,
    busy: AtomicUsize,
    /// [`LOOKS`] or none.
    looks: u32,
    job: Mutex<Job>,
    /// There is work, or the pool is at its end.
    called: Condvar,
    /// The last worker has left.
    left: Condvar,
}

#[derive(Default)]
struct Job {
    /// `None`: who comes now comes too late.
    work: Option<Work>,
    /// Changes with every job.
    number: u64,
    /// Workers that are at it.
    busy: usize,
    failed: bool,
    over: bool,
}

/// A reference whose lifetime is that of a job.
#[derive(Clone, Copy)]
struct Work(*const (dyn Fn(bool) + Sync));

// SAFETY: what it refers to may be shared among threads.
unsafe impl Send for Work {}

impl Pool {
    /// A pool of so many threads, the asking one included.
    pub fn new(threads: usize) -> io::Result<Pool> {
        let looks = if threads <= processors() { LOOKS } else { 0 };
        let shared = Arc::new(Shared { looks, ..Shared::default() });
        let mut pool = Pool { shared, workers: Vec::new(), turn: Mutex::default() };
        for _ in 1..threads {
            let shared = Arc::clone(&pool.shared);
            // If it fails, those that are there end with the pool.
            pool.workers.push(
                Builder::new().name("libsolid".into()).spawn(move || shared.wait_for_jobs())?,
            );
        }
        Ok(pool)
    }
}

impl Shared {
    fn wait_for_jobs(&self) {
        let mut last = 0;
        let mut job = self.job.lock();
        while !job.over {
            match job.work {
                Some(Work(work)) if job.number != last => {
                    last = job.number;
                    job.busy += 1;
                    self.busy.store(job.busy, Relaxed);
                    drop(job);
                    // SAFETY: `run` does not return, so that the reference stays valid, before `busy` is zero again.
                    let result = catch_unwind(AssertUnwindSafe(|| unsafe { (*work)(false) }));
                    job = self.job.lock();
                    job.failed |= result.is_err();
                    job.busy -= 1;
                    self.busy.store(job.busy, Relaxed);
                    if job.busy == 0 {
                        self.left.notify_one();
                    }
                    drop(job);
                    wait_for(self.looks, &|| self.number.load(Relaxed) != last);
                    job = self.job.lock();
                }
                _ => {
                    self.called.wait(&mut job);
                    // Perhaps woken before there is work.
                    if job.work.is_none() && !job.over {
                        drop(job);
                        wait_for(self.looks, &|| self.number.load(Relaxed) != last);
                        job = self.job.lock();
                    }
                }
            }
        }
    }
}

impl Team for Pool {
    fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    fn wake(&self) {
        if self.shared.looks > 0 {
            self.shared.called.notify_all();
        }
    }

    fn run(&self, work: &(dyn Fn(bool) + Sync)) {
        let _turn = self.turn.lock();
        // SAFETY: only the lifetime changes, and nobody uses the reference after this call: it is taken away below
        // when no worker is at it any more.
        let lasting: &'static (dyn Fn(bool) + Sync) = unsafe { std::mem::transmute(work) };
        let mut job = self.shared.job.lock();
        (job.work, job.failed) = (Some(Work(lasting)), false);
        job.number += 1;
        self.shared.number.store(job.number, Relaxed);
        drop(job);
        self.shared.called.notify_all();
        let own = catch_unwind(AssertUnwindSafe(|| work(true)));
        let mut job = self.shared.job.lock();
        job.work = None;
        drop(job);
        wait_for(self.shared.looks, &|| self.shared.busy.load(Relaxed) == 0);
        let mut job = self.shared.job.lock();
        while job.busy > 0 {
            self.shared.left.wait(&mut job);
        }
        let failed = job.failed;
        drop(job);
        if let Err(panic) = own {
            resume_unwind(panic);
        }
        assert!(!failed, "a thread of the pool has failed");
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.job.lock().over = true;
        self.shared.number.store(u64::MAX, Relaxed);
        self.shared.called.notify_all();
        for worker in self.workers.drain(..) {
            // It catches what its work panics with.
            let _ = worker.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solid_geometry::broad::team::share_out;

    #[test]
    fn every_part_is_done_once() {
        for threads in [1, 2, 5] {
            let pool = Pool::new(threads).expect("threads");
            assert_eq!(pool.threads(), threads);
            for round in 0..200 {
                let mut done = vec![0_u32; 1 + round];
                share_out(&pool, done.chunks_mut(3), |part| part.iter_mut().for_each(|x| *x += 1));
                assert!(done.iter().all(|x| *x == 1));
            }
        }
    }

    #[test]
    fn threads_that_are_woken_before_there_is_work_wait_for_it() {
        for threads in [1, 2, 5] {
            let pool = Pool::new(threads).expect("threads");
            let sum = AtomicU64::new(0);
            for round in 0..100 {
                pool.wake();
                // Some come to it awake, some asleep again.
                if round % 10 == 0 {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
                share_out(&pool, 0..20, |i| {
                    sum.fetch_add(i, Relaxed);
                });
            }
            pool.wake();
            assert_eq!(sum.into_inner(), 100 * 190);
        }
    }

    #[test]
    fn a_panic_comes_out_and_the_pool_goes_on() {
        let pool = Pool::new(3).expect("threads");
        let sum = AtomicU64::new(0);
        for bad in [0, 50, 99] {
            let result = catch_unwind(AssertUnwindSafe(|| {
                share_out(&pool, 0..100, |i| assert!(i != bad, "as intended"));
            }));
            assert!(result.is_err());
            share_out(&pool, 0..100, |i| {
                sum.fetch_add(i, Relaxed);
            });
        }
        assert_eq!(sum.into_inner(), 3 * 4950);
    }
}
