//! What is remembered of a pair of bodies from one question to the next.
//!
//! An axis that separated them, and, where it takes a search to find out how far a body reaches along a direction, how far
//! it did when that was last searched for. That bounds how far it reaches along directions nearby, so that bodies that move
//! a little are known to be apart still without a look at their vertices: of a body in a ball of radius R about the origin
//! that reaches E along a unit vector d, a point at s along d reaches at most sc + sqrt(R^2 - s^2) r along a vector with
//! the part c along d and the part r across it. Where 2r <= c that is no more than Ec + K r for all s <= E, with K =
//! sqrt(5) R - 2E, since 2s + sqrt(R^2 - s^2) <= sqrt(5) R; and anyway with K = R.
//!
//! Of two boxes, what separated them is remembered by its name: a face or two edges, which move with the boxes and separate
//! them for longer than an axis that stays where it was. Of boxes that overlap, a point of each that was in the other.
//!
//! All is kept in few digits: there is one such memory for each pair of a scene.

use wide::f64x2;

use crate::convex::boxes::{self, SHARED, Told};
use crate::convex::gjk::{GjkResult, Status};
use crate::convex::lanes::Vec3x2;
use crate::convex::pair::VertexHints;
use crate::math::tolerance::{CLEAR_MARGIN, SUPPORT_ROUNDING, WORKING_RANGE};
use crate::math::vector::xy;
use crate::math::{Mat3, Placement, Vec3};
use crate::shape::{Any, Support};

#[cfg(test)]
mod tests;

/// What is remembered of a pair of bodies from one question to the next. It saves time and changes no answer. The bodies
/// must be the same each time, or the memory be made anew: only their placements may change.
#[derive(Clone, Copy, Debug)]
pub struct Coherence {
    /// The axis that separated the bodies, along world axes: the upper halves of its coordinates, of which the last is zero
    /// only if there is none. Numbers in single precision, converted one by one, would wait for the question before.
    axis: [u32; 3],
    /// The axis in the local coordinates of A and of B when these were last searched for their extents, the x-coordinates of
    /// both first.
    searched: [u16; 6],
    /// The bodies' extents along them, or more, divided by [`UPPER`]; no number if not known.
    extents: [f32; 2],
    /// Where support searches start. Of two boxes, for which there are none, the first is what told of them last, as
    /// [`Told::by`](crate::convex::boxes::Told::by) has it.
    pub hints: VertexHints,
}

impl Default for Coherence {
    fn default() -> Self {
        Coherence { axis: [0; 3], searched: [0; 6], extents: [f32::NAN; 2], hints: [0; 2] }
    }
}

/// The bits of a number's exponent.
const EXPONENT: u64 = 0x7ff << 52;

/// What is left of these bits without those of a number's exponent is the power of two that brings the number to one half or
/// more and below one.
const TWO_POWERS: u64 = 2045 << 52;

/// An axis that separates by a smaller part of the radii is narrow: in some frames it will not separate any more.
const NARROW: f64 = 1.0 / 40.0;

/// Another takes its place if it separates by so much more.
const WIDER: f64 = 1.5;

/// The squared cosine of the angle between axes of which the one between the centres is tried first.
const ALIKE: f64 = 0.9;

/// The clear margin for each unit of what is computed.
const CLEAR: f64 = CLEAR_MARGIN * SUPPORT_ROUNDING;

/// A power of two than which the products of an axis' coordinates and of rotations' entries are less.
const LARGEST_PRODUCT: f64 = 2.0;

/// The clear margin for each unit of reach, which three such products are multiplied by.
const CLEAR_SIZE: f64 = 3.0 * LARGEST_PRODUCT * CLEAR;

/// The square root of five and, of a number no larger than one, what [`SHORTER`] takes from a unit vector.
const ROOT_FIVE: f64 = 2.237;

/// Unit vectors are kept as whole numbers of this part of one.
const GRAIN: f64 = 1.0 / 32768.0;

/// So much shorter that they are no longer than one however they are rounded, by more than squares lose to rounding.
const SHORTER: f64 = 1.0 - GRAIN;

/// Added to a number, it leaves how many grains that is in the lowest bits.
const TO_GRAINS: f64 = 1.5 / f64::EPSILON * GRAIN;

/// What a whole number in the upper half of a word is multiplied by.
const UPPER: f64 = 65536.0 / GRAIN;

/// The sign, the exponent and the first twenty digits.
#[inline(always)]
fn upper_half(x: f64) -> u32 {
    (x.to_bits() >> 32) as u32
}

