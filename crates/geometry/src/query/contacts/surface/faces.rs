//! Polygons in one plane that share edges: the faces of a surface, and their contacts.

use std::ops::Range;

use super::flush::{Entering, pushes};
use super::group::{Best, Group};
use super::{Alone, OfFaces, Sought, Touching, surface};
use crate::interrupt::Pace;
use crate::math::Vec3;
use crate::memory;
use crate::mesh::containment::root;
use crate::query::bodies::{BodyPair, BodyShape, PartIndices};
use crate::query::contacts::Contact;
use crate::query::contacts::region::Region;
use crate::sorting::sort_by;

#[cfg(test)]
mod tests;

/// Of each pair of parts that collide, the number of the face that the polygon of one body is in.
fn faces(bodies: &BodyPair<'_>, side: usize, pairs: &[PartIndices]) -> Vec<u32> {
    if let BodyShape::Convex(_) = bodies.shapes.each()[side] {
        return vec![0; pairs.len()];
    }
    let soup = surface(&bodies.shapes.each()[side]);
    let own = pairs.iter().map(|parts| parts[side]);
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
            let place = if other < part { parts[..at].binary_search(&other).ok() } else { None };
            let Some(place) = place else { return };
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
fn faces_in_contact(groups: &[(Group<'_, '_>, Option<Best>)]) -> Vec<(usize, u32)> {
    let face = |(group, best): &(Group<'_, '_>, Option<Best>)| {
        let side = best.as_ref()?.face?;
        Some((side, group.faces[side]))
    };
    let mut faces: Vec<(usize, u32)> = groups.iter().filter_map(face).collect();
    faces.sort_unstable();
    faces.dedup();
    faces
}

/// Each pair of faces, and its normal if it has one of contact.
type Groups<'p> = Vec<(Group<'p, 'p>, Option<Best>)>;

/// The contacts of pairs of faces, in any order.
struct OfGroups {
    contacts: Vec<(Contact, PartIndices)>,
    /// Where those of each pair are, if they have been found.
    places: Vec<Option<Range<usize>>>,
    /// The deepest of the faces that have none, of equal ones the first pair.
    without: Option<(usize, Alone)>,
}

impl OfGroups {
    fn new(count: usize) -> OfGroups {
        OfGroups { contacts: Vec::new(), places: vec![None; count], without: None }
    }

    /// Adds the contacts of a pair. Returns whether there are any.
    fn add(&mut self, i: usize, group: &Group<'_, '_>, best: &Best) -> bool {
        let before = self.contacts.len();
        group.add_contacts(best, &mut self.contacts);
        self.note(i, before, group, best)
    }

    /// Adds those that are known.
    fn copy(
        &mut self,
        i: usize,
        found: &[(Contact, PartIndices)],
        group: &Group<'_, '_>,
        best: &Best,
    ) {
        let before = self.contacts.len();
        memory::reserve(&mut self.contacts, found.len());
        self.contacts.extend_from_slice(found);
        self.note(i, before, group, best);
    }

    fn note(&mut self, i: usize, before: usize, group: &Group<'_, '_>, best: &Best) -> bool {
        let place = before..self.contacts.len();
        let is_found = !place.is_empty();
        self.places[i] = Some(place);
        if !is_found {
            let entry = group.entries[best.deepest];
            let Touching { normal, parts, .. } = entry;
            let alone = Alone { contact: group.contact_of(&entry, &normal), normal, parts };
            let other = self.without.take();
            let is_first = |(k, other): &(usize, Alone)| {
                let depths = [other, &alone].map(|one| one.contact.depth);
                depths[0] > depths[1] || depths[0] == depths[1] && *k < i
            };
            self.without = other.filter(is_first).or(Some((i, alone)));
        }
        is_found
    }

    /// Adds the contacts of the pairs of faces that may have the deepest one.
    fn add_deepest(&mut self, groups: &Groups<'_>) {
        let most = |(i, (group, best)): (usize, &(Group<'_, '_>, Option<Best>))| {
            let lengths = group.entries.iter().map(|entry| entry.length);
            let depth = lengths.fold(best.as_ref()?.depth, f64::max);
            Some((Region::deepest_possible(group.bodies, depth), i))
        };
        let mut order = Vec::from_iter(groups.iter().enumerate().filter_map(most));
        sort_by(&mut order, |p, q| q.0.total_cmp(&p.0));
        let (mut deepest, mut pace) = (f64::NEG_INFINITY, Pace::default());
        for (most, i) in order {
            if most < deepest {
                break;
            }
            pace.step();
            let (group, Some(best)) = &groups[i] else { continue };
            let before = self.contacts.len();
            self.add(i, group, best);
            let depths = self.contacts[before..].iter().map(|(contact, _)| contact.depth);
            deepest = depths.fold(deepest, f64::max);
        }
    }

    fn of(&self, i: usize) -> Option<&[(Contact, PartIndices)]> {
        self.places[i].clone().map(|place| &self.contacts[place])
    }

    /// All, in the order of the pairs.
    fn in_order(self) -> OfFaces {
        let without = self.without.map(|(_, alone)| alone);
        let mut next = 0;
        let ascend = self
            .places
            .iter()
            .flatten()
            .all(|place| place.start == std::mem::replace(&mut next, place.end));
        let contacts = if ascend {
            self.contacts
        } else {
            let of = |place: &Range<usize>| self.contacts[place.clone()].iter().copied();
            self.places.iter().flatten().flat_map(of).collect()
        };
        OfFaces { contacts, without, crossing: Vec::new() }
    }
}

/// The pairs of faces with their normals.
fn with_normals<'p>(all: impl Iterator<Item = Group<'p, 'p>>, count: usize) -> Groups<'p> {
    let (mut groups, mut pace) = (Vec::new(), Pace::default());
    memory::reserve(&mut groups, count);
    for group in all {
        pace.step();
        let best = group.own.filter(|best| !group.is_too_deep(best));
        groups.push((group, best));
    }
    let faces = faces_in_contact(&groups);
    for (group, best) in &mut groups {
        pace.step();
        let found = group.with_faces(*best, &faces);
        *best = found.filter(|best| !group.is_too_deep(best));
    }
    groups
}

/// The contacts of faces that cross where no direction is a normal of both.
#[cold]
fn contacts_of_crossing(groups: &Groups<'_>) -> OfFaces {
    let (mut found, mut pace) = (OfFaces::default(), Pace::default());
    for (group, _) in groups {
        pace.step();
        group.add_crossing(&mut found.crossing);
    }
    found
}

impl BodyPair<'_> {
    /// The parts that collide sorted by the faces that they are of, and the numbers of these.
    fn by_faces(&self, touching: &[Touching]) -> (Vec<Touching>, Vec<[u32; 2]>) {
        // One number is compared sooner than two.
        let number = |[p, q]: [u32; 2]| u64::from(p) << 32 | u64::from(q);
        let sorted = |mut numbers: Vec<(u64, u32)>| {
            numbers.sort_unstable();
            numbers
        };
        let by_parts = touching.iter().map(|entry| number(entry.parts));
        let by_parts = sorted(by_parts.zip(0..).collect());
        let entry = |place: u32| touching[by_parts[place as usize].1 as usize];
        let pairs: Vec<PartIndices> = (0..touching.len() as u32).map(|i| entry(i).parts).collect();
        let [of_a, of_b] = [0, 1].map(|side| faces(self, side, &pairs));
        // Those of two faces stay in the order of their parts.
        let by_faces = of_a.iter().zip(&of_b).map(|(p, q)| number([*p, *q]));
        let by_faces = sorted(by_faces.zip(0..).collect());
        let entries = by_faces.iter().map(|(_, place)| entry(*place)).collect();
        let faces = by_faces.iter().map(|(faces, _)| [(faces >> 32) as u32, *faces as u32]);
        (entries, faces.collect())
    }

    /// The parts of each pair of faces.
    fn groups<'p>(
        &'p self,
        mut entries: &'p [Touching],
        labels: &'p [[u32; 2]],
        ends: &'p [Vec3],
    ) -> impl Iterator<Item = Group<'p, 'p>> {
        let surfaces = self.shapes.each().map(|shape| surface(&shape));
        labels.chunk_by(|p, q| p == q).map(move |same| {
            let (first, rest) = entries.split_at(same.len());
            entries = rest;
            Group::new(self, surfaces, first, same[0], ends)
        })
    }

    /// The contacts of the faces of parts that collide, or some with the deepest of them; and of the faces that have none the deepest
    /// parts.
    pub(super) fn contacts_of_faces(
        &self,
        touching: &[Touching],
        ends: &[Vec3],
        sought: Sought,
    ) -> OfFaces {
        let (entries, labels) = self.by_faces(touching);
        let count = labels.chunk_by(|p, q| p == q).count();
        let groups = with_normals(self.groups(&entries, &labels, ends), count);
        if groups.iter().all(|(_, best)| best.is_none()) {
            return contacts_of_crossing(&groups);
        }
        let (mut found, mut pace) = (OfGroups::new(groups.len()), Pace::default());
        let mut entering = Entering::default();
        let pushes = pushes(&groups);
        if pushes.is_none() && sought == Sought::Deepest {
            found.add_deepest(&groups);
            return found.in_order();
        }
        // Those that push into components last: where a body is known to be outside, they are left out.
        for inwards in [false, true] {
            let push = |i: usize| pushes.as_ref().map(|pushes| &pushes[i]);
            for (i, (group, best)) in groups.iter().enumerate() {
                let Some(best) = best else { continue };
                let push = push(i);
                if push.is_some_and(|push| push.is_inwards()) != inwards
                    || inwards && push.is_some_and(|push| entering.has(push))
                {
                    continue;
                }
                pace.step();
                if found.add(i, group, best)
                    && let Some(push) = push
                {
                    entering.add(push);
                }
            }
        }
        let outside = entering.entered();
        if outside.is_empty() {
            return found.in_order();
        }
        let again =
            with_normals(groups.iter().map(|(group, _)| group.knowing(outside.of(group))), count);
        let mut others = OfGroups::new(groups.len());
        for (i, (group, best)) in again.iter().enumerate() {
            let Some(best) = best else { continue };
            pace.step();
            match found.of(i).filter(|_| groups[i].1.as_ref() == Some(best)) {
                Some(same) => others.copy(i, same, group, best),
                None => _ = others.add(i, group, best),
            }
        }
        if !others.contacts.is_empty() {
            return others.in_order();
        }
        for (i, (group, best)) in groups.iter().enumerate() {
            // What was left out before.
            if let Some(best) = best.as_ref().filter(|_| found.of(i).is_none()) {
                pace.step();
                found.add(i, group, best);
            }
        }
        found.in_order()
    }
}
