//! How a body moves from one placement to another: its pivot along a straight line, turning at a constant angular velocity,
//! its stretch growing linearly.
//!
//! The linear part of a placement is split into a rotation and a stretch (polar decomposition, Higham 1986), of which the
//! rotations give the turn: `docs/src/theory/turning.md`, equation (1). All bounds of `curvature` follow from that.

pub(crate) mod curvature;
pub(crate) mod orbit;
mod polar;

use crate::math::tolerance::{LARGEST_SPIN, NO_AXIS, NO_GROWTH, SIMILARITY, TURN_ROUNDING};
use crate::math::vector::{is_finite, preimage};
use crate::math::{Mat3, Placement, Vec3, rotation};

/// The motion of a body while time goes from 0 to 1.
///
/// ```
/// use std::f64::consts::{FRAC_PI_2, PI};
///
/// use solid_geometry::{Motion, Placement, Vec3};
///
/// let (closed, mut open) = (Placement::IDENTITY, Placement::IDENTITY);
/// open.rotate(&[0.0, 0.0, 1.0, 1.0]); // by a right angle about the z-axis
/// let door = Motion::between(&closed, &open).expect("both are finite");
/// assert!((door.spin() - Vec3::z() * FRAC_PI_2).norm() < 1e-12);
/// let half_open = door.at(0.5).apply(&Vec3::x());
/// assert!((half_open - Vec3::new(0.5_f64.sqrt(), 0.5_f64.sqrt(), 0.0)).norm() < 1e-12);
///
/// // The same ends, the long way round.
/// let door = door.with_spin(&Vec3::new(0.0, 0.0, -1.5 * PI));
/// assert!((door.at(1.0 / 3.0).apply(&Vec3::x()) + Vec3::y()).norm() < 1e-12);
/// assert!((door.at(1.0).apply(&Vec3::x()) - Vec3::y()).norm() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    start: Placement,
    end: Placement,
    /// In local coordinates.
    pivot: Vec3,
    /// The pivot in the world at time 0, and its translation.
    center: Vec3,
    velocity: Vec3,
    /// The rotation vector of the whole turn.
    spin: Vec3,
    /// The linear part is `exp(t spin) (start.basis + t growth)`.
    growth: Mat3,
    /// Whether there is no rotation from the one placement to the other.
    lacks_rotation: bool,
}

impl Motion {
    /// A body at rest.
    pub fn rest(placement: &Placement) -> Motion {
        Motion::translation(placement, &Vec3::zeros())
    }

    /// A body that does not turn.
    ///
    /// ```
    /// # use solid_geometry::{Motion, Placement, Vec3};
    /// let motion = Motion::translation(&Placement::IDENTITY, &Vec3::new(4.0, 0.0, 0.0));
    /// assert_eq!(motion.at(0.5), Placement::translation([2.0, 0.0, 0.0]));
    /// ```
    pub fn translation(placement: &Placement, by: &Vec3) -> Motion {
        Motion {
            start: *placement,
            end: Placement { origin: placement.origin + by, ..*placement },
            pivot: Vec3::zeros(),
            center: placement.origin,
            velocity: *by,
            spin: Vec3::zeros(),
            growth: Mat3::zeros(),
            lacks_rotation: false,
        }
    }

    /// A body that turns about its origin by a rotation vector, along the world's axes, in radians, while its origin is
    /// translated. `None` if a number is not finite, or the angle above 10,000 ([`LARGEST_SPIN`]).
    ///
    /// ```
    /// # use solid_geometry::{Motion, Placement, Vec3};
    /// let three_turns = Vec3::z() * 6.0 * std::f64::consts::PI;
    /// let propeller = Motion::turning(&Placement::IDENTITY, &Vec3::x(), &three_turns).expect("finite");
    /// assert!((propeller.at(1.0).apply(&Vec3::x()) - Vec3::x() * 2.0).norm() < 1e-12);
    /// assert!((propeller.at(0.5).apply(&Vec3::x()) + Vec3::x() * 0.5).norm() < 1e-12);
    /// ```
    pub fn turning(placement: &Placement, by: &Vec3, spin: &Vec3) -> Option<Motion> {
        let mut motion = Motion { spin: *spin, ..Motion::translation(placement, by) };
        let is_valid = is_spin(spin) && motion.start.is_finite() && motion.end.is_finite();
        motion.end.basis = turn(spin, 1.0) * placement.basis;
        (is_valid && motion.end.is_finite()).then_some(motion)
    }

