//! Who is called for which pair: the response table (thesis 6.3.3).

#[cfg(test)]
mod tests;

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::object::ObjectRef;
use solid_geometry::memory;
use solid_geometry::sorting::sort_by;

/// The data about a collision that a response receives.
///
/// ```
/// use solid::space::{ContactQuery, Placement, Selector, Shape, Space, Vec3};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// let (a, b) = (space.create_object(ball)?, space.create_object(ball)?);
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
    /// The deepest points, and the least translation of the first object that parts the two;
    /// [`Space::found_contacts`](crate::space::Space::found_contacts) has them in the space's coordinates.
    Depth,
    /// The same, and in [`Space::found_contacts`](crate::space::Space::found_contacts) all contacts.
    Contacts,
    /// A point that both share, and in [`Space::found_segments`](crate::space::Space::found_segments) the segments in which the
    /// faces of two meshes cross.
    Intersection,
}

impl ContactQuery {
    /// Whether contacts come with the data.
    #[inline]
    pub(crate) fn has_contacts(self) -> bool {
        matches!(self, ContactQuery::Depth | ContactQuery::Contacts)
    }

    /// Whether the data do not come from the narrow phase alone: there are lists.
    #[inline]
    pub(super) fn is_completed(self) -> bool {
        self.has_contacts() || self == ContactQuery::Intersection
    }

    /// The kind of the data that the narrow phase computes, before the contacts or the intersection.
    #[inline]
    pub(super) fn narrow_phase_kind(self) -> ContactQuery {
        match self {
            ContactQuery::Depth | ContactQuery::Contacts => ContactQuery::Hit,
            ContactQuery::Intersection => ContactQuery::CommonPoint,
            kind => kind,
        }
    }
}

/// A response that is defined: a callback, or nil.
pub type Response<C> = Option<(C, ContactQuery)>;

/// What a response is set for. `R` names an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ResponsePlace<R = ObjectRef> {
    /// All pairs.
    Default,
    /// All pairs of an object.
    Object(R),
    /// A pair, the lesser name first.
    Pair(R, R),
}

/// Which pairs of an object have responses, by categories that the client defines: a bit each.
///
/// ```
/// use solid::space::Filter;
///
/// let (walls, bullets) = (1, 2);
/// let bullet = Filter { categories: bullets, mask: walls };
/// assert!(bullet.allows(Filter::ALL) && !bullet.allows(bullet));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The categories of the object.
    pub categories: u32,
    /// The categories of the objects with which it may have responses.
    pub mask: u32,
}

impl Filter {
    /// Of all categories, with responses to all: that of every object at first.
    pub const ALL: Filter = Filter { categories: u32::MAX, mask: u32::MAX };

    /// Whether a pair with these filters may have a response.
    pub fn allows(self, other: Filter) -> bool {
        self.categories & other.mask != 0 && other.categories & self.mask != 0
    }
}

/// Objects whose filters have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refiltered {
    /// These, and some of them several times.
    Some(Vec<ObjectRef>),
    /// Perhaps all there are.
    All,
}

/// More changes of filters are not listed one by one.
const MANY_CHANGES: usize = 1 << 16;

/// Responses as default, by object, and by pair; the most specific one is used.
pub struct ResponseTable<C> {
    default: Response<C>,
    objects: FxHashMap<ObjectRef, Response<C>>,
    pairs: FxHashMap<(ObjectRef, ObjectRef), Response<C>>,
    /// The partners with which an object has pair responses.
    partners: FxHashMap<ObjectRef, Vec<ObjectRef>>,
    /// By object; those that are not [`Filter::ALL`].
    filters: FxHashMap<ObjectRef, Filter>,
    /// The objects whose filters have changed since [`ResponseTable::take_refiltered`].
    refiltered: Refiltered,
    /// Changes with every change, so that what was looked up is known to be stale.
    version: u64,
    /// Changes with every change that may give a pair a response that it had not.
    added: u64,
    /// How many objects have nil as their response.
    nil_objects: usize,
}

