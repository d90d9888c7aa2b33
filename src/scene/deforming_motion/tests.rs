//! Contacts of deforming soups between two frames, against all pairs of polytopes.

use std::sync::Arc;

use crate::scene::World;
use crate::scene::motion::MotionEvent;
use crate::scene::response::ContactQuery;
use crate::scene::shapes::{Shape, ShapeHandle};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::{Builder, PolytopeKind};
use solid_geometry::octree::{MovingHull, MovingSolid, Touch, Vertices, first_touch};
use solid_geometry::shape::Primitive;
use solid_testing::Random;

/// A sheet of triangles and tetrahedra.
fn sheet(world: &mut World<u32>, vertices: &[Vec3]) -> (ShapeHandle, Vec<Vec<u32>>) {
    let mut builder = Builder::new();
    let mut polytopes = Vec::new();
    for v in 0..vertices.len() as u32 - 3 {
        let indices: Vec<u32> = (v..v + 3 + v % 2).collect();
        builder.vertex_indices(PolytopeKind::Polyhedron, &indices);
        polytopes.push(indices);
    }
    let (soup, _) = builder.finish(Some(&|v: u32| vertices[v as usize]));
    (world.shapes.insert(Shape::Complex(Some(Arc::new(soup)))), polytopes)
}

fn all(world: &mut World<u32>) -> Vec<MotionEvent<u32>> {
    let mut cursor = world.begin_motion_test(|_| false);
    std::iter::from_fn(|| world.next_contact(&mut cursor)).collect()
}

fn moved_to(origin: Vec3) -> Placement {
    Placement { origin, ..Placement::IDENTITY }
}

/// What moves: its polytopes, its vertices and placements before and now; no polytopes of a ball.
struct Case {
    polytopes: Vec<Vec<u32>>,
    vertices: [Vec<Vec3>; 2],
    placements: [Placement; 2],
    deforms: bool,
}

fn earliest(a: &Case, b: &Case) -> Option<Touch> {
    let ball = Primitive::sphere(0.3);
    let hulls = |case: &Case| -> Vec<Vec<u32>> { case.polytopes.clone() };
    let mut best: Option<Touch> = None;
    let mut note = |touch: Option<Touch>| {
        let Some(touch) = touch else { return };
        if best.is_none_or(|best| touch.time < best.time) {
            best = Some(touch);
        }
    };
    fn hull<'a>(case: &'a Case, indices: &'a [u32]) -> MovingHull<'a> {
        let at =
            |i: usize| Vertices { local: &case.vertices[i], placement: Some(&case.placements[i]) };
        MovingHull { indices, before: at(0), now: at(1) }
    }
    let solid = |case: &Case| MovingSolid {
        solid: &ball,
        before: case.placements[0],
        motion: case.placements[1].origin - case.placements[0].origin,
    };
    for f in hulls(a) {
        for g in hulls(b) {
            note(first_touch(&hull(a, &f), &hull(b, &g)));
        }
        if b.polytopes.is_empty() {
            note(first_touch(&hull(a, &f), &solid(b)));
        }
    }
    best
}

