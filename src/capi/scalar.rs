//! The scalar of SOLID 2.0's ABI. With the feature `freesolid`, `scalar_float.rs` replaces this file.

/// A coordinate or a length.
pub type DtScalar = f64;

/// Converts the client's scalars to the library's numbers.
#[inline]
pub(super) fn reals<const N: usize>(scalars: [DtScalar; N]) -> [f64; N] {
    scalars
}

/// Converts a number of the library to the client's scalar.
#[inline]
pub(super) fn scalar(real: f64) -> DtScalar {
    real
}

/// Converts numbers of the library to the client's scalars.
#[inline]
pub(super) fn scalars<const N: usize>(reals: [f64; N]) -> [DtScalar; N] {
    reals
}
