//! A common point of bodies that touch along a face: crates on a floor, stacked cans, whatever stands level.
//!
//! Rounding hides from the searches whether such bodies touch, and they take long to find that out. But where the bodies touch along
//! the normal of a flat side, the parts of both that are foremost along it lie in one plane: a point, a segment, a rectangle or a
//! disc each. Projecting a point from one part to the other by turns (von Neumann 1950) leads to a point of both, at once if it starts
//! in the middle of a disc. [`Pair::touch_at`](super::pair::Pair::touch_at) proves it.

use super::pair::{AnyPair, VertexHints};
use super::witness::Witness;
use crate::math::tolerance::FLUSH;
use crate::math::vector::{length, preimage};
use crate::math::{Mat3, Vec3};
use crate::shape::Any;
use crate::shape::core::Core;

#[cfg(test)]
mod tests;

/// Where two bodies touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// The unit normal of the plane between the bodies, from B to A.
    pub normal: Vec3,
    /// The common point.
    pub witness: Witness,
}

/// Projections from one body's foremost part to the other's.
const PROJECTIONS: u32 = 8;

/// Where two bodies touch along the normal of a flat side of either. `None` if they do not, or it is not found.
#[cold]
pub(super) fn touch_along_flat_sides(pair: &AnyPair<'_>, hints: &mut VertexHints) -> Option<Touch> {
    let sides = pair.flat_sides(&pair.inner_point());
    sides.into_iter().flatten().find_map(|normal| touch_along(pair, &normal, hints))
}

/// Where two bodies touch along a unit vector from B to A.
pub(super) fn touch_along(
    pair: &AnyPair<'_>,
    normal: &Vec3,
    hints: &mut VertexHints,
) -> Option<Touch> {
    if pair.gap_along(normal, hints).abs() > pair.rounding(normal) {
        return None;
    }
    let ((a, b), relative) = (pair.bodies(), pair.relative());
    let (basis_a, basis_b) = (relative.basis_a(), relative.basis_b());
    let part_a = Part::foremost(a, &-basis_a.tr_mul(normal), &mut hints[0]);
    let part_b = Part::foremost(b, &basis_b.tr_mul(normal), &mut hints[1]);
    let onto_a = |placed: &Vec3| part_a.nearest(&local(basis_a, placed));
    let onto_b = |placed: &Vec3| part_b.nearest(&local(basis_b, &(placed - relative.offset())));
    let mut local_a = part_a.middle();
    if !matches!(part_a, Part::Disc { .. }) {
        local_a = onto_a(&relative.place_b(&part_b.middle()));
    }
    for _ in 0..PROJECTIONS {
        let local_b = onto_b(&relative.place_a(&local_a));
        if pair.touch_at(&local_a, &local_b) {
            let difference = pair.point_of(local_a, local_b).difference();
            return Some(Touch {
                normal: *normal,
                witness: Witness { local_a, local_b, difference },
            });
        }
        local_a = onto_a(&relative.place_b(&local_b));
    }
    None
}

/// The local coordinates of a placed point, from the body's origin.
pub(super) fn local(basis: &Mat3, placed: &Vec3) -> Vec3 {
    match super::unrounded::similarity(basis) {
        Some(scale) => basis.tr_mul(placed) / (scale * scale),
        None => preimage(basis, placed),
    }
}

/// The part of a body that is foremost in a direction, in local coordinates.
pub(super) enum Part {
    Point(Vec3),
    Segment([Vec3; 2]),
    /// The points between two corners of an axis-aligned box, a face or an edge.
    Rectangle([Vec3; 2]),
    /// About the y-axis.
    Disc {
        center: Vec3,
        radius: f64,
    },
}

impl Part {
    /// `d` is along the body's axes.
    pub(super) fn foremost(body: Any<'_>, d: &Vec3, hint: &mut u32) -> Part {
        let point = body.support(d, hint);
        let Some(core) = body.core(true) else { return Part::Point(point) };
        // What a point of the unrounded body is behind that of the body.
        let out = if body.margin() > 0.0 { d * (body.margin() / length(d)) } else { Vec3::zeros() };
        let around = length(&Vec3::new(d.x, 0.0, d.z));
        let flush = FLUSH * length(d);
        match core {
            Core::Box(half) => {
                let far = Vec3::from_fn(|k, _| if d[k] < 0.0 { -half[k] } else { half[k] });
                let near = Vec3::from_fn(|k, _| if d[k].abs() <= flush { -far[k] } else { far[k] });
                Part::Rectangle([near.inf(&far) + out, near.sup(&far) + out])
            }
            Core::Cylinder { radius, half_height } => {
                let y = if d.y < 0.0 { -half_height } else { half_height };
                if around <= flush {
                    Part::Disc { center: Vec3::new(0.0, y, 0.0) + out, radius }
                } else if d.y.abs() <= flush {
                    Part::Segment([point, Vec3::new(point.x, -point.y, point.z)])
                } else {
                    Part::Point(point)
                }
            }
            Core::Cone { radius, half_height } => {
                if around <= flush && d.y < 0.0 {
                    let center = Vec3::new(0.0, -half_height, 0.0);
                    Part::Disc { center, radius }
                } else {
                    Part::Point(point)
                }
            }
            Core::Segment([p, q]) if d.dot(&(q - p)).abs() <= flush * length(&(q - p)) => {
                Part::Segment([p + out, q + out])
            }
            Core::Point(_) | Core::Segment(_) | Core::Triangle(_) => Part::Point(point),
        }
    }

    fn middle(&self) -> Vec3 {
        match self {
            Part::Point(p) => *p,
            Part::Segment([p, q]) | Part::Rectangle([p, q]) => (p + q) * 0.5,
            Part::Disc { center, .. } => *center,
        }
    }

    /// Its point nearest to another.
    pub(super) fn nearest(&self, q: &Vec3) -> Vec3 {
        match self {
            Part::Point(p) => *p,
            Part::Segment([from, to]) => {
                let edge = to - from;
                let t = edge.dot(&(q - from)) / edge.norm_squared();
                // A segment without a length is its point.
                if t > 0.0 { from + edge * t.min(1.0) } else { *from }
            }
            Part::Rectangle([low, high]) => q.sup(low).inf(high),
            Part::Disc { center, radius } => {
                let across = Vec3::new(q.x - center.x, 0.0, q.z - center.z);
                let distance = length(&across);
                center + if distance > *radius { across * (radius / distance) } else { across }
            }
        }
    }
}
