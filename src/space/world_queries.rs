//! Queries of a shape, an object or a ray about all objects of a space, by any number of threads at a time.

use super::batches::answers_of;
use super::error::Error;
use super::queries::{RayHit, ray};
use super::responses::Selector;
use super::world::{Object, ShapeId, Space};
use crate::scene::World;
use crate::scene::queries::{Asker, Hit, Query, QueryMemory};
use crate::scene::response::Filter;
use solid_geometry::query::{ClosestPair, Contact};
use solid_geometry::{Placement, Vec3};

/// Which objects a query is about, and which answers are wanted: all, at first.
///
/// ```
/// use solid::space::{Filter, QueryFilter, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// let (first, second) = (space.create_object(ball)?, space.create_object(ball)?);
/// space.set_filter(second, Filter { categories: 2, mask: u32::MAX })?;
///
/// let mut queries = space.queries();
/// let not_the_first = QueryFilter { except: &[first], ..QueryFilter::default() };
/// assert_eq!(queries.overlaps(ball, None, &not_the_first)?, [second]);
/// let walls = QueryFilter { filter: Some(Filter { categories: u32::MAX, mask: 1 }), ..QueryFilter::default() };
/// assert_eq!(queries.overlaps(ball, None, &walls)?, [first]);
/// let odd = QueryFilter { accept: Some(&|object| object == second), ..QueryFilter::default() };
/// assert_eq!(queries.overlaps(ball, None, &odd)?, [second]);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct QueryFilter<'q> {
    /// That of what asks; with `None` that of the object that asks, and of a shape or a ray [`Filter::ALL`].
    pub filter: Option<Filter>,
    /// Objects that are left out.
    pub except: &'q [Object],
    /// Whether an object may be among the answers.
    pub accept: Option<&'q dyn Fn(Object) -> bool>,
    /// How many answers are wanted, and of contacts how many objects: the first ones in the order of the query. With 1 it ends as
    /// soon as that is known. All with 0.
    pub most: usize,
    /// The largest distance or time.
    pub limit: f64,
}

impl Default for QueryFilter<'_> {
    fn default() -> Self {
        QueryFilter { filter: None, except: &[], accept: None, most: 0, limit: f64::INFINITY }
    }
}

/// What asks about all objects: a shape, which counts as an object that was created last, or an object, which is not among the
/// answers.
///
/// ```
/// use solid::space::{QueryBody, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// let object = space.create_object(ball)?;
/// let mut queries = space.queries();
/// for (body, found) in [(QueryBody::from(ball), 1), (QueryBody::from(object), 0)] {
///     assert_eq!(queries.overlaps(body, None, &Default::default())?.len(), found);
/// }
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryBody {
    /// A shape that was defined in the space.
    Shape(ShapeId),
    /// An object.
    Object(Object),
}

impl From<ShapeId> for QueryBody {
    fn from(shape: ShapeId) -> QueryBody {
        QueryBody::Shape(shape)
    }
}

impl From<Object> for QueryBody {
    fn from(object: Object) -> QueryBody {
        QueryBody::Object(object)
    }
}

impl From<QueryBody> for Asker {
    fn from(body: QueryBody) -> Asker {
        match body {
            QueryBody::Shape(shape) => Asker::Shape(shape.0),
            QueryBody::Object(object) => Asker::Object(object.0),
        }
    }
}

/// An object, and what a query has found about it.
///
/// ```
/// use solid::space::{Placement, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// let object = space.create_object(ball)?;
/// let there = Placement::translation([5.0, 0.0, 0.0]);
/// let mut queries = space.queries();
/// let nearest = queries.closest(ball, Some(&there), &Default::default())?[0];
/// assert_eq!((nearest.object, nearest.found.distance), (object, 3.0));
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectHit<T> {
    /// The object.
    pub object: Object,
    /// What was found: of two points, that of what asks comes first, and normals point towards it.
    pub found: T,
}

