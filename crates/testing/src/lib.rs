//! Random numbers for the tests, the benchmarks and the fuzz targets: the same in every run and on every machine.

use nalgebra::{Matrix3, Vector3};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A generator whose whole state is one word, so that a printed seed reproduces a case.
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64::from_seed(seed.to_le_bytes()))
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.word() % n as u64) as usize
    }

    /// A whole number of at most so many bits, and its sign.
    pub fn whole(&mut self, bits: u32) -> i64 {
        (self.word() as i64) >> (63 - bits)
    }

    /// Uniform from -1 to 1.
    pub fn signed(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// Uniform from 0 to 1, without 1.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform on the unit sphere.
    pub fn direction(&mut self) -> Vector3<f64> {
        loop {
            let v = self.vector();
            if (0.01..1.0).contains(&v.norm_squared()) {
                return v.normalize();
            }
        }
    }

    /// Uniform in the cube between two numbers.
    pub fn vector_between(&mut self, low: f64, high: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| low + (high - low) * self.unit())
    }

    /// Uniform in the cube from -1 to 1.
    pub fn vector(&mut self) -> Vector3<f64> {
        Vector3::new(self.signed(), self.signed(), self.signed())
    }

    /// A quaternion (x, y, z, w), neither normalised nor zero, that favours small rotations.
    pub fn quaternion(&mut self) -> [f64; 4] {
        [self.signed(), self.signed(), self.signed(), self.signed() + 2.0]
    }

    /// A matrix with elements from -1 to 1.
    pub fn matrix(&mut self) -> Matrix3<f64> {
        Matrix3::from_columns(&[self.vector(), self.vector(), self.vector()])
    }
}
