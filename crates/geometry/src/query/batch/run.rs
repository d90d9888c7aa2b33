//! How the rows of a batch are divided among threads.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use crate::interrupt::{Pace, check};
use crate::query::{DEFAULT_TOLERANCE, Undecided, WarmStart};
use crate::threads::Threads;

/// Threads take at most so many rows at once: enough that taking them costs nothing beside the cheapest queries, and few enough that
/// the last ones to finish do not keep the others waiting.
const MOST_ROWS: usize = 1024;

/// Threads are given at most so many parts before their reports are added up: what a batch needs besides its answers is bounded.
const MOST_PARTS: usize = 1024;

/// How many steps of a loop a row counts for, to look whether the batch is interrupted.
const STEPS_OF_ROW: usize = 2;

/// Why a row has no answer.
///
/// ```
/// use solid_geometry::query::batch::{Batch, Bodies, Pairs, RowError};
/// use solid_geometry::{Placement, Shape};
///
/// let ball = Shape::sphere(1.0)?;
/// let poses = [f64::NAN, 5.0].map(|x| Placement::translation([x, 0.0, 0.0]));
/// let pairs = Pairs { a: Bodies::of(&ball, &poses[..]), b: Bodies::of(&ball, &Placement::IDENTITY) };
/// let mut distances = [-1.0; 2];
/// let report = Batch::default().distances(&pairs, &mut distances);
/// assert_eq!(distances, [-1.0, 3.0]); // the other row has its answer
/// assert_eq!((report.refused, report.first_refused), (1, Some((0, RowError::NotFinite))));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowError {
    /// A number is a NaN or infinite, or a quaternion is zero.
    NotFinite,
    /// Coordinates are beyond the range of numbers, or a mesh has nothing to hit.
    NothingToHit,
    /// The row names a shape that is not in the list.
    NoSuchShape,
    /// The search for the first contact of shapes that turn was given up.
    Undecided(Undecided),
}

impl From<Undecided> for RowError {
    fn from(open: Undecided) -> RowError {
        RowError::Undecided(open)
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RowError::NotFinite => "a number is not finite, or a quaternion is zero",
            RowError::NothingToHit => "there is nothing to hit: numbers are too large",
            RowError::NoSuchShape => "there is no such shape",
            RowError::Undecided(open) => return open.fmt(f),
        })
    }
}

impl std::error::Error for RowError {}

/// What became of the rows of a batch.
///
/// ```
/// use solid_geometry::query::batch::{Batch, Report};
///
/// let mut squares = [0; 4];
/// let report = Batch::default().answer(&mut squares, |_, row| Ok(row * row));
/// assert_eq!(squares, [0, 1, 4, 9]);
/// assert_eq!(report, Report { rows: 4, refused: 0, first_refused: None });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// So many rows, from the first on, have been decided: all, unless the deadline passed.
    pub rows: usize,
    /// So many of these have no answer.
    pub refused: usize,
    /// The first of them, and why.
    pub first_refused: Option<(usize, RowError)>,
}

impl Report {
    fn refuse(&mut self, row: usize, why: RowError) {
        self.refused += 1;
        self.first_refused.get_or_insert((row, why));
    }

    /// Of all parts, which follow each other. `report` says what became of one, and whether it was decided to its end; what comes
    /// after one that was not does not count.
    fn of_parts<P: Send>(
        threads: &Threads,
        mut parts: impl Iterator<Item = P> + Send,
        report: impl Fn(P) -> (Report, bool) + Sync + Send,
    ) -> Report {
        let mut whole = Report::default();
        loop {
            let reports = threads.map(parts.by_ref().take(MOST_PARTS), |part| {
                check();
                report(part)
            });
            if reports.is_empty() {
                return whole;
            }
            for (part, is_whole) in reports {
                whole.rows += part.rows;
                whole.refused += part.refused;
                whole.first_refused = whole.first_refused.or(part.first_refused);
                if !is_whole {
                    return whole;
                }
            }
        }
    }
}

/// The answers of some rows, several for each.
pub(super) struct Places<'a, T> {
    counts: &'a mut [usize],
    found: &'a mut [T],
    each: usize,
}

