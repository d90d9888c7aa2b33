//! The closest points of round bodies by Newton's method.
//!
//! The distance of two bodies is the most that planes across a unit vector n can be apart, that is -h(n), where h is the
//! support function of B - A. Near its least value h is the largest of a few smooth functions, each that of two patches
//! ([`Patch`]): corners and ellipsoids. GJK's simplex tells which they are. From there Newton's method for the least of
//! the largest (sequential quadratic programming) squares the error with each step, where GJK divides it.
//!
//! What it tells is proved like GJK's distances: from below by a support point, from above by a point of each body. What
//! it does not come to is left to GJK.

use super::dips::across;
use super::disc::onto_disc;
use super::distance::Wanted;
use super::gjk::Witness;
use super::pair::{Hints, Pair, Relation};
use crate::math::Vec3;
use crate::math::tolerance::{NEWTON_STEPS, ROUND_REACH};
use crate::shape::{Any, Patch};

mod steps;
pub(super) use steps::{LONGEST_STEP, solved};
use steps::{along_crease, downhill, into_corner, least_share};

#[cfg(test)]
#[path = "smooth_tests.rs"]
mod tests;

/// Functions whose largest is least at one place: of more than three, three decide.
pub(super) const MOST_PIECES: usize = 3;

/// One of the smooth functions: a patch of A and one of B, and the share of their points in the closest ones.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub patches: [Patch; 2],
    pub share: f64,
}

/// A few pieces, and what they are like at the vector that was looked at last.
pub(super) struct Pieces {
    // One more: that which reaches farthest may be new.
    pieces: [Piece; MOST_PIECES + 1],
    locals: [Local; MOST_PIECES + 1],
    count: usize,
    /// Where the least value is looked for.
    chart: Chart,
}

/// A vector as both bodies see it.
pub(super) struct Seen {
    /// Along the axes of A and against the vector, and along the axes of B.
    towards: [Vec3; 2],
    /// How far the origin of B is from that of A along it.
    offset: f64,
}

impl Seen {
    #[inline]
    pub fn new(v: &Vec3, relation: &Relation) -> Seen {
        let towards = [-relation.basis_a().tr_mul(v), relation.basis_b().tr_mul(v)];
        Seen { towards, offset: relation.offset().dot(v) }
    }
}

/// How vectors are moved across the present one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chart {
    /// On the unit sphere.
    Sphere,
    /// On the plane that they span with the present one.
    Plane,
}

/// The closest points as they were found.
pub struct Found {
    /// Points of both bodies; the difference points from B to A.
    pub witness: Witness,
    /// The bodies are no nearer, up to the rounding of support points: planes across the difference are so far apart.
    pub lower: f64,
    /// Whether that is what was wanted, and proved; else it is all that rounding lets be known.
    pub is_met: bool,
}

/// What is wanted of a distance that is this much less once radii are added, bounds being good to `rounding`.
#[derive(Clone, Copy)]
pub struct Goal {
    /// What has to be known.
    pub wanted: Wanted,
    /// The sum of the radii.
    pub radius: f64,
    /// How good bounds are.
    pub rounding: f64,
}

impl Goal {
    /// Whether bounds have met as well as rounding lets them, and what is wanted needs more digits.
    fn is_beyond_rounding(&self, lower: f64, upper: f64) -> bool {
        upper - lower <= self.rounding && !self.wanted.is_met(upper, upper, self.rounding)
    }
}

