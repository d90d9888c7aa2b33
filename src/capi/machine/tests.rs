use super::*;

/// Threads that take turns of unlike lengths, some at the same time: nothing is counted twice or lost, and nobody is inside
/// with another.
#[test]
fn one_thread_at_a_time_is_inside() {
    const THREADS: u64 = 4;
    const ROUNDS: u64 = 40;
    let machine = Machine::new((0_u64, 0_u64));
    let add = || {
        let mut held = machine.enter();
        let (count, twice) = held.get();
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
    assert_eq!(*machine.enter().get(), (expected, 2 * expected));
    assert!(machine.entries() > expected);
}

/// A machine belongs to the thread that comes in first, until another does, and to one that keeps coming in later.
#[test]
fn a_thread_that_is_alone_becomes_the_owner() {
    let machine = Machine::new(0_u64);
    let owned = || machine.owner.load(Relaxed) != 0;
    std::thread::scope(|scope| {
        let join =
            |work: &(dyn Fn() + Sync)| std::thread::scope(|inner| drop(inner.spawn(work).join()));
        // There is a second thread as long as this one lives.
        let (end, ended) = std::sync::mpsc::channel::<()>();
        scope.spawn(move || ended.recv());
        *machine.enter().get() += 1;
        assert_eq!(owned(), can_fence_all());
        join(&|| *machine.enter().get() += 1);
        assert!(!owned());
        (0..PATIENCE).for_each(|_| *machine.enter().get() += 1);
        assert!(!owned());
        (0..2).for_each(|_| *machine.enter().get() += 1);
        assert_eq!(owned(), can_fence_all());
        join(&|| *machine.enter().get() += 1);
        assert!(!owned());
        (0..PATIENCE + 10).for_each(|_| *machine.enter().get() += 1);
        assert!(!owned());
        drop(end);
    });
    assert_eq!(*machine.enter().get(), 3 + 2 * u64::from(PATIENCE) + 12);
}
