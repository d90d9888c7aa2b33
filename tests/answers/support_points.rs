//! Searches end: within so many support points, and never at a cap (`benches/iterations` counts more of them).

#[path = "../../benches/common/random.rs"]
mod random;

#[path = "../../benches/common/counted.rs"]
mod counted;

#[path = "../../benches/iterations/questions.rs"]
mod questions;
use questions::{Bodies, ROWS};

const PAIRS: usize = 1000;

/// Found by counting: a cast that began in the other body narrowed its portal to the cap, 99 support points on average; and a
/// distance of twelve digits took 200 of them.
#[test]
fn questions_end_within_few_support_points() {
    let bodies = Bodies::new();
    for row in &ROWS {
        for (name, kind) in &bodies.kinds() {
            let tally = questions::ask(kind, row, PAIRS);
            let (mean, over) = (tally.mean(), tally.over);
            assert_eq!(tally.open, 0, "{} {name} are left open", row.title);
            // Some take more where bodies are a millionth apart, or digits few: a tip beside a rim, mostly.
            assert!(over <= PAIRS / 25, "{} {name}: {over} take more than {}", row.title, row.bar);
            assert!(mean < 26.0, "{} {name}: {mean} support points on average", row.title);
        }
    }
}
