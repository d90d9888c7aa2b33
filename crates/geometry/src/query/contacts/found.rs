//! What queries about depths and contacts find, and where they keep it.

use super::merge::ContactGrid;
use crate::convex::epa::Workspace;
use crate::math::Vec3;
use crate::memory;
use crate::query::bodies::{BodyPair, PartIndices};
use crate::query::patches::PatchContact;

/// A place where two objects touch, in world coordinates.
///
/// ```
/// use solid_geometry::{Placement, Shape, query};
///
/// let (ball, floor) = (Shape::sphere(1.0)?, Shape::cuboid([8.0, 2.0, 8.0])?);
/// let mut pose = Placement::translation([0.0, 1.5, 0.0]); // half of the radius below y = 1
/// let contact = query::penetration(&ball, &pose, &floor, &Placement::IDENTITY).expect("they overlap");
/// assert!((contact.points[1] - contact.points[0] - contact.normal * contact.depth).norm() < 1e-9);
/// pose.origin += contact.normal * (contact.depth + 1e-9); // pushes the ball out
/// assert!(!query::intersects(&ball, &pose, &floor, &Placement::IDENTITY));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// A point of the surface of each object. It is in the other one or on it, unless that is thinner there, along the normal,
    /// than the contact is deep. The second less the first is `depth` times `normal`; of the deepest points of curved objects,
    /// to the tolerance as a part of their size.
    pub points: [Vec3; 2],
    /// A unit vector from the second object towards the first.
    pub normal: Vec3,
    /// How far the first object reaches into the second here, along the normal.
    pub depth: f64,
    /// The numbers of the features of each object that meet here: a vertex, an edge, a face or a side. Both are the same from one
    /// frame to the next as long as the same features meet, whichever moves; 0 where the deepest point is none of a region's corners.
    pub features: [u32; 2],
}

/// How deep two objects are in each other.
///
/// ```
/// use solid_geometry::convex::epa::Workspace;
/// use solid_geometry::query::{Body, BodyPair};
/// use solid_geometry::{Placement, Shape, Vec3};
///
/// let (ball, floor) = (Shape::sphere(1.0)?, Shape::cuboid([8.0, 2.0, 8.0])?);
/// let (pose, here) = (Placement::translation([0.0, 1.5, 0.0]), Placement::IDENTITY);
/// let (a, b) = Body::new(ball.view(), &pose).zip(Body::new(floor.view(), &here)).expect("finite");
/// let found = BodyPair::new(a, b).and_then(|pair| pair.penetration(1e-9, &mut Workspace::default()));
/// let found = found.expect("they overlap");
/// assert!((found.deepest.depth - 0.5).abs() < 1e-6);
/// assert!((found.local[0] + Vec3::y()).norm() < 1e-6); // the lowest point of the ball, in its own coordinates
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration {
    /// The deepest points, the direction and the length of the least translation that separates the deepest parts.
    pub deepest: Contact,
    /// The deepest points, each in the local coordinates of its object.
    pub local: [Vec3; 2],
}

impl Penetration {
    /// Of the deepest points of A and of B in their local coordinates, the normal from B to A, and the depth in the world.
    pub(in crate::query) fn of(
        bodies: &BodyPair<'_>,
        [local_a, local_b]: [Vec3; 2],
        normal: Vec3,
        depth: f64,
    ) -> Penetration {
        let [a, b] = bodies.placements;
        let points = bodies.in_order(a.apply(&local_a), b.apply(&local_b));
        let deepest = Contact { points, normal: bodies.directed(normal), depth, features: [0; 2] };
        Penetration { deepest, local: bodies.in_order(local_a, local_b) }
    }

    /// Of the same bodies in reverse order.
    pub(in crate::query) fn mirrored(&self) -> Penetration {
        let [of_a, of_b] = self.local;
        Penetration { deepest: self.deepest.mirrored(), local: [of_b, of_a] }
    }
}

/// The buffers of queries about depths and contacts, reused by the next query, and the contacts of the last.
///
/// ```
/// use solid_geometry::query::{Body, BodyPair, ContactMemory};
/// use solid_geometry::{Placement, Shape};
///
/// let (block, floor) = (Shape::cuboid([1.0; 3])?, Shape::cuboid([9.0, 1.0, 9.0])?);
/// let mut memory = ContactMemory::default(); // for all pairs, one after the other
/// for (height, count) in [(0.9, 4), (1.1, 0)] {
///     let (here, above) = (Placement::IDENTITY, Placement::translation([0.0, height, 0.0]));
///     let (a, b) = Body::new(block.view(), &above).zip(Body::new(floor.view(), &here)).expect("finite");
///     let found = BodyPair::new(a, b).and_then(|pair| pair.contacts(1e-6, &mut memory));
///     assert_eq!(found.map_or(0, |_| memory.contacts.len()), count);
/// }
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Debug, Default)]
pub struct ContactMemory {
    pub(in crate::query) work: Workspace,
    /// The contacts of the last query.
    pub contacts: Vec<Contact>,
    /// The parts that contacts belong to, one after the other, before they are merged.
    pub(in crate::query) parts: Vec<PartIndices>,
    /// Parts that collide and have no contacts by themselves.
    pub(in crate::query) touching: Vec<PartIndices>,
    /// The contacts of the last query about patches.
    pub patches: Vec<PatchContact>,
    pub(in crate::query) grid: ContactGrid,
    /// The contacts of the parts so far, of a body that consists of others.
    pub(in crate::query) gathered: Vec<Contact>,
}

impl ContactMemory {
    /// Replaces all contacts by this one.
    pub fn keep(&mut self, contact: Contact) {
        self.contacts.clear();
        memory::push(&mut self.contacts, contact);
    }

    /// The buffers of searches for penetration depths.
    pub fn workspace(&mut self) -> &mut Workspace {
        &mut self.work
    }
}

impl Contact {
    /// The contact of the same objects in reverse order.
    pub fn mirrored(&self) -> Contact {
        let ([of_a, of_b], [a, b]) = (self.points, self.features);
        Contact { points: [of_b, of_a], normal: -self.normal, features: [b, a], ..*self }
    }
}
