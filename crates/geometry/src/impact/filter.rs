//! The decision in double precision, which leaves open what rounding could change.

use super::ImpactTime;
use super::bernstein::{Cubic, Quadratic, certain_sign, clip, restrict_cubic, restrict_quadratic};
use super::polygon::MovingPolygon;
use crate::math::Vec3;
use crate::math::tolerance::{
    COPLANARITY_ROUNDING, FILTERED_INTERVALS, FILTERED_RANGE, IMPACT_WIDTH, ORIENTATION_ROUNDING,
};

/// What is certain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// There is no impact.
    Miss,
    /// The first impact is then.
    Hit(ImpactTime),
    /// There is no impact before a time.
    Open { from: f64 },
}

/// Where the origin is while it is in the polygon's plane.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Location {
    Inside,
    Outside,
    Unknown,
}

/// An interval of time that is still to be searched.
#[derive(Clone, Copy, Default)]
struct Interval {
    ends: [f64; 2],
    /// The origin is inside of the polygon whenever it is in its plane.
    is_inside: bool,
}

/// The polygon in double precision.
pub(super) struct RoundedPolygon<const N: usize> {
    pub(super) start: [Vec3; N],
    pub(super) end: [Vec3; N],
    /// The largest coordinates.
    size: Vec3,
}

struct Filter<const N: usize> {
    polygon: RoundedPolygon<N>,
    /// The volume that the origin spans with three corners.
    volume: Cubic,
    volume_error: f64,
}

/// Finds the first impact as far as that is certain: equations (5) to (7) of the theory's page.
pub(super) fn decide<const N: usize>(polygon: &MovingPolygon<N>) -> Verdict {
    let (polygon, is_apart) = RoundedPolygon::new(polygon);
    if is_apart {
        return Verdict::Miss;
    }
    if !polygon.is_in_range() {
        return Verdict::Open { from: 0.0 };
    }
    let volume = volume(&polygon.start, &polygon.end);
    let volume_error = polygon.volume_error();
    if certain_sign(&volume, volume_error) != 0 {
        return Verdict::Miss;
    }
    Filter { polygon, volume, volume_error }.search()
}

/// The sign at time 0 of the volume that the origin spans with three corners, where it is certain.
pub(super) fn certain_side(polygon: &MovingPolygon<3>) -> Option<i32> {
    let (polygon, _) = RoundedPolygon::new(polygon);
    if polygon.size.min() == 0.0 {
        return Some(0);
    }
    let [first, ..] = volume(&polygon.start, &polygon.end);
    let sign = certain_sign(&[first], polygon.volume_error());
    (sign != 0 && polygon.is_in_range()).then_some(sign)
}

/// The determinant of the first three corners.
#[inline]
fn volume<const N: usize>(start: &[Vec3; N], end: &[Vec3; N]) -> Cubic {
    let normal = [
        start[1].cross(&start[2]),
        (start[1].cross(&end[2]) + end[1].cross(&start[2])) * 0.5,
        end[1].cross(&end[2]),
    ];
    let (s, e) = (&start[0], &end[0]);
    [
        s.dot(&normal[0]),
        (s.dot(&normal[1]) * 2.0 + e.dot(&normal[0])) * (1.0 / 3.0),
        (s.dot(&normal[2]) + e.dot(&normal[1]) * 2.0) * (1.0 / 3.0),
        e.dot(&normal[2]),
    ]
}

impl<const N: usize> RoundedPolygon<N> {
    /// And whether the polygon is on one side of the origin along an axis.
    #[inline]
    pub(super) fn new(polygon: &MovingPolygon<N>) -> (RoundedPolygon<N>, bool) {
        let [start, end] = polygon.rounded();
        let (mut size, mut is_apart) = (Vec3::zeros(), false);
        for axis in 0..3 {
            let coordinates = start.iter().chain(&end).map(|corner| corner[axis]);
            let (low, high) = coordinates
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), c| (l.min(c), h.max(c)));
            // The signs of rounded differences are exact.
            is_apart |= low > 0.0 || high < 0.0;
            size[axis] = high.max(-low);
        }
        (RoundedPolygon { start, end, size }, is_apart)
    }

    /// The bound on the error of the volume's coefficients: equation (7).
    fn volume_error(&self) -> f64 {
        COPLANARITY_ROUNDING * (self.size.x * self.size.y * self.size.z)
    }

    /// Whether the bounds on rounding hold.
    pub(super) fn is_in_range(&self) -> bool {
        self.size.iter().all(|s| *s == 0.0 || FILTERED_RANGE.contains(s))
    }

    /// The sign during an interval of the orientation of the origin, a corner and the next one, projected along an axis; 0 if it is
    /// not certain. The polygon is in range.
    #[inline]
    pub(super) fn orientation_sign(&self, corner: usize, axis: usize, interval: [f64; 2]) -> i32 {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let error = ORIENTATION_ROUNDING * self.size[i] * self.size[j];
        let orientation = self.orientation(corner, [i, j]);
        certain_sign(&restrict_quadratic(&orientation, interval), error)
    }

    /// The orientation of the origin, a corner and the next one, projected to two axes.
    #[inline]
    fn orientation(&self, corner: usize, [i, j]: [usize; 2]) -> Quadratic {
        let next = if corner + 1 < N { corner + 1 } else { 0 };
        let cross = |u: &Vec3, v: &Vec3| u[i] * v[j] - u[j] * v[i];
        let [u0, u1] = [&self.start[corner], &self.end[corner]];
        let [v0, v1] = [&self.start[next], &self.end[next]];
        [cross(u0, v0), (cross(u0, v1) + cross(u1, v0)) * 0.5, cross(u1, v1)]
    }
}

