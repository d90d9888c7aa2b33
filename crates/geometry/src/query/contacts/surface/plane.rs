//! Contacts of a face of many polygons, by its plane.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::group::Group;
use super::outline::{FaceOutline, OnRing, Ring};
use crate::convex::contact::Kind;
use crate::math::{Aabb, Mat3, Vec3};
use crate::memory;
use crate::mesh::PolytopeSoup;
use crate::query::bodies::PartIndices;
use crate::query::contacts::Contact;
use crate::query::contacts::region::{Corners, Region, corners_of, is_in_fan};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// A face of several polygons.
pub(super) struct FacePlane<'g, 'p, 'a> {
    group: &'g Group<'p, 'a>,
    side: usize,
    soup: &'a PolytopeSoup,
    /// The polygons of the face that collide, ascending.
    polygons: SmallVec<[u32; 8]>,
    /// Their corners in the units of the relative placement, once they are needed.
    corners: OnceCell<SmallVec<[Corners; 2]>>,
    /// Whether there are no others.
    is_whole: bool,
    extent: Extent,
}

/// What stands for a face.
enum Extent {
    /// All of it.
    Outline(FaceOutline),
    /// A square of its plane that reaches beyond all that is over it, in local coordinates.
    Square([Vec3; 4]),
}

/// A square reaches so many times as far as both bodies.
const REACH: f64 = 4.0;

/// No more polygons of a face are looked at for the one that a point is on, beside those that collide.
const MOST_BESIDE: usize = 2000;

