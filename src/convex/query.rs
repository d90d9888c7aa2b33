//! The questions that the scene asks of two placed convex bodies: the dispatch table of the room.

use super::boolean;
use super::boxes::{self, Told};
use super::distance;
use super::gjk::{self, How, Witness};
use super::pair::{Hints, Pair, Relation, still_separates};
use crate::math::tolerance::CLEAR_MARGIN;
use crate::math::{Mat3, Placement, Vec3};
use crate::shape::Support;

/// What is remembered of a pair of bodies from one question to the next. It saves time and changes no answer.
#[derive(Clone, Copy, Debug)]
pub struct Coherence {
    /// The last axis, along world axes; zero if there is none.
    pub axis: Vec3,
    /// Whether it separated the bodies.
    pub apart: bool,
    /// Where support searches start.
    pub hints: Hints,
}

impl Default for Coherence {
    fn default() -> Self {
        Coherence { axis: Vec3::zeros(), apart: false, hints: [0; 2] }
    }
}

/// Whether two closed bodies share a point; touching is sharing.
///
/// An axis that separated them last time is tried first. Only clear answers from there are taken; the rest is decided
/// from the start.
#[inline]
pub fn intersect<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    relation: &Relation,
    coherence: &mut Coherence,
) -> bool {
    let pair = Pair::new(a, b, relation);
    if coherence.apart && pair.is_separated_by(&coherence.axis, &mut coherence.hints) {
        return false;
    }
    let bases = [relation.basis_a(), relation.basis_b()];
    by_boxes(a, b, bases, &relation.offset(), coherence).unwrap_or_else(|| decide(&pair, coherence))
}

/// The same of two placed bodies: what needs no relation is tried before one is made. `false` as well where the
/// coordinates leave the numbers' range.
#[inline]
pub fn overlap<A: Support + Copy, B: Support + Copy>(
    a: A,
    placement_a: &Placement,
    b: B,
    placement_b: &Placement,
    coherence: &mut Coherence,
) -> bool {
    let Coherence { axis, apart, hints } = coherence;
    if *apart && still_separates(axis, a, placement_a, b, placement_b, hints) {
        return false;
    }
    let offset = placement_b.origin - placement_a.origin;
    let bases = [&placement_a.basis, &placement_b.basis];
    if let Some(hit) = by_boxes(a, b, bases, &offset, coherence) {
        return hit;
    }
    let Some(relation) = Relation::in_place(&a.reach(), placement_a, &b.reach(), placement_b) else {
        return false;
    };
    decide(&Pair::new(a, b, &relation), coherence)
}

/// What the axes of two boxes tell, if they are boxes and that tells.
#[inline(always)]
fn by_boxes<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    [basis_a, basis_b]: [&Mat3; 2],
    offset: &Vec3,
    coherence: &mut Coherence,
) -> Option<bool> {
    match boxes::tell((&a.as_box()?, basis_a), (&b.as_box()?, basis_b), offset) {
        Told::Apart(axis) => {
            (coherence.axis, coherence.apart) = (axis, true);
            Some(false)
        }
        Told::Overlapping => {
            coherence.apart = false;
            Some(true)
        }
        Told::Nothing => None,
    }
}

/// Decides a pair that the remembered axis does not separate clearly.
#[inline]
fn decide<A: Support, B: Support>(pair: &Pair<A, B>, coherence: &mut Coherence) -> bool {
    let Coherence { axis, apart, hints } = coherence;
    for normal in pair.facet_normals() {
        if pair.is_separated_by(&normal, hints) {
            (*axis, *apart) = (normal, true);
            return false;
        }
    }
    if *apart {
        let ending = boolean::search_from(pair, *axis, hints);
        *axis = ending.axis;
        match ending.how {
            How::Apart if ending.margin >= CLEAR_MARGIN => return false,
            How::Enclosed => {
                *apart = false;
                return true;
            }
            _ => {}
        }
    }
    let ending = gjk::search(pair, hints);
    *axis = ending.axis;
    *apart = ending.how == How::Apart;
    !*apart
}

/// A point that both bodies share, in the local coordinates of each; `None` if they are apart.
///
/// The answer is that of the pair alone, whatever `coherence` remembers.
pub fn common_point<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    relation: &Relation,
    coherence: &mut Coherence,
) -> Option<Witness> {
    let pair = Pair::new(a, b, relation);
    if coherence.apart && pair.is_separated_by(&coherence.axis, &mut coherence.hints) {
        return None;
    }
    let (ending, witness) = gjk::search_with_witness(&pair, &mut coherence.hints);
    coherence.axis = ending.axis;
    coherence.apart = ending.how == How::Apart;
    (!coherence.apart).then_some(witness)
}

/// The closest points of two bodies to a relative error of their distance; where they are not apart a common
/// point, with a zero difference. The difference is in the units of the placements.
pub fn closest_points<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    relation: &Relation,
    tolerance: f64,
    hints: &mut Hints,
) -> Witness {
    let mut witness = distance::distance(a, b, relation, tolerance, hints).witness;
    witness.difference = relation.in_world_units(&witness.difference);
    witness
}
