//! Long work that can be ended from outside, as by Ctrl-C. Its loops look now and then whether they are to go on, and unwind with
//! [`Interrupted`] if not. What they had changed is as after [`OutOfMemory`](crate::memory::OutOfMemory).

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::memory::restoring;

/// How often the thread that began the work asks whether to go on.
pub(crate) const INTERVAL: Duration = Duration::from_millis(20);

/// Loops look once in this many steps, of which none takes more than a fraction of a millisecond.
const STEPS: u32 = 64;

/// What a panic carries that ends interrupted work. It prints no message.
///
/// ```
/// use solid_geometry::interrupt::{Interrupted, interruptible};
///
/// assert_eq!(interruptible(|| true, || 1 + 1), Ok(2)); // it was done before the first question
/// assert_eq!(format!("{Interrupted:?}"), "Interrupted");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// What a thread looks at while it does work that may be interrupted.
struct Watch {
    is_over: Arc<AtomicBool>,
    /// Only on the thread that began the work, and not while it asks.
    question: Option<Question>,
}

struct Question {
    is_to_end: Box<dyn FnMut() -> bool>,
    next: Instant,
}

thread_local! {
    /// Passed by the thread and not from function to function: the loops that look at it are at the bottom of all queries.
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// Runs `work`, and meanwhile calls `is_to_end` on this thread some fifty times a second. If it returns true, the work ends, also on
/// the [threads](crate::threads) that help with it.
///
/// ```
/// use solid_geometry::interrupt::{Interrupted, interruptible};
/// use solid_geometry::query::batch::Batch;
///
/// let mut rows = vec![0_u8; 1 << 30];
/// let endless = || Batch::default().answer(&mut rows, |_, _| Ok(1));
/// assert_eq!(interruptible(|| true, endless), Err(Interrupted));
/// ```
pub fn interruptible<R>(
    is_to_end: impl FnMut() -> bool + 'static,
    work: impl FnOnce() -> R,
) -> Result<R, Interrupted> {
    let question = Question { is_to_end: Box::new(is_to_end), next: Instant::now() + INTERVAL };
    watching(Watch { is_over: Arc::default(), question: Some(question) }, work)
}

fn watching<R>(watch: Watch, work: impl FnOnce() -> R) -> Result<R, Interrupted> {
    let outer = WATCH.replace(Some(watch));
    let result = catch_unwind(AssertUnwindSafe(work));
    WATCH.set(outer);
    result.map_err(|panic| {
        if !panic.is::<Interrupted>() {
            resume_unwind(panic);
        }
        Interrupted
    })
}

/// Ends the work by unwinding, if it is interrupted.
#[cold]
pub fn check() {
    let is_over = WATCH.with(|watch| {
        let mut question = {
            let mut watch = watch.borrow_mut();
            let Some(Watch { is_over, question }) = watch.as_mut() else { return false };
            let is_due = |question: &mut Question| Instant::now() >= question.next;
            match question.take_if(is_due) {
                Some(question) if !is_over.load(Relaxed) => question,
                _ => return is_over.load(Relaxed),
            }
        };
        // The answer may take other work, which has a watch of its own.
        let ends = (question.is_to_end)();
        question.next = Instant::now() + INTERVAL;
        if let Some(watch) = watch.borrow_mut().as_mut() {
            watch.is_over.fetch_or(ends, Relaxed);
            watch.question = Some(question);
        }
        ends
    });
    if is_over {
        resume_unwind(Box::new(Interrupted));
    }
}

/// Which interruptible work this thread does, or helps with: no other that goes on has the same number. `None` outside of such work.
///
/// ```
/// use solid_geometry::interrupt::{interruptible, work};
///
/// assert_eq!(work(), None);
/// assert!(interruptible(|| false, || work().is_some()).expect("not interrupted"));
/// ```
pub fn work() -> Option<usize> {
    WATCH.with_borrow(|watch| watch.as_ref().map(|watch| Arc::as_ptr(&watch.is_over).addr()))
}

/// Runs `work` whole, because what it changes cannot be left in the middle.
pub fn uninterrupted<R>(work: impl FnOnce() -> R) -> R {
    restoring(WATCH.take(), |_| work(), |watch| WATCH.set(watch))
}

/// What other threads look at that help with the work of this one.
#[derive(Clone)]
pub(crate) struct Helped(Option<Arc<AtomicBool>>);

impl Helped {
    /// The work of this thread.
    pub(crate) fn work() -> Helped {
        Helped(WATCH.with_borrow(|watch| watch.as_ref().map(|watch| watch.is_over.clone())))
    }

    /// Runs a part of the work on another thread. That it was interrupted is no failure of this thread.
    pub(crate) fn run(&self, part: impl FnOnce()) {
        match &self.0 {
            Some(is_over) => {
                let _ = watching(Watch { is_over: is_over.clone(), question: None }, part);
            }
            None => part(),
        }
    }
}

/// Counts the steps of a loop that may be long, to look only now and then whether it is to go on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace(u32);

impl Pace {
    /// A step of the loop.
    #[inline]
    pub fn step(&mut self) {
        self.steps(1);
    }

    /// As many steps, or work that takes as long.
    #[inline]
    pub fn steps(&mut self, count: usize) {
        self.0 += count.min(STEPS as usize) as u32;
        if self.0 >= STEPS {
            self.0 = 0;
            check();
        }
    }
}
