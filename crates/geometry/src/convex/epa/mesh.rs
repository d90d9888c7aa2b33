//! The expanding polytope: a closed mesh of triangles that grows by points beyond its faces.
//!
//! Which faces a point sees is decided exactly, so that rounding can neither tear the mesh nor dent it.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::orientation::{side, side_here, side_nearby};
use crate::convex::epa::difference::Vertex;
use crate::math::Vec3;
use crate::math::tolerance::{DEPTH_ITERATIONS, FOOT_SLACK, ROUNDING, SIGHT_ROUNDING};

/// A face of the mesh; seen from outside its corners are in counterclockwise order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Face {
    /// Places of the corners. The fourth of these and of the links is none: four need no test when they are looked up.
    pub corners: [u16; 4],
    /// What is beyond the edges; the first edge is from the first corner to the second.
    across: [Link; 4],
    alive: bool,
    /// How often the slot was used: a heap's entry of an older use is void.
    used: u32,
    /// The outer normal, of any length, and what its dot product with the corners is.
    pub normal: Vec3,
    /// The dot product of the normal and a corner.
    pub offset: f64,
    /// A bound on the rounding error of dot products with the normal.
    guard: f64,
    /// Whether the normal is well known: it is no needle.
    clear: bool,
    /// Whether the origin is beyond the plane, exactly.
    beyond: bool,
}

/// An edge of a face: its place times four, and which of the edges.
#[derive(Clone, Copy, Debug, Default)]
struct Link(u16);

impl Link {
    #[inline]
    fn new(face: u16, edge: u16) -> Link {
        Link(4 * face + edge)
    }

    #[inline]
    fn face(self) -> u16 {
        self.0 / 4
    }

    #[inline]
    fn edge(self) -> usize {
        (self.0 % 4) as usize
    }
}

/// The edge after each edge.
const AFTER: [usize; 4] = [1, 2, 0, 0];

/// An edge of the border of a hole, of a face that stays, and the corners where new faces have it begin and end.
#[derive(Clone, Copy, Debug)]
struct Border {
    link: Link,
    from: u16,
    to: u16,
}

/// A face in the heap.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// A lower bound of the distance of the face's plane from the origin, negative if the origin is beyond.
    distance: f64,
    face: u16,
    /// The use of the face's slot.
    used: u32,
}

/// The nearest on top; of equally near ones the first.
impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let nearer = other.distance.total_cmp(&self.distance);
        nearer.then(other.face.cmp(&self.face)).then(self.used.cmp(&other.used))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

/// More vertices than searches make: those of their support points, and of a few local minima.
const MOST_VERTICES: usize = DEPTH_ITERATIONS as usize + 16;

/// The mesh and its memory, which is kept from one use to the next.
#[derive(Debug, Default)]
pub struct Mesh {
    vertices: Vec<Vertex>,
    faces: Vec<Face>,
    free: Vec<u16>,
    heap: BinaryHeap<Entry>,
    stack: Vec<Link>,
    horizon: Vec<Border>,
    /// The largest coordinate: the scale of rounding.
    scale: f64,
}

/// A face to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    /// Its place.
    pub face: u16,
    /// A lower bound of the distance of its plane from the origin.
    pub distance: f64,
    /// The outer unit normal.
    pub normal: Vec3,
}

/// The largest coordinate.
#[inline]
fn largest(v: &Vec3) -> f64 {
    let larger = |x: f64, y: f64| if x > y { x } else { y };
    larger(v.x.abs(), larger(v.y.abs(), v.z.abs()))
}

