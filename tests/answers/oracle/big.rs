//! Exact numbers: an integer of any length times a power of two. Sums and products of doubles never round.

use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// `integer * 2^power`; the integer is odd, or zero and so is the power.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    integer: BigInt,
    power: i64,
}

impl Exact {
    pub fn zero() -> Exact {
        Exact { integer: BigInt::ZERO, power: 0 }
    }

    fn new(integer: BigInt, power: i64) -> Exact {
        match integer.trailing_zeros() {
            None => Exact::zero(),
            Some(0) => Exact { integer, power },
            Some(zeros) => Exact { integer: integer >> zeros, power: power + zeros as i64 },
        }
    }

    /// The exact value of a finite double.
    pub fn of(x: f64) -> Exact {
        assert!(x.is_finite(), "no exact value of {x}");
        let bits = x.abs().to_bits();
        let (fraction, raised) = ((bits & ((1 << 52) - 1)) as i64, (bits >> 52) as i64);
        let (mantissa, power) =
            if raised == 0 { (fraction, -1074) } else { (fraction | 1 << 52, raised - 1075) };
        Exact::new(BigInt::from(if x < 0.0 { -mantissa } else { mantissa }), power)
    }

    /// -1, 0 or 1.
    pub fn sign(&self) -> i32 {
        match self.integer.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }
    }

    pub fn is_zero(&self) -> bool {
        self.integer.sign() == Sign::NoSign
    }

    /// The nearest double or one beside it.
    pub fn f64(&self) -> f64 {
        let dropped = self.integer.bits().saturating_sub(100);
        let leading = i128::try_from(&self.integer >> dropped).expect("at most 101 bits");
        let power = (self.power + dropped as i64) as i32;
        // In two steps, since a power of two may lie outside of a double's range where the product does not.
        leading as f64 * 2f64.powi(power / 2) * 2f64.powi(power - power / 2)
    }

    /// The integer of the same number with a lower power.
    fn aligned(&self, power: i64) -> BigInt {
        &self.integer << (self.power - power)
    }
}

impl Add for &Exact {
    type Output = Exact;
    fn add(self, b: &Exact) -> Exact {
        if self.is_zero() {
            return b.clone();
        }
        if b.is_zero() {
            return self.clone();
        }
        let power = self.power.min(b.power);
        Exact::new(self.aligned(power) + b.aligned(power), power)
    }
}

impl Neg for &Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        Exact { integer: -&self.integer, power: self.power }
    }
}

impl Sub for &Exact {
    type Output = Exact;
    fn sub(self, b: &Exact) -> Exact {
        self + &-b
    }
}

impl Mul for &Exact {
    type Output = Exact;
    fn mul(self, b: &Exact) -> Exact {
        Exact::new(&self.integer * &b.integer, self.power + b.power)
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, b: &Exact) -> Option<Ordering> {
        Some((self - b).sign().cmp(&0))
    }
}

/// An exact vector.
pub type E3 = [Exact; 3];

pub fn exact3(p: [f64; 3]) -> E3 {
    p.map(Exact::of)
}

pub fn edot(a: &E3, b: &E3) -> Exact {
    &(&(&a[0] * &b[0]) + &(&a[1] * &b[1])) + &(&a[2] * &b[2])
}

pub fn esub(a: &E3, b: &E3) -> E3 {
    std::array::from_fn(|k| &a[k] - &b[k])
}

pub fn eadd(a: &E3, b: &E3) -> E3 {
    std::array::from_fn(|k| &a[k] + &b[k])
}

pub fn escale(a: &E3, s: &Exact) -> E3 {
    std::array::from_fn(|k| &a[k] * s)
}

pub fn ecross(a: &E3, b: &E3) -> E3 {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &(&a[i] * &b[j]) - &(&a[j] * &b[i])
    })
}

pub fn narrow3(a: &E3) -> [f64; 3] {
    std::array::from_fn(|k| a[k].f64())
}
