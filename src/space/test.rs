//! Tests of all pairs, and of one.

use super::Error;
use super::responses::{Selector, run};
use super::world::{Object, Space};
use crate::scene::narrow_phase::ResponseData;
use crate::scene::test::{Cursor, Event};
use solid_geometry::memory;
use solid_geometry::mesh::Segment;
use solid_geometry::query::Contact;

/// Two objects that collide. Of a mesh and a convex shape the mesh is the first; else the object that was added earlier.
///
/// ```
/// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
///
/// let mut space = Space::new();
/// let a = space.create_object(Shape::cuboid([2.0, 2.0, 2.0])?)?;
/// let b = space.create_object(Shape::sphere(1.0)?)?;
/// space.place(b, Placement::translation([1.5, 0.0, 0.0]))?;
/// space.watch(Selector::All, ContactQuery::CommonPoint);
/// let found = space.collisions().next().expect("they overlap");
/// assert_eq!((found.first, found.second), (a, b));
/// let points = found.points.expect("a point was asked for");
/// // One point of the world, in the coordinates of each.
/// assert!((points.point1.x - (points.point2.x + 1.5)).abs() < 1e-12);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Collision {
    /// The first object.
    pub first: Object,
    /// The second.
    pub second: Object,
    /// What the response requested, [`ContactQuery::Hit`] excepted: points in local coordinates. The normal is along the world's
    /// axes: after [`ContactQuery::ClosestBefore`] the vector from the second point to the first, after [`ContactQuery::Depth`]
    /// and [`ContactQuery::Contacts`] the least translation of the first object that parts the two, else zero.
    ///
    /// [`ContactQuery::Hit`]: super::ContactQuery::Hit
    /// [`ContactQuery::ClosestBefore`]: super::ContactQuery::ClosestBefore
    /// [`ContactQuery::Depth`]: super::ContactQuery::Depth
    /// [`ContactQuery::Contacts`]: super::ContactQuery::Contacts
    pub points: Option<ResponseData>,
}

/// How far a test has come: see [`Space::next_collision`].
///
/// ```
/// use solid::space::{ContactQuery, Selector, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// let balls = [space.create_object(ball)?, space.create_object(ball)?, space.create_object(ball)?];
/// space.watch(Selector::All, ContactQuery::Hit);
/// let mut test = space.begin_test();
/// assert!(space.next_collision(&mut test).is_some());
/// // Between two collisions the space may be changed: the last pair, of the first ball and the third, is no longer there.
/// space.delete_object(balls[2])?;
/// assert!(space.next_collision(&mut test).is_none());
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Test(Cursor);

impl Space {
    /// Tests all pairs, and runs the response of each that collides, in the order in which the objects were added. Returns
    /// how many collided. What a response changes applies to the pairs still to be tested; objects it adds are left to
    /// the next test.
    pub fn test(&mut self) -> usize {
        let mut cursor = self.world.begin_test();
        self.run_responses(|space| {
            let event = space.world.next_event(&mut cursor)?;
            Some((event.callback, collision(&event, space.world.found_data(&event))))
        })
    }

    /// Runs the response of each collision that `next` finds. Returns how many there were.
    pub(super) fn run_responses(
        &mut self,
        mut next: impl FnMut(&mut Space) -> Option<(Selector, Collision)>,
    ) -> usize {
        let ends_outer = std::mem::take(&mut self.ends_test);
        memory::restoring(
            self,
            |space| {
                let mut count = 0;
                while !space.ends_test
                    && let Some((selector, collision)) = next(space)
                {
                    count += 1;
                    run(space, selector, &collision);
                }
                count
            },
            |space| space.ends_test = ends_outer,
        )
    }

    /// Called in a response, ends the [`Space::test`] or [`Space::test_motion`] that runs it: no other response is run. The rest
    /// of the pairs is left to the next test.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let ball = space.define(Shape::sphere(1.0)?);
    /// (0..3).try_for_each(|_| space.create_object(ball).map(drop))?;
    /// space.set_response(Selector::All, ContactQuery::Hit, |space, _| space.end_test());
    /// assert_eq!(space.test(), 1); // of three pairs
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn end_test(&mut self) {
        self.ends_test = true;
    }

