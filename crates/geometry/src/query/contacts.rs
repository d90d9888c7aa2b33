//! How deep two objects are in each other, and where they touch.
//!
//! The depth of objects with many parts is that of the deepest pair of parts. Each pair that collides has its own contacts.
//! Each part counts as a solid, so the depth in a soup of triangles is not the depth below its surface: for that it has to be a
//! solid, of which depths and contacts are found in another way (`crate::solid`).

use std::ops::ControlFlow;

use super::ask::{Answer, Question, collide};
use super::bodies::{BodyPair, PartIndices, Shapes};
use super::ill_conditioned::Verdict;
use super::traversal::{PartVisitor, visit_deepest, visit_overlapping};
use crate::convex::Coherence;
use crate::convex::contact::{self, MOST_CONTACTS, Manifold, Overlap, of_part};
use crate::convex::depth::{Depth, depth_or_axis};
use crate::convex::epa::Workspace;
use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::ILL_CONDITIONED;
use crate::memory;
use crate::shape::{Any, Support};
use merge::{ContactGrid, merge, nearby};
use surface::Sought;

mod found;
mod matching;
pub(super) mod merge;
mod names;
pub(crate) mod region;
mod surface;

pub use found::{Contact, ContactMemory, Penetration};
pub use matching::match_contacts;

/// The deepest pair of parts so far.
struct Deepest<'w> {
    tolerance: f64,
    work: &'w mut Workspace,
    /// With the depth in the units of the relative placement.
    found: Option<(f64, Depth)>,
    /// Whether an axis separates the last parts by a clear margin.
    are_apart: bool,
    /// Whether the lines through the centres of parts are known not to separate them.
    are_near: bool,
}

impl<'w> Deepest<'w> {
    fn new(bodies: &BodyPair<'_>, tolerance: f64, work: &'w mut Workspace) -> Deepest<'w> {
        // That of two bodies has been tried before.
        let are_near = matches!(bodies.shapes, Shapes::Convex(..));
        Deepest { tolerance, work, found: None, are_apart: false, are_near }
    }

    /// The depth of two parts.
    fn depth_of(&mut self, a: Any<'_>, b: Any<'_>, relative: &RelativePlacement) -> Option<Depth> {
        let found = depth_or_axis(a, b, relative, self.tolerance, self.are_near, self.work);
        self.are_apart = matches!(found, Err(axis) if axis != Vec3::zeros());
        found.ok()
    }

    fn consider(&mut self, length: f64, depth: &Depth) {
        if self.found.is_none_or(|(most, _)| length > most) {
            self.found = Some((length, *depth));
        }
    }

    fn penetration(&self, bodies: &BodyPair<'_>) -> Option<Penetration> {
        let (_, Depth { depth, normal, local_a, local_b, .. }) = self.found?;
        Some(Penetration::of(bodies, [local_a, local_b], normal, depth))
    }
}

impl PartVisitor for Deepest<'_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        _: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        if let Some(depth) = self.depth_of(a.any(), b.any(), relative) {
            self.consider(relative.in_internal_units(depth.depth), &depth);
        }
        ControlFlow::Continue(())
    }

    /// Depths are negative distances to the walk.
    fn limit(&self) -> f64 {
        self.found.map_or(0.0, |(most, _)| -most)
    }
}

