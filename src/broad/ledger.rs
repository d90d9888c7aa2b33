//! What the broad phases have in common: the boxes now and at the last commit, and what happened between.

use super::phase::{ABSENT, Proxy, is_present};
use super::room::{reserve_total, room_for};
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
pub(super) struct News(u8);

impl News {
    const CHANGED: u8 = 1;
    const CUT: u8 = 2;
    const LEAPS: u8 = 4;

    #[inline]
    pub(super) fn changed(self) -> bool {
        self.0 & News::CHANGED != 0
    }

    /// Removed, perhaps inserted again.
    #[inline]
    pub(super) fn cut(self) -> bool {
        self.0 & News::CUT != 0
    }

    /// Not to be found by small steps from its old box: it comes, goes or leaps.
    #[inline]
    pub(super) fn leaps(self) -> bool {
        self.0 & News::LEAPS != 0
    }

    /// Notes that it comes, goes or leaps.
    pub(super) fn set_leaps(&mut self) {
        self.0 |= News::LEAPS;
    }
}

impl Ledger {
    /// Gives a proxy its box. Returns the number of slots there is to be room for, if that has grown.
    #[inline]
    pub(super) fn place(&mut self, proxy: Proxy, aabb: &Aabb) -> Option<usize> {
        let grown = self.grow(proxy as usize + 1);
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
            self.news[slot].0 |= News::CUT;
            self.mark_changed(proxy);
        }
    }

    #[inline]
    fn mark_changed(&mut self, proxy: Proxy) {
        let news = &mut self.news[proxy as usize];
        if !news.changed() {
            news.0 |= News::CHANGED;
            self.changed.push(proxy);
        }
    }

    /// Makes slots below an end. Returns the number of slots there is to be room for, if that has grown.
    #[inline]
    pub(super) fn grow(&mut self, slots: usize) -> Option<usize> {
        if slots > self.now.len() { self.grow_to(slots) } else { None }
    }

    #[inline(never)]
    fn grow_to(&mut self, slots: usize) -> Option<usize> {
        let was = self.now.capacity();
        let grown = (slots > was).then(|| room_for(slots, was));
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
            if self.news[*proxy as usize].cut() {
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