impl<'g, 'p, 'a> FacePlane<'g, 'p, 'a> {
    /// The face of a body; `None` of a polygon alone.
    pub(super) fn new(group: &'g Group<'p, 'a>, side: usize) -> Option<FacePlane<'g, 'p, 'a>> {
        let soup = group.surfaces[side]?;
        if let [entry] = group.entries
            && soup.is_alone(entry.parts[side])
        {
            return None;
        }
        let mut polygons: SmallVec<[u32; 8]> =
            group.entries.iter().map(|entry| entry.parts[side]).collect();
        polygons.sort_unstable();
        polygons.dedup();
        let corners = OnceCell::new();
        if let Some(outline) = FaceOutline::of(soup, &polygons) {
            let extent = Extent::Outline(outline);
            return Some(FacePlane {
                group,
                side,
                soup,
                polygons,
                corners,
                is_whole: true,
                extent,
            });
        }
        let is_inside = |polygon: &u32| {
            let mut is_inside = true;
            soup.visit_coplanar(*polygon, |other| {
                is_inside = is_inside
                    && (polygons.binary_search(&other).is_ok() || soup.face(other).is_none());
            });
            is_inside
        };
        let is_whole = polygons.iter().all(is_inside);
        if is_whole && polygons.len() == 1 {
            return None;
        }
        let outline = soup.face(group.largest[side]?.0)?;
        let [origin, .., last] =
            [soup.vertex(outline[0]), soup.vertex(outline[1]), soup.vertex(*outline.last()?)];
        let basis = group.basis(side);
        // Along the world's axes both directions are perpendicular and as long.
        let (u, v) = (soup.vertex(outline[1]) - origin, last - origin);
        let (placed_u, placed_v) = (basis * u, basis * v);
        let across = v - u * (placed_v.dot(&placed_u) / placed_u.norm_squared());
        let far = REACH * group.bodies.relative.largest_coordinate();
        let (u, v) = (u * (far / placed_u.norm()), across * (far / (basis * across).norm()));
        let square = [origin - u - v, origin + u - v, origin + u + v, origin - u + v];
        let is_finite = square.iter().all(crate::math::vector::is_finite);
        let extent = Extent::Square(square);
        let plane = FacePlane { group, side, soup, polygons, corners, is_whole, extent };
        is_finite.then_some(plane)
    }

    /// Whether all that collide with the face are one part.
    pub(super) fn is_one_pair(&self) -> bool {
        let mut others =
            self.group.entries.windows(2).map(|two| [0, 1].map(|i| two[i].parts[1 - self.side]));
        others.all(|[p, q]| p == q)
    }

    /// The corners of each polygon that collides.
    fn corners(&self) -> &[Corners] {
        self.corners.get_or_init(|| {
            let corners = |polygon: &u32| corners_of(self.group.bodies, self.side, *polygon);
            self.polygons.iter().map(corners).collect()
        })
    }

    /// Adds the contacts of the other body with the plane that are on the face. Returns whether all are.
    pub(super) fn add_contacts(&self, region: &mut Region<'p, 'a>) -> bool {
        let (bodies, other) = (self.group.bodies, 1 - self.side);
        let mut others: SmallVec<[PartIndices; 8]> =
            self.group.entries.iter().map(|entry| entry.parts).collect();
        others.sort_unstable_by_key(|parts| parts[other]);
        others.dedup_by_key(|parts| parts[other]);
        let square = match &self.extent {
            Extent::Square(square) => square,
            Extent::Outline(outline) => {
                outline.add_contacts(self.group, self.side, &others, region);
                let mut found = std::mem::take(&mut region.found);
                for (contact, parts) in &mut found {
                    let features = bodies.in_order(contact.features[0], contact.features[1]);
                    if matches!(Kind::of(features[self.side]), Kind::Face | Kind::Deepest) {
                        let polygon = self.polygon_at(&self.place_of(contact), region);
                        parts[self.side] = polygon.unwrap_or(parts[self.side]);
                    }
                }
                region.found = found;
                return true;
            }
        };
        for parts in others {
            let ring = Ring::new(square);
            let mut adding = OnRing { region: &mut *region, ring, side: self.side, corners: None };
            let _ = bodies.visit_part(&mut adding, parts);
        }
        let all = region.found.len();
        let on_face = std::mem::take(&mut region.found);
        for (contact, mut parts) in on_face {
            if let Some(polygon) = self.polygon_at(&self.place_of(&contact), region) {
                parts[self.side] = polygon;
                memory::push(&mut region.found, (contact, parts));
            }
        }
        region.found.len() == all
    }

    /// The point of a contact on the face, in the units of the relative placement.
    fn place_of(&self, contact: &Contact) -> Vec3 {
        let bodies = self.group.bodies;
        let at = bodies.in_order(contact.points[0], contact.points[1])[self.side];
        (at - bodies.placements[0].origin).map(|x| bodies.relative.in_internal_units(x))
    }

    /// The polygon of the face that a point of its plane is on: one that collides, or one beside them.
    fn polygon_at(&self, at: &Vec3, region: &Region<'p, 'a>) -> Option<u32> {
        let near = region.rounding();
        if let Some(k) = self.corners().iter().position(|corners| is_in_fan(corners, at, near)) {
            return Some(self.polygons[k]);
        }
        if self.is_whole {
            return None;
        }
        // From neighbour to neighbour, the nearest to the point first, within the box around it and those that collide.
        let here = Aabb::around([*at]);
        let (mut around, mut next) = (here, BinaryHeap::new());
        // Of numbers that are not negative, the bits are in their order.
        let entry = |polygon: u32, bounds: &Aabb| Reverse((here.gap(bounds).to_bits(), polygon));
        for (polygon, corners) in self.polygons.iter().zip(self.corners()) {
            let bounds = Aabb::around(corners);
            around = around.join(&bounds);
            memory::extend_heap(&mut next, [entry(*polygon, &bounds)]);
        }
        let (mut beside, mut found) = (FxHashSet::default(), None);
        while let Some(Reverse((_, from))) = next.pop()
            && beside.len() < MOST_BESIDE
            && found.is_none()
        {
            self.soup.visit_coplanar(from, |other| {
                if self.polygons.binary_search(&other).is_ok() || self.soup.face(other).is_none() {
                    return;
                }
                let corners = region.corners(self.side, other);
                let bounds = Aabb::around(&corners);
                if bounds.overlaps(&around) && beside.insert(other) {
                    memory::extend_heap(&mut next, [entry(other, &bounds)]);
                    found = found.or(is_in_fan(&corners, at, near).then_some(other));
                }
            });
        }
        found
    }
}

/// A unit vector out of the front of a polygon that is placed by a linear map, and its area.
pub(super) fn front(soup: &PolytopeSoup, basis: &Mat3, part: u32) -> Option<(Vec3, f64)> {
    let outline = soup.face(part)?;
    let first = soup.vertex(outline[0]);
    let placed = |v: u32| basis * (soup.vertex(v) - first);
    let (mut normal, mut side) = (Vec3::zeros(), placed(outline[1]));
    for &v in &outline[2..] {
        let next = placed(v);
        normal += side.cross(&next);
        side = next;
    }
    let area = normal.norm();
    let mirrors = if basis.determinant() < 0.0 { -1.0 } else { 1.0 };
    (area > 0.0).then(|| (normal / area * mirrors, area))
}
