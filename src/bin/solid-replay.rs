//! Replays recordings of dt calls, which libsolid makes with SOLID_RECORD=FILE in the environment.
//!
//! The format and the player are the crate `solid-recording`; the program is part of this package since it calls the dt
//! functions.

use std::io::Write;
use std::process::{Command, ExitCode};

use solid::capi::recording::LIBRARY;
use solid_recording::{
    Break, End, Function, HeaderError, Outcome, ReplayError, Scan, list, replay, scan,
};

const USAGE: &str = "\
usage: solid-replay [--times] [--partial] FILE...
       solid-replay --renew NEW FILE
       solid-replay --list FILE

Makes the calls of a recording again and compares the results bit for bit.

  --times    prints how often each function was called and how long it took
  --partial  replays a damaged recording up to the damage
  --renew    goes on where a result differs, and records the new results to the file NEW
  --list     prints the calls instead of making them

The status is 0 if all results are as recorded, 1 if one differs, 2 if a recording cannot be replayed.
";

/// The status if a result differs.
const DIFFERS: u8 = 1;
/// The status if a recording cannot be replayed.
const UNUSABLE: u8 = 2;

#[derive(Default)]
struct Options {
    times: bool,
    partial: bool,
    list: bool,
    renewed: Option<std::path::PathBuf>,
}

fn main() -> ExitCode {
    let mut options = Options::default();
    let mut files = Vec::new();
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--times") => options.times = true,
            Some("--partial") => options.partial = true,
            Some("--list") => options.list = true,
            Some("--renew") if options.renewed.is_none() => match arguments.next() {
                Some(file) => options.renewed = Some(file.into()),
                None => return usage_error(),
            },
            Some("--help" | "-h") => {
                print!("{USAGE}");
                return ExitCode::SUCCESS;
            }
            Some(option) if option.starts_with('-') => return usage_error(),
            _ => files.push(argument),
        }
    }
    ExitCode::from(match files.as_slice() {
        [] => return usage_error(),
        [file] => replay_file(&file.to_string_lossy(), std::fs::read(file), &options),
        // There is one new file.
        _ if options.renewed.is_some() => return usage_error(),
        // Each in a process of its own, since a replay begins with an unused library.
        files => files.iter().map(|file| replay_in_process(file, &options)).max().unwrap_or(0),
    })
}

fn usage_error() -> ExitCode {
    eprint!("{USAGE}");
    ExitCode::from(UNUSABLE)
}

fn replay_in_process(file: &std::ffi::OsStr, options: &Options) -> u8 {
    let chosen =
        [("--times", options.times), ("--partial", options.partial), ("--list", options.list)];
    let arguments = chosen.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name);
    let status = std::env::current_exe()
        .and_then(|program| Command::new(program).args(arguments).arg(file).status());
    match status.map(|status| status.code()) {
        Ok(Some(code)) => code as u8,
        Ok(None) => {
            eprintln!("{}: the replay was killed", file.to_string_lossy());
            DIFFERS
        }
        Err(error) => {
            eprintln!("solid-replay: {error}");
            UNUSABLE
        }
    }
}

fn replay_file(name: &str, file: std::io::Result<Vec<u8>>, options: &Options) -> u8 {
    let file = match file {
        Ok(file) => file,
        Err(error) => return unusable(name, &error.to_string()),
    };
    let scan = match scan(&file) {
        Ok(scan) => scan,
        Err(why) => return unusable(name, &reason(&why)),
    };
    if let (Some(Break::Damaged(at)), false) = (scan.broken, options.partial) {
        return unusable(
            name,
            &format!("damaged at byte {at}, after {} calls (--partial replays these)", scan.calls),
        );
    }
    print_ending(name, &scan);
    if options.list {
        let mut out = std::io::stdout().lock();
        // A closed pipe is not a failure.
        let _ = list(&file, &scan, &mut out).and_then(|()| out.flush());
        return 0;
    }
    match replay(&LIBRARY, file, options.renewed.as_deref()) {
        Ok(outcome) => print_outcome(name, &scan, &outcome, options),
        Err(ReplayError::Header(why)) => unusable(name, &reason(&why)),
        Err(ReplayError::NewFile(error)) => unusable(name, &format!("cannot be renewed: {error}")),
    }
}

fn unusable(name: &str, why: &str) -> u8 {
    eprintln!("{name}: {why}");
    UNUSABLE
}

fn reason(why: &HeaderError) -> String {
    match why {
        HeaderError::NotARecording => "not a recording of libsolid".into(),
        HeaderError::TooShort => "the recording ends before its first call".into(),
        HeaderError::Version(version) => {
            format!("a recording of version {version}, which this program does not know")
        }
        HeaderError::ScalarSize(4) => {
            "of FreeSOLID's ABI, for freesolid-replay (built with --features freesolid)".into()
        }
        HeaderError::ScalarSize(_) => {
            "of SOLID's ABI, for solid-replay (built without --features freesolid)".into()
        }
        HeaderError::Damaged => "the recording is damaged at its beginning".into(),
    }
}

fn print_ending(name: &str, scan: &Scan) {
    match scan.broken {
        Some(Break::CutOff(at)) => {
            eprintln!("{name}: cut off at byte {at}, within what comes after call {}", scan.calls);
        }
        Some(Break::Damaged(at)) => {
            eprintln!(
                "{name}: damaged at byte {at}: only the {} calls before it are used",
                scan.calls
            );
        }
        None => {}
    }
    for call in &scan.open {
        let place = if call.in_callback { "in a callback of" } else { "in" };
        eprintln!(
            "{name}: thread {} ended {place} call {}, {}",
            call.thread,
            call.number,
            call.function.name()
        );
    }
}

fn print_outcome(name: &str, scan: &Scan, outcome: &Outcome, options: &Options) -> u8 {
    let time: f64 = outcome.times.iter().map(|timing| timing.time.as_secs_f64()).sum();
    for (number, what) in &outcome.differences {
        println!("{name}: call {number} of {} differs: {what}", scan.calls);
    }
    let status = match &outcome.end {
        End::Complete if !outcome.differences.is_empty() => {
            println!("{name}: {} calls, {} differ", outcome.calls, outcome.differences.len());
            DIFFERS
        }
        End::Complete => {
            let nanoseconds = time * 1e9 / (outcome.calls.max(1) as f64);
            println!(
                "{name}: {} calls, all as recorded; {time:.6} s, {nanoseconds:.0} ns a call",
                outcome.calls
            );
            0
        }
        End::Differs(number, what) => {
            println!("{name}: call {number} of {} differs: {what}", scan.calls);
            DIFFERS
        }
        End::Malformed(at) => unusable(name, &format!("the record at byte {at} makes no sense")),
        End::NoThread => unusable(name, "the system gives no more threads"),
    };
    if options.times {
        println!("{:>12} {:>10} {:>12}  function", "seconds", "calls", "ns a call");
        let mut rows: Vec<_> =
            Function::ALL.iter().map(|f| (f.name(), outcome.times[*f as usize])).collect();
        rows.retain(|(_, timing)| timing.calls > 0);
        rows.sort_by_key(|(_, timing)| std::cmp::Reverse(timing.time));
        for (function, timing) in rows {
            let seconds = timing.time.as_secs_f64();
            let each = seconds * 1e9 / timing.calls as f64;
            println!("{seconds:12.6} {:10} {each:12.0}  {function}", timing.calls);
        }
    }
    status
}
