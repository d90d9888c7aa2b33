//! Distances of two bodies that move: GJK goes on from where it ended when they were placed otherwise.

use super::{Distance, DistanceQuery, Status, certify, estimate_in_double};
use crate::convex::gjk::nearest::NearestSimplex;
use crate::convex::pair::VertexHints;
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::UnroundedPair;
use crate::math::Vec3;
use crate::shape::Support;

/// What is kept from one distance of two bodies that move to the next.
pub(crate) struct WarmSimplex {
    simplex: NearestSimplex,
    /// The roundings left out of the bodies that its points are of: all, or none under a map that is no similarity.
    margins: [f64; 2],
    /// The last axis that separated the bodies; zero if there is none.
    axis: Vec3,
}

impl WarmSimplex {
    pub const COLD: WarmSimplex = WarmSimplex {
        simplex: NearestSimplex::EMPTY,
        margins: [0.0; 2],
        axis: Vec3::new(0.0, 0.0, 0.0),
    };
}

/// As [`distance`], from where the search ended when the bodies were placed otherwise.
pub(crate) fn distance_again<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    relative: &RelativePlacement,
    tolerance: f64,
    warm: &mut WarmSimplex,
    hints: &mut VertexHints,
) -> Distance {
    let unrounded = UnroundedPair::new(a, b, relative);
    let query = DistanceQuery::Distance(tolerance);
    let margins = unrounded.margins();
    let placed = if unrounded.are_polytopes() && margins == warm.margins {
        warm.simplex.place(|a, b| relative.place_a(a) - relative.place_b(b))
    } else {
        // Points of round surfaces are worth less than the axis.
        None
    };
    warm.margins = margins;
    let v = placed.unwrap_or_else(|| {
        warm.simplex = NearestSimplex::EMPTY;
        let is_cold = warm.axis == Vec3::zeros();
        if is_cold { unrounded.pair().center_difference() } else { warm.axis }
    });
    let estimate = estimate_in_double(&unrounded, query, v, &mut warm.simplex, hints);
    if estimate.status == Status::Enclosed {
        warm.simplex = NearestSimplex::EMPTY;
    }
    let found = certify(&unrounded, (a, b, relative), query, estimate, hints);
    if found.axis != Vec3::zeros() {
        warm.axis = found.axis;
    }
    found
}
