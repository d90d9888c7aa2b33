//! Recordings of dt calls (SOLID_RECORD=FILE) and their replay.
//!
//! **A bug report becomes a test** when its recording is put into `tests/recordings`: all that lie there are replayed.

mod damaged;
mod format;
mod own_shapes;

use crate::support;
use crate::support::programs::{self, Linkage};
use crate::support::{Standard, root};
use format::{Recording, dying, dying_calls, kinds, replay, work};
use solid_recording::Function;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

#[test]
fn every_recording_in_the_folder_is_replayed() {
    let mut files: Vec<PathBuf> = fs::read_dir(root().join("tests/recordings"))
        .expect("the folder")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "solid"))
        .collect();
    files.sort();
    assert!(files.len() >= 4, "only {} recordings", files.len());
    for file in files {
        let (said, status) = replay(&[], &file);
        assert_eq!(status, Some(0), "{said}");
    }
}

/// All the C programs, those with threads, longjmp and exceptions too. Not that whose answers are those of a limit that the replay does
/// not have, not that which switches stacks: a recording does not say on which stack a call is made; and not that whose functions it does not
/// have (docs, recording).
#[test]
fn every_program_is_replayed_as_it_ran() {
    let left_out = ["out_of_memory.c", "coroutines.c", "own_shapes.c"];
    let sources: Vec<String> =
        programs::names().into_iter().filter(|name| !left_out.contains(&&name[..])).collect();
    let next = AtomicUsize::new(0);
    let called_by_some = || -> Option<BTreeSet<u8>> {
        let mut called = BTreeSet::new();
        while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
            called.extend(check_replay(source)?);
        }
        Some(called)
    };
    // Each has a folder of its own, by its name.
    let halves = thread::scope(|scope| {
        let workers = ["replay-1", "replay-2"].map(|name| {
            let worker = thread::Builder::new().name(name.to_owned());
            worker.spawn_scoped(scope, called_by_some).expect("a thread")
        });
        workers.map(|worker| worker.join().expect("programs that are replayed"))
    });
    let [Some(mut called), Some(more)] = halves else {
        return; // there is no compiler
    };
    called.extend(more);
    let forgotten: Vec<&str> = Function::ALL
        .iter()
        .filter(|function| !called.contains(&(**function as u8)))
        .map(|function| function.name())
        .collect();
    assert!(forgotten.is_empty(), "in no recording: {forgotten:?}");
}

/// Which functions a program calls, by its recording, which is replayed; nothing without a compiler.
fn check_replay(source: &str) -> Option<BTreeSet<u8>> {
    // Statically now and then.
    let linkage = if source == "threads.c" { Linkage::Static } else { Linkage::Shared };
    let recording = work("program.solid");
    let mut command = Command::new(programs::executable(source, linkage)?);
    command.arg("briefly").env("SOLID_RECORD", &recording);
    let log = work("program.log");
    let ran = support::run(&mut command, &log, support::time_limit());
    assert!(ran.verdict.is_ok(), "{source}: {:?}\n{}", ran.verdict, ran.output);
    let (said, status) = replay(&[], &recording);
    assert_eq!(status, Some(0), "{source}: {said}");
    assert!(said.contains("all as recorded"), "{source}: {said}");
    let called = kinds(&recording);
    fs::remove_file(&recording).expect("the recording");
    Some(called)
}

/// They call dtGetLines, dtQuery, dtGetEvents and dtGetNearPairs, which are recorded.
const UNRECORDED: [&str; 5] =
    ["dtDebugDraw", "dtSupport", "dtVisitEvents", "dtVisitNearPairs", "dtVisitQuery"];

/// The table of functions and `exports.txt` agree, and each function begins with the line that records it.
#[test]
fn no_function_is_forgotten() {
    let exports = fs::read_to_string(support::sources().join("exports.txt")).expect("exports.txt");
    let exported: BTreeSet<&str> = exports.lines().collect();
    let names = Function::ALL.iter().map(|function| function.name());
    let recorded: BTreeSet<&str> = names.chain(UNRECORDED).collect();
    assert_eq!(exported, recorded, "crates/recording/src/functions.rs lists all functions");
    let mut lines = BTreeSet::new();
    for entry in fs::read_dir(root().join("src/capi")).expect("the C layer").flatten() {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        for function in text.split("extern \"C-unwind\" fn dt").skip(1) {
            let (head, body) = function.split_once('{').expect("a body");
            let (name, arguments) = head.split_once('(').expect("arguments");
            lines.insert(format!("dt{name}"));
            if UNRECORDED.contains(&format!("dt{name}").as_str()) {
                continue;
            }
            let names = arguments
                .split(',')
                .filter_map(|one| one.split_once(':'))
                .map(|(name, _)| name.trim());
            let expected =
                format!("recorded!(dt{name}({}));", names.collect::<Vec<_>>().join(", "));
            // Long lists of arguments have lines of their own.
            let first = body.split_once(';').map_or(body, |(first, _)| first);
            let first = first.split_whitespace().collect::<Vec<_>>().join(" ") + ";";
            let first = first.replace("( ", "(").replace(" )", ")");
            assert_eq!(first, expected, "{}", entry.path().display());
        }
    }
    assert_eq!(lines.len(), exported.len());
}