impl Pieces {
    #[inline(never)]
    pub fn new(chart: Chart) -> Pieces {
        let piece = Piece { patches: [Patch::corner(Vec3::zeros()); 2], share: 0.0 };
        Pieces { pieces: [piece; MOST_PIECES + 1], locals: [Local::NONE; MOST_PIECES + 1], count: 0, chart }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Looks for the patches that bodies have where they reach farthest along vectors in their local coordinates, and puts
    /// them past the last piece. The place of the piece, which may be an earlier one; and whether any patch is round.
    #[inline(never)]
    fn ask(
        &mut self,
        pair: &Pair<Any<'_>, Any<'_>>,
        towards: [&Vec3; 2],
        hints: &mut Hints,
    ) -> (usize, bool) {
        let (a, b) = pair.bodies();
        let (pieces, new) = self.pieces.split_at_mut(self.count);
        let mut round = false;
        for (i, body) in [a, b].into_iter().enumerate() {
            let patch = &mut new[0].patches[i];
            if body.patch(towards[i], false, patch) {
                round = true;
            } else {
                *patch = Patch::corner(body.support(towards[i], &mut hints[i]));
            }
        }
        new[0].share = 0.0;
        let known = pieces.iter().position(|known| known.patches == new[0].patches);
        (known.unwrap_or(self.count), round)
    }

    /// Adds the pieces of points that were searched against some vectors from B towards A, with their shares. `false` if the
    /// bodies are not round.
    #[inline(never)]
    pub fn add(&mut self, pair: &Pair<Any<'_>, Any<'_>>, points: &[(Vec3, f64)], hints: &mut Hints) -> bool {
        let relation = pair.relation();
        for (along, share) in points {
            let seen = Seen::new(along, relation);
            let (place, round) = self.ask(pair, seen.towards.each_ref(), hints);
            if !round {
                return false;
            }
            self.pieces[place].share += share;
            self.include(place);
        }
        true
    }

    /// How far all pieces reach along a vector, and the place of that along it; if this is new, it is not included yet.
    #[inline(never)]
    pub fn look(&mut self, pair: &Pair<Any<'_>, Any<'_>>, seen: &Seen, hints: &mut Hints) -> usize {
        let (place, _) = self.ask(pair, seen.towards.each_ref(), hints);
        let looked_at = self.looked_at(place);
        for (piece, local) in self.pieces[..looked_at].iter().zip(&mut self.locals) {
            piece.reach(seen, local);
        }
        place
    }

    /// After [`Pieces::look`] found this place: how all pieces that were looked at change along two tangents.
    #[inline(never)]
    pub fn bend(&mut self, place: usize, tangents: &[Vec3; 2], relation: &Relation) -> Result<(), Kink> {
        let tangents = tangents.each_ref().map(|v| Seen::new(v, relation));
        let looked_at = self.looked_at(place);
        for (piece, local) in self.pieces[..looked_at].iter().zip(&mut self.locals) {
            piece.bend(&tangents, local)?;
        }
        Ok(())
    }

    /// How many pieces are looked at, if the one along the vector is at this place.
    #[inline]
    fn looked_at(&self, place: usize) -> usize {
        self.count.max(place + 1)
    }

    /// Includes the piece at a place, if it is new. Where there is no room another goes, such that the shares of those that
    /// stay are least negative in the corner that they make.
    pub fn include(&mut self, place: usize) {
        if place < self.count {
            return;
        }
        if self.count < MOST_PIECES {
            self.count += 1;
            return;
        }
        self.pieces[place].share = 0.0;
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
        (self.pieces[gone], self.locals[gone]) = (self.pieces[place], self.locals[place]);
    }

    /// Includes the only piece that was seen, with all of the shares.
    pub fn begin(&mut self) {
        (self.pieces[0].share, self.count) = (1.0, 1);
    }

    /// The pieces, and what they are like.
    pub fn seen(&self) -> impl Iterator<Item = (&Piece, &Local)> {
        self.pieces[..self.count].iter().zip(&self.locals)
    }

    /// A piece as it was seen.
    pub fn local(&self, place: usize) -> &Local {
        &self.locals[place]
    }

    /// A piece.
    pub fn piece(&self, place: usize) -> &Piece {
        &self.pieces[place]
    }
}

/// A piece's function at a unit vector: its value, and how that changes across the vector.
#[derive(Clone, Copy)]
pub(super) struct Local {
    /// The points of both bodies, in local coordinates.
    pub points: [Vec3; 2],
    /// How far the difference of B's less A's reaches along the vector, and along the tangents.
    pub reach: f64,
    pub slope: [f64; 2],
    /// The second derivative on the plane across the vector: xx, xy, yy.
    pub curvature: [f64; 3],
    /// Of each body's ellipsoid, in the coordinates in which it is the unit ball: the normal there, and one by the length of
    /// the vector.
    normals: [(Vec3, f64); 2],
}

impl Local {
    /// None yet.
    pub const NONE: Local = Local {
        points: [Vec3::new(0.0, 0.0, 0.0); 2],
        reach: 0.0,
        slope: [0.0; 2],
        curvature: [0.0; 3],
        normals: [(Vec3::new(0.0, 0.0, 0.0), 0.0); 2],
    };
}

/// Where a function has a kink, or is not known.
pub(super) struct Kink;

impl Piece {
    /// How far the piece reaches along a vector, and where.
    #[inline]
    pub fn reach(&self, seen: &Seen, local: &mut Local) {
        local.reach = seen.offset;
        for i in 0..2 {
            let (Patch { center, radii }, towards) = (&self.patches[i], &seen.towards[i]);
            let mut point = *center;
            if *radii != Vec3::zeros() {
                let x = towards.component_mul(radii);
                let inverse = 1.0 / x.norm_squared().sqrt();
                let unit = x * inverse;
                point += radii.component_mul(&unit);
                local.normals[i] = (unit, inverse);
            }
            local.reach += point.dot(towards);
            local.points[i] = point;
        }
    }

