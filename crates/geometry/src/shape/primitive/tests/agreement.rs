//! What a shape says of itself agrees with its support points.

use super::all;
use crate::bytes::{Reader, Writer};
use crate::math::{Aabb, Mat3, Vec3};
use crate::shape::{Primitive, Support};
use solid_testing::Random;

/// The names of the arms of `Primitive`, as the source declares them.
fn declared() -> Vec<&'static str> {
    let source = include_str!("../../primitive.rs");
    let body =
        source.split("pub enum Primitive {\n").nth(1).and_then(|rest| rest.split("\n}").next());
    let lines = body.expect("the declaration").lines();
    let arms = lines
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(char::is_uppercase));
    arms.map(|line| line.split([' ', '(', ',']).next().expect("a name")).collect()
}

/// An ellipsoid beside the origin.
fn egg(d: &Vec3) -> Vec3 {
    Primitive::Ellipsoid(Vec3::new(0.4, 1.5, 0.7)).support(d, &mut 0) + Vec3::new(1.0, -2.0, 0.5)
}

/// One of each arm, and those that are asymmetric or rounded in every way.
fn one_of_each() -> Vec<Primitive> {
    let cone = Primitive::Cone { radius: 0.8, half_height: 1.1 };
    let beside =
        Primitive::Segment { from: Vec3::new(2.0, 1.0, 0.5), to: Vec3::new(1.0, 3.0, -0.5) };
    let composites = [
        Primitive::sum(&cone, &Primitive::sphere(0.3)),
        Primitive::sum(&cone, &beside),
        Primitive::hull(&cone, &beside),
        Primitive::polytope(&[Vec3::x(), Vec3::y() * 2.0, Vec3::z(), Vec3::repeat(3.0)]),
    ];
    all(1.0)
        .into_iter()
        .chain(composites.map(|shape| shape.expect("a small shape")))
        .chain([beside, Primitive::from_support(egg).expect("a support mapping")])
        .collect()
}

/// Whatever a shape says of itself follows from its support points: boxes, spheres, extents, centre, corners, rounding, and
/// what is saved of it. A new shape is in the list, or this fails.
#[test]
fn whatever_is_known_of_a_shape_holds_its_support_points() {
    let shapes = one_of_each();
    // Without bounds it has no support points; its parts are tested apart.
    for name in declared().into_iter().filter(|name| *name != "HalfSpace") {
        let is_arm =
            |shape: &Primitive| format!("{shape:?}").split([' ', '(']).next() == Some(name);
        assert!(shapes.iter().any(is_arm), "no shape here is a {name}");
    }
    assert!(declared().len() >= 9, "{:?}", declared());
    let random = &mut Random::new(35);
    for shape in &shapes {
        let slack = 1e-14 * (1.0 + shape.absolute_extents().max());
        let balls = shape.bounding_spheres();
        let mut writer = Writer::default();
        // Functions are not saved.
        let saved = shape
            .save(&mut writer)
            .map(|_| Primitive::load(&mut Reader::new(&writer.0)).expect("what was saved"));
        assert_eq!(saved.is_none(), matches!(shape, Primitive::Function(_)));
        let corners = shape.corners();
        for round in 0..400 {
            let d = if round < 6 {
                Vec3::ith(round / 2, if round % 2 == 0 { 1.0 } else { -1.0 })
            } else {
                random.vector().normalize()
            };
            let basis = random.matrix();
            let p = shape.support(&d, &mut 0);
            let value = d.dot(&p);
            let holds = |aabb: &Aabb, q: &Vec3| {
                (0..3).all(|k| q[k] >= aabb.min[k] - slack && q[k] <= aabb.max[k] + slack)
            };
            assert!(holds(&shape.bounds(), &p), "bounds of {shape:?}: {p:?}");
            assert!(
                holds(&shape.bounds_under(&Mat3::identity()), &p),
                "bounds_under of {shape:?}: {p:?}"
            );
            assert!(
                holds(&shape.bounds_under(&basis), &(basis * p)),
                "{shape:?} under {basis:?}: {p:?}"
            );
            assert!(
                (0..3).all(|k| p[k].abs() <= shape.absolute_extents()[k] + slack),
                "extents of {shape:?}"
            );
            assert!(
                (p - balls.center).norm() <= balls.outer + slack,
                "{balls:?} around {shape:?}: {p:?}"
            );
            assert!(
                value - d.dot(&balls.center) >= balls.inner - slack,
                "{balls:?} in {shape:?}: {d:?}"
            );
            assert!(value >= d.dot(&shape.center()) - slack, "the centre of {shape:?}");
            assert!(
                (shape.support_value(&d, &mut 0) - value).abs() <= slack,
                "support value of {shape:?}"
            );
            assert!(
                shape.smooth_patch(&d, false).is_none_or(|patch| {
                    // The patch is the surface of an ellipsoid that reaches as far.
                    let reach = d.dot(&patch.center) + d.component_mul(&patch.radii).norm();
                    (reach - value).abs() <= 1e-9 * (1.0 + value.abs())
                }),
                "smooth patch of {shape:?} along {d:?}"
            );
            let unrounded = shape.unrounded_support(&d, &mut 0);
            assert!(
                (d.dot(&unrounded) + shape.margin() - value).abs() <= slack,
                "rounding of {shape:?}"
            );
            if let Some(saved) = &saved {
                assert!((saved.support(&d, &mut 0) - p).norm() <= slack, "saved {shape:?}");
            }
            if let Some(corners) = &corners {
                let most = corners.iter().map(|q| d.dot(q)).fold(f64::NEG_INFINITY, f64::max);
                assert!((most - value).abs() <= slack, "corners of {shape:?}");
            }
            if let Some(half) = shape.unrounded_box() {
                assert!((half.dot(&d.abs()) + shape.margin() - value).abs() <= slack, "{shape:?}");
            }
            assert!(shape.as_box().is_none_or(|half| (half.dot(&d.abs()) - value).abs() <= slack));
            assert!(!shape.is_centered() || shape.center() == Vec3::zeros(), "{shape:?}");
        }
        for axis in (0..3).filter(|axis| shape.flat_sides()[*axis]) {
            // Where a facet is farthest, a direction that is a little tilted leads as far along the axis.
            let is_flat = |sign: f64| {
                let heights = [(1, 1e-3), (1, -1e-3), (2, 1e-3), (2, -1e-3)].map(|(k, tilt)| {
                    let d = Vec3::ith(axis, sign) + Vec3::ith((axis + k) % 3, tilt);
                    shape.unrounded_support(&d, &mut 0)[axis]
                });
                heights.iter().all(|height| (height - heights[0]).abs() <= slack)
            };
            assert!(is_flat(1.0) || is_flat(-1.0), "{shape:?} is not flat along {axis}");
        }
    }
}
