//! Numbers of two precisions behind one trait, so that an algorithm is written once: `f64`, and [`Dd`], an
//! unevaluated sum of two `f64` with some 106 bits, for the rare queries that rounding leaves open.
//!
//! Written here because the crates at hand compute the exact product by a fused multiply-add, which is a slow
//! library call on baseline x86-64. The algorithms are Dekker's and Knuth's.

#[cfg(test)]
mod tests;

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A double-double: the sum `high + low`, with `|low|` at most half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Dd {
    high: f64,
    low: f64,
}

/// A number, or several that are each computed with alike.
pub(crate) trait Real:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self> + From<f64>
{
}

impl Real for f64 {}
impl Real for Dd {}
impl Real for wide::f64x2 {}

/// `a + b` and its rounding error (Knuth).
#[inline]
pub(crate) fn two_sum<T: Real>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// `a + b` and its rounding error, for `|a| >= |b|` (Dekker).
#[inline]
fn quick_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// The upper and lower halves of the significand (Veltkamp).
#[inline]
fn split<T: Real>(a: T) -> (T, T) {
    let c = T::from(134_217_729.0) * a;
    let high = c - (c - a);
    (high, a - high)
}

/// `a * b` and its rounding error (Dekker); exact short of over- and underflow.
#[inline]
pub(crate) fn two_product<T: Real>(a: T, b: T) -> (T, T) {
    let product = a * b;
    let (ah, al) = split(a);
    let (bh, bl) = split(b);
    (product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

impl Dd {
    /// Zero.
    pub(crate) const ZERO: Dd = Dd { high: 0.0, low: 0.0 };
    /// One.
    pub(crate) const ONE: Dd = Dd { high: 1.0, low: 0.0 };
    /// Bounds the relative rounding error of a sum: four units of 2^-106. That of a product may be 7 (Joldes, Muller and Popescu
    /// 2017), that of a quotient 12.
    pub(crate) const ROUNDING: f64 = 4.9e-32;

    /// The nearest `f64`.
    #[inline]
    pub(crate) fn to_f64(self) -> f64 {
        self.high
    }

    /// The difference of two `f64`, exactly.
    #[inline]
    pub(crate) fn difference(a: f64, b: f64) -> Dd {
        Dd::new(two_sum(a, -b))
    }

    #[inline]
    fn new((high, low): (f64, f64)) -> Dd {
        Dd { high, low }
    }
}

impl Add for Dd {
    type Output = Dd;
    fn add(self, other: Dd) -> Dd {
        let (s, e) = two_sum(self.high, other.high);
        let (t, f) = two_sum(self.low, other.low);
        let (s, e) = quick_two_sum(s, e + t);
        Dd::new(quick_two_sum(s, e + f))
    }
}

impl Neg for Dd {
    type Output = Dd;
    #[inline]
    fn neg(self) -> Dd {
        Dd { high: -self.high, low: -self.low }
    }
}

impl Sub for Dd {
    type Output = Dd;
    #[inline]
    fn sub(self, other: Dd) -> Dd {
        self + -other
    }
}

impl Mul for Dd {
    type Output = Dd;
    fn mul(self, other: Dd) -> Dd {
        let (p, e) = two_product(self.high, other.high);
        Dd::new(quick_two_sum(p, e + (self.high * other.low + self.low * other.high)))
    }
}

impl Div for Dd {
    type Output = Dd;
    fn div(self, other: Dd) -> Dd {
        let q1 = self.high / other.high;
        let rest = self - other * Dd::from(q1);
        let q2 = rest.high / other.high;
        let rest = rest - other * Dd::from(q2);
        let q3 = rest.high / other.high;
        Dd::new(quick_two_sum(q1, q2)) + Dd::from(q3)
    }
}

impl PartialOrd for Dd {
    #[inline]
    fn partial_cmp(&self, other: &Dd) -> Option<std::cmp::Ordering> {
        match self.high.partial_cmp(&other.high) {
            Some(std::cmp::Ordering::Equal) => self.low.partial_cmp(&other.low),
            unequal => unequal,
        }
    }
}

impl From<f64> for Dd {
    #[inline]
    fn from(x: f64) -> Dd {
        Dd { high: x, low: 0.0 }
    }
}

impl From<Dd> for f64 {
    #[inline]
    fn from(x: Dd) -> f64 {
        x.to_f64()
    }
}
