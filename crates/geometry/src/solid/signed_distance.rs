//! The signed distance of a point and a body: negative inside (`docs/src/theory/solids.md`, section 1).
//!
//! The nearest point of a mesh is found in its own coordinates (`mesh/nearest_point.rs`), where its placement is a similarity. Whether the
//! point is inside is decided by the exact test of [`PolytopeSoup::holds`].

use crate::convex::pair::Pair;
use crate::math::tolerance::{
    SIMILARITY, STEP_ASIDE, SURFACE_ROUNDING, TIGHTEST_DISTANCE_TOLERANCE, USUAL_UNITS,
    WORKING_RANGE,
};
use crate::math::vector::{direction, is_finite, length};
use crate::math::{Mat3, Placement, Vec3};
use crate::mesh::PolytopeSoup;
use crate::mesh::nearest_point::{NearestPoint, nearest_of};
use crate::query::{Body, BodyPair, BodyShape, ShapeError};
use crate::shape::Primitive;

#[cfg(test)]
mod tests;

/// How far a point is from the surface of a body, and on which side.
///
/// ```
/// use solid_geometry::{Placement, Shape, Vec3, query};
///
/// let (block, here) = (Shape::cuboid([2.0, 2.0, 2.0])?, Placement::IDENTITY);
/// let found = query::signed_distance(&block, &here, [0.0, 0.75, 0.0])?.expect("finite");
/// assert!((found.distance + 0.25).abs() < 1e-9 && (found.gradient - Vec3::y()).norm() < 1e-9);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedDistance {
    /// The distance of the surface; negative for a point inside.
    pub distance: f64,
    /// A unit vector along which the distance grows fastest: away from the body. Where several points of the surface are nearest, that
    /// of one of them; on the surface a normal.
    pub gradient: Vec3,
    /// The nearest point of the surface.
    pub nearest: Vec3,
}

/// A point, at the origin.
const DOT: Primitive =
    Primitive::Segment { from: Vec3::new(0.0, 0.0, 0.0), to: Vec3::new(0.0, 0.0, 0.0) };

