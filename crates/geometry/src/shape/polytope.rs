//! Convex polyhedra given as point sets. Few vertices are searched by a linear scan, many by hill climbing over the edges
//! of their hull (Cameron 1997).

mod box_tree;
mod faces;
mod hill_climbing;
mod linear_scan;

use std::sync::OnceLock;

use super::bounding_spheres::{inner_radius, radius_around};
use super::core::Core;
use super::feature::{Facing, Feature};
use super::hull::Hull;
use super::support::{Any, Support};
use crate::math::power;
use crate::math::tolerance::ROUNDING;
use crate::math::vector::xy;
use crate::math::{Aabb, Mat3, Vec3};
use faces::Faces;
use hill_climbing::Graph;
use linear_scan::Columns;

/// From this number of vertices on, support points are found by hill climbing. That is faster from 45 vertices on, with a warm
/// start from 30 (benches/support.rs). But it takes three times the memory, and a scan finds bounding boxes and ties faster, up
/// to some hundreds of vertices.
const CLIMB_FROM: usize = 64;

/// With fewer vertices, a support value costs no more than a cached bound on it.
const CACHE_FROM: usize = 32;

/// Twice the bound on the relative rounding error of a dot product, 3 roundings a term, and slack for the bound itself.
const SLACK: f64 = 8.0 * ROUNDING;

/// Where the sum of the products' magnitudes is in this range, dot products neither over- nor underflow.
pub(super) const SAFE: std::ops::Range<f64> = 1e-250..1e300;

/// The convex hull of a finite point set, searched for support points.
///
/// Only extreme points are kept, unless the coordinates span more than about 180 orders of magnitude: then all distinct
/// points are kept, and each search is a scan.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::shape::{Polytope, Support};
///
/// let corners = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z(), Vec3::repeat(0.1)];
/// let tetrahedron = Polytope::new(&corners);
/// assert_eq!(tetrahedron.len(), 4);
/// assert_eq!(tetrahedron.support(&Vec3::new(1.0, 2.0, -1.0), &mut 0), Vec3::y());
/// ```
#[derive(Clone, Debug)]
pub struct Polytope {
    vertices: Vertices,
    bounds: Aabb,
    /// The largest absolute values of the coordinates.
    extents: Vec3,
    /// [`radius_around`] the vertices, if there are at least [`CACHE_FROM`].
    cached_radius: Option<f64>,
    /// A point well inside.
    center: Vec3,
    /// The radius of a sphere about the centre of the bounds that the polytope contains.
    inner_radius: f64,
    /// Found when the first contact asks for them.
    faces: OnceLock<Option<Box<Faces>>>,
}

/// How the vertices are stored and searched.
#[derive(Clone, Debug)]
enum Vertices {
    Columns(Columns),
    Graph(Box<Graph>),
}

/// The direction of a search and a bound on its rounding errors.
#[derive(Clone, Copy)]
struct Query {
    direction: Vec3,
    /// Twice the bound on the rounding error of a dot product with any vertex.
    slack: f64,
}

/// The mean of the extreme points along the axes, which is well inside the hull; the origin if there are no points.
fn mean_of_extremes(points: &[Vec3]) -> Vec3 {
    let mut sum = Vec3::zeros();
    for axis in 0..3 {
        let along = |a: &&Vec3, b: &&Vec3| a[axis].total_cmp(&b[axis]);
        let ends = [points.iter().min_by(along), points.iter().max_by(along)];
        sum += ends.into_iter().flatten().fold(Vec3::zeros(), |sum, p| sum + p / 6.0);
    }
    sum
}

impl Query {
    /// The dot product with a vertex. All searches compute it by the same operations, so that they agree on ties.
    #[inline]
    fn value(&self, x: f64, y: f64, z: f64) -> f64 {
        (self.direction.x * x + self.direction.y * y) + self.direction.z * z
    }
}

impl Polytope {
    /// The hull of any finite points, which may be interior, repeated, collinear or coplanar. No points give an empty
    /// polytope. Takes O(n log n) time in all but contrived cases.
    pub fn new(points: &[Vec3]) -> Polytope {
        Polytope::with_threshold(points, CLIMB_FROM)
    }

