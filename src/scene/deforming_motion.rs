//! Contacts of soups that have deformed since the previous frame, for tests along the paths (ATR report, 4.2).
//!
//! Their vertices move along straight lines from where they were. Other objects move straight, or turn.
//! Subdivision of space finds the polytopes whose swept boxes overlap; no tree is refitted.

use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};

use super::deforming::{numbers, soup};
use super::object::ObjectRef;
use super::pair_queries::QueryError;
use super::shapes::Shape;
use super::world::World;
use solid_geometry::Motion;
use solid_geometry::math::tolerance::{BOX_ROUNDING, EXACT_RANGE};
use solid_geometry::math::vector::preimage;
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::memory;
use solid_geometry::mesh::PolytopeSoup;
use solid_geometry::octree::{
    FaceMesh, FacePair, Faces, MovingBody, MovingHull, MovingSolid, Subdivision, Vertices,
    first_touch, time_of_first_own_touch, time_of_first_touch,
};
use solid_geometry::query::{Body, FirstContact};
use solid_geometry::shape::Primitive;
use solid_geometry::threads::Threads;

#[cfg(test)]
mod tests;

/// Two faces of one mesh that touch between two frames: see [`Space::self_collisions_on_paths`](crate::space::Space::self_collisions_on_paths).
///
/// ```
/// use solid::space::{Shape, Space, Vec3};
///
/// // Two triangles with a common edge: the second folds over onto the first, and through it.
/// let at = |z: f64| [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, -3.0, 0.0], [1.0, -1.0, z]].map(Vec3::from);
/// let mut space = Space::new();
/// let shape = space.define(Shape::mesh(&at(3.0), &[[0, 1, 2], [0, 1, 3]])?);
/// let cloth = space.add(shape)?;
/// space.proceed();
/// space.deform(shape, &at(-1.0))?;
/// let (contacts, left_out) = space.self_collisions_on_paths(cloth)?;
/// assert_eq!((contacts.len(), contacts[0].faces, left_out), (1, [0, 1], 0));
/// assert!((0.75 - contacts[0].time).abs() < 1e-11);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfContact {
    /// The numbers of the faces, the lesser first.
    pub faces: [u32; 2],
    /// When, from 0, the previous frame, to 1, now.
    pub time: f64,
}

