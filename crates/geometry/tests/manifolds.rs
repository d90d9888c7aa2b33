//! Contacts of pairs of convex bodies of all kinds: their points are on the bodies, and their numbers tell them apart and stay.

use solid_geometry::math::Mat3;
use solid_geometry::query::{self, Contact};
use solid_geometry::{Placement, Shape, ShapeError, Vec3};
use solid_testing::Random;

fn points(random: &mut Random, count: usize) -> Vec<Vec3> {
    (0..count).map(|_| random.vector()).collect()
}

fn positive(random: &mut Random) -> f64 {
    0.1 + random.unit()
}

/// A ball and a triangle beside it, and what is between them.
fn ball_and_triangle(random: &mut Random) -> Shape {
    let ball = Shape::sphere(0.3 * random.unit()).expect("a ball");
    Shape::hull(&ball, &Shape::polytope(&points(random, 3)).expect("a triangle")).expect("a hull")
}

/// Of convex bodies, and then of meshes.
const KINDS: usize = 16;
const ALL_KINDS: usize = 18;

/// A rolling ground, or a prism of many flat triangles.
fn mesh(is_rolling: bool, random: &mut Random) -> Shape {
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for i in 0..8 {
        for k in 0..8 {
            let y = if is_rolling { random.within(0.1) } else { 0.0 };
            vertices.push(Vec3::new(f64::from(i) / 4.0 - 0.9, y, f64::from(k) / 4.0 - 0.9));
        }
    }
    for i in 0..7 {
        for k in 0..7 {
            let [p, q, r, s] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, z)| 8 * (i + x) + k + z);
            faces.extend([[p, r, q], [p, s, r]]);
        }
    }
    Shape::mesh(&vertices, &faces).expect("a mesh")
}

fn body(kind: usize, random: &mut Random) -> Shape {
    let half = Vec3::from_fn(|_, _| positive(random));
    let r = positive(random);
    match kind {
        0 => Shape::cuboid(half),
        1 => Shape::cuboid([half.x, 0.0, half.z]),
        2 => Shape::capsule(0.5 * r, half.y),
        3 => Shape::polytope(&points(random, 3)),
        4 => Shape::polytope(&points(random, 12)),
        5 => Shape::cylinder(0.5 * r, half.y),
        6 => Shape::cone(0.5 * r, half.y),
        7 => Shape::segment(random.vector(), random.vector()),
        8 => Shape::round_box(half * 0.5, 0.2 * r),
        9 => Shape::wheel(0.5 * r, 0.2 * r),
        10 => {
            let corners = Shape::polytope(&points(random, 4)).expect("a tetrahedron");
            Shape::sum(&corners, &Shape::cuboid(half * 0.5).expect("a box"))
        }
        11 => Ok(ball_and_triangle(random)),
        12 => Shape::frustum([half.x, r], [0.3 * half.z, half.y], half.y),
        13 => sum(Shape::cylinder(0.3 * r, half.y), Shape::polytope(&points(random, 3))),
        14 => sum(Shape::cone(0.3 * r, half.y), Shape::segment(random.vector(), random.vector())),
        // Round about one line, with ends that are neither discs nor balls.
        15 => sum(Shape::capsule(0.3 * r, half.y), Shape::cylinder(0.2 * r, half.x)),
        _ => Ok(mesh(kind == KINDS, random)),
    }
    .expect("a body")
}

fn sum(a: Result<Shape, ShapeError>, b: Result<Shape, ShapeError>) -> Result<Shape, ShapeError> {
    Shape::sum(&a?, &b?)
}

fn placement(random: &mut Random) -> Placement {
    let mut placement = Placement::translation(random.vector() * 0.4);
    if random.chance(0.7) {
        placement.rotate(&random.quaternion());
    }
    placement
}

/// How far a point is from a body.
fn off(body: &Shape, placement: &Placement, p: &Vec3) -> f64 {
    let point = Shape::point([0.0; 3]).expect("a point");
    query::distance(body, placement, &point, &Placement::translation(*p)).expect("finite")
}

