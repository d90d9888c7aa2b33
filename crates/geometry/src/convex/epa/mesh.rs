//! The expanding polytope: a closed convex mesh of triangles to which points are added.
//!
//! Which faces are visible from a point is decided exactly, so rounding can neither open the mesh nor make it concave.

mod horizon;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::orientation::{orientation, orientation_nearly_coplanar};
use crate::convex::epa::difference::Vertex;
use crate::math::Vec3;
use crate::math::tolerance::{DEPTH_ITERATIONS, FOOT_SLACK, ROUNDING, SIGHT_ROUNDING};
use crate::math::vector::largest;

/// A face of the mesh. Its corners are counterclockwise as seen from outside.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Face {
    /// Indices of the vertices.
    pub corners: [u16; 3],
    /// The neighbours across the edges; the first edge is from the first corner to the second.
    across: [Link; 3],
    alive: bool,
    /// Of a face that was removed, the one that was removed before.
    removed_before: u16,
    /// Counts the faces that were stored in this slot: a heap entry of an earlier one is stale.
    generation: u32,
    /// In the heap: a lower bound of the distance of its plane from the origin, negative if the origin is beyond.
    distance: f64,
    /// The outer normal, of any length.
    pub normal: Vec3,
    /// The dot product of the normal and a corner.
    pub offset: f64,
    /// A bound on the rounding error of the difference of `offset` and the dot product of the normal and a vertex.
    rounding: f64,
    /// Whether the normal is well-conditioned: the face is not a sliver.
    well_conditioned: bool,
    /// Whether the origin is outside, beyond the plane of the face. Exact.
    origin_outside: bool,
}

/// An edge of a face: four times the index of the face, plus the number of the edge.
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

/// The next edge around the face.
const NEXT: [usize; 3] = [1, 2, 0];

/// An entry of the heap, less than those of farther faces. Faces at the same distance are in the order of their indices.
#[inline]
fn entry(distance: f64, face: u16, generation: u32) -> u128 {
    let (bits, sign) = (distance.to_bits(), 1 << 63);
    // In the order of `f64::total_cmp`.
    let ordered = if bits & sign == 0 { bits | sign } else { !bits };
    u128::from(ordered) << 64 | u128::from(face) << 32 | u128::from(generation)
}

/// The capacity for vertices: the support points of a search, and the apices over a few local minima.
const VERTEX_CAPACITY: usize = DEPTH_ITERATIONS as usize + 16;

/// The place of no face.
const NONE: u16 = u16::MAX;

/// The mesh and its memory, which is kept from one use to the next.
#[derive(Debug, Default)]
pub(crate) struct Mesh {
    vertices: Vec<Vertex>,
    faces: Vec<Face>,
    /// The face that was removed last, whose place is used next; [`NONE`] if there is none.
    removed: u16,
    /// The nearest face first. Entries are single numbers, as a struct would be written field by field, but copied as a whole: a
    /// store-forwarding stall.
    heap: BinaryHeap<Reverse<u128>>,
    /// The largest coordinate: the scale of rounding.
    scale: f64,
}

/// The nearest face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Its index.
    pub face: u16,
    /// A lower bound of the distance of its plane from the origin.
    pub distance: f64,
    /// The outer unit normal.
    pub normal: Vec3,
}

impl Mesh {
    /// Forgets all vertices and faces.
    pub(crate) fn clear(&mut self) {
        self.vertices.clear();
        self.faces.clear();
        self.removed = NONE;
        self.heap.clear();
    }

