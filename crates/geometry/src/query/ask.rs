//! The one door for questions about two bodies: whether they share a point, how far apart they are, how deep in each other, and where
//! they touch.
//!
//! Every question takes the same steps, and ends with the first that answers it:
//!
//! 1. an axis, or the line of the centres, that separates the bodies;
//! 2. closed forms ([`Gap`], the axes of boxes, triangles and segments);
//! 3. a search on the bodies without their rounding;
//! 4. depth and contacts from what the search found.
//!
//! The steps certify what they answer, and leave what is too near to a tie to the next one.

use super::bodies::{Body, BodyPair, BodyShape, PartIndices};
use super::closest_points::ClosestPair;
use super::collide::search_collision;
use super::contacts::{Contact, ContactMemory, Penetration};
use super::half_space;
use crate::convex::Coherence;
use crate::convex::closed_form::Gap;
use crate::convex::epa::Workspace;
use crate::convex::query::{is_rejected, is_rejected_by_boxes};
use crate::math::{Placement, Vec3};
use crate::memory;
use crate::shape::{BoundingSpheres, SphereTest};
use simple::{by_axes, by_gap, each_contact};

pub(super) mod simple;

#[cfg(test)]
mod tests;

/// What is asked about two bodies. Relative errors are those of [`WarmStart`](super::WarmStart).
///
/// ```
/// use solid_geometry::query::{Answer, Body, PairCache, Question, ask};
/// use solid_geometry::{Placement, Shape};
///
/// let (ball, block) = (Shape::sphere(1.0)?, Shape::cuboid([2.0, 2.0, 2.0])?);
/// let (here, there) = (Placement::IDENTITY, Placement::translation([3.0, 0.0, 0.0]));
/// let (a, b) = Body::new(ball.view(), &here).zip(Body::new(block.view(), &there)).expect("finite");
/// let mut cache = PairCache::default(); // for this pair
/// assert_eq!(ask(a, b, Question::Parts, &mut cache), Answer::Nothing);
/// assert_eq!(ask(a, b, Question::Within(1.5), &mut cache), Answer::Within);
/// let Answer::Closest(found) = ask(a, b, Question::Closest(1e-9), &mut cache) else { panic!("both are finite") };
/// assert_eq!(found.distance, 1.0);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// Whether they share a point, and which parts.
    Parts,
    /// As [`Question::Parts`], and a point that both share.
    CommonPoint,
    /// Whether they are no farther apart than a distance.
    Within(f64),
    /// Their distance and closest points, to a relative error.
    Closest(f64),
    /// The least translation that separates them, to a relative error.
    Penetration(f64),
    /// As [`Question::Penetration`], and where they touch.
    Contacts(f64),
}

/// The answer to a [`Question`].
// The tag is as wide as the numbers. Copies of what follows a narrower one split numbers: store-forwarding stalls.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u64)]
pub enum Answer {
    /// They are apart, or farther apart than the distance; of [`Question::Closest`], that there is nothing to hit.
    Nothing,
    /// Parts of both share a point.
    Parts {
        /// The first pair of parts that was found, in the order of the bodies.
        parts: PartIndices,
        /// A point of both in the local coordinates of each; zeros unless it was asked for.
        common: [Vec3; 2],
    },
    /// Their surfaces share no point, but one is inside the other, a solid.
    Inside {
        /// A point of both in the local coordinates of each.
        common: [Vec3; 2],
    },
    /// They are within the distance.
    Within,
    /// Their closest points.
    Closest(ClosestPair),
    /// The least translation that separates them. The contacts, if these were asked for, are in the cache.
    Penetration(Penetration),
}

impl Question {
    /// What bounding spheres prove, before anything else is read of the bodies; `None` if nothing, or not enough for the question.
    #[inline]
    pub fn by_spheres(self, a: &BoundingSpheres, b: &BoundingSpheres) -> Option<Answer> {
        let is_distance = matches!(self, Question::Within(_) | Question::Closest(_));
        match a.classify(b) {
            SphereTest::Separated if !is_distance => Some(Answer::Nothing),
            SphereTest::Overlapping if self == Question::Parts => {
                Some(Answer::Parts { parts: [0, 0], common: [Vec3::zeros(); 2] })
            }
            _ => None,
        }
    }

    /// Whether bodies that are apart have no more to be found.
    #[inline]
    fn ends_apart(self) -> bool {
        !matches!(self, Question::Within(_) | Question::Closest(_))
    }
}

impl Answer {
    /// The answer about the same bodies in reverse order.
    pub(super) fn mirrored(self) -> Answer {
        match self {
            Answer::Nothing | Answer::Within => self,
            Answer::Parts { parts: [i, j], common: [a, b] } => {
                Answer::Parts { parts: [j, i], common: [b, a] }
            }
            Answer::Inside { common: [a, b] } => Answer::Inside { common: [b, a] },
            Answer::Closest(ClosestPair { points: [a, b], distance }) => {
                Answer::Closest(ClosestPair { points: [b, a], distance })
            }
            Answer::Penetration(found) => Answer::Penetration(found.mirrored()),
        }
    }

