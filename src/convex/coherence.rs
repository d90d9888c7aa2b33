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

use super::both::Both;
use super::boxes::{self, SHARED, Told};
use super::outcome::{Ending, How};
use super::pair::Hints;
use crate::math::tolerance::{CLEAR_MARGIN, ROUNDING, SUPPORT_ROUNDING, WORKING_RANGE};
use crate::math::vector::{abs, xy};
use crate::math::{Mat3, Placement, Vec3};
use crate::shape::{Any, Support};

#[cfg(test)]
#[path = "coherence_tests.rs"]
mod tests;

/// What is remembered of a pair of bodies from one question to the next. It saves time and changes no answer. The bodies
/// must be the same each time, or the memory be made anew: only their placements may change.
#[derive(Clone, Copy, Debug)]
pub struct Coherence {
    /// The axis that separated the bodies, along world axes; its last coordinate is zero only if there is none.
    axis: [f32; 3],
    /// The axis in the local coordinates of A and of B when these were last searched for their extents, the x-coordinates of
    /// both first.
    searched: [u16; 6],
    /// The bodies' extents along them, or more; no number if not known.
    extents: [f32; 2],
    /// Where support searches start. Of two boxes, for which there are none, the first is what told of them last, as
    /// [`Told::by`](super::boxes::Told::by) has it.
    pub hints: Hints,
}

impl Default for Coherence {
    fn default() -> Self {
        Coherence { axis: [0.0; 3], searched: [0; 6], extents: [f32::NAN; 2], hints: [0; 2] }
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

/// The squared cosine of the angle between axes that are not worth comparing.
const ALIKE: f64 = 0.99;

/// The clear margin for each unit of what is computed.
const CLEAR: f64 = CLEAR_MARGIN * SUPPORT_ROUNDING;

/// A power of two than which the products of an axis' coordinates and of rotations' entries are less.
const LARGEST_PRODUCT: f64 = 2.0;

/// The clear margin for each unit of reach, which three such products are multiplied by.
const CLEAR_SIZE: f64 = 3.0 * LARGEST_PRODUCT * CLEAR;

/// The square root of five and, of a number no larger than one, twice what sixteen bits take from a unit vector.
const ROOT_FIVE: f64 = 2.25;

/// The squared cotangent of the widest angle between directions for which the bound is made, and as little.
const WIDEST: f64 = 4.04;

/// By which part of the whole the square of the part across is widened: more than its rounding, some twelve of 2^-53.
const PARTS_SLACK: f64 = 16.0 * ROUNDING;

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
        self.axis.map(f64::from)
    }

    /// Whether the bodies were apart. One number tells, which is written as it is read.
    #[inline(always)]
    pub(super) fn has_axis(&self) -> bool {
        self.axis[2].to_bits() != 0
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
        let z = axis.z as f32;
        // Next to nothing for nothing, which says that there is none.
        self.axis = [axis.x as f32, axis.y as f32, if z == 0.0 { f32::MIN_POSITIVE } else { z }];
    }

    /// Remembers what was told of two boxes; whether they were found to overlap by a point of one, and not for the first time.
    /// What separates them moves with them: in place of an axis there is but its name.
    #[inline(always)]
    pub(super) fn keep_of_boxes(&mut self, told: &Told) -> bool {
        self.axis = [0.0, 0.0, (told.by % SHARED) as f32];
        let before = std::mem::replace(&mut self.hints[0], told.by);
        // No branch of its own for what told this time: that could not be foretold.
        told.by & before & SHARED != 0
    }

