//! Several threads that do one thing together.

use parking_lot::Mutex;

use super::room::{reserve_total, with_tides};

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
    share_out_and(team, parts, work, &|| {});
}

/// The same; each thread for which there is no other part does what is `besides` to be done.
pub fn share_out_and<T: Send>(
    team: &dyn Team,
    parts: impl DoubleEndedIterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
    besides: &(dyn Fn() + Sync),
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
        besides();
    });
}

/// What one thread finds for a list that several add to, in any order. It adds some at a time, and the rest when it is
/// dropped: to write where another thread has written last takes longer than to find many things.
pub struct Finds<'l, 'v, T: Copy + Default> {
    found: [T; FINDS],
    count: usize,
    list: &'l Mutex<&'v mut Vec<T>>,
}

/// So many at a time.
const FINDS: usize = 16;

impl<'l, 'v, T: Copy + Default> Finds<'l, 'v, T> {
    /// Nothing yet.
    pub fn new(list: &'l Mutex<&'v mut Vec<T>>) -> Finds<'l, 'v, T> {
        Finds { found: [T::default(); FINDS], count: 0, list }
    }

    /// Adds something.
    #[inline]
    pub fn push(&mut self, what: T) {
        self.found[self.count] = what;
        self.count += 1;
        if self.count == FINDS {
            self.hand_over();
        }
    }

    #[inline(never)]
    fn hand_over(&mut self) {
        if self.count > 0 {
            let mut list = self.list.lock();
            let total = list.len() + self.count;
            if total > list.capacity() {
                reserve_total(&mut **list, with_tides(total));
            }
            list.extend_from_slice(&self.found[..self.count]);
            self.count = 0;
        }
    }
}

impl<T: Copy + Default> Drop for Finds<'_, '_, T> {
    fn drop(&mut self) {
        self.hand_over();
    }
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
pub struct Passing(
    /// How many.
    pub usize,
);

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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn what_several_threads_find_is_listed_once() {
        for team in [&Alone as &dyn Team, &Passing(2), &Passing(5)] {
            for count in [0, 1, FINDS - 1, FINDS, 20 * FINDS + 3] {
                let mut listed = vec![u32::MAX];
                let (list, done) = (Mutex::new(&mut listed), AtomicUsize::new(0));
                let once = Once::new(|| {
                    done.fetch_add(1, Relaxed);
                });
                share_out(team, 0..count as u32, |first| {
                    once.run();
                    let mut finds = Finds::new(&list);
                    (0..=first % 40).for_each(|second| finds.push(100 * first + second));
                });
                listed.sort_unstable();
                let due = (0..count as u32).flat_map(|i| (0..=i % 40).map(move |k| 100 * i + k));
                assert_eq!(listed, due.chain([u32::MAX]).collect::<Vec<_>>());
                assert_eq!(done.into_inner(), count.min(1));
            }
        }
    }

    #[test]
    fn one_thread_takes_the_parts_in_order() {
        let order = Mutex::new(Vec::new());
        share_out(&Alone, 0..9, |part| order.lock().push(part));
        assert_eq!(order.into_inner(), (0..9).collect::<Vec<_>>());
    }
}
