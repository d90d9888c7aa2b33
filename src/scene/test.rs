//! The test loop: which pairs collide, one at a time, so that the caller can run a callback between two of them.
//!
//! The state between two events is a [`Cursor`], a plain value: the key of the last pair. Pairs are looked up by it
//! when a callback has changed them, so that moves and changed responses apply at once to all that comes later,
//! tests may be nested, and a test that is left in the middle leaves nothing behind.

use std::cell::Cell;
use std::hint::black_box;
use std::time::Instant;

use super::ahead::Ahead;
use super::bounds::boxes_overlap;
use super::commits::Commits;
use super::deforming::Deforming;
use super::frames::Past;
use super::narrow_phase::{Finding, Placed, Question, ResponseData, collide, collide_near};
use super::object::{Object, ObjectRef, ObjectTable};
use super::pair_queries::touch;
use super::pairs::{Pair, PairKey, PairMemory, PairMut, PairTable, Verdict};
use super::response::{Response, ResponseKind, ResponseTable};
use super::shapes::ShapeStore;
use super::world::World;
use solid_geometry::convex::query::Coherence;
use solid_geometry::shape::ball::Told;

/// How far a test has come.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// Which of the world's tests it is.
    test: u64,
    progress: Progress,
    version: u64,
    /// Objects created later are left for the next test.
    created: u64,
}

/// What of a [`Cursor`] changes from one pair to the next while nobody works on the world.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The last pair; before the first, less than any.
    last: PairKey,
    /// Where it goes on in the order of the pairs of the cursor's version; of version 0, in the list of those that collide.
    place: usize,
}

impl Cursor {
    /// Whether the test has only begun.
    #[inline]
    pub fn is_at_start(&self) -> bool {
        // One number is enough: objects are counted from 1.
        self.progress.last.0 == 0
    }

    /// How far the test has come.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// The test when it had come so far, in the same call of [`World::next_events`].
    #[inline]
    pub fn at(self, progress: Progress) -> Cursor {
        Cursor { progress, ..self }
    }

    #[inline]
    fn pass(&mut self, pair: PairKey) -> Progress {
        let progress = Progress { last: pair, place: self.progress.place + 1 };
        self.progress = progress;
        progress
    }
}

/// How a test goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A collision whose response wants to know something of it.
    Event,
    /// Calls were told, and there may be more.
    More,
    /// There are no more.
    Over,
}

/// A collision whose callback is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Event<C> {
    /// The callback.
    pub callback: C,
    /// The first object's reference.
    pub first: ObjectRef,
    /// The second object's reference.
    pub second: ObjectRef,
    /// What the response asked for; `None` for simple response.
    pub data: Option<ResponseData>,
    /// What the response asked for. Contacts are the world's until the next question ([`World::found_contacts`]).
    pub kind: ResponseKind,
}

/// All that decides a pair, besides what is remembered of it.
pub(super) struct View<'a, C> {
    objects: &'a ObjectTable,
    shapes: &'a ShapeStore,
    past: &'a Past,
    responses: &'a ResponseTable<C>,
    /// Of the responses.
    epoch: u32,
    deforming: &'a Deforming,
    commits: &'a Commits,
    caching: bool,
    tolerance: f64,
    /// Every two objects are a pair, whatever their boxes.
    is_handful: bool,
}

/// What is known of a pair when it is its turn.
#[derive(Clone, Copy)]
struct Known<'a> {
    /// That it collides.
    is_listed: bool,
    /// What was found out when the test began.
    ahead: Option<&'a Ahead>,
}

/// What deciding pairs has cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) pair_tests: u64,
    pub(super) part_tests: u64,
    pub(super) axis_hits: u64,
}

impl Counts {
    pub(super) fn add(&mut self, other: Counts) {
        self.pair_tests += other.pair_tests;
        self.part_tests += other.part_tests;
        self.axis_hits += other.axis_hits;
    }
}