#[test]
fn a_program_that_dies_leaves_all_its_calls() {
    for (way, ending) in [
        ("ends", ""),
        ("aborts", "thread 0 ended in a callback of call 10, dtTest"),
        ("exits", ""),
        ("jumps", ""),
        ("forks", ""),
        ("segfaults", "thread 0 ended in call 12, dtEndComplexShape"),
    ] {
        let Some((recording, calls)) = dying(way) else {
            return;
        };
        let scan = Recording::read(&recording);
        // The calls of callbacks are not counted by the program.
        let inside = u64::from(["ends", "aborts", "exits", "jumps", "forks"].contains(&way));
        assert_eq!(scan.calls() as u64, calls + inside, "{way}");
        let (said, status) = replay(&[], &recording);
        assert_eq!(status, Some(0), "{way}: {said}");
        assert!(said.contains(ending), "{way}: {said}");
        assert_eq!(said.contains(" ended in "), !ending.is_empty(), "{way}: {said}");
    }
}

#[test]
fn kill_leaves_all_calls() {
    let recording = work("killed.solid");
    let Some(program) = format::dying_program() else {
        return;
    };
    let mut command = Command::new(program);
    command.arg("is-killed").env("SOLID_RECORD", &recording).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    // It may be some calls ahead of what is read.
    let last = lines.nth(3000).expect("a line").expect("text");
    child.kill().expect("killed");
    let said_last = lines.last().map_or(last.clone(), |line| line.expect("text"));
    child.wait().expect("the end");
    let [seen, said]: [usize; 2] = [last, said_last].map(|line| line.parse().expect("a number"));
    let recorded = Recording::read(&recording).calls();
    // Announced before it is made; the one inside of the callback is not announced.
    assert!(recorded >= seen && (said..=said + 1).contains(&recorded), "{seen} {said} {recorded}");
    let (said, status) = replay(&[], &recording);
    assert_eq!(status, Some(0), "{said}");
}

/// A byte of a result is changed: the call is named, and what it answered.
#[test]
fn a_changed_result_is_reported_at_its_call() {
    let Some((path, _)) = dying("ends") else {
        return;
    };
    let recording = Recording::read(&path);
    let mut changed = 0;
    for call in 1..=recording.calls() {
        let Some(bytes) = recording.with_changed_answer(call) else {
            continue;
        };
        let file = work("changed.solid");
        fs::write(&file, bytes).expect("a file");
        let (said, status) = replay(&[], &file);
        assert_eq!(status, Some(1), "{call}: {said}");
        assert!(
            said.contains(&format!("call {call} of {} differs: dt", recording.calls())),
            "{call}: {said}"
        );
        assert!(said.contains("recorded: ") && said.contains("now: "), "{said}");
        changed += 1;
    }
    // The test and the closest points.
    assert_eq!(changed, 2);
}

/// What differs is told and passed over, and the new recording holds what comes now.
#[test]
fn a_recording_is_renewed() {
    let Some((path, _)) = dying("ends") else {
        return;
    };
    let recording = Recording::read(&path);
    let answers = (1..=recording.calls()).filter_map(|call| recording.with_changed_answer(call));
    let (file, new) = (work("old.solid"), work("new.solid"));
    for bytes in
        answers.chain([recording.with_changed_callback(), fs::read(&path).expect("the recording")])
    {
        fs::write(&file, &bytes).expect("a file");
        let differs = replay(&[], &file).1 == Some(1);
        let (said, status) = replay(&["--renew", new.to_str().expect("text")], &file);
        assert_eq!(status, Some(i32::from(differs)), "{said}");
        assert_eq!(said.contains(" 13 calls, 1 differ"), differs, "{said}");
        assert_eq!(kinds(&new), kinds(&path));
        assert_eq!(Recording::read(&new).calls(), recording.calls());
        let (said, status) = replay(&[], &new);
        assert_eq!(status, Some(0), "{said}");
    }
    fs::write(&file, recording.without_callback()).expect("a file");
    let (said, status) = replay(&["--renew", new.to_str().expect("text")], &file);
    assert_eq!(status, Some(1), "what a callback of now would do is not known: {said}");
}

