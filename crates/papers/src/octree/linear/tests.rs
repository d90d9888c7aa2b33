//! The linear representation and compaction, against voxels.

use crate::octree::compaction::{Compaction, compact, octree_of};
use crate::octree::linear::{Color, LinearOctree, VoxelCube};
use solid_testing::Random;

/// Some random boxes of voxels.
fn voxels(random: &mut Random, levels: u32) -> Vec<bool> {
    let side = 1_usize << levels;
    let mut black = vec![false; side.pow(3)];
    for _ in 0..random.below(6) {
        let [a, b]: [[usize; 3]; 2] = [0; 2].map(|_| [0; 3].map(|_| random.below(side)));
        for (at, voxel) in black.iter_mut().enumerate() {
            let p = [at % side, at / side % side, at / side / side];
            *voxel |= (0..3).all(|i| a[i].min(b[i]) <= p[i] && p[i] <= a[i].max(b[i]));
        }
    }
    black
}

fn octree(levels: u32, black: &[bool]) -> LinearOctree {
    let side = 1_usize << levels;
    LinearOctree::build(levels, &mut |cube| {
        let at = |[x, y, z]: [u32; 3]| black[(z as usize * side + y as usize) * side + x as usize];
        if cube.side == 1 && at(cube.corner) {
            Color::Black
        } else if cube.side == 1 {
            Color::White
        } else {
            Color::Gray
        }
    })
}

fn voxels_of(octree: &LinearOctree) -> Vec<bool> {
    let side = 1_usize << octree.levels();
    let mut black = vec![false; side.pow(3)];
    let mut seen = 0;
    octree.for_each_cube(&mut |cube, color| {
        seen += (cube.side as usize).pow(3);
        for (at, voxel) in black.iter_mut().enumerate() {
            let p = [at % side, at / side % side, at / side / side].map(|x| x as u32);
            *voxel |= color == Color::Black && cube.holds(p);
        }
    });
    assert_eq!(seen, black.len());
    black
}

#[test]
fn voxels_are_kept_condensed_united_and_compacted() {
    let mut random = Random::new(81);
    let mut fewer = [0; 2];
    for round in 0..60 {
        let levels = round % 5;
        let (a, b) = (voxels(&mut random, levels), voxels(&mut random, levels));
        let (ta, tb) = (octree(levels, &a), octree(levels, &b));
        assert_eq!(voxels_of(&ta), a);
        assert_eq!(ta.is_empty(), !a.contains(&true));
        let both: Vec<bool> = a.iter().zip(&b).map(|(x, y)| *x || *y).collect();
        assert_eq!(ta.union(&tb), Some(octree(levels, &both)));
        let Compaction { cubes, at_least } = compact(&ta);
        assert!(at_least <= cubes.len() && (at_least > 0) != ta.is_empty());
        let mut covered = vec![0; a.len()];
        let side = 1_usize << levels;
        for (at, times) in covered.iter_mut().enumerate() {
            let p = [at % side, at / side % side, at / side / side].map(|x| x as u32);
            *times = cubes.iter().filter(|cube| cube.holds(p)).count();
        }
        assert!(covered.iter().zip(&a).all(|(times, black)| *times == usize::from(*black)));
        assert_eq!(octree_of(levels, &cubes), ta);
        fewer = [fewer[0] + cubes.len(), fewer[1] + ta.black_cubes().len()];
    }
    assert!(fewer[0] * 10 < fewer[1] * 9, "{fewer:?}");
    assert_eq!(octree(2, &[true; 64]).union(&octree(1, &[true; 8])), None);
}

#[test]
fn plain_octrees_are_one_node() {
    for (color, empty) in [(Color::White, true), (Color::Black, false)] {
        let plain = LinearOctree::build(5, &mut |_| color);
        assert_eq!((plain.len(), plain.is_empty()), (1, empty));
        let divided = LinearOctree::build(4, &mut |cube| {
            if cube.side > 1 { Color::Gray } else { color }
        });
        assert_eq!(divided.len(), 1);
    }
    assert_eq!(compact(&LinearOctree::build(9, &mut |_| Color::White)).cubes, []);
    let whole = compact(&LinearOctree::build(4, &mut |_| Color::Black));
    assert!(whole.is_fewest());
    assert_eq!(whole.cubes, [VoxelCube { corner: [0; 3], side: 16 }]);
}
