//! The callback of all responses: what it is given is looked at and noted, and now and then it does something itself.

use crate::oracle::body::Placement;
use crate::yard::{pointer, somewhere};
use solid::capi::*;
use solid_testing::Random;
use std::cell::RefCell;
use std::ffi::c_void;

/// What a callback did that its yard must know of.
pub enum Deed {
    Placed(usize, Placement),
    Deleted(usize),
}

#[derive(Default)]
struct Hearing {
    /// The objects of the callbacks so far, the lesser reference first.
    pairs: Vec<[usize; 2]>,
    /// The times of contact, in dtTestMotion.
    times: Vec<f64>,
    deeds: Vec<Deed>,
    /// Draws what callbacks do; `None`: nothing.
    acting: Option<Random>,
    sum: u64,
}

thread_local! {
    static HEARING: RefCell<Hearing> = RefCell::default();
}

/// Everything that callbacks were given so far, mixed into one number.
pub fn sum() -> u64 {
    HEARING.with_borrow(|hearing| hearing.sum)
}

/// What was heard in a test.
pub struct Heard {
    pub pairs: Vec<[usize; 2]>,
    pub times: Vec<f64>,
    pub deeds: Vec<Deed>,
}

/// Runs a test, whose callbacks act if there is something to draw from.
pub fn during(acting: Option<Random>, test: impl FnOnce() -> DtCount) -> Heard {
    HEARING.with_borrow_mut(|hearing| hearing.acting = acting);
    let count = test();
    HEARING.with_borrow_mut(|hearing| {
        let is_nested = hearing.acting.take().is_some();
        let pairs = std::mem::take(&mut hearing.pairs);
        assert!(
            pairs.len() == count as usize || is_nested,
            "{count} callbacks counted, {} run",
            pairs.len()
        );
        Heard {
            pairs,
            times: std::mem::take(&mut hearing.times),
            deeds: std::mem::take(&mut hearing.deeds),
        }
    })
}

/// The callback; the client data is the response's type.
pub unsafe extern "C-unwind" fn hear(
    kind: *mut c_void,
    first: DtObjectRef,
    second: DtObjectRef,
    data: *const DtCollData,
) {
    let (a, b) = (first.addr(), second.addr());
    // SAFETY: what the documents promise of a response of this type.
    let words = unsafe { words_of(kind.addr(), data) };
    let acting = HEARING.with_borrow_mut(|hearing| {
        for word in words.iter().map(|x| x.to_bits()).chain([a as u64, b as u64]) {
            hearing.sum = (hearing.sum.rotate_left(7) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        hearing.pairs.push([a.min(b), a.max(b)]);
        hearing.times.push(dtContactTime());
        // What it does may run callbacks; these do nothing.
        hearing.acting.take()
    });
    if let Some(mut random) = acting {
        let deed = act(&mut random, a, b);
        HEARING.with_borrow_mut(|hearing| {
            hearing.deeds.extend(deed);
            hearing.acting = Some(random);
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

/// One of the things that a program may do in a callback.
fn act(random: &mut Random, a: usize, b: usize) -> Option<Deed> {
    match random.below(6) {
        0 => {
            let at = somewhere(random);
            dtSelectObject(pointer(a));
            // SAFETY: sixteen numbers.
            unsafe { dtLoadMatrixd(at.columns().as_ptr()) };
            Some(Deed::Placed(a, at))
        }
        1 => {
            dtDeleteObject(pointer(b));
            Some(Deed::Deleted(b))
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
