//! Where soups that deform stop.

use std::sync::Arc;

use crate::scene::World;
use crate::scene::response::ContactQuery;
use crate::scene::shapes::{Shape, ShapeHandle};
use solid_geometry::math::Vec3;
use solid_geometry::mesh::{Builder, PolytopeKind};
use solid_geometry::shape::Primitive;

type Scene = World<u32>;

/// Two triangles over a square of nine units at a height.
fn corners(height: f64) -> [Vec3; 4] {
    [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]].map(|[x, y]| Vec3::new(x, y, height))
}

/// A ball of radius 1 at the origin, object 1; and a sheet three units above it, object 2.
fn ball_and_sheet() -> (Scene, ShapeHandle) {
    let mut world = Scene::default();
    world.responses.set_default(Some((7, ContactQuery::Hit)));
    let ball = world.shapes.insert(Shape::Primitive(Primitive::sphere(1.0)));
    assert!(world.create_object(1, ball));
    let mut builder = Builder::new();
    builder.vertex_indices(PolytopeKind::Polyhedron, &[0, 1, 2]);
    builder.vertex_indices(PolytopeKind::Polyhedron, &[0, 2, 3]);
    let (sheet, _) = builder.finish(Some(&|v: u32| corners(3.0)[v as usize]));
    let sheet = world.shapes.insert(Shape::Complex(Some(Arc::new(sheet))));
    assert!(world.create_object(2, sheet));
    world.proceed();
    (world, sheet)
}

fn sink(world: &mut Scene, sheet: ShapeHandle, to: f64) {
    world.deform(sheet, |soup| soup.change_vertices(&|v: u32| corners(to)[v as usize]));
}

/// The vertices of an object in the world.
fn vertices(world: &Scene, object: usize) -> Vec<Vec3> {
    let slot = world.objects.slot(object).expect("it exists");
    let placement = &world.objects.get(slot).expect("it exists").placement;
    let Shape::Complex(Some(soup)) =
        &world.shapes.entry(world.objects.get(slot).expect("it").shape).shape
    else {
        panic!("a soup")
    };
    let faces = soup.faces(placement, 0.0);
    Vec::from_iter((0..faces.now.local.len() as u32).map(|vertex| faces.now.point(vertex)))
}

fn collisions(world: &mut Scene) -> usize {
    let mut cursor = world.begin_test();
    std::iter::from_fn(|| world.next_event(&mut cursor)).count()
}

#[test]
fn a_sheet_that_sinks_onto_a_ball_stops_there() {
    let (mut world, sheet) = ball_and_sheet();
    sink(&mut world, sheet, -3.0);
    assert_eq!(collisions(&mut world), 0, "it has passed the ball");
    let stops = world.advance();
    let [stop] = &stops[..] else { panic!("{stops:?}") };
    assert!(stop.time < 1.0 / 3.0 && 1.0 / 3.0 - stop.time < 1e-6, "{}", stop.time);
    // The sheet comes first.
    assert_eq!(stop.objects, [2, 1]);
    assert!((stop.normal - Vec3::z()).norm() < 1e-6 && (stop.point - Vec3::z()).norm() < 1e-5);
    for (vertex, [from, to]) in
        vertices(&world, 2).iter().zip([0, 1, 2, 3].map(|i| [corners(3.0)[i], corners(-3.0)[i]]))
    {
        assert_eq!(*vertex, from + (to - from) * stop.time);
    }
    assert_eq!(collisions(&mut world), 0);
    world.validate();
    // It is held in the next frame, too, and may go back.
    world.proceed();
    sink(&mut world, sheet, -3.0);
    let stops = world.advance();
    assert!(stops.len() == 1 && stops[0].time < 1e-6, "{stops:?}");
    assert!(vertices(&world, 2)[0].z > 1.0);
    world.proceed();
    sink(&mut world, sheet, 5.0);
    assert!(world.advance().is_empty());
    assert_eq!(vertices(&world, 2), corners(5.0));
}

#[test]
fn its_object_may_turn_meanwhile_and_so_may_the_ball() {
    let (mut world, sheet) = ball_and_sheet();
    let before = vertices(&world, 2);
    sink(&mut world, sheet, -2.0);
    world.select_object(2);
    world.transform(|p| {
        p.origin.z = -1.0;
        p.rotate(&[0.0, 0.0, 0.2, 1.0]);
    });
    let after = vertices(&world, 2);
    world.select_object(1);
    world.rotate(&[1.0, 0.5, 0.0, 1.0]);
    let stops = world.advance();
    assert!(stops.len() == 1 && (stops[0].time - 1.0 / 3.0).abs() < 1e-5, "{stops:?}");
    for (now, (p, q)) in vertices(&world, 2).iter().zip(before.iter().zip(&after)) {
        assert!((now - (p + (q - p) * stops[0].time)).norm() < 1e-12);
    }
    assert_eq!(collisions(&mut world), 0);
}

#[test]
fn all_objects_of_a_shape_stop_together() {
    let (mut world, sheet) = ball_and_sheet();
    assert!(world.create_object(3, sheet));
    world.transform(|p| p.origin.x = 100.0);
    world.proceed();
    sink(&mut world, sheet, -3.0);
    world.transform(|p| p.origin.x = 103.0);
    // A ball in the way of the second, which it would meet later.
    let ball = world.shapes.insert(Shape::Primitive(Primitive::sphere(0.5)));
    assert!(world.create_object(4, ball));
    world.transform(|p| p.origin = Vec3::new(100.0, 0.0, -1.0));
    let stops = world.advance();
    assert_eq!(stops.len(), 1);
    let time = stops[0].time;
    let [first, second] = [2, 3].map(|object| vertices(&world, object)[0]);
    assert!((second - first - Vec3::x() * (100.0 + 3.0 * time)).norm() < 1e-12);
    assert_eq!(collisions(&mut world), 0);
}

#[test]
fn what_is_nowhere_holds_nothing() {
    let (mut world, sheet) = ball_and_sheet();
    let torn = |v: u32| if v == 1 { Vec3::repeat(f64::NAN) } else { corners(-3.0)[v as usize] };
    world.deform(sheet, |soup| soup.change_vertices(&torn));
    // The triangle that is left is beside the ball's centre line; it touches the ball all the same.
    let stops = world.advance();
    assert!(stops.len() == 1 && world.take_faces_left_out());
    let now = vertices(&world, 2);
    assert!(now[1].x.is_nan() && (now[0].z - (3.0 - 6.0 * stops[0].time)).abs() < 1e-12);
    // In the next frame it was nowhere, and is where it is now.
    world.proceed();
    sink(&mut world, sheet, -3.0);
    let stops = world.advance();
    assert!(stops.len() == 1 && world.take_faces_left_out());
    assert_eq!(vertices(&world, 2)[1], corners(-3.0)[1]);
}
