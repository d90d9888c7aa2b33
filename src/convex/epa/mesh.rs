//! The expanding polytope: a closed mesh of triangles that grows by points beyond its faces.
//!
//! Which faces a point sees is decided exactly, so that rounding can neither tear the mesh nor dent it.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use robust::{Coord3D, orient3d};

use crate::convex::difference::Vertex;
use crate::math::Vec3;
use crate::math::tolerance::{DEPTH_ITERATIONS, FOOT_SLACK, ROUNDING, SIGHT_ROUNDING};

/// A face of the mesh; seen from outside its corners are in counterclockwise order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Face {
    /// Places of the corners.
    pub corners: [u16; 3],
    /// The faces beyond the edges; the first edge is from the first corner to the second.
    across: [u16; 3],
    /// Which edge of the face beyond it is.
    twin: [u8; 3],
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

/// A face in the heap, the nearest on top.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// A lower bound of the distance of the face's plane from the origin; negative if the origin is beyond.
    distance: f64,
    face: u16,
    used: u32,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    #[inline]
    fn cmp(&self, other: &Entry) -> Ordering {
        other.distance.total_cmp(&self.distance).then(other.face.cmp(&self.face))
    }
}

/// More vertices than searches make: those of their support points, and of a few dips.
const MOST_VERTICES: usize = DEPTH_ITERATIONS as usize + 16;

