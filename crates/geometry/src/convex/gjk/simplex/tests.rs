//! The simplex solver, driven as GJK drives it, against the exact distance of a hull of whole points from the origin.

use crate::convex::gjk::simplex::{Closest, Simplex};
use crate::math::scalar::{Dd, Scalar};
use solid_testing::Random;

type Whole = [i128; 3];

fn minus(a: &Whole, b: &Whole) -> Whole {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: &Whole, b: &Whole) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: &Whole, b: &Whole) -> Whole {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn determinant(a: &Whole, b: &Whole, c: &Whole) -> i128 {
    dot(a, &cross(b, c))
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
        least = least.min(dot(a, a) as f64);
        for (j, b) in points[..i].iter().enumerate() {
            let edge = minus(b, a);
            let at = -dot(a, &edge);
            if at > 0 && at < dot(&edge, &edge) {
                let area = cross(a, b);
                least = least.min(ratio(dot(&area, &area), dot(&edge, &edge)));
            }
            for (k, c) in points[..j].iter().enumerate() {
                let normal = cross(&edge, &minus(c, a));
                let inside =
                    [(a, b), (b, c), (c, a)].iter().all(|(p, q)| dot(&normal, &cross(p, q)) >= 0);
                if normal != [0; 3] && inside {
                    let volume = determinant(a, b, c);
                    least = least.min(ratio(volume * volume, dot(&normal, &normal)));
                }
                if points[..k].iter().any(|d| in_tetrahedron([a, b, c, d])) {
                    return 0.0;
                }
            }
        }
    }
    least
}

/// The squared distance by the solver; `None` if it gave up.
fn by_solver<S: Scalar>(points: &[Whole]) -> Option<S> {
    let zero = S::from_f64(0.0);
    let inner = |a: &[S; 3], b: &[S; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let to_scalar = |p: &Whole| p.map(|x| S::from_f64(x as f64));
    let largest = points.iter().map(|p| dot(p, p)).max()? as f64;
    let mut simplex = Simplex::<S>::new();
    assert_eq!(simplex.add(to_scalar(&points[0])), Closest::Outside);
    for _ in 0..200 {
        let v = simplex.closest();
        let along = |p: &Whole| inner(&v, &to_scalar(p));
        let least =
            points.iter().min_by(|a, b| along(a).partial_cmp(&along(b)).expect("numbers"))?;
        let (square, new) = (inner(&v, &v), to_scalar(least));
        // What rounding can make of nothing, as GJK has it, and of the dot product.
        if square.to_f64() <= (16.0 * S::ROUNDING).powi(2) * largest {
            return Some(zero);
        }
        let noise = 16.0 * S::ROUNDING * (square.to_f64() * largest).sqrt();
        if simplex.contains(&new) || (square - along(least)).to_f64() <= noise {
            return Some(square);
        }
        let before = simplex.feature();
        let four = before.0.count_ones() == 3;
        let mut closest = simplex.add(new);
        if closest == Closest::Undecided {
            let corners = simplex.points().map(|p| p.map(|x| x.to_f64() as i128));
            if four && in_tetrahedron(corners.each_ref()) {
                return Some(zero);
            }
            closest = simplex.add_thoroughly(before);
        }
        match closest {
            Closest::Enclosed => return Some(zero),
            Closest::Undecided => return Some(square),
            Closest::Outside => {}
        }
        let shares = simplex.shares();
        let members = (0..4).filter(|i| simplex.members() >> i & 1 == 1);
        let sum = members.fold(zero, |sum, i| {
            assert!(shares[i] > zero, "a member's share is positive");
            sum + shares[i]
        });
        assert!((sum - S::from_f64(1.0)).to_f64().abs() <= 16.0 * S::ROUNDING, "shares sum to one");
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

fn agree<S: Scalar>(rounds: usize, seed: u64, tolerance: f64) {
    let random = &mut Random::new(seed);
    let (mut hits, mut misses) = (0, 0);
    for round in 0..rounds {
        let set = points(random, round);
        let due = exact(&set);
        let told = by_solver::<S>(&set).unwrap_or_else(|| panic!("no end: {set:?}")).to_f64();
        let largest = set.iter().map(|p| dot(p, p)).max().unwrap_or(0) as f64;
        assert!((told - due).abs() <= tolerance * largest, "{set:?}: {told}, not {due}");
        if due == 0.0 { hits += 1 } else { misses += 1 }
    }
    assert!(hits > rounds / 20 && misses > rounds / 20, "{hits} {misses}");
}

#[test]
fn distances_in_double_precision() {
    agree::<f64>(60_000, 41, 1e-12);
}

#[test]
fn distances_in_double_double_precision() {
    // The exact distance is known to double precision only.
    agree::<Dd>(20_000, 42, 4e-16);
}

#[test]
fn one_point_is_its_own_closest() {
    let mut simplex = Simplex::<f64>::default();
    assert_eq!(simplex.free_slot(), 0);
    assert_eq!(simplex.add([1.0, -2.0, 2.0]), Closest::Outside);
    assert_eq!(simplex.closest(), [1.0, -2.0, 2.0]);
    assert_eq!(simplex.largest_length2(), 9.0);
    assert!(simplex.contains(&[1.0, -2.0, 2.0]) && !simplex.contains(&[1.0, 2.0, 2.0]));
    // A nearer point behind it takes its place.
    assert_eq!(simplex.add([-1.0, -2.0, 2.0]), Closest::Outside);
    assert_eq!(simplex.closest(), [0.0, -2.0, 2.0]);
    assert_eq!(simplex.members(), 3);
}
