//! The box around a placed shape, and its balls.

use wide::f64x2;

use super::object::{Known, Object};
use super::shapes::{Extent, Shape, ShapeStore};
use solid_geometry::math::tolerance::{BALL_ROUNDING, BOX_ROUNDING, SPHERICAL};
use solid_geometry::math::vector::{self, abs, abs_matrix, max};
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::shape::ball::{RIGID_STRETCHES, stretches};
use solid_geometry::shape::{Balls, Primitive};

#[cfg(test)]
mod tests;

/// Below this a sum of magnitudes has not left the range of numbers, nor have the numbers themselves.
const IN_RANGE: f64 = 1e300;

/// Gives an object its balls where it is now, and returns its box: with `fixed`, that of the outer ball. Where the numbers run
/// out of range there is no proper box, and nothing to hit.
#[inline(never)]
pub(super) fn settle(object: &mut Object, shapes: &ShapeStore, fixed: bool) -> Aabb {
    let entry = shapes.entry(object.shape);
    let (aabb, balls) = match &entry.extent {
        Some(extent) if object.placement.is_finite() => {
            let (aabb, balls) = place(&entry.shape, extent, &object.placement);
            let cube = || Aabb::from_center(balls.center, Vec3::repeat(balls.outer));
            (if fixed { cube() } else { aabb }, balls)
        }
        _ => (Aabb::EMPTY, Balls::UNKNOWN),
    };
    object.balls = balls.packed();
    aabb
}

/// Whether the boxes of two objects overlap where they are now.
#[cold]
pub(super) fn boxes_overlap(objects: [&Object; 2], shapes: &ShapeStore) -> bool {
    let [a, b] = objects.map(|object| settle(&mut object.clone(), shapes, false));
    a.overlaps(&b)
}

/// Gives an object its balls where it is now, without its box.
#[inline(always)]
pub(super) fn settle_balls(object: &mut Object, shapes: &ShapeStore) {
    let extent =
        shapes.entry(object.shape).extent.as_ref().filter(|_| object.known != Known::Nothing);
    match extent.and_then(|extent| Rigid::new(extent, &object.placement)) {
        Some(rigid) => object.balls = rigid.balls().packed(),
        None => drop(settle(object, shapes, false)),
    }
}

/// The same in haste, of an object that is known to be rigidly placed; it passes the box on, which is not empty. `None`, and nothing
/// is done, of any other, and where the box is to be that of the outer ball.
///
/// Compiled where it is called: what is done with the box next would wait for it to be written and read.
#[inline(always)]
pub(super) fn settle_rigid<R>(
    object: &mut Object,
    shapes: &ShapeStore,
    fixed: bool,
    put: impl FnOnce(&Aabb) -> R,
) -> Option<R> {
    if fixed || object.known == Known::Nothing {
        return None;
    }
    let entry = shapes.entry(object.shape);
    let (aabb, balls) = place_rigidly(&entry.shape, entry.extent.as_ref()?, &object.placement)?;
    object.balls = balls.packed();
    Some(put(&aabb))
}

/// A box around a placed shape, rounding included, and its placed balls. Its own box and that of the outer ball both
/// hold it: the narrower counts, side by side.
#[inline(always)]
pub(super) fn place(shape: &Shape, extent: &Extent, placement: &Placement) -> (Aabb, Balls) {
    let absolute = abs_matrix(&placement.basis);
    let stretches = stretches(&placement.basis);
    // What rounding may cost is relative to what is added up.
    let total = extent.span + sum_of_magnitudes(&placement.origin);
    let (reach, total) = if stretches == RIGID_STRETCHES && total < IN_RANGE {
        (Vec3::repeat(total), total)
    } else {
        let reach = absolute * extent.reach + abs(&placement.origin);
        (reach, reach.sum())
    };
    let balls = extent.balls.placed(placement, stretches, BALL_ROUNDING * total);
    let bounds = match shape {
        // The half extents are mapped by the absolute matrix; for a soup this is the box of the tree's root, which
        // may be wide but costs little (thesis 6.3.4).
        // The shape is a ball: nothing fits it more closely.
        _ if balls.inner > balls.outer * (1.0 - SPHERICAL) => {
            Aabb::from_center(balls.center, Vec3::repeat(balls.outer))
        }
        Shape::Primitive(Primitive::Box(_)) | Shape::Complex(_) => {
            Aabb::from_center(balls.center, absolute * extent.half)
        }
        Shape::Primitive(primitive) => {
            let bounds = primitive.bounds_under(&placement.basis);
            Aabb { min: bounds.min + placement.origin, max: bounds.max + placement.origin }
        }
        Shape::Void => Aabb::EMPTY,
    };
    let (rounding, ball) = (reach * BOX_ROUNDING, Vec3::repeat(balls.outer));
    let min = max(&bounds.min, &(balls.center - ball)) - rounding;
    let max = vector::min(&bounds.max, &(balls.center + ball)) + rounding;
    (Aabb { min, max }, balls)
}

