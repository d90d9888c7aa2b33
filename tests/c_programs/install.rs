//! The library is installed, found and linked in every way that is promised: `packaging/check` tries them; and what
//! cannot be done is said.

use crate::support::{root, run, skipped, time_limit, tool};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory for the logs of these tests.
fn directory() -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("install");
    std::fs::create_dir_all(&directory).expect("a directory for logs");
    directory
}

/// What `packaging/<script>` prints with these arguments, and whether it ended well.
fn packaging(script: &str, arguments: &[&str]) -> (String, bool) {
    let mut command = Command::new(root().join("packaging").join(script));
    command.args(arguments);
    let ran =
        run(&mut command, &directory().join(format!("{script}-{}", arguments.len())), time_limit());
    (ran.output, ran.verdict.is_ok())
}

#[test]
#[ignore = "run by .ci/run"]
fn every_way_of_building_against_the_installed_library_works() {
    let (output, well) = packaging("check", &[]);
    assert!(well, "{output}");
    for line in output.lines().filter(|line| line.starts_with("skipped")) {
        skipped(line);
    }
    let expected = ["ok: c, -lsolid", "ok: c++, libsolid.a", "ok: the archive"];
    for line in expected {
        assert!(output.lines().any(|l| l == line), "no {line:?} in:\n{output}");
    }
    if tool("cmake").is_some() {
        assert!(output.contains("ok: CMake, hello-search\n"), "{output}");
    }
}

#[test]
#[ignore = "run by .ci/run"]
fn a_wrong_prefix_is_reported() {
    for (prefix, word) in [("here", "begin with /"), ("/proc/none", "cannot write")] {
        let (output, well) = packaging("install", &["--prefix", prefix]);
        assert!(!well && output.contains(word), "{prefix}: {output}");
    }
    let (output, well) = packaging("install", &["--prefix"]);
    assert!(!well && output.contains("needs a value"), "{output}");
    let (output, well) = packaging("install", &["--prfix", "/usr"]);
    assert!(!well && output.contains("--destdir"), "{output}");
}
