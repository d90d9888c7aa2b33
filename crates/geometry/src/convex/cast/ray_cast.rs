//! The GJK ray cast (Bergen 2004b): the ray is clipped by support planes, and the simplex is kept.

use super::{Cast, Status};
use crate::convex::cast::swept_ray::{SweptRay, meets};
use crate::convex::distance::{distance, shared_point};
use crate::convex::gjk::nearest::{Nearest, NearestSimplex};
use crate::convex::pair::VertexHints;
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::{AnyUnroundedPair, UnroundedPair};
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::tolerance::{
    ADVANCEMENT_TOLERANCE, CAST_ITERATIONS, CLEAR_MARGIN, DISTANCE_ROUNDING, GRAZING_RATE,
    ROUNDING, VOLUME_ROUNDING,
};
use crate::shape::Any;

/// The GJK ray cast, for bodies with radii and for pairs that the special cases leave undecided.
pub(super) fn by_simplex(
    a: Any<'_>,
    b: Any<'_>,
    relative: &RelativePlacement,
    path: &SweptRay,
    limit: f64,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Option<Cast> {
    let bodies = UnroundedPair::new(a, b, relative);
    let mut search = RayCast::new(&bodies, path, tolerance);
    let end = search.run(hints);
    if end == End::Missed {
        return None;
    }
    if search.at == 0.0
        && let Some(witness) =
            search.shared(end).or_else(|| shared_point(a, b, relative, hints).ok())
    {
        let (status, iterations) = (Status::Converged, search.iterations);
        return Some(Cast { time: 0.0, witness, normal: Vec3::zeros(), status, iterations });
    }
    let proved = end == End::Near && search.rest_to_contact().is_some();
    if !proved && !meets(a, b, relative, path) {
        return None;
    }
    // Bodies that touch at the start up to rounding have no normal yet.
    let (status, witness) = if end == End::Near && search.at > 0.0 {
        (Status::Converged, search.contact(hints))
    } else {
        search.conservative_advancement([a, b], relative, hints)
    };
    let time = path.time(search.at.max(f64::MIN_POSITIVE)).min(limit);
    Some(Cast { time, witness, normal: search.normal, status, iterations: search.iterations })
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// A plane separates the bodies until the end of the path.
    Missed,
    /// The contact is as close as requested, or as rounding allows.
    Near,
    /// The bodies certainly share a point.
    Enclosed,
    /// Undecided because of rounding or the iteration limit.
    Open,
}

/// A search for the first contact. All lengths are in the units of the relative placement.
struct RayCast<'s, 'a> {
    bodies: &'s AnyUnroundedPair<'a>,
    path: &'s SweptRay,
    tolerance: f64,
    reach: f64,
    /// The bodies are certainly apart up to this point of the path.
    at: f64,
    /// Points of A - B relative to that point of the path.
    simplex: NearestSimplex,
    /// The point of the simplex nearest to that point.
    v: Vec3,
    /// The unit normal of the last support plane that separated the bodies.
    normal: Vec3,
    iterations: u32,
}

impl<'s, 'a> RayCast<'s, 'a> {
    fn new(bodies: &'s AnyUnroundedPair<'a>, path: &'s SweptRay, tolerance: f64) -> Self {
        RayCast {
            bodies,
            path,
            tolerance,
            reach: bodies.pair().largest_coordinate(),
            at: 0.0,
            simplex: NearestSimplex::default(),
            v: bodies.pair().initial_direction(),
            normal: Vec3::zeros(),
            iterations: 0,
        }
    }

    /// A bound on the rounding error of distances from the current point of the path.
    #[inline]
    fn rounding(&self) -> f64 {
        DISTANCE_ROUNDING * ROUNDING * (self.reach + self.at)
    }

    #[inline]
    fn run(&mut self, hints: &mut VertexHints) -> End {
        let radius = self.bodies.radius();
        while self.iterations < CAST_ITERATIONS {
            self.iterations += 1;
            let point = self.bodies.support_against(&self.v, hints);
            let length = self.v.norm();
            let mut w = point.difference() - self.path.direction * self.at;
            let gap = self.v.dot(&w) / length - radius;
            let mut clipped = false;
            if gap > self.rounding() {
                let rate = self.v.dot(&self.path.direction) / length;
                let Some(step) = self.step(gap, rate) else {
                    return End::Missed;
                };
                self.normal = self.v / length;
                clipped = step > 0.0;
                let shift = self.path.direction * step;
                self.at += step;
                w -= shift;
                self.simplex.translate(&-shift);
            }
            if !clipped && self.simplex.contains(&w) {
                return End::Open;
            }
            let extent = self.reach + self.at;
            let least = VOLUME_ROUNDING * extent * extent * extent;
            let nearest = match clipped {
                true => self.simplex.add_after_moving(&point, w, &self.v, least),
                false => self.simplex.add(&point, w, &self.v, least),
            };
            match nearest {
                Nearest::Outside(v) => {
                    let nearer = clipped || v.norm_squared() < self.v.norm_squared();
                    if !nearer && self.iterations > 1 {
                        return End::Open;
                    }
                    self.v = v;
                }
                Nearest::Enclosed => return End::Enclosed,
                Nearest::Undecided => return End::Open,
            }
            if self.is_near(radius) {
                return End::Near;
            }
        }
        End::Open
    }

    /// The length of the path up to a plane at the distance `gap`, at a rate of approach `rate`; `None` if the path certainly does
    /// not reach it.
    #[inline]
    fn step(&self, gap: f64, rate: f64) -> Option<f64> {
        let rest = self.path.length - self.at;
        let reached = rate > 0.0 && gap - self.rounding() <= rate * rest;
        reached.then(|| (gap / rate).min(rest))
    }

    /// Whether the remaining length of the path to the contact is certainly within the tolerance, or within rounding.
    #[inline]
    fn is_near(&self, radius: f64) -> bool {
        let length = self.v.norm();
        let left = length - radius;
        if left <= self.rounding() {
            return true;
        }
        let enough = self.tolerance * self.at;
        left * length <= enough * self.v.dot(&self.path.direction)
            && self.rest_to_contact().is_some_and(|rest| rest <= enough)
    }

    /// A common point of the bodies at the start, if the search proves one.
    fn shared(&self, end: End) -> Option<Witness> {
        let witness = self.simplex.witness();
        let clear = self.v.norm() + CLEAR_MARGIN * self.rounding() < self.bodies.radius();
        match end {
            End::Enclosed => Some(Witness { difference: Vec3::zeros(), ..witness }),
            End::Near if clear => {
                Some(self.bodies.shared(&Witness { difference: self.v, ..witness }))
            }
            _ => None,
        }
    }

    /// The points of contact; updates the normal.
    fn contact(&mut self, hints: &mut VertexHints) -> Witness {
        let (length, radius) = (self.v.norm(), self.bodies.radius());
        let mut across = self.normal;
        // If the vector is mostly rounding error, or the remaining path is, the normal stays that of the last support plane: the
        // vector is then perpendicular to the simplex, which may be an edge on a round surface.
        if length > CLEAR_MARGIN * self.rounding() && radius > 0.0 {
            across = self.v / length;
            let w = self.bodies.support_against(&self.v, hints).difference();
            let gap = across.dot(&(w - self.path.direction * self.at)) - radius;
            // Otherwise the last support plane is the better one: of a small ball at the rim of a large body a small error of the
            // vector turns the plane across it into the body.
            if gap >= -self.rounding() - self.tolerance * self.at {
                self.normal = across;
            }
        }
        let of_bodies = Witness { difference: self.v, ..self.simplex.witness() };
        self.bodies.surface(&of_bodies, &across)
    }

    /// An upper bound on the remaining length to the contact, if the rest of the path certainly passes through A - B: through the
    /// ball around the nearest point, or through the triangle.
    fn rest_to_contact(&self) -> Option<f64> {
        let (r, rest, rounding) =
            (self.path.direction, self.path.length - self.at, self.rounding());
        let radius = self.bodies.radius() - rounding;
        let found = if radius > 0.0 {
            self.length_to_ball(radius)
        } else {
            self.simplex.length_to_triangle(&r, rounding)
        };
        found.filter(|length| *length <= rest)
    }

    /// The length of the path up to the ball around the nearest point.
    fn length_to_ball(&self, radius: f64) -> Option<f64> {
        let r = self.path.direction;
        let square = r.norm_squared();
        let along = self.v.dot(&r) / square;
        let lateral = (self.v - r * along).norm();
        (along > 0.0 && lateral < radius)
            .then(|| along - ((radius - lateral) * (radius + lateral) / square).sqrt())
    }

    /// Continues to the contact by conservative advancement (Mirtich 1996). The distances are computed in double-double numbers where
    /// double precision does not suffice.
    #[cold]
    fn conservative_advancement(
        &mut self,
        [a, b]: [Any<'_>; 2],
        relative: &RelativePlacement,
        hints: &mut VertexHints,
    ) -> (Status, Witness) {
        let mut last = None;
        for _ in 0..CAST_ITERATIONS {
            self.iterations += 1;
            let moved = relative.moved(&(self.path.direction * self.at));
            let found = distance(a, b, &moved, ADVANCEMENT_TOLERANCE, hints);
            last = Some(found.witness);
            // The plane for which the lower bound is proved; the one perpendicular to the difference may be nearer.
            if found.upper > 0.0 {
                // A plane from which the way leads off is made of rounding: the contact is here, across the plane before.
                let is_ahead = found.axis.dot(&self.path.direction) > 0.0;
                if !is_ahead && self.normal != Vec3::zeros() {
                    return (Status::Converged, found.witness);
                }
                self.normal = found.axis;
            }
            let rate = self.normal.dot(&self.path.direction);
            let near =
                found.lower <= self.rounding() || found.upper <= self.tolerance * self.at * rate;
            // On a grazing path, the gap falls below the rounding error of the boolean query long before the contact, and the path
            // may leave the bodies afterwards; contact is then as soon as the boolean query accepts it.
            let slack = if rate < GRAZING_RATE { 8.0 * self.rounding() } else { 0.0 };
            let gap = found.lower - slack;
            // A contact is known to exist: if the plane seems to exclude it, rounding does, and the contact is here.
            let Some(step) = self.step(gap, rate).filter(|step| !near && *step > 0.0) else {
                return (Status::Converged, found.witness);
            };
            self.at += step;
        }
        (Status::Capped, last.unwrap_or_else(|| self.contact(hints)))
    }
}
