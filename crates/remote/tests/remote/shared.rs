//! Several clients in one world, and several worlds on one server.

use std::process::Command;

use super::support::{Driver, Server, until};

fn join(server: &Server, world: &str) -> Option<Driver> {
    Driver::start(server, |command: &mut Command| {
        command.env("SOLID_SERVER_WORLD", world);
    })
}

#[test]
fn clients_share_a_world_by_name() {
    let server = Server::start(&[]);
    let [Some(mut mover), Some(mut tester), Some(mut stranger)] =
        ["arena", "arena", "elsewhere"].map(|world| join(&server, world))
    else {
        return;
    };
    mover.does("create 1 0");
    tester.does("create 2 1");
    assert_eq!(mover.ask("where 2"), "1");
    assert_eq!(stranger.ask("where 2"), "nowhere");
    assert_eq!(server.worlds().len(), 2);
    // Responses are a client's own.
    tester.ask("respond");
    assert_eq!(mover.ask("test"), "0");
    assert_eq!(tester.ask("test"), "(1 2) 1");
    // So is the current object: that of the mover is 1, that of the tester 2.
    mover.does("shift 0 10");
    assert_eq!(tester.ask("where 1"), "10");
    assert_eq!(tester.ask("test"), "0");
    tester.does("shift 0 9");
    assert_eq!(tester.ask("test"), "(1 2) 1");
    // So are errors.
    mover.ask("select 5");
    assert_eq!(tester.ask("error"), "0");
    assert_eq!(mover.ask("error"), "5");
}

#[test]
fn a_client_that_waits_in_a_callback_does_not_keep_others_waiting() {
    let server = Server::start(&[]);
    let [Some(mut slow), Some(mut other)] = ["arena", "arena"].map(|world| join(&server, world))
    else {
        return;
    };
    for (object, place) in [(1, 0), (2, 1), (3, 2)] {
        slow.does(&format!("create {object} {place}"));
    }
    slow.ask("wait");
    slow.tell("test");
    assert_eq!(slow.line(), "(1 2) inside");
    other.ask("respond");
    assert_eq!(other.ask("test"), "(1 2) (1 3) (2 3) 3");
    // What it changes counts for the test that goes on.
    other.does("delete 3");
    assert_eq!(other.ask("where 3"), "nowhere");
    slow.tell("go on");
    assert_eq!(slow.line(), "1 done");
}

#[test]
fn the_objects_of_a_client_that_leaves_go_with_it() {
    let server = Server::start(&["--objects", "2"]);
    let [Some(mut stays), Some(mut leaves)] = ["arena", "arena"].map(|world| join(&server, world))
    else {
        return;
    };
    stays.does("create 1 0");
    stays.ask("respond");
    leaves.does("create 2 1");
    assert_eq!(stays.ask("test"), "(1 2) 1");
    // In a callback, too.
    leaves.ask("wait");
    leaves.tell("test");
    assert_eq!(leaves.line(), "(1 2) inside");
    leaves.kill();
    until("the end of an object", || stays.ask("where 2") == "nowhere");
    assert_eq!(stays.ask("test"), "0");
    stays.ask("error");
    // They do not count any more either.
    stays.ask("create 2 0");
    assert_eq!(stays.ask("error"), "0");
    assert_eq!(stays.ask("test"), "(1 2) 1");
}

/// Which vertices a mesh uses, only the client knows that has made it.
#[test]
fn a_client_deforms_its_own_meshes_only() {
    let server = Server::start(&[]);
    let [Some(mut owner), Some(mut other)] = ["arena", "arena"].map(|world| join(&server, world))
    else {
        return;
    };
    owner.does("mesh 1 2");
    assert_eq!(other.ask("top 1"), "2");
    other.ask("deform 1 7");
    assert_eq!(other.ask("error"), "3");
    assert_eq!(owner.ask("top 1"), "2");
    owner.does("deform 1 5");
    assert_eq!([owner.ask("top 1"), other.ask("top 1")], ["5", "5"]);
}
