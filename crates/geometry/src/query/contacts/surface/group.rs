//! The normal of two faces that collide, and their contacts along it.

use std::ops::ControlFlow;

use super::flush::Sides;
use super::plane::{FacePlane, front};
use super::{Touching, surface};
use crate::convex::contact::Contact as PlacedContact;
use crate::convex::pair::Pair;
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{NORMAL_CONE, ROUNDED_DEPTH, SAME_LENGTH};
use crate::math::{Mat3, Vec3};
use crate::memory;
use crate::mesh::seams::SurfaceNormal;
use crate::mesh::{PolytopeSoup, SurfaceContacts};
use crate::query::bodies::{BodyPair, BodyShape, PartIndices};
use crate::query::contacts::Contact;
use crate::query::contacts::region::{Corners, Region, is_in_fan};
use crate::query::traversal::PartVisitor;
use crate::shape::Support;
use smallvec::SmallVec;

/// The overlap of two parts along a normal from B to A, in the units of the relative placement.
pub(super) struct Along(pub Vec3, pub f64);

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

/// The parts that collide of a face of A and a face of B. Of bodies without faces, a part is one.
#[derive(Clone, Copy)]
pub(super) struct Group<'p, 'a> {
    pub bodies: &'p BodyPair<'a>,
    pub entries: &'p [Touching],
    /// The numbers of the faces.
    pub faces: [u32; 2],
    /// The corners of B, if it is a box: see `Simple::ends`.
    pub ends: &'p [Vec3],
    /// The normals of the faces, from B to A.
    pub normals: [Option<Vec3>; 2],
    /// Their largest polygons, and unit vectors out of the fronts of these.
    pub largest: [Option<(u32, Vec3)>; 2],
    pub sides: Sides,
}

/// The normal of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Best {
    pub normal: Vec3,
    /// The body whose face has this normal.
    pub face: Option<usize>,
    /// How far the parts overlap along it, in the units of the relative placement, and which of them do.
    pub depth: f64,
    pub deepest: usize,
    /// Parts that are nearest at an edge that counts as flat.
    at_flat_edge: Option<usize>,
}

impl<'p, 'a> Group<'p, 'a> {
    pub(super) fn new(
        bodies: &'p BodyPair<'a>,
        entries: &'p [Touching],
        faces: [u32; 2],
        ends: &'p [Vec3],
    ) -> Group<'p, 'a> {
        let (normals, largest, sides) = ([None; 2], [None; 2], Sides::UNKNOWN);
        let mut group = Group { bodies, entries, faces, ends, normals, largest, sides };
        for side in 0..2 {
            let Some(soup) = surface(&bodies.shapes.each()[side]) else { continue };
            group.largest[side] = group.largest_polygon(soup, side);
            group.normals[side] = group.face_normal(soup, side);
        }
        group
    }

    pub(super) fn basis(&self, side: usize) -> &Mat3 {
        let relative = &self.bodies.relative;
        if side == 0 { relative.basis_a() } else { relative.basis_b() }
    }

    pub(super) fn placed(&self, side: usize, local: &Vec3) -> Vec3 {
        let relative = &self.bodies.relative;
        if side == 0 { relative.place_a(local) } else { relative.place_b(local) }
    }

    /// The largest polygon of the face of a body, the least rounded, and its front.
    fn largest_polygon(&self, soup: &PolytopeSoup, side: usize) -> Option<(u32, Vec3)> {
        let mut largest: Option<(Vec3, f64, u32)> = None;
        let mut last = None;
        for part in self.entries.iter().map(|entry| entry.parts[side]) {
            if last.replace(part) == Some(part) {
                continue;
            }
            let (normal, area) = front(soup, self.basis(side), part)?;
            if largest.is_none_or(|(_, most, _)| area > most) {
                largest = Some((normal, area, part));
            }
        }
        largest.map(|(normal, _, part)| (part, normal))
    }

    /// The normal of the face of a body, from B to A: that of its largest polygon.
    pub(super) fn face_normal(&self, soup: &PolytopeSoup, side: usize) -> Option<Vec3> {
        let (part, front) = self.largest[side]?;
        let corner = self.placed(side, soup.vertex(soup.face(part)?[0]));
        let out = self.outwards(side, soup.surface_contacts(), front, corner);
        Some(if side == 0 { -out } else { out })
    }

