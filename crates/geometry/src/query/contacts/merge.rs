//! Contacts that neighbouring parts share, merged into one.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::Contact;
use crate::math::tolerance::{MANIFOLD_MERGE, SAME_NORMAL, SAME_PLACE};
use crate::math::{Aabb, Mat3, Vec3};
use crate::memory;
use crate::query::bodies::BodyPair;

#[cfg(test)]
mod tests;

/// Contacts nearer than this are merged: a part of the size of the smaller body. Those of a surface that are one are so but for
/// rounding.
pub(crate) fn nearby(bodies: &BodyPair<'_>) -> f64 {
    let relative = &bodies.relative;
    let sizes = [relative.basis_a(), relative.basis_b()].into_iter().zip(bodies.shapes.each());
    let sizes = sizes
        .map(|(basis, shape)| (basis * Mat3::from_diagonal(&shape.bounds().half_extents())).amax());
    let size = relative.length_in_world_units(sizes.fold(f64::INFINITY, f64::min));
    size * if bodies.has_surface() { SAME_PLACE } else { MANIFOLD_MERGE }
}

/// A place and a normal by the cells of a grid of six dimensions.
type Cell = [i64; 6];

/// The contacts of a list by the cells of a grid, in a hash table of linked lists. Memory that is used again.
#[derive(Debug, Default)]
pub(crate) struct ContactGrid {
    /// The last contact of each list. Cells of the same hash share a list.
    heads: Vec<u32>,
    /// Of each contact, the one before it in its list.
    before: Vec<u32>,
    near: Vec<u32>,
    pub(super) sorting: Sorting,
    #[cfg(test)]
    compared: usize,
}

/// Memory to sort contacts.
#[derive(Debug, Default)]
pub(super) struct Sorting {
    /// What contacts are sorted by, and their places in the list.
    pub keys: Vec<(u64, u32)>,
    sorted: Vec<Contact>,
}

/// The cells of a grid are so many times as wide as places that are merged are apart at most, and as normals are.
const PLACE_WIDTH: f64 = 16.0;
const NORMAL_WIDTH: f64 = 4.0;

/// A contact is compared with so many that are near along the axis on which they are sorted.
const FEW: usize = 64;

/// No contact.
const NONE: u32 = u32::MAX;

impl ContactGrid {
    /// Empties the grid, for so many contacts: as many lists.
    fn reset(&mut self, count: usize) {
        for list in [&mut self.heads, &mut self.before] {
            list.clear();
            memory::reserve(list, count);
        }
        self.heads.resize(count, NONE);
    }

    /// The list of a cell.
    fn list_of(&self, cell: &Cell) -> usize {
        // The high digits of a product with a large number depend on all digits of a coordinate.
        const FACTORS: [u64; 6] = [
            0x9e37_79b9_7f4a_7c15,
            0xc2b2_ae3d_27d4_eb4f,
            0x1656_67b1_9e37_79f9,
            0x27d4_eb2f_1656_67c5,
            0xd6e8_feb8_6659_fd93,
            0xff51_afd7_ed55_8ccd,
        ];
        let products = cell.iter().zip(FACTORS).map(|(x, factor)| (*x as u64).wrapping_mul(factor));
        let hash = products.fold(0, |hash, product| hash ^ product);
        (((hash >> 32) * self.heads.len() as u64) >> 32) as usize
    }

    /// The contacts in the cells from one to another, in the order of the list.
    fn within(&mut self, from: Cell, to: Cell) -> &[u32] {
        self.near.clear();
        let mut cell = from;
        loop {
            let mut at = self.heads[self.list_of(&cell)];
            while at != NONE {
                memory::push(&mut self.near, at);
                at = self.before[at as usize];
            }
            // The next cell, as an odometer goes on.
            let Some(digit) = (0..6).find(|&digit| cell[digit] < to[digit]) else { break };
            cell[digit] += 1;
            cell[..digit].copy_from_slice(&from[..digit]);
        }
        self.near.sort_unstable();
        self.near.dedup();
        #[cfg(test)]
        {
            self.compared += self.near.len();
        }
        &self.near
    }

    /// Adds the next contact, to a cell or to none, and unlinks contacts that have been merged.
    fn push(&mut self, cell: Option<Cell>, stays: impl Fn(u32) -> bool) {
        let mut last = self.before.len() as u32;
        self.before.push(NONE);
        let Some(cell) = cell else { return };
        let list = self.list_of(&cell);
        let mut at = std::mem::replace(&mut self.heads[list], last);
        while at != NONE {
            if stays(at) {
                self.before[last as usize] = at;
                last = at;
            }
            at = self.before[at as usize];
        }
        self.before[last as usize] = NONE;
    }
}

