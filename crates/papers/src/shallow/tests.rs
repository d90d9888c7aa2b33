use super::{Shallow, shallow_depth};
use solid_geometry::convex::{Pair, RelativePlacement, VertexHints};
use solid_geometry::math::{Placement, Vec3, rotation};
use solid_geometry::shape::{Primitive, Support};
use solid_testing::Random;

fn result(a: &Primitive, p: &Placement, b: &Primitive, q: &Placement, radius: f64) -> Shallow {
    let relative = RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q)
        .expect("in range");
    shallow_depth(&Pair::new(a, b, &relative), radius, 1e-12, &mut VertexHints::default())
}

#[test]
fn boxes_face_to_face() {
    let solid = Primitive::Box(Vec3::repeat(1.0));
    let at = |x: f64| Placement { origin: Vec3::new(x, 0.0, 0.0), ..Placement::IDENTITY };
    match result(&solid, &at(2.125), &solid, &at(0.0), 0.125) {
        Shallow::Contact { depth, normal } => {
            assert!((depth - 0.125).abs() < 1e-12 && (normal - Vec3::x()).norm() < 1e-12);
        }
        other => panic!("{other:?}"),
    }
    assert!(
        matches!(result(&solid, &at(2.5), &solid, &at(0.0), 0.125), Shallow::Apart(axis) if axis.x > 0.0)
    );
    assert_eq!(result(&solid, &at(1.9), &solid, &at(0.0), 0.125), Shallow::Deep);
    assert_eq!(result(&solid, &at(0.0), &solid, &at(0.0), 0.125), Shallow::Deep);
}

#[test]
fn spheres_are_as_deep_as_their_radii_say() {
    let random = &mut Random::new(71);
    let (mut contacts, mut apart, mut deep) = (0, 0, 0);
    for _ in 0..2000 {
        let [a, b] = [random.signed().abs() + 0.1, random.signed().abs() + 0.1];
        let mut place =
            || Placement { basis: rotation(&random.quaternion()), origin: random.vector() * 1.5 };
        let (p, q) = (place(), place());
        let distance = (p.origin - q.origin).norm() - a - b;
        match result(&Primitive::sphere(a), &p, &Primitive::sphere(b), &q, 0.25) {
            Shallow::Contact { depth, normal } => {
                assert!((depth - (0.5 - distance)).abs() < 1e-6, "{depth}, not {}", 0.5 - distance);
                assert!((normal - (p.origin - q.origin).normalize()).norm() < 1e-3);
                contacts += 1;
            }
            Shallow::Apart(axis) => {
                assert!(distance > 0.5 && axis.dot(&(p.origin - q.origin)) > 0.0);
                apart += 1;
            }
            Shallow::Deep => {
                assert!(distance < 1e-6, "{distance}");
                deep += 1;
            }
        }
    }
    assert!(contacts > 100 && apart > 100 && deep > 100, "{contacts} {apart} {deep}");
}
