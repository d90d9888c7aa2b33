//! Three sorted lists of ends that follow a ledger (thesis 5.2.2): the incremental sweep and prune.

use super::endpoints::{End, Endpoints};
use super::ledger::{Ledger, News};
use super::phase::{PairSink, Proxy, is_present};
use crate::math::Aabb;

// In the units of the broad phases' costs, some five nanoseconds.
/// A box that moves.
const MOVE_COST: usize = 9;
/// Each end that it passes.
const STEP_COST: usize = 3;
/// A box that comes, goes or leaps: this part of a unit for each box there is.
const SCAN_COST_DIVISOR: usize = 4;

/// What a moved box is compared with on an axis, besides what it passes: its two ends with those before and after them.
const LOOKS: u64 = 4;

/// The lists, and what they have cost.
#[derive(Default)]
pub(super) struct Lists {
    endpoints: Endpoints,
    /// How many ends a moved box passes on the average.
    steps: usize,
    /// Ends compared and boxes scanned so far.
    pub(super) box_tests: u64,
}

/// What a commit has changed.
pub(super) struct Changes {
    pub(super) begun: usize,
    pub(super) ended: usize,
}

impl Lists {
    /// Makes room for so many proxies, so that no other call needs memory.
    pub(super) fn reserve(&mut self, slots: usize) {
        self.endpoints.reserve(slots);
    }

    pub(super) fn bytes(&self) -> usize {
        self.endpoints.bytes()
    }

    /// Lists boxes none of which waits for a commit.
    pub(super) fn build(&mut self, boxes: &[Aabb]) {
        self.endpoints.build(boxes);
    }

    /// What as many moved boxes cost that neither come nor go, nor leap.
    pub(super) fn cost_of(&self, moved: usize) -> usize {
        moved * (MOVE_COST + STEP_COST * self.steps)
    }

    /// Tells what a commit is going to cost, and marks the proxies whose pairs it is to find by a
    /// scan: those that come or go, and those that leap past so many others that a scan is cheaper; those are not known
    /// unless the lists are `valid`, that is, up to date.
    pub(super) fn foresee(&self, ledger: &mut Ledger, valid: bool, budget: usize) -> usize {
        let mut cost = self.cost_of(ledger.changed.len());
        if cost > budget {
            return cost;
        }
        let scan_cost = ledger.now.len() / SCAN_COST_DIVISOR;
        for proxy in &ledger.changed {
            let slot = *proxy as usize;
            let (was, now) = (&ledger.was[slot], &ledger.now[slot]);
            let comes_or_goes = ledger.news[slot].cut() || !is_present(was) || !is_present(now);
            let leaps = || {
                valid
                    && !was.overlaps(now)
                    && STEP_COST * self.endpoints.distance(*proxy, now) > scan_cost
            };
            if comes_or_goes || leaps() {
                ledger.news[slot].set_leaps();
                cost += scan_cost;
            }
        }
        cost
    }

