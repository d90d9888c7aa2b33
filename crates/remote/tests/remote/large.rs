//! Long lists of arguments and results.

use std::path::Path;
use std::process::Command;

use super::support::{Server, compile, run};

/// More stops than fit into the first list, and rows and saved shapes that take several frames.
#[test]
fn long_lists_have_the_answers_of_short_ones() {
    let server = Server::start(&[]);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/remote/large.c");
    let Some(program) = compile(&source) else { return };
    let printed = run(server.lead(&mut Command::new(program)));
    assert!(printed.contains("all as expected"), "{printed}");
    server.serves();
}