    /// The motion between two finite placements on which every local point moves on a straight line.
    pub(crate) fn linear(from: &Placement, to: &Placement) -> Motion {
        let by = to.origin - from.origin;
        let growth = to.basis - from.basis;
        Motion { end: *to, growth, ..Motion::translation(from, &by) }
    }

    /// The motion between two placements: the body's origin on a straight line, the rotation by the shortest way.
    ///
    /// Where no rotation leads from one to the other, since one of the two is mirrored, or flattened so that its rotation is
    /// unknown, each point moves on a straight line from its old place to its new one: [`Motion::lacks_rotation`]. A shear is no
    /// hindrance: it is a stretch along oblique axes. `None` if a number is not finite.
    pub fn between(from: &Placement, to: &Placement) -> Option<Motion> {
        let by = to.origin - from.origin;
        if !(from.is_finite() && to.is_finite() && is_finite(&by)) {
            return None;
        }
        let mut motion = Motion { end: *to, ..Motion::translation(from, &by) };
        if from.basis != to.basis {
            let turn = polar::shortest_turn(&from.basis, &to.basis);
            motion.lacks_rotation = turn.is_none();
            // A turn by rounding is none.
            motion
                .set_spin(turn.filter(|turn| turn.amax() > NO_GROWTH).unwrap_or_else(Vec3::zeros));
        }
        Some(motion)
    }

    /// The same ends with the turn that is nearest to a rotation vector, along the world's axes, in radians: so many full
    /// turns more, in its direction. The zero vector asks for the shortest way. Without effect if the vector is not finite
    /// or its angle above [`LARGEST_SPIN`], or on a motion that [`Motion::lacks_rotation`].
    pub fn with_spin(mut self, wanted: &Vec3) -> Motion {
        use std::f64::consts::{PI, TAU};
        if !is_spin(wanted) || self.lacks_rotation {
            return self;
        }
        let shortest = polar::shortest_turn(&self.start.basis, &self.end.basis);
        let (shortest, length) = (shortest.unwrap_or_else(Vec3::zeros), wanted.norm());
        let angle = shortest.norm();
        let spin = if angle > NO_AXIS {
            let axis = shortest / angle;
            axis * (angle + TAU * ((axis.dot(wanted) - angle) / TAU).round())
        } else if length > PI {
            // What little the body turns besides is left to the growth.
            wanted / length * (TAU * (length / TAU).round())
        } else {
            shortest
        };
        self.set_spin(spin);
        self
    }

    /// The same ends, with another local point than the origin on a straight line.
    ///
    /// ```
    /// # use solid_geometry::{Motion, Placement, Vec3};
    /// let (mut there, pivot) = (Placement::translation([2.0, 0.0, 0.0]), Vec3::new(1.0, 0.0, 0.0));
    /// there.rotate(&[0.0, 0.0, 1.0, 0.0]); // half a turn about the z-axis, so that x = 1 stays
    /// let motion = Motion::between(&Placement::IDENTITY, &there).expect("finite").about(&pivot);
    /// assert!((motion.at(0.3).apply(&pivot) - pivot).norm() < 1e-12);
    /// ```
    pub fn about(mut self, pivot: &Vec3) -> Motion {
        if is_finite(pivot) {
            let [from, to] = [self.start, self.end].map(|end| end.apply(pivot));
            (self.pivot, self.center, self.velocity) = (*pivot, from, to - from);
        }
        self
    }

