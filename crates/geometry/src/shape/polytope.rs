//! Convex polyhedra given as point sets.
//!
//! Few vertices are searched by a scan, many by a local search over the edges of their hull.

mod boxes;
mod climb;
mod scan;

use super::hull::Hull;
use super::support::{Any, Support};
use crate::math::power;
use crate::math::tolerance::ROUNDING;
use crate::math::vector::{abs, xy};
use crate::math::{Aabb, Mat3, Vec3};
use climb::Graph;
use scan::Columns;

/// From this number of vertices on, the local search is used. For support points alone it gains from some 45 (cold) or 30
/// (coherent) on, by benches/support.rs; but it takes three times the memory, and boxes and tied vertices are found faster
/// by a scan up to some hundreds.
const CLIMB_FROM: usize = 64;

/// Twice the bound on the relative rounding error of a dot product, 3 roundings a term, and some for the
/// bound itself.
const SLACK: f64 = 8.0 * ROUNDING;

/// The range of the sum of the products' magnitudes in which dot products neither over- nor underflow.
const SAFE: std::ops::Range<f64> = 1e-250..1e300;

/// The sine of an angle below which a triangle tells too little of its plane.
const THIN: f64 = 1e-9;

/// The convex hull of a finite point set, searched for support points.
///
/// Only extreme points are kept, unless the coordinates span more than about 180 orders of magnitude: then
/// all distinct points are, and each search is a scan.
#[derive(Clone, Debug)]
pub struct Polytope {
    vertices: Vertices,
    bounds: Aabb,
    /// The largest magnitudes of the coordinates.
    reach: Vec3,
    /// The radius of a ball about the origin that holds the polytope, hardly more than the least, if it has
    /// [`WORTH_REMEMBERING`] vertices.
    radius_if_searched: Option<f64>,
    /// A point well inside.
    center: Vec3,
    /// The radius of a ball about the centre of the bounds that the polytope contains.
    inner_radius: f64,
}

/// How the vertices are stored and searched.
#[derive(Clone, Debug)]
enum Vertices {
    Columns(Columns),
    Graph(Box<Graph>),
}

/// What a search wants, with its rounding bounded.
#[derive(Clone, Copy)]
struct Query {
    direction: Vec3,
    /// Twice the bound on the rounding error of a dot product with any vertex.
    slack: f64,
}

/// The least distance of a point inside a convex surface from its triangles' planes, less what rounding may have
/// added; zero if there are no triangles or the point is not well inside.
fn inner_radius(points: &[Vec3], triangles: &[[u32; 3]], center: &Vec3) -> f64 {
    // A point that is inside for certain tells on which side of a plane the inside is.
    let share = 1.0 / (3 * triangles.len().max(1)) as f64;
    let corners = triangles.iter().flatten().map(|&i| points[i as usize] - center);
    let inside = corners.fold(Vec3::zeros(), |sum, corner| sum + corner * share);
    let mut least = f64::INFINITY;
    for triangle in triangles {
        let [a, b, c] = triangle.map(|i| points[i as usize] - center);
        let normal = (b - a).cross(&(c - a));
        let length = normal.norm();
        let edges = (b - a).norm() * (c - a).norm();
        // The plane of a thin triangle is badly known.
        if !(length > THIN * edges && length < f64::INFINITY) {
            return 0.0;
        }
        let rounding =
            32.0 * ROUNDING * edges / length * (a.norm() + b.norm() + c.norm() + inside.norm());
        let (height, height_inside) = (normal.dot(&a) / length, normal.dot(&(a - inside)) / length);
        if height_inside.abs() <= rounding {
            return 0.0;
        }
        least = least.min(height * height_inside.signum() - rounding);
    }
    if least.is_finite() { least.max(0.0) } else { 0.0 }
}

/// The mean of the extreme points along the axes: well inside the hull, whatever the points' number; the origin if
/// there are none.
fn amid(points: &[Vec3]) -> Vec3 {
    let mut sum = Vec3::zeros();
    for axis in 0..3 {
        let along = |a: &&Vec3, b: &&Vec3| a[axis].total_cmp(&b[axis]);
        let ends = [points.iter().min_by(along), points.iter().max_by(along)];
        sum += ends.into_iter().flatten().fold(Vec3::zeros(), |sum, p| sum + p / 6.0);
    }
    sum
}

impl Query {
    /// The value that counts: all searches compute it by the same operations.
    #[inline(always)]
    fn value(&self, x: f64, y: f64, z: f64) -> f64 {
        (self.direction.x * x + self.direction.y * y) + self.direction.z * z
    }
}

/// Of fewer vertices the farthest is found about as fast as a bound on how far it reaches is made.
const WORTH_REMEMBERING: usize = 32;

