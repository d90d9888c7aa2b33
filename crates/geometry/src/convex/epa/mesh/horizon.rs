//! Adding a point to the mesh: the faces visible from it are replaced by a fan from their border, the horizon, to the point.

use smallvec::SmallVec;

use super::{Link, Mesh, NEXT};
use crate::convex::epa::difference::Vertex;
use crate::math::Vec3;

/// An edge of the horizon.
#[derive(Clone, Copy, Debug)]
struct HorizonEdge {
    /// The edge in the invisible face, which stays.
    link: Link,
    /// Its corners, in the order of the new face.
    from: u16,
    to: u16,
}

/// The horizon in order, seldom so long that it is allocated.
type Horizon = SmallVec<[HorizonEdge; 32]>;

impl Mesh {
    /// Adds a point from which the given face is visible (Olvång's algorithm 10). New faces nearer than `level` are queued for
    /// [`Mesh::pop_nearest`].
    ///
    /// `false` if the horizon is not a closed loop, which exact predicates rule out.
    pub(crate) fn grow(&mut self, vertex: &Vertex, face: u16, level: f64) -> bool {
        let mut horizon = Horizon::new();
        self.find_horizon(&vertex.point, face, &mut horizon);
        self.fill_hole(&horizon, vertex, level)
    }

    /// Adds the faces between the horizon and a point; `false` if the horizon is not a closed loop.
    #[inline]
    fn fill_hole(&mut self, horizon: &[HorizonEdge], vertex: &Vertex, level: f64) -> bool {
        let [first, _, .., last] = horizon else {
            return false;
        };
        let new = self.vertices.len() as u16;
        self.vertices.push(*vertex);
        let (mut first_place, mut last_place) = (0, 0);
        let mut at = last.to;
        for border in horizon {
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

    /// Removes the faces visible from a point, beginning with `face`, and collects the horizon in order.
    #[inline]
    fn find_horizon(&mut self, point: &Vec3, face: u16, horizon: &mut Horizon) {
        let mut stack = SmallVec::<[Link; 64]>::new();
        self.remove(face);
        let [a, b, c] = self.faces[face as usize].across;
        stack.extend([c, b, a]);
        while let Some(link) = stack.pop() {
            let (place, edge) = (link.face(), link.edge());
            let face = &self.faces[place as usize];
            if !face.alive {
                continue;
            }
            let next = NEXT[edge];
            if self.is_visible(place, point) {
                let others = [face.across[NEXT[next]], face.across[next]];
                stack.extend(others);
                self.remove(place);
            } else {
                let (from, to) = (face.corners[next], face.corners[edge]);
                horizon.push(HorizonEdge { link, from, to });
            }
        }
    }

    #[inline]
    fn remove(&mut self, face: u16) {
        let before = std::mem::replace(&mut self.removed, face);
        let face = &mut self.faces[face as usize];
        (face.alive, face.removed_before) = (false, before);
    }
}
