//! A space: shapes, objects, and which of them collide.

use super::error::Error;
use super::responses::{Closure, Closures, ContactQuery, Selector, run};
use crate::scene::World;
use crate::scene::narrow_phase::ResponseData;
use crate::scene::object::ObjectRef;
use crate::scene::response::Filter;
use crate::scene::shapes::ShapeHandle;
use crate::scene::test::{Cursor, Event};
use rustc_hash::FxHashMap;
use solid_geometry::Shape;
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::Segment;
use solid_geometry::query::Contact;

/// An object of a space. The name of one that was removed is not used again.
///
/// ```
/// use solid::space::{Placement, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.add_shape(Shape::sphere(1.0)?);
/// space.place(ball, Placement::translation([0.0, 2.0, 0.0]))?;
/// assert_eq!(space.placement(ball).map(|placement| placement.origin.y), Some(2.0));
/// space.remove(ball)?;
/// assert!(!space.contains(ball));
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Object(pub(super) ObjectRef);

/// A shape that was defined in a space. The name of one that was dropped is not used again.
///
/// ```
/// use solid::space::{Shape, Space};
///
/// let mut space = Space::new();
/// let brick = space.define(Shape::cuboid([2.0, 1.0, 1.0])?);
/// // A hundred bricks, and one shape in memory.
/// let wall: Vec<_> = (0..100).map(|_| space.add(brick)).collect::<Result<_, _>>()?;
/// assert!(wall.iter().all(|object| space.shape(*object) == Some(brick)));
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeId(pub(super) ShapeHandle);

/// Two objects that collide. Of a mesh and a convex shape the mesh is the first; else the object that was added earlier.
///
/// ```
/// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
///
/// let mut space = Space::new();
/// let a = space.add_shape(Shape::cuboid([2.0, 2.0, 2.0])?);
/// let b = space.add_shape(Shape::sphere(1.0)?);
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
    pub points: Option<ResponseData>,
}

/// How far a test has come: see [`Space::next_collision`].
///
/// ```
/// use solid::space::{ContactQuery, Selector, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// let balls = [space.add(ball)?, space.add(ball)?, space.add(ball)?];
/// space.watch(Selector::All, ContactQuery::Hit);
/// let mut test = space.begin_test();
/// assert!(space.next_collision(&mut test).is_some());
/// // Between two collisions the space may be changed: the last pair, of the first ball and the third, is no longer there.
/// space.remove(balls[2])?;
/// assert!(space.next_collision(&mut test).is_none());
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Test(Cursor);

/// Objects, where they are, and what is done where they collide.
///
/// Nothing is shared between spaces; each may be used by a thread of its own.
///
/// ```
/// use solid::space::{ContactQuery, Selector, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// space.add(ball)?;
/// space.add(ball)?;
/// space.respond(Selector::All, ContactQuery::Hit, |space, collision| {
///     space.remove(collision.second).expect("it is there");
/// });
/// assert_eq!(space.test(), 1);
/// assert_eq!(space.objects().count(), 1);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Default)]
pub struct Space {
    pub(super) world: World<Selector>,
    pub(super) closures: Closures,
    /// Of the meshes, how many vertices they were made of.
    pub(super) vertices: FxHashMap<ShapeId, usize>,
    pub(super) user_data: FxHashMap<Object, u128>,
    /// How many [`Space::test_motion`] are under way, one within the other.
    pub(super) motion_tests: usize,
    /// The time of the last contact of one.
    pub(super) contact_time: f64,
    /// The innermost test under way ends after the present response.
    pub(super) ends_test: bool,
    pub(super) last: ObjectRef,
}

impl Space {
    /// An empty space.
    pub fn new() -> Space {
        Space::default()
    }

    /// Makes a shape known, for any number of objects.
    pub fn define(&mut self, shape: Shape) -> ShapeId {
        let count = shape.vertex_count();
        let id = ShapeId(self.world.shapes.insert(shape.into()));
        if count > 0 {
            self.vertices.insert(id, count);
        }
        id
    }

    /// Lets a shape go. Objects of it keep it as long as they are there.
    pub fn undefine(&mut self, shape: ShapeId) -> Result<(), Error> {
        self.vertices.remove(&shape);
        if self.world.shapes.delete(shape.0) { Ok(()) } else { Err(Error::NoSuchShape) }
    }