#[test]
fn points_are_on_the_bodies() {
    let mut random = Random::new(41);
    let mut count = 0;
    for (i, j) in (0..KINDS).flat_map(|i| (i..KINDS).map(move |j| (i, j))) {
        for round in 0..60 {
            let bodies = [i, j].map(|kind| body(kind, &mut random));
            let mut at = [placement(&mut random), placement(&mut random)];
            if round % 3 == 0 {
                for placement in &mut at {
                    let factors = Vec3::from_fn(|_, _| random.decade(-0.5, 0.5));
                    placement.basis *= Mat3::from_diagonal(&factors);
                }
            }
            let ([a, b], [p, q]) = (&bodies, &at);
            let found = query::contacts(a, p, b, q);
            count += found.len();
            for contact in &found {
                let [of_a, of_b] = &contact.points;
                let most = off(a, p, of_a).max(off(b, q, of_b));
                assert!(most <= 1e-5, "{i}, {j}, round {round}: {most:e} off, {contact:?}");
            }
            if let Some(deepest) = query::penetration(a, p, b, q) {
                let most = found.iter().fold(0.0_f64, |most, contact| most.max(contact.depth));
                assert!((most - deepest.depth).abs() <= 1e-9, "{i}, {j}, round {round}");
            }
        }
    }
    assert!(count > 10_000, "{count}");
}

/// A hull of a ball and a triangle that lies on the triangle has its three corners, however it is turned.
#[test]
fn a_hull_that_lies_on_its_triangle_has_its_corners() {
    let mut random = Random::new(42);
    let floor = Shape::cuboid([20.0, 2.0, 20.0]).expect("a box");
    for round in 0..300 {
        let corners = [0.0, 2.1, 4.2].map(|angle: f64| {
            let angle = angle + random.within(0.5);
            Vec3::new(angle.cos(), 0.0, angle.sin())
        });
        let ball = Shape::sphere(0.3).and_then(|ball| {
            ball.placed(&Placement::translation([
                random.within(0.2),
                0.5 + random.unit(),
                random.within(0.2),
            ]))
        });
        let triangle = Shape::polytope(&corners).expect("a triangle");
        let hull = Shape::hull(&ball.expect("a ball"), &triangle).expect("a hull");
        let place = Placement::translation([0.0, 0.999, 0.0]);
        let found = query::contacts(&hull, &place, &floor, &Placement::IDENTITY);
        assert_eq!(found.len(), 3, "round {round}: {found:?}");
        for corner in corners.map(|corner| corner + place.origin) {
            assert!(
                found.iter().any(|contact| (contact.points[0] - corner).norm() < 1e-6),
                "round {round}: {corner:?} of {found:?}"
            );
        }
    }
}

fn are_distinct(found: &[Contact]) -> bool {
    found
        .iter()
        .enumerate()
        .all(|(i, one)| found[..i].iter().all(|other| one.features != other.features))
}

#[test]
fn numbers_of_features_do_not_repeat_and_stay() {
    let mut random = Random::new(43);
    let (mut stayed, mut changed) = (0, 0);
    for round in 0..6000 {
        let kinds = [random.below(ALL_KINDS), random.below(ALL_KINDS)];
        let [a, b] = kinds.map(|kind| body(kind, &mut random));
        let (p, q) = (placement(&mut random), placement(&mut random));
        let found = query::contacts(&a, &p, &b, &q);
        assert!(are_distinct(&found), "round {round}, {kinds:?}: {found:?}");
        let mut moved = q;
        moved.origin += random.vector() * 1e-6;
        for contact in query::contacts(&a, &p, &b, &moved) {
            let is_near = |other: &&Contact| (other.points[0] - contact.points[0]).norm() < 1e-5;
            let mut near = found.iter().filter(is_near);
            let (Some(same), None) = (near.next(), near.next()) else { continue };
            if same.features == contact.features { stayed += 1 } else { changed += 1 }
        }
    }
    // Where a corner is on an edge, the next frame has it beside that.
    assert!(stayed > 5000 && changed * 200 < stayed, "{stayed} {changed}");
}

