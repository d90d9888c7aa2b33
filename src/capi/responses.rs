//! Responses: which callback is called for which pair of objects.

use std::ffi::c_void;

use super::contacts;
use super::errors::DtError;
use super::mesh_queries;
use super::recording::recorded;
use super::state::{Callback, State, with_state};
use super::types::{DtObjectRef, DtResponse, DtResponseType, DtResponseTypeArgument};
use crate::scene::response::{Response, ResponseKind};

/// Converts the arguments of C to a response. For a NULL callback or an unknown type there is none.
fn response_from(
    state: &mut State,
    function: DtResponse,
    kind: DtResponseTypeArgument,
    client_data: *mut c_void,
) -> Response<Callback> {
    const NONE: u32 = DtResponseType::DT_NO_RESPONSE as u32;
    const SIMPLE: u32 = DtResponseType::DT_SIMPLE_RESPONSE as u32;
    const SMART: u32 = DtResponseType::DT_SMART_RESPONSE as u32;
    const WITNESSED: u32 = DtResponseType::DT_WITNESSED_RESPONSE as u32;
    let kind = match kind {
        NONE => return None,
        SIMPLE => ResponseKind::Simple,
        SMART => ResponseKind::Smart,
        WITNESSED => ResponseKind::Witnessed,
        contacts::DT_DEPTH_RESPONSE => ResponseKind::Depth,
        contacts::DT_CONTACTS_RESPONSE => ResponseKind::Contacts,
        mesh_queries::DT_INTERSECTION_RESPONSE => ResponseKind::Intersection,
        _ => {
            state.error(DtError::DT_INVALID_ENUM, "a response type that does not exist");
            return None;
        }
    };
    let Some(function) = function else {
        state.error(DtError::DT_INVALID_POINTER, "a response whose callback is NULL");
        return None;
    };
    Some((Callback { function, client_data: client_data.expose_provenance() }, kind))
}

/// Sets the response of all pairs of objects that have no response of their own. `type` is a
/// response type, and `client_data` is passed to the callback.
///
/// If `response` is NULL, the pairs have no response and DT_INVALID_POINTER is raised, unless
/// `type` is DT_NO_RESPONSE. An unknown type counts as DT_NO_RESPONSE and raises DT_INVALID_ENUM.
/// The same holds for the functions below.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetDefaultResponse(
    response: DtResponse,
    r#type: DtResponseTypeArgument,
    client_data: *mut c_void,
) {
    recorded!(dtSetDefaultResponse(response, r#type, client_data));
    with_state((), |state| {
        let response = response_from(state, response, r#type, client_data);
        state.world.responses.set_default(response);
    });
}

/// Removes the default response.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtClearDefaultResponse() {
    recorded!(dtClearDefaultResponse());
    with_state((), |state| state.world.responses.set_default(None));
}

/// Sets the response of all pairs with this object, in place of the default response. The object
/// need not exist yet.
///
/// If both objects of a pair have a response, that of the callback's object1 is used.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetObjectResponse(
    object: DtObjectRef,
    response: DtResponse,
    r#type: DtResponseTypeArgument,
    client_data: *mut c_void,
) {
    recorded!(dtSetObjectResponse(object, response, r#type, client_data));
    with_state((), |state| {
        let response = response_from(state, response, r#type, client_data);
        state.world.responses.set_object(object.addr(), response);
    });
}

/// Sets the response of all pairs with this object to none.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtClearObjectResponse(object: DtObjectRef) {
    recorded!(dtClearObjectResponse(object));
    with_state((), |state| state.world.responses.set_object(object.addr(), None));
}

/// Removes the response of an object, so that the default response applies again.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtResetObjectResponse(object: DtObjectRef) {
    recorded!(dtResetObjectResponse(object));
    with_state((), |state| state.world.responses.reset_object(object.addr()));
}

/// Sets the response of a pair of objects, in place of the responses of the objects and the default
/// response. The order of the objects does not matter, and they need not exist yet.
///
/// If both are the same object, nothing happens and DT_INVALID_OPERATION is raised.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetPairResponse(
    object1: DtObjectRef,
    object2: DtObjectRef,
    response: DtResponse,
    r#type: DtResponseTypeArgument,
    client_data: *mut c_void,
) {
    recorded!(dtSetPairResponse(object1, object2, response, r#type, client_data));
    with_state((), |state| {
        let response = response_from(state, response, r#type, client_data);
        set_pair(state, object1, object2, response);
    });
}

/// Sets the response of a pair of objects to none.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtClearPairResponse(object1: DtObjectRef, object2: DtObjectRef) {
    recorded!(dtClearPairResponse(object1, object2));
    with_state((), |state| set_pair(state, object1, object2, None));
}

fn set_pair(
    state: &mut State,
    object1: DtObjectRef,
    object2: DtObjectRef,
    response: Response<Callback>,
) {
    let name = "a pair response for an object and itself";
    if state.check(object1 != object2, DtError::DT_INVALID_OPERATION, name) {
        state.world.responses.set_pair(object1.addr(), object2.addr(), response);
    }
}

/// Removes the response of a pair of objects, so that the responses of the objects or the default
/// response apply again.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtResetPairResponse(object1: DtObjectRef, object2: DtObjectRef) {
    recorded!(dtResetPairResponse(object1, object2));
    with_state((), |state| state.world.responses.reset_pair(object1.addr(), object2.addr()));
}
