//! Many queries in one call, about objects at placements that are not their own. The world names the shapes; the rows are
//! answered by `solid_geometry::query::batch`.

mod chain;
mod pairs;

pub use chain::{ChainAnswer, Links};

use super::object::ObjectRef;
use super::world::World;
use solid_geometry::Shape;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::query::batch::{Batch, RowError};
use solid_geometry::query::{CastHit, ClosestPair, Contact};

/// So many rows are copied at once: what a batch needs besides is bounded.
pub(super) const ROWS_AT_ONCE: usize = 1 << 14;

/// If nothing after the first hit is to be decided, so many.
const ROWS_UNTIL_HIT: usize = 1 << 9;

/// A column of the rows of a batch. One entry alone serves for all rows.
#[derive(Clone, Copy)]
pub struct Column<'a, T> {
    /// How many there are.
    pub count: usize,
    /// The entry of a row.
    pub entry: &'a dyn Fn(usize) -> T,
}

impl<T> Column<'_, T> {
    /// The entry of a row, or the only one.
    pub fn of_row(&self, row: usize) -> T {
        (self.entry)(if self.count == 1 { 0 } else { row })
    }
}

/// One side of a batch of pairs.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The objects.
    pub objects: Column<'a, ObjectRef>,
    /// Where they are; their own placements, if `None`.
    pub placements: Option<Column<'a, Placement>>,
    /// How they move, in casts; not at all, if `None`.
    pub motions: Option<Column<'a, Vec3>>,
}

/// What is to be known of each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether the objects collide.
    Collides,
    /// The same, and no row after the first that does.
    FirstCollision,
    /// How far apart they are, and their closest points.
    Distance,
    /// How deep they are in each other.
    Depth,
}

/// What is known of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// The row is refused.
    Refused,
    /// Whether the objects collide.
    Collides(bool),
    /// Their distance.
    Distance(ClosestPair),
    /// Their depth, if they collide.
    Depth(Option<Contact>),
    /// The first contact, if there is one.
    Cast(Option<CastHit>),
}

/// Why a row of a batch has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It names no object.
    Unknown,
    /// An object has nothing to hit.
    Nothing,
    /// A number is not finite, or a quaternion is zero.
    NotFinite,
}

/// What became of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The rows decided, from the first on.
    pub rows: usize,
    /// The first row without an answer.
    pub refused: Option<(usize, Refusal)>,
}

impl Outcome {
    /// The rows before `end` have been decided; `refused` is the first without an answer in a part of them.
    fn add(&mut self, end: usize, refused: Option<(usize, Refusal)>) {
        self.rows = end;
        self.refused = self.refused.or(refused.filter(|(row, _)| *row < end));
    }
}

impl<C: Copy> World<C> {
    /// How the rows are answered.
    fn batch(&self) -> Batch {
        Batch::new(&self.threads).with_tolerance(self.tolerance)
    }

    /// The shape of an object as the core has it.
    fn core_shape(&self, slot: u32) -> Result<Shape, Refusal> {
        let object = self.objects.get(slot).ok_or(Refusal::Unknown)?;
        self.shapes.entry(object.shape).shape.core().ok_or(Refusal::Nothing)
    }
}

/// Why the core has refused a row, where the world knows of no other reason.
fn refusal(why: RowError) -> Refusal {
    match why {
        RowError::NotFinite => Refusal::NotFinite,
        RowError::NothingToHit | RowError::NoSuchShape => Refusal::Nothing,
    }
}
