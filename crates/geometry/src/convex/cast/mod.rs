//! The cast of a body against another: when do they first touch if one is translated, where, and along which normal.
//!
//! It is the GJK ray cast (Bergen 2004b) against A - B, keeping the simplex when the ray is clipped. Every support plane with the
//! ray's origin on its outer side either clips the ray or proves a miss; radii move the planes outwards. The result never
//! depends on the tolerance: if the search does not prove that there is a contact, the boolean query of A - B and the path
//! decides (`crate::convex::cast::swept_ray`).

use crate::convex::boxes::sat::Block;
use crate::convex::cast::swept_ray::{SweptRay, meets};
use crate::convex::pair::VertexHints;
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::UnroundedPair;
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::tolerance::{
    CLEAR_MARGIN, DISTANCE_ROUNDING, ROUNDING, SUPPORT_ROUNDING, TIGHTEST_DISTANCE_TOLERANCE,
};
use crate::shape::Support;
use crate::shape::core::Core;
use portal::{Contact, Outcome};
use ray_cast::by_simplex;

pub(crate) mod portal;
mod ray_cast;
mod segments;
pub(crate) mod slabs;
pub(crate) mod swept_ray;

#[cfg(test)]
mod tests;

/// How the search for the time of contact ended.
///
/// ```
/// use solid_geometry::convex::RelativePlacement;
/// use solid_geometry::convex::cast::{Status, cast};
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::{Primitive, Support};
///
/// let can = Primitive::Cylinder { radius: 1.0, half_height: 1.0 };
/// let (extents, there) = (can.absolute_extents(), Placement::translation([5.0, 0.0, 0.0]));
/// let relative = RelativePlacement::new(&extents, &Placement::IDENTITY, &extents, &there);
/// let (relative, motion) = (relative.expect("in range"), Vec3::new(-6.0, 0.0, 0.0));
/// let hit = cast(&can, &can, &relative, &motion, 1.0, 1e-9, &mut [0; 2]).expect("a hit");
/// assert_eq!(hit.status, Status::Converged); // so the time, 3 / 6, is as exact as requested
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// As close to the contact as requested, or as rounding allows.
    Converged,
    /// The iteration limit was reached: the contact is no earlier than the returned time, but may be later.
    Capped,
}

/// The first contact of two bodies, of which the second is translated: the result of [`cast()`].
///
/// ```
/// use solid_geometry::convex::RelativePlacement;
/// use solid_geometry::convex::cast::cast;
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::{Primitive, Support};
///
/// let (ball, block) = (Primitive::sphere(1.0), Primitive::Box(Vec3::repeat(1.0)));
/// let (of_ball, of_block) = (ball.absolute_extents(), block.absolute_extents());
/// let above = Placement::translation([0.0, 6.0, 0.0]);
/// let relative = RelativePlacement::new(&of_ball, &Placement::IDENTITY, &of_block, &above);
/// let (relative, fall) = (relative.expect("in range"), Vec3::new(0.0, -8.0, 0.0));
/// let hit = cast(&ball, &block, &relative, &fall, 1.0, 1e-9, &mut [0; 2]).expect("a hit");
/// assert!((hit.time - 0.5).abs() < 1e-6 && (hit.normal + Vec3::y()).norm() < 1e-6);
/// assert!((hit.witness.local_a - Vec3::y()).norm() < 1e-3); // the top of the ball
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    /// The time. The bodies are apart before, up to rounding. Zero if and only if they collide at the start.
    pub time: f64,
    /// The points that touch at that time, in local coordinates. Their difference is the remaining gap, along world axes, in the
    /// units of the relative placement.
    pub witness: Witness,
    /// The normal of the contact: a unit vector from B towards A, along world axes. Zero where the bodies collide at
    /// the start.
    pub normal: Vec3,
    /// Whether the search converged.
    pub status: Status,
    /// Support points computed.
    pub iterations: u32,
}

