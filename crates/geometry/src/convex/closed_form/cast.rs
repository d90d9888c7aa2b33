//! When a point or a ball that moves along a line meets a simple body: the body's widened core and the line, by closed forms.
//!
//! A line is inside of a slab, an endless cylinder or cone or a ball during an interval of time, and inside of a box, a cylinder or a cone while
//! it is inside of all that bound it (Kay and Kajiya 1986); a capsule is an endless cylinder with balls at its ends. Each
//! interval has a bound on its error, far above rounding. An answer is given only where these bounds prove it, and the general cast
//! does the rest: starts in the body or near it, paths that graze it, triangles seen from the side, and deformed balls.

mod capsule;
mod cone;
mod triangle;

use super::gap::Placed;
use crate::convex::unrounded::{similarity, usual_scale};
use crate::math::tolerance::{CLEAR_MARGIN, CLOSED_FORM_REACH, ILL_CONDITIONED, TOUCHING};
use crate::math::vector::{greater, length};
use crate::math::{Placement, Vec3};
use crate::shape::Support;
use crate::shape::core::Core;

/// Whether and when a moving point or ball meets a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meeting {
    /// Not on its path.
    Missed,
    /// They meet.
    Met {
        /// Which part of the motion is done then.
        time: f64,
        /// The unit normal of the body there, along world axes.
        normal: Vec3,
        /// A point of the unrounded body, in its local coordinates; the bodies meet at its distance along the normal.
        on_core: Vec3,
        /// That distance in the world, and the radius of the ball.
        radii: [f64; 2],
    },
}

/// Whether and when a ball or a point meets a body at rest while it moves by `motion`, to a relative error of the time. `None` where
/// there is no closed form, or it leaves the answer open.
#[inline]
pub(crate) fn meet(
    (body, at): Placed<'_>,
    (ball, of_ball): Placed<'_>,
    motion: &Vec3,
    tolerance: f64,
) -> Option<Meeting> {
    if ball.core_dimension() != 0 {
        return None;
    }
    // Of two balls nothing else is copied: it would take longer than the rest.
    let is_ball = body.core_dimension() == 0;
    let core = if is_ball { Core::Point(body.center()) } else { body.core(true)? };
    let ball_radius = match ball.margin() {
        0.0 => 0.0,
        margin => margin * similarity(&of_ball.basis)?,
    };
    let from = of_ball.basis * ball.center() + of_ball.origin - at.origin;
    let speed = motion.abs().sum();
    let extents = at.basis.abs() * body.absolute_extents();
    let reach = extents.sum() + from.abs().sum() + speed + ball_radius;
    if !(CLOSED_FORM_REACH.contains(&reach) && CLOSED_FORM_REACH.contains(&speed)) {
        return None;
    }
    let path = Path { from, motion: *motion, reach, tolerance };
    match core {
        Core::Point(center) => path.meet_ball(center, (body, at), ball_radius),
        Core::Triangle(corners) if ball_radius == 0.0 && body.margin() == 0.0 => {
            path.meet_triangle(&corners, at)
        }
        Core::Triangle(_) => None,
        Core::Segment(_) => path.meet_widened(&core, body.margin(), ball_radius, at),
        Core::Box(_) | Core::Cylinder { .. } | Core::Cone { .. } => {
            if body.margin() + ball_radius > 0.0 {
                return None;
            }
            path.meet_widened(&core, 0.0, 0.0, at)
        }
    }
}

/// The path of the point, or of the ball's centre, from the origin of the body, along world axes.
struct Path {
    from: Vec3,
    motion: Vec3,
    /// A bound on all coordinates.
    reach: f64,
    tolerance: f64,
}

impl Path {
    /// Meets the body whose points are no farther than its radius and the ball's from a core.
    #[inline]
    fn meet_widened(
        &self,
        core: &Core,
        margin: f64,
        ball_radius: f64,
        at: &Placement,
    ) -> Option<Meeting> {
        let scale = usual_scale(&at.basis)?;
        let square = scale * scale;
        let [from, along] = [&self.from, &self.motion].map(|v| at.basis.tr_mul(v) / square);
        let error = CLEAR_MARGIN * TOUCHING * self.reach / scale;
        let line = Line { from, along, error };
        let radius = margin + ball_radius / scale;
        // A body so small is ill-conditioned: the same search decides for all questions.
        let thickness = match core {
            Core::Box(half) => half.min(),
            Core::Cylinder { radius, half_height } | Core::Cone { radius, half_height } => {
                radius.min(*half_height)
            }
            _ => radius,
        };
        if thickness * scale * ILL_CONDITIONED <= TOUCHING * self.reach {
            return None;
        }
        let found = match core {
            Core::Segment(ends) => line.through_capsule(ends, radius),
            Core::Box(half) => line.through_box(half),
            Core::Cylinder { radius, half_height } => line.through_cylinder(*radius, *half_height),
            Core::Cone { radius, half_height } => line.through_cone(*radius, *half_height),
            Core::Point(_) | Core::Triangle(_) => return None,
        };
        let radii = [margin * scale, ball_radius];
        self.met(found, radii, |Entry { normal, on_core, .. }| {
            (at.basis * normal / scale, *on_core)
        })
    }

