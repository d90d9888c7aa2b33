use super::*;
use crate::broad::tests::storm::extreme;
use solid_testing::Random;

#[test]
fn bounds_hold_the_box() {
    let mut random = Random::new(3);
    for _ in 0..20_000 {
        let aabb = extreme(&mut random, &Aabb::EMPTY);
        let origin =
            extreme(&mut random, &Aabb::EMPTY).min.map(|x| if x.is_finite() { x } else { 0.0 });
        let bounds = Image::new(&aabb, &origin).bounds(&origin);
        let holds = (0..3).all(|k| bounds.min[k] <= aabb.min[k] && aabb.max[k] <= bounds.max[k]);
        assert!(holds, "{aabb:?} from {origin:?}: {bounds:?}");
    }
}
