//! An octree's black space as few cubes of any size at any place (report 2.3): fewer to move than its black nodes.
//!
//! The report takes cubes greedily, from several starts. So does this, and then looks for fewer in one neighbourhood after
//! the other, exhaustively in each (`octree/fewest.rs`); the result states whether it is proved to be the fewest.

#[cfg(test)]
mod tests;

use super::fewest::fewer;
use super::linear::{Color, LinearOctree, VoxelCube};
use super::voxels::Voxels;

/// Cubes in place of an octree's black nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compaction {
    /// Disjoint cubes that cover what is black.
    pub cubes: Vec<VoxelCube>,
    /// It is proved that no fewer do.
    pub at_least: usize,
}

impl Compaction {
    /// Whether there are proved to be no fewer cubes that cover the same.
    pub fn is_fewest(&self) -> bool {
        self.cubes.len() == self.at_least
    }
}

/// How many cubes are tried in all, how many in one neighbourhood, and how many first, to prove the fewest of a small body.
const MOST_STEPS: u32 = 20_000_000;
const STEPS_AT_ONCE: u32 = 4_000;
const STEPS_AS_A_WHOLE: u32 = 100_000;

/// How far neighbourhoods reach around a cube.
const REACHES: [u32; 5] = [1, 2, 3, 4, 6];

/// Disjoint cubes that cover what is black, as few as are found; see [`Compaction::is_fewest`].
///
/// Greedily first: from larger to smaller cubes, each in the first place that is left; of the eight orders from one corner of
/// the octree to the other, the one that takes fewest. Then any cube with those around it is replaced by the fewest that
/// cover the same, until nothing changes. To find the fewest of all is proved for bodies of few cubes alone, since the
/// time for that grows exponentially.
///
/// For precomputation: memory is linear in the voxels of the box around the object; the time is bounded, some seconds for a
/// body of thousands of cubes.
pub fn compact(octree: &LinearOctree) -> Compaction {
    let Some(voxels) = Voxels::of(&octree.black_cubes()) else {
        return Compaction { cubes: Vec::new(), at_least: 0 };
    };
    let largest = voxels.largest();
    let runs = (0..8).map(|order| take_greedily(&voxels, &largest, order));
    let mut cubes = runs.min_by_key(Vec::len).unwrap_or_default();
    let mut steps = MOST_STEPS;
    while replace_neighbourhoods(&mut cubes, &mut steps) {}
    let whole = fewer(cubes, &mut STEPS_AS_A_WHOLE.min(steps));
    Compaction { cubes: whole.cubes, at_least: whole.at_least }
}

/// Replaces cubes by fewer, neighbourhood by neighbourhood; returns whether there are fewer now.
fn replace_neighbourhoods(cubes: &mut Vec<VoxelCube>, steps: &mut u32) -> bool {
    let before = cubes.len();
    for center in cubes.clone() {
        for reach in REACHES {
            let mut at_once = STEPS_AT_ONCE.min(*steps);
            let given = at_once;
            replace_around(&center, reach, cubes, &mut at_once);
            *steps -= given - at_once;
            if at_once == 0 {
                break;
            }
        }
    }
    cubes.len() < before
}

/// Replaces the cubes that are within a reach of a cube.
fn replace_around(center: &VoxelCube, reach: u32, cubes: &mut Vec<VoxelCube>, steps: &mut u32) {
    let is_near = |cube: &VoxelCube| {
        (0..3).all(|i| {
            cube.corner[i] + reach >= center.corner[i]
                && cube.corner[i] + cube.side <= center.corner[i] + center.side + reach
        })
    };
    let (near, mut rest): (Vec<VoxelCube>, Vec<VoxelCube>) =
        cubes.iter().partition(|cube| is_near(cube));
    rest.extend(fewer(near, steps).cubes);
    *cubes = rest;
}

fn take_greedily(voxels: &Voxels, largest: &[u32], order: usize) -> Vec<VoxelCube> {
    let mut rest = voxels.clone();
    let mut cubes = Vec::new();
    let most = largest.iter().copied().max().unwrap_or(0);
    let [sx, sy, sz] = voxels.size();
    let turned = |x: usize, size: usize, axis: usize| {
        if order >> axis & 1 == 1 { size - 1 - x } else { x }
    };
    for side in (1..=most).rev() {
        for z in 0..sz {
            for y in 0..sy {
                for x in 0..sx {
                    let place = [turned(x, sx, 0), turned(y, sy, 1), turned(z, sz, 2)];
                    if largest[voxels.place_of(place)] < side {
                        continue;
                    }
                    let cube = voxels.cube(place, side);
                    if rest.is_black(&cube) {
                        rest.paint(&cube, false);
                        cubes.push(cube);
                    }
                }
            }
        }
    }
    cubes
}

/// The octree of some cubes: those outside of the root count as far as they are within.
pub fn octree_of(levels: u32, cubes: &[VoxelCube]) -> LinearOctree {
    LinearOctree::build(levels, &mut |node| {
        let apart = |cube: &VoxelCube| {
            (0..3).any(|i| {
                cube.corner[i] >= node.corner[i] + node.side
                    || node.corner[i] >= cube.corner[i].saturating_add(cube.side)
            })
        };
        let around = |cube: &VoxelCube| {
            (0..3).all(|i| {
                cube.corner[i] <= node.corner[i]
                    && node.corner[i] + node.side <= cube.corner[i].saturating_add(cube.side)
            })
        };
        if cubes.iter().any(around) {
            Color::Black
        } else if cubes.iter().all(apart) {
            Color::White
        } else {
            Color::Gray
        }
    })
}
