//! Batches against many bodies that do not move.

use super::pairs::{Bodies, Body};
use super::run::{Batch, Report, RowError};
use crate::broad::{BoxTree, BroadPhase, PairSink};
use crate::interrupt::Pace;
use crate::math::Placement;
use crate::query::{ClosestPair, Contact, LocalBounds, Shape, WarmStart};
use crate::shape::BoundingSpheres;
use crate::sorting::sort_by_bound;

/// Bodies that do not move, and a tree of their boxes: what a batch is tested against.
///
/// Building it takes O(n log n). A row then takes O(log n) and the time of the obstacles whose boxes are in the way.
///
/// ```
/// use solid_geometry::query::batch::{Batch, Bodies, Obstacles};
/// use solid_geometry::{Placement, Shape};
///
/// let at = |x: f64| Placement::translation([x, 0.0, 0.0]);
/// let block = Shape::cuboid([2.0; 3])?;
/// let obstacles = Obstacles::new((0..100).map(|i| (block.clone(), at(10.0 * f64::from(i)))))
///     .expect("finite");
/// let (ball, poses) = (Shape::sphere(1.0)?, [at(505.0), at(500.5)]);
/// let mut hits = [None; 2];
/// Batch::default().first_obstacles(&Bodies::of(&ball, &poses[..]), &obstacles, &mut hits);
/// assert_eq!(hits, [None, Some(50)]);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub struct Obstacles {
    bodies: Vec<(Shape, Placement, BoundingSpheres)>,
    tree: BoxTree,
}

/// What a row has found, and of which obstacle.
///
/// ```
/// use solid_geometry::query::batch::{Batch, Bodies, ObstacleHit, Obstacles};
/// use solid_geometry::{Placement, Shape};
///
/// let at = |x: f64| Placement::translation([x, 0.0, 0.0]);
/// let ball = Shape::sphere(1.0)?;
/// let obstacles = Obstacles::new([(ball.clone(), at(0.0)), (ball.clone(), at(9.0))]).expect("finite");
/// let mut nearest = [None; 1];
/// Batch::default().nearest_obstacles(&Bodies::of(&ball, &at(5.0)), &obstacles, &mut nearest);
/// let ObstacleHit { obstacle, found } = nearest[0].expect("there are obstacles");
/// assert_eq!((obstacle, found.distance), (1, 2.0));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObstacleHit<T> {
    /// The number of the obstacle, in the order in which they were given.
    pub obstacle: u32,
    /// What was found.
    pub found: T,
}

/// In which order a query takes two bodies. The answer is about them as they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Given,
    Reversed,
}

type Placed<'a> = (&'a Shape, &'a Placement);

impl Order {
    pub(super) fn of(reversed: bool) -> Order {
        if reversed { Order::Reversed } else { Order::Given }
    }

