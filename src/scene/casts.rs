//! Casts of objects and of rays: the first contact on straight paths.

use super::batch::PutRow;
use super::object::ObjectRef;
use super::pair_queries::QueryError;
use super::queries::{Hit, Query, QueryMemory};
use super::world::World;
use solid_geometry::broad::Swept;
use solid_geometry::convex::epa::Workspace;
use solid_geometry::math::Vec3;
use solid_geometry::math::vector::is_finite;
use solid_geometry::memory;
use solid_geometry::query::CastHit;

#[cfg(test)]
mod tests;

/// What a ray hits, and where it enters.
pub type RayHit = Hit<CastHit>;

/// Which hits of a ray are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hits {
    /// The first.
    Nearest,
    /// Any one.
    Any,
    /// That of every object, the nearest first.
    All,
}

impl<C: Copy> World<C> {
    /// The first contact of two objects that move by `motions` from where they are placed now, while time goes from 0
    /// to 1; `None` if there is none.
    pub fn cast_objects(
        &mut self,
        [first, second]: [ObjectRef; 2],
        motions: &[Vec3; 2],
    ) -> Result<Option<CastHit>, QueryError> {
        if !is_finite(&(motions[1] - motions[0])) {
            return Err(QueryError::InvalidMotion);
        }
        let options = self.cast_options();
        self.query_pair(first, second, |bodies, _, memory| {
            bodies.cast(motions, options, memory.workspace())
        })
    }

    /// Where the ray between two points enters an object; `None` if it does not.
    pub fn cast_ray_at(
        &mut self,
        object: ObjectRef,
        from: &Vec3,
        to: &Vec3,
    ) -> Result<Option<CastHit>, QueryError> {
        let slot = self.objects.slot(object).ok_or(QueryError::UnknownObject)?;
        self.update();
        // As in a cast against the scene: a ray within rounding of the object, but outside of its box, misses it.
        let own_box = self.broad.boxes().get(slot as usize);
        let ray = Swept::ray(*from, to - from);
        if own_box.and_then(|own| ray.meets(own, self.certain(1.0))).is_none() {
            return self.body(slot).ok_or(QueryError::NothingToHit).map(|_| None);
        }
        let mut memory = self.contacts.take().unwrap_or_default();
        let found = self.ray_contact(slot, from, to, memory.workspace());
        self.contacts = Some(memory);
        found
    }

    pub(super) fn ray_contact(
        &self,
        slot: u32,
        from: &Vec3,
        to: &Vec3,
        work: &mut Workspace,
    ) -> Result<Option<CastHit>, QueryError> {
        let body = self.body(slot).ok_or(QueryError::NothingToHit)?;
        body.cast_ray(from, to, self.tolerance, work).ok_or(QueryError::NothingToHit)
    }

    /// The first hit of each of some rays, as of single ones.
    pub fn batch_rays(
        &mut self,
        rays: usize,
        ends: &dyn Fn(usize) -> [Vec3; 2],
        put: PutRow<'_, Option<RayHit>>,
    ) where
        C: Sync,
    {
        self.update();
        self.broad.prepare_queries(true, rays);
        let world = &*self;
        let ask = |memory: &mut QueryMemory, ends: &[Vec3; 2]| {
            world.query_ray(ends, &Query { most: 1, ..Query::ALL }, memory)?;
            Ok(memory.casts.first().copied())
        };
        world.batch_queries(rays, ends, QueryMemory::default, ask, put);
    }

    /// What the ray between two points hits: of the nearest or of any object one, of all in the order in which they are
    /// entered, and those that are entered at once in the order of their creation. No filter leaves anything out.
    pub fn cast_ray(&mut self, from: &Vec3, to: &Vec3, wanted: Hits) -> &[RayHit] {
        self.update();
        self.broad.prepare_queries(true, 1);
        let mut memory = std::mem::take(&mut self.query_memory);
        let most = usize::from(wanted == Hits::Nearest);
        if wanted == Hits::Any {
            self.any_ray_hit(from, to, &mut memory);
        } else if self.query_ray(&[*from, *to], &Query { most, ..Query::ALL }, &mut memory).is_err()
        {
            memory.casts.clear();
        }
        self.query_memory = memory;
        &self.query_memory.casts
    }

    /// Any hit of a ray, if there is one.
    fn any_ray_hit(&self, from: &Vec3, to: &Vec3, memory: &mut QueryMemory) {
        let QueryMemory { casts, work, .. } = memory;
        casts.clear();
        let end = self.certain(1.0);
        self.broad.query_swept(&Swept::ray(*from, to - from), end, &mut |slot, _| {
            let found = self.ray_contact(slot, from, to, work.workspace()).ok().flatten();
            let hit = found.and_then(|found| self.hit(slot, found));
            hit.into_iter().for_each(|hit| memory::push(casts, hit));
            // Nothing begins earlier.
            if casts.is_empty() { end } else { -1.0 }
        });
    }
}
