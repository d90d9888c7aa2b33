//! A box as two registers.

use super::frame::{EMPTY_LOCAL, LocalBox};
use super::lanes::Lanes;

/// A box in tree coordinates whose corners fill a register each; the last lane is of no meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    pub min: Lanes,
    pub max: Lanes,
}

impl Corners {
    /// The box of no points.
    pub const EMPTY: Corners = Corners::filled(&EMPTY_LOCAL, 0.0, 0.0);

    /// A box, with something to fill the last lanes.
    #[inline]
    pub const fn filled(local: &LocalBox, min_fill: f32, max_fill: f32) -> Corners {
        let ([a, b, c], [d, e, f]) = (local.min, local.max);
        Corners { min: Lanes::new([a, b, c, min_fill]), max: Lanes::new([d, e, f, max_fill]) }
    }

    /// The box with its axes multiplied by positive factors.
    #[inline]
    pub fn times(&self, by: Lanes) -> Corners {
        Corners { min: self.min * by, max: self.max * by }
    }

    /// The least box around both.
    #[inline]
    pub fn join(&self, other: &Corners) -> Corners {
        Corners { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The least box around it and a point.
    #[inline]
    pub fn include(&self, point: Lanes) -> Corners {
        self.join(&Corners { min: point, max: point })
    }

    /// The axis along which it is longest; the first of equals.
    pub fn longest(&self) -> usize {
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
    pub fn spread(&self) -> f32 {
        let [x, y, z, _] = (self.max - self.min).max(Lanes::splat(0.0)).to_array();
        (x + y + z) * (x + y + z)
    }

    /// Half the surface; zero for a box of no points.
    #[inline]
    pub fn half_area(&self) -> f32 {
        let [x, y, z, _] = (self.max - self.min).max(Lanes::splat(0.0)).to_array();
        x * y + y * z + z * x
    }
}
