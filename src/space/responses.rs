//! Closures that are run for the pairs that collide.

use super::world::{Collision, Object, Space};
use crate::scene::response::ResponseKind;
use rustc_hash::FxHashMap;

/// Whose collisions. The more particular overrules the more general: a pair, then an object, then all.
///
/// ```
/// use solid::space::{ContactQuery, Selector, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// let (a, b, c) = (space.add(ball)?, space.add(ball)?, space.add(ball)?);
/// space.watch(Selector::All, ContactQuery::Hit);
/// assert_eq!(space.collisions().count(), 3);
/// space.ignore(Selector::One(a));
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

/// The data about a collision that a response receives.
///
/// ```
/// use solid::space::{ContactQuery, Placement, Selector, Shape, Space, Vec3};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// let (a, b) = (space.add(ball)?, space.add(ball)?);
/// space.place(b, Placement::translation([3.0, 0.0, 0.0]))?;
/// space.proceed();
/// space.place(b, Placement::translation([1.5, 0.0, 0.0]))?;
///
/// space.watch(Selector::All, ContactQuery::Hit);
/// assert!(space.collisions().all(|found| found.points.is_none()));
/// space.watch(Selector::All, ContactQuery::ClosestBefore);
/// let found = space.collisions().next().expect("they overlap by a half");
/// // In the previous frame they were one apart.
/// let points = found.points.expect("points were asked for");
/// assert!((points.normal - Vec3::new(-1.0, 0.0, 0.0)).norm() < 1e-9);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactQuery {
    /// Only that there is one.
    Hit,
    /// A point that both share.
    CommonPoint,
    /// The closest points in the previous frame, when they were still apart: the way to push.
    ClosestBefore,
    /// The deepest points, and the least translation of the first object that parts the two; [`Space::found_contacts`] has
    /// them in the space's coordinates.
    Depth,
    /// The same, and in [`Space::found_contacts`] all contacts.
    Contacts,
    /// A point that both share, and in [`Space::found_segments`] the segments in which the faces of two meshes cross.
    Intersection,
}

impl From<ContactQuery> for ResponseKind {
    fn from(query: ContactQuery) -> ResponseKind {
        match query {
            ContactQuery::Hit => ResponseKind::Simple,
            ContactQuery::CommonPoint => ResponseKind::Witnessed,
            ContactQuery::ClosestBefore => ResponseKind::Smart,
            ContactQuery::Depth => ResponseKind::Depth,
            ContactQuery::Contacts => ResponseKind::Contacts,
            ContactQuery::Intersection => ResponseKind::Intersection,
        }
    }
}

/// A response.
pub(super) type Closure = Box<dyn FnMut(&mut Space, &Collision) + Send>;

/// The closures by what they were set for. One that is running is taken out for that long.
#[derive(Default)]
pub(super) struct Closures {
    by_whose: FxHashMap<Selector, Option<Closure>>,
}

impl Closures {
    pub(super) fn set(&mut self, whose: Selector, closure: Closure) {
        self.by_whose.insert(whose, Some(closure));
    }

    pub(super) fn remove(&mut self, whose: Selector) {
        self.by_whose.remove(&whose);
    }

    /// Removes those of an object, in time linear in the number of closures.
    pub(super) fn forget(&mut self, object: Object) {
        self.by_whose.retain(|whose, _| !whose.concerns(object));
    }

    /// Takes a closure out to be run.
    pub(super) fn take(&mut self, whose: Selector) -> Option<Closure> {
        self.by_whose.get_mut(&whose)?.take()
    }

    /// Puts it back, unless it has been replaced or removed while it ran.
    pub(super) fn put_back(&mut self, whose: Selector, closure: Closure) {
        if let Some(place @ None) = self.by_whose.get_mut(&whose) {
            *place = Some(closure);
        }
    }
}

/// Runs the closure of a collision, which is out of the space for that long.
pub(super) fn run(space: &mut Space, whose: Selector, collision: &Collision) {
    if let Some(mut closure) = space.closures.take(whose) {
        closure(space, collision);
        space.closures.put_back(whose, closure);
    }
}
