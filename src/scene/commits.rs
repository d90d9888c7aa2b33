//! The numbers of commits.

use super::growth::reserve;

/// When objects were last brought up to date. A pair of which neither has moved since it was decided need not be decided
/// again.
#[derive(Default)]
pub(super) struct Commits {
    /// The number of the last commit; the first is 1.
    pub(super) last: u32,
    /// By slot: that of the last commit in which the object had moved.
    pub(super) of_slots: Vec<u32>,
}

impl Commits {
    /// Another commit begins; all slots that there are lie below an end. `false` if the numbers begin anew: what was noted by
    /// number is void.
    #[inline]
    pub(super) fn begin(&mut self, slots_end: usize) -> bool {
        self.last = self.last.wrapping_add(1);
        let over = self.last == 0;
        if over || self.of_slots.len() < slots_end {
            self.begin_anew(over, slots_end);
        }
        !over
    }

    #[cold]
    #[inline(never)]
    fn begin_anew(&mut self, over: bool, slots_end: usize) {
        if over {
            self.last = 1;
            self.of_slots.fill(1);
        }
        if self.of_slots.len() < slots_end {
            reserve(&mut self.of_slots, slots_end);
            self.of_slots.resize(slots_end, 0);
        }
    }

    /// Whether two objects have not moved since a commit; 0 is none.
    #[inline]
    pub(super) fn are_at_rest_since(&self, commit: u32, slots: [u32; 2]) -> bool {
        commit > 0 && slots.iter().all(|slot| self.of_slots[*slot as usize] <= commit)
    }
}