    /// Adds an object of a shape, its local coordinates those of the space.
    pub fn add(&mut self, shape: ShapeId) -> Result<Object, Error> {
        let object = Object(self.last + 1);
        if !self.world.create_object(object.0, shape.0) {
            return Err(Error::NoSuchShape);
        }
        self.last = object.0;
        Ok(object)
    }

    /// Adds an object of a shape of its own, which goes with it.
    pub fn add_shape(&mut self, shape: Shape) -> Object {
        let shape = self.world.shapes.insert(shape.into());
        self.last += 1;
        self.world.create_object(self.last, shape);
        self.world.shapes.delete(shape);
        Object(self.last)
    }

    /// Removes an object, and the responses that were set for it.
    pub fn remove(&mut self, object: Object) -> Result<(), Error> {
        self.closures.forget(object);
        self.user_data.remove(&object);
        if self.world.delete_object(object.0) { Ok(()) } else { Err(Error::NoSuchObject) }
    }

    /// Whether the object has been added and not removed.
    pub fn contains(&self, object: Object) -> bool {
        self.world.has_object(object.0)
    }

    /// All objects, in no particular order.
    pub fn objects(&self) -> impl Iterator<Item = Object> {
        self.world.objects().map(Object)
    }

    /// Places an object. The placement may be any affine one; where it is not finite, or nowhere near the numbers' range,
    /// the object stays where it was.
    pub fn place(&mut self, object: Object, placement: Placement) -> Result<(), Error> {
        if !placement.is_finite() {
            return Err(Error::NotFinite);
        }
        self.transform(object, |it| *it = placement)
    }

    /// Changes an object's placement: `change` is given the present one. What is not finite is undone.
    pub fn transform(
        &mut self,
        object: Object,
        change: impl FnOnce(&mut Placement),
    ) -> Result<(), Error> {
        if !self.world.select_object(object.0) {
            return Err(Error::NoSuchObject);
        }
        let mut finite = true;
        self.world.transform(|placement| {
            let mut changed = *placement;
            change(&mut changed);
            finite = changed.is_finite();
            if finite {
                *placement = changed;
            }
        });
        if finite { Ok(()) } else { Err(Error::NotFinite) }
    }

    /// Gives a mesh's vertices new positions, as many as it was made of; all its objects follow.
    ///
    /// Takes time linear in the mesh's size, a small part of what making it took.
    pub fn deform(&mut self, mesh: ShapeId, vertices: &[Vec3]) -> Result<(), Error> {
        if self.world.shapes.slot(mesh.0).is_none() {
            return Err(Error::NoSuchShape);
        }
        let expected = *self.vertices.get(&mesh).ok_or(Error::NotAMesh)?;
        if vertices.len() != expected {
            return Err(Error::OtherCount { expected });
        }
        if !vertices.iter().all(is_finite) {
            return Err(Error::NotFinite);
        }
        self.world
            .deform(mesh.0, |soup| soup.change_vertices(&|place: u32| vertices[place as usize]));
        Ok(())
    }

    /// Ends a frame: placements and vertices become those of the previous frame. Costs as much as has changed.
    pub fn proceed(&mut self) {
        self.world.proceed();
    }

    /// Sets a response: a closure, and the data that it needs.
    ///
    /// The closure is given the space, and may change everything in it. One that tests the space is not run again from
    /// within itself.
    pub fn respond(
        &mut self,
        whose: Selector,
        query: ContactQuery,
        closure: impl FnMut(&mut Space, &Collision) + Send + 'static,
    ) {
        self.set(whose, query, Box::new(closure));
    }

    /// Reports collisions without a closure: [`Space::next_collision`] returns them.
    pub fn watch(&mut self, whose: Selector, query: ContactQuery) {
        self.set(whose, query, Box::new(|_, _| ()));
    }

    fn set(&mut self, whose: Selector, query: ContactQuery, closure: Closure) {
        let whose = whose.unordered();
        self.closures.set(whose, closure);
        self.set_response(whose, Some((whose, query.into())));
    }

