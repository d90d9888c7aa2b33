//! Random numbers for the tests, the benchmarks and the fuzz targets: the same in every run and on every machine.

use std::sync::LazyLock;

use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

#[cfg(fuzzing)]
pub mod feed;
pub mod meshes;

/// The number in `SOLID_SHIFT`, or 0.
static SHIFT: LazyLock<u64> =
    LazyLock::new(|| std::env::var("SOLID_SHIFT").map_or(0, |x| x.parse().expect("a number")));

/// A limit of what depends on luck: the first in the cases that a test was written with, the second in those of another `SOLID_SHIFT`.
pub fn limit<T>(as_written: T, with_other_cases: T) -> T {
    if *SHIFT == 0 { as_written } else { with_other_cases }
}

/// A generator whose whole state is one word, so that a printed seed reproduces a case.
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// The generator of a seed. With a number in `SOLID_SHIFT` it is that of another one: tests run with cases that they were not
    /// written with.
    pub fn new(seed: u64) -> Random {
        // Not so many steps of the generator.
        let shift = SHIFT.wrapping_mul(0xd134_2543_de82_ef95).rotate_left(29);
        Random::unshifted(seed ^ shift)
    }

    /// The generator of a seed whatever the number in `SOLID_SHIFT` is: for what is counted in one set of cases.
    pub fn unshifted(seed: u64) -> Random {
        Random(SplitMix64::from_seed(seed.to_le_bytes()))
    }

    /// The generator of one case of a run, independent of how many numbers earlier cases drew.
    pub fn case(seed: u64, index: u64) -> Random {
        Random::new(Random::new(seed ^ index.wrapping_mul(0xd134_2543_de82_ef95)).word())
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        let word = self.0.next_u64();
        #[cfg(fuzzing)]
        let word = feed::mix(word);
        word
    }

    /// A whole number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.word() % n as u64) as usize
    }

    /// A whole number between two, both included.
    pub fn integer(&mut self, low: i64, high: i64) -> i64 {
        low + (self.word() % (high - low + 1) as u64) as i64
    }

    /// Three of them.
    pub fn integers(&mut self, low: i64, high: i64) -> [i64; 3] {
        [0; 3].map(|_: i64| self.integer(low, high))
    }

    /// A whole number of at most so many bits, and its sign.
    pub fn whole(&mut self, bits: u32) -> i64 {
        (self.word() as i64) >> (63 - bits)
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// 1 or -1.
    pub fn sign(&mut self) -> f64 {
        if self.chance(0.5) { 1.0 } else { -1.0 }
    }

    /// Uniform from 0 to 1, without 1.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform from -1 to 1.
    pub fn signed(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// Uniform from `-size` to `size`.
    pub fn within(&mut self, size: f64) -> f64 {
        size * self.signed()
    }

    /// Uniform between two numbers.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A power of ten whose exponent is uniform between two numbers.
    pub fn decade(&mut self, low: f64, high: f64) -> f64 {
        10f64.powf(self.between(low, high))
    }

    /// Infinite, or no number.
    pub fn not_finite(&mut self) -> f64 {
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY][self.below(3)]
    }

    /// What a careless program may pass: mostly small numbers, sometimes huge, tiny or not finite ones.
    pub fn any_number(&mut self) -> f64 {
        const EXTREME: [f64; 11] =
            [0.0, -0.0, 1e-75, -1e-40, 1e-16, 1e-8, -1e8, 1e16, -1e40, 1e74, -1e74];
        match self.below(40) {
            0 if self.once_in(4) => self.not_finite(),
            0 => EXTREME[self.below(EXTREME.len())],
            1..16 => self.below(9) as f64 - 4.0,
            _ => (self.below(1 << 16) as f64 / 8192.0) - 4.0,
        }
    }

    /// Three such numbers.
    pub fn any_numbers(&mut self) -> [f64; 3] {
        [0; 3].map(|_: i32| self.any_number())
    }

    /// Uniform in the cube from `-size` to `size`.
    pub fn point(&mut self, size: f64) -> [f64; 3] {
        [0; 3].map(|_: i32| self.within(size))
    }

    /// Uniform in the cube from -1 to 1.
    pub fn vector(&mut self) -> Vector3<f64> {
        Vector3::new(self.signed(), self.signed(), self.signed())
    }

    /// Uniform in the cube between two numbers.
    pub fn vector_between(&mut self, low: f64, high: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.between(low, high))
    }

    /// Uniform on the unit sphere: a direction, or a rotation's quaternion (x, y, z, w).
    pub fn on_sphere<const N: usize>(&mut self) -> [f64; N] {
        loop {
            let v = [0; N].map(|_: i32| self.signed());
            let square: f64 = v.iter().map(|x| x * x).sum();
            if (0.01..=1.0).contains(&square) {
                return v.map(|x| x / square.sqrt());
            }
        }
    }

    /// Uniform on the unit sphere.
    pub fn direction(&mut self) -> Vector3<f64> {
        self.on_sphere().into()
    }

    /// A uniformly distributed rotation.
    pub fn rotation(&mut self) -> Matrix3<f64> {
        let quaternion = Quaternion::from(self.on_sphere());
        UnitQuaternion::new_unchecked(quaternion).to_rotation_matrix().into_inner()
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
