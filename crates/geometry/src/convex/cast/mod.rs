//! The cast of a body against another: when do they first touch if one is translated, where, and along which normal.
//!
//! It is the cast of a ray onto A - B: the GJK ray cast (the slides on continuous detection), with the simplex kept
//! when the ray is clipped. Every support plane that has the ray's origin on its outer side either clips the ray, so
//! that no contact is missed, or proves a miss. Radii move the planes outwards. Whether there is a contact at all never depends
//! on the tolerance: if the search does not prove it, the boolean query of A - B and the path decides
//! (`crate::convex::cast::swept_ray`).

use crate::convex::boxes::sat::Block;
use crate::convex::cast::swept_ray::{Path, meets};
use crate::convex::distance::{distance, shared_point};
use crate::convex::gjk::Witness;
use crate::convex::gjk::nearest::{Nearest, NearestSimplex};
use crate::convex::pair::VertexHints;
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::UnroundedPair;
use crate::math::Vec3;
use crate::math::tolerance::{
    ADVANCEMENT_TOLERANCE, CAST_ITERATIONS, CLEAR_MARGIN, DISTANCE_ROUNDING, ROUNDING,
    SUPPORT_ROUNDING, TIGHTEST_DISTANCE_TOLERANCE, VOLUME_ROUNDING,
};
use crate::shape::{Any, Support};
use portal::{Contact, Outcome};

pub(crate) mod portal;
pub(crate) mod slabs;
pub(crate) mod swept_ray;

#[cfg(test)]
mod tests;

/// How the search for the time of contact ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// As near to the contact as requested, or as rounding allows.
    Converged,
    /// The iterations were used up: the contact is no earlier than the returned time, but may be later.
    Capped,
}

/// The first contact of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    /// When: the bodies are apart before, but for rounding. Zero if and only if they collide at the start.
    pub time: f64,
    /// A point of each body, in its local coordinates, which meet at that time. The difference is the gap that is left
    /// between them then, along world axes, in the units of the relative placement.
    pub witness: Witness,
    /// The normal of the contact: a unit vector from B towards A, along world axes. Zero where the bodies collide at
    /// the start.
    pub normal: Vec3,
    /// How the search ended.
    pub status: Status,
    /// Support points computed.
    pub iterations: u32,
}

/// The first contact of A at rest and B translated by `motion` in a unit of time, from time 0 to `limit`; `None` if there
/// is none. Touching is contact. Motions of both are their difference, that of B less that of A.
///
/// `motion` is in the units of the placements, along world axes. The time is exact to the relative error `tolerance`, or
/// to the rounding of the bodies' coordinates. One to three microseconds for most pairs.
pub fn cast<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    relative: &RelativePlacement,
    motion: &Vec3,
    limit: f64,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Option<Cast> {
    let path = Path::new(motion, limit, relative);
    let cores = UnroundedPair::new(a, b, relative);
    // Zero, negative and no number at all mean the tightest.
    let tolerance = tolerance.max(TIGHTEST_DISTANCE_TOLERANCE);
    if cores.radius() == 0.0 {
        match special_case(&cores, &path, tolerance, hints) {
            Outcome::Missed => return None,
            Outcome::Contact(contact)
                if contact.proved || meets(a.any(), b.any(), relative, &path) =>
            {
                let Contact { at, normal, witness, iterations, .. } = contact;
                let time = path.time(at).min(limit);
                return Some(Cast { time, witness, normal, status: Status::Converged, iterations });
            }
            Outcome::Contact(_) => return None,
            Outcome::Undecided => {}
        }
    }
    by_simplex(a.any(), b.any(), relative, &path, limit, tolerance, hints)
}