    /// A point that the bodies share, in the local coordinates of each.
    pub(super) fn common(&self) -> Option<[Vec3; 2]> {
        match self {
            Answer::Parts { common, .. } | Answer::Inside { common } => Some(*common),
            _ => None,
        }
    }

    /// The closest points, if they were asked for.
    pub(super) fn closest(self) -> Option<ClosestPair> {
        if let Answer::Closest(found) = self { Some(found) } else { None }
    }

    /// The depth, if it was asked for and there is one.
    pub(super) fn penetration(self) -> Option<Penetration> {
        if let Answer::Penetration(found) = self { Some(found) } else { None }
    }
}

/// What is kept of a pair of bodies from one question to the next, whatever is asked: the axis that separated them, where support
/// searches start, and buffers. It changes no answer.
#[derive(Debug, Default)]
pub struct PairCache {
    /// The axis and the support searches.
    pub coherence: Coherence,
    /// The buffers of depths and contacts, from the first that needs them.
    pub(super) memory: Option<Box<ContactMemory>>,
}

impl PairCache {
    /// The buffers, and the contacts of the last query.
    pub(crate) fn memory(&mut self) -> &mut ContactMemory {
        self.memory.get_or_insert_default()
    }

    /// The buffers of depths for a cast. Where there are none yet, they last no longer than the cast, which seldom needs them.
    pub(super) fn with_workspace<T>(&mut self, cast: impl FnOnce(&mut Workspace) -> T) -> T {
        match &mut self.memory {
            Some(memory) => cast(memory.workspace()),
            None => cast(&mut Workspace::default()),
        }
    }
}

/// Answers a question about two bodies; touching is sharing a point.
#[inline]
pub fn ask(first: Body<'_>, second: Body<'_>, question: Question, cache: &mut PairCache) -> Answer {
    if matches!(question, Question::Parts | Question::CommonPoint) {
        return collide(first, second, question, &mut cache.coherence, &mut 0);
    }
    let PairCache { coherence, memory } = cache;
    if let Some(answer) = quickly(first, second, question, coherence, keeping(memory)) {
        return answer;
    }
    search(first, second, question, cache)
}

/// As [`ask`], where a closed form of the distance has no answer, or there is none.
pub(super) fn ask_beyond_gap(
    first: Body<'_>,
    second: Body<'_>,
    question: Question,
    has_gap: bool,
    cache: &mut PairCache,
) -> Answer {
    let PairCache { coherence, memory } = cache;
    if !has_gap
        && let Some(answer) =
            by_simple_tests(first, second, question, coherence, &mut keeping(memory))
    {
        return answer;
    }
    search(first, second, question, cache)
}

/// The answer where no quick step gives one.
fn search(first: Body<'_>, second: Body<'_>, question: Question, cache: &mut PairCache) -> Answer {
    // By reference: the pair is large.
    BodyPair::new(first, second)
        .as_ref()
        .map_or(Answer::Nothing, |pair| pair.search(question, cache))
}

/// Replaces the contacts of the last query by those that it is given.
#[inline]
fn keeping(memory: &mut Option<Box<ContactMemory>>) -> impl FnMut(Contact) {
    if let Some(memory) = memory {
        memory.contacts.clear();
    }
    |found| memory::push(&mut memory.get_or_insert_default().contacts, found)
}

/// As [`ask`], of [`Question::Parts`] and [`Question::CommonPoint`], which need no buffers. Counts the pairs of parts that are tested.
#[inline]
pub fn collide(
    first: Body<'_>,
    second: Body<'_>,
    question: Question,
    coherence: &mut Coherence,
    tested: &mut u64,
) -> Answer {
    quickly(first, second, question, coherence, |_| {})
        .unwrap_or_else(|| search_collision(first, second, question, coherence, tested))
}

