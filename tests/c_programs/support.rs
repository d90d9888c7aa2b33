//! Compilers and other tools, the library of this build, and programs with a time limit. Everything that fails panics with
//! the tool's or the program's whole output.

pub mod examples;
pub mod programs;

use std::fs;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Warnings asked of C++; C gets `-Wstrict-prototypes` as well, which C++ compilers reject.
const WARNINGS: [&str; 4] = ["-pedantic", "-Wall", "-Wextra", "-Werror"];

/// How long a program may run; far beyond what any needs, builds on a busy machine included, so that only a hang meets it.
/// Counters of coverage make all slower.
pub fn time_limit() -> Duration {
    let is_instrumented = std::env::var_os("LLVM_PROFILE_FILE").is_some();
    Duration::from_secs(if is_instrumented { 3600 } else { 900 })
}

/// The language standard a source is compiled as: the compiler's name for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standard {
    C(&'static str),
    Cpp(&'static str),
}

pub const C89: Standard = Standard::C("c89");
pub const CPP98: Standard = Standard::Cpp("c++98");
pub const C_STANDARDS: [Standard; 4] =
    [C89, Standard::C("c99"), Standard::C("c11"), Standard::C("c17")];
pub const CPP_STANDARDS: [Standard; 4] =
    [CPP98, Standard::Cpp("c++11"), Standard::Cpp("c++17"), Standard::Cpp("c++20")];

/// Says, past the test harness's capture, that a test could not run here.
pub fn skipped(reason: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {reason}");
}

/// `Some(command)` when the tool can be started here.
pub fn tool(name: &str) -> Option<Command> {
    let found =
        Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success()).then(|| Command::new(name))
}

/// The directory that holds `Cargo.toml`.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The programs' directory.
pub fn sources() -> PathBuf {
    root().join("capi-tests")
}

/// `target/<profile>/deps`, where this test itself lies.
fn deps_directory() -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    test.parent().expect("a directory above this test").to_owned()
}

/// The system that the programs are for, as in `i686-unknown-linux-gnu`, whose library has been built in the profile of these
/// tests: by SOLID_TARGET. By default this one.
pub fn other_target() -> Option<String> {
    std::env::var("SOLID_TARGET").ok().filter(|target| !target.is_empty())
}

/// The command that runs a program: that of SOLID_RUNNER, as in `qemu-aarch64-static -L /usr/aarch64-linux-gnu`, for systems whose
/// programs this one cannot run by itself.
pub fn runs(program: &Path) -> Command {
    let runner = std::env::var("SOLID_RUNNER").unwrap_or_default();
    let mut words = runner.split_whitespace();
    match words.next() {
        None => Command::new(program),
        Some(runner) => {
            let mut command = Command::new(runner);
            command.args(words).arg(program);
            command
        }
    }
}

/// A directory for what these tests make, one for each profile and system.
fn work_directory() -> PathBuf {
    let deps = deps_directory();
    let profile = deps.parent().and_then(Path::file_name).expect("target/<profile>/deps");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("capi").join(profile);
    let directory = directory.join(other_target().unwrap_or_default());
    fs::create_dir_all(&directory).expect("a directory for compiled programs");
    directory
}

/// The newest `lib*` of this name beside the test or above it: cargo puts it in one, the other or both.
fn newest_library(extension: &str) -> PathBuf {
    let mut deps = deps_directory();
    if let Some(target) = other_target() {
        let profile = deps.parent().and_then(Path::file_name).expect("target/<profile>/deps");
        deps = deps.join("../..").join(target).join(profile).join("deps");
    }
    let above = deps.parent().expect("a directory above deps");
    let mut found: Vec<(std::time::SystemTime, PathBuf)> = Vec::new();
    for directory in [deps.as_path(), above] {
        for entry in fs::read_dir(directory).expect("a readable target directory").flatten() {
            let path = entry.path();
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
            let is_ours = stem == "libsolid" || stem.starts_with("libsolid-");
            if is_ours && path.extension().is_some_and(|e| e == extension) {
                found.push((
                    entry.metadata().and_then(|m| m.modified()).expect("a file's age"),
                    path,
                ));
            }
        }
    }
    found.sort();
    found.pop().unwrap_or_else(|| panic!("no libsolid.{extension} beside {}", deps.display())).1
}

