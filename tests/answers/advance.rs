//! Moving until touching (`Space::advance`, dtAdvance), against sampling of the motions with exact tests at each time.

use nalgebra::{Rotation3, UnitQuaternion};
use solid::space::{ContactQuery, Object, Placement, Selector, Shape, ShapeId, Space, Stop, Vec3};
use solid_geometry::query;
use solid_testing::Random;

const BODIES: usize = 24;
const SAMPLES: u32 = 150;
/// The tolerance is relative to half extents, of which the largest here is below 2.
const NEAR: f64 = 2e-6;

/// A rigid motion by a formula of its own: the origin straight, the rotation by quaternions.
struct Way {
    origins: [Vec3; 2],
    rotations: [UnitQuaternion<f64>; 2],
}

impl Way {
    fn random(random: &mut Random, size: f64, reach: f64) -> Way {
        let origin = random.vector() * size;
        let rotation = |random: &mut Random| {
            let matrix = Rotation3::from_matrix_unchecked(random.rotation());
            UnitQuaternion::from_rotation_matrix(&matrix)
        };
        let first = rotation(random);
        let turned = first.slerp(&rotation(random), 0.9);
        let to = origin + random.vector() * reach;
        Way { origins: [origin, to], rotations: [first, turned] }
    }

    fn at(&self, time: f64) -> Placement {
        let [from, to] = self.origins;
        let turn = (self.rotations[1] * self.rotations[0].inverse()).powf(time);
        let basis = (turn * self.rotations[0]).to_rotation_matrix().into_inner();
        Placement { basis, origin: from + (to - from) * time }
    }
}

fn shapes(random: &mut Random) -> Shape {
    let size = random.between(0.2, 0.8);
    match random.below(6) {
        0 => Shape::sphere(size),
        1 => Shape::cuboid([2.0 * size, 0.3, size]),
        2 => Shape::capsule(0.2, 2.0 * size),
        3 => Shape::cylinder(size, 0.3),
        4 => Shape::polytope(&[0; 9].map(|_| Vec3::from(random.point(size)))),
        _ => {
            let corners = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.1], [0.0, 1.5, 0.0], [0.2, 0.2, 1.2]];
            let corners = corners.map(|corner| Vec3::from(corner) * size);
            Shape::mesh(&corners, &[[0, 1, 2], [0, 1, 3], [1, 2, 3]])
        }
    }
    .expect("it is valid")
}

struct Scene {
    space: Space,
    shapes: Vec<Shape>,
    objects: Vec<Object>,
    ways: Vec<Way>,
}

fn scene(random: &mut Random) -> Scene {
    let mut space = Space::new();
    space.watch(Selector::All, ContactQuery::Hit);
    let shapes = Vec::from_iter((0..BODIES).map(|_| shapes(random)));
    let reach = random.between(1.0, 6.0);
    let ways = Vec::from_iter((0..BODIES).map(|_| Way::random(random, 2.5, reach)));
    let mut objects = Vec::new();
    for (shape, way) in shapes.iter().zip(&ways) {
        let object = space.create_object(shape.clone()).unwrap();
        space.place(object, way.at(0.0)).expect("it is finite");
        objects.push(object);
    }
    space.proceed();
    for (object, way) in objects.iter().zip(&ways) {
        space.place(*object, way.at(1.0)).expect("it is finite");
    }
    Scene { space, shapes, objects, ways }
}

