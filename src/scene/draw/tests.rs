use super::*;
use crate::scene::response::ContactQuery;
use crate::scene::shapes::Shape;
use solid_geometry::shape::Primitive;

/// Boxes of edges 2 at these places, named from 1.
fn world(places: &[[f64; 3]]) -> World<()> {
    let mut world = World::default();
    let shape = world.shapes.insert(Shape::Primitive(Primitive::Box(Vec3::repeat(1.0))));
    for (i, place) in places.iter().enumerate() {
        assert!(world.create_object(i + 1, shape));
        assert!(world.translate(&Vec3::from(*place)));
    }
    world.responses.set_default(Some(((), ContactQuery::Hit)));
    world
}

#[test]
fn boxes_and_shapes_of_boxes_are_the_same() {
    let mut world = world(&[[0.0; 3], [5.0, 0.0, 0.0]]);
    let shapes = world.lines(Drawing::Shapes);
    let names: Vec<ObjectRef> = shapes.iter().map(|line| line.objects[0]).collect();
    assert_eq!(names, [[1; 12], [2; 12]].concat());
    let sorted = |lines: &[Line<ObjectRef>]| {
        let mut ends: Vec<[[i64; 3]; 2]> = lines
            .iter()
            .map(|line| line.ends.map(|p| [p.x, p.y, p.z].map(|x| x.round() as i64)))
            .collect();
        ends.iter_mut().for_each(|ends| ends.sort_unstable());
        ends.sort_unstable();
        ends
    };
    assert_eq!(sorted(&shapes), sorted(&world.lines(Drawing::Boxes)));
}

#[test]
fn contacts_are_those_of_pairs_with_a_response() {
    let mut world = world(&[[0.0; 3], [0.5, 1.5, 0.0], [9.0, 0.0, 0.0]]);
    let depths = world.lines(Drawing::Contacts);
    assert!(depths.len() >= 4);
    for (depth, normal) in depths.iter().zip(world.lines(Drawing::Normals)) {
        assert_eq!((depth.objects, normal.objects), ([1, 2], [1, 2]));
        assert!((depth.ends[1] - depth.ends[0] + Vec3::y() * 0.5).norm() < 1e-12);
        assert_eq!((normal.ends[0], normal.ends[1] - normal.ends[0]), (depth.ends[0], -Vec3::y()));
    }
    world.responses.set_default(None);
    assert!(world.lines(Drawing::Contacts).is_empty());
    world.validate();
}

#[test]
fn nothing_is_drawn_of_what_is_nowhere() {
    let mut world = world(&[[f64::NAN, 0.0, 0.0], [f64::INFINITY, 0.0, 0.0]]);
    for drawing in [Drawing::Shapes, Drawing::Boxes, Drawing::Contacts, Drawing::Normals] {
        assert!(world.lines(drawing).is_empty(), "{drawing:?}");
    }
}
