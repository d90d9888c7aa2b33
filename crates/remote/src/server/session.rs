//! A connection: a thread of a client, for which a thread of this process makes the calls.

use std::cell::RefCell;
use std::io;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use bytes::BytesMut;
use parking_lot::Mutex;
use solid::capi;
use solid_recording::{Bytes, Encode, ListKind};
use solid_remote::frames::Frames;
use solid_remote::messages::{Answer, encode, reply};
use solid_remote::records::Record;

use super::arrays::{self, Arrays};
use super::client::ClientId;
use super::execute::{Call, Unwind, execute};
use super::turn;

/// The state of a thread's connection.
struct Session {
    client: ClientId,
    frames: Frames<TcpStream>,
    /// The batch that is being worked on, and how far.
    batch: BytesMut,
    position: usize,
    /// In how many callbacks the client's thread is.
    depth: usize,
    has_turn: bool,
}

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Runs `work` on the thread's session. `work` calls no function that may come back here.
fn with_session<R>(work: impl FnOnce(&mut Session) -> R) -> R {
    SESSION.with_borrow_mut(|session| work(session.as_mut().expect("a thread with a session")))
}

impl Session {
    fn acquire(&mut self) {
        if !std::mem::replace(&mut self.has_turn, true) {
            turn::acquire();
            turn::clients().activate(self.client);
        }
    }

    fn release(&mut self) {
        if std::mem::replace(&mut self.has_turn, false) {
            turn::release();
        }
    }

    /// Waits for the next batch.
    fn receive(&mut self) -> io::Result<()> {
        self.release();
        self.batch = self.frames.read()?.ok_or(io::ErrorKind::UnexpectedEof)?;
        self.position = 0;
        self.acquire();
        Ok(())
    }

    fn send(&mut self, frame: &[u8]) -> io::Result<()> {
        self.release();
        self.frames.write(frame)
    }

    /// The next record of the batch; `None` at its end.
    fn next(&mut self) -> io::Result<Option<Record>> {
        let rest = &self.batch[self.position..];
        if rest.is_empty() {
            return Ok(None);
        }
        let mut bytes = Bytes(rest);
        let record = Record::read(&mut bytes).ok_or_else(|| malformed("a record"))?;
        self.position = self.batch.len() - bytes.0.len();
        Ok(Some(record))
    }

    /// A reply comes at the end of a batch.
    fn reply(&mut self, frame: &[u8]) -> io::Result<()> {
        if self.position < self.batch.len() {
            return Err(malformed("a call that is answered is not the last of its batch"));
        }
        self.send(frame)
    }
}

fn malformed(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("malformed: {what}"))
}

/// The panic with which a thread leaves all callbacks since its connection has ended.
struct Ended(io::Error);

/// Serves a connection until it ends.
pub fn serve(client: ClientId, stream: TcpStream) -> io::Result<()> {
    let session = Session {
        client,
        frames: Frames::new(stream),
        batch: BytesMut::new(),
        position: 0,
        depth: 0,
        has_turn: false,
    };
    SESSION.set(Some(session));
    let work = || -> io::Result<()> {
        with_session(|session| session.send(&encode(&Answer::Welcome)))?;
        loop {
            with_session(Session::receive)?;
            if work_off(0)? {
                return Err(malformed("a callback that was not called returns"));
            }
        }
    };
    let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        panic.downcast::<Ended>().map_or_else(|panic| resume_unwind(panic), |ended| Err(ended.0))
    });
    with_session(Session::acquire);
    capi::dtMakeCurrent(std::ptr::null_mut());
    turn::clients().leave(client);
    with_session(Session::release);
    SESSION.set(None);
    match result {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(()),
        result => result,
    }
}

/// Works off the batch, in so many callbacks. Returns whether the innermost callback has returned.
fn work_off(depth: usize) -> io::Result<bool> {
    while let Some(record) = with_session(Session::next)? {
        with_session(|session| session.depth = depth);
        match record {
            Record::Call(function, arguments, handle) => {
                let client = with_session(|session| session.client);
                match execute(Call { client, function, arguments, handle, depth }) {
                    Some(frame) if !frame.is_empty() => {
                        with_session(|session| session.reply(&frame))?;
                    }
                    _ => {}
                }
            }
            Record::CallbackReturn if depth > 0 => return Ok(true),
            Record::CallbackReturn => return Err(malformed("no callback is running")),
            Record::Unwound(to) if to < depth as u64 => {
                resume_unwind(Box::new(Unwind(to as usize)))
            }
            Record::Unwound(to) if to == depth as u64 => {}
            Record::Unwound(_) => return Err(malformed("more callbacks than there are")),
            Record::Sync => with_session(|session| session.reply(&[reply::RESULT]))?,
            Record::VertexSet(set) => {
                let arrays = Arc::new(Mutex::new(Arrays::new(&set)));
                let client = with_session(|session| session.client);
                turn::clients().activate(client).arrays.insert(set.shape, Arc::clone(&arrays));
                arrays::set_current(Some(arrays));
            }
            Record::Upload(upload) => {
                let client = with_session(|session| session.client);
                let arrays = turn::clients().activate(client).arrays.get(&upload.shape).cloned();
                // The shape may have been refused.
                if let Some(arrays) = &arrays
                    && !arrays.lock().upload(&upload)
                {
                    return Err(malformed("vertices"));
                }
                arrays::set_current(arrays);
            }
            Record::Indices(indices) => arrays::add_indices(&indices),
        }
    }
    Ok(false)
}

/// Has the client run a callback, and makes the calls that it makes meanwhile.
pub fn run_callback(number: usize, [first, second]: [u64; 2], encode: Encode) {
    let (client, depth) = with_session(|session| (session.client, session.depth));
    let response = turn::clients().activate(client).responses.get(number);
    // What is not set any more is not called.
    let Some([function, client_data, kind]) = response else { return };
    let list = u32::try_from(kind).ok().and_then(ListKind::of_response);
    let mut frame = vec![reply::CALLBACK];
    frame.extend(encode([function, client_data, first, second], list));
    let run = || -> io::Result<()> {
        with_session(|session| session.send(&frame))?;
        loop {
            with_session(Session::receive)?;
            if work_off(depth + 1)? {
                return Ok(());
            }
        }
    };
    if let Err(error) = run() {
        drop(frame);
        with_session(Session::acquire);
        resume_unwind(Box::new(Ended(error)));
    }
    with_session(|session| session.depth = depth);
}
