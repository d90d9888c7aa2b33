//! The penetration depth of two convex bodies: the length of the shortest translation that separates their interiors.
//!
//! There are three methods. Boxes, triangles and segments use the fifteen axes of the separating axis theorem (`crate::convex::axes`, `crate::convex::boxes::sat`). If rounded
//! bodies without their rounding are apart, the depth is the sum of their radii minus the distance. Otherwise the expanding
//! polytope algorithm ([`crate::convex::epa`]) finds the depth of the unrounded bodies, to which the radii are added. Near
//! touching, [`crate::convex::query::intersect`] decides whether the bodies collide, so that all queries agree.

use crate::convex::axes;
use crate::convex::boxes::sat;
use crate::convex::closed_form;
use crate::convex::distance;
use crate::convex::epa::difference::Difference;
use crate::convex::epa::{self, Status, Workspace};
use crate::convex::gjk::{self, boolean};
use crate::convex::pair::{AnyPair, Pair, VertexHints};
use crate::convex::query::{self, Coherence};
use crate::convex::relative::RelativePlacement;
use crate::convex::touching::{Touch, touch_along, touch_along_flat_sides};
use crate::convex::unrounded::AnyUnroundedPair;
use crate::math::tolerance::{
    CLEAR_MARGIN, DEPTH_ASIDE, DEPTH_SLACK, PLAIN_DEPTH, POLISH_STEPS, SHALLOW_DEPTH,
    TIGHTEST_DEPTH_TOLERANCE, UNROUNDED_DISTANCE_TOLERANCE,
};
use crate::math::vector::direction;
use crate::math::{Mat3, Vec3};
use crate::shape::Any;
use crate::shape::core::Core;
use apart::negative_distance;

mod apart;
mod revolution;
#[cfg(test)]
mod tests;

/// The penetration depth of two bodies, with its direction and the deepest points: the result of [`penetration_depth`].
///
/// ```
/// use solid_geometry::convex::epa::{Status, Workspace};
/// use solid_geometry::convex::{RelativePlacement, penetration_depth};
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::{Primitive, Support};
///
/// let (ball, there) = (Primitive::sphere(1.0), Placement::translation([0.0, 1.5, 0.0]));
/// let extents = ball.absolute_extents();
/// let relative = RelativePlacement::new(&extents, &Placement::IDENTITY, &extents, &there);
/// let relative = relative.expect("in range");
/// let found = penetration_depth(&ball, &ball, &relative, 1e-6, &mut Workspace::default());
/// let found = found.expect("they overlap");
/// assert!(found.status == Status::Converged && (found.depth - 0.5).abs() < 1e-6);
/// assert!((found.normal + Vec3::y()).norm() < 1e-6); // the first ball is pushed down
/// assert!((found.local_a - Vec3::y()).norm() < 1e-6 && (found.local_b + Vec3::y()).norm() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// The length of the shortest translation that separates the interiors, in the units of the placements; zero if the bodies
    /// only touch.
    pub depth: f64,
    /// The direction in which A is translated: a unit vector from B towards A, along world axes.
    pub normal: Vec3,
    /// The point of A that is deepest in B, in local coordinates of A. That of B is `depth` times `normal` away.
    pub local_a: Vec3,
    /// The point of B that is deepest in A, in local coordinates of B.
    pub local_b: Vec3,
    /// A lower bound on the length of all translations that separate the interiors.
    pub lower: f64,
    /// [`Status::Converged`], or why `lower` is not as near to `depth` as requested.
    pub status: Status,
    /// Support points computed.
    pub iterations: u32,
}

impl Depth {
    fn of_touching(touch: &Touch) -> Depth {
        Depth {
            depth: 0.0,
            normal: touch.normal,
            local_a: touch.witness.local_a,
            local_b: touch.witness.local_b,
            lower: 0.0,
            status: Status::Converged,
            iterations: 1,
        }
    }

    fn mirrored(self) -> Depth {
        Depth { normal: -self.normal, local_a: self.local_b, local_b: self.local_a, ..self }
    }
}

