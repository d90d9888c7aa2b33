//! Sweep and prune: incremental while few boxes move, afresh when many do.

use super::endpoints::{End, Endpoints};
use super::phase::{ABSENT, BroadPhase, PairSink, Proxy, is_present};
use super::room::{reserve_total, with_slack};
use super::strips::Strips;
use crate::math::Aabb;

#[cfg(test)]
#[path = "sweep_tests.rs"]
mod tests;

/// Sweep and prune (thesis 5.2.2), in two ways that it chooses between by what the commits bring.
///
/// While few boxes move, the ends of all boxes are kept in three sorted lists, and a commit costs what the
/// moved boxes pass there: O(m) for m moved boxes when coherence is high. A box that comes, goes or leaps far
/// costs one scan over all boxes instead. When many boxes move, come or go, a fresh sweep finds all pairs.
/// Where the boxes are spread evenly it takes O(n + k) for k pairs and, for each box, a look at the boxes
/// near it on two axes. Memory: some 300 bytes a proxy, and 8 a pair.
#[derive(Default)]
pub struct SweepAndPrune {
    /// By proxy: its box, and the one it had at the last commit.
    now: Vec<Aabb>,
    was: Vec<Aabb>,
    /// The proxies changed since the last commit, and by proxy what happened to it.
    changed: Vec<Proxy>,
    news: Vec<News>,
    present: usize,
    mode: Mode,
    /// How many pairs overlapped at the last commit.
    pair_count: usize,
    /// How many ends a moved box passes on the average.
    steps: usize,
    /// In the fresh mode the overlapping pairs at the last commit. In the incremental mode working memory: the
    /// pairs that change, the lower proxy first in those that begin, the higher one first in those that end.
    pairs: Vec<(Proxy, Proxy)>,
    strips: Strips,
    /// Up to date in the incremental mode only.
    endpoints: Endpoints,
}

/// What happened to a proxy since the last commit.
#[derive(Clone, Copy, Default)]
struct News {
    changed: bool,
    /// Removed, perhaps inserted again.
    cut: bool,
    /// Its pairs are found by a scan, not by what its ends pass.
    scanned: bool,
}

/// How pairs are found.
enum Mode {
    Fresh {
        /// Commits in a row that the incremental way would have done for less.
        calm: u32,
        /// How many of these it takes to change over, which costs as much as some fresh sweeps do.
        patience: u32,
    },
    Incremental {
        patience: u32,
    },
}

impl Default for Mode {
    fn default() -> Mode {
        Mode::Fresh { calm: 0, patience: PATIENCE }
    }
}

/// What `patience` begins with, and where it ends.
const PATIENCE: u32 = 8;
const MAX_PATIENCE: u32 = 1024;

// What things cost, in units of about five nanoseconds (measured, see `benches/broad.rs`). Right answers do
// not depend on these, and the choice between the two ways is the same in every run.
/// A fresh sweep, for each box.
const FRESH_COST: usize = 8;
/// And for each overlapping pair.
const PAIR_COST: usize = 2;
/// A box that moves.
const MOVE_COST: usize = 9;
/// Each end that it passes.
const STEP_COST: usize = 3;
/// A box that comes, goes or leaps: this part of a unit for each box there is.
const SCAN_COST_DIVISOR: usize = 4;

impl SweepAndPrune {
    /// An empty set of boxes.
    pub fn new() -> SweepAndPrune {
        SweepAndPrune::default()
    }

    #[inline]
    fn mark_changed(&mut self, proxy: Proxy) {
        let news = &mut self.news[proxy as usize];
        if !news.changed {
            news.changed = true;
            self.changed.push(proxy);
        }
    }

    fn grow(&mut self, slots: usize) {
        if slots > self.now.capacity() {
            // All at once: later commits shall need no memory, whichever way they take.
            let room = with_slack(slots);
            reserve_total(&mut self.now, room);
            reserve_total(&mut self.was, room);
            reserve_total(&mut self.news, room);
            reserve_total(&mut self.changed, room);
            self.strips.reserve(room);
            self.endpoints.reserve(room);
        }
        self.now.resize(slots, ABSENT);
        self.was.resize(slots, ABSENT);
        self.news.resize(slots, News::default());
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        (self.now.capacity() + self.was.capacity()) * size_of::<Aabb>()
            + self.changed.capacity() * size_of::<Proxy>()
            + self.news.capacity() * size_of::<News>()
            + self.pairs.capacity() * size_of::<(Proxy, Proxy)>()
            + self.strips.bytes()
            + self.endpoints.bytes()
    }