/// The shared library of this build.
pub fn shared_library() -> PathBuf {
    newest_library("so")
}

/// A directory in which the shared library has the two names it is installed under.
pub fn shared_library_directory() -> &'static Path {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    DIRECTORY.get_or_init(|| {
        let directory = work_directory().join("lib");
        fs::create_dir_all(&directory).expect("a directory for the shared library");
        for name in ["libsolid.so", "libsolid.so.2"] {
            let link = directory.join(name);
            let _ = fs::remove_file(&link);
            std::os::unix::fs::symlink(shared_library(), &link)
                .expect("a link to the shared library");
        }
        directory
    })
}

/// The compiler the `cc` crate would use, with the flags of the standard; `None` (and said so) when there is none.
pub fn compiler(standard: Standard) -> Option<Command> {
    let (cpp, name) = match standard {
        Standard::C(name) => (false, name),
        Standard::Cpp(name) => (true, name),
    };
    // Outside build scripts nobody tells `cc` the target; where there is no other, these tests run where they were built.
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let target = other_target().unwrap_or_else(|| host.clone());
    let tool = cc::Build::new()
        .cargo_metadata(false)
        .target(&target)
        .host(&host)
        .opt_level(1)
        .debug(false)
        .warnings(false)
        .cpp(cpp)
        .try_get_compiler();
    let command = tool.ok().map(|tool| tool.to_command()).filter(|command| {
        let probe = Command::new(command.get_program()).arg("--version").output();
        probe.is_ok_and(|output| output.status.success())
    });
    let Some(mut command) = command else {
        skipped(if cpp {
            "no C++ compiler on this machine"
        } else {
            "no C compiler on this machine"
        });
        return None;
    };
    if other_target().is_some_and(|target| target.starts_with("i686-")) {
        // As programs of 1999 are, whose stacks are aligned to 4 bytes.
        command.arg("-mpreferred-stack-boundary=2");
    }
    if other_target().is_some_and(|target| target.starts_with("arm")) {
        // gcc tells of its standard library that its calls were others before version 7.1.
        command.arg("-Wno-psabi");
    }
    command.arg(format!("-std={name}")).args(WARNINGS).arg("-I").arg(root().join("include"));
    if !cpp {
        command.arg("-Wstrict-prototypes");
    }
    Some(command)
}

/// What a command printed, both streams in one, and whether it ended well and in time.
pub struct Ran {
    pub output: String,
    pub verdict: Result<(), String>,
}

/// Runs a compiler, which must not print anything.
pub fn compile(mut command: Command, log: &Path) {
    let ran = run(&mut command, log, time_limit());
    let quiet = ran.verdict.is_ok() && ran.output.is_empty();
    assert!(quiet, "{:?}\n{command:?}\n{}", ran.verdict, ran.output);
}

/// Runs a command to its end or the time limit; a program that hangs is killed with all it has forked.
pub fn run(command: &mut Command, log: &Path, limit: Duration) -> Ran {
    let file = fs::File::create(log).expect("a file for the output");
    command.stdin(Stdio::null());
    command.stdout(file.try_clone().expect("one file for both streams")).stderr(file);
    command.process_group(0);
    let mut child =
        command.spawn().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    let start = Instant::now();
    let verdict = loop {
        match child.try_wait().expect("the state of the child") {
            Some(status) if status.success() => break Ok(()),
            Some(status) => break Err(format!("ended with {status}")),
            None if start.elapsed() > limit => {
                let group = format!("-{}", child.id());
                let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
                let _ = child.wait();
                break Err(format!("hung: killed after {} s", limit.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    Ran {
        output: String::from_utf8_lossy(&fs::read(log).unwrap_or_default()).into_owned(),
        verdict,
    }
}
