//! The signed distance of a point and a body: negative inside (`docs/src/theory/solids.md`, section 1).
//!
//! The nearest point of a mesh is found in its own coordinates, where its placement is a similarity. Each distance of a triangle is
//! certified by the plane across it (Ericson 2005, 5.1.5, finds the point), or found by GJK. Whether the point is inside is decided by
//! the exact test of [`PolytopeSoup::holds`].

use crate::bvh::{NearVisit, walk_near};
use crate::convex::depth::penetration_depth;
use crate::convex::distance::distance;
use crate::convex::epa::Workspace;
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{
    BOX_ROUNDING, SIMILARITY, TIGHTEST_DISTANCE_TOLERANCE, USUAL_UNITS, WORKING_RANGE,
};
use crate::math::vector::{direction, is_finite, length};
use crate::math::{Mat3, Placement, Vec3};
use crate::mesh::PolytopeSoup;
use crate::query::{Body, BodyPair, BodyShape, ShapeError};
use crate::shape::{Primitive, Support};

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

/// Distances of less than this part of the coordinates are rounding: some twenty roundings of placing a point, and of its difference
/// to another.
const SURFACE: f64 = 2.0 * BOX_ROUNDING;

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
        WORKING_RANGE.contains(&reach).then_some((local, scale, SURFACE * (reach + far)))
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
        let shape = Primitive::Segment { from: Vec3::zeros(), to: Vec3::zeros() };
        let other = Body { shape: BodyShape::Convex(&shape), placement: &placement };
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
        let sign = if pair.common_point().is_some() { -1.0 } else { 1.0 };
        let away = point - at;
        let distance = length(&away);
        let on_surface = SURFACE * (point.amax() + pair.relative.largest_coordinate());
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
    let sign = if soup.holds(&(at + step)) { -1.0 } else { 1.0 };
    let [u, v] = [q - p, r - p].map(|edge| placement.basis * edge);
    let mirrors = if placement.basis.determinant() < 0.0 { -1.0 } else { 1.0 };
    u.cross(&v).try_normalize(0.0).map(|normal| normal * (sign * mirrors))
}

/// From a point of the surface to one that is certainly on one side, in parts of the extents.
const STEP_ASIDE: f64 = 1e-9;

/// The factor by which a basis scales all lengths; `None` if it is no similarity but for rounding, or an extreme one.
pub(super) fn scale_of(basis: &Mat3) -> Option<f64> {
    let products = basis.tr_mul(basis);
    let square = products.trace() / 3.0;
    let error = (products - Mat3::identity() * square).amax();
    (error <= SIMILARITY * square && USUAL_UNITS.contains(&square)).then(|| square.sqrt())
}

/// The nearest point of a soup.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearestPoint {
    pub point: Vec3,
    pub distance: f64,
    /// The polytope that has it.
    pub part: u32,
}

/// The nearest point of a soup to one in its own coordinates.
pub(crate) fn nearest_of(soup: &PolytopeSoup, local: &Vec3) -> Option<NearestPoint> {
    search(soup, local, false)
}

/// The same where no polytope that has a volume has an inside: their surfaces alone count.
pub(crate) fn nearest_on_surfaces(soup: &PolytopeSoup, local: &Vec3) -> Option<NearestPoint> {
    search(soup, local, true)
}

fn search(soup: &PolytopeSoup, local: &Vec3, only_surfaces: bool) -> Option<NearestPoint> {
    let found = NearestPoint { point: *local, distance: f64::INFINITY, part: 0 };
    let mut search = Search { soup, local, only_surfaces, found, any: false };
    walk_near(soup.tree().side(), soup.slabs_for_point(), local, &mut search);
    search.any.then_some(search.found)
}

struct Search<'a> {
    soup: &'a PolytopeSoup,
    local: &'a Vec3,
    only_surfaces: bool,
    found: NearestPoint,
    any: bool,
}

impl NearVisit for Search<'_> {
    #[inline]
    fn limit(&self) -> f64 {
        self.found.distance
    }

    #[inline]
    fn visit(&mut self, i: u32) {
        let corners = match self.soup.corners(i) {
            Some(corners) if is_beyond(corners, self.local, self.found.distance) => return,
            Some([a, b, c]) => nearest_certified(&[*a, *b, *c], self.local),
            None => None,
        };
        let near = corners
            .unwrap_or_else(|| nearest_by_search(self.soup, i, self.local, self.only_surfaces));
        // Of several that are as near the first: whatever the order of the walk.
        let (best, first) = (self.found.distance, self.found.part);
        if near.distance < best || near.distance == best && (!self.any || i < first) {
            (self.found, self.any) = (NearestPoint { part: i, ..near }, true);
        }
    }
}

