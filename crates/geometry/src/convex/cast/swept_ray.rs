//! The path of a translated body: a ray from the origin onto A - B, and whether it meets that at all.

use crate::convex::gjk;
use crate::convex::gjk::Status;
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::PATH_LENGTH;
use crate::math::vector::abs;
use crate::math::{Aabb, Placement, Vec3};
use crate::shape::{Any, Support};

/// A straight path from the origin, by its length along a direction.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// The direction: its largest coordinate has magnitude one, or all are zero.
    pub direction: Vec3,
    /// How far it goes at most, in directions; in the units of the relative placement. Never farther than the bodies can meet.
    pub length: f64,
    /// What it goes in a unit of time.
    speed: f64,
}

impl Path {
    /// That of `motion` in each unit of time, which is in the units of the placements, for a time of `limit`.
    #[inline]
    pub fn new(motion: &Vec3, limit: f64, relative: &RelativePlacement) -> Path {
        let largest = abs(motion).max();
        let speed = relative.to_internal_units(largest);
        let moves = largest > 0.0 && limit > 0.0 && speed > 0.0;
        if !moves {
            return Path { direction: Vec3::zeros(), length: 0.0, speed: 0.0 };
        }
        let length = (speed * limit).min(PATH_LENGTH * relative.largest_reach());
        Path { direction: motion / largest, length, speed }
    }

    /// When the path has come so far; more than zero for a length that is.
    #[inline]
    pub fn time(&self, length: f64) -> f64 {
        if length > 0.0 { (length / self.speed).max(f64::MIN_POSITIVE) } else { 0.0 }
    }
}

/// Whether two bodies meet while B goes along the path: the boolean query of A - B and the path, with all its means.
/// Touching is meeting.
#[cold]
pub fn meets(a: Any<'_>, b: Any<'_>, relative: &RelativePlacement, path: &Path) -> bool {
    let whole = Whole { pair: Pair::new(a, b, relative), reach: relative.reach() };
    let track = Track { end: path.direction * path.length };
    let placement = Placement::IDENTITY;
    let Some(relative) =
        RelativePlacement::new(&whole.reach(), &placement, &track.reach(), &placement)
    else {
        return false;
    };
    gjk::search(&Pair::<Any<'_>, Any<'_>>::new(&whole, &track, &relative), &mut [0; 2]).status
        != Status::Apart
}

/// A - B as one body, along world axes.
struct Whole<'a> {
    pair: Pair<'a, Any<'a>, Any<'a>>,
    reach: Vec3,
}

impl Support for Whole<'_> {
    fn any(&self) -> Any<'_> {
        self
    }

    fn support(&self, direction: &Vec3, _: &mut u32) -> Vec3 {
        self.pair.support_against(&-direction, &mut VertexHints::default()).difference()
    }

    fn bounds(&self) -> Aabb {
        let mut hint = 0;
        let mut far = |axis: usize, sign: f64| {
            let mut direction = Vec3::zeros();
            direction[axis] = sign;
            self.support(&direction, &mut hint)[axis]
        };
        let max = Vec3::new(far(0, 1.0), far(1, 1.0), far(2, 1.0));
        Aabb { min: Vec3::new(far(0, -1.0), far(1, -1.0), far(2, -1.0)), max }
    }

    fn center(&self) -> Vec3 {
        self.pair.inner_point()
    }

    /// Twice that of the bodies: the coordinates are rounded once more.
    fn absolute_extents(&self) -> Vec3 {
        self.reach * 2.0
    }
}

/// The segment from the origin to a point.
struct Track {
    end: Vec3,
}

impl Support for Track {
    fn any(&self) -> Any<'_> {
        self
    }

    fn support(&self, direction: &Vec3, _: &mut u32) -> Vec3 {
        if self.end.dot(direction) > 0.0 { self.end } else { Vec3::zeros() }
    }

    fn bounds(&self) -> Aabb {
        let origin = Vec3::zeros();
        Aabb {
            min: crate::math::vector::min(&origin, &self.end),
            max: crate::math::vector::max(&origin, &self.end),
        }
    }
}
