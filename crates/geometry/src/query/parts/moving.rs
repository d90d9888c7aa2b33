//! First contacts of bodies of which one consists of others: the earliest of their parts.

use std::cell::Cell;

use super::{END, Origin, Part, Reach, Walk};
use crate::convex::turning::{MovingPair, Undecided};
use crate::math::{Aabb, Placement, Vec3};
use crate::motion::Motion;
use crate::octree::FaceMesh;
use crate::query::bodies::{Body, BodyPair, BodyShape};
use crate::query::cast::FirstContact;
use crate::query::cast_deforming::{FaceContact, PAST_THE_END};
use crate::query::cast_motion::{Timed, decided};
use crate::query::local_bounds::{EVERYWHERE, placed_box};

/// What happens first, and from when on something is left open.
struct Earliest<T> {
    found: Option<T>,
    undecided: Option<Undecided>,
}

impl<T: Timed + Copy> Earliest<T> {
    fn new() -> Earliest<T> {
        Earliest { found: None, undecided: None }
    }

    fn consider(&mut self, answer: Option<Result<T, Undecided>>) {
        match answer {
            Some(Ok(found)) if self.found.is_none_or(|first| found.time() < first.time()) => {
                self.found = Some(found);
            }
            Some(Err(open)) if self.undecided.is_none_or(|first| open.until < first.until) => {
                self.undecided = Some(open);
            }
            _ => {}
        }
    }

    /// When something happens, later than which nothing counts.
    fn limit(&self) -> f64 {
        let open = self.undecided.map_or(PAST_THE_END, |open| open.until);
        match self.found.map_or(open, |found| found.time().min(open)) {
            // Nothing is earlier than the start.
            0.0 => END,
            limit => limit,
        }
    }

    fn decided(self) -> Option<Result<T, Undecided>> {
        decided(self.found, self.undecided)
    }
}

/// Until when the contents of two boxes are apart: infinite if that is to the end, as they have no contact then.
fn apart_until(moving: Option<&MovingPair>, boxes: [&Aabb; 2]) -> f64 {
    let until = moving.map_or(0.0, |moving| moving.boxes_apart_until(boxes, 0.0, PAST_THE_END).0);
    if until >= PAST_THE_END { f64::INFINITY } else { until }
}

/// Finds the first contact of a pair on its motions.
type TurningSearch<'s> =
    dyn FnMut(&BodyPair<'_>, &[Motion; 2]) -> Option<Result<FirstContact, Undecided>> + 's;

impl Origin<'_> {
    fn first_contact(&self, found: FirstContact) -> FirstContact {
        FirstContact { locals: self.locals(found.locals), ..found }
    }
}

impl BodyPair<'_> {
    /// The first contact of parts, of which the second body's are moved by `motion`; `search` finds that of a pair.
    pub(in crate::query) fn first_contact_of_parts(
        &self,
        motion: &Vec3,
        search: &mut dyn FnMut(&BodyPair<'_>) -> Option<FirstContact>,
    ) -> Option<FirstContact> {
        let side = self.outer_queried();
        let (whole, other) = (self.queried()[side].placement, self.other());
        // Of the other body.
        let relative = if side == 0 { *motion } else { -motion };
        let (limit, mut earliest) = (Cell::new(PAST_THE_END), Earliest::new());
        let mut bound = |local: &Aabb| other.entry(&placed_box(local, whole), &relative);
        let reach = || Some(self.reach_of_other(&relative));
        self.walk(&mut bound, &limit, &reach, &mut |pair, origin| {
            let found = if pair.has_parts() {
                pair.first_contact_of_parts(motion, search)
            } else {
                search(pair)
            };
            earliest.consider(found.map(|found| Ok(origin.first_contact(found))));
            limit.set(earliest.limit());
        });
        earliest.found
    }

    /// The first contact of parts on the motions of the bodies; `search` finds that of a pair on its motions.
    pub(in crate::query) fn first_contact_turning_of_parts(
        &self,
        motions: &[Motion; 2],
        search: &mut TurningSearch<'_>,
    ) -> Option<Result<FirstContact, Undecided>> {
        let (side, bodies) = (self.outer_queried(), self.queried());
        let boxes = bodies.map(|body| body.shape.bounds().intersection(&EVERYWHERE));
        let moving = if bodies.iter().all(|body| !body.is_unbounded()) {
            let extents = bodies.map(|body| body.shape.absolute_extents());
            MovingPair::new(motions, &extents)
        } else {
            None
        };
        let (limit, mut earliest) = (Cell::new(PAST_THE_END), Earliest::new());
        let mut bound = |local: &Aabb| {
            let mut both = [&boxes[0], &boxes[1]];
            both[side] = local;
            apart_until(moving.as_ref(), both)
        };
        self.walk(&mut bound, &limit, &|| Some(Reach::EVERYTHING), &mut |pair, origin| {
            let mut motions = *motions;
            motions[side] = motions[side].of_part(origin.part.placement);
            let found = if pair.has_parts() {
                pair.first_contact_turning_of_parts(&motions, search)
            } else {
                search(pair, &motions)
            };
            earliest.consider(found.map(|found| found.map(|found| origin.first_contact(found))));
            limit.set(earliest.limit());
        });
        earliest.decided()
    }
}

impl Body<'_> {
    /// As [`Body::first_contact_with_faces`], of the parts of a body.
    pub(in crate::query) fn parts_with_faces(
        &self,
        motion: &Motion,
        mesh: &FaceMesh<'_>,
        faces: &[u32],
        tolerance: f64,
    ) -> Option<Result<FaceContact, Undecided>> {
        let BodyShape::Parts(parts) = self.shape else { return None };
        let (limit, mut earliest) = (Cell::new(PAST_THE_END), Earliest::new());
        let now = FaceMesh { before: None, ..*mesh };
        let around = mesh.bounds_before().join(&now.bounds_before());
        let moving = if self.is_unbounded() {
            None
        } else {
            let extents = [self.shape.absolute_extents(), around.absolute_extents()];
            MovingPair::new(&[*motion, Motion::rest(&Placement::IDENTITY)], &extents)
        };
        let mut bound = |local: &Aabb| apart_until(moving.as_ref(), [local, &around]);
        let mut visit = |part: &Part<'_>| {
            let motion = motion.of_part(part.placement);
            let Some(body) = Body::new(part.shape, motion.start()) else { return };
            let found = body.first_contact_with_faces(&motion, mesh, faces, tolerance);
            earliest.consider(
                found.map(|found| found.map(|found: FaceContact| found.of_part(part.placement))),
            );
            limit.set(earliest.limit());
        };
        let reach = &|| Some(Reach::EVERYTHING);
        parts.walk(&mut Walk { bound: &mut bound, limit: &limit, visit: &mut visit, reach });
        earliest.decided()
    }
}
