//! Convex regions inside a solid: polytopes about a point that no polygon of the surface enters (Deits and Tedrake 2015, without
//! the ellipsoids). `docs/src/theory/solids.md`, section 2, has the proof that they are inside.

mod cells;

use smallvec::SmallVec;

use crate::bvh::{BeyondPlane, NearVisit, walk_near};
use crate::math::tolerance::REGION_FLAT;
use crate::math::{Placement, Vec3};
use crate::mesh::PolytopeSoup;
use crate::mesh::nearest_point::nearest_certified;
use crate::shape::Polytope;
use cells::Cells;

#[cfg(test)]
mod tests;

/// A convex region.
#[derive(Debug)]
pub(super) struct Region {
    /// In the coordinates of its solid.
    pub seed: Vec3,
    /// About the seed, so that its coordinates are small and lose little to rounding.
    pub body: Polytope,
}

/// The most planes about a region; what else is near it ends it.
const MOST_PLANES: usize = 48;

/// How many of the first planes, those of the nearest polygons, are exact. Later ones may be moved towards the seed: more of the surface
/// is beyond each then, so that the region reaches farther along a surface of small polygons.
const EXACT_PLANES: usize = 24;

/// A polygon's own plane is taken if the seed is farther from it than this part of its distance from the polygon; otherwise the plane
/// across the way there.
const STEEP: f64 = 0.05;

/// Vertices that are nearer to each other than this part of the size are one.
const MERGED: f64 = 0.001;

/// The most vertices of a region, of which support points are found in single precision. Those close to others are left out first.
const MOST_VERTICES: usize = 64;

/// A half space: points whose product with the normal is less than the offset.
struct Plane {
    normal: Vec3,
    offset: f64,
}

impl Region {
    /// A region about a point inside of a solid that reaches at most this far along each axis, and of which planes after the first
    /// [`EXACT_PLANES`] are at this part `inset` of their distance. `None` if the point is not certainly inside.
    pub(super) fn grow(soup: &PolytopeSoup, seed: &Vec3, reach: f64, inset: f64) -> Option<Region> {
        // In forty bits: coordinates of few digits stay exact about it, and what just touches goes on to.
        let seed = &seed.map(|x| f64::from_bits(x.to_bits() >> 13 << 13));
        if !soup.holds(seed) {
            return None;
        }
        let flat = REGION_FLAT * (soup.absolute_extents().max() + seed.amax());
        let radius = reach * 3.0_f64.sqrt();
        let mut growth = Growth {
            soup,
            seed,
            inset,
            planes: Vec::with_capacity(MOST_PLANES),
            beyond: Vec::with_capacity(MOST_PLANES),
            radius,
            flat,
            is_enclosed: true,
        };
        walk_near(soup.tree().side(), None, seed, &mut growth);
        let half = growth.radius / 3.0_f64.sqrt();
        if !(growth.is_enclosed && half > flat) {
            return None;
        }
        let mut cells = Cells::cube(half);
        for Plane { normal, offset } in &growth.planes {
            cells.clip(normal, offset - normal.dot(seed));
        }
        // Rounding must not have left a corner where no plane allows it.
        let is_allowed = |p: &Vec3| {
            let p = p + seed;
            growth.planes.iter().all(|plane| plane.normal.dot(&p) <= plane.offset + flat)
        };
        let vertices: Vec<Vec3> = thinned(cells.used().filter(is_allowed).collect());
        let body = || Polytope::of_extremes(&vertices);
        (vertices.len() > 3).then(|| Region { seed: *seed, body: body() })
    }

    /// Places it in other coordinates.
    pub(super) fn placed(&self, placement: &Placement) -> Region {
        let vertices = self.body.vertices();
        let turned: Vec<Vec3> = vertices.iter().map(|p| placement.basis * p).collect();
        Region { seed: placement.apply(&self.seed), body: Polytope::of_extremes(&turned) }
    }
}

