//! A connection: a thread of a client, for which a thread of this process makes the calls.

use std::cell::RefCell;
use std::io;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use bytes::BytesMut;
use parking_lot::Mutex;
use solid::capi::{self, host};
use solid_recording::{Bytes, Encode, ListKind, append_number};
use solid_remote::frames::Frames;
use solid_remote::messages::{Answer, encode, reply};
use solid_remote::records::{Record, is_test};

use super::arrays::{self, Arrays};
use super::client::{ClientId, Turn, clients, take_turn};
use super::execute::{Call, LIMITS, Unwind, execute};

/// The state of a thread's connection.
struct Session {
    client: ClientId,
    frames: Frames<TcpStream>,
    /// The batch that is being worked on, and how far.
    batch: BytesMut,
    position: usize,
    /// In how many callbacks the client's thread is.
    depth: usize,
    turn: Option<Turn>,
    /// What becomes of callbacks.
    callbacks: Callbacks,
    /// The last call, if it was a test whose callbacks were sent all at once.
    sent_test: Option<Call>,
    /// For so many tests callbacks are not sent all at once, since callbacks have made calls.
    pause: u32,
    /// The pause after the next callback that makes a call.
    next_pause: u32,
}

/// What becomes of the callbacks of a test.
enum Callbacks {
    /// Each is sent, and waits for the client.
    Run,
    /// They are collected, to be sent all at once: most callbacks make no calls, and one trip to the client is enough then.
    Collect { count: u64, bytes: Vec<u8> },
    /// The client has run so many, and is in the next one.
    Skip(u64),
}

/// More bytes of callbacks are not collected.
const MAX_COLLECTED: usize = 1 << 20;

/// The longest pause, in tests.
const MAX_PAUSE: u32 = 63;

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Runs `work` on the thread's session. `work` calls no function that may come back here.
fn with_session<R>(work: impl FnOnce(&mut Session) -> R) -> R {
    SESSION.with_borrow_mut(|session| work(session.as_mut().expect("a thread with a session")))
}

impl Session {
    fn acquire(&mut self) {
        if self.turn.is_none() {
            self.turn = Some(take_turn());
            clients().activate(self.client);
        }
    }

