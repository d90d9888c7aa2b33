//! Runs a recording again, call by call, on the library that this is linked with, and compares bit for bit.
//!
//! Every thread of the recording is a thread again; they take turns in the recorded order. The client's arrays are not
//! there any more, and are never followed: what was read of them then is read again (`recording/taps.rs`). Callbacks do
//! what the client's did: the calls that were recorded within them.

mod book;
mod given;
mod handles;
mod list;
mod run;
mod scan;
mod text;

pub use super::recording::calls::{OPS, Op};
pub use super::recording::format::{Break, NoRecording};
pub use book::{End, Outcome, Timed};
pub use list::list;
pub use scan::{OpenCall, Scan, scan};

use super::recording::{recorder, taps};
use book::Replay;
use std::path::Path;
use std::thread::{Builder, JoinHandle};

/// As much as the main thread of most systems has.
const STACK: usize = 8 << 20;

fn start(replay: &'static Replay, thread: u32) -> std::io::Result<JoinHandle<()>> {
    Builder::new().stack_size(STACK).spawn(move || run::run_thread(replay, thread))
}

/// Replays a recording, as far as it is whole. To be called once in a process, which makes no dt calls of its own: the
/// recording begins where nothing has been called yet.
///
/// With a file for a new recording, `renewed`, it goes on where answers differ, and records what comes now.
pub fn replay(file: Vec<u8>, renewed: Option<&Path>) -> Result<Outcome, Failure> {
    let scan = scan(&file).map_err(Failure::NoRecording)?;
    match renewed {
        Some(path) => recorder::record_to(path).map_err(Failure::NotRenewed)?,
        None => recorder::turn_off(),
    }
    taps::read_from(taps::Source { vertex: run::vertex, indices: run::indices });
    // Callbacks find it by threads that may outlive this function only as the process does.
    let replay: &'static Replay =
        Box::leak(Box::new(Replay::new(file, &scan, renewed.is_some(), start)));
    if !scan.first_ends {
        run::run_thread(replay, 0);
    }
    Ok(replay.conclude())
}

/// Why there is no replay.
#[derive(Debug)]
pub enum Failure {
    /// The file is none.
    NoRecording(NoRecording),
    /// The new file cannot be written.
    NotRenewed(std::io::Error),
}
