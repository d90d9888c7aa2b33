//! Many queries about all objects in one call.

use std::ffi::c_uint;

use super::batch::{Answers, BadRow};
use super::batch_arrays::{Array, DtArray, Kind, common_count, open};
use super::errors::DtError;
use super::pair::explain;
use super::queries::{
    Asking, DtQueryFilter, DtQueryHit, DtQueryKind, DtQueryKindArgument, ask, hit_of_cast,
    hit_of_closest, hit_of_contact, no_hit,
};
use super::query_restriction::Restriction;
use super::recording::{Function, recorded};
use super::state::{Callback, with_state};
use super::types::{DtCount, DtShapeRef};
use crate::scene::pair_queries::QueryError;
use crate::scene::queries::{Asker, Query, QueryMemory};
use crate::scene::world::World;
use solid_geometry::math::Vec3;
use solid_geometry::memory;

/// The arrays of the client's that describe the rows.
struct Rows {
    shape: Asker,
    askers: Array,
    motions: Option<Array>,
}

impl Rows {
    fn read(&self, row: usize) -> Asking {
        let motion = self.motions.map_or(Vec3::zeros(), |motions| motions.point(row));
        if self.askers.has_points() {
            let from = self.askers.point(row);
            return Asking::Ray([from, from + motion]);
        }
        let (asker, placement) = if self.askers.has_objects() {
            (Asker::Object(self.askers.object(row)), None)
        } else {
            (self.shape, Some(self.askers.placement(row)))
        };
        Asking::Body { asker, placement, motion: [motion, Vec3::zeros()] }
    }
}

/// Where the hits of a batch go: those of a row side by side, in the order of the rows.
struct Hits {
    hits: Answers<DtQueryHit>,
    rows: Answers<DtCount>,
    count: usize,
    bad: BadRow,
}

/// Answers all rows. `found` takes what a query has left in the memory, `hit` is how C has it.
fn answer<T: Clone + Send>(
    world: &World<Callback>,
    kind: DtQueryKindArgument,
    (rows, count): (&Rows, usize),
    restriction: &Restriction,
    to: &mut Hits,
    found: fn(&QueryMemory) -> &Vec<T>,
    hit: impl Fn(&T) -> DtQueryHit,
) {
    let (filter, most, limit) = restriction.numbers();
    let ask = |answers: &mut QueryMemory, row: &Asking| {
        let query = Query { filter, most, limit, ..Query::ALL };
        ask(world, kind, row, &query, answers)?;
        let (found, mut kept) = (found(answers), Vec::new());
        memory::reserve(&mut kept, found.len());
        kept.extend_from_slice(found);
        Ok(kept)
    };
    let read = |row| rows.read(row);
    world.batch_queries(count, &read, QueryMemory::default, ask, &mut |row, answer| {
        for found in to.bad.check(row, answer).unwrap_or_default() {
            to.hits.put(to.count, hit(&found));
            to.rows.put(to.count, row as DtCount);
            to.count += 1;
        }
    });
}

