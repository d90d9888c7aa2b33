//! The C interface from outside: the programs of `capi-tests` are compiled here, linked with the shared and with the
//! static library of this build, and run; the headers and the shared library's face are looked at.
//!
//! A program is written once and listed in `programs!`; `<program>::shared` and `<program>::linked_statically` are
//! its tests. Unix only, as the programs are: elsewhere this file is empty.
#![cfg(target_os = "linux")]

mod capi_support;

use capi_support::{C_STANDARDS, C89, CPP_STANDARDS, Linkage, Program, Standard, time_limit};
use std::collections::BTreeSet;
use std::fs;

/// Two tests a program, and the list of all sources.
macro_rules! programs {
    ($($name:ident: $source:literal as $standard:expr;)*) => {
        $(mod $name {
            use super::*;

            #[test]
            fn shared() {
                let standard = $standard;
                Program { source: $source, standard, linkage: Linkage::Shared, defines: &[] }.check();
            }

            #[test]
            fn linked_statically() {
                let standard = $standard;
                Program { source: $source, standard, linkage: Linkage::Static, defines: &[] }.check();
            }
        })*

        const LISTED: &[&str] = &[$($source),*];
    };
}

programs! {
    abi: "abi.c" as C89;
    building: "building.c" as C89;
    caching: "caching.c" as C89;
    callbacks: "callbacks.c" as C89;
    clients: "clients.c" as C89;
    casts: "casts.c" as C89;
    complex: "complex.c" as C89;
    contacts: "contacts.c" as C89;
    contexts: "contexts.c" as C89;
    deformation: "deformation.c" as C89;
    errors: "errors.c" as C89;
    every_function: "every_function.c" as C89;
    exit_live: "exit_live.c" as C89;
    extremes: "extremes.c" as C89;
    frames: "frames.c" as C89;
    getters: "getters.c" as C89;
    longjmp: "longjmp.c" as C89;
    memory: "memory.c" as C89;
    meshes: "meshes.c" as C89;
    misuse: "misuse.c" as C89;
    more_shapes: "more_shapes.c" as C89;
    motion: "motion.c" as C89;
    pair_queries: "pair_queries.c" as C89;
    placement: "placement.c" as C89;
    polytopes: "polytopes.c" as C89;
    regressions: "regressions.c" as C89;
    regressions_casts: "regressions_casts.c" as C89;
    regressions_queries: "regressions_queries.c" as C89;
    response_data: "response_data.c" as C89;
    responses: "responses.c" as C89;
    scenes: "scenes.c" as C89;
    shapes: "shapes.c" as C89;
    threads: "threads.c" as C89;
    cpp_usage_cpp98: "cpp_usage.cpp" as CPP_STANDARDS[0];
    cpp_usage_cpp11: "cpp_usage.cpp" as CPP_STANDARDS[1];
    cpp_usage_cpp17: "cpp_usage.cpp" as CPP_STANDARDS[2];
    cpp_usage_cpp20: "cpp_usage.cpp" as CPP_STANDARDS[3];
    exception_cpp98: "exception.cpp" as CPP_STANDARDS[0];
    exception_cpp11: "exception.cpp" as CPP_STANDARDS[1];
    exception_cpp17: "exception.cpp" as CPP_STANDARDS[2];
    exception_cpp20: "exception.cpp" as CPP_STANDARDS[3];
}

/// Compiled as C89 or C++98 here: a program must not depend on the optimiser or a newer dialect, so a sample of
/// them is built as newer C too.
#[test]
fn programs_are_valid_in_every_c_standard() {
    for standard in C_STANDARDS {
        Program { source: "every_function.c", standard, linkage: Linkage::Shared, defines: &[] }
            .check();
    }
}

#[test]
fn memory_is_all_given_back() {
    Program { source: "memory.c", standard: C89, linkage: Linkage::Shared, defines: &[] }
        .check_memory();
}

/// The C++ helper headers: they need no library.
#[test]
fn headers_3d_in_every_cpp_standard() {
    for standard in CPP_STANDARDS {
        for defines in [&[] as &[&str], &["SOLID_3D_NO_LEAKS"]] {
            Program { source: "headers3d.cpp", standard, linkage: Linkage::Headers, defines }
                .check();
        }
    }
}

/// Each header alone, twice, and both in either order.
fn headers_compile(standards: [Standard; 4], extension: &str) {
    let includes = [
        "#include <SOLID/solid.h>\n",
        "#include <SOLID/solid_ext.h>\n",
        "#include <SOLID/solid.h>\n#include <SOLID/solid.h>\n",
        "#include <SOLID/solid.h>\n#include <SOLID/solid_ext.h>\n",
        "#include <SOLID/solid_ext.h>\n#include <SOLID/solid.h>\n",
        "#include <SOLID/solid1.h>\n",
    ];
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("capi");
    fs::create_dir_all(&directory).expect("a directory for sources");
    for standard in standards {
        for (i, text) in includes.iter().enumerate() {
            let Some(mut command) = capi_support::compiler(standard) else {
                return;
            };
            let source = directory.join(format!("headers-{i}.{extension}"));
            fs::write(&source, text).expect("a source file");
            command.arg("-fsyntax-only").arg(&source);
            let ran = capi_support::run(&mut command, &source.with_extension("log"), time_limit());
            if let Err(reason) = ran.verdict {
                panic!("{standard:?}, {text}{reason}\n{}", ran.output);
            }
            assert_eq!(ran.output, "", "{standard:?}, {text}");
        }
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
    let Some(mut command) = capi_support::tool(tool) else {
        capi_support::skipped(&format!("no {tool} on this machine"));
        return None;
    };
    let output = command
        .args(arguments)
        .arg(capi_support::shared_library())
        .output()
        .expect("the tool's output");
    assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn shared_library_exports_exactly_the_list() {
    let Some(printed) = about_the_shared_library("nm", &["-D", "--defined-only"]) else {
        return;
    };
    let exported: BTreeSet<&str> =
        printed.lines().filter_map(|line| line.split_whitespace().last()).collect();
    let text =
        fs::read_to_string(capi_support::sources().join("exports.txt")).expect("exports.txt");
    let listed: BTreeSet<&str> = text.lines().filter(|line| !line.is_empty()).collect();
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

fn program_sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(capi_support::sources()).expect("capi-tests").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".c") || name.ends_with(".cpp") {
            found.push((name, fs::read_to_string(entry.path()).expect("a source file")));
        }
    }
    found.sort();
    found
}

#[test]
fn no_program_is_forgotten() {
    for (name, _) in program_sources() {
        assert!(
            name == "headers3d.cpp" || LISTED.contains(&name.as_str()),
            "{name} is run by no test"
        );
    }
}

/// CONTRACT.md names every check of the programs, and no other.
#[test]
fn contract_table_names_every_check() {
    let table =
        fs::read_to_string(capi_support::sources().join("CONTRACT.md")).expect("CONTRACT.md");
    let in_table = check_names(&table, '`');
    let mut in_programs = BTreeSet::new();
    for (name, text) in program_sources() {
        if name != "headers3d.cpp" {
            in_programs.extend(check_names(&text, '"'));
        }
    }
    assert!(in_programs.len() > 150, "only {} names found", in_programs.len());
    let untold: Vec<_> = in_programs.difference(&in_table).collect();
    let unkept: Vec<_> = in_table.difference(&in_programs).collect();
    assert!(
        untold.is_empty() && unkept.is_empty(),
        "not in CONTRACT.md: {untold:#?}\nin no program: {unkept:#?}"
    );
}