impl Mesh {
    /// Begins again with a tetrahedron; `false` if it is flat. `scale` is the largest coordinate of what is to come;
    /// `level` see [`Mesh::grow`].
    pub fn begin(&mut self, tetrahedron: &[Vertex; 4], scale: f64, level: f64) -> bool {
        self.vertices.clear();
        self.faces.clear();
        self.free.clear();
        self.heap.clear();
        self.scale = scale;
        // Once for all: no search makes more, but for faces that wait, of which a polyhedron has some.
        self.vertices.reserve(MOST_VERTICES);
        self.faces.reserve(2 * MOST_VERTICES);
        self.free.reserve(2 * MOST_VERTICES);
        self.heap.reserve(8 * MOST_VERTICES);
        self.stack.reserve(2 * MOST_VERTICES);
        self.horizon.reserve(MOST_VERTICES);
        self.vertices.extend_from_slice(tetrahedron);
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| tetrahedron[i].point);
        match side(&a, &b, &c, &d) {
            0 => return false,
            // The first face must be seen from outside.
            1 => self.vertices.swap(1, 2),
            _ => {}
        }
        let links = [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]];
        let twins = [[2, 2, 2], [1, 0, 0], [1, 0, 1], [1, 0, 2]];
        for (i, corners) in [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]].into_iter().enumerate() {
            let across = [0, 1, 2].map(|edge: usize| Link::new(links[i][edge], twins[i][edge]));
            let last = self.vertices[corners[2] as usize].point;
            self.add(corners, &last, across, level);
        }
        true
    }

    /// The points of the corners.
    #[inline]
    fn points(&self, face: &Face) -> [&Vec3; 3] {
        let [a, b, c, _] = face.corners;
        [a, b, c].map(|corner| self.point(corner))
    }

    /// The point of a corner.
    #[inline]
    fn point(&self, corner: u16) -> &Vec3 {
        &self.vertices[corner as usize].point
    }

    /// The corners of a face.
    pub fn corners(&self, face: u16) -> [Vertex; 3] {
        let [a, b, c, _] = self.faces[face as usize].corners;
        [a, b, c].map(|corner| self.vertices[corner as usize])
    }

    /// Adds a face that has these beyond its edges. It goes to the heap if its plane is nearer than `level` and the foot of the
    /// origin on it may be inside it: only there can the least distance be. The point `c` is its last corner's, which, where
    /// that is new, is not read back from where it was just written.
    #[inline]
    fn add(&mut self, corners: [u16; 3], c: &Vec3, across: [Link; 3], level: f64) -> u16 {
        let (a, b, c) = (*self.point(corners[0]), *self.point(corners[1]), *c);
        let (e, f) = (b - a, c - a);
        let normal = e.cross(&f);
        let offset = normal.dot(&a);
        let (most_e, most_f) = (largest(&e), largest(&f));
        let guard = SIGHT_ROUNDING * most_e * most_f * self.scale;
        let square = normal.norm_squared();
        // No edge is longer than four times the largest coordinate of two.
        let clear = square > guard * 4.0 * most_e.max(most_f);
        let place = self.free.pop().unwrap_or_else(|| {
            self.faces.push(Face::default());
            (self.faces.len() - 1) as u16
        });
        // In its place, field by field: a copy of what was just written would have to wait for it.
        let face = &mut self.faces[place as usize];
        let ([i, j, k], [p, q, r]) = (corners, across);
        (face.corners, face.across, face.alive) = ([i, j, k, k], [p, q, r, r], true);
        (face.normal, face.offset, face.guard) = (normal, offset, guard);
        face.used += 1;
        let beyond =
            offset < -guard || offset <= guard && side_here(&a, &b, &c, &Vec3::zeros()) > 0;
        (face.clear, face.beyond) = (clear, beyond);
        let near = !clear
            || offset <= guard
            || (offset - guard) * (offset - guard) < level * level * square;
        if beyond || near && self.holds_foot(&normal, square, guard, [&a, &b, &c]) {
            let distance = if clear {
                (offset - guard) / square.sqrt()
            } else {
                self.measure(&self.faces[place as usize]).0
            };
            if distance < level {
                self.wait(place, distance);
            }
        }
        place
    }

    /// A lower bound of the distance of a face's plane from the origin, given that the foot is on the face, or that the
    /// origin is beyond; and the unit vector along which to look for points beyond it.
    fn measure(&self, face: &Face) -> (f64, Vec3) {
        let length = face.normal.norm();
        if face.beyond && length > 0.0 {
            return ((face.offset - face.guard).min(0.0) / length, face.normal / length);
        }
        let [a, b, c] = self.points(face);
        let edges = [(a, b - a), (b, c - b), (c, a - c)];
        let (from, edge) = edges.into_iter().fold((a, Vec3::zeros()), |longest, next| {
            if next.1.norm_squared() > longest.1.norm_squared() { next } else { longest }
        });
        let square = edge.norm_squared();
        if length * length > face.guard * square.sqrt() {
            return ((face.offset - face.guard) / length, face.normal / length);
        }
        // Of a needle only the longest edge is well known. The foot is no farther from it than the needle is wide.
        let nearest = if square > 0.0 { from - edge * (from.dot(&edge) / square) } else { *from };
        let width = length / square.sqrt().max(f64::MIN_POSITIVE) + 32.0 * ROUNDING * self.scale;
        let distance = nearest.norm();
        let bound = (distance * distance - width * width).max(0.0).sqrt();
        (bound, if distance > 0.0 { nearest / distance } else { Vec3::x() })
    }

    /// The unit vector along which to look for points beyond a needle.
    #[cold]
    fn outwards(&self, face: &Face) -> Vec3 {
        self.measure(face).1
    }

    /// Whether the foot of the origin on the plane of three points may be between them.
    #[inline]
    fn holds_foot(&self, normal: &Vec3, square: f64, guard: f64, [a, b, c]: [&Vec3; 3]) -> bool {
        // Of the products, then of the normal itself: a needle's is known to few digits.
        let products = 16.0 * ROUNDING * self.scale * self.scale * square.sqrt();
        let slack = FOOT_SLACK * square + products + guard * self.scale;
        let behind = |p: &Vec3, q: &Vec3| normal.dot(&p.cross(q));
        let (first, second, third) = (behind(a, b), behind(b, c), behind(c, a));
        let least = if first < second { first } else { second };
        let least = if least < third { least } else { third };
        // Nearly always this decides, without waiting for the square root.
        least >= 0.0 || least >= -slack
    }

    /// The face nearest to the origin of those that wait; it waits no longer.
    pub fn nearest(&mut self) -> Option<Nearest> {
        while let Some(entry) = self.heap.pop() {
            let face = &self.faces[entry.face as usize];
            if face.alive && face.used == entry.used {
                let normal = if face.clear { face.normal.normalize() } else { self.outwards(face) };
                return Some(Nearest { face: entry.face, distance: entry.distance, normal });
            }
        }
        None
    }

    /// Lets a face wait again that [`Mesh::nearest`] gave.
    pub fn put_back(&mut self, nearest: &Nearest) {
        self.wait(nearest.face, nearest.distance);
    }

    fn wait(&mut self, face: u16, distance: f64) {
        let used = self.faces[face as usize].used;
        self.heap.push(Entry { distance, face, used });
    }

    /// Whether a point is beyond the plane of a face, exactly.
    #[inline]
    pub fn sees(&self, point: &Vec3, place: u16) -> bool {
        let face = &self.faces[place as usize];
        let height = face.normal.dot(point) - face.offset;
        if height.abs() > face.guard { height > 0.0 } else { self.sees_exactly(point, face) }
    }

    /// The same where rounding may hide it.
    fn sees_exactly(&self, point: &Vec3, face: &Face) -> bool {
        let corners = self.points(face);
        corners.iter().all(|corner| point != *corner) && side_nearby(corners, point, self.scale) > 0
    }

    /// How far a point is beyond the plane of a face.
    #[inline]
    pub fn height(&self, point: &Vec3, face: u16) -> f64 {
        let face = &self.faces[face as usize];
        (face.normal.dot(point) - face.offset) / face.normal.norm()
    }

    /// A face that a point is beyond the plane of; `None` if the mesh holds the point.
    pub fn seen_by(&self, point: &Vec3) -> Option<u16> {
        if self.vertices.iter().any(|vertex| vertex.point == *point) {
            return None;
        }
        (0..self.faces.len() as u16)
            .find(|&face| self.faces[face as usize].alive && self.sees(point, face))
    }

    /// Grows the mesh by a point that sees the given face (Olvång's algorithm 10): all faces it sees go, and others from
    /// the border of the hole to the point come. New faces nearer than `level` wait for [`Mesh::nearest`].
    ///
    /// `false` if the border is no ring, which exact sight rules out.
    pub fn grow(&mut self, vertex: &Vertex, face: u16, level: f64) -> bool {
        self.find_horizon(&vertex.point, face);
        let horizon = std::mem::take(&mut self.horizon);
        let is_ring = self.close(&horizon, vertex, level);
        self.horizon = horizon;
        is_ring
    }

    /// Adds the faces from the border of a hole to a point; `false` if the border is no ring.
    #[inline]
    fn close(&mut self, horizon: &[Border], vertex: &Vertex, level: f64) -> bool {
        let [first, _, .., last] = horizon else {
            return false;
        };
        let new = self.vertices.len() as u16;
        self.vertices.push(*vertex);
        let (mut first_place, mut last_place) = (0, 0);
        let mut at = last.to;
        for border in horizon {
            // Of two neighbours in the ring one ends where the other starts.
            if border.from != at {
                return false;
            }
            at = border.to;
            let back = Link::new(last_place, 1);
            let corners = [border.from, border.to, new];
            let place = self.add(corners, &vertex.point, [border.link, back, back], level);
            self.faces[border.link.face() as usize].across[border.link.edge()] =
                Link::new(place, 0);
            if std::ptr::eq(border, first) {
                first_place = place;
            } else {
                self.faces[last_place as usize].across[1] = Link::new(place, 2);
            }
            last_place = place;
        }
        self.faces[last_place as usize].across[1] = Link::new(first_place, 2);
        self.faces[first_place as usize].across[2] = Link::new(last_place, 1);
        true
    }

    /// Marks the faces that a point sees, beginning at one that it does, and collects the border in order.
    #[inline]
    fn find_horizon(&mut self, point: &Vec3, face: u16) {
        self.horizon.clear();
        self.stack.clear();
        self.remove(face);
        let [a, b, c, _] = self.faces[face as usize].across;
        self.stack.extend([c, b, a]);
        while let Some(link) = self.stack.pop() {
            let (place, edge) = (link.face(), link.edge());
            let face = &self.faces[place as usize];
            if !face.alive {
                continue;
            }
            let after = AFTER[edge];
            if self.sees(point, place) {
                let others = [face.across[AFTER[after]], face.across[after]];
                self.stack.extend(others);
                self.remove(place);
            } else {
                let (from, to) = (face.corners[after], face.corners[edge]);
                self.horizon.push(Border { link, from, to });
            }
        }
    }

    #[inline]
    fn remove(&mut self, face: u16) {
        self.faces[face as usize].alive = false;
        self.free.push(face);
    }

    /// The faces of the mesh as it is.
    pub fn faces(&self) -> impl Iterator<Item = (u16, &Face)> {
        (0..).zip(&self.faces).filter(|(_, face)| face.alive)
    }

    /// Checks that the mesh is closed, that links lead back, and that it is convex but for rounding.
    #[cfg(test)]
    pub fn validate(&self) {
        let mut count = 0;
        for (place, face) in self.faces() {
            count += 1;
            for (edge, link) in face.across[..3].iter().enumerate() {
                let other = &self.faces[link.face() as usize];
                assert!(other.alive, "face {place} has a live one beyond edge {edge}");
                let back = other.across[link.edge()];
                assert_eq!((back.face(), back.edge()), (place, edge), "links lead back");
                let (from, to) = (face.corners[edge], face.corners[AFTER[edge]]);
                let (start, end) = (other.corners[link.edge()], other.corners[AFTER[link.edge()]]);
                assert_eq!((from, to), (end, start), "both faces have the edge, in turn");
            }
            // Corners of faces are never beyond another.
            for (_, other) in self.faces() {
                for corner in self.points(other) {
                    let height = face.normal.dot(corner) - face.offset;
                    assert!(height <= face.guard, "face {place} has {corner:?} beyond it");
                }
            }
        }
        let corners: std::collections::BTreeSet<u16> =
            self.faces().flat_map(|(_, face)| [0, 1, 2].map(|k| face.corners[k])).collect();
        assert_eq!(2 * corners.len(), count + 4, "the mesh is a sphere (Euler)");
    }
}
