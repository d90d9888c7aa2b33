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

    /// Between which lengths all rays are inside.
    pub(super) fn lengths_within(&self, rays: &Rays) -> [f64; 2] {
        let (mut from, mut to) = (f64x4::ZERO, f64x4::splat(f64::INFINITY));
        for inverse in &rays.inverse {
            for (i, inverse) in inverse.iter().enumerate() {
                let (p, q) = (self.low[i] * *inverse, self.high[i] * *inverse);
                from = p.fast_min(q).fast_max(from);
                to = p.fast_max(q).fast_min(to);
            }
        }
        let (from, to) = (from.to_array(), to.to_array());
        [from.into_iter().fold(0.0, f64::max), to.into_iter().fold(f64::INFINITY, f64::min)]
    }
}

/// Rays from the origin.
pub(super) struct Rays {
    /// The reciprocals of the products of their directions and the axes.
    inverse: [[f64x4; REGISTERS]; 3],
}

impl Rays {
    pub(super) fn along(directions: &[Vec3; 3]) -> Rays {
        Rays { inverse: directions.map(|d| registers(|axis| 1.0 / d.dot(axis), f64::INFINITY)) }
    }
}