/// Whether a triangle is certainly farther from a point than a distance: beyond the plane across the way to its centroid, of which the
/// distance is known without a division. Most triangles whose boxes are near enough are.
#[inline]
fn is_beyond([a, b, c]: [&Vec3; 3], to: &Vec3, distance: f64) -> bool {
    let [a, b, c] = [a - to, b - to, c - to];
    let way = a + b + c;
    let least = way.dot(&a).min(way.dot(&b)).min(way.dot(&c));
    let square = distance * distance * way.norm_squared();
    // Where the way is not much longer than the distance, so that rounding is below the margin.
    let is_small = way.norm_squared() <= MOST_LEANING * distance * distance;
    is_small && least > 0.0 && least * least > square * BEYOND
}

/// The square of how many distances the way to a triangle that [`is_beyond`] may have.
const MOST_LEANING: f64 = 1e8;

/// One, and more than what rounding makes of a product of ways of [`MOST_LEANING`].
const BEYOND: f64 = 1.0 + 1e-9;

/// The nearest point of any polytope. Of a point inside, if only surfaces count, that of the surface.
#[cold]
fn nearest_by_search(
    soup: &PolytopeSoup,
    i: u32,
    local: &Vec3,
    only_surfaces: bool,
) -> NearestPoint {
    let point = Primitive::Segment { from: *local, to: *local };
    let (own, other) = (soup.absolute_extents(), point.absolute_extents());
    let here = &Placement::IDENTITY;
    let Some(relative) = RelativePlacement::new(&own, here, &other, here) else {
        return NearestPoint { point: *local, distance: f64::INFINITY, part: i };
    };
    let view = soup.primitive(i);
    let tolerance = TIGHTEST_DISTANCE_TOLERANCE;
    let found = distance(&view, &point, &relative, tolerance, &mut [0; 2]);
    if found.upper == 0.0 && only_surfaces {
        let inside =
            penetration_depth(&view, &point, &relative, tolerance, &mut Workspace::default());
        let (at, depth) = inside.map_or((*local, 0.0), |inside| (inside.local_a, inside.depth));
        return NearestPoint { point: at, distance: depth, part: i };
    }
    NearestPoint { point: found.witness.local_a, distance: found.upper, part: i }
}

/// The planes across the nearest point of a triangle that certifies it may be nearer by this part of the distance, and of the largest
/// coordinate of the triangle as seen from the point.
const CERTIFIED: f64 = 1e-13;

/// The nearest point of a triangle, unless it is too thin for its plane to be known.
#[inline]
pub(super) fn nearest_certified(corners: &[Vec3; 3], to: &Vec3) -> Option<NearestPoint> {
    let [a, b, c] = [corners[0] - to, corners[1] - to, corners[2] - to];
    let near = nearest_to_origin(&a, &b, &c);
    let square = near.norm_squared();
    let distance = square.sqrt();
    // All of the triangle is beyond the plane across the nearest point.
    let least = near.dot(&a).min(near.dot(&b)).min(near.dot(&c));
    let wide = a.amax().max(b.amax()).max(c.amax());
    let is_certain = square - least <= CERTIFIED * (square + distance * wide);
    is_certain.then(|| NearestPoint { point: near + to, distance, part: 0 })
}

/// The point of a triangle that is nearest to the origin.
#[inline]
fn nearest_to_origin(a: &Vec3, b: &Vec3, c: &Vec3) -> Vec3 {
    let (ab, ac) = (b - a, c - a);
    let (d1, d2) = (-ab.dot(a), -ac.dot(a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return *a;
    }
    let (d3, d4) = (-ab.dot(b), -ac.dot(b));
    if d3 >= 0.0 && d4 <= d3 {
        return *b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * (d1 / (d1 - d3));
    }
    let (d5, d6) = (-ab.dot(c), -ac.dot(c));
    if d6 >= 0.0 && d5 <= d6 {
        return *c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * (d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    // By the normal: near the plane the barycentric coordinates lose the distance's digits.
    let normal = ab.cross(&ac);
    normal * (normal.dot(a) / normal.norm_squared())
}
