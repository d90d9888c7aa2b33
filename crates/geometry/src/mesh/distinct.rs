//! Numbering the distinct ones among many vertices or indices.
//!
//! Both have a quick way for what clients usually give, and a way by sorting for what would make the quick one slow
//! or large: no input takes more than O(n log n).

#[cfg(test)]
mod tests;

use crate::math::Vec3;
use crate::math::sort::{sort_copied, sort_numbers};

/// A vertex that is not numbered, for nothing uses it.
const UNUSED: u32 = u32::MAX;

/// The distinct vertices among those in use, in the order of their first mention, and the number of each vertex
/// among them. `used` lists positions in `values`, ascending.
#[inline(never)]
pub(super) fn distinct_values(values: &[Vec3], used: &[u32]) -> (Vec<Vec3>, Vec<u32>) {
    let (mut distinct, names) = by_table(values, used).unwrap_or_else(|| by_sorting(values, used));
    distinct.shrink_to_fit();
    (distinct, names)
}

/// Through an open-addressed table; gives up when the hash spreads the vertices badly.
fn by_table(values: &[Vec3], used: &[u32]) -> Option<(Vec<Vec3>, Vec<u32>)> {
    let bits = (2 * values.len() as u64).max(2).next_power_of_two().trailing_zeros();
    let mask = (1usize << bits) - 1;
    let mut table = vec![UNUSED; mask + 1];
    let mut names = vec![UNUSED; values.len()];
    let mut distinct: Vec<Vec3> = Vec::new();
    // Some two to three steps a vertex are usual.
    let mut patience = 8 * values.len() + 64;
    for &value in used {
        let vertex = &values[value as usize];
        let key = key(vertex);
        let mut slot = (hash(&key) >> (64 - bits)) as usize;
        while table[slot] != UNUSED && self::key(&distinct[table[slot] as usize]) != key {
            slot = (slot + 1) & mask;
            patience = patience.checked_sub(1)?;
        }
        if table[slot] == UNUSED {
            table[slot] = distinct.len() as u32;
            distinct.push(*vertex);
        }
        names[value as usize] = table[slot];
    }
    Some((distinct, names))
}

/// By sorting them.
pub(super) fn by_sorting(values: &[Vec3], used: &[u32]) -> (Vec<Vec3>, Vec<u32>) {
    let mut sorted = used.to_vec();
    let order = |value: u32| (key(&values[value as usize]), value);
    sort_numbers(&mut sorted, &mut |i, j| order(i).cmp(&order(j)));
    // First the earliest equal vertex of each, then numbers in the order of mention.
    let mut names = vec![UNUSED; values.len()];
    let mut earliest = 0;
    for (at, &value) in sorted.iter().enumerate() {
        if at == 0 || key(&values[earliest as usize]) != key(&values[value as usize]) {
            earliest = value;
        }
        names[value as usize] = earliest;
    }
    let mut distinct = Vec::new();
    for value in 0..values.len() {
        let earliest = names[value];
        if earliest == value as u32 {
            names[value] = distinct.len() as u32;
            distinct.push(values[value]);
        } else if earliest != UNUSED {
            names[value] = names[earliest as usize];
        }
    }
    (distinct, names)
}

/// The bits of a vertex by which it equals another: those of the coordinates, with -0 taken for 0.
fn key(vertex: &Vec3) -> [u64; 3] {
    // Written out, unlike an array's `map`, which is a call.
    [(vertex.x + 0.0).to_bits(), (vertex.y + 0.0).to_bits(), (vertex.z + 0.0).to_bits()]
}

/// Mixes a key to one word, best in its upper bits; the same in every run.
fn hash(key: &[u64; 3]) -> u64 {
    key.iter()
        .fold(0, |h: u64, &word| {
            let mixed = (h ^ word ^ (word >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ (mixed >> 29)
        })
        .wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The distinct indices among some, ascending; each of them is replaced by its rank.
pub(super) fn ranked(indices: &mut [u32]) -> Vec<u32> {
    let Some(&most) = indices.iter().max() else {
        return Vec::new();
    };
    if most as usize / 4 <= indices.len() + 1024 {
        ranked_by_table(indices, most)
    } else {
        ranked_by_sorting(indices)
    }
}

fn ranked_by_table(indices: &mut [u32], most: u32) -> Vec<u32> {
    let mut ranks = vec![0u32; most as usize + 1];
    for &index in indices.iter() {
        ranks[index as usize] = 1;
    }
    let mut distinct = Vec::with_capacity(ranks.iter().filter(|&&used| used == 1).count());
    for (index, rank) in ranks.iter_mut().enumerate() {
        if *rank == 1 {
            *rank = distinct.len() as u32;
            distinct.push(index as u32);
        }
    }
    for index in indices {
        *index = ranks[*index as usize];
    }
    distinct
}

fn ranked_by_sorting(indices: &mut [u32]) -> Vec<u32> {
    let mut sorted: Vec<u64> =
        indices.iter().enumerate().map(|(at, &index)| u64::from(index) << 32 | at as u64).collect();
    sort_copied(&mut sorted, |p, q| p < q);
    let mut distinct: Vec<u32> = Vec::new();
    for mention in sorted {
        let index = (mention >> 32) as u32;
        if distinct.last() != Some(&index) {
            distinct.push(index);
        }
        indices[mention as u32 as usize] = distinct.len() as u32 - 1;
    }
    distinct.shrink_to_fit();
    distinct
}
