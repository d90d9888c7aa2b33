//! A dt call: its way to the server, its callbacks, and its result.
//!
//! A callback may be left by longjmp, which drops nothing on the stack below it: so nothing that would have to be dropped lives
//! while one runs, and no lock is held.

use std::hint::black_box;
use std::io;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use solid_recording::{
    Arguments, Bytes, Function, MAX_ARGUMENTS, Parameter, VertexArray, append_arguments,
    append_number, error_text, size_of_arrays, write_result,
};
use solid_remote::frames::MAX_MESSAGE;
use solid_remote::records::{append_indices, has_handle, is_deferred, is_test, vertices_of_saved};

use crate::building::OpenShape;
use crate::client::{CLIENT, Client, SharedConnection};
use crate::client::{NO_SERVER, is_lost, lose, note_failure, print_errors, take_failure};
use crate::connection::{Called, Connection, Event, malformed};
use crate::memory::{bytes, complain_in_child, indices};
use crate::upload::SentArrays;

/// The most indices of a record.
const MAX_INDICES: usize = 1 << 16;

/// Makes a call on the server. Returns the bits of its result.
///
/// # Safety
///
/// The arguments are valid for the function.
pub unsafe fn call(function: Function, given: &[u64]) -> u64 {
    if function == Function::dtErrorString {
        return error_text(given[0] as u32).as_ptr().expose_provenance() as u64;
    }
    let mut arguments: Arguments = [0; MAX_ARGUMENTS];
    arguments[..given.len()].copy_from_slice(given);
    let frame = (&raw const arguments).addr();
    // SAFETY: the caller promises the same.
    let result = unsafe { try_call(function, &arguments, frame) };
    match (function, result) {
        (Function::dtGetError, Some(0) | None) => take_failure(),
        (_, Some(result)) => result,
        (_, None) => {
            note_failure(NO_SERVER);
            function.signature().returns.failure()
        }
    }
}

/// Runs a step of a call. If it fails, the server is lost. No panic crosses into C.
fn step<R>(work: impl FnOnce() -> io::Result<R>) -> Option<R> {
    let result = catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(io::Error::other("an internal error; please report it")));
    result.inspect_err(lose).ok()
}

/// What a call waits for.
enum Begun {
    /// Nothing: the bits of its result.
    Done(u64),
    /// The server. A test has a number, others have 0.
    Waits { test: u64 },
}

/// Makes a call; `None` if there is no server.
///
/// # Safety
///
/// The arguments are valid for the function.
unsafe fn try_call(function: Function, arguments: &Arguments, frame: usize) -> Option<u64> {
    if is_lost() {
        complain_in_child();
        return None;
    }
    let mut own = None;
    step(|| {
        let mut client = CLIENT.lock();
        // Another thread may go on without this one.
        own = client.connection().inspect_err(|error| client.note_refusal(error)).ok();
        own.map_or(Ok(()), |own| client.wait_for_others(own))
    })?;
    let own = own?;
    // SAFETY: the caller promises the same.
    let begun = step(|| unsafe { begin(own, function, arguments, frame) })?;
    let test = match begun {
        Begun::Done(result) => return step(|| print_errors(own)).map(|()| result),
        Begun::Waits { test } => test,
    };
    loop {
        let mut result = None;
        // SAFETY: as above.
        let called = step(|| unsafe { next(own, function, arguments, test, &mut result) })?;
        let Some(called) = called else {
            own.lock().end_test(test);
            return step(|| print_errors(own)).and(result);
        };
        run_callback(own, called)?;
    }
}

/// Adds a call to the batch, and sends it if the call needs an answer.
///
/// # Safety
///
/// The arguments are valid for the function.
unsafe fn begin(
    connection: SharedConnection,
    function: Function,
    arguments: &Arguments,
    frame: usize,
) -> io::Result<Begun> {
    // SAFETY: the caller promises the same.
    if unsafe { size_of_arrays(function, arguments) } > MAX_MESSAGE as u64 {
        return Ok(too_long(function));
    }
    let mut client = CLIENT.lock();
    let own = &mut *connection.lock();
    own.tell_callback();
    own.limit_callbacks(frame);
    let test = if is_test(function) { own.begin_test(frame)? } else { 0 };
    let mut sent = *arguments;
    let start = own.batch.len();
    // SAFETY: the caller promises the same.
    let handle = unsafe { prepare(&mut client, own, function, &mut sent)? };
    own.batch.push(function as u8);
    // SAFETY: as above; what has been replaced are no records.
    unsafe { append_arguments(&mut own.batch, function, &sent) };
    if has_handle(function) {
        append_number(&mut own.batch, handle);
    }
    if own.batch.len() > MAX_MESSAGE {
        own.batch.truncate(start);
        own.batch.shrink_to_fit();
        return Ok(too_long(function));
    }
    if !is_deferred(function) {
        own.flush_call()?;
        // What the server sends may be a whole test, which it has to hear about before another thread changes the world.
        client.set_pending(connection, is_test(function));
        return Ok(Begun::Waits { test });
    }
    // The end of a frame: others may look at the world.
    if function == Function::dtProceed {
        own.flush()?;
    }
    own.flush_if_full()?;
    client.set_pending(connection, true);
    Ok(Begun::Done(handle))
}

