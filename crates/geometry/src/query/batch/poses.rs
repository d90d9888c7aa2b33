//! Placements and vectors in arrays of the caller's, read where they are.

use std::fmt;

use crate::math::vector::is_finite;
use crate::math::{Mat3, Placement, Vec3, is_rotation, rotation};

/// Numbers in single or in double precision.
///
/// ```
/// use solid_geometry::query::batch::Numbers;
///
/// let single = [0.5_f32, 1.5];
/// assert_eq!(Numbers::F32(&single).len(), 2);
/// assert!(!Numbers::F32(&single).is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Numbers<'a> {
    /// Single precision; converted where they are read, which is exact.
    F32(&'a [f32]),
    /// Double precision.
    F64(&'a [f64]),
}

impl Numbers<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Numbers::F32(numbers) => numbers.len(),
            Numbers::F64(numbers) => numbers.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Rows in an array: where the first one is, how many there are, and from one to the next how many numbers further it is.
///
/// ```
/// use solid_geometry::query::batch::{Numbers, Rows};
///
/// let numbers = [0.0; 64];
/// let every_second = Rows { numbers: Numbers::F64(&numbers), start: 0, count: 2, stride: 32 };
/// assert_eq!(every_second.count, 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// The whole array.
    pub numbers: Numbers<'a>,
    /// The place of the first number of the first row.
    pub start: usize,
    /// The number of rows.
    pub count: usize,
    /// From the first number of a row to that of the next; may be zero or negative.
    pub stride: isize,
}

/// An array is too short for its rows.
///
/// ```
/// use solid_geometry::query::batch::{Numbers, OutOfBounds, Poses, Rows};
///
/// let numbers = [0.0; 28];
/// let rows = Rows { numbers: Numbers::F64(&numbers), start: 0, count: 2, stride: 16 };
/// assert!(Poses::matrices(rows, 4, 1).is_ok()); // the fourth row of a matrix is not read
/// assert_eq!(Poses::matrices(rows, 1, 4).unwrap_err(), OutOfBounds);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBounds;

impl fmt::Display for OutOfBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the array is too short for its rows")
    }
}

impl std::error::Error for OutOfBounds {}

impl Rows<'_> {
    /// Checks that all rows have numbers at these offsets.
    fn check(&self, offsets: &[isize]) -> Result<(), OutOfBounds> {
        let Some(last) = self.count.checked_sub(1) else { return Ok(()) };
        let last = isize::try_from(last).ok().and_then(|last| last.checked_mul(self.stride));
        let (start, last) = (isize::try_from(self.start).ok(), last.ok_or(OutOfBounds)?);
        let start = start.ok_or(OutOfBounds)?;
        let is_inside = |offset: isize, row: isize| {
            let place = start.checked_add(row).and_then(|place| place.checked_add(offset));
            place.is_some_and(|place| {
                usize::try_from(place).is_ok_and(|place| place < self.numbers.len())
            })
        };
        let all = offsets.iter().all(|&offset| is_inside(offset, 0) && is_inside(offset, last));
        if all { Ok(()) } else { Err(OutOfBounds) }
    }

    #[inline]
    fn place(&self, row: usize) -> isize {
        self.start as isize + row as isize * self.stride
    }

    #[inline]
    fn read<const N: usize>(&self, row: usize, offsets: &[isize; N]) -> [f64; N] {
        let place = self.place(row);
        // `check` has shown that nothing is below zero; what is beyond the end would panic.
        match self.numbers {
            Numbers::F32(numbers) => offsets.map(|at| f64::from(numbers[(place + at) as usize])),
            Numbers::F64(numbers) => offsets.map(|at| numbers[(place + at) as usize]),
        }
    }

    /// As [`Rows::read`], of numbers side by side.
    #[inline]
    fn read_packed<const N: usize>(&self, row: usize) -> [f64; N] {
        let place = self.place(row) as usize;
        let missing = "`check` has shown that they are there";
        match self.numbers {
            Numbers::F32(numbers) => numbers[place..].first_chunk().expect(missing).map(f64::from),
            Numbers::F64(numbers) => *numbers[place..].first_chunk().expect(missing),
        }
    }
}

