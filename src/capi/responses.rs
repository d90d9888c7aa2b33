//! Responses: which callback is called for which pair of objects.

use std::ffi::{c_uint, c_void};

use super::contacts::{DT_CONTACTS_RESPONSE, DT_DEPTH_RESPONSE};
use super::errors::DtError;
use super::mesh_queries::DT_INTERSECTION_RESPONSE;
use super::recording::{Function, recorded};
use super::state::{Callback, State, with_state};
use super::types::{DtObjectRef, DtResponse, DtResponseType, DtResponseTypeArgument};
use crate::scene::response::{ContactQuery, Response};

/// Converts the arguments of C to a response. For a NULL callback or an unknown type there is none.
pub(super) fn response_from(
    state: &mut State,
    function: DtResponse,
    kind: DtResponseTypeArgument,
    client_data: *mut c_void,
) -> Response<Callback> {
    let all = [
        (DtResponseType::DT_NO_RESPONSE as c_uint, None),
        (DtResponseType::DT_SIMPLE_RESPONSE as c_uint, Some(ContactQuery::Hit)),
        (DtResponseType::DT_SMART_RESPONSE as c_uint, Some(ContactQuery::ClosestBefore)),
        (DtResponseType::DT_WITNESSED_RESPONSE as c_uint, Some(ContactQuery::CommonPoint)),
        (DT_DEPTH_RESPONSE, Some(ContactQuery::Depth)),
        (DT_CONTACTS_RESPONSE, Some(ContactQuery::Contacts)),
        (DT_INTERSECTION_RESPONSE, Some(ContactQuery::Intersection)),
    ];
    let kind = state.choose(&all, kind).flatten()?;
    let is_function = function.is_some();
    if !state.check(is_function, DtError::DT_INVALID_POINTER, "a response whose callback is NULL") {
        return None;
    }
    Some((Callback { function, client_data: client_data.expose_provenance() }, kind))
}

/// Sets the response of all pairs of objects that have no response of their own.
///
/// - `response`: the callback
/// - `type`: one of DtResponseType, or DT_DEPTH_RESPONSE, DT_CONTACTS_RESPONSE,
///   DT_INTERSECTION_RESPONSE
/// - `client_data`: passed to the callback; never dereferenced
/// - frame: that of the callback's data: see the type
/// - units: lengths, in the callback's data
/// - errors: DT_INVALID_ENUM if the type is unknown, DT_INVALID_POINTER if `response` is NULL
///   and the type is not DT_NO_RESPONSE; the pairs then have no response
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetDefaultResponse(
    response: DtResponse,
    r#type: DtResponseTypeArgument,
    client_data: *mut c_void,
) {
    recorded!(dtSetDefaultResponse(response, r#type, client_data));
    with_state(Function::dtSetDefaultResponse, (), |state| {
        let response = response_from(state, response, r#type, client_data);
        state.world.responses.set_default(response);
    });
}

/// Removes the default response.
///
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtClearDefaultResponse() {
    recorded!(dtClearDefaultResponse());
    with_state(Function::dtClearDefaultResponse, (), |state| {
        state.world.responses.set_default(None)
    });
}

/// Sets the response of all pairs with an object, in place of the default response. If both
/// objects of a pair have a response, that of the callback's object1 is used.
///
/// - `object`: its name; it need not exist yet
/// - `response`, `type`, `client_data`: as in dtSetDefaultResponse
/// - frame: that of the callback's data: see the type
/// - units: lengths, in the callback's data
/// - errors: those of dtSetDefaultResponse
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetObjectResponse(
    object: DtObjectRef,
    response: DtResponse,
    r#type: DtResponseTypeArgument,
    client_data: *mut c_void,
) {
    recorded!(dtSetObjectResponse(object, response, r#type, client_data));
    with_state(Function::dtSetObjectResponse, (), |state| {
        let response = response_from(state, response, r#type, client_data);
        state.world.responses.set_object(object.addr(), response);
    });
}

/// Sets the response of all pairs with an object to none.
///
/// - `object`: its name; it need not exist yet
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtClearObjectResponse(object: DtObjectRef) {
    recorded!(dtClearObjectResponse(object));
    with_state(Function::dtClearObjectResponse, (), |state| {
        state.world.responses.set_object(object.addr(), None)
    });
}

/// Removes the response of an object, so that the default response applies again.
///
/// - `object`: its name; without a response, nothing happens
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtResetObjectResponse(object: DtObjectRef) {
    recorded!(dtResetObjectResponse(object));
    with_state(Function::dtResetObjectResponse, (), |state| {
        state.world.responses.reset_object(object.addr())
    });
}

/// Sets the response of a pair of objects, in place of the responses of the objects and the
/// default response.
///
/// - `object1`, `object2`: their names in any order; they need not exist yet
/// - `response`, `type`, `client_data`: as in dtSetDefaultResponse
/// - frame: that of the callback's data: see the type
/// - units: lengths, in the callback's data
/// - errors: DT_INVALID_OPERATION if both are the same object, where nothing happens; otherwise
///   those of dtSetDefaultResponse
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetPairResponse(
    object1: DtObjectRef,
    object2: DtObjectRef,
    response: DtResponse,
    r#type: DtResponseTypeArgument,
    client_data: *mut c_void,
) {
    recorded!(dtSetPairResponse(object1, object2, response, r#type, client_data));
    with_state(Function::dtSetPairResponse, (), |state| {
        let response = response_from(state, response, r#type, client_data);
        set_pair(state, object1, object2, response);
    });
}

/// Sets the response of a pair of objects to none.
///
/// - `object1`, `object2`: their names in any order; they need not exist yet
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_OPERATION if both are the same object; nothing happens
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtClearPairResponse(object1: DtObjectRef, object2: DtObjectRef) {
    recorded!(dtClearPairResponse(object1, object2));
    with_state(Function::dtClearPairResponse, (), |state| set_pair(state, object1, object2, None));
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

/// Removes the response of a pair of objects, so that the responses of the objects or the
/// default response apply again.
///
/// - `object1`, `object2`: their names in any order; without a response of the pair, nothing
///   happens
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(r) for r responses of pairs with one of them
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtResetPairResponse(object1: DtObjectRef, object2: DtObjectRef) {
    recorded!(dtResetPairResponse(object1, object2));
    with_state(Function::dtResetPairResponse, (), |state| {
        state.world.responses.reset_pair(object1.addr(), object2.addr())
    });
}