/// A call is too long for a message: it fails; those before it, and those to come, do not.
fn too_long(function: Function) -> Begun {
    note_failure(NO_SERVER);
    Begun::Done(function.signature().returns.failure())
}

/// Waits for the server: a callback, or the result of the call.
///
/// # Safety
///
/// The arguments are valid for the function.
unsafe fn next(
    connection: SharedConnection,
    function: Function,
    arguments: &Arguments,
    test: u64,
    result: &mut Option<u64>,
) -> io::Result<Option<Called>> {
    let event = connection.lock().receive()?;
    {
        let mut client = CLIENT.lock();
        client.set_pending(connection, connection.lock().has_sent_test());
    }
    match event {
        Event::Callback(payload) => {
            let called = connection.lock().keep(test, &payload)?;
            let is_known = CLIENT.lock().callbacks.contains(&called.identifiers[0]);
            if is_known { Ok(Some(called)) } else { Err(malformed()) }
        }
        Event::Result(payload) => {
            *result = match function {
                Function::dtMakeCurrent | Function::dtDeleteContext => {
                    note_context(connection, function, arguments[0], &payload)
                }
                // SAFETY: the caller promises the same.
                _ => unsafe { write_result(&payload, function, arguments) },
            };
            if result.is_some() { Ok(None) } else { Err(malformed()) }
        }
    }
}

/// Notes the thread's current context, and whether a context has been deleted.
fn note_context(
    connection: SharedConnection,
    function: Function,
    context: u64,
    payload: &[u8],
) -> Option<u64> {
    let mut bytes = Bytes(payload);
    let [current, is_gone] = bytes.numbers()?;
    let mut client = CLIENT.lock();
    connection.lock().context = current;
    if function == Function::dtDeleteContext
        && is_gone != 0
        && client.known_contexts.remove(&context)
    {
        client.open.remove(&context);
        client.open_compounds.remove(&context);
    }
    Some(0)
}

/// Runs a callback. `None` if the server is lost, or the test is over.
///
/// If the callback is left by longjmp or an exception, the thread's next call has a frame above the address of `space`, unless it is
/// on another stack: the functions of the library need less stack than that. Not inlined, so that the callers do not reserve it too.
#[inline(never)]
fn run_callback(own: SharedConnection, called: Called) -> Option<()> {
    let space = MaybeUninit::<[u8; 4096]>::uninit();
    let frame = black_box(&raw const space).addr();
    let number = step(|| Ok(own.lock().enter(frame)))?;
    crate::memory::run(called.identifiers, called.data);
    black_box(&space);
    if is_lost() {
        return None;
    }
    let goes_on = step(|| {
        let mut client = CLIENT.lock();
        client.wait_for_others(own)?;
        let mut connection = own.lock();
        let goes_on = connection.leave(number)?;
        client.set_pending(own, connection.has_sent_test());
        Ok(goes_on)
    })?;
    goes_on.then_some(())
}

