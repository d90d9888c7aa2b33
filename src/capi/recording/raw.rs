//! Conversion of C values to 64 bits and back.

use std::ffi::c_void;

use crate::capi::{DtError, DtResponse};

/// A C value that can be converted to 64 bits.
pub trait Raw: Copy {
    /// The bits of the value.
    fn raw(self) -> u64;
    /// The value with these bits.
    ///
    /// # Safety
    ///
    /// The bits come from a value of this type.
    unsafe fn from_raw(raw: u64) -> Self;
}

macro_rules! raw {
    ($($type:ty: |$value:ident| $to:expr, |$raw:ident| $from:expr;)*) => {
        $(impl Raw for $type {
            #[inline]
            fn raw(self) -> u64 {
                let $value = self;
                $to
            }

            #[inline]
            unsafe fn from_raw($raw: u64) -> Self {
                $from
            }
        })*
    };
}

raw! {
    (): |_nothing| 0, |_raw| ();
    u32: |x| u64::from(x), |raw| raw as u32;
    f32: |x| u64::from(x.to_bits()), |raw| f32::from_bits(raw as u32);
    f64: |x| x.to_bits(), |raw| f64::from_bits(raw);
    // SAFETY: the bits come from such a value.
    DtError: |x| x as u64, |raw| unsafe { std::mem::transmute::<u32, DtError>(raw as u32) };
}

impl<T> Raw for *mut T {
    #[inline]
    fn raw(self) -> u64 {
        self.expose_provenance() as u64
    }

    #[inline]
    unsafe fn from_raw(raw: u64) -> Self {
        std::ptr::with_exposed_provenance_mut(raw as usize)
    }
}

impl<T> Raw for *const T {
    #[inline]
    fn raw(self) -> u64 {
        self.expose_provenance() as u64
    }

    #[inline]
    unsafe fn from_raw(raw: u64) -> Self {
        std::ptr::with_exposed_provenance(raw as usize)
    }
}

impl Raw for DtResponse {
    #[inline]
    fn raw(self) -> u64 {
        self.map_or(0, |function| (function as *const c_void).raw())
    }

    #[inline]
    unsafe fn from_raw(raw: u64) -> Self {
        // SAFETY: the bits come from such a value, and `None` is represented as NULL.
        unsafe { std::mem::transmute::<*const c_void, DtResponse>(Raw::from_raw(raw)) }
    }
}
