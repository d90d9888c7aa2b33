//! Exact numbers: an integer of any length times a power of two. Sums and products of doubles never round.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// `sign * magnitude * 2^power`; the magnitude in 64-bit digits, lowest first, without a zero at either end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    negative: bool,
    digits: Vec<u64>,
    power: i64,
}

impl Exact {
    pub fn zero() -> Exact {
        Exact { negative: false, digits: Vec::new(), power: 0 }
    }

    /// The exact value of a finite double.
    pub fn of(x: f64) -> Exact {
        assert!(x.is_finite(), "no exact value of {x}");
        let bits = x.abs().to_bits();
        let (fraction, raised) = (bits & ((1 << 52) - 1), (bits >> 52) as i64);
        let (mantissa, power) =
            if raised == 0 { (fraction, -1074) } else { (fraction | 1 << 52, raised - 1075) };
        // Powers are kept at multiples of 64, so that sums align by whole digits.
        let shift = power.rem_euclid(64);
        let wide = (mantissa as u128) << shift;
        Exact::tidy(x < 0.0, vec![wide as u64, (wide >> 64) as u64], power - shift)
    }

    fn tidy(negative: bool, mut digits: Vec<u64>, mut power: i64) -> Exact {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let low = digits.iter().take_while(|&&d| d == 0).count();
        digits.drain(..low);
        power += 64 * low as i64;
        if digits.is_empty() { Exact::zero() } else { Exact { negative, digits, power } }
    }

    /// -1, 0 or 1.
    pub fn sign(&self) -> i32 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The nearest double or one beside it.
    pub fn f64(&self) -> f64 {
        let mut x = 0.0;
        for (i, d) in self.digits.iter().enumerate().rev().take(3) {
            x += *d as f64 * 2f64.powi((self.power + 64 * i as i64) as i32);
        }
        if self.negative { -x } else { x }
    }

    fn digits_at(&self, power: i64) -> Vec<u64> {
        let mut digits = vec![0; ((self.power - power) / 64) as usize];
        digits.extend_from_slice(&self.digits);
        digits
    }
}

fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn sum(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut carry = 0u128;
    let mut digits: Vec<u64> = (0..a.len().max(b.len()))
        .map(|i| {
            carry += *a.get(i).unwrap_or(&0) as u128 + *b.get(i).unwrap_or(&0) as u128;
            let digit = carry as u64;
            carry >>= 64;
            digit
        })
        .collect();
    digits.push(carry as u64);
    digits
}

/// `a - b` for `a >= b`.
fn difference(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut borrow = false;
    (0..a.len())
        .map(|i| {
            let (d, first) = a[i].overflowing_sub(*b.get(i).unwrap_or(&0));
            let (d, second) = d.overflowing_sub(borrow as u64);
            borrow = first || second;
            d
        })
        .collect()
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
        let (x, y) = (self.digits_at(power), b.digits_at(power));
        if self.negative == b.negative {
            return Exact::tidy(self.negative, sum(&x, &y), power);
        }
        match compare(&x, &y) {
            Ordering::Less => Exact::tidy(b.negative, difference(&y, &x), power),
            _ => Exact::tidy(self.negative, difference(&x, &y), power),
        }
    }
}

impl Neg for &Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        Exact { negative: !self.negative && !self.is_zero(), ..self.clone() }
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
        let mut digits = vec![0u64; self.digits.len() + b.digits.len()];
        for (i, x) in self.digits.iter().enumerate() {
            let mut carry = 0u128;
            for (j, y) in b.digits.iter().enumerate() {
                carry += digits[i + j] as u128 + *x as u128 * *y as u128;
                digits[i + j] = carry as u64;
                carry >>= 64;
            }
            digits[i + b.digits.len()] = carry as u64;
        }
        Exact::tidy(self.negative != b.negative, digits, self.power + b.power)
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