impl<C: Copy> View<'_, C> {
    /// Whether what was decided is believed.
    pub(super) fn is_caching(&self) -> bool {
        self.caching
    }

    /// Has the objects of a pair brought near, which will be looked at soon.
    #[inline]
    pub(super) fn touch(&self, pair: &Pair) {
        for object in pair.slots.iter().filter_map(|slot| self.objects.get(*slot)) {
            black_box((object.placement.basis.m11, object.placement.basis.m33));
        }
    }

    /// Whether neither object of a pair has moved since it was decided.
    #[inline]
    pub(super) fn is_at_rest(&self, pair: &Pair, verdict: Verdict) -> bool {
        self.caching && self.commits.are_at_rest_since(verdict.decided_at, pair.slots)
    }

    /// The response of a pair.
    #[inline]
    pub(super) fn response(&self, pair: &Pair, memory: &mut PairMemory) -> Response<C> {
        if memory.response_epoch != self.epoch {
            self.look_up_response(pair, memory);
        }
        self.responses.get(memory.response)
    }

    #[cold]
    #[inline(never)]
    fn look_up_response(&self, pair: &Pair, memory: &mut PairMemory) {
        let [first, second] = self.references(pair);
        memory.response = self.responses.number(first, second);
        memory.response_epoch = self.epoch;
    }

    #[inline]
    fn references(&self, pair: &Pair) -> [ObjectRef; 2] {
        pair.slots.map(|slot| self.objects.reference(slot))
    }

    /// Tells the next of the pairs that are listed as colliding, up to so many, each with its number, until there are no more, or
    /// one is not to be told alone. Returns how many. Most callbacks of most programs come from here.
    ///
    /// A function of its own: the registers are few where it is called.
    #[inline(never)]
    fn tell_listed(
        &self,
        pairs: &PairTable,
        cursor: &mut Cursor,
        most: usize,
        tell: &mut impl FnMut(usize, Progress, C, [ObjectRef; 2]),
    ) -> usize {
        // All in places of their own, so that nothing is written and read again, or read again after what is told was written.
        let (references, of_all, created) =
            (self.objects.references(), self.responses.of_all(), cursor.created);
        let Progress { mut last, place } = cursor.progress;
        let mut told = 0;
        for (pair_place, pair) in pairs.hits_from(place, most) {
            let response = match of_all {
                Some(response) => response,
                None => {
                    let memory = pairs.memory(pair_place);
                    if memory.response_epoch != self.epoch {
                        break;
                    }
                    self.responses.get(memory.response)
                }
            };
            let Some((callback, ResponseKind::Simple)) = response else {
                break;
            };
            if pair.key.0 > created || pair.key.1 > created {
                break;
            }
            let number = told;
            told += 1;
            last = pair.key;
            let objects = pair.slots.map(|slot| references[slot as usize]);
            tell(number, Progress { last, place: place + told }, callback, objects);
        }
        cursor.progress = Progress { last, place: place + told };
        told
    }

    /// What a response wants to know of a pair, if it collides. Contacts and intersections are left to
    /// [`World::complete`].
    #[inline]
    fn find_out(
        &self,
        pair: PairMut<'_>,
        kind: ResponseKind,
        known: Known<'_>,
        counts: &mut Counts,
    ) -> Option<Finding> {
        let kind = kind.at_first();
        if known.is_listed && kind == ResponseKind::Simple {
            return Some(None);
        }
        let ahead = known
            .ahead
            .filter(|ahead| self.commits.are_at_rest_since(ahead.commit, pair.pair.slots));
        let data = ahead.and_then(|ahead| ahead.data(pair.pair.key));
        data.map(Some).or_else(|| self.ask(pair, kind, counts))
    }

    /// Whether two objects may meet, of which balls tell nothing: of a handful, those that hit nothing wherever they are have not
    /// been left out yet, and have no bounds.
    #[inline]
    fn may_meet(&self, first: &Object, second: &Object) -> bool {
        let bounded = first.balls.are_bounds() && second.balls.are_bounds();
        !self.is_handful || bounded || boxes_overlap([first, second], self.shapes)
    }

    /// What the response wants to know of a pair, if it collides.
    pub(super) fn ask(
        &self,
        PairMut { pair, verdict, memory }: PairMut<'_>,
        kind: ResponseKind,
        counts: &mut Counts,
    ) -> Option<Finding> {
        let slots = pair.slots;
        let known = self.is_at_rest(pair, *verdict).then_some(verdict.collides);
        match known.or_else(|| self.deforming.verdict(pair.key)) {
            Some(false) => return None,
            Some(true) if kind == ResponseKind::Simple => return Some(None),
            _ => {}
        }
        let (first, second) = (self.objects.get(slots[0])?, self.objects.get(slots[1])?);
        let told = first.balls.tell(&second.balls);
        let apart = told == Told::Apart || told == Told::Nothing && !self.may_meet(first, second);
        // Of a handful, most that are apart are not looked at where there are boxes.
        counts.pair_tests += u64::from(!(apart && self.is_handful));
        if apart {
            *verdict = Verdict { decided_at: self.commits.last, collides: false };
            counts.axis_hits += u64::from(self.caching && memory.coherence.axis().is_some());
            return None;
        }
        if told == Told::Overlapping && kind == ResponseKind::Simple {
            *verdict = Verdict { decided_at: self.commits.last, collides: true };
            return Some(None);
        }
        let part_tests = Cell::new(0);
        let question = Question { kind, tolerance: self.tolerance, part_tests: &part_tests };
        let mut fresh = Coherence::default();
        let coherence = if self.caching { &mut memory.coherence } else { &mut fresh };
        let [before_a, before_b] = slots.map(|slot| self.past.placement(slot));
        let (a, b) =
            (Placed::of(first, before_a, self.shapes), Placed::of(second, before_b, self.shapes));
        let axis = coherence.axis();
        let data = collide_near(a, b, told, question, coherence);
        *verdict = Verdict { decided_at: self.commits.last, collides: data.is_some() };
        counts.part_tests += part_tests.get();
        counts.axis_hits += u64::from(data.is_none() && axis.is_some() && axis == coherence.axis());
        data
    }
}

