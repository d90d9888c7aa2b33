//! The numbers of features at contacts with surfaces: the same whichever polygon of a face a contact was found with.
//!
//! A face of many polygons is one face, and a vertex is one whichever polygon has it. Which polygons of a face collide changes from frame
//! to frame; so faces are known by their planes, and not by a polygon.

use super::Contact;
use super::surface::surface;
use crate::convex::contact::{
    Kind, MOST_RAW, edge_feature, of_part, of_vertex, raw_ends, raw_vertex,
};
use crate::math::tolerance::NAME_STEP;
use crate::math::{Mat3, Vec3};
use crate::memory;
use crate::mesh::PolytopeSoup;
use crate::query::bodies::{BodyPair, PartIndices};

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
                Kind::Edge => soup.edge_feature(feature, part),
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
        let name = normal.iter().fold(1, |name, x| with(name, step(x / NAME_STEP)));
        // Parallel faces are told apart by their places.
        let size = self.whole().unwrap_or_else(|| self.bounds()).half_extents().amax();
        let place = if size > 0.0 { normal.dot(first) / size } else { 0.0 };
        Some(with(name, step(place / NAME_STEP)))
    }

    /// A vertex of a polygon by its number in the mesh; of a piece of a surface, whose numbers are its own, by its place.
    fn vertex_feature(&self, feature: u32, part: u32) -> u32 {
        match self.vertex_name(raw_vertex(feature), part) {
            Some(name) => of_vertex(name),
            None => of_part(feature, self.name(part)),
        }
    }

    /// An edge of a polygon by its two vertices: which of the polygons beside it collides changes.
    fn edge_feature(&self, feature: u32, part: u32) -> u32 {
        let is_raw = self.indices_of(part).len() <= MOST_RAW as usize;
        let [low, high] =
            raw_ends(feature).map(|end| self.vertex_name(end, part).filter(|_| is_raw));
        match low.zip(high) {
            Some((low, high)) => edge_feature([low, high]),
            None => of_part(feature, self.name(part)),
        }
    }

    fn vertex_name(&self, number: u32, part: u32) -> Option<u32> {
        let vertex = *self.indices_of(part).get(number as usize)?;
        if self.whole().is_none() {
            return Some(self.seams().name(vertex));
        }
        let bits = self.vertex(vertex).map(|x| (x + 0.0).to_bits());
        Some(bits.iter().fold(1, |name, bits| with(with(name, (bits >> 32) as u32), *bits as u32)))
    }
}

/// Whether no two contacts have the same numbers; of more than a few it is left open.
fn all_differ(contacts: &[Contact]) -> bool {
    contacts.len() <= FEW
        && (1..contacts.len())
            .all(|i| contacts[..i].iter().all(|other| other.features != contacts[i].features))
}

/// Of so many contacts each is compared with all others.
const FEW: usize = 32;

/// Makes sure that no two contacts have the same numbers: of those that do, all but the first along a direction that turns with the first
/// body get others.
pub(super) fn tell_apart(contacts: &mut [Contact], basis: &Mat3, order: &mut Vec<(u64, u32)>) {
    if all_differ(contacts) {
        return;
    }
    // Common to no edges.
    let along = basis * Vec3::new(0.613, 0.541, 0.576);
    // What one gets may be what another has.
    for round in 0.. {
        let number = |[p, q]: [u32; 2]| u64::from(p) << 32 | u64::from(q);
        order.clear();
        memory::reserve(order, contacts.len());
        order.extend(contacts.iter().map(|contact| number(contact.features)).zip(0..));
        order.sort_unstable_by(|(one, i), (other, k)| {
            let [p, q] = [i, k].map(|i| &contacts[*i as usize]);
            // Several may have one of the points in common.
            let place = |of: &Contact| (of.points[0] + of.points[1]).dot(&along);
            let by_place = || place(p).total_cmp(&place(q)).then(i.cmp(k));
            one.cmp(other).then_with(by_place)
        });
        let (mut first, mut repeats) = (0, false);
        for place in 1..order.len() {
            let [one, other] =
                [order[first].1, order[place].1].map(|i| contacts[i as usize].features);
            if one == other {
                // No part has such a number, nor do convex bodies have as many equal ones.
                let number = !(round + (place - first) as u32);
                contacts[order[place].1 as usize].features[1] = of_part(other[1], number);
                repeats = true;
            } else {
                first = place;
            }
        }
        if !repeats {
            return;
        }
    }
}
