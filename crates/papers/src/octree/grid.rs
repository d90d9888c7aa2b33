//! Cells of the library's grid as boxes in space.

pub(super) use solid_geometry::octree::parts::{BITS, Cell, Grid, Item};

use solid_geometry::math::{Aabb, Vec3};
use solid_geometry::octree::parts::{LAST, apart};

/// A cell as a box in space that holds all that rounding puts there; the cube's border cells reach on for ever.
pub(super) fn cell_box(grid: &Grid, cell: &Cell) -> Aabb {
    if grid.per_unit == 0.0 {
        return Aabb { min: Vec3::repeat(f64::NEG_INFINITY), max: Vec3::repeat(f64::INFINITY) };
    }
    let unit = 1.0 / grid.per_unit;
    // One place more on each side is more than rounding.
    let low = |axis: usize| match cell.min[axis] {
        0 => f64::NEG_INFINITY,
        place => grid.origin[axis] + f64::from(place - 1) * unit,
    };
    let high = |axis: usize| match cell.max[axis] {
        place if f64::from(place) >= LAST => f64::INFINITY,
        place => grid.origin[axis] + f64::from(place) * unit + 2.0 * unit,
    };
    Aabb { min: Vec3::new(low(0), low(1), low(2)), max: Vec3::new(high(0), high(1), high(2)) }
}

/// Whether a face's box meets a cell.
#[inline]
pub(super) fn meets(cell: &Cell, item: &Item) -> bool {
    apart(&cell.min, &cell.max, &item.min, &item.max) == 0
}
