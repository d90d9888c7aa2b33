//! The connection of a thread.

use std::io;

use bytes::{Buf, BytesMut};
use solid_recording::{Bytes, Kept, ReceivedCallback, append_number};
use solid_remote::connect::Stream;
use solid_remote::frames::Frames;
use solid_remote::messages::reply;
use solid_remote::records::kinds;

/// A batch of this size is sent without waiting for a call that needs an answer. So the records that wait are no more than this
/// and what one call appends; of vertices and indices, a record at a time.
const FULL_BATCH: usize = 32 << 10;

/// The memory of a batch that is kept for the next one.
const KEPT_BATCH: usize = 1 << 20;

/// What a thread of the program and the server send each other.
pub struct Connection {
    frames: Frames<Box<dyn Stream>>,
    /// The records that have not been sent.
    pub batch: Vec<u8>,
    /// The callbacks that the thread is in, outermost first.
    callbacks: Vec<OpenCallback>,
    /// The number of the last one.
    last_callback: u64,
    /// The data of the callbacks of tests that have not returned.
    tests: Kept<Vec<ReceivedCallback>>,
    /// Those of tests that have, which the program may read until its next test.
    ended: Vec<ReceivedCallback>,
    /// The callbacks of a test that came all at once, of which none has made a call.
    test: Option<SentTest>,
    /// What comes before anything that the server sends.
    next: Option<Event>,
    /// Whether the thread's call waits for the server.
    is_waiting: bool,
    /// The current context.
    pub context: u64,
}

/// A test that the server has done as if its callbacks made no calls.
struct SentTest {
    /// The number of the callback that runs, counted from 0, and of all.
    number: u64,
    count: u64,
    /// The callbacks after it, and the result.
    rest: BytesMut,
}

/// A callback that has not returned. It may wait on another stack, and may have been left by an exception or longjmp.
struct OpenCallback {
    number: u64,
    /// A stack address: a hint at which were left.
    frame: usize,
}

/// If a thread is in more callbacks than this, those that seem to have been left are over. The server nests no more than twice
/// as many.
const MOST_CALLBACKS: usize = 100;

/// What the server says.
pub enum Event {
    /// A result.
    Result(BytesMut),
    /// A callback.
    Callback(BytesMut),
}

/// A callback that is to be run.
#[derive(Clone, Copy)]
pub struct Called {
    /// The function, its client data and both objects.
    pub identifiers: [u64; 4],
    /// The address of its data, or 0.
    pub data: usize,
}

impl Connection {
    /// A connection that the server has just let in.
    pub fn new(frames: Frames<Box<dyn Stream>>) -> Connection {
        Connection {
            frames,
            batch: Vec::new(),
            callbacks: Vec::new(),
            last_callback: 0,
            tests: Kept::new(),
            ended: Vec::new(),
            test: None,
            next: None,
            is_waiting: false,
            context: 0,
        }
    }

    /// Sends the batch.
    pub fn flush(&mut self) -> io::Result<()> {
        if !self.batch.is_empty() {
            self.frames.write(&self.batch)?;
            self.batch.clear();
            self.batch.shrink_to(KEPT_BATCH);
        }
        Ok(())
    }

    /// Sends a batch that ends with what is answered.
    pub fn flush_call(&mut self) -> io::Result<()> {
        self.is_waiting = true;
        self.flush()
    }

    /// Sends the batch if it is large.
    pub fn flush_if_full(&mut self) -> io::Result<()> {
        if self.batch.len() >= FULL_BATCH { self.flush() } else { Ok(()) }
    }

    /// Waits until the server has done all that was sent. Returns what the errors were since it was asked last.
    ///
    /// Another thread than the connection's own may ask. If a call of that one waits, it waits for the answer to it first.
    pub fn sync(&mut self) -> io::Result<BytesMut> {
        if self.is_waiting {
            self.next = Some(self.receive()?);
        }
        self.tell_callback();
        self.batch.push(kinds::SYNC);
        self.flush()?;
        match self.read()? {
            Event::Result(errors) => Ok(errors),
            Event::Callback(_) => Err(malformed()),
        }
    }

    /// The next callback of the call, or its result: waits for the server.
    pub fn receive(&mut self) -> io::Result<Event> {
        self.is_waiting = false;
        match self.next.take() {
            Some(next) => Ok(next),
            None => self.read(),
        }
    }

    /// Whether a test is running that the server has done.
    pub fn has_sent_test(&self) -> bool {
        self.test.is_some()
    }

    /// Goes on to the next callback of a test that came as a whole, or to its result.
    fn advance(&mut self) -> io::Result<()> {
        let Some(test) = &mut self.test else { return Ok(()) };
        test.number = test.number.wrapping_add(1);
        if test.number == test.count {
            let result = std::mem::take(&mut test.rest);
            (self.test, self.next) = (None, Some(Event::Result(result)));
            return Ok(());
        }
        let size = take_number(&mut test.rest)? as usize;
        if size > test.rest.len() {
            return Err(malformed());
        }
        self.next = Some(Event::Callback(test.rest.split_to(size)));
        Ok(())
    }

