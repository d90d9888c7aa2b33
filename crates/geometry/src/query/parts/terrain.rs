//! Height fields: the surface over a grid of heights, of which triangles are made where a query needs them.
//!
//! Least and greatest heights of tiles of the grid, and of two by two tiles at each level above (a quadtree of boxes), lead a query to
//! the tiles that matter. The cells under a body become one small mesh, with the cells around them, so that its contacts are those of the
//! whole surface ([`patch`]); rays meet the triangles without one ([`ray`]).

mod patch;
mod pyramid;
mod ray;
mod saved;
mod simple;
#[cfg(test)]
mod tests;
mod walk;

use std::fmt;
use std::sync::Arc;

pub(in crate::query) use self::ray::FieldRay;

use self::patch::Recent;
use self::pyramid::Pyramid;
use super::Parts;
use crate::math::{Aabb, Vec3};
use crate::memory;
use crate::query::shape::ShapeError;

/// The heights of a grid, as they were given: row by row, each along x.
#[derive(Clone)]
pub enum Heights {
    /// In single precision.
    Single(Vec<f32>),
    /// In double precision.
    Double(Vec<f64>),
}

impl From<Vec<f32>> for Heights {
    fn from(heights: Vec<f32>) -> Heights {
        Heights::Single(heights)
    }
}

impl From<Vec<f64>> for Heights {
    fn from(heights: Vec<f64>) -> Heights {
        Heights::Double(heights)
    }
}

impl Heights {
    fn len(&self) -> usize {
        match self {
            Heights::Single(heights) => heights.len(),
            Heights::Double(heights) => heights.len(),
        }
    }

    #[inline]
    fn get(&self, i: usize) -> f64 {
        match self {
            Heights::Single(heights) => f64::from(heights[i]),
            Heights::Double(heights) => heights[i],
        }
    }
}

/// Which diagonal divides the cells of a grid into triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonal {
    /// From the corner of the least x and z to that of the greatest.
    Rising,
    /// From the corner of the greatest x and the least z to that of the least x and the greatest z.
    Falling,
    /// Falling where column and row are both even or both odd, rising elsewhere: like a chessboard.
    Alternating,
}

/// A terrain: heights along y over a grid in x and z, whose first sample is at x = 0 and z = 0.
///
/// It is a surface, whose front is above. A height that is NaN is a hole: triangles with it are left out. The number of a triangle in
/// answers is twice that of its cell, counted row by row, and one more for the second of the cell: on a falling diagonal the one
/// farther from the first sample, on a rising one that of the greater x.
///
/// It takes 0.2 bytes a sample besides the heights, and up to 25 megabytes for the triangles of cells that bodies were over last.
/// Contacts of a body over more than 2^18 cells are those of tiles, each by itself.
///
/// ```
/// use solid_geometry::query::{Diagonal, HeightField};
///
/// let mut terrain = HeightField::new(vec![0.0_f64; 12], [4, 3], [2.0, 2.0], Diagonal::Falling)?;
/// terrain.change([1, 1], [2, 1], &[5.0, f64::NAN])?; // a hill, and a hole beside it
/// assert_eq!((terrain.height(1, 1), terrain.bounds().max.y), (Some(5.0), 5.0));
/// assert_eq!(terrain.height(2, 1), None);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone)]
pub struct HeightField {
    heights: Heights,
    /// Of samples.
    columns: u32,
    rows: u32,
    spacing: [f64; 2],
    diagonal: Diagonal,
    pyramid: Pyramid,
    recent: Recent,
}

/// Coordinates are not larger.
const LARGEST: f64 = 1e300;

/// A range of cells: from the first to before the end, each a column and a row.
#[derive(Clone, Copy, Debug)]
struct Cells {
    first: [u32; 2],
    end: [u32; 2],
}

impl Cells {
    /// Whether all of some cells are among these.
    fn have(&self, others: &Cells) -> bool {
        (0..2).all(|axis| {
            self.first[axis] <= others.first[axis] && self.end[axis] >= others.end[axis]
        })
    }

    /// Takes others in, and what is between.
    fn join(&mut self, others: &Cells) {
        for axis in 0..2 {
            self.first[axis] = self.first[axis].min(others.first[axis]);
            self.end[axis] = self.end[axis].max(others.end[axis]);
        }
    }

    fn count(&self) -> u64 {
        u64::from(self.end[0] - self.first[0]) * u64::from(self.end[1] - self.first[1])
    }
}

impl HeightField {
    /// A terrain of columns along x and rows along z, so many apart. [`ShapeError::BadGrid`] if there are fewer than two of either,
    /// another number of heights, or the spacing is not positive; [`ShapeError::NotFinite`] if a height is infinite or a
    /// coordinate too large; [`ShapeError::TooLarge`] of 2^31 cells or more. Takes linear time.
    pub fn new(
        heights: impl Into<Heights>,
        [columns, rows]: [u32; 2],
        spacing: [f64; 2],
        diagonal: Diagonal,
    ) -> Result<HeightField, ShapeError> {
        let heights = heights.into();
        let count = u64::from(columns) * u64::from(rows);
        let is_grid = columns >= 2 && rows >= 2 && count == heights.len() as u64;
        if !is_grid || !spacing.iter().all(|side| *side > 0.0) {
            return Err(ShapeError::BadGrid);
        }
        if 2 * u64::from(columns - 1) * u64::from(rows - 1) > u64::from(u32::MAX) {
            return Err(ShapeError::TooLarge);
        }
        let far = [spacing[0] * f64::from(columns), spacing[1] * f64::from(rows)];
        let is_usable = |height: f64| height.is_nan() || height.abs() <= LARGEST;
        let all_usable = match &heights {
            Heights::Single(all) => !all.iter().any(|height| height.is_infinite()),
            Heights::Double(all) => all.iter().all(|height| is_usable(*height)),
        };
        if !all_usable || !far.iter().all(|x| *x <= LARGEST) {
            return Err(ShapeError::NotFinite);
        }
        let cells = [columns - 1, rows - 1];
        let mut pyramid = Pyramid::new(cells);
        pyramid.fit(&heights, columns as usize, Cells { first: [0, 0], end: cells });
        let recent = Recent::default();
        Ok(HeightField { heights, columns, rows, spacing, diagonal, pyramid, recent })
    }

