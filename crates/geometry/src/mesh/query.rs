//! Which polytopes of two bodies may share a point: candidates from the trees, for a convex test to decide.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::soup::Soup;
use crate::bvh::{FramedBox, Relative, visit_body, visit_pairs};
use crate::math::{Aabb, Placement};

/// The first pair of polytopes, one of each soup, that `test` accepts.
///
/// `test` is asked for pairs whose boxes overlap, near ones first; every pair that shares a point is among them
/// if it comes to that. The order depends on the soups and the placements alone.
pub fn first_pair(
    a: &Soup,
    placement_a: &Placement,
    b: &Soup,
    placement_b: &Placement,
    mut test: impl FnMut(u32, u32) -> bool,
) -> Option<(u32, u32)> {
    let relative = Relative::new(a.tree().frame(), placement_a, b.tree().frame(), placement_b);
    let mut found = None;
    // By a pointer, as all that walks two trees: one walk in the library. A polytope's test takes many times as long.
    let visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()> = &mut |i, j| {
        found = test(i, j).then_some((i, j));
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let _ = visit_pairs(a.tree(), b.tree(), &relative, visit);
    found
}

/// The first polytope of a soup that `test` accepts, of those whose boxes overlap a convex body's bounding box.
///
/// `bounds` is the body's box in its own local coordinates, before `placement_body`.
pub fn first_primitive(
    soup: &Soup,
    placement: &Placement,
    bounds: &Aabb,
    placement_body: &Placement,
    mut test: impl FnMut(u32) -> bool,
) -> Option<u32> {
    let body = FramedBox::new(bounds);
    let relative = Relative::new(soup.tree().frame(), placement, &body.frame, placement_body);
    let mut found = None;
    let visit: &mut dyn FnMut(u32) -> ControlFlow<()> = &mut |i| {
        found = test(i).then_some(i);
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let _ = visit_body(soup.tree(), &body, &relative, visit);
    found
}
