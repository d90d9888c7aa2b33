//! The scalar of FreeSOLID's ABI.

/// A coordinate or a length.
pub type DtScalar = f32;

/// Converts the client's scalars to the library's numbers.
#[inline]
pub(super) fn reals<const N: usize>(scalars: [DtScalar; N]) -> [f64; N] {
    scalars.map(f64::from)
}

/// Converts a number of the library to the nearest scalar of the client, or to infinity if it is too large.
#[inline]
pub(super) fn scalar(real: f64) -> DtScalar {
    real as f32
}

/// Converts numbers of the library to the client's scalars, as [`scalar`] does.
#[inline]
pub(super) fn scalars<const N: usize>(reals: [f64; N]) -> [DtScalar; N] {
    reals.map(scalar)
}
