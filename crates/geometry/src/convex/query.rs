//! The queries about two placed convex bodies that share the cache of the pair.
//!
//! A pair is decided by the axis that separated it last time, else by the axes of two boxes (`super::boxes`), the normals of
//! flat bodies, GJK ([`super::gjk`]), and GJK in double-double numbers.

use super::axes;
use super::boxes::{self, BoxOverlap};
use super::closed_form::{Gap, Placed};
pub(crate) use super::coherence::Coherence;
use super::distance;
use super::gjk;
use super::pair::{Pair, VertexHints};
use super::relative::RelativePlacement;
use super::witness::Witness;
use crate::math::{Mat3, Placement, Vec3};
use crate::shape::Support;
use crate::shape::core::Core;

/// Whether two closed bodies share a point; touching is sharing.
///
/// The cached axis counts only if it still separates them by a clear margin, so the answer does not depend on it.
///
/// ```
/// use solid_geometry::convex::{Coherence, RelativePlacement, intersect};
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::{Primitive, Support};
///
/// let (ball, block) = (Primitive::sphere(1.0), Primitive::Box(Vec3::repeat(1.0)));
/// let (here, extents) = (Placement::IDENTITY, [ball.absolute_extents(), block.absolute_extents()]);
/// let mut coherence = Coherence::default();
/// let mut at = |x| {
///     let there = Placement::translation([x, 0.0, 0.0]);
///     let relative = RelativePlacement::new(&extents[0], &here, &extents[1], &there)?;
///     Some(intersect(&ball, &block, &relative, &mut coherence))
/// };
/// assert_eq!([at(1.9), at(2.0), at(2.1)], [Some(true), Some(true), Some(false)]);
/// ```
#[inline]
pub fn intersect<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    relative: &RelativePlacement,
    coherence: &mut Coherence,
) -> bool {
    let pair = Pair::new(a, b, relative);
    if coherence.axis().is_some_and(|axis| pair.is_separated_by(&axis, &mut coherence.hints)) {
        return false;
    }
    let bases = [relative.basis_a(), relative.basis_b()];
    by_boxes(a, b, bases, &relative.offset(), coherence).unwrap_or_else(|| decide(&pair, coherence))
}

/// [`intersect`] of two placed bodies; what needs no relative placement is tried before one is made. `false` as well where the
/// coordinates leave the numbers' range.
///
/// ```
/// use solid_geometry::convex::{Coherence, overlap};
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::Primitive;
///
/// let block = Primitive::Box(Vec3::repeat(1.0));
/// let (here, mut coherence) = (Placement::IDENTITY, Coherence::default());
/// let mut there = Placement::translation([2.2, 0.0, 0.0]);
/// assert!(!overlap(&block, &here, &block, &there, &mut coherence));
/// there.rotate(&[0.0, 0.0, 0.5, 1.0]); // by 53 degrees: a corner reaches 1.4 far
/// assert!(overlap(&block, &here, &block, &there, &mut coherence));
/// ```
#[inline]
pub fn overlap<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    placement_a: &Placement,
    b: &B,
    placement_b: &Placement,
    coherence: &mut Coherence,
) -> bool {
    if coherence.still_separates((a, placement_a), (b, placement_b)) {
        return false;
    }
    let bases = [&placement_a.basis, &placement_b.basis];
    let offset = placement_b.origin - placement_a.origin;
    if let Some(overlap) = by_boxes(a, b, bases, &offset, coherence) {
        return overlap;
    }
    if let (Some((p, false)), Some((q, false))) = (a.as_primitive(), b.as_primitive())
        && let Some(gap) = &Gap::new((p, placement_a), (q, placement_b))
        && let Some(is_apart) = gap.is_apart()
    {
        coherence.set_axis(&if is_apart { *gap.axis() } else { Vec3::zeros() });
        return !is_apart;
    }
    let relative = RelativePlacement::new(
        &a.absolute_extents(),
        placement_a,
        &b.absolute_extents(),
        placement_b,
    );
    // By reference: a copy of what was just written is a store-forwarding stall.
    relative.as_ref().is_some_and(|relative| {
        let core_a = a.core(false);
        let core_b = b.core(false);
        let cores = core_a.as_ref().zip(core_b.as_ref());
        cores
            .and_then(|(p, q)| by_axes([p, q], relative, coherence))
            .unwrap_or_else(|| decide(&Pair::new(a, b, relative), coherence))
    })
}

