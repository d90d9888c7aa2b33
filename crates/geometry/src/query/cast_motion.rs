//! The first contact of two bodies that turn: the earliest of all their parts.

use super::bodies::{BodyPair, BodyShape, PartIndices, Shapes};
use super::cast::{CastHit, FirstContact, facet_normal};
use super::cast_deforming::{MovingFace, PAST_THE_END};
use super::leaving::{CastOptions, Leaving, leaving_room};
use crate::bvh::{TimedVisit, walk_in_time};
use crate::convex::epa::Workspace;
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::query::{Coherence, intersect};
use crate::convex::turning::{Effort, MovingPair, Undecided, first_contact_by, proved_step};
use crate::math::tolerance::{
    CONVEX_EFFORT, DEFAULT_DISTANCE_TOLERANCE, MESH_EFFORT, TIGHTEST_DISTANCE_TOLERANCE,
};
use crate::math::{Aabb, Vec3};
use crate::motion::Motion;
use crate::shape::{Any, Support};

#[cfg(test)]
pub(super) mod tests;

impl BodyPair<'_> {
    /// The first contact of two bodies on their motions, in the order of the query, which begin where the bodies are placed;
    /// `None` if there is none, or where coordinates leave the range of numbers. The error is that of a search that was given up: of
    /// bodies that graze each other for too long, whether they touch is left open.
    ///
    /// No contact is earlier than its time. At that time the bodies are no farther apart than `tolerance`, in the units of the
    /// placements, which is at least a hundred billionth part of their coordinates, and do not move apart. The time is zero if
    /// and only if they share a point from the start.
    ///
    /// Bodies that do not turn have [`BodyPair::first_contact`]: contact is then touching, but for rounding.
    ///
    /// If there is a workspace for `leaving`, bodies that collide at the start and do not approach there have their next contact. Parts
    /// that turn while they touch count again when they have been apart.
    pub fn first_contact_turning(
        &self,
        motions: &[Motion; 2],
        tolerance: f64,
        mut leaving: Option<&mut Workspace>,
    ) -> Option<Result<FirstContact, Undecided>> {
        if motions.iter().all(Motion::is_translation) {
            let relative = motions[1].velocity() - motions[0].velocity();
            let tolerance = TIGHTEST_DISTANCE_TOLERANCE;
            let first = match leaving {
                None => self.first_contact(&relative, tolerance),
                Some(work) => self.first_contact_leaving(&relative, tolerance, work),
            };
            return first.map(Ok);
        }
        if self.has_parts() {
            return self.first_contact_turning_of_parts(motions, &mut |pair, motions| {
                pair.first_contact_turning(motions, tolerance, leaving.as_deref_mut())
            });
        }
        if self.has_half_space() {
            return self.first_contact_turning_on_plane(motions, |pair| {
                pair.first_contact_turning(motions, tolerance, leaving)
            });
        }
        let moving = || {
            let [a, b] = self.shapes.each();
            let motions = self.in_order(motions[0], motions[1]);
            MovingPair::new(&motions, &[a.absolute_extents(), b.absolute_extents()])
        };
        let mut undecided = None;
        let found = self.first_contact_by(|| {
            let found;
            (found, undecided) = self.earliest_turning(&moving()?, tolerance, None);
            Some(found)
        });
        let first = decided(found, undecided);
        let (Some(Ok(FirstContact { time: 0.0, .. })), Some(work)) = (first, leaving) else {
            return first;
        };
        let pair = moving()?;
        let velocity = |locals: &_| pair.velocity_between(0.0, locals);
        let Some(leaving) = self.leaving(DEFAULT_DISTANCE_TOLERANCE, work, velocity) else {
            return first;
        };
        let (found, undecided) = self.earliest_turning(&pair, tolerance, Some(leaving));
        decided(found.map(|found| self.in_order_of_query(found)), undecided)
    }

    /// The first contact of the surfaces, in the order of A and B, but for parts that the bodies leave; and from when on something is
    /// left open.
    fn earliest_turning(
        &self,
        pair: &MovingPair,
        tolerance: f64,
        leaving: Option<Leaving>,
    ) -> (Option<FirstContact>, Option<Undecided>) {
        let ([a, b], mut leaves) = (self.shapes.each(), [None, None]);
        let mut earliest =
            EarliestTurning::new(Parts::Shapes(self.shapes), pair, tolerance, PAST_THE_END);
        earliest.leaving = leaving;
        if let Shapes::Convex(..) = self.shapes {
            earliest.visit(0, 0, 0.0);
        } else {
            let [leaf_a, leaf_b] = &mut leaves;
            walk_in_time([a.side(leaf_a), b.side(leaf_b)], &mut earliest);
        }
        (earliest.found, earliest.undecided)
    }

    /// As [`BodyPair::first_contact_turning`], with the point of contact in the world, or as the options say. Of bodies that do not turn
    /// it is [`BodyPair::cast`].
    pub fn cast_turning(
        &self,
        motions: &[Motion; 2],
        tolerance: f64,
        options: CastOptions,
        work: &mut Workspace,
    ) -> Result<Option<CastHit>, Undecided> {
        if motions.iter().all(Motion::is_translation) {
            let velocities = motions.each_ref().map(Motion::velocity);
            return Ok(self.cast(&velocities, options, work));
        }
        let leaving = (!options.stop_at_penetration).then_some(&mut *work);
        let contact = self.first_contact_turning(motions, tolerance, leaving);
        let Some(contact) = contact.transpose()? else { return Ok(None) };
        let points = [0, 1].map(|i| motions[i].at(contact.time).apply(&contact.locals[i]));
        Ok(Some(self.cast_hit(&contact, points, DEFAULT_DISTANCE_TOLERANCE, work)))
    }
}

