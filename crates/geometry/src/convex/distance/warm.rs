//! Distances of two bodies that move: the search goes on from where it ended when they were placed otherwise, GJK from its simplex
//! and Newton's method from its active patches.

use super::{
    Distance, DistanceQuery, Estimate, Status, bound_rounding, certify, estimate_in_double,
};
use crate::convex::gjk::nearest::NearestSimplex;
use crate::convex::newton::{self, ActiveSet, Chart, Target};
use crate::convex::pair::{AnyPair, VertexHints};
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::UnroundedPair;
use crate::math::Vec3;
use crate::math::tolerance::ROUNDING;
use crate::shape::Support;

/// What is kept from one distance of two bodies that move to the next; at first, nothing.
#[derive(Default)]
pub(crate) struct WarmStart {
    /// Of polytopes all of it, of round bodies the directions of its points.
    simplex: NearestSimplex,
    /// The patches of round bodies that are active at the closest points.
    active: Option<ActiveSet>,
    /// The roundings left out of the bodies that these are of: all, or none under a map that is no similarity.
    margins: [f64; 2],
    /// The last axis that separated the bodies; zero if there is none.
    axis: Vec3,
}

impl WarmStart {
    /// How far the closest features are apart where the bodies are placed otherwise, if they are polytopes but for their rounding;
    /// negative if they have passed each other along the last axis.
    pub(crate) fn place<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        relative: &RelativePlacement,
    ) -> Option<f64> {
        let unrounded = UnroundedPair::new(a, b, relative);
        if !unrounded.are_polytopes() {
            return None;
        }
        let nearest = self.simplex.place(|a, b| relative.place_a(a) - relative.place_b(b))?;
        Some(nearest.norm().copysign(nearest.dot(&self.axis)) - unrounded.radius())
    }
}

/// As [`distance`], from where the search ended when the bodies were placed otherwise.
pub(crate) fn distance_again<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    relative: &RelativePlacement,
    tolerance: f64,
    warm: &mut WarmStart,
    hints: &mut VertexHints,
) -> Distance {
    let unrounded = UnroundedPair::new(a, b, relative);
    let query = DistanceQuery::Distance(tolerance);
    let margins = unrounded.margins();
    if margins != warm.margins {
        (warm.simplex, warm.active, warm.margins) = (NearestSimplex::default(), None, margins);
    }
    let (pair, radius) = (unrounded.pair(), unrounded.radius());
    let is_round = !unrounded.are_polytopes() && warm.axis != Vec3::zeros();
    let mut estimate = is_round
        .then(|| newton_again(&pair.of_any(), radius, query, warm, hints))
        .flatten()
        .unwrap_or_else(|| gjk_again(&unrounded, relative, query, warm, hints));
    let found = certify(&unrounded, (a, b, relative), query, (&mut estimate, &warm.simplex), hints);
    if found.axis != Vec3::zeros() {
        warm.axis = found.axis;
    }
    found
}

/// Newton's method for round bodies, from the last axis and the patches that were active then. The axis need not separate them now.
/// `None` if the bounds are not close enough.
fn newton_again(
    pair: &AnyPair<'_>,
    radius: f64,
    query: DistanceQuery,
    warm: &mut WarmStart,
    hints: &mut VertexHints,
) -> Option<Estimate> {
    let rounding = bound_rounding(pair.largest_coordinate(), ROUNDING);
    let target = Target { query, radius, rounding };
    let WarmStart { simplex, active, axis, .. } = warm;
    if let Some(set) = active.as_mut() {
        set.place(pair.relative());
    } else {
        let set = active.insert(ActiveSet::new(Chart::Sphere, pair.relative()));
        let searched = simplex.searched().map(|(direction, weight)| (*direction, weight));
        if !set.add_along(pair, searched, hints) {
            *active = None;
        }
    }
    let found = newton::closest_points_from(pair, axis, active.as_mut()?, &target, hints);
    let found = found.filter(|found| found.status == Status::Met);
    if found.is_none() {
        *active = None;
    }
    found
}

/// GJK from the points of the simplex, or along the last axis where these are of round surfaces.
#[inline]
fn gjk_again<A: Support + ?Sized, B: Support + ?Sized>(
    unrounded: &UnroundedPair<A, B>,
    relative: &RelativePlacement,
    query: DistanceQuery,
    warm: &mut WarmStart,
    hints: &mut VertexHints,
) -> Estimate {
    let placed = if unrounded.are_polytopes() {
        warm.simplex.place(|a, b| relative.place_a(a) - relative.place_b(b))
    } else {
        None
    };
    let v = placed.unwrap_or_else(|| {
        warm.simplex = NearestSimplex::default();
        let is_cold = warm.axis == Vec3::zeros();
        if is_cold { unrounded.pair().initial_direction() } else { warm.axis }
    });
    let estimate = estimate_in_double(unrounded, query, v, &mut warm.simplex, hints);
    if estimate.status == Status::Enclosed {
        warm.simplex = NearestSimplex::default();
    }
    estimate
}
