//! When two convex bodies first touch on their path between two frames, by conservative advancement: the axis that separates
//! them at one time proves that they stay apart until a later time, at which the next axis is computed.
//!
//! For bodies of all kinds, with the normal and the points of contact.

#[cfg(test)]
mod tests;

use super::faces::Vertices;
use crate::convex::query::closest_points;
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{CONTACT_GAP, CONTACT_ROUNDING, DEFAULT_DISTANCE_TOLERANCE};
use crate::math::vector::abs;
use crate::math::{Aabb, Placement, Vec3};
use crate::shape::{Any, Support};

/// The maximum number of advancement steps. Few are needed, except where bodies slide past each other at a distance close to
/// the gap that counts as touching.
const MOST_STEPS: u32 = 200;

/// The most steps to the end of an axis: each ends the part of a path that one vertex decides. What is left is a chord.
const MOST_CORRECTIONS: u32 = 64;

/// When and where two bodies first touch, in world coordinates.
///
/// ```
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::octree::{MovingSolid, first_touch};
/// use solid_geometry::shape::Primitive;
///
/// let block = Primitive::Box(Vec3::repeat(1.0));
/// let at = |y, motion| MovingSolid { solid: &block, before: Placement::translation([0.0, y, 0.0]), motion };
/// let floor = at(0.0, Vec3::zeros());
/// let touch = first_touch(&at(4.0, Vec3::new(0.0, -8.0, 0.0)), &floor).expect("it falls through");
/// assert!((touch.time - 0.25).abs() < 1e-6 && touch.gap < 1e-6); // 2 of 8 units
/// assert!((touch.normal - Vec3::y()).norm() < 1e-6 && (touch.points[1].y - 1.0).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The time, from 0 to 1. Before it, they certainly do not touch.
    pub time: f64,
    /// An upper bound of their distance at that time.
    pub gap: f64,
    /// Of length one, from B towards A; zero where they overlap from the start, and no direction is known.
    pub normal: Vec3,
    /// A point of each at that time.
    pub points: [Vec3; 2],
}

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
    /// The support value along a direction at a time, and its derivative. It is a convex function of time.
    fn extreme(&self, direction: &Vec3, time: f64) -> [f64; 2];
    /// The largest coordinate it has on its path.
    fn largest_coordinate(&self) -> f64;
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
    pub fn as_any(&self) -> Any<'_> {
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
    fn ways(&self) -> impl Iterator<Item = [Vec3; 2]> + '_ {
        self.indices.iter().map(|v| [self.before.point(*v), self.now.point(*v)])
    }
}

/// A [`MovingHull`] at a time.
pub struct HullAt<'a>(&'a MovingHull<'a>, f64);

impl HullAt<'_> {
    fn points(&self) -> impl Iterator<Item = Vec3> + '_ {
        self.0.ways().map(|[from, to]| from + (to - from) * self.1)
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
        self.points().fold(Aabb::EMPTY, |all, p| all.join(&Aabb { min: p, max: p }))
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
        self.ways().map(along).fold([f64::NEG_INFINITY, 0.0], farther)
    }

    fn largest_coordinate(&self) -> f64 {
        self.ways().flatten().fold(0.0, |most: f64, p| most.max(p.amax()))
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
pub struct SolidAt<'a>(Any<'a>, Placement);

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

    fn bounds(&self) -> Aabb {
        let toward = |axis: usize, sign: f64| {
            let mut direction = Vec3::zeros();
            direction[axis] = sign;
            self.support(&direction, &mut 0)[axis]
        };
        let corner = |sign: f64| Vec3::new(toward(0, sign), toward(1, sign), toward(2, sign));
        Aabb { min: corner(-1.0), max: corner(1.0) }
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
        let ends = [0.0, 1.0].map(|time| self.placed(time).bounds());
        ends.iter()
            .fold(0.0, |most: f64, aabb| most.max(abs(&aabb.min).max()).max(abs(&aabb.max).max()))
    }
}

