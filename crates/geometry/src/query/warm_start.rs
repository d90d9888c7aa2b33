//! Repeated queries about one pair, with a cache.

use super::DEFAULT_TOLERANCE;
use super::Undecided;
use super::ask::simple::{closest, deepest};
use super::ask::{Answer, PairCache, Question, ask, ask_beyond_gap, gap_of};
use super::bodies::{Body, BodyPair, BodyShape};
use super::cast::CastHit;
use super::closest_points::ClosestPair;
use super::collide::overlap_of_convex;
use super::contacts::Contact;
use super::leaving::CastOptions;
use super::shape::{Shape, ShapeError};
use crate::convex::query::are_overlapping_boxes;
use crate::math::{Placement, Vec3};
use crate::motion::Motion;
use crate::solid::separation::{Effort, Separation};

/// What is cached of a pair from one query to the next: a separating axis, the vertices found last, memory for
/// contacts. Also the tolerance of distances, depths and times.
///
/// Keep one for each pair. If it is used for another pair, the answers are the same, but slower; those of [`WarmStart::separation`], which
/// a search finds, are then between bounds of their own.
///
/// ```
/// use solid_geometry::{Placement, Shape, WarmStart};
///
/// let (ball, block) = (Shape::sphere(1.0)?, Shape::cuboid([1.0, 2.0, 3.0])?);
/// let (mut pair, mut pose) = (WarmStart::with_tolerance(1e-9), Placement::IDENTITY);
/// let mut frames = 0;
/// while pair.intersects(&ball, &pose, &block, &Placement::IDENTITY) {
///     pose.translate(&[0.125, 0.0, 0.0].into());
///     frames += 1;
/// }
/// assert_eq!(frames, 13);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Debug)]
pub struct WarmStart {
    tolerance: f64,
    stop_at_penetration: bool,
    cache: PairCache,
    /// The translation of the last separation.
    separation: Option<Vec3>,
}

impl Default for WarmStart {
    fn default() -> WarmStart {
        WarmStart::with_tolerance(DEFAULT_TOLERANCE)
    }
}

impl WarmStart {
    /// Nothing is cached yet. The relative error is clamped to what can be reached.
    pub fn with_tolerance(tolerance: f64) -> WarmStart {
        let tightest = crate::math::tolerance::TIGHTEST_DISTANCE_TOLERANCE;
        WarmStart {
            // A NaN is no maximum.
            tolerance: tightest.max(tolerance),
            stop_at_penetration: true,
            cache: PairCache::default(),
            separation: None,
        }
    }

    /// Whether casts of shapes that collide at the start have contact at time 0 wherever these move, as they do unless this is set;
    /// otherwise only if they approach: see [`CastOptions`].
    pub fn with_stop_at_penetration(self, stop_at_penetration: bool) -> WarmStart {
        WarmStart { stop_at_penetration, ..self }
    }

    fn cast_options(&self) -> CastOptions {
        CastOptions { tolerance: self.tolerance, stop_at_penetration: self.stop_at_penetration }
    }

    /// As [`query::intersects`](super::intersects).
    pub fn intersects(
        &mut self,
        a: &Shape,
        pose_a: &Placement,
        b: &Shape,
        pose_b: &Placement,
    ) -> bool {
        if let (BodyShape::Convex(p), BodyShape::Convex(q)) = (a.view(), b.view())
            && p.as_half_space().is_none()
            && q.as_half_space().is_none()
        {
            return overlap_of_convex((p, pose_a), (q, pose_b), &mut self.cache.coherence);
        }
        !matches!(self.ask([(a, pose_a), (b, pose_b)], Question::Parts), Answer::Nothing)
    }

    /// As `ask`, where a closed form of the distance has no answer, or there is none.
    #[inline]
    fn ask_beyond(
        &mut self,
        has_gap: bool,
        [(a, at_a), (b, at_b)]: [(&Shape, &Placement); 2],
        question: Question,
    ) -> Answer {
        match (Body::new(a.view(), at_a), Body::new(b.view(), at_b)) {
            (Some(a), Some(b)) => ask_beyond_gap(a, b, question, has_gap, &mut self.cache),
            _ => Answer::Nothing,
        }
    }

