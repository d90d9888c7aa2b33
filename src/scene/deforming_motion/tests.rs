//! Contacts of deforming soups between two frames, against all pairs of polytopes.

use std::sync::Arc;

use crate::scene::World;
use crate::scene::motion::MotionEvent;
use crate::scene::response::ResponseKind;
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
    let mut cursor = world.begin_motion_test(false);
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
        world.responses.set_default(Some((7, ResponseKind::Witnessed)));
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
    world.responses.set_default(Some((7, ResponseKind::Witnessed)));
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