impl<const N: usize> Filter<N> {
    /// Searches for the first time when the volume is zero and the polygon contains the origin.
    fn search(&self) -> Verdict {
        let is_flat = self.polygon.size.min() == 0.0;
        // Halving adds one interval at most, and there are no more than 40 halvings down to the width of a result.
        let mut stack = [Interval::default(); 64];
        stack[0].ends = [0.0, 1.0];
        let mut len = 1;
        let mut open: Option<f64> = None;
        let mut visited = 0;
        while len > 0 {
            len -= 1;
            let interval = stack[len];
            let [l, h] = interval.ends;
            visited += 1;
            if visited > FILTERED_INTERVALS {
                return Verdict::Open { from: open.unwrap_or(l) };
            }
            let coefficients = restrict_cubic(&self.volume, interval.ends);
            let Some(clipped) = clip(&coefficients, 2.0 * self.volume_error) else { continue };
            let [low, high] = shorten(interval.ends, clipped);
            let mut is_inside = interval.is_inside;
            if !is_inside {
                match self.locate([low, high]) {
                    Location::Inside => is_inside = true,
                    Location::Outside => continue,
                    Location::Unknown => {}
                }
            }
            if is_flat && is_inside {
                let earliest = open.unwrap_or(low);
                let is_tight = low - earliest <= IMPACT_WIDTH;
                return if is_tight {
                    Verdict::Hit(ImpactTime { earliest, latest: low })
                } else {
                    Verdict::Open { from: earliest }
                };
            }
            if high - low <= 0.5 * (h - l) {
                stack[len] = Interval { ends: [low, high], is_inside };
                len += 1;
            } else if h - l > IMPACT_WIDTH {
                let middle = 0.5 * (low + high);
                stack[len] = Interval { ends: [middle, high], is_inside };
                stack[len + 1] = Interval { ends: [low, middle], is_inside };
                len += 2;
            } else if is_flat {
                open = open.or(Some(l));
            } else if is_inside && self.crosses_plane(&coefficients) {
                return Verdict::Hit(ImpactTime { earliest: l, latest: h });
            } else {
                return Verdict::Open { from: l };
            }
        }
        open.map_or(Verdict::Miss, |from| Verdict::Open { from })
    }

    /// Whether the volume has opposite signs at both ends for certain.
    fn crosses_plane(&self, &[first, .., last]: &Cubic) -> bool {
        first * last < 0.0 && first.abs().min(last.abs()) > self.volume_error
    }

    /// Where the origin is during an interval, whenever it is in the polygon's plane.
    fn locate(&self, interval: [f64; 2]) -> Location {
        let mut location = Location::Unknown;
        for axis in 0..3 {
            let [mut least, mut most] = [1, -1];
            for corner in 0..N {
                let sign = self.polygon.orientation_sign(corner, axis, interval);
                (least, most) = (sign.min(least), sign.max(most));
            }
            if least * most < 0 {
                return Location::Outside;
            }
            if least * most > 0 {
                location = Location::Inside;
            }
        }
        location
    }
}

/// The interval without these parts of it at its ends, rounded outwards.
#[inline]
fn shorten([l, h]: [f64; 2], [from_start, from_end]: [f64; 2]) -> [f64; 2] {
    // Less by more than the rounding of the product.
    let width = (h - l) * (1.0 - 1e-15);
    let low = if from_start > 0.0 { (l + width * from_start).next_down().max(l) } else { l };
    let high = if from_end > 0.0 { (h - width * from_end).next_up().min(h) } else { h };
    [low, high]
}