    /// What all of these questions come to.
    #[inline]
    fn ask(
        &mut self,
        [(a, at_a), (b, at_b)]: [(&Shape, &Placement); 2],
        question: Question,
    ) -> Answer {
        match (Body::new(a.view(), at_a), Body::new(b.view(), at_b)) {
            (Some(a), Some(b)) => ask(a, b, question, &mut self.cache),
            _ => Answer::Nothing,
        }
    }

    /// As [`query::common_point`](super::common_point).
    pub fn common_point(
        &mut self,
        a: &Shape,
        pose_a: &Placement,
        b: &Shape,
        pose_b: &Placement,
    ) -> Option<Vec3> {
        let [of_a, of_b] = self.ask([(a, pose_a), (b, pose_b)], Question::CommonPoint).common()?;
        Some(pose_a.apply(&of_a) * 0.5 + pose_b.apply(&of_b) * 0.5)
    }

    /// As [`query::distance`](super::distance).
    pub fn distance(
        &mut self,
        a: &Shape,
        pose_a: &Placement,
        b: &Shape,
        pose_b: &Placement,
    ) -> Option<f64> {
        let gap = gap_of(a.view(), pose_a, b.view(), pose_b);
        // Without the points, which take a third of the time.
        let known = gap.as_ref().and_then(|gap| match gap.is_apart()? {
            true => gap.closest_points(self.tolerance).map(|(_, distance)| distance),
            false => Some(0.0),
        });
        if known.is_some() {
            return known;
        }
        // The axes of boxes that overlap are far sooner than a point of both.
        if let (BodyShape::Convex(p), BodyShape::Convex(q)) = (a.view(), b.view())
            && are_overlapping_boxes((p, pose_a), (q, pose_b))
        {
            return Some(0.0);
        }
        let (pair, question) = ([(a, pose_a), (b, pose_b)], Question::Closest(self.tolerance));
        self.ask_beyond(gap.is_some(), pair, question).closest().map(|found| found.distance)
    }

    /// As [`query::closest_points`](fn@super::closest_points).
    pub fn closest_points(
        &mut self,
        a: &Shape,
        pose_a: &Placement,
        b: &Shape,
        pose_b: &Placement,
    ) -> Option<ClosestPair> {
        let gap = gap_of(a.view(), pose_a, b.view(), pose_b);
        if let Some(found) = gap.as_ref().and_then(|gap| closest(gap, self.tolerance)) {
            return Some(found);
        }
        let question = Question::Closest(self.tolerance);
        self.ask_beyond(gap.is_some(), [(a, pose_a), (b, pose_b)], question).closest()
    }

    /// As [`query::is_within`](super::is_within).
    pub fn is_within(
        &mut self,
        a: &Shape,
        pose_a: &Placement,
        b: &Shape,
        pose_b: &Placement,
        distance: f64,
    ) -> bool {
        let question = Question::Within(distance);
        distance >= 0.0 && self.ask([(a, pose_a), (b, pose_b)], question) == Answer::Within
    }

    /// As [`query::penetration`](super::penetration).
    pub fn penetration(
        &mut self,
        a: &Shape,
        pose_a: &Placement,
        b: &Shape,
        pose_b: &Placement,
    ) -> Option<Contact> {
        let gap = gap_of(a.view(), pose_a, b.view(), pose_b);
        if let Some(gap) = &gap {
            if gap.is_apart() == Some(true) {
                return None;
            }
            if let Some(found) = gap.depth(self.tolerance) {
                return Some(deepest(gap, &found));
            }
        }
        let question = Question::Penetration(self.tolerance);
        let pair = [(a, pose_a), (b, pose_b)];
        let found = self.ask_beyond(gap.is_some(), pair, question).penetration();
        found.map(|found| found.deepest)
    }

