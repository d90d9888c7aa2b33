//! Bounds of the bodies of a batch, which decide most of its rows.

use super::pairs::{Bodies, Body, Pairs};
use super::run::RowError;
use crate::convex::boxes::{self, BoxOverlap};
use crate::math::tolerance::{BOX_ROUNDING, SPHERE_ROUNDING};
use crate::math::vector::{abs, abs_matrix};
use crate::math::{Aabb, Placement, Vec3};
use crate::query::{BodyShape, Shape, ShapeKind, WarmStart};
use crate::shape::{BoundingSpheres, Primitive, RIGID_STRETCHES, SphereTest, Support, stretches};

/// The size of a shape in its local coordinates.
#[derive(Clone, Copy)]
pub(super) struct LocalBounds {
    spheres: BoundingSpheres,
    bounds: Aabb,
    absolute: Vec3,
    /// A bound on the sum of the absolute coordinates of all points, under any rotation.
    span: f64,
}

impl LocalBounds {
    pub(super) fn of(shape: &Shape) -> LocalBounds {
        let (bounds, spheres) = match shape.view() {
            BodyShape::Convex(primitive) => (primitive.bounds(), primitive.bounding_spheres()),
            BodyShape::Soup(soup) => (soup.bounds(), soup.bounding_spheres()),
        };
        let absolute = bounds.absolute_extents();
        // The absolute values in a column of a rotation add up to the square root of 3 at most.
        LocalBounds { spheres, bounds, absolute, span: 1.75 * absolute.sum() }
    }

    /// The box around it.
    pub(super) fn local(&self) -> &Aabb {
        &self.bounds
    }

    /// The largest absolute coordinates of the placed shape.
    #[inline]
    fn extents(&self, pose: &Placement) -> Vec3 {
        abs_matrix(&pose.basis) * self.absolute + abs(&pose.origin)
    }

    /// The bounding spheres of the placed shape.
    #[inline]
    pub(super) fn spheres(&self, pose: &Placement) -> BoundingSpheres {
        let stretches = stretches(&pose.basis);
        let total = if stretches == RIGID_STRETCHES {
            self.span + abs(&pose.origin).sum()
        } else {
            self.extents(pose).sum()
        };
        self.spheres.placed(pose, stretches, SPHERE_ROUNDING * total)
    }

    /// A box around the placed shape, in which rounding is allowed for.
    pub(super) fn aabb(&self, pose: &Placement) -> Aabb {
        let rounding = self.extents(pose) * BOX_ROUNDING;
        self.bounds.transformed(&pose.basis, &pose.origin).inflated(&rounding)
    }
}

/// A lower bound on the distance of two bodies, from the spheres around them; negative where these overlap.
pub(super) fn least_distance(a: &BoundingSpheres, b: &BoundingSpheres) -> f64 {
    let bound = (a.center - b.center).norm() * (1.0 - SPHERE_ROUNDING) - (a.outer + b.outer);
    // Out of range nothing is known.
    if bound.is_finite() { bound } else { f64::NEG_INFINITY }
}

/// One side of a batch of pairs, with the bounds of its shapes.
struct Side<'a> {
    bodies: Bodies<'a>,
    /// Of each shape.
    bounds: Vec<LocalBounds>,
    /// The placement and the spheres, if they are the same in all rows.
    fixed: Option<(Placement, BoundingSpheres)>,
    /// The half extents of each shape, if all are boxes.
    boxes: Option<Vec<Vec3>>,
}

impl<'a> Side<'a> {
    fn of(bodies: &Bodies<'a>) -> Side<'a> {
        let bounds: Vec<_> = bodies.shapes.iter().map(LocalBounds::of).collect();
        let mut pose = Placement::IDENTITY;
        let only = if bodies.len() == 1 { bodies.row(0, &mut pose).ok() } else { None };
        let fixed = only.map(|body| (*body.pose, bounds[body.which].spheres(body.pose)));
        let half = |shape: &Shape| match shape.kind() {
            ShapeKind::Convex(Primitive::Box(half)) => Some(*half),
            _ => None,
        };
        let boxes = bodies.shapes.iter().map(half).collect();
        Side { bodies: *bodies, bounds, fixed, boxes }
    }

    #[inline]
    fn spheres(&self, body: &Body<'_>) -> BoundingSpheres {
        self.fixed
            .map_or_else(|| self.bounds[body.which].spheres(body.pose), |(_, spheres)| spheres)
    }
}

/// Whether the shapes of each row of a batch share a point. Their spheres decide most rows; the answers are those of the full
/// query.
pub(super) struct Intersections<'a> {
    a: Side<'a>,
    b: Side<'a>,
}

impl<'a> Intersections<'a> {
    pub(super) fn of(pairs: &Pairs<'a>) -> Intersections<'a> {
        Intersections { a: Side::of(&pairs.a), b: Side::of(&pairs.b) }
    }

    #[inline]
    pub(super) fn row(&self, row: usize, warm: &mut WarmStart) -> Result<bool, RowError> {
        let Intersections { a, b } = self;
        let (which_a, which_b) = (a.bodies.shape_of(row), b.bodies.shape_of(row));
        // Written once, and only if they are not the same in all rows.
        let (read_a, read_b);
        let pose_a = match &a.fixed {
            Some((pose, _)) => pose,
            None => {
                read_a = a.bodies.poses.of_row(row);
                &read_a
            }
        };
        let pose_b = match &b.fixed {
            Some((pose, _)) => pose,
            None => {
                read_b = b.bodies.poses.of_row(row);
                &read_b
            }
        };
        if let (Some(boxes_a), Some(boxes_b)) = (&a.boxes, &b.boxes) {
            // What the full query does first, without the axis of the row before: that takes as long as the boxes. Nothing is
            // certain about numbers that are not finite.
            let half_a = boxes_a.get(which_a).ok_or(RowError::NoSuchShape)?;
            let half_b = boxes_b.get(which_b).ok_or(RowError::NoSuchShape)?;
            let offset = pose_b.origin - pose_a.origin;
            match boxes::overlap((half_a, &pose_a.basis), (half_b, &pose_b.basis), &offset) {
                BoxOverlap::Apart(_) => return Ok(false),
                BoxOverlap::Overlapping => return Ok(true),
                BoxOverlap::Uncertain => {}
            }
        }
        let (body_a, body_b) = (a.bodies.body(which_a, pose_a)?, b.bodies.body(which_b, pose_b)?);
        if a.boxes.is_none() || b.boxes.is_none() {
            match a.spheres(&body_a).classify(&b.spheres(&body_b)) {
                SphereTest::Separated => return Ok(false),
                SphereTest::Overlapping => return Ok(true),
                SphereTest::Undecided => {}
            }
        }
        Ok(warm.intersects(body_a.shape, pose_a, body_b.shape, pose_b))
    }
}
