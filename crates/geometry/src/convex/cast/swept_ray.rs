//! The path of a translated body as a ray from the origin against A - B, and the boolean query of both.

use crate::convex::gjk;
use crate::convex::gjk::Status;
use crate::convex::pair::{AnyPair, Pair, VertexHints};
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::PATH_LENGTH;
use crate::math::{Placement, Vec3};
use crate::shape::{Any, Primitive, Support};

/// A straight path from the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptRay {
    /// The direction: its largest coordinate has magnitude one, or all are zero.
    pub direction: Vec3,
    /// Its length as a multiple of `direction`, in the units of the relative placement; cut where the bodies can no longer touch.
    pub length: f64,
    /// The multiple of `direction` per unit of time.
    pub speed: f64,
}

impl SweptRay {
    /// The path of a body that moves by `motion`, in the units of the placements, per unit of time, from time 0 to `limit`.
    #[inline]
    pub(crate) fn new(motion: &Vec3, limit: f64, relative: &RelativePlacement) -> SweptRay {
        let largest = motion.abs().max();
        let speed = relative.in_internal_units(largest);
        let moves = largest > 0.0 && limit > 0.0 && speed > 0.0;
        if !moves {
            return SweptRay { direction: Vec3::zeros(), length: 0.0, speed: 0.0 };
        }
        let length = (speed * limit).min(PATH_LENGTH * relative.largest_coordinate());
        SweptRay { direction: motion / largest, length, speed }
    }

    /// The length of the path at a time.
    #[inline]
    pub(crate) fn length_at(&self, time: f64) -> f64 {
        time * self.speed
    }

    /// The time at a length of the path; positive for positive lengths.
    #[inline]
    pub(crate) fn time(&self, length: f64) -> f64 {
        if length > 0.0 { (length / self.speed).max(f64::MIN_POSITIVE) } else { 0.0 }
    }
}

/// Whether two bodies touch while B moves along the path: the boolean query of A - B and the path, as a segment.
#[cold]
pub(crate) fn meets(a: Any<'_>, b: Any<'_>, relative: &RelativePlacement, path: &SweptRay) -> bool {
    let difference =
        MinkowskiDifference { pair: Pair::new(a, b, relative), reach: relative.absolute_extents() };
    let segment = Primitive::Segment { from: Vec3::zeros(), to: path.direction * path.length };
    let placement = Placement::IDENTITY;
    let Some(relative) = RelativePlacement::new(
        &difference.absolute_extents(),
        &placement,
        &segment.absolute_extents(),
        &placement,
    ) else {
        return false;
    };
    gjk::search(&AnyPair::new(&difference, &segment, &relative), &mut [0; 2]).status
        != Status::Apart
}

/// A - B as one body, along world axes.
struct MinkowskiDifference<'a> {
    pair: AnyPair<'a>,
    reach: Vec3,
}

impl Support for MinkowskiDifference<'_> {
    fn any(&self) -> Any<'_> {
        self
    }

    fn support(&self, direction: &Vec3, _: &mut u32) -> Vec3 {
        self.pair.support_against(&-direction, &mut VertexHints::default()).difference()
    }

    fn center(&self) -> Vec3 {
        self.pair.inner_point()
    }

    /// Twice those of the bodies, to account for one more rounding of the coordinates.
    fn absolute_extents(&self) -> Vec3 {
        self.reach * 2.0
    }
}
