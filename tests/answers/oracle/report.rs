//! Counting what a run did, keeping its first failures, and how many cases to do.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;
use std::time::Instant;

/// Pairs a run does in all: `SOLID_PAIRS`, or what an ordinary test run has time for.
pub fn pairs() -> u64 {
    let ordinary = if cfg!(debug_assertions) { 30_000 } else { 100_000 };
    from_environment("SOLID_PAIRS", ordinary)
}

/// The cases of a suite: the first `count`, or the one that `SOLID_CASE` names, to look at a failure again.
pub fn cases(count: u64) -> Range<u64> {
    if single() {
        let index = from_environment("SOLID_CASE", 0);
        index..index + 1
    } else {
        0..count
    }
}

fn single() -> bool {
    std::env::var_os("SOLID_CASE").is_some()
}

static SEED: OnceLock<u64> = OnceLock::new();

/// The seed of a run: `SOLID_SEED`, or always the same.
pub fn seed() -> u64 {
    *SEED.get_or_init(|| from_environment("SOLID_SEED", 20_260_101))
}

/// Sets the seed, before anything asks for it.
pub fn run_with(seed: u64) {
    SEED.set(seed).expect("the seed is set once, at the start");
}

fn from_environment(name: &str, otherwise: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => {
            text.trim().parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}"))
        }
        Err(_) => otherwise,
    }
}

/// What one suite found.
pub struct Report {
    suite: &'static str,
    planned: u64,
    started: Instant,
    reported: Instant,
    counts: BTreeMap<String, u64>,
    worst: BTreeMap<&'static str, f64>,
    failures: Vec<String>,
    failed: u64,
}

impl Report {
    pub fn new(suite: &'static str, planned: u64) -> Report {
        let now = Instant::now();
        Report {
            suite,
            planned,
            started: now,
            reported: now,
            counts: BTreeMap::new(),
            worst: BTreeMap::new(),
            failures: Vec::new(),
            failed: 0,
        }
    }

    pub fn count(&mut self, what: impl fmt::Display) {
        *self.counts.entry(what.to_string()).or_default() += 1;
    }

    pub fn counted(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }

    /// Remembers the largest value seen under a name.
    pub fn largest(&mut self, what: &'static str, value: f64) {
        let worst = self.worst.entry(what).or_insert(0.0);
        *worst = worst.max(value);
    }

    /// A wrong answer: the first of each class are kept whole.
    pub fn fail(&mut self, class: &str, text: impl FnOnce() -> String) {
        self.failed += 1;
        self.count(format!("WRONG {class}"));
        if self.counted(&format!("WRONG {class}")) <= 3 {
            let text = text();
            eprintln!("{}: {class}\n{text}", self.suite);
            self.failures.push(format!("{class}: {}", text.lines().next().unwrap_or("")));
        }
    }

    /// Tells how far the run is, every ten seconds.
    pub fn progress(&mut self, done: u64) {
        if self.reported.elapsed().as_secs() >= 10 {
            self.reported = Instant::now();
            let seconds = self.started.elapsed().as_secs();
            eprintln!("{}: {done} of {} in {seconds} s; {self}", self.suite, self.planned);
        }
    }

    /// Fails the suite unless enough cases of a class came up for it to mean something.
    pub fn expect(&mut self, what: &str, at_least: u64) {
        let got = self.counted(what);
        if got < at_least && !single() {
            self.fail("too few cases", || format!("{what}: {got}, expected {at_least}"));
        }
    }

    /// Fails the suite if the oracle itself was at a loss more often than once in a thousand cases.
    pub fn expect_certainty(&mut self) {
        let (doubts, all) = (self.counted("ambiguous"), self.planned);
        if doubts * 1000 > all {
            self.fail("too many ambiguous", || format!("{doubts} of {all}"));
        }
    }

    /// Whether nothing was wrong.
    pub fn is_clean(&self) -> bool {
        self.failed == 0
    }

    /// Prints the totals; true if nothing was wrong.
    pub fn close(&self) -> bool {
        let seconds = self.started.elapsed().as_secs_f64();
        eprintln!("{}: done in {seconds:.1} s; {self}", self.suite);
        self.is_clean()
    }

    /// Ends a test: it fails if anything was wrong.
    pub fn finish(self) {
        assert!(
            self.close(),
            "{}: {} wrong, seed {}:\n{}",
            self.suite,
            self.failed,
            seed(),
            self.failures.join("\n")
        );
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let counts = self.counts.iter().map(|(what, n)| format!("{what} {n}"));
        let worst = self.worst.iter().map(|(what, x)| format!("{what} at most {x:.1e}"));
        out.write_str(&counts.chain(worst).collect::<Vec<_>>().join(", "))
    }
}