/// The penetration depth of two bodies to a relative error `tolerance`; `None` if they are apart.
///
/// After a translation of A by `depth` times `normal` the bodies at most touch, up to rounding, whatever the tolerance. The
/// result does not depend on previous uses of `work`; that of the swapped pair is the mirror image. Boxes take some hundred
/// operations, other polytopes usually 10 to 40 support points, round bodies 10 to 60.
///
/// ```
/// use solid_geometry::convex::epa::Workspace;
/// use solid_geometry::convex::{RelativePlacement, penetration_depth};
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::{Primitive, Support};
///
/// let block = Primitive::Box(Vec3::repeat(1.0));
/// let (extents, mut work) = (block.absolute_extents(), Workspace::default());
/// let mut depth = |x| {
///     let there = Placement::translation([x, 0.5, 0.0]);
///     let relative = RelativePlacement::new(&extents, &Placement::IDENTITY, &extents, &there)?;
///     penetration_depth(&block, &block, &relative, 1e-6, &mut work).map(|found| found.depth)
/// };
/// assert_eq!([depth(1.75), depth(1.0), depth(3.0)], [Some(0.25), Some(1.0), None]);
/// ```
pub fn penetration_depth(
    a: Any<'_>,
    b: Any<'_>,
    relative: &RelativePlacement,
    tolerance: f64,
    work: &mut Workspace,
) -> Option<Depth> {
    let tolerance = tolerance.max(TIGHTEST_DEPTH_TOLERANCE);
    depth_or_axis(a, b, relative, tolerance, false, work).ok()
}

/// As [`penetration_depth`]; of bodies that are apart, an axis that separates them by a clear margin, or zero. The line of their centres
/// is tried first, unless it is known that it does not separate them: they `are_near`.
pub(crate) fn depth_or_axis(
    a: Any<'_>,
    b: Any<'_>,
    relative: &RelativePlacement,
    tolerance: f64,
    are_near: bool,
    work: &mut Workspace,
) -> Result<Depth, Vec3> {
    let mut axis = Vec3::zeros();
    let tolerance = tolerance.max(TIGHTEST_DEPTH_TOLERANCE);
    let found = if relative.comes_first(&a.absolute_extents(), &b.absolute_extents()) {
        in_order(a, b, relative, (tolerance, are_near), work, &mut axis)
    } else {
        let swapped = relative.swapped();
        let found = in_order(b, a, &swapped, (tolerance, are_near), work, &mut axis);
        axis = -axis;
        found.map(Depth::mirrored)
    };
    found.ok_or(axis)
}

