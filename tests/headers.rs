//! The headers under `include/SOLID` are what cbindgen makes of the C layer. With SOLID_WRITE_HEADERS=1 in the
//! environment they are written anew; otherwise they are compared. So for FreeSOLID's, under `include/FreeSOLID`.

use std::path::{Path, PathBuf};

/// A header: its path, what comes first in it, and the files of the C layer it declares.
struct Header {
    path: &'static str,
    before: &'static str,
    /// Whether it builds on `solid.h`, whose types are not to be declared again.
    extends: bool,
    renames: &'static [(&'static str, &'static str)],
    files: &'static [&'static str],
    introduction: &'static str,
}

/// Names the ABI, and stops a program that includes the headers of both.
const DOUBLE_ABI: &str = "#ifdef SOLID_ABI_FLOAT
#error \"these are the headers of SOLID, whose DtScalar is a double, after those of FreeSOLID, where it is a float\"
#endif
#define SOLID_ABI_DOUBLE";

const FLOAT_ABI: &str = "#include \"types.h\"

#ifdef SOLID_ABI_DOUBLE
#error \"these are the headers of FreeSOLID, whose DT_Scalar is a float, after those of SOLID, where it is a double\"
#endif
#define SOLID_ABI_FLOAT

/**
 * Names a shape. Comes from the functions that make shapes.
 */
typedef struct DtShapeOpaque *DtShapeRef;";

const HEADERS: [Header; 3] = [
    Header {
        path: "SOLID/solid.h",
        before: DOUBLE_ABI,
        extends: false,
        renames: &[],
        files: &["scalar", "types", "shapes", "complex", "objects", "responses", "test", "settings"],
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
        path: "SOLID/solid_ext.h",
        before: "#include \"solid.h\"",
        extends: true,
        renames: &[],
        files: &[
            "ext_types",
            "errors",
            "ellipsoid",
            "more_shapes",
            "composed_shapes",
            "getters",
            "queries",
            "pair_queries",
            "casts",
            "contacts",
            "deformation",
            "contexts",
            "scenes",
            "motion",
            "vertex_pointer",
            "mesh_queries",
        ],
        introduction: "\
/* What SOLID 2.0 lacks, in the same manner and on the same objects.
 *
 * Generated from the library's source by cbindgen; do not edit. */",
    },
    Header {
        path: "FreeSOLID/SOLID/solid.h",
        before: FLOAT_ABI,
        extends: false,
        renames: &[
            ("DtScalar", "DT_Scalar"),
            ("DtVector", "DT_Vector3"),
            ("DtIndex", "DT_Index"),
            ("DtCount", "DT_Count"),
        ],
        files: &[
            "types",
            "shapes",
            "ellipsoid",
            "complex",
            "objects",
            "responses",
            "test",
            "queries",
            "settings",
            "errors",
        ],
        introduction: "\
/* FreeSOLID: the functions of SOLID 2.0 and two more, with a scalar that is a float. Link with -lFreeSOLID.
 *
 * Vertex arrays are three doubles a vertex, as in SOLID.
 *
 * Generated from the library's source by cbindgen; do not edit. */",
    },
];

/// What `types.h` declares of FreeSOLID's types.
const FREESOLID_TYPES: [&str; 4] = ["DtIndex", "DtCount", "DtVector", "DtShapeRef"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn generate(header: &Header) -> String {
    let mut config = cbindgen::Config::from_root_or_default(root());
    let guard = header.path.replace(['.', '/'], "_").to_uppercase();
    config.include_guard = Some(guard);
    config.header = Some(header.introduction.to_string());
    config.after_includes = Some(header.before.to_string());
    if header.extends {
        config.export.include = [
            "DtCollisionMethod",
            "DtBroadPhase",
            "DtVertexType",
            "DtContactData",
            "DtIntersectionData",
        ]
        .map(String::from)
        .to_vec();
    }
    if !header.renames.is_empty() {
        config.export.exclude.extend(FREESOLID_TYPES.map(String::from));
    }
    for (from, to) in header.renames {
        config.export.rename.insert(from.to_string(), to.to_string());
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
        let path = root().join("include").join(header.path);
        if std::env::var_os("SOLID_WRITE_HEADERS").is_some() {
            std::fs::write(&path, &fresh).expect("the header can be written");
        }
        let committed = read(&path);
        assert!(
            committed == fresh,
            "{} is not what the source says; run SOLID_WRITE_HEADERS=1 cargo test --test headers",
            header.path
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
    let name =
        line.split('(').next()?.split(|c: char| c.is_whitespace() || c == '*').next_back()?;
    name.starts_with("dt").then_some(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
