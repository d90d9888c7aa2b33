use super::*;
use crate::math::Vec3;
use solid_testing::Random;

/// The lists hold each end of each box once, sorted, where `places` says.
fn check(endpoints: &Endpoints, boxes: &[Option<Aabb>]) {
    let present = boxes.iter().flatten().count();
    for (axis, list) in endpoints.axes.iter().enumerate() {
        assert_eq!(list.keys.len(), list.tags.len());
        assert!(list.keys.is_sorted());
        let live: Vec<usize> =
            (0..list.tags.len()).filter(|place| list.tags[*place] != GAP).collect();
        assert_eq!(live.len(), 2 * present);
        for pair in live.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            assert!(list.keys[a] < list.keys[b] || list.tags[a] & MAX <= list.tags[b] & MAX);
        }
        for place in live {
            let tag = list.tags[place];
            let aabb = boxes[(tag & !MAX) as usize].expect("an end of an absent box");
            let end = (tag >> 31) as usize;
            assert_eq!(list.keys[place], [aabb.min[axis], aabb.max[axis]][end]);
            assert_eq!(list.places[(tag & !MAX) as usize][end] as usize, place);
        }
    }
}

#[test]
fn lists_stay_sorted_and_complete() {
    let mut random = Random::new(77);
    let mut endpoints = Endpoints::default();
    // Coarse coordinates, so that many are equal.
    let mut some_box = || {
        let min = random.vector_between(-4.0, 4.0).map(f64::round);
        (
            random.below(60),
            random.below(4),
            Aabb { min, max: min + random.vector_between(0.0, 3.0).map(f64::round) },
        )
    };
    let mut boxes = vec![None; 60];
    endpoints.build(&[]);
    for round in 0..20_000 {
        let (slot, action, aabb) = some_box();
        let proxy = slot as Proxy;
        assert_eq!(endpoints.contains(proxy), boxes[slot].is_some());
        if boxes[slot].is_none() {
            endpoints.insert(proxy, &aabb);
            boxes[slot] = Some(aabb);
        } else if action == 0 {
            endpoints.remove(proxy);
            boxes[slot] = None;
        } else {
            for axis in 0..3 {
                endpoints.slide(axis, proxy, &aabb, |_, _, _| {});
            }
            boxes[slot] = Some(aabb);
        }
        if round % 5000 == 4999 {
            let absent = super::super::phase::ABSENT;
            let all: Vec<Aabb> = boxes.iter().map(|aabb| aabb.unwrap_or(absent)).collect();
            endpoints.build(&all);
        }
        check(&endpoints, &boxes);
    }
    // Those that came filled the gaps of those that went.
    assert!(endpoints.axes.iter().all(|list| list.tags.len() <= 2 * 60 + 2 * 60 / GAP_SPACING + 2));
}

#[test]
fn slides_tell_what_they_cross() {
    let row = |x: f64| Aabb { min: Vec3::new(x, 0.0, 0.0), max: Vec3::new(x + 1.0, 1.0, 1.0) };
    let boxes = [row(0.0), row(2.0), row(4.0), row(6.0)];
    let mut endpoints = Endpoints::default();
    endpoints.build(&boxes);
    let mut heard = Vec::new();
    let mut slide = |x: f64| {
        heard.clear();
        endpoints.slide(0, 0, &row(x), |other, end, together| {
            heard.push((other, end == End::Max, together))
        });
        heard.clone()
    };
    assert_eq!(slide(0.5), []);
    // Closed intervals meet when they touch, and part when they no longer do.
    assert_eq!(slide(1.0), [(1, true, true)]);
    assert_eq!(slide(3.0), [(2, true, true)]);
    assert_eq!(slide(3.1), [(1, false, false)]);
    assert_eq!(slide(3.0), [(1, false, true)]);
    assert_eq!(
        slide(9.0),
        [(1, false, false), (2, false, false), (3, false, false), (3, true, true)]
    );
}

/// What a leap would cost is told before it is made: two ends of each box that lies on the way, along whichever axis.
#[test]
fn the_way_to_another_place_is_told_in_ends() {
    let cube = |center: Vec3| Aabb::from_center(center, Vec3::repeat(0.4));
    let boxes: Vec<Aabb> = (0..20).map(|i| cube(Vec3::repeat(f64::from(i)))).collect();
    let mut endpoints = Endpoints::default();
    endpoints.build(&boxes);
    assert_eq!(endpoints.distance(3, &boxes[3]), 0);
    for axis in 0..3 {
        for (to, passed) in [(4, 1), (13, 10), (0, 3)] {
            let mut center = Vec3::repeat(3.0);
            center[axis] = f64::from(to) + 0.1;
            let told = endpoints.distance(3, &cube(center));
            // Each end on the way, for both of its own; gaps that are left for others count as well.
            assert!(
                (4 * passed - 2..=6 * passed + 4).contains(&told),
                "{told} ends to {to} along {axis}"
            );
        }
    }
}
