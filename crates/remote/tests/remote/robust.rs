//! Clients and servers that die, lie, or want too much.

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use solid_recording::{Function, Parameter, append_number};
use solid_remote::frames::{MAX_FRAME, MAX_HELLO};
use solid_remote::messages::{Hello, VERSION, encode};
use solid_remote::records::{Upload, VertexSet, append_indices, has_handle, is_deferred, kinds};
use solid_testing::Random;

use super::support::{Driver, Server, compile, exchange, run, signal, until};

/// The number of DT_INTERNAL_ERROR.
const REFUSED: &str = "7";

fn driver(server: &Server) -> Option<Driver> {
    Driver::start(server, |_| ())
}

#[test]
fn a_client_that_dies_takes_its_world_along_and_no_other() {
    let server = Server::start(&[]);
    let (Some(mut dying), Some(mut other)) = (driver(&server), driver(&server)) else { return };
    for client in [&mut dying, &mut other] {
        client.ask("create 1 0");
        client.ask("create 2 1");
        client.ask("respond");
        assert_eq!(client.ask("test"), "(1 2) 1");
    }
    assert_eq!(server.worlds().len(), 2);
    // In the middle of a callback.
    dying.ask("wait");
    dying.tell("test");
    assert_eq!(dying.line(), "(1 2) inside");
    dying.kill();
    until("the end of a world", || server.worlds().len() == 1);
    assert_eq!(other.ask("test"), "(1 2) 1");
    server.serves();
}

#[test]
fn a_forked_child_has_no_part_in_the_world_of_its_parent() {
    let server = Server::start(&["--verbose"]);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/remote/forks.c");
    let Some(program) = compile(&source) else { return };
    let printed = run(server.lead(&mut Command::new(program)));
    assert!(printed.contains("all as expected"), "{printed}");
    let message = "no server: the connection is that of the process that has forked this one";
    // Once in each of the children that began after the parent's first call.
    assert_eq!(printed.matches(message).count(), 4, "{printed}");
    until("the end of the worlds", || server.worlds().is_empty());
    // The parent, and the child that began before.
    server.wait_for_log(&["world ", " begins"], 2);
    server.serves();
}

/// All calls fail, none hangs, and the program goes on.
fn has_lost_its_server(client: &mut Driver) {
    assert_eq!(client.ask("test"), "0");
    assert_eq!(client.ask("error"), REFUSED);
    assert_eq!(client.ask("error"), "0");
    assert_eq!(client.ask("failures"), "1 1 -1 0");
    assert_eq!(client.ask("error"), REFUSED);
}

#[test]
fn a_server_that_dies_is_an_error() {
    let mut server = Server::start(&[]);
    let Some(mut client) = driver(&server) else { return };
    client.ask("create 1 0");
    assert_eq!(client.ask("error"), "0");
    let world = server.worlds()[0];
    signal("KILL", server.child.id());
    server.child.wait().expect("its end");
    // What arrives before the world has heard of it is answered.
    let status = format!("/proc/{world}/status");
    let is_alive = |status: String| !status.contains("State:\tZ");
    until("its world's end", || !std::fs::read_to_string(&status).is_ok_and(is_alive));
    has_lost_its_server(&mut client);
    // There is nobody to connect to either.
    let Some(mut late) = driver(&server) else { return };
    has_lost_its_server(&mut late);
}

#[test]
fn a_world_that_dies_is_an_error_and_the_server_stays() {
    let server = Server::start(&[]);
    let (Some(mut client), Some(mut inside)) = (driver(&server), driver(&server)) else { return };
    client.ask("create 1 0");
    assert_eq!(client.ask("error"), "0");
    let world = server.worlds();
    inside.ask("create 1 0");
    inside.ask("create 2 0");
    inside.ask("wait");
    inside.tell("test");
    assert_eq!(inside.line(), "(1 2) inside");
    server.worlds().iter().for_each(|world| signal("KILL", *world));
    assert_eq!(world.len(), 1);
    has_lost_its_server(&mut client);
    inside.tell("error");
    assert_eq!(inside.line(), "7 0 done");
    server.serves();
}