impl<C> Default for ResponseTable<C> {
    fn default() -> Self {
        ResponseTable {
            default: None,
            objects: FxHashMap::default(),
            pairs: FxHashMap::default(),
            partners: FxHashMap::default(),
            filters: FxHashMap::default(),
            refiltered: Refiltered::Some(Vec::new()),
            version: 1,
            added: 0,
            nil_objects: 0,
        }
    }
}

/// Room for two more entries, or the end of the work: as [`memory::reserve`].
fn ensure_room<K: Eq + Hash, V>(map: &mut FxHashMap<K, V>) {
    if map.try_reserve(2).is_err() {
        memory::run_out();
    }
}

fn unordered(a: ObjectRef, b: ObjectRef) -> (ObjectRef, ObjectRef) {
    if a <= b { (a, b) } else { (b, a) }
}

impl<C: Copy> ResponseTable<C> {
    /// Changes with every change of the table; never zero.
    #[inline]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Changes with every change that may give a pair a response that it had not.
    #[inline]
    pub fn added(&self) -> u64 {
        self.added
    }

    /// Whether an object may be quiet.
    #[inline]
    pub fn may_be_quiet(&self) -> bool {
        self.default.is_none() || self.nil_objects > 0
    }

    /// Whether neither the object's response, nor else the default one, nor that of a pair with it is a callback. `false` as
    /// soon as any pair with it has a response, nil or not.
    pub fn is_quiet(&self, object: ObjectRef) -> bool {
        self.objects.get(&object).unwrap_or(&self.default).is_none()
            && !self.partners.contains_key(&object)
    }

    /// Defines the response of all pairs.
    pub fn set_default(&mut self, response: Response<C>) {
        self.version += 1;
        self.added += u64::from(self.default.is_none() && response.is_some());
        self.default = response;
    }

    /// Defines the response of all pairs of an object, which need not exist yet.
    pub fn set_object(&mut self, object: ObjectRef, response: Response<C>) {
        ensure_room(&mut self.objects);
        self.version += 1;
        self.added += u64::from(response.is_some());
        self.nil_objects += usize::from(response.is_none());
        if let Some(None) = self.objects.insert(object, response) {
            self.nil_objects -= 1;
        }
    }

    /// Undefines an object's response.
    pub fn reset_object(&mut self, object: ObjectRef) {
        self.version += 1;
        if let Some(None) = self.objects.remove(&object) {
            self.nil_objects -= 1;
            self.added += 1;
        }
    }

    /// Defines the response of one pair, in either order.
    pub fn set_pair(&mut self, a: ObjectRef, b: ObjectRef, response: Response<C>) {
        ensure_room(&mut self.pairs);
        ensure_room(&mut self.partners);
        self.version += 1;
        self.added += u64::from(response.is_some());
        if self.pairs.insert(unordered(a, b), response).is_none() {
            self.partners.entry(a).or_default().push(b);
            self.partners.entry(b).or_default().push(a);
        }
    }

    /// Undefines a pair's response.
    pub fn reset_pair(&mut self, a: ObjectRef, b: ObjectRef) {
        self.version += 1;
        if self.pairs.remove(&unordered(a, b)).is_some() {
            self.forget_partner(a, b);
            self.forget_partner(b, a);
        }
    }

    /// Sets which pairs of an object have responses.
    pub fn set_filter(&mut self, object: ObjectRef, filter: Filter) {
        self.version += 1;
        if filter == Filter::ALL {
            self.filters.remove(&object);
        } else {
            ensure_room(&mut self.filters);
            self.filters.insert(object, filter);
        }
        match &mut self.refiltered {
            Refiltered::Some(objects) if objects.len() < MANY_CHANGES => {
                memory::push(objects, object);
            }
            changes => *changes = Refiltered::All,
        }
    }

    /// Whether filters have changed since [`ResponseTable::take_refiltered`].
    #[inline]
    pub fn is_refiltered(&self) -> bool {
        !matches!(&self.refiltered, Refiltered::Some(objects) if objects.is_empty())
    }

    /// The objects whose filters have changed since this was called last.
    pub fn take_refiltered(&mut self) -> Refiltered {
        std::mem::replace(&mut self.refiltered, Refiltered::Some(Vec::new()))
    }

    /// Whether there are pairs that a filter may leave out.
    pub fn has_filters(&self) -> bool {
        !self.filters.is_empty()
    }

