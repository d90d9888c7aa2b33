use super::*;
use solid_testing::Random;

#[test]
fn counts_become_where_each_begins() {
    let mut counts = [3, 0, 5, 1];
    assert_eq!(begins_of(&mut counts), 9);
    assert_eq!(counts, [0, 3, 3, 8]);
    assert_eq!(begins_of(&mut []), 0);
}

#[test]
fn few_are_sorted_and_equals_keep_their_order() {
    let mut random = Random::new(3);
    for count in 0..20 {
        let list: Vec<(u32, usize)> = (0..count).map(|at| (random.below(5) as u32, at)).collect();
        let (mut sorted, mut expected) = (list.clone(), list);
        sort_few(&mut sorted, |a, b| a.0.cmp(&b.0));
        expected.sort_by_key(|element| element.0);
        assert_eq!(sorted, expected);
    }
}

#[test]
fn numbers_are_sorted_by_what_they_stand_for() {
    let values = [3.5_f64, -1.0, 0.25, 7.0, -1.0];
    let mut numbers = [0, 1, 2, 3, 4];
    sort_numbers(&mut numbers, &mut |i, j| {
        values[i as usize].total_cmp(&values[j as usize]).then(j.cmp(&i))
    });
    assert_eq!(numbers, [4, 1, 2, 0, 3]);
}

#[test]
fn any_elements_are_sorted_in_place() {
    let mut random = Random::new(5);
    for count in 0..70 {
        let list: Vec<(u32, usize)> = (0..count).map(|at| (random.below(9) as u32, at)).collect();
        let (mut sorted, mut expected) = (list.clone(), list);
        sort_by(&mut sorted, |a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        expected.sort_by_key(|element| std::cmp::Reverse(element.0));
        assert_eq!(sorted, expected);
    }
}

/// Lists of many shapes, and as many comparisons as a quicksort of medians of three may ask for.
#[test]
fn many_numbers_are_sorted() {
    let mut random = Random::new(7);
    for count in [2, 16, 17, 18, 100, 1000, 20_000_u32] {
        let random_keys: Vec<u32> = (0..count).map(|_| random.below(1 << 30) as u32).collect();
        let few_keys = random_keys.iter().map(|key| key % 3).collect();
        let organ_pipe = (0..count).map(|i| i.min(count - i)).collect();
        for keys in
            [random_keys, few_keys, organ_pipe, (0..count).collect(), (0..count).rev().collect()]
        {
            let key = |i: u32| (keys[i as usize], i);
            let mut compared = 0;
            let sorted = sorted_numbers(count as usize, &mut |i, j| {
                compared += 1;
                key(i).cmp(&key(j))
            });
            assert!(sorted.is_sorted_by_key(|i| key(*i)) && sorted.len() == count as usize);
            assert!(
                compared <= 30 + 4 * count * (count.ilog2() + 1),
                "{count}: {compared} comparisons"
            );
        }
    }
}

/// An order made up while it is asked for, so that each median of three is nearly the least ("antiqsort"): the quicksort is
/// given up in time.
#[test]
fn a_malicious_order_takes_no_longer_than_a_heap() {
    const COUNT: u32 = 4000;
    let undecided = COUNT;
    let mut keys = vec![undecided; COUNT as usize];
    let (mut decided, mut candidate, mut compared) = (0, 0, 0_u32);
    let sorted = sorted_numbers(COUNT as usize, &mut |i, j| {
        compared += 1;
        let (x, y) = (i as usize, j as usize);
        if keys[x] == undecided && keys[y] == undecided {
            keys[if i == candidate { x } else { y }] = decided;
            decided += 1;
        }
        if keys[x] == undecided {
            candidate = i;
        } else if keys[y] == undecided {
            candidate = j;
        }
        keys[x].cmp(&keys[y])
    });
    assert!(sorted.is_sorted_by_key(|i| keys[*i as usize]));
    assert!(compared < 6 * COUNT * COUNT.ilog2(), "{compared} comparisons");
}

#[test]
fn a_place_is_found_without_sorting() {
    let mut random = Random::new(13);
    for count in [1, 2, 15, 40, 300, 5000] {
        let keys: Vec<u32> = (0..count).map(|_| random.below(count / 3 + 2) as u32).collect();
        let mut sorted = keys.clone();
        sort_plainly(&mut sorted);
        assert!(sorted.is_sorted());
        for nth in [0, count / 2, count - 1] {
            let mut selected = keys.clone();
            select_copied(&mut selected, nth, |a, b| a < b);
            assert_eq!(selected[nth], sorted[nth]);
            assert!(selected[..nth].iter().all(|key| *key <= sorted[nth]));
            assert!(selected[nth..].iter().all(|key| *key >= sorted[nth]));
        }
    }
}
