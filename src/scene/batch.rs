//! Many queries in one call, about objects at placements that are not their own. The world names the shapes; the rows are
//! answered by `solid_geometry::query::batch`.

mod chain;
mod pairs;
mod queries;

pub use chain::{ChainHit, Links};

use super::object::ObjectRef;
use super::pair_queries::QueryError;
use super::world::World;
use solid_geometry::Shape;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::query::batch::Batch;
use solid_geometry::query::{CastHit, ClosestPair, Contact};

/// So many rows are copied at once: what a batch needs besides is bounded.
pub(super) const ROWS_AT_ONCE: usize = 1 << 14;

/// If nothing after the first hit is to be decided, so many.
const ROWS_UNTIL_HIT: usize = 1 << 9;

/// The rows of a batch of pairs. A pair has the sides 0 and 1.
pub trait PairRows {
    /// The object of a row on a side.
    fn object(&self, side: usize, row: usize) -> ObjectRef;
    /// Where it is; `None` stands for its own placement.
    fn placement(&self, side: usize, row: usize) -> Option<Placement>;
    /// By what it moves, in casts.
    fn motion(&self, side: usize, row: usize) -> Vec3;
}

/// Receives a row and its answer, row after row.
pub type PutRow<'a, T> = &'a mut dyn FnMut(usize, Result<T, QueryError>);

/// An answer about two objects, in the order in which they were given.
trait Answer: Send + Clone {
    /// The answer about the same objects in reverse order.
    fn mirrored(self) -> Self;

    /// Whether it ends a batch that goes on until a hit.
    fn is_hit(&self) -> bool {
        false
    }
}

impl Answer for bool {
    fn mirrored(self) -> bool {
        self
    }

    fn is_hit(&self) -> bool {
        *self
    }
}

impl Answer for ClosestPair {
    fn mirrored(self) -> ClosestPair {
        let [of_a, of_b] = self.points;
        ClosestPair { points: [of_b, of_a], ..self }
    }
}

impl Answer for Option<Contact> {
    fn mirrored(self) -> Option<Contact> {
        self.map(|contact| contact.mirrored())
    }
}

impl Answer for Vec<Contact> {
    fn mirrored(self) -> Vec<Contact> {
        self.iter().map(Contact::mirrored).collect()
    }
}

impl Answer for Option<CastHit> {
    fn mirrored(self) -> Option<CastHit> {
        self.map(|hit| CastHit { normal: -hit.normal, ..hit })
    }
}

impl<C: Copy> World<C> {
    /// How the rows are answered.
    fn batch(&self) -> Batch {
        Batch::new(&self.threads)
            .with_tolerance(self.tolerance)
            .with_stop_at_penetration(self.stop_at_penetration)
    }

    /// The shape of an object as the core has it.
    fn query_shape(&self, slot: u32) -> Result<Shape, QueryError> {
        let object = self.objects.get(slot).ok_or(QueryError::UnknownObject)?;
        self.shapes.entry(object.shape).shape.to_geometry().ok_or(QueryError::NothingToHit)
    }
}
