//! Points with a radius, such as those of a depth camera: balls by the million, and a tree of boxes over them.
//!
//! The points are divided at the median of the axis along which their centres are spread the most, down to leaves of a few points: a
//! balanced k-d tree (Bentley 1975), whose shape their number alone decides. So no node has links, and the boxes are made from the
//! leaves up in linear time.

use std::any::Any;
use std::fmt;
use std::ops::Range;

use super::{Part, Parts, PartsVisitor};
use crate::interrupt::Pace;
use crate::math::{Aabb, Placement, Vec3};
use crate::query::bodies::BodyShape;
use crate::query::shape::ShapeError;
use crate::shape::Primitive;
use crate::sorting::sort_few;
use crate::threads::Threads;

mod build;
mod saved;
#[cfg(test)]
mod tests;

/// A body that consists of balls, whose numbers are those of its parts.
///
/// It takes 48 bytes a point, and 8 more where the radii differ. The balls are made when a query needs them.
pub struct Points {
    /// In the order of the tree.
    points: Vec<Numbered>,
    /// Where a number is in that order.
    places: Vec<u32>,
    radii: Radii,
    /// Of the tree's nodes, each before those below it, the first half of these before the second.
    boxes: Vec<Aabb>,
}

/// A point, and its place among those that were given.
#[derive(Clone, Copy)]
struct Numbered {
    center: Vec3,
    number: u32,
}

enum Radii {
    /// All are the same.
    One(f64),
    /// In the order of the tree.
    Each(Vec<f64>),
}

/// A leaf has so many points, the last one perhaps fewer.
const LEAF: usize = 8;

/// How many nodes a walk keeps for later at most: one for each level of the tree, of which there are fewer than 32.
const MOST_WAITING: usize = 34;

/// A node, and the leaves below it.
#[derive(Clone, Copy)]
struct Node {
    index: usize,
    first: usize,
    end: usize,
}

impl Node {
    /// The root over so many points.
    fn root(points: usize) -> Node {
        Node { index: 0, first: 0, end: points.div_ceil(LEAF) }
    }

    /// Its children; `None` of a leaf.
    fn children(&self) -> Option<[Node; 2]> {
        let Node { index, first, end } = *self;
        let half = (end - first) / 2;
        // Over n leaves there are 2 n - 1 nodes.
        (half > 0).then(|| {
            let middle = first + half;
            let second = index + 2 * half;
            [
                Node { index: index + 1, first, end: middle },
                Node { index: second, first: middle, end },
            ]
        })
    }

    /// Its points, of so many.
    fn points(&self, of: usize) -> Range<usize> {
        self.first * LEAF..of.min(self.end * LEAF)
    }
}

impl Points {
    /// Balls about points, with their radii, which count by magnitude. The threads share the work on many, and change no answer.
    ///
    /// [`ShapeError::Empty`] without points, [`ShapeError::NotFinite`] if a number is not finite, or too large. Takes O(n log n) time,
    /// a million points a tenth of a second.
    ///
    /// ```
    /// use solid_geometry::query::Points;
    /// use solid_geometry::threads::Threads;
    /// use solid_geometry::{Shape, Vec3};
    ///
    /// let seen = [[0.0, 0.0, 1.0], [0.1, 0.0, 1.0]].map(Vec3::from);
    /// let points = Points::new(seen.iter().map(|p| (*p, 0.05)), &Threads::default())?;
    /// assert!(points.balls().eq([(seen[0], 0.05), (seen[1], 0.05)]));
    /// let shape = Shape::of_parts(std::sync::Arc::new(points));
    /// # drop(shape);
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn new(
        balls: impl ExactSizeIterator<Item = (Vec3, f64)>,
        threads: &Threads,
    ) -> Result<Points, ShapeError> {
        build::build(balls, threads)
    }

    /// The points and their radii, in the order in which they were given.
    pub fn balls(&self) -> impl ExactSizeIterator<Item = (Vec3, f64)> {
        self.places.iter().map(|&place| {
            let place = place as usize;
            (self.points[place].center, self.radius(place))
        })
    }

    fn radius(&self, place: usize) -> f64 {
        match &self.radii {
            Radii::One(radius) => *radius,
            Radii::Each(radii) => radii[place],
        }
    }

    fn ball_box(&self, place: usize) -> Aabb {
        Aabb::from_center(self.points[place].center, Vec3::repeat(self.radius(place)))
    }

    fn visit_ball(&self, place: usize, visit: &mut dyn FnMut(&Part<'_>)) {
        let Numbered { center, number } = self.points[place];
        let ball = Primitive::sphere(self.radius(place));
        let placement = Placement::translation(center);
        visit(&Part { first: number, shape: BodyShape::Convex(&ball), placement: &placement });
    }

    /// Visits the balls of a leaf, near ones first.
    fn visit_leaf(&self, leaf: Range<usize>, visitor: &mut dyn PartsVisitor) {
        let mut near = [(f64::INFINITY, 0); LEAF];
        for (place, near) in leaf.clone().zip(&mut near) {
            *near = (visitor.bound(&self.ball_box(place)), place);
        }
        let near = &mut near[..leaf.len()];
        sort_few(near, |p, q| p.0.total_cmp(&q.0));
        for &mut (bound, place) in near {
            if bound == f64::INFINITY || bound > visitor.limit() {
                break;
            }
            self.visit_ball(place, &mut |part| visitor.visit(part));
        }
    }
}

impl Parts for Points {
    fn bounds(&self) -> Aabb {
        self.boxes[0]
    }

    fn count(&self) -> u32 {
        self.points.len() as u32
    }

    fn walk(&self, visitor: &mut dyn PartsVisitor) {
        let root = Node::root(self.points.len());
        let mut waiting = [(visitor.bound(&self.boxes[0]), root); MOST_WAITING];
        let (mut count, mut pace) = (1, Pace::default());
        while count > 0 {
            pace.step();
            count -= 1;
            let (bound, node) = waiting[count];
            if bound == f64::INFINITY || bound > visitor.limit() {
                continue;
            }
            let Some(children) = node.children() else {
                self.visit_leaf(node.points(self.points.len()), visitor);
                continue;
            };
            let [first, second] =
                children.map(|child| (visitor.bound(&self.boxes[child.index]), child));
            let (near, far) = if second.0 < first.0 { (second, first) } else { (first, second) };
            (waiting[count], waiting[count + 1]) = (far, near);
            count += 2;
        }
    }

    fn part_of(&self, number: u32, visit: &mut dyn FnMut(&Part<'_>)) {
        if let Some(&place) = self.places.get(number as usize) {
            self.visit_ball(place as usize, visit);
        }
    }

    fn is_open(&self) -> bool {
        false
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Without the points, which are many.
impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut described = f.debug_struct("Points");
        described.field("points", &self.points.len());
        if let Radii::One(radius) = self.radii {
            described.field("radius", &radius);
        }
        described.finish_non_exhaustive()
    }
}
