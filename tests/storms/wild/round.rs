//! What a round of wild calls knows: names that it was given, arrays that must live, what has been called.

use solid::capi::*;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use solid_testing::Random;

/// Vertices of every array, so that all indices below it may be read.
pub const VERTICES: usize = 24;

pub struct Wild {
    pub random: Random,
    /// Handles of all shapes made, deleted ones too; and NULL and a number that never was one.
    pub shapes: Vec<usize>,
    pub contexts: Vec<usize>,
    /// References of objects that were passed to the library.
    pub references: BTreeSet<usize>,
    /// Vertex arrays live to the end of the round.
    pub arrays: Vec<Vec<[f64; 3]>>,
    pub singles: Vec<Vec<[f32; 3]>>,
    pub log: Vec<String>,
    /// Of the innermost tests, callbacks so far.
    pub heard: Vec<u32>,
    pub callbacks: u64,
}

thread_local! {
    static WILD: RefCell<Option<Wild>> = const { RefCell::new(None) };
}

pub fn with<R>(work: impl FnOnce(&mut Wild) -> R) -> R {
    WILD.with_borrow_mut(|wild| work(wild.as_mut().expect("a round is on")))
}

pub fn pointer(number: usize) -> *mut c_void {
    std::ptr::without_provenance_mut(number)
}

impl Wild {
    /// One of few references, or any pointer.
    pub fn reference(&mut self) -> DtObjectRef {
        let number = if self.random.once_in(30) {
            self.random.word() as usize
        } else {
            self.random.below(7)
        };
        self.references.insert(number);
        pointer(number)
    }

    /// A shape that is, was or never has been.
    pub fn shape(&mut self) -> DtShapeRef {
        let n = self.shapes.len();
        let among = if self.random.once_in(5) { n } else { n.min(8) };
        pointer(self.shapes[n - 1 - self.random.below(among)])
    }

    pub fn context(&mut self) -> DtContext {
        let at = self.random.below(self.contexts.len());
        pointer(self.contexts[at])
    }
}

/// Random calls with nothing borrowed while they run, then all is cleared away. Returns how many callbacks were run.
pub fn run(seed: u64) -> u64 {
    WILD.set(Some(Wild {
        random: Random::new(seed),
        shapes: vec![0, 7],
        contexts: vec![0, 0, 5],
        references: BTreeSet::new(),
        arrays: Vec::new(),
        singles: Vec::new(),
        log: Vec::new(),
        heard: Vec::new(),
        callbacks: 0,
    }));
    let steps = with(|wild| 30 + wild.random.below(150));
    let result = catch_unwind(AssertUnwindSafe(|| (0..steps).for_each(|_| super::calls::act())));
    let wild = WILD.take().expect("the round");
    if let Err(panic) = result {
        eprintln!("wild round of seed {seed}, the calls:\n{}", wild.log.join("\n"));
        resume_unwind(panic);
    }
    clear(&wild);
    wild.callbacks
}

fn clear(wild: &Wild) {
    dtMakeCurrent(std::ptr::null_mut());
    wild.contexts.iter().skip(3).for_each(|context| dtDeleteContext(pointer(*context)));
    dtSetThreads(1);
    dtSetBroadPhase(0);
    dtSetBoxes(DT_FALSE);
    dtSetCollisionMethod(0);
    dtSetSubdivisionLevels(0);
    dtSetTolerance(1e-6);
    dtEnableCaching();
    wild.references.iter().for_each(|object| dtDeleteObject(pointer(*object)));
    wild.shapes.iter().for_each(|shape| dtDeleteShape(pointer(*shape)));
    (0..7).for_each(|a| {
        dtResetObjectResponse(pointer(a));
        (0..a).for_each(|b| dtResetPairResponse(pointer(a), pointer(b)));
    });
    dtClearDefaultResponse();
    dtGetError();
}