/// Queries about a space as it is: see [`Space::queries`]. A thread has its own, since it keeps the memory of its answers, and a
/// clone is another one of the same space.
///
/// ```
/// use solid::space::{Placement, QueryFilter, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// for x in 0..100 {
///     let object = space.create_object(ball)?;
///     space.place(object, Placement::translation([3.0 * f64::from(x), 0.0, 0.0]))?;
/// }
/// let queries = space.queries();
/// std::thread::scope(|scope| {
///     for y in [2.0, 5.0] {
///         let mut queries = queries.clone();
///         scope.spawn(move || {
///             let nearest = QueryFilter { most: 1, ..QueryFilter::default() };
///             let there = Placement::translation([30.0, y, 0.0]);
///             let found = queries.closest(ball, Some(&there), &nearest).expect("finite");
///             assert_eq!(found[0].found.distance, y - 2.0);
///         });
///     }
/// });
/// # Ok::<(), solid::space::Error>(())
/// ```
pub struct Queries<'a> {
    world: &'a World<Selector>,
    memory: QueryMemory,
    objects: Vec<Object>,
    closest: Vec<ObjectHit<ClosestPair>>,
    contacts: Vec<ObjectHit<Contact>>,
    hits: Vec<RayHit>,
}

impl Clone for Queries<'_> {
    fn clone(&self) -> Self {
        Queries::about(self.world)
    }
}

fn copy<T: Copy>(found: &[Hit<T>], hits: &mut Vec<ObjectHit<T>>) {
    hits.clear();
    hits.extend(found.iter().map(|hit| ObjectHit { object: Object(hit.object), found: hit.found }));
}

