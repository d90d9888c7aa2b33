//! What the broad phases have in common: the boxes now and at the last commit, and what happened between.

use super::phase::{ABSENT, Proxy, is_present};
use super::room::{reserve_total, with_slack};
use crate::math::Aabb;

/// The boxes now and at the last commit, by proxy, and which have changed since.
#[derive(Default)]
pub(super) struct Ledger {
    pub(super) now: Vec<Aabb>,
    pub(super) was: Vec<Aabb>,
    /// The proxies changed since the last commit, and by proxy what happened to it.
    pub(super) changed: Vec<Proxy>,
    pub(super) news: Vec<News>,
    /// How many proxies have a box now.
    pub(super) present: usize,
}

/// What happened to a proxy since the last commit.
#[derive(Clone, Copy, Default)]
pub(super) struct News {
    pub(super) changed: bool,
    /// Removed, perhaps inserted again.
    pub(super) cut: bool,
    /// Not to be found by small steps from its old box: it comes, goes or leaps.
    pub(super) leaps: bool,
}

impl Ledger {
    /// Gives a proxy its box. Returns the number of slots there is to be room for, if that has grown.
    #[inline]
    pub(super) fn place(&mut self, proxy: Proxy, aabb: &Aabb) -> Option<usize> {
        let grown = if proxy as usize >= self.now.len() { self.grow(proxy as usize + 1) } else { None };
        let slot = &mut self.now[proxy as usize];
        if slot != aabb {
            self.present -= is_present(slot) as usize;
            *slot = if aabb.is_empty() { ABSENT } else { *aabb };
            self.present += is_present(slot) as usize;
            self.mark_changed(proxy);
        }
        grown
    }

    pub(super) fn remove(&mut self, proxy: Proxy) {
        let slot = proxy as usize;
        if slot < self.now.len() {
            self.present -= is_present(&self.now[slot]) as usize;
            self.now[slot] = ABSENT;
            self.news[slot].cut = true;
            self.mark_changed(proxy);
        }
    }

    #[inline]
    fn mark_changed(&mut self, proxy: Proxy) {
        let news = &mut self.news[proxy as usize];
        if !news.changed {
            news.changed = true;
            self.changed.push(proxy);
        }
    }

    fn grow(&mut self, slots: usize) -> Option<usize> {
        let grown = (slots > self.now.capacity()).then(|| with_slack(slots));
        if let Some(room) = grown {
            reserve_total(&mut self.now, room);
            reserve_total(&mut self.was, room);
            reserve_total(&mut self.news, room);
            reserve_total(&mut self.changed, room);
        }
        self.now.resize(slots, ABSENT);
        self.was.resize(slots, ABSENT);
        self.news.resize(slots, News::default());
        grown
    }

    /// What has been removed was nowhere.
    pub(super) fn cut_off(&mut self) {
        for proxy in &self.changed {
            if self.news[*proxy as usize].cut {
                self.was[*proxy as usize] = ABSENT;
            }
        }
    }

    /// Makes the present the past.
    pub(super) fn settle(&mut self) {
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

    /// The memory in use.
    pub(super) fn bytes(&self) -> usize {
        (self.now.capacity() + self.was.capacity()) * size_of::<Aabb>()
            + self.changed.capacity() * size_of::<Proxy>()
            + self.news.capacity() * size_of::<News>()
    }
}
