//! Questions about one body that consists of others, and the numbers of its parts.

use std::cell::Cell;

use super::{Part, Walk, walk_all};
use crate::math::{Aabb, Placement, Vec3};
use crate::query::bodies::{Body, BodyShape};
use crate::query::local_bounds::placed_box;
use crate::query::surface_point::SurfacePoint;
use crate::query::{ShapeError, SignedDistance};

impl<'a> BodyShape<'a> {
    /// How many numbers of parts it has: one more than the largest.
    pub(crate) fn numbers(&self) -> u32 {
        match self {
            BodyShape::Convex(_) => 1,
            BodyShape::Soup(soup) => {
                let last = soup.len().saturating_sub(1) as u32;
                soup.number(last).max(last) + 1
            }
            BodyShape::Parts(parts) => parts.count(),
        }
    }

    /// The number of a part as a mesh was given it: see [`PolytopeSoup::number`](crate::mesh::PolytopeSoup::number). Those of a body of
    /// parts begin at [`Part::first`].
    pub(crate) fn number(&self, i: u32) -> u32 {
        match self {
            BodyShape::Convex(_) => 0,
            BodyShape::Soup(soup) => soup.number(i),
            BodyShape::Parts(parts) => parts.number(i),
        }
    }

    /// Visits each part of a body of parts, and any other shape itself.
    pub fn each_part(&self, visit: &mut dyn FnMut(&Part<'_>)) {
        match self {
            BodyShape::Parts(parts) => walk_all(&***parts, &Cell::new(0.0), visit),
            shape => visit(&Part { first: 0, shape: *shape, placement: &Placement::IDENTITY }),
        }
    }

    /// The same for the shapes that parts consist of, down to convex solids and meshes, each with its placement.
    pub fn each_leaf(&self, at: &Placement, visit: &mut dyn FnMut(BodyShape<'_>, &Placement)) {
        match self {
            BodyShape::Parts(_) => self.each_part(&mut |part| {
                part.shape.each_leaf(&at.compose(part.placement), visit);
            }),
            shape => visit(*shape, at),
        }
    }

    /// Whether a mesh of it has no inside.
    pub(crate) fn is_open(&self) -> bool {
        match self {
            BodyShape::Convex(_) => false,
            BodyShape::Soup(soup) => !soup.is_solid(),
            BodyShape::Parts(parts) => parts.is_open(),
        }
    }
}

impl Body<'_> {
    /// Visits the parts by their boxes' distance from a point, the least first.
    fn parts_near(
        &self,
        point: &Vec3,
        limit: &Cell<f64>,
        visit: &mut dyn FnMut(&Part<'_>, &Body<'_>),
    ) {
        let BodyShape::Parts(parts) = self.shape else { return };
        let at = Aabb { min: *point, max: *point };
        let mut bound = |local: &Aabb| match placed_box(local, self.placement).gap(&at) {
            // Inside, distances are negative.
            0.0 => -f64::MAX,
            gap => gap,
        };
        let mut visit = |part: &Part<'_>| {
            let placement = self.placement.compose(part.placement);
            if let Some(body) = Body::new(part.shape, &placement) {
                visit(part, &body);
            }
        };
        parts.walk(&mut Walk { bound: &mut bound, limit, visit: &mut visit, reach: &|| None });
    }

    /// The least signed distance of the parts: outside it is exact, inside no deeper than the body is there.
    pub(crate) fn signed_distance_of_parts(
        &self,
        point: &Vec3,
    ) -> Result<Option<SignedDistance>, ShapeError> {
        if self.shape.is_open() {
            return Err(ShapeError::NotClosed);
        }
        let (limit, mut least) = (Cell::new(f64::MAX), None::<SignedDistance>);
        self.parts_near(point, &limit, &mut |_, body| {
            if let Ok(Some(found)) = body.signed_distance(point)
                && least.as_ref().is_none_or(|least| found.distance < least.distance)
            {
                limit.set(found.distance);
                least = Some(found);
            }
        });
        Ok(least)
    }

    /// Passes a convex solid or a solid mesh that holds a point to a visitor, then each other one in which the point is deeper.
    pub(crate) fn leaves_around(&self, point: &Vec3, visit: &mut dyn FnMut(&Body<'_>)) {
        let mut deepest = f64::INFINITY;
        self.leaves_deeper(point, &mut deepest, visit);
    }

    fn leaves_deeper(&self, point: &Vec3, deepest: &mut f64, visit: &mut dyn FnMut(&Body<'_>)) {
        if let BodyShape::Parts(_) = self.shape {
            // Only boxes that hold it.
            self.parts_near(point, &Cell::new(0.0), &mut |_, body| {
                body.leaves_deeper(point, deepest, visit);
            });
        } else if let Ok(Some(found)) = self.signed_distance(point)
            && found.distance <= 0.0
            && found.distance < *deepest
        {
            *deepest = found.distance;
            visit(self);
        }
    }

    /// The part whose surface is nearest to a point, and how far it is.
    pub(in crate::query) fn nearest_surface_point_of_parts(
        &self,
        point: &Vec3,
    ) -> Option<(SurfacePoint, f64)> {
        let (limit, mut found) = (Cell::new(f64::MAX), None);
        self.parts_near(point, &limit, &mut |part, body| {
            let Some((on, distance)) = body.nearest_surface_point(point) else { return };
            if found.is_none() || distance < limit.get() {
                limit.set(distance);
                found = Some((SurfacePoint { polytope: part.first + on.polytope, ..on }, distance));
            }
        });
        found
    }
}