/// Before a call is sent: sends what it reads of the program's arrays, whose addresses become numbers, and chooses the handle
/// that it returns.
///
/// # Safety
///
/// The arguments are valid for the function.
unsafe fn prepare(
    client: &mut Client,
    own: &mut Connection,
    function: Function,
    arguments: &mut Arguments,
) -> io::Result<u64> {
    use Function::*;
    let signature = function.signature();
    for (i, parameter) in signature.parameters.iter().enumerate() {
        if *parameter == Parameter::Callback && arguments[i] != 0 {
            client.callbacks.insert(arguments[i]);
        }
    }
    let [a, b, c, d, ..] = *arguments;
    let context = own.context;
    let mut open = client.open.get_mut(&context);
    match function {
        dtNewComplexShape => {
            if let Some(open) = open {
                return Ok(open.handle);
            }
            let handle = client.new_handle();
            client.open.insert(context, OpenShape::new(handle));
            return Ok(handle);
        }
        dtNewCompound => {
            if let Some(open) = client.open_compounds.get(&context) {
                return Ok(*open);
            }
            let handle = client.new_handle();
            client.open_compounds.insert(context, handle);
            return Ok(handle);
        }
        dtEndCompound => {
            client.open_compounds.remove(&context);
        }
        dtNewContext => {
            let handle = client.new_handle();
            client.known_contexts.insert(handle);
            return Ok(handle);
        }
        dtEnd => open.into_iter().for_each(OpenShape::end),
        dtVertexIndex => open.into_iter().for_each(|open| open.index(a as u32)),
        dtVertexRange => open.into_iter().for_each(|open| open.range(b as u32, c as u32)),
        dtVertexCount => open.into_iter().for_each(|open| open.count = Some(a as u32)),
        dtVertexIndices => {
            if let Some(open) = open
                && b != 0
                && c != 0
            {
                // SAFETY: there are so many by the caller's promise.
                let indices = unsafe { indices(c, b) };
                open.indices(&indices);
                for part in indices.chunks(MAX_INDICES) {
                    own.flush_if_full()?;
                    append_indices(&mut own.batch, part);
                }
            }
            arguments[2] = u64::from(c != 0);
        }
        dtVertexBase => {
            open.into_iter().for_each(|open| open.array = packed(a));
            arguments[0] = u64::from(a != 0);
        }
        dtVertexPointer => {
            if let Some(open) = open
                && (c == 0 || array_of(a, b, c).is_some())
            {
                open.array = array_of(a, b, c);
            }
            arguments[2] = u64::from(c != 0);
        }
        dtEndComplexShape => {
            if let Some(open) = client.open.remove(&context)
                && let Some(array) = open.array
            {
                let handle = open.handle;
                let mut arrays = SentArrays::new(handle, open.used(), own);
                arrays.upload(array, own)?;
                client.arrays.insert(handle, arrays);
            }
        }
        dtLoadShape => {
            let handle = client.new_handle();
            // SAFETY: there are so many by the caller's promise.
            if let Some(used) = vertices_of_saved(unsafe { bytes(a, b) }) {
                client.arrays.insert(handle, SentArrays::new(handle, used, own));
            }
            return Ok(handle);
        }
        dtChangeVertexBase => {
            arguments[1] = change(client, own, a, packed(b), b)?;
        }
        dtChangeVertexPointer => {
            arguments[3] = change(client, own, a, array_of(b, c, d), d)?;
        }
        dtMorphVertexBase => {
            let arrays = client.arrays.get_mut(&a);
            let tokens = match (arrays, packed(b), packed(c)) {
                (Some(arrays), Some(first), Some(second)) => {
                    [arrays.upload(first, own)?, arrays.upload(second, own)?]
                }
                _ => [b, c].map(|base| u64::from(base != 0)),
            };
            arguments[1..3].copy_from_slice(&tokens);
        }
        dtDeleteShape => {
            if open.take_if(|open| open.handle == a).is_some() {
                client.open.remove(&context);
            }
            if client.open_compounds.get(&context) == Some(&a) {
                client.open_compounds.remove(&context);
            }
            // Other contexts may still use it.
            if client.known_contexts.is_empty() {
                client.arrays.remove(&a);
            }
        }
        _ => {}
    }
    Ok(if has_handle(function) { client.new_handle() } else { 0 })
}

/// An array of packed doubles; `None` for NULL.
fn packed(base: u64) -> Option<VertexArray> {
    (base != 0).then(|| VertexArray::packed(std::ptr::with_exposed_provenance(base as usize)))
}

/// The array that the arguments describe; `None` for NULL and for a type that does not exist.
fn array_of(kind: u64, stride: u64, base: u64) -> Option<VertexArray> {
    let start = std::ptr::with_exposed_provenance(base as usize);
    VertexArray::new(kind as u32, stride as u32, start).filter(|_| base != 0)
}

/// The vertices of a shape change to those of an array at `base`. Returns the number of the array.
fn change(
    client: &mut Client,
    own: &mut Connection,
    shape: u64,
    array: Option<VertexArray>,
    base: u64,
) -> io::Result<u64> {
    let Some(array) = array else { return Ok(u64::from(base != 0)) };
    if let Some(open) = client.open.get_mut(&own.context).filter(|open| open.handle == shape) {
        open.array = Some(array);
    } else if let Some(arrays) = client.arrays.get_mut(&shape) {
        return arrays.upload(array, own);
    }
    Ok(1)
}
