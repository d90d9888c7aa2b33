//! The frames, and the report.

#[path = "../../tests/answers/oracle/mod.rs"]
mod oracle;

mod callbacks;
mod memory;
mod queries;
mod scene;
mod verify;

use memory::Bound;
use oracle::library::Library;
use scene::Scene;
use solid::capi::{DtError, dtGetError, dtMakeCurrent};
use solid_testing::Random;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

const FRAMES: u64 = 10_000_000;
const SEED: u64 = 1;
const SCENES: usize = 4;
/// A scene ends and another begins once in so many of its frames.
const LIFETIME: usize = 3000;
/// The share of frames in which two objects are queried.
const QUERIED: f64 = 0.1;
const REPORT_INTERVAL: Duration = Duration::from_secs(30);

/// How often each kind of change was made.
#[derive(Default)]
pub struct Counts(BTreeMap<&'static str, u64>);

impl Counts {
    /// Counts `n` more.
    pub fn add(&mut self, what: &'static str, n: u64) {
        *self.0.entry(what).or_default() += n;
    }
}

pub fn run() {
    let mut arguments = std::env::args().skip(1).map(|x| x.parse().expect("a number"));
    let frames: u64 = arguments.next().unwrap_or(FRAMES);
    let seed: u64 = arguments.next().unwrap_or(SEED);
    let (started, mut reported) = (Instant::now(), Instant::now());
    let (mut random, mut library) = (Random::new(seed), Library::lock());
    let (mut counts, mut bound) = (Counts::default(), Bound::new(frames));
    let mut scenes: Vec<Scene> = (0..SCENES).map(Scene::new).collect();
    for frame in 0..frames {
        let at = random.below(SCENES);
        let whole = catch_unwind(AssertUnwindSafe(|| {
            one_frame(&mut scenes[at], &mut random, &mut library, &mut counts);
            bound.look(frame);
        }));
        if let Err(panic) = whole {
            eprintln!("soak: wrong in frame {frame} of seed {seed}");
            resume_unwind(panic);
        }
        if reported.elapsed() >= REPORT_INTERVAL {
            reported = Instant::now();
            eprintln!(
                "soak: {frame} of {frames} frames in {} s; {bound}",
                started.elapsed().as_secs()
            );
        }
    }
    scenes.into_iter().for_each(Scene::leave);
    println!("{frames} frames of seed {seed} in {} s, nothing wrong", started.elapsed().as_secs());
    println!("memory: {bound}");
    counts.0.iter().for_each(|(what, n)| println!("{what}: {n}"));
    println!("sum of all callbacks: {:016x}", callbacks::sum());
}

fn one_frame(scene: &mut Scene, random: &mut Random, library: &mut Library, counts: &mut Counts) {
    scene.enter();
    if random.below(LIFETIME) == 0 {
        scene.renew();
        counts.add("scenes ended", 1);
    }
    let is_clean = scene.churn(random, library, counts);
    check_error(is_clean);
    let observed = scene.test(random, counts);
    if random.chance(QUERIED) {
        queries::query(scene, random, counts);
    }
    verify::verify(scene, observed.as_ref(), random, counts);
    check_error(is_clean);
    dtMakeCurrent(std::ptr::null_mut());
}

/// No error has been raised since the last call, unless calls were wrong.
fn check_error(is_clean: bool) {
    let error = dtGetError();
    assert!(error == DtError::DT_NO_ERROR || !is_clean, "an error after good calls: {error:?}");
    assert_ne!(error, DtError::DT_INTERNAL_ERROR, "a fault of the library");
}
