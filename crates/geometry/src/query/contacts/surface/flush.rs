//! Which side of a closed surface a body is on, where contacts disagree.
//!
//! A body that stands on a crate of triangles also meets its sides, if the sides of both are in one plane or nearly so. The shortest way
//! from such a side may be to the inside of the crate. That the body is outside tell the contacts with other faces of the crate; of a body
//! within a hollow crate none does.

use super::group::{Best, Group};
use crate::math::tolerance::NORMAL_CONE;
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

impl Sides {
    pub(super) const UNKNOWN: Sides = Sides { outer: [None; 2], depth: f64::INFINITY };
}

impl Outside {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn of(&self, group: &Group<'_, '_>) -> Sides {
        let both = components(group, 0);
        let is_these =
            |(these, _): &&(Components, f64)| *these == both.map(|one| one.map(|of| of.0));
        let found = self.0.iter().find(is_these);
        found.map_or(Sides::UNKNOWN, |(_, depth)| Sides {
            outer: both.map(|one| one.map(|of| of.1)),
            depth: *depth,
        })
    }
}

/// The components that an entry of a group is in, and the side of each that is outside.
fn components(group: &Group<'_, '_>, entry: usize) -> [Option<(u32, f64)>; 2] {
    [0, 1].map(|side| group.surfaces[side]?.outside(group.entries[entry].parts[side]))
}

impl<'p, 'a> Group<'p, 'a> {
    /// Whether the other body is pushed out of the front of the face of a body, 1, or its back, -1; 0 unless along its normal.
    fn pushed(&self, side: usize, best: &Best) -> f64 {
        let Some((_, front)) = self.largest[side] else { return 0.0 };
        let out = if side == 0 { -best.normal } else { best.normal };
        if front.cross(&out).norm() <= NORMAL_CONE { front.dot(&out).signum() } else { 0.0 }
    }

    /// Whether bodies that are outside of each other need not be pushed so far.
    pub(super) fn is_too_deep(&self, best: &Best) -> bool {
        self.less_than(best.depth) > self.sides.depth
    }
}

/// Where the normal of a group pushes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    between: Components,
    /// Out of the fronts of the faces of A and B, 1, or of their backs, -1; 0 unless along their normals.
    pushed: [f64; 2],
    /// Out of a component, 1, or into one, -1; 0 where that is not known.
    outwards: f64,
    depth: f64,
}

impl Push {
    fn of(group: &Group<'_, '_>, best: &Best, pushed: [f64; 2]) -> Push {
        let known = components(group, best.deepest);
        let between = known.map(|one| one.map(|of| of.0));
        let towards = [0, 1].map(|side| known[side].map_or(0.0, |of| of.1 * pushed[side]));
        let least = towards[0].min(towards[1]);
        let one = if least < 0.0 { least } else { towards[0].max(towards[1]) };
        let outwards = if best.face.is_some() { one } else { 0.0 };
        Push { between, pushed, outwards, depth: best.depth }
    }

    pub(super) fn is_inwards(&self) -> bool {
        self.outwards < 0.0
    }
}

/// Where each group pushes; `None` where all push the same way, and nothing can be entered.
pub(super) fn pushes(groups: &[(Group<'_, '_>, Option<Best>)]) -> Option<Vec<Push>> {
    if groups.len() < 2 {
        return None;
    }
    let pushed = |(group, best): &(Group<'_, '_>, Option<Best>)| {
        best.map_or([0.0; 2], |best| [0, 1].map(|side| group.pushed(side, &best)))
    };
    let pushed = Vec::from_iter(groups.iter().map(pushed));
    let mut both = BothWays::default();
    pushed.iter().for_each(|pushed| both.add(pushed));
    both.is_mixed().then(|| {
        let all = groups.iter().zip(pushed);
        let none = Push { between: [None; 2], pushed: [0.0; 2], outwards: 0.0, depth: 0.0 };
        all.map(|((group, best), pushed)| best.map_or(none, |best| Push::of(group, &best, pushed)))
            .collect()
    })
}

/// Of each body whether something is pushed out of fronts, and out of backs.
#[derive(Debug, Default)]
struct BothWays([[bool; 2]; 2]);

impl BothWays {
    fn add(&mut self, pushed: &[f64; 2]) {
        for ([fronts, backs], pushed) in self.0.iter_mut().zip(pushed) {
            *fronts |= *pushed > 0.0;
            *backs |= *pushed < 0.0;
        }
    }

    fn is_mixed(&self) -> bool {
        self.0.contains(&[true; 2])
    }
}

/// The components that contacts push the other body out of, and into.
#[derive(Debug, Default)]
pub(super) struct Entering {
    outside: Outside,
    behind: SmallVec<[Components; 2]>,
    both: BothWays,
}

impl Entering {
    /// Takes into account where a group with contacts pushes.
    pub(super) fn add(&mut self, push: &Push) {
        self.both.add(&push.pushed);
        let known = self.outside.0.iter_mut().find(|(others, _)| *others == push.between);
        match known {
            _ if push.is_inwards() => self.behind.push(push.between),
            Some((_, depth)) if push.outwards > 0.0 => *depth = depth.max(push.depth),
            None if push.outwards > 0.0 => self.outside.0.push((push.between, push.depth)),
            _ => {}
        }
    }

    /// Whether components that a group is between are outside of each other by some contacts, while others push one into the other.
    pub(super) fn has(&self, push: &Push) -> bool {
        self.both.is_mixed()
            && self.behind.contains(&push.between)
            && self.outside.0.iter().any(|(these, _)| *these == push.between)
    }

    /// All such components.
    pub(super) fn entered(mut self) -> Outside {
        let is_mixed = self.both.is_mixed();
        self.outside.0.retain(|(these, _)| is_mixed && self.behind.contains(these));
        self.outside
    }
}