#[test]
fn a_server_that_does_not_answer_is_an_error_after_some_time() {
    let server = Server::start(&[]);
    let prepare = |command: &mut std::process::Command| {
        command.env("SOLID_SERVER_TIMEOUT", "1");
    };
    let Some(mut client) = Driver::start(&server, prepare) else { return };
    client.ask("create 1 0");
    assert_eq!(client.ask("error"), "0");
    let world = server.worlds()[0];
    signal("STOP", world);
    let status = format!("/proc/{world}/status");
    until("its stop", || std::fs::read_to_string(&status).is_ok_and(|s| s.contains("State:\tT")));
    let start = Instant::now();
    has_lost_its_server(&mut client);
    assert!(start.elapsed() > Duration::from_millis(900), "it has not waited");
    signal("CONT", world);
}

#[test]
fn the_server_ends_gracefully() {
    let mut server = Server::start(&[]);
    let Some(mut client) = driver(&server) else { return };
    client.ask("create 1 0");
    client.ask("respond");
    assert_eq!(client.ask("test"), "0");
    let worlds = server.worlds();
    server.end();
    server.wait_for_log(&["ends: 1 connections"], 1);
    let exists = |world: &u32| std::path::Path::new(&format!("/proc/{world}/stat")).exists();
    assert!(!worlds.iter().any(exists), "a world is left");
    has_lost_its_server(&mut client);
}

#[test]
fn a_client_has_no_more_objects_than_it_may() {
    let server = Server::start(&["--objects", "2"]);
    let (Some(mut client), Some(mut other)) = (driver(&server), driver(&server)) else { return };
    client.ask("create 1 0");
    client.ask("create 2 9");
    client.ask("create 1 5");
    // The one that was replaced.
    assert_eq!(client.ask("error"), "3");
    client.ask("create 3 0");
    assert_eq!(client.ask("error"), REFUSED);
    assert_eq!(client.ask("where 3"), "nowhere");
    client.ask("error");
    client.ask("delete 1");
    client.ask("create 3 4");
    assert_eq!(client.ask("error"), "0");
    assert_eq!(client.ask("where 3"), "4");
    other.ask("create 7 0");
    assert_eq!(other.ask("error"), "0");
}

/// One that would be too many changes nothing: not even the responses, which a loaded world has for itself.
#[test]
fn a_client_loads_no_more_objects_than_it_may_have() {
    let server = Server::start(&["--objects", "2"]);
    let Some(mut client) = driver(&server) else { return };
    client.does("create 1 0");
    client.does("create 2 1");
    assert_eq!(client.ask("save"), "1");
    client.does("elsewhere");
    client.does("respond");
    assert_eq!(client.ask("load"), "0");
    assert_eq!(client.ask("error"), REFUSED);
    assert_eq!(client.ask("where 1"), "nowhere");
    client.ask("error");
    for command in ["back", "delete 1", "delete 2", "elsewhere", "create 1 0", "create 2 1"] {
        client.does(command);
    }
    assert_eq!(client.ask("test"), "(1 2) 1");
    client.does("delete 1");
    client.does("delete 2");
    assert_eq!(client.ask("load"), "1");
    assert_eq!(client.ask("where 2"), "1");
    assert_eq!(client.ask("test"), "0");
    client.ask("create 3 0");
    assert_eq!(client.ask("error"), REFUSED);
}

#[test]
fn a_client_has_no_more_memory_than_it_may() {
    let server = Server::start(&["--memory", "128"]);
    let (Some(mut greedy), Some(mut other)) = (driver(&server), driver(&server)) else { return };
    other.ask("create 1 3");
    // Until there is an error.
    greedy.ask("hog");
    assert_eq!(other.ask("where 1"), "3");
    server.serves();
}