    /// Ignores collisions: no response is called, and the pairs cost nothing.
    pub fn ignore(&mut self, whose: Selector) {
        let whose = whose.unordered();
        self.closures.remove(whose);
        self.set_response(whose, None);
    }

    fn set_response(
        &mut self,
        whose: Selector,
        response: crate::scene::response::Response<Selector>,
    ) {
        let responses = &mut self.world.responses;
        match whose {
            Selector::All => responses.set_default(response),
            Selector::One(object) => responses.set_object(object.0, response),
            Selector::Pair(a, b) => responses.set_pair(a.0, b.0, response),
        }
    }

    /// Sets which pairs of an object have responses. `false` if there is no such object.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Filter, Selector, Shape, Space};
    ///
    /// let (walls, bullets) = (1, 2);
    /// let mut space = Space::new();
    /// let ball = space.define(Shape::sphere(1.0)?);
    /// space.watch(Selector::All, ContactQuery::Hit);
    /// for _ in 0..2 {
    ///     let bullet = space.add(ball)?;
    ///     space.set_filter(bullet, Filter { categories: bullets, mask: walls });
    /// }
    /// assert_eq!(space.test(), 0); // they are in one place
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn set_filter(&mut self, object: Object, filter: Filter) -> bool {
        let exists = self.world.has_object(object.0);
        if exists {
            self.world.responses.set_filter(object.0, filter);
        }
        exists
    }

    /// Removes the response of an object or a pair, so that the more general one applies again.
    pub fn unset(&mut self, whose: Selector) {
        let whose = whose.unordered();
        self.closures.remove(whose);
        match whose {
            Selector::All => self.world.responses.set_default(None),
            Selector::One(object) => self.world.responses.reset_object(object.0),
            Selector::Pair(a, b) => self.world.responses.reset_pair(a.0, b.0),
        }
    }

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
        let mut count = 0;
        while !self.ends_test
            && let Some((whose, collision)) = next(self)
        {
            count += 1;
            run(self, whose, &collision);
        }
        self.ends_test = ends_outer;
        count
    }

    /// Called in a response, ends the [`Space::test`] or [`Space::test_motion`] that runs it: no other response is run. The rest
    /// of the pairs is left to the next test.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let ball = space.define(Shape::sphere(1.0)?);
    /// (0..3).try_for_each(|_| space.add(ball).map(drop))?;
    /// space.respond(Selector::All, ContactQuery::Hit, |space, _| space.end_test());
    /// assert_eq!(space.test(), 1); // of three pairs
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn end_test(&mut self) {
        self.ends_test = true;
    }

    /// After a collision of [`ContactQuery::Contacts`] its contacts, the deepest first, and after one of [`ContactQuery::Depth`]
    /// the deepest alone, in the space's coordinates; until the next collision, or query about contacts.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let floor = space.add_shape(Shape::cuboid([9.0, 1.0, 9.0])?);
    /// let crate_ = space.add_shape(Shape::cuboid([1.0; 3])?);
    /// space.place(crate_, Placement::translation([0.0, 0.875, 0.0]))?;
    /// space.respond(Selector::All, ContactQuery::Contacts, move |space, collision| {
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
    /// ```
    /// use solid::space::{ContactQuery, Selector, Shape, Space, Vec3};
    ///
    /// let (flat, upright) = ([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]], [[1.0, -1.0], [1.0, 1.0], [2.0, 0.0]]);
    /// let flat = flat.map(|[x, y]| Vec3::new(x, y, 0.0));
    /// let upright = upright.map(|[y, z]| Vec3::new(1.0, y, z));
    /// let mut space = Space::new();
    /// space.add_shape(Shape::mesh(&flat, &[[0, 1, 2]])?);
    /// space.add_shape(Shape::mesh(&upright, &[[0, 1, 2]])?);
    /// space.respond(Selector::All, ContactQuery::Intersection, |space, _| {
    ///     assert_eq!(space.found_segments().len(), 1); // two triangles cross in one
    /// });
    /// assert_eq!(space.test(), 1);
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn found_segments(&self) -> &[Segment] {
        self.world.found_segments()
    }

    /// Tests all pairs and lists those that collide and have a response, without running it.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let ball = space.define(Shape::sphere(1.0)?);
    /// let (a, b) = (space.add(ball)?, space.add(ball)?);
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
