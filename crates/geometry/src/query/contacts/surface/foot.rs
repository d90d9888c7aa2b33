//! A convex body on a mesh: polygons of which the plane alone decides, since no normal of the surface at their edges and corners separates
//! them by less (`docs/src/theory/contacts.md`, section 8, equations (13) to (15)).

use std::ops::ControlFlow;

use super::Touching;
use super::plane::front;
use crate::convex::relative::RelativePlacement;
use crate::convex::{Coherence, intersect};
use crate::math::Vec3;
use crate::math::tolerance::{
    BEYOND_EDGE, CLEAR_MARGIN, NORMAL_CONE, PLANE_DEPTH, SAME_LENGTH, SECTOR_BESIDE,
};
use crate::mesh::PolytopeSoup;
use crate::query::bodies::{BodyPair, PartIndices, Shapes};
use crate::query::traversal::PartVisitor;
use crate::shape::{Primitive, Support};
use smallvec::SmallVec;

#[cfg(test)]
mod tests;

/// Body B where it is convex, and A a mesh.
pub(super) struct BodyOverPlanes<'p> {
    pair: &'p BodyPair<'p>,
    soup: &'p PolytopeSoup,
    body: &'p Primitive,
    /// The centre of its box along world axes from the origin of A.
    center: Vec3,
    /// Depths no larger than this are left open.
    slack: f64,
}

/// Of two parts that do not collide an axis that separates them, zero if none is known.
struct Collide(Option<Vec3>);

impl PartVisitor for Collide {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        _: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        let mut coherence = Coherence::default();
        self.0 = (!intersect(a, b, relative, &mut coherence))
            .then(|| coherence.axis().map_or(Vec3::zeros(), |axis| axis.normalize()));
        ControlFlow::Continue(())
    }
}

/// A polygon, and the foot of the body's deepest point on its plane.
struct Foot<'f> {
    part: u32,
    ring: &'f [u32],
    /// The corners along world axes from the origin of A, counterclockwise around `out` if `turn` is 1.
    corners: SmallVec<[Vec3; 4]>,
    out: Vec3,
    turn: f64,
    foot: Vec3,
    /// How far inside an edge the foot is at least where no direction across that edge separates the bodies by less.
    inside: f64,
}