impl<T> Places<'_, T> {
    /// How many a row has, and the places for them.
    pub(super) fn of_row(&mut self, row: usize) -> (&mut usize, &mut [T]) {
        let start = row * self.each;
        (&mut self.counts[row], &mut self.found[start..start + self.each])
    }
}

/// How the queries of a batch are answered: by which threads, how exactly, and until when.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use solid_geometry::query::batch::Batch;
/// use solid_geometry::threads::Threads;
///
/// let threads = Threads::new(2).expect("two threads");
/// let batch = Batch::new(&threads).with_deadline(Instant::now() + Duration::from_secs(60));
/// let mut rows = [0; 1000];
/// assert_eq!(batch.answer(&mut rows, |_, row| Ok(row)).rows, 1000);
/// # assert!(rows.iter().copied().eq(0..1000));
/// ```
#[derive(Clone)]
pub struct Batch {
    threads: Threads,
    tolerance: f64,
    stop_at_penetration: bool,
    deadline: Option<Instant>,
}

impl Default for Batch {
    /// By the calling thread alone, to the default tolerance, however long it takes.
    fn default() -> Batch {
        Batch::new(&Threads::default())
    }
}

impl Batch {
    /// By these threads.
    pub fn new(threads: &Threads) -> Batch {
        Batch {
            threads: threads.clone(),
            tolerance: DEFAULT_TOLERANCE,
            stop_at_penetration: true,
            deadline: None,
        }
    }

    /// With this relative error of distances, depths and times.
    pub fn with_tolerance(self, tolerance: f64) -> Batch {
        Batch { tolerance, ..self }
    }

    /// With casts that do not stop where shapes collide at the start but do not approach, if `stop_at_penetration` is not set:
    /// [`CastOptions`](crate::query::CastOptions).
    pub fn with_stop_at_penetration(self, stop_at_penetration: bool) -> Batch {
        Batch { stop_at_penetration, ..self }
    }

    /// Rows that are not begun before this moment are left out: [`Report::rows`].
    pub fn with_deadline(self, deadline: Instant) -> Batch {
        Batch { deadline: Some(deadline), ..self }
    }

    pub(super) fn warm_start(&self) -> WarmStart {
        WarmStart::with_tolerance(self.tolerance).with_stop_at_penetration(self.stop_at_penetration)
    }

    pub(super) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Answers each row by any query: `row` is given a [`WarmStart`] and the number of the row. A row with an error leaves its
    /// answer as it was.
    ///
    /// Apart from the answers it takes a few kilobytes for each thread and 1024 rows.
    ///
    /// ```
    /// use solid_geometry::query::batch::Batch;
    /// use solid_geometry::{Placement, Shape};
    ///
    /// // How far is a ball from each of many boxes?
    /// let ball = Shape::sphere(1.0)?;
    /// let boxes = [1.0, 2.0, 3.0].map(|x| Shape::cuboid([x; 3]).expect("finite"));
    /// let (here, there) = (Placement::IDENTITY, Placement::translation([5.0, 0.0, 0.0]));
    /// let mut distances = [0.0; 3];
    /// Batch::default().answer(&mut distances, |pair, row| {
    ///     Ok(pair.distance(&ball, &here, &boxes[row], &there).unwrap_or(f64::NAN))
    /// });
    /// assert_eq!(distances, [3.5, 3.0, 2.5]);
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn answer<T: Send>(
        &self,
        answers: &mut [T],
        row: impl Fn(&mut WarmStart, usize) -> Result<T, RowError> + Sync,
    ) -> Report {
        self.answer_with(answers, || self.warm_start(), row)
    }

    /// As [`Batch::answer`], with memory of another kind for each part of the rows.
    pub fn answer_with<T: Send, M>(
        &self,
        answers: &mut [T],
        memory: impl Fn() -> M + Sync,
        row: impl Fn(&mut M, usize) -> Result<T, RowError> + Sync,
    ) -> Report {
        let size = self.part_size(answers.len());
        let parts = answers.chunks_mut(size).map(|part| (part.len(), part));
        self.run(parts, memory, |memory, number, place, answers| {
            answers[place] = row(memory, number)?;
            Ok(())
        })
    }

