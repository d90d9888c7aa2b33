//! Where a body reaches of which the parts of another are asked: lower bounds on its distance from boxes.

use std::cell::Cell;

use crate::math::tolerance::{BOX_ROUNDING, SKEW};
use crate::math::vector::length;
use crate::math::{Aabb, Placement, Vec3};
use crate::query::bodies::{Body, BodyShape};
use crate::query::local_bounds::{EVERYWHERE, LocalBounds};
use crate::shape::{Primitive, Support};

/// A body, by what bounds it. Each bound holds; the largest counts.
pub(super) struct PlacedBounds<'a> {
    body: Body<'a>,
    bounds: Aabb,
    center: Vec3,
    /// That of a ball about the centre; infinite of what has no bounds.
    radius: f64,
    /// Of a half-space its own, of a convex body one that touches it towards the nearest part so far.
    plane: Cell<Option<Plane>>,
    /// The point of the body that is nearest to that.
    nearest: Cell<Option<Vec3>>,
    hint: Cell<u32>,
    /// Of the offsets of planes.
    rounding: f64,
}

/// A body is on one side of it: no point has a larger product with the normal, a unit vector.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    normal: Vec3,
    offset: f64,
}

impl Plane {
    /// How far a box is on the other side; negative where it reaches this one.
    pub(super) fn gap(&self, other: &Aabb) -> f64 {
        let (center, half) = (other.center(), other.half_extents());
        let height = self.normal.dot(&center) - self.offset - self.normal.abs().dot(&half);
        let rounding = center.abs().sum() + half.sum() + self.offset.abs();
        height - BOX_ROUNDING * rounding
    }
}

impl<'a> PlacedBounds<'a> {
    pub(super) fn of(body: Body<'a>) -> PlacedBounds<'a> {
        let unbounded = PlacedBounds {
            body,
            bounds: EVERYWHERE,
            center: Vec3::zeros(),
            radius: f64::INFINITY,
            plane: Cell::new(None),
            nearest: Cell::new(None),
            hint: Cell::new(0),
            rounding: 0.0,
        };
        let Placement { basis, origin } = body.placement;
        if let Some(shape) = body.shape.half_space() {
            let foot = basis * shape.foot();
            let plane = shape.placed_normal(basis).map(|normal| {
                let rounding = BOX_ROUNDING * (origin.abs() + foot.abs()).sum();
                Plane { normal, offset: normal.dot(&(origin + foot)) + rounding }
            });
            unbounded.plane.set(plane);
            return unbounded;
        }
        let extents = basis.abs() * body.shape.absolute_extents() + origin.abs();
        let spheres = LocalBounds::of(body.shape).spheres(body.placement);
        PlacedBounds {
            bounds: body.placed_box(),
            center: spheres.center,
            radius: spheres.outer,
            rounding: BOX_ROUNDING * extents.sum(),
            ..unbounded
        }
    }

    /// No point of the body is nearer to one of a box.
    pub(super) fn gap(&self, other: &Aabb) -> f64 {
        let from_center = other.gap(&Aabb { min: self.center, max: self.center });
        // Not a number, as of what has no bounds, is no bound.
        let gap = self.bounds.gap(other).max(from_center - self.radius);
        self.plane.get().map_or(gap, |plane| gap.max(plane.gap(other) * (1.0 - SKEW)))
    }

    /// The plane of a half-space; `None` of other bodies.
    pub(super) fn half_space(&self) -> Option<Plane> {
        self.plane.get().filter(|_| self.body.is_half_space())
    }

    /// Whether the body may have a point in a box.
    pub(super) fn overlaps(&self, other: &Aabb) -> bool {
        self.bounds.overlaps(other) && self.gap(other) <= 0.0
    }

    /// When the body, moved, may first have a point in a box; infinite if it never has.
    pub(super) fn entry(&self, other: &Aabb, motion: &Vec3) -> f64 {
        let entry = entry(other, &self.bounds, motion);
        let Some(plane) = self.plane.get() else { return entry };
        let gap = plane.gap(other);
        if gap <= 0.0 {
            return entry;
        }
        let way = plane.normal.dot(motion) + BOX_ROUNDING * motion.abs().sum();
        if way < gap { f64::INFINITY } else { entry.max(gap / way * (1.0 - SKEW)) }
    }

    /// As [`PlacedBounds::gap`]; where that is no larger than the limit, by the direction from the nearest point so far too.
    pub(super) fn gap_within(&self, limit: f64, other: &Aabb) -> f64 {
        let gap = self.gap(other);
        let (BodyShape::Convex(shape), Some(nearest)) = (self.body.shape, self.nearest.get())
        else {
            return gap;
        };
        if gap > limit {
            return gap;
        }
        let plane = self.plane_towards(shape, &(other.center() - nearest));
        plane.map_or(gap, |plane| gap.max(plane.gap(other) * (1.0 - SKEW)))
    }

    /// Bounds what follows by the nearest part so far, if the body is convex: its point of the body, and the vector from there to the part.
    pub(super) fn approach(&self, nearest: &Vec3, towards: &Vec3) {
        let BodyShape::Convex(shape) = self.body.shape else { return };
        if shape.as_half_space().is_none()
            && let Some(plane) = self.plane_towards(shape, towards)
        {
            self.plane.set(Some(plane));
            self.nearest.set(Some(*nearest));
        }
    }

    /// The plane that touches a convex body on the side of a direction; `None` of a direction that is none.
    fn plane_towards(&self, shape: &Primitive, direction: &Vec3) -> Option<Plane> {
        let normal = direction / length(direction);
        let Placement { basis, origin } = self.body.placement;
        let mut hint = self.hint.get();
        let value = shape.support_value(&basis.tr_mul(&normal), &mut hint);
        self.hint.set(hint);
        let offset = normal.dot(origin) + value + self.rounding;
        offset.is_finite().then_some(Plane { normal, offset })
    }
}

/// What is in two boxes of which the second is moved does not meet before this time.
fn entry(a: &Aabb, b: &Aabb, motion: &Vec3) -> f64 {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        let (least, most) = (a.min[axis] - b.max[axis], a.max[axis] - b.min[axis]);
        let rate = motion[axis];
        if rate == 0.0 {
            if least > 0.0 || most < 0.0 {
                return f64::INFINITY;
            }
            continue;
        }
        let (p, q) = (least / rate, most / rate);
        let (near, far) = if p < q { (p, q) } else { (q, p) };
        // Not a number, as of boxes without bounds, is no bound.
        first = first.max(near - SKEW * near.abs());
        last = last.min(far + SKEW * far.abs());
    }
    if first <= last { first * (1.0 - SKEW) } else { f64::INFINITY }
}
