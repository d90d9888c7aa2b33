use super::{EndLists, Path};
use crate::random::Random;
use solid_geometry::math::{Aabb, Vec3};

fn overlap(a: &Aabb, b: &Aabb) -> bool {
    (0..3).all(|k| a.min[k] <= b.max[k] && b.min[k] <= a.max[k])
}

/// Whether two boxes meet on their paths: the times at which they overlap on the axes have one in common.
fn meet(a: &Path, b: &Path) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for k in 0..3 {
        let motion = a.motion[k] - b.motion[k];
        let (near, far) = (b.from.min[k] - a.from.max[k], b.from.max[k] - a.from.min[k]);
        let times = [near / motion, far / motion];
        first = first.max(times[0].min(times[1]));
        last = last.min(times[0].max(times[1]));
    }
    first <= last
}

#[test]
fn swaps_in_order_find_the_pairs_that_meet_in_space_and_time() {
    let mut random = Random::new(17);
    let mut paths: Vec<Path> = Vec::new();
    for _ in 0..60 {
        let (min, half) = (random.in_cube(10.0), Vec3::repeat(0.2 + random.unit()));
        paths.push(Path { from: Aabb { min, max: min + half }, motion: Vec3::zeros() });
    }
    let (mut lists, mut plain) = (EndLists::new(&paths), EndLists::new(&paths));
    let mut met = 0;
    for _ in 0..30 {
        paths.iter_mut().for_each(|path| path.motion = random.in_cube(3.0));
        let now: Vec<Aabb> = paths.iter().map(|path| path.from).collect();
        let next: Vec<Aabb> = paths.iter().map(|path| path.at(1.0)).collect();
        let pairs = || (0..60).flat_map(|b| (0..b).map(move |a| [a, b]));
        let sorted = |mut pairs: Vec<[usize; 2]>| {
            pairs.sort_unstable();
            pairs.dedup();
            pairs
        };
        let before = lists.overlapping();
        let expected = pairs().filter(|[a, b]| overlap(&now[*a], &now[*b]));
        assert_eq!(before, sorted(expected.collect()));
        assert_eq!(before, plain.overlapping());

        let mut began = Vec::new();
        lists.move_together(&paths, &mut began);
        assert!(began.is_sorted_by(|a, b| a.1 <= b.1));
        met += began.len();
        let found = before.into_iter().chain(began.into_iter().map(|(pair, _)| pair)).collect();
        let expected = pairs().filter(|[a, b]| meet(&paths[*a], &paths[*b]));
        assert_eq!(sorted(found), sorted(expected.collect()));

        plain.move_one_by_one(&now, &next, &mut Vec::new());
        paths.iter_mut().zip(&next).for_each(|(path, next)| path.from = *next);
        lists.correct(&next);
    }
    assert!(met > 100, "{met}");
}

#[test]
fn boxes_of_one_velocity_swap_nothing() {
    let mut random = Random::new(18);
    let path = |random: &mut Random| {
        let min = random.in_cube(10.0);
        Path { from: Aabb { min, max: min + Vec3::repeat(1.0) }, motion: Vec3::new(3.0, 2.0, 1.0) }
    };
    let paths: Vec<Path> = (0..100).map(|_| path(&mut random)).collect();
    let (now, next): (Vec<Aabb>, Vec<Aabb>) = paths.iter().map(|p| (p.from, p.at(1.0))).unzip();
    let (mut lists, mut plain) = (EndLists::new(&paths), EndLists::new(&paths));
    lists.move_together(&paths, &mut Vec::new());
    assert_eq!(lists.swaps, 0);
    // Moved one by one they pass those that have not moved yet.
    plain.move_one_by_one(&now, &next, &mut Vec::new());
    assert!(plain.swaps > 1000, "{}", plain.swaps);
}
