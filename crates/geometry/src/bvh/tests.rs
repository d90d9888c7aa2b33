//! Random soups and placements, and a slow, sure triangle test, for the tests of this module.

use std::ops::ControlFlow;

use super::Tree;
use super::descend::Stack;
use super::node::{Child, FourChildren};
use crate::math::placement::rotation;
use crate::math::{Aabb, Mat3, Placement, Vec3};
use smallvec::smallvec;
pub(crate) use solid_testing::Random;
use wide::f32x4;

pub(crate) type Triangle = [Vec3; 3];

/// A rotation, and a move of at most `far` along each axis.
pub(crate) fn rigid(random: &mut Random, far: f64) -> Placement {
    let q = [random.signed(), random.signed(), random.signed(), random.signed() + 1e-9];
    Placement { basis: rotation(&q), origin: random.vector() * far }
}

/// Ten to the power of something up to `orders` either way.
pub(crate) fn scale(random: &mut Random, orders: f64) -> f64 {
    10f64.powf(orders * random.signed())
}

/// Triangles of about `size` with a vertex each in a cube of half extent 1.
pub(crate) fn soup(random: &mut Random, n: usize, size: f64) -> Vec<Triangle> {
    (0..n)
        .map(|_| {
            let p = random.vector();
            [p, p + random.vector() * size, p + random.vector() * size]
        })
        .collect()
}

type Make = fn(&mut Random) -> Placement;

/// Placements of all kinds the contract names.
pub(crate) fn kinds_of_placement() -> Vec<(&'static str, Make)> {
    fn linear(random: &mut Random, middle: Mat3, far: f64) -> Placement {
        let (r, s) = (rigid(random, far), rigid(random, 0.0));
        Placement { basis: r.basis * middle * s.basis, origin: r.origin }
    }
    fn stretch(random: &mut Random, orders: f64) -> Mat3 {
        Mat3::from_diagonal(&Vec3::new(
            scale(random, orders),
            scale(random, orders),
            scale(random, orders),
        ))
    }
    vec![
        ("rigid", |random| rigid(random, 0.8)),
        ("identity", |_| Placement::IDENTITY),
        ("scaled", |random| {
            let s = scale(random, 0.5);
            linear(random, Mat3::identity() * s, 0.8)
        }),
        ("mirrored", |random| linear(random, Mat3::from_diagonal(&Vec3::new(1.0, -1.0, 1.0)), 0.8)),
        ("stretched", |random| {
            let m = stretch(random, 0.5);
            linear(random, m, 0.8)
        }),
        ("stretched a lot", |random| {
            let m = stretch(random, 3.0);
            linear(random, m, 0.1)
        }),
        ("sheared", |random| {
            let m = Mat3::identity()
                + Mat3::new(
                    0.0,
                    random.signed(),
                    random.signed(),
                    0.0,
                    0.0,
                    random.signed(),
                    0.0,
                    0.0,
                    0.0,
                );
            linear(random, m * 0.8, 0.8)
        }),
        ("flattened", |random| {
            let m = Mat3::from_diagonal(&Vec3::new(1.0, 0.0, 1.0));
            linear(random, m, 0.4)
        }),
        ("nearly flattened", |random| {
            let m = Mat3::from_diagonal(&Vec3::new(1.0, scale(random, 2.0) * 1e-14, 1.0));
            linear(random, m, 0.4)
        }),
        ("far away", |random| {
            let mut p = rigid(random, 0.8);
            p.origin += Vec3::new(1e6, -1e6, 1e6);
            p
        }),
    ]
}

/// Whether two triangles, possibly degenerate, share a point; pairs closer than a relative 1e-12 or so count.
///
/// Tries far more axes than needed, so that none is missing when edges are parallel or vanish.
pub(crate) fn meet(s: &Triangle, t: &Triangle) -> bool {
    let edges = |p: &Triangle| [p[1] - p[0], p[2] - p[1], p[0] - p[2]];
    // The first vertex is the origin, for the accuracy of what is far away.
    let origin = s[0];
    let (s, t) = (s.map(|p| p - origin), t.map(|p| p - origin));
    let size = s.iter().chain(&t).map(|p| p.amax()).fold(0.0, f64::max);
    let slack = 1e-12 * size + 4e-16 * origin.amax();
    let separates = |axis: &Vec3| {
        let length = axis.norm();
        if length <= 1e-9 * size * size {
            return false;
        }
        let axis = axis / length;
        let [a, b, c] = s.map(|p| axis.dot(&p));
        let [d, e, f] = t.map(|p| axis.dot(&p));
        a.min(b).min(c) > d.max(e).max(f) + slack || d.min(e).min(f) > a.max(b).max(c) + slack
    };
    let all: Vec<Vec3> = edges(&s).into_iter().chain(edges(&t)).collect();
    let mut axes: Vec<Vec3> =
        vec![Vec3::x() * size * size, Vec3::y() * size * size, Vec3::z() * size * size];
    axes.extend(all.iter().map(|e| e * size));
    for (i, e) in all.iter().enumerate() {
        for f in &all[i + 1..] {
            let n = e.cross(f);
            axes.push(n);
            let n = n.try_normalize(1e-9 * size * size).unwrap_or(Vec3::zeros()) * size;
            axes.extend(all.iter().map(|e| n.cross(e)));
        }
    }
    let joints: Vec<Vec3> = s.iter().flat_map(|p| t.iter().map(move |q| (q - p) * size)).collect();
    axes.extend(joints);
    !axes.iter().any(separates)
}

impl Tree {
    /// Reports the primitives whose boxes share a point with `query`, given in local coordinates.
    ///
    /// Boxes a few 2^-22 of the tree's size apart may be reported too, and what shares a leaf. Stops early on a `Break`.
    pub fn visit_box<B>(
        &self,
        query: &Aabb,
        mut visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_empty() || query.is_empty() || !query.overlaps(&self.bounds()) {
            return ControlFlow::Continue(());
        }
        // Cut to the tree first: a query may reach to infinity.
        let local = self.frame.enclose(&query.intersection(&self.bounds()));
        let (min, max) = (local.min.map(f32x4::splat), local.max.map(f32x4::splat));
        let mut stack: Stack<Child> = smallvec![Child::node(0)];
        while let Some(child) = stack.pop() {
            let node = &self.nodes[child.index()];
            let mut lanes = 0xf;
            for i in 0..3 {
                let overlap = node.min(i).simd_le(max[i]) & min[i].simd_le(node.max(i));
                lanes &= overlap.to_bitmask();
            }
            while lanes != 0 {
                let child = node.child(lanes.trailing_zeros() as usize);
                lanes &= lanes - 1;
                if child.is_leaf() {
                    child.primitives().try_each(&self.excluded, &mut visit)?;
                } else {
                    stack.push(child);
                }
            }
        }
        ControlFlow::Continue(())
    }
}
