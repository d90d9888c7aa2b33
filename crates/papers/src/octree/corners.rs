//! The boxes of a mesh's vertices.

use super::FaceMesh;
use solid_geometry::math::tolerance::EXACT_RANGE;
use solid_geometry::math::{Aabb, Placement, Vec3};

/// Whether the face is the triangle that its vertices make now, and no more: it does not move and has no margin.
pub(super) fn is_exact(mesh: &FaceMesh<'_>, face: u32) -> bool {
    mesh.before.is_none() && mesh.margin == 0.0 && mesh.face(face).len() <= 3
}

/// Which kind a mesh is.
pub(super) fn kind_of<'a>(mesh: &'a FaceMesh<'a>) -> Kind<'a> {
    match (mesh.before, mesh.now.placement) {
        (None, None) if mesh.margin == 0.0 => {
            Kind::InPlace(Widened { points: mesh.now.local, margin: Vec3::zeros() })
        }
        (None, Some(placement)) => {
            let margin = Vec3::repeat(mesh.margin);
            Kind::Placed(Placed { local: mesh.now.local, placement, margin })
        }
        _ => Kind::General(mesh),
    }
}

/// The kinds of meshes whose vertices are looped over.
pub(super) enum Kind<'a> {
    InPlace(Widened<'a>),
    Placed(Placed<'a>),
    General(&'a FaceMesh<'a>),
}

/// Whether a point is finite and small enough for exact answers.
#[inline]
pub(super) fn is_usable(p: &Vec3) -> bool {
    p.iter().all(|x| x.abs() <= EXACT_RANGE.end)
}

/// The boxes of vertices, each a point or what holds a way, for one mesh at a time.
///
/// One implementation for each kind of mesh, so that the loops over vertices know which it is.
pub(super) trait Corners {
    /// The box of a vertex that exists.
    fn corner(&self, vertex: usize) -> Aabb;
    /// How many vertices there are.
    fn count(&self) -> usize;
}

/// Vertices in world coordinates, with a margin.
pub(super) struct Widened<'a> {
    pub points: &'a [Vec3],
    pub margin: Vec3,
}

impl Corners for Widened<'_> {
    #[inline(always)]
    fn corner(&self, vertex: usize) -> Aabb {
        let p = self.points[vertex];
        Aabb { min: p - self.margin, max: p + self.margin }
    }

    fn count(&self) -> usize {
        self.points.len()
    }
}

/// Vertices under a placement.
pub(super) struct Placed<'a> {
    pub local: &'a [Vec3],
    pub placement: &'a Placement,
    pub margin: Vec3,
}

impl Corners for Placed<'_> {
    #[inline(always)]
    fn corner(&self, vertex: usize) -> Aabb {
        let p = self.placement.apply(&self.local[vertex]);
        Aabb { min: p - self.margin, max: p + self.margin }
    }

    fn count(&self) -> usize {
        self.local.len()
    }
}

/// All others.
impl Corners for FaceMesh<'_> {
    #[inline]
    fn corner(&self, vertex: usize) -> Aabb {
        let now = self.now.point(vertex as u32);
        let before = self.before.map_or(now, |before| before.point(vertex as u32));
        if !(is_usable(&now) && is_usable(&before)) {
            return Aabb { min: Vec3::repeat(f64::NAN), max: Vec3::repeat(f64::NAN) };
        }
        Aabb::around([&before, &now]).inflated(&Vec3::repeat(self.margin))
    }

    fn count(&self) -> usize {
        self.before
            .map_or(self.now.local.len(), |before| before.local.len().min(self.now.local.len()))
    }
}