/// An object on its path.
enum Mover<'a> {
    Soup(FaceMesh<'a>),
    /// With local ends.
    Segment([Vec3; 2], &'a ObjectPath),
    /// With opposite corners of its box, at both ends of its path.
    Solid(MovingSolid<'a>, [[Vec3; 2]; 2]),
}

/// A polytope or a solid on its path.
enum Part<'a> {
    Hull(MovingHull<'a>),
    Solid(&'a MovingSolid<'a>),
}

/// A segment, or a box by two opposite corners, as one face.
const TWO_POINTS: Faces<'static> = Faces::Polygons { indices: &[0, 1], starts: &[0, 2] };

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
            if p.iter().all(|x| x.abs() < EXACT_RANGE.end) {
                return all.join(&Aabb { min: p, max: p });
            }
            self.motion.leave_out();
            all
        };
        let all = points.fold(Aabb::EMPTY, join);
        (!all.is_empty()).then(|| widened(&all))
    }

    /// The first contact of two objects on their paths, of which at least one is a soup that has deformed; in the order of
    /// the objects. The point of such a soup is in the coordinates of [`World::path`].
    ///
    /// It is the earliest touch of any two polytopes. Beside an object that turns it is that of a turning cast. Else it is by
    /// [`first_touch`]: exact for those of up to four vertices. Polytopes with a
    /// vertex that is or was not a number below 1e75 are left out, which
    /// [`World::take_left_out`] reports.
    pub(super) fn deforming_contact(&self, slots: [u32; 2]) -> Option<FirstContact> {
        for turning in [0, 1] {
            if let Some(motion) = self.turning_beside(slots, turning) {
                return self.turning_contact(slots, turning, &motion);
            }
        }
        let paths = &[self.path_ends(slots[0])?, self.path_ends(slots[1])?];
        let movers = [self.mover(slots[0], &paths[0])?, self.mover(slots[1], &paths[1])?];
        let earliest: Mutex<Option<(FacePair, f64)>> = Mutex::new(None);
        let Subdivision { max_levels, threads, .. } = &self.deforming.subdivision;
        let mut subdivision = Subdivision::new(*max_levels, threads.clone());
        subdivision.pairs_where(&movers.each_ref().map(Mover::mesh), |pair| {
            let [a, b] = parts(&movers, pair);
            let Some(time) = time_of_first_touch(a.body(), b.body()) else {
                return false;
            };
            let mut earliest = earliest.lock().unwrap_or_else(PoisonError::into_inner);
            let order = |(pair, time): &(FacePair, f64)| (time.to_bits(), *pair);
            // Times are not negative, so their bits are in their order.
            if earliest.as_ref().is_none_or(|best| order(&(*pair, time)) < order(best)) {
                *earliest = Some((*pair, time));
            }
            false
        });
        if subdivision.ignored() > 0 {
            self.motion.leave_out();
        }
        let (pair, _) = earliest.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        let [a, b] = parts(&movers, &pair);
        let touch = first_touch(a.body(), b.body())?;
        let locals = [0, 1].map(|i| local(&paths[i], touch.time, &touch.points[i]));
        Some(FirstContact { time: touch.time, locals, normal: touch.normal })
    }

    /// The motion of one of two objects, if it turns and the other is a soup that has deformed.
    pub(super) fn turning_beside(&self, slots: [u32; 2], turning: usize) -> Option<Motion> {
        let [one, other] = [slots[turning], slots[1 - turning]];
        let is_beside = self.deformed_soup(one).is_none() && self.deformed_soup(other).is_some();
        let motion = if is_beside { self.motion_of(one) } else { None };
        motion.filter(|motion| !motion.is_translation())
    }

    /// The first contact of an object that turns and a soup that has deformed.
    fn turning_contact(
        &self,
        slots: [u32; 2],
        turning: usize,
        motion: &Motion,
    ) -> Option<FirstContact> {
        let [one, other] = [slots[turning], slots[1 - turning]];
        let mesh = self.soup_on_path(other, self.deformed_soup(other)?)?;
        let (aabb, by) = self.moving_box(one, motion)?;
        let ends = [Vec3::zeros(), by].map(|by| corners(&aabb, &by));
        let [before, now] = ends.each_ref().map(|local| Vertices { local, placement: None });
        let mut subdivision =
            Subdivision::new(self.deforming.subdivision.max_levels, Threads::default());
        let pairs = subdivision.pairs_where(&[mesh, two_points(before, now)], |_| true);
        let faces = Vec::from_iter(pairs.iter().map(|pair| pair.faces[0]));
        if subdivision.ignored() > 0 {
            self.motion.leave_out();
        }
        let body = Body { placement: motion.start(), ..self.body(one)? };
        let found = body.first_contact_with_faces(motion, &mesh, &faces, self.tolerance)?;
        let of_soup = local(&self.path_ends(other)?, found.time, &found.point);
        let (locals, normal) = match turning {
            0 => ([found.local, of_soup], found.normal),
            _ => ([of_soup, found.local], -found.normal),
        };
        Some(FirstContact { time: found.time, locals, normal })
    }

    /// The ends of a straight path, see [`World::path`].
    fn path_ends(&self, slot: u32) -> Option<ObjectPath> {
        let (from, motion) = self.path(slot)?;
        Some([from, Placement { origin: from.origin + motion, ..from }])
    }

    fn mover<'a>(&'a self, slot: u32, path: &'a ObjectPath) -> Option<Mover<'a>> {
        let object = self.objects.get(slot)?;
        match &self.shapes.entry(object.shape).shape {
            Shape::Primitive(Primitive::Segment { from, to }) => {
                Some(Mover::Segment([*from, *to], path))
            }
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

    /// The pairs of polytopes of one soup that touch while each vertex moves along a straight line, in the soup's coordinates, from
    /// where it was in the previous frame to where it is now: [`time_of_first_own_touch`]. In the order of the times, then of the
    /// numbers; each pair once. And how many polytopes were ignored, since a vertex was or is no number below 1e75.
    pub fn self_collisions_on_paths(
        &mut self,
        reference: ObjectRef,
    ) -> Result<(Vec<SelfContact>, usize), QueryError> {
        let slot = self.objects.slot(reference).ok_or(QueryError::UnknownObject)?;
        let object = self.objects.get(slot).ok_or(QueryError::UnknownObject)?;
        let soup = soup(object, &self.shapes).ok_or(QueryError::NotAMesh)?;
        // Where it is placed makes no difference.
        let here = Placement::IDENTITY;
        let faces = soup.moving_faces(&here, &here, 0.0);
        let contacts = Mutex::new(Vec::new());
        let subdivision = &mut self.deforming.subdivision;
        subdivision.all_own_pairs_where(&faces, |pair| {
            let Some(numbers) = numbers(soup, pair) else {
                return false;
            };
            let [f, g] = pair.faces.map(|face| hull(&faces, face));
            if let Some(time) = time_of_first_own_touch(&f, &g) {
                let contact = SelfContact { faces: numbers, time };
                memory::push(&mut contacts.lock().unwrap_or_else(PoisonError::into_inner), contact);
            }
            false
        });
        let mut contacts = contacts.into_inner().unwrap_or_else(PoisonError::into_inner);
        sort(&mut contacts, |a, b| a.faces.cmp(&b.faces).then(a.time.total_cmp(&b.time)));
        contacts.dedup_by_key(|contact| contact.faces);
        sort(&mut contacts, |a, b| a.time.total_cmp(&b.time).then(a.faces.cmp(&b.faces)));
        Ok((contacts, subdivision.ignored()))
    }

    /// A soup that has deformed: its placement of then counts whole. One without a past was placed as it is.
    fn soup_on_path<'a>(&'a self, slot: u32, soup: &'a PolytopeSoup) -> Option<FaceMesh<'a>> {
        let now = &self.objects.get(slot)?.placement;
        let before = self.past.known(slot).filter(|before| before.is_finite()).unwrap_or(now);
        now.is_finite().then(|| soup.moving_faces(before, now, 0.0))
    }
}

/// Compiled once for both orders.
fn sort(contacts: &mut [SelfContact], order: fn(&SelfContact, &SelfContact) -> Ordering) {
    contacts.sort_unstable_by(order);
}

/// A box with a margin for rounding.
fn widened(aabb: &Aabb) -> Aabb {
    aabb.inflated(&Vec3::repeat(BOX_ROUNDING * aabb.min.amax().max(aabb.max.amax())))
}

/// A point at a time in the coordinates of an object on its path.
fn local([from, to]: &ObjectPath, time: f64, point: &Vec3) -> Vec3 {
    let origin = from.origin + (to.origin - from.origin) * time;
    preimage(&from.basis, &(point - origin))
}

/// Two opposite corners of a box that is moved, and widened for rounding. Where it is out of range, it ends there.
fn corners(aabb: &Aabb, by: &Vec3) -> [Vec3; 2] {
    let placed = widened(&Aabb { min: aabb.min + by, max: aabb.max + by });
    [placed.min, placed.max].map(|p| p.map(|x| x.clamp(-EXACT_RANGE.end, EXACT_RANGE.end)))
}

/// Two points as one face.
fn two_points<'a>(before: Vertices<'a>, now: Vertices<'a>) -> FaceMesh<'a> {
    FaceMesh { faces: TWO_POINTS, now, before: Some(before), margin: 0.0 }
}

/// A solid on its path.
fn solid<'a>(primitive: &'a Primitive, [from, to]: &ObjectPath) -> Mover<'a> {
    let bounds = primitive.bounds_under(&from.basis);
    let ends = [from, to].map(|end| corners(&bounds, &end.origin));
    Mover::Solid(
        MovingSolid { solid: primitive, before: *from, motion: to.origin - from.origin },
        ends,
    )
}

