//! Discrete orientation polytopes: bounds along fixed axes (Klosowski, Held, Mitchell, Sowizral and Zikan 1998).

use wide::f64x4;

use crate::math::Vec3;

/// How many axes there are: those of the coordinates, and of the corners and edges of a cube.
const COUNT: usize = 13;

const AXES: [[f64; 3]; COUNT] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0],
    [1.0, -1.0, 1.0],
    [1.0, -1.0, -1.0],
    [1.0, 1.0, 0.0],
    [1.0, -1.0, 0.0],
    [1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [0.0, 1.0, 1.0],
    [0.0, 1.0, -1.0],
];

/// The axes, four to a register.
const REGISTERS: usize = COUNT.div_ceil(4);

/// The least and the greatest product with each axis.
#[derive(Clone, Copy)]
pub(super) struct Dop {
    low: [f64x4; REGISTERS],
    high: [f64x4; REGISTERS],
}

/// A number for each axis. What is left of the registers is filled.
fn registers(of_axis: impl Fn(&Vec3) -> f64, fill: f64) -> [f64x4; REGISTERS] {
    let lane = |k: usize| AXES.get(k).map_or(fill, |axis| of_axis(&Vec3::from(*axis)));
    std::array::from_fn(|i| f64x4::from(std::array::from_fn(|j| lane(4 * i + j))))
}

impl Dop {
    /// Around a body with this support value along a direction.
    pub(super) fn around(support_value: impl Fn(&Vec3) -> f64) -> Dop {
        let low = registers(|axis| -support_value(&-axis), -1.0);
        Dop { low, high: registers(support_value, 1.0) }
    }

    /// Around the translations after which something in the other overlaps something in this one.
    pub(super) fn minus(&self, other: &Dop, slack: f64) -> Dop {
        let slack = f64x4::splat(slack);
        Dop {
            low: std::array::from_fn(|i| self.low[i] - other.high[i] - slack),
            high: std::array::from_fn(|i| self.high[i] - other.low[i] + slack),
        }
    }

    /// The shortest of the vectors along the axes that lead out from the origin, which is inside.
    pub(super) fn shortest_way_out(&self) -> Vec3 {
        let ends = |at: &[f64x4; REGISTERS], i: usize| at[i / 4].to_array()[i % 4];
        let ways = AXES.iter().enumerate().flat_map(|(i, axis)| {
            let axis = Vec3::from(*axis);
            [ends(&self.low, i), ends(&self.high, i)].map(|end| axis * (end / axis.norm_squared()))
        });
        let shorter = |p: &Vec3, q: &Vec3| p.norm_squared().total_cmp(&q.norm_squared());
        ways.min_by(shorter).unwrap_or_default()
    }

    /// Up to which length three rays from the origin are inside; `None` if one of them is outside at this length.
    pub(super) fn reach_beyond(&self, length: f64, rays: [&Inverse; 3]) -> Option<f64> {
        let at = f64x4::splat(length);
        let mut to = f64x4::splat(f64::INFINITY);
        for Inverse(inverse) in rays {
            let mut is_before = f64x4::ZERO;
            for (i, inverse) in inverse.iter().enumerate() {
                let (p, q) = (self.low[i] * *inverse, self.high[i] * *inverse);
                is_before |= p.fast_min(q).simd_gt(at);
                to = p.fast_max(q).fast_min(to);
            }
            if (is_before | to.simd_le(at)).to_bitmask() != 0 {
                return None;
            }
        }
        Some(to.to_array().into_iter().fold(f64::INFINITY, f64::min))
    }
}

/// The reciprocals of the products of a direction and the axes.
pub(super) struct Inverse([f64x4; REGISTERS]);

impl Inverse {
    pub(super) fn of(direction: &Vec3) -> Inverse {
        Inverse(registers(|axis| 1.0 / direction.dot(axis), f64::INFINITY))
    }
}
