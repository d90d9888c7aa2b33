//! Builds and runs programs of `examples-c`, with the library of this build.
#![allow(dead_code, reason = "not every suite runs examples")]

use super::{C89, compiler, run, shared_library_directory, time_limit};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory for what a test file makes.
pub fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&directory).expect("a directory for programs");
    directory
}

/// Compiles and links a program, without a warning; `None` where this machine has no compiler. Tests of one file run in
/// parallel: each builds programs of its own names.
pub fn build(program: &Path, sources: &[PathBuf], libraries: &[&str]) -> Option<()> {
    let library = shared_library_directory();
    let mut command = compiler(C89)?;
    command.arg("-o").arg(program).args(sources).arg("-L").arg(library);
    command
        .arg(format!("-Wl,-rpath,{}", library.display()))
        .args(libraries)
        .args(["-lsolid", "-lm"]);
    let compiled = run(&mut command, &program.with_extension("compiler-log"), time_limit());
    assert!(
        compiled.verdict.is_ok(),
        "{}: {:?}\n{}",
        program.display(),
        compiled.verdict,
        compiled.output
    );
    Some(())
}

/// The C sources in a directory of which `wanted` is true.
pub fn sources(directory: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory of sources").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".c") && wanted(&name) {
            sources.push(entry.path());
        }
    }
    sources.sort();
    sources
}

/// What a program prints, in a file of its own, and whether it ended well.
pub fn output(command: &mut Command, log: &Path) -> (String, bool) {
    let ran = run(command, log, time_limit());
    (ran.output, ran.verdict.is_ok())
}
