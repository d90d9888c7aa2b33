//! The C interface from outside: the programs of `capi-tests`, linked with the shared and with the static library of this
//! build, run; the headers in every standard of C and C++; and the shared library's exports and name.
//!
//! A program is written once and listed in `programs!`; `<program>::shared` and `<program>::linked_statically` are
//! its tests.

use crate::support;
use crate::support::programs::{self, Linkage};
use crate::support::{C_STANDARDS, CPP_STANDARDS, Standard};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Two tests a program, and the list of all sources.
macro_rules! programs {
    ($($name:ident: $source:literal;)*) => {
        $(mod $name {
            use super::*;

            #[test]
            fn shared() {
                programs::check($source, Linkage::Shared);
            }

            #[test]
            fn linked_statically() {
                programs::check($source, Linkage::Static);
            }
        })*

        const LISTED: &[&str] = &[$($source),*];
    };
}

programs! {
    abi: "abi.c";
    alignment: "alignment.c";
    batches: "batches.c";
    batch_queries: "batch_queries.c";
    building: "building.c";
    caching: "caching.c";
    callbacks: "callbacks.c";
    clients: "clients.c";
    casts: "casts.c";
    complex: "complex.c";
    compounds: "compounds.c";
    points: "points.c";
    own_shapes: "own_shapes.c";
    contacts: "contacts.c";
    contexts: "contexts.c";
    coroutines: "coroutines.c";
    deformation: "deformation.c";
    errors: "errors.c";
    events: "events.c";
    every_function: "every_function.c";
    exit_live: "exit_live.c";
    extremes: "extremes.c";
    frames: "frames.c";
    draw: "draw.c";
    getters: "getters.c";
    half_spaces: "half_spaces.c";
    height_fields: "height_fields.c";
    impacts: "impacts.c";
    longjmp: "longjmp.c";
    memory: "memory.c";
    meshes: "meshes.c";
    misuse: "misuse.c";
    more_shapes: "more_shapes.c";
    motion: "motion.c";
    motion_misuse: "motion_misuse.c";
    out_of_memory: "out_of_memory.c";
    pair_queries: "pair_queries.c";
    queries: "queries.c";
    placement: "placement.c";
    polytopes: "polytopes.c";
    regressions: "regressions.c";
    regressions_casts: "regressions_casts.c";
    regressions_queries: "regressions_queries.c";
    response_data: "response_data.c";
    responses: "responses.c";
    saved: "saved.c";
    saved_worlds: "saved_worlds.c";
    scenes: "scenes.c";
    shapes: "shapes.c";
    solids: "solids.c";
    stack: "stack.c";
    surfaces: "surfaces.c";
    threads: "threads.c";
    turning: "turning.c";
    cpp_usage: "cpp_usage.cpp";
    exception: "exception.cpp";
}

/// Errors are printed to a full device, and there is no place for the recording.
#[test]
fn a_standard_error_that_cannot_be_written_does_no_harm() {
    let Some(program) = programs::executable("misuse.c", Linkage::Shared) else { return };
    let Ok(full) = fs::File::options().write(true).open("/dev/full") else {
        return support::skipped("no /dev/full on this machine");
    };
    let mut command = Command::new(program);
    command.env("SOLID_PRINT_ERRORS", "1").env("SOLID_RECORD", "/no/such/directory/file");
    let output = command.stderr(full).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn memory_is_all_given_back() {
    programs::check_memory("memory.c");
}

#[test]
fn memory_of_callbacks_on_other_stacks_is_there() {
    programs::check_memory("coroutines.c");
}

/// The C++ helper headers need no library.
#[test]
fn headers_3d() {
    programs::check_headers_alone("headers3d.cpp", None);
    programs::check_headers_alone("headers3d.cpp", Some("SOLID_3D_NO_LEAKS"));
}

/// Asks the compiler about a source, without compiling it.
fn check_syntax(source: &Path, standard: Standard) {
    if let Some(mut command) = support::compiler(standard) {
        let (Standard::C(name) | Standard::Cpp(name)) = standard;
        let file = source.file_name().expect("a file").to_string_lossy();
        command.arg("-fsyntax-only").arg(source);
        support::compile(command, &directory().join(format!("{file}-{name}.log")));
    }
}

fn directory() -> std::path::PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("capi");
    fs::create_dir_all(&directory).expect("a directory for sources");
    directory
}

/// Programs are compiled as C89 and C++98; some of them must be valid in newer standards too.
#[test]
fn programs_are_valid_in_every_standard() {
    for standard in &C_STANDARDS[1..] {
        check_syntax(&support::sources().join("every_function.c"), *standard);
    }
    for standard in &CPP_STANDARDS[1..] {
        for source in ["cpp_usage.cpp", "exception.cpp", "headers3d.cpp"] {
            check_syntax(&support::sources().join(source), *standard);
        }
    }
}

