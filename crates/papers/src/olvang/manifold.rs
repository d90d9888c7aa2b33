//! The perturbed sampling manifold as Olvång wrote it (2.6, algorithm 13).
//!
//! Where his text leaves a number open: the collision plane passes half way between the foremost points of both bodies, and
//! points count as one crossing if they are nearer to each other than 1e-9 of the edges' lengths, since rounding leaves no two
//! equal.

#[cfg(test)]
mod tests;

use solid_geometry::math::{Mat3, Vec3};

/// Two lines cross if they are this near to each other, by the lengths of their edges.
const CROSSING: f64 = 1e-9;

/// How features are sampled.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// Directions about the normal.
    pub count: usize,
    /// The length of the perturbation, for a normal of length one.
    pub perturbation: f64,
}

/// Rotates about a unit vector.
fn rotation_about(n: &Vec3, angle: f64) -> Mat3 {
    let (sin, cos) = angle.sin_cos();
    let cross = Mat3::from_columns(&[0, 1, 2].map(|k| n.cross(&Vec3::ith(k, 1.0))));
    Mat3::identity() * cos + cross * sin + n * n.transpose() * (1.0 - cos)
}

/// Algorithm 13: the points that a body has farthest along directions about `n`, projected onto the plane through the origin with
/// that normal, from the point `p` of the collision plane; each once, in the order found.
pub fn sample_feature(
    support: &mut impl FnMut(&Vec3) -> Vec3,
    n: &Vec3,
    mut w: Vec3,
    p: &Vec3,
    count: usize,
) -> Vec<Vec3> {
    let turn = rotation_about(n, std::f64::consts::TAU / count as f64);
    let mut points: Vec<Vec3> = Vec::new();
    for _ in 0..count {
        let x = support(&(n + w)) - p;
        let x = x - n * n.dot(&x);
        if !points.contains(&x) {
            points.push(x);
        }
        w = turn * w;
    }
    points
}

/// Whether a point of the plane is in a polygon, on the side of each edge that the centre is on.
///
/// As written: of one point or two, whose edges the centre is on, every point is inside.
pub fn is_inside(p: &Vec3, polygon: &[Vec3], n: &Vec3) -> bool {
    let center = polygon.iter().sum::<Vec3>() / polygon.len() as f64;
    (0..polygon.len()).all(|i| {
        let corner = &polygon[i];
        let u = n.cross(&(polygon[(i + 1) % polygon.len()] - corner));
        (corner - p).dot(&u) * (corner - center).dot(&u) >= 0.0
    })
}

/// The point in which two edges cross, by the shortest line between the lines that they are on.
fn crossing([p1, p2]: [&Vec3; 2], [p3, p4]: [&Vec3; 2]) -> Option<Vec3> {
    let (d1, d2, r) = (p2 - p1, p4 - p3, p1 - p3);
    let (a, b, c) = (d1.norm_squared(), d1.dot(&d2), d2.norm_squared());
    let determinant = a * c - b * b;
    let (s, t) = (d1.dot(&r), d2.dot(&r));
    // Of parallel lines not finite, and in no interval.
    let (along_a, along_b) = ((b * t - c * s) / determinant, (a * t - b * s) / determinant);
    let both = [along_a, along_b].iter().all(|along| (0.0..=1.0).contains(along));
    let (on_a, on_b) = (p1 + d1 * along_a, p3 + d2 * along_b);
    (both && (on_a - on_b).norm_squared() <= CROSSING * CROSSING * (a + c)).then_some(on_a)
}

/// What two polygons of a plane have in common: the corners of each inside of the other, and the points where their edges
/// cross, in no order.
pub fn clip(x: &[Vec3], y: &[Vec3], n: &Vec3) -> Vec<Vec3> {
    let mut common: Vec<Vec3> = Vec::new();
    let mut insert = |point: Vec3| {
        if !common.contains(&point) {
            common.push(point);
        }
    };
    x.iter().filter(|p| is_inside(p, y, n)).for_each(|p| insert(*p));
    y.iter().filter(|p| is_inside(p, x, n)).for_each(|p| insert(*p));
    for i in 0..x.len() {
        for j in 0..y.len() {
            let edge = |polygon: &[Vec3], i: usize| [polygon[i], polygon[(i + 1) % polygon.len()]];
            let ([a, b], [c, d]) = (edge(x, i), edge(y, j));
            if let Some(point) = crossing([&a, &b], [&c, &d]) {
                insert(point);
            }
        }
    }
    common
}

/// The contact manifold of two bodies: points of the collision plane. `n` is a unit vector from B towards A.
pub fn manifold(
    a: &mut impl FnMut(&Vec3) -> Vec3,
    b: &mut impl FnMut(&Vec3) -> Vec3,
    n: &Vec3,
    sampling: Sampling,
) -> Vec<Vec3> {
    let p = (a(&-n) + b(n)) / 2.0;
    let across = n.cross(&Vec3::ith(n.iamin(), 1.0)).normalize() * sampling.perturbation;
    let x = sample_feature(a, &-n, across, &p, sampling.count);
    let y = sample_feature(b, n, across, &p, sampling.count);
    // The origin of both polygons is the foremost point's projection.
    clip(&x, &y, n).into_iter().map(|point| point + p).collect()
}
