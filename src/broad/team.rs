//! Several threads that do one thing together.

use parking_lot::Mutex;

/// Threads that can be asked to work. Whoever asks works with them.
pub trait Team: Send + Sync {
    /// How many threads there are, the asking one included.
    fn threads(&self) -> usize;

    /// Runs `work` on the calling thread, and on as many of the others as come in time; returns when all are done.
    /// A panic of any comes out of the call. `work` shares out what there is to do, and leaves when nothing is left.
    /// It is told whether it runs on the calling thread.
    fn run(&self, work: &(dyn Fn(bool) + Sync));

    /// There will be work soon: those that sleep may wake meanwhile.
    fn wake(&self) {}
}

/// No team: the calling thread alone.
pub struct Alone;

impl Team for Alone {
    fn threads(&self) -> usize {
        1
    }

    fn run(&self, work: &(dyn Fn(bool) + Sync)) {
        work(true);
    }
}

/// Lets a team do `work` for each of the parts. The calling thread takes them from the front, others from the back: what is
/// shared out again and again lies mostly in the memory next to the thread that works on it.
pub fn share_out<T: Send>(
    team: &dyn Team,
    parts: impl DoubleEndedIterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    let parts = Mutex::new(parts.fuse());
    team.run(&|is_caller| {
        loop {
            // A statement of its own: the lock is not held while the part is worked on.
            let part = if is_caller { parts.lock().next() } else { parts.lock().next_back() };
            match part {
                Some(part) => work(part),
                None => break,
            }
        }
    });
}

/// Work that one of several threads does, whichever comes first.
pub struct Once<F>(Mutex<Option<F>>);

impl<F: FnOnce()> Once<F> {
    /// To be done.
    pub fn new(work: F) -> Once<F> {
        Once(Mutex::new(Some(work)))
    }

    /// Does it, unless another thread does or did.
    pub fn run(&self) {
        let work = self.0.lock().take();
        if let Some(work) = work {
            work();
        }
    }
}

/// Threads that come and go.
#[cfg(test)]
pub(crate) struct Passing(pub(crate) usize);

#[cfg(test)]
impl Team for Passing {
    fn threads(&self) -> usize {
        self.0
    }

    fn run(&self, work: &(dyn Fn(bool) + Sync)) {
        std::thread::scope(|scope| {
            (1..self.0).for_each(|_| drop(scope.spawn(|| work(false))));
            work(true);
        });
    }
}
