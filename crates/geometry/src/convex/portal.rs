//! The ray of a cast, and a portal: a triangle of points of A - B that the ray passes through.

use crate::convex::pair::SupportPoint;
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::vector::Vec2;

/// A portal is narrow if its projected area is less than this times the square of the largest distance of its corners from the
/// ray. The barycentric coordinates in other portals lose at most three digits.
const NARROW_PORTAL: f64 = 1e-3;

/// A point of A - B.
#[derive(Clone, Copy, Default)]
pub(super) struct Corner {
    /// The difference.
    pub w: Vec3,
    /// Its projection along the ray: its coordinates along the two tangents.
    pub lateral: Vec2,
    /// The point of A, in local coordinates.
    pub local_a: Vec3,
    /// The point of B, in local coordinates.
    pub local_b: Vec3,
    /// The vector against which it is the support point.
    pub direction: Vec3,
}

/// A path as a ray: unit vectors along and across it, and its length.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    /// The unit vector along it.
    pub along: Vec3,
    /// Unit vectors across it and each other.
    pub tangents: [Vec3; 2],
    /// How far it goes.
    pub length: f64,
    /// A bound on the rounding error of distances.
    pub rounding: f64,
    /// The relative error of the contact that is requested.
    pub tolerance: f64,
}

impl Ray {
    /// The largest difference of the bounds on a contact that satisfies the tolerance.
    #[inline]
    pub(super) fn max_gap(&self, lower: f64) -> f64 {
        (self.tolerance * lower).max(2.0 * self.rounding)
    }

    /// The projection of a vector along the ray.
    #[inline]
    pub(super) fn lateral(&self, v: &Vec3) -> Vec2 {
        Vec2::new(v.dot(&self.tangents[0]), v.dot(&self.tangents[1]))
    }

    /// A support point as a corner.
    pub(super) fn corner(&self, point: &SupportPoint, direction: &Vec3) -> Corner {
        let w = point.difference();
        let (lateral, direction) = (self.lateral(&w), *direction);
        Corner { w, lateral, local_a: point.local_a, local_b: point.local_b, direction }
    }
}

/// A triangle that the ray passes through; its corners are counterclockwise as seen from the ray's end.
pub(super) struct Portal {
    /// The corners.
    pub corners: [Corner; 3],
}

impl Portal {
    /// The barycentric coordinates of the point where the ray passes through the triangle, and whether it certainly does so
    /// despite rounding. `None` if the triangle's projection has no area.
    pub(super) fn barycentric(&self, rounding: f64) -> Option<([f64; 3], bool)> {
        let [a, b, c] = &self.corners;
        // Twice the signed areas of triangles with the ray.
        let areas = [(b, c), (c, a), (a, b)].map(|(p, q)| p.lateral.perp(&q.lateral));
        let sum = areas[0] + areas[1] + areas[2];
        let turns = sum > 0.0;
        if !turns {
            return None;
        }
        let size = |corner: &Corner| corner.lateral.abs().sum();
        let size = size(a).max(size(b)).max(size(c));
        let least = 8.0 * rounding * size;
        let inside = areas.iter().all(|area| *area > least);
        if sum < NARROW_PORTAL * size * size {
            return self.narrow_barycentric().map(|coordinates| (coordinates, inside));
        }
        Some((areas.map(|area| area.max(0.0) / sum), inside))
    }

    /// The barycentric coordinates in a narrow portal. The areas are computed from the edges to avoid catastrophic cancellation:
    /// the difference of two corners that are close is exact.
    #[cold]
    fn narrow_barycentric(&self) -> Option<[f64; 3]> {
        let lateral = |i: usize| &self.corners[i % 3].lateral;
        let edges = [0, 1, 2].map(|i| lateral(i + 2) - lateral(i + 1));
        let shortest = Vec3::from(edges.map(|edge| edge.norm_squared())).imin();
        let (next, last) = ((shortest + 1) % 3, (shortest + 2) % 3);
        let whole = edges[shortest].perp(&edges[next]);
        let turns = whole > 0.0;
        if !turns {
            return None;
        }
        let [first, second] =
            [shortest, next].map(|i| (lateral(i + 1).perp(&edges[i]) / whole).clamp(0.0, 1.0));
        let mut coordinates = [0.0; 3];
        (coordinates[shortest], coordinates[next]) = (first, second);
        // The sum must be one. The rounding error may go to either end of the shortest edge: they are close to each other.
        coordinates[last] = (1.0 - first - second).max(0.0);
        Some(coordinates)
    }

    /// The length of the ray up to the triangle, and whether the ray certainly passes through it.
    pub(super) fn upper_bound(&self, ray: &Ray) -> Option<(f64, bool)> {
        let (coordinates, proved) = self.barycentric(ray.rounding)?;
        let upper =
            self.corners.iter().zip(coordinates).map(|(c, x)| c.w.dot(&ray.along) * x).sum();
        Some((upper, proved))
    }

    /// The normal of the triangle, of any length, on the side of the ray's direction.
    #[inline]
    pub(super) fn normal(&self) -> Vec3 {
        let [a, b, c] = self.corners.each_ref().map(|corner| corner.w);
        let (p, q) = (b - a, c - a);
        let normal = p.cross(&q);
        let narrow = normal.norm_squared()
            < NARROW_PORTAL * NARROW_PORTAL * p.norm_squared() * q.norm_squared();
        if narrow { self.narrow_normal() } else { normal }
    }

    /// The normal of a narrow portal, from its shortest edge: the cross product of two long and nearly parallel edges has few
    /// correct digits.
    #[cold]
    fn narrow_normal(&self) -> Vec3 {
        let [a, b, c] = self.corners.each_ref().map(|corner| corner.w);
        let edges = [c - b, a - c, b - a];
        let shortest = Vec3::from(edges.map(|edge| edge.norm_squared())).imin();
        edges[shortest].cross(&edges[(shortest + 1) % 3])
    }

    /// The points of both bodies at these barycentric coordinates.
    pub(super) fn witness(&self, coordinates: &[f64; 3]) -> Witness {
        let mut witness = Witness::default();
        for (corner, coordinate) in self.corners.iter().zip(coordinates) {
            witness.local_a += corner.local_a * *coordinate;
            witness.local_b += corner.local_b * *coordinate;
            witness.difference += corner.w * *coordinate;
        }
        witness
    }

    /// Replaces one corner such that the ray still passes through the triangle.
    pub(super) fn replace_corner(&mut self, new: Corner) {
        let areas = [0, 1, 2].map(|i| new.lateral.perp(&self.corners[i].lateral));
        // The ray passes between the new corner and the corners i and i + 1.
        let i = if areas[0] >= 0.0 && areas[1] <= 0.0 {
            0
        } else if areas[1] >= 0.0 && areas[2] <= 0.0 {
            1
        } else {
            2
        };
        self.corners[(i + 2) % 3] = new;
    }
}
