//! A box and a triangle: at least how far they overlap along each of their thirteen axes, by triple products that the axes share.

use super::Solid;
use crate::convex::boxes::sat::{Block, TRIPLE_PRODUCT};
use crate::convex::closed_form::{in_triangle, weighted};
use crate::math::Vec3;
use crate::math::vector::{greater, lesser};

/// The two, as seen from the centre of the box. Overlaps are times the length of their axis, and less by the most that rounding may add.
pub(super) struct BoxAndTriangle<'a> {
    block: &'a Block,
    /// Whether the box is the first of the two.
    pub is_box_first: bool,
    /// Of the box's faces, of any length.
    normals: [Vec3; 3],
    corners: [Vec3; 3],
    /// The dot products of each normal with each corner.
    along_normals: [[f64; 3]; 3],
    rounding: f64,
}

impl<'a> BoxAndTriangle<'a> {
    #[inline]
    pub(super) fn new(solids: [&'a Solid; 2]) -> Option<Self> {
        let (block, corners, is_box_first) = match solids {
            [Solid::Block(block), Solid::Triangle(corners)] => (block, corners, true),
            [Solid::Triangle(corners), Solid::Block(block)] => (block, corners, false),
            _ => return None,
        };
        let normals = block.face_normals();
        let corners = corners.map(|corner| corner - block.center);
        let along_normals =
            normals.each_ref().map(|normal| corners.each_ref().map(|corner| normal.dot(corner)));
        let square = |sum: f64, v: &Vec3| sum + v.norm_squared();
        let size = block.edges.iter().chain(&corners).fold(0.0, square);
        let rounding = TRIPLE_PRODUCT * size * size.sqrt();
        Some(BoxAndTriangle { block, is_box_first, normals, corners, along_normals, rounding })
    }

    /// The triple product of the box's edges.
    #[inline]
    fn volume(&self) -> f64 {
        self.normals[0].dot(&self.block.edges[0]).abs()
    }

    /// Whether the point of the triangle that is nearest to the centre of the box is farther than `deep` inside of it. Of a box that is
    /// flattened, the volume and the normals are rounding errors.
    #[inline]
    pub(super) fn shares_nearest_point(&self, deep: f64) -> bool {
        let to = weighted(&self.corners, &in_triangle(&self.corners, &Vec3::zeros()));
        let volume = self.volume() - 2.0 * self.rounding;
        self.normals.iter().all(|normal| {
            let depth = volume - to.dot(normal).abs();
            depth > 0.0 && depth * depth > deep * deep * normal.norm_squared()
        })
    }

    /// Along the normals of the faces.
    #[inline]
    pub(super) fn along_faces(&self) -> [f64; 3] {
        let volume = self.volume() - self.rounding;
        self.along_normals.map(|[p, q, r]| {
            let (most, least) = (greater(p, greater(q, r)), greater(-p, greater(-q, -r)));
            volume + lesser(most, least)
        })
    }

    /// Along the normal of the triangle.
    #[inline]
    pub(super) fn along_plane(&self, normal: &Vec3) -> f64 {
        let radius = self.block.projected_radius(normal) - self.rounding;
        radius - self.corners[0].dot(normal).abs()
    }

    /// Along the products of each edge of the box with each of the triangle.
    #[inline]
    pub(super) fn along_products(&self) -> [[f64; 3]; 3] {
        let [p, q, r] = &self.corners;
        let products = [p.cross(q), q.cross(r), r.cross(p)];
        // The ends of an edge have one projection, the third corner another.
        let projections = self.block.edges.each_ref().map(|edge| {
            let [x, y, z] = products.each_ref().map(|product| edge.dot(product));
            [[-x, y + z], [-y, z + x], [-z, x + y]]
        });
        let heights =
            self.along_normals.map(|[p, q, r]| [(q - p).abs(), (r - q).abs(), (p - r).abs()]);
        std::array::from_fn(|i| {
            let [of_second, of_third] = [&heights[(i + 1) % 3], &heights[(i + 2) % 3]];
            std::array::from_fn(|j| {
                let [of_ends, of_corner] = projections[i][j];
                let (most, least) = (greater(of_ends, of_corner), greater(-of_ends, -of_corner));
                of_second[j] + of_third[j] - self.rounding + lesser(most, least)
            })
        })
    }
}
