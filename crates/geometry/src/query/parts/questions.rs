//! Questions about bodies at rest of which one consists of others.
//!
//! Parts of parts are asked here and not through the front door, whose frames would take much of a small stack at each level.

use std::cell::Cell;

use super::{END, Origin};
use crate::convex::Coherence;
use crate::convex::epa::Workspace;
use crate::math::Vec3;
use crate::math::tolerance::SAME_LENGTH;
use crate::memory;
use crate::query::ask::{Answer, PairCache, Question, collide};
use crate::query::bodies::BodyPair;
use crate::query::closest_points::ClosestPair;
use crate::query::contacts::merge::order;
use crate::query::contacts::{Contact, ContactMemory, Penetration};
use crate::query::nearest::Nearest;
use crate::query::patches::PatchContact;
use crate::sorting::sort_by;

impl BodyPair<'_> {
    /// Answers a question, in the order of the query.
    pub(in crate::query) fn ask_parts(&self, question: Question, cache: &mut PairCache) -> Answer {
        let found = match question {
            Question::Parts | Question::CommonPoint => {
                return self.collide_parts(question, &mut 0);
            }
            Question::Within(distance) => {
                return self.within_parts(distance);
            }
            Question::Closest(tolerance) => self.closest_parts(tolerance).map(Answer::Closest),
            Question::Penetration(tolerance) => self
                .penetration_of_parts(tolerance, cache.memory().workspace())
                .map(Answer::Penetration),
            Question::Contacts(tolerance) => {
                self.contacts_of_parts(tolerance, cache.memory()).map(Answer::Penetration)
            }
        };
        found.unwrap_or(Answer::Nothing)
    }

    /// The first parts that share a point.
    pub(in crate::query) fn collide_parts(&self, question: Question, tested: &mut u64) -> Answer {
        if let Some(answer) = self.collide_simple_body_and_field(question, tested) {
            return answer;
        }
        let (limit, mut found) = (Cell::new(0.0), Answer::Nothing);
        let reach = || Some(self.reach_of_other(&Vec3::zeros()));
        self.walk_overlapping(&limit, &reach, &mut |pair, origin| {
            let answer = if pair.has_parts() {
                pair.collide_parts(question, tested)
            } else {
                let [a, b] = pair.bodies();
                // Afresh: an axis that is kept holds for one pair of shapes.
                let answer = collide(a, b, question, &mut Coherence::default(), tested);
                if pair.swapped { answer.mirrored() } else { answer }
            };
            if answer != Answer::Nothing {
                found = origin.answer(answer);
                limit.set(END);
            }
        });
        found
    }

    fn within_parts(&self, distance: f64) -> Answer {
        let (limit, mut found) = (Cell::new(distance), Answer::Nothing);
        self.walk_near(&self.other(), &limit, &mut |pair, _| {
            let is_within = if pair.has_parts() {
                pair.within_parts(distance) == Answer::Within
            } else {
                pair.is_within(distance)
            };
            if is_within {
                found = Answer::Within;
                limit.set(END);
            }
        });
        found
    }

    fn closest_parts(&self, tolerance: f64) -> Option<ClosestPair> {
        let (limit, mut found) = (Cell::new(f64::INFINITY), None::<ClosestPair>);
        let (side, other) = (self.outer_queried(), self.other());
        self.walk_near(&other, &limit, &mut |pair, _| {
            let closest = if pair.has_parts() {
                pair.closest_parts(tolerance)
            } else {
                pair.closest_points(tolerance)
            };
            let Some(closest) = closest else { return };
            if found.is_none_or(|first| closest.distance < first.distance) {
                found = Some(closest);
                let [there, here] = [side, 1 - side].map(|i| closest.points[i]);
                other.approach(&here, &(there - here));
                limit.set(if closest.distance == 0.0 { END } else { closest.distance });
            }
        });
        found
    }

    /// The nearest parts, in the order of A and B. Their difference and distance are in world units.
    pub(in crate::query) fn nearest_of_parts(&self, tolerance: f64) -> Option<Nearest> {
        let (limit, mut found) = (Cell::new(f64::INFINITY), None::<Nearest>);
        let other = self.other();
        self.walk_near(&other, &limit, &mut |pair, origin| {
            let Some(mut nearest) = pair.nearest_parts(tolerance) else { return };
            // Of a pair with parts they are in world units.
            let is_single = !pair.has_parts();
            if is_single {
                nearest.distance = pair.relative.length_in_world_units(nearest.distance);
            }
            if found.is_some_and(|first| first.distance <= nearest.distance) {
                return;
            }
            limit.set(if nearest.distance == 0.0 { END } else { nearest.distance });
            let witness = &mut nearest.witness;
            if is_single {
                witness.difference = pair.relative.in_world_units(&witness.difference);
            }
            // In the order of the query, and then in that of A and B.
            let ([i, j], [p, q]) = (nearest.parts, [witness.local_a, witness.local_b]);
            let [i, j] = origin.numbers(pair.in_order(i, j));
            let [p, q] = origin.locals(pair.in_order(p, q));
            nearest.parts = self.in_order(i, j);
            [witness.local_a, witness.local_b] = self.in_order(p, q);
            if pair.swapped != self.swapped {
                witness.difference = -witness.difference;
            }
            let (outer, towards) = (self.outer(), witness.difference);
            let of_other = [witness.local_a, witness.local_b][1 - outer];
            let point = self.placements[1 - outer].apply(&of_other);
            other.approach(&point, &if outer == 0 { towards } else { -towards });
            found = Some(nearest);
        });
        found
    }

    /// How deep the deepest parts are in each other.
    pub(in crate::query) fn penetration_of_parts(
        &self,
        tolerance: f64,
        work: &mut Workspace,
    ) -> Option<Penetration> {
        let (mut deepest, lowest) = (None, Cell::new(0.0));
        let mut visit = |pair: &BodyPair<'_>, origin: &Origin<'_>| {
            let found = if pair.has_parts() {
                pair.penetration_of_parts(tolerance, work)
            } else {
                pair.penetration(tolerance, work)
            };
            keep_deepest(&mut deepest, found, origin);
            let depth = deepest.as_ref().map_or(0.0, |most| most.deepest.depth);
            lowest.set(-depth * (1.0 + SAME_LENGTH));
        };
        if !self.walk_lowest(&lowest, &mut visit) {
            self.walk_touching(&mut visit);
        }
        deepest
    }

    /// The deepest parts, and the contacts of all parts into the memory: the deepest first, and once what neighbouring parts share.
    pub(in crate::query) fn contacts_of_parts(
        &self,
        tolerance: f64,
        memory: &mut ContactMemory,
    ) -> Option<Penetration> {
        let (mut deepest, mut all) = (None, std::mem::take(&mut memory.gathered));
        all.clear();
        let mut pairs = 0;
        self.walk_touching(&mut |pair, origin| {
            let found = if pair.has_parts() {
                pair.contacts_of_parts(tolerance, memory)
            } else {
                pair.contacts(tolerance, memory)
            };
            pairs += 1;
            if found.is_some() {
                memory::reserve(&mut all, memory.contacts.len());
                all.extend(memory.contacts.iter().map(|contact| origin.contact(contact)));
            }
            keep_deepest(&mut deepest, found, origin);
        });
        // Those of a pair are merged.
        if pairs > 1 {
            self.merge_contacts(&mut all, &mut memory.grid);
        }
        memory.contacts.clear();
        memory.contacts.append(&mut all);
        memory.gathered = all;
        deepest
    }

    /// The patches of all parts, the deepest patch first.
    pub(in crate::query) fn patches_of_parts(
        &self,
        tolerance: f64,
        most: usize,
        memory: &mut ContactMemory,
    ) {
        let mut groups = Vec::<Vec<PatchContact>>::new();
        self.walk_touching(&mut |pair, origin| {
            pair.contact_patches(tolerance, most, memory);
            for patch in memory.patches.chunk_by(|p, q| p.patch == q.patch) {
                let of_part = |found: &PatchContact| PatchContact {
                    contact: origin.contact(&found.contact),
                    ..*found
                };
                memory::push(&mut groups, patch.iter().map(of_part).collect());
            }
        });
        sort_by(&mut groups, |p, q| order(&p[0].contact, &q[0].contact));
        memory.patches.clear();
        for (patch, group) in groups.into_iter().enumerate() {
            let renumbered = |found| PatchContact { patch: patch as u32, ..found };
            memory.patches.extend(group.into_iter().map(renumbered));
        }
    }
}

/// Replaces the deepest points so far by deeper ones.
fn keep_deepest(
    deepest: &mut Option<Penetration>,
    found: Option<Penetration>,
    origin: &Origin<'_>,
) {
    let Some(found) = found else { return };
    if deepest.as_ref().is_none_or(|most| found.deepest.depth > most.deepest.depth) {
        let deepest_of_part = origin.contact(&found.deepest);
        *deepest =
            Some(Penetration { deepest: deepest_of_part, local: origin.locals(found.local) });
    }
}

impl Origin<'_> {
    /// A contact of the part with features that no other part has.
    fn contact(&self, contact: &Contact) -> Contact {
        let mut features = contact.features;
        if features[self.side] != 0 {
            features[self.side] =
                crate::convex::contact::of_part(features[self.side], self.part.first);
        }
        Contact { features, ..*contact }
    }
}
