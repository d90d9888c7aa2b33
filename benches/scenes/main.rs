//! Whole scenes through the dt functions: hulls of 20 points that fly about and turn, the balls around them filling 5 % of
//! the room (the scene of the thesis, section 4.4.3).
//!
//! `cargo bench --bench scenes -- scaling [most]`: time and memory from 10 objects to a million; charts and a table go to
//! `docs/performance/`. `-- threads [n]`: one thread and two. `-- calm [n]`: a frame in which few
//! move beside one in which all do. `-- motion [n]`: dtTestMotion. `-- calls`: the cost of a call.
//! `-- frames [n] [stride] [threads] [frames]`: nothing but frames, for a profiler.

#![allow(unsafe_code)]

#[path = "../../tests/allocation/counter.rs"]
#[allow(dead_code)]
mod counter;
#[path = "../common/plot.rs"]
#[allow(dead_code)]
mod plot;
mod scaling;
mod scene;

use scene::Scene;
use solid::capi::*;
use std::time::Instant;

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn least(times: impl IntoIterator<Item = f64>) -> f64 {
    times.into_iter().fold(f64::INFINITY, f64::min)
}

/// Seconds of a frame in which every `stride`-th body moves, the least of so many.
fn frame_seconds(scene: &mut Scene, stride: usize, rounds: usize) -> f64 {
    let mut frame = || {
        seconds(|| {
            scene.step(stride);
            dtTest();
        })
    };
    // Some for the broad phase to make up its mind.
    (0..12).for_each(|_| {
        frame();
    });
    least((0..rounds).map(|_| frame()))
}

/// Milliseconds of a dtTest with one thread and with two, some frames of each in turn: the whole, what of it is the commit
/// and what the pairs. The latter two come from frames of their own, since statistics read the clock at each callback.
fn threads(count: usize) {
    let mut scene = Scene::new(count);
    let mut times: [[Vec<f64>; 3]; 2] = Default::default();
    for round in 0..120 {
        for (threads, [wholes, commits, tests]) in [1, 2].into_iter().zip(&mut times) {
            dtSetThreads(threads);
            for frame in 0..8 {
                // Before the step: what has moved is committed by the question.
                let before = (round >= 60).then(scene::statistics);
                scene.step(1);
                let mut hits = 0;
                let whole = seconds(|| hits = dtTest());
                assert!(hits > 0);
                // New threads, and a broad phase that makes up its mind, come first.
                if round % 60 < 2 || frame < 2 {
                    continue;
                }
                let Some(before) = before else {
                    wholes.push(1e3 * whole);
                    continue;
                };
                let after = scene::statistics();
                commits.push(1e3 * (after.commit_seconds - before.commit_seconds));
                tests.push(1e3 * (after.test_seconds - before.test_seconds));
            }
        }
    }
    times.iter_mut().flatten().for_each(|times| times.sort_unstable_by(f64::total_cmp));
    let at = |threads: usize, tenths: usize| {
        times[threads].each_ref().map(|times| times[tenths * (times.len() - 1) / 10])
    };
    for (name, tenths) in [("at best", 0), ("in the middle", 5), ("at nine tenths", 9)] {
        let [one, two] = [0, 1].map(|threads| at(threads, tenths));
        for (threads, [whole, commit, test]) in [1, 2].into_iter().zip([one, two]) {
            println!(
                "{count} objects, {threads} threads, {name}: {whole:.3} ms; commit {commit:.3}, pairs {test:.3}"
            );
        }
        println!("gain {name}: {:.2}", one[0] / two[0]);
    }
}

/// Milliseconds of a frame in which all move, and of one in which one in a hundred does.
fn calm(count: usize) {
    let mut scene = Scene::new(count);
    let mut frame = |stride: usize, rounds: usize| {
        let before = scene::statistics().pair_tests;
        let time = 1e3 * frame_seconds(&mut scene, stride, rounds);
        assert!(scene::statistics().pair_tests > before, "no pair was tested");
        time
    };
    let times = (0..5).map(|_| [frame(1, 40), frame(100, 400)]);
    let [all, few] = times.fold([f64::INFINITY; 2], |a, b| [a[0].min(b[0]), a[1].min(b[1])]);
    println!("{count} objects: all move {all:.4} ms, 1 % {few:.4} ms, {:.2} %", 100.0 * few / all);
}

