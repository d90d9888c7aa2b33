//! Worlds of a handful of objects: every two of them are a pair, and there are no boxes before something asks for them.
//!
//! To find the boxes of two objects and to compare them takes as long as to decide most pairs, and balls tell many of these apart
//! in less. Programs that place two bodies and ask whether they collide, over and over, are spared it.

use super::bounds::{settle, settle_balls};
use super::world::{Sink, World, put};
use solid_geometry::broad::{PairSink, Proxy};

#[cfg(test)]
mod tests;

/// So many objects are a handful.
const MOST: u32 = 4;

/// Whether a world is one of a handful, and what the broad phase has not heard of.
pub(super) struct Handful {
    /// There have never been more.
    pub(super) lasts: bool,
    /// Slots whose boxes it has not been given, a bit each.
    unboxed: u8,
}

impl Default for Handful {
    fn default() -> Handful {
        Handful { lasts: true, unboxed: 0 }
    }
}

/// Hears what makes no difference: every two are a pair.
pub(super) struct Deaf;

impl PairSink for Deaf {
    fn begin(&mut self, _: Proxy, _: Proxy) {}
    fn end(&mut self, _: Proxy, _: Proxy) {}
}

impl<C: Copy> World<C> {
    /// An object has been made.
    pub(super) fn join_handful(&mut self, slot: u32) {
        if !self.handful.lasts {
            return;
        }
        if slot >= MOST {
            return self.break_handful_up();
        }
        let mut sink =
            Sink { objects: &self.objects, shapes: &self.shapes, pairs: &mut self.pairs };
        self.objects
            .slots_in_use()
            .filter(|other| *other != slot)
            .for_each(|other| sink.begin(other, slot));
    }

    /// An object has been deleted.
    pub(super) fn leave_handful(&mut self, slot: u32) {
        if self.handful.lasts {
            self.handful.unboxed &= !(1 << slot);
            self.objects.slots_in_use().for_each(|other| self.pairs.end(other, slot));
        }
    }

    /// There are too many: only those whose boxes overlap are pairs. The broad phase tells of all of them once more, since what
    /// is taken out and put in again begins anew.
    #[cold]
    fn break_handful_up(&mut self) {
        self.handful.lasts = false;
        self.pairs.clear();
        for slot in 0..MOST {
            self.broad.remove(slot);
            self.moved.add(slot);
        }
    }

    /// Gives what has moved its balls.
    #[inline(always)]
    pub(super) fn settle_handful(&mut self) {
        for slot in self.moved.as_slice() {
            if let Some(object) = self.objects.get_mut(*slot) {
                settle_balls(object, &self.shapes);
                self.handful.unboxed |= 1 << slot;
            }
        }
    }

    /// Brings the pairs up to date with all that has moved, and the broad phase.
    pub(super) fn commit_boxes(&mut self) {
        self.commit_pairs(true);
        if !self.handful.lasts {
            return;
        }
        let unboxed = std::mem::take(&mut self.handful.unboxed);
        for slot in (0..MOST).filter(|slot| unboxed >> slot & 1 != 0) {
            if let Some(object) = self.objects.get_mut(slot) {
                put(&mut *self.broad, slot, &settle(object, &self.shapes, self.fixed_boxes));
            }
        }
        self.broad.update(&mut Deaf);
    }

    /// How many pairs of objects have boxes that overlap, once these are up to date.
    pub(super) fn count_overlapping(&self) -> usize {
        if !self.handful.lasts {
            return self.pairs.len();
        }
        let boxes = self.broad.boxes();
        let before =
            |i: usize| boxes[..i].iter().filter(move |other| boxes[i].overlaps(other)).count();
        (0..boxes.len()).map(before).sum()
    }
}