impl<'a> Queries<'a> {
    fn about(world: &'a World<Selector>) -> Queries<'a> {
        Queries {
            world,
            memory: QueryMemory::default(),
            objects: Vec::new(),
            closest: Vec::new(),
            contacts: Vec::new(),
            hits: Vec::new(),
        }
    }

    /// Runs a query with a filter.
    fn ask<R>(
        &mut self,
        filter: &QueryFilter<'_>,
        ask: impl FnOnce(&World<Selector>, &Query<'_>, &mut QueryMemory) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let QueryFilter { filter, except, accept, most, limit } = *filter;
        if !except.iter().all(|object| self.world.has_object(object.0)) {
            return Err(Error::NoSuchObject);
        }
        if limit.is_nan() || limit < 0.0 {
            return Err(Error::NotFinite);
        }
        let accept = |object| {
            let object = Object(object);
            !except.contains(&object) && accept.is_none_or(|accept| accept(object))
        };
        ask(self.world, &Query { filter, accept: &accept, most, limit }, &mut self.memory)
    }

    /// The objects that share a point with a shape at a placement, or with an object, in the order in which they were added. Without a
    /// placement an object is where it is placed, and a shape at the identity.
    pub fn overlaps(
        &mut self,
        body: impl Into<QueryBody>,
        placement: Option<&Placement>,
        filter: &QueryFilter<'_>,
    ) -> Result<&[Object], Error> {
        self.ask(filter, |world, query, memory| {
            Ok(world.query_overlaps(body.into().into(), placement, query, memory)?)
        })?;
        self.objects.clear();
        self.objects.extend(self.memory.objects.iter().copied().map(Object));
        Ok(&self.objects)
    }

    /// The objects nearest to a body, the nearest first, and the closest points: as [`Space::closest_pair`] has them of each.
    pub fn closest(
        &mut self,
        body: impl Into<QueryBody>,
        placement: Option<&Placement>,
        filter: &QueryFilter<'_>,
    ) -> Result<&[ObjectHit<ClosestPair>], Error> {
        self.ask(filter, |world, query, memory| {
            Ok(world.query_closest(body.into().into(), placement, query, memory)?)
        })?;
        copy(&self.memory.closest, &mut self.closest);
        Ok(&self.closest)
    }

    /// Where a body touches objects: as [`Space::contacts`] has it of each, in the order in which they were added.
    pub fn contacts(
        &mut self,
        body: impl Into<QueryBody>,
        placement: Option<&Placement>,
        filter: &QueryFilter<'_>,
    ) -> Result<&[ObjectHit<Contact>], Error> {
        self.ask(filter, |world, query, memory| {
            Ok(world.query_contacts(body.into().into(), placement, query, memory)?)
        })?;
        copy(&self.memory.contacts, &mut self.contacts);
        Ok(&self.contacts)
    }

    /// The objects that a body meets while it moves by `translation`, turns about its origin by the rotation vector `spin`, and time
    /// goes from 0 to 1: the first one first. [`Space::cast_objects`] and [`Space::cast_objects_turning`] have the same of two objects.
    pub fn cast(
        &mut self,
        body: impl Into<QueryBody>,
        placement: Option<&Placement>,
        translation: impl Into<Vec3>,
        spin: impl Into<Vec3>,
        filter: &QueryFilter<'_>,
    ) -> Result<&[RayHit], Error> {
        let motion = [translation.into(), spin.into()];
        self.ask(filter, |world, query, memory| {
            Ok(world.query_cast(body.into().into(), placement, &motion, query, memory)?)
        })?;
        Ok(self.hits())
    }

    /// The objects that the ray between two points enters, in the order in which it does.
    pub fn ray(
        &mut self,
        from: impl Into<Vec3>,
        to: impl Into<Vec3>,
        filter: &QueryFilter<'_>,
    ) -> Result<&[RayHit], Error> {
        let ends = ray(from, to)?;
        self.ask(filter, |world, query, memory| Ok(world.query_ray(&ends, query, memory)?))?;
        Ok(self.hits())
    }

    /// Many queries of any kind, which the threads of the space share: `ask` gets queries and the number of a row. Each answer is that of
    /// the single query, to the last bit.
    ///
    /// ```
    /// use solid::space::{Placement, QueryFilter, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let ball = space.define(Shape::sphere(1.0)?);
    /// let object = space.create_object(ball)?;
    /// let poses = [1.0, 2.5].map(|x| Placement::translation([x, 0.0, 0.0]));
    /// let nearest = space.queries().batch(poses.len(), |queries, row| {
    ///     let hits = queries.closest(ball, Some(&poses[row]), &QueryFilter { limit: 1.0, ..QueryFilter::default() })?;
    ///     Ok(hits.first().map(|hit| (hit.object, hit.found.distance)))
    /// });
    /// assert_eq!(nearest, [Ok(Some((object, 0.0))), Ok(Some((object, 0.5)))]);
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn batch<T: Send>(
        &self,
        rows: usize,
        ask: impl Fn(&mut Queries<'_>, usize) -> Result<T, Error> + Sync,
    ) -> Vec<Result<T, Error>> {
        let world = self.world;
        let ask = |queries: &mut Queries<'_>, row: &usize| ask(queries, *row);
        answers_of(rows, |put| {
            let put = &mut |_, answer| put(answer);
            world.batch_queries(rows, &|row| row, || Queries::about(world), ask, put);
        })
    }

    fn hits(&mut self) -> &[RayHit] {
        self.hits.clear();
        self.hits.extend(self.memory.casts.iter().map(RayHit::of));
        &self.hits
    }
}

impl Space {
    /// The pairs of objects that are no farther apart than a distance, and their closest points, in the order of tests: those pairs that a
    /// test would find if they collided.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let ball = space.define(Shape::sphere(1.0)?);
    /// let (first, second) = (space.create_object(ball)?, space.create_object(ball)?);
    /// space.place(second, Placement::translation([2.5, 0.0, 0.0]))?;
    /// space.watch(Selector::All, ContactQuery::Hit);
    /// let (pair, closest) = space.near_pairs(1.0)?[0];
    /// assert_eq!((pair, closest.distance), ([first, second], 0.5));
    /// assert!(space.near_pairs(0.4)?.is_empty());
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn near_pairs(&mut self, distance: f64) -> Result<Vec<([Object; 2], ClosestPair)>, Error> {
        if distance.is_nan() || distance < 0.0 {
            return Err(Error::NotFinite);
        }
        let found = self.world.near_pairs(distance).into_iter();
        Ok(found.map(|near| (near.objects.map(Object), near.closest)).collect())
    }

    /// Queries about all objects as they are placed now. Brings the space up to date, as a test does; after that any number of threads
    /// may ask.
    pub fn queries(&mut self) -> Queries<'_> {
        self.world.prepare_for_many_queries();
        Queries::about(&self.world)
    }

    /// As [`Space::queries`], of a space that others may be looking at, too: `None` if something has changed since it was brought up to
    /// date.
    ///
    /// ```
    /// use solid::space::{Placement, QueryFilter, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let ball = space.create_object(Shape::sphere(1.0)?)?;
    /// assert!(space.current_queries().is_none());
    /// space.queries(); // brings it up to date
    /// let first_hit = |space: &Space| -> Option<f64> {
    ///     let mut queries = space.current_queries()?;
    ///     let hits = queries.ray([0.0, 5.0, 0.0], [0.0, -5.0, 0.0], &QueryFilter::default()).ok()?;
    ///     hits.first().map(|hit| hit.contact.time)
    /// };
    /// assert!((first_hit(&space).expect("a hit") - 0.4).abs() < 1e-6);
    /// space.place(ball, Placement::translation([9.0, 0.0, 0.0]))?;
    /// assert!(first_hit(&space).is_none());
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn current_queries(&self) -> Option<Queries<'_>> {
        self.world.is_up_to_date().then(|| Queries::about(&self.world))
    }
}
