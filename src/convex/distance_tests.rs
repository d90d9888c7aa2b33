use super::*;
use crate::math::{Placement, Vec3};
use crate::shape::Primitive;

/// Bodies along an axis, a whole unit apart: near enough for more than that, and not for less.
#[test]
fn within_is_what_the_distance_says() {
    let bodies = [
        Primitive::sphere(0.5),
        Primitive::Box(Vec3::repeat(0.5)),
        Primitive::Ellipsoid(Vec3::new(0.5, 0.2, 0.9)),
        Primitive::Cylinder { radius: 0.5, half_height: 0.7 },
    ];
    for a in &bodies {
        for b in &bodies {
            let at = |x: f64| {
                let placement = Placement { origin: Vec3::new(x, 0.0, 0.0), ..Placement::IDENTITY };
                Relation::new(&a.reach(), &Placement::IDENTITY, &b.reach(), &placement).expect("in range")
            };
            let apart = at(2.0);
            for (limit, expected) in [(0.0, false), (0.999, false), (1.001, true), (1e9, true)] {
                let found = is_within(a, b, &apart, limit, &mut [0; 2]);
                assert_eq!(found, expected, "{a:?}, {b:?}: within {limit}");
            }
            let found = distance(a, b, &apart, 1e-9, &mut [0; 2]);
            assert!((found.upper - 1.0).abs() < 1e-8 && found.lower <= found.upper);
            assert!(is_within(a, b, &at(0.9), 0.0, &mut [0; 2]), "{a:?}, {b:?} collide");
            // Touching is colliding.
            let touching = distance(a, b, &at(1.0), 1e-9, &mut [0; 2]);
            assert_eq!((touching.lower, touching.upper), (0.0, 0.0), "{a:?}, {b:?} touch");
        }
    }
}