#[test]
fn nothing_passes_through_anything() {
    let cases =
        std::env::var("SOLID_ADVANCES").map_or(40, |cases| cases.parse().expect("a number"));
    let mut stopped = 0;
    for case in 0..cases {
        let Scene { mut space, shapes, objects, ways } = scene(&mut Random::case(905_411, case));
        let stops = space.advance();
        let index =
            |object| objects.iter().position(|it| *it == object).expect("it is one of them");
        assert!(stops.is_sorted_by(|a, b| a.time <= b.time));
        let ends =
            Vec::from_iter(objects.iter().map(|it| space.placement(*it).expect("it is there")));
        let mut times = [f64::INFINITY; BODIES];
        for Stop { first, second, time, point, normal } in &stops {
            let [a, b] = [index(*first), index(*second)];
            for i in [a, b] {
                times[i] = times[i].min(*time);
            }
            let closest = query::closest_points(&shapes[a], &ends[a], &shapes[b], &ends[b]);
            let closest = closest.expect("both are finite");
            assert!(0.0 < closest.distance && closest.distance < NEAR, "{case}: {closest:?}");
            assert!((point - closest.points[0]).norm() < 1e-2, "{case}: {point}, {closest:?}");
            assert!((normal.norm() - 1.0).abs() < 1e-9, "{case}: {normal}");
        }
        for i in 0..BODIES {
            let (due, found) = (ways[i].at(times[i].min(1.0)), ends[i]);
            let off = (due.origin - found.origin).norm() + (due.basis - found.basis).norm();
            assert!(
                off < if times[i] > 1.0 { 1e-300 } else { 1e-9 },
                "{case}: {i} is off by {off}"
            );
            stopped += usize::from(times[i] <= 1.0);
        }
        let meet = |placed: &[Placement], a: usize, b: usize| {
            query::intersects(&shapes[a], &placed[a], &shapes[b], &placed[b])
        };
        let starts = Vec::from_iter(ways.iter().map(|way| way.at(0.0)));
        let pairs = (0..BODIES).flat_map(|b| (0..b).map(move |a| (a, b)));
        let apart = Vec::from_iter(pairs.filter(|(a, b)| !meet(&starts, *a, *b)));
        for sample in 1..=SAMPLES {
            let time = f64::from(sample) / f64::from(SAMPLES);
            let placed = Vec::from_iter((0..BODIES).map(|i| {
                if time < times[i] && sample < SAMPLES { ways[i].at(time) } else { ends[i] }
            }));
            for (a, b) in &apart {
                assert!(!meet(&placed, *a, *b), "{case}: {a} and {b} at {time}");
            }
        }
    }
    assert!(stopped as u64 > 10 * cases, "{stopped} in {cases}");
}

fn ball(space: &mut Space, x: f64) -> Object {
    let object = space.create_object(Shape::sphere(1.0).expect("it is valid")).unwrap();
    space.place(object, Placement::translation([x, 0.0, 0.0])).expect("it is finite");
    object
}

fn x_of(space: &Space, object: Object) -> f64 {
    space.placement(object).expect("it exists").origin.x
}

fn go(space: &mut Space, object: Object, x: f64) {
    space.place(object, Placement::translation([x, 0.0, 0.0])).expect("it is finite");
}

#[test]
fn what_has_stopped_stops_others() {
    let mut space = Space::new();
    space.watch(Selector::All, ContactQuery::Hit);
    let balls = [0.0, 5.0, 20.0].map(|x| ball(&mut space, x));
    space.proceed();
    // The first meets the second, which rests, after 3 of 30; the third comes from behind and meets the first.
    go(&mut space, balls[0], 30.0);
    go(&mut space, balls[2], -40.0);
    let stops = space.advance();
    let met = Vec::from_iter(stops.iter().map(|stop| [stop.first, stop.second]));
    assert_eq!(met, [[balls[0], balls[1]], [balls[1], balls[2]]]);
    assert!((stops[0].time - 0.1).abs() < 1e-6 && (stops[1].time - 13.0 / 60.0).abs() < 1e-6);
    for (ball, x) in balls.into_iter().zip([3.0, 5.0, 7.0]) {
        assert!((x_of(&space, ball) - x).abs() < 1e-5, "{}", x_of(&space, ball));
    }
    assert!((stops[1].point - Vec3::new(6.0, 0.0, 0.0)).norm() < 1e-5);
    assert!((stops[1].normal + Vec3::x()).norm() < 1e-9, "from the second to the first");
}

#[test]
fn what_pushes_a_wall_stays_and_can_leave() {
    let mut space = Space::new();
    space.watch(Selector::All, ContactQuery::Hit);
    let wall: ShapeId = space.define(Shape::cuboid([2.0, 10.0, 10.0]).expect("it is valid"));
    space.create_object(wall).expect("it is known");
    let probe = ball(&mut space, -5.0);
    for frame in 0..1000 {
        space.proceed();
        go(&mut space, probe, 50.0);
        let x = {
            space.advance();
            x_of(&space, probe)
        };
        assert!(-2.0 - 1e-5 < x && x < -2.0, "{frame}: {x}");
        assert_eq!(space.collisions().count(), 0);
    }
    space.proceed();
    go(&mut space, probe, -9.0);
    assert!(space.advance().is_empty());
    assert_eq!(x_of(&space, probe), -9.0);
}

