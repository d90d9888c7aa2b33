//! What is remembered of a pair of bodies from one question to the next.
//!
//! An axis that separated them, and, where it takes a search to find out how far a body reaches along a direction, how far
//! it did when that was last searched for. That bounds how far it reaches along directions nearby, so that bodies that move
//! a little are known to be apart still without a look at their vertices: of a body in a ball of radius R about the origin
//! that reaches E along a unit vector d, a point at s along d reaches at most sc + sqrt(R^2 - s^2) r along a vector with
//! the part c along d and the part r across it. Where 3r <= c that is no more than Ec + K r for all s <= E, with K =
//! sqrt(10) R - 3E, since 3s + sqrt(R^2 - s^2) <= sqrt(10) R; and anyway with K = R.
//!
//! All is kept in few digits: there is one such memory for each pair of a scene.

use wide::f64x2;

use super::both::Both;
use super::outcome::{Ending, How};
use super::pair::Hints;
use crate::math::tolerance::{CLEAR_MARGIN, SUPPORT_ROUNDING, WORKING_RANGE};
use crate::math::vector::xy;
use crate::math::{Placement, Vec3};
use crate::shape::{Any, Support};

#[cfg(test)]
#[path = "coherence_tests.rs"]
mod tests;

/// What is remembered of a pair of bodies from one question to the next. It saves time and changes no answer. The bodies
/// must be the same each time, or the memory be made anew: only their placements may change.
#[derive(Clone, Copy, Debug)]
pub struct Coherence {
    /// The axis that separated the bodies, along world axes; zero if there is none.
    axis: [f32; 3],
    /// The directions, in local coordinates, of the last search for each body's extent.
    directions: [[u16; 3]; 2],
    /// The bodies' extents along them, or more; no number if not known.
    extents: [f32; 2],
    /// Where support searches start.
    pub hints: Hints,
}

impl Default for Coherence {
    fn default() -> Self {
        Coherence { axis: [0.0; 3], directions: [[0; 3]; 2], extents: [f32::NAN; 2], hints: [0; 2] }
    }
}

/// Lengths of axes that are kept as they are: their digits are in the range of single precision.
const KEPT: std::ops::Range<f64> = 1e-12..1e12;

/// The square root of ten and, of a number no larger than one, three times what sixteen bits take from a unit vector.
const ROOT_TEN: f64 = 3.18;

/// The cotangent of the widest angle between directions for which the bound is made, and as little.
const WIDEST: f64 = 3.02;

/// By which part of the direction, and of itself, the part across is widened: more than its rounding.
const ACROSS_SLACK: f64 = 1e-13;

/// A number in sixteen bits: the upper half of one in single precision.
#[inline]
fn short(x: f64) -> u16 {
    ((x as f32).to_bits().wrapping_add(0x8000) >> 16) as u16
}

#[inline(always)]
fn long(x: u16) -> f64 {
    f64::from(f32::from_bits(u32::from(x) << 16))
}

impl Coherence {
    /// Nothing but where support searches start.
    pub fn starting_at(hints: Hints) -> Coherence {
        Coherence { hints, ..Coherence::default() }
    }

    /// The axis that separated the bodies last time; `None` if they were not apart.
    #[inline(always)]
    pub fn axis(&self) -> Option<Vec3> {
        self.has_axis().then(|| Vec3::from(self.axis.map(f64::from)))
    }

    #[inline(always)]
    fn has_axis(&self) -> bool {
        let [x, y, z] = self.axis.map(f32::to_bits);
        x | y | z != 0
    }

    /// The bodies were found to be apart by an axis.
    #[inline(always)]
    pub fn separate(&mut self, axis: &Vec3) {
        let length = axis.x.abs() + axis.y.abs() + axis.z.abs();
        self.keep(axis);
        if !KEPT.contains(&length) {
            self.rescale(axis, length);
        }
    }

    /// Remembers a unit vector that separates the bodies, or zero if they were found to collide.
    #[inline(always)]
    pub(super) fn keep(&mut self, axis: &Vec3) {
        self.axis = [axis.x as f32, axis.y as f32, axis.z as f32];
    }

    #[cold]
    #[inline(never)]
    fn rescale(&mut self, axis: &Vec3, length: f64) {
        self.keep(&(axis / length));
    }