    /// The screw motion with the same ends (Chasles 1830): the pivot is on the axis about which the body turns and along
    /// which it moves. Without effect where the body does not turn, or grows meanwhile.
    ///
    /// ```
    /// # use solid_geometry::{Motion, Placement, Vec3};
    /// let mut there = Placement::translation([1.0, 1.0, 3.0]);
    /// there.rotate(&[0.0, 0.0, 1.0, 1.0]);
    /// let screw = Motion::between(&Placement::IDENTITY, &there).expect("finite").screw();
    /// let half = screw.at(0.5).origin; // on a circle about (0, 1), half way up
    /// assert!((half - Vec3::new(0.5_f64.sqrt(), 1.0 - 0.5_f64.sqrt(), 1.5)).norm() < 1e-12);
    /// ```
    pub fn screw(self) -> Motion {
        let (angle, by) = (self.spin.norm(), self.end.origin - self.start.origin);
        if angle <= NO_AXIS || self.growth != Mat3::zeros() {
            return self;
        }
        let axis = self.spin / angle;
        let across = by - axis * axis.dot(&by);
        let (sine, cosine) = libm::sincos(0.5 * angle);
        let center = (across + axis.cross(&across) * (cosine / sine)) * 0.5;
        let pivot = preimage(&self.start.basis, &center);
        // Full turns have no axis in the finite unless the body only moves along it.
        if is_finite(&pivot) && sine.abs() > NO_AXIS { self.about(&pivot) } else { self }
    }

    /// The motion of a part of the body, which a placement that flattens nothing puts into its coordinates.
    pub(crate) fn of_part(&self, part: &Placement) -> Motion {
        let start = self.start.compose(part);
        if self.is_translation() {
            return Motion::translation(&start, &self.velocity);
        }
        Motion {
            start,
            end: self.end.compose(part),
            pivot: part.apply_inverse(&self.pivot),
            growth: self.growth * part.basis,
            ..*self
        }
    }

    fn set_spin(&mut self, spin: Vec3) {
        self.spin = spin;
        self.growth = turn(&-spin, 1.0) * self.end.basis - self.start.basis;
        // Of a rigid body it is rounding.
        let largest = self.start.basis.amax().max(self.end.basis.amax());
        if self.growth.amax() <= NO_GROWTH * (1.0 + spin.norm()) * largest {
            self.growth = Mat3::zeros();
        }
    }

    /// The placement at time 0.
    pub fn start(&self) -> &Placement {
        &self.start
    }

    /// The placement at time 1, up to rounding.
    pub fn end(&self) -> &Placement {
        &self.end
    }

    /// The rotation vector of the whole turn: its direction is the axis, its length the angle.
    pub fn spin(&self) -> Vec3 {
        self.spin
    }

    /// The translation of the pivot.
    pub fn velocity(&self) -> Vec3 {
        self.velocity
    }

    /// Whether the body only moves along a straight line.
    pub fn is_translation(&self) -> bool {
        self.spin == Vec3::zeros() && self.growth == Mat3::zeros()
    }

    /// Whether no rotation leads from one end to the other, so that each point moves on a straight line.
    ///
    /// ```
    /// # use solid_geometry::{Motion, Placement, Vec3};
    /// let mut mirrored = Placement::IDENTITY;
    /// mirrored.scale(&Vec3::new(-1.0, 1.0, 1.0));
    /// let motion = Motion::between(&Placement::IDENTITY, &mirrored).expect("finite");
    /// assert!(motion.lacks_rotation());
    /// assert_eq!(motion.at(0.5).apply(&Vec3::x()), Vec3::zeros()); // it is flat for a moment
    /// ```
    pub fn lacks_rotation(&self) -> bool {
        self.lacks_rotation
    }

