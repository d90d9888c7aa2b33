use std::collections::BTreeSet;

use crate::space::{Error, Placement, Shape, ShapeError, Space, Vec3};

/// How far a shape reaches to either side along each axis: x, y, z, -x, -y, -z.
fn reaches(shape: Shape) -> [f64; 6] {
    const FAR: f64 = 50.0;
    let mut space = Space::new();
    space.set_tolerance(1e-12).unwrap();
    let object = space.create_object(shape).unwrap();
    let wide = space.define(Shape::cuboid([2.0 * FAR; 3]).unwrap());
    let wall = space.create_object(wide).unwrap();
    std::array::from_fn(|i| {
        let mut away = Vec3::zeros();
        away[i % 3] = if i < 3 { 2.0 * FAR } else { -2.0 * FAR };
        space.place(wall, Placement::translation(away)).unwrap();
        FAR - space.closest_pair(object, wall).unwrap().distance
    })
}

#[test]
fn shapes_are_as_large_as_they_say() {
    let mirror = Placement {
        basis: solid_geometry::math::Mat3::from_diagonal(&Vec3::new(-1.0, 2.0, 3.0)),
        origin: Vec3::new(0.5, 0.0, 0.0),
    };
    let segment = || Shape::segment([-1.0, 0.0, 2.0], [3.0, 1.0, 4.0]);
    let faces: [&[u32]; 3] = [&[0, 1], &[2], &[0, 1, 2]];
    let vertices = [[1.0, 2.0, 3.0], [-1.0, -2.0, -3.0], [0.0, 5.0, 0.0]].map(Vec3::from);
    let shapes = [
        (Shape::point([1.0, 2.0, 3.0]), [1.0, 2.0, 3.0, -1.0, -2.0, -3.0]),
        (segment(), [3.0, 1.0, 4.0, 1.0, 0.0, -2.0]),
        (Shape::cuboid([2.0, -4.0, 0.0]), [1.0, 2.0, 0.0, 1.0, 2.0, 0.0]),
        (Shape::sphere(-3.0), [3.0; 6]),
        (Shape::ellipsoid([1.0, 2.0, -3.0]), [1.0, 2.0, 3.0, 1.0, 2.0, 3.0]),
        (Shape::cone(-2.0, 6.0), [2.0, 3.0, 2.0, 2.0, 3.0, 2.0]),
        (Shape::cylinder(2.0, -6.0), [2.0, 3.0, 2.0, 2.0, 3.0, 2.0]),
        (Shape::cylinder(2.0, 0.0), [2.0, 0.0, 2.0, 2.0, 0.0, 2.0]),
        (Shape::capsule(0.5, 6.0), [0.5, 3.5, 0.5, 0.5, 3.5, 0.5]),
        (Shape::round_box([2.0, 4.0, 0.0], -0.25), [1.25, 2.25, 0.25, 1.25, 2.25, 0.25]),
        (Shape::wheel(2.0, -0.5), [2.5, 0.5, 2.5, 2.5, 0.5, 2.5]),
        (Shape::polytope(&vertices), [1.0, 5.0, 3.0, 1.0, 2.0, 3.0]),
        (Shape::mesh(&vertices, &faces), [1.0, 5.0, 3.0, 1.0, 2.0, 3.0]),
        (segment().unwrap().placed(&mirror), [1.5, 2.0, 12.0, 2.5, 0.0, -6.0]),
        (Shape::mesh(&vertices, &faces).unwrap().placed(&mirror), [1.5, 10.0, 9.0, 0.5, 4.0, 9.0]),
    ];
    for (i, (shape, expected)) in shapes.into_iter().enumerate() {
        let found = reaches(shape.unwrap());
        let differs = found.iter().zip(expected).any(|(x, y)| (x - y).abs() > 1e-9);
        assert!(!differs, "shape {i}: {found:?} for {expected:?}");
    }
}

#[test]
fn no_constructor_takes_what_is_no_number() {
    let (nan, bad) = (f64::NAN, [0.0, f64::NEG_INFINITY, 0.0]);
    let good = || Shape::sphere(1.0).unwrap();
    let nowhere = Placement { origin: Vec3::from(bad), ..Placement::IDENTITY };
    let refused = [
        Shape::segment([0.0; 3], bad),
        Shape::cuboid(bad),
        Shape::ellipsoid(bad),
        Shape::cone(nan, 1.0),
        Shape::cylinder(1.0, nan),
        Shape::capsule(nan, 1.0),
        Shape::capsule(1.0, nan),
        Shape::round_box([1.0; 3], nan),
        Shape::wheel(1.0, nan),
        Shape::mesh(&[Vec3::from(bad)], &[[0]]),
        good().placed(&nowhere),
    ];
    for (i, shape) in refused.into_iter().enumerate() {
        assert_eq!(shape.err(), Some(ShapeError::NotFinite), "constructor {i}");
    }
}

/// Sums of hulls of sums grow no further than what can be computed with, and say so.
#[test]
fn composing_ends() {
    let ball = Shape::sphere(1.0).unwrap();
    let edge = Shape::segment([0.0; 3], [1.0, 0.0, 0.0]).unwrap();
    let mut shape = Shape::ellipsoid([1.0, 2.0, 3.0]).unwrap();
    for _ in 0..1000 {
        shape = match Shape::hull(&shape, &edge).and_then(|hull| Shape::sum(&hull, &ball)) {
            Ok(larger) => larger,
            Err(why) => return assert_eq!(why, ShapeError::TooLarge),
        };
    }
    panic!("a shape of a thousand levels");
}

#[test]
fn every_error_says_what_it_is() {
    let errors = [
        Error::NotFinite,
        Error::Shape(ShapeError::Empty),
        Error::Shape(ShapeError::NoSuchVertex { face: 17 }),
        Error::OtherCount { expected: 18 },
        Error::NotAMesh,
        Error::NoSuchObject,
        Error::NoSuchShape,
        Error::SameObject,
        Error::NothingToHit,
        Error::Shape(ShapeError::TooLarge),
    ];
    let said: BTreeSet<String> = errors.iter().map(Error::to_string).collect();
    assert_eq!(said.len(), errors.len());
    assert!(
        said.iter().any(|text| text.contains("face 17"))
            && said.iter().any(|text| text.contains("18 vert"))
    );
}
