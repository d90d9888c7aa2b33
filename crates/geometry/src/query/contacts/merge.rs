//! Contacts that neighbouring parts share, merged into one.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::Contact;
use crate::math::Aabb;
use crate::math::tolerance::{MANIFOLD_MERGE, SAME_NORMAL};
use crate::memory;
use crate::query::bodies::BodyPair;

#[cfg(test)]
mod tests;

/// Contacts nearer than this are merged.
pub fn nearby(bodies: &BodyPair<'_>) -> f64 {
    MANIFOLD_MERGE * bodies.relative.in_world_units(&bodies.relative.absolute_extents()).max()
}

/// The contacts of a list by the cells of a grid, in linked lists. Memory that is used again.
#[derive(Debug, Default)]
pub struct ContactGrid {
    /// The last contact in a cell.
    heads: FxHashMap<[i64; 3], u32>,
    /// Of each contact, the one before it in its cell.
    before: Vec<u32>,
    near: Vec<u32>,
}

/// No contact.
const NONE: u32 = u32::MAX;

impl ContactGrid {
    fn reset(&mut self, count: usize) {
        self.heads.clear();
        self.before.clear();
        if self.heads.try_reserve(count).is_err() {
            memory::run_out();
        }
        memory::reserve(&mut self.before, count);
        memory::reserve(&mut self.near, count);
    }

    /// The contacts in a cell and those around it, in the order of the list.
    fn around(&mut self, [x, y, z]: [i64; 3]) -> &[u32] {
        let ContactGrid { heads, before, near } = self;
        near.clear();
        for offset in 0..27 {
            let [i, j, k] = [offset / 9, offset / 3 % 3, offset % 3].map(|step| step - 1);
            let cell = [x.saturating_add(i), y.saturating_add(j), z.saturating_add(k)];
            let mut at = heads.get(&cell).copied().unwrap_or(NONE);
            while at != NONE {
                near.push(at);
                at = before[at as usize];
            }
        }
        near.sort_unstable();
        near.dedup();
        near
    }

    /// Adds the next contact of the list, to a cell or to none, and takes out of the cell what is left out by now.
    fn push(&mut self, cell: Option<[i64; 3]>, stays: impl Fn(u32) -> bool) {
        let number = self.before.len() as u32;
        self.before.push(NONE);
        let Some(cell) = cell else { return };
        let mut at = self.heads.insert(cell, number).unwrap_or(NONE);
        let mut last = number;
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
/// Each is compared with those that are in the cells around its own in a grid, as wide as `nearby`.
pub fn merge(contacts: &mut Vec<Contact>, nearby: f64, grid: &mut ContactGrid) {
    let bounds = Aabb::around(contacts.iter().map(|contact| contact.points[0]));
    let axis = bounds.half_extents().imax();
    sort_by_key(contacts, &|contact| contact.points[0][axis]);
    let is_same = |p: &Contact, q: &Contact| {
        (p.points[0] - q.points[0]).amax() <= nearby && p.normal.dot(&q.normal) >= SAME_NORMAL
    };
    // Wider by more than rounding. What is out of range, or no number, is in the last cell or the first.
    let width = nearby * (1.0 + 1e-9);
    // A depth of less than zero: to be left out.
    const GOES: f64 = -1.0;
    grid.reset(contacts.len());
    for number in 0..contacts.len() {
        let (before, rest) = contacts.split_at_mut(number);
        let here = &mut rest[0];
        let place = (here.points[0] - bounds.min) / width;
        let cell = [place.x as i64, place.y as i64, place.z as i64];
        for &other in grid.around(cell) {
            let other = &mut before[other as usize];
            if other.depth >= 0.0 && is_same(other, here) {
                let shallower = if here.depth > other.depth { other } else { &mut *here };
                shallower.depth = GOES;
                if here.depth < 0.0 {
                    break;
                }
            }
        }
        grid.push((here.depth >= 0.0).then_some(cell), |i| before[i as usize].depth >= 0.0);
    }
    contacts.retain(|contact| contact.depth >= 0.0);
    sort_by_key(contacts, &|contact| -contact.depth);
}

/// Ascending by a number, then in the order of all that there is.
fn sort_by_key(contacts: &mut [Contact], key: &dyn Fn(&Contact) -> f64) {
    contacts.sort_unstable_by(|p, q| key(p).total_cmp(&key(q)).then_with(|| order(p, q)));
}

/// An order of contacts in which no two that differ are equal, so that answers do not depend on that of finding them.
pub fn order(p: &Contact, q: &Contact) -> Ordering {
    let numbers = |c: &Contact| [c.points[0], c.points[1], c.normal].map(<[f64; 3]>::from);
    let (p, q) = (numbers(p), numbers(q));
    let unequal = p.as_flattened().iter().zip(q.as_flattened()).map(|(x, y)| x.total_cmp(y));
    unequal.fold(Ordering::Equal, Ordering::then)
}