/// The upper half of a number in single precision.
#[inline(always)]
fn long(x: u16) -> f64 {
    f64::from(f32::from_bits(u32::from(x) << 16))
}

/// A whole number, times [`UPPER`] and [`GRAIN`].
#[inline(always)]
fn grains(x: u16) -> f64 {
    f64::from((u32::from(x) << 16) as i32)
}

impl Coherence {
    /// Nothing but where support searches start.
    pub fn starting_at(hints: VertexHints) -> Coherence {
        Coherence { hints, ..Coherence::default() }
    }

    /// The axis that separated the bodies last time, or what stands for it; `None` if they were not apart.
    #[inline(always)]
    pub fn axis(&self) -> Option<Vec3> {
        self.has_axis().then(|| Vec3::from(self.axis_in_full()))
    }

    /// The axis of bodies that are boxes, or not, under these linear maps.
    #[inline(always)]
    pub(super) fn axis_of(&self, are_boxes: bool, bases: [&Mat3; 2]) -> [f64; 3] {
        let by = self.hints[0];
        if are_boxes && by != 0 { boxes::axis_by(by, bases) } else { self.axis_in_full() }
    }

    #[inline(always)]
    fn axis_in_full(&self) -> [f64; 3] {
        self.axis.map(|upper| f64::from_bits(u64::from(upper) << 32))
    }

    /// Whether the bodies were apart. One number tells, which is written as it is read.
    #[inline(always)]
    pub(super) fn has_axis(&self) -> bool {
        self.axis[2] != 0
    }

    /// The bodies were found to be apart by an axis. It is kept with a length of about one; what that is not possible for will
    /// separate nothing.
    #[inline(never)]
    pub fn separate(&mut self, axis: &Vec3) {
        let larger = |x: f64, y: f64| if x > y { x } else { y };
        let largest = larger(larger(axis.x.abs(), axis.y.abs()), axis.z.abs());
        // A power of two, by which the largest coordinate is at most one.
        let factor = f64::from_bits(TWO_POWERS.wrapping_sub(largest.to_bits() & EXPONENT));
        self.keep(&(axis * factor));
    }

    /// Remembers a vector of a length of about one that separates the bodies.
    #[inline(always)]
    fn keep(&mut self, axis: &Vec3) {
        let [x, y, z] = [axis.x, axis.y, axis.z].map(upper_half);
        // Next to nothing for nothing, which says that there is none.
        self.axis = [x, y, if z == 0 { upper_half(f64::MIN_POSITIVE) } else { z }];
    }

    /// Remembers what was told of two boxes; whether they were found to overlap by a point of one, and not for the first time.
    /// What separates them moves with them: in place of an axis there is but its name.
    #[inline(always)]
    pub(super) fn keep_of_boxes(&mut self, told: &Told) -> bool {
        self.axis = [0, 0, told.by % SHARED];
        let before = std::mem::replace(&mut self.hints[0], told.by);
        // No branch of its own for what told this time: that could not be foretold.
        told.by & before & SHARED != 0
    }

    /// Remembers a point of each of two boxes.
    #[inline]
    pub(super) fn keep_points(&mut self, points: &Vec3x2) {
        // Cut off, so that the points stay in the boxes.
        let cut = |x: f64| (((x * (1.0 - 1.0 / 256.0)) as f32).to_bits() >> 16) as u16;
        let [[x_a, x_b], [y_a, y_b], [z_a, z_b]] =
            [points.x, points.y, points.z].map(f64x2::to_array);
        self.searched = [x_a, x_b, y_a, y_b, z_a, z_b].map(cut);
    }

    /// The bodies were found to collide.
    #[inline]
    pub fn join(&mut self) {
        self.axis = [0; 3];
    }

    /// The end of a search; whether the bodies collide.
    #[inline]
    pub(super) fn note(&mut self, ending: &GjkResult) -> bool {
        let apart = ending.status == Status::Apart;
        if apart {
            self.separate(&ending.axis);
        } else {
            self.join();
        }
        !apart
    }

    /// A point of each box, in its local coordinates.
    #[inline(always)]
    pub(super) fn points(&self) -> Vec3x2 {
        let [x_a, x_b, y_a, y_b, z_a, z_b] = self.searched.map(long);
        Vec3x2 { x: f64x2::new([x_a, x_b]), y: f64x2::new([y_a, y_b]), z: f64x2::new([z_a, z_b]) }
    }

