//! Balls, capsules and boxes that touch height fields, against the same surface as a mesh.

use super::super::tests::{as_mesh, placement, terrain};
use crate::convex::Coherence;
use crate::math::Vec3;
use crate::query::ask::{Answer, Question, collide};
use crate::query::{Body, BodyPair, HeightField, Shape};
use solid_testing::Random;

/// How far a point is from the axis of a capsule along y.
fn from_axis(point: &Vec3, half: f64) -> f64 {
    (point - Vec3::y() * point.y.clamp(-half, half)).norm()
}

/// How far a point is from a triangle: from its plane, and across its sides.
fn from_triangle(point: &Vec3, [p, q, r]: &[Vec3; 3]) -> f64 {
    let normal = (q - p).cross(&(r - p)).normalize();
    let beside = |from: &Vec3, to: &Vec3| {
        (to - from).normalize().cross(&normal).dot(&(point - from)).max(0.0)
    };
    normal.dot(&(point - p)).abs() + beside(p, q).max(beside(q, r)).max(beside(r, p))
}

#[test]
fn simple_bodies_touch_fields_where_they_touch_meshes() {
    let random = &mut Random::new(4711);
    let (mut decided, mut hits, mut open) = ([0; 2], [0; 2], 0);
    for round in 0..4000 {
        let field = terrain(random);
        let Some((mesh, _)) = as_mesh(&field) else { continue };
        let (radius, half) = (0.05 + random.signed().abs(), random.below(2) as f64 * 0.6);
        let is_box = round % 3 == 0;
        let body = match half {
            _ if is_box => Shape::cuboid([0.8 * radius, 2.0 * (radius + half), 0.3 + radius]),
            0.0 => Shape::sphere(radius),
            _ => Shape::capsule(radius, 2.0 * half),
        };
        let body = body.expect("valid dimensions");
        let size = HeightField::bounds(&field).max;
        let here = placement(random, 1.0);
        let mut there = placement(random, 1.0);
        let mut local = Vec3::new(random.unit() * size.x, 0.0, random.unit() * size.z);
        // From touching to far.
        local.y = random.within(2.5);
        if let (0, Some(height)) = (round % 4, field.height(0, 0)) {
            local = Vec3::new(0.0, height + radius + half, 0.0);
            there.basis = here.basis;
        }
        there.origin = here.apply(&local);
        let shape = Shape::height_field(field.clone());
        let [a, m, b] = [(&shape, &here), (&mesh, &here), (&body, &there)]
            .map(|(shape, at)| Body::new(shape.view(), at).expect("finite"));
        let of_mesh = collide(m, b, Question::Parts, &mut Coherence::default(), &mut 0);
        let [forth, back] = [[a, b], [b, a]].map(|[first, second]| {
            let pair = BodyPair::new(first, second).expect("in range");
            let question = if is_box { Question::Parts } else { Question::CommonPoint };
            pair.collide_simple_body_and_field(question, &mut 0)
        });
        assert_eq!(back, forth.map(Answer::mirrored), "round {round}");
        let Some(found) = forth else {
            open += 1;
            continue;
        };
        decided[usize::from(is_box)] += 1;
        assert_eq!(found == Answer::Nothing, of_mesh == Answer::Nothing, "round {round}");
        let Answer::Parts { parts: [number, 0], common: [on_field, on_body] } = found else {
            continue;
        };
        hits[usize::from(is_box)] += 1;
        let triangle = field.triangle(number).expect("it is there");
        if is_box {
            let one = Shape::mesh(&triangle, &[[0, 1, 2]]).expect("a triangle");
            assert!(crate::query::intersects(&one, &here, &body, &there), "round {round}");
            continue;
        }
        assert!(from_triangle(&on_field, &triangle) < 1e-9, "round {round}");
        assert!(from_axis(&on_body, half) < radius, "round {round}");
        assert!((here.apply(&on_field) - there.apply(&on_body)).norm() < 1e-9, "round {round}");
    }
    let are_many = decided.iter().zip(hits).all(|(decided, hits)| *decided > 600 && hits > 200);
    assert!(are_many && open > 100, "{decided:?} {hits:?} {open}");
}
