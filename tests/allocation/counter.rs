//! A global allocator that counts what the watched thread asks for.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use solid::capi::{DtContext, dtDeleteContext, dtMakeCurrent, dtNewContext};

/// Counts while the thread is watched, and leaves the work to the system's allocator.
struct Counter;

#[global_allocator]
static COUNTER: Counter = Counter;

static CALLS: AtomicU64 = AtomicU64::new(0);
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

thread_local! {
    // Constant and without a destructor: the allocator may read it at any time of the thread's life.
    static WATCHED: Cell<bool> = const { Cell::new(false) };
}

fn note(calls: u64, bytes: i64) {
    if WATCHED.get() {
        CALLS.fetch_add(calls, Relaxed);
        let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
        PEAK.fetch_max(live, Relaxed);
    }
}

// SAFETY: every call is passed on unchanged to the system's allocator; counting neither allocates nor panics.
unsafe impl GlobalAlloc for Counter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size() as i64);
        // SAFETY: the caller's promises are the system allocator's conditions.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Old and new block live side by side while the contents are copied.
        note(1, size as i64);
        note(0, -(layout.size() as i64));
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        note(0, -(layout.size() as i64));
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

/// The only one who uses the library, and whose allocations count. In a context of its own, so that it makes no difference
/// which test came before.
pub struct Watch {
    context: DtContext,
    _turn: MutexGuard<'static, ()>,
}

impl Watch {
    /// Waits for its turn.
    pub fn new() -> Watch {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let context = dtNewContext();
        dtMakeCurrent(context);
        WATCHED.set(true);
        Watch { context, _turn: turn }
    }

    /// Allocations since the program began.
    pub fn calls(&self) -> u64 {
        CALLS.load(Relaxed)
    }

    /// Bytes allocated and not freed.
    pub fn live(&self) -> i64 {
        LIVE.load(Relaxed)
    }

    /// The largest number of live bytes while `work` runs.
    pub fn peak(&self, work: impl FnOnce()) -> i64 {
        PEAK.store(self.live(), Relaxed);
        work();
        PEAK.load(Relaxed)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        WATCHED.set(false);
        dtDeleteContext(self.context);
    }
}
