use crate::math::{Aabb, Vec3};
use solid_testing::Random;

fn points(random: &mut Random, n: usize) -> Vec<Vec3> {
    (0..n).map(|_| random.vector()).collect()
}

#[test]
fn the_least_box_around_points() {
    let random = &mut Random::new(11);
    for n in 1..30 {
        let set = points(random, n);
        let aabb = Aabb::around(&set);
        assert!(!aabb.is_empty());
        for axis in 0..3 {
            let along = set.iter().map(|p| p[axis]);
            assert_eq!(aabb.min[axis], along.clone().fold(f64::INFINITY, f64::min));
            assert_eq!(aabb.max[axis], along.fold(f64::NEG_INFINITY, f64::max));
        }
        let (front, back) = set.split_at(n / 2);
        assert_eq!(Aabb::around(front).join(&Aabb::around(back)), aabb);
    }
    assert!(Aabb::EMPTY.is_empty());
    assert!(Aabb::around(std::iter::empty::<Vec3>()).is_empty());
}

#[test]
fn overlap_is_that_of_closed_intervals() {
    let random = &mut Random::new(12);
    let mut touching = 0;
    for _ in 0..20_000 {
        let mut some = || {
            let min = Vec3::new(0.0, 0.0, 0.0).map(|_: f64| random.below(4) as f64);
            Aabb { min, max: min + Vec3::new(0.0, 0.0, 0.0).map(|_: f64| random.below(3) as f64) }
        };
        let (a, b) = (some(), some());
        // Coordinates are whole: the boxes meet if and only if they share a whole point.
        let shared = (0..3).all(|k| {
            (0..7).any(|x| {
                let x = x as f64;
                a.min[k] <= x && x <= a.max[k] && b.min[k] <= x && x <= b.max[k]
            })
        });
        assert_eq!(a.overlaps(&b), shared);
        assert_eq!(b.overlaps(&a), shared);
        touching += usize::from(shared && (0..3).any(|k| a.max[k] == b.min[k]));
        assert!(!a.overlaps(&Aabb::EMPTY));
    }
    assert!(touching > 1000);
}

#[test]
fn the_box_of_an_image_holds_it_and_touches_it() {
    let random = &mut Random::new(13);
    for _ in 0..500 {
        let aabb = Aabb::around(points(random, 4));
        let (basis, origin) = (random.matrix(), random.vector());
        let image = aabb.transformed(&basis, &origin);
        let corner = |i: usize| {
            let side = |k: usize| {
                if i >> k & 1 == 0 { aabb.min[k] } else { aabb.max[k] }
            };
            basis * Vec3::new(side(0), side(1), side(2)) + origin
        };
        let corners: Vec<Vec3> = (0..8).map(corner).collect();
        let exact = Aabb::around(&corners);
        assert!(
            (exact.min - image.min).abs().max() < 1e-14
                && (exact.max - image.max).abs().max() < 1e-14
        );
    }
}

#[test]
fn huge_boxes_have_a_centre() {
    let aabb = Aabb { min: Vec3::repeat(-1.5e308), max: Vec3::repeat(1.7e308) };
    assert!(aabb.center().iter().all(|x| (*x - 1e307).abs() < 1e294));
    assert!(aabb.half_extents().iter().all(|x| (*x - 1.6e308).abs() < 1e295));
}
