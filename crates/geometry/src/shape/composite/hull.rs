//! The convex hull of any number of shapes.

use crate::math::vector::{length, max};
use crate::math::{Aabb, Mat3, Vec3};
use crate::shape::bounding_spheres::BoundingSpheres;
use crate::shape::polytope::SAFE;
use crate::shape::primitive::Primitive;
use crate::shape::support::Support;
use crate::shape::support_points::sphere;

use super::Form;

/// The comparison of two support values, each with three roundings a term, may choose the wrong operand.
pub(super) const ROUNDINGS: u32 = 8;

/// The hull of shapes, none of which is a hull.
#[derive(Debug)]
pub(super) struct Hull {
    pub(super) operands: Vec<Primitive>,
    pub(super) extents: Vec3,
    /// The least margin of the operands.
    pub(super) margin: f64,
}

impl Hull {
    pub(super) fn of(a: &Primitive, b: &Primitive) -> Hull {
        let mut operands = Vec::new();
        for shape in [a, b] {
            // The hull of a hull is that of its operands; of all other shapes nothing need be known.
            if let Primitive::Composite(composite) = shape
                && let Form::Hull(hull) = &composite.form
            {
                operands.extend_from_slice(&hull.operands);
            } else {
                operands.push(shape.clone());
            }
        }
        Hull::over(operands)
    }

    pub(super) fn over(operands: Vec<Primitive>) -> Hull {
        let extents = operands
            .iter()
            .fold(Vec3::zeros(), |extents, shape| max(&extents, &shape.absolute_extents()));
        let margin = operands.iter().map(Support::margin).fold(f64::INFINITY, f64::min);
        Hull { operands, extents, margin }
    }

    /// The farthest of one point of each operand, the first of equals.
    #[inline]
    fn farthest(&self, d: &Vec3, mut point: impl FnMut(&Primitive) -> Vec3) -> Vec3 {
        let weight = d.abs().dot(&self.extents);
        let d = if SAFE.contains(&weight) { *d } else { normalised(d) };
        let (mut best, mut most) = (Vec3::zeros(), f64::NEG_INFINITY);
        for operand in &self.operands {
            let p = point(operand);
            let along = d.dot(&p);
            if along > most {
                (best, most) = (p, along);
            }
        }
        best
    }

    #[inline]
    pub(super) fn support(&self, d: &Vec3, hint: &mut u32) -> Vec3 {
        self.farthest(d, |operand| operand.support(d, hint))
    }

    /// Where an operand's margin exceeds the least one, the excess belongs to the unrounded body.
    #[inline]
    pub(super) fn unrounded_support(&self, d: &Vec3, hint: &mut u32) -> Vec3 {
        if self.margin == 0.0 {
            return self.support(d, hint);
        }
        self.farthest(d, |operand| {
            operand.unrounded_support(d, hint) + sphere(operand.margin() - self.margin, d)
        })
    }

    pub(super) fn bounds_under(&self, basis: &Mat3) -> Aabb {
        Aabb::around_boxes(self.operands.iter().map(|operand| operand.bounds_under(basis)))
    }

    /// The inner sphere is the mean of the operands' inner spheres, which lies in the hull.
    pub(super) fn bounding_spheres(&self) -> BoundingSpheres {
        let share = 1.0 / self.operands.len() as f64;
        let spheres: Vec<_> = self.operands.iter().map(Primitive::bounding_spheres).collect();
        let center = spheres.iter().fold(Vec3::zeros(), |sum, sphere| sum + sphere.center * share);
        let inner = spheres.iter().fold(0.0, |sum, sphere| sum + sphere.inner * share);
        let beyond = |sphere: &BoundingSpheres| {
            let v = sphere.center - center;
            length(&v) + sphere.outer
        };
        let outer = spheres.iter().map(beyond).fold(0.0, f64::max);
        BoundingSpheres { center, inner, outer }
    }
}

/// The direction with its largest coordinate made one in magnitude.
#[cold]
fn normalised(d: &Vec3) -> Vec3 {
    let largest = d.abs().max();
    if largest > 0.0 { d / largest } else { *d }
}