#[test]
fn contacts_are_the_earliest_of_all_pairs() {
    let mut random = Random::new(141);
    let mut total = 0;
    for round in 0..60 {
        let mut world: World<u32> = World::default();
        world.responses.set_default(Some((7, ContactQuery::CommonPoint)));
        let mut cases = Vec::new();
        let mut shapes = Vec::new();
        for i in 0..3 {
            let at = random.vector();
            let vertices: Vec<Vec3> = (0..12).map(|_| at + random.vector() * 0.5).collect();
            let (shape, polytopes) = sheet(&mut world, &vertices);
            // The third does not deform.
            let push = if i < 2 { 0.5 } else { 0.0 };
            let now = vertices.iter().map(|v| v + random.vector() * push).collect();
            let placements = [0, 1].map(|_| moved_to(random.vector()));
            cases.push(Case { polytopes, vertices: [vertices, now], placements, deforms: i < 2 });
            shapes.push(shape);
        }
        let ball = world.shapes.insert(Shape::Primitive(Primitive::sphere(0.3)));
        let placements = [0, 1].map(|_| moved_to(random.vector() * 2.0));
        cases.push(Case {
            polytopes: vec![],
            vertices: [vec![], vec![]],
            placements,
            deforms: false,
        });
        shapes.push(ball);
        for (i, shape) in shapes.iter().enumerate() {
            // Created in an order other than that of their references.
            assert!(world.create_object(10 - i, *shape));
        }
        for frame in 0..2 {
            for (i, case) in cases.iter().enumerate() {
                world.select_object(10 - i);
                world.transform(|p| *p = case.placements[frame]);
                if case.deforms && frame == 1 {
                    world.deform(shapes[i], |soup| {
                        soup.change_vertices(&|v: u32| case.vertices[1][v as usize])
                    });
                }
            }
            if frame == 0 {
                world.proceed();
            }
        }
        let events = all(&mut world);
        let found = |i: usize, j: usize| {
            let is_of = |e: &&MotionEvent<u32>| (e.event.first, e.event.second) == (10 - i, 10 - j);
            events.iter().find(is_of).map(|e| (e.time, e.data.expect("witnessed")))
        };
        for i in 0..4 {
            for j in i + 1..4 {
                let what = format!("round {round}: {i} {j}");
                let expected = earliest(&cases[i], &cases[j]);
                let Some(touch) = expected else {
                    assert_eq!(found(i, j), None, "{what}");
                    continue;
                };
                let (time, data) = found(i, j).unwrap_or_else(|| panic!("{what}: {touch:?}"));
                if cases[i].deforms || cases[j].deforms {
                    assert_eq!((time, data.normal), (touch.time, touch.normal), "{what}");
                    let origin = |case: &Case| {
                        let [from, to] = case.placements;
                        from.origin + (to.origin - from.origin) * time
                    };
                    let points = [data.point1 + origin(&cases[i]), data.point2 + origin(&cases[j])];
                    assert!((points[0] - points[1]).norm() < 1e-9, "{what}");
                    assert!((points[0] - touch.points[0]).norm() < 1e-9, "{what}");
                    total += 1;
                } else {
                    assert!((time - touch.time).abs() < 1e-6, "{what}");
                }
            }
        }
        assert!(events.windows(2).all(|w| w[0].time <= w[1].time));
        // Nothing has moved after the next proceed: what is reported now overlaps at rest.
        world.proceed();
        assert!(all(&mut world).iter().all(|e| e.time == 0.0));
    }
    assert!(total > 30, "{total}");
}

#[test]
fn a_bullet_meets_a_sheet_that_comes_to_it() {
    let mut world: World<u32> = World::default();
    world.responses.set_default(Some((7, ContactQuery::CommonPoint)));
    let flat =
        [[-9.0, -9.0], [9.0, -9.0], [0.0, 9.0], [0.0, -9.5]].map(|[x, y]| Vec3::new(x, y, 0.0));
    let (shape, _) = sheet(&mut world, &flat);
    let ball = world.shapes.insert(Shape::Primitive(Primitive::sphere(0.01)));
    assert!(world.create_object(1, ball) && world.create_object(2, shape));
    world.select_object(1);
    world.transform(|p| *p = moved_to(Vec3::new(0.0, 0.0, 1e5)));
    world.proceed();
    world.transform(|p| *p = moved_to(Vec3::new(0.0, 0.0, -1e5)));
    let risen = flat.map(|p| p + Vec3::new(0.0, 0.0, 0.5));
    world.deform(shape, |soup| soup.change_vertices(&|v: u32| risen[v as usize]));
    let events = all(&mut world);
    let [found] = &events[..] else { panic!("{events:?}") };
    // The soup comes first, so the normal points down, towards it.
    assert_eq!((found.event.first, found.event.second), (2, 1));
    let normal = found.data.expect("witnessed").normal;
    assert!((normal - Vec3::new(0.0, 0.0, -1.0)).norm() < 1e-6);
    assert!((found.time - (1e5 - 0.01) / (2e5 + 0.5)).abs() < 1e-9);
    // A vertex that is no number: its polytope is left out.
    let torn = |v: u32| {
        if v == 1 { Vec3::repeat(f64::NAN) } else { risen[v as usize] }
    };
    world.deform(shape, |soup| soup.change_vertices(&torn));
    assert!(all(&mut world).is_empty());
    // It comes back, but had no place in the previous frame.
    world.proceed();
    world.deform(shape, |soup| soup.change_vertices(&|v: u32| risen[v as usize]));
    assert!(all(&mut world).is_empty());
    world.proceed();
    world.select_object(1);
    world.transform(|p| *p = moved_to(Vec3::new(0.0, 0.0, 7.0)));
    assert_eq!(all(&mut world).len(), 1);
}

