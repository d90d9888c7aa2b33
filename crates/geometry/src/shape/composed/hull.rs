//! The convex hull of any number of shapes.

use crate::math::vector::{abs, max};
use crate::math::{Aabb, Mat3, Vec3};
use crate::shape::ball::Balls;
use crate::shape::primitive::Primitive;
use crate::shape::round::{length, sphere};
use crate::shape::support::Support;

use super::Form;

/// Two values are compared, each of three roundings a term, which may take the wrong operand.
pub(super) const ROUNDINGS: u32 = 8;

/// The range of the bound on a value in which it neither over- nor underflows.
const SAFE: std::ops::Range<f64> = 1e-250..1e300;

/// A hull of shapes, none of which is a hull.
#[derive(Debug)]
pub(super) struct Hull {
    pub(super) operands: Vec<Primitive>,
    reach: Vec3,
    /// The least margin of the operands.
    margin: f64,
}

impl Hull {
    pub(super) fn of(a: &Primitive, b: &Primitive) -> Hull {
        let mut operands = Vec::new();
        for shape in [a, b] {
            match shape {
                Primitive::Composed(composed) => match &composed.form {
                    Form::Hull(hull) => operands.extend_from_slice(&hull.operands),
                    _ => operands.push(shape.clone()),
                },
                _ => operands.push(shape.clone()),
            }
        }
        let reach = operands.iter().fold(Vec3::zeros(), |reach, shape| max(&reach, &shape.reach()));
        let margin = operands.iter().map(Support::margin).fold(f64::INFINITY, f64::min);
        Hull { operands, reach, margin }
    }

    /// The farthest of the operands' points, the first of equals.
    #[inline]
    fn farthest(&self, d: &Vec3, mut point: impl FnMut(&Primitive) -> Vec3) -> Vec3 {
        let weight = abs(d).dot(&self.reach);
        let d = if SAFE.contains(&weight) { *d } else { shortened(d) };
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

    /// What an operand's margin exceeds the least one by belongs to its core.
    #[inline]
    pub(super) fn core_support(&self, d: &Vec3, hint: &mut u32) -> Vec3 {
        if self.margin == 0.0 {
            return self.support(d, hint);
        }
        self.farthest(d, |operand| {
            operand.core_support(d, hint) + sphere(operand.margin() - self.margin, d)
        })
    }

    pub(super) fn margin(&self) -> f64 {
        self.margin
    }

    pub(super) fn reach(&self) -> Vec3 {
        self.reach
    }

    pub(super) fn bounds_under(&self, basis: &Mat3) -> Aabb {
        self.operands
            .iter()
            .fold(Aabb::EMPTY, |all, operand| all.join(&operand.bounds_under(basis)))
    }

    /// The mean of balls within the operands is within their hull.
    pub(super) fn balls(&self) -> Balls {
        let share = 1.0 / self.operands.len() as f64;
        let balls: Vec<Balls> = self.operands.iter().map(Primitive::balls).collect();
        let center = balls.iter().fold(Vec3::zeros(), |sum, ball| sum + ball.center * share);
        let inner = balls.iter().fold(0.0, |sum, ball| sum + ball.inner * share);
        let beyond = |ball: &Balls| {
            let v = ball.center - center;
            length(v.x, v.y, v.z) + ball.outer
        };
        let outer = balls.iter().map(beyond).fold(0.0, f64::max);
        Balls { center, inner, outer }
    }
}

/// The direction with its largest coordinate made one in magnitude.
#[cold]
fn shortened(d: &Vec3) -> Vec3 {
    let largest = abs(d).max();
    if largest > 0.0 { d / largest } else { *d }
}
