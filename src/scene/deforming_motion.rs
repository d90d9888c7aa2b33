//! Contacts of soups that have deformed since the previous frame, for tests along the paths (ATR report, 4.2).
//!
//! Their vertices move along straight lines from where they were. Other objects move straight, or turn.
//! Subdivision of space finds the polytopes whose swept boxes overlap; no tree is refitted.

mod swept_body;

use std::sync::{Mutex, PoisonError};

use self::swept_body::{SweptBody, corners, hull, parts, solid, two_points, widened};
use super::deforming::{numbers, soup};
use super::object::ObjectRef;
use super::pair_queries::QueryError;
use super::shapes::Shape;
use super::world::World;
use solid_geometry::Motion;
use solid_geometry::math::tolerance::EXACT_RANGE;
use solid_geometry::math::vector::preimage;
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::memory;
use solid_geometry::mesh::PolytopeSoup;
use solid_geometry::octree::{
    FaceMesh, FacePair, Subdivision, Vertices, first_touch, time_of_first_own_touch,
    time_of_first_touch,
};
use solid_geometry::query::{Body, BodyShape, FaceContact, FirstContact, Undecided};
use solid_geometry::shape::Primitive;
use solid_geometry::sorting::sort_by;
use solid_geometry::threads::Threads;

#[cfg(test)]
mod tests;

/// Two faces of one mesh that touch between two frames: see [`Space::self_collisions_motion`](crate::space::Space::self_collisions_motion).
///
/// ```
/// use solid::space::{Shape, Space, Vec3};
///
/// // Two triangles with a common edge: the second folds over onto the first, and through it.
/// let at = |z: f64| [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, -3.0, 0.0], [1.0, -1.0, z]].map(Vec3::from);
/// let mut space = Space::new();
/// let shape = space.define(Shape::mesh(&at(3.0), &[[0, 1, 2], [0, 1, 3]])?);
/// let cloth = space.create_object(shape)?;
/// space.proceed();
/// space.change_vertex_base(shape, &at(-1.0))?;
/// let (contacts, left_out) = space.self_collisions_motion(cloth)?;
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

/// The ends of an object's path: at the first it is turned already.
pub(super) type ObjectPath = [Placement; 2];

/// How an object goes from time 0 to time 1.
pub(super) enum Trajectory<'a> {
    /// Its vertices move straight. Its local coordinates are those of its placement in the end, moved straight.
    Deforming(FaceMesh<'a>, ObjectPath),
    /// It moves straight and does not turn.
    Straight(ObjectPath),
    /// It turns.
    Turning(Motion),
}

impl Trajectory<'_> {
    /// Of what does not turn, the ends of its path.
    fn path(&self) -> Option<&ObjectPath> {
        match self {
            Trajectory::Deforming(_, path) | Trajectory::Straight(path) => Some(path),
            Trajectory::Turning(_) => None,
        }
    }

    /// Where a local point is at a time.
    pub fn point(&self, time: f64, local: &Vec3) -> Vec3 {
        match self {
            Trajectory::Turning(motion) => motion.at(time).apply(local),
            Trajectory::Deforming(_, [from, to]) | Trajectory::Straight([from, to]) => {
                from.apply(local) + (to.origin - from.origin) * time
            }
        }
    }
}

