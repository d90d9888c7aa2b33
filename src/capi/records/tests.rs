use super::{FIRST_CAPACITY, Records, SpareChunks};

/// The chunks of what is removed are used again, and records do not move while others are added.
#[test]
fn chunks_are_used_again() {
    let (mut records, mut spare) = (Records::default(), SpareChunks::default());
    let mut places = Vec::new();
    for round in 0..100 {
        let first = records.add([7, 8].into_iter(), &mut spare);
        let mut found = vec![first];
        found.extend((0..1000).map(|i| records.add([i].into_iter(), &mut spare)));
        found.push(records.add(0..5000, &mut spare));
        if round == 0 {
            places.clone_from(&found);
        }
        assert_eq!(places, found);
        // SAFETY: two records that have not been removed.
        assert_eq!(unsafe { first.cast::<[i32; 2]>().read() }, [7, 8]);
        records.clear(&mut spare);
    }
    assert_eq!(records.size(), 0);
}

/// What is left in the middle keeps little, whatever others have used.
#[test]
fn a_small_arena_takes_small_chunks() {
    let (mut large, mut spare) = (Records::default(), SpareChunks::default());
    large.add(0..100_000, &mut spare);
    large.clear(&mut spare);
    let mut small = Records::default();
    small.add([1].into_iter(), &mut spare);
    assert_eq!(small.size(), FIRST_CAPACITY * size_of::<i32>());
}