    /// As [`query::contacts`](fn@super::contacts), into memory that is used again.
    pub fn contacts(
        &mut self,
        a: &Shape,
        pose_a: &Placement,
        b: &Shape,
        pose_b: &Placement,
    ) -> &[Contact] {
        let question = Question::Contacts(self.tolerance);
        match self.ask([(a, pose_a), (b, pose_b)], question) {
            Answer::Penetration(_) => &self.cache.memory().contacts,
            _ => &[],
        }
    }

    /// As [`query::separation`](super::separation). The last translation that it has found is tried first: after a small motion the answer
    /// comes sooner, but not to the same bit.
    pub fn separation(
        &mut self,
        a: &Shape,
        pose_a: &Placement,
        b: &Shape,
        pose_b: &Placement,
        effort: Effort,
    ) -> Result<Option<Separation>, ShapeError> {
        let before = self.separation.take();
        let Some(pair) = pair(a, pose_a, b, pose_b) else { return Ok(None) };
        let found = self.cache.with_workspace(|work| pair.separation_near(before, effort, work))?;
        self.separation = found.map(|found| found.translation);
        Ok(found)
    }

    /// As [`query::cast`](fn@super::cast).
    pub fn cast(
        &mut self,
        a: &Shape,
        pose_a: &Placement,
        motion_a: Vec3,
        b: &Shape,
        pose_b: &Placement,
        motion_b: Vec3,
    ) -> Option<CastHit> {
        let (a, b) = (Body::new(a.view(), pose_a)?, Body::new(b.view(), pose_b)?);
        let (motions, options) = ([motion_a, motion_b], self.cast_options());
        // Most of a ball need neither a relative placement nor buffers.
        if let Some(found) = a.cast_simple(&b, &motions, self.tolerance) {
            return found;
        }
        let pair = BodyPair::new(a, b)?;
        self.cache.with_workspace(|work| pair.search_cast(&motions, options, work))
    }

    /// As [`query::cast_motion`](super::cast_motion).
    pub fn cast_motion(
        &mut self,
        a: &Shape,
        motion_a: &Motion,
        b: &Shape,
        motion_b: &Motion,
        tolerance: f64,
    ) -> Result<Option<CastHit>, Undecided> {
        let Some(pair) = pair(a, motion_a.start(), b, motion_b.start()) else { return Ok(None) };
        let options = self.cast_options();
        let motions = [*motion_a, *motion_b];
        self.cache.with_workspace(|work| pair.cast_turning(&motions, tolerance, options, work))
    }

    /// As [`WarmStart::cast_motion`], to the tolerance of the cache times the longest half extent of the smaller shape.
    pub(crate) fn cast_turning(
        &mut self,
        a: &Shape,
        motion_a: &Motion,
        b: &Shape,
        motion_b: &Motion,
    ) -> Result<Option<CastHit>, Undecided> {
        let Some(pair) = pair(a, motion_a.start(), b, motion_b.start()) else { return Ok(None) };
        self.cast_motion(a, motion_a, b, motion_b, pair.small_distance(self.tolerance))
    }

    pub(crate) fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// As [`query::ray`](super::ray).
    pub fn ray(
        &mut self,
        shape: &Shape,
        pose: &Placement,
        from: impl Into<Vec3>,
        to: impl Into<Vec3>,
    ) -> Option<CastHit> {
        let body = Body::new(shape.view(), pose)?;
        let (from, to) = (from.into(), to.into());
        // Most have no need of buffers.
        if let Some(found) = body.meet_ray(&from, &to, self.tolerance) {
            return found;
        }
        self.cache.with_workspace(|work| body.search_ray(&from, &to, self.tolerance, work))?
    }
}

/// Two placed shapes; `None` if there is nothing to hit.
pub(super) fn pair<'a>(
    a: &'a Shape,
    pose_a: &'a Placement,
    b: &'a Shape,
    pose_b: &'a Placement,
) -> Option<BodyPair<'a>> {
    BodyPair::new(Body::new(a.view(), pose_a)?, Body::new(b.view(), pose_b)?)
}
