//! What the documents say is so: their links lead somewhere, the files and functions they name exist, the README's
//! program prints what is printed there, and the recorded game is replayed as its README tells.
#![cfg(target_os = "linux")]

#[allow(dead_code)]
mod capi_support;

use capi_support::{C89, Standard, TIME_LIMIT, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const DOCUMENTS: [&str; 9] = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "capi-tests/CONTRACT.md",
    "capi-tests/torcs/README.md",
    "examples-c/README.md",
    "examples-c/models/README.md",
    "src/lib.rs",
];

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What stands between single backquotes, code blocks left out.
fn quoted(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    prose.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The first code block of a language after a heading.
fn block<'a>(text: &'a str, heading: &str, language: &str) -> &'a str {
    let start = text.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no heading {heading}"));
    let opening = format!("\n```{language}\n");
    let begin = text[start..].find(&opening).unwrap_or_else(|| panic!("no {language} after {heading}"));
    let body = &text[start + begin + opening.len()..];
    &body[..body.find("```").expect("the end of a code block")]
}

#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for document in DOCUMENTS {
        let text = read(document);
        for piece in text.split("](").skip(1) {
            let target = piece.split(')').next().unwrap_or("");
            let file = target.split('#').next().unwrap_or("");
            if target.starts_with("http") || file.is_empty() {
                continue;
            }
            let beside = root().join(document).parent().expect("a directory").join(file);
            assert!(beside.exists(), "{document} links to {target}, which does not exist");
            links += 1;
        }
    }
    assert!(links > 10, "only {links} links found");
}

/// Paths in ARCHITECTURE.md count from the project's top or from `src`.
#[test]
fn files_named_exist() {
    let mut files = 0;
    for document in ["README.md", "ARCHITECTURE.md"] {
        for word in quoted(&read(document)) {
            let is_source = [".rs", ".md", ".h", ".toml"].iter().any(|e| word.ends_with(e));
            let is_one_path = word.contains('/') && !word.contains([' ', '<', '*', '$', '(']);
            if is_one_path && (is_source || word.ends_with('/')) {
                let exists = [root().to_owned(), root().join("src"), root().join("include")]
                    .iter()
                    .any(|directory| directory.join(&word).exists());
                assert!(exists, "{document} names {word}, which does not exist");
                files += 1;
            }
        }
    }
    assert!(files > 20, "only {files} files found");
}

#[test]
fn functions_named_exist() {
    let headers = read("include/SOLID/solid.h") + &read("include/SOLID/solid_ext.h");
    for document in DOCUMENTS {
        let text = read(document);
        for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            let is_function = word.starts_with("dt") && word[2..].starts_with(char::is_uppercase);
            let is_constant = word.starts_with("DT_") && word.len() > 3;
            if is_function || is_constant {
                let declared =
                    headers.contains(&format!("{word}(")) || headers.contains(&format!("{word} ="));
                assert!(declared, "{document} names {word}, which no header has");
            }
        }
    }
}

/// A directory with the shared library under the name that programs look for.
fn library_directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents").join(name);
    fs::create_dir_all(&directory).expect("a directory for a program");
    for link in ["libsolid.so", "libsolid.so.2"] {
        let link = directory.join(link);
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(capi_support::shared_library(), &link).expect("a link to the library");
    }
    directory
}

/// Compiles one source against the shared library of this build and runs it; what it printed. `None` (and said so)
/// where there is no compiler.
fn output_of(name: &str, source: &Path, standard: Standard, arguments: &[PathBuf]) -> Option<String> {
    let directory = library_directory(name);
    let program = directory.join("program");
    let mut command = capi_support::compiler(standard)?;
    command.arg("-o").arg(&program).arg(source).arg("-L").arg(&directory);
    command.arg(format!("-Wl,-rpath,{}", directory.display())).args(["-lsolid", "-lm"]);
    for (mut step, log) in [(command, "compiler-log"), (Command::new(&program), "log")] {
        if log == "log" {
            step.args(arguments);
        }
        let ran = capi_support::run(&mut step, &directory.join(log), TIME_LIMIT);
        if let Err(reason) = ran.verdict {
            panic!("{name}: {reason}\n{step:?}\n{}", ran.output);
        }
        if log == "log" {
            return Some(ran.output);
        }
    }
    None
}

#[test]
fn the_program_of_the_readme_prints_what_is_said() {
    let readme = read("README.md");
    let source = library_directory("readme").join("first.c");
    fs::write(&source, block(&readme, "## Quick start in C", "c")).expect("a source file");
    if let Some(printed) = output_of("readme", &source, C89, &[]) {
        assert_eq!(printed, block(&readme, "## Quick start in C", "text"));
    }
}

#[test]
fn the_recorded_game_is_replayed() {
    let torcs = capi_support::sources().join("torcs");
    let mut frames: Vec<PathBuf> =
        fs::read_dir(torcs.join("frames")).expect("frames").flatten().map(|entry| entry.path()).collect();
    frames.sort();
    assert!(frames.len() >= 4, "only {} recordings", frames.len());
    let printed = output_of("replay", &torcs.join("replay.c"), Standard::C("c99"), &frames);
    if let Some(printed) = printed {
        assert!(printed.ends_with("replay: all as recorded\n"), "{printed}");
    }
}