/// Milliseconds of a dtTestMotion.
fn motion(count: usize) {
    for alike in [false, true] {
        let mut scene = Scene::new(count);
        let mut best = f64::INFINITY;
        for _ in 0..12 {
            dtProceed();
            if alike {
                scene.shift([0.05, 0.02, 0.01])
            } else {
                scene.step(1)
            }
            // All that does not depend on the paths.
            scene::statistics();
            let mut met = 0;
            best = best.min(1e3 * seconds(|| met = dtTestMotion()));
            assert!(met > 0, "nothing meets");
        }
        let how = if alike { "alike" } else { "at random" };
        println!("{count} objects that move {how}: {best:.3} ms");
    }
}

/// So many frames in which every `stride`-th moves, and what one takes on the average.
fn frames(count: usize, stride: usize, threads: usize, frames: usize) {
    let mut scene = Scene::new(count);
    dtSetThreads(threads as DtCount);
    let whole = seconds(|| {
        for _ in 0..frames {
            scene.step(stride);
            dtTest();
        }
    });
    println!("{:.3} us a frame", 1e6 * whole / frames as f64);
    let a = scene::statistics();
    scene.step(stride);
    let hits = dtTest();
    let b = scene::statistics();
    println!(
        "pairs {} hits {} box tests {} pair tests {} part tests {} axis hits {}",
        b.pairs,
        hits,
        b.box_tests - a.box_tests,
        b.pair_tests - a.pair_tests,
        b.primitive_tests - a.primitive_tests,
        b.axis_cache_hits - a.axis_cache_hits
    );
}

/// Nanoseconds of a call, in a process of one thread and in one of two.
fn calls() {
    let scene = Scene::new(1000);
    let time = |work: &dyn Fn(usize)| {
        let round = || 1e9 / 1000.0 * seconds(|| (0..1000).for_each(work));
        least((0..2000).map(|_| round()))
    };
    let calls: [(&str, &dyn Fn(usize)); 6] = [
        ("dtSelectObject", &|i| dtSelectObject(scene::reference(i))),
        ("dtTranslate", &|_| dtTranslate(0.0, 0.0, 0.0)),
        ("dtLoadIdentity", &|_| dtLoadIdentity()),
        ("dtRotate", &|_| dtRotate(0.0, 0.0, 0.1, 1.0)),
        ("dtGetError", &|_| {
            dtGetError();
        }),
        ("dtSelectObject and a translation", &|i| {
            dtSelectObject(scene::reference(i));
            dtTranslate(0.0, 0.0, 0.0);
        }),
    ];
    let alone = calls.map(|(_, call)| time(call));
    dtSetThreads(2);
    for ((name, call), alone) in calls.iter().zip(alone) {
        println!("{name}: {alone:.1} ns, beside another thread {:.1} ns", time(call));
    }
    dtSetThreads(1);
    drop(scene);
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let number_at = |place: usize| arguments.get(place).and_then(|n| n.parse().ok());
    let number = number_at(1);
    match arguments.first().map(String::as_str) {
        Some("scaling") => scaling::run(number.unwrap_or(1_000_000)),
        Some("threads") => threads(number.unwrap_or(10_000)),
        Some("calm") => calm(number.unwrap_or(10_000)),
        Some("motion") => motion(number.unwrap_or(10_000)),
        Some("calls") => calls(),
        Some("frames") => {
            let [stride, threads, count] =
                [(2, 1), (3, 1), (4, 1000)].map(|(place, n)| number_at(place).unwrap_or(n));
            frames(number.unwrap_or(10_000), stride, threads, count);
        }
        _ => println!(
            "scaling [most objects], threads [objects], calm [objects], motion [objects], calls or\n\
             frames [objects] [stride] [threads] [frames]"
        ),
    }
}
