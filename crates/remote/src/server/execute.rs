//! Makes the calls of clients.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::OnceLock;

use solid::capi::recording::LIBRARY;
use solid::capi::{self, DtError, host};
use solid_recording::{
    Argument, Detail, Function, Name, Parameter, PreparedCall, Returns, append_number,
};
use solid_remote::frames::MAX_MESSAGE;
use solid_remote::messages::reply;
use solid_remote::records::{is_deferred, is_test};

use super::arrays;
use super::client::{ClientId, clients, pointer};

/// What a client may have.
#[derive(Debug)]
pub struct Limits {
    /// How many objects.
    pub objects: usize,
    /// How many threads dtSetThreads may start.
    pub threads: u32,
    /// Whether several clients share the world.
    pub is_shared: bool,
}

/// Set when the process begins.
pub static LIMITS: OnceLock<Limits> = OnceLock::new();

/// How many contexts a client may have.
const MAX_CONTEXTS: usize = 1024;

/// How deep tests may be nested.
const MAX_DEPTH: usize = 200;

/// The space for a list at first. If it is not enough, the question is asked again with what is needed.
const FIRST_CAPACITY: u64 = 1 << 10;

/// A call of a client, in so many callbacks. `handle` is the client's handle for what the function returns.
#[derive(Clone)]
pub struct Call {
    pub client: ClientId,
    pub function: Function,
    pub arguments: Vec<Argument>,
    pub handle: u64,
    pub depth: usize,
}

/// The panic with which callbacks are left, as by an exception, until the thread is in so many.
pub struct Unwind(pub usize);

/// Makes a call. Returns the reply, if the client waits for one; `None` inside says that the call was left.
pub fn execute(call: Call) -> Option<Vec<u8>> {
    let Call { client, function, arguments, handle, depth } = call;
    let context = capi::dtCurrentContext().addr() as u64;
    let is_refused = refuses(client, function, &arguments, context, depth);
    let first = arguments.first().map_or(0, Argument::number);
    let (mut result, made) = if is_refused {
        (function.signature().returns.failure(), None)
    } else {
        let arguments = translate(client, function, arguments);
        let (result, made) = run(function, arguments, depth)?;
        (result, Some(made))
    };
    arrays::clear();
    if is_test(function) {
        // What callbacks were given has been sent.
        host::clear_data();
    }
    let mut clients = clients();
    match function {
        Function::dtCreateObject if host::has_object(pointer(first)) => {
            clients.own(context, first, client);
        }
        Function::dtDeleteObject if !host::has_object(pointer(first)) => {
            clients.forget(context, first);
        }
        Function::dtLoadWorld if result != 0 => {
            // There were none before.
            for object in host::objects() {
                let shape = capi::dtGetShape(object).addr() as u64;
                clients.own(context, object.addr() as u64, client);
                if shape != 0 {
                    clients.activate(client).loaded.insert(shape);
                }
            }
        }
        Function::dtDeleteShape => {
            let own = clients.activate(client);
            let shape = own.shapes.to_local(first);
            own.made.remove(&shape);
            own.loaded.remove(&shape);
            // Other contexts may still use it.
            if own.contexts.is_empty() {
                own.shapes.remove(first);
                own.arrays.remove(&first);
            }
        }
        Function::dtMakeCurrent | Function::dtDeleteContext => {
            let library = clients.activate(client).contexts.to_local(first);
            let is_gone = !host::has_context(pointer(library));
            if is_gone {
                clients.activate(client).contexts.remove(first);
                clients.forget_context(library);
            }
            let current = capi::dtCurrentContext().addr() as u64;
            let current = clients.activate(client).contexts.to_foreign(current, 0);
            let mut bytes = vec![reply::RESULT];
            append_number(&mut bytes, current);
            append_number(&mut bytes, is_gone.into());
            return Some(bytes);
        }
        _ => {}
    }
    match function.signature().returns {
        Returns::Shape => {
            let own = clients.activate(client);
            if function != Function::dtGetShape && result != 0 {
                own.made.insert(result);
            }
            result = own.shapes.to_foreign(result, handle);
        }
        Returns::Context => result = clients.activate(client).contexts.to_foreign(result, handle),
        _ => {}
    }
    drop(clients);
    if is_deferred(function) {
        return Some(Vec::new());
    }
    let mut bytes = vec![reply::RESULT];
    match made {
        Some(made) => made.append_result(&mut bytes, result, Detail::All),
        None => append_empty(&mut bytes, function, result),
    }
    if bytes.len() > MAX_MESSAGE {
        host::raise(function, DtError::DT_OUT_OF_MEMORY, "the result is too long for a message");
        bytes.truncate(1);
        append_empty(&mut bytes, function, function.signature().returns.failure());
    }
    Some(bytes)
}

