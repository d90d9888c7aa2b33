//! Where in a region a function is greatest that changes no faster than its argument moves: branch and bound over boxes.

use std::collections::BinaryHeap;

use crate::interrupt::Pace;
use crate::math::{Aabb, Vec3};

/// A value and its place.
pub(super) type Found = (f64, Vec3);

/// A box, and a bound on the values in it.
struct Cell {
    bound: f64,
    number: u32,
    around: Aabb,
}

impl PartialEq for Cell {
    fn eq(&self, other: &Cell) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Cell {}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Cell) -> std::cmp::Ordering {
        self.bound.total_cmp(&other.bound).then(other.number.cmp(&self.number))
    }
}

/// How often the last steps are halved: to a ten millionth part of the region.
const HALVINGS: u32 = 20;

/// The largest value that was found, starting with `best`, when no other is larger by more than a part of it, or all steps are done.
///
/// At a point the function has a value, and how far the point is from where it counts: no more than 0 where it does.
pub(super) fn farthest(
    region: &Aabb,
    mut best: Option<Found>,
    part: f64,
    steps: u32,
    mut at: impl FnMut(&Vec3) -> Option<(f64, f64)>,
) -> Option<Found> {
    let mut cells = BinaryHeap::new();
    let mut number = 0;
    let mut pace = Pace::default();
    let mut add = |cells: &mut BinaryHeap<Cell>, best: &mut Option<Found>, around: Aabb| {
        pace.step();
        let (center, radius) = (around.center(), around.half_extents().norm());
        let Some((value, away)) = at(&center) else { return };
        if away <= 0.0 && best.is_none_or(|(most, _)| value > most) {
            *best = Some((value, center));
        }
        if away <= radius {
            number += 1;
            cells.push(Cell { bound: value + radius, number, around });
        }
    };
    add(&mut cells, &mut best, *region);
    for _ in 0..steps {
        let Some(cell) = cells.pop() else { break };
        if best.is_some_and(|(most, _)| cell.bound <= most + part * most.abs()) {
            break;
        }
        let half = cell.around.half_extents();
        let axis = (0..3).fold(0, |most, axis| if half[axis] > half[most] { axis } else { most });
        let middle = cell.around.center()[axis];
        let [mut low, mut high] = [cell.around; 2];
        (low.max[axis], high.min[axis]) = (middle, middle);
        add(&mut cells, &mut best, low);
        add(&mut cells, &mut best, high);
    }
    best.map(|found| climb(region, found, at))
}

/// Goes on along the axes as long as that helps, in steps that are halved: where the function is greatest in many places, boxes are not
/// small enough for the best of them.
fn climb(region: &Aabb, mut best: Found, mut at: impl FnMut(&Vec3) -> Option<(f64, f64)>) -> Found {
    let mut step = region.half_extents() / 8.0;
    for _ in 0..HALVINGS {
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                let mut point = best.1;
                point[axis] += side * step[axis];
                if let Some((value, away)) = at(&point)
                    && away <= 0.0
                    && value > best.0
                {
                    best = (value, point);
                }
            }
        }
        step /= 2.0;
    }
    best
}
