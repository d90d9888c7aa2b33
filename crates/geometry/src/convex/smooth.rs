//! The closest points of round bodies by Newton's method.
//!
//! The distance of two bodies is the most that planes across a unit vector n can be apart, that is -h(n), where h is the
//! support function of B - A. Near its least value h is the largest of a few smooth functions, each that of two patches
//! ([`Patch`](crate::shape::Patch)): corners and ellipsoids. GJK's simplex tells which they are. From there Newton's method
//! for the least of the largest (sequential quadratic programming) squares the error with each step, where GJK divides it.
//!
//! What it tells is proved like GJK's distances: from below by a support point, from above by a point of each body. What
//! it does not come to is left to GJK.

use crate::convex::dips::across;
use crate::convex::disc::onto_disc;
use crate::convex::gjk::Witness;
use crate::convex::lanes::Vec3x2;
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::MEETING_STEPS;
use crate::shape::Any;
use wide::f64x2;

mod frame;
mod goal;
mod piece;
mod steps;
use frame::{Frame, Seen};
pub(super) use goal::proved;
pub use goal::{Found, Goal};
pub(super) use piece::{Kink, Local};
use piece::{Piece, patch_along};
pub(super) use steps::{LONGEST_STEP, solved};
use steps::{along_crease, dot, downhill, into_corner, least_share};

#[cfg(test)]
mod tests;

/// Functions whose largest is least at one place: of more than three, three decide.
pub(super) const MOST_PIECES: usize = 3;

/// So many pieces are known at most, with those that decide nothing at present and one that is new.
const SLOTS: usize = MOST_PIECES + 1;

/// A few pieces, and what they are like at the vector that was looked at last.
pub(super) struct Pieces {
    frame: Frame,
    pieces: [Piece; SLOTS],
    locals: [Local; SLOTS],
    /// The first of them decide.
    count: usize,
    /// How many there are; unless they are kept, as many as decide.
    known: usize,
    /// Whether those that no longer decide are kept.
    keeps: bool,
    /// Where the least value is looked for.
    chart: Chart,
    /// How much more the pieces are taken to bend in all directions than they do: steps are shorter so, most of all where they
    /// bend least.
    damping: f64,
    /// The part that is not taken for bending, see [`Piece::bend`].
    narrow: f64,
}

/// How vectors are moved across the present one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chart {
    /// On the unit sphere.
    Sphere,
    /// On the plane that they span with the present one.
    Plane,
}

impl Pieces {
    #[inline(never)]
    pub fn new(chart: Chart, relative: &RelativePlacement) -> Pieces {
        Pieces {
            frame: Frame::new(relative),
            pieces: [Piece::NONE; SLOTS],
            locals: [Local::NONE; SLOTS],
            count: 0,
            known: 0,
            keeps: false,
            chart,
            damping: 0.0,
            narrow: 1.0,
        }
    }

    /// How many decide.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Looks for the patches that bodies have where they reach farthest along vectors in their local coordinates, and puts
    /// them past the last piece. The place of the piece, which may be an earlier one; and whether any patch is round.
    #[inline(never)]
    fn ask(
        &mut self,
        pair: &Pair<Any<'_>, Any<'_>>,
        towards: &Vec3x2,
        hints: &mut VertexHints,
    ) -> (usize, bool) {
        let (a, b) = pair.bodies();
        let towards = towards.vectors();
        let [hint_a, hint_b] = hints;
        let (patch_a, round_a) = patch_along(a, &towards[0], hint_a);
        let (patch_b, round_b) = patch_along(b, &towards[1], hint_b);
        let round = round_a || round_b;
        let patches = [patch_a, patch_b];
        let new = Piece::new(&patches);
        let known = self.pieces[..self.known].iter().position(|known| known.is(&new));
        let place = known.unwrap_or(self.known.min(SLOTS - 1));
        if known.is_none() {
            self.pieces[place] = new;
        }
        (place, round)
    }

    /// Adds the pieces of points that were searched against some vectors from B towards A, with their shares. `false` if the
    /// bodies are not round.
    #[inline(never)]
    pub fn add(
        &mut self,
        pair: &Pair<Any<'_>, Any<'_>>,
        points: &[(Vec3, f64)],
        hints: &mut VertexHints,
    ) -> bool {
        for (along, share) in points {
            let seen = self.frame.see(along);
            let (place, round) = self.ask(pair, &seen.towards, hints);
            if !round {
                return false;
            }
            let place = self.include(place);
            self.pieces[place].share += share;
        }
        true
    }

