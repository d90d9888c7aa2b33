//! The table of proxies: each box now and at the last update, and what has changed since.

use super::broad_phase::{ABSENT, Proxy, is_present};
use crate::math::Aabb;
use crate::memory;

/// The boxes by proxy, now and at the last update, and which have changed since.
#[derive(Default)]
pub(super) struct ProxyTable {
    pub(super) now: Vec<Aabb>,
    pub(super) was: Vec<Aabb>,
    /// The proxies that have changed since the last update, each once.
    pub(super) changed: Vec<Proxy>,
    /// By proxy: what happened to it since the last update.
    changes: Vec<Change>,
    /// How many proxies have a box now.
    pub(super) present: usize,
}

/// What happened to a proxy since the last update.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Change {
    /// Its box is another one, or has been removed and inserted again.
    pub(super) changed: bool,
    /// Removed, perhaps inserted again: its pairs end.
    pub(super) removed: bool,
    /// Inserted, removed, or moved so far that its old box does not help to find its new pairs.
    pub(super) leaps: bool,
}

impl ProxyTable {
    /// Gives a proxy its box; one that has an empty box is absent.
    pub(super) fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        let aabb = if aabb.is_empty() { &ABSENT } else { aabb };
        let slot = proxy as usize;
        if slot >= self.now.len() {
            self.grow(slot);
        }
        let now = &mut self.now[slot];
        if *now == *aabb {
            return;
        }
        self.present = self.present + is_present(aabb) as usize - is_present(now) as usize;
        // One corner after the other, as they were written: else a load of parts of both would be a store-forwarding stall.
        now.min = aabb.min;
        now.max = aabb.max;
        self.mark_changed(proxy);
    }

    fn grow(&mut self, slot: usize) {
        if slot >= self.now.capacity() {
            // By a sixteenth: boxes take most of the memory.
            memory::reserve_exact(&mut self.now, slot / 16 + 8);
            memory::reserve_exact(&mut self.was, slot / 16 + 8);
        }
        self.now.resize(slot + 1, ABSENT);
        self.was.resize(slot + 1, ABSENT);
        self.changes.resize(slot + 1, Change::default());
    }

    /// Removes a proxy: its pairs end, even if it is inserted again at once.
    pub(super) fn remove(&mut self, proxy: Proxy) {
        let slot = proxy as usize;
        if slot < self.now.len() {
            self.present -= is_present(&self.now[slot]) as usize;
            self.now[slot] = ABSENT;
            self.changes[slot].removed = true;
            self.mark_changed(proxy);
        }
    }

    #[inline]
    fn mark_changed(&mut self, proxy: Proxy) {
        let change = &mut self.changes[proxy as usize];
        if !change.changed {
            change.changed = true;
            self.changed.push(proxy);
        }
    }

    /// What happened to a proxy.
    #[inline]
    pub(super) fn change(&self, proxy: Proxy) -> Change {
        self.changes[proxy as usize]
    }

    /// Marks the changed proxies that appear, disappear or leap.
    pub(super) fn mark_leaps(&mut self, leaps: impl Fn(&Aabb, &Aabb) -> bool) {
        for proxy in &self.changed {
            let slot = *proxy as usize;
            let (was, now, change) = (&self.was[slot], &self.now[slot], &mut self.changes[slot]);
            let stays = is_present(was) && is_present(now) && !change.removed;
            change.leaps = !stays || leaps(was, now);
        }
    }

    /// Whether two boxes that overlapped at the last update still do, and neither has been removed since.
    #[inline]
    pub(super) fn keeps(&self, a: Proxy, b: Proxy) -> bool {
        let (i, j) = (a as usize, b as usize);
        !self.changes[i].removed && !self.changes[j].removed && self.now[i].overlaps(&self.now[j])
    }

    /// Whether two boxes overlap that did not at the last update, after [`ProxyTable::forget_removed`].
    #[inline]
    pub(super) fn begins(&self, a: Proxy, b: Proxy) -> bool {
        let (i, j) = (a as usize, b as usize);
        // Most pairs have overlapped before, so this is checked first.
        !self.was[i].overlaps(&self.was[j]) && self.now[i].overlaps(&self.now[j])
    }

    /// Clears the former boxes of removed proxies.
    pub(super) fn forget_removed(&mut self) {
        for proxy in &self.changed {
            if self.changes[*proxy as usize].removed {
                self.was[*proxy as usize] = ABSENT;
            }
        }
    }

    /// Whether anything has changed since the last update.
    #[inline]
    pub(super) fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Ends an update: the boxes of now become those of the last update.
    pub(super) fn finish_update(&mut self) {
        for proxy in self.changed.drain(..) {
            let slot = proxy as usize;
            self.was[slot] = self.now[slot];
            self.changes[slot] = Change::default();
        }
    }

    /// Panics unless the parts of the table agree.
    pub(super) fn validate(&self) {
        let slots = self.now.len();
        assert!(self.was.len() == slots && self.changes.len() == slots);
        assert_eq!(self.present, self.now.iter().filter(|aabb| is_present(aabb)).count());
        let mut listed = vec![false; slots];
        for proxy in &self.changed {
            assert!(!std::mem::replace(&mut listed[*proxy as usize], true), "{proxy} twice");
        }
        for (slot, change) in self.changes.iter().enumerate() {
            assert_eq!(change.changed, listed[slot]);
            assert!(change.changed || *change == Change::default());
            let same = (self.now[slot] == self.was[slot])
                || !is_present(&self.now[slot]) && !is_present(&self.was[slot]);
            assert!(change.changed || same, "{slot} has changed and is not listed");
        }
    }
}
