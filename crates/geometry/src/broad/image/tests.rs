use super::*;
use crate::broad::tests::storm::extreme;
use crate::math::Aabb;
use solid_testing::Random;

/// Boxes of all sizes, usual and extreme ones.
fn boxes(random: &mut Random) -> [Aabb; 2] {
    if random.once_in(3) {
        let aabb = extreme(random, &Aabb::EMPTY);
        return [aabb, extreme(random, &aabb)];
    }
    let scale = 10.0_f64.powi(random.below(9) as i32 - 4);
    [0, 1].map(|_| {
        let center = random.vector_between(-10.0, 10.0) * scale;
        Aabb::from_center(center, random.vector_between(0.0, 2.0) * scale)
    })
}

#[test]
fn images_are_no_farther_than_their_boxes() {
    let (mut random, mut apart) = (Random::new(3), 0);
    for _ in 0..200_000 {
        let [aabb, other] = boxes(&mut random);
        let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
        let origin = boxes(&mut random)[0].min.map(finite);
        let Some(probe) = Probe::new(&aabb, &origin) else { continue };
        let image = Image::new(&other, &origin);
        let exact = aabb.gap(&other);
        assert!(
            other.is_empty() || probe.gap(&image, single(exact)) != BEYOND,
            "{aabb:?} {other:?}"
        );
        let motion =
            random.vector_between(-20.0, 20.0).map(|x| if x.abs() < 4.0 { 0.0 } else { x });
        let motion = motion * 10.0_f64.powi(random.below(50) as i32 - 40);
        let swept = Swept { from: aabb, motion };
        let Some(probe) = SweptProbe::new(&swept, 1.0, &origin) else { continue };
        let found = probe.meets(&image, 1.0);
        if let Some(time) = swept.meets(&other, 1.0) {
            // In a scan rounding errs towards a meeting, too: by no more than the images.
            assert!(
                found != BEYOND && f64::from(found) <= time,
                "{swept:?} {other:?} from {origin:?}"
            );
        }
        apart += u32::from(found == BEYOND);
    }
    assert!(apart > 10_000, "{apart} proved apart");
}

/// Squares of distances far below 1e-19 have no digits in single precision.
#[test]
fn bounds_of_tiny_distances_are_none_too_long() {
    let aabb = Aabb {
        min: Vec3::new(-4.4001768286035166e-23, -4.088101633762884e-23, -4.787988322788432e-23),
        max: Vec3::new(-2.8270514243403915e-23, -3.800583707952697e-23, -3.131181786887386e-23),
    };
    let point = Vec3::new(-4.5922760744528535e-23, -1.2205809401267228e-22, 8.682361963225917e-26);
    let probe = Probe::new(&Aabb { min: point, max: point }, &Vec3::zeros()).expect("in range");
    let exact = aabb.gap(&Aabb { min: point, max: point });
    assert_ne!(probe.gap(&Image::new(&aabb, &Vec3::zeros()), single(exact)), BEYOND);
}