/// The first contact of A at rest and B translated by `motion` per unit of time, from time 0 to `limit`; `None` if there is none.
/// Touching is contact. If both bodies move, `motion` is that of B minus that of A.
///
/// `motion` is in the units of the placements, along world axes. The error of the time is at most the relative error `tolerance`,
/// or the rounding of the bodies' coordinates. Most pairs take one to three microseconds.
///
/// ```
/// use solid_geometry::convex::RelativePlacement;
/// use solid_geometry::convex::cast::cast;
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::{Primitive, Support};
///
/// let (block, there) = (Primitive::Box(Vec3::repeat(1.0)), Placement::translation([6.0, 0.0, 0.0]));
/// let extents = block.absolute_extents();
/// let relative = RelativePlacement::new(&extents, &Placement::IDENTITY, &extents, &there);
/// let relative = relative.expect("in range");
/// let time = |x, limit| {
///     let motion = Vec3::new(x, 0.0, 0.0);
///     cast(&block, &block, &relative, &motion, limit, 1e-9, &mut [0; 2]).map(|hit| hit.time)
/// };
/// assert!((time(-2.0, 3.0).expect("a hit") - 2.0).abs() < 1e-6); // a gap of 4 at a speed of 2
/// assert_eq!([time(-2.0, 1.0), time(2.0, 3.0)], [None, None]);
/// ```
pub fn cast<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    relative: &RelativePlacement,
    motion: &Vec3,
    limit: f64,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Option<Cast> {
    let path = SweptRay::new(motion, limit, relative);
    let bodies = UnroundedPair::new(a, b, relative);
    // Zero, negative numbers and NaN mean the tightest tolerance.
    let tolerance = tolerance.max(TIGHTEST_DISTANCE_TOLERANCE);
    if bodies.radius() == 0.0 {
        match special_case(&bodies, &path, tolerance, hints) {
            Outcome::Missed => return None,
            Outcome::Contact(contact)
                if contact.proved || meets(a.any(), b.any(), relative, &path) =>
            {
                let Contact { at, normal, witness, iterations, .. } = contact;
                let time = path.time(at).min(limit);
                return Some(Cast { time, witness, normal, status: Status::Converged, iterations });
            }
            Outcome::Contact(_) => return None,
            Outcome::Undecided => {}
        }
    }
    by_simplex(a.any(), b.any(), relative, &path, limit, tolerance, hints)
}

/// The special cases of bodies without radii: slabs for boxes, a closed form for segments, a portal for others.
#[inline]
fn special_case<A: Support + ?Sized, B: Support + ?Sized>(
    bodies: &UnroundedPair<A, B>,
    path: &SweptRay,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Outcome {
    if let Some(boxes) = bodies.boxes() {
        return between_boxes(&boxes, path, &bodies.pair().relative().absolute_extents());
    }
    let pair = bodies.pair();
    let (a, b) = pair.bodies();
    if let (Some(Core::Segment(p)), Some(Core::Segment(q))) = (a.core(true), b.core(true)) {
        return segments::cast([p, q], pair.relative(), path);
    }
    let rounding = DISTANCE_ROUNDING * ROUNDING * (pair.largest_coordinate() + path.length);
    let mut support = |n: &Vec3| pair.support_against(n, hints);
    portal::cast(&pair.of_any(), &mut support, path, tolerance, rounding)
}

/// The cast of boxes.
fn between_boxes(
    [(half_a, a), (half_b, b)]: &[(Vec3, Block); 2],
    path: &SweptRay,
    reach: &Vec3,
) -> Outcome {
    match slabs::cast(a, b, path, reach) {
        slabs::Outcome::Missed => Outcome::Missed,
        slabs::Outcome::Undecided => Outcome::Undecided,
        slabs::Outcome::Contact { at, normal } => {
            let [part_a, part_b] = slabs::meeting_points(a, b, path, at, &normal);
            let on_a = (0..3).fold(a.center, |p, k| p + a.edges[k] * part_a[k]);
            let on_b = (0..3).fold(b.center, |p, k| p + b.edges[k] * part_b[k]);
            let witness = Witness {
                local_a: part_a.component_mul(half_a),
                local_b: part_b.component_mul(half_b),
                difference: on_a - on_b - path.direction * at,
            };
            // If the facets hardly overlap, these points may not coincide.
            let found = witness.difference.norm() <= CLEAR_MARGIN * SUPPORT_ROUNDING * reach.sum();
            let contact = Contact { at, normal, witness, proved: true, iterations: 1 };
            if found { Outcome::Contact(contact) } else { Outcome::Undecided }
        }
    }
}
