//! Contacts with surfaces: meshes whose faces have neighbours (`docs/src/theory/contacts.md`, section 8).
//!
//! Polygons in one plane that share edges are one face. Of a face and what touches it there is one normal: that of the face, or
//! one of an edge or a vertex if it is a normal of the surface there and separates the two by less. What has no contact along it is
//! in contact with other faces only.

use std::ops::ControlFlow;

use super::region::Region;
use super::{Contact, Penetration};
use crate::convex::contact::Contact as PlacedContact;
use crate::convex::depth::{Depth, depth_or_axis};
use crate::convex::epa::Workspace;
use crate::convex::pair::Pair;
use crate::convex::relative::RelativePlacement;
use crate::interrupt::Pace;
use crate::math::tolerance::{NORMAL_CONE, SAME_LENGTH};
use crate::math::vector::preimage;
use crate::math::{Mat3, Vec3};
use crate::memory;
use crate::mesh::containment::root;
use crate::mesh::seams::SurfaceNormal;
use crate::mesh::{PolytopeSoup, SurfaceContacts};
use crate::query::bodies::{BodyPair, BodyShape, PartIndices, Shapes};
use crate::query::cast::normal_along;
use crate::query::traversal::{PartVisitor, visit_overlapping};
use crate::shape::Support;
use plane::FacePlane;

mod plane;
#[cfg(test)]
mod tests;

/// Two parts that collide: their depth as convex bodies, and its length in the units of the relative placement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touching {
    pub parts: PartIndices,
    pub depth: Depth,
    pub length: f64,
}

/// Collects the parts that collide.
struct Gather<'w> {
    tolerance: f64,
    work: &'w mut Workspace,
    found: Vec<Touching>,
}

impl PartVisitor for Gather<'_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        if let Ok(depth) = depth_or_axis(a.any(), b.any(), relative, self.tolerance, self.work) {
            let length = relative.in_internal_units(depth.depth);
            memory::push(&mut self.found, Touching { parts, depth, length });
        }
        ControlFlow::Continue(())
    }
}

/// The overlap of two parts along a normal from B to A, in the units of the relative placement.
struct Along(Vec3, f64);

impl PartVisitor for Along {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        _: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        self.1 = -Pair::new(a, b, relative).gap_along(&self.0, &mut [0; 2]);
        ControlFlow::Continue(())
    }
}

/// Adds the contacts of two parts to a region.
struct Adding<'r, 'p, 'a> {
    region: &'r mut Region<'p, 'a>,
    corners: [Vec<Vec3>; 2],
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

/// What is found of the faces of two bodies.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub contacts: Vec<(Contact, PartIndices)>,
    /// All parts that collide, those without contacts included.
    pub touching: Vec<Touching>,
}

impl Found {
    /// The deepest contact as a depth.
    pub(super) fn penetration(&self, bodies: &BodyPair<'_>) -> Option<Penetration> {
        let deepest = self.contacts.iter().map(|(contact, _)| contact);
        let deepest = deepest.reduce(|p, q| if q.depth > p.depth { q } else { p })?;
        let [of_a, of_b] = bodies.in_order(deepest.points[0], deepest.points[1]);
        let local = |side: usize, point: &Vec3| {
            let placement = bodies.placements[side];
            preimage(&placement.basis, &(point - placement.origin))
        };
        let local = bodies.in_order(local(0, &of_a), local(1, &of_b));
        Some(Penetration { deepest: Contact { features: [0; 2], ..*deepest }, local })
    }

    /// The greatest depth of two parts, in the units of the relative placement.
    pub(super) fn depth(&self) -> Option<f64> {
        self.touching.iter().map(|entry| entry.length).reduce(f64::max)
    }
}

