//! What the broad phases have in common: the boxes now and at the last commit, and what happened between.

use super::phase::{ABSENT, Proxy, is_present};
use super::room::{reserve_total, room_for};
use crate::math::Aabb;

/// The boxes now and at the last commit, by proxy, and which have changed since. Where most change in each commit, those of
/// the last one are only put down when the proxy next changes, or a commit begins.
#[derive(Default)]
pub struct Ledger {
    pub(super) now: Vec<Aabb>,
    /// To be used in commits alone.
    pub(super) was: Vec<Aabb>,
    /// There may be some that are not put down yet.
    behind: bool,
    /// The proxies changed since the last commit, and by proxy what happened to it.
    pub(super) changed: Vec<Proxy>,
    pub(super) news: Vec<News>,
    /// How many proxies have a box now.
    pub(super) present: usize,
}

/// What happened to a proxy since the last commit.
#[derive(Clone, Copy, Default)]
pub(super) struct News(u8);

/// Which of a few proxies have changed, a bit each, and which of these were removed, and perhaps inserted again.
#[derive(Clone, Copy)]
pub(super) struct Changes {
    pub(super) moved: u32,
    pub(super) cut: u32,
}

impl News {
    const CHANGED: u8 = 1;
    const CUT: u8 = 2;
    const LEAPS: u8 = 4;
    /// Changed in a part, and before that not listed.
    const UNLISTED: u8 = 8;
    /// The box at the last commit is not put down yet: it is the present one.
    const BEHIND: u8 = 16;

    /// Puts down the box at the last commit before that changes.
    #[inline]
    fn catch_up(&mut self, was: &mut Aabb, now: &Aabb) {
        if self.0 & News::BEHIND != 0 {
            self.0 &= !News::BEHIND;
            *was = *now;
        }
    }

    /// Notes a change in a part. Returns whether there was none before.
    #[inline]
    fn change(&mut self) -> bool {
        let first = !self.changed();
        if first {
            self.0 |= News::CHANGED | News::UNLISTED;
        }
        first
    }

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
    #[inline(never)]
    pub(super) fn place(&mut self, proxy: Proxy, aabb: &Aabb) -> Option<usize> {
        let grown = self.grow(proxy as usize + 1);
        self.change(proxy, aabb);
        grown
    }

    /// Gives a proxy below the end its box. Returns whether that is another than it had.
    #[inline(never)]
    fn change(&mut self, proxy: Proxy, aabb: &Aabb) -> bool {
        self.put_full(proxy, if aabb.is_empty() { &ABSENT } else { aabb })
    }

    /// The same of a box that is not empty, or of [`ABSENT`].
    #[inline(always)]
    pub fn put_full(&mut self, proxy: Proxy, aabb: &Aabb) -> bool {
        let place = proxy as usize;
        let (slot, news) = (&mut self.now[place], &mut self.news[place]);
        if slot.is_same(aabb) {
            return false;
        }
        news.catch_up(&mut self.was[place], slot);
        self.present = self.present + is_present(aabb) as usize - is_present(slot) as usize;
        *slot = *aabb;
        self.mark_changed(proxy);
        true
    }

    /// The same of a proxy for which there is room; what is empty is taken out.
    #[inline(never)]
    pub fn put(&mut self, proxy: Proxy, aabb: &Aabb) -> bool {
        if aabb.is_empty() {
            self.remove(proxy);
            return true;
        }
        self.put_full(proxy, aabb)
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.now.len()
    }

