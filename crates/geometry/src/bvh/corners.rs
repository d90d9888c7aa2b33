//! A box as two registers.

use super::frame::{EMPTY_LOCAL, LocalBox};
use wide::f32x4;

/// A box in tree coordinates whose corners fill a register each; the last lane is of no meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    pub min: f32x4,
    pub max: f32x4,
}

impl Corners {
    /// The box of no points.
    pub(super) const EMPTY: Corners = Corners::filled(&EMPTY_LOCAL, 0.0, 0.0);

    /// A box, with something to fill the last lanes.
    #[inline]
    pub(super) const fn filled(local: &LocalBox, min_fill: f32, max_fill: f32) -> Corners {
        let ([a, b, c], [d, e, f]) = (local.min, local.max);
        Corners { min: f32x4::new([a, b, c, min_fill]), max: f32x4::new([d, e, f, max_fill]) }
    }

    /// The box with its axes multiplied by positive factors.
    #[inline]
    pub(super) fn times(&self, by: f32x4) -> Corners {
        Corners { min: self.min * by, max: self.max * by }
    }

    /// The least box around both.
    #[inline]
    pub(super) fn join(&self, other: &Corners) -> Corners {
        Corners { min: self.min.fast_min(other.min), max: self.max.fast_max(other.max) }
    }

    /// The least box around it and a point.
    #[inline]
    pub(super) fn include(&self, point: f32x4) -> Corners {
        self.join(&Corners { min: point, max: point })
    }

    /// The axis along which it is longest; the first of equals.
    pub(super) fn longest(&self) -> usize {
        let [x, y, z, _] = (self.max - self.min).to_array();
        if x >= y && x >= z {
            0
        } else if y >= z {
            1
        } else {
            2
        }
    }

    /// The square of the summed edges: like the surface, but not zero for a box that is thin twice over.
    #[inline]
    pub(super) fn spread(&self) -> f32 {
        let [x, y, z, _] = (self.max - self.min).fast_max(f32x4::splat(0.0)).to_array();
        (x + y + z) * (x + y + z)
    }

    /// Half the surface; zero for a box of no points.
    #[inline]
    pub(super) fn half_area(&self) -> f32 {
        let [x, y, z, _] = (self.max - self.min).fast_max(f32x4::splat(0.0)).to_array();
        x * y + y * z + z * x
    }
}
