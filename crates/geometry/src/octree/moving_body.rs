//! Convex bodies that deform or move along straight lines between two frames.

use super::faces::Vertices;
use crate::math::{Aabb, Placement, Vec3};
use crate::shape::{Any, Support};

/// A convex body on its path from time 0 to time 1, in world coordinates: a [`MovingHull`] or a [`MovingSolid`].
///
/// ```
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::octree::{MovingBody, MovingSolid};
/// use solid_geometry::shape::Primitive;
///
/// let (ball, motion) = (Primitive::sphere(1.0), Vec3::new(3.0, 0.0, 0.0));
/// let rolling = MovingSolid { solid: &ball, before: Placement::IDENTITY, motion };
/// assert_eq!(rolling.extreme(&Vec3::x(), 0.5), [2.5, 3.0]); // where the front is, and its speed
/// assert_eq!(rolling.largest_coordinate(), 4.0); // of the front in the end
/// ```
pub trait MovingBody {
    /// The body at a time.
    fn at(&self, time: f64) -> BodyAt<'_>;
    /// The support value along a direction at a time, and its derivative. It is a convex function of time, but for the bend.
    fn extreme(&self, direction: &Vec3, time: f64) -> [f64; 2];
    /// A bound on the second derivative, along a direction, of the paths of its points: zero unless it turns.
    fn bend(&self, _direction: &Vec3) -> f64 {
        0.0
    }
    /// The largest coordinate it has on its path.
    fn largest_coordinate(&self) -> f64;
    /// The body, if it is the hull of moving vertices.
    fn as_hull(&self) -> Option<&MovingHull<'_>> {
        None
    }
}

/// A body of either kind at a time.
pub enum BodyAt<'a> {
    /// A hull of moving vertices.
    Hull(HullAt<'a>),
    /// A moving solid.
    Solid(SolidAt<'a>),
}

impl BodyAt<'_> {
    /// As what every body is.
    pub(crate) fn as_any(&self) -> Any<'_> {
        match self {
            BodyAt::Hull(hull) => hull,
            BodyAt::Solid(solid) => solid,
        }
    }
}

/// The hull of vertices that move along straight lines.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::octree::{MovingHull, Vertices, first_touch};
///
/// let vertices = |points| Vertices { local: points, placement: None };
/// let triangle = |z: f64| [[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]].map(Vec3::from);
/// let (above, below, dot) = (triangle(1.0), triangle(-3.0), [Vec3::new(1.0, 1.0, 0.0)]);
/// let falling = MovingHull { indices: &[0, 1, 2], before: vertices(&above), now: vertices(&below) };
/// let resting = MovingHull { indices: &[0], before: vertices(&dot), now: vertices(&dot) };
/// let touch = first_touch(&falling, &resting).expect("it passes the point");
/// assert!((touch.time - 0.25).abs() < 1e-6); // 1 of 4 units
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MovingHull<'a> {
    /// Which vertices; at least one.
    pub indices: &'a [u32],
    /// Where they are at time 0.
    pub before: Vertices<'a>,
    /// Where they are at time 1.
    pub now: Vertices<'a>,
}

impl MovingHull<'_> {
    /// Where each vertex is at time 0 and at time 1.
    pub(crate) fn paths(&self) -> impl Iterator<Item = [Vec3; 2]> + '_ {
        self.indices.iter().map(|v| [self.before.point(*v), self.now.point(*v)])
    }
}

/// A [`MovingHull`] at a time.
pub struct HullAt<'a>(&'a MovingHull<'a>, f64);

impl HullAt<'_> {
    fn points(&self) -> impl Iterator<Item = Vec3> + '_ {
        self.0.paths().map(|[from, to]| from + (to - from) * self.1)
    }
}

impl Support for HullAt<'_> {
    fn any(&self) -> Any<'_> {
        self
    }

    fn support(&self, direction: &Vec3, _hint: &mut u32) -> Vec3 {
        let farther = |best: (f64, Vec3), p: Vec3| {
            let along = direction.dot(&p);
            if along > best.0 { (along, p) } else { best }
        };
        self.points().fold((f64::NEG_INFINITY, Vec3::zeros()), farther).1
    }

    fn bounds(&self) -> Aabb {
        Aabb::around(self.points())
    }
}

impl MovingBody for MovingHull<'_> {
    fn at(&self, time: f64) -> BodyAt<'_> {
        BodyAt::Hull(HullAt(self, time))
    }

    fn extreme(&self, direction: &Vec3, time: f64) -> [f64; 2] {
        let along = |[from, to]: [Vec3; 2]| {
            let speed = direction.dot(&(to - from));
            [direction.dot(&from) + speed * time, speed]
        };
        let farther = |best: [f64; 2], one: [f64; 2]| if one[0] > best[0] { one } else { best };
        self.paths().map(along).fold([f64::NEG_INFINITY, 0.0], farther)
    }

    fn largest_coordinate(&self) -> f64 {
        self.paths().flatten().fold(0.0, |most: f64, p| most.max(p.amax()))
    }

    fn as_hull(&self) -> Option<&MovingHull<'_>> {
        Some(self)
    }
}

/// A solid that moves along a straight line and does not turn.
///
/// ```
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::octree::{MovingSolid, first_touch};
/// use solid_geometry::shape::Primitive;
///
/// let ball = Primitive::sphere(1.0);
/// let moving = |x, speed| MovingSolid {
///     solid: &ball,
///     before: Placement::translation([x, 0.0, 0.0]),
///     motion: Vec3::new(speed, 0.0, 0.0),
/// };
/// let touch = first_touch(&moving(0.0, 3.0), &moving(5.0, -3.0)).expect("they meet");
/// assert!((touch.time - 0.5).abs() < 1e-6); // a gap of 3, a speed of 6
/// ```
#[derive(Clone, Copy)]
pub struct MovingSolid<'a> {
    /// The solid.
    pub solid: &'a (dyn Support + Sync),
    /// Where it is at time 0.
    pub before: Placement,
    /// How far it moves until time 1, along world axes.
    pub motion: Vec3,
}

/// A [`MovingSolid`] at a time.
pub struct SolidAt<'a>(pub(super) Any<'a>, pub(super) Placement);

impl MovingSolid<'_> {
    fn placed(&self, time: f64) -> SolidAt<'_> {
        let origin = self.before.origin + self.motion * time;
        SolidAt(self.solid, Placement { origin, ..self.before })
    }
}

impl Support for SolidAt<'_> {
    fn any(&self) -> Any<'_> {
        self
    }

    fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        self.1.apply(&self.0.support(&(self.1.basis.transpose() * direction), hint))
    }
}

impl MovingBody for MovingSolid<'_> {
    fn at(&self, time: f64) -> BodyAt<'_> {
        BodyAt::Solid(self.placed(time))
    }

    fn extreme(&self, direction: &Vec3, time: f64) -> [f64; 2] {
        let speed = direction.dot(&self.motion);
        [direction.dot(&self.placed(0.0).support(direction, &mut 0)) + speed * time, speed]
    }

    fn largest_coordinate(&self) -> f64 {
        let [from, to] = [0.0, 1.0].map(|time| self.placed(time).bounds());
        from.join(&to).absolute_extents().max()
    }
}
