//! No version breaks the programs of an earlier one: whatever `capi-tests/abi/VERSION.txt` lists is declared as it was,
//! word for word. What is added is no breach; an enumeration may grow at its end.
//!
//! The lists of 2.0 are what SOLID 2.0 had; what was added to it is promised from our first release on. At a release, `SOLID_WRITE_ABI=VERSION cargo test --test c_programs abi` writes the list of the version.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The headers whose declarations are promised, and where a version's list of them is.
const HEADERS: [(&str, &str); 2] = [("SOLID", "solid"), ("FreeSOLID/SOLID", "freesolid")];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A header's text without comments and preprocessor lines.
fn code(header: &str) -> String {
    let mut text = String::new();
    let mut rest = header;
    while let Some(at) = rest.find("/*") {
        text += &rest[..at];
        let end = rest[at..].find("*/").expect("an open comment");
        rest = &rest[at + end + 2..];
    }
    text += rest;
    text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")
}

/// The declarations of a header, one to a line, with single blanks; those of an enumeration or a structure member by
/// member, each behind its owner's name and its place.
fn declarations(header: &str) -> Vec<String> {
    let text = code(header).replace("extern \"C\" {", "").replace("}  /* extern \"C\" */", "");
    let mut all = Vec::new();
    let mut depth = 0;
    let mut one = String::new();
    for c in text.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if c == ';' && depth <= 0 {
            all.extend(members(&one));
            one.clear();
        } else {
            one.push(c);
        }
    }
    all
}

fn members(declaration: &str) -> Vec<String> {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((head, body)) = declaration.split_once('{') else {
        return vec![words(declaration.trim_start_matches('}'))];
    };
    let (body, name) = body.rsplit_once('}').expect("a closed brace");
    let head = words(head);
    let separator = if head.contains("enum") { ',' } else { ';' };
    let list = body.split(separator).map(words).filter(|member| !member.is_empty());
    list.enumerate().map(|(i, member)| format!("{head} {}, {i}: {member}", words(name))).collect()
}

fn declared(directory: &str) -> BTreeSet<String> {
    let mut paths: Vec<PathBuf> = fs::read_dir(root().join("include").join(directory))
        .expect("the headers")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "h"))
        .collect();
    paths.sort();
    let read = |path: &PathBuf| fs::read_to_string(path).expect("a header");
    paths
        .iter()
        .flat_map(|path| declarations(&read(path)))
        .filter(|line| !line.is_empty())
        .collect()
}

#[test]
fn what_was_declared_is_declared_still() {
    let lists = root().join("capi-tests/abi");
    for (directory, name) in HEADERS {
        let now = declared(directory);
        assert!(now.len() > 50, "only {} declarations under {directory}", now.len());
        if let Ok(version) = std::env::var("SOLID_WRITE_ABI") {
            let text: Vec<&str> = now.iter().map(String::as_str).collect();
            fs::write(lists.join(format!("{name}-{version}.txt")), text.join("\n") + "\n")
                .expect("a list");
        }
        let mut versions = 0;
        for entry in fs::read_dir(&lists).expect("the lists").flatten() {
            let file = entry.file_name().to_string_lossy().into_owned();
            if !file.starts_with(&format!("{name}-")) {
                continue;
            }
            versions += 1;
            let then = fs::read_to_string(entry.path()).expect("a list");
            let lost: Vec<&str> = then.lines().filter(|line| !now.contains(*line)).collect();
            assert!(lost.is_empty(), "of {file} these are gone or changed:\n{}", lost.join("\n"));
        }
        assert!(versions > 0, "no list for {name}");
    }
}

#[test]
fn a_change_is_seen() {
    let old = "typedef enum A {\n X = 0,\n Y = 1,\n} A;\n/** of; it { */\nvoid f(int\n a);\ntypedef struct S { int a; double b; } S;";
    let lines = declarations(old);
    assert_eq!(
        lines,
        [
            "typedef enum A A, 0: X = 0",
            "typedef enum A A, 1: Y = 1",
            "void f(int a)",
            "typedef struct S S, 0: int a",
            "typedef struct S S, 1: double b"
        ]
    );
    assert_ne!(lines, declarations(&old.replace("int a; double b;", "double b; int a;")));
}