fn in_order(
    a: Any<'_>,
    b: Any<'_>,
    relative: &RelativePlacement,
    (tolerance, are_near): (f64, bool),
    work: &mut Workspace,
    axis: &mut Vec3,
) -> Option<Depth> {
    let (pair, mut hints) = (AnyPair::new(a, b, relative), VertexHints::default());
    let mut is_separating = |found: &Vec3| {
        let is_apart = pair.is_separated_by(found, &mut hints);
        if is_apart {
            *axis = *found;
        }
        is_apart
    };
    let unrounded = AnyUnroundedPair::new(a, b, relative);
    // Of balls and capsules the distance is known by a closed form, mostly all that is needed.
    let is_thin = |body: Any<'_>| {
        body.margin() > 0.0 && matches!(body.core(true), Some(Core::Point(_) | Core::Segment(_)))
    };
    let distance_first = is_thin(a) || is_thin(b);
    let by_axes = if distance_first { None } else { depth_by_axes(&unrounded) };
    // Most bodies that are apart are so along the line of their centres.
    if by_axes.is_none() && !are_near && is_separating(&pair.initial_direction()) {
        return None;
    }
    let sum = unrounded.radius();
    let (slack, clear) =
        (DEPTH_SLACK * relative.rounding(), 2.0 * CLEAR_MARGIN * relative.rounding());
    let (mut found, proof) =
        match unrounded_depth(&unrounded, (by_axes, distance_first), tolerance, work) {
            Ok(found) => found,
            Err(found) => {
                is_separating(&found);
                return None;
            }
        };
    let depth_of_unrounded = found.depth;
    // NaN proves nothing.
    let is_deep = found.lower > PLAIN_DEPTH * relative.largest_coordinate();
    found.depth += sum;
    found.lower += sum;
    let may_touch = found.depth >= -slack;
    let is_proved = match proof {
        Proof::ClosedForm => found.lower > slack,
        Proof::Enclosed => true,
        Proof::Polytope => found.status == Status::Converged && is_deep,
    };
    if !may_touch {
        // The overlap along an axis is true whatever was rounded to find it.
        if matches!(proof, Proof::ClosedForm) && found.depth < -clear {
            *axis = found.normal;
        } else {
            is_separating(&found.normal);
        }
        return None;
    }
    if !is_proved && !query::intersect(a, b, relative, &mut Coherence::default()) {
        return None;
    }
    align_witness(&unrounded, depth_of_unrounded, tolerance, &mut found);
    let [margin_a, margin_b] = unrounded.margins();
    found.local_a -= outwards(relative.basis_a(), &found.normal, margin_a);
    found.local_b += outwards(relative.basis_b(), &found.normal, margin_b);
    if needs_polish(&found, tolerance, relative) {
        polish(a, b, relative, tolerance, &mut found);
    }
    let depth = found.depth.max(0.0);
    let lower = found.lower.clamp(0.0, depth);
    let [depth, lower] = [depth, lower].map(|length| relative.length_in_world_units(length));
    Some(Depth { depth, lower, ..found })
}

/// Whether bounds are farther apart than the tolerance allows, of bodies that barely overlap: the depth then is a small difference
/// of large lengths.
fn needs_polish(found: &Depth, tolerance: f64, relative: &RelativePlacement) -> bool {
    found.depth > DEPTH_SLACK * relative.rounding()
        && found.depth < SHALLOW_DEPTH * relative.largest_coordinate()
        && found.depth - found.lower > tolerance * found.depth
}

/// Improves the direction of a shallow depth by the distance of the bodies once they are moved apart by as much as they are
/// deep: the nearest point of the surface of A - B is nearly the same from inside and from outside, and distances are exact
/// relative to themselves.
#[cold]
fn polish(a: Any<'_>, b: Any<'_>, relative: &RelativePlacement, tolerance: f64, found: &mut Depth) {
    let pair = AnyPair::new(a, b, relative);
    let mut hints = VertexHints::default();
    for _ in 0..POLISH_STEPS {
        let apart = relative.moved(&(found.normal * (-2.0 * found.depth)));
        let gap = distance::distance(a, b, &apart, tolerance, &mut hints);
        if gap.axis == Vec3::zeros() {
            return; // Moved apart by less than rounding: they still overlap.
        }
        let depth = -pair.gap_along(&gap.axis, &mut hints);
        if depth >= found.depth || depth.is_nan() {
            return;
        }
        let before = found.depth;
        (found.depth, found.normal) = (depth, gap.axis);
        (found.local_a, found.local_b) = (gap.witness.local_a, gap.witness.local_b);
        if before - depth <= tolerance * depth {
            return;
        }
    }
}

/// Makes the difference of the deepest points parallel to the normal. If it is not, they are replaced by the closest points after
/// the translation that separates the bodies.
fn align_witness(unrounded: &AnyUnroundedPair<'_>, depth: f64, tolerance: f64, found: &mut Depth) {
    let pair = unrounded.pair().of_any();
    let (relative, by) = (pair.relative(), found.normal * -depth);
    let lateral = relative.place_b(&found.local_b) + by - relative.place_a(&found.local_a);
    if lateral.norm() > tolerance.max(DEPTH_ASIDE) * relative.largest_coordinate() {
        let apart = relative.moved(&by);
        let ((a, b), mut hints) = (pair.bodies(), VertexHints::default());
        let touch = touch_along(&Pair::new(a, b, &apart), &found.normal, &mut hints);
        let nearest = touch.map_or_else(
            || distance::distance(a, b, &apart, UNROUNDED_DISTANCE_TOLERANCE, &mut hints).witness,
            |touch| touch.witness,
        );
        (found.local_a, found.local_b) = (nearest.local_a, nearest.local_b);
    }
}

