use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use crate::space::{
    Collision, ContactQuery, Error, Object, Placement, Selector, Shape, ShapeError, Space, Vec3,
};

/// A space with a unit ball at each of these places along x.
fn balls(places: &[f64]) -> (Space, Vec<Object>) {
    let mut space = Space::new();
    let ball = space.define(Shape::sphere(1.0).unwrap());
    let objects = places
        .iter()
        .map(|&x| {
            let object = space.create_object(ball).unwrap();
            space.place(object, Placement::translation([x, 0.0, 0.0])).unwrap();
            object
        })
        .collect();
    (space, objects)
}

fn pairs(space: &mut Space) -> Vec<(Object, Object)> {
    let mut test = space.begin_test();
    let mut found = Vec::new();
    while let Some(collision) = space.next_collision(&mut test) {
        found.push((collision.first, collision.second));
    }
    found
}

#[test]
fn collisions_come_in_the_order_of_creation_and_by_the_most_particular_response() {
    let (mut space, o) = balls(&[0.0, 1.5, 3.0, 9.0]);
    assert_eq!(space.test(), 0, "without a response nobody is result");
    let log = Arc::new(Mutex::new(Vec::new()));
    let noting = |name: &'static str| {
        let log = Arc::clone(&log);
        move |_: &mut Space, c: &Collision| log.lock().unwrap().push((name, c.first, c.second))
    };
    space.set_response(Selector::All, ContactQuery::Hit, noting("all"));
    assert_eq!(space.test(), 2);
    space.set_response(Selector::Pair(o[2], o[1]), ContactQuery::Hit, noting("pair"));
    assert_eq!(space.test(), 2);
    space.clear_response(Selector::One(o[0]));
    assert_eq!(space.test(), 1);
    space.reset_response(Selector::One(o[0]));
    space.reset_response(Selector::Pair(o[1], o[2]));
    assert_eq!(space.test(), 2);
    let expected = [
        ("all", o[0], o[1]),
        ("all", o[1], o[2]),
        ("all", o[0], o[1]),
        ("pair", o[1], o[2]),
        ("pair", o[1], o[2]),
        ("all", o[0], o[1]),
        ("all", o[1], o[2]),
    ];
    assert_eq!(*log.lock().unwrap(), expected);
}

#[test]
fn points_are_what_was_asked_for() {
    let (mut space, o) = balls(&[0.0, 2.5]);
    space.proceed();
    space.place(o[1], Placement::translation([1.5, 0.0, 0.0])).unwrap();
    let found = Arc::new(Mutex::new(None));
    let note = Arc::clone(&found);
    space.set_response(Selector::All, ContactQuery::ClosestBefore, move |_, c| {
        *note.lock().unwrap() = c.points
    });
    assert_eq!(space.test(), 1);
    let points = found.lock().unwrap().take().unwrap();
    assert!((points.normal - Vec3::new(-0.5, 0.0, 0.0)).norm() < 1e-6, "{points:?}");
    assert!((points.point1 - Vec3::new(1.0, 0.0, 0.0)).norm() < 1e-6, "{points:?}");
    assert!((points.point2 - Vec3::new(-1.0, 0.0, 0.0)).norm() < 1e-6, "{points:?}");

    space.watch(Selector::All, ContactQuery::CommonPoint);
    let mut test = space.begin_test();
    let points = space.next_collision(&mut test).unwrap().points.unwrap();
    let world = points.point1;
    assert!(
        (world - (points.point2 + Vec3::new(1.5, 0.0, 0.0))).norm() < 1e-9
            && world.norm() <= 1.0 + 1e-9
    );
    assert!(space.next_collision(&mut test).is_none());
}

#[test]
fn a_response_may_change_everything() {
    let (mut space, o) = balls(&[0.0, 1.0, 2.0, 3.0]);
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    space.set_response(Selector::All, ContactQuery::Hit, move |space, c| {
        counted.fetch_add(1, Relaxed);
        // Nested: counts, and does not come back here.
        assert!(space.test() > 0);
        space.delete_object(c.first).unwrap();
        let shape = space.define(Shape::sphere(9.0).unwrap());
        space.create_object(shape).unwrap();
        space.set_response(Selector::All, ContactQuery::Hit, |_, _| ());
    });
    // 0-1, and then with 0 gone 1-2, 1-3, 2-3; not the large ball.
    assert_eq!(space.test(), 1 + 3);
    assert_eq!(calls.load(Relaxed), 1);
    assert!(!space.contains(o[0]) && space.contains(o[1]));
    assert_eq!(space.test(), 3 + 3);
}

