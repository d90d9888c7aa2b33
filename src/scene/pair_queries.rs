//! Queries about two objects as they are placed now: depths, contacts and contact patches. The answers are those of
//! `solid_geometry::query`; the world finds the shapes and keeps the memory.

use rustc_hash::FxHashMap;

use super::object::ObjectRef;
use super::shapes::Shape;
use super::world::World;
use solid_geometry::Motion;
use solid_geometry::convex::epa::Workspace;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::query::{
    Body, BodyPair, BodyShape, Clash, ClashLimits, Compound, Contact, ContactMemory, Effort,
    FirstContact, PatchContact, Penetration, Separation, SignedDistance, SurfacePoint, Undecided,
};

#[cfg(test)]
mod tests;

/// A placed shape that can be hit; `None` where there is nothing to hit.
pub(super) fn body<'a>(shape: &'a Shape, placement: &'a Placement) -> Option<Body<'a>> {
    Body::new(shape.view()?, placement)
}

/// Why a query of objects has no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QueryError {
    /// A reference names no object.
    UnknownObject,
    /// A handle names no shape.
    UnknownShape,
    /// Both are the same object.
    SameObject,
    /// An object has nothing to hit: no part, or a placement that is not finite.
    NothingToHit,
    /// An object's shape is no mesh, or is not finished.
    NotAMesh,
    /// An object's shape is a mesh, and no solid.
    NotASolid,
    /// A motion is not finite, or turns too far.
    InvalidMotion,
    /// A number of the query is not finite or too large, or a quaternion is zero.
    NotFinite,
    /// The search for the first contact of objects that turn was given up.
    Undecided(Undecided),
}

/// The translations that have separated pairs of objects last, where searches have a time limit: the next ones begin with them.
#[derive(Default)]
pub(super) struct LastSeparations(FxHashMap<[u64; 2], Vec3>);

impl LastSeparations {
    /// With more pairs it begins anew.
    const MOST: usize = 4096;

    /// The translation of the first of two objects, which are given by their numbers in the order of creation.
    fn take(&mut self, [first, second]: [u64; 2]) -> Option<Vec3> {
        if first > second {
            return self.take([second, first]).map(|by| -by);
        }
        self.0.remove(&[first, second])
    }

    fn set(&mut self, [first, second]: [u64; 2], by: Vec3) {
        if first > second {
            return self.set([second, first], -by);
        }
        if self.0.len() >= LastSeparations::MOST {
            self.0.clear();
        }
        // It only speeds up what comes: where there is no memory for it, that is slower.
        if self.0.try_reserve(1).is_ok() {
            self.0.insert([first, second], by);
        }
    }
}

impl<C: Copy> World<C> {
    /// The bodies of two objects as they are placed now.
    pub fn bodies(&self, first: ObjectRef, second: ObjectRef) -> Result<BodyPair<'_>, QueryError> {
        let slot = |reference| self.objects.slot(reference).ok_or(QueryError::UnknownObject);
        let (first, second) = (slot(first)?, slot(second)?);
        if first == second {
            return Err(QueryError::SameObject);
        }
        let order = self.argument_order(first, second).ok_or(QueryError::UnknownObject)?;
        let body = |slot| self.body(slot).ok_or(QueryError::NothingToHit);
        let bodies =
            BodyPair::new(body(order[0])?, body(order[1])?).ok_or(QueryError::NothingToHit)?;
        Ok(BodyPair { swapped: order[0] != first, ..bodies })
    }
}

impl<C> World<C> {
    /// The body of the object in a slot; `None` if there is nothing to hit.
    pub(super) fn body(&self, slot: u32) -> Option<Body<'_>> {
        let object = self.objects.get(slot)?;
        body(&self.shapes.entry(object.shape).shape, &object.placement)
    }

    /// The first contact of two objects on their motions.
    pub(super) fn contact_on_motions(
        &self,
        slots: [u32; 2],
        motions: &[Motion; 2],
        leaving: Option<&mut Workspace>,
    ) -> Option<Result<FirstContact, Undecided>> {
        let starts = motions.each_ref().map(|motion| *motion.start());
        let bodies = self.bodies_at(slots, &starts)?;
        bodies.first_contact_turning(motions, bodies.small_distance(self.tolerance), leaving)
    }

    /// Two objects at other placements than theirs.
    pub(super) fn bodies_at<'a>(
        &'a self,
        slots: [u32; 2],
        placements: &'a [Placement; 2],
    ) -> Option<BodyPair<'a>> {
        let body = |i: usize| -> Option<Body<'a>> {
            Some(Body { placement: &placements[i], ..self.body(slots[i])? })
        };
        BodyPair::new(body(0)?, body(1)?)
    }
}

impl<C: Copy> World<C> {
    /// How deep two objects are in each other as they are placed now; `None` if they are apart. The relative error is
    /// that of distances.
    pub fn penetration(
        &mut self,
        first: ObjectRef,
        second: ObjectRef,
    ) -> Result<Option<Penetration>, QueryError> {
        self.query_pair(first, second, |bodies, tolerance, memory| {
            bodies.penetration(tolerance, memory.workspace())
        })
    }

