//! The threads of clients, each of which has a connection.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, prlimit};
use solid_recording::Function;
use solid_remote::messages::{Answer, Hello, VERSION, decode, encode};

use super::support::{Server, compile, run};

/// Connects a thread of a client; what the server answers.
fn join(server: &Server, is_first: bool) -> (UnixStream, Answer) {
    let mut stream = server.raw();
    let hello = encode(&Hello {
        version: VERSION,
        functions: Function::ALL.len() as u32,
        client: [7; 16],
        is_first,
        token: String::new(),
        world: String::new(),
    });
    let size = (hello.len() as u32).to_be_bytes();
    stream.write_all(&[&size[..], &hello].concat()).expect("a connection");
    let mut size = [0; 4];
    stream.read_exact(&mut size).expect("an answer");
    let mut answer = vec![0; u32::from_be_bytes(size) as usize];
    stream.read_exact(&mut answer).expect("an answer");
    (stream, decode(&answer).expect("an answer"))
}

/// The stacks of a client's threads do not count as memory of its world.
#[test]
fn a_client_has_as_many_threads_as_it_may() {
    let server = Server::start(&["--memory", "64"]);
    let joined: Vec<_> = (0..60).map(|number| join(&server, number == 0)).collect();
    for (number, (_, answer)) in joined.iter().enumerate() {
        assert_eq!(*answer, Answer::Welcome, "connection {number}");
    }
    assert_eq!(server.worlds().len(), 1);
    server.serves();
}

/// Where there is no thread for a connection, the world and its other connections go on.
#[test]
fn a_connection_without_a_thread_is_refused() {
    let server = Server::start(&["--clients", "9"]);
    let (mut first, answer) = join(&server, true);
    assert_eq!(answer, Answer::Welcome);
    let world = server.worlds()[0];
    let status = fs::read_to_string(format!("/proc/{world}/status")).expect("its status");
    let used = status.lines().find_map(|line| line.strip_prefix("VmSize:")).expect("its memory");
    let used: u64 = used.trim().trim_end_matches(" kB").parse().expect("a number");
    // Too little for the stack of another thread.
    let most = Some((used + 2048) << 10);
    let limit = Rlimit { current: most, maximum: most };
    prlimit(Pid::from_raw(world as i32), Resource::As, limit).expect("a limit");
    // More than there may be at a time: those that are refused do not count, once the server has seen them end.
    for _ in 0..20 {
        let answers = (0..200).map(|_| {
            let (_, answer) = join(&server, false);
            if matches!(answer, Answer::Busy(_)) {
                thread::sleep(Duration::from_millis(50));
            }
            answer
        });
        let answer = answers.into_iter().find(|answer| !matches!(answer, Answer::Busy(_)));
        assert!(matches!(answer, Some(Answer::Refused(_))), "{answer:?}");
    }
    let batch = [Function::dtGetError as u8];
    first.write_all(&[&[0, 0, 0, 1], &batch[..]].concat()).expect("a call");
    let mut reply = [0; 6];
    first.read_exact(&mut reply).expect("a reply");
    assert_eq!(reply, [0, 0, 0, 2, 1, 0]);
    server.serves();
}

/// The test may have been sent as a whole when the world changes.
#[test]
fn a_thread_that_makes_its_first_call_during_a_test_loses_no_callback() {
    let server = Server::start(&[]);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/remote/first_call.c");
    let Some(program) = compile(&source) else { return };
    for delay in (0..20_000).step_by(1000) {
        for deleted in ["1", "120"] {
            let mut command = Command::new(&program);
            let printed = run(server.lead(command.args([&delay.to_string(), deleted])));
            assert_eq!(printed, "0 missing, error 0\n", "delay {delay}, {deleted} deleted");
        }
    }
}
