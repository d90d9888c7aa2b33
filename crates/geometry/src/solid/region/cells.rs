//! Convex polyhedra cut by planes: each face is clipped (Sutherland and Hodgman 1974), the cuts are linked to a new one.

use crate::math::Vec3;

/// A convex polyhedron by its faces, about the origin.
pub(super) struct Cells {
    vertices: Vec<Vec3>,
    faces: Vec<Vec<u32>>,
    /// How far each vertex is beyond the plane that cuts.
    heights: Vec<f64>,
    /// What is left of a face: a list that is used again and again.
    kept: Vec<u32>,
}

/// An edge that a plane cuts, and the vertex there.
struct Cut {
    edge: [u32; 2],
    at: u32,
    /// The cut vertex that follows on the new face.
    next: u32,
}

impl Cells {
    /// A cube of this half edge.
    pub(super) fn cube(half: f64) -> Cells {
        let sign = |i: u32, bit: u32| if i >> bit & 1 == 1 { half } else { -half };
        let vertices = (0..8).map(|i| Vec3::new(sign(i, 0), sign(i, 1), sign(i, 2))).collect();
        let faces =
            [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
        Cells {
            vertices,
            faces: faces.map(with_room).into(),
            heights: Vec::new(),
            kept: with_room([]),
        }
    }

    /// Cuts off what is beyond a plane.
    pub(super) fn clip(&mut self, normal: &Vec3, offset: f64) {
        self.heights.clear();
        self.heights.extend(self.vertices.iter().map(|p| normal.dot(p) - offset));
        if self.heights.iter().all(|&h| h <= 0.0) {
            return;
        }
        let mut cuts: Vec<Cut> = Vec::with_capacity(16);
        let mut faces = std::mem::take(&mut self.faces);
        faces.retain_mut(|face| self.clip_face(face, &mut cuts));
        faces.extend(ring(&cuts));
        self.faces = faces;
    }

    /// Cuts off a part of a face. Returns whether there is another.
    fn clip_face(&mut self, face: &mut Vec<u32>, cuts: &mut Vec<Cut>) -> bool {
        if face.iter().all(|&v| !self.is_beyond(v)) {
            return true;
        }
        self.kept.clear();
        // Where the face is left and entered again.
        let mut ends = [None; 2];
        for (k, &v) in face.iter().enumerate() {
            let next = face[(k + 1) % face.len()];
            let is_beyond = self.is_beyond(v);
            if !is_beyond {
                self.kept.push(v);
            }
            if is_beyond != self.is_beyond(next) {
                let cut = self.cut([v, next], cuts);
                self.kept.push(cuts[cut].at);
                ends[usize::from(is_beyond)] = Some(cut);
            }
        }
        if let [Some(left), Some(entered)] = ends {
            cuts[entered].next = cuts[left].at;
        }
        std::mem::swap(face, &mut self.kept);
        face.len() > 2
    }

    fn is_beyond(&self, v: u32) -> bool {
        self.heights[v as usize] > 0.0
    }

    /// The cut of an edge, which both of its faces have.
    fn cut(&mut self, [v, w]: [u32; 2], cuts: &mut Vec<Cut>) -> usize {
        let edge = [v.min(w), v.max(w)];
        if let Some(known) = cuts.iter().position(|cut| cut.edge == edge) {
            return known;
        }
        let (p, q) = (self.vertices[v as usize], self.vertices[w as usize]);
        let (h, g) = (self.heights[v as usize], self.heights[w as usize]);
        let at = self.vertices.len() as u32;
        self.vertices.push(p + (q - p) * (h / (h - g)));
        cuts.push(Cut { edge, at, next: at });
        cuts.len() - 1
    }

    /// The vertices that faces have.
    pub(super) fn used(&self) -> impl Iterator<Item = Vec3> {
        let mut used: Vec<u32> = self.faces.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        used.into_iter().map(|v| self.vertices[v as usize])
    }
}

/// A face, and room for the corners that it gets.
fn with_room(corners: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let mut face = Vec::with_capacity(16);
    face.extend(corners);
    face
}

/// The face between cuts: where rounding has broken the ring, as far as it goes.
fn ring(cuts: &[Cut]) -> Option<Vec<u32>> {
    let first = cuts.first()?;
    let mut ring = with_room([first.at]);
    let mut next = first.next;
    while next != first.at && ring.len() < cuts.len() {
        ring.push(next);
        next = cuts[(next - first.at) as usize].next;
    }
    (ring.len() > 2).then_some(ring)
}
