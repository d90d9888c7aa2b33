//! Questions about two objects, and about a part of the space, as all is placed now. Points and vectors are in the space's
//! coordinates.

use super::error::Error;
use super::world::{Object, Space};
use crate::scene::pair_queries::NoPair;
use solid_geometry::math::{Aabb, Vec3};
use solid_geometry::query::{BodyPair, ClosestPair, Contact};

impl From<NoPair> for Error {
    fn from(why: NoPair) -> Error {
        match why {
            NoPair::Unknown => Error::NoSuchObject,
            NoPair::Same => Error::SameObject,
            NoPair::Nothing => Error::NothingToHit,
        }
    }
}

impl Space {
    fn bodies(&self, a: Object, b: Object) -> Result<BodyPair<'_>, Error> {
        Ok(self.world.bodies(a.0, b.0)?)
    }

    /// The distance of two objects and a point of each that are that far apart. The distance is zero if and only if they
    /// collide; both points are then one that they share. The relative error is that of [`Space::set_tolerance`].
    pub fn closest_points(&self, a: Object, b: Object) -> Result<ClosestPair, Error> {
        let tolerance = self.world.tolerance();
        self.bodies(a, b)?.closest_points(tolerance).ok_or(Error::NothingToHit)
    }

    /// A point that two objects share; `None` if they are apart.
    pub fn common_point(&self, a: Object, b: Object) -> Result<Option<Vec3>, Error> {
        Ok(self.bodies(a, b)?.common_point())
    }

    /// Whether two objects are no farther apart than `distance`; zero asks whether they collide. Costs less than the distance.
    pub fn are_within(&self, a: Object, b: Object, distance: f64) -> Result<bool, Error> {
        if distance.is_nan() || distance < 0.0 {
            return Err(Error::NotFinite);
        }
        Ok(self.bodies(a, b)?.is_within(distance))
    }

    /// The deepest points of two objects that collide, and the least translation that parts them; `None` if they are apart.
    pub fn depth(&mut self, a: Object, b: Object) -> Result<Option<Contact>, Error> {
        Ok(self.world.penetration(a.0, b.0)?.map(|found| found.deepest))
    }

    /// Where two objects touch: none if they are apart. Those come first that say the most; the normals point from `b` to `a`.
    pub fn contacts(&mut self, a: Object, b: Object) -> Result<&[Contact], Error> {
        Ok(self.world.contacts(a.0, b.0)?)
    }

    /// The objects whose bounding boxes overlap the box between two corners, in the order in which they were added.
    pub fn in_box(&mut self, min: impl Into<Vec3>, max: impl Into<Vec3>) -> Vec<Object> {
        self.world.query_box(&Aabb { min: min.into(), max: max.into() }).map(Object).collect()
    }
}
