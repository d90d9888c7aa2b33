//! What the methods are held to: all pairs of faces, each by the exact predicates, with no structure at all. Only faces are
//! left out whose boxes do not reach those of the other body.

use crate::octree::contact_time::{Contact, first_contact};
use crate::octree::exact::triangles_meet;
use crate::octree::swept::FaceContact;
use crate::octree::{FaceMesh, FacePair};
use solid_geometry::math::Vec3;

type Range = (Vec3, Vec3);

fn range(points: &[Vec3]) -> Range {
    points.iter().fold((points[0], points[0]), |(low, high), p| (low.inf(p), high.sup(p)))
}

fn apart(a: &Range, b: &Range) -> bool {
    (0..3).any(|i| a.0[i] > b.1[i] || b.0[i] > a.1[i])
}

/// Triangles, or what they sweep, each with its box.
struct Faces<T> {
    faces: Vec<(T, Range)>,
    around: Range,
}

impl<T> Faces<T> {
    fn new(faces: Vec<T>, points: impl Fn(&T) -> Vec<Vec3>) -> Faces<T> {
        let faces: Vec<(T, Range)> =
            faces.into_iter().map(|t| (range(&points(&t)), t)).map(|(r, t)| (t, r)).collect();
        let corners: Vec<Vec3> = faces.iter().flat_map(|(_, r)| [r.0, r.1]).collect();
        Faces { around: range(&corners), faces }
    }

    /// The faces that reach a box, with their numbers.
    fn near(&self, other: &Range) -> Vec<(u32, &(T, Range))> {
        self.faces
            .iter()
            .enumerate()
            .filter(|(_, f)| !apart(&f.1, other))
            .map(|(i, f)| (i as u32, f))
            .collect()
    }
}

/// What `test` makes of all pairs of faces of different bodies whose boxes meet; in the order of the pairs.
fn all<T, R>(bodies: &[Faces<T>], test: impl Fn(&T, &T) -> Option<R>) -> Vec<(FacePair, R)> {
    let mut found = Vec::new();
    for (j, b) in bodies.iter().enumerate() {
        for (i, a) in bodies[..j].iter().enumerate() {
            if apart(&a.around, &b.around) {
                continue;
            }
            let others = b.near(&a.around);
            for (f, (s, s_box)) in a.near(&b.around) {
                for (g, (t, t_box)) in &others {
                    if !apart(s_box, t_box)
                        && let Some(result) = test(s, t)
                    {
                        found.push((
                            FacePair { objects: [i as u32, j as u32], faces: [f, *g] },
                            result,
                        ));
                    }
                }
            }
        }
    }
    found.sort_by_key(|(pair, _)| *pair);
    found
}

/// All pairs of triangles of different bodies that share a point.
pub fn all_pairs(meshes: &[FaceMesh<'_>]) -> Vec<FacePair> {
    let triangles =
        |mesh: &FaceMesh<'_>| (0..mesh.len() as u32).flat_map(|f| mesh.triangles_of(f)).collect();
    let bodies: Vec<Faces<[Vec3; 3]>> =
        meshes.iter().map(|mesh| Faces::new(triangles(mesh), |t: &[Vec3; 3]| t.to_vec())).collect();
    all(&bodies, |s, t| triangles_meet(s, t).then_some(()))
        .into_iter()
        .map(|(pair, ())| pair)
        .collect()
}

/// All pairs of moving triangles of different bodies that touch between the previous frame and this one, and when.
pub fn all_contacts(meshes: &[FaceMesh<'_>]) -> Vec<FaceContact> {
    let moving = |mesh: &FaceMesh<'_>| -> Vec<[[Vec3; 3]; 2]> {
        let before = FaceMesh { now: mesh.before.unwrap_or(mesh.now), ..*mesh };
        let both = |f: u32| before.triangles_of(f).zip(mesh.triangles_of(f)).map(|(s, t)| [s, t]);
        (0..mesh.len() as u32).flat_map(both).collect()
    };
    let bodies: Vec<Faces<[[Vec3; 3]; 2]>> = meshes
        .iter()
        .map(|mesh| Faces::new(moving(mesh), |t: &[[Vec3; 3]; 2]| t.concat()))
        .collect();
    let contacts: Vec<(FacePair, Contact)> = all(&bodies, first_contact);
    contacts.into_iter().map(|(pair, contact)| FaceContact { pair, contact }).collect()
}
