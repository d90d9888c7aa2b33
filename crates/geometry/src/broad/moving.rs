//! Boxes that move on straight ways at the same time (the slides' space-time sweep). Candidates are found by encapsulating
//! boxes, or by swaps in the order of time; of these those stay whose boxes do meet in space and time.

use rustc_hash::FxHashSet;

use super::boxtree::BoxTree;
use super::kinetic::KineticSweep;
use super::phase::{ABSENT, BroadPhase, PairSink, Proxy, is_present};
use super::swept::Swept;
use crate::math::{Aabb, Vec3};

#[cfg(test)]
mod tests;

/// A box and how far it moves from time 0 to time 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Way {
    from: Aabb,
    motion: Vec3,
}

const NOWHERE: Way = Way { from: ABSENT, motion: Vec3::new(0.0, 0.0, 0.0) };

/// The pairs of boxes that may meet on their ways, kept from one set of ways to the next. Coordinates and motions are
/// finite.
#[derive(Default)]
pub struct MovingBoxes {
    ways: Vec<Way>,
    candidates: Candidates,
}

/// How candidates are found: the pairs are the same.
enum Candidates {
    /// By a tree of encapsulating boxes: O(m log n + k) for m changed ways.
    Encapsulated(Box<Encapsulated>),
    /// By queued swaps: O(s log n) for s swaps of ends, whatever has changed.
    Swapped(Box<Swapped>),
}

#[derive(Default)]
struct Encapsulated {
    tree: BoxTree,
    /// The pairs whose boxes overlap.
    pairs: Pairs,
}

#[derive(Default)]
struct Swapped {
    sweep: KineticSweep,
    pairs: Vec<(Proxy, Proxy)>,
    /// Ways have changed since.
    stale: bool,
}

impl Default for Candidates {
    fn default() -> Candidates {
        Candidates::Encapsulated(Box::default())
    }
}

#[derive(Default)]
struct Pairs(FxHashSet<(Proxy, Proxy)>);

impl PairSink for Pairs {
    fn begin(&mut self, a: Proxy, b: Proxy) {
        self.0.insert((a, b));
    }

    fn end(&mut self, a: Proxy, b: Proxy) {
        self.0.remove(&(a, b));
    }
}

impl MovingBoxes {
    /// Chooses queued swaps, or else encapsulating boxes. All ways are given anew.
    pub fn use_queued_swaps(&mut self, swaps: bool) {
        if matches!(self.candidates, Candidates::Swapped(_)) == swaps {
            return;
        }
        self.candidates =
            if swaps { Candidates::Swapped(Box::default()) } else { Candidates::default() };
        for (slot, way) in std::mem::take(&mut self.ways).iter().enumerate() {
            if is_present(&way.from) {
                self.place(slot as Proxy, &way.from, &way.motion);
            }
        }
        self.commit();
    }

    /// Gives a proxy its box at time 0, and how far it moves.
    pub fn place(&mut self, proxy: Proxy, from: &Aabb, motion: &Vec3) {
        let slot = proxy as usize;
        if self.ways.len() <= slot {
            self.ways.resize(slot + 1, NOWHERE);
        }
        self.ways[slot] = Way { from: *from, motion: *motion };
        match &mut self.candidates {
            Candidates::Encapsulated(by) => {
                let to = Aabb { min: from.min + motion, max: from.max + motion };
                by.tree.place(proxy, &from.join(&to));
            }
            Candidates::Swapped(by) => {
                by.sweep.place(proxy, from, motion);
                by.stale = true;
            }
        }
    }

    /// Takes a proxy out.
    pub fn remove(&mut self, proxy: Proxy) {
        let Some(way) = self.ways.get_mut(proxy as usize) else {
            return;
        };
        *way = NOWHERE;
        match &mut self.candidates {
            Candidates::Encapsulated(by) => by.tree.remove(proxy),
            Candidates::Swapped(by) => {
                by.sweep.remove(proxy);
                by.stale = true;
            }
        }
    }

    /// Makes all changes so far count.
    pub fn commit(&mut self) {
        if let Candidates::Encapsulated(by) = &mut self.candidates {
            by.tree.commit(&mut by.pairs);
        }
    }

    /// Finds the pairs of the committed ways.
    pub fn find(&mut self) {
        if let Candidates::Swapped(by) = &mut self.candidates
            && std::mem::take(&mut by.stale)
        {
            by.sweep.run(&mut by.pairs);
        }
    }

    /// Visits the pairs that have been found, the lesser proxy first, that may meet, with a lower bound on the time; in no
    /// particular order.
    pub fn pairs(&self, mut visit: impl FnMut(Proxy, Proxy, f64)) {
        let look = |&(a, b): &(Proxy, Proxy)| {
            if let Some(time) = meet(&self.ways, a, b) {
                visit(a, b, time);
            }
        };
        match &self.candidates {
            Candidates::Encapsulated(by) => by.pairs.0.iter().for_each(look),
            Candidates::Swapped(by) => by.pairs.iter().for_each(look),
        }
    }

    /// Visits those that a proxy may meet, with a lower bound on the time. O(n) by queued swaps.
    pub fn partners(&self, proxy: Proxy, visit: &mut dyn FnMut(Proxy, f64)) {
        let mut look = |other: Proxy| {
            if other != proxy
                && let Some(time) = meet(&self.ways, proxy, other)
            {
                visit(other, time);
            }
        };
        match &self.candidates {
            Candidates::Encapsulated(by) => {
                if let Some(aabb) = by.tree.boxes().get(proxy as usize) {
                    by.tree.query_box(aabb, &mut look);
                }
            }
            Candidates::Swapped(_) if (proxy as usize) < self.ways.len() => {
                (0..self.ways.len() as Proxy).for_each(look);
            }
            Candidates::Swapped(_) => {}
        }
    }
}

/// A lower bound on the time at which two boxes meet, unless they certainly do not.
fn meet(ways: &[Way], a: Proxy, b: Proxy) -> Option<f64> {
    let [a, b] = [a.min(b), a.max(b)].map(|proxy| &ways[proxy as usize]);
    if !is_present(&a.from) {
        return None;
    }
    // Their relative motion is rounded once: what that may move is added to the box.
    let (motion, size) = (a.motion - b.motion, a.motion.abs() + b.motion.abs());
    let from = a.from.inflated(&(size * f64::EPSILON));
    Swept { from, motion }.meets(&b.from, 1.0)
}
