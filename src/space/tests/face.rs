//! What the Rust face reaches besides tests with closures: rays, casts, motion, meshes, settings.

use crate::space::{
    BroadPhaseKind, CollisionMethod, ContactQuery, Error, Object, ObjectBuilder, Placement,
    Selector, Shape, Space, SpaceBuilder, Vec3, Warning,
};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A row of unit balls at x = 0, 3, 6, ...
fn row(space: &mut Space, count: usize) -> Vec<Object> {
    let ball = space.define(Shape::sphere(1.0).unwrap());
    (0..count)
        .map(|i| {
            let placement = Placement::translation([3.0 * i as f64, 0.0, 0.0]);
            space
                .create_object(ObjectBuilder::new(ball).placement(placement).user_data(i as u128))
                .unwrap()
        })
        .collect()
}

#[test]
fn objects_are_listed_with_what_they_were_given() {
    let mut space = Space::new();
    let balls = row(&mut space, 3);
    assert_eq!(space.objects().collect::<BTreeSet<_>>(), balls.iter().copied().collect());
    assert_eq!(
        balls.iter().map(|ball| space.user_data(*ball)).collect::<Vec<_>>(),
        [Some(0), Some(1), Some(2)]
    );
    assert_eq!(space.placement(balls[2]).unwrap().origin, Vec3::new(6.0, 0.0, 0.0));
    assert_eq!(space.shape(balls[0]), space.shape(balls[1]));
    space.delete_object(balls[1]).unwrap();
    assert_eq!(space.user_data(balls[1]), None);
    assert_eq!(space.placement(balls[1]), None);
    assert_eq!(space.set_user_data(balls[1], 5), Err(Error::NoSuchObject));
    assert_eq!(space.objects().count(), 2);
    let nowhere = Placement::translation([f64::NAN, 0.0, 0.0]);
    let point = ObjectBuilder::from(Shape::point([0.0; 3]).unwrap());
    assert_eq!(space.create_object(point.placement(nowhere)), Err(Error::NotFinite));
    assert_eq!(space.objects().count(), 2);
}

#[test]
fn rays_and_casts_meet_what_is_in_their_way() {
    let mut space = Space::new();
    let balls = row(&mut space, 3);
    let (from, to) = ([-4.0, 0.0, 0.0], [16.0, 0.0, 0.0]);
    let first = space.ray_cast(from, to).unwrap().unwrap();
    assert_eq!(
        (first.object, first.contact.point.x, first.contact.normal.x),
        (balls[0], -1.0, -1.0)
    );
    let all: Vec<Object> = space.ray_cast_all(from, to).unwrap().map(|hit| hit.object).collect();
    assert_eq!(all, balls);
    let last = space.ray_cast_object(balls[2], from, to).unwrap().unwrap();
    assert_eq!(last.point.x, 5.0);
    assert_eq!(space.ray_cast([0.0, 5.0, 0.0], [9.0, 5.0, 0.0]).unwrap(), None);
    assert_eq!(space.ray_cast([f64::NAN; 3], to).err(), Some(Error::NotFinite));
    assert_eq!(space.ray_cast([-1e308; 3], [1e308; 3]).err(), Some(Error::NotFinite));
    let still = Vec3::zeros();
    let met = space.cast_objects(balls[0], [2.0, 0.0, 0.0], balls[1], still).unwrap().unwrap();
    assert!((met.time - 0.5).abs() < 1e-9 && met.normal.x == -1.0, "{met:?}");
    assert_eq!(space.cast_objects(balls[0], still, balls[0], still).err(), Some(Error::SameObject));
}

