//! The features of hulls of few points.

use smallvec::{SmallVec, smallvec};

use super::{Facing, Feature};
use crate::math::tolerance::COPLANAR;
use crate::math::{Vec3, power};

/// The feature of the hull of a few points, by all planes through three of them.
pub(crate) fn of_points(points: &[Vec3], facing: &Facing<'_>, into: &mut Feature) {
    let given = points;
    let place = |i: usize| facing.place(&given[i]);
    if points.len() <= 3 {
        return into.set((0..points.len()).map(place), 0);
    }
    let extent = points.iter().fold(0.0, |most: f64, p| most.max((p - points[0]).amax()));
    // In a unit in which products are in range.
    let unit = power::of_two(-power::exponent(extent).clamp(-1000, 1000));
    let points: SmallVec<[Vec3; 8]> = points.iter().map(|p| (p - points[0]) * unit).collect();
    let (points, extent) = (&points[..], extent * unit);
    let slack = COPLANAR * extent;
    let mut best: Option<(f64, Vec3, [usize; 3])> = None;
    for i in 0..points.len() {
        for j in i + 1..points.len() {
            for k in j + 1..points.len() {
                let normal = (points[j] - points[i]).cross(&(points[k] - points[i]));
                let length = normal.norm();
                if length <= slack * extent {
                    continue;
                }
                let normal = normal / length;
                let heights = points.iter().map(|p| normal.dot(&(p - points[i])));
                let [low, high] = heights.fold([0.0_f64; 2], |[l, h], x| [l.min(x), h.max(x)]);
                let (below, above) = (low >= -slack, high <= slack);
                let outwards = if above { normal } else { -normal };
                let cosine = facing.cosine(&outwards);
                // Either side of a flat polygon.
                let cosine = if below && above { cosine.abs() } else { cosine };
                if (above || below) && best.is_none_or(|(most, ..)| cosine > most + COPLANAR) {
                    best = Some((cosine, normal, [i, j, k]));
                }
            }
        }
    }
    let Some((_, normal, [first, second, third])) = best else {
        // All on a line.
        return into.set_ring(&farthest_pair(points).map(|i| i as u32), 0, |i| place(i as usize));
    };
    let on_plane = |i: &usize| normal.dot(&(points[*i] - points[first])).abs() <= slack;
    let ring = around(points, (0..points.len()).filter(on_plane), &normal, slack);
    let ring: SmallVec<[u32; 8]> = ring.iter().map(|i| *i as u32).collect();
    // The first three of its vertices tell it from all others.
    let name = ((first * points.len() + second) * points.len() + third) as u32;
    into.set_ring(&ring, name, |i| place(i as usize));
}

/// Two of several points that are as far apart as any.
fn farthest_pair(points: &[Vec3]) -> [usize; 2] {
    let farthest = |from: usize| {
        let square = |i: usize| (points[i] - points[from]).norm_squared();
        (0..points.len()).fold(from, |best, i| if square(i) > square(best) { i } else { best })
    };
    let end = farthest(0);
    [end, farthest(end)]
}

/// The corners of the hull of points of a plane, in order around it (Andrew 1979, monotone chain).
pub(in crate::shape) fn around(
    points: &[Vec3],
    of: impl Iterator<Item = usize>,
    normal: &Vec3,
    slack: f64,
) -> SmallVec<[usize; 8]> {
    let axis = Vec3::ith(normal.iamin(), 1.0);
    let x = normal.cross(&axis).normalize();
    let y = normal.cross(&x);
    let at = |i: usize| (points[i].dot(&x), points[i].dot(&y));
    let mut order: SmallVec<[usize; 8]> = of.collect();
    order.sort_unstable_by(|&i, &j| {
        let ((a, b), (c, d)) = (at(i), at(j));
        // How equal ones are sorted depends on the size of numbers, which differs from machine to machine.
        a.total_cmp(&c).then(b.total_cmp(&d)).then(i.cmp(&j))
    });
    let mut ring: SmallVec<[usize; 8]> = smallvec![];
    for back in [false, true] {
        let base = ring.len();
        for step in 0..order.len() {
            let i = order[if back { order.len() - 1 - step } else { step }];
            while let [.., p, q] = ring[base..] {
                let ((a, b), (c, d), (e, f)) = (at(p), at(q), at(i));
                let long = ((e - a).powi(2) + (f - b).powi(2)).sqrt();
                if (c - a) * (f - b) - (d - b) * (e - a) > slack * long {
                    break;
                }
                ring.pop();
            }
            ring.push(i);
        }
        ring.pop();
    }
    ring
}
