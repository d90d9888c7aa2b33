use super::*;
use std::thread::yield_now;

/// Threads that take turns of unlike lengths, some at the same time: nothing is counted twice or lost, and nobody is inside
/// with another.
#[test]
fn one_thread_at_a_time_is_inside() {
    const THREADS: u64 = 4;
    const ROUNDS: u64 = 40;
    let lock = Lock::new((0_u64, 0_u64));
    let add = || {
        let mut guard = lock.lock();
        let (count, twice) = guard.get();
        assert_eq!(*twice, 2 * *count);
        *count += 1;
        // Whoever came in between would see that it does not fit.
        std::hint::black_box(&mut *count);
        *twice += 2;
    };
    let length = |thread: u64, round: u64| {
        if (round + thread).is_multiple_of(THREADS) { 5000 } else { 1 + round % 7 }
    };
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (add, length) = (&add, &length);
            scope.spawn(move || {
                for round in 0..ROUNDS {
                    (0..length(thread, round)).for_each(|_| add());
                    yield_now();
                }
            });
        }
    });
    let expected: u64 = (0..THREADS).flat_map(|t| (0..ROUNDS).map(move |r| length(t, r))).sum();
    assert_eq!(*lock.lock().get(), (expected, 2 * expected));
}