#[test]
fn there_are_no_more_connections_than_there_may_be() {
    let server = Server::start(&["--clients", "1"]);
    let (Some(mut client), Some(mut other)) = (driver(&server), driver(&server)) else { return };
    client.ask("create 1 3");
    assert_eq!(client.ask("where 1"), "3");
    has_lost_its_server(&mut other);
    client.kill();
    until("the end of its world", || server.worlds().is_empty());
    server.serves();
}

fn hello(random: &mut Random) -> Vec<u8> {
    let mut client = [0; 16];
    client[..8].copy_from_slice(&random.word().to_le_bytes());
    encode(&Hello {
        version: VERSION,
        functions: Function::ALL.len() as u32,
        client,
        is_first: true,
        token: String::new(),
        world: String::new(),
    })
}

fn frame(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_be_bytes()[..], bytes].concat()
}

#[test]
fn halves_of_frames_do_no_harm() {
    let server = Server::start(&[]);
    let Some(mut other) = driver(&server) else { return };
    other.ask("create 1 3");
    let mut random = Random::new(1);
    let whole = frame(&hello(&mut random));
    for size in [0, 1, 3, 4, 5, whole.len() - 1] {
        assert!(exchange(server.raw(), &whole[..size]).is_empty(), "{size} bytes");
    }
    for (rest, what) in [
        (frame(&[Function::dtTest as u8])[..3].to_vec(), "half a length"),
        ([0, 0, 0, 9, 35].to_vec(), "half a frame"),
        (((MAX_FRAME + 1) as u32).to_be_bytes().to_vec(), "too long a frame"),
        (u32::MAX.to_be_bytes().to_vec(), "a frame of all there is"),
        (frame(&[]), "an empty frame"),
    ] {
        // The server's welcome, and no more.
        let answer = exchange(server.raw(), &[frame(&hello(&mut random)), rest].concat());
        assert_eq!(answer, frame(&[0]), "{what}");
    }
    for hello in [
        ((MAX_HELLO + 1) as u32).to_be_bytes().to_vec(),
        u32::MAX.to_be_bytes().to_vec(),
        frame(&[]),
        frame(&[255; 60]),
        b"GET / HTTP/1.1\r\n\r\n".to_vec(),
    ] {
        assert!(exchange(server.raw(), &hello).is_empty());
    }
    assert_eq!(other.ask("where 1"), "3");
    server.serves();
}

/// A client that says nothing does not keep others out.
#[test]
fn silence_does_no_harm() {
    let server = Server::start(&[]);
    let silent: Vec<_> = (0..100).map(|_| server.raw()).collect();
    server.serves();
    let mut random = Random::new(2);
    let mut joined = server.raw();
    joined.write_all(&frame(&hello(&mut random))).expect("a connection");
    server.serves();
    drop(silent);
}

/// A number that may matter.
fn some_number(random: &mut Random) -> u64 {
    match random.below(8) {
        0 => 0,
        1..4 => random.below(6) as u64,
        4..6 => 16 * random.below(8) as u64,
        6 => random.word() >> random.below(64),
        _ => u64::MAX,
    }
}

fn append_scalar(random: &mut Random, bytes: &mut Vec<u8>) {
    let x = if random.once_in(10) { random.any_number() } else { random.within(3.0) };
    bytes.extend_from_slice(&x.to_le_bytes());
}

/// Appends an array, or NULL.
fn append_rows(random: &mut Random, bytes: &mut Vec<u8>) {
    if random.once_in(6) {
        return bytes.push(0);
    }
    let (layout, count) = (random.below(10) as u64, random.below(4) as u64);
    bytes.push(2);
    [layout, 0x140A, count].into_iter().for_each(|number| append_number(bytes, number));
    let width = [0, 16, 12, 16, 12, 7, 7, 3, 1, 0][layout as usize];
    (0..width * count).for_each(|_| append_scalar(random, bytes));
}

