use crate::broad::room::{Tides, reserve_total, with_slack, with_tides};
use crate::broad::tests::storm::Both;
use crate::broad::{
    Adaptive, BoxTree, BroadPhase, BruteForce, SpatialHash, SweepAndPrune, UniformGrid,
};
use crate::math::{Aabb, Vec3};
use solid_testing::Random;

fn cube(x: f64) -> Aabb {
    Aabb::from_center(Vec3::new(x, 0.0, 0.0), Vec3::new(0.6, 0.6, 0.6))
}

#[test]
fn lists_grow_by_an_eighth() {
    let mut list: Vec<u32> = Vec::new();
    let mut moves = 0;
    for i in 0..100_000 {
        let before = list.capacity();
        if i == list.capacity() {
            reserve_total(&mut list, with_slack(i + 1));
        }
        moves += u32::from(list.capacity() != before);
        list.push(i as u32);
        assert!(list.capacity() <= i + 1 + (i + 1) / 8);
    }
    assert!(moves < 100, "{moves} moves");
}

/// A belt: in every commit the box at one end goes and one comes at the other, in front or behind.
fn belt(step: f64, reuse: bool) {
    let n = 200;
    let mut both = Both::default();
    (0..n).for_each(|i| both.place(i, &cube(i as f64 * step)));
    (0..30).for_each(|_| both.commit());
    let mut settled = 0;
    let mut was_incremental = false;
    for round in n..n + 3000 {
        both.remove(round % n);
        if !reuse {
            both.commit();
        }
        both.place(round % n, &cube(round as f64 * step));
        both.commit();
        was_incremental |= both.sweep.is_incremental();
        if round == 2 * n {
            settled = both.sweep.bytes();
        }
    }
    assert!(was_incremental);
    assert_eq!(both.sweep.bytes(), settled, "a list grows with every box");
    assert_eq!(both.swept.pairs.len(), n - 1);
}

#[test]
fn belts_need_no_more_memory() {
    for step in [1.0, -1.0] {
        belt(step, true);
        belt(step, false);
    }
}

#[test]
fn an_object_needs_few_bytes() {
    let mut random = Random::new(9);
    for n in [1000, 10_000, 15_000] {
        let mut sweep = SweepAndPrune::new();
        let room = 2.6 * (n as f64).cbrt();
        let mut boxes: Vec<Aabb> = Vec::new();
        for i in 0..n {
            boxes.push(Aabb::from_center(
                random.vector_between(0.0, room),
                Vec3::new(0.6, 0.6, 0.6),
            ));
            sweep.place(i as u32, &boxes[i]);
        }
        struct Deaf;
        impl crate::broad::PairSink for Deaf {
            fn begin(&mut self, _: u32, _: u32) {}
            fn end(&mut self, _: u32, _: u32) {}
        }
        sweep.commit(&mut Deaf);
        for _ in 0..40 {
            boxes[0].max.x += 0.01;
            sweep.place(0, &boxes[0]);
            sweep.commit(&mut Deaf);
        }
        assert!(sweep.is_incremental());
        let each = sweep.bytes() as f64 / n as f64;
        assert!(each <= 310.0, "{n} boxes: {each} bytes each");
    }
}

/// What is told of the memory is what is kept: two boxes each, their order or their tree, and an eighth to grow.
#[test]
fn every_phase_tells_its_bytes() {
    let phases: [(Box<dyn BroadPhase>, f64); 6] = [
        (Box::new(Adaptive::default()), 281.0),
        (Box::new(BoxTree::default()), 195.0),
        (Box::new(SweepAndPrune::default()), 316.0),
        (Box::new(UniformGrid::default()), 274.0),
        (Box::new(SpatialHash::default()), 146.0),
        (Box::new(BruteForce::default()), 99.0),
    ];
    let mut found = Vec::new();
    for (mut phase, expected) in phases {
        let (mut random, mut events) =
            (Random::new(4), crate::broad::tests::storm::Events::default());
        for _ in 0..4 {
            for i in 0..1000 {
                phase.place(
                    i,
                    &Aabb::from_center(random.vector_between(0.0, 25.2), Vec3::repeat(0.6)),
                );
            }
            events.commit(&mut *phase);
        }
        let each = phase.bytes() as f64 / 1000.0;
        found.push((each, expected));
    }
    assert!(found.iter().all(|(each, expected)| (each / expected - 1.0).abs() < 0.1), "{found:?}");
}

#[test]
fn room_for_tides_is_made_in_the_first_commits_alone() {
    let mut tides = Tides::default();
    assert_eq!(tides.turn(0, 0), None, "nothing needs no room");
    assert_eq!(tides.turn(100, 110), Some(with_tides(100)));
    assert!(with_tides(100) >= 130 && with_tides(1 << 20) <= (1 << 20) * 9 / 8 + 8);
    let room = with_tides(100);
    assert_eq!(tides.turn(100, room), None, "there is enough");
    assert_eq!(tides.turn(room - 10, room), Some(with_tides(room - 10)), "there is too little");
    (0..20).for_each(|_| assert_eq!(tides.turn(100, room), None));
    assert_eq!(tides.turn(room - 10, room), None, "they have gone well for long");
    assert_eq!(
        tides.turn(room, room + 1),
        Some(with_tides(room)),
        "with other room all begins anew"
    );
}
