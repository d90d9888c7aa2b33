//! Hulls of coplanar points.

use super::exact::Scaled;
use crate::math::Vec3;
use crate::sorting::sorted_numbers;
use std::cmp::Ordering;

/// The order by x, then y, then z, of finite points; both zeros are the same.
pub(super) fn lexicographic(p: &Vec3, q: &Vec3) -> Ordering {
    let by = |i: usize| p[i].partial_cmp(&q[i]).unwrap_or(Ordering::Equal);
    by(0).then(by(1)).then(by(2))
}

/// The directed edges, in both directions, of the convex polygon around coplanar points, of which `a`, `b` and `c` are not
/// collinear (Andrew 1979, monotone chain).
pub(super) fn ring(scaled: &Scaled, a: u32, b: u32, c: u32) -> Vec<[u32; 2]> {
    // A projection that maps the triangle to a positive area is one to one on its plane.
    let area = |axis: usize| scaled.orientation(axis, a, b, c).abs();
    let dropped = (1..3).fold(0, |best, axis| if area(axis) > area(best) { axis } else { best });
    let (u, v) = ((dropped + 1) % 3, (dropped + 2) % 3);
    let key = |i: u32| {
        let p = scaled.point(i);
        Vec3::new(p[u], p[v], 0.0)
    };
    let mut order = sorted_numbers(scaled.points.len(), &|i, j| lexicographic(&key(i), &key(j)));
    order.dedup_by_key(|i| key(*i));

    let chain = |order: &mut dyn Iterator<Item = u32>| {
        let mut chain: Vec<u32> = Vec::new();
        for i in order {
            while chain.len() >= 2
                && scaled.orientation(dropped, chain[chain.len() - 2], chain[chain.len() - 1], i)
                    <= 0.0
            {
                chain.pop();
            }
            chain.push(i);
        }
        chain.pop();
        chain
    };
    let mut ring = chain(&mut order.iter().copied());
    ring.extend(chain(&mut order.iter().rev().copied()));
    let next = |k: usize| ring[(k + 1) % ring.len()];
    (0..ring.len()).flat_map(|k| [[ring[k], next(k)], [next(k), ring[k]]]).collect()
}
