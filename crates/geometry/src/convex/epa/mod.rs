//! The expanding polytope algorithm: the least distance of the origin from the surface of B - A (Olvång 2.5, algorithms
//! 10 to 12).
//!
//! A polytope within the body grows at the face nearest to the origin. The distance of that face bounds the depth from
//! below, how far the body reaches along its normal from above. The search begins with the best direction that is known
//! (`crate::convex::newton`) and only has to look at faces nearer than that; and where the body is round about such a direction,
//! a bound from its curvature spares the many small faces that a smooth surface would take.

pub(crate) mod difference;
pub(crate) mod mesh;
mod orientation;
mod start;

use crate::convex::epa::difference::{Hull, Vertex};
use crate::convex::newton::{self, LocalMinimum};
use crate::math::Vec3;
use crate::math::tolerance::{
    DEPTH_ASIDE, DEPTH_ITERATIONS, DEPTH_NOISE, DEPTH_ROUNDINGS, EXACT_DEPTH, POLISH_FROM,
    POLISH_ROUNDS, POLISH_TO, TILT, WORTH_DESCENDING,
};
use crate::math::vector::{tangents, xy};
use mesh::Mesh;

#[cfg(test)]
mod tests;

/// One in this many support points may go into descents that lead to nothing new. Measured.
const IN_VAIN: u32 = 10;

/// How an expansion ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The origin is outside of the body: the direction shows it.
    Outside,
    /// The bounds have met, to the tolerance or to rounding.
    Converged,
    /// Rounding kept the bounds apart.
    Stalled,
    /// The iterations were used up.
    Capped,
}

/// The end of an expansion.
#[derive(Clone, Copy, Debug)]
pub struct Expansion {
    /// How it ended.
    pub status: Status,
    /// The unit vector along which the body reaches least far.
    pub normal: Vec3,
    /// How far the body reaches along it: the upper bound.
    pub depth: f64,
    /// What the least reach is known not to be below.
    pub lower: f64,
    /// Points of the bodies, or of their cores, in local coordinates, whose difference is nearly `depth` times `normal`; where the
    /// body has no inside, some points.
    pub local_a: Vec3,
    /// As `local_a`, of B.
    pub local_b: Vec3,
    /// Support points computed.
    pub iterations: u32,
}

/// The memory of expansions and of all that goes with them, kept from one to the next.
#[derive(Debug, Default)]
pub struct Workspace {
    mesh: Mesh,
    minima: Vec<LocalMinimum>,
}

/// The state of an expansion.
struct Search<'a, H> {
    hull: &'a mut H,
    work: &'a mut Workspace,
    tolerance: f64,
    normal: Vec3,
    depth: f64,
    nearest_vertex: Vertex,
    iterations: u32,
    /// Whether the body is the hull of finitely many points.
    polytope: bool,
    /// Whether the best direction is normal to a facet.
    facet: bool,
    /// Support points that were computed for descents that led to nothing new.
    in_vain: u32,
    /// Whether the polytope begins with points all around.
    all_around: bool,
}

/// The least reach of a body about the origin, to a relative error, beginning with the unit vector `guess`, and unit
/// vectors that may be normal to a facet.
///
/// `simplex` are points of the body, as many as are known, for the start; those of GJK's last simplex do.
pub fn expand<H: Hull>(
    hull: &mut H,
    guess: &Vec3,
    facets: impl Iterator<Item = Vec3>,
    simplex: &[Vertex],
    tolerance: f64,
    work: &mut Workspace,
) -> Expansion {
    work.minima.clear();
    let polytope = hull.is_polytope();
    // Of the depth, where it was of the least reach.
    let tolerance = tolerance / (1.0 + tolerance);
    let tolerance = if polytope { tolerance.min(EXACT_DEPTH) } else { tolerance };
    let mut search = Search {
        polytope,
        nearest_vertex: hull.farthest(guess),
        hull,
        work,
        tolerance,
        normal: *guess,
        depth: f64::INFINITY,
        iterations: 1,
        facet: false,
        in_vain: 0,
        all_around: false,
    };
    let vertex = search.nearest_vertex;
    search.consider(guess, &vertex);
    for n in facets {
        let vertex = search.hull.farthest(&n);
        search.iterations += 1;
        let before = search.depth;
        if search.consider(&n, &vertex) < before {
            search.facet = true;
        }
    }
    let apex = if search.facet { None } else { search.descend(guess) };
    let end = search.run(apex, simplex);
    if end.status != Status::Stalled || polytope {
        return end;
    }
    // Narrow faces about the best direction have too few digits; those of a polytope that begins all around are wider.
    search.all_around = true;
    let again = search.run(None, &[]);
    Expansion { lower: if again.lower > end.lower { again.lower } else { end.lower }, ..again }
}