/// The radius of a ball about the origin that holds all points, hardly more than the least.
#[inline(never)]
fn radius_around(points: &[Vec3]) -> f64 {
    let mut farthest2 = 0.0_f64;
    for point in points {
        farthest2 = farthest2.max(point.norm_squared());
    }
    farthest2.sqrt() * (1.0 + 8.0 * ROUNDING)
}

impl Polytope {
    /// From any finite points: interior, repeated, collinear and coplanar ones included; no points give an
    /// empty polytope. O(n log n) in all but contrived cases; the points are copied.
    pub fn new(points: &[Vec3]) -> Polytope {
        Polytope::with_threshold(points, CLIMB_FROM)
    }

    fn with_threshold(points: &[Vec3], climb_from: usize) -> Polytope {
        let hull = Hull::new(points);
        let kept: Vec<Vec3> = hull.vertices.iter().map(|&i| points[i as usize]).collect();
        let bounds = Aabb::around(&kept);
        let reach =
            if kept.is_empty() { Vec3::zeros() } else { abs(&bounds.min).sup(&abs(&bounds.max)) };
        let radius_if_searched = (kept.len() >= WORTH_REMEMBERING).then(|| radius_around(&kept));
        let inner_radius = inner_radius(points, &hull.triangles, &bounds.center());
        let vertices = match hull.edges {
            Some(edges) if kept.len() >= climb_from => {
                Vertices::Graph(Box::new(Graph::new(&kept, &edges, &bounds)))
            }
            _ => Vertices::Columns(Columns::new(&kept, &reach)),
        };
        let center = amid(&kept);
        Polytope { vertices, bounds, reach, radius_if_searched, center, inner_radius }
    }

    /// The radius of a ball about the centre of [`Polytope::bounds`] that the polytope contains, not much smaller
    /// than the largest; zero if it is flat or the centre is not well inside.
    pub fn inner_radius(&self) -> f64 {
        self.inner_radius
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of vertices kept.
    pub fn len(&self) -> usize {
        match &self.vertices {
            Vertices::Columns(columns) => columns.len(),
            Vertices::Graph(graph) => graph.len(),
        }
    }

    /// A vertex, exactly one of the input points; `i` is below [`Polytope::len`], else this panics. The order
    /// is the input's for few vertices, and a spatial one for many.
    #[inline]
    pub fn vertex(&self, i: u32) -> Vec3 {
        match &self.vertices {
            Vertices::Columns(columns) => columns.vertex(i),
            Vertices::Graph(graph) => graph.vertex(i),
        }
    }

    /// The vertex farthest along `direction`, which is finite, of any length, and in local coordinates; the
    /// origin if there are no vertices. A direction that is not finite gives some vertex.
    ///
    /// The search starts at `*hint`, which may be any number, and leaves the answer there. The answer does
    /// not depend on the hint: of all vertices whose computed dot product with the direction is the largest
    /// it is the one of the lowest index. (The direction counts times a power of two where products would
    /// over- or underflow.)
    ///
    /// The cost is linear up to some 64 vertices. Beyond, it is that of a few steps where the vertices are
    /// well spread, grows like a square root of their number at a ring, and at worst is linear in the number
    /// of those vertices that rounding cannot tell from the farthest.
    #[inline(always)]
    pub fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        // Found by a call, but read here: a point that a call wrote in three pieces would be waited for.
        *hint = self.farthest(direction, *hint);
        let vertex = match &self.vertices {
            Vertices::Columns(columns) => columns.get(*hint),
            Vertices::Graph(graph) => graph.get(*hint),
        };
        vertex.unwrap_or_default()
    }

    /// The number of that vertex; 0 if there are none.
    #[inline(never)]
    fn farthest(&self, direction: &Vec3, hint: u32) -> u32 {
        let only = match &self.vertices {
            Vertices::Columns(columns) => columns.only_farthest(direction, self.weight(direction)),
            Vertices::Graph(_) => None,
        };
        only.unwrap_or_else(|| self.farthest_of_near(direction, hint))
    }

    #[inline(never)]
    fn farthest_of_near(&self, direction: &Vec3, hint: u32) -> u32 {
        let (query, _) = self.query(direction);
        self.search(&query, hint).0
    }

