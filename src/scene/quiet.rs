//! Quiet objects: those that have no response of their own, neither as an object nor in a pair, nor by default. Two of them
//! have no response to each other, so their pairs are skipped: parked objects cost nothing, however many lie in one place.
//!
//! Whether an object is quiet is looked up when it has moved, and not before: a program that takes away responses and sets them
//! again, as in a callback, loses no pairs. A quiet object that gets a response is inserted into the
//! broad phase again, so that its pairs begin.
//!
//! Pairs that filters leave out are skipped as well. An object whose filter has changed is inserted again, too.

#[cfg(test)]
mod tests;

use super::response::{Filter, Refiltered};
use super::world::World;

/// Which objects are quiet, and their filters, as of the last update.
#[derive(Default)]
pub(super) struct QuietObjects {
    /// By slot; [`Filter::ALL`] where there is none.
    filters: Vec<Filter>,
    /// By slot.
    states: Vec<State>,
    /// The slots of all quiet objects, and of some that are not any more.
    slots: Vec<u32>,
    /// How often responses had been added when these were looked through.
    added: u64,
}

#[derive(Clone, Copy, Default)]
struct State {
    is_quiet: bool,
    /// Whether `slots` has it.
    is_listed: bool,
    /// The version of the responses when it was looked up last.
    version: u64,
}

impl QuietObjects {
    /// Whether the pair of two objects is skipped: both are quiet, or their filters leave it out.
    #[inline]
    pub(super) fn skip(&self, a: u32, b: u32) -> bool {
        let is_quiet = |slot: u32| self.states.get(slot as usize).is_some_and(|s| s.is_quiet);
        is_quiet(a) && is_quiet(b) || !self.filter(a).allows(self.filter(b))
    }

    /// The filter of the object in a slot.
    #[inline]
    pub(super) fn filter(&self, slot: u32) -> Filter {
        self.filters.get(slot as usize).copied().unwrap_or(Filter::ALL)
    }

    /// Another object is in a slot: it is not quiet until it has been looked up.
    pub(super) fn forget(&mut self, slot: u32) {
        if let Some(state) = self.states.get_mut(slot as usize) {
            *state = State { is_listed: state.is_listed, ..State::default() };
        }
        if let Some(filter) = self.filters.get_mut(slot as usize) {
            *filter = Filter::ALL;
        }
    }
}

impl<C: Copy> World<C> {
    /// Whether responses have been added since the last update, so that quiet objects may not be quiet any more.
    #[inline]
    pub(super) fn responses_are_added(&self) -> bool {
        self.quiet.added != self.responses.added()
    }

    /// Inserts the objects whose filters have changed into the broad phase again.
    pub(super) fn update_filters(&mut self) {
        if !self.responses.is_refiltered() {
            return;
        }
        let World { responses, objects, quiet, moved, broad, .. } = self;
        let slots: Vec<u32> = match responses.take_refiltered() {
            Refiltered::All => objects.iter().map(|(slot, _)| slot).collect(),
            Refiltered::Some(changed) => {
                changed.into_iter().filter_map(|object| objects.slot(object)).collect()
            }
        };
        for slot in slots {
            let filter = responses.filter(objects.reference(slot));
            if filter == quiet.filter(slot) {
                continue;
            }
            if slot as usize >= quiet.filters.len() {
                quiet.filters.resize(slot as usize + 1, Filter::ALL);
            }
            quiet.filters[slot as usize] = filter;
            broad.remove(slot);
            moved.add(slot);
        }
    }

    /// Finds out which objects are quiet; those that are not any more have moved.
    pub(super) fn update_quiet(&mut self) {
        if self.responses_are_added() {
            self.wake();
        }
        if !self.responses.may_be_quiet() {
            return;
        }
        let World { responses, objects, quiet, moved, .. } = self;
        let version = responses.version();
        for &slot in moved.as_slice() {
            if slot as usize >= quiet.states.len() {
                quiet.states.resize(slot as usize + 1, State::default());
            }
            let state = &mut quiet.states[slot as usize];
            if state.is_quiet || state.version == version {
                continue;
            }
            state.version = version;
            state.is_quiet =
                objects.get(slot).is_some() && responses.is_quiet(objects.reference(slot));
            if state.is_quiet && !std::mem::replace(&mut state.is_listed, true) {
                quiet.slots.push(slot);
            }
        }
    }

    /// Inserts the quiet objects that have a response now into the broad phase again.
    #[cold]
    fn wake(&mut self) {
        let World { responses, objects, quiet, moved, broad, .. } = self;
        let QuietObjects { states, slots, added, .. } = quiet;
        *added = responses.added();
        slots.retain(|&slot| {
            let state = &mut states[slot as usize];
            let was_quiet = state.is_quiet && objects.get(slot).is_some();
            state.is_quiet = was_quiet && responses.is_quiet(objects.reference(slot));
            if was_quiet && !state.is_quiet {
                broad.remove(slot);
                moved.add(slot);
            }
            state.is_listed = state.is_quiet;
            state.is_quiet
        });
    }
}
