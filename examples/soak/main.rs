//! Random churn for as long as you like: `soak [frames [seed]]`, ten million frames by default.
//!
//! In each frame one of several contexts has shapes and objects made, deleted, moved and deformed, responses and settings
//! changed, and a test run. In some frames two objects are asked about by all functions, whose answers must agree; in some
//! the test is held against all pairs one by one, in some against the certified oracle of `tests/answers/oracle`. Memory must stay as it was after the first
//! tenth. Tells how far it is every half minute; ends with a summary, and with a panic at the first thing that is wrong:
//! the seed and the frame that it names come up again with the same arguments.
#![allow(unsafe_code, reason = "C functions that take pointers, and a callback")]

#[path = "../../tests/answers/oracle/mod.rs"]
mod oracle;

mod hearing;
mod judge;
mod memory;
mod questions;
mod yard;

use memory::Bound;
use oracle::library::Library;
use solid::capi::{DtError, dtGetError, dtMakeCurrent};
use solid_testing::Random;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};
use yard::Yard;

const FRAMES: u64 = 10_000_000;
const SEED: u64 = 1;
const YARDS: usize = 4;
/// A yard is left and another begun once in so many of its frames.
const LIFETIME: usize = 3000;
/// The share of frames in which two objects are asked about.
const ASKED: f64 = 0.1;
const BETWEEN_NEWS: Duration = Duration::from_secs(30);

/// How often what was done.
#[derive(Default)]
pub struct Counts(BTreeMap<&'static str, u64>);

impl Counts {
    /// Counts `n` more.
    pub fn add(&mut self, what: &'static str, n: u64) {
        *self.0.entry(what).or_default() += n;
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|x| x.parse().expect("a number"));
    let frames: u64 = arguments.next().unwrap_or(FRAMES);
    let seed: u64 = arguments.next().unwrap_or(SEED);
    let (started, mut told) = (Instant::now(), Instant::now());
    let (mut random, mut library) = (Random::new(seed), Library::lock());
    let (mut counts, mut bound) = (Counts::default(), Bound::new(frames));
    let mut yards: Vec<Yard> = (0..YARDS).map(Yard::new).collect();
    for frame in 0..frames {
        let at = random.below(YARDS);
        let whole = catch_unwind(AssertUnwindSafe(|| {
            one_frame(&mut yards[at], &mut random, &mut library, &mut counts);
            bound.look(frame);
        }));
        if let Err(panic) = whole {
            eprintln!("soak: wrong in frame {frame} of seed {seed}");
            resume_unwind(panic);
        }
        if told.elapsed() >= BETWEEN_NEWS {
            told = Instant::now();
            eprintln!(
                "soak: {frame} of {frames} frames in {} s; {bound}",
                started.elapsed().as_secs()
            );
        }
    }
    yards.into_iter().for_each(Yard::leave);
    println!("{frames} frames of seed {seed} in {} s, nothing wrong", started.elapsed().as_secs());
    println!("memory: {bound}");
    counts.0.iter().for_each(|(what, n)| println!("{what}: {n}"));
    println!("sum of all callbacks: {:016x}", hearing::sum());
}

fn one_frame(yard: &mut Yard, random: &mut Random, library: &mut Library, counts: &mut Counts) {
    yard.enter();
    if random.below(LIFETIME) == 0 {
        yard.renew();
        counts.add("yards left", 1);
    }
    let is_clean = yard.churn(random, library, counts);
    let heard = yard.test(random, counts);
    if random.chance(ASKED) {
        questions::ask(yard, random, counts);
    }
    judge::judge(yard, heard.as_ref(), random, counts);
    let error = dtGetError();
    assert!(error == DtError::DT_NO_ERROR || !is_clean, "an error after good calls: {error:?}");
    assert_ne!(error, DtError::DT_INTERNAL_ERROR, "a fault of the library");
    dtMakeCurrent(std::ptr::null_mut());
}
