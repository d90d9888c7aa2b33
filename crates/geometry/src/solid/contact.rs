//! Depth and contacts of two bodies of which one is a solid: those of the translation that separates them
//! (`docs/src/theory/solids.md`, section 5).
//!
//! The translation leaves the bodies touching in one place or in several, each with a normal out of the solid. Of each normal the
//! contacts are the corners of the regions that faces across it have in common, as deep as the translation moves them along it.

use std::ops::ControlFlow;

use super::separation::{Effort, Way};
use super::signed_distance::{nearest_certified, outwards};
use crate::convex::contact::{MOST_CONTACTS, Overlap, manifold};
use crate::convex::epa::Workspace;
use crate::convex::pair::Pair;
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{MANIFOLD_MERGE, SAME_NORMAL};
use crate::math::vector::tangents;
use crate::math::{Placement, Vec3};
use crate::memory;
use crate::query::{
    Body, BodyPair, BodyShape, Contact, PartIndices, PartVisitor, Penetration, Shapes,
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
        let found =
            self.in_moderate_unit(|pair| Some(pair.penetration_by(&pair.solid_way(work)?)))?;
        Some(self.penetration_in_world_units(found))
    }

    fn in_world_units(&self, contact: Contact) -> Contact {
        Contact {
            points: contact.points.map(|point| self.relative.in_world_units(&point)),
            depth: self.relative.length_in_world_units(contact.depth),
            ..contact
        }
    }

    fn penetration_in_world_units(&self, found: Penetration) -> Penetration {
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
        let found = self.in_moderate_unit(|pair| pair.contacts_by_way(contacts, parts, work))?;
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
            if !region.add_convex(&way.local[0]) {
                let _ = visit_nearest(&moved, &mut region);
            }
            region.reduce();
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

/// The contacts of one normal.
struct Region<'p, 'a> {
    pair: &'p BodyPair<'a>,
    /// From B to A, and how far the translation moves A along it, in world units.
    normal: Vec3,
    depth: f64,
    found: Vec<(Contact, PartIndices)>,
}

/// A contact may be beside the faces that it is of by this part of all coordinates.
const BESIDE: f64 = 1e-9;

/// See [`Region::limit`].
const TILTED: f64 = 0.005;

/// A contact may be deeper than the translation by this part of it, and by [`BESIDE`].
const DEEPER: f64 = 1e-6;

impl<'p, 'a> Region<'p, 'a> {
    fn new(pair: &'p BodyPair<'a>, normal: Vec3, depth: f64) -> Region<'p, 'a> {
        Region { pair, normal, depth, found: Vec::new() }
    }

    fn rounding(&self) -> f64 {
        BESIDE * self.pair.relative.largest_coordinate()
    }

    /// The contacts of two convex bodies, of which A has this point deepest in B; false if they are others.
    fn add_convex(&mut self, deepest: &Vec3) -> bool {
        let hulls = self.pair.shapes.each().map(|shape| match shape {
            BodyShape::Convex(body) => Some(body.any()),
            BodyShape::Soup(soup) => soup.convex_hull().map(Support::any),
        });
        let [Some(a), Some(b)] = hulls else { return false };
        self.add(a, b, [0, 0], None, Some(self.pair.relative.place_a(deepest)));
        true
    }

    /// The contacts of two parts as the bodies are placed, and the deepest point of A, if it is known.
    fn add<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        corners: Option<[&[Vec3]; 2]>,
        deepest: Option<Vec3>,
    ) {
        let relative = &self.pair.relative;
        let pair = Pair::new(a, b, relative);
        let depth = -pair.gap_along(&self.normal, &mut [0; 2]);
        let most = relative.in_internal_units(self.depth);
        let most = most * (1.0 + DEEPER) + self.rounding();
        if !(-self.rounding()..=most).contains(&depth) {
            return;
        }
        let on_a = deepest.unwrap_or_else(|| {
            // Where a face is across the normal, the other body has the deepest point.
            if a.facet().is_some() {
                let highest = b.support(&relative.basis_b().tr_mul(&self.normal), &mut 0);
                relative.place_b(&highest) - self.normal * depth
            } else {
                let lowest = a.support(&-relative.basis_a().tr_mul(&self.normal), &mut 0);
                relative.place_a(&lowest)
            }
        });
        let overlap = Overlap { normal: self.normal, on_a, depth: depth.max(0.0) };
        let mut region = manifold(a.any(), b.any(), relative, &overlap);
        region.reduce(MOST_CONTACTS);
        for contact in region.contacts() {
            let beside = |corners: &[Vec3], at: &Vec3| {
                corners.len() > 2 && !is_in_fan(corners, at, self.rounding())
            };
            if let Some([of_a, of_b]) = corners
                && (beside(of_a, &contact.on_a) || beside(of_b, &contact.on_b))
            {
                continue;
            }
            let contact = self.pair.placed_contact(contact, self.normal, parts, relative);
            memory::push(&mut self.found, (contact, parts));
        }
    }

    /// Leaves out what is inside the outline of the others, across the normal, but for the deepest.
    fn reduce(&mut self) {
        let [x, y] = tangents(&self.normal);
        let origin = self.found.first().map_or(Vec3::zeros(), |(contact, _)| contact.points[0]);
        let flat = |contact: &Contact| {
            let p = contact.points[0] - origin;
            [p.dot(&x), p.dot(&y)]
        };
        let size = self.found.iter().fold(0.0_f64, |size, (contact, _)| {
            let [u, v] = flat(contact);
            size.max(u.abs()).max(v.abs())
        });
        let near = MANIFOLD_MERGE * size;
        // In the order of places, so that the outline does not depend on that of finding them; of contacts in one place the deepest.
        self.found.sort_by(|(p, i), (q, j)| {
            let ([a, b], [c, d]) = (flat(p), flat(q));
            a.total_cmp(&c).then(b.total_cmp(&d)).then(q.depth.total_cmp(&p.depth)).then(i.cmp(j))
        });
        let mut kept: Vec<(Contact, PartIndices)> = Vec::new();
        for entry in &self.found {
            let [u, v] = flat(&entry.0);
            let same = kept.iter_mut().find(|(other, _)| {
                let [s, t] = flat(other);
                (u - s).abs() <= near && (v - t).abs() <= near
            });
            match same {
                Some(other) if other.0.depth < entry.0.depth => *other = *entry,
                Some(_) => {}
                None => kept.push(*entry),
            }
        }
        kept.sort_by(|(p, _), (q, _)| {
            let ([a, b], [c, d]) = (flat(p), flat(q));
            a.total_cmp(&c).then(b.total_cmp(&d))
        });
        let turn = |p: &Contact, q: &Contact, r: &Contact| {
            let ([a, b], [c, d], [e, f]) = (flat(p), flat(q), flat(r));
            (c - a) * (f - b) - (d - b) * (e - a)
        };
        // Andrew's monotone chain, which leaves out what is on an edge but for a thousandth of the size.
        let slack = MANIFOLD_MERGE * size * size;
        let half = |all: &mut dyn Iterator<Item = usize>| {
            let mut chain: Vec<usize> = Vec::new();
            for i in all {
                while let [.., p, q] = chain[..]
                    && turn(&kept[p].0, &kept[q].0, &kept[i].0) <= slack
                {
                    chain.pop();
                }
                chain.push(i);
            }
            chain
        };
        let mut outline = half(&mut (0..kept.len()));
        outline.extend(half(&mut (0..kept.len()).rev()));
        let deepest = (0..kept.len()).max_by(|&i, &j| kept[i].0.depth.total_cmp(&kept[j].0.depth));
        let deep = |i: usize| kept[i].0.depth;
        if let Some(deepest) = deepest
            && outline.iter().all(|&i| deep(i) < deep(deepest) * (1.0 - DEEPER) - self.rounding())
        {
            outline.push(deepest);
        }
        outline.sort_unstable();
        outline.dedup();
        self.found = outline.into_iter().map(|i| kept[i]).collect();
    }

    /// Whether a part, if it is flat, is across the normal, and if it is of a solid turned to the other body.
    fn faces<S: Support + ?Sized>(&self, part: &S, body: usize, number: u32) -> bool {
        let towards = if body == 0 { -self.normal } else { self.normal };
        let relative = &self.pair.relative;
        let basis = if body == 0 { relative.basis_a() } else { relative.basis_b() };
        let Some([u, v]) = part.facet() else { return true };
        let Some(normal) = (basis * u).cross(&(basis * v)).try_normalize(0.0) else { return false };
        if normal.dot(&towards).abs() < SAME_NORMAL {
            return false;
        }
        let BodyShape::Soup(soup) = self.pair.shapes.each()[body] else { return true };
        if !soup.is_solid() {
            return true;
        }
        let corners = soup.indices_of(number);
        let middle = corners.iter().fold(Vec3::zeros(), |sum, &v| sum + soup.vertex(v))
            / corners.len().max(1) as f64;
        let out = outwards(soup, self.pair.placements[body], number, &middle);
        out.is_some_and(|out| out.dot(&towards) > 0.0)
    }

    /// The corners of a flat part in the units of the relative placement; none of others.
    fn corners(&self, body: usize, number: u32) -> Vec<Vec3> {
        let BodyShape::Soup(soup) = self.pair.shapes.each()[body] else { return Vec::new() };
        let relative = &self.pair.relative;
        let place = |v: &Vec3| if body == 0 { relative.place_a(v) } else { relative.place_b(v) };
        let outline = soup.outline(number).unwrap_or_default();
        outline.iter().map(|&v| place(soup.vertex(v))).collect()
    }
}

