//! When two convex bodies first touch on their path between two frames, with the normal and the points of contact.
//!
//! Hulls of up to four vertices are decided exactly ([`crate::impact`]). All others take conservative advancement: the axis that
//! separates the bodies at one time proves that they stay apart until a later time, at which the next axis is computed.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::moving_body::{MovingBody, MovingHull};
use crate::convex::distance::{Distance, distance};
use crate::convex::relative::RelativePlacement;
use crate::convex::witness::Witness;
use crate::impact::{CommonVertices, ImpactTime, MovingSimplex, first_simplex_impact};
use crate::math::tolerance::{
    CONTACT_GAP, CONTACT_ROUNDING, DEFAULT_DISTANCE_TOLERANCE, NEARLY_TOUCHING,
};
use crate::math::vector::length;
use crate::math::{Placement, Vec3};

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
    /// Of length one, from B towards A; zero where no direction is known: they overlap from the start, or are closer all the time
    /// than rounding tells.
    pub normal: Vec3,
    /// A point of each at that time.
    pub points: [Vec3; 2],
}

/// The first touch of two bodies on their paths; `None` if they do not touch.
///
/// Between hulls of up to four vertices, whether they touch is exact: it is that for the given vertices without any rounding, as
/// of [`query::vertex_face_impact`](crate::query::vertex_face_impact). The time is at most 1e-12 too early.
///
/// Of other bodies no touch is missed. Those of a reported touch are within [`CONTACT_GAP`] of the largest coordinate, or within
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
    match impact(a, b, &CommonVertices::default()) {
        Some(impact) => Some(touch_at(a, b, impact?)),
        None => search(a, b),
    }
}

/// The time of [`first_touch`], at a lower cost.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::octree::{MovingHull, Vertices, time_of_first_touch};
///
/// let vertices = |points| Vertices { local: points, placement: None };
/// let edge = |z: f64| [Vec3::new(-1.0, 0.0, z), Vec3::new(1.0, 0.0, z)];
/// let (above, below, across) = (edge(1.0), edge(-1.0), [Vec3::y(), -Vec3::y()]);
/// let falling = MovingHull { indices: &[0, 1], before: vertices(&above), now: vertices(&below) };
/// let resting = MovingHull { indices: &[0, 1], before: vertices(&across), now: vertices(&across) };
/// let time = time_of_first_touch(&falling, &resting).expect("they cross");
/// assert!(time <= 0.5 && 0.5 <= time + 1e-12);
/// ```
pub fn time_of_first_touch(a: &dyn MovingBody, b: &dyn MovingBody) -> Option<f64> {
    match impact(a, b, &CommonVertices::default()) {
        Some(impact) => impact.map(|impact| impact.earliest),
        None => search(a, b).map(|touch| touch.time),
    }
}

/// The time of the first touch of two hulls over the same vertices, without what they have in common.
///
/// Of hulls of up to four vertices these are the impacts of a vertex and a face, and of two edges, that have no common vertex; at
/// time 0 also such an edge that passes through a face, and a vertex within a tetrahedron. It is as exact as [`first_touch`]. Hulls of
/// more vertices that have one in common do not touch.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::octree::{MovingHull, Vertices, time_of_first_own_touch};
///
/// // Two triangles with a common edge: one is folded over onto the other, its tip by 4 units.
/// let at = |z: f64| [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, -3.0, 0.0], [1.0, -1.0, z]].map(Vec3::from);
/// let (open, through) = (at(3.0), at(-1.0));
/// let vertices = |points| Vertices { local: points, placement: None };
/// let face = |indices| MovingHull { indices, before: vertices(&open), now: vertices(&through) };
/// let time = time_of_first_own_touch(&face(&[0, 1, 2]), &face(&[0, 1, 3])).expect("it goes through");
/// assert!(time <= 0.75 && 0.75 <= time + 1e-12);
/// ```
pub fn time_of_first_own_touch(a: &MovingHull<'_>, b: &MovingHull<'_>) -> Option<f64> {
    match impact(a, b, &CommonVertices::of(a.indices, b.indices)) {
        Some(impact) => impact.map(|impact| impact.earliest),
        None if a.indices.iter().any(|vertex| b.indices.contains(vertex)) => None,
        None => search(a, b).map(|touch| touch.time),
    }
}

/// Whether and when two bodies touch, exactly; `None` unless they are hulls of up to four vertices.
fn impact(
    a: &dyn MovingBody,
    b: &dyn MovingBody,
    common: &CommonVertices,
) -> Option<Option<ImpactTime>> {
    let simplex = |body: &dyn MovingBody| MovingSimplex::new(body.as_hull()?.paths());
    match (&simplex(a), &simplex(b)) {
        (Some(s), Some(t)) => Some(first_simplex_impact(s, t, common)),
        _ => None,
    }
}

