//! A body of any shapes, each with a placement, and a tree of boxes over them.

use std::any::Any;
use std::fmt;

use super::{Part, Parts, PartsVisitor};
use crate::math::vector::is_singular;
use crate::math::{Aabb, Placement};
use crate::memory;
use crate::query::bodies::{Body, BodyShape};
use crate::query::local_bounds::{EVERYWHERE, placed_box};
use crate::query::shape::{Shape, ShapeError};
use crate::sorting::sort_numbers;

/// How deep compounds may be nested, so that a query fits into the small stack of a thread.
pub const MOST_NESTED: u32 = 4;

/// A body that consists of shapes, each with a placement. Shapes that are used several times are shared.
pub struct Compound {
    parts: Vec<Placed>,
    /// A binary tree, of which the first child follows its parent; the root is the first.
    nodes: Vec<Node>,
    count: u32,
    depth: u32,
}

/// A part.
struct Placed {
    shape: Shape,
    placement: Placement,
    /// The number of its first convex solid or polytope.
    first: u32,
}

struct Node {
    bounds: Aabb,
    /// The second child, or the part of a leaf.
    target: u32,
    is_leaf: bool,
}

/// How many nodes a walk keeps for later at most: one for each level of the tree, of which there are no more than 32.
const MOST_WAITING: usize = 34;

impl Compound {
    pub(in crate::query) fn new(parts: &[(Shape, Placement)]) -> Result<Compound, ShapeError> {
        if parts.is_empty() {
            return Err(ShapeError::Empty);
        }
        let (mut placed, mut boxes) = (Vec::new(), Vec::new());
        memory::reserve(&mut placed, parts.len());
        memory::reserve(&mut boxes, parts.len());
        let (mut count, mut depth) = (0_u32, 0);
        for (shape, placement) in parts {
            if !placement.is_finite() {
                return Err(ShapeError::NotFinite);
            }
            if is_singular(&placement.basis) {
                return Err(ShapeError::FlatPlacement);
            }
            let view = shape.view();
            let Some(body) = Body::new(view, placement) else { return Err(ShapeError::Empty) };
            let bounds = if body.is_unbounded() {
                EVERYWHERE
            } else {
                placed_box(&view.bounds(), placement).intersection(&EVERYWHERE)
            };
            let is_bounded = bounds.min.iter().chain(bounds.max.iter()).all(|x| x.is_finite());
            if bounds.is_empty() || !is_bounded {
                return Err(ShapeError::NotFinite);
            }
            if let BodyShape::Parts(parts) = view
                && let Some(compound) = parts.as_any().downcast_ref::<Compound>()
            {
                depth = depth.max(compound.depth);
            }
            placed.push(Placed { shape: shape.clone(), placement: *placement, first: count });
            boxes.push(bounds);
            count = count.checked_add(view.numbers()).ok_or(ShapeError::TooLarge)?;
        }
        if depth >= MOST_NESTED {
            return Err(ShapeError::TooLarge);
        }
        let mut nodes = Vec::new();
        memory::reserve(&mut nodes, 2 * parts.len());
        build(&mut Vec::from_iter(0..parts.len() as u32), &boxes, &mut nodes);
        Ok(Compound { parts: placed, nodes, count, depth: depth + 1 })
    }

    /// The parts and their placements, in the order in which they were given.
    ///
    /// ```
    /// use solid_geometry::query::{Compound, ShapeKind};
    /// use solid_geometry::{Placement, Shape};
    ///
    /// let (ball, there) = (Shape::sphere(1.0)?, Placement::translation([3.0, 0.0, 0.0]));
    /// let two = Shape::compound(&[(ball.clone(), Placement::IDENTITY), (ball, there)])?;
    /// let ShapeKind::Parts(parts) = two.kind() else { panic!("it has parts") };
    /// let compound = parts.as_any().downcast_ref::<Compound>().expect("a compound");
    /// assert!(compound.parts().map(|(_, at)| at.origin.x).eq([0.0, 3.0]));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn parts(&self) -> impl ExactSizeIterator<Item = (&Shape, &Placement)> {
        self.parts.iter().map(|part| (&part.shape, &part.placement))
    }

    /// The part that a number of an answer is of, counted from 0 as they were given, and the number in that part: 0 of a convex solid,
    /// of a mesh that of the polytope, of a compound one of its own numbers. `None` if there is no such number.
    pub fn locate(&self, number: u32) -> Option<[u32; 2]> {
        let part = self.parts.partition_point(|part| part.first <= number) - 1;
        (number < self.count).then(|| [part as u32, number - self.parts[part].first])
    }

    fn part(&self, i: u32) -> Part<'_> {
        let Placed { shape, placement, first } = &self.parts[i as usize];
        Part { first: *first, shape: shape.view(), placement }
    }
}

/// Appends the tree over some parts, which it puts in order.
fn build(parts: &mut [u32], boxes: &[Aabb], nodes: &mut Vec<Node>) {
    let of = |i: &u32| &boxes[*i as usize];
    let bounds = Aabb::around_boxes(parts.iter().map(of));
    if let [part] = parts {
        nodes.push(Node { bounds, target: *part, is_leaf: true });
        return;
    }
    let axis = Aabb::around(parts.iter().map(|i| of(i).center())).half_extents().imax();
    // Of equals the first ones, so that the order does not depend on the algorithm.
    let center = |i: &u32| of(i).center()[axis];
    sort_numbers(parts, &|i, j| center(&i).total_cmp(&center(&j)).then(i.cmp(&j)));
    let (left, right) = parts.split_at_mut(parts.len() / 2);
    let node = nodes.len();
    nodes.push(Node { bounds, target: 0, is_leaf: false });
    build(left, boxes, nodes);
    nodes[node].target = nodes.len() as u32;
    build(right, boxes, nodes);
}

impl Parts for Compound {
    fn bounds(&self) -> Aabb {
        self.nodes[0].bounds
    }

    fn count(&self) -> u32 {
        self.count
    }

    fn walk(&self, visitor: &mut dyn PartsVisitor) {
        let mut waiting = [(0.0, 0_u32); MOST_WAITING];
        let bound_of = |visitor: &mut dyn PartsVisitor, node: u32| {
            visitor.bound(&self.nodes[node as usize].bounds)
        };
        waiting[0] = (bound_of(visitor, 0), 0);
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (bound, number) = waiting[count];
            if bound == f64::INFINITY || bound > visitor.limit() {
                continue;
            }
            let node = &self.nodes[number as usize];
            if node.is_leaf {
                visitor.visit(&self.part(node.target));
                continue;
            }
            let [first, second] =
                [number + 1, node.target].map(|child| (bound_of(visitor, child), child));
            let (near, far) = if second.0 < first.0 { (second, first) } else { (first, second) };
            (waiting[count], waiting[count + 1]) = (far, near);
            count += 2;
        }
    }

    fn part_of(&self, number: u32, visit: &mut dyn FnMut(&Part<'_>)) {
        if let Some([part, _]) = self.locate(number) {
            visit(&self.part(part));
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Without what it consists of, which may be much.
impl fmt::Debug for Compound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compound").field("parts", &self.parts.len()).finish_non_exhaustive()
    }
}
