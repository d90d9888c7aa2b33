//! Polygons as they are, convex or not, without cutting them into triangles (thesis 3.2.2 and 3.3): in time linear in their
//! corners, but for sorting a few numbers.
//!
//! Outlines are as of [`solid_geometry::mesh::triangulate`]: flat, in either sense, with holes tied to them by opposite edges. The plane is
//! Newell's. What is nearer to touching than rounding is decided by it; polygons in one plane are taken to be an
//! infinitesimal apart, as the thesis has it. So these do not stand in for the exact tests of the shapes' triangles, which
//! distinguish touching from missing; they take what comes as a polygon, and each is a check of the other.

#[cfg(test)]
mod tests;

use solid_geometry::math::{Aabb, Vec3};
use solid_geometry::mesh::newell;

/// The plane of an outline: normal, not a unit vector, and a point.
struct Plane {
    normal: Vec3,
    point: Vec3,
}

impl Plane {
    /// `None` of an outline without area.
    fn of(outline: &[Vec3]) -> Option<Plane> {
        let normal = newell(outline);
        (normal.amax() > 0.0).then(|| Plane { normal, point: outline[0] })
    }

    /// The height of a point above the plane, times the normal's length.
    fn height(&self, p: &Vec3) -> f64 {
        self.normal.dot(&(p - self.point))
    }

    /// Where an edge passes through the plane. What lies in the plane is taken to be above it.
    fn passage(&self, [p, q]: [&Vec3; 2]) -> Option<Vec3> {
        let (a, b) = (self.height(p), self.height(q));
        ((a < 0.0) != (b < 0.0)).then(|| p + (q - p) * (a / (a - b)))
    }
}

/// An outline and its plane, found once for many tests.
pub struct Polygon<'a> {
    outline: &'a [Vec3],
    plane: Plane,
}

impl<'a> Polygon<'a> {
    /// `None` of an outline without area.
    pub fn new(outline: &'a [Vec3]) -> Option<Polygon<'a>> {
        Some(Polygon { outline, plane: Plane::of(outline)? })
    }

    /// The axis nearest to the line in which two planes meet; `None` of parallel ones.
    fn common_axis(&self, other: &Polygon<'_>) -> Option<usize> {
        let line = self.plane.normal.cross(&other.plane.normal);
        let axis = line.iamax();
        (line[axis] != 0.0).then_some(axis)
    }

    /// Whether two polygons share a point (Algorithm 3.1): by the segments in which they pass through each other's planes.
    pub fn meets(&self, other: &Polygon<'_>, work: &mut Segments) -> bool {
        work.find(self, other).is_some_and(|axis| work.overlap(axis))
    }

    /// The same by the approach before it (3.2.1): whether an edge of one passes through the other.
    pub fn meets_by_edges(&self, other: &Polygon<'_>) -> bool {
        self.common_axis(other).is_some() && (self.is_pierced(other) || other.is_pierced(self))
    }

    /// Whether an edge of the other polygon passes through this one.
    fn is_pierced(&self, other: &Polygon<'_>) -> bool {
        let mut through = edges(other.outline).filter_map(|edge| self.plane.passage(edge));
        through.any(|p| holds(self.outline, &self.plane.normal, &p))
    }
}

/// The segments in which two polygons pass through each other's planes, all on one line; kept for their memory.
#[derive(Default)]
pub struct Segments([Vec<Vec3>; 2]);

impl Segments {
    /// Finds them, and the axis along which they are sorted; `None` where the planes are parallel, or the first polygon does
    /// not reach the other's.
    fn find(&mut self, a: &Polygon<'_>, b: &Polygon<'_>) -> Option<usize> {
        let axis = a.common_axis(b)?;
        let [of_a, of_b] = &mut self.0;
        passages(a.outline, &b.plane, axis, of_a);
        if of_a.is_empty() {
            return None;
        }
        passages(b.outline, &a.plane, axis, of_b);
        Some(axis)
    }

