//! Bounding boxes and spheres of the primitives.

use super::Primitive;
use crate::math::tolerance::ROUNDING;
use crate::math::vector::length;
use crate::math::{Aabb, Mat3, Vec3};
use crate::shape::Support;
use crate::shape::bounding_spheres::BoundingSpheres;
use crate::shape::support_points::distance_from_axis;

impl Primitive {
    /// Spheres within and around the solid about a common centre, as tight as that centre allows up to rounding; of
    /// composites not always as tight.
    pub fn bounding_spheres(&self) -> BoundingSpheres {
        let (inner, outer) = match self {
            Primitive::Box(half) => (half.min(), length(half)),
            Primitive::Ellipsoid(radii) => (radii.min(), radii.max()),
            Primitive::Cylinder { radius, half_height } => {
                (radius.min(*half_height), length(&Vec3::new(*radius, *half_height, 0.0)))
            }
            Primitive::Cone { radius, half_height } => return about_cone(*radius, *half_height),
            Primitive::Round { half, radius } => (half.min() + radius, length(half) + radius),
            Primitive::Segment { from, to } => return around_segment(from, to),
            Primitive::Wheel { radius, rounding } => (*rounding, radius + rounding),
            Primitive::Frustum { bottom: [x, z], top: [u, w], half_height: h } => {
                let inner = h.min(distance_to_side(*x, *u, *h)).min(distance_to_side(*z, *w, *h));
                (inner, length(&Vec3::new(*x, *h, *z)).max(length(&Vec3::new(*u, *h, *w))))
            }
            Primitive::HalfSpace(half_space) => return half_space.bounding_spheres(),
            Primitive::Function(shape) => return shape.spheres,
            Primitive::Composite(composite) => return composite.spheres,
        };
        BoundingSpheres { center: Vec3::zeros(), inner, outer }
    }

    /// The bounding box of the solid's image under a linear map, tight up to rounding.
    pub fn bounds_under(&self, basis: &Mat3) -> Aabb {
        if let Primitive::Composite(composite) = self {
            return composite.bounds_under(basis);
        }
        let row = |axis| Vec3::new(basis[(axis, 0)], basis[(axis, 1)], basis[(axis, 2)]);
        let [x, y, z] = [0, 1, 2].map(|axis| self.range_along(&row(axis)));
        Aabb { min: Vec3::new(x.0, y.0, z.0), max: Vec3::new(x.1, y.1, z.1) }
    }

    /// The least and the greatest dot product of the solid's points with a vector.
    fn range_along(&self, d: &Vec3) -> (f64, f64) {
        match self {
            Primitive::Cone { radius, half_height } => {
                let (apex, around) = (d.y * half_height, distance_from_axis(d) * radius);
                (apex.min(-apex - around), apex.max(-apex + around))
            }
            Primitive::Segment { from, to } => {
                let (one, other) = (d.dot(from), d.dot(to));
                (one.min(other), one.max(other))
            }
            Primitive::Frustum { bottom, top, half_height } => {
                let rectangle = |half: &[f64; 2]| d.x.abs() * half[0] + d.z.abs() * half[1];
                let (high, lower, upper) = (d.y * half_height, rectangle(bottom), rectangle(top));
                ((high - upper).min(-high - lower), (high + upper).max(-high + lower))
            }
            // Those that are their own mirror image in the origin.
            Primitive::Box(_)
            | Primitive::Ellipsoid(_)
            | Primitive::Cylinder { .. }
            | Primitive::Round { .. }
            | Primitive::Wheel { .. } => {
                let widest = self.support_value(d, &mut 0);
                (-widest, widest)
            }
            Primitive::HalfSpace(half_space) => half_space.range_along(d),
            Primitive::Function(_) | Primitive::Composite(_) => {
                let (least, most) =
                    (-self.support_value(&-d, &mut 0), self.support_value(d, &mut 0));
                // A function that lies has no empty box either.
                let middle = d.dot(&self.center());
                (least.min(middle), most.max(middle))
            }
        }
    }
}

/// The outer sphere is the smallest around the cone: it touches the apex and the rim, or only the rim of a flat one.
fn about_cone(radius: f64, half_height: f64) -> BoundingSpheres {
    // Equidistant from the apex and the rim; NaN for a disc, which `max` replaces.
    let middle = (-0.25 * radius * (radius / half_height)).max(-half_height);
    let (below, above) = (half_height + middle, half_height - middle);
    let slant = length(&Vec3::new(radius, 2.0 * half_height, 0.0));
    let inner = if slant > 0.0 { below.min(above * (radius / slant)) } else { 0.0 };
    BoundingSpheres {
        center: Vec3::new(0.0, middle, 0.0),
        inner,
        outer: above.max(length(&Vec3::new(radius, below, 0.0))),
    }
}

/// The distance of the origin from the line through `(bottom, -half_height)` and `(top, half_height)`.
fn distance_to_side(bottom: f64, top: f64, half_height: f64) -> f64 {
    let slant = length(&Vec3::new(bottom - top, 2.0 * half_height, 0.0));
    if slant > 0.0 { half_height * (bottom / slant) + half_height * (top / slant) } else { 0.0 }
}

fn around_segment(from: &Vec3, to: &Vec3) -> BoundingSpheres {
    let half = to * 0.5 - from * 0.5;
    // The middle is rounded; what it is off by counts relative to the ends.
    let rounding = 4.0 * ROUNDING * (from.amax() + to.amax());
    let outer = if from == to { 0.0 } else { length(&half) + rounding };
    BoundingSpheres { center: from * 0.5 + to * 0.5, inner: 0.0, outer }
}
