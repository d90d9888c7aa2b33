//! What the documents say is so: their links lead somewhere, the files and functions they name exist, the programs in
//! them print what is printed there, and the recorded game is replayed as its README tells.

use crate::support;
use crate::support::{C89, Standard, examples, root, time_limit};
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

/// The chapters of the manual.
fn chapters() -> Vec<String> {
    let directory = fs::read_dir(root().join("docs/src")).expect("the manual");
    let names = directory.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut chapters: Vec<String> =
        names.filter(|name| name.ends_with(".md")).map(|name| format!("docs/src/{name}")).collect();
    chapters.sort();
    chapters
}

fn documents() -> Vec<String> {
    let mut documents: Vec<String> = DOCUMENTS.iter().map(|name| name.to_string()).collect();
    documents.extend(chapters());
    documents
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What stands between single backquotes, code blocks left out.
fn quoted(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    prose.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The code blocks of a document: of which language, and what is in them.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    text.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n')).collect()
}

/// The whole C programs of a document, each with what it is said to print.
fn programs(text: &str) -> Vec<(&str, Option<&str>)> {
    let blocks = blocks(text);
    let mut programs = Vec::new();
    for (i, (language, source)) in blocks.iter().enumerate() {
        if *language == "c" && source.contains("int main(") {
            // Between a program and what it prints there may be the commands that build it.
            let said = blocks[i + 1..]
                .iter()
                .take_while(|(next, _)| *next != "c")
                .find(|(next, _)| *next == "text");
            programs.push((*source, said.map(|(_, text)| *text)));
        }
    }
    programs
}

#[test]
#[ignore = "run by .ci/run"]
fn links_lead_somewhere() {
    let mut links = 0;
    for document in documents() {
        let text = read(&document);
        for piece in text.split("](").skip(1) {
            let target = piece.split(')').next().unwrap_or("");
            let file = target.split('#').next().unwrap_or("");
            if target.starts_with("http") || file.is_empty() {
                continue;
            }
            let beside = root().join(&document).parent().expect("a directory").join(file);
            assert!(beside.exists(), "{document} links to {target}, which does not exist");
            links += 1;
        }
    }
    assert!(links > 10, "only {links} links found");
}

/// Paths in ARCHITECTURE.md are relative to the project's top, `src`, `include` or `crates/geometry/src`.
#[test]
#[ignore = "run by .ci/run"]
fn files_named_exist() {
    let mut files = 0;
    for document in ["README.md", "ARCHITECTURE.md"] {
        for word in quoted(&read(document)) {
            let is_source = [".rs", ".md", ".h", ".toml"].iter().any(|e| word.ends_with(e));
            let is_one_path = word.contains('/') && !word.contains([' ', '<', '*', '$', '(']);
            if is_one_path && (is_source || word.ends_with('/')) {
                let exists = [".", "src", "include", "crates/geometry/src"]
                    .iter()
                    .any(|directory| root().join(directory).join(&word).exists());
                assert!(exists, "{document} names {word}, which does not exist");
                files += 1;
            }
        }
    }
    assert!(files > 20, "only {files} files found");
}

/// Names of copies of SOLID, for which the chapter on porting says what to write instead.
const FOREIGN: [&str; 2] = ["dtTestPair", "DT_TOTAL_RESPONSE"];

#[test]
#[ignore = "run by .ci/run"]
fn functions_named_exist() {
    let headers = read("include/SOLID/solid.h") + &read("include/SOLID/solid_ext.h");
    for document in documents() {
        let text = read(&document);
        for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            let is_function = word.starts_with("dt") && word[2..].starts_with(char::is_uppercase);
            // Not so the functions of SOLID 3, which the chapter on porting names.
            let is_constant =
                word.len() > 3 && word.starts_with("DT_") && !word.contains(char::is_lowercase);
            if document == "docs/src/porting.md" && FOREIGN.contains(&word) {
                continue;
            }
            if is_function || is_constant {
                let declared =
                    [format!("{word}("), format!("{word} ="), format!("#define {word} ")]
                        .iter()
                        .any(|declaration| headers.contains(declaration));
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
        std::os::unix::fs::symlink(support::shared_library(), &link)
            .expect("a link to the library");
    }
    directory
}

/// Compiles one source against the shared library of this build and runs it; what it printed. `None` (and said so)
/// where there is no compiler.
fn output_of(
    name: &str,
    source: &Path,
    standard: Standard,
    arguments: &[PathBuf],
) -> Option<String> {
    let directory = library_directory(name);
    let program = directory.join("program");
    let mut command = support::compiler(standard)?;
    command.arg("-o").arg(&program).arg(source).arg("-L").arg(&directory);
    command.arg(format!("-Wl,-rpath,{}", directory.display())).args(["-lsolid", "-lm"]);
    for (mut step, log) in [(command, "compiler-log"), (Command::new(&program), "log")] {
        if log == "log" {
            step.args(arguments);
        }
        let ran = support::run(&mut step, &directory.join(log), time_limit());
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
#[ignore = "run by .ci/run"]
fn programs_print_what_is_shown() {
    let mut count = 0;
    for document in std::iter::once("README.md".to_string()).chain(chapters()) {
        for (i, (source, said)) in programs(&read(&document)).iter().enumerate() {
            let name = format!("{}-{i}", document.replace(['/', '.'], "-"));
            let file = library_directory(&name).join("program.c");
            fs::write(&file, format!("{source}\n")).expect("a source file");
            let Some(printed) = output_of(&name, &file, C89, &[]) else {
                return;
            };
            let said = said
                .unwrap_or_else(|| panic!("{document} does not say what its program {i} prints"));
            assert_eq!(printed.trim_end(), said.trim_end(), "program {i} of {document}");
            count += 1;
        }
    }
    assert!(count > 5, "only {count} programs found");
}

/// The chapter on recordings lists the one of its program, and what the list must be.
#[test]
#[ignore = "run by .ci/run"]
fn the_recording_is_listed_as_shown() {
    let chapter = read("docs/src/recording.md");
    let file = library_directory("recording").join("falling.c");
    fs::write(&file, format!("{}\n", programs(&chapter)[0].0)).expect("a source file");
    if output_of("recording", &file, C89, &[]).is_none() {
        return;
    }
    let recording = file.with_extension("solid");
    let program = file.with_file_name("program");
    let recorded = Command::new(program).env("SOLID_RECORD", &recording).output();
    assert!(recorded.expect("the program").status.success());
    let list =
        Command::new(env!("CARGO_BIN_EXE_solid-replay")).arg("--list").arg(&recording).output();
    let printed = String::from_utf8(list.expect("solid-replay").stdout).expect("a text");
    let shown = blocks(&chapter).into_iter().filter(|(language, _)| *language == "text").nth(1);
    assert_eq!(shown.map(|(_, text)| text.trim_end()), Some(printed.trim_end()));
}

/// solid-replay is a command where it is installed. Documents for those who work in a clone name what runs there.
#[test]
#[ignore = "run by .ci/run"]
fn commands_named_can_be_run() {
    for document in ["CONTRIBUTING.md", "tests/recordings/README.md"] {
        for word in quoted(&read(document)) {
            assert!(!word.starts_with("solid-replay"), "{document}: {word} is not on the PATH");
        }
    }
    let chapter = read("docs/src/recording.md");
    assert!(chapter.contains("export PATH=\"$HOME/.local/bin:$PATH\""), "solid-replay's PATH");
}

/// Every function is shown at work: some program of the manual, which is compiled and run, calls it.
#[test]
#[ignore = "run by .ci/run"]
fn every_function_has_a_program() {
    let sources: Vec<String> = chapters()
        .iter()
        .flat_map(|chapter| {
            programs(&read(chapter))
                .into_iter()
                .map(|(source, _)| source.to_string())
                .collect::<Vec<_>>()
        })
        .collect();
    let calls =
        |function: &str| sources.iter().any(|source| source.contains(&format!("{function}(")));
    let exports = read("capi-tests/exports.txt");
    let without: Vec<&str> = exports.lines().filter(|function| !calls(function)).collect();
    assert!(without.is_empty(), "no program of the manual calls {}", without.join(", "));
}

/// Rust has a method of the same name for every function, or the chapter about Rust names another.
#[test]
fn every_function_has_an_equivalent_in_rust() {
    let chapter = read("docs/src/rust.md");
    let rows = chapter.lines().filter(|line| line.starts_with("| dt"));
    let named: Vec<&str> = rows
        .flat_map(|row| row.split('|').nth(1).expect("a row").split(", ").map(str::trim))
        .collect();
    let methods: String = [
        "batches",
        "events",
        "meshes",
        "motion",
        "objects",
        "queries",
        "responses",
        "settings",
        "test",
        "world",
        "world_queries",
    ]
    .map(|file| read(&format!("src/space/{file}.rs")))
    .concat()
        + &read("crates/geometry/src/query/shape.rs");
    let has_method = |name: &str| {
        let name = snake_case(name.trim_start_matches("dt").trim_start_matches("Get"));
        [format!("pub fn {name}("), format!("pub fn {name}<")].iter().any(|f| methods.contains(f))
    };
    let exports = read("capi-tests/exports.txt");
    let without: Vec<&str> =
        exports.lines().filter(|name| !named.contains(name) && !has_method(name)).collect();
    assert!(without.is_empty(), "docs/src/rust.md has no equivalent of {}", without.join(", "));
}

/// `BBox` is `bbox`, `RayCastAll` is `ray_cast_all`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut after_capital = true;
    for c in name.chars() {
        if c.is_ascii_uppercase() && !after_capital {
            snake.push('_');
        }
        after_capital = c.is_ascii_uppercase();
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// Each drawing is what the library computes, and stands in a chapter.
#[test]
#[ignore = "run by .ci/run"]
fn the_drawings_are_fresh() {
    let directory = library_directory("drawings");
    let program = directory.join("drawings");
    let sources = ["drawings.c", "svg.c"].map(|name| root().join("examples-c").join(name));
    if examples::build(&program, &sources, &[]).is_none() {
        return;
    }
    let mut command = Command::new(&program);
    let (printed, well) = examples::output(command.arg(&directory), &directory.join("log"));
    assert!(well, "{printed}");
    let chapters: String = chapters().iter().map(|chapter| read(chapter)).collect();
    let names = printed.trim_end().split_once(": ").expect("a list").1;
    for name in names.split(", ") {
        let fresh = fs::read_to_string(directory.join(format!("{name}.svg"))).expect("a drawing");
        assert!(fresh == read(&format!("docs/src/images/{name}.svg")), "run docs/pictures: {name}");
        assert!(chapters.contains(&format!("(images/{name}.svg)")), "{name} is in no chapter");
    }
}

/// The chapter is made from the headers.
#[test]
#[ignore = "run by .ci/run"]
fn the_reference_is_fresh() {
    let file = library_directory("reference").join("reference.md");
    let made = Command::new(root().join("docs/reference")).arg("book").arg(&file).status();
    assert!(made.expect("a shell").success());
    let fresh = fs::read_to_string(&file).expect("the chapter");
    assert!(fresh == read("docs/src/reference.md"), "run docs/reference book");
    let functions = fresh.lines().filter(|line| line.starts_with("### dt")).count();
    assert_eq!(
        functions,
        read("capi-tests/exports.txt").lines().count(),
        "every function has its entry"
    );
}

/// Every chapter can be reached.
#[test]
#[ignore = "run by .ci/run"]
fn the_manual_lists_its_chapters() {
    let summary = read("docs/src/SUMMARY.md");
    for chapter in chapters() {
        let name = chapter.trim_start_matches("docs/src/");
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("]({name})")),
            "{name} is not in the summary"
        );
    }
}

#[test]
#[ignore = "run by .ci/run"]
fn the_recorded_game_is_replayed() {
    let torcs = support::sources().join("torcs");
    let mut frames: Vec<PathBuf> = fs::read_dir(torcs.join("frames"))
        .expect("frames")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    frames.sort();
    assert!(frames.len() >= 4, "only {} recordings", frames.len());
    let printed = output_of("replay", &torcs.join("replay.c"), Standard::C("c99"), &frames);
    if let Some(printed) = printed {
        assert!(printed.ends_with("replay: all as recorded\n"), "{printed}");
    }
}