impl BodyPair<'_> {
    /// How deep two objects are in each other: the depth of the deepest pair of parts, to a relative error; `None` if they
    /// are apart.
    pub fn penetration(&self, tolerance: f64, work: &mut Workspace) -> Option<Penetration> {
        match self.quickly(Question::Penetration(tolerance), &mut Coherence::default(), |_| {}) {
            Some(answer) => answer.penetration(),
            None => self.search_penetration(tolerance, work),
        }
    }

    /// As `penetration`, by a search.
    pub(super) fn search_penetration(
        &self,
        tolerance: f64,
        work: &mut Workspace,
    ) -> Option<Penetration> {
        if self.has_parts() {
            return self.penetration_of_parts(tolerance, work);
        }
        if self.has_half_space() {
            let answer = self.answer_on_plane(Question::Penetration(tolerance));
            return answer.and_then(Answer::penetration);
        }
        if self.has_solid() {
            return self.solid_penetration(work);
        }
        // Found out in a fraction of the time that all parts take whose boxes overlap, but for those of a surface and a convex body.
        if !self.is_one_pair() && !self.has_body_on_surface() && self.are_apart() {
            return None;
        }
        if self.has_surface() {
            let (found, deepest) = self.surface_contacts(Sought::Deepest, tolerance, work);
            return self.certain(found.depth(), deepest);
        }
        let mut deepest = Deepest::new(self, tolerance, work);
        // It never breaks off.
        let _ = visit_deepest(self, &mut deepest);
        self.unless_ill_conditioned(&deepest)
    }

    /// The deepest parts that were found, or what else is known of bodies of which none were.
    fn unless_ill_conditioned(&self, deepest: &Deepest<'_>) -> Option<Penetration> {
        if deepest.are_apart && matches!(self.shapes, Shapes::Convex(..)) {
            return None;
        }
        self.certain(deepest.found.map(|(depth, _)| depth), deepest.penetration(self))
    }

    /// What was found, or what else is known of bodies that are as deep in each other as this.
    fn certain(&self, depth: Option<f64>, found: Option<Penetration>) -> Option<Penetration> {
        // Far beyond rounding there is no doubt.
        let least = ILL_CONDITIONED * self.relative.largest_coordinate();
        if depth.is_some_and(|depth| depth > least) {
            return found;
        }
        let verdict = self.verdict_if_ill_conditioned();
        // Elsewhere the question whether they collide decides, so that all questions agree.
        let is_asked = || verdict.is_none() && depth.is_some() && self.has_surface();
        if verdict == Some(Verdict::Apart) || is_asked() && self.are_apart() {
            return None;
        }
        found.or_else(|| of_touching(self, verdict))
    }
}

impl BodyPair<'_> {
    fn are_apart(&self) -> bool {
        let [a, b] = self.bodies();
        collide(a, b, Question::Parts, &mut Coherence::default(), &mut 0) == Answer::Nothing
    }
}

/// Of bodies that touch by a verdict, and had no depth.
fn of_touching(bodies: &BodyPair<'_>, verdict: Option<Verdict>) -> Option<Penetration> {
    let Some(Verdict::Touching(local)) = verdict else {
        return None;
    };
    let normal =
        bodies.relative.offset().try_normalize(0.0).map_or(Vec3::x(), |towards_b| -towards_b);
    Some(Penetration::of(bodies, local, normal, 0.0))
}

/// The contacts of all pairs of parts.
struct All<'m, 'b, 's> {
    deepest: Deepest<'m>,
    bodies: &'b BodyPair<'s>,
    contacts: &'m mut Vec<Contact>,
    parts: &'m mut Vec<PartIndices>,
}

impl PartVisitor for All<'_, '_, '_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        let Some(depth) = self.deepest.depth_of(a.any(), b.any(), relative) else {
            return ControlFlow::Continue(());
        };
        let length = relative.in_internal_units(depth.depth);
        self.deepest.consider(length, &depth);
        let overlap =
            Overlap { normal: depth.normal, on_a: relative.place_a(&depth.local_a), depth: length };
        let mut found = Manifold::default();
        found.find(a.any(), b.any(), relative, &overlap);
        // In order of importance.
        found.reduce(MOST_CONTACTS);
        memory::reserve(self.contacts, found.contacts().len());
        memory::reserve(self.parts, found.contacts().len());
        let placed = |contact| self.bodies.placed_contact(contact, depth.normal, parts, relative);
        self.contacts.extend(found.contacts().iter().map(placed));
        self.parts.resize(self.contacts.len(), parts);
        ControlFlow::Continue(())
    }
}

