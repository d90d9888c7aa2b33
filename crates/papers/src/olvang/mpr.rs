//! Minkowski portal refinement: whether two bodies overlap, and an estimate of how deep (Olvång 2.4, algorithms 6 to 9
//! and 2.4.1).
//!
//! A ray from a point inside A - B leaves through a portal, a triangle of support points, which is refined until it is
//! at the surface or it is clear on which side of it the origin lies.

use super::closest::Simplex;
use solid_geometry::convex::gjk::Status;
use solid_geometry::convex::{Pair, VertexHints};
use solid_geometry::math::Vec3;
use solid_geometry::math::tolerance::{PORTAL_ITERATIONS, ROUNDING};
use solid_geometry::shape::Support;

#[cfg(test)]
mod tests;

/// The end of a refinement.
#[derive(Clone, Copy, Debug)]
pub struct GjkResult {
    /// [`Status::Apart`] and [`Status::Enclosed`] are certain; [`Status::Touching`]: the surface was reached within rounding of
    /// the origin; else there is no answer.
    pub status: Status,
    /// The last axis, from B towards A, of any length; it separates the bodies if `how` says so.
    pub axis: Vec3,
    /// Support points computed.
    pub iterations: u32,
}

/// An estimate of the penetration depth: the vector from the origin to the point of the last portal nearest to it.
///
/// It ends at the surface of A - B, to the tolerance, and so is not shorter than the depth. It may be longer, and where it does
/// not end at right angles to the surface, the bodies still overlap after A has moved along it.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// The vector's length.
    pub depth: f64,
    /// A unit vector from B towards A.
    pub normal: Vec3,
    /// Support points computed.
    pub iterations: u32,
}

/// What a refinement needs of the bodies: the support mapping of A - B, and its count.
struct Surface<'a, 'b, A: ?Sized, B: ?Sized> {
    pair: &'b Pair<'a, A, B>,
    hints: &'b mut VertexHints,
    iterations: u32,
}

impl<A: Support + ?Sized, B: Support + ?Sized> Surface<'_, '_, A, B> {
    /// The point of A - B farthest along `d`.
    fn farthest(&mut self, d: &Vec3) -> Vec3 {
        self.iterations += 1;
        self.pair.support_against(&-d, self.hints).difference()
    }

    fn is_spent(&self) -> bool {
        self.iterations >= PORTAL_ITERATIONS
    }

    fn end(&self, status: Status, towards: &Vec3) -> GjkResult {
        GjkResult { status, axis: -towards, iterations: self.iterations }
    }
}

/// A point inside, three points of the surface that its ray may leave between, and the ray. The three are in
/// counterclockwise order seen from outside.
#[derive(Clone, Copy)]
struct Portal {
    inside: Vec3,
    ray: Vec3,
    corners: [Vec3; 3],
}

/// Three times the volume that the ray spans with a plane through `inside`: positive on its inner side.
fn beside(inside: &Vec3, ray: &Vec3, p: &Vec3, q: &Vec3) -> f64 {
    (p - inside).cross(&(q - inside)).dot(ray)
}

impl Portal {
    /// The outer normal, of any length.
    fn normal(&self) -> Vec3 {
        let [a, b, c] = &self.corners;
        (b - a).cross(&(c - a))
    }

    /// The first portal in the direction of a ray, with the surface point `a` farthest along it (algorithm 6). `None`
    /// where ray and surface points are in one plane.
    fn first<A: Support + ?Sized, B: Support + ?Sized>(
        surface: &mut Surface<A, B>,
        inside: Vec3,
        ray: Vec3,
        a: Vec3,
    ) -> Option<Portal> {
        let across = (a - inside).cross(&ray);
        let noise = ROUNDING * (a - inside).norm() * ray.norm();
        if across.norm() <= noise {
            return None;
        }
        let b = surface.farthest(&across);
        let normal = (a - inside).cross(&(b - inside));
        // Towards the side on which the ray is.
        let (a, b, normal) = if normal.dot(&ray) < 0.0 { (b, a, -normal) } else { (a, b, normal) };
        let c = surface.farthest(&normal);
        ((c - inside).dot(&normal) > 0.0).then_some(Portal { inside, ray, corners: [a, b, c] })
    }