/// A wall y = 2 as a triangle that comes to y = 1 in the frame, and a rod along x that makes a quarter turn about z.
fn rod_and_wall() -> (World<u32>, ShapeHandle, [Vec<Vec3>; 2]) {
    let mut world: World<u32> = World::default();
    world.responses.set_default(Some((7, ContactQuery::Contacts)));
    let wall = |y: f64| [[-9.0, y, -9.0], [9.0, y, -9.0], [0.0, y, 9.0]].map(Vec3::from).to_vec();
    let mut builder = Builder::new();
    builder.vertex_indices(PolytopeKind::Polyhedron, &[0, 1, 2]);
    let (before, now) = (wall(2.5), wall(1.5));
    let (soup, _) = builder.finish(Some(&|v: u32| before[v as usize]));
    let shape = world.shapes.insert(Shape::Complex(Some(Arc::new(soup))));
    assert!(world.create_object(1, shape));
    let rod = world.shapes.insert(Shape::Primitive(Primitive::Box(Vec3::new(2.0, 0.01, 0.01))));
    assert!(world.create_object(2, rod));
    world.proceed();
    assert!(world.select_object(2) && world.rotate(&[0.0, 0.0, 1.0, 1.0]));
    world.deform(shape, |soup| soup.change_vertices(&|v: u32| now[v as usize]));
    (world, shape, [before, now])
}