/// The bodies at a time: their distance, as [`Touch::gap`], and closest points. `None` where numbers are out of range.
fn closest(a: &dyn MovingBody, b: &dyn MovingBody, time: f64) -> Option<Witness> {
    Some(closest_and_axis(a, b, time)?.0)
}

/// The same with the normal of planes that separate them at nearly that distance, [`Distance::axis`].
pub(super) fn closest_and_axis(
    a: &dyn MovingBody,
    b: &dyn MovingBody,
    time: f64,
) -> Option<(Witness, Vec3)> {
    let (at_a, at_b) = (a.at(time), b.at(time));
    let (body_a, body_b) = (at_a.as_any(), at_b.as_any());
    let here = Placement::IDENTITY;
    let relative = RelativePlacement::new(
        &body_a.absolute_extents(),
        &here,
        &body_b.absolute_extents(),
        &here,
    )?;
    let Distance { witness, axis, .. } =
        distance(body_a, body_b, &relative, DEFAULT_DISTANCE_TOLERANCE, &mut [0; 2]);
    let difference = relative.in_world_units(&witness.difference);
    Some((Witness { difference, ..witness }, axis))
}

/// The first touch by conservative advancement.
fn search(a: &dyn MovingBody, b: &dyn MovingBody) -> Option<Touch> {
    let scale = a.largest_coordinate().max(b.largest_coordinate());
    let (mut time, mut normal) = (0.0, Vec3::zeros());
    let mut touch = None;
    for _ in 0..MOST_STEPS {
        let (witness, axis) = closest_and_axis(a, b, time)?;
        let gap = length(&witness.difference);
        let at = |normal| Touch { time, gap, normal, points: [witness.local_a, witness.local_b] };
        if gap <= CONTACT_GAP * scale {
            let is_known = gap == 0.0 || normal != Vec3::zeros();
            return Some(at(if is_known { normal } else { axis }));
        }
        // Not the difference of the closest points: of round bodies that is off by more than they are apart.
        normal = axis;
        touch = Some(at(normal));
        let until = apart_until(a, b, &normal, time..1.0, CONTACT_ROUNDING * scale)?;
        if until <= time {
            break;
        }
        time = until;
    }
    touch
}

/// Where bodies touch that do so first at a known time. The normal is the last one by which they advance to it.
fn touch_at(a: &dyn MovingBody, b: &dyn MovingBody, impact: ImpactTime) -> Touch {
    let end = impact.earliest;
    let scale = a.largest_coordinate().max(b.largest_coordinate());
    let (mut time, mut normal) = (0.0, Vec3::zeros());
    let steps = if impact.latest > 0.0 { MOST_STEPS } else { 0 };
    for _ in 0..steps {
        let Some(witness) = closest(a, b, time) else { break };
        let gap = length(&witness.difference);
        let mut until = None;
        if gap > CONTACT_GAP * scale {
            normal = witness.difference / gap;
            until = apart_until(a, b, &normal, time..1.0, CONTACT_ROUNDING * scale).or(Some(end));
        } else if normal != Vec3::zeros() && time > NEARLY_TOUCHING * end {
            break;
        }
        // They may come near and part again before they touch.
        let until = until.filter(|until| *until > time).unwrap_or(0.5 * (time + end));
        if time >= end {
            break;
        }
        time = until.min(end);
    }
    let found =
        closest(a, b, end).map(|found| (length(&found.difference), [found.local_a, found.local_b]));
    let (gap, points) = found.unwrap_or_else(|| {
        let points = [a, b].map(|body| body.at(end).as_any().support(&Vec3::x(), &mut 0));
        (length(&(points[0] - points[1])), points)
    });
    Touch { time: end, gap, normal, points }
}

/// The time until which an axis that separates two bodies at the beginning of some time certainly separates them; `None` if until
/// its end.
/// Newton's method, from the end on, for the first zero of a concave function (`docs/src/theory/turning.md`, (7)).
pub(super) fn apart_until(
    a: &dyn MovingBody,
    b: &dyn MovingBody,
    axis: &Vec3,
    within: Range<f64>,
    error: f64,
) -> Option<f64> {
    let (time, bend) = (within.start, a.bend(axis) + b.bend(axis));
    let between = |at: f64| {
        let ([far_a, speed_a], [far_b, speed_b]) = (a.extreme(&-axis, at), b.extreme(axis, at));
        let since = at - time;
        [-far_a - far_b - 0.5 * bend * since * since, -speed_a - speed_b - bend * since]
    };
    let mut until = within.end;
    for _ in 0..MOST_CORRECTIONS {
        let [room, speed] = between(until);
        if room >= error {
            return (until < within.end).then_some(until);
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
