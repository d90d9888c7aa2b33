//! Powers of two: scaling without rounding.

/// `2^n` for `-1022 <= n <= 1023`.
#[inline]
pub(crate) fn of_two(n: i32) -> f64 {
    debug_assert!((-1022..=1023).contains(&n));
    f64::from_bits(((n + 1023) as u64) << 52)
}

/// The greatest power of two not above a positive normal `x`.
#[inline]
pub(crate) fn floor(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & (0x7ff << 52))
}

/// The exponent `e` of a finite `x`: `2^e <= |x| < 2^(e+1)`; 0 for zero.
pub(crate) fn exponent(x: f64) -> i32 {
    let biased = |x: f64| ((x.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    if x == 0.0 {
        0
    } else if x.is_subnormal() {
        biased(x * of_two(100)) - 100
    } else {
        biased(x)
    }
}

/// `x * 2^n`, rounded once at most unless the result is subnormal, infinite beyond the range; `|n| <= 3000`.
pub(crate) fn scale(x: f64, n: i32) -> f64 {
    let third = n / 3;
    x * of_two(third) * of_two(third) * of_two(n - 2 * third)
}
