//! The headers under `include/SOLID` are what cbindgen makes of the C layer. With SOLID_WRITE_HEADERS=1 in the
//! environment they are written anew; otherwise they are compared.

use std::path::{Path, PathBuf};

/// A header: its name, what it includes, and the files of the C layer it declares.
struct Header {
    name: &'static str,
    includes: &'static [&'static str],
    files: &'static [&'static str],
    introduction: &'static str,
}

const HEADERS: [Header; 2] = [
    Header {
        name: "solid.h",
        includes: &[],
        files: &["types", "shapes", "complex", "objects", "responses", "test", "settings"],
        introduction: "\
/* SOLID 2.0: collision detection of three-dimensional objects under rigid motion and deformation.
 *
 * A shape is made once and used by any number of objects; an object is named by any pointer of the
 * client's. One object is current: transforms apply to it, as in OpenGL. dtTest runs the client's
 * callbacks for the pairs of objects that collide. Bodies are closed: touching is colliding.
 *
 * Nothing that is passed crashes the library: what makes no sense is ignored, and dtGetError of
 * SOLID/solid_ext.h tells. Functions may be called from any thread and from inside callbacks.
 *
 * Generated from the library's source by cbindgen; do not edit. */",
    },
    Header {
        name: "solid_ext.h",
        includes: &["\"solid.h\""],
        files: &["ext_types", "errors", "more_shapes", "queries"],
        introduction: "\
/* What SOLID 2.0 lacks, in the same manner and on the same objects.
 *
 * Generated from the library's source by cbindgen; do not edit. */",
    },
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn generate(header: &Header) -> String {
    let mut config = cbindgen::Config::from_root_or_default(root());
    let guard = header.name.replace('.', "_").to_uppercase();
    config.include_guard = Some(format!("SOLID_{guard}"));
    config.header = Some(header.introduction.to_string());
    config.after_includes = (!header.includes.is_empty())
        .then(|| header.includes.iter().map(|i| format!("\n#include {i}")).collect());
    // The types of solid.h are not to be declared again.
    if !header.includes.is_empty() {
        config.export.include.clear();
    }
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in header.files {
        builder = builder.with_src(root().join(format!("src/capi/{file}.rs")));
    }
    let mut text = Vec::new();
    builder.generate().expect("cbindgen reads the C layer").write(&mut text);
    for_c_readers(&String::from_utf8(text).expect("a header is UTF-8"))
}

/// Rustdoc headings and quoting have no place in a C header; line comments and a comma at the end of an enum have
/// none in C89.
fn for_c_readers(text: &str) -> String {
    text.replace(" * # Safety\n *\n", "")
        .replace('`', "")
        .replace("#endif // __cplusplus", "#endif")
        .replace("#endif  // __cplusplus", "#endif")
        .replace("}  // extern \"C\"", "}")
        .replace("} // extern \"C\"", "}")
        .replace(",\n}", "\n}")
}

#[test]
fn headers_are_fresh() {
    for header in &HEADERS {
        let fresh = generate(header);
        let path = root().join("include/SOLID").join(header.name);
        if std::env::var_os("SOLID_WRITE_HEADERS").is_some() {
            std::fs::write(&path, &fresh).expect("the header can be written");
        }
        let committed = read(&path);
        assert!(
            committed == fresh,
            "{} is not what the source says; run SOLID_WRITE_HEADERS=1 cargo test --test headers",
            header.name
        );
    }
}

#[test]
fn solid_h_has_the_39_functions_and_nothing_else() {
    let header = read(&root().join("include/SOLID/solid.h"));
    let mut declared: Vec<&str> = header.lines().filter_map(declared_function).collect();
    declared.sort_unstable();
    declared.dedup();
    assert_eq!(declared.len(), 39, "{declared:?}");
}

/// The function that a line of a header declares.
fn declared_function(line: &str) -> Option<&str> {
    if line.starts_with(' ') || line.starts_with("typedef") {
        return None;
    }
    let name = line.split('(').next()?.split(|c: char| c.is_whitespace() || c == '*').next_back()?;
    name.starts_with("dt").then_some(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
