//! Moved octrees against every voxel alone.

use crate::octree::compaction::compact;
use crate::octree::cube_test::{Meeting, Motion, TestCube, compare};
use crate::octree::linear::{Color, LinearOctree, VoxelCube};
use crate::octree::motion::{Lattice, Source, Target, VoxelRule, moved, moved_by_threads};
use solid_geometry::math::{Placement, Vec3};
use solid_testing::Random;

const LATTICE: Lattice = Lattice { origin: Vec3::new(-2.0, -2.0, -2.0), voxel: 0.25 };
const LEVELS: u32 = 4;

fn bent_body() -> LinearOctree {
    LinearOctree::build(LEVELS, &mut |cube| {
        let (center, half) = LATTICE.cube(cube);
        let inside = center.norm() < 1.1 && !(center.x > 0.2 && center.y.abs() < 0.4);
        match (cube.side, inside) {
            (1, true) => Color::Black,
            (1, false) => Color::White,
            _ if center.norm() > 1.2 + 2.0 * half => Color::White,
            _ => Color::Gray,
        }
    })
}

fn one_by_one(source: &Source<'_>, placement: &Placement, target: &Target) -> LinearOctree {
    let motion = Motion::new(placement);
    let mut cubes = Vec::new();
    for cube in source.cubes {
        let (center, half) = source.lattice.cube(cube);
        cubes.push(TestCube::source(center, half, &motion));
    }
    LinearOctree::build(target.levels, &mut |node: &VoxelCube| {
        if node.side > 1 {
            return Color::Gray;
        }
        let (center, half) = target.lattice.cube(node);
        let half = if target.rule == VoxelRule::Center { 0.0 } else { half };
        let voxel = TestCube::target(center, half, &motion);
        let black = cubes.iter().any(|cube| compare(cube, &voxel) != Meeting::Apart);
        if black { Color::Black } else { Color::White }
    })
}

#[test]
fn every_voxel_is_as_it_would_be_alone() {
    let mut random = Random::new(101);
    let body = bent_body();
    let (nodes, compacted) = (body.black_cubes(), compact(&body).cubes);
    assert!(compacted.len() < nodes.len(), "{} {}", compacted.len(), nodes.len());
    let mut total = 0;
    for rule in [VoxelRule::AnyPart, VoxelRule::Center] {
        let target = Target { levels: LEVELS, lattice: LATTICE, rule };
        for _ in 0..12 {
            let mut placement = Placement::IDENTITY;
            placement.translate(&random.vector());
            placement.rotate(&random.quaternion());
            let source = Source { cubes: &nodes, lattice: LATTICE };
            let octree = moved(&source, &placement, &target);
            assert_eq!(octree, one_by_one(&source, &placement, &target), "{rule:?}");
            let fewer = Source { cubes: &compacted, lattice: LATTICE };
            assert_eq!(moved(&fewer, &placement, &target), octree);
            for threads in [0, 1, 2, 5] {
                assert_eq!(moved_by_threads(&fewer, &placement, &target, threads), octree);
            }
            total += octree.black_cubes().len();
        }
    }
    assert!(total > 500, "{total}");
    let nothing = Source { cubes: &[], lattice: LATTICE };
    let target = Target { levels: LEVELS, lattice: LATTICE, rule: VoxelRule::AnyPart };
    assert!(moved(&nothing, &Placement::IDENTITY, &target).is_empty());
}
