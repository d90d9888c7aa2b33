//! The outline of a convex face of several polygons: what touches it meets one polygon.

use std::ops::ControlFlow;

use super::group::Group;
use crate::convex::contact::{Kind, edge_feature, of_vertex, raw_vertex};
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::FLAT_FACE;
use crate::math::{Aabb, Mat3, Vec3};
use crate::mesh::{PolytopeSoup, PolytopeView};
use crate::query::bodies::PartIndices;
use crate::query::contacts::Contact;
use crate::query::contacts::region::{Corners, Region};
use crate::query::traversal::PartVisitor;
use crate::shape::feature::{Facing, Feature};
use crate::shape::{Any, Support};
use smallvec::SmallVec;

/// A flat convex polygon, whose corners are given in order around it: its feature is itself.
pub(super) struct Ring<'r>(PolytopeView<'r>);

impl<'r> Ring<'r> {
    pub(super) fn new(corners: &'r [Vec3]) -> Ring<'r> {
        const NUMBERS: [u32; MOST_CORNERS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
        Ring(PolytopeView { vertices: corners, indices: &NUMBERS[..corners.len()], hull: None })
    }
}

impl Support for Ring<'_> {
    fn any(&self) -> Any<'_> {
        self
    }

    fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        self.0.support(direction, hint)
    }

    fn feature(&self, basis: &Mat3, towards: &Vec3, into: &mut Feature) -> bool {
        let facing = Facing::new(basis, towards);
        into.set(self.0.points().map(|p| facing.place(p)), 0);
        true
    }

    fn facet(&self) -> Option<[Vec3; 2]> {
        self.0.facet()
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn bounds(&self) -> Aabb {
        self.0.bounds()
    }
}

/// Adds the contacts of a ring and a part of the other body.
pub(super) struct OnRing<'r, 'p, 'a> {
    pub region: &'r mut Region<'p, 'a>,
    pub ring: Ring<'r>,
    pub side: usize,
    /// Those of both, beside which contacts are left out.
    pub corners: Option<[&'r [Vec3]; 2]>,
}

impl PartVisitor for OnRing<'_, '_, '_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        _: &RelativePlacement,
    ) -> ControlFlow<()> {
        if self.side == 0 {
            self.region.add(&self.ring, b, parts, self.corners, None);
        } else {
            self.region.add(a, &self.ring, parts, self.corners, None);
        }
        ControlFlow::Continue(())
    }
}

/// A side of a polygon, counterclockwise around the face.
#[derive(Clone, Copy)]
struct Edge {
    polygon: u32,
    /// Its first end among the vertices of the mesh.
    start: u32,
    /// The ends among the vertices of the polygon, and their names in the mesh.
    ends: [u32; 2],
    names: [u32; 2],
}

/// The outline of a convex face, all polygons of which collide.
pub(super) struct FaceOutline {
    edges: SmallVec<[Edge; 4]>,
    /// The starts of the edges in local coordinates.
    corners: SmallVec<[Vec3; 4]>,
}

/// The number after one of so many around a polygon, without a division.
fn following(k: u32, count: u32) -> u32 {
    if k + 1 == count { 0 } else { k + 1 }
}

/// Faces of more polygons are looked at polygon by polygon.
const MOST_POLYGONS: usize = 8;

/// Outlines have no more corners.
const MOST_CORNERS: usize = 12;

