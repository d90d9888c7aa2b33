//! Polygons in one plane that share edges: the faces of a surface.

use super::group::{Best, Group};
use super::{Touching, surface};
use crate::mesh::containment::root;
use crate::query::bodies::{BodyPair, BodyShape};

/// Of each of the parts that collide, the number of the face that its polygon of one body is in.
pub(super) fn faces(bodies: &BodyPair<'_>, side: usize, touching: &[Touching]) -> Vec<u32> {
    if let BodyShape::Convex(_) = bodies.shapes.each()[side] {
        return vec![0; touching.len()];
    }
    let soup = surface(&bodies.shapes.each()[side]);
    let own = touching.iter().map(|entry| entry.parts[side]);
    let Some(soup) = soup.filter(|soup| !own.clone().all(|part| soup.is_alone(part))) else {
        return own.collect();
    };
    let mut parts: Vec<u32> = own.clone().collect();
    parts.sort_unstable();
    parts.dedup();
    let mut labels = Vec::from_iter(0..parts.len() as u32);
    for (at, &part) in parts.iter().enumerate() {
        soup.visit_coplanar(part, |other| {
            // Each pair once.
            let Ok(place) = parts[..at].binary_search(&other) else { return };
            let [p, q] = [at, place].map(|i| root(&mut labels, i as u32));
            if p != q && soup.face(part).is_some() && soup.face(other).is_some() {
                labels[p.max(q) as usize] = p.min(q);
            }
        });
    }
    let place = |part: u32| parts.binary_search(&part).unwrap_or(0) as u32;
    own.map(|part| root(&mut labels, place(part))).collect()
}

/// The faces whose normals are those of contacts: each by its body and number.
pub(super) fn faces_in_contact(groups: &[(Group<'_, '_>, Option<Best>)]) -> Vec<(usize, u32)> {
    let face = |(group, best): &(Group<'_, '_>, Option<Best>)| {
        let side = best.as_ref()?.face?;
        Some((side, group.faces[side]))
    };
    let mut faces: Vec<(usize, u32)> = groups.iter().filter_map(face).collect();
    faces.sort_unstable();
    faces.dedup();
    faces
}
