//! Half-spaces as bodies.
//!
//! How far a body is from a half-space, or how deep in it, says its lowest point: a support point of a convex body, and of the lowest
//! part of a mesh. For other questions, and for bodies that turn, a box under the plane takes the place of the half-space: it is so
//! much larger than the body, its distance and its path that the box's other sides are never nearer than the plane.

use super::ask::{Answer, Question};
use super::bodies::{Body, BodyPair, BodyShape, PartIndices, Shapes};
use super::closest_points::ClosestPair;
use super::contacts::{Contact, ContactMemory, Penetration};
use super::traversal::{PartVisitor, visit_deepest, visit_nearest};
use crate::convex::contact::{MOST_CONTACTS, Overlap, manifold};
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::similarity;
use crate::math::tolerance::{SAME_LENGTH, SAME_NORMAL, SUPPORT_ROUNDING};
use crate::math::vector::{is_finite, is_singular, preimage};
use crate::math::{Aabb, Mat3, Placement, Vec3, power};
use crate::memory;
use crate::shape::{HalfSpace, Primitive, Support};
use std::ops::ControlFlow;

mod moving;
#[cfg(test)]
mod tests;
mod two;

impl<'a> BodyShape<'a> {
    /// The half-space that it is, all of it; `None` of all other shapes.
    #[inline]
    pub(crate) fn half_space(&self) -> Option<&'a HalfSpace> {
        if let BodyShape::Convex(shape) = self { shape.as_half_space() } else { None }
    }
}

use two::{Opposite, of_two};

/// The plane of a placed half-space.
struct Plane<'a> {
    shape: &'a HalfSpace,
    placement: &'a Placement,
    /// A unit vector along world axes, out of the half-space.
    normal: Vec3,
    /// From the body's origin to a point of the plane, along world axes.
    foot: Vec3,
}

impl<'a> Plane<'a> {
    /// `None` if the body is no half-space, or flattened.
    fn of(body: &Body<'a>) -> Option<Plane<'a>> {
        let shape = body.shape.half_space()?;
        let basis = &body.placement.basis;
        let normal = shape.placed_normal(basis)?;
        Some(Plane { shape, placement: body.placement, normal, foot: basis * shape.foot() })
    }

    /// The local coordinates of a world point; those of the plane's own point where they leave the numbers' range.
    fn local(&self, point: &Vec3) -> Vec3 {
        let found = preimage(&self.placement.basis, &(point - self.placement.origin));
        if is_finite(&found) { found } else { self.shape.foot() }
    }

    /// A bound on the rounding of heights over the plane, of a body with these placed extents. Along axes to which the normal is
    /// perpendicular there is none.
    fn rounding(&self, extents: &Vec3, offset: &Vec3) -> f64 {
        let matters = self.normal.map(|x| if x == 0.0 { 0.0 } else { 1.0 });
        SUPPORT_ROUNDING * matters.dot(&(extents + offset.abs() + self.foot.abs()))
    }
}

/// A body and a half-space.
struct OnPlane<'a> {
    plane: Plane<'a>,
    /// Which of the two bodies is the half-space.
    side: usize,
    /// The point of the other body that is lowest over the plane, or deepest: in its own coordinates and in the world.
    local: Vec3,
    point: Vec3,
    /// The part that it is of.
    part: u32,
    /// Its height over the plane; negative inside.
    height: f64,
    rounding: f64,
}

