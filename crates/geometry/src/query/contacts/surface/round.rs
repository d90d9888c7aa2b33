//! A ball or a capsule on a mesh: its triangles by closed forms, and which of them may have contacts.

use std::cell::LazyCell;

use super::plane::front;
use super::{PlacedContact, Touching};
use crate::convex::closed_form::{between, in_triangle, of_segment_and_triangle, weighted};
use crate::convex::contact::ONLY_FACES;
use crate::convex::unrounded::similarity;
use crate::math::Vec3;
use crate::math::tolerance::{
    CLEAR_MARGIN, DISTANCE_ROUNDING, ILL_CONDITIONED, NORMAL_CONE, ROUNDING, SAME_LENGTH,
    TIGHTEST_DEPTH_TOLERANCE,
};
use crate::memory;
use crate::mesh::PolytopeSoup;
use crate::mesh::seams::SurfaceNormal;
use crate::query::bodies::{BodyPair, PartIndices, Shapes};
use crate::query::contacts::Contact;
use crate::shape::Support;
use crate::shape::core::Core;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

#[cfg(test)]
mod tests;

/// Of so many polygons each is looked for among all.
const FEW: usize = 8;

/// Body B where it is a ball or a capsule, and A a mesh.
pub(super) struct RoundBody<'p> {
    pair: &'p BodyPair<'p>,
    soup: &'p PolytopeSoup,
    /// The ends of the axis along world axes from the origin of A; those of a ball are its centre.
    ends: [Vec3; 2],
    is_ball: bool,
    /// A unit vector along the axis, of a ball zero.
    along: Vec3,
    /// The radius of the placed body.
    radius: f64,
    /// A bound on the rounding of distances.
    rounding: f64,
}