    /// What the incremental way may cost before the fresh sweep is better.
    fn budget(&self) -> usize {
        FRESH_COST * self.present + PAIR_COST * self.pair_count
    }

    /// Tells what the incremental way is going to cost, and marks the proxies whose pairs it is to find by a
    /// scan: those that come or go, and those that leap past so many others that a scan is cheaper.
    fn foresee(&mut self) -> usize {
        let mut cost = self.changed.len() * (MOVE_COST + STEP_COST * self.steps);
        if cost > self.budget() {
            return cost;
        }
        let scan_cost = self.now.len() / SCAN_COST_DIVISOR;
        let lists_are_valid = matches!(self.mode, Mode::Incremental { .. });
        for proxy in &self.changed {
            let slot = *proxy as usize;
            let (was, now) = (&self.was[slot], &self.now[slot]);
            let comes_or_goes = self.news[slot].cut || !is_present(was) || !is_present(now);
            let leaps = || {
                lists_are_valid
                    && !was.overlaps(now)
                    && STEP_COST * self.endpoints.distance(*proxy, now) > scan_cost
            };
            if comes_or_goes || leaps() {
                self.news[slot].scanned = true;
                cost += scan_cost;
            }
        }
        cost
    }

    /// Finds all pairs anew.
    fn commit_fresh<S: PairSink + ?Sized>(&mut self, sink: &mut S) {
        for proxy in &self.changed {
            if self.news[*proxy as usize].cut {
                self.was[*proxy as usize] = ABSENT;
            }
        }
        let (now, was, pairs) = (&self.now, &self.was, &mut self.pairs);
        pairs.retain(|&(a, b)| {
            let (i, j) = (a as usize, b as usize);
            let kept = now[i].overlaps(&now[j]) && was[i].overlaps(&was[j]);
            if !kept {
                sink.end(a, b);
            }
            kept
        });
        self.strips.sweep(now, self.present, |a, b| {
            let (i, j) = (a as usize, b as usize);
            // Most have overlapped before, so that is asked first.
            if !was[i].overlaps(&was[j]) && now[i].overlaps(&now[j]) {
                pairs.push((a, b));
                sink.begin(a, b);
            }
        });
        self.pair_count = pairs.len();
    }

    /// Changes over to the fresh mode: lists the pairs as they were at the last commit.
    fn list_pairs(&mut self) {
        let (was, pairs) = (&self.was, &mut self.pairs);
        pairs.clear();
        self.strips.sweep(was, self.present, |a, b| {
            if was[a as usize].overlaps(&was[b as usize]) {
                pairs.push((a, b));
            }
        });
    }

    /// Follows the changes in the lists of ends, after [`foresee`](Self::foresee). Returns the number of ends
    /// passed, or `None` if there were too many, in which case the lists are of no more use and nothing has
    /// been reported.
    fn commit_incremental<S: PairSink + ?Sized>(&mut self, sink: &mut S) -> Option<usize> {
        self.pairs.clear();
        let mut steps = self.scan_marked();
        // Some more than foreseen is better finished than begun anew.
        let most_steps = 2 * self.budget() / STEP_COST;
        for axis in 0..3 {
            for &proxy in &self.changed {
                if self.news[proxy as usize].scanned {
                    continue;
                }
                let (now, was, news) = (&self.now, &self.was, &self.news);
                let changes = &mut self.pairs;
                let (aabb, old) = (&now[proxy as usize], &was[proxy as usize]);
                // Several axes may see the same change: the first on which the boxes are apart reports it.
                // And where both boxes move, their other two ends may pass each other and pass back: that is
                // not reported.
                steps += self.endpoints.slide(axis, proxy, aabb, |other, end, together| {
                    let slot = other as usize;
                    let pair = (proxy.min(other), proxy.max(other));
                    if together {
                        if aabb.overlaps(&now[slot])
                            && !news[slot].scanned
                            && parted_by(old, &was[slot]) == Some((axis, end))
                        {
                            changes.push(pair);
                        }
                    } else if old.overlaps(&was[slot])
                        && !news[slot].scanned
                        && parted_by(aabb, &now[slot]) == Some((axis, end))
                    {
                        changes.push((pair.1, pair.0));
                    }
                });
                if steps > most_steps {
                    return None;
                }
            }
        }
        let (ended, begun) =
            (|pair: &&(Proxy, Proxy)| pair.0 > pair.1, |pair: &&(Proxy, Proxy)| pair.0 < pair.1);
        self.pairs.iter().filter(ended).for_each(|&(b, a)| sink.end(a, b));
        self.pairs.iter().filter(begun).for_each(|&(a, b)| sink.begin(a, b));
        self.pair_count += self.pairs.iter().filter(begun).count();
        self.pair_count -= self.pairs.iter().filter(ended).count();
        Some(steps)
    }

