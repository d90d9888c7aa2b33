//! The rows of a batch, some thousands at a time. Columns that broadcast in several dimensions are copied for these rows alone: a
//! table of (n, 1) rows against (1, m) takes no more memory than its answers.

use std::ops::Range;

use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solid_geometry::mesh::Segment;
use solid_geometry::query::batch::{Batch, Bodies, OutOfBounds, Pairs, Poses, Report, Vectors};
use solid_geometry::{Placement, Shape as CoreShape, Vec3};

use crate::arrays::{Array, Elements, Options, refused, span};
use crate::calls::detached;
use crate::shape::Shape;

/// Rows that are answered at a time.
const MOST_ROWS: usize = 1 << 16;

/// The places of the rows of an array along its leading dimensions, where those that follow each other evenly count as one.
struct Grid {
    count: usize,
    /// How many there are along each dimension, and from one to the next how many elements further it is.
    dimensions: Vec<(usize, isize)>,
}

impl Grid {
    fn new(sizes: &[usize], strides: &[isize]) -> Grid {
        let (count, mut dimensions) = (sizes.iter().product(), Vec::<(usize, isize)>::new());
        // Along one there is nothing to go, and along none nowhere.
        let long = sizes.iter().zip(strides).filter(|(size, _)| **size != 1 && count != 0);
        for (&size, &stride) in long {
            match dimensions.last_mut() {
                Some((outer, step)) if *step == stride * size as isize => {
                    (*outer, *step) = (*outer * size, stride);
                }
                _ => dimensions.push((size, stride)),
            }
        }
        Grid { count, dimensions }
    }

    /// What these rows are part of, if they follow each other evenly: the place of the first, how many there are, and from one to
    /// the next. What there is one of serves for all rows.
    fn line(&self, rows: &Range<usize>) -> Option<(isize, usize, isize)> {
        match self.dimensions[..] {
            [] => Some((0, self.count, 0)),
            [(_, stride)] => Some((rows.start as isize * stride, rows.len(), stride)),
            _ => None,
        }
    }

    /// The rows along the last dimension, in pieces as of [`Grid::line`].
    fn pieces(&self, rows: Range<usize>) -> impl Iterator<Item = (isize, usize, isize)> {
        let (length, stride) = self.dimensions.last().copied().unwrap_or((1, 0));
        let outer = &self.dimensions[..self.dimensions.len().saturating_sub(1)];
        let mut next = rows.start;
        std::iter::from_fn(move || {
            let (mut line, along) = (next / length, next % length);
            let count = (length - along).min(rows.end.checked_sub(next).filter(|left| *left > 0)?);
            next += count;
            let mut place = along as isize * stride;
            for (size, step) in outer.iter().rev() {
                place += (line % size) as isize * step;
                line /= size;
            }
            Some((place, count, stride))
        })
    }

    /// What the core reads in these rows: where they are, or copied into `copies`.
    fn read<'a: 'c, 'c, T, V: From<&'c [T]>>(
        &self,
        rows: Range<usize>,
        copies: &'c mut Vec<T>,
        view: impl Fn(isize, usize, isize) -> Result<V, OutOfBounds>,
        get: impl Fn(&V, usize) -> T,
    ) -> Result<V, OutOfBounds> {
        if let Some((place, count, stride)) = self.line(&rows) {
            return view(place, count, stride);
        }
        copies.clear();
        for (place, count, stride) in self.pieces(rows) {
            let piece = view(place, count, stride)?;
            copies.extend((0..count).map(|row| get(&piece, row)));
        }
        Ok(V::from(&copies[..]))
    }
}

/// A column of placements: matrices of (..., 3 or 4, 4), or (..., 7) positions and quaternions in their order; the leading
/// dimensions are those of the rows, or of one row that serves for all.
pub struct PoseColumn<'a> {
    elements: Elements<'a>,
    order: &'a str,
    offset: isize,
    grid: Grid,
}

impl<'a> PoseColumn<'a> {
    pub fn of(array: &'a Array<'_>, order: &'a str) -> PyResult<PoseColumn<'a>> {
        let elements = array.elements();
        let leading = elements.leading_of_poses()?;
        let grid = Grid::new(&elements.sizes[..leading], &elements.strides);
        Ok(PoseColumn { elements, order, offset: 0, grid })
    }

    /// Those of each link of (..., links, 3 or 4, 4) or (..., links, 7).
    pub fn of_links(array: &'a Array<'_>, order: &'a str) -> PyResult<Vec<PoseColumn<'a>>> {
        let elements = array.elements();
        let Some(leading) = elements.leading_of_poses()?.checked_sub(1) else {
            return Err(PyValueError::new_err("no placements of links"));
        };
        let column = |link: usize| {
            let offset = link as isize * elements.strides[leading];
            let grid = Grid::new(&elements.sizes[..leading], &elements.strides);
            PoseColumn { elements: array.elements(), order, offset, grid }
        };
        Ok((0..elements.sizes[leading]).map(column).collect())
    }

    pub fn rows<'c>(
        &'c self,
        rows: Range<usize>,
        copies: &'c mut Vec<Placement>,
    ) -> Result<Poses<'c>, OutOfBounds> {
        let view = |place, count, stride| {
            self.elements.poses_at(self.offset + place, count, stride, self.order)
        };
        self.grid.read(rows, copies, view, Poses::get)
    }
}

/// A column of vectors of (..., 3), as of [`PoseColumn`].
pub struct VectorColumn<'a> {
    elements: Elements<'a>,
    grid: Grid,
}

