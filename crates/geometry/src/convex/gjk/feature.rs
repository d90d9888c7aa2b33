//! The point of a feature (a point, segment or triangle) closest to the origin, by geometry: edges and normals.
//!
//! Slower than Johnson's cached determinants and far more exact for thin features: those are made of squares of
//! coordinates, these of edges.

use crate::math::scalar::Scalar;

/// A vector in some precision.
pub type Vector<S> = [S; 3];

/// The difference of two vectors.
#[inline]
pub fn minus<S: Scalar>(a: &Vector<S>, b: &Vector<S>) -> Vector<S> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The dot product.
#[inline]
pub fn dot<S: Scalar>(a: &Vector<S>, b: &Vector<S>) -> S {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The cross product.
#[inline]
pub fn cross<S: Scalar>(a: &Vector<S>, b: &Vector<S>) -> Vector<S> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The shares of a segment's ends in the point closest to the origin; `None` unless it lies between them.
pub fn segment<S: Scalar>(a: &Vector<S>, b: &Vector<S>) -> Option<[S; 2]> {
    let (zero, one) = (S::from_f64(0.0), S::from_f64(1.0));
    let edge = minus(b, a);
    let t = -(dot(a, &edge) / dot(&edge, &edge));
    (t > zero && t < one).then_some([one - t, t])
}

/// The shares of a triangle's corners in the point closest to the origin; `None` unless it lies inside.
pub fn triangle<S: Scalar>(a: &Vector<S>, b: &Vector<S>, c: &Vector<S>) -> Option<[S; 3]> {
    let (zero, one) = (S::from_f64(0.0), S::from_f64(1.0));
    let (to_b, to_c) = (minus(b, a), minus(c, a));
    let normal = cross(&to_b, &to_c);
    let square = dot(&normal, &normal);
    // The areas that the origin, projected, makes with the edges.
    let share_b = dot(&normal, &cross(&to_c, a)) / square;
    let share_c = dot(&normal, &cross(a, &to_b)) / square;
    let share_a = one - share_b - share_c;
    (share_a > zero && share_b > zero && share_c > zero).then_some([share_a, share_b, share_c])
}

/// The shares of up to three of four points, those of `members`, in the point of their hull closest to the origin,
/// by slot; `None` unless it is inside of it.
pub fn shares_of<S: Scalar>(points: &[Vector<S>; 4], members: u8) -> Option<[S; 4]> {
    let mut slots = [0; 4];
    let mut count = 0;
    for slot in (0..4).filter(|slot| members & (1 << slot) != 0) {
        slots[count] = slot;
        count += 1;
    }
    let [i, j, k, _] = slots;
    let mut shares = [S::from_f64(0.0); 4];
    match count {
        1 => shares[i] = S::from_f64(1.0),
        2 => [shares[i], shares[j]] = segment(&points[i], &points[j])?,
        3 => [shares[i], shares[j], shares[k]] = triangle(&points[i], &points[j], &points[k])?,
        _ => return None,
    }
    Some(shares)
}

/// The combination of points with shares.
pub fn combination<S: Scalar>(points: &[Vector<S>; 4], members: u8, shares: &[S; 4]) -> Vector<S> {
    let mut sum = [S::from_f64(0.0); 3];
    for i in (0..4).filter(|i| members & (1 << i) != 0) {
        for (x, p) in sum.iter_mut().zip(&points[i]) {
            *x = *x + *p * shares[i];
        }
    }
    sum
}
