//! Conversion of C values to 64 bits and back.

use std::ffi::c_void;

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
    ($([$($parameter:ident)?] $type:ty: |$value:ident| $to:expr, |$raw:ident| $from:expr;)*) => {
        $(impl$(<$parameter>)? Raw for $type {
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
    [] (): |_nothing| 0, |_raw| ();
    [] u32: |x| u64::from(x), |raw| raw as u32;
    [] f32: |x| u64::from(x.to_bits()), |raw| f32::from_bits(raw as u32);
    [] f64: |x| x.to_bits(), |raw| f64::from_bits(raw);
    [T] *mut T: |x| x.expose_provenance() as u64, |raw| std::ptr::with_exposed_provenance_mut(raw as usize);
    [T] *const T: |x| x.expose_provenance() as u64, |raw| std::ptr::with_exposed_provenance(raw as usize);
    [D] CFunction<D>: |x| x.map_or(0, |function| (function as *const c_void).raw()),
        // SAFETY: the bits come from such a value, and `None` is represented as NULL.
        |raw| unsafe { std::mem::transmute::<*const c_void, CFunction<D>>(Raw::from_raw(raw)) };
}

/// A function of C whose data are a `D`, or NULL.
type CFunction<D> =
    Option<unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *mut c_void, *const D)>;
