//! Functions that say what built-in shapes are, and functions that lie.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{FunctionShape, SupportFault};
use crate::math::{Placement, Vec3};
use crate::query;
use crate::shape::{Primitive, Support};
use crate::{Shape, ShapeError};
use solid_testing::Random;

fn built_in() -> Vec<Primitive> {
    let corners = [[0.0, 0.0, 0.0], [2.0, 0.1, 0.0], [0.3, 1.5, 0.2], [0.1, 0.4, 1.1]];
    vec![
        Primitive::Box(Vec3::new(1.0, 0.5, 0.25)),
        Primitive::sphere(0.8),
        Primitive::Ellipsoid(Vec3::new(1.0, 0.3, 0.6)),
        Primitive::Cone { radius: 0.7, half_height: 1.0 },
        Primitive::Cylinder { radius: 0.5, half_height: 0.9 },
        Primitive::Round { half: Vec3::new(0.5, 0.0, 0.2), radius: 0.3 },
        Primitive::Segment { from: Vec3::new(1.0, 2.0, 3.0), to: Vec3::new(1.0, 2.0, 3.0) },
        Primitive::polytope(&corners.map(Vec3::from)).expect("finite"),
    ]
}

fn by_function(shape: &Primitive) -> Shape {
    let shape = shape.clone();
    Shape::from_support(move |d: &Vec3| shape.support(d, &mut 0)).expect("a support mapping")
}

fn placement(random: &mut Random, reach: f64) -> Placement {
    Placement { basis: random.rotation(), origin: random.vector() * reach }
}

#[test]
fn a_function_answers_as_the_body_that_it_describes() {
    let random = &mut Random::new(71);
    let shapes = built_in();
    let (mut hits, mut misses) = (0, 0);
    for case in 0..6000 {
        let (a, b) = (&shapes[random.below(8)], &shapes[random.below(8)]);
        let (f, g) = (by_function(a), by_function(b));
        let [a, b] = [a, b].map(|shape| Shape::try_from(shape.clone()).expect("finite"));
        let (at, mut there) = (placement(random, 1.0), placement(random, 2.0));
        if case % 3 == 0
            && let Some([p, q]) =
                query::closest_points(&a, &at, &b, &there).map(|found| found.points)
        {
            // Moved until they touch, as near as rounding allows.
            there.origin += p - q;
        }
        let distance = query::distance(&a, &at, &b, &there);
        let of_function = query::distance(&f, &at, &g, &there);
        let mixed = query::distance(&f, &at, &b, &there);
        for other in [of_function, mixed] {
            let (one, other) = (distance.expect("finite"), other.expect("finite"));
            assert!((one - other).abs() <= 1e-6 * one + 1e-13, "{case}: {one} and {other}");
        }
        let is_hit = query::intersects(&a, &at, &b, &there);
        if is_hit {
            hits += 1
        } else {
            misses += 1
        }
        // Nearer than this the bodies touch, or not, by rounding.
        let depth = query::penetration(&a, &at, &b, &there).map_or(0.0, |found| found.depth);
        if depth.max(distance.unwrap_or(0.0)) > 1e-13 {
            assert_eq!(is_hit, query::intersects(&f, &at, &g, &there), "{case}");
            assert_eq!(is_hit, query::intersects(&a, &at, &g, &there), "{case}");
        }
        if let Some(found) = query::penetration(&f, &at, &g, &there) {
            assert!((found.depth - depth).abs() <= 1e-6 * depth + 1e-12, "{case}: {depth}");
        }
        assert_eq!((f.take_support_fault(), g.take_support_fault()), (None, None));
    }
    assert!(hits > 500 && misses > 500, "{hits} {misses}");
}

#[test]
fn what_is_no_support_mapping_is_refused() {
    let refused = |fault: SupportFault, result: Result<Shape, ShapeError>| {
        assert_eq!(result.err(), Some(ShapeError::BadSupport(fault)));
    };
    let random = Mutex::new(Random::new(3));
    let drifting = Mutex::new(0.0);
    use SupportFault::{NotFarthest, NotFinite};
    refused(NotFinite, Shape::from_support(|_: &Vec3| Vec3::repeat(f64::NAN)));
    refused(NotFinite, Shape::from_support(|d: &Vec3| d * f64::INFINITY));
    refused(NotFinite, Shape::from_support(|d: &Vec3| d * 1e200));
    refused(NotFarthest, Shape::from_support(|d: &Vec3| -d));
    refused(
        NotFarthest,
        Shape::from_support(move |_: &Vec3| random.lock().expect("free").vector()),
    );
    refused(
        NotFarthest,
        Shape::from_support(move |d: &Vec3| {
            let mut size = drifting.lock().expect("free");
            *size += 0.01;
            d * (1.0 + *size)
        }),
    );
    // A star: its radius varies with the direction.
    refused(NotFarthest, Shape::from_support(|d: &Vec3| d * (1.0 + d.amax())));
}