#[test]
fn a_changed_callback_is_reported() {
    let Some((path, _)) = dying("ends") else {
        return;
    };
    let recording = Recording::read(&path);
    for bytes in [recording.with_changed_callback(), recording.without_callback()] {
        let file = work("callback.solid");
        fs::write(&file, bytes).expect("a file");
        let (said, status) = replay(&[], &file);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("callback 0x"), "{said}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_reported_once() {
    let directory = work("");
    for bad in
        ["/dev/null".to_string(), "/nowhere/file".to_string(), directory.display().to_string()]
    {
        let Some(program) = format::dying_program() else {
            return;
        };
        let output = Command::new(program).env("SOLID_RECORD", &bad).output().expect("the program");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{bad}: {said}");
        assert_eq!(said.matches("nothing is recorded").count(), 1, "{bad}: {said}");
        assert_eq!(dying_calls(&output.stdout), 12, "{bad}");
    }
}

/// As on a full disk: what fits is recorded, and the program goes on.
#[test]
fn a_full_disk_ends_the_recording_alone() {
    let Some(program) = format::dying_program() else {
        return;
    };
    let recording = work("full.solid");
    let mut command = Command::new(program);
    let output =
        command.arg("fills").env("SOLID_RECORD", &recording).output().expect("the program");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert_eq!(said.matches("recording ends").count(), 1, "{said}");
    assert_eq!(dying_calls(&output.stdout), 10_012);
    assert!((1000..10_000).contains(&Recording::read(&recording).calls()));
    let (said, status) = replay(&[], &recording);
    assert_eq!(status, Some(0), "{said}");
}

#[test]
fn the_process_number_is_put_into_the_name() {
    let Some(program) = format::dying_program() else {
        return;
    };
    let mut child = Command::new(program)
        .env("SOLID_RECORD", work("of-%p.solid"))
        .stdout(Stdio::null())
        .spawn()
        .expect("the program");
    child.wait().expect("its end");
    let file = work(&format!("of-{}.solid", child.id()));
    assert!(fs::read(&file).expect("the recording").starts_with(b"SOLIDREC"));
    fs::remove_file(file).expect("the recording");
}

/// Functions that are preloaded before the library's call those: each call is recorded once, as the library got it.
#[test]
fn preloaded_functions_are_not_called_twice() {
    let Some(program) = format::dying_program() else {
        return;
    };
    let Some(mut compiler) = support::compiler(Standard::C("c99")) else {
        return;
    };
    let (library, recording, counts) = (work("libcount.so"), work("counted.solid"), work("counts"));
    let _ = fs::remove_file(&counts);
    let source = root().join("capi-tests/torcs/count.c");
    let built =
        compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).arg("-ldl").status();
    assert!(built.expect("a compiler").success());
    let mut command = Command::new(program);
    command
        .env("LD_PRELOAD", &library)
        .env("DT_COUNT_FILE", &counts)
        .env("SOLID_RECORD", &recording);
    let output = command.output().expect("the program");
    assert_eq!(dying_calls(&output.stdout), 12);
    assert!(
        fs::read_to_string(&counts).expect("counts").contains("dtTest calls: 1, callbacks: 1 ")
    );
    assert_eq!(Recording::read(&recording).calls(), 13);
    let (said, status) = replay(&[], &recording);
    assert_eq!(status, Some(0), "{said}");
}

/// The chapter's program is recorded, and the list is what the chapter shows.
#[test]
fn the_manual_shows_what_is_listed() {
    let chapter = fs::read_to_string(root().join("docs/src/recording.md")).expect("the chapter");
    let block = |language: &str, number: usize| {
        let fence = format!("\n```{language}\n");
        let blocks = chapter.split(&fence).skip(1);
        blocks
            .filter_map(|rest| rest.split("\n```").next())
            .nth(number)
            .expect("a block")
            .to_string()
    };
    let source = work("falling.c");
    fs::write(&source, block("c", 0) + "\n").expect("a source file");
    let program = work("falling");
    let Some(()) = support::examples::build(&program, &[source], &[]) else {
        return;
    };
    let directory = program.parent().expect("a directory");
    let path =
        std::path::Path::new(env!("CARGO_BIN_EXE_solid-replay")).parent().expect("a directory");
    let ran = Command::new("sh")
        .args(["-e", "-c", &block("sh", 0)])
        .env("PATH", format!("{}:{}", path.display(), std::env::var("PATH").unwrap_or_default()))
        .current_dir(directory)
        .output()
        .expect("a shell");
    let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert_eq!(printed.trim_end(), block("text", 0) + "\n" + &block("text", 1));
    let (said, status) = replay(&["--times"], &work("falling.solid"));
    assert_eq!(status, Some(0), "{said}");
    assert!(
        said.contains("8 calls, all as recorded") && said.contains("dtGetClosestPair"),
        "{said}"
    );
}

#[test]
fn several_recordings_are_replayed_each_afresh() {
    let folder = root().join("tests/recordings");
    let files = ["pyramids.solid", "motion.solid"].map(|name| folder.join(name));
    let program = || Command::new(env!("CARGO_BIN_EXE_solid-replay"));
    let output = program().args(&files).output().expect("solid-replay");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("all as recorded").count(), 2);
    let output =
        program().arg(folder.join("README.md")).args(&files).output().expect("solid-replay");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not a recording of libsolid"));
    for bad in
        [&["--renew"] as &[&str], &["--renew", "new", "one", "two"], &["--unknown", "one"], &[]]
    {
        let output = program().args(bad).output().expect("solid-replay");
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("usage:"), "{bad:?}");
    }
}
