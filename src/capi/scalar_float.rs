//! The scalar of FreeSOLID's ABI.

/// A coordinate or a length.
pub type DtScalar = f32;

/// Scalars of the client's, as the library's numbers.
#[inline]
pub(super) fn reals<const N: usize>(scalars: [DtScalar; N]) -> [f64; N] {
    scalars.map(f64::from)
}

/// The library's numbers, as the client's scalars: the nearest, or an infinity where they are too large.
#[inline]
pub(super) fn scalars<const N: usize>(reals: [f64; N]) -> [DtScalar; N] {
    reals.map(|x| x as f32)
}