/// Whether two boxes, triangles or segments overlap; `None` if either is another body, or their axes leave it open.
#[inline]
fn by_axes(
    cores: [&Core; 2],
    relative: &RelativePlacement,
    coherence: &mut Coherence,
) -> Option<bool> {
    match axes::overlap(cores, relative)? {
        Ok(()) => {
            coherence.forget_axis();
            Some(true)
        }
        Err(axis) => {
            coherence.set_axis(&axis);
            Some(false)
        }
    }
}

/// Whether two placed bodies are found to be apart before anything else is computed: by the cached axis, the axes of two boxes, or
/// the line of their centres; by those of triangles and segments too, unless the search tries these first. That they are not found to
/// be does not mean that they collide.
#[inline]
pub(crate) fn is_rejected<A: Support + ?Sized, B: Support + ?Sized>(
    (a, placement_a): (&A, &Placement),
    (b, placement_b): (&B, &Placement),
    searches_axes: bool,
    coherence: &mut Coherence,
) -> bool {
    if coherence.still_separates((a, placement_a), (b, placement_b)) {
        return true;
    }
    let bases = [&placement_a.basis, &placement_b.basis];
    let offset = placement_b.origin - placement_a.origin;
    if let Some(overlap) = by_boxes(a, b, bases, &offset, coherence) {
        return !overlap;
    }
    if coherence.centers_separate((a, placement_a), (b, placement_b)) {
        return true;
    }
    if searches_axes {
        return false;
    }
    let core_a = a.core(false);
    let core_b = b.core(false);
    let Some((p, q)) = core_a.as_ref().zip(core_b.as_ref()) else { return false };
    let (of_a, of_b) = (a.absolute_extents(), b.absolute_extents());
    RelativePlacement::new(&of_a, placement_a, &of_b, placement_b)
        .as_ref()
        .and_then(|relative| by_axes([p, q], relative, coherence))
        .is_some_and(|overlap| !overlap)
}

/// As [`is_rejected`], of bodies of which the search that follows tries better axes than the line of their centres: by the cached axis, the
/// axes of two boxes, or the boxes around both bodies.
#[inline]
pub(crate) fn is_rejected_by_boxes(
    a: Placed<'_>,
    b: Placed<'_>,
    coherence: &mut Coherence,
) -> bool {
    if coherence.still_separates(a, b) {
        return true;
    }
    let offset = b.1.origin - a.1.origin;
    match by_boxes(a.0, b.0, [&a.1.basis, &b.1.basis], &offset, coherence) {
        Some(overlap) => !overlap,
        None => coherence.boxes_separate(a, b),
    }
}

/// Whether two placed bodies are boxes that certainly overlap. `false` where their centres are so far apart that it is not likely.
pub(crate) fn are_overlapping_boxes(a: Placed<'_>, b: Placed<'_>) -> bool {
    let (Some(half_a), Some(half_b)) = (a.0.as_box(), b.0.as_box()) else { return false };
    let offset = b.1.origin - a.1.origin;
    // As if the placements were rotations: of others it is no proof that they are apart.
    offset.norm_squared() < (half_a + half_b).norm_squared()
        && boxes::overlap((&half_a, &a.1.basis), (&half_b, &b.1.basis), &offset)
            == BoxOverlap::Overlapping
}

