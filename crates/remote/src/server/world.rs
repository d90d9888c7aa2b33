//! The process of a world.

use std::io;
use std::net::TcpStream;
use std::thread::Builder;
use std::time::Duration;

use parking_lot::Mutex;
use rustix::net::Shutdown;
use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::stdio::stdin;
use solid::capi::recording::LIBRARY;
use solid_recording::set_callback_handler;
use solid_remote::frames::Frames;
use solid_remote::messages::{Answer, encode};

use super::client::{clients, take_turn};
use super::execute::{LIMITS, Limits};
use super::options::Options;
use super::{arrays, pass, session};

/// How many connections, so many threads, a client may have.
const MAX_THREADS: usize = 64;

/// The size of a thread's stack: enough for the tests that may be nested.
pub const STACK_SIZE: usize = 8 << 20;

/// A client that does not take what it is sent has gone.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The connections, to end them.
static OPEN: Mutex<Vec<(usize, TcpStream)>> = Mutex::new(Vec::new());

/// Serves connections that come through the standard input, until it ends. The process that listens limits the memory of this one.
pub fn run(options: &Options) -> io::Result<()> {
    // A world that is too large ends without leaving a file of its size.
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    let _ = LIMITS.set(Limits {
        objects: options.objects,
        threads: options.threads.max(1),
        is_shared: options.is_shared,
    });
    set_callback_handler(session::run_callback);
    (LIBRARY.replace_arrays)(arrays::source());
    // Nothing but the library's own answers: a panic that leaves callbacks is no news.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let mut count = 0;
    while let Some((passed, descriptor)) = pass::receive(stdin())? {
        let stream = TcpStream::from(descriptor);
        count += 1;
        if let Err(error) = begin(count, passed, &stream) {
            log::warn!("a connection is refused: {error}");
            let refused = Answer::Refused(format!("no thread for this connection: {error}"));
            let _ = Frames::new(stream).write(&encode(&refused));
            ended();
        }
    }
    // What has arrived is worked off, and answered.
    for (_, stream) in OPEN.lock().iter() {
        let _ = rustix::net::shutdown(stream, Shutdown::Read);
    }
    while !OPEN.lock().is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    log::logger().flush();
    Ok(())
}

/// Begins the thread of a connection.
fn begin(number: usize, passed: pass::Passed, stream: &TcpStream) -> io::Result<()> {
    let stream = stream.try_clone()?;
    let work = move || {
        let result = serve(number, &passed, stream);
        match result {
            Ok(()) => log::debug!("{}: ended", passed.peer),
            Err(error) => log::warn!("{}: {error}", passed.peer),
        }
        OPEN.lock().retain(|(open, _)| *open != number);
        ended();
    };
    Builder::new().stack_size(STACK_SIZE).spawn(work)?;
    Ok(())
}

/// A connection has ended. The process that listens counts.
fn ended() {
    let _ = rustix::net::send(stdin(), &[0], rustix::net::SendFlags::NOSIGNAL);
}

fn serve(number: usize, passed: &pass::Passed, stream: TcpStream) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
    OPEN.lock().push((number, stream.try_clone()?));
    let turn = take_turn();
    let connections = clients().join(passed.client);
    drop(turn);
    if connections > MAX_THREADS {
        let turn = take_turn();
        clients().leave(passed.client);
        drop(turn);
        let refused = Answer::Refused(format!("a client may have {MAX_THREADS} threads"));
        return Frames::new(stream).write(&encode(&refused));
    }
    session::serve(passed.client, stream)
}
