//! Contacts of deforming soups between the previous frame and now, for tests of motion (ATR report, 4.2).
//!
//! Vertices of soups move along straight lines from where they were in the previous frame; convex solids turn at once, and
//! move along a straight line. All pairs of objects are looked at together, by subdivision of the space they sweep.

use std::sync::{Mutex, PoisonError};

use super::deforming::soup;
use super::object::{Object, ObjectRef};
use super::shapes::Shape;
use super::world::World;
use crate::math::tolerance::{BOX_ROUNDING, EXACT_RANGE};
use crate::math::{Aabb, Placement, Vec3};
use crate::octree::first_touch::{MovingHull, MovingSolid, Touch, first_touch};
use crate::octree::{FaceMesh, FacePair, Faces, Subdivision, Vertices};
use crate::shape::Primitive;

#[cfg(test)]
#[path = "deforming_motion_tests.rs"]
mod tests;

/// Where two objects first touch between the previous frame and now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionContact {
    /// The objects, in the order of a callback's arguments.
    pub objects: [ObjectRef; 2],
    /// Which polytopes of them; 0 of a convex solid.
    pub polytopes: [u32; 2],
    /// When, how near, and where in world coordinates. The normal points from the second object towards the first.
    pub touch: Touch,
}

/// An object on its way, as the method is given it.
struct Mover<'a> {
    slot: u32,
    reference: ObjectRef,
    /// Whether its soup has deformed since the previous frame.
    deforms: bool,
    body: Body<'a>,
}