    /// The axis as it was when the bodies were last searched for their extents, in the local coordinates of each: of length
    /// one, or a little less, times [`UPPER`].
    #[inline(always)]
    fn near(&self) -> Vec3x2 {
        let [x_a, x_b, y_a, y_b, z_a, z_b] = self.searched.map(grains);
        Vec3x2 { x: f64x2::new([x_a, x_b]), y: f64x2::new([y_a, y_b]), z: f64x2::new([z_a, z_b]) }
    }

    /// Of a bound on the extents of both bodies towards each other, which are in balls of these radii about their origins: a part
    /// that counts as it is, another squared, and all bits where they bound it.
    #[inline(always)]
    fn bounds(&self, radius: f64x2, towards: &Vec3x2) -> (f64x2, f64x2, f64x2) {
        let along = towards.dot(&self.near());
        // Less than nothing if it is against the remembered axis, where nothing is known.
        let along2 = along * along.abs();
        let across2 = towards.dot(towards) * f64x2::splat(UPPER * UPPER) - along2;
        let extent = f64x2::new(self.extents.map(f64::from));
        let slope = (radius * f64x2::splat(ROOT_FIVE / UPPER) - (extent + extent))
            .fast_min(radius * f64x2::splat(1.0 / UPPER));
        (extent * along, slope * slope * across2, (across2 * f64x2::splat(4.0)).simd_le(along2))
    }

    /// No less than the extents of both bodies towards each other; no number where nothing is known.
    #[inline(always)]
    fn extents_at_most(&self, radius: f64x2, towards: &Vec3x2) -> f64x2 {
        let (sure, added2, are_near) = self.bounds(radius, towards);
        (sure + added2.sqrt()) | !are_near
    }

    /// Whether the extents of both are so small by what is remembered of them that the axis separates: the sum of
    /// [`Self::extents_at_most`] is, but no root is waited for.
    #[inline(always)]
    fn are_bounded(&self, radius: f64x2, between: &Between) -> bool {
        let (sure, added2, are_near) = self.bounds(radius, &between.towards);
        let rest = between.gap(sure, radius * f64x2::splat(3.0));
        // Less than nothing if there is no rest.
        let left = rest * rest.abs() - added2.reduce_add();
        let [of_a, of_b] = added2.to_array();
        ((are_near & between.holds).to_bitmask() == 3) & (left * left.abs() > 4.0 * of_a * of_b)
    }

    /// Remembers how far the bodies reach towards each other.
    #[inline(always)]
    fn remember(&mut self, radius: f64x2, towards: &Vec3x2, extents: f64x2) {
        let inverse = f64x2::ONE / towards.dot(towards).sqrt();
        let unit = towards.times(inverse);
        let magic = f64x2::splat(TO_GRAINS);
        let rounded = |x: f64x2| x * f64x2::splat(SHORTER) + magic;
        let [x, y, z] = [rounded(unit.x), rounded(unit.y), rounded(unit.z)];
        let near = Vec3x2 { x: x - magic, y: y - magic, z: z - magic };
        let aside = near.minus(&unit).abs().sum();
        let extent = (extents * inverse + radius * aside) / (near.dot(&near) * f64x2::splat(UPPER));
        // Rounded upwards, whatever its size.
        let more = extent
            + extent.abs() * f64x2::splat(f64::from(f32::EPSILON))
            + f64x2::splat(f64::from(f32::MIN_POSITIVE));
        self.extents = more.to_array().map(|x| x as f32);
        let [[x_a, x_b], [y_a, y_b], [z_a, z_b]] = [x, y, z].map(f64x2::to_array);
        self.searched = [x_a, x_b, y_a, y_b, z_a, z_b].map(|x| x.to_bits() as u16);
    }

    /// The bodies are others than they were, or have another form.
    pub fn forget_extents(&mut self) {
        self.extents = [f32::NAN; 2];
    }
}

/// An axis between two placed bodies.
struct Between {
    /// The axis in the local coordinates of each.
    towards: Vec3x2,
    /// By how much the axis separates the bodies' origins, less the clear margin: two numbers of which that is the sum. It
    /// separates the bodies by a clear margin if their extents towards each other are less, and [`CLEAR_SIZE`] times how far
    /// their coordinates reach, where `holds` has all bits.
    apart: f64x2,
    /// Whether the bases' entries are as small as was taken for granted, of each body.
    holds: f64x2,
}

