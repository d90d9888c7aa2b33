//! Objects that turn between two frames.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::MotionKind;
use crate::scene::World;
use crate::scene::motion::MotionEvent;
use crate::scene::response::ContactQuery;
use crate::scene::settings::BroadPhaseKind;
use crate::scene::shapes::Shape;
use solid_geometry::math::{Mat3, Placement, Vec3};
use solid_geometry::query;
use solid_geometry::shape::{Primitive, Support};
use solid_testing::Random;

type Scene = World<u32>;

const KINDS: [MotionKind; 3] = [MotionKind::Turning, MotionKind::Straight, MotionKind::Screw];

fn scene() -> Scene {
    let mut world = Scene::default();
    world.responses.set_default(Some((7, ContactQuery::Contacts)));
    world
}

fn add(world: &mut Scene, object: usize, shape: Primitive, at: Vec3) {
    let shape = world.shapes.insert(Shape::Primitive(shape));
    assert!(world.create_object(object, shape));
    world.translate(&at);
}

fn turn(world: &mut Scene, object: usize, q: [f64; 4]) {
    assert!(world.select_object(object) && world.rotate(&q));
}

fn all(world: &mut Scene) -> Vec<MotionEvent<u32>> {
    let mut cursor = world.begin_motion_test(|_| false);
    let found = Vec::from_iter(std::iter::from_fn(|| world.next_contact(&mut cursor)));
    world.validate();
    found
}

const QUARTER: [f64; 4] = [0.0, 0.0, 1.0, 1.0];

fn rod_and_post() -> Scene {
    let mut world = scene();
    add(&mut world, 1, Primitive::Box(Vec3::new(2.0, 0.05, 0.05)), Vec3::zeros());
    add(&mut world, 2, Primitive::sphere(0.1), Vec3::new(1.0, 1.0, 0.0));
    world
}

#[test]
fn a_rod_hits_what_it_sweeps_over() {
    let mut world = rod_and_post();
    world.proceed();
    turn(&mut world, 1, QUARTER);
    let found = all(&mut world);
    assert_eq!(found.len(), 1);
    let angle = FRAC_PI_2 / 2.0 - (0.15 / 2.0_f64.sqrt()).asin();
    assert!((found[0].time - angle / FRAC_PI_2).abs() < 1e-6, "{}", found[0].time);
    let contact = world.found_contacts()[0];
    let out = Vec3::new(1.0, -1.0, 0.0).normalize(); // roughly, from the post to the rod
    assert!(contact.normal.dot(&out) > 0.9, "{}", contact.normal);
    assert!((contact.points[0] - contact.points[1]).norm() < 1e-6);
    assert!(((contact.points[1] - Vec3::new(1.0, 1.0, 0.0)).norm() - 0.1).abs() < 1e-6);
    world.set_motion_kind(MotionKind::Straight);
    assert!(all(&mut world).is_empty(), "it has its present rotation at once");
    world.set_motion_kind(MotionKind::Turning);
    assert_eq!(all(&mut world).len(), 1);
}

