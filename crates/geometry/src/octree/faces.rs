//! Faces with their present vertices: the only input of the method.

use crate::math::tolerance::EXACT_RANGE;
use crate::math::{Aabb, Placement, Vec3};

/// Vertices and their placement in the world.
///
/// ```
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::octree::Vertices;
///
/// let (local, raised) = ([Vec3::x(), Vec3::y()], Placement::translation([0.0, 0.0, 2.0]));
/// let vertices = Vertices { local: &local, placement: Some(&raised) };
/// assert_eq!(vertices.point(1), Vec3::new(0.0, 1.0, 2.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Vertices<'a> {
    /// In local coordinates.
    pub local: &'a [Vec3],
    /// From local to world coordinates; `None` where these are the same.
    pub placement: Option<&'a Placement>,
}

impl<'a> Vertices<'a> {
    /// Local vertices at a placement; at the identity they are those of the world.
    pub(crate) fn placed(local: &'a [Vec3], placement: &'a Placement) -> Vertices<'a> {
        let is_identity = *placement == Placement::IDENTITY;
        Vertices { local, placement: (!is_identity).then_some(placement) }
    }

    /// The world coordinates of a vertex that exists.
    #[inline]
    pub fn point(&self, vertex: u32) -> Vec3 {
        let local = &self.local[vertex as usize];
        self.placement.map_or(*local, |placement| placement.apply(local))
    }
}

/// An object: a soup of faces over vertices that may change in every frame. Nothing is kept from one frame to the next.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::octree::{FaceMesh, Subdivision};
///
/// let corners = |z| [[0.0, 0.0, z], [1.0, 0.0, z], [0.0, 1.0, z]].map(Vec3::from);
/// let (low, high) = (corners(0.0), corners(0.5));
/// let meshes = [&low, &high].map(|corners| FaceMesh::triangles(corners, &[[0, 1, 2]]));
/// let mut method = Subdivision::default();
/// assert_eq!(method.pairs_where(&meshes, |_| true).len(), 0);
/// let wide = meshes.map(|mesh| FaceMesh { margin: 0.3, ..mesh }); // all within 0.6 of each other
/// assert_eq!(method.pairs_where(&wide, |_| true).len(), 1);
///
/// // A square and a triangle.
/// let corners = [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
/// let (indices, starts) = ([0, 1, 2, 3, 0, 1, 4], [0, 4, 7]);
/// let mesh = FaceMesh { indices: &indices, starts: Some(&starts), ..FaceMesh::triangles(&corners, &[]) };
/// assert_eq!((mesh.len(), mesh.face(1)), (2, &[0, 1, 4][..]));
/// assert_eq!(mesh.triangles_of(0).count(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FaceMesh<'a> {
    /// The vertices of one face after the other. Faces with an index past the vertices, or a vertex that is infinite, no number or
    /// beyond 1e75, are ignored, and counted. The points of a face are those of the triangles between its first vertex and two
    /// neighbours.
    pub indices: &'a [u32],
    /// Where each face starts in `indices`, and where the last one ends; `None` if each has three.
    pub starts: Option<&'a [u32]>,
    /// The vertices now.
    pub now: Vertices<'a>,
    /// As many vertices in the previous frame, for queries about the time between.
    pub before: Option<Vertices<'a>>,
    /// How much is added to the boxes of faces on all sides: not less than zero.
    pub margin: f64,
}

impl<'a> FaceMesh<'a> {
    /// Triangles in world coordinates.
    pub fn triangles(vertices: &'a [Vec3], triangles: &'a [[u32; 3]]) -> FaceMesh<'a> {
        let now = Vertices { local: vertices, placement: None };
        FaceMesh { indices: triangles.as_flattened(), starts: None, now, before: None, margin: 0.0 }
    }

    /// Triangles in world coordinates that move along straight lines from where they were.
    pub fn moving_triangles(
        before: &'a [Vec3],
        now: &'a [Vec3],
        triangles: &'a [[u32; 3]],
    ) -> FaceMesh<'a> {
        let before = Some(Vertices { local: before, placement: None });
        FaceMesh { before, ..FaceMesh::triangles(now, triangles) }
    }

    /// The number of faces.
    pub fn len(&self) -> usize {
        self.starts.map_or(self.indices.len() / 3, |starts| starts.len().saturating_sub(1))
    }

    /// Whether there is no face.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The vertices of a face; none where the lists do not reach so far.
    #[inline]
    pub fn face(&self, face: u32) -> &'a [u32] {
        let face = face as usize;
        let range = match self.starts {
            None => Some(3 * face..3 * face + 3),
            Some(starts) => starts.get(face..face + 2).map(|w| w[0] as usize..w[1] as usize),
        };
        range.and_then(|range| self.indices.get(range)).unwrap_or_default()
    }

    /// The triangles of a face as it is now; a point or a segment is a triangle too.
    #[inline]
    pub fn triangles_of(&self, face: u32) -> impl Iterator<Item = [Vec3; 3]> + Clone + use<'a> {
        let (indices, now) = (self.face(face), self.now);
        let last = indices.len().saturating_sub(1);
        // Of one or two vertices, one triangle with the last repeated.
        (1..last.max(2)).filter(move |_| !indices.is_empty()).map(move |i| {
            [indices[0], indices[i.min(last)], indices[(i + 1).min(last)]]
                .map(|vertex| now.point(vertex))
        })
    }

    /// The number of vertices.
    pub(crate) fn vertex_count(&self) -> usize {
        let now = self.now.local.len();
        self.before.map_or(now, |before| before.local.len().min(now))
    }

    /// The box around all usable vertices where they were before.
    pub fn bounds_before(&self) -> Aabb {
        let vertices = self.before.unwrap_or(self.now);
        let points = (0..self.vertex_count() as u32).map(|vertex| vertices.point(vertex));
        Aabb::around(points.filter(is_usable))
    }

    /// The box around what a vertex that exists sweeps, with the margin; `None` if it is not usable.
    #[inline]
    pub(crate) fn vertex_box(&self, vertex: u32) -> Option<Aabb> {
        let now = self.now.point(vertex);
        let before = self.before.map_or(now, |before| before.point(vertex));
        let swept = Aabb { min: now.inf(&before), max: now.sup(&before) };
        let margin = Vec3::repeat(self.margin);
        (is_usable(&now) && is_usable(&before)).then(|| swept.inflated(&margin))
    }
}

/// Whether a point is finite and small enough for exact answers.
#[inline]
fn is_usable(p: &Vec3) -> bool {
    p.iter().all(|x| x.abs() <= EXACT_RANGE.end)
}
