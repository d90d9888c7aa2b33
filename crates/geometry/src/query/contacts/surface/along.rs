//! The contacts of two faces along their normal.

use std::ops::ControlFlow;

use super::Touching;
use super::group::{Best, Group};
use super::plane::FacePlane;
use crate::convex::contact::{Contact as PlacedContact, Kind};
use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::{ROUNDED_DEPTH, SAME_LENGTH};
use crate::memory;
use crate::query::bodies::PartIndices;
use crate::query::contacts::Contact;
use crate::query::contacts::region::{Corners, Region, is_in_fan};
use crate::query::traversal::PartVisitor;
use crate::shape::Support;

/// Adds the contacts of two parts to a region.
struct Adding<'r, 'p, 'a> {
    region: &'r mut Region<'p, 'a>,
    corners: [Corners; 2],
    deepest: Option<Vec3>,
}

impl PartVisitor for Adding<'_, '_, '_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        _: &RelativePlacement,
    ) -> ControlFlow<()> {
        let [of_a, of_b] = &self.corners;
        self.region.add(a, b, parts, Some([of_a, of_b]), self.deepest);
        ControlFlow::Continue(())
    }
}

impl<'p, 'a> Group<'p, 'a> {
    /// Adds the contacts along the normal: the corners of the region that all parts together have.
    pub(super) fn add_contacts(&self, best: &Best, contacts: &mut Vec<(Contact, PartIndices)>) {
        let (bodies, relative) = (self.bodies, &self.bodies.relative);
        let depth = relative.length_in_world_units(best.depth.max(0.0));
        let mut region = Region::new(bodies, best.normal, depth);
        let is_alone = self.entries.len() == 1;
        if is_alone {
            self.add_entries(best, &mut region);
        }
        let deepest = region.found.iter().fold(-1.0, |most: f64, (one, _)| most.max(one.depth));
        // The body is over more of the face than the polygon that it touches if it is deeper elsewhere, or the polygon's edges end the region.
        let goes_on = |side: usize| {
            relative.in_internal_units(deepest) < self.less_than(best.depth)
                || region.found.iter().any(|(one, _)| {
                    let features = bodies.in_order(one.features[0], one.features[1]);
                    matches!(Kind::of(features[side]), Kind::Edge | Kind::Vertex)
                })
        };
        let face = best.face.filter(|side| !is_alone || goes_on(*side));
        let plane = face.and_then(|side| FacePlane::new(self, side));
        let is_part = !is_alone || plane.is_some();
        if is_part {
            // What is over the plane of the face is mostly over the face.
            let alone = std::mem::take(&mut region.found);
            let is_whole = plane.as_ref().is_some_and(|plane| plane.add_contacts(&mut region));
            if region.found.is_empty() || !is_whole {
                region.found.extend(alone);
            }
            if !is_whole && !is_alone {
                self.add_entries(best, &mut region);
            }
            // Those of one pair are reduced as they are found.
            if !is_whole || !plane.as_ref().is_some_and(FacePlane::is_one_pair) {
                region.reduce();
            }
        }
        if region.found.is_empty()
            && let Some(entry) = best.at_flat_edge.map(|i| &self.entries[i])
        {
            let contact = self.contact_of(entry, &best.normal);
            let placed = bodies.placed_contact(&contact, best.normal, entry.parts, relative);
            memory::push(&mut region.found, (placed, entry.parts));
        }
        memory::reserve(contacts, region.found.len());
        contacts.append(&mut region.found);
    }

    /// Adds the contacts of faces that cross where no direction is a normal of both surfaces: along the normal of a face, of the two
    /// that along which they overlap by less; at least that of the deepest parts.
    pub(super) fn add_crossing(&self, contacts: &mut Vec<(Contact, PartIndices)>) {
        let best = (0..2).fold(None, |best, side| self.along_face(side, best).or(best));
        let before = contacts.len();
        if let Some(best) = best {
            self.add_contacts(&best, contacts);
        }
        if contacts.len() == before {
            let deepest =
                self.entries.iter().reduce(|p, q| if q.length > p.length { q } else { p });
            let Some(entry) = deepest else { return };
            let normal = entry.normal;
            let contact = self.contact_of(entry, &normal);
            let placed =
                self.bodies.placed_contact(&contact, normal, entry.parts, &self.bodies.relative);
            memory::push(contacts, (placed, entry.parts));
        }
    }

    /// Adds the contacts of each pair of parts by itself.
    fn add_entries(&self, best: &Best, region: &mut Region<'p, 'a>) {
        let bodies = self.bodies;
        for entry in self.entries {
            let is_own = (entry.normal - best.normal).norm() <= SAME_LENGTH;
            let deepest = is_own.then(|| self.deepest_on_a(entry));
            let corners = [0, 1].map(|side| self.corners(region, side, entry.parts[side]));
            let mut adding = Adding { region: &mut *region, corners, deepest };
            let _ = bodies.visit_part(&mut adding, entry.parts);
        }
    }

    /// The point of A that is deepest in B, of two parts as convex bodies.
    fn deepest_on_a(&self, entry: &Touching) -> Vec3 {
        entry.on_a.or_else(|| self.under_corner(entry)).unwrap_or_else(|| {
            let depth = self.bodies.depth_of_parts(entry.parts);
            self.placed(0, &depth.map(|depth| depth.local_a).unwrap_or_default())
        })
    }

    /// The same where it is under a corner of a box.
    fn under_corner(&self, entry: &Touching) -> Option<Vec3> {
        let height = |end: &Vec3| end.dot(&entry.normal);
        let corner = self.ends.iter().max_by(|p, q| height(p).total_cmp(&height(q)))?;
        let on_a = corner - entry.normal * entry.length;
        let soup = self.surfaces[0]?;
        let ring = soup.face(entry.parts[0])?;
        let corners = Corners::from_iter(ring.iter().map(|v| self.placed(0, soup.vertex(*v))));
        let rounding = ROUNDED_DEPTH * self.bodies.relative.largest_coordinate();
        is_in_fan(&corners, &on_a, rounding).then_some(on_a)
    }

    pub(super) fn corners(&self, region: &Region<'_, '_>, side: usize, part: u32) -> Corners {
        if self.normals[side].is_some() { region.corners(side, part) } else { Corners::new() }
    }

    /// The contact at the point of A that is deepest, of two parts as convex bodies, along a normal.
    pub(super) fn contact_of(&self, entry: &Touching, normal: &Vec3) -> PlacedContact {
        let on_a = self.deepest_on_a(entry);
        let on_b = on_a + normal * entry.length;
        PlacedContact { on_a, on_b, depth: entry.length, features: [0; 2] }
    }
}
