//! The library is installed, found and linked in every way that is promised: `packaging/check` tries them; and what
//! cannot be done is said.

use crate::support::{Ran, root, run, shared_library, skipped, time_limit, tool};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory for the logs of these tests.
fn directory() -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("install");
    fs::create_dir_all(&directory).expect("a directory for logs");
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

/// Puts a program of a few lines of shell into the directory.
fn script(directory: &Path, name: &str, text: &str) {
    fs::create_dir_all(directory).expect("a directory for programs");
    let path = directory.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a program");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("an executable program");
}

/// Runs an example in a clone whose path has spaces, with programs of ours before the machine's.
fn run_example(programs: &Path) -> Ran {
    let clone = directory().join("a clone in a path with spaces");
    fs::create_dir_all(&clone).expect("a directory for the clone");
    for part in ["examples-c", "include", "packaging", "Cargo.toml"] {
        let link = clone.join(part);
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(root().join(part), link).expect("a link");
    }
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let mut example = Command::new(clone.join("examples-c/run"));
    example.env("PATH", path).env("CARGO_TARGET_DIR", "target").env_remove("RUSTC");
    run(&mut example, &programs.join("log"), time_limit())
}

/// The library is this build's, not one built anew.
#[test]
fn examples_run_in_a_path_with_spaces() {
    if tool("cc").is_none() {
        return skipped("no C compiler on this machine");
    }
    let programs = directory().join("example-cargo");
    let library = shared_library();
    let copies = format!(
        "mkdir -p target/release && ln -sf '{}' target/release/libsolid.so",
        library.display()
    );
    script(&programs, "cargo", &copies);
    let ran = run_example(&programs);
    assert!(ran.verdict.is_ok() && ran.output.contains("pyramid"), "{}", ran.output);
}

#[test]
fn a_rust_that_is_too_old_is_told() {
    let programs = directory().join("old-rust");
    script(&programs, "cargo", "exit 1");
    for (version, words) in
        [("1.63.0", "Rust 1.63 is too old"), ("9.0.1", "does not build. Without a network")]
    {
        script(&programs, "rustc", &format!("echo 'rustc {version} (Debian)'"));
        let ran = run_example(&programs);
        assert!(ran.verdict.is_err() && ran.output.contains(words), "{version}: {}", ran.output);
        let is_named =
            ran.output.contains("install Rust 1.89 or newer") && ran.output.contains("rustc-web");
        assert_eq!(is_named, version == "1.63.0", "{}", ran.output);
    }
}

/// Installs what a cargo of ours made: empty files with the names that cargo gives them on the other system.
fn install_with(compiler: &str, made: &[&str], prefix: &Path) -> String {
    let programs = directory().join(format!("{compiler}-cargo"));
    let places = made.iter().map(|name| match name.starts_with("solid-replay") {
        true => format!(" replay/release/{name}"),
        false => format!(" release/{name}"),
    });
    let files = String::from_iter(places);
    let makes = format!(
        "mkdir -p \"$CARGO_TARGET_DIR\" && cd \"$CARGO_TARGET_DIR\" && mkdir -p release replay/release && touch{files}"
    );
    script(&programs, "cargo", &makes);
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let mut install = Command::new(root().join("packaging/install"));
    install.env("PATH", path).env("CARGO_TARGET_DIR", programs.join("target")).arg("--prefix");
    let log = programs.join("log");
    let ran = run(install.arg(prefix), &log, time_limit());
    assert!(ran.verdict.is_ok(), "{compiler}: {}", ran.output);
    ran.output
}

/// Windows programs find a DLL beside themselves and link with an import library, whose name depends on the compiler. An
/// older SOLID.pc, perhaps of the original, is replaced: it would name other files.
#[test]
fn a_dll_and_its_import_library_are_installed() {
    for (compiler, made) in [
        ("gnu", ["solid.dll", "libsolid.dll.a", "libsolid.a", "solid-replay.exe"]),
        ("msvc", ["solid.dll", "solid.dll.lib", "solid.lib", "solid-replay.exe"]),
    ] {
        let prefix = directory().join(compiler);
        let _ = fs::remove_dir_all(&prefix);
        let pc = prefix.join("lib/pkgconfig/SOLID.pc");
        fs::create_dir_all(pc.parent().expect("a directory")).expect("a directory for SOLID.pc");
        fs::write(&pc, "Name: SOLID\nVersion: 1.9\n").expect("an old SOLID.pc");
        let said = install_with(compiler, &made, &prefix);
        for (i, name) in made.iter().enumerate() {
            let place = if [0, 3].contains(&i) { "bin" } else { "lib" };
            assert!(prefix.join(place).join(name).exists(), "{compiler}: no {place}/{name}");
            assert!(said.contains(name), "{compiler} does not tell of {name}: {said}");
        }
        for name in ["SOLID.pc", "solid.pc"] {
            let text = fs::read_to_string(prefix.join("lib/pkgconfig").join(name)).expect("a file");
            assert!(text.contains("Version: 2.0.0\n"), "{name}: {text}");
            let needs = "Libs.private: -lws2_32 -luserenv -lntdll -lbcrypt\n";
            assert!(text.contains(needs), "{name}: {text}");
        }
    }
}

/// Git on Windows is usually set to write CRLF, which the comparison of the headers and the scripts do not bear.
#[test]
fn a_clone_on_windows_has_lf_line_ends() {
    if !root().join(".git").exists() || tool("git").is_none() {
        return skipped("no git, or not a clone");
    }
    let clone = directory().join("clone");
    let _ = fs::remove_dir_all(&clone);
    let mut git = Command::new("git");
    git.current_dir(root()).args(["-c", "core.autocrlf=true", "-c", "core.eol=crlf"]);
    git.args(["checkout-index", "--all"]).arg(format!("--prefix={}/", clone.display()));
    let ran = run(&mut git, &directory().join("git.log"), time_limit());
    assert!(ran.verdict.is_ok(), "{}", ran.output);
    let mut pending = vec![clone];
    let mut files = 0;
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(directory).expect("a directory").flatten() {
            let path = entry.path();
            if path.is_dir() {
                pending.push(path);
                continue;
            }
            let bytes = fs::read(&path).expect("a file");
            let has_crlf = !bytes.contains(&0) && bytes.windows(2).any(|pair| pair == b"\r\n");
            assert!(!has_crlf, "{} has CRLF", path.display());
            files += 1;
        }
    }
    assert!(files > 500, "only {files} files");
}

/// What a static library needs on Windows is the same wherever it is told; the README tells what holds on which system.
#[test]
fn the_link_line_for_windows_is_told() {
    let needs = ["ws2_32", "userenv", "ntdll", "bcrypt"];
    let line = needs.map(|name| format!("-l{name}")).join(" ");
    let list = needs.join(";");
    for (file, text) in [
        ("README.md", &line),
        ("docs/src/getting-started.md", &line),
        ("packaging/install", &line),
        ("packaging/cmake/solid-package.cmake", &list),
    ] {
        let contents = fs::read_to_string(root().join(file)).expect("a text");
        assert!(contents.contains(text), "{file} does not name {text}");
    }
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    let systems = readme.split("\n## Systems\n").nth(1).expect("a section on systems");
    for system in ["Linux on x86-64", "macOS on ARM", "Windows on x86-64"] {
        assert!(systems.contains(system), "nothing of {system}");
    }
}
