//! Building the tree over points.

use super::{LEAF, Node, Numbered, Points, Radii};
use crate::interrupt::Pace;
use crate::math::vector::is_finite;
use crate::math::{Aabb, Vec3};
use crate::memory;
use crate::query::shape::ShapeError;
use crate::threads::Threads;

/// From so many points on several threads build the tree: to wake them takes far less time.
const MANY: usize = 1 << 15;

/// Each thread gets so many parts of the tree, so that none waits long for another.
const PARTS_OF_A_THREAD: usize = 4;

pub(super) fn build(
    balls: impl ExactSizeIterator<Item = (Vec3, f64)>,
    threads: &Threads,
) -> Result<Points, ShapeError> {
    let count = balls.len();
    if u32::try_from(count).is_err() {
        return Err(ShapeError::TooLarge);
    }
    let (mut points, mut radii) = (Vec::new(), Vec::new());
    memory::reserve_exact(&mut points, count);
    let mut first = None;
    for (number, (center, radius)) in balls.enumerate() {
        let radius = radius.abs();
        if !(is_finite(&center) && radius.is_finite()) {
            return Err(ShapeError::NotFinite);
        }
        let one = *first.get_or_insert(radius);
        if radius != one && radii.is_empty() {
            memory::reserve_exact(&mut radii, count);
            radii.resize(number, one);
        }
        if !radii.is_empty() || radius != one {
            memory::push(&mut radii, radius);
        }
        points.push(Numbered { center, number: number as u32 });
    }
    let Some(radius) = first else { return Err(ShapeError::Empty) };
    let threads = if count < MANY { Threads::default() } else { threads.clone() };
    threads.awake(|| arrange_by(&threads, &mut points));
    let radii = if radii.is_empty() {
        Radii::One(radius)
    } else {
        Radii::Each(points.iter().map(|point| radii[point.number as usize]).collect())
    };
    Points::arranged(points, radii).ok_or(ShapeError::NotFinite)
}

impl Points {
    /// Of points that are in the order of a tree, as all points are of a bad one. `None` of numbers beyond their range, or that are not
    /// those of the points.
    pub(super) fn arranged(points: Vec<Numbered>, radii: Radii) -> Option<Points> {
        let mut places = Vec::new();
        memory::reserve_exact(&mut places, points.len());
        places.resize(points.len(), u32::MAX);
        for (place, point) in points.iter().enumerate() {
            let known = places.get_mut(point.number as usize)?;
            if *known != u32::MAX {
                return None;
            }
            *known = place as u32;
        }
        let root = Node::root(points.len());
        let mut boxes = Vec::new();
        memory::reserve_exact(&mut boxes, 2 * root.end);
        let mut points = Points { points, places, radii, boxes };
        let bounds = points.fill(root);
        let is_in_range = |x: &f64| x.is_finite();
        bounds.min.iter().chain(&bounds.max).all(is_in_range).then_some(points)
    }

    /// Appends the boxes of a node and of those below it.
    fn fill(&mut self, node: Node) -> Aabb {
        self.boxes.push(Aabb::EMPTY);
        let bounds = match node.children() {
            Some([first, second]) => self.fill(first).join(&self.fill(second)),
            None => {
                let leaf = node.points(self.points.len());
                Aabb::around_boxes(leaf.map(|place| self.ball_box(place)))
            }
        };
        self.boxes[node.index] = bounds;
        bounds
    }
}

/// Puts points in the order of the tree: the upper levels first, then what is below them, each part by one thread.
fn arrange_by(threads: &Threads, points: &mut [Numbered]) {
    let wanted = if threads.count() == 1 { 1 } else { PARTS_OF_A_THREAD * threads.count() };
    let mut parts = vec![points];
    while parts.len() < wanted {
        let halves = threads.map(parts.into_iter(), |part| match divide(part) {
            Some((left, right)) => vec![left, right],
            None => Vec::new(),
        });
        parts = halves.into_iter().flatten().collect();
        if parts.is_empty() {
            return;
        }
    }
    threads.map(parts.into_iter(), |part| arrange(part, &mut Pace::default()));
}

/// The same of a part, by the calling thread.
fn arrange(points: &mut [Numbered], pace: &mut Pace) {
    pace.steps(points.len());
    if let Some((left, right)) = divide(points) {
        arrange(left, pace);
        arrange(right, pace);
    }
}

/// Parts the points below a node into those of its children; `None` of a leaf, whose points come in the order of their numbers.
fn divide(points: &mut [Numbered]) -> Option<(&mut [Numbered], &mut [Numbered])> {
    let Some([left, _]) = Node::root(points.len()).children() else {
        points.sort_unstable_by_key(|point| point.number);
        return None;
    };
    let axis = Aabb::around(points.iter().map(|point| &point.center)).half_extents().imax();
    let middle = left.end * LEAF;
    points.select_nth_unstable_by(middle, |p, q| {
        p.center[axis].total_cmp(&q.center[axis]).then(p.number.cmp(&q.number))
    });
    Some(points.split_at_mut(middle))
}