    /// Turns the portal until the ray passes through it (algorithm 7).
    fn catch_ray<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        surface: &mut Surface<A, B>,
    ) -> bool {
        while !surface.is_spent() {
            let [a, b, c] = self.corners;
            let missed = [[a, b, c], [b, c, a], [c, a, b]]
                .into_iter()
                .find(|[p, q, _]| beside(&self.inside, &self.ray, p, q) < 0.0);
            let Some([p, q, _]) = missed else { return true };
            // The ray is on the other side of this plane: so will be the new corner, and the order turns.
            let outer = (q - self.inside).cross(&(p - self.inside));
            let new = surface.farthest(&outer);
            if (new - self.inside).dot(&outer) <= 0.0 {
                return false;
            }
            self.corners = [q, p, new];
        }
        false
    }

    /// Replaces the corner that the ray leaves on the other side of a new point (algorithm 8).
    fn advance(&mut self, p: Vec3) {
        let [a, b, c] = self.corners;
        let side = |corner: &Vec3| beside(&self.inside, &self.ray, &p, corner);
        if side(&a) >= 0.0 {
            self.corners = if side(&b) <= 0.0 { [a, b, p] } else { [b, c, p] };
        } else {
            self.corners = if side(&c) >= 0.0 { [c, a, p] } else { [b, c, p] };
        }
    }

    /// Moves the portal outwards until it is at the surface: until the support plane is as near to it as the relative error
    /// `tolerance` of the plane's distance from the origin.
    fn reach_surface<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        surface: &mut Surface<A, B>,
        tolerance: f64,
    ) {
        while !surface.is_spent() {
            let normal = self.normal();
            let p = surface.farthest(&normal);
            let step = (p - self.corners[0]).dot(&normal);
            let near = (tolerance * p.dot(&normal)).max(surface.pair.rounding(&normal));
            if step <= near || self.corners.contains(&p) {
                return;
            }
            self.advance(p);
        }
    }
}

/// Whether two bodies overlap (algorithm 9). What it leaves open [`solid_geometry::convex::gjk::search`] decides.
pub fn search<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
    hints: &mut VertexHints,
) -> GjkResult {
    decide(&mut Surface { pair, hints, iterations: 0 }).0
}

/// The end of a search and, where the bodies overlap, the portal it ended with.
fn decide<A: Support + ?Sized, B: Support + ?Sized>(
    surface: &mut Surface<A, B>,
) -> (GjkResult, Option<Portal>) {
    let inside = surface.pair.initial_direction();
    let ray = -inside;
    let apart = |surface: &Surface<A, B>, p: &Vec3, d: &Vec3| -p.dot(d) > surface.pair.rounding(d);
    let a = surface.farthest(&ray);
    if apart(surface, &a, &ray) {
        return (surface.end(Status::Apart, &ray), None);
    }
    let Some(mut portal) = Portal::first(surface, inside, ray, a) else {
        // The origin is between the inner point and the surface.
        let enclosed = a.dot(&ray) > surface.pair.rounding(&ray);
        return (
            surface.end(if enclosed { Status::Enclosed } else { Status::Touching }, &ray),
            None,
        );
    };
    if !portal.catch_ray(surface) {
        let status = if surface.is_spent() { Status::Capped } else { Status::Stalled };
        return (surface.end(status, &ray), None);
    }
    loop {
        let normal = portal.normal();
        let rounding = surface.pair.rounding(&normal);
        if portal.corners.iter().all(|p| p.dot(&normal) > rounding) {
            return (surface.end(Status::Enclosed, &normal), Some(portal));
        }
        if surface.is_spent() {
            return (surface.end(Status::Capped, &normal), Some(portal));
        }
        let p = surface.farthest(&normal);
        if apart(surface, &p, &normal) {
            return (surface.end(Status::Apart, &normal), None);
        }
        if (p - portal.corners[0]).dot(&normal) <= rounding || portal.corners.contains(&p) {
            return (surface.end(Status::Touching, &normal), Some(portal));
        }
        portal.advance(p);
    }
}

/// An estimate of the penetration depth (Olvång 2.4.1); `None` if the bodies are apart or the search was not certain.
/// `tolerance` is relative, as that of [`super::epa::expand`].
///
/// The portal is moved to the surface in the direction of the origin from the centre; its normal is the direction in
/// which a second portal, seen from the origin, is. Exact where the centres' line leaves through the nearest facet.
pub fn estimate_depth<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
    hints: &mut VertexHints,
    tolerance: f64,
) -> Option<Estimate> {
    let mut surface = Surface { pair, hints, iterations: 0 };
    let (ending, portal) = decide(&mut surface);
    if !matches!(ending.status, Status::Enclosed | Status::Touching) {
        return None;
    }
    surface.iterations = 0;
    let mut direction = -ending.axis;
    if let Some(mut portal) = portal {
        portal.reach_surface(&mut surface, tolerance);
        direction = portal.normal();
    }
    let direction = direction / direction.norm();
    let mut iterations = ending.iterations + surface.iterations;
    surface.iterations = 0;
    let a = surface.farthest(&direction);
    let vector = if let Some(mut portal) = Portal::first(&mut surface, Vec3::zeros(), direction, a)
        && portal.catch_ray(&mut surface)
    {
        portal.reach_surface(&mut surface, tolerance);
        Simplex::new(&portal.corners).reduce()
    } else {
        // The ray leaves through the support point itself, or as near to it as rounding tells.
        direction * a.dot(&direction)
    };
    iterations += surface.iterations;
    let depth = vector.norm();
    // The vector of a touching contact has no direction of its own.
    let towards = if depth > pair.rounding(&direction) { vector / depth } else { direction };
    Some(Estimate { depth, normal: -towards, iterations })
}