    /// After a collision of [`ContactQuery::Contacts`] its contacts, the deepest first, and after one of [`ContactQuery::Depth`]
    /// the deepest alone, in the space's coordinates; until the next collision, or query about contacts.
    ///
    /// [`ContactQuery::Contacts`]: super::ContactQuery::Contacts
    /// [`ContactQuery::Depth`]: super::ContactQuery::Depth
    ///
    /// ```
    /// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let floor = space.create_object(Shape::cuboid([9.0, 1.0, 9.0])?)?;
    /// let crate_ = space.create_object(Shape::cuboid([1.0; 3])?)?;
    /// space.place(crate_, Placement::translation([0.0, 0.875, 0.0]))?;
    /// space.set_response(Selector::All, ContactQuery::Contacts, move |space, collision| {
    ///     assert_eq!((collision.first, collision.second), (floor, crate_));
    ///     assert_eq!(space.found_contacts().len(), 4); // the lower corners
    /// });
    /// assert_eq!(space.test(), 1);
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn found_contacts(&self) -> &[Contact] {
        self.world.found_contacts()
    }

    /// After a collision of [`ContactQuery::Intersection`] the segments in which the faces of the two meshes cross; empty if one is
    /// no mesh. See [`Space::intersection`].
    ///
    /// [`ContactQuery::Intersection`]: super::ContactQuery::Intersection
    ///
    /// ```
    /// use solid::space::{ContactQuery, Selector, Shape, Space, Vec3};
    ///
    /// let (flat, upright) = ([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]], [[1.0, -1.0], [1.0, 1.0], [2.0, 0.0]]);
    /// let flat = flat.map(|[x, y]| Vec3::new(x, y, 0.0));
    /// let upright = upright.map(|[y, z]| Vec3::new(1.0, y, z));
    /// let mut space = Space::new();
    /// space.create_object(Shape::mesh(&flat, &[[0, 1, 2]])?)?;
    /// space.create_object(Shape::mesh(&upright, &[[0, 1, 2]])?)?;
    /// space.set_response(Selector::All, ContactQuery::Intersection, |space, _| {
    ///     assert_eq!(space.found_segments().len(), 1); // two triangles cross in one
    /// });
    /// assert_eq!(space.test(), 1);
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn found_segments(&self) -> &[Segment] {
        self.world.found_segments()
    }

    /// Whether one pair collides, tested as [`Space::test`] would, and what its response wants to know; without running
    /// it. `None` if it does not, or has no response.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Error, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let ball = space.define(Shape::sphere(1.0)?);
    /// let (a, b) = (space.create_object(ball)?, space.create_object(ball)?);
    /// assert!(space.test_pair(a, b)?.is_none()); // nobody wants to know
    /// space.watch(Selector::Pair(a, b), ContactQuery::Hit);
    /// assert_eq!(space.test_pair(a, b)?.map(|collision| collision.first), Some(a));
    /// assert!(space.test_pair(a, a).is_err());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn test_pair(&mut self, a: Object, b: Object) -> Result<Option<Collision>, Error> {
        if ![a, b].iter().all(|object| self.world.has_object(object.0)) {
            return Err(Error::NoSuchObject);
        }
        if a == b {
            return Err(Error::SameObject);
        }
        let event = self.world.test_pair(a.0, b.0);
        Ok(event.map(|event| collision(&event, self.world.found_data(&event))))
    }

    /// Tests all pairs and lists those that collide and have a response, without running it.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let ball = space.define(Shape::sphere(1.0)?);
    /// let (a, b) = (space.create_object(ball)?, space.create_object(ball)?);
    /// space.watch(Selector::All, ContactQuery::CommonPoint);
    /// for collision in space.collisions() {
    ///     assert_eq!((collision.first, collision.second), (a, b));
    /// }
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn collisions(&mut self) -> impl Iterator<Item = Collision> {
        let mut test = self.begin_test();
        std::iter::from_fn(move || self.next_collision(&mut test))
    }

    /// Begins a test whose collisions [`Space::next_collision`] hands out, instead of running closures.
    pub fn begin_test(&mut self) -> Test {
        Test(self.world.begin_test())
    }

    /// The next pair of a test that collides and has a response. Between two of them the space may be changed.
    pub fn next_collision(&mut self, test: &mut Test) -> Option<Collision> {
        let event = self.world.next_event(&mut test.0)?;
        Some(collision(&event, self.world.found_data(&event)))
    }
}
pub(super) fn collision(event: &Event<Selector>, points: Option<ResponseData>) -> Collision {
    Collision { first: Object(event.first), second: Object(event.second), points }
}
