//! The known patch pairs of two bodies and the active set among them: the model of the support function near a direction.

use wide::f64x2;

use super::Chart;
use super::patches::{Ellipsoids, Frames, Jet, LocalDirection, NonSmooth, PatchPair, patch_along};
use super::step::{Symmetric, from_one, from_three, from_two};
use crate::convex::lanes::Vec3x2;
use crate::convex::pair::{AnyPair, VertexHints};
use crate::convex::relative::RelativePlacement;
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::tolerance::MULTIPLIER_ROUNDING;
use crate::math::vector::Vec2;
use crate::shape::SmoothPatch;

#[cfg(test)]
mod tests;

/// The most patch pairs that are active at a minimum in two variables.
pub(super) const MOST_ACTIVE: usize = 3;

/// The most known patch pairs: the active ones and one more.
const CAPACITY: usize = MOST_ACTIVE + 1;

/// A patch pair with its multiplier, and its derivatives at the last direction.
#[derive(Clone, Copy, Default)]
pub(crate) struct Member {
    patches: PatchPair,
    /// Its Lagrange multiplier: the weight of its points in the closest points.
    pub multiplier: f64,
    pub jet: Jet,
}

impl Member {
    /// The patches of A and of B.
    pub(crate) fn patches(&self) -> [SmoothPatch; 2] {
        self.patches.patches()
    }

    /// The ellipsoids at the last direction.
    pub(crate) fn ellipsoids(&self, tangents: &[LocalDirection; 2]) -> Ellipsoids {
        self.patches.ellipsoids(tangents, &self.jet)
    }
}

/// Patch pairs, the active ones first.
pub(crate) struct ActiveSet {
    frames: Frames,
    pub(super) chart: Chart,
    members: [Member; CAPACITY],
    active: usize,
    known: usize,
    /// Added to the diagonal of the Hessian: the Levenberg-Marquardt parameter.
    damping: f64,
    /// The weight, from 0 to 1, with which the Hessians are replaced by those of majorants: newton.md, (7).
    majorization: f64,
}

impl ActiveSet {
    pub(crate) fn new(chart: Chart, relative: &RelativePlacement) -> ActiveSet {
        ActiveSet {
            frames: Frames::new(relative),
            chart,
            members: Default::default(),
            active: 0,
            known: 0,
            damping: 0.0,
            majorization: 0.0,
        }
    }

    /// Adds the patch pairs at the support points of some directions, with multipliers, to an empty set. `false` if a pair has
    /// corners only.
    pub(crate) fn add_along(
        &mut self,
        pair: &AnyPair<'_>,
        directions: impl Iterator<Item = (Vec3, f64)>,
        hints: &mut VertexHints,
    ) -> bool {
        for (direction, multiplier) in directions.take(MOST_ACTIVE) {
            let local = self.frames.localize(&direction);
            let (place, is_smooth) = self.find(pair, &local.towards, hints);
            if !is_smooth {
                return false;
            }
            if place == self.known {
                (self.active, self.known) = (place + 1, place + 1);
            }
            self.members[place].multiplier += multiplier;
        }
        let sum: f64 = self.active().iter().map(|member| member.multiplier).sum();
        // Points of the simplex without a direction were left out.
        if (sum - 1.0).abs() > MULTIPLIER_ROUNDING {
            self.normalize();
        }
        true
    }

    /// Of the same bodies, placed otherwise: the active patch pairs stay.
    pub(crate) fn place(&mut self, relative: &RelativePlacement) {
        self.frames = Frames::new(relative);
        (self.damping, self.majorization) = (0.0, 0.0);
        self.known = self.active;
    }

    pub(crate) fn active(&self) -> &[Member] {
        &self.members[..self.active]
    }

    pub(crate) fn member(&self, place: usize) -> &Member {
        &self.members[place]
    }

    /// Whether any active patch is not a corner.
    pub(crate) fn is_smooth(&self) -> bool {
        self.active().iter().any(|member| member.patches.is_smooth())
    }

    pub(crate) fn is_active(&self, place: usize) -> bool {
        place < self.active
    }

    /// Whether an inactive patch pair may become active.
    pub(crate) fn has_room_for(&self, place: usize) -> bool {
        !self.is_active(place) && self.active < MOST_ACTIVE
    }