/// Appends a call as a client might make it.
fn append_call(random: &mut Random, function: Function, bytes: &mut Vec<u8>) {
    if random.once_in(6) {
        append_preparation(random, bytes);
    }
    bytes.push(function as u8);
    for parameter in function.signature().parameters {
        match *parameter {
            Parameter::Scalar => append_scalar(random, bytes),
            Parameter::Rows => append_rows(random, bytes),
            Parameter::Bytes => {
                bytes.extend_from_slice(&[1, 3, 1, 2, 3]);
            }
            Parameter::Records(layout) => {
                bytes.extend_from_slice(&[1, 1]);
                layout.members().for_each(|_| bytes.push(1));
            }
            Parameter::In(layout) => {
                bytes.push(1);
                for member in layout.members() {
                    let x = random.within(2.0);
                    if member.size() == 4 {
                        bytes.extend_from_slice(&(x as f32).to_le_bytes());
                    } else {
                        bytes.extend_from_slice(&x.to_le_bytes());
                    }
                }
            }
            Parameter::Out(_) | Parameter::List(_) => bytes.push(1),
            _ => append_number(bytes, some_number(random)),
        }
    }
    if has_handle(function) {
        append_number(bytes, 16 * random.below(8) as u64);
    }
}

/// Appends vertices or indices.
fn append_preparation(random: &mut Random, bytes: &mut Vec<u8>) {
    let shape = 16 * random.below(8) as u64;
    match random.below(3) {
        0 => append_indices(bytes, &[random.below(9) as u32, random.word() as u32]),
        1 => {
            VertexSet { shape, ranges: vec![(0, 4), (7, random.word() as u32 >> 4)] }.append(bytes)
        }
        _ => {
            let vertices = (0..4).map(|_| random.point(1.0)).collect();
            let array = random.below(4);
            Upload { shape, array, runs: vec![(0, 4)], vertices }.append(bytes);
        }
    }
}

/// What a client sends, each batch at a time; some of it mutated.
fn session(random: &mut Random) -> Vec<u8> {
    let mut all = frame(&hello(random));
    let mut batch = Vec::new();
    for _ in 0..random.below(60) {
        let function = Function::ALL[random.below(Function::ALL.len())];
        append_call(random, function, &mut batch);
        if random.once_in(5) {
            batch.push([kinds::CALLBACK_RETURN, kinds::SYNC, kinds::UNWOUND][random.below(3)]);
        }
        if random.once_in(12) {
            batch.extend([kinds::IN_CALLBACK, random.below(3) as u8]);
        }
        if !is_deferred(function) || random.once_in(4) {
            all.extend(frame(&batch));
            batch.clear();
        }
    }
    all.extend(frame(&batch));
    if random.chance(0.5) {
        for _ in 0..1 + random.below(4) {
            let place = random.below(all.len());
            all[place] = random.word() as u8;
        }
    }
    if random.once_in(8) {
        all.truncate(random.below(all.len() + 1));
    }
    all
}

/// Sessions of nonsense, for `SOLID_REMOTE_SECONDS`, in which another client works undisturbed. The seed of each is its number,
/// from `SOLID_SEED` on.
#[test]
fn nonsense_does_no_harm() {
    let number = |name: &str, otherwise| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let limit = Duration::from_secs(number("SOLID_REMOTE_SECONDS", 3));
    let server = Server::start(&["--memory", "256"]);
    let Some(mut other) = driver(&server) else { return };
    other.ask("create 1 0");
    other.ask("create 2 1");
    other.ask("respond");
    let first = number("SOLID_SEED", 1);
    let (start, mut seed) = (Instant::now(), first);
    while start.elapsed() < limit {
        let mut random = Random::new(seed);
        exchange(server.raw(), &session(&mut random));
        if seed % 20 == 0 {
            assert_eq!(other.ask("test"), "(1 2) 1", "after session {seed}");
        }
        let log = server.log();
        assert!(!log.contains("panicked"), "session {seed}: {log}");
        seed += 1;
    }
    assert_eq!(other.ask("error"), "0");
    println!("{} sessions", seed - first);
    server.serves();
}
