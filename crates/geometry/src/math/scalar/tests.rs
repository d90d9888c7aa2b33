//! Double-double arithmetic against whole numbers of 128 bits.

use crate::math::scalar::Dd;
use solid_testing::Random;

/// A whole number of at most 106 bits.
fn from_whole(n: i128) -> Dd {
    let high = n as f64;
    let sum = Dd::from(high) + Dd::from((n - high as i128) as f64);
    assert_eq!(to_whole(sum), n, "a test's number must be representable");
    sum
}

fn to_whole(x: Dd) -> i128 {
    let high = x.to_f64();
    let low = (x - Dd::from(high)).to_f64();
    assert_eq!(low.fract(), 0.0);
    high as i128 + low as i128
}

#[test]
fn products_and_differences_of_doubles_are_exact() {
    let random = &mut Random::new(21);
    for _ in 0..100_000 {
        let bits = random.below(53) as u32;
        let (a, b) = (random.whole(bits), random.whole(52));
        let product = Dd::from(a as f64) * Dd::from(b as f64);
        assert_eq!(to_whole(product), i128::from(a) * i128::from(b));
        let far = b as f64 * f64::powi(2.0, 40);
        let difference = Dd::difference(a as f64, far);
        assert_eq!(to_whole(difference), i128::from(a) - (i128::from(b) << 40));
    }
}

#[test]
fn sums_are_right_to_all_digits_after_cancellation_too() {
    let random = &mut Random::new(22);
    let mut cancelled = 0;
    for round in 0..100_000 {
        let a = i128::from(random.whole(52)) * i128::from(random.whole(50));
        // Nearly the opposite, every other time.
        let b = match round % 2 {
            0 => -a + i128::from(random.whole(1 + round as u32 % 40)),
            _ => i128::from(random.whole(52)) * i128::from(random.whole(40)),
        };
        let sum = from_whole(a) + from_whole(b);
        let error = (to_whole(sum) - (a + b)).unsigned_abs() as f64;
        assert!(error <= Dd::ROUNDING * (a + b).unsigned_abs() as f64, "{a} + {b}: off by {error}");
        assert_eq!(to_whole(from_whole(a) - from_whole(a)), 0);
        cancelled += u32::from((a + b).unsigned_abs() < a.unsigned_abs() >> 40);
    }
    assert!(cancelled > 1000);
}

#[test]
fn products_and_quotients_are_right_to_some_106_bits() {
    let random = &mut Random::new(23);
    for _ in 0..100_000 {
        let (a, b) = (random.whole(60), random.whole(60) | 1);
        let (x, y) = (from_whole(a.into()), from_whole(b.into()));
        let exact = i128::from(a) * i128::from(b);
        // 120 bits: the product is rounded.
        let high = (x * y).to_f64();
        let low = (x * y - Dd::from(high)).to_f64();
        let error = (exact - high as i128) as f64 - low;
        assert!(error.abs() <= 2.0 * Dd::ROUNDING * (exact as f64).abs(), "{a} * {b}");
        let back = x / y * y - x;
        assert!(back.to_f64().abs() <= 4.0 * Dd::ROUNDING * (a as f64).abs(), "{a} / {b}");
    }
    assert!((Dd::from(1.0) / Dd::from(0.0)).partial_cmp(&Dd::from(1.0)).is_none());
}

#[test]
fn order_is_that_of_the_numbers() {
    let random = &mut Random::new(24);
    for round in 0..100_000 {
        let a = i128::from(random.whole(52)) * i128::from(random.whole(50));
        let b = if round % 2 == 0 { a + i128::from(random.whole(2)) } else { -a };
        let (x, y) = (from_whole(a), from_whole(b));
        assert_eq!(x.partial_cmp(&y), Some(a.cmp(&b)));
        assert_eq!(x == y, a == b);
        assert_eq!(to_whole(-x), -a);
    }
}
