//! How lists grow: by an eighth or less, where a vector would double; lists of what comes and goes with room for its tides.

#[cfg(test)]
mod tests;

/// Adds to the end of a list. Growing by a sixteenth at a time costs a constant number of moves an element.
#[inline]
pub fn push<T>(list: &mut Vec<T>, element: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 16 + 8);
    }
    list.push(element);
}

/// Gives a list room for `total` elements and no more.
#[inline(never)]
pub fn reserve_total<T>(list: &mut Vec<T>, total: usize) {
    if total > list.capacity() {
        list.reserve_exact(total - list.len());
    }
}

/// The room to make for `total` of what comes and goes. How many there are varies by about the root of their number, so that
/// the most there will be is more than the first commits have seen.
pub fn with_tides(total: usize) -> usize {
    total + (total / 8).max(3 * root(total)) + 8
}

fn root(count: usize) -> usize {
    (count as f64).sqrt() as usize
}

/// Tells when lists of what comes and goes get more room before they are full: in the first commits with the room they have,
/// so that the commits after these find enough of it.
#[derive(Default)]
pub struct Tides {
    room: usize,
    commits: u8,
}

impl Tides {
    /// So many commits are the first.
    const FIRST: u8 = 16;

    /// Ends a commit. `most` is the most there has been, `room` what there is; returns what there is to be, if more.
    #[inline]
    pub fn turn(&mut self, most: usize, room: usize) -> Option<usize> {
        if self.room == room && self.commits >= Tides::FIRST {
            return None;
        }
        self.look(most, room)
    }

    #[inline(never)]
    fn look(&mut self, most: usize, room: usize) -> Option<usize> {
        self.commits = if self.room == room { self.commits + 1 } else { 1 };
        self.room = room;
        (most > 0 && room - most < 2 * root(most) + 6).then(|| with_tides(most))
    }
}
