//! The orientation predicate (orient3d, Shewchuk 1997): on which side of the plane of three points a fourth is. Exact.

use wide::f64x2;

use crate::math::Vec3;
use crate::math::exact::orient3d;
use crate::math::scalar::{Real, two_product, two_sum};
use crate::math::tolerance::{LEAST_SQUARE, NEARBY_ROUNDING};

/// 1 if `d` is on the outer side of the plane of `a`, `b`, `c`, from where these are counterclockwise; 0 if it is in the plane;
/// -1 otherwise.
#[inline]
pub(super) fn orientation(a: &Vec3, b: &Vec3, c: &Vec3, d: &Vec3) -> i32 {
    let volume = orient3d(a, b, c, d);
    i32::from(volume < 0.0) - i32::from(volume > 0.0)
}

/// As [`orientation`], faster for points that are nearly coplanar: double-double numbers decide nearly all of them, which takes 11 %
/// off the depths of cones and cylinders (W3). `scale` bounds the coordinates.
pub(super) fn orientation_nearly_coplanar([a, b, c]: [&Vec3; 3], d: &Vec3, scale: f64) -> i32 {
    let (u, v, w) = (difference(a, d), difference(b, d), difference(c, d));
    let volume = determinant(&u, &v, &w);
    let rounding = NEARBY_ROUNDING * (scale * scale * scale);
    if volume.abs() > rounding && rounding > LEAST_SQUARE {
        if volume < 0.0 { 1 } else { -1 }
    } else {
        orientation(a, b, c, d)
    }
}

/// A number with its rounding error.
type Twofold<T> = (T, T);

/// The difference of two points, exactly.
#[inline]
fn difference(p: &Vec3, q: &Vec3) -> [Twofold<f64>; 3] {
    [0, 1, 2].map(|i| two_sum(p[i], -q[i]))
}

/// The determinant of three vectors, in nearly twice the digits; two of its three terms share SIMD lanes.
#[inline]
fn determinant(u: &[Twofold<f64>; 3], v: &[Twofold<f64>; 3], w: &[Twofold<f64>; 3]) -> f64 {
    let pair =
        |p: &Twofold<f64>, q: &Twofold<f64>| (f64x2::new([p.0, q.0]), f64x2::new([p.1, q.1]));
    let two = |x: &[Twofold<f64>; 3]| [pair(&x[0], &x[1]), pair(&x[1], &x[2]), pair(&x[2], &x[0])];
    let ([of_u, ..], [_, v1, v2], [_, w1, w2]) = (two(u), two(v), two(w));
    let (first_two, rests) = term(of_u, [v1, v2], [w1, w2]);
    let (third, rest) = term(u[2], [v[0], v[1]], [w[0], w[1]]);
    let [first, second] = first_two.to_array();
    let (sum, lost) = two_sum(first, second);
    let (sum, lost_too) = two_sum(sum, third);
    let [of_first, of_second] = rests.to_array();
    sum + (((lost + lost_too) + rest) + (of_first + of_second))
}

/// One term of the Laplace expansion of the determinant, a coordinate times its minor, and the rounding error of that.
#[inline]
fn term<T: Real>(
    u: Twofold<T>,
    [v, next_v]: [Twofold<T>; 2],
    [w, next_w]: [Twofold<T>; 2],
) -> Twofold<T> {
    let (p, rest_p) = two_product(v.0, next_w.0);
    let (q, rest_q) = two_product(next_v.0, w.0);
    let (minor, lost) = two_sum(p, -q);
    let of_rests = (v.0 * next_w.1 + v.1 * next_w.0) - (next_v.0 * w.1 + next_v.1 * w.0);
    let rest_of_minor = (lost + (rest_p - rest_q)) + of_rests;
    let (product, rest) = two_product(u.0, minor);
    (product, (rest + u.0 * rest_of_minor) + u.1 * minor)
}