impl FaceOutline {
    /// `None` of faces that go on, have holes, or are concave.
    pub(super) fn of(soup: &PolytopeSoup, polygons: &[u32]) -> Option<FaceOutline> {
        if !(2..=MOST_POLYGONS).contains(&polygons.len()) {
            return None;
        }
        let front = soup.face_normal(polygons[0])?;
        // Those of which no other polygon has the opposite one.
        let mut border = SmallVec::<[Edge; 8]>::new();
        for &polygon in polygons {
            let ring = soup.face(polygon)?;
            let count = ring.len() as u32;
            let is_turned = polygon != polygons[0] && soup.face_normal(polygon)?.dot(&front) < 0.0;
            for k in 0..count {
                let mut ends = [k, following(k, count)];
                if is_turned {
                    ends.reverse();
                }
                let [start, end] = ends.map(|end| ring[end as usize]);
                let names = [start, end].map(|vertex| soup.seams().name(vertex));
                match border.iter().position(|other| other.names == [names[1], names[0]]) {
                    Some(opposite) => _ = border.remove(opposite),
                    None => border.push(Edge { polygon, start, ends, names }),
                }
            }
        }
        let goes_on = |edge: &Edge| {
            // The first of both ends, but of the last side.
            let [p, q] = edge.ends;
            let side = if p.abs_diff(q) == 1 { p.min(q) } else { p.max(q) };
            soup.coplanar_edges(edge.polygon) >> side.min(2) & 1 == 1
        };
        if border.len() > MOST_CORNERS || border.iter().any(goes_on) {
            return None;
        }
        let mut edges = SmallVec::<[Edge; 4]>::new();
        let mut next = *border.first()?;
        loop {
            edges.push(next);
            let end = next.names[1];
            let mut others = border.iter().filter(|other| other.names[0] == end);
            next = *others.next()?;
            if others.next().is_some() || edges.len() > border.len() {
                return None;
            }
            if next.names == border[0].names {
                break;
            }
        }
        let corners =
            SmallVec::<[Vec3; 4]>::from_iter(edges.iter().map(|edge| *soup.vertex(edge.start)));
        let count = corners.len();
        let is_left_of = |k: usize| {
            let along = corners[if k + 1 == count { 0 } else { k + 1 }] - corners[k];
            let across = front.cross(&along);
            corners.iter().all(|corner| {
                let to = corner - corners[k];
                across.dot(&to) >= -FLAT_FACE * across.amax() * to.amax()
            })
        };
        let is_convex = count == border.len() && (0..count).all(is_left_of);
        is_convex.then_some(FaceOutline { edges, corners })
    }

    /// Adds the contacts of the other body with the face.
    pub(super) fn add_contacts<'p, 'a>(
        &self,
        group: &Group<'p, 'a>,
        side: usize,
        others: &[PartIndices],
        region: &mut Region<'p, 'a>,
    ) {
        let other = 1 - side;
        let placed: Corners = self.corners.iter().map(|v| group.placed(side, v)).collect();
        for parts in others {
            let before = region.found.len();
            let beside = group.corners(region, other, parts[other]);
            let mut corners: [&[Vec3]; 2] = [&placed, &beside];
            if side == 1 {
                corners.reverse();
            }
            let ring = Ring::new(&self.corners);
            let mut adding = OnRing { region: &mut *region, ring, side, corners: Some(corners) };
            let _ = group.bodies.visit_part(&mut adding, *parts);
            for (contact, parts) in &mut region.found[before..] {
                self.name(group, side, contact, parts);
            }
        }
    }

    /// Replaces the polygon and the feature at a contact, which are those of the outline, by those of the mesh.
    fn name(
        &self,
        group: &Group<'_, '_>,
        side: usize,
        contact: &mut Contact,
        parts: &mut PartIndices,
    ) {
        let [of_a, of_b] = contact.features;
        let mut features = group.bodies.in_order(of_a, of_b);
        let feature = features[side];
        let count = self.edges.len() as u32;
        let of_outline = |k: u32| edge_feature([k, following(k, count)]);
        let found = match Kind::of(feature) {
            Kind::Vertex => self.edges.get(raw_vertex(feature) as usize).copied(),
            Kind::Edge => {
                (0..count).find(|k| of_outline(*k) == feature).map(|k| self.edges[k as usize])
            }
            Kind::Face | Kind::Deepest => None,
        };
        let Some(edge) = found else { return };
        parts[side] = edge.polygon;
        let is_vertex = Kind::of(feature) == Kind::Vertex;
        features[side] = if is_vertex { of_vertex(edge.ends[0]) } else { edge_feature(edge.ends) };
        contact.features = group.bodies.in_order(features[0], features[1]);
    }
}
