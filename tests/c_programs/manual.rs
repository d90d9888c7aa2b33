//! The manual is built by one command, and its links lead somewhere. The reference says of every function what a caller needs,
//! with an example that runs.

use crate::support::{examples, root, run, time_limit};
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

/// A function as a header declares it.
struct Function {
    name: String,
    returns: bool,
    parameters: Vec<String>,
    /// The list in its comment, entries of several keys once for each.
    entries: BTreeMap<String, String>,
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The entries of the list that ends a comment.
fn entries(comment: &str) -> BTreeMap<String, String> {
    let mut entries = BTreeMap::new();
    let mut keys = "";
    for line in comment.lines() {
        let line = line.strip_prefix(" * ").unwrap_or("");
        if let Some((started, text)) =
            line.strip_prefix("- ").and_then(|line| line.split_once(": "))
        {
            keys = started;
            entries.extend(keys.split(", ").map(|key| (key.to_owned(), text.to_owned())));
        } else if let Some(text) = line.strip_prefix("  ") {
            for key in keys.split(", ") {
                let entry: &mut String = entries.get_mut(key).expect("an entry goes on");
                *entry = format!("{entry} {text}");
            }
        }
    }
    entries
}

/// All functions of a header.
fn functions(header: &str) -> Vec<Function> {
    let mut functions = Vec::new();
    for piece in read(header).split("\n/**\n").skip(1) {
        let (comment, declaration) = piece.split_once("\n */\n").expect("the end of a comment");
        let declaration = declaration.split(';').next().unwrap_or("");
        let Some((before, after)) = declaration.split_once('(') else { continue };
        let Some(at) = before.rfind("dt").filter(|_| !before.starts_with("typedef")) else {
            continue;
        };
        let parameters = after.trim_end_matches(')').split(", ").filter(|text| *text != "void");
        let name_of = |text: &str| text.rsplit([' ', '*']).next().unwrap_or("").to_owned();
        functions.push(Function {
            name: before[at..].to_owned(),
            returns: !before.starts_with("void dt"),
            parameters: parameters.map(name_of).collect(),
            entries: entries(comment),
        });
    }
    functions
}

fn all_functions() -> Vec<Function> {
    let mut all = functions("include/SOLID/solid.h");
    all.extend(functions("include/SOLID/solid_ext.h"));
    all
}

/// What is missing of a function's description.
fn missing(function: &Function, all: &[Function]) -> Vec<String> {
    let Function { name, returns, parameters, entries } = function;
    let mut wanted: Vec<&str> = parameters.iter().map(String::as_str).collect();
    wanted.extend(["frame", "units", "errors", "cost"]);
    if *returns {
        wanted.push("returns");
    }
    let absent = wanted.iter().filter(|key| !entries.contains_key(**key));
    let mut missing: Vec<String> = absent.map(|key| format!("{name}: {key}")).collect();
    let wanted_or_memory = |key: &&String| wanted.contains(&key.as_str()) || *key == "memory";
    let unknown = entries.keys().filter(|key| !wanted_or_memory(key));
    missing.extend(unknown.map(|key| format!("{name} has no {key}")));

    let errors = entries.get("errors").map_or("", String::as_str);
    let exists = |other: &str| all.iter().any(|function| function.name == other);
    let other =
        errors.split("those of ").nth(1).and_then(|text| text.split([' ', '.', ',']).next());
    if !(errors == "none" || errors.contains("DT_") || other.is_some_and(exists)) {
        missing.push(format!("{name}: which errors"));
    }
    let cost = entries.get("cost").map_or("", String::as_str);
    if !(cost.contains("O(") || cost.starts_with("that of dt")) {
        missing.push(format!("{name}: how the cost grows"));
    }
    missing
}

/// Parameters, result, frame, units, errors and cost of every function, in the headers and so in the reference and man pages.
#[test]
fn every_function_says_all_that_a_caller_needs() {
    let all = all_functions();
    let names: BTreeSet<&str> = all.iter().map(|function| function.name.as_str()).collect();
    let exports = read("capi-tests/exports.txt");
    assert_eq!(names, exports.lines().collect(), "the functions of the headers");
    let missing: Vec<String> = all.iter().flat_map(|function| missing(function, &all)).collect();
    assert!(missing.is_empty(), "not told:\n{}", missing.join("\n"));
}

/// The examples in the reference are the programs in docs/examples: here they are compiled and run.
#[test]
fn the_examples_of_the_reference_run() {
    let directory = examples::directory("reference");
    let program = directory.join("examples");
    let sources = examples::sources(&root().join("docs/examples"), |_| true);
    if examples::build(&program, &sources, &[]).is_none() {
        return;
    }
    let (printed, well) =
        examples::output(&mut Command::new(&program), &directory.join("examples.log"));
    let number = printed.trim_end().strip_suffix(" examples").and_then(|n| n.parse::<usize>().ok());
    assert!(well && number.is_some_and(|number| number > 50), "{printed}");
}

/// The second block of code of a function's entry in the reference; the first is its declaration.
#[test]
fn every_function_has_an_example_that_calls_it() {
    let reference = read("docs/src/reference.md");
    let without: Vec<String> = all_functions()
        .into_iter()
        .map(|function| function.name)
        .filter(|name| {
            let entry = reference.split(&format!("\n### {name}\n")).nth(1).unwrap_or("");
            let entry = entry.split("\n### ").next().unwrap_or("");
            let example = entry.split("\n```c\n").nth(2).unwrap_or("");
            !example.contains(&format!("{name}("))
        })
        .collect();
    assert!(without.is_empty(), "no example calls {}", without.join(", "));
}

/// What a section of a manual page has.
fn section<'a>(page: &'a str, title: &str) -> &'a str {
    let section = page.split("\n.SH ").find_map(|section| section.strip_prefix(title));
    section.unwrap_or_else(|| panic!("no section {title} in:\n{page}"))
}

