//! Queries of a shape, an object or a ray about all objects of the world.

use std::ffi::{c_uint, c_void};

use super::batch_arrays::DtArray;
use super::errors::DtError;
use super::ext_types::{DT_FALSE, DtBool};
use super::objects::read_matrix;
use super::pair::{read, write_list};
use super::query_restriction::{Restriction, with_memory};
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, scalar};
use super::state::{Callback, with_reader, with_state};
use super::turning::{DtMotion, read_motion};
use super::types::{DtCount, DtObjectRef, DtShapeRef, DtVector, vector};
use crate::scene::object::ObjectRef;
use crate::scene::pair_queries::QueryError;
use crate::scene::queries::{Asker, Hit, Query, QueryMemory};
use crate::scene::world::World;
use solid_geometry::math::vector::direction;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::query::{CastHit, ClosestPair, Contact};
use solid_recording::for_each_record;

/// What dtQuery asks about all objects.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtQueryKind {
    /// Which objects share a point with the shape, in the order of their creation. Of a hit only
    /// `object` is set, the rest is zero.
    DT_OVERLAP_QUERY = 0,
    /// Which objects are nearest, the nearest first: dtGetClosestPair of each.
    DT_CLOSEST_QUERY = 1,
    /// Where the shape touches objects: dtGetContacts of each, in the order of their creation. An
    /// object has a hit for each contact.
    DT_CONTACT_QUERY = 2,
    /// Which objects the shape meets while it moves, the first one first: dtCastObjects of each, and
    /// if it turns, dtCastObjectsTurning.
    DT_CAST_QUERY = 3,
}

/// A `DtQueryKind` from C, which may be any number.
pub type DtQueryKindArgument = c_uint;

/// Which objects a query is about, and which hits are wanted. Zeros leave nothing out.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtQueryFilter {
    /// The largest distance of DT_CLOSEST_QUERY, in lengths, or time of a cast; 0 for any.
    pub limit: DtScalar,
    /// The categories of what asks: objects are left out whose mask has none of them (dtSetFilter).
    /// 0 for those of the object that asks, and of a shape or a ray for all.
    pub categories: c_uint,
    /// Objects are left out that have no category in this mask. 0 for that of the object that asks,
    /// and of a shape or a ray for all.
    pub mask: c_uint,
    /// How many hits are wanted, of DT_CONTACT_QUERY how many objects: the first ones in the order
    /// of the query. With 1 it ends as soon as that is known. 0 for all.
    pub most: DtCount,
}

/// A hit of a query.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtQueryHit {
    /// The object.
    pub object: DtObjectRef,
    /// The distance, the depth, or the time of a cast: from 0, the start, to 1, the end.
    pub value: DtScalar,
    /// A point of what asks, in world coordinates; of a cast the point of contact.
    pub point1: DtVector,
    /// A point of the object, in world coordinates; of a cast the point of contact.
    pub point2: DtVector,
    /// A unit vector that points from the object towards what asks, in world coordinates; zero for
    /// closest points of bodies that collide.
    pub normal: DtVector,
}

/// Looks at a hit of a query, which is readable until the function returns. Returns DT_TRUE to see
/// the next one, DT_FALSE to end the query. It may call every function of this library: the hits
/// are those of the world when the query began. It may be left by a C++ exception or longjmp, and
/// may switch to another stack, as coroutines and fibers do.
pub type DtQueryVisit =
    Option<unsafe extern "C-unwind" fn(client_data: *mut c_void, hit: *const DtQueryHit) -> DtBool>;

pub(super) fn no_hit(object: &ObjectRef) -> DtQueryHit {
    let zero = [scalar(0.0); 3];
    let object = std::ptr::with_exposed_provenance_mut(*object);
    DtQueryHit { object, value: scalar(0.0), point1: zero, point2: zero, normal: zero }
}