/// When the rod's end meets the wall.
fn meeting() -> f64 {
    let above = |time: f64| {
        let (sine, cosine) = (0.5 * std::f64::consts::PI * time).sin_cos();
        2.5 - time - (2.0 * sine + 0.01 * cosine)
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        *(if above(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    low
}

#[test]
fn a_rod_that_turns_meets_a_wall_that_comes_to_it() {
    let (mut world, ..) = rod_and_wall();
    let events = all(&mut world);
    let [found] = &events[..] else { panic!("{events:?}") };
    let meeting = meeting();
    assert!(found.time <= meeting && meeting - found.time < 1e-5, "{} {meeting}", found.time);
    // From the rod to the wall, which comes first.
    let data = found.data.expect("data");
    assert!((data.normal - Vec3::y()).norm() < 1e-9, "{}", data.normal);
    assert!((data.point2.x - 2.0).abs() < 1e-9, "the rod's end: {}", data.point2);
    let contact = world.found_contacts()[0];
    assert!((contact.points[0] - contact.points[1]).norm() < 1e-5);
    assert!((contact.points[0].y - (2.5 - found.time)).abs() < 1e-9);
    // The wall's local coordinates are those of its present vertices, moved straight.
    assert!((data.point1 - contact.points[0]).norm() < 1e-9);
    // With its present rotation from the start, it stands upright, as before there were turns.
    world.set_motion_kind(crate::scene::turning::MotionKind::Straight);
    let events = all(&mut world);
    assert!((events[0].time - 0.5).abs() < 1e-9, "{}", events[0].time);
}

#[test]
fn the_wall_may_turn_itself_and_the_rod_be_a_mesh() {
    let time = all(&mut rod_and_wall().0)[0].time;
    let (mut world, shape, [before, now]) = rod_and_wall();
    world.delete_object(2);
    let corners = |i: u32| {
        let side = |k: u32, half: f64| if i >> k & 1 == 0 { -half } else { half };
        Vec3::new(side(0, 2.0), side(1, 0.01), side(2, 0.01))
    };
    let mut builder = Builder::new();
    builder.vertex_indices(PolytopeKind::Polyhedron, &Vec::from_iter(0..8));
    let (rod, _) = builder.finish(Some(&corners));
    let rod = world.shapes.insert(Shape::Complex(Some(Arc::new(rod))));
    assert!(world.create_object(3, rod));
    world.deform(shape, |soup| soup.change_vertices(&|v: u32| before[v as usize]));
    world.proceed();
    assert!(world.select_object(3) && world.rotate(&[0.0, 0.0, 1.0, 1.0]));
    // Half of the way by its vertices, the rest by its object, which turns in the wall's plane besides.
    let half = |v: u32| (before[v as usize] + now[v as usize]) * 0.5;
    world.deform(shape, |soup| soup.change_vertices(&half));
    world.select_object(1);
    world.transform(|p| {
        p.origin.y = -0.5;
        p.rotate(&[0.0, 0.3, 0.0, 1.0]);
    });
    let events = all(&mut world);
    assert!((events[0].time - time).abs() < 1e-5, "{} {time}", events[0].time);
    world.validate();
}

#[test]
fn bad_vertices_and_placements_lose_nothing_else() {
    let times = |world: &mut World<u32>| Vec::from_iter(all(world).iter().map(|e| e.time));
    // A vertex that is no number, now or then: its polytope is left out, which is told.
    let (mut world, shape, [before, now]) = rod_and_wall();
    assert!(times(&mut world).len() == 1 && !world.take_faces_left_out());
    for bad in [f64::NAN, f64::INFINITY, 1e80] {
        let torn = |v: u32| if v == 2 { Vec3::repeat(bad) } else { now[v as usize] };
        world.deform(shape, |soup| soup.change_vertices(&torn));
        assert!(times(&mut world).is_empty() && world.take_faces_left_out(), "{bad}");
    }
    world.proceed();
    world.deform(shape, |soup| soup.change_vertices(&|v: u32| before[v as usize]));
    world.select_object(2);
    world.rotate(&[0.0, 0.0, 1.0, 1.0]);
    assert!(times(&mut world).is_empty() && world.take_faces_left_out());
    // A rod that is mirrored in one frame alone: its points move straight, and it passes the wall on its way, which is told.
    let (mut world, ..) = rod_and_wall();
    world.transform(|p| p.scale(&Vec3::new(1.0, -1.0, 1.0)));
    let found = times(&mut world);
    assert!(world.take_lacks_rotation() && found.len() == 1);
    // A corner of its end goes straight from (2, 0.01) to (0.01, 2).
    assert!((found[0] - 2.49 / 2.99).abs() < 1e-5, "{found:?}");
    // One that is sheared meanwhile turns and grows.
    let (mut world, ..) = rod_and_wall();
    world.transform(|p| p.basis[(0, 1)] += 0.5);
    assert!(times(&mut world).len() == 1 && !world.take_lacks_rotation());
    // One that is new rests: it touches when the wall comes to its upright end.
    let (mut other, shape, [before, now]) = rod_and_wall();
    other.delete_object(2);
    other.deform(shape, |soup| soup.change_vertices(&|v: u32| before[v as usize]));
    other.proceed();
    let rod = other.shapes.insert(Shape::Primitive(Primitive::Box(Vec3::new(2.0, 0.01, 0.01))));
    assert!(other.create_object(2, rod) && other.rotate(&[0.0, 0.0, 1.0, 1.0]));
    other.deform(shape, |soup| soup.change_vertices(&|v: u32| now[v as usize]));
    assert!((times(&mut other)[0] - 0.5).abs() < 1e-9);
    // A rod that is nowhere now meets nothing.
    let (mut world, ..) = rod_and_wall();
    world.transform(|p| p.basis[(1, 1)] = f64::NAN);
    assert!(times(&mut world).is_empty());
}
