//! Boxes that move on straight ways at the same time (the slides' space-time sweep): encapsulating boxes find the
//! candidates, and of these those stay whose boxes do meet in space and time.

use super::boxtree::BoxTree;
use super::phase::{ABSENT, BroadPhase, PairSink, Proxy};
use super::swept::Swept;
use crate::math::{Aabb, Vec3};
use rustc_hash::FxHashSet;

#[cfg(test)]
#[path = "moving_tests.rs"]
mod tests;

/// A box and how far it moves from time 0 to time 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Way {
    from: Aabb,
    motion: Vec3,
}

const NOWHERE: Way = Way { from: ABSENT, motion: Vec3::new(0.0, 0.0, 0.0) };

/// The pairs of boxes that may meet on their ways, kept from one set of ways to the next.
///
/// An update costs O(m log n + k) for m changed ways. Coordinates and motions are finite.
#[derive(Default)]
pub struct MovingBoxes {
    ways: Vec<Way>,
    tree: BoxTree,
    /// The pairs whose encapsulating boxes overlap.
    pairs: Pairs,
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
    /// Gives a proxy its box at time 0, and how far it moves.
    pub fn place(&mut self, proxy: Proxy, from: &Aabb, motion: &Vec3) {
        let slot = proxy as usize;
        if self.ways.len() <= slot {
            self.ways.resize(slot + 1, NOWHERE);
        }
        self.ways[slot] = Way { from: *from, motion: *motion };
        let to = Aabb { min: from.min + motion, max: from.max + motion };
        self.tree.place(proxy, &from.join(&to));
    }

    /// Takes a proxy out.
    pub fn remove(&mut self, proxy: Proxy) {
        if let Some(way) = self.ways.get_mut(proxy as usize) {
            *way = NOWHERE;
            self.tree.remove(proxy);
        }
    }

    /// Makes all changes so far count.
    pub fn commit(&mut self) {
        self.tree.commit(&mut self.pairs);
    }

    /// Visits the pairs, the lesser proxy first, that may meet, with a lower bound on the time; in no particular order.
    pub fn pairs(&self, mut visit: impl FnMut(Proxy, Proxy, f64)) {
        for (a, b) in &self.pairs.0 {
            if let Some(time) = self.meet(*a, *b) {
                visit(*a, *b, time);
            }
        }
    }

    /// Visits those that a proxy may meet, with a lower bound on the time.
    pub fn partners(&self, proxy: Proxy, visit: &mut dyn FnMut(Proxy, f64)) {
        let Some(aabb) = self.tree.boxes().get(proxy as usize) else { return };
        self.tree.query_box(aabb, &mut |other| {
            if other != proxy
                && let Some(time) = self.meet(proxy, other)
            {
                visit(other, time);
            }
        });
    }

    /// A lower bound on the time at which two boxes meet, unless they certainly do not.
    fn meet(&self, a: Proxy, b: Proxy) -> Option<f64> {
        let [a, b] = [a.min(b), a.max(b)].map(|proxy| &self.ways[proxy as usize]);
        // Their relative motion is rounded once: what that may move is added to the box.
        let (motion, size) = (a.motion - b.motion, a.motion.abs() + b.motion.abs());
        let from = a.from.inflated(&(size * f64::EPSILON));
        Swept { from, motion }.meets(&b.from, 1.0)
    }
}
