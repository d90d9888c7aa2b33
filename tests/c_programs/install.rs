//! The library is installed, found and linked in every way that is promised: `packaging/check` tries them; and what
//! cannot be done is said.

use crate::support::{root, run, skipped, time_limit, tool};
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

/// A program of this name that is a shell script, in a directory of its own.
fn program(name: &str, script: &str) -> PathBuf {
    let directory = directory().join(format!("{name} of ours"));
    fs::create_dir_all(&directory).expect("a directory for a program");
    let program = directory.join(name);
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("a program");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755))
        .expect("an executable program");
    program
}

#[test]
fn a_rust_that_is_too_old_is_named_in_one_line() {
    let checked = |rustc: &Path| {
        let mut command = Command::new(root().join("packaging/rust"));
        let ran = run(command.env("RUSTC", rustc), &directory().join("rust.log"), time_limit());
        (ran.output, ran.verdict.is_ok())
    };
    for (version, is_new_enough) in
        [("1.63.0", false), ("1.88.0", false), ("1.89.0", true), ("2.0.0", true)]
    {
        let (output, well) =
            checked(&program("rustc", &format!("echo 'rustc {version} (0 2020-01-01)'")));
        assert_eq!(well, is_new_enough, "{version}: {output}");
        let is_right = match is_new_enough {
            true => output.is_empty(),
            false => {
                output.lines().count() == 1
                    && [version, "1.89", "rustc-web"].iter().all(|word| output.contains(word))
            }
        };
        assert!(is_right, "{version}: {output}");
    }
    let (output, well) = checked(Path::new("/nowhere/rustc"));
    assert!(
        !well && output.contains("the Rust compiler is missing: install Rust 1.89"),
        "{output}"
    );
}

#[test]
fn examples_are_built_in_a_path_with_spaces() {
    let clone = directory().join("a path with spaces");
    let _ = fs::remove_dir_all(&clone);
    fs::create_dir_all(&clone).expect("a directory");
    for part in ["examples-c", "include", "packaging", "Cargo.toml"] {
        std::os::unix::fs::symlink(root().join(part), clone.join(part)).expect("a link");
    }
    let library = crate::support::shared_library();
    let cargo = program(
        "cargo",
        &format!(
            "mkdir -p target/release && cp '{}' target/release/libsolid.so",
            library.display()
        ),
    );
    let programs = cargo.parent().expect("a directory").display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    for name in ["pyramids", "quaternion"] {
        let mut example = Command::new(clone.join("examples-c/run"));
        example.arg(name).env("PATH", &path).env_remove("CARGO_TARGET_DIR");
        let ran = run(&mut example, &directory().join("spaces.log"), time_limit());
        assert!(ran.verdict.is_ok(), "{name}: {}", ran.output);
    }
}

/// Installs what a cargo of ours made: empty files with the names that cargo gives them on the other system.
fn install_with(compiler: &str, made: &[&str], prefix: &Path) -> String {
    let programs = directory().join(format!("{compiler}-cargo"));
    fs::create_dir_all(&programs).expect("a directory for cargo");
    let places = made.iter().map(|name| match name.starts_with("solid-replay") {
        true => format!(" replay/release/{name}"),
        false => format!(" release/{name}"),
    });
    let files = String::from_iter(places);
    let script = format!(
        "#!/bin/sh\nmkdir -p \"$CARGO_TARGET_DIR\" && cd \"$CARGO_TARGET_DIR\" && mkdir -p release replay/release && touch{files}\n"
    );
    fs::write(programs.join("cargo"), script).expect("a cargo");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(programs.join("cargo"), mode).expect("an executable cargo");
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

/// What a static library needs on Windows is the same wherever it is told; the page on installing tells what holds on which system.
#[test]
fn the_link_line_for_windows_is_told() {
    let needs = ["ws2_32", "userenv", "ntdll", "bcrypt"];
    let line = needs.map(|name| format!("-l{name}")).join(" ");
    let list = needs.join(";");
    for (file, text) in [
        ("docs/src/install.md", &line),
        ("docs/src/getting-started.md", &line),
        ("packaging/install", &line),
        ("packaging/cmake/solid-package.cmake", &list),
    ] {
        let contents = fs::read_to_string(root().join(file)).expect("a text");
        assert!(contents.contains(text), "{file} does not name {text}");
    }
    let page = fs::read_to_string(root().join("docs/src/install.md")).expect("a page");
    let systems = page.split("\n## Systems\n").nth(1).expect("a section on systems");
    for system in ["Linux on x86-64", "macOS on ARM", "Windows on x86-64"] {
        assert!(systems.contains(system), "nothing of {system}");
    }
}