#[test]
fn spins_pivots_and_screws() {
    // A full turn leaves no trace in the placements.
    let mut world = rod_and_post();
    world.proceed();
    world.select_object(1);
    assert!(world.load_identity());
    assert!(all(&mut world).is_empty());
    assert!(world.set_spin(1, &Vec3::new(0.0, 0.0, -TAU)));
    let found = all(&mut world);
    // Backwards: the rod's other end comes first, after a bit more than a right angle.
    let angle = 1.5 * FRAC_PI_2 - (0.15 / 2.0_f64.sqrt()).asin();
    assert!((found[0].time - angle / TAU).abs() < 1e-6, "{}", found[0].time);
    assert!(!world.set_spin(9, &Vec3::z()) && !world.set_pivot(9, &Vec3::z()));
    // About one of its ends, which stays, the rod comes by the post later.
    let mut world = rod_and_post();
    world.proceed();
    turn(&mut world, 1, QUARTER);
    world.transform(|p| p.origin = Vec3::new(-2.0, 2.0, 0.0));
    assert!(world.set_pivot(1, &Vec3::new(-2.0, 0.0, 0.0)));
    let found = all(&mut world);
    let angle = (1.0_f64 / 3.0).atan() - (0.15 / 10.0_f64.sqrt()).asin();
    assert!((found[0].time - angle / FRAC_PI_2).abs() < 1e-6, "{}", found[0].time);
    // A screw motion has the same ends, and the pivot by itself.
    assert!(world.set_pivot(1, &Vec3::zeros()));
    world.set_motion_kind(MotionKind::Screw);
    let screw = all(&mut world);
    assert!((found[0].time - screw[0].time).abs() < 1e-6);
    // What is deleted takes its spin with it.
    world.set_spin(1, &Vec3::new(0.0, 0.0, 9.0));
    world.delete_object(1);
    assert!(world.turns.turns.is_empty());
}

#[test]
fn what_has_no_rotation_in_common_moves_straight_and_is_reported() {
    let mut world = rod_and_post();
    world.proceed();
    world.select_object(1);
    world.transform(|p| {
        p.scale(&Vec3::new(1.0, -1.0, 1.0));
        p.origin.y = 3.0;
    });
    let found = all(&mut world);
    assert_eq!(found.len(), 1, "lost by nobody");
    assert!((found[0].time - 0.85 / 2.9).abs() < 1e-5, "{}", found[0].time);
    assert!(world.take_lacks_rotation() && !world.take_lacks_rotation());
    // A shear is a stretch.
    let mut world = rod_and_post();
    world.proceed();
    world.select_object(1);
    world.transform(|p| p.basis = Mat3::new(1.0, 1.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 1.0));
    assert_eq!(all(&mut world).len(), 1);
    assert!(!world.take_lacks_rotation());
    // NaN, now or then: no object, or one that rests.
    world.transform(|p| p.basis[(0, 0)] = f64::NAN);
    assert!(all(&mut world).is_empty());
    world.proceed();
    world.load_identity();
    world.transform(|p| p.origin = Vec3::new(1.0, 1.0, 0.0));
    assert_eq!(all(&mut world).len(), 1);
}

#[test]
fn what_had_no_finite_placement_rests() {
    let spoilt: [fn(&mut Placement); 3] = [
        |p| p.basis[(1, 2)] = f64::NAN,
        |p| p.basis[(0, 0)] = f64::INFINITY,
        |p| p.origin.z = f64::NAN,
    ];
    for (spoil, kind) in spoilt.iter().flat_map(|spoil| KINDS.map(|kind| (spoil, kind))) {
        let mut world = rod_and_post();
        world.set_motion_kind(kind);
        // The ball would pass through the rod, had it come from there.
        world.select_object(2);
        world.transform(|p| {
            p.origin = Vec3::new(0.0, -5.0, 0.0);
            spoil(p);
        });
        world.proceed();
        world.load_identity();
        world.transform(|p| p.origin.y = 5.0);
        assert!(all(&mut world).is_empty(), "{kind:?}");
        // Now it does.
        world.proceed();
        world.transform(|p| p.origin.y = -5.0);
        assert_eq!(all(&mut world).len(), 1, "{kind:?}");
    }
}

#[test]
fn casts_of_two_objects_turn() {
    let mut world = rod_and_post();
    let still = [Vec3::zeros(); 2];
    let spins = [Vec3::zeros(), Vec3::z() * FRAC_PI_2];
    let hit = world.cast_objects_turning([1, 2], &[spins, still]).expect("objects").expect("a hit");
    let again =
        world.cast_objects_turning([2, 1], &[still, spins]).expect("objects").expect("a hit");
    assert!((hit.time - again.time).abs() < 1e-6 && (hit.normal + again.normal).norm() < 1e-3);
    assert_eq!(world.cast_objects_turning([1, 2], &[still, still]), Ok(None));
    assert!(world.cast_objects_turning([1, 9], &[spins, still]).is_err());
}