impl BodyPair<'_> {
    /// A point of a region of contact of two parts, in the world.
    #[inline]
    pub(crate) fn placed_contact(
        &self,
        contact: &contact::Contact,
        normal: Vec3,
        parts: PartIndices,
        relative: &RelativePlacement,
    ) -> Contact {
        let origin = self.placements[0].origin;
        let in_world = |p: &Vec3| relative.in_world_units(p) + origin;
        let [of_a, of_b] = contact.features;
        // With surfaces they are named when all are found.
        let features = if self.has_surface() {
            self.in_order(of_a, of_b)
        } else {
            let names = [self.name(0, parts[0]), self.name(1, parts[1])];
            self.in_order(of_part(of_a, names[0]), of_part(of_b, names[1]))
        };
        Contact {
            points: self.in_order(in_world(&contact.on_a), in_world(&contact.on_b)),
            normal: self.directed(normal),
            depth: relative.length_in_world_units(contact.depth),
            features,
        }
    }

    /// As `penetration`, and where the objects touch: all contacts of all pairs of parts that collide, into the memory. Of two
    /// convex objects at most 16, the most important first; of others the deepest first, and contacts that
    /// neighbouring parts share once.
    pub fn contacts(&self, tolerance: f64, memory: &mut ContactMemory) -> Option<Penetration> {
        memory.contacts.clear();
        let mut coherence = Coherence::default();
        let keep = |found| memory::push(&mut memory.contacts, found);
        match self.quickly(Question::Contacts(tolerance), &mut coherence, keep) {
            Some(answer) => answer.penetration(),
            None => self.search_contacts(tolerance, memory),
        }
    }

    /// As `contacts`, by a search.
    pub(super) fn search_contacts(
        &self,
        tolerance: f64,
        memory: &mut ContactMemory,
    ) -> Option<Penetration> {
        if self.has_parts() {
            return self.contacts_of_parts(tolerance, memory);
        }
        let found = self.unmerged_contacts(tolerance, memory);
        if !self.is_one_pair() && memory.contacts.len() > 1 {
            self.merge_contacts(&mut memory.contacts, &mut memory.grid);
        }
        found
    }

    /// Merges contacts of several pairs of parts, and tells the others apart.
    pub(super) fn merge_contacts(&self, contacts: &mut Vec<Contact>, grid: &mut ContactGrid) {
        self.in_own_order(contacts);
        self.merge_in_own_order(contacts, grid);
        self.in_own_order(contacts);
    }

    pub(super) fn merge_in_own_order(&self, contacts: &mut Vec<Contact>, grid: &mut ContactGrid) {
        merge(contacts, nearby(self), grid);
        let first = usize::from(self.is_reversed());
        names::tell_apart(contacts, &self.placements[first].basis, &mut grid.sorting.keys);
    }

    /// Has contacts be from A to B, or back again: which of two are merged must not depend on the order of the query.
    pub(super) fn in_own_order(&self, contacts: &mut [Contact]) {
        if self.swapped != self.is_reversed() {
            contacts.iter_mut().for_each(|contact| *contact = contact.mirrored());
        }
    }

    /// As `contacts`, separately for each pair of parts, and with the parts.
    pub(super) fn unmerged_contacts(
        &self,
        tolerance: f64,
        memory: &mut ContactMemory,
    ) -> Option<Penetration> {
        memory.contacts.clear();
        memory.parts.clear();
        if self.has_half_space() {
            return self.contacts_on_plane(tolerance, memory);
        }
        let ContactMemory { work, contacts, parts, touching, .. } = memory;
        touching.clear();
        if self.has_solid() {
            return self.solid_contacts(contacts, parts, work);
        }
        if self.has_surface() {
            let (all, deepest) = self.surface_contacts(Sought::All, tolerance, work);
            let found = self.certain(all.depth(), deepest);
            if let Some(found) = &found {
                memory::reserve(touching, all.touching.len());
                touching.extend(all.touching.iter().map(|entry| entry.parts));
                contacts.extend(all.contacts.iter().map(|(contact, _)| *contact));
                parts.extend(all.contacts.iter().map(|(_, parts)| *parts));
                if contacts.is_empty() {
                    contacts.push(found.deepest);
                    parts.push([0, 0]);
                }
            }
            self.name_features(contacts, parts);
            return found;
        }
        let deepest = Deepest::new(self, tolerance, work);
        let mut all = All { deepest, bodies: self, contacts, parts };
        // It never breaks off.
        let _ = visit_overlapping(self, &mut all);
        let deepest = all.deepest;
        let found = self.unless_ill_conditioned(&deepest);
        if found.is_none() {
            contacts.clear();
        } else if deepest.found.is_none() {
            contacts.extend(found.map(|penetration| penetration.deepest));
        }
        parts.resize(contacts.len(), [0, 0]);
        found
    }
}