    /// How far all pieces reach along a vector, whose `length` is taken for one, and the place of that along it; if this is
    /// new, it is not included yet.
    #[inline(never)]
    pub fn look(
        &mut self,
        pair: &Pair<Any<'_>, Any<'_>>,
        v: &Vec3,
        length: f64,
        hints: &mut VertexHints,
    ) -> usize {
        let seen = self.frame.see(v);
        let (place, _) = self.ask(pair, &seen.towards, hints);
        self.reach(&seen, length, self.looked_at(place));
        place
    }

    /// How far the pieces that are known reach along a vector, and the place of that which does so farthest: as
    /// [`Pieces::look`] has it if there is no other piece.
    #[inline(never)]
    pub fn look_again(&mut self, v: &Vec3, length: f64) -> usize {
        let seen = self.frame.see(v);
        self.reach(&seen, length, self.known);
        let reach = |place: usize| self.locals[place].reach;
        (1..self.known).fold(0, |most, place| if reach(place) > reach(most) { place } else { most })
    }

    #[inline(always)]
    fn reach(&mut self, seen: &Seen, length: f64, looked_at: usize) {
        for (piece, local) in self.pieces[..looked_at].iter().zip(&mut self.locals) {
            piece.reach(seen, length, local);
        }
    }

    /// After [`Pieces::look`] found this place: how all pieces that were looked at change along two tangents.
    #[inline(never)]
    pub fn bend(&mut self, place: usize, tangents: &[Vec3; 2]) -> Result<(), Kink> {
        let tangents = tangents.each_ref().map(|v| self.frame.see(v));
        let looked_at = self.looked_at(place);
        for (piece, local) in self.pieces[..looked_at].iter().zip(&mut self.locals) {
            piece.bend(&tangents, self.narrow, local)?;
        }
        Ok(())
    }

    /// How many pieces are looked at, if the one along the vector is at this place.
    #[inline]
    fn looked_at(&self, place: usize) -> usize {
        self.known.max(place + 1)
    }

    /// Includes the piece at a place among those that decide, if it is not. Where there is no room another goes, such that the
    /// shares of those that stay are least negative in the corner that they make. Its place now.
    pub fn include(&mut self, place: usize) -> usize {
        if place < self.count {
            return place;
        }
        self.pieces[place].share = 0.0;
        self.known = self.looked_at(place);
        if self.count < MOST_PIECES {
            self.count += 1;
            let last = self.count - 1;
            if place != last {
                self.swap(place, last);
            }
            return last;
        }
        let second = self.mean_second();
        let (mut gone, mut most) = (0, f64::NEG_INFINITY);
        for i in 0..MOST_PIECES {
            let mut three = [&self.locals[0], &self.locals[1], &self.locals[2]];
            three[i] = &self.locals[place];
            let least = least_share(&second, three);
            if least > most {
                (gone, most) = (i, least);
            }
        }
        self.swap(gone, place);
        self.let_go();
        gone
    }

    // A call: pieces are large.
    #[inline(never)]
    fn swap(&mut self, i: usize, j: usize) {
        self.pieces.swap(i, j);
        self.locals.swap(i, j);
    }

    /// Forgets the pieces that do not decide, unless they are kept.
    fn let_go(&mut self) {
        if !self.keeps {
            self.known = self.count;
        }
    }

    /// Includes the only piece that was seen, with all of the shares.
    pub fn begin(&mut self) {
        (self.pieces[0].share, self.count, self.known) = (1.0, 1, 1);
    }

    /// Forgets all pieces but that at a place, as if it was the first to be seen: its place now.
    pub fn restart(&mut self, place: usize) -> usize {
        (self.pieces[0], self.locals[0]) = (self.pieces[place], self.locals[place]);
        (self.count, self.known) = (0, 0);
        0
    }

    /// The pieces, and what they are like.
    pub fn seen(&self) -> impl Iterator<Item = (&Piece, &Local)> {
        self.pieces[..self.count].iter().zip(&self.locals)
    }

    /// A piece as it was seen.
    pub fn local(&self, place: usize) -> &Local {
        &self.locals[place]
    }

    /// The points of both bodies, in local coordinates, by which a piece reaches along another vector, and their
    /// difference along world axes.
    pub fn points_along(&self, place: usize, v: &Vec3) -> ([Vec3; 2], Vec3) {
        let mut local = Local::NONE;
        self.pieces[place].reach(&self.frame.see(v), 1.0, &mut local);
        (local.points.vectors(), self.frame.difference(&local.points))
    }
}