/// Each header alone, twice, and both in either order in the first standard; all together in each.
fn headers_compile(standards: [Standard; 4], extension: &str) {
    let includes = [
        "#include <SOLID/solid.h>\n#include <SOLID/solid_ext.h>\n#include <SOLID/solid1.h>\n",
        "#include <SOLID/solid.h>\n",
        "#include <SOLID/solid_ext.h>\n",
        "#include <SOLID/solid.h>\n#include <SOLID/solid.h>\n",
        "#include <SOLID/solid_ext.h>\n#include <SOLID/solid.h>\n",
        "#include <SOLID/solid1.h>\n",
    ];
    for (i, text) in includes.iter().enumerate() {
        let source = directory().join(format!("headers-{i}.{extension}"));
        fs::write(&source, text).expect("a source file");
        let standards = if i == 0 { &standards[..] } else { &standards[..1] };
        standards.iter().for_each(|standard| check_syntax(&source, *standard));
    }
}

#[test]
fn headers_compile_as_every_c() {
    headers_compile(C_STANDARDS, "c");
}

#[test]
fn headers_compile_as_every_cpp() {
    headers_compile(CPP_STANDARDS, "cpp");
}

/// What a tool prints about the shared library; `None` (and said so) when the tool is missing.
fn about_the_shared_library(tool: &str, arguments: &[&str]) -> Option<String> {
    let Some(mut command) = support::tool(tool) else {
        support::skipped(&format!("no {tool} on this machine"));
        return None;
    };
    let output =
        command.args(arguments).arg(support::shared_library()).output().expect("the tool's output");
    assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn shared_library_exports_exactly_the_list_and_the_tag() {
    let Some(printed) = about_the_shared_library("nm", &["-D", "--defined-only"]) else {
        return;
    };
    let exported: BTreeSet<&str> =
        printed.lines().filter_map(|line| line.split_whitespace().last()).collect();
    let text = fs::read_to_string(support::sources().join("exports.txt")).expect("exports.txt");
    let functions = text.lines().filter(|line| !line.is_empty());
    let listed: BTreeSet<&str> = functions.chain(["solid_abi_double"]).collect();
    let missing: Vec<_> = listed.difference(&exported).collect();
    let unlisted: Vec<_> = exported.difference(&listed).collect();
    assert!(
        missing.is_empty() && unlisted.is_empty(),
        "missing: {missing:?}\nnot listed: {unlisted:?}"
    );
}

#[test]
fn shared_library_has_its_soname() {
    let Some(printed) = about_the_shared_library("readelf", &["-d"]) else {
        return;
    };
    let soname: Vec<&str> = printed.lines().filter(|line| line.contains("(SONAME)")).collect();
    assert_eq!(soname.len(), 1, "one SONAME in\n{printed}");
    assert!(soname[0].contains("[libsolid.so.2]"), "{}", soname[0]);
}

/// For 32 bits, each function begins by aligning its stack. Without, only some of them crash, with some compilers and stacks.
#[test]
fn functions_for_32_bits_align_their_stacks() {
    if !support::other_target().is_some_and(|target| target.starts_with("i686-")) {
        return;
    }
    let Some(printed) = about_the_shared_library("objdump", &["-d", "--no-show-raw-insn"]) else {
        return;
    };
    let is_aligning = |line: &str| {
        line.contains("and ")
            && ["$0xffffffe0,%esp", "$0xffffffc0,%esp"].iter().any(|to| line.ends_with(to))
    };
    let functions = printed.split("\n\n").filter(|function| function.contains(" <dt"));
    let mut count = 0;
    for function in functions {
        let name = function.lines().next().unwrap_or("");
        if name.contains(" <dt") && name.ends_with(">:") {
            assert!(function.lines().take(30).any(is_aligning), "{function:.2000}");
            count += 1;
        }
    }
    let text = fs::read_to_string(support::sources().join("exports.txt")).expect("exports.txt");
    assert_eq!(count, text.lines().count());
}

/// Names of checks: what stands between `quote`s and looks like `section/some-name`.
fn check_names(text: &str, quote: char) -> BTreeSet<String> {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_')
    };
    let mut names = BTreeSet::new();
    for line in text.lines() {
        for piece in line.split(quote).skip(1).step_by(2) {
            if piece
                .split_once('/')
                .is_some_and(|(section, name)| is_word(section) && is_word(name))
            {
                names.insert(piece.to_owned());
            }
        }
    }
    names
}

#[test]
fn no_program_is_forgotten() {
    for name in programs::names() {
        assert!(LISTED.contains(&name.as_str()), "{name} is run by no test");
    }
}

/// CONTRACT.md names every check of the programs, and no other.
#[test]
fn contract_table_names_every_check() {
    let table = fs::read_to_string(support::sources().join("CONTRACT.md")).expect("CONTRACT.md");
    let in_table = check_names(&table, '`');
    let mut in_programs = BTreeSet::new();
    for name in programs::names() {
        let text = fs::read_to_string(support::sources().join(name)).expect("a source file");
        in_programs.extend(check_names(&text, '"'));
    }
    assert!(in_programs.len() > 150, "only {} names found", in_programs.len());
    let missing: Vec<_> = in_programs.difference(&in_table).collect();
    let unknown: Vec<_> = in_table.difference(&in_programs).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "not in CONTRACT.md: {missing:#?}\nin no program: {unknown:#?}"
    );
}
