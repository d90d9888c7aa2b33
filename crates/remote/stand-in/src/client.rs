//! What the threads of the program share.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::env;
use std::io;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use parking_lot::Mutex;
use solid_recording::{Function, append_number};
use solid_remote::connect::{Target, connect, connect_first};

use crate::building::OpenShape;
use crate::connection::{Connection, Event};
use crate::memory;
use crate::upload::SentArrays;

/// How long to wait for a result, if the environment does not say.
const DEFAULT_TIMEOUT: u64 = 120;

/// How long to try again to connect, if the environment does not say.
const DEFAULT_RETRY: u64 = 10;

/// Connections live as long as the process: when a thread ends, another one may have its connection.
pub type SharedConnection = &'static Mutex<Connection>;

/// The client.
pub struct Client {
    target: io::Result<Target>,
    /// The same for all connections.
    number: [u8; 16],
    /// How many connections there are.
    connections: usize,
    /// The connections of threads that have ended.
    free: Vec<SharedConnection>,
    /// The connections with calls that the server has not done, perhaps. Before another thread makes a call, it waits for them.
    pending: Vec<SharedConnection>,
    last_handle: u64,
    /// The contexts that the program has made.
    pub known_contexts: HashSet<u64>,
    /// The open complex shape of each context.
    pub open: HashMap<u64, OpenShape>,
    /// The handle of the open compound of each context that has one.
    pub open_compounds: HashMap<u64, u64>,
    /// The arrays of finished complex shapes.
    pub arrays: HashMap<u64, SentArrays>,
    /// The functions that the program has given as callbacks: the server can have no other one called.
    pub callbacks: HashSet<u64>,
}

/// The client. Locked before a connection is.
pub static CLIENT: LazyLock<Mutex<Client>> = LazyLock::new(|| Mutex::new(Client::new()));

/// The number of the error that there is no server.
pub const NO_SERVER: u64 = 7;

/// The error of a call that failed before it came to the server, since the last dtGetError; 0 for none.
static FAILURE: AtomicU64 = AtomicU64::new(0);

/// Whether the server is lost.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// A call has failed, with an error of this number.
pub fn note_failure(error: u64) {
    let _ = FAILURE.compare_exchange(0, error, Relaxed, Relaxed);
}

/// The number of the first such error since this was asked last; 0 if there was none.
pub fn take_failure() -> u64 {
    FAILURE.swap(0, Relaxed)
}

/// A call is refused that no server can answer, with an error of this number.
pub fn refuse(error: u64, why: &str) {
    note_failure(error);
    if *PRINTS_ERRORS {
        eprintln!("libsolid: {why}");
    }
}

/// Whether the server cannot be used any more.
pub fn is_lost() -> bool {
    IS_LOST.load(Relaxed) || memory::is_child()
}

/// Says once that the server cannot be used, and why.
fn complain(error: &io::Error) {
    static HAS_COMPLAINED: AtomicBool = AtomicBool::new(false);
    if !HAS_COMPLAINED.swap(true, Relaxed) {
        eprintln!("libsolid: no server: {error}");
    }
}

/// The server is lost: from now on all calls fail.
pub fn lose(error: &io::Error) {
    note_failure(NO_SERVER);
    IS_LOST.store(true, Relaxed);
    complain(error);
}

/// If this variable is set, neither to nothing nor to 0, errors are printed when they occur. Then no call is deferred.
static PRINTS_ERRORS: LazyLock<bool> = LazyLock::new(|| {
    env::var_os("SOLID_PRINT_ERRORS").is_some_and(|value| !value.is_empty() && value != "0")
});

/// Prints what the errors were in the calls of a connection, if errors are to be printed.
pub fn print_errors(own: SharedConnection) -> io::Result<()> {
    if !*PRINTS_ERRORS {
        return Ok(());
    }
    let errors = own.lock().sync()?;
    for error in String::from_utf8_lossy(&errors).lines() {
        eprintln!("libsolid: {error}");
    }
    Ok(())
}

/// The connection of the thread.
struct Own(Cell<Option<SharedConnection>>);

thread_local! {
    static OWN: Own = const { Own(Cell::new(None)) };
}

impl Drop for Own {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take()
            && !is_lost()
        {
            CLIENT.lock().give_back(connection);
        }
    }
}

