use super::*;
use solid_testing::Random;

/// The first of many sampled times at which the boxes overlap.
fn sampled(swept: &Swept, other: &Aabb, limit: f64) -> Option<f64> {
    (0..=4000).map(|i| limit * i as f64 / 4000.0).find(|t| {
        let shift = swept.motion * *t;
        swept.from.translated(&shift).overlaps(other)
    })
}

#[test]
fn meetings_are_those_of_small_steps() {
    let mut random = Random::new(77);
    let mut met = 0;
    for round in 0..2000 {
        let mut make = |half: f64| {
            Aabb::from_center(random.vector_between(-1.5, 1.5), random.vector_between(0.0, half))
        };
        let other = make(1.0);
        let from = if round % 2 == 0 { make(1.0) } else { make(0.0) };
        let mut motion = random.vector_between(-4.0, 4.0);
        if round % 5 == 0 {
            motion[round % 3] = 0.0;
        }
        let swept = Swept { from, motion };
        match (swept.meets(&other, 1.5), sampled(&swept, &other, 1.5)) {
            (Some(bound), Some(time)) => {
                met += 1;
                assert!(bound <= time && time - bound < 1.5 / 3999.0, "{bound} and {time}");
            }
            (None, found) => assert_eq!(found, None),
            // Met between two samples.
            (Some(_), None) => {}
        }
    }
    assert!(met > 200);
}

#[test]
fn rays_touch_corners_and_ignore_the_absent() {
    let unit = Aabb { min: Vec3::zeros(), max: Vec3::repeat(1.0) };
    let ray = Swept::ray(Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, 0.0, 0.0));
    assert!(ray.meets(&unit, 1.0).is_some_and(|t| t <= 1.0 && t > 1.0 - 1e-14));
    assert_eq!(ray.meets(&unit, 0.5), None);
    let infinite = Aabb { min: Vec3::repeat(f64::NEG_INFINITY), max: Vec3::repeat(f64::INFINITY) };
    assert_eq!(ray.meets(&infinite, 1.0), Some(0.0));
    assert_eq!(ray.meets(&crate::broad::broad_phase::ABSENT, 1.0), None);
    let still = Swept::ray(Vec3::repeat(0.5), Vec3::zeros());
    assert_eq!(still.meets(&unit, 0.0), Some(0.0));
}
