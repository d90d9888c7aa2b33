//! What a body or a ray meets on its way.

use super::{Asker, Query, QueryMemory, keep, sort};
use crate::scene::casts::RayHit;
use crate::scene::pair_queries::QueryError;
use crate::scene::response::Filter;
use crate::scene::turning::is_spin;
use crate::scene::world::World;
use solid_geometry::Motion;
use solid_geometry::broad::Swept;
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::query::{CastHit, Undecided};
use solid_geometry::shape::BoundingSpheres;

impl<C: Copy> World<C> {
    /// The objects that what asks meets while it moves, by a translation of its origin and a rotation vector about it, and time goes from
    /// 0 to 1: in the order of time.
    pub fn query_cast(
        &self,
        asker: Asker,
        placement: Option<&Placement>,
        [by, spin]: &[Vec3; 2],
        query: &Query<'_>,
        memory: &mut QueryMemory,
    ) -> Result<(), QueryError> {
        if !is_finite(by) || !is_spin(spin) {
            return Err(QueryError::InvalidMotion);
        }
        let asking = self.asking(asker, placement, query)?;
        let turns = *spin != Vec3::zeros();
        let mut from = asking.aabb;
        let (center, radius) = (asking.spheres.center, asking.spheres.outer);
        let mut path = BallOnPath { center, motion: *by, radius };
        if turns {
            // At its contact a body that turns may be apart by a part of its size.
            let reach = asking.reach * (1.0 + self.tolerance + TURNING_SLACK);
            let ball = Aabb::from_center(asking.body.placement.origin, Vec3::repeat(reach));
            from = from.join(&ball);
            path = BallOnPath { center: asking.body.placement.origin, radius: reach, ..path };
        }
        let swept = Swept { from, motion: *by };
        let is_in_range = [&swept.from.min, &swept.from.max].map(|p| is_finite(&(p + by)));
        if is_in_range != [true; 2] {
            return Err(QueryError::NotFinite);
        }
        let QueryMemory { casts, work, .. } = memory;
        let mut open: Option<Undecided> = None;
        let within =
            self.cast_at_all((&swept, &path), (asking.slot, asking.filter), query, casts, |slot| {
                let pair = self.pair(&asking, slot)?;
                if !turns {
                    let (motions, options) = ([*by, Vec3::zeros()], self.cast_options());
                    return pair.cast(&motions, options, work.workspace());
                }
                let other = self.objects.get(slot)?.placement;
                let turning = Motion::turning(asking.body.placement, by, spin)?;
                let (motions, gap) =
                    ([turning, Motion::rest(&other)], pair.small_distance(self.tolerance));
                let found = pair.cast_turning(&motions, gap, self.cast_options(), work.workspace());
                found.unwrap_or_else(|undecided| {
                    let earliest = open.map_or(f64::INFINITY, |open| open.until);
                    if undecided.until < earliest {
                        open = Some(undecided);
                    }
                    None
                })
            });
        match open {
            Some(undecided) if undecided.until <= within => Err(QueryError::Undecided(undecided)),
            _ => Ok(()),
        }
    }

    /// The objects that the ray between two points enters, in the order in which it does.
    pub fn query_ray(
        &self,
        [from, to]: &[Vec3; 2],
        query: &Query<'_>,
        memory: &mut QueryMemory,
    ) -> Result<(), QueryError> {
        if !is_finite(&(to - from)) {
            return Err(QueryError::NotFinite);
        }
        let QueryMemory { casts, work, .. } = memory;
        let filter = query.filter.unwrap_or(Filter::ALL);
        let swept = Swept::ray(*from, to - from);
        let path = BallOnPath { center: *from, motion: swept.motion, radius: 0.0 };
        self.cast_at_all((&swept, &path), (None, filter), query, casts, |slot| {
            self.ray_contact(slot, from, to, work.workspace()).ok().flatten()
        });
        Ok(())
    }

    /// What boxes meet by then may be met by a time: those of casts have a relative error, and those of boxes have none.
    pub(in crate::scene) fn certain(&self, limit: f64) -> f64 {
        limit * (1.0 + 2.0 * self.tolerance)
    }

    /// The first of the casts at the objects that a moving box meets. Returns the time from which on nothing more is of interest.
    fn cast_at_all(
        &self,
        (swept, path): (&Swept, &BallOnPath),
        asking: (Option<u32>, Filter),
        query: &Query<'_>,
        hits: &mut Vec<RayHit>,
        mut cast: impl FnMut(u32) -> Option<CastHit>,
    ) -> f64 {
        hits.clear();
        let mut limit = query.limit.min(1.0);
        let certain = |limit: f64| self.certain(limit);
        self.broad.query_swept(swept, certain(limit), &mut |slot, _| {
            let is_missed = path.misses(self.objects.spheres(slot));
            if is_missed || !self.admits(slot, asking, query) {
                return certain(limit);
            }
            let found = cast(slot).filter(|found| found.time <= limit);
            if let Some(hit) = found.and_then(|found| self.hit(slot, found)) {
                limit = keep(hits, hit, query.most, |found| found.time).unwrap_or(limit);
            }
            certain(limit)
        });
        if query.most == 0 {
            sort(hits, |found| found.time);
        }
        limit
    }
}

/// A ball that moves along a straight line while time goes from 0 to 1.
struct BallOnPath {
    center: Vec3,
    motion: Vec3,
    radius: f64,
}

/// More than rounding, and what counts as touching, as a part of the coordinates.
const PATH_SLACK: f64 = 1e-12;

impl BallOnPath {
    /// Whether it certainly does not meet the body of these spheres on its way.
    fn misses(&self, spheres: &BoundingSpheres) -> bool {
        let to = spheres.center - self.center;
        let square = self.motion.norm_squared();
        let is_at_rest = self.motion == Vec3::zeros();
        // Beyond this range squares lose digits.
        let is_usual = is_at_rest || (1e-280..1e280).contains(&square);
        if !is_usual {
            return false;
        }
        let time = if is_at_rest { 0.0 } else { (to.dot(&self.motion) / square).clamp(0.0, 1.0) };
        let nearest = to - self.motion * time;
        let sizes = [&self.center, &self.motion, &spheres.center].map(|v| v.abs().sum());
        let slack = sizes.iter().sum::<f64>() * PATH_SLACK;
        let reach = self.radius + spheres.outer + slack;
        // A comparison with NaN fails.
        nearest.norm_squared() > reach * reach
    }
}

/// More than the rounding of a reach.
const TURNING_SLACK: f64 = 1e-9;