    /// How that changes along two tangents, after [`Piece::reach`].
    #[inline]
    pub fn bend(&self, tangents: &[Seen; 2], local: &mut Local) -> Result<(), Kink> {
        local.slope = tangents.each_ref().map(|seen| seen.offset);
        local.curvature = [0.0; 3];
        for i in 0..2 {
            let radii = &self.patches[i].radii;
            let across = tangents.each_ref().map(|seen| &seen.towards[i]);
            if *radii != Vec3::zeros() {
                let (unit, inverse) = &local.normals[i];
                let [y, z] = across.map(|v| v.component_mul(radii));
                let squares = [y.dot(&y), y.dot(&z), z.dot(&z)];
                let is_round = ROUND_REACH * (squares[0] + squares[2]) * (inverse * inverse) < 1.0;
                if !is_round {
                    return Err(Kink);
                }
                let (p, q) = (unit.dot(&y), unit.dot(&z));
                for (sum, (term, square)) in
                    local.curvature.iter_mut().zip([p * p, p * q, q * q].iter().zip(squares))
                {
                    *sum += (square - term) * inverse;
                }
            }
            for (sum, v) in local.slope.iter_mut().zip(across) {
                *sum += local.points[i].dot(v);
            }
        }
        Ok(())
    }
}

/// The closest points, from the points that GJK has found so far: for each the vector from B towards A that its support
/// points were searched against, and its share. `None` if the bodies are not round, or the method does not lead to what
/// is wanted.
#[inline(never)]
pub fn closest_points(
    pair: &Pair<Any<'_>, Any<'_>>,
    v: &Vec3,
    simplex: &[(Vec3, f64)],
    goal: &Goal,
    hints: &mut Hints,
) -> Option<Found> {
    let mut pieces = Pieces::new(Chart::Sphere);
    if !pieces.add(pair, simplex, hints) {
        return None;
    }
    if let Some(found) = onto_disc(pair, &pieces.pieces[0].patches, v, goal, hints) {
        return Some(found);
    }
    let mut n = v / v.norm();
    let (mut last_gap, mut in_vain) = (f64::INFINITY, 0);
    for _ in 0..NEWTON_STEPS {
        let place = pieces.look(pair, &Seen::new(&n, pair.relation()), hints);
        let witness = pieces.witness(pair.relation());
        let length = witness.difference.norm();
        let (lower, upper) = (-pieces.local(place).reach - goal.radius, length - goal.radius);
        if goal.wanted.is_met(lower, upper, goal.rounding) {
            if let Some(found) = proved(pair, &witness, &(n * length), goal, hints) {
                return Some(found);
            }
        } else if goal.is_beyond_rounding(lower, upper) {
            let witness = Witness { difference: n * length, ..witness };
            return Some(Found { witness, lower: lower + goal.radius, is_met: false });
        }
        in_vain += u32::from(upper - lower > 0.5 * last_gap);
        last_gap = upper - lower;
        if in_vain > STEPS_IN_VAIN {
            return None;
        }
        let tangents = across(&n);
        pieces.bend(place, &tangents, pair.relation()).ok()?;
        pieces.include(place);
        let [x, y] = pieces.step(LONGEST_STEP)?;
        n += tangents[0] * x + tangents[1] * y;
        n /= n.norm();
    }
    None
}

/// The closest points, if a bound from below across their difference is enough: others take that for the normal. Of points
/// near each other the difference has few digits; where these alone part it from a vector along the normal, that counts.
pub(super) fn proved(
    pair: &Pair<Any<'_>, Any<'_>>,
    witness: &Witness,
    along: &Vec3,
    goal: &Goal,
    hints: &mut Hints,
) -> Option<Found> {
    let is_same = (along - witness.difference).norm() <= goal.rounding;
    let length = along.norm();
    for difference in [Some(witness.difference), is_same.then_some(*along)].into_iter().flatten() {
        let lower = pair.gap_along(&difference, hints) / length;
        if goal.wanted.is_met(lower - goal.radius, length - goal.radius, goal.rounding) {
            return Some(Found { witness: Witness { difference, ..*witness }, lower, is_met: true });
        }
    }
    None
}

impl Pieces {
    /// The points of both bodies with the shares of the pieces.
    #[inline(never)]
    pub fn witness(&self, relation: &Relation) -> Witness {
        let (mut local_a, mut local_b) = (Vec3::zeros(), Vec3::zeros());
        for (piece, local) in self.seen() {
            local_a += local.points[0] * piece.share;
            local_b += local.points[1] * piece.share;
        }
        let difference = relation.place_a(&local_a) - relation.place_b(&local_b);
        Witness { local_a, local_b, difference }
    }

