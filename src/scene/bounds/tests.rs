//! What is told in haste of rigid placements against what is told of any.

use super::*;
use crate::scene::World;
use solid_geometry::mesh::Builder;
use solid_geometry::mesh::builder::PolytopeKind;
use solid_testing::Random;

/// One of each way that a box is found, of some size.
fn shapes(size: f64) -> Vec<Shape> {
    let half = Vec3::new(1.0, 0.25, 3.0) * size;
    let primitives = [
        Primitive::Box(half),
        Primitive::sphere(size),
        Primitive::sphere(0.0),
        Primitive::Ellipsoid(half),
        Primitive::Cone { radius: size, half_height: 2.0 * size },
        Primitive::Segment { from: half, to: Vec3::new(-size, 7.0 * size, 0.0) },
    ];
    let mut builder = Builder::new();
    let corners = [[1.0, 2.0, 3.0], [2.0, 2.5, 3.0], [0.0, 5.0, 3.0], [1.0, 1.0, -1.0]];
    builder.begin(PolytopeKind::Polyhedron);
    corners.iter().for_each(|p| builder.vertex(Vec3::from(*p) * size));
    builder.end();
    let soup = Shape::Complex(Some(std::sync::Arc::new(builder.finish(None).0)));
    primitives.map(Shape::Primitive).into_iter().chain([soup, Shape::Void]).collect()
}

fn bits(of: &(Aabb, Balls)) -> Vec<u64> {
    let (Aabb { min, max }, Balls { center, inner, outer }) = of;
    let vectors = [min, max, center].into_iter().flat_map(|v| v.iter());
    vectors.chain([inner, outer]).map(|x| x.to_bits()).collect()
}

#[test]
fn haste_changes_no_bit() {
    let mut random = Random::new(11);
    let mut told = 0;
    for size in [1e-150, 1e-3, 1.0, 77.0, 1e8, 1e150] {
        for shape in shapes(size) {
            let Some(extent) = shape.extent() else {
                continue;
            };
            for far in [0.0, 1e-160, 1.0, 1e9, 1e160, 1e299] {
                for _ in 0..50 {
                    let mut placement = Placement::IDENTITY;
                    placement.origin = random.vector() * far;
                    assert!(placement.set_rotation(&random.quaternion()));
                    let quick = place_rigidly(&shape, &extent, &placement).expect("in range");
                    assert_eq!(
                        bits(&quick),
                        bits(&place(&shape, &extent, &placement)),
                        "{size} {far}"
                    );
                    let sums = abs_matrix(&placement.basis) * extent.reach;
                    assert!(sums.sum() <= extent.span, "{size}");
                    told += 1;
                }
            }
        }
    }
    assert_eq!(told, 6 * 7 * 6 * 50);
}

#[test]
fn haste_leaves_what_is_out_of_range() {
    for shape in shapes(1.0) {
        let Some(extent) = shape.extent() else {
            continue;
        };
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, -1e305] {
            for axis in 0..3 {
                let mut placement = Placement::IDENTITY;
                placement.origin[axis] = x;
                assert!(place_rigidly(&shape, &extent, &placement).is_none());
            }
        }
    }
}

/// Whatever an object has gone through, it has the box and the balls of its placement.
#[test]
fn objects_have_the_bounds_of_their_placements() {
    let mut random = Random::new(5);
    let mut world: World<u32> = World::default();
    let handles: Vec<_> = shapes(1.5).into_iter().map(|shape| world.shapes.insert(shape)).collect();
    handles.iter().enumerate().for_each(|(i, shape)| assert!(world.create_object(i, *shape)));
    for _ in 0..2000 {
        for object in 0..handles.len() {
            assert!(world.select_object(object));
            for _ in 0..random.below(4) {
                let (by, q) = (random.vector() * 10.0, random.quaternion());
                assert!(match random.below(8) {
                    0 | 1 => world.load_identity(),
                    2 | 3 => world.translate(&by),
                    4 | 5 => world.rotate(&q),
                    6 => world.rotate(&[1e-170, 0.0, 0.0, 1e-180]),
                    _ => world.transform(|placement| placement.scale(&by)),
                });
            }
        }
        world.commit();
        for object in 0..handles.len() {
            let slot = world.objects.slot(object).expect("made");
            let Object { placement, balls, shape, .. } = world.objects.get(slot).expect("made");
            let entry = world.shapes.entry(*shape);
            let expected =
                entry.extent.as_ref().map(|extent| place(&entry.shape, extent, placement));
            let aabb = world.broad.boxes().get(slot as usize).filter(|aabb| !aabb.is_empty());
            assert_eq!(
                aabb,
                expected.as_ref().map(|(aabb, _)| aabb).filter(|aabb| !aabb.is_empty())
            );
            assert_eq!(*balls, expected.map_or(Balls::UNKNOWN, |(_, balls)| balls).packed());
        }
    }
}
