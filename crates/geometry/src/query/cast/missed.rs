//! Rays that certainly miss a simple body, by closed forms: most of those that meet its bounding box.

use crate::convex::closed_form::Gap;
use crate::math::{Placement, Vec3};
use crate::query::bodies::{Body, BodyShape};
use crate::shape::Primitive;

#[cfg(test)]
mod tests;

/// More than rounding, and what counts as touching, as a part of the coordinates.
const SLACK: f64 = 1e-12;

impl Body<'_> {
    /// Whether the ray from a point along a motion certainly misses the body; it says nothing if not. Costs a small part of
    /// [`Body::cast_ray`].
    ///
    /// ```
    /// use solid_geometry::query::Body;
    /// use solid_geometry::{Placement, Shape, Vec3};
    ///
    /// let (cube, here) = (Shape::cuboid([2.0; 3])?, Placement::IDENTITY);
    /// let cube = Body::new(cube.view(), &here).expect("finite");
    /// let from = Vec3::new(3.0, 0.0, 0.0);
    /// assert!(cube.is_missed_by_ray(&from, &Vec3::new(-4.0, 4.5, 0.0)));
    /// assert!(!cube.is_missed_by_ray(&from, &Vec3::new(-4.0, 1.0, 0.0)));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn is_missed_by_ray(&self, from: &Vec3, motion: &Vec3) -> bool {
        let BodyShape::Convex(shape) = self.shape else { return false };
        if let Primitive::Box(half) = shape {
            return misses_box(half, self.placement, from, motion);
        }
        let ray = Primitive::Segment { from: Vec3::zeros(), to: *motion };
        let start = Placement { origin: *from, ..Placement::IDENTITY };
        let gap = Gap::new((shape, self.placement), (&ray, &start));
        gap.is_some_and(|gap| gap.is_apart() == Some(true))
    }
}

/// The slab test (Kay and Kajiya 1986) of a box under any affine map, whose faces are moved outwards.
fn misses_box(half: &Vec3, placement: &Placement, from: &Vec3, motion: &Vec3) -> bool {
    let Placement { basis, origin } = placement;
    let offset = from - origin;
    let sizes = from.abs() + origin.abs() + motion.abs() + basis.abs() * half;
    let slack = SLACK * sizes.sum();
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        let edge = basis.column(axis);
        let normal = basis.column((axis + 1) % 3).cross(&basis.column((axis + 2) % 3));
        let reach = half[axis] * edge.dot(&normal).abs() + slack * normal.abs().sum();
        let (at, speed) = (offset.dot(&normal), motion.dot(&normal));
        if speed == 0.0 {
            if at.abs() > reach {
                return true;
            }
            continue;
        }
        let (a, b) = ((-reach - at) / speed, (reach - at) / speed);
        // The other number where one is NaN: nothing is known then.
        first = first.max(a.min(b));
        last = last.min(a.max(b));
    }
    first > last
}
