//! Bounds of the bodies of a batch, which decide most of its rows.

use super::pairs::{Bodies, Body, Pairs};
use super::run::RowError;
use crate::convex::boxes::{self, BoxOverlap};
use crate::math::{Placement, Vec3};
use crate::query::{LocalBounds, Shape, ShapeKind, WarmStart};
use crate::shape::{BoundingSpheres, Primitive, SphereTest};

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
        let bounds: Vec<_> =
            bodies.shapes.iter().map(|shape| LocalBounds::of(shape.view())).collect();
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
