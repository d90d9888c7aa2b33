//! Meshes against brute force over all pairs of their polytopes, which the certified oracle of `tests/answers/oracle` decides. The
//! fuzzer's bytes take the place of random words.
#![no_main]

#[path = "../../tests/answers/oracle/mod.rs"]
mod oracle;

use oracle::generate::FAMILIES;
use oracle::library::Library;
use oracle::report::Report;
use solid_testing::{Random, feed};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    feed::set(bytes);
    let mut random = Random::new(0);
    let family = FAMILIES[random.below(FAMILIES.len())];
    let mut report = Report::new("fuzzed", 1);
    oracle::mesh::placements(&mut Library::lock(), &mut report, &mut random, family, 3, 0);
    assert!(report.is_clean());
});
