//! A queue of swaps by their times, in which a time may be changed: a binary heap that knows where everything is.

/// The place of a swap that is not in the heap.
const NOWHERE: u32 = u32::MAX;

/// When a swap is due. Of the same time, that comes first which lets two boxes come together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Due {
    pub(super) time: f64,
    pub(super) parts: bool,
}

/// Swaps, which are numbered densely, by when they are due; those of the same time by their numbers.
#[derive(Default)]
pub(super) struct SwapQueue {
    heap: Vec<(Due, u32)>,
    /// By swap: where it is in the heap.
    places: Vec<u32>,
}

impl SwapQueue {
    /// Takes all swaps out, and makes room for so many.
    pub(super) fn reset(&mut self, swaps: usize) {
        self.heap.clear();
        self.places.clear();
        self.places.resize(swaps, NOWHERE);
    }

    /// Puts a swap in, changes when it is due, or takes it out: O(log n).
    pub(super) fn set(&mut self, swap: u32, due: Option<Due>) {
        let place = self.places[swap as usize];
        match due {
            Some(due) if place == NOWHERE => {
                self.heap.push((due, swap));
                self.rise(self.heap.len() - 1);
            }
            Some(due) => {
                self.heap[place as usize].0 = due;
                self.settle(place as usize);
            }
            None if place != NOWHERE => self.take(place as usize),
            None => {}
        }
    }

    /// Takes the first swap out.
    pub(super) fn pop(&mut self) -> Option<(u32, f64)> {
        let (due, swap) = *self.heap.first()?;
        self.take(0);
        Some((swap, due.time))
    }

    fn take(&mut self, place: usize) {
        let (_, swap) = self.heap.swap_remove(place);
        self.places[swap as usize] = NOWHERE;
        if place < self.heap.len() {
            self.settle(place);
        }
    }

    fn settle(&mut self, place: usize) {
        let place = self.rise(place);
        self.sink(place);
    }

    #[inline]
    fn is_before(&self, i: usize, j: usize) -> bool {
        let [(a, swap), (b, other)] = [self.heap[i], self.heap[j]];
        a.time < b.time || a.time == b.time && (a.parts, swap) < (b.parts, other)
    }

    fn rise(&mut self, mut place: usize) -> usize {
        while place > 0 && self.is_before(place, (place - 1) / 2) {
            self.exchange(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
        self.note(place);
        place
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let children =
                [2 * place + 1, 2 * place + 2].into_iter().filter(|child| *child < self.heap.len());
            let first = children.reduce(|a, b| if self.is_before(b, a) { b } else { a });
            match first.filter(|child| self.is_before(*child, place)) {
                Some(child) => self.exchange(place, child),
                None => break,
            }
            place = first.unwrap_or(place);
        }
        self.note(place);
    }

    fn exchange(&mut self, i: usize, j: usize) {
        self.heap.swap(i, j);
        self.note(i);
    }

    fn note(&mut self, place: usize) {
        self.places[self.heap[place].1 as usize] = place as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solid_testing::Random;

    #[test]
    fn swaps_come_in_their_order_whatever_changes() {
        let mut random = Random::new(6);
        let mut queue = SwapQueue::default();
        let mut naive: Vec<Option<Due>> = vec![None; 40];
        queue.reset(40);
        let mut popped = 0;
        for _ in 0..50_000 {
            let swap = random.below(40);
            if random.below(4) > 0 {
                let time = random.below(12) as f64;
                let due = (random.below(3) > 0).then(|| Due { time, parts: random.below(2) == 0 });
                naive[swap] = due;
                queue.set(swap as u32, due);
                continue;
            }
            let order = |i: &usize, j: &usize| {
                let [a, b] = [i, j].map(|i| (naive[*i].expect("it is in"), *i));
                a.0.time.total_cmp(&b.0.time).then((a.0.parts, a.1).cmp(&(b.0.parts, b.1)))
            };
            let first = (0..40).filter(|i| naive[*i].is_some()).min_by(order);
            let expected = first.map(|i| (i as u32, naive[i].expect("it is in").time));
            assert_eq!(queue.pop(), expected);
            if let Some(first) = first {
                naive[first] = None;
                popped += 1;
            }
        }
        assert!(popped > 5000);
    }
}
