//! How far the path of a body's points is from straight, as seen along an axis: the bounds κ of
//! `docs/src/theory/turning.md`, equation (2).

use super::Motion;
use crate::math::tolerance::SKEW;
use crate::math::{Aabb, Mat3, Vec3};

/// Bounds on the paths of a body's points about its pivot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Curvature {
    spin: Vec3,
    /// The greatest distance ρ from the axis.
    radius: f64,
    /// The greatest |D (p - c)|.
    growth: f64,
}

impl Curvature {
    /// A bound on the magnitude of the second derivative along a vector that is shorter across the spin than this is.
    #[inline]
    pub(crate) fn along(&self, v: &Vec3) -> f64 {
        v.cross(&self.spin).norm() * self.sideways()
    }

    /// The same along a vector between two.
    #[inline]
    pub(crate) fn between(&self, u: &Vec3, v: &Vec3) -> f64 {
        u.cross(&self.spin).norm_squared().max(v.cross(&self.spin).norm_squared()).sqrt()
            * self.sideways()
    }

    #[inline]
    fn sideways(&self) -> f64 {
        self.spin.norm() * self.radius + 2.0 * self.growth
    }

    /// A bound on the velocity along a vector, but for that of the pivot.
    #[inline]
    pub(crate) fn speed_along(&self, v: &Vec3) -> f64 {
        v.cross(&self.spin).norm() * self.radius + v.norm() * self.growth
    }
}

impl Motion {
    /// The bounds for the points within a local box.
    pub(crate) fn curvature(&self, local: &Aabb) -> Curvature {
        let spin = self.spin;
        let mut bounds = Curvature { spin, radius: 0.0, growth: 0.0 };
        let (center, half) = (local.center() - self.pivot, local.half_extents());
        let grows = self.growth != Mat3::zeros();
        let angle = spin.norm();
        if angle > 0.0 {
            let axis = spin / angle;
            let mut radius = farthest(&self.start.basis, &center, &half, &axis);
            if grows {
                // The distance is convex in time.
                let end = self.start.basis + self.growth;
                radius = radius.max(farthest(&end, &center, &half, &axis));
            }
            bounds.radius = radius * (1.0 + SKEW);
        }
        if grows {
            bounds.growth = farthest(&self.growth, &center, &half, &Vec3::zeros()) * (1.0 + SKEW);
        }
        bounds
    }

    /// A box that moves by [`Motion::velocity`] and holds a body at all times: `extremes` gives the box of the body along the
    /// world's axes under a linear part, from the local origin, and `local` is its local box.
    ///
    /// The box is that of the ends of up to 16 parts of the time, widened by what the paths bend between them; or of the
    /// circles about the axis, where these are narrower.
    pub fn moving_box(&self, local: &Aabb, extremes: impl Fn(&Mat3) -> Aabb) -> Aabb {
        // Parts of a sixteenth of a turn.
        let parts = (self.spin.norm() * (8.0 / std::f64::consts::PI)).ceil().clamp(1.0, 16.0);
        let mut around = Aabb::EMPTY;
        for part in 0..=parts as u32 {
            let time = f64::from(part) / parts;
            let placement = self.at(time);
            let from = placement.origin - self.velocity * time;
            around = around.join(&extremes(&placement.basis).translated(&from));
        }
        let bends = self.curvature(local);
        let units = [Vec3::x(), Vec3::y(), Vec3::z()];
        let bend = units.map(|unit| bends.along(&unit) / (8.0 * parts * parts));
        let around = around.inflated(&Vec3::from(bend));
        let around = match self.circles(local) {
            Some(circles) => around.intersection(&circles),
            None => around,
        };
        let [_, rounding] = self.reach_and_rounding(&local.absolute_extents());
        around.inflated(&Vec3::repeat(rounding))
    }

    /// A box around the circles that the points of a local box describe about the axis through the pivot at time 0; `None` of
    /// bodies that grow or do not turn.
    fn circles(&self, local: &Aabb) -> Option<Aabb> {
        let angle = self.spin.norm();
        if angle == 0.0 || self.growth != Mat3::zeros() {
            return None;
        }
        let (center, half) = (local.center() - self.pivot, local.half_extents());
        let (axis, basis) = (self.spin / angle, &self.start.basis);
        let radius = farthest(basis, &center, &half, &axis);
        // The extent along the axis.
        let middle = axis.dot(&(basis * center));
        let reach = (axis.transpose() * basis).abs().dot(&half.transpose());
        // The sines of its angles to the world's axes, without cancellation.
        let [x, y, z] = axis.component_mul(&axis).into();
        let sideways = Vec3::new(y + z, z + x, x + y).map(f64::sqrt) * radius;
        Some(Aabb::from_center(self.center + axis * middle, axis.abs() * reach + sideways))
    }
}

/// The greatest distance of the image of a box from the line through the origin along a unit vector; from the origin, if that is
/// zero.
pub(super) fn farthest(map: &Mat3, center: &Vec3, half: &Vec3, axis: &Vec3) -> f64 {
    let across = |v: Vec3| v - axis * axis.dot(&v);
    let middle = across(map * center);
    let [x, y, z] = [0, 1, 2].map(|i| across(map.column(i) * half[i]));
    let corners = [x + y + z, x + y - z, x - y + z, x - y - z];
    // A unit in which squares are in range.
    let unit = (map.abs() * (center.abs() + half)).max();
    if unit == 0.0 {
        return 0.0;
    }
    let squares =
        corners.iter().flat_map(|c| [middle + c, middle - c].map(|v| (v / unit).norm_squared()));
    squares.fold(0.0_f64, f64::max).sqrt() * unit
}
