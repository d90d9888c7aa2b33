//! Four pieces of the contents of trees, one a lane: each is in a box and in a slab (`docs/src/theory/slabs.md`).

use std::ops::{Add, Mul, Neg, Sub};

use wide::{f32x4, f64x4};

use super::differences::Map;
use super::node::{FourChildren, Node, by_axis};
use super::slabs::FourSlabs;
use crate::math::{Mat3, Vec3};

/// Multiples of a normal that are this many times as long as the direction are not used: they would magnify rounding.
const LONGEST_MULTIPLE: f64 = 4.0;

/// Four vectors.
#[derive(Clone, Copy)]
pub(super) struct Vec3x4(pub [f64x4; 3]);

impl Vec3x4 {
    /// The same vector four times.
    #[inline]
    pub(super) fn splat(v: &Vec3) -> Vec3x4 {
        Vec3x4([f64x4::splat(v.x), f64x4::splat(v.y), f64x4::splat(v.z)])
    }

    #[inline]
    pub(super) fn dot(&self, other: &Vec3x4) -> f64x4 {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        a * x + b * y + c * z
    }

    #[inline]
    pub(super) fn abs(&self) -> Vec3x4 {
        let [x, y, z] = self.0;
        Vec3x4([x.abs(), y.abs(), z.abs()])
    }

    #[inline]
    pub(super) fn sum(&self) -> f64x4 {
        self.0[0] + self.0[1] + self.0[2]
    }

    /// Coordinate by coordinate.
    #[inline]
    fn times(&self, other: &Vec3x4) -> Vec3x4 {
        Vec3x4(by_axis(|i| self.0[i] * other.0[i]))
    }

    /// The vectors of length one along these, and where there are such.
    #[inline]
    pub(super) fn unit(&self) -> (Vec3x4, f64x4) {
        let length = self.dot(self).sqrt();
        let is_one = length.simd_gt(f64x4::splat(f64::MIN_POSITIVE));
        (*self * (f64x4::splat(1.0) / length), is_one)
    }

    /// The vector in a lane.
    #[inline]
    pub(super) fn lane(&self, lane: usize) -> Vec3 {
        Vec3::from(by_axis(|i| self.0[i].to_array()[lane]))
    }
}

impl Add for Vec3x4 {
    type Output = Vec3x4;

    #[inline]
    fn add(self, other: Vec3x4) -> Vec3x4 {
        Vec3x4(by_axis(|i| self.0[i] + other.0[i]))
    }
}

impl Sub for Vec3x4 {
    type Output = Vec3x4;

    #[inline]
    fn sub(self, other: Vec3x4) -> Vec3x4 {
        Vec3x4(by_axis(|i| self.0[i] - other.0[i]))
    }
}

impl Neg for Vec3x4 {
    type Output = Vec3x4;

    #[inline]
    fn neg(self) -> Vec3x4 {
        Vec3x4(by_axis(|i| -self.0[i]))
    }
}

impl Mul<f64x4> for Vec3x4 {
    type Output = Vec3x4;

    #[inline]
    fn mul(self, by: f64x4) -> Vec3x4 {
        Vec3x4(by_axis(|i| self.0[i] * by))
    }
}

/// The products of a matrix and four vectors.
#[inline]
pub(super) fn product(m: &Mat3, v: &Vec3x4) -> Vec3x4 {
    Vec3x4(by_axis(|i| Vec3x4(by_axis(|j| f64x4::splat(m[(i, j)]))).dot(v)))
}

/// The boxes of pieces along the axes of the differences: their centres and half extents.
#[inline]
pub(super) fn image(map: &Map, pieces: &Pieces) -> (Vec3x4, Vec3x4) {
    let Pieces { center, half, .. } = pieces;
    if map.is_diagonal {
        return (scaled(&map.linear, center), scaled(&map.magnitudes, half));
    }
    (product(&map.linear, center), product(&map.magnitudes, half))
}

