//! Threads for large queries: a pool of `rayon`, or the calling thread alone.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// A handle to a pool of threads, or to none: then all work is done by the calling thread.
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

impl Threads {
    /// A pool of `count` threads; with at most one, the calling thread alone. Fails if the system provides fewer.
    pub fn new(count: usize) -> Result<Threads, ThreadPoolBuildError> {
        if count <= 1 {
            return Ok(Threads::default());
        }
        let mut handles = Vec::with_capacity(count);
        let pool = ThreadPoolBuilder::new()
            .num_threads(count)
            .spawn_handler(|thread| {
                let builder = Builder::new().name("libsolid".into());
                handles.push(builder.spawn(|| thread.run())?);
                Ok(())
            })
            .build()?;
        let process = std::process::id();
        Ok(Threads(Some(Arc::new(Pool { pool: Some(pool), handles, process }))))
    }

    /// The number of threads.
    pub fn count(&self) -> usize {
        self.pool().map_or(1, ThreadPool::current_num_threads)
    }

    /// The results of `work` for each of the parts, in the order of the parts. Each part is a task of its own.
    pub fn map<T: Send, R: Send>(
        &self,
        parts: impl Iterator<Item = T> + Send,
        work: impl Fn(T) -> R + Sync + Send,
    ) -> Vec<R> {
        let Some(pool) = self.pool() else {
            return parts.map(work).collect();
        };
        pool.install(|| {
            let parts: Vec<T> = parts.collect();
            parts.into_par_iter().with_max_len(1).map(work).collect()
        })
    }

    /// The results of both, which may run in parallel.
    ///
    /// ```
    /// # use solid_geometry::threads::Threads;
    /// let threads = Threads::new(2).expect("two threads");
    /// let (sum, product) = threads.join(|| (1..=5).sum::<i32>(), || (1..=5).product::<i32>());
    /// assert_eq!((sum, product), (15, 120));
    /// ```
    pub fn join<A: Send, B: Send>(
        &self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        match self.pool() {
            Some(pool) => pool.join(first, second),
            None => (first(), second()),
        }
    }

    fn pool(&self) -> Option<&ThreadPool> {
        let Pool { pool, process, .. } = &**self.0.as_ref()?;
        pool.as_ref().filter(|_| *process == std::process::id())
    }
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
