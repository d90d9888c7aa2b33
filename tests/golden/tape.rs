//! The results of a scene as words: two runs are compared word by word, and the hash is made of all of them.

use solid::capi::*;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::ptr::without_provenance_mut;

pub use solid_testing::Random;

/// The point at a share of the way around a unit circle, made without trigonometry, so that all machines agree.
pub fn on_circle(share: f64) -> [f64; 2] {
    let quarter = (4.0 * share).floor();
    let t = 4.0 * share - quarter;
    let (c, s) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
    match quarter as i64 & 3 {
        0 => [c, s],
        1 => [-s, c],
        2 => [-c, -s],
        _ => [s, -c],
    }
}

pub fn reference(object: usize) -> DtObjectRef {
    without_provenance_mut(object + 1)
}

/// What a callback does beside recording its arguments.
pub type Reaction = fn(DtObjectRef, DtObjectRef, &DtCollData);

/// Callbacks write on it while its scene waits for a test to end, so it is shared.
#[derive(Default)]
pub struct Tape {
    words: RefCell<Vec<u64>>,
    callbacks: Cell<usize>,
    /// The response type that callbacks are of.
    kind: Cell<u32>,
    reaction: Cell<Option<Reaction>>,
}

/// Runs a scene in a context of its own.
pub fn record(scene: fn(&Tape), threads: u32) -> Tape {
    let context = dtNewContext();
    dtMakeCurrent(context);
    dtSetThreads(threads);
    let tape = Tape::default();
    scene(&tape);
    tape.note(dtGetError() as u64);
    dtDeleteContext(context);
    tape
}

impl Tape {
    pub fn note(&self, word: u64) {
        self.words.borrow_mut().push(word);
    }

    pub fn numbers(&self, numbers: &[f64]) {
        self.words.borrow_mut().extend(numbers.iter().map(|x| x.to_bits()));
    }

    pub fn callbacks(&self) -> usize {
        self.callbacks.get()
    }

    pub fn number(&self) -> u64 {
        let words = self.words.borrow();
        words.iter().fold(words.len() as u64, |sum, word| {
            (sum.rotate_left(7) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// The first word that is another, and what it is in both.
    pub fn difference(&self, other: &Tape) -> Option<(usize, Option<u64>, Option<u64>)> {
        let (mine, others) = (self.words.borrow(), other.words.borrow());
        let both = |i: usize| (i, mine.get(i).copied(), others.get(i).copied());
        (0..mine.len().max(others.len())).map(both).find(|(_, a, b)| a != b)
    }

    /// Sets the response of all pairs. The tape must stay where it is.
    pub fn respond(&self, kind: u32, reaction: Option<Reaction>) {
        self.kind.set(kind);
        self.reaction.set(reaction);
        dtSetDefaultResponse(Some(on_collision), kind, std::ptr::from_ref(self).cast_mut().cast());
    }

    /// Records a frame: the result of a test, and the placements of the objects.
    pub fn frame(&self, test: impl FnOnce() -> DtCount, objects: usize) {
        let count = test();
        self.note(u64::from(count));
        for object in 0..objects {
            let mut m = [0.0; 16];
            // SAFETY: room for sixteen numbers.
            unsafe { dtGetMatrixd(reference(object), m.as_mut_ptr()) };
            self.numbers(&m);
        }
    }
}

/// Records all arguments of a callback.
unsafe extern "C-unwind" fn on_collision(
    tape: *mut c_void,
    first: DtObjectRef,
    second: DtObjectRef,
    data: *const DtCollData,
) {
    // SAFETY: the tape that the response was set with, which outlives its scene.
    let tape = unsafe { &*tape.cast::<Tape>() };
    tape.callbacks.set(tape.callbacks() + 1);
    tape.note(first.addr() as u64);
    tape.note(second.addr() as u64);
    tape.numbers(&[dtContactTime()]);
    // SAFETY: NULL, or what the response's type promises.
    let Some(common) = (unsafe { data.as_ref() }) else {
        return;
    };
    tape.numbers(&[common.point1, common.point2, common.normal].concat());
    if [DT_CONTACTS_RESPONSE, DT_DEPTH_RESPONSE].contains(&tape.kind.get()) {
        // SAFETY: the data of these types begins such a record, with so many contacts.
        let all = unsafe {
            let record = &*data.cast::<DtContactData>();
            std::slice::from_raw_parts(record.contacts, record.count as usize)
        };
        tape.note(all.len() as u64);
        all.iter().for_each(|contact| tape.contact(contact));
    }
    if let Some(reaction) = tape.reaction.get() {
        reaction(first, second, common);
    }
}

impl Tape {
    pub fn contact(&self, contact: &DtContact) {
        self.numbers(&[contact.point1, contact.point2, contact.normal].concat());
        self.numbers(&[contact.depth]);
    }
}