/// What the environment says.
fn target() -> io::Result<Target> {
    let text = |name: &str| env::var(name).unwrap_or_default();
    let invalid = |what: String| io::Error::new(io::ErrorKind::InvalidInput, what);
    let address = text("SOLID_SERVER");
    if address.is_empty() {
        return Err(invalid("SOLID_SERVER is not set".into()));
    }
    let seconds = |name: &str, otherwise: u64, least: u64| match text(name).as_str() {
        "" => Ok(Duration::from_secs(otherwise)),
        seconds => seconds
            .parse()
            .ok()
            .filter(|seconds| *seconds >= least)
            .map(Duration::from_secs)
            .ok_or_else(|| invalid(format!("{name}: '{seconds}' is no time"))),
    };
    Ok(Target {
        address: address.parse().map_err(|what| invalid(format!("SOLID_SERVER: {what}")))?,
        token: text("SOLID_SERVER_TOKEN"),
        certificate: env::var_os("SOLID_SERVER_CERTIFICATE").map(Into::into),
        world: text("SOLID_SERVER_WORLD"),
        timeout: seconds("SOLID_SERVER_TIMEOUT", DEFAULT_TIMEOUT, 1)?,
        retry: seconds("SOLID_SERVER_RETRY", DEFAULT_RETRY, 0)?,
    })
}

impl Client {
    fn new() -> Client {
        let mut number = [0; 16];
        let target = getrandom::fill(&mut number).map_err(io::Error::other).and_then(|()| target());
        Client {
            target,
            number,
            connections: 0,
            free: Vec::new(),
            pending: Vec::new(),
            last_handle: 0,
            known_contexts: HashSet::new(),
            open: HashMap::new(),
            open_compounds: HashMap::new(),
            arrays: HashMap::new(),
            callbacks: HashSet::new(),
        }
    }

    /// A new handle for a shape or a context: aligned as pointers are in C.
    pub fn new_handle(&mut self) -> u64 {
        self.last_handle += 16;
        self.last_handle
    }

    /// The thread's connection. A thread that is ending has lost its connection: it gets one for this call.
    pub fn connection(&mut self) -> io::Result<SharedConnection> {
        if let Ok(Some(connection)) = OWN.try_with(|own| own.0.get()) {
            return Ok(connection);
        }
        let connection = match self.free.pop() {
            Some(connection) => connection,
            None => self.connect()?,
        };
        if OWN.try_with(|own| own.0.set(Some(connection))).is_err() {
            self.free.push(connection);
        }
        Ok(connection)
    }

    fn connect(&mut self) -> io::Result<SharedConnection> {
        let target = match &self.target {
            Ok(target) => target,
            Err(error) => return Err(io::Error::new(error.kind(), error.to_string())),
        };
        // Only as long as nothing is lost and nobody else waits: a program has one world from its first call on.
        let frames = match self.connections {
            0 => connect_first(target, self.number, |error| {
                eprintln!("libsolid: tries to connect for {} s: {error}", target.retry.as_secs());
            }),
            _ => connect(target, self.number, false),
        }?;
        self.connections += 1;
        if self.connections == 1 {
            memory::watch_forks();
        }
        Ok(Box::leak(Box::new(Mutex::new(Connection::new(frames)))))
    }

    /// There is no connection for a thread. If there never was one for any, there is no server.
    pub fn note_refusal(&self, error: &io::Error) {
        if self.connections == 0 { lose(error) } else { complain(error) }
    }

    /// Waits until the server has done what other threads have called before.
    pub fn wait_for_others(&mut self, own: SharedConnection) -> io::Result<()> {
        if self.pending.iter().all(|pending| std::ptr::eq(*pending, own)) {
            return Ok(());
        }
        for other in self.pending.extract_if(.., |pending| !std::ptr::eq(*pending, own)) {
            other.lock().sync()?;
        }
        Ok(())
    }

    /// Whether the server may not yet have done calls of this connection.
    pub fn set_pending(&mut self, own: SharedConnection, is_pending: bool) {
        let place = self.pending.iter().position(|pending| std::ptr::eq(*pending, own));
        match place {
            Some(place) if !is_pending => drop(self.pending.swap_remove(place)),
            None if is_pending => self.pending.push(own),
            _ => {}
        }
    }

    /// A thread has ended: it is in no callback any more, and no context is current in it.
    fn give_back(&mut self, connection: SharedConnection) {
        let result = self.wait_for_others(connection).and_then(|()| {
            let mut own = connection.lock();
            own.tell_callback();
            own.unwind_to(0);
            if std::mem::take(&mut own.context) == 0 {
                drop(own);
                self.set_pending(connection, true);
                return Ok(());
            }
            own.batch.push(Function::dtMakeCurrent as u8);
            append_number(&mut own.batch, 0);
            own.flush()?;
            match own.receive()? {
                Event::Result(_) => Ok(()),
                Event::Callback(_) => Err(crate::connection::malformed()),
            }
        });
        match result {
            Ok(()) => self.free.push(connection),
            Err(error) => lose(&error),
        }
    }
}
