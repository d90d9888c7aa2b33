//! Boxes and balls of the primitives.

use super::Primitive;
use crate::math::tolerance::ROUNDING;
use crate::math::{Aabb, Mat3, Vec3};
use crate::shape::ball::Balls;
use crate::shape::round::length;

impl Primitive {
    /// A ball within the solid, the largest about its centre, and the least about the same centre around it, up to
    /// rounding; of composed solids no larger, or no smaller.
    pub fn balls(&self) -> Balls {
        let (inner, outer) = match self {
            Primitive::Box(half) => (half.min(), length(half.x, half.y, half.z)),
            Primitive::Ellipsoid(radii) => (radii.min(), radii.max()),
            Primitive::Cylinder { radius, half_height } => {
                (radius.min(*half_height), length(*radius, *half_height, 0.0))
            }
            Primitive::Cone { radius, half_height } => return about_cone(*radius, *half_height),
            Primitive::Round { half, radius } => {
                (half.min() + radius, length(half.x, half.y, half.z) + radius)
            }
            Primitive::Segment { from, to } => return around_segment(from, to),
            Primitive::Wheel { radius, rounding } => (*rounding, radius + rounding),
            Primitive::Frustum { bottom: [x, z], top: [u, w], half_height: h } => {
                let inner = h.min(beside(*x, *u, *h)).min(beside(*z, *w, *h));
                (inner, length(*x, *h, *z).max(length(*u, *h, *w)))
            }
            Primitive::Composed(composed) => return composed.balls(),
        };
        Balls { center: Vec3::zeros(), inner, outer }
    }

    /// The least box around the solid's image under a linear map, up to rounding.
    pub fn bounds_under(&self, basis: &Mat3) -> Aabb {
        let [x, y, z] = self.ranges_under(basis);
        Aabb { min: Vec3::new(x.0, y.0, z.0), max: Vec3::new(x.1, y.1, z.1) }
    }

    /// The same, the least and the largest of each coordinate: no box is written down.
    #[inline(always)]
    pub fn ranges_under(&self, basis: &Mat3) -> [(f64, f64); 3] {
        if let Primitive::Composed(composed) = self {
            let Aabb { min, max } = composed.bounds_under(basis);
            return [(min.x, max.x), (min.y, max.y), (min.z, max.z)];
        }
        [0, 1, 2].map(|axis| self.range_along(basis[(axis, 0)], basis[(axis, 1)], basis[(axis, 2)]))
    }

    /// The least and the largest dot product of the solid's points with a vector. Not of composed ones.
    #[inline(never)]
    fn range_along(&self, x: f64, y: f64, z: f64) -> (f64, f64) {
        let rectangle = |half: &[f64; 2]| x.abs() * half[0] + z.abs() * half[1];
        let widest = match self {
            Primitive::Box(half) => x.abs() * half.x + y.abs() * half.y + z.abs() * half.z,
            Primitive::Ellipsoid(radii) => length(x * radii.x, y * radii.y, z * radii.z),
            Primitive::Cylinder { radius, half_height } => {
                length(x, 0.0, z) * radius + y.abs() * half_height
            }
            Primitive::Cone { radius, half_height } => {
                let (apex, around) = (y * half_height, length(x, 0.0, z) * radius);
                return (apex.min(-apex - around), apex.max(-apex + around));
            }
            Primitive::Round { half, radius } => {
                let core = x.abs() * half.x + y.abs() * half.y + z.abs() * half.z;
                core + length(x, y, z) * radius
            }
            Primitive::Segment { from, to } => {
                let row = Vec3::new(x, y, z);
                let (one, other) = (row.dot(from), row.dot(to));
                return (one.min(other), one.max(other));
            }
            Primitive::Wheel { radius, rounding } => {
                length(x, 0.0, z) * radius + length(x, y, z) * rounding
            }
            Primitive::Frustum { bottom, top, half_height } => {
                let (high, lower, upper) = (y * half_height, rectangle(bottom), rectangle(top));
                return ((high - upper).min(-high - lower), (high + upper).max(-high + lower));
            }
            Primitive::Composed(_) => unreachable!("composed shapes have boxes of their own"),
        };
        (-widest, widest)
    }
}

/// The outer one is the least that holds the cone: it touches the apex and the rim, or the rim alone of a flat one.
fn about_cone(radius: f64, half_height: f64) -> Balls {
    // As far from the apex as from the rim. Of a disc, which is flat, that is no number.
    let middle = (-0.25 * radius * (radius / half_height)).max(-half_height);
    let (below, above) = (half_height + middle, half_height - middle);
    let slant = length(radius, 2.0 * half_height, 0.0);
    let inner = if slant > 0.0 { below.min(above * (radius / slant)) } else { 0.0 };
    Balls {
        center: Vec3::new(0.0, middle, 0.0),
        inner,
        outer: above.max(length(radius, below, 0.0)),
    }
}

/// The distance of the origin from the line through `(bottom, -half_height)` and `(top, half_height)`.
fn beside(bottom: f64, top: f64, half_height: f64) -> f64 {
    let slant = length(bottom - top, 2.0 * half_height, 0.0);
    if slant > 0.0 { half_height * (bottom / slant) + half_height * (top / slant) } else { 0.0 }
}

fn around_segment(from: &Vec3, to: &Vec3) -> Balls {
    let half = to * 0.5 - from * 0.5;
    // The middle is rounded; what it is off by counts relative to the ends.
    let rounding = 4.0 * ROUNDING * (from.amax() + to.amax());
    let outer = if from == to { 0.0 } else { length(half.x, half.y, half.z) + rounding };
    Balls { center: from * 0.5 + to * 0.5, inner: 0.0, outer }
}
