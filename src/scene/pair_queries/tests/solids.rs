use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::scene::pair_queries::body as placed;
use crate::scene::response::ContactQuery;
use crate::scene::shapes::Shape;
use crate::scene::world::World;
use solid_geometry::convex::epa::Workspace;
use solid_geometry::math::{Placement, Vec3, rotation};
use solid_geometry::mesh::{Builder, PolytopeKind, PolytopeSoup};
use solid_geometry::query::{Body, BodyPair, Contact, Effort};
use solid_geometry::shape::Primitive;
use solid_testing::Random;

/// The surface of boxes of these half extents about these centres; turned inside out where negative.
fn boxes(of: &[(Vec3, f64)]) -> PolytopeSoup {
    let mut builder = Builder::new();
    for (center, half) in of {
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                builder.begin(PolytopeKind::Polygon);
                for (u, v) in [(-1.0, -1.0), (side, -side), (1.0, 1.0), (-side, side)] {
                    let mut p = Vec3::zeros();
                    (p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]) = (side, u, v);
                    builder.vertex(center + p * *half);
                }
                builder.end();
            }
        }
    }
    builder.finish(None).0
}

fn shape(mut soup: PolytopeSoup, solid: bool) -> Shape {
    soup.set_solid(solid).expect("closed");
    Shape::Complex(Some(Arc::new(soup)))
}

/// What is inside a solid collides with it from the start, whichever way it goes; a surface is met when it is left.
#[test]
fn casts_begin_inside_of_solids() {
    let ball = Shape::Primitive(Primitive::sphere(0.25));
    for solid in [false, true] {
        let hollow = shape(boxes(&[(Vec3::zeros(), 1.0)]), solid);
        let body = |shape| placed(shape, &Placement::IDENTITY).unwrap();
        for pair in [[body(&hollow), body(&ball)], [body(&ball), body(&hollow)]] {
            let bodies = BodyPair::new(pair[0], pair[1]).unwrap();
            let motions = [Vec3::zeros(), Vec3::new(3.0, 0.0, 0.0)];
            let found = bodies.cast(&motions, 1e-9, &mut Workspace::default()).unwrap();
            let expected = if solid { 0.0 } else { 0.25 };
            assert!((found.time - expected).abs() < 1e-9, "{solid}: {}", found.time);
            assert!((found.normal.norm() - 1.0).abs() < 1e-9);
        }
    }
}

/// Boxes as surfaces and as solids, in any order, against boxes that are solid as such: a surface and a solid collide with
/// what the solid boxes collide with, two surfaces do not if one is within the other.
#[test]
fn solids_collide_as_if_they_were_whole() {
    let random = &mut Random::new(61);
    let (mut within, mut hits) = (0, 0);
    for round in 0..2000 {
        let [p, q] = [0; 2].map(|_| Placement {
            basis: rotation(&random.quaternion()) * if random.below(2) == 0 { 1.0 } else { -1.0 },
            origin: random.vector() * 2.0,
        });
        let (large, small) = (1.0 + random.signed().abs(), 0.1 + 0.2 * random.signed().abs());
        let whole = |half: f64| Shape::Primitive(Primitive::Box(Vec3::from([half; 3])));
        let collide = |a: Shape, b: Shape, kind| {
            let mut world: World<()> = World::default();
            for (i, (shape, placement)) in [(a, p), (b, q)].into_iter().enumerate() {
                let shape = world.shapes.insert(shape);
                assert!(world.create_object(i + 1, shape));
                world.transform(|at| *at = placement);
            }
            world.responses.set_default(Some(((), kind)));
            let mut cursor = world.begin_test();
            let event = world.next_event(&mut cursor)?;
            Some(world.found_data(&event).unwrap_or_default())
        };
        let simple = ContactQuery::Hit;
        let expected = collide(whole(large), whole(small), simple).is_some();
        let surface = |half| shape(boxes(&[(Vec3::zeros(), half)]), false);
        let solid = |half| shape(boxes(&[(Vec3::zeros(), half)]), true);
        let touch = collide(surface(large), surface(small), simple).is_some();
        assert!(expected || !touch, "{round}");
        for (a, b) in [
            (solid(large), surface(small)),
            (solid(large), whole(small)),
            (solid(large), solid(small)),
        ] {
            assert_eq!(collide(a, b, simple).is_some(), expected, "{round}");
        }
        assert_eq!(collide(surface(large), solid(small), simple).is_some(), touch, "{round}");
        hits += usize::from(expected);
        if expected && !touch {
            within += 1;
            let [at_a, at_b] = [p, q];
            let data =
                collide(solid(large), surface(small), ContactQuery::CommonPoint).expect("a hit");
            let apart = at_a.apply(&data.point1) - at_b.apply(&data.point2);
            assert!(apart.norm() < 1e-12, "{round}: {apart:?}");
            assert!(
                data.point1.amax() <= large && data.point2.amax() <= small * (1.0 + 1e-12),
                "{round}"
            );
            leaves(&solid(large), [p, q], &surface(small), &format!("{round}"));
            leaves(&whole(small), [q, p], &solid(large), &format!("{round}, swapped"));
            leaves(&surface(small), [q, p], &solid(large), &format!("{round}, soups swapped"));
            let smart = collide(whole(small), solid(large), ContactQuery::ClosestBefore);
            let due = collide(whole(small), whole(large), simple);
            assert_eq!(smart.is_some(), due.is_some(), "{round}");
        }
    }
    assert!(within > 200 && hits - within > 200, "{within} of {hits}");
}

