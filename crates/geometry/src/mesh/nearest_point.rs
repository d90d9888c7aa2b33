//! The point of a mesh that is nearest to another one. Each distance of a triangle is certified by the plane across it (Ericson 2005,
//! 5.1.5, finds the point), or found by GJK.

use super::PolytopeSoup;
use crate::bvh::{NearVisit, walk_near};
use crate::convex::depth::penetration_depth;
use crate::convex::distance::distance;
use crate::convex::epa::Workspace;
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{
    NEAREST_BEYOND, NEAREST_CERTIFIED, NEAREST_LEANING, TIGHTEST_DISTANCE_TOLERANCE,
};
use crate::math::{Placement, Vec3};
use crate::shape::{Primitive, Support};

#[cfg(test)]
mod tests;

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
        let corners = self.soup.corners(i);
        let near = match corners.and_then(|corners| nearest_certified(corners, self.local)) {
            Some(near) => near,
            None if corners.is_some_and(|c| is_beyond(c, self.local, self.found.distance)) => {
                return;
            }
            None => nearest_by_search(self.soup, i, self.local, self.only_surfaces),
        };
        // Of several that are as near the first: whatever the order of the walk.
        let (best, first) = (self.found.distance, self.found.part);
        if near.distance < best || near.distance == best && (!self.any || i < first) {
            (self.found, self.any) = (NearestPoint { part: i, ..near }, true);
        }
    }
}

/// Whether a triangle is certainly farther from a point than a distance: beyond the plane across the way to its centroid, of which the
/// distance is known without a division. It spares most triangles that are too thin the search.
#[cold]
fn is_beyond([a, b, c]: [&Vec3; 3], to: &Vec3, distance: f64) -> bool {
    let [a, b, c] = [a - to, b - to, c - to];
    let way = a + b + c;
    let least = way.dot(&a).min(way.dot(&b)).min(way.dot(&c));
    let square = distance * distance * way.norm_squared();
    // Where the way is not much longer than the distance, so that rounding is below the margin.
    let is_small = way.norm_squared() <= NEAREST_LEANING * distance * distance;
    is_small && least > 0.0 && least * least > square * NEAREST_BEYOND
}

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

/// The nearest point of a triangle, unless it is too thin for its plane to be known.
#[inline]
pub(crate) fn nearest_certified([a, b, c]: [&Vec3; 3], to: &Vec3) -> Option<NearestPoint> {
    let [a, b, c] = [a - to, b - to, c - to];
    let near = nearest_to_origin(&a, &b, &c);
    let square = near.norm_squared();
    let distance = square.sqrt();
    // All of the triangle is beyond the plane across the nearest point.
    let least = near.dot(&a).min(near.dot(&b)).min(near.dot(&c));
    let wide = || a.amax().max(b.amax()).max(c.amax());
    let reach = (square - least) / NEAREST_CERTIFIED;
    let is_certain = reach <= square || reach <= square + distance * wide();
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