impl<C: Copy + Send + Sync> World<C> {
    /// Begins a test of all pairs.
    #[inline]
    pub fn begin_test(&mut self) -> Cursor {
        self.tests += 1;
        Cursor {
            test: self.tests,
            progress: Progress::default(),
            version: 0,
            created: self.created,
        }
    }

    /// The next collision with a response, in order of the creation of the first object, then of the second.
    pub fn next_event(&mut self, cursor: &mut Cursor) -> Option<Event<C>> {
        let (mut told, mut wanted) = (None, None);
        self.next_events(cursor, 1, &mut wanted, |_, _, callback, objects| {
            told = Some((callback, objects))
        });
        wanted
            .or(told
                .map(|(callback, objects)| event((callback, ResponseKind::Simple), objects, None)))
    }

    /// Tells the next collisions whose response wants to know nothing of them, up to so many, each with how far the test
    /// has come then ([`Cursor::at`]), and its number: they are the next so long as nobody works on the world. Where callbacks
    /// move things there is but one. Returns how many were told. The event, if it is to go on with one, is put down.
    #[inline]
    pub fn next_events(
        &mut self,
        cursor: &mut Cursor,
        most: usize,
        wanted: &mut Option<Event<C>>,
        mut tell: impl FnMut(usize, Progress, C, [ObjectRef; 2]),
    ) -> (Next, usize) {
        let begins = cursor.is_at_start();
        self.commit_pairs(!begins);
        let start = self.timed.then(Instant::now);
        if begins {
            self.find_deforming_pairs();
            self.look_ahead(cursor.test);
        } else {
            self.ahead.note_commit(self.commits.last);
        }
        let next = loop {
            let next = self.walk(cursor, most, wanted, &mut tell);
            // Of the few kinds that have more to be found out, one may have nothing after all.
            let Some(event) = wanted.take_if(|event| event.kind.is_completed()) else {
                break next;
            };
            *wanted = self.complete(event);
            if wanted.is_some() {
                break next;
            }
        };
        if let Some(start) = start {
            self.spent.test_seconds += start.elapsed().as_secs_f64();
        }
        next
    }

    /// The next collisions: of the list of pairs that collide, or of all pairs.
    #[inline]
    fn walk(
        &mut self,
        cursor: &mut Cursor,
        most: usize,
        wanted: &mut Option<Event<C>>,
        tell: &mut impl FnMut(usize, Progress, C, [ObjectRef; 2]),
    ) -> (Next, usize) {
        let is_ahead = self.ahead.is_of(cursor.test, self.responses.version());
        let is_listed = is_ahead && !self.ahead.changed;
        let most = if is_listed || self.ahead.calm { most } else { 1 };
        let (view, pairs, ahead, counts) = self.split();
        let known = Known { is_listed, ahead: is_ahead.then_some(&*ahead) };
        if !is_listed {
            // What is decided here may be other than listed.
            pairs.forget_hits();
            if cursor.version != pairs.version() {
                cursor.version = pairs.version();
                let begins = cursor.is_at_start();
                cursor.progress.place =
                    if begins { 0 } else { pairs.place_after(cursor.progress.last) };
            }
        }
        let mut told = if is_listed { view.tell_listed(pairs, cursor, most, tell) } else { 0 };
        let next = loop {
            if told == most {
                break Next::More;
            }
            let place = cursor.progress.place;
            let next = if is_listed { pairs.hit_mut(place) } else { pairs.at_mut(place) };
            let Some(entry) = next else { break Next::Over };
            let pair = entry.pair;
            let is_new = pair.key.0 > cursor.created || pair.key.1 > cursor.created;
            let is_known_apart =
                !is_listed && !entry.verdict.collides && view.is_at_rest(pair, *entry.verdict);
            let response =
                if is_new || is_known_apart { None } else { view.response(pair, entry.memory) };
            match response {
                None => {
                    cursor.pass(pair.key);
                }
                Some((callback, ResponseKind::Simple)) => {
                    let progress = cursor.pass(pair.key);
                    if is_listed || view.ask(entry, ResponseKind::Simple, counts).is_some() {
                        tell(told, progress, callback, view.references(pair));
                        told += 1;
                    }
                }
                // Not before those that were told.
                Some(_) if told > 0 => break Next::More,
                Some(response) => {
                    cursor.pass(pair.key);
                    let data = view.find_out(entry, response.1, known, counts);
                    if let Some(data) = data {
                        *wanted = Some(event(response, view.references(pair), data));
                        break Next::Event;
                    }
                }
            }
        };
        (next, told)
    }

