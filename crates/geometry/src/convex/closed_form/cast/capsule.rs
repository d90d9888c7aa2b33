//! A line through a capsule.

use super::{Entry, Inside, Interval, Line, Passage};
use crate::math::Vec3;
use crate::math::vector::length;

impl Line {
    /// A line that enters the endless cylinder around the axis between the ends enters the capsule there, or through the ball around
    /// the end beyond which it enters.
    pub(super) fn through_capsule(&self, ends: &[Vec3; 2], radius: f64) -> Passage {
        let (axis, from) = (ends[1] - ends[0], self.from - ends[0]);
        let square = axis.norm_squared();
        let [along, rate] = [from.dot(&axis) / square, self.along.dot(&axis) / square];
        let (across, moving) = (from - axis * along, self.along - axis * rate);
        let Interval { enters, leaves, error } = match self.around_axis(&across, &moving, radius) {
            Inside::Never => return Passage::Missed,
            Inside::Open => return Passage::Open,
            Inside::During(interval) => interval,
        };
        if leaves < -error {
            return Passage::Missed;
        }
        let start = enters.max(0.0);
        // Along the axis, from 0 at one end to 1 at the other.
        let height = along + rate * start;
        let slack = error * rate.abs() + self.error / square.sqrt();
        if height < -slack {
            return self.through_ball(&ends[0], radius);
        }
        if height > 1.0 + slack {
            return self.through_ball(&ends[1], radius);
        }
        if !(height > slack && height < 1.0 - slack && enters > error) {
            return Passage::Open;
        }
        let away = across + moving * enters;
        let normal = away / length(&away);
        let on_core = ends[0] + axis * height;
        Passage::Enters(Entry { time: enters, error, normal, on_core })
    }
}
