use super::*;
use crate::math::Aabb;
use crate::query::{BodyShape, Shape};
use crate::shape::Support;
use solid_testing::Random;
use solid_testing::meshes::{Mesh, bowl, closed_ball, l_shape, ring};

fn solid(mesh: &Mesh) -> Shape {
    Shape::mesh(&mesh.vertices, &mesh.triangles).and_then(Shape::into_solid).expect("closed")
}

/// All points of a region are inside of the solid, as many random ones show.
#[test]
fn regions_are_inside() {
    let mut random = Random::new(440);
    let meshes =
        [l_shape(), bowl(0.2, 8, 12), ring(1.0, 0.3, 12, 24), closed_ball(&mut random, 8, 12, 0.8)];
    for (m, mesh) in meshes.iter().enumerate() {
        let shape = solid(mesh);
        let BodyShape::Soup(soup) = shape.view() else { panic!("a mesh") };
        let mut grown = 0;
        for round in 0..600 {
            let seed = random.vector() * 1.8;
            let reach = 0.1 + 2.0 * random.unit();
            let region = Region::grow(soup, &seed, reach, [1.0, 0.9][round % 2]);
            assert_eq!(region.is_some(), soup.holds(&seed), "{m} {round}");
            let Some(region) = region else { continue };
            grown += 1;
            let points: Vec<Vec3> =
                region.body.vertices().iter().map(|p| p + region.seed).collect();
            for _ in 0..30 {
                let mut weights = Vec::from_iter(points.iter().map(|_| random.unit().powi(4)));
                let sum: f64 = weights.iter().sum();
                weights.iter_mut().for_each(|w| *w /= sum);
                let point: Vec3 = points.iter().zip(&weights).map(|(p, w)| p * *w).sum();
                // Towards the seed, by rounding.
                let point = point + (seed - point) * 1e-9;
                assert!(soup.holds(&point), "{m} {round}: {point:?}");
            }
        }
        assert!(grown > 5, "{m}: {grown}");
    }
}

/// The region of a convex solid is the solid.
#[test]
fn regions_of_a_cube_are_the_cube() {
    let corners =
        (0..8).map(|i| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)));
    let faces = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    let mesh = Mesh { vertices: corners.collect(), triangles: faces.into() };
    let shape = solid(&mesh);
    let BodyShape::Soup(soup) = shape.view() else { panic!("a mesh") };
    let mut random = Random::new(441);
    for _ in 0..100 {
        let seed = random.vector_between(0.01, 0.99);
        let region = Region::grow(soup, &seed, 3.0, 0.9).expect("inside");
        let around = region.body.bounds();
        let around = Aabb { min: around.min + seed, max: around.max + seed };
        assert!(around.min.amax() < 1e-12 && (around.max - Vec3::repeat(1.0)).amax() < 1e-12);
    }
}
