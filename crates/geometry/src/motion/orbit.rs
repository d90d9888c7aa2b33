//! Bounds on the motion of a turning body that hold for all of its time: equations (8) to (11) of `docs/src/theory/turning.md`.

use super::Motion;
use super::curvature::farthest;
use crate::math::tolerance::{SIMILARITY, SKEW};
use crate::math::{Aabb, Mat3, Vec3};

/// A rigid body on its motion: a box around its unrounded points, which turns about the pivot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Orbit {
    pub spin: Vec3,
    pub velocity: Vec3,
    /// The place of the pivot at time 0. Of a body that does not turn it is the middle of the box.
    pivot: Vec3,
    /// From the pivot to the middle of the box at time 0.
    arm: Vec3,
    /// Of the box, at time 0.
    basis: Mat3,
    half: Vec3,
    /// A unit vector: the body is one of revolution about the line along it through the middle, at time 0.
    axis: Option<Vec3>,
}

impl Motion {
    /// Of points within a local box. `revolves` says along which local axes the body is one of revolution. `None` of bodies that grow.
    pub(crate) fn orbit(&self, local: &Aabb, revolves: [bool; 3]) -> Option<Orbit> {
        if self.growth != Mat3::zeros() {
            return None;
        }
        let (basis, spin, half) = (self.start.basis, self.spin, local.half_extents());
        let mut arm = basis * (local.center() - self.pivot);
        let mut pivot = self.center;
        if spin == Vec3::zeros() {
            (pivot, arm) = (pivot + arm, Vec3::zeros());
        }
        let axes = (0..3).filter(|k| revolves[*k] && is_round_about(&basis, *k));
        // The one nearest to the spin, if there are several.
        let axes = axes.filter_map(|k| basis.column(k).try_normalize(0.0));
        let axis = axes.max_by(|u, v| u.dot(&spin).abs().total_cmp(&v.dot(&spin).abs()));
        Some(Orbit { spin, velocity: self.velocity, pivot, arm, basis, half, axis })
    }
}

/// Whether a linear map takes circles about a coordinate axis to circles about its image.
fn is_round_about(basis: &Mat3, axis: usize) -> bool {
    let largest = basis.amax();
    let [u, v, w] = [0, 1, 2].map(|k| basis.column((axis + k) % 3) / largest);
    let off = [u.dot(&v), u.dot(&w), v.dot(&w), v.norm_squared() - w.norm_squared()];
    off.iter().all(|x| x.abs() <= SIMILARITY * v.norm_squared())
}

/// A part of a vector that is across a unit vector, or all of it across the zero vector.
fn across(v: &Vec3, unit: &Vec3) -> Vec3 {
    v - unit * unit.dot(v)
}

fn unit(v: &Vec3) -> Vec3 {
    v.try_normalize(0.0).unwrap_or_else(Vec3::zeros)
}

impl Orbit {
    /// Where the pivot is at a time.
    pub(crate) fn pivot_at(&self, time: f64) -> Vec3 {
        self.pivot + self.velocity * time
    }

    /// How far points of the box are from a line through the middle, at most.
    fn radius(&self, along: &Vec3) -> f64 {
        farthest(&self.basis, &Vec3::zeros(), &self.half, along) * (1.0 + SKEW)
    }

    /// How far points of the box are at most from the line along a unit vector through a point, where that is the body's own axis or the body
    /// does not turn.
    pub(crate) fn farthest_from(&self, point: &Vec3, along: &Vec3, time: f64) -> f64 {
        let offset = self.pivot_at(time) - point + self.arm;
        across(&offset, along).norm() + self.radius(along)
    }

    /// The least product of a unit vector with what is from the pivot to a point of the box, whatever the time.
    pub(crate) fn lowest(&self, n: &Vec3) -> f64 {
        let extent = |v: &Vec3| self.basis.tr_mul(v).abs().dot(&self.half);
        if self.spin == Vec3::zeros() {
            return -extent(n);
        }
        let axis = unit(&self.spin);
        let along = n.dot(&axis);
        let axial = along * axis.dot(&self.arm) - along.abs() * extent(&axis);
        let farthest = across(&self.arm, &axis).norm() + self.radius(&axis);
        axial - n.cross(&axis).norm() * farthest
    }

    /// A bound on the accelerations, in a frame that turns by a rotation vector, of points by which the body can be taken to move, but for that
    /// of the middle: equation (9).
    fn bend_about_middle(&self, frame: &Vec3) -> f64 {
        let (spin, turns) = (self.spin, self.spin - frame);
        let skew = spin.cross(frame).norm();
        let along = if skew == 0.0 { unit(&turns) } else { Vec3::zeros() };
        let whole = (turns.norm_squared() + skew) * self.radius(&along);
        let Some(axis) = self.axis else { return whole };
        // The points also turn about the axis of the body, so that they rest in the frame as well as they can.
        let back = turns.dot(&axis);
        let (tilt, sway) = (spin.cross(&axis).norm(), 2.0 * unit(&spin).cross(&axis).norm());
        let left = (turns - axis * back).norm() + back.abs() * sway;
        let skew = skew + back.abs() * (axis.cross(frame).norm() + frame.norm() * sway + tilt);
        whole.min((left * left + skew) * self.radius(&Vec3::zeros()))
    }
}

/// A frame that turns at a constant angular velocity, in which two bodies hardly move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurningFrame {
    pub spin: Vec3,
    /// A bound on the second derivative of the gap along an axis that rests in the frame.
    pub bend: f64,
}

impl TurningFrame {
    /// The best of those that rest or turn with one of the bodies.
    pub(crate) fn best(orbits: &[Orbit; 2]) -> TurningFrame {
        let [a, b] = orbits;
        let frames = [Vec3::zeros(), a.spin, b.spin]
            .map(|spin| TurningFrame { spin, bend: bend_in_frame(orbits, &spin) });
        let [mut best, others @ ..] = frames;
        for other in others {
            if other.bend < best.bend {
                best = other;
            }
        }
        best
    }
}

/// Equation (10).
fn bend_in_frame([a, b]: &[Orbit; 2], frame: &Vec3) -> f64 {
    let of_middle = |spin: &Vec3, arm: &Vec3| {
        let (turns, skew) = (spin - frame, spin.cross(frame).norm());
        let along = if skew == 0.0 { unit(&turns) } else { Vec3::zeros() };
        (turns.norm_squared() + skew) * across(arm, &along).norm()
    };
    let middles = if a.spin == b.spin {
        of_middle(&a.spin, &(a.arm - b.arm))
    } else {
        of_middle(&a.spin, &a.arm) + of_middle(&b.spin, &b.arm)
    };
    let between = |time: f64| frame.cross(&(a.pivot_at(time) - b.pivot_at(time))).norm();
    let velocity = frame.cross(&(a.velocity - b.velocity)).norm();
    let pivots = frame.norm() * between(0.0).max(between(1.0)) + 2.0 * velocity;
    let own = a.bend_about_middle(frame) + b.bend_about_middle(frame);
    (middles + pivots + own) * (1.0 + SKEW)
}
