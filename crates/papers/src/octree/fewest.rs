//! The fewest cubes: a search through all ways to cover some voxels, which ends with the fewest where it may go on long
//! enough, and with what it found so far where not.

use super::linear::VoxelCube;
use super::voxels::{ONE, Voxels, weights};

/// What a search found.
pub(super) struct Found {
    /// Disjoint cubes that cover the voxels.
    pub cubes: Vec<VoxelCube>,
    /// No cover has fewer.
    pub at_least: usize,
}

struct Search {
    /// Black is what is not yet covered.
    rest: Voxels,
    weights: Vec<u64>,
    /// Of what is not yet covered.
    weight: u64,
    taken: Vec<VoxelCube>,
    best: Vec<VoxelCube>,
    /// How many more cubes may be tried.
    steps: u32,
}

/// Looks for fewer disjoint cubes with the same voxels as some, in at most `steps` steps, of which it leaves the rest.
pub(super) fn fewer(cubes: Vec<VoxelCube>, steps: &mut u32) -> Found {
    let Some(rest) = Voxels::of(&cubes) else {
        return Found { cubes, at_least: 0 };
    };
    let weights = weights(&rest);
    let weight = weights.iter().sum();
    let at_least = ones(weight);
    let mut search =
        Search { rest, weights, weight, taken: Vec::new(), best: cubes, steps: *steps };
    search.go_on(0);
    *steps = search.steps;
    let at_least = if search.steps > 0 { search.best.len() } else { at_least };
    Found { cubes: search.best, at_least }
}

/// How many cubes a weight needs.
fn ones(weight: u64) -> usize {
    weight.div_ceil(ONE) as usize
}

impl Search {
    /// All ways to cover the rest, whose first voxel is not before a place: that one is the least corner of its cube.
    fn go_on(&mut self, from: usize) {
        let Some(place) = self.rest.first_black(from) else {
            if self.taken.len() < self.best.len() {
                self.best.clone_from(&self.taken);
            }
            return;
        };
        let voxel = self.rest.voxel_at(place);
        for side in (1..=self.rest.largest_at(voxel)).rev() {
            if self.steps == 0 || self.taken.len() + ones(self.weight).max(1) >= self.best.len() {
                return;
            }
            self.steps -= 1;
            let cube = self.rest.cube(voxel, side);
            let weight: u64 = self.rest.places(&cube).map(|place| self.weights[place]).sum();
            self.rest.paint(&cube, false);
            self.weight -= weight;
            self.taken.push(cube);
            self.go_on(place + 1);
            self.taken.pop();
            self.weight += weight;
            self.rest.paint(&cube, true);
        }
    }
}
