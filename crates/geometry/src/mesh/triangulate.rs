//! Cutting a polygon, convex or not, into triangles.
//!
//! The polygon may have holes that are tied to its outline by pairs of opposite edges (thesis 2.1.1), and either winding.
//! Its plane is Newell's; the axis closest to the normal is dropped, and all decisions are exact signs of what is left.
//! Ears are cut off one by one: a corner whose triangle holds no other part of the outline.

#[cfg(test)]
mod tests;

use robust::{Coord, orient2d};

use crate::math::Vec3;
use crate::math::vector::longest_axis;

/// Why a polygon cannot be triangulated.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::mesh::{TriangulationError, triangulate};
///
/// let bow_tie = [[0.0, 0.0, 0.0], [3.0, 2.0, 0.0], [3.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
/// assert_eq!(triangulate(&bow_tie).unwrap_err(), TriangulationError::Crossing);
/// let endless = [Vec3::zeros(), Vec3::x() * f64::INFINITY, Vec3::y()];
/// assert_eq!(triangulate(&endless).unwrap_err(), TriangulationError::NotFinite);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriangulationError {
    /// The outline crosses itself.
    Crossing,
    /// The coordinates are no finite numbers, or too large.
    NotFinite,
}

/// A polygon cut into triangles.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::mesh::triangulate;
///
/// // A square of side 4, of which a corner is lifted.
/// let bent = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 1.0], [0.0, 4.0, 0.0]].map(Vec3::from);
/// let cut = triangulate(&bent).expect("it does not cross itself");
/// assert_eq!(cut.triangles.len(), 2);
/// assert!(cut.warp > 0.05 && cut.warp < 0.25); // a quarter of the extent at most
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Triangulated {
    /// The corners of the triangles, by their places in the outline, in the outline's sense.
    pub triangles: Vec<[u32; 3]>,
    /// How far the corners are off their common plane at most, relative to the polygon's extent.
    pub warp: f64,
}

/// Twice the area vector of an outline: the normal of the plane that fits it best (Newell's method).
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::mesh::newell;
///
/// let rectangle = [[0.0, 0.0, 5.0], [3.0, 0.0, 5.0], [3.0, 2.0, 5.0], [0.0, 2.0, 5.0]].map(Vec3::from);
/// assert_eq!(newell(&rectangle), Vec3::new(0.0, 0.0, 12.0));
/// ```
pub fn newell(outline: &[Vec3]) -> Vec3 {
    let Some(&origin) = outline.first() else {
        return Vec3::zeros();
    };
    let next = outline.iter().skip(1).chain(outline.first());
    outline.iter().zip(next).map(|(p, q)| (p - origin).cross(&(q - origin))).sum()
}

/// Cuts a polygon of three or more corners into triangles that cover it, in O(n^2) time at worst for n corners that
/// turn inwards, each.
///
/// An outline without area gives triangles without area. Corners off the plane are taken as they are: the triangles
/// have their corners there.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::mesh::{newell, triangulate};
///
/// let arrow = [[0.0, 0.0, 0.0], [2.0, -2.0, 0.0], [0.0, 4.0, 0.0], [-2.0, -2.0, 0.0]].map(Vec3::from);
/// let cut = triangulate(&arrow).expect("it does not cross itself");
/// assert_eq!((cut.triangles.len(), cut.warp), (2, 0.0));
/// let twice_the_area: f64 = cut.triangles.iter().map(|t| newell(&t.map(|i| arrow[i as usize])).z).sum();
/// assert_eq!(twice_the_area, 16.0); // two triangles of 4
/// ```
pub fn triangulate(outline: &[Vec3]) -> Result<Triangulated, TriangulationError> {
    let count = outline.len();
    let extent = extent(outline);
    if !(extent.is_finite() && outline.iter().all(|p| p.iter().all(|x| x.abs() <= LARGEST))) {
        return Err(TriangulationError::NotFinite);
    }
    let normal = newell(outline);
    let axis = longest_axis(&normal);
    if normal[axis] == 0.0 {
        let fan = (1..count as u32 - 1).map(|i| [0, i, i + 1]).collect();
        return Ok(Triangulated { triangles: fan, warp: 0.0 });
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
    let flat: Vec<Coord<f64>> = outline.iter().map(|p| Coord { x: p[x], y: p[y] }).collect();
    if crosses_itself(&flat) {
        return Err(TriangulationError::Crossing);
    }
    let triangles = Ears::new(&flat).cut().ok_or(TriangulationError::Crossing)?;
    Ok(Triangulated { triangles, warp })
}

/// Coordinates beyond this, or differences below its inverse, leave the range in which the signs are exact.
const LARGEST: f64 = 1e140;

/// The longest side of the box around some points.
fn extent(points: &[Vec3]) -> f64 {
    let Some(&first) = points.first() else {
        return 0.0;
    };
    let (low, high) =
        points.iter().fold((first, first), |(low, high), p| (low.inf(p), high.sup(p)));
    (high - low).amax()
}

fn turn(a: Coord<f64>, b: Coord<f64>, c: Coord<f64>) -> f64 {
    orient2d(a, b, c)
}

/// Whether two edges cross in their insides. Edges that touch or overlap do not.
fn crosses_itself(flat: &[Coord<f64>]) -> bool {
    let count = flat.len();
    let edge = |i: usize| (flat[i], flat[(i + 1) % count]);
    let low = |i: usize| edge(i).0.x.min(edge(i).1.x);
    let high = |i: usize| edge(i).0.x.max(edge(i).1.x);
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.sort_unstable_by(|&i, &j| low(i as usize).total_cmp(&low(j as usize)).then(i.cmp(&j)));
    let mut open: Vec<usize> = Vec::new();
    for i in order.into_iter().map(|i| i as usize) {
        open.retain(|&j| high(j) >= low(i));
        let (a, b) = edge(i);
        let crossed = open.iter().any(|&j| {
            let (c, d) = edge(j);
            let apart = c.y.min(d.y) > a.y.max(b.y) || c.y.max(d.y) < a.y.min(b.y);
            !apart
                && opposite(turn(a, b, c), turn(a, b, d))
                && opposite(turn(c, d, a), turn(c, d, b))
        });
        if crossed {
            return true;
        }
        open.push(i);
    }
    false
}

fn opposite(a: f64, b: f64) -> bool {
    (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0)
}

/// What is left of an outline: a ring of corners, counterclockwise.
struct Ears<'a> {
    flat: &'a [Coord<f64>],
    next: Vec<u32>,
    previous: Vec<u32>,
}

