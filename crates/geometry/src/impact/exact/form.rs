//! Polynomials in time with whole coefficients, and times to evaluate them at.

use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;

/// A time `time / (rest + time)` from 0 to 1, where `rest + time` is a power of two.
#[derive(Clone, Debug)]
pub(super) struct Time {
    /// The weight of the start.
    rest: BigInt,
    /// The weight of the end.
    time: BigInt,
    /// Their sum is two to this power.
    exponent: u64,
}

impl Time {
    /// A time from 0 to 1, exactly.
    pub(super) fn new(t: f64) -> Time {
        debug_assert!((0.0..=1.0).contains(&t));
        let (mantissa, power) = decompose(t);
        let exponent = u64::from(power.unsigned_abs());
        let time = BigInt::from(mantissa);
        Time { rest: (BigInt::from(1) << exponent) - &time, time, exponent }
    }

    /// The time `num / (num + den)`, rounded down or up to `precision` bits; 0 for a negative number. `den` is positive.
    pub(super) fn of_ratio(num: &BigInt, den: &BigInt, precision: u64, is_up: bool) -> Time {
        let one = BigInt::from(1) << precision;
        if signum(num) <= 0 {
            return Time { rest: one, time: BigInt::ZERO, exponent: precision };
        }
        let time = (num << precision) / (num + den) + i32::from(is_up);
        let time = time.min(one.clone());
        Time { rest: one - &time, time, exponent: precision }
    }

    /// A time before the lower root z = t / (1 - t) of a quadratic polynomial, or after the upper one, and as near to it as a
    /// precision in bits allows. Its leading coefficient and its discriminant are positive.
    pub(super) fn of_root([c, b, a]: [&BigInt; 3], precision: u64, is_upper: bool) -> Time {
        let den: BigInt = a * 2;
        // In units of 2^shift, so that of the numbers little more than the precision is left.
        let shift = den.bits() as i64 - precision as i64 - 2;
        let scaled = |x: BigInt, times: i64| {
            let shift = shift * times;
            if shift > 0 { x >> shift } else { x << -shift }
        };
        let root: BigInt = scaled(b * b - a * c * 4, 2).sqrt() + 1;
        if is_upper {
            Time::of_ratio(&(root - scaled(b.clone(), 1)), &scaled(den, 1), precision, true)
        } else {
            let num = -root - scaled(b.clone(), 1) - 1;
            Time::of_ratio(&num, &(scaled(den, 1) + 1), precision, false)
        }
    }

    /// The largest `f64` that is not later.
    pub(super) fn round_down(&self) -> f64 {
        let bits = self.time.bits();
        if bits <= 53 && self.exponent <= 1074 {
            return exact_quotient(&self.time, self.exponent);
        }
        // The leading 53 bits, or those above the last place of subnormal numbers.
        let dropped = bits.saturating_sub(53).max(self.exponent.saturating_sub(1074));
        exact_quotient(&(&self.time >> dropped), self.exponent - dropped)
    }

    /// The least `f64` that is not earlier.
    pub(super) fn round_up(&self) -> f64 {
        let down = self.round_down();
        if self.is_later_than(down) { down.next_up() } else { down }
    }

    /// Whether it is later than a time from 0 to 1.
    pub(super) fn is_later_than(&self, t: f64) -> bool {
        let other = Time::new(t);
        (&self.time << other.exponent).cmp(&(&other.time << self.exponent)) == Ordering::Greater
    }
}

/// A whole number and a power of two whose product is `x`; the number is odd, or both are 0.
pub(super) fn decompose(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let biased = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, power) =
        if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    if mantissa == 0 {
        return (0, 0);
    }
    let zeros = mantissa.trailing_zeros();
    let mantissa = mantissa >> zeros;
    (if x < 0.0 { -mantissa } else { mantissa }, power + zeros as i32)
}

/// `a / 2^exponent`, which is a `f64`.
fn exact_quotient(a: &BigInt, exponent: u64) -> f64 {
    let a = u64::try_from(a).expect("at most 53 bits") as f64;
    crate::math::power::scale(a, -(exponent as i32))
}

/// So many leading bits of numbers decide most signs.
const LEADING_BITS: u64 = 256;

/// A polynomial in time: the sum of `c[i] (1 - t)^(d - i) t^i`, where `d + 1` is the number of coefficients.
///
/// These are its Bernstein coefficients times binomial coefficients, so that the product of two polynomials is the convolution of
/// their coefficients.
#[derive(Clone, Debug)]
pub(super) struct Polynomial(pub(super) Vec<BigInt>);

