//! The inputs' random numbers: the same on every machine, since no library function rounds in them but the root.

#[path = "../../../../tests/common/splitmix.rs"]
#[allow(clippy::duplicate_mod)]
mod splitmix;

use super::case::Pose;
pub use splitmix::Random;

impl Random {
    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in a cube about the origin.
    pub fn in_cube(&mut self, edge: f64) -> [f64; 3] {
        std::array::from_fn(|_| (self.unit() - 0.5) * edge)
    }

    fn on_sphere<const N: usize>(&mut self) -> [f64; N] {
        loop {
            let v: [f64; N] = std::array::from_fn(|_| 2.0 * self.unit() - 1.0);
            let square: f64 = v.iter().map(|x| x * x).sum();
            if square > 1e-2 && square <= 1.0 {
                return v.map(|x| x / square.sqrt());
            }
        }
    }

    /// Uniform on the unit sphere.
    pub fn direction(&mut self) -> [f64; 3] {
        self.on_sphere()
    }

    /// A uniform rotation, the origin uniform in a cube.
    pub fn pose(&mut self, edge: f64) -> Pose {
        let quaternion = self.on_sphere();
        pose(quaternion, self.in_cube(edge))
    }
}

/// The pose of a quaternion (x, y, z, w) of any length but zero.
pub fn pose(quaternion: [f64; 4], origin: [f64; 3]) -> Pose {
    let square: f64 = quaternion.iter().map(|x| x * x).sum();
    let quaternion = quaternion.map(|x| x / square.sqrt());
    let [x, y, z, w] = quaternion;
    let rotation = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    Pose { rotation, origin, quaternion }
}

/// The product of two quaternions: the turn `b`, then `a`.
pub fn after(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let [ax, ay, az, aw] = a;
    let [bx, by, bz, bw] = b;
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}
