use super::{Answer, ray_cast};
use solid_geometry::math::Vec3;
use solid_geometry::shape::{Primitive, Support};

fn cast(body: &Primitive, start: [f64; 3], motion: [f64; 3], tolerance: f64) -> Answer {
    let mut support = |d: &Vec3| body.support(d, &mut 0);
    ray_cast(&mut support, &start.into(), &motion.into(), tolerance)
}

#[test]
fn rays_meet_a_ball_where_the_quadratic_equation_says() {
    let ball = Primitive::Ellipsoid(Vec3::repeat(1.0));
    for i in 0..100 {
        let beside = 0.0098 * f64::from(i);
        let due = (3.0 - (1.0 - beside * beside).sqrt()) / 4.0;
        match cast(&ball, [3.0, beside, 0.0], [-4.0, 0.0, 0.0], 1e-9) {
            Answer::Hit { time, normal } => {
                assert!(time <= due + 1e-15 && due - time < 1e-7, "{time}, {due}");
                let outwards = Vec3::new(3.0 - 4.0 * due, beside, 0.0);
                assert!((normal.normalize() - outwards).norm() < 1e-3, "{normal}, {outwards}");
            }
            other => panic!("{other:?} at {beside}"),
        }
        let near_miss = cast(&ball, [3.0, 1.01 + beside, 0.0], [-4.0, 0.0, 0.0], 1e-3);
        assert_eq!(near_miss, Answer::Missed);
    }
}

#[test]
fn rays_that_start_inside_end_early_or_lead_away() {
    let block = Primitive::Box(Vec3::repeat(1.0));
    let inside = cast(&block, [0.3, 0.2, 0.1], [1.0, 0.0, 0.0], 1e-9);
    assert_eq!(inside, Answer::Hit { time: 0.0, normal: Vec3::zeros() });
    assert_eq!(cast(&block, [3.0, 0.2, 0.1], [-1.5, 0.0, 0.0], 1e-9), Answer::Missed);
    assert_eq!(cast(&block, [3.0, 0.2, 0.1], [4.0, 0.0, 0.0], 1e-9), Answer::Missed);
    let Answer::Hit { time, .. } = cast(&block, [3.0, 0.2, 0.1], [-4.0, 0.0, 0.0], 1e-9) else {
        panic!("a miss");
    };
    assert!((time - 0.5).abs() < 1e-9, "{time}");
}