#[test]
fn contacts_on_the_way_come_in_the_order_of_time() {
    let mut space = Space::new();
    let balls = row(&mut space, 3);
    let bullet = space.create_object(Shape::point([0.0; 3]).unwrap()).unwrap();
    space.place(bullet, Placement::translation([-5.0, 0.0, 0.0])).unwrap();
    space.watch(Selector::All, ContactQuery::CommonPoint);
    space.proceed();
    space.place(bullet, Placement::translation([15.0, 0.0, 0.0])).unwrap();
    assert_eq!(space.test(), 0);
    let mut test = space.begin_motion_test();
    let mut met = Vec::new();
    while let Some(contact) = space.next_contact(&mut test) {
        assert_eq!(contact.collision.second, bullet);
        met.push((contact.collision.first, (contact.time * 20.0).round()));
    }
    assert_eq!(met, [(balls[0], 4.0), (balls[1], 7.0), (balls[2], 10.0)]);
    // Several tests, none of which ends another.
    let mut tests = [space.begin_motion_test(), space.begin_motion_test()];
    space.next_contact(&mut tests[0]).expect("the first");
    drop(space.begin_motion_test());
    let rest = tests.map(|mut test| std::iter::from_fn(|| space.next_contact(&mut test)).count());
    assert_eq!(rest, [2, 3]);
    // A response stops the bullet where it hits.
    space.set_response(Selector::All, ContactQuery::CommonPoint, move |space, _| {
        space.place(bullet, Placement::translation([-1.0, 0.0, 0.0])).unwrap();
    });
    assert_eq!(space.test_motion(), 1);
}

