//! Plays a recording (SOLID_RECORD) through a server: makes its calls by the stand-in and compares the results bit for bit.
//!
//! ```text
//! SOLID_SERVER=unix:/run/solid cargo run -p solid-remote --example replay FILE
//! ```

use std::io;
use std::path::Path;
use std::process::ExitCode;

use solid_recording::{End, Library, replay};
use solid_stand_in::{functions, memory};

static STAND_IN: Library = Library {
    call: functions::call_by_bits,
    start_recording: |_: &Path| Err(io::ErrorKind::Unsupported.into()),
    disable_recording: || {},
    replace_arrays: memory::replace,
};

fn main() -> ExitCode {
    let Some(file) = std::env::args_os().nth(1) else {
        eprintln!("usage: replay FILE");
        return ExitCode::from(2);
    };
    let outcome = std::fs::read(&file).map(|bytes| replay(&STAND_IN, bytes, None));
    match outcome {
        Ok(Ok(outcome)) => match outcome.end {
            End::Complete => {
                println!("{} calls, all as recorded", outcome.calls);
                ExitCode::SUCCESS
            }
            End::Differs(number, what) => {
                println!("call {number} differs: {what}");
                ExitCode::FAILURE
            }
            end => {
                println!("{end:?}");
                ExitCode::FAILURE
            }
        },
        outcome => {
            eprintln!("{outcome:?}");
            ExitCode::from(2)
        }
    }
}