impl<H: Hull> Search<'_, H> {
    /// What a face must be nearer than to matter.
    fn level(&self) -> f64 {
        self.depth - self.depth.max(0.0) * self.tolerance
    }

    /// Takes note of how far the body reaches along a unit vector, at `vertex`.
    fn consider(&mut self, n: &Vec3, vertex: &Vertex) -> f64 {
        let [x, y] = (xy(n) * xy(&vertex.point)).to_array();
        let reach = x + y + n.z * vertex.point.z;
        if reach < self.depth {
            (self.normal, self.depth, self.nearest_vertex) = (*n, reach, *vertex);
            self.facet = false;
        }
        reach
    }

    /// Goes down from a direction to one of least reach nearby, where the body is round; the apex over it, if there is
    /// one that is new.
    fn descend(&mut self, from: &Vec3) -> Option<Vertex> {
        if self.polytope
            || self.in_vain * IN_VAIN > self.iterations
            || self.work.minima.iter().any(|minimum| minimum.contains(from))
        {
            return None;
        }
        let (pair, hints) = self.hull.bodies()?;
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
            self.in_vain += minimum.iterations;
        }
        if known || (minimum.apex == 0.0 && minimum.depth >= self.depth) {
            return None;
        }
        let vertex = self.hull.farthest(&minimum.normal);
        let before = self.depth;
        self.consider(&minimum.normal, &vertex);
        (minimum.apex > 0.0).then(|| {
            if self.depth < before {
                // Those that meet there.
                self.nearest_vertex = Vertex { point: difference, local_a, local_b };
            }
            self.work.minima.push(minimum);
            Vertex { point: minimum.normal * minimum.apex, local_a, local_b }
        })
    }

    fn run(&mut self, apex: Option<Vertex>, simplex: &[Vertex]) -> Expansion {
        let rounding = DEPTH_ROUNDINGS * self.hull.rounding();
        if self.depth < -rounding {
            return self.end(Status::Outside, self.depth);
        }
        if let Err(expansion) = self.start(apex, simplex) {
            return expansion;
        }
        let known = self.nearest_vertex;
        if self.polytope
            && let Some(face) = self.work.mesh.seen_by(&known.point)
            && !self.work.mesh.grow(&known, face, self.level())
        {
            return self.end(Status::Stalled, f64::NEG_INFINITY);
        }
        // The least distance of a face that rounding would not let grow.
        let mut floor = f64::INFINITY;
        loop {
            let level = self.level();
            let Some(nearest) = self.work.mesh.nearest() else {
                return self.end_at(level.min(floor), rounding);
            };
            let lower = nearest.distance.min(floor);
            if nearest.distance >= level || self.depth - lower <= rounding {
                return self.end_at(lower.min(level).min(floor), rounding);
            }
            if self.iterations >= DEPTH_ITERATIONS {
                self.polish();
                return self.end(Status::Capped, lower);
            }
            if let Some(corner) = self.corner_of_facet(&nearest.normal)
                && self.work.mesh.height(&corner.point, nearest.face) > self.tolerance * self.depth
                && self.work.mesh.sees(&corner.point, nearest.face)
            {
                if !self.work.mesh.grow(&corner, nearest.face, level) {
                    return self.end(Status::Stalled, lower);
                }
                continue;
            }
            let vertex = self.hull.farthest(&nearest.normal);
            self.iterations += 1;
            let reach = self.consider(&nearest.normal, &vertex);
            if self.depth < -rounding {
                return self.end(Status::Outside, self.depth);
            }
            let mut face = nearest.face;
            if !self.work.mesh.sees(&vertex.point, face) {
                let Some(other) = self.work.mesh.seen_by(&vertex.point) else {
                    floor = lower;
                    continue;
                };
                // What was learnt is of another face: this one, if it stays, has still to be looked at.
                self.work.mesh.put_back(&nearest);
                face = other;
            }
            let apex = if reach <= WORTH_DESCENDING * self.depth {
                self.descend(&nearest.normal)
            } else {
                None
            };
            let level = self.level();
            if !self.work.mesh.grow(&vertex, face, level) {
                return self.end(Status::Stalled, lower);
            }
            if let Some(apex) = apex
                && let Some(face) = self.work.mesh.seen_by(&apex.point)
                && !self.work.mesh.grow(&apex, face, level)
            {
                return self.end(Status::Stalled, lower);
            }
        }
    }

    /// The corner, in the direction of a unit vector nearby, of the facet that the best direction is normal to.
    fn corner_of_facet(&mut self, towards: &Vec3) -> Option<Vertex> {
        if !self.facet {
            return None;
        }
        let along = self.normal.dot(towards);
        let across = towards - self.normal * along;
        let length = across.norm();
        (length > TILT && length < 0.7 && along > 0.0).then(|| {
            self.iterations += 1;
            self.hull.farthest(&(self.normal + across * (TILT / length)))
        })
    }

    /// Looks around the best direction for a better one by shrinking steps. Where a whole ring of directions is the
    /// least, about the common axis of round bodies, no polytope closes it soon, but its best direction is near.
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
                self.look_along(&(n + across * step));
            }
            if self.depth >= before {
                step *= 0.5;
            }
        }
    }

    fn look_along(&mut self, direction: &Vec3) {
        let n = direction.normalize();
        let vertex = self.hull.farthest(&n);
        self.consider(&n, &vertex);
    }

    fn end_at(&mut self, lower: f64, rounding: f64) -> Expansion {
        // Thin faces leave fewer digits of the lower bound than the depth has.
        let noise = rounding.max(DEPTH_NOISE * self.hull.scale());
        let close = self.depth - lower <= self.depth.max(0.0) * self.tolerance * 1.01 + noise;
        self.end(if close { Status::Converged } else { Status::Stalled }, lower)
    }

    /// Takes the points that meet along the best direction from the bottom of the dip that it is in, if it is in one: whether
    /// they are.
    #[cold]
    fn meet(&mut self) -> bool {
        let Some((pair, hints)) = self.hull.bodies() else {
            return false;
        };
        let Some((n, locals)) = newton::stationary_points(&pair, hints, &self.normal) else {
            return false;
        };
        let reach = self.hull.farthest(&n).point.dot(&n);
        let meet = reach <= self.depth + 0.5 * self.tolerance * self.depth.abs();
        if meet {
            (self.normal, self.depth) = (n, reach);
            (self.nearest_vertex.local_a, self.nearest_vertex.local_b) = locals.into();
        }
        meet
    }

    fn end(&mut self, status: Status, lower: f64) -> Expansion {
        let aside = self.nearest_vertex.point - self.normal * self.depth;
        let most = self.tolerance.max(DEPTH_ASIDE);
        let apart = status != Status::Outside && aside.norm() > most * self.hull.scale();
        let open = apart && !self.meet();
        let mut expansion = Expansion {
            status,
            normal: self.normal,
            depth: self.depth,
            lower,
            local_a: self.nearest_vertex.local_a,
            local_b: self.nearest_vertex.local_b,
            iterations: self.iterations,
        };
        if open {
            self.set_witness(&mut expansion);
        }
        expansion
    }

    /// The points of the face that the ray along the normal leaves the polytope by.
    fn set_witness(&self, expansion: &mut Expansion) {
        let n = &self.normal;
        let farthest = self.depth + self.tolerance * self.hull.scale();
        let mut best = (f64::NEG_INFINITY, None);
        for (place, face) in self.work.mesh.faces() {
            let slope = face.normal.dot(n);
            if slope <= 0.0 || face.offset > farthest * slope {
                continue;
            }
            let corners = self.work.mesh.corners(place);
            let [a, b, c] = corners.map(|vertex| vertex.point);
            let shares = [n.dot(&b.cross(&c)), n.dot(&c.cross(&a)), n.dot(&a.cross(&b))];
            let least =
                shares[0].min(shares[1]).min(shares[2]) / (shares[0] + shares[1] + shares[2]).abs();
            if least > best.0 {
                best = (least, Some((corners, shares.map(|share| share.max(0.0)))));
            }
        }
        let Some((corners, shares)) = best.1 else {
            return;
        };
        let sum: f64 = shares.iter().sum();
        if sum > 0.0 {
            (expansion.local_a, expansion.local_b) = (Vec3::zeros(), Vec3::zeros());
            for (corner, share) in corners.iter().zip(shares) {
                expansion.local_a += corner.local_a * (share / sum);
                expansion.local_b += corner.local_b * (share / sum);
            }
        }
    }
}
