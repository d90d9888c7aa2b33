//! The order of the rooms (ARCHITECTURE.md) holds: a room knows those below it, and what belongs to one room alone stays
//! there. Read from the source's text, so that a breach is named with file and line.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the lowest up: each may use those before it.
const ROOMS: [&str; 10] =
    ["math", "shape", "convex", "bvh", "octree", "complex", "broad", "scene", "space", "capi"];

/// No file of the project's own code is longer.
const MOST_LINES: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a directory that end so, sorted.
fn files(directory: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("a readable directory").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, extensions));
        } else if path.extension().is_some_and(|e| extensions.iter().any(|wanted| e == *wanted)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn name_of(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// The lines of a file that are code, with their numbers; comments are left out.
fn code_lines(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).expect("a source file");
    let code = |line: &str| line.split("//").next().unwrap_or("").to_owned();
    text.lines().enumerate().map(|(i, line)| (i + 1, code(line))).collect()
}

/// Every line of code below `src`, with its room and its file.
fn for_each_line(mut look: impl FnMut(&str, &Path, usize, &str)) {
    let mut rooms_seen = 0;
    for room in ROOMS {
        let sources = files(&root().join("src").join(room), &["rs"]);
        rooms_seen += usize::from(!sources.is_empty());
        for path in sources {
            for (number, line) in code_lines(&path) {
                look(room, &path, number, &line);
            }
        }
    }
    assert_eq!(rooms_seen, ROOMS.len(), "a room is empty");
}

/// Words of a line; `::` and all other punctuation separates them.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

#[test]
fn every_room_is_listed() {
    for entry in fs::read_dir(root().join("src")).expect("src").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // Programs use the rooms from outside.
        let listed = ["lib.rs", "bin"].contains(&name.as_str()) || ROOMS.contains(&name.as_str());
        assert!(listed, "src/{name} is no room: give it a place in the order in tests/rooms.rs");
    }
}

#[test]
fn a_room_uses_only_those_below_it() {
    let mut breaches = Vec::new();
    let mut uses = 0;
    for_each_line(|room, path, number, line| {
        let rank = |name: &str| ROOMS.iter().position(|room| *room == name);
        for (at, _) in line.match_indices("crate::") {
            let named = words(&line[at + "crate::".len()..]).next().unwrap_or("");
            // A group of rooms would hide all but its first from this look.
            let group = line[at..].starts_with("crate::{");
            uses += 1;
            if group || rank(named).is_none_or(|used| Some(used) > rank(room)) {
                breaches.push(format!("{}:{number}: {room} uses {named}", name_of(path)));
            }
        }
        // Out of the room by the back door.
        for (at, _) in line.match_indices("super::") {
            let named = words(&line[at + "super::".len()..]).next().unwrap_or("");
            if rank(named) > rank(room) {
                breaches.push(format!("{}:{number}: {room} uses {named}", name_of(path)));
            }
        }
    });
    assert!(uses > 50, "only {uses} uses found");
    assert!(breaches.is_empty(), "knowledge runs one way:\n{}", breaches.join("\n"));
}

#[test]
fn what_belongs_to_one_room_stays_there() {
    let mut breaches = Vec::new();
    for_each_line(|room, path, number, line| {
        let file = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        let has = |wanted: &str| words(line).any(|word| word == wanted);
        let is_static = line.trim_start().starts_with("static ") || line.contains(" static ");
        let of_the_c_layer = has("unsafe") || line.contains("extern \"C") || is_static || has("libc");
        if (of_the_c_layer && room != "capi") || (has("nalgebra") && (room, file) != ("math", "vector.rs")) {
            breaches.push(format!("{}:{number}: {}", name_of(path), line.trim()));
        }
    });
    let map = fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    assert_eq!(map.matches("allow(unsafe_code").count(), 1, "unsafe code is allowed in capi alone");
    assert!(breaches.is_empty(), "out of its room:\n{}", breaches.join("\n"));
}

/// The headers are made from the source.
#[test]
fn no_file_is_long() {
    for directory in ["src", "tests", "benches", "examples", "capi-tests", "examples-c"] {
        for path in files(&root().join(directory), &["rs", "c", "cpp", "h"]) {
            let lines = fs::read_to_string(&path).expect("a source file").lines().count();
            assert!(lines <= MOST_LINES, "{} has {lines} lines: split it", name_of(&path));
        }
    }
}
