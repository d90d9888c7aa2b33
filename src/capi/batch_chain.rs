//! Objects that move together, in many configurations.

use super::batch::{
    Answers, BadRow, DtQuestion, DtQuestionArgument, ValuesAndContacts, answered, question_of,
};
use super::batch_arrays::{Array, DtArray, Kind, open};
use super::contacts::DtContact;
use super::errors::DtError;
use super::pair::explain;
use super::recording::{Function, recorded};
use super::scalar::DtScalar;
use super::state::{State, with_state};
use super::types::{DtCount, DtObjectRef};
use crate::scene::batch::Links;
use crate::scene::object::ObjectRef;

/// Two objects.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DtObjectPair {
    /// The first.
    pub object1: DtObjectRef,
    /// The second.
    pub object2: DtObjectRef,
}

/// Answers a question about many configurations of objects that move together, such as the links of a
/// robot, among all other objects as they are placed now. No object is moved. Objects whose filters
/// (dtSetFilter) exclude each other are left out.
///
/// - `links`: the objects that move: an array with the layout DT_OBJECTS, of m rows
/// - `placements`: m rows for each configuration: where the links are, in their order
/// - `left_out`: which pairs are left out: an array with the layout DT_FLAGS, of m rows times m
///   columns, row by row, or of one column more, for each link with all other objects; NULL means
///   none. A pair of links is left out if one of its two flags is set
/// - `question`: what is to be found out. DT_COLLIDES finds the first pair, in the order of the
///   links, then of the creation of the others; DT_DISTANCE the nearest and DT_DEPTH the deepest
/// - `pairs`: receives for each of the first configurations which two objects it is, a link
///   first; twice NULL if there are none; may be NULL
/// - `values`, `contacts`: receive the answers, as in dtBatchPairs; may be NULL. The value of
///   DT_DISTANCE is -1 if there is no pair
/// - `most`: how many there is space for in each of the three. If all are NULL, all
///   configurations are answered, else no more than these
/// - returns: the number of configurations; with DT_FIRST_COLLISION, if objects collide, the
///   number up to the first in which they do; 0 if an argument is bad
/// - frame: world coordinates
/// - units: lengths
/// - errors: those of dtBatchPairs, where a row is a configuration. A link that does not exist,
///   collides with nothing or is given twice is a bad argument
/// - cost: O(n log n) for n other objects; then O(m log n) for each configuration and that of the
///   pairs that are near each other
///
/// # Safety
///
/// Each array is NULL or has the rows that it describes. `pairs`, `values` and `contacts` are NULL
/// or have space for `most`, apart from the arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtBatchChain(
    links: *const DtArray,
    placements: *const DtArray,
    left_out: *const DtArray,
    question: DtQuestionArgument,
    pairs: *mut DtObjectPair,
    values: *mut DtScalar,
    contacts: *mut DtContact,
    most: DtCount,
) -> DtCount {
    recorded!(dtBatchChain(links, placements, left_out, question, pairs, values, contacts, most));
    // SAFETY: the caller promises the same.
    let (pairs, output) =
        unsafe { (Answers::new(pairs, most), ValuesAndContacts::new(values, contacts, most)) };
    let put_pair = |row: usize, objects: Option<[ObjectRef; 2]>| {
        let pointer = std::ptr::with_exposed_provenance_mut;
        let [object1, object2] = objects.unwrap_or_default().map(pointer);
        pairs.put(row, DtObjectPair { object1, object2 });
    };
    with_state(Function::dtBatchChain, 0, |state| {
        state.bad_row = None;
        // SAFETY: the caller promises the same.
        let chain = unsafe { open_chain(state, links, placements, left_out) };
        let Some((chain, question)) = chain.zip(question_of(state, question)) else {
            return 0;
        };
        let rows = answered(chain.rows, most, pairs.is_written() || output.is_written());
        let objects: Vec<ObjectRef> =
            (0..chain.links.count).map(|link| chain.links.object(link)).collect();
        let links = Links {
            objects: &objects,
            placement: &|number| chain.placements.placement(number),
            leaves_out: &|a, b| chain.leaves_out(a, b),
        };
        let (world, mut bad) = (&state.world, BadRow::default());
        let first_hit = match question {
            DtQuestion::DT_COLLIDES | DtQuestion::DT_FIRST_COLLISION => {
                let until_hit = question == DtQuestion::DT_FIRST_COLLISION;
                world.batch_chain_collides(&links, rows, until_hit, &mut |row, hit| {
                    let hit = bad.check(row, hit);
                    put_pair(row, hit.flatten().map(|hit| hit.objects));
                    output.put(row, hit.map(|hit| hit.is_some()));
                })
            }
            DtQuestion::DT_DISTANCE => world.batch_chain_nearest(&links, rows, &mut |row, hit| {
                let hit = bad.check(row, hit).flatten();
                put_pair(row, hit.map(|hit| hit.objects));
                output.put(row, hit.map(|hit| hit.found));
            }),
            DtQuestion::DT_DEPTH => world.batch_chain_deepest(&links, rows, &mut |row, hit| {
                let hit = bad.check(row, hit).flatten();
                put_pair(row, hit.map(|hit| hit.objects));
                output.put(row, hit.map(|hit| hit.found));
            }),
        };
        bad.raise(state);
        match first_hit {
            Ok(first_hit) => first_hit.map_or(chain.rows, |row| row + 1) as DtCount,
            Err(why) => {
                let (error, what) = explain(why);
                state.error(error, &format!("a link: {what}"));
                0
            }
        }
    })
}

/// The arrays of a chain.
struct ChainArrays {
    links: Array,
    placements: Array,
    left_out: Option<Array>,
    /// The number of configurations.
    rows: usize,
}

impl ChainArrays {
    /// Whether the flag of a pair is set; `b` may be one more than the last link.
    fn leaves_out(&self, a: usize, b: usize) -> bool {
        let links = self.links.count;
        self.left_out.is_some_and(|flags| {
            let columns = flags.count / links;
            b < columns && flags.flag(a * columns + b)
        })
    }
}

/// Reads the descriptions of a chain's arrays. Raises an error, and returns `None`, if one is bad.
///
/// # Safety
///
/// As of [`open`], for each of them.
unsafe fn open_chain(
    state: &mut State,
    links: *const DtArray,
    placements: *const DtArray,
    left_out: *const DtArray,
) -> Option<ChainArrays> {
    // SAFETY: the caller promises the same.
    let (links, placements, left_out) = unsafe {
        (
            open(state, links, Kind::Objects).ok()?,
            open(state, placements, Kind::Placements).ok()?,
            open(state, left_out, Kind::Flags).ok()?,
        )
    };
    let Some((links, placements)) = links.zip(placements) else {
        state.error(DtError::DT_INVALID_POINTER, "NULL");
        return None;
    };
    let (count, flags) = (links.count, left_out.map(|flags| flags.count));
    let fits = count > 0
        && placements.count.is_multiple_of(count)
        && flags.is_none_or(|flags| flags == count * count || flags == count * (count + 1));
    let what = "the numbers of links, placements and flags do not fit";
    let rows = || placements.count / count;
    state.check(fits, DtError::DT_INVALID_VALUE, what).then(|| ChainArrays {
        links,
        placements,
        left_out,
        rows: rows(),
    })
}