    /// The placement at a time.
    pub fn at(&self, time: f64) -> Placement {
        if time == 0.0 {
            return self.start;
        }
        let mut basis = self.start.basis;
        if self.growth != Mat3::zeros() {
            basis += self.growth * time;
        }
        if self.spin != Vec3::zeros() {
            basis = turn(&self.spin, time) * basis;
        }
        let mut placement = Placement { basis, origin: self.center + self.velocity * time };
        if self.pivot != Vec3::zeros() {
            placement.translate(&-self.pivot);
        }
        placement
    }

    /// The rest of the motion from a time on, as a motion of its own: it has the same pivot and end.
    ///
    /// ```
    /// # use solid_geometry::{Motion, Placement, Vec3};
    /// let turn = Vec3::new(0.0, 0.0, 2.0);
    /// let whole = Motion::turning(&Placement::IDENTITY, &Vec3::x(), &turn).expect("finite");
    /// let rest = whole.after(0.5);
    /// assert_eq!((rest.spin(), rest.velocity()), (turn * 0.5, Vec3::x() * 0.5));
    /// let [a, b] = [rest.at(0.5), whole.at(0.75)].map(|at| at.apply(&Vec3::y()));
    /// assert!((a - b).norm() < 1e-15);
    /// ```
    pub fn after(&self, time: f64) -> Motion {
        let rest = 1.0 - time;
        Motion {
            start: self.at(time),
            center: self.center + self.velocity * time,
            velocity: self.velocity * rest,
            spin: self.spin * rest,
            growth: turn(&self.spin, time) * self.growth * rest,
            ..*self
        }
    }

    /// The velocity of a local point at a time, at which the body is placed so.
    #[inline]
    pub(crate) fn velocity_of(&self, time: f64, placement: &Placement, local: &Vec3) -> Vec3 {
        let arm = local - self.pivot;
        let mut velocity = self.velocity + self.spin.cross(&(placement.basis * arm));
        if self.growth != Mat3::zeros() {
            velocity += turn(&self.spin, time) * (self.growth * arm);
        }
        velocity
    }

    /// The same motion as seen from a frame that is at `origin` at time 0 and moves by `velocity`.
    pub(crate) fn seen_from(&self, origin: &Vec3, velocity: &Vec3) -> Motion {
        let mut seen = *self;
        seen.start.origin -= origin;
        seen.end.origin -= origin + velocity;
        seen.center -= origin;
        seen.velocity -= velocity;
        seen
    }

    /// Whether balls stay balls at all times.
    pub(crate) fn keeps_balls(&self) -> bool {
        let (start, growth) = (self.start.basis / self.start.basis.amax(), self.growth);
        let squares = start.tr_mul(&start);
        if (squares - Mat3::identity() * squares[(0, 0)]).amax() > SIMILARITY {
            return false;
        }
        let factor = growth.dot(&start) / start.norm_squared();
        (growth - start * factor).amax() <= SIMILARITY * factor.abs()
    }

    /// The pivot's place at time 0.
    pub(crate) fn center(&self) -> Vec3 {
        self.center
    }

    /// A bound on the coordinates, at all times, of a body with these absolute local extents, and on those from which they are
    /// computed; and on how far rounding moves any of them.
    pub(crate) fn reach_and_rounding(&self, extents: &Vec3) -> [f64; 2] {
        let arms = extents + self.pivot.abs() * 2.0;
        let linear = self.start.basis.abs() + self.growth.abs();
        let reach = (linear * arms).sum() + self.center.abs().sum() + self.velocity.abs().sum();
        [reach, TURN_ROUNDING * (1.0 + self.spin.abs().sum()) * reach]
    }
}

/// Whether a rotation vector is finite, and not too long.
fn is_spin(spin: &Vec3) -> bool {
    spin.norm() <= LARGEST_SPIN
}

/// The rotation by a part of a rotation vector.
pub(crate) fn turn(spin: &Vec3, part: f64) -> Mat3 {
    let angle = spin.norm();
    if angle == 0.0 {
        return Mat3::identity();
    }
    let (sine, cosine) = libm::sincos(0.5 * angle * part);
    let [x, y, z] = (spin * (sine / angle)).into();
    rotation(&[x, y, z, cosine])
}