enum Body<'a> {
    Soup(FaceMesh<'a>),
    /// With a box around it, at both ends of its way.
    Solid(MovingSolid<'a, Primitive>, [[Vec3; 2]; 2]),
}

/// A box as one face: two opposite corners.
const BOX: Faces<'static> = Faces::Polygons { indices: &[0, 1], starts: &[0, 2] };

impl<C: Copy> World<C> {
    /// The first contacts, between the previous frame and now, of all pairs of objects of which at least one is a soup that
    /// has deformed since, and which have a response; in order of time, and at equal times in that of callbacks.
    ///
    /// For each pair the earliest touch of any two polytopes: no contact is missed, and none reported that does not come as
    /// near as [`Touch::gap`] tells. Polytopes with a vertex that is no number below 1e75, now or then, are left out.
    /// Returns how many were. Nothing is kept for it; the time is linear in the objects, the vertices of soups that meet
    /// others' swept boxes, and the pairs of polytopes whose swept boxes overlap.
    pub fn deforming_contacts(&self, method: &mut Subdivision, contacts: &mut Vec<MotionContact>) -> usize {
        contacts.clear();
        if self.deformed.is_empty() {
            return 0;
        }
        let movers: Vec<Mover<'_>> =
            self.objects.iter().filter_map(|(slot, object)| self.mover(slot, object)).collect();
        let meshes: Vec<FaceMesh<'_>> = movers.iter().map(Mover::mesh).collect();
        let touch = |pair: &FacePair| {
            let [a, b] = pair.objects.map(|i| &movers[i as usize]);
            touch_of(a, b, pair.faces)
        };
        // Each pair of polytopes is asked for once, by any thread.
        let list = Mutex::new(Vec::new());
        method.pairs_where(&meshes, |pair| {
            let deforms = pair.objects.iter().any(|i| movers[*i as usize].deforms);
            let touch = deforms.then(|| touch(pair)).flatten();
            list.lock().unwrap_or_else(PoisonError::into_inner).extend(touch.map(|touch| (*pair, touch)));
            touch.is_some()
        });
        let mut found = list.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_unstable_by_key(|(pair, _)| *pair);
        // Of each pair of objects the earliest.
        for of_objects in found.chunk_by(|(p, _), (q, _)| p.objects == q.objects) {
            let [a, b] = of_objects[0].0.objects.map(|i| movers[i as usize].reference);
            if self.responses.lookup(a, b).is_some() {
                let earliest = of_objects.iter().min_by(|(_, s), (_, t)| s.time.total_cmp(&t.time));
                contacts.extend(earliest.and_then(|(pair, touch)| self.contact(&movers, pair, *touch)));
            }
        }
        let order = |contact: &MotionContact| {
            let sequence = |reference| {
                let object = self.objects.slot(reference).and_then(|slot| self.objects.get(slot));
                object.map_or(0, |object| object.sequence)
            };
            contact.objects.map(sequence)
        };
        contacts.sort_by(|c, d| c.touch.time.total_cmp(&d.touch.time).then_with(|| order(c).cmp(&order(d))));
        method.ignored()
    }

    fn contact(&self, movers: &[Mover<'_>], pair: &FacePair, touch: Touch) -> Option<MotionContact> {
        let [a, b] = pair.objects.map(|i| &movers[i as usize]);
        let Touch { normal, points: [p, q], .. } = touch;
        let contact = MotionContact { objects: [a.reference, b.reference], polytopes: pair.faces, touch };
        let swapped = MotionContact {
            objects: [b.reference, a.reference],
            polytopes: [pair.faces[1], pair.faces[0]],
            touch: Touch { normal: -normal, points: [q, p], ..touch },
        };
        let [first, _] = self.argument_order(a.slot, b.slot)?;
        Some(if first == a.slot { contact } else { swapped })
    }

    /// An object on its way; `None` where there is nothing to hit.
    fn mover<'a>(&'a self, slot: u32, object: &'a Object) -> Option<Mover<'a>> {
        let (before, now) = (self.past.placement(slot), &object.placement);
        if !(before.is_finite() && now.is_finite()) {
            return None;
        }
        let (deforms, body) = match &self.shapes.entry(object.shape).shape {
            Shape::Primitive(primitive) => (false, solid(primitive, before, now)),
            _ => {
                let soup = soup(object, &self.shapes)?;
                (soup.has_changed(), Body::Soup(soup.moving_faces(before, now, 0.0)))
            }
        };
        Some(Mover { slot, reference: object.reference, deforms, body })
    }
}

/// A solid, already turned, from where it was. Boxes out of range end at it, and those of shapes without end reach there.
fn solid<'a>(primitive: &'a Primitive, before: &Placement, now: &Placement) -> Body<'a> {
    let bounds = primitive.bounds_under(&now.basis);
    let corners = [before, now].map(|end| {
        let end = Aabb { min: bounds.min + end.origin, max: bounds.max + end.origin };
        let rounding =
            BOX_ROUNDING * (end.min.amax().max(end.max.amax()) + bounds.min.amax().max(bounds.max.amax()));
        let end = end.inflated(&Vec3::repeat(rounding));
        [end.min, end.max].map(|p| p.map(|x| x.clamp(-EXACT_RANGE.end, EXACT_RANGE.end)))
    });
    let start = Placement { origin: before.origin, ..*now };
    Body::Solid(MovingSolid { solid: primitive, before: start, way: now.origin - before.origin }, corners)
}

impl Mover<'_> {
    fn mesh(&self) -> FaceMesh<'_> {
        match &self.body {
            Body::Soup(mesh) => *mesh,
            Body::Solid(_, [before, now]) => {
                let at = |corners| Some(Vertices { local: corners, placement: None });
                FaceMesh { faces: BOX, before: at(before), ..FaceMesh::triangles(now, &[]) }
            }
        }
    }
}

/// A polytope of a soup on its way.
fn hull<'a>(mesh: &FaceMesh<'a>, face: u32) -> MovingHull<'a> {
    MovingHull { indices: mesh.face(face), before: mesh.before.unwrap_or(mesh.now), now: mesh.now }
}

fn touch_of(a: &Mover<'_>, b: &Mover<'_>, faces: [u32; 2]) -> Option<Touch> {
    match (&a.body, &b.body) {
        (Body::Soup(a), Body::Soup(b)) => first_touch(&hull(a, faces[0]), &hull(b, faces[1])),
        (Body::Soup(a), Body::Solid(b, _)) => first_touch(&hull(a, faces[0]), b),
        (Body::Solid(a, _), Body::Soup(b)) => first_touch(a, &hull(b, faces[1])),
        (Body::Solid(a, _), Body::Solid(b, _)) => first_touch(a, b),
    }
}
