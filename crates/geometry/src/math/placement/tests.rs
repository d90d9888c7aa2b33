use crate::math::placement::rotation;
use crate::math::{Mat3, Placement, Vec3};
use solid_testing::Random;

fn any(random: &mut Random) -> Placement {
    Placement { basis: random.matrix(), origin: random.vector() }
}

fn assert_near(a: &Placement, b: &Placement) {
    let far = (a.basis - b.basis).abs().max().max((a.origin - b.origin).abs().max());
    assert!(far < 1e-12, "{a:?}\n{b:?}");
}

#[test]
fn column_major_is_opengl_s() {
    let m: [f64; 16] = std::array::from_fn(|i| if i % 4 == 3 { f64::NAN } else { i as f64 });
    let p = Placement::from_column_major(&m);
    assert_eq!(p.apply(&Vec3::zeros()), Vec3::new(12.0, 13.0, 14.0));
    assert_eq!(p.apply(&Vec3::x()) - p.origin, Vec3::new(0.0, 1.0, 2.0));
    assert_eq!(p.apply(&Vec3::y()) - p.origin, Vec3::new(4.0, 5.0, 6.0));
    assert_eq!(p.apply(&Vec3::z()) - p.origin, Vec3::new(8.0, 9.0, 10.0));
    assert!(p.is_finite());
}

#[test]
fn results_beyond_the_range_are_infinite() {
    let mut p = Placement::translation([-1e308, 0.0, 7.0]);
    p.rotate(&[0.0, 0.0, 0.382_683_432_365_089_8, 0.923_879_532_511_286_7]); // 45 degrees about z
    p.scale(&Vec3::new(1e10, 1e10, 1.0));
    let placed = p.apply(&Vec3::new(1.7e308, 1.6e308, 1.0));
    assert_eq!(placed, Vec3::new(f64::INFINITY, f64::INFINITY, 8.0));
    let placed = p.apply(&Vec3::new(1.5e300, 1.5e300, 1.0));
    assert!(placed.iter().all(|x| !x.is_nan()), "{placed}");
}

#[test]
fn what_comes_later_acts_on_local_coordinates_first() {
    let random = &mut Random::new(1);
    for _ in 0..1000 {
        let (outer, inner, p) = (any(random), any(random), random.vector());
        assert!((outer.compose(&inner).apply(&p) - outer.apply(&inner.apply(&p))).norm() < 1e-12);
        let (t, q) = (random.vector(), random.quaternion());
        let (mut moved, mut scaled, mut turned) = (outer, outer, outer);
        moved.translate(&t);
        assert_near(&moved, &outer.compose(&Placement { basis: Mat3::identity(), origin: t }));
        scaled.scale(&t);
        assert_near(
            &scaled,
            &outer.compose(&Placement { basis: Mat3::from_diagonal(&t), origin: Vec3::zeros() }),
        );
        turned.rotate(&q);
        assert_near(
            &turned,
            &outer.compose(&Placement { basis: rotation(&q), origin: Vec3::zeros() }),
        );
    }
}

#[test]
fn quaternions_of_any_length_are_rotations() {
    let random = &mut Random::new(2);
    for _ in 0..1000 {
        let q = random.quaternion();
        let unit = rotation(&q);
        assert!((unit * unit.transpose() - Mat3::identity()).abs().max() < 1e-14);
        assert!((unit.determinant() - 1.0).abs() < 1e-14);
        for length in [1e-300, 1e-200, 1e-100, 1e-3, -1.0, 1e50, 1e120, 1e200, 1e300] {
            let same = rotation(&q.map(|x| x * length));
            assert!((same - unit).abs().max() < 1e-14, "length {length}");
        }
    }
}

#[test]
fn quaternions_turn_about_their_axis_by_their_angle() {
    for axis in 0..3 {
        let angle = 0.7_f64;
        let mut q = [0.0, 0.0, 0.0, (angle / 2.0).cos()];
        q[axis] = (angle / 2.0).sin();
        let r = rotation(&q);
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        let unit = |i: usize| Vec3::ith(i, 1.0);
        assert!((r * unit(axis) - unit(axis)).norm() < 1e-15);
        let turned = unit(next) * angle.cos() + unit(last) * angle.sin();
        assert!((r * unit(next) - turned).norm() < 1e-15);
    }
    let right = rotation(&[0.0, 0.0, 3.0, 3.0]);
    assert_eq!(
        right,
        Mat3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        "a right angle is exact"
    );
}

#[test]
fn what_is_no_placement_is_seen_and_stays_so() {
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let after = |change: &dyn Fn(&mut Placement)| {
        let mut p = Placement::IDENTITY;
        change(&mut p);
        assert!(!p.is_finite());
        p.translate(&Vec3::new(1.0, 2.0, 3.0));
        p.rotate(&[1.0, 0.0, 0.0, 1.0]);
        p.scale(&Vec3::new(0.0, 0.0, 0.0));
        assert!(!p.is_finite(), "no transform makes it whole again");
    };
    after(&|p| p.rotate(&[0.0; 4]));
    for x in bad {
        after(&|p| p.translate(&Vec3::new(0.0, x, 0.0)));
        after(&|p| p.scale(&Vec3::new(1.0, 1.0, x)));
        (0..4).for_each(|i| {
            let mut q = [1.0, 0.0, 0.0, 1.0];
            q[i] = x;
            after(&|p| p.rotate(&q));
        });
    }
    assert!(Placement::IDENTITY.is_finite());
}

#[test]
fn rigid_placements_convert_to_isometries_and_back() {
    let random = &mut Random::new(3);
    for _ in 0..1000 {
        let mut placement = Placement { basis: Mat3::identity(), origin: random.vector() };
        placement.rotate(&random.quaternion());
        let isometry = placement.to_isometry().expect("rigid");
        assert_near(&Placement::from(isometry), &placement);
        let p = random.vector();
        assert!(
            (isometry * nalgebra::Point3::from(p)).coords.metric_distance(&placement.apply(&p))
                < 1e-14
        );
        placement.scale(&Vec3::new(-1.0, 1.0, 1.0));
        assert_eq!(placement.to_isometry(), None);
        placement.scale(&random.vector());
        assert_eq!(placement.to_isometry(), None);
        assert_eq!(Placement::from(nalgebra::Affine3::from(placement)), placement);
    }
}

#[cfg(feature = "mint")]
#[test]
fn placements_and_boxes_convert_to_mint_and_back() {
    let placement = any(&mut Random::new(4));
    assert_eq!(Placement::from(mint::ColumnMatrix4::from(placement)), placement);
    let aabb = crate::math::Aabb { min: -Vec3::x(), max: Vec3::y() };
    assert_eq!(crate::math::Aabb::from(<[mint::Point3<f64>; 2]>::from(aabb)), aabb);
}

#[cfg(feature = "serde")]
#[test]
fn placements_and_boxes_come_back_from_json() {
    let placement = any(&mut Random::new(5));
    let json = serde_json::to_string(&placement).expect("written");
    assert_eq!(serde_json::from_str::<Placement>(&json).expect("read"), placement);
    let aabb = crate::math::Aabb { min: -Vec3::x(), max: Vec3::y() };
    let json = serde_json::to_string(&aabb).expect("written");
    assert_eq!(serde_json::from_str::<crate::math::Aabb>(&json).expect("read"), aabb);
}
