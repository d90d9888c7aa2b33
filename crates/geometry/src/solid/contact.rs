//! Depth and contacts of two bodies of which one is a solid: those of the translation that separates them
//! (`docs/src/theory/solids.md`, section 5).
//!
//! The translation leaves the bodies touching in one place or in several, each with a normal out of the solid. Of each normal the
//! contacts are the corners of the regions that faces across it have in common, as deep as the translation moves them along it.

use std::ops::ControlFlow;

use super::separation::{Effort, Way};
use super::signed_distance::outwards;
use crate::convex::epa::Workspace;
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::SAME_NORMAL;
use crate::math::{Placement, Vec3};
use crate::memory;
use crate::query::{
    Body, BodyPair, BodyShape, Contact, PartIndices, PartVisitor, Penetration, Region, Shapes,
    visit_nearest,
};
use crate::shape::Support;

#[cfg(test)]
mod tests;

/// Steps of the search for a depth in a test: most need some thirty.
const STEPS: u32 = 160;

impl BodyPair<'_> {
    /// As `penetration`, of two bodies of which one is a solid.
    pub(crate) fn solid_penetration(&self, work: &mut Workspace) -> Option<Penetration> {
        let found = self.in_own_unit(|pair| Some(pair.penetration_by(&pair.solid_way(work)?)))?;
        Some(self.penetration_in_world_units(found))
    }

    /// As `in_moderate_unit`; of two meshes in the same order whichever is A.
    fn in_own_unit<R>(&self, ask: impl FnOnce(&BodyPair<'_>) -> Option<R>) -> Option<R> {
        self.in_moderate_unit(|pair| {
            let reversed = pair.is_reversed().then(|| pair.reversed());
            ask(reversed.as_ref().unwrap_or(pair))
        })
    }

    /// From the unit of [`BodyPair::in_moderate_unit`].
    pub(crate) fn in_world_units(&self, contact: Contact) -> Contact {
        Contact {
            points: contact.points.map(|point| self.relative.in_world_units(&point)),
            depth: self.relative.length_in_world_units(contact.depth),
            ..contact
        }
    }

    pub(crate) fn penetration_in_world_units(&self, found: Penetration) -> Penetration {
        Penetration { deepest: self.in_world_units(found.deepest), ..found }
    }

    /// The translation of A that separates the bodies, in their own order.
    fn solid_way(&self, work: &mut Workspace) -> Option<Way> {
        self.way_apart(Effort { gap: 0.0, steps: STEPS, deadline: None }, work)
    }

    fn penetration_by(&self, way: &Way) -> Penetration {
        let [a, b] = self.placements;
        let depth = way.translation.norm();
        let normal = way.translation.try_normalize(0.0).unwrap_or(way.normal);
        let [local_a, local_b] = way.local;
        // The two points meet but for rounding: the one is taken from the other, so that their difference is exact.
        let on_b = b.apply(&local_b);
        let on_a = if (a.apply(&local_a) + way.translation - on_b).norm() <= 1e-6 * depth {
            on_b - way.translation
        } else {
            a.apply(&local_a)
        };
        let points = self.in_order(on_a, on_b);
        let deepest = Contact { points, normal: self.directed(normal), depth, features: [0; 2] };
        Penetration { deepest, local: self.in_order(local_a, local_b) }
    }

    /// As `unmerged_contacts`, of two bodies of which one is a solid: contacts and the parts that they belong to.
    pub(crate) fn solid_contacts(
        &self,
        contacts: &mut Vec<Contact>,
        parts: &mut Vec<PartIndices>,
        work: &mut Workspace,
    ) -> Option<Penetration> {
        let found = self.in_own_unit(|pair| pair.contacts_by_way(contacts, parts, work))?;
        if self.is_reversed() {
            parts.iter_mut().for_each(|parts| parts.reverse());
        }
        contacts.iter_mut().for_each(|contact| *contact = self.in_world_units(*contact));
        Some(self.penetration_in_world_units(found))
    }

    fn contacts_by_way(
        &self,
        contacts: &mut Vec<Contact>,
        parts: &mut Vec<PartIndices>,
        work: &mut Workspace,
    ) -> Option<Penetration> {
        let way = self.solid_way(work)?;
        let found = self.penetration_by(&way);
        let [a, b] = self.bodies();
        let placement = Placement { origin: a.placement.origin + way.translation, ..*a.placement };
        let moved = BodyPair::new(Body { placement: &placement, ..a }, b)?;
        for normal in &way.normals {
            let depth = normal.dot(&way.translation);
            let mut region = Region::new(self, *normal, depth);
            let mut nearby = Nearby(&mut region);
            let are_convex = nearby.add_convex(&way.local[0]);
            if !are_convex {
                let _ = visit_nearest(&moved, &mut nearby);
            }
            region.reduce();
            if !are_convex {
                for (contact, parts) in &mut region.found {
                    self.name_features(std::slice::from_mut(contact), &[*parts]);
                }
            }
            memory::reserve(contacts, region.found.len());
            memory::reserve(parts, region.found.len());
            contacts.extend(region.found.iter().map(|(contact, _)| *contact));
            parts.extend(region.found.iter().map(|(_, parts)| *parts));
        }
        if contacts.is_empty() {
            contacts.push(found.deepest);
            parts.push([0, 0]);
        }
        Some(found)
    }
}

