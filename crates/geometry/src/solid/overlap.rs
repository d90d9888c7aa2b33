//! The volume and the centre of what two closed surfaces have in common (`docs/src/theory/solids.md`, section 6).
//!
//! Along a line, the length that is inside both is the sum over all pairs of crossings, of one surface and of the other, of the lower
//! one's height with the product of their signs. So the volume is a sum over pairs of triangles, of an integral over what their
//! projections have in common. Nothing is decided: faces in one plane, and edges and vertices that touch, are no special cases.

use crate::interrupt::Pace;
use crate::math::{Aabb, Vec3};
use crate::sorting::sort_by;
use smallvec::SmallVec;

use super::surface::Surface;

mod parts;

pub(super) use parts::overlap_of_parts;

#[cfg(test)]
mod tests;

/// What two solids have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Overlap {
    pub volume: f64,
    /// Its centre of volume; of no volume that of the boxes in common.
    pub center: Vec3,
}

type Polygon = SmallVec<[Vec3; 10]>;

/// A triangle over the region in common: its projections along z go around counter-clockwise.
struct Facet {
    corners: [Vec3; 3],
    /// 1 if its outer side is up, -1 if it is down.
    sign: f64,
    bounds: Aabb,
    /// Its height at x = y = 0, and how that grows along x and y.
    plane: [f64; 3],
}

impl Facet {
    fn height(&self, at: &Vec3) -> f64 {
        let [start, x, y] = self.plane;
        (start + x * at.x + y * at.y).clamp(self.bounds.min.z, self.bounds.max.z)
    }
}

/// The overlap of two surfaces.
pub(crate) fn overlap(a: &Surface, b: &Surface) -> Overlap {
    let region = a.bounds().intersection(&b.bounds());
    if region.is_empty() {
        return Overlap::default();
    }
    let (center, half) = (region.center(), region.half_extents());
    // The shortest way through is along z: fewest faces are above each other, and the heights are small.
    let z = (0..3).fold(2, |least, axis| if half[axis] < half[least] { axis } else { least });
    let axes = [(z + 1) % 3, (z + 2) % 3, z];
    let extents = Vec3::new(half[axes[0]], half[axes[1]], half[z]);
    let ahead = |p: &Vec3| {
        let from = p - center;
        Vec3::new(from[axes[0]], from[axes[1]], from[z] + extents.z)
    };
    let [of_a, of_b] = [a, b].map(|surface| facets(surface, &ahead, &extents));
    let parts: Vec<[Polygon; 2]> = of_a.iter().map(|facet| within(facet, &extents)).collect();
    let mut sum = Moments { top: 2.0 * extents.z, ..Moments::default() };
    let mut pace = Pace::default();
    pairs(&of_a, &of_b, &mut pace, &mut |i, j| sum.add(&of_a[i], &parts[i], &of_b[j]));
    pairs(&of_b, &of_a, &mut pace, &mut |j, i| {
        // Those that begin at the same place have been met.
        if of_a[i].bounds.min.x != of_b[j].bounds.min.x {
            sum.add(&of_a[i], &parts[i], &of_b[j]);
        }
    });
    let volume = sum.volume.max(0.0);
    let mut found = Overlap { volume, center };
    if volume > 0.0 {
        let at = sum.first / volume;
        for (axis, shift) in axes.into_iter().zip([at.x, at.y, at.z - extents.z]) {
            // Rounding of a tiny volume leads nowhere outside.
            found.center[axis] += shift.clamp(-half[axis], half[axis]);
        }
    }
    found
}

/// The triangles over the region.
fn facets(surface: &Surface, ahead: &dyn Fn(&Vec3) -> Vec3, extents: &Vec3) -> Vec<Facet> {
    let mut found = Vec::new();
    let mut pace = Pace::default();
    for &triangle in &surface.triangles {
        pace.step();
        let [p, mut q, mut r] = surface.corners(triangle).map(|corner| ahead(&corner));
        let double = cross(&(q - p), &(r - p));
        if double < 0.0 {
            (q, r) = (r, q);
        }
        let bounds = Aabb::around([p, q, r]);
        let is_over = |k: usize| bounds.min[k] < extents[k] && bounds.max[k] > -extents[k];
        if double == 0.0 || bounds.max.z <= 0.0 || !is_over(0) || !is_over(1) {
            continue;
        }
        let (u, v, area) = (q - p, r - p, double.abs());
        let along_x = (u.z * v.y - v.z * u.y) / area;
        let along_y = (v.z * u.x - u.z * v.x) / area;
        let plane = [p.z - along_x * p.x - along_y * p.y, along_x, along_y];
        let facet = Facet { corners: [p, q, r], sign: double.signum(), bounds, plane };
        crate::memory::push(&mut found, facet);
    }
    sort_by(&mut found, |p: &Facet, q| p.bounds.min.x.total_cmp(&q.bounds.min.x));
    found
}