impl<C: Copy> World<C> {
    /// An object's soup, if that has deformed since the previous frame.
    pub(super) fn deformed_soup(&self, slot: u32) -> Option<&PolytopeSoup> {
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
            self.motion.note_face_left_out();
            all
        };
        let all = points.fold(Aabb::EMPTY, join);
        (!all.is_empty()).then(|| widened(&all))
    }

    /// How an object goes in tests along the paths.
    pub(super) fn trajectory(&self, slot: u32) -> Option<Trajectory<'_>> {
        if let Some(soup) = self.deformed_soup(slot) {
            return Some(Trajectory::Deforming(
                self.soup_on_path(slot, soup)?,
                self.path_ends(slot)?,
            ));
        }
        let motion = self.motion_of(slot)?;
        Some(if motion.is_translation() {
            Trajectory::Straight(self.path_ends(slot)?)
        } else {
            Trajectory::Turning(motion)
        })
    }

    /// The first contact of two objects on their trajectories, of which at least one is a soup that has deformed; in the order of
    /// the objects. The point of such a soup is in the coordinates of its path. It is the earliest touch of any two polytopes. Beside an object that turns it is that of a turning cast. Else it is by
    /// [`first_touch`]: exact for those of up to four vertices. Polytopes with a vertex that is or was not a number below 1e75 are
    /// left out, which [`World::take_faces_left_out`] reports.
    pub(super) fn deforming_contact(
        &self,
        slots: [u32; 2],
        trajectories: &[Trajectory<'_>; 2],
    ) -> Option<Result<FirstContact, Undecided>> {
        // A half-space and a compound as if they turned: they are no solids with a box.
        let turning = |i: usize| match &trajectories[i] {
            Trajectory::Turning(motion) => Some(*motion),
            _ if is_half_space_or_compound(&self.body(slots[i])?) => self.motion_of(slots[i]),
            _ => None,
        };
        match (trajectories, turning(0), turning(1)) {
            ([_, Trajectory::Deforming(mesh, path)], Some(motion), _) => {
                self.turning_contact(slots[0], &motion, mesh, path)
            }
            ([Trajectory::Deforming(mesh, path), _], _, Some(motion)) => {
                let found = self.turning_contact(slots[1], &motion, mesh, path)?;
                Some(found.map(|FirstContact { time, locals: [of_body, of_mesh], normal }| {
                    FirstContact { time, locals: [of_mesh, of_body], normal: -normal }
                }))
            }
            _ => self.straight_contact(slots, trajectories).map(Ok),
        }
    }

    /// The first contact of two objects of which none turns.
    fn straight_contact(
        &self,
        slots: [u32; 2],
        trajectories: &[Trajectory<'_>; 2],
    ) -> Option<FirstContact> {
        let paths = [trajectories[0].path()?, trajectories[1].path()?];
        let swept = [
            self.swept_body(slots[0], &trajectories[0])?,
            self.swept_body(slots[1], &trajectories[1])?,
        ];
        let earliest: Mutex<Option<(FacePair, f64)>> = Mutex::new(None);
        let Subdivision { max_levels, threads, .. } = &self.deforming.subdivision;
        let mut subdivision = Subdivision::new(*max_levels, threads.clone());
        subdivision.pairs_where(&swept.each_ref().map(SweptBody::mesh), |pair| {
            let [a, b] = parts(&swept, pair);
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
            self.motion.note_face_left_out();
        }
        let (pair, _) = earliest.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        let [a, b] = parts(&swept, &pair);
        let touch = first_touch(a.body(), b.body())?;
        let locals = [0, 1].map(|i| local(paths[i], touch.time, &touch.points[i]));
        Some(FirstContact { time: touch.time, locals, normal: touch.normal })
    }

    /// The first contact of an object that turns and a soup that has deformed, in that order.
    fn turning_contact(
        &self,
        slot: u32,
        motion: &Motion,
        mesh: &FaceMesh<'_>,
        path: &ObjectPath,
    ) -> Option<Result<FirstContact, Undecided>> {
        let body = Body { placement: motion.start(), ..self.body(slot)? };
        if body.is_unbounded() {
            let faces: Vec<u32> = (0..mesh.len() as u32).collect();
            return self.contact_with_faces(body, motion, mesh, &faces, path);
        }
        let (aabb, by) = self.moving_box(slot, motion)?;
        let ends = [Vec3::zeros(), by].map(|by| corners(&aabb, &by));
        let [before, now] = ends.each_ref().map(|local| Vertices { local, placement: None });
        let levels = self.deforming.subdivision.max_levels;
        let mut subdivision = Subdivision::new(levels, Threads::default());
        let pairs = subdivision.pairs_where(&[*mesh, two_points(before, now)], |_| true);
        let faces = Vec::from_iter(pairs.iter().map(|pair| pair.faces[0]));
        if subdivision.ignored() > 0 {
            self.motion.note_face_left_out();
        }
        self.contact_with_faces(body, motion, mesh, &faces, path)
    }

    fn contact_with_faces(
        &self,
        body: Body<'_>,
        motion: &Motion,
        mesh: &FaceMesh<'_>,
        faces: &[u32],
        path: &ObjectPath,
    ) -> Option<Result<FirstContact, Undecided>> {
        let found = body.first_contact_with_faces(motion, mesh, faces, self.tolerance)?;
        Some(found.map(|FaceContact { time, local: of_body, point, normal, .. }| {
            let of_mesh = local(path, time, &point);
            FirstContact { time, locals: [of_body, of_mesh], normal }
        }))
    }

    /// The ends of a straight path, see [`World::path`].
    pub(super) fn path_ends(&self, slot: u32) -> Option<ObjectPath> {
        let (from, motion) = self.path(slot)?;
        Some([from, Placement { origin: from.origin + motion, ..from }])
    }

    fn swept_body<'a>(
        &'a self,
        slot: u32,
        trajectory: &'a Trajectory<'_>,
    ) -> Option<SweptBody<'a>> {
        let path = match trajectory {
            Trajectory::Deforming(mesh, _) => return Some(SweptBody::Soup(*mesh)),
            Trajectory::Straight(path) => path,
            Trajectory::Turning(_) => return None,
        };
        let object = self.objects.get(slot)?;
        Some(match &self.shapes.entry(object.shape).shape {
            Shape::Primitive(Primitive::Segment { from, to }) => {
                SweptBody::Segment([*from, *to], path)
            }
            Shape::Primitive(primitive) => solid(primitive, path),
            Shape::Parts(_) => return None,
            Shape::Complex(_) | Shape::Void => {
                let [from, to] = path;
                SweptBody::Soup(soup(object, &self.shapes)?.moving_faces(from, to, 0.0))
            }
        })
    }

    /// The pairs of polytopes of one soup that touch while each vertex moves along a straight line, in the soup's coordinates, from
    /// where it was in the previous frame to where it is now: [`time_of_first_own_touch`]. In the order of the times, then of the
    /// numbers; each pair once. And how many polytopes were ignored, since a vertex was or is no number below 1e75.
    pub fn self_collisions_motion(
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
        sort_by(&mut contacts, |a, b| a.faces.cmp(&b.faces).then(a.time.total_cmp(&b.time)));
        contacts.dedup_by_key(|contact| contact.faces);
        sort_by(&mut contacts, |a, b| a.time.total_cmp(&b.time).then(a.faces.cmp(&b.faces)));
        Ok((contacts, subdivision.ignored()))
    }

    /// A soup that has deformed: its placement of then counts whole. One without a past was placed as it is.
    pub(super) fn soup_on_path<'a>(
        &'a self,
        slot: u32,
        soup: &'a PolytopeSoup,
    ) -> Option<FaceMesh<'a>> {
        let now = &self.objects.get(slot)?.placement;
        let before = self.past.finite(slot).unwrap_or(now);
        now.is_finite().then(|| soup.moving_faces(before, now, 0.0))
    }
}

/// A point at a time in the coordinates of an object on its path.
fn local([from, to]: &ObjectPath, time: f64, point: &Vec3) -> Vec3 {
    let origin = from.origin + (to.origin - from.origin) * time;
    preimage(&from.basis, &(point - origin))
}

fn is_half_space_or_compound(body: &Body<'_>) -> bool {
    body.is_half_space() || matches!(body.shape, BodyShape::Parts(_))
}
