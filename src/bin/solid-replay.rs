//! Replays recordings of dt calls, which libsolid makes with SOLID_RECORD=FILE in the environment.

use std::io::Write;
use std::process::{Command, ExitCode};

use solid::capi::replay::{
    Break, End, Failure, NoRecording, OPS, Outcome, Scan, list, replay, scan,
};

const USAGE: &str = "\
usage: solid-replay [--times] [--partial] FILE...
       solid-replay --renew NEW FILE
       solid-replay --list FILE

Makes the calls of a recording again and compares all that comes of them, bit for bit.

  --times    how often each function was called, and how long it took
  --partial  a damaged recording up to where it is damaged
  --renew    goes on where an answer differs, and records what comes now to a new file
  --list     prints the calls instead of making them

Ends with 0 if all is as recorded, 1 if something differs, 2 if a recording cannot be replayed.
";

/// Something differs from what is recorded.
const DIFFERS: u8 = 1;
/// A recording cannot be replayed.
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
                None => return misused(),
            },
            Some("--help" | "-h") => {
                print!("{USAGE}");
                return ExitCode::SUCCESS;
            }
            Some(option) if option.starts_with('-') => return misused(),
            _ => files.push(argument),
        }
    }
    ExitCode::from(match files.as_slice() {
        [] => return misused(),
        [file] => look_at(&file.to_string_lossy(), std::fs::read(file), &options),
        // A new file is for one.
        _ if options.renewed.is_some() => return misused(),
        // Each in a process of its own, since a recording begins with a library that has not been used.
        files => files.iter().map(|file| in_a_process(file, &options)).max().unwrap_or(0),
    })
}

fn misused() -> ExitCode {
    eprint!("{USAGE}");
    ExitCode::from(UNUSABLE)
}

fn in_a_process(file: &std::ffi::OsStr, options: &Options) -> u8 {
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

fn look_at(name: &str, file: std::io::Result<Vec<u8>>, options: &Options) -> u8 {
    let file = match file {
        Ok(file) => file,
        Err(error) => return unusable(name, &error.to_string()),
    };
    let seen = match scan(&file) {
        Ok(seen) => seen,
        Err(why) => return unusable(name, &reason(&why)),
    };
    if let (Some(Break::Damaged(at)), false) = (seen.broken, options.partial) {
        return unusable(
            name,
            &format!("damaged at byte {at}, after {} calls (--partial replays these)", seen.calls),
        );
    }
    tell_how_it_ends(name, &seen);
    if options.list {
        let mut out = std::io::stdout().lock();
        // If nobody listens any more, that is no failure.
        let _ = list(&file, &seen, &mut out).and_then(|()| out.flush());
        return 0;
    }
    match replay(file, options.renewed.as_deref()) {
        Ok(outcome) => tell(name, &seen, &outcome, options),
        Err(Failure::NoRecording(why)) => unusable(name, &reason(&why)),
        Err(Failure::NotRenewed(error)) => unusable(name, &format!("cannot be renewed: {error}")),
    }
}

fn unusable(name: &str, why: &str) -> u8 {
    eprintln!("{name}: {why}");
    UNUSABLE
}

fn reason(why: &NoRecording) -> String {
    match why {
        NoRecording::Foreign => "not a recording of libsolid".into(),
        NoRecording::Short => "the recording ends before its first call".into(),
        NoRecording::Version(version) => {
            format!("a recording of version {version}, which this program does not know")
        }
        NoRecording::Scalar(4) => {
            "of FreeSOLID's ABI, for freesolid-replay (built with --features freesolid)".into()
        }
        NoRecording::Scalar(_) => {
            "of SOLID's ABI, for solid-replay (built without --features freesolid)".into()
        }
        NoRecording::Damaged => "the recording is damaged at its beginning".into(),
    }
}

fn tell_how_it_ends(name: &str, seen: &Scan) {
    match seen.broken {
        Some(Break::CutOff(at)) => {
            eprintln!("{name}: cut off at byte {at}, within what comes after call {}", seen.calls);
        }
        Some(Break::Damaged(at)) => {
            eprintln!(
                "{name}: damaged at byte {at}: only the {} calls before are looked at",
                seen.calls
            );
        }
        None => {}
    }
    for call in &seen.open {
        let place = if call.in_callback { "in a callback of" } else { "in" };
        eprintln!(
            "{name}: thread {} ended {place} call {}, {}",
            call.thread,
            call.number,
            call.op.name()
        );
    }
}

fn tell(name: &str, seen: &Scan, outcome: &Outcome, options: &Options) -> u8 {
    let time: f64 = outcome.times.iter().map(|timed| timed.time.as_secs_f64()).sum();
    for (number, what) in &outcome.passed {
        println!("{name}: call {number} of {} differs: {what}", seen.calls);
    }
    let status = match &outcome.end {
        End::AsRecorded if !outcome.passed.is_empty() => {
            println!("{name}: {} calls, {} differ", outcome.calls, outcome.passed.len());
            DIFFERS
        }
        End::AsRecorded => {
            let nanoseconds = time * 1e9 / (outcome.calls.max(1) as f64);
            println!(
                "{name}: {} calls, all as recorded; {time:.6} s, {nanoseconds:.0} ns a call",
                outcome.calls
            );
            0
        }
        End::Differs(number, what) => {
            println!("{name}: call {number} of {} differs: {what}", seen.calls);
            DIFFERS
        }
        End::Malformed(at) => unusable(name, &format!("makes no sense at byte {at}")),
        End::NoThread => unusable(name, "the system gives no more threads"),
    };
    if options.times {
        println!("{:>12} {:>10} {:>12}  function", "seconds", "calls", "ns a call");
        let mut rows: Vec<_> =
            OPS.iter().map(|op| (op.name(), outcome.times[*op as usize])).collect();
        rows.retain(|(_, timed)| timed.calls > 0);
        rows.sort_by_key(|(_, timed)| std::cmp::Reverse(timed.time));
        for (function, timed) in rows {
            let seconds = timed.time.as_secs_f64();
            let each = seconds * 1e9 / timed.calls as f64;
            println!("{seconds:12.6} {:10} {each:12.0}  {function}", timed.calls);
        }
    }
    status
}
