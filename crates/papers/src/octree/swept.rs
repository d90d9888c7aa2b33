//! The space that faces sweep between two frames (report 4.2), and, closer, when they first touch in between.

#[cfg(test)]
mod tests;

use std::sync::{Mutex, PoisonError};

use super::contact_time::{Contact, Moving, first_contact};
use super::method::Subdivision;
use super::{FaceMesh, FacePair, Vertices};
use solid_geometry::convex::{Coherence, RelativePlacement, intersect};
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::shape::{Any, Support};

/// Two faces that touch between two frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceContact {
    /// The faces.
    pub pair: FacePair,
    /// When they touch first, in time from the previous frame, 0, to this one, 1.
    pub contact: Contact,
}

impl Subdivision {
    /// All pairs of faces of different objects whose swept spaces meet, sorted: for each face the convex hull of its
    /// vertices before and now. Meshes without vertices of before stand still.
    ///
    /// Conservative: faces that touch in between, their vertices moving along straight lines, are among the pairs.
    pub fn swept(&mut self, meshes: &[FaceMesh<'_>]) -> &[FacePair] {
        self.pairs_where(meshes, |pair| hulls_meet(meshes, pair))
    }

    /// All pairs of faces of different objects that touch between the previous frame and this one, their vertices moving
    /// along straight lines at constant speed; sorted by the faces.
    ///
    /// None is missed, and each reported contact comes as near as its [`Contact::gap`], see
    /// [`first_contact`]. A polygon of more than three vertices moves as the triangles between its first vertex and two
    /// neighbours.
    pub fn contacts(&mut self, meshes: &[FaceMesh<'_>], contacts: &mut Vec<FaceContact>) {
        contacts.clear();
        // Each pair is visited once, by any thread.
        let list = Mutex::new(std::mem::take(contacts));
        self.pairs_where(meshes, |pair| {
            let contact = hulls_meet(meshes, pair).then(|| first_of(meshes, pair)).flatten();
            let found = contact.map(|contact| FaceContact { pair: *pair, contact });
            list.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
            found.is_some()
        });
        *contacts = list.into_inner().unwrap_or_else(PoisonError::into_inner);
        contacts.sort_unstable_by_key(|contact| contact.pair);
    }
}

/// The hull of what a triangle sweeps: its corners now, and before.
struct SweptTriangle([Vec3; 6]);

impl SweptTriangle {
    fn new(mesh: &FaceMesh<'_>, [i, j, k]: [u32; 3]) -> SweptTriangle {
        let (now, before) = (mesh.now, mesh.before.unwrap_or(mesh.now));
        let corners = |vertices: Vertices<'_>| [i, j, k].map(|vertex| vertices.point(vertex));
        let ([a, b, c], [d, e, f]) = (corners(now), corners(before));
        SweptTriangle([a, b, c, d, e, f])
    }
}

impl Support for SweptTriangle {
    fn any(&self) -> Any<'_> {
        self
    }

    #[inline]
    fn support(&self, direction: &Vec3, _hint: &mut u32) -> Vec3 {
        farthest(self.0, direction)
    }

    fn bounds(&self) -> Aabb {
        Aabb::around(self.0)
    }

    fn facet(&self) -> Option<[Vec3; 2]> {
        let [a, b, c, ..] = self.0;
        Some([b - a, c - a])
    }
}

#[inline]
fn farthest(points: impl IntoIterator<Item = Vec3>, direction: &Vec3) -> Vec3 {
    let farther = |best: (f64, Vec3), p: Vec3| {
        let along = direction.dot(&p);
        if along > best.0 { (along, p) } else { best }
    };
    points.into_iter().fold((f64::NEG_INFINITY, Vec3::zeros()), farther).1
}

/// The hull of what a face sweeps.
struct Swept<'a> {
    indices: &'a [u32],
    now: Vertices<'a>,
    before: Vertices<'a>,
}

impl<'a> Swept<'a> {
    fn new(mesh: &FaceMesh<'a>, face: u32) -> Swept<'a> {
        Swept { indices: mesh.face(face), now: mesh.now, before: mesh.before.unwrap_or(mesh.now) }
    }

    fn points(&self) -> impl Iterator<Item = Vec3> + '_ {
        self.indices.iter().flat_map(|v| [self.before.point(*v), self.now.point(*v)])
    }
}

impl Support for Swept<'_> {
    fn any(&self) -> Any<'_> {
        self
    }

    fn support(&self, direction: &Vec3, _hint: &mut u32) -> Vec3 {
        farthest(self.points(), direction)
    }

    fn bounds(&self) -> Aabb {
        Aabb::around(self.points())
    }
}

fn hulls_meet(meshes: &[FaceMesh<'_>], pair: &FacePair) -> bool {
    let [a, b] = pair.objects.map(|i| &meshes[i as usize]);
    if let (&[i, j, k], &[l, m, n]) = (a.face(pair.faces[0]), b.face(pair.faces[1])) {
        return bodies_meet(&SweptTriangle::new(a, [i, j, k]), &SweptTriangle::new(b, [l, m, n]));
    }
    bodies_meet(&Swept::new(a, pair.faces[0]), &Swept::new(b, pair.faces[1]))
}

/// Whether bodies in world coordinates share a point; out of the numbers' range nothing is known to be apart.
fn bodies_meet(a: Any<'_>, b: Any<'_>) -> bool {
    let here = Placement::IDENTITY;
    RelativePlacement::new(&a.absolute_extents(), &here, &b.absolute_extents(), &here)
        .is_none_or(|relation| intersect(a, b, &relation, &mut Coherence::default()))
}

/// The first contact of any two triangles of two faces.
fn first_of(meshes: &[FaceMesh<'_>], pair: &FacePair) -> Option<Contact> {
    let [a, b] = [0, 1].map(|i| moving(&meshes[pair.objects[i] as usize], pair.faces[i]));
    let contacts = a.flat_map(|s| b.clone().filter_map(move |t| first_contact(&s, &t)));
    contacts.min_by(|x, y| x.time.total_cmp(&y.time))
}

/// The triangles of a face, before and now.
fn moving<'a>(mesh: &FaceMesh<'a>, face: u32) -> impl Iterator<Item = Moving> + Clone + use<'a> {
    let before = FaceMesh { now: mesh.before.unwrap_or(mesh.now), ..*mesh };
    before.triangles_of(face).zip(mesh.triangles_of(face)).map(|(before, now)| [before, now])
}
