use super::*;
use solid_testing::Random;

/// Whether two boxes meet, by looking at many times; and the first of these.
fn meets_at_some_time(a: &Way, b: &Way) -> Option<f64> {
    let at = |way: &Way, t: f64| Aabb {
        min: way.from.min + way.motion * t,
        max: way.from.max + way.motion * t,
    };
    (0..=400).map(|i| f64::from(i) / 400.0).find(|t| at(a, *t).overlaps(&at(b, *t)))
}

/// By encapsulating boxes, and by queued swaps.
fn both() -> [MovingBoxes; 2] {
    let mut both = <[MovingBoxes; 2]>::default();
    both[1].use_queued_swaps(true);
    both
}

#[test]
fn no_meeting_is_missed_whatever_changes() {
    both().into_iter().for_each(no_meeting_is_missed);
}

fn no_meeting_is_missed(mut boxes: MovingBoxes) {
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
        boxes.commit();
        boxes.find();
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
                let (Some(x), Some(y)) = (boxes.ways.get(a as usize), boxes.ways.get(b as usize))
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
    both().into_iter().for_each(bullet);
}

fn bullet(mut boxes: MovingBoxes) {
    boxes.place(0, &Aabb::from_center(Vec3::zeros(), Vec3::new(1.0, 1.0, 0.0)), &Vec3::zeros());
    for speed in [1.0, 1e3, 1e9, 1e15] {
        let from = Aabb::from_center(Vec3::new(0.3, 0.2, -0.5 * speed), Vec3::repeat(0.01));
        boxes.place(1, &from, &Vec3::new(0.0, 0.0, speed));
        boxes.commit();
        boxes.find();
        let mut times = Vec::new();
        boxes.pairs(|_, _, time| times.push(time));
        assert!(
            times.len() == 1 && (times[0] - 0.5).abs() <= 0.02 / speed + 1e-15,
            "{speed}: {times:?}"
        );
    }
}

fn pairs(boxes: &mut MovingBoxes) -> Vec<(Proxy, Proxy, u64)> {
    let mut found = Vec::new();
    boxes.find();
    boxes.pairs(|a, b, time| found.push((a, b, time.to_bits())));
    found.sort_unstable();
    found
}

/// Frames of flights in which boxes begin where they ended, leap, come, go, rest, touch, and have no extent.
#[test]
fn both_ways_find_the_same_pairs_at_the_same_times() {
    let mut random = Random::new(8);
    let mut boxes = both();
    let (mut found, mut places) = (0, vec![Vec3::zeros(); 150]);
    for round in 0..60 {
        let whole = round % 3 == 0;
        for (i, at) in places.iter_mut().enumerate() {
            let mut motion = random.vector() * [0.3, 3.0, 0.0, 1e6][random.below(4)];
            let mut half = random.vector().abs() * 0.5;
            if whole {
                // Numbers that make ends meet exactly.
                motion = motion.map(|x| (4.0 * x).round() / 4.0);
                half = half.map(|x| (4.0 * x).round() / 4.0);
                *at = at.map(|x| (4.0 * x).round() / 4.0);
            }
            match random.below(20) {
                0 => boxes.iter_mut().for_each(|boxes| boxes.remove(i as Proxy)),
                kind => {
                    if kind == 1 || at.amax() > 6.0 {
                        *at = random.vector() * 6.0;
                    }
                    let from = Aabb::from_center(*at, half);
                    boxes.iter_mut().for_each(|boxes| boxes.place(i as Proxy, &from, &motion));
                    *at += motion;
                }
            }
        }
        boxes.iter_mut().for_each(MovingBoxes::commit);
        let [a, b] = boxes.each_mut().map(pairs);
        assert_eq!(a, b, "round {round}");
        found += a.len();
        if round == 30 {
            // Changed over, and back.
            boxes.iter_mut().for_each(|boxes| boxes.use_queued_swaps(false));
            assert_eq!(pairs(&mut boxes[1]), a);
            boxes[1].use_queued_swaps(true);
            assert_eq!(pairs(&mut boxes[1]), a);
        }
    }
    assert!(found > 5000, "{found}");
}

/// Differences of finite numbers may not be.
#[test]
fn what_crosses_the_whole_range_is_found() {
    for boxes in &mut both() {
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
        boxes.commit();
        let mut found = std::collections::BTreeMap::new();
        boxes.find();
        boxes.pairs(|a, b, time| assert!(found.insert((a, b), time).is_none()));
        assert_eq!(found.keys().collect::<Vec<_>>(), [&(0, 1), &(1, 2)], "{found:?}");
        assert!(found[&(0, 1)] <= 15.0 / 16.0 && found[&(1, 2)] <= 1.0 / 17.0, "{found:?}");
        // One that is not there meets nothing.
        boxes.partners(99, &mut |other, _| panic!("{other}"));
    }
}
