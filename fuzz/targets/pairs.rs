//! Convex pairs of all kinds against the certified oracle of `tests/answers/oracle`: in general position, and brought to contact and
//! slid along it, with caching on, off and switched. The fuzzer's bytes take the place of random words.
#![no_main]

#[path = "../../tests/answers/oracle/mod.rs"]
mod oracle;

use oracle::library::Library;
use oracle::report::Report;
use oracle::{generate, pairs};
use solid_testing::{Random, feed};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    feed::set(bytes);
    let mut random = Random::new(0);
    let family = generate::FAMILIES[random.below(generate::FAMILIES.len())];
    let bodies = if random.chance(0.5) {
        Some(generate::pair(&mut random, family))
    } else {
        generate::contact(&mut random, family).map(|(a, b, _)| (a, b))
    };
    if let Some((a, b)) = bodies {
        let mut report = Report::new("fuzzed", 1);
        pairs::check(&mut Library::lock(), &mut report, "fuzzed", &a, &b);
        assert!(report.is_clean());
    }
});