/// Some of the points: at most [`MOST_VERTICES`], none nearer to another than [`MERGED`] times the distance of the farthest. Their hull is
/// in that of all.
fn thinned(mut points: Vec<Vec3>) -> Vec<Vec3> {
    let farthest = points.iter().fold(0.0_f64, |most, p| most.max(p.norm_squared()));
    let mut least = MERGED * MERGED * farthest;
    loop {
        let mut kept: Vec<Vec3> = Vec::with_capacity(points.len());
        for p in &points {
            if kept.iter().all(|q| (p - q).norm_squared() > least) {
                kept.push(*p);
            }
        }
        if kept.len() <= MOST_VERTICES {
            return kept;
        }
        (points, least) = (kept, 4.0 * least);
    }
}

/// The planes found so far.
struct Growth<'a> {
    soup: &'a PolytopeSoup,
    seed: &'a Vec3,
    inset: f64,
    planes: Vec<Plane>,
    /// What is beyond them.
    beyond: Vec<BeyondPlane>,
    radius: f64,
    flat: f64,
    /// Whether the seed is on the inner side of all planes.
    is_enclosed: bool,
}

impl NearVisit for Growth<'_> {
    fn limit(&self) -> f64 {
        if self.is_enclosed { self.radius } else { -1.0 }
    }

    fn left_out(&self) -> &[BeyondPlane] {
        &self.beyond
    }

    fn visit(&mut self, i: u32) {
        // What has a volume is no part of the surface.
        let Some(outline) = self.soup.outline(i) else { return };
        let points: SmallVec<[Vec3; 4]> = outline.iter().map(|&v| *self.soup.vertex(v)).collect();
        let is_beyond = |plane: &Plane| {
            let least = plane.offset - self.flat;
            points.iter().all(|p| plane.normal.dot(p) >= least)
        };
        if self.planes.iter().rev().any(is_beyond) {
            return;
        }
        let least = |normal: &Vec3| points.iter().fold(f64::INFINITY, |m, p| m.min(normal.dot(p)));
        let mut nearest: Option<(Vec3, f64)> = None;
        for k in 1..points.len().saturating_sub(1) {
            let triangle = [&points[0], &points[k], &points[k + 1]];
            if let Some(near) = nearest_certified(triangle, self.seed)
                && nearest.is_none_or(|(_, distance)| near.distance < distance)
            {
                nearest = Some((near.point, near.distance));
            }
        }
        let Some((nearest, distance)) = nearest else {
            // Too thin to be certain of: the plane across the way to its middle has to do.
            let count = points.len().max(1) as f64;
            let middle = points.iter().fold(Vec3::zeros(), |sum, p| sum + p / count);
            let normal = (middle - self.seed).try_normalize(0.0).unwrap_or_else(Vec3::x);
            self.add(normal, least(&normal));
            return;
        };
        if distance > self.radius {
            return;
        }
        if self.planes.len() >= MOST_PLANES {
            self.radius = distance;
            return;
        }
        let own = match *points {
            [p, q, r, ..] => (q - p).cross(&(r - p)).try_normalize(0.0),
            _ => None,
        };
        if let Some(normal) = own {
            let height = normal.dot(&(points[0] - self.seed));
            let normal = if height < 0.0 { -normal } else { normal };
            let offset = least(&normal);
            if offset - normal.dot(self.seed) > STEEP * distance {
                return self.add(normal, offset);
            }
        }
        let normal = (nearest - self.seed).try_normalize(0.0).unwrap_or_else(Vec3::x);
        self.add(normal, least(&normal));
    }
}

impl Growth<'_> {
    fn add(&mut self, normal: Vec3, offset: f64) {
        let at = normal.dot(self.seed);
        let inset = if self.planes.len() < EXACT_PLANES { 1.0 } else { self.inset };
        let height = inset * (offset - at);
        let offset = at + height;
        self.is_enclosed &= height > 2.0 * self.flat;
        self.beyond.push(BeyondPlane::new(
            self.soup.tree().side().frame,
            &normal,
            offset - self.flat,
        ));
        self.planes.push(Plane { normal, offset });
    }
}