/// The GJK ray cast: of bodies with radii, and of pairs that the special cases leave open.
fn by_simplex(
    a: Any<'_>,
    b: Any<'_>,
    relative: &RelativePlacement,
    path: &Path,
    limit: f64,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Option<Cast> {
    let cores = UnroundedPair::new(a, b, relative);
    let mut search = Search::new(&cores, path, tolerance);
    let end = search.run(hints);
    if end == End::Missed {
        return None;
    }
    if search.at == 0.0
        && let Some(witness) = search.shared(end).or_else(|| shared_point(a, b, relative, hints))
    {
        let (status, iterations) = (Status::Converged, search.iterations);
        return Some(Cast { time: 0.0, witness, normal: Vec3::zeros(), status, iterations });
    }
    let proved = end == End::Near && search.rest_to_contact().is_some();
    if !proved && !meets(a, b, relative, path) {
        return None;
    }
    // What touches at the start but for rounding has no normal yet.
    let (status, witness) = if end == End::Near && search.at > 0.0 {
        (Status::Converged, search.contact())
    } else {
        search.creep([a, b], relative, hints)
    };
    let time = path.time(search.at.max(f64::MIN_POSITIVE)).min(limit);
    Some(Cast { time, witness, normal: search.normal, status, iterations: search.iterations })
}

/// The special cases, of bodies without radius: slabs for boxes, the portal for others.
#[inline]
fn special_case<A: Support + Copy, B: Support + Copy>(
    cores: &UnroundedPair<A, B>,
    path: &Path,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Outcome {
    if let Some(blocks) = cores.blocks() {
        return between_boxes(&blocks, path, &cores.pair().relative().reach());
    }
    let pair = cores.pair();
    let rounding = DISTANCE_ROUNDING * ROUNDING * (pair.largest_reach() + path.length);
    let mut support = |n: &Vec3| pair.support_against(n, hints);
    portal::cast(&pair.of_any(), &mut support, path, tolerance, rounding)
}

/// The cast of boxes.
fn between_boxes(
    [(half_a, a), (half_b, b)]: &[(Vec3, Block); 2],
    path: &Path,
    reach: &Vec3,
) -> Outcome {
    match slabs::cast(a, b, path, reach) {
        slabs::Outcome::Missed => Outcome::Missed,
        slabs::Outcome::Undecided => Outcome::Undecided,
        slabs::Outcome::Contact { at, normal } => {
            let [part_a, part_b] = slabs::meeting_points(a, b, path, at, &normal);
            let on_a = (0..3).fold(a.center, |p, k| p + a.edges[k] * part_a[k]);
            let on_b = (0..3).fold(b.center, |p, k| p + b.edges[k] * part_b[k]);
            let witness = Witness {
                local_a: part_a.component_mul(half_a),
                local_b: part_b.component_mul(half_b),
                difference: on_a - on_b - path.direction * at,
            };
            // Of facets that hardly overlap the common points are not found at once.
            let found = witness.difference.norm() <= CLEAR_MARGIN * SUPPORT_ROUNDING * reach.sum();
            let contact = Contact { at, normal, witness, proved: true, iterations: 1 };
            if found { Outcome::Contact(contact) } else { Outcome::Undecided }
        }
    }
}

/// A path that nears a plane at no higher rate grazes it: where it comes as near as rounding is then a matter of that.
const GRAZING: f64 = 1e-3;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// A plane separates the bodies until the end of the path.
    Missed,
    /// The bodies are as near as requested, or as rounding allows.
    Near,
    /// The cores share a point, beyond rounding.
    Enclosed,
    /// Rounding, or the number of iterations, ended it before.
    Open,
}

/// A search for the first contact. All lengths are in the units of the relative placement.
struct Search<'s, 'a> {
    cores: &'s UnroundedPair<'a, Any<'a>, Any<'a>>,
    path: &'s Path,
    tolerance: f64,
    reach: f64,
    /// How far on the path the bodies are certainly apart.
    at: f64,
    /// The points of the cores' difference, from where the path has come to.
    simplex: NearestSimplex,
    /// From there to the nearest point of the simplex.
    v: Vec3,
    /// That of the last plane that separated the bodies; a unit vector.
    normal: Vec3,
    iterations: u32,
}

impl<'s, 'a> Search<'s, 'a> {
    fn new(cores: &'s UnroundedPair<'a, Any<'a>, Any<'a>>, path: &'s Path, tolerance: f64) -> Self {
        Search {
            cores,
            path,
            tolerance,
            reach: cores.pair().largest_reach(),
            at: 0.0,
            simplex: NearestSimplex::EMPTY,
            v: cores.pair().center_difference(),
            normal: Vec3::zeros(),
            iterations: 0,
        }
    }

    /// What rounding may have done to a distance from where the path has come to.
    #[inline]
    fn rounding(&self) -> f64 {
        DISTANCE_ROUNDING * ROUNDING * (self.reach + self.at)
    }

    #[inline]
    fn run(&mut self, hints: &mut VertexHints) -> End {
        let radius = self.cores.radius();
        while self.iterations < CAST_ITERATIONS {
            self.iterations += 1;
            let point = self.cores.support_against(&self.v, hints);
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

    /// How far the path goes on until a plane at the distance `gap` is reached, which it nears at `rate`; `None` if it
    /// certainly is not.
    #[inline]
    fn step(&self, gap: f64, rate: f64) -> Option<f64> {
        let rest = self.path.length - self.at;
        let reached = rate > 0.0 && gap - self.rounding() <= rate * rest;
        reached.then(|| (gap / rate).min(rest))
    }

    /// Whether the contact is certainly no farther on than requested, or no farther than rounding allows.
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

    /// A point of both bodies where the search has found one at the start, beyond rounding.
    fn shared(&self, end: End) -> Option<Witness> {
        let witness = self.simplex.witness();
        let clear = self.v.norm() + CLEAR_MARGIN * self.rounding() < self.cores.radius();
        match end {
            End::Enclosed => Some(Witness { difference: Vec3::zeros(), ..witness }),
            End::Near if clear => {
                Some(self.cores.shared(&Witness { difference: self.v, ..witness }))
            }
            _ => None,
        }
    }

    /// The points of the bodies that meet, and the normal, where the search came near.
    fn contact(&mut self) -> Witness {
        let length = self.v.norm();
        // Of the last plane where the vector is made of rounding, or of what is left of the path: it is across the simplex, which
        // may be an edge on a round surface.
        if length > CLEAR_MARGIN * self.rounding() && self.cores.radius() > 0.0 {
            self.normal = self.v / length;
        }
        let of_cores = Witness { difference: self.v, ..self.simplex.witness() };
        self.cores.surface(&of_cores, &self.normal)
    }

    /// How far the contact is at most, if what is left of the path certainly passes through the bodies' difference:
    /// through the ball around the nearest point, or through the triangle.
    fn rest_to_contact(&self) -> Option<f64> {
        let (r, rest, rounding) =
            (self.path.direction, self.path.length - self.at, self.rounding());
        let radius = self.cores.radius() - rounding;
        let found = if radius > 0.0 {
            self.way_to_ball(radius)
        } else {
            self.simplex.way_to_crossing(&r, rounding)
        };
        found.filter(|way| *way <= rest)
    }

    /// How far it is to the ball around the nearest point.
    fn way_to_ball(&self, radius: f64) -> Option<f64> {
        let r = self.path.direction;
        let square = r.norm_squared();
        let along = self.v.dot(&r) / square;
        let beside = (self.v - r * along).norm();
        (along > 0.0 && beside < radius)
            .then(|| along - ((radius - beside) * (radius + beside) / square).sqrt())
    }

    /// Goes on to the contact by distances, which have digits where the search in double precision has none.
    #[cold]
    fn creep(
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
            // The plane that the lower bound is proved for; that across the difference may be nearer.
            if found.upper > 0.0 {
                self.normal = found.axis;
            }
            let rate = self.normal.dot(&self.path.direction);
            let near =
                found.lower <= self.rounding() || found.upper <= self.tolerance * self.at * rate;
            // Touching is as near as rounding, that of the boolean query: where the path hardly nears the plane it comes so near
            // long before, and then may leave the bodies.
            let slack = if rate < GRAZING { 8.0 * self.rounding() } else { 0.0 };
            let gap = found.lower - slack;
            // That there is a contact is known: along a path that a plane seems to keep away from it, it is here.
            let Some(step) = self.step(gap, rate).filter(|step| !near && *step > 0.0) else {
                return (Status::Converged, found.witness);
            };
            self.at += step;
        }
        (Status::Capped, last.unwrap_or_else(|| self.contact()))
    }
}