/// Where one box is inside the other, the way out leads out, and no farther than to the surface.
fn leaves(first: &Shape, [p, q]: [Placement; 2], second: &Shape, round: &str) {
    fn at<'a>(shape: &'a Shape, placement: &'a Placement) -> Body<'a> {
        placed(shape, placement).expect("a body")
    }
    let bodies = BodyPair::new(at(first, &p), at(second, &q)).expect("in range");
    let held = bodies.inside().expect("inside");
    let found = bodies.penetration(1e-6, &mut Workspace::default()).expect("inside");
    let Contact { points, normal, depth, .. } = found.deepest;
    assert!((points[1] - points[0] - normal * depth).norm() < 1e-12, "{round}");
    assert!((normal.norm() - 1.0).abs() < 1e-12 && depth > 0.0, "{round}");
    for (way, is_out) in [(1.0 + 1e-9, true), (0.999, false)] {
        let moved = Placement { origin: p.origin + normal * (depth * way), ..p };
        let bodies = BodyPair::new(at(first, &moved), at(second, &q)).expect("in range");
        assert_eq!(bodies.common_point().is_none(), is_out, "{round}: {held:?} {depth}");
    }
}

/// Of several parts of a shape, one within the other shape is enough; a hollow is not inside.
#[test]
fn parts_and_hollows() {
    let hollow = |inner| shape(boxes(&[(Vec3::zeros(), 4.0), (Vec3::zeros(), inner)]), true);
    let two = |x: f64| {
        shape(boxes(&[(Vec3::new(20.0, 0.0, 0.0), 0.5), (Vec3::new(x, 0.0, 0.0), 0.5)]), false)
    };
    let here = Placement::IDENTITY;
    // An inner box turned inside out bounds a hollow; in the same sense it is more of the same.
    for (inner, x, collides) in [
        (-2.0, 0.0, false),
        (-2.0, 3.0, true),
        (-2.0, -3.0, true),
        (-2.0, 6.0, false),
        (-2.0, 1.0, false),
        (2.0, 1.0, true),
        (2.0, 3.0, true),
        (2.0, -5.0, false),
    ] {
        let (few, solid) = (two(x), hollow(inner));
        for [first, second] in [[&few, &solid], [&solid, &few]] {
            let body = |shape| placed(shape, &here).expect("a body");
            let bodies = BodyPair::new(body(first), body(second)).expect("in range");
            assert_eq!(bodies.inside().is_some(), collides, "{inner} {x}");
            let closest = bodies.closest_points(1e-6).expect("two bodies");
            assert_eq!(closest.distance == 0.0, collides, "{inner} {x}");
            assert_eq!(bodies.is_within(0.0), collides, "{inner} {x}");
            assert_eq!(bodies.common_point().is_some(), collides, "{inner} {x}");
        }
    }
}

/// With a deadline a search begins with what the last one of the same two objects found, in either order; without one it is not even
/// kept. Bounds hold each time, and objects that are apart or new have no past.
#[test]
fn separations_begin_with_the_last_where_time_is_limited() {
    let mut world: World<()> = World::default();
    for reference in [1, 2] {
        let block = shape(boxes(&[(Vec3::zeros(), 1.0), (Vec3::new(1.5, 0.0, 0.0), 1.0)]), true);
        let block = world.shapes.insert(block);
        assert!(world.create_object(reference, block));
    }
    let place = |world: &mut World<()>, x: f64| {
        assert!(world.select_object(2));
        world.transform(|at| *at = Placement::translation([x, 0.25, 1.5]));
    };
    let calm = Effort { gap: 1e-3, ..Effort::default() };
    let timed = || {
        let deadline = Instant::now().checked_add(Duration::from_secs(60));
        Effort { gap: 1e-3, steps: 4000, deadline }
    };
    place(&mut world, 0.5);
    let cold = world.separation(1, 2, calm).expect("solids").expect("they collide");
    assert_eq!(world.separations.take([1, 2]), None);
    let first = world.separation(1, 2, timed()).expect("solids").expect("they collide");
    assert_eq!(world.separations.take([2, 1]), Some(-first.translation));
    world.separations.set([2, 1], -first.translation);
    for x in [0.501, 0.502, 0.503] {
        place(&mut world, x);
        let again = world.separation(2, 1, timed()).expect("solids").expect("they collide");
        assert!((again.length() - 0.5).abs() < 1e-9, "{again:?}");
        assert!(again.lower <= 0.5 + 1e-9 && again.lower >= 0.5 * (1.0 - 2e-3), "{again:?}");
        assert_eq!(world.separations.take([2, 1]), Some(again.translation));
        world.separations.set([2, 1], again.translation);
    }
    place(&mut world, 0.5);
    assert_eq!(world.separation(1, 2, calm), Ok(Some(cold)));
    let block = world.shapes.insert(shape(boxes(&[(Vec3::zeros(), 1.0)]), true));
    assert!(world.create_object(2, block));
    assert_eq!(world.objects.slot(2).and_then(|slot| world.objects.sequence(slot)), Some(3));
    place(&mut world, 9.0);
    world.separations.set([1, 3], first.translation);
    assert_eq!(world.separation(1, 2, timed()), Ok(None));
    assert_eq!(world.separations.take([1, 3]), None);
}
