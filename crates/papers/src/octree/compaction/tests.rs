//! The fewest cubes, against every cover of small grids.

use std::collections::HashMap;

use crate::octree::compaction::compact;
use crate::octree::linear::{Color, LinearOctree, VoxelCube};
use solid_testing::Random;

/// The side of the grid, in the corner of an octree of two levels.
const SIDE: u32 = 3;

fn bit([x, y, z]: [u32; 3]) -> u32 {
    1 << ((z * SIDE + y) * SIDE + x)
}

fn mask(cube: &VoxelCube) -> u32 {
    let range = |i: usize| cube.corner[i]..cube.corner[i] + cube.side;
    range(0).flat_map(|x| range(1).flat_map(move |y| range(2).map(move |z| bit([x, y, z])))).sum()
}

fn all_cubes() -> Vec<u32> {
    let cubes = (1..=SIDE).flat_map(|side| {
        let places = move || 0..=SIDE - side;
        places().flat_map(move |x| {
            places().flat_map(move |y| places().map(move |z| VoxelCube { corner: [x, y, z], side }))
        })
    });
    cubes.map(|cube| mask(&cube)).collect()
}

/// The fewest disjoint cubes with these voxels: of all that hold the last voxel, the best.
fn fewest(voxels: u32, cubes: &[u32], known: &mut HashMap<u32, u32>) -> u32 {
    if voxels == 0 {
        return 0;
    }
    if let Some(count) = known.get(&voxels) {
        return *count;
    }
    let last = 1 << voxels.ilog2();
    let fitting = cubes.iter().filter(|cube| *cube & last != 0 && *cube & !voxels == 0);
    let count =
        fitting.map(|cube| 1 + fewest(voxels & !cube, cubes, known)).min().unwrap_or(u32::MAX);
    known.insert(voxels, count);
    count
}

fn octree(voxels: u32) -> LinearOctree {
    LinearOctree::build(2, &mut |cube| match cube.side {
        1 if cube.corner.iter().all(|x| *x < SIDE) && voxels & bit(cube.corner) != 0 => {
            Color::Black
        }
        1 => Color::White,
        _ => Color::Gray,
    })
}

#[test]
fn small_bodies_are_compacted_to_the_fewest_cubes() {
    let mut random = Random::new(82);
    let (cubes, mut known, mut gained) = (all_cubes(), HashMap::new(), 0);
    for round in 0..1500 {
        let word = |random: &mut Random| random.below(1 << 27) as u32;
        // Of every density.
        let voxels = match round % 4 {
            0 => word(&mut random),
            1 => word(&mut random) | word(&mut random),
            2 => word(&mut random) | word(&mut random) | word(&mut random),
            _ => !(1 << random.below(27) | 1 << random.below(27)) & ((1 << 27) - 1),
        };
        let octree = octree(voxels);
        let compacted = compact(&octree);
        assert!(compacted.is_fewest(), "{voxels:#x}: {compacted:?}");
        assert_eq!(compacted.cubes.len() as u32, fewest(voxels, &cubes, &mut known), "{voxels:#x}");
        let painted = compacted.cubes.iter().map(mask).fold(0, |all, cube| {
            assert_eq!(all & cube, 0);
            all | cube
        });
        assert_eq!(painted, voxels);
        gained += octree.black_cubes().len() - compacted.cubes.len();
    }
    assert!(gained > 1000, "{gained}");
}
