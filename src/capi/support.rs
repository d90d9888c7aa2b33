//! Convex shapes of a program's own, of which it has a function that finds support points.
//!
//! The function runs while the library holds a context, so it may call no dt function: a thread that is in one has its calls refused
//! before they come to the context.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use super::errors::DtError;
use super::recording::recorder::is_on;
use super::saved::dtLoadShape;
use super::scalar::{DtScalar, reals};
use super::shapes::{as_handle, as_pointer};
use super::state::{State, with_state};
use super::types::{DtCount, DtShapeRef, vector};
use crate::scene::shapes::Shape;
use solid_geometry::Shape as CoreShape;
use solid_geometry::math::Vec3;
use solid_geometry::shape::{Primitive, SupportFault, SupportFunction};

/// The support mapping of a convex shape: writes the point of the shape that is farthest along a
/// direction. Both are in the shape's local coordinates; the direction has length 1. Where several
/// points are farthest, any of them, but for the same direction always the same one.
///
/// It is called during queries and tests, with dtSetThreads on several threads at once, in the
/// default floating-point environment. It must return: no exception, longjmp or switch to another
/// stack. It may call no dt function: such calls do nothing, and DT_INVALID_OPERATION is raised.
/// Calls of other threads wait for the test or query: it must not wait for such a thread.
pub type DtSupport = Option<
    unsafe extern "C-unwind" fn(
        client_data: *mut c_void,
        direction: *const DtScalar,
        point: *mut DtScalar,
    ),
>;

/// Frees the client data of a shape that is gone. It must return, and may call no dt function: such
/// calls do nothing.
pub type DtDestroy = Option<unsafe extern "C-unwind" fn(client_data: *mut c_void)>;

/// Makes a convex shape of a support mapping: a function that finds the farthest point along a
/// direction. It is a shape like others, for all tests and queries, an operand of dtSum, dtHull
/// and dtPlaced, and a part of compounds. It cannot be saved (dtSaveShape).
///
/// The function is called some three hundred times at once, to find out whether it is one, and
/// whenever a test or query needs a point. What it answers is not trusted: points that are not
/// finite, or outside the box of the first ones, are moved into that, and DT_INVALID_VALUE is
/// raised in the context that made the shape, by the test or query, or, if that is one of another
/// context, by the next call. Whatever it answers, all tests and queries end; what was found
/// meanwhile is not kept.
///
/// A recording (SOLID_RECORD) has in its place the convex hull of the points that it answered at
/// first, or a dtLoadShape that raises the same error. A program whose world is on a server has no such shapes: it gets DT_INVALID_OPERATION.
///
/// - `support`: the function; it answers as long as a shape or object has it
/// - `client_data`: passed to the functions; the library does not look at it
/// - `destroy`: called with the client data once: when the last shape, object and context is gone
///   that has the function, on the thread that deletes it, or when the process exits, unless a
///   thread is still in the library then; at once if no shape is made. NULL for none
/// - returns: the shape; NULL on an error
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_POINTER if `support` is NULL; DT_INVALID_VALUE if a point is NaN, infinite or
///   farther than 1e150 from the origin, or it is no support mapping
/// - cost: O(1): some 300 calls of the function. A test or query of a pair takes 1 to 20, round bodies more
///
/// # Safety
///
/// The functions can be called with the client data, from any thread that may use the shape.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtSupport(
    support: DtSupport,
    client_data: *mut c_void,
    destroy: DtDestroy,
) -> DtShapeRef {
    solid_recording::align_stack!();
    let client_data = ClientData { number: client_data.expose_provenance(), destroy };
    EXIST.store(true, Relaxed);
    let Some(function) = support else {
        drop(client_data);
        return refuse(DtError::DT_INVALID_POINTER, "NULL");
    };
    let made = with_state(None, None, |state| {
        let faults = Arc::clone(state.faults.get_or_insert_default());
        Some(Primitive::from_support(ClientSupport { function, client_data, faults }))
    });
    let primitive = match made {
        Some(Ok(primitive)) => primitive,
        Some(Err(why)) => return refuse(DtError::DT_INVALID_VALUE, &why.to_string()),
        None => return null_mut(),
    };
    let recorded = if is_on() { load_hull(&primitive) } else { null_mut() };
    with_state(None, null_mut(), |state| {
        let shape = Shape::Primitive(primitive);
        if recorded.is_null() {
            return as_pointer(state.world.shapes.insert(shape));
        }
        state.world.finish_shape(as_handle(recorded), shape);
        recorded
    })
}

/// Raises an error of dtSupport. Recordings have in its place a call that raises the same one.
fn refuse(error: DtError, what: &str) -> DtShapeRef {
    with_state(None, (), |state| state.error(error, &format!("dtSupport: {what}")));
    if is_on() {
        // No saved shape begins like that.
        let no_shape = b"dtSupport";
        let is_missing = error == DtError::DT_INVALID_POINTER;
        let bytes = if is_missing { null() } else { no_shape.as_ptr() };
        // SAFETY: NULL, or so many bytes.
        unsafe { dtLoadShape(bytes.cast(), no_shape.len() as DtCount) };
    }
    null_mut()
}