/// Boxes, hulls and rods that tumble about.
fn tumbling(random: &mut Random, kind: BroadPhaseKind, count: usize) -> (Scene, Vec<Primitive>) {
    let mut world = scene();
    world.set_broad_phase(kind);
    let mut shapes = Vec::new();
    for object in 0..count {
        let shape = match random.below(3) {
            0 => Primitive::Box(random.vector_between(0.05, 0.3)),
            1 => Primitive::Box(Vec3::new(0.8, 0.02, 0.02)),
            _ => Primitive::Cylinder { radius: random.between(0.05, 0.3), half_height: 0.3 },
        };
        add(&mut world, object, shape.clone(), random.vector() * 2.0);
        turn(&mut world, object, random.quaternion());
        shapes.push(shape);
    }
    world.proceed();
    for object in 0..count {
        world.select_object(object);
        let by = random.vector();
        world.transform(|p| p.origin += by);
        turn(&mut world, object, random.quaternion());
    }
    (world, shapes)
}

#[test]
fn the_scene_finds_what_single_casts_find() {
    let mut total = 0;
    for round in 0..8 {
        let random = &mut Random::case(71, round);
        let (mut world, shapes) = tumbling(random, BroadPhaseKind::Automatic, 24);
        let found = all(&mut world);
        assert!(found.is_sorted_by(|x, y| x.time <= y.time));
        let shapes =
            Vec::from_iter(shapes.into_iter().map(|s| query::Shape::try_from(s).expect("valid")));
        let motion = |object: usize| {
            world.motion_of(world.objects.slot(object).expect("known")).expect("finite")
        };
        let mut expected = 0;
        for a in 0..24 {
            for b in a + 1..24 {
                let hit = query::cast_motion(&shapes[a], &motion(a), &shapes[b], &motion(b), 1e-6);
                let hit = hit.expect("decided");
                let event = found.iter().find(|e| [e.event.first, e.event.second] == [a, b]);
                assert_eq!(hit.is_some(), event.is_some(), "round {round}: {a}, {b}");
                if let (Some(hit), Some(event)) = (hit, event) {
                    assert!((hit.time - event.time).abs() < 1e-4, "round {round}: {a}, {b}");
                    expected += 1;
                }
            }
        }
        assert_eq!(found.len(), expected);
        total += expected;
    }
    assert!(total > 40, "{total}");
}

#[test]
fn threads_and_broad_phases_change_no_bit() {
    let outcome = |kind, threads| {
        let (mut world, _) = tumbling(&mut Random::new(72), kind, 60);
        world.set_threads(solid_geometry::threads::Threads::new(threads).expect("threads"));
        let found = all(&mut world);
        Vec::from_iter(found.iter().map(|e| (e.event.first, e.event.second, e.time.to_bits())))
    };
    let first = outcome(BroadPhaseKind::Automatic, 1);
    assert!(first.len() > 10);
    assert_eq!(first, outcome(BroadPhaseKind::Automatic, 3));
    assert_eq!(first, outcome(BroadPhaseKind::BoxTree, 2));
}

