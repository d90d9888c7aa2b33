//! Cutting a polygon, convex or not, into triangles.
//!
//! The polygon may have holes that are tied to its outline by pairs of opposite edges (thesis 2.1.1), and either winding.
//! Its plane is Newell's; the axis closest to the normal is dropped, and all decisions are exact signs of what is left.
//! The triangles are those of the constrained Delaunay triangulation of the outline (Chew 1989; the crate spade) whose winding
//! number is 1.

mod lines;
#[cfg(test)]
mod tests;

use robust::{Coord, orient2d};
use spade::handles::FixedVertexHandle;
use spade::{
    ConstrainedDelaunayTriangulation, HierarchyHintGenerator, Point2, Triangulation,
    mitigate_underflow,
};

use super::distinct::distinct_values;
use crate::math::vector::is_finite;
use crate::math::{Aabb, Vec3, power};
use crate::sorting::sorted_numbers;
use lines::{Lines, Runs};

/// Why a polygon cannot be triangulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriangulationError {
    /// The outline crosses itself.
    Crossing,
    /// The coordinates are no finite numbers, or their differences are not.
    NotFinite,
}

/// A polygon cut into triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Triangulated {
    /// The corners of the triangles, by their places in the outline, in the outline's sense.
    pub triangles: Vec<[u32; 3]>,
    /// How far the corners are off their common plane at most, relative to the polygon's extent.
    pub warp: f64,
}

/// Twice the area vector of an outline: the normal of the plane that fits it best (Newell's method).
pub fn newell(outline: &[Vec3]) -> Vec3 {
    let Some(&origin) = outline.first() else {
        return Vec3::zeros();
    };
    let next = outline.iter().skip(1).chain(outline.first());
    outline.iter().zip(next).map(|(p, q)| (p - origin).cross(&(q - origin))).sum()
}

/// Cuts a polygon of three or more corners into triangles that cover it, in O(n log n) time for n corners on usual outlines, also where
/// edges lie on each other. An outline that crosses itself is noticed at the first crossing.
///
/// An outline without area gives triangles without area. Corners off the plane are taken as they are: the triangles
/// have their corners there. Spikes, where the outline goes out and back along the same line, are no part of the polygon.
pub fn triangulate(outline: &[Vec3]) -> Result<Triangulated, TriangulationError> {
    let count = outline.len();
    if outline.is_empty() {
        return Ok(Triangulated { triangles: Vec::new(), warp: 0.0 });
    }
    let around = Aabb::around(outline);
    let extent = (around.max - around.min).amax();
    if !(extent.is_finite() && outline.iter().all(is_finite)) {
        return Err(TriangulationError::NotFinite);
    }
    // In a unit in which products of lengths are in range; a power of two changes no digit.
    let unit = -power::exponent(extent);
    let scaled: Vec<Vec3> = outline.iter().map(|p| p.map(|x| power::scale(x, unit))).collect();
    let (outline, extent) = (&scaled[..], power::scale(extent, unit));
    let normal = newell(outline);
    let axis = normal.iamax();
    let fan = || (1..(count as u32).saturating_sub(1)).map(|i| [0, i, i + 1]).collect();
    if normal[axis] == 0.0 {
        return Ok(Triangulated { triangles: fan(), warp: 0.0 });
    }
    let length = normal.norm();
    let off = |p: &Vec3| (p - outline[0]).dot(&normal).abs() / length;
    let warp = outline.iter().fold(0.0, |most: f64, p| most.max(off(p))) / extent;
    // Counterclockwise in the plane of the other two axes.
    let (x, y) = if normal[axis] > 0.0 {
        ((axis + 1) % 3, (axis + 2) % 3)
    } else {
        ((axis + 2) % 3, (axis + 1) % 3)
    };
    let largest = outline.iter().fold(0.0, |most: f64, p| most.max(p.amax()));
    // A power of two: the scaled coordinates are exact, and -0 becomes 0.
    let scale = (-largest.log2().floor()).exp2();
    let flat = |p: &Vec3| {
        let flat = mitigate_underflow(Point2::new(p[x] * scale + 0.0, p[y] * scale + 0.0));
        Vec3::new(flat.x, flat.y, 0.0)
    };
    let flat: Vec<Vec3> = outline.iter().map(flat).collect();
    let triangles = Arrangement::new(&flat)
        .and_then(|arrangement| arrangement.enclosed())
        .ok_or(TriangulationError::Crossing)?;
    Ok(Triangulated { triangles: if triangles.is_empty() { fan() } else { triangles }, warp })
}

/// The constrained Delaunay triangulation of an outline's corners, with the outline's edges as constraints.
struct Arrangement {
    cdt: Cdt,
    of_outline: Runs,
}

type Cdt = ConstrainedDelaunayTriangulation<Point2<f64>, (), (), (), HierarchyHintGenerator<f64>>;

