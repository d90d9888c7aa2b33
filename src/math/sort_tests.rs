use super::*;
use crate::math::test_random::Random;

#[test]
fn few_are_sorted_and_equals_keep_their_order() {
    let mut random = Random(3);
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
    sort_numbers(&mut numbers, &mut |i, j| values[i as usize].total_cmp(&values[j as usize]).then(j.cmp(&i)));
    assert_eq!(numbers, [4, 1, 2, 0, 3]);
}

#[test]
fn any_elements_are_sorted_in_place() {
    let mut random = Random(5);
    for count in 0..70 {
        let list: Vec<(u32, usize)> = (0..count).map(|at| (random.below(9) as u32, at)).collect();
        let (mut sorted, mut expected) = (list.clone(), list);
        sort_by(&mut sorted, |a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        expected.sort_by_key(|element| std::cmp::Reverse(element.0));
        assert_eq!(sorted, expected);
    }
}