    /// Follows the changes in the lists of ends, after [`foresee`](Self::foresee). Returns what has changed,
    /// or `None` if too many ends were passed, in which case the lists are of no more use and nothing has been reported.
    /// `changes` is memory.
    pub(super) fn commit(
        &mut self,
        ledger: &Ledger,
        budget: usize,
        changes: &mut Vec<(Proxy, Proxy)>,
        sink: &mut dyn PairSink,
    ) -> Option<Changes> {
        changes.clear();
        let mut steps = self.scan_marked(ledger, changes);
        // Some more than foreseen is better finished than begun anew.
        let most_steps = 2 * budget / STEP_COST;
        for axis in 0..3 {
            for &proxy in &ledger.changed {
                if ledger.news[proxy as usize].leaps() {
                    continue;
                }
                let (now, was, news) = (&ledger.now, &ledger.was, &ledger.news);
                let (aabb, old) = (&now[proxy as usize], &was[proxy as usize]);
                // Several axes may see the same change: the first on which the boxes are apart reports it.
                // And where both boxes move, their other two ends may pass each other and pass back: that is
                // not reported.
                steps += self.endpoints.slide(axis, proxy, aabb, |other, end, together| {
                    let slot = other as usize;
                    let pair = (proxy.min(other), proxy.max(other));
                    if together {
                        if aabb.overlaps(&now[slot])
                            && !news[slot].leaps()
                            && parted_by(old, &was[slot]) == Some((axis, end))
                        {
                            changes.push(pair);
                        }
                    } else if old.overlaps(&was[slot])
                        && !news[slot].leaps()
                        && parted_by(aabb, &now[slot]) == Some((axis, end))
                    {
                        changes.push((pair.1, pair.0));
                    }
                });
                if steps > most_steps {
                    self.box_tests += steps as u64;
                    return None;
                }
            }
            self.box_tests += LOOKS * ledger.changed.len() as u64;
        }
        let (ended, begun) =
            (|pair: &&(Proxy, Proxy)| pair.0 > pair.1, |pair: &&(Proxy, Proxy)| pair.0 < pair.1);
        changes.iter().filter(ended).for_each(|&(b, a)| sink.end(a, b));
        changes.iter().filter(begun).for_each(|&(a, b)| sink.begin(a, b));
        self.box_tests += steps as u64;
        self.steps = (3 * self.steps + steps / ledger.changed.len().max(1)).div_ceil(4);
        Some(Changes {
            begun: changes.iter().filter(begun).count(),
            ended: changes.iter().filter(ended).count(),
        })
    }

    /// Finds the pairs of the proxies that are marked for it and brings these to their places in the lists.
    /// Returns how many ends made room for them.
    fn scan_marked(&mut self, ledger: &Ledger, changes: &mut Vec<(Proxy, Proxy)>) -> usize {
        let mut steps = 0;
        for &proxy in &ledger.changed {
            let slot = proxy as usize;
            if !ledger.news[slot].leaps() {
                continue;
            }
            let cut = ledger.news[slot].cut();
            let (now, was, news) = (&ledger.now, &ledger.was, &ledger.news);
            scan(proxy, was, news, |other, pair| {
                if cut || news[other].cut() || !now[slot].overlaps(&now[other]) {
                    changes.push((pair.1, pair.0));
                }
            });
            scan(proxy, now, news, |other, pair| {
                if cut || news[other].cut() || !was[slot].overlaps(&was[other]) {
                    changes.push(pair);
                }
            });
            self.box_tests += 2 * ledger.now.len() as u64;
            if self.endpoints.contains(proxy) {
                self.endpoints.remove(proxy);
            }
            if is_present(&now[slot]) {
                steps += self.endpoints.insert(proxy, &now[slot]);
            }
        }
        steps
    }
}

/// Visits the boxes that overlap that of one proxy. Where both are to be scanned, the lower one sees the
/// pair.
fn scan(proxy: Proxy, boxes: &[Aabb], news: &[News], mut visit: impl FnMut(usize, (Proxy, Proxy))) {
    let aabb = &boxes[proxy as usize];
    if !is_present(aabb) {
        return;
    }
    for (slot, other) in boxes.iter().enumerate() {
        let b = slot as Proxy;
        // All six comparisons at once: one after the other, half of the first would come unforeseen.
        let overlap = (0..3).fold(true, |both, k| {
            both & (aabb.min[k] <= other.max[k]) & (other.min[k] <= aabb.max[k])
        });
        if overlap && b != proxy && (b > proxy || !news[slot].leaps()) {
            visit(slot, (proxy.min(b), proxy.max(b)));
        }
    }
}

/// The first axis on which the boxes are apart, and the end of `a` that is next to `b` there.
fn parted_by(a: &Aabb, b: &Aabb) -> Option<(usize, End)> {
    (0..3).find_map(|k| {
        if a.max[k] < b.min[k] {
            Some((k, End::Max))
        } else if b.max[k] < a.min[k] {
            Some((k, End::Min))
        } else {
            None
        }
    })
}
