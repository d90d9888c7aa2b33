//! The search that expands a polytope at its face nearest to the origin (Olvång 2.5, algorithm 12).

use super::ring::Ring;
use super::{Status, Workspace};
use crate::convex::depth::Depth;
use crate::convex::epa::difference::{SupportMapping, Vertex};
use crate::convex::newton;
use crate::math::Vec3;
use crate::math::tolerance::{
    DEPTH_ASIDE, DEPTH_ITERATIONS, DEPTH_NOISE, DEPTH_ROUNDINGS, EXACT_DEPTH, FACET_TILT,
    POLISH_FROM, POLISH_ROUNDS, POLISH_TO, WORTH_DESCENDING,
};
use crate::math::vector::{tangents, xy};

pub(super) mod start;

/// At most one in this many support points is spent on descents to minima that are known already. Measured.
const WASTED_FRACTION: u32 = 10;

/// Searches that end within so many support points need no ring. Affects only speed.
const BEFORE_RINGS: u32 = 16;

/// The direction in which a point is least deep is tried if it is this part as deep as the bodies. Affects only speed.
const NEARLY_AS_DEEP: f64 = 0.9;

/// The state of an expansion.
struct Search<'a, H> {
    body: &'a mut H,
    work: &'a mut Workspace,
    tolerance: f64,
    normal: Vec3,
    depth: f64,
    nearest_vertex: Vertex,
    iterations: u32,
    /// Whether the body is the hull of finitely many points.
    polytope: bool,
    /// Whether the best direction is the normal of a facet.
    facet: bool,
    /// Support points spent on descents to minima that were known already.
    wasted: u32,
    /// Whether the first polytope has points on all sides of the body.
    all_around: bool,
}

/// The least support value of a body, to a relative error. `guess` is the first direction; `facets` are unit vectors that may be
/// normals of facets. The depth is in the body's units, and negative if the origin is outside.
pub(crate) fn expand<H: SupportMapping>(
    body: &mut H,
    guess: &Vec3,
    facets: impl Iterator<Item = Vec3>,
    tolerance: f64,
    work: &mut Workspace,
) -> Depth {
    work.minima.clear();
    // Those of another pair, if this one needs none.
    work.mesh.clear();
    let polytope = body.is_polytope();
    // From relative to the least support value to relative to its upper bound.
    let tolerance = tolerance / (1.0 + tolerance);
    let tolerance = if polytope { tolerance.min(EXACT_DEPTH) } else { tolerance };
    let mut search = Search {
        polytope,
        nearest_vertex: body.farthest(guess),
        body,
        work,
        tolerance,
        normal: *guess,
        depth: f64::INFINITY,
        iterations: 1,
        facet: false,
        wasted: 0,
        all_around: false,
    };
    let vertex = search.nearest_vertex;
    search.update_best(guess, &vertex);
    for n in facets {
        let vertex = search.body.farthest(&n);
        search.iterations += 1;
        let before = search.depth;
        if search.update_best(&n, &vertex) < before {
            search.facet = true;
        }
    }
    let apex = if search.facet { None } else { search.descend(guess) };
    let end = search.run(apex);
    if end.status != Status::Stalled || polytope {
        return end;
    }
    // Narrow faces around the best direction are ill-conditioned. Those of a polytope that starts on all sides are wider.
    search.all_around = true;
    let again = search.run(None);
    Depth { lower: if again.lower > end.lower { again.lower } else { end.lower }, ..again }
}

