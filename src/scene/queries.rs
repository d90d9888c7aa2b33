//! Queries of one body, or of a ray, about all objects of a world: what it overlaps, what is nearest, what it meets on its way, where
//! it touches.
//!
//! They change nothing: any number of threads may ask one world at a time, which [`World::prepare_queries`] has brought up to date.
//! The answers about a pair are those of the queries about two objects, to the last bit; a shape counts as an object that was
//! created last. What is left out, because its box is too far away, could not be among the answers: so these depend neither on the
//! order in which the tree is walked nor on the broad phase.

mod casts;
#[cfg(test)]
mod tests;

use super::bounds::bounds;
use super::casts::RayHit;
use super::object::ObjectRef;
use super::pair_queries::{QueryError, body};
use super::response::Filter;
use super::shapes::ShapeHandle;
use super::update::rank;
use super::world::World;
use solid_geometry::convex::Coherence;
use solid_geometry::interrupt::Pace;
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::memory;
use solid_geometry::query::{
    Answer, Body, BodyPair, ClosestPair, Contact, ContactMemory, Question, collide,
};
use solid_geometry::shape::{BoundingSpheres, stretches};
use solid_geometry::sorting::sort_by;

/// What asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// A shape, which counts as an object that was created last.
    Shape(ShapeHandle),
    /// An object, which is not among the answers.
    Object(ObjectRef),
}

/// Which objects a query is about, and which answers are wanted.
#[derive(Clone, Copy)]
pub struct Query<'q> {
    /// That of what asks; with `None` the object's own, and of a shape [`Filter::ALL`].
    pub filter: Option<Filter>,
    /// Whether an object may be among the answers.
    pub accept: &'q dyn Fn(ObjectRef) -> bool,
    /// How many answers are wanted; 0 for all.
    pub most: usize,
    /// The largest distance or time.
    pub limit: f64,
}

impl Query<'_> {
    /// All answers about all objects.
    pub const ALL: Query<'static> =
        Query { filter: None, accept: &|_| true, most: 0, limit: f64::INFINITY };
}

/// An object, and what was found about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<T> {
    /// The object.
    pub object: ObjectRef,
    /// What was found.
    pub found: T,
    /// The object's.
    pub(super) sequence: u64,
}

/// Two objects that are near each other, in the order of a callback's arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearPair {
    /// The objects.
    pub objects: [ObjectRef; 2],
    /// Their closest points.
    pub closest: ClosestPair,
}

/// The memory of a thread that asks, and its last answers.
#[derive(Default)]
pub struct QueryMemory {
    /// The objects that may touch.
    near: Vec<u32>,
    /// The last overlapping objects.
    pub objects: Vec<ObjectRef>,
    /// The last closest points.
    pub closest: Vec<Hit<ClosestPair>>,
    /// The last contacts on the way.
    pub casts: Vec<RayHit>,
    /// The last contacts.
    pub contacts: Vec<Hit<Contact>>,
    pub(super) work: ContactMemory,
}

/// What asks, placed.
struct Asking<'a> {
    body: Body<'a>,
    /// Its own slot, if it is an object.
    slot: Option<u32>,
    rank: (bool, u64),
    filter: Filter,
    aabb: Aabb,
    spheres: BoundingSpheres,
    /// No point of the shape is farther from the origin of its placement.
    reach: f64,
}

/// The least answers, and of equal ones those of objects that were created earlier. With `most` of them, returns the limit for others.
fn keep<T>(
    hits: &mut Vec<Hit<T>>,
    hit: Hit<T>,
    most: usize,
    key: impl Fn(&T) -> f64,
) -> Option<f64> {
    if most == 0 {
        memory::push(hits, hit);
        return None;
    }
    let is_before = |other: &Hit<T>| {
        key(&other.found)
            .total_cmp(&key(&hit.found))
            .then(other.sequence.cmp(&hit.sequence))
            .is_lt()
    };
    let place = hits.partition_point(is_before);
    if place < most {
        hits.truncate(most - 1);
        memory::reserve(hits, 1);
        hits.insert(place, hit);
    }
    hits.last().filter(|_| hits.len() == most).map(|last| key(&last.found))
}

/// Sorts all answers as [`keep`] sorts the least ones.
fn sort<T>(hits: &mut [Hit<T>], key: impl Fn(&T) -> f64) {
    hits.sort_unstable_by(|p, q| {
        key(&p.found).total_cmp(&key(&q.found)).then(p.sequence.cmp(&q.sequence))
    });
}

