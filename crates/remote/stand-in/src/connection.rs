//! The connection of a thread.

use std::io;

use bytes::BytesMut;
use solid_recording::{ReceivedCallback, append_number};
use solid_remote::connect::Stream;
use solid_remote::frames::Frames;
use solid_remote::messages::reply;
use solid_remote::records::kinds;

/// A batch of this size is sent without waiting for a call that needs an answer.
const FULL_BATCH: usize = 32 << 10;

/// What a thread of the program and the server send each other.
pub struct Connection {
    frames: Frames<Box<dyn Stream>>,
    /// The records that have not been sent.
    pub batch: Vec<u8>,
    /// The stack addresses of the callbacks that the thread is in, outermost first.
    callbacks: Vec<usize>,
    /// The data of callbacks, which the program may read until its next test.
    data: Vec<ReceivedCallback>,
    /// The current context.
    pub context: u64,
}

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
        let (batch, callbacks, data) = (Vec::new(), Vec::new(), Vec::new());
        Connection { frames, batch, callbacks, data, context: 0 }
    }

    /// Sends the batch.
    pub fn flush(&mut self) -> io::Result<()> {
        if !self.batch.is_empty() {
            self.frames.write(&self.batch)?;
            self.batch.clear();
        }
        Ok(())
    }

    /// Sends the batch if it is large.
    pub fn flush_if_full(&mut self) -> io::Result<()> {
        if self.batch.len() >= FULL_BATCH { self.flush() } else { Ok(()) }
    }

    /// Waits until the server has done all that was sent.
    pub fn sync(&mut self) -> io::Result<()> {
        self.batch.push(kinds::SYNC);
        self.flush()?;
        match self.receive()? {
            Event::Result(_) => Ok(()),
            Event::Callback(_) => Err(malformed()),
        }
    }

    /// Waits for the server.
    pub fn receive(&mut self) -> io::Result<Event> {
        let mut frame = self.frames.read()?.ok_or(io::ErrorKind::UnexpectedEof)?;
        if frame.is_empty() {
            return Err(malformed());
        }
        let kind = frame.split_to(1)[0];
        match kind {
            reply::RESULT => Ok(Event::Result(frame)),
            reply::CALLBACK => Ok(Event::Callback(frame)),
            _ => Err(malformed()),
        }
    }

    /// The number of callbacks that the thread is in.
    pub fn depth(&self) -> usize {
        self.callbacks.len()
    }

    /// Callbacks that were left by an exception or longjmp are over: of the others, there are `depth`.
    pub fn unwind_to(&mut self, depth: usize) {
        if self.callbacks.len() > depth {
            self.callbacks.truncate(depth);
            self.batch.push(kinds::UNWOUND);
            append_number(&mut self.batch, depth as u64);
        }
    }

    /// As [`Connection::unwind_to`], for a call with its stack frame at `frame`. The stack grows downwards: callbacks whose frames
    /// lie below have been left.
    pub fn unwind_to_frame(&mut self, frame: usize) {
        let depth = self.callbacks.iter().take_while(|address| **address > frame).count();
        self.unwind_to(depth);
    }

    /// A test begins: unless it is nested in another, older data are over.
    pub fn begin_test(&mut self) {
        if self.callbacks.is_empty() {
            self.data.clear();
        }
    }

    /// Keeps the data of a callback.
    pub fn keep(&mut self, payload: &[u8]) -> io::Result<Called> {
        let received = ReceivedCallback::read(payload).ok_or_else(malformed)?;
        let identifiers = received.identifiers;
        let is_null = received.data.is_empty();
        let data = if is_null { 0 } else { received.data.as_ptr().expose_provenance() };
        if !is_null {
            self.data.push(received);
        }
        Ok(Called { identifiers, data })
    }

    /// The thread enters a callback, whose stack frame is at `frame`.
    pub fn enter(&mut self, frame: usize) {
        self.callbacks.push(frame);
    }

    /// The callback returns, before which the thread was in `depth` callbacks.
    pub fn leave(&mut self, depth: usize) -> io::Result<()> {
        self.unwind_to(depth + 1);
        self.callbacks.truncate(depth);
        self.batch.push(kinds::CALLBACK_RETURN);
        self.flush()
    }
}

/// The server has sent what makes no sense.
pub fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the server sends what makes no sense")
}
