//! Making placements.

use solid_geometry::math::{Placement, Vec3};

/// The placement of an object whose local origin is at `position`, along the world's axes. It can be turned and scaled
/// further: see [`Placement::rotate`], [`Placement::scale`], [`Placement::translate`].
pub fn at(position: impl Into<Vec3>) -> Placement {
    let mut placement = Placement::IDENTITY;
    placement.translate(&position.into());
    placement
}