impl Between {
    /// For an axis whose coordinates are at most one. The entries of the bases are taken for smaller than two.
    #[inline(always)]
    fn new([x, y, z]: [f64; 3], placement_a: &Placement, placement_b: &Placement) -> Between {
        let twice = Vec3x2::twice(&Vec3::new(x, y, z));
        let columns = Vec3x2::columns(&placement_a.basis, &placement_b.basis);
        let products = columns.each_ref().map(|column| column.by_axis(&twice));
        let [of_x, of_y, of_z] =
            products.each_ref().map(|product| product.x | product.y | product.z);
        // Of numbers below two the exponents have no bit that is not in that of one.
        let holds = (of_x | of_y | of_z).abs().simd_lt(f64x2::splat(LARGEST_PRODUCT));
        let [to_x, to_y, to_z] = products.each_ref().map(Vec3x2::sum);
        let offset = placement_a.origin - placement_b.origin;
        let (of_xy, of_z) = (xy(&offset) * f64x2::new([x, y]), f64x2::new([offset.z * z, 0.0]));
        // Less the clear margin: no less than `Pair::rounding` of the axis has it, but for rounding.
        let apart = (of_xy + of_z) - (of_xy.abs() + of_z.abs()) * f64x2::splat(CLEAR);
        Between { towards: Vec3x2 { x: to_x, y: to_y, z: to_z }, apart, holds }
    }

    /// By how much more than the clear margin the axis separates bodies that reach so far towards each other, and whose
    /// coordinates reach so far in sum, of each; where `holds` has all bits.
    #[inline(always)]
    fn gap(&self, extents: f64x2, reach: f64x2) -> f64 {
        ((self.apart - reach * f64x2::splat(CLEAR_SIZE)) - extents).reduce_add()
    }

    #[inline(always)]
    fn holds(&self) -> bool {
        self.holds.to_bitmask() == 3
    }
}

/// What is remembered of two placed bodies tells of them as they are: whether they share a point, if it does.
#[inline]
pub(super) fn recall<A: Support, B: Support>(
    (a, placement_a): (A, &Placement),
    (b, placement_b): (B, &Placement),
    coherence: &mut Coherence,
) -> Option<bool> {
    let boxes = a.as_box().zip(b.as_box());
    if !coherence.has_axis() {
        let (half_a, half_b) = boxes.filter(|_| coherence.hints[0] == SHARED)?;
        let (block_a, block_b) = ((&half_a, &placement_a.basis), (&half_b, &placement_b.basis));
        let offset = placement_b.origin - placement_a.origin;
        return boxes::share_points(&coherence.points(), block_a, block_b, &offset).then_some(true);
    }
    let is_apart = match boxes {
        Some((half_a, half_b)) => {
            let axis = coherence.axis_of(true, [&placement_a.basis, &placement_b.basis]);
            let halves = Vec3x2::new(&half_a, &half_b);
            let between = Between::new(axis, placement_a, placement_b);
            let gap = between.gap(between.towards.abs().dot(&halves), halves.sum());
            (gap > WORKING_RANGE.start) & between.holds()
        }
        None => still_separates((a, placement_a), (b, placement_b), coherence),
    };
    is_apart.then_some(false)
}

/// Whether the remembered axis still separates two placed bodies by a clear margin: `Pair::is_separated_by` without a
/// relative placement to be made.
#[inline(always)]
fn still_separates<A: Support, B: Support>(
    (a, placement_a): (A, &Placement),
    (b, placement_b): (B, &Placement),
    coherence: &mut Coherence,
) -> bool {
    let radii = [a.cached_radius(), b.cached_radius()];
    if let [Some(radius_a), Some(radius_b)] = radii {
        let radius = f64x2::new([radius_a, radius_b]);
        let between = Between::new(coherence.axis_in_full(), placement_a, placement_b);
        return coherence.are_bounded(radius, &between);
    }
    let between = Between::new(coherence.axis_in_full(), placement_a, placement_b);
    let known = if radii == [None; 2] {
        f64x2::ZERO
    } else {
        let radius = f64x2::new(radii.map(|radius| radius.unwrap_or(f64::NAN)));
        coherence.extents_at_most(radius, &between.towards)
    };
    let [mut of_a, mut of_b] = known.to_array();
    let [mut reach_a, mut reach_b] = radii.map(|radius| 3.0 * radius.unwrap_or_default());
    let [towards_a, towards_b] = between.towards.vectors();
    if radii[0].is_none() {
        (of_a, reach_a) = (a.support_value(&-towards_a, &mut coherence.hints[0]), a.reach().sum());
    }
    if radii[1].is_none() {
        (of_b, reach_b) = (b.support_value(&towards_b, &mut coherence.hints[1]), b.reach().sum());
    }
    let gap = between.gap(f64x2::new([of_a, of_b]), f64x2::new([reach_a, reach_b]));
    (gap > WORKING_RANGE.start) & between.holds()
}