/// When it is first looked whether parts that collide at the start have come apart, and how often between two such looks.
const FIRST_LOOK: f64 = 1.0 / (1 << 20) as f64;
const LOOKS_BETWEEN: u32 = 8;

/// What is certain of a search for what is first: a contact, if nothing is open before it.
pub(super) fn decided<T: Timed>(
    found: Option<T>,
    undecided: Option<Undecided>,
) -> Option<Result<T, Undecided>> {
    match (found, undecided) {
        (Some(found), Some(open)) if found.time() > open.until => Some(Err(open)),
        (Some(found), _) => Some(Ok(found)),
        (None, open) => open.map(Err),
    }
}

/// What happens at a time.
pub(super) trait Timed {
    fn time(&self) -> f64;
}

impl Timed for FirstContact {
    fn time(&self) -> f64 {
        self.time
    }
}

/// What is followed.
#[derive(Clone, Copy)]
pub(super) enum Parts<'a> {
    /// Two bodies that turn.
    Shapes(Shapes<'a>),
    /// A body that turns, on its motion, and a polytope that deforms.
    Face(BodyShape<'a>, &'a MovingFace<'a>, &'a Motion),
}

/// The first contact of parts so far.
pub(super) struct EarliestTurning<'a> {
    parts: Parts<'a>,
    pair: &'a MovingPair,
    tolerance: f64,
    /// What happens from then on is of no interest.
    limit: f64,
    hints: VertexHints,
    pub effort: Effort,
    leaving: Option<Leaving>,
    /// The earliest time from which on something is left open.
    pub undecided: Option<Undecided>,
    /// In the order of A and B. Of a polytope that deforms, the point as [`MovingFace::contact`] takes it.
    pub found: Option<FirstContact>,
}

impl TimedVisit for EarliestTurning<'_> {
    fn apart_until(&mut self, boxes: [&Aabb; 2], from: f64) -> (f64, bool) {
        self.pair.boxes_apart_until(boxes, from, self.limit())
    }

    fn limit(&self) -> f64 {
        let limit = self.found.map_or(self.limit, |found| found.time);
        self.undecided.map_or(limit, |open| limit.min(open.until))
    }

    fn goes_on(&mut self, time: f64) -> bool {
        let suffices = self.effort.spend(1);
        if !suffices {
            self.leave_open(Undecided { until: time });
        }
        suffices
    }

    fn visit(&mut self, a: u32, b: u32, from: f64) {
        let before = self.found;
        match self.parts {
            Parts::Shapes(Shapes::Convex(a, b)) => self.parts(a, b, from),
            Parts::Shapes(Shapes::Mixed(soup, body)) => {
                self.parts(soup.primitive(a).any(), body.any(), from);
            }
            Parts::Shapes(Shapes::Soups(p, q)) => {
                self.parts(p.primitive(a).any(), q.primitive(b).any(), from);
            }
            Parts::Face(BodyShape::Convex(body), face, motion) => {
                self.face(body, face, motion, from);
            }
            Parts::Face(BodyShape::Soup(soup), face, motion) => {
                self.face(&soup.primitive(a), face, motion, from);
            }
            // They are asked about one by one.
            Parts::Shapes(Shapes::Parts(..)) | Parts::Face(BodyShape::Parts(_), ..) => {}
        }
        if self.found != before {
            self.correct_normal([a, b]);
        }
    }
}

impl<'a> EarliestTurning<'a> {
    pub(super) fn new(parts: Parts<'a>, pair: &'a MovingPair, tolerance: f64, limit: f64) -> Self {
        let pairs = match parts {
            Parts::Shapes(Shapes::Convex(..)) => 1,
            Parts::Shapes(Shapes::Mixed(soup, _)) => soup.len(),
            Parts::Shapes(Shapes::Soups(p, q)) => p.len().saturating_mul(q.len()),
            Parts::Shapes(Shapes::Parts(..)) | Parts::Face(..) => MESH_EFFORT as usize,
        };
        let effort = CONVEX_EFFORT * pairs.min(MESH_EFFORT as usize) as u32;
        EarliestTurning {
            parts,
            pair,
            tolerance,
            limit,
            hints: [0; 2],
            effort: Effort::new(effort),
            leaving: None,
            undecided: None,
            found: None,
        }
    }

