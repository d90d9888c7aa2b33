//! Which side of a closed surface a body is on, where contacts disagree.
//!
//! A body that stands on a crate of triangles also meets its sides, if the sides of both are in one plane or nearly so. The shortest way
//! from such a side may be to the inside of the crate. That the body is outside tell the contacts with other faces of the crate; of a body
//! within a hollow crate none does.

use super::group::{Best, Group};
use super::plane::front;
use super::surface;
use crate::math::tolerance::NORMAL_CONE;
use crate::mesh::PolytopeSoup;
use smallvec::SmallVec;

/// Where bodies are known to be outside.
#[derive(Debug, Default)]
pub(super) struct Outside {
    /// Connected components of closed surfaces: of each whether it is of A, 0, or B, 1, and its number.
    components: SmallVec<[(usize, u32); 2]>,
    /// How deep the contacts are that say so, in the units of the relative placement. They separate the bodies, so that none has to be
    /// deeper.
    depth: f64,
}

impl Outside {
    pub(super) fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// The side of a face that is outside, 1 for the front, of a body that is known to be there.
    pub(super) fn side(&self, body: usize, soup: &PolytopeSoup, part: u32) -> Option<f64> {
        let (component, outer) = soup.outside(part).filter(|_| !self.is_empty())?;
        self.components.contains(&(body, component)).then_some(outer)
    }
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

    /// Whether a body that is outside need not be pushed so far.
    pub(super) fn is_too_deep(&self, best: &Best, outside: &Outside) -> bool {
        self.outer != [None; 2] && self.less_than(best.depth) > outside.depth
    }
}

/// Where a body is outside by some contacts, if others push it into the inside.
pub(super) fn entered(groups: &[(&Group<'_, '_>, Best)]) -> Outside {
    let is_mixed = [0, 1].map(|side| {
        let mut pushed = groups.iter().map(|(group, best)| group.pushed(side, best));
        pushed.clone().any(|side| side > 0.0) && pushed.any(|side| side < 0.0)
    });
    let (mut outside, mut behind) = (Outside::default(), SmallVec::<[(usize, u32); 2]>::new());
    if is_mixed == [false; 2] {
        return outside;
    }
    let known = |side: usize, group: &Group<'_, '_>, best: &Best| {
        let soup = surface(&group.bodies.shapes.each()[side])?;
        let (component, outer) = soup.outside(group.largest[side])?;
        Some(((side, component), outer * group.pushed(side, best)))
    };
    for (group, best) in groups.iter().filter(|(_, best)| best.face.is_some()) {
        let both = [0, 1].map(|side| known(side, group, best));
        let before = behind.len();
        behind.extend(both.iter().flatten().filter(|(_, towards)| *towards < 0.0).map(|one| one.0));
        if behind.len() == before {
            let left = both.iter().flatten().filter(|(_, towards)| *towards > 0.0);
            outside.components.extend(left.map(|one| one.0));
            outside.depth = outside.depth.max(best.depth);
        }
    }
    let is_entered = behind.iter().any(|component| outside.components.contains(component));
    if is_entered { outside } else { Outside::default() }
}
