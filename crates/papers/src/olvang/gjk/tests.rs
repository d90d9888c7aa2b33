use super::super::closest::Simplex;
use super::{Answer, Sweep, distance, separating_axis, sweep};
use solid_geometry::math::Vec3;

/// A - B of two balls whose radii sum to one, their centres so far apart.
fn ball(center: Vec3) -> impl FnMut(&Vec3) -> Vec3 {
    move |d| center + d.normalize()
}

#[test]
fn a_simplex_is_reduced_to_its_nearest_feature() {
    let mut t = Simplex::new(&[
        Vec3::new(1.0, 0.0, 0.0),
        Vec3::new(1.0, 1.0, 0.0),
        Vec3::new(1.0, -1.0, 1.0),
        Vec3::new(2.0, 0.0, 0.0),
    ]);
    assert_eq!(t.reduce(), Vec3::x());
    let mut flat = Simplex::new(&[Vec3::new(-1.0, 2.0, 0.0), Vec3::new(1.0, 2.0, 0.0)]);
    flat.push(Vec3::new(3.0, 2.0, 0.0));
    assert_eq!(flat.reduce(), Vec3::new(0.0, 2.0, 0.0));
    assert_eq!(flat.points().len(), 2);
    let corners = [Vec3::repeat(-1.0), Vec3::x() * 4.0, Vec3::y() * 4.0, Vec3::z() * 4.0];
    let mut around = Simplex::new(&corners);
    assert_eq!((around.reduce(), around.points().len()), (Vec3::zeros(), 4));
}

#[test]
fn balls_have_the_distance_of_their_centres_less_their_radii() {
    let center = Vec3::new(3.0, 4.0, 12.0);
    let Answer::Apart(v) = distance(&mut ball(center), &Vec3::x(), 1e-9) else { panic!("apart") };
    assert!((v.norm() - 12.0).abs() < 1e-7);
    assert!(matches!(separating_axis(&mut ball(center), &Vec3::x()), Answer::Apart(_)));
    let near = Vec3::new(0.3, 0.4, 0.5);
    assert!(matches!(separating_axis(&mut ball(near), &Vec3::x()), Answer::Enclosed(_)));
}

#[test]
fn the_sweep_has_three_answers() {
    let at = |x: f64| sweep(&mut ball(Vec3::x() * x), &Vec3::x(), 0.1, 1e-9);
    assert!(matches!(at(1.3), Sweep::Apart));
    assert!(matches!(at(0.9), Sweep::Deep(_)));
    let Sweep::Shallow { depth, normal } = at(1.15) else { panic!("shallow") };
    assert!((depth - 0.05).abs() < 1e-8 && (normal - Vec3::x()).norm() < 1e-4);
}