impl Polynomial {
    /// Their product.
    pub(super) fn times(&self, other: &Polynomial) -> Polynomial {
        let mut product = vec![BigInt::ZERO; self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Polynomial(product)
    }

    /// Their sum; both have the same number of coefficients.
    pub(super) fn plus(mut self, other: &Polynomial) -> Polynomial {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a += b;
        }
        self
    }

    /// Their difference; both have the same number of coefficients.
    pub(super) fn minus(mut self, other: &Polynomial) -> Polynomial {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a -= b;
        }
        self
    }

    /// Whether it is zero at all times.
    pub(super) fn is_zero(&self) -> bool {
        self.0.iter().all(|c| c.sign() == Sign::NoSign)
    }

    /// Its value at a time, times a positive number.
    pub(super) fn value(&self, t: &Time) -> BigInt {
        let mut highest_first = self.0.iter().rev();
        let mut sum = highest_first.next().cloned().unwrap_or_default();
        let mut weight = t.rest.clone();
        for (i, c) in highest_first.enumerate() {
            if i > 0 {
                weight *= &t.rest;
            }
            sum = sum * &t.time + c * &weight;
        }
        sum
    }

    /// Where the line through the values at two times is zero, in double precision.
    pub(super) fn secant(&self, [l, h]: &[Time; 2], values: &[BigInt; 2]) -> f64 {
        let degree = self.0.len() as u64 - 1;
        // Over the same power of two.
        let shift = |t: &Time| (l.exponent.max(h.exponent) - t.exponent) * degree;
        let [a, b] =
            [&values[0] << shift(l), &values[1] << shift(h)].map(|v| v.magnitude().clone());
        let spare = a.bits().max(b.bits()).saturating_sub(64);
        let [a, b] = [a >> spare, b >> spare].map(|v| u64::try_from(v).expect("64 bits") as f64);
        let [from, to] = [l.round_down(), h.round_up()];
        from + (to - from) * (a / (a + b))
    }

    /// Its sign at a time.
    pub(super) fn sign(&self, t: &Time) -> i32 {
        self.sign_at_ratio(&t.time, &t.rest)
    }

    /// Its sign as a polynomial in z = t / (1 - t) where that is `num / den`. `den` is not negative.
    pub(super) fn sign_at_ratio(&self, num: &BigInt, den: &BigInt) -> i32 {
        let sign = self.sign_by_leading_bits(num, den);
        if sign != 0 {
            return sign;
        }
        let mut highest_first = self.0.iter().rev();
        let mut sum = highest_first.next().cloned().unwrap_or_default();
        let mut weight = BigInt::from(1);
        for c in highest_first {
            weight *= den;
            sum = sum * num + c * &weight;
        }
        signum(&sum)
    }

    /// The same by the leading bits of all numbers; 0 if they do not tell.
    fn sign_by_leading_bits(&self, num: &BigInt, den: &BigInt) -> i32 {
        let size = self.0.iter().map(BigInt::bits).max().unwrap_or(0);
        let leading = |x: &BigInt, size: u64| x >> size.saturating_sub(LEADING_BITS);
        let length = num.bits().max(den.bits());
        let (num, den) = (leading(num, length), leading(den, length));
        let (mut sum, mut weight) = (BigInt::ZERO, BigInt::from(1));
        for c in self.0.iter().rev() {
            sum = sum * &num + leading(c, size) * &weight;
            weight *= &den;
        }
        // Of as many products as there are coefficients, with as many factors, each factor is off by less than 1.
        let count = self.0.len() as u64;
        let bound = BigInt::from(count * count) << (LEADING_BITS * (count - 1));
        if sum.magnitude() > bound.magnitude() { signum(&sum) } else { 0 }
    }

    /// Its sign from one time to another; 0 if that is not clear from its Bernstein coefficients there. Of degree 2 at most.
    pub(super) fn sign_between(&self, [l, h]: [&Time; 2]) -> i32 {
        let first = self.sign(l);
        if first == 0 || first != self.sign(h) {
            return 0;
        }
        let [a, b, c] = match &self.0[..] {
            [_, _] => return first,
            [a, b, c] => [a, b, c],
            _ => unreachable!("a polynomial of the second degree"),
        };
        let middle = a * (&l.rest * &h.rest) * 2
            + b * (&l.rest * &h.time + &l.time * &h.rest)
            + c * (&l.time * &h.time) * 2;
        if signum(&middle) == first { first } else { 0 }
    }
}

/// The sign of a number.
pub(super) fn signum(x: &BigInt) -> i32 {
    match x.sign() {
        Sign::Plus => 1,
        Sign::NoSign => 0,
        Sign::Minus => -1,
    }
}
