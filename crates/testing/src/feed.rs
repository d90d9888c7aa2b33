//! The fuzzer's bytes instead of random ones, as long as there are any.

use std::cell::RefCell;

thread_local! {
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Sets the bytes that come first.
pub fn set(bytes: &[u8]) {
    BYTES.set(bytes.iter().rev().copied().collect());
}

/// Puts the next two bytes at both ends of a word, so that they decide a fraction as well as a remainder.
pub(crate) fn mix(word: u64) -> u64 {
    BYTES.with_borrow_mut(|bytes| match (bytes.pop(), bytes.pop()) {
        (Some(first), second) => {
            let fed = u64::from(u16::from_be_bytes([first, second.unwrap_or(0)]));
            fed << 48 | (word & 0xffff_ffff_0000) | fed
        }
        _ => word,
    })
}