/// Whether a point is in the fan of triangles of a polygon, or as near to it as this.
fn is_in_fan(corners: &[Vec3], at: &Vec3, near: f64) -> bool {
    (1..corners.len() - 1).any(|k| {
        let found = nearest_certified(&[corners[0], corners[k], corners[k + 1]], at);
        found.is_some_and(|found| found.distance <= near)
    })
}

impl PartVisitor for Region<'_, '_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        _: &RelativePlacement,
    ) -> ControlFlow<()> {
        if self.faces(a, 0, parts[0]) && self.faces(b, 1, parts[1]) {
            let corners = [self.corners(0, parts[0]), self.corners(1, parts[1])];
            self.add(a, b, parts, Some([&corners[0], &corners[1]]), None);
        }
        ControlFlow::Continue(())
    }

    /// Parts that are farther apart after the translation are not in contact before it. Of two meshes, only near ones are looked at, of
    /// which there are not too many: regions of faces that are tilted against each other by more than that end before.
    fn limit(&self) -> f64 {
        let depth = self.pair.relative.in_internal_units(self.depth) + self.rounding();
        let most = TILTED * self.pair.relative.largest_coordinate();
        if matches!(self.pair.shapes, Shapes::Soups(..)) { depth.min(most) } else { depth }
    }
}