    /// Decides parts of the rows, each given with its number of rows. `row` gets the number of the row, its place in the part,
    /// and the part, into which it puts the answer.
    pub(super) fn run<P: Send, M>(
        &self,
        parts: impl Iterator<Item = (usize, P)> + Send,
        memory: impl Fn() -> M + Sync,
        row: impl Fn(&mut M, usize, usize, &mut P) -> Result<(), RowError> + Sync,
    ) -> Report {
        let numbered = parts.scan(0, |next, (count, part)| {
            let start = *next;
            *next += count;
            Some((start, count, part))
        });
        Report::of_parts(&self.threads, numbered, |(start, count, mut part)| {
            let (mut memory, mut report, mut pace) = (memory(), Report::default(), Pace::default());
            for place in 0..count {
                pace.steps(STEPS_OF_ROW);
                if self.is_over() {
                    return (report, false);
                }
                if let Err(why) = row(&mut memory, start + place, place, &mut part) {
                    report.refuse(start + place, why);
                }
                report.rows += 1;
            }
            (report, true)
        })
    }

    /// The first row for which `row` is true. No row after it needs to be decided, and [`Report::rows`] does not count them.
    ///
    /// ```
    /// use solid_geometry::query::batch::Batch;
    ///
    /// let (first, report) = Batch::default().first(1000, |_, row| Ok(row % 7 == 6));
    /// assert_eq!((first, report.rows), (Some(6), 7));
    /// ```
    pub fn first(
        &self,
        count: usize,
        row: impl Fn(&mut WarmStart, usize) -> Result<bool, RowError> + Sync,
    ) -> (Option<usize>, Report) {
        let size = self.part_size(count);
        let first = AtomicUsize::new(usize::MAX);
        let parts = (0..count).step_by(size);
        let whole = Report::of_parts(&self.threads, parts, |start| {
            let (mut warm, mut report, mut pace) =
                (self.warm_start(), Report::default(), Pace::default());
            let end = count.min(start + size);
            for number in start..end {
                pace.steps(STEPS_OF_ROW);
                // Past a hit there is nothing to look for.
                if self.is_over() || number > first.load(Relaxed) {
                    return (report, false);
                }
                report.rows += 1;
                match row(&mut warm, number) {
                    Ok(false) => {}
                    Ok(true) => {
                        first.fetch_min(number, Relaxed);
                        return (report, false);
                    }
                    Err(why) => report.refuse(number, why),
                }
            }
            (report, true)
        });
        let first = first.into_inner();
        // A hit beyond rows that the deadline left out need not be the first.
        ((first < whole.rows).then_some(first), whole)
    }

    /// The parts of rows that have several answers each: as many places for each row, of which the first are filled, and how many
    /// there were.
    ///
    /// # Panics
    /// If there are not as many places for each row.
    pub(super) fn places<'a, T>(
        &self,
        counts: &'a mut [usize],
        found: &'a mut [T],
    ) -> impl Iterator<Item = (usize, Places<'a, T>)> + use<'a, T> {
        let rows = counts.len();
        let each = found.len().checked_div(rows).unwrap_or(0);
        assert_eq!(found.len(), each * rows, "not as many places in each row");
        let (size, mut rest) = (self.part_size(rows), found);
        counts.chunks_mut(size).map(move |counts| {
            let found;
            (found, rest) = std::mem::take(&mut rest).split_at_mut(counts.len() * each);
            (counts.len(), Places { counts, found, each })
        })
    }

    pub(super) fn part_size(&self, count: usize) -> usize {
        match self.threads.count() {
            1 => MOST_ROWS,
            // Some sixteen parts a thread: rows differ in what they cost.
            threads => (count / (16 * threads)).clamp(1, MOST_ROWS),
        }
    }
}

/// Panics unless each of the columns has one row or as many as the batch.
pub(super) fn check_columns(rows: usize, columns: impl IntoIterator<Item = usize>) {
    let fits = |count: usize| count == 1 || count == rows;
    assert!(columns.into_iter().all(fits), "columns of different lengths");
}
