//! Discrete orientation polytopes: bounds along fixed axes (Klosowski, Held, Mitchell, Sowizral and Zikan 1998).

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

/// The least and the greatest product with each axis.
#[derive(Clone, Copy)]
pub(super) struct Dop([[f64; 2]; COUNT]);

impl Dop {
    /// Around a body with this support value along a direction.
    pub(super) fn around(support_value: impl Fn(&Vec3) -> f64) -> Dop {
        Dop(AXES.map(|axis| {
            let axis = Vec3::from(axis);
            [-support_value(&-axis), support_value(&axis)]
        }))
    }

    /// Around the translations after which something in the other overlaps something in this one.
    pub(super) fn minus(&self, other: &Dop, slack: f64) -> Dop {
        Dop(std::array::from_fn(|k| {
            let ([low, high], [from, to]) = (self.0[k], other.0[k]);
            [low - to - slack, high - from + slack]
        }))
    }

    /// Between which lengths all rays are inside.
    pub(super) fn lengths_within(&self, rays: &Rays) -> [f64; 2] {
        let mut within = [0.0_f64, f64::INFINITY];
        for inverse in &rays.inverse {
            for ([low, high], inverse) in self.0.iter().zip(inverse) {
                let (p, q) = (low * inverse, high * inverse);
                within = [within[0].max(p.min(q)), within[1].min(p.max(q))];
            }
        }
        within
    }
}

/// Rays from the origin.
pub(super) struct Rays {
    /// The reciprocals of the products of their directions and the axes.
    inverse: [[f64; COUNT]; 3],
}

impl Rays {
    pub(super) fn along(directions: &[Vec3; 3]) -> Rays {
        Rays { inverse: directions.map(|d| AXES.map(|axis| 1.0 / d.dot(&Vec3::from(axis)))) }
    }
}
