//! Numbering the distinct ones among many vertices or indices. No input takes more than O(n log n) time.

#[cfg(test)]
mod tests;

// The standard library's hash is seeded at random, so that no list of vertices makes it slow. The numbers do not depend
// on it.
use std::collections::HashMap;

use crate::math::Vec3;

/// The number of a vertex that is not in use.
const UNUSED: u32 = u32::MAX;

/// The distinct vertices among those in use, in the order of their first mention, and the number of each vertex
/// among them. `used` lists positions in `values`, ascending.
pub(super) fn distinct_values(values: &[Vec3], used: &[u32]) -> (Vec<Vec3>, Vec<u32>) {
    let mut numbers = HashMap::with_capacity(used.len());
    let mut distinct = Vec::new();
    let mut names = vec![UNUSED; values.len()];
    for &value in used {
        let vertex = values[value as usize];
        names[value as usize] = *numbers.entry(key(&vertex)).or_insert_with(|| {
            distinct.push(vertex);
            distinct.len() as u32 - 1
        });
    }
    distinct.shrink_to_fit();
    (distinct, names)
}

/// The bits of a vertex by which it equals another: those of the coordinates, with -0 taken for 0.
fn key(vertex: &Vec3) -> [u64; 3] {
    [vertex.x, vertex.y, vertex.z].map(|x| (x + 0.0).to_bits())
}

/// The distinct indices among some, ascending; each of them is replaced by its rank.
pub(super) fn ranked(indices: &mut [u32]) -> Vec<u32> {
    let mut distinct = indices.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct.shrink_to_fit();
    for index in indices {
        // Where all lesser indices are in use, as in most meshes, an index is its own rank.
        if distinct.get(*index as usize) != Some(index) {
            *index = distinct.partition_point(|other| other < index) as u32;
        }
    }
    distinct
}
