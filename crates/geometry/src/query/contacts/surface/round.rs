//! A ball or a capsule on a mesh: its triangles by closed forms, and which of them may have contacts.

use super::Touching;
use super::group::front;
use crate::convex::closed_form::{between, in_triangle, of_segment_and_triangle, weighted};
use crate::convex::depth::Depth;
use crate::convex::epa::Status;
use crate::convex::unrounded::similarity;
use crate::math::Vec3;
use crate::math::tolerance::{
    CLEAR_MARGIN, DISTANCE_ROUNDING, ILL_CONDITIONED, NORMAL_CONE, ROUNDING,
    TIGHTEST_DEPTH_TOLERANCE,
};
use crate::mesh::PolytopeSoup;
use crate::mesh::seams::SurfaceNormal;
use crate::query::bodies::{BodyPair, Shapes};
use crate::shape::Support;
use crate::shape::core::Core;

/// Body B where it is a ball or a capsule, and A a mesh.
pub(super) struct RoundBody<'p> {
    pair: &'p BodyPair<'p>,
    soup: &'p PolytopeSoup,
    /// The ends of the axis in local coordinates; those of a ball are its centre.
    local: [Vec3; 2],
    /// The same along world axes from the origin of A.
    ends: [Vec3; 2],
    is_ball: bool,
    /// The radius in local coordinates, and that of the placed body.
    margin: f64,
    radius: f64,
    /// A bound on the rounding of distances.
    rounding: f64,
}

impl<'p> RoundBody<'p> {
    /// `None` of other bodies, and of those that the placement deforms.
    pub(super) fn new(pair: &'p BodyPair<'_>) -> Option<RoundBody<'p>> {
        let Shapes::Mixed(soup, body) = pair.shapes else { return None };
        let (margin, relative) = (body.margin(), &pair.relative);
        if margin == 0.0 || relative.has_extreme_bases() {
            return None;
        }
        let local = match body.core(true)? {
            Core::Point(center) => [center; 2],
            Core::Segment(ends) => ends,
            _ => return None,
        };
        Some(RoundBody {
            pair,
            soup,
            local,
            ends: local.map(|end| relative.place_b(&end)),
            is_ball: local[0] == local[1],
            margin,
            radius: margin * similarity(relative.basis_b())?,
            rounding: DISTANCE_ROUNDING * ROUNDING * relative.largest_coordinate(),
        })
    }

    /// How deep the body is in a triangle, to a relative error, or that it is apart from it: `Some(None)`. `None` where the closest
    /// points leave that open, or it is no triangle.
    pub(super) fn depth(&self, part: u32, tolerance: f64) -> Option<Option<Depth>> {
        let &[i, j, k] = self.soup.indices_of(part) else { return None };
        let relative = &self.pair.relative;
        let corners = [i, j, k].map(|vertex| *self.soup.vertex(vertex));
        let placed = corners.map(|corner| relative.place_a(&corner));
        let (along, weights) = if self.is_ball {
            (0.0, in_triangle(placed.map(|corner| corner - self.ends[0])))
        } else {
            of_segment_and_triangle(&self.ends, &placed)?
        };
        let difference = weighted(&placed, &weights) - between(&self.ends, along);
        let length = difference.norm();
        // The plane across the difference through each of the points has its body on the far side, but for rounding.
        let [p, q, r] = placed.map(|corner| difference.dot(&corner));
        let [from, to] = self.ends.map(|end| difference.dot(&end));
        let lower = (p.min(q).min(r) - from.max(to)) / length;
        let slack = CLEAR_MARGIN * self.rounding;
        if lower > self.radius + slack {
            return Some(None);
        }
        let depth = self.radius - lower;
        let least = tolerance.max(TIGHTEST_DEPTH_TOLERANCE) * (self.radius - length);
        let is_met = length < self.radius - slack
            && length - lower + self.rounding <= least
            // Of a short vector the direction has few digits.
            && length > ILL_CONDITIONED * relative.largest_coordinate();
        if !is_met {
            return None;
        }
        let normal = difference / length;
        let outwards =
            relative.basis_b().tr_mul(&normal) * (self.margin * self.margin / self.radius);
        let depth = relative.length_in_world_units(depth);
        Some(Some(Depth {
            depth,
            normal,
            local_a: weighted(&corners, &weights),
            local_b: between(&self.local, along) + outwards,
            lower: depth,
            status: Status::Converged,
            iterations: 0,
        }))
    }

    /// Whether the face of a polygon may have contacts because of this one.
    ///
    /// A face has a contact with a ball where it is nearest to the centre, or at an edge or a vertex in a direction that is a normal of
    /// the surface. So it has with a capsule whose side does not reach down to its plane: equation (11) of the theory's page.
    pub(super) fn may_have_contact(
        &self,
        Touching { parts: [part, _], depth, .. }: &Touching,
    ) -> bool {
        let along = || -self.pair.relative.basis_a().tr_mul(&depth.normal);
        !self.is_ball && (self.soup.surface_contacts().one_sided || !self.has_side_above(*part))
            || self.soup.surface_normal(*part, &along()) != SurfaceNormal::Not
    }

    /// Whether the side of a capsule that is turned to a polygon is above its plane.
    fn has_side_above(&self, part: u32) -> bool {
        let (soup, relative) = (self.soup, &self.pair.relative);
        let corner = soup.face(part).map(|outline| soup.vertex(outline[0]));
        let Some((corner, (normal, _))) = corner.zip(front(soup, relative.basis_a(), part)) else {
            return false;
        };
        let corner = relative.place_a(corner);
        let [p, q] = self.ends;
        let heights = [p, q].map(|end| normal.dot(&(end - corner)));
        let low = heights[0].abs().min(heights[1].abs());
        let leaning = (q - p).normalize().cross(&normal).norm() + NORMAL_CONE;
        heights[0] * heights[1] > 0.0 && low > self.radius * leaning
    }
}