/// Whether two boxes overlap; `None` if either body is no box, or their axes leave it open.
#[inline]
fn by_boxes<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    [basis_a, basis_b]: [&Mat3; 2],
    offset: &Vec3,
    coherence: &mut Coherence,
) -> Option<bool> {
    let (half_a, half_b) = (a.as_box()?, b.as_box()?);
    match boxes::overlap((&half_a, basis_a), (&half_b, basis_b), offset) {
        BoxOverlap::Apart(axis) => {
            coherence.set_axis(&axis.direction([basis_a, basis_b], offset));
            Some(false)
        }
        BoxOverlap::Overlapping => {
            coherence.forget_axis();
            Some(true)
        }
        BoxOverlap::Uncertain => None,
    }
}

/// Decides a pair by its unrounded bodies, by the normals of flat bodies, or by GJK.
#[inline]
fn decide<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
    coherence: &mut Coherence,
) -> bool {
    if let Some(result) = distance::search_unrounded(pair, &mut coherence.hints) {
        return coherence.record(&result);
    }
    let normal =
        pair.facet_normals().find(|normal| pair.is_separated_by(normal, &mut coherence.hints));
    if let Some(normal) = normal {
        coherence.set_axis(&normal);
        return false;
    }
    let result = gjk::search(pair, &mut coherence.hints);
    coherence.record(&result)
}

/// A point that both bodies share, in the local coordinates of each; `None` if they are apart.
///
/// The answer is that of the pair alone, whatever `coherence` holds.
///
/// ```
/// use solid_geometry::convex::{Coherence, RelativePlacement, common_point};
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::{Primitive, Support};
///
/// let ball = Primitive::sphere(1.0);
/// let there = Placement::translation([1.5, 0.0, 0.0]);
/// let extents = ball.absolute_extents();
/// let relative = RelativePlacement::new(&extents, &Placement::IDENTITY, &extents, &there);
/// let relative = relative.expect("in range");
/// let point = common_point(&ball, &ball, &relative, &mut Coherence::default()).expect("they overlap");
/// assert!(point.local_a.norm() <= 1.0 && point.local_b.norm() <= 1.0);
/// assert!((point.local_a - there.apply(&point.local_b)).norm() < 1e-9); // one point of the world
/// ```
pub fn common_point<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    relative: &RelativePlacement,
    coherence: &mut Coherence,
) -> Option<Witness> {
    let pair = Pair::new(a, b, relative);
    if coherence.axis().is_some_and(|axis| pair.is_separated_by(&axis, &mut coherence.hints)) {
        return None;
    }
    let found = distance::shared_point(a, b, relative, &mut coherence.hints);
    coherence.set_axis(&found.err().unwrap_or_default());
    found.ok()
}

/// The closest points of two bodies to a relative error of their distance; where they are not apart a common
/// point, with a zero difference. The difference is in the units of the placements.
///
/// ```
/// use solid_geometry::convex::{RelativePlacement, closest_points};
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::{Primitive, Support};
///
/// let (ball, block) = (Primitive::sphere(1.0), Primitive::Box(Vec3::new(2.0, 1.0, 1.0)));
/// let there = Placement::translation([6.0, 0.0, 0.0]);
/// let (of_ball, of_block) = (ball.absolute_extents(), block.absolute_extents());
/// let relative = RelativePlacement::new(&of_ball, &Placement::IDENTITY, &of_block, &there);
/// let found = closest_points(&ball, &block, &relative.expect("in range"), 1e-9, &mut [0; 2]);
/// assert!((found.local_a - Vec3::x()).norm() < 1e-9 && found.local_b.x == -2.0);
/// assert!((found.difference + Vec3::x() * 3.0).norm() < 1e-9); // from the block, at x = 4, to the ball
/// ```
pub fn closest_points<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    relative: &RelativePlacement,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Witness {
    let mut witness = distance::distance(a, b, relative, tolerance, hints).witness;
    witness.difference = relative.in_world_units(&witness.difference);
    witness
}