impl<'p> BodyOverPlanes<'p> {
    /// `None` of two meshes, and of bodies without bounds.
    pub(super) fn new(pair: &'p BodyPair<'_>) -> Option<BodyOverPlanes<'p>> {
        let Shapes::Mixed(soup, body) = pair.shapes else { return None };
        if pair.relative.has_extreme_bases() || body.as_half_space().is_some() {
            return None;
        }
        let slack = CLEAR_MARGIN * pair.relative.rounding();
        let center = pair.relative.place_b(&body.bounds().center());
        Some(BodyOverPlanes { pair, soup, body, center, slack })
    }

    /// How far a polygon and the body overlap along the normal of its plane, if no other normal of the surface on this polygon is one of
    /// contact, or an axis that separates them, zero if none is known. `None` where a search is needed.
    pub(super) fn overlap(&self, part: u32) -> Option<Result<Touching, Vec3>> {
        let (soup, relative) = (self.soup, &self.pair.relative);
        let ring = soup.face(part)?;
        let (front, _) = front(soup, relative.basis_a(), part)?;
        let placed = ring.iter().map(|v| relative.place_a(soup.vertex(*v)));
        let corners = SmallVec::<[Vec3; 4]>::from_iter(placed);
        let height = front.dot(&(self.center - corners[0]));
        let is_behind = !soup.surface_contacts().one_sided && height < 0.0;
        if height.abs() <= SAME_LENGTH * relative.largest_coordinate() {
            return None;
        }
        let out = if is_behind { -front } else { front };
        let support = |along: Vec3| {
            relative.place_b(&self.body.support(&relative.basis_b().tr_mul(&along), &mut 0))
        };
        let lowest = support(-out);
        let heights = corners.iter().map(|corner| out.dot(corner));
        let plane = heights.fold(f64::NEG_INFINITY, f64::max);
        let depth = plane - out.dot(&lowest);
        if depth < -self.slack {
            return Some(Err(-out));
        }
        // As deep as the polygon is wide, it seldom is enough, but in a face of many.
        let size = (corners[1] - corners[0]).amax();
        if depth <= self.slack || depth > PLANE_DEPTH * size && soup.is_alone(part) {
            return None;
        }
        let highest = support(out);
        let above = out.dot(&highest) - plane;
        if above <= depth {
            return None;
        }
        let thickness = above + depth;
        let aside = (highest - lowest - out * thickness).norm();
        let inside = depth * (aside + (thickness * thickness + aside * aside).sqrt()) / thickness;
        let is_mirrored = relative.basis_a().determinant() < 0.0;
        let turn = if is_behind == is_mirrored { 1.0 } else { -1.0 };
        let on_a = lowest + out * depth;
        let foot = Foot { part, ring, corners, out, turn, foot: on_a, inside };
        let is_inside = foot.is_inside();
        if !is_inside.iter().all(|inside| *inside) {
            if !self.is_decided(&foot, &is_inside) {
                return None;
            }
            let mut collide = Collide(None);
            let _ = self.pair.visit_part(&mut collide, [part, 0]);
            if let Some(axis) = collide.0 {
                return Some(Err(axis));
            }
        }
        Some(Ok(Touching { parts: [part, 0], normal: -out, length: depth, on_a: Some(on_a) }))
    }

    /// Whether no normal of the surface at an edge or corner separates the bodies by less than that of the plane.
    fn is_decided(&self, foot: &Foot<'_>, is_inside: &[bool]) -> bool {
        let count = foot.ring.len();
        let is_open = |i: &usize| !(is_inside[*i] && is_inside[(*i + count - 1) % count]);
        let is_far = |i: usize| (foot.foot - foot.corners[i]).norm() > foot.beside();
        let corners = || (0..count).filter(is_open);
        corners().all(is_far)
            && (0..count).all(|i| is_inside[i] || self.is_edge_closed(foot, i))
            && corners().all(|i| self.is_corner_decided(foot, i))
    }

    /// Whether a neighbour across an edge goes on in the plane or above it.
    fn is_edge_closed(&self, foot: &Foot<'_>, i: usize) -> bool {
        let (soup, seams, count) = (self.soup, self.soup.seams(), foot.ring.len());
        let end = seams.name(foot.ring[(i + 1) % count]);
        let (corner, along) = (foot.corners[i], foot.edge(i));
        let across = along.cross(&foot.out) * foot.turn;
        seams.around(foot.ring[i]).iter().filter(|face| **face != foot.part).any(|face| {
            let ring = soup.ring(*face).unwrap_or_default();
            ring.iter().any(|v| seams.name(*v) == end)
                && ring.iter().any(|v| {
                    let to = self.pair.relative.place_a(soup.vertex(*v)) - corner;
                    across.dot(&to) > BEYOND_EDGE * to.norm() * along.norm() && foot.is_up(&to)
                })
        })
    }

    /// Whether the foot, and what is beside it, is over faces around a corner that go on in the plane or above it: equation (15).
    fn is_corner_decided(&self, foot: &Foot<'_>, i: usize) -> bool {
        let (soup, seams) = (self.soup, self.soup.seams());
        let (corner, name) = (foot.corners[i], seams.name(foot.ring[i]));
        let to_foot = foot.foot - corner;
        let distance = to_foot.norm();
        let aside = to_foot.cross(&foot.out) * (foot.beside() / distance);
        let mut is_over = [false; 2];
        for face in seams.around(foot.ring[i]) {
            let ring = soup.ring(*face).unwrap_or_default();
            let Some(here) = ring.iter().position(|v| seams.name(*v) == name) else { continue };
            let count = ring.len();
            let [p, q] = [ring[(here + 1) % count], ring[(here + count - 1) % count]]
                .map(|v| self.pair.relative.place_a(soup.vertex(v)) - corner);
            if !(foot.is_up(&p) && foot.is_up(&q)) {
                continue;
            }
            let turn = |p: &Vec3, q: &Vec3| p.cross(q).dot(&foot.out);
            let area = turn(&p, &q);
            // Seen from its edge.
            if area.abs() <= BEYOND_EDGE * SECTOR_BESIDE * p.norm() * q.norm() {
                continue;
            }
            let (sign, slack) = (area.signum(), -SECTOR_BESIDE * distance * (p.norm() + q.norm()));
            for (is_over, at) in is_over.iter_mut().zip([to_foot + aside, to_foot - aside]) {
                *is_over |= sign * turn(&p, &at) >= slack && sign * turn(&at, &q) >= slack;
            }
            if is_over == [true; 2] {
                return true;
            }
        }
        false
    }
}

impl Foot<'_> {
    fn edge(&self, i: usize) -> Vec3 {
        self.corners[(i + 1) % self.corners.len()] - self.corners[i]
    }

    /// How far places beside the foot are that are looked at as well: those of equation (15).
    fn beside(&self) -> f64 {
        std::f64::consts::SQRT_2 * self.inside
    }

    /// Whether the foot is far enough inside each edge.
    fn is_inside(&self) -> SmallVec<[bool; 4]> {
        let inside = |i: usize| {
            let along = self.edge(i);
            let area = along.cross(&(self.foot - self.corners[i])).dot(&self.out) * self.turn;
            area >= self.inside * along.norm()
        };
        (0..self.corners.len()).map(inside).collect()
    }

    /// Whether a place as far from a corner of the polygon as this is in its plane or above it, but for what is a normal by rounding.
    fn is_up(&self, to: &Vec3) -> bool {
        self.out.dot(to) >= -0.5 * NORMAL_CONE * to.norm()
    }
}
