//! Numbering the distinct ones among many vertices or indices. No input takes more than O(n log n) time.

#[cfg(test)]
mod tests;

// The standard library's hash is seeded at random, so that no list of vertices makes it slow. The numbers do not depend
// on it.
use std::collections::HashMap;

use crate::math::Vec3;
use crate::math::vector::bits;

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
        names[value as usize] = *numbers.entry(bits(&vertex)).or_insert_with(|| {
            distinct.push(vertex);
            distinct.len() as u32 - 1
        });
    }
    distinct.shrink_to_fit();
    (distinct, names)
}

/// The distinct indices among some, ascending; each of them is replaced by its rank.
pub(super) fn ranked(indices: &mut [u32]) -> Vec<u32> {
    let count = indices.iter().max().map_or(0, |most| *most as usize + 1);
    if count <= 4 * indices.len() {
        return ranked_by_counting(indices, count);
    }
    let mut distinct = indices.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct.shrink_to_fit();
    for index in indices {
        *index = distinct.partition_point(|other| other < index) as u32;
    }
    distinct
}

/// The same of indices below `count`, in linear time.
fn ranked_by_counting(indices: &mut [u32], count: usize) -> Vec<u32> {
    let mut ranks = vec![UNUSED; count];
    indices.iter().for_each(|index| ranks[*index as usize] = 0);
    let mut distinct = Vec::new();
    for (index, rank) in ranks.iter_mut().enumerate().filter(|(_, rank)| **rank != UNUSED) {
        *rank = distinct.len() as u32;
        distinct.push(index as u32);
    }
    indices.iter_mut().for_each(|index| *index = ranks[*index as usize]);
    distinct.shrink_to_fit();
    distinct
}
