//! A stand-in for `libsolid.so.2`: a program that uses it makes its dt calls on a solid-server.
//!
//! The environment says where the server is: see the chapter "Remote" of the manual.
//!
//! - [`functions`]: all dt functions, from the table in `solid-recording`
//! - `call`: one call: its way to the server, its callbacks, its result
//! - `connection`: a thread's connection: the calls that wait to be sent, the callbacks that it is in
//! - `client`: what the threads share
//! - `building`, `upload`: complex shapes: which vertices of the program's arrays they use, and what has changed in these
//! - [`memory`]: reads the program's arrays

mod building;
#[allow(unsafe_code, reason = "the arguments of the C interface")]
mod call;
mod client;
mod connection;
#[allow(unsafe_code, non_snake_case, missing_docs, reason = "the C interface")]
pub mod functions;
#[allow(unsafe_code, reason = "reads what C pointers lead to")]
pub mod memory;
mod upload;
