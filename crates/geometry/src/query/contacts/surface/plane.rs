//! Contacts of a face of many polygons, by its plane.

use std::ops::ControlFlow;

use super::Group;
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::SAME_LENGTH;
use crate::math::{Aabb, Mat3, Vec3};
use crate::memory;
use crate::mesh::{PolytopeSoup, PolytopeView};
use crate::query::bodies::PartIndices;
use crate::query::contacts::region::{Region, is_in_fan};
use crate::query::traversal::PartVisitor;
use crate::shape::Support;
use smallvec::SmallVec;

/// A face of several polygons, with a square of its plane that reaches beyond all that is over it.
pub(super) struct FacePlane<'g, 'p, 'a> {
    group: &'g Group<'p, 'a>,
    side: usize,
    soup: &'a PolytopeSoup,
    /// The polygons of the face that collide, ascending.
    polygons: Vec<u32>,
    /// Whether there are no others.
    is_whole: bool,
    square: [Vec3; 4],
}

/// A square reaches so many times as far as both bodies.
const REACH: f64 = 4.0;

/// No more polygons of a face are looked at for the one that a point is on, beside those that collide.
const MOST_BESIDE: usize = 2000;

/// Adds the contacts of a square and a part of the other body.
struct OnSquare<'r, 'p, 'a> {
    region: &'r mut Region<'p, 'a>,
    square: PolytopeView<'r>,
    side: usize,
}

impl PartVisitor for OnSquare<'_, '_, '_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        _: &RelativePlacement,
    ) -> ControlFlow<()> {
        if self.side == 0 {
            self.region.add(&self.square, b, parts, None, None);
        } else {
            self.region.add(a, &self.square, parts, None, None);
        }
        ControlFlow::Continue(())
    }
}

