//! Translation alone against motion in general.

use crate::octree::linear::VoxelCube;
use crate::octree::motion::{Lattice, Source, Target, VoxelRule, moved};
use crate::octree::translation::translated;
use solid_geometry::math::{Placement, Vec3};
use solid_testing::Random;

#[test]
fn moved_without_turning_is_the_same() {
    let mut random = Random::new(111);
    let lattice = Lattice { origin: Vec3::new(-1.0, 0.5, 0.0), voxel: 0.125 };
    for round in 0..60 {
        let levels = 2 + round % 4;
        let mut cubes = Vec::new();
        for _ in 0..random.below(12) {
            let corner = [0; 3].map(|_| random.below(14) as u32);
            cubes.push(VoxelCube { corner, side: 1 + random.below(5) as u32 });
        }
        let source = Source { cubes: &cubes, lattice };
        // By parts of voxels no plane is touched by chance, by whole ones all are; both in numbers without rounding.
        let parts = if round % 2 == 0 { 1.0 } else { 0.375 };
        let by = Vec3::new(random.signed(), random.signed(), random.signed())
            .map(|x| (x * 9.0).round() * 0.125 * parts);
        let mut placement = Placement::IDENTITY;
        placement.translate(&by);
        let target = Target { levels, lattice, rule: VoxelRule::AnyPart };
        assert_eq!(
            translated(&source, &by, levels, &lattice),
            moved(&source, &placement, &target),
            "{round} {by:?}"
        );
    }
}
