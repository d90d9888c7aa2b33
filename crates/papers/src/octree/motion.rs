//! Octrees of bodies that turn and move (report 2.4.3): the target is walked once, with those of the source's cubes that
//! meet each node, so that nothing is built below what is known to be all black or all white.

#[cfg(test)]
mod tests;

use std::thread::scope;

use super::cube_test::{Meeting, Motion, TestCube, compare};
use super::linear::{Color, LinearOctree, MOST_LEVELS, VoxelCube};
use solid_geometry::math::{Placement, Vec3};

/// Where the voxels of an octree are in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// The least corner of the root cube.
    pub origin: Vec3,
    /// The length of a voxel's edges.
    pub voxel: f64,
}

impl Lattice {
    /// The centre of a cube and half its edges' length.
    pub fn cube(&self, cube: &VoxelCube) -> (Vec3, f64) {
        let half = 0.5 * f64::from(cube.side);
        let place =
            |axis: usize| self.origin[axis] + (f64::from(cube.corner[axis]) + half) * self.voxel;
        (Vec3::new(place(0), place(1), place(2)), half * self.voxel)
    }
}

/// Which voxels of the target are black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxelRule {
    /// Those of which any part is in a source cube: none is missed, as collisions need it.
    AnyPart,
    /// Those whose centres are.
    Center,
}

/// A source that is moved again and again: its black cubes, as they are or compacted.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The black cubes, in voxels.
    pub cubes: &'a [VoxelCube],
    /// Where they are before they are moved.
    pub lattice: Lattice,
}

/// What is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// How often the root is divided at most.
    pub levels: u32,
    /// Where its voxels are.
    pub lattice: Lattice,
    /// Which of them are black.
    pub rule: VoxelRule,
}

/// The octree of a source under a placement that turns and moves, and nothing else.
///
/// The time goes with the nodes of the target near the source's surface times the source's cubes that meet each.
pub fn moved(source: &Source<'_>, placement: &Placement, target: &Target) -> LinearOctree {
    moved_part(source, placement, target, 0, 1)
}

/// The same by some threads (report 2.4.4): each moves every so-manieth cube, and the octrees are united.
pub fn moved_by_threads(
    source: &Source<'_>,
    placement: &Placement,
    target: &Target,
    threads: usize,
) -> LinearOctree {
    let threads = threads.max(1);
    scope(|scope| {
        let part =
            |first| scope.spawn(move || moved_part(source, placement, target, first, threads));
        let others: Vec<_> = (1..threads).map(part).collect();
        let own = moved_part(source, placement, target, 0, threads);
        others.into_iter().fold(own, |all, other| {
            let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            all.union(&other).unwrap_or(all)
        })
    })
}

/// The octree of the cubes `first`, `first + step` and so on.
fn moved_part(
    source: &Source<'_>,
    placement: &Placement,
    target: &Target,
    first: usize,
    step: usize,
) -> LinearOctree {
    let motion = Motion::new(placement);
    let test_cube = |cube: &VoxelCube| {
        let (center, half) = source.lattice.cube(cube);
        TestCube::source(center, half, &motion)
    };
    let cubes: Vec<TestCube> =
        source.cubes.iter().skip(first).step_by(step).map(test_cube).collect();
    let mut stack: Vec<u32> = (0..cubes.len() as u32).collect();
    let mut octree = LinearOctree::unwritten(target.levels);
    let root = VoxelCube { corner: [0; 3], side: 1 << target.levels.min(MOST_LEVELS) };
    let mover = Mover { cubes: &cubes, motion: &motion, target };
    mover.write(&mut octree, &root, &mut stack, 0);
    octree
}

struct Mover<'a> {
    cubes: &'a [TestCube],
    motion: &'a Motion,
    target: &'a Target,
}

impl Mover<'_> {
    /// Writes a node that the cubes from `from` on in the stack may meet.
    fn write(
        &self,
        octree: &mut LinearOctree,
        node: &VoxelCube,
        stack: &mut Vec<u32>,
        from: usize,
    ) -> Color {
        let end = stack.len();
        let (center, half) = self.target.lattice.cube(node);
        if node.side == 1 && self.target.rule == VoxelRule::Center {
            // The centre alone counts: a cube without extent.
            let point = TestCube::target(center, 0.0, self.motion);
            let holds = |i: &u32| compare(&self.cubes[*i as usize], &point) != Meeting::Apart;
            let black = stack[from..].iter().any(holds);
            return octree.push(if black { Color::Black } else { Color::White });
        }
        let test_cube = TestCube::target(center, half, self.motion);
        for place in from..end {
            let cube = stack[place];
            match compare(&self.cubes[cube as usize], &test_cube) {
                Meeting::Apart => {}
                Meeting::Meeting if node.side > 1 => stack.push(cube),
                _ => {
                    stack.truncate(end);
                    return octree.push(Color::Black);
                }
            }
        }
        if stack.len() == end {
            return octree.push(Color::White);
        }
        let color = octree
            .write_divided(|octree, octant| self.write(octree, &node.octant(octant), stack, end));
        stack.truncate(end);
        color
    }
}
