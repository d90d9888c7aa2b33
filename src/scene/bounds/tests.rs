//! Objects have the bounds of their placements, whatever they have gone through.

use super::*;
use crate::scene::World;
use solid_geometry::mesh::{Builder, PolytopeKind};
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

/// Whatever an object has gone through, it has the box and the spheres of its placement.
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
        world.update();
        world.validate();
        for object in 0..handles.len() {
            let slot = world.objects.slot(object).expect("made");
            let object = world.objects.get(slot).expect("made");
            let mut spheres = BoundingSpheres::UNKNOWN;
            let placement = &object.placement;
            let aabb = bounds(object.shape, (placement, false), &world.shapes, false, &mut spheres);
            let expected = Some(&aabb).filter(|aabb| !aabb.is_empty());
            let found = world.broad.boxes().get(slot as usize).filter(|aabb| !aabb.is_empty());
            assert_eq!(found, expected);
            assert_eq!(*world.objects.spheres(slot), spheres);
        }
    }
}

/// What cannot be hit has no box, whatever the number that is out of range.
#[test]
fn what_is_out_of_range_has_no_box() {
    let mut world: World<u32> = World::default();
    for shape in shapes(1.0) {
        let shape = world.shapes.insert(shape);
        world.create_object(0, shape);
        let slot = world.objects.slot(0).expect("made");
        let object = world.objects.get(slot).expect("made");
        let is_empty = |placement: &Placement, fixed| {
            let mut spheres = *world.objects.spheres(slot);
            let aabb = bounds(object.shape, (placement, false), &world.shapes, fixed, &mut spheres);
            aabb.is_empty() && spheres == BoundingSpheres::UNKNOWN
        };
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for axis in 0..3 {
                let mut placement = Placement::IDENTITY;
                placement.origin[axis] = x;
                assert!(is_empty(&placement, false));
                let mut placement = Placement::IDENTITY;
                placement.basis[(axis, 1)] = x;
                assert!(is_empty(&placement, true));
            }
        }
    }
}
