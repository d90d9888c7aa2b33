//! Closures that are run for the pairs that collide.

use super::Error;
use super::test::Collision;
use super::world::{Object, Space};
use crate::scene::response::{ContactQuery, Filter, Response, ResponsePlace};
use rustc_hash::FxHashMap;
use solid_geometry::memory;

/// Whose collisions. The more particular overrules the more general: a pair, then an object, then all.
///
/// ```
/// use solid::space::{ContactQuery, Selector, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// let (a, b, c) = (space.create_object(ball)?, space.create_object(ball)?, space.create_object(ball)?);
/// space.watch(Selector::All, ContactQuery::Hit);
/// assert_eq!(space.collisions().count(), 3);
/// space.clear_response(Selector::One(a));
/// assert_eq!(space.collisions().count(), 1);
/// space.watch(Selector::Pair(c, a), ContactQuery::Hit);
/// let pairs: Vec<_> = space.collisions().map(|found| (found.first, found.second)).collect();
/// assert_eq!(pairs, [(a, c), (b, c)]);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selector {
    /// Those of all pairs.
    All,
    /// Those of all pairs with this object. Where both objects have responses of their own, that of the collision's first
    /// counts.
    One(Object),
    /// Those of these two, in either order.
    Pair(Object, Object),
}

impl Selector {
    /// The same for both orders of a pair.
    pub(super) fn unordered(self) -> Selector {
        match self {
            Selector::Pair(a, b) if b < a => Selector::Pair(b, a),
            _ => self,
        }
    }

    fn concerns(&self, object: Object) -> bool {
        match *self {
            Selector::All => false,
            Selector::One(one) => one == object,
            Selector::Pair(a, b) => a == object || b == object,
        }
    }
}

impl From<ResponsePlace> for Selector {
    fn from(place: ResponsePlace) -> Selector {
        match place {
            ResponsePlace::Default => Selector::All,
            ResponsePlace::Object(object) => Selector::One(Object(object)),
            ResponsePlace::Pair(a, b) => Selector::Pair(Object(a), Object(b)),
        }
    }
}

impl Space {
    /// Sets a response: a closure, and the data that it needs.
    ///
    /// The closure is given the space, and may change everything in it. One that tests the space is not run again from
    /// within itself.
    pub fn set_response(
        &mut self,
        selector: Selector,
        query: ContactQuery,
        closure: impl FnMut(&mut Space, &Collision) + Send + 'static,
    ) {
        let selector = selector.unordered();
        self.closures.set(selector, Box::new(closure));
        self.set_kind(selector, Some((selector, query)));
    }

    /// Reports collisions without a closure: [`Space::next_collision`] returns them.
    pub fn watch(&mut self, selector: Selector, query: ContactQuery) {
        let selector = selector.unordered();
        self.closures.remove(selector);
        self.set_kind(selector, Some((selector, query)));
    }

    /// Ignores collisions: no response is called, and the pairs cost nothing.
    pub fn clear_response(&mut self, selector: Selector) {
        let selector = selector.unordered();
        self.closures.remove(selector);
        self.set_kind(selector, None);
    }

    fn set_kind(&mut self, selector: Selector, response: Response<Selector>) {
        let responses = &mut self.world.responses;
        match selector {
            Selector::All => responses.set_default(response),
            Selector::One(object) => responses.set_object(object.0, response),
            Selector::Pair(a, b) => responses.set_pair(a.0, b.0, response),
        }
    }

    /// What is asked about collisions of which objects, `None` of those that are ignored; the most general comes first.
    pub fn responses(&self) -> Vec<(Selector, Option<ContactQuery>)> {
        let places = self.world.responses.places().into_iter();
        places.map(|(place, query)| (place.into(), query)).collect()
    }

    /// Sets which pairs of an object have responses.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Filter, Selector, Shape, Space};
    ///
    /// let (walls, bullets) = (1, 2);
    /// let mut space = Space::new();
    /// let ball = space.define(Shape::sphere(1.0)?);
    /// space.watch(Selector::All, ContactQuery::Hit);
    /// for _ in 0..2 {
    ///     let bullet = space.create_object(ball)?;
    ///     space.set_filter(bullet, Filter { categories: bullets, mask: walls })?;
    /// }
    /// assert_eq!(space.test(), 0); // they are in one place
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn set_filter(&mut self, object: Object, filter: Filter) -> Result<(), Error> {
        if !self.world.has_object(object.0) {
            return Err(Error::NoSuchObject);
        }
        self.world.responses.set_filter(object.0, filter);
        Ok(())
    }

    /// Removes the response of an object or a pair, so that the more general one applies again.
    pub fn reset_response(&mut self, selector: Selector) {
        let selector = selector.unordered();
        self.closures.remove(selector);
        match selector {
            Selector::All => self.world.responses.set_default(None),
            Selector::One(object) => self.world.responses.reset_object(object.0),
            Selector::Pair(a, b) => self.world.responses.reset_pair(a.0, b.0),
        }
    }
}

/// A response.
pub(super) type Closure = Box<dyn FnMut(&mut Space, &Collision) + Send>;

/// The closures by what they were set for. One that is running is taken out for that long.
#[derive(Default)]
pub(super) struct Closures {
    by_selector: FxHashMap<Selector, Option<Closure>>,
}

impl Closures {
    pub(super) fn set(&mut self, selector: Selector, closure: Closure) {
        self.by_selector.insert(selector, Some(closure));
    }

    pub(super) fn remove(&mut self, selector: Selector) {
        self.by_selector.remove(&selector);
    }

    /// Removes those of an object, in time linear in the number of closures.
    pub(super) fn forget(&mut self, object: Object) {
        self.by_selector.retain(|selector, _| !selector.concerns(object));
    }

    /// Takes a closure out to be run.
    pub(super) fn take(&mut self, selector: Selector) -> Option<Closure> {
        self.by_selector.get_mut(&selector)?.take()
    }

    /// Puts it back, unless it has been replaced or removed while it ran.
    pub(super) fn put_back(&mut self, selector: Selector, closure: Closure) {
        if let Some(place @ None) = self.by_selector.get_mut(&selector) {
            *place = Some(closure);
        }
    }
}

/// Runs the closure of a collision, which is out of the space for that long. It is kept if it panics.
pub(super) fn run(space: &mut Space, selector: Selector, collision: &Collision) {
    if let Some(closure) = space.closures.take(selector) {
        memory::restoring(
            (space, closure),
            |(space, closure)| closure(space, collision),
            |(space, closure)| space.closures.put_back(selector, closure),
        );
    }
}
