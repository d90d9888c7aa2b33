//! Boxes that move along straight lines at the same time (the slides' space-time sweep). A tree of the boxes around whole
//! paths finds candidates; of these the pairs stay whose boxes do meet in space and time.

use rustc_hash::FxHashSet;

use super::broad_phase::{ABSENT, BroadPhase, PairSink, Proxy, is_present};
use super::swept::Swept;
use super::tree::BoxTree;
use crate::math::{Aabb, Vec3};
use crate::memory;

#[cfg(test)]
mod tests;

/// A box and how far it moves from time 0 to time 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MovingBox {
    from: Aabb,
    motion: Vec3,
}

const NO_BOX: MovingBox = MovingBox { from: ABSENT, motion: Vec3::new(0.0, 0.0, 0.0) };

/// The pairs of boxes that may meet on their paths, kept from one set of paths to the next. Coordinates and motions are
/// finite. An update costs O(m log n + k) for m changed paths.
///
/// ```
/// use solid_geometry::broad::MovingBoxes;
/// use solid_geometry::math::{Aabb, Vec3};
///
/// let cube = |x| Aabb { min: Vec3::new(x, 0.0, 0.0), max: Vec3::new(x + 1.0, 1.0, 1.0) };
/// let mut boxes = MovingBoxes::default();
/// boxes.place(0, &cube(0.0), &Vec3::new(4.0, 0.0, 0.0));
/// boxes.place(1, &cube(5.0), &Vec3::new(-4.0, 0.0, 0.0)); // meets the first: the gap is 4, the speed 8
/// boxes.place(2, &cube(3.0), &Vec3::new(0.0, 9.0, 0.0)); // is gone by then
/// boxes.update_where(|_, _| true);
/// let mut found = Vec::new();
/// boxes.pairs(|a, b, time| found.push((a, b, time)));
/// assert!(matches!(found[..], [(0, 1, time)] if (time - 0.5).abs() < 1e-9));
/// ```
#[derive(Default)]
pub struct MovingBoxes {
    paths: Vec<MovingBox>,
    /// Of the boxes around whole paths.
    tree: BoxTree,
    /// Those that overlap.
    pairs: FxHashSet<(Proxy, Proxy)>,
}

/// Keeps the pairs that are wanted.
struct Wanted<'a, F> {
    pairs: &'a mut FxHashSet<(Proxy, Proxy)>,
    wants: F,
}

impl<F: Fn(Proxy, Proxy) -> bool + Send + Sync> PairSink for Wanted<'_, F> {
    fn wants(&self, a: Proxy, b: Proxy) -> bool {
        (self.wants)(a, b)
    }

    fn begin(&mut self, a: Proxy, b: Proxy) {
        if self.wants(a, b) {
            memory::insert(self.pairs, (a, b));
        }
    }

    fn end(&mut self, a: Proxy, b: Proxy) {
        self.pairs.remove(&(a, b));
    }
}

impl MovingBoxes {
    /// Gives a proxy its box at time 0, and how far it moves until time 1. Takes effect at the next update.
    pub fn place(&mut self, proxy: Proxy, from: &Aabb, motion: &Vec3) {
        let slot = proxy as usize;
        if self.paths.len() <= slot {
            self.paths.resize(slot + 1, NO_BOX);
        }
        self.paths[slot] = MovingBox { from: *from, motion: *motion };
        self.tree.place(proxy, &from.join(&from.translated(motion)));
    }

    /// Takes a proxy out.
    pub fn remove(&mut self, proxy: Proxy) {
        if let Some(path) = self.paths.get_mut(proxy as usize) {
            *path = NO_BOX;
            self.tree.remove(proxy);
        }
    }

    /// Makes all changes so far take effect, leaving out the pairs that are not wanted. A pair that is wanted later comes when one
    /// of the two has been removed and placed again.
    pub fn update_where(&mut self, wants: impl Fn(Proxy, Proxy) -> bool + Send + Sync) {
        self.tree.update(&mut Wanted { pairs: &mut self.pairs, wants });
    }

    /// Visits the pairs that may meet, the lesser proxy first, with a lower bound on the time, from 0 to 1; in no
    /// particular order.
    pub fn pairs(&self, mut visit: impl FnMut(Proxy, Proxy, f64)) {
        for &(a, b) in &self.pairs {
            if let Some(time) = meet(&self.paths, a, b) {
                visit(a, b, time);
            }
        }
    }

    /// Visits the proxies that one may meet, with a lower bound on the time, from 0 to 1; in no particular order.
    ///
    /// ```
    /// # use solid_geometry::broad::MovingBoxes;
    /// # use solid_geometry::math::{Aabb, Vec3};
    /// let cube = |x| Aabb { min: Vec3::new(x, 0.0, 0.0), max: Vec3::new(x + 1.0, 1.0, 1.0) };
    /// let mut boxes = MovingBoxes::default();
    /// [0.0, 3.0, 30.0].iter().zip(0..).for_each(|(x, i)| boxes.place(i, &cube(*x), &Vec3::zeros()));
    /// boxes.place(0, &cube(0.0), &Vec3::new(8.0, 0.0, 0.0));
    /// boxes.update_where(|_, _| true);
    /// let mut found = Vec::new();
    /// boxes.partners(0, &mut |other, time| found.push((other, time)));
    /// assert!(matches!(found[..], [(1, time)] if (time - 0.25).abs() < 1e-9)); // a gap of 2, a speed of 8
    /// ```
    pub fn partners(&self, proxy: Proxy, visit: &mut dyn FnMut(Proxy, f64)) {
        self.near(proxy, &mut |other| {
            if let Some(time) = meet(&self.paths, proxy, other) {
                visit(other, time);
            }
        });
    }

    /// Visits the proxies whose boxes around whole paths overlap one's, whether they meet in time or not; in no particular order.
    pub fn near(&self, proxy: Proxy, visit: &mut dyn FnMut(Proxy)) {
        if let Some(aabb) = self.tree.boxes().get(proxy as usize) {
            self.tree.query_box(aabb, &mut |other| {
                if other != proxy {
                    visit(other);
                }
            });
        }
    }

    /// Panics unless the tree and, as of the last update, the pairs fit the paths.
    pub fn validate(&self) {
        self.tree.validate();
        for (path, around) in self.paths.iter().zip(self.tree.boxes()) {
            assert_eq!(is_present(&path.from), is_present(around), "a path without a box");
            assert!(!is_present(around) || path.from.join(around) == *around, "a box too small");
        }
        if self.tree.has_changed() {
            return;
        }
        let boxes = self.tree.boxes();
        for &(a, b) in &self.pairs {
            assert!(
                a < b && boxes[a as usize].overlaps(&boxes[b as usize]),
                "a pair of boxes apart"
            );
        }
    }
}

/// A lower bound on the time at which two boxes meet, unless they certainly do not.
fn meet(paths: &[MovingBox], a: Proxy, b: Proxy) -> Option<f64> {
    let [a, b] = [a.min(b), a.max(b)].map(|proxy| &paths[proxy as usize]);
    if !is_present(&a.from) {
        return None;
    }
    // Their relative motion is rounded once: the box is inflated by what that may amount to.
    let (motion, size) = (a.motion - b.motion, a.motion.abs() + b.motion.abs());
    let from = a.from.inflated(&(size * f64::EPSILON));
    Swept { from, motion }.meets(&b.from, 1.0)
}
