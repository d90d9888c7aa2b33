//! The questions that the scene asks of two placed convex bodies: the dispatch table of the room.

use crate::convex::boxes;
pub use crate::convex::coherence::Coherence;
use crate::convex::coherence::{recall, search};
use crate::convex::distance;
use crate::convex::gjk::{self, Witness};
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::relative::RelativePlacement;
use crate::math::{Mat3, Placement, Vec3};
use crate::shape::Support;

/// Whether two closed bodies share a point; touching is sharing.
///
/// An axis that separated them last time is tried first. Only clear answers from there are taken; the rest is decided
/// from the start.
#[inline]
pub fn intersect<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    relative: &RelativePlacement,
    coherence: &mut Coherence,
) -> bool {
    let pair = Pair::new(a, b, relative);
    let bases = [relative.basis_a(), relative.basis_b()];
    if coherence.has_axis() {
        let axis = coherence.axis_of(a.as_box().is_some() && b.as_box().is_some(), bases);
        if pair.is_separated_by(&Vec3::from(axis), &mut coherence.hints) {
            return false;
        }
    }
    by_boxes(a, b, bases, &relative.offset(), coherence).unwrap_or_else(|| decide(&pair, coherence))
}

/// The same of two placed bodies: what needs no relative placement is tried before one is made. `false` as well where the
/// coordinates leave the numbers' range.
#[inline]
pub fn overlap<A: Support + Copy, B: Support + Copy>(
    a: A,
    placement_a: &Placement,
    b: B,
    placement_b: &Placement,
    coherence: &mut Coherence,
) -> bool {
    match recall((a, placement_a), (b, placement_b), coherence) {
        Some(hit) => hit,
        None => decide_in_place(a, placement_a, b, placement_b, coherence),
    }
}

/// [`decide`] of two placed bodies. Apart, so that those that an axis still separates do not make room for it.
#[inline(never)]
fn decide_in_place<A: Support + Copy, B: Support + Copy>(
    a: A,
    placement_a: &Placement,
    b: B,
    placement_b: &Placement,
    coherence: &mut Coherence,
) -> bool {
    if search((a, placement_a), (b, placement_b), coherence) {
        return false;
    }
    let offset = placement_b.origin - placement_a.origin;
    let bases = [&placement_a.basis, &placement_b.basis];
    if let Some(hit) = by_boxes(a, b, bases, &offset, coherence) {
        return hit;
    }
    let relative = RelativePlacement::new(&a.reach(), placement_a, &b.reach(), placement_b);
    relative.as_ref().is_some_and(|relative| decide(&Pair::new(a, b, relative), coherence))
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
    let (half_a, half_b) = (a.as_box()?, b.as_box()?);
    let (block_a, block_b) = ((&half_a, basis_a), (&half_b, basis_b));
    let told = boxes::tell(block_a, block_b, offset);
    if coherence.keep_of_boxes(&told) {
        coherence.keep_points(&boxes::nearest_points(block_a, block_b, offset));
    }
    told.certain.then_some(!told.apart)
}

/// Decides a pair that the remembered axis does not separate clearly.
#[inline]
fn decide<A: Support, B: Support>(pair: &Pair<A, B>, coherence: &mut Coherence) -> bool {
    if pair.have_facets() && is_separated_by_facets(pair, coherence) {
        return false;
    }
    let ending = gjk::search(pair, &mut coherence.hints);
    coherence.note(&ending)
}

#[inline(never)]
fn is_separated_by_facets<A: Support, B: Support>(
    pair: &Pair<A, B>,
    coherence: &mut Coherence,
) -> bool {
    let normal =
        pair.facet_normals().find(|normal| pair.is_separated_by(normal, &mut coherence.hints));
    normal.iter().for_each(|normal| coherence.separate(normal));
    normal.is_some()
}

/// A point that both bodies share, in the local coordinates of each; `None` if they are apart.
///
/// The answer is that of the pair alone, whatever `coherence` remembers.
pub fn common_point<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    relative: &RelativePlacement,
    coherence: &mut Coherence,
) -> Option<Witness> {
    let pair = Pair::new(a, b, relative);
    if coherence.axis().is_some_and(|axis| pair.is_separated_by(&axis, &mut coherence.hints)) {
        return None;
    }
    let (ending, witness) = gjk::search_with_witness(&pair, &mut coherence.hints);
    coherence.note(&ending).then_some(witness)
}

/// The closest points of two bodies to a relative error of their distance; where they are not apart a common
/// point, with a zero difference. The difference is in the units of the placements.
pub fn closest_points<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    relative: &RelativePlacement,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Witness {
    let mut witness = distance::distance(a, b, relative, tolerance, hints).witness;
    witness.difference = relative.in_world_units(&witness.difference);
    witness
}