/// The contacts of two bodies, where nothing is kept of the pair.
pub(super) fn contacts(
    (a, at_a): (BodyShape<'_>, &Placement),
    (b, at_b): (BodyShape<'_>, &Placement),
    tolerance: f64,
) -> Vec<Contact> {
    let mut found = Vec::new();
    let gap = gap_of(a, at_a, b, at_b);
    if let Some(gap) = &gap {
        let is_apart = gap.is_apart() == Some(true);
        let depth = if is_apart { None } else { gap.depth(tolerance) };
        if let Some(depth) = &depth {
            memory::reserve_exact(&mut found, 3);
            each_contact(gap, depth, |contact| memory::push(&mut found, contact));
        }
        if is_apart || depth.is_some() {
            return found;
        }
    }
    let (Some(first), Some(second)) = (Body::new(a, at_a), Body::new(b, at_b)) else {
        return found;
    };
    let (question, coherence) = (Question::Contacts(tolerance), &mut Coherence::default());
    let mut keep = |contact| {
        // Of most regions one allocation.
        if found.capacity() == 0 {
            memory::reserve_exact(&mut found, USUAL_CONTACTS);
        }
        memory::push(&mut found, contact);
    };
    if gap.is_none() && by_simple_tests(first, second, question, coherence, &mut keep).is_some() {
        return found;
    }
    let mut memory = ContactMemory::default();
    let pair = BodyPair::new(first, second);
    match pair.and_then(|pair| pair.search_contacts(tolerance, &mut memory)) {
        Some(_) => memory.contacts,
        None => Vec::new(),
    }
}

/// Seldom are there more contacts of two convex bodies.
const USUAL_CONTACTS: usize = 8;

impl BodyPair<'_> {
    /// As [`ask`], in the order of the query.
    pub fn ask(&self, question: Question, cache: &mut PairCache) -> Answer {
        let PairCache { coherence, memory } = cache;
        match self.quickly(question, coherence, keeping(memory)) {
            Some(answer) => answer,
            None => self.search(question, cache),
        }
    }

    /// The first two steps, in the order of the query.
    pub(super) fn quickly(
        &self,
        question: Question,
        coherence: &mut Coherence,
        mut keep: impl FnMut(Contact),
    ) -> Option<Answer> {
        let [a, b] = self.bodies();
        let keep_in_order =
            |found: Contact| keep(if self.swapped { found.mirrored() } else { found });
        let answer = quickly(a, b, question, coherence, keep_in_order)?;
        Some(if self.swapped { answer.mirrored() } else { answer })
    }

    /// The answer where no quick step gives one, in the order of the query.
    fn search(&self, question: Question, cache: &mut PairCache) -> Answer {
        if self.has_parts() {
            return self.ask_parts(question, cache);
        }
        if self.has_half_space()
            && let Some(answer) = self.answer_on_plane(question)
        {
            return answer;
        }
        let found = match question {
            Question::Parts | Question::CommonPoint => {
                let [a, b] = self.bodies();
                let found = search_collision(a, b, question, &mut cache.coherence, &mut 0);
                return if self.swapped { found.mirrored() } else { found };
            }
            Question::Within(distance) => self.search_within(distance).then_some(Answer::Within),
            Question::Closest(tolerance) => {
                self.search_closest(tolerance, &mut cache.coherence).map(Answer::Closest)
            }
            Question::Penetration(tolerance) => self
                .search_penetration(tolerance, cache.memory().workspace())
                .map(Answer::Penetration),
            Question::Contacts(tolerance) => {
                self.search_contacts(tolerance, cache.memory()).map(Answer::Penetration)
            }
        };
        found.unwrap_or(Answer::Nothing)
    }
}

/// The first two steps, which need no relative placement. Contacts, if they are asked for and there are any, are given to `keep`, one
/// after the other.
#[inline]
fn quickly(
    first: Body<'_>,
    second: Body<'_>,
    question: Question,
    coherence: &mut Coherence,
    mut keep: impl FnMut(Contact),
) -> Option<Answer> {
    // Of the bare question it is a part of the search, which begins with cheaper tests.
    if question != Question::Parts
        && let Some(gap) = &gap_of(first.shape, first.placement, second.shape, second.placement)
    {
        return by_gap(gap, question, coherence, &mut keep);
    }
    by_simple_tests(first, second, question, coherence, &mut keep)
}

/// The distance of two simple convex bodies, whatever is asked. Its coordinates are finite.
#[inline]
pub(super) fn gap_of<'a>(
    a: BodyShape<'a>,
    at_a: &'a Placement,
    b: BodyShape<'a>,
    at_b: &'a Placement,
) -> Option<Gap<'a>> {
    let (BodyShape::Convex(a), BodyShape::Convex(b)) = (a, b) else { return None };
    Gap::new((a, at_a), (b, at_b))
}

/// The first two steps for bodies whose distance has no closed form.
#[inline]
fn by_simple_tests(
    first: Body<'_>,
    second: Body<'_>,
    question: Question,
    coherence: &mut Coherence,
    keep: &mut dyn FnMut(Contact),
) -> Option<Answer> {
    let (BodyShape::Convex(a), BodyShape::Convex(b)) = (first.shape, second.shape) else {
        let is_answered = question.ends_apart()
            && !(first.is_half_space() || second.is_half_space())
            && !first.placed_box().overlaps(&second.placed_box());
        return is_answered.then_some(Answer::Nothing);
    };
    if a.as_half_space().is_some() || b.as_half_space().is_some() {
        let answer = half_space::answer(first, second, question);
        if let (Question::Contacts(_), Some(Answer::Penetration(found))) = (question, &answer) {
            keep(found.deepest);
        }
        return answer;
    }
    let (a, b) = ((a, first.placement), (b, second.placement));
    if question == Question::Parts {
        return None;
    }
    if let Question::Penetration(tolerance) | Question::Contacts(tolerance) = question {
        if !(a.0.has_few_axes() && b.0.has_few_axes()) {
            return is_rejected(a, b, true, coherence).then_some(Answer::Nothing);
        }
        if is_rejected_by_boxes(a, b, coherence) {
            return Some(Answer::Nothing);
        }
        let keep = matches!(question, Question::Contacts(_)).then_some(keep);
        return by_axes(a, b, tolerance, coherence, keep);
    }
    (question.ends_apart() && is_rejected(a, b, false, coherence)).then_some(Answer::Nothing)
}
