//! The normal of two faces that collide.

use std::ops::ControlFlow;

use super::Touching;
use super::flush::Sides;
use super::plane::front;
use crate::convex::pair::Pair;
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{NORMAL_CONE, ROUNDED_DEPTH, SAME_LENGTH};
use crate::math::{Mat3, Vec3};
use crate::mesh::seams::SurfaceNormal;
use crate::mesh::{PolytopeSoup, SurfaceContacts};
use crate::query::bodies::{BodyPair, BodyShape, PartIndices};
use crate::query::traversal::PartVisitor;
use crate::shape::Support;
use crate::sorting::sort_by_bound;
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

/// The parts that collide of a face of A and a face of B. Of bodies without faces, a part is one.
#[derive(Clone, Copy)]
pub(super) struct Group<'p, 'a> {
    pub bodies: &'p BodyPair<'a>,
    /// Those of the bodies that are surfaces.
    pub surfaces: [Option<&'a PolytopeSoup>; 2],
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
    /// Its normal, if it has one.
    pub own: Option<Best>,
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
    pub at_flat_edge: Option<usize>,
}

impl<'p, 'a> Group<'p, 'a> {
    pub(super) fn new(
        bodies: &'p BodyPair<'a>,
        surfaces: [Option<&'a PolytopeSoup>; 2],
        entries: &'p [Touching],
        faces: [u32; 2],
        ends: &'p [Vec3],
    ) -> Group<'p, 'a> {
        let (normals, largest, sides) = ([None; 2], [None; 2], Sides::UNKNOWN);
        let own = None;
        let mut group =
            Group { bodies, surfaces, entries, faces, ends, normals, largest, sides, own };
        for (side, soup) in surfaces.into_iter().enumerate() {
            let Some(soup) = soup else { continue };
            group.largest[side] = group.largest_polygon(soup, side);
            group.normals[side] = group.face_normal(soup, side);
        }
        group.own = group.normal();
        group
    }

    /// As this one, where bodies are known to be outside of components: they are not pushed into these.
    pub(super) fn knowing(&self, sides: Sides) -> Group<'p, 'a> {
        let mut group = Group { sides, ..*self };
        for side in (0..2).filter(|side| sides.outer[*side].is_some()) {
            group.normals[side] =
                self.surfaces[side].and_then(|soup| group.face_normal(soup, side));
        }
        // This rules out normals, and adds none: that of a face stays the one that separates the parts by the least.
        let stays = |best: Best| {
            best.face.is_some() && best.at_flat_edge.is_none() && !group.is_of_back(&best.normal)
        };
        if group.normals != self.normals || !self.own.is_none_or(stays) {
            group.own = group.normal();
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
    fn face_normal(&self, soup: &PolytopeSoup, side: usize) -> Option<Vec3> {
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

    /// Whether a direction from B to A is one out of the back of a face that has but a front.
    fn is_of_back(&self, normal: &Vec3) -> bool {
        (0..2).any(|side| {
            let (Some(soup), Some(face)) = (self.surfaces[side], self.normals[side]) else {
                return false;
            };
            let cosine = normal.dot(&face);
            let is_opposite = || cosine < 0.0 && normal.cross(&face).norm() <= NORMAL_CONE;
            let has_one = || self.sides.outer[side].is_some() || soup.surface_contacts().one_sided;
            cosine < -NORMAL_CONE && has_one() || is_opposite()
        })
    }

    /// Whether a direction from B to A is a normal of both surfaces at two parts.
    fn surface_normal(&self, normal: &Vec3, parts: PartIndices) -> SurfaceNormal {
        if self.is_of_back(normal) {
            return SurfaceNormal::Not;
        }
        let mut answer = SurfaceNormal::Proper;
        for (side, soup) in self.surfaces.iter().enumerate() {
            let (Some(soup), Some(face)) = (soup, self.normals[side]) else { continue };
            // Its own: there is nothing to be looked at.
            if self.largest[side].is_some_and(|of| of.0 == parts[side]) && *normal == face {
                continue;
            }
            let out = if side == 0 { -normal } else { *normal };
            match soup.surface_normal(parts[side], &self.basis(side).tr_mul(&out)) {
                SurfaceNormal::Not => return SurfaceNormal::Not,
                SurfaceNormal::OfFlatEdge => answer = SurfaceNormal::OfFlatEdge,
                SurfaceNormal::Own | SurfaceNormal::Proper => {}
            }
        }
        answer
    }

    /// The normal along which a translation separates the parts that is the shortest of those along normals of both surfaces.
    fn normal(&self) -> Option<Best> {
        let mut best: Option<Best> = None;
        for side in 0..2 {
            let Some(found) = self.along_face(side, best) else { continue };
            let parts = self.entries[found.deepest].parts;
            if self.surface_normal(&found.normal, parts) != SurfaceNormal::Not {
                best = Some(found);
            }
        }
        let mut at_flat_edge = None;
        let lengths = self.entries.iter().map(|entry| entry.length);
        let mut order = SmallVec::<[(f64, u32); 16]>::from_iter(lengths.zip(0..));
        sort_by_bound(&mut order);
        let mut seen: Option<Vec3> = None;
        for (_, i) in order {
            let i = i as usize;
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
                SurfaceNormal::Own | SurfaceNormal::Proper => {}
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
    pub(super) fn along_face(&self, side: usize, best: Option<Best>) -> Option<Best> {
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
}
