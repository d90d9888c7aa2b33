//! Which contact of the last frame is which of this one.

use std::cmp::Ordering;

use crate::memory;
use crate::sorting::sorted_numbers;

#[cfg(test)]
mod tests;

/// Finds each of some contacts among those of the last frame, by what tells them apart: [`Contact::features`](super::Contact), with the
/// objects if they are of several pairs. The place of each, or `None` where it is new: a solver begins with the impulses that it had found
/// there. None is found twice; of equal ones the first is the first. Takes O(n log n) time.
///
/// ```
/// use solid_geometry::{Placement, Shape, query};
///
/// let (crate_, ground) = (Shape::cuboid([1.0; 3])?, Shape::cuboid([9.0, 1.0, 9.0])?);
/// let contacts = |x: f64| {
///     let at = Placement::translation([x, 0.99, 0.0]);
///     query::contacts(&crate_, &at, &ground, &Placement::IDENTITY)
/// };
/// let ids = |x| Vec::from_iter(contacts(x).iter().map(|contact| contact.features));
/// let (before, now) = (ids(0.0), ids(0.01)); // it has moved
/// let places = query::match_contacts(&before, &now);
/// assert!(places.len() == 4 && places.iter().all(|place| place.is_some()));
/// // Here a force for each corner would go from the old contacts to the new ones.
/// let forces = [1.0, 2.0, 3.0, 4.0];
/// let begins = places.iter().map(|place| place.map_or(0.0, |i| forces[i as usize]));
/// assert_eq!(begins.sum::<f64>(), 10.0);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn match_contacts<K: Ord>(before: &[K], now: &[K]) -> Vec<Option<u32>> {
    let [old, new] = [before, now].map(in_order);
    let mut places = Vec::new();
    memory::reserve(&mut places, now.len());
    places.resize(now.len(), None);
    let (mut old, mut new) = (old.into_iter().peekable(), new.into_iter().peekable());
    while let (Some(&i), Some(&k)) = (old.peek(), new.peek()) {
        let order = before[i as usize].cmp(&now[k as usize]);
        if order == Ordering::Equal {
            places[k as usize] = Some(i);
        }
        if order != Ordering::Greater {
            old.next();
        }
        if order != Ordering::Less {
            new.next();
        }
    }
    places
}

/// The places of keys in ascending order, of equal ones in their own.
fn in_order<K: Ord>(keys: &[K]) -> Vec<u32> {
    sorted_numbers(keys.len(), &|i, k| keys[i as usize].cmp(&keys[k as usize]))
}
