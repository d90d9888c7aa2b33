//! The world cube as a grid of whole numbers: boxes of faces are rounded outwards to it once, and from there on nothing
//! is rounded.

use wide::i32x4;

use crate::math::{Aabb, Vec3};

/// The cube's side is two to this power.
pub const BITS: u32 = 30;

/// The first and the last place along an axis.
pub const LAST: f64 = ((1_u32 << BITS) - 1) as f64;

/// A cube of space, divided by [`BITS`] halvings.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// The lower corner of the cube.
    pub origin: Vec3,
    /// The number of places in a unit of length; zero, if the cube is one place.
    pub per_unit: f64,
}

impl Grid {
    /// The grid of the least cube around a box. A box that is empty, or too small or large for that, has a grid of one
    /// place.
    pub fn around(bounds: &Aabb) -> Grid {
        let side = (bounds.max - bounds.min).max();
        let per_unit = (LAST + 1.0) / side;
        if !bounds.is_empty() && per_unit.is_finite() && per_unit > 0.0 {
            Grid { origin: bounds.min, per_unit }
        } else {
            Grid { origin: Vec3::zeros(), per_unit: 0.0 }
        }
    }

    /// The box of a face. What is outside of the cube goes to its border: rounding down and bounding keep order, so
    /// boxes that overlap do so on the grid.
    #[inline]
    pub fn item(&self, bounds: &Aabb, object: u32, face: u32) -> Item {
        let place =
            |x: f64, axis: usize| ((x - self.origin[axis]) * self.per_unit).clamp(0.0, LAST) as i32;
        let places = |p: &Vec3, tag: u32| [place(p.x, 0), place(p.y, 1), place(p.z, 2), tag as i32];
        Item { min: places(&bounds.min, object), max: places(&bounds.max, face) }
    }
}

/// The box of a face on the grid, its object and its number: the fourth places.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Item {
    /// The lower corner, and the object.
    pub min: [i32; 4],
    /// The upper corner, and the face.
    pub max: [i32; 4],
}

impl Item {
    /// The object.
    #[inline]
    pub fn object(&self) -> u32 {
        self.min[3] as u32
    }

    /// The number of the face.
    #[inline]
    pub fn face(&self) -> u32 {
        self.max[3] as u32
    }

    /// Makes the face an object of its own.
    pub fn stand_alone(&mut self) {
        self.min[3] = self.max[3];
    }

    /// Whether the closed boxes share a place.
    #[inline]
    pub fn overlaps(&self, other: &Item) -> bool {
        apart(&self.min, &self.max, &other.min, &other.max) == 0
    }

    /// Whether the least corner that two overlapping boxes share is in a cell that both meet. It is in one cell alone.
    #[inline]
    pub fn shares_corner_in(&self, other: &Item, cell: &Cell) -> bool {
        let corner = i32x4::new(self.min).max(i32x4::new(other.min));
        i32x4::new(cell.min).simd_gt(corner).to_bitmask() & 7 == 0
    }
}

/// On which axes two closed boxes are apart, a bit each.
#[inline]
pub fn apart(min_a: &[i32; 4], max_a: &[i32; 4], min_b: &[i32; 4], max_b: &[i32; 4]) -> u32 {
    let beyond = i32x4::new(*min_a).simd_gt(i32x4::new(*max_b));
    let before = i32x4::new(*min_b).simd_gt(i32x4::new(*max_a));
    (beyond | before).to_bitmask() & 7
}

/// A cell of the subdivision: the places from `min` to `max`.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The lower corner; the fourth place is zero.
    pub min: [i32; 4],
    /// The upper corner, likewise.
    pub max: [i32; 4],
}

impl Cell {
    /// The whole cube.
    pub const ROOT: Cell = Cell { min: [0; 4], max: [LAST as i32, LAST as i32, LAST as i32, 0] };

    /// Of a face whose box meets the cell that this is the lower half of, along an axis: whether it meets this half, and
    /// the upper one.
    #[inline]
    pub fn halves_met(&self, item: &Item, axis: usize) -> [bool; 2] {
        [item.min[axis] <= self.max[axis], item.max[axis] > self.max[axis]]
    }

    /// The lower or the upper half along an axis.
    pub fn half(&self, axis: usize, upper: bool) -> Cell {
        let mut half = *self;
        let middle = self.min[axis] + (self.max[axis] - self.min[axis]) / 2;
        if upper {
            half.min[axis] = middle + 1;
        } else {
            half.max[axis] = middle;
        }
        half
    }
}
