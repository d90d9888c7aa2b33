use super::*;

fn point(w: Vec3) -> SupportPoint {
    SupportPoint { local_a: w, local_b: Vec3::zeros(), a: w, b: Vec3::zeros() }
}

/// A step that leads away from the origin takes nothing: the nearest feature is found again among the points of all slots, and of
/// no others.
#[test]
fn it_goes_back_to_the_nearest_feature() {
    let corners = [Vec3::new(2.0, 0.0, 1.0), Vec3::new(-1.0, 1.0, 1.0), Vec3::new(-1.0, -1.0, 1.0)];
    for count in 1..=3 {
        let mut simplex = NearestSimplex::default();
        for w in &corners[..count] {
            assert!(matches!(simplex.add(&point(*w), *w, &Vec3::z(), 0.0), Nearest::Outside(_)));
        }
        let before = simplex.witness();
        let away = Feature::vertex(0, corners[0]);
        simplex.reduce(&away);
        simplex.recover();
        let after = simplex.witness();
        assert!(
            (after.difference - before.difference).norm() < 1e-15,
            "{count}: {before:?}, {after:?}"
        );
        assert!((after.local_a - before.local_a).norm() < 1e-15, "{count}: {before:?}, {after:?}");
    }
}