    /// The side of a face that a body is pushed to: the front, or that of the body's centre, of two meshes that of the smaller one.
    fn outwards(&self, side: usize, how: &SurfaceContacts, front: Vec3, corner: Vec3) -> Vec3 {
        if let Some(outer) = self.sides.outer[side].or(how.one_sided.then_some(1.0)) {
            return front * outer;
        }
        let shapes = self.bodies.shapes.each();
        let height = |side: usize| {
            let center = match shapes[side] {
                BodyShape::Convex(body) => body.bounds().center(),
                BodyShape::Soup(soup) => soup.seams().center,
                BodyShape::Parts(parts) => parts.bounds().center(),
            };
            front.dot(&(self.placed(side, &center) - corner))
        };
        let size = |side: usize| {
            let whole = match shapes[side] {
                BodyShape::Soup(soup) => soup.whole(),
                _ => None,
            };
            let bounds = whole.unwrap_or_else(|| shapes[side].bounds());
            (self.basis(side) * Mat3::from_diagonal(&bounds.half_extents())).norm()
        };
        let other = 1 - side;
        let is_of_smaller = matches!(shapes[other], BodyShape::Soup(_))
            && (size(side) < size(other) * (1.0 - SAME_LENGTH)
                || side == 0 && size(side) <= size(other) * (1.0 + SAME_LENGTH));
        let rounding = SAME_LENGTH * self.bodies.relative.largest_coordinate();
        let heights = [if is_of_smaller { -height(side) } else { 0.0 }, height(other)];
        let first = heights.into_iter().find(|height| height.abs() > rounding);
        // The centre is on the plane: the shorter way, and of equal ones that of the parts as convex bodies.
        let decides = first.unwrap_or_else(|| {
            let towards_a = if side == 0 { -front } else { front };
            let [there, back] = [towards_a, -towards_a].map(|normal| {
                self.depth_along(&normal, 0, f64::INFINITY).map_or(0.0, |(depth, _)| depth)
            });
            let entry = self.entries.first();
            let towards = entry.map_or(0.0, |entry| entry.normal.dot(&towards_a));
            if (back - there).abs() > rounding { back - there } else { towards }
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
            // Its own: there is nothing to be looked at.
            if self.largest[side].is_some_and(|of| of.0 == parts[side]) && *normal == face {
                continue;
            }
            let out = if side == 0 { -normal } else { *normal };
            // A face has one side.
            let cosine = normal.dot(&face);
            let is_behind = cosine < 0.0 && normal.cross(&face).norm() <= NORMAL_CONE;
            let has_one = self.sides.outer[side].is_some() || soup.surface_contacts().one_sided;
            if is_behind || has_one && cosine < -NORMAL_CONE {
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
    pub(super) fn normal(&self) -> Option<Best> {
        let mut best: Option<Best> = None;
        for side in 0..2 {
            let Some(found) = self.along_face(side, best) else { continue };
            let parts = self.entries[found.deepest].parts;
            if self.surface_normal(&found.normal, parts) != SurfaceNormal::Not {
                best = Some(found);
            }
        }
        let mut at_flat_edge = None;
        let mut order = SmallVec::<[usize; 16]>::from_iter(0..self.entries.len());
        order.sort_by(|i, j| self.entries[*i].length.total_cmp(&self.entries[*j].length));
        let mut seen: Option<Vec3> = None;
        for i in order {
            let entry = &self.entries[i];
            let limit = best.map_or(f64::INFINITY, |best| self.less_than(best.depth));
            let normal = entry.normal;
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
    pub(super) fn with_faces(&self, best: Option<Best>, faces: &[(usize, u32)]) -> Option<Best> {
        let mut best = best;
        for side in 0..2 {
            let is_known = best.is_some_and(|best| best.face == Some(side));
            let may_be = !is_known && self.normals[side].is_some();
            if may_be && faces.binary_search(&(side, self.faces[side])).is_ok() {
                best = self.along_face(side, best).or(best);
            }
        }
        best
    }

    /// The normal of a face, if the parts are less deep along it than along the best.
    fn along_face(&self, side: usize, best: Option<Best>) -> Option<Best> {
        let normal = self.normals[side]?;
        let limit = best.map_or(f64::INFINITY, |best| self.less_than(best.depth));
        let (depth, deepest) = self.depth_along(&normal, 0, limit)?;
        let at_flat_edge = best.and_then(|best| best.at_flat_edge);
        Some(Best { normal, face: Some(side), depth, deepest, at_flat_edge })
    }

    /// Depths that are no less than this are the same but for rounding.
    pub(super) fn less_than(&self, depth: f64) -> f64 {
        depth
            - SAME_LENGTH * depth.abs()
            - ROUNDED_DEPTH * self.bodies.relative.largest_coordinate()
    }

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
        let is_part = !is_alone || relative.in_internal_units(deepest) < self.less_than(best.depth);
        let face = best.face.filter(|_| is_part);
        let plane = face.and_then(|side| FacePlane::new(self, side));
        let is_part = !is_alone || plane.is_some();
        if is_part {
            // What is over the plane of the face is mostly over the face.
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
            let contact = self.contact_of(entry, &best.normal);
            let placed = bodies.placed_contact(&contact, best.normal, entry.parts, relative);
            memory::push(&mut region.found, (placed, entry.parts));
        }
        if is_part {
            region.reduce();
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
        let soup = surface(&self.bodies.shapes.each()[0])?;
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