fn hit_of(object: ObjectRef, value: f64, points: [&Vec3; 2], normal: &Vec3) -> DtQueryHit {
    let [point1, point2] = points.map(vector);
    DtQueryHit { value: scalar(value), point1, point2, normal: vector(normal), ..no_hit(&object) }
}

pub(super) fn hit_of_closest(Hit { object, found, .. }: &Hit<ClosestPair>) -> DtQueryHit {
    let [p, q] = &found.points;
    let normal = direction(&(p - q)).unwrap_or(Vec3::zeros());
    hit_of(*object, found.distance, [p, q], &normal)
}

pub(super) fn hit_of_contact(Hit { object, found, .. }: &Hit<Contact>) -> DtQueryHit {
    let [p, q] = &found.points;
    hit_of(*object, found.depth, [p, q], &found.normal)
}

pub(super) fn hit_of_cast(Hit { object, found, .. }: &Hit<CastHit>) -> DtQueryHit {
    hit_of(*object, found.time, [&found.point; 2], &found.normal)
}

/// What asks.
pub(super) enum Asking {
    Body { asker: Asker, placement: Option<Placement>, motion: [Vec3; 2] },
    Ray([Vec3; 2]),
}

/// Asks the question of a kind, and leaves the answers in the memory.
pub(super) fn ask(
    world: &World<Callback>,
    kind: DtQueryKindArgument,
    asking: &Asking,
    query: &Query<'_>,
    memory: &mut QueryMemory,
) -> Result<(), QueryError> {
    let (asker, placement, motion) = match asking {
        Asking::Ray(ends) => return world.query_ray(ends, query, memory),
        Asking::Body { asker, placement, motion } => (*asker, placement.as_ref(), motion),
    };
    match kind {
        0 => world.query_overlaps(asker, placement, query, memory),
        1 => world.query_closest(asker, placement, query, memory),
        2 => world.query_contacts(asker, placement, query, memory),
        _ => world.query_cast(asker, placement, motion, query, memory),
    }
}

/// Answers a query, and writes its hits.
///
/// # Safety
///
/// As of [`write_list`].
unsafe fn answer(
    function: Function,
    kind: DtQueryKindArgument,
    asking: &Asking,
    restriction: &Restriction,
    hits: *mut DtQueryHit,
    capacity: DtCount,
) -> DtCount {
    let swept = kind == DtQueryKind::DT_CAST_QUERY as c_uint;
    let asker = if let Asking::Body { asker, .. } = asking { Some(*asker) } else { None };
    let found = with_reader(
        function,
        |state| state.world.is_ready_for(asker, swept),
        |state| state.world.prepare_queries(asker, swept, 1),
        |state| {
            restriction.ask(state, |query| {
                with_memory(|memory| {
                    ask(&state.world, kind, asking, query, memory)?;
                    let QueryMemory { objects, closest, contacts, casts, .. } = memory;
                    // SAFETY: the caller promises the same.
                    Ok(unsafe {
                        match kind {
                            0 => write_list(objects.iter().map(no_hit), hits, capacity),
                            1 => write_list(closest.iter().map(hit_of_closest), hits, capacity),
                            2 => write_list(contacts.iter().map(hit_of_contact), hits, capacity),
                            _ => write_list(casts.iter().map(hit_of_cast), hits, capacity),
                        }
                    })
                })
            })
        },
    );
    found.unwrap_or(0)
}

/// Raises an error of a query, which has found nothing.
#[cold]
pub(super) fn fail(function: impl Into<Option<Function>>, error: DtError, what: &str) -> DtCount {
    with_state(function, (), |state| state.error(error, what));
    0
}

