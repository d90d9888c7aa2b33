use super::*;
use crate::math::Placement;

fn shapes() -> Vec<(Primitive, usize)> {
    let can = Primitive::Cylinder { radius: 1.0, half_height: 2.0 };
    let cone = Primitive::Cone { radius: 1.0, half_height: 2.0 };
    let capsule = Primitive::Round { half: Vec3::new(0.0, 2.0, 0.0), radius: 0.5 };
    let brick = Primitive::Round { half: Vec3::new(1.0, 2.0, 3.0), radius: 0.5 };
    let wheel = Primitive::Wheel { radius: 2.0, rounding: 0.5 };
    let frustum = Primitive::Frustum { bottom: [2.0, 3.0], top: [1.0, 1.0], half_height: 2.0 };
    let drop = Primitive::hull(&cone, &Primitive::sphere(1.5)).expect("small");
    let mut turned = Placement::translation([5.0, 6.0, 7.0]);
    turned.rotate(&[0.3, -0.2, 0.1, 0.9]);
    let moved = drop.placed(&turned).expect("small");
    let soft = Primitive::sum(&can, &cone).expect("small");
    let ellipsoid = Primitive::Ellipsoid(Vec3::new(10.0, 1.0, 2.0));
    // How many lines at least.
    [(can, 2 * 24 + 2 * 4), (cone, 24 + 2 * 3), (capsule, 60), (brick, 120), (wheel, 60)]
        .into_iter()
        .chain([(frustum, 12), (drop, 60), (moved, 60), (soft, 60), (ellipsoid, 60)])
        .collect()
}

#[test]
fn lines_are_on_the_surface_and_reach_its_bounds() {
    for (shape, least) in shapes() {
        let lines = shape.outline();
        assert!(lines.len() >= least && lines.len() < 500, "{} of {shape:?}", lines.len());
        let bounds = shape.bounds();
        let size = bounds.half_extents().norm();
        for axis in 0..3 {
            let along = |line: &Line| [line[0][axis], line[1][axis]];
            let most = lines.iter().flat_map(along).fold(f64::MIN, f64::max);
            let least = lines.iter().flat_map(along).fold(f64::MAX, f64::min);
            assert!((most - bounds.max[axis]).abs() < 0.01 * size, "{shape:?}");
            assert!((least - bounds.min[axis]).abs() < 0.01 * size, "{shape:?}");
        }
        // Ends are points of the shape: no direction separates them from it.
        for point in lines.iter().flatten() {
            for i in 0..100 {
                let angle = f64::from(i);
                let direction = Vec3::new(angle.sin(), (1.7 * angle).cos(), (2.3 * angle).sin());
                let reach = shape.support_value(&direction, &mut 0);
                assert!(direction.dot(point) <= reach + 1e-9 * size, "{shape:?}");
            }
        }
    }
}

#[test]
fn chords_follow_curves() {
    for line in Primitive::Ellipsoid(Vec3::new(10.0, 1.0, 2.0)).outline() {
        let middle = (line[0] + line[1]) / 2.0;
        let inside = Vec3::new(middle.x / 10.0, middle.y, middle.z / 2.0).norm();
        // 0.05 by the bound, of a half axis of 1.
        assert!(inside > 0.94, "{inside}");
    }
}

#[test]
fn flat_shapes_and_points() {
    assert_eq!(Primitive::Box(Vec3::new(1.0, 0.0, 2.0)).outline().len(), 4);
    assert_eq!(
        Primitive::Segment { from: Vec3::x(), to: Vec3::y() }.outline(),
        [[Vec3::x(), Vec3::y()]]
    );
    assert!(Primitive::Segment { from: Vec3::x(), to: Vec3::x() }.outline().is_empty());
    assert!(Primitive::sphere(0.0).outline().is_empty());
    // A circle and two diameters.
    let disc = Primitive::Cylinder { radius: 1.0, half_height: 0.0 }.outline();
    assert!(disc.len() >= 24 && disc.iter().flatten().all(|p| p.y == 0.0));
    let lengths = disc.iter().map(|line| (line[1] - line[0]).norm());
    assert!(lengths.filter(|length| *length > 0.3).all(|length| length > 1.99));
}