/// Of contacts no farther apart than `nearby` whose normals are about the same only the deepest stay; the deepest first.
///
/// Each is compared with those before it that are near along the longest axis. Of many these are those in the cells of a grid which are
/// near it: where faces have a corner in common, many contacts are in one place.
pub(crate) fn merge(contacts: &mut Vec<Contact>, nearby: f64, grid: &mut ContactGrid) {
    let bounds = Aabb::around(contacts.iter().map(|contact| contact.points[0]));
    let axis = bounds.half_extents().imax();
    sort_by_key(contacts, &mut grid.sorting, |contact| contact.points[0][axis]);
    let is_same = |p: &Contact, q: &Contact| {
        (p.points[0] - q.points[0]).amax() <= nearby && p.normal.dot(&q.normal) >= SAME_NORMAL
    };
    // Slightly more than `nearby`, and than the distance of two normals that are about the same, to cover rounding. At most 64 cells
    // are searched for each contact, of this width about five. Casts saturate, and NaN becomes 0.
    let reach = nearby * (1.0 + 1e-9);
    let turn = (2.0 - 2.0 * SAME_NORMAL).sqrt() * (1.0 + 1e-9);
    let cell = |place: Vec3, normal: Vec3| -> Cell {
        let [place, normal] = [place / (PLACE_WIDTH * reach), normal / (NORMAL_WIDTH * turn)];
        [place.x, place.y, place.z, normal.x, normal.y, normal.z].map(|x| x as i64)
    };
    // The cell of a contact moved by so many times what is near, and normals from the corner of the cube around them, since casts round
    // towards zero.
    let cell_of = |contact: &Contact, k: f64| {
        let place = (contact.points[0] - bounds.min).add_scalar(k * reach);
        cell(place, contact.normal.add_scalar(1.0).add_scalar(k * turn))
    };
    // A depth of less than zero: to be left out.
    const GOES: f64 = -1.0;
    let count = contacts.len();
    // Of contacts whose neighbours along the axis are few the grid is not needed; those before are added to it when it is.
    let (mut first, mut in_grid) = (0, 0);
    for number in 0..contacts.len() {
        let (before, rest) = contacts.split_at_mut(number);
        let here = &mut rest[0];
        let least = here.points[0][axis] - reach;
        first += before[first..].iter().take_while(|other| other.points[0][axis] < least).count();
        if number - first > FEW {
            if in_grid == 0 {
                grid.reset(count);
            }
            for (i, other) in before.iter().enumerate().skip(in_grid) {
                let stays = |k: u32| before[k as usize].depth >= 0.0;
                grid.push(stays(i as u32).then(|| cell_of(other, 0.0)), stays);
            }
            in_grid = number;
        }
        let cells = || [-1.0, 1.0].map(|k| cell_of(here, k));
        let cells = (number - first > FEW).then(cells);
        let mut compare = |other: u32| {
            let other = &mut before[other as usize];
            if other.depth >= 0.0 && is_same(other, here) {
                let shallower = if here.depth > other.depth { other } else { &mut *here };
                shallower.depth = GOES;
                if here.depth < 0.0 {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        };
        let _ = match cells {
            None => (first as u32..number as u32).try_for_each(compare),
            Some([from, to]) => grid.within(from, to).iter().try_for_each(|other| compare(*other)),
        };
    }
    contacts.retain(|contact| contact.depth >= 0.0);
    sort_by_key(contacts, &mut grid.sorting, |contact| -contact.depth);
}

/// Ascending by a number, then in the order of all that there is.
fn sort_by_key(contacts: &mut Vec<Contact>, work: &mut Sorting, key: impl Fn(&Contact) -> f64) {
    let Sorting { keys, sorted } = work;
    keys.clear();
    sorted.clear();
    memory::reserve(keys, contacts.len());
    memory::reserve(sorted, contacts.len());
    // Numbers alone are moved while they are sorted.
    keys.extend(contacts.iter().map(|contact| rank(key(contact))).zip(0_u32..));
    let contact = |i: u32| &contacts[i as usize];
    keys.sort_unstable_by(|(p, i), (q, j)| p.cmp(q).then_with(|| order(contact(*i), contact(*j))));
    sorted.extend(keys.iter().map(|(_, i)| contact(*i)));
    std::mem::swap(contacts, sorted);
}

/// A whole number that is less where `total_cmp` has a number before another one.
fn rank(x: f64) -> u64 {
    let bits = x.to_bits();
    if x.is_sign_negative() { !bits } else { bits | 1 << 63 }
}

/// An order of contacts in which no two that differ are equal, so that answers do not depend on that of finding them.
pub(crate) fn order(p: &Contact, q: &Contact) -> Ordering {
    let [[a, b], [c, d]] = [p.points, q.points];
    let vectors = [[a, c], [b, d], [p.normal, q.normal]];
    let mut orders = vectors.iter().flat_map(|[v, w]| v.iter().zip(w).map(|(x, y)| x.total_cmp(y)));
    // One place may be of several features.
    orders.find(|order| order.is_ne()).unwrap_or_else(|| p.features.cmp(&q.features))
}