    /// Finds the pairs of the proxies that are marked for it and brings these to their places in the lists.
    /// Returns how many ends made room for them.
    fn scan_marked(&mut self) -> usize {
        let mut steps = 0;
        for &proxy in &self.changed {
            let slot = proxy as usize;
            if !self.news[slot].scanned {
                continue;
            }
            let cut = self.news[slot].cut;
            let (now, was, news) = (&self.now, &self.was, &self.news);
            scan(proxy, was, news, |other, pair| {
                if cut || news[other].cut || !now[slot].overlaps(&now[other]) {
                    self.pairs.push((pair.1, pair.0));
                }
            });
            scan(proxy, now, news, |other, pair| {
                if cut || news[other].cut || !was[slot].overlaps(&was[other]) {
                    self.pairs.push(pair);
                }
            });
            if self.endpoints.contains(proxy) {
                self.endpoints.remove(proxy);
            }
            if is_present(&now[slot]) {
                steps += self.endpoints.insert(proxy, &now[slot]);
            }
        }
        steps
    }

    /// Makes the present the past.
    fn settle(&mut self) {
        if self.changed.len() > self.now.len() / 4 {
            self.was.copy_from_slice(&self.now);
            self.news.fill(News::default());
        } else {
            for proxy in &self.changed {
                self.was[*proxy as usize] = self.now[*proxy as usize];
                self.news[*proxy as usize] = News::default();
            }
        }
        self.changed.clear();
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
        let overlap =
            (0..3).fold(true, |both, k| both & (aabb.min[k] <= other.max[k]) & (other.min[k] <= aabb.max[k]));
        if overlap && b != proxy && (b > proxy || !news[slot].scanned) {
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

impl BroadPhase for SweepAndPrune {
    #[inline]
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        if proxy as usize >= self.now.len() {
            self.grow(proxy as usize + 1);
        }
        let slot = &mut self.now[proxy as usize];
        if slot == aabb {
            return;
        }
        self.present -= is_present(slot) as usize;
        *slot = if aabb.is_empty() { ABSENT } else { *aabb };
        self.present += is_present(slot) as usize;
        self.mark_changed(proxy);
    }

    fn remove(&mut self, proxy: Proxy) {
        let slot = proxy as usize;
        if slot < self.now.len() {
            self.present -= is_present(&self.now[slot]) as usize;
            self.now[slot] = ABSENT;
            self.news[slot].cut = true;
            self.mark_changed(proxy);
        }
    }

    fn commit<S: PairSink + ?Sized>(&mut self, sink: &mut S) {
        if self.changed.is_empty() {
            return;
        }
        match self.mode {
            Mode::Fresh { calm, patience } => {
                self.commit_fresh(sink);
                let calm = if self.foresee() <= self.budget() { calm + 1 } else { 0 };
                self.mode = Mode::Fresh { calm, patience };
                if calm >= patience {
                    self.endpoints.build(&self.now);
                    self.mode = Mode::Incremental { patience };
                }
            }
            Mode::Incremental { patience } => {
                let seemed_cheap = self.foresee() <= self.budget();
                let passed = if seemed_cheap { self.commit_incremental(sink) } else { None };
                if let Some(passed) = passed {
                    self.steps = (3 * self.steps + passed / self.changed.len()).div_ceil(4);
                } else {
                    self.list_pairs();
                    self.commit_fresh(sink);
                    // Where the costs are misjudged, try more and more seldom.
                    let patience = if seemed_cheap { (2 * patience).min(MAX_PATIENCE) } else { PATIENCE };
                    self.mode = Mode::Fresh { calm: 0, patience };
                }
            }
        }
        self.settle();
    }
}