    /// The bodies were found to collide.
    #[inline]
    pub fn join(&mut self) {
        self.axis = [0.0; 3];
    }

    /// The end of a search; whether the bodies collide.
    #[inline]
    pub(super) fn note(&mut self, ending: &Ending) -> bool {
        let apart = ending.how == How::Apart;
        if apart {
            self.separate(&ending.axis);
        } else {
            self.join();
        }
        !apart
    }

    /// The parts of a direction along that of the last search for the extent of body `i`, and across, squared.
    #[inline(always)]
    fn parts(&self, i: usize, direction: &Vec3) -> (f64, f64) {
        let [x, y, z] = self.directions[i];
        let near = Vec3::new(long(x), long(y), long(z));
        let along = direction.dot(&near);
        (along, (direction - near * along).norm_squared())
    }

    /// Whether the direction in which B is looked at has turned farther since the last search than that of A.
    #[inline]
    pub(super) fn b_turned_farther(&self, towards_a: &Vec3, towards_b: &Vec3) -> bool {
        let ((along_a, across_a), (along_b, across_b)) = (self.parts(0, towards_a), self.parts(1, towards_b));
        across_b * (along_a * along_a) > across_a * (along_b * along_b)
    }

    /// No less than the extents of both bodies, which are in balls of these radii about their origins, along directions; no
    /// number or infinite if nothing is known.
    #[inline(always)]
    fn extent_bounds(&self, radius: f64x2, directions: &Both) -> [f64; 2] {
        let [near_a, near_b] = self.directions;
        let near = |k: usize| f64x2::new([long(near_a[k]), long(near_b[k])]);
        let near = Both { x: near(0), y: near(1), z: near(2) };
        let along = directions.dot(&near);
        let aside = directions.minus(&near.times(along));
        let splat = |x: f64| f64x2::splat(x);
        let across = aside.dot(&aside).sqrt() * splat(1.0 + ACROSS_SLACK) + along * splat(ACROSS_SLACK);
        let extent = f64x2::new(self.extents.map(f64::from));
        let slope = (splat(ROOT_TEN) * radius - splat(3.0) * extent).fast_min(radius);
        let [bound_a, bound_b] = (extent * along + slope * across).to_array();
        let known = (across * splat(WIDEST)).simd_le(along).to_bitmask();
        let or_infinite = |bound: f64, known: bool| if known { bound } else { f64::INFINITY };
        [or_infinite(bound_a, known & 1 != 0), or_infinite(bound_b, known & 2 != 0)]
    }

    /// The extent of body `i` along a direction, by a search. It is remembered if that is worth it.
    #[inline(never)]
    pub(super) fn search_extent(&mut self, i: usize, body: Any<'_>, direction: &Vec3) -> f64 {
        let extent = body.extent(direction, &mut self.hints[i]);
        if let Some(radius) = body.radius_if_searched() {
            self.remember(i, radius, direction, extent);
        }
        extent
    }

    /// Remembers the extent of body `i` along a direction.
    #[inline]
    pub(super) fn remember(&mut self, i: usize, radius: f64, direction: &Vec3, extent: f64) {
        let inverse = 1.0 / direction.norm();
        let unit = direction * inverse;
        let near = unit.map(short);
        let along = near.map(long);
        let extent = (extent * inverse + radius * (along - unit).norm()) / along.norm_squared();
        // Rounded upwards, whatever its size.
        let more = extent + extent.abs() * f64::from(f32::EPSILON) + f64::from(f32::MIN_POSITIVE);
        (self.directions[i], self.extents[i]) = (near.into(), more as f32);
    }

    /// The bodies are others than they were, or have another form.
    pub fn forget_extents(&mut self) {
        self.extents = [f32::NAN; 2];
    }
}

/// An axis between two placed bodies.
struct Between {
    /// The axis in the local coordinates of each.
    towards: Both,
    /// The axis separates the bodies by a clear margin if the sum of their extents towards each other is less.
    most: f64,
}

