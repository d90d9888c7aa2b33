//! What a program leaves out of a query about all objects, and the memory of the threads that ask.

use std::cell::Cell;
use std::ffi::c_uint;

use super::batch_arrays::{Array, DtArray, Kind, open_or};
use super::errors::DtError;
use super::queries::DtQueryFilter;
use super::recording::Function;
use super::scalar::reals;
use super::state::{State, with_state};
use crate::scene::object::ObjectRef;
use crate::scene::pair_queries::QueryError;
use crate::scene::queries::{Query, QueryMemory};
use crate::scene::response::Filter;

thread_local! {
    /// The memory of the thread's queries, between two of them.
    static MEMORY: Cell<Option<Box<QueryMemory>>> = const { Cell::new(None) };
}

/// Runs a query with the thread's memory, so that it allocates nothing when it is warm.
pub(super) fn with_memory<R>(ask: impl FnOnce(&mut QueryMemory) -> R) -> R {
    // A thread that is ending has lost its memory.
    let mut memory = MEMORY.try_with(Cell::take).ok().flatten().unwrap_or_default();
    let answer = ask(&mut memory);
    let _ = MEMORY.try_with(|kept| kept.set(Some(memory)));
    answer
}

/// What a program leaves out of a query.
pub(super) struct Restriction {
    filter: DtQueryFilter,
    except: Option<Array>,
}

impl Restriction {
    /// Reads what the program passes. Raises an error, and returns `None`, if it makes no sense.
    ///
    /// # Safety
    ///
    /// `filter` is NULL or points to a filter; `except` is as in [`open_or`].
    pub unsafe fn open(
        function: Function,
        filter: *const DtQueryFilter,
        except: *const DtArray,
    ) -> Option<Restriction> {
        let filter = if filter.is_null() {
            DtQueryFilter::default()
        } else {
            // SAFETY: not NULL, so it points to a filter by the caller's promise.
            unsafe { filter.read_unaligned() }
        };
        let [limit] = reals([filter.limit]);
        let mut raise =
            |error, what: &str| with_state(function, (), |state| state.error(error, what));
        if limit.is_nan() || limit < 0.0 {
            raise(DtError::DT_INVALID_VALUE, "the limit is negative or NaN");
            return None;
        }
        // SAFETY: the caller promises the same.
        let except = unsafe { open_or(except, Kind::Objects, &mut raise) }.ok()?;
        Some(Restriction { filter, except })
    }

    /// The objects that are left out.
    pub fn objects(&self) -> impl Iterator<Item = ObjectRef> {
        let except = self.except.iter();
        except.flat_map(|array| (0..array.count).map(|row| array.object(row)))
    }

    /// Runs a query with this restriction, which is an error if it names objects that do not exist.
    pub fn ask<R>(
        &self,
        state: &State,
        ask: impl FnOnce(&Query<'_>) -> Result<R, QueryError>,
    ) -> Result<R, QueryError> {
        if !self.objects().all(|object| state.world.has_object(object)) {
            return Err(QueryError::UnknownObject);
        }
        let (filter, most, limit) = self.numbers();
        let accept = |object| !self.objects().any(|left_out| left_out == object);
        let accept: &dyn Fn(ObjectRef) -> bool =
            if self.except.is_some() { &accept } else { &|_| true };
        ask(&Query { filter, accept, most, limit })
    }

    /// What asks for whom, how many answers are wanted, and the largest distance or time.
    pub fn numbers(&self) -> (Option<Filter>, usize, f64) {
        let DtQueryFilter { limit, categories, mask, most } = self.filter;
        let [limit] = reals([limit]);
        let limit = if limit == 0.0 { f64::INFINITY } else { limit };
        let all_if_zero = |bits: c_uint| if bits == 0 { c_uint::MAX } else { bits };
        let own = Filter { categories: all_if_zero(categories), mask: all_if_zero(mask) };
        ((categories | mask != 0).then_some(own), most as usize, limit)
    }
}