impl<'a> Ears<'a> {
    fn new(flat: &'a [Coord<f64>]) -> Ears<'a> {
        let count = flat.len() as u32;
        Ears {
            flat,
            next: (0..count).map(|i| (i + 1) % count).collect(),
            previous: (0..count).map(|i| (i + count - 1) % count).collect(),
        }
    }

    fn at(&self, i: u32) -> Coord<f64> {
        self.flat[i as usize]
    }

    /// The corner before one, itself and the one after.
    fn around(&self, i: u32) -> [u32; 3] {
        [self.previous[i as usize], i, self.next[i as usize]]
    }

    fn turn_at(&self, i: u32) -> f64 {
        let [p, v, n] = self.around(i).map(|k| self.at(k));
        turn(p, v, n)
    }

    /// All triangles; `None` if there are no ears left before the end.
    fn cut(mut self) -> Option<Vec<[u32; 3]>> {
        let mut left = self.flat.len();
        let mut triangles = Vec::with_capacity(left.saturating_sub(2));
        let mut corner = 0;
        // How many corners in a row were no ears, and whether those will do that touch something.
        let (mut refused, mut lenient) = (0, false);
        while left > 3 {
            let turn = self.turn_at(corner);
            // A corner without a turn, or back on itself, leaves the region as it is when it goes.
            if turn == 0.0 || (turn > 0.0 && self.is_ear(corner, lenient)) {
                let [p, v, n] = self.around(corner);
                // One without area keeps neighbours connected: a corner in the middle of their edge is one of theirs.
                if turn != 0.0 || self.at(p) != self.at(n) {
                    triangles.push([p, v, n]);
                }
                self.next[p as usize] = n;
                self.previous[n as usize] = p;
                left -= 1;
                (refused, lenient) = (0, false);
                // Not always from the same corner, which would make slivers.
                corner = self.next[n as usize];
                continue;
            }
            corner = self.next[corner as usize];
            refused += 1;
            if refused > left {
                if lenient {
                    return None;
                }
                (refused, lenient) = (0, true);
            }
        }
        let last = self.turn_at(corner);
        if last < 0.0 {
            return None;
        }
        let [p, _, n] = self.around(corner);
        if last > 0.0 || self.at(p) != self.at(n) {
            triangles.push(self.around(corner));
        }
        Some(triangles)
    }

    /// Whether the triangle at a corner that turns left holds no other part of the outline.
    ///
    /// It does if a corner of the outline lies within it, or if the outline continues inside from a corner at the same place
    /// as one of its own. Where the outline touches its edges from outside, only `lenient` accepts the triangle.
    fn is_ear(&self, corner: u32, lenient: bool) -> bool {
        let [p, v, n] = self.around(corner);
        let triangle = [p, v, n].map(|k| self.at(k));
        let mut other = self.next[n as usize];
        while other != p {
            let q = self.at(other);
            if let Some(at) = triangle.iter().position(|c| *c == q) {
                let neighbours = [self.previous[other as usize], self.next[other as usize]];
                if neighbours.iter().any(|&k| goes_inside(&triangle, at, self.at(k))) {
                    return false;
                }
            } else if holds(&triangle, q, lenient) {
                return false;
            }
            other = self.next[other as usize];
        }
        // The neighbours' own edges may lead inside as well.
        let (before, after) = (self.at(self.previous[p as usize]), self.at(self.next[n as usize]));
        !goes_inside(&triangle, 0, before) && !goes_inside(&triangle, 2, after)
    }
}

/// Whether a point is in a triangle that is counterclockwise; on its edges unless `open`.
fn holds([a, b, c]: &[Coord<f64>; 3], q: Coord<f64>, open: bool) -> bool {
    let beside = |[a, b, c]: [f64; 3], q: f64| q < a.min(b).min(c) || q > a.max(b).max(c);
    if beside([a.x, b.x, c.x], q.x) || beside([a.y, b.y, c.y], q.y) {
        return false;
    }
    let turns = [turn(*a, *b, q), turn(*b, *c, q), turn(*c, *a, q)];
    turns.iter().all(|&t| if open { t > 0.0 } else { t >= 0.0 })
}

/// Whether the segment from a corner of a triangle to a point begins inside of the triangle.
fn goes_inside(triangle: &[Coord<f64>; 3], corner: usize, to: Coord<f64>) -> bool {
    let [c, after, before] = [0, 1, 2].map(|k| triangle[(corner + k) % 3]);
    turn(c, after, to) > 0.0 && turn(c, to, before) > 0.0
}
