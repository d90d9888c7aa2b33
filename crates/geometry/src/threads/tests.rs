use super::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

fn threads(count: usize) -> Threads {
    Threads::new(count).expect("threads")
}

#[test]
fn results_come_in_the_order_of_the_parts() {
    for count in [0, 1, 2, 5] {
        let threads = threads(count);
        assert_eq!(threads.count(), count.max(1));
        for parts in [0, 1, 2, 100] {
            let squares = threads.map(0..parts, |i| i * i);
            assert_eq!(squares, (0..parts).map(|i| i * i).collect::<Vec<_>>());
        }
    }
}

#[test]
fn every_part_is_done_once() {
    for count in [1, 2, 5] {
        let threads = threads(count);
        for round in 0..200 {
            let mut done = vec![0_u32; 1 + round];
            threads.map(done.chunks_mut(3), |part| part.iter_mut().for_each(|x| *x += 1));
            assert!(done.iter().all(|x| *x == 1));
        }
    }
}

#[test]
fn a_panic_comes_out_and_the_pool_goes_on() {
    let threads = threads(3);
    let sum = AtomicUsize::new(0);
    for bad in [0, 50, 99] {
        let result = catch_unwind(AssertUnwindSafe(|| {
            threads.map(0..100, |i| assert!(i != bad, "as intended"));
        }));
        assert!(result.is_err());
        threads.map(0..100, |i| sum.fetch_add(i, Relaxed));
    }
    assert_eq!(sum.into_inner(), 3 * 4950);
}

/// What stands for a handle in a process made by `fork`: the pool is neither used nor waited for.
#[test]
fn a_handle_of_another_process_works_alone() {
    let mut threads = threads(2);
    let pool = threads.0.as_mut().and_then(Arc::get_mut).expect("a pool that nobody shares");
    pool.process = pool.process.wrapping_add(1);
    assert_eq!(threads.count(), 1);
    let here = std::thread::current().id();
    assert!(threads.map(0..9, |_| std::thread::current().id()).iter().all(|id| *id == here));
    drop(threads);
}