    /// Some slots in a row each, for several threads to place boxes in, once between two commits; [`Ledger::list_placed`] is
    /// to follow. Where `most` change, each slot is to be placed or kept: the present boxes become those of the last commit
    /// where they are, and only the new ones are written.
    pub fn parts(
        &mut self,
        size: usize,
        most: bool,
    ) -> impl DoubleEndedIterator<Item = LedgerPart<'_>> + ExactSizeIterator + Send {
        // Unless anything has changed already, the boxes of the last commit are the present ones.
        let turned = most && self.changed.is_empty();
        if turned {
            self.behind = false;
            self.news.fill(News::default());
            std::mem::swap(&mut self.now, &mut self.was);
        }
        let boxes = self.now.chunks_mut(size).zip(self.was.chunks_mut(size));
        let parts = boxes.zip(self.news.chunks_mut(size));
        parts.map(move |((now, was), news)| LedgerPart {
            now,
            was,
            news,
            turned,
            come: 0,
            placed: 0,
        })
    }

    /// Takes note of what has been placed in parts: so many of these proxies, and how many more are present.
    pub fn list_placed(&mut self, proxies: &[Proxy], placed: usize, come: isize) {
        self.present = self.present.wrapping_add_signed(come);
        if placed == proxies.len() && self.changed.is_empty() {
            return self.changed.extend_from_slice(proxies);
        }
        for &proxy in proxies {
            if self.news[proxy as usize].0 & News::UNLISTED != 0 {
                self.changed.push(proxy);
            }
        }
    }

    pub(super) fn remove(&mut self, proxy: Proxy) {
        let slot = proxy as usize;
        if slot < self.now.len() {
            self.news[slot].catch_up(&mut self.was[slot], &self.now[slot]);
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

    /// Whether two boxes that overlapped at the last commit still do, and neither has been removed since.
    #[inline]
    pub(super) fn keeps(&self, a: Proxy, b: Proxy) -> bool {
        let (i, j) = (a as usize, b as usize);
        !self.news[i].cut() && !self.news[j].cut() && self.now[i].overlaps(&self.now[j])
    }

    /// Whether two boxes overlap that did not at the last commit, by what is put down of that.
    #[inline]
    pub(super) fn begins(&self, a: Proxy, b: Proxy) -> bool {
        let (i, j) = (a as usize, b as usize);
        // Most that are asked about have overlapped before, so that is asked first.
        !self.was[i].overlaps(&self.was[j]) && self.now[i].overlaps(&self.now[j])
    }

    /// What has been removed was nowhere.
    pub(super) fn cut_off(&mut self) {
        if !self.any(News::CUT) {
            return;
        }
        for proxy in &self.changed {
            if self.news[*proxy as usize].cut() {
                self.was[*proxy as usize] = ABSENT;
            }
        }
    }

    /// Whether anything has changed since the last commit.
    #[inline]
    pub(super) fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Begins a commit; `false`, and there is nothing to do, if nothing has changed.
    pub(super) fn begin_commit(&mut self) -> bool {
        if self.has_changed() && self.behind {
            self.catch_up();
        }
        self.has_changed()
    }

    /// Puts down all boxes of the last commit. Once is enough, and only needed where these are looked at.
    #[inline(never)]
    fn catch_up(&mut self) {
        self.behind = false;
        if !self.any(News::BEHIND) {
            return;
        }
        for (news, (was, now)) in self.news.iter_mut().zip(self.was.iter_mut().zip(&self.now)) {
            news.catch_up(was, now);
        }
    }

    /// What has happened to the first proxies, as many as a word has bits: old news from now on. In a commit of a few boxes,
    /// which does not look at those of the last one: they are not put down ([`Ledger::put_down`]).
    #[inline]
    pub(super) fn take_news(&mut self) -> Changes {
        let (mut moved, mut cut) = (0, 0);
        for &proxy in self.changed.iter().filter(|proxy| **proxy < u32::BITS) {
            let news = std::mem::take(&mut self.news[proxy as usize]);
            moved |= 1 << proxy;
            cut |= u32::from(news.cut()) << proxy;
        }
        Changes { moved, cut }
    }

    /// Makes the present the past of the first proxies, so many.
    pub(super) fn put_down(&mut self, count: usize) {
        self.was[..count].copy_from_slice(&self.now[..count]);
    }

    /// Whether there is any such news: mostly there is none, and it is quickly looked for, several at a time.
    fn any(&self, news: u8) -> bool {
        self.news.iter().fold(0, |all, other| all | other.0) & news != 0
    }

    /// Makes the present the past.
    pub(super) fn settle(&mut self) {
        if self.changed.len() > self.now.len() / 4 {
            self.behind = true;
            self.news.fill(News(News::BEHIND));
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

/// Some slots in a row.
pub struct LedgerPart<'a> {
    now: &'a mut [Aabb],
    was: &'a mut [Aabb],
    news: &'a mut [News],
    /// The present boxes are still to be written, all of them.
    turned: bool,
    /// How many more are present than before.
    pub come: isize,
    /// How many have changed that had not.
    pub placed: usize,
}

impl LedgerPart<'_> {
    /// Gives the proxy at a place of the part its box; if that is empty, takes it out.
    #[inline(never)]
    pub fn place(&mut self, place: usize, aabb: &Aabb) {
        if aabb.is_empty() {
            self.news[place].0 |= News::CUT;
            self.placed += self.news[place].change() as usize;
            return self.place_full(place, &ABSENT);
        }
        self.place_full(place, aabb);
    }

    /// The proxy at a place keeps its box.
    #[inline]
    pub fn keep(&mut self, place: usize) {
        if self.turned {
            self.now[place] = self.was[place];
        }
    }

    /// The same of a box that is not empty, or of [`ABSENT`].
    #[inline(always)]
    pub fn place_full(&mut self, place: usize, aabb: &Aabb) {
        let (slot, was, news) = (&mut self.now[place], &mut self.was[place], &mut self.news[place]);
        let before = if self.turned { &*was } else { &*slot };
        let is_same = before.is_same(aabb);
        if !is_same {
            self.come += is_present(aabb) as isize - is_present(before) as isize;
            news.catch_up(was, slot);
            self.placed += news.change() as usize;
        }
        if self.turned || !is_same {
            *slot = *aabb;
        }
    }
}
