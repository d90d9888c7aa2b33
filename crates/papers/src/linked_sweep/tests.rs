use super::LinkedSweep;
use crate::random::Random;
use solid_geometry::math::{Aabb, Vec3};

fn brute_force(boxes: &[Aabb]) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for a in 0..boxes.len() {
        let others = (a + 1..boxes.len()).filter(|b| boxes[a].overlaps(&boxes[*b]));
        pairs.extend(others.map(|b| (a as u32, b as u32)));
    }
    pairs
}

#[test]
fn moved_boxes_have_the_pairs_of_brute_force() {
    let mut random = Random::new(31);
    // Coordinates on a lattice: ends are often equal.
    let mut any = |whole: bool| {
        let (center, half) = (random.in_cube(12.0), Vec3::repeat(0.5 + 2.0 * random.unit()));
        let round = |v: Vec3| if whole { v.map(f64::round) } else { v };
        Aabb { min: round(center - half), max: round(center + half) }
    };
    let mut boxes: Vec<Aabb> = (0..60).map(|i| any(i % 2 == 0)).collect();
    let mut sweep = LinkedSweep::new(&boxes);
    sweep.validate();
    assert!(sweep.pairs().iter().copied().eq(brute_force(&boxes)));
    let mut sum = 0;
    for step in 0..400_u32 {
        let number = (step * 7) % 60;
        boxes[number as usize] = any(step.is_multiple_of(3));
        sweep.place(number, &boxes[number as usize]);
        sweep.validate();
        let expected = brute_force(&boxes);
        assert!(sweep.pairs().iter().copied().eq(expected.iter().copied()), "{step}");
        sum += expected.len();
    }
    assert!(sum > 10_000 && sweep.changes > 1000 && sweep.swaps > 5000, "{sum}");
}

#[test]
fn a_box_that_passes_nothing_swaps_nothing() {
    let cube = |x: f64| Aabb { min: Vec3::new(x, 0.0, 0.0), max: Vec3::new(x + 1.0, 1.0, 1.0) };
    let boxes: Vec<Aabb> = (0..1000).map(|i| cube(f64::from(3 * i))).collect();
    let mut sweep = LinkedSweep::new(&boxes);
    sweep.place(500, &cube(1500.5));
    assert_eq!((sweep.swaps, sweep.pairs().len()), (0, 0));
    // Up to the next, past its least end.
    sweep.place(500, &cube(1502.0));
    assert_eq!((sweep.swaps, sweep.pairs().len()), (1, 1));
    sweep.place(500, &cube(1506.5));
    sweep.validate();
    // Of box 501 both ends with both own ends, of 502 two more; apart from 501, over 502.
    assert!(sweep.pairs().iter().eq(&[(500, 502)]), "{:?}", sweep.pairs());
}
