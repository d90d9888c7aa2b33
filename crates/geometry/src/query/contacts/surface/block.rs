//! A box on a mesh: how triangles overlap with it, by [`Block`].

use super::Touching;
use crate::convex::closed_form::{between, of_segments};
use crate::convex::unrounded::similarity;
use crate::math::tolerance::DEPTH_SLACK;
use crate::math::{Mat3, Vec3};
use crate::mesh::PolytopeSoup;
use crate::query::block::{Axis, Block, Least};
use crate::query::bodies::{BodyPair, Shapes};
use crate::shape::Support;
use crate::shape::core::Core;

#[cfg(test)]
mod tests;

/// Body B where it is a box, and A a mesh.
pub(super) struct BlockBody<'p> {
    pair: &'p BodyPair<'p>,
    soup: &'p PolytopeSoup,
    /// Unit vectors along its edges, as columns.
    axes: Mat3,
    block: Block,
}

impl<'p> BlockBody<'p> {
    /// `None` of other bodies, and of placements that are no similarities.
    pub(super) fn new(pair: &'p BodyPair<'_>) -> Option<BlockBody<'p>> {
        let Shapes::Mixed(soup, body) = pair.shapes else { return None };
        let Core::Box(half) = body.core(false)? else { return None };
        let relative = &pair.relative;
        if relative.has_extreme_bases() {
            return None;
        }
        let scale = similarity(relative.basis_b())?;
        let slack = 4.0 * DEPTH_SLACK * relative.rounding();
        let block = Block::new(half * scale, slack, relative.largest_coordinate());
        Some(BlockBody { pair, soup, axes: relative.basis_b() / scale, block })
    }

    /// The shortest translation of a triangle out of the box, or that they are apart: `Some(None)`. `None` where rounding leaves that
    /// open, or it is no triangle.
    pub(super) fn overlap(&self, part: u32) -> Option<Option<Touching>> {
        let &[i, j, k] = self.soup.indices_of(part) else { return None };
        let relative = &self.pair.relative;
        let corners = [i, j, k].map(|vertex| {
            let placed = relative.place_a(self.soup.vertex(vertex)) - relative.offset();
            self.axes.tr_mul(&placed)
        });
        let found = self.block.overlap(&corners)?;
        Some(found.map(|least| Touching {
            parts: [part, 0],
            normal: self.axes * least.normal,
            length: least.depth,
            on_a: self.deepest(&corners, &least).map(|point| relative.offset() + self.axes * point),
        }))
    }

    /// The point of a triangle that is deepest, in the coordinates of the box, if it is a corner over a face or on an edge.
    fn deepest(&self, corners: &[Vec3; 3], least: &Least) -> Option<Vec3> {
        let towards = &least.normal;
        match least.along {
            Axis::Triangle => None,
            Axis::Face(axis) => {
                let height = |corner: &Vec3| towards.dot(corner);
                let lowest = corners.iter().min_by(|p, q| height(p).total_cmp(&height(q)))?;
                let is_over = |i: usize| i == axis || lowest[i].abs() <= self.block.half[i];
                (0..3).all(is_over).then_some(*lowest)
            }
            Axis::Edges(side, of_box) => {
                let apart = [side, (side + 1) % 3].map(|i| corners[i] + towards * least.depth);
                let end = |end: f64| {
                    let sign =
                        |i: usize| if i == of_box { end } else { 1.0_f64.copysign(towards[i]) };
                    Vec3::from_fn(|i, _| self.block.half[i] * sign(i))
                };
                let (s, _) = of_segments(apart, [end(-1.0), end(1.0)]);
                Some(between(&[corners[side], corners[(side + 1) % 3]], s))
            }
        }
    }

    /// The corners, along world axes from the origin of A.
    pub(super) fn corners(&self) -> impl Iterator<Item = Vec3> {
        (0..8).map(|corner| {
            let signed = Vec3::from_fn(|i, _| {
                if corner >> i & 1 == 1 { self.block.half[i] } else { -self.block.half[i] }
            });
            self.pair.relative.offset() + self.axes * signed
        })
    }
}