    /// Restarts with a tetrahedron; `false` if it is flat. `scale` bounds the coordinates of all later vertices; for `level` see
    /// [`Mesh::grow`].
    pub(crate) fn begin(&mut self, tetrahedron: &[Vertex; 4], scale: f64, level: f64) -> bool {
        self.clear();
        self.scale = scale;
        self.vertices.reserve(VERTEX_CAPACITY);
        self.faces.reserve(2 * VERTEX_CAPACITY);
        self.heap.reserve(8 * VERTEX_CAPACITY);
        self.vertices.extend_from_slice(tetrahedron);
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| tetrahedron[i].point);
        match orientation(&a, &b, &c, &d) {
            0 => return false,
            // Orients the faces outwards.
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

    /// The corners of a face as points.
    #[inline]
    fn points(&self, face: &Face) -> [&Vec3; 3] {
        face.corners.map(|corner| self.point(corner))
    }

    /// A vertex as a point.
    #[inline]
    fn point(&self, corner: u16) -> &Vec3 {
        &self.vertices[corner as usize].point
    }

    /// The corners of a face.
    pub(crate) fn corners(&self, face: u16) -> [Vertex; 3] {
        self.faces[face as usize].corners.map(|corner| self.vertices[corner as usize])
    }

    /// Adds a face with these neighbours. It is queued if its plane is nearer than `level` and the projection of the origin onto
    /// the plane may be inside the face: the nearest face has both properties. `c` is the point of the last corner, passed by
    /// value to avoid a store-forwarding stall where it was just added.
    #[inline]
    fn add(&mut self, corners: [u16; 3], c: &Vec3, across: [Link; 3], level: f64) -> u16 {
        let (a, b, c) = (*self.point(corners[0]), *self.point(corners[1]), *c);
        let (e, f) = (b - a, c - a);
        let normal = e.cross(&f);
        let offset = normal.dot(&a);
        let (size_e, size_f) = (largest(&e), largest(&f));
        let rounding = SIGHT_ROUNDING * size_e * size_f * self.scale;
        let square = normal.norm_squared();
        // No edge is longer than four times the largest coordinate of two of them.
        let well_conditioned = square > rounding * 4.0 * size_e.max(size_f);
        let place = self.place();
        // Written field by field: copying a whole face that was just built is a store-forwarding stall.
        let face = &mut self.faces[place as usize];
        (face.corners, face.across, face.alive) = (corners, across, true);
        (face.normal, face.offset, face.rounding) = (normal, offset, rounding);
        face.generation += 1;
        let origin_outside =
            offset < -rounding || offset <= rounding && orientation(&a, &b, &c, &Vec3::zeros()) > 0;
        (face.well_conditioned, face.origin_outside) = (well_conditioned, origin_outside);
        let near = !well_conditioned
            || offset <= rounding
            || (offset - rounding) * (offset - rounding) < level * level * square;
        if origin_outside
            || near && self.contains_projection(&normal, square, rounding, [&a, &b, &c])
        {
            let distance = if well_conditioned {
                (offset - rounding) / square.sqrt()
            } else {
                self.distance_and_normal(&self.faces[place as usize]).0
            };
            if distance < level {
                self.queue(place, distance);
            }
        }
        place
    }

    /// Where the next face is stored.
    #[inline]
    fn place(&mut self) -> u16 {
        let place = self.removed;
        if place == NONE {
            self.faces.push(Face::default());
            return (self.faces.len() - 1) as u16;
        }
        self.removed = self.faces[place as usize].removed_before;
        place
    }

    /// A lower bound on the distance of a face from the origin, negative if the origin is outside, and the outer unit normal.
    /// Presumes that the projection of the origin is inside the face, unless the origin is outside.
    fn distance_and_normal(&self, face: &Face) -> (f64, Vec3) {
        let length = face.normal.norm();
        if face.origin_outside && length > 0.0 {
            return ((face.offset - face.rounding).min(0.0) / length, face.normal / length);
        }
        let [a, b, c] = self.points(face);
        let edges = [(a, b - a), (b, c - b), (c, a - c)];
        let (from, edge) = edges.into_iter().fold((a, Vec3::zeros()), |longest, next| {
            if next.1.norm_squared() > longest.1.norm_squared() { next } else { longest }
        });
        let square = edge.norm_squared();
        if length * length > face.rounding * square.sqrt() {
            return ((face.offset - face.rounding) / length, face.normal / length);
        }
        // Only the longest edge of a sliver is well-conditioned. The projection is no farther from it than the sliver is wide.
        let nearest = if square > 0.0 { from - edge * (from.dot(&edge) / square) } else { *from };
        let width = length / square.sqrt().max(f64::MIN_POSITIVE) + 32.0 * ROUNDING * self.scale;
        let distance = nearest.norm();
        let bound = (distance * distance - width * width).max(0.0).sqrt();
        (bound, if distance > 0.0 { nearest / distance } else { Vec3::x() })
    }

    /// Whether the projection of the origin onto the plane of a triangle may be inside the triangle.
    #[inline]
    fn contains_projection(
        &self,
        normal: &Vec3,
        square: f64,
        rounding: f64,
        [a, b, c]: [&Vec3; 3],
    ) -> bool {
        // The rounding of the products below, and of the normal.
        let products = 16.0 * ROUNDING * self.scale * self.scale * square.sqrt();
        let slack = FOOT_SLACK * square + products + rounding * self.scale;
        let inside = |p: &Vec3, q: &Vec3| normal.dot(&p.cross(q));
        let (first, second, third) = (inside(a, b), inside(b, c), inside(c, a));
        let least = if first < second { first } else { second };
        let least = if least < third { least } else { third };
        // The first comparison nearly always decides, and does not wait for the square root in `slack`.
        least >= 0.0 || least >= -slack
    }

    /// Removes the face nearest to the origin from the queue.
    pub(crate) fn pop_nearest(&mut self) -> Option<Nearest> {
        while let Some(Reverse(entry)) = self.heap.pop() {
            let (place, generation) = ((entry >> 32) as u16, entry as u32);
            let face = &self.faces[place as usize];
            if face.alive && face.generation == generation {
                let normal = if face.well_conditioned {
                    face.normal.normalize()
                } else {
                    self.distance_and_normal(face).1
                };
                return Some(Nearest { face: place, distance: face.distance, normal });
            }
        }
        None
    }

    /// Queues a face again that was removed.
    pub(crate) fn put_back(&mut self, nearest: &Nearest) {
        self.queue(nearest.face, nearest.distance);
    }

    fn queue(&mut self, face: u16, distance: f64) {
        let Face { generation, distance: stored, .. } = &mut self.faces[face as usize];
        *stored = distance;
        self.heap.push(Reverse(entry(distance, face, *generation)));
    }

    /// Whether a face is visible from a point: the point is strictly outside, beyond the plane of the face. Exact.
    #[inline]
    pub(crate) fn is_visible(&self, place: u16, point: &Vec3) -> bool {
        let face = &self.faces[place as usize];
        let height = face.normal.dot(point) - face.offset;
        if height.abs() > face.rounding {
            height > 0.0
        } else {
            self.is_visible_exactly(face, point)
        }
    }

    /// As [`Mesh::is_visible`], where rounding may hide it.
    #[cold]
    fn is_visible_exactly(&self, face: &Face, point: &Vec3) -> bool {
        let corners = self.points(face);
        corners.iter().all(|corner| point != *corner)
            && orientation_nearly_coplanar(corners, point, self.scale) > 0
    }

    /// The signed distance of a point from the plane of a face, positive outside.
    #[inline]
    pub(crate) fn height(&self, point: &Vec3, face: u16) -> f64 {
        let face = &self.faces[face as usize];
        (face.normal.dot(point) - face.offset) / face.normal.norm()
    }

    /// A face that is visible from a point; `None` if the mesh contains the point.
    pub(crate) fn visible_face(&self, point: &Vec3) -> Option<u16> {
        if self.vertices.iter().any(|vertex| vertex.point == *point) {
            return None;
        }
        (0..self.faces.len() as u16)
            .find(|&face| self.faces[face as usize].alive && self.is_visible(face, point))
    }

    /// The faces of the mesh.
    pub(crate) fn faces(&self) -> impl Iterator<Item = (u16, &Face)> {
        (0..).zip(&self.faces).filter(|(_, face)| face.alive)
    }

    /// Checks that the mesh is closed and convex up to rounding, and that links lead back.
    #[cfg(test)]
    pub(crate) fn validate(&self) {
        let mut count = 0;
        for (place, face) in self.faces() {
            count += 1;
            for (edge, link) in face.across.iter().enumerate() {
                let other = &self.faces[link.face() as usize];
                assert!(other.alive, "face {place} has a live neighbour across edge {edge}");
                let back = other.across[link.edge()];
                assert_eq!((back.face(), back.edge()), (place, edge), "links lead back");
                let (from, to) = (face.corners[edge], face.corners[NEXT[edge]]);
                let (start, end) = (other.corners[link.edge()], other.corners[NEXT[link.edge()]]);
                assert_eq!((from, to), (end, start), "both faces have the edge, in turn");
            }
            // No corner is outside of another face.
            for (_, other) in self.faces() {
                for corner in self.points(other) {
                    let height = face.normal.dot(corner) - face.offset;
                    assert!(height <= face.rounding, "{corner:?} is outside of face {place}");
                }
            }
        }
        let corners: std::collections::BTreeSet<u16> =
            self.faces().flat_map(|(_, face)| face.corners).collect();
        assert_eq!(2 * corners.len(), count + 4, "the mesh is a sphere (Euler)");
    }
}