/// How a placement is written down in a row of numbers.
#[derive(Clone, Copy, Debug)]
enum Layout {
    /// The offsets of the twelve numbers of a matrix, row by row.
    Matrix([isize; 12]),
    /// Those of the position and of the quaternion's x, y, z and w.
    Quaternion([isize; 7]),
}

impl Layout {
    /// The placement in a row.
    fn read(&self, rows: &Rows<'_>, row: usize) -> Placement {
        match self {
            Layout::Matrix(offsets) => placement(rows.read(row, offsets)),
            Layout::Quaternion(offsets) => {
                let [x, y, z, quaternion @ ..] = rows.read(row, offsets);
                let is_turn = is_rotation(&quaternion);
                let basis = if is_turn { rotation(&quaternion) } else { Mat3::repeat(f64::NAN) };
                Placement { basis, origin: Vec3::new(x, y, z) }
            }
        }
    }
}

/// A placement from the rows of its matrix.
#[inline]
fn placement([a, b, c, x, d, e, f, y, g, h, i, z]: [f64; 12]) -> Placement {
    Placement { basis: Mat3::new(a, b, c, d, e, f, g, h, i), origin: Vec3::new(x, y, z) }
}

#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    List(&'a [Placement]),
    /// Twelve numbers of a matrix side by side, row by row, as most callers have them: 3 % of a batch of boxes or spheres
    /// (`benches/batches`).
    Packed(Rows<'a>),
    Strided(Rows<'a>, Layout),
}

/// The placements of the rows of a batch. One alone serves for all rows.
///
/// ```
/// use solid_geometry::Placement;
/// use solid_geometry::query::batch::{Numbers, Poses, Rows};
///
/// // A position and a quaternion each, as x y z, then x y z w; of single precision.
/// let numbers = [1.0_f32, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0, 4.0, 5.0, 6.0, 0.0, 0.0, 0.0, 1.0];
/// let rows = Rows { numbers: Numbers::F32(&numbers), start: 0, count: 2, stride: 7 };
/// let poses = Poses::position_and_quaternion(rows, 1, false)?;
/// assert_eq!(poses.get(1), Placement::translation([4.0, 5.0, 6.0]));
/// # Ok::<(), solid_geometry::query::batch::OutOfBounds>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Poses<'a>(Source<'a>);

impl<'a> From<&'a [Placement]> for Poses<'a> {
    fn from(placements: &'a [Placement]) -> Poses<'a> {
        Poses(Source::List(placements))
    }
}

impl<'a> From<&'a Placement> for Poses<'a> {
    fn from(placement: &'a Placement) -> Poses<'a> {
        Poses(Source::List(std::slice::from_ref(placement)))
    }
}

impl<'a> Poses<'a> {
    /// Matrices of at least three rows and four columns: from one row to the next it is `row` numbers, from one column to the
    /// next `column`: 4 and 1 row by row, as NumPy has them by default; 1 and 4 column by column, as in OpenGL. A fourth row is not
    /// read.
    ///
    /// ```
    /// # use solid_geometry::query::batch::{Numbers, Poses, Rows};
    /// # use solid_geometry::Vec3;
    /// // Three rows and four columns, as 3x4 arrays hold them.
    /// let numbers = [1.0, 0.0, 0.0, 7.0, 0.0, 1.0, 0.0, 8.0, 0.0, 0.0, 1.0, 9.0];
    /// let rows = Rows { numbers: Numbers::F64(&numbers), start: 0, count: 1, stride: 12 };
    /// assert_eq!(Poses::matrices(rows, 4, 1)?.get(0).origin, Vec3::new(7.0, 8.0, 9.0));
    /// # Ok::<(), solid_geometry::query::batch::OutOfBounds>(())
    /// ```
    pub fn matrices(rows: Rows<'a>, row: isize, column: isize) -> Result<Poses<'a>, OutOfBounds> {
        let mut offsets = [0; 12];
        for (place, offset) in offsets.iter_mut().enumerate() {
            let (r, c) = (place as isize / 4, place as isize % 4);
            let down = r.checked_mul(row).ok_or(OutOfBounds)?;
            let along = c.checked_mul(column).ok_or(OutOfBounds)?;
            *offset = down.checked_add(along).ok_or(OutOfBounds)?;
        }
        rows.check(&offsets)?;
        let is_packed = (row, column) == (4, 1);
        let strided = || Source::Strided(rows, Layout::Matrix(offsets));
        Ok(Poses(if is_packed { Source::Packed(rows) } else { strided() }))
    }

    /// Positions, each followed by a quaternion of any length but zero, `step` numbers from one to the next: x y z w, or w x y z
    /// with `w_first`.
    pub fn position_and_quaternion(
        rows: Rows<'a>,
        step: isize,
        w_first: bool,
    ) -> Result<Poses<'a>, OutOfBounds> {
        let order = if w_first { [0, 1, 2, 4, 5, 6, 3] } else { [0, 1, 2, 3, 4, 5, 6] };
        let mut offsets = [0; 7];
        for (offset, place) in offsets.iter_mut().zip(order) {
            *offset = step.checked_mul(place).ok_or(OutOfBounds)?;
        }
        rows.check(&offsets)?;
        Ok(Poses(Source::Strided(rows, Layout::Quaternion(offsets))))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self.0 {
            Source::List(list) => list.len(),
            Source::Packed(rows) | Source::Strided(rows, _) => rows.count,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The placement of a row. That of a quaternion that is none, being zero or not finite, is not finite either.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn get(&self, row: usize) -> Placement {
        match &self.0 {
            Source::List(list) => list[row],
            Source::Packed(rows) => placement(rows.read_packed(row)),
            Source::Strided(rows, layout) => layout.read(rows, row),
        }
    }

    /// That of a row, or the only one.
    #[inline]
    pub(super) fn of_row(&self, row: usize) -> Placement {
        self.get(if self.len() == 1 { 0 } else { row })
    }
}

/// The vectors of the rows of a batch, such as the ends of rays. One alone serves for all rows.
///
/// ```
/// use solid_geometry::Vec3;
/// use solid_geometry::query::batch::{Numbers, Rows, Vectors};
///
/// // All x, then all y, then all z.
/// let numbers = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let rows = Rows { numbers: Numbers::F64(&numbers), start: 0, count: 2, stride: 1 };
/// assert_eq!(Vectors::new(rows, 2)?.get(1), Vec3::new(2.0, 4.0, 6.0));
/// # Ok::<(), solid_geometry::query::batch::OutOfBounds>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Vectors<'a>(VectorSource<'a>);

#[derive(Clone, Copy, Debug)]
enum VectorSource<'a> {
    List(&'a [Vec3]),
    Array(Rows<'a>, [isize; 3]),
}

impl<'a> From<&'a [Vec3]> for Vectors<'a> {
    fn from(vectors: &'a [Vec3]) -> Vectors<'a> {
        Vectors(VectorSource::List(vectors))
    }
}

impl<'a> Vectors<'a> {
    /// Vectors of which each number is `step` numbers after the one before.
    pub fn new(rows: Rows<'a>, step: isize) -> Result<Vectors<'a>, OutOfBounds> {
        let offsets = [0, step, step.checked_mul(2).ok_or(OutOfBounds)?];
        rows.check(&offsets)?;
        Ok(Vectors(VectorSource::Array(rows, offsets)))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self.0 {
            VectorSource::List(list) => list.len(),
            VectorSource::Array(rows, _) => rows.count,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The vector of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub fn get(&self, row: usize) -> Vec3 {
        match &self.0 {
            VectorSource::List(list) => list[row],
            VectorSource::Array(rows, offsets) => rows.read(row, offsets).into(),
        }
    }

    /// That of a row, or the only one; `None` if it is not finite.
    #[inline]
    pub(super) fn of_row(&self, row: usize) -> Option<Vec3> {
        Some(self.get(if self.len() == 1 { 0 } else { row })).filter(is_finite)
    }
}
