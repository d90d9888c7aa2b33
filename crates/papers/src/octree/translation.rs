//! Octrees of bodies that move without turning (report 2.5): each axis is divided once for each cube, and what is found
//! is looked up while the target is walked.

#[cfg(test)]
mod tests;

use super::linear::{Color, LinearOctree, MOST_LEVELS, VoxelCube};
use super::motion::{Lattice, Source};
use solid_geometry::math::Vec3;

/// The voxels along one axis that an interval touches, and those that it covers: from the first to before the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AxisRange {
    touched: [u32; 2],
    covered: [u32; 2],
}

impl AxisRange {
    /// An interval from `low` to `high`, in voxels from the root's corner, in a root of so many levels.
    ///
    /// Closed intervals touch the voxels on both sides of a plane that they end in.
    pub fn new(low: f64, high: f64, levels: u32) -> AxisRange {
        let side = 1_u32 << levels;
        // Each end is on one side of the middle of what is left, and that is halved again.
        let planes_before = |end: f64, or_at: bool| {
            let (mut first, mut last) = (0, side + 1);
            while first < last {
                let middle = first + (last - first) / 2;
                let plane = f64::from(middle);
                if plane < end || (or_at && plane == end) {
                    first = middle + 1;
                } else {
                    last = middle;
                }
            }
            first
        };
        // Planes are numbered from 0 to `side`; voxel i lies between planes i and i + 1.
        let touched =
            [planes_before(low, false).saturating_sub(1), planes_before(high, true).min(side)];
        let covered = [planes_before(low, false), planes_before(high, true).saturating_sub(1)];
        AxisRange { touched, covered }
    }

    /// Whether voxels from `corner` on, `side` of them, are touched.
    fn touches(&self, corner: u32, side: u32) -> bool {
        corner < self.touched[1] && self.touched[0] < corner + side
    }

    /// Whether all are covered.
    fn covers(&self, corner: u32, side: u32) -> bool {
        self.covered[0] <= corner && corner + side <= self.covered[1]
    }
}

/// The octree of all voxels that a source touches when it is moved by `by`, as [`super::motion::moved`] makes it for
/// motion in general, but several times as fast.
pub fn translated(source: &Source<'_>, by: &Vec3, levels: u32, target: &Lattice) -> LinearOctree {
    let levels = levels.min(MOST_LEVELS);
    let range = |cube: &VoxelCube, axis: usize| {
        let (center, half) = source.lattice.cube(cube);
        let place = |x: f64| (x + by[axis] - target.origin[axis]) / target.voxel;
        AxisRange::new(place(center[axis] - half), place(center[axis] + half), levels)
    };
    let ranges: Vec<[AxisRange; 3]> =
        source.cubes.iter().map(|cube| [0, 1, 2].map(|axis| range(cube, axis))).collect();
    let mut stack: Vec<u32> = (0..ranges.len() as u32).collect();
    let mut octree = LinearOctree::unwritten(levels);
    let root = octree.root();
    write(&ranges, &mut octree, &root, &mut stack, 0);
    octree
}

fn write(
    ranges: &[[AxisRange; 3]],
    octree: &mut LinearOctree,
    node: &VoxelCube,
    stack: &mut Vec<u32>,
    from: usize,
) -> Color {
    let end = stack.len();
    for place in from..end {
        let range = &ranges[stack[place] as usize];
        let all = |test: fn(&AxisRange, u32, u32) -> bool| {
            (0..3).all(|i| test(&range[i], node.corner[i], node.side))
        };
        if all(AxisRange::covers) || (node.side == 1 && all(AxisRange::touches)) {
            stack.truncate(end);
            return octree.push(Color::Black);
        }
        if all(AxisRange::touches) {
            stack.push(stack[place]);
        }
    }
    if stack.len() == end {
        return octree.push(Color::White);
    }
    let color = octree
        .write_divided(|octree, octant| write(ranges, octree, &node.octant(octant), stack, end));
    stack.truncate(end);
    color
}
