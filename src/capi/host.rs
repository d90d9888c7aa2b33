//! For the other doors to the library. A process that makes dt calls for several programs, its users (`crates/remote`): what each
//! user of the context that exists from the start has for itself. A language other than C (`python/`): the floating-point environment.

use std::cell::RefCell;
use std::fmt::Arguments;

use super::contexts::{DtContext, GLOBAL, with_context};
use super::errors::DtError;
pub use super::floating_point::with_default_environment;
use super::state::{Callback, OpenCompound, OpenShape, with_state};
use super::types::DtObjectRef;
use crate::scene::saved::SavedWorld;
pub use crate::scene::settings::MAX_THREADS;
use crate::scene::users;
use solid_recording::Function;

/// What a user has for itself, while another one is active: the current object, the responses, the open complex shape and
/// compound, the error, and what dtGetBadPolygon, dtGetBadRow, dtContactTime and dtUndecidedTime return.
#[derive(Default)]
pub struct User {
    scene: users::User<Callback>,
    open: Option<Box<OpenShape>>,
    open_compound: Option<OpenCompound>,
    bad_polygon: Option<u32>,
    bad_row: Option<u32>,
    contact_time: f64,
    undecided_time: f64,
    error: Option<DtError>,
}

impl User {
    /// Makes this user active; what belonged to the one before is in `self` then.
    pub fn swap(&mut self) {
        with_context(None, GLOBAL, (), |state| {
            state.world.swap_user(&mut self.scene);
            std::mem::swap(&mut state.open, &mut self.open);
            std::mem::swap(&mut state.open_compound, &mut self.open_compound);
            std::mem::swap(&mut state.bad_polygon, &mut self.bad_polygon);
            std::mem::swap(&mut state.bad_row, &mut self.bad_row);
            std::mem::swap(&mut state.contact_time, &mut self.contact_time);
            std::mem::swap(&mut state.undecided_time, &mut self.undecided_time);
            std::mem::swap(&mut state.error, &mut self.error);
        });
    }

    /// Forgets the responses of an object, which has been deleted.
    pub fn forget(&mut self, object: DtObjectRef) {
        self.scene.forget(object.addr());
    }
}

thread_local! {
    /// What the errors were since they were last taken; `None` if nobody takes them.
    static MESSAGES: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// More errors than this are not kept.
const MOST_MESSAGES: usize = 64;

/// Keeps what an error is, if somebody takes it.
pub(super) fn note(what: Arguments<'_>) {
    let _ = MESSAGES.try_with(|messages| {
        if let Some(messages) = messages.borrow_mut().as_mut().filter(|m| m.len() < MOST_MESSAGES) {
            messages.push(what.to_string());
        }
    });
}

/// What the errors were in calls of this thread, since they were last taken; from the first call on.
pub fn take_messages() -> Vec<String> {
    MESSAGES.with(|messages| messages.borrow_mut().replace(Vec::new())).unwrap_or_default()
}

/// Calls `visit` with the client data of each response of a context.
pub fn for_each_client_data(context: DtContext, visit: &mut dyn FnMut(usize)) {
    with_context(None, context.addr(), (), |state| {
        state.world.responses.for_each_callback(|callback| visit(callback.client_data));
    });
}

/// Whether a context exists.
pub fn has_context(context: DtContext) -> bool {
    with_context(None, context.addr(), false, |_| true)
}

/// Whether there is an object with this name in the thread's context.
pub fn has_object(object: DtObjectRef) -> bool {
    with_state(None, false, |state| state.world.has_object(object.addr()))
}

/// The objects in the thread's context.
pub fn objects() -> Vec<DtObjectRef> {
    let pointer = std::ptr::with_exposed_provenance_mut;
    with_state(None, Vec::new(), |state| state.world.objects().map(pointer).collect())
}

/// How many objects a saved world has; none if the bytes are no such world.
pub fn count_saved_objects(bytes: &[u8]) -> usize {
    SavedWorld::read(bytes).map_or(0, |saved| saved.objects().len())
}

/// Removes the data of all callbacks in the thread's context: nobody reads them any more. Else they would stay as long as any
/// test is running, and a user may be in a callback for long.
pub fn clear_data() {
    with_state(None, (), |state| state.tests.clear_data());
}

/// Raises an error of a dt function in the thread's context.
pub fn raise(function: Function, error: DtError, what: &str) {
    super::pair::raise(function, error, what);
}