/// The closest points, from the points that GJK has found so far: for each the vector from B towards A that its support
/// points were searched against, and its share; `v` is the nearest point of A - B, which is so long. `None` if the bodies are
/// not round, or the method does not lead to what is wanted: unless it is `patient`, where some steps lead nowhere.
#[inline(never)]
pub fn closest_points(
    pair: &Pair<Any<'_>, Any<'_>>,
    v: &Vec3,
    length: f64,
    simplex: &[(Vec3, f64)],
    patient: bool,
    goal: &Goal,
    hints: &mut VertexHints,
) -> Option<Found> {
    let mut pieces = Pieces::new(Chart::Sphere, pair.relative());
    if pieces.add(pair, simplex, hints) {
        pieces.meet(pair, v, length, patient, goal, hints)
    } else {
        None
    }
}

impl Pieces {
    /// The closest points from pieces that are known, with their shares in the nearest point.
    #[inline(never)]
    fn meet(
        &mut self,
        pair: &Pair<Any<'_>, Any<'_>>,
        v: &Vec3,
        length: f64,
        patient: bool,
        goal: &Goal,
        hints: &mut VertexHints,
    ) -> Option<Found> {
        if let Some(found) = onto_disc(pair, &self.pieces[0].patches(), v, goal, hints) {
            return Some(found);
        }
        self.keeps = patient;
        let (mut n, mut length_of_n) = (*v, length);
        let (mut best, mut least_gap, mut in_vain) = (Best::NONE, f64::INFINITY, 0);
        let (mut all_known, mut is_last, mut has_come) = (false, false, false);
        for _ in 0..MEETING_STEPS {
            let place = if all_known {
                self.look_again(&n, length_of_n)
            } else {
                self.look(pair, &n, length_of_n, hints)
            };
            // It has length one from here on; what was looked at did not wait for that.
            n *= 1.0 / length_of_n;
            let witness = self.witness();
            let length = witness.difference.norm();
            let (lower, upper) = (-self.locals[place].reach - goal.radius, length - goal.radius);
            let is_met = goal.wanted.is_met(lower, upper, goal.rounding);
            if is_met && let Some(found) = proved(pair, &witness, &(n * length), goal, hints) {
                return Some(found);
            }
            let is_beyond = !is_met && goal.is_beyond_rounding(lower, upper);
            let unproved = || {
                let axis = n * length;
                let witness = Witness { difference: axis, ..witness };
                Some(Found { witness, axis, lower: lower + goal.radius, is_met: false })
            };
            if is_last {
                return unproved();
            }
            if all_known && (is_met || is_beyond) {
                // There is a piece that is not.
                (all_known, length_of_n) = (false, 1.0);
                continue;
            }
            // One step more: it has as many digits of direction as twice the digits of length ask for.
            is_last = is_beyond;
            let (reach, gap) = (self.locals[place].reach, upper - lower);
            in_vain += u32::from(is_met || !patient && gap > 0.5 * least_gap);
            if in_vain > STEPS_IN_VAIN + u32::from(patient || is_met) {
                return if is_met { unproved() } else { None };
            }
            least_gap = if gap > least_gap { least_gap } else { gap };
            let is_known = self.is_known(place);
            if patient && is_known && reach > best.reach && gap > best.gap {
                // Farther than the parabola says, or since another piece, that is known, reaches farther there.
                let is_missing = place >= self.count && self.count < MOST_PIECES && !has_come;
                if is_missing {
                    self.include(place);
                } else {
                    self.damp(place);
                }
                has_come = is_missing;
                (n, length_of_n, all_known, best) = (best.n, 1.0, true, Best::NONE);
                continue;
            }
            if best.reach < f64::INFINITY {
                self.damp_less(gap < WELL_NEARER * best.gap);
                has_come = false;
            }
            best = Best { n, reach, gap };
            all_known = patient || place < self.count && least_gap < ALL_KNOWN * length;
            let tangents = across(&n);
            self.bend(place, &tangents).ok()?;
            self.include(place);
            let step = self.step(LONGEST_STEP)?;
            if is_known && self.stays_above_nought(reach, &step) {
                return None;
            }
            let [x, y] = step;
            n += tangents[0] * x + tangents[1] * y;
            length_of_n = (1.0 + (x * x + y * y)).sqrt();
        }
        None
    }
}

/// The vector that steps are made from, how far the bodies reach along it, and the gap between the bounds.
struct Best {
    n: Vec3,
    reach: f64,
    gap: f64,
}

impl Best {
    const NONE: Best =
        Best { n: Vec3::new(0.0, 0.0, 0.0), reach: f64::INFINITY, gap: f64::INFINITY };
}

impl Pieces {
    /// After a step that led too far: the next is shorter.
    pub fn damp(&mut self, place: usize) {
        self.narrow = 0.0;
        let slope = &self.locals[place].slope;
        self.damping =
            if self.damping > 0.0 { 4.0 * self.damping } else { 2.0 * dot(slope, slope).sqrt() };
    }

