//! Soups for the tests of this module.

use super::shapes::Shape;
use solid_geometry::mesh::{Builder, PolytopeKind};
use solid_testing::Random;

/// A soup of triangles of about a size, in a cube.
pub fn soup(random: &mut Random, triangles: usize, size: f64) -> Shape {
    let mut builder = Builder::new();
    for _ in 0..triangles {
        let corner = random.vector();
        builder.begin(PolytopeKind::Simplex);
        (0..3).for_each(|_| builder.vertex(corner + random.vector() * size));
        builder.end();
    }
    Shape::Complex(Some(builder.finish(None).0.into()))
}