    fn release(&mut self) {
        self.turn = None;
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
        turn: None,
        callbacks: Callbacks::Run,
        sent_test: None,
        pause: 0,
        next_pause: 1,
    };
    SESSION.set(Some(session));
    // From now on they are kept.
    host::take_messages();
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
        // Any other panic is a bug, which has been printed. It ends this connection alone, which leaves its client all the same.
        Err(panic.downcast::<Ended>().map_or_else(|_| io::Error::other("a panic"), |ended| ended.0))
    });
    with_session(Session::acquire);
    capi::dtMakeCurrent(std::ptr::null_mut());
    clients().leave(client);
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
        let sent_test = with_session(|session| {
            session.depth = depth;
            session.sent_test.take()
        });
        match record {
            Record::Call(function, arguments, handle) => {
                let client = with_session(|session| session.client);
                make(Call { client, function, arguments, handle, depth })?;
            }
            Record::InCallback(number) => {
                let Some(call) = sent_test.filter(|test| test.depth == depth) else {
                    return Err(malformed("no test was sent"));
                };
                make_again(call, number)?;
            }
            Record::CallbackReturn if depth > 0 => return Ok(true),
            Record::CallbackReturn => return Err(malformed("no callback is running")),
            Record::Unwound(to) if to < depth as u64 => {
                resume_unwind(Box::new(Unwind(to as usize)))
            }
            Record::Unwound(to) if to == depth as u64 => {}
            Record::Unwound(_) => return Err(malformed("more callbacks than there are")),
            Record::Sync => {
                let mut frame = vec![reply::RESULT];
                frame.extend_from_slice(host::take_messages().join("\n").as_bytes());
                with_session(|session| session.reply(&frame))?;
            }
            Record::VertexSet(set) => {
                let arrays = Arc::new(Mutex::new(Arrays::new(&set)));
                let client = with_session(|session| session.client);
                clients().activate(client).arrays.insert(set.shape, Arc::clone(&arrays));
                arrays::set_current(Some(arrays));
            }
            Record::Upload(upload) => {
                let client = with_session(|session| session.client);
                let arrays = clients().activate(client).arrays.get(&upload.shape).cloned();
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

/// Makes a call and sends the reply, if the client waits for one.
fn make(call: Call) -> io::Result<()> {
    if is_test(call.function) && may_collect() {
        return make_test(call);
    }
    match execute(call) {
        Some(frame) if !frame.is_empty() => with_session(|session| session.reply(&frame)),
        _ => Ok(()),
    }
}

/// Whether the callbacks of the next test may be sent all at once: nobody else changes the world meanwhile.
fn may_collect() -> bool {
    let is_shared = LIMITS.get().is_none_or(|limits| limits.is_shared);
    let is_paused = with_session(|session| {
        let is_paused = session.pause > 0;
        session.pause -= u32::from(is_paused);
        is_paused
    });
    !is_shared && !is_paused && clients().is_alone()
}

/// Makes a test as if its callbacks made no calls.
fn make_test(call: Call) -> io::Result<()> {
    with_session(|session| {
        session.callbacks = Callbacks::Collect { count: 0, bytes: Vec::new() };
    });
    let result = execute(call.clone());
    let callbacks =
        with_session(|session| std::mem::replace(&mut session.callbacks, Callbacks::Run));
    match (callbacks, result) {
        (Callbacks::Collect { count, bytes }, Some(result)) if bytes.len() <= MAX_COLLECTED => {
            if count == 0 {
                return with_session(|session| session.reply(&result));
            }
            let mut frame = vec![reply::TEST];
            append_number(&mut frame, count);
            frame.extend_from_slice(&bytes);
            frame.extend_from_slice(&result[1..]);
            with_session(|session| {
                session.sent_test = Some(call);
                session.next_pause = 1.max(session.next_pause / 2);
                session.reply(&frame)
            })
        }
        _ => {
            // Too many: one after the other.
            with_session(|session| session.pause = MAX_PAUSE);
            make(call)
        }
    }
}

/// Makes a test again up to a callback that makes calls. The same callbacks come: nothing has changed since.
fn make_again(call: Call, number: u64) -> io::Result<()> {
    with_session(|session| {
        session.callbacks = Callbacks::Skip(number);
        session.pause = session.next_pause;
        session.next_pause = MAX_PAUSE.min(2 * session.next_pause);
    });
    let result = execute(call);
    let callbacks =
        with_session(|session| std::mem::replace(&mut session.callbacks, Callbacks::Run));
    match (callbacks, result) {
        (Callbacks::Skip(_), _) => Err(malformed("a callback that was not sent")),
        (_, Some(result)) => with_session(|session| session.reply(&result)),
        // It was left by an exception or longjmp.
        (_, None) => Ok(()),
    }
}

/// Has the client run a callback, and makes the calls that it makes meanwhile.
pub fn run_callback(number: usize, [first, second]: [u64; 2], encode: Encode) {
    let (client, depth) = with_session(|session| (session.client, session.depth));
    let response = clients().activate(client).responses.get(number);
    // What is not set any more is not called.
    let Some([function, client_data, kind]) = response else { return };
    let list = u32::try_from(kind).ok().and_then(ListKind::of_response);
    let encoded = with_session(|session| match &mut session.callbacks {
        Callbacks::Skip(0) => {
            session.callbacks = Callbacks::Run;
            None
        }
        Callbacks::Skip(left) => {
            *left -= 1;
            Some(Vec::new())
        }
        Callbacks::Collect { count, bytes } => {
            if bytes.len() <= MAX_COLLECTED {
                let encoded = encode([function, client_data, first, second], list);
                *count += 1;
                append_number(bytes, encoded.len() as u64);
                bytes.extend_from_slice(&encoded);
            }
            Some(Vec::new())
        }
        Callbacks::Run => Some(encode([function, client_data, first, second], list)),
    });
    let mut frame = vec![reply::CALLBACK];
    match &encoded {
        Some(encoded) if encoded.is_empty() => return,
        Some(encoded) => frame.extend_from_slice(encoded),
        None => {}
    }
    let run = || -> io::Result<()> {
        if encoded.is_some() {
            with_session(|session| session.send(&frame))?;
        } else if work_off(depth + 1)? {
            // The client is in the callback already: the rest of its batch are its calls.
            return Ok(());
        }
        loop {
            with_session(Session::receive)?;
            if work_off(depth + 1)? {
                return Ok(());
            }
        }
    };
    if let Err(error) = run() {
        with_session(Session::acquire);
        resume_unwind(Box::new(Ended(error)));
    }
    with_session(|session| session.depth = depth);
}