impl BodyPair<'_> {
    /// Whether contacts are those of a surface, not of each polygon by itself.
    pub(crate) fn has_surface(&self) -> bool {
        self.shapes.each().iter().any(|shape| surface(shape).is_some())
    }

    /// The contacts of surfaces, unmerged, and the parts that they belong to; and the deepest of them.
    pub(super) fn surface_contacts(
        &self,
        tolerance: f64,
        work: &mut Workspace,
    ) -> (Found, Option<Penetration>) {
        let all = self.in_moderate_unit(|pair| {
            // Of two meshes in the same order whichever is A: which of equal ones is found must not depend on that.
            let reversed = pair.is_reversed();
            let reversed_pair = pair.reversed();
            let pair = if reversed { &reversed_pair } else { pair };
            let mut found = pair.surface_contacts_in_unit(tolerance, work);
            let deepest = found.penetration(pair);
            if reversed {
                found.contacts.iter_mut().for_each(|(_, parts)| parts.reverse());
                found.touching.iter_mut().for_each(|entry| entry.parts.reverse());
            }
            Some((found, deepest))
        });
        let (mut found, mut deepest) = all.unwrap_or_default();
        if !self.relative.is_in_world_units() {
            found
                .contacts
                .iter_mut()
                .for_each(|(contact, _)| *contact = self.in_world_units(*contact));
            deepest = deepest.map(|found| self.penetration_in_world_units(found));
        }
        (found, deepest)
    }

    fn surface_contacts_in_unit(&self, tolerance: f64, work: &mut Workspace) -> Found {
        let mut gather = Gather { tolerance, work, found: Vec::new() };
        // It never breaks off.
        let _ = visit_overlapping(self, &mut gather);
        let touching = gather.found;
        let labels = [0, 1].map(|side| faces(self, side, &touching));
        let label = |i: u32| labels.each_ref().map(|labels| labels[i as usize]);
        let mut order = Vec::from_iter(0..touching.len() as u32);
        order.sort_unstable_by_key(|i| (label(*i), touching[*i as usize].parts));
        let (mut found, mut pace) = (Found::default(), Pace::default());
        let mut without: Option<(f64, PlacedContact, Vec3, PartIndices)> = None;
        let mut groups: Vec<(Group<'_, '_>, Option<Best>)> = Vec::new();
        for same in order.chunk_by(|i, j| label(*i) == label(*j)) {
            pace.step();
            let entries = same.iter().map(|i| touching[*i as usize]).collect();
            let group = Group::new(self, entries, label(same[0]));
            let best = group.normal();
            memory::push(&mut groups, (group, best));
        }
        let faces = faces_in_contact(&groups);
        for (group, best) in groups {
            pace.step();
            let Some(best) = group.with_faces(best, &faces) else { continue };
            let before = found.contacts.len();
            group.add_contacts(&best, &mut found.contacts);
            if found.contacts.len() == before {
                let entry = group.entries[best.deepest];
                let alone = (entry.length, group.contact_of(&entry), best.normal, entry.parts);
                without = without.filter(|(depth, ..)| *depth >= alone.0).or(Some(alone));
            }
        }
        // They collide: of faces of which none has a contact the deepest.
        if let (true, Some((_, contact, normal, parts))) = (found.contacts.is_empty(), without) {
            let contact = self.placed_contact(&contact, normal, parts, &self.relative);
            memory::push(&mut found.contacts, (contact, parts));
        }
        Found { touching, ..found }
    }
}

impl Shapes<'_> {
    /// The normal of a face, from B to A, at a contact of a cast along whose own normal the surface goes on; `None` where that is a normal
    /// of the surface. `motion` is that of B.
    pub(in crate::query) fn face_normal_at_edge(
        self,
        relative: &RelativePlacement,
        normal: &Vec3,
        parts: PartIndices,
        motion: &Vec3,
    ) -> Option<Vec3> {
        let bases = [relative.basis_a(), relative.basis_b()];
        for (side, shape) in self.each().iter().enumerate() {
            let Some(soup) = surface(shape).filter(|soup| soup.face(parts[side]).is_some()) else {
                continue;
            };
            let out = if side == 0 { -normal } else { *normal };
            let found = soup.surface_normal(parts[side], &bases[side].tr_mul(&out));
            if found != SurfaceNormal::Proper {
                let edges = soup.primitive(parts[side]).facet()?;
                return normal_along(bases[side], edges, motion);
            }
        }
        None
    }
}

/// The mesh of a body whose polygons have neighbours.
fn surface<'a>(shape: &BodyShape<'a>) -> Option<&'a PolytopeSoup> {
    match shape {
        BodyShape::Soup(soup) if !soup.surface_contacts().inner_edges => Some(soup),
        _ => None,
    }
}

/// Of so many parts each is compared with each.
const FEW: usize = 8;