impl<H: SupportMapping> Search<'_, H> {
    /// Faces at this distance or farther cannot improve the result.
    fn level(&self) -> f64 {
        self.depth - self.depth.max(0.0) * self.tolerance
    }

    /// Updates the best direction by a unit vector and its support point; returns the support value.
    fn update_best(&mut self, n: &Vec3, vertex: &Vertex) -> f64 {
        let [x, y] = (xy(n) * xy(&vertex.point)).to_array();
        let value = x + y + n.z * vertex.point.z;
        if value < self.depth {
            (self.normal, self.depth, self.nearest_vertex) = (*n, value, *vertex);
            self.facet = false;
        }
        value
    }

    /// Descends from a direction to a local minimum of the support function, if the body is round; returns the apex over it, if
    /// there is one and the minimum is new.
    fn descend(&mut self, from: &Vec3) -> Option<Vertex> {
        if self.polytope
            || self.wasted * WASTED_FRACTION > self.iterations
            || self.work.minima.iter().any(|minimum| minimum.contains(from))
        {
            return None;
        }
        let (pair, hints) = self.body.bodies()?;
        let minimum = newton::local_minimum(
            &pair,
            hints,
            from,
            self.depth,
            self.tolerance,
            &self.work.minima,
        );
        let [local_a, local_b] = minimum.locals;
        let difference = pair.relative().place_b(&local_b) - pair.relative().place_a(&local_a);
        self.iterations += minimum.iterations;
        let known = self.work.minima.iter().any(|known| known.contains(&minimum.normal));
        if known || minimum.apex == 0.0 {
            self.wasted += minimum.iterations;
        }
        if known || (minimum.apex == 0.0 && minimum.depth >= self.depth) {
            return None;
        }
        let vertex = self.body.farthest(&minimum.normal);
        let before = self.depth;
        self.update_best(&minimum.normal, &vertex);
        (minimum.apex > 0.0).then(|| {
            if self.depth < before {
                self.nearest_vertex = Vertex { point: difference, local_a, local_b };
            }
            self.work.minima.push(minimum);
            Vertex { point: minimum.normal * minimum.apex, local_a, local_b }
        })
    }

    fn run(&mut self, apex: Option<Vertex>) -> Depth {
        let rounding = DEPTH_ROUNDINGS * self.body.rounding();
        if self.depth < -rounding {
            return self.finish(Status::Outside, self.depth);
        }
        if let Err(of_flat_body) = self.start(apex) {
            return of_flat_body;
        }
        let known = self.nearest_vertex;
        if self.polytope
            && let Some(face) = self.work.mesh.visible_face(&known.point)
            && !self.work.mesh.grow(&known, face, self.level())
        {
            return self.finish(Status::Stalled, f64::NEG_INFINITY);
        }
        // The least distance of a face that could not be expanded because of rounding.
        let mut floor = f64::INFINITY;
        // What the points along the best direction prove, and the depth when they were looked at.
        let (mut ring, mut tried) = (None, f64::INFINITY);
        loop {
            let level = self.level();
            let Some(nearest) = self.work.mesh.pop_nearest() else {
                return self.finish_at(level.min(floor), rounding);
            };
            let lower = nearest.distance.min(floor);
            if nearest.distance >= level || self.depth - lower <= rounding {
                return self.finish_at(lower.min(level).min(floor), rounding);
            }
            if self.iterations > BEFORE_RINGS && self.depth < tried {
                ring = self.ring(rounding).or(ring);
                tried = self.depth;
                if ring.as_ref().is_some_and(Ring::is_whole) {
                    return self.finish_at(self.level(), rounding);
                }
            }
            if self.iterations >= DEPTH_ITERATIONS {
                self.polish();
                return self.finish(Status::Capped, lower);
            }
            if let Some(corner) = self.corner_of_facet(&nearest.normal)
                && self.work.mesh.height(&corner.point, nearest.face) > self.tolerance * self.depth
                && self.work.mesh.is_visible(nearest.face, &corner.point)
            {
                if !self.work.mesh.grow(&corner, nearest.face, level) {
                    return self.finish(Status::Stalled, lower);
                }
                continue;
            }
            let vertex = self.body.farthest(&nearest.normal);
            self.iterations += 1;
            let value = self.update_best(&nearest.normal, &vertex);
            if self.depth < -rounding {
                return self.finish(Status::Outside, self.depth);
            }
            let mut face = nearest.face;
            if !self.work.mesh.is_visible(face, &vertex.point) {
                let Some(other) = self.work.mesh.visible_face(&vertex.point) else {
                    floor = lower;
                    continue;
                };
                // The support point expands another face; this one, if it remains, has still to be visited.
                self.work.mesh.put_back(&nearest);
                face = other;
            }
            let of_ring = ring.as_ref().and_then(|ring| ring.apex(&nearest.normal, value));
            let apex = if let Some(apex) = of_ring {
                Some(Vertex { point: nearest.normal * apex, ..vertex })
            } else if value <= WORTH_DESCENDING * self.depth {
                self.descend(&nearest.normal)
            } else {
                None
            };
            let level = self.level();
            if !self.work.mesh.grow(&vertex, face, level) {
                return self.finish(Status::Stalled, lower);
            }
            if let Some(apex) = apex
                && let Some(face) = self.work.mesh.visible_face(&apex.point)
                && !self.work.mesh.grow(&apex, face, level)
            {
                return self.finish(Status::Stalled, lower);
            }
        }
    }

    /// The directions in which a point along the best direction proves that round bodies overlap by no less.
    fn ring(&mut self, rounding: f64) -> Option<Ring> {
        let normal = self.normal;
        let (pair, hints) = self.body.bodies()?;
        let mut ring = Ring::new(&pair, &normal, hints)?;
        if ring.depth < self.depth && ring.depth > NEARLY_AS_DEEP * self.depth {
            self.iterations += 1;
            let vertex = self.body.farthest(&ring.normal);
            self.update_best(&ring.normal, &vertex);
        }
        ring.end_at(0.5 * (self.depth + self.level()), rounding).then_some(ring)
    }

    /// If the best direction is the normal of a facet, the corner of this facet that is farthest towards a direction nearby.
    fn corner_of_facet(&mut self, towards: &Vec3) -> Option<Vertex> {
        if !self.facet {
            return None;
        }
        let along = self.normal.dot(towards);
        let across = towards - self.normal * along;
        let length = across.norm();
        (length > FACET_TILT && length < 0.7 && along > 0.0).then(|| {
            self.iterations += 1;
            self.body.farthest(&(self.normal + across * (FACET_TILT / length)))
        })
    }

    /// Improves the best direction by a pattern search. About the common axis of round bodies a whole ring of directions is
    /// minimal: the polytope converges slowly there, but its best direction is near the minimum.
    #[cold]
    fn polish(&mut self) {
        let mut step = POLISH_FROM;
        for _ in 0..POLISH_ROUNDS {
            if step < POLISH_TO {
                break;
            }
            let (n, before) = (self.normal, self.depth);
            let [u, v] = tangents(&n);
            for across in [u, u + v, v, v - u, -u, -u - v, -v, u - v] {
                let n = (n + across * step).normalize();
                let vertex = self.body.farthest(&n);
                self.update_best(&n, &vertex);
            }
            if self.depth >= before {
                step *= 0.5;
            }
        }
    }

    fn finish_at(&mut self, lower: f64, rounding: f64) -> Depth {
        // The lower bound from thin faces has a larger rounding error than the depth.
        let noise = rounding.max(DEPTH_NOISE * self.body.scale());
        let close = self.depth - lower <= self.depth.max(0.0) * self.tolerance * 1.01 + noise;
        self.finish(if close { Status::Converged } else { Status::Stalled }, lower)
    }

    /// Moves to the local minimum near the best direction, by Newton's method, for the sake of its points; `false` if that fails, or
    /// if it is deeper than `most`.
    #[cold]
    fn move_to_minimum(&mut self, most: f64) -> bool {
        let Some((pair, hints)) = self.body.bodies() else {
            return false;
        };
        let Some((n, locals)) = newton::stationary_points(&pair, hints, &self.normal) else {
            return false;
        };
        let value = self.body.farthest(&n).point.dot(&n);
        let accepted = value <= most;
        if accepted {
            (self.normal, self.depth) = (n, value);
            (self.nearest_vertex.local_a, self.nearest_vertex.local_b) = locals.into();
        }
        accepted
    }

    fn finish(&mut self, status: Status, lower: f64) -> Depth {
        // The difference of the points should be along the normal.
        let lateral = self.nearest_vertex.point - self.normal * self.depth;
        let aside = self.tolerance.max(DEPTH_ASIDE) * self.body.scale();
        let is_oblique = status != Status::Outside && lateral.norm() > aside;
        // Bounds that have met stay within the tolerance.
        let slack = self.tolerance * self.depth.abs();
        let most = match status {
            Status::Converged => self.depth.max(lower + slack),
            _ => self.depth + 0.5 * slack,
        };
        let needs_witness = is_oblique && !self.move_to_minimum(most);
        let mut found = Depth {
            status,
            normal: self.normal,
            depth: self.depth,
            lower,
            local_a: self.nearest_vertex.local_a,
            local_b: self.nearest_vertex.local_b,
            iterations: self.iterations,
        };
        if needs_witness {
            self.set_witness(&mut found);
        }
        found
    }

    /// Sets the points to where the ray along the normal leaves the polytope, interpolated within the face there.
    fn set_witness(&self, found: &mut Depth) {
        let n = &self.normal;
        let farthest = self.depth + self.tolerance * self.body.scale();
        let mut best = (f64::NEG_INFINITY, None);
        for (place, face) in self.work.mesh.faces() {
            let slope = face.normal.dot(n);
            if slope <= 0.0 || face.offset > farthest * slope {
                continue;
            }
            let corners = self.work.mesh.corners(place);
            let [a, b, c] = corners.map(|vertex| vertex.point);
            let weights = [n.dot(&b.cross(&c)), n.dot(&c.cross(&a)), n.dot(&a.cross(&b))];
            let least = weights[0].min(weights[1]).min(weights[2])
                / (weights[0] + weights[1] + weights[2]).abs();
            if least > best.0 {
                best = (least, Some((corners, weights.map(|weight| weight.max(0.0)))));
            }
        }
        let Some((corners, weights)) = best.1 else {
            return;
        };
        let sum: f64 = weights.iter().sum();
        if sum > 0.0 {
            (found.local_a, found.local_b) = (Vec3::zeros(), Vec3::zeros());
            for (corner, weight) in corners.iter().zip(weights) {
                found.local_a += corner.local_a * (weight / sum);
                found.local_b += corner.local_b * (weight / sum);
            }
        }
    }
}