    /// Which pairs of an object have responses.
    pub fn filter(&self, object: ObjectRef) -> Filter {
        self.filters.get(&object).copied().unwrap_or(Filter::ALL)
    }

    /// Undefines all responses of an object and of its pairs, and its filter; the object responses of its partners stay.
    pub fn forget(&mut self, object: ObjectRef) {
        self.reset_object(object);
        self.filters.remove(&object);
        for partner in self.partners.remove(&object).unwrap_or_default() {
            self.pairs.remove(&unordered(object, partner));
            self.forget_partner(partner, object);
        }
    }

    /// Calls `visit` for each callback in the table.
    pub fn for_each_callback(&self, mut visit: impl FnMut(&C)) {
        let all =
            std::iter::once(&self.default).chain(self.objects.values()).chain(self.pairs.values());
        all.flatten().for_each(|(callback, _)| visit(callback));
    }

    /// The response of each callback's kind becomes another callback: what `change` returns, `None` to leave it as it is.
    pub fn replace_callbacks(&mut self, change: impl Fn(ContactQuery) -> Option<C>) {
        self.version += 1;
        let all = std::iter::once(&mut self.default)
            .chain(self.objects.values_mut())
            .chain(self.pairs.values_mut());
        for (callback, kind) in all.flatten() {
            *callback = change(*kind).unwrap_or(*callback);
        }
    }

    /// Sets the response of a place.
    pub fn set(&mut self, place: ResponsePlace, response: Response<C>) {
        match place {
            ResponsePlace::Default => self.set_default(response),
            ResponsePlace::Object(object) => self.set_object(object, response),
            ResponsePlace::Pair(a, b) => self.set_pair(a, b, response),
        }
    }

    /// What is defined, nil included, with its kind, in order.
    pub fn places(&self) -> Vec<(ResponsePlace, Option<ContactQuery>)> {
        let mut places = vec![(ResponsePlace::Default, self.default.map(|(_, kind)| kind))];
        memory::reserve(&mut places, self.objects.len() + self.pairs.len());
        let kind = |response: &Response<C>| response.map(|(_, kind)| kind);
        let of_objects = self.objects.iter();
        places.extend(of_objects.map(|(object, it)| (ResponsePlace::Object(*object), kind(it))));
        let of_pairs = self.pairs.iter();
        places.extend(of_pairs.map(|((a, b), it)| (ResponsePlace::Pair(*a, *b), kind(it))));
        sort_by(&mut places, |(p, _), (q, _)| p.cmp(q));
        places
    }

    /// The filters that are not [`Filter::ALL`], in order of their objects.
    pub fn filters(&self) -> Vec<(ObjectRef, Filter)> {
        let mut filters = Vec::new();
        memory::reserve(&mut filters, self.filters.len());
        filters.extend(self.filters.iter().map(|(object, filter)| (*object, *filter)));
        sort_by(&mut filters, |(p, _), (q, _)| p.cmp(q));
        filters
    }

    /// Takes the place of another table: whoever has seen the other's versions sees that much has changed.
    pub fn follow(&mut self, other: &ResponseTable<C>) {
        self.version = self.version.max(other.version) + 1;
        self.added = self.added.max(other.added) + 1;
        if self.has_filters() || other.has_filters() {
            self.refiltered = Refiltered::All;
        }
    }

    fn forget_partner(&mut self, of: ObjectRef, partner: ObjectRef) {
        if let Some(partners) = self.partners.get_mut(&of) {
            if let Some(place) = partners.iter().position(|p| *p == partner) {
                partners.swap_remove(place);
            }
            if partners.is_empty() {
                self.partners.remove(&of);
            }
        }
    }

    /// The response of a pair in the order of the callback's arguments: if both have one of their own, that of
    /// the first counts.
    pub fn lookup(&self, first: ObjectRef, second: ObjectRef) -> Option<&(C, ContactQuery)> {
        if !self.filters.is_empty() && !self.filter(first).allows(self.filter(second)) {
            return None;
        }
        let particular = self
            .pairs
            .get(&unordered(first, second))
            .or_else(|| self.objects.get(&first))
            .or_else(|| self.objects.get(&second));
        particular.unwrap_or(&self.default).as_ref()
    }
}
