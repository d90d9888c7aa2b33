//! Which side of a closed surface a body is on, where contacts disagree.
//!
//! A body that stands on a crate of triangles also meets its sides, if the sides of both are in one plane or nearly so. The shortest way
//! from such a side may be to the inside of the crate. That the body is outside tell the contacts with other faces of the crate; of a body
//! within a hollow crate none does.

use super::group::{Best, Group};
use super::plane::front;
use super::surface;
use crate::math::tolerance::NORMAL_CONE;
use crate::query::bodies::{BodyPair, PartIndices};
use smallvec::SmallVec;

/// Of A and B a connected component of a closed surface; `None` of other bodies.
type Components = [Option<u32>; 2];

/// The components that are known to be outside of each other.
#[derive(Debug, Default)]
pub(super) struct Outside(SmallVec<[(Components, f64); 2]>);

/// What is known of the bodies of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    /// The side of a face that is outside, 1 for the front, if the other body is known to be there.
    pub outer: [Option<f64>; 2],
    /// How deep the contacts are that say so, in the units of the relative placement. They separate the two, so that none has to be deeper.
    depth: f64,
}

impl Outside {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn of(&self, bodies: &BodyPair<'_>, parts: PartIndices) -> Sides {
        let unknown = Sides { outer: [None; 2], depth: f64::INFINITY };
        if self.is_empty() {
            return unknown;
        }
        let both = components(bodies, parts);
        let is_these =
            |(these, _): &&(Components, f64)| *these == both.map(|one| one.map(|of| of.0));
        let found = self.0.iter().find(is_these);
        found.map_or(unknown, |(_, depth)| Sides {
            outer: both.map(|one| one.map(|of| of.1)),
            depth: *depth,
        })
    }
}

/// The component that a part of each body is in, and the side of it that is outside.
fn components(bodies: &BodyPair<'_>, parts: PartIndices) -> [Option<(u32, f64)>; 2] {
    [0, 1].map(|side| surface(&bodies.shapes.each()[side])?.outside(parts[side]))
}

impl Group<'_, '_> {
    /// Whether the other body is pushed out of the front of the face of a body, 1, or its back, -1; 0 unless along its normal.
    fn pushed(&self, side: usize, best: &Best) -> f64 {
        let Some(soup) = surface(&self.bodies.shapes.each()[side]) else { return 0.0 };
        let Some((front, _)) = front(soup, self.basis(side), self.largest[side]) else {
            return 0.0;
        };
        let out = if side == 0 { -best.normal } else { best.normal };
        if front.cross(&out).norm() <= NORMAL_CONE { front.dot(&out).signum() } else { 0.0 }
    }

    /// Whether bodies that are outside of each other need not be pushed so far.
    pub(super) fn is_too_deep(&self, best: &Best) -> bool {
        self.less_than(best.depth) > self.sides.depth
    }
}

/// The components that are outside of each other by some contacts, while others push one into the other.
pub(super) fn entered(groups: &[(&Group<'_, '_>, Best)]) -> Outside {
    let (mut outside, mut behind) = (Outside::default(), SmallVec::<[Components; 2]>::new());
    let is_mixed = |side: usize| {
        let mut pushed = groups.iter().map(|(group, best)| group.pushed(side, best));
        pushed.clone().any(|side| side > 0.0) && pushed.any(|side| side < 0.0)
    };
    if !is_mixed(0) && !is_mixed(1) {
        return outside;
    }
    for (group, best) in groups.iter().filter(|(_, best)| best.face.is_some()) {
        let known = components(group.bodies, group.entries[best.deepest].parts);
        let these = known.map(|one| one.map(|of| of.0));
        let towards =
            [0, 1].map(|side| known[side].map_or(0.0, |of| of.1 * group.pushed(side, best)));
        if towards.iter().any(|side| *side < 0.0) {
            behind.push(these);
        } else if towards.iter().any(|side| *side > 0.0) {
            match outside.0.iter_mut().find(|(others, _)| *others == these) {
                Some((_, depth)) => *depth = depth.max(best.depth),
                None => outside.0.push((these, best.depth)),
            }
        }
    }
    outside.0.retain(|(these, _)| behind.contains(these));
    outside
}