    /// Replaces the heights of a rectangle of samples, given row by row, and refits the boxes over it. Nothing is changed on an
    /// error: [`ShapeError::BadGrid`] if the rectangle reaches over the grid or there are other heights than it has samples,
    /// [`ShapeError::NotFinite`] if one is infinite or too large. Heights in single precision are rounded.
    pub fn change(
        &mut self,
        [column, row]: [u32; 2],
        [columns, rows]: [u32; 2],
        heights: &[f64],
    ) -> Result<(), ShapeError> {
        let fits = |first: u32, count: u32, all: u32| first <= all && count <= all - first;
        let is_inside = fits(column, columns, self.columns) && fits(row, rows, self.rows);
        if !is_inside || heights.len() as u64 != u64::from(columns) * u64::from(rows) {
            return Err(ShapeError::BadGrid);
        }
        let is_single = matches!(self.heights, Heights::Single(_));
        let is_usable = |height: &f64| {
            let fits = height.abs() <= if is_single { f64::from(f32::MAX) } else { LARGEST };
            height.is_nan() || fits
        };
        if !heights.iter().all(is_usable) {
            return Err(ShapeError::NotFinite);
        }
        if heights.is_empty() {
            return Ok(());
        }
        for (k, new) in heights.chunks(columns as usize).enumerate() {
            let at = (row as usize + k) * self.columns as usize + column as usize;
            match &mut self.heights {
                Heights::Single(all) => {
                    all[at..].iter_mut().zip(new).for_each(|(to, from)| *to = *from as f32);
                }
                Heights::Double(all) => all[at..at + new.len()].copy_from_slice(new),
            }
        }
        // The cells that have one of the samples.
        let changed = Cells {
            first: [column.saturating_sub(1), row.saturating_sub(1)],
            end: [(column + columns).min(self.columns - 1), (row + rows).min(self.rows - 1)],
        };
        self.pyramid.fit(&self.heights, self.columns as usize, changed);
        self.recent = Recent::default();
        Ok(())
    }

    /// The height field that a body of parts is, to be changed: a copy of its own where others use it. `None` if it is another body.
    pub fn of_parts(parts: &mut Arc<dyn Parts>) -> Option<&mut HeightField> {
        if Arc::get_mut(parts).is_none() {
            let shared = parts.as_any().downcast_ref::<HeightField>()?;
            memory::ensure(shared.memory());
            *parts = Arc::new(shared.clone());
        }
        Arc::get_mut(parts)?.as_any_mut().downcast_mut()
    }

    /// The number of columns and rows of samples.
    pub fn size(&self) -> [u32; 2] {
        [self.columns, self.rows]
    }

    /// The height of a sample; `None` of a hole and outside the grid.
    pub fn height(&self, column: u32, row: u32) -> Option<f64> {
        let is_inside = column < self.columns && row < self.rows;
        is_inside.then(|| self.sample(column, row)).filter(|height| !height.is_nan())
    }

    /// The box around the grid as far as it has heights.
    pub fn bounds(&self) -> Aabb {
        let (level, cells) = (self.pyramid.top(), [self.columns - 1, self.rows - 1]);
        self.pyramid.heights(level, [0, 0]).map_or(Aabb::EMPTY, |heights| {
            self.box_of(Cells { first: [0, 0], end: cells }, heights)
        })
    }

    /// How many bytes it takes, with the heights.
    pub(crate) fn memory(&self) -> usize {
        let heights = match &self.heights {
            Heights::Single(all) => size_of_val(&all[..]),
            Heights::Double(all) => size_of_val(&all[..]),
        };
        heights + self.pyramid.memory()
    }

    #[inline]
    fn sample(&self, column: u32, row: u32) -> f64 {
        self.heights.get(row as usize * self.columns as usize + column as usize)
    }

    fn point(&self, column: u32, row: u32, height: f64) -> Vec3 {
        Vec3::new(f64::from(column) * self.spacing[0], height, f64::from(row) * self.spacing[1])
    }

    fn box_of(&self, cells: Cells, [least, greatest]: [f64; 2]) -> Aabb {
        let ([x, z], [end_x, end_z]) = (cells.first, cells.end);
        Aabb { min: self.point(x, z, least), max: self.point(end_x, end_z, greatest) }
    }

    /// The corners of the triangles of a cell, by column and row; counterclockwise from above.
    fn triangles_of(&self, column: u32, row: u32) -> [[[u32; 2]; 3]; 2] {
        let is_rising = match self.diagonal {
            Diagonal::Rising => true,
            Diagonal::Falling => false,
            Diagonal::Alternating => (column + row) % 2 == 1,
        };
        let [x, z] = [column, row];
        let [here, right, ahead, across] = [[x, z], [x + 1, z], [x, z + 1], [x + 1, z + 1]];
        if is_rising {
            [[here, ahead, across], [here, across, right]]
        } else {
            [[here, ahead, right], [right, ahead, across]]
        }
    }
}

/// Without the heights, which may be many.
impl fmt::Debug for HeightField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut described = f.debug_struct("HeightField");
        described.field("columns", &self.columns).field("rows", &self.rows);
        described.field("spacing", &self.spacing).finish_non_exhaustive()
    }
}
