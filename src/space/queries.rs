//! Queries about two objects, and about a part of the space, as all is placed now. Points and vectors are in the space's
//! coordinates.

use super::error::Error;
use super::world::{Object, Space};
use crate::scene::casts::{self, Hits};
use crate::scene::draw::{Drawing, Line};
use crate::scene::pair_queries::QueryError;
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Aabb, Vec3};
use solid_geometry::mesh::Segment;
use solid_geometry::query::{
    BodyPair, CastHit, Clash, ClashLimits, ClosestPair, Contact, Effort, PatchContact, Separation,
    SignedDistance, SurfacePoint,
};

impl From<QueryError> for Error {
    fn from(why: QueryError) -> Error {
        match why {
            QueryError::UnknownObject => Error::NoSuchObject,
            QueryError::UnknownShape => Error::NoSuchShape,
            QueryError::SameObject => Error::SameObject,
            QueryError::NothingToHit => Error::NothingToHit,
            QueryError::NotAMesh => Error::NotAMesh,
            QueryError::NotASolid => Error::NotASolid,
            QueryError::InvalidMotion | QueryError::NotFinite => Error::NotFinite,
            QueryError::Undecided(open) => Error::Undecided { until: open.until },
        }
    }
}

impl Space {
    fn bodies(&self, a: Object, b: Object) -> Result<BodyPair<'_>, Error> {
        Ok(self.world.bodies(a.0, b.0)?)
    }

    /// The distance of two objects and a point of each that are that far apart. The distance is zero if and only if they
    /// collide; both points are then one that they share. The relative error is that of [`Space::set_tolerance`].
    pub fn closest_pair(&self, a: Object, b: Object) -> Result<ClosestPair, Error> {
        let tolerance = self.world.tolerance();
        self.bodies(a, b)?.closest_points(tolerance).ok_or(Error::NothingToHit)
    }

    /// A point that two objects share; `None` if they are apart.
    pub fn common_point(&self, a: Object, b: Object) -> Result<Option<Vec3>, Error> {
        Ok(self.bodies(a, b)?.common_point())
    }

    /// Whether two objects are no farther apart than `distance`; with zero, whether they collide. Costs less than the distance.
    pub fn within_distance(&self, a: Object, b: Object, distance: f64) -> Result<bool, Error> {
        if distance.is_nan() || distance < 0.0 {
            return Err(Error::NotFinite);
        }
        Ok(self.bodies(a, b)?.is_within(distance))
    }

    /// The deepest points of two objects that collide, and the least translation that parts them; `None` if they are apart.
    pub fn pen_depth(&mut self, a: Object, b: Object) -> Result<Option<Contact>, Error> {
        Ok(self.world.penetration(a.0, b.0)?.map(|found| found.deepest))
    }

    /// Where two objects touch: none if they are apart. Those come first that say the most; the normals point from `b` to `a`.
    pub fn contacts(&mut self, a: Object, b: Object) -> Result<&[Contact], Error> {
        Ok(self.world.contacts(a.0, b.0)?)
    }

    /// How far a point is from the surface of an object, negative inside, and the direction in which that grows. The object's shape is
    /// convex, or a solid mesh: [`Error::NotASolid`] otherwise.
    pub fn signed_distance(
        &self,
        object: Object,
        point: impl Into<Vec3>,
    ) -> Result<SignedDistance, Error> {
        Ok(self.world.signed_distance(object.0, &point.into())?)
    }

    /// The polytope of an object that a point of its surface is on, and the barycentric coordinates in it: of the points of rays, casts,
    /// distances, depths and contacts.
    pub fn surface_point(
        &self,
        object: Object,
        point: impl Into<Vec3>,
    ) -> Result<SurfacePoint, Error> {
        Ok(self.world.surface_point(object.0, &point.into())?)
    }

    /// A translation of `a` that separates two objects, and a lower bound on the length of all that do; `None` if they are apart. Their
    /// shapes are convex, or solid meshes, or consist of such: [`Error::NotASolid`] otherwise, and of compounds with a half-space. With a
    /// deadline the search begins with the translation that it found last for the two, so that answers depend on what was asked before;
    /// without one they do not.
    pub fn separation(
        &mut self,
        a: Object,
        b: Object,
        effort: Effort,
    ) -> Result<Option<Separation>, Error> {
        Ok(self.world.separation(a.0, b.0, effort)?)
    }

    /// How two objects clash, as planners of buildings ask: their kind, and what a report says about them. [`Error::NotFinite`] if a limit
    /// is negative or NaN.
    ///
    /// ```
    /// use solid::space::{Error, Placement, Shape, Space};
    /// use solid_geometry::query::{ClashKind, ClashLimits};
    ///
    /// let mut space = Space::new();
    /// let wall = space.create_object(Shape::cuboid([0.25, 3.0, 4.0])?)?;
    /// let pipe = space.create_object(Shape::cuboid([4.0, 0.5, 0.5])?)?;
    /// let limits = ClashLimits { clearance: 0.1, tolerance: 0.002 };
    /// let found = space.clash(wall, pipe, limits)?;
    /// assert_eq!((found.kind, found.inner), (ClashKind::Piercing, 1));
    /// assert_eq!(space.clash_curves(wall, pipe)?.iter().map(|s| s.curve).max(), Some(1)); // two curves
    /// let negative = ClashLimits { clearance: -1.0, ..limits };
    /// assert_eq!(space.clash(wall, pipe, negative).unwrap_err(), Error::NotFinite);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn clash(&mut self, a: Object, b: Object, limits: ClashLimits) -> Result<Clash, Error> {
        if !(limits.clearance >= 0.0 && limits.tolerance >= 0.0) {
            return Err(Error::NotFinite);
        }
        Ok(self.world.clash(a.0, b.0, limits)?)
    }

    /// The curves in which the surfaces of two objects cross, as [`Space::intersection`] has them; of convex objects too, of round ones those
    /// of polyhedra near them.
    pub fn clash_curves(&self, a: Object, b: Object) -> Result<Vec<Segment>, Error> {
        Ok(self.bodies(a, b)?.clash_curves())
    }

    /// The objects whose bounding boxes overlap the box between two corners, in the order in which they were added.
    pub fn query_box(
        &mut self,
        min: impl Into<Vec3>,
        max: impl Into<Vec3>,
    ) -> impl ExactSizeIterator<Item = Object> {
        self.world.query_box(&Aabb { min: min.into(), max: max.into() }).map(Object)
    }

    /// Where two objects touch, by connected patches, the deepest first; of each at most `most` contacts, all with 0.
    pub fn contact_patches(
        &mut self,
        a: Object,
        b: Object,
        most: usize,
    ) -> Result<&[PatchContact], Error> {
        Ok(self.world.contact_patches(a.0, b.0, most)?)
    }

    /// Lines that show the space as it is placed now, in its coordinates: see [`Drawing`]. Those of an object follow those of
    /// objects that were added before it. Takes O(n) for n lines, for meshes O(n log n), for contacts a test of all pairs.
    pub fn lines(&mut self, drawing: Drawing) -> Vec<Line<Object>> {
        let lines = self.world.lines(drawing).into_iter();
        lines.map(|line| Line { ends: line.ends, objects: line.objects.map(Object) }).collect()
    }

    /// The first contact of two objects that move in straight lines while time goes from 0 to 1.
    pub fn cast_objects(
        &mut self,
        a: Object,
        motion_a: impl Into<Vec3>,
        b: Object,
        motion_b: impl Into<Vec3>,
    ) -> Result<Option<CastHit>, Error> {
        Ok(self.world.cast_objects([a.0, b.0], &[motion_a.into(), motion_b.into()])?)
    }

    /// Where the ray between two points enters one object.
    pub fn ray_cast_object(
        &mut self,
        object: Object,
        from: impl Into<Vec3>,
        to: impl Into<Vec3>,
    ) -> Result<Option<CastHit>, Error> {
        let [from, to] = ray(from, to)?;
        Ok(self.world.cast_ray_at(object.0, &from, &to)?)
    }

    /// The object that the ray between two points enters first, and where.
    pub fn ray_cast(
        &mut self,
        from: impl Into<Vec3>,
        to: impl Into<Vec3>,
    ) -> Result<Option<RayHit>, Error> {
        let [from, to] = ray(from, to)?;
        Ok(self.world.cast_ray(&from, &to, Hits::Nearest).first().map(RayHit::of))
    }

    /// All objects that the ray between two points enters, in the order in which it does.
    ///
    /// ```
    /// use solid::space::{Placement, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let ball = space.define(Shape::sphere(1.0)?);
    /// for x in [7.0, 3.0] {
    ///     let object = space.create_object(ball)?;
    ///     space.place(object, Placement::translation([x, 0.0, 0.0]))?;
    /// }
    /// let hits: Vec<f64> = space.ray_cast_all([0.0; 3], [10.0, 0.0, 0.0])?.map(|hit| hit.contact.point.x).collect();
    /// assert_eq!(hits, [2.0, 6.0]);
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn ray_cast_all(
        &mut self,
        from: impl Into<Vec3>,
        to: impl Into<Vec3>,
    ) -> Result<impl ExactSizeIterator<Item = RayHit>, Error> {
        let [from, to] = ray(from, to)?;
        Ok(self.world.cast_ray(&from, &to, Hits::All).iter().map(RayHit::of))
    }
}

/// The ends of a ray.
pub(super) fn ray(from: impl Into<Vec3>, to: impl Into<Vec3>) -> Result<[Vec3; 2], Error> {
    let ends = [from.into(), to.into()];
    is_finite(&(ends[1] - ends[0])).then_some(ends).ok_or(Error::NotFinite)
}

/// What a ray hits, and where.
///
/// ```
/// use solid::space::{Shape, Space, Vec3};
///
/// let mut space = Space::new();
/// let ball = space.create_object(Shape::sphere(1.0)?)?;
/// let hit = space.ray_cast([5.0, 0.0, 0.0], [0.0; 3])?.expect("the ray ends in the ball");
/// assert_eq!((hit.object, hit.contact.normal), (ball, Vec3::x()));
/// assert_eq!(hit.contact.time, 0.8);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The object.
    pub object: Object,
    /// Where the ray enters it; the normal points out of it.
    pub contact: CastHit,
}

impl RayHit {
    pub(super) fn of(hit: &casts::RayHit) -> RayHit {
        RayHit { object: Object(hit.object), contact: hit.found }
    }
}