#[test]
fn what_overlaps_or_is_ignored_is_no_obstacle() {
    let mut space = Space::new();
    let balls = [0.0, 1.0, 8.0].map(|x| ball(&mut space, x));
    space.proceed();
    go(&mut space, balls[0], 20.0);
    assert!(space.advance().is_empty(), "there are no responses");
    assert_eq!(x_of(&space, balls[0]), 20.0);
    space.watch(Selector::All, ContactQuery::Hit);
    let stops = space.advance();
    assert_eq!(stops.len(), 1, "it leaves the one that it overlaps");
    assert_eq!((stops[0].first, stops[0].second), (balls[0], balls[2]));
    assert!((x_of(&space, balls[0]) - 6.0).abs() < 1e-5);
}

#[test]
fn a_spinning_rod_stops_at_a_post() {
    let mut space = Space::new();
    space.watch(Selector::All, ContactQuery::Hit);
    let rod = space.create_object(Shape::cuboid([4.0, 0.1, 0.1]).expect("it is valid")).unwrap();
    let post = space.create_object(Shape::sphere(0.1).expect("it is valid")).unwrap();
    space.place(post, Placement::translation([0.0, 1.0, 0.0])).expect("it is finite");
    space.proceed();
    space.set_spin(rod, [0.0, 0.0, 2.0 * std::f64::consts::TAU]).expect("it is known");
    let stops = space.advance();
    let quarter = 0.25 - (0.15_f64).asin() / std::f64::consts::TAU;
    assert_eq!(stops.len(), 1);
    assert!((stops[0].time - quarter / 2.0).abs() < 1e-6, "{}", stops[0].time);
    let ends = [rod, post].map(|it| space.placement(it).expect("it exists"));
    let along = ends[0].basis.column(0).into_owned();
    assert!((along.y - (1.0 - 0.15_f64.powi(2)).sqrt()).abs() < 1e-6, "{along}");
    assert!(space.closest_pair(rod, post).expect("both exist").distance > 0.0);
}

#[test]
fn a_rod_that_is_turned_against_a_post_stays_before_it() {
    let mut space = Space::new();
    space.watch(Selector::All, ContactQuery::Hit);
    let rod = space.create_object(Shape::cuboid([4.0, 0.1, 0.1]).expect("it is valid")).unwrap();
    let post = space.create_object(Shape::sphere(0.1).expect("it is valid")).unwrap();
    space.place(post, Placement::translation([0.0, 1.0, 0.0])).expect("it is finite");
    for frame in 0..200 {
        space.proceed();
        let mut upright = Placement::IDENTITY;
        upright.rotate(&[0.0, 0.0, 1.0, 1.0]);
        space.place(rod, upright).expect("it is finite");
        assert_eq!(space.advance().len(), 1, "{frame}");
        let distance = space.closest_pair(rod, post).expect("both exist").distance;
        assert!(0.0 < distance && distance < 1e-6, "{frame}: {distance}");
    }
}

#[test]
fn who_stops_is_still_apart_from_who_stopped_before() {
    // A fast ball catches a slow one from behind at the time at which each meets something else.
    for offset in [-2e-6, -1e-6, -3e-7, -1e-7, 0.0, 1e-7, 3e-7, 1e-6, 2e-6] {
        let mut space = Space::new();
        space.watch(Selector::All, ContactQuery::Hit);
        let [slow, fast] = [0.0, -11.0].map(|x| ball(&mut space, x));
        let stop = ball(&mut space, 3.0);
        let wall =
            space.create_object(Shape::cuboid([0.2, 1.0, 1.0]).expect("it is valid")).unwrap();
        // Beside the slow one, in the way of the fast one's upper side.
        let at = [-1.0 + 0.1 + (1.0_f64 - 0.7 * 0.7).sqrt() + offset, 1.2, 0.0];
        space.place(wall, Placement::translation(at)).expect("it is finite");
        space.proceed();
        go(&mut space, slow, 2.0);
        go(&mut space, fast, 9.0);
        space.advance();
        let apart = |a, b| space.closest_pair(a, b).expect("both exist").distance > 0.0;
        assert!(apart(slow, fast) && apart(slow, stop) && apart(fast, wall), "{offset}");
        assert_eq!(space.collisions().count(), 0, "{offset}");
    }
}