    pub(crate) fn is_known(&self, place: usize) -> bool {
        place < self.known
    }

    /// The index of the patch pair at the support points along a direction, and whether either patch is smooth. A new pair is
    /// stored after the known ones, or replaces the last of them if the set is full.
    fn find(
        &mut self,
        pair: &AnyPair<'_>,
        towards: &Vec3x2,
        [hint_a, hint_b]: &mut VertexHints,
    ) -> (usize, bool) {
        let (a, b) = pair.bodies();
        let [towards_a, towards_b] = towards.vectors();
        let mut stored = [SmoothPatch::corner(Vec3::zeros()); 2];
        let smooth_a = patch_along(a, &towards_a, hint_a, &mut stored[0]);
        let smooth_b = patch_along(b, &towards_b, hint_b, &mut stored[1]);
        let patches = PatchPair::new(&stored);
        let found = self.members[..self.known].iter().position(|known| known.patches.is(&patches));
        let place = found.unwrap_or_else(|| {
            self.known = self.known.min(CAPACITY - 1);
            // Its jet is computed when it is evaluated.
            let member = &mut self.members[self.known];
            (member.patches, member.multiplier) = (patches, 0.0);
            self.known
        });
        (place, smooth_a || smooth_b)
    }

    /// Evaluates the support function of the bodies and all known patch pairs at the unit vector along `n`, which is this long;
    /// returns the index of the pair at the support points, which is new unless [`ActiveSet::is_known`].
    pub(crate) fn evaluate(
        &mut self,
        pair: &AnyPair<'_>,
        n: &Vec3,
        length: f64,
        hints: &mut VertexHints,
    ) -> usize {
        let direction = self.frames.localize(n);
        let (place, _) = self.find(pair, &direction.towards, hints);
        for Member { patches, jet, .. } in &mut self.members[..self.known.max(place + 1)] {
            patches.evaluate(&direction, length, jet);
        }
        place
    }

    /// The index of the patch pair at the support points along a vector, as [`ActiveSet::evaluate`] returns it.
    pub(crate) fn place_along(
        &mut self,
        pair: &AnyPair<'_>,
        n: &Vec3,
        hints: &mut VertexHints,
    ) -> usize {
        let direction = self.frames.localize(n);
        self.find(pair, &direction.towards, hints).0
    }

    /// As [`ActiveSet::evaluate`], of the known patch pairs only; returns the index of the largest.
    pub(crate) fn evaluate_known(&mut self, n: &Vec3, length: f64) -> usize {
        let direction = self.frames.localize(n);
        let mut most = 0;
        for place in 0..self.known {
            let Member { patches, jet, .. } = &mut self.members[place];
            patches.evaluate(&direction, length, jet);
            if self.members[place].jet.value > self.members[most].jet.value {
                most = place;
            }
        }
        most
    }

    /// Two tangents in the local coordinates of the bodies.
    pub(crate) fn localize(&self, tangents: &[Vec3; 2]) -> [LocalDirection; 2] {
        tangents.each_ref().map(|tangent| self.frames.localize(tangent))
    }

    /// Computes the derivatives of all patch pairs that were evaluated, including the one at `place`.
    pub(crate) fn differentiate(
        &mut self,
        place: usize,
        tangents: &[Vec3; 2],
    ) -> Result<(), NonSmooth> {
        let tangents = self.localize(tangents);
        for Member { patches, jet, .. } in &mut self.members[..self.known.max(place + 1)] {
            patches.differentiate(&tangents, self.majorization, jet)?;
        }
        Ok(())
    }

    /// Makes a patch pair active. If the set is full, the pair is replaced without which the least multiplier is largest.
    pub(crate) fn activate(&mut self, place: usize) {
        if self.is_active(place) {
            return;
        }
        self.known = self.known.max(place + 1);
        self.members[place].multiplier = if self.active == 0 { 1.0 } else { 0.0 };
        if self.active < MOST_ACTIVE {
            self.swap(self.active, place);
            self.active += 1;
        } else {
            self.swap(self.replaceable(place), place);
        }
    }