#[test]
fn meshes_tell_their_faces() {
    let mut space = Space::new();
    let corners = [[9.0, 9.0, 9.0], [9.0, -9.0, -9.0], [-9.0, 9.0, -9.0], [-9.0, -9.0, 9.0]];
    let faces = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
    let mesh = Shape::mesh(&corners.map(Vec3::from), &faces).unwrap();
    let solid = mesh.clone().into_solid().unwrap();
    let ball = space.create_object(Shape::sphere(0.5).unwrap()).unwrap();
    let surface = space.create_object(mesh).unwrap();
    assert!(!space.within_distance(surface, ball, 0.0).unwrap());
    let tank = space.create_object(solid).unwrap();
    assert!(space.within_distance(tank, ball, 0.0).unwrap());
    space.place(tank, Placement::translation([0.0, 0.0, 13.5])).unwrap();
    assert_eq!(space.intersection(surface, tank).unwrap().len(), 4);
    let met: Vec<[u32; 2]> =
        space.colliding_polytopes(surface, tank).unwrap().map(|pair| pair.faces).collect();
    assert!(met.contains(&[1, 0]) && met.is_sorted());
    assert_eq!(space.all_colliding_polytopes().count(), met.len());
    assert_eq!(space.self_collisions(surface).unwrap().count(), 0);
    assert_eq!(space.intersection(surface, ball).err(), Some(Error::NotAMesh));
    assert_eq!(space.self_collisions(ball).err(), Some(Error::NotAMesh));
    assert_eq!(space.self_collisions_motion(surface), Ok((vec![], 0)));
    assert_eq!(space.self_collisions_motion(ball), Err(Error::NotAMesh));
    let open = Shape::mesh(&corners.map(Vec3::from), &faces[..3]).unwrap();
    assert!(open.into_solid().is_err());
    let bow = [[0.0; 3], [2.0, 2.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
    assert!(Shape::mesh_of_concave_polygons(&bow, &[[0, 1, 2, 3]]).is_err());
    assert!(Shape::mesh_of_concave_polygons(&bow, &[[0, 2, 1, 3]]).is_ok());
}

#[test]
fn faces_that_are_left_out_give_a_warning() {
    let mut space = Space::new();
    let corners = [[0.0; 3], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [5.0, 5.0, 5.0], [6.0, 5.0, 5.0]];
    let mut corners = corners.map(Vec3::from);
    let shape = space.define(Shape::mesh(&corners, &[[0, 1, 2], [0, 3, 4]]).unwrap());
    let cloth = space.create_object(shape).unwrap();
    space.create_object(shape).unwrap();
    assert_eq!(space.all_colliding_polytopes().count(), 4);
    assert_eq!(space.take_warnings(), []);
    space.proceed();
    corners[4].x = 1e76;
    space.change_vertex_base(shape, &corners).unwrap();
    let queries: [fn(&mut Space, Object) -> usize; 4] = [
        |space, cloth| space.self_collisions(cloth).unwrap().count(),
        |space, cloth| space.self_collisions_motion(cloth).unwrap().0.len(),
        |space, _| space.all_colliding_polytopes().len(),
        |space, _| {
            space.watch(Selector::All, ContactQuery::Hit);
            space.test_motion()
        },
    ];
    // The first faces of the two lie in the same place, but the box of the whole mesh is out of range.
    for (query, found) in queries.into_iter().zip([0, 0, 0, 1]) {
        assert_eq!(query(&mut space, cloth), found);
        assert_eq!(space.take_warnings(), [Warning::FacesLeftOut]);
        assert_eq!(space.take_warnings(), []);
    }
}

#[test]
fn a_solid_that_is_torn_has_no_inside_and_a_warning_says_so() {
    let corners = [[-1.0, -1.0, -1.0], [3.0, -1.0, -1.0], [-1.0, 3.0, -1.0], [-1.0, -1.0, 3.0]];
    let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    // Each face has vertices of its own.
    let mut vertices = Vec::from_iter(faces.iter().flatten().map(|i| Vec3::from(corners[*i])));
    let faces = [0, 3, 6, 9].map(|first| [first, first + 1, first + 2]);
    let mut space = Space::new();
    let solid = Shape::mesh(&vertices, &faces).unwrap().into_solid().unwrap();
    let shape = space.define(solid);
    space.create_object(shape).unwrap();
    space.create_object(Shape::point([0.0; 3]).unwrap()).unwrap();
    space.watch(Selector::All, ContactQuery::Hit);
    assert_eq!(space.test(), 1);
    vertices[0] = Vec3::repeat(-2.0);
    space.change_vertex_base(shape, &vertices).unwrap();
    assert_eq!(space.test(), 0);
    assert_eq!(space.take_warnings(), [Warning::NotClosed]);
    assert_eq!(space.take_warnings(), []);
}

#[test]
fn a_response_that_panics_is_kept() {
    let mut space = Space::new();
    let ball = space.define(Shape::sphere(1.0).unwrap());
    for _ in 0..2 {
        space.create_object(ball).unwrap();
    }
    let runs = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&runs);
    space.set_response(Selector::All, ContactQuery::Hit, move |space, _| {
        space.end_test();
        assert!(counted.fetch_add(1, Ordering::Relaxed) > 0, "the first run panics");
    });
    assert!(catch_unwind(AssertUnwindSafe(|| space.test())).is_err());
    assert_eq!((space.test(), runs.load(Ordering::Relaxed)), (1, 2));
}

#[test]
fn settings_change_no_answer() {
    let count = |builder: SpaceBuilder| {
        let mut space = builder.build().unwrap();
        let ball = space.define(Shape::sphere(0.6).unwrap());
        for i in 0..1000 {
            let at = [i % 10, i / 10 % 10, i / 100].map(f64::from);
            space
                .create_object(ObjectBuilder::new(ball).placement(Placement::translation(at)))
                .unwrap();
        }
        space.watch(Selector::All, ContactQuery::Hit);
        let hits = space.collisions().count();
        let statistics = space.statistics();
        assert_eq!((hits, statistics.objects), (2700, 1000));
        let near = space.query_box([-0.5; 3], [2.5, 0.5, 0.5]).count();
        assert_eq!(near, 16);
    };
    count(SpaceBuilder::new().threads(2).caching(false));
    for kind in BroadPhaseKind::ALL {
        count(SpaceBuilder::new().broad_phase(kind).fixed_boxes(true).tolerance(1e-9));
    }
    assert!(SpaceBuilder::new().threads(0).build().is_err());
    assert!(SpaceBuilder::new().tolerance(f64::NAN).build().is_err());
    let mut space = Space::new();
    space.set_collision_method(CollisionMethod::Trees);
    let ball = space.define(Shape::sphere(1.0).unwrap());
    let mut other = Space::sharing_shapes(&space);
    assert!(other.create_object(ball).is_ok() && space.create_object(ball).is_ok());
    // A mesh that one defines later, the other deforms before it has an object of it.
    let corners = |x: f64| [[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0]].map(Vec3::from);
    let sheet = space.define(Shape::mesh(&corners(0.0), &[[0, 1, 2]]).unwrap());
    assert_eq!(other.change_vertex_base(sheet, &corners(9.0)), Ok(()));
    assert_eq!(other.change_vertex_base(ball, &corners(9.0)), Err(Error::NotAMesh));
    let probe = Shape::point([9.25, 0.25, 0.0]).unwrap();
    for (space, meets) in [(&mut other, true), (&mut space, false)] {
        let [of_sheet, of_probe] =
            [space.create_object(sheet).unwrap(), space.create_object(probe.clone()).unwrap()];
        assert_eq!(space.closest_pair(of_sheet, of_probe).unwrap().distance == 0.0, meets);
    }
}