    /// Before a call is made in a callback of a test that came as a whole: the server goes back to that callback.
    pub fn tell_callback(&mut self) {
        if let Some(test) = self.test.take() {
            self.batch.push(kinds::IN_CALLBACK);
            append_number(&mut self.batch, test.number);
        }
    }

    fn read(&mut self) -> io::Result<Event> {
        let mut frame = self.frames.read()?.ok_or(io::ErrorKind::UnexpectedEof)?;
        if frame.is_empty() {
            return Err(malformed());
        }
        let kind = frame.split_to(1)[0];
        match kind {
            reply::RESULT => Ok(Event::Result(frame)),
            reply::CALLBACK => Ok(Event::Callback(frame)),
            reply::TEST => {
                let count = take_number(&mut frame)?;
                self.test = Some(SentTest { number: u64::MAX, count, rest: frame });
                self.advance()?;
                self.next.take().ok_or_else(malformed)
            }
            _ => Err(malformed()),
        }
    }

    /// Callbacks that were left by an exception or longjmp are over: of the others, there are `depth`.
    pub fn unwind_to(&mut self, depth: usize) {
        if self.callbacks.len() > depth {
            self.callbacks.truncate(depth);
            self.batch.push(kinds::UNWOUND);
            append_number(&mut self.batch, depth as u64);
        }
    }

    /// A call is made with its stack frame at `frame`. The stack grows downwards: callbacks whose frames lie below have been left,
    /// unless they wait on another stack. So they stay until there are many; then the innermost go.
    pub fn limit_callbacks(&mut self, frame: usize) {
        if self.callbacks.len() > MOST_CALLBACKS {
            let left = self.callbacks.iter().rev().take_while(|open| open.frame <= frame).count();
            self.unwind_to(self.callbacks.len() - left.min(MOST_CALLBACKS / 2));
        }
    }

    /// A test begins with its stack frame at `frame`: the data of those that have returned are over. Returns its number.
    pub fn begin_test(&mut self, frame: usize) -> io::Result<u64> {
        self.ended.clear();
        let size = |data: &ReceivedCallback| size_of_val(data) + size_of_val(&data.data[..]);
        let of_all = |all: &Vec<ReceivedCallback>| all.iter().map(size).sum();
        Ok(self.tests.keep(frame, Vec::new(), of_all).ok_or(io::ErrorKind::OutOfMemory)?)
    }

    /// A test has returned.
    pub fn end_test(&mut self, number: u64) {
        self.ended.extend(self.tests.take(number).into_iter().flatten());
    }

    /// Keeps the data of a callback of a test. If too much is kept for others that have begun later, until the next test.
    pub fn keep(&mut self, test: u64, payload: &[u8]) -> io::Result<Called> {
        let received = ReceivedCallback::read(payload).ok_or_else(malformed)?;
        let identifiers = received.identifiers;
        let is_null = received.data.is_empty();
        let data = if is_null { 0 } else { received.data.as_ptr().expose_provenance() };
        if !is_null {
            let place = self.tests.position(test);
            place.map_or(&mut self.ended, |i| &mut self.tests.calls[i].value).push(received);
        }
        Ok(Called { identifiers, data })
    }

    /// The thread enters a callback, whose stack frame is at `frame`. Returns its number.
    pub fn enter(&mut self, frame: usize) -> u64 {
        self.last_callback += 1;
        self.callbacks.push(OpenCallback { number: self.last_callback, frame });
        self.last_callback
    }

    /// A callback returns. `false` if it was taken to be over: one that was entered before it has returned, or there were many.
    pub fn leave(&mut self, number: u64) -> io::Result<bool> {
        let Some(place) = self.callbacks.iter().position(|open| open.number == number) else {
            return Ok(false);
        };
        if self.test.is_some() && place + 1 == self.callbacks.len() {
            // It has made no call.
            self.callbacks.truncate(place);
            self.advance()?;
            return Ok(true);
        }
        self.tell_callback();
        self.unwind_to(place + 1);
        self.callbacks.truncate(place);
        self.batch.push(kinds::CALLBACK_RETURN);
        self.flush_call()?;
        Ok(true)
    }
}

/// Takes a number from the front.
fn take_number(bytes: &mut BytesMut) -> io::Result<u64> {
    let mut rest = Bytes(bytes);
    let number = rest.number().ok_or_else(malformed)?;
    let size = bytes.len() - rest.0.len();
    bytes.advance(size);
    Ok(number)
}

/// The server has sent what makes no sense.
pub fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the server sends what makes no sense")
}