/// A vector of length `margin` along a world direction, in the local coordinates of a similarity.
fn outwards(basis: &Mat3, normal: &Vec3, margin: f64) -> Vec3 {
    if margin > 0.0 { unit(&basis.tr_mul(normal)) * margin } else { Vec3::zeros() }
}

/// A unit vector along a vector; the x axis if that is zero.
fn unit(v: &Vec3) -> Vec3 {
    direction(v).unwrap_or_else(Vec3::x)
}

/// Why a depth proves that the bodies collide.
enum Proof {
    /// It is exact but for rounding: a lower bound above that suffices.
    ClosedForm,
    /// The boolean query has found the bodies to overlap.
    Enclosed,
    /// Its lower bound is that of the polytope: it must be far above rounding, as faces of long and thin polytopes are ill-conditioned.
    Polytope,
}

/// The depth of two bodies without their rounding; negative if these are apart. If they are no farther apart than the sum of
/// the radii, it is minus their distance. Of bodies that are certainly apart, an axis that separates them.
fn unrounded_depth(
    bodies: &AnyUnroundedPair<'_>,
    (by_axes, distance_first): (Option<Depth>, bool),
    tolerance: f64,
    work: &mut Workspace,
) -> Result<(Depth, Proof), Vec3> {
    let sum = bodies.radius();
    if let Some(overlap) = by_axes
        && (sum == 0.0 || overlap.depth > 0.0 || overlap.depth < -2.0 * sum)
    {
        return Ok((overlap, Proof::ClosedForm));
    }
    let mut hints = VertexHints::default();
    if sum > 0.0
        && let Some(apart) = negative_distance(bodies, &mut hints)?
    {
        return Ok((apart, Proof::ClosedForm));
    }
    let by_axes = if distance_first { depth_by_axes(bodies) } else { by_axes };
    let by_closed_form = by_axes
        .or_else(|| closed_form::depth(&bodies.pair()))
        .or_else(|| revolution::depth(&bodies.pair().of_any(), &mut hints));
    if let Some(overlap) = by_closed_form {
        return Ok((overlap, Proof::ClosedForm));
    }
    // Far cheaper than the polytope of bodies that are apart.
    let mut proof = Proof::Polytope;
    if sum == 0.0 {
        let found = boolean::search(&bodies.pair(), &mut hints);
        match found.status {
            gjk::Status::Apart => return Err(found.axis),
            gjk::Status::Enclosed => proof = Proof::Enclosed,
            gjk::Status::Touching => {
                if let Some(touch) = touch_along_flat_sides(&bodies.pair().of_any(), &mut hints) {
                    return Ok((Depth::of_touching(&touch), Proof::Enclosed));
                }
            }
            _ => {}
        }
    }
    let mut difference = Difference::new(bodies.pair(), &mut hints);
    let towards = difference.center_difference();
    let sides = bodies.pair().flat_sides(&towards).into_iter().flatten();
    Ok((epa::expand(&mut difference, &unit(&towards), sides, tolerance, work), proof))
}

/// The depth by the axes of the separating axis theorem; `None` if the bodies are not among those that have few, or too flat.
fn depth_by_axes(bodies: &AnyUnroundedPair<'_>) -> Option<Depth> {
    let Some([(half_a, p), (half_b, q)]) = bodies.boxes() else {
        return axes::depth(&bodies.pair());
    };
    let overlap = sat::least_overlap(&p, &q)?;
    let [part_a, part_b] = sat::deepest_points(&p, &q, &overlap);
    Some(Depth {
        depth: overlap.depth,
        normal: overlap.normal,
        local_a: part_a.component_mul(&half_a),
        local_b: part_b.component_mul(&half_b),
        lower: overlap.depth,
        status: Status::Converged,
        iterations: 0,
    })
}
