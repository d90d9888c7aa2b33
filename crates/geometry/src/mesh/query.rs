//! Which polytopes of two bodies may share a point: candidates from the trees, for a convex test to decide.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::soup::PolytopeSoup;
use crate::bvh::{OneLeaf, Relative, visit_body, visit_pairs};
use crate::math::{Aabb, Placement};

/// The first pair of polytopes, one of each soup, that `test` accepts: most often a `LeafTest`.
///
/// `test` is called for pairs whose boxes overlap, those that overlap most first; every pair that shares a point is among
/// them. The order depends on the soups and the placements alone.
///
/// ```
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::mesh::{Builder, PolytopeKind, first_pair};
///
/// // Triangles at x = 0, 1, 2 and 3.
/// let mut builder = Builder::new();
/// (0..4).for_each(|i| builder.vertex_range(PolytopeKind::Polygon, 3 * i, 3));
/// let corner = |i: u32| Vec3::x() * f64::from(i / 3) + [Vec3::zeros(), Vec3::y(), Vec3::z()][i as usize % 3];
/// let (soup, _) = builder.finish(Some(&corner));
/// let (here, there) = (Placement::IDENTITY, Placement::translation([3.0, 0.0, 0.0]));
/// let found = first_pair(&soup, &here, &soup, &there, |_, _| true); // the boxes decide here
/// assert_eq!(found, Some((3, 0)));
/// ```
pub fn first_pair(
    a: &PolytopeSoup,
    placement_a: &Placement,
    b: &PolytopeSoup,
    placement_b: &Placement,
    mut test: impl FnMut(u32, u32) -> bool,
) -> Option<(u32, u32)> {
    let relative = Relative::new(a.tree().frame(), placement_a, b.tree().frame(), placement_b);
    // A trait object, so that the walk is compiled once.
    let visit: &mut dyn FnMut(u32, u32) -> _ = &mut |i, j| {
        if test(i, j) { ControlFlow::Break((i, j)) } else { ControlFlow::Continue(()) }
    };
    visit_pairs(a.tree(), b.tree(), &relative, visit).break_value()
}

/// The first polytope of a soup that `test` accepts, of those whose boxes overlap a convex body's bounding box.
///
/// `bounds` is the body's box in its own local coordinates, before `placement_body`.
///
/// ```
/// use solid_geometry::math::{Aabb, Placement, Vec3};
/// use solid_geometry::mesh::{Builder, PolytopeKind, first_primitive};
///
/// // Triangles at x = 0, 1, 2 and 3.
/// let mut builder = Builder::new();
/// (0..4).for_each(|i| builder.vertex_range(PolytopeKind::Polygon, 3 * i, 3));
/// let corner = |i: u32| Vec3::x() * f64::from(i / 3) + [Vec3::zeros(), Vec3::y(), Vec3::z()][i as usize % 3];
/// let (soup, _) = builder.finish(Some(&corner));
/// let cube = Aabb { min: Vec3::repeat(-0.25), max: Vec3::repeat(0.25) };
/// let (here, there) = (Placement::IDENTITY, Placement::translation([2.0, 0.0, 0.0]));
/// let found = first_primitive(&soup, &here, &cube, &there, |_| true); // the boxes decide here
/// assert_eq!(found, Some(2));
/// ```
pub fn first_primitive(
    soup: &PolytopeSoup,
    placement: &Placement,
    bounds: &Aabb,
    placement_body: &Placement,
    mut test: impl FnMut(u32) -> bool,
) -> Option<u32> {
    let body = OneLeaf::new(bounds);
    let relative = Relative::new(soup.tree().frame(), placement, &body.frame, placement_body);
    let visit: &mut dyn FnMut(u32) -> _ =
        &mut |i| if test(i) { ControlFlow::Break(i) } else { ControlFlow::Continue(()) };
    visit_body(soup.tree(), &body, &relative, None, visit).break_value()
}