    pub(super) fn taken<'a>(self, [a, b]: [Placed<'a>; 2]) -> [Placed<'a>; 2] {
        if self == Order::Reversed { [b, a] } else { [a, b] }
    }

    pub(super) fn closest_points(
        self,
        warm: &mut WarmStart,
        bodies: [Placed<'_>; 2],
    ) -> Option<ClosestPair> {
        let [(a, p), (b, q)] = self.taken(bodies);
        let found = warm.closest_points(a, p, b, q)?;
        let [x, y] = found.points;
        Some(if self == Order::Reversed { ClosestPair { points: [y, x], ..found } } else { found })
    }

    pub(super) fn penetration(
        self,
        warm: &mut WarmStart,
        bodies: [Placed<'_>; 2],
    ) -> Option<Contact> {
        let [(a, p), (b, q)] = self.taken(bodies);
        let found = warm.penetration(a, p, b, q)?;
        Some(if self == Order::Reversed { found.mirrored() } else { found })
    }
}

/// Nothing is to be known about pairs of obstacles.
struct NoPairs;

impl PairSink for NoPairs {
    fn wants(&self, _: u32, _: u32) -> bool {
        false
    }
    fn begin(&mut self, _: u32, _: u32) {}
    fn end(&mut self, _: u32, _: u32) {}
}

impl Obstacles {
    /// The bodies of this list. The error names the first whose placement is not finite.
    pub fn new(
        bodies: impl IntoIterator<Item = (Shape, Placement)>,
    ) -> Result<Obstacles, (usize, RowError)> {
        let (mut kept, mut tree) = (Vec::new(), BoxTree::default());
        for (number, (shape, pose)) in bodies.into_iter().enumerate() {
            if !pose.is_finite() {
                return Err((number, RowError::NotFinite));
            }
            let bounds = LocalBounds::of(shape.view());
            tree.place(number as u32, &bounds.aabb(&pose));
            kept.push((shape, pose, bounds.spheres(&pose)));
        }
        tree.update(&mut NoPairs);
        Ok(Obstacles { bodies: kept, tree })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// An obstacle and where it is; `None` if there is none of this number.
    pub fn get(&self, obstacle: u32) -> Option<(&Shape, &Placement)> {
        self.bodies.get(obstacle as usize).map(|(shape, pose, _)| (shape, pose))
    }

    pub(super) fn tree(&self) -> &BoxTree {
        &self.tree
    }

    /// Panics unless the tree fits the bodies.
    #[cfg(test)]
    pub(super) fn validate(&self) {
        self.tree.validate();
        assert_eq!(self.tree.boxes().len(), self.bodies.len());
        for ((shape, pose, _), aabb) in self.bodies.iter().zip(self.tree.boxes()) {
            assert_eq!(*aabb, LocalBounds::of(shape.view()).aabb(pose));
        }
    }

    /// The obstacles whose boxes a placed shape may touch, ascending.
    fn near(&self, shape: &Shape, pose: &Placement, found: &mut Vec<u32>) {
        found.clear();
        // A tree is of no use to one.
        if self.bodies.len() == 1 {
            found.push(0);
            return;
        }
        self.tree
            .query_box(&LocalBounds::of(shape.view()).aabb(pose), &mut |number| found.push(number));
        found.sort_unstable();
    }

    /// The first obstacle that a placed shape touches, of those that have an order.
    pub(super) fn first_touched(
        &self,
        memory: &mut Memory,
        shape: &Shape,
        pose: &Placement,
        order: impl Fn(u32) -> Option<Order>,
    ) -> Option<u32> {
        let Memory { warm, near, .. } = memory;
        self.near(shape, pose, near);
        let mut pace = Pace::default();
        near.iter().copied().find(|&number| {
            pace.step();
            let (obstacle, there, _) = &self.bodies[number as usize];
            order(number).is_some_and(|order| {
                let [(a, p), (b, q)] = order.taken([(shape, pose), (obstacle, there)]);
                warm.intersects(a, p, b, q)
            })
        })
    }

    /// The nearest obstacle to a placed shape, of those that have an order and are not farther than `limit`; of
    /// several the first.
    pub(super) fn nearest(
        &self,
        memory: &mut Memory,
        shape: &Shape,
        pose: &Placement,
        limit: f64,
        order_of: impl Fn(u32) -> Option<Order>,
    ) -> Option<ObstacleHit<ClosestPair>> {
        let Memory { warm, order, .. } = memory;
        let spheres = LocalBounds::of(shape.view()).spheres(pose);
        order.clear();
        order.extend(
            self.bodies
                .iter()
                .zip(0..)
                .filter(|(_, number)| order_of(*number).is_some())
                .map(|((_, _, of_obstacle), number)| (spheres.gap(of_obstacle), number)),
        );
        let nearest = nearest_by_bound(order, limit, |number| {
            let (obstacle, there, _) = &self.bodies[number as usize];
            order_of(number)?.closest_points(warm, [(shape, pose), (obstacle, there)])
        });
        nearest.map(|(obstacle, found)| ObstacleHit { obstacle, found })
    }

    /// The contacts of a placed shape with one obstacle after the other.
    fn visit_contacts(
        &self,
        memory: &mut Memory,
        shape: &Shape,
        pose: &Placement,
        mut visit: impl FnMut(ObstacleHit<Contact>),
    ) {
        let Memory { warm, near, .. } = memory;
        self.near(shape, pose, near);
        let mut pace = Pace::default();
        for &obstacle in near.iter() {
            pace.step();
            let (other, there, _) = &self.bodies[obstacle as usize];
            let contacts = warm.contacts(shape, pose, other, there);
            contacts.iter().for_each(|&found| visit(ObstacleHit { obstacle, found }));
        }
    }

    /// The obstacle in which a placed shape is deepest, of those that have an order; of several the first.
    pub(super) fn deepest(
        &self,
        memory: &mut Memory,
        shape: &Shape,
        pose: &Placement,
        order: impl Fn(u32) -> Option<Order>,
    ) -> Option<ObstacleHit<Contact>> {
        let Memory { warm, near, .. } = memory;
        self.near(shape, pose, near);
        let (mut deepest, mut pace): (Option<ObstacleHit<Contact>>, _) = (None, Pace::default());
        for &obstacle in near.iter() {
            pace.step();
            let Some(order) = order(obstacle) else { continue };
            let (other, there, _) = &self.bodies[obstacle as usize];
            let contact = order.penetration(warm, [(shape, pose), (other, there)]);
            let least = deepest.map_or(-1.0, |deepest| deepest.found.depth);
            if let Some(found) = contact.filter(|contact| contact.depth > least) {
                deepest = Some(ObstacleHit { obstacle, found });
            }
        }
        deepest
    }
}

/// The memory of one thread.
pub(super) struct Memory {
    pub(super) warm: WarmStart,
    near: Vec<u32>,
    order: Vec<(f64, u32)>,
}

impl Memory {
    pub(super) fn new(batch: &Batch) -> Memory {
        Memory { warm: batch.warm_start(), near: Vec::new(), order: Vec::new() }
    }
}

/// The nearest of some things that are not farther than `limit`, by their numbers; of several the first. `order` has lower bounds
/// of their distances.
pub(super) fn nearest_by_bound(
    order: &mut [(f64, u32)],
    mut limit: f64,
    mut closest: impl FnMut(u32) -> Option<ClosestPair>,
) -> Option<(u32, ClosestPair)> {
    sort_by_bound(order);
    let (mut nearest, mut pace): (Option<(u32, ClosestPair)>, _) = (None, Pace::default());
    for &(bound, number) in order.iter() {
        pace.step();
        if bound > limit {
            break;
        }
        // None is nearer than one at distance zero.
        if nearest.is_some_and(|(first, best)| best.distance == 0.0 && number > first) {
            continue;
        }
        let Some(found) = closest(number) else { continue };
        let is_nearer =
            nearest.is_none_or(|(first, best)| (found.distance, number) < (best.distance, first));
        if is_nearer && found.distance <= limit {
            (nearest, limit) = (Some((number, found)), found.distance);
        }
    }
    nearest
}

/// # Panics
///
/// All queries panic if the columns of a batch, or its answers, are of different lengths.
impl Batch {
    /// The first obstacle, in the order in which they were given, that the shape of each row touches.
    pub fn first_obstacles(
        &self,
        bodies: &Bodies<'_>,
        obstacles: &Obstacles,
        found: &mut [Option<u32>],
    ) -> Report {
        self.placed_bodies(bodies, found, |memory, shape, pose| {
            obstacles.first_touched(memory, shape, pose, |_| Some(Order::Given))
        })
    }

    /// The obstacle nearest to the shape of each row, their distance and closest points: 0 if they collide, and of several
    /// such the first one. `None` if there are no obstacles. Looks at the bounding sphere of every obstacle.
    pub fn nearest_obstacles(
        &self,
        bodies: &Bodies<'_>,
        obstacles: &Obstacles,
        found: &mut [Option<ObstacleHit<ClosestPair>>],
    ) -> Report {
        self.placed_bodies(bodies, found, |memory, shape, pose| {
            obstacles.nearest(memory, shape, pose, f64::INFINITY, |_| Some(Order::Given))
        })
    }

    /// The obstacle in which the shape of each row is deepest, and how; `None` if it touches none.
    pub fn deepest_obstacles(
        &self,
        bodies: &Bodies<'_>,
        obstacles: &Obstacles,
        found: &mut [Option<ObstacleHit<Contact>>],
    ) -> Report {
        self.placed_bodies(bodies, found, |memory, shape, pose| {
            obstacles.deepest(memory, shape, pose, |_| Some(Order::Given))
        })
    }

    /// The contacts of the shape of each row with all obstacles that it touches, one obstacle after the other, each with its number:
    /// as [`Batch::contacts`] has those of a pair.
    ///
    /// ```
    /// use solid_geometry::query::Contact;
    /// use solid_geometry::query::batch::{Batch, Bodies, ObstacleHit, Obstacles};
    /// use solid_geometry::{Placement, Shape};
    ///
    /// let at = |x: f64| Placement::translation([x, 0.0, 0.0]);
    /// let ball = Shape::sphere(1.0)?;
    /// let obstacles = Obstacles::new([0.0, 9.0, 1.0].map(|x| (ball.clone(), at(x)))).expect("finite");
    /// let none = ObstacleHit { obstacle: u32::MAX, found: Contact::default() };
    /// let (mut counts, mut found) = ([0; 1], [none; 3]);
    /// let pose = at(0.5);
    /// let bodies = Bodies::of(&ball, &pose);
    /// Batch::default().contacts_at_obstacles(&bodies, &obstacles, &mut counts, &mut found);
    /// assert_eq!((counts, found.map(|hit| hit.obstacle)), ([2], [0, 2, u32::MAX]));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn contacts_at_obstacles(
        &self,
        bodies: &Bodies<'_>,
        obstacles: &Obstacles,
        counts: &mut [usize],
        found: &mut [ObstacleHit<Contact>],
    ) -> Report {
        bodies.check(counts.len());
        let memory = || Memory::new(self);
        self.run(self.places(counts, found), memory, |memory, row, place, part| {
            let mut pose = Placement::IDENTITY;
            let Body { shape, pose, .. } = bodies.row(row, &mut pose)?;
            let (count, places) = part.of_row(place);
            *count = 0;
            obstacles.visit_contacts(memory, shape, pose, |hit| {
                if let Some(place) = places.get_mut(*count) {
                    *place = hit;
                }
                *count += 1;
            });
            Ok(())
        })
    }

    fn placed_bodies<T: Send>(
        &self,
        bodies: &Bodies<'_>,
        answers: &mut [T],
        answer: impl Fn(&mut Memory, &Shape, &Placement) -> T + Sync,
    ) -> Report {
        bodies.check(answers.len());
        let memory = || Memory::new(self);
        self.answer_with(answers, memory, |memory, row| {
            let mut pose = Placement::IDENTITY;
            let Body { shape, pose, .. } = bodies.row(row, &mut pose)?;
            Ok(answer(memory, shape, pose))
        })
    }
}