/// Makes the hull of points of a body by a call that recordings have; NULL if it cannot be made.
fn load_hull(primitive: &Primitive) -> DtShapeRef {
    let hull = CoreShape::polytope(&primitive.probed_points()).ok();
    let bytes = hull.and_then(|hull| hull.to_bytes()).unwrap_or_default();
    match DtCount::try_from(bytes.len()) {
        // SAFETY: there are so many bytes.
        Ok(count) if count > 0 => unsafe { dtLoadShape(bytes.as_ptr().cast(), count) },
        _ => null_mut(),
    }
}

/// What functions of the program get. It is the program's, and freed by a function of it.
struct ClientData {
    number: usize,
    destroy: DtDestroy,
}

impl ClientData {
    fn pointer(&self) -> *mut c_void {
        std::ptr::with_exposed_provenance_mut(self.number)
    }
}

impl Drop for ClientData {
    fn drop(&mut self) {
        if let Some(destroy) = self.destroy {
            // SAFETY: the client promises that it can be called with its data, and this is the only time.
            refusing(|| unsafe { destroy(self.pointer()) });
        }
    }
}

/// A support mapping of the program's.
struct ClientSupport {
    function: unsafe extern "C-unwind" fn(*mut c_void, *const DtScalar, *mut DtScalar),
    client_data: ClientData,
    /// Those of the context that made the shape: bits of [`FAULTS`].
    faults: Arc<AtomicU8>,
}

impl SupportFunction for ClientSupport {
    fn support(&self, direction: &Vec3) -> Vec3 {
        let direction = vector(direction);
        // What it does not write is noticed.
        let mut point = [DtScalar::NAN; 3];
        let is_obeyed = refusing(|| {
            // SAFETY: the client promises that it can be called with its data; both vectors exist meanwhile.
            unsafe {
                (self.function)(self.client_data.pointer(), direction.as_ptr(), point.as_mut_ptr());
            }
        });
        if !is_obeyed {
            self.faults.fetch_or(CALLED_BACK, Relaxed);
        }
        reals(point).into()
    }

    fn notice(&self, fault: SupportFault) {
        let fault = match fault {
            SupportFault::NotFinite => NOT_FINITE,
            SupportFault::NotFarthest => NOT_FARTHEST,
        };
        self.faults.fetch_or(fault, Relaxed);
    }
}

const NOT_FINITE: u8 = 1;
const NOT_FARTHEST: u8 = 2;
const CALLED_BACK: u8 = 4;

/// The errors of what a function did, and their texts.
const FAULTS: [(u8, DtError, &str); 3] = [
    (CALLED_BACK, DtError::DT_INVALID_OPERATION, "a support function called a dt function"),
    (NOT_FINITE, DtError::DT_INVALID_VALUE, "a support function answered no finite point"),
    (
        NOT_FARTHEST,
        DtError::DT_INVALID_VALUE,
        "a support function did not answer the farthest point of a convex shape",
    ),
];

/// Whether a context has faults of functions that it has not raised yet.
#[inline]
pub(super) fn has_faults(state: &State) -> bool {
    state.faults.as_ref().is_some_and(|faults| faults.load(Relaxed) != 0)
}

/// Raises the errors of faults.
#[cold]
pub(super) fn raise_faults(state: &mut State) {
    let found = state.faults.as_ref().map_or(0, |faults| faults.swap(0, Relaxed));
    if found != 0 {
        state.world.renew_boxes();
    }
    for (_, error, what) in FAULTS.into_iter().filter(|(fault, ..)| found & fault != 0) {
        state.error(error, what);
    }
}

/// What a thread is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Nothing,
    /// A function that may call no dt function.
    Function,
    /// One that has done so.
    Disobedient,
}

/// Whether there was ever such a function. If not, `WITHIN` need not be read.
static EXIST: AtomicBool = AtomicBool::new(false);

/// Whether there was ever a function of the program that runs while the library works; it may start threads.
#[inline]
pub(super) fn exist() -> bool {
    EXIST.load(Relaxed)
}

thread_local! {
    static WITHIN: Cell<Within> = const { Cell::new(Within::Nothing) };
}

/// Runs a function of the program, from which dt calls are refused. Returns whether there were none.
fn refusing(function: impl FnOnce()) -> bool {
    WITHIN.with(|within| {
        let outer = within.replace(Within::Function);
        function();
        within.replace(outer) == Within::Function
    })
}

/// Whether a dt call of the thread is to be refused, because a function makes it that may make none.
#[inline]
pub(super) fn is_refused() -> bool {
    exist() && is_within()
}

#[cold]
fn is_within() -> bool {
    WITHIN.with(|within| {
        let is_within = within.get() != Within::Nothing;
        if is_within {
            within.set(Within::Disobedient);
        }
        is_within
    })
}