/// The part of a triangle that is over the region from its lower end up, and within it or above it: what is higher counts as at its
/// upper end.
fn within(facet: &Facet, extents: &Vec3) -> [Polygon; 2] {
    let mut polygon = Polygon::from_slice(&facet.corners);
    for (axis, side) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
        polygon = split(&polygon, |p| extents[axis] - side * p[axis])[0].clone();
    }
    let [polygon, _] = split(&polygon, |p| p.z);
    let top = 2.0 * extents.z;
    let [inside, mut above] = split(&polygon, |p| top - p.z);
    above.iter_mut().for_each(|p| p.z = top);
    [inside, above]
}

/// The pairs of triangles with overlapping boxes of which the second begins along x where the first is.
fn pairs(first: &[Facet], second: &[Facet], pace: &mut Pace, visit: &mut dyn FnMut(usize, usize)) {
    for (i, Facet { bounds: Aabb { min, max }, .. }) in first.iter().enumerate() {
        let begin = second.partition_point(|other| other.bounds.min.x < min.x);
        for (j, other) in second.iter().enumerate().skip(begin) {
            pace.step();
            if other.bounds.min.x >= max.x {
                break;
            }
            if other.bounds.min.y < max.y && min.y < other.bounds.max.y {
                visit(i, j);
            }
        }
    }
}

/// The integrals of 1 and of the coordinates, from z = 0 to the upper end of the region.
#[derive(Default)]
struct Moments {
    top: f64,
    volume: f64,
    first: Vec3,
}

impl Moments {
    /// Adds what is below both a triangle, whose parts are given, and another one.
    fn add(&mut self, facet: &Facet, parts: &[Polygon; 2], other: &Facet) {
        let sign = facet.sign * other.sign;
        let [p, q, r] = &other.corners;
        for part in parts {
            // By the sides of triangles: those of what is left of one may be so short that rounding turns them.
            let mut common = part.clone();
            for (from, to) in [(p, q), (q, r), (r, p)] {
                let along = to - from;
                common = split(&common, |at| cross(&along, &(at - from)))[0].clone();
            }
            if common.len() < 3 {
                continue;
            }
            let [common, _] = split(&common, |at| other.height(at));
            let [common, under_top] = split(&common, |at| self.top - other.height(at));
            self.below(&under_top, sign);
            let [lower, mut rest] = split(&common, |at| other.height(at) - at.z);
            rest.iter_mut().for_each(|at| at.z = other.height(at));
            self.below(&lower, sign);
            self.below(&rest, sign);
        }
    }

    /// Adds what is between z = 0 and a polygon.
    fn below(&mut self, polygon: &Polygon, sign: f64) {
        for i in 1..polygon.len().saturating_sub(1) {
            let corners = [polygon[0], polygon[i], polygon[i + 1]];
            let area = 0.5 * sign * cross(&(corners[1] - corners[0]), &(corners[2] - corners[0]));
            let sum = corners[0] + corners[1] + corners[2];
            // The integral of a product of two linear functions over a triangle.
            let product = |axis: usize| {
                let of_corners: f64 = corners.iter().map(|p| p[axis] * p.z).sum();
                area / 12.0 * (of_corners + sum[axis] * sum.z)
            };
            self.volume += area * sum.z / 3.0;
            self.first += Vec3::new(product(0), product(1), 0.5 * product(2));
        }
    }
}

fn cross(u: &Vec3, v: &Vec3) -> f64 {
    u.x * v.y - u.y * v.x
}

/// The parts of a convex polygon where a linear function is not negative, and where it is (Sutherland and Hodgman 1974). Both together
/// are the polygon, also where the function is zero but for rounding: the second begins and ends where it is first negative on either
/// way from its greatest value.
fn split(polygon: &Polygon, inside: impl Fn(&Vec3) -> f64) -> [Polygon; 2] {
    let depths: SmallVec<[f64; 10]> = polygon.iter().map(inside).collect();
    let count = depths.len();
    let most = (1..count).fold(0, |most, i| if depths[i] > depths[most] { i } else { most });
    let corner = |step: usize| polygon[(most + step) % count];
    let depth = |step: usize| depths[(most + step) % count];
    let is_out = |step: &usize| depth(*step) < 0.0;
    let (Some(first), Some(last)) = ((0..count).find(is_out), (0..count).rfind(is_out)) else {
        return [polygon.clone(), Polygon::new()];
    };
    if first == 0 {
        return [Polygon::new(), polygon.clone()];
    }
    let crossing = |kept: usize, out: usize| {
        let part = depth(kept) / (depth(kept) - depth(out));
        corner(kept) + (corner(out) - corner(kept)) * part
    };
    let [leaves, returns] = [crossing(first - 1, first), crossing(last + 1, last)];
    let mut kept = Polygon::from_slice(&[returns]);
    kept.extend((last + 1..count + first).map(corner));
    kept.push(leaves);
    let mut rest = Polygon::from_slice(&[leaves]);
    rest.extend((first..=last).map(corner));
    rest.push(returns);
    [kept, rest]
}