/// Of each of the parts that collide, the number of the face that its polygon of one body is in.
fn faces(bodies: &BodyPair<'_>, side: usize, touching: &[Touching]) -> Vec<u32> {
    let mut parts: Vec<u32> = touching.iter().map(|entry| entry.parts[side]).collect();
    parts.sort_unstable();
    parts.dedup();
    let mut labels = Vec::from_iter(0..parts.len() as u32);
    if let Some(soup) = surface(&bodies.shapes.each()[side]) {
        for (at, &part) in parts.iter().enumerate() {
            let mut join = |place: usize| {
                let other = parts[place];
                let [p, q] = [at, place].map(|i| root(&mut labels, i as u32));
                let is_face = |part: u32| soup.face(part).is_some();
                if p != q && soup.are_coplanar(part, other) && is_face(part) && is_face(other) {
                    labels[p.max(q) as usize] = p.min(q);
                }
            };
            // Each pair once; of few parts without a look at all neighbours.
            if parts.len() <= FEW {
                (0..at).filter(|i| soup.are_neighbours(parts[*i], part)).for_each(join);
            } else {
                soup.visit_neighbours(part, |other| {
                    parts[..at].binary_search(&other).into_iter().for_each(&mut join);
                });
            }
        }
    }
    let place = |part: u32| parts.binary_search(&part).unwrap_or(0) as u32;
    touching.iter().map(|entry| root(&mut labels, place(entry.parts[side]))).collect()
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

/// The parts that collide of a face of A and a face of B. Of bodies without faces, a part is one.
struct Group<'p, 'a> {
    bodies: &'p BodyPair<'a>,
    entries: Vec<Touching>,
    /// The numbers of the faces.
    faces: [u32; 2],
    /// The normals of the faces, from B to A.
    normals: [Option<Vec3>; 2],
}

/// The normal of a group.
#[derive(Clone, Copy, Debug)]
struct Best {
    normal: Vec3,
    /// The body whose face has this normal.
    face: Option<usize>,
    /// How far the parts overlap along it, in the units of the relative placement, and which of them do.
    depth: f64,
    deepest: usize,
    /// Parts that are nearest at an edge that counts as flat.
    at_flat_edge: Option<usize>,
}

impl<'p, 'a> Group<'p, 'a> {
    fn new(bodies: &'p BodyPair<'a>, entries: Vec<Touching>, faces: [u32; 2]) -> Group<'p, 'a> {
        let mut group = Group { bodies, entries, faces, normals: [None; 2] };
        group.normals = [0, 1].map(|side| group.face_normal(side));
        group
    }

    fn basis(&self, side: usize) -> &Mat3 {
        let relative = &self.bodies.relative;
        if side == 0 { relative.basis_a() } else { relative.basis_b() }
    }

    fn placed(&self, side: usize, local: &Vec3) -> Vec3 {
        let relative = &self.bodies.relative;
        if side == 0 { relative.place_a(local) } else { relative.place_b(local) }
    }

    /// A unit vector out of the front of a polygon, and its area.
    fn front(&self, soup: &PolytopeSoup, side: usize, part: u32) -> Option<(Vec3, f64)> {
        let (outline, basis) = (soup.face(part)?, self.basis(side));
        let first = soup.vertex(outline[0]);
        let normal = outline.windows(2).skip(1).fold(Vec3::zeros(), |sum, side| {
            let [u, v] = [0, 1].map(|k| basis * (soup.vertex(side[k]) - first));
            sum + u.cross(&v)
        });
        let area = normal.norm();
        let mirrors = if basis.determinant() < 0.0 { -1.0 } else { 1.0 };
        Some((normal.try_normalize(0.0)? * mirrors, area))
    }

    /// The largest polygon: its normal and its area.
    fn largest(&self, soup: &PolytopeSoup, side: usize) -> Option<(Vec3, f64, u32)> {
        let mut largest: Option<(Vec3, f64, u32)> = None;
        let mut last = None;
        for part in self.entries.iter().map(|entry| entry.parts[side]) {
            if last.replace(part) == Some(part) {
                continue;
            }
            let (normal, area) = self.front(soup, side, part)?;
            if largest.is_none_or(|(_, most, _)| area > most) {
                largest = Some((normal, area, part));
            }
        }
        largest
    }

    /// The normal of the face of a body, from B to A: that of its largest polygon, the least rounded.
    fn face_normal(&self, side: usize) -> Option<Vec3> {
        let soup = surface(&self.bodies.shapes.each()[side])?;
        let (front, _, part) = self.largest(soup, side)?;
        let corner = self.placed(side, soup.vertex(soup.face(part)?[0]));
        let out = self.outwards(side, soup.surface_contacts(), front, corner);
        Some(if side == 0 { -out } else { out })
    }

    /// The side of a face that a body is pushed to: the front, or that of the body's centre. Of two meshes the centre is that of the
    /// smaller one.
    fn outwards(&self, side: usize, how: &SurfaceContacts, front: Vec3, corner: Vec3) -> Vec3 {
        if how.one_sided {
            return front;
        }
        let shapes = self.bodies.shapes.each();
        let height =
            |side: usize| front.dot(&(self.placed(side, &shapes[side].bounds().center()) - corner));
        let size = |side: usize| {
            (self.basis(side) * Mat3::from_diagonal(&shapes[side].bounds().half_extents())).norm()
        };
        let other = 1 - side;
        let is_of_smaller = matches!(shapes[other], BodyShape::Soup(_))
            && (size(side), side) < (size(other), other);
        let rounding = SAME_LENGTH * self.bodies.relative.largest_coordinate();
        let heights = [if is_of_smaller { -height(side) } else { 0.0 }, height(other)];
        let first = heights.into_iter().find(|height| height.abs() > rounding);
        // The centre is on the plane: the way that the parts have as convex bodies.
        let decides = first.unwrap_or_else(|| {
            let towards = self.entries.first().map_or(0.0, |entry| entry.depth.normal.dot(&front));
            if side == 0 { -towards } else { towards }
        });
        if decides < 0.0 { -front } else { front }
    }

    /// How far two parts overlap along a normal.
    fn overlap(&self, entry: &Touching, normal: &Vec3) -> f64 {
        let mut along = Along(*normal, 0.0);
        let _ = self.bodies.visit_part(&mut along, entry.parts);
        along.1
    }

    /// How far all overlap along a normal, and which of them do, if that is less than a limit.
    fn depth_along(&self, normal: &Vec3, first: usize, limit: f64) -> Option<(f64, usize)> {
        let mut most = (self.overlap(&self.entries[first], normal), first);
        for (i, entry) in self.entries.iter().enumerate() {
            if most.0 >= limit {
                return None;
            }
            let overlap = if i == first { most.0 } else { self.overlap(entry, normal) };
            most = if overlap > most.0 { (overlap, i) } else { most };
        }
        (most.0 < limit).then_some(most)
    }

    /// Whether a direction from B to A is a normal of both surfaces at two parts.
    fn surface_normal(&self, normal: &Vec3, parts: PartIndices) -> SurfaceNormal {
        let mut answer = SurfaceNormal::Proper;
        for (side, shape) in self.bodies.shapes.each().iter().enumerate() {
            let (Some(soup), Some(face)) = (surface(shape), self.normals[side]) else { continue };
            let out = if side == 0 { -normal } else { *normal };
            // A face has one side.
            let cosine = normal.dot(&face);
            let is_behind = cosine < 0.0 && normal.cross(&face).norm() <= NORMAL_CONE;
            if is_behind || soup.surface_contacts().one_sided && cosine < -NORMAL_CONE {
                return SurfaceNormal::Not;
            }
            match soup.surface_normal(parts[side], &self.basis(side).tr_mul(&out)) {
                SurfaceNormal::Not => return SurfaceNormal::Not,
                SurfaceNormal::OfFlatEdge => answer = SurfaceNormal::OfFlatEdge,
                SurfaceNormal::Proper => {}
            }
        }
        answer
    }

    /// The normal along which a translation separates the parts that is the shortest of those along normals of both surfaces.
    fn normal(&self) -> Option<Best> {
        let mut best: Option<Best> = None;
        for (side, normal) in self.normals.into_iter().enumerate() {
            let Some(normal) = normal else { continue };
            let limit = best.map_or(f64::INFINITY, |best| self.less_than(best.depth));
            let Some((depth, deepest)) = self.depth_along(&normal, 0, limit) else { continue };
            if self.surface_normal(&normal, self.entries[deepest].parts) != SurfaceNormal::Not {
                best = Some(Best { normal, face: Some(side), depth, deepest, at_flat_edge: None });
            }
        }
        let mut at_flat_edge = None;
        let mut order = Vec::from_iter(0..self.entries.len());
        order.sort_by(|i, j| self.entries[*i].length.total_cmp(&self.entries[*j].length));
        let mut seen: Option<Vec3> = None;
        for i in order {
            let entry = &self.entries[i];
            let limit = best.map_or(f64::INFINITY, |best| self.less_than(best.depth));
            let normal = entry.depth.normal;
            if entry.length >= limit {
                break;
            }
            if seen.replace(normal) == Some(normal) {
                continue;
            }
            match self.surface_normal(&normal, entry.parts) {
                SurfaceNormal::Not => continue,
                SurfaceNormal::OfFlatEdge => {
                    at_flat_edge = Some(i);
                    if best.is_some() {
                        continue;
                    }
                }
                SurfaceNormal::Proper => {}
            }
            let Some((depth, deepest)) = self.depth_along(&normal, i, limit) else { continue };
            let parts = self.entries[deepest].parts;
            if deepest == i || self.surface_normal(&normal, parts) != SurfaceNormal::Not {
                best = Some(Best { normal, face: None, depth, deepest, at_flat_edge: None });
            }
        }
        best.map(|best| Best { at_flat_edge, ..best })
    }

    /// The normal, or that of a face which is in contact with another face of the same body, if the parts are less deep along it: the
    /// other body may be deepest in this face elsewhere.
    fn with_faces(&self, best: Option<Best>, faces: &[(usize, u32)]) -> Option<Best> {
        let mut best = best;
        for (side, normal) in self.normals.into_iter().enumerate() {
            let is_in_contact = faces.binary_search(&(side, self.faces[side])).is_ok();
            let Some(normal) = normal.filter(|_| is_in_contact) else { continue };
            let limit = best.map_or(f64::INFINITY, |best| self.less_than(best.depth));
            if let Some((depth, deepest)) = self.depth_along(&normal, 0, limit) {
                let at_flat_edge = best.and_then(|best| best.at_flat_edge);
                best = Some(Best { normal, face: Some(side), depth, deepest, at_flat_edge });
            }
        }
        best
    }

    /// Depths that are no less than this are the same but for rounding.
    fn less_than(&self, depth: f64) -> f64 {
        depth - SAME_LENGTH * (depth.abs() + self.bodies.relative.largest_coordinate())
    }

    /// Adds the contacts along the normal: the corners of the region that all parts together have.
    fn add_contacts(&self, best: &Best, contacts: &mut Vec<(Contact, PartIndices)>) {
        let (bodies, relative) = (self.bodies, &self.bodies.relative);
        let depth = relative.length_in_world_units(best.depth.max(0.0));
        let mut region = Region::new(bodies, best.normal, depth);
        let is_alone = self.entries.len() == 1;
        if is_alone {
            self.add_entries(best, &mut region);
        }
        let deepest = region.found.iter().fold(-1.0, |most: f64, (one, _)| most.max(one.depth));
        let is_part = !is_alone || relative.in_internal_units(deepest) < self.less_than(best.depth);
        if is_part {
            // What is over the plane of the face is mostly over the face.
            let plane = best.face.and_then(|side| FacePlane::new(self, side));
            let alone = std::mem::take(&mut region.found);
            let is_whole = plane.is_some_and(|plane| plane.add_contacts(&mut region));
            region.found.extend(alone);
            if !is_whole && !is_alone {
                self.add_entries(best, &mut region);
            }
        }
        if region.found.is_empty()
            && let Some(entry) = best.at_flat_edge.map(|i| &self.entries[i])
        {
            let contact = self.contact_of(entry);
            let placed = bodies.placed_contact(&contact, best.normal, entry.parts, relative);
            memory::push(&mut region.found, (placed, entry.parts));
        }
        if is_part {
            region.reduce();
        }
        memory::reserve(contacts, region.found.len());
        contacts.append(&mut region.found);
    }

    /// Adds the contacts of each pair of parts by itself.
    fn add_entries(&self, best: &Best, region: &mut Region<'p, 'a>) {
        let (bodies, relative) = (self.bodies, &self.bodies.relative);
        for entry in &self.entries {
            let is_own = (entry.depth.normal - best.normal).norm() <= SAME_LENGTH;
            let deepest = is_own.then(|| relative.place_a(&entry.depth.local_a));
            let corners = [0, 1].map(|side| self.corners(region, side, entry.parts[side]));
            let mut adding = Adding { region: &mut *region, corners, deepest };
            let _ = bodies.visit_part(&mut adding, entry.parts);
        }
    }

    fn corners(&self, region: &Region<'_, '_>, side: usize, part: u32) -> Vec<Vec3> {
        if self.normals[side].is_some() { region.corners(side, part) } else { Vec::new() }
    }

    /// The contact at the deepest points of two parts as convex bodies.
    fn contact_of(&self, entry: &Touching) -> PlacedContact {
        let relative = &self.bodies.relative;
        let [on_a, on_b] =
            [relative.place_a(&entry.depth.local_a), relative.place_b(&entry.depth.local_b)];
        PlacedContact { on_a, on_b, depth: entry.length, features: [0; 2] }
    }
}
