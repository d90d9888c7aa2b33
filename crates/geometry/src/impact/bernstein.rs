//! Polynomials by their Bernstein coefficients, in double precision.

/// A polynomial of degree 3 over an interval.
pub(super) type Cubic = [f64; 4];

/// A polynomial of degree 2 over an interval.
pub(super) type Quadratic = [f64; 3];

#[inline]
fn mix(a: f64, b: f64, t: f64) -> f64 {
    // Not a + t (b - a), whose rounding error is no small part of the larger of both.
    (1.0 - t) * a + t * b
}

/// The coefficients over the part from `l` to `h` of the interval, by blossoming (Farin 2002, 4.1, 5.4).
#[inline]
pub(super) fn restrict_cubic(&[a, b, c, d]: &Cubic, [l, h]: [f64; 2]) -> Cubic {
    let at_l = restrict_to(&[mix(a, b, l), mix(b, c, l), mix(c, d, l)], l);
    let at_h = restrict_to(&[mix(a, b, h), mix(b, c, h), mix(c, d, h)], h);
    let along = |[p, q]: [f64; 2], t: f64| mix(p, q, t);
    [along(at_l, l), along(at_l, h), along(at_h, l), along(at_h, h)]
}

/// The same for a quadratic polynomial.
#[inline]
pub(super) fn restrict_quadratic(q: &Quadratic, [l, h]: [f64; 2]) -> Quadratic {
    let ([p, q], [r, s]) = (restrict_to(q, l), restrict_to(q, h));
    [mix(p, q, l), mix(p, q, h), mix(r, s, h)]
}

/// The blossom with one argument fixed.
#[inline]
fn restrict_to(&[a, b, c]: &Quadratic, t: f64) -> [f64; 2] {
    [mix(a, b, t), mix(b, c, t)]
}

/// The sign that all coefficients, and so the polynomial, have for certain if each is off by no more than `error`; 0 if
/// there is none.
#[inline]
pub(super) fn certain_sign(coefficients: &[f64], error: f64) -> i32 {
    let least = coefficients.iter().fold(f64::INFINITY, |m, &c| m.min(c));
    let most = coefficients.iter().fold(f64::NEG_INFINITY, |m, &c| m.max(c));
    i32::from(least > error) - i32::from(most < -error)
}

/// Lengths at both ends of the interval, as parts of it, where the polynomial is farther from zero than `width`; `None` if it is
/// so everywhere (Bezier clipping: Sederberg and Nishita 1990).
#[inline]
pub(super) fn clip(&[a, b, c, d]: &Cubic, width: f64) -> Option<[f64; 2]> {
    Some([first_crossing(&[a, b, c, d], width)?, first_crossing(&[d, c, b, a], width)?])
}

/// Where the convex hull of the control points, which are evenly spaced, first meets the band around zero.
#[inline]
fn first_crossing(b: &Cubic, width: f64) -> Option<f64> {
    if b[0].abs() <= width {
        return Some(0.0);
    }
    let heights = b.map(|c| c * b[0].signum() - width);
    let mut first = f64::INFINITY;
    for i in 0..3 {
        for j in i + 1..4 {
            if heights[i] > 0.0 && heights[j] <= 0.0 {
                let along = heights[i] / (heights[i] - heights[j]);
                first = first.min((i as f64 + (j - i) as f64 * along) * (1.0 / 3.0));
            }
        }
    }
    (first <= 1.0).then_some(first)
}
