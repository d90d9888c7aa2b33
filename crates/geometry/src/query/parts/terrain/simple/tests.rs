//! Balls, capsules and boxes that touch height fields, against the same surface as a mesh.

use super::super::tests::{as_mesh, placement, terrain};
use crate::convex::Coherence;
use crate::math::{Placement, Vec3};
use crate::query::ask::{Answer, Question, collide};
use crate::query::{Body, BodyPair, Diagonal, HeightField, Shape};
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

/// The normal of a triangle that is a hundred million times as long as wide is not exact, and its corners are not equally high over it.
#[test]
fn boxes_touch_triangles_as_steep_as_walls() {
    let heights = vec![0.0, 33_821_665.0, -33_821_665.0, 0.0];
    let field = HeightField::new(heights, [2, 2], [1.0, 1.0], Diagonal::Falling).expect("a cell");
    let (field, here) = (Shape::height_field(field), Placement::IDENTITY);
    let cube = Shape::cuboid([0.1; 3]).expect("a cube");
    let turned = crate::math::Mat3::new(
        0.7180753782064315,
        0.6883165522175508,
        0.1028983729562043,
        -0.5662307979583941,
        0.49183307665577564,
        0.6614249074163403,
        0.4046608884697046,
        -0.5332171683757545,
        0.7429192531441433,
    );
    let origin = Vec3::new(0.7219839778092556, -6818702.67603184, 0.9235915177110269);
    let there = Placement { basis: turned, origin };
    assert!(crate::query::intersects(&field, &here, &cube, &there));
    assert!(crate::query::intersects(&cube, &there, &field, &here));
    assert!(crate::query::penetration(&cube, &there, &field, &here).is_some());
}
