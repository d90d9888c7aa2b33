//! The numbers that the oracle's suites draw.

#[path = "../common/splitmix.rs"]
mod splitmix;
pub use splitmix::Random;
#[cfg(fuzzing)]
pub use splitmix::feed;

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The generator of the `index`-th case of a run, independent of how many numbers earlier cases drew.
    pub fn case(seed: u64, index: u64) -> Random {
        let mut mixed = Random(seed ^ index.wrapping_mul(0xd134_2543_de82_ef95));
        Random(mixed.word())
    }

    /// Uniform in `[0, 1)`.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * self.unit()
    }

    /// `10^u`, `u` uniform between the two exponents.
    pub fn decade(&mut self, lo: f64, hi: f64) -> f64 {
        10f64.powf(self.between(lo, hi))
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.word() % n as u64) as usize
    }

    pub fn integer(&mut self, lo: i64, hi: i64) -> i64 {
        lo + (self.word() % (hi - lo + 1) as u64) as i64
    }

    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    pub fn sign(&mut self) -> f64 {
        if self.chance(0.5) { 1.0 } else { -1.0 }
    }

    /// Uniform on the unit sphere.
    pub fn direction(&mut self) -> [f64; 3] {
        loop {
            let v = [self.between(-1.0, 1.0), self.between(-1.0, 1.0), self.between(-1.0, 1.0)];
            let l = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
            if l > 1e-2 && l <= 1.0 {
                return v.map(|x| x / l.sqrt());
            }
        }
    }

    /// A rotation matrix, rows first, from a uniformly random quaternion.
    pub fn rotation(&mut self) -> [[f64; 3]; 3] {
        loop {
            let q: [f64; 4] = std::array::from_fn(|_| self.between(-1.0, 1.0));
            let l: f64 = q.iter().map(|x| x * x).sum();
            if l > 1e-2 && l <= 1.0 {
                return rotation_of(q.map(|x| x / l.sqrt()));
            }
        }
    }
}

/// The rotation of a unit quaternion `(x, y, z, w)`, rows first.
pub fn rotation_of(q: [f64; 4]) -> [[f64; 3]; 3] {
    let [x, y, z, w] = q;
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}