/// A body that turns in some way, tiny ones, points, growing ones and those with far pivots among them.
fn turning(random: &mut Random) -> (Scene, Primitive) {
    let mut world = scene();
    let shape = match random.below(5) {
        0 => Primitive::Box(random.vector_between(0.05, 0.3)),
        1 => Primitive::Box(Vec3::new(0.8, 0.02, 0.02)),
        2 => Primitive::Box(Vec3::zeros()),
        3 => Primitive::sphere(0.2),
        _ => Primitive::Cylinder { radius: random.between(0.05, 0.3), half_height: 0.3 },
    };
    add(&mut world, 0, shape.clone(), random.vector() * 2.0);
    if random.once_in(2) {
        turn(&mut world, 0, random.quaternion());
    }
    world.proceed();
    let angle = if random.once_in(2) { 10.0_f64.powf(random.between(-12.0, 0.0)) } else { 3.0 };
    let axis = if random.once_in(2) { random.direction() } else { Vec3::x() };
    let [x, y, z] = (axis * (0.5 * angle).sin()).into();
    turn(&mut world, 0, [x, y, z, (0.5 * angle).cos()]);
    let by = random.vector();
    world.transform(|p| p.origin += by);
    if random.once_in(4) {
        world.transform(|p| p.scale(&random.vector_between(0.5, 2.0)));
    }
    if random.once_in(2) {
        world.set_spin(0, &(random.direction() * random.between(0.0, 30.0)));
    }
    if random.once_in(2) {
        world.set_pivot(0, &(random.direction() * 10.0_f64.powf(random.between(-1.0, 3.0))));
    }
    if random.once_in(4) {
        world.set_motion_kind(MotionKind::Screw);
    }
    (world, shape)
}

#[test]
fn moving_boxes_hold_all_points_at_all_times() {
    let mut sizes = Vec::new();
    for round in 0..3000 {
        let random = &mut Random::case(74, round);
        let (world, shape) = turning(random);
        let motion = world.motion_of(0).expect("finite");
        let (aabb, by) = world.moving_box(0, &motion).expect("a box");
        assert!(aabb.min <= aabb.max, "round {round}: {aabb:?}");
        let mut tight = solid_geometry::math::Aabb::EMPTY;
        for step in 0..=200 {
            let time = if step % 2 == 0 { f64::from(step) / 200.0 } else { random.unit() };
            let placement = motion.at(time);
            let moved = by * time;
            let bounds = shape.bounds_under(&placement.basis);
            let [min, max] = [bounds.min, bounds.max].map(|x| x + placement.origin - moved);
            tight = tight.join(&solid_geometry::math::Aabb { min, max });
            let point = placement.apply(&shape.support(&random.vector(), &mut 0)) - moved;
            assert!(
                aabb.min <= point && point <= aabb.max,
                "round {round}: {point} at {time}, {aabb:?}"
            );
            assert!(aabb.min <= min && max <= aabb.max, "round {round}: at {time}");
        }
        let best = tight.half_extents().sum();
        if best > 1e-6 {
            sizes.push(aabb.half_extents().sum() / best);
        }
    }
    sizes.sort_unstable_by(f64::total_cmp);
    let [median, most] = [sizes[sizes.len() / 2], sizes[sizes.len() - 1]];
    eprintln!("{median:.4} times the tightest box, {most:.3} at most");
    // Bodies that grow and make several turns have no box around their circles.
    assert!(median < 1.02 && most < 1.8, "{median} times the tightest box, {most} at most");
}

#[test]
fn moving_boxes_hold_their_bodies_and_fit_them() {
    for round in 0..200 {
        let random = &mut Random::case(73, round);
        let (mut world, shapes) = tumbling(random, BroadPhaseKind::Automatic, 1);
        world.set_spin(0, &(random.direction() * random.between(0.0, 12.0)));
        world.set_pivot(0, &(random.vector() * 0.5));
        let motion = world.motion_of(0).expect("finite");
        let (aabb, by) = world.moving_box(0, &motion).expect("a box");
        let mut tight = solid_geometry::math::Aabb::EMPTY;
        for step in 0..=100 {
            let time = f64::from(step) / 100.0;
            let Placement { basis, origin } = motion.at(time);
            let bounds = shapes[0].bounds_under(&basis);
            let (min, max) = (bounds.min + origin - by * time, bounds.max + origin - by * time);
            assert!(aabb.min <= min && max <= aabb.max, "round {round}");
            tight = tight.join(&solid_geometry::math::Aabb { min, max });
        }
        let (size, best) = (aabb.half_extents().sum(), tight.half_extents().sum());
        assert!(size <= 1.25 * best, "round {round}: {size} for {best}");
    }
}