#[test]
fn a_mesh_deforms() {
    let mut space = Space::new();
    let mut vertices =
        [[-1., 0., -1.], [1., 0., -1.], [1., 0., 1.], [-1., 0., 1.], [0., 1., 0.]].map(Vec3::from);
    let faces = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];
    let roof = space.define(Shape::mesh(&vertices, &faces).unwrap());
    let ball = space.create_object(Shape::sphere(0.25).unwrap()).unwrap();
    let roof_object = space.create_object(roof).unwrap();
    space.place(ball, Placement::translation([0.0, 1.5, 0.0])).unwrap();
    space.watch(Selector::All, ContactQuery::Hit);
    assert_eq!(pairs(&mut space), []);
    vertices[4].y = 2.0;
    space.change_vertex_base(roof, &vertices).unwrap();
    assert_eq!(pairs(&mut space), [(roof_object, ball)], "the mesh is the first");
    assert_eq!(
        space.change_vertex_base(roof, &vertices[..4]),
        Err(Error::OtherCount { expected: 5 })
    );
    vertices[0].x = f64::NAN;
    assert_eq!(space.change_vertex_base(roof, &vertices), Err(Error::NotFinite));
    assert_eq!(pairs(&mut space).len(), 1, "what is refused changes nothing");
    space.delete_shape(roof).unwrap();
    assert_eq!(pairs(&mut space).len(), 1, "objects keep their shape");
    assert_eq!(space.change_vertex_base(roof, &vertices), Err(Error::NoSuchShape));
}

#[test]
fn shapes_are_composed() {
    let ball = Shape::sphere(0.5).unwrap();
    let edges = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 3.0, 0.0]].map(Vec3::from);
    let mesh = Shape::mesh(&edges, &[[0, 1], [1, 2]]).unwrap();
    let rounded = Shape::sum(&mesh, &ball).unwrap();
    let both = Shape::hull(&rounded, &Shape::point([9.0, 0.0, 0.0]).unwrap()).unwrap();
    let mut space = Space::new();
    let (mesh, both) = (space.create_object(mesh).unwrap(), space.create_object(both).unwrap());
    let probe = space.create_object(Shape::cuboid([0.1; 3]).unwrap()).unwrap();
    space.clear_response(Selector::Pair(mesh, both));
    space.watch(Selector::One(probe), ContactQuery::Hit);
    for (x, y, hit) in [
        (0.0, -0.4, vec![both]),
        (7.0, 0.0, vec![both]),
        (0.0, 1.0, vec![both]),
        (0.0, 4.0, vec![]),
    ] {
        space.place(probe, Placement::translation([x, y, 0.0])).unwrap();
        let found: Vec<_> = pairs(&mut space).iter().map(|pair| pair.0).collect();
        assert_eq!(found, hit, "at {x}, {y}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    assert_eq!(Shape::sphere(f64::NAN).err(), Some(ShapeError::NotFinite));
    assert_eq!(Shape::point([0.0, f64::INFINITY, 0.0]).err(), Some(ShapeError::NotFinite));
    assert_eq!(Shape::polytope(&[]).err(), Some(ShapeError::Empty));
    assert_eq!(Shape::polytope(&[Vec3::repeat(f64::NAN)]).err(), Some(ShapeError::NotFinite));
    assert_eq!(Shape::mesh::<[u32; 3]>(&[], &[]).err(), Some(ShapeError::Empty));
    let vertices = [Vec3::zeros(); 2];
    assert_eq!(
        Shape::mesh(&vertices, &[[0, 1], [1, 2]]).err(),
        Some(ShapeError::NoSuchVertex { face: 1 })
    );

    let (mut space, o) = balls(&[0.0, 9.0]);
    let mut nowhere = Placement::IDENTITY;
    nowhere.origin.x = f64::NAN;
    assert_eq!(space.place(o[0], nowhere), Err(Error::NotFinite));
    assert_eq!(space.transform(o[0], |p| p.origin.y = f64::INFINITY), Err(Error::NotFinite));
    space.watch(Selector::All, ContactQuery::Hit);
    space.place(o[1], Placement::translation([1.0, 0.0, 0.0])).unwrap();
    assert_eq!(pairs(&mut space).len(), 1, "it stays where it was");
    space.delete_object(o[1]).unwrap();
    assert_eq!(space.delete_object(o[1]), Err(Error::NoSuchObject));
    assert_eq!(space.place(o[1], Placement::IDENTITY), Err(Error::NoSuchObject));
    assert_eq!(space.set_tolerance(f64::NAN), Err(Error::NotFinite));
    let ball = space.define(Shape::sphere(1.0).unwrap());
    assert_eq!(space.change_vertex_base(ball, &[]), Err(Error::NotAMesh));
    space.delete_shape(ball).unwrap();
    assert_eq!(space.delete_shape(ball), Err(Error::NoSuchShape));
    assert_eq!(space.create_object(ball), Err(Error::NoSuchShape));
}

#[test]
fn spaces_are_independent_and_may_go_to_other_threads() {
    let count = |places: &'static [f64]| {
        std::thread::spawn(move || {
            let (mut space, _) = balls(places);
            space.set_response(Selector::All, ContactQuery::Hit, |_, _| ());
            space.test()
        })
    };
    let (a, b) = (count(&[0.0, 1.0, 2.0]), count(&[0.0, 5.0]));
    assert_eq!((a.join().unwrap(), b.join().unwrap()), (3, 0));
}

