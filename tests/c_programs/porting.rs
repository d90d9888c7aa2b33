//! The chapter on porting says what is so: of SOLID 3.5 it names every function, and none that does not exist; the numbers of
//! types are those of the header; what it tells to type works.

use crate::support::root;
use std::collections::BTreeSet;
use std::fs;

/// The public functions of SOLID 3.5.
const SOLID_3_FUNCTIONS: &str = "
    DT_NewBox DT_NewCone DT_NewCylinder DT_NewSphere DT_NewPoint DT_NewLineSegment DT_NewMinkowski DT_NewHull DT_DeleteShape
    DT_NewVertexBase DT_DeleteVertexBase DT_ChangeVertexBase DT_NewComplexShape DT_EndComplexShape DT_NewPolytope
    DT_EndPolytope DT_Begin DT_End DT_Vertex DT_VertexIndex DT_VertexIndices DT_VertexRange
    DT_CreateObject DT_DestroyObject DT_SetPosition DT_SetOrientation DT_SetScaling DT_SetMargin DT_SetMatrixf DT_GetMatrixf
    DT_SetMatrixd DT_GetMatrixd DT_GetBBox DT_GetClosestPair DT_GetCommonPoint DT_GetPenDepth
    DT_CreateScene DT_DestroyScene DT_AddObject DT_RemoveObject DT_CreateRespTable DT_DestroyRespTable DT_GenResponseClass
    DT_SetResponseClass DT_ClearResponseClass DT_CallResponse DT_AddDefaultResponse DT_RemoveDefaultResponse
    DT_AddClassResponse DT_RemoveClassResponse DT_AddPairResponse DT_RemovePairResponse DT_Test DT_SetAccuracy
    DT_SetTolerance DT_RayCast DT_ObjectRayCast
    BP_CreateScene BP_DestroyScene BP_CreateProxy BP_DestroyProxy BP_SetBBox BP_RayCast";

/// Types of SOLID 3.5 that the chapter names.
const SOLID_3_TYPES: [&str; 2] = ["DT_Scalar", "DT_CollData"];

/// The numbers of its response types.
const SOLID_3_RESPONSES: [(&str, u32); 4] = [
    ("DT_NO_RESPONSE", 0),
    ("DT_SIMPLE_RESPONSE", 1),
    ("DT_WITNESSED_RESPONSE", 2),
    ("DT_DEPTH_RESPONSE", 3),
];

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The section of the chapter under this heading.
fn section(heading: &str) -> String {
    let chapter = read("docs/src/porting.md");
    let section =
        chapter.split("\n## ").find(|section| section.starts_with(&format!("{heading}\n")));
    section.unwrap_or_else(|| panic!("no section {heading}")).to_owned()
}

#[test]
fn all_functions_of_solid_3_are_ported_and_no_others() {
    let section = section("From SOLID 3.5");
    let words: BTreeSet<&str> =
        section.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let known: BTreeSet<&str> = SOLID_3_FUNCTIONS.split_whitespace().collect();
    assert_eq!(known.len(), 63);
    for function in &known {
        assert!(words.contains(function), "the chapter does not name {function}");
    }
    for word in words {
        let is_theirs = (word.starts_with("DT_") || word.starts_with("BP_"))
            && word.contains(char::is_lowercase);
        let exists = known.contains(word) || SOLID_3_TYPES.contains(&word);
        assert!(!is_theirs || exists, "the chapter names {word}, which SOLID 3.5 has not");
    }
    assert!(section.contains("| DT_NewBox, with its full extents |"), "DT_NewBox takes no halves");
}

/// The table of response types: theirs, ours.
#[test]
fn the_numbers_of_response_types_are_right() {
    let headers = read("include/SOLID/solid.h") + &read("include/SOLID/solid_ext.h");
    let section = section("From SOLID 3.5");
    let mut seen = Vec::new();
    for line in section.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, theirs, ours] = cells[..] else { continue };
        if !name.starts_with("DT_") {
            continue;
        }
        let declared = [format!("{name} = {ours}"), format!("{name} (DtResponseType){ours}")];
        assert!(declared.iter().any(|text| headers.contains(text)), "{name} is not {ours} here");
        if !theirs.is_empty() {
            seen.push((name, theirs.parse().expect("a number")));
        }
    }
    assert_eq!(seen, SOLID_3_RESPONSES);
}

/// What old programs look for by name, and the chapter says where it is.
#[test]
fn names_that_old_programs_use_are_told() {
    let solid = section("From SOLID 2.0");
    for name in ["dtTestPair", "dtGetCommonPoint(a, b, NULL)", "DT_TOTAL_RESPONSE", "libsolid.so"] {
        assert!(solid.contains(name), "nothing of {name}");
    }
    let float = section("From FreeSOLID");
    for name in [
        "libsolid2",
        "libbroad",
        "libmoto",
        "freesolid-config",
        "config.h",
        "SOLID/types.h",
        "FindSOLID",
        "FindFreeSOLID",
        "SOLID_DIR",
        "SOLID_NO_ABI_TAG",
    ] {
        assert!(float.contains(name), "nothing of {name}");
    }
}

/// A program that is linked with a library outside the usual directories needs its directory at run time as well.
#[test]
fn every_link_line_has_its_run_path() {
    for document in
        ["README.md", "docs/src/porting.md", "docs/src/getting-started.md", "docs/src/install.md"]
    {
        let text = read(document);
        for line in text.lines().filter(|line| line.contains("$(pkg-config --cflags --libs")) {
            assert!(line.contains("-Wl,-rpath,"), "{document}: {line}");
        }
    }
}
