//! The C programs of `capi-tests`, the recordings, and the game: unmodified, with the same answers.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use super::support::{Server, compile, example, output, program, root, run, stand_in};

/// The stand-in exports exactly what the library does, under its name.
#[test]
fn the_stand_in_has_every_function() {
    let library = stand_in().join("libsolid.so.2");
    let printed = run(Command::new("nm").args(["-D", "--defined-only"]).arg(&library));
    let exported: BTreeSet<&str> =
        printed.lines().filter_map(|line| line.split_whitespace().last()).collect();
    let text = fs::read_to_string(root().join("capi-tests/exports.txt")).expect("exports.txt");
    let functions = text.lines().filter(|line| !line.is_empty());
    let listed: BTreeSet<&str> = functions.chain(["solid_abi_double"]).collect();
    assert_eq!(exported, listed);
    let printed = run(Command::new("readelf").arg("-d").arg(&library));
    assert!(printed.contains("Library soname: [libsolid.so.2]"), "{printed}");
}

#[test]
fn support_functions_are_refused() {
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/remote/own_shape.c");
    let Some(program) = super::support::compile(&source) else { return };
    let server = Server::start(&[]);
    let mut command = Command::new(program);
    let printed = run(server.lead(command.env("SOLID_PRINT_ERRORS", "1")));
    assert!(printed.contains("dtSupport: a server cannot call functions"), "{printed}");
}

/// All of them, briefly; with `SOLID_REMOTE_LONG` at their full length.
#[test]
fn every_program_passes() {
    let server = Server::start(&["--threads", "8"]);
    let mut sources: Vec<String> = fs::read_dir(root().join("capi-tests"))
        .expect("capi-tests")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".c") || name.ends_with(".cpp"))
        // It uses no function of the library.
        .filter(|name| name != "headers3d.cpp")
        // It limits the memory of its own process, which is not where the worlds are.
        .filter(|name| name != "out_of_memory.c")
        // A connection answers one call after the other: those of a thread return in the order of a stack (docs, remote).
        .filter(|name| name != "coroutines.c")
        // The server calls no functions of the program but responses: see below.
        .filter(|name| name != "own_shapes.c")
        .collect();
    sources.sort();
    assert!(sources.len() >= 35, "only {} programs", sources.len());
    let is_brief = std::env::var_os("SOLID_REMOTE_LONG").is_none();
    let work = |source: &String| {
        let Some(program) = program(source) else { return };
        let mut command = Command::new(program);
        // With an argument, this one is about something else.
        command.args((is_brief && source != "errors.c").then_some("briefly"));
        let (is_good, printed) = output(server.lead(&mut command));
        if source == "exit_live.c" {
            // A process made by fork has no part in the world of its parent.
            let mut failed = printed.lines().filter(|line| line.starts_with("FAILED"));
            assert!(failed.all(|line| line.starts_with("FAILED exit/fork-")), "{printed}");
            return;
        }
        assert!(is_good, "{source}: {printed}");
        // What a forked child is told may come later.
        let mut lines = printed.lines().filter(|line| !line.starts_with("libsolid: "));
        let last = lines.next_back().unwrap_or("");
        assert!(
            last.ends_with(" passed, 0 failed") && !last.starts_with("0 "),
            "{source}: {printed}"
        );
    };
    let (first, second) = sources.split_at(sources.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| first.iter().for_each(work));
        scope.spawn(|| second.iter().for_each(work));
    });
}

/// The game's too.
#[test]
fn every_recording_is_replayed() {
    let server = Server::start(&[]);
    let mut count = 0;
    for entry in fs::read_dir(root().join("tests/recordings")).expect("the folder").flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "solid") {
            let printed = run(server.lead(example("replay").arg(entry.path())));
            assert!(printed.contains("all as recorded"), "{printed}");
            count += 1;
        }
    }
    assert!(count >= 6, "only {count} recordings");
}

/// The tests of cars that were recorded in TORCS, against the answers that SOLID 2.0 gave there.
#[test]
fn the_cars_of_the_game_collide_as_they_did() {
    let server = Server::start(&[]);
    let game = root().join("capi-tests/torcs");
    let Some(program) = compile(&game.join("replay.c")) else { return };
    let frames = fs::read_dir(game.join("frames")).expect("the frames").flatten();
    let mut command = Command::new(program);
    command.args(frames.map(|entry| entry.path()));
    let printed = run(server.lead(&mut command));
    assert!(printed.contains("replay: all as recorded"), "{printed}");
}

/// No client grows, nor does its world, while all kinds of things are created and deleted: `SOLID_REMOTE_FRAMES` frames.
#[test]
fn nothing_grows() {
    let server = Server::start(&[]);
    let frames = std::env::var("SOLID_REMOTE_FRAMES").unwrap_or("4000".into());
    let mut command = example("load");
    command.args(["frames", &frames, &server.child.id().to_string()]);
    let printed = run(server.lead(&mut command));
    let numbers = |line: &str| -> Vec<f64> {
        let words = line.split([' ', ',']).filter_map(|word| word.parse().ok());
        words.collect()
    };
    // Frames, seconds, and three memories in KiB.
    let rows: Vec<Vec<f64>> =
        printed.lines().map(numbers).filter(|numbers| numbers.len() == 5).collect();
    let [half, last] = [&rows[rows.len() / 2], &rows[rows.len() - 1]];
    for memory in 2..5 {
        assert!(last[memory] <= half[memory] + 256.0, "{printed}");
    }
}

/// Many programs at once.
#[test]
fn clients_do_not_disturb_each_other() {
    let server = Server::start(&[]);
    let mut command = example("load");
    command.args(["clients", "20", "50", "30", "1"]);
    let printed = run(server.lead(&mut command));
    assert!(
        printed.starts_with("20 clients of 50 objects, 30 frames a second: 600 tests"),
        "{printed}"
    );
}