    /// Remembers a point of each of two boxes.
    #[inline]
    pub(super) fn keep_points(&mut self, points: &Both) {
        // Cut off, so that the points stay in the boxes.
        let cut = |x: f64| (((x * (1.0 - 1.0 / 256.0)) as f32).to_bits() >> 16) as u16;
        let [[x_a, x_b], [y_a, y_b], [z_a, z_b]] = [points.x, points.y, points.z].map(f64x2::to_array);
        self.searched = [x_a, x_b, y_a, y_b, z_a, z_b].map(cut);
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

    /// The axis as it was when the bodies were last searched for their extents, in the local coordinates of each.
    #[inline(always)]
    pub(super) fn near(&self) -> Both {
        let [x_a, x_b, y_a, y_b, z_a, z_b] = self.searched.map(long);
        Both { x: f64x2::new([x_a, x_b]), y: f64x2::new([y_a, y_b]), z: f64x2::new([z_a, z_b]) }
    }

    /// The parts of an axis, seen by each body, along that of its last search, and across, squared; both times the length of
    /// the latter.
    #[inline(always)]
    fn parts(&self, towards: &Both) -> (f64x2, f64x2) {
        let near = self.near();
        let along = towards.dot(&near);
        let whole = towards.dot(towards) * (near.dot(&near) * f64x2::splat(1.0 + PARTS_SLACK));
        (along, whole - along * along)
    }

    /// Of a bound on the extents of both bodies, which are in balls of these radii about their origins: a part that counts as
    /// it is, another squared, and all bits where they bound it.
    #[inline(always)]
    fn bounds(&self, radius: f64x2, towards: &Both) -> (f64x2, f64x2, f64x2) {
        let (along, across2) = self.parts(towards);
        let extent = f64x2::new(self.extents.map(f64::from));
        let slope = (f64x2::splat(ROOT_FIVE) * radius - f64x2::splat(2.0) * extent).fast_min(radius);
        let are_near = (across2 * f64x2::splat(WIDEST)).simd_le(along * along) & along.simd_gt(f64x2::ZERO);
        (extent * along, slope * slope * across2, are_near)
    }

    /// No less than the extents of both bodies towards each other, and how much of that a search may spare; no number and more
    /// than any if nothing is known.
    #[inline(always)]
    fn extent_bounds(&self, radius: f64x2, towards: &Both) -> ([f64; 2], [f64; 2]) {
        let (sure, added2, are_near) = self.bounds(radius, towards);
        let spared = are_near.bitselect(added2, f64x2::splat(f64::INFINITY));
        (((sure + added2.sqrt()) | !are_near).to_array(), spared.to_array())
    }

    /// Whether the extents of both are so small by what is remembered of them that the axis separates: the sum of
    /// [`Self::extent_bounds`] is, but no root is waited for.
    #[inline(always)]
    fn are_bounded(&self, radius: f64x2, between: &Between) -> bool {
        let (sure, added2, are_near) = self.bounds(radius, &between.towards);
        let rest = between.most - sure.reduce_add();
        let left = rest * rest - added2.reduce_add();
        let [of_a, of_b] = added2.to_array();
        ((are_near & between.holds).to_bitmask() == 3)
            & (rest > WORKING_RANGE.start)
            & (left * left.abs() > 4.0 * of_a * of_b)
    }

    /// The extent of body `i`, A or B, towards the other along the axis that it sees so, by a search. It is remembered if that
    /// is worth it.
    #[inline(never)]
    fn search_extent(&mut self, i: usize, body: Any<'_>, towards: &Vec3) -> f64 {
        let direction = if i == 0 { -towards } else { *towards };
        let hint = &mut self.hints[i];
        let extent = match body.as_polytope() {
            Some(polytope) => polytope.extent_at_most(&direction, hint),
            None => body.extent(&direction, hint),
        };
        if let Some(radius) = body.radius_if_searched() {
            self.remember(i, radius, towards, extent);
        }
        extent
    }

    /// Remembers the extent of body `i` towards the other.
    #[inline]
    fn remember(&mut self, i: usize, radius: f64, towards: &Vec3, extent: f64) {
        let inverse = 1.0 / towards.norm();
        let unit = towards * inverse;
        let near = unit.map(short);
        let along = near.map(long);
        let aside = abs(&(along - unit));
        let extent = (extent * inverse + radius * (aside.x + aside.y + aside.z)) / along.norm_squared();
        // Rounded upwards, whatever its size.
        let more = extent + extent.abs() * f64::from(f32::EPSILON) + f64::from(f32::MIN_POSITIVE);
        (0..3).for_each(|k| self.searched[2 * k + i] = near[k]);
        self.extents[i] = more as f32;
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
    /// The axis separates the bodies by a clear margin if the sum of their extents towards each other is less, where `holds`
    /// has all bits.
    most: f64,
    /// Whether the bases' entries are as small as was taken for granted, of each body.
    holds: f64x2,
}

/// The axis in the coordinates of A and of B, and [`Between::most`], or no number where that does not hold.
type HandedOn = (f64, f64, f64, f64, f64, f64, f64);

impl Between {
    /// For an axis whose coordinates are at most one; `reach` is how far the coordinates of both bodies reach, all six in sum.
    /// The entries of the bases are taken for smaller than two.
    #[inline(always)]
    fn new([x, y, z]: [f64; 3], reach: f64, placement_a: &Placement, placement_b: &Placement) -> Between {
        let twice = Both::twice(&Vec3::new(x, y, z));
        let columns = Both::columns(&placement_a.basis, &placement_b.basis);
        let products = columns.each_ref().map(|column| column.by_axis(&twice));
        let [of_x, of_y, of_z] = products.each_ref().map(|product| product.x | product.y | product.z);
        // Of numbers below two the exponents have no bit that is not in that of one.
        let holds = (of_x | of_y | of_z).abs().simd_lt(f64x2::splat(LARGEST_PRODUCT));
        let [to_x, to_y, to_z] = products.each_ref().map(Both::sum);
        let offset = placement_a.origin - placement_b.origin;
        let (apart, apart_z) = (xy(&offset) * f64x2::new([x, y]), offset.z * z);
        // Less the clear margin: no less than `Pair::rounding` of the axis has it, but for rounding.
        let sure = apart - apart.abs() * f64x2::splat(CLEAR);
        let most = sure.reduce_add() + ((apart_z - apart_z.abs() * CLEAR) - CLEAR_SIZE * reach);
        Between { towards: Both { x: to_x, y: to_y, z: to_z }, most, holds }
    }

    /// What is found out for what comes seldom: number by number, which go in registers.
    #[inline(always)]
    fn handed_on(&self) -> HandedOn {
        let [a, b] = self.towards.vectors();
        let most = if self.holds.to_bitmask() == 3 { self.most } else { f64::NAN };
        (a.x, a.y, a.z, b.x, b.y, b.z, most)
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
        return boxes::share_points(&coherence.near(), block_a, block_b, &offset).then_some(true);
    }
    let is_apart = match boxes {
        Some((half_a, half_b)) => {
            let axis = coherence.axis_of(true, [&placement_a.basis, &placement_b.basis]);
            let halves = Both::new(&half_a, &half_b);
            let reach = halves.sum().reduce_add();
            let between = Between::new(axis, reach, placement_a, placement_b);
            let Between { towards, most, holds } = between;
            let gap = most - towards.abs().dot(&halves).reduce_add();
            // The edges of what is no rotation are not asked: what told of them was for rotations.
            if holds.to_bitmask() == 3 || coherence.hints[0] != 0 {
                (gap > WORKING_RANGE.start) & (holds.to_bitmask() == 3)
            } else {
                search_extents((a.any(), placement_a), (b.any(), placement_b), coherence, between.handed_on())
            }
        }
        None => still_separates((a, placement_a), (b, placement_b), coherence),
    };
    is_apart.then_some(false)
}

/// Whether the remembered axis still separates two placed bodies by a clear margin: `Pair::is_separated_by` without a
/// relation to be made.
#[inline(always)]
fn still_separates<A: Support, B: Support>(
    (a, placement_a): (A, &Placement),
    (b, placement_b): (B, &Placement),
    coherence: &mut Coherence,
) -> bool {
    let (radius_a, radius_b) = (a.radius_if_searched(), b.radius_if_searched());
    if let (Some(radius_a), Some(radius_b)) = (radius_a, radius_b) {
        let radius = f64x2::new([radius_a, radius_b]);
        let between =
            Between::new(coherence.axis_in_full(), 3.0 * radius.reduce_add(), placement_a, placement_b);
        return coherence.are_bounded(radius, &between)
            || search_extents(
                (a.any(), placement_a),
                (b.any(), placement_b),
                coherence,
                between.handed_on(),
            );
    }
    let reach_a = radius_a.map_or_else(|| a.reach().sum(), |radius| 3.0 * radius);
    let reach_b = radius_b.map_or_else(|| b.reach().sum(), |radius| 3.0 * radius);
    let between = Between::new(coherence.axis_in_full(), reach_a + reach_b, placement_a, placement_b);
    let Between { towards, most, holds } = between;
    let is_searched = radius_a.is_some() || radius_b.is_some();
    let radius = f64x2::new([radius_a, radius_b].map(Option::unwrap_or_default));
    let [mut of_a, mut of_b] =
        if is_searched { coherence.extent_bounds(radius, &towards).0 } else { [0.0; 2] };
    let [towards_a, towards_b] = towards.vectors();
    if radius_a.is_none() {
        of_a = a.extent(&-towards_a, &mut coherence.hints[0]);
    }
    if radius_b.is_none() {
        of_b = b.extent(&towards_b, &mut coherence.hints[1]);
    }
    let holds = holds.to_bitmask() == 3;
    (most - (of_a + of_b) > WORKING_RANGE.start) & holds
        || (is_searched || !holds)
            && search_extents((a.any(), placement_a), (b.any(), placement_b), coherence, between.handed_on())
}

/// What [`recall`] tells of an axis where bounds of the extents do not. An axis that separates by little would be searched along
/// again soon: it makes room for that between the bodies' centres, if that separates by more.
#[inline(never)]
fn search_extents(
    a: (Any<'_>, &Placement),
    b: (Any<'_>, &Placement),
    coherence: &mut Coherence,
    (ax, ay, az, bx, by, bz, most): HandedOn,
) -> bool {
    let radii = [a, b].map(|(body, _)| body.radius_if_searched());
    let seen = [Vec3::new(ax, ay, az), Vec3::new(bx, by, bz)];
    let gap = if most.is_nan() {
        gap_along(a, b, radii, coherence)
    } else {
        gap_between(&seen, most, [a.0, b.0], radii, coherence)
    };
    let separates = gap > WORKING_RANGE.start;
    if let [Some(radius_a), Some(radius_b)] = radii
        && separates
        && gap < NARROW * (radius_a + radius_b)
    {
        widen(a, b, radii, gap, coherence);
    }
    separates
}

/// By how much more than the clear margin the axis separates, or less, if at all; bodies are searched for their extents
/// as far as what is remembered does not tell that it does.
#[inline(never)]
fn gap_along(
    (a, placement_a): (Any<'_>, &Placement),
    (b, placement_b): (Any<'_>, &Placement),
    radii: [Option<f64>; 2],
    coherence: &mut Coherence,
) -> f64 {
    let reach =
        |body: Any<'_>, radius: Option<f64>| radius.map_or_else(|| body.reach().sum(), |radius| 3.0 * radius);
    let reach = reach(a, radii[0]) + reach(b, radii[1]);
    let bases = [&placement_a.basis, &placement_b.basis];
    let axis = Vec3::from(coherence.axis_in_full());
    let apart = (placement_a.origin - placement_b.origin).component_mul(&axis);
    // As `Between` has it, but for bases of any size: no entry is larger than one and its square.
    let largest = 1.0 + bases[0].norm_squared() + bases[1].norm_squared();
    let most = apart.sum() - (CLEAR * abs(&apart).sum() + CLEAR_SIZE * largest * reach);
    gap_between(&bases.map(|basis| basis.tr_mul(&axis)), most, [a, b], radii, coherence)
}

/// The same of an axis that the bodies see so, which separates them if their extents are less than `most` in sum.
#[inline(never)]
fn gap_between(
    seen: &[Vec3; 2],
    most: f64,
    bodies: [Any<'_>; 2],
    radii: [Option<f64>; 2],
    coherence: &mut Coherence,
) -> f64 {
    let radius = f64x2::new(radii.map(Option::unwrap_or_default));
    let towards = Both::new(&seen[0], &seen[1]);
    let (mut extents, [spared_a, spared_b]) = coherence.extent_bounds(radius, &towards);
    let b_first = usize::from(spared_b > spared_a);
    for i in [b_first, 1 - b_first] {
        if most - (extents[0] + extents[1]) > WORKING_RANGE.start {
            break;
        }
        extents[i] = coherence.search_extent(i, bodies[i], &seen[i]);
    }
    most - (extents[0] + extents[1])
}

/// Takes the axis between the bodies' centres, if that separates them clearly by more than this.
#[inline(never)]
fn widen(
    a: (Any<'_>, &Placement),
    b: (Any<'_>, &Placement),
    radii: [Option<f64>; 2],
    gap: f64,
    coherence: &mut Coherence,
) {
    let [center_a, center_b] = [a, b].map(|(body, placement)| placement.apply(&body.center()));
    let (between, axis) = (center_a - center_b, Vec3::from(coherence.axis_in_full()));
    let (along, square) = (axis.dot(&between), axis.norm_squared());
    // Nearly the same axis would soon be narrow too.
    if along * along > ALIKE * square * between.norm_squared() {
        return;
    }
    let mut other = Coherence::starting_at(coherence.hints);
    other.separate(&between);
    let wider = gap_along(a, b, radii, &mut other);
    if wider * square.sqrt() > WIDER * gap * Vec3::from(other.axis_in_full()).norm() {
        *coherence = other;
    }
}
