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
use super::distance::Wanted;
use super::gjk::Witness;
use super::pair::{Hints, Pair, Relation};
use crate::math::Vec3;
use crate::math::tolerance::{NEWTON_STEPS, ROUND_REACH};
use crate::shape::{Any, Patch};

#[cfg(test)]
#[path = "smooth_tests.rs"]
mod tests;

/// Functions whose largest is least at one place: of more than three, three decide.
const MOST_PIECES: usize = 3;

/// One of the smooth functions: a patch of A and one of B, and the share of their points in the closest ones.
#[derive(Clone, Copy)]
struct Piece {
    patches: [Patch; 2],
    share: f64,
}

/// A few pieces.
#[derive(Clone, Copy)]
struct Pieces {
    pieces: [Piece; MOST_PIECES],
    count: usize,
}

/// The closest points as they were found.
pub struct Found {
    /// Points of both bodies; the difference points from B to A.
    pub witness: Witness,
    /// The bodies are no nearer, up to the rounding of support points: planes across the difference are so far apart.
    pub lower: f64,
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

impl Pieces {
    /// Adds a piece with a share, to an equal one if there is one; instead of that with the least share where there is
    /// no room.
    fn add(&mut self, piece: Piece) {
        let share = piece.share;
        if let Some(equal) = self.find(&piece) {
            self.pieces[equal].share += share;
            return;
        }
        let mut place = self.count;
        if place == MOST_PIECES {
            place = 0;
            for i in 1..MOST_PIECES {
                if self.pieces[i].share < self.pieces[place].share {
                    place = i;
                }
            }
        } else {
            self.count += 1;
        }
        self.pieces[place] = piece;
    }

    fn find(&self, piece: &Piece) -> Option<usize> {
        self.pieces[..self.count].iter().position(|known| known.patches == piece.patches)
    }

