//! The difference B - A of two placed bodies, or of their cores, as what the search for the penetration depth sees.
//!
//! Its support function h(n) is how far A has to move along a unit vector n until the bodies only touch; the depth is
//! its least value (Olvång 2.5). It is taken of cores ([`super::core`]) where a ball was added to these: a ball adds its
//! radius to h in all directions alike, so that the least direction is the cores'.

use super::pair::{Hints, Relation};
use crate::math::vector::direction;
use crate::math::{Mat3, Vec3};
use crate::shape::{Patch, Support};

/// A convex body with a point of it for every direction: what the expanding polytope is built in.
pub trait Hull {
    /// The point farthest along `n`.
    fn farthest(&mut self, n: &Vec3) -> Vertex;
    /// The largest coordinate of the points from which differences are taken.
    fn scale(&self) -> f64;
    /// A bound on the rounding error of `n . p`, where `p` is farthest along any unit vector `n`.
    fn rounding(&self) -> f64;
    /// Whether it is the hull of finitely many points, so that the search for its nearest facet ends by itself.
    fn is_polytope(&self) -> bool;
    /// The surface about the point farthest along the unit vector `n`; `None` if it has corners only.
    fn bend(&mut self, n: &Vec3) -> Option<Bend>;
}

/// A point of B - A and the points that it is the difference of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// The point of B less that of A, along world axes.
    pub point: Vec3,
    /// The point of A, or of its core, in local coordinates.
    pub local_a: Vec3,
    /// The point of B, or of its core, in local coordinates.
    pub local_b: Vec3,
}

/// Ellipsoids, flat ones and points included, whose sum lies in the body and touches it where a direction is farthest.
#[derive(Clone, Copy, Debug)]
pub struct Bend {
    /// The point where they touch.
    pub point: Vec3,
    /// The ellipsoids.
    pub parts: [Ellipsoid; 2],
}

/// An ellipsoid and the direction along which it is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Ellipsoid {
    /// Its half axes.
    pub axes: Mat3,
    /// The direction in coordinates in which the ellipsoid is a unit ball.
    pub x: Vec3,
    /// The length of `x`: how far it reaches along the direction.
    pub reach: f64,
}

/// Two bodies as one, B - A.
pub struct Difference<'a, A, B> {
    a: A,
    b: B,
    relation: &'a Relation,
    hints: &'a mut Hints,
}

impl<'a, A: Support, B: Support> Difference<'a, A, B> {
    /// The coordinates of the bodies reach no farther than the relation says.
    #[inline]
    pub fn new(a: A, b: B, relation: &'a Relation, hints: &'a mut Hints) -> Self {
        Difference { a, b, relation, hints }
    }

    /// From the centre of B to that of A.
    #[inline]
    pub fn center_difference(&self) -> Vec3 {
        let of_a = self.relation.basis_a() * self.a.center();
        let of_b = self.relation.basis_b() * self.b.center();
        (of_a - of_b) - self.relation.offset()
    }

    /// The unit normals of the bodies' known flat sides, turned to the side of `towards`.
    pub fn flat_sides(&self, towards: &Vec3) -> [Option<Vec3>; 6] {
        let side = |basis: &Mat3, flat: [bool; 3], k: usize| {
            let n = basis.column((k + 1) % 3).cross(&basis.column((k + 2) % 3));
            let unit = if flat[k] { direction(&n)? } else { return None };
            Some(if n.dot(towards) < 0.0 { -unit } else { unit })
        };
        let (flat_a, flat_b) = (self.a.flat_sides(), self.b.flat_sides());
        std::array::from_fn(|k| match k {
            0..3 => side(self.relation.basis_a(), flat_a, k),
            _ => side(self.relation.basis_b(), flat_b, k - 3),
        })
    }
}

/// A patch of a body's surface as a linear map places it, seen along a direction in local coordinates.
#[inline]
fn placed(patch: &Patch, basis: &Mat3, local: &Vec3) -> (Vec3, Ellipsoid) {
    let x = local.component_mul(&patch.radii);
    let reach = x.norm();
    let point =
        if reach > 0.0 { patch.center + patch.radii.component_mul(&(x / reach)) } else { patch.center };
    let mut axes = *basis;
    for i in 0..3 {
        axes.column_mut(i).scale_mut(patch.radii[i]);
    }
    (basis * point, Ellipsoid { axes, x, reach })
}

impl<A: Support, B: Support> Hull for Difference<'_, A, B> {
    // One copy: it is called from a dozen places.
    #[inline(never)]
    fn farthest(&mut self, n: &Vec3) -> Vertex {
        let (basis_a, basis_b) = (self.relation.basis_a(), self.relation.basis_b());
        let local_a = self.a.support(&-basis_a.tr_mul(n), &mut self.hints[0]);
        let local_b = self.b.support(&basis_b.tr_mul(n), &mut self.hints[1]);
        Vertex { point: (basis_b * local_b - basis_a * local_a) + self.relation.offset(), local_a, local_b }
    }

    #[inline]
    fn scale(&self) -> f64 {
        self.relation.largest_reach()
    }

    #[inline]
    fn rounding(&self) -> f64 {
        self.relation.rounding()
    }

    #[inline]
    fn is_polytope(&self) -> bool {
        self.a.is_polytope() && self.b.is_polytope()
    }

    #[inline]
    fn bend(&mut self, n: &Vec3) -> Option<Bend> {
        let (basis_a, basis_b) = (self.relation.basis_a(), self.relation.basis_b());
        let (towards_a, towards_b) = (-basis_a.tr_mul(n), basis_b.tr_mul(n));
        let (patch_a, patch_b) = match (self.a.patch(&towards_a, false), self.b.patch(&towards_b, false)) {
            (None, None) => return None,
            (Some(a), Some(b)) => (a, b),
            (Some(a), None) => (a, Patch::corner(self.b.support(&towards_b, &mut self.hints[1]))),
            (None, Some(b)) => (Patch::corner(self.a.support(&towards_a, &mut self.hints[0])), b),
        };
        let (of_a, part_a) = placed(&patch_a, basis_a, &towards_a);
        let (of_b, part_b) = placed(&patch_b, basis_b, &towards_b);
        Some(Bend { point: (of_b - of_a) + self.relation.offset(), parts: [part_a, part_b] })
    }
}
