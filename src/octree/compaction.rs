//! An octree's black space as few cubes of any size at any place (report 2.3): fewer to move than its black nodes.

use super::linear::{Color, LinearOctree, VoxelCube};

/// The voxels of the least box around all that is black.
struct Voxels {
    low: [usize; 3],
    size: [usize; 3],
    black: Vec<bool>,
}

impl Voxels {
    fn of(octree: &LinearOctree) -> Option<Voxels> {
        let cubes = octree.black_cubes();
        let first = cubes.first()?;
        let (mut low, mut high) = (first.corner, first.corner);
        for cube in &cubes {
            low = [0, 1, 2].map(|i| low[i].min(cube.corner[i]));
            high = [0, 1, 2].map(|i| high[i].max(cube.corner[i] + cube.side));
        }
        let size = [0, 1, 2].map(|i| (high[i] - low[i]) as usize);
        let black = vec![false; size.iter().product()];
        let mut voxels = Voxels { low: low.map(|x| x as usize), size, black };
        for cube in &cubes {
            voxels.paint(cube, true);
        }
        Some(voxels)
    }

    fn at(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.size[1] + y) * self.size[0] + x
    }

    fn paint(&mut self, cube: &VoxelCube, black: bool) {
        let [x, y, z] = [0, 1, 2].map(|i| cube.corner[i] as usize - self.low[i]);
        let side = cube.side as usize;
        for k in z..z + side {
            for j in y..y + side {
                let row = self.at([x, j, k]);
                self.black[row..row + side].fill(black);
            }
        }
    }

    fn is_black(&self, cube: &VoxelCube) -> bool {
        let [x, y, z] = [0, 1, 2].map(|i| cube.corner[i] as usize - self.low[i]);
        let side = cube.side as usize;
        (z..z + side).all(|k| {
            (y..y + side).all(|j| {
                let row = self.at([x, j, k]);
                self.black[row..row + side].iter().all(|black| *black)
            })
        })
    }

    /// The largest black cube from each voxel upwards.
    fn largest(&self) -> Vec<u32> {
        let mut largest = vec![0_u32; self.black.len()];
        let [sx, sy, sz] = self.size;
        for z in (0..sz).rev() {
            for y in (0..sy).rev() {
                for x in (0..sx).rev() {
                    let place = self.at([x, y, z]);
                    if !self.black[place] {
                        continue;
                    }
                    let beside = |i: usize| {
                        let p = [x + (i & 1), y + (i >> 1 & 1), z + (i >> 2)];
                        if p[0] < sx && p[1] < sy && p[2] < sz { largest[self.at(p)] } else { 0 }
                    };
                    largest[place] = 1 + (1..8).map(beside).min().unwrap_or(0);
                }
            }
        }
        largest
    }
}

/// Disjoint cubes that cover what is black, from larger to smaller ones, each in the first place that is left; of the
/// eight orders from one corner of the octree to the other, the one that takes fewest.
///
/// Not the fewest there are, which would take too long to find; about half as many as black nodes. For precomputation:
/// memory and time are linear in the voxels of the box around the object, times the side of the largest cube.
pub fn compact(octree: &LinearOctree) -> Vec<VoxelCube> {
    let Some(voxels) = Voxels::of(octree) else { return Vec::new() };
    let largest = voxels.largest();
    let runs = (0..8).map(|order| take_greedily(&voxels, &largest, order));
    runs.min_by_key(Vec::len).unwrap_or_default()
}

fn take_greedily(voxels: &Voxels, largest: &[u32], order: usize) -> Vec<VoxelCube> {
    let mut rest = Voxels { low: voxels.low, size: voxels.size, black: voxels.black.clone() };
    let mut cubes = Vec::new();
    let most = largest.iter().copied().max().unwrap_or(0);
    let [sx, sy, sz] = voxels.size;
    let turned = |x: usize, size: usize, axis: usize| if order >> axis & 1 == 1 { size - 1 - x } else { x };
    for side in (1..=most).rev() {
        for z in 0..sz {
            for y in 0..sy {
                for x in 0..sx {
                    let place = [turned(x, sx, 0), turned(y, sy, 1), turned(z, sz, 2)];
                    if largest[voxels.at(place)] < side {
                        continue;
                    }
                    let corner = [0, 1, 2].map(|i| (voxels.low[i] + place[i]) as u32);
                    let cube = VoxelCube { corner, side };
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
