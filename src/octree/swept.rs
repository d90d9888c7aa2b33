//! The space that faces sweep between two frames (report 4.2), and, closer, when they first touch in between.

use super::contact_time::{Contact, Moving, first_contact};
use super::mesh::{FaceMesh, Vertices};
use super::method::{FacePair, Subdivision};
use crate::convex::pair::Relation;
use crate::convex::query::{Coherence, intersect};
use crate::math::{Aabb, Placement, Vec3};
use crate::shape::Support;

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
    /// None is missed, and none is reported that does not come as near as its [`Contact::gap`] tells, see
    /// [`first_contact`]. A polygon of more than three vertices moves as the triangles between its first vertex and two
    /// neighbours.
    pub fn contacts(&mut self, meshes: &[FaceMesh<'_>], contacts: &mut Vec<FaceContact>) {
        contacts.clear();
        let touch = |pair: &FacePair| Some(FaceContact { pair: *pair, contact: first_of(meshes, pair)? });
        let touching = |pair: &FacePair| hulls_meet(meshes, pair) && first_of(meshes, pair).is_some();
        contacts.extend(self.pairs_where(meshes, touching).iter().filter_map(touch));
    }
}

/// The hull of what a face sweeps.
struct Swept<'a> {
    indices: &'a [u32],
    now: Vertices<'a>,
    before: Vertices<'a>,
}

impl Swept<'_> {
    fn points(&self) -> impl Iterator<Item = Vec3> + '_ {
        self.indices.iter().flat_map(|v| [self.before.point(*v), self.now.point(*v)])
    }
}

impl Support for Swept<'_> {
    fn support(&self, direction: &Vec3, _hint: &mut u32) -> Vec3 {
        let farther = |best: (f64, Vec3), p: Vec3| {
            let along = direction.dot(&p);
            if along > best.0 { (along, p) } else { best }
        };
        self.points().fold((f64::NEG_INFINITY, Vec3::zeros()), farther).1
    }

    fn bounds(&self) -> Aabb {
        self.points().fold(Aabb::EMPTY, |all, p| all.join(&Aabb { min: p, max: p }))
    }
}

fn hulls_meet(meshes: &[FaceMesh<'_>], pair: &FacePair) -> bool {
    let [a, b] = [0, 1].map(|i| {
        let mesh = &meshes[pair.objects[i] as usize];
        Swept { indices: mesh.face(pair.faces[i]), now: mesh.now, before: mesh.before.unwrap_or(mesh.now) }
    });
    let here = Placement::IDENTITY;
    // Out of the numbers' range nothing is known to be apart.
    Relation::new(&a.reach(), &here, &b.reach(), &here)
        .is_none_or(|relation| intersect(&a, &b, &relation, &mut Coherence::default()))
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
