//! The distance algorithm (thesis, algorithm 4.1), with its first termination and with that of 4.4.4.

use super::Subalgorithm;
use solid_geometry::math::Vec3;

/// The longest searches that end need some hundred support points.
pub const MOST_ITERATIONS: u32 = 2000;

/// When the vector v counts as near enough. `lower` is the largest lower bound of the distance so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// |v| - lower < e, or v = 0 (4.4.1).
    Absolute(f64),
    /// |v| - lower <= e |v|, or |v| <= the second (4.4.4).
    Relative(f64, f64),
}

/// What follows when the subalgorithm finds no subset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backup {
    /// The search goes on from the best subset (the original GJK).
    Best,
    /// The search ends with the vector before (4.4.4).
    Previous,
}

/// How a search ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Termination {
    /// When v is near enough.
    pub bound: Bound,
    /// When there is no subset.
    pub backup: Backup,
    /// Whether a support point that the last simplex had ends the search (4.4.4).
    pub at_repetition: bool,
    /// Whether a vector that is not shorter than the one before ends the search: only by rounding there is one (theorem 4.6).
    /// The thesis
    /// has no such condition; searches by regions need it.
    pub must_shrink: bool,
}

impl Termination {
    /// As the original GJK.
    pub const fn original(error: f64) -> Termination {
        Termination {
            bound: Bound::Absolute(error),
            backup: Backup::Best,
            at_repetition: false,
            must_shrink: false,
        }
    }

    /// As 4.4.4 has it.
    pub const fn mended(error: f64, zero: f64) -> Termination {
        Termination {
            bound: Bound::Relative(error, zero),
            backup: Backup::Previous,
            at_repetition: true,
            must_shrink: false,
        }
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// v is near enough.
    Near,
    /// v is zero, or the origin is in a tetrahedron.
    Zero,
    /// The support point was one of the last simplex.
    Repeated,
    /// The subalgorithm found no subset.
    NoSubset,
    /// The next vector was not shorter.
    Grown,
    /// After [`MOST_ITERATIONS`] support points.
    Capped,
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The point of A - B found nearest to the origin.
    pub v: Vec3,
    /// How it ended.
    pub end: End,
    /// Support points.
    pub iterations: u32,
    /// Where the backup procedure was called: by how much its best vector differs in length from the vector before, at most,
    /// relative to it.
    pub backup_gain: Option<f64>,
}

/// The point of A - B nearest to the origin, from any point of A - B.
pub fn distance<S: Subalgorithm>(
    simplex: &mut S,
    support: &mut impl FnMut(&Vec3) -> Vec3,
    start: Vec3,
    termination: &Termination,
) -> Found {
    let Termination { bound, backup, at_repetition, must_shrink } = *termination;
    let mut found = Found { v: start, end: End::Capped, iterations: 0, backup_gain: None };
    let mut lower: f64 = 0.0;
    loop {
        let length = found.v.norm();
        let zero = if let Bound::Relative(_, zero) = bound { zero } else { 0.0 };
        if length <= zero || simplex.is_full() {
            return Found { end: End::Zero, ..found };
        }
        if found.iterations == MOST_ITERATIONS {
            return found;
        }
        found.iterations += 1;
        let w = support(&-found.v);
        lower = lower.max(found.v.dot(&w) / length);
        let is_near = match bound {
            Bound::Absolute(error) => length - lower < error,
            Bound::Relative(error, _) => length - lower <= error * length,
        };
        if is_near {
            return Found { end: End::Near, ..found };
        }
        if at_repetition && simplex.had(&w) {
            return Found { end: End::Repeated, ..found };
        }
        found.v = match simplex.add(w) {
            // The first vector need not be in the hull of the simplex, which was empty.
            Some(v) if must_shrink && found.iterations > 1 && v.norm() >= length => {
                return Found { end: End::Grown, ..found };
            }
            Some(v) => v,
            None => {
                let best = simplex.back_up();
                let gain = best.map_or(0.0, |best| (best.norm() - length).abs() / length);
                found.backup_gain = Some(found.backup_gain.map_or(gain, |most| most.max(gain)));
                match best {
                    Some(best) if backup == Backup::Best => best,
                    _ => return Found { end: End::NoSubset, ..found },
                }
            }
        };
    }
}
