//! Random poses for the benches: the same in every run.

use solid_geometry::math::Placement;
pub use solid_testing::Random;

/// A uniform rotation, the origin uniform in a cube.
pub fn place(random: &mut Random, edge: f64) -> Placement {
    Placement { basis: random.rotation(), origin: random.vector() * (0.5 * edge) }
}
