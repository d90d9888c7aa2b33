use super::{Sampling, clip, is_inside, manifold, rotation_about, sample_feature};
use crate::convex_polygon::{Point, area, common, hull, reach};
use crate::random::Random;
use solid_geometry::math::Vec3;

const SAMPLING: Sampling = Sampling { count: 16, perturbation: 0.03 };

/// A prism from height 0 up or down, over a polygon.
fn prism(polygon: &[Point], height: f64) -> impl FnMut(&Vec3) -> Vec3 + use<> {
    let level = |z: f64| polygon.iter().map(move |p| Vec3::new(p[0], p[1], z)).collect::<Vec<_>>();
    let points = [level(0.0), level(height)].concat();
    move |d| *points.iter().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).expect("corners")
}

fn square(half: f64, turn: f64, x: f64) -> Vec<Point> {
    let corner = |k: u32| {
        let angle = turn + f64::from(2 * k + 1) * std::f64::consts::FRAC_PI_4;
        let radius = half * std::f64::consts::SQRT_2;
        [x + radius * angle.cos(), radius * angle.sin()]
    };
    (0..4).map(corner).collect()
}

fn flat(points: &[Vec3]) -> Vec<Point> {
    points.iter().map(|p| [p.x, p.y]).collect()
}

#[test]
fn a_turn_is_about_the_normal() {
    let n = Vec3::new(0.36, 0.48, 0.8);
    let turn = rotation_about(&n, 1.3);
    assert!((turn * n - n).norm() < 1e-15 && (turn * turn.transpose()).is_identity(1e-15));
    let across = n.cross(&Vec3::x()).normalize();
    assert!(((turn * across).dot(&across) - 1.3_f64.cos()).abs() < 1e-15);
    assert!(across.cross(&(turn * across)).dot(&n) > 0.0);
}

#[test]
fn a_face_is_sampled_at_all_of_its_corners() {
    let w = Vec3::x() * 0.03;
    let mut body = prism(&square(1.0, 0.3, 0.0), -1.0);
    let found = sample_feature(&mut body, &Vec3::z(), w, &Vec3::z(), 8);
    assert_eq!(found.len(), 4);
    assert!(reach(&square(1.0, 0.3, 0.0), &hull(&flat(&found))) < 1e-12);
    assert!(found.iter().all(|p| p.z.abs() < 1e-15));
}

#[test]
fn squares_face_to_face_touch_in_what_both_have_in_common() {
    let mut random = Random::new(83);
    for _ in 0..300 {
        let a = square(1.0, random.unit() * 6.0, random.symmetric());
        let b = square(0.4 + random.unit(), random.unit() * 6.0, random.symmetric());
        let found = manifold(&mut prism(&a, 1.0), &mut prism(&b, -1.0), &Vec3::z(), SAMPLING);
        let (found, exact) = (hull(&flat(&found)), common(&a, &b));
        assert!(
            reach(&found, &exact) < 1e-9 && reach(&exact, &found) < 1e-9,
            "{found:?} {exact:?}"
        );
        assert!((area(&found) - area(&exact)).abs() < 1e-9);
    }
}

#[test]
fn a_segment_has_every_point_inside_as_he_admits() {
    let far = Vec3::new(7.0, 5.0, 0.0);
    let segment = [Vec3::new(-1.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.0)];
    assert!(is_inside(&far, &segment, &Vec3::z()) && is_inside(&far, &segment[..1], &Vec3::z()));
    let triangle = [segment[0], segment[1], Vec3::y()];
    assert!(!is_inside(&far, &triangle, &Vec3::z()));
    // A box's edge over a plate: the plate's corners are false contacts.
    let plate =
        [[-2.0, -2.0], [2.0, -2.0], [2.0, 2.0], [-2.0, 2.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
    assert_eq!(clip(&segment, &plate, &Vec3::z()).len(), 6);
}
