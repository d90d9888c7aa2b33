//! Convex regions inside a solid: polytopes about a point that no polygon of the surface enters (Deits and Tedrake 2015, without
//! the ellipsoids). `docs/src/theory/solids.md`, section 2, has the proof that they are inside.

use crate::bvh::{BeyondPlane, NearVisit, walk_near};
use crate::math::tolerance::REGION_FLAT;
use crate::math::vector::tangents;
use crate::math::{Placement, Vec3};
use crate::mesh::nearest_point::nearest_certified;
use crate::mesh::{PolytopeSoup, PolytopeView};

#[cfg(test)]
mod tests;

/// A convex region, in the coordinates of its solid.
#[derive(Debug)]
pub(super) struct Region {
    vertices: Vec<Vec3>,
    indices: Vec<u32>,
}

/// The most planes about a region; what else is near it ends it.
const MOST_PLANES: usize = 48;

/// A polygon's own plane is taken if the seed is farther from it than this part of its distance from the polygon; otherwise the plane
/// across the way there.
const STEEP: f64 = 0.05;

/// A half space: points whose product with the normal is less than the offset.
struct Plane {
    normal: Vec3,
    offset: f64,
}

impl Region {
    /// A region about a point inside of a solid that reaches at most this far along each axis. `None` if the point is not certainly
    /// inside.
    pub(super) fn grow(soup: &PolytopeSoup, seed: &Vec3, reach: f64) -> Option<Region> {
        if !soup.holds(seed) {
            return None;
        }
        let flat = REGION_FLAT * (soup.absolute_extents().max() + seed.amax());
        let radius = reach * 3.0_f64.sqrt();
        let mut growth = Growth {
            soup,
            seed,
            planes: Vec::new(),
            beyond: Vec::new(),
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
        let vertices: Vec<Vec3> = cells.used().map(|p| p + seed).collect();
        // Rounding must not have left a corner where no plane allows it.
        let allowed =
            |p: &Vec3| growth.planes.iter().all(|plane| plane.normal.dot(p) <= plane.offset + flat);
        let vertices: Vec<Vec3> = vertices.into_iter().filter(allowed).collect();
        let indices = (0..vertices.len() as u32).collect();
        (vertices.len() > 3).then_some(Region { vertices, indices })
    }

    /// Places it in other coordinates.
    pub(super) fn place(&mut self, placement: &Placement) {
        for vertex in &mut self.vertices {
            *vertex = placement.apply(vertex);
        }
    }

    /// The region as a convex body.
    pub(super) fn view(&self) -> PolytopeView<'_> {
        PolytopeView { vertices: &self.vertices, indices: &self.indices, hull: None }
    }
}

/// The planes found so far.
struct Growth<'a> {
    soup: &'a PolytopeSoup,
    seed: &'a Vec3,
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
        let points = || outline.iter().map(|&v| self.soup.vertex(v));
        let least = |normal: &Vec3| points().fold(f64::INFINITY, |m, p| m.min(normal.dot(p)));
        let is_beyond =
            |plane: &Plane| points().all(|p| plane.normal.dot(p) >= plane.offset - self.flat);
        if self.planes.iter().any(is_beyond) {
            return;
        }
        let corner = |k: usize| self.soup.vertex(outline[k]);
        let mut nearest: Option<(Vec3, f64)> = None;
        for k in 1..outline.len().saturating_sub(1) {
            if let Some(near) = nearest_certified([corner(0), corner(k), corner(k + 1)], self.seed)
                && nearest.is_none_or(|(_, distance)| near.distance < distance)
            {
                nearest = Some((near.point, near.distance));
            }
        }
        let Some((nearest, distance)) = nearest else {
            // Too thin to be certain of: the plane across the way to its middle has to do.
            let count = outline.len().max(1) as f64;
            let middle = points().fold(Vec3::zeros(), |sum, p| sum + p / count);
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
        let own = if outline.len() > 2 {
            (corner(1) - corner(0)).cross(&(corner(2) - corner(0))).try_normalize(0.0)
        } else {
            None
        };
        if let Some(normal) = own {
            let height = normal.dot(&(corner(0) - self.seed));
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
        self.is_enclosed &= offset - normal.dot(self.seed) > 2.0 * self.flat;
        self.beyond.push(BeyondPlane::new(
            self.soup.tree().side().frame,
            &normal,
            offset - self.flat,
        ));
        self.planes.push(Plane { normal, offset });
    }
}

/// A convex polyhedron by its faces, about the origin.
struct Cells {
    vertices: Vec<Vec3>,
    faces: Vec<Vec<u32>>,
}

impl Cells {
    /// A cube of this half edge.
    fn cube(half: f64) -> Cells {
        let sign = |i: u32, bit: u32| if i >> bit & 1 == 1 { half } else { -half };
        let vertices = (0..8).map(|i| Vec3::new(sign(i, 0), sign(i, 1), sign(i, 2))).collect();
        let faces =
            [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
        Cells { vertices, faces: faces.map(Vec::from).into() }
    }

    /// Cuts off what is beyond a plane.
    fn clip(&mut self, normal: &Vec3, offset: f64) {
        let height = |p: &Vec3| normal.dot(p) - offset;
        let heights: Vec<f64> = self.vertices.iter().map(height).collect();
        if heights.iter().all(|&h| h <= 0.0) {
            return;
        }
        // The new vertex on each edge that is cut.
        let mut cuts: Vec<([u32; 2], u32)> = Vec::new();
        let mut faces = Vec::with_capacity(self.faces.len() + 1);
        for face in &self.faces {
            let mut kept = Vec::with_capacity(face.len() + 1);
            for (k, &v) in face.iter().enumerate() {
                let next = face[(k + 1) % face.len()];
                let (h, g) = (heights[v as usize], heights[next as usize]);
                if h <= 0.0 {
                    kept.push(v);
                }
                if (h <= 0.0) != (g <= 0.0) {
                    let key = [v.min(next), v.max(next)];
                    let known = cuts.iter().find(|(edge, _)| *edge == key).map(|(_, at)| *at);
                    kept.push(known.unwrap_or_else(|| {
                        let (p, q) = (self.vertices[v as usize], self.vertices[next as usize]);
                        let at = self.vertices.len() as u32;
                        self.vertices.push(p + (q - p) * (h / (h - g)));
                        cuts.push((key, at));
                        at
                    }));
                }
            }
            if kept.len() > 2 {
                faces.push(kept);
            }
        }
        // The face across, around its middle.
        let [x, y] = tangents(normal);
        let all = || cuts.iter().map(|(_, at)| *at);
        let middle = all().fold(Vec3::zeros(), |sum, at| sum + self.vertices[at as usize])
            / cuts.len().max(1) as f64;
        let angle = |at: u32| {
            let p = self.vertices[at as usize] - middle;
            libm::atan2(p.dot(&y), p.dot(&x))
        };
        let mut around: Vec<(f64, u32)> = all().map(|at| (angle(at), at)).collect();
        around.sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
        if around.len() > 2 {
            faces.push(around.into_iter().map(|(_, at)| at).collect());
        }
        self.faces = faces;
    }

    /// The vertices that faces have.
    fn used(&self) -> impl Iterator<Item = Vec3> {
        let mut used: Vec<u32> = self.faces.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        used.into_iter().map(|v| self.vertices[v as usize])
    }
}
