//! `benches/peers/run` where something is missing: it says what, and goes on with the rest.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
#[ignore = "run by .ci/run"]
fn a_wrong_workload_is_an_error_with_the_list() {
    for wrong in ["W9", "../run", "--fast"] {
        let output =
            Command::new(scripts().join("run")).arg(wrong).output().expect("benches/peers/run");
        assert_eq!(output.status.code(), Some(2), "{wrong}: {output:?}");
        assert!(output.stdout.is_empty(), "{wrong}: {output:?}");
        let said = said(&output);
        assert!(said.contains(&format!("'{wrong}'")), "{said}");
        for workload in [
            "W0", "W1", "W2", "W3", "W3b", "W4", "W5", "W6", "W7", "W8", "W8b", "W8c", "W10",
            "W11", "W12",
        ] {
            assert!(
                said.contains(&format!("  {workload}: ")),
                "{workload} is not in the list:\n{said}"
            );
        }
    }
}

/// A place where nothing can be installed: no package is there, and what would get one fails. There cargo does nothing.
fn bare_machine(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&root);
    let peers = root.join("benches/peers");
    fs::create_dir_all(&peers).expect("a folder");
    fs::copy(scripts().join("prepare"), peers.join("prepare")).expect("prepare");
    // Where cargo would have put the library.
    fs::create_dir_all(root.join("target/release")).expect("a folder");
    let commands = root.join("commands");
    fs::create_dir_all(&commands).expect("a folder");
    for (command, status) in [
        ("dpkg", 1),
        ("dpkg-query", 1),
        ("apt-get", 100),
        ("python3", 1),
        ("cargo", 0),
        ("cc", 1),
        ("c++", 1),
    ] {
        let path = commands.join(command);
        fs::write(&path, format!("#!/bin/sh\nexit {status}\n")).expect("a command");
        make_executable(&path);
    }
    root
}

fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("permissions");
}

#[test]
#[ignore = "run by .ci/run"]
fn peers_that_cannot_be_installed_are_reported() {
    let root = bare_machine("peers-bare");
    let path = format!(
        "{}:{}",
        root.join("commands").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let output = Command::new(root.join("benches/peers/prepare"))
        .env("PATH", path)
        .env_remove("CC")
        .env_remove("CXX")
        .env_remove("PYTHON")
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .expect("benches/peers/prepare");
    let said = said(&output);
    for (peer, package) in [
        ("libccd", "libccd-dev"),
        ("ode", "libode-dev"),
        ("fcl", "libfcl-dev"),
        ("bullet", "libbullet-dev"),
    ] {
        assert!(
            said.contains(&format!("{peer} is left out: install Debian's package {package}")),
            "{said}"
        );
    }
    assert!(said.contains("coal is left out"), "{said}");
    // The library's own C functions are no peer, but as little may be missing without a word.
    assert!(said.contains("solid-c is left out"), "{said}");
    let adapters = fs::read_dir(root.join("target/peers/adapters")).expect("the adapters' folder");
    assert_eq!(adapters.count(), 0, "{said}");
}
