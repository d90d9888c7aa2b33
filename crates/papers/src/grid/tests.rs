use super::{Cells, Grid, Strategy, Work};
use crate::random::Random;
use solid_geometry::math::{Aabb, Vec3};

fn world() -> Aabb {
    Aabb { min: Vec3::repeat(-6.0), max: Vec3::repeat(6.0) }
}

fn all_grids(edge: f64) -> Vec<Grid> {
    let mut grids = Vec::new();
    for strategy in [Strategy::Touched, Strategy::Centre] {
        // So few lists that most hold several cells.
        for cells in [Cells::Array(world()), Cells::Hashed(1000), Cells::Hashed(16)] {
            grids.push(Grid::new(edge, strategy, cells));
        }
    }
    grids
}

#[test]
fn all_grids_find_the_pairs_of_brute_force() {
    let mut random = Random::new(51);
    for edge in [0.7, 2.0, 30.0] {
        let mut grids = all_grids(edge);
        let mut boxes: Vec<Aabb> = Vec::new();
        let mut found_any = 0;
        for frame in 0..20 {
            for object in 0..80 {
                if frame > 0 && random.unit() < 0.5 {
                    continue;
                }
                // Some beyond the world, some large.
                let size = if random.unit() < 0.1 { 6.0 } else { 1.0 };
                let half = Vec3::repeat(0.1 + random.unit()) * size / 2.0;
                let aabb = Aabb::from_center(random.in_cube(15.0), half);
                match boxes.get_mut(object) {
                    Some(old) => *old = aabb,
                    None => boxes.push(aabb),
                }
                grids.iter_mut().for_each(|grid| grid.place(object as u32, &aabb));
            }
            let mut expected = Vec::new();
            for a in 0..boxes.len() {
                let others = (a + 1..boxes.len()).filter(|b| boxes[a].overlaps(&boxes[*b]));
                expected.extend(others.map(|b| (a as u32, b as u32)));
            }
            found_any += expected.len();
            for grid in &grids {
                grid.validate();
                let (mut work, mut found) = (Work::default(), Vec::new());
                grid.pairs(&mut work, &mut |a, b| found.push((a, b)));
                found.sort_unstable();
                assert_eq!(found, expected, "{edge} {:?} {:?}", grid.strategy, grid.cells);
                assert!(work.tests >= found.len() as u64 && work.repeated <= work.tests);
                let mut of_one = Vec::new();
                grid.overlaps_of(7, &mut work, &mut |b| of_one.push(b));
                of_one.sort_unstable();
                let others = expected.iter().filter(|(a, b)| *a == 7 || *b == 7);
                assert_eq!(of_one, others.map(|(a, b)| a + b - 7).collect::<Vec<u32>>());
            }
        }
        assert!(found_any > 300, "{found_any}");
    }
}

#[test]
fn touching_boxes_on_both_sides_of_a_cell_wall_are_found() {
    for mut grid in all_grids(1.0) {
        let unit = |x: f64| Aabb { min: Vec3::new(x, 0.0, 0.0), max: Vec3::new(x + 1.0, 1.0, 1.0) };
        (0..5).for_each(|i| grid.place(i, &unit(f64::from(i))));
        let mut found = Vec::new();
        grid.pairs(&mut Work::default(), &mut |a, b| found.push((a, b)));
        found.sort_unstable();
        assert_eq!(found, [(0, 1), (1, 2), (2, 3), (3, 4)]);
    }
}

#[test]
fn a_touched_grid_repeats_tests_and_a_table_of_few_lists_has_strangers() {
    let mut random = Random::new(52);
    let mut counted = Vec::new();
    for mut grid in all_grids(0.5) {
        for object in 0..200 {
            grid.place(object, &Aabb::from_center(random.in_cube(10.0), Vec3::repeat(0.6)));
        }
        let mut work = Work::default();
        grid.pairs(&mut work, &mut |_, _| {});
        counted.push((grid.strategy, grid.cells, work));
        assert!(grid.memory() > 0);
    }
    for (strategy, cells, work) in counted {
        assert_eq!(work.repeated > 0, strategy == Strategy::Touched);
        assert_eq!(work.strangers > 0, matches!(cells, Cells::Hashed(_)), "{cells:?}");
    }
}
