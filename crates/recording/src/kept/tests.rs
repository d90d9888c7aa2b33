use super::*;

/// Some that need a tenth of what is kept.
const LARGE: usize = MOST_KEPT / 10;

fn kept(calls: &Kept<usize>) -> usize {
    calls.calls.iter().map(|call| call.value).sum()
}

#[test]
fn calls_return_in_any_order() {
    let mut calls = Kept::new();
    let numbers: Vec<u64> = (0..1000).map(|i| calls.keep(i, i, |_| 1).expect("memory")).collect();
    for i in (0..1000).map(|i| i * 7 % 1000) {
        assert_eq!(calls.take(numbers[i]), Some(i));
        assert_eq!(calls.take(numbers[i]), None);
    }
    assert!(calls.calls.is_empty());
}

/// Those that were left take a bounded amount of memory, and the last ones stay.
#[test]
fn what_was_left_is_bounded() {
    let mut calls = Kept::new();
    for i in 0..10_000 {
        let number = calls.keep(i, LARGE, |size| *size).expect("memory");
        assert!(calls.position(number).is_some());
        assert!(calls.calls.len() <= 2 * ALWAYS_KEPT + MOST_KEPT / LARGE);
        let first = calls.calls.len().saturating_sub(ALWAYS_KEPT);
        assert!(calls.calls[first..].is_sorted_by(|a, b| a.number + 1 == b.number));
    }
    (0..10_000).for_each(|i| assert!(calls.keep(i, 1 << 10, |size| *size).is_some()));
    assert!(calls.calls.len() >= 10_000 && kept(&calls) < MOST_KEPT + 2 * ALWAYS_KEPT * LARGE);
}

/// A call whose place no other has taken stays while others come and are left.
#[test]
fn one_that_waits_outlives_those_that_were_left() {
    let mut calls = Kept::new();
    let waiting = calls.keep(1, 5, |size| *size).expect("memory");
    for _ in 0..10_000 {
        calls.keep(2, LARGE, |size| *size).expect("memory");
    }
    assert!(calls.calls.len() < 200);
    assert_eq!(calls.take(waiting), Some(5));
}