impl<'a> VectorColumn<'a> {
    pub fn of(array: &'a Array<'_>) -> PyResult<VectorColumn<'a>> {
        let elements = array.elements();
        let Some((3, sizes)) = elements.sizes.split_last() else {
            return Err(PyValueError::new_err("vectors have three coordinates"));
        };
        let grid = Grid::new(sizes, &elements.strides);
        Ok(VectorColumn { elements, grid })
    }

    pub fn rows<'c>(
        &'c self,
        rows: Range<usize>,
        copies: &'c mut Vec<Vec3>,
    ) -> Result<Vectors<'c>, OutOfBounds> {
        let view = |place, count, stride| self.elements.vectors_at(place, count, stride);
        self.grid.read(rows, copies, view, Vectors::get)
    }
}

/// One side of a batch: the shapes, which of them each row has, the placements, and the order of quaternions.
pub type Column<'py> =
    (Vec<PyRef<'py, Shape>>, Option<PyReadonlyArrayDyn<'py, u32>>, Array<'py>, String);

/// A column with its shapes in a list of their own.
pub struct Side<'a> {
    shapes: Vec<CoreShape>,
    which: Option<(&'a [u32], usize, Grid)>,
    poses: PoseColumn<'a>,
}

/// The rows of a side that are copied.
#[derive(Default)]
pub struct Copies {
    which: Vec<u32>,
    poses: Vec<Placement>,
}

impl<'a> Side<'a> {
    pub fn of((shapes, which, poses, order): &'a Column<'_>) -> PyResult<Side<'a>> {
        let which = which.as_ref().map(|which| {
            let (numbers, start) = span(which);
            let strides: Vec<isize> = which.strides().iter().map(|bytes| bytes / 4).collect();
            (numbers, start, Grid::new(which.shape(), &strides))
        });
        let shapes = shapes.iter().map(|shape| shape.core().clone()).collect();
        Ok(Side { shapes, which, poses: PoseColumn::of(poses, order)? })
    }

    pub fn rows<'c>(
        &'c self,
        rows: Range<usize>,
        copies: &'c mut Copies,
    ) -> Result<Bodies<'c>, OutOfBounds> {
        let which = self.which.as_ref().map(|(numbers, start, grid)| {
            let from = |place: isize| start.wrapping_add_signed(place);
            if let Some((place, count, stride @ 0..=1)) = grid.line(&rows)
                && (stride == 1 || count <= 1)
            {
                return &numbers[from(place)..][..count];
            }
            copies.which.clear();
            for (place, count, stride) in grid.pieces(rows.clone()) {
                let along = (0..count as isize).map(|row| numbers[from(place + row * stride)]);
                copies.which.extend(along);
            }
            &copies.which[..]
        });
        let poses = self.poses.rows(rows, &mut copies.poses)?;
        Ok(Bodies { shapes: &self.shapes, which, poses })
    }
}

/// The rows decided, the rows refused, the first of these, and why.
pub type Summary = (usize, usize, Option<(usize, String)>);

/// Answers the rows of a batch by `answer`, which also says whether those that follow are to be answered. `links` bodies in a row
/// are copied.
pub fn run(
    py: Python<'_>,
    options: Options,
    links: usize,
    mut answer: impl FnMut(&Batch, Range<usize>) -> Result<(Report, bool), OutOfBounds> + Send,
) -> PyResult<Summary> {
    let (count, batch) = (options.3, options.batch()?);
    let at_once = (MOST_ROWS / links.max(1)).max(1);
    let work = || {
        let mut whole: Summary = (0, 0, None);
        // Also no rows are answered: the columns are checked.
        for start in (0..count.max(1)).step_by(at_once) {
            let rows = start..count.min(start + at_once);
            let (report, goes_on) = answer(&batch, rows.clone())?;
            whole.0 += report.rows;
            whole.1 += report.refused;
            let first = report.first_refused.map(|(row, why)| (start + row, why.to_string()));
            whole.2 = whole.2.or(first);
            if report.rows < rows.len() || !goes_on {
                break;
            }
        }
        Ok(whole)
    };
    let whole: Result<Summary, OutOfBounds> = detached(py, work)?;
    whole.map_err(refused)
}

/// As [`run`], of pairs.
pub fn run_pairs(
    py: Python<'_>,
    (a, b): (&Column<'_>, &Column<'_>),
    options: Options,
    mut answer: impl FnMut(&Batch, &Pairs<'_>, Range<usize>) -> Result<(Report, bool), OutOfBounds>
    + Send,
) -> PyResult<Summary> {
    let (a, b, mut copies) = (Side::of(a)?, Side::of(b)?, [Copies::default(), Copies::default()]);
    run(py, options, 1, |batch, rows| {
        let [of_a, of_b] = &mut copies;
        let pairs = Pairs { a: a.rows(rows.clone(), of_a)?, b: b.rows(rows.clone(), of_b)? };
        answer(batch, &pairs, rows)
    })
}

/// The points of each curve that chained segments make up, in order; a closed one ends where it begins.
pub fn curves(segments: &[Segment]) -> Vec<Vec<[f64; 3]>> {
    let same = segments.chunk_by(|first, second| first.curve == second.curve);
    same.map(|curve| {
        let start = curve.first().map(|segment| segment.ends[0].into());
        start.into_iter().chain(curve.iter().map(|segment| segment.ends[1].into())).collect()
    })
    .collect()
}
