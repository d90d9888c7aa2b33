//! The questions that the scene asks of two placed convex bodies: the dispatch table of the room.

use super::boolean;
use super::distance;
use super::gjk::{self, How, Witness};
use super::pair::{Hints, Pair, Relation};
use crate::math::Vec3;
use crate::math::tolerance::CLEAR_MARGIN;
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
pub fn intersect<A: Support, B: Support>(
    a: &A,
    b: &B,
    relation: &Relation,
    coherence: &mut Coherence,
) -> bool {
    let pair = Pair::new(a, b, relation);
    let Coherence { axis, apart, hints } = coherence;
    if *apart && gjk::separates(&pair, axis, hints) {
        return false;
    }
    for normal in pair.facet_normals() {
        if gjk::separates(&pair, &normal, hints) {
            (*axis, *apart) = (normal, true);
            return false;
        }
    }
    if *apart {
        let ending = gjk::search_from(&pair, *axis, hints);
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
    let quick = boolean::search(&pair, pair.center_difference(), hints);
    if matches!(quick.how, How::Apart | How::Enclosed) {
        (*axis, *apart) = (quick.axis, quick.how == How::Apart);
        return !*apart;
    }
    let ending = gjk::search(&pair, hints);
    *axis = ending.axis;
    *apart = ending.how == How::Apart;
    !*apart
}

/// A point that both bodies share, in the local coordinates of each; `None` if they are apart.
///
/// The answer is that of the pair alone, whatever `coherence` remembers.
pub fn common_point<A: Support, B: Support>(
    a: &A,
    b: &B,
    relation: &Relation,
    coherence: &mut Coherence,
) -> Option<Witness> {
    let pair = Pair::new(a, b, relation);
    if coherence.apart && gjk::separates(&pair, &coherence.axis, &mut coherence.hints) {
        return None;
    }
    let (ending, witness) = gjk::search_with_witness(&pair, &mut coherence.hints);
    coherence.axis = ending.axis;
    coherence.apart = ending.how == How::Apart;
    (!coherence.apart).then_some(witness)
}

/// The closest points of two bodies to a relative error of their distance; where they are not apart a common
/// point, with a zero difference. The difference is in the units of the placements.
pub fn closest_points<A: Support, B: Support>(
    a: &A,
    b: &B,
    relation: &Relation,
    tolerance: f64,
    hints: &mut Hints,
) -> Witness {
    let mut witness = distance::closest_points(&Pair::new(a, b, relation), tolerance, hints);
    witness.difference = relation.in_world_units(&witness.difference);
    witness
}