/// See [`Nearby::limit`].
const TILTED: f64 = 0.005;

/// The parts that are near to each other after the translation, for the contacts of one normal.
struct Nearby<'r, 'p, 'a>(&'r mut Region<'p, 'a>);

impl Nearby<'_, '_, '_> {
    /// Adds the contacts of two convex bodies, of which A has this point deepest in B; false if they are others.
    fn add_convex(&mut self, deepest: &Vec3) -> bool {
        let hulls = self.0.pair.shapes.each().map(|shape| match shape {
            BodyShape::Convex(body) => Some(body.any()),
            BodyShape::Soup(soup) => soup.convex_hull().map(Support::any),
            BodyShape::Parts(_) => None,
        });
        let [Some(a), Some(b)] = hulls else { return false };
        self.0.add(a, b, [0, 0], None, Some(self.0.pair.relative.place_a(deepest)));
        true
    }

    /// Whether a part, if it is flat, is across the normal, and if it is of a solid turned to the other body.
    fn faces<S: Support + ?Sized>(&self, part: &S, body: usize, number: u32) -> bool {
        let towards = if body == 0 { -self.0.normal } else { self.0.normal };
        let relative = &self.0.pair.relative;
        let basis = if body == 0 { relative.basis_a() } else { relative.basis_b() };
        let Some([u, v]) = part.facet() else { return true };
        let Some(normal) = (basis * u).cross(&(basis * v)).try_normalize(0.0) else { return false };
        if normal.dot(&towards).abs() < SAME_NORMAL {
            return false;
        }
        let BodyShape::Soup(soup) = self.0.pair.shapes.each()[body] else { return true };
        if !soup.is_solid() {
            return true;
        }
        let corners = soup.indices_of(number);
        let middle = corners.iter().fold(Vec3::zeros(), |sum, &v| sum + soup.vertex(v))
            / corners.len().max(1) as f64;
        let out = outwards(soup, self.0.pair.placements[body], number, &middle);
        out.is_some_and(|out| out.dot(&towards) > 0.0)
    }
}

impl PartVisitor for Nearby<'_, '_, '_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        _: &RelativePlacement,
    ) -> ControlFlow<()> {
        if self.faces(a, 0, parts[0]) && self.faces(b, 1, parts[1]) {
            let corners = [self.0.corners(0, parts[0]), self.0.corners(1, parts[1])];
            self.0.add(a, b, parts, Some([&corners[0], &corners[1]]), None);
        }
        ControlFlow::Continue(())
    }

    /// Parts that are farther apart after the translation are not in contact before it. Of two meshes, only near ones are looked at, of
    /// which there are not too many: regions of faces that are tilted against each other by more than that end before.
    fn limit(&self) -> f64 {
        let depth = self.0.pair.relative.in_internal_units(self.0.depth) + self.0.rounding();
        let most = TILTED * self.0.pair.relative.largest_coordinate();
        if matches!(self.0.pair.shapes, Shapes::Soups(..)) { depth.min(most) } else { depth }
    }
}
