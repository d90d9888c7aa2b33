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
pub(super) const MOST_PIECES: usize = 3;

/// One of the smooth functions: a patch of A and one of B, and the share of their points in the closest ones.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub patches: [Patch; 2],
    pub share: f64,
}

/// A few pieces.
#[derive(Clone, Copy)]
pub(super) struct Pieces {
    pieces: [Piece; MOST_PIECES],
    count: usize,
    /// Where the least value is looked for.
    chart: Chart,
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
    pub fn new(chart: Chart) -> Pieces {
        let none = Piece { patches: [Patch::corner(Vec3::zeros()); 2], share: 0.0 };
        Pieces { pieces: [none; MOST_PIECES], count: 0, chart }
    }

    /// Adds a piece with a share, to an equal one if there is one; instead of that with the least share where there is
    /// no room.
    #[inline(never)]
    pub fn add(&mut self, piece: Piece) {
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

    #[inline(never)]
    pub fn find(&self, piece: &Piece) -> Option<usize> {
        self.pieces[..self.count].iter().position(|known| known.patches == piece.patches)
    }

    /// All pieces at a vector, and that along it.
    pub fn look(
        &self,
        pair: &Pair<Any<'_>, Any<'_>>,
        n: &Vec3,
        tangents: &[Vec3; 2],
        hints: &mut Hints,
    ) -> Result<Seen, Kink> {
        let (patches, _) = patches_along(pair, n, hints);
        let asked = Piece { patches, share: 0.0 };
        let support = asked.at(n, tangents, pair.relation())?;
        let known = self.find(&asked);
        let mut locals = [support; MOST_PIECES];
        for (i, piece) in self.as_slice().iter().enumerate() {
            if Some(i) != known {
                locals[i] = piece.at(n, tangents, pair.relation())?;
            }
        }
        Ok(Seen { asked, known, support, locals })
    }

    /// Adds the piece that was found along a vector, if it is new.
    pub fn include(
        &mut self,
        asked: &Piece,
        known: Option<usize>,
        support: &Local,
        locals: &mut [Local; MOST_PIECES],
    ) {
        if known.is_none() {
            self.add(*asked);
            if let Some(place) = self.find(asked) {
                locals[place] = *support;
            }
        }
    }

    pub fn as_slice(&self) -> &[Piece] {
        &self.pieces[..self.count]
    }
}

/// A piece's function at a unit vector: its value, and how that changes across the vector.
#[derive(Clone, Copy)]
pub(super) struct Local {
    /// The points of both bodies, in local coordinates, and their difference, that of B less that of A.
    pub points: [Vec3; 2],
    pub difference: Vec3,
    pub reach: f64,
    pub slope: [f64; 2],
    /// The second derivative on the plane across the vector: xx, xy, yy.
    pub curvature: [f64; 3],
}

/// Pieces as they are at a vector.
pub(super) struct Seen {
    /// The piece that reaches farthest, its place among the known ones, and what it is like here.
    pub asked: Piece,
    pub known: Option<usize>,
    pub support: Local,
    pub locals: [Local; MOST_PIECES],
}

/// Where a function has a kink, or is not known.
pub(super) struct Kink;

impl Piece {
    #[inline(never)]
    pub fn at(&self, n: &Vec3, tangents: &[Vec3; 2], relation: &Relation) -> Result<Local, Kink> {
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
        Ok(Local { points, difference, reach, slope: tangents.map(|t| difference.dot(&t)), curvature })
    }
}

/// The patches that bodies have where they reach farthest towards each other: that of B along `n`, that of A against it.
/// Also whether any is round.
pub(super) fn patches_along(
    pair: &Pair<Any<'_>, Any<'_>>,
    n: &Vec3,
    hints: &mut Hints,
) -> ([Patch; 2], bool) {
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
    let mut pieces = Pieces::new(Chart::Sphere);
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
        let Seen { asked, known, support, mut locals } = pieces.look(pair, &n, &tangents, hints).ok()?;
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
        pieces.include(&asked, known, &support, &mut locals);
        let [x, y] = step(&mut pieces, &locals)?;
        n += tangents[0] * x + tangents[1] * y;
        n /= n.norm();
    }
    None
}

/// The points of both bodies with the shares of the pieces.
#[inline(never)]
pub(super) fn witness(pieces: &Pieces, locals: &[Local; MOST_PIECES]) -> Witness {
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
#[inline(never)]
pub(super) fn step(pieces: &mut Pieces, locals: &[Local; MOST_PIECES]) -> Option<[f64; 2]> {
    let mut locals = *locals;
    loop {
        let count = pieces.count;
        let second = mean_second(pieces, &locals);
        let (delta, shares) = match count {
            1 => (downhill(&second, &locals[0].slope), [1.0, 0.0, 0.0]),
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

/// The second derivative of the Lagrangian: the mean of the pieces' by their shares. On the sphere it is positive definite,
/// since where bodies are apart the reach is negative.
#[inline(never)]
pub(super) fn mean_second(pieces: &Pieces, locals: &[Local; MOST_PIECES]) -> [f64; 3] {
    let sum: f64 = pieces.as_slice().iter().map(|piece| piece.share).sum();
    let mut second = [0.0; 3];
    for (piece, local) in pieces.as_slice().iter().zip(locals) {
        let weight = if sum > 0.0 { piece.share / sum } else { 1.0 / pieces.count as f64 };
        let radial = if pieces.chart == Chart::Sphere { local.reach } else { 0.0 };
        let [xx, xy, yy] = local.curvature;
        for (x, of_piece) in second.iter_mut().zip([xx - radial, xy, yy - radial]) {
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

/// The step to the least place of one piece, or down the slope where it has none.
fn downhill(second: &[f64; 3], slope: &[f64; 2]) -> [f64; 2] {
    let [xx, xy, yy] = second;
    if *xx > 0.0 && xx * yy > xy * xy {
        return negative(solved(second, slope));
    }
    let length = dot(slope, slope).sqrt();
    slope.map(|x| -x * LONGEST_STEP / length)
}

/// The solution of a symmetric system.
fn solved([xx, xy, yy]: &[f64; 3], right: &[f64; 2]) -> [f64; 2] {
    let det = xx * yy - xy * xy;
    [(yy * right[0] - xy * right[1]) / det, (xx * right[1] - xy * right[0]) / det]
}

/// The product of a symmetric matrix and a vector.
fn product([xx, xy, yy]: &[f64; 3], v: &[f64; 2]) -> [f64; 2] {
    [xx * v[0] + xy * v[1], xy * v[0] + yy * v[1]]
}

/// The step to the least place of a crease, where two pieces are equal, and their shares there.
fn along_crease(second: &[f64; 3], p: &Local, q: &Local) -> ([f64; 2], [f64; 3]) {
    let across = minus(&p.slope, &q.slope);
    let square = dot(&across, &across);
    // Onto the crease, then along it.
    let onto = across.map(|x| x * (q.reach - p.reach) / square);
    let along = [-across[1], across[0]];
    let bent = product(second, &along);
    let (rise, bend) = (dot(&q.slope, &along) + dot(&bent, &onto), dot(&bent, &along));
    let way = if bend > 0.0 { -rise / bend } else { -rise.signum() * LONGEST_STEP / square.sqrt() };
    let delta = [0, 1].map(|i| onto[i] + way * along[i]);
    let share = -(dot(&q.slope, &across) + dot(&product(second, &delta), &across)) / square;
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
