//! The surface of the hull of points that span space, as triangles: quickhull with exact decisions.
//!
//! A point is added by replacing the triangles that it sees from *strictly* above. With exact signs the
//! surface is at all times a proper triangulation of the boundary of the hull of the points added so far: a
//! new triangle stands on the edge between a triangle seen and one not seen, so that its plane is not that of
//! the seen one and the point is not on the edge's line; where the point lies in the plane of the unseen one,
//! it lies beyond that edge and extends the facet. No triangle has a zero area, and none folds over another.

use super::exact::{Above, Plane, Scaled};

/// The absence of a point.
const NONE: u32 = u32::MAX;

/// One triangle; counterclockwise when seen from outside.
pub(super) struct Face {
    pub(super) corners: [u32; 3],
    /// The faces across the edges: the `i`-th edge leads from corner `i` to the next.
    pub(super) across: [u32; 3],
    pub(super) plane: Plane,
    /// The farthest of the points strictly above that wait to be added; it heads a list linked by
    /// `Surface::next`.
    waiting: u32,
    /// The height of the farthest.
    height: f64,
    /// When the face was last looked at and what was seen: twice the number of the addition, plus one if from
    /// above.
    mark: u64,
    pub(super) alive: bool,
}

/// A closed surface of triangles.
pub(super) struct Surface<'a> {
    scaled: &'a Scaled,
    pub(super) faces: Vec<Face>,
    /// Dead faces, to be used again.
    free: Vec<u32>,
    /// The next point in the same list of waiting ones.
    next: Vec<u32>,
    /// The new face that starts at a point of the horizon.
    fan: Vec<u32>,
    /// Faces that may have points waiting.
    pending: Vec<u32>,
    additions: u64,
}

/// An edge between a face that the new point sees, and one that it does not.
struct Ridge {
    from: u32,
    to: u32,
    /// The unseen face, and which of its edges this is.
    face: u32,
    edge: usize,
}

impl<'a> Surface<'a> {
    /// The hull's surface, grown from a tetrahedron of which the fourth point lies below the first three;
    /// nothing if the surface is found inconsistent, which exact arithmetic excludes.
    pub(super) fn new(scaled: &'a Scaled, simplex: [u32; 4]) -> Option<Surface<'a>> {
        let count = scaled.points.len();
        let mut surface = Surface {
            scaled,
            faces: Vec::new(),
            free: Vec::new(),
            next: vec![NONE; count],
            fan: vec![NONE; count],
            pending: Vec::new(),
            additions: 0,
        };
        let [a, b, c, d] = simplex;
        let faces: Vec<u32> =
            [[a, b, c], [a, d, b], [b, d, c], [c, d, a]].map(|t| surface.face(t)).to_vec();
        for (face, across) in [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]].iter().enumerate() {
            surface.faces[face].across = *across;
        }
        for point in 0..count as u32 {
            surface.place(point, &faces);
        }
        surface.pending = faces;
        surface.grow()?;
        Some(surface)
    }

    /// Adds all waiting points. Each addition takes one of them for good, so their number bounds the loop.
    fn grow(&mut self) -> Option<()> {
        let (mut seen, mut ridges, mut fresh, mut homeless) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        while let Some(face) = self.pending.pop() {
            let point = self.faces[face as usize].waiting;
            if !self.faces[face as usize].alive || point == NONE {
                continue;
            }
            self.additions += 1;
            if self.additions > self.scaled.points.len() as u64 {
                return None;
            }
            self.faces[face as usize].waiting = self.next[point as usize];
            self.look(face, point, &mut seen, &mut ridges)?;
            homeless.clear();
            for &dead in &seen {
                let mut at = std::mem::replace(&mut self.faces[dead as usize].waiting, NONE);
                while at != NONE {
                    homeless.push(at);
                    at = self.next[at as usize];
                }
                self.faces[dead as usize].alive = false;
                self.free.push(dead);
            }
            self.replace(point, &ridges, &mut fresh)?;
            for &point in &homeless {
                self.place(point, &fresh);
            }
            self.pending.extend(&fresh);
        }
        Some(())
    }

    /// Finds the faces that `point` sees from above, which are connected and include `start`, and their
    /// border.
    fn look(
        &mut self,
        start: u32,
        point: u32,
        seen: &mut Vec<u32>,
        ridges: &mut Vec<Ridge>,
    ) -> Option<()> {
        let (hidden, visible) = (2 * self.additions, 2 * self.additions + 1);
        seen.clear();
        ridges.clear();
        seen.push(start);
        self.faces[start as usize].mark = visible;
        let mut at = 0;
        while let Some(&face) = seen.get(at) {
            at += 1;
            let Face { corners, across, .. } = self.faces[face as usize];
            for i in 0..3 {
                let other = &mut self.faces[across[i] as usize];
                if other.mark < hidden {
                    let above = other.plane.above(self.scaled, point).0 == Above::Positive;
                    other.mark = if above { visible } else { hidden };
                    if above {
                        seen.push(across[i]);
                    }
                }
                if other.mark == hidden {
                    let (from, to) = (corners[i], corners[(i + 1) % 3]);
                    let edge =
                        (0..3).find(|&k| other.across[k] == face && other.corners[k] == to)?;
                    ridges.push(Ridge { from, to, face: across[i], edge });
                }
            }
        }
        Some(())
    }

    /// Joins the border to `point` by new faces.
    fn replace(&mut self, point: u32, ridges: &[Ridge], fresh: &mut Vec<u32>) -> Option<()> {
        fresh.clear();
        for ridge in ridges {
            let face = self.face([ridge.from, ridge.to, point]);
            self.faces[face as usize].across[0] = ridge.face;
            self.faces[ridge.face as usize].across[ridge.edge] = face;
            self.fan[ridge.from as usize] = face;
            fresh.push(face);
        }
        for (&face, ridge) in fresh.iter().zip(ridges) {
            let after = self.fan[ridge.to as usize];
            let neighbour = self.faces.get_mut(after as usize)?;
            // The border is a simple closed curve: each of its points starts one edge and ends one.
            if neighbour.corners != [ridge.to, neighbour.corners[1], point]
                || neighbour.across[2] != NONE
            {
                return None;
            }
            neighbour.across[2] = face;
            self.faces[face as usize].across[1] = after;
        }
        Some(())
    }

    /// A new face, not yet connected.
    fn face(&mut self, corners: [u32; 3]) -> u32 {
        let plane = Plane::new(self.scaled, corners);
        let face = Face {
            corners,
            across: [NONE; 3],
            plane,
            waiting: NONE,
            height: 0.0,
            mark: 0,
            alive: true,
        };
        if let Some(slot) = self.free.pop() {
            self.faces[slot as usize] = face;
            return slot;
        }
        self.faces.push(face);
        self.faces.len() as u32 - 1
    }

    /// Lets `point` wait at the first of the faces that it lies strictly above, and drops it if there is
    /// none.
    ///
    /// A point above a face that is replaced and above none of the new ones is inside: were it above an old
    /// face that stays, then also above two old faces at an edge of the border, and so above the new one
    /// between them.
    fn place(&mut self, point: u32, faces: &[u32]) {
        for &face in faces {
            let face = &mut self.faces[face as usize];
            let (above, height) = face.plane.above(self.scaled, point);
            if above != Above::Positive {
                continue;
            }
            if face.waiting == NONE || height > face.height {
                self.next[point as usize] = face.waiting;
                face.waiting = point;
                face.height = height;
            } else {
                let head = face.waiting as usize;
                self.next[point as usize] = self.next[head];
                self.next[head] = point;
            }
            return;
        }
    }
}