/// Asks about all objects of the world as they are placed now: which ones a shape overlaps, which
/// are nearest to it, where it touches them, or which ones it meets on its way. An object may ask
/// for itself: it is then the first one in `except`, which is left out.
///
/// Whatever it finds about an object is what the function about two objects finds, to the last bit:
/// see DtQueryKind. A shape counts as an object that was created last. Objects that collide with
/// nothing are skipped.
///
/// It changes nothing: any number of threads may ask one context at a time. The first query after
/// a change brings the context up to date, as dtTest does, while others wait.
///
/// - `kind`: one of DtQueryKind
/// - `shape`: what asks; NULL for the first object in `except`
/// - `placement`: where it is: a 4x4 column-major matrix as in dtLoadMatrixd; NULL for where the
///   object is placed, and of a shape for the identity
/// - `motion`: how it moves, for DT_CAST_QUERY; NULL for not at all
/// - `filter`: which objects the query is about, and which hits are wanted; NULL for all
/// - `except`: objects that are left out, DT_OBJECTS; NULL for none
/// - `hits`: receives the first hits; NULL to get the number alone
/// - `capacity`: how many there is space for
/// - returns: the number of hits; 0 on an error
/// - frame: world coordinates
/// - units: lengths; the time of a cast is a fraction of the motion
/// - errors: DT_INVALID_ENUM if there is no such kind, or the array is not one of objects;
///   DT_UNKNOWN_SHAPE and DT_UNKNOWN_OBJECT if a shape or an object does not exist;
///   DT_INVALID_POINTER if `shape` is NULL and no object is left out, or the array is NULL;
///   DT_INVALID_OPERATION if what asks collides with nothing, as if its placement is not finite;
///   DT_INVALID_VALUE if the limit is negative or NaN, or a motion as in dtCastObjectsTurning;
///   DT_UNDECIDED if what turns grazes an object for too long before the last hit. Nothing is
///   written
/// - cost: O(log n + k) for n objects that are mostly at rest, of which k are near; about a
///   microsecond and what the function about two objects takes. If most objects move, the first
///   queries after a move cost O(n) each; later ones are fast again. No memory is allocated once
///   the thread has asked for so many hits
///
/// # Safety
///
/// `placement` is NULL or points to sixteen doubles, `motion` and `filter` are NULL or point to one
/// of their kind; `except` is NULL or describes an array; `hits` is NULL or has space for `capacity`
/// hits.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtQuery(
    kind: DtQueryKindArgument,
    shape: DtShapeRef,
    placement: *const f64,
    motion: *const DtMotion,
    filter: *const DtQueryFilter,
    except: *const DtArray,
    hits: *mut DtQueryHit,
    capacity: DtCount,
) -> DtCount {
    recorded!(dtQuery(kind, shape, placement, motion, filter, except, hits, capacity));
    const FUNCTION: Function = Function::dtQuery;
    // SAFETY: the caller promises the same.
    let (placement, motion) = unsafe { (read_matrix(placement), read_motion(motion)) };
    let placement = placement.map(|matrix| Placement::from_column_major(&matrix));
    // SAFETY: as above.
    let Some(restriction) = (unsafe { Restriction::open(FUNCTION, filter, except) }) else {
        return 0;
    };
    let asker = match restriction.objects().next() {
        _ if kind > DtQueryKind::DT_CAST_QUERY as c_uint => {
            return fail(FUNCTION, DtError::DT_INVALID_ENUM, "the enumeration has no such number");
        }
        _ if !shape.is_null() => Asker::Shape(shape.addr()),
        Some(object) => Asker::Object(object),
        None => {
            let what = "neither a shape nor an object asks";
            return fail(FUNCTION, DtError::DT_INVALID_POINTER, what);
        }
    };
    let asking = Asking::Body { asker, placement, motion };
    // SAFETY: the caller promises space for so many.
    unsafe { answer(FUNCTION, kind, &asking, &restriction, hits, capacity) }
}