#[test]
fn two_objects_are_asked_about() {
    let (mut space, o) = balls(&[0.0, 3.0, 4.5]);
    let apart = space.closest_pair(o[0], o[1]).unwrap();
    assert!((apart.distance - 1.0).abs() < 1e-6, "{apart:?}");
    assert!((apart.points[0] - Vec3::new(1.0, 0.0, 0.0)).norm() < 1e-6, "{apart:?}");
    assert!((apart.points[1] - Vec3::new(2.0, 0.0, 0.0)).norm() < 1e-6, "{apart:?}");
    assert_eq!(space.closest_pair(o[1], o[2]).unwrap().distance, 0.0);
    assert_eq!(space.common_point(o[0], o[1]), Ok(None));
    let shared = space.common_point(o[1], o[2]).unwrap().unwrap();
    assert!(
        (shared - Vec3::new(3.0, 0.0, 0.0)).norm() <= 1.0
            && (shared - Vec3::new(4.5, 0.0, 0.0)).norm() <= 1.0
    );
    let within = [0.0, 0.999, 1.001].map(|d| space.within_distance(o[0], o[1], d).unwrap());
    assert_eq!(within, [false, false, true]);

    assert!(space.pen_depth(o[0], o[1]).unwrap().is_none());
    let deepest = space.pen_depth(o[1], o[2]).unwrap().unwrap();
    assert!((deepest.depth - 0.5).abs() < 1e-6, "{deepest:?}");
    assert!((deepest.normal - Vec3::new(-1.0, 0.0, 0.0)).norm() < 1e-6, "{deepest:?}");
    assert_eq!(space.contacts(o[0], o[1]).unwrap().len(), 0);
    let contacts = space.contacts(o[1], o[2]).unwrap();
    assert!(contacts.len() == 1 && (contacts[0].depth - 0.5).abs() < 1e-6, "{contacts:?}");

    assert_eq!(
        space.query_box([3.5, -0.1, -0.1], [3.9, 0.1, 0.1]).collect::<Vec<_>>(),
        [o[1], o[2]]
    );
    assert_eq!(space.query_box([-9.0, 3.0, 0.0], [9.0, 4.0, 1.0]).collect::<Vec<_>>(), []);

    assert_eq!(space.closest_pair(o[0], o[0]).err(), Some(Error::SameObject));
    assert_eq!(space.within_distance(o[0], o[1], -1.0), Err(Error::NotFinite));
    space.transform(o[0], |p| p.scale(&Vec3::zeros())).unwrap();
    let from_its_center = space.closest_pair(o[0], o[1]).unwrap();
    assert!((from_its_center.distance - 2.0).abs() < 1e-6, "{from_its_center:?}");
    space.delete_object(o[0]).unwrap();
    assert_eq!(space.common_point(o[0], o[1]), Err(Error::NoSuchObject));
    assert_eq!(space.pen_depth(o[1], o[0]).err(), Some(Error::NoSuchObject));
}
