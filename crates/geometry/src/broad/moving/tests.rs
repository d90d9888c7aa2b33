use super::*;
use solid_testing::Random;

/// Whether two boxes meet, by looking at many times; and the first of these.
fn meets_at_some_time(a: &MovingBox, b: &MovingBox) -> Option<f64> {
    let at = |path: &MovingBox, t: f64| Aabb {
        min: path.from.min + path.motion * t,
        max: path.from.max + path.motion * t,
    };
    (0..=400).map(|i| f64::from(i) / 400.0).find(|t| at(a, *t).overlaps(&at(b, *t)))
}

#[test]
fn no_meeting_is_missed_whatever_changes() {
    let mut boxes = MovingBoxes::default();
    let mut random = Random::new(3);
    let (mut met, mut apart) = (0, 0);
    for round in 0..30 {
        for i in 0..60 {
            if round > 0 && random.below(3) > 0 {
                continue;
            }
            if random.below(12) == 0 {
                boxes.remove(i);
                continue;
            }
            let half = random.vector().abs() * 0.8;
            let motion = if random.below(3) == 0 { Vec3::zeros() } else { random.vector() * 5.0 };
            boxes.place(i, &Aabb::from_center(random.vector() * 3.0, half), &motion);
        }
        boxes.validate();
        boxes.update_where(|_, _| true);
        boxes.validate();
        let mut found = std::collections::BTreeMap::new();
        boxes.pairs(|a, b, time| assert!(a < b && found.insert((a, b), time).is_none()));
        for a in 0..60_u32 {
            let mut partners = std::collections::BTreeMap::new();
            boxes.partners(a, &mut |b, time| {
                assert!(partners.insert((a.min(b), a.max(b)), time).is_none())
            });
            let expected =
                found.iter().filter(|((i, j), _)| *i == a || *j == a).map(|(k, v)| (*k, *v));
            assert!(partners.into_iter().eq(expected), "box {a} in round {round}");
            for b in a + 1..60 {
                let (Some(x), Some(y)) = (boxes.paths.get(a as usize), boxes.paths.get(b as usize))
                else {
                    continue;
                };
                match (meets_at_some_time(x, y), found.get(&(a, b))) {
                    (Some(time), Some(bound)) => {
                        assert!(*bound <= time, "{bound} is no lower bound on {time}");
                        met += 1;
                    }
                    (Some(time), None) => panic!("{a} and {b} meet at {time}"),
                    // Between two of the times, perhaps.
                    (None, _) => apart += 1,
                }
            }
        }
    }
    assert!(met > 500 && apart > 10_000, "{met} {apart}");
}

#[test]
fn a_bullet_does_not_pass_through() {
    let mut boxes = MovingBoxes::default();
    boxes.place(0, &Aabb::from_center(Vec3::zeros(), Vec3::new(1.0, 1.0, 0.0)), &Vec3::zeros());
    for speed in [1.0, 1e3, 1e9, 1e15] {
        let from = Aabb::from_center(Vec3::new(0.3, 0.2, -0.5 * speed), Vec3::repeat(0.01));
        boxes.place(1, &from, &Vec3::new(0.0, 0.0, speed));
        boxes.update_where(|_, _| true);
        let mut times = Vec::new();
        boxes.pairs(|_, _, time| times.push(time));
        assert!(
            times.len() == 1 && (times[0] - 0.5).abs() <= 0.02 / speed + 1e-15,
            "{speed}: {times:?}"
        );
    }
}

/// Differences of finite numbers may not be.
#[test]
fn what_crosses_the_whole_range_is_found() {
    let mut boxes = MovingBoxes::default();
    let half = Vec3::new(1e300, 1.0, 1.0);
    for (i, (x, motion)) in
        [(-1.5e308, 1.6e308), (1.5e308, -1.6e308), (1.4e308, 0.1e308)].into_iter().enumerate()
    {
        boxes.place(
            i as Proxy,
            &Aabb::from_center(Vec3::new(x, 0.0, 0.0), half),
            &Vec3::new(motion, 0.0, 0.0),
        );
    }
    boxes.update_where(|_, _| true);
    let mut found = std::collections::BTreeMap::new();
    boxes.pairs(|a, b, time| assert!(found.insert((a, b), time).is_none()));
    assert_eq!(found.keys().collect::<Vec<_>>(), [&(0, 1), &(1, 2)], "{found:?}");
    assert!(found[&(0, 1)] <= 15.0 / 16.0 && found[&(1, 2)] <= 1.0 / 17.0, "{found:?}");
    // One that is not there meets nothing.
    boxes.partners(99, &mut |other, _| panic!("{other}"));
}