/// Asks which objects the ray between two points enters, as they are placed now, in the order in
/// which it does: dtRayCastAll with a filter, which several threads may ask at a time. What a hit is
/// dtRayCastObject tells.
///
/// - `from`, `to`: the ends of the ray
/// - `filter`, `except`, `hits`, `capacity`: as in dtQuery
/// - returns: the number of hits; 0 on an error
/// - frame: world coordinates
/// - units: lengths; the time of a hit is a fraction of the ray
/// - errors: DT_INVALID_POINTER if `from` or `to` is NULL; DT_INVALID_VALUE if a coordinate is NaN
///   or infinite; otherwise those of dtQuery
/// - cost: O(log n + k) for k objects near the ray up to the last hit that is wanted, among n that
///   are mostly at rest, with the exceptions of dtQuery
///
/// # Safety
///
/// `from` and `to` are NULL or point to three scalars; the rest is as in dtQuery.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtQueryRay(
    from: *const DtScalar,
    to: *const DtScalar,
    filter: *const DtQueryFilter,
    except: *const DtArray,
    hits: *mut DtQueryHit,
    capacity: DtCount,
) -> DtCount {
    recorded!(dtQueryRay(from, to, filter, except, hits, capacity));
    const FUNCTION: Function = Function::dtQueryRay;
    // SAFETY: the caller promises the same.
    let (ends, restriction) =
        unsafe { (read(from).zip(read(to)), Restriction::open(FUNCTION, filter, except)) };
    let Some(restriction) = restriction else { return 0 };
    let Some((from, to)) = ends else {
        return fail(FUNCTION, DtError::DT_INVALID_POINTER, "NULL");
    };
    let (kind, ray) = (DtQueryKind::DT_CAST_QUERY as c_uint, Asking::Ray([from, to]));
    // SAFETY: the caller promises space for so many.
    unsafe { answer(FUNCTION, kind, &ray, &restriction, hits, capacity) }
}

/// The space for what a visit finds at first. If it is not enough, it is got again with what is needed.
pub(super) const FIRST_CAPACITY: DtCount = 16;

/// Asks as dtQuery does, and calls a function for one hit after the other, which may end the query.
/// The hits are found before the first call.
///
/// - `kind`, `shape`, `placement`, `motion`, `filter`, `except`: as in dtQuery
/// - `visit`: the function; NULL to get the number of hits alone
/// - `client_data`: passed to the function; the library does not look at it
/// - returns: how often the function was called; 0 on an error
/// - frame: world coordinates
/// - units: lengths; the time of a cast is a fraction of the motion
/// - errors: those of dtQuery. DT_OUT_OF_MEMORY if there is no memory for the hits; and if `visit` has
///   been waiting in another stack while so many later queries were left in the middle that all hits
///   took more than 32 MB: the query ends
/// - cost: that of dtQuery, twice where there are more than 16 hits
///
/// # Safety
///
/// As of dtQuery; `visit` is NULL or a function of this type, and `client_data` is what it expects.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtVisitQuery(
    kind: DtQueryKindArgument,
    shape: DtShapeRef,
    placement: *const f64,
    motion: *const DtMotion,
    filter: *const DtQueryFilter,
    except: *const DtArray,
    visit: DtQueryVisit,
    client_data: *mut c_void,
) -> DtCount {
    solid_recording::align_stack!();
    let Some(visit) = visit else {
        let nowhere = std::ptr::null_mut();
        // SAFETY: NULL receives nothing; the rest is as the caller promises.
        return unsafe { dtQuery(kind, shape, placement, motion, filter, except, nowhere, 0) };
    };
    // Not recorded itself: recordings have dtQuery, and the calls that `visit` makes.
    let visited = for_each_record(
        FIRST_CAPACITY,
        // SAFETY: there is space for so many hits; the rest is as the caller promises.
        |hits, most| unsafe { dtQuery(kind, shape, placement, motion, filter, except, hits, most) },
        // SAFETY: the client promises that the function may be called with its data.
        |hit| unsafe { visit(client_data, hit) != DT_FALSE },
    );
    let what = "dtVisitQuery: no memory for the hits";
    visited.unwrap_or_else(|| fail(None, DtError::DT_OUT_OF_MEMORY, what))
}
