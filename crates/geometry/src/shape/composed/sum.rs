//! The Minkowski sum of any number of shapes.

use crate::math::vector::abs;
use crate::math::{Aabb, Mat3, Vec3};
use crate::shape::ball::Balls;
use crate::shape::primitive::Primitive;
use crate::shape::round::{corner, length, sphere};
use crate::shape::support::Support;

use super::Form;

/// A hull of so many points at most is told by its points.
const MOST_CORNERS: usize = 4096;

/// A sum: what is a point, a box or a ball is added up in closed form, the others are kept.
#[derive(Debug)]
pub(super) struct Sum {
    offset: Vec3,
    half: Vec3,
    radius: f64,
    /// Neither points, boxes, balls nor sums.
    pub(super) others: Vec<Primitive>,
}

impl Default for Sum {
    fn default() -> Self {
        Sum { offset: Vec3::zeros(), half: Vec3::zeros(), radius: 0.0, others: Vec::new() }
    }
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
            Primitive::Composed(composed) => match &composed.form {
                Form::Sum(sum) => {
                    self.offset += sum.offset;
                    self.half += sum.half;
                    self.radius += sum.radius;
                    self.others.extend_from_slice(&sum.others);
                }
                _ => self.others.push(shape.clone()),
            },
            _ => self.others.push(shape.clone()),
        }
    }

    /// The sum as a shape that is no sum, if there is one.
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

    /// The sums of the operands' corners, if they are polytopes of not too many.
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
    pub(super) fn core_support(&self, d: &Vec3, hint: &mut u32) -> Vec3 {
        let start = self.offset + corner(&self.half, d);
        self.others.iter().fold(start, |sum, other| sum + other.core_support(d, hint))
    }

    pub(super) fn margin(&self) -> f64 {
        self.others.iter().fold(self.radius, |sum, other| sum + other.margin())
    }

    pub(super) fn bounds_under(&self, basis: &Mat3) -> Aabb {
        let round = Primitive::Round { half: self.half, radius: self.radius }.bounds_under(basis);
        let offset = basis * self.offset;
        let mut sum = Aabb { min: round.min + offset, max: round.max + offset };
        for other in &self.others {
            let bounds = other.bounds_under(basis);
            sum.min += bounds.min;
            sum.max += bounds.max;
        }
        sum
    }

    /// How far the coordinates of all that is added reach.
    pub(super) fn reach(&self) -> Vec3 {
        let start = abs(&self.offset) + self.half.add_scalar(self.radius);
        self.others.iter().fold(start, |sum, other| sum + other.reach())
    }

    pub(super) fn balls(&self) -> Balls {
        let half = &self.half;
        let start = Balls {
            center: self.offset,
            inner: half.min() + self.radius,
            outer: length(half.x, half.y, half.z) + self.radius,
        };
        self.others.iter().map(Primitive::balls).fold(start, |sum, balls| Balls {
            center: sum.center + balls.center,
            inner: sum.inner + balls.inner,
            outer: sum.outer + balls.outer,
        })
    }
}
