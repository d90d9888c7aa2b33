//! Both bodies' placements at once, and what they make of vectors and points.

use wide::f64x2;

use crate::convex::lanes::Vec3x2;
use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;

/// The sum of three numbers: some number, and one of each body.
#[inline(always)]
pub fn sum(of_none: f64, of_both: f64x2) -> f64 {
    let [a, b] = of_both.to_array();
    of_none + a + b
}

/// How both bodies are placed. What is of A is taken against it, since it is subtracted.
#[derive(Clone, Copy)]
pub struct Frame {
    /// The columns of the bases.
    columns: [Vec3x2; 3],
    offset: Vec3,
}

impl Frame {
    #[inline(always)]
    pub fn new(relative: &RelativePlacement) -> Frame {
        let against_a = f64x2::new([-1.0, 1.0]);
        let columns =
            Vec3x2::columns(relative.basis_a(), relative.basis_b()).map(|c| c.times(against_a));
        Frame { columns, offset: relative.offset() }
    }

    /// A vector in local coordinates, against A and along B; and how far the origin of B is from that of A along it.
    #[inline(always)]
    pub fn see(&self, v: &Vec3) -> Seen {
        let twice = Vec3x2::twice(v);
        let [x, y, z] = self.columns.each_ref().map(|column| column.dot(&twice));
        Seen { towards: Vec3x2 { x, y, z }, offset: self.offset.dot(v) }
    }

    /// The difference of a point of A and one of B, in local coordinates, along world axes.
    #[inline(always)]
    pub fn difference(&self, points: &Vec3x2) -> Vec3 {
        let [p, q, r] = &self.columns;
        let placed = Vec3x2 {
            x: p.x * points.x + q.x * points.y + r.x * points.z,
            y: p.y * points.x + q.y * points.y + r.y * points.z,
            z: p.z * points.x + q.z * points.y + r.z * points.z,
        };
        let [against_a, b] = placed.vectors();
        -against_a - (b + self.offset)
    }
}

/// A vector as both bodies see it.
#[derive(Clone, Copy)]
pub struct Seen {
    /// Against A, and along B.
    pub towards: Vec3x2,
    /// How far the origin of B is from that of A along it.
    pub offset: f64,
}