    fn with_threshold(points: &[Vec3], climb_from: usize) -> Polytope {
        let hull = Hull::new(points);
        let kept: Vec<Vec3> = hull.vertices.iter().map(|&i| points[i as usize]).collect();
        let bounds = Aabb::around(&kept);
        let extents = if kept.is_empty() { Vec3::zeros() } else { bounds.absolute_extents() };
        let cached_radius = if kept.len() >= CACHE_FROM { radius_around(&kept) } else { None };
        let inner_radius = inner_radius(points, &hull.triangles, &bounds.center());
        let vertices = match hull.edges {
            Some(edges) if kept.len() >= climb_from => {
                Vertices::Graph(Box::new(Graph::new(&kept, &edges, &bounds)))
            }
            _ => Vertices::Columns(Columns::new(&kept, &extents)),
        };
        let center = mean_of_extremes(&kept);
        let faces = OnceLock::new();
        Polytope { vertices, bounds, extents, cached_radius, center, inner_radius, faces }
    }

    /// Of points of which each is extreme, but for rounding: no hull is built, and all searches are scans.
    pub(crate) fn of_extremes(points: &[Vec3]) -> Polytope {
        let bounds = Aabb::around(points);
        let extents = if points.is_empty() { Vec3::zeros() } else { bounds.absolute_extents() };
        Polytope {
            vertices: Vertices::Columns(Columns::new(points, &extents)),
            bounds,
            extents,
            cached_radius: None,
            center: mean_of_extremes(points),
            inner_radius: 0.0,
            faces: OnceLock::new(),
        }
    }

    /// The radius of a sphere about the centre of the bounding box that the polytope contains, not much smaller than
    /// the largest; zero if the polytope is flat or the centre is not well inside.
    pub(crate) fn inner_radius(&self) -> f64 {
        self.inner_radius
    }

    /// See [`Support::feature`].
    pub(super) fn feature_facing(&self, facing: &Facing<'_>, into: &mut Feature) -> bool {
        let place = |i: u32| facing.basis * self.vertex(i);
        let count = self.len() as u32;
        if count <= 3 {
            into.set((0..count).map(place), 0);
            return count > 0;
        }
        let faces = self.faces.get_or_init(|| Faces::new(&self.vertices()).map(Box::new));
        let Some(faces) = faces else { return false };
        let (name, ring) = faces.nearest(|normal| facing.cosine(normal));
        into.set_ring(ring, name, place);
        true
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

    /// A vertex, exactly one of the input points; panics unless `i` is below [`Polytope::len`]. Few vertices are in the
    /// order of the input, many in a spatial one.
    #[inline]
    pub(crate) fn vertex(&self, i: u32) -> Vec3 {
        match &self.vertices {
            Vertices::Columns(columns) => columns.vertex(i),
            Vertices::Graph(graph) => graph.vertex(i),
        }
    }

    /// All vertices.
    pub(crate) fn vertices(&self) -> Vec<Vec3> {
        (0..self.len() as u32).map(|i| self.vertex(i)).collect()
    }

    /// The index of the support point; 0 if there are no vertices.
    fn farthest(&self, direction: &Vec3, hint: u32) -> u32 {
        let certain = match &self.vertices {
            Vertices::Columns(columns) => {
                columns.certain_farthest(direction, self.weight(direction))
            }
            Vertices::Graph(_) => None,
        };
        certain.unwrap_or_else(|| self.exact_farthest(direction, hint))
    }

    fn exact_farthest(&self, direction: &Vec3, hint: u32) -> u32 {
        let (query, _) = self.query(direction);
        self.search(&query, hint).0
    }

    /// The tight bounding box of the image under a finite linear map: exactly the extremes of the computed coordinates
    /// `basis * vertex`, infinite where those overflow.
    pub(crate) fn bounds_under(&self, basis: &Mat3) -> Aabb {
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
            image.max[axis] = self.support_value(row, &mut 0);
            image.min[axis] = -self.support_value(&-row, &mut 0);
        }
        image
    }

    #[inline]
    fn search(&self, query: &Query, hint: u32) -> (u32, f64) {
        match &self.vertices {
            Vertices::Columns(columns) => columns.search(query),
            Vertices::Graph(graph) => graph.search(query, hint),
        }
    }

    /// A bound on the sum of the magnitudes of a dot product's terms, before rounding.
    #[inline]
    fn weight(&self, direction: &Vec3) -> f64 {
        let [x, y] = (xy(direction).abs() * xy(&self.extents)).to_array();
        x + y + direction.z.abs() * self.extents.z
    }

