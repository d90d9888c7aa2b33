//! What peers, and clients, may take from others: greetings, log lines, memory, and what a client keeps unsent.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixListener;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use solid_recording::{Bytes, Function};
use solid_remote::connect::connect_first;
use solid_remote::frames::Frames;
use solid_remote::messages::{Answer, encode};
use solid_remote::records::Record;

use super::support::{Driver, Server, directory, until};
use super::tls::token_file;

/// Keeps silent connections, as many at any time, until it is told to stop. How many it has opened.
fn keep_silent(server: &Server, count: usize, stop: &AtomicBool) -> usize {
    let (mut held, mut opened) = (Vec::<TcpStream>::new(), 0);
    while !stop.load(Relaxed) {
        held.retain_mut(|stream| {
            matches!(stream.read(&mut [0]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock)
        });
        while held.len() < count && !stop.load(Relaxed) {
            let stream = server.raw_tcp();
            stream.set_nonblocking(true).expect("a socket");
            held.push(stream);
            opened += 1;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    opened
}

#[test]
fn silent_peers_keep_nobody_out_and_fill_no_disk() {
    let server = Server::start_tcp(&["--token-file", &token_file()]);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let silent = scope.spawn(|| keep_silent(&server, 300, &stop));
        std::thread::sleep(Duration::from_millis(300));
        for number in 0..20 {
            let joined = connect_first(&server.target("a secret"), [number; 16], |_| ());
            assert!(joined.is_ok(), "client {number}: {:?}", joined.err());
        }
        stop.store(true, Relaxed);
        assert!(silent.join().expect("a count") > 600, "too few to tell");
    });
    let log = server.log();
    assert!(log.contains("silent, closed to make room for others"), "{log}");
    assert!(log.len() < 8000, "{} bytes: {log}", log.len());
}

#[test]
fn a_port_without_a_token_is_warned_about() {
    let warning =
        "no --token-file: every user and every program on this machine may use this server";
    Server::start_tcp(&[]).wait_for_log(&[warning], 1);
    for server in [Server::start(&[]), Server::start_tcp(&["--token-file", &token_file()])] {
        // After whatever it logs at the start.
        match server.address.starts_with("unix:") {
            true => drop(server.raw()),
            false => drop(server.raw_tcp()),
        }
        server.wait_for_log(&["end of file"], 1);
        assert!(!server.log().contains(warning), "{}", server.log());
    }
}

#[test]
fn a_client_waits_for_its_server() {
    let directory = directory("late");
    let address = format!("unix:{}", directory.join("socket").display());
    let long = |command: &mut std::process::Command| {
        command.env("SOLID_SERVER_RETRY", "60");
    };
    let Some(mut early) = Driver::start_at(&address, long) else { return };
    early.tell("create 1 3");
    std::thread::sleep(Duration::from_millis(300));
    let server = Server::start_at(&address, directory);
    assert_eq!(early.line(), "done");
    assert_eq!(early.ask("where 1"), "3");
    drop((early, server));
    // One that was refused gets in as soon as there is room.
    let server = Server::start(&["--clients", "1"]);
    let (Some(mut first), Some(mut second)) =
        (Driver::start(&server, long), Driver::start(&server, long))
    else {
        return;
    };
    first.does("create 1 3");
    second.tell("create 1 4");
    until("a refusal", || server.log().contains("as many connections as it may have"));
    first.kill();
    assert_eq!(second.line(), "done");
    assert_eq!(second.ask("where 1"), "4");
}

/// The memory of a world without the stack of the thread that serves its connection.
fn memory(world: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{world}/status")).unwrap_or_default();
    let used = status.lines().find_map(|line| line.strip_prefix("VmData:")).unwrap_or("0");
    let kib: u64 = used.trim().trim_end_matches(" kB").parse().expect("a number");
    (kib << 10).saturating_sub(8 << 20)
}

/// The most memory that all worlds together have while clients make shapes until there is an error.
fn peak(server: &Server, clients: &mut [Driver]) -> u64 {
    let open = AtomicUsize::new(clients.len());
    std::thread::scope(|scope| {
        for client in clients {
            scope.spawn(|| {
                client.ask("hoard");
                open.fetch_sub(1, Relaxed);
            });
        }
        let mut peak = 0;
        while open.load(Relaxed) > 0 {
            peak = peak.max(server.worlds().into_iter().map(memory).sum());
            std::thread::sleep(Duration::from_millis(1));
        }
        peak
    })
}

#[test]
fn a_client_has_no_more_memory_over_all_its_worlds_than_it_may() {
    let server = Server::start_tcp(&["--memory", "128"]);
    let most = 128 << 20;
    for count in [1, 3] {
        let mut clients: Vec<Driver> =
            (0..count).filter_map(|_| Driver::start(&server, |_| ())).collect();
        clients.iter_mut().for_each(|client| client.does("create 1 3"));
        if clients.is_empty() {
            return;
        }
        assert_eq!(server.worlds().len(), count);
        let peak = peak(&server, &mut clients);
        assert!((most / 2..=most).contains(&peak), "{count} worlds: {peak} bytes");
        clients.into_iter().for_each(Driver::kill);
        until("the end of the worlds", || server.worlds().is_empty());
    }
}

/// What a client sends at once is what it had kept unsent.
#[test]
fn what_a_client_keeps_unsent_is_bounded() {
    let path = directory("unsent").join("socket");
    let listener = UnixListener::bind(&path).expect("a socket");
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/remote/unsent.c");
    let Some(program) = super::support::compile(&source) else { return };
    let mut command = std::process::Command::new(program);
    let address = format!("unix:{}", path.display());
    let mut child = super::support::lead_to(&address, &mut command).spawn().expect("a client");
    let (stream, _) = listener.accept().expect("a connection");
    let mut frames = Frames::new(stream);
    frames.read().expect("a greeting");
    frames.write(&encode(&Answer::Welcome)).expect("a client");
    let (mut calls, mut largest) = (0, 0);
    while let Ok(Some(message)) = frames.read() {
        let mut records = Bytes(&message);
        let mut sizes = Vec::new();
        while !records.0.is_empty() {
            let before = records.0.len();
            let record = Record::read(&mut records).expect("a record");
            sizes.push(before - records.0.len());
            calls += 1;
            if matches!(record, Record::Call(Function::dtGetError, ..)) {
                // No error.
                frames.stream_mut().write_all(&[0, 0, 0, 2, 1, 0]).expect("a client");
            }
        }
        let last = sizes.pop().unwrap_or(0);
        largest = largest.max(message.len());
        // What comes before the last record of vertices or indices and the call itself, and they.
        assert!(
            message.len() <= (32 << 10) + (1 << 20),
            "{} bytes, {last} in the last",
            message.len()
        );
    }
    assert!(child.wait().expect("its end").success());
    // All was sent, and large pieces were among it.
    assert!(calls > 100_000 && largest > 300 << 10, "{calls} records, {largest} bytes");
}
