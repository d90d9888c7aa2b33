//! The first contact of round bodies along a ray, and a portal that proves it.
//!
//! Among the vectors of length one along the ray the contact is where minus the support function, the time at which a plane
//! is reached, is largest (newton.md, (3)). A portal of nearby points of the same patches is the upper bound that proves it.

use super::patches::NonSmooth;
use super::step::perpendicular;
use super::{ActiveSet, Chart, Criterion, Decision, Iterate, LONGEST_STEP, minimize};
use crate::convex::pair::{AnyPair, VertexHints};
use crate::convex::portal::{Corner, Portal, Ray};
use crate::math::Vec3;
use crate::math::vector::{Vec2, is_finite};

/// A contact before it is proved.
pub(crate) struct ContactEstimate {
    /// The unit normal of a plane that separates the bodies until about then.
    pub normal: Vec3,
    /// Points near the contact, which bound it from above.
    pub portal: Portal,
    /// Support points computed.
    pub iterations: u32,
}

/// The most support points.
const MOST_EVALUATIONS: u32 = 10;

/// The most steps. A search that takes more goes round in a cycle; one that succeeds takes three or four. Affects only speed.
const MOST_STEPS: u32 = 18;

/// The contact near a portal. `None` if the bodies are not round, or the method does not lead to it.
pub(crate) fn contact_near(
    pair: &AnyPair<'_>,
    portal: &Portal,
    ray: &Ray,
) -> Option<ContactEstimate> {
    let mut hints = VertexHints::default();
    let (coordinates, _) = portal.barycentric(ray.rounding)?;
    let directions = portal.corners.iter().map(|corner| corner.direction).zip(coordinates);
    let start = directions.clone().fold(Vec3::zeros(), |sum, (n, weight)| sum + n * weight);
    let chart = Chart::Plane(ray.along, ray.tangents);
    let mut set = ActiveSet::new(chart, pair.relative());
    if !set.add_along(pair, directions, &mut hints) {
        return None;
    }
    let mut search = Search { ray, steps: 0, evaluations: 0, found: None };
    minimize(pair, &mut hints, &mut set, &start, &mut search);
    let (n, portal) = search.found?;
    Some(ContactEstimate { normal: n.normalize(), portal, iterations: search.evaluations })
}

struct Search<'a> {
    ray: &'a Ray,
    steps: u32,
    evaluations: u32,
    found: Option<(Vec3, Portal)>,
}

impl Criterion for Search<'_> {
    fn check(&mut self, at: &mut Iterate<'_>) -> Decision {
        self.steps += 1;
        self.evaluations += u32::from(at.is_exact);
        let is_over = self.evaluations > MOST_EVALUATIONS || self.steps > MOST_STEPS;
        if is_over { Decision::Stop } else { Decision::Continue }
    }

    fn check_derivatives(&mut self, at: &mut Iterate<'_>) -> Decision {
        let ray = self.ray;
        let (lower, trace) = (-at.value, at.set.hessian().trace());
        let difference = at.witness.difference;
        let lateral = ray.lateral(&difference);
        let gap = (difference.dot(&ray.along) - lower).abs();
        let max_gap = ray.max_gap(lower);
        let is_near = lower > 0.0
            && gap <= 0.25 * ray.tolerance * lower + ray.rounding
            && lateral.norm_squared() * 32.0 <= max_gap * trace;
        if !is_near {
            return Decision::Continue;
        }
        if !at.is_exact {
            if !at.verify() {
                return Decision::Repeat;
            }
            self.evaluations += 1;
            if self.evaluations > MOST_EVALUATIONS {
                return Decision::Stop;
            }
        }
        let angle = (0.5 * max_gap / trace).sqrt();
        if let Ok(portal) = portal_around(at.set, &at.n, angle, ray)
            && let Some((upper, true)) = portal.upper_bound(ray)
            && upper - lower <= 0.9 * max_gap
        {
            self.found = Some((at.n, portal));
            return Decision::Stop;
        }
        Decision::Continue
    }

    fn longest(&self, n: &Vec3) -> f64 {
        // An angle: vectors nearly across the ray are long.
        LONGEST_STEP * n.norm()
    }
}

/// A portal around the contact: points of the active patches along directions tilted by an angle.
fn portal_around(set: &ActiveSet, n: &Vec3, angle: f64, ray: &Ray) -> Result<Portal, NonSmooth> {
    let zero = Vec2::zeros();
    let half_root = 0.75_f64.sqrt();
    // For each corner the index of its patch pair, and the tilt.
    let plan = match set.active() {
        [_] => [(0, Vec2::x()), (0, Vec2::new(-0.5, half_root)), (0, Vec2::new(-0.5, -half_root))],
        [f, g] => {
            // Two points on the patch pair of greater curvature, to both sides along the crease where both are equal.
            let along = perpendicular(&(f.jet.gradient - g.jet.gradient)).normalize();
            let curvature = [f, g].map(|member| member.jet.hessian.form(&along));
            let round = usize::from(curvature[0] < curvature[1]);
            [(1 - round, zero), (round, along), (round, -along)]
        }
        [_, _, _] => [(0, zero), (1, zero), (2, zero)],
        _ => return Err(NonSmooth),
    };
    let mut corners = [Corner::default(); 3];
    for (corner, (place, tilt)) in corners.iter_mut().zip(plan) {
        let direction = n + (ray.tangents[0] * tilt.x + ray.tangents[1] * tilt.y) * angle;
        let ([local_a, local_b], w) = set.points_along(place, &direction);
        if !is_finite(&w) {
            return Err(NonSmooth);
        }
        *corner = Corner { w, lateral: ray.lateral(&w), local_a, local_b, direction };
    }
    let [a, b, c] = corners.each_ref().map(|corner| &corner.lateral);
    if a.perp(b) + b.perp(c) + c.perp(a) < 0.0 {
        corners.swap(1, 2);
    }
    Ok(Portal { corners })
}
