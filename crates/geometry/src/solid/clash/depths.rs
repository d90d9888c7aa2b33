//! How far points are outside of a body: by the planes of its faces where it is a polytope of few, else by its signed distance.

use crate::math::tolerance::NARROW_TRIANGLE;
use crate::math::vector::direction;
use crate::math::{Aabb, Vec3};
use crate::query::{Body, BodyShape};

use super::super::surface::Surface;

/// Of more faces, the signed distance is faster.
const MOST_FACES: usize = 256;

pub(super) struct Depths<'a> {
    body: &'a Body<'a>,
    surface: Option<&'a Surface>,
    bounds: Aabb,
    /// Outward normals, and how far along them the planes are.
    planes: Vec<(Vec3, f64)>,
}

impl<'a> Depths<'a> {
    pub(super) fn new(body: &'a Body<'a>, surface: Option<&'a Surface>) -> Depths<'a> {
        let is_polytope = match body.shape {
            BodyShape::Convex(shape) => shape.corners().is_some(),
            BodyShape::Soup(soup) => soup.convex_hull().is_some(),
            BodyShape::Parts(_) => false,
        };
        let few = surface.filter(|surface| is_polytope && surface.triangles.len() <= MOST_FACES);
        let planes = few.map_or_else(Vec::new, planes);
        let bounds = super::bounds(body);
        Depths { body, surface, bounds, planes }
    }

    /// A function that changes no faster than its argument moves: inside the negative distance of the surface, outside no more than the
    /// distance, and positive.
    pub(super) fn outside(&self, point: &Vec3) -> Option<f64> {
        if self.planes.is_empty() {
            return self.body.signed_distance(point).ok().flatten().map(|found| found.distance);
        }
        let heights = self.planes.iter().map(|(normal, offset)| normal.dot(point) - offset);
        Some(heights.fold(f64::NEG_INFINITY, f64::max))
    }

    /// The signed distance.
    pub(super) fn distance(&self, point: &Vec3) -> Option<f64> {
        let by_planes = if self.planes.is_empty() { None } else { self.outside(point) };
        by_planes
            .filter(|outside| *outside <= 0.0)
            .or_else(|| self.body.signed_distance(point).ok().flatten().map(|found| found.distance))
    }

    /// Whether a point is farther out than the tolerance.
    pub(super) fn is_beyond(&self, point: &Vec3, tolerance: f64) -> bool {
        let gap = self.bounds.gap(&Aabb { min: *point, max: *point });
        gap > tolerance || self.distance(point).is_some_and(|distance| distance > tolerance)
    }

    /// Whether the boxes of an edge and of the body are apart.
    pub(super) fn is_clear_of(&self, from: &Vec3, to: &Vec3) -> bool {
        !self.bounds.overlaps(&Aabb::around([from, to]))
    }

    pub(super) fn vertices(&self) -> &'a [Vec3] {
        self.surface.map_or(&[], |surface| &surface.vertices)
    }

    /// The vertices, but not the points of a round body, of which none is a corner.
    pub(super) fn corners(&self) -> &'a [Vec3] {
        match self.body.shape {
            BodyShape::Convex(shape) if shape.corners().is_none() => &[],
            _ => self.vertices(),
        }
    }
}

/// The planes of the faces, once for faces of several triangles.
fn planes(surface: &Surface) -> Vec<(Vec3, f64)> {
    let mut planes: Vec<(Vec3, f64)> = Vec::new();
    for &triangle in &surface.triangles {
        let [p, q, r] = surface.corners(triangle);
        let (u, v) = (q - p, r - p);
        let across = u.cross(&v);
        let long = u.norm_squared().max(v.norm_squared()).max((q - r).norm_squared());
        let Some(normal) = direction(&across) else { continue };
        let offset = normal.dot(&p);
        let is_known = |(n, d): &(Vec3, f64)| *n == normal && *d == offset;
        if across.norm() > NARROW_TRIANGLE * long && !planes.iter().any(is_known) {
            planes.push((normal, offset));
        }
    }
    planes
}
