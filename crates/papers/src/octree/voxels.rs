//! A block of voxels, some of them black, and how few cubes can cover these: what compaction searches.

use super::linear::VoxelCube;

/// A box of voxels.
#[derive(Clone)]
pub(super) struct Voxels {
    low: [usize; 3],
    size: [usize; 3],
    black: Vec<bool>,
}

impl Voxels {
    /// The least box around some cubes, in which these are black. `None` of no cubes.
    pub fn of(cubes: &[VoxelCube]) -> Option<Voxels> {
        let first = cubes.first()?;
        let (mut low, mut high) = (first.corner, first.corner);
        for cube in cubes {
            low = [0, 1, 2].map(|i| low[i].min(cube.corner[i]));
            high = [0, 1, 2].map(|i| high[i].max(cube.corner[i] + cube.side));
        }
        let size = [0, 1, 2].map(|i| (high[i] - low[i]) as usize);
        let black = vec![false; size.iter().product()];
        let mut voxels = Voxels { low: low.map(|x| x as usize), size, black };
        for cube in cubes {
            voxels.paint(cube, true);
        }
        Some(voxels)
    }

    /// How many voxels there are along each axis.
    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    /// The place of a voxel in lists of all, x counting on fastest.
    pub fn place_of(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.size[1] + y) * self.size[0] + x
    }

    /// The voxel at a place.
    pub fn voxel_at(&self, place: usize) -> [usize; 3] {
        let [x, y, _] = self.size;
        [place % x, place / x % y, place / (x * y)]
    }

    /// A cube with its least corner in a voxel.
    pub fn cube(&self, voxel: [usize; 3], side: u32) -> VoxelCube {
        VoxelCube { corner: [0, 1, 2].map(|i| (self.low[i] + voxel[i]) as u32), side }
    }

    /// The places of the black voxels, ascending.
    pub fn black(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.black.len()).filter(|place| self.black[*place])
    }

    /// The first black voxel from a place on.
    pub fn first_black(&self, from: usize) -> Option<usize> {
        Some(from + self.black[from..].iter().position(|black| *black)?)
    }

    /// The places of each row of a cube, which is within the box.
    fn rows(&self, cube: &VoxelCube) -> impl Iterator<Item = std::ops::Range<usize>> + use<'_> {
        let [x, y, z] = [0, 1, 2].map(|i| cube.corner[i] as usize - self.low[i]);
        let side = cube.side as usize;
        let start = move |row: usize| self.place_of([x, y + row % side, z + row / side]);
        (0..side * side).map(move |row| start(row)..start(row) + side)
    }

    /// The places of all voxels of a cube.
    pub fn places(&self, cube: &VoxelCube) -> impl Iterator<Item = usize> + use<'_> {
        self.rows(cube).flatten()
    }

    pub fn paint(&mut self, cube: &VoxelCube, black: bool) {
        let rows: Vec<_> = self.rows(cube).collect();
        rows.into_iter().for_each(|row| self.black[row].fill(black));
    }

    pub fn is_black(&self, cube: &VoxelCube) -> bool {
        self.rows(cube).all(|row| self.black[row].iter().all(|black| *black))
    }

    /// The side of the largest black cube from each voxel upwards.
    pub fn largest(&self) -> Vec<u32> {
        let mut largest = vec![0_u32; self.black.len()];
        let [sx, sy, sz] = self.size;
        for z in (0..sz).rev() {
            for y in (0..sy).rev() {
                for x in (0..sx).rev() {
                    let place = self.place_of([x, y, z]);
                    if !self.black[place] {
                        continue;
                    }
                    let beside = |i: usize| {
                        let p = [x + (i & 1), y + (i >> 1 & 1), z + (i >> 2)];
                        if p[0] < sx && p[1] < sy && p[2] < sz {
                            largest[self.place_of(p)]
                        } else {
                            0
                        }
                    };
                    largest[place] = 1 + (1..8).map(beside).min().unwrap_or(0);
                }
            }
        }
        largest
    }

    /// The side of the largest black cube from one voxel upwards.
    pub fn largest_at(&self, voxel: [usize; 3]) -> u32 {
        let room = (0..3).map(|i| self.size[i] - voxel[i]).min().unwrap_or(0) as u32;
        (1..=room)
            .find(|side| !self.is_black(&self.cube(voxel, *side)))
            .map_or(room, |side| side - 1)
    }
}

/// The weight of a whole cube.
pub(super) const ONE: u64 = 1 << 24;

/// Weights of the voxels, such that no black cube has more than [`ONE`] in all: so some black voxels need at least as many
/// cubes as their weights have ones in them.
pub(super) fn weights(voxels: &Voxels) -> Vec<u64> {
    let largest = voxels.largest();
    let around = largest_around(voxels, &largest);
    let shares = shares(&around);
    let lonely = lonely(voxels, &largest, &around);
    let sum = |weights: &[u64]| weights.iter().sum::<u64>();
    if sum(&lonely) >= sum(&shares) { lonely } else { shares }
}

/// The side of the largest black cube that holds each voxel.
fn largest_around(voxels: &Voxels, largest: &[u32]) -> Vec<u32> {
    let mut around = vec![0; largest.len()];
    for place in voxels.black() {
        let side = largest[place];
        for within in voxels.places(&voxels.cube(voxels.voxel_at(place), side)) {
            around[within] = side.max(around[within]);
        }
    }
    around
}

/// An equal share for each voxel of the largest cube that holds it.
fn shares(around: &[u32]) -> Vec<u64> {
    around.iter().map(|side| ONE.checked_div(u64::from(*side).pow(3)).unwrap_or(0)).collect()
}

/// Voxels no two of which are in one black cube, as many as are found at once; those in small cubes first.
fn lonely(voxels: &Voxels, largest: &[u32], around: &[u32]) -> Vec<u64> {
    let mut order: Vec<u32> = voxels.black().map(|place| place as u32).collect();
    order.sort_unstable_by_key(|i| (around[*i as usize], *i));
    let mut weights = vec![0; largest.len()];
    for place in order {
        let place = place as usize;
        if !shares_a_cube(voxels, largest, &weights, place, around[place] as usize) {
            weights[place] = ONE;
        }
    }
    weights
}

/// Whether a black cube holds a voxel and one that has a weight; `side` is that of the largest around it.
fn shares_a_cube(
    voxels: &Voxels,
    largest: &[u32],
    weights: &[u64],
    place: usize,
    side: usize,
) -> bool {
    let (p, size) = (voxels.voxel_at(place), voxels.size());
    let (low, high) = (p.map(|x| (x + 1).saturating_sub(side)), p.map(|x| x + side));
    let range = |i: usize| low[i]..high[i].min(size[i]);
    let holds_both = |q: [usize; 3]| {
        let side = 1 + (0..3).map(|i| p[i].abs_diff(q[i])).max().unwrap_or(0);
        let corners = |i: usize| (p[i].max(q[i]) + 1).saturating_sub(side)..p[i].min(q[i]) + 1;
        corners(2).any(|z| {
            corners(1)
                .any(|y| corners(0).any(|x| largest[voxels.place_of([x, y, z])] as usize >= side))
        })
    };
    range(2).any(|z| {
        range(1).any(|y| {
            range(0).any(|x| weights[voxels.place_of([x, y, z])] > 0 && holds_both([x, y, z]))
        })
    })
}
