use super::Subalgorithm;
use super::distance::{Backup, Bound, End, MOST_ITERATIONS, Termination, distance};
use super::regions::{Library, Olvang};
use super::simplex::{DETERMINANTS, DOT_PRODUCTS, NEWEST, NOTHING, Simplex};
use crate::random::Random;
use solid_geometry::math::Vec3;

/// By how much v may be longer than the nearest point of the hull: a point of the hull is nearest if all points lie as far along
/// it (thesis, theorem 4.6).
fn excess(v: &Vec3, points: &[Vec3]) -> f64 {
    let least = points.iter().map(|p| p.dot(v)).fold(f64::INFINITY, f64::min);
    v.norm() - (least / v.norm()).max(0.0)
}

/// Adds points in the manner of GJK: each is nearer than the plane through the last nearest point.
fn descend<S: Subalgorithm>(cloud: &[Vec3]) -> (Vec3, S) {
    let mut simplex = S::default();
    let mut support =
        |d: &Vec3| *cloud.iter().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).expect("points");
    let start = cloud[0];
    let found = distance(&mut simplex, &mut support, start, &Termination::mended(1e-9, 1e-9));
    assert!(found.end != End::Capped, "{found:?}");
    (found.v, simplex)
}

fn judge<S: Subalgorithm>() -> Vec<Vec3> {
    let mut random = Random::new(61);
    let mut nearest = Vec::new();
    let mut enclosed = 0;
    for round in 0..500 {
        let shift = random.direction() * f64::from(round % 10);
        let cloud: Vec<Vec3> = (0..12).map(|_| random.in_cube(4.0) + shift).collect();
        let (v, simplex) = descend::<S>(&cloud);
        if simplex.is_full() {
            enclosed += 1;
            nearest.push(Vec3::zeros());
        } else {
            assert!(excess(&v, &cloud) <= 1e-8 * v.norm(), "{v:?} {}", excess(&v, &cloud));
            nearest.push(v);
        }
    }
    assert!((50..200).contains(&enclosed), "{enclosed}");
    nearest
}

#[test]
fn every_subalgorithm_finds_the_nearest_point_of_a_hull() {
    let all = [
        judge::<Simplex<NOTHING>>(),
        judge::<Simplex<DOT_PRODUCTS>>(),
        judge::<Simplex<DETERMINANTS>>(),
        judge::<Simplex<NEWEST>>(),
        judge::<Olvang>(),
        judge::<Library>(),
    ];
    for others in &all {
        for (v, w) in all[0].iter().zip(others) {
            assert!((v - w).norm() <= 1e-8 * (1.0 + v.norm()), "{v:?} {w:?}");
        }
    }
}

#[test]
fn what_is_kept_changes_no_bit_and_saves_arithmetic() {
    let mut random = Random::new(62);
    let mut sums = [[0; 3]; 4];
    for _ in 0..200 {
        let shift = random.direction() * 3.0;
        let cloud: Vec<Vec3> = (0..12).map(|_| random.in_cube(4.0) + shift).collect();
        let (first, a) = descend::<Simplex<NOTHING>>(&cloud);
        let (second, b) = descend::<Simplex<DOT_PRODUCTS>>(&cloud);
        let (third, c) = descend::<Simplex<DETERMINANTS>>(&cloud);
        let (fourth, d) = descend::<Simplex<NEWEST>>(&cloud);
        assert!([second, third, fourth].iter().all(|v| *v == first));
        for (sum, counts) in sums.iter_mut().zip([a.counts, b.counts, c.counts, d.counts]) {
            let here = [counts.dots, counts.determinants, counts.subsets];
            sum.iter_mut().zip(here).for_each(|(sum, n)| *sum += n);
        }
    }
    let [nothing, dots, determinants, newest] = sums;
    assert!(dots[0] < nothing[0] && dots[1..] == nothing[1..]);
    assert!(determinants[1] < dots[1] && determinants[2] == dots[2]);
    assert!(newest[2] < determinants[2] && newest[..2] == determinants[..2]);
}

#[test]
fn each_new_point_costs_the_dot_products_and_subsets_of_the_thesis() {
    let mut simplex = Simplex::<NEWEST>::default();
    let points = [[4.0, 0.1, 0.2], [3.0, 2.0, -1.0], [2.5, -2.0, -1.0], [2.0, 0.1, 3.0]];
    for (n, p) in points.iter().enumerate() {
        let before = simplex.counts;
        simplex.add(Vec3::from(*p)).expect("a subset");
        let size = simplex.points().count() as u64;
        // n + 1 dot products for n points before (4.4.3).
        assert!(simplex.counts.dots - before.dots <= n as u64 + 1);
        // At most 2^n subsets.
        assert!(simplex.counts.subsets - before.subsets <= 1 << n);
        assert!(size <= n as u64 + 1);
    }
}

#[test]
fn a_repeated_support_point_ends_the_mended_search_alone() {
    // A triangle whose nearest point is inside; the bound is never met.
    let corners =
        [Vec3::new(1.0, -1.0, -1.0), Vec3::new(1.0, 2.0, -1.0), Vec3::new(1.0, -1.0, 2.0)];
    let mut support =
        |d: &Vec3| *corners.iter().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).expect("points");
    let endless = Termination {
        bound: Bound::Absolute(-1.0),
        backup: Backup::Best,
        at_repetition: false,
        must_shrink: false,
    };
    let mut simplex = Simplex::<NEWEST>::default();
    let found = distance(&mut simplex, &mut support, corners[0], &endless);
    assert_eq!((found.end, found.iterations), (End::Capped, MOST_ITERATIONS));
    let ending = Termination { at_repetition: true, ..endless };
    let mut simplex = Simplex::<NEWEST>::default();
    let found = distance(&mut simplex, &mut support, corners[0], &ending);
    assert_eq!(found.end, End::Repeated);
    assert!((found.v - Vec3::x()).norm() < 1e-15 && found.iterations < 6);
}

#[test]
fn a_vector_that_does_not_shrink_ends_a_search_that_asks_for_it() {
    // No body: each point is farther away than the one before.
    let mut far = 1.0;
    let mut support = |_: &Vec3| {
        far += 1.0;
        Vec3::x() * far
    };
    let ending =
        Termination { must_shrink: true, at_repetition: false, ..Termination::mended(-10.0, 1e-9) };
    let found = distance(&mut Olvang::default(), &mut support, Vec3::x(), &ending);
    assert_eq!((found.end, found.v), (End::Grown, Vec3::x() * 2.0));
}

#[test]
fn four_points_around_the_origin_are_full() {
    let mut simplex = Simplex::<NEWEST>::default();
    let corners = [Vec3::repeat(-1.0), Vec3::x() * 4.0, Vec3::y() * 4.0, Vec3::z() * 4.0];
    for (i, corner) in corners.iter().enumerate() {
        simplex.add(*corner).expect("a subset");
        assert_eq!(simplex.is_full(), i == 3);
        assert!(simplex.had(corner) && !simplex.had(&Vec3::repeat(9.0)));
    }
}