    /// The box around the vertices, in local coordinates.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The tight box around the image of the vertices under a finite linear map: exactly the extremes of the
    /// computed coordinates `basis * vertex`, infinite where those overflow. `hints` serve the next call with
    /// a similar map; any numbers do. The cost is that of one scan or of six searches for support points.
    pub fn bounds_under(&self, basis: &Mat3, hints: &mut [u32; 6]) -> Aabb {
        if self.is_empty() {
            return Aabb::EMPTY;
        }
        let rows =
            [0, 1, 2].map(|axis| Vec3::new(basis[(axis, 0)], basis[(axis, 1)], basis[(axis, 2)]));
        if let Vertices::Columns(columns) = &self.vertices {
            let queries = rows.map(|row| self.query(&row));
            if queries.iter().all(|(_, shift)| *shift == 0) {
                return columns.bounds_under(&queries.map(|(query, _)| query));
            }
        }
        let mut image = Aabb::EMPTY;
        for (axis, row) in rows.iter().enumerate() {
            image.max[axis] = self.extent(row, &mut hints[2 * axis]);
            image.min[axis] = -self.extent(&-row, &mut hints[2 * axis + 1]);
        }
        image
    }

    /// The bytes occupied, those of the heap included.
    pub fn memory(&self) -> usize {
        let heap = match &self.vertices {
            Vertices::Columns(columns) => columns.memory(),
            Vertices::Graph(graph) => graph.memory(),
        };
        size_of::<Polytope>() + heap
    }

    /// The largest dot product with `direction`; infinite where it overflows.
    fn extent(&self, direction: &Vec3, hint: &mut u32) -> f64 {
        let (query, shift) = self.query(direction);
        let (index, value) = self.search(&query, *hint);
        *hint = index;
        if shift == 0 { value } else { power::scale(value, -shift) }
    }

    /// No less than [`Support::extent`], and by single precision hardly more, where vertices are searched by a scan.
    pub fn extent_at_most(&self, direction: &Vec3, hint: &mut u32) -> f64 {
        if let Vertices::Columns(columns) = &self.vertices {
            let weight = self.weight(direction);
            if let Some(most) = columns.at_most(direction, weight) {
                return most;
            }
        }
        Support::extent(self, direction, hint)
    }

    #[inline]
    fn search(&self, query: &Query, hint: u32) -> (u32, f64) {
        match &self.vertices {
            Vertices::Columns(columns) => columns.search(query),
            Vertices::Graph(graph) => graph.search(query, hint),
        }
    }

    /// The bound on a dot product's magnitude and on its terms' sum, before rounding.
    #[inline]
    fn weight(&self, direction: &Vec3) -> f64 {
        let [x, y] = (xy(direction).abs() * xy(&self.reach)).to_array();
        x + y + direction.z.abs() * self.reach.z
    }

    /// The query for a direction, and by which power of two that was multiplied.
    #[inline]
    fn query(&self, direction: &Vec3) -> (Query, i32) {
        let weight = self.weight(direction);
        if SAFE.contains(&weight) {
            return (Query { direction: *direction, slack: SLACK * weight }, 0);
        }
        let (direction, shift) = self.rescaled(direction);
        (Query { direction, slack: SLACK * self.weight(&direction) }, shift)
    }

    /// The direction times a power of two that makes the largest product one of about 2^100, before which all
    /// that underflows is nothing; without the coordinates that are zero for all vertices; and the exponent.
    #[cold]
    fn rescaled(&self, direction: &Vec3) -> (Vec3, i32) {
        let counts = |i: &usize| direction[*i] != 0.0 && self.reach[*i] != 0.0;
        let exponents = |i: usize| (power::exponent(direction[i]), power::exponent(self.reach[i]));
        let terms = || (0..3).filter(counts).map(exponents);
        let Some(product) = terms().map(|(d, r)| d + r).max() else {
            return (Vec3::zeros(), 0);
        };
        // The direction itself must not overflow; against subnormal coordinates that leaves a product of
        // 2^-80.
        let largest = terms().map(|(d, _)| d).max().unwrap_or(0);
        let shift = (100 - product).min(1000 - largest);
        let scaled = |i: usize| {
            if counts(&i) { power::scale(direction[i], shift) } else { 0.0 }
        };
        (Vec3::new(scaled(0), scaled(1), scaled(2)), shift)
    }
}

impl Support for Polytope {
    fn any(&self) -> Any<'_> {
        self
    }

    #[inline]
    fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        Polytope::support(self, direction, hint)
    }

    #[inline]
    fn extent(&self, direction: &Vec3, hint: &mut u32) -> f64 {
        if self.is_empty() { 0.0 } else { Polytope::extent(self, direction, hint) }
    }

    #[inline]
    fn as_polytope(&self) -> Option<&Polytope> {
        Some(self)
    }

    #[inline]
    fn radius_if_searched(&self) -> Option<f64> {
        self.radius_if_searched
    }

    #[inline]
    fn is_polytope(&self) -> bool {
        true
    }

    #[inline]
    fn bounds(&self) -> Aabb {
        self.bounds
    }

    #[inline]
    fn reach(&self) -> Vec3 {
        self.reach
    }

    #[inline]
    fn center(&self) -> Vec3 {
        self.center
    }
}

#[cfg(test)]
mod tests;
