//! The numbers of features at contacts with surfaces: the same whichever polygon of a face a contact was found with.
//!
//! A face of many polygons is one face, and a vertex is one whichever polygon has it. Which polygons of a face collide changes from frame
//! to frame; so faces are known by their planes, and not by a polygon.

use super::Contact;
use super::surface::surface;
use crate::convex::contact::{Kind, of_part, of_vertex, raw_vertex};
use crate::mesh::PolytopeSoup;
use crate::query::bodies::{BodyPair, PartIndices};

/// Coordinates of normals are told apart by this much, and places of planes by this part of the surface's size. Far more than the
/// polygons of a face differ by.
const NORMAL_STEP: f64 = 1e-4;

/// Rounds nothing that is common, as 0, to one side or the other.
const ASIDE: f64 = std::f64::consts::FRAC_1_PI;

impl BodyPair<'_> {
    /// Replaces the numbers of features of parts at contacts with surfaces by those of the bodies. Others have them.
    pub(crate) fn name_features(&self, contacts: &mut [Contact], parts: &[PartIndices]) {
        if !self.has_surface() {
            return;
        }
        for (contact, parts) in contacts.iter_mut().zip(parts) {
            let [p, q] = contact.features;
            let [of_a, of_b] = self.in_order(p, q);
            contact.features =
                self.in_order(self.feature(0, of_a, parts[0]), self.feature(1, of_b, parts[1]));
        }
    }

    /// The number of a feature of a part of A, 0, or B, 1.
    fn feature(&self, side: usize, feature: u32, part: u32) -> u32 {
        let shape = self.shapes.each()[side];
        match surface(&shape).filter(|soup| soup.face(part).is_some()) {
            Some(soup) => match Kind::of(feature) {
                Kind::Edge => of_part(feature, soup.name(part)),
                Kind::Vertex => soup.vertex_feature(feature, part),
                kind => of_part(kind as u32, soup.face_name(part)),
            },
            None => of_part(feature, self.name(side, part)),
        }
    }
}

/// A number for a list of numbers and one more.
fn with(name: u32, number: u32) -> u32 {
    of_part(name, number.wrapping_add(1))
}

impl PolytopeSoup {
    /// A number for the face that a polygon is in: of a polygon alone its own, of several one that all have.
    fn face_name(&self, part: u32) -> u32 {
        if self.is_alone(part) {
            self.name(part)
        } else {
            self.plane_name(part).unwrap_or_default()
        }
    }

    /// A number for the plane of a polygon, whichever way it goes around.
    fn plane_name(&self, part: u32) -> Option<u32> {
        let (normal, first) = (self.face_normal(part)?, self.vertex(*self.ring(part)?.first()?));
        // By the sign of a component that is not small: of two that are equal but for rounding, the largest may be either.
        let leads = |x: &&f64| x.abs() > ASIDE * normal.amax();
        let normal = normal * normal.iter().find(leads)?.signum();
        let step = |x: f64| (x + ASIDE).round() as i64 as u32;
        let name = normal.iter().fold(1, |name, x| with(name, step(x / NORMAL_STEP)));
        // Parallel faces are told apart by their places.
        let size = self.whole().unwrap_or_else(|| self.bounds()).half_extents().amax();
        let place = if size > 0.0 { normal.dot(first) / size } else { 0.0 };
        Some(with(name, step(place / NORMAL_STEP)))
    }

    /// A vertex of a polygon by its number in the mesh; of a piece of a surface, whose numbers are its own, by its place.
    fn vertex_feature(&self, feature: u32, part: u32) -> u32 {
        let vertex = self.indices_of(part).get(raw_vertex(feature) as usize);
        match (vertex, self.whole()) {
            (Some(vertex), None) => of_vertex(self.seams().name(*vertex)),
            (Some(vertex), Some(_)) => {
                let bits = self.vertex(*vertex).map(|x| (x + 0.0).to_bits());
                of_vertex(
                    bits.iter()
                        .fold(1, |name, bits| with(with(name, (bits >> 32) as u32), *bits as u32)),
                )
            }
            (None, _) => of_part(feature, self.name(part)),
        }
    }
}
