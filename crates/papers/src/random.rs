//! Random numbers, directions, placements and meshes for the experiments; the same on every machine.

use solid_geometry::math::{Mat3, Placement, Vec3, rotation};

/// A generator whose whole state is one word.
pub struct Random(solid_testing::Random);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Random {
        Random(solid_testing::Random::new(seed))
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0.word()
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.0.unit()
    }

    /// Uniform in [-1, 1).
    pub fn symmetric(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }

    /// Uniform in a cube about the origin.
    pub fn in_cube(&mut self, edge: f64) -> Vec3 {
        Vec3::new(self.symmetric(), self.symmetric(), self.symmetric()) * (edge / 2.0)
    }

    /// Uniform on the unit sphere.
    pub fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.in_cube(2.0);
            let length = v.norm();
            if length > 0.1 && length <= 1.0 {
                return v / length;
            }
        }
    }

    /// A uniform rotation, from a quaternion uniform on its sphere.
    pub fn rotation(&mut self) -> Mat3 {
        loop {
            let q = [self.symmetric(), self.symmetric(), self.symmetric(), self.symmetric()];
            let length2: f64 = q.iter().map(|x| x * x).sum();
            if length2 > 0.01 && length2 <= 1.0 {
                return rotation(&q);
            }
        }
    }

    /// A uniform rotation, with the origin uniform in a cube.
    pub fn placement(&mut self, edge: f64) -> Placement {
        let basis = self.rotation();
        Placement { basis, origin: self.in_cube(edge) }
    }
}
