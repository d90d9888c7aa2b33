//! The manual is built by one command, and its links lead somewhere.

use crate::support::{root, run, time_limit};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// The files below a directory.
fn files_below(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files
}

/// The values of an attribute in a page.
fn values<'a>(page: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let start = format!(" {attribute}=\"");
    let pieces: Vec<&str> = page.split(&start).skip(1).collect();
    pieces.into_iter().filter_map(|piece| piece.split('"').next())
}

/// A path without `.` and `..`.
fn resolved(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(resolved.pop()),
            Component::CurDir => {}
            part => resolved.push(part),
        }
    }
    resolved
}

/// The links of pages that lead nowhere: to a file that does not exist, or to a place that is not in its page.
fn dead_links(pages: &BTreeMap<PathBuf, String>) -> Vec<String> {
    let anchors: BTreeMap<&PathBuf, BTreeSet<&str>> =
        pages.iter().map(|(file, page)| (file, values(page, "id").collect())).collect();
    let mut dead = Vec::new();
    for (file, page) in pages {
        for link in values(page, "href").chain(values(page, "src")) {
            if link.contains("://") || link.starts_with("data:") || link.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => file.clone(),
                path => resolved(&file.parent().expect("a directory").join(path)),
            };
            let has_anchor =
                || anchors.get(&target).is_some_and(|anchors| anchors.contains(anchor));
            if !target.exists() || !(anchor.is_empty() || has_anchor()) {
                dead.push(format!("{}: {link}", file.display()));
            }
        }
    }
    dead
}

#[test]
#[ignore = "run by .ci/run"]
fn the_manual_is_built_and_no_link_is_dead() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    let _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out).expect("a directory for the manual");
    let log = out.with_extension("log");
    let ran = run(Command::new(root().join("docs/build")).arg(&out), &log, time_limit());
    assert!(ran.verdict.is_ok() && !ran.output.contains("WARN"), "{}", ran.output);

    let files =
        files_below(&out).into_iter().filter(|file| file.extension() == Some("html".as_ref()));
    // This page is shown for others, whose links are relative to the root of a server.
    let files = files.filter(|file| !file.ends_with("404.html"));
    let pages: BTreeMap<PathBuf, String> =
        files.map(|file| (file.clone(), fs::read_to_string(file).expect("a page"))).collect();
    assert!(pages.len() > 20, "only {} pages", pages.len());
    let dead = dead_links(&pages);
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}
