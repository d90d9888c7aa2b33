//! Queries about the faces of meshes.

use super::world::Space;
use super::{Error, Object};
use solid_geometry::mesh::Segment;

pub use crate::scene::deforming_motion::SelfContact;

/// Two faces that share a point: of two objects, or of one mesh. Faces are counted from 0 in the order in which the mesh
/// was given them; that of a convex object is 0.
///
/// ```
/// use solid::space::{Placement, Shape, Space, Vec3};
///
/// // A triangle and a square of two triangles, which meet at right angles: it pierces only the first of these.
/// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]].map(Vec3::from);
/// let mut space = Space::new();
/// let square = space.create_object(Shape::mesh(&corners, &[[0, 1, 2], [0, 2, 3]])?)?;
/// let upright = [[3.0, 1.0, -1.0], [3.0, 1.0, 1.0], [3.0, 2.0, 1.0]].map(Vec3::from);
/// let triangle = space.create_object(Shape::mesh(&upright, &[[0, 1, 2]])?)?;
/// let pairs: Vec<_> = space.colliding_polytopes(triangle, square)?.map(|pair| pair.faces).collect();
/// assert_eq!(pairs, [[0, 0]]);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FacePair {
    /// The objects; twice the same if a mesh meets itself.
    pub objects: [Object; 2],
    /// A face of each.
    pub faces: [u32; 2],
}

impl Space {
    /// The line segments in which the faces of two meshes cross, in the order of the curves that they make up. The curves of
    /// closed meshes are closed.
    pub fn intersection(&self, a: Object, b: Object) -> Result<Vec<Segment>, Error> {
        Ok(self.world.intersection(a.0, b.0)?)
    }

    /// All pairs of faces of two objects that share a point, ascending.
    pub fn colliding_polytopes(
        &self,
        a: Object,
        b: Object,
    ) -> Result<impl ExactSizeIterator<Item = FacePair>, Error> {
        let pairs = self.world.intersecting_parts(a.0, b.0)?;
        Ok(pairs.into_iter().map(move |faces| FacePair { objects: [a, b], faces }))
    }

    /// All pairs of faces of all meshes that share a point, ascending. Faces with a vertex at a coordinate of 1e75 or more are
    /// left out, with a [`Warning`](super::Warning).
    pub fn all_colliding_polytopes(&mut self) -> impl ExactSizeIterator<Item = FacePair> {
        let found = self.world.interfering_polytopes();
        self.faces_left_out |= found.ignored > 0;
        let objects = found.objects;
        found.pairs.into_iter().map(move |pair| FacePair {
            objects: pair.objects.map(|mesh| Object(objects[mesh as usize])),
            faces: pair.faces,
        })
    }

    /// The pairs of faces of one mesh that touch while each vertex moves along a straight line, in local coordinates, from where it
    /// was at the last [`Space::proceed`] to where [`Space::change_vertex_base`] has put it since; in the order of the times, then of the faces.
    /// And how many faces were left out, since a vertex was or is beyond 1e75.
    ///
    /// Faces touch where a vertex of one meets the other, or an edge an edge, if the two have no common vertex; and at time 0 where
    /// such an edge passes through a face. This is decided exactly, for faces of up to four vertices; the time is early by at most
    /// 1e-12. Of faces of more vertices those that are no neighbours count, to within 1e-12 of the largest coordinate. Without a
    /// deformation since then nothing moves.
    pub fn self_collisions_motion(
        &mut self,
        mesh: Object,
    ) -> Result<(Vec<SelfContact>, usize), Error> {
        let (contacts, ignored) = self.world.self_collisions_motion(mesh.0)?;
        self.faces_left_out |= ignored > 0;
        Ok((contacts, ignored))
    }

    /// All pairs of faces of one mesh that share a point but no vertex: where it goes through itself. Faces with a vertex at a
    /// coordinate of 1e75 or more are left out, with a [`Warning`](super::Warning).
    pub fn self_collisions(
        &mut self,
        mesh: Object,
    ) -> Result<impl ExactSizeIterator<Item = FacePair>, Error> {
        let (pairs, ignored) = self.world.self_collisions(mesh.0)?;
        self.faces_left_out |= ignored > 0;
        Ok(pairs.into_iter().map(move |faces| FacePair { objects: [mesh; 2], faces }))
    }
}