/// The mesh and its memory, which is kept from one use to the next.
#[derive(Debug, Default)]
pub struct Mesh {
    vertices: Vec<Vertex>,
    faces: Vec<Face>,
    free: Vec<u16>,
    heap: BinaryHeap<Entry>,
    stack: Vec<(u16, u8)>,
    horizon: Vec<(u16, u8)>,
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

#[inline]
fn coord(p: &Vec3) -> Coord3D<f64> {
    Coord3D { x: p.x, y: p.y, z: p.z }
}

/// The largest coordinate.
#[inline]
fn largest(v: &Vec3) -> f64 {
    let larger = |x: f64, y: f64| if x > y { x } else { y };
    larger(v.x.abs(), larger(v.y.abs(), v.z.abs()))
}

/// Whether `d` is on the outer side of the plane of `a`, `b`, `c`: 1, on it: 0, or behind: -1. Exact.
pub fn side(a: &Vec3, b: &Vec3, c: &Vec3, d: &Vec3) -> i32 {
    let volume = orient3d(coord(a), coord(b), coord(c), coord(d));
    i32::from(volume < 0.0) - i32::from(volume > 0.0)
}

impl Mesh {
    /// Begins anew with a tetrahedron; `false` if it is flat. `scale` is the largest coordinate of what is to come;
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
        for corners in [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]] {
            self.add(corners, level);
        }
        let links = [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]];
        let twins = [[2, 2, 2], [1, 0, 0], [1, 0, 1], [1, 0, 2]];
        for (face, (across, twin)) in self.faces.iter_mut().zip(links.into_iter().zip(twins)) {
            (face.across, face.twin) = (across, twin);
        }
        true
    }

    /// The point of a corner.
    #[inline]
    fn point(&self, corner: u16) -> &Vec3 {
        &self.vertices[corner as usize].point
    }

    /// The corners of a face.
    pub fn corners(&self, face: u16) -> [Vertex; 3] {
        self.faces[face as usize].corners.map(|corner| self.vertices[corner as usize])
    }

    /// Adds a face without its neighbours. It goes to the heap if its plane is nearer than `level` and the foot of the
    /// origin on it may be inside it: only there can the least distance be.
    #[inline]
    fn add(&mut self, corners: [u16; 3], level: f64) -> u16 {
        let [a, b, c] = corners.map(|corner| *self.point(corner));
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
        (face.corners, face.alive) = (corners, true);
        (face.normal, face.offset, face.guard) = (normal, offset, guard);
        face.used += 1;
        let beyond = offset < -guard || offset <= guard && side(&a, &b, &c, &Vec3::zeros()) > 0;
        (face.clear, face.beyond) = (clear, beyond);
        let near = !clear || offset <= guard || (offset - guard) * (offset - guard) < level * level * square;
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
        let [a, b, c] = face.corners.map(|corner| self.point(corner));
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

    /// Whether the foot of the origin on the plane of three points may be between them.
    #[inline]
    fn holds_foot(&self, normal: &Vec3, square: f64, guard: f64, [a, b, c]: [&Vec3; 3]) -> bool {
        // Of the products, then of the normal itself: a needle's is known to few digits.
        let products = 16.0 * ROUNDING * self.scale * self.scale * square.sqrt();
        let slack = FOOT_SLACK * square + products + guard * self.scale;
        let behind = |p: &Vec3, q: &Vec3| normal.dot(&p.cross(q)) >= -slack;
        behind(a, b) && behind(b, c) && behind(c, a)
    }

    /// The face nearest to the origin of those that wait; it waits no longer.
    pub fn nearest(&mut self) -> Option<Nearest> {
        while let Some(entry) = self.heap.pop() {
            let face = &self.faces[entry.face as usize];
            if face.alive && face.used == entry.used {
                let normal = if face.clear { face.normal.normalize() } else { self.measure(face).1 };
                return Some(Nearest { face: entry.face, distance: entry.distance, normal });
            }
        }
        None
    }

    /// Lets a face wait again that [`Mesh::nearest`] gave.
    pub fn put_back(&mut self, nearest: &Nearest) {
        self.wait(nearest.face, nearest.distance);
    }

    #[inline(never)]
    fn wait(&mut self, face: u16, distance: f64) {
        let used = self.faces[face as usize].used;
        self.heap.push(Entry { distance, face, used });
    }

    /// Whether a point is beyond the plane of a face, exactly.
    #[inline]
    pub fn sees(&self, point: &Vec3, face: u16) -> bool {
        let face = &self.faces[face as usize];
        let height = face.normal.dot(point) - face.offset;
        if height > face.guard {
            true
        } else if height < -face.guard {
            false
        } else {
            let [a, b, c] = face.corners.map(|corner| self.point(corner));
            point != a && point != b && point != c && side(a, b, c, point) > 0
        }
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
        (0..self.faces.len() as u16).find(|&face| self.faces[face as usize].alive && self.sees(point, face))
    }

    /// Grows the mesh by a point that sees the given face (Olvång's algorithm 10): all faces it sees go, and others from
    /// the border of the hole to the point come. New faces nearer than `level` wait for [`Mesh::nearest`].
    ///
    /// `false` if the border is no ring, which exact sight rules out.
    pub fn grow(&mut self, vertex: &Vertex, face: u16, level: f64) -> bool {
        self.find_horizon(&vertex.point, face);
        let ring = self.horizon.len();
        if ring < 3 {
            return false;
        }
        let new = self.vertices.len() as u16;
        self.vertices.push(*vertex);
        let start = |mesh: &Mesh, (face, edge): (u16, u8)| {
            let corners = mesh.faces[face as usize].corners;
            (corners[(edge as usize + 1) % 3], corners[edge as usize])
        };
        let mut first = 0;
        let mut last = 0;
        for i in 0..ring {
            let (beyond, edge) = self.horizon[i];
            let (from, to) = start(self, (beyond, edge));
            // Of two neighbours in the ring one ends where the other starts.
            if to != start(self, self.horizon[(i + 1) % ring]).0 {
                return false;
            }
            let place = self.add([from, to, new], level);
            self.link(place, 0, beyond, edge);
            if i == 0 {
                first = place;
            } else {
                self.link(last, 1, place, 2);
            }
            last = place;
        }
        self.link(last, 1, first, 2);
        true
    }

    /// Marks the faces that a point sees, beginning at one that it does, and collects the border in order.
    fn find_horizon(&mut self, point: &Vec3, face: u16) {
        self.horizon.clear();
        self.stack.clear();
        self.remove(face);
        for edge in [2, 1, 0] {
            self.stack.push(self.beyond(face, edge));
        }
        while let Some((face, edge)) = self.stack.pop() {
            if !self.faces[face as usize].alive {
                continue;
            }
            if self.sees(point, face) {
                self.remove(face);
                self.stack.push(self.beyond(face, (edge + 2) % 3));
                self.stack.push(self.beyond(face, (edge + 1) % 3));
            } else {
                self.horizon.push((face, edge));
            }
        }
    }

    #[inline]
    fn remove(&mut self, face: u16) {
        self.faces[face as usize].alive = false;
        self.free.push(face);
    }

    #[inline]
    fn beyond(&self, face: u16, edge: u8) -> (u16, u8) {
        let face = &self.faces[face as usize];
        (face.across[edge as usize], face.twin[edge as usize])
    }

    #[inline]
    fn link(&mut self, a: u16, edge_a: u8, b: u16, edge_b: u8) {
        let of_a = &mut self.faces[a as usize];
        (of_a.across[edge_a as usize], of_a.twin[edge_a as usize]) = (b, edge_b);
        let of_b = &mut self.faces[b as usize];
        (of_b.across[edge_b as usize], of_b.twin[edge_b as usize]) = (a, edge_a);
    }

    /// The faces of the mesh as it is.
    pub fn faces(&self) -> impl Iterator<Item = (u16, &Face)> {
        (0..).zip(&self.faces).filter(|(_, face)| face.alive)
    }
}
