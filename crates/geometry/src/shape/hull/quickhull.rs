//! The boundary of the hull of points that span space, as triangles: quickhull (Barber et al. 1996) with exact signs.
//!
//! A point is added by replacing the triangles that it is *strictly* above, the visible ones, by triangles between the
//! point and the horizon. With exact signs the surface is always a proper triangulation of the boundary of the hull of
//! the points added so far: `docs/src/theory/hulls.md`, equation (2).

use super::exact::{Plane, Scaled};
use crate::interrupt::Pace;

/// The absence of a point.
const NONE: u32 = u32::MAX;

/// One triangle; counterclockwise when seen from outside.
pub(super) struct Face {
    pub(super) corners: [u32; 3],
    /// The faces across the edges: the `i`-th edge leads from corner `i` to the next.
    pub(super) across: [u32; 3],
    pub(super) plane: Plane,
    /// The farthest of the points strictly above the face that are assigned to it: the head of a list linked by
    /// `Surface::next`.
    outside: u32,
    /// The height of that point.
    height: f64,
    /// When the face was last visited, and whether it was visible: twice the number of the addition, plus one if so.
    mark: u64,
    pub(super) alive: bool,
}

/// A closed surface of triangles.
pub(super) struct Surface<'a> {
    scaled: &'a Scaled,
    pub(super) faces: Vec<Face>,
    /// Slots of dead faces.
    free: Vec<u32>,
    /// The next point in the same outside set.
    next: Vec<u32>,
    /// The new face whose horizon edge starts at a point.
    fan: Vec<u32>,
    /// Faces that may have points outside.
    pending: Vec<u32>,
    additions: u64,
}

/// A horizon edge.
struct Ridge {
    from: u32,
    to: u32,
    /// The invisible face, and the number of the edge in it.
    face: u32,
    edge: usize,
}

impl<'a> Surface<'a> {
    /// The boundary, grown from a tetrahedron whose fourth point lies below the first three; `None` if the surface is
    /// found inconsistent, which exact arithmetic excludes.
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
            surface.assign(point, &faces);
        }
        surface.pending = faces;
        surface.grow()?;
        Some(surface)
    }

    /// Adds all outside points. Each addition removes one of them for good, so their number bounds the loop.
    fn grow(&mut self) -> Option<()> {
        let (mut visible, mut ridges, mut fresh, mut orphans) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut pace = Pace::default();
        while let Some(face) = self.pending.pop() {
            pace.step();
            let point = self.faces[face as usize].outside;
            if !self.faces[face as usize].alive || point == NONE {
                continue;
            }
            self.additions += 1;
            if self.additions > self.scaled.points.len() as u64 {
                return None;
            }
            self.faces[face as usize].outside = self.next[point as usize];
            self.find_visible(face, point, &mut visible, &mut ridges)?;
            orphans.clear();
            for &dead in &visible {
                let mut at = std::mem::replace(&mut self.faces[dead as usize].outside, NONE);
                while at != NONE {
                    orphans.push(at);
                    at = self.next[at as usize];
                }
                self.faces[dead as usize].alive = false;
                self.free.push(dead);
            }
            self.add_cone(point, &ridges, &mut fresh)?;
            pace.steps(orphans.len());
            for &point in &orphans {
                self.assign(point, &fresh);
            }
            self.pending.extend(&fresh);
        }
        Some(())
    }

    /// Finds the faces visible from `point`, which are connected and include `start`, and the horizon.
    fn find_visible(
        &mut self,
        start: u32,
        point: u32,
        visible: &mut Vec<u32>,
        ridges: &mut Vec<Ridge>,
    ) -> Option<()> {
        let (hidden, seen) = (2 * self.additions, 2 * self.additions + 1);
        visible.clear();
        ridges.clear();
        visible.push(start);
        self.faces[start as usize].mark = seen;
        let mut at = 0;
        while let Some(&face) = visible.get(at) {
            at += 1;
            let Face { corners, across, .. } = self.faces[face as usize];
            for i in 0..3 {
                let other = &mut self.faces[across[i] as usize];
                if other.mark < hidden {
                    let above = other.plane.height(self.scaled, point) > 0.0;
                    other.mark = if above { seen } else { hidden };
                    if above {
                        visible.push(across[i]);
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

    /// Connects the horizon to `point` by new faces.
    fn add_cone(&mut self, point: u32, ridges: &[Ridge], fresh: &mut Vec<u32>) -> Option<()> {
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
            // The horizon is a simple closed curve: each of its points starts one edge and ends one.
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
            outside: NONE,
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

    /// Assigns `point` to the first of the faces that it is strictly above, or drops it if there is none: then it is inside, by
    /// equation (3) of `docs/src/theory/hulls.md`.
    fn assign(&mut self, point: u32, faces: &[u32]) {
        for &face in faces {
            let face = &mut self.faces[face as usize];
            let height = face.plane.height(self.scaled, point);
            if height <= 0.0 {
                continue;
            }
            if face.outside == NONE || height > face.height {
                self.next[point as usize] = face.outside;
                face.outside = point;
                face.height = height;
            } else {
                let head = face.outside as usize;
                self.next[point as usize] = self.next[head];
                self.next[head] = point;
            }
            return;
        }
    }
}
