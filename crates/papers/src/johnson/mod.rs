//! GJK as van den Bergen's thesis has it: Johnson's subalgorithm with cached dot products and determinants (4.4.1, 4.4.3), and
//! the termination of the distance algorithm in finite precision (4.4.4).
//!
//! - [`simplex`]: the subalgorithm, with none, some or all of the improvements of 4.4.3
//! - [`distance`]: algorithm 4.1 over any subalgorithm, as it first was and as 4.4.4 mends it
//! - [`regions`]: the Voronoi-region searches of Olvång and of the library as subalgorithms of the same loop

pub mod distance;
pub mod regions;
pub mod simplex;

#[cfg(test)]
mod tests;

use solid_geometry::math::Vec3;

/// Finds the smallest part of a simplex that holds the point nearest to the origin.
pub trait Subalgorithm: Default {
    /// Adds a point to at most three; returns the nearest point and reduces the simplex to the part that holds it, or `None`
    /// where rounding hides which part that is.
    fn add(&mut self, w: Vec3) -> Option<Vec3>;

    /// Whether four points are left: they enclose the origin.
    fn is_full(&self) -> bool;

    /// Whether a point was part of the simplex when the last point was added, or is that point.
    fn had(&self, w: &Vec3) -> bool;

    /// The part with positive barycentric coordinates nearest to the origin, after [`add`](Subalgorithm::add) found none: the
    /// backup procedure of the original GJK. `None` of subalgorithms that have no such procedure.
    fn back_up(&mut self) -> Option<Vec3> {
        None
    }
}