/// Any answers, once the shape is made, lead to some result in bounded time.
#[test]
fn a_function_that_turns_into_a_liar_stops_nothing() {
    let lies: [fn(&Vec3, &mut Random) -> Vec3; 6] = [
        |_, random| random.vector() * 3.0,
        |_, _| Vec3::repeat(f64::NAN),
        |d, random| if random.once_in(3) { Vec3::repeat(f64::INFINITY) } else { *d },
        |d, _| -d,
        |d, random| d * random.sign(),
        |d, _| d * (0.5 + 0.5 * (d.x * 40.0).fract().abs()),
    ];
    let random = &mut Random::new(5);
    let others = built_in();
    for (number, lie) in lies.into_iter().enumerate() {
        let lies = Arc::new(AtomicBool::new(false));
        let (is_lying, source) = (Arc::clone(&lies), Mutex::new(Random::new(9)));
        let shape = Shape::from_support(move |d: &Vec3| {
            if is_lying.load(Relaxed) { lie(d, &mut source.lock().expect("free")) } else { *d }
        });
        let shape = shape.expect("a ball so far");
        lies.store(true, Relaxed);
        for _ in 0..300 {
            let other = Shape::try_from(others[random.below(8)].clone()).expect("finite");
            let (at, there) = (placement(random, 1.0), placement(random, 1.5));
            let is_finite = |d: Option<f64>| d.is_none_or(f64::is_finite);
            assert!(is_finite(query::distance(&shape, &at, &other, &there)), "{number}");
            assert!(is_finite(query::distance(&other, &at, &shape, &there)), "{number}");
            query::intersects(&shape, &at, &other, &there);
            let depth = query::penetration(&shape, &at, &shape, &there).map(|found| found.depth);
            assert!(is_finite(depth), "{number}");
            query::contacts(&shape, &at, &other, &there);
            query::ray(&shape, &at, [5.0, 0.1, 0.0], [-5.0, 0.0, 0.3]);
            query::cast(&shape, &at, Vec3::x() * 3.0, &other, &there, Vec3::zeros());
        }
        let expected = [SupportFault::NotFarthest, SupportFault::NotFinite].map(Some);
        match number {
            0 => assert_eq!(shape.take_support_fault(), expected[0]),
            1 | 2 => assert_eq!(shape.take_support_fault(), expected[1]),
            _ => {}
        }
        assert_eq!(shape.take_support_fault(), None);
    }
}

/// It takes part in sums, hulls and images, but not in files.
#[test]
fn a_function_is_an_operand_and_is_not_saved() {
    let cone = Primitive::Cone { radius: 0.7, half_height: 1.0 };
    let (f, cone) = (by_function(&cone), Shape::try_from(cone).expect("finite"));
    let ball = Shape::sphere(0.25).expect("finite");
    let (here, there) = (Placement::IDENTITY, Placement::translation([3.0, 0.5, 0.2]));
    let pairs = [
        [Shape::sum(&f, &ball), Shape::sum(&cone, &ball)],
        [Shape::hull(&f, &ball), Shape::hull(&cone, &ball)],
        [f.placed(&there), cone.placed(&there)],
    ];
    for [of_function, built_in] in pairs.map(|pair| pair.map(|made| made.expect("small"))) {
        let to = |shape| query::distance(shape, &here, &ball, &there).expect("finite");
        let (one, other) = (to(&of_function), to(&built_in));
        assert!((one - other).abs() <= 1e-6 * one, "{one} {other}");
        assert!(of_function.to_bytes().is_none() && built_in.to_bytes().is_some());
    }
    assert!(f.to_bytes().is_none());
}

#[test]
fn the_size_of_a_body_does_not_matter() {
    for size in [0.0, 1e-300, 1e-20, 1e20, 1e140] {
        let ball = FunctionShape::new(move |d: &Vec3| d * size);
        let bounds = ball.expect("a ball").bounds;
        assert!((bounds.max - Vec3::repeat(size)).amax() <= 1e-14 * size, "{size}: {bounds:?}");
    }
}

#[test]
fn vertices_and_an_inner_ball_are_found() {
    let random = &mut solid_testing::Random::new(40);
    let corners = Vec::from_iter((0..40).map(|_| random.direction()));
    let hull = move |d: &Vec3| {
        let farther = |p: &&Vec3, q: &&Vec3| p.dot(d).total_cmp(&q.dot(d));
        corners.iter().max_by(farther).copied().expect("some")
    };
    let cube = |d: &Vec3| d.map(|x| if x < 0.0 { -1.0 } else { 1.0 });
    let can = |d: &Vec3| {
        let across = d.x.hypot(d.z).max(1e-9);
        Vec3::new(d.x / across, if d.y < 0.0 { -1.0 } else { 1.0 }, d.z / across)
    };
    let made = |shape: Result<Arc<FunctionShape>, SupportFault>| {
        let shape = shape.expect("a support mapping");
        (shape.is_polytope, shape.spheres.inner)
    };
    let (is_polytope, inner) = made(FunctionShape::new(cube));
    assert!(is_polytope && (0.999..=1.0).contains(&inner), "{inner}");
    let (is_polytope, inner) = made(FunctionShape::new(hull));
    assert!(is_polytope && (0.5..1.0).contains(&inner), "{inner}");
    for (is_polytope, inner) in
        [made(FunctionShape::new(|d: &Vec3| *d)), made(FunctionShape::new(can))]
    {
        assert!(!is_polytope && (0.85..1.0).contains(&inner), "{inner}");
    }
}
