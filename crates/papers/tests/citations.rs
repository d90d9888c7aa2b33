//! Every section of a source document that the project cites exists.

use std::fs;
use std::path::{Path, PathBuf};

/// The words before a section's number, and the sections that the document has.
const DOCUMENTS: [(&[&str], &str); 3] = [
    (
        &["thesis", "bergen 1999"],
        "1.1 1.2 1.3 2.1 2.1.1 2.1.2 2.1.3 2.1.4 2.2 2.2.1 2.2.2 2.3 2.4 2.4.1 2.4.2 2.4.3 3.1 3.1.1 3.1.2 3.2 3.2.1 3.2.2 \
         3.3 3.3.1 3.3.2 4.1 4.2 4.2.1 4.2.2 4.3 4.4 4.4.1 4.4.2 4.4.3 4.4.4 4.5 5.1 5.1.1 5.1.2 5.1.3 5.1.4 5.2 5.2.1 \
         5.2.2 5.2.3 5.2.4 5.2.5 6.1 6.2 6.3 6.3.1 6.3.2 6.3.3 6.3.4 6.4 6.5 6.6 6.6.1 6.6.2 7.1 7.1.1 7.1.2 7.1.3 7.2",
    ),
    (
        &["olvång"],
        "1.1 1.2 1.3 1.4 2.1 2.2 2.3 2.3.1 2.3.2 2.3.3 2.3.4 2.4 2.4.1 2.5 2.6 3.1 3.2 3.2.1 3.2.2 3.3 3.4 3.5 3.6 4.1 \
         4.1.1 4.1.2 4.1.3 4.1.4 4.2 4.2.1 4.2.2 4.2.3 5.1 5.2 5.3 5.4",
    ),
    (
        &["report"],
        "1.1 1.2 1.3 2.1 2.2 2.2.1 2.2.2 2.3 2.4 2.4.1 2.4.2 2.4.3 2.4.4 2.5 2.6 2.7 2.8 3.1 3.2 3.2.1 3.2.2 3.2.3 3.3 \
         3.3.1 3.3.2 3.3.3 3.3.4 3.3.5 3.3.6 3.3.7 3.4 3.4.1 3.4.2 3.4.3 3.5 3.6 4.1 4.2 4.3 4.4 4.4.1 4.4.2 4.5",
    ),
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() && name != "target" {
            files(&path, found);
        } else if ["rs", "md", "c", "h", "py"]
            .iter()
            .any(|end| path.extension().is_some_and(|e| e == *end))
        {
            found.push(path);
        }
    }
}

/// The section's number that a text begins with, as in `, 4.2.1`, `'s section 4.2` or ` (1999, 4.2`.
fn section(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        let before = rest;
        rest = rest.trim_start_matches([' ', ',', '(', '\'']);
        for word in ["s ", "section", "2010", "1999"] {
            rest = rest.strip_prefix(word).unwrap_or(rest);
        }
        if rest == before {
            break;
        }
    }
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let number = rest[..end].trim_end_matches('.');
    let is_section = number.split('.').count() > 1
        && number.split('.').all(|part| part.len() == 1)
        // `in the report 2.6 and 14.0 times`.
        && !rest[end..].split_whitespace().take(3).any(|word| word.starts_with("times") || word == "%");
    is_section.then_some(number)
}

#[test]
fn cited_sections_exist() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut all = Vec::new();
    for folder in ["src", "crates", "docs", "benches", "examples", "examples-c", "tests", "python"]
    {
        files(&root.join(folder), &mut all);
    }
    assert!(all.len() > 500, "{} files", all.len());
    let (mut cited, mut missing) = (0, Vec::new());
    for path in all.iter().filter(|path| !path.ends_with(file!())) {
        let text = fs::read_to_string(path).expect("readable").to_lowercase();
        for (line, number) in text.lines().zip(1..) {
            for (words, sections) in DOCUMENTS {
                for (at, word) in words.iter().flat_map(|word| line.match_indices(word)) {
                    let Some(section) = section(&line[at + word.len()..]) else { continue };
                    cited += 1;
                    if !sections.split_whitespace().any(|known| known == section) {
                        missing.push(format!("{}:{number}: {word} {section}", path.display()));
                    }
                }
            }
        }
    }
    assert!(cited > 60, "{cited} citations");
    assert!(missing.is_empty(), "not in the document:\n{}", missing.join("\n"));
}

#[test]
fn sections_are_read() {
    let read = [
        ", 5.2.5).",
        " 5.3.3)",
        "'s section 4.4.3,",
        " (1999, 6.1)",
        ", figures 4.8",
        " is 2.5 times",
        " 10 % 2.3",
    ];
    let due = [Some("5.2.5"), Some("5.3.3"), Some("4.4.3"), Some("6.1"), None, None, None];
    assert_eq!(read.map(section), due);
}