    /// Where two objects touch as they are placed now: none if they are apart. Of two convex objects at most 16,
    /// the most important first; of others the deepest first, and what neighbouring parts have in common once.
    pub fn contacts(
        &mut self,
        first: ObjectRef,
        second: ObjectRef,
    ) -> Result<&[Contact], QueryError> {
        self.query_pair(first, second, |pair, tolerance, memory| pair.contacts(tolerance, memory))?;
        Ok(self.found_contacts())
    }

    /// The signed distance of a point in world coordinates.
    pub fn signed_distance(
        &self,
        object: ObjectRef,
        point: &Vec3,
    ) -> Result<SignedDistance, QueryError> {
        let slot = self.objects.slot(object).ok_or(QueryError::UnknownObject)?;
        let body = self.body(slot).ok_or(QueryError::NothingToHit)?;
        let found = body.signed_distance(point).map_err(|_| QueryError::NotASolid)?;
        found.ok_or(QueryError::NotFinite)
    }

    /// The polytope of an object that a point in world coordinates is on.
    pub fn surface_point(
        &self,
        object: ObjectRef,
        point: &Vec3,
    ) -> Result<SurfacePoint, QueryError> {
        let slot = self.objects.slot(object).ok_or(QueryError::UnknownObject)?;
        let body = self.body(slot).ok_or(QueryError::NothingToHit)?;
        body.surface_point(point).ok_or(QueryError::NotFinite)
    }

    /// The part of a compound that a number of a polytope is of, and the number in that part; of other shapes the part is 0.
    pub fn part_of(&self, object: ObjectRef, polytope: u32) -> [u32; 2] {
        let body = self.objects.slot(object).and_then(|slot| self.body(slot));
        let compound = body.and_then(|body| match body.shape {
            BodyShape::Parts(parts) => parts.as_any().downcast_ref::<Compound>(),
            _ => None,
        });
        compound.and_then(|compound| compound.locate(polytope)).unwrap_or([0, polytope])
    }

    /// A translation of the first of two objects that separates them, and a lower bound on all that do; `None` if they are apart. With a
    /// deadline, where the answer depends on the machine anyway, the search begins with the translation that separated them last.
    pub fn separation(
        &mut self,
        first: ObjectRef,
        second: ObjectRef,
        effort: Effort,
    ) -> Result<Option<Separation>, QueryError> {
        let number = |reference| self.objects.sequence(self.objects.slot(reference)?);
        let pair = number(first).zip(number(second)).map(|(a, b)| [a, b]);
        let pair = pair.filter(|_| effort.deadline.is_some());
        let before = pair.and_then(|pair| self.separations.take(pair));
        let found = self.query_pair(first, second, |bodies, _, memory| {
            if bodies.has_open_body() {
                return Err(QueryError::NotASolid);
            }
            let found = bodies.separation_near(before, effort, memory.workspace());
            found.map_err(|_| QueryError::NotASolid)
        })??;
        if let (Some(pair), Some(found)) = (pair, found) {
            self.separations.set(pair, found.translation);
        }
        Ok(found)
    }

    /// How two objects clash as they are placed now.
    pub fn clash(
        &mut self,
        first: ObjectRef,
        second: ObjectRef,
        limits: ClashLimits,
    ) -> Result<Clash, QueryError> {
        let found =
            self.query_pair(first, second, |bodies, _, memory| bodies.clash(limits, memory))?;
        found.ok_or(QueryError::NothingToHit)
    }

    pub(super) fn query_pair<R>(
        &mut self,
        first: ObjectRef,
        second: ObjectRef,
        query: impl FnOnce(&BodyPair<'_>, f64, &mut ContactMemory) -> R,
    ) -> Result<R, QueryError> {
        let mut memory = self.contacts.take().unwrap_or_default();
        let answer =
            self.bodies(first, second).map(|bodies| query(&bodies, self.tolerance, &mut memory));
        self.contacts = Some(memory);
        answer
    }

    /// The contacts of the last event that had some, or of the last query about them.
    pub fn found_contacts(&self) -> &[Contact] {
        self.contacts.as_deref().map_or(&[], |memory| &memory.contacts)
    }
}

impl<C: Copy> World<C> {
    /// Where two objects touch as they are placed now, patch by patch, the deepest patch first. Of each patch at most `most`
    /// contacts: the deepest, of equals the outermost; then always the one that differs most, in place and normal, from those
    /// before it. All with 0.
    pub fn contact_patches(
        &mut self,
        first: ObjectRef,
        second: ObjectRef,
        most: usize,
    ) -> Result<&[PatchContact], QueryError> {
        self.query_pair(first, second, |bodies, tolerance, memory| {
            bodies.contact_patches(tolerance, most, memory)
        })?;
        Ok(self.contacts.as_deref().map_or(&[], |memory| &memory.patches))
    }
}