/// Where a rotation and a translation take a body, two coordinates at a time, to the same bits as [`place`].
struct Rigid {
    /// The first two rows of the linear part.
    across: [f64x2; 3],
    origin: f64x2,
    /// What is added up at most.
    total: f64,
    center: f64x2,
    center_z: f64,
    inner: f64,
    outer: f64,
}

/// A matrix times a vector, the terms in this order.
#[inline(always)]
fn sum(m: &[f64x2; 3], [a, b, c]: [f64x2; 3]) -> f64x2 {
    m[0] * a + m[1] * b + m[2] * c
}

#[inline(always)]
fn sum_of_magnitudes(v: &Vec3) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}

#[inline(always)]
fn each(v: &Vec3) -> [f64x2; 3] {
    [v.x, v.y, v.z].map(f64x2::splat)
}

impl Rigid {
    /// Of a placement that is known to be rigid, which most are: without looking how far it stretches. `None` if its numbers are
    /// out of range.
    #[inline(always)]
    fn new(Extent { span, balls, .. }: &Extent, placement: &Placement) -> Option<Rigid> {
        let &[x0, y0, z0, x1, y1, z1, x2, y2, z2] = placement.basis.as_slice() else {
            return None;
        };
        let &[x3, y3, z3] = placement.origin.as_slice() else {
            return None;
        };
        let across = [f64x2::from([x0, y0]), f64x2::from([x1, y1]), f64x2::from([x2, y2])];
        let origin = f64x2::from([x3, y3]);
        let total = span + sum_of_magnitudes(&placement.origin);
        // Neither is no number.
        if total >= IN_RANGE || total.is_nan() {
            return None;
        }
        let rounding = BALL_ROUNDING * total;
        let radii = f64x2::from([balls.inner, balls.outer]) * f64x2::from(RIGID_STRETCHES);
        let radii = radii * f64x2::from([1.0 - BALL_ROUNDING, 1.0 + BALL_ROUNDING]);
        let [inner, outer] = (radii + f64x2::from([-rounding, rounding])).to_array();
        let center = sum(&across, each(&balls.center)) + origin;
        let center_z = z0 * balls.center.x + z1 * balls.center.y + z2 * balls.center.z + z3;
        Some(Rigid { across, origin, total, center, center_z, inner, outer })
    }

    #[inline(always)]
    fn balls(&self) -> Balls {
        let [x, y] = self.center.to_array();
        Balls { center: Vec3::new(x, y, self.center_z), inner: self.inner, outer: self.outer }
    }
}

/// What [`place`] tells, to the same bits, of a placement that is known to be a rotation and a translation. `None` if its numbers
/// are out of range, or the box may be empty.
#[inline(always)]
fn place_rigidly(shape: &Shape, extent: &Extent, placement: &Placement) -> Option<(Aabb, Balls)> {
    let rigid = Rigid::new(extent, placement)?;
    let Rigid { across, origin, total, center, center_z, inner, outer } = rigid;
    // Of boxes about one centre the narrower is that of the lesser half extents.
    let narrower = |z: f64| if z < outer { z } else { outer };
    let about_center = |half: f64x2, half_z: f64| {
        ([center - half, center + half], [center_z - half_z, center_z + half_z])
    };
    let ([min, max], [min_z, max_z]) = match shape {
        _ if inner > outer * (1.0 - SPHERICAL) => about_center(f64x2::splat(outer), outer),
        Shape::Primitive(Primitive::Box(_)) | Shape::Complex(_) => {
            let (half, basis) = (&extent.half, &placement.basis);
            let across = sum(&across.map(f64x2::abs), each(half));
            let along =
                basis.m31.abs() * half.x + basis.m32.abs() * half.y + basis.m33.abs() * half.z;
            about_center(across.fast_min(f64x2::splat(outer)), narrower(along))
        }
        Shape::Primitive(primitive) => {
            let [x, y, z] = primitive.ranges_under(&placement.basis);
            let own = [f64x2::from([x.0, y.0]) + origin, f64x2::from([x.1, y.1]) + origin];
            let own_z = [z.0, z.1].map(|z| z + placement.origin.z);
            let (ball, ball_z) = about_center(f64x2::splat(outer), outer);
            let min_z = if own_z[0] > ball_z[0] { own_z[0] } else { ball_z[0] };
            let max_z = if own_z[1] < ball_z[1] { own_z[1] } else { ball_z[1] };
            let (min, max) = (own[0].fast_max(ball[0]), own[1].fast_min(ball[1]));
            // Both hold the shape, so that it takes rounding to part them.
            if min.simd_le(max).to_bitmask() != 0b11 || min_z > max_z {
                return None;
            }
            ([min, max], [min_z, max_z])
        }
        Shape::Void => return None,
    };
    let margin = total * BOX_ROUNDING;
    let across = f64x2::splat(margin);
    let ([min_x, min_y], [max_x, max_y]) = ((min - across).to_array(), (max + across).to_array());
    let aabb = Aabb {
        min: Vec3::new(min_x, min_y, min_z - margin),
        max: Vec3::new(max_x, max_y, max_z + margin),
    };
    Some((aabb, rigid.balls()))
}
