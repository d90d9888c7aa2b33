//! Double-double arithmetic (about 104 significant bits) and 3-vectors over any of the two number types.
//!
//! Algorithms: Dekker and Knuth's error-free sum and product; relative error of each operation below 2^-102.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// What the search needs of a number; `f64` for the quick pass, [`Dd`] for the careful one.
pub trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    fn of(x: f64) -> Self;
    fn f64(self) -> f64;
    fn sqrt(self) -> Self;
    /// The difference of two doubles; exact in `Dd`.
    fn difference(a: f64, b: f64) -> Self;
    fn zero() -> Self {
        Self::of(0.0)
    }
}

impl Real for f64 {
    fn of(x: f64) -> f64 {
        x
    }
    fn f64(self) -> f64 {
        self
    }
    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }
    fn difference(a: f64, b: f64) -> f64 {
        a - b
    }
}

/// An unevaluated sum `hi + lo` with `|lo| <= ulp(hi) / 2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dd {
    pub hi: f64,
    pub lo: f64,
}

fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let bb = s - a;
    (s, (a - (s - bb)) + (b - bb))
}

/// As `two_sum`, for `|a| >= |b|`.
fn quick_two_sum(a: f64, b: f64) -> Dd {
    let s = a + b;
    Dd { hi: s, lo: b - (s - a) }
}

fn two_prod(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    let (ah, al) = split(a);
    let (bh, bl) = split(b);
    (p, ((ah * bh - p) + ah * bl + al * bh) + al * bl)
}

fn split(a: f64) -> (f64, f64) {
    let t = 134_217_729.0 * a;
    let hi = t - (t - a);
    (hi, a - hi)
}

impl Add for Dd {
    type Output = Dd;
    fn add(self, b: Dd) -> Dd {
        let (s, e) = two_sum(self.hi, b.hi);
        let (t, f) = two_sum(self.lo, b.lo);
        let r = quick_two_sum(s, e + t);
        quick_two_sum(r.hi, r.lo + f)
    }
}

impl Neg for Dd {
    type Output = Dd;
    fn neg(self) -> Dd {
        Dd { hi: -self.hi, lo: -self.lo }
    }
}

impl Sub for Dd {
    type Output = Dd;
    fn sub(self, b: Dd) -> Dd {
        self + -b
    }
}

impl Mul for Dd {
    type Output = Dd;
    fn mul(self, b: Dd) -> Dd {
        let (p, e) = two_prod(self.hi, b.hi);
        quick_two_sum(p, e + (self.hi * b.lo + self.lo * b.hi))
    }
}

impl Div for Dd {
    type Output = Dd;
    fn div(self, b: Dd) -> Dd {
        let q1 = self.hi / b.hi;
        let r = self - b * Dd::of(q1);
        let q2 = r.hi / b.hi;
        let r = r - b * Dd::of(q2);
        let q3 = r.hi / b.hi;
        quick_two_sum(q1, q2) + Dd::of(q3)
    }
}

impl PartialOrd for Dd {
    fn partial_cmp(&self, b: &Dd) -> Option<Ordering> {
        match self.hi.partial_cmp(&b.hi) {
            Some(Ordering::Equal) => self.lo.partial_cmp(&b.lo),
            other => other,
        }
    }
}

impl Real for Dd {
    fn of(x: f64) -> Dd {
        Dd { hi: x, lo: 0.0 }
    }
    fn f64(self) -> f64 {
        self.hi
    }
    fn sqrt(self) -> Dd {
        if self.hi <= 0.0 {
            return Dd::of(0.0);
        }
        let mut x = Dd::of(self.hi.sqrt());
        for _ in 0..2 {
            x = x + (self - x * x) / (x + x);
        }
        x
    }
    fn difference(a: f64, b: f64) -> Dd {
        let (hi, lo) = two_sum(a, -b);
        Dd { hi, lo }
    }
}

/// A vector over either number type.
pub type V3<R> = [R; 3];

pub fn dot<R: Real>(a: V3<R>, b: V3<R>) -> R {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross<R: Real>(a: V3<R>, b: V3<R>) -> V3<R> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn add<R: Real>(a: V3<R>, b: V3<R>) -> V3<R> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn sub<R: Real>(a: V3<R>, b: V3<R>) -> V3<R> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn scale<R: Real>(a: V3<R>, s: R) -> V3<R> {
    [a[0] * s, a[1] * s, a[2] * s]
}

pub fn norm<R: Real>(a: V3<R>) -> R {
    dot(a, a).sqrt()
}

pub fn neg<R: Real>(a: V3<R>) -> V3<R> {
    [-a[0], -a[1], -a[2]]
}

pub fn widen<R: Real>(a: [f64; 3]) -> V3<R> {
    a.map(R::of)
}

pub fn narrow<R: Real>(a: V3<R>) -> [f64; 3] {
    a.map(R::f64)
}