    /// What decides pairs, the pairs, what is known of them already, and what deciding them has cost.
    pub(super) fn split(&mut self) -> (View<'_, C>, &mut PairTable, &mut Ahead, &mut Counts) {
        let view = View {
            objects: &self.objects,
            shapes: &self.shapes,
            past: &self.past,
            responses: &self.responses,
            epoch: self.pairs.epoch(self.responses.version()),
            deforming: &self.deforming,
            commits: &self.commits,
            caching: self.caching,
            tolerance: self.tolerance,
            is_handful: self.handful.lasts,
        };
        (view, &mut self.pairs, &mut self.ahead, &mut self.tested)
    }
}

impl<C: Copy> World<C> {
    /// Tests one pair, whatever its boxes, and returns its collision if it has a response.
    pub fn test_pair(&mut self, a: ObjectRef, b: ObjectRef) -> Option<Event<C>> {
        self.commit();
        let slots = self.argument_order(self.objects.slot(a)?, self.objects.slot(b)?)?;
        if slots[0] == slots[1] {
            return None;
        }
        let (first, second) = (self.objects.get(slots[0])?, self.objects.get(slots[1])?);
        let references = slots.map(|slot| self.objects.reference(slot));
        let response: Response<C> = self.responses.lookup(references[0], references[1]);
        let response = response?;
        let hits_nothing = |object: &Object| {
            !object.placement.is_finite() || self.shapes.entry(object.shape).extent.is_none()
        };
        if hits_nothing(first) || hits_nothing(second) {
            return None;
        }
        let (kind, part_tests) = (response.1.at_first(), Cell::new(0));
        let question = Question { kind, tolerance: self.tolerance, part_tests: &part_tests };
        let a = Placed::of(first, self.past.placement(slots[0]), &self.shapes);
        let b = Placed::of(second, self.past.placement(slots[1]), &self.shapes);
        let found = collide(a, b, question, &mut Coherence::default());
        let event = found.map(|data| event(response, references, data));
        self.tested.add(Counts { pair_tests: 1, part_tests: part_tests.get(), axis_hits: 0 });
        self.complete(event?)
    }

    /// Adds the contacts to an event whose response asks for them, or the intersection: they have one memory, and so come when
    /// it is the event's turn. `None` if there are no contacts after all, which only rounding could bring about.
    #[inline(never)]
    fn complete(&mut self, event: Event<C>) -> Option<Event<C>> {
        if event.kind == ResponseKind::Intersection {
            self.segments = self.intersection(event.first, event.second).unwrap_or_default();
        }
        if !event.kind.has_contacts() {
            return Some(event);
        }
        let slots = [self.objects.slot(event.first)?, self.objects.slot(event.second)?];
        let (first, second) = (self.objects.get(slots[0])?, self.objects.get(slots[1])?);
        let a = Placed::of(first, self.past.placement(slots[0]), &self.shapes);
        let b = Placed::of(second, self.past.placement(slots[1]), &self.shapes);
        let data =
            touch(&a, &b, event.kind, self.tolerance, self.contacts.get_or_insert_default())?;
        Some(Event { data: Some(data), ..event })
    }
}

fn event<C>(
    (callback, kind): (C, ResponseKind),
    [first, second]: [ObjectRef; 2],
    found: Finding,
) -> Event<C> {
    let data = (kind != ResponseKind::Simple).then(|| found.unwrap_or_default());
    Event { callback, first, second, data, kind }
}
