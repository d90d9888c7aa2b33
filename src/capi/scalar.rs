//! The scalar of SOLID 2.0's ABI. With the feature `freesolid` the file `scalar_float.rs` stands in for this one.

/// A coordinate or a length.
pub type DtScalar = f64;

/// Scalars of the client's, as the library's numbers.
#[inline]
pub(super) fn reals<const N: usize>(scalars: [DtScalar; N]) -> [f64; N] {
    scalars
}

/// The library's numbers, as the client's scalars.
#[inline]
pub(super) fn scalars<const N: usize>(reals: [f64; N]) -> [DtScalar; N] {
    reals
}
