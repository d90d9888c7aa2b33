//! Boxes and radii of many vertices.

use wide::f64x2;

use crate::bvh::frame::{is_usable, is_within_range};
use crate::math::vector::is_finite;
use crate::math::{Aabb, Vec3};

/// The bounding box of a polytope; empty if a vertex is not usable.
#[inline]
pub(super) fn polytope_bounds(vertices: &[Vec3], indices: &[u32], all_usable: bool) -> Aabb {
    let points = indices.iter().map(|&i| &vertices[i as usize]);
    if !all_usable && !points.clone().all(is_usable) {
        return Aabb::EMPTY;
    }
    Aabb::around(points)
}

/// The box around the usable vertices, and whether all are.
pub(super) fn usable_bounds(vertices: &[Vec3]) -> (Aabb, bool) {
    if let Some(around) = bounds_if_usable(vertices) {
        return (around, true);
    }
    (Aabb::around(vertices.iter().filter(|v| is_usable(v))), vertices.iter().all(is_usable))
}

/// The box around points that are all usable; `None` if one is not, or may not be. Two points are taken at a time, whose
/// six coordinates fill three registers: with [`farthest2`], new vertices take half as long as one by one (`benches/meshes`).
fn bounds_if_usable(points: &[Vec3]) -> Option<Aabb> {
    let mut least = [f64x2::splat(f64::INFINITY); 3];
    let mut greatest = [f64x2::splat(f64::NEG_INFINITY); 3];
    let mut sum = [f64x2::splat(0.0); 3];
    let mut include = |p: &Vec3, q: &Vec3| {
        for (i, two) in [[p.x, p.y], [p.z, q.x], [q.y, q.z]].into_iter().enumerate() {
            let two = f64x2::new(two);
            least[i] = least[i].fast_min(two);
            greatest[i] = greatest[i].fast_max(two);
            sum[i] += two;
        }
    };
    let (twos, last) = points.as_chunks::<2>();
    twos.iter().for_each(|[p, q]| include(p, q));
    last.iter().for_each(|p| include(p, p));
    let halves = |six: [f64x2; 3]| {
        let [[a, b], [c, d], [e, f]] = six.map(|two| two.to_array());
        [Vec3::new(a, b, c), Vec3::new(d, e, f)]
    };
    let ([p, q], [r, s], [t, u]) = (halves(least), halves(greatest), halves(sum));
    let around = Aabb { min: p.inf(&q), max: r.sup(&s) };
    // The sum with an infinite coordinate or NaN is not finite.
    (is_finite(&(t + u)) && is_within_range(&around)).then_some(around)
}

/// The square of the distance from a point to the farthest of some finite vertices: four at a time, so that the maxima are
/// independent.
pub(super) fn farthest2(vertices: &[Vec3], center: &Vec3) -> f64 {
    let larger = |largest: f64, v: &Vec3| {
        let length2 = (v - center).norm_squared();
        if length2 > largest { length2 } else { largest }
    };
    let fours = vertices.chunks_exact(4);
    let mut largest = [fours.remainder().iter().fold(0.0, larger); 4];
    for four in fours {
        for (largest, v) in largest.iter_mut().zip(four) {
            *largest = larger(*largest, v);
        }
    }
    largest.into_iter().fold(0.0, f64::max)
}
