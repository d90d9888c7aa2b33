//! What closed bodies have in common where one or both are compounds: a sum over pairs of parts (`docs/src/theory/solids.md`, section 6).

use super::{Overlap, Surface, overlap};
use crate::broad::{BoxTree, BroadPhase, PairSink};
use crate::interrupt::Pace;
use crate::math::tolerance::CLASH_ROUNDING;
use crate::math::vector::is_singular;
use crate::math::{Aabb, Vec3};
use crate::memory;
use crate::query::{Body, BodyShape, Points};

#[cfg(test)]
mod tests;

/// What two bodies have in common. `None` if one of them is not closed, and if parts of one overlap each other where the other may be: a
/// sum would count that twice.
pub(crate) fn overlap_of_parts(bodies: &[Body<'_>; 2]) -> Option<Overlap> {
    let has_volume = |body: &Body<'_>| {
        let is_cloud =
            matches!(body.shape, BodyShape::Parts(parts) if parts.as_any().is::<Points>());
        let is_closed = !body.shape.is_open() && !is_singular(&body.placement.basis);
        is_closed && !is_cloud && !body.is_unbounded()
    };
    if !bodies.iter().all(has_volume) {
        return None;
    }
    let boxes = bodies.each_ref().map(|body| placed(body.shape, body));
    let common = boxes[0].intersection(&boxes[1]);
    let mut parts = leaves(&bodies[0], &boxes[1])?;
    let of_first = parts.len();
    let more = leaves(&bodies[1], &boxes[0])?;
    memory::reserve(&mut parts, more.len());
    parts.extend(more);
    let pairs = near_pairs(&parts);
    let is_of_first = |part: u32| (part as usize) < of_first;
    let each = |[i, j]: [u32; 2]| [&parts[i as usize], &parts[j as usize]];
    let mut pace = Pace::default();
    for pair in pairs.iter().filter(|[i, j]| is_of_first(*i) == is_of_first(*j)) {
        pace.step();
        let [first, second] = each(*pair);
        if overlap_within(first, second, &common) {
            return None;
        }
    }
    let (mut sum, mut weighted) = (Overlap::default(), Vec3::zeros());
    for pair in pairs.iter().filter(|[i, j]| is_of_first(*i) && !is_of_first(*j)) {
        pace.step();
        let [first, second] = each(*pair);
        let found = overlap(&first.surface, &second.surface);
        sum.volume += found.volume;
        weighted += found.center * found.volume;
    }
    sum.center = if sum.volume > 0.0 { weighted / sum.volume } else { common.center() };
    Some(sum)
}

/// The pairs of parts whose boxes overlap, the lower number first, in order.
fn near_pairs(parts: &[Leaf]) -> Vec<[u32; 2]> {
    let (mut tree, mut pairs) = (BoxTree::default(), NearPairs::default());
    for (i, part) in (0..).zip(parts) {
        tree.place(i, &part.bounds);
    }
    tree.update(&mut pairs);
    pairs.0.sort_unstable();
    pairs.0
}

#[derive(Default)]
struct NearPairs(Vec<[u32; 2]>);

impl PairSink for NearPairs {
    fn begin(&mut self, a: u32, b: u32) {
        memory::push(&mut self.0, [a, b]);
    }

    fn end(&mut self, _: u32, _: u32) {}
}

/// A convex or solid part of a body.
struct Leaf {
    bounds: Aabb,
    surface: Surface,
}

fn placed(shape: BodyShape<'_>, at: &Body<'_>) -> Aabb {
    shape.bounds().transformed(&at.placement.basis, &at.placement.origin)
}

/// The parts of a body that are near a box; `None` if one has no surface with a known outside.
fn leaves(body: &Body<'_>, near: &Aabb) -> Option<Vec<Leaf>> {
    let (mut found, mut are_known) = (Vec::new(), true);
    body.shape.each_leaf(body.placement, &mut |shape, placement| {
        let leaf = Body { shape, placement };
        let bounds = placed(shape, &leaf);
        if !are_known || !bounds.overlaps(near) || is_singular(&placement.basis) {
            return;
        }
        match Surface::of(&leaf) {
            Some(surface) => memory::push(&mut found, Leaf { bounds, surface }),
            None => are_known = false,
        }
    });
    are_known.then_some(found)
}

/// Whether two parts have a volume in common, where their boxes share points with a third.
fn overlap_within(first: &Leaf, second: &Leaf, common: &Aabb) -> bool {
    let region = first.bounds.intersection(&second.bounds);
    if region.is_empty() || !region.overlaps(common) {
        return false;
    }
    let reach = region.absolute_extents().amax();
    let [x, y, z]: [f64; 3] = (region.half_extents() * 2.0).into();
    let largest_side = (x * y).max(y * z).max(z * x);
    overlap(&first.surface, &second.surface).volume > CLASH_ROUNDING * reach * largest_side
}