    fn as_slice(&self) -> &[Piece] {
        &self.pieces[..self.count]
    }
}

/// A piece's function at a unit vector: its value, and how that changes across the vector.
#[derive(Clone, Copy)]
struct Local {
    /// The points of both bodies, in local coordinates, and their difference, that of B less that of A.
    points: [Vec3; 2],
    difference: Vec3,
    reach: f64,
    slope: [f64; 2],
    /// The second derivative on the unit sphere: xx, xy, yy.
    second: [f64; 3],
}

/// Where a function has a kink, or is not known.
struct Kink;

impl Piece {
    fn at(&self, n: &Vec3, tangents: &[Vec3; 2], relation: &Relation) -> Result<Local, Kink> {
        let bases = [relation.basis_a(), relation.basis_b()];
        let signed = [-*n, *n];
        let mut curvature = [0.0; 3];
        let mut points = [Vec3::zeros(); 2];
        for i in 0..2 {
            let Patch { center, radii } = &self.patches[i];
            points[i] = *center;
            if *radii == Vec3::zeros() {
                continue;
            }
            let scaled = |v: &Vec3| bases[i].tr_mul(v).component_mul(radii);
            let (x, y, z) = (scaled(&signed[i]), scaled(&tangents[0]), scaled(&tangents[1]));
            let squares = [y.dot(&y), y.dot(&z), z.dot(&z)];
            let square = x.norm_squared();
            if square <= ROUND_REACH * (squares[0] + squares[2]) {
                return Err(Kink);
            }
            let reach = square.sqrt();
            let unit = x / reach;
            points[i] += radii.component_mul(&unit);
            let (p, q) = (unit.dot(&y), unit.dot(&z));
            for (sum, term) in curvature.iter_mut().zip([p * p, p * q, q * q].iter().zip(squares)) {
                *sum += (term.1 - term.0) / reach;
            }
        }
        let difference = relation.place_b(&points[1]) - relation.place_a(&points[0]);
        let reach = difference.dot(n);
        Ok(Local {
            points,
            difference,
            reach,
            slope: tangents.map(|t| difference.dot(&t)),
            second: [curvature[0] - reach, curvature[1], curvature[2] - reach],
        })
    }
}

/// The patches that bodies have where they reach farthest towards each other: that of B along `n`, that of A against it.
/// Also whether any is round.
fn patches_along(pair: &Pair<Any<'_>, Any<'_>>, n: &Vec3, hints: &mut Hints) -> ([Patch; 2], bool) {
    let (a, b) = pair.bodies();
    let relation = pair.relation();
    let patch = |body: Any<'_>, towards: Vec3, hint: &mut u32| match body.patch(&towards, false) {
        Some(patch) => (patch, true),
        None => (Patch::corner(body.support(&towards, hint)), false),
    };
    let (of_a, a_is_round) = patch(a, -relation.basis_a().tr_mul(n), &mut hints[0]);
    let (of_b, b_is_round) = patch(b, relation.basis_b().tr_mul(n), &mut hints[1]);
    ([of_a, of_b], a_is_round || b_is_round)
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
    let none = Piece { patches: [Patch::corner(Vec3::zeros()); 2], share: 0.0 };
    let mut pieces = Pieces { pieces: [none; MOST_PIECES], count: 0 };
    for (along, share) in simplex {
        let (patches, round) = patches_along(pair, along, hints);
        if !round {
            return None;
        }
        pieces.add(Piece { patches, share: *share });
    }
    let mut n = v / v.norm();
    let (mut last_gap, mut in_vain) = (f64::INFINITY, 0);
    for _ in 0..NEWTON_STEPS {
        let tangents = across(&n);
        let (patches, _) = patches_along(pair, &n, hints);
        let asked = Piece { patches, share: 0.0 };
        let support = asked.at(&n, &tangents, pair.relation()).ok()?;
        let known = pieces.find(&asked);
        let mut locals = [support; MOST_PIECES];
        for (i, piece) in pieces.as_slice().iter().enumerate() {
            if Some(i) != known {
                locals[i] = piece.at(&n, &tangents, pair.relation()).ok()?;
            }
        }
        let witness = witness(&pieces, &locals);
        let length = witness.difference.norm();
        let (lower, upper) = (-support.reach - goal.radius, length - goal.radius);
        if goal.wanted.is_met(lower, upper, goal.rounding) {
            // Others take the difference for the normal: planes across it shall be as far apart.
            let least = pair.support_against(&witness.difference, hints).difference();
            let lower = witness.difference.dot(&least) / length;
            if goal.wanted.is_met(lower - goal.radius, upper, goal.rounding) {
                return Some(Found { witness, lower });
            }
        }
        in_vain += u32::from(upper - lower > 0.5 * last_gap);
        last_gap = upper - lower;
        if in_vain > STEPS_IN_VAIN {
            return None;
        }
        if known.is_none() {
            pieces.add(asked);
            let place = pieces.find(&asked)?;
            locals[place] = support;
        }
        let [x, y] = step(&mut pieces, &locals)?;
        n += tangents[0] * x + tangents[1] * y;
        n /= n.norm();
    }
    None
}

/// The points of both bodies with the shares of the pieces.
fn witness(pieces: &Pieces, locals: &[Local; MOST_PIECES]) -> Witness {
    let zero = Vec3::zeros();
    let mut witness = Witness { local_a: zero, local_b: zero, difference: zero };
    for (piece, local) in pieces.as_slice().iter().zip(locals) {
        witness.local_a += local.points[0] * piece.share;
        witness.local_b += local.points[1] * piece.share;
        witness.difference -= local.difference * piece.share;
    }
    witness
}

