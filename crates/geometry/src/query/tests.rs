use super::{Shape, WarmStart};
use crate::math::{Placement, Vec3};
use crate::query;
use crate::shape::Primitive;
use solid_testing::Random;

mod rays;
mod units;

pub(super) fn convex(primitive: Primitive) -> Shape {
    primitive.try_into().expect("finite dimensions")
}

/// Triangles of about a size, in a cube.
pub(crate) fn soup(random: &mut Random, triangles: usize, size: f64) -> Shape {
    let mut vertices = Vec::new();
    for _ in 0..triangles {
        let corner = random.vector();
        vertices.extend((0..3).map(|_| corner + random.vector() * size));
    }
    let faces: Vec<[u32; 3]> =
        (0..triangles as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Shape::mesh(&vertices, &faces).expect("a mesh")
}

pub(super) fn shape(random: &mut Random) -> Shape {
    match random.below(5) {
        0 => Shape::cuboid([0.4, 0.6, 0.8]).expect("a box"),
        1 => Shape::capsule(0.2, 0.8).expect("a capsule"),
        2 => Shape::cone(0.3, 0.8).expect("a cone"),
        3 => Shape::polytope(&[(); 12].map(|()| random.vector() * 0.4)).expect("a polytope"),
        _ => soup(random, 20, 0.3),
    }
}

pub(super) fn placement(random: &mut Random) -> Placement {
    let mut placement = Placement::translation(random.vector() * 0.6);
    placement.rotate(&random.quaternion());
    placement
}

#[test]
fn all_questions_agree_and_a_warm_start_changes_no_answer() {
    let mut random = Random::new(31);
    let (mut warm, mut hits) = (WarmStart::default(), 0);
    for round in 0..1000 {
        let (a, b) = (&shape(&mut random), &shape(&mut random));
        let (p, q) = (&placement(&mut random), &placement(&mut random));
        let hit = query::intersects(a, p, b, q);
        hits += usize::from(hit);
        assert_eq!(warm.intersects(a, p, b, q), hit, "round {round}");
        let closest = query::closest_points(a, p, b, q).expect("finite");
        assert_eq!(warm.closest_points(a, p, b, q), Some(closest), "round {round}");
        assert_eq!(query::distance(a, p, b, q), Some(closest.distance), "round {round}");
        assert_eq!(closest.distance == 0.0, hit, "round {round}");
        assert_eq!(query::common_point(a, p, b, q).is_some(), hit, "round {round}");
        assert_eq!(query::is_within(a, p, b, q, 0.0), hit, "round {round}");
        assert!(query::is_within(a, p, b, q, closest.distance * 1.0001), "round {round}");
        let depth = query::penetration(a, p, b, q);
        assert_eq!(warm.penetration(a, p, b, q), depth, "round {round}");
        assert_eq!(depth.is_some(), hit, "round {round}");
        let contacts = query::contacts(a, p, b, q);
        assert_eq!(warm.contacts(a, p, b, q), contacts, "round {round}");
        assert_eq!(!contacts.is_empty(), hit, "round {round}");
        let (here, there) = (Vec3::zeros(), random.vector() * 3.0);
        let cast = query::cast(a, p, here, b, q, there);
        assert_eq!(warm.cast(a, p, here, b, q, there), cast, "round {round}");
        assert_eq!(cast.is_some_and(|cast| cast.time == 0.0), hit, "round {round}");
        // Moved as far, they touch.
        if let Some(cast) = cast {
            let moved = Placement { origin: q.origin + there * cast.time, ..*q };
            let left = query::distance(a, p, b, &moved).expect("finite");
            assert!(left < 1e-5, "round {round}: {left}");
        }
    }
    assert!((200..800).contains(&hits), "{hits} hits");
}

#[test]
fn a_ray_enters_where_the_cast_of_a_point_does() {
    let mut random = Random::new(32);
    let point = Shape::point([0.0; 3]).expect("a point");
    let mut hits = 0;
    for round in 0..500 {
        let (body, p) = (&shape(&mut random), &placement(&mut random));
        let from = random.vector() * 3.0;
        // Towards the body, and beyond it.
        let to = p.origin * 1.5 - from * 0.5 + random.vector() * 0.3;
        let entered = query::ray(body, p, from, to);
        let origin = Placement::translation(from);
        let met = query::cast(body, p, Vec3::zeros(), &point, &origin, to - from);
        assert_eq!(entered.map(|hit| hit.time), met.map(|hit| hit.time), "round {round}");
        hits += usize::from(entered.is_some());
    }
    assert!(hits > 50, "{hits} hits");
}

#[test]
fn what_is_not_finite_is_not_hit() {
    let ball = &Shape::sphere(1.0).expect("a ball");
    let mesh = &Shape::mesh(&[Vec3::zeros(), Vec3::x(), Vec3::y()], &[[0, 1, 2]]).expect("a mesh");
    let here = &Placement::IDENTITY;
    let nowhere = &Placement::translation([f64::NAN, 0.0, 0.0]);
    for (a, b) in [(ball, ball), (ball, mesh), (mesh, ball), (mesh, mesh)] {
        for (p, q) in [(here, nowhere), (nowhere, here)] {
            assert!(!query::intersects(a, p, b, q));
            assert!(!query::is_within(a, p, b, q, 1e9));
            assert_eq!(query::distance(a, p, b, q), None);
            assert_eq!(query::penetration(a, p, b, q), None);
            assert_eq!(query::contacts(a, p, b, q), []);
            assert_eq!(query::cast(a, p, Vec3::x(), b, q, Vec3::y()), None);
        }
    }
    assert!(!query::is_within(ball, here, ball, here, f64::NAN));
    assert_eq!(query::ray(ball, here, [f64::NAN, 0.0, 0.0], [0.0; 3]), None);
}
