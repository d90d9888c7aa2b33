//! How two placed bodies clash: the kinds that planners of buildings know, with all that a report says about them
//! (`docs/src/theory/solids.md`, section 6).

mod depths;
mod farthest;
mod piercing;

use super::overlap::{overlap, overlap_of_parts};
use super::separation::Effort;
use super::surface::Surface;
use crate::convex::epa::Workspace;
use crate::math::tolerance::{CLASH_ROUNDING, DEEPEST_MISSED};
use crate::math::vector::is_singular;
use crate::math::{Aabb, Placement, Vec3};
use crate::mesh::{Segment, intersection};
use crate::query::{
    Body, BodyPair, BodyShape, ContactMemory, DEFAULT_TOLERANCE, Penetration, Shape, Shapes,
};
use depths::Depths;
use farthest::{Found, farthest};

#[cfg(test)]
mod tests;

/// How two bodies clash, from apart to equal.
///
/// ```
/// use solid_geometry::query::{self, ClashKind, ClashLimits};
/// use solid_geometry::{Placement, Shape};
///
/// let (beam, wall) = (Shape::cuboid([6.0, 0.3, 0.3])?, Shape::cuboid([0.2, 3.0, 4.0])?);
/// let (here, there) = (Placement::IDENTITY, Placement::translation([0.5, 0.25, 0.0]));
/// let found = query::clash(&beam, &here, &wall, &there, ClashLimits::default()).expect("finite");
/// assert_eq!((found.kind, found.inner), (ClashKind::Piercing, 0)); // the beam goes through the wall
/// assert!((found.volume.expect("closed") - 0.2 * 0.3 * 0.3).abs() < 1e-12);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClashKind {
    /// Farther apart than the clearance.
    Apart,
    /// Apart, but not by more than the clearance.
    Clearance,
    /// They share points, and a translation no longer than the tolerance separates them.
    Touching,
    /// They overlap, and are none of the following.
    Overlapping,
    /// One goes through the other: what sticks out of that is in several pieces.
    Piercing,
    /// One is inside the other.
    Contained,
    /// Each is inside the other.
    Duplicate,
}

/// What counts as near, and what as touching.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClashLimits {
    /// Bodies that are no farther apart clash.
    pub clearance: f64,
    /// Bodies that overlap no deeper touch, and one that sticks out of the other no farther is inside of it.
    pub tolerance: f64,
}

/// How two placed bodies clash. Points and vectors are in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clash {
    /// The kind.
    pub kind: ClashKind,
    /// Which of the two pierces the other or is inside of it: 0 or 1; 0 in other cases.
    pub inner: u32,
    /// The distance: 0 if and only if they share a point.
    pub distance: f64,
    /// The closest points; of bodies that share a point, those of each that touch after the translation.
    pub points: [Vec3; 2],
    /// A translation of the first that separates them; zero if they are apart. Where one is a mesh that is no solid, or has such a part or
    /// one without an end, it is the translation that separates their deepest parts, after which others may still collide.
    pub translation: Vec3,
    /// No translation that is shorter separates them; 0 where that is not known.
    pub least: f64,
    /// The centre of the largest ball in what they have in common, found by a search to 1 %; a common point if one is an open mesh.
    pub deepest: Vec3,
    /// The radius of that ball.
    pub radius: f64,
    /// How far the first reaches into the second, and the second into the first: how far from the one's surface points are that both
    /// share, at most. Found to 1 %, but where many points are as far in.
    pub protrusions: [f64; 2],
    /// The volume that they have in common; `None` where a body is not closed, or has parts that overlap each other where the other body
    /// may be.
    pub volume: Option<f64>,
    /// Its centre.
    pub center: Vec3,
}

impl Clash {
    /// How deep the one is in the other: the length of the translation.
    pub fn depth(&self) -> f64 {
        self.translation.norm()
    }
}

/// How many boxes are divided at most to find a deepest point.
const STEPS: u32 = 1000;