/// One step of Newton's method across the present vector, from the pieces of which each has a share in it; the others go.
/// `None` where there is no such step.
fn step(pieces: &mut Pieces, locals: &[Local; MOST_PIECES]) -> Option<[f64; 2]> {
    let mut locals = *locals;
    loop {
        let count = pieces.count;
        let second = mean_second(pieces, &locals);
        let (delta, shares) = match count {
            1 => (negative(solved(&second, &locals[0].slope)), [1.0, 0.0, 0.0]),
            2 => along_crease(&second, &locals[0], &locals[1]),
            _ => into_corner(&second, &locals),
        };
        let least = (1..count).fold(0, |least, i| if shares[i] < shares[least] { i } else { least });
        if shares[least] < 0.0 && count > 1 {
            pieces.count -= 1;
            pieces.pieces[least] = pieces.pieces[count - 1];
            locals[least] = locals[count - 1];
            continue;
        }
        let length = (delta[0] * delta[0] + delta[1] * delta[1]).sqrt();
        let sum = shares[0] + shares[1] + shares[2];
        if !(length.is_finite() && sum.is_finite()) {
            return None;
        }
        for (piece, share) in pieces.pieces[..count].iter_mut().zip(shares) {
            piece.share = share;
        }
        let scale = if length > LONGEST_STEP { LONGEST_STEP / length } else { 1.0 };
        return Some(delta.map(|x| x * scale));
    }
}

/// So many steps may leave more than half of the gap between the bounds, since a piece was not known yet. More of them tell
/// of a place where patches are flat: GJK is quicker there.
const STEPS_IN_VAIN: u32 = 2;

/// Steps are no longer than this: beyond, a parabola says little about a function on a sphere.
const LONGEST_STEP: f64 = 0.5;

/// The second derivative of the Lagrangian: the mean of the pieces' by their shares. Positive definite, since where bodies
/// are apart the reach is negative.
fn mean_second(pieces: &Pieces, locals: &[Local; MOST_PIECES]) -> [f64; 3] {
    let sum: f64 = pieces.as_slice().iter().map(|piece| piece.share).sum();
    let mut second = [0.0; 3];
    for (piece, local) in pieces.as_slice().iter().zip(locals) {
        let weight = if sum > 0.0 { piece.share / sum } else { 1.0 / pieces.count as f64 };
        for (x, of_piece) in second.iter_mut().zip(local.second) {
            *x += weight * of_piece;
        }
    }
    second
}

fn dot(a: &[f64; 2], b: &[f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn minus(a: &[f64; 2], b: &[f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn negative(v: [f64; 2]) -> [f64; 2] {
    v.map(|x| -x)
}

/// The solution of a symmetric system.
fn solved([xx, xy, yy]: &[f64; 3], right: &[f64; 2]) -> [f64; 2] {
    let det = xx * yy - xy * xy;
    [(yy * right[0] - xy * right[1]) / det, (xx * right[1] - xy * right[0]) / det]
}

/// The step to the least place of a crease, where two pieces are equal, and their shares there.
fn along_crease(second: &[f64; 3], p: &Local, q: &Local) -> ([f64; 2], [f64; 3]) {
    let across = minus(&p.slope, &q.slope);
    let (of_q, of_across) = (solved(second, &q.slope), solved(second, &across));
    let share = (p.reach - q.reach - dot(&across, &of_q)) / dot(&across, &of_across);
    let delta = [0, 1].map(|i| -of_q[i] - share * of_across[i]);
    (delta, [share, 1.0 - share, 0.0])
}

/// The step to where three pieces are equal, and their shares there.
fn into_corner(second: &[f64; 3], [p, q, r]: &[Local; MOST_PIECES]) -> ([f64; 2], [f64; 3]) {
    let (d, e) = (minus(&p.slope, &r.slope), minus(&q.slope, &r.slope));
    let (f, g) = (r.reach - p.reach, r.reach - q.reach);
    let det = d[0] * e[1] - d[1] * e[0];
    let delta = [(f * e[1] - g * d[1]) / det, (g * d[0] - f * e[0]) / det];
    let [xx, xy, yy] = second;
    let rest = [-(xx * delta[0] + xy * delta[1] + r.slope[0]), -(xy * delta[0] + yy * delta[1] + r.slope[1])];
    let (first, other) = ((rest[0] * e[1] - rest[1] * e[0]) / det, (d[0] * rest[1] - d[1] * rest[0]) / det);
    (delta, [first, other, 1.0 - first - other])
}
