use super::Records;

/// What is removed makes room for what follows, in the same places.
#[test]
fn records_since_a_mark_make_room() {
    let mut records = Records::default();
    let kept = records.add([1, 2].into_iter());
    let mark = records.mark();
    let place = records.add(0..1000);
    for _ in 0..100 {
        records.truncate(mark);
        assert_eq!(records.add(0..1000), place);
    }
    records.truncate(mark);
    assert!(records.mark() == mark);
    records.truncate(super::Mark::default());
    assert_eq!(records.add([3].into_iter()), kept);
}
