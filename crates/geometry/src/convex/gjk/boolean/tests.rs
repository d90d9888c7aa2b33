//! The quick search against the one with all means, which is held against exact arithmetic elsewhere.

use super::{search, stalled};
use crate::convex::distance::distance;
use crate::convex::gjk::{GjkResult, Status};
use crate::convex::pair::Pair;
use crate::convex::relative::RelativePlacement;
use crate::math::placement::rotation;
use crate::math::scalar::Dd;
use crate::math::tolerance::{ROUNDING, VOLUME_ROUNDING};
use crate::math::{Mat3, Placement, Vec3};
use crate::shape::{Polytope, Primitive, Support};
use solid_testing::Random;

fn place(random: &mut Random, reach: f64) -> Placement {
    let scale = Mat3::from_diagonal(&Vec3::zeros().map(|_: f64| 1.0 + 0.5 * random.signed()));
    Placement { basis: rotation(&random.quaternion()) * scale, origin: random.vector() * reach }
}

fn primitives() -> [Primitive; 5] {
    [
        Primitive::Box(Vec3::new(0.5, 0.8, 0.3)),
        Primitive::Ellipsoid(Vec3::new(0.3, 0.9, 0.5)),
        Primitive::Cone { radius: 0.6, half_height: 0.7 },
        Primitive::Cylinder { radius: 0.4, half_height: 0.8 },
        Primitive::Round { half: Vec3::new(0.5, 0.0, 0.2), radius: 0.3 },
    ]
}

/// What the runs of one kind of pair came to.
#[derive(Default, Debug)]
struct Tally {
    apart: u32,
    enclosed: u32,
    open: u32,
    /// Of those left open, the ones that used up their iterations.
    capped: u32,
}

impl Tally {
    fn add(&mut self, ending: &GjkResult) {
        match ending.status {
            Status::Apart => self.apart += 1,
            Status::Enclosed => self.enclosed += 1,
            _ => self.open += 1,
        }
        self.capped += u32::from(ending.status == Status::Capped);
    }
}

/// Holds the search of a pair against the answer where that is known.
fn check<A: Support, B: Support>(
    (a, p): (&A, &Placement),
    (b, q): (&B, &Placement),
    hit: Option<bool>,
    tally: &mut Tally,
) {
    let relative = RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q)
        .expect("in range");
    let pair = Pair::new(a, b, &relative);
    let ending = search(&pair, &mut [0; 2]);
    tally.add(&ending);
    match ending.status {
        Status::Apart => {
            let along =
                ending.axis.dot(&pair.support_against(&ending.axis, &mut [0; 2]).difference());
            assert!(along > 0.0, "the axis separates");
            assert_ne!(hit, Some(true));
        }
        Status::Enclosed => assert_ne!(hit, Some(false)),
        _ => {}
    }
}

/// From the second body to the first by the distance algorithm; zero where they overlap.
fn between<A: Support, B: Support>(a: &A, p: &Placement, b: &B, q: &Placement) -> Vec3 {
    let relative = RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q)
        .expect("in range");
    distance(a, b, &relative, 1e-12, &mut [0; 2]).witness.difference
}

/// Random pairs, half of them brought near contact by their distance.
fn run<A: Support, B: Support>(random: &mut Random, a: &A, b: &B, rounds: u32) -> Tally {
    let mut tally = Tally::default();
    for round in 0..rounds {
        let (p, mut q) = (place(random, 1.2), place(random, 1.2));
        let mut gap = between(a, &p, b, &q);
        if round % 2 == 0 && gap != Vec3::zeros() {
            let left = [1e-12, 1e-9, 1e-6, 1e-3][random.below(4)] * random.signed();
            q.origin += gap * (1.0 - left / gap.norm());
            gap = between(a, &p, b, &q);
        }
        let hit =
            if gap.norm() > 1e-11 { Some(false) } else { (gap == Vec3::zeros()).then_some(true) };
        check((a, &p), (b, &q), hit, &mut tally);
    }
    tally
}

#[test]
fn answers_are_those_of_all_means() {
    let random = &mut Random::new(61);
    for a in primitives() {
        for b in primitives() {
            let tally = run(random, &a, &b, 2400);
            assert!(tally.apart > 600 && tally.enclosed > 300, "{a:?} {b:?} {tally:?}");
            assert!(tally.open < 700, "most are settled: {a:?} {b:?} {tally:?}");
        }
    }
}

