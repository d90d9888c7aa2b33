//! The commands of the manual's chapter "Remote" do what it says.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::support::{directory, program, root, run, stand_in};

#[test]
fn the_commands_of_the_manual_work() {
    let Some(program) = program("every_function.c") else { return };
    let chapter = fs::read_to_string(root().join("docs/src/remote.md")).expect("the chapter");
    let directory = directory("manual");
    fs::copy(program, directory.join("game")).expect("a program");
    let mut commands = String::from("set -eu\n");
    for block in chapter.split("```sh\n").skip(1) {
        commands.push_str(block.split("```").next().unwrap_or(""));
    }
    assert!(commands.contains("solid-server --listen"), "{commands}");
    let commands =
        commands.replace("/usr/local/lib/solid-remote", &stand_in().display().to_string());
    let server = Path::new(env!("CARGO_BIN_EXE_solid-server")).parent().expect("its directory");
    let path = format!("{}:{}", server.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.arg("-c").arg(&commands).env("PATH", path).current_dir(&directory);
    let printed = run(&mut command);
    assert!(printed.contains(" passed, 0 failed"), "{printed}");
    assert!(printed.contains("] ends: "), "{printed}");
}
