use super::*;
use solid_testing::Random;

/// A box of its own at each of some places on a line, all as fast.
fn train(sweep: &mut KineticSweep, from: f64, motion: Vec3) {
    for i in 0..50_u32 {
        sweep.place(
            i,
            &Aabb::from_center(Vec3::new(from + 3.0 * f64::from(i), 0.0, 0.0), Vec3::repeat(1.0)),
            &motion,
        );
    }
}

#[test]
fn what_moves_alike_never_swaps() {
    let mut sweep = KineticSweep::default();
    let motion = Vec3::new(40.0, 5.0, 0.0);
    let mut met = Vec::new();
    for frame in 0..5 {
        train(&mut sweep, 40.0 * f64::from(frame), motion);
        sweep.run(&mut met);
        assert!(met.is_empty());
    }
    assert_eq!(sweep.swaps(), 0);
    // One that stands in the way meets them one by one.
    sweep.place(
        50,
        &Aabb::from_center(Vec3::new(360.0, 1.9, 0.0), Vec3::repeat(1.0)),
        &Vec3::zeros(),
    );
    train(&mut sweep, 200.0, motion);
    sweep.run(&mut met);
    assert_eq!(met, [(49, 50), (48, 50), (47, 50), (46, 50), (45, 50), (44, 50), (43, 50)]);
}

#[test]
fn pairs_come_in_the_order_of_time() {
    let mut random = Random::new(4);
    let mut sweep = KineticSweep::default();
    let mut met = Vec::new();
    let mut total = 0;
    for _ in 0..20 {
        let ways: Vec<(Aabb, Vec3)> = (0..80)
            .map(|_| {
                (Aabb::from_center(random.vector() * 8.0, Vec3::repeat(0.4)), random.vector() * 4.0)
            })
            .collect();
        for (i, (from, motion)) in ways.iter().enumerate() {
            sweep.place(i as Proxy, from, motion);
        }
        sweep.run(&mut met);
        let time = |&(a, b): &(Proxy, Proxy)| {
            let [(from, v), (other, w)] = [ways[a as usize], ways[b as usize]];
            crate::broad::Swept { from, motion: v - w }.meets(&other, 1.0).expect("they meet")
        };
        let times: Vec<f64> = met.iter().map(time).collect();
        assert!(times.windows(2).all(|w| w[0] <= w[1] + 1e-12), "{times:?}");
        total += met.len();
    }
    assert!(total > 200, "{total}");
}