impl<'p> RoundBody<'p> {
    /// `None` of other bodies, and of those that the placement deforms.
    pub(super) fn new(pair: &'p BodyPair<'_>) -> Option<RoundBody<'p>> {
        let Shapes::Mixed(soup, body) = pair.shapes else { return None };
        let (margin, relative) = (body.margin(), &pair.relative);
        if margin == 0.0 || relative.has_extreme_bases() {
            return None;
        }
        let local = match body.core(true)? {
            Core::Point(center) => [center; 2],
            Core::Segment(ends) => ends,
            _ => return None,
        };
        let (ends, is_ball) = (local.map(|end| relative.place_b(&end)), local[0] == local[1]);
        let along = if is_ball { Vec3::zeros() } else { (ends[1] - ends[0]).normalize() };
        Some(RoundBody {
            pair,
            soup,
            ends,
            is_ball,
            along,
            radius: margin * similarity(relative.basis_b())?,
            rounding: DISTANCE_ROUNDING * ROUNDING * relative.largest_coordinate(),
        })
    }

    /// How deep the body is in a triangle, to a relative error, or that it is apart from it: `Some(None)`. `None` where the closest
    /// points leave that open, or it is no triangle.
    pub(super) fn overlap(&self, parts: PartIndices, tolerance: f64) -> Option<Option<Touching>> {
        let &[i, j, k] = self.soup.indices_of(parts[0]) else { return None };
        let relative = &self.pair.relative;
        let placed = [i, j, k].map(|vertex| relative.place_a(self.soup.vertex(vertex)));
        let (along, weights) = if self.is_ball {
            (0.0, in_triangle(&placed, &self.ends[0]))
        } else {
            of_segment_and_triangle(&self.ends, &placed)?
        };
        let on_a = weighted(&placed, &weights);
        let difference = on_a - between(&self.ends, along);
        let length = difference.norm();
        // The plane across the difference through each of the points has its body on the far side, but for rounding.
        let [p, q, r] = placed.map(|corner| difference.dot(&corner));
        let [from, to] = self.ends.map(|end| difference.dot(&end));
        let lower = (p.min(q).min(r) - from.max(to)) / length;
        let slack = CLEAR_MARGIN * self.rounding;
        if lower > self.radius + slack {
            return Some(None);
        }
        let depth = self.radius - lower;
        let least = tolerance.max(TIGHTEST_DEPTH_TOLERANCE) * (self.radius - length);
        let is_met = length < self.radius - slack
            && length - lower + self.rounding <= least
            // Of a short vector the direction has few digits.
            && length > ILL_CONDITIONED * relative.largest_coordinate();
        if !is_met {
            return None;
        }
        let normal = difference / length;
        Some(Some(Touching { parts, normal, length: depth, on_a: Some(on_a) }))
    }

    /// Of what it touches that which may have contacts, with all polygons of the same faces; `None` where all may.
    pub(super) fn with_contacts(&self, touching: &[Touching]) -> Option<Vec<Touching>> {
        let mut next: Vec<usize> =
            (0..touching.len()).filter(|i| self.may_have_contact(&touching[*i])).collect();
        if next.len() == touching.len() {
            return None;
        }
        // Only needed where polygons have neighbours in their planes.
        let places = LazyCell::new(|| {
            let place = |(i, entry): (usize, &Touching)| (entry.parts[0], i);
            touching.iter().enumerate().map(place).collect::<FxHashMap<u32, usize>>()
        });
        let mut is_found = vec![false; touching.len()];
        next.iter().for_each(|i| is_found[*i] = true);
        while let Some(i) = next.pop() {
            self.soup.visit_coplanar(touching[i].parts[0], |other| {
                if let Some(&beside) = places.get(&other)
                    && !is_found[beside]
                {
                    is_found[beside] = true;
                    next.push(beside);
                }
            });
        }
        let found = touching.iter().zip(is_found).filter(|(_, is_found)| *is_found);
        Some(found.map(|(entry, _)| *entry).collect())
    }

    /// Whether the face of a polygon may have contacts because of this one.
    ///
    /// A face has a contact with a ball where it is nearest to the centre, or at an edge or a vertex in a direction that is a normal of
    /// the surface. So it has with a capsule whose side does not reach down to its plane: equation (11) of the theory's page.
    fn may_have_contact(&self, Touching { parts: [part, _], normal, .. }: &Touching) -> bool {
        let along = || -self.pair.relative.basis_a().tr_mul(normal);
        let is_side_above = || self.over(*part).is_some_and(|over| over.is_side_above);
        !self.is_ball && (self.soup.surface_contacts().one_sided || !is_side_above())
            || self.soup.surface_normal(*part, &along()) != SurfaceNormal::Not
    }

    /// The contacts where each face that it touches either has none, or is under its centre or the nearer end of its axis, or is alone in
    /// its plane: there it has one. `None` of other places, of which there is more to be known.
    pub(super) fn contacts(&self, touching: &[Touching]) -> Option<Vec<(Contact, PartIndices)>> {
        let soup = self.soup;
        if touching.len() > FEW || soup.surface_contacts().one_sided {
            return None;
        }
        let is_over =
            |entry: &Touching| self.over(entry.parts[0]).filter(|over| over.is_side_above);
        let overs = touching.iter().map(is_over).collect::<Option<SmallVec<[Over; FEW]>>>()?;
        let mut found = Vec::<(Contact, PartIndices)>::new();
        for (entry, over) in touching.iter().zip(&overs) {
            let Touching { parts, normal: towards_soup, length, on_a } = entry;
            let is_under = towards_soup.cross(&over.normal).norm() <= NORMAL_CONE
                && towards_soup.dot(&over.normal) < 0.0;
            let mut normal = -over.normal;
            if !is_under {
                let along = -self.pair.relative.basis_a().tr_mul(towards_soup);
                match soup.surface_normal(parts[0], &along) {
                    SurfaceNormal::Not => continue,
                    SurfaceNormal::Own | SurfaceNormal::Proper if self.is_ball => {
                        normal = *towards_soup
                    }
                    _ => return None,
                }
            }
            let mut is_decided = true;
            soup.visit_coplanar(parts[0], |beside| {
                let meets = |parts: &PartIndices| parts[0] == beside;
                is_decided &= if is_under {
                    // One contact a face.
                    !found.iter().any(|(_, parts)| meets(parts))
                } else {
                    !touching.iter().any(|other| meets(&other.parts))
                };
            });
            let is_largest = || {
                touching.iter().zip(&overs).all(|(other, beside)| {
                    soup.is_alone(other.parts[0]) || beside.area <= over.area * (1.0 + SAME_LENGTH)
                })
            };
            // The normal of a face is that of its largest polygon.
            if !is_decided || !soup.is_alone(parts[0]) && !is_largest() {
                return None;
            }
            let on_a = on_a.unwrap_or_default();
            // Where they just touch rounding has the plane beyond it.
            let depth = if is_under { (self.radius - over.height).max(0.0) } else { *length };
            let features = if self.is_ball { [0; 2] } else { ONLY_FACES };
            let contact = PlacedContact { on_a, on_b: on_a + normal * depth, depth, features };
            let placed = self.pair.placed_contact(&contact, normal, *parts, &self.pair.relative);
            memory::push(&mut found, (placed, *parts));
        }
        (!found.is_empty()).then_some(found)
    }

    /// Where it is over the plane of a polygon.
    fn over(&self, part: u32) -> Option<Over> {
        let (soup, relative) = (self.soup, &self.pair.relative);
        let corner = relative.place_a(soup.vertex(*soup.face(part)?.first()?));
        let (front, area) = front(soup, relative.basis_a(), part)?;
        let heights = self.ends.map(|end| front.dot(&(end - corner)));
        let height = heights[0].abs().min(heights[1].abs());
        let leaning = self.along.cross(&front).norm();
        let is_side_above =
            heights[0] * heights[1] > 0.0 && height > self.radius * (leaning + NORMAL_CONE);
        let normal = if heights[0] < 0.0 { -front } else { front };
        Some(Over { normal, area, height, is_side_above })
    }
}

/// How a round body is over the plane of a polygon.
struct Over {
    /// The normal of the polygon towards the body, and twice the polygon's area.
    normal: Vec3,
    area: f64,
    /// The height of the centre, or of the nearer end of the axis.
    height: f64,
    /// Whether a capsule is on one side of the plane, but for its nearer end: equation (11) of the theory's page. Of a ball, whether its
    /// centre is clearly off the plane.
    is_side_above: bool,
}
