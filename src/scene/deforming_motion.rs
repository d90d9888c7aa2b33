//! Contacts of soups that have deformed since the previous frame, for tests along the paths (ATR report, 4.2).
//!
//! Their vertices move along straight lines from where they were; other objects turn at once and then move straight, as
//! always. Subdivision of space finds the polytopes whose swept boxes overlap; no tree is refitted.

use std::sync::{Mutex, PoisonError};

use super::deforming::soup;
use super::shapes::Shape;
use super::world::World;
use solid_geometry::math::tolerance::{BOX_ROUNDING, EXACT_RANGE};
use solid_geometry::math::vector::preimage;
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::mesh::PolytopeSoup;
use solid_geometry::octree::{
    FaceMesh, FacePair, Faces, MovingHull, MovingSolid, Subdivision, Touch, Vertices, first_touch,
};
use solid_geometry::query::FirstContact;
use solid_geometry::shape::Primitive;

#[cfg(test)]
mod tests;

/// An object on its path.
enum Mover<'a> {
    Soup(FaceMesh<'a>),
    /// With opposite corners of its box, at both ends of its path.
    Solid(MovingSolid<'a>, [[Vec3; 2]; 2]),
}

/// A box as one face: two opposite corners.
const BOX: Faces<'static> = Faces::Polygons { indices: &[0, 1], starts: &[0, 2] };

/// The ends of an object's path: at the first it is turned already.
type ObjectPath = [Placement; 2];

impl<C: Copy> World<C> {
    /// An object's soup, if that has deformed since the previous frame.
    fn deformed_soup(&self, slot: u32) -> Option<&PolytopeSoup> {
        soup(self.objects.get(slot)?, &self.shapes).filter(|soup| soup.has_changed())
    }

    /// Whether one of the objects is a soup that has deformed.
    pub(super) fn deforms_on_path(&self, slots: [u32; 2]) -> bool {
        slots.iter().any(|slot| self.deformed_soup(*slot).is_some())
    }

    /// A box around all that the vertices of a soup that has deformed sweep; `None` of others.
    pub(super) fn deforming_box(&self, slot: u32) -> Option<Aabb> {
        let mesh = self.soup_on_path(slot, self.deformed_soup(slot)?)?;
        let ends = [mesh.before.unwrap_or(mesh.now), mesh.now];
        let points =
            ends.iter().flat_map(|end| (0..end.local.len() as u32).map(|vertex| end.point(vertex)));
        let join = |all: Aabb, p: Vec3| {
            if p.amax() < EXACT_RANGE.end {
                return all.join(&Aabb { min: p, max: p });
            }
            self.motion.leave_out();
            all
        };
        let all = points.fold(Aabb::EMPTY, join);
        (!all.is_empty()).then(|| widened(&all))
    }

    /// The first contact of two objects on their paths, of which at least one is a soup that has deformed; in the order of
    /// the objects.
    ///
    /// It is the earliest touch of any two polytopes. No touch is missed, and at a reported one the polytopes are within
    /// [`Touch::gap`]. Polytopes with a vertex that is or was not a number below 1e75 are left out, which
    /// [`World::take_left_out`] reports.
    pub(super) fn deforming_contact(
        &self,
        slots: [u32; 2],
        paths: &[ObjectPath; 2],
    ) -> Option<FirstContact> {
        let movers = [self.mover(slots[0], &paths[0])?, self.mover(slots[1], &paths[1])?];
        let earliest: Mutex<Option<(FacePair, Touch)>> = Mutex::new(None);
        let Subdivision { max_levels, threads, .. } = &self.deforming.subdivision;
        let mut subdivision = Subdivision::new(*max_levels, threads.clone());
        subdivision.pairs_where(&movers.each_ref().map(Mover::mesh), |pair| {
            let Some(touch) = touch_of(&movers, pair.faces) else {
                return false;
            };
            let mut earliest = earliest.lock().unwrap_or_else(PoisonError::into_inner);
            let order = |(pair, touch): &(FacePair, Touch)| (touch.time.to_bits(), *pair);
            // Times are not negative, so their bits are in their order.
            if earliest.as_ref().is_none_or(|best| order(&(*pair, touch)) < order(best)) {
                *earliest = Some((*pair, touch));
            }
            false
        });
        if subdivision.ignored() > 0 {
            self.motion.leave_out();
        }
        let (_, touch) = earliest.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        let local = |[from, to]: &ObjectPath, point: &Vec3| {
            let origin = from.origin + (to.origin - from.origin) * touch.time;
            preimage(&from.basis, &(point - origin))
        };
        let locals = [local(&paths[0], &touch.points[0]), local(&paths[1], &touch.points[1])];
        Some(FirstContact { time: touch.time, locals, normal: touch.normal })
    }

    fn mover<'a>(&'a self, slot: u32, path: &'a ObjectPath) -> Option<Mover<'a>> {
        let object = self.objects.get(slot)?;
        match &self.shapes.entry(object.shape).shape {
            Shape::Primitive(primitive) => Some(solid(primitive, path)),
            _ => {
                let soup = soup(object, &self.shapes)?;
                let [from, to] = path;
                Some(Mover::Soup(match soup.has_changed() {
                    true => self.soup_on_path(slot, soup)?,
                    false => soup.moving_faces(from, to, 0.0),
                }))
            }
        }
    }

    /// A soup that has deformed: its placement of then counts whole. One without a past was placed as it is.
    fn soup_on_path<'a>(&'a self, slot: u32, soup: &'a PolytopeSoup) -> Option<FaceMesh<'a>> {
        let now = &self.objects.get(slot)?.placement;
        let before = self.past.known(slot).filter(|before| before.is_finite()).unwrap_or(now);
        now.is_finite().then(|| soup.moving_faces(before, now, 0.0))
    }
}

/// A box with a margin for rounding.
fn widened(aabb: &Aabb) -> Aabb {
    aabb.inflated(&Vec3::repeat(BOX_ROUNDING * aabb.min.amax().max(aabb.max.amax())))
}

/// A solid on its path. Where its box is out of range, it ends there.
fn solid<'a>(primitive: &'a Primitive, [from, to]: &ObjectPath) -> Mover<'a> {
    let bounds = primitive.bounds_under(&from.basis);
    let ends = [from, to].map(|end| {
        let placed = widened(&Aabb { min: bounds.min + end.origin, max: bounds.max + end.origin });
        [placed.min, placed.max].map(|p| p.map(|x| x.clamp(-EXACT_RANGE.end, EXACT_RANGE.end)))
    });
    Mover::Solid(
        MovingSolid { solid: primitive, before: *from, motion: to.origin - from.origin },
        ends,
    )
}

impl Mover<'_> {
    fn mesh(&self) -> FaceMesh<'_> {
        match self {
            Mover::Soup(mesh) => *mesh,
            Mover::Solid(_, [before, now]) => {
                let before = Some(Vertices { local: before, placement: None });
                FaceMesh { faces: BOX, before, ..FaceMesh::triangles(now, &[]) }
            }
        }
    }
}

/// A polytope of a soup on its path.
fn hull<'a>(mesh: &FaceMesh<'a>, face: u32) -> MovingHull<'a> {
    MovingHull { indices: mesh.face(face), before: mesh.before.unwrap_or(mesh.now), now: mesh.now }
}

fn touch_of([a, b]: &[Mover<'_>; 2], [f, g]: [u32; 2]) -> Option<Touch> {
    match (a, b) {
        (Mover::Soup(a), Mover::Soup(b)) => first_touch(&hull(a, f), &hull(b, g)),
        (Mover::Soup(a), Mover::Solid(b, _)) => first_touch(&hull(a, f), b),
        (Mover::Solid(a, _), Mover::Soup(b)) => first_touch(a, &hull(b, g)),
        (Mover::Solid(a, _), Mover::Solid(b, _)) => first_touch(a, b),
    }
}
