//! What has changed of the pairs that collide since the last frame, and what a program attaches to objects.

#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use super::object::ObjectRef;
use super::pairs::PairKey;
use super::world::World;
use rustc_hash::FxHashMap;
use solid_geometry::memory;

/// What has become of a pair that collides, or did in the last frame.
///
/// ```
/// use solid::space::{ContactQuery, PairChange, Placement, Selector, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// let (first, second) = (space.create_object(ball)?, space.create_object(ball)?);
/// space.watch(Selector::All, ContactQuery::Hit);
/// assert_eq!(space.events().next(), Some(([first, second], PairChange::Began)));
/// space.proceed();
/// space.place(second, Placement::translation([5.0, 0.0, 0.0]))?;
/// assert_eq!(space.events().next(), Some(([first, second], PairChange::Ended)));
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairChange {
    /// It collides, and did not in the last frame.
    Began,
    /// It collides, and did in the last frame.
    Stays,
    /// It collided in the last frame, and does no longer.
    Ended,
}

/// A pair that collides, in the order of tests.
pub(super) type Colliding = (PairKey, [ObjectRef; 2]);

/// The pairs that collided in the last frame.
#[derive(Default)]
pub(super) struct PairEvents {
    /// Whether a program has ever asked: only then are the pairs kept from frame to frame.
    pub(super) are_wanted: bool,
    pub(super) before: Vec<Colliding>,
    now: Vec<Colliding>,
    found: Vec<([ObjectRef; 2], PairChange)>,
}

/// What a program attaches to an object: an address and a number.
pub type ObjectData = (usize, u32);

/// By slot.
#[derive(Default)]
pub(super) struct AttachedData(FxHashMap<u32, ObjectData>);

impl AttachedData {
    /// The slot has another object, or none.
    pub(super) fn forget(&mut self, slot: u32) {
        if !self.0.is_empty() {
            self.0.remove(&slot);
        }
    }
}

impl<C: Copy + Send + Sync> World<C> {
    /// The pairs with a response that collide now, or did when the last frame ended, and what has become of them, in the order of
    /// tests. Until the first call, nothing has collided.
    pub fn events(&mut self) -> &[([ObjectRef; 2], PairChange)] {
        self.events.are_wanted = true;
        self.find_colliding();
        let PairEvents { before, now, found, .. } = &mut self.events;
        found.clear();
        memory::reserve(found, before.len() + now.len());
        let (mut before, mut now) = (before.iter().peekable(), now.iter().peekable());
        loop {
            let order = match (before.peek(), now.peek()) {
                (Some((then, _)), Some((key, _))) => then.cmp(key),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let change = match order {
                Ordering::Less => PairChange::Ended,
                Ordering::Equal => PairChange::Stays,
                Ordering::Greater => PairChange::Began,
            };
            let of_before = before.next_if(|_| order.is_le());
            let pair = now.next_if(|_| order.is_ge()).or(of_before);
            found.extend(pair.map(|(_, objects)| (*objects, change)));
        }
        &self.events.found
    }

    /// Keeps the pairs that collide as those of the last frame, if that is of interest.
    pub(super) fn keep_colliding(&mut self) {
        if self.events.are_wanted {
            self.find_colliding();
            let PairEvents { before, now, .. } = &mut self.events;
            std::mem::swap(before, now);
        }
    }

    fn find_colliding(&mut self) {
        let mut now = std::mem::take(&mut self.events.now);
        now.clear();
        self.visit_colliding(|key, objects| memory::push(&mut now, (key, objects)));
        self.events.now = now;
    }
}

impl<C> World<C> {
    /// Attaches an address and a number to an object, which go with it. `false` if there is no such object.
    pub fn set_object_data(&mut self, object: ObjectRef, data: ObjectData) -> bool {
        let Some(slot) = self.objects.slot(object) else { return false };
        if data == ObjectData::default() {
            self.attached.forget(slot);
        } else if self.attached.0.try_reserve(1).is_err() {
            memory::run_out();
        } else {
            self.attached.0.insert(slot, data);
        }
        true
    }

    /// What is attached to an object, zeros if nothing; `None` if there is no such object.
    pub fn object_data(&self, object: ObjectRef) -> Option<ObjectData> {
        let slot = self.objects.slot(object)?;
        Some(self.attached.0.get(&slot).copied().unwrap_or_default())
    }
}
