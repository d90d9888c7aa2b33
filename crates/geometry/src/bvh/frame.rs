//! The units of a tree: local coordinates moved to the tree's centre and divided by powers of two.

use super::corners::Corners;
use super::node::by_axis;
use crate::math::{Aabb, Vec3, power};
use wide::f32x4;

/// The largest magnitude of a coordinate for which the trees promise right answers.
pub(crate) const LARGEST_COORDINATE: f64 = 1e300;

/// Whether a point is finite and small enough for right answers.
pub(crate) fn is_usable(point: &Vec3) -> bool {
    point.iter().all(|x| x.abs() <= LARGEST_COORDINATE)
}

/// Whether all that is in a box is.
pub(crate) fn is_within_range(around: &Aabb) -> bool {
    around.is_empty() || (is_usable(&around.min) && is_usable(&around.max))
}

/// An axis is never more than this many binary orders finer than the coarsest: a flat body is measured against
/// its length, lest the map to its units be needlessly ill-conditioned.
const FLATTEST: i32 = 20;

/// The least unit, for bodies that are a single point. Any body compared with such a one is far larger.
const LEAST_EXPONENT: i32 = -960;

/// Tree coordinates `q` of a body: `x = center + unit * q` by component, with units that are powers of two.
///
/// All of the body has `|q| <= 1`, but for roundings of a box, so single precision neither over- nor
/// underflows, whatever the size of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The origin of the tree coordinates, in local coordinates.
    pub center: Vec3,
    /// The length of one unit of each axis; exact powers of two.
    pub unit: Vec3,
    /// The reciprocals of `unit`, exact too.
    inverse: Vec3,
}

impl Frame {
    /// The frame for what lies in `bounds`; a box of no points is taken for the origin.
    pub(crate) fn around(bounds: &Aabb) -> Frame {
        let center = if bounds.is_empty() { Vec3::zeros() } else { bounds.center() };
        // Measured from the rounded centre: far from the origin the rounding may exceed the extent.
        let reach = if bounds.is_empty() {
            Vec3::zeros()
        } else {
            (bounds.max - center).sup(&(center - bounds.min))
        };
        let exponents = by_axis(|i| exponent_above(reach[i]));
        let coarsest = exponents[0].max(exponents[1]).max(exponents[2]);
        let exponents = by_axis(|i| exponents[i].max(coarsest - FLATTEST));
        let unit = Vec3::from(by_axis(|i| power::of_two(exponents[i])));
        let inverse = Vec3::from(by_axis(|i| power::of_two(-exponents[i])));
        Frame { center, unit, inverse }
    }

    /// The box in tree coordinates, rounded outwards; a box of no points becomes `EMPTY_LOCAL`.
    ///
    /// The subtraction of the centre has a relative error of 2^-53, the scaling at most an underflow, and the
    /// conversion a relative error of 2^-24: a widening by 2^-23 and by [`UNDERFLOW_SLACK`] covers them.
    #[inline]
    pub(super) fn enclose(&self, aabb: &Aabb) -> LocalBox {
        let mut local = EMPTY_LOCAL;
        if aabb.is_empty() {
            return local;
        }
        for i in 0..3 {
            let low = (aabb.min[i] - self.center[i]) * self.inverse[i];
            let high = (aabb.max[i] - self.center[i]) * self.inverse[i];
            local.min[i] = (low - low.abs() * OUTWARDS - UNDERFLOW_SLACK) as f32;
            local.max[i] = (high + high.abs() * OUTWARDS + UNDERFLOW_SLACK) as f32;
        }
        local
    }

    /// Whether a point in local coordinates is in a box of tree coordinates.
    pub(super) fn holds(&self, local: &LocalBox, point: &Vec3) -> bool {
        let q = |i: usize| (point[i] - self.center[i]) * self.inverse[i];
        (0..3).all(|i| f64::from(local.min[i]) <= q(i) && q(i) <= f64::from(local.max[i]))
    }

    /// A box of tree coordinates in local ones.
    pub(super) fn aabb(&self, local: &LocalBox) -> Aabb {
        let corner =
            |p: &[f32; 3]| Vec3::from(by_axis(|i| self.center[i] + f64::from(p[i]) * self.unit[i]));
        Aabb { min: corner(&local.min), max: corner(&local.max) }
    }

    /// The units over the largest of them: what takes tree coordinates to equal units, exactly.
    pub(super) fn proportions(&self) -> [f32; 3] {
        let largest = self.unit.max();
        by_axis(|i| (self.unit[i] / largest) as f32)
    }

    /// The tree coordinates of a point.
    #[inline]
    pub(super) fn exact(&self, p: &Vec3) -> Vec3 {
        (p - self.center).component_mul(&self.inverse)
    }

    /// The nearest representable tree coordinates of a finite point; see [`widened`].
    #[inline]
    pub(super) fn nearest(&self, p: &Vec3) -> f32x4 {
        let q = |i: usize| ((p[i] - self.center[i]) * self.inverse[i]) as f32;
        f32x4::new([q(0), q(1), q(2), 0.0])
    }
}

/// The box around points, given that of their rounded coordinates: those are at most 1, and off by 2^-24 at most, as is the
/// sum here. What holds no point stays as it is.
#[inline]
pub(super) fn widened(rounded: &Corners) -> Corners {
    let by = f32x4::splat(2.0 * OUTWARDS as f32);
    Corners { min: rounded.min - by, max: rounded.max + by }
}

/// Relative widening of a coordinate before its conversion to single precision.
pub(super) const OUTWARDS: f64 = 1.0 / (1u64 << 23) as f64;

/// Absolute widening, against underflow; far below what single precision distinguishes near 1.
const UNDERFLOW_SLACK: f64 = 1e-36;

/// A box in tree coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LocalBox {
    /// The least corner.
    pub min: [f32; 3],
    /// The greatest corner.
    pub max: [f32; 3],
}

impl LocalBox {
    /// Whether it holds no point; it is [`EMPTY_LOCAL`] then.
    pub(super) fn is_empty(&self) -> bool {
        self.min[0] > self.max[0]
    }

    /// Whether all of another box is in it.
    pub(super) fn contains(&self, other: &LocalBox) -> bool {
        let holds = |i: usize| self.min[i] <= other.min[i] && other.max[i] <= self.max[i];
        other.is_empty() || (0..3).all(holds)
    }

    /// The box with its axes multiplied by positive factors.
    #[inline]
    pub(super) fn scaled(&self, by: &[f32; 3]) -> LocalBox {
        LocalBox { min: by_axis(|i| self.min[i] * by[i]), max: by_axis(|i| self.max[i] * by[i]) }
    }
}

/// The extent of the box of no points: so negative that every overlap test fails, yet far from overflow.
const NOTHING: f32 = 1e30;

/// The box of no points, the neutral element of a join.
pub(crate) const EMPTY_LOCAL: LocalBox = LocalBox { min: [NOTHING; 3], max: [-NOTHING; 3] };

/// The exponent of the least power of two above a length; [`LEAST_EXPONENT`] for zero and what is close to it.
fn exponent_above(length: f64) -> i32 {
    // The exponent field of the float; subnormal lengths have 0 and fall below the floor.
    let biased = ((length.to_bits() >> 52) & 0x7ff) as i32;
    (biased - 1022).clamp(LEAST_EXPONENT, 1022)
}