impl<'a> OnPlane<'a> {
    /// Of the bodies of which `side` is the half-space, and the other none. Of a mesh the lowest point is found to answer a question.
    /// `None` where numbers leave their range.
    fn new(bodies: [&Body<'a>; 2], side: usize, question: Question) -> Option<OnPlane<'a>> {
        let (plane, other) = (Plane::of(bodies[side])?, bodies[1 - side]);
        let Placement { basis, origin } = other.placement;
        let unit = power::of_two(-power::exponent(basis.amax()).clamp(-1000, 1000));
        let down = -(basis * unit).tr_mul(&plane.normal);
        let (part, local) = match other.shape {
            BodyShape::Convex(body) => (0, body.support(&down, &mut 0)),
            BodyShape::Soup(soup) => {
                let pair = BodyPair::new(*other, *bodies[side])?;
                let part = pair.bounded(0.0, |pair| lowest_part(pair, &plane, question))??;
                (part, soup.primitive(part).support(&down, &mut 0))
            }
            // Each part has a lowest point of its own.
            BodyShape::Parts(_) => return None,
        };
        let offset = origin - plane.placement.origin;
        let height = plane.normal.dot(&(basis * local + offset - plane.foot));
        let extents = basis.abs() * other.shape.absolute_extents();
        let rounding = plane.rounding(&extents, &offset);
        let point = other.placement.apply(&local);
        let is_known = height.is_finite() && rounding.is_finite() && is_finite(&point);
        is_known.then_some(OnPlane { plane, side, local, point, part, height, rounding })
    }

    /// Touching is colliding.
    fn collides(&self) -> bool {
        self.height <= self.rounding
    }

    /// What belongs to the half-space and to the other body, in the order of the two.
    fn in_order<T>(&self, of_plane: T, other: T) -> [T; 2] {
        if self.side == 0 { [of_plane, other] } else { [other, of_plane] }
    }

    /// A unit vector from the second body towards the first.
    fn normal(&self) -> Vec3 {
        if self.side == 0 { -self.plane.normal } else { self.plane.normal }
    }

    /// The point of the plane over or under the lowest one.
    fn on_plane(&self) -> Vec3 {
        self.point - self.plane.normal * self.height
    }

    /// A point of both, in the local coordinates of each.
    fn common(&self) -> [Vec3; 2] {
        self.in_order(self.plane.local(&self.point), self.local)
    }

    fn parts(&self) -> PartIndices {
        self.in_order(0, self.part)
    }

    fn penetration(&self) -> Option<Penetration> {
        let depth = self.collides().then(|| (-self.height).max(0.0))?;
        let on_plane = self.point + self.plane.normal * depth;
        let points = self.in_order(on_plane, self.point);
        let deepest = Contact { points, normal: self.normal(), depth, features: [0; 2] };
        let local = self.in_order(self.plane.local(&on_plane), self.local);
        Some(Penetration { deepest, local })
    }

    fn answer(&self, question: Question) -> Option<Answer> {
        Some(match question {
            Question::Parts if self.collides() => {
                Answer::Parts { parts: self.parts(), common: [Vec3::zeros(); 2] }
            }
            Question::CommonPoint if self.collides() => {
                Answer::Parts { parts: self.parts(), common: self.common() }
            }
            Question::Within(distance) if self.collides() || self.height <= distance => {
                Answer::Within
            }
            Question::Closest(_) if self.collides() => {
                Answer::Closest(ClosestPair { points: [self.point; 2], distance: 0.0 })
            }
            Question::Closest(_) => Answer::Closest(ClosestPair {
                points: self.in_order(self.on_plane(), self.point),
                distance: self.height,
            }),
            Question::Penetration(_) => {
                self.penetration().map_or(Answer::Nothing, Answer::Penetration)
            }
            // These are the corners of a region.
            Question::Contacts(_) if self.collides() => return None,
            _ => Answer::Nothing,
        })
    }
}

/// The answer about two bodies of which one is a half-space; `None` of contacts.
#[cold]
pub(super) fn answer(first: Body<'_>, second: Body<'_>, question: Question) -> Option<Answer> {
    let sides = [&first, &second].map(|body| body.shape.half_space().is_some());
    if sides == [true; 2] {
        return Some(of_two(&first, &second, question).unwrap_or(Answer::Nothing));
    }
    match OnPlane::new([&first, &second], usize::from(!sides[0]), question) {
        Some(pair) => pair.answer(question),
        None => Some(Answer::Nothing),
    }
}

/// The lowest part of a mesh, A, over a part of a half-space, B.
fn lowest_part(pair: &BodyPair<'_>, plane: &Plane<'_>, question: Question) -> Option<u32> {
    let relative = &pair.relative;
    let level = plane.normal.dot(&relative.place_b(&plane.shape.foot()));
    let down = -relative.basis_a().tr_mul(&plane.normal);
    let enough = match question {
        // More than touching, so that what touches is not missed.
        Question::Parts | Question::CommonPoint => 0.0,
        Question::Within(distance) => relative.in_internal_units(distance),
        _ => f64::NEG_INFINITY,
    };
    let mut lowest = LowestPart { normal: plane.normal, down, level, enough, found: None };
    let is_depth = matches!(question, Question::Penetration(_) | Question::Contacts(_));
    let _ = visit_nearest(pair, &mut lowest);
    if is_depth && lowest.found.is_some_and(|(height, _)| height <= 0.0) {
        let _ = visit_deepest(pair, &mut lowest);
    }
    lowest.found.map(|(_, part)| part)
}

/// The lowest part of a mesh so far.
struct LowestPart {
    normal: Vec3,
    /// Against the normal, in the coordinates of the mesh.
    down: Vec3,
    /// The height of the plane.
    level: f64,
    /// A part as low as this ends the search.
    enough: f64,
    found: Option<(f64, u32)>,
}

impl PartVisitor for LowestPart {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        _: &B,
        parts: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        let point = relative.place_a(&a.support(&self.down, &mut 0));
        let height = self.normal.dot(&point) - self.level;
        if self.found.is_none_or(|(least, _)| height < least) {
            self.found = Some((height, parts[0]));
        }
        if height <= self.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn axis(&self) -> Option<Vec3> {
        Some(self.normal)
    }

    /// Depths are negative distances to the walk.
    fn limit(&self) -> f64 {
        self.found.map_or(f64::INFINITY, |(height, _)| height)
    }
}

/// The part's distance from the body is so many times as large as it has to be.
const WIDER: f64 = 2.0;

/// The longest that a local vector is whose image under a map has length one; infinite of a singular map.
fn longest_preimage(basis: &Mat3) -> f64 {
    if let Some(scale) = similarity(basis) {
        return 1.0 / scale;
    }
    if is_singular(basis) {
        return f64::INFINITY;
    }
    let columns = [Vec3::x(), Vec3::y(), Vec3::z()].map(|axis| preimage(basis, &axis));
    columns.iter().map(Vec3::norm_squared).sum::<f64>().sqrt()
}

/// A half-space as the part of it that answers all questions about another body, which moves from where it is by no more than a
/// reach; `None` where numbers leave their range.
fn part(plane: &Plane<'_>, placed: &Aabb, reach: f64) -> Option<Primitive> {
    let (center, radius) = (placed.center(), placed.half_extents().norm());
    let height = plane.normal.dot(&(center - plane.placement.origin - plane.foot)).abs();
    let distance = WIDER * (radius + reach + height) * longest_preimage(&plane.placement.basis);
    let near = plane.local(&center);
    // A point on the plane needs a part as well.
    let distance = distance + f64::MIN_POSITIVE + SUPPORT_ROUNDING * near.abs().sum();
    let is_known = is_finite(&near) && distance.is_finite();
    is_known.then(|| Primitive::HalfSpace(plane.shape.near(&near, distance)))
}

/// A box around a body that is no half-space; of a piece of a surface that around all of it, so that its contacts are those of the whole.
fn box_of_whole(body: &Body<'_>) -> Aabb {
    let Placement { basis, origin } = body.placement;
    match body.shape {
        BodyShape::Convex(shape) => shape.bounds_under(basis).translated(origin),
        BodyShape::Soup(soup) => {
            soup.whole().unwrap_or_else(|| soup.bounds()).transformed(basis, origin)
        }
        shape => shape.bounds().transformed(basis, origin),
    }
}

impl BodyPair<'_> {
    /// Whether a body is a half-space, of which searches see only a part.
    #[inline]
    pub fn has_half_space(&self) -> bool {
        self.shapes.each().iter().any(|shape| shape.half_space().is_some())
    }

    /// Asks about the bodies with a part of the half-space in its place, which answers alike while they move by no more than a reach
    /// relative to each other; `None` if both are half-spaces, or where numbers leave their range.
    pub fn bounded<R>(&self, reach: f64, ask: impl FnOnce(&BodyPair<'_>) -> R) -> Option<R> {
        let bodies = self.bodies();
        let side = usize::from(bodies[0].shape.half_space().is_none());
        if bodies[1 - side].shape.half_space().is_some() {
            return None;
        }
        let part = part(&Plane::of(&bodies[side])?, &box_of_whole(&bodies[1 - side]), reach)?;
        let mut bodies = bodies;
        bodies[side].shape = BodyShape::Convex(&part);
        let [a, b] = bodies;
        Some(ask(&BodyPair { swapped: self.swapped, ..BodyPair::new(a, b)? }))
    }

    /// The lowest point over the half-space, if only one body is one.
    fn lowest(&self, question: Question) -> Option<OnPlane<'_>> {
        let [a, b] = self.bodies();
        let sides = [&a, &b].map(|body| body.shape.half_space().is_some());
        let side = usize::from(!sides[0]);
        if sides == [true; 2] { None } else { OnPlane::new([&a, &b], side, question) }
    }

    /// The answer about bodies of which one is a half-space, in the order of the query.
    pub(super) fn answer_on_plane(&self, question: Question) -> Option<Answer> {
        let [a, b] = self.bodies();
        let found = answer(a, b, question)?;
        Some(if self.swapped { found.mirrored() } else { found })
    }

    /// The contacts of a half-space and another body, not merged, with their parts, into the memory, in the order of the query.
    pub(super) fn contacts_on_plane(
        &self,
        tolerance: f64,
        memory: &mut ContactMemory,
    ) -> Option<Penetration> {
        let found = match self.answer_on_plane(Question::Penetration(tolerance))? {
            Answer::Penetration(found) => found,
            _ => return None,
        };
        match self.shapes {
            Shapes::Convex(..) => {
                let in_own_order = if self.swapped { found.mirrored() } else { found };
                self.bounded(0.0, |pair| pair.region_of(&in_own_order, &mut memory.contacts));
            }
            _ => {
                self.bounded(0.0, |pair| pair.unmerged_contacts(tolerance, memory));
                self.keep_those_of_the_plane(&found.deepest, memory);
            }
        }
        let least = found.deepest.depth * (1.0 - SAME_LENGTH);
        if !memory.contacts.iter().any(|contact| contact.depth >= least) {
            memory::push(&mut memory.contacts, found.deepest);
        }
        memory.parts.resize(memory.contacts.len(), [0, 0]);
        Some(found)
    }

    /// Of contacts with a part of a half-space those with its plane, along its normal. Faces that this is no normal of have others, which
    /// lead out of other sides of the part.
    fn keep_those_of_the_plane(&self, deepest: &Contact, memory: &mut ContactMemory) {
        let is_first = self.bodies()[0].shape.half_space().is_some() != self.swapped;
        let (of_body, out) = if is_first { (1, -deepest.normal) } else { (0, deepest.normal) };
        let ContactMemory { contacts, parts, .. } = memory;
        let mut count = 0;
        for i in 0..contacts.len() {
            let Contact { points, normal, .. } = contacts[i];
            let point = points[of_body];
            let depth = deepest.depth - out.dot(&(point - deepest.points[of_body]));
            if normal.dot(&deepest.normal) < SAME_NORMAL || depth < 0.0 {
                continue;
            }
            let on_plane = point + out * depth;
            let points = if is_first { [on_plane, point] } else { [point, on_plane] };
            contacts[count] = Contact { points, normal: deepest.normal, depth, ..contacts[i] };
            parts[count] = parts[i];
            count += 1;
        }
        contacts.truncate(count);
        parts.truncate(count);
    }

    /// The region of contact of two convex bodies whose deepest points are known, in the order of A and B.
    fn region_of(&self, found: &Penetration, contacts: &mut Vec<Contact>) {
        let Shapes::Convex(a, b) = self.shapes else { return };
        let relative: &RelativePlacement = &self.relative;
        let overlap = Overlap {
            normal: found.deepest.normal,
            on_a: relative.place_a(&found.local[0]),
            depth: relative.in_internal_units(found.deepest.depth),
        };
        let mut region = manifold(a.any(), b.any(), relative, &overlap);
        region.reduce(MOST_CONTACTS);
        memory::reserve(contacts, MOST_CONTACTS);
        let placed = |contact| self.placed_contact(contact, overlap.normal, [0, 0], relative);
        contacts.extend(region.contacts().iter().map(placed));
    }
}