    /// Meets a ball: along world axes, of which it has no others.
    #[inline]
    fn meet_ball(
        &self,
        on_core: Vec3,
        (body, at): Placed<'_>,
        ball_radius: f64,
    ) -> Option<Meeting> {
        let scale = usual_scale(&at.basis)?;
        let radii = [body.margin() * scale, ball_radius];
        let radius = radii[0] + radii[1];
        if radius * ILL_CONDITIONED <= TOUCHING * self.reach {
            return None;
        }
        let error = CLEAR_MARGIN * TOUCHING * self.reach;
        let (from, along) = (self.from - at.basis * on_core, self.motion);
        let Interval { enters: time, leaves, error } =
            match (Line { from, along, error }).within(&from, &along, radius) {
                Inside::Never => return Some(Meeting::Missed),
                Inside::Open => return None,
                Inside::During(interval) => interval,
            };
        if leaves < -error || time - error > 1.0 {
            return Some(Meeting::Missed);
        }
        self.is_certain(time, error).then(|| {
            let away = from + along * time;
            Meeting::Met { time, normal: away / length(&away), on_core, radii }
        })
    }

    /// Whether a time on the way is exact enough.
    #[inline]
    fn is_certain(&self, time: f64, error: f64) -> bool {
        // The error is of the clear margin, by which rounding is much less.
        let is_exact = error <= self.tolerance * time * CLEAR_MARGIN;
        time > error && time + error < 1.0 && is_exact
    }

    /// The answer, given the normal along world axes and the local point of the body at an entry.
    #[inline]
    fn met(
        &self,
        found: Passage,
        radii: [f64; 2],
        place: impl Fn(&Entry) -> (Vec3, Vec3),
    ) -> Option<Meeting> {
        let entry = match found {
            Passage::Missed => return Some(Meeting::Missed),
            Passage::Open => return None,
            Passage::Enters(entry) => entry,
        };
        let Entry { time, error, .. } = entry;
        if time - error > 1.0 {
            return Some(Meeting::Missed);
        }
        self.is_certain(time, error).then(|| {
            let (normal, on_core) = place(&entry);
            Meeting::Met { time, normal, on_core, radii }
        })
    }
}

/// Where a line enters a body, in the body's coordinates.
#[derive(Clone, Copy)]
struct Entry {
    /// In units of the line's vector from its start.
    time: f64,
    error: f64,
    /// A unit vector.
    normal: Vec3,
    on_core: Vec3,
}

/// How a line passes by a body.
enum Passage {
    /// It certainly does not meet the body after its start.
    Missed,
    /// The start is certainly outside, or on the way of the entry behind it.
    Enters(Entry),
    /// Rounding, or a start in the body, leaves it open.
    Open,
}

/// The time that a line is inside of a simple set: between two times, each within the error.
#[derive(Clone, Copy)]
struct Interval {
    enters: f64,
    leaves: f64,
    error: f64,
}

/// As [`Passage`], of one set of several.
enum Inside {
    Never,
    During(Interval),
    Open,
}

/// A line in the coordinates of a body.
struct Line {
    from: Vec3,
    along: Vec3,
    /// Far more than the rounding of its points.
    error: f64,
}

impl Line {
    #[inline]
    fn at(&self, time: f64) -> Vec3 {
        self.from + self.along * time
    }

    /// The time in the set of points with coordinates up to `half`, given the coordinate at the start and its rate.
    #[inline]
    fn in_slab(&self, from: f64, rate: f64, half: f64) -> Inside {
        if rate.abs() <= self.error {
            // No farther than this on the whole path.
            let slack = self.error + rate.abs();
            return if from.abs() > half + slack {
                Inside::Never
            } else if from.abs() < half - slack {
                Inside::During(ALWAYS)
            } else {
                Inside::Open
            };
        }
        let (inverse, outermost) = (1.0 / rate, half.copysign(rate));
        Inside::During(Interval {
            enters: (-outermost - from) * inverse,
            leaves: (outermost - from) * inverse,
            error: self.error * inverse.abs(),
        })
    }