impl Body<'_> {
    /// The signed distance of a point in world coordinates: exact but for rounding. `None` where a coordinate is out of range.
    /// Of a body that consists of others the least of its parts: inside, no more than the depth.
    /// [`ShapeError::NotClosed`] of a mesh that is no solid; of its parts that have a volume only the outsides count.
    pub fn signed_distance(&self, point: &Vec3) -> Result<Option<SignedDistance>, ShapeError> {
        if let BodyShape::Parts(_) = self.shape {
            return self.signed_distance_of_parts(point);
        }
        if let BodyShape::Soup(soup) = self.shape
            && !soup.is_solid()
        {
            return Err(ShapeError::NotClosed);
        }
        if !is_finite(point) {
            return Ok(None);
        }
        if let BodyShape::Soup(soup) = self.shape
            && let Some((local, scale, rounding)) = self.own_coordinates(soup, point)
            && let Some(found) = nearest_of(soup, &local)
        {
            if found.distance <= rounding {
                return Ok(self.with_point(point, |pair| {
                    Some(self.signed_distance_beside(soup, point, pair, found.part, &found.point))
                }));
            }
            return Ok(Some(self.signed_distance_from(soup, (&local, scale), &found)));
        }
        Ok(self.signed_distance_by_search(point))
    }

    /// The coordinates of a point in those of a solid that is scaled alike in all directions, the scale, and a bound on the rounding of
    /// distances there; `None` of others.
    fn own_coordinates(&self, soup: &PolytopeSoup, point: &Vec3) -> Option<(Vec3, f64, f64)> {
        let scale = scale_of(&self.placement.basis)?;
        let from_origin = point - self.placement.origin;
        let local = self.placement.basis.tr_mul(&from_origin) / (scale * scale);
        let reach = soup.absolute_extents().sum() + local.amax();
        // Of the whole way from the world's coordinates.
        let far = (point.amax() + self.placement.origin.amax()) / scale;
        WORKING_RANGE.contains(&reach).then_some((local, scale, SURFACE_ROUNDING * (reach + far)))
    }

    /// The signed distance by the nearest point of the surface, from which the point is clearly apart.
    fn signed_distance_from(
        &self,
        soup: &PolytopeSoup,
        (local, scale): (&Vec3, f64),
        found: &NearestPoint,
    ) -> SignedDistance {
        let sign = if soup.encloses(local) { -1.0 } else { 1.0 };
        let at = self.placement.apply(&found.point);
        let away = self.placement.basis * (local - found.point);
        let distance = sign * scale * found.distance;
        SignedDistance { distance, gradient: away * (sign / away.norm()), nearest: at }
    }

    /// The body, which is the first if it is a mesh, and a point.
    fn with_point<R>(
        &self,
        point: &Vec3,
        ask: impl FnOnce(&BodyPair<'_>) -> Option<R>,
    ) -> Option<R> {
        let placement = Placement { origin: *point, ..Placement::IDENTITY };
        let other = Body { shape: BodyShape::Convex(&DOT), placement: &placement };
        ask(&BodyPair::new(other, *self)?)
    }

    /// The same by the searches of any bodies.
    fn signed_distance_by_search(&self, point: &Vec3) -> Option<SignedDistance> {
        self.with_point(point, |pair| {
            if let BodyShape::Soup(soup) = self.shape {
                let found = pair.nearest_parts(TIGHTEST_DISTANCE_TOLERANCE)?;
                let (part, at) = (found.parts[0], found.witness.local_a);
                return Some(self.signed_distance_beside(soup, point, pair, part, &at));
            }
            if let Some(found) =
                pair.penetration(TIGHTEST_DISTANCE_TOLERANCE, &mut Default::default())
            {
                let deepest = found.deepest;
                return Some(SignedDistance {
                    distance: -deepest.depth,
                    gradient: deepest.normal,
                    nearest: point + deepest.normal * deepest.depth,
                });
            }
            let found = pair.closest_points(TIGHTEST_DISTANCE_TOLERANCE)?;
            let gradient = direction(&(point - found.points[1]))?;
            Some(SignedDistance { distance: found.distance, gradient, nearest: found.points[1] })
        })
    }

    /// The signed distance by the nearest point of the surface, in local coordinates: the exact test where the point is in the world
    /// decides on which side it is.
    fn signed_distance_beside(
        &self,
        soup: &PolytopeSoup,
        point: &Vec3,
        pair: &BodyPair<'_>,
        part: u32,
        nearest: &Vec3,
    ) -> SignedDistance {
        let at = self.placement.apply(nearest);
        let polytope = soup.primitive(part);
        let of_nearest = Pair::new(&polytope, &DOT, &pair.relative).of_any();
        let meet = of_nearest.touch_at(nearest, &Vec3::zeros()) || pair.common_point().is_some();
        let sign = if meet { -1.0 } else { 1.0 };
        let away = point - at;
        let distance = length(&away);
        let on_surface = SURFACE_ROUNDING * (point.amax() + pair.relative.largest_coordinate());
        let gradient = if distance <= on_surface {
            outwards(soup, self.placement, part, nearest)
        } else {
            direction(&(away * sign))
        };
        let gradient = gradient.unwrap_or_else(Vec3::x);
        SignedDistance { distance: sign * distance, gradient, nearest: at }
    }
}

/// The normal of a polytope at a point of the surface, away from the solid, in world coordinates.
pub(super) fn outwards(
    soup: &PolytopeSoup,
    placement: &Placement,
    part: u32,
    at: &Vec3,
) -> Option<Vec3> {
    let [p, q, r] = [0, 1, 2].map(|k| soup.outline(part).and_then(|all| all.get(k)));
    let [p, q, r] = [soup.vertex(*p?), soup.vertex(*q?), soup.vertex(*r?)];
    let normal = (q - p).cross(&(r - p)).try_normalize(0.0)?;
    // Far enough for the side to be certain; where a thin solid ends before, either side will do.
    let step = normal * (soup.absolute_extents().sum() * STEP_ASIDE);
    let sign = if soup.encloses(&(at + step)) { -1.0 } else { 1.0 };
    let [u, v] = [q - p, r - p].map(|edge| placement.basis * edge);
    let mirrors = if placement.basis.determinant() < 0.0 { -1.0 } else { 1.0 };
    u.cross(&v).try_normalize(0.0).map(|normal| normal * (sign * mirrors))
}

/// The factor by which a basis scales all lengths; `None` if it is no similarity but for rounding, or an extreme one.
pub(super) fn scale_of(basis: &Mat3) -> Option<f64> {
    let products = basis.tr_mul(basis);
    let square = products.trace() / 3.0;
    let error = (products - Mat3::identity() * square).amax();
    (error <= SIMILARITY * square && USUAL_UNITS.contains(&square)).then(|| square.sqrt())
}