    /// Whether a segment of one overlaps one of the other.
    fn overlap(&self, axis: usize) -> bool {
        let [s, t] = &self.0;
        let (mut i, mut j) = (0, 0);
        while i + 1 < s.len() && j + 1 < t.len() {
            if s[i + 1][axis] < t[j][axis] {
                i += 2;
            } else if t[j + 1][axis] < s[i][axis] {
                j += 2;
            } else {
                return true;
            }
        }
        false
    }
}

/// The edges of an outline.
fn edges(outline: &[Vec3]) -> impl Iterator<Item = [&Vec3; 2]> {
    outline.iter().zip(outline.iter().cycle().skip(1)).map(|(p, q)| [p, q])
}

/// Where the edges of an outline pass through a plane, sorted along an axis: an even number of points, of which the first and
/// the second are the ends of a segment, and so on. What lies in the plane is taken to be above it.
fn passages(outline: &[Vec3], plane: &Plane, axis: usize, points: &mut Vec<Vec3>) {
    points.clear();
    points.extend(edges(outline).filter_map(|edge| plane.passage(edge)));
    points.sort_unstable_by(|p, q| p[axis].total_cmp(&q[axis]));
}

/// Whether two polygons share a point (Algorithm 3.1).
pub fn polygons_meet(a: &[Vec3], b: &[Vec3]) -> bool {
    let (Some(a), Some(b)) = (Polygon::new(a), Polygon::new(b)) else { return false };
    a.meets(&b, &mut Segments::default())
}

/// The segments that two polygons have in common, in order along their line (Algorithm 3.2).
pub fn polygon_intersection(a: &[Vec3], b: &[Vec3]) -> Vec<[Vec3; 2]> {
    let (Some(a), Some(b)) = (Polygon::new(a), Polygon::new(b)) else { return Vec::new() };
    let mut work = Segments::default();
    let Some(axis) = work.find(&a, &b) else { return Vec::new() };
    let [s, t] = &work.0;
    let (mut i, mut j) = (0, 0);
    let mut common = Vec::new();
    while i + 1 < s.len() && j + 1 < t.len() {
        let ([from, to], [other_from, other_to]) = ([s[i], s[i + 1]], [t[j], t[j + 1]]);
        if to[axis] < other_from[axis] {
            i += 2;
        } else if other_to[axis] < from[axis] {
            j += 2;
        } else {
            let begin = if from[axis] > other_from[axis] { from } else { other_from };
            let end = if to[axis] < other_to[axis] { to } else { other_to };
            common.push([begin, end]);
            if to[axis] < other_to[axis] {
                i += 2;
            } else {
                j += 2;
            }
        }
    }
    common
}

/// Whether a point in the plane of an outline is within: a ray along an axis of the plane's projection crosses the outline an
/// odd number of times.
fn holds(outline: &[Vec3], normal: &Vec3, p: &Vec3) -> bool {
    let dropped = normal.iamax();
    let (x, y) = ((dropped + 1) % 3, (dropped + 2) % 3);
    let crossed = edges(outline).filter(|[a, b]| {
        (a[y] < p[y]) != (b[y] < p[y])
            && p[x] < a[x] + (b[x] - a[x]) * ((p[y] - a[y]) / (b[y] - a[y]))
    });
    crossed.count() % 2 == 1
}

/// Whether a polygon and a ball share a point (3.3.1): by the plane, an edge, or the centre above the polygon.
pub fn polygon_meets_ball(outline: &[Vec3], center: &Vec3, radius: f64) -> bool {
    let plane = Plane::of(outline);
    let beyond = |plane: &Plane| plane.height(center).abs() > radius * plane.normal.norm();
    if plane.as_ref().is_some_and(beyond) {
        return false;
    }
    // The vertices are in the edges.
    edges(outline).any(|[p, q]| distance2(p, q, center) <= radius * radius)
        || plane.is_some_and(|Plane { normal, point }| {
            let height = normal.dot(&(center - point)) / normal.norm_squared();
            holds(outline, &normal, &(center - normal * height))
        })
}

/// The square of the distance of a point from a segment.
fn distance2(p: &Vec3, q: &Vec3, point: &Vec3) -> f64 {
    let (edge, to) = (q - p, point - p);
    let length2 = edge.norm_squared();
    let along = if length2 > 0.0 { (to.dot(&edge) / length2).clamp(0.0, 1.0) } else { 0.0 };
    (to - edge * along).norm_squared()
}

/// Whether a polygon and a box share a point (3.3.2): by the plane, a vertex or an edge in the box, or the box's diagonal
/// nearest to the normal, which passes through the plane if the box does.
pub fn polygon_meets_box(outline: &[Vec3], aabb: &Aabb) -> bool {
    let plane = Plane::of(outline);
    let (center, extent) = (aabb.center(), aabb.half_extents());
    let reach = |plane: &Plane| plane.normal.abs().dot(&extent);
    if plane.as_ref().is_some_and(|plane| plane.height(&center).abs() > reach(plane)) {
        return false;
    }
    let codes: Vec<u8> = outline.iter().map(|p| outcode(p, aabb)).collect();
    if codes.contains(&0) {
        return true;
    }
    let codes = codes.iter().zip(codes.iter().cycle().skip(1));
    let clipped =
        |([p, q], (a, b)): ([&Vec3; 2], (&u8, &u8))| a & b == 0 && enters(p, q, a | b, aabb);
    edges(outline).zip(codes).any(clipped)
        || plane.is_some_and(|plane| {
            let diagonal = plane.normal.zip_map(&extent, |n, e| e.copysign(n));
            let along = plane.height(&center) / plane.normal.dot(&diagonal).max(f64::MIN_POSITIVE);
            holds(outline, &plane.normal, &(center - diagonal * along))
        })
}

/// On which sides of a box a point is outside of it, a bit each (Cohen and Sutherland).
fn outcode(p: &Vec3, aabb: &Aabb) -> u8 {
    let bits = |i: usize| {
        u8::from(p[i] < aabb.min[i]) << (2 * i) | u8::from(p[i] > aabb.max[i]) << (2 * i + 1)
    };
    bits(0) | bits(1) | bits(2)
}

/// Whether a segment, both of whose ends are outside, enters a box before it leaves: of the sides in the code, the last that
/// is entered comes before the first that is left (Liang and Barsky).
fn enters(p: &Vec3, q: &Vec3, code: u8, aabb: &Aabb) -> bool {
    let (mut last, mut first) = (0.0_f64, 1.0_f64);
    for side in (0..6).filter(|side| code >> side & 1 == 1) {
        let axis = side / 2;
        // Heights above the side, outside positive.
        let height = |p: &Vec3| {
            if side % 2 == 0 { aabb.min[axis] - p[axis] } else { p[axis] - aabb.max[axis] }
        };
        let (from, to) = (height(p), height(q));
        let at = from / (from - to);
        if from > 0.0 {
            last = last.max(at);
        } else {
            first = first.min(at);
        }
    }
    last <= first
}