impl<C: Copy> World<C> {
    /// Whether a query can be answered as the world is: it is up to date, and knows the shape that asks.
    pub fn is_ready_for(&self, asker: Option<Asker>, swept: bool) -> bool {
        let is_known = match asker {
            Some(Asker::Shape(handle)) => self.shapes.slot(handle).is_some(),
            _ => true,
        };
        is_known && self.is_up_to_date() && !self.broad.count_queries(swept, 1)
    }

    /// Brings the world up to date for some queries.
    pub fn prepare_queries(&mut self, asker: Option<Asker>, swept: bool, count: usize) {
        self.update();
        if let Some(Asker::Shape(handle)) = asker {
            let _ = self.shapes.slot_or_shared(handle);
        }
        self.broad.prepare_queries(swept, count);
    }

    /// As [`World::prepare_queries`], for many of any kind.
    pub fn prepare_for_many_queries(&mut self) {
        self.update();
        self.broad.build_for_queries();
    }

    /// What asks, at a placement; with `None` at the object's own, and of a shape at the identity.
    fn asking<'a>(
        &'a self,
        asker: Asker,
        placement: Option<&'a Placement>,
        query: &Query<'_>,
    ) -> Result<Asking<'a>, QueryError> {
        let (shape, slot, own) = match asker {
            Asker::Shape(handle) => {
                (self.shapes.slot(handle).ok_or(QueryError::UnknownShape)?, None, None)
            }
            Asker::Object(reference) => {
                let slot = self.objects.slot(reference).ok_or(QueryError::UnknownObject)?;
                let object = self.objects.get(slot).ok_or(QueryError::UnknownObject)?;
                (object.shape, Some(slot), Some(object))
            }
        };
        let entry = self.shapes.entry(shape);
        let placement = placement
            .or(own.map(|object| &object.placement))
            .unwrap_or(const { &Placement::IDENTITY });
        let body = body(&entry.shape, placement).ok_or(QueryError::NothingToHit)?;
        let mut spheres = BoundingSpheres::UNKNOWN;
        let aabb = bounds(shape, (placement, false), &self.shapes, false, &mut spheres);
        if aabb.is_empty() {
            return Err(QueryError::NothingToHit);
        }
        let extents = entry.bounds.as_ref().map_or(Vec3::zeros(), |b| b.bounds.absolute_extents());
        let reach = extents.norm() * stretches(&placement.basis)[1];
        let rank =
            own.map_or((!entry.shape.is_complex(), u64::MAX), |object| rank(object, &self.shapes));
        let own_filter = slot.map_or(Filter::ALL, |slot| self.quiet.filter(slot));
        let filter = query.filter.unwrap_or(own_filter);
        Ok(Asking { body, slot, rank, filter, aabb, spheres, reach })
    }

    /// Whether an object may be among the answers.
    #[inline]
    fn admits(&self, slot: u32, asking: (Option<u32>, Filter), query: &Query<'_>) -> bool {
        let (own, filter) = asking;
        own != Some(slot)
            && filter.allows(self.quiet.filter(slot))
            && (query.accept)(self.objects.reference(slot))
    }

    /// What asks and an object, in the order of a callback's arguments.
    fn ordered<'a>(&'a self, asking: &Asking<'a>, slot: u32) -> Option<([Body<'a>; 2], bool)> {
        let (object, other) = (self.objects.get(slot)?, self.body(slot)?);
        let swapped = rank(object, &self.shapes) < asking.rank;
        Some((if swapped { [other, asking.body] } else { [asking.body, other] }, swapped))
    }

    /// What asks and an object, in this order.
    fn pair<'a>(&'a self, asking: &Asking<'a>, slot: u32) -> Option<BodyPair<'a>> {
        let ([first, second], swapped) = self.ordered(asking, slot)?;
        Some(BodyPair { swapped, ..BodyPair::new(first, second)? })
    }

    pub(super) fn hit<T>(&self, slot: u32, found: T) -> Option<Hit<T>> {
        let sequence = self.objects.sequence(slot)?;
        Some(Hit { object: self.objects.reference(slot), found, sequence })
    }

    /// The objects whose boxes overlap that of what asks, in the order of their creation.
    fn near(&self, asking: &Asking<'_>, query: &Query<'_>, near: &mut Vec<u32>) {
        near.clear();
        self.broad.query_box(&asking.aabb, &mut |slot| {
            if self.admits(slot, (asking.slot, asking.filter), query) {
                memory::push(near, slot);
            }
        });
        near.sort_unstable_by_key(|slot| self.objects.sequence(*slot));
    }

    /// The objects that share a point with what asks, in the order of their creation.
    pub fn query_overlaps(
        &self,
        asker: Asker,
        placement: Option<&Placement>,
        query: &Query<'_>,
        memory: &mut QueryMemory,
    ) -> Result<(), QueryError> {
        let asking = self.asking(asker, placement, query)?;
        let QueryMemory { near, objects, .. } = memory;
        objects.clear();
        self.near(&asking, query, near);
        for slot in near {
            let by_spheres =
                Question::Parts.by_spheres(&asking.spheres, self.objects.spheres(*slot));
            let answer = by_spheres.unwrap_or_else(|| match self.ordered(&asking, *slot) {
                Some(([first, second], _)) => {
                    collide(first, second, Question::Parts, &mut Coherence::default(), &mut 0)
                }
                None => Answer::Nothing,
            });
            if answer != Answer::Nothing {
                memory::push(objects, self.objects.reference(*slot));
                if objects.len() == query.most {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The objects that are nearest to what asks, and the closest points: of what asks first.
    pub fn query_closest(
        &self,
        asker: Asker,
        placement: Option<&Placement>,
        query: &Query<'_>,
        memory: &mut QueryMemory,
    ) -> Result<(), QueryError> {
        let asking = self.asking(asker, placement, query)?;
        let hits = &mut memory.closest;
        hits.clear();
        let mut limit = query.limit;
        self.broad.query_nearest(&asking.aabb, limit, &mut |slot, _| {
            let is_later = |hit: &Hit<ClosestPair>| {
                hit.found.distance == 0.0 && self.objects.sequence(slot) > Some(hit.sequence)
            };
            // None is nearer than those at distance zero.
            let is_full = query.most > 0 && hits.len() == query.most;
            if is_full && hits.last().is_some_and(is_later)
                || asking.spheres.gap(self.objects.spheres(slot)) > limit
                || !self.admits(slot, (asking.slot, asking.filter), query)
            {
                return limit;
            }
            let pair = self.pair(&asking, slot);
            let found = pair.and_then(|pair| pair.closest_points(self.tolerance));
            let hit = found.filter(|found| found.distance <= limit);
            if let Some(hit) = hit.and_then(|found| self.hit(slot, found)) {
                limit = keep(hits, hit, query.most, |found| found.distance).unwrap_or(limit);
            }
            limit
        });
        if query.most == 0 {
            sort(hits, |found| found.distance);
        }
        Ok(())
    }

    /// Where what asks touches objects: the contacts of one object after the other, in the order of their creation.
    pub fn query_contacts(
        &self,
        asker: Asker,
        placement: Option<&Placement>,
        query: &Query<'_>,
        memory: &mut QueryMemory,
    ) -> Result<(), QueryError> {
        let asking = self.asking(asker, placement, query)?;
        let QueryMemory { near, contacts, work, .. } = memory;
        contacts.clear();
        self.near(&asking, query, near);
        let mut objects = 0;
        for slot in near {
            let Some(pair) = self.pair(&asking, *slot) else { continue };
            if pair.contacts(self.tolerance, work).is_none() {
                continue;
            }
            memory::reserve(contacts, work.contacts.len());
            contacts.extend(work.contacts.iter().filter_map(|found| self.hit(*slot, *found)));
            objects += 1;
            if objects == query.most {
                break;
            }
        }
        Ok(())
    }

    /// The pairs with a response that are no farther apart than a distance, in the order of tests. Takes O(n log n + k) for n objects and k
    /// pairs whose boxes are that near.
    pub fn near_pairs(&mut self, distance: f64) -> Vec<NearPair> {
        self.prepare_for_many_queries();
        let mut found: Vec<([(bool, u64); 2], NearPair)> = Vec::new();
        let mut pace = Pace::default();
        for (slot, object) in self.objects.iter() {
            let first = self.objects.reference(slot);
            let Ok(asking) = self.asking(Asker::Object(first), None, &Query::ALL) else { continue };
            self.broad.query_nearest(&asking.aabb, distance, &mut |other, _| {
                let (second, of_second) = (self.objects.reference(other), self.objects.get(other));
                let order = [
                    rank(object, &self.shapes),
                    of_second.map_or((true, 0), |of| rank(of, &self.shapes)),
                ];
                // Each pair comes twice.
                if order[0] < order[1]
                    && asking.spheres.gap(self.objects.spheres(other)) <= distance
                    && self.responses.lookup(first, second).is_some()
                {
                    pace.step();
                    let pair = self.pair(&asking, other);
                    let closest = pair.and_then(|pair| pair.closest_points(self.tolerance));
                    if let Some(closest) = closest.filter(|found| found.distance <= distance) {
                        memory::push(
                            &mut found,
                            (order, NearPair { objects: [first, second], closest }),
                        );
                    }
                }
                distance
            });
        }
        sort_by(&mut found, |(p, _), (q, _)| p.map(|of| of.1).cmp(&q.map(|of| of.1)));
        found.into_iter().map(|(_, pair)| pair).collect()
    }
}
