//! Answers about two simple bodies that need no buffers: those of one distance, and those of the axes of boxes, triangles and segments.

use super::{Answer, Question};
use crate::convex::Coherence;
use crate::convex::closed_form::{Gap, Placed};
use crate::convex::contact::{Contact as PlacedContact, MOST_CONTACTS, Manifold, Overlap};
use crate::convex::depth::{Depth, depth_or_axis};
use crate::convex::epa::Workspace;
use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::ILL_CONDITIONED;
use crate::query::closest_points::ClosestPair;
use crate::query::contacts::{Contact, Penetration};
use crate::shape::Support;

/// The depth of two boxes, triangles or segments, rounded or not, and where they touch if that is asked for: mostly by their axes
/// alone, and by no search that needs buffers. `None` where rounding leaves it open.
pub(super) fn by_axes(
    (a, at_a): Placed<'_>,
    (b, at_b): Placed<'_>,
    tolerance: f64,
    coherence: &mut Coherence,
    keep: Option<&mut dyn FnMut(Contact)>,
) -> Option<Answer> {
    let extents = [a.absolute_extents(), b.absolute_extents()];
    let relative = RelativePlacement::new(&extents[0], at_a, &extents[1], at_b);
    let relative = relative.as_ref().filter(|relative| relative.is_in_world_units())?;
    let found = depth_or_axis(a, b, relative, tolerance, true, &mut Workspace::default());
    coherence.set_axis(&found.err().unwrap_or_default());
    let found = match found {
        // Far beyond rounding there is no doubt.
        Ok(found) if found.depth > ILL_CONDITIONED * relative.largest_coordinate() => found,
        Err(axis) if axis != Vec3::zeros() => return Some(Answer::Nothing),
        _ => return None,
    };
    let Depth { depth, normal, local_a, local_b, .. } = found;
    if let Some(keep) = keep {
        let mut all = Manifold::default();
        all.find(a, b, relative, &Overlap { normal, on_a: relative.place_a(&local_a), depth });
        // In order of importance.
        all.reduce(MOST_CONTACTS);
        all.contacts().iter().for_each(|contact| keep(placed(contact, normal, &at_a.origin)));
    }
    let points = [at_a.apply(&local_a), at_b.apply(&local_b)];
    let deepest = Contact { points, normal, depth, features: [0; 2] };
    Some(Answer::Penetration(Penetration { deepest, local: [local_a, local_b] }))
}

/// A contact along world axes from a point, in the world.
#[inline]
fn placed(contact: &PlacedContact, normal: Vec3, from: &Vec3) -> Contact {
    let PlacedContact { on_a, on_b, depth, features } = contact;
    Contact { points: [on_a + from, on_b + from], normal, depth: *depth, features: *features }
}

/// The answers that follow from the distance of two simple bodies.
pub(super) fn by_gap(
    gap: &Gap<'_>,
    question: Question,
    coherence: &mut Coherence,
    keep: &mut dyn FnMut(Contact),
) -> Option<Answer> {
    if let Question::Within(distance) = question {
        let is_beyond = gap.is_beyond(distance)?;
        return Some(if is_beyond { Answer::Nothing } else { Answer::Within });
    }
    if let Question::Closest(tolerance) = question {
        return closest(gap, tolerance).map(Answer::Closest);
    }
    let is_apart = gap.is_apart()?;
    if question == Question::CommonPoint {
        coherence.set_axis(&if is_apart { *gap.axis() } else { Vec3::zeros() });
    }
    match question {
        _ if is_apart => Some(Answer::Nothing),
        Question::Penetration(tolerance) | Question::Contacts(tolerance) => {
            let found = gap.depth(tolerance)?;
            if let Question::Contacts(_) = question {
                each_contact(gap, &found, keep);
            }
            let (deepest, local) = (deepest(gap, &found), [found.local_a, found.local_b]);
            Some(Answer::Penetration(Penetration { deepest, local }))
        }
        _ => Some(Answer::Parts { parts: [0, 0], common: gap.shared() }),
    }
}

/// The contacts of two simple bodies that are so deep in each other: at most three of two capsules, and one of a ball with anything.
pub(super) fn each_contact(gap: &Gap<'_>, found: &Depth, mut keep: impl FnMut(Contact)) {
    let mut keep_placed =
        |contact: &PlacedContact| keep(placed(contact, found.normal, gap.origin()));
    if !gap.each_contact(found, &mut keep_placed) {
        keep(deepest(gap, found));
    }
}

/// The closest points of two simple bodies; `None` where rounding leaves them open.
#[inline]
pub(in crate::query) fn closest(gap: &Gap<'_>, tolerance: f64) -> Option<ClosestPair> {
    if gap.is_apart()? {
        let (points, distance) = gap.closest_points(tolerance)?;
        return Some(ClosestPair { points, distance });
    }
    Some(ClosestPair { points: [gap.shared_in_world(); 2], distance: 0.0 })
}

/// Where two simple bodies are so deep in each other.
#[inline]
pub(in crate::query) fn deepest(gap: &Gap<'_>, found: &Depth) -> Contact {
    let Depth { depth, normal, local_a, local_b, .. } = found;
    let points = [gap.in_world(0, local_a), gap.in_world(1, local_b)];
    Contact { points, normal: *normal, depth: *depth, features: [0; 2] }
}