impl Between {
    /// `reach` is how far the bodies' coordinates reach.
    #[inline(always)]
    fn new([x, y, z]: [f32; 3], reach: &Both, placement_a: &Placement, placement_b: &Placement) -> Between {
        // The first two together, as they are copied: other pairs would be waited for where they are new.
        let (axis, axis_z) = (f64x2::new([f64::from(x), f64::from(y)]), f64::from(z));
        let [axis_x, axis_y] = axis.to_array();
        let twice = Both::twice(&Vec3::new(axis_x, axis_y, axis_z));
        let columns = Both::columns(&placement_a.basis, &placement_b.basis);
        let products = columns.each_ref().map(|column| column.by_axis(&twice));
        let [x, y, z] = products.each_ref().map(Both::sum);
        let [size_x, size_y, size_z] = products.each_ref().map(|product| product.abs().sum());
        let apart = placement_a.origin - placement_b.origin;
        let (apart, apart_z) = (xy(&apart) * axis, apart.z * axis_z);
        // No less than `Pair::rounding` of the axis has it, but for rounding.
        let weight = (Both { x: size_x, y: size_y, z: size_z }).dot(reach).reduce_add()
            + (apart.abs().reduce_add() + apart_z.abs());
        let rounding = if WORKING_RANGE.contains(&weight) { SUPPORT_ROUNDING * weight } else { f64::NAN };
        Between { towards: Both { x, y, z }, most: apart.reduce_add() + apart_z - CLEAR_MARGIN * rounding }
    }
}

/// Whether the remembered axis still separates two placed bodies by a clear margin: `Pair::is_separated_by` without a
/// relation to be made.
#[inline]
pub(super) fn still_separates<A: Support, B: Support>(
    (a, placement_a): (A, &Placement),
    (b, placement_b): (B, &Placement),
    coherence: &mut Coherence,
) -> bool {
    if !coherence.has_axis() {
        return false;
    }
    if let (Some(half_a), Some(half_b)) = (a.as_box(), b.as_box()) {
        let halves = Both::new(&half_a, &half_b);
        let Between { towards, most } = Between::new(coherence.axis, &halves, placement_a, placement_b);
        return towards.abs().dot(&halves).reduce_add() < most;
    }
    let (radius_a, radius_b) = (a.radius_if_searched(), b.radius_if_searched());
    let reach_a = radius_a.map_or_else(|| a.reach(), Vec3::repeat);
    let reach_b = radius_b.map_or_else(|| b.reach(), Vec3::repeat);
    let reach = Both::new(&reach_a, &reach_b);
    let Between { towards, most } = Between::new(coherence.axis, &reach, placement_a, placement_b);
    let directions = towards.times(f64x2::new([-1.0, 1.0]));
    let is_searched = radius_a.is_some() || radius_b.is_some();
    let mut extents = if is_searched { coherence.extent_bounds(reach.x, &directions) } else { [0.0; 2] };
    if !(radius_a.is_some() && radius_b.is_some()) {
        let [towards_a, towards_b] = directions.vectors();
        if radius_a.is_none() {
            extents[0] = a.extent(&towards_a, &mut coherence.hints[0]);
        }
        if radius_b.is_none() {
            extents[1] = b.extent(&towards_b, &mut coherence.hints[1]);
        }
    }
    let [of_a, of_b] = extents;
    of_a + of_b < most
        || is_searched
            && search_extents((a.any(), placement_a), (b.any(), placement_b), (of_a, of_b), most, coherence)
}

/// What [`still_separates`] tells where bounds of the extents do not.
#[inline(never)]
fn search_extents(
    (a, placement_a): (Any<'_>, &Placement),
    (b, placement_b): (Any<'_>, &Placement),
    (mut of_a, mut of_b): (f64, f64),
    most: f64,
    coherence: &mut Coherence,
) -> bool {
    // Again: what a call reads from memory is late where it is needed at once.
    let axis = coherence.axis().unwrap_or_default();
    let (towards_a, towards_b) = (-placement_a.basis.tr_mul(&axis), placement_b.basis.tr_mul(&axis));
    let b_first = coherence.b_turned_farther(&towards_a, &towards_b);
    for b_now in [b_first, !b_first] {
        if b_now {
            of_b = coherence.search_extent(1, b, &towards_b);
        } else {
            of_a = coherence.search_extent(0, a, &towards_a);
        }
        if of_a + of_b < most {
            return true;
        }
    }
    false
}
