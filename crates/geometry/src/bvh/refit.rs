//! Refitting: new boxes after the vertices have moved, from the leaves up (Bergen 1999, 5.2.5).

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::Tree;
use super::corners::Corners;
use super::frame::{Frame, is_usable, widened};
use super::node::{Child, FourChildren, Node};
use crate::math::{Aabb, Vec3};
use wide::f32x4;

/// Memory of a refit, kept for the next one.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// The vertices in tree coordinates, rounded to nearest.
    points: Vec<f32x4>,
    /// The box around each node.
    boxes: Vec<Corners>,
    /// The vertices of each leaf, in the order in which a refit comes to the leaves; made by the first one.
    leaves: Vec<LeafVertices>,
}

/// The vertices of a leaf that has at most four, as two triangles with an edge in common do; the last is repeated if there
/// are fewer. A refit takes a quarter less than by the triangles (`benches/meshes`).
#[derive(Clone, Copy, Debug)]
struct LeafVertices([u32; 4]);

impl LeafVertices {
    /// Of a leaf of more vertices, or none: they are not listed. No vertex has this number.
    const NOT_LISTED: LeafVertices = LeafVertices([u32::MAX; 4]);

    /// From the vertices of the leaf's primitives.
    fn new<'a>(indices: impl Iterator<Item = &'a u32>) -> LeafVertices {
        let (mut vertices, mut count) = (LeafVertices::NOT_LISTED, 0);
        for v in indices {
            if !vertices.0[..count].contains(v) {
                if count == 4 {
                    return LeafVertices::NOT_LISTED;
                }
                vertices.0[count..].fill(*v);
                count += 1;
            }
        }
        vertices
    }

    /// The box around the vertices, which are at these points; `None` if they are not listed.
    #[inline]
    fn around(&self, points: &[f32x4]) -> Option<Corners> {
        let [a, b, c, d] = self.0;
        let a = *points.get(a as usize)?;
        let [b, c, d] = [points[b as usize], points[c as usize], points[d as usize]];
        Some(Corners {
            min: a.fast_min(b).fast_min(c.fast_min(d)),
            max: a.fast_max(b).fast_max(c.fast_max(d)),
        })
    }
}

/// A refitted tree is rebuilt once its boxes are this many times as large, relative to the root, as they were when it was built.
const REBUILD_RATIO: f32 = 2.0;

/// How large the boxes of a tree's nodes are together, relative to the root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BoxSizes {
    /// When it was built; known from the first refit on.
    built: Option<f32>,
    now: f32,
}

impl Tree {
    /// Refits the boxes to vertices that have moved; the topology stays. Linear in the vertices and primitives.
    ///
    /// `bounds` is to hold all vertices that are usable, and `all_usable` is whether all of them are:
    /// primitives with a vertex that is not are excluded from queries. `indices` are the vertices of consecutive primitives.
    pub(crate) fn refit<'a, I: Iterator<Item = &'a u32>>(
        &mut self,
        bounds: &Aabb,
        vertices: &[Vec3],
        all_usable: bool,
        indices: impl Fn(Range<u32>) -> I,
    ) {
        if self.sizes.built.is_none() {
            let mut sum = BoxSizesSum::new(&self.frame);
            self.nodes.iter().rev().for_each(|node| sum.add(&node.around()));
            self.sizes.built = Some(sum.relative());
        }
        if self.buffers.leaves.is_empty() {
            let children = self.nodes.iter().rev().flat_map(|node| node.children());
            let leaves = children.filter(|child| child.is_leaf() && *child != Child::NONE);
            let vertices_of = |leaf: Child| LeafVertices::new(indices(leaf.primitives().range()));
            self.buffers.leaves = leaves.map(vertices_of).collect();
            self.buffers.leaves.shrink_to_fit();
        }
        self.bounds = *bounds;
        self.frame = Frame::around(bounds);
        self.excluded.clear();
        if !all_usable {
            let is_broken =
                |i: &u32| !indices(*i..*i + 1).all(|&v| is_usable(&vertices[v as usize]));
            self.excluded.extend((0..self.len).filter(is_broken));
        }
        let (frame, Buffers { points, boxes, leaves }) = (self.frame, &mut self.buffers);
        points.clear();
        points.extend(vertices.iter().map(|p| frame.nearest(p)));
        boxes.resize(self.nodes.len(), Corners::EMPTY);
        let (points, boxes) = (&points[..], &mut boxes[..]);
        let is_included = |v: u32| all_usable || is_usable(&vertices[v as usize]);
        let mut leaves = if all_usable { &leaves[..] } else { &[] }.iter();
        let mut sizes = BoxSizesSum::new(&frame);
        // Children follow their parents.
        for (at, node) in self.nodes.to_mut().iter_mut().enumerate().rev() {
            let mut children = [Corners::EMPTY; 4];
            for (child, corners) in node.children().iter().zip(&mut children) {
                if !child.is_leaf() {
                    *corners = boxes[child.index()];
                } else if *child != Child::NONE {
                    let listed = leaves.next().and_then(|leaf| leaf.around(points));
                    *corners = widened(&listed.unwrap_or_else(|| {
                        let indices = indices(child.primitives().range());
                        around_included(points, indices, is_included)
                    }));
                }
            }
            let [a, b, c, d] = &children;
            boxes[at] = a.join(b).join(&c.join(d));
            sizes.add(&boxes[at]);
            *node = Node::new(&children, node.children());
        }
        self.sizes.now = sizes.relative();
    }

    /// How large the boxes were together when the tree was built, if it has been refitted since: a part of what decides when it is
    /// rebuilt.
    pub(crate) fn built_size(&self) -> Option<f32> {
        self.sizes.built
    }

    /// Sets that of a tree that was saved.
    pub(crate) fn set_built_size(&mut self, size: f32) {
        self.sizes.built = Some(size);
    }

    /// Whether refits have left boxes that overlap so much more than when the tree was built that rebuilding it pays:
    /// the primitives have changed places. Never for one that was just built.
    pub(crate) fn needs_rebuild(&self) -> bool {
        self.sizes.built.is_some_and(|built| self.sizes.now > REBUILD_RATIO * built)
    }
}

/// The box around those of the points with these numbers that are included.
fn around_included<'a>(
    points: &[f32x4],
    indices: impl Iterator<Item = &'a u32>,
    is_included: impl Fn(u32) -> bool,
) -> Corners {
    let included = indices.filter(|v| is_included(**v));
    included.fold(Corners::EMPTY, |all, v| all.include(points[*v as usize]))
}

/// Sums up the sizes of the boxes of a tree's nodes, of which the root's comes last.
struct BoxSizesSum {
    /// The units of the axes over the largest of them.
    weight: f32x4,
    /// The sum of all but the last.
    sum: f32,
    last: f32,
}

impl BoxSizesSum {
    fn new(frame: &Frame) -> BoxSizesSum {
        let [x, y, z] = frame.proportions();
        BoxSizesSum { weight: f32x4::new([x, y, z, 0.0]), sum: 0.0, last: 0.0 }
    }

    #[inline]
    fn add(&mut self, corners: &Corners) {
        self.sum += self.last;
        self.last = corners.times(self.weight).spread();
    }

    /// The sum of the boxes but for the root's, relative to that; 0 for a tree of one point.
    fn relative(&self) -> f32 {
        // A point has only what it was widened by; all else is at least a unit long.
        if self.last > 1e-3 { self.sum / self.last } else { 0.0 }
    }
}