/// Pages are made from the headers too; `packaging/check` looks at some with man.
#[test]
fn every_function_type_and_constant_has_a_manual_page() {
    let directory = examples::directory("man3");
    let made = Command::new(root().join("docs/reference")).arg("man").arg(&directory).status();
    assert!(made.expect("a shell").success());
    let page = |name: &str| fs::read_to_string(directory.join(format!("{name}.3"))).expect(name);
    let overview = page("solid");
    let named = |page: &str| -> Vec<String> {
        let also = section(page, "SEE ALSO").lines();
        also.filter_map(|line| Some(line.strip_prefix(".BR ")?.split(' ').next()?.to_owned()))
            .collect()
    };
    for Function { name, parameters, .. } in all_functions() {
        let page = page(&name);
        let sections: Vec<&str> =
            page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        let mut wanted = vec!["NAME", "SYNOPSIS", "DESCRIPTION", "COORDINATES", "ERRORS", "COST"];
        wanted.push("EXAMPLE");
        wanted.extend((!parameters.is_empty()).then_some("PARAMETERS"));
        let lacks: Vec<&&str> = wanted.iter().filter(|title| !sections.contains(title)).collect();
        assert!(lacks.is_empty(), "{name} lacks {lacks:?}");
        assert!(page.contains(&format!("\n{name} \\- ")), "{name} has no line for apropos");
        assert!(overview.contains(&format!("\n.BR {name} (3)\n")), "{name} is not in solid.3");
        let also = named(&page);
        assert!(also.len() >= 4 && also.contains(&"solid".to_owned()), "{name}: {also:?}");
        let exists = |name: &String| directory.join(format!("{name}.3")).exists();
        assert!(also.iter().all(exists) && !also.contains(&name), "{name}: {also:?}");
    }
    for (name, word) in [
        ("DtCollData", "MEMBERS\n.TP\n.B DtVector point1"),
        ("DtResponse", "DESCRIPTION"),
        ("DT_SMART_RESPONSE", ".so man3/DtResponseType.3"),
        ("DT_CONTACTS_RESPONSE", "DtContactData"),
        ("DtScalar", "typedef double"),
    ] {
        assert!(page(name).contains(word), "{name}: {}", page(name));
    }
    let cone = named(&page("dtCone"));
    assert!(cone.contains(&"dtCylinder".to_owned()), "{cone:?}");
}

/// The page of solid-replay knows every option, and no other.
#[test]
fn the_page_of_solid_replay_has_its_options() {
    let source = read("src/bin/solid-replay.rs");
    let usage = source.split("const USAGE").nth(1).and_then(|text| text.split("\";").next());
    let page = read("packaging/man/solid-replay.1").replace("\\-", "-");
    let options = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| !(c.is_ascii_lowercase() || c == '-'));
        words.filter(|word| word.starts_with("--")).map(str::to_owned).collect()
    };
    let mut expected = options(usage.expect("the usage"));
    expected.insert("--help".to_owned());
    assert_eq!(options(&page), expected);
}
