//! Linear casts by Minkowski portal refinement (Snethen 2008), with the path of the cast as the ray.
//!
//! A portal is a triangle of points of A - B that the path passes through. The portal bounds the time of contact from
//! above; the support plane along its normal bounds it from below. Discovery finds a first portal, refinement moves it
//! outwards until the bounds meet. For round bodies Newton's method ([`crate::convex::newton`]) finishes the refinement. If
//! the bounds do not meet, the GJK ray cast of [`crate::convex::cast`] decides.

use crate::convex::cast::swept_ray::SweptRay;
use crate::convex::pair::{AnyPair, SupportPoint};
use crate::convex::portal::{Corner, Ray};
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::vector::tangents;

mod discovery;
mod refinement;
#[cfg(test)]
mod tests;

/// The result of a cast that the portal has proved.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outcome {
    /// At each point of the path a plane separates the bodies, beyond rounding.
    Missed,
    /// The bodies are apart before this contact.
    Contact(Contact),
    /// Neither could be proved.
    Undecided,
}

/// A contact between its bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// How far on the path, in lengths of its direction: a plane separates the bodies before.
    pub at: f64,
    /// The unit normal of that plane, from B to A.
    pub normal: Vec3,
    /// Points of both bodies; the difference is what is left between them at that time.
    pub witness: Witness,
    /// Whether the path certainly passes through the portal, and does not end before.
    pub proved: bool,
    /// Support points computed.
    pub iterations: u32,
}

/// A search, with the best lower bound on the contact so far and the normal of its support plane.
struct PortalSearch<'s> {
    ray: Ray,
    support: &'s mut dyn FnMut(&Vec3) -> SupportPoint,
    iterations: u32,
    lower: f64,
    normal: Vec3,
}

/// The ray is certainly missed.
struct Missed;

impl PortalSearch<'_> {
    /// The support point against a unit vector; its support plane may raise the lower bound.
    fn support_against(&mut self, n: &Vec3) -> Result<Corner, Missed> {
        self.iterations += 1;
        let corner = self.ray.corner(&(self.support)(n), n);
        let (gap, rate) = (n.dot(&corner.w), n.dot(&self.ray.along));
        if gap > self.ray.rounding {
            if rate <= 0.0 || gap - self.ray.rounding > rate * self.ray.length {
                return Err(Missed);
            }
            if gap > self.lower * rate {
                (self.lower, self.normal) = (gap / rate, *n);
            }
        }
        Ok(corner)
    }
}

/// The contact of two bodies without radii along a path. `rounding` bounds the rounding error of distances between them.
pub(crate) fn cast(
    pair: &AnyPair<'_>,
    support: &mut dyn FnMut(&Vec3) -> SupportPoint,
    path: &SweptRay,
    tolerance: f64,
    rounding: f64,
) -> Outcome {
    let unit = path.direction.norm();
    let moves = unit > 0.0;
    if !moves {
        return Outcome::Undecided;
    }
    let along = path.direction / unit;
    let (tangents, length) = (tangents(&along), path.length * unit);
    let ray = Ray { along, tangents, length, rounding, tolerance };
    let mut search =
        PortalSearch { ray, support, iterations: 0, lower: 0.0, normal: Vec3::zeros() };
    let center = pair.inner_point();
    let start = center.normalize();
    let start = if start.dot(&along) > 0.5 { start } else { along };
    let round = !pair.are_polytopes();
    let found = match search.discover(&start) {
        Err(Missed) => return Outcome::Missed,
        Ok(None) => return Outcome::Undecided,
        Ok(Some(portal)) => search.refine(pair, portal, round),
    };
    match found {
        Err(Missed) => Outcome::Missed,
        Ok(None) => Outcome::Undecided,
        Ok(Some((witness, proved))) => {
            let (at, iterations) = (search.lower / unit, search.iterations);
            let difference = witness.difference - path.direction * at;
            let witness = Witness { difference, ..witness };
            Outcome::Contact(Contact { at, normal: search.normal, witness, proved, iterations })
        }
    }
}
