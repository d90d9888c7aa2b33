//! Makes the calls of a recording again and compares the results bit for bit.
//!
//! Each thread of the recording is a thread of the replay; they take turns in the recorded order. The client's arrays no
//! longer exist and are never followed: the library reads the recorded vertices instead. A callback makes the calls that
//! were recorded within it.

mod schedule;
mod thread;

pub use schedule::{End, Outcome, Timing};

use std::path::Path;
use std::thread::{Builder, JoinHandle};

use crate::format::HeaderError;
use crate::memory::{Library, set_callback_handler};
use crate::scan::scan;
use schedule::Replay;

/// The stack size of replayed threads: that of the main thread on most systems.
const STACK_SIZE: usize = 8 << 20;

/// Replaces the client's arrays during a replay.
pub struct ArraySource {
    /// The vertex with an index in the array at an address.
    pub vertex: fn(array: usize, index: u32) -> [f64; 3],
    /// The indices that the current call reads.
    pub indices: fn() -> Vec<u32>,
}

fn start_thread(replay: &'static Replay, thread: u32) -> std::io::Result<JoinHandle<()>> {
    Builder::new().stack_size(STACK_SIZE).spawn(move || thread::run_thread(replay, thread))
}

/// Replays a recording up to its first invalid record.
///
/// May be called once in a process, which makes no dt calls of its own. With `renewed`, the replay goes on where results
/// differ, and the calls are recorded to that file.
pub fn replay(
    library: &'static Library,
    file: Vec<u8>,
    renewed: Option<&Path>,
) -> Result<Outcome, ReplayError> {
    let scan = scan(&file).map_err(ReplayError::Header)?;
    match renewed {
        Some(path) => (library.start_recording)(path).map_err(ReplayError::NewFile)?,
        None => (library.disable_recording)(),
    }
    set_callback_handler(thread::run_callback);
    (library.replace_arrays)(ArraySource { vertex: thread::vertex, indices: thread::indices });
    // Leaked, since callbacks find it through thread-local variables of threads that may outlive this function.
    let replay: &'static Replay =
        Box::leak(Box::new(Replay::new(library, file, &scan, renewed.is_some(), start_thread)));
    if !scan.first_ends {
        thread::run_thread(replay, 0);
    }
    Ok(replay.finish())
}

/// Why there is no replay.
#[derive(Debug)]
pub enum ReplayError {
    /// The file is not a recording.
    Header(HeaderError),
    /// The new file cannot be written.
    NewFile(std::io::Error),
}