#[test]
fn polytopes_and_flat_ones() {
    let random = &mut Random::new(62);
    for vertices in [1, 2, 3, 4, 6, 20, 100] {
        for other in [3, 4, 20] {
            let hull = |random: &mut Random, n| {
                Polytope::new(&(0..n).map(|_| random.vector().normalize()).collect::<Vec<_>>())
            };
            let (a, b) = (hull(random, vertices), hull(random, other));
            let tally = run(random, &a, &b, 1600);
            assert!(tally.apart > 50, "{vertices} {other} {tally:?}");
            assert!(
                vertices < 4 || other < 4 || tally.enclosed > 50,
                "{vertices} {other} {tally:?}"
            );
        }
    }
}

#[test]
fn what_cannot_be_told_is_left_open() {
    let cube = Primitive::Box(Vec3::repeat(0.5));
    let at = |x: f64, y: f64| Placement { origin: Vec3::new(x, y, 0.0), ..Placement::IDENTITY };
    for (x, y) in [(1.0, 0.0), (1.0, 1.0), (1.0, 0.3), (0.0, 1.0)] {
        let relative = RelativePlacement::new(
            &cube.absolute_extents(),
            &Placement::IDENTITY,
            &cube.absolute_extents(),
            &at(x, y),
        )
        .expect("in range");
        let pair = Pair::new(&cube, &cube, &relative);
        let ending = search(&pair, &mut [0; 2]);
        assert!(!matches!(ending.status, Status::Apart | Status::Enclosed), "touching: {ending:?}");
    }
    let relative = RelativePlacement::new(
        &cube.absolute_extents(),
        &Placement::IDENTITY,
        &cube.absolute_extents(),
        &Placement::IDENTITY,
    );
    let ending = search(&Pair::new(&cube, &cube, &relative.expect("in range")), &mut [0; 2]);
    assert_ne!(ending.status, Status::Apart);
}

#[test]
fn the_cap_is_never_met_in_general_position() {
    let random = &mut Random::new(63);
    for a in primitives() {
        for b in primitives() {
            let mut tally = Tally::default();
            for _ in 0..8000 {
                let (p, q) = (place(random, 1.2), place(random, 1.2));
                check((&a, &p), (&b, &q), None, &mut tally);
            }
            assert_eq!((tally.capped, tally.open), (0, 0), "{a:?} {b:?} {tally:?}");
        }
    }
}

/// The volumes that the origin makes with three of four points each, with twice the digits.
fn volumes(points: &[Vec3; 4]) -> [Dd; 4] {
    let points = points.map(|point| [point.x, point.y, point.z].map(Dd::from));
    [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]].map(|face| {
        let [a, b, c] = face.map(|i| points[i]);
        let minor = |i: usize, j: usize| b[i] * c[j] - b[j] * c[i];
        a[0] * minor(1, 2) + a[1] * minor(2, 0) + a[2] * minor(0, 1)
    })
}

/// Slivers near the origin: a tetrahedron that is reported to enclose it does so wherever its points are within their rounding.
#[test]
fn thin_tetrahedra_enclose_the_origin_wherever_their_points_may_be() {
    let mut random = Random::new(77);
    let (mut enclosing, mut news, mut open) = (0, 0, 0);
    for _ in 0..20_000 {
        let [thin, flat] = [0, 1].map(|_| 10_f64.powf(-8.0 * (0.5 + 0.5 * random.signed())));
        let turn = rotation(&random.quaternion());
        let corners: [Vec3; 4] = std::array::from_fn(|_| {
            turn * random.vector().component_mul(&Vec3::new(1.0, thin, flat * thin))
        });
        // Mostly within, by unequal shares.
        let shares: [f64; 4] = std::array::from_fn(|_| (0.5 + 0.5 * random.signed()) - 0.02);
        let sum: f64 = shares.iter().sum();
        let inner = corners
            .iter()
            .zip(shares)
            .fold(Vec3::zeros(), |p, (corner, share)| p + corner * (share / sum));
        let points = corners.map(|corner| corner - inner);
        let reach = 10_f64.powf(3.0 * (0.5 + 0.5 * random.signed()));
        if stalled(&points, reach) != Status::Enclosed {
            open += 1;
            continue;
        }
        enclosing += 1;
        let longest2 = points.iter().map(Vec3::norm_squared).fold(0.0, f64::max);
        let least = VOLUME_ROUNDING * reach * longest2;
        news += u32::from(volumes(&points).iter().any(|volume| volume.to_f64().abs() <= least));
        for _ in 0..20 {
            let moved = points
                .map(|point| point + random.vector().map(|x| x.signum() * 8.0 * ROUNDING * reach));
            let volumes = volumes(&moved).map(|volume| volume.to_f64());
            assert!(
                volumes.iter().all(|volume| *volume > 0.0)
                    || volumes.iter().all(|volume| *volume < 0.0),
                "{points:?} {reach} {volumes:?}"
            );
        }
    }
    assert!(enclosing > 1000 && news > 100 && open > 1000, "{enclosing} {news} {open}");
}
