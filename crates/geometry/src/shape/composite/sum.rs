//! The Minkowski sum of any number of shapes.

mod feature;

use crate::math::vector::length;
use crate::math::{Aabb, Mat3, Vec3};
use crate::shape::bounding_spheres::BoundingSpheres;
use crate::shape::primitive::Primitive;
use crate::shape::support::Support;
use crate::shape::support_points::{corner, sphere};

use super::Form;

/// The greatest number of points by which the hull of a sum is built.
const MOST_CORNERS: usize = 4096;

/// How many roundings a support value of the sum adds to those of its operands.
pub(super) fn roundings(sum: &Sum) -> u32 {
    sum.others.len() as u32 + 3
}

/// A sum of points, boxes and balls in closed form, and of other shapes.
#[derive(Debug, Default)]
pub(super) struct Sum {
    offset: Vec3,
    half: Vec3,
    radius: f64,
    /// Neither points, boxes, balls nor sums.
    pub(super) others: Vec<Primitive>,
}

impl Sum {
    pub(super) fn add(&mut self, shape: &Primitive) {
        match shape {
            Primitive::Segment { from, to } if from == to => self.offset += from,
            Primitive::Box(half) => self.half += half,
            Primitive::Ellipsoid(r) if r.x == r.y && r.y == r.z => self.radius += r.x,
            Primitive::Round { half, radius } => {
                self.half += half;
                self.radius += radius;
            }
            Primitive::Wheel { radius, rounding } => {
                self.radius += rounding;
                self.others.push(Primitive::Cylinder { radius: *radius, half_height: 0.0 });
            }
            Primitive::Composite(composite) => match &composite.form {
                Form::Sum(sum) => {
                    self.offset += sum.offset;
                    self.half += sum.half;
                    self.radius += sum.radius;
                    self.others.extend_from_slice(&sum.others);
                }
                Form::Hull(_) | Form::Placed { .. } | Form::Polytope(_) => {
                    self.others.push(shape.clone());
                }
            },
            Primitive::Ellipsoid(_)
            | Primitive::Cone { .. }
            | Primitive::Cylinder { .. }
            | Primitive::Segment { .. }
            | Primitive::Frustum { .. }
            | Primitive::HalfSpace(_)
            | Primitive::Function(_) => self.others.push(shape.clone()),
        }
    }

    /// The operands, of which those in closed form are one point and one rounded box.
    pub(super) fn operands(&self) -> Vec<Primitive> {
        let point = Primitive::Segment { from: self.offset, to: self.offset };
        let rounded = Primitive::Round { half: self.half, radius: self.radius };
        [point, rounded].into_iter().chain(self.others.iter().cloned()).collect()
    }

    /// An equal shape that is no sum, if there is one.
    pub(super) fn closed_form(&self) -> Option<Primitive> {
        let (zero, Sum { offset, half, radius, .. }) = (Vec3::zeros(), self);
        match &self.others[..] {
            [] if *half == zero && *radius == 0.0 => {
                Some(Primitive::Segment { from: *offset, to: *offset })
            }
            [] if *offset == zero && *radius == 0.0 => Some(Primitive::Box(*half)),
            [] if *offset == zero && *half == zero => Some(Primitive::sphere(*radius)),
            [] if *offset == zero => Some(Primitive::Round { half: *half, radius: *radius }),
            [other] if *offset == zero && *half == zero => match (other, *radius) {
                (other, 0.0) => Some(other.clone()),
                (Primitive::Cylinder { radius, half_height: 0.0 }, rounding) => {
                    Some(Primitive::Wheel { radius: *radius, rounding })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The sums of the operands' corners, if all are polytopes and there are not too many.
    pub(super) fn corners(&self) -> Option<Vec<Vec3>> {
        if self.radius != 0.0 {
            return None;
        }
        let boxed = Primitive::Box(self.half).corners()?;
        let mut sums: Vec<Vec3> = boxed.iter().map(|p| p + self.offset).collect();
        for other in &self.others {
            let corners = other.corners()?;
            if sums.len() * corners.len() > MOST_CORNERS {
                return None;
            }
            sums = sums.iter().flat_map(|p| corners.iter().map(move |q| p + q)).collect();
        }
        Some(sums)
    }

    #[inline]
    pub(super) fn support(&self, d: &Vec3, hint: &mut u32) -> Vec3 {
        let start = self.offset + corner(&self.half, d) + sphere(self.radius, d);
        self.others.iter().fold(start, |sum, other| sum + other.support(d, hint))
    }

    #[inline]
    pub(super) fn unrounded_support(&self, d: &Vec3, hint: &mut u32) -> Vec3 {
        let start = self.offset + corner(&self.half, d);
        self.others.iter().fold(start, |sum, other| sum + other.unrounded_support(d, hint))
    }

    /// A sum of bodies of revolution about parallel lines is one.
    pub(super) fn revolves(&self) -> [bool; 3] {
        let own = Primitive::Box(self.half).revolves();
        self.others.iter().fold(own, |all, other| {
            let of_other = other.revolves();
            [0, 1, 2].map(|k| all[k] && of_other[k])
        })
    }

    pub(super) fn margin(&self) -> f64 {
        self.others.iter().fold(self.radius, |sum, other| sum + other.margin())
    }

    pub(super) fn bounds_under(&self, basis: &Mat3) -> Aabb {
        let round = Primitive::Round { half: self.half, radius: self.radius }.bounds_under(basis);
        let mut sum = round.translated(&(basis * self.offset));
        for other in &self.others {
            let bounds = other.bounds_under(basis);
            sum.min += bounds.min;
            sum.max += bounds.max;
        }
        sum
    }

    pub(super) fn absolute_extents(&self) -> Vec3 {
        let start = self.offset.abs() + self.half.add_scalar(self.radius);
        self.others.iter().fold(start, |sum, other| sum + other.absolute_extents())
    }

    pub(super) fn bounding_spheres(&self) -> BoundingSpheres {
        let half = &self.half;
        let start = BoundingSpheres {
            center: self.offset,
            inner: half.min() + self.radius,
            outer: length(half) + self.radius,
        };
        self.others.iter().map(Primitive::bounding_spheres).fold(start, |sum, spheres| {
            BoundingSpheres {
                center: sum.center + spheres.center,
                inner: sum.inner + spheres.inner,
                outer: sum.outer + spheres.outer,
            }
        })
    }
}
