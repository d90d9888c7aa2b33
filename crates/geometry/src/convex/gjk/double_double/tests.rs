//! The simplex solver, driven as GJK drives it, against the exact distance of a hull of whole points from the origin.

use super::{Closest, Simplex, difference, dot, square};
use crate::convex::gjk::nearest::{Nearest, NearestSimplex};
use crate::convex::pair::SupportPoint;
use crate::math::Vec3;
use crate::math::scalar::Dd;
use crate::math::tolerance::VOLUME_ROUNDING;
use solid_testing::Random;

type Whole = [i128; 3];

fn minus(a: &Whole, b: &Whole) -> Whole {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot_of(a: &Whole, b: &Whole) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: &Whole, b: &Whole) -> Whole {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn determinant(a: &Whole, b: &Whole, c: &Whole) -> i128 {
    dot_of(a, &cross(b, c))
}

/// Whether the origin is in the closed tetrahedron, which must not be flat.
fn in_tetrahedron([a, b, c, d]: [&Whole; 4]) -> bool {
    let whole = determinant(&minus(b, a), &minus(c, a), &minus(d, a)).signum();
    let parts =
        [determinant(b, c, d), -determinant(a, c, d), determinant(a, b, d), -determinant(a, b, c)];
    whole != 0 && parts.iter().all(|part| part.signum() * whole >= 0)
}

/// The squared distance of the points' hull from the origin: by Caratheodory's theorem that of one of its simplices.
fn exact(points: &[Whole]) -> f64 {
    let ratio = |n: i128, d: i128| n as f64 / d as f64;
    let mut least = f64::INFINITY;
    for (i, a) in points.iter().enumerate() {
        least = least.min(dot_of(a, a) as f64);
        for (j, b) in points[..i].iter().enumerate() {
            let edge = minus(b, a);
            let at = -dot_of(a, &edge);
            if at > 0 && at < dot_of(&edge, &edge) {
                let area = cross(a, b);
                least = least.min(ratio(dot_of(&area, &area), dot_of(&edge, &edge)));
            }
            for (k, c) in points[..j].iter().enumerate() {
                let normal = cross(&edge, &minus(c, a));
                let inside = [(a, b), (b, c), (c, a)]
                    .iter()
                    .all(|(p, q)| dot_of(&normal, &cross(p, q)) >= 0);
                if normal != [0; 3] && inside {
                    let volume = determinant(a, b, c);
                    least = least.min(ratio(volume * volume, dot_of(&normal, &normal)));
                }
                if points[..k].iter().any(|d| in_tetrahedron([a, b, c, d])) {
                    return 0.0;
                }
            }
        }
    }
    least
}

/// A simplex, as it is driven here: in either precision.
trait Solver {
    /// The rounding of its numbers.
    const ROUNDING: f64;
    fn new() -> Self;
    /// Adds a point, and returns whether the four of them enclose the origin; `None` if that led no closer.
    fn add(&mut self, p: &Whole, largest: f64) -> Option<bool>;
    /// The squared distance of the closest point.
    fn square(&self) -> f64;
    /// The dot product of a point and the closest one.
    fn along(&self, p: &Whole) -> f64;
    /// How far that is beyond the point, along the closest one.
    fn gap(&self, p: &Whole) -> f64;
}

fn support_point(p: &Whole) -> SupportPoint {
    let a = Vec3::from(p.map(|x| x as f64));
    SupportPoint { local_a: a, local_b: Vec3::zeros(), a, b: Vec3::zeros() }
}

impl Solver for Simplex {
    const ROUNDING: f64 = Dd::ROUNDING;

    fn new() -> Self {
        Simplex::new()
    }

    fn add(&mut self, p: &Whole, _: f64) -> Option<bool> {
        let point = support_point(p);
        let result = Simplex::add(self, &point, difference(&point, None));
        if result != Closest::Unchanged {
            let sum = self.slots().fold(Dd::ZERO, |sum, i| {
                assert!(self.barycentric[i] > Dd::ZERO, "no point counts against another");
                sum + self.barycentric[i]
            });
            assert!((sum - Dd::ONE).to_f64().abs() <= 16.0 * Dd::ROUNDING, "the sum is one");
        }
        (result != Closest::Unchanged).then_some(result == Closest::Enclosed)
    }

    fn square(&self) -> f64 {
        square(&self.closest()).to_f64()
    }

    fn along(&self, p: &Whole) -> f64 {
        dot(&self.closest(), &difference(&support_point(p), None)).to_f64()
    }

    fn gap(&self, p: &Whole) -> f64 {
        let v = self.closest();
        (square(&v) - dot(&v, &difference(&support_point(p), None))).to_f64()
    }
}

/// The simplex of distances, and its closest point.
struct Plain(NearestSimplex, Vec3);

impl Solver for Plain {
    const ROUNDING: f64 = crate::math::tolerance::ROUNDING;

    fn new() -> Self {
        Plain(NearestSimplex::default(), Vec3::zeros())
    }

    fn add(&mut self, p: &Whole, largest: f64) -> Option<bool> {
        let point = support_point(p);
        let (w, reach) = (point.difference(), largest.sqrt());
        if self.0.contains(&w) {
            return None;
        }
        let least = VOLUME_ROUNDING * reach * largest;
        match self.0.add(&point, w, &w, least) {
            Nearest::Outside(v) => {
                self.1 = v;
                Some(false)
            }
            Nearest::Enclosed => Some(true),
            Nearest::Undecided => None,
        }
    }

    fn square(&self) -> f64 {
        self.1.norm_squared()
    }

    fn along(&self, p: &Whole) -> f64 {
        self.1.dot(&support_point(p).a)
    }

    fn gap(&self, p: &Whole) -> f64 {
        self.square() - self.along(p)
    }
}

/// The squared distance by the solver; `None` if it gave up.
fn by_solver<S: Solver>(points: &[Whole]) -> Option<f64> {
    let largest = points.iter().map(|p| dot_of(p, p)).max()? as f64;
    let mut solver = S::new();
    assert_eq!(solver.add(&points[0], largest), Some(false));
    let mut last = f64::INFINITY;
    for _ in 0..200 {
        let least = points.iter().min_by(|a, b| solver.along(a).total_cmp(&solver.along(b)))?;
        let square = solver.square();
        // What rounding can make of nothing, as GJK has it, and of the dot product.
        if square <= (16.0 * S::ROUNDING).powi(2) * largest {
            return Some(0.0);
        }
        let noise = 16.0 * S::ROUNDING * (square * largest).sqrt();
        if solver.gap(least) <= noise || square >= last {
            return Some(square.min(last));
        }
        last = square;
        match solver.add(least, largest) {
            Some(true) => return Some(0.0),
            Some(false) => {}
            None => return Some(square),
        }
    }
    None
}

/// Sets of points: few or many, coarse coordinates or fine ones, flat and thin and repeated.
fn points(random: &mut Random, round: usize) -> Vec<Whole> {
    let n = 1 + random.below(7);
    let bits = [1, 2, 3, 8, 16, 20][round % 6];
    let far = if round.is_multiple_of(3) { random.whole(bits + 2) } else { 0 };
    let mut set: Vec<Whole> = Vec::new();
    for _ in 0..n {
        let mut p = [0; 3].map(|_: i128| i128::from(random.whole(bits)));
        p[0] += i128::from(far);
        match round % 5 {
            1 => p[2] = p[0] + p[1],
            2 => p = [p[0], 2 * p[0] + 1, -p[0]],
            3 => p[1] /= 1 << (bits / 2),
            _ => {}
        }
        set.push(p);
    }
    if n > 2 && round.is_multiple_of(7) {
        set[n - 1] = set[0];
    }
    set
}

fn agree<S: Solver>(rounds: usize, seed: u64, tolerance: f64) {
    let random = &mut Random::new(seed);
    let (mut hits, mut misses) = (0, 0);
    for round in 0..rounds {
        let set = points(random, round);
        let due = exact(&set);
        let result = by_solver::<S>(&set).unwrap_or_else(|| panic!("no end: {set:?}"));
        let largest = set.iter().map(|p| dot_of(p, p)).max().unwrap_or(0) as f64;
        assert!((result - due).abs() <= tolerance * largest, "{set:?}: {result}, not {due}");
        if due == 0.0 { hits += 1 } else { misses += 1 }
    }
    assert!(hits > rounds / 20 && misses > rounds / 20, "{hits} {misses}");
}

#[test]
fn distances_in_double_precision() {
    agree::<Plain>(60_000, 41, 1e-12);
}

#[test]
fn distances_in_double_double_precision() {
    // The exact distance is known to double precision only.
    agree::<Simplex>(20_000, 42, 4e-16);
}

#[test]
fn one_point_is_its_own_closest() {
    let mut simplex = Simplex::new();
    let add = |simplex: &mut Simplex, p: Whole| Solver::add(simplex, &p, 9.0);
    let closest = |simplex: &Simplex| super::to_f64(&simplex.closest());
    assert_eq!(add(&mut simplex, [1, -2, 2]), Some(false));
    assert_eq!(closest(&simplex), Vec3::new(1.0, -2.0, 2.0));
    assert_eq!(simplex.largest_length2(), 9.0);
    assert_eq!(add(&mut simplex, [1, -2, 2]), None);
    // A nearer point behind it takes its place.
    assert_eq!(add(&mut simplex, [-1, -2, 2]), Some(false));
    assert_eq!(closest(&simplex), Vec3::new(0.0, -2.0, 2.0));
    assert_eq!(simplex.members, 3);
}
