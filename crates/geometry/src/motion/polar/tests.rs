//! The factors multiply to the map again, and the turn is the one that was put in.

use solid_testing::Random;

use super::{orthogonal_factor, shortest_turn};
use crate::math::{Mat3, Vec3, rotation};

/// A symmetric map, and its condition.
fn stretch(random: &mut Random, powers: f64) -> (Mat3, f64) {
    let axes = random.rotation();
    let lengths = Vec3::from_fn(|_, _| random.decade(-powers, powers));
    (axes * Mat3::from_diagonal(&lengths) * axes.transpose(), lengths.max() / lengths.min())
}

#[test]
fn a_map_is_a_rotation_of_its_symmetric_factor() {
    for case in 0..3000 {
        let random = &mut Random::case(77_101, case);
        let powers = random.between(0.0, 4.0);
        let (stretch, condition) = stretch(random, powers);
        let unit = random.decade(-150.0, 150.0);
        let mirror = Mat3::from_diagonal(&Vec3::new(random.sign(), 1.0, 1.0));
        let map = random.rotation() * mirror * stretch * unit;
        let q = orthogonal_factor(&map).expect("it is regular");
        assert!((q.tr_mul(&q) - Mat3::identity()).amax() < 1e-14, "{case}: {q}");
        let s = q.tr_mul(&map) / unit;
        let rounding = 1e-15 * condition * s.amax();
        assert!((s - s.transpose()).amax() < rounding, "{case}: {s}");
        assert!(s.symmetric_eigenvalues().min() > -rounding, "{case}: {s}");
        assert_eq!(q.determinant() < 0.0, mirror[(0, 0)] < 0.0);
    }
}

#[test]
fn turns_are_found_again() {
    for case in 0..3000 {
        let random = &mut Random::case(77_102, case);
        let axis = Vec3::from(random.on_sphere());
        let turn = axis * random.decade(-12.0, 0.49);
        let [x, y, z] = (axis * (0.5 * turn.norm()).sin()).into();
        let from = random.rotation() * stretch(random, 0.5).0;
        let to = rotation(&[x, y, z, (0.5 * turn.norm()).cos()]) * from;
        let found = shortest_turn(&from, &to).expect("they are regular");
        assert!((found - turn).norm() < 1e-13, "{case}: {found}, not {turn}");
    }
}

#[test]
fn columns_may_have_tiny_squares() {
    let flat = Mat3::from_diagonal(&Vec3::new(1.0, 1.0, 1e-200));
    let half_turn = Mat3::from_diagonal(&Vec3::new(-1.0, -1.0, 1.0)) * flat;
    let turn = shortest_turn(&flat, &half_turn).expect("they are regular");
    assert!((turn.abs() - Vec3::z() * std::f64::consts::PI).norm() < 1e-13, "{turn}");
}