    /// At an inner edge of a mesh, the normal of the face.
    fn correct_normal(&mut self, parts: PartIndices) {
        let (Parts::Shapes(shapes), Some(found)) = (self.parts, &mut self.found) else { return };
        let Some(relative) = self.pair.relative_at(found.time) else { return };
        if found.time > 0.0 {
            let approach = -self.pair.velocity_between(found.time, &found.locals);
            let face = shapes.face_normal_at_edge(&relative, &found.normal, parts, &approach);
            found.normal = face.unwrap_or(found.normal);
        }
    }

    fn leave_open(&mut self, open: Undecided) {
        if self.undecided.is_none_or(|first| open.until < first.until) {
            self.undecided = Some(open);
        }
    }

    fn parts<A: Support + ?Sized, B: Support + ?Sized>(&mut self, a: &A, b: &B, from: f64) {
        let limit = self.limit().min(1.0);
        let Some(from) = self.apart_from(a, b, from) else { return };
        let memory = (&mut self.hints, &mut self.effort);
        let found = first_contact_by(a, b, self.pair, from..limit, self.tolerance, memory);
        let found = match found {
            None => return,
            Some(Err(open)) => return self.leave_open(open),
            Some(Ok(found)) => found,
        };
        let locals = [found.witness.local_a, found.witness.local_b];
        let touches = found.gap == 0.0 && found.time == 0.0;
        let facet = if touches { None } else { self.facet_normal(a, b, locals, found.time) };
        self.keep(found.time, touches, locals, facet.unwrap_or(found.normal));
    }

    /// When the search for a contact of two parts begins: what the bodies leave counts from when it has been apart. `None` if it never
    /// is.
    fn apart_from<A: Support + ?Sized, B: Support + ?Sized>(
        &self,
        a: &A,
        b: &B,
        from: f64,
    ) -> Option<f64> {
        let Some(leaving) = &self.leaving else { return Some(from) };
        if from > 0.0 {
            return Some(from);
        }
        let relative = |time: f64| self.pair.relative_at(time);
        let start = relative(0.0)?;
        let start = Pair::new(a, b, &start);
        if leaving.covers(&start) {
            let bends = [self.pair.unrounded_bounds(0, a), self.pair.unrounded_bounds(1, b)];
            let bends = self.pair.curvatures(bends.each_ref());
            let end = relative(1.0)?;
            let end = Pair::new(a, b, &end);
            let stays = |(normal, depth): &(Vec3, f64)| {
                let at = [&start, &end].map(|at| leaving_room(at, (normal, *depth)));
                let bend = bends[0].along(normal) + bends[1].along(normal);
                at[0] >= 0.0 && proved_step(at[0], at[1], 1.0, bend) == 1.0
            };
            if leaving.planes.iter().any(stays) {
                return None;
            }
        }
        let collide = |time: f64| {
            let at = relative(time)?;
            Some(intersect(a, b, &at, &mut Coherence::default()))
        };
        if !collide(0.0)? {
            return Some(0.0);
        }
        let (mut inside, mut outside) = (0.0, FIRST_LOOK);
        while collide(outside)? {
            if outside == 1.0 {
                return None;
            }
            (inside, outside) = (outside, (2.0 * outside).min(1.0));
        }
        for _ in 0..LOOKS_BETWEEN {
            let middle = 0.5 * (inside + outside);
            if collide(middle)? { inside = middle } else { outside = middle }
        }
        Some(outside)
    }

    fn face(&mut self, body: Any<'_>, face: &MovingFace<'_>, motion: &Motion, from: f64) {
        if let Some(simplex) = face.simplex() {
            return self.parts(body, simplex.any(), from);
        }
        let within = from..self.limit().min(1.0);
        match face.first_approach(body, motion, self.pair, within, self.tolerance) {
            None => {}
            Some(Err(open)) => self.leave_open(open),
            Some(Ok(touch)) => {
                let touches = touch.gap == 0.0 && touch.time == 0.0;
                self.keep(touch.time, touches, touch.points, touch.normal);
            }
        }
    }

    /// What touches from the start has no normal; what is only near then is no contact at time 0.
    fn keep(&mut self, time: f64, touches: bool, locals: [Vec3; 2], normal: Vec3) {
        self.found = Some(FirstContact {
            time: if touches { 0.0 } else { time.max(f64::MIN_POSITIVE) },
            locals,
            normal: if touches { Vec3::zeros() } else { normal },
        });
    }

    fn facet_normal<A: Support + ?Sized, B: Support + ?Sized>(
        &self,
        a: &A,
        b: &B,
        locals: [Vec3; 2],
        time: f64,
    ) -> Option<Vec3> {
        let approach = -self.pair.velocity_between(time, &locals);
        facet_normal(a, b, locals, &self.pair.relative_at(time)?, &approach)
    }
}