    /// The active pair that is replaced by the one at `place`.
    #[cold]
    fn replaceable(&self, place: usize) -> usize {
        let hessian = self.hessian();
        let (mut replaced, mut most) = (0, f64::NEG_INFINITY);
        for i in 0..MOST_ACTIVE {
            let mut three = [0, 1, 2].map(|k: usize| &self.members[k].jet);
            three[i] = &self.members[place].jet;
            let (_, multipliers) = from_three(&hessian, three);
            let least = multipliers.into_iter().fold(f64::INFINITY, f64::min);
            if least > most {
                (replaced, most) = (i, least);
            }
        }
        replaced
    }

    fn swap(&mut self, i: usize, j: usize) {
        // Members are large: copying one that was just written is a store-forwarding stall.
        if i != j {
            self.members.swap(i, j);
        }
    }

    /// Increases the damping, after a step to a larger value.
    pub(crate) fn damp(&mut self, place: usize) {
        self.majorization = 1.0;
        let slope = self.members[place].jet.gradient.norm();
        self.damping = if self.damping > 0.0 { 4.0 * self.damping } else { 2.0 * slope };
    }

    pub(crate) fn is_damped(&self) -> bool {
        self.majorization > 0.0
    }

    /// Reduces the damping, after a step to a smaller value.
    pub(crate) fn reduce_damping(&mut self, factor: f64) {
        self.damping *= factor;
        self.majorization *= factor;
    }

    /// The support points of the active patches, weighted by their multipliers.
    pub(crate) fn witness(&self) -> Witness {
        let mut points = Vec3x2::default();
        for Member { jet, multiplier, .. } in self.active() {
            points = points.plus(&jet.points.times(f64x2::splat(*multiplier)));
        }
        let [local_a, local_b] = points.vectors();
        Witness { local_a, local_b, difference: self.frames.difference(&points) }
    }

    /// The support points of a patch pair along another direction, in local coordinates, and their difference.
    pub(crate) fn points_along(&self, place: usize, v: &Vec3) -> ([Vec3; 2], Vec3) {
        let mut jet = Jet::default();
        self.members[place].patches.evaluate(&self.frames.localize(v), 1.0, &mut jet);
        (jet.points.vectors(), self.frames.difference(&jet.points))
    }

    /// The Hessian of the Lagrangian: newton.md, (8).
    pub(crate) fn hessian(&self) -> Symmetric {
        let mut hessian = Symmetric::IDENTITY * self.damping;
        for Member { jet, multiplier, .. } in self.active() {
            let radial = if self.chart == Chart::Sphere { jet.value } else { 0.0 };
            let on_chart = jet.hessian + Symmetric::IDENTITY * -radial;
            hessian = hessian + on_chart * *multiplier;
        }
        hessian
    }

    /// Makes an active pair inactive. The multipliers of the others become larger, or equal ones, so that their sum is one.
    fn deactivate(&mut self, place: usize) {
        self.active -= 1;
        self.swap(place, self.active);
        self.normalize();
    }

    /// Makes the sum of the multipliers one: else points weighted by them would be none of the bodies.
    fn normalize(&mut self) {
        let (sum, even) = (
            self.active().iter().map(|member| member.multiplier).sum::<f64>(),
            1.0 / self.active as f64,
        );
        for member in &mut self.members[..self.active] {
            member.multiplier = if sum > 0.0 { member.multiplier / sum } else { even };
        }
    }

    /// Computes a step along the tangents, no longer than `longest`, and new multipliers. Patch pairs whose multipliers would be
    /// negative become inactive. `None` if there is no finite step.
    pub(crate) fn step(&mut self, longest: f64) -> Option<Vec2> {
        loop {
            let count = self.active;
            let hessian = self.hessian();
            let [f, g, h, _] = self.members.each_ref().map(|member| &member.jet);
            let (step, multipliers) = match count {
                1 => from_one(&hessian, f, longest),
                2 => from_two(&hessian, f, g, longest),
                _ => from_three(&hessian, [f, g, h]),
            };
            let least = (1..MOST_ACTIVE)
                .fold(0, |least, i| if multipliers[i] < multipliers[least] { i } else { least });
            if multipliers[least] < 0.0 && count > 1 {
                self.deactivate(least);
                continue;
            }
            let length = step.norm();
            if !(length + multipliers.iter().sum::<f64>()).is_finite() {
                return None;
            }
            for (member, multiplier) in self.members.iter_mut().zip(multipliers) {
                member.multiplier = multiplier;
            }
            return Some(if length > longest { step * (longest / length) } else { step });
        }
    }
}
