use super::*;
use crate::query::{BodyShape, Shape};
use solid_testing::Random;
use solid_testing::meshes::closed_ball;

/// What is skipped is not nearer, whatever the proportions of the mesh and wherever the point is: against all triangles.
#[test]
fn nothing_nearer_is_skipped() {
    for case in 0..90 {
        let random = &mut Random::case(0x51AB, case);
        let mut ball = closed_ball(random, 8, 12, [0.0, 0.05, 0.6][case as usize % 3]);
        let size = Vec3::from_fn(|_, _| random.decade(-3.0, 3.0));
        let center = random.vector().component_mul(&size) * random.decade(-1.0, 2.0);
        ball.vertices.iter_mut().for_each(|v| *v = v.component_mul(&size) + center);
        let mesh = Shape::mesh(&ball.vertices, &ball.triangles).expect("a mesh");
        let BodyShape::Soup(soup) = mesh.view() else { panic!("a mesh") };
        for _ in 0..200 {
            let far = random.decade(-2.0, 3.0);
            let point = center + (random.vector() * far).component_mul(&size);
            let found = nearest_of(soup, &point).expect("a triangle").distance;
            let least = ball.triangles.iter().fold(f64::INFINITY, |least: f64, t| {
                let [a, b, c] = t.map(|v| ball.vertices[v as usize] - point);
                least.min(nearest_to_origin(&a, &b, &c).norm())
            });
            assert!(
                found <= least * (1.0 + 1e-9) + 1e-12 * point.norm(),
                "{case}: {found} {least}"
            );
        }
    }
}