/// Whether the call is beyond a limit. Raises an error if it is.
fn refuses(
    client: ClientId,
    function: Function,
    arguments: &[Argument],
    context: u64,
    depth: usize,
) -> bool {
    let limits = LIMITS.get();
    let most = limits.map_or(usize::MAX, |limits| limits.objects);
    let what = match function {
        Function::dtCreateObject => {
            let mut clients = clients();
            let object = arguments.first().map_or(0, Argument::number);
            let is_new = clients.owner(context, object) != Some(client);
            let count = clients.activate(client).objects;
            (is_new && count >= most).then_some("too many objects")
        }
        // Before it replaces settings and responses.
        Function::dtLoadWorld if most < usize::MAX => {
            let loaded = match arguments {
                [Argument::Record(memory), size, ..] => {
                    let bytes = memory.iter().flat_map(|word| word.to_ne_bytes());
                    let bytes = Vec::from_iter(bytes.take(size.number() as usize));
                    host::count_saved_objects(&bytes)
                }
                _ => 0,
            };
            let count = clients().activate(client).objects;
            (count + loaded > most).then_some("too many objects")
        }
        Function::dtNewContext => {
            let count = clients().activate(client).contexts.len();
            (count >= MAX_CONTEXTS).then_some("too many contexts")
        }
        _ if depth >= MAX_DEPTH && is_test(function) => Some("tests are nested too deeply"),
        _ => None,
    };
    if let Some(what) = what {
        log::warn!("{}: {what}", function.name());
        host::raise(function, DtError::DT_INTERNAL_ERROR, what);
    }
    let is_foreign = deforms_foreign_shape(client, function, arguments);
    if is_foreign {
        host::raise(function, DtError::DT_INVALID_OPERATION, "the shape is another client's");
    }
    what.is_some() || is_foreign
}

/// Whether the call deforms a shape that another client has made: which vertices it uses, only that client knows.
fn deforms_foreign_shape(client: ClientId, function: Function, arguments: &[Argument]) -> bool {
    let deforms = [
        Function::dtChangeVertexBase,
        Function::dtChangeVertexPointer,
        Function::dtMorphVertexBase,
    ];
    if !deforms.contains(&function) {
        return false;
    }
    let mut clients = clients();
    let own = clients.activate(client);
    let shape = arguments.first().map_or(0, Argument::number);
    own.shapes.knows(shape)
        && !own.made.contains(&own.shapes.to_local(shape))
        && !own.arrays.contains_key(&shape)
}

/// Appends the result of a call that has not been made: it has written nothing.
fn append_empty(bytes: &mut Vec<u8>, function: Function, result: u64) {
    let returns = function.signature().returns;
    if matches!(returns, Returns::Scalar | Returns::Distance) {
        bytes.extend_from_slice(&result.to_le_bytes());
    } else if returns != Returns::Nothing {
        append_number(bytes, result);
    }
}

/// Replaces the client's handles by those of the library, and its callbacks by their numbers.
fn translate(client: ClientId, function: Function, mut arguments: Vec<Argument>) -> Vec<Argument> {
    if function.signature().parameters.iter().all(|parameter| *parameter == Parameter::Scalar) {
        return arguments;
    }
    let mut clients = clients();
    let client = clients.activate(client);
    solid_recording::translate(function, &mut arguments, |name| match name {
        Name::Shape(handle) => client.shapes.to_local(handle),
        Name::Context(handle) => client.contexts.to_local(handle),
        Name::Callback(callback) => client.response_number(callback) as u64,
    });
    // Numbers that are too large are errors all the same.
    if function == Function::dtSetThreads
        && let Some(Limits { threads, .. }) = LIMITS.get()
        && arguments[0].number() <= host::MAX_THREADS as u64
    {
        arguments[0] = Argument::Number(arguments[0].number().min((*threads).into()));
    }
    arguments
}

/// Makes a call whose arguments are the library's. `None` if its callbacks were left.
fn run(function: Function, arguments: Vec<Argument>, depth: usize) -> Option<(u64, PreparedCall)> {
    // It moves objects, so it cannot be made again. It stops no object twice, so there are no more stops than objects.
    let first_capacity = match function {
        Function::dtAdvance => clients().object_count() as u64,
        _ => FIRST_CAPACITY,
    };
    let capacity = function.signature().capacity_index().map(|i| arguments[i].number());
    let is_question = function != Function::dtAdvance;
    let kept = capacity.filter(|most| is_question && *most > FIRST_CAPACITY);
    let kept = kept.map(|_| arguments.clone());
    let made = PreparedCall::new(function, arguments, Some(first_capacity));
    let result = match catch_unwind(AssertUnwindSafe(|| made.run(&LIBRARY))) {
        Ok(result) => result,
        Err(panic) => match panic.downcast_ref::<Unwind>() {
            Some(Unwind(to)) if *to >= depth => return None,
            _ => resume_unwind(panic),
        },
    };
    match kept {
        Some(arguments) if result > FIRST_CAPACITY => {
            let made = PreparedCall::new(function, arguments, Some(result));
            Some((made.run(&LIBRARY), made))
        }
        _ => Some((result, made)),
    }
}