/// The first touch of two bodies on their paths; `None` if they surely do not touch.
///
/// Complete: no touch is missed. The bodies of a reported touch are within [`CONTACT_GAP`] of the largest coordinate, or within
/// [`Touch::gap`]. Takes the time of some searches for closest points.
///
/// ```
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::octree::{MovingHull, MovingSolid, Vertices, first_touch};
/// use solid_geometry::shape::Primitive;
///
/// // A cloth that sinks onto a ball, a triangle of it at a time.
/// let (ball, here) = (Primitive::sphere(1.0), Placement::IDENTITY);
/// let cloth = [[-9.0, 3.0, -9.0], [9.0, 3.0, -9.0], [0.0, 3.0, 9.0]].map(Vec3::from);
/// let sunk = Placement::translation([0.0, -4.0, 0.0]);
/// let now = Vertices { local: &cloth, placement: Some(&sunk) };
/// let face = MovingHull { indices: &[0, 1, 2], before: Vertices { placement: None, ..now }, now };
/// let ball = MovingSolid { solid: &ball, before: here, motion: Vec3::zeros() };
/// assert!((first_touch(&face, &ball).expect("a touch").time - 0.5).abs() < 1e-6); // 2 of 4 units
/// ```
pub fn first_touch(a: &dyn MovingBody, b: &dyn MovingBody) -> Option<Touch> {
    let scale = a.largest_coordinate().max(b.largest_coordinate());
    let (mut time, mut normal) = (0.0, Vec3::zeros());
    let mut touch = None;
    for _ in 0..MOST_STEPS {
        let (at_a, at_b) = (a.at(time), b.at(time));
        let (body_a, body_b) = (at_a.as_any(), at_b.as_any());
        let here = Placement::IDENTITY;
        let relation = RelativePlacement::new(
            &body_a.absolute_extents(),
            &here,
            &body_b.absolute_extents(),
            &here,
        )?;
        let witness =
            closest_points(body_a, body_b, &relation, DEFAULT_DISTANCE_TOLERANCE, &mut [0; 2]);
        let gap = witness.difference.norm();
        let at = |normal| Touch { time, gap, normal, points: [witness.local_a, witness.local_b] };
        if gap <= CONTACT_GAP * scale {
            let is_known = gap == 0.0 || normal != Vec3::zeros();
            return Some(at(if is_known { normal } else { witness.difference / gap }));
        }
        normal = witness.difference / gap;
        touch = Some(at(normal));
        let until = apart_until(a, b, &normal, time, CONTACT_ROUNDING * scale)?;
        if until <= time {
            break;
        }
        time = until;
    }
    touch
}

/// The time until which an axis that separates two bodies at a time certainly separates them; `None` if until the end.
///
/// The gap along the axis is a concave, piecewise linear function of time: the extension of each piece is an upper bound, and
/// each chord a lower one. So the zeros of pieces, computed from the end on, decrease to the first zero of the function.
fn apart_until(
    a: &dyn MovingBody,
    b: &dyn MovingBody,
    axis: &Vec3,
    time: f64,
    error: f64,
) -> Option<f64> {
    let between = |time: f64| {
        let ([far_a, speed_a], [far_b, speed_b]) = (a.extreme(&-axis, time), b.extreme(axis, time));
        [-far_a - far_b, -speed_a - speed_b]
    };
    let mut until = 1.0;
    for _ in 0..MOST_CORRECTIONS {
        let [room, speed] = between(until);
        if room >= error {
            return (until < 1.0).then_some(until);
        }
        // Twice the error, so that the zero itself passes.
        let zero = until - (room - 2.0 * error) / speed;
        if !(zero > time && zero < until) {
            return Some(time);
        }
        until = zero;
    }
    let [[now, _], [then, _]] = [between(time), between(until)];
    Some(time + (until - time) * ((now - 2.0 * error) / (now - then)).clamp(0.0, 1.0))
}
