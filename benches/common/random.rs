//! Random numbers and poses for the benches: the same in every run.
#![allow(dead_code, reason = "no bench draws them all")]

use solid_geometry::math::{Mat3, Placement, Vec3, placement::rotation};

/// A small generator of pseudo-random numbers (a 64-bit linear congruence, upper bits).
#[derive(Clone)]
pub struct Random(pub u64);

impl Random {
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn symmetric(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }

    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.symmetric(), self.symmetric(), self.symmetric())
    }

    pub fn rotation(&mut self) -> Mat3 {
        loop {
            let q = [self.symmetric(), self.symmetric(), self.symmetric(), self.symmetric()];
            let length2: f64 = q.iter().map(|x| x * x).sum();
            if length2 > 0.01 && length2 < 1.0 {
                return rotation(&q);
            }
        }
    }

    pub fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.vector();
            let length2 = v.norm_squared();
            if length2 > 0.01 && length2 < 1.0 {
                return v / length2.sqrt();
            }
        }
    }

    pub fn place(&mut self, edge: f64) -> Placement {
        Placement { basis: self.rotation(), origin: self.vector() * (0.5 * edge) }
    }
}