    /// The time within a distance of the origin, given the parts of the start and the rate that count: all of them for a ball, those
    /// across an axis for a cylinder.
    #[inline]
    fn within(&self, from: &Vec3, rate: &Vec3, radius: f64) -> Inside {
        let (square, approach) = (rate.norm_squared(), -from.dot(rate));
        // The square of the line's distance from the origin, times that of the speed.
        let nearest = from.cross(rate).norm_squared();
        let at = |distance: f64| distance * distance * square;
        if nearest > at(radius + self.error) {
            return Inside::Never;
        }
        if nearest >= at(greater(radius - self.error, 0.0)) {
            return Inside::Open;
        }
        // Half of the chord, times the speed.
        let half = (at(radius) - nearest).sqrt();
        // The error of the nearest point moves both ends by more, the more the line grazes.
        let error = self.error * (1.0 / square.sqrt() + radius / half);
        // Without a difference of large numbers, which short ones would not survive.
        let enters = if approach > 0.0 {
            (from.norm_squared() - radius * radius) / (approach + half)
        } else {
            (approach - half) / square
        };
        Inside::During(Interval { enters, leaves: (approach + half) / square, error })
    }

    /// The time within a distance of an axis, given the parts of the start and the rate that are across it.
    #[inline]
    fn around_axis(&self, across: &Vec3, moving: &Vec3, radius: f64) -> Inside {
        let speed = length(moving);
        if speed <= self.error {
            self.in_slab(length(across), speed, radius)
        } else {
            self.within(across, moving, radius)
        }
    }

    #[inline]
    fn through_ball(&self, center: &Vec3, radius: f64) -> Passage {
        let from = self.from - center;
        match self.within(&from, &self.along, radius) {
            Inside::Never => Passage::Missed,
            Inside::Open => Passage::Open,
            Inside::During(Interval { enters, leaves, error }) => {
                if leaves < -error {
                    return Passage::Missed;
                }
                let away = from + self.along * enters;
                let normal = away / length(&away);
                let entry = Entry { time: enters, error, normal, on_core: *center };
                if enters > error { Passage::Enters(entry) } else { Passage::Open }
            }
        }
    }

    fn through_box(&self, half: &Vec3) -> Passage {
        let slab = |k: usize| self.in_slab(self.from[k], self.along[k], half[k]);
        self.through_all([slab(0), slab(1), slab(2)], |axis, _| {
            Vec3::ith(axis, -self.along[axis].signum())
        })
    }

    fn through_cylinder(&self, radius: f64, half_height: f64) -> Passage {
        let across = |v: &Vec3| Vec3::new(v.x, 0.0, v.z);
        let (from, moving) = (across(&self.from), across(&self.along));
        let around = self.around_axis(&from, &moving, radius);
        let between = self.in_slab(self.from.y, self.along.y, half_height);
        self.through_all([around, between], |set, point| match set {
            0 => across(point) / length(&across(point)),
            _ => Vec3::new(0.0, -self.along.y.signum(), 0.0),
        })
    }

    /// Through the common part of some sets, given the normal of each at a point.
    #[inline]
    fn through_all<const N: usize>(
        &self,
        sets: [Inside; N],
        normal: impl Fn(usize, &Vec3) -> Vec3,
    ) -> Passage {
        let (mut latest, mut last) = (f64::NEG_INFINITY, 0);
        // Between which times it enters all, and leaves the first.
        let (mut enters, mut leaves) = ([f64::NEG_INFINITY; 2], [f64::INFINITY; 2]);
        let mut is_open = false;
        for (i, set) in sets.iter().enumerate() {
            let interval = match set {
                Inside::Never => return Passage::Missed,
                Inside::Open => {
                    is_open = true;
                    continue;
                }
                Inside::During(interval) => interval,
            };
            let (first, error) = (interval.enters, interval.error);
            (latest, last) = if first > latest { (first, i) } else { (latest, last) };
            enters = [enters[0].max(first - error), enters[1].max(first + error)];
            leaves =
                [leaves[0].min(interval.leaves - error), leaves[1].min(interval.leaves + error)];
        }
        if enters[0] > leaves[1] || leaves[1] < 0.0 {
            return Passage::Missed;
        }
        if is_open || enters[0] <= 0.0 || enters[1] >= leaves[0] {
            return Passage::Open;
        }
        let point = self.at(latest);
        let error = (enters[1] - latest).max(latest - enters[0]);
        Passage::Enters(Entry { time: latest, error, normal: normal(last, &point), on_core: point })
    }
}

/// A line that is always inside.
const ALWAYS: Interval = Interval { enters: f64::NEG_INFINITY, leaves: f64::INFINITY, error: 0.0 };
