//! The cast of a box against another by slabs: closed, and exact but for rounding.
//!
//! The difference of two boxes is the common part of fifteen slabs, each across a face normal or a product of two edges
//! ([`crate::convex::boxes::sat`]). The ray is in it between the last entry into a slab and the first exit.

use crate::convex::boxes::sat::{AxisOverlap, Block, axes};
use crate::convex::cast::swept_ray::SweptRay;
use crate::math::Vec3;
use crate::math::tolerance::{
    CLEAR_MARGIN, NEARLY_PARALLEL, PARALLEL_EDGES, ROUNDING, SAME_DEPTH, SUPPORT_ROUNDING,
};

#[cfg(test)]
mod tests;

/// The result of a cast of boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// At each point of the path one of the axes separates the boxes, beyond rounding.
    Missed,
    /// The boxes certainly touch, and not before this point of the path.
    Contact {
        /// In lengths of the path's direction.
        at: f64,
        /// The unit normal, from the second box towards the first.
        normal: Vec3,
    },
    /// The boxes may overlap at the start or graze each other, or edges are nearly parallel; the general cast decides.
    Undecided,
}

/// The two edges that an axis is the product of.
fn edges_of<'e>(axis: usize, a: &'e Block, b: &'e Block) -> [&'e Vec3; 2] {
    let next = |block: &'e Block, k: usize| [&block.edges[(k + 1) % 3], &block.edges[(k + 2) % 3]];
    match axis {
        0..3 => next(a, axis),
        3..6 => next(b, axis - 3),
        _ => [&a.edges[(axis - 6) / 3], &b.edges[axis % 3]],
    }
}

/// The cast of `b` along the path against `a`; `extents` bounds the absolute coordinates, axis by axis.
pub(crate) fn cast(a: &Block, b: &Block, path: &SweptRay, extents: &Vec3) -> Outcome {
    let between = a.center - b.center;
    let mut entry: (f64, Option<Vec3>) = (0.0, None);
    // Whether all other queries agree that the boxes are apart at the start. They are less precise than this one for boxes that
    // are far longer than wide.
    let known = CLEAR_MARGIN * ROUNDING * extents.max();
    let mut apart = false;
    // The last certain entry, the first certain exit, and the first possible exit.
    let (mut entered, mut left, mut may_leave) = (f64::NEG_INFINITY, f64::INFINITY, f64::INFINITY);
    for (i, axis) in axes(a, b).iter().enumerate() {
        let square = axis.norm_squared();
        let [e, f] = edges_of(i, a, b).map(Vec3::norm_squared);
        // The product of parallel edges is not the normal of a facet; that of nearly parallel ones is ill-conditioned.
        if i >= 6 && square <= PARALLEL_EDGES * PARALLEL_EDGES * (e * f) {
            continue;
        }
        let sharp = square > NEARLY_PARALLEL * NEARLY_PARALLEL * (e * f);
        if !sharp {
            return Outcome::Undecided;
        }
        let sign = if axis.dot(&path.direction) < 0.0 { -1.0 } else { 1.0 };
        let (rate, middle) = (axis.dot(&path.direction) * sign, axis.dot(&between) * sign);
        let half = a.projected_radius(axis) + b.projected_radius(axis);
        let (near, far) = (middle - half, middle + half);
        let rounding = SUPPORT_ROUNDING * axis.abs().dot(extents);
        // Includes the error of the axis.
        let uncertainty = rounding / NEARLY_PARALLEL;
        let beyond = near > rounding && near - rounding > rate * path.length;
        let gap = near.max(-far);
        apart |= gap > 0.0 && gap * gap > known * known * square;
        if far < -rounding || beyond {
            return if apart { Outcome::Missed } else { Outcome::Undecided };
        }
        if rate * path.length <= uncertainty {
            // The path is nearly parallel to the slab: it is inside, outside, or rounding hides which.
            if near > -2.0 * uncertainty || far < 2.0 * uncertainty {
                return Outcome::Undecided;
            }
            continue;
        }
        if near > rounding && near > entry.0 * (1.0 + SAME_DEPTH) * rate {
            entry = (near / rate, Some(axis * sign));
        }
        entered = entered.max((near - rounding) / rate);
        left = left.min((far + rounding) / rate);
        may_leave = may_leave.min((far - uncertainty) / rate);
    }
    if !apart {
        return Outcome::Undecided;
    }
    if entered > left {
        return Outcome::Missed;
    }
    match entry {
        (at, Some(normal)) if at < may_leave && at < path.length => {
            Outcome::Contact { at, normal: normal / normal.norm() }
        }
        _ => Outcome::Undecided,
    }
}

/// The contact points: [`crate::convex::boxes::sat::deepest_points`] of the boxes at the time of contact.
pub(crate) fn meeting_points(
    a: &Block,
    b: &Block,
    path: &SweptRay,
    at: f64,
    normal: &Vec3,
) -> [Vec3; 2] {
    let moved = Block { center: b.center + path.direction * at, ..*b };
    crate::convex::boxes::sat::deepest_points(
        a,
        &moved,
        &AxisOverlap { normal: *normal, depth: 0.0 },
    )
}