impl BodyPair<'_> {
    /// How two bodies clash. `None` where numbers are out of range.
    pub fn clash(&self, limits: ClashLimits, memory: &mut ContactMemory) -> Option<Clash> {
        let closest = self.closest_points(DEFAULT_TOLERANCE)?;
        let mut clash = Clash {
            kind: ClashKind::Apart,
            inner: 0,
            distance: closest.distance,
            points: closest.points,
            translation: Vec3::zeros(),
            least: 0.0,
            deepest: closest.points[0],
            radius: 0.0,
            protrusions: [0.0; 2],
            volume: None,
            center: closest.points[0],
        };
        if closest.distance > 0.0 {
            clash.volume = (!self.has_open_body()).then_some(0.0);
            if closest.distance <= limits.clearance {
                clash.kind = ClashKind::Clearance;
            }
            return Some(clash);
        }
        clash.separate(self, memory.workspace());
        let [a, b] = self.bodies();
        let bodies = self.in_order(a, b);
        let reach = bodies.map(|body| reach(&body)).into_iter().fold(0.0, f64::max);
        let tolerance = limits.tolerance.max(CLASH_ROUNDING * reach);
        let is_shallow = clash.depth() <= tolerance;
        clash.kind = if is_shallow { ClashKind::Touching } else { ClashKind::Overlapping };
        if !self.has_open_mesh() {
            clash.of_solids(&bodies, tolerance, is_shallow);
        } else if let Some(found) = overlap_of_parts(&bodies) {
            (clash.volume, clash.center) = (Some(found.volume), found.center);
        }
        Some(clash)
    }

    /// The curves in which the surfaces of two bodies cross, as [`intersection`] has them. Of round bodies they are those of polyhedra.
    /// None where a solid's faces do not agree about which side is outside and the other body is convex.
    pub fn clash_curves(&self) -> Vec<Segment> {
        let [a, b] = self.bodies();
        if let Shapes::Soups(p, q) = self.shapes {
            return self.curves_of((p, a.placement), (q, b.placement));
        }
        let here = Placement::IDENTITY;
        let mesh = |body: &Body<'_>| -> Option<Shape> {
            let surface = Surface::of(body)?;
            Shape::mesh(&surface.vertices, &surface.triangles).ok()
        };
        let (first, second) =
            (if let BodyShape::Soup(_) = a.shape { None } else { mesh(&a) }, mesh(&b));
        match (a.shape, first.as_ref().map(Shape::view), second.as_ref().map(Shape::view)) {
            (BodyShape::Soup(p), _, Some(BodyShape::Soup(q))) => {
                self.curves_of((p, a.placement), (q, &here))
            }
            (_, Some(BodyShape::Soup(p)), _) if let BodyShape::Soup(q) = b.shape => {
                self.curves_of((p, &here), (q, b.placement))
            }
            (_, Some(BodyShape::Soup(p)), Some(BodyShape::Soup(q))) => {
                self.curves_of((p, &here), (q, &here))
            }
            _ => Vec::new(),
        }
    }

    fn curves_of(
        &self,
        (a, place_a): (&crate::mesh::PolytopeSoup, &Placement),
        (b, place_b): (&crate::mesh::PolytopeSoup, &Placement),
    ) -> Vec<Segment> {
        let mut segments = intersection(a, place_a, b, place_b);
        for segment in &mut segments {
            let [of_a, of_b] = segment.polygons;
            segment.polygons = self.in_order(of_a, of_b);
        }
        segments
    }
}

impl Clash {
    /// Finds the translation that separates; where a mesh is no solid, that of the deepest parts.
    fn separate(&mut self, pair: &BodyPair<'_>, work: &mut Workspace) {
        let closed = !pair.has_open_body();
        let found = closed.then(|| pair.separation(Effort::default(), work).ok().flatten());
        if let Some(found) = found.flatten() {
            (self.translation, self.least) = (found.translation, found.lower);
            let placements = pair.in_order(pair.placements[0], pair.placements[1]);
            let [p, q] = found.local;
            self.points = [placements[0].apply(&p), placements[1].apply(&q)];
        } else if let Some(Penetration { deepest, .. }) = pair.penetration(DEFAULT_TOLERANCE, work)
        {
            (self.translation, self.points) = (deepest.normal * deepest.depth, deepest.points);
        }
    }