impl Arrangement {
    /// `None` if two edges cross at a point that is no corner.
    fn new(outline: &[Vec3]) -> Option<Arrangement> {
        let (points, names) = distinct_values(outline, &Vec::from_iter(0..outline.len() as u32));
        let next = names.iter().cycle().skip(1);
        let edges: Vec<[usize; 2]> =
            names.iter().zip(next).map(|(&a, &b)| [a as usize, b as usize]).collect();
        let mut at_point = vec![0; points.len()];
        edges.iter().flatten().for_each(|&point| at_point[point] += 1);

        let mut cdt = Cdt::with_capacity(points.len(), 3 * points.len(), 2 * points.len());
        let mut vertices = vec![FixedVertexHandle::from_index(0); points.len()];
        for point in off_a_line_soon(&points) {
            let p = &points[point];
            vertices[point] = cdt.insert(Point2::new(p.x, p.y)).ok()?;
        }
        let mut lines = Lines::default();
        let mut found = vec![None; edges.len()];
        for edge in in_rounds(edges.len()).filter(|&edge| edges[edge][0] != edges[edge][1]) {
            let [from, to] = edges[edge];
            // It takes long to look for the way from a vertex at which many edges meet.
            let ends = if at_point[from] <= at_point[to] { [from, to] } else { [to, from] };
            found[edge] = Some(lines.add(&mut cdt, ends.map(|point| vertices[point]))?);
        }
        let ends = edges.iter().map(|edge| edge.map(|point| vertices[point]));
        let of_outline = lines.runs(&cdt, &Vec::from_iter(ends.zip(found)));
        Some(Arrangement { cdt, of_outline })
    }

    /// The triangles that the outline encloses once, by the corners of the outline; `None` if it encloses a region
    /// clockwise or several times.
    fn enclosed(&self) -> Option<Vec<[u32; 3]>> {
        let enclosed = self.winding_numbers();
        if enclosed.iter().any(|number| !(0..=1).contains(number)) {
            return None;
        }
        let corners = self.corners();
        let inside = self.cdt.inner_faces().filter(|face| enclosed[face.index()] == 1);
        Some(inside.map(|face| face.adjacent_edges().map(|e| corners[e.index()])).collect())
    }

    /// The winding number of the outline around each face.
    fn winding_numbers(&self) -> Vec<i32> {
        const UNKNOWN: i32 = i32::MIN;
        let mut numbers = vec![UNKNOWN; self.cdt.num_all_faces()];
        let outer = self.cdt.outer_face();
        numbers[outer.index()] = 0;
        let mut border: Vec<_> = self.cdt.convex_hull().collect();
        while let Some(edge) = border.pop() {
            let (here, across) = (edge.face().index(), edge.rev().face());
            if numbers[across.index()] == UNKNOWN {
                let runs = &self.of_outline.runs;
                let change = runs[edge.rev().index()] - runs[edge.index()];
                numbers[across.index()] = numbers[here] + change;
                border.extend(across.as_inner().into_iter().flat_map(|face| face.adjacent_edges()));
            }
        }
        numbers
    }

    /// For each directed edge, the corner of the outline at its start to which the face on its left belongs. Where the
    /// outline comes to one point several times, that is the corner between whose edges the face lies.
    fn corners(&self) -> Vec<u32> {
        let first_parts = &self.of_outline.first_parts;
        let mut at_vertex = vec![0; self.cdt.num_vertices()];
        // Several edges may begin with the same part: the last of them counts.
        let mut at_part = vec![None; self.cdt.num_directed_edges()];
        for (corner, part) in (0..).zip(first_parts) {
            if let Some(part) = *part {
                at_vertex[self.cdt.directed_edge(part).from().index()] = corner;
                at_part[part.index()] = Some(corner);
            }
        }
        let start = self.cdt.directed_edges().map(|edge| edge.from().index());
        let mut corners: Vec<u32> = start.map(|vertex| at_vertex[vertex]).collect();
        for part in self.cdt.directed_edges() {
            let Some(corner) = at_part[part.index()] else { continue };
            let mut edge = part;
            loop {
                corners[edge.index()] = corner;
                edge = edge.ccw();
                if edge.is_constraint_edge() {
                    break;
                }
            }
        }
        corners
    }
}

/// So many points on a line at the beginning do no harm.
const FEW_ON_A_LINE: usize = 64;

/// The numbers of points [`in_rounds`], but where many at the beginning lie on a line, with one that does not before them: the crate
/// spade sorts all points at each insertion as long as all of them do.
fn off_a_line_soon(points: &[Vec3]) -> Vec<usize> {
    let mut order = Vec::from_iter(in_rounds(points.len()));
    let at = |place: usize| {
        let point = &points[order[place]];
        Coord { x: point.x, y: point.y }
    };
    let first_off = (2..order.len()).find(|&place| orient2d(at(0), at(1), at(place)) != 0.0);
    if let Some(place) = first_off.filter(|place| *place > FEW_ON_A_LINE) {
        order[..=place].rotate_right(1);
    }
    order
}

/// The numbers below `count` in rounds, each of a random half of those that are left, ascending within each; the last round
/// first. Insertion in this order takes O(n log n) expected time, and finds near what it needs in the caches (Amenta, Choi
/// and Rote 2003).
fn in_rounds(count: usize) -> impl Iterator<Item = usize> {
    let round = |i: u32| (u64::from(i) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).leading_zeros();
    let order = sorted_numbers(count, &|i, j| round(j).cmp(&round(i)));
    order.into_iter().map(|i| i as usize)
}
