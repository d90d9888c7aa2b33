//! Which polytope of a mesh a point of its surface is on, and where in it: of points of rays, casts, distances, depths and contacts.

use super::bodies::{Body, BodyShape};
use crate::math::vector::{is_finite, length, preimage};
use crate::math::{Placement, Vec3};
use crate::mesh::PolytopeSoup;
use crate::mesh::nearest_point::nearest_on_surfaces;

#[cfg(test)]
mod tests;

/// Where a point is on a shape.
///
/// ```
/// use solid_geometry::query::Body;
/// use solid_geometry::{Placement, Shape, query};
///
/// let corners = [[0.0; 3], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]].map(Into::into);
/// let (square, here) = (Shape::mesh(&corners, &[[0, 1, 2], [0, 2, 3]])?, Placement::IDENTITY);
/// let hit = query::ray(&square, &here, [3.0, 1.0, 5.0], [3.0, 1.0, -5.0]).expect("a hit");
/// let body = Body::new(square.view(), &here).expect("finite");
/// let on = body.surface_point(&hit.point).expect("finite");
/// assert_eq!(on.polytope, 0);
/// let weights = on.weights.expect("a triangle"); // 0.25, 0.5 and 0.25
/// assert!((weights[0] - 0.25).abs() + (weights[1] - 0.5).abs() + (weights[2] - 0.25).abs() < 1e-9);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// The number of the polytope in the order in which they were given; 0 of a convex shape; of a body that consists of others the
    /// sum of that and [`Part::first`](super::Part::first).
    pub polytope: u32,
    /// Barycentric coordinates in a triangle, in the order of its vertices: not negative, and their sum is 1. `None` of what is no
    /// triangle, and of one that has no area.
    pub weights: Option<[f64; 3]>,
}

/// Where all points of a convex shape are.
const CONVEX: SurfacePoint = SurfacePoint { polytope: 0, weights: None };

impl Body<'_> {
    /// The polytope of the shape that is nearest to a point in world coordinates, as it is in the coordinates of the shape: for points of
    /// the surface the one that they are on, of several one of them. `None` if the point is not finite. Takes O(log n) for points on the
    /// surface of n polytopes, O(n) at worst.
    pub fn surface_point(&self, point: &Vec3) -> Option<SurfacePoint> {
        match self.shape {
            // It has but one.
            BodyShape::Convex(_) => is_finite(point).then_some(CONVEX),
            _ => self.nearest_surface_point(point).map(|(found, _)| found),
        }
    }

    /// The same, and how far from the point it is, in the world.
    pub(super) fn nearest_surface_point(&self, point: &Vec3) -> Option<(SurfacePoint, f64)> {
        if !is_finite(point) {
            return None;
        }
        let soup = match self.shape {
            BodyShape::Soup(soup) => soup,
            BodyShape::Parts(_) => return self.nearest_surface_point_of_parts(point),
            BodyShape::Convex(_) => {
                let distance =
                    self.signed_distance(point).ok()?.map_or(0.0, |found| found.distance);
                return Some((CONVEX, distance.abs()));
            }
        };
        let Placement { basis, origin } = self.placement;
        let local = preimage(basis, &(point - origin));
        if !is_finite(&local) {
            return None;
        }
        let found = nearest_on_surfaces(soup, &local)?;
        let weights = weights(soup, found.part, &found.point);
        let distance = length(&(self.placement.apply(&found.point) - point));
        Some((SurfacePoint { polytope: soup.number(found.part), weights }, distance))
    }
}

/// The barycentric coordinates of a point of a triangle (Ericson 2005, 3.4).
fn weights(soup: &PolytopeSoup, part: u32, at: &Vec3) -> Option<[f64; 3]> {
    let [p, q, r] = soup.corners(part)?;
    // The triangles of a concave polygon share its number: their vertices are not known to whoever gave it.
    let is_same = |other: u32| soup.number(other) == soup.number(part);
    let next = part + 1;
    if part > 0 && is_same(part - 1) || (next as usize) < soup.len() && is_same(next) {
        return None;
    }
    let normal = (q - p).cross(&(r - p));
    let square = normal.norm_squared();
    let share = |a: &Vec3, b: &Vec3| (a - at).cross(&(b - at)).dot(&normal).max(0.0) / square;
    let weights = [share(q, r), share(r, p), share(p, q)];
    let sum: f64 = weights.iter().sum();
    // NaN where there is no area.
    (sum > 0.0 && sum.is_finite()).then(|| weights.map(|weight| weight / sum))
}