    /// After one that did not; not at all after a good one.
    #[inline]
    pub fn damp_less(&mut self, was_good: bool) {
        let rest = if was_good { 0.0 } else { 0.25 };
        self.damping *= rest;
        self.narrow = 1.0 - (1.0 - self.narrow) * rest;
    }

    /// Keeps the pieces that no longer decide.
    pub fn keep(&mut self) {
        self.keeps = true;
    }

    /// Whether the piece at a place was known before it was looked at.
    #[inline]
    pub fn is_known(&self, place: usize) -> bool {
        place < self.known
    }

    /// How far that of those that decide reaches which does so least.
    pub fn least_reach(&self) -> f64 {
        self.seen().fold(
            f64::INFINITY,
            |least, (_, local)| {
                if local.reach < least { local.reach } else { least }
            },
        )
    }

    /// Whether a whole step from where the pieces reach so far leads to where they still do, by a good part of that: bodies that
    /// are apart are not.
    fn stays_above_nought(&self, reach: f64, step: &[f64; 2]) -> bool {
        let first = &self.locals[0];
        self.narrow == 1.0
            && reach > 0.0
            && first.reach + dot(&first.slope, step) > WELL_ABOVE * reach
    }
}

/// Where the gap between the bounds is this part of the distance or less, and no piece was new, others seldom are.
const ALL_KNOWN: f64 = 0.01;

/// After a step to bounds with this part of the gap between them or less, no more shorter ones.
const WELL_NEARER: f64 = 0.1;

/// So many steps may leave more than half of the gap between the bounds, since a piece was not known yet, or lead to bounds that
/// meet and prove nothing. More of them tell of a place where patches are flat: GJK is quicker there.
const STEPS_IN_VAIN: u32 = 2;

/// Which part of the reach a whole step has to leave for bodies that overlap. Costs time only.
const WELL_ABOVE: f64 = 0.25;

impl Pieces {
    /// The points of both bodies with the shares of the pieces.
    #[inline(never)]
    pub fn witness(&self) -> Witness {
        let mut points = Vec3x2::ZERO;
        for (piece, local) in self.seen() {
            points = points.plus(&local.points.times(f64x2::splat(piece.share)));
        }
        let [local_a, local_b] = points.vectors();
        Witness { local_a, local_b, difference: self.frame.difference(&points) }
    }

    /// One step of Newton's method across the present vector, from the pieces of which each has a share in it; the others
    /// go. No longer than `longest`; `None` where there is no such step.
    #[inline(never)]
    pub fn step(&mut self, longest: f64) -> Option<[f64; 2]> {
        loop {
            let count = self.count;
            let second = self.mean_second();
            let [p, q, r, ..] = &self.locals;
            let (delta, shares) = match count {
                1 => (downhill(&second, &p.slope), [1.0, 0.0, 0.0]),
                2 => along_crease(&second, p, q),
                _ => into_corner(&second, [p, q, r]),
            };
            let [first, second, third] = shares;
            let gone =
                if second < first && second <= third { 1 } else { usize::from(third < first) * 2 };
            if shares[gone] < 0.0 && count > 1 {
                self.count -= 1;
                if gone != count - 1 {
                    self.swap(gone, count - 1);
                }
                self.let_go();
                continue;
            }
            let square = delta[0] * delta[0] + delta[1] * delta[1];
            let sum = shares[0] + shares[1] + shares[2];
            if !(square + sum).is_finite() {
                return None;
            }
            for (piece, share) in self.pieces[..count].iter_mut().zip(shares) {
                piece.share = share;
            }
            let scale = if square > longest * longest { longest / square.sqrt() } else { 1.0 };
            return Some(delta.map(|x| x * scale));
        }
    }

    /// The second derivative of the Lagrangian: the mean of the pieces' by their shares. On the sphere it is positive
    /// definite, since where bodies are apart the reach is negative.
    #[inline(always)]
    pub(super) fn mean_second(&self) -> [f64; 3] {
        let sum = self.seen().map(|(piece, _)| piece.share).sum::<f64>();
        let (scale, even) =
            if sum > 0.0 { (1.0 / sum, 0.0) } else { (1.0, 1.0 / self.count as f64) };
        let mut second = [0.0; 3];
        for (piece, local) in self.seen() {
            let weight = piece.share * scale + even;
            let radial = if self.chart == Chart::Sphere { local.reach } else { 0.0 } - self.damping;
            let [xx, xy, yy] = local.curvature;
            for (x, of_piece) in second.iter_mut().zip([xx - radial, xy, yy - radial]) {
                *x += weight * of_piece;
            }
        }
        second
    }
}