    /// One step of Newton's method across the present vector, from the pieces of which each has a share in it; the others
    /// go. No longer than `longest`; `None` where there is no such step.
    #[inline(never)]
    pub fn step(&mut self, longest: f64) -> Option<[f64; 2]> {
        loop {
            let count = self.count;
            let second = self.mean_second();
            let [p, q, r, _] = &self.locals;
            let (delta, shares) = match count {
                1 => (downhill(&second, &p.slope), [1.0, 0.0, 0.0]),
                2 => along_crease(&second, p, q),
                _ => into_corner(&second, [p, q, r]),
            };
            let least = (1..count).fold(0, |least, i| if shares[i] < shares[least] { i } else { least });
            if shares[least] < 0.0 && count > 1 {
                self.count -= 1;
                (self.pieces[least], self.locals[least]) = (self.pieces[count - 1], self.locals[count - 1]);
                continue;
            }
            let length = (delta[0] * delta[0] + delta[1] * delta[1]).sqrt();
            let sum = shares[0] + shares[1] + shares[2];
            if !(length.is_finite() && sum.is_finite()) {
                return None;
            }
            for (piece, share) in self.pieces[..count].iter_mut().zip(shares) {
                piece.share = share;
            }
            let scale = if length > longest { longest / length } else { 1.0 };
            return Some(delta.map(|x| x * scale));
        }
    }

    /// The second derivative of the Lagrangian: the mean of the pieces' by their shares. On the sphere it is positive
    /// definite, since where bodies are apart the reach is negative.
    pub fn mean_second(&self) -> [f64; 3] {
        let have_shares = self.seen().map(|(piece, _)| piece.share).sum::<f64>() > 0.0;
        let (mut second, mut sum) = ([0.0; 3], 0.0);
        for (piece, local) in self.seen() {
            let weight = if have_shares { piece.share } else { 1.0 };
            let radial = if self.chart == Chart::Sphere { local.reach } else { 0.0 };
            let [xx, xy, yy] = local.curvature;
            sum += weight;
            for (x, of_piece) in second.iter_mut().zip([xx - radial, xy, yy - radial]) {
                *x += weight * of_piece;
            }
        }
        second.map(|x| x / sum)
    }
}

/// So many steps may leave more than half of the gap between the bounds, since a piece was not known yet. More of them tell
/// of a place where patches are flat: GJK is quicker there.
const STEPS_IN_VAIN: u32 = 2;