    /// Measures what two closed bodies have in common, and finds their kind out.
    fn of_solids(&mut self, bodies: &[Body<'_>; 2], tolerance: f64, is_shallow: bool) {
        if bodies.iter().any(|body| is_singular(&body.placement.basis)) {
            return; // flat bodies have no inside
        }
        let surfaces = bodies.each_ref().map(Surface::of);
        if let [Some(a), Some(b)] = &surfaces {
            let found = overlap(a, b);
            (self.volume, self.center) = (Some(found.volume), found.center);
        }
        let boxes = bodies.each_ref().map(bounds);
        let region = boxes[0].intersection(&boxes[1]);
        if region.is_empty() {
            return;
        }
        let depths = [0, 1].map(|of| Depths::new(&bodies[of], surfaces[of].as_ref()));
        let ball = farthest(&region, None, DEEPEST_MISSED, STEPS, |p| {
            let outside = depths[0].outside(p)?.max(depths[1].outside(p)?);
            Some((-outside, outside))
        });
        let (radius, deepest) = ball.unwrap_or((0.0, self.deepest));
        (self.radius, self.deepest) = (radius.max(0.0), deepest);
        for of in [0, 1] {
            let (own, other) = (&depths[of], &depths[1 - of]);
            // Those that are farthest in are mostly vertices.
            let mut best: Option<Found> = Some((self.radius, deepest));
            for vertex in own.corners() {
                if region.overlaps(&Aabb { min: *vertex, max: *vertex })
                    && let Some(outside) = other.outside(vertex)
                    && best.is_none_or(|(most, _)| -outside > most)
                {
                    best = Some((-outside, *vertex));
                }
            }
            let found = farthest(&region, best, DEEPEST_MISSED, STEPS, |p| {
                Some((-other.outside(p)?, own.outside(p)?))
            });
            self.protrusions[of] = found.map_or(0.0, |(value, _)| value.max(0.0));
        }
        if is_shallow {
            return;
        }
        let held = [0, 1].map(|of| sticks_out_no_farther(bodies, of, &depths, tolerance));
        (self.kind, self.inner) = match held {
            [true, true] => (ClashKind::Duplicate, 0),
            [true, false] => (ClashKind::Contained, 0),
            [false, true] => (ClashKind::Contained, 1),
            [false, false] => {
                let pierces = |of: usize| {
                    let surface = surfaces[of].as_ref();
                    surface.is_some_and(|surface| {
                        piercing::sticks_out_twice(
                            surface,
                            &bodies[1 - of],
                            &depths[1 - of],
                            tolerance,
                        )
                    })
                };
                match [0, 1].into_iter().find(|&of| pierces(of)) {
                    Some(of) => (ClashKind::Piercing, of as u32),
                    None => (ClashKind::Overlapping, 0),
                }
            }
        };
    }
}

/// Whether no point of one body is farther outside of the other than the tolerance.
fn sticks_out_no_farther(
    bodies: &[Body<'_>; 2],
    of: usize,
    depths: &[Depths<'_>; 2],
    tolerance: f64,
) -> bool {
    let (own, other) = (&depths[of], &depths[1 - of]);
    let around = bounds(&bodies[of]);
    let is_out = |vertex: &Vec3| other.distance(vertex).is_none_or(|distance| distance > tolerance);
    if own.vertices().iter().any(is_out) {
        return false;
    }
    if matches!(bodies[1 - of].shape, BodyShape::Convex(_)) && !own.vertices().is_empty() {
        return true; // what is convex holds the hull of the vertices
    }
    let best = Some((tolerance, Vec3::zeros()));
    let found = farthest(&around, best, DEEPEST_MISSED, STEPS, |p| {
        Some((other.distance(p)?, own.outside(p)?))
    });
    found.is_some_and(|(most, _)| most <= tolerance)
}

fn bounds(body: &Body<'_>) -> Aabb {
    body.shape.bounds().transformed(&body.placement.basis, &body.placement.origin)
}

/// The largest coordinate of a body.
fn reach(body: &Body<'_>) -> f64 {
    bounds(body).absolute_extents().amax()
}