/// Asks about all objects of the world once for each row of an array, as dtQuery and dtQueryRay do: a
/// shape at many placements, many objects where they are placed, or many rays. The answers are
/// theirs, to the last bit, and are found by the threads of dtSetThreads. Nothing is moved.
///
/// - `kind`: one of DtQueryKind; DT_CAST_QUERY for rays
/// - `shape`: what asks; not looked at where objects or rays ask
/// - `askers`: where the shape is: placements; or the objects that ask, DT_OBJECTS; or where rays
///   begin, DT_POINTS
/// - `motions`: the translations of DT_CAST_QUERY, and of rays where they lead from their beginning:
///   DT_POINTS. One row serves for all; NULL for no motion
/// - `filter`: as in dtQuery, for each row
/// - `hits`: receives the first hits, those of a row side by side, in the order of the rows; may be
///   NULL
/// - `rows`: receives the row of each of these hits; may be NULL
/// - `most`: how many there is space for in both
/// - returns: the number of hits of all rows; 0 if an argument is bad
/// - frame: world coordinates
/// - units: lengths; the time of a cast is a fraction of the motion
/// - errors: DT_INVALID_POINTER if `askers` is NULL, or `shape` is where it asks; DT_INVALID_ENUM if
///   there is no such kind, layout or type, or rays are asked for another kind; DT_INVALID_VALUE if
///   arrays have different numbers of rows, or the limit is negative or NaN: nothing is written.
///   That of the first row without an answer, which dtGetBadRow returns, as dtQuery has it; the other
///   rows are answered
/// - cost: that of dtQuery for each row, divided among the threads
///
/// # Safety
///
/// `askers` and `motions` are NULL or describe arrays that have their rows; `filter` is NULL or points
/// to a filter; `hits` and `rows` are NULL or have space for `most`, apart from the arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtBatchQuery(
    kind: DtQueryKindArgument,
    shape: DtShapeRef,
    askers: *const DtArray,
    motions: *const DtArray,
    filter: *const DtQueryFilter,
    hits: *mut DtQueryHit,
    rows: *mut DtCount,
    most: DtCount,
) -> DtCount {
    recorded!(dtBatchQuery(kind, shape, askers, motions, filter, hits, rows, most));
    const FUNCTION: Function = Function::dtBatchQuery;
    with_state(FUNCTION, (), |state| state.bad_row = None);
    // SAFETY: the caller promises the same; no array of objects is left out.
    let restriction = unsafe { Restriction::open(FUNCTION, filter, std::ptr::null()) };
    let Some(restriction) = restriction else { return 0 };
    // SAFETY: the caller promises the same.
    let (hits, rows) = unsafe { (Answers::new(hits, most), Answers::new(rows, most)) };
    with_state(FUNCTION, 0, |state| {
        use DtError::{DT_INVALID_ENUM, DT_INVALID_POINTER};
        // SAFETY: the caller promises the same.
        let arrays =
            unsafe { (open(state, askers, Kind::Askers), open(state, motions, Kind::Points)) };
        let (Ok(askers), Ok(motions)) = arrays else { return 0 };
        let by_shape = |askers: &Array| !askers.has_points() && !askers.has_objects();
        let Some(askers) = askers.filter(|askers| !shape.is_null() || !by_shape(askers)) else {
            state.error(DT_INVALID_POINTER, "NULL instead of what asks");
            return 0;
        };
        let is_cast = kind == DtQueryKind::DT_CAST_QUERY as c_uint;
        let is_kind = kind <= DtQueryKind::DT_CAST_QUERY as c_uint;
        if !state.check(is_kind, DT_INVALID_ENUM, "the enumeration has no such number")
            || !state.check(is_cast || !askers.has_points(), DT_INVALID_ENUM, "rays are cast")
        {
            return 0;
        }
        let counts = || std::iter::once(askers.count).chain(motions.map(|motions| motions.count));
        let Some(count) = common_count(state, counts) else { return 0 };
        let (is_shape, handle) = (by_shape(&askers), shape.addr());
        let shape = Asker::Shape(handle);
        state.world.prepare_queries(is_shape.then_some(shape), is_cast, count);
        if count == 0 && is_shape && state.world.shapes.slot(handle).is_none() {
            // There is no row that would.
            let (error, what) = explain(QueryError::UnknownShape);
            state.error(error, what);
        }
        let mut to = Hits { hits, rows, count: 0, bad: BadRow::default() };
        let rows = (&Rows { shape, askers, motions }, count);
        let (to_all, world) = (&mut to, &state.world);
        match kind {
            0 => answer(world, kind, rows, &restriction, to_all, |of| &of.objects, no_hit),
            1 => answer(world, kind, rows, &restriction, to_all, |of| &of.closest, hit_of_closest),
            2 => answer(world, kind, rows, &restriction, to_all, |of| &of.contacts, hit_of_contact),
            _ => answer(world, kind, rows, &restriction, to_all, |of| &of.casts, hit_of_cast),
        }
        let Hits { count, bad, .. } = to;
        bad.raise(state);
        DtCount::try_from(count).unwrap_or(DtCount::MAX)
    })
}
