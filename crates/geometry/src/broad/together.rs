//! The fresh sweep by several threads.

use parking_lot::Mutex;

use super::ledger::Ledger;
use super::phase::{PairSink, Proxy};
use super::room::push;
use super::strips::Strips;
use super::team::{Finds, Team};

/// Below so many boxes, more threads than one cost more than they gain (`benches/scenes`).
pub(super) const LEAST: usize = 1024;

/// Pairs that a thread looks at, at a time.
const PART: usize = 256;

/// Does what [`super::afresh::commit_afresh`] does; what has been cut is marked in the ledger already. What begins is
/// reported in the order of the proxies.
pub(super) fn commit_together(
    team: &dyn Team,
    ledger: &Ledger,
    strips: &mut Strips,
    pairs: &mut Vec<(Proxy, Proxy)>,
    memory: &mut Memory,
    sink: &mut dyn PairSink,
) {
    let now = &ledger.now;
    let Memory { ended, begun } = memory;
    ended.clear();
    let list = Mutex::new(ended);
    let looks = Mutex::new(pairs.chunks(PART).enumerate());
    let next = || looks.lock().next();
    strips.deal_out(team, now, ledger.present, &|| {
        let mut ended = Finds::new(&list);
        while let Some((part, pairs)) = next() {
            for (place, &(a, b)) in pairs.iter().enumerate() {
                if !ledger.keeps(a, b) {
                    ended.push((part * PART + place) as u32);
                }
            }
        }
    });
    let ended = list.into_inner();
    // The threads found them in any order.
    ended.sort_unstable();
    begun.clear();
    let wanted = |a, b| ledger.begins(a, b);
    strips.find_together(team, begun, wanted, || {
        // In their order, in which neighbours have boxes near each other in memory.
        let (mut kept, mut gone) = (0, 0);
        for place in 0..pairs.len() {
            let (a, b) = pairs[place];
            pairs[kept] = (a, b);
            kept += 1;
            if ended.get(gone) == Some(&(place as u32)) {
                (kept, gone) = (kept - 1, gone + 1);
                sink.end(a, b);
            }
        }
        pairs.truncate(kept);
    });
    begun.sort_unstable();
    for &(a, b) in begun.iter() {
        push(pairs, (a, b));
        sink.begin(a, b);
    }
}

/// Lists that are kept from one commit to the next.
#[derive(Default)]
pub(super) struct Memory {
    ended: Vec<u32>,
    begun: Vec<(Proxy, Proxy)>,
}

impl Memory {
    pub(super) fn bytes(&self) -> usize {
        self.ended.capacity() * size_of::<u32>()
            + self.begun.capacity() * size_of::<(Proxy, Proxy)>()
    }
}

#[cfg(test)]
mod tests {
    use crate::broad::team::{Passing, Team};
    use crate::broad::tests::storm::Events;
    use crate::broad::{Adaptive, BroadPhase, Proxy};
    use crate::math::{Aabb, Vec3};
    use solid_testing::Random;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// Counts how often it is asked.
    struct Counting(Passing, AtomicUsize);

    impl Team for Counting {
        fn threads(&self) -> usize {
            self.0.threads()
        }

        fn run(&self, work: &(dyn Fn(bool) + Sync)) {
            self.1.fetch_add(1, Relaxed);
            self.0.run(work);
        }
    }

    #[test]
    fn threads_find_the_same_pairs() {
        let mut random = Random::new(5);
        let teams =
            [1, 2, 5].map(|threads| Arc::new(Counting(Passing(threads), AtomicUsize::new(0))));
        let mut phases = teams.each_ref().map(|team| {
            let mut phase = Adaptive::default();
            phase.set_team((team.threads() > 1).then(|| team.clone() as _));
            (phase, Events::default())
        });
        let (mut begun, mut ended) = (0, 0);
        for frame in 0..40 {
            // Evenly spread, in one long heap, with huge ones among tiny ones; and a few absent.
            let size = if frame % 10 == 9 { 6.0 } else { 1.0 };
            let room = Vec3::new(18.0, 18.0, if frame % 8 < 4 { 18.0 } else { 1.0 });
            for i in 0..2000 {
                if frame > 0 && random.vector_between(0.0, 1.0).x < 0.2 {
                    continue;
                }
                let center = random.vector_between(0.0, 1.0).component_mul(&room);
                let half = random.vector_between(0.2, 0.5) * if i % 50 == 0 { size } else { 1.0 };
                let leaves = random.vector_between(0.0, 1.0).x < 0.05;
                for (phase, _) in &mut phases {
                    match leaves {
                        true => phase.remove(i as Proxy),
                        false => phase.place(i as Proxy, &Aabb::from_center(center, half)),
                    }
                }
            }
            phases.iter_mut().for_each(|(phase, events)| events.commit(phase));
            let [(first, expected), others @ ..] = &phases;
            assert!(!first.is_by_tree());
            for (_, events) in others {
                events.is_as(expected, "together");
            }
            assert!(others.iter().all(|(phase, _)| phase.box_tests() == first.box_tests()));
            begun += expected.begun.len();
            ended += expected.ended.len();
        }
        assert!(begun > 20_000 && ended > 20_000, "{begun} {ended}");
        // To deal out and look for ends, and to find what begins, in every frame.
        assert_eq!(teams.map(|team| team.1.load(Relaxed)), [0, 80, 80]);
    }
}
