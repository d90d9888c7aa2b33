//! Twelve scenes, each with a hash of all its results: callbacks in their order, response data, placements, query results and
//! errors, bit for bit. The hashes are in `hashes.txt`; they are the same in every build, with any number of threads, and
//! whatever instructions the compiler may use (`.ci/golden` compares). Where a result is meant to change,
//! SOLID_WRITE_GOLDEN=1 writes them anew.

#![cfg(not(feature = "freesolid"))] // with it, the dt functions take float numbers
#![allow(unsafe_code, reason = "C functions that take pointers, and a callback")]

mod compounds;
mod convex;
mod meshes;
mod mixed;
mod tape;
mod terrain;
mod tumbling;

use std::fmt::Write;
use std::path::Path;
use std::thread;
use tape::Tape;

type Scene = fn(&Tape);

const SCENES: [(&str, Scene); 12] = [
    ("pyramid", convex::pyramid),
    ("hulls", convex::hulls),
    ("tori", meshes::tori),
    ("soup", meshes::soup),
    ("concave", meshes::concave),
    ("bullets", convex::bullets),
    ("contacts", convex::contacts),
    ("mixed", mixed::mixed),
    ("tumbling", tumbling::tumbling),
    ("planes", convex::planes),
    ("terrain", terrain::terrain),
    ("compounds", compounds::compounds),
];

/// More than two are made of as few cores as there may be.
const THREADS: [u32; 4] = [1, 2, 3, 8];

fn file() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/hashes.txt")
}

/// The number of a scene, which is the same with all numbers of threads.
fn number_of(name: &str, scene: Scene) -> u64 {
    let [alone, teams @ ..] = THREADS.map(|threads| tape::record(scene, threads));
    for (threads, team) in THREADS[1..].iter().zip(teams) {
        let first = alone.difference(&team);
        assert!(first.is_none(), "{name} with {threads} threads, otherwise than alone: {first:?}");
    }
    assert!(
        alone.callbacks() > 50,
        "{name} has {} callbacks, which are too few",
        alone.callbacks()
    );
    alone.number()
}

#[test]
fn every_scene_repeats_to_the_last_bit() {
    let text = thread::scope(|scope| {
        let scenes: Vec<_> =
            SCENES.iter().map(|(name, scene)| scope.spawn(|| number_of(name, *scene))).collect();
        SCENES.iter().zip(scenes).fold(String::new(), |mut text, ((name, _), scene)| {
            let number = scene.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            writeln!(text, "{number:016x}  {name}").expect("a string has room");
            text
        })
    });
    if std::env::var_os("SOLID_WRITE_GOLDEN").is_some() {
        std::fs::write(file(), &text).expect("hashes.txt is written");
    }
    let golden = std::fs::read_to_string(file()).expect("hashes.txt");
    assert_eq!(text, golden, "scenes of this build, and what they were");
}
