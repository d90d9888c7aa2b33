//! Four single-precision numbers side by side.

use std::ops::{Add, Mul, Sub};

/// Something for each axis. Written out, unlike an array's `map`, which is a call where it counts.
#[inline]
pub(super) fn by_axis<T>(of: impl Fn(usize) -> T) -> [T; 3] {
    [of(0), of(1), of(2)]
}

/// Four lanes.
#[derive(Clone, Copy, Debug)]
pub struct Lanes(pub(super) wide::f32x4);

impl Lanes {
    /// The same number in all lanes.
    #[inline]
    pub fn splat(x: f32) -> Lanes {
        Lanes(wide::f32x4::splat(x))
    }

    /// From the lanes.
    #[inline]
    pub const fn new(lanes: [f32; 4]) -> Lanes {
        Lanes(wide::f32x4::new(lanes))
    }

    /// The lanes.
    #[inline]
    pub fn to_array(self) -> [f32; 4] {
        self.0.to_array()
    }

    /// The greater of each; meaningless where one is not a number.
    #[inline]
    pub fn max(self, other: Lanes) -> Lanes {
        Lanes(self.0.fast_max(other.0))
    }

    /// The lesser of each; meaningless where one is not a number.
    #[inline]
    pub fn min(self, other: Lanes) -> Lanes {
        Lanes(self.0.fast_min(other.0))
    }

    /// The magnitudes.
    #[inline]
    pub fn abs(self) -> Lanes {
        Lanes(self.0.abs())
    }

    /// The first three lanes of four registers, exchanged: the first result holds their first lanes, and so on.
    #[inline]
    pub fn transposed([a, b, c, d]: [Lanes; 4]) -> [Lanes; 3] {
        let (low, other_low) = (a.0.unpack_lo(c.0), b.0.unpack_lo(d.0));
        let (high, other_high) = (a.0.unpack_hi(c.0), b.0.unpack_hi(d.0));
        [
            Lanes(low.unpack_lo(other_low)),
            Lanes(low.unpack_hi(other_low)),
            Lanes(high.unpack_lo(other_high)),
        ]
    }

    /// Bit `i` is set if lane `i` is at most the other's.
    #[inline]
    pub fn at_most(self, other: Lanes) -> u32 {
        self.0.simd_le(other.0).to_bitmask()
    }
}

impl std::ops::BitOr for Lanes {
    type Output = Lanes;
    #[inline]
    fn bitor(self, other: Lanes) -> Lanes {
        Lanes(self.0 | other.0)
    }
}

impl Add for Lanes {
    type Output = Lanes;
    #[inline]
    fn add(self, other: Lanes) -> Lanes {
        Lanes(self.0 + other.0)
    }
}

impl Sub for Lanes {
    type Output = Lanes;
    #[inline]
    fn sub(self, other: Lanes) -> Lanes {
        Lanes(self.0 - other.0)
    }
}

impl Mul for Lanes {
    type Output = Lanes;
    #[inline]
    fn mul(self, other: Lanes) -> Lanes {
        Lanes(self.0 * other.0)
    }
}