impl Mover<'_> {
    fn mesh(&self) -> FaceMesh<'_> {
        match self {
            Mover::Soup(mesh) => *mesh,
            Mover::Segment(local, [from, to]) => two_points(
                Vertices { local, placement: Some(from) },
                Vertices { local, placement: Some(to) },
            ),
            Mover::Solid(_, [before, now]) => two_points(
                Vertices { local: before, placement: None },
                Vertices { local: now, placement: None },
            ),
        }
    }

    fn part(&self, face: u32) -> Part<'_> {
        match self {
            Mover::Solid(solid, _) => Part::Solid(solid),
            _ => Part::Hull(hull(&self.mesh(), face)),
        }
    }
}

impl Part<'_> {
    fn body(&self) -> &dyn MovingBody {
        match self {
            Part::Hull(hull) => hull,
            Part::Solid(solid) => *solid,
        }
    }
}

/// A polytope of a soup on its path.
fn hull<'a>(mesh: &FaceMesh<'a>, face: u32) -> MovingHull<'a> {
    MovingHull { indices: mesh.face(face), before: mesh.before.unwrap_or(mesh.now), now: mesh.now }
}

/// The parts of a pair.
fn parts<'a>(movers: &'a [Mover<'a>; 2], pair: &FacePair) -> [Part<'a>; 2] {
    [movers[0].part(pair.faces[0]), movers[1].part(pair.faces[1])]
}