impl<'g, 'p, 'a> FacePlane<'g, 'p, 'a> {
    /// The face of a body; `None` of a polygon alone.
    pub(super) fn new(group: &'g Group<'p, 'a>, side: usize) -> Option<FacePlane<'g, 'p, 'a>> {
        let soup = super::surface(&group.bodies.shapes.each()[side])?;
        if let [entry] = group.entries
            && soup.is_alone(entry.parts[side])
        {
            return None;
        }
        let mut polygons: Vec<u32> = group.entries.iter().map(|entry| entry.parts[side]).collect();
        polygons.sort_unstable();
        polygons.dedup();
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
        let (_, _, largest) = group.largest(soup, side)?;
        let outline = soup.face(largest)?;
        let [origin, .., last] =
            [soup.vertex(outline[0]), soup.vertex(outline[1]), soup.vertex(*outline.last()?)];
        if is_whole && side == 0 && is_beside(group, soup, &polygons, largest) {
            return None;
        }
        let basis = group.basis(side);
        // Along the world's axes both directions are perpendicular and as long.
        let (u, v) = (soup.vertex(outline[1]) - origin, last - origin);
        let (placed_u, placed_v) = (basis * u, basis * v);
        let across = v - u * (placed_v.dot(&placed_u) / placed_u.norm_squared());
        let far = REACH * group.bodies.relative.largest_coordinate();
        let (u, v) = (u * (far / placed_u.norm()), across * (far / (basis * across).norm()));
        let square = [origin - u - v, origin + u - v, origin + u + v, origin - u + v];
        let is_finite = square.iter().all(crate::math::vector::is_finite);
        is_finite.then_some(FacePlane { group, side, soup, polygons, is_whole, square })
    }

    /// Adds the contacts of the other body with the plane that are on the face. Returns whether all are.
    pub(super) fn add_contacts(&self, region: &mut Region<'p, 'a>) -> bool {
        let (bodies, other) = (self.group.bodies, 1 - self.side);
        let mut others: Vec<PartIndices> =
            self.group.entries.iter().map(|entry| entry.parts).collect();
        others.sort_unstable_by_key(|parts| parts[other]);
        others.dedup_by_key(|parts| parts[other]);
        let square = PolytopeView { vertices: &self.square, indices: &[0, 1, 2, 3], hull: None };
        for parts in others {
            let mut adding = OnSquare { region: &mut *region, square, side: self.side };
            let _ = bodies.visit_part(&mut adding, parts);
        }
        let all = region.found.len();
        let on_face = std::mem::take(&mut region.found);
        for (contact, mut parts) in on_face {
            let [of_a, of_b] = bodies.in_order(contact.points[0], contact.points[1]);
            let at = if self.side == 0 { of_a } else { of_b };
            let at =
                (at - bodies.placements[0].origin).map(|x| bodies.relative.in_internal_units(x));
            if let Some(polygon) = self.polygon_at(&at, region) {
                parts[self.side] = polygon;
                memory::push(&mut region.found, (contact, parts));
            }
        }
        region.found.len() == all
    }

    /// The polygon of the face that a point of its plane is on: one that collides, or one beside them.
    fn polygon_at(&self, at: &Vec3, region: &Region<'p, 'a>) -> Option<u32> {
        let near = region.rounding();
        let corners = |polygon: u32| region.corners(self.side, polygon);
        let is_on = |polygon: u32| is_in_fan(&corners(polygon), at, near);
        if let Some(polygon) = self.polygons.iter().copied().find(|polygon| is_on(*polygon)) {
            return Some(polygon);
        }
        if self.is_whole {
            return None;
        }
        let mut around = Aabb::around([*at]);
        for polygon in &self.polygons {
            around = around.join(&Aabb::around(corners(*polygon)));
        }
        let (mut beside, mut next) = (Vec::new(), 0);
        while beside.len() < MOST_BESIDE {
            let colliding = self.polygons.get(next).copied();
            let from = colliding.or_else(|| beside.get(next - self.polygons.len()).copied())?;
            let known = beside.len();
            self.soup.visit_coplanar(from, |other| {
                let is_new = self.polygons.binary_search(&other).is_err()
                    && !beside.contains(&other)
                    && self.soup.face(other).is_some();
                if is_new && Aabb::around(corners(other)).overlaps(&around) {
                    memory::push(&mut beside, other);
                }
            });
            if let Some(found) = beside[known..].iter().copied().find(|polygon| is_on(*polygon)) {
                return Some(found);
            }
            next += 1;
        }
        None
    }
}

/// Whether B is a box of which no edge is over the polygons of a face: then their contacts by themselves are all.
fn is_beside(group: &Group<'_, '_>, soup: &PolytopeSoup, polygons: &[u32], largest: u32) -> bool {
    let Some((normal, _)) = front(soup, group.basis(0), largest) else { return false };
    let corners = || {
        let rings = polygons.iter().filter_map(|polygon| soup.ring(*polygon));
        rings.flatten().map(|v| group.bodies.relative.place_a(soup.vertex(*v)))
    };
    let center = Aabb::around(corners()).center();
    // Across the normal, turned by a right angle.
    let seen = |p: &Vec3| (p - center).cross(&normal);
    let radius2 = corners().map(|p| seen(&p).norm_squared()).fold(0.0, f64::max);
    let ends = SmallVec::<[Vec3; 8]>::from_iter(group.ends.iter().map(seen));
    let is_edge_beside = |[p, q]: [Vec3; 2]| {
        let along = q - p;
        // As a point if it is seen from its end.
        let part = (-p.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
        let nearest = if part.is_nan() { p } else { p + along * part };
        nearest.norm_squared() > radius2 * (1.0 + SAME_LENGTH)
    };
    // The numbers of the ends of an edge differ by one binary digit.
    let edges = (0..ends.len())
        .flat_map(|i| [1, 2, 4].map(|digit| [i, i | digit]))
        .filter(|[i, k]| i < k && *k < ends.len());
    !ends.is_empty() && edges.map(|edge| edge.map(|i| ends[i])).all(is_edge_beside)
}

/// A unit vector out of the front of a polygon that is placed by a linear map, and its area.
pub(super) fn front(soup: &PolytopeSoup, basis: &Mat3, part: u32) -> Option<(Vec3, f64)> {
    let outline = soup.face(part)?;
    let first = soup.vertex(outline[0]);
    let normal = outline.windows(2).skip(1).fold(Vec3::zeros(), |sum, side| {
        let [u, v] = [0, 1].map(|k| basis * (soup.vertex(side[k]) - first));
        sum + u.cross(&v)
    });
    let area = normal.norm();
    let mirrors = if basis.determinant() < 0.0 { -1.0 } else { 1.0 };
    Some((normal.try_normalize(0.0)? * mirrors, area))
}
