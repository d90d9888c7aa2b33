//! Directions along which ways out of a body may be short.

use super::Search;
use super::dop::Dop;
use crate::math::vector::direction;
use crate::math::{Mat3, Vec3};
use crate::query::{Body, BodyShape};
use crate::shape::Support;

/// The extents of a mesh are those of so many of its vertices, which are enough for a direction.
const SAMPLES: usize = 512;

impl Search<'_, '_> {
    /// The direction of the shortest way out among those along some axes, of the extents of the bodies.
    pub(super) fn narrowest(&self) -> Option<Vec3> {
        let [a, b] = self.bodies.map(|body| Dop::around(|along| extent(&body, along)));
        direction(&b.minus(&a, 0.0).shortest_way_out())
    }

    /// Directions along which a way out may be short: that of the centres, and the axes of both bodies.
    pub(super) fn directions(&self) -> Vec<Vec3> {
        let [a, b] = self.bodies;
        let mut all = Vec::from_iter(direction(&(center(&a) - center(&b))));
        let axes = |basis: &Mat3| {
            let columns = [0, 1, 2].map(|i| direction(&Vec3::from(basis.column(i))));
            columns.into_iter().flatten().flat_map(|axis| [axis, -axis]).collect::<Vec<Vec3>>()
        };
        all.extend(axes(&a.placement.basis));
        let is_round = matches!(b.shape, BodyShape::Convex(body) if body.bounding_spheres().inner > 0.99 * body.bounding_spheres().outer);
        if !is_round {
            all.extend(axes(&b.placement.basis));
        }
        all
    }

    /// The normals of polygons that meet the other body, and of those nearest to it.
    pub(super) fn first_normals(&self) -> Vec<Vec3> {
        let mut normals = Vec::new();
        let Some(nearest) = self.pair.nearest_parts(1e-3) else { return normals };
        for side in 0..2 {
            if let BodyShape::Soup(soup) = self.bodies[side].shape
                && let Some([p, q, r]) = soup.corners(nearest.parts[side])
            {
                let basis = self.bodies[side].placement.basis;
                let normal = (basis * (q - p)).cross(&(basis * (r - p)));
                normals.extend(direction(&normal).into_iter().flat_map(|n| [n, -n]));
            }
        }
        normals
    }
}

/// About how far a body reaches along a direction.
fn extent(body: &Body<'_>, along: &Vec3) -> f64 {
    let local = body.placement.basis.tr_mul(along);
    let reach = match body.shape {
        BodyShape::Convex(primitive) => primitive.support_value(&local, &mut 0),
        BodyShape::Soup(soup) => {
            let vertices = soup.vertices();
            let some = vertices.iter().step_by(vertices.len().div_ceil(SAMPLES).max(1));
            some.map(|vertex| local.dot(vertex)).fold(f64::NEG_INFINITY, f64::max)
        }
        BodyShape::Parts(_) => {
            let bounds = body.shape.bounds();
            local.dot(&bounds.center()) + local.abs().dot(&bounds.half_extents())
        }
    };
    reach + along.dot(&body.placement.origin)
}

pub(super) fn center(body: &Body<'_>) -> Vec3 {
    body.placement.apply(&body.shape.bounds().center())
}