/// Directions along the axes of the differences in the coordinates of a tree.
#[inline]
pub(super) fn towards(map: &Map, v: &Vec3x4) -> Vec3x4 {
    let m = &map.linear;
    if map.is_diagonal {
        return scaled(m, v);
    }
    Vec3x4(by_axis(|j| Vec3x4(by_axis(|i| f64x4::splat(m[(i, j)]))).dot(v)))
}

/// The products of a diagonal matrix and four vectors.
#[inline]
fn scaled(m: &Mat3, v: &Vec3x4) -> Vec3x4 {
    Vec3x4(by_axis(|i| v.0[i] * f64x4::splat(m[(i, i)])))
}

/// Boxes and slabs, in the coordinates of their tree.
#[derive(Clone, Copy)]
pub(super) struct Pieces {
    pub center: Vec3x4,
    pub half: Vec3x4,
    slabs: Option<Planes>,
}

/// Pairs of planes.
#[derive(Clone, Copy)]
struct Planes {
    /// Zero where the planes say nothing.
    normal: Vec3x4,
    /// The least and the greatest dot product of a point and the normal.
    low: f64x4,
    high: f64x4,
    /// The dot product of this and a direction is the multiple m of the normal for (2).
    multiple: Vec3x4,
}

impl Pieces {
    /// The contents of the four boxes of a node.
    #[inline]
    pub(super) fn of_node(node: &Node, slabs: Option<&FourSlabs>) -> Pieces {
        let wide = |v: f32x4| {
            let [a, b, c, d] = v.to_array();
            f64x4::new([f64::from(a), f64::from(b), f64::from(c), f64::from(d)])
        };
        Pieces::new(node, slabs, wide)
    }

    /// The contents of one of them, four times.
    #[inline]
    pub(super) fn of_lane(node: &Node, slabs: Option<&FourSlabs>, lane: usize) -> Pieces {
        Pieces::new(node, slabs, |v: f32x4| f64x4::splat(f64::from(v.to_array()[lane])))
    }

    #[inline]
    fn new(node: &Node, slabs: Option<&FourSlabs>, wide: impl Fn(f32x4) -> f64x4) -> Pieces {
        let by_two = f64x4::splat(0.5);
        let (min, max) =
            (Vec3x4(by_axis(|i| wide(node.min(i)))), Vec3x4(by_axis(|i| wide(node.max(i)))));
        let (center, half) = ((max + min) * by_two, (max - min) * by_two);
        let slabs = slabs.map(|rows| {
            let normal = Vec3x4(by_axis(|i| wide(rows[i])));
            let weighted = half.times(&half).times(&normal);
            let multiple = weighted * (f64x4::splat(1.0) / weighted.dot(&normal));
            Planes { normal, low: wide(rows[3]), high: wide(rows[4]), multiple }
        });
        Pieces { center, half, slabs }
    }

    /// The normals of the planes, in the coordinates of the tree.
    #[inline]
    pub(super) fn normals(&self) -> Option<&Vec3x4> {
        self.slabs.as_ref().map(|planes| &planes.normal)
    }

    /// No point of each piece is farther along its direction than this, up to rounding: the lesser of the box and (2).
    #[inline]
    pub(super) fn support(&self, direction: &Vec3x4) -> f64x4 {
        let of_box = |w: &Vec3x4| w.dot(&self.center) + w.abs().dot(&self.half);
        let Some(Planes { normal, low, high, multiple }) = &self.slabs else {
            return of_box(direction);
        };
        let multiple = multiple.dot(direction);
        let most = direction.abs().sum() * f64x4::splat(LONGEST_MULTIPLE);
        // What is no number is not used.
        let multiple = multiple & (multiple.abs() * normal.abs().sum()).simd_le(most);
        let plane = multiple.simd_gt(f64x4::ZERO).bitselect(*high, *low);
        let cut = of_box(&(*direction - *normal * multiple)) + multiple * plane;
        of_box(direction).fast_min(cut)
    }
}
