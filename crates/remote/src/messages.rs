//! The greeting, and the kinds of replies.

use serde::{Deserialize, Serialize};

/// The version of the protocol. No other version is understood.
pub const VERSION: u32 = 1;

/// The first frame of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// [`VERSION`].
    pub version: u32,
    /// How many functions the client knows: the server must know as many.
    pub functions: u32,
    /// A random number that all connections of a process have in common, and no other process knows.
    pub client: [u8; 16],
    /// Whether this is the first connection of the process.
    pub is_first: bool,
    /// What the server demands; empty for nothing.
    pub token: String,
    /// The name of a world that several clients share; empty for a world of the client's own.
    pub world: String,
}

/// The first frame of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// The client may send batches.
    Welcome,
    /// Why it may not. The server closes the connection.
    Refused(String),
    /// Why it may not now: it may try again. The server closes the connection.
    Busy(String),
}

/// A message as the bytes of a frame.
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    postcard::to_stdvec(message).unwrap_or_default()
}

/// The message of a frame; `None` if it is malformed.
pub fn decode<'a, T: Deserialize<'a>>(frame: &'a [u8]) -> Option<T> {
    postcard::from_bytes(frame).ok()
}

/// The first byte of a frame that the server sends after its answer.
pub mod reply {
    /// The result of the call; the rest as `solid_recording::append_result` writes it.
    pub const RESULT: u8 = 1;
    /// A callback; the rest as `solid_recording::append_callback` writes it.
    pub const CALLBACK: u8 = 2;
    /// A whole test, as it is if its callbacks make no calls: the number of callbacks, then for each the number of bytes and the
    /// bytes as in `CALLBACK`; the rest as in `RESULT`. A call made by a callback begins with a `Record::InCallback`.
    pub const TEST: u8 = 3;
}
