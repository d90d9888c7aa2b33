//! Polynomials in time with whole coefficients, and times to evaluate them at.

use num_bigint::{BigInt, BigUint, Sign};
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

    /// The time at which z = t / (1 - t) is `num / den`, rounded down or up; 0 for a negative number. So many bits are right of the
    /// time, if it is early, and of the rest, if it is late. `den` is positive.
    pub(super) fn of_ratio(num: &BigInt, den: &BigInt, precision: u64, is_up: bool) -> Time {
        if signum(num) <= 0 {
            return Time { rest: BigInt::from(1), time: BigInt::ZERO, exponent: 0 };
        }
        let leading = |x: &BigInt, is_up: bool| {
            let dropped = x.bits().saturating_sub(precision);
            ((x >> dropped) + i32::from(is_up && dropped > 0), dropped)
        };
        let [(num, of_num), (den, of_den)] = [leading(num, is_up), leading(den, !is_up)];
        let common = of_num.min(of_den);
        let (num, den) = (num << (of_num - common), den << (of_den - common));
        let exponent = precision + num.bits().abs_diff(den.bits());
        let one = BigInt::from(1) << exponent;
        let time = (&num << exponent) / (num + den) + i32::from(is_up);
        let time = time.min(one.clone());
        Time { rest: one - &time, time, exponent }
    }

    /// A time before the lower root z = t / (1 - t) of a quadratic polynomial, which is positive, or after the upper one, by a
    /// precision in bits as [`Time::of_ratio`] has it. The leading coefficient is positive, as is the discriminant.
    pub(super) fn of_root(
        [c, b, a]: [&BigInt; 3],
        discriminant: &BigInt,
        precision: u64,
        is_upper: bool,
    ) -> Time {
        // The sum of |b| and the root of the discriminant, in which nothing cancels, is between two whole numbers of a unit.
        let length = b.bits().max(discriminant.bits() / 2);
        let in_units = |x: &BigUint, times: u64| {
            BigInt::from(if length > precision {
                x >> ((length - precision) * times)
            } else {
                x << ((precision - length) * times)
            })
        };
        let low = in_units(b.magnitude(), 1) + in_units(discriminant.magnitude(), 2).sqrt();
        let twice =
            |x: &BigInt| BigInt::from(x.magnitude() << (precision.saturating_sub(length) + 1));
        let shift = length.saturating_sub(precision);
        let [low, high]: [BigInt; 2] = [&low << shift, (&low + 2) << shift];
        match (is_upper, signum(b) <= 0) {
            (true, true) => Time::of_ratio(&high, &twice(a), precision, true),
            (true, false) => Time::of_ratio(&twice(c), &low, precision, true),
            (false, _) => Time::of_ratio(&twice(c), &high, precision, false),
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

/// The quotient of two numbers that are not 0, times a power of two.
fn quotient(a: &BigInt, b: &BigInt, power: i64) -> f64 {
    let [(a, of_a), (b, of_b)] = [a, b].map(|x| {
        let dropped = x.bits().saturating_sub(64);
        let leading = u64::try_from(x.magnitude() >> dropped).expect("64 bits");
        (leading as f64, dropped as i64)
    });
    let power = (of_a - of_b + power).clamp(-1000, 1000);
    crate::math::power::scale(a / b, power as i32)
}

/// How many leading bits of numbers decide most signs.
const LEADING_BITS: u64 = 128;

/// A number times a power of two: the leading bits of a large number.
pub(super) struct Leading {
    pub(super) number: BigInt,
    exponent: u64,
}

impl Leading {
    /// The leading bits of a number times a power of two.
    fn of(x: &BigInt, exponent: u64) -> Leading {
        let dropped = x.bits().saturating_sub(LEADING_BITS);
        Leading { number: x >> dropped, exponent: exponent + dropped }
    }

    fn times(&self, other: &Leading) -> Leading {
        Leading::of(&(&self.number * &other.number), self.exponent + other.exponent)
    }

    /// The number in units of a power of two, rounded down.
    fn in_units(&self, exponent: u64) -> BigInt {
        if self.exponent > exponent {
            &self.number << (self.exponent - exponent)
        } else {
            &self.number >> (exponent - self.exponent)
        }
    }
}

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

    /// Its value at a time, times two to the power of the time's exponent times the degree.
    pub(super) fn value(&self, t: &Time) -> Leading {
        self.value_at_ratio(&t.time, &t.rest)
    }

    /// Where the line through the values at two times, which have different signs, is zero, in double precision.
    pub(super) fn secant(&self, [l, h]: &[Time; 2], values: &[Leading; 2]) -> f64 {
        let degree = self.0.len() as i64 - 1;
        // Over the same power of two.
        let power = values[1].exponent as i64 - values[0].exponent as i64
            + degree * (l.exponent as i64 - h.exponent as i64);
        let ratio = quotient(&values[1].number, &values[0].number, power).abs();
        let [from, to] = [l.round_down(), h.round_up()];
        from + (to - from) / (1.0 + ratio)
    }

    /// Its sign at a time.
    pub(super) fn sign(&self, t: &Time) -> i32 {
        self.sign_at_ratio(&t.time, &t.rest)
    }

    /// Its sign as a polynomial in z = t / (1 - t) where that is `num / den`. `den` is not negative.
    pub(super) fn sign_at_ratio(&self, num: &BigInt, den: &BigInt) -> i32 {
        signum(&self.value_at_ratio(num, den).number)
    }

    /// Its value there, times `den` to the power of the degree. By the leading bits of all numbers, unless they leave the sign open.
    fn value_at_ratio(&self, num: &BigInt, den: &BigInt) -> Leading {
        let terms = self.leading_terms(num, den);
        let length = terms.iter().map(|term| term.number.bits() + term.exponent).max().unwrap_or(0);
        // Beyond the bits of the largest term.
        let exponent = length.saturating_sub(LEADING_BITS);
        let number: BigInt = terms.iter().map(|term| term.in_units(exponent)).sum();
        // Each term has at most six factors, and each factor is off by less than 2^(1 - LEADING_BITS) of itself.
        let bound = BigUint::from(terms.len() * 16);
        if number.magnitude() > &bound {
            return Leading { number, exponent };
        }
        let mut highest_first = self.0.iter().rev();
        let mut sum = highest_first.next().cloned().unwrap_or_default();
        let mut weight = BigInt::from(1);
        for c in highest_first {
            weight *= den;
            sum = sum * num + c * &weight;
        }
        Leading { number: sum, exponent: 0 }
    }

    /// The products of the coefficients and powers of `num` and of `den`.
    fn leading_terms(&self, num: &BigInt, den: &BigInt) -> Vec<Leading> {
        let [num, den] = [num, den].map(|x| Leading::of(x, 0));
        let mut terms: Vec<Leading> = self.0.iter().map(|c| Leading::of(c, 0)).collect();
        let last = terms.len() - 1;
        for i in 1..=last {
            terms[i..].iter_mut().for_each(|term| *term = term.times(&num));
            terms[..=last - i].iter_mut().for_each(|term| *term = term.times(&den));
        }
        terms
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
