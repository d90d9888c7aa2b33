//! Threads for large queries: a pool of `rayon`, or the calling thread alone.

#[cfg(test)]
mod tests;

use std::fmt;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::interrupt::{self, Helped};
use crate::memory::restoring;

/// How often a waiting thread spins before it blocks: for some 100 microseconds.
const MOST_ROUNDS: usize = 8192;

/// A handle to a pool of threads that help the calling one, or to none: then all work is done by the calling thread.
///
/// Clones share the pool, whose threads end with the last of them. A process made by `fork` has no copy of the threads:
/// there a handle that it inherited works with the calling thread alone.
///
/// ```
/// use solid_geometry::threads::Threads;
///
/// let threads = Threads::new(2).expect("two threads");
/// let squares = threads.map([1, 2, 3].into_iter(), |n| n * n);
/// assert_eq!((threads.count(), squares), (2, vec![1, 4, 9]));
/// assert_eq!(Threads::default().count(), 1); // the calling thread
/// ```
#[derive(Clone, Default)]
pub struct Threads(Option<Arc<Pool>>);

/// A pool, and the process in which it has its threads.
struct Pool {
    /// `None` only while it is dropped.
    pool: Option<ThreadPool>,
    handles: Vec<JoinHandle<()>>,
    process: u32,
}

impl fmt::Debug for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Threads").field("count", &self.count()).finish()
    }
}

impl Threads {
    /// `count` threads, of which the calling thread is one and the others are a pool's. Fails if the system provides fewer.
    pub fn new(count: usize) -> Result<Threads, ThreadPoolBuildError> {
        if count <= 1 {
            return Ok(Threads::default());
        }
        let mut handles = Vec::with_capacity(count - 1);
        let pool = ThreadPoolBuilder::new()
            .num_threads(count - 1)
            .spawn_handler(|thread| {
                let builder = Builder::new().name("libsolid".into());
                handles.push(builder.spawn(|| thread.run())?);
                Ok(())
            })
            .build()?;
        let process = std::process::id();
        Ok(Threads(Some(Arc::new(Pool { pool: Some(pool), handles, process }))))
    }

    /// The number of threads, the calling thread included.
    pub fn count(&self) -> usize {
        self.pool().map_or(1, |pool| 1 + pool.current_num_threads())
    }

    /// The results of `work` for each of the parts, in the order of the parts. Each thread takes one part after the other. The
    /// calling thread does so too: to wake another takes as long as a part.
    pub fn map<T: Send, R: Send>(
        &self,
        parts: impl Iterator<Item = T> + Send,
        work: impl Fn(T) -> R + Sync + Send,
    ) -> Vec<R> {
        let Some(pool) = self.pool() else {
            return parts.map(work).collect();
        };
        let (parts, results) = (Mutex::new(parts.enumerate()), Mutex::new(Vec::new()));
        let take_parts = || {
            loop {
                let next = lock(&parts).next();
                let Some((place, part)) = next else { break };
                let result = work(part);
                let mut results = lock(&results);
                let count = results.len().max(place + 1);
                results.resize_with(count, || None);
                results[place] = Some(result);
            }
        };
        by_all_threads(pool, &take_parts);
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.into_iter().flatten().collect()
    }

    /// Runs `work`, which calls [`Threads::map`] several times, and meanwhile keeps the threads of the pool awake: to wake one
    /// takes some tens of microseconds.
    ///
    /// ```
    /// # use solid_geometry::threads::Threads;
    /// let threads = Threads::new(2).expect("two threads");
    /// let square = |n: i32| n * n;
    /// let powers = threads.awake(|| threads.map(threads.map(1..4, square).into_iter(), square));
    /// assert_eq!(powers, [1, 16, 81]);
    /// ```
    pub fn awake<R>(&self, work: impl FnOnce() -> R) -> R {
        let Some(pool) = self.pool() else {
            return work();
        };
        let is_done = Arc::new(AtomicBool::new(false));
        for _ in 0..pool.current_num_threads() {
            let is_done = Arc::clone(&is_done);
            pool.spawn(move || {
                while !is_done.load(Relaxed) {
                    // Does what the pool has to do.
                    rayon::yield_now();
                    spin_loop();
                }
            });
        }
        restoring((), |()| work(), |()| is_done.store(true, Relaxed))
    }

    fn pool(&self) -> Option<&ThreadPool> {
        let Pool { pool, process, .. } = &**self.0.as_ref()?;
        pool.as_ref().filter(|_| *process == std::process::id())
    }
}

/// Runs `work` on all threads of a pool and on the calling one. Compiled once, for all that is divided among threads.
fn by_all_threads(pool: &ThreadPool, work: &(dyn Fn() + Sync)) {
    let (helpers, finished) = (pool.current_num_threads(), AtomicUsize::new(0));
    let (caller, helped) = (std::thread::current(), Helped::work());
    pool.in_place_scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|_| {
                restoring(
                    (),
                    |()| helped.run(work),
                    |()| {
                        finished.fetch_add(1, Relaxed);
                        caller.unpark();
                    },
                );
            });
        }
        work();
        let are_at_work = || finished.load(Relaxed) < helpers;
        // Mostly that takes less than to wake this thread.
        (0..MOST_ROUNDS).take_while(|_| are_at_work()).for_each(|_| spin_loop());
        // The end of the scope would wait too, but not ask whether to go on.
        while are_at_work() {
            std::thread::park_timeout(interrupt::INTERVAL);
            interrupt::check();
        }
    });
}

/// No thread panics while it holds one of these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Pool {
    fn drop(&mut self) {
        let (pool, handles) = (self.pool.take(), std::mem::take(&mut self.handles));
        if self.process != std::process::id() {
            // The threads are in another process: waiting for them would never end.
            std::mem::forget((pool, handles));
            return;
        }
        drop(pool);
        // Waits for the threads, so that a program may unload the library. They catch what their work panics with.
        handles.into_iter().for_each(|handle| drop(handle.join()));
    }
}