/// Whether the remembered axis separates two placed bodies for which [`recall`] did not tell: where bounds or the sizes of the
/// bases were why, and not the axis.
#[inline(always)]
pub(super) fn search<A: Support, B: Support>(
    (a, placement_a): (A, &Placement),
    (b, placement_b): (B, &Placement),
    coherence: &mut Coherence,
) -> bool {
    let is_searched = a.cached_radius().is_some() || b.cached_radius().is_some();
    let is_named = coherence.hints[0] != 0 && a.as_box().is_some() && b.as_box().is_some();
    coherence.has_axis()
        && !is_named
        && (is_searched || placement_a.basis.amax().max(placement_b.basis.amax()) > LARGEST_PRODUCT)
        && search_extents((a.any(), placement_a), (b.any(), placement_b), coherence)
}

/// A body of any kind and where it is.
type Placed<'a> = (Any<'a>, &'a Placement);

/// Whether the remembered axis separates two bodies that are searched for their extents. Of bodies that are both searched through,
/// an axis that separates by little would be searched along again soon: it makes room for that between the centres, if that
/// separates by more. Where the two are alike, that is tried first: it was remembered before, and the bodies moved.
#[inline(never)]
fn search_extents(a: Placed<'_>, b: Placed<'_>, coherence: &mut Coherence) -> bool {
    let old = Vec3::from(coherence.axis_in_full());
    let radii = [a, b].map(|(body, _)| body.cached_radius());
    let [Some(radius_a), Some(radius_b)] = radii else {
        return gap_along(a, b, radii, coherence) > WORKING_RANGE.start;
    };
    let mut other = *coherence;
    let [center_a, center_b] = [a, b].map(|(body, placement)| placement.apply(&body.center()));
    other.separate(&(center_a - center_b));
    let centers = Vec3::from(other.axis_in_full());
    let (along, squares) = (old.dot(&centers), old.norm_squared() * centers.norm_squared());
    let are_alike = along * along > ALIKE * squares;
    if are_alike {
        std::mem::swap(&mut coherence.axis, &mut other.axis);
    }
    let gap = gap_along(a, b, radii, coherence);
    if gap > NARROW * (radius_a + radius_b) {
        return true;
    }
    let separates = gap > WORKING_RANGE.start;
    if separates || are_alike {
        let wider = gap_along(a, b, radii, &mut other);
        if wider > WIDER * gap {
            *coherence = other;
            return wider > WORKING_RANGE.start;
        }
    }
    separates
}

/// By how much more than the clear margin the axis separates, or less, if at all. How far the bodies reach is remembered.
#[inline(never)]
fn gap_along(
    (a, placement_a): Placed<'_>,
    (b, placement_b): Placed<'_>,
    radii: [Option<f64>; 2],
    coherence: &mut Coherence,
) -> f64 {
    let axis = coherence.axis_in_full();
    let between = Between::new(axis, placement_a, placement_b);
    let [to_a, to_b] = between.towards.vectors();
    let [hint_a, hint_b] = &mut coherence.hints;
    let extents = f64x2::new([search_extent(a, &-to_a, hint_a), search_extent(b, &to_b, hint_b)]);
    let radius = f64x2::new(radii.map(|radius| radius.unwrap_or(f64::NAN)));
    coherence.remember(radius, &between.towards, extents);
    let reach = |body: Any<'_>, radius: Option<f64>| {
        radius.map_or_else(|| body.reach().sum(), |radius| 3.0 * radius)
    };
    // For bases of any size: no entry is larger than one and its square.
    let largest =
        f64x2::splat(1.0 + placement_a.basis.norm_squared() + placement_b.basis.norm_squared());
    between.gap(extents, f64x2::new([reach(a, radii[0]), reach(b, radii[1])]) * largest)
}

/// How far a body reaches along a direction, or a little more.
#[inline(always)]
fn search_extent(body: Any<'_>, direction: &Vec3, hint: &mut u32) -> f64 {
    match body.as_polytope() {
        Some(polytope) => polytope.support_value_bound(direction, hint),
        None => body.support_value(direction, hint),
    }
}
