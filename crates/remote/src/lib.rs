//! Remote collision detection (thesis 6.1): what a program and the server of its world send each other.
//!
//! The program `solid-server` owns worlds. The library in `stand-in` has all dt functions and makes the calls there.
//!
//! A connection belongs to a thread of the client. Both sides send messages, in [`frames`].
//!
//! 1. The client says [`Hello`](messages::Hello), the server gives an [`Answer`](messages::Answer).
//! 2. The client sends batches of [`Record`](records::Record)s, mostly calls. A call that needs an answer is the last of its batch.
//! 3. The server answers it by a [`Reply`](messages::reply): the result, or a callback that the client runs. The calls that
//!    are made in it are batches too; the last one ends with the callback's return.
//!
//! The encoding of calls, results and callbacks is that of recordings, from the table of functions in `solid-recording`.

pub mod address;
pub mod connect;
pub mod frames;
pub mod messages;
pub mod records;
pub mod tls;
