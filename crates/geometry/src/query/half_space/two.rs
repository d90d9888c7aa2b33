//! Two half-spaces.

use super::Plane;
use crate::math::tolerance::OPPOSITE_NORMALS;
use crate::query::ask::{Answer, Question};
use crate::query::bodies::Body;
use crate::query::closest_points::ClosestPair;
use crate::query::contacts::{Contact, Penetration};

/// Two half-spaces are apart only if their normals are opposite; only then a translation separates them.
pub(super) struct Opposite {
    /// From the second plane to the first along the second normal; negative if the half-spaces overlap.
    pub(super) gap: f64,
    pub(super) rounding: f64,
}

impl Opposite {
    pub(super) fn new(p: &Plane<'_>, q: &Plane<'_>) -> Option<Opposite> {
        if (p.normal + q.normal).norm() > OPPOSITE_NORMALS {
            return None;
        }
        let offset = p.placement.origin - q.placement.origin;
        let gap = q.normal.dot(&(p.foot + offset - q.foot));
        Some(Opposite { gap, rounding: q.rounding(&p.foot.abs(), &offset) })
    }
}

pub(super) fn of_two(first: &Body<'_>, second: &Body<'_>, question: Question) -> Option<Answer> {
    let (p, q) = (Plane::of(first)?, Plane::of(second)?);
    let opposite = Opposite::new(&p, &q);
    let at = |plane: &Plane<'_>| plane.placement.origin + plane.foot;
    let (on_p, on_q) = (at(&p), at(&q));
    let gap = opposite.as_ref().filter(|found| found.gap > found.rounding).map(|found| found.gap);
    Some(match (question, gap, opposite) {
        (Question::Closest(_), Some(distance), _) => {
            Answer::Closest(ClosestPair { points: [on_p, on_p - q.normal * distance], distance })
        }
        (Question::Within(distance), Some(gap), _) if gap <= distance => Answer::Within,
        (_, Some(_), _) => Answer::Nothing,
        (Question::Within(_), None, _) => Answer::Within,
        (Question::Penetration(_) | Question::Contacts(_), None, Some(Opposite { gap, .. })) => {
            let depth = (-gap).max(0.0);
            let points = [on_p, on_p + q.normal * depth];
            let deepest = Contact { points, normal: q.normal, depth, features: [0; 2] };
            let local = [p.local(&points[0]), q.local(&points[1])];
            Answer::Penetration(Penetration { deepest, local })
        }
        (_, None, opposite) => {
            // From the one plane far enough against both normals to be below the other.
            let down = -(p.normal + q.normal);
            let above = q.normal.dot(&(on_p - on_q)).max(0.0);
            let step = if opposite.is_some() { 0.0 } else { -above / q.normal.dot(&down) };
            let common = on_p + down * step;
            let local = [p.local(&common), q.local(&common)];
            match question {
                Question::Closest(_) => {
                    Answer::Closest(ClosestPair { points: [common; 2], distance: 0.0 })
                }
                // No translation separates them.
                Question::Penetration(_) | Question::Contacts(_) => {
                    let (points, depth) = ([common; 2], f64::INFINITY);
                    let deepest = Contact { points, normal: q.normal, depth, features: [0; 2] };
                    Answer::Penetration(Penetration { deepest, local })
                }
                _ => Answer::Parts { parts: [0, 0], common: local },
            }
        }
    })
}
