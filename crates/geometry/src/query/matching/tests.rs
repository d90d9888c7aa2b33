use super::match_contacts;
use solid_testing::Random;

/// Against a search through all of them, in which each is used up.
#[test]
fn each_is_found_once() {
    for case in 0..500 {
        let random = &mut Random::case(0x1D5, case);
        let mut keys =
            || Vec::from_iter((0..random.below(20)).map(|_| [random.below(4), random.below(4)]));
        let (before, now) = (keys(), keys());
        let mut left = Vec::from_iter(before.iter().map(Some));
        let expected = now.iter().map(|key| {
            let found = left.iter().position(|other| *other == Some(key))?;
            left[found] = None;
            Some(found as u32)
        });
        assert_eq!(match_contacts(&before, &now), Vec::from_iter(expected), "case {case}");
    }
}