/// Bodies that are about to touch, by less than some searches see: a box and a flat one that leans by 1e-13, and a ball and a cone of
/// no size. One question has no other answer than the next.
#[test]
fn questions_agree_at_rounding() {
    let cuboid = |half: [f64; 3]| Shape::cuboid(half.map(|x| 2.0 * x)).expect("a box");
    let leaning = |x: f64, z: f64| Placement {
        basis: Mat3::new(1.0, 0.0, x, 0.0, 1.0, 0.0, z, 0.0, 1.0),
        ..Placement::IDENTITY
    };
    let quarter = Placement {
        basis: Mat3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        ..Placement::IDENTITY
    };
    let at = |p: Placement, x: f64, y: f64, z: f64| Placement { origin: Vec3::new(x, y, z), ..p };
    let cases = [
        (
            cuboid([0.625, 0.5, 1.0]),
            at(leaning(-1e-13, 1e-13), 0.5, 0.875, 0.5),
            cuboid([0.625, 0.0, 0.375]),
            at(quarter, -0.125, 0.125, 0.0),
        ),
        (
            cuboid([0.25, 0.375, 0.25]),
            at(leaning(-1e-13, 1e-13), 0.875, -0.875, 0.75),
            cuboid([0.875, 0.875, 0.625]),
            at(Placement::IDENTITY, -0.125, -2.125, 1.625),
        ),
        (
            Shape::sphere(0.375).expect("a ball"),
            at(Placement::IDENTITY, 0.875, -0.875, -0.125),
            Shape::cone(0.0, 0.0).expect("a cone"),
            at(Placement::IDENTITY, 1.125, -1.375, -0.5),
        ),
    ];
    for (case, (a, p, b, q)) in cases.iter().enumerate() {
        let hit = query::intersects(a, p, b, q);
        assert_eq!(query::distance(a, p, b, q) == Some(0.0), hit, "case {case}");
        assert_eq!(query::common_point(a, p, b, q).is_some(), hit, "case {case}");
        assert_eq!(query::contacts(a, p, b, q).is_empty(), !hit, "case {case}");
        let towards = p.origin - q.origin;
        if let Some(found) = query::cast(a, p, Vec3::zeros(), b, q, towards) {
            assert_eq!(found.time == 0.0, hit, "case {case}: {found:?}");
            assert!((found.normal.norm() - 1.0).abs() < 1e-9, "case {case}: {found:?}");
        }
    }
}

/// A second number for equal features must not be one that another contact has already.
#[test]
fn numbers_do_not_repeat_where_a_cylinder_meets_a_mesh() {
    let mut prism = solid_testing::meshes::l_shape();
    prism.vertices.iter_mut().for_each(|v| *v -= Vec3::new(1.0, 1.0, 0.5));
    let prism = Shape::mesh(&prism.vertices, &prism.triangles).expect("a mesh");
    let mut random = Random::new(45);
    let mut several = 0;
    for round in 0..3000 {
        let (mut r, mut half) = (0.286_093_095_128_948_15, 1.061_152_421_732_188_8 / 2.0);
        let (mut p, mut q) = ([0.5, 0.0, 0.0], [0.25, 0.25, 0.75]);
        if round > 0 {
            (r, half) = (positive(&mut random), positive(&mut random));
            [p, q] = [(); 2].map(|()| random.vector().map(|x| (4.0 * x).round() / 4.0).into());
        }
        let cylinder = Shape::cylinder(r, half).expect("a cylinder");
        let [p, q] = [p, q].map(Placement::translation);
        let found = query::contacts(&cylinder, &p, &prism, &q);
        assert!(are_distinct(&found), "round {round}: {found:?}");
        several += usize::from(found.len() > 1);
    }
    assert!(several > 500, "{several}");
}
