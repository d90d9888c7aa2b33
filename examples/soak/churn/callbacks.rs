//! The callback of all responses: it checks and records its arguments, and sometimes changes the scene.

use super::oracle::body::Placement;
use super::scene::{pointer, random_placement};
use solid::capi::*;
use solid_testing::Random;
use std::cell::RefCell;
use std::ffi::c_void;

/// A change that a callback made to its scene.
pub enum Change {
    Placed(usize, Placement),
    Deleted(usize),
}

#[derive(Default)]
struct State {
    /// The objects of the callbacks so far, the lesser reference first.
    pairs: Vec<[usize; 2]>,
    /// The times of contact, in dtTestMotion.
    times: Vec<f64>,
    changes: Vec<Change>,
    /// Draws what callbacks do; `None`: nothing.
    acting: Option<Random>,
    sum: u64,
}

thread_local! {
    static CALLBACKS: RefCell<State> = RefCell::default();
}

/// A hash of the arguments of all callbacks so far.
pub fn sum() -> u64 {
    CALLBACKS.with_borrow(|callbacks| callbacks.sum)
}

/// The callbacks of a test.
pub struct Observed {
    pub pairs: Vec<[usize; 2]>,
    pub times: Vec<f64>,
    pub changes: Vec<Change>,
}

/// Runs a test; its callbacks make random changes if there is a generator.
pub fn during(acting: Option<Random>, test: impl FnOnce() -> DtCount) -> Observed {
    CALLBACKS.with_borrow_mut(|callbacks| callbacks.acting = acting);
    let count = test();
    CALLBACKS.with_borrow_mut(|callbacks| {
        let is_nested = callbacks.acting.take().is_some();
        let pairs = std::mem::take(&mut callbacks.pairs);
        assert!(
            pairs.len() == count as usize || is_nested,
            "{count} callbacks counted, {} run",
            pairs.len()
        );
        Observed {
            pairs,
            times: std::mem::take(&mut callbacks.times),
            changes: std::mem::take(&mut callbacks.changes),
        }
    })
}

/// The callback; the client data is the response's type.
pub unsafe extern "C-unwind" fn on_collision(
    kind: *mut c_void,
    first: DtObjectRef,
    second: DtObjectRef,
    data: *const DtCollData,
) {
    let (a, b) = (first.addr(), second.addr());
    // SAFETY: what the documents promise of a response of this type.
    let words = unsafe { words_of(kind.addr(), data) };
    let acting = CALLBACKS.with_borrow_mut(|callbacks| {
        for word in words.iter().map(|x| x.to_bits()).chain([a as u64, b as u64]) {
            callbacks.sum =
                (callbacks.sum.rotate_left(7) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        callbacks.pairs.push([a.min(b), a.max(b)]);
        callbacks.times.push(dtContactTime());
        // A change may run callbacks, which change nothing.
        callbacks.acting.take()
    });
    if let Some(mut random) = acting {
        let change = act(&mut random, a, b);
        CALLBACKS.with_borrow_mut(|callbacks| {
            callbacks.changes.extend(change);
            callbacks.acting = Some(random);
        });
    }
}

/// The numbers of a response's data; all must be finite.
unsafe fn words_of(kind: usize, data: *const DtCollData) -> Vec<f64> {
    if kind == 1 {
        assert!(data.is_null(), "data of a simple response");
        return Vec::new();
    }
    // SAFETY: as the caller promises.
    let common = unsafe { &*data };
    let mut words = [common.point1, common.point2, common.normal].concat();
    if kind > 3 {
        // SAFETY: as the caller promises: the data begins a record of contacts.
        let record = unsafe { &*data.cast::<DtContactData>() };
        // SAFETY: so many contacts.
        let contacts =
            unsafe { std::slice::from_raw_parts(record.contacts, record.count as usize) };
        assert!(!contacts.is_empty(), "a callback without a contact");
        for contact in contacts {
            assert!(contact.depth >= 0.0, "{contact:?}");
            words.extend([contact.point1, contact.point2, contact.normal].concat());
            words.push(contact.depth);
        }
    }
    assert!(words.iter().all(|x| x.is_finite()), "{words:?}");
    words
}

/// Does something that a program may do in a callback.
fn act(random: &mut Random, a: usize, b: usize) -> Option<Change> {
    match random.below(6) {
        0 => {
            let at = random_placement(random);
            dtSelectObject(pointer(a));
            // SAFETY: sixteen numbers.
            unsafe { dtLoadMatrixd(at.columns().as_ptr()) };
            Some(Change::Placed(a, at))
        }
        1 => {
            dtDeleteObject(pointer(b));
            Some(Change::Deleted(b))
        }
        2 => {
            // SAFETY: no points are wanted.
            let depth = unsafe {
                let no = std::ptr::null_mut;
                dtGetPenDepth(pointer(a), pointer(b), no(), no(), no())
            };
            assert!(depth.is_finite());
            None
        }
        3 if random.chance(0.2) => {
            dtTest();
            None
        }
        _ => None,
    }
}