    /// The query for a direction, and the exponent of the power of two by which that was scaled.
    #[inline]
    fn query(&self, direction: &Vec3) -> (Query, i32) {
        let weight = self.weight(direction);
        if SAFE.contains(&weight) {
            return (Query { direction: *direction, slack: SLACK * weight }, 0);
        }
        let (direction, shift) = self.rescaled(direction);
        (Query { direction, slack: SLACK * self.weight(&direction) }, shift)
    }

    /// The direction times a power of two that makes the largest product about 2^100, so that what underflows is
    /// negligible, and the exponent. Components along which all coordinates are zero become zero.
    #[cold]
    fn rescaled(&self, direction: &Vec3) -> (Vec3, i32) {
        let counts = |i: &usize| direction[*i] != 0.0 && self.extents[*i] != 0.0;
        let exponents =
            |i: usize| (power::exponent(direction[i]), power::exponent(self.extents[i]));
        let terms = || (0..3).filter(counts).map(exponents);
        let Some(product) = terms().map(|(d, r)| d + r).max() else {
            return (Vec3::zeros(), 0);
        };
        // The direction itself must not overflow; with subnormal coordinates that leaves a product of 2^-80.
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

    /// The vertex farthest along `direction`, which is finite, of any length, and in local coordinates; the origin if
    /// there are no vertices. A direction that is not finite gives some vertex.
    ///
    /// The search starts at `*hint`, which may be any number, and leaves the index of the vertex there. The result does
    /// not depend on the hint: it is the vertex of lowest index among those whose computed dot product with the direction
    /// is the largest. (Where products would over- or underflow, the direction is scaled by a power of two first.)
    ///
    /// The cost is linear up to 64 vertices. Beyond, it is a few steps where the vertices are well spread, and grows like the
    /// square root of their number on a ring. At worst it is linear in the number of vertices whose dot products equal the
    /// largest up to rounding.
    #[inline]
    fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        if let Vertices::Columns(columns) = &self.vertices
            && columns.is_one_block()
            && SAFE.contains(&self.weight(direction))
        {
            let (index, _) = columns.farthest_of_block(direction);
            *hint = index;
            return columns.get(index).unwrap_or_default();
        }
        *hint = self.farthest(direction, *hint);
        let vertex = match &self.vertices {
            Vertices::Columns(columns) => columns.get(*hint),
            Vertices::Graph(graph) => graph.get(*hint),
        };
        vertex.unwrap_or_default()
    }

    fn effort(&self) -> u32 {
        1 + (self.len() / 64) as u32
    }

    /// Infinite where it overflows; 0 without vertices.
    #[inline]
    fn support_value(&self, direction: &Vec3, hint: &mut u32) -> f64 {
        if let Vertices::Columns(columns) = &self.vertices
            && columns.is_one_block()
            && SAFE.contains(&self.weight(direction))
        {
            let (index, value) = columns.farthest_of_block(direction);
            *hint = index;
            return value;
        }
        if let Vertices::Columns(columns) = &self.vertices {
            let weight = self.weight(direction);
            let index = columns.certain_farthest(direction, weight);
            if let Some(index) = index.filter(|_| SAFE.contains(&weight)) {
                *hint = index;
                let query = Query { direction: *direction, slack: 0.0 };
                return columns.value(&query, index);
            }
        }
        if self.is_empty() {
            return 0.0;
        }
        let (query, shift) = self.query(direction);
        let (index, value) = self.search(&query, *hint);
        *hint = index;
        if shift == 0 { value } else { power::scale(value, -shift) }
    }

    #[inline]
    fn cached_radius(&self) -> Option<f64> {
        self.cached_radius
    }

    #[inline]
    fn is_polytope(&self) -> bool {
        true
    }

    #[inline]
    fn core(&self, _unrounded: bool) -> Option<Core> {
        let vertex = |i| self.vertex(i);
        match self.len() {
            1 => Core::of_points(&[0].map(vertex)),
            2 => Core::of_points(&[0, 1].map(vertex)),
            3 => Core::of_points(&[0, 1, 2].map(vertex)),
            _ => None,
        }
    }

    fn feature(&self, basis: &Mat3, towards: &Vec3, into: &mut Feature) -> bool {
        self.feature_facing(&Facing::new(basis, towards), into)
    }

    #[inline]
    fn bounds(&self) -> Aabb {
        self.bounds
    }

    #[inline]
    fn absolute_extents(&self) -> Vec3 {
        self.extents
    }

    #[inline]
    fn center(&self) -> Vec3 {
        self.center
    }
}

#[cfg(test)]
mod tests;
